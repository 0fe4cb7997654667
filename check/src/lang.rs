//! The rule `lang`: literals about languages, lengths and concatenations that contradict each other.
//!
//! A *configuration* `(P, N, k)` stands for the words that are in all languages of `P` and in none of `N`, and whose length
//! is one of those that are left in state `k` of a set of lengths. If a set of configurations has the initial one, is closed under
//! derivatives, and in none of them the empty word is allowed, then no word is: a shortest one would lead to a shorter one.

use crate::error::Result;
use crate::hash::Map;
use crate::letters::{Letters, classes};
use crate::regex::{Form, Regex, Regexes, explore};
use std::rc::Rc;

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

/// Several languages, in order.
type Several = Rc<[Regex]>;

type Configuration = (Several, Several, usize);

/// Languages that are wanted, and those that are not.
type Sets = (Several, Several);

/// These languages with intersections, unions and complements taken apart; none if no word is plainly in them.
fn flattened(regexes: &Regexes, wanted: &[Regex], unwanted: &[Regex]) -> Option<Sets> {
    let (mut pos, mut neg) = (Vec::new(), Vec::new());
    let mut stack: Vec<(Regex, bool)> =
        wanted.iter().map(|&r| (r, true)).chain(unwanted.iter().map(|&r| (r, false))).collect();
    while let Some((r, positive)) = stack.pop() {
        match (regexes.form(r), positive) {
            (Form::Comp(inner), _) => stack.push((*inner, !positive)),
            (Form::Inter(parts), true) | (Form::Union(parts), false) => {
                stack.extend(parts.iter().map(|&p| (p, positive)))
            }
            _ if r == Regexes::ALL && positive || r == Regexes::NONE && !positive => {}
            _ if r == Regexes::ALL || r == Regexes::NONE => return None,
            (_, true) => pos.push(r),
            (_, false) => neg.push(r),
        }
    }
    for sets in [&mut pos, &mut neg] {
        sets.sort_unstable();
        sets.dedup();
    }
    apart((pos.into(), neg.into()))
}

/// Both together, in order, each once; none if something is wanted and unwanted.
fn joined(a: &Sets, b: &Sets) -> Option<Sets> {
    let both = |a: &Several, b: &Several| {
        if a.is_empty() || b.is_empty() {
            return if a.is_empty() { b } else { a }.clone();
        }
        let mut all = [&a[..], b].concat();
        all.sort_unstable();
        all.dedup();
        all.into()
    };
    apart((both(&a.0, &b.0), both(&a.1, &b.1)))
}

/// None if something is wanted and unwanted.
fn apart((pos, neg): Sets) -> Option<Sets> {
    let disjoint = neg.is_empty() || pos.iter().all(|r| neg.binary_search(r).is_err());
    disjoint.then_some((pos, neg))
}

/// Whether no word of an allowed length is in all `wanted` and in none of `unwanted`.
pub fn is_empty(
    regexes: &mut Regexes,
    wanted: &[Regex],
    unwanted: &[Regex],
    lengths: &Lengths,
) -> Result<bool> {
    // Where a concatenation has no words because one of its parts has none, what comes before it need not be read.
    let Some((pos, _)) = flattened(regexes, wanted, unwanted) else { return Ok(true) };
    let parts: Vec<Vec<Regex>> = pos.iter().map(|&r| regexes.parts(r)).collect();
    for &part in parts.iter().filter(|parts| parts.len() > 1).flatten() {
        let may_be_empty = matches!(regexes.form(part), Form::Inter(_) | Form::Comp(_));
        if may_be_empty && is_closed(regexes, &[part], &[], &Lengths::all())? {
            return Ok(true);
        }
    }
    is_closed(regexes, wanted, unwanted, lengths)
}

/// The same, by reading words.
fn is_closed(
    regexes: &mut Regexes,
    wanted: &[Regex],
    unwanted: &[Regex],
    lengths: &Lengths,
) -> Result<bool> {
    let (mut after_pos, mut after_neg) = (Map::default(), Map::default());
    let Some((pos, neg)) = flattened(regexes, wanted, unwanted) else { return Ok(true) };
    let first: Configuration = (pos, neg, 0);
    explore(first, |(pos, neg, state)| {
        let nullable = pos.iter().all(|&r| regexes.is_nullable(r))
            && !neg.iter().any(|&r| regexes.is_nullable(r));
        if nullable && lengths.allowed[*state] {
            return Ok(None);
        }
        let (state, mut out) = (lengths.next(*state), Vec::new());
        if !lengths.is_alive(state) {
            return Ok(Some(out));
        }
        let joint = remembered(&mut after_pos, pos, |pos| wanted_steps(regexes, pos))?;
        let against = remembered(&mut after_neg, neg, |neg| unwanted_steps(regexes, neg))?;
        for (guard, after) in joint.iter() {
            regexes.charge(against.len())?;
            for (_, other) in against.iter().filter(|(letters, _)| letters.meet(guard)) {
                let Some((pos, neg)) = joined(after, other) else { continue };
                regexes.charge(10 + pos.len() + neg.len())?;
                out.push((pos, neg, state));
            }
        }
        Ok(Some(out))
    })
}

/// What is left of several languages after letters of each class: of wanted ones a choice, of unwanted ones everything.
type Steps = Rc<Vec<(Letters, Sets)>>;

fn wanted_steps(regexes: &mut Regexes, pos: &[Regex]) -> Result<Steps> {
    let all = regexes.choices(pos)?.into_iter();
    let possible = |(letters, chosen): (Letters, Vec<Regex>)| {
        flattened(regexes, &chosen, &[]).map(|sets| (letters, sets))
    };
    Ok(Rc::new(all.filter_map(possible).collect()))
}

fn unwanted_steps(regexes: &mut Regexes, neg: &[Regex]) -> Result<Steps> {
    let mut pairs = Vec::new();
    for &r in neg {
        pairs.extend(regexes.linear(r)?.iter().cloned());
    }
    let guards: Vec<&Letters> = pairs.iter().map(|p| &p.0).collect();
    let mut out = Vec::new();
    for (letters, inside) in classes(Letters::all(), &guards) {
        regexes.charge(inside.len() + 1)?;
        let left: Vec<Regex> = inside.into_iter().map(|i| pairs[i].1).collect();
        out.extend(flattened(regexes, &[], &left).map(|sets| (letters, sets)));
    }
    Ok(Rc::new(out))
}

/// Looks up what was found out already.
fn remembered(
    known: &mut Map<Several, Steps>,
    of: &Several,
    find: impl FnOnce(&[Regex]) -> Result<Steps>,
) -> Result<Steps> {
    if let Some(steps) = known.get(of) {
        return Ok(steps.clone());
    }
    let steps = find(of)?;
    known.insert(of.clone(), steps.clone());
    Ok(steps)
}

/// Whether two languages are the same.
pub fn are_equal(regexes: &mut Regexes, a: Regex, b: Regex) -> Result<bool> {
    let all = Lengths::all();
    Ok(a == b || (is_empty(regexes, &[a], &[b], &all)? && is_empty(regexes, &[b], &[a], &all)?))
}
