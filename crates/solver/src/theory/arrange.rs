//! Arguments of declared functions that have equal values without being known to be equal.
//!
//! Congruence closure knows only asserted equalities. If the candidate values of `a` and `b` agree
//! and `f(a)`, `f(b)` both occur, then `a = b` has to be decided before a table for `f` can be read
//! off (model-based theory combination, de Moura and Bjørner, SMT 2007).
//!
//! The other way round, strings know only the equalities that are asserted. If congruence has made one of two
//! applications and their words differ, it is told. Arithmetic hears of such equalities at once; for words that would
//! be many equations, most of which hold anyway. But where the strings chose the integers, too, they did so for the relevant
//! literals alone, so integers are compared in the same way.

use crate::engine::Engine;
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

impl Engine<'_> {
    /// Decides equalities between arguments whose candidate values agree.
    pub(crate) fn arrange(&mut self, cx: &mut Context<'_>) -> Result<Verdict, Interrupted> {
        let mut groups: FxHashMap<(Op, usize, Candidate), Term> = FxHashMap::default();
        let applications: Vec<Term> = self.euf.applications(self.res.terms).collect();
        self.tell_equal(&applications);
        let contents = self.contents(cx, &applications);
        for &t in &applications {
            let op = self.res.terms.op(t);
            let of_vectors = self.asks_for_content(t);
            for (i, a) in self.res.terms.args(t).to_vec().into_iter().enumerate() {
                let value = match of_vectors {
                    true => self.content(&contents, a).or_else(|| self.candidate(cx, a)),
                    false => self.candidate(cx, a),
                };
                let Some(value) = value else { continue };
                let is_vector = matches!(value, Candidate::Vector(_));
                let first = *groups.entry((op, i, value)).or_insert(a);
                if !self.euf.same(first, a) {
                    if is_vector {
                        self.tell_apart(first, a, &applications);
                    }
                    self.decide_equality(first, a);
                }
            }
        }
        Ok(if self.out.is_empty() { Verdict::Consistent } else { Verdict::Progress })
    }

    /// Tells which applications have different values although congruence knows that they are equal.
    fn tell_equal(&mut self, applications: &[Term]) {
        let mut classes: FxHashMap<u32, (Term, Option<Candidate>)> = FxHashMap::default();
        for &t in applications {
            let value = match self.res.terms.sort(t) {
                Sort::String => self.word_of(t).map(Candidate::Word),
                Sort::Int => self.integer(t).map(Candidate::Int),
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
        let content = contents.get(&self.euf.class(t)?)?;
        Some(Candidate::Vector(content.clone()))
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

    fn decide_equality(&mut self, a: Term, b: Term) {
        debug_assert!(a != b, "a decision on the equality of a term with itself");
        let same = self.res.terms.eq(a, b);
        self.out.decide(self.res.terms, InferenceId::EufArrange, same);
    }
}
