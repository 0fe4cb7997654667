//! `declare-datatype` and `declare-datatypes`, the latter also as it was before version 2.6 and still is in z3.

use super::generic::Pattern;
use super::{Constructor, Datatype, Datatypes, Field, GenericPart, Role, Shape};
use crate::command::Command;
use crate::error::{ErrorKind, Fault};
use crate::lexer::TokenKind;
use crate::parser::{Parsed, Parser};
use crate::symbols::{Meaning, SortBody, SortMeaning, Sym};
use terms::{Sort, Terms};

/// Values with more components, or datatypes nested deeper, would make terms too large.
const MOST_LEAVES: usize = 1000;
const DEEPEST: usize = 50;

/// A name and its place.
type Name = (Sym, usize);

/// A datatype as it is read.
struct Draft {
    name: Name,
    kind: Kind,
    /// The parameters, with sorts that stand for them.
    params: Vec<(Sym, Sort)>,
    constructors: Vec<(Name, Vec<(Name, Sort)>)>,
}

/// What is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A datatype, which is this sort.
    Plain(Sort),
    /// One with parameters, by its number.
    Generic(u32),
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
        self.open()?;
        let params = self.parameters()?;
        let mut draft = self.draft(name, params.as_ref().map_or(0, Vec::len))?;
        self.constructors(&mut draft, params)?;
        self.build(vec![draft])
    }

    /// `declare-datatypes`, after its name.
    pub(crate) fn declare_datatypes(&mut self) -> Parsed<Command> {
        self.open()?;
        if self.peek()?.kind != TokenKind::Open {
            return self.declare_old_datatypes();
        }
        let mut drafts = Vec::new();
        while self.peek()?.kind != TokenKind::Close {
            self.open()?;
            let name = self.name()?;
            let arity = self.numeral()?;
            self.close()?;
            drafts.push(self.draft(name, arity as usize)?);
        }
        self.close()?;
        self.open()?;
        for draft in &mut drafts {
            self.open()?;
            let params = self.parameters()?;
            self.constructors(draft, params)?;
        }
        self.close()?;
        self.build(drafts)
    }

    /// `(A ...) ((D c ...) ...)`, after the first parenthesis, with parameters for all: the names are known before the constructors are
    /// read.
    fn declare_old_datatypes(&mut self) -> Parsed<Command> {
        let params = self.sort_parameters()?;
        self.open()?;
        let first = self.peek()?;
        let mut drafts = Vec::new();
        while drafts.is_empty() || self.peek()?.kind != TokenKind::Close {
            self.open()?;
            let name = self.name()?;
            drafts.push(self.draft(name, params.len())?);
            while self.peek()?.kind != TokenKind::Close {
                self.skip()?;
            }
            self.close()?;
        }
        self.lexer.rewind(first);
        for draft in &mut drafts {
            self.open()?;
            self.name()?;
            draft.params = params.clone();
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

    fn draft(&mut self, name: Name, arity: usize) -> Parsed<Draft> {
        let text = self.cx.symbols.name(name.0);
        let (kind, body) = if arity == 0 {
            let sort = self.terms.declare_sort(text);
            (Kind::Plain(sort), SortBody::Sort(sort))
        } else {
            let id = self.cx.datatypes.add_generic(text.into());
            (Kind::Generic(id), SortBody::Generic(id))
        };
        let defined = self.cx.symbols.define_sort(name.0, base::id32(arity), body);
        defined.map_err(|kind| Fault::new(name.1, kind))?;
        Ok(Draft { name, kind, params: Vec::new(), constructors: Vec::new() })
    }

    /// The parameters after `(`, if there is `par`; then the parenthesis before the constructors is read, too.
    fn parameters(&mut self) -> Parsed<Option<Vec<(Sym, Sort)>>> {
        let token = self.peek()?;
        if self.lexer.bytes(token) != b"par" {
            return Ok(None);
        }
        self.next()?;
        self.open()?;
        let params = self.sort_parameters()?;
        self.open()?;
        Ok(Some(params))
    }

    /// `(c (s S) ...) ...)` and, with parameters, what closes `par`.
    fn constructors(&mut self, draft: &mut Draft, params: Option<Vec<(Sym, Sort)>>) -> Parsed<()> {
        let has_params = params.is_some();
        let params = params.unwrap_or_default();
        if params.len() != self.arity(draft) {
            let name = self.cx.symbols.name(draft.name.0);
            let message = format!("`{name}` is declared with {} parameters", self.arity(draft));
            return self.fail(draft.name.1, ErrorKind::IllSorted(message));
        }
        draft.params = params;
        self.constructors_until_close(draft)?;
        if has_params { self.close().map(|_| ()) } else { Ok(()) }
    }

    /// How many parameters were announced.
    fn arity(&self, draft: &Draft) -> usize {
        match self.cx.symbols.sort_meaning(draft.name.0) {
            SortMeaning::Known(arity, _) => arity as usize,
            SortMeaning::Unknown | SortMeaning::Unsupported(_) => 0,
        }
    }

    fn constructors_until_close(&mut self, draft: &mut Draft) -> Parsed<()> {
        while draft.constructors.is_empty() || self.peek()?.kind != TokenKind::Close {
            let constructor = self.declare_constructor(&draft.params)?;
            draft.constructors.push(constructor);
        }
        self.close().map(|_| ())
    }

    /// `(c (s S) ...)`, or `c` alone, as z3 has it.
    fn declare_constructor(&mut self, params: &[(Sym, Sort)]) -> Parsed<(Name, Vec<(Name, Sort)>)> {
        if let TokenKind::Symbol | TokenKind::Quoted = self.peek()?.kind {
            return Ok((self.name()?, Vec::new()));
        }
        self.open()?;
        let name = self.name()?;
        let mut fields = Vec::new();
        while self.peek()?.kind != TokenKind::Close {
            fields.push(self.field(params)?);
        }
        self.close()?;
        Ok((name, fields))
    }

    /// `(s S)`
    fn field(&mut self, params: &[(Sym, Sort)]) -> Parsed<(Name, Sort)> {
        self.open()?;
        let name = self.name()?;
        let sort = self.sort_with(params)?;
        self.close()?;
        if sort == Sort::RegLan {
            return self.beyond(name.1, "fields of sort RegLan");
        }
        Ok((name, sort))
    }

    /// Builds those first that others have fields of.
    fn build(&mut self, mut drafts: Vec<Draft>) -> Parsed<Command> {
        while !drafts.is_empty() {
            let sort_waits = |sort: Sort| drafts.iter().any(|d| self.names_sort(sort, d.kind));
            let waits = |draft: &Draft| draft.sorts().any(sort_waits);
            let Some(next) = drafts.iter().position(|draft| !waits(draft)) else {
                return self.beyond(drafts[0].name.1, "recursive datatypes");
            };
            let draft = drafts.remove(next);
            self.build_one(draft)?;
        }
        Ok(Command::Declaration)
    }

    /// Whether values of `sort` have parts of a datatype that is declared.
    fn names_sort(&self, sort: Sort, kind: Kind) -> bool {
        let mut sort = sort;
        while let Sort::Seq(element) | Sort::Predicate(element) = sort {
            sort = self.terms.element_sort(element);
        }
        kind == Kind::Plain(sort)
    }

    fn build_one(&mut self, draft: Draft) -> Parsed<()> {
        let name = |sym: Sym| self.cx.symbols.name(sym).into();
        let field = |&((sym, _), sort): &(Name, Sort)| (name(sym), sort);
        let constructor = |((sym, _), fields): &(Name, Vec<(Name, Sort)>)| {
            (name(*sym), fields.iter().map(field).collect())
        };
        let pattern: Pattern = draft.constructors.iter().map(constructor).collect();
        let shape = match draft.kind {
            Kind::Plain(sort) => match self.cx.datatypes.add(self.terms, sort, pattern) {
                Some(id) => Of::Datatype(id),
                None => return self.beyond(draft.name.1, "datatypes of this size"),
            },
            Kind::Generic(id) => {
                let params = draft.params.iter().map(|p| p.1).collect();
                self.cx.datatypes.complete_generic(id, params, pattern);
                Of::Generic(id)
            }
        };
        for (i, (name, fields)) in draft.constructors.into_iter().enumerate() {
            let constructor = base::id32(i);
            self.define(name.0, name.1, shape.part(constructor, Role::Constructor))?;
            for (i, ((selector, at), _)) in fields.into_iter().enumerate() {
                let role = Role::Selector(base::id32(i));
                self.define(selector, at, shape.part(constructor, role))?;
            }
        }
        Ok(())
    }
}

/// Whose functions are declared.
#[derive(Clone, Copy)]
enum Of {
    Datatype(u32),
    Generic(u32),
}

impl Of {
    fn part(self, constructor: u32, role: Role) -> Meaning {
        match self {
            Of::Datatype(datatype) => Meaning::Part(role.of(Shape { datatype, constructor })),
            Of::Generic(generic) => Meaning::Generic(GenericPart { generic, constructor, role }),
        }
    }
}

impl Datatypes {
    /// Adds a datatype over known ones; `None` if it is too large.
    pub(super) fn add(&mut self, terms: &mut Terms, sort: Sort, pattern: Pattern) -> Option<u32> {
        let field = |(name, sort)| Field { name, sort, elsewhere: None };
        let constructor = |(name, fields): (Box<str>, Vec<(Box<str>, Sort)>)| Constructor {
            name,
            fields: fields.into_iter().map(field).collect(),
        };
        let constructors: Vec<Constructor> = pattern.into_iter().map(constructor).collect();
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
        self.declare_elsewhere(terms, id);
        if let (Sort::Uninterpreted(sort), Some(count)) = (sort, self.count(sort)) {
            terms.limit_sort(sort, count);
        }
        Some(id)
    }

    /// Declares what selectors are for values of other constructors, if there are any.
    fn declare_elsewhere(&mut self, terms: &mut Terms, id: u32) {
        let Datatype { sort, constructors, .. } = self.datatype(id);
        let (sort, count) = (*sort, constructors.len());
        for i in 0..if count > 1 { count } else { 0 } {
            for j in 0..self.datatype(id).constructors[i].fields.len() {
                let field = &self.datatype(id).constructors[i].fields[j];
                let fun = terms.declare(&field.name, &[sort], field.sort);
                let function = self.declare(terms, fun);
                self.known[id as usize].constructors[i].fields[j].elsewhere = Some(function);
            }
        }
    }
}
