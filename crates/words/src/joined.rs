//! Runs of variables whose lengths matter together.
//!
//! A text is put together from n parts, `""`, `"a"` or `"bc"` each, and has a length. Where one part ends and the next begins matters to
//! nothing but the sum of the lengths, which any other cut changes as little. But arithmetic has an integer for each part, so alignments
//! keep all ends apart, and there are exponentially many: 16 such parts took 95 million steps, and no answer.
//!
//! So a run of neighbours that occur nowhere else becomes one variable, whose language is the concatenation of theirs and whose length
//! is the sum. What has no solution then has none with the parts, either: it says less of them. A solution is cut into words of the parts,
//! first at the lengths that arithmetic has, then where the languages allow it, and arithmetic is asked whether it admits these; if it
//! does not, as other bounds say more of single parts, nothing is found out.
//! (Z3-Noodler does so for variables that no length constraint mentions, as [`stabilize`](crate::stabilize) does. That a sum mentions
//! them together is the usual case where a text is bounded.)

use crate::arithmetic::{Answer, Arithmetic, Formula, IntModel, Linear, Parts};
use crate::choose::{Kind, Switches, solve_equations};
use crate::outcome::{Outcome, Solution};
use crate::simplify::languages::language;
use crate::system::{Member, Sym, System, Var};
use crate::tags::Premises;
use automata::Regexes;
use automata::nfa::{Nfa, cut_word};
use base::tunables::Words;
use base::{IdxVec, Limits, Stop};

/// A run, and what is in its place.
struct Run {
    parts: Vec<Var>,
    whole: Var,
}

/// Whether there is a run, and no disequation.
pub(crate) fn applies(system: &System, tunables: &Words) -> bool {
    let occurrences = system.occurrences();
    let is_part = |s: &Sym| is_part(system, &occurrences, *s);
    let mut sides = system.equations().iter().flat_map(|e| [&e.left, &e.right]);
    system.disequations().is_empty()
        && sides.any(|side| {
            side.chunk_by(|a, b| is_part(a) && is_part(b))
                .any(|run| run.len() >= tunables.joined_run)
        })
}

/// Whether `s` is a variable that occurs once, and whose length matters.
fn is_part(system: &System, occurrences: &IdxVec<Var, u32>, s: Sym) -> bool {
    s.var().is_some_and(|x| occurrences[x] == 1 && system.is_length_sensitive(x))
}

/// Solves `system` with a variable for each run.
pub(crate) fn solve(
    system: &System,
    switches: &Switches,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    debug_assert!(system.disequations().is_empty(), "a run is not cut where a disequation says");
    let mut inner = switches.clone();
    inner.disable(Kind::Joined);
    inner.disable(Kind::Small);
    let mut case = system.clone();
    let runs = join(&mut case, rs, limits)?;
    let outcome = solve_equations(&case, &inner, rs, arithmetic, limits)?;
    let Outcome::Sat(mut solution) = outcome else { return Ok(outcome) };
    let model = solution.integers().cloned();
    for run in &runs {
        if !cut(system, run, model.as_ref(), &mut solution, rs, limits)? {
            return Ok(Outcome::GaveUp("a run is not cut"));
        }
    }
    solution.restrict_to(system);
    match lengths(system, &solution).check(arithmetic, limits)? {
        Answer::Sat(model) => {
            solution.set_integers(model);
            debug_assert!(
                system.equations().iter().all(|e| solution.equates(e)),
                "the parts of a run are not its word"
            );
            Ok(Outcome::Sat(solution))
        }
        Answer::Unsat(_) | Answer::Unknown => Ok(Outcome::GaveUp("a run is cut elsewhere")),
    }
}

/// Puts a variable in the place of each run.
fn join(system: &mut System, rs: &mut Regexes, limits: &Limits) -> Result<Vec<Run>, Stop> {
    let occurrences = system.occurrences();
    let least = limits.tunables().words.joined_run;
    let mut runs = Vec::new();
    for at in 0..system.equations().len() {
        let mut sides = system.equations()[at].clone();
        for side in [&mut sides.left, &mut sides.right] {
            let is_part = |s: &Sym| is_part(system, &occurrences, *s);
            let chunks = side.chunk_by(|a, b| is_part(a) && is_part(b)).map(<[Sym]>::to_vec);
            let chunks: Vec<Vec<Sym>> = chunks.collect();
            side.clear();
            for chunk in chunks {
                if chunk.len() < least {
                    side.extend(chunk);
                    continue;
                }
                let parts: Vec<Var> = chunk.iter().filter_map(|s| s.var()).collect();
                limits.charge(parts.len() as u64)?;
                let whole = whole(system, &parts, rs);
                side.push(Sym::Var(whole));
                runs.push(Run { parts, whole });
            }
        }
        *system.equation_mut(at) = sides;
    }
    debug_assert!(system.is_consistent(), "a run is put in the place of what it is not");
    Ok(runs)
}

/// A new variable for a run.
fn whole(system: &mut System, parts: &[Var], rs: &mut Regexes) -> Var {
    let whole = system.fresh_var(true);
    let languages: Vec<_> = parts.iter().map(|&x| language(system, x, rs)).collect();
    let premises = parts.iter().flat_map(|&x| system.memberships_of(x)).map(|m| &m.premises);
    let premises = Premises::all(premises);
    let re = rs.concat_all(languages);
    system.add_membership(Member { var: whole, re, positive: true, premises });
    let sum = system.length_of(&parts.iter().map(|&x| Sym::Var(x)).collect::<Vec<_>>());
    let length = Linear::var(system.length(whole));
    system.add_fact(Formula::equal(length, &sum), Premises::none());
    whole
}

/// Gives the parts of a run pieces of its word; whether there are such pieces.
fn cut(
    system: &System,
    run: &Run,
    model: Option<&IntModel>,
    solution: &mut Solution,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<bool, Stop> {
    let word = solution.word(run.whole).to_vec();
    let languages: Vec<_> = run.parts.iter().map(|&x| language(system, x, rs)).collect();
    let mut ends = Vec::with_capacity(run.parts.len());
    let (mut start, mut fits) = (0, true);
    for (&x, &re) in run.parts.iter().zip(&languages) {
        let length = model.and_then(|model| model.get(system.length(x)).to_usize());
        let end = start + length.unwrap_or_default();
        fits = fits && end <= word.len() && rs.contains_word(re, &word[start..end], limits)?;
        ends.push(end);
        start = end;
    }
    if !fits || start != word.len() {
        let nfas = languages.iter().map(|&re| Nfa::from_regex(rs, re, limits));
        let nfas: Vec<Nfa> = nfas.collect::<Result<_, _>>()?;
        let Some(found) = cut_word(&word, &nfas.iter().collect::<Vec<_>>(), limits)? else {
            return Ok(false);
        };
        ends = found;
    }
    start = 0;
    for (&x, end) in run.parts.iter().zip(ends) {
        solution.set_word(x, word[start..end].to_vec());
        start = end;
    }
    Ok(true)
}

/// What arithmetic has to admit: the facts, and the lengths of the solution.
fn lengths(system: &System, solution: &Solution) -> Parts {
    let mut parts = Parts::facts(system);
    for x in system.live_vars().filter(|&x| system.is_length_sensitive(x)) {
        let length = Linear::constant(solution.word(x).len() as u64);
        parts.push(Formula::equal(Linear::var(system.length(x)), &length), Premises::none());
    }
    parts
}
