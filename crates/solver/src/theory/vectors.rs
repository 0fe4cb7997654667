//! Vectors that agree in all that is known of them.
//!
//! A declared function of a vector, such as `seq.nth` outside of it, has equal values for vectors of equal contents, and congruence only
//! knows those that are asserted to be equal. So where a candidate gives two arguments of a function one content, they are
//! made equal, or differ at an index that has a name from then on. (Weakly equivalent arrays, Christ and Hoenicke, FroCoS 2015,
//! find such pairs without a candidate. Here few functions have vectors as arguments, so a comparison for each candidate is cheap.)

use crate::engine::Engine;
use crate::sequences::Arrays;
use crate::theory::inference::InferenceId;
use base::{FxHashMap, FxHashSet, Int};
use sat::Context;
use std::collections::BTreeMap;
use terms::value::Value;
use terms::{Op, Sort, Term};

/// What a candidate says of a vector.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Content {
    length: Int,
    elements: BTreeMap<Int, Value>,
}

/// What a candidate says of the vectors, by class.
pub(super) type Contents = FxHashMap<u32, Content>;

impl Engine<'_> {
    /// The contents of all vectors, if functions other than those of arrays have them as arguments.
    pub(super) fn contents(&mut self, cx: &Context<'_>, applications: &[Term]) -> Contents {
        debug_assert!(
            applications.iter().all(|&t| self.euf.knows(t)),
            "an application that congruence does not know"
        );
        let mut contents = Contents::default();
        if !applications.iter().any(|&t| self.asks_for_content(t)) {
            return contents;
        }
        for &t in applications {
            let (op, args) = (self.res.terms.op(t), self.res.terms.args(t).to_vec());
            let Some(arrays) = args.first().and_then(|&v| self.arrays_of(v)) else { continue };
            let Some(class) = self.euf.class(args[0]) else { continue };
            if op == Op::Apply(arrays.length) {
                if let Some(Value::Int(length)) = self.value_of(cx, t) {
                    contents.entry(class).or_default().length = length;
                }
            } else if op == Op::Apply(arrays.read)
                && let Some(Value::Int(index)) = self.value_of_argument(cx, args[1])
                && let Some(value) = self.value_of(cx, t)
            {
                contents.entry(class).or_default().elements.insert(index, value);
            }
        }
        // Elsewhere a vector has the default, see `raise`.
        for Content { length, elements } in contents.values_mut() {
            elements.retain(|index, value| {
                let is_default = Value::default_of(value.sort()).as_ref() == Some(value);
                !index.is_negative() && index < length && !is_default
            });
        }
        contents
    }

    /// The functions of arrays for the sort of `v`.
    fn arrays_of(&self, v: Term) -> Option<Arrays> {
        match self.res.terms.sort(v) {
            Sort::Uninterpreted(_) => self.res.sequences.arrays(self.res.terms.sort(v)),
            _ => None,
        }
    }

    /// Whether the value of `t` depends on the contents of vectors in a way that the axioms of arrays do not tell.
    pub(super) fn asks_for_content(&self, t: Term) -> bool {
        let op = self.res.terms.op(t);
        let arrays = self.res.terms.args(t).iter().find_map(|&v| self.arrays_of(v));
        arrays.is_some_and(|a| [a.length, a.read, a.write].iter().all(|&f| op != Op::Apply(f)))
    }

    /// States that the vectors `a` and `b` are equal or differ in length or at some index, unless that was stated before.
    pub(super) fn tell_apart(&mut self, a: Term, b: Term, applications: &[Term]) {
        debug_assert!(a != b, "a vector is compared with itself");
        let Some(arrays) = self.arrays_of(a) else { return };
        if !self.registry.enter_comparison(a, b) {
            return;
        }
        let terms = &mut *self.res.terms;
        debug_assert!(terms.sort(a) == terms.sort(b), "vectors of two sorts are compared");
        let (index, zero) = (terms.fresh("index", Sort::Int), terms.int(0));
        let [here, there] = [a, b].map(|v| terms.mk(Op::Apply(arrays.read), &[v, index]));
        let [length, other] = [a, b].map(|v| terms.mk(Op::Apply(arrays.length), &[v]));
        let (same, same_length) = (terms.eq(here, there), terms.eq(length, other));
        let (equal, longer) = (terms.eq(a, b), terms.not(same_length));
        let differ = [terms.not(same), terms.ge(index, zero), terms.lt(index, length)];
        let differ = terms.and(&differ);
        self.out.clause(terms, InferenceId::VectorsDiffer, vec![equal, longer, differ]);
        let mut seen = FxHashSet::default();
        for &write in applications.iter().filter(|&&t| seen.insert(t)) {
            if terms.op(write) != Op::Apply(arrays.write) {
                continue;
            }
            let (before, at) = (terms.arg(write, 0), terms.arg(write, 1));
            let [before, after] =
                [before, write].map(|v| terms.mk(Op::Apply(arrays.read), &[v, index]));
            let clause = vec![terms.eq(at, index), terms.eq(before, after)];
            self.out.clause(terms, InferenceId::VectorsRead, clause);
        }
    }
}
