//! Which letters a string has at fixed places, as far as single assertions say: `(or (= (str.at s 7) "a") (= (str.at s 7) "b"))`.
//!
//! To arithmetic such a choice between equations is nothing but a case split. A sum of many such letters (a checksum, a count) was searched
//! case by case, as no bound of a letter was known before it was decided: in a sum of 128 letters out of two, 22,000 conflicts. What
//! the choices have in common is a set of codes, whose ends are bounds.

use automata::CharSet;
use base::{Int, Limits, Stop};
use terms::{Op, Term, Terms};

/// A place of a string with the letters of which one is there.
pub(super) type Place = (Term, usize, CharSet);

/// What `formulas` say of single letters.
pub(super) fn places(
    terms: &Terms,
    formulas: &[Term],
    limits: &Limits<'_>,
) -> Result<Vec<Place>, Stop> {
    let mut found = Vec::new();
    for &f in formulas {
        let cases = if terms.op(f) == Op::Or { terms.args(f) } else { &[f] };
        limits.charge(cases.len() as u64)?;
        found.extend(place(terms, cases));
    }
    Ok(found)
}

/// The letters of which one is at the place that all of `cases` speak of.
fn place(terms: &Terms, cases: &[Term]) -> Option<Place> {
    let read: Option<Vec<(Term, usize, u32)>> =
        cases.iter().map(|&case| letter_at(terms, case)).collect();
    let read = read?;
    let &(s, i, _) = read.first()?;
    let is_one = read.iter().all(|&(t, j, _)| (t, j) == (s, i));
    let letters = read.iter().map(|&(_, _, letter)| (letter, letter));
    is_one.then(|| (s, i, CharSet::from_ranges(letters)))
}

/// The string, the place and the letter in `(= (str.substr s i 1) "c")`, or in `(str.prefixof "c" s)`, which rewriting makes of it for
/// the first place.
fn letter_at(terms: &Terms, f: Term) -> Option<(Term, usize, u32)> {
    let &[a, b] = terms.args(f) else { return None };
    if terms.op(f) == Op::StrPrefixOf {
        return Some((b, 0, letter(terms, a)?));
    }
    (terms.op(f) == Op::Eq).then(|| read(terms, a, b).or_else(|| read(terms, b, a)))?
}

/// What `slice` reads if it is the letter `word`.
fn read(terms: &Terms, slice: Term, word: Term) -> Option<(Term, usize, u32)> {
    let (&[s, i, n], Op::StrSubstr) = (terms.args(slice), terms.op(slice)) else { return None };
    let is_one = terms.int_value(n).is_some_and(Int::is_one);
    let place = terms.int_value(i).and_then(Int::to_usize).filter(|_| is_one)?;
    Some((s, place, letter(terms, word)?))
}

fn letter(terms: &Terms, word: Term) -> Option<u32> {
    match terms.str_value(word)? {
        &[letter] => Some(letter),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;
    use terms::Sort;

    #[test]
    fn choices_at_one_place_are_a_set() {
        let mut terms = Terms::new();
        let s = terms.fresh("s", Sort::String);
        let mut at = |i: u64, word: &[u32]| {
            let (i, one, word) = (terms.int(i), terms.int(1), terms.string(word));
            let slice = terms.mk(Op::StrSubstr, &[s, i, one]);
            terms.eq(slice, word)
        };
        let [a, b, far, long] = [at(3, &[97]), at(3, &[98]), at(4, &[98]), at(3, &[97, 98])];
        let word = terms.string(&[99]);
        let first = terms.mk(Op::StrPrefixOf, &[word, s]);
        let mut formulas = [[a, b], [a, far], [a, long]].map(|cases| terms.or(&cases)).to_vec();
        formulas.push(first);
        let budget = Budget::unlimited();
        let found = places(&terms, &formulas, &Limits::none(&budget)).unwrap();
        assert_eq!(found, [(s, 3, CharSet::range(97, 98)), (s, 0, CharSet::single(99))]);
    }
}
