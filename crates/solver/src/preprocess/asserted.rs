//! Remainders and questions about strings that have asserted values.
//!
//! `(= 1 (mod s 3))` gives a term a value, not a constant, so solving leaves it, and other formulas go on to ask about the same
//! remainder: each would be a decision diagram of its own, and that two of them exclude each other is found out bit by bit. So the
//! value takes the place of the remainder elsewhere. (Z3 propagates all values of terms before it searches. Of other terms congruence
//! closure knows them.) So does what is asserted of a string, or denied: that there is no dot in a name says which case a choice is, in
//! which other functions are known then. A word of which something else is asserted is not the string: most rows of a table go.
//!
//! Asserted lengths take no place of their own, but slices of concatenations begin and end where lengths of parts say. Of the slice, only
//! parts are left; rewriting knows the lengths that the form of a term gives, and the procedures for words cut one slice after the other.

use super::conditions::condition;
use super::replace::replace;
use super::spelling::Ranges;
use crate::engine::Resources;
use crate::strings::languages::Languages;
use automata::Re;
use base::{Budget, FxHashMap, Int, Interrupted, Limits, Stop, affordable};
use rewrite::entail::regex_lengths;
use rewrite::{LinearSum, linear};
use terms::{Op, Sort, Term, Terms};

/// Replaces remainders, and questions about strings, by the values that `formulas` give them, elsewhere. Whether there are any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(res: &mut Resources<'_>, formulas: &mut [Term]) -> Result<bool, Interrupted> {
    let Resources { terms, languages, audit, budget, .. } = res;
    budget.charge(formulas.len() as u64)?;
    let mut ranges = Ranges::collect(terms, formulas);
    let (mut values, mut sources) = (FxHashMap::default(), Vec::new());
    let mut others: Vec<Term> = Vec::with_capacity(formulas.len());
    for &f in formulas.iter() {
        let source = value_in(terms, f).or_else(|| answer_in(terms, f));
        let source = source.filter(|(t, _)| !values.contains_key(t));
        if let Some((t, value)) = source {
            values.insert(t, value);
            sources.push(f);
            others.push(terms.tt());
        } else {
            others.push(f);
        }
    }
    debug_assert!(values.len() == sources.len(), "a term has two values");
    sources.iter().for_each(|&f| bound_length(terms, &mut ranges, f));
    let limits = Limits::new(budget, budget.tunables().check.exclusive_steps);
    let known =
        affordable(Known::collect(terms, languages, formulas, &limits))?.unwrap_or_default();
    let changed = replace(terms, &mut others, budget, |terms, t| {
        if let Some(&value) = values.get(&t) {
            return Ok(Some(value));
        }
        if terms.op(t) == Op::StrSubstr {
            return slice(terms, &ranges, t, budget);
        }
        let is_excluded = affordable(known.exclude(terms, languages, t, &limits))?;
        Ok(is_excluded.unwrap_or(false).then(|| terms.ff()))
    })?;
    let (mut kept, mut given) = (sources.iter().peekable(), Vec::new());
    for (f, other) in formulas.iter_mut().zip(others) {
        if kept.next_if(|&&source| source == *f).is_some() || *f == other {
            given.push(*f);
        } else {
            *f = other;
        }
    }
    Ok(audit.replaced("preprocess.asserted", &given, &changed))
}

/// The remainder that `f` gives a value, and the value.
fn value_in(terms: &Terms, f: Term) -> Option<(Term, Term)> {
    let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
    let is_value = |&(t, v): &(Term, Term)| terms.op(t) == Op::Mod && terms.op(v).is_const();
    [(a, b), (b, a)].into_iter().find(is_value)
}

/// The question about a string that `f` answers, and the answer.
fn answer_in(terms: &mut Terms, f: Term) -> Option<(Term, Term)> {
    use Op::{StrContains, StrInRe, StrPrefixOf, StrSuffixOf};
    let (atom, is_negated) = terms.literal(f);
    let is_question = matches!(terms.op(atom), StrContains | StrInRe | StrPrefixOf | StrSuffixOf);
    is_question.then(|| (atom, terms.bool(!is_negated)))
}

/// What is asserted of constants, as languages: whether they have a word of these.
#[derive(Default)]
struct Known(FxHashMap<Term, Vec<(Re, bool)>>);

impl Known {
    fn collect(
        terms: &Terms,
        languages: &mut Languages,
        formulas: &[Term],
        limits: &Limits<'_>,
    ) -> Result<Known, Stop> {
        let mut known = Known::default();
        for &f in formulas {
            let (atom, is_denied) = terms.literal(f);
            let is_asked = matches!(terms.sort(atom), Sort::Bool) && terms.op(atom) != Op::Eq;
            if is_asked && let Some((x, re)) = condition(terms, languages, atom, limits)? {
                known.0.entry(x).or_default().push((re, !is_denied));
            }
        }
        Ok(known)
    }

    /// Whether `t` says that a constant is a word that it cannot be.
    fn exclude(
        &self,
        terms: &Terms,
        languages: &mut Languages,
        t: Term,
        limits: &Limits<'_>,
    ) -> Result<bool, Stop> {
        let (Op::Eq, &[a, b]) = (terms.op(t), terms.args(t)) else { return Ok(false) };
        let (x, word) = if terms.op(a).is_const() { (b, a) } else { (a, b) };
        let (Some(known), Some(word)) = (self.0.get(&x), terms.str_value(word)) else {
            return Ok(false);
        };
        debug_assert!(terms.sort(x) == Sort::String, "a word is compared with what is no string");
        for &(re, holds) in known {
            if languages.regexes.contains_word(re, word, limits)? != holds {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Takes note of how long the membership `f` says that a constant is.
fn bound_length(terms: &mut Terms, ranges: &mut Ranges, f: Term) {
    let (Op::StrInRe, &[x, regex]) = (terms.op(f), terms.args(f)) else { return };
    if terms.is_constant(x) {
        debug_assert!(terms.sort(x) == Sort::String, "a membership of what is no string");
        let (length, bounds) = (terms.len_of(x), regex_lengths(terms, regex));
        bounds.lo.into_iter().for_each(|n| ranges.at_least(length, n));
        bounds.hi.into_iter().for_each(|n| ranges.at_most(length, n));
    }
}

/// The slice `t` of a concatenation as one of the parts that it has a share of: each of its ends is where a part begins or ends, or so far
/// into a part that is that long. Nothing of a part that may be shorter, as a share of it may then be one of the next, too.
fn slice(
    terms: &mut Terms,
    ranges: &Ranges,
    t: Term,
    budget: &Budget,
) -> Result<Option<Term>, Interrupted> {
    let &[whole, from, n] = terms.args(t) else { return Ok(None) };
    let (from, n) = (known_lengths(terms, ranges, from), known_lengths(terms, ranges, n));
    if terms.op(whole) != Op::StrConcat || !is_long(terms, &from) || !is_long(terms, &n) {
        return Ok(None);
    }
    let parts = terms.args(whole).to_vec();
    budget.charge(parts.len() as u64)?;
    let begin = Place::walk(terms, ranges, &parts, from.clone());
    let end = Place::walk(terms, ranges, &parts, from.plus(&n));
    debug_assert!(begin.part <= end.part, "a slice ends before it begins");
    let (Some(before), Some(behind)) = (begin.offset(&parts), end.offset(&parts)) else {
        return Ok(None);
    };
    let (first, last) = (begin.part, end.part);
    if first == last {
        return Ok(Some(match parts.get(first) {
            Some(&part) => share(terms, part, &before, &behind),
            None => terms.string(&[]),
        }));
    }
    let mut shares = Vec::with_capacity(last - first + 1);
    if before.is_zero() {
        shares.push(parts[first]);
    } else {
        let (length, skipped) = (terms.len_of(parts[first]), terms.int(before.clone()));
        let rest = terms.sub(length, skipped);
        shares.push(terms.mk(Op::StrSubstr, &[parts[first], skipped, rest]));
    }
    shares.extend_from_slice(&parts[first + 1..last]);
    if !behind.is_zero() {
        shares.push(share(terms, parts[last], &Int::default(), &behind));
    }
    Ok(Some(terms.concat(&shares)))
}

/// What is of `part` between two numbers of characters, of which the second is not the smaller one.
fn share(terms: &mut Terms, part: Term, before: &Int, behind: &Int) -> Term {
    debug_assert!(before <= behind, "a share ends before it begins");
    let (from, n) = (terms.int(before.clone()), terms.int(behind.clone() - before));
    terms.mk(Op::StrSubstr, &[part, from, n])
}

/// A place in a concatenation.
struct Place {
    /// How many parts are in front of it.
    part: usize,
    /// How far behind these it is.
    left: LinearSum,
    /// The next part is surely that long.
    is_within: bool,
}

impl Place {
    /// What is at `place` in `parts`.
    fn walk(terms: &mut Terms, ranges: &Ranges, parts: &[Term], place: LinearSum) -> Place {
        let mut left = place;
        debug_assert!(is_long(terms, &left), "a place in front of the start");
        for (part, &t) in parts.iter().enumerate() {
            let length = terms.len_of(t);
            let length = known_lengths(terms, ranges, length);
            let rest = left.clone().minus(&length);
            if !is_long(terms, &rest) {
                let beyond = length.minus(&left);
                let is_within = is_never_negative(terms, ranges, &beyond);
                return Place { part, left, is_within };
            }
            left = rest;
        }
        Place { part: parts.len(), left, is_within: false }
    }

    /// How many characters of the next of `parts` are in front of it, if that is known; none at the end.
    fn offset(&self, parts: &[Term]) -> Option<Int> {
        debug_assert!(self.part <= parts.len(), "a place has other parts in front of it");
        if self.part == parts.len() {
            return Some(Int::default());
        }
        let offset = self.left.as_constant()?;
        (self.is_within || offset.is_zero()).then(|| offset.clone())
    }
}

/// Whether the bounds of lengths of constants say that `sum` is not negative. (Those of other strings may be what the formula says that the
/// slice is in.)
fn is_never_negative(terms: &Terms, ranges: &Ranges, sum: &LinearSum) -> bool {
    let mut least = sum.constant.clone();
    for (t, n) in &sum.terms {
        if terms.op(*t) != Op::StrLen || !n.is_positive() {
            return false;
        }
        let bound =
            ranges.least(*t).filter(|m| terms.is_constant(terms.arg(*t, 0)) && m.is_positive());
        bound.into_iter().for_each(|m| least += &(m.clone() * n));
    }
    !least.is_negative()
}

/// Whether `sum` is of lengths, so that it is not negative.
fn is_long(terms: &Terms, sum: &LinearSum) -> bool {
    let is_length = |&(t, ref n): &(Term, Int)| terms.op(t) == Op::StrLen && n.is_positive();
    !sum.constant.is_negative() && sum.terms.iter().all(is_length)
}

/// The sum `t` with the lengths that strings are known to have.
fn known_lengths(terms: &mut Terms, ranges: &Ranges, t: Term) -> LinearSum {
    let mut sum = linear(terms, t);
    for (t, n) in std::mem::take(&mut sum.terms) {
        let x = if terms.op(t) == Op::StrLen { terms.arg(t, 0) } else { t };
        let only = ranges.least(t).filter(|&n| terms.is_constant(x) && ranges.most(t) == Some(n));
        match terms.str_value(x).map(|word| Int::from(word.len())).or_else(|| only.cloned()) {
            Some(length) => sum.add_constant(length * n),
            None => sum.add_var(t, n),
        }
    }
    sum
}
