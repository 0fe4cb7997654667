//! Formulas as Rust values: typed, without a store, and ill-sorted ones do not compile.
//!
//! A [`Term`] belongs to the store that made it, so building one needs the solver at hand, and one of another
//! solver means something else there. Expressions are trees of their own instead: they can be built
//! anywhere, kept, cloned cheaply (subtrees are shared), sent to other threads and asserted in several
//! solvers. Only when a solver is given one are its terms made and its variables declared.
//!
//! ```
//! use stringent::expr::{Regex, Str};
//! use stringent::{Solver, Verdict};
//! let (user, line) = (Str::var("user"), Str::var("line"));
//! let mut solver = Solver::default();
//! solver.assert(line.equals("name=" + &user + ";role=guest"))?;
//! solver.assert(line.contains(";role=admin;") & user.len().le(20))?;
//! assert_eq!(solver.check(), Verdict::Sat);
//! assert_eq!(solver.value(&user)?.as_deref(), Some(";role=admin"));
//! // A sanitizer mends it.
//! solver.assert(user.matches(Regex::pattern("[a-z]*")?))?;
//! assert_eq!(solver.check(), Verdict::Unsat);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`Bool`]: `&`, `|`, `^`, `!`, [`implies`](Bool::implies), [`choose`](Bool::choose).
//! * [`Int`]: `+`, `-`, `*`, comparisons.
//! * [`Str`]: `+` is concatenation; searching, replacing, comparing, converting.
//! * [`Regex`]: `+`, `|`, `&`, `-`, `!`, repetitions; from [patterns](Regex::pattern).
//! * [`Any`]: one of these, to be told at run time.
//!
//! Wherever a string is expected, a `&str` will do, and likewise for numbers and Booleans.
//!
//! They are displayed as SMT-LIB, in which parts that occur more than once are named:
//!
//! ```
//! use stringent::expr::{Int, Str};
//! let (x, n) = (Str::var("x"), Int::var("a number"));
//! let twice = &x + &x + "\"é";
//! assert_eq!(twice.to_string(), r#"(str.++ (str.++ x x) """\u{e9}")"#);
//! assert_eq!((-&n).le(2).to_string(), "(<= (- |a number|) 2)");
//! let part = twice.substr(0, &n);
//! let both = part.equals(&twice) & part.contains("a");
//! assert_eq!(
//!     both.to_string(),
//!     "(let ((.0 (str.++ (str.++ x x) \"\"\"\\u{e9}\"))) (let ((.1 (str.substr .0 0 |a number|))) \
//!      (and (= .1 .0) (str.contains .1 \"a\"))))"
//! );
//! ```

mod any;
mod boolean;
mod display;
mod integer;
pub(crate) mod node;
mod pattern;
mod regex;
pub(crate) mod store;
mod string;

pub use any::{Any, View};
pub use boolean::Bool;
pub use display::script;
pub use integer::Int;
pub use node::Function;
pub use regex::Regex;
pub use string::Str;

use crate::solver::Solver;
use node::Expr;
use smtlib::Error;
use terms::value::Value;
use terms::{Op, Term};

/// Something with a value in a model: an expression, or a [`Term`] of the very solver.
pub trait Valued {
    /// The Rust type of the values.
    type Value;

    /// The term for it; declares what is not declared yet.
    ///
    /// # Errors
    /// If a variable's name has another meaning, or a literal has a character beyond U+2FFFF.
    fn term(&self, solver: &mut Solver) -> Result<Term, Error>;

    /// The value in Rust; `None` if Rust's type cannot have it.
    fn read(value: Value) -> Option<Self::Value>;
}

impl Valued for Term {
    type Value = Value;

    fn term(&self, _: &mut Solver) -> Result<Term, Error> {
        Ok(*self)
    }

    fn read(value: Value) -> Option<Value> {
        Some(value)
    }
}

impl<T: Valued> Valued for &T {
    type Value = T::Value;

    fn term(&self, solver: &mut Solver) -> Result<Term, Error> {
        T::term(self, solver)
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
            pub fn equals(&self, other: impl Into<$name>) -> super::Bool {
                super::apply(terms::Op::Eq, [&self.0, &other.into().0]).into()
            }

            /// Whether no two are equal.
            pub fn distinct(all: impl IntoIterator<Item = $name>) -> super::Bool {
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

        impl super::Valued for $name {
            type Value = $value;

            fn term(&self, solver: &mut crate::Solver) -> Result<terms::Term, smtlib::Error> {
                solver.intern(&self.0)
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
                super::apply($op, [&self.0, &other.into().0]).into()
            }
        }

        impl<T: Into<$type>> std::ops::$trait<T> for &$type {
            type Output = $type;
            fn $method(self, other: T) -> $type {
                super::apply($op, [&self.0, &other.into().0]).into()
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

use {operator, sorted};

/// An operator on arguments of the right sorts, which the typed methods see to.
fn apply<const N: usize>(op: Op, args: [&Expr; N]) -> Expr {
    Expr::new(op, args.map(Expr::clone).to_vec())
}

#[cfg(test)]
mod tests;
