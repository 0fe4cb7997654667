//! Expressions as terms of a store without a solver, for what is printed or evaluated apart from one.

use super::elements::{op_into, sort_into};
use super::node::{Expr, Function, Head, check_alphabet};
use base::FxHashMap;
use smtlib::printer::Spellings;
use std::convert::Infallible;
use std::sync::Arc;
use terms::{Fun, Op, Sort, Term, Terms};

/// A store, and what is in it under a name. What no solver would take has a term as well.
#[derive(Debug, Default)]
pub(crate) struct Store {
    pub(crate) terms: Terms,
    vars: FxHashMap<(String, Sort), Fun>,
    functions: FxHashMap<Arc<Function>, Fun>,
    /// Literals that are not in the theory, as functions of this spelling.
    pub(crate) spellings: Spellings,
    /// The functions and constants, oldest first.
    pub(crate) declared: Vec<Fun>,
}

impl Store {
    /// The term for an expression.
    pub(crate) fn intern(&mut self, expr: &Expr) -> Term {
        let Ok(term) = expr.fold(|head, args| Ok::<_, Infallible>(self.node(head, args)));
        term
    }

    fn node(&mut self, head: &Head, args: &[Term]) -> Term {
        match head {
            Head::Op(op) => {
                let op = op_into(&mut self.terms, *op);
                self.terms.mk(op, args)
            }
            Head::Int(n) => self.terms.int(n.clone()),
            Head::Bits(width, n) => self.terms.bits(*width, n),
            Head::Str(word) if check_alphabet(word).is_ok() => self.terms.string(word),
            Head::Str(word) => self.foreign(word),
            Head::Var(name, sort) => {
                let fun = self.variable(name, *sort);
                self.terms.constant(fun)
            }
            Head::Call(function) => {
                let fun = self.function(function);
                self.terms.mk(Op::Apply(fun), args)
            }
        }
    }

    fn foreign(&mut self, word: &[u32]) -> Term {
        let mut text = String::new();
        smtlib::write_string(&mut text, word);
        let fun = self.terms.declare("", &[], Sort::String);
        self.spellings.insert(fun, text);
        self.terms.constant(fun)
    }

    /// The constant with this name and sort.
    pub(crate) fn variable(&mut self, name: &str, sort: Sort) -> Fun {
        let Store { terms, vars, declared, .. } = self;
        *vars.entry((name.to_owned(), sort)).or_insert_with(|| {
            let sort = sort_into(terms, sort);
            let fun = terms.declare(name, &[], sort);
            declared.push(fun);
            fun
        })
    }

    /// Whether the constant is there.
    pub(crate) fn has_variable(&self, name: &str, sort: Sort) -> bool {
        self.vars.contains_key(&(name.to_owned(), sort))
    }

    pub(crate) fn function(&mut self, function: &Arc<Function>) -> Fun {
        let Store { terms, functions, declared, .. } = self;
        *functions.entry(function.clone()).or_insert_with(|| {
            let params: Vec<Sort> =
                function.params.iter().map(|&sort| sort_into(terms, sort)).collect();
            let ret = sort_into(terms, function.ret);
            let fun = terms.declare(&function.name, &params, ret);
            declared.push(fun);
            fun
        })
    }
}
