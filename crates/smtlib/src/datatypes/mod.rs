//! Datatypes without recursion: enumerations, records, and records of several shapes.
//!
//! No theory is needed for them. A value is the tuple of its *tag*, the number of its constructor, and of the fields
//! of all constructors, in which the fields of the other constructors hold fixed *defaults*. So every value is
//! exactly one tuple, and all else follows:
//!
//! * two values are equal iff their tuples are;
//! * a constant is a constant for each component, and a function one for each component of its result, over the
//!   components of its arguments: congruence is that of the components;
//! * a selector applied to a value of another constructor is, as the standard has it, a function of that value of which
//!   nothing is known: an uninterpreted function over its components.
//!
//! What a script declares may have any components. Its tag counts as 0 when it is out of range, and a field of another
//! constructor as the default ([`Datatypes::normal`]), which makes a tuple of a value whatever the components are. A
//! side condition on the tag would do, too, but it would have to be asserted for every application and to survive the
//! scope of the declaration.
//!
//! The elaborator holds a tuple as one term, the application of a function that nobody else knows. Equality,
//! `ite` and applications take it apart at once, so that no tuple is ever part of an assertion: the solver and the judge
//! see Booleans, integers, strings and uninterpreted functions only.
//!
//! The alternative, constructors and selectors as uninterpreted functions with an axiom for each of their terms, is what
//! recursion would need. It needs lemmas during the search and models of its own, and loses what
//! preprocessing does with components.
//!
//! * [`tuple`]: tuples, and what is applied to them.
//! * [`declare`]: the commands.
//! * [`generic`]: datatypes with parameters, each instance of which is a datatype.
//! * [`cases`] reads `match`.
//! * [`elements`]: values as elements of sequences, and [`completion`] of these in models.
//! * [`resolve`]: names of functions.
//! * [`show`]: values as text.
//! * [`raise`]: other terms as text.

pub(crate) mod cases;
mod completion;
mod declare;
mod elements;
mod generic;
mod raise;
mod resolve;
mod show;
mod tuple;

pub use raise::Raised;

use base::FxHashMap;
use elements::Boxing;
use generic::Generic;
use terms::collect::Visitor;
use terms::{Fun, Sort, Term};

/// A datatype.
#[derive(Debug)]
pub(crate) struct Datatype {
    /// Its sort, which has no elements of its own.
    sort: Sort,
    /// Makes a tuple: the tag, if there are several constructors, and the fields of all.
    tuple: Fun,
    pub(crate) constructors: Vec<Constructor>,
    /// The sorts of its components, those of datatypes taken apart.
    leaves: Vec<Sort>,
    /// How many datatypes are nested in each other.
    depth: usize,
}

/// A constructor.
#[derive(Debug)]
pub(crate) struct Constructor {
    pub(crate) name: Box<str>,
    pub(crate) fields: Vec<Field>,
}

/// A field.
#[derive(Debug)]
pub(crate) struct Field {
    name: Box<str>,
    sort: Sort,
    /// What the selector is elsewhere, if there are other constructors: the number of a function.
    elsewhere: Option<u32>,
}

/// Which constructor of which datatype.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) datatype: u32,
    pub(crate) constructor: u32,
}

/// What can be applied because there are datatypes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// A declared function some of whose sorts are datatypes, by its number.
    Function(u32),
    /// A constructor.
    Constructor(Shape),
    /// Whether a value was made by a constructor.
    Tester(Shape),
    /// A field of what a constructor makes.
    Selector(Shape, u32),
    /// The value with another field, if it was made by that constructor, else the value.
    Updater(Shape, u32),
}

/// A function that every instance of a datatype with parameters has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GenericPart {
    pub(crate) generic: u32,
    pub(crate) constructor: u32,
    pub(crate) role: Role,
}

/// What such a function does; fields by their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Constructor,
    Tester,
    Selector(u32),
    Updater(u32),
}

impl Role {
    /// The function with this role of a datatype.
    fn of(self, shape: Shape) -> Part {
        match self {
            Role::Constructor => Part::Constructor(shape),
            Role::Tester => Part::Tester(shape),
            Role::Selector(field) => Part::Selector(shape, field),
            Role::Updater(field) => Part::Updater(shape, field),
        }
    }
}

/// A declared constant or function some of whose sorts are datatypes.
#[derive(Debug)]
pub(crate) struct Taken {
    /// As declared. It is never applied.
    fun: Fun,
    /// One for each component of the result.
    leaves: Vec<Fun>,
}

/// How much is known at some time.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Mark {
    datatypes: usize,
    functions: usize,
    generics: usize,
    patterns: usize,
}

/// All datatypes, and what is declared over them.
#[derive(Debug, Default)]
pub(crate) struct Datatypes {
    known: Vec<Datatype>,
    by_sort: FxHashMap<Sort, u32>,
    /// Those with parameters.
    generics: Vec<Generic>,
    /// Abbreviations of sorts, with the sorts that stand for their parameters.
    patterns: Vec<(Vec<Sort>, Sort)>,
    /// Oldest first.
    functions: Vec<Taken>,
    /// Those whose values are elements of sequences.
    boxings: FxHashMap<u32, Boxing>,
    /// Stands for a value of an uninterpreted sort in fields that do not count.
    fillers: FxHashMap<Sort, Term>,
}

impl Datatypes {
    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The datatype that is this sort.
    pub(crate) fn of(&self, sort: Sort) -> Option<u32> {
        // Scripts without datatypes ask here all the time.
        if self.known.is_empty() { None } else { self.by_sort.get(&sort).copied() }
    }

    pub(crate) fn datatype(&self, id: u32) -> &Datatype {
        &self.known[id as usize]
    }

    pub(crate) fn constructor(&self, shape: Shape) -> &Constructor {
        &self.datatype(shape.datatype).constructors[shape.constructor as usize]
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark {
            datatypes: self.known.len(),
            functions: self.functions.len(),
            generics: self.generics.len(),
            patterns: self.patterns.len(),
        }
    }

    /// Forgets what is younger than both marks.
    pub(crate) fn truncate(&mut self, a: Mark, b: Mark) {
        let datatypes = a.datatypes.max(b.datatypes);
        self.functions.truncate(a.functions.max(b.functions));
        self.generics.truncate(a.generics.max(b.generics));
        self.patterns.truncate(a.patterns.max(b.patterns));
        if datatypes < self.known.len() {
            self.known.truncate(datatypes);
            self.by_sort.retain(|_, id| (*id as usize) < datatypes);
            self.boxings.retain(|id, _| (*id as usize) < datatypes);
            self.generics.iter_mut().for_each(|generic| generic.forget_from(datatypes));
        }
    }

    /// Shows all terms and functions to `visitor`.
    pub(crate) fn visit(&mut self, visitor: &mut dyn Visitor) {
        self.known.iter_mut().for_each(|d| visitor.fun(&mut d.tuple));
        for Taken { fun, leaves } in &mut self.functions {
            visitor.fun(fun);
            leaves.iter_mut().for_each(|f| visitor.fun(f));
        }
        for Boxing { element, parts } in self.boxings.values_mut() {
            visitor.fun(element);
            parts.iter_mut().for_each(|f| visitor.fun(f));
        }
        self.fillers.values_mut().for_each(|t| visitor.term(t));
    }

    /// The functions that stand for selectors of other constructors.
    pub(crate) fn unspecified(&self) -> impl Iterator<Item = Fun> {
        let constructors = self.known.iter().flat_map(|d| &d.constructors);
        let numbers = constructors.flat_map(|c| &c.fields).filter_map(|f| f.elsewhere);
        numbers.flat_map(|n| self.functions[n as usize].leaves.iter().copied())
    }

    /// The number of what is declared under `fun`, if a datatype is among its sorts.
    pub(crate) fn number(&self, fun: Fun) -> Option<u32> {
        let found = self.functions.binary_search_by_key(&fun, |f| f.fun);
        found.ok().map(|i| base::id32(i))
    }
}
