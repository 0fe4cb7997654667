//! The rule `split`: a word in a language that is put together of pieces, by what the pieces can be.
//!
//! The literals have `(not (str.in_re u R))` and cases `(and (str.in_re s1 P1) ... (str.in_re sk Pk))` with the same `s1 ... sk`, such
//! that `u` is `w0 s1 w1 ... sk wk` with constants `w0 ... wk`. If for every word of `R` of the form `w0 v1 w1 ... vk wk` some case has
//! each `vj` in its `Pj`, one of the cases holds. The words of `R` are read letter by letter, with the piece that is being read, the
//! derivative of `R`, and of each case that is still possible the derivative of the language of this piece. (*Noodles*: Blahoudek et
//! al., *Word equations in synergy with regular constraints*, FM 2023.)

use crate::base::*;
use crate::regex::{Regex, Regexes, explore};
use std::collections::BTreeMap;

/// Pieces of a case, and their languages.
type Case = (Vec<Term>, Vec<Regex>);

/// How far a word was read.
#[derive(PartialEq, Eq, Hash)]
struct State {
    piece: usize,
    rest: Regex,
    /// Of the cases that are still possible, what is left of this piece.
    cases: BTreeMap<usize, Regex>,
}

/// Whether the clause holds.
pub fn holds(store: &mut Store, clause: &[Term]) -> Result<bool> {
    let mut all: Vec<Case> = Vec::new();
    for &l in clause {
        all.extend(case(store, l)?);
    }
    let Some((first, _)) = all.first().cloned() else { return Ok(false) };
    let same: Vec<Vec<Regex>> = all.into_iter().filter(|c| c.0 == first).map(|c| c.1).collect();
    for &l in clause {
        let (atom, positive) = store.atom(l);
        let ("str.in_re", &[u, r]) = store.at(atom) else { continue };
        let (u, r) = (store.normal(u)?, store.normal(r)?);
        let Some(r) = store.language(r).filter(|_| !positive) else { continue };
        if let Some(words) = between(store, u, &first)
            && is_covered(&mut store.regexes, r, &words, &same)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The pieces and languages of a conjunction of memberships, or of one.
fn case(store: &mut Store, t: Term) -> Result<Option<Case>> {
    let members = if store.head(t) == "and" { store.args(t).to_vec() } else { vec![t] };
    let mut case: Case = Case::default();
    for m in members {
        let ("str.in_re", &[s, r]) = store.at(m) else { return Ok(None) };
        let (s, r) = (store.normal(s)?, store.normal(r)?);
        let Some(r) = store.language(r) else { return Ok(None) };
        case.0.push(s);
        case.1.push(r);
    }
    Ok(Some(case))
}

/// The constants before, between and after the pieces, if together they are the whole.
fn between(store: &Store, whole: Term, pieces: &[Term]) -> Option<Vec<Vec<u32>>> {
    let all = store.parts(whole);
    let (mut words, mut rest) = (Vec::new(), &all[..]);
    let mut next = pieces.iter();
    loop {
        // The constant that comes next, if one does.
        let word = rest.first().and_then(|&p| store.text_value(p));
        rest = if word.is_some() { &rest[1..] } else { rest };
        words.push(word.unwrap_or_default().to_vec());
        match next.next() {
            Some(&piece) => rest = rest.strip_prefix(&store.parts(piece)[..])?,
            None => return rest.is_empty().then_some(words),
        }
    }
}

/// Whether every word of `r` that has this form is in some case.
fn is_covered(
    regexes: &mut Regexes,
    r: Regex,
    words: &[Vec<u32>],
    cases: &[Vec<Regex>],
) -> Result<bool> {
    let roots: Vec<Regex> = cases.iter().flatten().copied().chain([r]).collect();
    let letters = regexes.representatives(roots, &[])?;
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
