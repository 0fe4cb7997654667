//! What holds in every assignment, looked at first.
//!
//! Lemmas about functions bring literals that the core decides as it likes: whether a value contains what the next function looks for.
//! With sixty functions in a row nearly every choice contradicts itself, one conflict after the other, although any word for the root would
//! settle all of them. So once for each set of literals that hold at the lowest level, these alone are asked: they may contradict each
//! other already, or have a word that the judge accepts.

use super::{Component, guess};
use crate::engine::Engine;
use crate::strings::round::Round;
use crate::theory::verdict::Verdict;
use base::Interrupted;
use terms::Term;

/// Refutes the literals that last, or finds a model of them; `None` if they were asked before, are all that there are, or say nothing.
pub(super) fn check(
    engine: &mut Engine<'_>,
    round: &Round<'_, '_>,
    components: &[Component],
) -> Result<Option<Verdict>, Interrupted> {
    let lasting: Vec<Component> =
        components.iter().map(|c| c.lasting(|literal| lasts(engine, round, literal))).collect();
    let count = |all: &[Component]| all.iter().flat_map(Component::literals).count();
    let mut literals: Vec<Term> = lasting.iter().flat_map(Component::literals).collect();
    base::order::sort(&mut literals);
    if count(&lasting) == count(components) || !engine.strings.transducers.is_new(&literals) {
        return Ok(None);
    }
    for component in &lasting {
        if component.refute(engine)? {
            return Ok(Some(Verdict::Progress));
        }
    }
    let is_determined = guess::determined(engine, components, &round.facts, round.atoms)?;
    let guessed = match is_determined {
        true => Some(guess::guess(engine, &lasting, &round.facts, round.values)?),
        false => None,
    };
    engine.strings.transducers.end(&literals);
    Ok(guessed.filter(|&verdict| verdict == Verdict::Satisfied))
}

/// Whether the literal is true at the lowest level.
fn lasts(engine: &Engine<'_>, round: &Round<'_, '_>, literal: Term) -> bool {
    let terms = &*engine.res.terms;
    let atom = terms.literal(literal).0;
    let view = round.values.view();
    let level = engine.atoms.lit(terms, atom).and_then(|lit| view.level_of(lit));
    level.is_some_and(|level| level <= view.base_level())
}

impl Component {
    /// The component with the constraints that rest on definitions or on literals that last.
    fn lasting(&self, lasts: impl Fn(Term) -> bool) -> Component {
        let mut left = self.clone();
        let keep = |literals: &[Option<Term>]| -> Vec<bool> {
            literals.iter().map(|l| l.is_none_or(&lasts)).collect()
        };
        let (members, pairs) = (keep(&left.member_literals), keep(&left.pair_literals));
        retain(&mut left.member_literals, &members);
        retain(&mut left.constraints.members, &members);
        retain(&mut left.pair_literals, &pairs);
        retain(&mut left.constraints.pairs, &pairs);
        debug_assert_eq!(left.constraints.members.len(), left.member_literals.len());
        left
    }
}

/// Leaves the elements at the places that are to be kept.
fn retain<T>(all: &mut Vec<T>, keep: &[bool]) {
    let mut at = keep.iter();
    all.retain(|_| at.next().is_some_and(|&kept| kept));
}
