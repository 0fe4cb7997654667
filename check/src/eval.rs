//! The values of functions of strings.

use crate::error::{Refusal, Result};
use crate::hash::Map;
use crate::poly::euclid_div;
use crate::term::{Op, Store, Term};
use num_bigint::BigInt;

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

/// `(bits.power a most)`.
pub fn power(a: &BigInt, most: &BigInt) -> Result<BigInt> {
    match usize::try_from(a.min(most).max(&BigInt::ZERO)) {
        Ok(exponent) if exponent <= 65_536 => Ok(BigInt::from(1) << exponent),
        _ => Err(Refusal::limit()),
    }
}

/// The values of terms in `order`, in which arguments come first, where unknowns have the value `n`; truth values are 0 and 1. What
/// has other unknowns in it has none.
pub fn values(
    store: &Store,
    order: &[Term],
    is_unknown: impl Fn(Term) -> bool,
    n: BigInt,
) -> Result<Map<Term, BigInt>> {
    let mut values = Map::default();
    for &t in order {
        let value = if is_unknown(t) { Some(n.clone()) } else { operation(store, t, &values)? };
        values.extend(value.map(|value| (t, value)));
    }
    Ok(values)
}

fn operation(store: &Store, t: Term, values: &Map<Term, BigInt>) -> Result<Option<BigInt>> {
    let args: Option<Vec<&BigInt>> = store.args(t).iter().map(|a| values.get(a)).collect();
    let Some(args) = args else { return Ok(None) };
    let (zero, one) = (BigInt::ZERO, BigInt::from(1));
    let truth = |b: bool| BigInt::from(u8::from(b));
    Ok(Some(match store.op(t) {
        Op::Int(n) => n.clone(),
        Op::True => one,
        Op::False => zero,
        Op::Not => one - args[0],
        Op::And => truth(args.iter().all(|a| **a == one)),
        Op::Or => truth(args.contains(&&one)),
        Op::Eq => truth(args[0] == args[1]),
        Op::Ge => truth(args[0] >= args[1]),
        Op::Ite => args[if *args[0] == one { 1 } else { 2 }].clone(),
        Op::Add => args.into_iter().sum(),
        Op::Mul => args.into_iter().product(),
        Op::Sub if args.len() == 1 => -args[0],
        Op::Sub => args[1..].iter().fold(args[0].clone(), |a, b| a - *b),
        Op::Div if args.len() == 2 && *args[1] > zero => euclid_div(args[0], args[1]),
        Op::Mod if *args[1] > zero => args[0] - args[1] * euclid_div(args[0], args[1]),
        Op::BitAnd => args[0] & args[1],
        Op::BitOr => args[0] | args[1],
        Op::BitXor => args[0] ^ args[1],
        Op::BitPower => power(args[0], args[1])?,
        _ => return Ok(None),
    }))
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
