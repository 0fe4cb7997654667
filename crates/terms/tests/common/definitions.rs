//! The string functions as the standard defines them, by trying every position, and random terms over
//! them, with the value of each computed alongside.

use super::Bench;
use choices::Choices;
use terms::value::Value;
use terms::{Op, Term};

type W<'a> = &'a [u32];

/// What a definition is given, by the names in the column of arguments.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a> {
    s: W<'a>,
    t: W<'a>,
    u: W<'a>,
    i: i128,
    n: i128,
    p: bool,
}

/// A value by definition.
pub enum Definition {
    Word(fn(Args) -> Vec<u32>),
    Number(fn(Args) -> i128),
    Truth(fn(Args) -> bool),
}
use Definition::{Number, Truth, Word};

impl Definition {
    fn value(&self, args: Args) -> Value {
        match self {
            Word(f) => text(f(args)),
            Number(f) => number(f(args)),
            Truth(f) => Value::Bool(f(args)),
        }
    }
}

/// Operator, arguments, definition.
pub const TABLE: &[(Op, &str, Definition)] = &[
    (Op::StrConcat, "stu", Word(|a| [a.s, a.t, a.u].concat())),
    (Op::StrAt, "si", Word(|a| substr(a.s, a.i, 1))),
    (Op::StrSubstr, "sin", Word(|a| substr(a.s, a.i, a.n))),
    (Op::StrReplace, "stu", Word(|a| replace(a.s, a.t, a.u))),
    (Op::StrReplaceAll, "stu", Word(|a| replace_all(a.s, a.t, a.u))),
    (Op::StrUpdate, "sit", Word(|a| update(a.s, a.i, a.t))),
    (Op::StrRev, "s", Word(|a| a.s.iter().rev().copied().collect())),
    (Op::StrFromCode, "i", Word(|a| from_code(a.i))),
    (Op::StrFromInt, "i", Word(|a| from_int(a.i))),
    (Op::Ite, "pst", Word(|a| if a.p { a.s.to_vec() } else { a.t.to_vec() })),
    (Op::StrLen, "s", Number(|a| a.s.len() as i128)),
    (Op::StrIndexOf, "sti", Number(|a| index_of(a.s, a.t, a.i))),
    (Op::StrLastIndexOf, "st", Number(|a| last_index_of(a.s, a.t))),
    (Op::StrToCode, "s", Number(|a| if let &[c] = a.s { c.into() } else { -1 })),
    (Op::StrToInt, "s", Number(|a| to_int(a.s))),
    (Op::Add, "in", Number(|a| a.i + a.n)),
    (Op::Sub, "in", Number(|a| a.i - a.n)),
    (Op::StrContains, "st", Truth(|a| !occurrences(a.s, a.t).is_empty())),
    (Op::StrPrefixOf, "ts", Truth(|a| occurrences(a.s, a.t).contains(&0))),
    (Op::StrSuffixOf, "ts", Truth(|a| (0..=a.s.len()).any(|k| a.s[k..] == *a.t))),
    (Op::StrIsDigit, "s", Truth(|a| matches!(a.s, [48..=57]))),
    (Op::StrLe, "st", Truth(|a| a.s <= a.t)),
    (Op::StrLt, "stu", Truth(|a| a.s < a.t && a.t < a.u)),
    (Op::Eq, "st", Truth(|a| a.s == a.t)),
    (Op::Eq, "in", Truth(|a| a.i == a.n)),
    (Op::Le, "in", Truth(|a| a.i <= a.n)),
];

/// Positions at which `t` occurs in `s`.
fn occurrences(s: W, t: W) -> Vec<usize> {
    (0..=s.len()).filter(|&i| s[i..].starts_with(t)).collect()
}

fn substr(s: W, i: i128, n: i128) -> Vec<u32> {
    let wanted = |k: &usize| i >= 0 && i <= *k as i128 && (*k as i128) < i + n;
    (0..s.len()).filter(wanted).map(|k| s[k]).collect()
}

fn index_of(s: W, t: W, i: i128) -> i128 {
    let found = occurrences(s, t).into_iter().map(|p| p as i128).find(|&p| p >= i);
    if i < 0 { -1 } else { found.unwrap_or(-1) }
}

fn last_index_of(s: W, t: W) -> i128 {
    occurrences(s, t).last().map_or(-1, |&p| p as i128)
}

fn replace(s: W, t: W, u: W) -> Vec<u32> {
    match occurrences(s, t).first() {
        Some(&i) => [&s[..i], u, &s[i + t.len()..]].concat(),
        None => s.to_vec(),
    }
}

/// As the standard defines it, by recursion on what follows the first occurrence.
fn replace_all(s: W, t: W, u: W) -> Vec<u32> {
    match occurrences(s, t).first() {
        Some(&i) if !t.is_empty() => {
            let rest = replace_all(&s[i + t.len()..], t, u);
            [&s[..i], u, &rest].concat()
        }
        _ => s.to_vec(),
    }
}

fn update(s: W, i: i128, t: W) -> Vec<u32> {
    let new = |k: usize| usize::try_from(k as i128 - i).ok().and_then(|d| t.get(d).copied());
    let valid = i >= 0;
    (0..s.len()).map(|k| if valid { new(k).unwrap_or(s[k]) } else { s[k] }).collect()
}

fn from_code(i: i128) -> Vec<u32> {
    if (0..=0x2FFFF).contains(&i) { vec![i as u32] } else { Vec::new() }
}

fn from_int(i: i128) -> Vec<u32> {
    if i < 0 { Vec::new() } else { i.to_string().chars().map(u32::from).collect() }
}

fn to_int(s: W) -> i128 {
    let is_numeral = !s.is_empty() && s.iter().all(|c| (48..=57).contains(c));
    if is_numeral { s.iter().fold(0, |n, &c| n * 10 + i128::from(c - 48)) } else { -1 }
}

pub fn text(w: Vec<u32>) -> Value {
    Value::Str(w.into())
}

pub fn number(n: i128) -> Value {
    Value::Int(n.to_string().parse().unwrap())
}

/// Every function once, on random words and numbers.
pub fn single(rng: &mut Choices) {
    let (s, t, u) = (rng.word(&[97, 98], 9), rng.word(&[97, 98], 3), rng.word(&[97, 98], 3));
    let (i, n, p) = (rng.range(-2, 10).into(), rng.range(-2, 10).into(), rng.chance(50));
    let mut bench = Bench::new();
    for (op, names, definition) in TABLE {
        let args = Args { s: &s, t: &t, u: &u, i, n, p };
        let terms: Vec<Term> = names.chars().map(|name| constant(&mut bench, args, name)).collect();
        assert_eq!(bench.run(*op, &terms), definition.value(args), "{op:?} {args:?}");
    }
}

fn constant(bench: &mut Bench, args: Args, name: char) -> Term {
    match name {
        's' => bench.str(args.s),
        't' => bench.str(args.t),
        'u' => bench.str(args.u),
        'i' => bench.terms.int(args.i as i64),
        'n' => bench.terms.int(args.n as i64),
        _ if args.p => bench.terms.tt(),
        _ => bench.terms.ff(),
    }
}

/// Terms made so far with their values.
#[derive(Default)]
struct Pool {
    words: Vec<(Term, Vec<u32>)>,
    numbers: Vec<(Term, i128)>,
    truths: Vec<(Term, bool)>,
}

/// Letters of all kinds: few, so that words meet; digits; the ends of the alphabet.
const LETTERS: [u32; 8] = [97, 97, 98, 98, 48, 57, 0, 0x2FFFF];
/// Longer words are not kept, so that every number fits.
const LONGEST: usize = 24;

impl Pool {
    fn new(bench: &mut Bench, rng: &mut Choices) -> Pool {
        let mut pool = Pool::default();
        for _ in 0..4 {
            let word = rng.word(&LETTERS, 6);
            pool.words.push((bench.str(&word), word));
        }
        for n in [0, 1, rng.range(-2, 10)] {
            pool.numbers.push((bench.terms.int(n), n.into()));
        }
        pool.truths = vec![(bench.terms.tt(), true), (bench.terms.ff(), false)];
        pool
    }

    /// A function of terms made before, mostly late ones.
    fn grow(&mut self, bench: &mut Bench, rng: &mut Choices) {
        fn late<'a, T>(rng: &mut Choices, all: &'a [T]) -> &'a T {
            let back = rng.below(all.len()).min(rng.below(all.len()));
            &all[all.len() - 1 - back]
        }
        let [s, t, u] = [(); 3].map(|()| late(rng, &self.words));
        let [i, n] = [(); 2].map(|()| late(rng, &self.numbers));
        let p = late(rng, &self.truths);
        let args = Args { s: &s.1, t: &t.1, u: &u.1, i: i.1, n: n.1, p: p.1 };
        let (op, names, definition) = rng.pick(TABLE);
        let chosen = [('s', s.0), ('t', t.0), ('u', u.0), ('i', i.0), ('n', n.0), ('p', p.0)];
        let named = |name| chosen.into_iter().find(|(c, _)| *c == name).map(|(_, term)| term);
        let terms: Vec<Term> = names.chars().filter_map(named).collect();
        let term = bench.terms.mk(*op, &terms);
        match definition {
            Word(f) => self.words.push((term, f(args))),
            Number(f) => self.numbers.push((term, f(args))),
            Truth(f) => self.truths.push((term, f(args))),
        }
        self.words.retain(|(_, w)| w.len() <= LONGEST);
    }

    fn values(self) -> Vec<(Term, Value)> {
        let words = self.words.into_iter().map(|(t, w)| (t, text(w)));
        let numbers = self.numbers.into_iter().map(|(t, n)| (t, number(n)));
        let truths = self.truths.into_iter().map(|(t, p)| (t, Value::Bool(p)));
        words.chain(numbers).chain(truths).collect()
    }
}

/// A random term over all of them and everything below it.
pub fn compound(rng: &mut Choices) {
    let mut bench = Bench::new();
    let mut pool = Pool::new(&mut bench, rng);
    for _ in 0..1 + rng.below(24) {
        pool.grow(&mut bench, rng);
    }
    for (term, want) in pool.values() {
        assert_eq!(bench.eval(term), Ok(want), "{:?} {:?}", bench.terms.op(term), term);
    }
}
