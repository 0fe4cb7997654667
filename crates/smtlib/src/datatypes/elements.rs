//! Values of datatypes as elements of sequences.
//!
//! Outside of sequences a value is a tuple of terms; an element has to be one term. So the sort of a datatype has elements after all: a
//! function makes one of the components of a value, and there is one for each component of an element. For each element that
//! an assertion speaks of, the assertion says that the two are inverse ([`Datatypes::with_axioms`]): different elements are different
//! values. A datatype with few values tells how many elements its sort has, so that words over it are counted.
//!
//! In a model, elements that no term names have values, too: [`Datatypes::complete`] gives them some that are not taken.
//! (Sequences of components, one for each, would need no such functions; but `seq.contains` and its like are no functions of
//! components.)

use super::{Datatypes, show};
use base::{Budget, FxHashSet, Int, Interrupted};
use std::collections::BTreeSet;
use std::iter::repeat_n;
use terms::eval::Evaluator;
use terms::model::{FunValue, Model};
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

    fn boxing(&mut self, terms: &mut Terms, id: u32) -> &Boxing {
        if !self.boxings.contains_key(&id) {
            let (sort, leaves) = (self.datatype(id).sort, self.datatype(id).leaves.clone());
            let element = terms.declare("element", &leaves, sort);
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
    /// Gives all elements in a model values: those of `roots` have theirs, the others get different ones. Says whether there are enough:
    /// the evaluator, which judges models, takes the sort for endless.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(crate) fn complete(
        &mut self,
        terms: &mut Terms,
        model: &mut Model,
        roots: &[Term],
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        if self.known.is_empty() {
            return Ok(true);
        }
        let named = self.elements(terms, roots, budget)?;
        let mut values = FxHashSet::default();
        let mut evaluator = Evaluator::new(terms, model, budget);
        values.extend(named.into_iter().filter_map(|t| evaluator.eval(t).ok()));
        // The components of a value may have elements of datatypes that were declared before.
        let mut ids = (0..base::id32(self.known.len())).rev();
        Ok(ids.all(|id| self.complete_one(terms, model, id, &values)))
    }

    fn complete_one(
        &mut self,
        terms: &mut Terms,
        model: &mut Model,
        id: u32,
        named: &FxHashSet<Value>,
    ) -> bool {
        let Sort::Uninterpreted(sort) = self.datatype(id).sort else { return true };
        let elements = elements_in(model, sort);
        if elements.is_empty() {
            return true;
        }
        let parts = self.boxing(terms, id).parts.clone();
        let has_value = |model: &Model, element: &Value| {
            let is_entry = |(args, _): &(Vec<Value>, Value)| args[0] == *element;
            named.contains(element)
                || parts.iter().any(|&part| {
                    model.get_fun(part).is_some_and(|table| table.entries.iter().any(is_entry))
                })
        };
        let (with, without): (Vec<Value>, Vec<Value>) = elements
            .into_iter()
            .map(|number| Value::Elem(sort, number))
            .partition(|element| has_value(model, element));
        let mut taken: FxHashSet<Vec<Value>> = FxHashSet::default();
        for element in &with {
            taken.insert(self.components_of(model, id, element));
        }
        let mut next = 0;
        for element in &without {
            loop {
                let sort = self.datatype(id).sort;
                let Some(value) = self.nth_value(terms, model, sort, next) else { return false };
                next += 1;
                if taken.insert(value.clone()) {
                    enter(model, &parts, element, value);
                    break;
                }
            }
        }
        true
    }

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

    /// The components of the `n`-th of the values of a sort, all of which are different.
    fn nth_value(&self, terms: &Terms, model: &Model, sort: Sort, n: usize) -> Option<Vec<Value>> {
        let Some(id) = self.of(sort) else { return nth_leaf(terms, sort, n).map(|v| vec![v]) };
        let constructors = &self.datatype(id).constructors;
        let endless = |i: usize| {
            constructors[i].fields.iter().position(|field| self.count(field.sort).is_none())
        };
        // One endless field takes all values; else the values are numbered by constructors and fields.
        let (chosen, numbers) =
            match (0..constructors.len()).find_map(|i| endless(i).map(|field| (i, field))) {
                Some((i, field)) => {
                    let numbers = 0..constructors[i].fields.len();
                    (i, numbers.map(|j| if j == field { n } else { 0 }).collect::<Vec<_>>())
                }
                None => self.numbered(id, n)?,
            };
        let mut leaves = Vec::new();
        if constructors.len() > 1 {
            leaves.push(Value::Int(Int::from(chosen as u64)));
        }
        for (i, constructor) in constructors.iter().enumerate() {
            for (j, field) in constructor.fields.iter().enumerate() {
                if i == chosen {
                    leaves.extend(self.nth_value(terms, model, field.sort, numbers[j])?);
                } else {
                    for leaf in self.leaves(field.sort) {
                        leaves.push(self.default_value(terms, model, leaf)?);
                    }
                }
            }
        }
        Some(leaves)
    }

    /// The constructor of the `n`-th value of a datatype with few, and which values its fields have.
    fn numbered(&self, id: u32, n: usize) -> Option<(usize, Vec<usize>)> {
        let mut n = base::id32(n);
        for (i, constructor) in self.datatype(id).constructors.iter().enumerate() {
            let mut numbers = Vec::new();
            let mut rest = n;
            for field in &constructor.fields {
                let count = self.count(field.sort)?;
                numbers.push((rest % count) as usize);
                rest /= count;
            }
            if rest == 0 {
                return Some((i, numbers));
            }
            let all = constructor.fields.iter().map(|f| self.count(f.sort));
            n -= all.product::<Option<u32>>()?;
        }
        None
    }
}

/// The `n`-th of the values of a sort that is no datatype.
fn nth_leaf(terms: &Terms, sort: Sort, n: usize) -> Option<Value> {
    let number = Int::from(n as u64);
    match sort {
        Sort::Bool => (n < 2).then_some(Value::Bool(n == 1)),
        Sort::Int => Some(Value::Int(number)),
        Sort::String => Some(Value::Str(vec![u32::from(b'A'); n].into())),
        Sort::BitVec(width) => {
            let fits = 1_u64.checked_shl(width).is_none_or(|count| (n as u64) < count);
            fits.then_some(Value::Bits(width, number))
        }
        Sort::Uninterpreted(s) => Some(Value::Elem(s, u32::try_from(n).ok()?)),
        Sort::Seq(element) => {
            let filler = Value::default_of(terms.element_sort(element))?;
            Some(Value::Seq(element, repeat_n(filler, n).collect()))
        }
        Sort::RegLan | Sort::RegEx(_) | Sort::Predicate(_) => {
            Value::default_of(sort).filter(|_| n == 0)
        }
    }
}

/// Adds the components of an element to a model.
fn enter(model: &mut Model, parts: &[Fun], element: &Value, components: Vec<Value>) {
    for (&part, component) in parts.iter().zip(components) {
        let mut table = model.get_fun(part).cloned().unwrap_or_else(|| FunValue {
            entries: Vec::new(),
            default: Value::default_of(component.sort()).unwrap_or_else(|| component.clone()),
        });
        table.entries.push((vec![element.clone()], component));
        model.set_fun(part, table);
    }
}

/// The numbers of the elements of a sort in all values of a model.
fn elements_in(model: &Model, sort: u32) -> BTreeSet<u32> {
    let constants = model.constants().map(|(_, value)| value);
    let tables = model.functions().flat_map(|(_, table)| {
        let entries = table.entries.iter().flat_map(|(args, value)| args.iter().chain([value]));
        entries.chain([&table.default])
    });
    let outside = model.nth_outside.iter().flat_map(|((s, _), value)| [s, value]);
    let mut stack: Vec<Value> = constants.chain(tables).chain(outside).cloned().collect();
    let mut found = BTreeSet::new();
    while let Some(value) = stack.pop() {
        match value {
            Value::Elem(of, number) if of == sort => drop(found.insert(number)),
            Value::Seq(_, elements) => match elements.numbers() {
                Some((Sort::Uninterpreted(of), numbers)) if of == sort => found.extend(&**numbers),
                Some(_) => {}
                None => stack.extend(elements.iter()),
            },
            _ => {}
        }
    }
    found
}
