//! Arguments of declared functions that have equal values without being known to be equal.
//!
//! Congruence closure knows only asserted equalities. If the candidate values of `a` and `b` agree
//! and `f(a)`, `f(b)` both occur, then `a = b` has to be decided before a table for `f` can be read
//! off (model-based theory combination, de Moura and Bjørner, SMT 2007). Where all arguments agree and the
//! applications are known to be equal, the table has one row for both, and nothing is decided (the care graph of D. Jovanović and
//! C. Barrett, *Being Careful about Theory Combination*, FMSD 42, 2013): decided as different, arguments might need more words than
//! there are.
//!
//! The other way round, strings know only the equalities that are asserted. If congruence has made one of two
//! applications and their words differ, the equality is added as a lemma. Arithmetic learns such equalities at once; for words that would
//! be many equations, most of which hold anyway. But where the strings chose the integers, too, they did so for the relevant
//! literals alone, so integers are compared in the same way.

use crate::engine::Engine;
use crate::theory::combine::value_in;
use crate::theory::inference::InferenceId;
use crate::theory::vectors::{Content, Contents};
use crate::theory::verdict::Verdict;
use base::{FxHashMap, Int, Interrupted};
use sat::Context;
use terms::value::{Value, Word};
use terms::{Op, Sort, Term};

/// A candidate value of an argument.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Candidate {
    Int(Int),
    Word(Word),
    Bits(Int),
    Vector(Content),
}

/// What an argument is in the table of a function.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Value(Candidate),
    Class(Option<u32>),
}

impl Engine<'_> {
    /// Decides equalities between arguments whose candidate values agree.
    pub(crate) fn arrange(&mut self, cx: &mut Context<'_>) -> Result<Verdict, Interrupted> {
        let mut groups: FxHashMap<(Op, usize, Candidate), Term> = FxHashMap::default();
        let mut tables: FxHashMap<(Op, Vec<Key>), Term> = FxHashMap::default();
        let applications: Vec<Term> = self.euf.applications(self.res.terms).collect();
        self.tell_equal(cx, &applications);
        self.tell_unchanged(cx, &applications);
        let contents = self.contents(cx, &applications);
        for &t in &applications {
            let op = self.res.terms.op(t);
            let of_vectors = self.asks_for_content(t);
            let mut row = Vec::new();
            for (i, a) in self.res.terms.args(t).to_vec().into_iter().enumerate() {
                // An equality that is decided but that nobody looks at is decided again in each final check.
                self.res.budget.charge(1)?;
                let value = match of_vectors {
                    true => self.content(&contents, a).or_else(|| self.candidate(cx, a)),
                    false => self.candidate(cx, a),
                };
                let Some(value) = value else {
                    row.push(Key::Class(self.euf.class(a)));
                    continue;
                };
                row.push(Key::Value(value.clone()));
                if !matches!(value, Candidate::Vector(_)) {
                    continue;
                }
                let first = *groups.entry((op, i, value)).or_insert(a);
                if !self.euf.same(first, a) && !self.is_known_equality(cx, first, a) {
                    self.tell_apart(first, a, &applications);
                    self.decide_equality(first, a);
                }
            }
            let first = *tables.entry((op, row)).or_insert(t);
            self.tell_congruence(cx, first, t);
        }
        Ok(if self.out.is_empty() { Verdict::Consistent } else { Verdict::Progress })
    }

    /// Whether `a = b` is assigned true. Arithmetic has its own form of it, which congruence need not see as one of the two.
    fn is_known_equality(&mut self, cx: &Context<'_>, a: Term, b: Term) -> bool {
        let same = self.res.terms.eq(a, b);
        let form = self.structural(same);
        if self.res.terms.bool_value(form) == Some(true) {
            return true;
        }
        let lit = self.atoms.lit(self.res.terms, form);
        lit.is_some_and(|lit| value_in(cx, lit) == Some(true))
    }

    /// Two applications of a function, of arguments whose equality is assigned but unknown to congruence, are equal. If arguments
    /// are only known to equal a third one, their own equality is decided first.
    fn tell_congruence(&mut self, cx: &Context<'_>, t: Term, u: Term) {
        if t == u || self.euf.same(t, u) {
            return;
        }
        let terms = &*self.res.terms;
        let pairs: Vec<(Term, Term)> =
            terms.args(t).iter().copied().zip(terms.args(u).iter().copied()).collect();
        let mut premises = Vec::new();
        for (a, b) in pairs.into_iter().filter(|(a, b)| a != b) {
            if !self.euf.same(a, b) && !self.is_known_equality(cx, a, b) {
                return self.decide_equality(a, b);
            }
            premises.push(self.res.terms.eq(a, b));
        }
        if self.registry.enter_comparison(t, u) {
            let same = self.res.terms.eq(t, u);
            self.out.lemma(self.res.terms, InferenceId::EufCongruence, &premises, same);
        }
    }

    /// Tells which applications have different values although congruence knows that they are equal.
    fn tell_equal(&mut self, cx: &Context<'_>, applications: &[Term]) {
        let mut classes: FxHashMap<u32, (Term, Option<Candidate>)> = FxHashMap::default();
        for &t in applications {
            let value = match self.res.terms.sort(t) {
                Sort::String => self.word_of(t).map(Candidate::Word),
                Sort::Int => self.integer(t).map(Candidate::Int),
                Sort::BitVec(_) => self.candidate(cx, t),
                _ => continue,
            };
            let Some(class) = self.euf.class(t) else { continue };
            let (first, known) = classes.entry(class).or_insert_with(|| (t, value.clone())).clone();
            if known != value && !self.tell_equality(first, t) {
                // It is asserted but was not looked at.
                self.decide_equality(first, t);
            }
        }
    }

    fn content(&self, contents: &Contents, t: Term) -> Option<Candidate> {
        self.arrays_of(t)?;
        // Of a vector whose length nobody asks for, a model has the empty one.
        let content = contents.get(&self.euf.class(t)?).cloned().unwrap_or_default();
        Some(Candidate::Vector(content))
    }

    fn candidate(&mut self, cx: &Context<'_>, t: Term) -> Option<Candidate> {
        if !matches!(self.res.terms.sort(t), Sort::Int | Sort::String | Sort::BitVec(_)) {
            return None;
        }
        match self.value_of_argument(cx, t)? {
            Value::Int(n) => Some(Candidate::Int(n)),
            Value::Str(w) => Some(Candidate::Word(w)),
            Value::Bits(_, n) => Some(Candidate::Bits(n)),
            _ => None,
        }
    }

    /// Has the search decide whether `a = b`. Once it did, the literal is looked at, and is not asked for again where something else is not
    /// decided: a candidate that ignores it would come back for ever.
    fn decide_equality(&mut self, a: Term, b: Term) {
        debug_assert!(a != b, "a decision on the equality of a term with itself");
        let same = self.res.terms.eq(a, b);
        if self.registry.is_decided(same) && self.ending.incompleteness().is_some() {
            return;
        }
        self.out.decide(self.res.terms, InferenceId::EufArrange, same);
    }
}
