//! In which order choices are made.
//!
//! A diagram is about sums of the first choices, so choices that constrain each other belong together: they are ordered by the oldest
//! constant in their conditions, as strings are read in the order of their letters. That is found once for each term, whatever number of
//! sums it is in. Conditions without a common constant that others connect, as `x = y` and `z = u` are by `y = z`, were kept together,
//! too; it gained nothing, and cost a walk through all conditions for each sum.
//!
//! The last choice comes first. The sums of a running count differ by their last choice, so what is left of each is the sum before
//! it, and all of them share the nodes of one diagram.

use super::choice::Choice;
use base::{Budget, FxHashMap, Interrupted};
use terms::{Term, Terms};

/// The oldest constant in each term that was asked for.
#[derive(Debug, Default)]
pub(super) struct Oldest(FxHashMap<Term, Option<Term>>);

impl Oldest {
    /// Puts `choices` in order.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(super) fn sort(
        &mut self,
        terms: &Terms,
        choices: &mut [Choice],
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        for choice in &*choices {
            self.enter(terms, choice.term, budget)?;
        }
        let key = |c: &Choice| (self.0[&c.term], c.term);
        base::order::sort_by_key(choices, &mut |c: &Choice| key(c));
        choices.reverse();
        debug_assert!(choices.is_sorted_by(|a, b| key(a) > key(b)), "choices are out of order");
        Ok(())
    }

    fn enter(&mut self, terms: &Terms, root: Term, budget: &Budget) -> Result<(), Interrupted> {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            budget.tick(1)?;
            let before = stack.len();
            stack.extend(terms.args(t).iter().filter(|a| !self.0.contains_key(a)));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            let args = terms.args(t);
            let is_constant = terms.is_constant(t);
            let oldest =
                args.iter().filter_map(|a| self.0[a]).chain(is_constant.then_some(t)).min();
            self.0.insert(t, oldest);
        }
        Ok(())
    }
}
