//! Stabilization: word equations with regular constraints by aligning languages.
//!
//! **Problem.** `x y = z w` with a regular language for each variable, and linear arithmetic over
//! lengths. Guessing letters one by one ([`nielsen`](crate::nielsen)) knows nothing of the languages
//! until it is there; here whole languages are cut against each other.
//!
//! **Idea** (Blahoudek et al., *Word equations in synergy with regular constraints*, FM 2023; Chen et
//! al., *Solving string constraints with lengths by stabilization*, OOPSLA 2023, and *Z3-Noodler*, TACAS 2024): a
//! *noodle* is one way to align both sides of an equation. Splitting along it replaces each variable by a
//! concatenation of parts, each with its own language, and the equation is gone. Where only the languages
//! matter, and not where the cuts are, variables are not cut but narrowed. When no equation is left any
//! choice of words from the languages is a solution, so only lengths remain: the length of a variable is the
//! sum of those of its parts, and those are unions of progressions.
//!
//! **What differs here.**
//! - There is no inclusion graph with two orientations of each equation. A run of variables that occur nowhere
//!   else, and whose lengths do not matter, is *private* and joined to one language; an equation with a private
//!   side is an inclusion, and processing those first is what a topological order of the
//!   acyclic part amounts to. That also works for what becomes acyclic on the way.
//! - Equations are split fewest noodles first, counted without building any; one without noodles ends the
//!   branch at once.
//! - Every language and equation carries the literals *and the decisions* it rests on. A refutation that does
//!   not mention a decision undoes it, so independent parts are not multiplied, and conflicts name few literals.
//! - Lengths are asked for before decisions, not just at the end.
//! - Languages are numbered, and noodles, intersections and lengths shared between branches.
//!
//! Equations with a variable on both sides may repeat forever; they are split a bounded number of times along a
//! branch, more often in later rounds, and then given up.
//!
//! | file | is about |
//! |---|---|
//! | [`languages`] | numbered languages and what is computed of them |
//! | [`state`] | a branch: equations, languages, lengths, the way back |
//! | [`split`] | links, the choice of an equation, its noodles |
//! | [`search`] | depth-first search with backjumping |
//! | [`lengths`] | the lengths of a branch as a formula |
//! | [`model`] | words for a solved branch |
//! | [`reason`] | provenance of facts within a branch |
//! | [`shrink`] | fewer literals in conflicts |

mod languages;
mod lengths;
mod model;
mod reason;
mod search;
mod shrink;
mod split;
mod state;

use crate::arithmetic::{Arithmetic, Parts};
use crate::outcome::{Outcome, Solution};
use crate::simplify::languages::empty_language;
use crate::system::{Equation, Sym, System, Var, vars_of};
use crate::unconstrained::{push_unconstrained_lengths, unconstrained_vars, unconstrained_words};
use automata::Regexes;
use base::{Idx, Limits, Stop};
use languages::Languages;
use search::{End, Search};
use state::State;

/// How many splits that repeat a variable a branch may have, round by round.
const ROUNDS: [u32; 3] = [2, 6, 16];

/// Whether there are equations without circular dependency, and no disequations.
pub(crate) fn applies_surely(system: &System) -> bool {
    applies(system) && is_chain_free(system)
}

/// Whether there are equations with circular dependencies, and no disequations.
pub(crate) fn applies_otherwise(system: &System) -> bool {
    applies(system) && !is_chain_free(system)
}

/// As [`applies_otherwise`], and languages have a say.
pub(crate) fn applies_quickly(system: &System) -> bool {
    let occurrences = system.occurrences();
    system.memberships().iter().any(|m| occurrences[m.var] > 0) && applies_otherwise(system)
}

fn applies(system: &System) -> bool {
    !system.equations().is_empty() && system.disequations().is_empty()
}

/// Whether all equations can be processed as inclusions, one after the other.
fn is_chain_free(system: &System) -> bool {
    let mut occurrences = system.occurrences();
    let mut left: Vec<&Equation> = system.equations().iter().collect();
    loop {
        let is_private = |side: &[Sym]| vars_of(side).all(|x| occurrences[x] == 1);
        let private = left.iter().position(|e| is_private(&e.left) || is_private(&e.right));
        let Some(at) = private else { return left.is_empty() };
        left.swap_remove(at).vars().for_each(|x| {
            debug_assert!(occurrences[x] > 0, "an occurrence is counted off that was not counted");
            occurrences[x] -= 1;
        });
    }
}

/// Decides `system` by stabilization if that is easy.
pub(crate) fn solve_quickly(
    system: &System,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    limits.within(limits.tunables().words.quick_steps, |slice| solve(system, rs, arithmetic, slice))
}

/// Decides `system` by stabilization.
pub(crate) fn solve(
    system: &System,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    let before = limits.budget().spent();
    let mut decide = |system: &System, arithmetic: &mut dyn Arithmetic, limits: &Limits| {
        decide(system, rs, arithmetic, limits)
    };
    match decide(system, arithmetic, limits)? {
        Outcome::Unsat(premises) => {
            let spent = limits.budget().spent() - before;
            let premises =
                shrink::shrink(system, premises, spent, arithmetic, limits, &mut decide)?;
            Ok(Outcome::Unsat(premises))
        }
        outcome => Ok(outcome),
    }
}

fn decide(
    system: &System,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    debug_assert!(system.disequations().is_empty(), "disequations would be ignored");
    let unconstrained = unconstrained_vars(system);
    let mut fresh = system.fresh_integers();
    let numeric = system.needs_arithmetic();
    let mut facts = Parts::facts(system);
    if numeric {
        push_unconstrained_lengths(
            &unconstrained,
            system,
            rs,
            &mut || fresh.integer(),
            &mut facts,
            limits,
        )?;
    }
    let mut languages = Languages::new();
    let mut root = State::new(system, &mut languages, rs, limits)?;
    for x in system.vars() {
        if languages.is_empty(root.lang(x)) {
            let premises = empty_language(system, x, rs, limits)?;
            return Ok(premises.map_or(Outcome::GaveUp("language not decided"), Outcome::Unsat));
        }
        root.make_constant(x, &mut languages);
    }
    let languages = &mut languages;
    let mut search = Search::new(languages, arithmetic, facts, numeric.then_some(fresh));
    for max_repeats in ROUNDS {
        match search.run(root.clone(), max_repeats, limits)? {
            End::Refuted(reason) => {
                debug_assert!(reason.splits.is_empty(), "a refutation of all rests on a decision");
                return Ok(Outcome::Unsat(reason.premises));
            }
            End::Unknown if search.is_cut_off() => {}
            End::Unknown => return Ok(Outcome::GaveUp("branches not decided")),
            End::Solved(words, integers) => {
                debug_assert!(
                    words.len() >= system.var_count(),
                    "a variable of the input has no word"
                );
                let mut solution = Solution::empty(system);
                for x in system.vars() {
                    solution.set_word(x, words[x.index()].clone());
                }
                integers.into_iter().for_each(|model| solution.set_integers(model));
                return complete(system, &unconstrained, solution, rs, limits);
            }
        }
    }
    Ok(Outcome::GaveUp("equations repeat"))
}

/// Adds words of `unconstrained` and checks the solution.
fn complete(
    system: &System,
    unconstrained: &[Var],
    mut solution: Solution,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    let model = solution.integers().cloned();
    if let Some(x) =
        unconstrained_words(unconstrained, system, model.as_ref(), rs, &mut solution, limits)?
    {
        let premises = empty_language(system, x, rs, limits)?;
        return Ok(premises.map_or(Outcome::GaveUp("no word of this length"), Outcome::Unsat));
    }
    if !solution.solves(system, rs, limits)? {
        debug_assert!(false, "no solution of the system");
        return Ok(Outcome::GaveUp("solution not confirmed"));
    }
    Ok(Outcome::Sat(solution))
}
