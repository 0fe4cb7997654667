//! Lengths between regexes and arithmetic.

use crate::engine::Engine;
use crate::strings::eager;
use crate::strings::factors;
use crate::strings::round::Round;
use crate::strings::table::{Constraint, split};
use crate::theory::inference::InferenceId;
use crate::theory::verdict::Verdict;
use automata::{LengthRange, LengthSet, Progression, Re};
use base::Upper::AtMost;
use base::{Int, Interrupted, Limits, Stop, affordable};
use terms::{Op, Term, Terms};

/// The length that arithmetic proposes for a class, if it knows of any.
pub(super) fn proposed(engine: &mut Engine<'_>, leaves: &[Term]) -> Option<(Term, Int)> {
    let known = leaves.iter().find_map(|&leaf| {
        let length = engine.length_of(leaf);
        engine.lia.value(engine.res.terms, length)
    })?;
    Some((leaves[0], known))
}

/// Adds that lengths are not negative, where arithmetic proposes that; returns whether anything was added. The
/// length of a function's value may be known as a sum, `|x| - i` for a suffix of `x`, before there is any bound on `i`.
pub(super) fn non_negative(engine: &mut Engine<'_>, leaves: &[Term]) -> bool {
    let mut added = false;
    for &leaf in leaves {
        let length = engine.length_of(leaf);
        let value = engine.lia.value(engine.res.terms, length);
        if value.is_some_and(|n| n.is_negative()) {
            let length = rewrite::linear(engine.res.terms, length);
            engine.out.axiom(InferenceId::LengthNonNegative, length);
            added = true;
        }
    }
    added
}

/// Adds what the syntax of memberships says about lengths, where the proposed lengths contradict it, in all strings at once. The
/// procedures for equations see it, too, but tell one contradiction at a time, about all strings between which lengths are distributed.
pub(super) fn check(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let before = engine.out.len();
    for m in round.facts.memberships.iter().filter(|m| m.positive) {
        engine.res.budget.charge(1)?;
        let length = engine.length_of(m.subject);
        let Some(n) = engine.lia.value(engine.res.terms, length) else { continue };
        let set = engine.res.languages.regexes.length_abstraction(m.re);
        if !set.contains_int(&n) {
            let allowed = as_formula(engine.res.terms, length, &set);
            let id = InferenceId::RegexLengthAbstraction;
            engine.out.lemma(engine.res.terms, id, &[m.literal], allowed);
        }
    }
    Ok(Verdict::progress_if(engine.out.len() > before))
}

/// Adds what the syntax of single memberships says about the length, where the proposed length
/// `n` contradicts it; returns whether anything was added.
pub(super) fn abstraction(
    engine: &mut Engine<'_>,
    leaf: Term,
    n: &Int,
    constraints: &[Constraint],
) -> bool {
    if !engine.res.options.regex_length_abstraction {
        return false;
    }
    let mut added = false;
    for c in constraints.iter().filter(|c| c.positive) {
        let set = engine.res.languages.regexes.length_abstraction(c.re);
        if !set.contains_int(n) {
            let length = engine.length_of(leaf);
            let allowed = as_formula(engine.res.terms, length, &set);
            let id = InferenceId::RegexLengthAbstraction;
            engine.out.lemma(engine.res.terms, id, &c.premises, allowed);
            added = true;
        }
    }
    added
}

/// A word that satisfies all constraints, of the given length if there is one.
pub(super) fn search(
    engine: &mut Engine<'_>,
    constraints: &[Constraint],
    length: Option<&Int>,
) -> Result<Option<Vec<u32>>, Stop> {
    let (positive, negative) = split(constraints);
    let range = range_of(engine, length)?;
    let limits = Limits::none(engine.res.budget);
    let regexes = &mut engine.res.languages.regexes;
    if !engine.res.options.regex_lazy_intersection {
        return eager::find_word(regexes, &positive, &negative, range, &limits);
    }
    regexes.find_word(&positive, &negative, range, &limits)
}

/// As [`search`], but not twice.
fn found_or_search(
    engine: &mut Engine<'_>,
    constraints: &[Constraint],
    length: Option<&Int>,
) -> Result<Option<Vec<u32>>, Stop> {
    let (positive, negative) = split(constraints);
    let question = (positive, negative, length.cloned());
    if let Some(word) = engine.strings.found.word(&question) {
        debug_assert!(
            length.is_none_or(|n| *n == Int::from(word.len() as u64)),
            "a word is kept for another length"
        );
        engine.res.budget.charge(1 + word.len() as u64)?;
        return Ok(Some(word.to_vec()));
    }
    let range = range_of(engine, length)?;
    let word = match factors::word_of_length(engine, constraints, range)? {
        Some(word) => Some(word),
        None => search(engine, constraints, length)?,
    };
    if let Some(word) = &word {
        engine.strings.found.keep(question, word);
    }
    Ok(word)
}

/// A word for a class, or a lemma that says why there is none.
pub(super) fn word(
    engine: &mut Engine<'_>,
    anchor: Term,
    length: Option<(Term, Int)>,
    constraints: &[Constraint],
) -> Result<Option<Vec<u32>>, Stop> {
    let n = length.map(|(_, n)| n);
    if let Some(word) = found_or_search(engine, constraints, n.as_ref())? {
        debug_assert!(
            n.is_none_or(|n| n == Int::from(word.len() as u64)),
            "a word of another length than arithmetic says"
        );
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
    let range = range_of(engine, n)?;
    let (positive, negative) = split(constraints);
    let limits =
        Limits::new(engine.res.budget, engine.res.budget.tunables().strings.length_core_steps);
    let regexes = &mut engine.res.languages.regexes;
    let conflict = affordable(regexes.shrink_conflict(&positive, &negative, range, &limits))?;
    let Some(conflict) = conflict else { return Ok((constraints.to_vec(), n.is_some())) };
    let pick = |positive: bool, chosen: &[usize]| {
        let same: Vec<&Constraint> =
            constraints.iter().filter(|c| c.positive == positive).collect();
        chosen.iter().map(|&i| same[i].clone()).collect::<Vec<_>>()
    };
    let mut core = pick(true, &conflict.pos);
    core.extend(pick(false, &conflict.neg));
    debug_assert!(!core.is_empty(), "an empty core for a class without words");
    Ok((core, conflict.needs_range))
}

fn range_of(engine: &Engine<'_>, n: Option<&Int>) -> Result<LengthRange, Stop> {
    let Some(n) = n else { return Ok(LengthRange::ANY) };
    let n = n.to_u64().filter(|&n| n <= engine.res.budget.tunables().strings.longest_word);
    n.map(LengthRange::exactly).ok_or(Stop::Local)
}

/// No word has length `n`: learns which lengths there are, or at least the gap around `n`.
fn refine(engine: &mut Engine<'_>, anchor: Term, n: &Int, core: &[Constraint]) -> Result<(), Stop> {
    let (positive, negative) = split(core);
    let premises = premises_of(core);
    let length = engine.length_of(anchor);
    let bounds = engine.lia.range(length);
    debug_assert!(
        n.to_u64().is_some_and(|n| bounds.contains(n)),
        "the length that arithmetic proposes is out of its bounds"
    );
    if !engine.res.options.regex_length_bounds {
        let n = engine.res.terms.int(n.clone());
        let same = engine.res.terms.eq(length, n);
        let other = engine.res.terms.not(same);
        engine.out.lemma(engine.res.terms, InferenceId::RegexLengthGap, &premises, other);
        return Ok(());
    }
    let regexes = &mut engine.res.languages.regexes;
    let tunables = &engine.res.budget.tunables().strings;
    let windows =
        [(LengthRange::ANY, tunables.length_set_steps), (bounds, tunables.length_window_steps)];
    for (window, steps) in windows {
        let limits = Limits::new(engine.res.budget, steps);
        let set = affordable(regexes.length_set(&positive, &negative, window, &limits))?;
        let Some(set) = set else { continue };
        if set.is_empty() && window == LengthRange::ANY {
            conflict(engine, InferenceId::RegexEmpty, core);
        } else {
            learn(engine, length, &premises, window, &set);
        }
        return Ok(());
    }
    gap(engine, length, n, &positive, &negative, &premises)
}

/// The length is in `set` unless it is outside of `window`.
fn learn(
    engine: &mut Engine<'_>,
    length: Term,
    premises: &[Term],
    window: LengthRange,
    set: &LengthSet,
) {
    debug_assert!(
        window != LengthRange::ANY || !set.is_empty(),
        "an empty set of lengths is no lemma about lengths"
    );
    let terms = &mut *engine.res.terms;
    let mut cases = vec![as_formula(terms, length, set)];
    if window.min > 0 {
        let min = terms.int(window.min);
        cases.push(terms.lt(length, min));
    }
    if let AtMost(max) = window.max {
        let max = terms.int(max);
        cases.push(terms.mk(Op::Gt, &[length, max]));
    }
    let allowed = terms.or(&cases);
    engine.out.lemma(terms, InferenceId::RegexLengthSet, premises, allowed);
}

/// `|x| < n` or `|x|` is at least the next length that some word has.
fn gap(
    engine: &mut Engine<'_>,
    length: Term,
    n: &Int,
    positive: &[Re],
    negative: &[Re],
    premises: &[Term],
) -> Result<(), Stop> {
    let limits = Limits::none(engine.res.budget);
    let from = n.to_u64().ok_or(Stop::Local)?;
    let regexes = &mut engine.res.languages.regexes;
    let next = regexes.next_length(positive, negative, from, &limits)?;
    debug_assert!(
        next.is_none_or(|next| next > from),
        "there is a word of a length that there is none of"
    );
    let terms = &mut *engine.res.terms;
    let n = terms.int(n.clone());
    let mut outside = vec![terms.lt(length, n)];
    if let Some(next) = next {
        let next = terms.int(next);
        outside.push(terms.ge(length, next));
    }
    let outside = terms.or(&outside);
    engine.out.lemma(terms, InferenceId::RegexLengthGap, premises, outside);
    Ok(())
}

/// `length` is a member of `set`.
fn as_formula(terms: &mut Terms, length: Term, set: &LengthSet) -> Term {
    let cases: Vec<Term> =
        set.parts().iter().map(|part| in_progression(terms, length, part)).collect();
    terms.or(&cases)
}

fn in_progression(terms: &mut Terms, length: Term, part: &Progression) -> Term {
    let start = terms.int(part.start);
    let mut all = vec![terms.ge(length, start)];
    if let AtMost(last) = part.last {
        let last = terms.int(last);
        all.push(terms.le(length, last));
    }
    if part.step > 1 {
        let step = terms.int(part.step);
        let rest = terms.mk(Op::Mod, &[length, step]);
        let start = terms.int(part.start % part.step);
        all.push(terms.eq(rest, start));
    }
    terms.and(&all)
}
