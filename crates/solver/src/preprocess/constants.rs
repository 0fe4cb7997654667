//! Evaluation of constants that values give values to.
//!
//! A program that runs on a given text, as a symbolic execution of it writes it down, is a chain: `s0` is the text, `p1` is where a comma
//! is in `s0`, `s1` is what follows there, and so on. Solving substitutes definitions that do not depend on each other, every other one
//! of a chain in each round, so after a few rounds there are operators of many levels about `s0`, of which rewriting asks
//! all it can, before a value takes their place.
//!
//! Here a value is put into an equation as soon as no more than one constant of it has none, and what it says of this one then is a value
//! again. It is unit propagation, with equations for clauses: each equation is evaluated once, when it waits for nothing else.
//! A text that begins with a word and goes on with another constant is as good as a value: what is cut off at its front is
//! known, whatever the rest. Such constants stay, and are no longer waited for.
//! Nothing is done where values give no other constant a value: solving is as good at that.

use super::substitution::{constants_of, equation, substitute, used_in};
use crate::audit::Goal;
use crate::engine::Resources;
use crate::trace::Step;
use base::{FxHashMap, FxHashSet, Interrupted};
use terms::{Fun, Op, Sort, Term, Terms};

/// The constants with values.
#[derive(Default)]
struct Values {
    of: FxHashMap<Term, Term>,
    /// In the order in which they were found.
    found: Vec<(Fun, Term)>,
    /// The constants in values, which have none.
    open: FxHashSet<Term>,
    /// Both, in the order in which they were found.
    settled: Vec<Term>,
    /// The settled constants that were not asked about yet are those from here on.
    seen: usize,
}

/// An equation between terms with constants.
struct Equation {
    formula: usize,
    constants: Vec<Term>,
    /// How many of them have no value.
    open: usize,
}

/// Finds the values of constants that follow one from another, puts them into `formulas`, and returns them.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let mut values = Values::default();
    let mut is_used = vec![false; formulas.len()];
    for (&f, is_used) in formulas.iter().zip(&mut is_used) {
        res.budget.charge(1)?;
        *is_used = values.take(res, f);
    }
    let given = values.found.len();
    if given == 0 {
        return Ok(Vec::new());
    }
    let mut equations = equations(res, formulas, &is_used)?;
    let mut uses: FxHashMap<Term, Vec<usize>> = FxHashMap::default();
    for (i, e) in equations.iter().enumerate() {
        e.constants.iter().for_each(|&x| uses.entry(x).or_default().push(i));
    }
    while let Some(&x) = values.settled.get(values.seen) {
        values.seen += 1;
        for &i in uses.get(&x).into_iter().flatten() {
            let e = &mut equations[i];
            debug_assert!(e.open > 0, "an equation waits for more than its constants");
            e.open -= 1;
            if e.open == 1 {
                let f = evaluated(res, &values, e, formulas[e.formula])?;
                is_used[e.formula] = values.take(res, f);
            }
        }
    }
    debug_assert!(values.of.len() == values.found.len(), "a constant has two values");
    debug_assert!(
        values.open.iter().all(|x| !values.of.contains_key(x)),
        "a value has a constant with one"
    );
    if values.found.len() == given {
        return Ok(Vec::new());
    }
    let mut is_used = is_used.into_iter();
    formulas.retain(|_| is_used.next() != Some(true));
    substitute(res.terms, &values.of, formulas, res.audit, res.budget)?;
    Ok(values.found)
}

impl Values {
    /// Whether `f` says of a constant without a value what it is.
    fn take(&mut self, res: &mut Resources<'_>, f: Term) -> bool {
        let Some((x, value)) = value_in(res.terms, f) else { return false };
        let Op::Apply(fun) = res.terms.op(x) else { return false };
        let is_settled = self.of.contains_key(&x) || self.open.contains(&x);
        if is_settled || res.sequences.is_unknown_predicate(x) {
            return false;
        }
        let is_open = |t: &&Term| !res.terms.op(**t).is_const();
        let open: Vec<Term> = res.terms.args(value).iter().filter(is_open).copied().collect();
        if open.iter().any(|y| *y == x || self.of.contains_key(y)) {
            return false;
        }
        debug_assert!(
            res.terms.sort(x) == res.terms.sort(value),
            "a constant has a value of another sort"
        );
        res.audit.trace.step(Step::Definition(f, fun, value));
        if res.audit.is_on() {
            let solved = equation(res.terms, fun, value);
            res.audit.claim("preprocess.definition", &[], Goal::Equal(f, solved));
        }
        self.settled.push(x);
        for y in open {
            if self.open.insert(y) {
                self.settled.push(y);
            }
        }
        self.of.insert(x, value);
        self.found.push((fun, value));
        true
    }
}

/// The constant that `f` says the value of, and the value.
fn value_in(terms: &mut Terms, f: Term) -> Option<(Term, Term)> {
    if terms.is_constant(f) {
        return Some((f, terms.tt()));
    }
    if let (Op::Not, &[x]) = (terms.op(f), terms.args(f)) {
        return terms.is_constant(x).then(|| (x, terms.ff()));
    }
    let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
    let is_value = |v: Term| terms.op(v).is_const() || begins(terms, v);
    [(a, b), (b, a)].into_iter().find(|&(x, v)| terms.is_constant(x) && is_value(v))
}

/// Whether `t` is a concatenation of words and constants, a word first.
fn begins(terms: &Terms, t: Term) -> bool {
    let is_part = |&a: &Term| terms.op(a).is_const() || terms.is_constant(a);
    cfg!(feature = "scaling")
        && terms.op(t) == Op::StrConcat
        && terms.str_value(terms.arg(t, 0)).is_some()
        && terms.args(t).iter().all(is_part)
}

/// The equations of `formulas` that are not used up, with more than one constant.
fn equations(
    res: &Resources<'_>,
    formulas: &[Term],
    is_used: &[bool],
) -> Result<Vec<Equation>, Interrupted> {
    let mut equations = Vec::new();
    for (formula, &f) in formulas.iter().enumerate().filter(|&(i, _)| !is_used[i]) {
        if res.terms.op(f) == Op::Eq && res.terms.args(f).len() == 2 {
            let constants = constants_of(res.terms, f, res.budget)?;
            let open = constants.len();
            equations.extend((open > 1).then_some(Equation { formula, constants, open }));
        }
    }
    Ok(equations)
}

/// What `f` is, with the values of its constants.
fn evaluated(
    res: &mut Resources<'_>,
    values: &Values,
    e: &Equation,
    f: Term,
) -> Result<Term, Interrupted> {
    let Resources { terms, rewriter, audit, budget, .. } = res;
    let known = e.constants.iter().filter_map(|x| Some((*x, *values.of.get(x)?)));
    let mut memo: FxHashMap<Term, Term> = known.collect();
    let with_values = terms.map_bottom_up_within(f, &mut memo, budget, |_, t| t)?;
    audit.trace.step(Step::Substituted(f, with_values));
    if audit.is_on() {
        let used = used_in(terms, &values.of, f, budget)?;
        audit.claim("preprocess.substitution", &used, Goal::Equal(f, with_values));
    }
    let result = rewriter.rewrite_within(terms, with_values, budget)?;
    if result != with_values {
        audit.trace.step(Step::Rewrite(with_values, result));
        audit.claim("preprocess.rewrite", &[], Goal::Equal(with_values, result));
    }
    debug_assert!(terms.sort(result) == Sort::Bool, "an equation became something else");
    Ok(result)
}
