//! The rule `thin`: two words of the same length in a language with at most one word of each length are equal.
//!
//! The literals are `(not (str.in_re s T))`, `(not (str.in_re t T))`, `(= s t)`, and `(not (= (str.len s) (str.len t)))` unless that
//! is plain.
//! `T` has at most one word of each length if each of its derivatives begins with at most one letter, and there is at most one way on.

use crate::clause::Lit;
use crate::error::Refusal;
use crate::norm::Norm;
use crate::regex::{Regex, Regexes, explore};
use crate::term::{Op, Sort, Term};

/// Whether the clause holds.
pub fn holds(n: &mut Norm<'_>, clause: &[Lit]) -> Result<bool, Refusal> {
    let (mut members, mut equal, mut lengths) = (Vec::new(), Vec::new(), Vec::new());
    for lit in clause {
        let (op, args) = (n.store.op(lit.term).clone(), n.store.args(lit.term).to_vec());
        match op {
            Op::InRe if !lit.positive => {
                if let Some(r) = n.regexes.of_term(n.store, args[1]) {
                    members.push((args[0], r));
                }
            }
            Op::Eq if lit.positive && *n.store.sort(args[0]) == Sort::Str => equal.push(args),
            _ => {
                let t = n.normal(lit.term)?;
                lengths.push((t, lit.positive));
            }
        }
    }
    for sides in equal {
        if are_as_long(n, &sides, &lengths)? && share_thin(n, &sides, &members)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn are_as_long(
    n: &mut Norm<'_>,
    sides: &[Term],
    literals: &[(Term, bool)],
) -> Result<bool, Refusal> {
    let lengths: Vec<Term> = sides.iter().map(|&s| n.store.mk(Op::Len, &[s])).collect();
    let same = n.store.eq(lengths[0], lengths[1]);
    let same = n.normal(same)?;
    Ok(*n.store.op(same) == Op::True || literals.contains(&(same, false)))
}

fn share_thin(
    n: &mut Norm<'_>,
    sides: &[Term],
    members: &[(Term, Regex)],
) -> Result<bool, Refusal> {
    for &(s, r) in members {
        if s == sides[0] && members.contains(&(sides[1], r)) && is_thin(n.regexes, r)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_thin(regexes: &mut Regexes, r: Regex) -> Result<bool, Refusal> {
    explore(r, |&r| {
        let pairs = regexes.linear(r)?;
        Ok(match &pairs[..] {
            [] => Some(Vec::new()),
            [(letters, next)] if letters.single().is_some() => Some(vec![*next]),
            _ => None,
        })
    })
}
