//! The lengths that a class of equal strings is looked at with, and what a conclusion from them must name.
//!
//! Bounds that literals state are the best reasons: the literals are there, and hold for the rest of the search if the input
//! states them. Those that arithmetic has at present are stricter, but may rest on any decision; a conclusion from them
//! names the bounds themselves, as atoms that arithmetic then knows to be false.

use super::classes::Classes;
use super::table::Class;
use crate::engine::Engine;
use crate::theory::inference::InferenceId;
use automata::LengthRange;
use base::Upper::AtMost;
use base::{FxHashMap, Int};
use terms::{Op, Sort, Term, Terms};

/// What says that a length has a bound.
#[derive(Clone, Copy, Debug)]
struct Reason {
    leaf: Term,
    /// A literal that states the bound, or arithmetic knows.
    literal: Option<Term>,
}

/// Lengths of a class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub range: LengthRange,
    /// Why the length is not below the range, and why not above.
    reasons: [Reason; 2],
}

/// What literals state of terms alone: bounds, each with the literal.
pub(super) struct Stated(FxHashMap<Term, Vec<(LengthRange, Term)>>);

impl Stated {
    /// What these atoms with their values state.
    pub fn of(terms: &mut Terms, atoms: &[(Term, bool)]) -> Stated {
        let mut stated: FxHashMap<Term, Vec<(LengthRange, Term)>> = FxHashMap::default();
        for &(atom, holds) in atoms {
            if let Some((t, range)) = bound(terms, atom, holds) {
                let literal = if holds { atom } else { terms.not(atom) };
                stated.entry(t).or_default().push((range, literal));
            }
        }
        Stated(stated)
    }
}

/// The bound that an atom states if it has this value; inequalities are `(>= t k)` after rewriting.
fn bound(terms: &Terms, atom: Term, holds: bool) -> Option<(Term, LengthRange)> {
    debug_assert!(terms.sort(atom) == Sort::Bool, "an atom that is no formula");
    let (at_least, equal) = (terms.op(atom) == Op::Ge, terms.op(atom) == Op::Eq);
    if !at_least && !equal {
        return None;
    }
    let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
    let (t, k) = match (terms.int_value(a), terms.int_value(b)) {
        (None, Some(k)) => (a, k),
        (Some(k), None) if equal => (b, k),
        _ => return None,
    };
    let range = if equal {
        holds.then_some(LengthRange::exactly(k.to_u64()?))?
    } else if holds {
        LengthRange { min: k.to_u64()?, ..LengthRange::ANY }
    } else {
        LengthRange::between(0, (k.clone() - Int::from(1)).to_u64()?)
    };
    Some((t, range))
}

/// The bounds that a technique looks at one after the other: those with the best reasons first.
pub(super) const IN_TURN: [fn(&mut Engine<'_>, &Class, &Stated) -> Bounds; 3] =
    [|_, class, _| Bounds::none(class), Bounds::stated, Bounds::present];

impl Bounds {
    /// All lengths.
    pub fn none(class: &Class) -> Bounds {
        let reason = Reason { leaf: class.anchor(), literal: None };
        Bounds { range: LengthRange::ANY, reasons: [reason; 2] }
    }

    /// The strictest bounds that literals state of the leaves.
    pub fn stated(engine: &mut Engine<'_>, class: &Class, stated: &Stated) -> Bounds {
        let mut bounds = Bounds::none(class);
        for &leaf in &class.leaves {
            let length = engine.length_of(leaf);
            for &(range, literal) in stated.0.get(&length).into_iter().flatten() {
                bounds.tighten(range, Reason { leaf, literal: Some(literal) });
            }
        }
        bounds
    }

    /// The strictest bounds that arithmetic has of the leaves at present, where they say more than literals do.
    pub fn present(engine: &mut Engine<'_>, class: &Class, stated: &Stated) -> Bounds {
        let mut bounds = Bounds::stated(engine, class, stated);
        for &leaf in &class.leaves {
            let length = engine.length_of(leaf);
            let range = engine.lia.range(length);
            bounds.tighten(range, Reason { leaf, literal: None });
        }
        bounds
    }

    /// The length that arithmetic proposes, if it does.
    pub fn proposed(engine: &mut Engine<'_>, class: &Class) -> Bounds {
        let mut bounds = Bounds::none(class);
        for &leaf in &class.leaves {
            let length = engine.length_of(leaf);
            let value = engine.lia.value(engine.res.terms, length);
            if let Some(n) = value.and_then(|n| n.to_u64()) {
                bounds.tighten(LengthRange::exactly(n), Reason { leaf, literal: None });
            }
        }
        bounds
    }

    fn tighten(&mut self, range: LengthRange, reason: Reason) {
        if range.min > self.range.min {
            (self.range.min, self.reasons[0]) = (range.min, reason);
        }
        if range.max < self.range.max {
            (self.range.max, self.reasons[1]) = (range.max, reason);
        }
    }

    /// The same with this upper bound, which nobody gives a reason for: it is for words, not for conclusions.
    pub fn up_to(self, max: u64) -> Bounds {
        let max = AtMost(max);
        Bounds { range: LengthRange { max, ..self.range }, ..self }
    }

    /// The same without a lower bound, and without an upper one.
    pub fn relaxed(self) -> [Bounds; 2] {
        let (mut low, mut high) = (self, self);
        low.range.min = 0;
        high.range.max = LengthRange::ANY.max;
        [low, high]
    }

    /// Adds the literals that state the bounds to `premises`, and to `outside` the ways in which the length may be out of those
    /// that arithmetic has.
    pub fn explain(
        &self,
        engine: &mut Engine<'_>,
        classes: &Classes,
        class: &Class,
        premises: &mut Vec<Term>,
        outside: &mut Vec<Term>,
    ) {
        let [low, high] = self.reasons;
        debug_assert!(
            class.leaves.is_empty() || [low, high].iter().all(|r| class.leaves.contains(&r.leaf)),
            "the length of another class is bounded"
        );
        if self.range.min > 0 {
            classes.explain(low.leaf, class.anchor(), premises);
            match low.literal {
                Some(literal) => premises.push(literal),
                None => {
                    let length = engine.length_of(low.leaf);
                    let min = engine.res.terms.int(self.range.min);
                    outside.push(engine.res.terms.lt(length, min));
                }
            }
        }
        if let AtMost(max) = self.range.max {
            classes.explain(high.leaf, class.anchor(), premises);
            match high.literal {
                Some(literal) => premises.push(literal),
                None => {
                    let length = engine.length_of(high.leaf);
                    let max = engine.res.terms.int(max);
                    outside.push(engine.res.terms.mk(Op::Gt, &[length, max]));
                }
            }
        }
    }
}

/// Concludes that the premises contradict each other, but for these ways out.
pub(super) fn conclude(
    engine: &mut Engine<'_>,
    id: InferenceId,
    mut premises: Vec<Term>,
    mut outside: Vec<Term>,
) {
    debug_assert!(!premises.is_empty(), "bounds alone are refuted");
    base::order::sort(&mut premises);
    premises.dedup();
    base::order::sort(&mut outside);
    outside.dedup();
    if outside.is_empty() {
        engine.out.conflict(engine.res.terms, id, &premises);
    } else {
        let outside = engine.res.terms.or(&outside);
        engine.out.lemma(engine.res.terms, id, &premises, outside);
    }
}
