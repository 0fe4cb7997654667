//! Numerals with zeros in front.
//!
//! Programs write a number with as many digits as there is room for: `(ite (< k 10) (str.++ "0" (str.from_int k)) (str.from_int k))`, or,
//! as rewriting has it, `(ite (< k 10) "0" "")` in front of `(str.from_int k)`. How many digits there are depends on the number, and so
//! do the zeros; both together are always two letters. So a part that is chosen is put in front of the numeral in each case, in which
//! bounds say how long that is. A word of known length can be read at its places, and be part of a long numeral.
//!
//! Such a word keeps the number. Check digits are computed from others and read again with them: what is read is a sum with the number in
//! it, not with its digits, so that it is seen what it was computed from.

use super::image::Speller;
use super::word::Word;
use base::{Int, Stop};
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
