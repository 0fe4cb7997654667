//! The matcher and the replacing functions against an oracle that tabulates, for each regex, all
//! spans of the word that belong to it.

use super::Bench;
use choices::Choices;
use terms::value::Value;
use terms::{Op, Term, Terms};

/// `table[i][j]`: whether the characters from `i` to `j` belong to the regex.
type Spans = Vec<Vec<bool>>;

fn spans(n: usize, belongs: impl Fn(usize, usize) -> bool) -> Spans {
    (0..=n).map(|i| (0..=n).map(|j| i <= j && belongs(i, j)).collect()).collect()
}

fn then(a: &Spans, b: &Spans) -> Spans {
    let n = a.len() - 1;
    spans(n, |i, j| (i..=j).any(|k| a[i][k] && b[k][j]))
}

fn either(a: &Spans, b: &Spans) -> Spans {
    spans(a.len() - 1, |i, j| a[i][j] || b[i][j])
}

fn both(a: &Spans, b: &Spans) -> Spans {
    spans(a.len() - 1, |i, j| a[i][j] && b[i][j])
}

fn not(a: &Spans) -> Spans {
    spans(a.len() - 1, |i, j| !a[i][j])
}

fn empty(n: usize) -> Spans {
    spans(n, |i, j| i == j)
}

fn power(a: &Spans, k: u32) -> Spans {
    (0..k).fold(empty(a.len() - 1), |acc, _| then(&acc, a))
}

fn star(a: &Spans) -> Spans {
    let mut acc = empty(a.len() - 1);
    loop {
        let next = either(&acc, &then(&acc, a));
        if next == acc {
            return acc;
        }
        acc = next;
    }
}

fn oracle(terms: &Terms, r: Term, word: &[u32]) -> Spans {
    let n = word.len();
    let args = terms.args(r);
    let literal = |t: Term| terms.str_value(t).unwrap();
    match terms.op(r) {
        Op::ReNone => spans(n, |_, _| false),
        Op::ReAll => spans(n, |_, _| true),
        Op::ReAllChar => spans(n, |i, j| j == i + 1),
        Op::StrToRe => spans(n, |i, j| word[i..j] == *literal(args[0])),
        Op::ReRange => match (literal(args[0]), literal(args[1])) {
            (&[lo], &[hi]) => spans(n, |i, j| j == i + 1 && (lo..=hi).contains(&word[i])),
            _ => spans(n, |_, _| false),
        },
        op => {
            let parts: Vec<Spans> = args.iter().map(|&a| oracle(terms, a, word)).collect();
            let (first, rest) = (&parts[0], &parts[1..]);
            let fold =
                |f: fn(&Spans, &Spans) -> Spans| rest.iter().fold(first.clone(), |a, b| f(&a, b));
            match op {
                Op::ReConcat => fold(then),
                Op::ReUnion => fold(either),
                Op::ReInter => fold(both),
                Op::ReDiff => fold(|a, b| both(a, &not(b))),
                Op::ReComp => not(first),
                Op::ReOpt => either(&empty(n), first),
                Op::ReStar => star(first),
                Op::RePlus => then(first, &star(first)),
                Op::RePower(k) => power(first, k),
                Op::ReLoop(lo, hi) => {
                    (lo..=hi).fold(spans(n, |_, _| false), |acc, k| either(&acc, &power(first, k)))
                }
                _ => unreachable!(),
            }
        }
    }
}

fn random_leaf(t: &mut Terms, rng: &mut Choices, alphabet: &[u32]) -> Term {
    match rng.below(12) {
        0 => t.mk(Op::ReNone, &[]),
        1 => t.mk(Op::ReAll, &[]),
        2 | 3 => t.mk(Op::ReAllChar, &[]),
        4..6 => {
            let (lo, hi) = (rng.word(alphabet, 1), rng.word(alphabet, 1));
            let (lo, hi) = (t.string(&lo), t.string(&hi));
            t.mk(Op::ReRange, &[lo, hi])
        }
        _ => {
            let w = rng.word(alphabet, 3);
            let w = t.string(&w);
            t.mk(Op::StrToRe, &[w])
        }
    }
}

/// A regex whose arguments are picked among the regexes made so far, so that subterms are shared.
pub fn random_regex(t: &mut Terms, rng: &mut Choices, alphabet: &[u32], size: usize) -> Term {
    let mut pool: Vec<Term> = (0..3).map(|_| random_leaf(t, rng, alphabet)).collect();
    for _ in 0..size {
        // Mostly recent ones, for depth.
        let pick = |rng: &mut Choices| {
            let back = rng.below(3).min(rng.below(pool.len()));
            pool[pool.len() - 1 - back]
        };
        let (a, b, c) = (pick(rng), pick(rng), pick(rng));
        let lo = rng.below(4) as u32;
        let next = match rng.below(16) {
            0..4 => t.mk(Op::ReConcat, &[a, b]),
            4 => t.mk(Op::ReConcat, &[a, b, c]),
            5 | 6 => t.mk(Op::ReUnion, &[a, b, c]),
            7 => t.mk(Op::ReInter, &[a, b]),
            8 => t.mk(Op::ReDiff, &[a, b, c]),
            9 | 10 => t.mk(Op::ReComp, &[a]),
            11 => t.mk(Op::ReStar, &[a]),
            12 => t.mk(Op::RePlus, &[a]),
            13 => t.mk(Op::ReOpt, &[a]),
            14 => t.mk(Op::RePower(lo), &[a]),
            _ => t.mk(Op::ReLoop(lo, rng.below(5) as u32), &[a]),
        };
        pool.push(next);
        if rng.below(3) == 0 {
            let leaf = random_leaf(t, rng, alphabet);
            pool.push(leaf);
        }
    }
    pool[pool.len() - 1]
}

/// Leftmost, then shortest match of at least `min` characters that starts at `from` or later.
fn first_match(table: &Spans, from: usize, min: usize) -> Option<(usize, usize)> {
    let n = table.len() - 1;
    let ends = |i: usize| (i + min..=n).find(move |&j| table[i][j]).map(move |j| (i, j));
    (from..=n).find_map(ends)
}

fn replace(word: &[u32], new: &[u32], matches: &[(usize, usize)]) -> Value {
    let mut out = Vec::new();
    let mut copied = 0;
    for &(i, j) in matches {
        out.extend(&word[copied..i]);
        out.extend(new);
        copied = j;
    }
    out.extend(&word[copied..]);
    Value::Str(out.into())
}

/// Membership, both ways to replace, and positions.
pub fn check(bench: &mut Bench, rng: &mut Choices, r: Term, word: &[u32]) {
    let table = oracle(&bench.terms, r, word);
    let (n, s) = (word.len(), bench.str(word));
    let new = rng.word(&[120, 121], 2);
    let u = bench.str(&new);
    let from = rng.below(n + 3) as i64 - 1;
    let at = bench.terms.int(from);
    let first: Vec<(usize, usize)> = first_match(&table, 0, 0).into_iter().collect();
    let starts = usize::try_from(from).ok().filter(|&from| from <= n);
    let found = starts.and_then(|from| first_match(&table, from, 0)).map_or(-1, |(i, _)| i as i64);
    for (op, args, want) in [
        (Op::StrInRe, vec![s, r], Value::Bool(table[0][n])),
        (Op::StrReplaceRe, vec![s, r, u], replace(word, &new, &first)),
        (Op::StrReplaceReAll, vec![s, r, u], replace(word, &new, &all_matches(&table))),
        (Op::StrIndexOfRe, vec![s, r, at], Value::Int(found.into())),
    ] {
        assert_eq!(bench.run(op, &args), want, "{op:?} {word:?} {new:?} {from}");
    }
}

/// Matches that are not empty, each the first after the one before.
fn all_matches(table: &Spans) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut from = 0;
    while let Some((i, j)) = first_match(table, from, 1) {
        all.push((i, j));
        from = j;
    }
    all
}

/// One regex and some short words.
pub fn scenario(rng: &mut Choices) {
    let mut bench = Bench::new();
    let size = 1 + rng.below(8);
    let r = random_regex(&mut bench.terms, rng, &[97, 98, 99], size);
    for _ in 0..3 {
        let word = rng.word(&[97, 98, 99], 7);
        check(&mut bench, rng, r, &word);
    }
}
