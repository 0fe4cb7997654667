//! Values: what a model assigns and what evaluation returns.

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
    Seq(Element, Arc<[Value]>),
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
            Sort::Seq(element) => Some(Value::Seq(element, [].into())),
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
