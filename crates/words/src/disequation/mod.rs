//! Disequations, split only when they are violated.
//!
//! A disequation `L != R` is equivalent to a disjunction without disequations: the sides are of different length,
//! or `L = p a s` and `R = p b t` for different letters `a`, `b`. Rewriting all of them in advance, as
//! Z3-Noodler does, costs three variables each and makes quadratic systems anything but; but most
//! disequations hold by chance. So first the system is solved without them. No solution: then there is none
//! at all, and no disequation rests on. A solution with different sides everywhere: done.
//! Otherwise variables get other words, with those that equations tie to them ([`vary`]), longer ones if there are too few, and if that
//! does not help, one violated disequation is replaced by each of its cases in turn ([`choice`]). Before that, the parts of the system
//! that violated disequations are about are decided alone ([`parts`]).

mod choice;
mod parts;

use crate::arithmetic::Arithmetic;
use crate::choose::{Switches, solve_equations};
use crate::outcome::{Outcome, Solution};
use crate::system::{System, Var};
use crate::tags::Premises;
use crate::vary::{self, Varied};
use automata::Regexes;
use base::{Limits, Stop};
use choice::Choice;

/// Whether there are disequations.
pub(crate) fn applies(system: &System) -> bool {
    !system.disequations().is_empty()
}

/// Decides `system` by cases.
pub(crate) fn solve(
    system: &System,
    switches: &Switches,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    debug_assert!(applies(system), "no disequation to split");
    let mut solve =
        |case: &System, rs: &mut Regexes| solve_equations(case, switches, rs, arithmetic, limits);
    let mut search = Search { solve: &mut solve, rs, limits, is_part: false };
    Ok(match search.decide(system.clone())? {
        Decided::Sat(mut solution, _) => {
            solution.restrict_to(system);
            Outcome::Sat(solution)
        }
        Decided::Unsat(premises) => Outcome::Unsat(premises),
        Decided::GaveUp(why) => Outcome::GaveUp(why),
    })
}

/// What came of a system: if there is a solution, also the choices that lead to it.
enum Decided {
    Sat(Solution, Vec<Choice>),
    Unsat(Premises),
    GaveUp(&'static str),
}

/// A system and how it was made from the first one.
#[derive(Clone)]
struct Case {
    system: System,
    choices: Vec<Choice>,
    /// Whether its parts were decided.
    has_parts: bool,
    /// Whether another case includes it, so that nothing is lost if it has no solution.
    is_included: bool,
}

impl Case {
    /// This case with more choices.
    fn with(&self, choices: Vec<Choice>, rs: &mut Regexes) -> Case {
        let mut case = Case { has_parts: false, ..self.clone() };
        for choice in choices {
            choice.apply(&mut case.system, rs);
            case.choices.push(choice);
        }
        case
    }
}

/// The search for a case with a solution.
struct Search<'s> {
    /// Decides systems without disequations.
    solve: &'s mut dyn FnMut(&System, &mut Regexes) -> Result<Outcome, Stop>,
    rs: &'s mut Regexes,
    limits: &'s Limits<'s>,
    /// Whether this is about a part of a system, so not to be taken apart any more.
    is_part: bool,
}

impl Search<'_> {
    fn decide(&mut self, system: System) -> Result<Decided, Stop> {
        let choices = Vec::new();
        let mut pending = vec![Case { system, choices, has_parts: false, is_included: false }];
        let mut premises = Premises::none();
        let mut gave_up = None;
        for _ in 0..self.limits.tunables().words.disequation_cases {
            let Some(mut case) = pending.pop() else { break };
            self.limits.charge(1)?;
            match self.look(&mut case, &mut pending)? {
                Outcome::Sat(solution) => return Ok(Decided::Sat(solution, case.choices)),
                _ if case.is_included => {}
                // Whatever was split is blamed already, if there was need to.
                Outcome::Unsat(why) => premises.extend(&why),
                Outcome::GaveUp(why) => gave_up = Some(why),
            }
        }
        Ok(match gave_up {
            None if pending.is_empty() => Decided::Unsat(premises),
            None => Decided::GaveUp("too many cases of disequations"),
            Some(why) => Decided::GaveUp(why),
        })
    }

    /// A solution of the case, or why there is none but those of the cases that are added to `pending`.
    fn look(&mut self, case: &mut Case, pending: &mut Vec<Case>) -> Result<Outcome, Stop> {
        let disequations = case.system.extract_disequations(|_| true);
        let mut solution = match (self.solve)(&case.system, self.rs)? {
            Outcome::Sat(solution) => solution,
            other => return Ok(other),
        };
        let Search { rs, limits, .. } = self;
        let varied = vary::satisfy(&case.system, &disequations, &mut solution, rs, limits)?;
        let Varied::Stuck(stuck) = varied else { return Ok(Outcome::Sat(solution)) };
        case.system.set_disequations(disequations);
        let has_parts = std::mem::replace(&mut case.has_parts, true);
        if cfg!(feature = "scaling") && !self.is_part && !has_parts {
            match self.decide_parts(&case.system, &solution)? {
                Ok(choices) if choices.is_empty() => {}
                Ok(choices) => {
                    let chosen = Case { is_included: true, ..case.with(choices, self.rs) };
                    pending.extend([case.clone(), chosen]);
                    return Ok(Outcome::Unsat(Premises::none()));
                }
                Err(premises) => return Ok(Outcome::Unsat(premises)),
            }
        }
        if let Some(longer) = self.lengthen(case, stuck, &solution)? {
            return Ok(Outcome::Sat(longer));
        }
        self.split(case, &solution, pending)
    }

    /// Puts the cases of a violated disequation on `pending`. What they rest on is the disequation.
    fn split(
        &mut self,
        case: &Case,
        solution: &Solution,
        pending: &mut Vec<Case>,
    ) -> Result<Outcome, Stop> {
        let mut disequations = case.system.disequations().iter();
        let Some(violated) = disequations.find(|d| solution.equates(d)) else {
            debug_assert!(false, "disequations that hold are violated");
            return Ok(Outcome::GaveUp("disequations not decided"));
        };
        let length = solution.value(&violated.left).len();
        for how in choice::cases(&case.system, length, self.rs, self.limits)? {
            let choice = Choice::Sides(violated.clone(), how);
            pending.push(case.with(vec![choice], self.rs));
        }
        Ok(Outcome::Unsat(violated.premises.clone()))
    }

    /// A solution of the case in which words that have too few others of their length, those of `stuck`, are longer than in `solution`.
    /// Where many words must differ, each split into cases would make one pair of them different.
    fn lengthen(
        &mut self,
        case: &mut Case,
        mut stuck: Vec<Var>,
        solution: &Solution,
    ) -> Result<Option<Solution>, Stop> {
        let mut system = case.system.clone();
        let disequations = system.extract_disequations(|_| true);
        let mut longer = system.clone();
        let mut bounds = Vec::new();
        let mut found = solution.clone();
        for _ in 0..self.limits.tunables().words.disequation_lengthenings {
            // Where one word is too short, its letters or its length are a case like others.
            if stuck.len() < 2 {
                break;
            }
            let more: Vec<_> = stuck.iter().map(|&x| (x, found.word(x).len() + 1)).collect();
            bounds.extend_from_slice(&more);
            Choice::Longer(more).apply(&mut longer, self.rs);
            let Outcome::Sat(next) = (self.solve)(&longer, self.rs)? else { break };
            found = next;
            let Search { rs, limits, .. } = self;
            match vary::satisfy(&system, &disequations, &mut found, rs, limits)? {
                Varied::Stuck(others) => stuck = others,
                Varied::All => {
                    case.choices.push(Choice::Longer(bounds));
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }
}
