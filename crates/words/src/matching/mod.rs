//! Equations with a constant on one side: the constant is matched against the pattern on the other.
//!
//! In `x y x = "abba..."` each variable is a piece of the constant. Where the constant is long, cutting letter after letter off, as
//! Nielsen's transformation does, costs its length for each letter, and an automaton of its pieces has the square of its length in
//! states. But a matcher of patterns with back references, as editors have it, needs two places for a variable: the first occurrence tries
//! lengths, the others are compared, and the last variable takes what is left. It is exponential in the number of variables and very fast
//! where the first few lengths will do or repeated variables leave few matches, so it runs within a small allowance. If it has seen all
//! matches, what rejected them is a conflict, together with the equations. The room for a variable is what the rest of the pattern leaves.
//! That is counted in advance, but for variables that occur more than once: to walk the rest for each variable cost their square.
//! What is known of one variable alone is asked as soon as it has a piece: its languages, and which lengths single constraints or
//! all of arithmetic leave it. Least lengths leave less room to the others, and what the greatest lengths of the others do not cover is
//! the variable's own. A piece that grows is read on from where it ended, and no piece grows that no word of a language begins with.
//!
//! Where no variable is both in front of a place of the pattern and behind it, what is behind depends on the place in the constant
//! alone. Such a pair of places from which there was no match is not gone on from again, so a pattern without repeated
//! variables takes at most as many steps as there are pairs, not as many as there are ways to cut the constant.
//! (A. V. Aho, *Algorithms for Finding Patterns in Strings*, Handbook of Theoretical Computer Science A, 1990, has patterns with back
//! references and that they are hard.)

mod matcher;
mod ranges;

use crate::arithmetic::{Arithmetic, Lengths, ask, premises_of_core};
use crate::outcome::{Outcome, Solution};
use crate::system::{System, Var};
use crate::tags::Premises;
use automata::Regexes;
use base::tunables::Words;
use base::{Limits, Stop};
use matcher::Matcher;

/// Whether all that is left are equations with constants, one of them long, and each variable is in one of them.
pub(crate) fn applies(system: &System, tunables: &Words) -> bool {
    let Some(matcher) = Matcher::new(system) else { return false };
    let inside = |x: Var| system.equations().iter().any(|e| e.vars().any(|y| y == x));
    matcher.longest() >= tunables.matching_letters && system.live_vars().all(inside)
}

/// Finds pieces of the constants for all variables that the other constraints admit, or what rejects each match.
pub(crate) fn solve(
    system: &System,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    let Some(mut matcher) = Matcher::new(system) else {
        return Ok(Outcome::GaveUp("a variable on both sides"));
    };
    if system.needs_arithmetic() {
        matcher.measure(system, arithmetic, limits)?;
    }
    let mut matches = limits.tunables().words.matching_attempts;
    let mut premises = Some(Premises::none());
    let mut found = matcher.next(system, rs, limits)?;
    while found && matches > 0 {
        match verdict(&matcher, system, arithmetic, limits)? {
            Verdict::Accepted(solution) => return Ok(Outcome::Sat(solution)),
            Verdict::Rejected(why) => premises = premises.map(|all| all.and(&why)),
            Verdict::Open => premises = None,
        }
        matches -= 1;
        found = matcher.retry() && matcher.next(system, rs, limits)?;
    }
    let conflict = premises.filter(|_| !found).map(|why| why.and(&matcher.premises(system)));
    Ok(conflict.map_or(Outcome::GaveUp("too many matches"), Outcome::Unsat))
}

/// What the constraints other than equations say of a match.
enum Verdict {
    Accepted(Solution),
    /// They exclude it, already these.
    Rejected(Premises),
    /// Arithmetic does not know.
    Open,
}

/// Whether disequations and arithmetic accept the match; memberships do.
fn verdict(
    matcher: &Matcher,
    system: &System,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Verdict, Stop> {
    let mut solution = matcher.solution(system, limits)?;
    if let Some(e) = system.disequations().iter().find(|e| solution.equates(e)) {
        return Ok(Verdict::Rejected(e.premises.clone()));
    }
    if !system.needs_arithmetic() {
        return Ok(Verdict::Accepted(solution));
    }
    let parts = solution.lengths(system);
    Ok(match ask(arithmetic, &parts.formulas(), limits)? {
        Lengths::Sat(model) => {
            solution.set_integers(model);
            Verdict::Accepted(solution)
        }
        Lengths::Unknown => Verdict::Open,
        Lengths::Unsat { core, parts: needed } => {
            let pairs = parts.into_pairs();
            Verdict::Rejected(premises_of_core(core, needed.iter().map(|&at| &pairs[at].1)))
        }
    })
}

#[cfg(test)]
mod tests;
