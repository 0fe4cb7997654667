//! What the types of expressions have in common: their values, and the code that is the same for each.

use super::node::Expr;
use terms::value::Value;
use terms::{Op, Term};

/// Something with a value in a model: an expression, or a [`Term`] of the very solver.
pub trait Valued {
    /// The Rust type of the values.
    type Value;

    /// What the solver makes its term of.
    fn source(&self) -> Source<'_>;

    /// The value in Rust; `None` if Rust's type cannot have it.
    fn read(value: Value) -> Option<Self::Value>;
}

/// What a solver makes a term of.
#[derive(Clone, Copy, Debug)]
pub enum Source<'e> {
    /// The tree of an expression.
    Expr(&'e Expr),
    /// The term itself.
    Term(Term),
}

impl Valued for Term {
    type Value = Value;

    fn source(&self) -> Source<'_> {
        Source::Term(*self)
    }

    fn read(value: Value) -> Option<Value> {
        Some(value)
    }
}

impl<T: Valued> Valued for &T {
    type Value = T::Value;

    fn source(&self) -> Source<'_> {
        T::source(self)
    }

    fn read(value: Value) -> Option<T::Value> {
        T::read(value)
    }
}

/// Defines the type of the expressions of a sort, with what all of them have.
macro_rules! sorted {
    ($(#[$doc:meta])* $name:ident, $sort:expr, $value:ty, $read:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name(pub(super) super::node::Expr);

        impl $name {
            /// A variable. Equal names are one variable within a solver; names are free, but those of
            /// the theory (`str.len`) are taken.
            pub fn var(name: impl Into<String>) -> $name {
                $name(super::node::Expr::var(name.into(), $sort))
            }

            /// Whether the two are equal.
            pub fn equals(&self, other: impl Into<$name>) -> super::boolean::Bool {
                super::sorted::apply(terms::Op::Eq, [&self.0, &other.into().0]).into()
            }

            /// Whether no two are equal.
            pub fn distinct(all: impl IntoIterator<Item = $name>) -> super::boolean::Bool {
                let all: Vec<super::node::Expr> = all.into_iter().map(|e| e.0).collect();
                match all.len() {
                    0 | 1 => true.into(),
                    _ => super::node::Expr::new(terms::Op::Distinct, all).into(),
                }
            }
        }

        impl From<super::node::Expr> for $name {
            fn from(expr: super::node::Expr) -> $name {
                $name(expr)
            }
        }

        impl From<&$name> for $name {
            fn from(expr: &$name) -> $name {
                expr.clone()
            }
        }

        /// As SMT-LIB, which [`Solver::parse`](crate::Solver::parse) reads.
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl super::sorted::Valued for $name {
            type Value = $value;

            fn source(&self) -> super::sorted::Source<'_> {
                super::sorted::Source::Expr(&self.0)
            }

            fn read(value: terms::value::Value) -> Option<$value> {
                let read: fn(terms::value::Value) -> Option<$value> = $read;
                read(value)
            }
        }
    };
}

/// Defines a binary operator for all mixtures of owned and borrowed operands, and for what converts into
/// the left one.
macro_rules! operator {
    ($type:ident, $trait:ident, $method:ident, $op:expr $(, $plain:ty)*) => {
        impl<T: Into<$type>> std::ops::$trait<T> for $type {
            type Output = $type;
            fn $method(self, other: T) -> $type {
                super::sorted::apply($op, [&self.0, &other.into().0]).into()
            }
        }

        impl<T: Into<$type>> std::ops::$trait<T> for &$type {
            type Output = $type;
            fn $method(self, other: T) -> $type {
                super::sorted::apply($op, [&self.0, &other.into().0]).into()
            }
        }

        $(
            impl std::ops::$trait<$type> for $plain {
                type Output = $type;
                fn $method(self, other: $type) -> $type {
                    std::ops::$trait::$method($type::from(self), other)
                }
            }

            impl std::ops::$trait<&$type> for $plain {
                type Output = $type;
                fn $method(self, other: &$type) -> $type {
                    std::ops::$trait::$method($type::from(self), other)
                }
            }
        )*
    };
}

pub(super) use {operator, sorted};

/// An operator on arguments of the right sorts, which the typed methods see to.
pub(super) fn apply<const N: usize>(op: Op, args: [&Expr; N]) -> Expr {
    Expr::new(op, args.map(Expr::clone).to_vec())
}
