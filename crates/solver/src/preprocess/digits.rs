//! Integers whose numerals have a known length become the numbers that texts are read as.
//!
//! The problem: `(str.from_int k)` has three letters, of which the first and the last are equal. What `k` is in arithmetic and what its
//! numeral is as a word are two things, related by nothing but lemmas about single values. But a text of known length is spelled by
//! codes ([`super::spelling`]), and the number that it is read as is a sum of them. So `k` becomes `(str.to_int y)` for a new `y`, of
//! as many digits, the first of which is not 0 unless it is the only one, and its numeral is `y`.
//!
//! Numerals of which only the length is asked for stay: that is a bound.

use super::substitution::define;
use crate::engine::Resources;
use base::{FxHashMap, FxHashSet, Interrupted};
use terms::{Fun, Op, Sort, Term, Terms};

/// Replaces integers in `formulas` whose numerals have a known length and are read, and returns their definitions.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let Resources { terms, budget, .. } = res;
    budget.charge(formulas.len() as u64)?;
    let most = budget.tunables().check.spelling_digits;
    let found: Vec<(Term, usize)> = formulas
        .iter()
        .filter_map(|&f| length_of_numeral(terms, f))
        .filter(|(_, n)| (1..=most).contains(n))
        .collect();
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let all = terms.post_order_within(formulas, budget)?;
    let readers = all.iter().filter(|&&t| terms.op(t) != Op::StrLen);
    let read: FxHashSet<Term> = readers.flat_map(|&t| terms.args(t)).copied().collect();
    let mut images: FxHashMap<Term, Term> = FxHashMap::default();
    let (mut definitions, mut facts) = (Vec::new(), Vec::new());
    for (numeral, n) in found {
        let k = terms.arg(numeral, 0);
        let Op::Apply(fun) = terms.op(k) else { continue };
        if !read.contains(&numeral) || images.contains_key(&k) {
            continue;
        }
        let text = terms.fresh("numeral", Sort::String);
        let number = terms.mk(Op::StrToInt, &[text]);
        images.extend([(numeral, text), (k, number)]);
        definitions.push((fun, number));
        let language = numerals(terms, n);
        facts.push(terms.mk(Op::StrInRe, &[text, language]));
    }
    if definitions.is_empty() {
        return Ok(definitions);
    }
    debug_assert!(facts.len() == definitions.len(), "a numeral is of no language");
    define(res, &definitions, images, (formulas, facts), "preprocess.digits")?;
    Ok(definitions)
}

/// The numeral of a constant, and its length, if that is what `f` says.
fn length_of_numeral(terms: &Terms, f: Term) -> Option<(Term, usize)> {
    let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
    let (length, n) = if terms.op(a) == Op::StrLen { (a, b) } else { (b, a) };
    let n = terms.int_value(n)?.to_usize()?;
    let (Op::StrLen, &[numeral]) = (terms.op(length), terms.args(length)) else { return None };
    let is_numeral =
        terms.op(numeral) == Op::StrFromInt && terms.is_constant(terms.arg(numeral, 0));
    is_numeral.then_some((numeral, n))
}

/// The numerals of `n` digits.
fn numerals(terms: &mut Terms, n: usize) -> Term {
    debug_assert!(n > 0, "a numeral without digits");
    let mut range = |first: &str, last: &str| {
        let ends = [terms.text(first), terms.text(last)];
        terms.mk(Op::ReRange, &ends)
    };
    let digit = range("0", "9");
    if n == 1 {
        return digit;
    }
    let parts = [vec![range("1", "9")], vec![digit; n - 1]].concat();
    terms.mk(Op::ReConcat, &parts)
}
