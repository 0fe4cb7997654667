//! The candidate model, looked at through the extended functions.
//!
//! Every term of the relevant atoms gets a value, from the arguments up. A term that the theories
//! valued (a string leaf, an integer column, an atom) is *given* its value; a function applied to
//! values also has a *computed* one, by the reference evaluator. Where both exist and differ, the
//! candidate is wrong about the term. A term that nobody valued simply takes what is computed.
//!
//! A declared language has the words that the candidate says are in it. What is computed with it holds in this candidate only, so nothing
//! is concluded from it: a term about such a language that differs is unclear, not wrong.

use super::kinds::{declared_languages, is_extended, strings_of};
use crate::engine::{Engine, Resources};
use base::{FxHashMap, Int, Interrupted};
use terms::eval::{EvalError, Evaluator};
use terms::model::Model;
use terms::value::{Value, Word};
use terms::{Op, Sort, Term, Terms};

/// The values of all terms of the relevant atoms.
#[derive(Debug, Default)]
pub(super) struct Candidate {
    values: FxHashMap<Term, Value>,
    /// What extended terms should be, where that is not what they are.
    computed: FxHashMap<Term, Value>,
    /// All extended terms, arguments first.
    pub extended: Vec<Term>,
    /// Those with a wrong value.
    pub wrong: Vec<Term>,
    /// Some extended term could not be evaluated.
    pub unclear: bool,
}

impl Candidate {
    /// Evaluates everything in `atoms`, under the assignment `values`.
    pub fn build(
        engine: &mut Engine<'_>,
        atoms: &[(Term, bool)],
        values: &sat::Context<'_>,
    ) -> Result<Candidate, Interrupted> {
        let mut candidate = Candidate::default();
        let polarity: FxHashMap<Term, bool> = atoms.iter().copied().collect();
        let roots: Vec<Term> = atoms.iter().map(|a| a.0).collect();
        let mut model = Model::new();
        for t in engine.res.terms.post_order_within(&roots, engine.res.budget)? {
            if engine.res.terms.sort(t) == Sort::RegLan {
                if let (Op::Apply(fun), []) = (engine.res.terms.op(t), engine.res.terms.args(t))
                    && let Some(language) = engine.language_of(values, t)
                {
                    model.set(fun, Value::Re(language));
                }
                continue;
            }
            let given = given(engine, t, polarity.get(&t).copied());
            candidate.visit(engine, &mut model, t, given)?;
        }
        debug_assert_eq!(
            candidate.wrong.len(),
            candidate.computed.len(),
            "a wrong term without its computed value"
        );
        Ok(candidate)
    }

    fn visit(
        &mut self,
        engine: &mut Engine<'_>,
        model: &mut Model,
        t: Term,
        given: Option<Value>,
    ) -> Result<(), Interrupted> {
        let extended = is_extended(engine.res.terms, t);
        if extended {
            self.extended.push(t);
            self.unclear |= asks_predicate(engine, t);
        }
        let value = match given {
            Some(value) if !extended => Some(value),
            Some(value) => {
                match self.compute(engine, model, t)? {
                    Some(computed) if computed != value => self.mark(engine.res.terms, t, computed),
                    Some(_) => {}
                    None => self.unclear = true,
                }
                Some(value)
            }
            None => {
                let computed = self.compute(engine, model, t)?;
                if let (true, Some(Value::Str(word))) = (extended, &computed)
                    && known_length(engine, t).is_some_and(|n| n != Int::from(word.len() as u64))
                {
                    self.mark(engine.res.terms, t, Value::Str(word.clone()));
                }
                self.unclear |= extended && computed.is_none();
                computed
            }
        };
        let Some(value) = value else { return Ok(()) };
        debug_assert!(value.sort() == engine.res.terms.sort(t), "a value of another sort");
        let proxy = engine.strings.extension.proxies.of(engine.res.terms, t);
        if let Op::Apply(fun) = engine.res.terms.op(proxy) {
            model.set(fun, value.clone());
        }
        let before = self.values.insert(t, value);
        debug_assert!(before.is_none(), "a term is valued twice");
        Ok(())
    }

    fn mark(&mut self, terms: &Terms, t: Term, computed: Value) {
        if !declared_languages(terms, t).is_empty() {
            self.unclear = true;
            return;
        }
        self.wrong.push(t);
        let before = self.computed.insert(t, computed);
        debug_assert!(before.is_none(), "a term is found wrong twice");
    }

    /// The value of the operator of `t` on the values of its arguments.
    fn compute(
        &self,
        engine: &mut Engine<'_>,
        model: &Model,
        t: Term,
    ) -> Result<Option<Value>, Interrupted> {
        let terms = &mut *engine.res.terms;
        if let Op::Apply(_) = terms.op(t) {
            return Ok(None);
        }
        let known = |a: &Term| match terms.sort(*a) {
            Sort::RegLan => strings_of(terms, *a).iter().all(|s| self.values.contains_key(s)),
            _ => self.values.contains_key(a),
        };
        if !terms.args(t).iter().all(known) {
            return Ok(None);
        }
        let applied = engine.strings.extension.proxies.application(terms, t);
        match Evaluator::new(terms, model, engine.res.budget).eval(applied) {
            Ok(value) => Ok(Some(value)),
            Err(EvalError::Interrupted(why)) => Err(why),
            Err(_) => Ok(None),
        }
    }

    /// The candidate's value of `t`.
    pub fn value(&self, t: Term) -> Option<&Value> {
        self.values.get(&t)
    }

    /// The candidate's value of a string.
    pub fn word(&self, t: Term) -> Option<&Word> {
        self.value(t)?.as_str()
    }

    /// The candidate's value of an integer.
    pub fn int(&self, t: Term) -> Option<&Int> {
        self.value(t)?.as_int()
    }

    /// What the wrong term `t` should be, given its arguments.
    pub fn computed(&self, t: Term) -> Option<&Value> {
        self.computed.get(&t)
    }
}

/// Whether `t` is about a language that stands for a predicate, of which the candidate knows a few instances only.
fn asks_predicate(engine: &Engine<'_>, t: Term) -> bool {
    let Resources { terms, sequences, .. } = &engine.res;
    sequences.has_unknown_predicates()
        && declared_languages(terms, t).iter().any(|&l| sequences.is_unknown_predicate(l))
}

fn known_length(engine: &mut Engine<'_>, t: Term) -> Option<Int> {
    let length = engine.length_of(t);
    engine.integer(length)
}

/// The value that the theories gave to `t`.
fn given(engine: &mut Engine<'_>, t: Term, polarity: Option<bool>) -> Option<Value> {
    let terms = &*engine.res.terms;
    let op = terms.op(t);
    match terms.sort(t) {
        Sort::Bool => terms.bool_value(t).or(polarity).map(Value::Bool),
        Sort::Int => match op {
            Op::Add | Op::Sub | Op::Neg | Op::Mul => None,
            Op::Apply(_) => Some(Value::Int(engine.integer(t).unwrap_or_default())),
            _ => engine.integer(t).map(Value::Int),
        },
        Sort::String => match op {
            Op::StrConst(_) => terms.str_value(t).map(|w| Value::Str(w.into())),
            Op::StrConcat => None,
            _ => {
                let known = engine.strings.word(t).cloned();
                match (known, op) {
                    (Some(word), _) => Some(Value::Str(word)),
                    (None, Op::Apply(_)) => filler(engine, t).map(Value::Str),
                    _ => None,
                }
            }
        },
        Sort::RegLan
        | Sort::Uninterpreted(_)
        | Sort::BitVec(_)
        | Sort::Seq(_)
        | Sort::RegEx(_)
        | Sort::Predicate(_) => None,
    }
}

/// Any word of the length that arithmetic has, as the model will have it.
fn filler(engine: &mut Engine<'_>, t: Term) -> Option<Word> {
    let n = known_length(engine, t).map_or(Some(0), |n| n.to_usize())?;
    (n <= engine.res.budget.tunables().strings.filler).then(|| vec![u32::from(b'A'); n].into())
}
