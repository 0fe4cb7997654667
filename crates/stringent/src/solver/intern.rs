//! Expressions as terms of a solver's store.

use super::{Solver, error};
use crate::expr::node::{Expr, Head, check_alphabet};
use smtlib::{Error, ErrorKind, printer};
use terms::{Op, Sort, Term};

impl Solver {
    /// The term for an expression.
    pub(crate) fn intern(&mut self, expr: &Expr) -> Result<Term, Error> {
        expr.fold(|head, args| self.node(head, args))
    }

    fn node(&mut self, head: &Head, args: &[Term]) -> Result<Term, Error> {
        let terms = &mut self.session.terms;
        Ok(match head {
            Head::Op(op) => terms.mk(*op, args),
            Head::Int(n) => terms.int(n.clone()),
            Head::Str(word) => {
                check_alphabet(word).map_err(error)?;
                terms.string(word)
            }
            Head::Var(name, sort) => return self.variable(name, *sort),
        })
    }

    /// The constant with this name; declared now if it is not yet.
    fn variable(&mut self, name: &str, sort: Sort) -> Result<Term, Error> {
        if name.contains(['|', '\\']) {
            let message = format!("`{name}` is no name: it must not contain | or \\");
            return Err(error(ErrorKind::IllSorted(message)));
        }
        let known = self.context.parse_term(&printer::symbol(name), &mut self.session.terms).ok();
        let terms = &self.session.terms;
        let fits = |&t: &Term| matches!(terms.op(t), Op::Apply(_)) && terms.sort(t) == sort;
        match known.filter(fits) {
            Some(term) => Ok(term),
            None => self.constant(name, sort),
        }
    }
}
