//! Connectives, equality, `ite`, and declared symbols.

use super::{Datum, EvalError, Evaluator, ILL_SORTED, Outcome};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{Fun, Term};
use crate::value::Value;
use base::{FxHashMap, FxHashSet};

/// The entries of a function of the model by argument list.
pub(super) type Table<'a> = FxHashMap<&'a [Value], &'a Value>;

fn truth(b: bool) -> Outcome {
    Ok(Datum::Plain(Value::Bool(b)))
}

pub(super) fn constant(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    truth(e.terms.op(t) == Op::True)
}

pub(super) fn not(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    truth(!e.bool(e.terms.arg(t, 0))?)
}

/// `and`, `or` and `=>`.
pub(super) fn connective(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.lazy_connective(t)
}

pub(super) fn xor(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let mut odd = false;
    for &a in e.terms.args(t) {
        odd ^= e.bool(a)?;
    }
    truth(odd)
}

pub(super) fn equal(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let args = e.terms.args(t);
    e.all_equal(args)
}

pub(super) fn distinct(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let args = e.terms.args(t);
    e.all_distinct(args)
}

pub(super) fn ite(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let args = e.terms.args(t);
    let chosen = if e.bool(args[0])? { args[1] } else { args[2] };
    e.known(chosen).cloned().map(|d| match d {
        Datum::Regex(r, _) => Datum::Regex(r, false),
        d => d,
    })
}

pub(super) fn declared(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let Op::Apply(f) = e.terms.op(t) else { return Err(ILL_SORTED) };
    let args = e.terms.args(t);
    if args.is_empty() { e.constant(f) } else { e.application(f, args) }
}

pub(super) fn element(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let Op::ElementConst(sort, n) = e.terms.op(t) else { return Err(ILL_SORTED) };
    Ok(Datum::Plain(Value::Elem(sort, n)))
}

impl<'a> Evaluator<'a> {
    /// The value of the `i`-th argument of a conjunction, disjunction or implication that decides
    /// it whatever the others are.
    pub(super) fn decisive(&self, t: Term, i: usize) -> bool {
        match self.terms.op(t) {
            Op::And => false,
            Op::Or => true,
            _ => i + 1 == self.terms.args(t).len(),
        }
    }

    fn lazy_connective(&self, t: Term) -> Outcome {
        let mut failure = None;
        for (i, &a) in self.terms.args(t).iter().enumerate() {
            match self.bool(a) {
                // `=>` is right-associative: true when a premise is false or the conclusion true.
                Ok(b) if b == self.decisive(t, i) => return truth(self.terms.op(t) != Op::And),
                Ok(_) => {}
                Err(e) => failure = failure.or(Some(e)),
            }
        }
        match failure {
            Some(e) => Err(e),
            None => truth(self.terms.op(t) == Op::And),
        }
    }

    fn all_equal(&mut self, args: &[Term]) -> Outcome {
        let mut failure = None;
        for pair in args.windows(2) {
            match self.same(pair[0], pair[1]) {
                Ok(true) => {}
                Ok(false) => return truth(false),
                Err(e) => failure = failure.or(Some(e)),
            }
        }
        failure.map_or(truth(true), Err)
    }

    fn all_distinct(&mut self, args: &[Term]) -> Outcome {
        if !matches!(self.terms.sort(args[0]), Sort::RegLan | Sort::RegEx(_) | Sort::Predicate(_)) {
            let mut seen = FxHashSet::default();
            let mut fresh = true;
            for &a in args {
                fresh &= seen.insert(self.value(a)?);
            }
            return truth(fresh);
        }
        let mut failure = None;
        for (i, &a) in args.iter().enumerate() {
            for &b in &args[i + 1..] {
                match self.same(a, b) {
                    Ok(false) => {}
                    Ok(true) => return truth(false),
                    Err(e) => failure = failure.or(Some(e)),
                }
            }
        }
        failure.map_or(truth(true), Err)
    }

    /// Whether two evaluated terms have one value.
    fn same(&mut self, a: Term, b: Term) -> Result<bool, EvalError> {
        match (self.known(a)?, self.known(b)?) {
            (Datum::Plain(x), Datum::Plain(y)) => Ok(x == y),
            (Datum::Text(x), Datum::Text(y)) => {
                if x.len() != y.len() {
                    return Ok(false);
                }
                self.budget.charge_ahead(1 + x.len() as u64 / 32)?;
                Ok(self.word(a)? == self.word(b)?)
            }
            (Datum::Regex(..), Datum::Regex(..)) => {
                self.same_regex(&self.known(a)?.clone(), &self.known(b)?.clone())
            }
            (&Datum::Over(a), &Datum::Over(b)) => self.same_languages(a, b),
            (&Datum::Predicate(a), &Datum::Predicate(b)) => self.same_predicates(a, b),
            _ => Err(ILL_SORTED),
        }
    }

    fn same_regex(&self, a: &Datum, b: &Datum) -> Result<bool, EvalError> {
        let (&Datum::Regex(a, _), &Datum::Regex(b, _)) = (a, b) else { return Err(ILL_SORTED) };
        if a == b {
            return Ok(true);
        }
        if self.regexes.nullable(a) != self.regexes.nullable(b) {
            return Ok(false);
        }
        let terms = self.regexes.origin(a).zip(self.regexes.origin(b));
        let decided = self.regex_equality.zip(terms).and_then(|(decide, (a, b))| decide(a, b));
        decided.ok_or(EvalError::Unsupported("equality of regexes"))
    }

    /// The value of an evaluated term of a sort other than `RegLan`.
    pub(super) fn value(&mut self, t: Term) -> Result<Value, EvalError> {
        match self.known(t)? {
            Datum::Plain(v) => Ok(v.clone()),
            Datum::Text(_) => {
                let word = self.word(t)?;
                self.value_of_word(self.terms.sort(t), word)
            }
            Datum::Predicate(_) => Err(EvalError::Unsupported("a predicate as an argument")),
            Datum::Regex(..) | Datum::Over(_) => Err(ILL_SORTED),
        }
    }

    fn constant(&mut self, f: Fun) -> Outcome {
        let model = self.model;
        match model.get(f) {
            Some(v) => self.model_value(v, self.terms.fun(f).ret),
            None => self.default_of(self.terms.fun(f).ret),
        }
    }

    pub(super) fn default_of(&mut self, sort: Sort) -> Outcome {
        match Value::default_of(sort) {
            Some(v) => self.model_value(&v, sort),
            None if sort != Sort::RegLan => {
                Err(EvalError::Unsupported("a declared set that the model does not mention"))
            }
            None => {
                let none = self.regexes.none();
                if let Some(t) = self.terms.lookup(Op::ReNone, &[]) {
                    self.regexes.set_origin(none, t);
                }
                Ok(Datum::Regex(none, false))
            }
        }
    }

    /// A value of the model. Its regexes are ground terms, so evaluating them does not lead back
    /// here.
    pub(super) fn model_value(&mut self, v: &Value, sort: Sort) -> Outcome {
        let found = match v {
            Value::Re(t) => self.terms.sort(*t),
            _ => v.sort(),
        };
        if found != sort {
            return Err(ILL_SORTED);
        }
        Ok(match v {
            Value::Str(w) => Datum::Text(super::Text::Flat(w.clone())),
            Value::Seq(_, elements) => self.word_of_elements(elements)?,
            Value::Predicate(_, p) => Datum::Predicate(*p),
            Value::Re(t) => {
                if !self.terms.is_ground(*t) {
                    return Err(ILL_SORTED);
                }
                self.run(*t)?;
                match sort {
                    Sort::RegLan => Datum::Regex(self.regex(*t)?, false),
                    _ => Datum::Over(*t),
                }
            }
            _ => Datum::Plain(v.clone()),
        })
    }

    fn application(&mut self, f: Fun, args: &[Term]) -> Outcome {
        let model = self.model;
        let decl = self.terms.fun(f);
        let Some(fun) = model.get_fun(f) else { return self.default_of(decl.ret) };
        let found = if decl.params.contains(&Sort::RegLan) {
            self.entry_by_comparison(f, args)?
        } else {
            let key = args.iter().map(|&a| self.value(a)).collect::<Result<Vec<_>, _>>()?;
            self.table(f).get(key.as_slice()).copied()
        };
        self.model_value(found.unwrap_or(&fun.default), decl.ret)
    }

    fn table(&mut self, f: Fun) -> &Table<'a> {
        let model = self.model;
        self.tables.entry(f).or_insert_with(|| {
            let entries = model.get_fun(f).map_or(&[][..], |fun| &fun.entries);
            // From the last to the first: the first entry that fits counts.
            entries.iter().rev().map(|(args, v)| (args.as_slice(), v)).collect()
        })
    }

    /// The first entry that fits arguments among which are regexes.
    fn entry_by_comparison(
        &mut self,
        f: Fun,
        args: &[Term],
    ) -> Result<Option<&'a Value>, EvalError> {
        let model = self.model;
        let params = &self.terms.fun(f).params;
        for (want, result) in model.get_fun(f).map_or(&[][..], |fun| &fun.entries) {
            if want.len() != args.len() {
                return Err(ILL_SORTED);
            }
            let mut fits = Ok(true);
            for ((&arg, v), &sort) in args.iter().zip(want).zip(params) {
                match self.is_value(arg, v, sort) {
                    Ok(true) => {}
                    Ok(false) => {
                        fits = Ok(false);
                        break;
                    }
                    Err(e) => fits = fits.and(Err(e)),
                }
            }
            if fits? {
                return Ok(Some(result));
            }
        }
        Ok(None)
    }

    fn is_value(&mut self, arg: Term, v: &Value, sort: Sort) -> Result<bool, EvalError> {
        match self.model_value(v, sort)? {
            d @ Datum::Regex(..) => self.same_regex(&self.known(arg)?.clone(), &d),
            _ => Ok(self.value(arg)? == *v),
        }
    }
}
