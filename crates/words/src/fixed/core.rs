//! Why there are no words of some lengths.

use super::{Fixed, solve_fixed};
use crate::system::{Equation, System, Var};
use crate::tags::Blame;
use automata::Regexes;
use base::{IdxVec, Limits, Stop};

/// Attempts to drop constraints of one kind.
const MAX_QUESTIONS: usize = 40;
/// Letters up to which conflicts are made smaller.
const MAX_CORE_LETTERS: usize = 4_000;

/// Some constraints of `system` that have no solution with the given lengths, all of them together having none:
/// what they rest on, and their variables.
pub(crate) fn fixed_core(
    system: &System,
    lengths: &IdxVec<Var, usize>,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<(Blame, Vec<Var>), Stop> {
    let mut core = system.clone();
    if lengths.iter().sum::<usize>() <= MAX_CORE_LETTERS {
        shrink(&mut core, |s| &mut s.equations, lengths, rs, limits)?;
        shrink(&mut core, |s| &mut s.disequations, lengths, rs, limits)?;
        shrink(&mut core, |s| &mut s.memberships, lengths, rs, limits)?;
    }
    let equations = core.equations.iter().chain(&core.disequations);
    let mut vars: Vec<Var> = equations.flat_map(Equation::vars).collect();
    vars.extend(core.memberships.iter().map(|m| m.var));
    vars.sort_unstable();
    vars.dedup();
    core.facts.clear();
    Ok((core.blame(), vars))
}

/// Drops constraints of one kind as long as those that are left have no solution: all, then halves, and so
/// on down to single ones, as few are needed most of the time.
fn shrink<T>(
    core: &mut System,
    kind: fn(&mut System) -> &mut Vec<T>,
    lengths: &IdxVec<Var, usize>,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<(), Stop> {
    let mut size = kind(core).len();
    let mut questions = 0;
    while size > 0 {
        let mut at = 0;
        while at < kind(core).len() && questions < MAX_QUESTIONS {
            questions += 1;
            let end = kind(core).len().min(at + size);
            let dropped: Vec<T> = kind(core).drain(at..end).collect();
            if !matches!(solve_fixed(core, lengths, rs, limits)?, Fixed::Impossible) {
                kind(core).splice(at..at, dropped);
                at += size;
            }
        }
        size /= 2;
    }
    Ok(())
}
