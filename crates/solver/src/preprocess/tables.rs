//! Questions about texts that depend on one integer of few values, answered for each.
//!
//! The problem: `(str.contains table (str.++ ";" (str.from_int k) "="))` for `k` between bounds looks a key up, and an encoder writes a
//! byte as letters of an alphabet that a decoder looks up again. To the procedures each is a search for a word, and each value of the
//! integer a case.
//!
//! A formula that reads nothing but one bounded integer is a set of its values: it is evaluated for each, and becomes the intervals in
//! which it holds. (To tabulate constraints over finite domains is what constraint solvers do: C. Lecoutre, *Constraint Networks*, 2009.)
//! What is asked alike of several integers with the same bounds is evaluated once.
//! A loop that fills a numeral up asks how long it is, and to that there is an answer for each number of digits
//! ([`super::spelling`]). So where numerals are measured, and the values are many, the question is put off until strings were spelled.
//! A letter of a text at an integer that has no bounds is `""` for all values but few; so what reads nothing else has the same answer
//! for all integers that are small or large enough ([`saturation`]).
//! Formulas without texts are left to arithmetic, which knows more about a linear one than its values. [`super::values`] does the same
//! for functions in sums, and [`lookups`] for what is looked up by a text.

mod lookups;
mod saturation;

use super::spelling::Ranges;
use super::substitution::replace_whole;
use crate::cnf::is_connective;
use crate::engine::Resources;
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted};
use std::ops::RangeInclusive;
use terms::eval::{EvalError, Evaluator};
use terms::model::Model;
use terms::value::Value;
use terms::{Op, Sort, Term, Terms};

/// A fact: a set of more intervals is no simpler than what was asked.
const INTERVALS: usize = 256;

/// Replaces atoms of `formulas` by the values of the one integer that they read. Whether there were any. If spelling
/// `is_spelled_later`, what it may do better is left.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    is_spelled_later: bool,
    formulas: &mut [Term],
) -> Result<bool, Interrupted> {
    let Resources { terms, budget, .. } = res;
    let all = terms.post_order_within(formulas, budget)?;
    if lookups::round(res, formulas, &all)? {
        return Ok(true);
    }
    let Resources { terms, audit, budget, .. } = res;
    let mut of_text: FxHashSet<Term> = FxHashSet::default();
    let mut atoms = Vec::new();
    for &t in &all {
        let is_atom = terms.sort(t) == Sort::Bool && !is_connective(terms, t);
        let reads = |a: &Term| terms.sort(*a) == Sort::String || of_text.contains(a);
        if !terms.args(t).iter().any(reads) {
            continue;
        }
        if is_atom {
            atoms.push(t);
        } else {
            of_text.insert(t);
        }
    }
    if atoms.is_empty() {
        return Ok(false);
    }
    let ranges = Ranges::collect(terms, formulas);
    let mut left = budget.tunables().check.table_steps;
    let most_measured = budget.tunables().check.table_measured_steps;
    let (mut images, mut given) = (FxHashMap::default(), Vec::new());
    let (mut first, mut known) = (None, FxHashMap::default());
    for atom in atoms {
        let Some(mut read) = integer(terms, &ranges, atom, budget)? else { continue };
        debug_assert!(!read.values.is_empty(), "an integer has no value");
        // Asked of the first integer, it is asked alike of others.
        let x = read.x;
        read.x = *first.get_or_insert(x);
        let mut memo = FxHashMap::from_iter([(x, read.x)]);
        let asked = terms.map_bottom_up_within(atom, &mut memo, budget, |_, t| t)?;
        let key = (asked, read.values.clone(), read.is_saturated);
        if !known.contains_key(&key) {
            // exact: two integers of 64 bits have a difference of 64 bits, and as many values do not fit into what is left.
            let values = read.values.end().abs_diff(*read.values.start()).saturating_add(1);
            let Some(steps) = values.checked_mul(read.size) else { continue };
            let Some(rest) = left.checked_sub(steps) else { continue };
            if is_spelled_later && steps > most_measured && read.is_measured {
                continue;
            }
            left = rest;
            let table = table(terms, asked, &read, budget)?;
            known.insert(key.clone(), table);
        }
        let Some(intervals) = &known[&key] else { continue };
        if read.is_saturated {
            images.insert(atom, saturation::within(terms, x, intervals, &read.values));
        } else {
            images.insert(atom, within(terms, x, intervals));
            let (low, high) = (terms.int(*read.values.start()), terms.int(*read.values.end()));
            given.extend([terms.ge(x, low), terms.ge(high, x)]);
        }
    }
    let is_changed = !images.is_empty();
    if is_changed {
        let pass = ("preprocess.tables", &given[..]);
        replace_whole(terms, images, formulas, pass, audit, budget)?;
    }
    Ok(is_changed)
}

/// The one integer that a formula reads.
pub(super) struct Read {
    pub x: Term,
    pub values: RangeInclusive<i64>,
    /// How many subterms the formula has.
    pub size: u64,
    /// Whether it asks how long texts are.
    pub is_measured: bool,
    /// Whether the least and the greatest of the values stand for all beyond them.
    pub is_saturated: bool,
}

/// What `atom` reads, if that is one integer that is bounded, or of which only few values matter.
fn integer(
    terms: &Terms,
    ranges: &Ranges,
    atom: Term,
    budget: &Budget,
) -> Result<Option<Read>, Interrupted> {
    let all = terms.post_order_within(&[atom], budget)?;
    let mut read = all.iter().copied().filter(|&t| terms.is_interpreted_by_models(t));
    let (Some(x), None) = (read.next(), read.next()) else { return Ok(None) };
    if terms.sort(x) != Sort::Int || !terms.is_constant(x) {
        return Ok(None);
    }
    let bounds = ranges.of(terms, x);
    let is_saturated = bounds.is_none();
    let ends = match bounds {
        Some((least, most)) => least.to_i64().zip(most.to_i64()),
        None if cfg!(feature = "scaling") => saturation::range(terms, &all, x),
        None => None,
    };
    let is_measured = all.iter().any(|&t| terms.op(t) == Op::StrLen);
    let size = all.len() as u64;
    Ok(ends.map(|(least, most)| Read { x, values: least..=most, size, is_measured, is_saturated }))
}

/// The intervals of values for which `atom` holds, unless they are many or it cannot be evaluated.
pub(super) fn table(
    terms: &Terms,
    atom: Term,
    read: &Read,
    budget: &Budget,
) -> Result<Option<Vec<(i64, i64)>>, Interrupted> {
    let Op::Apply(fun) = terms.op(read.x) else { unreachable!("a constant is an application") };
    let mut intervals: Vec<(i64, i64)> = Vec::new();
    for value in read.values.clone() {
        budget.charge(read.size)?;
        let mut model = Model::new();
        model.set(fun, Value::Int(Int::from(value)));
        match Evaluator::new(terms, &model, budget).eval(atom) {
            Ok(Value::Bool(true)) => {}
            Ok(_) => continue,
            Err(EvalError::Interrupted(why)) => return Err(why),
            Err(_) => return Ok(None),
        }
        match intervals.last_mut() {
            Some((_, last)) if *last + 1 == value => *last = value,
            _ => intervals.push((value, value)),
        }
        if intervals.len() > INTERVALS {
            return Ok(None);
        }
    }
    Ok(Some(intervals))
}

/// That `x` is in one of these intervals.
pub(super) fn within(terms: &mut Terms, x: Term, intervals: &[(i64, i64)]) -> Term {
    let cases: Vec<Term> = intervals
        .iter()
        .map(|&(low, high)| {
            debug_assert!(low <= high, "an interval of no value");
            let [low, high] = [low, high].map(|n| terms.int(n));
            let bounds = [terms.ge(x, low), terms.ge(high, x)];
            terms.and(&bounds)
        })
        .collect();
    if cases.is_empty() { terms.ff() } else { terms.or(&cases) }
}

#[cfg(test)]
mod tests {
    use super::super::brute::run;
    use super::*;

    #[test]
    fn a_lookup_is_a_set_of_values() {
        let mut terms = Terms::new();
        let k = terms.fresh("k", Sort::Int);
        let [zero, three, nine] = [0, 3, 9].map(|n| terms.int(n));
        let other = terms.fresh("other", Sort::Int);
        let (numeral, text) = (terms.mk(Op::StrFromInt, &[k]), terms.text("1,2,6"));
        let is_there = terms.mk(Op::StrContains, &[text, numeral]);
        let bounds = [terms.ge(k, zero), terms.ge(nine, k)];
        let is_less = terms.ge(three, other);
        let mut formulas = vec![bounds[0], bounds[1], is_there, is_less];
        assert!(run(&mut terms, |res| round(res, false, &mut formulas)).unwrap());
        assert_eq!((formulas[0], formulas[1], formulas[3]), (bounds[0], bounds[1], is_less));
        let between = |terms: &mut Terms, low: u64, high: u64| {
            let [low, high] = [low, high].map(|n| terms.int(n));
            let bounds = [terms.ge(k, low), terms.ge(high, k)];
            terms.and(&bounds)
        };
        let cases = [between(&mut terms, 1, 2), between(&mut terms, 6, 6)];
        assert_eq!(formulas[2], terms.or(&cases));
        let mut open = vec![bounds[0], is_there];
        assert!(!run(&mut terms, |res| round(res, false, &mut open)).unwrap());
    }
}
