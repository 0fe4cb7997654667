//! Solving top-level equalities for constants.
//!
//! `x = t` with `x` not in `t` defines `x`; a linear equation with a unit coefficient defines the
//! constant that carries it; a Boolean constant asserted as such defines itself. One round picks
//! definitions that do not depend on each other (no defined constant occurs in a chosen definition),
//! so they can be substituted simultaneously; chains are resolved by the following rounds. Equations with long sums come last, as what is
//! in a chosen one stays. Languages that stand for predicates with
//! unknowns stay: what the predicate says of a string is stated where its language is asked about.
//!
//! `i = j + (ite c 1 0)` defines `i`, too, so that what many choices come to is one sum. But where `c` reads such numbers, or they have
//! bounds of their own and are too many for decision diagrams, each would be about all choices before: then there are two equations
//! under a condition.
//! Of a sum whose integers are each one of several numbers by cases, none is defined: the sum is counted with others of these integers.
//! Nor is the state of a machine defined that is a choice by a multiple of the state before, as a remainder by cases is, if the next step
//! chooses so: written out, each state would be a sum of all letters before with growing factors, and of all choices. Neither is a state
//! that is more than the one before, or less, by a choice that reads it, if the next step chooses so: that one of them is 2 would be a
//! formula about all numbers that those before would have to be.
//! Likewise `q = (ite c "a" p)` defines `q` only where few choices are left to make: a machine with a state for each letter that it has
//! read has a chain of them, and each comparison of a state with a value would be a formula about all letters before.

use super::extrema::is_extreme;
use super::substitution::{constants_of, equation, substitute};
use crate::audit::Goal;
use crate::engine::Resources;
use crate::sequences::Sequences;
use crate::trace::Step;
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted};
use rewrite::{LinearSum, ToTerm};
use terms::{Fun, Op, Sort, Term, Terms};

/// A fact: conditions of more subterms are taken for ones that read numbers.
const SMALL: usize = 64;

/// A fact: positions are sums of no more terms.
const LONG: usize = 4;

/// Definitions chosen so far in a round.
struct Round<'s> {
    sequences: &'s Sequences,
    /// Numbers with bounds of their own, if there are too many of them to count with.
    bounded: FxHashSet<Term>,
    map: FxHashMap<Term, Term>,
    order: Vec<(Fun, Term)>,
    /// Constants that occur in chosen definitions: they must stay.
    used: FxHashSet<Term>,
    /// Integers that are counted up or down by choices.
    counters: FxHashSet<Term>,
    /// In how many sums and equations each integer is.
    occurrences: FxHashMap<Term, usize>,
    /// Integers that are compared with several numbers.
    valued: FxHashSet<Term>,
    /// Integers that are defined by choices, and by a multiple of which the next of their kind chooses.
    states: FxHashSet<Term>,
}

/// Picks definitions among `formulas`, substitutes them, and returns them, and whether equations became others. `count` if there will
/// be decision diagrams.
pub(super) fn round(
    res: &mut Resources<'_>,
    count: bool,
    formulas: &mut Vec<Term>,
) -> Result<(Vec<(Fun, Term)>, bool), Interrupted> {
    let Resources { terms, sequences, audit, budget, .. } = res;
    let (map, order, used) = Default::default();
    let mut bounded: FxHashSet<Term> = Default::default();
    if !count || !are_countable(terms, formulas, budget) {
        bounded.extend(formulas.iter().filter_map(|&f| bounded_in(terms, f)));
    }
    let occurrences = occurrences(terms, formulas, budget)?;
    let counters = counters(terms, formulas);
    let (mut valued, mut states) = (FxHashSet::default(), FxHashSet::default());
    if cfg!(feature = "scaling") && count {
        valued = valued_in(terms, formulas, budget)?;
        states = states_in(terms, formulas, budget)?;
    }
    let mut round =
        Round { sequences, bounded, map, order, used, counters, occurrences, valued, states };
    let mut rest: Vec<(usize, Term)> = Vec::with_capacity(formulas.len());
    let mut is_split = false;
    // A definition by a long sum keeps all that is in it, so the others go first.
    let (long, short): (Vec<_>, Vec<_>) =
        formulas.iter().copied().enumerate().partition(|&(_, f)| is_long_sum(terms, f));
    for (i, f) in short.into_iter().chain(long) {
        budget.charge(16)?;
        if let Some(cases) = round.split(terms, f) {
            audit.trace.step(Step::Rewrite(f, cases));
            audit.claim("preprocess.choice", &[], Goal::Equal(f, cases));
            rest.push((i, cases));
            is_split = true;
            continue;
        }
        if !round.take(terms, f, budget)? {
            rest.push((i, f));
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
    debug_assert!(rest.len() + round.order.len() == formulas.len(), "a formula is lost");
    base::order::sort(&mut rest);
    let mut rest: Vec<Term> = rest.into_iter().map(|(_, f)| f).collect();
    if round.order.is_empty() {
        *formulas = rest;
        return Ok((Vec::new(), is_split));
    }
    substitute(terms, &round.map, &mut rest, audit, budget)?;
    debug_assert!(
        terms.post_order(&rest).iter().all(|t| !round.map.contains_key(t)),
        "a constant that was eliminated is left in a formula"
    );
    debug_assert!(
        round.map.keys().all(|x| !round.used.contains(x)),
        "a definition of a round mentions a constant that the round eliminates"
    );
    *formulas = rest;
    Ok((round.order, is_split))
}

impl Round<'_> {
    /// Whether `f` became a definition.
    fn take(&mut self, terms: &mut Terms, f: Term, budget: &Budget) -> Result<bool, Interrupted> {
        match terms.op(f) {
            Op::Apply(_) => {
                let tt = terms.tt();
                self.define(terms, f, tt, budget)
            }
            Op::Not if terms.is_constant(terms.arg(f, 0)) => {
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
                if terms.sort(a) == Sort::Int && self.define_linear(terms, f, budget)? {
                    return Ok(true);
                }
                Ok(self.define(terms, a, b, budget)? || self.define(terms, b, a, budget)?)
            }
            _ => Ok(false),
        }
    }

    /// An equation with a choice that had better not be a definition as two equations under a condition.
    fn split(&self, terms: &mut Terms, f: Term) -> Option<Term> {
        let (sum, choice) = choice(terms, f)?;
        let (c, branches) = (terms.arg(choice, 0), [1, 2].map(|i| terms.arg(choice, i)));
        let is_bounded = sum.terms.iter().any(|(t, _)| self.bounded.contains(t));
        if !is_bounded && !reads_counters(terms, &self.counters, c) {
            return None;
        }
        let factor = sum.coefficient(choice);
        debug_assert!(!factor.is_zero(), "a choice that is not in its sum");
        let [then, otherwise] = branches.map(|branch| {
            let mut sum = sum.clone().without(choice);
            sum.add_scaled(&rewrite::linear(terms, branch), &factor);
            let (left, zero) = (sum.to_term(terms), terms.int(0));
            terms.eq(left, zero)
        });
        Some(terms.mk(Op::Ite, &[c, then, otherwise]))
    }

    fn define(
        &mut self,
        terms: &Terms,
        x: Term,
        t: Term,
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        let Op::Apply(fun) = terms.op(x) else { return Ok(false) };
        if !terms.is_constant(x) || self.map.contains_key(&x) || self.used.contains(&x) {
            return Ok(false);
        }
        if self.sequences.is_unknown_predicate(x) {
            return Ok(false);
        }
        let is_state =
            cfg!(feature = "scaling") && self.states.contains(&x) && !terms.op(t).is_const();
        if is_state || terms.sort(x) != Sort::Bool && has_choices(terms, t, budget) {
            return Ok(false);
        }
        // What one of several values is compared with would be compared with all of them.
        if cfg!(feature = "scaling") && is_extreme(terms, t) {
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

    /// `c1*t1 + ... + x = k` defines `x`: of the constants with a unit coefficient that which is in the fewest sums, as its definition is
    /// added to each of them (after H. Markowitz, *The Elimination Form of the Inverse*, 1957).
    fn define_linear(
        &mut self,
        terms: &mut Terms,
        f: Term,
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        let (a, b) = (terms.arg(f, 0), terms.arg(f, 1));
        let sum = rewrite::linear(terms, a).minus(&rewrite::linear(terms, b));
        let is_unit = |(x, c): &&(Term, Int)| terms.is_constant(*x) && c.abs().is_one();
        let mut units: Vec<Term> = sum.terms.iter().filter(is_unit).map(|m| m.0).collect();
        // Each comparison of one of several choices would be one with the sum of all others.
        if cfg!(feature = "scaling")
            && units.len() > LONG
            && units.iter().all(|x| self.valued.contains(x))
        {
            return Ok(false);
        }
        let order = |x: Term| (self.occurrences.get(&x).copied(), x != a && x != b, x);
        base::order::sort_by_key(&mut units, &mut |x: &Term| order(*x));
        for x in units {
            let t = sum.solved_for(x).to_term(terms);
            if self.define(terms, x, t, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// In how many sums and equations of `formulas` each integer constant is.
fn occurrences(
    terms: &Terms,
    formulas: &[Term],
    budget: &Budget,
) -> Result<FxHashMap<Term, usize>, Interrupted> {
    let mut counts = FxHashMap::default();
    for t in terms.post_order_within(formulas, budget)? {
        let adds = matches!(terms.op(t), Op::Add | Op::Eq);
        for &a in terms.args(t).iter().filter(|_| adds) {
            let x = if terms.op(a) == Op::Mul { terms.arg(a, terms.args(a).len() - 1) } else { a };
            if terms.is_constant(x) && terms.sort(x) == Sort::Int {
                *counts.entry(x).or_insert(0) += 1;
            }
        }
    }
    Ok(counts)
}

/// The integer constants that equations in `formulas` compare with several numbers.
fn valued_in(
    terms: &Terms,
    formulas: &[Term],
    budget: &Budget,
) -> Result<FxHashSet<Term>, Interrupted> {
    let (mut once, mut valued) = (FxHashSet::default(), FxHashSet::default());
    for t in terms.post_order_within(formulas, budget)? {
        let (Op::Eq, &[a, b]) = (terms.op(t), terms.args(t)) else { continue };
        let x = if terms.int_value(a).is_some() { b } else { a };
        let is_value = terms.int_value(a).or(terms.int_value(b)).is_some();
        if is_value && terms.is_constant(x) && !once.insert(x) {
            valued.insert(x);
        }
    }
    Ok(valued)
}

/// The integers that equations in `formulas` define by choices, and by multiples of which further ones choose; and those that are more or
/// less than another one, which the choice reads.
fn states_in(
    terms: &Terms,
    formulas: &[Term],
    budget: &Budget,
) -> Result<FxHashSet<Term>, Interrupted> {
    let (mut made, mut read) = (FxHashSet::default(), FxHashSet::default());
    for &f in formulas {
        let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { continue };
        if terms.sort(a) != Sort::Int || choice(terms, f).is_some() {
            continue;
        }
        budget.charge(1)?;
        let sum = rewrite::linear(terms, a).minus(&rewrite::linear(terms, b));
        let (choices, others): (Vec<Term>, Vec<Term>) =
            sum.terms.iter().map(|m| m.0).partition(|&t| terms.op(t) == Op::Ite);
        if choices.is_empty() {
            continue;
        }
        let others: Vec<Term> = others.into_iter().filter(|&t| terms.is_constant(t)).collect();
        if let Some(multiples) = multiples(terms, &choices) {
            made.extend(others.iter().filter(|t| !multiples.contains(t)));
            read.extend(multiples);
        }
        let steps = steps(terms, choices);
        // The last one is read by formulas, and would take those before it along, one after the other.
        let made_by_steps = others.into_iter().filter(|t| !steps.is_empty() && !steps.contains(t));
        for x in made_by_steps {
            made.insert(x);
            read.insert(x);
        }
        read.extend(steps);
    }
    made.retain(|x| read.contains(x));
    Ok(made)
}

/// The constants of which there are multiples in the conditions of `choices`, if these have few subterms.
fn multiples(terms: &Terms, choices: &[Term]) -> Option<FxHashSet<Term>> {
    debug_assert!(choices.iter().all(|&t| terms.op(t) == Op::Ite), "a sum without a condition");
    let conditions: Vec<Term> = choices.iter().map(|&choice| terms.arg(choice, 0)).collect();
    let inside = few_below(terms, &conditions)?;
    let multiples = inside.iter().filter(|&&t| terms.op(t) == Op::Mul);
    let constants = multiples.flat_map(|&t| terms.args(t)).filter(|&&x| terms.is_constant(x));
    Some(constants.copied().collect())
}

/// The constants of which `choices` are the sums with numbers, and read what they are, if they have few subterms.
fn steps(terms: &Terms, choices: Vec<Term>) -> FxHashSet<Term> {
    let (mut conditions, mut values, mut stack) = (Vec::new(), FxHashSet::default(), choices);
    while let Some(t) = stack.pop() {
        let args = terms.args(t);
        if terms.op(t) == Op::Ite && conditions.len() < SMALL {
            conditions.push(args[0]);
            stack.extend_from_slice(&args[1..]);
        } else if terms.op(t) == Op::Add {
            values.extend(args.iter().filter(|&&t| terms.is_constant(t)));
        }
    }
    let read = few_below(terms, &conditions).unwrap_or_default();
    values.retain(|x| read.contains(x));
    values
}

/// The subterms of `roots`, if these are few.
fn few_below(terms: &Terms, roots: &[Term]) -> Option<FxHashSet<Term>> {
    let (mut seen, mut stack) = (FxHashSet::default(), roots.to_vec());
    while let Some(t) = stack.pop() {
        if seen.len() > SMALL {
            return None;
        }
        if seen.insert(t) {
            stack.extend_from_slice(terms.args(t));
        }
    }
    Some(seen)
}

/// Whether `f` is an equation with a sum of many terms.
fn is_long_sum(terms: &Terms, f: Term) -> bool {
    let is_long = |&a: &Term| terms.op(a) == Op::Add && terms.args(a).len() > LONG;
    terms.op(f) == Op::Eq && terms.args(f).iter().any(is_long)
}

/// The constant that `f`, a comparison or its negation, compares with a number.
fn bounded_in(terms: &Terms, f: Term) -> Option<Term> {
    let atom = terms.literal(f).0;
    let (Op::Ge, &[x, n]) = (terms.op(atom), terms.args(atom)) else { return None };
    (terms.is_constant(x) && terms.int_value(n).is_some()).then_some(x)
}

/// Whether all running counts in `formulas` fit into decision diagrams if each is compared with a number.
fn are_countable(terms: &Terms, formulas: &[Term], budget: &Budget) -> bool {
    let check = &budget.tunables().check;
    let (mut counts, mut steps) = (0, Int::ZERO);
    for (sum, choice) in formulas.iter().filter_map(|&f| choice(terms, f)) {
        counts += 1;
        steps += &sum.coefficient(choice).abs();
    }
    // The nodes of all prefixes are half of the square, as the first ones are short.
    &steps * &Int::from(counts) <= Int::from(2 * check.diagram_nodes as u64)
}

/// `j = k + n * (ite c 1 0)`: the sum of what is on the left and, negated, on the right, and the choice.
fn choice(terms: &Terms, f: Term) -> Option<(LinearSum, Term)> {
    let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
    if terms.sort(a) != Sort::Int {
        return None;
    }
    let sum = rewrite::linear(terms, a).minus(&rewrite::linear(terms, b));
    let mut choices = sum.terms.iter().filter(|(t, _)| terms.op(*t) == Op::Ite);
    let (Some(&(choice, _)), None) = (choices.next(), choices.next()) else { return None };
    let is_number = |t: &Term| terms.int_value(*t).is_some();
    terms.args(choice)[1..].iter().all(is_number).then_some((sum, choice))
}

/// Whether `t` is one of a few constants by so many choices that each comparison with it is better left alone.
fn has_choices(terms: &Terms, t: Term, budget: &Budget) -> bool {
    debug_assert!(terms.sort(t) != Sort::Bool, "a choice between formulas is one itself");
    let most = budget.tunables().check.preprocess_choices;
    let (mut choices, mut stack) = (FxHashSet::default(), vec![t]);
    while let Some(t) = stack.pop() {
        let is_choice = terms.op(t) == Op::Ite;
        if !is_choice && !terms.op(t).is_const() && !terms.is_constant(t) {
            return false;
        }
        if is_choice && choices.insert(t) {
            stack.extend_from_slice(&terms.args(t)[1..]);
        }
        if choices.len() > most {
            return true;
        }
    }
    false
}

/// The integers of equations that count: of one with another, or more, and a choice.
fn counters(terms: &Terms, formulas: &[Term]) -> FxHashSet<Term> {
    let constants = |f: &Term| {
        let sum = choice(terms, *f)?.0;
        let of_sum = sum.terms.iter().map(|m| m.0).filter(|&t| terms.is_constant(t));
        let constants: Vec<Term> = of_sum.collect();
        (constants.len() > 1).then_some(constants)
    };
    formulas.iter().filter_map(constants).flatten().collect()
}

/// Whether the condition `c` is about counters, or large.
fn reads_counters(terms: &Terms, counters: &FxHashSet<Term>, c: Term) -> bool {
    let (mut seen, mut stack) = (FxHashSet::default(), vec![c]);
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        if seen.len() > SMALL || counters.contains(&t) {
            return true;
        }
        stack.extend_from_slice(terms.args(t));
    }
    false
}

fn is_boolean_equality(terms: &Terms, t: Term) -> bool {
    terms.op(t) == Op::Eq && terms.args(t).len() == 2 && terms.sort(terms.arg(t, 0)) == Sort::Bool
}
