//! The bounds of all columns, on one trail.
//!
//! Bounds are the only thing that is undone: the trail records every bound in the order it was
//! set, each with the bound it replaced, so that `pop` costs as much as the bounds it removes and
//! an explanation can refer to bounds *as they were*. A bound is an axiom, was asserted with a
//! reason of the caller, or was derived from earlier bounds of the trail; thus derivations are
//! causal by construction and explained by walking backwards, whenever that is wanted. Bounds
//! that propagation derives from a definition do not even store their premises: they are the
//! bounds that were the strongest at the time, which the trail still knows.
//!
//! What the caller was told of a derived bound it may give a name: a reason that says the same. Where the bound is a premise, its name
//! stands for it from then on, so that an explanation costs as much as one derivation and not as all those that led there; of a chain
//! of `n` sums, each of them told, all explanations together would have `n^2` reasons otherwise.

use crate::Reason;
use crate::activity::{Activities, Stamp};
use crate::definitions::Def;
use base::Link;
use base::{FxHashSet, Idx, IdxVec, Int};

base::id! {
    /// A column of the tableau: a variable, or the sum a slack column stands for.
    pub struct Col;
}

base::id! {
    /// A bound on the trail. Valid until the scope it was set in is popped.
    pub struct BoundId;
}

/// Which of its two sides a bound limits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// `column >= value`.
    Lower,
    /// `column <= value`.
    Upper,
}

impl Side {
    /// The other side.
    pub fn opposite(self) -> Side {
        match self {
            Side::Lower => Side::Upper,
            Side::Upper => Side::Lower,
        }
    }

    /// Whether a bound `a` on this side excludes more than a bound `b`.
    pub(crate) fn is_stronger(self, a: &Int, b: &Int) -> bool {
        match self {
            Side::Lower => a > b,
            Side::Upper => a < b,
        }
    }
}

/// Where a bound comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// Holds always.
    Axiom,
    /// The caller asserted it.
    Asserted(Reason),
    /// Follows from the bounds in this range of [`Bounds::premises`].
    Derived { start: u32, end: u32 },
    /// Follows from a definition and the bounds on the other columns of it at the time, which
    /// made its sum `least` or greatest.
    Sum { def: Def, least: bool },
}

impl Origin {
    pub(crate) fn is_derived(self) -> bool {
        matches!(self, Origin::Derived { .. } | Origin::Sum { .. })
    }
}

/// One bound.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) col: Col,
    pub(crate) side: Side,
    pub(crate) value: Int,
    pub(crate) origin: Origin,
    /// What says the same, if it is derived and the caller knows of it.
    pub(crate) name: Option<Reason>,
    prev: Link,
}

#[derive(Clone, Copy, Debug)]
struct Current {
    lower: Link,
    upper: Link,
}

#[derive(Clone, Copy, Debug)]
struct Scope {
    trail: usize,
    premises: usize,
    serial: u64,
}

/// All bounds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bounds {
    current: IdxVec<Col, Current>,
    trail: IdxVec<BoundId, Bound>,
    premises: Vec<BoundId>,
    scopes: Vec<Scope>,
    /// How many scopes there were.
    opened: u64,
    /// Long sums, of which each bound that is set or undone here is told.
    pub(crate) activities: Activities,
}

impl Bounds {
    pub(crate) fn new_col(&mut self) -> Col {
        self.activities.new_col();
        self.current.push(Current { lower: Link::NONE, upper: Link::NONE })
    }

    pub(crate) fn len(&self) -> usize {
        self.current.len()
    }

    pub(crate) fn get(&self, id: BoundId) -> &Bound {
        &self.trail[id]
    }

    /// The strongest bound of `col` on `side`.
    #[inline]
    pub(crate) fn id(&self, col: Col, side: Side) -> Option<BoundId> {
        let current = self.current[col];
        let link = if side == Side::Lower { current.lower } else { current.upper };
        link.number().map(BoundId)
    }

    #[inline]
    pub(crate) fn value(&self, col: Col, side: Side) -> Option<&Int> {
        self.id(col, side).map(|id| &self.trail[id].value)
    }

    #[inline]
    pub(crate) fn lower(&self, col: Col) -> Option<&Int> {
        self.value(col, Side::Lower)
    }

    #[inline]
    pub(crate) fn upper(&self, col: Col) -> Option<&Int> {
        self.value(col, Side::Upper)
    }

    /// The single value the bounds leave to `col`.
    #[inline]
    pub(crate) fn fixed(&self, col: Col) -> Option<&Int> {
        let lower = self.lower(col)?;
        (self.upper(col) == Some(lower)).then_some(lower)
    }

    pub(crate) fn is_bounded(&self, col: Col) -> bool {
        let current = self.current[col];
        current.lower != Link::NONE || current.upper != Link::NONE
    }

    /// The weaker bound on the same side that `id` replaced.
    pub(crate) fn previous(&self, id: BoundId) -> Option<BoundId> {
        self.trail[id].prev.number().map(BoundId)
    }

    pub(crate) fn set(&mut self, col: Col, side: Side, value: Int, origin: Origin) -> BoundId {
        let old = self.value(col, side).cloned();
        self.activities.change(col, side, old.as_ref(), Some(&value));
        let next = Link::to(self.trail.len());
        let current = &mut self.current[col];
        let slot = if side == Side::Lower { &mut current.lower } else { &mut current.upper };
        let prev = std::mem::replace(slot, next);
        self.trail.push(Bound { col, side, value, origin, name: None, prev })
    }

    /// From now on, `name` says that the derived bound `id` holds.
    pub(crate) fn name(&mut self, id: BoundId, name: Reason) {
        debug_assert!(self.trail[id].origin.is_derived(), "a bound that was asserted has a name");
        self.trail[id].name = Some(name);
    }

    pub(crate) fn set_derived(
        &mut self,
        col: Col,
        side: Side,
        value: Int,
        premises: &[BoundId],
    ) -> BoundId {
        let start = base::id32(self.premises.len());
        self.premises.extend_from_slice(premises);
        let end = base::id32(self.premises.len());
        self.set(col, side, value, Origin::Derived { start, end })
    }

    pub(crate) fn push(&mut self) {
        self.opened += 1;
        let (trail, premises) = (self.trail.len(), self.premises.len());
        self.scopes.push(Scope { trail, premises, serial: self.opened });
    }

    /// Keeps the activity of `0 = equation`, which a definition says.
    pub(crate) fn watch(&mut self, def: Def, equation: &[(Col, Int)]) {
        let mut activities = std::mem::take(&mut self.activities);
        let with_bounds =
            equation.iter().map(|(col, a)| (*col, a, [self.lower(*col), self.upper(*col)]));
        activities.watch(def, with_bounds);
        self.activities = activities;
    }

    /// Now.
    pub(crate) fn stamp(&self) -> Stamp {
        (self.scopes.len(), self.scopes.last().map_or(0, |scope| scope.serial))
    }

    /// Whether all bounds are still there that were at `stamp`.
    pub(crate) fn has_all_of(&self, (depth, serial): Stamp) -> bool {
        match depth.checked_sub(1) {
            None => true,
            Some(last) => self.scopes.get(last).is_some_and(|scope| scope.serial == serial),
        }
    }

    /// Removes the bounds of the `n` innermost scopes.
    pub(crate) fn pop(&mut self, n: usize) {
        if n == 0 {
            return;
        }
        let keep = self.scopes.len() - n;
        let mark = self.scopes[keep];
        self.scopes.truncate(keep);
        while self.trail.len() > mark.trail {
            if let Some(b) = self.trail.pop() {
                let current = &mut self.current[b.col];
                match b.side {
                    Side::Lower => current.lower = b.prev,
                    Side::Upper => current.upper = b.prev,
                }
                let old = b.prev.number().map(|id| &self.trail[BoundId(id)].value);
                self.activities.change(b.col, b.side, Some(&b.value), old);
            }
        }
        self.premises.truncate(mark.premises);
    }

    pub(crate) fn scopes(&self) -> usize {
        self.scopes.len()
    }

    /// The strongest bound of `col` on `side` when the bound `time` was set.
    pub(crate) fn id_before(&self, col: Col, side: Side, time: BoundId) -> Option<BoundId> {
        let mut id = self.id(col, side)?;
        while id >= time {
            id = self.previous(id)?;
        }
        Some(id)
    }

    /// The oldest bound in place of `id` that is at least as strong as `value`.
    pub(crate) fn oldest_implying(&self, mut id: BoundId, value: &Int) -> BoundId {
        while let Some(older) = self.previous(id) {
            if self.trail[id].side.is_stronger(value, &self.trail[older].value) {
                break;
            }
            id = older;
        }
        id
    }

    /// Adds to `out`, once each, the reasons that `roots` rest on, which are names where there are any. The premises of
    /// bounds derived from definitions are asked from `premises`.
    pub(crate) fn explain(
        &self,
        roots: &[BoundId],
        premises: impl Fn(&Bound, BoundId) -> Vec<BoundId>,
        out: &mut Vec<Reason>,
    ) {
        let mut reasons: FxHashSet<Reason> = out.iter().copied().collect();
        let mut seen: FxHashSet<BoundId> = FxHashSet::default();
        let mut stack = roots.to_vec();
        while let Some(id) = stack.pop() {
            let bound = &self.trail[id];
            match (bound.origin, bound.name) {
                (Origin::Axiom, _) => {}
                (Origin::Asserted(reason), _) | (_, Some(reason)) => {
                    if reasons.insert(reason) {
                        out.push(reason);
                    }
                }
                (Origin::Derived { .. } | Origin::Sum { .. }, None) => {
                    if seen.insert(id) {
                        stack.extend(self.premises_of(id, &premises));
                    }
                }
            }
        }
    }

    /// What the derived bound `id` was derived from; nothing if it was not.
    pub(crate) fn premises_of(
        &self,
        id: BoundId,
        premises: impl Fn(&Bound, BoundId) -> Vec<BoundId>,
    ) -> Vec<BoundId> {
        match self.trail[id].origin {
            Origin::Axiom | Origin::Asserted(_) => Vec::new(),
            Origin::Derived { start, end } => self.premises[start as usize..end as usize].to_vec(),
            Origin::Sum { .. } => premises(&self.trail[id], id),
        }
    }

    pub(crate) fn cols(&self) -> impl Iterator<Item = Col> + use<> {
        (0..self.current.len()).map(Col::from_index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pop_restores_and_explanations_are_causal() {
        let mut b = Bounds::default();
        let (x, y) = (b.new_col(), b.new_col());
        let first = b.set(x, Side::Upper, Int::from(5), Origin::Asserted(Reason(1)));
        b.push();
        let derived = b.set_derived(y, Side::Upper, Int::from(4), &[first]);
        b.set(x, Side::Upper, Int::from(3), Origin::Asserted(Reason(2)));
        let mut out = Vec::new();
        b.explain(&[derived, derived], |_, _| Vec::new(), &mut out);
        assert_eq!(out, [Reason(1)]);
        assert_eq!(b.id_before(x, Side::Upper, derived), Some(first));
        let newest = b.id(x, Side::Upper).unwrap();
        assert_eq!(b.oldest_implying(newest, &Int::from(4)), newest);
        assert_eq!(b.oldest_implying(newest, &Int::from(6)), first);
        b.name(derived, Reason(3));
        let last = b.set_derived(y, Side::Lower, Int::from(1), &[derived, newest]);
        out.clear();
        b.explain(&[last], |_, _| Vec::new(), &mut out);
        assert_eq!(out, [Reason(2), Reason(3)], "a name stands for what it was derived from");
        b.pop(1);
        assert_eq!((b.upper(x), b.upper(y)), (Some(&Int::from(5)), None));
        assert_eq!(b.lower(x), None);
    }
}
