//! The products of unknowns that are columns, and how often they were corrected. Which lemmas correct them is the business of
//! [`nonlinear`](crate::theory::nonlinear).

use terms::{Op, Term, Terms};

/// A term that is the product of two others, one of which may be a product again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Product {
    pub(crate) product: Term,
    pub(crate) factors: [Term; 2],
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Products {
    /// Oldest first.
    all: Vec<Product>,
    /// Final checks of the present search that found one with a wrong value.
    rounds: u32,
}

impl Products {
    /// `product`, a column, is what its factors, which are columns or constants, make.
    pub(crate) fn add(&mut self, terms: &Terms, product: Product) {
        debug_assert!(terms.op(product.product) == Op::Mul, "what is no product is entered as one");
        self.all.push(product);
    }

    /// Oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Product> {
        self.all.iter()
    }

    /// Some have a wrong value; returns how often that was so in the present search.
    pub(crate) fn count_round(&mut self) -> u32 {
        debug_assert!(!self.all.is_empty(), "a product is wrong, but there is none");
        self.rounds += 1;
        self.rounds
    }

    /// The search is over.
    pub(super) fn end_check(&mut self) {
        self.rounds = 0;
    }
}
