//! What is learned about an extended term as soon as it appears: bounds for arithmetic, and
//! predicates that are memberships.
//!
//! A candidate is only worth evaluating if its numbers are not absurd; these bounds are linear and
//! cost next to nothing. They are stated for terms whose lengths arithmetic hears of anyway.

use super::reduction::Reduction;
use super::{affixes, learn, order};
use crate::engine::Engine;
use crate::theory::inference::InferenceId;
use rewrite::{LinearSum, entail};
use terms::op::{Family, Range};
use terms::sort::MAX_CHAR;
use terms::{Op, Sort, Term, Terms};

const ID: InferenceId = InferenceId::ExtfBounds;

/// The membership that the atom `t` is, if it is one.
pub(super) fn as_membership(cx: &mut Reduction<'_>, t: Term) -> Option<Term> {
    match cx.terms.op(t) {
        Op::StrLe => order::as_membership(cx, t),
        _ => affixes::as_membership(cx, t),
    }
}

/// `t` iff `member`.
pub(super) fn is_membership(cx: &mut Reduction<'_>, t: Term, member: Term) {
    debug_assert!(
        cx.terms.op(member) == Op::StrInRe,
        "a predicate is replaced by what is no membership"
    );
    let t = cx.purify(t);
    cx.imply_iff(InferenceId::ExtfMembership, &[], t, member);
}

/// A string predicate became an atom.
pub(crate) fn define_predicate(engine: &mut Engine<'_>, t: Term) {
    debug_assert!(engine.res.terms.sort(t) == Sort::Bool, "what is no formula is a predicate");
    let leaf = |&a: &Term| engine.res.terms.op(a) != Op::StrConcat;
    if engine.res.terms.args(t).iter().all(leaf) && is_predicate(engine.res.terms, t) {
        let mut found = false;
        learn(engine, |cx| {
            if let Some(member) = as_membership(cx, t) {
                is_membership(cx, t, member);
                found = true;
            }
        });
        if found {
            engine.strings.extension.reduce(t);
        }
    }
    if engine.needs.lengths {
        sized(engine, t);
    }
}

/// What is found is no longer than where it is found, and shorter where it is not all of it. The latter is said only where it is asked
/// whether the two are equal: then an order of lengths tells strings apart that word equations would each time.
fn sized(engine: &mut Engine<'_>, p: Term) {
    let args = engine.res.terms.args(p).to_vec();
    let (t, s) = match (engine.res.terms.op(p), &args[..]) {
        (Op::StrContains, &[s, t]) => (t, s),
        (Op::StrPrefixOf | Op::StrSuffixOf, &[t, s]) => (t, s),
        _ => return,
    };
    let (size, whole) = (engine.length_of(t), engine.length_of(s));
    let fits = engine.res.terms.ge(whole, size);
    let absent = engine.res.terms.not(p);
    clause(engine, vec![absent, fits]);
    let terms = &mut *engine.res.terms;
    if let Some(same) = terms.lookup(Op::Eq, &[s.min(t), s.max(t)]) {
        let shorter = terms.lt(size, whole);
        clause(engine, vec![absent, same, shorter]);
    }
}

fn is_predicate(terms: &Terms, t: Term) -> bool {
    use Op::{StrContains, StrLe, StrPrefixOf, StrSuffixOf};
    matches!(terms.op(t), StrContains | StrPrefixOf | StrSuffixOf | StrLe)
}

/// A choice between strings appeared.
pub(crate) fn define_ite(engine: &mut Engine<'_>, t: Term) {
    if engine.needs.lengths && engine.res.terms.sort(t) == Sort::String {
        known_length(engine, t);
        limited(engine, t);
    }
}

/// A choice under a linear condition is at most as long as one branch is if the other is, too, when it is chosen; likewise at least. A text
/// that is cut if it is too long is short: without this, arithmetic finds out for one subset of many such texts after the other.
fn limited(engine: &mut Engine<'_>, t: Term) {
    let size = engine.length_of(t);
    let terms = &mut *engine.res.terms;
    let &[c, a, b] = terms.args(t) else { return };
    if terms.op(c) != Op::Ge {
        return;
    }
    let [holds, size] = [rewrite::non_negative(terms, c), rewrite::linear(terms, size)];
    let fails = holds.negated().plus_int(-1);
    let mut bounds = Vec::new();
    for (own, other, given) in [(a, b, fails), (b, a, holds)] {
        let [[length, most], [rival, at_most]] = [own, other].map(|s| {
            let most = entail::length_bounds(terms, s).hi.map(LinearSum::constant);
            let length = entail::length(terms, s);
            [Some(length), most]
        });
        for most in [&length, &most].into_iter().flatten() {
            let mut rests = [&rival, &at_most].into_iter().flatten().map(|r| most.clone().minus(r));
            if rests.any(|rest| follows(rest, &given)) {
                bounds.push(most.clone().minus(&size));
            }
        }
        if let (Some(length), Some(rival)) = (length, rival)
            && follows(rival.minus(&length), &given)
        {
            bounds.push(size.clone().minus(&length));
        }
    }
    bounds.into_iter().for_each(|sum| engine.out.axiom(ID, sum));
}

/// Whether `sum` is a multiple of `given` and at least 0 more, so that it is not negative where `given` is not.
fn follows(sum: LinearSum, given: &LinearSum) -> bool {
    let Some((leaf, unit)) = given.terms.first() else { return false };
    debug_assert!(!unit.is_zero(), "a sum with a term of no weight");
    let (factor, _) = sum.coefficient(*leaf).div_rem_euclid(unit);
    let rest = sum.minus(&given.clone().scaled(&factor));
    !factor.is_negative() && rest.as_constant().is_some_and(|k| !k.is_negative())
}

/// A term of sort Int or String appeared.
pub(crate) fn define(engine: &mut Engine<'_>, t: Term) {
    let args = engine.res.terms.args(t).to_vec();
    match (engine.res.terms.op(t), &args[..]) {
        (Op::StrToCode, _) => within(engine, -1, t, Some(i64::from(MAX_CHAR))),
        (Op::StrToInt, _) => numeral(engine, t),
        (Op::StrFromCode, _) => {
            engine.strings.extension.note_letter(t);
            if engine.needs.lengths {
                let length = engine.length_of(t);
                within(engine, 0, length, Some(1));
            }
        }
        (Op::StrIndexOf, &[s, t1, i]) => index(engine, t, s, Some(t1), Some(i)),
        (Op::StrLastIndexOf, &[s, t1]) => index(engine, t, s, Some(t1), None),
        (Op::StrIndexOfRe, &[s, _, i]) => index(engine, t, s, None, Some(i)),
        (Op::StrSubstr, &[s, i, n]) => slice(engine, t, s, i, n),
        (Op::StrReplace, &[s, t1, u]) if engine.needs.lengths => replaced(engine, t, [s, t1, u]),
        (Op::StrReplaceAll, &[s, t1, u]) if engine.needs.lengths => {
            all_replaced(engine, t, [s, t1, u]);
        }
        (op, _) if op.family() == Family::Derived => by_range(engine, t),
        _ => {}
    }
}

/// What the table of operators says about the value or the length of `t`.
fn by_range(engine: &mut Engine<'_>, t: Term) {
    let is_text = engine.res.terms.sort(t) == Sort::String;
    if is_text && !engine.needs.lengths {
        return;
    }
    let size = if is_text { engine.length_of(t) } else { t };
    match engine.res.terms.op(t).row().range {
        // Rewriting replaces equal lengths.
        Range::Any | Range::Same(_) => {}
        Range::AtLeast(lo) => within(engine, lo, size, None),
        Range::Within(lo, hi) => within(engine, lo, size, Some(hi)),
        Range::UpTo(lo, i) => {
            within(engine, lo, size, None);
            let whole = engine.res.terms.arg(t, i);
            let most = engine.length_of(whole);
            at_least(engine, most, size);
        }
    }
}

/// `a >= b`.
fn at_least(engine: &mut Engine<'_>, a: Term, b: Term) {
    let [a, b] = [a, b].map(|t| rewrite::linear(engine.res.terms, t));
    engine.out.axiom(ID, a.minus(&b));
}

/// One of the literals holds.
fn clause(engine: &mut Engine<'_>, literals: Vec<Term>) {
    engine.out.clause(engine.res.terms, ID, literals);
}

fn within(engine: &mut Engine<'_>, lo: i64, t: Term, hi: Option<i64>) {
    debug_assert!(hi.is_none_or(|hi| lo <= hi), "no number is within these bounds");
    let lo = engine.res.terms.int(lo);
    at_least(engine, t, lo);
    if let Some(hi) = hi {
        let hi = engine.res.terms.int(hi);
        at_least(engine, hi, t);
    }
}

/// Short numerals say small numbers.
fn numeral(engine: &mut Engine<'_>, t: Term) {
    within(engine, -1, t, None);
    if let Some(hi) = rewrite::entail::int_bounds(engine.res.terms, t).hi {
        let hi = engine.res.terms.int(hi);
        at_least(engine, hi, t);
    }
}

/// `r` is a position of `t` in `s` from `i` on, or -1.
fn index(engine: &mut Engine<'_>, r: Term, s: Term, t: Option<Term>, i: Option<Term>) {
    within(engine, -1, r, None);
    let size = engine.length_of(s);
    at_least(engine, size, r);
    let zero = engine.res.terms.int(0);
    let nowhere = engine.res.terms.lt(r, zero);
    if let Some(t) = t {
        let inside = engine.length_of(t);
        let terms = &mut *engine.res.terms;
        let end = terms.add(&[r, inside]);
        let fits = terms.ge(size, end);
        clause(engine, vec![nowhere, fits]);
    }
    if let Some(i) = i {
        let after = engine.res.terms.ge(r, i);
        clause(engine, vec![nowhere, after]);
    }
}

/// The length of `t` by all rules of rewriting, which entail that of a slice inside its string, for example. Arithmetic is told
/// that it is the length of `t`, and the other bounds speak of it.
fn known_length(engine: &mut Engine<'_>, t: Term) -> Term {
    let (size, length) = (engine.length_of(t), engine.res.terms.len_of(t));
    let known = engine.normal(length);
    if known != size {
        at_least(engine, size, known);
        at_least(engine, known, size);
    }
    known
}

/// `t` is what `s` has from `i` on, at most `n` characters.
fn slice(engine: &mut Engine<'_>, t: Term, s: Term, i: Term, n: Term) {
    let (size, whole) = (known_length(engine, t), engine.length_of(s));
    at_least(engine, whole, size);
    let terms = &mut *engine.res.terms;
    let (end, zero, one) = (terms.add(&[i, size]), terms.int(0), terms.int(1));
    let inside = [terms.ge(i, zero), terms.lt(i, whole), terms.ge(n, one)];
    let all = [terms.ge(whole, end), terms.ge(n, size)];
    let inside = terms.and(&inside);
    let outside = terms.not(inside);
    for fits in all {
        clause(engine, vec![outside, fits]);
    }
    let terms = &mut *engine.res.terms;
    let (something, nothing) = (terms.ge(size, one), terms.le(size, zero));
    clause(engine, vec![outside, something]);
    clause(engine, vec![inside, nothing]);
}

/// `|v|` is `|s|` or `|s| - |t| + |u|`.
fn replaced(engine: &mut Engine<'_>, v: Term, parts: [Term; 3]) {
    let after = known_length(engine, v);
    let [s, t, u] = parts.map(|part| engine.length_of(part));
    if after == s {
        return;
    }
    let terms = &mut *engine.res.terms;
    let rest = terms.sub(s, t);
    let changed = terms.add(&[rest, u]);
    let cases = vec![terms.eq(after, s), terms.eq(after, changed)];
    clause(engine, cases);
}

/// Each occurrence that is replaced makes the string longer, or shorter, by the same number of letters; there are as many as fit at most.
fn all_replaced(engine: &mut Engine<'_>, v: Term, [s, t, u]: [Term; 3]) {
    let (before, after) = (engine.length_of(s), known_length(engine, v));
    let terms = &mut *engine.res.terms;
    let (Some(t), Some(u)) = (terms.str_value(t), terms.str_value(u)) else { return };
    let (old, new) = (t.len(), u.len());
    let (more, less) = if new >= old { (after, before) } else { (before, after) };
    let step = new.abs_diff(old);
    let added = terms.sub(more, less);
    at_least(engine, more, less);
    if old == 0 || step == 0 {
        return;
    }
    let terms = &mut *engine.res.terms;
    let [old, step] = [old, step].map(|n| terms.int(n));
    let most = [(step, before), (old, added)].map(|(n, t)| terms.mk(Op::Mul, &[n, t]));
    at_least(engine, most[0], most[1]);
}
