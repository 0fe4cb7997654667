//! Negated counters over characters, as bounds on lengths.
//!
//! The problem: `r & ~c{0,500}` counts to 500 in every state of `r`, hundreds of thousands of goals where `r` has counters of
//! its own. If the words of `r` have letters of `c` only, they are outside `c{0,500}` just by being longer, and the lengths of
//! `r` are known in closed form, mostly with a word for each (`sized`). So such a negative becomes a bound. Where `r`
//! has other letters nothing is done: a union of two searches could take twice as long.

use super::LengthRange;
use crate::regex::{Node, Re, Regexes};
use crate::sets::Set;
use base::Upper::{self, AtMost, Unbounded};
use base::{FxHashSet, Limits, Stop};

impl Regexes {
    /// `neg` and `range` for the same words of all of `pos`, with fewer negatives if some only exclude lengths.
    ///
    /// # Errors
    /// When the limits are reached.
    pub(super) fn lengths_of_counters(
        &mut self,
        pos: &[Re],
        neg: &[Re],
        mut range: LengthRange,
        limits: &Limits,
    ) -> Result<(Vec<Re>, LengthRange), Stop> {
        if !neg.iter().any(|&r| self.counted_chars(r).is_some()) {
            return Ok((neg.to_vec(), range));
        }
        let letters = self.common_letters(pos, limits)?;
        let needed = pos.iter().map(|&r| self.info(r).min_len.weakened()).max();
        range = range.at_least(needed.unwrap_or(0));
        let mut kept = Vec::new();
        for &r in neg {
            let counter = self.counted_chars(r);
            let counter = counter.filter(|counter| self.sets.is_subset(letters, counter.0));
            match counter {
                Some((_, lo, AtMost(hi))) if u64::from(lo) <= range.min => {
                    range = range.at_least(u64::from(hi) + 1);
                }
                Some((_, lo, Unbounded)) if lo > 0 => {
                    range = range.at_most(AtMost(u64::from(lo) - 1));
                }
                _ => kept.push(r),
            }
        }
        Ok((kept, range))
    }

    /// The characters of a counter, and how many of them it has.
    fn counted_chars(&self, r: Re) -> Option<(Set, u32, Upper<u32>)> {
        let &Node::Loop(body, lo, hi) = self.node(r) else { return None };
        match self.node(body) {
            &Node::Chars(set) => Some((set, lo, hi)),
            _ => None,
        }
    }

    /// Letters of which all words of all of `pos` are made.
    fn common_letters(&mut self, pos: &[Re], limits: &Limits) -> Result<Set, Stop> {
        let mut common = Set::FULL;
        for &r in pos {
            let letters = self.letters(r, limits)?;
            common = self.sets.intersect(common, letters);
        }
        Ok(common)
    }

    /// Letters of which all words of `r` are made.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn letters(&mut self, r: Re, limits: &Limits) -> Result<Set, Stop> {
        let (mut stack, mut seen) = (vec![r], FxHashSet::default());
        let most = self.effort().counted_nodes;
        let mut letters = Set::EMPTY;
        while let Some(r) = stack.pop() {
            if !seen.insert(r) {
                continue;
            }
            limits.charge(1)?;
            match self.node(r) {
                _ if seen.len() > most => return Ok(Set::FULL),
                Node::None | Node::Eps => {}
                &Node::Chars(set) => letters = self.sets.union(letters, set),
                &Node::Concat(a, b) => stack.extend([a, b]),
                Node::Union(kids) => stack.extend_from_slice(kids),
                &Node::Star(body) | &Node::Loop(body, ..) => stack.push(body),
                // Any of the members will do.
                Node::Inter(kids) => stack.extend(kids.first()),
                Node::Comp(_) => return Ok(Set::FULL),
            }
        }
        Ok(letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;

    fn counters(rs: &mut Regexes) -> [Re; 3] {
        let (letter, digit) = (rs.range(97, 122), rs.range(48, 57));
        let (some, colon, digits) = (rs.repeat(letter, 1, Some(200)), rs.text(":"), rs.plus(digit));
        let r = rs.concat_all([some, colon, digits, colon, some]);
        let printable = rs.range(32, 126);
        [r, rs.repeat(printable, 0, Some(500)), rs.repeat(letter, 0, Some(500))]
    }

    #[test]
    fn a_counter_over_all_letters_costs_a_word() {
        let rs = &mut Regexes::new();
        let [r, printable, letters] = counters(rs);
        let budget = Budget::unlimited();
        let limits = Limits::new(&budget, 2_000);
        let word = rs.find_shortest(&[r], &[printable], LengthRange::ANY, &limits);
        assert_eq!(word.map(|w| w.map(|w| w.len())), Ok(Some(501)));
        // The colons are outside.
        let word = rs.find_shortest(&[r], &[letters], LengthRange::ANY, &limits);
        assert_eq!(word.map(|w| w.map(|w| w.len())), Ok(Some(5)));
    }

    #[test]
    fn bounds_meet() {
        let rs = &mut Regexes::new();
        let budget = Budget::unlimited();
        let limits = Limits::none(&budget);
        let a = rs.text("a");
        let mut length = |lo: u32, hi, from: u32, to| {
            let (pos, neg) = (rs.repeat(a, lo, hi), rs.repeat(Re::ANY, from, to));
            let word = rs.find_shortest(&[pos], &[neg], LengthRange::ANY, &limits);
            word.unwrap().map(|w| w.len())
        };
        assert_eq!(length(0, Some(9), 2, Some(5)), Some(0));
        assert_eq!(length(2, Some(9), 2, Some(5)), Some(6));
        assert_eq!(length(2, Some(5), 2, Some(5)), None);
        assert_eq!(length(3, None, 2, None), None);
        assert_eq!(length(1, None, 3, None), Some(1));
    }
}
