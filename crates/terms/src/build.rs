//! Short constructors for what the solver itself writes.
//!
//! They fold only what is trivially foldable (an empty conjunction, a double negation, a sum of no
//! terms), so that callers need no special cases; real simplification is `rewrite`'s.

use crate::op::Op;
use crate::store::{Term, Terms};
use base::Int;

impl Terms {
    /// `true`
    pub fn tt(&mut self) -> Term {
        self.mk(Op::True, &[])
    }

    /// `false`
    pub fn ff(&mut self) -> Term {
        self.mk(Op::False, &[])
    }

    /// A Boolean constant.
    pub fn bool(&mut self, b: bool) -> Term {
        if b { self.tt() } else { self.ff() }
    }

    /// The negation, without doubling.
    pub fn not(&mut self, t: Term) -> Term {
        match self.op(t) {
            Op::Not => self.arg(t, 0),
            Op::True => self.ff(),
            Op::False => self.tt(),
            _ => self.mk(Op::Not, &[t]),
        }
    }

    /// The conjunction.
    pub fn and(&mut self, ts: &[Term]) -> Term {
        match ts {
            [] => self.tt(),
            [t] => *t,
            _ => self.mk(Op::And, ts),
        }
    }

    /// The disjunction.
    pub fn or(&mut self, ts: &[Term]) -> Term {
        match ts {
            [] => self.ff(),
            [t] => *t,
            _ => self.mk(Op::Or, ts),
        }
    }

    /// `a => b`
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let na = self.not(a);
        self.or(&[na, b])
    }

    /// `a = b`, with the smaller id first so that one atom serves both directions.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.tt();
        }
        self.mk(Op::Eq, &[a.min(b), a.max(b)])
    }

    /// `a <= b` over integers.
    pub fn le(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::Le, &[a, b])
    }

    /// `a < b` over integers.
    pub fn lt(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::Lt, &[a, b])
    }

    /// `a >= b` over integers.
    pub fn ge(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::Ge, &[a, b])
    }

    /// The sum.
    pub fn add(&mut self, ts: &[Term]) -> Term {
        match ts {
            [] => self.int(0),
            [t] => *t,
            _ => self.mk(Op::Add, ts),
        }
    }

    /// `a - b`
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::Sub, &[a, b])
    }

    /// `k * t`
    pub fn scale(&mut self, k: impl Into<Int>, t: Term) -> Term {
        let k: Int = k.into();
        if k.is_one() {
            return t;
        }
        let k = self.int(k);
        self.mk(Op::Mul, &[k, t])
    }

    /// `(str.len s)`
    pub fn len_of(&mut self, s: Term) -> Term {
        self.mk(Op::StrLen, &[s])
    }

    /// The concatenation.
    pub fn concat(&mut self, ts: &[Term]) -> Term {
        match ts {
            [] => self.string(&[]),
            [t] => *t,
            _ => self.mk(Op::StrConcat, ts),
        }
    }

    /// A string constant from Rust text; characters beyond the alphabet become U+FFFD.
    pub fn text(&mut self, s: &str) -> Term {
        let in_range =
            |c: char| if u32::from(c) <= crate::sort::MAX_CHAR { c.into() } else { 0xFFFD };
        let chars: Vec<u32> = s.chars().map(in_range).collect();
        self.string(&chars)
    }

    /// `(str.in_re s r)`
    pub fn in_re(&mut self, s: Term, r: Term) -> Term {
        self.mk(Op::StrInRe, &[s, r])
    }

    /// `(ite c a b)`
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        self.mk(Op::Ite, &[c, a, b])
    }
}
