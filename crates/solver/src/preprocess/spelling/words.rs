//! Functions whose value is a word: letter by letter.

use super::image::Speller;
use super::table::lookup;
use super::word::Word;
use automata::CharSet;
use base::Stop;
use terms::sort::MAX_CHAR;
use terms::{Op, Sort, Term};

/// The letters of a term, if its arguments tell them.
type Read = fn(&mut Speller<'_>, Term) -> Result<Option<Word>, Stop>;

/// The functions that are read.
const READ: &[(Op, Read)] = &[
    (Op::StrConcat, concat),
    (Op::StrSubstr, slice),
    (Op::StrFromCode, from_code),
    (Op::StrRev, reverse),
    (Op::StrToLower, |cx, t| shift(cx, t, ('A', 'Z'), 32)),
    (Op::StrToUpper, |cx, t| shift(cx, t, ('a', 'z'), -32)),
    (Op::Ite, choice),
];

/// The letters of `t`, whose arguments are read.
pub(super) fn read(cx: &mut Speller<'_>, t: Term) -> Result<Option<Word>, Stop> {
    debug_assert!(cx.terms.sort(t) == Sort::String, "the letters of what is no string");
    let op = cx.op(t);
    match READ.iter().find(|(known, _)| *known == op) {
        Some((_, read)) => read(cx, t),
        None => Ok(None),
    }
}

fn concat(cx: &mut Speller<'_>, t: Term) -> Result<Option<Word>, Stop> {
    let mut all = Word::exact(Vec::new());
    for a in cx.terms.args(t).to_vec() {
        let Some(word) = cx.word(a)? else { return Ok(None) };
        cx.limits.charge(word.codes.len() as u64)?;
        all.append(word);
    }
    Ok(Some(all))
}

/// `(str.substr s i n)` at a fixed place, or one letter at any place.
fn slice(cx: &mut Speller<'_>, t: Term) -> Result<Option<Word>, Stop> {
    let &[s, i, n] = cx.terms.args(t) else { return Ok(None) };
    let Some(count) = cx.number(n) else { return Ok(None) };
    let place = cx.number(i);
    if place.is_none() && count != 1 {
        return Ok(None);
    }
    let Some(codes) = cx.codes(s)? else { return Ok(None) };
    let Some(place) = place else { return letter_at(cx, &codes, i).map(Some) };
    let inside = usize::try_from(place).ok().filter(|&place| place < codes.len() && count > 0);
    let Some(first) = inside else { return Ok(Some(Word::exact(Vec::new()))) };
    let rest = &codes[first..];
    let count = usize::try_from(count).map_or(rest.len(), |count| count.min(rest.len()));
    Ok(Some(Word::exact(rest[..count].to_vec())))
}

/// The letter at the place `i`.
fn letter_at(cx: &mut Speller<'_>, codes: &[Term], i: Term) -> Result<Word, Stop> {
    debug_assert!(cx.number(i).is_none(), "a letter at a fixed place is a slice");
    cx.limits.charge(codes.len() as u64)?;
    let (i, none) = (cx.image_of(i), cx.terms.int(-1));
    let entries: Vec<(i64, Term)> = (0..).zip(codes.iter().copied()).collect();
    Ok(Word::optional(lookup(cx.terms, i, &entries, none)))
}

fn from_code(cx: &mut Speller<'_>, t: Term) -> Result<Option<Word>, Stop> {
    let code = cx.image_of(cx.terms.arg(t, 0));
    let all = CharSet::range(0, MAX_CHAR);
    let valid = cx.within(code, &all);
    let none = cx.terms.int(-1);
    Ok(Some(Word::optional(cx.terms.ite(valid, code, none))))
}

fn reverse(cx: &mut Speller<'_>, t: Term) -> Result<Option<Word>, Stop> {
    let word = cx.word(cx.terms.arg(t, 0))?;
    Ok(word.map(Word::reversed))
}

/// The letters of a range have others in their place, `by` further on.
fn shift(
    cx: &mut Speller<'_>,
    t: Term,
    (first, last): (char, char),
    by: i64,
) -> Result<Option<Word>, Stop> {
    let Some(word) = cx.word(cx.terms.arg(t, 0))? else { return Ok(None) };
    cx.limits.charge(word.codes.len() as u64)?;
    let range = CharSet::range(first.into(), last.into());
    let by = cx.terms.int(by);
    Ok(Some(word.mapped(|code| {
        let (inside, moved) = (cx.within(code, &range), cx.terms.add(&[code, by]));
        cx.terms.ite(inside, moved, code)
    })))
}

/// One of two words of one length.
fn choice(cx: &mut Speller<'_>, t: Term) -> Result<Option<Word>, Stop> {
    let &[c, a, b] = cx.terms.args(t) else { return Ok(None) };
    let (Some(a), Some(b)) = (cx.word(a)?, cx.word(b)?) else { return Ok(None) };
    if a.codes.len() != b.codes.len() {
        return Ok(None);
    }
    cx.limits.charge(a.codes.len() as u64)?;
    let c = cx.image_of(c);
    let codes = a.codes.iter().zip(&b.codes).map(|(&a, &b)| cx.terms.ite(c, a, b)).collect();
    Ok(Some(Word { codes, exact: a.exact && b.exact }))
}
