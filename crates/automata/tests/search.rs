//! Every query of the search against words enumerated by the span oracle.

mod common;

use automata::{LengthRange, Re, Regexes};
use base::{Budget, Limits, Stop};
use common::{Ast, Rng, random, words};

/// More than any query over random regexes of this size needs.
const STEPS: u64 = 300_000;

struct Conjunction {
    pos: Vec<Ast>,
    neg: Vec<Ast>,
    range: LengthRange,
}

impl Conjunction {
    fn random(rng: &mut Rng) -> Conjunction {
        let mut list = |max: u64| -> Vec<Ast> {
            let n = rng.below(max);
            (0..n)
                .map(|_| {
                    let size = rng.below(6) as u32;
                    random(rng, size)
                })
                .collect()
        };
        let (pos, neg) = (list(4), list(4));
        let min = rng.below(4);
        let range = match rng.below(3) {
            0 => LengthRange { min, max: min + rng.below(2) },
            1 => LengthRange { min, ..LengthRange::ANY },
            _ => LengthRange::ANY,
        };
        Conjunction { pos, neg, range }
    }

    fn accepts(&self, w: &[u32]) -> bool {
        let len = w.len() as u64;
        self.range.min <= len
            && len <= self.range.max
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

#[test]
fn conjunctions_agree() {
    let words = words(4);
    let mut rng = Rng(11);
    let (budget, mut rs) = (Budget::unlimited(), Regexes::new());
    let (mut sat, mut unsat) = (0, 0);
    for _ in 0..2500 {
        let c = Conjunction::random(&mut rng);
        let (pos, neg) = c.build(&mut rs);
        let limits = Limits::new(&budget, STEPS);
        let first = words.iter().find(|w| c.accepts(w));
        match rs.find_word(&pos, &neg, c.range, &limits).unwrap() {
            Some(word) => {
                check_member(|w| c.accepts(w), &word);
                sat += 1;
            }
            None => {
                assert_eq!(first, None, "{:?} {:?} {:?}", c.pos, c.neg, c.range);
                unsat += 1;
            }
        }
        let shortest = rs.find_shortest(&pos, &neg, c.range, &limits).unwrap();
        if let Some(word) = &shortest {
            check_member(|w| c.accepts(w), word);
        }
        if let Some(first) = first {
            assert_eq!(shortest.map(|w| w.len()), Some(first.len()), "{:?} {:?}", c.pos, c.neg);
        }
    }
    assert!(sat > 500 && unsat > 500, "{sat} sat, {unsat} unsat");
}

#[test]
fn comparisons_agree() {
    let words = words(4);
    let mut rng = Rng(12);
    let (budget, mut rs) = (Budget::unlimited(), Regexes::new());
    let mut equal = 0;
    for round in 0..2500 {
        let size = 1 + round % 4;
        let a = random(&mut rng, size);
        let b = if round % 3 == 0 { mutate(&a, &mut rng) } else { random(&mut rng, size) };
        let (x, y) = (a.build(&mut rs), b.build(&mut rs));
        let limits = Limits::new(&budget, STEPS);
        let in_one = words.iter().find(|w| a.matches(w) != b.matches(w));
        let word = rs.distinguishing_word(x, y, &limits).unwrap();
        match &word {
            Some(word) => check_member(|w| a.matches(w) != b.matches(w), word),
            None => assert_eq!(in_one, None, "{a:?} {b:?}"),
        }
        equal += usize::from(word.is_none());
        let included = rs.includes_language(x, y, &limits).unwrap();
        let back = rs.includes_language(y, x, &limits).unwrap();
        assert_eq!(included && back, word.is_none(), "{a:?} {b:?}");
        let found = rs.find_word(&[y], &[x], LengthRange::ANY, &limits).unwrap();
        assert_eq!(included, found.is_none(), "{a:?} {b:?}");
        let disjoint = rs.is_disjoint(x, y, &limits).unwrap();
        assert!(!disjoint || words.iter().all(|w| !a.matches(w) || !b.matches(w)));
    }
    assert!(equal > 200, "{equal}");
}

/// Another way to write nearly the same language.
fn mutate(a: &Ast, rng: &mut Rng) -> Ast {
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

#[test]
fn conflicts_are_minimal() {
    let mut rng = Rng(13);
    let (budget, mut rs) = (Budget::unlimited(), Regexes::new());
    let mut shrunk = 0;
    for _ in 0..600 {
        let c = Conjunction::random(&mut rng);
        let (pos, neg) = c.build(&mut rs);
        let limits = Limits::none(&budget);
        if rs.find_word(&pos, &neg, c.range, &limits).unwrap().is_some() {
            continue;
        }
        let core = rs.shrink_conflict(&pos, &neg, c.range, &limits).unwrap();
        let some_pos: Vec<Re> = core.pos.iter().map(|&i| pos[i]).collect();
        let some_neg: Vec<Re> = core.neg.iter().map(|&i| neg[i]).collect();
        let range = if core.needs_range { c.range } else { LengthRange::ANY };
        assert_eq!(rs.find_word(&some_pos, &some_neg, range, &limits), Ok(None));
        for skip in 0..some_pos.len() {
            let mut less = some_pos.clone();
            less.remove(skip);
            assert!(rs.find_word(&less, &some_neg, range, &limits).unwrap().is_some());
        }
        shrunk += usize::from(some_pos.len() + some_neg.len() < pos.len() + neg.len());
    }
    assert!(shrunk > 50, "{shrunk}");
}

#[test]
fn a_stopped_search_says_so() {
    let (budget, mut rs) = (Budget::unlimited(), Regexes::new());
    let (a, b) = (rs.text("a"), rs.text("b"));
    let gap = rs.repeat(Re::ANY, 30, Some(30));
    let (x, y) = (rs.concat_all([Re::ALL, a, gap]), rs.concat_all([Re::ALL, b, gap, gap]));
    let search = |rs: &mut Regexes, steps: u64| {
        rs.find_word(&[x, y], &[], LengthRange::exactly(80), &Limits::new(&budget, steps))
    };
    assert_eq!(search(&mut rs, 5), Err(Stop::Local));
    let word = search(&mut rs, 100_000).unwrap().unwrap();
    assert_eq!((word.len(), word[49], word[19]), (80, 97, 98));
}
