//! What a change of constants breaks.
//!
//! Problem: a checksum reads all letters of a text. A change of one of them is a change of one summand, but whoever evaluates the sum
//! evaluates all of them.
//!
//! So what reads little is evaluated first: that settles most attempts. Where a sum or concatenation is long, or another function of many
//! arguments, those of them that read nothing of what changes keep the values that are known from the model before. Local search with
//! invariants goes further (L. Michel, P. Van Hentenryck, *Localizer*, Constraints 5, 2000): a sum takes the difference of a summand. But
//! that needs a rule for each function, and to add up what is known is what costs least.
//!
//! What holds by values from before is only presumed to: it is evaluated afresh once nothing seems to be broken.

use super::readers::Changes;
use super::reads::{Read, Reads};
use crate::known_answers::violated_by;
use base::{Budget, IdMap, IdSet, Interrupted};
use terms::eval::{Evaluated, Evaluator};
use terms::value::Value;
use terms::{Term, Terms};

/// A constant, the value that it gets, and what is other than before.
pub(super) type Changed = (Term, Value, Changes);

/// Finds out what is broken.
pub(super) struct Effects<'w, 'e> {
    pub(super) terms: &'w Terms,
    pub(super) reads: &'w mut Reads,
    /// What is known of the model before.
    pub(super) known: &'w Evaluated,
    /// How many more times an assertion may be evaluated that reads much.
    pub(super) large: &'w mut usize,
    /// Gets what was evaluated by what is known.
    pub(super) presumed: &'w mut Vec<Term>,
    /// For the model after the change.
    pub(super) eval: &'w mut Evaluator<'e>,
    pub(super) budget: &'w Budget,
}

impl Effects<'_, '_> {
    /// What is broken `about` a change, given with how much it reads, least first. `None` if there is no `room` for so many, or that cannot
    /// be told, or no more may be evaluated that reads much.
    pub(super) fn broken(
        &mut self,
        (about, changed): (&[(usize, Term)], &[Changed]),
        room: usize,
    ) -> Result<Option<Vec<Term>>, Interrupted> {
        debug_assert!(about.is_sorted(), "what reads little is not evaluated first");
        debug_assert!(!changed.is_empty() || about.is_empty(), "what nothing changed for is asked");
        let most = self.budget.tunables().check.nearby_reads;
        let (little, much) = about.split_at(about.partition_point(|f| f.0 <= most));
        let Some(mut broken) = violated_by(self.eval, room, little.iter().map(|f| f.1)) else {
            return Ok(None);
        };
        for &(_, f) in much {
            if broken.len() >= room {
                break;
            }
            let Some(left) = self.large.checked_sub(1) else { return Ok(None) };
            *self.large = left;
            if self.adopt(f, changed)? {
                self.presumed.push(f);
            }
            let Ok(holds) = self.eval.holds(f) else { return Ok(None) };
            broken.extend((!holds).then_some(f));
        }
        Ok(Some(broken).filter(|broken| broken.len() < room))
    }

    /// Takes over what is known of those of many arguments in `f` that read nothing of what is `changed`; whether there were any.
    fn adopt(&mut self, f: Term, changed: &[Changed]) -> Result<bool, Interrupted> {
        let few = self.budget.tunables().check.nearby_reads;
        let mut changes = IdMap::new();
        for (x, _, other) in changed {
            changes.insert(*x, other);
        }
        let is_same = |read: &Read| changes.get(read.of).is_none_or(|c| !c.show_in(read.part));
        let (mut seen, mut open, mut adopted) = (IdSet::new(), vec![f], false);
        while let Some(t) = open.pop() {
            let args = self.terms.args(t);
            self.budget.charge(1 + args.len() as u64)?;
            if args.len() <= few {
                open.extend(args.iter().filter(|&&arg| seen.insert(arg)));
                continue;
            }
            for &arg in args.iter().filter(|&&arg| !self.terms.args(arg).is_empty()) {
                let reads = self.reads.of(self.terms, arg, self.budget)?;
                if reads.is_some_and(|reads| reads.iter().all(is_same)) {
                    adopted |= self.eval.adopt(arg, self.known);
                }
            }
        }
        Ok(adopted)
    }
}
