//! Every query of the search against words enumerated by the span oracle.

use super::{Ast, random, words};
use automata::{LengthRange, Re, Regexes};
use base::tunables::Automata;
use base::{Limits, Stop};
use choices::Choices;

struct Conjunction {
    pos: Vec<Ast>,
    neg: Vec<Ast>,
    range: LengthRange,
}

impl Conjunction {
    fn random(rng: &mut Choices) -> Conjunction {
        let mut list = |max: usize| -> Vec<Ast> {
            let n = rng.below(max);
            (0..n)
                .map(|_| {
                    let size = rng.below(6) as u32;
                    random(rng, size)
                })
                .collect()
        };
        let (pos, neg) = (list(4), list(4));
        let min = rng.below(4) as u64;
        let range = match rng.below(3) {
            0 => LengthRange::between(min, min + rng.below(2) as u64),
            1 => LengthRange { min, ..LengthRange::ANY },
            _ => LengthRange::ANY,
        };
        Conjunction { pos, neg, range }
    }

    fn accepts(&self, w: &[u32]) -> bool {
        self.range.contains(w.len() as u64)
            && self.pos.iter().all(|r| r.matches(w))
            && !self.neg.iter().any(|r| r.matches(w))
    }

    fn build(&self, rs: &mut Regexes) -> (Vec<Re>, Vec<Re>) {
        let mut build = |list: &[Ast]| list.iter().map(|r| r.build(rs)).collect();
        (build(&self.pos), build(&self.neg))
    }
}

/// Words short enough for the oracle, else a sign that there is one.
fn check_member(accepts: impl Fn(&[u32]) -> bool, word: &[u32]) {
    if word.len() < 30 {
        assert!(accepts(word), "{word:?} is no member");
    }
}

/// A word in all of these and none of those, with some values for the tunables; whether there is one. Under other values than
/// by default the question may stay open.
pub fn conjunction(rng: &mut Choices, rs: &mut Regexes, limits: &Limits) -> Result<bool, Stop> {
    let c = Conjunction::random(rng);
    let effort = rng.tunables("automata").automata;
    rs.set_effort(effort);
    match check_conjunction(&c, rs, limits) {
        Err(Stop::Local) if effort != Automata::default() => Ok(false),
        answer => answer,
    }
}

fn check_conjunction(c: &Conjunction, rs: &mut Regexes, limits: &Limits) -> Result<bool, Stop> {
    let (pos, neg) = c.build(rs);
    let first = words(4).iter().find(|w| c.accepts(w));
    let found = rs.find_word(&pos, &neg, c.range, limits)?;
    match &found {
        Some(word) => check_member(|w| c.accepts(w), word),
        None => assert_eq!(first, None, "{:?} {:?} {:?}", c.pos, c.neg, c.range),
    }
    let shortest = rs.find_shortest(&pos, &neg, c.range, limits)?;
    if let Some(word) = &shortest {
        check_member(|w| c.accepts(w), word);
    }
    if let Some(first) = first {
        assert_eq!(shortest.map(|w| w.len()), Some(first.len()), "{:?} {:?}", c.pos, c.neg);
    }
    Ok(found.is_some())
}

/// Two regexes, the second of which may be the first in disguise; whether they are equal.
pub fn comparison(
    rng: &mut Choices,
    disguised: bool,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<bool, Stop> {
    let size = 1 + rng.below(4) as u32;
    let a = random(rng, size);
    let b = if disguised { mutate(&a, rng) } else { random(rng, size) };
    let (x, y) = (a.build(rs), b.build(rs));
    let word = rs.distinguishing_word(x, y, limits)?;
    match &word {
        Some(word) => check_member(|w| a.matches(w) != b.matches(w), word),
        None => assert!(words(4).iter().all(|w| a.matches(w) == b.matches(w)), "{a:?} {b:?}"),
    }
    let included = rs.includes_language(x, y, limits)?;
    let back = rs.includes_language(y, x, limits)?;
    assert_eq!(included && back, word.is_none(), "{a:?} {b:?}");
    let found = rs.find_word(&[y], &[x], LengthRange::ANY, limits)?;
    assert_eq!(included, found.is_none(), "{a:?} {b:?}");
    let disjoint = rs.is_disjoint(x, y, limits)?;
    assert!(!disjoint || words(4).iter().all(|w| !a.matches(w) || !b.matches(w)));
    Ok(word.is_none())
}

/// Another way to write nearly the same language.
fn mutate(a: &Ast, rng: &mut Choices) -> Ast {
    let boxed = || Box::new(a.clone());
    let all = || Box::new(Ast::Loop(Box::new(Ast::Chars(vec![(0, 0x2FFFF)])), 0, None));
    match rng.below(5) {
        0 => Ast::Union(boxed(), boxed()),
        1 => Ast::Comp(Box::new(Ast::Comp(Box::new(Ast::Inter(boxed(), all()))))),
        2 => Ast::Diff(all(), Box::new(Ast::Diff(all(), boxed()))),
        3 => Ast::Loop(Box::new(Ast::Loop(boxed(), 0, None)), 1, Some(3)),
        _ => Ast::Union(
            Box::new(Ast::Concat(boxed(), Box::new(Ast::Loop(boxed(), 0, None)))),
            Box::new(Ast::Eps),
        ),
    }
}

/// A conflict, if it is one, is shrunk to a part that still is, and of which nothing positive can be
/// spared; whether that is less than the whole.
pub fn conflict(rng: &mut Choices, rs: &mut Regexes, limits: &Limits) -> Result<bool, Stop> {
    let c = Conjunction::random(rng);
    let (pos, neg) = c.build(rs);
    if rs.find_word(&pos, &neg, c.range, limits)?.is_some() {
        return Ok(false);
    }
    let core = rs.shrink_conflict(&pos, &neg, c.range, limits)?;
    let some_pos: Vec<Re> = core.pos.iter().map(|&i| pos[i]).collect();
    let some_neg: Vec<Re> = core.neg.iter().map(|&i| neg[i]).collect();
    let range = if core.needs_range { c.range } else { LengthRange::ANY };
    assert_eq!(rs.find_word(&some_pos, &some_neg, range, limits)?, None);
    for skip in 0..some_pos.len() {
        let mut less = some_pos.clone();
        less.remove(skip);
        assert!(rs.find_word(&less, &some_neg, range, limits)?.is_some());
    }
    Ok(some_pos.len() + some_neg.len() < pos.len() + neg.len())
}
