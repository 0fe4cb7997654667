//! Numerals with zeros in front, and texts that are filled up.
//!
//! Programs write a number with as many digits as there is room for: `(ite (< k 10) (str.++ "0" (str.from_int k)) (str.from_int k))`, or,
//! as rewriting has it, `(ite (< k 10) "0" "")` in front of `(str.from_int k)`. How many digits there are depends on the number, and so
//! do the zeros; both together are always two letters. So a part that is chosen is put in front of the numeral in each case, in which
//! bounds say how long that is. A word of known length can be read at its places, and be part of a long numeral.
//!
//! Such a word keeps the number. Check digits are computed from others and read again with them: what is read is a sum with the number in
//! it, not with its digits, so that it is seen what it was computed from.
//!
//! Texts are filled up in the same way: `(ite (= (str.len x) 2) (str.++ x "  ") (ite (= (str.len x) 3) (str.++ x " ") x))` has four
//! letters, whatever `x` is. Part by part it would be a word in which letters may be missing anywhere, and of many such fields in a row
//! none would have a place. But for each length of `x` it is known which letters there are. These are the *cases* of a word: of the
//! parts of a concatenation, of both branches of a choice by this length, and of a slice they are those of the whole. If all are equally
//! long, no letter is missing, and each place has one letter or another depending on the length.

use super::image::Speller;
use super::word::{Cases, Shape, Word};
use base::{Int, Stop};
use std::rc::Rc;
use terms::eval::Evaluator;
use terms::model::Model;
use terms::value::Value;
use terms::{Op, Term};

/// What `words` are together, one for each of the `parts`, with their numbers if all letters are there. Where zeros go in front of a
/// numeral by cases, both are one.
pub(super) fn joined(
    cx: &mut Speller<'_>,
    parts: &[Term],
    words: Vec<Word>,
) -> Result<Vec<Word>, Stop> {
    debug_assert!(parts.len() == words.len(), "a part has no word");
    let mut all: Vec<Word> = Vec::with_capacity(words.len());
    for (&part, word) in parts.iter().zip(words).rev() {
        let behind = all.last().filter(|behind| !behind.is_exact() && behind.number.is_some());
        let is_chosen = cx.op(part) == Op::Ite;
        let whole = match behind.cloned().filter(|_| is_chosen) {
            Some(behind) => in_cases(cx, part, behind)?,
            None => None,
        };
        match whole {
            Some(whole) => {
                all.pop();
                all.push(whole);
            }
            None => all.push(word),
        }
    }
    all.reverse();
    Ok(all)
}

/// `choice` and then the numeral `behind`, if in both cases it is known how long they are, and they are equally long.
fn in_cases(cx: &mut Speller<'_>, choice: Term, behind: Word) -> Result<Option<Word>, Stop> {
    let &[c, a, b] = cx.terms.args(choice) else { return Ok(None) };
    let (Some(a), Some(b)) = (cx.codes(a)?, cx.codes(b)?) else { return Ok(None) };
    let c = cx.image_of(c);
    let [first, second] = [(a, true), (b, false)].map(|(front, holds)| {
        let behind = if_chosen(cx, behind.clone(), c, holds);
        in_front(cx, &[Word::exact(front), behind])
    });
    let is_known = first.is_exact() && second.is_exact();
    let is_one = is_known && first.codes.len() == second.codes.len();
    Ok(is_one.then(|| either(cx, c, &first, &second)))
}

/// The words one after the other. What is a number with zeros in front of it is that number.
fn in_front(cx: &mut Speller<'_>, words: &[Word]) -> Word {
    let number = number_of(cx, words);
    let empty = Word::exact(Vec::new());
    words.iter().fold(empty, |all, word| all.then(word.clone())).numbered(number)
}

/// The number that the words are one after the other, if they are a numeral with zeros in front.
pub(super) fn number_of(cx: &mut Speller<'_>, words: &[Word]) -> Option<Term> {
    let (last, front) = words.split_last()?;
    let zero = cx.terms.int(u32::from('0'));
    let are_zeros = front.iter().flat_map(|word| &word.codes).all(|&code| code == zero);
    last.number.filter(|_| are_zeros)
}

/// The numbers of two words that are equally long, with zeros in front: the words are in the order of these.
pub(super) fn numbers_of(cx: &mut Speller<'_>, a: &Word, b: &Word) -> Option<[Term; 2]> {
    let are_long = a.is_exact() && b.is_exact() && a.codes.len() == b.codes.len();
    let is_open = a.number.is_some() || b.number.is_some();
    if !cfg!(feature = "scaling") || !are_long || !is_open {
        return None;
    }
    let [a, b] = [a, b].map(|word| match word.number {
        Some(number) => Some(number),
        None => digits(cx, word).map(|n| cx.terms.int(n)),
    });
    Some([a?, b?])
}

/// The number of a word of known digits.
fn digits(cx: &Speller<'_>, word: &Word) -> Option<Int> {
    let ten = Int::from(10);
    word.codes.iter().try_fold(Int::ZERO, |number, &code| {
        let digit = cx.terms.int_value(code)? - &Int::from(u32::from('0'));
        let is_digit = !digit.is_negative() && digit < ten;
        is_digit.then(|| &(&number * &ten) + &digit)
    })
}

/// `a` if `c` holds, else `b`: both have the same places.
pub(super) fn either(cx: &mut Speller<'_>, c: Term, a: &Word, b: &Word) -> Word {
    debug_assert!(a.codes.len() == b.codes.len(), "words with different places");
    let codes = a.codes.iter().zip(&b.codes).map(|(&a, &b)| cx.terms.ite(c, a, b)).collect();
    let numbers = a.number.zip(b.number);
    let number = numbers.map(|(a, b)| if a == b { a } else { cx.terms.ite(c, a, b) });
    Word::new(codes, a.shape.max(b.shape)).numbered(number)
}

/// What `word` is if the condition `c` `holds`: a numeral has as many digits as this says.
pub(super) fn if_chosen(cx: &Speller<'_>, word: Word, c: Term, holds: bool) -> Word {
    let Some(length) = word.length.filter(|_| !word.is_exact() && word.is_aligned()) else {
        return word;
    };
    let sum = rewrite::linear(cx.terms, length);
    let mut known = sum.constant.clone();
    for (t, factor) in &sum.terms {
        let Some(value) = chosen(cx, *t, c, holds) else { return word };
        known += &(&value * factor);
    }
    match known.to_usize().filter(|&n| n <= word.codes.len()) {
        Some(n) => word.cut(n),
        None => word,
    }
}

/// The number that the choice `t` is, if bounds decide it where `c` `holds`.
fn chosen(cx: &Speller<'_>, t: Term, c: Term, holds: bool) -> Option<Int> {
    let (Op::Ite, &[condition, then, otherwise]) = (cx.op(t), cx.terms.args(t)) else {
        return None;
    };
    let is_true = cx.follows(condition, c, holds)?;
    cx.terms.int_value(if is_true { then } else { otherwise }).cloned()
}

/// The numbers in a concatenation of these words, if all letters are there: each with its place and how many letters it has.
pub(super) fn numbers_in(words: &[Word]) -> Vec<(usize, usize, Term)> {
    let (mut found, mut place) = (Vec::new(), 0);
    for word in words {
        if !word.is_exact() {
            return Vec::new();
        }
        let within = word.within.iter().map(|&(at, n, number)| (place + at, n, number));
        found.extend(within.filter(|_| word.number.is_none()));
        found.extend(word.number.map(|number| (place, word.codes.len(), number)));
        place += word.codes.len();
    }
    debug_assert!(found.is_sorted_by_key(|&(place, ..)| place), "numbers in the wrong order");
    found
}

/// A fact: a string and what fills it up are no more parts.
const PARTS: usize = 4;

/// A term for what each case has.
fn merged(
    cx: &mut Speller<'_>,
    cases: &Cases,
    of: impl Fn(&mut Speller<'_>, &[Term]) -> Term,
) -> Term {
    let mut last = of(cx, &cases.words[0]);
    let mut merged = last;
    for (word, length) in cases.words.iter().zip(cases.least..).skip(1) {
        let next = of(cx, word);
        if next != last {
            let is_long = is_long(cx, cases.length, length);
            merged = cx.terms.ite(is_long, next, merged);
            last = next;
        }
    }
    merged
}

/// That a length, by which there are cases, is `count` or more.
fn is_long(cx: &mut Speller<'_>, length: Term, count: usize) -> Term {
    if let Some(is_long) = cx.numerals.at_least(length, count) {
        return is_long;
    }
    let bound = cx.terms.int(count as u64);
    cx.terms.ge(length, bound)
}

/// The cases of a word; those of a spelled string, and of a numeral, are how many of its letters there are.
fn cases_of(cx: &Speller<'_>, word: &Word) -> Option<Rc<Cases>> {
    if word.cases.is_some() {
        return word.cases.clone();
    }
    let length = word.length.filter(|_| !word.is_exact() && word.is_aligned())?;
    let empty = match cx.is_length(length) {
        true => no_letters(cx, length)?,
        false => cx.numerals.no_letters(length)?,
    };
    let words =
        (empty.least..).take(empty.words.len()).map(|n| word.codes.get(..n).map(<[Term]>::to_vec));
    Some(Rc::new(empty.with(words.collect::<Option<Vec<_>>>()?)))
}

/// A case without letters for each value of `length`, if these are few.
fn no_letters(cx: &Speller<'_>, length: Term) -> Option<Cases> {
    let (least, most) = cx.range(length)?;
    let (least, most) = (least.to_usize()?, most.to_usize()?);
    let is_short = least <= most && most <= cx.limits.tunables().check.spelling_bounded;
    is_short.then(|| Cases::new(length, least, vec![Vec::new(); most - least + 1]))
}

/// What `word` is in each of the cases.
fn along(cx: &Speller<'_>, word: &Word, cases: &Cases) -> Option<Vec<Vec<Term>>> {
    if word.is_exact() {
        return Some(vec![word.codes.clone(); cases.words.len()]);
    }
    cases_of(cx, word).filter(|own| own.length == cases.length).map(|own| own.words.clone())
}

/// The cases of the words one after the other.
pub(super) fn cases_joined(cx: &Speller<'_>, words: &[Word]) -> Option<Cases> {
    let first = words.iter().find(|word| !word.is_exact())?;
    let first = cases_of(cx, first)?;
    let mut whole = vec![Vec::new(); first.words.len()];
    for word in words {
        for (whole, part) in whole.iter_mut().zip(along(cx, word, &first)?) {
            whole.extend(part);
        }
    }
    Some(first.with(whole))
}

/// `words`, of which those behind each other by the same length are one if no letter is missing in it.
pub(super) fn grouped(cx: &mut Speller<'_>, words: Vec<Word>) -> Vec<Word> {
    let (mut out, mut at) = (Vec::with_capacity(words.len()), 0);
    while let Some(word) = words.get(at) {
        let ends = if word.is_exact() { 0..0 } else { at + 2..words.len().min(at + PARTS) + 1 };
        let known = ends.map(|end| (cases_joined(cx, &words[at..end]), end));
        let known = known.take_while(|(cases, _)| cases.is_some());
        let exact = known.filter_map(|(cases, end)| Some((cases.filter(Cases::is_exact)?, end)));
        let first = { exact }.next();
        match first {
            Some((cases, end)) => {
                out.push(known_word(cx, &cases));
                at = end;
            }
            None => {
                out.push(word.clone());
                at += 1;
            }
        }
    }
    debug_assert!(out.len() <= words.len(), "a word is there twice");
    out
}

/// The word of these cases, which are equally long.
fn known_word(cx: &mut Speller<'_>, cases: &Cases) -> Word {
    debug_assert!(cases.is_exact(), "a letter may be missing");
    let letters = 0..cases.words[0].len();
    let codes = letters.map(|k| merged(cx, cases, |_, word| word[k])).collect();
    let number = cx.numerals.number(cx.terms, cases);
    Word::new(codes, Shape::Exact).numbered(number)
}

/// The cases of `a` if `c` holds, else of `b`, if a length decides on that.
pub(super) fn cases_chosen(
    cx: &Speller<'_>,
    c: Term,
    a: &Word,
    b: &Word,
) -> Result<Option<Cases>, Stop> {
    let Some((empty, holds)) = decided(cx, c)? else { return Ok(None) };
    let (Some(a), Some(b)) = (along(cx, a, &empty), along(cx, b, &empty)) else { return Ok(None) };
    let mut words = Vec::with_capacity(a.len());
    for ((a, b), holds) in a.into_iter().zip(b).zip(holds) {
        cx.limits.charge(1 + a.len() as u64)?;
        words.push(if holds { a } else { b });
    }
    Ok(Some(empty.with(words)))
}

/// For each value of a length whether `c` holds, with a case without letters for each, if `c` depends on nothing else.
fn decided(cx: &Speller<'_>, c: Term) -> Result<Option<(Cases, Vec<bool>)>, Stop> {
    let all = cx.terms.post_order_within(&[c], cx.limits.budget())?;
    let mut read = all.into_iter().filter(|&t| cx.terms.is_interpreted_by_models(t));
    let length = read.next().filter(|&t| cx.is_length(t) && read.next().is_none());
    let Some(length) = length else { return cx.numerals.decide(cx.terms, c, cx.limits) };
    let (Some(empty), Op::Apply(fun)) = (no_letters(cx, length), cx.op(length)) else {
        return Ok(None);
    };
    let mut all = Vec::with_capacity(empty.words.len());
    for value in (empty.least..).take(empty.words.len()) {
        let mut model = Model::new();
        model.set(fun, Value::Int(Int::from(value as u64)));
        let holds = Evaluator::new(cx.terms, &model, cx.limits.budget()).eval(c);
        let Ok(Value::Bool(holds)) = holds else { return Ok(None) };
        all.push(holds);
    }
    Ok(Some((empty, all)))
}

/// The cases of `count` letters from a place on.
pub(super) fn cases_cut(cx: &Speller<'_>, word: &Word, place: i64, count: i64) -> Option<Cases> {
    let cases = cases_of(cx, word)?;
    let part = |letters: &Vec<Term>| {
        let from = usize::try_from(place).map_or(letters.len(), |from| from.min(letters.len()));
        let rest = &letters[from..];
        let count = usize::try_from(count.max(0)).map_or(rest.len(), |n| n.min(rest.len()));
        rest[..count].to_vec()
    };
    Some(cases.with(cases.words.iter().map(part).collect()))
}

/// `word`, if it has these cases: they may say that no letter is missing.
pub(super) fn in_cases_of(cx: &mut Speller<'_>, word: Word, cases: Option<Cases>) -> Word {
    if !cfg!(feature = "scaling") {
        return word;
    }
    let Some(cases) = cases.filter(|_| !word.is_exact()) else { return word };
    if cases.is_exact() {
        return known_word(cx, &cases);
    }
    // The length of a numeral is a sum, which says more to arithmetic than a choice.
    let known = word.length.filter(|_| !cx.is_length(cases.length));
    let length =
        known.unwrap_or_else(|| merged(cx, &cases, |cx, word| cx.terms.int(word.len() as u64)));
    Word { cases: Some(Rc::new(cases)), ..word.measured(length) }
}
