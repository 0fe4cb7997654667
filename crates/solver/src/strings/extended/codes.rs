//! `str.to_code` and `str.from_code`.
//!
//! A bound on a code is a membership of the character in a range: `(str.to_code x) >= k` iff `x` is
//! one character from `k` on. Where a candidate disagrees about a code, the bounds around both
//! values, its own and the computed one, are learned; nothing else is needed, since each such bound rules one of them out.

use super::patterns;
use super::reduction::Reduction;
use crate::theory::inference::InferenceId;
use base::Int;
use terms::sort::MAX_CHAR;
use terms::{Op, Term};

/// `n = (str.to_code x)`: -1 unless `x` is one character.
pub(super) fn to_code(cx: &mut Reduction<'_>, n: Term) {
    let id = InferenceId::ExtfCode;
    let x = cx.terms.arg(n, 0);
    let n = cx.purify(n);
    let zero = cx.terms.int(0);
    let (single, valid) = (cx.has_length(x, 1), cx.terms.ge(n, zero));
    cx.imply_iff(id, &[], single, valid);
}

/// `x = (str.from_code n)`: one character if `n` is a code, else empty.
pub(super) fn from_code(cx: &mut Reduction<'_>, x: Term) {
    let id = InferenceId::ExtfCode;
    let n = cx.terms.arg(x, 0);
    let x = cx.purify(x);
    let valid = cx.between(0, n, i64::from(MAX_CHAR));
    let invalid = cx.terms.not(valid);
    let (single, empty) = (cx.has_length(x, 1), cx.is_empty(x));
    cx.imply(id, &[valid], &[single]);
    cx.imply(id, &[invalid], &[empty]);
}

/// The bounds at the ends of a range for `x = (str.from_code n)`, if `n` is the code of a letter out of one and a constant: a text whose
/// first letter is made a capital has one there. Without them `x` may be any letter for the procedures of words, which align it with
/// everything before a candidate is wrong about it.
pub(super) fn shifted(cx: &mut Reduction<'_>, x: Term) {
    debug_assert!(cx.terms.op(x) == Op::StrFromCode, "the code of a letter is not known");
    let n = cx.terms.arg(x, 0);
    let sum = rewrite::linear(cx.terms, n);
    let [(code, factor)] = &sum.terms[..] else { return };
    if cx.terms.op(*code) != Op::StrToCode {
        return;
    }
    let letter = cx.terms.arg(*code, 0);
    let Some(ends) = range_of(cx, letter) else { return };
    let mut images = ends.clone().map(|end| &(&end * factor) + &sum.constant);
    images.sort();
    debug_assert!(ends[0] <= ends[1], "a range is turned around");
    for (first, last, n, x, from) in
        [(&ends[0], &ends[1], *code, letter, false), (&images[0], &images[1], n, x, true)]
    {
        threshold(cx, n, x, first, from);
        threshold(cx, n, x, &(last + &Int::ONE), from);
    }
}

/// The first and the last letter in a language that is asked about for `s`, or for what it is a slice of: the shortest such range.
fn range_of(cx: &Reduction<'_>, s: Term) -> Option<[Int; 2]> {
    let mut whole = s;
    while cx.terms.op(whole) == Op::StrSubstr {
        whole = cx.terms.arg(whole, 0);
    }
    let languages = cx.atoms.all().map(|(_, atom)| atom).filter_map(|atom| {
        let is_member = cx.terms.op(atom) == Op::StrInRe && cx.terms.arg(atom, 0) == whole;
        is_member.then(|| cx.terms.arg(atom, 1))
    });
    let ranges = languages.filter_map(|language| patterns::letters(cx.terms, language));
    let (first, last) = ranges.min_by_key(|(first, last)| (last - first, *first))?;
    Some([first, last].map(Int::from))
}

/// Characters of one code are equal.
pub(super) fn injective(cx: &mut Reduction<'_>, codes: [Term; 2], chars: [Term; 2]) {
    debug_assert!(
        codes
            .iter()
            .zip(&chars)
            .all(|(&n, x)| cx.terms.op(n) == Op::StrToCode && cx.terms.args(n) == [*x]),
        "numbers are compared that are no codes of these strings"
    );
    debug_assert!(chars[0] != chars[1], "a string is compared with itself");
    let [m, n] = codes.map(|n| cx.purify(n));
    let (same_code, none) = (cx.terms.eq(m, n), cx.terms.int(-1));
    let invalid = cx.terms.eq(m, none);
    let same = cx.terms.eq(chars[0], chars[1]);
    let either = cx.terms.or(&[invalid, same]);
    cx.imply(InferenceId::ExtfCode, &[same_code], &[either]);
}

/// `n >= k` iff `x` is a character from `k` on, for `n = (str.to_code x)`, or for
/// `x = (str.from_code n)` if `n` is at most the last code.
pub(super) fn threshold(cx: &mut Reduction<'_>, n: Term, x: Term, k: &Int, from: bool) {
    debug_assert!(
        match from {
            true => cx.terms.op(x) == Op::StrFromCode && cx.terms.args(x) == [n],
            false => cx.terms.op(n) == Op::StrToCode && cx.terms.args(n) == [x],
        },
        "the number is not the code of the string"
    );
    let Some(code) = k.to_i64().and_then(|k| u32::try_from(k).ok()) else { return };
    if code > MAX_CHAR {
        return;
    }
    let (n, x) = if from { (n, cx.purify(x)) } else { (cx.purify(n), x) };
    let (k, last) = (cx.terms.int(k.clone()), cx.terms.int(MAX_CHAR));
    let above = cx.terms.ge(n, k);
    let range = patterns::range(cx.terms, code, MAX_CHAR);
    let member = cx.in_re(x, range);
    let valid = cx.terms.le(n, last);
    let premises = if from { vec![valid] } else { Vec::new() };
    cx.imply_iff(InferenceId::ExtfCode, &premises, above, member);
}
