//! Shorter conflicts between word equations and lengths.
//!
//! The problem: a procedure names every literal that it used on the way to a contradiction, also those that it simplified with before it
//! came upon the two or three that contradict each other. A conflict of eighty literals excludes one assignment, and the core finds
//! the same contradiction again in another shape: with a chain of segments of one string, a thousand times.
//!
//! So the conflict is asked again, with parts left out ([`base::minimize`]). The parts are small systems, and most of the questions
//! are answered by simplification. cvc5 explains each step with as few literals as it can instead, which is cheaper and not minimal.
//! What is spent is bounded by what the conflict itself has cost, and where conflicts cannot be halved it is tried ever more rarely.

use super::refute;
use crate::engine::Engine;
use crate::strings::facts::Facts;
use automata::Regexes;
use base::minimize::{Trial, minimize_by_halves};
use base::{FxHashMap, Interrupted};
use terms::Term;

/// Those of `premises`, which contradict each other, that are needed for that, as far as the steps suffice.
pub(super) fn shrink(
    engine: &mut Engine<'_>,
    facts: &Facts,
    premises: Vec<Term>,
    regexes: &mut Regexes,
    cost: u64,
) -> Result<Vec<Term>, Interrupted> {
    let tunables = &engine.res.budget.tunables().strings;
    let is_long = premises.len() > tunables.conflict_length;
    let is_wanted = engine.res.options.strings_short_conflicts && is_long;
    if !is_wanted || !engine.strings.shortening.is_due(tunables.conflict_first) {
        return Ok(premises);
    }
    let position: FxHashMap<Term, usize> =
        premises.iter().enumerate().map(|(i, &t)| (t, i)).collect();
    debug_assert_eq!(position.len(), premises.len(), "a premise stands twice");
    let end =
        engine.res.budget.spent() + tunables.conflict_steps.max(tunables.conflict_share * cost);
    let kept = minimize_by_halves(premises.len(), |kept| {
        let left = end.saturating_sub(engine.res.budget.spent());
        if left == 0 {
            return Ok(Trial::Stop);
        }
        let kept: Vec<Term> = kept.iter().map(|&i| premises[i]).collect();
        let (part, integers) = facts.among(&kept);
        let steps = left.min(tunables.conflict_steps.max(cost));
        let core = refute(engine, &part, &integers, regexes, steps)?;
        Ok(core
            .map_or(Trial::Needed, |core| Trial::Core(core.iter().map(|t| position[t]).collect())))
    })?;
    debug_assert!(!kept.is_empty(), "a conflict needs none of its premises");
    let has_helped = 2 * kept.len() <= premises.len();
    engine.strings.shortening.record(has_helped, tunables.conflict_doublings);
    Ok(kept.into_iter().map(|i| premises[i]).collect())
}
