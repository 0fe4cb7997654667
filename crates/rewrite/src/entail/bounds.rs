//! Constant bounds of integer terms and of the lengths of strings.

use base::Int;
use terms::sort::MAX_CHAR;
use terms::{Op, Term, Terms};

/// An interval; `None` is no bound.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// The value is at least this.
    pub lo: Option<Int>,
    /// The value is at most this.
    pub hi: Option<Int>,
}

/// Structure is looked at to this depth, which bounds recursion and work.
const MAX_DEPTH: u32 = 6;

/// Branches of one concatenation or sum that are looked at.
const MAX_WIDTH: usize = 64;

impl Bounds {
    fn new(lo: impl Into<Int>, hi: impl Into<Int>) -> Bounds {
        Bounds { lo: Some(lo.into()), hi: Some(hi.into()) }
    }

    fn at_least(lo: impl Into<Int>) -> Bounds {
        Bounds { lo: Some(lo.into()), hi: None }
    }

    fn exactly(n: impl Into<Int>) -> Bounds {
        let n = n.into();
        Bounds { lo: Some(n.clone()), hi: Some(n) }
    }

    fn union(self, other: Bounds) -> Bounds {
        Bounds {
            lo: self.lo.zip(other.lo).map(|(a, b)| a.min(b)),
            hi: self.hi.zip(other.hi).map(|(a, b)| a.max(b)),
        }
    }

    /// The sum of two values.
    fn plus(self, other: Bounds) -> Bounds {
        Bounds {
            lo: self.lo.zip(other.lo).map(|(a, b)| a + b),
            hi: self.hi.zip(other.hi).map(|(a, b)| a + b),
        }
    }

    fn scaled(self, k: &Int) -> Bounds {
        let by = |b: Option<Int>| b.map(|b| b * k);
        if k.is_negative() {
            Bounds { lo: by(self.hi), hi: by(self.lo) }
        } else {
            Bounds { lo: by(self.lo), hi: by(self.hi) }
        }
    }
}

/// Constant bounds of the integer term `t`.
pub fn int_bounds(terms: &Terms, t: Term) -> Bounds {
    int_at(terms, t, MAX_DEPTH)
}

/// Constant bounds of the length of the string term `s`; the lower one is always there.
pub fn length_bounds(terms: &Terms, s: Term) -> Bounds {
    let b = length_at(terms, s, MAX_DEPTH);
    Bounds { lo: b.lo.or(Some(Int::ZERO)), hi: b.hi }
}

fn int_at(terms: &Terms, t: Term, depth: u32) -> Bounds {
    if let Some(n) = terms.int_value(t) {
        return Bounds::exactly(n.clone());
    }
    let op = terms.op(t);
    if depth == 0 {
        return shallow_int(op);
    }
    let arg = |i: usize| int_at(terms, terms.arg(t, i), depth - 1);
    match op {
        Op::StrLen => length_at(terms, terms.arg(t, 0), depth - 1),
        Op::StrIndexOf | Op::StrLastIndexOf | Op::StrIndexOfRe => {
            Bounds { lo: Some((-1).into()), hi: length_at(terms, terms.arg(t, 0), depth - 1).hi }
        }
        Op::Ite => arg(1).union(arg(2)),
        Op::Add if terms.args(t).len() <= MAX_WIDTH => {
            (0..terms.args(t).len()).map(arg).fold(Bounds::exactly(0), Bounds::plus)
        }
        Op::Neg => arg(0).scaled(&(-1).into()),
        Op::Mul => product(terms, t, depth),
        Op::Mod => match terms.int_value(terms.arg(t, 1)) {
            Some(k) if !k.is_zero() => Bounds::new(0, k.abs() - Int::ONE),
            _ => Bounds::default(),
        },
        Op::Div => match terms.int_value(terms.arg(t, 1)) {
            Some(k) if k.is_positive() => {
                let b = arg(0);
                Bounds { lo: b.lo.map(|n| n.div_floor(k)), hi: b.hi.map(|n| n.div_floor(k)) }
            }
            _ => Bounds::default(),
        },
        _ => shallow_int(op),
    }
}

fn shallow_int(op: Op) -> Bounds {
    match op {
        Op::StrLen | Op::Abs => Bounds::at_least(0),
        Op::StrIndexOf | Op::StrLastIndexOf | Op::StrIndexOfRe | Op::StrToInt => {
            Bounds::at_least(-1)
        }
        Op::StrToCode => Bounds::new(-1, MAX_CHAR),
        _ => Bounds::default(),
    }
}

fn product(terms: &Terms, t: Term, depth: u32) -> Bounds {
    let [a, b] = *terms.args(t) else { return Bounds::default() };
    if let Some(k) = terms.int_value(a) {
        return int_at(terms, b, depth - 1).scaled(k);
    }
    if a == b {
        return Bounds::at_least(0);
    }
    let nonneg = |t: Term| int_at(terms, t, depth - 1).lo.is_some_and(|lo| !lo.is_negative());
    if nonneg(a) && nonneg(b) { Bounds::at_least(0) } else { Bounds::default() }
}

fn length_at(terms: &Terms, s: Term, depth: u32) -> Bounds {
    if let Some(w) = terms.str_value(s) {
        return Bounds::exactly(w.len());
    }
    if depth == 0 {
        return Bounds::at_least(0);
    }
    let arg = |i: usize| length_at(terms, terms.arg(s, i), depth - 1);
    match terms.op(s) {
        Op::StrConcat if terms.args(s).len() <= MAX_WIDTH => {
            (0..terms.args(s).len()).map(arg).fold(Bounds::exactly(0), Bounds::plus)
        }
        Op::StrRev | Op::StrToLower | Op::StrToUpper | Op::StrUpdate => arg(0),
        Op::Ite => arg(1).union(arg(2)),
        Op::StrFromCode => Bounds::new(0, 1),
        Op::StrFromInt => from_int(int_at(terms, terms.arg(s, 0), depth - 1)),
        Op::StrAt => Bounds::new(0, 1),
        Op::StrSubstr => substr(terms, s, depth),
        Op::StrReplace => replaced(arg(0), arg(1), arg(2), false),
        Op::StrReplaceAll => replaced(arg(0), arg(1), arg(2), true),
        _ => Bounds::at_least(0),
    }
}

/// The number of digits; none for negative numbers.
fn from_int(n: Bounds) -> Bounds {
    let digits = |n: &Int| if n.is_negative() { 0 } else { n.to_string().len() };
    let lo = n.lo.map_or(0, |n| digits(&n));
    Bounds { lo: Some(lo.into()), hi: n.hi.map(|n| digits(&n).into()) }
}

/// `|substr(s, i, n)| = max(0, min(n, |s| - i))` for `i >= 0`, else 0.
fn substr(terms: &Terms, t: Term, depth: u32) -> Bounds {
    let whole = length_at(terms, terms.arg(t, 0), depth - 1);
    let start = int_at(terms, terms.arg(t, 1), depth - 1);
    let len = int_at(terms, terms.arg(t, 2), depth - 1);
    let clamp = |n: Int| n.max(Int::ZERO);
    let start_lo = start.lo.clone().map_or(Int::ZERO, clamp);
    let rest = whole.hi.map(|n| clamp(n - start_lo.clone()));
    let hi = match (rest, len.hi.map(clamp)) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    let lo = match (start, whole.lo, len.lo) {
        (Bounds { lo: Some(i), hi: Some(j) }, Some(w), Some(n)) if !i.is_negative() => {
            clamp(n.min(w - j))
        }
        _ => Int::ZERO,
    };
    Bounds { lo: Some(lo), hi }
}

/// One occurrence, or all of them, of a needle replaced.
fn replaced(whole: Bounds, needle: Bounds, by: Bounds, all: bool) -> Bounds {
    let longer = needle.hi.clone().zip(by.lo.clone()).is_some_and(|(n, b)| b >= n);
    let shorter = needle.lo.clone().zip(by.hi.clone()).is_some_and(|(n, b)| b <= n);
    let lo = if longer {
        whole.lo
    } else if all {
        None
    } else {
        // Either nothing happens or a needle goes and the replacement comes.
        whole.lo.zip(needle.hi).map(|(w, n)| (w - n).max(Int::ZERO))
    };
    let lo = lo.or(Some(Int::ZERO));
    let hi = if shorter {
        whole.hi
    } else if all {
        whole.hi.zip(by.hi).map(|(w, b)| &w * &b.max(Int::ONE))
    } else {
        whole.hi.zip(by.hi).map(|(w, b)| w + b)
    };
    Bounds { lo, hi }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    fn check(text: &str, lo: i64, hi: Option<i64>) {
        let (mut terms, t) = read(text);
        let len = terms.len_of(t);
        let b = int_bounds(&terms, len);
        assert_eq!((b.lo, b.hi), (Some(lo.into()), hi.map(Int::from)), "{text}");
    }

    #[test]
    fn lengths() {
        check("x", 0, None);
        check(r#"(str.++ "ab" x (str.at y i))"#, 2, None);
        check("(str.substr x i 3)", 0, Some(3));
        check(r#"(str.substr (str.++ "abcd" x) 1 2)"#, 2, Some(2));
        check(r#"(str.replace "abc" x "d")"#, 0, Some(4));
        check(r#"(str.replace "abc" "b" x)"#, 2, None);
        check(r#"(str.replace_all "abc" "b" "xy")"#, 3, Some(6));
        check(r#"(str.from_int (mod i 1000))"#, 1, Some(3));
        check(r#"(ite a "x" "yzw")"#, 1, Some(3));
    }
}
