//! The words whose number or code is at least a given one, as a language.

use crate::letters::Letters;
use crate::regex::{Regex, Regexes};
use crate::term::MAX_CHAR;
use num_bigint::BigInt;

/// Digits of a number that is looked at.
const MAX_DIGITS: usize = 400;

/// The words with a number of at least `low`; none if it is too large.
pub fn at_least(regexes: &mut Regexes, low: &BigInt) -> Option<Regex> {
    if *low < BigInt::ZERO {
        return Some(Regexes::ALL);
    }
    let digits: Vec<u32> = low.to_string().bytes().map(u32::from).collect();
    if digits.len() > MAX_DIGITS {
        return None;
    }
    let any = regexes.letters(Letters::range(48, 57));
    if *low == BigInt::ZERO {
        return Some(regexes.repeat(any, 1, None));
    }
    // More digits, the first of them not 0; or as many, at least as large.
    let first = regexes.letters(Letters::range(49, 57));
    let rest = regexes.repeat(any, digits.len(), None);
    let mut choices = vec![regexes.concat(first, rest), regexes.word(&digits)];
    for (i, &digit) in digits.iter().enumerate() {
        let larger = regexes.letters(Letters::range(digit + 1, 57));
        let same = regexes.word(&digits[..i]);
        let left = digits.len() - i - 1;
        let rest = regexes.repeat(any, left, Some(left));
        let tail = regexes.concat(larger, rest);
        choices.push(regexes.concat(same, tail));
    }
    let numeral = regexes.union(&choices);
    let zero = regexes.letters(Letters::range(48, 48));
    let zeros = regexes.star(zero);
    Some(regexes.concat(zeros, numeral))
}

/// The words with a code of at least `low`: all, or letters.
pub fn coded(regexes: &mut Regexes, low: &BigInt) -> Option<Regex> {
    Some(match u32::try_from(low) {
        _ if *low < BigInt::ZERO => Regexes::ALL,
        Ok(low) if low <= MAX_CHAR => regexes.letters(Letters::range(low, MAX_CHAR)),
        _ => Regexes::NONE,
    })
}
