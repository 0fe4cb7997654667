//! What some functions of sequences are for the empty sequence.

use crate::datatypes::Datatypes;
use base::FxHashMap;
use terms::collect::Visitor;
use terms::{Sort, Term, Terms};

/// What functions of sequences are for the empty one, which the standard leaves to the model: for each function, sort of its value and
/// sort of the sequence, a constant of the solver's own.
#[derive(Debug, Default)]
pub(crate) struct OfEmpty(FxHashMap<(&'static str, Sort, Sort), Term>);

impl OfEmpty {
    /// The value of the function `what` for the empty sequence of the sort of `s`; it has the sort of `like`.
    pub(crate) fn value(
        &mut self,
        terms: &mut Terms,
        datatypes: &mut Datatypes,
        what: &'static str,
        like: Term,
        s: Term,
    ) -> Term {
        let (sort, over) = (terms.sort(like), terms.sort(s));
        *self.0.entry((what, sort, over)).or_insert_with(|| datatypes.any(terms, what, sort))
    }

    /// Shows all terms to `visitor`.
    pub(crate) fn visit(&mut self, visitor: &mut dyn Visitor) {
        self.0.values_mut().for_each(|t| visitor.term(t));
    }
}
