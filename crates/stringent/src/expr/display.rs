//! Expressions as SMT-LIB text.
//!
//! The printer prints terms, so an expression becomes one in a store of its own, without a solver: what no solver would
//! take has a text as well.

use super::any::Any;
use super::node::Expr;
use super::store::Store;
use smtlib::printer;
use std::fmt::{self, Write};
use terms::Term;

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut store = Store::default();
        let term = store.intern(self);
        f.write_str(&printer::shared_term_with(&store.terms, term, &store.spellings))
    }
}

/// The expressions as assertions of a script that declares what they mention and does not check.
///
/// ```
/// use stringent::expr::{Str, script};
/// let text = script(&[Str::var("x").contains("a").into()]);
/// assert_eq!(text, "(declare-fun x () String)\n(assert (str.contains x \"a\"))\n");
/// ```
pub fn script(assertions: &[Any]) -> String {
    let mut store = Store::default();
    let terms: Vec<Term> = assertions.iter().map(|a| store.intern(&a.expr)).collect();
    let mut out = String::new();
    for &fun in &store.declared {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", printer::declaration(&store.terms, fun, &store.spellings));
    }
    for term in terms {
        let text = printer::shared_term_with(&store.terms, term, &store.spellings);
        let _ = writeln!(out, "(assert {text})");
    }
    out
}
