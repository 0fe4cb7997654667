//! Why there are no words of some lengths.

use super::{Fixed, solve_fixed};
use crate::system::{Equation, System, Var};
use crate::tags::Premises;
use automata::Regexes;
use base::minimize::{Trial, minimize_by_halves};
use base::{IdxVec, Limits, Stop};

/// Some constraints of `system` that have no solution with the given lengths, all of them together having none:
/// what they rest on, and their variables.
pub(crate) fn fixed_core(
    system: &System,
    lengths: &IdxVec<Var, usize>,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<(Premises, Vec<Var>), Stop> {
    debug_assert_eq!(lengths.len(), system.var_count(), "a variable has no length");
    let mut core = system.clone();
    let tunables = &limits.tunables().words;
    if lengths.iter().sum::<usize>() <= tunables.fixed_core_letters {
        let questions = tunables.fixed_core_questions;
        let is_impossible = |system: &System, rs: &mut Regexes| {
            Ok(matches!(solve_fixed(system, lengths, rs, limits)?, Fixed::Impossible))
        };
        shrink(&mut core, |s| &mut s.equations, questions, |s| is_impossible(s, rs))?;
        shrink(&mut core, |s| &mut s.disequations, questions, |s| is_impossible(s, rs))?;
        shrink(&mut core, |s| &mut s.memberships, questions, |s| is_impossible(s, rs))?;
    }
    let equations = core.equations.iter().chain(&core.disequations);
    let mut vars: Vec<Var> = equations.flat_map(Equation::vars).collect();
    vars.extend(core.memberships.iter().map(|m| m.var));
    vars.sort_unstable();
    vars.dedup();
    core.facts.clear();
    let premises = core.premises();
    debug_assert!(
        premises.is_within(&system.premises()),
        "a core blames literals of no constraint"
    );
    Ok((premises, vars))
}

/// Drops constraints of one kind as long as those that are left have no solution, with at most so many questions.
fn shrink<T: Clone>(
    core: &mut System,
    kind: fn(&mut System) -> &mut Vec<T>,
    most: usize,
    mut is_impossible: impl FnMut(&System) -> Result<bool, Stop>,
) -> Result<(), Stop> {
    let all = kind(core).clone();
    let chosen = |kept: &[usize]| kept.iter().map(|&at| all[at].clone()).collect();
    let mut questions = 0;
    let kept = minimize_by_halves(all.len(), |kept| {
        if questions == most {
            return Ok(Trial::Stop);
        }
        questions += 1;
        *kind(core) = chosen(kept);
        is_impossible(core).map(Trial::from)
    })?;
    *kind(core) = chosen(&kept);
    Ok(())
}
