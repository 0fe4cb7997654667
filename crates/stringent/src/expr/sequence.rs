//! Sequences of a sort that Rust's types tell.

use super::any::Any;
use super::boolean::Bool;
use super::elements::{sequences_of, unit};
use super::integer::Int;
use super::node::Expr;
use super::sorted::{Source, Valued, apply};
use super::string::Str;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Add;
use terms::value::Value;
use terms::{Op, Sort};

/// What sequences have elements of.
pub trait Element: Valued + From<Expr> {
    /// Its sort.
    fn sort() -> Sort;
    /// Its tree.
    fn into_expr(self) -> Expr;
}

macro_rules! element {
    ($($type:ident $sort:expr),*) => {
        $(impl Element for $type {
            fn sort() -> Sort {
                $sort
            }
            fn into_expr(self) -> Expr {
                self.0
            }
        })*
    };
}

element!(Bool Sort::Bool, Int Sort::Int, Str Sort::String);

/// A finite sequence; positions count from 0. Sequences of bit-vectors are made as [`Any`].
///
/// ```
/// use stringent::expr::{Int, Seq};
/// use stringent::{Solver, Verdict};
/// let (log, n) = (Seq::<Int>::var("log"), Int::var("n"));
/// let mut solver = Solver::default();
/// solver.assert((&log + Seq::unit(n.clone())).equals(Seq::from([3.into(), 1.into(), 2.into()])))?;
/// assert_eq!(solver.check(), Verdict::Sat);
/// assert_eq!((solver.value(&log)?, solver.value(&n)?), (Some(vec![3.into(), 1.into()]), Some(2.into())));
/// solver.assert(log.nth(0).lt(log.nth(1)))?;
/// assert_eq!(solver.check(), Verdict::Unsat);
/// # Ok::<(), stringent::Error>(())
/// ```
pub struct Seq<T>(Expr, PhantomData<fn() -> T>);

impl<T> From<Expr> for Seq<T> {
    fn from(expr: Expr) -> Seq<T> {
        Seq(expr, PhantomData)
    }
}

impl<T> From<&Seq<T>> for Seq<T> {
    fn from(expr: &Seq<T>) -> Seq<T> {
        expr.clone()
    }
}

impl<T> Clone for Seq<T> {
    fn clone(&self) -> Seq<T> {
        self.0.clone().into()
    }
}

impl<T> fmt::Debug for Seq<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// As SMT-LIB, which [`Solver::parse`](crate::Solver::parse) reads.
impl<T> fmt::Display for Seq<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T> From<Seq<T>> for Any {
    fn from(seq: Seq<T>) -> Any {
        Any::new(seq.0)
    }
}

impl<T: Element> Element for Seq<T> {
    fn sort() -> Sort {
        sequences_of(T::sort()).expect("types are not nested as deep as that")
    }

    fn into_expr(self) -> Expr {
        self.0
    }
}

impl<T: Element> Valued for Seq<T> {
    type Value = Vec<T::Value>;

    fn source(&self) -> Source<'_> {
        Source::Expr(&self.0)
    }

    fn read(value: Value) -> Option<Vec<T::Value>> {
        match value {
            Value::Seq(_, elements) => elements.iter().map(T::read).collect(),
            _ => None,
        }
    }
}

impl<T: Element> FromIterator<T> for Seq<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Seq<T> {
        let mut units: Vec<Expr> = elements.into_iter().map(|e| Seq::<T>::unit(e).0).collect();
        match units.len() {
            0 => Seq::empty(),
            1 => units.swap_remove(0).into(),
            _ => Expr::new(Op::StrConcat, units).into(),
        }
    }
}

impl<T: Element, const N: usize> From<[T; N]> for Seq<T> {
    fn from(elements: [T; N]) -> Seq<T> {
        elements.into_iter().collect()
    }
}

impl<T: Element, S: Into<Seq<T>>> Add<S> for Seq<T> {
    type Output = Seq<T>;
    fn add(self, other: S) -> Seq<T> {
        self.binary(Op::StrConcat, other)
    }
}

impl<T: Element, S: Into<Seq<T>>> Add<S> for &Seq<T> {
    type Output = Seq<T>;
    fn add(self, other: S) -> Seq<T> {
        self.binary(Op::StrConcat, other)
    }
}

impl<T: Element> Seq<T> {
    /// A variable. Equal names are one variable within a solver.
    pub fn var(name: impl Into<String>) -> Seq<T> {
        Expr::var(name.into(), Self::sort()).into()
    }

    /// The sequence without elements.
    pub fn empty() -> Seq<T> {
        let empty = Any::constant("seq.empty", Self::sort()).expect("this is a sort of sequences");
        empty.expr.into()
    }

    /// The sequence of one element.
    pub fn unit(element: impl Into<T>) -> Seq<T> {
        let op = unit(T::sort()).expect("there are sequences of this sort");
        Expr::new(op, vec![element.into().into_expr()]).into()
    }

    fn binary<U: From<Expr>>(&self, op: Op, other: impl Into<Seq<T>>) -> U {
        apply(op, [&self.0, &other.into().0]).into()
    }

    /// Whether the two are equal.
    pub fn equals(&self, other: impl Into<Seq<T>>) -> Bool {
        self.binary(Op::Eq, other)
    }

    /// How many elements there are.
    pub fn len(&self) -> Int {
        apply(Op::StrLen, [&self.0]).into()
    }

    /// The element at a position; outside any value, the same for equal sequences and positions.
    pub fn nth(&self, i: impl Into<Int>) -> T {
        apply(Op::SeqNth, [&self.0, &i.into().0]).into()
    }

    /// The sequence of the element at a position; empty outside.
    pub fn at(&self, i: impl Into<Int>) -> Seq<T> {
        apply(Op::StrAt, [&self.0, &i.into().0]).into()
    }

    /// At most `len` elements from a position on; empty outside.
    pub fn slice(&self, start: impl Into<Int>, len: impl Into<Int>) -> Seq<T> {
        apply(Op::StrSubstr, [&self.0, &start.into().0, &len.into().0]).into()
    }

    /// Whether another one is a part in one piece.
    pub fn contains(&self, part: impl Into<Seq<T>>) -> Bool {
        self.binary(Op::StrContains, part)
    }

    /// Whether it begins with another one.
    pub fn starts_with(&self, prefix: impl Into<Seq<T>>) -> Bool {
        apply(Op::StrPrefixOf, [&prefix.into().0, &self.0]).into()
    }

    /// Whether it ends with another one.
    pub fn ends_with(&self, suffix: impl Into<Seq<T>>) -> Bool {
        apply(Op::StrSuffixOf, [&suffix.into().0, &self.0]).into()
    }

    /// Where another one first occurs at or after a position; -1 if nowhere.
    pub fn index_of(&self, part: impl Into<Seq<T>>, start: impl Into<Int>) -> Int {
        apply(Op::StrIndexOf, [&self.0, &part.into().0, &start.into().0]).into()
    }

    /// With the first occurrence replaced; an empty one occurs at the start.
    pub fn replace(&self, from: impl Into<Seq<T>>, to: impl Into<Seq<T>>) -> Seq<T> {
        apply(Op::StrReplace, [&self.0, &from.into().0, &to.into().0]).into()
    }

    /// The other way round.
    pub fn rev(&self) -> Seq<T> {
        apply(Op::StrRev, [&self.0]).into()
    }
}
