//! Lemmas around the values of a candidate.

use super::candidate::Candidate;
use super::kinds::strings_of;
use super::reduction::Reduction;
use super::{affixes, chars, codes, learn, numerals, order};
use crate::engine::Engine;
use crate::theory::inference::InferenceId;
use base::{FxHashMap, Int};
use terms::sort::MAX_CHAR;
use terms::value::Value;
use terms::{Op, Sort, Term, Terms};

/// The constant for a value.
fn constant(cx: &mut Reduction<'_>, value: &Value) -> Option<Term> {
    let (terms, longest) = (&mut *cx.terms, cx.budget.tunables().strings.lemma_word);
    match value {
        Value::Bool(b) => Some(terms.bool(*b)),
        Value::Int(n) => Some(terms.int(n.clone())),
        Value::Str(w) if w.len() <= longest => Some(terms.string(w)),
        _ => None,
    }
}

/// The arguments of `t` that are no constants, those inside regexes included.
fn arguments(terms: &Terms, t: Term) -> Vec<Term> {
    let mut out = Vec::new();
    for &a in terms.args(t) {
        match terms.sort(a) {
            Sort::RegLan => out.extend(strings_of(terms, a)),
            _ if !terms.op(a).is_const() => out.push(a),
            _ => {}
        }
    }
    out.dedup();
    out
}

/// Evaluates wrong terms whose arguments are known to be equal to constants.
pub(super) fn evaluate(engine: &mut Engine<'_>, candidate: &Candidate) -> bool {
    let mut any = false;
    for &t in &candidate.wrong {
        let args = arguments(engine.res.terms, t);
        let known = !args.is_empty() && args.iter().all(|&a| is_fixed(engine, candidate, a));
        if known {
            any |= learn(engine, |cx| value_lemma(cx, InferenceId::ExtfEvaluate, candidate, t));
        }
    }
    any
}

/// Whether congruence knows that the string `a` is its candidate word.
fn is_fixed(engine: &mut Engine<'_>, candidate: &Candidate, a: Term) -> bool {
    let Some(Value::Str(w)) = candidate.value(a) else { return false };
    if w.len() > engine.res.budget.tunables().strings.lemma_word {
        return false;
    }
    let word = engine.res.terms.string(w);
    engine.euf.same(a, word)
}

/// Refutes one wrong value: these arguments, that result. Returns whether that was possible. The search is to try the same
/// arguments again: with others, it would be told one result after the other.
pub(super) fn instantiate(engine: &mut Engine<'_>, candidate: &Candidate) -> bool {
    for &t in &candidate.wrong {
        if learn(engine, |cx| value_lemma(cx, InferenceId::ExtfInstance, candidate, t)) {
            prefer_arguments(engine, candidate, t);
            return true;
        }
    }
    false
}

fn prefer_arguments(engine: &mut Engine<'_>, candidate: &Candidate, t: Term) {
    let tunables = &engine.res.budget.tunables().strings;
    let preference = f64::from(tunables.instance_preference) / 100.0;
    for a in arguments(engine.res.terms, t) {
        let Some(Value::Str(word)) = candidate.value(a) else { continue };
        if word.len() <= engine.res.budget.tunables().strings.lemma_word {
            let word = engine.res.terms.string(word);
            let same = engine.res.terms.eq(a, word);
            engine.out.split(vec![(same, preference)]);
        }
    }
}

/// The numeral is taken as it is: the search is to try a number that is no greater than what it says. Numbers that are as great as
/// longer numerals say would make these longer and longer.
pub(super) fn prefer_number(engine: &mut Engine<'_>, candidate: &Candidate, t: Term) {
    let (Op::StrToInt, Some(Value::Int(said))) = (engine.res.terms.op(t), candidate.computed(t))
    else {
        return;
    };
    let preference = engine.res.budget.tunables().strings.instance_preference;
    let least = engine.res.terms.int(said + &Int::ONE);
    let greater = engine.res.terms.ge(t, least);
    let greater = engine.normal(greater);
    let at_most = engine.res.terms.not(greater);
    engine.out.split(vec![(at_most, f64::from(preference) / 100.0)]);
}

/// What is said character by character holds at one length: the search is to try that length again.
pub(super) fn prefer_length(engine: &mut Engine<'_>, candidate: &Candidate, t: Term) {
    if engine.res.terms.op(t) != Op::StrRev {
        return;
    }
    let preference = engine.res.budget.tunables().strings.instance_preference;
    let x = engine.res.terms.arg(t, 0);
    let Some(word) = candidate.word(x) else { return };
    debug_assert!(candidate.computed(t).is_some(), "a length is preferred for what is not wrong");
    let (length, n) = (engine.length_of(x), engine.res.terms.int(word.len() as u64));
    let same = engine.res.terms.eq(length, n);
    engine.out.split(vec![(same, f64::from(preference) / 100.0)]);
}

/// If the arguments of `t` have their candidate values, then `t` has the computed value. The
/// string of a membership may be any.
fn value_lemma(cx: &mut Reduction<'_>, id: InferenceId, candidate: &Candidate, t: Term) {
    let mut premises = Vec::new();
    let mut map = FxHashMap::default();
    let args = match cx.terms.op(t) {
        Op::StrInRe => strings_of(cx.terms, cx.terms.arg(t, 1)),
        _ => arguments(cx.terms, t),
    };
    for a in args {
        let Some(value) = candidate.value(a) else { return };
        let Some(value) = constant(cx, value) else { return };
        premises.push(cx.terms.eq(a, value));
        map.insert(a, value);
    }
    if cx.terms.op(t) == Op::StrInRe {
        let &[x, r] = cx.terms.args(t) else { return };
        let ground = cx.terms.substitute(r, &map);
        let member = cx.in_re(x, ground);
        let t = cx.purify(t);
        return cx.imply_iff(id, &premises, t, member);
    }
    let Some(result) = candidate.computed(t) else { return };
    let Some(result) = constant(cx, result) else { return };
    let t = cx.purify(t);
    let conclusion = cx.terms.eq(t, result);
    cx.imply(id, &premises, &[conclusion]);
}

/// Where two applications of one function to equal values differ, learns that they must not; and that
/// characters of one code are equal. Returns whether there were any.
pub(super) fn agree(engine: &mut Engine<'_>, candidate: &Candidate) -> bool {
    let mut first: FxHashMap<(Op, Vec<Value>), Term> = FxHashMap::default();
    let mut codes: FxHashMap<Int, Term> = FxHashMap::default();
    let mut any = false;
    for &t in &candidate.extended {
        let terms = &*engine.res.terms;
        let args: Option<Vec<Value>> =
            terms.args(t).iter().map(|&a| candidate.value(a).cloned()).collect();
        if let Some(args) = args {
            let other = *first.entry((terms.op(t), args)).or_insert(t);
            if candidate.value(other) != candidate.value(t) {
                any |= learn(engine, |cx| congruent(cx, t, other));
            }
        }
        if engine.res.terms.op(t) == Op::StrToCode
            && let Some(code) = candidate.int(t).filter(|n| !n.is_negative())
        {
            let other = *codes.entry(code.clone()).or_insert(t);
            let [x, y] = [t, other].map(|t| engine.res.terms.arg(t, 0));
            if candidate.word(x) != candidate.word(y) {
                any |= learn(engine, |cx| codes::injective(cx, [t, other], [x, y]));
            }
        }
    }
    any
}

/// Holds numerals of one length to be equal where their numbers are said to be. Otherwise their digits would be compared.
pub(super) fn same_numbers(
    engine: &mut Engine<'_>,
    atoms: &[(Term, bool)],
    candidate: &Candidate,
) -> bool {
    if !cfg!(feature = "scaling") {
        return false;
    }
    let terms = &*engine.res.terms;
    let word_of = |n: Term| {
        if terms.op(n) == Op::StrToInt { candidate.word(terms.arg(n, 0)) } else { None }
    };
    let mut pairs = Vec::new();
    for &(atom, value) in atoms {
        if let (Op::Eq, &[m, n], true) = (terms.op(atom), terms.args(atom), value)
            && let (Some(x), Some(y)) = (word_of(m), word_of(n))
            && x.len() == y.len()
            && x != y
        {
            debug_assert!(m != n, "a number has two words");
            pairs.push([m, n]);
        }
    }
    learn(engine, |cx| pairs.into_iter().for_each(|pair| numerals::injective(cx, pair)))
}

/// Equal arguments, equal results.
fn congruent(cx: &mut Reduction<'_>, t: Term, other: Term) {
    debug_assert!(
        t != other && cx.terms.op(t) == cx.terms.op(other),
        "two terms agree that apply different functions"
    );
    let pairs: Vec<(Term, Term)> = {
        let (a, b) = (cx.terms.args(t), cx.terms.args(other));
        a.iter().copied().zip(b.iter().copied()).filter(|(a, b)| a != b).collect()
    };
    let premises: Vec<Term> = pairs.into_iter().map(|(a, b)| cx.terms.eq(a, b)).collect();
    let [t, other] = [t, other].map(|t| cx.purify(t));
    let same = cx.terms.eq(t, other);
    cx.imply(InferenceId::ExtfCongruence, &premises, &[same]);
}

/// What is learned about the wrong term `t`, which was reduced already, the given time.
pub(super) fn refine(cx: &mut Reduction<'_>, candidate: &Candidate, t: Term, times: u32) {
    debug_assert!(candidate.computed(t).is_some(), "a term is refined that is not wrong");
    let Some(&a) = cx.terms.args(t).first() else { return };
    match cx.terms.op(t) {
        Op::StrToCode => code_bounds(cx, candidate, t, a, false),
        Op::StrFromCode => code_bounds(cx, candidate, a, t, true),
        Op::StrToInt => numeral(cx, candidate, t, [t, a], times),
        Op::StrFromInt => numeral(cx, candidate, t, [a, t], times),
        Op::StrRev | Op::StrToLower | Op::StrToUpper => {
            if let Some(w) = candidate.word(a) {
                chars::spell(cx, t, w.len());
            }
        }
        Op::StrContains => occurrence(cx, candidate, t),
        Op::StrLe => {
            let [a, b] = [0, 1].map(|i| candidate.word(cx.terms.arg(t, i)));
            if let (Some(a), Some(b)) = (a, b) {
                order::refine(cx, t, [a, b], times);
            }
        }
        _ => {}
    }
}

/// The bounds around what the character `x` is and what its code `n` is.
fn code_bounds(cx: &mut Reduction<'_>, candidate: &Candidate, n: Term, x: Term, from: bool) {
    let number = candidate.int(n).cloned();
    let character = match candidate.word(x).map(|w| w.as_ref()) {
        Some(&[c]) => Some(Int::from(c)),
        _ => None,
    };
    for k in [number, character].into_iter().flatten() {
        if k.is_negative() || k > Int::from(MAX_CHAR) {
            continue;
        }
        codes::threshold(cx, n, x, &k, from);
        codes::threshold(cx, n, x, &(&k + &Int::ONE), from);
    }
}

/// The bounds around what the numeral `x` says and what the number `n` is; later, the digits.
fn numeral(cx: &mut Reduction<'_>, candidate: &Candidate, t: Term, pair: [Term; 2], times: u32) {
    let zeros = cx.terms.op(t) == Op::StrToInt;
    let [n, x] = pair;
    number_bounds(cx, zeros, pair, [candidate.int(n).cloned(), said(candidate, x)]);
    if times > cx.budget.tunables().strings.bounds_first
        && let Some(w) = candidate.word(x)
    {
        numerals::digits(cx, n, x, zeros, w.len());
    }
}

/// The bounds on the number `t` that the candidate says are needed for `other`.
pub(super) fn bound_as(cx: &mut Reduction<'_>, candidate: &Candidate, t: Term, other: Term) {
    debug_assert!(t != other, "a number is told what it was told");
    let [x, y] = [t, other].map(|t| cx.terms.arg(t, 0));
    let numbers = [candidate.int(other).cloned(), said(candidate, y)];
    number_bounds(cx, true, [t, x], numbers);
}

/// What the numeral `x` says.
fn said(candidate: &Candidate, x: Term) -> Option<Int> {
    candidate.word(x).filter(|w| !w.is_empty()).and_then(|w| number_of(w))
}

/// The bounds on the number `n` of the numeral `x` around a number and what a numeral says.
fn number_bounds(
    cx: &mut Reduction<'_>,
    zeros: bool,
    [n, x]: [Term; 2],
    [number, said]: [Option<Int>; 2],
) {
    let digits = |k: &Option<Int>| k.as_ref().map_or(0, |k| k.to_string().len());
    let (shorter, longer) = (digits(&number), digits(&said));
    if !zeros && shorter != longer {
        numerals::sized(cx, n, x, shorter.min(longer));
        numerals::sized(cx, n, x, shorter.max(longer) - 1);
    }
    if longer > shorter {
        numerals::growth(cx, n, x, zeros, 1);
        numerals::growth(cx, n, x, zeros, longer.min(cx.budget.tunables().strings.slope_digits));
    }
    for k in [number, said].into_iter().flatten().filter(|k| !k.is_negative()) {
        if longer > shorter + 1 && k.to_string().len() == longer {
            // Whatever has as many digits is too much.
            let power = Int::from(10).pow(base::id32(longer) - 1);
            numerals::threshold(cx, n, x, &power, zeros);
            continue;
        }
        numerals::threshold(cx, n, x, &k, zeros);
        numerals::threshold(cx, n, x, &(&k + &Int::ONE), zeros);
    }
}

fn number_of(w: &[u32]) -> Option<Int> {
    let digits: Option<String> =
        w.iter().map(|&c| char::from_u32(c).filter(char::is_ascii_digit)).collect();
    digits.filter(|d| d.len() <= 1000)?.parse().ok()
}

/// The needle is in the candidate although it must not.
fn occurrence(cx: &mut Reduction<'_>, candidate: &Candidate, p: Term) {
    let &[s, t] = cx.terms.args(p) else { return };
    let (Some(hay), Some(needle)) = (candidate.word(s), candidate.word(t)) else { return };
    if candidate.value(p) == Some(&Value::Bool(true))
        || needle.len() > cx.budget.tunables().strings.lemma_word
    {
        return;
    }
    if let Some(offset) = terms::eval::search::find(hay, needle, 0) {
        debug_assert!(hay[offset..].starts_with(needle), "a string is found where it is not");
        affixes::contained(cx, p, needle, offset);
    }
}
