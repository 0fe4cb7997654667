//! Remainders of sums of integers that have few values.
//!
//! A parity is the sum of digits that are 0 or 1, which an automaton asks for as well. To arithmetic the digits are integers between 0
//! and 1, and that `d1 + ... + dn = 2 k + 1` has no solution where the number of ones is even takes as many branches as there are
//! words. But an integer with two values is a choice between them, and the remainder of a sum of choices is a diagram with as many
//! nodes in each layer as there are remainders. So is an equation with a multiple of an integer that nothing else is said about: it
//! is defined by the quotient. (Resolution needs exponentially many steps for parities unless the sums of parts have names: G. S.
//! Tseitin, *On the Complexity of Derivation in Propositional Calculus*, 1968.)
//!
//! Sums with more values and remainders are left to arithmetic, which solves most of them at once.

use super::super::spelling::Ranges;
use crate::audit::Goal;
use crate::engine::Resources;
use base::{Budget, FxHashMap, Int, Interrupted};
use rewrite::{LinearSum, ToTerm};
use terms::{Fun, Op, Sort, Term, Terms};

/// A fact: an integer has so many nodes in a layer at most, values times remainders.
const NODES: i64 = 32;

/// The integers that are sums of choices modulo a number.
pub(super) struct Remainders {
    ranges: Ranges,
    /// How often each term occurs in the formulas written out; 2 is more than once.
    uses: FxHashMap<Term, u8>,
    /// How many integer constants there are.
    integers: usize,
    /// Bounds of integers.
    given: Vec<Term>,
}

/// Solves equations of `formulas` with a multiple of an integer that is nowhere else, and a sum of choices or of integers with few values:
/// what is left are remainders. The integers with the quotients that they are.
///
/// # Errors
/// When the budget runs out.
pub fn quotients(
    res: &mut Resources<'_>,
    formulas: &mut [Term],
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let mut definitions = Vec::new();
    if !formulas.iter().any(|&f| has_multiple(terms, f)) {
        return Ok(definitions);
    }
    let all = terms.post_order_within(formulas, budget)?;
    let remainders = Remainders::of(terms, formulas, &all);
    for f in formulas {
        let Some((fun, quotient, remainder)) = remainders.eliminate(terms, *f, budget)? else {
            continue;
        };
        audit.trace.give_up();
        if audit.is_on() {
            let x = terms.constant(fun);
            let given = [terms.eq(x, quotient)];
            audit.claim("preprocess.diagrams", &given, Goal::Equal(*f, remainder));
        }
        debug_assert!(definitions.iter().all(|(known, _)| *known != fun), "it is used once");
        definitions.push((fun, quotient));
        *f = remainder;
    }
    Ok(definitions)
}

/// Whether `f` is an equation between integers with a multiple of a constant.
fn has_multiple(terms: &Terms, f: Term) -> bool {
    let is_multiple = |&t: &Term| {
        terms.op(t) == Op::Mul && terms.args(t).last().is_some_and(|&x| terms.is_constant(x))
    };
    let sides = if terms.op(f) == Op::Eq { terms.args(f) } else { &[] };
    let has = |&side: &Term| terms.op(side) == Op::Add && terms.args(side).iter().any(is_multiple);
    sides.iter().any(|side| is_multiple(side) || has(side))
}

impl Remainders {
    /// Looks through `formulas`, of which `all` are the subterms.
    pub fn of(terms: &Terms, formulas: &[Term], all: &[Term]) -> Remainders {
        let mut uses: FxHashMap<Term, u8> = formulas.iter().map(|&f| (f, 1)).collect();
        // A multiple or a sum that two formulas share counts for both, so users come first.
        for &t in all.iter().rev() {
            let times = uses.get(&t).copied().unwrap_or_default();
            for &a in terms.args(t) {
                let known = uses.entry(a).or_default();
                *known = (*known + times).min(2);
            }
        }
        let is_integer = |&&t: &&Term| terms.sort(t) == Sort::Int && terms.is_constant(t);
        let integers = all.iter().filter(is_integer).count();
        let given = formulas.iter().copied().filter(|&f| is_bound(terms, f)).collect();
        Remainders { ranges: Ranges::collect(terms, formulas), uses, integers, given }
    }

    /// How many integers there are.
    pub fn choices(&self) -> usize {
        self.integers
    }

    /// What the values of integers are concluded from.
    pub fn given(&self) -> &[Term] {
        &self.given
    }

    /// The integers in `sum` of which few values and remainders by `n` make few nodes become choices between their values.
    pub fn choose(&self, terms: &mut Terms, sum: &mut LinearSum, n: i64) {
        debug_assert!(n > 0, "a remainder by what is not positive");
        let mut chosen = LinearSum::constant(sum.constant.clone());
        for (x, factor) in &sum.terms {
            let choice = self.values(terms, *x, n).map(|(least, most)| {
                let value = |terms: &mut Terms, v: i64| terms.int(v);
                let mut choice = value(terms, least);
                for v in least + 1..=most {
                    let value = value(terms, v);
                    let is_reached = terms.ge(*x, value);
                    choice = terms.ite(is_reached, value, choice);
                }
                choice
            });
            chosen.add_var(choice.unwrap_or(*x), factor.clone());
        }
        *sum = chosen;
    }

    /// The least and the greatest value of the constant `x`, if these are few for remainders by `n`.
    fn values(&self, terms: &Terms, x: Term, n: i64) -> Option<(i64, i64)> {
        if !terms.is_constant(x) {
            return None;
        }
        let (least, most) = self.ranges.of(terms, x)?;
        let (least, most) = (least.to_i64()?, most.to_i64()?);
        let count = most.checked_sub(least)?.checked_add(1)?;
        count.checked_mul(n).filter(|&nodes| nodes <= NODES).map(|_| (least, most))
    }

    /// An integer in the equation `f` with the quotient that it is, and what is left of `f`: a remainder.
    fn eliminate(
        &self,
        terms: &mut Terms,
        f: Term,
        budget: &Budget,
    ) -> Result<Option<(Fun, Term, Term)>, Interrupted> {
        let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return Ok(None) };
        if terms.sort(a) != Sort::Int {
            return Ok(None);
        }
        let right = rewrite::linear_within(terms, b, budget)?;
        let rest = rewrite::linear_within(terms, a, budget)?.minus(&right);
        let is_open = |(x, _): &&(Term, Int)| {
            let is_once = terms.is_constant(*x) && self.uses.get(x) == Some(&1);
            is_once && self.ranges.of(terms, *x).is_none()
        };
        let Some((x, factor)) = rest.terms.iter().find(is_open).cloned() else { return Ok(None) };
        let Some(n) = factor.abs().to_i64().filter(|&n| (2..=NODES).contains(&n)) else {
            return Ok(None);
        };
        let rest = rest.without(x);
        let is_choice = |t: Term| terms.op(t) == Op::Ite || self.values(terms, t, n).is_some();
        let few = budget.tunables().check.diagram_choices;
        let Op::Apply(fun) = terms.op(x) else { return Ok(None) };
        if rest.terms.len() < few || !rest.terms.iter().all(|(t, _)| is_choice(*t)) {
            return Ok(None);
        }
        let (zero, divisor) = (terms.int(0), terms.int(n));
        let sum = if factor.is_negative() { rest } else { rest.negated() }.to_term(terms);
        let (quotient, remainder) =
            (terms.mk(Op::Div, &[sum, divisor]), terms.mk(Op::Mod, &[sum, divisor]));
        let left = terms.eq(remainder, zero);
        Ok(Some((fun, quotient, left)))
    }
}

/// Whether `f` compares a constant with a number.
fn is_bound(terms: &Terms, f: Term) -> bool {
    let atom = terms.literal(f).0;
    let is_number = |t: Term| terms.is_constant(t) || terms.int_value(t).is_some();
    matches!(terms.op(atom), Op::Ge | Op::Eq | Op::Or)
        && terms.args(atom).iter().all(|&t| is_number(t))
}
