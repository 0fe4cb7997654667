//! The sorts of sequences in expressions.
//!
//! What the elements of a sequence are is a number in the store of its term, and an expression belongs to no store. So expressions
//! have numbers of one table for the whole process, which are exchanged for those of a store where an expression becomes a term, and
//! back. One numbering for all stores would do without that, but then it would depend on the process's past how a query is solved.

use base::Idx;
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};
use terms::sort::Element;
use terms::{Op, Sort, Terms};

static TABLE: RwLock<Table> = RwLock::new(Table { numbers: BTreeMap::new(), sorts: Vec::new() });

struct Table {
    numbers: BTreeMap<Sort, Element>,
    sorts: Vec<Sort>,
}

/// Sorts are not nested deeper in text either.
const MAX_DEPTH: usize = 64;

/// The sort of finite sequences of elements of a sort of expressions; `None` if there are none (of regexes), or they are nested too deep.
///
/// ```
/// use stringent::Sort;
/// use stringent::expr::{Any, sequences_of};
/// let words = Any::var("words", sequences_of(Sort::String).unwrap());
/// assert_eq!(Any::constant("seq.empty", words.sort()).unwrap().to_string(), "(as seq.empty (Seq String))");
/// assert_eq!(sequences_of(Sort::RegLan), None);
/// ```
pub fn sequences_of(element: Sort) -> Option<Sort> {
    let is_element = is_plain(element) || matches!(element, Sort::Seq(_));
    (is_element && base(element, element_sort).1 < MAX_DEPTH).then(|| Sort::Seq(number(element)))
}

/// The sort of the elements of a sort of expressions.
///
/// # Panics
/// If the number is one of a store.
pub fn element_sort(element: Element) -> Sort {
    TABLE.read().unwrap_or_else(PoisonError::into_inner).sorts[element.index()]
}

fn number(sort: Sort) -> Element {
    let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
    let Table { numbers, sorts } = &mut *table;
    *numbers.entry(sort).or_insert_with(|| {
        sorts.push(sort);
        Element::from_index(sorts.len() - 1)
    })
}

/// Sorts that expressions have and that are not made of others; regexes are not among them.
fn is_plain(sort: Sort) -> bool {
    matches!(sort, Sort::Bool | Sort::Int | Sort::String | Sort::BitVec(_))
}

/// What remains of a sort without all that it is sequences of, or regexes over, and how much that was.
fn base(mut sort: Sort, element_sort: impl Fn(Element) -> Sort) -> (Sort, usize) {
    let mut depth = 0;
    while let Some(element) = sort.alphabet() {
        sort = element_sort(element);
        depth += 1;
    }
    (sort, depth)
}

/// Whether there are expressions of this sort of a store.
pub(crate) fn is_expressible(terms: &Terms, sort: Sort) -> bool {
    let (base, _) = base(sort, |element| terms.element_sort(element));
    is_plain(base) || sort == Sort::RegLan
}

/// A sort with other numbers.
fn renumbered(
    mut sort: Sort,
    element_sort: impl Fn(Element) -> Sort,
    mut number: impl FnMut(Sort) -> Element,
) -> Sort {
    let mut layers = Vec::new();
    while let Some(element) = sort.alphabet() {
        layers.push(sort);
        sort = element_sort(element);
    }
    layers.into_iter().rev().fold(sort, |sort, layer| match layer {
        Sort::RegEx(_) => Sort::RegEx(number(sort)),
        _ => Sort::Seq(number(sort)),
    })
}

/// A sort of expressions as one of a store.
pub(crate) fn sort_into(terms: &mut Terms, sort: Sort) -> Sort {
    renumbered(sort, element_sort, |sort| terms.element(sort))
}

/// A sort of a store as one of expressions.
pub(crate) fn sort_from(terms: &Terms, sort: Sort) -> Sort {
    renumbered(sort, |element| terms.element_sort(element), number)
}

/// An operator of expressions as one of a store.
pub(crate) fn op_into(terms: &mut Terms, op: Op) -> Op {
    with_elements(op, |element| {
        let sort = sort_into(terms, element_sort(element));
        terms.element(sort)
    })
}

/// An operator of a store as one of expressions.
pub(crate) fn op_from(terms: &Terms, op: Op) -> Op {
    with_elements(op, |element| number(sort_from(terms, terms.element_sort(element))))
}

fn with_elements(op: Op, exchange: impl FnOnce(Element) -> Element) -> Op {
    match op {
        Op::SeqEmpty(element) => Op::SeqEmpty(exchange(element)),
        Op::SeqUnit(element) => Op::SeqUnit(exchange(element)),
        Op::ReOver(constant, element) => Op::ReOver(constant, exchange(element)),
        op => op,
    }
}

/// The operator that makes the sequence of one element of a sort of expressions.
pub(crate) fn unit(element: Sort) -> Option<Op> {
    match sequences_of(element)? {
        Sort::Seq(element) => Some(Op::SeqUnit(element)),
        _ => None,
    }
}
