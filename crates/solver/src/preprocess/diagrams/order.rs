//! In which order choices are made.
//!
//! A diagram is about sums of the first choices, so choices that constrain each other belong together. Conditions with a constant in
//! common do, and so do those that others connect: `x = y`, `y = z` and `x = z` are one component. Components are ordered by their
//! oldest constant, the conditions in one by theirs, as strings are read in the order of their letters.
//!
//! The last choice comes first. The sums of a running count differ by their last choice, so what is left of each is the sum before
//! it, and all of them share the nodes of one diagram.

use super::Choice;
use base::{Budget, FxHashMap, Interrupted, UnionFind};
use terms::{Op, Term, Terms};

/// Puts `choices` in order.
///
/// # Errors
/// When the budget runs out.
pub(super) fn sort(
    terms: &Terms,
    choices: &mut [Choice],
    budget: &Budget,
) -> Result<(), Interrupted> {
    let roots: Vec<Term> = choices.iter().map(|c| c.term).collect();
    let all = terms.post_order_within(&roots, budget)?;
    budget.charge(all.len() as u64)?;
    let numbers: FxHashMap<Term, usize> = all.iter().copied().zip(0..).collect();
    // The oldest constant in each term, and the oldest that it is connected with.
    let mut oldest: Vec<Option<Term>> = Vec::new();
    let mut joined = UnionFind::new(all.len());
    for (i, &t) in all.iter().enumerate() {
        let args = terms.args(t).iter().map(|a| numbers[a]);
        let own = (terms.args(t).is_empty() && matches!(terms.op(t), Op::Apply(_))).then_some(t);
        oldest.push(args.clone().filter_map(|a| oldest[a]).chain(own).min());
        for a in args.filter(|&a| oldest[a].is_some()) {
            joined.join(i, a);
        }
    }
    let mut component = oldest.clone();
    for (i, &own) in oldest.iter().enumerate() {
        let root = joined.find(i);
        component[root] = component[root].min(own);
    }
    let mut key = |c: &Choice| {
        let i = numbers[&c.term];
        (component[joined.find(i)], oldest[i], c.term)
    };
    base::order::sort_by_key(choices, &mut key);
    choices.reverse();
    debug_assert!(choices.is_sorted_by(|a, b| key(a) > key(b)), "choices are out of order");
    Ok(())
}
