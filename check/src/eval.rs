//! The values of functions.

use crate::hash::Map;
use crate::poly::euclid_div;
use crate::term::{MAX_CHAR, Op, Store, Term};
use num_bigint::BigInt;

/// Numbers are multiplied that have at most so many bits together.
const MAX_BITS: u64 = 200_000;

/// Powers of two have no larger exponents.
const MAX_POWER: u32 = 65_536;

/// The word as a text of Rust, whose searches take linear time; surrogates, which it cannot have, make place for themselves.
fn text(word: &[u32]) -> String {
    let letter = |&c: &u32| char::from_u32(if c < 0xD800 { c } else { c + 0x800 });
    let mut text = String::with_capacity(word.len());
    word.iter().filter_map(letter).for_each(|c| text.push(c));
    text
}

fn word(text: &str) -> Vec<u32> {
    text.chars().map(|c| if c < '\u{E000}' { c as u32 } else { c as u32 - 0x800 }).collect()
}

/// The position of the first `needle` in `s` from `from` on.
pub fn find(s: &[u32], needle: &[u32], from: usize) -> Option<usize> {
    let rest = text(s.get(from..)?);
    rest.find(&text(needle)).map(|at| from + rest[..at].chars().count())
}

/// `(str.substr s i n)`.
pub fn substr<'a>(s: &'a [u32], i: &BigInt, n: &BigInt) -> &'a [u32] {
    let Ok(start) = usize::try_from(i) else { return &[] };
    if start >= s.len() || *n <= BigInt::ZERO {
        return &[];
    }
    let length = usize::try_from(n).unwrap_or(usize::MAX).min(s.len() - start);
    &s[start..start + length]
}

/// `(str.indexof s t i)`.
pub fn index_of(s: &[u32], t: &[u32], i: &BigInt) -> BigInt {
    let none = BigInt::from(-1);
    match usize::try_from(i) {
        Ok(start) if start <= s.len() => find(s, t, start).map_or(none, BigInt::from),
        _ => none,
    }
}

/// `(str.replace s t u)`.
pub fn replace(s: &[u32], t: &[u32], u: &[u32]) -> Vec<u32> {
    word(&text(s).replacen(&text(t), &text(u), 1))
}

/// `(str.replace_all s t u)`.
pub fn replace_all(s: &[u32], t: &[u32], u: &[u32]) -> Vec<u32> {
    if t.is_empty() { s.to_vec() } else { word(&text(s).replace(&text(t), &text(u))) }
}

/// `(str.to_int s)`.
pub fn to_int(s: &[u32]) -> BigInt {
    let digit = |c: u32| (48..58).contains(&c);
    if s.is_empty() || !s.iter().all(|&c| digit(c)) {
        return BigInt::from(-1);
    }
    let text: String = s.iter().filter_map(|&c| char::from_u32(c)).collect();
    text.parse().unwrap_or_else(|_| BigInt::from(-1))
}

/// `(str.from_int n)`.
pub fn from_int(n: &BigInt) -> Vec<u32> {
    if *n < BigInt::ZERO { Vec::new() } else { n.to_string().bytes().map(u32::from).collect() }
}

/// The value of an operator for values; none if it has none, or a large one.
pub fn value(op: &Op, args: &[&Op]) -> Option<Op> {
    let number = |i: usize| if let Op::Int(n) = args.get(i)? { Some(n) } else { None };
    let word = |i: usize| if let Op::Text(w) = args.get(i)? { Some(&w[..]) } else { None };
    let numbers = || (0..args.len()).map(number).collect::<Option<Vec<&BigInt>>>();
    let text = |w: &[u32]| Op::Text(w.to_vec());
    let truth = |b: bool| if b { Op::True } else { Op::False };
    Some(match op {
        Op::Int(_) | Op::Text(_) | Op::True | Op::False => op.clone(),
        Op::Not => truth(*args[0] == Op::False),
        Op::And => truth(args.iter().all(|a| **a == Op::True)),
        Op::Or => truth(args.iter().any(|a| **a == Op::True)),
        Op::Eq => truth(args[0] == args[1]),
        Op::Ite => args[if *args[0] == Op::True { 1 } else { 2 }].clone(),
        Op::Ge => truth(number(0)? >= number(1)?),
        Op::Add => Op::Int(numbers()?.into_iter().sum()),
        Op::Mul => {
            let numbers =
                numbers().filter(|all| all.iter().map(|n| n.bits()).sum::<u64>() <= MAX_BITS)?;
            Op::Int(numbers.into_iter().product())
        }
        Op::Sub if args.len() == 1 => Op::Int(number(0).map(|n| -n)?),
        Op::Sub => Op::Int(numbers()?[1..].iter().fold(number(0)?.clone(), |a, b| a - *b)),
        Op::Div if args.len() == 2 => Op::Int(euclid_div(number(0)?, positive(number(1)?)?)),
        Op::Mod => {
            let (a, d) = (number(0)?, positive(number(1)?)?);
            Op::Int(a - d * euclid_div(a, d))
        }
        Op::BitAnd => Op::Int(number(0)? & number(1)?),
        Op::BitOr => Op::Int(number(0)? | number(1)?),
        Op::BitXor => Op::Int(number(0)? ^ number(1)?),
        Op::BitPower => {
            let exponent = number(0)?.min(number(1)?).max(&BigInt::ZERO);
            let exponent = u32::try_from(exponent).ok().filter(|n| *n <= MAX_POWER)?;
            Op::Int(BigInt::from(1) << exponent)
        }
        Op::Len => Op::Int(word(0)?.len().into()),
        Op::Substr => text(substr(word(0)?, number(1)?, number(2)?)),
        Op::Prefix => truth(word(1)?.starts_with(word(0)?)),
        Op::Suffix => truth(word(1)?.ends_with(word(0)?)),
        Op::Contains => truth(find(word(0)?, word(1)?, 0).is_some()),
        Op::IndexOf => Op::Int(index_of(word(0)?, word(1)?, number(2)?)),
        Op::Replace => text(&replace(word(0)?, word(1)?, word(2)?)),
        Op::ReplaceAll => text(&replace_all(word(0)?, word(1)?, word(2)?)),
        Op::ToCode => Op::Int(match word(0)? {
            &[c] => c.into(),
            _ => (-1).into(),
        }),
        Op::FromCode => match u32::try_from(number(0)?) {
            Ok(c) if c <= MAX_CHAR => text(&[c]),
            _ => text(&[]),
        },
        Op::ToInt => Op::Int(to_int(word(0)?)),
        Op::FromInt => text(&from_int(number(0)?)),
        Op::Rev => text(&word(0)?.iter().rev().copied().collect::<Vec<u32>>()),
        Op::StrLe => truth(word(0)? <= word(1)?),
        _ => return None,
    })
}

fn positive(n: &BigInt) -> Option<&BigInt> {
    (*n > BigInt::ZERO).then_some(n)
}

/// The values of terms in `order`, in which arguments come first, where unknowns have the value `n`. What has other unknowns in it has
/// none.
pub fn values(
    store: &Store,
    order: &[Term],
    is_unknown: impl Fn(Term) -> bool,
    n: &Op,
) -> Map<Term, Op> {
    let mut values: Map<Term, Op> = Map::default();
    for &t in order {
        let args = || store.args(t).iter().map(|a| values.get(a)).collect::<Option<Vec<&Op>>>();
        let value = if is_unknown(t) {
            Some(n.clone())
        } else {
            args().and_then(|args| value(store.op(t), &args))
        };
        values.extend(value.map(|value| (t, value)));
    }
    values
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_first_occurrence_is_found() {
        let words = |n: usize| {
            (0..1 << n).map(move |i| (0..n).map(|bit| i >> bit & 1).collect::<Vec<u32>>())
        };
        for s in (0..8).flat_map(words) {
            for needle in (0..5).flat_map(words) {
                for from in 0..=s.len() {
                    let plain = (from..=s.len()).find(|&i| s[i..].starts_with(&needle));
                    assert_eq!(super::find(&s, &needle, from), plain, "{s:?} {needle:?} {from}");
                }
            }
        }
    }
}
