//! Bounds of lengths that follow from a few constraints outside.
//!
//! The problem: a program reads the `k` letters in front of a place, and elsewhere it says that `k` is at least 2. That the part has two
//! letters takes two constraints, so no single one tells the word procedures where they may split it, and arithmetic is asked for
//! each place anew.
//!
//! Bounds are carried from one integer to the next through sums in which all others have one (bound propagation, as constraint solvers
//! do it: Apt, *Principles of Constraint Programming*, 2003, section 6.4). What differs: each bound is improved a few times only, since
//! integers that bound each other may go on for as many rounds as they have values; and what takes many constraints is left to
//! arithmetic, as it would be a weak reason.

use base::{FxHashMap, Int};
use std::collections::VecDeque;
use terms::{Op, Term, Terms};
use words::{OutsideTag, OutsideTags};

/// A sum of integer terms.
type Sum = rewrite::LinearSum;

/// A fact: a bound that rests on more constraints is left alone.
const REASONS: usize = 8;

/// A fact: sums of more integers are left alone.
const SUMMANDS: usize = 4;

/// A fact: a bound is improved so many times at most.
const IMPROVED: u8 = 3;

/// A bound of an integer: the least or the greatest value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum End {
    Least,
    Most,
}

/// What is known of an end, why, and how many times it was improved.
struct Known {
    value: Int,
    why: OutsideTags,
    improved: u8,
}

/// Bounds of integers by constraints.
#[derive(Default)]
pub(super) struct Derived(FxHashMap<(Term, End), Known>);

impl Derived {
    /// What `sums`, which are not negative, say of each integer.
    pub fn of(terms: &Terms, sums: &[(Sum, OutsideTag)]) -> Derived {
        let mut derived = Derived::default();
        let mut uses: FxHashMap<Term, Vec<usize>> = FxHashMap::default();
        let is_short = |at: &usize| sums[*at].0.terms.len() <= SUMMANDS;
        let short: Vec<usize> = (0..sums.len()).filter(is_short).collect();
        for &at in &short {
            for (t, _) in &sums[at].0.terms {
                uses.entry(*t).or_default().push(at);
                if terms.op(*t) == Op::StrLen {
                    let (value, why) = (Int::ZERO, OutsideTags::new());
                    derived.0.insert((*t, End::Least), Known { value, why, improved: 0 });
                }
            }
        }
        let mut queue: VecDeque<usize> = short.into();
        while let Some(at) = queue.pop_front() {
            let (sum, tag) = &sums[at];
            for place in 0..sum.terms.len() {
                if derived.bound(sum, *tag, place) {
                    let others = uses[&sum.terms[place].0].iter();
                    queue.extend(others.filter(|other| **other != at));
                }
            }
        }
        derived
    }

    /// The value of an end, and the constraints that say so.
    pub fn get(&self, t: Term, end: End) -> Option<(&Int, &OutsideTags)> {
        let known = self.0.get(&(t, end)).filter(|known| !known.why.is_empty())?;
        debug_assert!(known.improved > 0, "a reason without a bound");
        Some((&known.value, &known.why))
    }

    /// Bounds the summand at `place` by those of the others; whether that is better than before.
    fn bound(&mut self, sum: &Sum, tag: OutsideTag, place: usize) -> bool {
        let (mut rest, mut why) = (sum.constant.clone(), OutsideTags::from(tag));
        for (at, (t, factor)) in sum.terms.iter().enumerate() {
            if at != place {
                let end = if factor.is_negative() { End::Least } else { End::Most };
                let Some(known) = self.0.get(&(*t, end)) else { return false };
                rest += &(&known.value * factor);
                why.extend(&known.why);
            }
        }
        let (t, factor) = &sum.terms[place];
        debug_assert!(!factor.is_zero(), "a summand that is none");
        let (end, value) = match factor.is_negative() {
            true => (End::Most, rest.div_floor(&-factor)),
            false => (End::Least, (-&rest).div_ceil(factor)),
        };
        let known = self.0.get(&(*t, end));
        let is_better = known.is_none_or(|known| match end {
            End::Least => value > known.value,
            End::Most => value < known.value,
        });
        let improved = known.map_or(0, |known| known.improved) + 1;
        if !is_better || improved > IMPROVED || why.iter().count() > REASONS {
            return false;
        }
        self.0.insert((*t, end), Known { value, why, improved });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use terms::Sort;

    #[test]
    fn bounds_go_through_other_integers() {
        let mut terms = Terms::new();
        let [x, k, m] = ["x", "k", "m"].map(|name| terms.fresh(name, Sort::Int));
        let sum = |parts: &[(Term, i64)], constant: i64| {
            let mut sum = Sum::constant(Int::from(constant));
            parts.iter().for_each(|(t, n)| sum.add_var(*t, Int::from(*n)));
            sum
        };
        // x >= k, 2 k >= m + 1, m >= 4, k <= 9 - x.
        let sums = [
            (sum(&[(x, 1), (k, -1)], 0), OutsideTag(0)),
            (sum(&[(k, 2), (m, -1)], -1), OutsideTag(1)),
            (sum(&[(m, 1)], -4), OutsideTag(2)),
            (sum(&[(k, -1), (x, -1)], 9), OutsideTag(3)),
        ];
        let derived = Derived::of(&terms, &sums);
        let (least, why) = derived.get(x, End::Least).unwrap();
        assert_eq!((least, why.iter().count()), (&Int::from(3), 3));
        let (most, why) = derived.get(x, End::Most).unwrap();
        assert_eq!((most, why.iter().count()), (&Int::from(6), 3));
        assert!(derived.get(m, End::Most).is_some_and(|(most, _)| *most == Int::from(11)));
    }

    #[test]
    fn integers_that_bound_each_other_come_to_an_end() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.fresh(name, Sort::Int));
        let sum = |parts: &[(Term, i64)], constant: i64| {
            let mut sum = Sum::constant(Int::from(constant));
            parts.iter().for_each(|(t, n)| sum.add_var(*t, Int::from(*n)));
            sum
        };
        let sums = [
            (sum(&[(x, 1), (y, -1)], -1), OutsideTag(0)),
            (sum(&[(y, 1), (x, -1)], -1), OutsideTag(1)),
            (sum(&[(x, 1)], 0), OutsideTag(2)),
        ];
        let derived = Derived::of(&terms, &sums);
        assert!(derived.get(x, End::Least).is_some_and(|(n, _)| *n < Int::from(9)));
        assert!(derived.get(y, End::Most).is_none());
    }
}
