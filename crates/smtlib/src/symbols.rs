//! What names mean: interned symbols with one current meaning as a term and one as a sort.
//!
//! Looking a name up is one hash of its text and an index. Three kinds of change are undone: those of `let`
//! and parameters when their term ends, those of a command that fails, and those of a scope that is popped.

use crate::datatypes::{GenericPart, Part};
use crate::error::ErrorKind;
use crate::names::{self, Form};
use base::{FxHashMap, IdxVec};
use std::sync::Arc;
use terms::collect::Visitor;
use terms::op::{NAMED_OPS, bit_ops};
use terms::{Fun, Op, Sort, Term};

base::id! {
    /// An interned name.
    pub(crate) struct Sym;
}

/// What a name means where a term or function is expected.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    /// Nothing.
    Unknown,
    /// An operator of the standard.
    Theory(Op),
    /// An operator under a name that users may redefine.
    Extension(Op),
    /// A spelling that needs its arguments rearranged.
    Form(Form),
    /// A function of a theory that is not supported.
    Unsupported(&'static str),
    /// A declared function.
    Function(Fun),
    /// A function that a datatype brings along.
    Part(Part),
    /// A function that a datatype with parameters brings along.
    Generic(GenericPart),
    /// A defined function with parameters.
    Macro(u32),
    /// A declared or defined constant, a parameter, or a variable of `let`.
    Term(Term),
}

/// What the name of a sort stands for, once its parameters are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SortBody {
    /// A sort without parameters.
    Sort(Sort),
    /// An abbreviation with parameters, by its number.
    Pattern(u32),
    /// A datatype with parameters, by its number.
    Generic(u32),
}

/// What a name means where a sort is expected.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SortMeaning {
    /// Nothing.
    Unknown,
    /// A sort of a theory that is not supported.
    Unsupported(&'static str),
    /// A sort with this many parameters.
    Known(u32, SortBody),
}

/// A global change and what it replaced.
#[derive(Clone, Copy, Debug)]
enum Change {
    Term(Sym, Meaning),
    Sort(Sym, SortMeaning),
    Declared(Fun),
}

/// The symbol table.
#[derive(Debug)]
pub(crate) struct Symbols {
    ids: FxHashMap<Arc<str>, Sym>,
    names: IdxVec<Sym, Arc<str>>,
    terms: IdxVec<Sym, Meaning>,
    sorts: FxHashMap<Sym, SortMeaning>,
    locals: Vec<(Sym, Meaning)>,
    /// The functions and constants that are declared, oldest first.
    pub(crate) declared: Vec<Fun>,
    /// Changes by the command being read.
    command: Vec<Change>,
    /// Changes that popping a scope undoes, with the lengths at which scopes start.
    trail: Vec<Change>,
    scopes: Vec<usize>,
}

impl Symbols {
    /// The table with what the theories and dialects define.
    pub(crate) fn new() -> Symbols {
        let mut s = Symbols {
            ids: FxHashMap::with_capacity_and_hasher(256, Default::default()),
            names: IdxVec::new(),
            terms: IdxVec::new(),
            sorts: FxHashMap::default(),
            locals: Vec::new(),
            declared: Vec::new(),
            command: Vec::new(),
            trail: Vec::new(),
            scopes: Vec::new(),
        };
        // The unary minus shares its name with subtraction, which the parser tells apart.
        for &(name, op) in NAMED_OPS.iter().filter(|&&(_, op)| op != Op::Neg) {
            let own = if op.is_extension() { Meaning::Extension } else { Meaning::Theory };
            s.preset(name, own(op));
            op.row().also.iter().for_each(|name| s.preset(name, Meaning::Extension(op)));
        }
        bit_ops().for_each(|(name, op)| s.preset(name, Meaning::Extension(Op::Bits(op))));
        let forms = names::SEQUENCE_FORMS.iter();
        forms.for_each(|&(name, form)| s.preset(name, Meaning::Form(Form::Sequence(form))));
        names::FORMS.iter().for_each(|&(name, form)| s.preset(name, Meaning::Form(form)));
        names::UNSUPPORTED
            .iter()
            .for_each(|&(name, what)| s.preset(name, Meaning::Unsupported(what)));
        let sorts = [
            ("Bool", Sort::Bool),
            ("Int", Sort::Int),
            ("String", Sort::String),
            ("RegLan", Sort::RegLan),
            ("RegEx", Sort::RegLan),
        ];
        for (name, sort) in sorts {
            s.preset_sort(name, SortMeaning::Known(0, SortBody::Sort(sort)));
        }
        for &(name, what) in names::UNSUPPORTED_SORTS {
            s.preset_sort(name, SortMeaning::Unsupported(what));
        }
        s
    }

    fn preset(&mut self, name: &str, meaning: Meaning) {
        let sym = self.intern(name);
        self.terms[sym] = meaning;
    }

    fn preset_sort(&mut self, name: &str, meaning: SortMeaning) {
        let sym = self.intern(name);
        self.sorts.insert(sym, meaning);
    }

    /// The symbol with this name.
    #[inline]
    pub(crate) fn intern(&mut self, name: &str) -> Sym {
        if let Some(&sym) = self.ids.get(name) {
            return sym;
        }
        let name: Arc<str> = name.into();
        let sym = self.names.push(name.clone());
        self.terms.push(Meaning::Unknown);
        self.ids.insert(name, sym);
        sym
    }

    pub(crate) fn name(&self, sym: Sym) -> &str {
        &self.names[sym]
    }

    #[inline]
    pub(crate) fn meaning(&self, sym: Sym) -> Meaning {
        self.terms[sym]
    }

    /// What this name means, if it was ever used.
    pub(crate) fn meaning_of(&self, name: &str) -> Option<Meaning> {
        self.ids.get(name).map(|&sym| self.terms[sym])
    }

    /// Whether a term may use `name`.
    pub(crate) fn is_term(&self, name: &str) -> bool {
        let meaning = self.ids.get(name).map(|&sym| self.terms[sym]);
        meaning.is_some_and(|m| !matches!(m, Meaning::Unknown | Meaning::Unsupported(_)))
    }

    /// Whether there is a sort of this name.
    pub(crate) fn is_sort(&self, name: &str) -> bool {
        let meaning = self.ids.get(name).map(|&sym| self.sort_meaning(sym));
        matches!(meaning, Some(SortMeaning::Known(..)))
    }

    pub(crate) fn sort_meaning(&self, sym: Sym) -> SortMeaning {
        self.sorts.get(&sym).copied().unwrap_or(SortMeaning::Unknown)
    }

    /// Gives `sym` a global meaning.
    pub(crate) fn define(&mut self, sym: Sym, meaning: Meaning) -> Result<(), ErrorKind> {
        let old = self.terms[sym];
        if matches!(
            old,
            Meaning::Theory(_)
                | Meaning::Function(_)
                | Meaning::Part(_)
                | Meaning::Generic(_)
                | Meaning::Macro(_)
                | Meaning::Term(_)
        ) {
            return Err(ErrorKind::Redeclared(self.name(sym).to_owned()));
        }
        self.terms[sym] = meaning;
        self.command.push(Change::Term(sym, old));
        Ok(())
    }

    /// Lets a name that users may define mean nothing, as its definition was refused.
    pub(crate) fn hide(&mut self, name: &str) {
        if let Some(&sym) = self.ids.get(name)
            && let old @ (Meaning::Extension(_) | Meaning::Form(_)) = self.terms[sym]
        {
            self.terms[sym] = Meaning::Unsupported("what was defined in vain");
            self.command.push(Change::Term(sym, old));
        }
    }

    /// Lists `fun` as declared.
    pub(crate) fn declare(&mut self, fun: Fun) {
        self.declared.push(fun);
        self.command.push(Change::Declared(fun));
    }

    /// Gives `sym` a global meaning as a sort.
    pub(crate) fn define_sort(
        &mut self,
        sym: Sym,
        params: u32,
        body: SortBody,
    ) -> Result<(), ErrorKind> {
        let old = self.sort_meaning(sym);
        if matches!(old, SortMeaning::Known(..)) {
            return Err(ErrorKind::Redeclared(self.name(sym).to_owned()));
        }
        self.sorts.insert(sym, SortMeaning::Known(params, body));
        self.command.push(Change::Sort(sym, old));
        Ok(())
    }

    /// Gives `sym` a meaning until [`unbind`](Self::unbind) to the current [`mark`](Self::mark).
    pub(crate) fn bind(&mut self, sym: Sym, value: Term) {
        let old = std::mem::replace(&mut self.terms[sym], Meaning::Term(value));
        self.locals.push((sym, old));
    }

    pub(crate) fn mark(&self) -> usize {
        self.locals.len()
    }

    pub(crate) fn unbind(&mut self, mark: usize) {
        for (sym, old) in self.locals.drain(mark..).rev() {
            self.terms[sym] = old;
        }
    }

    /// Ends a command: its changes stay, beyond every scope if `global`.
    pub(crate) fn commit(&mut self, global: bool) {
        if global {
            self.command.clear();
        } else {
            self.trail.append(&mut self.command);
        }
    }

    /// Ends a command that failed.
    pub(crate) fn roll_back(&mut self) {
        self.unbind(0);
        let changes = std::mem::take(&mut self.command);
        self.undo(changes);
    }

    fn undo(&mut self, changes: Vec<Change>) {
        for change in changes.into_iter().rev() {
            match change {
                Change::Term(sym, old) => self.terms[sym] = old,
                Change::Sort(sym, old) => drop(self.sorts.insert(sym, old)),
                Change::Declared(fun) => {
                    let last = self.declared.iter().rposition(|&f| f == fun);
                    last.into_iter().for_each(|i| {
                        self.declared.remove(i);
                    });
                }
            }
        }
    }

    pub(crate) fn push(&mut self, n: usize) {
        self.scopes.resize(self.scopes.len() + n, self.trail.len());
    }

    pub(crate) fn pop(&mut self, n: usize) {
        let keep = self.scopes.len().saturating_sub(n);
        if let Some(&len) = self.scopes.get(keep) {
            let changes = self.trail.split_off(len);
            self.undo(changes);
        }
        self.scopes.truncate(keep);
        self.forget_names();
    }

    /// Undoes everything that scopes and the first level hold.
    pub(crate) fn pop_all(&mut self) {
        self.scopes.clear();
        let changes = std::mem::take(&mut self.trail);
        self.undo(changes);
    }

    /// Drops names that were met last and mean nothing.
    fn forget_names(&mut self) {
        while let Some(sym) = self.names.ids().next_back()
            && matches!(self.terms[sym], Meaning::Unknown)
            && matches!(self.sort_meaning(sym), SortMeaning::Unknown)
        {
            self.terms.pop();
            self.sorts.remove(&sym);
            if let Some(name) = self.names.pop() {
                self.ids.remove(&name);
            }
        }
    }

    /// Shows everything that names mean, or will mean after a `pop`, to `visitor`.
    pub(crate) fn visit(&mut self, visitor: &mut dyn Visitor) {
        let undone = self.trail.iter_mut().filter_map(|change| match change {
            Change::Term(_, meaning) => Some(meaning),
            Change::Sort(..) | Change::Declared(_) => None,
        });
        for meaning in self.terms.iter_mut().chain(undone) {
            match meaning {
                Meaning::Function(f) => visitor.fun(f),
                Meaning::Term(t) => visitor.term(t),
                _ => {}
            }
        }
        for change in &mut self.trail {
            if let Change::Declared(f) = change {
                visitor.fun(f);
            }
        }
        self.declared.iter_mut().for_each(|f| visitor.fun(f));
    }

    /// A known name that looks like `name`, in the namespace of terms or of sorts.
    pub(crate) fn similar(&self, name: &str, sorts: bool) -> Option<String> {
        let known = |sym: &Sym| match sorts {
            true => matches!(self.sort_meaning(*sym), SortMeaning::Known(..)),
            false => !matches!(self.terms[*sym], Meaning::Unknown | Meaning::Unsupported(_)),
        };
        let candidates = self.names.ids().filter(known).map(|sym| self.name(sym));
        crate::similar::closest(name, candidates)
    }
}
