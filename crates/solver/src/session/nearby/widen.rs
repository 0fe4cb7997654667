//! A model that differs from the last one in what a small part of the assertions reads.
//!
//! First only what nothing but the violated assertions reads changes, as a definition of something new needs no more. Then all that
//! they read, and in each round what is read together with it. The part that is solved at least doubles from
//! one attempt to the next: all of them together cost about as much as the last. Where letters at fixed places are read, the other
//! letters of that string and its length stay ([`super::splice`]).
//!
//! An assertion that reads very much, a checksum or a long equation, ties everything to everything. Of that only a little is let
//! go in each round, what others read least: to make up for a change one can often do with a few. These take turns by their
//! values: if all letters that are let go are the same, a sum of them may have nowhere to go.
//!
//! The search begins with the values that are there if it is about letters ([`crate::incremental::Incremental::is_spelled`]): then few
//! of them change, and few conflicts are met. Where procedures find the words, they are asked about more that way, and it is not done.

use super::reads::{Free, Read};
use super::splice::Spliced;
use super::{Attempt, Question};
use crate::session::Session;
use base::{Budget, FxHashMap, Interrupted};
use terms::model::Model;
use terms::value::Value;
use terms::{Op, Term};

impl Session {
    /// Lets change what `violated` reads, then what is around that.
    pub(super) fn widen(
        &mut self,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Attempt, Interrupted> {
        let (tunables, all) = (&budget.tunables().check, question.all);
        let mut attempt = self.introduce(question, budget)?;
        let Some(mut free) = self.free_in(question, budget)? else { return Ok(attempt) };
        let mut tried = 0;
        while !matches!(attempt, Attempt::Found(_)) {
            let Some(near) = self.nearby.reads.about(&self.terms, &free, all, budget)? else {
                break;
            };
            if near.len() * tunables.nearby_ratio > all.len() {
                break;
            }
            let wider = self.wider(question, &free, &near, budget)?;
            debug_assert!(wider.len() >= free.len(), "what may change must not any more");
            let is_closed = wider.len() == free.len();
            if is_closed || near.len() >= 2 * tried {
                tried = near.len();
                attempt = self.solve_around(question, &free, &near, budget)?.into();
            }
            if is_closed {
                break;
            }
            free = wider;
        }
        Ok(attempt)
    }

    /// All that the violated assertions read.
    fn free_in(
        &mut self,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Option<Free>, Interrupted> {
        let mut free = Free::default();
        for &f in question.violated {
            match self.nearby.reads.of(&self.terms, f, budget)? {
                None | Some([]) => return Ok(None),
                Some(reads) => {
                    for &read in reads {
                        free.add(read, question.word(&self.terms, read.of).len());
                    }
                }
            }
        }
        Ok(Some(free))
    }

    /// `free` with what `near` reads besides, but for the rest of strings that only have free letters.
    fn wider(
        &mut self,
        question: &Question<'_>,
        free: &Free,
        near: &[Term],
        budget: &Budget,
    ) -> Result<Free, Interrupted> {
        let tunables = &budget.tunables().check;
        let (mut wider, mut counts) = (free.clone(), None);
        for &f in near {
            let reads = self.nearby.reads.of(&self.terms, f, budget)?.unwrap_or_default();
            let is_large = reads.len() > tunables.nearby_reads;
            let stays = |&read: &Read| !free.contains(read.of) || is_other_letter(free, read);
            let mut more: Vec<Read> = reads.iter().copied().filter(stays).collect();
            if is_large {
                let counts = match &mut counts {
                    Some(counts) => counts,
                    none => {
                        none.insert(self.nearby.reads.counts(&self.terms, question.all, budget)?)
                    }
                };
                more = least_read(&more, counts, |read| question.value(&self.terms, read));
                more.truncate(tunables.nearby_few);
            }
            for read in more {
                wider.add(read, question.word(&self.terms, read.of).len());
            }
        }
        Ok(wider)
    }

    /// Lets only that change which no other assertion reads.
    fn introduce(
        &mut self,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Attempt, Interrupted> {
        let &Question { violated, all, .. } = question;
        let Some(mut new) = self.free_in(question, budget)? else { return Ok(Attempt::Unfit) };
        let reads = &mut self.nearby.reads;
        let Some(about) = reads.about(&self.terms, &new, all, budget)? else {
            return Ok(Attempt::Unfit);
        };
        debug_assert!(about.len() >= violated.len(), "what is violated is not looked at");
        for f in about.iter().filter(|f| !violated.contains(f)) {
            for &read in reads.of(&self.terms, *f, budget)?.into_iter().flatten() {
                new.remove(read);
            }
        }
        if new.is_empty() {
            return Ok(Attempt::Unfit);
        }
        let near = reads.about(&self.terms, &new, &about, budget)?.unwrap_or_default();
        let near: Vec<Term> = near.into_iter().filter(|f| !violated.contains(f)).collect();
        Ok(self.solve_around(question, &new, &[violated, &near].concat(), budget)?.into())
    }

    /// What `last` says of what may change.
    fn hints(&self, last: &Model, free: &Free, spliced: &[Spliced]) -> Model {
        let mut hints = Model::new();
        for x in free.wholes() {
            if let Op::Apply(fun) = self.terms.op(x)
                && let Some(value) = last.get(fun)
            {
                hints.set(fun, value.clone());
            }
        }
        for word in spliced {
            word.fill(&self.terms, last, &mut hints);
        }
        hints
    }

    /// A model of `near` that only gives other values to `free` than `last` does.
    fn solve_around(
        &mut self,
        question: &Question<'_>,
        free: &Free,
        near: &[Term],
        budget: &Budget,
    ) -> Result<Option<Model>, Interrupted> {
        debug_assert!(!free.is_empty(), "nothing may change");
        let last = question.last;
        let constants = self.nearby.reads.constants(&self.terms, near, budget)?;
        let kept = constants.into_iter().flatten().filter(|&x| !free.contains(x));
        let Some(mut images) = self.kept_values(last, kept, budget) else { return Ok(None) };
        let mut formulas = near.to_vec();
        let Some(spliced) = self.splice(question, free, (&mut images, &mut formulas), budget)?
        else {
            return Ok(None);
        };
        let hints = self.hints(last, free, &spliced);
        let found = self.solve_with(images, &formulas, &hints, budget)?;
        let Some(found) = found else { return Ok(None) };
        let mut model = self.changed(last, &found, free.wholes(), &Default::default());
        if !spliced.iter().all(|word| word.put(&self.terms, &found, &mut model)) {
            return Ok(None);
        }
        // What was violated must hold, whether or not it was found to read what changed.
        self.confirmed(model, &[near, question.violated].concat(), budget)
    }
}

/// What is read least first. What is read alike takes turns by its value: where one value has to be made up for, that takes others; and
/// comes from all over the assertion.
fn least_read(
    reads: &[Read],
    counts: &FxHashMap<Read, usize>,
    value: impl Fn(Read) -> Option<Value>,
) -> Vec<Read> {
    debug_assert!(reads.iter().all(|read| counts.contains_key(read)), "what nothing reads");
    let counts: Vec<usize> = reads.iter().map(|read| counts[read]).collect();
    let mut order: Vec<usize> = (0..reads.len()).collect();
    // exact: multiples of an odd number are spread over all 32-bit numbers, and those of the golden ratio evenly.
    let spread = |i: usize| base::id32(i).wrapping_mul(0x9E37_79B9);
    let mut turns = vec![0; reads.len()];
    for has_turns in [false, true] {
        base::order::sort_by_key(&mut order, |&i| (counts[i], turns[i], spread(i)));
        let mut taken = FxHashMap::default();
        for &i in order.iter().filter(|_| !has_turns) {
            let turn: &mut usize = taken.entry((counts[i], value(reads[i]))).or_default();
            (turns[i], *turn) = (*turn, *turn + 1);
        }
    }
    order.into_iter().map(|i| reads[i]).collect()
}

/// Whether only letters of a string are free, and `read` is some other letter of it.
fn is_other_letter(free: &Free, read: Read) -> bool {
    !free.is_whole(read.of) && read.is_letters() && !free.touches(read)
}

#[cfg(test)]
mod tests {
    use super::super::reads::Part;
    use super::*;
    use terms::{Sort, Terms};

    #[test]
    fn values_take_turns() {
        let mut terms = Terms::new();
        let x = terms.fresh("x", Sort::String);
        let reads: Vec<Read> =
            (0..9).map(|i| Read { of: x, part: Part::Letters(i, i + 1) }).collect();
        let counts = reads.iter().map(|&read| (read, 1)).collect();
        let order = |word: &[u8]| -> Vec<u8> {
            let letter = |read: Read| match read.part {
                Part::Letters(i, _) => word[i],
                _ => unreachable!("all are letters"),
            };
            let value = |read| Some(Value::text(&char::from(letter(read)).to_string()));
            least_read(&reads, &counts, value).into_iter().map(letter).collect()
        };
        let mut first = order(b"aaaaaaabb")[..4].to_vec();
        first.sort_unstable();
        assert_eq!(first, b"aabb");
        assert_eq!(order(b"aaaaaaaaa"), b"aaaaaaaaa");
    }
}
