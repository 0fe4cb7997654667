//! The rule `digits`: an equation of numerals from languages that has no solution.
//!
//! For `c1 * n1 + ... + k = 0` all numerals, and that of `k`, are read together from the first digit on, so that they end together:
//! those that have not begun count as 0. What the sum is so far, `d`, becomes `10 * d` and the sum of the next digits. That is at most
//! 9 times the sum of all coefficients, so a `d` above that sum grows for ever, and few are left. (Boudet, Comon, *Diophantine
//! equations, Presburger arithmetic and finite automata*, CAAP 1996, who begin with the last digit.)

use crate::error::Result;
use crate::languages::{facts_of, membership};
use crate::norm::Norm;
use crate::poly::Poly;
use crate::regex::{Regex, Regexes, explore};
use crate::term::{Op, Term};
use num_bigint::BigInt;

/// Coefficients are no larger.
const MAX_COEFFICIENT: i64 = 10_000;

/// A numeral of a sum: its coefficient, and the words that it can be.
type Numeral = (i64, Regex);

/// What was read: the sum so far, and what is left of each numeral that has begun.
type State = (i64, Vec<Option<Regex>>);

/// Whether the clause holds.
pub fn holds(n: &mut Norm<'_>, clause: &[Term]) -> Result<bool> {
    let facts = facts_of(n, clause)?;
    for &fact in &facts {
        if let Some(numerals) = equation(n, fact, &facts)
            && !is_solvable(n.regexes, &numerals)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The numerals of an equation, that of the constant among them.
fn equation(n: &mut Norm<'_>, fact: Term, facts: &[Term]) -> Option<Vec<Numeral>> {
    if *n.store.op(fact) != Op::Eq {
        return None;
    }
    let sum = Poly::comparison(n.store, fact)?;
    let small = |c: &BigInt| i64::try_from(c).ok().filter(|c| c.abs() <= MAX_COEFFICIENT);
    let mut numerals = Vec::new();
    for (product, c) in &sum.terms {
        let &[t] = &product[..] else { return None };
        let (&Op::ToInt, &[s]) = (n.store.op(t), n.store.args(t)) else { return None };
        numerals.push((small(c)?, words(n, s, facts)?));
    }
    let digits = sum.constant.magnitude().to_string();
    let digits: Vec<u32> = digits.bytes().map(u32::from).collect();
    let sign = if sum.constant < BigInt::ZERO { -1 } else { 1 };
    numerals.push((sign, n.regexes.word(&digits)));
    Some(numerals)
}

/// The numerals that facts allow for a string; none if it may be no numeral.
fn words(n: &mut Norm<'_>, s: Term, facts: &[Term]) -> Option<Regex> {
    let mut is_numeral = false;
    let mut parts = Vec::new();
    for &fact in facts {
        let Some((_, r, positive)) = membership(n, fact).filter(|of| of.0 == s) else { continue };
        parts.push(if positive { r } else { n.regexes.comp(r) });
        let is_bound = *n.store.op(fact) == Op::Ge && r != Regexes::ALL;
        is_numeral |= is_bound && *n.store.op(n.store.args(fact)[0]) == Op::ToInt;
    }
    is_numeral.then(|| n.regexes.inter(&parts))
}

/// Whether there are words for which the sum is 0.
fn is_solvable(regexes: &mut Regexes, numerals: &[Numeral]) -> Result<bool> {
    let most = numerals.iter().map(|(c, _)| c.abs()).sum();
    let first: State = (0, vec![None; numerals.len()]);
    let is_dead = explore(first, |(sum, rests)| {
        let ends = |r: &Option<Regex>| r.is_some_and(|r| regexes.is_nullable(r));
        if *sum == 0 && rests.iter().all(ends) {
            return Ok(None);
        }
        after_digit(regexes, numerals, (*sum, rests), most).map(Some)
    })?;
    Ok(!is_dead)
}

/// The states after one more digit of each numeral; without those whose sum is too large ever to be 0.
fn after_digit(
    regexes: &mut Regexes,
    numerals: &[Numeral],
    (sum, rests): (i64, &[Option<Regex>]),
    most: i64,
) -> Result<Vec<State>> {
    let mut states: Vec<State> = vec![(10 * sum, Vec::new())];
    let mut left = 9 * most;
    for (&(c, all), &rest) in numerals.iter().zip(rests) {
        left -= 9 * c.abs();
        let mut ways = if rest.is_none() { vec![(0, None)] } else { Vec::new() };
        for digit in 0..10_u8 {
            let r = regexes.derivative(rest.unwrap_or(all), u32::from(b'0' + digit))?;
            if r != Regexes::NONE {
                ways.push((c * i64::from(digit), Some(r)));
            }
        }
        let mut next = Vec::new();
        for (sum, rests) in &states {
            regexes.charge(ways.len())?;
            for &(more, r) in &ways {
                if (sum + more).abs() <= most + left {
                    next.push((sum + more, [&rests[..], &[r]].concat()));
                }
            }
        }
        states = next;
    }
    Ok(states)
}
