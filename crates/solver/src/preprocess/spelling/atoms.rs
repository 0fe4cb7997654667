//! Predicates of words, as formulas over the codes of letters, and the table of all images.
//!
//! Of words of which letters are missing at most at the end, letters at one place are compared. Where they may be missing anywhere,
//! the word is read by an automaton, which stays where it is if a letter is missing.

use super::image::Speller;
use super::tallied::Tally;
use super::unrolled::Unrolled;
use super::word::Word;
use super::{numbers, padded, search};
use automata::{CharSet, Re, Regexes};
use base::{Int, Stop};
use terms::{Op, Sort, Term};

/// The image of a term that mentions spelled strings, if it has any.
type Image = fn(&mut Speller<'_>, Term) -> Result<Option<Term>, Stop>;

/// The functions that have images.
const IMAGES: &[(Op, Image)] = &[
    (Op::Eq, equation),
    (Op::StrLen, length),
    (Op::StrInRe, membership),
    (Op::StrToCode, numbers::code),
    (Op::StrToInt, numbers::numeral),
    (Op::StrPrefixOf, prefix),
    (Op::StrSuffixOf, suffix),
    (Op::StrContains, search::contains),
    (Op::StrIndexOf, search::index_of),
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

/// Both arguments, if letters are missing of them at most at the end.
pub(super) fn both(cx: &mut Speller<'_>, t: Term) -> Result<Option<[Word; 2]>, Stop> {
    let &[a, b, ..] = cx.terms.args(t) else { return Ok(None) };
    let (Some(a), Some(b)) = (cx.aligned(a)?, cx.aligned(b)?) else { return Ok(None) };
    Ok(Some([a, b]))
}

/// Words are equal if their letters are.
fn equation(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let &[a, b] = cx.terms.args(t) else { return Ok(None) };
    debug_assert!(cx.terms.sort(a) == Sort::String, "an equation that no string occurs in");
    if let Some((numeral, n)) = numbers::numeral_of(cx, a, b) {
        let Some(word) = cx.aligned(numeral)? else { return Ok(None) };
        return numbers::written(cx, &word, n);
    }
    let (Some(a), Some(b)) = (cx.word(a)?, cx.word(b)?) else { return Ok(None) };
    match (a.is_aligned(), b.is_aligned()) {
        (true, true) => agree(cx, &a, &b).map(Some),
        (false, true) => read_off(cx, &a, &b).map(Some),
        (true, false) => read_off(cx, &b, &a).map(Some),
        (false, false) => match both(cx, t)? {
            Some([a, b]) => agree(cx, &a, &b).map(Some),
            None => Ok(None),
        },
    }
}

/// Words are equal of which letters are missing at most at the end.
fn agree(cx: &mut Speller<'_>, a: &Word, b: &Word) -> Result<Term, Stop> {
    debug_assert!(a.is_aligned() && b.is_aligned(), "letters at one place are not comparable");
    if let Some([a, b]) = padded::numbers_of(cx, a, b) {
        return Ok(cx.terms.eq(a, b));
    }
    let (short, long) = if a.codes.len() <= b.codes.len() { (a, b) } else { (b, a) };
    let (common, rest) = long.codes.split_at(short.codes.len());
    let mut parts = vec![same(cx, &short.codes, common)?];
    match rest {
        [] => {}
        _ if long.is_exact() => return Ok(cx.terms.ff()),
        // Behind a missing letter there is none.
        [first, ..] => parts.push(cx.missing(*first)),
    }
    Ok(cx.terms.and(&parts))
}

/// The letters at the same places are equal.
pub(super) fn same(cx: &mut Speller<'_>, a: &[Term], b: &[Term]) -> Result<Term, Stop> {
    debug_assert!(a.len() == b.len(), "words of different lengths are compared letter by letter");
    cx.limits.charge(a.len() as u64)?;
    let mut equal = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b).filter(|(a, b)| a != b) {
        let (code, choice) = if cx.op(b) == Op::Ite { (a, b) } else { (b, a) };
        equal.push(is_chosen(cx, code, choice)?);
    }
    Ok(cx.terms.and(&equal))
}

/// `code` is the value of `choice`: case by case where that is a list of cases, as a letter at a place that is not known is looked up.
/// A case is one equation of two codes then, and each list would be a chain of new integers otherwise.
fn is_chosen(cx: &mut Speller<'_>, code: Term, choice: Term) -> Result<Term, Stop> {
    if cfg!(feature = "scaling") && is_table(cx, code, choice) {
        return Ok(cx.terms.eq(code, choice));
    }
    let (mut cases, mut rest) = (Vec::new(), choice);
    while cx.op(rest) == Op::Ite && cx.op(code) != Op::Ite {
        cx.limits.charge(1)?;
        cases.push((cx.terms.arg(rest, 0), cx.terms.arg(rest, 1)));
        rest = cx.terms.arg(rest, 2);
    }
    let otherwise = same_letter(cx, code, rest);
    let by_case = |otherwise, (condition, value): (Term, Term)| {
        let equal = same_letter(cx, code, value);
        cx.terms.ite(condition, equal, otherwise)
    };
    Ok(cases.into_iter().rev().fold(otherwise, by_case))
}

/// Whether `choice` is one of a few letters, by cases: `code` is defined by that then, and what it is compared with are cases again. So
/// letters that are translated one by one become what they were.
fn is_table(cx: &Speller<'_>, code: Term, choice: Term) -> bool {
    let (mut rest, mut cases) = (choice, 0);
    let most = cx.limits.tunables().check.preprocess_choices;
    while cx.op(rest) == Op::Ite && cases < most {
        if cx.terms.int_value(cx.terms.arg(rest, 1)).is_none() {
            return false;
        }
        (rest, cases) = (cx.terms.arg(rest, 2), cases + 1);
    }
    let is_letter = cx.sets.contains_key(&code) && matches!(cx.op(code), Op::Apply(_));
    is_letter && cases > 0 && cx.terms.int_value(rest).is_some()
}

/// Two codes are equal: a single bound, where one of them is the least or the greatest that the other may be.
fn same_letter(cx: &mut Speller<'_>, a: Term, b: Term) -> Term {
    let (code, letter) = if cx.terms.int_value(a).is_some() { (b, a) } else { (a, b) };
    let value = cx.terms.int_value(letter).and_then(Int::to_usize);
    let set = value.and_then(|value| Some(CharSet::single(u32::try_from(value).ok()?)));
    let known = cx.sets.get(&code).filter(|known| !known.optional);
    match (set, known) {
        (Some(set), Some(known)) if is_end(&known.set, &set) => cx.reads(code, &set, false),
        _ => cx.terms.eq(a, b),
    }
}

/// Whether `part`, one letter, is none of `all`, or the first or the last of them.
fn is_end(all: &CharSet, part: &CharSet) -> bool {
    debug_assert!(part.as_single().is_some(), "several letters are compared with one");
    let ends = [all.ranges().first().map(|r| r.0), all.ranges().last().map(|r| r.1)];
    !all.intersects(part) || ends.contains(&part.min())
}

/// The letters that are there of `gapped` are those of `word`, in order.
fn read_off(cx: &mut Speller<'_>, gapped: &Word, word: &Word) -> Result<Term, Stop> {
    debug_assert!(word.is_aligned() && !gapped.is_aligned(), "words are in the wrong order");
    let n = word.codes.len();
    // Whether the rest of the one is the rest of the other, by how many letters of the latter were read.
    let mut behind: Vec<Term> = Vec::with_capacity(n + 1);
    for &code in &word.codes {
        let missing = if word.is_exact() { cx.terms.ff() } else { cx.missing(code) };
        behind.push(missing);
    }
    behind.push(cx.terms.tt());
    for &code in gapped.codes.iter().rev() {
        cx.limits.charge(1 + n as u64)?;
        let missing = cx.missing(code);
        for j in 0..=n {
            let stays = cx.terms.and(&[missing, behind[j]]);
            let moves = match word.codes.get(j) {
                Some(&next) => {
                    let there = cx.terms.not(missing);
                    let equal = cx.terms.eq(code, next);
                    cx.terms.and(&[there, equal, behind[j + 1]])
                }
                None => cx.terms.ff(),
            };
            behind[j] = cx.terms.or(&[stays, moves]);
        }
    }
    Ok(behind[0])
}

fn length(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let word = cx.word(cx.terms.arg(t, 0))?;
    Ok(word.map(|word| cx.length(&word)))
}

fn membership(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let &[s, language] = cx.terms.args(t) else { return Ok(None) };
    let Some(word) = cx.word(s)? else { return Ok(None) };
    let Some(re) = cx.languages.language_within(cx.terms, language, cx.limits)? else {
        return Ok(None);
    };
    member(cx, &word, re).map(Some)
}

/// The word is in a language.
pub(super) fn member(cx: &mut Speller<'_>, word: &Word, re: Re) -> Result<Term, Stop> {
    let mut places = Vec::with_capacity(word.codes.len());
    for &code in &word.codes {
        places.push(!word.is_exact() && cx.missing(code) != cx.terms.ff());
    }
    let (regexes, letters) = (&mut cx.languages.regexes, word.codes.len());
    if cfg!(feature = "scaling")
        && !places.contains(&true)
        && let Some(tally) = Tally::of(regexes, re, letters, cx.limits)?
    {
        return tally.holds(cx.terms, &word.codes, cx.sets, cx.limits);
    }
    let unrolled = Unrolled::new(regexes, re, &places, word.shape, cx.limits)?;
    unrolled.holds(cx.terms, &word.codes, cx.sets, cx.limits)
}

/// `part` is a constant, and `whole` in the language that is made of it.
pub(super) fn around(
    cx: &mut Speller<'_>,
    whole: &Word,
    part: Term,
    language: impl FnOnce(&mut Regexes, Re) -> Re,
) -> Result<Option<Term>, Stop> {
    let Some(literal) = cx.terms.str_value(part) else { return Ok(None) };
    let regexes = &mut cx.languages.regexes;
    let word = regexes.word(literal);
    let re = language(regexes, word);
    member(cx, whole, re).map(Some)
}

fn prefix(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let &[a, b] = cx.terms.args(t) else { return Ok(None) };
    let (Some(part), Some(whole)) = (cx.aligned(a)?, cx.word(b)?) else { return Ok(None) };
    if !whole.is_aligned() {
        return around(cx, &whole, a, |regexes, word| regexes.concat(word, Re::ALL));
    }
    search::occurs(cx, &part, &whole.codes).map(Some)
}

fn suffix(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let &[a, b] = cx.terms.args(t) else { return Ok(None) };
    let (Some(part), Some(whole)) = (cx.word(a)?, cx.word(b)?) else { return Ok(None) };
    if part.is_exact() && whole.is_exact() {
        let Some(first) = whole.codes.len().checked_sub(part.codes.len()) else {
            return Ok(Some(cx.terms.ff()));
        };
        return same(cx, &part.codes, &whole.codes[first..]).map(Some);
    }
    around(cx, &whole, a, |regexes, word| regexes.concat(Re::ALL, word))
}

/// The first word is before the second one, or, if `or_equal`, the second one.
fn order(cx: &mut Speller<'_>, t: Term, or_equal: bool) -> Result<Option<Term>, Stop> {
    let Some([a, b]) = both(cx, t)?.filter(|_| cx.terms.args(t).len() == 2) else {
        return Ok(None);
    };
    let n = a.codes.len().max(b.codes.len());
    cx.limits.charge(n as u64)?;
    if let Some([a, b]) = padded::numbers_of(cx, &a, &b) {
        return Ok(Some(if or_equal { cx.terms.le(a, b) } else { cx.terms.lt(a, b) }));
    }
    let none = cx.terms.int(-1);
    let (a, b) = (a.padded(n, none), b.padded(n, none));
    // A word that is over is before one that is not: -1 is less than any code.
    let mut rest = cx.terms.bool(or_equal);
    for (&a, &b) in a.codes.iter().zip(&b.codes).rev() {
        // Bounds on letters that hold anyway come first.
        let (most, less) = (cx.terms.le(a, b), cx.terms.lt(a, b));
        let settled = cx.terms.or(&[less, rest]);
        rest = cx.terms.and(&[most, settled]);
    }
    Ok(Some(rest))
}
