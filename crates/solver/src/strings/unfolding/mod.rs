//! Memberships in declared languages, at the lengths that strings have.
//!
//! The problem: `s in (P Q)*`, where `P` and `Q` are declared, or are predicates with unknowns such as `c <= k`. No automaton knows
//! them. But of a string of known length a regex says in which of its languages which slices are: a Boolean combination of memberships
//! of slices in `P` and in `Q`. Bounded model checking does the same with time. So when a candidate gives `s` the length `n`, this is
//! stated as a lemma, `|s| = n` implies that `s in (P Q)*` iff the combination holds, and the SAT core decides about the slices. That
//! equal words are in the same languages is congruence. A predicate with unknowns says for each character that it is asked about what
//! the element of that character has to satisfy (see `sequences::predicates`).
//!
//! Words and ranges of characters that are not known are treated alike where a membership has no witness, as outside of `t*`.
//!
//! Complete for bounded lengths: each membership has a lemma for each length. What holds of all lengths whatever the languages are is
//! stated first (`enclosure`). What else cannot be refuted at any length is not refuted, and above a limit on the length,
//! memberships stay open. (Derivatives with conditions on letters, as in Stanford, Veanes and
//! Bjorner, "Symbolic Boolean derivatives", PLDI 2021, would unfold a letter at a time and find
//! contradictions that hold at all lengths; but they need letters, and a declared language has whole words.)

mod enclosure;
pub(super) mod letters;
pub(super) mod memo;
mod table;

use super::facts::Facts;
use super::round::{Round, Words};
use crate::engine::Engine;
use crate::preprocess;
use crate::theory::inference::InferenceId;
use crate::theory::verdict::{Incompleteness, Verdict};
use base::{Interrupted, Limits, affordable};
use table::Unfolding;
use terms::{Op, Sort, Term, Terms};

/// Unfolds memberships in regexes that mention strings, each at a length: outside of `t*` a string has no witness to look for,
/// and one value of `t` after the other would be refuted instead. Whether something was stated.
pub(super) fn unfold_at(engine: &mut Engine<'_>, memberships: &[(Term, usize)]) -> bool {
    let before = engine.out.len();
    for &(membership, n) in memberships {
        debug_assert!(engine.res.terms.op(membership) == Op::StrInRe, "no membership");
        // Where the query ends, whoever charges next is told.
        let _ = at_length(engine, membership, n);
    }
    engine.out.len() > before
}

/// Whether there are memberships in declared languages.
pub(super) fn concerns(terms: &Terms, facts: &Facts) -> bool {
    facts.predicates.iter().any(|&literal| declared(terms, literal).is_some())
}

/// Unfolds memberships in declared languages.
pub(super) fn check(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let memberships: Vec<Term> =
        round.facts.predicates.iter().filter_map(|&l| declared(engine.res.terms, l)).collect();
    let before = engine.out.len();
    for &membership in &memberships {
        enclose(engine, membership)?;
    }
    if engine.out.len() > before {
        return Ok(Verdict::Progress);
    }
    if round.words != Words::Found {
        return Ok(Verdict::Incomplete(Incompleteness::DeclaredLanguage));
    }
    let mut verdict = Verdict::Consistent;
    for membership in memberships {
        if !unfold(engine, round, membership)? {
            verdict = Verdict::Incomplete(Incompleteness::DeclaredLanguage);
        }
    }
    Ok(if engine.out.len() > before { Verdict::Progress } else { verdict })
}

/// The membership that `literal` is about, if a declared symbol of sort RegLan occurs in its regex, or a choice between
/// languages that rewriting did not make one between memberships.
fn declared(terms: &Terms, literal: Term) -> Option<Term> {
    let atom = terms.literal(literal).0;
    let is_declared =
        |&t: &Term| terms.sort(t) == Sort::RegLan && matches!(terms.op(t), Op::Apply(_) | Op::Ite);
    let is_one = terms.op(atom) == Op::StrInRe
        && terms.post_order(&[terms.arg(atom, 1)]).iter().any(is_declared);
    is_one.then_some(atom)
}

/// States of which languages without unknowns the string of `membership` is a word then, unless that was done before.
fn enclose(engine: &mut Engine<'_>, membership: Term) -> Result<(), Interrupted> {
    if !engine.strings.unfolded.enclose(membership) {
        return Ok(());
    }
    let limits =
        Limits::new(engine.res.budget, engine.res.budget.tunables().strings.unfolding_steps);
    let terms = &mut *engine.res.terms;
    let (s, regex) = (terms.arg(membership, 0), terms.arg(membership, 1));
    let around = affordable(enclosure::of(terms, engine.res.languages, regex, &limits))?;
    let Some(around) = around else { return Ok(()) };
    let id = InferenceId::RegexEnclosure;
    let [least, most] = [around.least, around.most].map(|r| engine.res.terms.in_re(s, r));
    let [least, most] = [least, most].map(|member| engine.structural(member));
    if !is_trivial(engine.res.terms, most, Op::True, Op::ReAll) {
        engine.out.lemma(engine.res.terms, id, &[membership], most);
    }
    if !is_trivial(engine.res.terms, least, Op::False, Op::ReNone) {
        engine.out.lemma(engine.res.terms, id, &[least], membership);
    }
    Ok(())
}

/// Whether `member` is the truth value `known`, or the membership in a language that always has it.
fn is_trivial(terms: &Terms, member: Term, known: Op, language: Op) -> bool {
    let op = terms.op(member);
    op == known || op == Op::StrInRe && terms.op(terms.arg(member, 1)) == language
}

/// States what `membership` says at the length that its string has, unless that was done before. Whether that is all there is to
/// state.
fn unfold(
    engine: &mut Engine<'_>,
    round: &Round<'_, '_>,
    membership: Term,
) -> Result<bool, Interrupted> {
    let value = engine.value_of_argument(round.values, engine.res.terms.arg(membership, 0));
    match value.as_ref().and_then(|v| v.as_str()) {
        Some(word) => at_length(engine, membership, word.len()),
        None => Ok(false),
    }
}

/// The same for strings of `n` characters.
fn at_length(engine: &mut Engine<'_>, membership: Term, n: usize) -> Result<bool, Interrupted> {
    if let Some(known) = engine.strings.unfolded.get(membership, n) {
        return Ok(known);
    }
    let before = engine.out.len();
    let regex = engine.res.terms.arg(membership, 1);
    let is_declared = matches!(engine.res.terms.op(regex), Op::Apply(_));
    let is_whole =
        if is_declared { apply(engine, membership, n)? } else { state(engine, membership, n)? };
    debug_assert!(is_whole || engine.out.len() == before, "a part of a meaning is stated");
    engine.strings.unfolded.keep(membership, n, is_whole);
    Ok(is_whole)
}

/// States what `membership` says of the slices of its string, if that has the length `n`.
fn state(engine: &mut Engine<'_>, membership: Term, n: usize) -> Result<bool, Interrupted> {
    let tunables = &engine.res.budget.tunables().strings;
    if n > tunables.unfolded_length {
        return Ok(false);
    }
    let limits = Limits::new(engine.res.budget, tunables.unfolding_steps);
    let terms = &mut *engine.res.terms;
    let (whole, regex) = (terms.arg(membership, 0), terms.arg(membership, 1));
    let languages = &mut *engine.res.languages;
    let mut unfolding = Unfolding { terms, languages, limits: &limits, whole, length: n };
    let meaning = affordable(unfolding.of(regex))?.flatten();
    if let Some(meaning) = meaning {
        let same = engine.res.terms.eq(membership, meaning);
        conclude(engine, InferenceId::RegexUnfolding, whole, n, same);
    }
    Ok(meaning.is_some())
}

/// If the language of `membership` is that of a predicate with unknowns: what that says of a string of one character.
fn apply(engine: &mut Engine<'_>, membership: Term, n: usize) -> Result<bool, Interrupted> {
    let terms = &mut *engine.res.terms;
    let (s, language) = (terms.arg(membership, 0), terms.arg(membership, 1));
    if n == 1
        && let Some(meaning) =
            engine.res.sequences.says_of(terms, language, s, engine.res.budget)?
    {
        // The unknowns of a predicate may have been eliminated, as nothing else spoke of them.
        let eliminated = &engine.original.eliminated;
        let meaning = preprocess::substitute(&mut engine.res, meaning, eliminated)?;
        conclude(engine, InferenceId::RegexPredicate, s, n, meaning);
    }
    Ok(true)
}

/// `fact` holds if `s` has the length `n`, which is tried next: else each length would be left for the next one.
fn conclude(engine: &mut Engine<'_>, id: InferenceId, s: Term, n: usize, fact: Term) {
    if engine.res.terms.op(fact) == Op::True {
        return;
    }
    let length = engine.length_of(s);
    let terms = &mut *engine.res.terms;
    let n = terms.int(n as u64);
    let known = terms.eq(length, n);
    let premises: &[Term] = if length == n { &[] } else { &[known] };
    engine.out.lemma(terms, id, premises, fact);
    let preference = engine.res.budget.tunables().strings.unfolding_preference;
    engine.out.split(vec![(known, f64::from(preference) / 100.0)]);
}
