//! Lengths between regexes and arithmetic.

use crate::engine::Engine;
use crate::strings::regular::{Constraint, too_long};
use crate::theory::inference::InferenceId;
use automata::{LengthRange, Re};
use base::{Int, Limits, Stop};
use terms::{Op, Term, Terms};

/// Steps for learning the exact set of lengths before settling for a gap.
const LENGTH_SET_STEPS: u64 = 200_000;

/// Steps for making a conflict smaller.
const SHRINK_STEPS: u64 = 100_000;

/// The length that arithmetic proposes for a class, if it knows of any.
pub(super) fn proposed(engine: &mut Engine<'_>, leaves: &[Term]) -> Option<(Term, Int)> {
    let known = leaves.iter().find_map(|&leaf| {
        let length = engine.res.terms.len_of(leaf);
        engine.lia.value(engine.res.terms, length)
    })?;
    Some((leaves[0], known))
}

pub(super) fn abstraction(_: &mut Engine<'_>, _: Term, _: &Int, _: &[Constraint]) -> bool {
    false
}

fn split(constraints: &[Constraint]) -> (Vec<Re>, Vec<Re>) {
    let of = |positive| {
        let chosen = constraints.iter().filter(move |c| c.positive == positive);
        chosen.map(|c| c.re).collect()
    };
    (of(true), of(false))
}

/// A word that satisfies all constraints, of the given length if there is one.
pub(super) fn search(
    engine: &mut Engine<'_>,
    constraints: &[Constraint],
    length: Option<&Int>,
) -> Result<Option<Vec<u32>>, Stop> {
    let (positive, negative) = split(constraints);
    let range = range_of(length)?;
    let limits = Limits::none(engine.res.budget);
    engine.res.languages.regexes.find_word(&positive, &negative, range, &limits)
}

/// A word for a class, or a lemma that says why there is none.
pub(super) fn word(
    engine: &mut Engine<'_>,
    anchor: Term,
    length: Option<(Term, Int)>,
    constraints: &[Constraint],
) -> Result<Option<Vec<u32>>, Stop> {
    let n = length.map(|(_, n)| n);
    if let Some(word) = search(engine, constraints, n.as_ref())? {
        return Ok(Some(word));
    }
    let (core, needs_length) = shrink(engine, constraints, n.as_ref())?;
    match n {
        Some(n) if needs_length => refine(engine, anchor, &n, &core)?,
        _ => conflict(engine, InferenceId::RegexEmpty, &core),
    }
    Ok(None)
}

fn conflict(engine: &mut Engine<'_>, id: InferenceId, core: &[Constraint]) {
    let premises = premises_of(core);
    engine.out.conflict(engine.res.terms, id, &premises);
}

fn premises_of(core: &[Constraint]) -> Vec<Term> {
    let mut out: Vec<Term> = Vec::new();
    for p in core.iter().flat_map(|c| &c.premises) {
        if !out.contains(p) {
            out.push(*p);
        }
    }
    out
}

/// A subset of `constraints` that still has no word (of length `n`), and whether the length matters.
fn shrink(
    engine: &mut Engine<'_>,
    constraints: &[Constraint],
    n: Option<&Int>,
) -> Result<(Vec<Constraint>, bool), Stop> {
    let range = range_of(n)?;
    let (positive, negative) = split(constraints);
    let limits = Limits::new(engine.res.budget, SHRINK_STEPS);
    let regexes = &mut engine.res.languages.regexes;
    let conflict = match regexes.shrink_conflict(&positive, &negative, range, &limits) {
        Ok(conflict) => conflict,
        Err(Stop::Local) => return Ok((constraints.to_vec(), n.is_some())),
        Err(stop) => return Err(stop),
    };
    let pick = |positive: bool, chosen: &[usize]| {
        let same: Vec<&Constraint> =
            constraints.iter().filter(|c| c.positive == positive).collect();
        chosen.iter().map(|&i| same[i].clone()).collect::<Vec<_>>()
    };
    let mut core = pick(true, &conflict.pos);
    core.extend(pick(false, &conflict.neg));
    Ok((core, conflict.needs_range))
}

fn range_of(n: Option<&Int>) -> Result<LengthRange, Stop> {
    match n {
        None => Ok(LengthRange::ANY),
        Some(n) if too_long(n) => Err(Stop::Local),
        Some(n) => Ok(n.to_usize().map_or(LengthRange::ANY, |n| LengthRange::exactly(n as u64))),
    }
}

/// No word has length `n`: learns which lengths there are, or at least the gap around `n`.
fn refine(engine: &mut Engine<'_>, anchor: Term, n: &Int, core: &[Constraint]) -> Result<(), Stop> {
    let (positive, negative) = split(core);
    let premises = premises_of(core);
    let length = engine.res.terms.len_of(anchor);
    let _ = (positive, negative);
    let n = engine.res.terms.int(n.clone());
    let same = engine.res.terms.eq(length, n);
    let other = engine.res.terms.not(same);
    engine.out.lemma(engine.res.terms, InferenceId::RegexLengthGap, &premises, other);
    Ok(())
}
