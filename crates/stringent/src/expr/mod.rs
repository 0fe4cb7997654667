//! Formulas as Rust values: typed, without a store, and ill-sorted ones do not compile.
//!
//! A [`Term`](crate::Term) belongs to the store that made it, so building one needs the solver at hand, and one of another
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
//! * [`Seq`]: sequences of Booleans, integers, strings or sequences; `+` is concatenation.
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
pub(crate) mod elements;
mod integer;
pub(crate) mod node;
mod pattern;
mod regex;
mod sequence;
mod signature;
mod sorted;
pub(crate) mod store;
mod string;

pub use any::{Any, View};
pub use boolean::Bool;
pub use display::script;
pub use elements::{element_sort, sequences_of};
pub use integer::Int;
pub use node::Function;
pub use regex::Regex;
pub use sequence::{Element, Seq};
pub use sorted::{Source, Valued};
pub use string::Str;

#[cfg(test)]
mod tests;
