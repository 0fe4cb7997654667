//! `declare-datatype` and `declare-datatypes`, the latter also as it was before version 2.6 and still is in z3.

use super::{Constructor, Datatype, Datatypes, Field, Part, Shape};
use crate::command::Command;
use crate::error::{ErrorKind, Fault};
use crate::lexer::TokenKind;
use crate::parser::{Parsed, Parser};
use crate::symbols::{Meaning, SortBody, Sym};
use terms::{Sort, Terms};

/// Values with more components, or datatypes nested deeper, would make terms too large.
const MOST_LEAVES: usize = 1000;
const DEEPEST: usize = 50;

/// A name and its place.
type Name = (Sym, usize);

/// A datatype as it is read.
struct Draft {
    name: Name,
    sort: Sort,
    constructors: Vec<(Name, Vec<(Name, Sort)>)>,
}

impl Draft {
    fn sorts(&self) -> impl Iterator<Item = Sort> {
        self.constructors.iter().flat_map(|(_, fields)| fields).map(|&(_, sort)| sort)
    }
}

impl Parser<'_> {
    /// `declare-datatype`, after its name.
    pub(crate) fn declare_datatype(&mut self) -> Parsed<Command> {
        let name = self.name()?;
        let mut drafts = vec![self.draft(name)?];
        self.constructors(&mut drafts[0])?;
        self.build(drafts)
    }

    /// `declare-datatypes`, after its name.
    pub(crate) fn declare_datatypes(&mut self) -> Parsed<Command> {
        self.open()?;
        let mut drafts = Vec::new();
        if self.peek()?.kind == TokenKind::Close {
            self.close()?;
            return self.declare_old_datatypes();
        }
        while self.peek()?.kind != TokenKind::Close {
            if let TokenKind::Symbol | TokenKind::Quoted = self.peek()?.kind {
                let at = self.peek()?.start;
                return self.beyond(at, "datatypes with parameters");
            }
            self.open()?;
            let name = self.name()?;
            if self.numeral()? > 0 {
                return self.beyond(name.1, "datatypes with parameters");
            }
            self.close()?;
            drafts.push(self.draft(name)?);
        }
        self.close()?;
        self.open()?;
        drafts.iter_mut().try_for_each(|draft| self.constructors(draft))?;
        self.close()?;
        self.build(drafts)
    }

    /// `((D c ...) ...)`: the names are known before the constructors are read.
    fn declare_old_datatypes(&mut self) -> Parsed<Command> {
        self.open()?;
        let first = self.peek()?;
        let mut drafts = Vec::new();
        while drafts.is_empty() || self.peek()?.kind != TokenKind::Close {
            self.open()?;
            let name = self.name()?;
            drafts.push(self.draft(name)?);
            while self.peek()?.kind != TokenKind::Close {
                self.skip()?;
            }
            self.close()?;
        }
        self.lexer.rewind(first);
        for draft in &mut drafts {
            self.open()?;
            self.name()?;
            self.constructors_until_close(draft)?;
        }
        self.close()?;
        self.build(drafts)
    }

    fn beyond<T>(&self, at: usize, what: &str) -> Parsed<T> {
        self.fail(at, ErrorKind::Unsupported(what.into()))
    }

    fn name(&mut self) -> Parsed<Name> {
        let (sym, token) = self.symbol("a name")?;
        Ok((sym, token.start))
    }

    fn draft(&mut self, name: Name) -> Parsed<Draft> {
        let sort = self.terms.declare_sort(self.cx.symbols.name(name.0));
        let defined = self.cx.symbols.define_sort(name.0, 0, SortBody::Sort(sort));
        defined.map_err(|kind| Fault::new(name.1, kind))?;
        Ok(Draft { name, sort, constructors: Vec::new() })
    }

    /// `((c (s S) ...) ...)`
    fn constructors(&mut self, draft: &mut Draft) -> Parsed<()> {
        self.open()?;
        let token = self.peek()?;
        if self.lexer.bytes(token) == b"par" {
            return self.beyond(token.start, "datatypes with parameters");
        }
        self.constructors_until_close(draft)
    }

    fn constructors_until_close(&mut self, draft: &mut Draft) -> Parsed<()> {
        while draft.constructors.is_empty() || self.peek()?.kind != TokenKind::Close {
            let constructor = self.declare_constructor()?;
            draft.constructors.push(constructor);
        }
        self.close().map(|_| ())
    }

    /// `(c (s S) ...)`, or `c` alone, as z3 has it.
    fn declare_constructor(&mut self) -> Parsed<(Name, Vec<(Name, Sort)>)> {
        if let TokenKind::Symbol | TokenKind::Quoted = self.peek()?.kind {
            return Ok((self.name()?, Vec::new()));
        }
        self.open()?;
        let name = self.name()?;
        let mut fields = Vec::new();
        while self.peek()?.kind != TokenKind::Close {
            fields.push(self.field()?);
        }
        self.close()?;
        Ok((name, fields))
    }

    /// `(s S)`
    fn field(&mut self) -> Parsed<(Name, Sort)> {
        self.open()?;
        let name = self.name()?;
        let sort = self.sort()?;
        self.close()?;
        if sort == Sort::RegLan {
            return self.beyond(name.1, "fields of sort RegLan");
        }
        Ok((name, sort))
    }

    /// Builds those first that others have fields of.
    fn build(&mut self, mut drafts: Vec<Draft>) -> Parsed<Command> {
        while !drafts.is_empty() {
            let waits = |draft: &Draft| drafts.iter().any(|d| draft.sorts().any(|s| s == d.sort));
            let Some(next) = drafts.iter().position(|draft| !waits(draft)) else {
                return self.beyond(drafts[0].name.1, "recursive datatypes");
            };
            let draft = drafts.remove(next);
            self.build_one(draft)?;
        }
        Ok(Command::Declaration)
    }

    fn build_one(&mut self, draft: Draft) -> Parsed<()> {
        let name = |sym: Sym| self.cx.symbols.name(sym).into();
        let field =
            |&((sym, _), sort): &(Name, Sort)| Field { name: name(sym), sort, elsewhere: None };
        let constructor = |((sym, _), fields): &(Name, Vec<(Name, Sort)>)| Constructor {
            name: name(*sym),
            fields: fields.iter().map(field).collect(),
        };
        let constructors = draft.constructors.iter().map(constructor).collect();
        let Some(id) = self.cx.datatypes.add(self.terms, draft.sort, constructors) else {
            return self.beyond(draft.name.1, "datatypes of this size");
        };
        for (i, (name, fields)) in draft.constructors.into_iter().enumerate() {
            let shape = Shape { datatype: id, constructor: base::id32(i) };
            self.define(name.0, name.1, Meaning::Part(Part::Constructor(shape)))?;
            for (i, ((selector, at), _)) in fields.into_iter().enumerate() {
                self.cx.datatypes.declare_elsewhere(self.terms, shape, i);
                self.define(selector, at, Meaning::Part(Part::Selector(shape, base::id32(i))))?;
            }
        }
        Ok(())
    }
}

impl Datatypes {
    /// Adds a datatype over known ones; `None` if it is too large.
    fn add(
        &mut self,
        terms: &mut Terms,
        sort: Sort,
        constructors: Vec<Constructor>,
    ) -> Option<u32> {
        let tag = (constructors.len() > 1).then_some(Sort::Int);
        let fields = constructors.iter().flat_map(|c| &c.fields).map(|f| f.sort);
        let parts: Vec<Sort> = tag.into_iter().chain(fields).collect();
        let leaves = parts.iter().flat_map(|&s| self.leaves(s)).take(MOST_LEAVES + 1);
        let leaves: Vec<Sort> = leaves.collect();
        let inner = parts.iter().filter_map(|&s| self.of(s)).map(|id| self.datatype(id).depth);
        let depth = 1 + inner.max().unwrap_or_default();
        if leaves.len() > MOST_LEAVES || depth > DEEPEST {
            return None;
        }
        let tuple = terms.declare("tuple", &parts, sort);
        let id = base::id32(self.known.len());
        self.by_sort.insert(sort, id);
        self.known.push(Datatype { sort, tuple, constructors, leaves, depth });
        Some(id)
    }

    /// Declares what a selector is for values of other constructors, if there are any.
    fn declare_elsewhere(&mut self, terms: &mut Terms, shape: Shape, field: usize) {
        let datatype = self.datatype(shape.datatype);
        if datatype.constructors.len() == 1 {
            return;
        }
        let Field { name, sort, .. } = &self.constructor(shape).fields[field];
        let fun = terms.declare(name, &[datatype.sort], *sort);
        let function = self.declare(terms, fun);
        let datatype = &mut self.known[shape.datatype as usize];
        datatype.constructors[shape.constructor as usize].fields[field].elsewhere = Some(function);
    }
}
