//! The values of functions.

use crate::base::*;
use crate::poly::floor_div;

/// Numbers are multiplied that have at most so many bits together.
const MAX_BITS: u64 = 200_000;

/// Powers of two have no larger exponents.
const MAX_POWER: u32 = 65_536;

/// The word as a text of Rust, whose searches take linear time; surrogates, which it cannot have, make place for themselves.
fn text(word: &[u32]) -> String {
    let letter = |&c: &u32| char::from_u32(if c < 0xD800 { c } else { c + 0x800 });
    word.iter().filter_map(letter).collect()
}

fn word(text: &str) -> Op {
    Op::Text(text.chars().map(|c| c as u32 - if c < '\u{E000}' { 0 } else { 0x800 }).collect())
}

/// The position of the first `needle` in `s` from `from` on.
fn find(s: &[u32], needle: &[u32], from: usize) -> Option<usize> {
    let rest = text(s.get(from..)?);
    rest.find(&text(needle)).map(|at| from + rest[..at].chars().count())
}

/// `(str.substr s i n)`.
pub fn substr<'a>(s: &'a [u32], i: &BigInt, n: &BigInt) -> &'a [u32] {
    let rest = usize::try_from(i).ok().and_then(|start| s.get(start..)).unwrap_or(&[]);
    let count = if *n < BigInt::ZERO { 0 } else { usize::try_from(n).unwrap_or(usize::MAX) };
    &rest[..count.min(rest.len())]
}

/// `(str.replace_all s t u)`.
pub fn replace_all(s: &[u32], t: &[u32], u: &[u32]) -> Op {
    if t.is_empty() { Op::Text(s.to_vec()) } else { word(&text(s).replace(&text(t), &text(u))) }
}

/// The value of an operator for values; none if it has none, or a large one.
pub fn value(op: &Op, args: &[&Op]) -> Option<Op> {
    let number = |i: usize| args.get(i)?.number();
    let positive = |i: usize| number(i).filter(|n| **n > BigInt::ZERO);
    let numbers = || (0..args.len()).map(number).collect::<Option<Vec<&BigInt>>>();
    let is_true = |a: &&Op| a.head() == "true";
    Some(match op.head() {
        "" if args.is_empty() && !matches!(op, Op::Fun(_)) => op.clone(),
        "true" | "false" => op.clone(),
        "not" => Op::truth(!is_true(&args[0])),
        "and" => Op::truth(args.iter().all(is_true)),
        "or" => Op::truth(args.iter().any(is_true)),
        "=" => Op::truth(args[0] == args[1]),
        "ite" => args[if is_true(&args[0]) { 1 } else { 2 }].clone(),
        ">=" => Op::truth(number(0)? >= number(1)?),
        "+" => Op::Int(numbers()?.into_iter().sum()),
        "*" => {
            let numbers = numbers()?;
            let fits = numbers.iter().map(|n| n.bits()).sum::<u64>() <= MAX_BITS;
            Op::Int(fits.then(|| numbers.into_iter().product())?)
        }
        "-" if args.len() == 1 => Op::Int(-number(0)?.clone()),
        "-" => Op::Int(numbers()?[1..].iter().fold(number(0)?.clone(), |a, b| a - *b)),
        "div" if args.len() == 2 => Op::Int(floor_div(number(0)?, positive(1)?)),
        "mod" => Op::Int(number(0)? - positive(1)? * floor_div(number(0)?, positive(1)?)),
        "bits.and" => Op::Int(number(0)? & number(1)?),
        "bits.or" => Op::Int(number(0)? | number(1)?),
        "bits.xor" => Op::Int(number(0)? ^ number(1)?),
        "bits.power" => {
            let exponent = number(0)?.min(number(1)?).max(&BigInt::ZERO);
            let exponent = u32::try_from(exponent).ok().filter(|n| *n <= MAX_POWER)?;
            Op::Int(BigInt::from(1) << exponent)
        }
        head => of_texts(head, args)?,
    })
}

/// The value of a function of strings.
fn of_texts(head: &str, args: &[&Op]) -> Option<Op> {
    let (number, text_of) = (|i: usize| args.get(i)?.number(), |i: usize| args.get(i)?.text());
    let place = |at: Option<usize>| Op::Int(at.map_or((-1).into(), BigInt::from));
    Some(match head {
        "str.len" => place(Some(text_of(0)?.len())),
        "str.substr" => Op::Text(substr(text_of(0)?, number(1)?, number(2)?).to_vec()),
        "str.prefixof" => Op::truth(text_of(1)?.starts_with(text_of(0)?)),
        "str.suffixof" => Op::truth(text_of(1)?.ends_with(text_of(0)?)),
        "str.contains" => Op::truth(find(text_of(0)?, text_of(1)?, 0).is_some()),
        "str.indexof" => {
            let (s, t, from) = (text_of(0)?, text_of(1)?, usize::try_from(number(2)?));
            place(from.ok().and_then(|from| find(s, t, from)))
        }
        "str.replace" => {
            let [s, t, u] = [text_of(0)?, text_of(1)?, text_of(2)?].map(text);
            word(&s.replacen(&t, &u, 1))
        }
        "str.replace_all" => replace_all(text_of(0)?, text_of(1)?, text_of(2)?),
        "str.to_code" => place(if let &[c] = text_of(0)? { Some(c as usize) } else { None }),
        "str.from_code" => {
            let code = u32::try_from(number(0)?).ok().filter(|&c| c <= MAX_CHAR);
            Op::Text(code.into_iter().collect())
        }
        "str.to_int" => {
            let digits = text(text_of(0)?);
            let is_numeral = digits.bytes().all(|c| c.is_ascii_digit());
            digits.parse().ok().filter(|_| is_numeral).map_or(place(None), Op::Int)
        }
        "str.from_int" if *number(0)? < BigInt::ZERO => Op::Text(Vec::new()),
        "str.from_int" => word(&number(0)?.to_string()),
        "str.rev" => Op::Text(text_of(0)?.iter().rev().copied().collect()),
        "str.<=" => Op::truth(text_of(0)? <= text_of(1)?),
        _ => return None,
    })
}

impl Store {
    /// The values of terms in `order`, in which arguments come first, where some are given. What has other unknowns in it has none.
    pub fn values(&self, order: &[Term], given: impl Fn(Term) -> Option<Op>) -> Map<Term, Op> {
        let mut values: Map<Term, Op> = Map::default();
        for &t in order {
            let args = || self.args(t).iter().map(|a| values.get(a)).collect::<Option<Vec<&Op>>>();
            let value = given(t).or_else(|| value(self.op(t), &args()?));
            values.extend(value.map(|value| (t, value)));
        }
        values
    }
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
