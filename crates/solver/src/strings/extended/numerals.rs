//! `str.to_int` and `str.from_int`.
//!
//! A bound on the number is a membership of the numeral: those for numbers from `k` on are a
//! regular language. As for codes, bounds around the value of the term and the value computed from its argument are learned; a
//! number that is fixed, or bounded by constants, is settled by that. If the numeral is short by its form, its
//! digits are numbers themselves, and it is their sum. Where bounds do not end the
//! argument, the numeral of the present length is written digit by digit with place values, which is
//! exact for that length. (Z3-Noodler cuts numerals at five digits; cvc5 uses quantifiers.)

use super::patterns;
use super::reduction::Reduction;
use crate::theory::inference::InferenceId;
use base::Int;
use terms::{Op, Term, Terms};

/// `n = (str.to_int x)`: -1 unless `x` is digits. If `x` is at most one digit, all its bounds are few; if it
/// is a few digits, `n` is their sum.
pub(super) fn to_int(cx: &mut Reduction<'_>, n: Term) {
    let x = cx.terms.arg(n, 0);
    let longest = longest(cx, x);
    let last = if longest == Some(1) { 9 } else { 0 };
    for k in 0..=last {
        threshold(cx, n, x, &Int::from(k), true);
    }
    let most = cx.budget.tunables().strings.summed_digits;
    if let Some(longest) = longest.filter(|n| (2..=most).contains(n)) {
        (1..=longest).for_each(|length| sum(cx, n, x, length));
    }
}

/// Numerals of one length and number are equal.
pub(super) fn injective(cx: &mut Reduction<'_>, numbers: [Term; 2]) {
    debug_assert!(
        numbers[0] != numbers[1] && numbers.iter().all(|&n| cx.terms.op(n) == Op::StrToInt),
        "no two numerals are compared"
    );
    let [x, y] = numbers.map(|n| cx.terms.arg(n, 0));
    let [x_length, y_length] = [x, y].map(|s| cx.terms.len_of(s));
    let zero = cx.terms.int(0);
    let [m, n] = numbers.map(|t| cx.purify(t));
    let premises = [cx.terms.eq(m, n), cx.terms.ge(m, zero), cx.terms.eq(x_length, y_length)];
    let same = cx.terms.eq(x, y);
    cx.imply(InferenceId::ExtfNumeral, &premises, &[same]);
}

/// What bounds by constants on `(str.to_int x)` say about the language of `x`.
pub(super) fn bounds(cx: &mut Reduction<'_>, atoms: &[(Term, bool)]) {
    for &(atom, _) in atoms {
        let Some((n, k)) = constant_bound(cx.terms, atom) else { continue };
        // All numerals are at least 0, and the number is reduced if it is compared with nothing else.
        if cx.terms.op(n) == Op::StrToInt && k > Int::ONE {
            let x = cx.terms.arg(n, 0);
            threshold(cx, n, x, &k, true);
        }
    }
}

/// The term and the number, if `atom` says that the one is at least the other, or less.
fn constant_bound(terms: &Terms, atom: Term) -> Option<(Term, Int)> {
    if terms.op(atom) != Op::Ge {
        return None;
    }
    let [a, b] = [0, 1].map(|i| rewrite::linear(terms, terms.arg(atom, i)));
    let sum = a.minus(&b);
    let [(t, factor)] = &sum.terms[..] else { return None };
    // Below the greatest number that satisfies it, or from the least one on.
    let k = match factor.is_negative() {
        true => &sum.constant.div_floor(&-factor) + &Int::ONE,
        false => (-&sum.constant).div_ceil(factor),
    };
    Some((*t, k))
}

/// A constant bound on the length of `x`.
fn longest(cx: &Reduction<'_>, x: Term) -> Option<usize> {
    rewrite::entail::length_bounds(cx.terms, x).hi?.to_usize()
}

/// If `x` has `length` characters, then it is a number iff each of them is one, and that number is the sum of
/// theirs. The characters are slices, so that all numerals cut out of one string share theirs.
fn sum(cx: &mut Reduction<'_>, n: Term, x: Term, length: usize) {
    debug_assert!(
        length > 0 && belong(cx.terms, n, x, true),
        "a sum of no digits, or of those of another number"
    );
    let id = InferenceId::ExtfNumeral;
    let (zero, one) = (cx.terms.int(0), cx.terms.int(1));
    let sized = cx.has_length(x, length as u64);
    let n = cx.purify(n);
    let number = cx.terms.ge(n, zero);
    let (mut summands, mut digits) = (Vec::new(), vec![sized]);
    for i in 0..length {
        let at = cx.terms.int(i as u64);
        let digit = cx.terms.mk(Op::StrSubstr, &[x, at, one]);
        let digit = cx.terms.mk(Op::StrToInt, &[digit]);
        digits.push(cx.terms.ge(digit, zero));
        let place = Int::from(10).pow(base::id32(length - 1 - i));
        summands.push(cx.terms.scale(place, digit));
    }
    let total = cx.terms.add(&summands);
    let is_sum = cx.terms.eq(n, total);
    cx.imply(id, &digits, &[is_sum]);
    cx.imply(id, &[sized, number], &digits);
}

/// `x = (str.from_int n)`: empty for negative numbers, else without leading zeros. How long short ones are is said at once: of a
/// hundred numerals with a total length, arithmetic would choose wrong ones each time, and hear about those alone.
pub(super) fn from_int(cx: &mut Reduction<'_>, x: Term) {
    let id = InferenceId::ExtfNumeral;
    let n = cx.terms.arg(x, 0);
    let zero = cx.terms.int(0);
    let t = cx.purify(x);
    let (negative, empty) = (cx.terms.lt(n, zero), cx.is_empty(t));
    cx.imply(id, &[negative], &[empty]);
    threshold(cx, n, x, &Int::ZERO, false);
    (1..=cx.budget.tunables().strings.counted_digits).for_each(|k| sized(cx, n, x, k));
}

/// Whether `n` and `x` are a number and its numeral: `(str.to_int x)` with zeros in front, or else `(str.from_int n)`.
fn belong(terms: &Terms, n: Term, x: Term, zeros: bool) -> bool {
    match zeros {
        true => terms.op(n) == Op::StrToInt && terms.args(n) == [x],
        false => terms.op(x) == Op::StrFromInt && terms.args(x) == [n],
    }
}

/// `n >= k` iff `x` is a numeral for a number of at least `k`.
pub(super) fn threshold(cx: &mut Reduction<'_>, n: Term, x: Term, k: &Int, zeros: bool) {
    debug_assert!(belong(cx.terms, n, x, zeros), "a number with the numeral of another");
    if k.is_negative() || k.approx_digits() > 1000 {
        return;
    }
    let language = match k.to_usize() {
        Some(k @ 0..=9) if longest(cx, x) == Some(1) => {
            patterns::range(cx.terms, 48 + base::id32(k), 57)
        }
        _ => patterns::number_at_least(cx.terms, k, zeros),
    };
    let (n, x) = if zeros { (cx.purify(n), x) } else { (n, cx.purify(x)) };
    let k = cx.terms.int(k.clone());
    let above = cx.terms.ge(n, k);
    let member = cx.in_re(x, language);
    cx.imply_iff(InferenceId::ExtfNumeral, &[], above, member);
}

/// A numeral of `l` digits without leading zeros is at least `10^(l-1)`, and so at least
/// `10^(a-1) * (1 + 9 * (l - a))` for every `a`: the line through the powers for `a` and `a + 1` digits.
pub(super) fn growth(cx: &mut Reduction<'_>, n: Term, x: Term, zeros: bool, a: usize) {
    debug_assert!(belong(cx.terms, n, x, zeros), "a number with the numeral of another");
    let Ok(exponent) = u32::try_from(a.max(1) - 1) else { return };
    let positive = patterns::number_at_least(cx.terms, &Int::ONE, false);
    let significant = cx.in_re(x, positive);
    let (n, x) = if zeros { (cx.purify(n), x) } else { (n, cx.purify(x)) };
    let power = Int::from(10).pow(exponent);
    let slope = &power * &Int::from(9);
    let base = &power - &(&slope * &Int::from(a.max(1) as u64));
    let length = cx.terms.len_of(x);
    let (steep, base) = (cx.terms.scale(slope, length), cx.terms.int(base));
    let line = cx.terms.add(&[steep, base]);
    let above = cx.terms.ge(n, line);
    cx.imply(InferenceId::ExtfNumeral, &[significant], &[above]);
}

/// `x = (str.from_int n)` has more than `k` digits iff `n` is at least the power of ten that has. A [`threshold`] implies it, but
/// arithmetic would not see that before the lengths of its language are learned.
pub(super) fn sized(cx: &mut Reduction<'_>, n: Term, x: Term, k: usize) {
    debug_assert!(belong(cx.terms, n, x, false), "a number with the numeral of another");
    if k == 0 || k > cx.budget.tunables().strings.written_digits {
        return;
    }
    let x = cx.purify(x);
    let (power, digits) = (Int::from(10).pow(base::id32(k)), cx.terms.int(k as u64 + 1));
    let (power, length) = (cx.terms.int(power), cx.terms.len_of(x));
    let (above, longer) = (cx.terms.ge(n, power), cx.terms.ge(length, digits));
    cx.imply_iff(InferenceId::ExtfNumeral, &[], above, longer);
}

/// If `x` has `length` digits, then `n` is the sum of their values.
pub(super) fn digits(cx: &mut Reduction<'_>, n: Term, x: Term, zeros: bool, length: usize) {
    debug_assert!(belong(cx.terms, n, x, zeros), "a number with the numeral of another");
    if length == 0 || length > cx.budget.tunables().strings.written_digits {
        return;
    }
    let id = InferenceId::ExtfNumeral;
    let digit = patterns::digit(cx.terms);
    let mut sum = Vec::new();
    let mut facts = Vec::new();
    let mut place = Int::ONE;
    let letters = cx.letters(x, length);
    for &d in letters.iter().rev() {
        facts.push(cx.in_re(d, digit));
        let code = cx.terms.mk(Op::StrToCode, &[d]);
        sum.push(cx.terms.scale(place.clone(), code));
        sum.push(cx.terms.int(-(&place * &Int::from(48))));
        place = &place * &Int::from(10);
    }
    let (n, x) = if zeros { (cx.purify(n), x) } else { (n, cx.purify(x)) };
    let (total, zero) = (cx.terms.add(&sum), cx.terms.int(0));
    facts.push(cx.is_concat(x, &letters));
    facts.push(cx.terms.eq(n, total));
    let (sized, number) = (cx.has_length(x, length as u64), cx.terms.ge(n, zero));
    cx.imply(id, &[sized, number], &facts);
}
