//! Searches for one word in another, as formulas and terms over the codes of letters.

use super::atoms::{around, both, same};
use super::image::Speller;
use super::table::lookup;
use super::word::Word;
use automata::Re;
use base::Stop;
use terms::Term;

/// `whole` begins with `part`; both have letters missing at most at the end.
pub(super) fn occurs(cx: &mut Speller<'_>, part: &Word, whole: &[Term]) -> Result<Term, Stop> {
    debug_assert!(part.is_aligned(), "it is not clear which letter is first");
    let n = part.codes.len().min(whole.len());
    let (inside, beyond) = part.codes.split_at(n);
    if part.is_exact() {
        return if beyond.is_empty() { same(cx, inside, &whole[..n]) } else { Ok(cx.terms.ff()) };
    }
    cx.limits.charge(part.codes.len() as u64)?;
    let mut all = Vec::with_capacity(n + 1);
    for (&a, &b) in inside.iter().zip(whole) {
        let (missing, equal) = (cx.missing(a), cx.terms.eq(a, b));
        all.push(cx.terms.or(&[missing, equal]));
    }
    if let Some(&first) = beyond.first() {
        all.push(cx.missing(first));
    }
    Ok(cx.terms.and(&all))
}

pub(super) fn contains(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let &[whole, part] = cx.terms.args(t) else { return Ok(None) };
    if let Some(whole) = cx.word(whole)?.filter(|word| !word.is_aligned()) {
        return around(cx, &whole, part, |regexes, word| {
            let ends = regexes.concat(word, Re::ALL);
            regexes.concat(Re::ALL, ends)
        });
    }
    let Some([whole, part]) = both(cx, t)? else { return Ok(None) };
    let mut found = Vec::with_capacity(whole.codes.len() + 1);
    for i in 0..=whole.codes.len() {
        found.push(occurs(cx, &part, &whole.codes[i..])?);
    }
    found.retain(|&t| t != cx.terms.ff());
    Ok(Some(cx.terms.or(&found)))
}

/// The first place where the second word is in the first, from a fixed place on.
pub(super) fn index_of(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let from = cx.number(cx.terms.arg(t, 2));
    let Some(from) = from.and_then(|from| usize::try_from(from).ok()) else { return Ok(None) };
    let Some([whole, part]) = both(cx, t)? else { return Ok(None) };
    if let ([letter], true) = (&part.codes[..], whole.is_exact() && from <= whole.codes.len()) {
        let found = first_place(cx, &whole.codes, &part.codes, from)?;
        let empty = if part.is_exact() { cx.terms.ff() } else { cx.missing(*letter) };
        let place = cx.terms.int(from as u64);
        return Ok(Some(cx.terms.ite(empty, place, found)));
    }
    // No letter is found nowhere, but only as far as the word goes.
    if !part.is_exact() || (part.codes.is_empty() && !whole.is_exact()) {
        return Ok(None);
    }
    first_place(cx, &whole.codes, &part.codes, from).map(Some)
}

/// The first place where the letters of `part` are in `whole`.
fn first_place(
    cx: &mut Speller<'_>,
    whole: &[Term],
    part: &[Term],
    from: usize,
) -> Result<Term, Stop> {
    let none = cx.terms.int(-1);
    if let [letter] = *part
        && let Some(alphabet) = places(cx, whole, from)
    {
        return Ok(lookup(cx.terms, letter, &alphabet, none));
    }
    let (part, mut first) = (Word::exact(part.to_vec()), none);
    for i in (from..=whole.len()).rev() {
        let here = occurs(cx, &part, &whole[i..])?;
        let place = cx.terms.int(i as u64);
        first = cx.terms.ite(here, place, first);
    }
    Ok(first)
}

/// The first place of each letter of a constant, by letters.
fn places(cx: &mut Speller<'_>, whole: &[Term], from: usize) -> Option<Vec<(i64, Term)>> {
    let mut first = std::collections::BTreeMap::new();
    for (i, &code) in whole.iter().enumerate().skip(from) {
        let code = cx.terms.int_value(code)?.to_i64()?;
        let place = cx.terms.int(i as u64);
        first.entry(code).or_insert(place);
    }
    Some(first.into_iter().collect())
}
