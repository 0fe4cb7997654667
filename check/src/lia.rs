//! The rule `lia`: sums of linear premises, divided and rounded, end in a contradiction.
//!
//! The premises are the negated literals in order: `(>= a b)` becomes `b - a - 1 >= 0`, `(not (>= a b))` becomes `a - b >= 0`,
//! `(not (= a b))` becomes two lines, `a - b >= 0` and `b - a >= 0`. A literal of another form has no line. What holds of terms by their
//! operators follows: `|s| >= 0`, bounds of positions, codes and numerals, and those of quotients by a number.

use crate::base::*;
use crate::poly::Poly;

/// A line of a certificate: multiples of lines before it, by their numbers, and a divisor.
pub type Line = (Vec<(usize, BigInt)>, BigInt);

/// The lines that the negated literals are, and what holds of terms by their operators, in the order in which they occur in the lines.
pub fn premises(store: &mut Store, clause: &[Term]) -> Result<Vec<Poly>> {
    let facts = store.negations(clause)?;
    let mut lines: Vec<Poly> = facts.into_iter().flat_map(|fact| lines_of(store, fact)).collect();
    let (mut seen, mut at) = (Set::default(), 0);
    while at < lines.len() {
        let terms: Vec<Term> = lines[at].0.keys().flatten().copied().collect();
        let new = terms.into_iter().filter(|&t| seen.insert(t));
        lines.extend(new.flat_map(|t| bounds_of(store, t)));
        at += 1;
    }
    Ok(lines)
}

fn lines_of(store: &Store, fact: Term) -> Vec<Poly> {
    let (inner, positive) = store.atom(fact);
    match (store.head(inner), store.comparison(inner), positive) {
        ("false", _, true) => vec![Poly::default().plus_number(-1)],
        (">=", Some(p), true) => vec![p],
        (">=", Some(p), false) => vec![p.negated().plus_number(-1)],
        ("=", Some(p), true) => vec![p.clone(), p.negated()],
        _ => Vec::new(),
    }
}

fn bounds_of(store: &Store, t: Term) -> Vec<Poly> {
    let low = |k: i64| Poly::atom(t).plus_number(-k);
    let high = |most: BigInt| Poly::atom(t).negated().plus_number(most);
    match store.at(t) {
        ("str.len", _) => vec![low(0)],
        ("str.indexof" | "str.to_int", _) => vec![low(-1)],
        ("str.to_code", _) => vec![low(-1), high(MAX_CHAR.into())],
        ("image", &[word]) if let Sort::Bits(width) = *store.sort(word) => {
            vec![low(0), high((BigInt::from(1) << width) - 1)]
        }
        // d*t <= a <= d*t + d - 1
        ("div", &[a, d]) if let Some(d) = store.positive(d) => {
            let rest = store.poly(a).plus(-d, &Poly::atom(t));
            let high = rest.negated().plus_number(d - 1);
            vec![rest, high]
        }
        _ => Vec::new(),
    }
}

/// Checks the certificate.
pub fn check(store: &mut Store, clause: &[Term], certificate: &[Line]) -> Result<()> {
    let mut lines = premises(store, clause)?;
    for (parts, divisor) in certificate {
        let is_wrong = *divisor <= BigInt::ZERO || parts.iter().any(|(_, c)| *c < BigInt::ZERO);
        refuse_if(is_wrong, "a multiplier is negative")?;
        let mut sum = Poly::default();
        for (i, c) in parts {
            sum = sum.plus(c.clone(), lines.get(*i).ok_or("no such line")?);
        }
        let is_divided = sum.products().all(|(_, c)| c % divisor == BigInt::ZERO);
        refuse_if(!is_divided, "the divisor does not divide")?;
        lines.push(sum.divided(divisor));
    }
    let is_absurd = |p: &Poly| p.value().is_some_and(|v| v < BigInt::ZERO);
    refuse_if(!lines.iter().any(is_absurd), "the lines do not contradict each other")
}
