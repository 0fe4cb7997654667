//! Random regexes and an independent oracle: a matcher over spans that knows no derivatives. Beside them, the
//! scenarios that the tests run on fixed sequences of choices and `fuzz/` on inputs guided by coverage.

#![allow(dead_code, reason = "every test binary uses its own part")]

pub mod lengths;
pub mod search;
pub mod single;

use automata::{CharSet, Re, Regexes};
use choices::Choices;
use std::sync::LazyLock;

/// The letters that words are made of: one of every block of characters that [`random`] tells
/// apart.
pub const LETTERS: [u32; 4] = [97, 98, 99, 0x1F600];

/// A regex as the oracle sees it.
#[derive(Clone, Debug)]
pub enum Ast {
    None,
    Eps,
    Chars(Vec<(u32, u32)>),
    Word(Vec<u32>),
    Concat(Box<Ast>, Box<Ast>),
    Union(Box<Ast>, Box<Ast>),
    Inter(Box<Ast>, Box<Ast>),
    Comp(Box<Ast>),
    Diff(Box<Ast>, Box<Ast>),
    Loop(Box<Ast>, u32, Option<u32>),
}

fn random_leaf(rng: &mut Choices) -> Ast {
    match rng.below(12) {
        0 => Ast::None,
        1 => Ast::Eps,
        2 => Ast::Chars(vec![(0, 0x2FFFF)]),
        3 => Ast::Chars(vec![(97, 98)]),
        4 => Ast::Chars(vec![(0, 96), (98, 0x2FFFF)]),
        5 => Ast::Chars(vec![(0, 97), (99, 0x2FFFF)]),
        6 => Ast::Loop(Box::new(Ast::Chars(vec![(0, 0x2FFFF)])), 0, None),
        7 | 8 => Ast::Word((0..2 + rng.below(2)).map(|_| LETTERS[rng.below(3)]).collect()),
        _ => {
            let c = LETTERS[rng.below(3)];
            Ast::Chars(vec![(c, c)])
        }
    }
}

/// A random regex with about `size` inner nodes.
pub fn random(rng: &mut Choices, size: u32) -> Ast {
    if size == 0 {
        return random_leaf(rng);
    }
    let left = rng.below(size as usize) as u32;
    let one = |rng: &mut Choices| Box::new(random(rng, size - 1));
    match rng.below(14) {
        0..5 => Ast::Concat(Box::new(random(rng, left)), Box::new(random(rng, size - 1 - left))),
        5..8 => Ast::Union(Box::new(random(rng, left)), Box::new(random(rng, size - 1 - left))),
        8 => Ast::Inter(Box::new(random(rng, left)), Box::new(random(rng, size - 1 - left))),
        9 => Ast::Comp(one(rng)),
        10 => Ast::Diff(Box::new(random(rng, left)), Box::new(random(rng, size - 1 - left))),
        11 => Ast::Loop(one(rng), rng.below(2) as u32, None),
        _ => {
            let lo = rng.below(4) as u32;
            let hi = lo + rng.below(3) as u32;
            Ast::Loop(one(rng), lo, Some(hi))
        }
    }
}

impl Ast {
    /// The same language in the store.
    pub fn build(&self, rs: &mut Regexes) -> Re {
        match self {
            Ast::None => Re::NONE,
            Ast::Eps => Re::EPS,
            Ast::Chars(ranges) => rs.chars(CharSet::from_ranges(ranges.iter().copied())),
            Ast::Word(w) => rs.word(w),
            Ast::Comp(a) => {
                let a = a.build(rs);
                rs.comp(a)
            }
            Ast::Loop(a, lo, hi) => {
                let a = a.build(rs);
                rs.repeat(a, *lo, *hi)
            }
            Ast::Concat(a, b) | Ast::Union(a, b) | Ast::Inter(a, b) | Ast::Diff(a, b) => {
                let (x, y) = (a.build(rs), b.build(rs));
                match self {
                    Ast::Concat(..) => rs.concat(x, y),
                    Ast::Union(..) => rs.union([x, y]),
                    Ast::Inter(..) => rs.inter([x, y]),
                    _ => rs.diff(x, y),
                }
            }
        }
    }

    /// Which spans `[i, j)` of `word` match: row `i`, bit `j`.
    fn spans(&self, word: &[u32]) -> Vec<u32> {
        let n = word.len();
        let every: Vec<u32> = (0..=n).map(|i| ((1u32 << (n + 1)) - 1) & !((1 << i) - 1)).collect();
        let zip = |x: Vec<u32>, y: Vec<u32>, f: fn(u32, u32) -> u32| -> Vec<u32> {
            x.into_iter().zip(y).map(|(a, b)| f(a, b)).collect()
        };
        match self {
            Ast::None => vec![0; n + 1],
            Ast::Eps => (0..=n).map(|i| 1 << i).collect(),
            Ast::Chars(ranges) => {
                let hit = |i: usize| {
                    i < n && ranges.iter().any(|&(lo, hi)| lo <= word[i] && word[i] <= hi)
                };
                (0..=n).map(|i| if hit(i) { 2 << i } else { 0 }).collect()
            }
            Ast::Word(w) => (0..=n)
                .map(|i| if word[i..].starts_with(w) { 1 << (i + w.len()) } else { 0 })
                .collect(),
            Ast::Concat(a, b) => compose(&a.spans(word), &b.spans(word)),
            Ast::Union(a, b) => zip(a.spans(word), b.spans(word), |x, y| x | y),
            Ast::Inter(a, b) => zip(a.spans(word), b.spans(word), |x, y| x & y),
            Ast::Diff(a, b) => zip(a.spans(word), b.spans(word), |x, y| x & !y),
            Ast::Comp(a) => zip(every, a.spans(word), |x, y| x & !y),
            Ast::Loop(a, lo, hi) => loop_spans(&a.spans(word), *lo, *hi),
        }
    }

    /// Whether `word` is a member.
    pub fn matches(&self, word: &[u32]) -> bool {
        self.spans(word)[0] >> word.len() & 1 == 1
    }
}

fn compose(a: &[u32], b: &[u32]) -> Vec<u32> {
    let through =
        |row: &u32| (0..b.len()).filter(|j| row >> j & 1 == 1).fold(0, |all, j| all | b[j]);
    a.iter().map(through).collect()
}

fn loop_spans(a: &[u32], lo: u32, hi: Option<u32>) -> Vec<u32> {
    let mut power: Vec<u32> = (0..a.len()).map(|i| 1 << i).collect();
    let mut all = vec![0; a.len()];
    // More copies than positions add nothing new once the lower bound is passed.
    let last = hi.unwrap_or(lo + a.len() as u32);
    for k in 0..=last {
        if k >= lo {
            all.iter_mut().zip(&power).for_each(|(x, y)| *x |= y);
        }
        power = compose(&power, a);
    }
    all
}

static WORDS: LazyLock<Vec<Vec<u32>>> = LazyLock::new(|| {
    let mut all = vec![vec![]];
    let mut from = 0;
    for _ in 0..LONGEST {
        let to = all.len();
        for i in from..to {
            all.extend(LETTERS.map(|c| [&all[i][..], &[c]].concat()));
        }
        from = to;
    }
    all
});

/// The length of the longest words that are enumerated.
pub const LONGEST: usize = 5;

/// All words of length at most `max`, which is at most [`LONGEST`], over [`LETTERS`], shortest first.
pub fn words(max: usize) -> &'static [Vec<u32>] {
    &WORDS[..WORDS.partition_point(|w| w.len() <= max)]
}
