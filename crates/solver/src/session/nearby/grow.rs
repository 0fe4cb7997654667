//! A model whose strings begin like those of the last one.
//!
//! Problem: a program that reads a text from left to right asserts something about the same text after each step, or about a rest of it
//! that every earlier rest ends with. So no neighbourhood of what is new is small, and yet the values that are there stay
//! what they are: a new step reads on where the last one stopped.
//!
//! So each string keeps its value but for the last few letters, and ends in whatever is needed. Then rewriting makes `true` of what was
//! asserted about the beginning. First nothing is cut off, and numbers and truth values that are not in what is violated stay; then
//! a few letters are, and what shares an assertion with what is violated may change; then as many letters as what is violated has, and
//! all numbers. Letters are cut off all strings alike because rests of one text end together. The
//! alternative, to cut where the slices in what is violated begin, needs to know of each function what it reads.

use super::reads::Free;
use super::{Attempt, Question};
use crate::session::Session;
use base::{Budget, FxHashMap, FxHashSet, Interrupted};
use terms::model::Model;
use terms::{Op, Sort, Term};

impl Session {
    /// Lets the ends of all strings change, and what is violated.
    pub(super) fn grow(
        &mut self,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Attempt, Interrupted> {
        let reads = &mut self.nearby.reads;
        let Some(free) = reads.constants(&self.terms, question.violated, budget)? else {
            return Ok(Attempt::Unfit);
        };
        let Some(all) = reads.constants(&self.terms, question.all, budget)? else {
            return Ok(Attempt::Unfit);
        };
        let (texts, others): (Vec<Term>, Vec<Term>) =
            all.into_iter().partition(|&x| self.terms.sort(x) == Sort::String);
        if texts.is_empty() {
            return Ok(Attempt::Unfit);
        }
        let whole = Free::constants(free.iter().copied());
        let about = reads.about(&self.terms, &whole, question.all, budget)?.unwrap_or_default();
        let near = reads.constants(&self.terms, &about, budget)?.unwrap_or_default();
        for (cut, moving) in
            self.cuts(question, &free, budget).zip([Some(&free), Some(&near), None])
        {
            let (still, moving) =
                others.iter().partition(|x| moving.is_some_and(|moving| !moving.contains(x)));
            let found = self.grow_from(question, (cut, &texts), (moving, still), budget)?;
            if found.is_some() {
                return Ok(found.into());
            }
        }
        Ok(Attempt::Failed)
    }

    /// How many letters are cut off: none, a few, and as many as make the strings in `free` empty, if these are short.
    fn cuts(
        &self,
        question: &Question<'_>,
        free: &FxHashSet<Term>,
        budget: &Budget,
    ) -> impl Iterator<Item = usize> + use<> {
        let few = budget.tunables().check.nearby_cut;
        let longest = free.iter().map(|&x| question.word(&self.terms, x).len()).max();
        let more = longest.unwrap_or(0).clamp(few.pow(2), few.pow(3));
        [0, few, more].into_iter().take(1 + budget.tunables().check.nearby_cuts)
    }

    /// A model of all assertions whose strings begin like those of the last one, but for as many letters as are `cut` off; of the
    /// others, those that are `still` have their values.
    fn grow_from(
        &mut self,
        question: &Question<'_>,
        (cut, texts): (usize, &[Term]),
        (moving, still): (Vec<Term>, Vec<Term>),
        budget: &Budget,
    ) -> Result<Option<Model>, Interrupted> {
        let &Question { last, all, .. } = question;
        debug_assert!(
            texts.iter().all(|&x| self.terms.sort(x) == Sort::String),
            "what begins as before is no string"
        );
        debug_assert!(
            moving.iter().chain(&still).all(|&x| self.terms.sort(x) != Sort::String),
            "a string is both cut and kept"
        );
        let Some(mut images) = self.kept_values(last, still.into_iter(), budget) else {
            return Ok(None);
        };
        let begun = self.begun(question, texts, cut);
        if begun.is_empty() {
            return Ok(None);
        }
        for (&x, begin) in &begun {
            // The constant itself stands for what follows: a new one for each check would fill the store.
            let begin = self.terms.string(begin);
            images.insert(x, self.terms.mk(Op::StrConcat, &[begin, x]));
        }
        let Some(found) = self.solve_with(images, all, last, budget)? else { return Ok(None) };
        let changed = moving.into_iter().chain(texts.iter().copied());
        let model = self.changed(last, &found, changed, &begun);
        self.confirmed(model, all, budget)
    }

    /// What each of `texts` begins with.
    fn begun(
        &self,
        question: &Question<'_>,
        texts: &[Term],
        cut: usize,
    ) -> FxHashMap<Term, Vec<u32>> {
        let mut begun = FxHashMap::default();
        for &x in texts {
            let word = question.word(&self.terms, x);
            if word.len() > cut {
                begun.insert(x, word[..word.len() - cut].to_vec());
            }
        }
        begun
    }
}
