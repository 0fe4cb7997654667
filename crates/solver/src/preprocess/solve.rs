//! Solving top-level equalities for constants.
//!
//! `x = t` with `x` not in `t` defines `x`; a linear equation with a unit coefficient defines the
//! constant that carries it; a Boolean constant asserted as such defines itself. One round picks
//! definitions that do not depend on each other (no defined constant occurs in a chosen definition),
//! so they can be substituted simultaneously; chains are resolved by the following rounds. Languages that stand for predicates with
//! unknowns stay: what the predicate says of a string is stated where its language is asked about.

use crate::audit::{Audit, Goal};
use crate::sequences::Sequences;
use crate::trace::Step;
use base::{Budget, FxHashMap, FxHashSet, Interrupted};
use rewrite::{LinearSum, ToTerm};
use terms::{Fun, Op, Sort, Term, Terms};

/// Definitions chosen so far in a round.
struct Round<'s> {
    sequences: &'s Sequences,
    map: FxHashMap<Term, Term>,
    order: Vec<(Fun, Term)>,
    /// Constants that occur in chosen definitions: they must stay.
    used: FxHashSet<Term>,
}

/// Picks definitions among `formulas`, substitutes them, and returns them.
pub(super) fn round(
    terms: &mut Terms,
    sequences: &Sequences,
    formulas: &mut Vec<Term>,
    audit: &mut Audit,
    budget: &Budget,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let (map, order, used) = Default::default();
    let mut round = Round { sequences, map, order, used };
    let mut rest = Vec::with_capacity(formulas.len());
    for &f in formulas.iter() {
        budget.charge(16)?;
        if !round.take(terms, f, budget)? {
            rest.push(f);
            continue;
        }
        if let Some(&(fun, image)) = round.order.last() {
            audit.trace.step(Step::Definition(f, fun, image));
        }
        if audit.is_on() {
            let solved = round.order.last().map(|&(fun, image)| equation(terms, fun, image));
            audit.claim("preprocess.definition", &[], Goal::Equal(f, solved.unwrap_or(f)));
        }
    }
    if round.order.is_empty() {
        return Ok(Vec::new());
    }
    let mut memo = round.map.clone();
    for f in &mut rest {
        budget.charge(16)?;
        let before = *f;
        *f = terms.map_bottom_up_within(before, &mut memo, budget, |_, t| t)?;
        if *f != before {
            audit.trace.step(Step::Substituted(before, *f));
        }
        if *f != before && audit.is_on() {
            let used = round.used_in(terms, before, budget)?;
            audit.claim("preprocess.substitution", &used, Goal::Equal(before, *f));
        }
    }
    debug_assert!(
        terms.post_order(&rest).iter().all(|t| !round.map.contains_key(t)),
        "a constant that was eliminated is left in a formula"
    );
    debug_assert!(
        round.map.keys().all(|x| !round.used.contains(x)),
        "a definition of a round mentions a constant that the round eliminates"
    );
    *formulas = rest;
    Ok(round.order)
}

impl Round<'_> {
    /// The definitions of the constants in `f`, as equations.
    fn used_in(
        &self,
        terms: &mut Terms,
        f: Term,
        budget: &Budget,
    ) -> Result<Vec<Term>, Interrupted> {
        let constants = constants_of(terms, f, budget)?;
        let image = |x: &Term| self.map.get(x).map(|&image| (*x, image));
        Ok(constants.iter().filter_map(image).map(|(x, image)| terms.eq(x, image)).collect())
    }

    /// Whether `f` became a definition.
    fn take(&mut self, terms: &mut Terms, f: Term, budget: &Budget) -> Result<bool, Interrupted> {
        match terms.op(f) {
            Op::Apply(_) => {
                let tt = terms.tt();
                self.define(terms, f, tt, budget)
            }
            Op::Not if is_constant(terms, terms.arg(f, 0)) => {
                let ff = terms.ff();
                self.define(terms, terms.arg(f, 0), ff, budget)
            }
            // `p != t` between Booleans: `p = not t`.
            Op::Not if is_boolean_equality(terms, terms.arg(f, 0)) => {
                let e = terms.arg(f, 0);
                let (a, b) = (terms.arg(e, 0), terms.arg(e, 1));
                let (not_a, not_b) = (terms.not(a), terms.not(b));
                Ok(self.define(terms, a, not_b, budget)? || self.define(terms, b, not_a, budget)?)
            }
            Op::Eq if terms.args(f).len() == 2 => {
                let (a, b) = (terms.arg(f, 0), terms.arg(f, 1));
                Ok(self.define(terms, a, b, budget)?
                    || self.define(terms, b, a, budget)?
                    || (terms.sort(a) == Sort::Int && self.define_linear(terms, f, budget)?))
            }
            _ => Ok(false),
        }
    }

    fn define(
        &mut self,
        terms: &Terms,
        x: Term,
        t: Term,
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        let Op::Apply(fun) = terms.op(x) else { return Ok(false) };
        if !is_constant(terms, x) || self.map.contains_key(&x) || self.used.contains(&x) {
            return Ok(false);
        }
        if self.sequences.is_unknown_predicate(x) {
            return Ok(false);
        }
        let constants = constants_of(terms, t, budget)?;
        if constants.iter().any(|c| *c == x || self.map.contains_key(c)) {
            return Ok(false);
        }
        debug_assert!(terms.sort(x) == terms.sort(t), "a constant is defined as another sort");
        self.used.extend(constants);
        self.map.insert(x, t);
        self.order.push((fun, t));
        Ok(true)
    }

    /// `c1*t1 + ... + x = k` defines `x`.
    fn define_linear(
        &mut self,
        terms: &mut Terms,
        f: Term,
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        let (a, b) = (terms.arg(f, 0), terms.arg(f, 1));
        let sum = rewrite::linear(terms, a).minus(&rewrite::linear(terms, b));
        for (x, c) in &sum.terms {
            if !is_constant(terms, *x) || !c.abs().is_one() {
                continue;
            }
            // c*x + rest = 0 with c = 1 or -1, so x = -c * rest.
            let mut rest = LinearSum::constant(0);
            rest.add_scaled(&sum, &-c);
            rest.terms.retain(|(t, _)| t != x);
            let t = rest.to_term(terms);
            if self.define(terms, *x, t, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn equation(terms: &mut Terms, fun: Fun, image: Term) -> Term {
    let x = terms.constant(fun);
    terms.eq(x, image)
}

fn is_boolean_equality(terms: &Terms, t: Term) -> bool {
    terms.op(t) == Op::Eq && terms.args(t).len() == 2 && terms.sort(terms.arg(t, 0)) == Sort::Bool
}

fn is_constant(terms: &Terms, t: Term) -> bool {
    matches!(terms.op(t), Op::Apply(_)) && terms.args(t).is_empty()
}

/// The declared constants in `t`, each once.
fn constants_of(terms: &Terms, t: Term, budget: &Budget) -> Result<Vec<Term>, Interrupted> {
    let mut seen = FxHashSet::default();
    let mut out = Vec::new();
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        if seen.insert(t) {
            budget.tick(1)?;
            if is_constant(terms, t) {
                out.push(t);
            }
            stack.extend_from_slice(terms.args(t));
        }
    }
    Ok(out)
}
