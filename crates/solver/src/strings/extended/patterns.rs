//! Regexes that say what a string function or predicate with constant arguments says.
//!
//! A predicate whose other side is a word is a regular property, and so is a comparison of a
//! numeral with a number. Memberships are decided by automata at once, whereas equations with new
//! variables need a search; wherever a reduction can be stated as a membership it is.

use base::Int;
use base::borders::periods;
use terms::sort::MAX_CHAR;
use terms::{Op, Sort, Term, Terms};

/// A fact: the first digit.
const ZERO: u32 = '0' as u32;
/// A fact: the last digit.
const NINE: u32 = '9' as u32;

/// The one word `w`.
pub(super) fn word(terms: &mut Terms, w: &[u32]) -> Term {
    let w = terms.string(w);
    terms.mk(Op::StrToRe, &[w])
}

/// One character from `lo` to `hi`; nothing if `lo > hi`.
pub(super) fn range(terms: &mut Terms, lo: u32, hi: u32) -> Term {
    let (lo, hi) = (terms.string(&[lo]), terms.string(&[hi]));
    terms.mk(Op::ReRange, &[lo, hi])
}

/// One digit.
pub(super) fn digit(terms: &mut Terms) -> Term {
    range(terms, ZERO, NINE)
}

/// All words.
pub(super) fn all(terms: &mut Terms) -> Term {
    terms.mk(Op::ReAll, &[])
}

/// The regexes one after the other.
pub(super) fn concat(terms: &mut Terms, parts: &[Term]) -> Term {
    match parts {
        [] => word(terms, &[]),
        [r] => *r,
        _ => terms.mk(Op::ReConcat, parts),
    }
}

/// Any of the regexes.
pub(super) fn union(terms: &mut Terms, parts: &[Term]) -> Term {
    match parts {
        [] => terms.mk(Op::ReNone, &[]),
        [r] => *r,
        _ => terms.mk(Op::ReUnion, parts),
    }
}

/// The first and the last of the letters that the regex `r` is written with, if these are all in its words.
pub(super) fn letters(terms: &Terms, r: Term) -> Option<(u32, u32)> {
    use Op::{ReConcat, ReLoop, ReOpt, RePlus, RePower, ReRange, ReStar, ReUnion, StrToRe};
    let (mut stack, mut ends) = (vec![r], None::<(u32, u32)>);
    while let Some(r) = stack.pop() {
        match terms.op(r) {
            StrToRe | ReRange => {
                for &word in terms.args(r) {
                    for &c in terms.str_value(word)? {
                        ends = Some(ends.map_or((c, c), |(lo, hi)| (lo.min(c), hi.max(c))));
                    }
                }
            }
            ReConcat | ReUnion | ReStar | RePlus | ReOpt | ReLoop(..) | RePower(_) => {
                let parts = terms.args(r).iter().copied();
                stack.extend(parts.filter(|&part| terms.sort(part) == Sort::RegLan));
            }
            _ => return None,
        }
    }
    debug_assert!(ends.is_none_or(|(first, last)| first <= last), "a range is turned around");
    ends
}

/// Words with a factor in `r`.
pub(super) fn containing(terms: &mut Terms, r: Term) -> Term {
    let all = all(terms);
    concat(terms, &[all, r, all])
}

/// Words of one character or more.
fn something(terms: &mut Terms) -> Term {
    let (one, all) = (range(terms, 0, MAX_CHAR), all(terms));
    concat(terms, &[one, all])
}

/// Words that begin with `w`.
pub(super) fn starting(terms: &mut Terms, w: &[u32]) -> Term {
    let (w, all) = (word(terms, w), all(terms));
    concat(terms, &[w, all])
}

/// Words that end with `w`.
pub(super) fn ending(terms: &mut Terms, w: &[u32]) -> Term {
    let (all, w) = (all(terms), word(terms, w));
    concat(terms, &[all, w])
}

/// The prefixes of `w`.
pub(super) fn prefixes(terms: &mut Terms, w: &[u32]) -> Term {
    let mut r = word(terms, &[]);
    for &c in w.iter().rev() {
        let c = word(terms, &[c]);
        let longer = concat(terms, &[c, r]);
        r = terms.mk(Op::ReOpt, &[longer]);
    }
    r
}

/// The suffixes of `w`.
pub(super) fn suffixes(terms: &mut Terms, w: &[u32]) -> Term {
    let mut r = word(terms, &[]);
    for &c in w {
        let c = word(terms, &[c]);
        let longer = concat(terms, &[r, c]);
        r = terms.mk(Op::ReOpt, &[longer]);
    }
    r
}

/// The factors of `w`.
pub(super) fn factors(terms: &mut Terms, w: &[u32]) -> Term {
    let parts: Vec<Term> = (0..=w.len()).map(|i| prefixes(terms, &w[i..])).collect();
    union(terms, &parts)
}

/// Words `x` such that `w` occurs in `x w'` for `w'`, which is `w` without its last character: those
/// after which `w` would not be the first occurrence. Besides words with `w` inside these are the
/// words that end in a proper prefix of `w` whose length is a period of `w`.
///
/// The empty word occurs first where nothing is before it.
pub(super) fn spoilt_before(terms: &mut Terms, w: &[u32]) -> Term {
    if w.is_empty() {
        return something(terms);
    }
    let inside = word(terms, w);
    let mut parts = vec![containing(terms, inside)];
    for k in periods(w) {
        parts.push(ending(terms, &w[..k]));
    }
    union(terms, &parts)
}

/// The mirror image of [`spoilt_before`]: words before which `w` would not be the last occurrence.
pub(super) fn spoilt_after(terms: &mut Terms, w: &[u32]) -> Term {
    if w.is_empty() {
        return something(terms);
    }
    let inside = word(terms, w);
    let mut parts = vec![containing(terms, inside)];
    for k in periods(w) {
        parts.push(starting(terms, &w[w.len() - k..]));
    }
    union(terms, &parts)
}

/// Words that are lexicographically at least `w`.
pub(super) fn at_least(terms: &mut Terms, w: &[u32]) -> Term {
    let mut parts = vec![starting(terms, w)];
    for (i, &c) in w.iter().enumerate().filter(|&(_, &c)| c < MAX_CHAR) {
        parts.push(branch(terms, &w[..i], c + 1, MAX_CHAR));
    }
    union(terms, &parts)
}

/// Words that are lexicographically at most `w`.
pub(super) fn at_most(terms: &mut Terms, w: &[u32]) -> Term {
    let mut parts = vec![prefixes(terms, w)];
    for (i, &c) in w.iter().enumerate().filter(|&(_, &c)| c > 0) {
        parts.push(branch(terms, &w[..i], 0, c - 1));
    }
    union(terms, &parts)
}

/// Words that begin with `front` and then a character from `lo` to `hi`.
fn branch(terms: &mut Terms, front: &[u32], lo: u32, hi: u32) -> Term {
    debug_assert!(lo <= hi, "no letter is between these");
    let parts = [word(terms, front), range(terms, lo, hi), all(terms)];
    concat(terms, &parts)
}

/// Numerals for numbers of at least `k`, which must not be negative; with leading zeros or without.
pub(super) fn number_at_least(terms: &mut Terms, k: &Int, zeros: bool) -> Term {
    debug_assert!(!k.is_negative(), "numerals of a negative number");
    if k.is_zero() {
        return number(terms, zeros);
    }
    let digits: Vec<u32> = k.to_string().chars().map(u32::from).collect();
    let n = digits.len();
    let mut parts = vec![word(terms, &digits)];
    for (i, &d) in digits.iter().enumerate().filter(|&(_, &d)| d < NINE) {
        let front = word(terms, &digits[..i]);
        let more = range(terms, d + 1, NINE);
        let rest = any_digits(terms, n - i - 1, Some(n - i - 1));
        parts.push(concat(terms, &[front, more, rest]));
    }
    let first = range(terms, ZERO + 1, NINE);
    let rest = any_digits(terms, n, None);
    parts.push(concat(terms, &[first, rest]));
    let numerals = union(terms, &parts);
    if !zeros {
        return numerals;
    }
    let zero = word(terms, &[ZERO]);
    let zeros = terms.mk(Op::ReStar, &[zero]);
    concat(terms, &[zeros, numerals])
}

/// Numerals that begin with the digits of `k` in so many places, or with greater ones: their first digits make at least `k`.
pub(super) fn digits_at_least(terms: &mut Terms, k: &Int, places: usize) -> Term {
    numerals_by_front(terms, &padded(k, places), |d| (d + 1, NINE))
}

/// Numerals that begin with the digits of `k` in so many places, or with lesser ones: their first digits make at most `k`.
pub(super) fn digits_at_most(terms: &mut Terms, k: &Int, places: usize) -> Term {
    numerals_by_front(terms, &padded(k, places), |d| (ZERO, d - 1))
}

/// The digits of `k` with zeros before them.
fn padded(k: &Int, places: usize) -> Vec<u32> {
    debug_assert!(
        !k.is_negative() && k.to_string().len() <= places,
        "a number has more digits than places"
    );
    format!("{:0>places$}", k.to_string()).chars().map(u32::from).collect()
}

/// Numerals that begin with `digits`, or with some of them and then a digit of those `others` gives for the next.
fn numerals_by_front(
    terms: &mut Terms,
    digits: &[u32],
    others: impl Fn(u32) -> (u32, u32),
) -> Term {
    let rest = any_digits(terms, 0, None);
    let same = word(terms, digits);
    let mut parts = vec![concat(terms, &[same, rest])];
    for (i, &d) in digits.iter().enumerate() {
        let (lo, hi) = others(d);
        if lo <= hi {
            let (front, other) = (word(terms, &digits[..i]), range(terms, lo, hi));
            parts.push(concat(terms, &[front, other, rest]));
        }
    }
    union(terms, &parts)
}

/// All numerals, with leading zeros or without.
pub(super) fn number(terms: &mut Terms, zeros: bool) -> Term {
    if zeros {
        let digit = digit(terms);
        return terms.mk(Op::RePlus, &[digit]);
    }
    let zero = word(terms, &[ZERO]);
    let first = range(terms, ZERO + 1, NINE);
    let rest = any_digits(terms, 0, None);
    let positive = concat(terms, &[first, rest]);
    union(terms, &[zero, positive])
}

/// From `lo` to `hi` digits.
fn any_digits(terms: &mut Terms, lo: usize, hi: Option<usize>) -> Term {
    debug_assert!(
        hi.is_none_or(|hi| hi == lo),
        "the numbers of digits are neither one nor endless"
    );
    let digit = digit(terms);
    let (n, rest) = (base::id32(lo), hi.is_none());
    let exactly = terms.mk(Op::RePower(n), &[digit]);
    if !rest {
        return exactly;
    }
    let star = terms.mk(Op::ReStar, &[digit]);
    concat(terms, &[exactly, star])
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;
    use terms::eval::Evaluator;
    use terms::model::Model;

    fn matches(terms: &mut Terms, w: &[u32], r: Term) -> bool {
        let w = terms.string(w);
        let t = terms.in_re(w, r);
        let (model, budget) = (Model::new(), Budget::unlimited());
        Evaluator::new(terms, &model, &budget).holds(t).unwrap()
    }

    fn words(letters: &[u32], longest: usize) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new()];
        let mut last = all.clone();
        for _ in 0..longest {
            last = last
                .iter()
                .flat_map(|w: &Vec<u32>| letters.iter().map(|&c| [&w[..], &[c]].concat()))
                .collect();
            all.extend(last.iter().cloned());
        }
        all
    }

    fn contains(hay: &[u32], w: &[u32]) -> bool {
        terms::eval::search::find(hay, w, 0).is_some()
    }

    #[test]
    fn affixes_and_factors() {
        let mut terms = Terms::new();
        for w in words(&[97, 98], 3) {
            let (p, s) = (prefixes(&mut terms, &w), suffixes(&mut terms, &w));
            let f = factors(&mut terms, &w);
            let (a, e) = (starting(&mut terms, &w), ending(&mut terms, &w));
            for x in words(&[97, 98], 4) {
                assert_eq!(matches(&mut terms, &x, p), w.starts_with(&x));
                assert_eq!(matches(&mut terms, &x, s), w.ends_with(&x));
                assert_eq!(matches(&mut terms, &x, f), contains(&w, &x));
                assert_eq!(matches(&mut terms, &x, a), x.starts_with(&w));
                assert_eq!(matches(&mut terms, &x, e), x.ends_with(&w));
            }
        }
    }

    #[test]
    fn the_empty_word_occurs_first_at_the_front() {
        let mut terms = Terms::new();
        let (before, after) = (spoilt_before(&mut terms, &[]), spoilt_after(&mut terms, &[]));
        for x in words(&[0, MAX_CHAR], 2) {
            assert_eq!(matches(&mut terms, &x, before), !x.is_empty());
            assert_eq!(matches(&mut terms, &x, after), !x.is_empty());
        }
    }

    #[test]
    fn first_and_last_occurrences() {
        let mut terms = Terms::new();
        for w in words(&[97, 98], 4).into_iter().filter(|w| !w.is_empty()) {
            let before = spoilt_before(&mut terms, &w);
            let after = spoilt_after(&mut terms, &w);
            for x in words(&[97, 98], 5) {
                let front = [&x[..], &w[..w.len() - 1]].concat();
                assert_eq!(matches(&mut terms, &x, before), contains(&front, &w), "{x:?} {w:?}");
                let back = [&w[1..], &x[..]].concat();
                assert_eq!(matches(&mut terms, &x, after), contains(&back, &w), "{x:?} {w:?}");
            }
        }
    }

    #[test]
    fn lexicographic_order() {
        let mut terms = Terms::new();
        let letters = [0, 98, MAX_CHAR];
        for w in words(&letters, 2) {
            let (more, less) = (at_least(&mut terms, &w), at_most(&mut terms, &w));
            for x in words(&letters, 3) {
                assert_eq!(matches(&mut terms, &x, more), x >= w, "{x:?} {w:?}");
                assert_eq!(matches(&mut terms, &x, less), x <= w, "{x:?} {w:?}");
            }
        }
    }

    #[test]
    fn numbers() {
        let mut terms = Terms::new();
        for k in [0, 1, 9, 10, 19, 99, 100, 120] {
            let r = number_at_least(&mut terms, &Int::from(k), false);
            let zeros = number_at_least(&mut terms, &Int::from(k), true);
            for n in 0..130 {
                let text: Vec<u32> = n.to_string().chars().map(u32::from).collect();
                assert_eq!(matches(&mut terms, &text, r), n >= k, "{n} {k}");
                assert_eq!(matches(&mut terms, &text, zeros), n >= k, "{n} {k}");
                let padded = [&[ZERO][..], &text].concat();
                assert_eq!(matches(&mut terms, &padded, zeros), n >= k, "0{n} {k}");
                assert!(!matches(&mut terms, &padded, r), "0{n} {k}");
            }
            assert!(!matches(&mut terms, &[], r));
            assert!(!matches(&mut terms, &[97], zeros));
        }
    }
}
