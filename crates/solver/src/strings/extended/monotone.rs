//! What an order of strings says about their parts and numbers.
//!
//! People keep dates and versions as text and compare both texts and the numbers in them. Where strings differ
//! first is a case split that enumerates such candidates one by one. But prefixes are ordered as the
//! strings are, and numerals of one length as their numbers are; each is a lemma without any split. They are
//! stated where both terms exist already, and in the order from strings to prefixes to numbers.
//!
//! Numerals of different lengths are compared as if the longer one had no more digits than the other. So "10" is in front of "9", as
//! 1 is less than 9. Which numbers are in one order and their texts in the other is then a matter of arithmetic for each difference of
//! lengths, one that a candidate has.

use super::candidate::Candidate;
use super::learn;
use super::reduction::Reduction;
use crate::engine::Engine;
use crate::theory::inference::InferenceId;
use base::{FxHashMap, FxHashSet, Int, signed};
use terms::value::{Value, Word};
use terms::{Op, Term, Terms};

/// The slices from the start and the numbers of each string.
#[derive(Default)]
struct Uses {
    prefixes: FxHashMap<Term, Vec<Term>>,
    numbers: FxHashMap<Term, Term>,
}

impl Uses {
    fn of(terms: &Terms, extended: &[Term]) -> Uses {
        let mut uses = Uses::default();
        for &t in extended {
            match (terms.op(t), terms.args(t)) {
                (Op::StrSubstr, &[s, from, _])
                    if terms.int_value(from).is_some_and(base::Int::is_zero) =>
                {
                    uses.prefixes.entry(s).or_default().push(t);
                }
                (Op::StrToInt, &[s]) => {
                    uses.numbers.insert(s, t);
                }
                (Op::StrFromInt, &[n]) => {
                    uses.numbers.insert(t, n);
                }
                _ => {}
            }
        }
        uses
    }

    fn prefixes(&self, s: Term) -> &[Term] {
        self.prefixes.get(&s).map_or(&[], Vec::as_slice)
    }
}

/// Learns what the orders among the candidate's terms imply; returns whether anything was new.
pub(super) fn learn_orders(engine: &mut Engine<'_>, candidate: &Candidate) -> bool {
    let terms = &*engine.res.terms;
    let orders: Vec<Term> =
        candidate.extended.iter().copied().filter(|&t| terms.op(t) == Op::StrLe).collect();
    if orders.is_empty() || !cfg!(feature = "scaling") {
        return false;
    }
    let uses = Uses::of(terms, &candidate.extended);
    learn(engine, |cx| {
        for &p in &orders {
            let &[a, b] = cx.terms.args(p) else { continue };
            let pairs = uses
                .prefixes(a)
                .iter()
                .flat_map(|&u| uses.prefixes(b).iter().map(move |&v| (u, v)));
            pairs
                .take(cx.budget.tunables().strings.order_pairs)
                .for_each(|(u, v)| prefixes(cx, p, u, v));
            let [Some(&m), Some(&n)] = [a, b].map(|s| uses.numbers.get(&s)) else { continue };
            numbers(cx, p, [m, n], 0);
            if let Some(is_less) = candidate.value(p).and_then(Value::as_bool)
                && let Some(longer) = wrong_by(cx, candidate, [a, b], [m, n], is_less)
            {
                numbers(cx, p, [m, n], longer);
            }
        }
        along_chains(cx, candidate, &orders, &uses);
    })
}

/// Compares strings that have numbers and are in order because of others between them.
fn along_chains(cx: &mut Reduction<'_>, candidate: &Candidate, orders: &[Term], uses: &Uses) {
    let mut above: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
    for &p in orders {
        let &[a, b] = cx.terms.args(p) else { continue };
        let is_less = candidate.value(p).and_then(Value::as_bool);
        let Some((low, high)) = is_less.map(|less| if less { (a, b) } else { (b, a) }) else {
            continue;
        };
        above.entry(low).or_default().push(high);
    }
    let mut numbered: Vec<(&Word, Term, Term)> = above
        .iter()
        .flat_map(|(&low, highs)| highs.iter().copied().chain([low]))
        .filter_map(|s| Some((candidate.word(s)?, s, *uses.numbers.get(&s)?)))
        .collect();
    base::order::sort(&mut numbered);
    numbered.dedup();
    for pair in numbered.windows(2) {
        let [(_, a, m), (last, b, n)] = *pair else { continue };
        let Some(longer) = wrong_by(cx, candidate, [a, b], [m, n], true) else { continue };
        let is_before = |s: Term| candidate.word(s).is_some_and(|word| word <= last);
        if reaches(&above, a, b, is_before) {
            let p = cx.terms.mk(Op::StrLe, &[a, b]);
            numbers(cx, p, [m, n], longer);
        }
    }
}

/// Whether there is a way up from one string to another over such strings.
fn reaches(
    above: &FxHashMap<Term, Vec<Term>>,
    from: Term,
    to: Term,
    is_on_the_way: impl Fn(Term) -> bool,
) -> bool {
    let (mut seen, mut stack) = (FxHashSet::default(), vec![from]);
    while let Some(s) = stack.pop() {
        if s == to {
            return true;
        }
        if seen.insert(s) {
            let next = above.get(&s).into_iter().flatten().copied();
            stack.extend(next.filter(|&s| is_on_the_way(s)));
        }
    }
    false
}

/// `u` and `v` are as many characters of the start of `a` and `b`, and `p = (str.<= a b)`.
fn prefixes(cx: &mut Reduction<'_>, p: Term, u: Term, v: Term) {
    debug_assert!(
        [u, v].iter().zip(cx.terms.args(p)).all(|(&slice, &s)| {
            cx.terms.op(slice) == Op::StrSubstr && cx.terms.arg(slice, 0) == s
        }),
        "these are no slices of the strings in order"
    );
    let [i, j] = [u, v].map(|t| cx.terms.arg(t, 2));
    let same = cx.terms.eq(i, j);
    let (there, back) = (cx.terms.mk(Op::StrLe, &[u, v]), cx.terms.mk(Op::StrLe, &[v, u]));
    cx.imply(InferenceId::ExtfMonotone, &[same, p], &[there]);
    let not_p = cx.terms.not(p);
    cx.imply(InferenceId::ExtfMonotone, &[same, not_p], &[back]);
}

/// By how much `a` is longer than `b`, if numerals with the candidate's lengths and their numbers `m` and `n` are not in the order that it
/// says these are in.
fn wrong_by(
    cx: &Reduction<'_>,
    candidate: &Candidate,
    [a, b]: [Term; 2],
    [m, n]: [Term; 2],
    is_less: bool,
) -> Option<i64> {
    let [a, b] = [a, b].map(|s| candidate.word(s));
    let longer = signed(a?.len()) - signed(b?.len());
    let [m, n] = [candidate.int(m)?, candidate.int(n)?];
    let is_far = longer.abs() > cx.budget.tunables().strings.magnitude_far;
    if is_far || m.is_negative() || n.is_negative() {
        return None;
    }
    let [by_first, by_second] = aligned(longer);
    let (m, n) = (&by_first * m, &by_second * n);
    let is_so = if longer > 0 { m < n } else { m <= n };
    (is_less != is_so).then_some(longer)
}

/// What `p = (str.<= a b)` says of the `numbers` of `a` and `b` if `a` is so much `longer`; and what follows if it is not longer than
/// that, or not less, as the numbers are not further apart then.
fn numbers(cx: &mut Reduction<'_>, p: Term, numbers: [Term; 2], longer: i64) {
    let id = InferenceId::ExtfMonotone;
    let &[a, b] = cx.terms.args(p) else { return };
    debug_assert!(
        numbers.iter().zip([a, b]).all(|(&n, s)| {
            let is_read = cx.terms.op(n) == Op::StrToInt && cx.terms.args(n) == [s];
            is_read || cx.terms.op(s) == Op::StrFromInt && cx.terms.args(s) == [n]
        }),
        "these are not the numbers of the strings in order"
    );
    let [left, right] = [a, b].map(|s| cx.terms.len_of(s));
    let longer_than = cx.terms.int(longer);
    let right = cx.terms.add(&[right, longer_than]);
    let zero = cx.terms.int(0);
    let [is_first, is_second] = numbers.map(|t| cx.terms.ge(t, zero));
    let [by_first, by_second] = aligned(longer);
    let m = cx.terms.scale(by_first, numbers[0]);
    let n = cx.terms.scale(by_second, numbers[1]);
    let (same, not_longer, not_shorter) =
        (cx.terms.eq(left, right), cx.terms.le(left, right), cx.terms.ge(left, right));
    let (most, least, not_p) = (cx.terms.le(m, n), cx.terms.ge(m, n), cx.terms.not(p));
    let less = if longer > 0 { cx.terms.lt(m, n) } else { most };
    cx.imply_iff(id, &[same, is_first, is_second], p, less);
    cx.imply(id, &[not_longer, is_first, is_second, p], &[most]);
    cx.imply(id, &[not_shorter, is_first, is_second, not_p], &[least]);
    if longer == 0 {
        // Nothing longer is before zeros, nor are zeros behind what is not shorter: lengths would differ by more and more otherwise.
        let [positive, other] = [numbers[1], numbers[0]].map(|t| cx.terms.lt(zero, t));
        let is_longer = cx.terms.not(not_longer);
        cx.imply(id, &[is_longer, is_first, is_second, p], &[positive]);
        cx.imply(id, &[not_longer, is_first, is_second, not_p], &[other]);
    }
    if longer == 0 && [a, b].iter().all(|&s| cx.terms.op(s) == Op::StrFromInt) {
        // Without zeros in front, greater numbers are not shorter.
        cx.imply(id, &[most], &[not_longer]);
        cx.imply(id, &[least], &[not_shorter]);
    }
}

/// By what to multiply two numbers so that they have as many digits, if the first has so many more.
fn aligned(longer: i64) -> [Int; 2] {
    debug_assert!(
        longer.unsigned_abs() < 1_000,
        "numbers with so many more digits are not compared"
    );
    let power = |n: i64| Int::from(10).pow(u32::try_from(n).unwrap_or(0));
    [power(-longer), power(longer)]
}
