//! Integer expressions.

use super::boolean::Bool;
use super::node::{Expr, Head};
use super::sorted::{apply, operator, sorted};
use super::string::Str;
use base::Int as Integer;
use terms::{Op, Sort};

sorted! {
    /// An integer expression; integers have no bounds.
    ///
    /// ```
    /// use stringent::expr::Int;
    /// use stringent::{Solver, Verdict};
    /// let (x, y) = (Int::var("x"), Int::var("y"));
    /// assert_eq!((x.abs() - 7).to_string(), "(- (abs x) 7)");
    /// let mut solver = Solver::default();
    /// solver.assert((2 * &x + &y).equals(7) & y.gt(&x) & x.ge(1))?;
    /// assert_eq!(solver.check(), Verdict::Sat);
    /// let (x, y) = (solver.value(&x)?.unwrap(), solver.value(&y)?.unwrap());
    /// assert!(matches!((x.to_i64(), y.to_i64()), (Some(1), Some(5)) | (Some(2), Some(3))));
    /// # Ok::<(), stringent::Error>(())
    /// ```
    Int, Sort::Int, Integer, |v| v.as_int().cloned()
}

operator!(Int, Add, add, Op::Add, i64);
operator!(Int, Sub, sub, Op::Sub, i64);
operator!(Int, Mul, mul, Op::Mul, i64);

macro_rules! literals {
    ($($plain:ty),*) => {
        $(impl From<$plain> for Int {
            fn from(n: $plain) -> Int {
                Int(Expr::leaf(Head::Int(n.into())))
            }
        })*
    };
}

literals!(i32, i64, u32, Integer);

impl std::ops::Neg for Int {
    type Output = Int;
    fn neg(self) -> Int {
        -&self
    }
}

impl std::ops::Neg for &Int {
    type Output = Int;
    fn neg(self) -> Int {
        apply(Op::Neg, [&self.0]).into()
    }
}

impl Int {
    fn binary<T: From<Expr>>(&self, op: Op, other: impl Into<Int>) -> T {
        apply(op, [&self.0, &other.into().0]).into()
    }

    /// `self < other`
    pub fn lt(&self, other: impl Into<Int>) -> Bool {
        self.binary(Op::Lt, other)
    }

    /// `self <= other`
    pub fn le(&self, other: impl Into<Int>) -> Bool {
        self.binary(Op::Le, other)
    }

    /// `self > other`
    pub fn gt(&self, other: impl Into<Int>) -> Bool {
        self.binary(Op::Gt, other)
    }

    /// `self >= other`
    pub fn ge(&self, other: impl Into<Int>) -> Bool {
        self.binary(Op::Ge, other)
    }

    /// The Euclidean quotient; by 0 it is any number, but the same for the same dividend.
    pub fn div(&self, other: impl Into<Int>) -> Int {
        self.binary(Op::Div, other)
    }

    /// The Euclidean remainder, never negative; by 0 it is any number.
    pub fn rem(&self, other: impl Into<Int>) -> Int {
        self.binary(Op::Mod, other)
    }

    /// The absolute value.
    pub fn abs(&self) -> Int {
        apply(Op::Abs, [&self.0]).into()
    }

    /// The decimal digits; empty if the number is negative.
    pub fn to_str(&self) -> Str {
        apply(Op::StrFromInt, [&self.0]).into()
    }

    /// The character with this code point, as a string; empty if there is none.
    pub fn to_char(&self) -> Str {
        apply(Op::StrFromCode, [&self.0]).into()
    }
}
