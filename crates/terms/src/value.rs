//! Values: what a model assigns and what evaluation returns.
//!
//! Models have sequences of a million elements, most often bytes, and a [`Value`] takes 32 bytes. So [`Elements`] that are numbers of 32
//! bits (Booleans, narrow bit-vectors, elements of declared sorts) are held as numbers, like the characters of a string; the
//! alternative, a value each, made a long word over bytes twice as dear as one over characters.
//!
//! **Invariant:** what the elements of a sequence are says how they are held, so equal sequences have equal representations.

use crate::sort::{Element, Sort};
use crate::store::{Term, Terms};
use base::Int;
use std::sync::Arc;

/// A string value: code points. Shared, because values are copied far more often than made, and
/// atomically so that a model may move between threads.
pub type Word = Arc<[u32]>;

/// A value of some sort.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A value of `Bool`.
    Bool(bool),
    /// A value of `Int`.
    Int(Int),
    /// A value of `String`.
    Str(Word),
    /// A value of `RegLan`: a regex term without declared symbols. Equality of values is identity
    /// of terms; different terms may still denote one language.
    Re(Term),
    /// An element of an uninterpreted sort: the sort's number, the element's number. Elements
    /// with different numbers are different.
    Elem(u32, u32),
    /// A bit-vector: its width, and a number that is not negative and less than 2 to the power of that.
    Bits(u32, Int),
    /// A sequence of elements.
    Seq(Element, Elements),
    /// A set of elements: a term [`crate::Op::Lambda`] without declared symbols. As with regexes, different terms may be
    /// one set.
    Predicate(Element, Term),
}

impl Value {
    /// A string value from Rust text whose characters are all in the alphabet.
    ///
    /// ```
    /// use terms::value::Value;
    /// assert_eq!(Value::text("ab"), Value::Str([97, 98].into()));
    /// ```
    pub fn text(s: &str) -> Value {
        Value::Str(s.chars().map(u32::from).collect())
    }

    /// The constant for a value of a sort that has constants: not for regexes, sequences and elements of declared sorts.
    pub fn to_term(&self, terms: &mut Terms) -> Option<Term> {
        match self {
            Value::Bool(b) => Some(terms.bool(*b)),
            Value::Int(n) => Some(terms.int(n.clone())),
            Value::Str(w) => Some(terms.string(w)),
            Value::Bits(width, n) => Some(terms.bits(*width, n)),
            Value::Re(_) | Value::Elem(..) | Value::Seq(..) | Value::Predicate(..) => None,
        }
    }

    /// The value that a constant of `sort` has when a model does not mention it. `None` for
    /// regexes and predicates, whose default is the empty set, because that is a term of some store.
    pub fn default_of(sort: Sort) -> Option<Value> {
        match sort {
            Sort::Bool => Some(Value::Bool(false)),
            Sort::Int => Some(Value::Int(Int::ZERO)),
            Sort::String => Some(Value::Str([].into())),
            Sort::RegLan | Sort::RegEx(_) | Sort::Predicate(_) => None,
            Sort::Uninterpreted(s) => Some(Value::Elem(s, 0)),
            Sort::BitVec(width) => Some(Value::Bits(width, Int::ZERO)),
            Sort::Seq(element) => Some(Value::Seq(element, Elements::none())),
        }
    }

    /// The sort of this value.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Str(_) => Sort::String,
            Value::Re(_) => Sort::RegLan,
            Value::Elem(s, _) => Sort::Uninterpreted(*s),
            Value::Bits(width, _) => Sort::BitVec(*width),
            Value::Seq(element, _) => Sort::Seq(*element),
            Value::Predicate(element, _) => Sort::Predicate(*element),
        }
    }

    /// The Boolean, if this is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// The integer, if this is one.
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Value::Int(n) => Some(n),
            _ => None,
        }
    }

    /// The code points, if this is a string.
    pub fn as_str(&self) -> Option<&Word> {
        match self {
            Value::Str(w) => Some(w),
            _ => None,
        }
    }
}

/// A fact: numbers of so many bits are characters of a [`Word`].
const MAX_BITS: u32 = 32;

/// The elements of a sequence. All are of one sort.
///
/// ```
/// use terms::value::{Elements, Value};
/// let twice: Elements = [Value::Bool(true), Value::Bool(true)].into_iter().collect();
/// assert_eq!((twice.len(), twice.get(1)), (2, Some(Value::Bool(true))));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Elements(Form);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Form {
    /// The numbers of elements of a sort, at least one.
    Numbers(Sort, Word),
    /// Elements that have no numbers, or none at all.
    Values(Arc<[Value]>),
}

impl Elements {
    /// No elements.
    pub fn none() -> Elements {
        Elements(Form::Values([].into()))
    }

    /// The elements of `sort` with these numbers; `None` if those of this sort have none.
    pub fn of_numbers(sort: Sort, word: Word) -> Option<Elements> {
        debug_assert!(
            word.iter().all(|&n| number(&of_number(sort, n)) == Some(n)),
            "no such elements"
        );
        has_numbers(sort).then(|| match word[..] {
            [] => Elements::none(),
            _ => Elements(Form::Numbers(sort, word)),
        })
    }

    /// The numbers of the elements and their sort, if they have numbers.
    pub fn numbers(&self) -> Option<(Sort, &Word)> {
        match &self.0 {
            Form::Numbers(sort, word) => Some((*sort, word)),
            Form::Values(_) => None,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match &self.0 {
            Form::Numbers(_, word) => word.len(),
            Form::Values(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at position `i`.
    pub fn get(&self, i: usize) -> Option<Value> {
        match &self.0 {
            Form::Numbers(sort, word) => word.get(i).map(|&n| of_number(*sort, n)),
            Form::Values(values) => values.get(i).cloned(),
        }
    }

    /// The elements in order.
    pub fn iter(&self) -> impl Iterator<Item = Value> {
        (0..self.len()).filter_map(|i| self.get(i))
    }
}

impl FromIterator<Value> for Elements {
    fn from_iter<I: IntoIterator<Item = Value>>(elements: I) -> Elements {
        let mut elements = elements.into_iter().peekable();
        let Some(sort) = elements.peek().map(Value::sort) else { return Elements::none() };
        let mut numbers = Vec::new();
        let of_sort = |v: &Value| v.sort() == sort && number(v).is_some();
        while let Some(element) = elements.next_if(of_sort) {
            numbers.extend(number(&element));
        }
        if elements.peek().is_none() {
            return Elements(Form::Numbers(sort, numbers.into()));
        }
        let before = numbers.into_iter().map(|n| of_number(sort, n));
        Elements(Form::Values(before.chain(elements).collect()))
    }
}

/// Whether the values of a sort are numbers.
fn has_numbers(sort: Sort) -> bool {
    matches!(sort, Sort::Bool | Sort::Uninterpreted(_) | Sort::BitVec(..=MAX_BITS))
}

/// The number of a value of a sort whose values have them.
pub(crate) fn number(value: &Value) -> Option<u32> {
    match value {
        Value::Bool(b) => Some((*b).into()),
        Value::Elem(_, n) => Some(*n),
        Value::Bits(..=MAX_BITS, n) => u32::try_from(n.to_i64()?).ok(),
        _ => None,
    }
}

/// The value of a sort with a number.
pub(crate) fn of_number(sort: Sort, number: u32) -> Value {
    match sort {
        Sort::Uninterpreted(s) => Value::Elem(s, number),
        Sort::BitVec(width) => Value::Bits(width, Int::from(u64::from(number))),
        _ => Value::Bool(number == 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[Value], has_numbers: bool) {
        let elements: Elements = values.iter().cloned().collect();
        assert_eq!(elements.iter().collect::<Vec<_>>(), values);
        assert_eq!(elements.numbers().is_some(), has_numbers, "{values:?}");
        if let Some((sort, word)) = elements.numbers() {
            assert_eq!(Elements::of_numbers(sort, word.clone()), Some(elements));
        }
    }

    #[test]
    fn elements_are_what_they_were_made_of() {
        let bits = |width, n: u64| Value::Bits(width, Int::from(n));
        check(&[], false);
        check(&[Value::Bool(true), Value::Bool(false)], true);
        check(&[bits(8, 255), bits(8, 0)], true);
        check(&[bits(32, u64::from(u32::MAX)), bits(32, 1)], true);
        check(&[bits(33, 1 << 32), bits(33, 1)], false);
        check(&[Value::Elem(3, 7), Value::Elem(3, 0)], true);
        check(&[Value::Int(Int::from(1)), Value::text("")], false);
        // Of no sort, but models that somebody else wrote may have them.
        check(&[bits(8, 1), bits(7, 1), bits(8, 2)], false);
    }

    #[test]
    fn no_elements_are_of_any_sort() {
        let none = Elements::of_numbers(Sort::Bool, [].into());
        assert_eq!(none, Some(std::iter::empty().collect()));
        assert_eq!(Elements::of_numbers(Sort::Int, [].into()), None);
    }

    #[test]
    fn a_value_is_no_larger_than_before() {
        assert!(size_of::<Value>() <= 32, "{}", size_of::<Value>());
    }
}
