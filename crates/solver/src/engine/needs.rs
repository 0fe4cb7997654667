//! What the terms of a problem ask of the theories.

use crate::euf::is_uninterpreted;
use crate::strings::extended::kinds::lengths_matter;
use base::{Budget, Interrupted};
use terms::{Op, Sort, Term, Terms};

/// What terms ask of the theories beyond their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Needs {
    /// Declared functions are applied to integers, so equalities between integers matter to
    /// congruence.
    pub(crate) integer_functions: bool,
    /// The same for bit-vectors, or they have such values.
    pub(crate) bit_functions: bool,
    /// The input speaks of lengths or positions, so equal strings must tell arithmetic.
    pub(crate) lengths: bool,
    /// Strings occur not in memberships only, so classes may merge.
    pub(crate) merging: bool,
}

impl Needs {
    /// What questions of arithmetic alone need.
    pub(crate) fn of_arithmetic() -> Needs {
        Needs { lengths: true, ..Needs::default() }
    }

    /// What the terms in `roots` need.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(crate) fn of(terms: &Terms, roots: &[Term], budget: &Budget) -> Result<Needs, Interrupted> {
        let mut needs = Needs::default();
        for t in terms.post_order_within(roots, budget)? {
            let text = |t: Term| matches!(terms.sort(t), Sort::String);
            let number = |t: Term| matches!(terms.sort(t), Sort::Int);
            let args = terms.args(t);
            needs.lengths |= lengths_matter(terms, t)
                || (number(t) && args.iter().any(|&a| text(a)))
                || (text(t) && args.iter().any(|&a| number(a)));
            needs.integer_functions |=
                is_uninterpreted(terms, t) && args.iter().any(|&a| number(a));
            let bits = |t: Term| matches!(terms.sort(t), Sort::BitVec(_));
            needs.bit_functions |=
                is_uninterpreted(terms, t) && (bits(t) || args.iter().any(|&a| bits(a)));
            needs.merging |= match terms.op(t) {
                Op::Eq => text(args[0]),
                _ => text(t) && !args.is_empty(),
            };
        }
        Ok(needs)
    }

    /// Whether a check that was set up for `self` serves `other`.
    pub(crate) fn cover(self, other: Needs) -> bool {
        (self.integer_functions || !other.integer_functions)
            && (self.bit_functions || !other.bit_functions)
            && (self.lengths || !other.lengths)
            && (self.merging || !other.merging)
    }
}
