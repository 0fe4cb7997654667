//! Predicates and numbers of words, as formulas and terms over the codes of letters.

use super::image::Speller;
use super::table::lookup;
use super::unrolled::Unrolled;
use super::word::Word;
use automata::CharSet;
use base::{Int, Stop};
use terms::{Op, Sort, Term};

/// The image of a term that mentions spelled strings, if it has any.
type Image = fn(&mut Speller<'_>, Term) -> Result<Option<Term>, Stop>;

/// The functions that have images.
const IMAGES: &[(Op, Image)] = &[
    (Op::Eq, equation),
    (Op::StrLen, length),
    (Op::StrInRe, membership),
    (Op::StrToCode, code),
    (Op::StrToInt, numeral),
    (Op::StrPrefixOf, |cx, t| affix(cx, t, |_, _| 0)),
    (Op::StrSuffixOf, |cx, t| affix(cx, t, |whole, part| whole - part)),
    (Op::StrContains, contains),
    (Op::StrIndexOf, index_of),
    (Op::StrLe, |cx, t| order(cx, t, true)),
    (Op::StrLt, |cx, t| order(cx, t, false)),
];

/// The image of `t`, whose arguments have theirs.
pub(super) fn image(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    debug_assert!(cx.terms.sort(t) != Sort::String, "a string is read, and has no image");
    let op = cx.op(t);
    match IMAGES.iter().find(|(known, _)| *known == op) {
        Some((_, image)) => image(cx, t),
        None => Ok(None),
    }
}

/// The letters of both arguments, if all are there.
fn both(cx: &mut Speller<'_>, t: Term) -> Result<Option<[Vec<Term>; 2]>, Stop> {
    let &[a, b, ..] = cx.terms.args(t) else { return Ok(None) };
    let (Some(a), Some(b)) = (cx.codes(a)?, cx.codes(b)?) else { return Ok(None) };
    Ok(Some([a, b]))
}

/// Words are equal if their letters are.
fn equation(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let &[a, b] = cx.terms.args(t) else { return Ok(None) };
    debug_assert!(cx.terms.sort(a) == Sort::String, "an equation that no string occurs in");
    if let Some((numeral, n)) = numeral_of(cx, a, b) {
        let Some(codes) = cx.codes(numeral)? else { return Ok(None) };
        return written(cx, &codes, n);
    }
    let (Some(a), Some(b)) = (cx.word(a)?, cx.word(b)?) else { return Ok(None) };
    let (a, b) = if a.exact { (a, b) } else { (b, a) };
    let (m, n) = (a.codes.len(), b.codes.len());
    if m > n || (b.exact && m != n) {
        return Ok(a.exact.then(|| cx.terms.ff()));
    }
    // Letters that may be missing are all there, or it is not clear which are.
    let aligned = m == n && (a.exact || m == 1);
    if aligned { same(cx, &a.codes, &b.codes).map(Some) } else { Ok(None) }
}

/// The letters of words of one length are equal.
fn same(cx: &mut Speller<'_>, a: &[Term], b: &[Term]) -> Result<Term, Stop> {
    debug_assert!(a.len() == b.len(), "words of different lengths are compared letter by letter");
    cx.limits.charge(a.len() as u64)?;
    let pairs = a.iter().zip(b).filter(|(a, b)| a != b);
    let equal: Vec<Term> = pairs.map(|(&a, &b)| cx.terms.eq(a, b)).collect();
    Ok(cx.terms.and(&equal))
}

fn length(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let codes = cx.codes(cx.terms.arg(t, 0))?;
    Ok(codes.map(|codes| cx.terms.int(codes.len() as u64)))
}

fn membership(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let &[s, language] = cx.terms.args(t) else { return Ok(None) };
    let Some(codes) = cx.codes(s)? else { return Ok(None) };
    let Some(re) = cx.languages.language_within(cx.terms, language, cx.limits)? else {
        return Ok(None);
    };
    let unrolled = Unrolled::new(&mut cx.languages.regexes, re, codes.len(), cx.limits)?;
    unrolled.holds(cx.terms, &codes, cx.sets, cx.limits).map(Some)
}

/// The code of a word of one letter, else -1.
fn code(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let word = cx.word(cx.terms.arg(t, 0))?;
    let none = cx.terms.int(-1);
    Ok(word.and_then(|Word { codes, exact }| match codes[..] {
        [code] => Some(code),
        _ => exact.then_some(none),
    }))
}

/// The sum of the digits at their places, or -1 if something is no digit.
fn numeral(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let Some(codes) = cx.codes(cx.terms.arg(t, 0))? else { return Ok(None) };
    if codes.len() > cx.limits.tunables().check.spelling_digits {
        return Ok(None);
    }
    let none = cx.terms.int(-1);
    if codes.is_empty() {
        return Ok(Some(none));
    }
    let (digits, value) = (digits(cx, &codes), value(cx, &codes));
    Ok(Some(if digits == cx.terms.tt() { value } else { cx.terms.ite(digits, value, none) }))
}

/// All letters are digits.
fn digits(cx: &mut Speller<'_>, codes: &[Term]) -> Term {
    let digit = CharSet::range('0'.into(), '9'.into());
    let mut all: Vec<Term> = codes.iter().map(|&code| cx.within(code, &digit)).collect();
    all.retain(|&t| t != cx.terms.tt());
    cx.terms.and(&all)
}

/// The number that digits make.
fn value(cx: &mut Speller<'_>, codes: &[Term]) -> Term {
    debug_assert!(!codes.is_empty(), "no digits make no number");
    let (mut place, mut summands, mut zeros) = (Int::ONE, Vec::new(), Int::ZERO);
    for &code in codes.iter().rev() {
        summands.push(cx.terms.scale(place.clone(), code));
        zeros -= &(&place * &Int::from(u32::from('0')));
        place = &place * &Int::from(10);
    }
    summands.push(cx.terms.int(zeros));
    cx.terms.add(&summands)
}

/// Which of two terms is `(str.from_int n)`, and `n`: first the other one.
fn numeral_of(cx: &Speller<'_>, a: Term, b: Term) -> Option<(Term, Term)> {
    let pairs = [(a, b), (b, a)];
    let (word, numeral) = pairs.into_iter().find(|p| cx.op(p.1) == Op::StrFromInt)?;
    Some((word, cx.image_of(cx.terms.arg(numeral, 0))))
}

/// The word with these codes is `(str.from_int n)`.
fn written(cx: &mut Speller<'_>, codes: &[Term], n: Term) -> Result<Option<Term>, Stop> {
    let zero = cx.terms.int(0);
    let Some(&first) = codes.first() else { return Ok(Some(cx.terms.lt(n, zero))) };
    if codes.len() > cx.limits.tunables().check.spelling_digits {
        return Ok(None);
    }
    let (digits, value) = (digits(cx, codes), value(cx, codes));
    let mut parts = vec![digits, cx.terms.eq(n, value)];
    if codes.len() > 1 {
        let zero = CharSet::single('0'.into());
        let leading = cx.within(first, &zero);
        parts.push(cx.terms.not(leading));
    }
    Ok(Some(cx.terms.and(&parts)))
}

/// The first argument is in the second one, at the place that their lengths give.
fn affix(
    cx: &mut Speller<'_>,
    t: Term,
    place: fn(usize, usize) -> usize,
) -> Result<Option<Term>, Stop> {
    let Some([part, whole]) = both(cx, t)? else { return Ok(None) };
    if part.len() > whole.len() {
        return Ok(Some(cx.terms.ff()));
    }
    let first = place(whole.len(), part.len());
    debug_assert!(first + part.len() <= whole.len(), "an affix is beyond the end");
    same(cx, &part, &whole[first..first + part.len()]).map(Some)
}

/// At each place from `from` on: the second word is there in the first.
fn occurrences(
    cx: &mut Speller<'_>,
    whole: &[Term],
    part: &[Term],
    from: usize,
) -> Result<Vec<Term>, Stop> {
    let Some(last) = whole.len().checked_sub(part.len()) else { return Ok(Vec::new()) };
    (from..=last).map(|i| same(cx, part, &whole[i..i + part.len()])).collect()
}

fn contains(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let Some([whole, part]) = both(cx, t)? else { return Ok(None) };
    let found = occurrences(cx, &whole, &part, 0)?;
    Ok(Some(cx.terms.or(&found)))
}

/// The first place where the second word is in the first, from a fixed place on.
fn index_of(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let from = cx.number(cx.terms.arg(t, 2));
    let Some(from) = from.and_then(|from| usize::try_from(from).ok()) else { return Ok(None) };
    let Some([whole, part]) = both(cx, t)? else { return Ok(None) };
    let none = cx.terms.int(-1);
    if let [letter] = part[..]
        && let Some(alphabet) = places(cx, &whole, from)
    {
        return Ok(Some(lookup(cx.terms, letter, &alphabet, none)));
    }
    let found = occurrences(cx, &whole, &part, from)?;
    let first = found.into_iter().enumerate().rev().fold(none, |otherwise, (i, here)| {
        let place = cx.terms.int((from + i) as u64);
        cx.terms.ite(here, place, otherwise)
    });
    Ok(Some(first))
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

/// The first word is before the second one, or, if `or_equal`, the second one.
fn order(cx: &mut Speller<'_>, t: Term, or_equal: bool) -> Result<Option<Term>, Stop> {
    let Some([a, b]) = both(cx, t)?.filter(|_| cx.terms.args(t).len() == 2) else {
        return Ok(None);
    };
    cx.limits.charge(a.len() as u64)?;
    let shorter = a.len() < b.len() || (or_equal && a.len() == b.len());
    let mut rest = cx.terms.bool(shorter);
    for (&a, &b) in a.iter().zip(&b).rev() {
        // Bounds on letters that hold anyway come first.
        let (most, less) = (cx.terms.le(a, b), cx.terms.lt(a, b));
        let settled = cx.terms.or(&[less, rest]);
        rest = cx.terms.and(&[most, settled]);
    }
    Ok(Some(rest))
}
