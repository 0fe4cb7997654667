//! Expressions as terms of a solver's store, and back.

use super::{Solver, error};
use crate::expr::elements::{is_expressible, op_from, op_into, sort_from, sort_into};
use crate::expr::node::{Expr, Head, check_alphabet};
use crate::expr::{Any, Function, Source, Valued};
use base::FxHashMap;
use smtlib::{Error, ErrorKind};
use std::sync::Arc;
use terms::value::Value;
use terms::{Fun, FunDecl, Op, Sort, Term, Terms};

impl Solver {
    /// The term for an expression; declares what is not declared yet.
    pub(crate) fn term(&mut self, valued: &impl Valued) -> Result<Term, Error> {
        match valued.source() {
            Source::Expr(expr) => self.intern(expr),
            Source::Term(term) => Ok(term),
        }
    }

    fn intern(&mut self, expr: &Expr) -> Result<Term, Error> {
        expr.fold(|head, args| self.node(head, args))
    }

    fn node(&mut self, head: &Head, args: &[Term]) -> Result<Term, Error> {
        let terms = &mut self.session.terms;
        Ok(match head {
            Head::Op(op) => {
                let op = op_into(terms, *op);
                terms.mk(op, args)
            }
            Head::Int(n) => terms.int(n.clone()),
            Head::Bits(width, n) => terms.bits(*width, n),
            Head::Str(word) => {
                check_alphabet(word).map_err(error)?;
                terms.string(word)
            }
            Head::Var(name, sort) => {
                let fun = self.function(name, &[], *sort)?;
                self.session.terms.constant(fun)
            }
            Head::Call(function) => {
                let fun = self.function(&function.name, &function.params, function.ret)?;
                self.session.terms.mk(Op::Apply(fun), args)
            }
        })
    }

    /// The function or constant with this name; declared now if it is not yet.
    fn function(&mut self, name: &str, params: &[Sort], ret: Sort) -> Result<Fun, Error> {
        if name.contains(['|', '\\']) {
            let message = format!("`{name}` is no name: it must not contain | or \\");
            return Err(error(ErrorKind::IllSorted(message)));
        }
        let terms = &mut self.session.terms;
        let params: Vec<Sort> = params.iter().map(|&sort| sort_into(terms, sort)).collect();
        let ret = sort_into(terms, ret);
        let known = self.context.function(name, terms);
        let fits = |&fun: &Fun| *terms.fun(fun).params == params && terms.fun(fun).ret == ret;
        match known.filter(fits) {
            Some(fun) => Ok(fun),
            None => self.context.declare(name, &params, ret, terms).map_err(error),
        }
    }
}

/// A term as an expression; `None` if it has to do with sorts that expressions do not have.
pub(crate) fn express(terms: &Terms, root: Term) -> Option<Any> {
    let mut known: FxHashMap<Term, Expr> = FxHashMap::default();
    for t in terms.post_order(&[root]) {
        let args = terms.args(t).iter().map(|arg| known[arg].clone()).collect();
        known.insert(t, express_one(terms, t, args)?);
    }
    Some(Any::new(known.remove(&root)?))
}

fn express_one(terms: &Terms, t: Term, mut args: Vec<Expr>) -> Option<Expr> {
    if !is_expressible(terms, terms.sort(t)) {
        return None;
    }
    Some(match terms.op(t) {
        Op::IntConst(n) => Expr::leaf(Head::Int(terms.int_payload(n).clone())),
        Op::BitsConst(width, n) => Expr::leaf(Head::Bits(width, terms.int_payload(n).clone())),
        Op::StrConst(_) => Expr::leaf(Head::Str(terms.str_value(t)?.into())),
        Op::Divisible(n) => {
            args.push(Expr::leaf(Head::Int(terms.int_payload(n).clone())));
            let zero = Expr::leaf(Head::Int(base::Int::ZERO));
            Expr::new(Op::Eq, vec![Expr::new(Op::Mod, args), zero])
        }
        Op::Apply(fun) => {
            let decl = terms.fun(fun);
            match () {
                () if decl.internal => return None,
                () if args.is_empty() => {
                    Expr::var(decl.name.to_string(), sort_from(terms, decl.ret))
                }
                () => Expr::with_head(Head::Call(Arc::new(function_from(terms, decl))), args),
            }
        }
        // A predicate binds a variable, which expressions do not have.
        Op::Bound(_) | Op::Lambda(_) | Op::Select | Op::ReOfPred => return None,
        op => Expr::new(op_from(terms, op), args),
    })
}

/// The literal for a value, or a regex without variables; `None` if its sort has none.
pub(crate) fn literal(terms: &Terms, value: &Value) -> Option<Any> {
    match value {
        Value::Re(term) => express(terms, *term),
        Value::Seq(element, values) => {
            let units = values.iter().map(|v| Any::unit(literal(terms, &v)?).ok());
            let mut units: Vec<Any> = units.collect::<Option<_>>()?;
            match units.len() {
                0 => Any::constant("seq.empty", sort_from(terms, Sort::Seq(*element))),
                1 => units.pop(),
                _ => Any::apply(Op::StrConcat, units).ok(),
            }
        }
        value => Any::literal(value),
    }
}

/// A function of a store as one of expressions.
pub(crate) fn function_from(terms: &Terms, decl: &FunDecl) -> Function {
    let params = decl.params.iter().map(|&sort| sort_from(terms, sort)).collect();
    Function { name: decl.name.to_string(), params, ret: sort_from(terms, decl.ret) }
}
