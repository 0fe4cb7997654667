//! The lengths of a regex by its form.
//!
//! Lengths of unions, concatenations and repetitions are unions, sums and repetitions of the
//! lengths of their parts, so for a positive regex the result is exact unless the arithmetic gave
//! up. Intersections and complements only give bounds. This is the length abstraction of Z3str3RE,
//! on sets instead of formulas.

use super::LengthSet;
use crate::regex::{Node, Re, Regexes};
use base::FxHashMap;
use base::Upper::Unbounded;
use std::sync::Arc;

/// Length sets by regex.
type Memo = FxHashMap<Re, Arc<LengthSet>>;

/// The memo of length sets.
#[derive(Clone, Debug, Default)]
pub(crate) struct LengthMemo {
    abstractions: Memo,
    /// Exact sets of intersections and complements that a search found.
    measured: Memo,
}

impl Regexes {
    /// A set that has the length of every word of `r`; it has no other if it
    /// [is exact](LengthSet::is_exact).
    ///
    /// ```
    /// let mut rs = automata::Regexes::new();
    /// let (a, bcd) = (rs.text("a"), rs.text("bcd"));
    /// let (left, right) = (rs.repeat(a, 2, Some(2)), rs.star(bcd));
    /// let r = rs.concat(left, right);
    /// let lengths = rs.length_abstraction(r);
    /// assert_eq!(*lengths, automata::LengthSet::progression(2, 3));
    /// ```
    pub fn length_abstraction(&mut self, r: Re) -> Arc<LengthSet> {
        let mut stack = vec![r];
        while let Some(&top) = stack.last() {
            if self.lengths.abstractions.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            self.push_unmeasured(top, &mut stack);
            if stack.len() == before {
                let set = self.measure(top);
                self.lengths.abstractions.insert(top, Arc::new(set));
                stack.pop();
            }
        }
        Arc::clone(&self.lengths.abstractions[&r])
    }

    /// Whether the exact lengths of `r` were found by a search.
    pub(crate) fn has_measured_lengths(&self, r: Re) -> bool {
        self.lengths.measured.contains_key(&r)
    }

    /// Makes known the exact lengths of an intersection or a complement, from which those of the
    /// regexes above it follow.
    pub(crate) fn set_measured_lengths(&mut self, r: Re, set: LengthSet) {
        self.lengths.measured.insert(r, Arc::new(set));
        self.lengths.abstractions.retain(|_, set| set.is_exact());
    }

    /// The only length of the words of `r`, if that is plain.
    fn plain_length(&self, r: Re) -> Option<u64> {
        Some(self.info(r)).filter(|info| info.positive)?.only_length()
    }

    fn push_unmeasured(&self, r: Re, stack: &mut Vec<Re>) {
        if self.plain_length(r).is_some() || self.has_measured_lengths(r) {
            return;
        }
        let mut need = |kid: Re| {
            if self.plain_length(kid).is_none() && !self.lengths.abstractions.contains_key(&kid) {
                stack.push(kid);
            }
        };
        match self.node(r) {
            Node::None | Node::Eps | Node::Chars(_) | Node::Comp(_) => {}
            Node::Concat(..) => self.parts(r).into_iter().for_each(need),
            Node::Union(kids) | Node::Inter(kids) => kids.iter().for_each(|&kid| need(kid)),
            &Node::Star(a) | &Node::Loop(a, ..) => need(a),
        }
    }

    /// The lengths of `r`, given those of its parts.
    fn measure(&self, r: Re) -> LengthSet {
        if let Some(n) = self.plain_length(r) {
            return LengthSet::single(n);
        }
        if let Some(set) = self.lengths.measured.get(&r) {
            return LengthSet::clone(set);
        }
        let info = self.info(r);
        let set = match self.node(r) {
            Node::None => LengthSet::empty(),
            Node::Eps => LengthSet::single(0),
            Node::Chars(_) => LengthSet::single(1),
            Node::Comp(_) => LengthSet::range(info.min_len.weakened(), info.max_len).as_superset(),
            Node::Concat(..) => self.measure_concat(&self.parts(r)),
            Node::Union(kids) => {
                let sets: Vec<_> = kids.iter().map(|&kid| self.measured(kid)).collect();
                LengthSet::union_all(sets.iter().map(Arc::as_ref))
            }
            Node::Inter(kids) => kids
                .iter()
                .fold(LengthSet::all(), |all, &kid| all.intersect(&self.measured(kid)))
                .as_superset(),
            &Node::Star(a) => self.measured(a).repeat(0, Unbounded),
            &Node::Loop(a, lo, hi) => self.measured(a).repeat(lo, hi),
        };
        if set.is_exact() {
            return set;
        }
        set.intersect(&LengthSet::range(info.min_len.weakened(), info.max_len))
    }

    fn measured(&self, r: Re) -> Arc<LengthSet> {
        match self.plain_length(r) {
            Some(n) => Arc::new(LengthSet::single(n)),
            None => Arc::clone(&self.lengths.abstractions[&r]),
        }
    }

    /// Plain lengths are added first, so that a literal is one number.
    fn measure_concat(&self, parts: &[Re]) -> LengthSet {
        let mut plain = parts.iter().filter_map(|&part| self.plain_length(part));
        let shift = plain.try_fold(0, u64::checked_add);
        let shift = shift.map_or_else(LengthSet::beyond, LengthSet::single);
        let others = parts.iter().filter(|&&part| self.plain_length(part).is_none());
        others.fold(shift, |sum, &part| sum.sum(&self.measured(part)))
    }
}
