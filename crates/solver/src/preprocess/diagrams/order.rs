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

/// The oldest constant in each term that was looked at.
#[derive(Default)]
pub(super) struct Order {
    oldest: FxHashMap<Term, Option<Term>>,
}

impl Order {
    pub fn sort(
        &mut self,
        terms: &Terms,
        choices: &mut [Choice],
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        let roots: Vec<Term> = choices.iter().map(|c| c.term).collect();
        let all = terms.post_order_within(&roots, budget)?;
        let components = self.components(terms, &all, budget)?;
        choices.sort_by_key(|c| (components[&c.term], self.oldest[&c.term], c.term));
        choices.reverse();
        debug_assert!(
            choices.is_sorted_by(|a, b| components[&a.term] >= components[&b.term]),
            "choices of a component are apart"
        );
        Ok(())
    }

    /// The oldest constant that each of `all`, which are in post-order, is connected with.
    fn components(
        &mut self,
        terms: &Terms,
        all: &[Term],
        budget: &Budget,
    ) -> Result<FxHashMap<Term, Option<Term>>, Interrupted> {
        budget.charge(all.len() as u64)?;
        let numbers: FxHashMap<Term, usize> = all.iter().copied().zip(0..).collect();
        let mut joined = UnionFind::new(all.len());
        for (i, &t) in all.iter().enumerate() {
            let args = terms.args(t);
            let own = (args.is_empty() && matches!(terms.op(t), Op::Apply(_))).then_some(t);
            let oldest = args.iter().filter_map(|a| self.oldest[a]).chain(own).min();
            self.oldest.insert(t, oldest);
            for a in args.iter().filter(|a| self.oldest[*a].is_some()) {
                let (root, other) = (joined.find(i), joined.find(numbers[a]));
                joined.join(root, other);
            }
        }
        let mut least: FxHashMap<usize, Option<Term>> = FxHashMap::default();
        for (i, t) in all.iter().enumerate() {
            let oldest = least.entry(joined.find(i)).or_insert(self.oldest[t]);
            *oldest = (*oldest).min(self.oldest[t]);
        }
        Ok(all.iter().enumerate().map(|(i, &t)| (t, least[&joined.find(i)])).collect())
    }
}
