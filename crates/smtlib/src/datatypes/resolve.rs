//! Which function of a datatype a name stands for: testers, updaters, and what `as` says of constructors.

use super::{GenericPart, Part, Role, Shape};
use crate::apply::Head;
use crate::error::Fault;
use crate::lexer::{Token, TokenKind};
use crate::parser::{Parsed, Parser};
use crate::symbols::{Meaning, Sym};
use terms::{Sort, Term};

impl Parser<'_> {
    /// The tester of a constructor, by its name.
    pub(crate) fn tester_of_constructor(&mut self) -> Parsed<Head> {
        let (sym, token) = self.symbol("a constructor")?;
        match self.tester_of(sym) {
            Some(head) => Ok(head),
            None => self.expected("a constructor", token),
        }
    }

    /// The updater of a field, by the name of its selector.
    pub(crate) fn updater_of_selector(&mut self) -> Parsed<Head> {
        let (sym, token) = self.symbol("a selector")?;
        match self.cx.symbols.meaning(sym) {
            Meaning::Part(Part::Selector(shape, field)) => {
                Ok(Head::Part(Part::Updater(shape, field)))
            }
            Meaning::Generic(GenericPart { role: Role::Selector(field), generic, constructor }) => {
                let role = Role::Updater(field);
                Ok(Head::Generic(GenericPart { role, generic, constructor }))
            }
            _ => self.expected("a selector", token),
        }
    }

    /// `is-c`, the tester of the constructor `c` in z3, unless the name has another meaning.
    pub(crate) fn tester(&mut self, name: &str) -> Option<Head> {
        let sym = self.cx.symbols.intern(name.strip_prefix("is-")?);
        self.tester_of(sym)
    }

    fn tester_of(&self, sym: Sym) -> Option<Head> {
        match self.cx.symbols.meaning(sym) {
            Meaning::Part(Part::Constructor(shape)) => Some(Head::Part(Part::Tester(shape))),
            Meaning::Generic(GenericPart { role: Role::Constructor, generic, constructor }) => {
                let role = Role::Tester;
                Some(Head::Generic(GenericPart { role, generic, constructor }))
            }
            _ => None,
        }
    }

    /// The constructor of `datatype` that a name stands for.
    pub(super) fn constructor_of(&self, sym: Sym, datatype: u32) -> Option<Shape> {
        match self.cx.symbols.meaning(sym) {
            Meaning::Part(Part::Constructor(shape)) => {
                (shape.datatype == datatype).then_some(shape)
            }
            Meaning::Generic(GenericPart { role: Role::Constructor, generic, constructor }) => {
                let fits = self.cx.datatypes.is_instance(datatype, generic);
                fits.then_some(Shape { datatype, constructor })
            }
            _ => None,
        }
    }

    /// The constructor of a datatype with parameters that a token names.
    pub(crate) fn generic_constructor(&mut self, token: Token) -> Parsed<Option<GenericPart>> {
        if !matches!(token.kind, TokenKind::Symbol | TokenKind::Quoted) {
            return Ok(None);
        }
        let name = self.symbol_text(token)?;
        Ok(match self.cx.symbols.meaning_of(name) {
            Some(Meaning::Generic(part)) if part.role == Role::Constructor => Some(part),
            _ => None,
        })
    }

    /// `(as c S)`, after the constructor.
    pub(crate) fn constant_made_to_sort(
        &mut self,
        part: GenericPart,
        token: Token,
    ) -> Parsed<Term> {
        let sort = self.sort()?;
        self.close()?;
        let made = match self.cx.datatypes.part_of(part, sort) {
            Some(part) => self.apply(Head::Part(part), &[]),
            None => Err(self.cx.datatypes.unclear(part)),
        };
        made.map_err(|kind| Fault::new(token.start, kind))
    }

    /// The constructor `head` of the instance that is `sort`.
    pub(crate) fn made_to_sort(&self, head: Head, sort: Sort) -> Option<Part> {
        let Head::Generic(part) = head else { return None };
        self.cx.datatypes.part_of(part, sort).filter(|_| part.role == Role::Constructor)
    }
}
