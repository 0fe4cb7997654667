//! Building a model from what the theories found, and judging it.
//!
//! The judge is [`terms::eval`]: it evaluates the *original* assertions, knows nothing of rewriting,
//! preprocessing or automata, and no answer `sat` is given without its consent.

mod languages;

use crate::engine::{Engine, Resources};
use crate::stats::Counter;
use crate::strings::extended::kinds::declared_languages;
use crate::theory::combine::value_in;
use crate::theory::verdict::{Incompleteness, Verdict};
use base::{FxHashMap, Int, Interrupted};
use sat::Context;
use std::cell::RefCell;
use terms::eval::{EvalError, Evaluator, ground_regex};
use terms::model::{FunValue, Model};
use terms::value::{Value, Word};
use terms::{Fun, Op, Sort, Term, Terms};

/// What the judge says of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Judgement {
    /// It satisfies every assertion.
    Accepted,
    /// It does not satisfy some assertion.
    Rejected,
    /// Some assertion could not be evaluated, and why.
    Unclear(&'static str),
}

impl Engine<'_> {
    /// The last step of the final check.
    pub(crate) fn build_model(&mut self, cx: &mut Context<'_>) -> Result<Verdict, Interrupted> {
        debug_assert!(self.out.is_empty(), "a model is judged before all conclusions are sent");
        let model = self.model_so_far(cx)?;
        Ok(match self.judge(model)? {
            Judgement::Accepted => Verdict::Satisfied,
            Judgement::Rejected => Verdict::Incomplete(self.rejected()),
            Judgement::Unclear(why) => {
                self.res.stats.add(Counter::UnjudgedModels, 1);
                Verdict::Incomplete(Incompleteness::Model(why))
            }
        })
    }

    /// What the theories have found, as a model.
    pub(crate) fn model_so_far(&mut self, cx: &Context<'_>) -> Result<Model, Interrupted> {
        let mut model = self.values_of_constants(cx)?;
        self.values_of_functions(&mut model, cx)?;
        Ok(model)
    }

    /// Whether the judge accepts a model that is only a guess; if so, it is kept.
    pub(crate) fn accepts_guess(&mut self, model: Model) -> Result<bool, Interrupted> {
        let accepted = self.judge(model)? == Judgement::Accepted;
        self.res.stats.add(Counter::RejectedGuesses, u64::from(!accepted));
        Ok(accepted)
    }

    /// What the judge says of the model; if it is accepted, it is kept.
    fn judge(&mut self, mut model: Model) -> Result<Judgement, Interrupted> {
        Ok(match self.complete_and_judge(&mut model) {
            Ok(true) => {
                self.ending.accept(model);
                Judgement::Accepted
            }
            Ok(false) => Judgement::Rejected,
            Err(EvalError::Interrupted(why)) => return Err(why),
            Err(EvalError::TooLarge) => Judgement::Unclear("a model too large to be judged"),
            Err(EvalError::Unsupported(what)) => Judgement::Unclear(what),
        })
    }

    /// A model has to satisfy the judge if no step of this final check was incomplete: if not, one of them is wrong.
    fn rejected(&mut self) -> Incompleteness {
        if let Some(why) = self.ending.incompleteness() {
            return why;
        }
        debug_assert!(false, "the judge rejects a model although no step was incomplete");
        self.res.stats.count_rejected_model();
        self.ending.reject();
        Incompleteness::Rejected
    }

    /// Values of the declared constants that are left after preprocessing.
    fn values_of_constants(&mut self, cx: &Context<'_>) -> Result<Model, Interrupted> {
        let mut model = Model::new();
        let roots: Vec<Term> = self.all_roots().flatten().copied().collect();
        for t in self.res.terms.post_order_within(&roots, self.res.budget)? {
            if let Op::Apply(fun) = self.res.terms.op(t)
                && self.res.terms.args(t).is_empty()
                && let Some(value) = self.value_of(cx, t)
            {
                model.set(fun, value);
            }
        }
        Ok(model)
    }

    /// The value of a constant or of an application of a declared function.
    pub(crate) fn value_of(&mut self, cx: &Context<'_>, t: Term) -> Option<Value> {
        // What nothing looks at may have any value, but has the same one wherever it occurs.
        let is_leaf = matches!(self.res.terms.op(t), Op::Apply(_));
        let value = match self.res.terms.sort(t) {
            Sort::Bool => {
                let lit = self.atoms.lit(self.res.terms, t);
                let assigned = lit.and_then(|lit| value_in(cx, lit));
                assigned.or(is_leaf.then_some(false)).map(Value::Bool)
            }
            Sort::Int => self.integer(t).map(Value::Int),
            Sort::String => self.word_of(t).map(Value::Str),
            Sort::RegLan => self.language_of(cx, t).map(Value::Re),
            Sort::Uninterpreted(s) => self.euf.class(t).map(|class| Value::Elem(s, class + 1)),
            Sort::BitVec(width) => {
                let n = self.blaster.value(t, |lit| value_in(cx, lit));
                n.or(is_leaf.then(|| Int::from(0))).map(|n| Value::Bits(width, n))
            }
            Sort::Seq(_) | Sort::RegEx(_) | Sort::Predicate(_) => None,
        };
        debug_assert!(
            value.as_ref().is_none_or(|value| value.sort() == self.res.terms.sort(t)),
            "a value of another sort"
        );
        value
    }

    /// The language of a constant or of an application of a declared function: the words of the strings that must be
    /// in it, and no others. So nothing is in it that must not be, unless two strings have the same word.
    pub(crate) fn language_of(&mut self, cx: &Context<'_>, t: Term) -> Option<Term> {
        if !matches!(self.res.terms.op(t), Op::Apply(_)) {
            return None;
        }
        let within: Vec<Term> = self
            .atoms
            .all()
            .filter(|&(lit, _)| value_in(cx, lit) == Some(true))
            .filter(|&(_, atom)| is_membership_in(self.res.terms, atom, t))
            .map(|(_, atom)| self.res.terms.arg(atom, 0))
            .collect();
        let mut words = Vec::new();
        for s in within {
            let Some(Value::Str(word)) = self.value_of_argument(cx, s) else { continue };
            let word = self.res.terms.string(&word);
            words.push(self.res.terms.mk(Op::StrToRe, &[word]));
        }
        Some(match words[..] {
            [] => self.res.terms.mk(Op::ReNone, &[]),
            [word] => word,
            _ => self.res.terms.mk(Op::ReUnion, &words),
        })
    }

    /// The word of a constant or of an application of a declared symbol: the string theory's choice,
    /// else anything of the length that arithmetic gives it. Other terms get theirs by evaluation.
    pub(crate) fn word_of(&mut self, t: Term) -> Option<Word> {
        debug_assert!(self.res.terms.sort(t) == Sort::String, "the word of what is no string");
        if let Some(word) = self.res.terms.str_value(t) {
            return Some(word.into());
        }
        if let Some(word) = self.strings.word(t) {
            return Some(word.clone());
        }
        if !matches!(self.res.terms.op(t), Op::Apply(_)) {
            return None;
        }
        let length = self.res.terms.len_of(t);
        let n = self.integer(length).map_or(Some(0), |n| n.to_usize());
        let Some(n) = n.filter(|&n| n <= self.res.budget.tunables().check.longest_filler) else {
            self.ending.incomplete(Incompleteness::LongWord);
            return None;
        };
        self.res.budget.charge_ahead(n as u64 / 64).ok()?;
        self.res.budget.reserve(std::mem::size_of::<u32>() as u64 * n as u64).ok()?;
        Some(std::iter::repeat_n(u32::from(b'A'), n).collect())
    }

    /// Tables of declared functions, from the applications that occur.
    fn values_of_functions(
        &mut self,
        model: &mut Model,
        cx: &Context<'_>,
    ) -> Result<(), Interrupted> {
        let applications: Vec<Term> = self.euf.applications(self.res.terms).collect();
        let mut tables: FxHashMap<Fun, FunValue> = FxHashMap::default();
        for t in applications {
            let Some(value) = self.value_of(cx, t) else { continue };
            let args = self.res.terms.args(t).to_vec();
            let args: Option<Vec<Value>> =
                args.into_iter().map(|a| self.value_of_argument(cx, a)).collect();
            let Some(args) = args else { continue };
            let fun = match self.res.terms.op(t) {
                Op::Apply(fun) => fun,
                Op::StrInRe => continue,
                op => {
                    divide_by_zero(model, op, &args, value);
                    continue;
                }
            };
            let table = tables
                .entry(fun)
                .or_insert_with(|| FunValue { entries: Vec::new(), default: value.clone() });
            if !table.entries.iter().any(|(a, _)| *a == args) {
                table.entries.push((args, value));
            }
        }
        for (fun, table) in tables {
            model.set_fun(fun, table);
        }
        Ok(())
    }

    /// The value of an argument of a declared function: a theory's, or what its operators make of the
    /// values of the constants and applications in it. Divisions have theirs from arithmetic, as they may be by zero.
    pub(crate) fn value_of_argument(&mut self, cx: &Context<'_>, t: Term) -> Option<Value> {
        if let Some(value) = self.value_of(cx, t) {
            return Some(value);
        }
        self.count_as_open(t);
        let is_leaf = |terms: &Terms, t: Term| {
            matches!(terms.op(t), Op::Apply(_))
                || asks_declared_language(terms, t)
                || compares_abstractly(terms, t)
        };
        let operators = self.res.terms.post_order_unless(&[t], |t| is_leaf(self.res.terms, t));
        let mut values = FxHashMap::default();
        for t in operators {
            for leaf in self.res.terms.args(t).to_vec() {
                let is_division = matches!(self.res.terms.op(leaf), Op::Div | Op::Mod);
                if !is_division && !is_leaf(self.res.terms, leaf) {
                    continue;
                }
                let value = self.value_of(cx, leaf).and_then(|v| v.to_term(self.res.terms));
                match value {
                    Some(constant) => _ = values.insert(leaf, constant),
                    None => self.count_as_open(leaf),
                }
            }
        }
        let closed = self.res.terms.substitute(t, &values);
        Evaluator::new(self.res.terms, &Model::new(), self.res.budget).eval(closed).ok()
    }

    /// The final check is incomplete if `t`, which no theory has a value of, asks declared languages: what evaluation makes of
    /// it only holds where these are empty.
    fn count_as_open(&mut self, t: Term) {
        if asks_declared_language(self.res.terms, t) {
            self.ending.incomplete(Incompleteness::DeclaredLanguage);
        }
    }

    /// Extends the model to the constants that preprocessing eliminated, then asks the judge.
    fn complete_and_judge(&mut self, model: &mut Model) -> Result<bool, EvalError> {
        self.res.sequences.default_reads(self.res.terms, model);
        for i in (0..self.original.eliminated.len()).rev() {
            let round = self.original.eliminated[i].definitions.clone();
            for (fun, value) in self.values_of_definitions(model, &round)? {
                debug_assert!(model.get(fun).is_none(), "an eliminated constant has a value");
                model.set(fun, value);
            }
        }
        let assertions = &self.original.assertions;
        let Resources { terms, sequences, budget, .. } = &mut self.res;
        if let Some(missing) = sequences.raise(terms, model, assertions, budget)? {
            self.ending.incomplete(Incompleteness::Model(missing));
        }
        let compared = languages::compared(&mut self.res, model, assertions)?;
        let images = languages::images_of_compared(&mut self.res, model, assertions)?;
        evaluate(&mut self.res, model, &images, |eval| {
            for language in compared {
                eval.eval(language)?;
            }
            for &a in assertions {
                if !eval.holds(a)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// What the constants of a round are: none of its definitions mentions another, so one evaluator serves them all.
    fn values_of_definitions(
        &mut self,
        model: &Model,
        round: &[(Fun, Term)],
    ) -> Result<Vec<(Fun, Value)>, EvalError> {
        let mut values = Vec::with_capacity(round.len());
        let (languages, others): (Vec<_>, Vec<_>) =
            round.iter().partition(|&&(_, t)| self.res.terms.sort(t) == Sort::RegLan);
        for &(fun, t) in languages {
            let language = ground_regex(self.res.terms, model, self.res.budget, t)?;
            values.push((fun, Value::Re(language)));
        }
        let terms: Vec<Term> = others.iter().map(|&&(_, t)| t).collect();
        let compared = languages::compared(&mut self.res, model, &terms)?;
        evaluate(&mut self.res, model, &FxHashMap::default(), |eval| {
            for language in compared {
                eval.eval(language)?;
            }
            for &(fun, t) in others {
                values.push((fun, eval.eval(t)?));
            }
            Ok(values)
        })
    }
}

/// Evaluates in a model; automata say which ground regexes have the same words, those over other sequences by their `images`.
fn evaluate<T>(
    res: &mut Resources<'_>,
    model: &Model,
    images: &FxHashMap<Term, Term>,
    run: impl FnOnce(&mut Evaluator<'_>) -> T,
) -> T {
    // Declared languages that the model does not mention are empty, which has to be a term to be compared.
    res.terms.mk(Op::ReNone, &[]);
    let terms = &*res.terms;
    let languages = RefCell::new(&mut *res.languages);
    let limits = base::Limits::none(res.budget);
    let image = |t| match terms.sort(t) {
        Sort::RegLan => Some(t),
        _ => images.get(&t).copied(),
    };
    let decide = |a, b| {
        let (a, b) = (image(a)?, image(b)?);
        languages.borrow_mut().equal(terms, a, b, &limits).ok().flatten()
    };
    run(&mut Evaluator::new(terms, model, res.budget).with_regex_equality(&decide))
}

/// Whether `t` compares things that no constant stands for, so that only the assignment says what comes of it.
fn compares_abstractly(terms: &Terms, t: Term) -> bool {
    let is_abstract = |sort| match sort {
        Sort::RegLan | Sort::Uninterpreted(_) | Sort::Seq(_) | Sort::RegEx(_) => true,
        Sort::Bool | Sort::Int | Sort::String | Sort::BitVec(_) | Sort::Predicate(_) => false,
    };
    matches!(terms.op(t), Op::Eq | Op::Distinct) && is_abstract(terms.sort(terms.arg(t, 0)))
}

/// Whether `t` applies a function of other sorts to a regex with declared languages: only the theories say what it is.
fn asks_declared_language(terms: &Terms, t: Term) -> bool {
    terms.sort(t) != Sort::RegLan && !declared_languages(terms, t).is_empty()
}

/// Whether `atom` says that a string is in `language`.
fn is_membership_in(terms: &Terms, atom: Term, language: Term) -> bool {
    terms.op(atom) == Op::StrInRe && terms.arg(atom, 1) == language
}

/// Enters `x / 0 = value` or `x mod 0 = value`; the first value of a dividend counts.
fn divide_by_zero(model: &mut Model, op: Op, args: &[Value], value: Value) {
    debug_assert!(matches!(op, Op::Div | Op::Mod), "{op:?} has no values of its own");
    let ([Value::Int(x), Value::Int(n)], Value::Int(value)) = (args, value) else { return };
    if n.is_zero() {
        let table = if op == Op::Div { &mut model.div_zero } else { &mut model.mod_zero };
        table.entry(x.clone()).or_insert(value);
    }
}
