//! Expressions as SMT-LIB text.
//!
//! The printer prints terms, so an expression becomes one in a store of its own, without a solver: what no solver would
//! take has a text as well.

use super::node::{Expr, Head, check_alphabet};
use base::FxHashMap;
use smtlib::printer::{self, Spellings};
use std::convert::Infallible;
use std::fmt;
use terms::{Sort, Term, Terms};

/// The store, and what is in it under a name.
#[derive(Default)]
struct Store {
    terms: Terms,
    vars: FxHashMap<(String, Sort), Term>,
    /// Literals that are not in the theory, as functions of this spelling.
    spellings: Spellings,
}

impl Store {
    fn node(&mut self, head: &Head, args: &[Term]) -> Term {
        match head {
            Head::Op(op) => self.terms.mk(*op, args),
            Head::Int(n) => self.terms.int(n.clone()),
            Head::Str(word) if check_alphabet(word).is_ok() => self.terms.string(word),
            Head::Str(word) => {
                let mut text = String::new();
                smtlib::write_string(&mut text, word);
                let fun = self.terms.declare("", &[], Sort::String);
                self.spellings.insert(fun, text);
                self.terms.constant(fun)
            }
            Head::Var(name, sort) => {
                let terms = &mut self.terms;
                *self.vars.entry((name.clone(), *sort)).or_insert_with(|| {
                    let fun = terms.declare(name, &[], *sort);
                    terms.constant(fun)
                })
            }
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut store = Store::default();
        let Ok(term) = self.fold(|head, args| Ok::<_, Infallible>(store.node(head, args)));
        f.write_str(&printer::shared_term_with(&store.terms, term, &store.spellings))
    }
}
