//! The words whose number is at least a given one, as a language.

use crate::letters::Letters;
use crate::regex::{Regex, Regexes};
use num_bigint::BigInt;

/// Digits of a number that is looked at.
const MAX_DIGITS: usize = 400;

/// The words of digits with a number of at least `low`, which is positive or 0; none if it is too large.
pub fn at_least(regexes: &mut Regexes, low: &BigInt) -> Option<Regex> {
    let digits: Vec<u32> = low.to_string().bytes().map(u32::from).collect();
    if digits.len() > MAX_DIGITS {
        return None;
    }
    let any = regexes.letters(Letters::range(48, 57));
    if *low <= BigInt::ZERO {
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
