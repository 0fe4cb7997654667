//! `seq.empty` without a sort.
//!
//! The standard wants `(as seq.empty (Seq A))`; z3 also reads the bare name where its neighbours tell the sort. Terms are read from
//! the inside out, so the bare name is a term of a sort that nothing else has until an operator is applied to it, which has other
//! arguments, or parameters of known sorts. Where these do not tell the sort, it is an error.

use crate::apply::Head;
use crate::error::ErrorKind;
use crate::names::{Form, SequenceForm};
use crate::parser::Parser;
use crate::sort_name::unfit_for_elements;
use terms::{Op, Sort, Term};

/// Whether this is a name of the empty sequence.
pub(crate) fn is_name(name: &str) -> bool {
    matches!(name, "seq.empty" | "seq-empty")
}

/// What is wrong where no sort is found.
pub(crate) fn unclear() -> ErrorKind {
    let message = "`seq.empty` needs a sort here: write `(as seq.empty (Seq A))`";
    ErrorKind::IllSorted(message.into())
}

impl Parser<'_> {
    /// The empty sequence of a sort that is not known yet: of languages, which no sequence has as elements.
    pub(crate) fn bare_empty(&mut self) -> Term {
        self.cx.note_bare_empty();
        let nowhere = self.terms.element(Sort::RegLan);
        self.terms.mk(Op::SeqEmpty(nowhere), &[])
    }

    /// Whether `t` is [`bare_empty`](Self::bare_empty).
    pub(crate) fn is_bare_empty(&self, t: Term) -> bool {
        let op = self.terms.op(t);
        matches!(op, Op::SeqEmpty(e) if self.terms.element_sort(e) == Sort::RegLan)
    }

    /// The empty sequence of this sort.
    pub(crate) fn empty_of(&mut self, sort: Sort) -> Option<Term> {
        match sort {
            Sort::String => Some(self.terms.string(&[])),
            Sort::Seq(e) => Some(self.terms.mk(Op::SeqEmpty(e), &[])),
            _ => None,
        }
    }

    /// `args` with the sorts that their place gives those without one.
    pub(crate) fn with_clear_sorts(
        &mut self,
        head: Head,
        args: &[Term],
    ) -> Result<Vec<Term>, ErrorKind> {
        let mut clear = Vec::with_capacity(args.len());
        for (i, &arg) in args.iter().enumerate() {
            clear.push(match self.is_bare_empty(arg) {
                true => {
                    let sort = self.parameter(head, i).or_else(|| self.beside(head, args));
                    sort.and_then(|sort| self.empty_of(sort)).ok_or_else(unclear)?
                }
                false => arg,
            });
        }
        Ok(clear)
    }

    /// The sort of a parameter of something declared.
    fn parameter(&self, head: Head, i: usize) -> Option<Sort> {
        match head {
            Head::Function(fun) => self.terms.fun(fun).params.get(i).copied(),
            Head::Macro(id) => {
                let param = self.cx.macros.defined[id as usize].params.get(i)?;
                Some(self.terms.sort(*param))
            }
            Head::Part(part) => self.cx.datatypes.signature(self.terms, part).0.get(i).copied(),
            Head::Op(_) | Head::Form(_) | Head::Generic(_) => None,
        }
    }

    /// The sort of sequences that the other arguments of an operator belong to.
    fn beside(&mut self, head: Head, args: &[Term]) -> Option<Sort> {
        let others: Vec<Term> = args.iter().copied().filter(|&a| !self.is_bare_empty(a)).collect();
        if let Head::Form(Form::Sequence(SequenceForm::Cons | SequenceForm::RevCons)) = head {
            let element = self.terms.sort(*others.first()?);
            let is_fit = unfit_for_elements(element).is_none();
            return is_fit.then(|| Sort::Seq(self.terms.element(element)));
        }
        others.into_iter().find_map(|a| match self.terms.sort(a) {
            sort @ (Sort::String | Sort::Seq(_)) => Some(sort),
            Sort::RegLan => Some(Sort::String),
            Sort::RegEx(e) => Some(Sort::Seq(e)),
            _ => None,
        })
    }
}
