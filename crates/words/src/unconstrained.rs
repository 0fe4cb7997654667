//! Variables that occur in no equation: only their languages and lengths matter.

use crate::arithmetic::{Answer, Arithmetic, Formula, IntModel, IntVar, Linear, Parts};
use crate::outcome::{Outcome, Solution};
use crate::simplify::languages::{empty_language, language};
use crate::simplify::undo::FILLER;
use crate::system::{System, Var};
use crate::tags::Premises;
use automata::nfa::Nfa;
use automata::{LengthRange, LengthSet, Re, Regexes};
use base::Upper::AtMost;
use base::{Int, Limits, Stop};

/// The live variables without an occurrence.
pub(crate) fn unconstrained_vars(system: &System) -> Vec<Var> {
    let occurrences = system.occurrences();
    system.live_vars().filter(|&x| occurrences[x] == 0).collect()
}

/// Whether none of `vars` occurs in an equation or a disequation.
fn are_loose(vars: &[Var], system: &System) -> bool {
    let occurrences = system.occurrences();
    vars.iter().all(|&x| occurrences[x] == 0)
}

/// Adds that each of `vars` whose length matters has a length of its language.
pub(crate) fn push_unconstrained_lengths(
    vars: &[Var],
    system: &System,
    rs: &mut Regexes,
    fresh: &mut dyn FnMut() -> IntVar,
    parts: &mut Parts,
    limits: &Limits,
) -> Result<(), Stop> {
    debug_assert!(
        are_loose(vars, system),
        "a variable is unconstrained, but occurs in an equation"
    );
    for &x in vars.iter().filter(|&&x| system.is_length_sensitive(x)) {
        let length = Linear::var(system.length(x));
        let re = language(system, x, rs);
        if re == Re::ALL {
            parts.push(Formula::at_least_zero(length), Premises::none());
            continue;
        }
        let by_form = rs.length_abstraction(re);
        let formula = if by_form.is_exact() {
            is_member(&length, &by_form, fresh)
        } else {
            lengths_of(&Nfa::from_regex(rs, re, limits)?, &length, fresh, limits)?
        };
        let mine = system.memberships_of(x);
        parts.push(formula, Premises::all(mine.map(|m| &m.premises)));
    }
    Ok(())
}

/// Gives each of `vars` a word; the variable whose language has none, if there is one.
pub(crate) fn unconstrained_words(
    vars: &[Var],
    system: &System,
    model: Option<&IntModel>,
    rs: &mut Regexes,
    solution: &mut Solution,
    limits: &Limits,
) -> Result<Option<Var>, Stop> {
    debug_assert!(
        are_loose(vars, system),
        "a variable is unconstrained, but occurs in an equation"
    );
    let longest = limits.tunables().words.longest_word;
    for &x in vars {
        let range = match model {
            Some(model) if system.is_length_sensitive(x) => {
                let length = model.get(system.length(x)).to_usize().filter(|&n| n <= longest);
                let Some(length) = length else { return Err(Stop::Local) };
                LengthRange::exactly(length as u64)
            }
            _ => LengthRange::ANY,
        };
        let re = language(system, x, rs);
        if re == Re::ALL {
            solution.set_word(x, vec![FILLER; base::index(range.min)]);
            continue;
        }
        match rs.find_word(&[re], &[], range, limits)? {
            Some(word) => {
                let fits = range.contains(word.len() as u64);
                debug_assert!(fits, "a word is not as long as the model says");
                solution.set_word(x, word);
            }
            None => return Ok(Some(x)),
        }
    }
    Ok(None)
}

/// Whether no variable occurs in equations.
pub(crate) fn applies(system: &System) -> bool {
    system.equations().is_empty() && system.disequations().is_empty()
}

/// Decides a system of memberships and facts about lengths.
pub(crate) fn solve(
    system: &System,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    debug_assert!(applies(system), "equations relate the variables");
    let vars = unconstrained_vars(system);
    let mut fresh = system.fresh_integers();
    let mut solution = Solution::empty(system);
    if system.needs_arithmetic() {
        let mut parts = Parts::facts(system);
        push_unconstrained_lengths(&vars, system, rs, &mut || fresh.integer(), &mut parts, limits)?;
        match parts.check(arithmetic, limits)? {
            Answer::Sat(model) => solution.set_integers(model),
            Answer::Unknown => return Ok(Outcome::GaveUp("arithmetic not decided")),
            Answer::Unsat(premises) => return Ok(Outcome::Unsat(premises)),
        }
    }
    let model = solution.integers().cloned();
    match unconstrained_words(&vars, system, model.as_ref(), rs, &mut solution, limits)? {
        None => Ok(Outcome::Sat(solution)),
        Some(x) => Ok(match empty_language(system, x, rs, limits)? {
            Some(premises) => Outcome::Unsat(premises),
            None => Outcome::GaveUp("no word of this length"),
        }),
    }
}

/// That `length` is the length of a word of `nfa`; weaker if its lengths are too many to list.
pub(crate) fn lengths_of(
    nfa: &Nfa,
    length: &Linear,
    fresh: &mut dyn FnMut() -> IntVar,
    limits: &Limits,
) -> Result<Formula, Stop> {
    Ok(is_member(length, &nfa.lengths(limits)?, fresh))
}

/// That `length` is a member of `set`.
pub(crate) fn is_member(
    length: &Linear,
    set: &LengthSet,
    fresh: &mut dyn FnMut() -> IntVar,
) -> Formula {
    let number = |n: u64| Linear::constant(n);
    Formula::or(set.parts().iter().map(|p| {
        debug_assert!(p.step > 0 && p.last.admits(p.start), "a progression without members");
        let mut parts = vec![Formula::at_least(length.clone(), &number(p.start))];
        if let AtMost(last) = p.last {
            parts.push(Formula::at_least(number(last), length));
        }
        if p.step > 1 {
            let steps = length.clone().minus(&number(p.start));
            let times = fresh();
            let mut product = Linear::default();
            product.add_var(times, Int::from(p.step));
            parts.push(Formula::equal(steps, &product));
        }
        Formula::and(parts)
    }))
}
