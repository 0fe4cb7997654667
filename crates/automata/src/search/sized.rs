//! Words of a given length, read off the form of a regex.
//!
//! The exact sets of lengths of the parts say how to split the length between them, so no state is
//! visited, and a counter of millions costs the word that is written and nothing else. Below
//! intersections and complements somebody else has to find the word.

use crate::lengths::LengthSet;
use crate::regex::{Node, Re, Regexes};
use base::Lower::AtLeast;
use base::Upper::{self, Unbounded};

/// Finds a word of the regex with the length given.
pub(super) type LeafWord<'a> = &'a mut dyn FnMut(&mut Regexes, Re, u64) -> Option<Vec<u32>>;

enum Step {
    Emit(Re, u64),
    /// Appends copies of what was written from a position on.
    Copy {
        from: usize,
        times: u64,
    },
    /// A word of the regex with the length given, so many times, then the rest of the steps.
    Times(Re, u64, u64),
}

impl Regexes {
    /// A word of `r` of length `n`, if `r` is positive and simple enough to see one.
    pub fn word_by_form(&mut self, r: Re, n: u64) -> Option<Vec<u32>> {
        if self.info(r).positive { self.word_of_size(r, n, &mut |_, _, _| None) } else { None }
    }

    /// A word of `r` of length `n`, if the lengths of `r` are known exactly and it is simple enough
    /// to see one; words of intersections and complements come from `leaf_word`.
    pub(super) fn word_of_size(&mut self, r: Re, n: u64, leaf_word: LeafWord) -> Option<Vec<u32>> {
        if n > self.effort().longest_word || !self.has_length(r, n)? {
            return None;
        }
        let mut word: Vec<u32> = Vec::with_capacity(base::index(n));
        let mut todo = vec![Step::Emit(r, n)];
        while let Some(step) = todo.pop() {
            match step {
                Step::Copy { from, times } => {
                    let to = word.len();
                    (0..times).for_each(|_| word.extend_from_within(from..to));
                }
                Step::Times(_, _, 0) => {}
                Step::Times(r, n, times) => {
                    todo.push(Step::Copy { from: word.len(), times: times - 1 });
                    todo.push(Step::Emit(r, n));
                }
                Step::Emit(r, n) if matches!(self.node(r), Node::Inter(_) | Node::Comp(_)) => {
                    word.extend(leaf_word(self, r, n)?);
                }
                Step::Emit(r, n) => self.emit_sized(r, n, &mut word, &mut todo)?,
            }
        }
        debug_assert_eq!(word.len() as u64, n);
        Some(word)
    }

    /// Whether `r` has a word of length `n`, if its form tells.
    fn has_length(&mut self, r: Re, n: u64) -> Option<bool> {
        let info = self.info(r);
        let shortest = info.min_len == AtLeast(n);
        if info.positive && (shortest || info.only_length().is_some()) {
            return Some(shortest);
        }
        let lengths = self.length_abstraction(r);
        lengths.is_exact().then(|| lengths.contains(n))
    }

    fn emit_sized(
        &mut self,
        r: Re,
        n: u64,
        word: &mut Vec<u32>,
        todo: &mut Vec<Step>,
    ) -> Option<()> {
        if self.info(r).positive && self.info(r).min_len == AtLeast(n) {
            word.extend(self.shortest_by_form(r)?);
            return Some(());
        }
        match self.node(r).clone() {
            Node::Concat(a, b) => {
                let first = self.split_length(a, b, n)?;
                todo.extend([Step::Emit(b, n - first), Step::Emit(a, first)]);
                Some(())
            }
            Node::Union(kids) => {
                let kid = kids.iter().find(|&&kid| self.has_length(kid, n) == Some(true))?;
                todo.push(Step::Emit(*kid, n));
                Some(())
            }
            Node::Star(a) => self.emit_loop(a, (0, Unbounded), n, todo),
            Node::Loop(a, lo, hi) => self.emit_loop(a, (lo, hi), n, todo),
            _ => None,
        }
    }

    /// The length of the word of `a` in a word of `a b` of length `n`.
    fn split_length(&mut self, a: Re, b: Re, n: u64) -> Option<u64> {
        let (x, y) = (self.info(a), self.info(b));
        if let Some(first) = x.only_length().filter(|_| x.positive) {
            return Some(first);
        }
        if let Some(last) = y.only_length().filter(|_| y.positive) {
            return n.checked_sub(last);
        }
        let (left, right) = (self.length_abstraction(a), self.length_abstraction(b));
        let fits = left.intersect(&right.subtracted_from(n));
        fits.min().filter(|_| fits.is_exact())
    }

    /// `n` as the sum of lengths of `lo` to `hi` copies of `a`, for a body whose positive lengths
    /// are one progression: any number of copies can be as short as possible, any number as long
    /// as possible, and one makes up the difference.
    fn emit_loop(
        &mut self,
        a: Re,
        (lo, hi): (u32, Upper<u32>),
        n: u64,
        todo: &mut Vec<Step>,
    ) -> Option<()> {
        let lengths = self.length_abstraction(a);
        let lo = if lengths.contains(0) { 0 } else { lo };
        let positive = lengths.intersect(&LengthSet::range(1, Unbounded));
        let (&[p], true) = (positive.parts(), positive.is_exact()) else { return None };
        let fewest = p.last.number().map_or(n.min(1), |last| n.div_ceil(last));
        let fewest = u32::try_from(fewest).ok()?.max(lo);
        let most = hi.cut(u32::try_from(n / p.start).ok()?);
        let fits = |&k: &u32| {
            let least = p.start.checked_mul(u64::from(k));
            least.is_some_and(|least| least <= n && (n - least).is_multiple_of(p.step))
        };
        let count = (fewest..=most).take(self.effort().repetition_counts).find(fits)?;
        let extra = (n - p.start * u64::from(count)) / p.step;
        let room = p.steps().number().unwrap_or(extra);
        let longest = extra.checked_div(room).unwrap_or(0);
        let between = extra - longest * room;
        let shortest = u64::from(count) - longest - u64::from(between > 0);
        let between_len = p.start + between * p.step;
        todo.extend([
            Step::Times(a, p.start, shortest),
            Step::Times(a, between_len, u64::from(between > 0)),
            Step::Times(a, p.start + room * p.step, longest),
        ]);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_of_millions() {
        let rs = &mut Regexes::new();
        let (abc, d) = (rs.text("abc"), rs.text("d"));
        let unit = rs.repeat(abc, 10, Some(20));
        let body = rs.concat(unit, d);
        let r = rs.repeat(body, 3000, Some(3000));
        let word = rs.word_by_form(r, 3000 * 31 + 3 * 17).unwrap();
        assert_eq!(word.len(), 3000 * 31 + 3 * 17);
        assert_eq!(rs.word_by_form(r, 3000 * 31 + 1), None);
        let all = rs.repeat(Re::ANY, 5, None);
        assert_eq!(rs.word_by_form(all, 1_000_000).map(|w| w.len()), Some(1_000_000));
    }
}
