//! The string functions against definitions by trying every position, on random words.

mod common;

use base::Int;
use common::{Bench, Rng};
use terms::Op;
use terms::value::Value;

type W<'a> = &'a [u32];

/// Positions at which `t` occurs in `s`.
fn occurrences(s: W, t: W) -> Vec<usize> {
    (0..=s.len()).filter(|&i| s[i..].starts_with(t)).collect()
}

fn substr(s: W, i: i64, n: i64) -> Vec<u32> {
    let wanted = |k: &usize| i >= 0 && i <= *k as i64 && (*k as i64) < i + n;
    if i < 0 { Vec::new() } else { (0..s.len()).filter(wanted).map(|k| s[k]).collect() }
}

fn index_of(s: W, t: W, i: i64) -> i64 {
    let found = occurrences(s, t).into_iter().map(|p| p as i64).find(|&p| p >= i);
    if i < 0 { -1 } else { found.unwrap_or(-1) }
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

fn update(s: W, i: i64, t: W) -> Vec<u32> {
    let new = |k: usize| usize::try_from(k as i64 - i).ok().and_then(|d| t.get(d).copied());
    let valid = i >= 0;
    (0..s.len()).map(|k| if valid { new(k).unwrap_or(s[k]) } else { s[k] }).collect()
}

fn text(w: Vec<u32>) -> Value {
    Value::Str(w.into())
}

fn number(n: i64) -> Value {
    Value::Int(Int::from(n))
}

#[test]
fn functions_agree_with_their_definitions() {
    let mut rng = Rng(3);
    let mut bench = Bench::new();
    for _ in 0..4000 {
        let (s, t, u) = (rng.word(&[97, 98], 9), rng.word(&[97, 98], 3), rng.word(&[97, 98], 3));
        let (i, n) = (rng.below(13) as i64 - 2, rng.below(13) as i64 - 2);
        let (ss, st, su) = (bench.str(&s), bench.str(&t), bench.str(&u));
        let (ii, nn) = (bench.terms.int(i), bench.terms.int(n));
        let found = occurrences(&s, &t);
        let last = found.last().map_or(-1, |&p| p as i64);
        for (op, args, want) in [
            (Op::StrConcat, vec![ss, st, su], text([&s[..], &t, &u].concat())),
            (Op::StrAt, vec![ss, ii], text(substr(&s, i, 1))),
            (Op::StrSubstr, vec![ss, ii, nn], text(substr(&s, i, n))),
            (Op::StrContains, vec![ss, st], Value::Bool(!found.is_empty())),
            (Op::StrPrefixOf, vec![st, ss], Value::Bool(found.contains(&0))),
            (
                Op::StrSuffixOf,
                vec![st, ss],
                Value::Bool(found.contains(&(s.len().wrapping_sub(t.len())))),
            ),
            (Op::StrIndexOf, vec![ss, st, ii], number(index_of(&s, &t, i))),
            (Op::StrLastIndexOf, vec![ss, st], number(last)),
            (Op::StrReplace, vec![ss, st, su], text(replace(&s, &t, &u))),
            (Op::StrReplaceAll, vec![ss, st, su], text(replace_all(&s, &t, &u))),
            (Op::StrUpdate, vec![ss, ii, st], text(update(&s, i, &t))),
            (Op::StrLe, vec![ss, st], Value::Bool(s <= t)),
            (Op::StrLt, vec![ss, st, su], Value::Bool(s < t && t < u)),
        ] {
            assert_eq!(bench.run(op, &args), want, "{op:?} {s:?} {t:?} {u:?} {i} {n}");
        }
    }
}

#[test]
fn numerals_and_integers_are_inverse() {
    let mut rng = Rng(4);
    let mut bench = Bench::new();
    for _ in 0..500 {
        let zeros = rng.below(3);
        let len = 1 + rng.below(60);
        let digits: Vec<u32> =
            (0..len).map(|k| 48 + (usize::from(k == 0) + rng.below(9)) as u32).collect();
        let padded = [&vec![48; zeros][..], &digits].concat();
        let s = bench.str(&padded);
        let n = bench.terms.mk(Op::StrToInt, &[s]);
        let back = bench.run(Op::StrFromInt, &[n]);
        assert_eq!(back, text(digits.clone()));
        let decimal: String = digits.iter().filter_map(|&c| char::from_u32(c)).collect();
        assert_eq!(bench.eval(n), Ok(Value::Int(decimal.parse().unwrap())));
    }
}

/// Long concatenations are ropes: all the ways to look at one see the same characters.
#[test]
fn long_concatenations_are_the_words_they_stand_for() {
    let mut rng = Rng(5);
    for _ in 0..40 {
        let mut bench = Bench::new();
        let mut made = vec![(bench.str(&[]), Vec::new())];
        for _ in 0..30 {
            let parts: Vec<usize> = (0..1 + rng.below(4)).map(|_| rng.below(made.len())).collect();
            let fresh = rng.word(&[97, 98, 99], 100);
            let mut args: Vec<_> = parts.iter().map(|&p| made[p].0).collect();
            let mut word: Vec<u32> = parts.iter().flat_map(|&p| made[p].1.clone()).collect();
            args.push(bench.str(&fresh));
            word.extend(fresh);
            if word.len() < 20_000 {
                made.push((bench.terms.mk(Op::StrConcat, &args), word));
            }
        }
        for (t, word) in made.iter().rev() {
            let lit = bench.str(word);
            assert_eq!(bench.run(Op::StrLen, &[*t]), number(word.len() as i64));
            assert_eq!(bench.run(Op::Eq, &[*t, lit]), Value::Bool(true));
            assert_eq!(bench.eval(*t), Ok(text(word.clone())));
        }
        // All by one evaluator, which writes some out before the ones they are part of.
        rng.shuffle(&mut made);
        let pairs: Vec<_> = made.iter().map(|(t, word)| (*t, bench.str(word))).collect();
        let equal: Vec<_> = pairs.iter().map(|&(a, b)| bench.terms.mk(Op::Eq, &[a, b])).collect();
        assert_eq!(bench.run(Op::And, &equal), Value::Bool(true));
    }
}
