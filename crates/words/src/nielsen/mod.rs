//! Nielsen's transformation: word equations by guessing how their first symbols relate.
//!
//! If `x u = y v` has a solution then one of `x`, `y` is a prefix of the other; substituting `x = y x'`
//! lets the equation shrink at its head while the word of some variable got shorter. In a quadratic system
//! (no variable more than twice) the equations never grow, so up to renaming there are finitely many of
//! them: they are the nodes of a graph, and the system is satisfiable iff the node without equations is
//! reachable (Nielsen 1917; Diekert, *Makanin's algorithm*, 2002). Beyond quadratic systems the same search
//! is a semi-decision within a number of nodes. Independent parts of a system, which share no variable, have
//! graphs of their own. As in Z3-Noodler (Chen et al., TACAS 2024) this decides what stabilization
//! cannot: equations such as `x ab y = y ba x`, whose sides depend on each other.
//!
//! What differs here: regular constraints are part of the nodes ([`views`]), so they need not
//! be absent; nodes are simplified before they are named ([`node`]); and lengths are read off paths
//! with accelerated loops, some of which are not linear ([`counters`]).
//!
//! | file | is about |
//! |---|---|
//! | [`views`] | languages of variables as pieces of automata |
//! | [`node`] | canonical systems, and what happens on the way to them |
//! | [`graph`] | moves and exploration |
//! | [`component`] | an independent part of a system and its graph |
//! | [`cycles`] | loops of the graph and what they do to words |
//! | [`paths`] | the ways through a graph |
//! | [`counters`] | the lengths along a path as a formula, and words for a model of it |
//! | [`lengths`] | the choice of a path for each part |
//!
//! The entry is [`solve`].

mod component;
mod counters;
mod cycles;
mod flat;
mod graph;
mod lengths;
mod node;
mod paths;
mod views;

use crate::arithmetic::Arithmetic;
use crate::outcome::{Outcome, Solution};
use crate::simplify::languages::empty_language;
use crate::system::System;
use crate::unconstrained::{unconstrained_vars, unconstrained_words};
use automata::Regexes;
use base::{Limits, Stop};
use component::{Verdict, components};
use views::Views;

/// Whether this procedure is worth a try: there are equations, and no disequations.
pub(crate) fn applies(system: &System) -> bool {
    !system.equations().is_empty() && system.disequations().is_empty()
}

/// Decides `system` by its Nielsen graph.
pub(crate) fn solve(
    system: &System,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    debug_assert!(system.disequations().is_empty(), "disequations would be ignored");
    let mut views = Views::new();
    let mut solution = Solution::empty(system);
    let mut linked = Vec::new();
    let mut gave_up = false;
    for mut part in components(system) {
        match part.solve(system, &mut views, rs, limits)? {
            Verdict::Sat if part.needs_lengths(system) => linked.push(part),
            Verdict::Sat => part.write_words(&mut views, &mut solution, limits)?,
            Verdict::Unsat(premises) => return Ok(Outcome::Unsat(premises)),
            Verdict::GaveUp => gave_up = true,
        }
    }
    if gave_up {
        return Ok(Outcome::GaveUp("too many Nielsen nodes"));
    }
    if system.needs_arithmetic() {
        return lengths::solve(system, linked, &mut views, solution, rs, arithmetic, limits);
    }
    let unconstrained = unconstrained_vars(system);
    match unconstrained_words(&unconstrained, system, None, rs, &mut solution, limits)? {
        None => Ok(Outcome::Sat(solution)),
        Some(x) => Ok(match empty_language(system, x, rs, limits)? {
            Some(premises) => Outcome::Unsat(premises),
            None => Outcome::GaveUp("language not decided"),
        }),
    }
}
