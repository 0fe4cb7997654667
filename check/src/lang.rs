//! The rule `lang`: literals about languages, lengths and concatenations that contradict each other.
//!
//! A *configuration* `(r, s, k)` stands for the words that are in both languages and whose length is one of those that are left in
//! state `k` of a set of lengths. If a set of configurations has the initial one, is closed under derivatives, and in none of them
//! the empty word is allowed, then no word is: a shortest one would lead to a shorter one.

use crate::error::Result;
use crate::regex::{Form, Regex, Regexes, explore};

/// An ultimately periodic set of lengths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lengths {
    /// For each length up to some one, whether it is in the set.
    pub allowed: Vec<bool>,
    /// What follows the last one is as from here on.
    pub back: usize,
}

impl Lengths {
    /// All lengths.
    pub fn all() -> Lengths {
        Lengths { allowed: vec![true], back: 0 }
    }

    fn next(&self, state: usize) -> usize {
        if state + 1 < self.allowed.len() { state + 1 } else { self.back }
    }

    /// Whether a word may go on from `state`.
    fn is_alive(&self, state: usize) -> bool {
        self.allowed[state..].iter().chain(&self.allowed[self.back..]).any(|&b| b)
    }
}

/// Whether no word of an allowed length is in `r`.
pub fn is_empty(regexes: &mut Regexes, r: Regex, lengths: &Lengths) -> Result<bool> {
    // Where a concatenation has no words because one of its parts has none, what comes before it need not be read.
    for whole in regexes.together(r) {
        let parts = regexes.parts(whole);
        for &part in parts.iter().filter(|_| parts.len() > 1) {
            let may_be_empty = matches!(regexes.form(part), Form::Inter(_) | Form::Comp(_));
            if may_be_empty && is_closed(regexes, part, &Lengths::all())? {
                return Ok(true);
            }
        }
    }
    is_closed(regexes, r, lengths)
}

/// The same, by reading words. What is left of complements is kept apart: with each such rest come many of the others.
fn is_closed(regexes: &mut Regexes, r: Regex, lengths: &Lengths) -> Result<bool> {
    let is_comp = |r: &Regex| matches!(regexes.form(*r), Form::Comp(_));
    let (comps, others): (Vec<Regex>, Vec<Regex>) =
        regexes.together(r).into_iter().partition(is_comp);
    let first = (regexes.inter(&others), regexes.inter(&comps), 0);
    explore(first, |&(wanted, rest, state)| {
        let nullable = regexes.is_nullable(wanted) && regexes.is_nullable(rest);
        if nullable && lengths.allowed[state] {
            return Ok(None);
        }
        let (state, mut out) = (lengths.next(state), Vec::new());
        if lengths.is_alive(state) {
            let (all, others) = (regexes.linear(wanted)?, regexes.linear(rest)?);
            for (guard, wanted) in all.iter() {
                regexes.charge(others.len())?;
                let meeting = others.iter().filter(|(letters, _)| letters.meet(guard));
                out.extend(meeting.map(|&(_, rest)| (*wanted, rest, state)));
            }
            // Each may be one that is remembered.
            regexes.charge(10 * out.len())?;
        }
        Ok(Some(out))
    })
}

/// Whether two languages are the same.
pub fn are_equal(regexes: &mut Regexes, a: Regex, b: Regex) -> Result<bool> {
    let differ = [(a, b), (b, a)].map(|(a, b)| {
        let other = regexes.comp(b);
        regexes.inter(&[a, other])
    });
    let all = Lengths::all();
    Ok(is_empty(regexes, differ[0], &all)? && is_empty(regexes, differ[1], &all)?)
}
