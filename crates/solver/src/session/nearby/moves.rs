//! A model that is a few changes of single constants away from the last one.
//!
//! Problem: what is new is most often repaired by one other value: a name for a part, a longer string, another letter. To solve a
//! part of the assertions for that sets up an engine, which costs a thousand times as much as to evaluate what reads the constant.
//!
//! So an assertion that does not hold is picked, the oldest first, single constants are proposed other values for it
//! ([`super::inverse`]), and what reads one of them is evaluated. The first one after which fewer assertions are broken is taken, or
//! else the one that breaks the fewest, and the search goes on with what is broken last. No constant gets a value that it has had. That
//! is WalkSAT over values in place of truth values (B. Selman, H. Kautz, B. Cohen, *Noise Strategies for Improving Local Search*, AAAI
//! 1994), with the moves of propagation-based local search and without noise: where it does not get on soon, the next way is better
//! than patience.

use super::inverse::{self, Proposal};
use super::reads::{Part, Read, Reads};
use super::{Attempt, Question};
use crate::known_answers;
use crate::session::Session;
use base::{Budget, FxHashMap, FxHashSet, Interrupted};
use terms::model::Model;
use terms::value::Value;
use terms::{Op, Term, Terms};

/// Which assertions read a constant.
#[derive(Debug, Default)]
pub(super) struct Readers {
    /// The assertions that are entered.
    entered: Vec<Term>,
    /// What each constant is read for, with the position of the assertion. Later assertions come last.
    of: FxHashMap<Term, Vec<(Read, usize)>>,
}

impl Readers {
    /// Terms have new names.
    pub(super) fn forget(&mut self) {
        *self = Readers::default();
    }

    /// Enters `all`, and nothing else; whether each reads nothing but constants, and at least one.
    fn enter(
        &mut self,
        terms: &Terms,
        reads: &mut Reads,
        all: &[Term],
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        let common = self.entered.iter().zip(all).take_while(|(a, b)| a == b).count();
        for f in self.entered.drain(common..) {
            for read in reads.of(terms, f, budget)?.into_iter().flatten() {
                if let Some(readers) = self.of.get_mut(&read.of) {
                    readers.truncate(readers.partition_point(|&(_, i)| i < common));
                }
            }
        }
        for (i, &f) in all.iter().enumerate().skip(common) {
            let Some(reads) = reads.of(terms, f, budget)?.filter(|reads| !reads.is_empty()) else {
                return Ok(false);
            };
            budget.charge(reads.len() as u64)?;
            for &read in reads {
                self.of.entry(read.of).or_default().push((read, i));
            }
            self.entered.push(f);
        }
        debug_assert!(self.entered == all, "other assertions are entered than there are");
        Ok(true)
    }

    /// The assertions that read what `changes` of the constant `x`.
    fn about(&self, x: Term, changes: &Changes) -> Vec<Term> {
        let mut found: Vec<Term> = Vec::new();
        for &(read, i) in self.of.get(&x).into_iter().flatten() {
            debug_assert!(i < self.entered.len(), "an assertion is read that is gone");
            let f = self.entered[i];
            if found.last() != Some(&f) && changes.show_in(read.part) {
                found.push(f);
            }
        }
        found
    }
}

/// What a change comes to.
struct Move {
    proposal: Proposal,
    /// What was evaluated, and what is broken of that.
    about: Vec<Term>,
    broken: Vec<Term>,
}

impl Move {
    /// How many assertions are broken after it, of which `broken` were before.
    fn left(&self, broken: &[Term]) -> usize {
        let still = broken.iter().filter(|f| !self.about.contains(f)).count();
        still + self.broken.len()
    }
}

impl Session {
    /// Changes one constant after the other.
    pub(super) fn mend(
        &mut self,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Attempt, Interrupted> {
        let mut readers = std::mem::take(&mut self.nearby.readers);
        let is_fit = readers.enter(&self.terms, &mut self.nearby.reads, question.all, budget)?;
        let attempt = if is_fit { self.walk(&readers, question, budget)? } else { Attempt::Unfit };
        self.nearby.readers = readers;
        Ok(attempt)
    }

    fn walk(
        &mut self,
        readers: &Readers,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Attempt, Interrupted> {
        let most = budget.tunables().check.nearby_broken;
        let mut model = question.last.clone();
        let mut broken: Vec<Term> = question.violated.to_vec();
        debug_assert!(!broken.is_empty(), "a model is changed that violates nothing");
        let mut had: FxHashSet<Proposal> = FxHashSet::default();
        let mut large = budget.tunables().check.nearby_large;
        while let Some(&f) = broken.last() {
            // exact: any number will do, and multiples of an odd one are spread over all.
            let turn = (had.len() + question.all.len()).wrapping_mul(0x9E37_79B9) >> 8;
            let store = (&self.terms, &mut self.languages);
            let proposals = inverse::proposals(store, &model, (f, turn), budget)?;
            let mut best: Option<Move> = None;
            // After how many broken assertions a change is worse than another one.
            let mut worse = most + 1;
            for proposal in proposals.into_iter().filter(|proposal| !had.contains(proposal)) {
                let than = (&broken[..], worse, &mut large);
                let tried = self.tried(readers, &mut model, proposal, than, budget)?;
                let Some(better) = tried else { continue };
                worse = better.left(&broken);
                best = Some(better);
                if worse < broken.len() {
                    break;
                }
            }
            let Some(best) = best else { return Ok(Attempt::Failed) };
            broken.retain(|f| !best.about.contains(f));
            broken.extend(best.broken);
            let (x, value) = best.proposal;
            had.insert((x, self.set(&mut model, x, value)));
        }
        Ok(Attempt::Found(model))
    }

    /// A change after which fewer assertions are broken than are `worse`, where `broken` are now; `None` if it is not, or that cannot
    /// be told, or an assertion reads much that would be evaluated and so many `large` ones were.
    fn tried(
        &mut self,
        readers: &Readers,
        model: &mut Model,
        (x, value): Proposal,
        (broken, worse, large): (&[Term], usize, &mut usize),
        budget: &Budget,
    ) -> Result<Option<Move>, Interrupted> {
        let old = self.set(model, x, value.clone());
        let mut about = readers.about(x, &Changes::between(&old, &value));
        budget.charge(1 + about.len() as u64)?;
        let much = budget.tunables().check.nearby_reads;
        if about.iter().any(|f| self.nearby.reads.known_len(*f) > much) {
            let Some(left) = large.checked_sub(1) else {
                self.set(model, x, old);
                return Ok(None);
            };
            *large = left;
        }
        let still = broken.iter().filter(|f| !about.contains(f)).count();
        let room = worse.saturating_sub(still);
        // What reads little is soon evaluated, and may settle it.
        base::order::sort_by_key(&mut about, |f| self.nearby.reads.known_len(*f));
        let store = (&self.terms, &mut self.languages);
        let now = known_answers::violated_up_to(room, store, model, &about, budget);
        self.set(model, x, old);
        let fewer = now.filter(|now| now.len() < room);
        Ok(fewer.map(|broken| Move { proposal: (x, value), about, broken }))
    }

    /// Gives the constant `x` another value; returns the one that it had.
    fn set(&self, model: &mut Model, x: Term, value: Value) -> Value {
        let Op::Apply(fun) = self.terms.op(x) else { unreachable!("only constants are changed") };
        let old = model.get(fun).cloned().or(Value::default_of(value.sort()));
        debug_assert!(old.is_some(), "a constant is changed whose sort has no values");
        model.set(fun, value.clone());
        old.unwrap_or(value)
    }
}

/// What differs between two values of a constant.
enum Changes {
    All,
    /// The letters at these places, of strings that are equally long.
    Letters(Vec<usize>),
}

impl Changes {
    fn between(old: &Value, new: &Value) -> Changes {
        debug_assert!(old.sort() == new.sort(), "a constant becomes a value of another sort");
        match (old.as_str(), new.as_str()) {
            (Some(old), Some(new)) if old.len() == new.len() => {
                Changes::Letters((0..old.len()).filter(|&i| old[i] != new[i]).collect())
            }
            _ => Changes::All,
        }
    }

    /// Whether who reads this part may see a difference.
    fn show_in(&self, part: Part) -> bool {
        match (self, part) {
            (Changes::All, _) | (_, Part::All | Part::Language) => true,
            (Changes::Letters(_), Part::Length) => false,
            (Changes::Letters(places), Part::Letters(from, to)) => {
                places.get(places.partition_point(|&i| i < from)).is_some_and(|&i| i < to)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use terms::Sort;

    #[test]
    fn readers_follow_the_assertion_stack() {
        let mut terms = Terms::new();
        let (x, y) = (terms.fresh("x", Sort::String), terms.fresh("y", Sort::String));
        let (zero, three) = (terms.int(0), terms.int(3));
        let length = terms.mk(Op::StrLen, &[x]);
        let (long, at) = (terms.mk(Op::Gt, &[length, three]), terms.mk(Op::StrAt, &[x, zero]));
        let (same, equal) = (terms.mk(Op::Eq, &[at, y]), terms.mk(Op::Eq, &[x, y]));
        let (mut readers, mut reads) = (Readers::default(), Reads::default());
        let budget = Budget::unlimited();
        let change = |new: &str| Changes::between(&Value::text("abc"), &Value::text(new));
        let (first, last, all) = (change("zbc"), change("abz"), change("ab"));
        let mut about = |stack: &[Term]| {
            assert!(readers.enter(&terms, &mut reads, stack, &budget).unwrap());
            [&first, &last, &all].map(|changes| readers.about(x, changes))
        };
        assert_eq!(about(&[long, same]), [vec![same], vec![], vec![long, same]]);
        assert_eq!(about(&[long]), [vec![], vec![], vec![long]]);
        let three = [vec![equal, same], vec![equal], vec![equal, same, long]];
        assert_eq!(about(&[equal, same, long]), three);
    }
}
