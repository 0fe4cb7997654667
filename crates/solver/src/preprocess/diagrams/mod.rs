//! Sums of choices between numbers as decision diagrams.
//!
//! The problem: programs count. How many letters are digits, in how many places two strings differ, the score of a password, a parity:
//! sums of `(ite c a b)` that are compared with a number. Arithmetic takes each choice for a variable and learns from a conflict
//! which choices together are too many; there are exponentially many such sets, and the rational relaxation knows of no parity.
//!
//! A comparison of such a sum is a *pseudo-Boolean constraint*, and turns into a decision diagram (Eén and Sörensson, *Translating
//! pseudo-Boolean constraints into SAT*, JSAT 2006): choices are made one after the other, and a node is what is left of the
//! comparison when their sum is known. What is decided whatever comes is no node. Nodes are Boolean choices `(ite c ...)`, so the
//! core sees them as gates and learns about sums of parts, by names that it shares with other comparisons. Sums modulo a
//! number are the same with remainders ([`remainders`]), also if an equation says so: `sum = 2 k + 1`.
//!
//! What differs: a choice may have more than two values, as those of letters have. And the order is not that of coefficients: choices
//! that depend on the same constants come next to each other ([`order`]), so that what relates them
//! is a matter of a few layers; a few are made at once ([`groups`]). Adders and sorting networks, the other translations, are
//! smaller for large sums, but propagate less.
//!
//! Sums of few choices are left to arithmetic, and so are comparisons of too many nodes, and those with other integers. Of an equation of
//! too many nodes the search is told a solution ([`guess`]). Before that, all sums are looked at together, by kinds of choices
//! ([`kinds`]) or along a chain of them, with all else that is said about these ([`layers`]). What formulas say there are functions of
//! constants of few cases ([`chain`], [`functions`]), those that equal a term being what that is ([`definitions`]), in an order in which
//! formulas are about neighbours ([`arrangement`]).

mod arrangement;
mod build;
mod case;
mod chain;
mod choice;
mod definitions;
mod functions;
mod groups;
mod guess;
mod kinds;
mod layers;
mod order;
mod question;
mod remainders;
mod tuples;

use super::run::Tries;
use crate::audit::Goal;
use crate::engine::Resources;
use base::{Budget, FxHashSet, Interrupted, Limits, affordable};
use build::{Diagram, Nodes};
use choice::{Choice, Literal, small};
use groups::Groups;
use guess::{Guess, Uses, guess};
use kinds::Count;
use layers::Found;
use order::Oldest;
use question::{Question, Test, question};
use remainders::Remainders;
pub(super) use remainders::quotients;
use rewrite::LinearSum;
use terms::{Op, Sort, Term, Terms};

/// Replaces comparisons of sums of choices in `formulas`. Whether there were any. What to try first for those that are left goes to
/// `tries`.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut [Term],
    tries: &mut Tries,
) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let (mut found, mut settled) = (Vec::new(), FxHashSet::default());
    match kinds::count(terms, formulas, budget)? {
        Count::Never(clash) => {
            let (summed, f) = (clash[0], terms.ff());
            audit.conclude("preprocess.diagrams", &clash, Goal::OneOf(vec![f]));
            formulas.iter_mut().filter(|g| **g == summed).for_each(|g| *g = f);
            return Ok(true);
        }
        Count::If(literals, comparisons) => {
            (found, settled) = (literals, comparisons);
        }
        Count::Unclear => {
            let (tunables, size) =
                (&budget.tunables().check, terms.post_order_within(formulas, budget)?.len());
            let steps = tunables.kinds_steps.min(tunables.layers_effort * size as u64);
            let limits = Limits::new(budget, steps);
            match affordable(layers::layers(terms, formulas, &limits))? {
                Some(Found::Never) => {
                    audit.conclude("preprocess.diagrams", formulas, Goal::OneOf(vec![terms.ff()]));
                    formulas.fill(terms.ff());
                    return Ok(true);
                }
                Some(Found::If(literals, comparisons)) => {
                    (found, settled) = (literals, comparisons);
                }
                Some(Found::Unclear) | None => {}
            }
        }
    }
    let all = terms.post_order_within(formulas, budget)?;
    let tunables = &budget.tunables().check;
    let remainders = Remainders::of(terms, formulas, &all);
    let is_choice = |t: &&Term| terms.op(**t) == Op::Ite && terms.sort(**t) == Sort::Int;
    let choices = all.iter().filter(is_choice).count();
    if choices.max(remainders.choices()) < tunables.diagram_choices {
        return Ok(false);
    }
    let shared = shared(terms, &all, budget)?;
    let uses = Uses::of(terms, formulas, all.len(), budget)?;
    let (mut left, mut nodes) = (tunables.diagram_nodes, Nodes::default());
    let (mut groups, mut oldest) = (Groups::new(terms, formulas, budget)?, Oldest::default());
    let changed = super::replace::replace(terms, formulas, budget, |terms, t| {
        if settled.contains(&t) {
            return Ok(None);
        }
        let given = (&remainders, &shared, &uses);
        let (made, tried) = ((&mut nodes, &mut groups, &mut oldest), (&mut found, &mut settled));
        image(terms, made, tried, given, t, &mut left, budget)
    })?;
    if !settled.is_empty() {
        tries.add(found, with_any(terms, formulas, settled, budget)?);
    }
    let given = [remainders.given(), &groups.given].concat();
    Ok(audit.replaced("preprocess.diagrams", &given, &changed))
}

/// The formulas that one of `wanted` is in.
fn with_any(
    terms: &Terms,
    formulas: &[Term],
    mut wanted: FxHashSet<Term>,
    budget: &Budget,
) -> Result<Vec<Term>, Interrupted> {
    for t in terms.post_order_within(formulas, budget)? {
        if terms.args(t).iter().any(|a| wanted.contains(a)) {
            wanted.insert(t);
        }
    }
    Ok(formulas.iter().copied().filter(|f| wanted.contains(f)).collect())
}

/// Whether a comparison of `sum` with a number becomes a diagram, unless that has too many nodes.
///
/// # Errors
/// When the budget runs out.
pub(super) fn counts(terms: &Terms, sum: &LinearSum, budget: &Budget) -> Result<bool, Interrupted> {
    if sum.terms.len() < budget.tunables().check.diagram_choices {
        return Ok(false);
    }
    debug_assert!(sum.terms.iter().all(|(_, c)| !c.is_zero()), "a summand that is none");
    for (t, coefficient) in &sum.terms {
        if Choice::new(terms, *t, coefficient, budget)?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The choices that more than one comparison speaks of. An equation shares nodes with other comparisons of its sum if it is written as two
/// bounds. If there are none, it has a diagram of its own, where each node is a sum that can still become equal: of two bounds, each may be
/// possible where both are not, if some sums are left out.
fn shared(terms: &Terms, all: &[Term], budget: &Budget) -> Result<FxHashSet<Term>, Interrupted> {
    let (mut seen, mut shared) = (FxHashSet::default(), FxHashSet::default());
    for &atom in all {
        if let Some(question) = question(terms, atom, budget)? {
            let choices = question.sum.terms.iter().map(|(t, _)| *t);
            shared.extend(choices.filter(|t| terms.op(*t) == Op::Ite && !seen.insert(*t)));
        }
    }
    Ok(shared)
}

/// The diagram of `atom`, if it compares a sum of choices, of which `left` new nodes are allowed.
fn image(
    terms: &mut Terms,
    (nodes, groups, oldest): (&mut Nodes, &mut Groups, &mut Oldest),
    (tries, settled): (&mut Vec<Literal>, &mut FxHashSet<Term>),
    (remainders, shared, uses): (&Remainders, &FxHashSet<Term>, &Uses),
    atom: Term,
    left: &mut usize,
    budget: &Budget,
) -> Result<Option<Term>, Interrupted> {
    let Some(Question { mut sum, test, is_equation, is_negated }) = question(terms, atom, budget)?
    else {
        return Ok(None);
    };
    if let Test::Divisible(n) = test {
        remainders.choose(terms, &mut sum, n);
    }
    if sum.terms.len() < budget.tunables().check.diagram_choices {
        return Ok(None);
    }
    let Some(constant) = small(&sum.constant) else { return Ok(None) };
    let mut choices = Vec::new();
    for (t, coefficient) in &sum.terms {
        let Some(choice) = Choice::new(terms, *t, coefficient, budget)? else { return Ok(None) };
        choices.push(choice);
    }
    let is_exact = is_equation && choices.iter().all(|choice| !shared.contains(&choice.term));
    let (mut choices, more) = groups.join(terms, choices, budget)?;
    let constant = constant + more;
    oldest.sort(terms, &mut choices, budget)?;
    let tunables = &budget.tunables().check;
    let mut diagram = |terms: &mut Terms, constant, test, most: usize| {
        let most = most.min(*left);
        let diagram = Diagram::new(terms, nodes, &choices, (constant, test), most, budget)?;
        let before = terms.len();
        let image = diagram.map(|diagram| diagram.term(terms, nodes, budget)).transpose();
        // What comparisons share is there once.
        *left = left.saturating_sub(terms.len() - before);
        image
    };
    if is_exact {
        let image = diagram(terms, constant, Test::Zero, tunables.diagram_alone)?;
        if image.is_some() {
            return Ok(image);
        }
        return Ok(match guess(terms, &choices, constant, uses, budget)? {
            Guess::Never => Some(terms.ff()),
            Guess::If(literals) => {
                tries.extend(literals);
                settled.insert(atom);
                None
            }
            Guess::Summed => None,
            Guess::Unclear => diagram(terms, constant, Test::Zero, tunables.diagram_nodes)?,
        });
    }
    let most = tunables.diagram_nodes;
    let Some(passes) = diagram(terms, constant, test, most)? else { return Ok(None) };
    if !is_equation {
        return Ok(Some(if is_negated { terms.not(passes) } else { passes }));
    }
    debug_assert!(test == Test::AtLeastZero && !is_negated, "an equation is two bounds");
    let Some(is_greater) = diagram(terms, constant - 1, test, most)? else { return Ok(None) };
    let is_not = terms.not(is_greater);
    Ok(Some(terms.and(&[passes, is_not])))
}

#[cfg(test)]
mod tests {
    use super::super::brute::{assert_same, each, tuned};
    use super::*;
    use crate::engine::with_resources;
    use base::SplitMix64;
    use terms::value::Value;

    /// A choice between numbers by one of `conditions`, now and then of more cases.
    fn choice(terms: &mut Terms, conditions: &[Term], random: &mut SplitMix64) -> Term {
        let number = |terms: &mut Terms, random: &mut SplitMix64| {
            let n = random.below(9) as i64 - 4;
            terms.int(n)
        };
        let mut out = number(terms, random);
        for _ in 0..1 + random.below(4) / 2 {
            let condition = conditions[random.below(conditions.len())];
            let other = number(terms, random);
            out = match random.below(2) {
                0 => terms.ite(condition, out, other),
                _ => terms.ite(condition, other, out),
            };
        }
        out
    }

    /// A comparison of a sum of so many choices with a number.
    fn comparison(terms: &mut Terms, conditions: &[Term], random: &mut SplitMix64) -> Term {
        let summands: Vec<Term> = (0..random.below(9))
            .map(|_| {
                let (factor, choice) =
                    (random.below(7) as i64 - 3, choice(terms, conditions, random));
                terms.scale(factor, choice)
            })
            .collect();
        let (sum, n) = (terms.add(&summands), random.below(21) as i64 - 10);
        let n = terms.int(n);
        match random.below(6) {
            0 => terms.mk(Op::Le, &[sum, n]),
            1 => terms.mk(Op::Lt, &[n, sum]),
            2 => terms.mk(Op::Gt, &[n, sum]),
            3 => terms.ge(sum, n),
            4 => terms.eq(sum, n),
            _ => {
                let divisor = terms.int(2 + random.below(5) as u64);
                let (remainder, n) = (terms.mk(Op::Mod, &[sum, divisor]), random.below(4) as u64);
                let n = terms.int(n);
                terms.eq(remainder, n)
            }
        }
    }

    #[test]
    fn diagrams_say_what_comparisons_say() {
        // Each comparison by itself.
        let budget = tuned(&["check.diagrams.choices=1", "check.kinds.steps=0"]);
        let mut changed = 0;
        for seed in 0..300 {
            let (mut terms, mut random) = (Terms::new(), SplitMix64::new(seed));
            let conditions: Vec<Term> = (0..5).map(|_| terms.fresh("c", Sort::Bool)).collect();
            let before: Vec<Term> =
                (0..4).map(|_| comparison(&mut terms, &conditions, &mut random)).collect();
            let mut after = before.clone();
            let work =
                |res: &mut Resources<'_>| round(res, &mut after, &mut Tries::default()).unwrap();
            changed += u32::from(with_resources(&mut terms, &budget, work));
            let truths = each(&conditions, &[Value::Bool(false), Value::Bool(true)]);
            for (before, after) in before.into_iter().zip(after) {
                assert_same(&terms, &truths, &[before], &[after]);
            }
        }
        assert!(changed > 250, "{changed}");
    }
}
