//! One letter in play: words are lengths.
//!
//! If no equation mentions a second letter, then replacing every letter of a solution by that one is a
//! solution again, with the same lengths; two words over one letter are equal iff they are
//! equally long. So equations are linear equations, and the procedure is exact, as long as regular constraints
//! survive the replacement: those whose language is within one letter, or that look at lengths only. If some do
//! not, or if there are disequations, which need not survive, only a solution counts. (Z3-Noodler
//! runs this first, too; there the alphabet of the automata decides.)

use crate::arithmetic::{Answer, Arithmetic, Formula, Linear, Parts};
use crate::fixed::char_sets;
use crate::outcome::{Outcome, Solution};
use crate::simplify::languages::language;
use crate::simplify::undo::FILLER;
use crate::system::{Sym, System};
use crate::tags::Premises;
use crate::unconstrained::lengths_of;
use automata::nfa::Nfa;
use automata::{Re, Regexes};
use base::{Limits, Stop};

/// Whether there are equations only, that mention at most one letter.
pub(crate) fn applies(system: &System) -> bool {
    system.disequations().is_empty() && is_unary(system)
}

/// Whether there are disequations, too: over one letter they tell words apart by their lengths only, so that whoever asks
/// for one solution after the other would get longer and longer ones. Those who compare letters come first.
pub(crate) fn applies_otherwise(system: &System) -> bool {
    !system.disequations().is_empty() && is_unary(system)
}

fn is_unary(system: &System) -> bool {
    let mut letters = letters(system);
    let first = letters.next();
    letters.all(|c| Some(c) == first)
}

fn letters(system: &System) -> impl Iterator<Item = u32> + '_ {
    let words = system.equations().iter().chain(system.disequations());
    words.flat_map(|e| e.symbols()).filter_map(|s| match s {
        Sym::Char(c) => Some(c),
        Sym::Var(_) => None,
    })
}

/// Decides `system` over words of one letter.
pub(crate) fn solve(
    system: &System,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    debug_assert!(is_unary(system), "equations mention a second letter");
    let c = match letters(system).next() {
        Some(c) => c,
        None => any_letter(system, rs, limits)?,
    };
    let single = rs.word(&[c]);
    let unary = rs.star(single);
    let mut exact = system.disequations().is_empty();
    let mut fresh = system.fresh_integers();
    let mut parts = Parts::facts(system);
    for x in system.live_vars() {
        let length = Linear::var(system.length(x));
        let re = language(system, x, rs);
        exact &= survives(re, unary, rs, limits)?;
        let within = rs.inter([re, unary]);
        if re == Re::ALL {
            parts.push(Formula::at_least_zero(length), Premises::none());
        } else {
            let nfa = Nfa::from_regex(rs, within, limits)?;
            let formula = lengths_of(&nfa, &length, &mut || fresh.integer(), limits)?;
            let mine = system.memberships_of(x);
            parts.push(formula, Premises::all(mine.map(|m| &m.premises)));
        }
    }
    for e in system.equations() {
        let (left, right) = (system.length_of(&e.left), system.length_of(&e.right));
        parts.push(Formula::equal(left, &right), e.premises.clone());
    }
    for e in system.disequations() {
        let (left, right) = (system.length_of(&e.left), system.length_of(&e.right));
        parts.push(Formula::different(&left, &right), e.premises.clone());
    }
    match parts.check(arithmetic, limits)? {
        Answer::Unknown => Ok(Outcome::GaveUp("arithmetic not decided")),
        Answer::Unsat(premises) if exact => Ok(Outcome::Unsat(premises)),
        Answer::Unsat(_) => Ok(Outcome::GaveUp("needs a second letter")),
        Answer::Sat(model) => {
            let mut solution = Solution::empty(system);
            let longest = limits.tunables().words.longest_word;
            for x in system.live_vars() {
                let length = model.get(system.length(x)).to_usize();
                let Some(length) = length.filter(|&n| n <= longest) else {
                    return Ok(Outcome::GaveUp("word too long"));
                };
                solution.set_word(x, vec![c; length]);
            }
            solution.set_integers(model);
            // The lengths of a language may have been a superset.
            if solution.solves(system, rs, limits)? {
                Ok(Outcome::Sat(solution))
            } else {
                Ok(Outcome::GaveUp("no word of this length"))
            }
        }
    }
}

/// A letter that the regular constraints allow.
fn any_letter(system: &System, rs: &Regexes, limits: &Limits) -> Result<u32, Stop> {
    let languages: Vec<Re> =
        system.memberships().iter().filter(|m| m.positive).map(|m| m.re).collect();
    let sets = char_sets(&languages, rs, limits)?;
    Ok(sets.iter().find(|s| !s.is_full()).and_then(|s| s.pick()).unwrap_or(FILLER))
}

/// Whether replacing all letters by the one of `unary` keeps words of `re` in `re`.
fn survives(re: Re, unary: Re, rs: &mut Regexes, limits: &Limits) -> Result<bool, Stop> {
    if char_sets(&[re], rs, limits)?.iter().all(|set| set.is_full()) {
        return Ok(true);
    }
    match limits.within(limits.tunables().words.unary_steps, |l| rs.includes_language(unary, re, l))
    {
        Err(Stop::Local) => Ok(false),
        result => result,
    }
}
