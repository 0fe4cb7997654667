//! Contradictions among a few linear facts, by Fourier-Motzkin elimination.
//!
//! [`nonneg`](super::nonneg) proves what holds always. Rules that distinguish cases ("if the start
//! is inside the string, then ...") need consequences of assumptions; these are few and small, so
//! elimination is exact enough and cheap. Facts about the terms that occur are added first.

use super::arith::nonneg;
use super::bounds::int_bounds;
use super::length::length;
use crate::linear::{LinearSum, linear};
use base::Int;
use terms::op::Range;
use terms::{Op, Term, Terms};

/// Whether no model makes all `assumptions` non-negative. `false` means "not proved".
pub fn contradictory(terms: &mut Terms, assumptions: &[LinearSum]) -> bool {
    if assumptions.iter().any(|sum| nonneg(terms, &sum.negated().plus_int(-1))) {
        return true;
    }
    let mut facts: Vec<LinearSum> = Vec::new();
    for sum in assumptions {
        push(&mut facts, sum.clone());
    }
    if facts.iter().any(|f| f.terms.len() > terms.effort().fact_terms) {
        return false;
    }
    let mut known = 0;
    let mut leaves: Vec<Term> = Vec::new();
    // Facts about one leaf may mention further leaves.
    while known < facts.len() && leaves.len() < terms.effort().fact_leaves {
        let new: Vec<Term> = facts[known..].iter().flat_map(|f| &f.terms).map(|m| m.0).collect();
        known = facts.len();
        for leaf in new {
            if !leaves.contains(&leaf) {
                leaves.push(leaf);
                about(terms, leaf, &mut facts);
            }
        }
    }
    facts.retain(|f| f.terms.len() <= terms.effort().fact_terms);
    refute(facts, terms.effort().facts)
}

/// Whether `sum >= 0` follows from `assumptions`, each of them `>= 0`.
pub fn nonneg_if(terms: &mut Terms, sum: &LinearSum, assumptions: &[LinearSum]) -> bool {
    let mut facts = assumptions.to_vec();
    facts.push(sum.negated().plus_int(-1));
    contradictory(terms, &facts)
}

/// Divides by the common divisor, rounding the constant down; drops what is trivially true.
fn push(facts: &mut Vec<LinearSum>, mut fact: LinearSum) {
    let divisor = fact.content();
    if divisor.is_zero() {
        if fact.constant.is_negative() {
            facts.push(fact);
        }
        return;
    }
    if !divisor.is_one() {
        fact.terms.iter_mut().for_each(|(_, c)| *c = c.div_exact(&divisor));
        fact.constant = fact.constant.div_floor(&divisor);
    }
    if !facts.contains(&fact) {
        facts.push(fact);
    }
}

fn single(t: Term, c: i64) -> LinearSum {
    LinearSum { terms: vec![(t, c.into())], constant: Int::ZERO }
}

/// What holds for `leaf` in every model that satisfies `facts`.
fn about(terms: &mut Terms, leaf: Term, facts: &mut Vec<LinearSum>) {
    let bounds = int_bounds(terms, leaf);
    if let Some(lo) = bounds.lo {
        push(facts, single(leaf, 1).plus_int(-lo));
    }
    if let Some(hi) = bounds.hi {
        push(facts, single(leaf, -1).plus_int(hi));
    }
    match terms.op(leaf) {
        Op::StrIndexOf | Op::StrLastIndexOf => about_index(terms, leaf, facts),
        Op::StrLen => about_length(terms, leaf, facts),
        _ => about_range(terms, leaf, &single(leaf, 1), facts),
    }
}

/// Whether some fact says by itself that `t >= 0`.
fn assumed_nonneg(t: Term, facts: &[LinearSum]) -> bool {
    facts.iter().any(|f| {
        !f.constant.is_positive() && matches!(f.terms.as_slice(), [(u, c)] if *u == t && c.is_one())
    })
}

fn about_index(terms: &mut Terms, index: Term, facts: &mut Vec<LinearSum>) {
    let (s, t) = (terms.arg(index, 0), terms.arg(index, 1));
    let whole = length(terms, s);
    push(facts, whole.clone().minus(&single(index, 1)));
    if !assumed_nonneg(index, facts) {
        return;
    }
    let needle = length(terms, t);
    push(facts, whole.minus(&needle).minus(&single(index, 1)));
    if terms.op(index) == Op::StrIndexOf {
        let start = linear(terms, terms.arg(index, 2));
        push(facts, single(index, 1).minus(&start));
    }
}

fn about_length(terms: &mut Terms, len: Term, facts: &mut Vec<LinearSum>) {
    let s = terms.arg(len, 0);
    let len = single(len, 1);
    match terms.op(s) {
        Op::StrReplace => {
            let (whole, by) = (terms.arg(s, 0), terms.arg(s, 2));
            let most = length(terms, whole).plus(&length(terms, by));
            push(facts, most.minus(&len));
        }
        _ => about_range(terms, s, &len, facts),
    }
}

/// What the table of operators says about the value or the length `n` of `t`, beyond constants.
fn about_range(terms: &mut Terms, t: Term, n: &LinearSum, facts: &mut Vec<LinearSum>) {
    if let Range::UpTo(_, i) = terms.op(t).row().range {
        let most = length(terms, terms.arg(t, i));
        push(facts, most.minus(n));
    }
}

/// Whether elimination finds a contradiction without ever having more than `most` facts.
fn refute(mut facts: Vec<LinearSum>, most: usize) -> bool {
    loop {
        if facts.iter().any(|f| f.terms.is_empty() && f.constant.is_negative()) {
            return true;
        }
        if facts.len() > most {
            return false;
        }
        let Some(t) = cheapest(&facts) else { return false };
        facts = eliminate(facts, t);
    }
}

/// The term whose elimination makes the fewest facts.
fn cheapest(facts: &[LinearSum]) -> Option<Term> {
    let mut leaves: Vec<Term> = facts.iter().flat_map(|f| &f.terms).map(|m| m.0).collect();
    base::order::sort(&mut leaves);
    leaves.dedup();
    leaves.into_iter().min_by_key(|&t| {
        let count = |sign: i32| facts.iter().filter(|f| f.coefficient(t).signum() == sign).count();
        count(1) * count(-1)
    })
}

fn eliminate(facts: Vec<LinearSum>, t: Term) -> Vec<LinearSum> {
    let (mut lower, mut upper, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for f in facts {
        match f.coefficient(t).signum() {
            1 => lower.push(f),
            -1 => upper.push(f),
            _ => rest.push(f),
        }
    }
    for lo in &lower {
        for hi in &upper {
            let combined = lo.scaled(&-hi.coefficient(t)).plus(&hi.scaled(&lo.coefficient(t)));
            push(&mut rest, combined);
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::read;

    fn check(texts: &[&str], expected: bool) {
        let (mut terms, ts) = read(texts);
        let facts: Vec<LinearSum> = ts.iter().map(|&t| linear(&terms, t)).collect();
        assert_eq!(contradictory(&mut terms, &facts), expected, "{texts:?}");
    }

    #[test]
    fn contradictions() {
        check(&["(- i j)", "(- j i 1)"], true);
        check(&["(- i j)", "(- j i)"], false);
        check(&["(- (* 2 i) 1)", "(- 1 (* 2 i))"], true);
        check(&["(- (- 1) (str.len x))"], true);
        check(&["i", "(- (str.len (str.substr x j k)) (str.len x) 1)"], true);
        let index = r#"(str.indexof "A" x i)"#;
        let inside = format!("(- (str.len x) {index} 1)");
        check(&[index, &inside, "(- i 1)"], true);
        check(&[index, &inside], false);
    }
}
