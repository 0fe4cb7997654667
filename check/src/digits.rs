//! The rule `digits`: an equation of numerals from languages that has no solution.
//!
//! For `c1 * n1 + ... + k = 0` all numerals, and that of `k`, are read together from the first digit on, so that they end together:
//! those that have not begun count as 0. What the sum is so far, `d`, becomes `10 * d` and the sum of the next digits. That is at most
//! 9 times the sum of all coefficients, so a `d` above that sum grows for ever, and few are left. (Boudet, Comon, *Diophantine
//! equations, Presburger arithmetic and finite automata*, CAAP 1996, who begin with the last digit.)

use crate::base::*;
use crate::regex::{Regex, Regexes, explore};

/// Coefficients are no larger.
const MAX_COEFFICIENT: i64 = 10_000;

/// A numeral of a sum: its coefficient, and the words that it can be.
type Numeral = (i64, Regex);

/// What was read: the sum so far, and what is left of each numeral that has begun.
type State = (i64, Vec<Option<Regex>>);

/// Whether the clause holds.
pub fn holds(store: &mut Store, clause: &[Term]) -> Result<bool> {
    let facts = store.facts(clause)?;
    for &fact in &facts {
        if let Some(numerals) = equation(store, fact, &facts)
            && is_dead(&mut store.regexes, &numerals)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The numerals of an equation, that of the constant among them.
fn equation(store: &mut Store, fact: Term, facts: &[Term]) -> Option<Vec<Numeral>> {
    let sum = store.comparison(fact).filter(|_| store.head(fact) == "=")?;
    let small = |c: &BigInt| i64::try_from(c).ok().filter(|c| c.abs() <= MAX_COEFFICIENT);
    let mut numerals = Vec::new();
    for (product, c) in sum.products() {
        let &[t] = &product[..] else { return None };
        let ("str.to_int", &[s]) = store.at(t) else { return None };
        numerals.push((small(c)?, words(store, s, facts)?));
    }
    let constant = sum.constant();
    let digits: Vec<u32> = constant.magnitude().to_string().bytes().map(u32::from).collect();
    let sign = if constant < BigInt::ZERO { -1 } else { 1 };
    numerals.push((sign, store.regexes.word(&digits)));
    Some(numerals)
}

/// The numerals that facts allow for a string; none if it may be no numeral.
fn words(store: &mut Store, s: Term, facts: &[Term]) -> Option<Regex> {
    let (mut is_numeral, mut parts) = (false, Vec::new());
    for &fact in facts {
        let Some((_, r)) = store.member(fact).filter(|of| of.0 == s) else { continue };
        parts.push(r);
        is_numeral |= store.head(fact) == ">="
            && r != Regexes::ALL
            && store.head(store.args(fact)[0]) == "str.to_int";
    }
    is_numeral.then(|| store.regexes.inter(&parts))
}

/// Whether there are no words for which the sum is 0.
fn is_dead(regexes: &mut Regexes, numerals: &[Numeral]) -> Result<bool> {
    let first: State = (0, vec![None; numerals.len()]);
    explore(first, |state| {
        let ends = |r: &Option<Regex>| r.is_some_and(|r| regexes.is_nullable(r));
        if state.0 == 0 && state.1.iter().all(ends) {
            return Ok(None);
        }
        after_digit(regexes, numerals, state).map(Some)
    })
}

/// The states after one more digit of each numeral; without those whose sum is too large ever to be 0.
fn after_digit(regexes: &mut Regexes, numerals: &[Numeral], state: &State) -> Result<Vec<State>> {
    let (sum, rests) = state;
    let most: i64 = numerals.iter().map(|(c, _)| c.abs()).sum();
    let (mut states, mut left) = (vec![(10 * sum, Vec::new())], 9 * most);
    for (&(c, all), &rest) in numerals.iter().zip(rests) {
        left -= 9 * c.abs();
        let mut ways = if rest.is_none() { vec![(0, None)] } else { Vec::new() };
        for digit in 0..10_u8 {
            let r = regexes.derivative(rest.unwrap_or(all), u32::from(b'0' + digit))?;
            if r != Regexes::NONE {
                ways.push((c * i64::from(digit), Some(r)));
            }
        }
        regexes.charge(ways.len() * states.len())?;
        let next = states.iter().flat_map(|(sum, rests)| {
            ways.iter().map(move |&(more, r)| (sum + more, [&rests[..], &[r]].concat()))
        });
        states = next.filter(|(sum, _)| sum.abs() <= most + left).collect();
    }
    Ok(states)
}
