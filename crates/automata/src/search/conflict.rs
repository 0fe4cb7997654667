//! Small unsatisfiable parts of a conjunction of memberships.
//!
//! A conflict clause should blame few literals. Members are deleted one by one, dear ones first,
//! as long as what is left stays without a word; a deletion that cannot be judged within its share
//! of the allowance is taken back, so the result is always unsatisfiable.

use super::LengthRange;
use crate::regex::{Re, Regexes};
use base::{Limits, Stop};

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
        let mut members: Vec<Member> = (0..pos.len())
            .map(Member::Pos)
            .chain((0..neg.len()).map(Member::Neg))
            .chain((range != LengthRange::ANY).then_some(Member::Range))
            .collect();
        let cost = |rs: &Regexes, m: &Member| match *m {
            Member::Range => u64::MAX,
            Member::Pos(i) => rs.info(pos[i]).states,
            // A negative costs more than a positive of the same size.
            Member::Neg(i) => rs.info(neg[i]).states.saturating_mul(2),
        };
        let mut order = members.clone();
        order.sort_by_key(|m| std::cmp::Reverse(cost(self, m)));
        let share = limits.left() / (order.len() as u64 + 1);
        for candidate in order {
            let rest: Vec<Member> = members.iter().copied().filter(|&m| m != candidate).collect();
            let (some_pos, some_neg) = (chosen_pos(&rest, pos), chosen_neg(&rest, neg));
            let window = if rest.contains(&Member::Range) { range } else { LengthRange::ANY };
            match limits.within(share, |l| self.find_word(&some_pos, &some_neg, window, l)) {
                Ok(None) => members = rest,
                Ok(Some(_)) | Err(Stop::Local) => {}
                Err(stop) => return Err(stop),
            }
        }
        let mut conflict = Conflict::default();
        for member in members {
            match member {
                Member::Pos(i) => conflict.pos.push(i),
                Member::Neg(i) => conflict.neg.push(i),
                Member::Range => conflict.needs_range = true,
            }
        }
        Ok(conflict)
    }
}

fn chosen_pos(members: &[Member], pos: &[Re]) -> Vec<Re> {
    let pick = |m: &Member| if let Member::Pos(i) = *m { Some(pos[i]) } else { None };
    members.iter().filter_map(pick).collect()
}

fn chosen_neg(members: &[Member], neg: &[Re]) -> Vec<Re> {
    let pick = |m: &Member| if let Member::Neg(i) = *m { Some(neg[i]) } else { None };
    members.iter().filter_map(pick).collect()
}
