//! Numbers that follow the words.
//!
//! Arithmetic chooses a value for `(str.to_int x)` before the strings choose `x`. When the words are
//! there and only integers disagree with them, arithmetic is asked once for a solution in which the
//! lengths are those of the words and the integers those that the words make; often nothing stands
//! against it, and no lemma is needed to bring both sides together.

use super::candidate::Candidate;
use super::kinds::is_extended;
use crate::engine::Engine;
use crate::strings::equations;
use crate::strings::oracle::Oracle;
use crate::strings::round::Round;
use base::{Int, Interrupted};
use terms::value::Value;
use terms::{Op, Sort, Term, Terms};

/// Replaces the integers of the candidate by ones that agree with its words; if there are such,
/// returns whether there are.
pub(super) fn follow_words(
    engine: &mut Engine<'_>,
    round: &Round<'_, '_>,
    candidate: &Candidate,
) -> Result<bool, Interrupted> {
    let atoms = round.atoms;
    let integral = |&t: &Term| engine.res.terms.sort(t) == Sort::Int;
    if !candidate.wrong.iter().all(integral) {
        return Ok(false);
    }
    let fixed = demands(engine, atoms, candidate)?;
    let asked: Vec<Term> = fixed.iter().map(|f| f.0).collect();
    let outside = equations::arithmetic(engine.res.terms, atoms, &asked);
    let oracle = Oracle::new(engine, &outside, Vec::new())?;
    let Some(integers) = oracle.values_where(&fixed)? else { return Ok(false) };
    let before = engine.choose_integers(integers);
    debug_assert!(
        fixed.iter().all(|(t, n)| engine.integer(*t).is_none_or(|value| value == *n)),
        "arithmetic returns other integers than those fixed"
    );
    let better = Candidate::build(engine, atoms, round.values)?;
    if better.wrong.is_empty() {
        return Ok(true);
    }
    engine.strings.replace_integers(before);
    Ok(false)
}

/// What the words demand of integers: their lengths, and the values of integer functions; and the
/// integers on which functions depend are to stay.
fn demands(
    engine: &mut Engine<'_>,
    atoms: &[(Term, bool)],
    candidate: &Candidate,
) -> Result<Vec<(Term, Int)>, Interrupted> {
    let roots: Vec<Term> = atoms.iter().map(|a| a.0).collect();
    let mut fixed = Vec::new();
    for t in engine.res.terms.post_order_within(&roots, engine.res.budget)? {
        if is_leaf(engine.res.terms, t)
            && let Some(word) = candidate.word(t)
        {
            let n = Int::from(word.len() as u64);
            fixed.push((engine.length_of(t), n));
        }
        if !is_extended(engine.res.terms, t) {
            continue;
        }
        if let Some(Value::Int(n)) = candidate.computed(t).or_else(|| candidate.value(t)) {
            fixed.push((t, n.clone()));
        }
        for &a in engine.res.terms.args(t) {
            if !is_extended(engine.res.terms, a)
                && let Some(n) = candidate.int(a)
            {
                fixed.push((a, n.clone()));
            }
        }
    }
    Ok(fixed)
}

fn is_leaf(terms: &Terms, t: Term) -> bool {
    terms.sort(t) == Sort::String && !matches!(terms.op(t), Op::StrConst(_) | Op::StrConcat)
}
