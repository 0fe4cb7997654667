//! Values of datatypes as elements of sequences.
//!
//! Outside of sequences a value is a tuple of terms; an element has to be one term. So the sort of a datatype has elements after all: a
//! function makes one of the components of a value, and there is one for each component of an element. For each element that
//! an assertion speaks of, the assertion says that the two are inverse ([`Datatypes::with_axioms`]): different elements are different
//! values. A datatype with few values tells how many elements its sort has, so that words over it are counted.
//!
//! In a model, elements that no term names have values, too, see [`super::completion`].
//! (Sequences of components, one for each, would need no such functions; but `seq.contains` and its like are no functions of
//! components.)

use super::{Datatypes, show};
use base::{Budget, Interrupted};
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Op, Sort, Term, Terms};

/// A fact: a datatype with more values has more than there are characters, and is taken for endless.
const MOST_VALUES: u32 = 1 << 17;

/// Between the values of a datatype and the elements of its sort.
#[derive(Debug)]
pub(crate) struct Boxing {
    /// The element of components.
    pub(super) element: Fun,
    /// The components of an element.
    pub(super) parts: Vec<Fun>,
}

impl Datatypes {
    /// How many values a sort has, if they are few.
    pub(super) fn count(&self, sort: Sort) -> Option<u32> {
        let count = match (self.of(sort), sort) {
            (Some(id), _) => {
                let constructors = &self.datatype(id).constructors;
                constructors.iter().try_fold(0_u32, |sum, c| {
                    let values = c.fields.iter().try_fold(1_u32, |product, field| {
                        product.checked_mul(self.count(field.sort)?)
                    });
                    sum.checked_add(values?)
                })
            }
            (None, Sort::Bool) => Some(2),
            (None, Sort::BitVec(width)) => 1_u32.checked_shl(width),
            _ => None,
        };
        count.filter(|&count| count <= MOST_VALUES)
    }

    /// Whether the sort of `t` is a datatype.
    pub(crate) fn is_tuple(&self, terms: &Terms, t: Term) -> bool {
        self.of(terms.sort(t)).is_some()
    }

    pub(super) fn boxing(&mut self, terms: &mut Terms, id: u32) -> &Boxing {
        if !self.boxings.contains_key(&id) {
            let (sort, leaves) = (self.datatype(id).sort, self.datatype(id).leaves.clone());
            let element = terms.declare_injective("element", &leaves, sort);
            let parts = leaves.into_iter().map(|leaf| terms.declare("part", &[sort], leaf));
            let boxing = Boxing { element, parts: parts.collect() };
            self.boxings.insert(id, boxing);
        }
        &self.boxings[&id]
    }

    /// The element that stands for the value `t`; other terms as they are.
    pub(crate) fn boxed(&mut self, terms: &mut Terms, t: Term) -> Term {
        let Some(id) = self.of(terms.sort(t)) else { return t };
        let leaves = self.take_apart(terms, t);
        let element = self.boxing(terms, id).element;
        terms.mk(Op::Apply(element), &leaves)
    }

    /// The value that the element `t` stands for; other terms as they are.
    pub(crate) fn unboxed(&mut self, terms: &mut Terms, t: Term) -> Term {
        let sort = terms.sort(t);
        if self.of(sort).is_none() {
            return t;
        }
        let leaves = self.parts(terms, t);
        self.normal(terms, sort, &mut leaves.into_iter())
    }

    fn parts(&mut self, terms: &mut Terms, element: Term) -> Vec<Term> {
        let Some(id) = self.of(terms.sort(element)) else { return Vec::new() };
        let parts = self.boxing(terms, id).parts.clone();
        parts.into_iter().map(|part| terms.mk(Op::Apply(part), &[element])).collect()
    }

    /// The elements among the subterms of `roots`.
    fn elements(
        &self,
        terms: &Terms,
        roots: &[Term],
        budget: &Budget,
    ) -> Result<Vec<Term>, Interrupted> {
        let mut all = terms.post_order_within(roots, budget)?;
        all.retain(|&t| self.of(terms.sort(t)).is_some());
        Ok(all)
    }

    /// `formula`, and what holds of the elements in it.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(crate) fn with_axioms(
        &mut self,
        terms: &mut Terms,
        formula: Term,
        budget: &Budget,
    ) -> Result<Term, Interrupted> {
        if self.boxings.is_empty() {
            return Ok(formula);
        }
        let mut conjunction = vec![formula];
        for element in self.elements(terms, &[formula], budget)? {
            let value = self.unboxed(terms, element);
            let again = self.boxed(terms, value);
            let made = match self.is_made(terms, element) {
                true => element,
                false => again,
            };
            conjunction.push(terms.eq(element, made));
            let leaves = terms.args(made).to_vec();
            for (part, leaf) in self.parts(terms, made).into_iter().zip(leaves) {
                conjunction.push(terms.eq(part, leaf));
            }
        }
        conjunction.retain(|&t| terms.bool_value(t) != Some(true));
        Ok(terms.and(&conjunction))
    }

    /// Whether an element is given by its components.
    fn is_made(&self, terms: &Terms, element: Term) -> bool {
        self.boxings.values().any(|boxing| terms.op(element) == Op::Apply(boxing.element))
    }

    /// Whether the functions between values and elements occur in `t`.
    pub(crate) fn is_boxed(&self, terms: &Terms, t: Term) -> bool {
        !self.boxings.is_empty()
            && terms.post_order(&[t]).iter().any(|&t| {
                let is_one =
                    |f: Fun| self.boxings.values().any(|b| b.element == f || b.parts.contains(&f));
                matches!(terms.op(t), Op::Apply(f) if is_one(f))
            })
    }
}

impl Datatypes {
    /// The components of an element in a model.
    pub(super) fn components_of(&self, model: &Model, id: u32, element: &Value) -> Vec<Value> {
        let Some(boxing) = self.boxings.get(&id) else { return Vec::new() };
        let parts = boxing.parts.iter().zip(&self.datatype(id).leaves);
        let component = |(&part, &sort): (&Fun, &Sort)| {
            show::look_up(model.get_fun(part), Some(std::slice::from_ref(element)), sort)
        };
        parts.filter_map(component).collect()
    }

    /// The value of the element `number` of the sort `sort` as text, if it is that of a datatype.
    pub(super) fn element_text(
        &self,
        terms: &Terms,
        model: &Model,
        sort: u32,
        number: u32,
    ) -> Option<String> {
        let id = self.of(Sort::Uninterpreted(sort))?;
        let leaves = self.components_of(model, id, &Value::Elem(sort, number));
        let mut leaves = leaves.into_iter().map(Some);
        Some(self.show(terms, model, Sort::Uninterpreted(sort), &mut leaves))
    }
}
