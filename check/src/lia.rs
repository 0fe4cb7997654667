//! The rule `lia`: sums of linear premises, divided and rounded, end in a contradiction.
//!
//! The premises are the negated literals in order: `(>= a b)` becomes `b - a - 1 >= 0`, `(not (>= a b))` becomes `a - b >= 0`,
//! `(not (= a b))` becomes two lines, `a - b >= 0` and `b - a >= 0`. A literal of another form has no line. What holds of terms by their
//! operators follows: `|s| >= 0`, bounds of positions, codes and numerals, and those of quotients by a number.

use crate::error::{Result, refuse, refuse_if};
use crate::norm::Norm;
use crate::poly::Poly;
use crate::term::{Op, Sort, Term};
use num_bigint::BigInt;

/// A line of a certificate: multiples of lines before it, and a divisor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The numbers of lines with multipliers.
    pub sum: Vec<(usize, BigInt)>,
    /// What the sum is divided by.
    pub divisor: BigInt,
}

/// The lines that the negated literals are.
pub fn premises(n: &mut Norm<'_>, clause: &[Term]) -> Result<Vec<Poly>> {
    let facts = n.negations(clause)?;
    let mut lines: Vec<Poly> = facts.into_iter().flat_map(|fact| lines_of(n, fact)).collect();
    let bounds = bounds(n, &lines);
    lines.extend(bounds);
    Ok(lines)
}

fn lines_of(n: &Norm<'_>, fact: Term) -> Vec<Poly> {
    let (inner, positive) = n.store.atom(fact);
    let p = Poly::comparison(n.store, inner);
    match (n.store.op(inner), p, positive) {
        (Op::False, _, true) => vec![Poly::constant(-1)],
        (Op::Ge, Some(p), true) => vec![p],
        (Op::Ge, Some(p), false) => {
            let mut p = p.negated();
            p.constant -= 1;
            vec![p]
        }
        (Op::Eq, Some(p), true) => vec![p.clone(), p.negated()],
        _ => Vec::new(),
    }
}

/// What holds of terms by their operators, in the order in which they occur in the lines.
fn bounds(n: &Norm<'_>, lines: &[Poly]) -> Vec<Poly> {
    let mut atoms: Vec<Term> =
        lines.iter().flat_map(|p| p.terms.keys().flatten().copied()).collect();
    let mut at = 0;
    let mut out = Vec::new();
    let mut seen = crate::hash::Set::default();
    while let Some(&t) = atoms.get(at) {
        at += 1;
        if !seen.insert(t) {
            continue;
        }
        let new = bounds_of(n, t);
        atoms.extend(new.iter().flat_map(|p| p.terms.keys().flatten().copied()));
        out.extend(new);
    }
    out
}

fn bounds_of(n: &Norm<'_>, t: Term) -> Vec<Poly> {
    let low = |k: i64| {
        let mut p = Poly::atom(t);
        p.constant = BigInt::from(-k);
        p
    };
    let high = |most: BigInt| {
        let mut p = Poly::atom(t).negated();
        p.constant = most;
        p
    };
    match (n.store.op(t), n.store.args(t)) {
        (Op::Len, _) => vec![low(0)],
        (Op::IndexOf | Op::ToInt, _) => vec![low(-1)],
        (Op::ToCode, _) => vec![low(-1), high(crate::term::MAX_CHAR.into())],
        (Op::Image, &[word]) => match *n.store.sort(word) {
            Sort::Bits(width) => vec![low(0), high((BigInt::from(1) << width) - 1)],
            _ => Vec::new(),
        },
        (Op::Div, &[a, d]) => match n.store.int_value(d) {
            // d*t <= a <= d*t + d - 1
            Some(d) if *d > BigInt::ZERO => {
                let mut rest = Poly::of_term(n.store, a);
                rest.add(&Poly::atom(t), &-d);
                let mut high = rest.negated();
                high.constant += d - 1;
                vec![rest, high]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Checks the certificate.
pub fn check(n: &mut Norm<'_>, clause: &[Term], certificate: &[Line]) -> Result<()> {
    let mut lines = premises(n, clause)?;
    for line in certificate {
        refuse_if(
            line.divisor <= BigInt::ZERO || line.sum.iter().any(|(_, c)| *c < BigInt::ZERO),
            "a multiplier is negative",
        )?;
        let mut sum = Poly::default();
        for (i, c) in &line.sum {
            let Some(p) = lines.get(*i) else { return refuse("no such line") };
            sum.add(p, c);
        }
        refuse_if(
            sum.terms.values().any(|c| c % &line.divisor != BigInt::ZERO),
            "the divisor does not divide",
        )?;
        lines.push(sum.divided(&line.divisor));
    }
    refuse_if(
        !lines.iter().any(|p| p.value().is_some_and(|v| *v < BigInt::ZERO)),
        "the lines do not contradict each other",
    )
}
