//! Constant bounds of integer terms and of the lengths of strings.

use base::Int;
use terms::op::{BitOp, Range};
use terms::{Op, Sort, Term, Terms};

/// An interval; `None` is no bound.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// The value is at least this.
    pub lo: Option<Int>,
    /// The value is at most this.
    pub hi: Option<Int>,
}

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
    let effort = terms.effort();
    Look { terms, left: effort.bound_terms }.int(t, effort.bound_depth)
}

/// Constant bounds of the length of the string term `s`; the lower one is always there.
pub fn length_bounds(terms: &Terms, s: Term) -> Bounds {
    let effort = terms.effort();
    let b = Look { terms, left: effort.bound_terms }.length(s, effort.bound_depth);
    Bounds { lo: b.lo.or(Some(Int::ZERO)), hi: b.hi }
}

struct Look<'a> {
    terms: &'a Terms,
    left: u32,
}

impl Look<'_> {
    /// Whether structure may still be looked at.
    fn goes_on(&mut self, depth: u32) -> bool {
        self.left = self.left.saturating_sub(1);
        depth > 0 && self.left > 0
    }

    /// The numbers that a bit-vector can be.
    fn number(&self, a: Term) -> Bounds {
        match self.terms.sort(a) {
            Sort::BitVec(width) => Bounds::new(0, Int::from(2).pow(width) - Int::ONE),
            _ => Bounds::default(),
        }
    }

    fn int(&mut self, t: Term, depth: u32) -> Bounds {
        if let Some(n) = self.terms.int_value(t) {
            return Bounds::exactly(n.clone());
        }
        let op = self.terms.op(t);
        if !self.goes_on(depth) {
            return shallow(op);
        }
        let args = self.terms.args(t);
        let depth = depth - 1;
        match op {
            Op::StrLen => self.length(args[0], depth),
            Op::Bits(BitOp::ToInt) => self.number(args[0]),
            Op::StrToInt => {
                let most = self.terms.effort().bound_digits;
                to_int(&self.length(args[0], depth), most)
            }
            Op::Ite => self.int(args[1], depth).union(self.int(args[2], depth)),
            Op::Add => {
                args.iter().map(|&a| self.int(a, depth)).fold(Bounds::exactly(0), Bounds::plus)
            }
            Op::Neg => self.int(args[0], depth).scaled(&(-1).into()),
            Op::Mul => self.product(args, depth),
            Op::Mod => match self.terms.int_value(args[1]) {
                Some(k) if !k.is_zero() => Bounds::new(0, k.abs() - Int::ONE),
                _ => Bounds::default(),
            },
            Op::Div => match self.terms.int_value(args[1]) {
                Some(k) if k.is_positive() => {
                    let b = self.int(args[0], depth);
                    Bounds { lo: b.lo.map(|n| n.div_floor(k)), hi: b.hi.map(|n| n.div_floor(k)) }
                }
                _ => Bounds::default(),
            },
            _ => self.by_range(t, depth),
        }
    }

    fn product(&mut self, args: &[Term], depth: u32) -> Bounds {
        let &[a, b] = args else { return Bounds::default() };
        if let Some(k) = self.terms.int_value(a) {
            return self.int(b, depth).scaled(k);
        }
        let mut nonneg = |t: Term| self.int(t, depth).lo.is_some_and(|lo| !lo.is_negative());
        if a == b || (nonneg(a) && nonneg(b)) { Bounds::at_least(0) } else { Bounds::default() }
    }

    fn length(&mut self, s: Term, depth: u32) -> Bounds {
        if let Some(w) = self.terms.str_value(s) {
            return Bounds::exactly(w.len());
        }
        if !self.goes_on(depth) {
            return Bounds::at_least(0);
        }
        let args = self.terms.args(s);
        let depth = depth - 1;
        match self.terms.op(s) {
            Op::StrConcat => {
                args.iter().map(|&a| self.length(a, depth)).fold(Bounds::exactly(0), Bounds::plus)
            }
            Op::Ite => {
                // Tables are long chains of choices.
                let (mut all, mut rest) = (self.length(args[1], depth), args[2]);
                while self.terms.op(rest) == Op::Ite && self.goes_on(1) {
                    all = all.union(self.length(self.terms.arg(rest, 1), depth));
                    rest = self.terms.arg(rest, 2);
                }
                all.union(self.length(rest, depth))
            }
            Op::StrFromInt => from_int(self.int(args[0], depth)),
            Op::StrSubstr => substr(
                self.length(args[0], depth),
                self.int(args[1], depth),
                self.int(args[2], depth),
            ),
            op @ (Op::StrReplace | Op::StrReplaceAll) => {
                let [whole, needle, by] = [0, 1, 2].map(|i| self.length(args[i], depth));
                replaced(whole, needle, by, op == Op::StrReplaceAll)
            }
            _ => {
                let known = self.by_range(s, depth);
                Bounds { lo: known.lo.or(Some(Int::ZERO)), ..known }
            }
        }
    }

    /// What the table of operators says about the value or the length of `t`.
    fn by_range(&mut self, t: Term, depth: u32) -> Bounds {
        let op = self.terms.op(t);
        match op.row().range {
            Range::Same(i) => self.length(self.terms.arg(t, i), depth),
            Range::UpTo(lo, i) => {
                Bounds { lo: Some(lo.into()), hi: self.length(self.terms.arg(t, i), depth).hi }
            }
            Range::Any | Range::AtLeast(_) | Range::Within(..) => shallow(op),
        }
    }
}

/// What is known of the value or the length without a look at the arguments.
fn shallow(op: Op) -> Bounds {
    match op.row().range {
        Range::Any | Range::Same(_) => Bounds::default(),
        Range::AtLeast(lo) | Range::UpTo(lo, _) => Bounds::at_least(lo),
        Range::Within(lo, hi) => Bounds::new(lo, hi),
    }
}

/// What so many digits can say, up to `most` of them.
fn to_int(length: &Bounds, most: usize) -> Bounds {
    let digits = length.hi.as_ref().and_then(Int::to_usize).filter(|&n| n <= most);
    let hi = digits.map(|n| Int::from(10).pow(base::id32(n)) - Int::ONE);
    Bounds { lo: Some((-1).into()), hi }
}

/// The number of digits; none for negative numbers.
fn from_int(n: Bounds) -> Bounds {
    let digits = |n: &Int| if n.is_negative() { 0 } else { n.to_string().len() };
    let lo = n.lo.map_or(0, |n| digits(&n));
    Bounds { lo: Some(lo.into()), hi: n.hi.map(|n| digits(&n).into()) }
}

/// `|substr(s, i, n)| = max(0, min(n, |s| - i))` for `i >= 0`, else 0.
fn substr(whole: Bounds, start: Bounds, len: Bounds) -> Bounds {
    let clamp = |n: Int| n.max(Int::ZERO);
    let start_lo = start.lo.clone().map_or(Int::ZERO, clamp);
    let rest = whole.hi.map(|n| clamp(n - start_lo));
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
    use crate::text::read;

    fn check(text: &str, lo: i64, hi: Option<i64>) {
        let (mut terms, read) = read(&[text]);
        let len = terms.len_of(read[0]);
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
        check("(str.from_int (str.to_int (str.at x i)))", 0, Some(1));
    }
}
