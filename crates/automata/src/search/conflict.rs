//! Small unsatisfiable parts of a conjunction of memberships.
//!
//! A conflict clause should blame few literals. Members are deleted one by one, dear ones first,
//! as long as what is left stays without a word; a deletion that cannot be judged within its share
//! of the allowance is taken back, so the result is always unsatisfiable.

use super::LengthRange;
use crate::regex::{Re, Regexes};
use base::minimize::{Trial, minimize};
use base::{Cost, Limits, Stop, affordable};

/// A part of a conjunction: indices into its positive and negative members, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conflict {
    /// Indices of positive members.
    pub pos: Vec<usize>,
    /// Indices of negative members.
    pub neg: Vec<usize>,
    /// Whether the length range is part of the conflict.
    pub needs_range: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Member {
    Range,
    Pos(usize),
    Neg(usize),
}

impl Conflict {
    fn of(members: impl IntoIterator<Item = Member>) -> Conflict {
        let mut conflict = Conflict::default();
        for member in members {
            match member {
                Member::Pos(i) => conflict.pos.push(i),
                Member::Neg(i) => conflict.neg.push(i),
                Member::Range => conflict.needs_range = true,
            }
        }
        conflict
    }
}

impl Regexes {
    /// A part of an unsatisfiable conjunction that is unsatisfiable itself; minimal if the
    /// allowance suffices.
    ///
    /// The caller vouches that no word is in all of `pos` and none of `neg` with a length in
    /// `range`.
    ///
    /// # Errors
    /// Only when the whole query has to stop.
    pub fn shrink_conflict(
        &mut self,
        pos: &[Re],
        neg: &[Re],
        range: LengthRange,
        limits: &Limits,
    ) -> Result<Conflict, Stop> {
        let members: Vec<Member> = (0..pos.len())
            .map(Member::Pos)
            .chain((0..neg.len()).map(Member::Neg))
            .chain((range != LengthRange::ANY).then_some(Member::Range))
            .collect();
        let cost = |at: &usize| match members[*at] {
            Member::Range => (true, Cost::default()),
            Member::Pos(i) => (false, self.info(pos[i]).states),
            // A negative costs more than a positive of the same size.
            Member::Neg(i) => (false, self.info(neg[i]).states * Cost::new(2)),
        };
        let mut order: Vec<usize> = (0..members.len()).collect();
        base::order::sort_by_key(&mut order, |at| std::cmp::Reverse(cost(at)));
        let share = limits.left() / (order.len() as u64 + 1);
        let kept = minimize::<Stop>(members.len(), order, |kept, _| {
            let rest = Conflict::of(kept.iter().map(|&at| members[at]));
            let (some_pos, some_neg) = (chosen(&rest.pos, pos), chosen(&rest.neg, neg));
            let window = if rest.needs_range { range } else { LengthRange::ANY };
            let word = limits.within(share, |l| self.find_word(&some_pos, &some_neg, window, l));
            Ok(Trial::from(affordable(word)? == Some(None)))
        })?;
        Ok(Conflict::of(kept.into_iter().map(|at| members[at])))
    }
}

fn chosen(positions: &[usize], regexes: &[Re]) -> Vec<Re> {
    positions.iter().map(|&i| regexes[i]).collect()
}
