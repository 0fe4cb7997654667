//! An assumption that often holds for some solution: a letter is only where it is spelled out.
//!
//! If every equation spells a letter out as often on the left as on the right, then maybe no variable needs to
//! contain it. Under this assumption equations fall apart at the letter, and if a single other letter
//! is left in play they become linear arithmetic: equations with many repeated variables, which no
//! other procedure solves, are solved by one question. Without a solution nothing is learned.
//! (The hardest files of Woorpje's third track are of this kind.)

use crate::arithmetic::Arithmetic;
use crate::choose::{Kind, Switches, solve_equations};
use crate::outcome::Outcome;
use crate::simplify::{letters_of, positions};
use crate::system::{Equation, Member, System, Var};
use crate::tags::Premises;
use automata::{CharSet, Regexes};
use base::{Limits, Stop};

/// Whether there is a letter to try.
pub(crate) fn applies(system: &System) -> bool {
    system.disequations().is_empty() && !candidates(system).is_empty()
}

/// Letters that all equations have as often on both sides, of those that some equation has.
fn candidates(system: &System) -> Vec<u32> {
    let mut letters: Vec<u32> = system.equations().iter().flat_map(letters_of).collect();
    base::order::sort(&mut letters);
    letters.dedup();
    let balanced = |e: &Equation, c| positions(&e.left, c).len() == positions(&e.right, c).len();
    letters.retain(|&c| system.equations().iter().all(|e| balanced(e, c)));
    letters
}

/// Solves `system` with a letter banned from all variables; only a solution counts.
pub(crate) fn solve(
    system: &System,
    switches: &Switches,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    debug_assert!(system.disequations().is_empty(), "the assumption says nothing of disequations");
    let mut inner = switches.clone();
    inner.disable(Kind::Separator);
    inner.disable(Kind::Small);
    let mut vars: Vec<Var> = system.equations().iter().flat_map(Equation::vars).collect();
    base::order::sort(&mut vars);
    vars.dedup();
    for c in candidates(system).into_iter().take(limits.tunables().words.separator_letters) {
        let other = rs.chars(CharSet::single(c).complement());
        let re = rs.star(other);
        let mut case = system.clone();
        for &var in &vars {
            case.add_membership(Member { var, re, positive: true, premises: Premises::none() });
        }
        let allowance = limits.left() / 4;
        let run = |l: &Limits| solve_equations(&case, &inner, rs, arithmetic, l);
        match limits.within(allowance, run) {
            Ok(Outcome::Sat(solution)) => {
                debug_assert!(
                    vars.iter().all(|&x| !solution.word(x).contains(&c)),
                    "a variable contains the letter that is banned from it"
                );
                return Ok(Outcome::Sat(solution));
            }
            Ok(_) | Err(Stop::Local) => {}
            Err(stop) => return Err(stop),
        }
    }
    Ok(Outcome::GaveUp("no letter separates"))
}
