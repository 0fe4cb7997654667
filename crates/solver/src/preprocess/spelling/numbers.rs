//! Numbers that words are, as terms over the codes of letters: codes and numerals.
//!
//! The places of a long numeral are coefficients beyond 64 bits, which arithmetic is slow with. But checksums and questions about the
//! last digit ask for a remainder, and there each place can be replaced by its own remainder. So a long numeral has an image if
//! everything that reads it is a sum under `mod` by a constant. To do so for all divisors of an equation (`n = 97 k + 1`) was left out:
//! what else is said of `n` would need the places.

use super::counted::has_more;
use super::image::Speller;
use super::word::{Shape, Word};
use automata::CharSet;
use base::{Int, Stop};
use std::ops::Range;
use terms::{Op, Sort, Term, Terms};

/// The code of a word of one letter, else -1.
pub(super) fn code(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let Some(word) = cx.word(cx.terms.arg(t, 0))? else { return Ok(None) };
    let none = cx.terms.int(-1);
    match word.codes[..] {
        [] => Ok(Some(none)),
        [code] => Ok(Some(code)),
        [first, second, ..] if word.is_aligned() => {
            let single = if word.is_exact() { cx.terms.ff() } else { cx.missing(second) };
            Ok(Some(cx.terms.ite(single, first, none)))
        }
        _ => Ok(None),
    }
}

/// The sum of the digits at their places, or -1 if something is no digit.
pub(super) fn numeral(cx: &mut Speller<'_>, t: Term) -> Result<Option<Term>, Stop> {
    let Some(word) = cx.aligned(cx.terms.arg(t, 0))? else { return Ok(None) };
    let tunables = &cx.limits.tunables().check;
    if word.codes.len() > tunables.spelling_digits {
        let fits = word.is_exact() && word.codes.len() <= tunables.spelling_remainders;
        if !fits || !cx.reads_remainders(t) {
            return Ok(None);
        }
        cx.limits.charge((word.codes.len() / tunables.spelling_digits.max(1)).pow(2) as u64)?;
    }
    let none = cx.terms.int(-1);
    if word.codes.is_empty() {
        return Ok(Some(none));
    }
    if cfg!(feature = "scaling")
        && let Some((digits, value)) = known(cx, &word)
    {
        let is_sure = digits == cx.terms.tt();
        return Ok(Some(if is_sure { value } else { cx.terms.ite(digits, value, none) }));
    }
    let digits = digits(cx, &word);
    let is_added = cfg!(feature = "scaling") && cx.is_summand(t);
    let value = match is_added && !word.is_exact() && word.codes.len() > 1 {
        true => right_aligned(cx, &word, digits),
        false => by_length(cx, &word, value),
    };
    Ok(Some(if digits == cx.terms.tt() { value } else { cx.terms.ite(digits, value, none) }))
}

/// Whether the other letters are digits, and the number that all are then, if `word` is a numeral of a known number or has such in it.
fn known(cx: &mut Speller<'_>, word: &Word) -> Option<(Term, Term)> {
    if let Some(number) = word.number {
        return Some((cx.terms.tt(), number));
    }
    let (first, mut end, mut place) = (word.within.first()?.0, word.codes.len(), Int::ONE);
    debug_assert!(word.is_exact() && first < end, "a number is beyond the end of the word");
    let (mut summands, mut others) = (Vec::new(), Vec::new());
    let front = (0, 0, cx.terms.int(0));
    for &(at, n, number) in word.within.iter().rev().chain([&front]) {
        let codes = &word.codes[at + n..end];
        if !codes.is_empty() {
            others.extend_from_slice(codes);
            let value = value(cx, codes);
            summands.push(cx.terms.scale(place.clone(), value));
        }
        place = shifted(place, codes.len());
        summands.push(cx.terms.scale(place.clone(), number));
        (place, end) = (shifted(place, n), at);
    }
    let digits = digits(cx, &Word::exact(others));
    Some((digits, cx.terms.add(&summands)))
}

/// So many places in front of a place.
fn shifted(place: Int, places: usize) -> Int {
    (0..places).fold(place, |place, _| &place * &Int::from(10))
}

/// There are letters, and all are digits.
fn digits(cx: &mut Speller<'_>, word: &Word) -> Term {
    let digit = CharSet::range('0'.into(), '9'.into());
    let mut all = Vec::with_capacity(word.codes.len());
    for (i, &code) in word.codes.iter().enumerate() {
        all.push(cx.reads(code, &digit, i > 0 && !word.is_exact()));
    }
    all.retain(|&t| t != cx.terms.tt());
    cx.terms.and(&all)
}

/// What `of` has for the letters that are there, at least one.
fn by_length(
    cx: &mut Speller<'_>,
    word: &Word,
    of: impl Fn(&mut Speller<'_>, &[Term]) -> Term,
) -> Term {
    let codes = &word.codes;
    debug_assert!(word.is_aligned() && !codes.is_empty(), "it is not clear which letter is first");
    if word.is_exact() {
        return of(cx, codes);
    }
    let mut all = of(cx, &codes[..1]);
    for n in 1..codes.len() {
        let over = cx.missing(codes[n]);
        let longer = of(cx, &codes[..=n]);
        // Behind a missing letter there is none, so that the longest that is there is asked for last.
        all = cx.terms.ite(over, all, longer);
    }
    all
}

/// The number that the word is if its letters are `digits`, as a sum of new integers: its digits from the last one on, and zeros where it
/// has none. A sum of such numbers is one linear sum of bounded integers, for any lengths; a choice between a sum for each length would be
/// a number of which arithmetic knows nothing before the lengths are decided.
fn right_aligned(cx: &mut Speller<'_>, word: &Word, digits: Term) -> Term {
    debug_assert!(!word.is_exact(), "of a word of known length each letter has one place");
    let (zero, nine) = (cx.terms.int(0), cx.terms.int(9));
    let (mut place, mut summands, mut all) = (Int::ONE, Vec::new(), Vec::new());
    let otherwise = cx.terms.not(digits);
    let mut conditions = Vec::new();
    for i in 0..word.codes.len() {
        let digit = cx.terms.fresh("digit", Sort::Int);
        cx.bound(digit, 0, 9);
        conditions.extend([cx.terms.ge(digit, zero), cx.terms.le(digit, nine)]);
        let is_there = by_length(cx, word, |cx, codes| match codes.iter().rev().nth(i) {
            Some(&code) => {
                let value = value(cx, &[code]);
                cx.terms.eq(digit, value)
            }
            None => cx.terms.eq(digit, zero),
        });
        conditions.push(cx.terms.or(&[otherwise, is_there]));
        summands.push(cx.terms.scale(place.clone(), digit));
        all.push(digit);
        place = &place * &Int::from(10);
    }
    cx.require(&all, conditions);
    cx.terms.add(&summands)
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

/// A sum with the remainders of its coefficients, and those in the `ite` of each numeral in it.
pub(super) fn reduced(terms: &mut Terms, t: Term, divisor: &Int) -> Term {
    reduced_by(terms, t, divisor, |terms, x| {
        if terms.op(x) != Op::Ite {
            return x;
        }
        let [condition, then, other] = [0, 1, 2].map(|i| terms.arg(x, i));
        let [then, other] = [then, other].map(|t| reduced_by(terms, t, divisor, |_, x| x));
        terms.ite(condition, then, other)
    })
}

fn reduced_by(
    terms: &mut Terms,
    t: Term,
    divisor: &Int,
    part: impl Fn(&mut Terms, Term) -> Term,
) -> Term {
    debug_assert!(divisor.is_positive(), "a remainder by something that is not positive");
    debug_assert!(terms.sort(t) == Sort::Int, "a remainder of what is no number");
    let remainder = |n: &Int| n.div_rem_euclid(divisor).1;
    let sum = rewrite::linear(terms, t);
    let mut summands = vec![terms.int(remainder(&sum.constant))];
    for (x, c) in &sum.terms {
        let x = part(terms, *x);
        summands.push(terms.scale(remainder(c), x));
    }
    terms.add(&summands)
}

/// Which of two terms is `(str.from_int n)`, and `n`: first the other one.
pub(super) fn numeral_of(cx: &Speller<'_>, a: Term, b: Term) -> Option<(Term, Term)> {
    let pairs = [(a, b), (b, a)];
    let (word, numeral) = pairs.into_iter().find(|p| cx.op(p.1) == Op::StrFromInt)?;
    Some((word, cx.image_of(cx.terms.arg(numeral, 0))))
}

/// The letters of `(str.from_int n)`, where it is known how many digits `n` has at most: new codes, of which a condition says that they
/// are those of `n`.
pub(super) fn digits_of(cx: &mut Speller<'_>, t: Term) -> Result<Option<Word>, Stop> {
    let n = cx.image_of(cx.terms.arg(t, 0));
    let Some((least, most)) = cx.range(n) else { return Ok(None) };
    let (fewest, places) = (digit_count(&least), digit_count(&most));
    debug_assert!(fewest <= places, "a smaller number has more digits");
    if places > cx.limits.tunables().check.spelling_digits {
        return Ok(None);
    }
    let codes: Vec<Term> = (0..places).map(|_| cx.terms.fresh("digit", Sort::Int)).collect();
    let shape = if fewest == places { Shape::Exact } else { Shape::Padded };
    let word = Word::new(codes, shape);
    let mut conditions = padding(cx, &word);
    let Some(written) = written(cx, &word, n)? else { return Ok(None) };
    conditions.push(written);
    cx.require(&word.codes, conditions);
    let length = digits_in(cx.terms, n, fewest..places);
    if fewest < places && cfg!(feature = "scaling") {
        cx.numerals.enter(cx.terms, length, n, &word.codes, fewest);
    }
    // A negative number has no digits, and is not what they are read as.
    let number = (!least.is_negative()).then_some(n);
    Ok(Some(word.measured(length).numbered(number)))
}

/// How many digits the numeral of `n` has, as many as this at least and at most.
fn digits_in(terms: &mut Terms, n: Term, counts: Range<usize>) -> Term {
    debug_assert!(counts.start <= counts.end, "a smaller number has more digits");
    let (one, zero) = (terms.int(1), terms.int(0));
    let mut summands = vec![terms.int(counts.start as u64)];
    for count in counts {
        let is_longer = has_more(terms, n, count);
        summands.push(terms.ite(is_longer, one, zero));
    }
    terms.add(&summands)
}

/// How many digits the numeral of `n` has.
fn digit_count(n: &Int) -> usize {
    if n.is_negative() { 0 } else { n.to_string().len() }
}

/// Codes that may be missing are so at the end only.
fn padding(cx: &mut Speller<'_>, word: &Word) -> Vec<Term> {
    debug_assert!(word.is_aligned(), "it is not clear where a word ends");
    let mut conditions = Vec::new();
    if word.is_exact() {
        return conditions;
    }
    let none = cx.terms.int(-1);
    let missing: Vec<Term> = word.codes.iter().map(|&code| cx.missing(code)).collect();
    for (i, &code) in word.codes.iter().enumerate() {
        conditions.push(cx.terms.ge(code, none));
        if let Some(&next) = missing.get(i + 1) {
            let is_there = cx.terms.not(missing[i]);
            conditions.push(cx.terms.or(&[is_there, next]));
        }
    }
    conditions
}

/// The word is `(str.from_int n)`.
pub(super) fn written(cx: &mut Speller<'_>, word: &Word, n: Term) -> Result<Option<Term>, Stop> {
    let zero = cx.terms.int(0);
    let negative = cx.terms.lt(n, zero);
    let Some(&first) = word.codes.first() else { return Ok(Some(negative)) };
    if word.codes.len() > cx.limits.tunables().check.spelling_digits {
        return Ok(None);
    }
    let zero = CharSet::single('0'.into());
    let (digits, leading) = (digits(cx, word), cx.reads(first, &zero, false));
    let equal = by_length(cx, word, |cx, codes| {
        let value = value(cx, codes);
        let equal = cx.terms.eq(n, value);
        if codes.len() == 1 {
            return equal;
        }
        let canonical = cx.terms.not(leading);
        cx.terms.and(&[canonical, equal])
    });
    let numeral = cx.terms.and(&[digits, equal]);
    let empty = if word.is_exact() { cx.terms.ff() } else { cx.missing(first) };
    Ok(Some(cx.terms.ite(empty, negative, numeral)))
}
