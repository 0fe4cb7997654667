//! Vectors that agree in all that is known of them.
//!
//! A declared function of a vector, such as `seq.nth` outside of it, has equal values for vectors of equal contents, and congruence only
//! knows those that are asserted to be equal. So where a candidate gives two arguments of a function one content, they are
//! made equal, or differ at an index that has a name from then on. (Weakly equivalent arrays, Christ and Hoenicke, FroCoS 2015,
//! find such pairs without a candidate. Here few functions have vectors as arguments, so a comparison for each candidate is cheap.)
//!
//! That writing changes nothing elsewhere is stated beforehand for all indices that are read. Of an index that is a choice, such as
//! `(ite p 0 i)`, this says something of the case that holds only. Reads at the other one are part of a candidate, too; where they
//! contradict what is written, it is stated for them as well.

use crate::engine::Engine;
use crate::sequences::Arrays;
use crate::theory::inference::InferenceId;
use base::{FxHashMap, FxHashSet, Int};
use sat::Context;
use std::collections::BTreeMap;
use terms::value::Value;
use terms::{Fun, Op, Sort, Term};

/// What a candidate says of a vector.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Content {
    length: Int,
    elements: BTreeMap<Int, Value>,
}

/// A read in a candidate.
struct Read {
    /// The term for the index, and its value.
    index: Term,
    at: Int,
    value: Value,
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
    pub(super) fn arrays_of(&self, v: Term) -> Option<Arrays> {
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
        let (index, zero) = (self.res.sequences.difference(terms, a, b), terms.int(0));
        let [here, there] = [a, b].map(|v| terms.mk(Op::Apply(arrays.read), &[v, index]));
        let [length, other] = [a, b].map(|v| terms.mk(Op::Apply(arrays.length), &[v]));
        let (same, same_length) = (terms.eq(here, there), terms.eq(length, other));
        let (equal, longer) = (terms.eq(a, b), terms.not(same_length));
        let differ = [terms.not(same), terms.ge(index, zero), terms.lt(index, length)];
        let differ = terms.and(&differ);
        self.out.clause(terms, InferenceId::VectorsDiffer, vec![equal, longer, differ]);
        let mut seen = FxHashSet::default();
        for &write in applications.iter().filter(|&&t| seen.insert(t)) {
            if self.res.terms.op(write) != Op::Apply(arrays.write) {
                continue;
            }
            self.state_unchanged(arrays.read, write, index);
        }
    }

    /// States that `write` changes nothing at `index`, unless it writes there.
    fn state_unchanged(&mut self, read: Fun, write: Term, index: Term) {
        let terms = &mut *self.res.terms;
        let (before, at) = (terms.arg(write, 0), terms.arg(write, 1));
        debug_assert_eq!(terms.sort(before), terms.sort(write), "writing changes no sort");
        let [before, after] = [before, write].map(|v| terms.mk(Op::Apply(read), &[v, index]));
        let clause = vec![terms.eq(at, index), terms.eq(before, after)];
        self.out.clause(terms, InferenceId::VectorsRead, clause);
    }

    /// States that writing changes nothing at the indices at which the candidate says otherwise.
    pub(super) fn tell_unchanged(&mut self, cx: &Context<'_>, applications: &[Term]) {
        if !self.res.sequences.has_vectors() {
            return;
        }
        let mut reads: FxHashMap<u32, Vec<Read>> = FxHashMap::default();
        for &t in applications {
            if let Some((class, read)) = self.read(cx, t) {
                reads.entry(class).or_default().push(read);
            }
        }
        for &write in applications {
            let args = self.res.terms.args(write).to_vec();
            let Some(arrays) = args.first().and_then(|&v| self.arrays_of(v)) else { continue };
            if self.res.terms.op(write) == Op::Apply(arrays.write) {
                for index in self.changed(cx, &reads, write) {
                    if self.registry.enter_comparison(write, index) {
                        self.state_unchanged(arrays.read, write, index);
                    }
                }
            }
        }
    }

    /// What `t` reads, and of which class of vectors, if it does.
    fn read(&mut self, cx: &Context<'_>, t: Term) -> Option<(u32, Read)> {
        let args = self.res.terms.args(t).to_vec();
        let arrays = args.first().and_then(|&v| self.arrays_of(v))?;
        if self.res.terms.op(t) != Op::Apply(arrays.read) {
            return None;
        }
        debug_assert_eq!(args.len(), 2, "a read has a vector and an index");
        let Value::Int(at) = self.value_of_argument(cx, args[1])? else { return None };
        Some((self.euf.class(args[0])?, Read { index: args[1], at, value: self.value_of(cx, t)? }))
    }

    /// The indices, other than its own, at which the candidate has different elements before and after `write`.
    fn changed(
        &mut self,
        cx: &Context<'_>,
        reads: &FxHashMap<u32, Vec<Read>>,
        write: Term,
    ) -> Vec<Term> {
        let (before, at) = (self.res.terms.arg(write, 0), self.res.terms.arg(write, 1));
        let Some(Value::Int(at)) = self.value_of_argument(cx, at) else { return Vec::new() };
        let sides = [before, write].map(|v| self.euf.class(v).and_then(|class| reads.get(&class)));
        let mut changed = Vec::new();
        for (here, there) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            for read in here.into_iter().flatten().filter(|r| r.at != at && !r.at.is_negative()) {
                let other = there.and_then(|there| there.iter().find(|r| r.at == read.at));
                let default = Value::default_of(read.value.sort());
                if other.map(|r| &r.value).or(default.as_ref()) != Some(&read.value) {
                    changed.push(read.index);
                }
            }
        }
        changed
    }
}
