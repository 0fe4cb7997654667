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
        let mut ask = |system: &System| is_impossible(system, rs);
        shrink(&mut core, System::equations, System::set_equations, questions, &mut ask)?;
        shrink(&mut core, System::disequations, System::set_disequations, questions, &mut ask)?;
        shrink(&mut core, System::memberships, System::set_memberships, questions, &mut ask)?;
    }
    let equations = core.equations().iter().chain(core.disequations());
    let mut vars: Vec<Var> = equations.flat_map(Equation::vars).collect();
    vars.extend(core.memberships().iter().map(|m| m.var));
    base::order::sort(&mut vars);
    vars.dedup();
    let premises = core.word_premises();
    debug_assert!(
        premises.is_within(&system.premises()),
        "a core blames literals of no constraint"
    );
    Ok((premises, vars))
}

/// Drops constraints of one kind as long as those that are left have no solution, with at most so many questions.
fn shrink<T: Clone>(
    core: &mut System,
    get: fn(&System) -> &[T],
    set: fn(&mut System, Vec<T>),
    most: usize,
    is_impossible: &mut dyn FnMut(&System) -> Result<bool, Stop>,
) -> Result<(), Stop> {
    let all = get(core).to_vec();
    let chosen = |kept: &[usize]| kept.iter().map(|&at| all[at].clone()).collect();
    let mut questions = 0;
    let kept = minimize_by_halves(all.len(), |kept| {
        if questions == most {
            return Ok(Trial::Stop);
        }
        questions += 1;
        set(core, chosen(kept));
        is_impossible(core).map(Trial::from)
    })?;
    set(core, chosen(&kept));
    Ok(())
}
