//! Questions about conjunctions of memberships: is there a word, a shortest one, one of a given
//! length; does one language include another; which memberships clash.
//!
//! `goal` is a state of the search, `explore` the search itself, [`witness`] reads words off
//! positive regexes and `sized` words of a given length, `length_set` finds all lengths,
//! `parts` puts words together, `counted` turns negated counters into bounds, [`equivalence`] compares two
//! languages state by state, [`conflict`] shrinks unsatisfiable
//! conjunctions, [`superstring`] has a word that contains many. This file has the entry points.

mod antichain;
pub mod conflict;
mod counted;
pub mod equivalence;
mod explore;
mod goal;
mod length_set;
mod parts;
mod sized;
pub mod superstring;
pub mod witness;

use crate::lengths::LengthSet;
use crate::regex::{Re, Regexes};
use base::Lower::AtLeast;
use base::Upper::{self, AtMost, Unbounded};
use base::{Limits, Stop};
use explore::{Search, Want};

/// Lengths from `min` to `max`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LengthRange {
    /// The least length.
    pub min: u64,
    /// The greatest length.
    pub max: Upper<u64>,
}

impl LengthRange {
    /// Every length.
    pub const ANY: LengthRange = LengthRange { min: 0, max: Unbounded };

    /// Just `n`.
    pub fn exactly(n: u64) -> LengthRange {
        LengthRange::between(n, n)
    }

    /// From `min` to `max`.
    pub fn between(min: u64, max: u64) -> LengthRange {
        LengthRange { min, max: AtMost(max) }
    }

    /// Whether `n` is in this range.
    pub fn contains(self, n: u64) -> bool {
        self.min <= n && self.max.admits(n)
    }

    /// Whether every length of `other` is in this range.
    pub fn includes(self, other: LengthRange) -> bool {
        self.min <= other.min && other.max <= self.max
    }

    /// The lengths of this range that are at least `min`.
    pub(crate) fn at_least(self, min: u64) -> LengthRange {
        LengthRange { min: self.min.max(min), ..self }
    }

    /// The lengths of this range that are at most `max`.
    pub(crate) fn at_most(self, max: Upper<u64>) -> LengthRange {
        LengthRange { max: self.max.min(max), ..self }
    }

    /// The lengths of what may follow so many letters; `None` if there may not be so many.
    pub fn after(self, letters: u64) -> Option<LengthRange> {
        let max = self.max.checked_less(letters)?;
        // exact: more letters than are needed leave no need.
        Some(LengthRange { min: self.min.saturating_sub(letters), max })
    }
}

impl Default for LengthRange {
    fn default() -> Self {
        LengthRange::ANY
    }
}

impl Regexes {
    /// A word in all of `pos` and in none of `neg` with a length in `range`; `None` if there is none.
    ///
    /// ```
    /// use automata::{LengthRange, Regexes};
    /// use base::{Budget, Limits};
    /// let mut rs = Regexes::new();
    /// let (a, ab) = (rs.range(97, 97), rs.range(97, 98));
    /// let (a, ab) = (rs.star(a), rs.star(ab));
    /// let budget = Budget::unlimited();
    /// let word = rs.find_word(&[ab], &[a], LengthRange::exactly(1), &Limits::none(&budget));
    /// assert_eq!(word, Ok(Some(vec![98])));
    /// let word = rs.find_word(&[a], &[ab], LengthRange::ANY, &Limits::none(&budget));
    /// assert_eq!(word, Ok(None));
    /// ```
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn find_word(
        &mut self,
        pos: &[Re],
        neg: &[Re],
        range: LengthRange,
        limits: &Limits,
    ) -> Result<Option<Vec<u32>>, Stop> {
        self.search(pos, neg, range, Want::Any, limits)
    }

    /// As [`find_word`](Self::find_word), but a shortest one.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn find_shortest(
        &mut self,
        pos: &[Re],
        neg: &[Re],
        range: LengthRange,
        limits: &Limits,
    ) -> Result<Option<Vec<u32>>, Stop> {
        self.search(pos, neg, range, Want::Shortest, limits)
    }

    /// Looks for a word by inspection, by parts, then by a search.
    fn search(
        &mut self,
        pos: &[Re],
        neg: &[Re],
        range: LengthRange,
        want: Want,
        limits: &Limits,
    ) -> Result<Option<Vec<u32>>, Stop> {
        let (neg, range) = self.lengths_of_counters(pos, neg, range, limits)?;
        let neg = &neg[..];
        if self.lengths_clash(pos, range) {
            return Ok(None);
        }
        if let ([r], []) = (pos, neg)
            && self.has_parts(*r)
        {
            let share = limits.left() / 2;
            match limits.within(share, |share| self.sized_word_by_parts(*r, range, want, share)) {
                Ok(None) => {}
                Ok(Some(answer)) => return Ok(answer),
                Err(Stop::Local) if limits.left() > 0 => {}
                Err(stop) => return Err(stop),
            }
        }
        let pos = self.without_fewer(pos, neg);
        let longest = self.effort().longest_word;
        let unwritable = |&r: &Re| self.info(r).min_len > AtLeast(longest);
        if range.min > longest || pos.iter().any(unwritable) {
            let steps = self.effort().unwritable_steps;
            return limits.within(steps, |few| self.both_ways(&pos, neg, range, want, few));
        }
        self.both_ways(&pos, neg, range, want, limits)
    }

    /// Runs the search and the search on the mirror images in turns of doubling length.
    fn both_ways(
        &mut self,
        pos: &[Re],
        neg: &[Re],
        range: LengthRange,
        want: Want,
        limits: &Limits,
    ) -> Result<Option<Vec<u32>>, Stop> {
        let mut forward = Search::new(self, pos, neg, range, want);
        let mut backward: Option<Search> = None;
        let mut slice = self.effort().first_slice;
        loop {
            match limits.within(slice, |slice| forward.run(self, slice)) {
                Err(Stop::Local) if limits.left() > 0 => {}
                result => return result,
            }
            let backward = match &mut backward {
                Some(search) => search,
                none => {
                    let (pos, neg) =
                        (self.reverse_all(pos, limits)?, self.reverse_all(neg, limits)?);
                    none.insert(Search::new(self, &pos, &neg, range, want))
                }
            };
            match limits.within(slice, |slice| backward.run(self, slice)) {
                Err(Stop::Local) if limits.left() > 0 => {}
                Ok(Some(mut word)) => {
                    word.reverse();
                    return Ok(Some(word));
                }
                result => return result,
            }
            slice *= 2;
        }
    }

    /// `pos` without words that are in `neg` because they repeat the same body less often: a word of `r{2,}` that
    /// is not in `r{1,5}` is in `r{6,}`.
    fn without_fewer(&mut self, pos: &[Re], neg: &[Re]) -> Vec<Re> {
        let mut pos = if pos.is_empty() { vec![Re::ALL] } else { pos.to_vec() };
        for r in &mut pos {
            for &other in neg {
                let ((body, lo, hi), (same, from, to)) =
                    (self.as_repetition(*r), self.as_repetition(other));
                if body == same && from <= lo && to.admits(lo) {
                    *r = to.number().map_or(Re::NONE, |to| self.repeat_more(body, to, hi));
                }
            }
        }
        pos
    }

    /// Whether the lengths of the positive members alone exclude every word.
    fn lengths_clash(&mut self, pos: &[Re], range: LengthRange) -> bool {
        if pos.len() < 2 && range == LengthRange::ANY {
            return false;
        }
        let mut lengths = LengthSet::range(range.min, range.max);
        for &r in pos {
            lengths = lengths.intersect(&self.length_abstraction(r));
        }
        lengths.is_empty()
    }

    /// Whether `r` has no word.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn is_empty_language(&mut self, r: Re, limits: &Limits) -> Result<bool, Stop> {
        let word = self.find_word(&[r], &[], LengthRange::ANY, limits)?;
        Ok(word.is_none())
    }

    /// A shortest word of `r`.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn shortest_word(&mut self, r: Re, limits: &Limits) -> Result<Option<Vec<u32>>, Stop> {
        self.find_shortest(&[r], &[], LengthRange::ANY, limits)
    }

    /// A word of `r` of length `n`.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn word_of_length(
        &mut self,
        r: Re,
        n: u64,
        limits: &Limits,
    ) -> Result<Option<Vec<u32>>, Stop> {
        self.find_word(&[r], &[], LengthRange::exactly(n), limits)
    }

    /// Whether no word is in both `a` and `b`.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn is_disjoint(&mut self, a: Re, b: Re, limits: &Limits) -> Result<bool, Stop> {
        let word = self.find_word(&[a, b], &[], LengthRange::ANY, limits)?;
        Ok(word.is_none())
    }

    /// Whether `big` includes `small`.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn includes_language(&mut self, big: Re, small: Re, limits: &Limits) -> Result<bool, Stop> {
        if let Some(known) = self.includes_syntactic(big, small) {
            return Ok(known);
        }
        let word = self.find_word(&[small], &[big], LengthRange::ANY, limits)?;
        Ok(word.is_none())
    }

    /// Whether `r` has every word.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn is_universal(&mut self, r: Re, limits: &Limits) -> Result<bool, Stop> {
        let word = self.find_word(&[], &[r], LengthRange::ANY, limits)?;
        Ok(word.is_none())
    }
}
