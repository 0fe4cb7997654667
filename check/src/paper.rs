//! Functions of sequences as a proposal of 2012 has them.
//!
//! (Bjorner, Ganesh, Michel and Veanes, *An SMT-LIB format for sequences and regular expressions*.) Some are functions of today under other
//! names, others are made of these. What a part of the empty sequence is, the proposal leaves open.

use crate::error::{Refusal, refuse};
use crate::term::{Op, Sort, Store, Term};
use crate::words::{function, image, over, value, wrap};
use num_bigint::BigInt;
use std::rc::Rc;

/// Names of a proposal of 2012 for sequences, with those of today.
const OLD_NAMES: &[(&str, &str)] = &[
    ("seq-concat", "seq.++"),
    ("seq-length", "seq.len"),
    ("seq-prefix-of", "seq.prefixof"),
    ("seq-suffix-of", "seq.suffixof"),
    ("seq-unit", "seq.unit"),
    ("seq-nth", "seq.nth"),
    ("seq-empty", "seq.empty"),
    ("re-member", "seq.in_re"),
    ("re-of-seq", "seq.to_re"),
    ("re-of-pred", "re.of.pred"),
    ("re-concat", "re.++"),
    ("re-union", "re.union"),
    ("re-intersect", "re.inter"),
    ("re-complement", "re.comp"),
    ("re-difference", "re.diff"),
    ("re-star", "re.*"),
    ("re-plus", "re.+"),
    ("re-option", "re.opt"),
    ("re-empty-set", "re.none"),
    ("re-full-set", "re.all"),
];

/// The name of today.
pub(crate) fn current(name: &str) -> &str {
    OLD_NAMES.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new)
}

/// `(seq-extract s low high)`: from one place to another one.
pub(crate) fn between(
    store: &mut Store,
    s: Term,
    low: Term,
    high: Term,
    element: &Rc<Sort>,
) -> Result<Option<Term>, Refusal> {
    let (low, high, zero) = (image(store, low), image(store, high), store.int(0));
    let below = store.app(Op::Lt, &[low, zero])?;
    let from = match store.int_value(low) {
        Some(n) if *n >= BigInt::ZERO => low,
        _ => store.app(Op::Ite, &[below, zero, low])?,
    };
    let count = store.app(Op::Sub, &[high, from])?;
    over(store, "seq.extract", &[s, from, count], element, false)
}

/// `seq-tail`, `seq-first` or `seq-last`: of the empty sequence, nobody knows what it is.
pub(crate) fn of_paper(store: &mut Store, name: &str, s: Term) -> Result<Option<Term>, Refusal> {
    let Sort::Seq(element) = store.sort(s).clone() else { return refuse("no sequence") };
    let (inner, zero, one) = (image(store, s), store.int(0), store.int(1));
    let length = store.app(Op::Len, &[inner])?;
    let last = store.app(Op::Sub, &[length, one])?;
    let none = of_empty(store, name, &element)?;
    let value = match name {
        "seq-last" => function(store, "seq.nth", &[s, last])?,
        "seq-tail" => over(store, "seq.extract", &[s, one, last], &element, false)?,
        _ => over(store, "seq.extract", &[s, zero, last], &element, false)?,
    };
    let Some(value) = value else { return Ok(None) };
    let sort = store.sort(value).clone();
    let is_empty = store.eq(length, zero);
    let images = [is_empty, image(store, none), image(store, value)];
    let t = store.app(Op::Ite, &images)?;
    Ok(Some(wrap(store, &sort, t)))
}

/// What such a function is for the empty sequence over some elements.
pub(crate) fn of_empty(store: &mut Store, name: &str, element: &Rc<Sort>) -> Result<Term, Refusal> {
    let sort = Sort::Seq(element.clone());
    let (head, sort) = match name {
        "seq-tail" => ("seq-tail.of-empty", sort),
        "seq-first" => ("seq-first.of-empty", sort),
        "seq-last" => ("seq-last.of-empty", (**element).clone()),
        _ => return refuse("unknown"),
    };
    let t = store.app(Op::Any(head, sort), &[])?;
    Ok(value(store, t))
}
