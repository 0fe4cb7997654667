//! Functions whose value is a word: letter by letter.

use super::image::Speller;
use super::numbers;
use super::padded;
use super::table::lookup;
use super::word::{Shape, Word};
use automata::CharSet;
use base::{Int, Stop};
use terms::sort::MAX_CHAR;
use terms::{Op, Sort, Term, Terms};

/// The letters of a term, if its arguments tell them.
type Read = fn(&mut Speller<'_>, Term) -> Result<Option<Word>, Stop>;

/// The functions that are read.
const READ: &[(Op, Read)] = &[
    (Op::StrConcat, concat),
    (Op::StrSubstr, slice),
    (Op::StrFromCode, from_code),
    (Op::StrFromInt, numbers::digits_of),
    (Op::StrRev, reverse),
    (Op::StrReplace, replaced),
    (Op::StrReplaceAll, replaced),
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

/// The letters of all arguments. Where there are few, those of the next fill the places of missing ones, so that a place still says how
/// many letters are in front of it.
fn concat(cx: &mut Speller<'_>, t: Term) -> Result<Option<Word>, Stop> {
    let (mut words, parts) = (Vec::new(), cx.terms.args(t).to_vec());
    for &a in &parts {
        let mut word = cx.word(a)?;
        if cfg!(feature = "scaling") && word.is_none() {
            word = counted(cx, a)?;
        }
        let Some(word) = word else { return Ok(None) };
        cx.limits.charge(word.codes.len() as u64)?;
        words.push(word);
    }
    if cfg!(feature = "scaling") {
        words = padded::joined(cx, &parts, words)?;
    }
    let mut cases = None;
    if cfg!(feature = "scaling") {
        words = padded::grouped(cx, words);
        cases = padded::cases_joined(cx, &words);
    }
    let lengths: Vec<Term> = words.iter().map(|word| cx.length(word)).collect();
    let places: usize = words.iter().map(|word| word.codes.len()).sum();
    let (mut number, mut within) = (None, Vec::new());
    if cfg!(feature = "scaling") {
        (number, within) = (padded::number_of(cx, &words), padded::numbers_in(&words));
    }
    let is_short = places <= cx.limits.tunables().check.spelling_bounded;
    let mut all = Word::exact(Vec::new());
    for word in words.into_iter().rev() {
        all = if is_short && word.is_aligned() { joined(cx, word, all)? } else { word.then(all) };
    }
    let length = cx.terms.add(&lengths);
    let all = Word { within, ..all.measured(length) }.numbered(number);
    Ok(Some(padded::in_cases_of(cx, all, cases)))
}

/// `front` and then `back`, moved up to the first missing letter.
fn joined(cx: &mut Speller<'_>, front: Word, back: Word) -> Result<Word, Stop> {
    if front.is_exact() || !back.is_aligned() {
        return Ok(front.then(back));
    }
    debug_assert!(front.is_aligned(), "it is not clear where a word ends");
    let (m, n) = (front.codes.len(), front.codes.len() + back.codes.len());
    let none = cx.terms.int(-1);
    let is_missing: Vec<Term> = front.codes.iter().map(|&code| cx.missing(code)).collect();
    let mut codes = Vec::with_capacity(n);
    for k in 0..n {
        cx.limits.charge(m as u64)?;
        let moved = |end: usize| k.checked_sub(end).and_then(|i| back.codes.get(i)).copied();
        let mut code = front.codes.get(k).copied().or(moved(m)).unwrap_or(none);
        for end in (0..m.min(k + 1)).rev() {
            code = cx.terms.ite(is_missing[end], moved(end).unwrap_or(none), code);
        }
        codes.push(code);
    }
    Ok(Word::new(codes, Shape::Padded))
}

/// The letters of `word`, moved up to the first missing one.
pub(super) fn moved_up(cx: &mut Speller<'_>, word: &Word) -> Result<Word, Stop> {
    let (mut all, never) = (Word::exact(Vec::new()), cx.terms.ff());
    for &code in word.codes.iter().rev() {
        let is_there = cx.missing(code) == never;
        let letter = if is_there { Word::exact(vec![code]) } else { Word::optional(code) };
        cx.limits.charge(all.codes.len() as u64)?;
        all = joined(cx, letter, all)?;
    }
    debug_assert!(all.codes.len() == word.codes.len(), "a place is lost");
    let length = cx.length(word);
    Ok(all.measured(length))
}

/// `(str.substr s i n)`, where no letter in front of a place is missing.
fn slice(cx: &mut Speller<'_>, t: Term) -> Result<Option<Word>, Stop> {
    let &[s, i, n] = cx.terms.args(t) else { return Ok(None) };
    let (place, count) = (cx.number(i), cx.number(n));
    if let (Some(place), Some(count)) = (place, count)
        && let Some(word) = cx.known_word(s)
    {
        let part = word.is_aligned().then(|| part(word, place, count));
        cx.limits.charge(part.as_ref().map_or(1, |part| 1 + part.codes.len() as u64))?;
        let is_open = cfg!(feature = "scaling") && !word.is_exact();
        let cases = if is_open { padded::cases_cut(cx, word, place, count) } else { None };
        let is_known = cases.is_some() || part.is_some();
        let part = part.unwrap_or_else(|| Word::new(Vec::new(), Shape::Gapped));
        let part = padded::in_cases_of(cx, part, cases);
        return Ok(Some(part).filter(|part| is_known && part.is_aligned()));
    }
    let Some(word) = cx.aligned(s)? else { return Ok(None) };
    let Some(place) = place else { return slice_at(cx, word, i, n).map(Some) };
    if let Some(count) = count {
        return Ok(Some(part(&word, place, count)));
    }
    let inside = usize::try_from(place).ok().filter(|&i| i < word.codes.len());
    let Some(first) = inside else { return Ok(Some(Word::exact(Vec::new()))) };
    let rest = &word.codes[first..];
    cx.limits.charge(rest.len() as u64)?;
    Ok(Some(first_letters(cx, rest, &word, n)))
}

/// So many letters of `word` from a place on. Texts are read letter by letter, so nothing else of them is looked at.
fn part(word: &Word, place: i64, count: i64) -> Word {
    let inside = usize::try_from(place).ok().filter(|&first| first < word.codes.len());
    let Some(first) = inside else { return Word::exact(Vec::new()) };
    let rest = &word.codes[first..];
    let count = usize::try_from(count.max(0)).map_or(rest.len(), |count| count.min(rest.len()));
    Word::new(rest[..count].to_vec(), word.shape)
}

/// The first `n` letters of `rest`, which `whole` ends with: all of them if there cannot be more in `whole`.
fn first_letters(cx: &mut Speller<'_>, rest: &[Term], whole: &Word, n: Term) -> Word {
    debug_assert!(whole.codes.ends_with(rest), "the rest of another word");
    let n = cx.image_of(n);
    let (wanted, length) = (rewrite::linear(cx.terms, n), cx.length(whole));
    let more =
        wanted.minus(&rewrite::linear(cx.terms, length)).plus_int(whole.codes.len() - rest.len());
    if more.terms.is_empty() && !more.constant.is_negative() {
        return Word::new(rest.to_vec(), whole.shape);
    }
    let none = cx.terms.int(-1);
    let letter = |(&code, k): (&Term, u64)| {
        let place = cx.terms.int(k);
        let reached = cx.terms.lt(place, n);
        cx.terms.ite(reached, code, none)
    };
    Word::new(rest.iter().zip(0..).map(letter).collect(), Shape::Padded)
}

/// The `n` letters from the place `i` on: each is looked up.
fn slice_at(cx: &mut Speller<'_>, word: Word, i: Term, n: Term) -> Result<Word, Stop> {
    debug_assert!(word.is_aligned(), "a place does not say how many letters are in front of it");
    let (places, none) = (word.codes.len(), cx.terms.int(-1));
    let count = cx.number(n);
    let most = count.map_or(places, |n| usize::try_from(n).map_or(0, |n| n.min(places)));
    let (i, n) = (cx.image_of(i), cx.image_of(n));
    let last = if word.is_exact() { last_place(cx, i, places - most) } else { None };
    let mut codes = Vec::with_capacity(most);
    for k in 0..most {
        cx.limits.charge(places as u64)?;
        let mut entries: Vec<(i64, Term)> = (0..).zip(word.codes[k..].iter().copied()).collect();
        // No place behind the last one is read, and all in front of it have a letter.
        entries.truncate(last.unwrap_or(entries.len()));
        let otherwise = last.map_or(none, |last| word.codes[k + last]);
        let letter = lookup(cx.terms, i, &entries, otherwise);
        if count.is_some() {
            codes.push(letter);
            continue;
        }
        let place = cx.terms.int(k as u64);
        let reached = cx.terms.lt(place, n);
        codes.push(cx.terms.ite(reached, letter, none));
    }
    let is_exact = last.is_some() && count.is_some();
    Ok(Word::new(codes, if is_exact { Shape::Exact } else { Shape::Padded }))
}

/// The greatest place that `i` may be, if bounds say that it is one of `0..=most`.
fn last_place(cx: &Speller<'_>, i: Term, most: usize) -> Option<usize> {
    let (least, greatest) = cx.range(i)?;
    let last = greatest.to_usize().filter(|&last| last <= most);
    last.filter(|_| !least.is_negative())
}

fn from_code(cx: &mut Speller<'_>, t: Term) -> Result<Option<Word>, Stop> {
    let code = cx.image_of(cx.terms.arg(t, 0));
    let range = cx.range(code).filter(|range| range.1 <= Int::from(MAX_CHAR));
    match range.map(|range| range.0) {
        Some(least) if !least.is_negative() => return Ok(Some(Word::exact(vec![code]))),
        Some(least) if least == Int::from(-1) => return Ok(Some(Word::optional(code))),
        _ => {}
    }
    let all = CharSet::range(0, MAX_CHAR);
    let valid = cx.reads(code, &all, false);
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
        let (inside, moved) = (cx.reads(code, &range, false), cx.terms.add(&[code, by]));
        cx.terms.ite(inside, moved, code)
    })))
}

/// A word replaced by a constant: everywhere if it is a letter, or where it is first.
fn replaced(cx: &mut Speller<'_>, t: Term) -> Result<Option<Word>, Stop> {
    let &[s, old, new] = cx.terms.args(t) else { return Ok(None) };
    let is_first_only = cx.op(t) == Op::StrReplace;
    let (Some(word), Some(old)) = (cx.word(s)?, cx.codes(old)?) else { return Ok(None) };
    let Some(new) = cx.terms.str_value(new).map(<[u32]>::to_vec) else { return Ok(None) };
    let is_long = old.len() > 1 && !(is_first_only && word.is_exact());
    if old.is_empty() || is_long {
        return Ok(None);
    }
    let begins = occurrences(cx, &word, &old, is_first_only)?;
    cx.limits.charge((word.codes.len() * new.len().max(1)) as u64)?;
    let (none, no, yes) = (cx.terms.int(-1), cx.terms.ff(), cx.terms.tt());
    let new: Vec<Term> = new.into_iter().map(|c| cx.terms.int(c)).collect();
    let (mut codes, mut shape) = (Vec::new(), word.shape);
    for (i, &code) in word.codes.iter().enumerate() {
        let within = &begins[(i + 1).saturating_sub(old.len())..i];
        let (begins, within) = (begins[i], any(cx.terms, within));
        // The letter, unless it is of an occurrence that begins before, has a place together with the first of the new ones.
        let kept = chosen(cx.terms, within, none, code);
        let first = chosen(cx.terms, begins, new.first().copied().unwrap_or(none), kept);
        if first != none {
            codes.push(first);
        }
        let is_gap = |condition: Term| condition != no && condition != yes;
        if is_gap(within) || is_gap(begins) && new.len() != 1 {
            shape = Shape::Gapped;
        }
        for &letter in new.iter().skip(1).filter(|_| begins != no) {
            codes.push(chosen(cx.terms, begins, letter, none));
        }
    }
    Ok(Some(Word::new(codes, shape)))
}

/// Whether one of the conditions holds.
fn any(terms: &mut Terms, conditions: &[Term]) -> Term {
    let (no, yes) = (terms.ff(), terms.tt());
    let mut open = conditions.to_vec();
    open.retain(|&c| c != no);
    if open.contains(&yes) { yes } else { terms.or(&open) }
}

/// `a` if `condition`, else `b`.
fn chosen(terms: &mut Terms, condition: Term, a: Term, b: Term) -> Term {
    debug_assert!(terms.sort(a) == terms.sort(b), "a choice between different things");
    if condition == terms.tt() {
        a
    } else if condition == terms.ff() || a == b {
        b
    } else {
        terms.ite(condition, a, b)
    }
}

/// Whether `old` begins at each place of `word`, and at none before if it `is_first_only`.
fn occurrences(
    cx: &mut Speller<'_>,
    word: &Word,
    old: &[Term],
    is_first_only: bool,
) -> Result<Vec<Term>, Stop> {
    debug_assert!(!old.is_empty(), "nothing occurs everywhere");
    cx.limits.charge((word.codes.len() * old.len()) as u64)?;
    let (mut all, mut found) = (Vec::with_capacity(word.codes.len()), cx.terms.ff());
    for i in 0..word.codes.len() {
        let Some(codes) = word.codes.get(i..i + old.len()) else {
            all.push(cx.terms.ff());
            continue;
        };
        let mut equal = Vec::with_capacity(codes.len() + 1);
        for (&code, &letter) in codes.iter().zip(old) {
            let known = cx.terms.int_value(letter).and_then(Int::to_i64);
            equal.push(match known.and_then(|c| u32::try_from(c).ok()) {
                Some(c) => cx.reads(code, &CharSet::single(c), false),
                None => cx.terms.eq(code, letter),
            });
        }
        let (no, yes) = (cx.terms.ff(), cx.terms.tt());
        equal.retain(|&e| e != yes);
        let here = if equal.contains(&no) { no } else { cx.terms.and(&equal) };
        if !is_first_only {
            all.push(here);
            continue;
        }
        let not_before = cx.terms.not(found);
        all.push(if found == no || here == no {
            here
        } else if found == yes {
            no
        } else {
            cx.terms.and(&[not_before, here])
        });
        found = any(cx.terms, &[found, here]);
    }
    Ok(all)
}

/// One of two words.
fn choice(cx: &mut Speller<'_>, t: Term) -> Result<Option<Word>, Stop> {
    let &[c, a, b] = cx.terms.args(t) else { return Ok(None) };
    let (Some(a), Some(b)) = (cx.word(a)?, cx.word(b)?) else { return Ok(None) };
    let c = cx.image_of(c);
    chosen_word(cx, c, a, b).map(Some)
}

/// One of two words, as the condition `c` says.
fn chosen_word(cx: &mut Speller<'_>, c: Term, mut a: Word, mut b: Word) -> Result<Word, Stop> {
    let none = cx.terms.int(-1);
    if cfg!(feature = "scaling") {
        (a, b) = (padded::if_chosen(cx, a, c, true), padded::if_chosen(cx, b, c, false));
    }
    let places = a.codes.len().max(b.codes.len());
    cx.limits.charge(places as u64)?;
    let cases = if cfg!(feature = "scaling") { padded::cases_chosen(cx, c, &a, &b)? } else { None };
    let (a, b) = (a.padded(places, none), b.padded(places, none));
    let either = padded::either(cx, c, &a, &b);
    Ok(padded::in_cases_of(cx, either, cases))
}

/// A choice between constants by how many digits a numeral has. Where it stands in front of that, it is read when the numeral is known.
fn counted(cx: &mut Speller<'_>, t: Term) -> Result<Option<Word>, Stop> {
    let (mut cases, mut last) = (Vec::new(), t);
    while let (Op::Ite, &[c, a, b]) = (cx.op(last), cx.terms.args(last)) {
        cx.limits.charge(1)?;
        if cases.len() > cx.limits.tunables().check.spelling_digits {
            return Ok(None);
        }
        let Some(word) = cx.word(a)? else { return Ok(None) };
        cases.push((cx.image_of(c), word));
        last = b;
    }
    let Some(mut whole) = cx.word(last)?.filter(|_| !cases.is_empty()) else { return Ok(None) };
    for (c, word) in cases.into_iter().rev() {
        whole = chosen_word(cx, c, word, whole)?;
    }
    let is_counted = whole.is_exact() || whole.cases.is_some();
    Ok(Some(whole).filter(|_| is_counted))
}
