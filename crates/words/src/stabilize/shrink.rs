//! Smaller conflicts: leave out one input literal after the other and see whether the rest is still refuted.
//!
//! A refutation of the search names what its branches used, which is more than was needed: another order
//! of splits might have done without. Refutations are mostly cheap, and a literal less in a conflict can
//! halve the work of the caller. But some are not: without a bound on a length, arithmetic may search for
//! long. So the questions to arithmetic count as well, and one that is too hard ends the shrinking.

use crate::arithmetic::Arithmetic;
use crate::outcome::Outcome;
use crate::system::System;
use crate::tags::{Premises, Tag, Tags};
use base::minimize::{Trial, minimize};
use base::{Limits, Stop, affordable};

/// A way to decide systems.
type Decide<'a> = dyn FnMut(&System, &mut dyn Arithmetic, &Limits) -> Result<Outcome, Stop> + 'a;

/// Shrinks `premises`, which took `spent` steps to find, by means of `decide`.
pub(super) fn shrink(
    system: &System,
    premises: Premises,
    spent: u64,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
    decide: &mut Decide<'_>,
) -> Result<Premises, Stop> {
    debug_assert!(premises.is_within(&system.premises()), "a conflict has other premises");
    let tags: Vec<Tag> = premises.system.iter().collect();
    let tunables = &limits.tunables().words;
    if tags.len() < 2 || tags.len() > tunables.shrink_literals {
        return Ok(premises);
    }
    let allowance = tunables.shrink_least_steps.max(tunables.shrink_factor * spent);
    let mut smallest = premises;
    let shrunk = limits.within(allowance, |slice| {
        minimize(tags.len(), 0..tags.len(), |kept, _| {
            let kept: Tags = kept.iter().map(|&at| tags[at]).collect();
            let rest = restricted(system, &kept);
            let Outcome::Unsat(smaller) = decide(&rest, arithmetic, slice)? else {
                return Ok(Trial::Needed);
            };
            debug_assert!(
                smaller.system.iter().all(|tag| kept.contains(tag)),
                "a conflict has a premise that was left out"
            );
            smallest = smaller;
            let used = |at: &usize| smallest.system.contains(tags[*at]);
            Ok(Trial::Core((0..tags.len()).filter(used).collect()))
        })
    });
    affordable(shrunk)?;
    Ok(smallest)
}

/// What of `system` rests on literals in `kept` alone.
fn restricted(system: &System, kept: &Tags) -> System {
    let keep = |b: &Premises| b.system.iter().all(|t| kept.contains(t));
    system.restricted_to(keep)
}
