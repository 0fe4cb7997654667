//! Operations on constant words, as slices of code points.

use base::Int;
pub(crate) use base::borders::{find, overlap};
use terms::sort::MAX_CHAR;

/// Whether `needle` occurs in `hay`.
pub(crate) fn contains(hay: &[u32], needle: &[u32]) -> bool {
    find(hay, needle, 0).is_some()
}

fn reversed(w: &[u32]) -> Vec<u32> {
    w.iter().rev().copied().collect()
}

/// The last occurrence of `needle` in `hay`.
pub(crate) fn rfind(hay: &[u32], needle: &[u32]) -> Option<usize> {
    let from_end = find(&reversed(hay), &reversed(needle), 0)?;
    Some(hay.len() - needle.len() - from_end)
}

/// `str.replace_all`; `None` when the result would exceed `limit` characters.
pub(crate) fn replace_all(
    hay: &[u32],
    needle: &[u32],
    by: &[u32],
    limit: usize,
) -> Option<Vec<u32>> {
    if needle.is_empty() {
        return Some(hay.to_vec());
    }
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(i) = find(hay, needle, at) {
        out.extend_from_slice(&hay[at..i]);
        out.extend_from_slice(by);
        at = i + needle.len();
        if out.len() > limit {
            return None;
        }
    }
    out.extend_from_slice(&hay[at..]);
    Some(out)
}

/// How many characters of `w`, counted from its inner end, an occurrence can use that starts
/// (`back`: ends) with `v`: all from the first occurrence of `v` on, or of a part of it at the border.
pub(crate) fn reachable(w: &[u32], v: &[u32], back: bool) -> usize {
    let (w, v) = if back { (reversed(w), reversed(v)) } else { (w.to_vec(), v.to_vec()) };
    match find(&w, &v, 0) {
        Some(i) => w.len() - i,
        None => overlap(&w, &v),
    }
}

/// How many characters `a` and `b` share at the front.
pub(crate) fn common_prefix(a: &[u32], b: &[u32]) -> usize {
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}

/// How many characters `a` and `b` share at the back.
pub(crate) fn common_suffix(a: &[u32], b: &[u32]) -> usize {
    a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count()
}

/// Whether `c` is a decimal digit.
pub(crate) fn is_digit(c: u32) -> bool {
    (0x30..=0x39).contains(&c)
}

/// `str.to_int`
pub(crate) fn to_int(w: &[u32]) -> Int {
    if w.is_empty() || !w.iter().all(|&c| is_digit(c)) {
        return Int::from(-1);
    }
    let digits: String = w.iter().filter_map(|&c| char::from_u32(c)).collect();
    digits.parse().unwrap_or(Int::from(-1))
}

/// `str.from_int`
pub(crate) fn from_int(n: &Int) -> Vec<u32> {
    if n.is_negative() { Vec::new() } else { n.to_string().chars().map(u32::from).collect() }
}

/// `str.from_code`
pub(crate) fn from_code(n: &Int) -> Vec<u32> {
    let code = n.to_i64().and_then(|n| u32::try_from(n).ok());
    code.filter(|&c| c <= MAX_CHAR).into_iter().collect()
}

/// ASCII lower case.
pub(crate) fn to_lower(c: u32) -> u32 {
    if (0x41..=0x5a).contains(&c) { c + 0x20 } else { c }
}

/// ASCII upper case.
pub(crate) fn to_upper(c: u32) -> u32 {
    if (0x61..=0x7a).contains(&c) { c - 0x20 } else { c }
}

/// `str.substr`
pub(crate) fn substr<'a>(w: &'a [u32], start: &Int, len: &Int) -> &'a [u32] {
    let Some(start) = start.to_usize().filter(|&i| i < w.len()) else { return &[] };
    if !len.is_positive() {
        return &[];
    }
    let rest = w.len() - start;
    let len = len.to_usize().map_or(rest, |n| n.min(rest));
    &w[start..start + len]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn w(s: &str) -> Vec<u32> {
        s.chars().map(u32::from).collect()
    }

    #[test]
    fn searching() {
        assert_eq!(rfind(&w("ababab"), &w("ab")), Some(4));
        assert_eq!(rfind(&w("ab"), &w("")), Some(2));
        assert_eq!(replace_all(&w("aaa"), &w("aa"), &w("b"), 10), Some(w("ba")));
        assert_eq!(replace_all(&w("aaa"), &w("a"), &w("bb"), 3), None);
    }

    #[test]
    fn conversion() {
        assert_eq!(to_int(&w("007")), 7.into());
        assert_eq!(to_int(&w("-7")), (-1).into());
        assert_eq!(from_int(&10.into()), w("10"));
        assert_eq!(from_int(&(-1).into()), w(""));
        assert_eq!(from_code(&0x30000.into()), w(""));
        assert_eq!(substr(&w("abc"), &1.into(), &9.into()), &w("bc")[..]);
        assert_eq!(substr(&w("abc"), &(-1).into(), &9.into()), &w("")[..]);
    }
}
