//! Disequations, split only when they are violated.
//!
//! A disequation `L != R` is equivalent to a disjunction without disequations: the sides are of different length,
//! or `L = p a s` and `R = p b t` for different letters `a`, `b`. Rewriting all of them in advance, as
//! Z3-Noodler does, costs three variables each and makes quadratic systems anything but; but most
//! disequations hold by chance. So first the system is solved without them. No solution: then there is none
//! at all, and no disequation rests on. A solution with different sides everywhere: done.
//! Otherwise variables get other words, with those that equations tie to them ([`vary`]), longer ones if there are too few, and if that
//! does not help, one violated disequation is replaced by each of its cases in turn.
//!
//! The letter `a` can be chosen among those that equations mention, and one of every class of letters that
//! regular constraints do not tell apart: exchanging two letters of a class throughout a
//! solution gives another one. A letter chosen before is one that equations mention.

use crate::arithmetic::{Arithmetic, Formula, Linear};
use crate::choose::{Switches, solve_equations};
use crate::fixed::char_sets;
use crate::outcome::{Outcome, Solution};
use crate::system::{Equation, Member, Sym, System};
use crate::tags::Premises;
use crate::vary::{self, Varied};
use automata::{CharSet, Re, Regexes, minterms};
use base::{Limits, Stop};

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
    let mut pending = vec![system.clone()];
    let mut premises = Premises::none();
    let mut gave_up = None;
    for _ in 0..limits.tunables().words.disequation_cases {
        let Some(mut case) = pending.pop() else { break };
        limits.charge(1)?;
        let disequations = case.extract_disequations(|_| true);
        match solve_equations(&case, switches, rs, arithmetic, limits)? {
            Outcome::Unsat(why) => {
                // Whatever was split is blamed already, if there was need to.
                premises.extend(&why);
            }
            Outcome::GaveUp(why) => gave_up = Some(why),
            Outcome::Sat(mut solution) => {
                let mut asked = |case: &System, rs: &mut Regexes| {
                    solve_equations(case, switches, rs, arithmetic, limits)
                };
                if lengthen(&case, &disequations, &mut solution, &mut asked, rs, limits)? {
                    solution.restrict_to(system);
                    return Ok(Outcome::Sat(solution));
                }
                let Some(at) = disequations.iter().position(|d| solution.equates(d)) else {
                    debug_assert!(false, "disequations that hold are violated");
                    return Ok(Outcome::GaveUp("disequations not decided"));
                };
                case.set_disequations(disequations);
                let violated = case.remove_disequation(at);
                premises.extend(&violated.premises);
                let length = solution.value(&violated.left).len();
                push_cases(&case, &violated, length, rs, &mut pending, limits)?;
            }
        }
    }
    match gave_up {
        None if pending.is_empty() => Ok(Outcome::Unsat(premises)),
        None => Ok(Outcome::GaveUp("too many cases of disequations")),
        Some(why) => Ok(Outcome::GaveUp(why)),
    }
}

/// Changes words of `solution`, which solves `system` but for its `disequations`, so that these hold; whether all do now. Variables
/// that have too few words of their length get longer ones, as long as there is a solution: where many words must differ, each
/// split into cases would make one pair of them different.
fn lengthen(
    system: &System,
    disequations: &[Equation],
    solution: &mut Solution,
    asked: &mut dyn FnMut(&System, &mut Regexes) -> Result<Outcome, Stop>,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<bool, Stop> {
    let mut longer = system.clone();
    let mut found = solution.clone();
    for _ in 0..=limits.tunables().words.disequation_lengthenings {
        let stuck = match vary::satisfy(system, disequations, &mut found, rs, limits)? {
            Varied::All => {
                *solution = found;
                return Ok(true);
            }
            Varied::Stuck(stuck) => stuck,
        };
        // Where one word is too short, its letters or its length are a case like others.
        if stuck.len() < 2 {
            return Ok(false);
        }
        for &x in &stuck {
            longer.make_length_sensitive(x);
            longer.lengthen(x, found.word(x).len() + 1);
        }
        let Outcome::Sat(next) = asked(&longer, rs)? else { return Ok(false) };
        found = next;
    }
    Ok(false)
}

/// Pushes `system` with each of the cases of `d`, whose sides were one word of `length` letters. The next to be solved is
/// that the lengths differ without the sides becoming longer, and the last that they do: whoever excludes one solution after the other
/// wants other letters, not longer and longer words.
fn push_cases(
    system: &System,
    d: &Equation,
    length: usize,
    rs: &mut Regexes,
    pending: &mut Vec<System>,
    limits: &Limits,
) -> Result<(), Stop> {
    let mut case = system.clone();
    d.vars().for_each(|x| case.make_length_sensitive(x));
    let (left, right) = (case.length_of(&d.left), case.length_of(&d.right));
    let both = left.clone().plus(&right);
    let limit = Linear::constant(2 * length as u64);
    let with = |bound: Formula| {
        let formula = Formula::and([Formula::different(&left, &right), bound]);
        let mut case = case.clone();
        case.add_fact(formula, d.premises.clone());
        case
    };
    pending.push(with(Formula::greater(both.clone(), &limit)));
    for a in letters_to_try(system, d, rs, limits)?.into_iter().rev() {
        pending.push(different_letters(system, d, a, rs));
    }
    pending.push(with(Formula::at_least(limit, &both)));
    Ok(())
}

/// The letters of all words, and one of each class of the others.
fn letters_to_try(
    system: &System,
    d: &Equation,
    rs: &Regexes,
    limits: &Limits,
) -> Result<Vec<u32>, Stop> {
    let words = system.equations().iter().chain(system.disequations()).chain([d]);
    let mut letters: Vec<u32> = words
        .flat_map(Equation::symbols)
        .filter_map(|s| match s {
            Sym::Char(c) => Some(c),
            Sym::Var(_) => None,
        })
        .collect();
    base::order::sort(&mut letters);
    letters.dedup();
    let languages: Vec<Re> = system.memberships().iter().map(|m| m.re).collect();
    let mut sets = char_sets(&languages, rs, limits)?;
    sets.extend(letters.iter().map(|&c| CharSet::single(c)));
    let tried: Vec<u32> = minterms(&sets).iter().filter_map(CharSet::pick).collect();
    debug_assert!(letters.iter().all(|c| tried.contains(c)), "a letter of the words is not tried");
    Ok(tried)
}

/// `system` with `left = p a s`, `right = p b t` and `b` another letter than `a`.
fn different_letters(system: &System, d: &Equation, a: u32, rs: &mut Regexes) -> System {
    let mut case = system.clone();
    let [p, s, b, t] = [(); 4].map(|()| Sym::Var(case.fresh_var(false)));
    let left = vec![p, Sym::Char(a), s];
    let right = vec![p, b, t];
    case.add_equation(Equation::new(d.left.clone(), left, d.premises.clone()));
    case.add_equation(Equation::new(d.right.clone(), right, d.premises.clone()));
    let re = rs.chars(CharSet::single(a).complement());
    if let Some(var) = b.var() {
        case.add_membership(Member { var, re, positive: true, premises: d.premises.clone() });
    }
    case
}
