//! Sequences that are only read and written are arrays with a length, and no words.
//!
//! Where all functions on the sequences of a sort act on one position at a time (`seq.nth`, `seq.update` by a unit, lengths, equality),
//! a translation to words has to cut them at each index, and the order of the indices has to be guessed. As arrays they
//! are decided by instances of the axioms for the indices that occur (McCarthy, "Towards a mathematical science of computation", 1962;
//! that these instances suffice: Bradley, Manna, Sipma, "What's decidable about arrays?", VMCAI 2006; for sequences:
//! Sheng et al., "Reasoning about vectors using an SMT theory of sequences", IJCAR 2022):
//!
//! * a write changes the element at its index, or nothing if that is outside; reads at all other indices stay;
//! * different sequences of one length differ at some index, which has a name from then on.
//!
//! The sort becomes a declared one, `length`, `read` and `write` declared functions. `read` is total: outside of a sequence it
//! is what nobody asks for, so that the second half of the first axiom needs no condition; `seq.nth` is `read` inside, and a function
//! of its own outside. Instances are stated for pairs of a write and an index that may meet: their sequences are connected by writes
//! and equations. (All of them at once, as there are at most as many as pairs. Lemmas for a candidate would be fewer, but
//! each costs a candidate.)

use super::Sequences;
use super::letters::image_sort;
use super::plan::is_pointwise;
use crate::trace::Image;
use base::{Budget, FxHashMap, FxHashSet, IndexSet, Interrupted, UnionFind};
use terms::{Element, Fun, Op, Sort, Term, Terms};

/// The declared functions that are those of arrays with a length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrays {
    pub(crate) length: Fun,
    /// The element at an index.
    pub(crate) read: Fun,
    /// A vector with another element at an index, if that is inside.
    pub(crate) write: Fun,
}

/// The sequences of one sort as arrays.
#[derive(Debug)]
pub(super) struct Vectors {
    /// The sort of their images.
    sort: Sort,
    pub(super) arrays: Arrays,
    unit: Fun,
    empty: Fun,
    members: IndexSet<Term>,
    /// Which of the members are connected.
    components: UnionFind,
    /// A member that stands for all values of a function.
    values: FxHashMap<Fun, Term>,
    /// Members that are writes.
    writes: Vec<Term>,
    /// Members, each with the image of an index at which it is looked at.
    positions: Vec<(Term, Term)>,
}

impl Vectors {
    fn new(terms: &mut Terms, element: Element) -> Vectors {
        let (sort, value) = (terms.declare_sort("vector"), image_sort(terms.element_sort(element)));
        let mut declare = |name, params: &[Sort], ret| terms.fresh_function(name, params, ret);
        Vectors {
            sort,
            arrays: Arrays {
                length: declare("length", &[sort], Sort::Int),
                read: declare("read", &[sort, Sort::Int], value),
                write: declare("write", &[sort, Sort::Int, value], sort),
            },
            unit: declare("unit", &[value], sort),
            empty: declare("empty", &[], sort),
            members: IndexSet::default(),
            components: UnionFind::default(),
            values: FxHashMap::default(),
            writes: Vec::new(),
            positions: Vec::new(),
        }
    }

    /// What its functions are, with elements of this sort.
    pub(super) fn functions(&self, element: Sort) -> [(Fun, Image); 5] {
        let Arrays { length, read, write } = self.arrays;
        [
            (length, Image::Length),
            (read, Image::Read(element)),
            (write, Image::Write),
            (self.unit, Image::Unit),
            (self.empty, Image::Empty(element)),
        ]
    }

    fn member(&mut self, t: Term) -> usize {
        let at = self.members.insert(t).0 as usize;
        self.components.grow(self.members.len());
        at
    }

    fn connect(&mut self, a: Term, b: Term) {
        let (a, b) = (self.member(a), self.member(b));
        self.components.join(a, b);
    }

    fn component(&mut self, t: Term) -> usize {
        let at = self.member(t);
        self.components.find(at)
    }
}

impl Sequences {
    /// Whether some sequences are vectors.
    pub(crate) fn has_vectors(&self) -> bool {
        !self.vectors.is_empty()
    }

    /// The functions of arrays for vectors whose images are of sort `sort`.
    pub(crate) fn arrays(&self, sort: Sort) -> Option<Arrays> {
        self.vectors.values().find(|vectors| vectors.sort == sort).map(|vectors| vectors.arrays)
    }

    /// The sort of the image of a term of sort `sort`.
    pub(super) fn image_sort(&mut self, terms: &mut Terms, sort: Sort) -> Sort {
        match sort {
            Sort::Seq(element) if self.plan.is_vector(element) => {
                self.vectors_of(terms, element).sort
            }
            sort => image_sort(sort),
        }
    }

    /// The elements of the vectors that `t` is, or is about.
    pub(super) fn vector_element(&self, terms: &Terms, t: Term) -> Option<Element> {
        let around = std::iter::once(t).chain(terms.args(t).iter().copied());
        around.map(|s| terms.sort(s)).find_map(|sort| match sort {
            Sort::Seq(element) if self.plan.is_vector(element) => Some(element),
            _ => None,
        })
    }

    fn vectors_of(&mut self, terms: &mut Terms, element: Element) -> &mut Vectors {
        debug_assert!(self.plan.is_vector(element), "words are no vectors");
        self.vectors.entry(element).or_insert_with(|| Vectors::new(terms, element))
    }

    /// The image of a function on vectors, given those of its arguments.
    pub(super) fn lower_vector(
        &mut self,
        terms: &mut Terms,
        t: Term,
        element: Element,
        args: &[Term],
    ) -> Term {
        debug_assert!(args.len() == terms.args(t).len(), "an argument has no image");
        self.connect(terms, t, element);
        let vectors = self.vectors_of(terms, element);
        match terms.op(t) {
            Op::StrLen => terms.mk(Op::Apply(vectors.arrays.length), args),
            Op::SeqEmpty(_) => {
                let (empty, length, zero) =
                    (terms.constant(vectors.empty), vectors.arrays.length, terms.int(0));
                let length = terms.mk(Op::Apply(length), &[empty]);
                let fact = terms.eq(length, zero);
                self.facts.entry(t).or_default().push(fact);
                empty
            }
            Op::SeqUnit(_) => {
                let unit = terms.mk(Op::Apply(vectors.unit), args);
                let (length, read) = (vectors.arrays.length, vectors.arrays.read);
                let (zero, one) = (terms.int(0), terms.int(1));
                let length = terms.mk(Op::Apply(length), &[unit]);
                let first = terms.mk(Op::Apply(read), &[unit, zero]);
                let facts = [terms.eq(length, one), terms.eq(first, args[0])];
                self.facts.entry(t).or_default().extend(facts);
                unit
            }
            Op::StrUpdate => self.lower_write(terms, t, element, args),
            Op::SeqNth => self.lower_read(terms, t, element, args),
            Op::Eq => {
                let image = terms.mk(Op::Eq, args);
                let fact = self.witness(terms, element, (terms.arg(t, 0), args[0]), args[1]);
                self.facts.entry(t).or_default().push(fact);
                image
            }
            Op::Distinct => {
                let originals = terms.args(t).to_vec();
                let mut facts = Vec::new();
                for (i, &a) in originals.iter().enumerate() {
                    for &b in &args[i + 1..] {
                        facts.push(self.witness(terms, element, (a, args[i]), b));
                    }
                }
                self.facts.entry(t).or_default().extend(facts);
                terms.mk(Op::Distinct, args)
            }
            Op::Ite => terms.mk(Op::Ite, args),
            _ => terms.fresh("word", image_sort(terms.sort(t))),
        }
    }

    /// Joins the components of the sequences whose elements `t` relates.
    fn connect(&mut self, terms: &mut Terms, t: Term, element: Element) {
        let sort = Sort::Seq(element);
        let mut all: Vec<Term> = terms.args(t).to_vec();
        all.push(t);
        all.retain(|&s| terms.sort(s) == sort);
        if matches!(terms.op(t), Op::StrUpdate) {
            // What is written is an element, and not the unit of it.
            all.remove(1);
        }
        let vectors = self.vectors_of(terms, element);
        for pair in all.windows(2) {
            vectors.connect(pair[0], pair[1]);
        }
    }

    /// A declared function with vectors as values: those of equal arguments are equal, so all are connected.
    pub(super) fn lower_vector_value(&mut self, terms: &mut Terms, t: Term, f: Fun, image: Term) {
        debug_assert!(terms.op(image) != Op::Apply(f), "a vector is its own image");
        let Sort::Seq(element) = terms.sort(t) else { return };
        let vectors = self.vectors_of(terms, element);
        let first = *vectors.values.entry(f).or_insert(t);
        vectors.connect(first, t);
        let length = vectors.arrays.length;
        let (length, zero) = (terms.mk(Op::Apply(length), &[image]), terms.int(0));
        let fact = terms.ge(length, zero);
        self.facts.entry(t).or_default().push(fact);
    }

    fn lower_write(&mut self, terms: &mut Terms, t: Term, element: Element, args: &[Term]) -> Term {
        let unit = terms.arg(t, 2);
        let value = self.images[&terms.arg(unit, 0)];
        let (s, i) = (args[0], args[1]);
        debug_assert!(is_pointwise(terms, t), "a write of more than an element");
        let vectors = self.vectors_of(terms, element);
        vectors.writes.push(t);
        vectors.positions.push((t, i));
        let image = terms.mk(Op::Apply(vectors.arrays.write), &[s, i, value]);
        let [before, after] = [s, image].map(|v| terms.mk(Op::Apply(vectors.arrays.length), &[v]));
        let read = terms.mk(Op::Apply(vectors.arrays.read), &[image, i]);
        let (zero, written) = (terms.int(0), terms.eq(read, value));
        let (below, above) = (terms.lt(i, zero), terms.ge(i, before));
        let outside = terms.or(&[below, above]);
        let (inside, unchanged) = (terms.not(outside), terms.eq(image, s));
        let facts = [
            terms.eq(before, after),
            terms.or(&[below, above, written]),
            terms.or(&[inside, unchanged]),
        ];
        self.facts.entry(t).or_default().extend(facts);
        image
    }

    fn lower_read(&mut self, terms: &mut Terms, t: Term, element: Element, args: &[Term]) -> Term {
        let nth = self.nth(terms, element);
        let value = terms.mk(Op::Apply(nth), args);
        let s = terms.arg(t, 0);
        debug_assert!(terms.sort(s) == Sort::Seq(element), "a read of what is no vector");
        let vectors = self.vectors_of(terms, element);
        vectors.positions.push((s, args[1]));
        let read = terms.mk(Op::Apply(vectors.arrays.read), args);
        let length = terms.mk(Op::Apply(vectors.arrays.length), &args[..1]);
        let (zero, same) = (terms.int(0), terms.eq(value, read));
        let (below, above) = (terms.lt(args[1], zero), terms.ge(args[1], length));
        let fact = terms.or(&[below, above, same]);
        let is_element = self.is_element(terms, element, value);
        self.facts.entry(t).or_default().extend([fact].into_iter().chain(is_element));
        value
    }

    /// A name for the index at which two vectors differ.
    pub(crate) fn difference(&mut self, terms: &mut Terms, a: Term, b: Term) -> Term {
        let index = terms.fresh("index", Sort::Int);
        if let Op::Apply(fun) = terms.op(index) {
            self.witnesses.push((fun, a, b));
        }
        index
    }

    /// Different sequences of one length differ at an index.
    fn witness(
        &mut self,
        terms: &mut Terms,
        element: Element,
        (original, a): (Term, Term),
        b: Term,
    ) -> Term {
        debug_assert!(terms.sort(a) == terms.sort(b), "vectors of two sorts are compared");
        let index = self.difference(terms, a, b);
        let vectors = self.vectors_of(terms, element);
        vectors.positions.push((original, index));
        let [here, there] = [a, b].map(|v| terms.mk(Op::Apply(vectors.arrays.read), &[v, index]));
        let lengths = [a, b].map(|v| terms.mk(Op::Apply(vectors.arrays.length), &[v]));
        let zero = terms.int(0);
        let same_length = terms.eq(lengths[0], lengths[1]);
        let same = terms.eq(here, there);
        let differ = [terms.not(same), terms.ge(index, zero), terms.lt(index, lengths[0])];
        let (equal, differ, other) = (terms.eq(a, b), terms.and(&differ), terms.not(same_length));
        let mut facts = vec![terms.or(&[equal, other, differ])];
        facts.extend([here, there].into_iter().filter_map(|v| self.is_element(terms, element, v)));
        terms.and(&facts)
    }

    /// That what is read of a vector is an element, if that is a word and not every string is one.
    fn is_element(&self, terms: &mut Terms, element: Element, read: Term) -> Option<Term> {
        match terms.element_sort(element) {
            Sort::Seq(inner) if !self.plan.is_vector(inner) => self.is_word(terms, inner, read),
            _ => None,
        }
    }

    /// What the writes and indices in `inner` ask of those that were there before, and of each other: reads at other
    /// indices than that of a write stay.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(super) fn reads(
        &mut self,
        terms: &mut Terms,
        inner: &[Term],
        budget: &Budget,
    ) -> Result<Vec<Term>, Interrupted> {
        let inner: FxHashSet<Term> = inner.iter().copied().collect();
        let mut facts = Vec::new();
        let mut elements: Vec<Element> = self.vectors.keys().copied().collect();
        base::order::sort(&mut elements);
        for element in elements {
            let Some(vectors) = self.vectors.get_mut(&element) else { continue };
            let mut read: Vec<Term> = Vec::new();
            let mut indices: FxHashMap<usize, Vec<(Term, bool)>> = FxHashMap::default();
            for (owner, index) in vectors.positions.clone() {
                let component = vectors.component(owner);
                indices.entry(component).or_default().push((index, inner.contains(&owner)));
            }
            for write in vectors.writes.clone() {
                let component = vectors.component(write);
                let is_new = inner.contains(&write);
                let (s, i) = (self.images[&terms.arg(write, 0)], self.images[&terms.arg(write, 1)]);
                let image = self.images[&write];
                let mut seen = FxHashSet::default();
                for &(j, also_new) in indices.get(&component).into_iter().flatten() {
                    budget.charge(1)?;
                    if j != i && (is_new || also_new) && seen.insert(j) {
                        let [before, after] =
                            [s, image].map(|v| terms.mk(Op::Apply(vectors.arrays.read), &[v, j]));
                        let (same, stays) = (terms.eq(i, j), terms.eq(before, after));
                        facts.push(terms.or(&[same, stays]));
                        read.extend([before, after]);
                    }
                }
            }
            let elements = read.into_iter().filter_map(|v| self.is_element(terms, element, v));
            facts.extend(elements);
        }
        Ok(facts)
    }
}
