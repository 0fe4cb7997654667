//! The rule `split`: a word in a language that is put together of pieces, by what the pieces can be.
//!
//! The literals have `(not (str.in_re u R))` and cases `(and (str.in_re s1 P1) ... (str.in_re sk Pk))` with the same `s1 ... sk`, such
//! that `u` is `w0 s1 w1 ... sk wk` with constants `w0 ... wk`. If for every word of `R` of the form `w0 v1 w1 ... vk wk` some case has
//! each `vj` in its `Pj`, one of the cases holds. The words of `R` are read letter by letter, with the piece that is being read, the
//! derivative of `R`, and of each case that is still possible the derivative of the language of this piece. (*Noodles*: Blahoudek et
//! al., *Word equations in synergy with regular constraints*, FM 2023.)

use crate::error::Result;
use crate::norm::Norm;
use crate::regex::{Regex, Regexes, explore};
use crate::simplify_text::parts;
use crate::term::{Op, Store, Term};
use std::collections::BTreeMap;

/// Pieces of a case, and their languages.
type Case = (Vec<Term>, Vec<Regex>);

/// How far a word was read.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    piece: usize,
    rest: Regex,
    /// Of the cases that are still possible, what is left of this piece.
    cases: BTreeMap<usize, Regex>,
}

/// Whether the clause holds.
pub fn holds(n: &mut Norm<'_>, clause: &[Term]) -> Result<bool> {
    let mut all: Vec<Case> = Vec::new();
    for &l in clause {
        all.extend(case(n, l)?);
    }
    for &l in clause {
        let (atom, positive) = n.store.atom(l);
        let (&Op::InRe, &[u, r]) = (n.store.op(atom), n.store.args(atom)) else { continue };
        let Some(r) = n.regexes.of_term(n.store, r).filter(|_| !positive) else { continue };
        let u = n.normal(u)?;
        let whole = parts(n, u);
        let Some(first) = all.first().map(|c| c.0.clone()) else { return Ok(false) };
        let same: Vec<Vec<Regex>> =
            all.iter().filter(|c| c.0 == first).map(|c| c.1.clone()).collect();
        if let Some(words) = between(n, &whole, &first)
            && is_covered(n.regexes, r, &words, &same)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The pieces and languages of a conjunction of memberships, or of one.
fn case(n: &mut Norm<'_>, t: Term) -> Result<Option<Case>> {
    let members = if *n.store.op(t) == Op::And { n.store.args(t).to_vec() } else { vec![t] };
    let (mut pieces, mut languages) = (Vec::new(), Vec::new());
    for m in members {
        let (&Op::InRe, &[s, r]) = (n.store.op(m), n.store.args(m)) else { return Ok(None) };
        let Some(r) = n.regexes.of_term(n.store, r) else { return Ok(None) };
        pieces.push(n.normal(s)?);
        languages.push(r);
    }
    Ok(Some((pieces, languages)))
}

/// The constants before, between and after the pieces, if together they are the whole.
fn between(n: &Norm<'_>, whole: &[Term], pieces: &[Term]) -> Option<Vec<Vec<u32>>> {
    let (mut words, mut rest) = (Vec::new(), whole);
    for &piece in pieces {
        words.push(constant(n.store, &mut rest));
        rest = rest.strip_prefix(&parts(n, piece)[..])?;
    }
    words.push(constant(n.store, &mut rest));
    rest.is_empty().then_some(words)
}

/// Takes the constant that comes next, if one does.
fn constant(store: &Store, rest: &mut &[Term]) -> Vec<u32> {
    let word = rest.first().and_then(|&p| store.text_value(p)).map(<[u32]>::to_vec);
    if word.is_some() {
        *rest = &rest[1..];
    }
    word.unwrap_or_default()
}

/// Whether every word of `r` that has this form is in some case.
fn is_covered(
    regexes: &mut Regexes,
    r: Regex,
    words: &[Vec<u32>],
    cases: &[Vec<Regex>],
) -> Result<bool> {
    let roots: Vec<Regex> = cases.iter().flatten().copied().chain([r]).collect();
    let letters = regexes.representatives(&roots, &[])?;
    let all = (0..cases.len()).map(|i| (i, cases[i][0])).collect();
    let first = State { piece: 0, rest: regexes.after(r, &words[0])?, cases: all };
    explore(first, |state| {
        regexes.charge(1 + state.cases.len())?;
        let mut next = Vec::new();
        let ended = state.cases.iter().filter(|&(_, &r)| regexes.is_nullable(r));
        let ended: Vec<usize> = ended.map(|(&i, _)| i).collect();
        let (piece, rest) = (state.piece + 1, regexes.after(state.rest, &words[state.piece + 1])?);
        if piece + 1 < words.len() {
            let cases = ended.iter().map(|&i| (i, cases[i][piece])).collect();
            next.push(State { piece, rest, cases });
        } else if regexes.is_nullable(rest) && ended.is_empty() {
            return Ok(None);
        }
        for &c in &letters {
            let mut cases = BTreeMap::new();
            for (&i, &r) in &state.cases {
                cases.insert(i, regexes.derivative(r, c)?);
            }
            cases.retain(|_, r| *r != Regexes::NONE);
            let rest = regexes.derivative(state.rest, c)?;
            next.push(State { piece: state.piece, rest, cases });
        }
        next.retain(|state| state.rest != Regexes::NONE);
        Ok(Some(next))
    })
}
