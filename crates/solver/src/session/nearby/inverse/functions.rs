//! What each function does with a value that is wanted of an application of it: values of its arguments are wanted, one of which suffices.
//! `None` says that nothing is, as something cannot be evaluated or no value would do.

use super::{FILLER, Inverter, numbering, painting};
use automata::MAX_CHAR;
use base::Int;
use terms::eval::strings;
use terms::value::{Value, Word};
use terms::{Op, Term, Terms};

pub(super) fn not(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    inv.want(inv.terms.arg(t, 0), Value::Bool(!value.as_bool()?));
    Some(())
}

pub(super) fn connective(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    for &arg in inv.terms.args(t) {
        inv.want(arg, value.clone());
    }
    Some(())
}

pub(super) fn implication(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let (&last, premises) = inv.terms.args(t).split_last()?;
    inv.want(last, value.clone());
    for &premise in premises {
        inv.want(premise, Value::Bool(!value.as_bool()?));
    }
    Some(())
}

pub(super) fn equality(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let args = inv.terms.args(t);
    if !value.as_bool()? {
        args.iter().rev().for_each(|&arg| {
            inv.vary(arg, args);
        });
        return Some(());
    }
    for pair in args.windows(2) {
        let (a, b) = (inv.value(pair[0])?, inv.value(pair[1])?);
        if a != b {
            inv.want(pair[0], b);
            inv.want(pair[1], a);
            // Nothing is painted where something cannot be evaluated.
            let _: Option<()> = painting::equation(inv, pair[0], pair[1]);
        }
    }
    Some(())
}

pub(super) fn distinction(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let args = inv.terms.args(t);
    if !value.as_bool()? {
        return match args {
            &[a, b] => {
                let (of_a, of_b) = (inv.value(a)?, inv.value(b)?);
                inv.want(b, of_a);
                inv.want(a, of_b);
                Some(())
            }
            _ => None,
        };
    }
    if args.len() > 2 {
        // Nothing is numbered where something cannot be evaluated.
        let _: Option<()> = numbering::distinct(inv, args);
    }
    let mut known = Vec::with_capacity(args.len());
    for &arg in args {
        known.push((inv.value(arg)?, arg));
    }
    let equal = |i: usize| (0..i).find(|&j| known[j].0 == known[i].0);
    let (first, second) = (0..args.len()).find_map(|i| Some((equal(i)?, i)))?;
    inv.vary(args[second], args);
    inv.vary(args[first], args)
}

pub(super) fn choice(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let &[condition, a, b] = inv.terms.args(t) else { return None };
    let holds = inv.truth(condition)?;
    let (taken, other) = if holds { (a, b) } else { (b, a) };
    inv.want(taken, value.clone());
    if inv.value(other).as_ref() == Some(value) {
        inv.want(condition, Value::Bool(!holds));
    }
    Some(())
}

pub(super) fn comparison(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let (op, args) = (inv.terms.op(t), inv.terms.args(t));
    let is_wanted = value.as_bool()?;
    if !is_wanted && args.len() > 2 {
        return None;
    }
    let is_descending = matches!(op, Op::Ge | Op::Gt) == is_wanted;
    let is_strict = matches!(op, Op::Lt | Op::Gt) == is_wanted;
    let gap = if is_strict { Int::ONE } else { Int::ZERO };
    for pair in args.windows(2) {
        let (low, high) = if is_descending { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
        let least = &inv.int(low)? + &gap;
        let most = &inv.int(high)? - &gap;
        if inv.int(high)? < least {
            inv.want(high, Value::Int(least));
            inv.want(low, Value::Int(most));
        }
    }
    Some(())
}

/// One summand makes up for the difference, or for most of it, if it is a multiple of something.
pub(super) fn sum(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let missing = value.as_int()? - &inv.int(t)?;
    let args = inv.terms.args(t);
    // Each time other ones come first: of many, not all are proposed.
    let (first, last) = args.split_at(inv.turn % args.len());
    let parts = last.iter().chain(first).map(|&arg| (arg, part_of(inv.terms, arg, &missing)));
    let mut parts: Vec<(Term, Int)> = parts.collect();
    // As numbers are written: what makes up for most of it, then for the rest; what makes up for too much is the last resort.
    let order = |part: &Int| (part.abs() > missing.abs(), part.abs() == missing.abs(), part.abs());
    base::order::sort_by_key(&mut parts, |(_, part)| order(part));
    for (arg, part) in parts {
        let wanted = &inv.int(arg)? + &part;
        inv.want(arg, Value::Int(wanted));
    }
    Some(())
}

/// The most of a number that the summand `t` can make up for: the others have to make up for the rest. If that is nothing, a little more
/// than the number.
fn part_of(terms: &Terms, t: Term, missing: &Int) -> Int {
    let factors = terms.args(t).iter().filter(|_| terms.op(t) == Op::Mul);
    let factor = factors.filter_map(|&arg| terms.int_value(arg)).next();
    let Some(factor) = factor.filter(|factor| !factor.is_zero()) else { return missing.clone() };
    let (_, rest) = missing.div_rem_euclid(factor);
    let (low, high) = (missing - &rest, missing - &rest + factor.abs());
    let (near, far) = if missing.is_negative() { (high, low) } else { (low, high) };
    if rest.is_zero() {
        missing.clone()
    } else if near.is_zero() {
        far
    } else {
        near
    }
}

pub(super) fn difference(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let missing = value.as_int()? - &inv.int(t)?;
    for (i, &arg) in inv.terms.args(t).iter().enumerate() {
        let now = inv.int(arg)?;
        inv.want(arg, Value::Int(if i == 0 { &now + &missing } else { &now - &missing }));
    }
    Some(())
}

pub(super) fn negative(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let number = value.as_int()?;
    inv.want(inv.terms.arg(t, 0), Value::Int(-number));
    Some(())
}

pub(super) fn product(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let args = inv.terms.args(t);
    for (i, &arg) in args.iter().enumerate() {
        let mut others = Int::ONE;
        for (_, &other) in args.iter().enumerate().filter(|&(j, _)| j != i) {
            others = &others * &inv.int(other)?;
        }
        if others.is_zero() {
            continue;
        }
        // Both neighbours, where it is no multiple: a bound is met by one of them.
        let (quotient, rest) = value.as_int()?.div_rem_euclid(&others);
        if !rest.is_zero() {
            let next = if others.is_negative() { -Int::ONE } else { Int::ONE };
            inv.want(arg, Value::Int(&quotient + &next));
        }
        inv.want(arg, Value::Int(quotient));
    }
    Some(())
}

pub(super) fn remainder(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let dividend = inv.terms.arg(t, 0);
    let wanted = &inv.int(dividend)? + &(value.as_int()? - &inv.int(t)?);
    inv.want(dividend, Value::Int(wanted));
    Some(())
}

/// One part makes up for the difference.
pub(super) fn concatenation(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let (word, parts) = (value.as_str()?, inv.terms.args(t));
    let mut words = Vec::with_capacity(parts.len());
    for &part in parts {
        words.push(inv.word(part)?);
    }
    // What is left of the word behind the parts in front of each, and in front of those behind.
    let behind = fitting(words.iter(), word, |word, own| word.strip_prefix(own));
    let front = fitting(words.iter().rev(), word, |word, own| word.strip_suffix(own));
    for (i, &part) in parts.iter().enumerate() {
        let (Some(behind), Some(front)) = (behind.get(i), front.get(parts.len() - 1 - i)) else {
            continue;
        };
        let from = word.len() - behind.len();
        if let Some(own) = word.get(from..front.len()) {
            inv.want_word(part, own.to_vec());
        }
    }
    Some(())
}

/// Letters go or follow at the end.
pub(super) fn length(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let string = inv.terms.arg(t, 0);
    let length = value.as_int()?.to_usize().filter(|&n| n <= inv.longest)?;
    let mut word = inv.word(string)?.to_vec();
    resize(&mut word, length);
    inv.want_word(string, word);
    Some(())
}

/// Cuts letters off the end, or repeats the last one.
pub(super) fn resize(word: &mut Vec<u32>, length: usize) {
    let filler = word.last().copied().unwrap_or(FILLER);
    word.resize(length, filler);
}

pub(super) fn order(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let args = inv.terms.args(t);
    let is_wanted = value.as_bool()?;
    if !is_wanted && args.len() > 2 {
        return None;
    }
    let is_strict = (inv.terms.op(t) == Op::StrLt) == is_wanted;
    for pair in args.windows(2) {
        let (low, high) = if is_wanted { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
        let (least, most) = (inv.word(low)?, inv.word(high)?);
        if least < most || (!is_strict && least == most) {
            continue;
        }
        debug_assert!(most <= least, "what is in order is put in order");
        if !is_strict {
            inv.want_word(high, least.to_vec());
            inv.want_word(low, most.to_vec());
        }
        for word in greater_words(&least) {
            inv.want_word(high, word);
        }
    }
    Some(())
}

pub(super) fn code(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let letter = strings::from_code(value.as_int()?)?;
    inv.want_word(inv.terms.arg(t, 0), vec![letter]);
    Some(())
}

pub(super) fn letter(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let &[letter] = &value.as_str()?[..] else { return None };
    inv.want(inv.terms.arg(t, 0), Value::Int(Int::from(letter)));
    Some(())
}

/// The numeral, with zeros in front if the string is longer.
pub(super) fn number(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let string = inv.terms.arg(t, 0);
    let length = inv.word(string)?.len();
    let number = value.as_int().filter(|n| !n.is_negative())?.to_string();
    let word = format!("{number:0>length$}").chars().map(u32::from).collect();
    inv.want_word(string, word);
    Some(())
}

pub(super) fn numeral(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let word = value.as_str()?;
    let digits = strings::significant_digits(word)?;
    if word.len() == digits.len().max(1) {
        inv.want(inv.terms.arg(t, 0), Value::Int(strings::digits_to_int(digits)));
    }
    Some(())
}

pub(super) fn reversal(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    inv.want_word(inv.terms.arg(t, 0), value.as_str()?.iter().rev().copied().collect());
    Some(())
}

/// What is left of `word` after one part after the other is taken off, from none on, as long as they fit.
fn fitting<'w>(
    parts: impl Iterator<Item = &'w Word>,
    word: &'w [u32],
    strip: impl Fn(&'w [u32], &[u32]) -> Option<&'w [u32]>,
) -> Vec<&'w [u32]> {
    let mut left = vec![word];
    left.extend(parts.scan(word, |rest, part| {
        *rest = strip(rest, part)?;
        Some(*rest)
    }));
    left
}

/// The letter so many places on.
pub(super) fn other_letter(letter: u32, by: i32) -> Option<u32> {
    letter.checked_add_signed(by).filter(|&c| c <= MAX_CHAR)
}

/// Words with another last letter. They are as long: what only grows from one model to the next gets long.
pub(super) fn other_words(word: &[u32]) -> Vec<Vec<u32>> {
    let Some((&last, begin)) = word.split_last() else { return vec![vec![FILLER]] };
    let letters = [1, -1, 2, -2, 3].into_iter().filter_map(|by| other_letter(last, by));
    letters.map(|letter| [begin, &[letter]].concat()).collect()
}

/// Words behind this one in the order of strings, as long: a letter is the next one, the least ones of their kind follow, or the same as
/// before, as in front of a part that has to stay. Last come longer ones, where that letter is put in.
fn greater_words(word: &[u32]) -> Vec<Vec<u32>> {
    let least = |&c: &u32| match char::from_u32(c) {
        Some('0'..='9') => '0'.into(),
        Some('a'..='z') => 'a'.into(),
        Some('A'..='Z') => 'A'.into(),
        _ => c,
    };
    let next = |i: usize, rest: &mut dyn Iterator<Item = u32>| {
        let letter = other_letter(word[i], 1)?;
        Some(word[..i].iter().copied().chain([letter]).chain(rest).collect())
    };
    if word.is_empty() {
        return vec![vec![FILLER]];
    }
    let places = || (0..word.len()).rev();
    let mut words: Vec<Vec<u32>> =
        places().filter_map(|i| next(i, &mut word[i + 1..].iter().map(least))).collect();
    let others = places().filter(|&i| word[i + 1..].iter().any(|c| least(c) != *c));
    words.extend(others.filter_map(|i| next(i, &mut word[i + 1..].iter().copied())));
    words.extend(places().filter_map(|i| next(i, &mut word[i..].iter().copied())));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(words: Vec<Vec<u32>>) -> Vec<String> {
        words.iter().map(|w| w.iter().filter_map(|&c| char::from_u32(c)).collect()).collect()
    }

    fn word(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    #[test]
    fn a_date_is_followed_by_dates() {
        assert_eq!(
            texts(greater_words(&word("9-9"))),
            ["9-:", "9.0", ":-0", "9.9", ":-9", "9-:9", "9.-9", ":9-9"]
        );
        assert_eq!(texts(other_words(&[])), ["a"]);
    }
}
