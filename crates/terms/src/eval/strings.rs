//! The string functions on words, with every corner case of the theory: functions are total, and
//! what they return out of range is fixed.

use super::search::{self, Finder};
use crate::sort::MAX_CHAR;
use base::Int;

/// `str.substr`: empty unless `i` is a position and `n` is positive; cut at the end.
pub fn substr<'a>(s: &'a [u32], i: &Int, n: &Int) -> &'a [u32] {
    let Some(start) = i.to_usize().filter(|&i| i < s.len()) else { return &[] };
    if !n.is_positive() {
        return &[];
    }
    let rest = &s[start..];
    // A count beyond `usize` is more than there is.
    &rest[..n.to_usize().map_or(rest.len(), |n| n.min(rest.len()))]
}

/// `str.at`
pub fn at<'a>(s: &'a [u32], i: &Int) -> &'a [u32] {
    substr(s, i, &Int::ONE)
}

/// `str.indexof`: -1 if `i` is no position (the end is one) or there is no occurrence.
pub fn index_of(s: &[u32], t: &[u32], i: &Int) -> Int {
    let from = i.to_usize().filter(|&i| i <= s.len());
    from.and_then(|from| search::find(s, t, from)).map_or(Int::from(-1), Int::from)
}

/// `str.last_indexof`
pub fn last_index_of(s: &[u32], t: &[u32]) -> Int {
    search::rfind(s, t).map_or(Int::from(-1), Int::from)
}

/// Where the occurrences of `t` that `str.replace_all` replaces start: from left to right,
/// without overlap; none if `t` is empty.
pub fn occurrences(s: &[u32], t: &[u32]) -> Vec<usize> {
    let mut found = Vec::new();
    if t.is_empty() {
        return found;
    }
    let mut finder = Finder::new(t);
    let mut from = 0;
    while let Some(i) = finder.find(s, from) {
        found.push(i);
        from = i + t.len();
    }
    found
}

/// `str.is_digit`
pub fn is_digit(s: &[u32]) -> bool {
    matches!(s, [c] if is_digit_char(*c))
}

fn is_digit_char(c: u32) -> bool {
    (48..=57).contains(&c)
}

/// `str.to_code`: -1 unless `s` is one character.
pub fn to_code(s: &[u32]) -> Int {
    match s {
        [c] => Int::from(*c),
        _ => Int::from(-1),
    }
}

/// `str.from_code`: `None`, for the empty word, unless `n` is a code point.
pub fn from_code(n: &Int) -> Option<u32> {
    n.to_i64().and_then(|n| u32::try_from(n).ok()).filter(|&c| c <= MAX_CHAR)
}

/// The significant digits of a numeral, leading zeros allowed; `None` if `s` is empty or has
/// anything but digits. `str.to_int` is the value of these, or -1.
pub fn significant_digits(s: &[u32]) -> Option<&[u32]> {
    if s.is_empty() || !s.iter().all(|&c| is_digit_char(c)) {
        return None;
    }
    let zeros = s.iter().take_while(|&&c| c == 48).count();
    Some(&s[zeros..])
}

/// The value of a word of digits, 0 for none.
pub fn digits_to_int(digits: &[u32]) -> Int {
    let text: String = digits.iter().filter_map(|&c| char::from_u32(c)).collect();
    if text.is_empty() { Int::ZERO } else { text.parse().unwrap_or_default() }
}

/// One character of `str.to_lower`.
pub fn lower(c: u32) -> u32 {
    if (65..=90).contains(&c) { c + 32 } else { c }
}

/// One character of `str.to_upper`.
pub fn upper(c: u32) -> u32 {
    if (97..=122).contains(&c) { c - 32 } else { c }
}

/// `str.update`: `s` if `i` is no position; never longer than `s`.
pub fn update(s: &[u32], i: &Int, t: &[u32]) -> Vec<u32> {
    let mut out = s.to_vec();
    if let Some(i) = i.to_usize().filter(|&i| i < s.len()) {
        let n = t.len().min(s.len() - i);
        out[i..i + n].copy_from_slice(&t[..n]);
    }
    out
}
