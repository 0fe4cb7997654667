//! `match`: a case for each constructor, or for all that are left, as nested conditions.

use super::Shape;
use crate::apply::Head;
use crate::error::{ErrorKind, Fault};
use crate::lexer::{Token, TokenKind};
use crate::parser::{Parsed, Parser};
use crate::sort_name::sort_name;
use crate::symbols::Sym;
use terms::{Op, Term};

/// A `match` that waits for the body of a case.
pub(crate) struct Cases {
    /// What is looked at.
    subject: Term,
    datatype: u32,
    /// The cases so far: their constructor, if it is not any, and their body.
    done: Vec<(Option<Shape>, Term)>,
    /// The constructor of the case whose body is read.
    shape: Option<Shape>,
    /// The variables of the case are bound since.
    mark: usize,
    at: usize,
}

/// What follows in a `match`.
pub(crate) enum Next {
    /// A body, which starts with this token.
    Body(Box<Cases>, Token),
    /// Nothing: it is this term.
    Done(Term),
}

impl Parser<'_> {
    /// `(case ...)` and the rest of a `match` on `subject`.
    pub(crate) fn cases(&mut self, subject: Term, at: usize) -> Parsed<Next> {
        let sort = self.terms.sort(subject);
        let Some(datatype) = self.cx.datatypes.of(sort) else {
            let message = format!("`match`: {} is no datatype", sort_name(self.terms, sort));
            return self.fail(at, ErrorKind::IllSorted(message));
        };
        self.open()?;
        let mark = self.cx.symbols.mark();
        let cases = Cases { subject, datatype, done: Vec::new(), shape: None, mark, at };
        self.case(Box::new(cases))
    }

    /// The rest of a `match` after the body of a case.
    pub(crate) fn after_case(&mut self, mut cases: Box<Cases>, body: Term) -> Parsed<Next> {
        self.close()?;
        self.cx.symbols.unbind(cases.mark);
        cases.done.push((cases.shape, body));
        self.case(cases)
    }

    fn case(&mut self, mut cases: Box<Cases>) -> Parsed<Next> {
        let token = self.next()?;
        match token.kind {
            TokenKind::Open => {
                cases.shape = self.pattern(cases.datatype, cases.subject)?;
                let first = self.next()?;
                Ok(Next::Body(cases, first))
            }
            TokenKind::Close => {
                self.close()?;
                let chosen = self.choose_case(&cases);
                chosen.map(Next::Done).map_err(|kind| Fault::new(cases.at, kind))
            }
            _ => self.expected("a case", token),
        }
    }

    /// `c`, `(c x ...)` or `x`: the constructor, if it is one, with the variables bound.
    fn pattern(&mut self, datatype: u32, subject: Term) -> Parsed<Option<Shape>> {
        let nested = self.peek()?.kind == TokenKind::Open;
        if nested {
            self.open()?;
        }
        let (head, token) = self.symbol("a constructor")?;
        let shape = match self.constructor_of(head, datatype) {
            Some(shape) => shape,
            None if nested => return self.expected("a constructor of this datatype", token),
            None => {
                self.cx.symbols.bind(head, subject);
                return Ok(None);
            }
        };
        let mut variables: Vec<Sym> = Vec::new();
        while nested && self.peek()?.kind != TokenKind::Close {
            variables.push(self.symbol("a variable")?.0);
        }
        self.distinct(token.start, variables.iter().copied())?;
        let arity = self.cx.datatypes.constructor(shape).fields.len();
        if variables.len() != arity {
            let name = self.cx.symbols.name(head);
            let message = format!("`{name}` has {arity} fields, not {}", variables.len());
            return self.fail(token.start, ErrorKind::IllSorted(message));
        }
        if nested {
            self.close()?;
        }
        for (i, variable) in variables.into_iter().enumerate() {
            let field = self.cx.datatypes.field(self.terms, shape, i, subject);
            self.cx.symbols.bind(variable, field);
        }
        Ok(Some(shape))
    }

    /// The first case that fits.
    fn choose_case(&mut self, cases: &Cases) -> Result<Term, ErrorKind> {
        let constructors = &self.cx.datatypes.datatype(cases.datatype).constructors;
        let is_covered = |i: usize| {
            let fits = |shape: Shape| shape.constructor as usize == i;
            cases.done.iter().any(|(shape, _)| shape.is_none_or(fits))
        };
        if let Some(i) = (0..constructors.len()).find(|&i| !is_covered(i)) {
            let name = &constructors[i].name;
            return Err(ErrorKind::IllSorted(format!("`match` has no case for `{name}`")));
        }
        let mut bodies = cases.done.iter().rev();
        let mut chosen = bodies.next().map(|&(_, body)| body).unwrap_or(cases.subject);
        for &(shape, body) in bodies {
            chosen = match shape {
                Some(shape) => {
                    let test = self.cx.datatypes.test(self.terms, shape, cases.subject);
                    self.apply(Head::Op(Op::Ite), &[test, body, chosen])?
                }
                None => body,
            };
        }
        Ok(chosen)
    }
}
