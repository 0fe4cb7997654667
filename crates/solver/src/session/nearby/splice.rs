//! Strings of which a few letters may change.
//!
//! Such a string is put together from the letters that stay and new strings in between, as long as what they stand for: to rewriting, a
//! letter that stays is a constant, and the length of the whole is known.
//!
//! What is said of the string as a whole is mostly a membership in the language of all such texts. It is not solved again: a letter may
//! be replaced by those that lead the automaton where it did, so that the text stays in the language or out of it.

use super::Question;
use super::reads::{Free, Part, direct_reads};
use crate::session::Session;
use automata::{CharSet, Re, Regexes};
use base::{Budget, FxHashMap, Interrupted, Limits, Stop, affordable};
use std::collections::BTreeMap;
use std::ops::Range;
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Op, Sort, Term, Terms};

/// Which letters may be at places.
type Sets = BTreeMap<usize, CharSet>;

/// A string with the places where it changes and what is put there.
pub(super) struct Spliced {
    fun: Fun,
    holes: Vec<(Range<usize>, Term)>,
}

impl Session {
    /// Adds images of the strings with free letters and of what reads them, and what must hold of what is put there; `None` if a
    /// string is too long.
    pub(super) fn splice(
        &mut self,
        question: &Question<'_>,
        free: &Free,
        (images, formulas): (&mut FxHashMap<Term, Term>, &mut Vec<Term>),
        budget: &Budget,
    ) -> Result<Option<Vec<Spliced>>, Interrupted> {
        let longest = budget.tunables().check.nearby_letters;
        let inside = self.terms.post_order_within(formulas, budget)?;
        let violated = self.terms.post_order_within(question.violated, budget)?;
        let (mut all, mut used) = (Vec::new(), 0);
        for (x, letters) in free.letters() {
            let Op::Apply(fun) = self.terms.op(x) else { return Ok(None) };
            let word = question.word(&self.terms, x);
            if word.len() > longest {
                return Ok(None);
            }
            debug_assert!(letters.iter().all(|&i| i < word.len()), "a free letter is not there");
            let mut sets = Sets::new();
            sets.extend(letters.iter().map(|&i| (i, CharSet::full())));
            let about: Vec<Term> =
                inside.iter().copied().filter(|&t| self.terms.args(t).contains(&x)).collect();
            for &t in &about {
                if self.terms.op(t) == Op::StrInRe
                    && !violated.contains(&t)
                    && let Some(holds) = self.keep(t, word, &mut sets, budget)?
                {
                    images.insert(t, self.terms.bool(holds));
                }
            }
            let mut holes = Vec::new();
            for run in runs(letters.iter().copied()) {
                let hole = self.nearby.hole(&mut self.terms, used);
                used += 1;
                formulas.extend(says(&mut self.terms, hole, &run, &sets));
                holes.push((run, hole));
            }
            for t in about {
                images.extend(slice(&mut self.terms, t, x, (word, &holes)).map(|image| (t, image)));
            }
            images.insert(x, image(&mut self.terms, word, &holes));
            all.push(Spliced { fun, holes });
        }
        Ok(Some(all))
    }

    /// Whether `word` is in the language of `membership`, as long as its letters stay in those of `sets`, which are narrowed: each
    /// leads the automaton where it did. `None` if that is not found out.
    fn keep(
        &mut self,
        membership: Term,
        word: &[u32],
        sets: &mut Sets,
        budget: &Budget,
    ) -> Result<Option<bool>, Interrupted> {
        debug_assert!(self.terms.op(membership) == Op::StrInRe, "no membership");
        let limits = Limits::new(budget, budget.tunables().check.nearby_steps);
        let (terms, languages) = (&self.terms, &mut self.languages);
        let kept = languages.language_within(terms, terms.arg(membership, 1), &limits).and_then(
            |language| {
                language.map(|re| read(&mut languages.regexes, re, word, sets, &limits)).transpose()
            },
        );
        Ok(affordable(kept)?.flatten())
    }
}

/// Whether `word` is in `language`, narrowing `sets` to letters under which the automaton goes the same way.
fn read(
    regexes: &mut Regexes,
    language: Re,
    word: &[u32],
    sets: &mut Sets,
    limits: &Limits<'_>,
) -> Result<bool, Stop> {
    let (mut state, mut ways) = (language, sets.clone());
    for (i, &letter) in word.iter().enumerate() {
        limits.charge(1)?;
        let moves = regexes.deterministic_moves(state, limits)?;
        let (mut way, mut target) = (CharSet::full(), None);
        for step in moves.map(|j| regexes.get_move(j)) {
            let guard = regexes.set(step.guard);
            if guard.contains(letter) {
                (way, target) = (guard.clone(), Some(step.target));
                break;
            }
            way = way.difference(guard);
        }
        debug_assert!(way.contains(letter), "a letter goes another way");
        if let Some(set) = ways.get_mut(&i) {
            *set = set.intersect(&way);
        }
        match target {
            Some(target) => state = target,
            None => {
                *sets = ways;
                return Ok(false);
            }
        }
    }
    *sets = ways;
    Ok(regexes.nullable(state))
}

/// What `t` reads of `x`, if these are letters that stay, or one hole, or the length.
fn slice(
    terms: &mut Terms,
    t: Term,
    x: Term,
    (word, holes): (&[u32], &[(Range<usize>, Term)]),
) -> Option<Term> {
    let read = direct_reads(terms, t).find(|read| read.of == x)?;
    let (from, to) = match (read.part, terms.op(t)) {
        (Part::Length, _) => return Some(terms.int(word.len() as u64)),
        (Part::Letters(from, to), Op::StrAt | Op::StrSubstr) if to <= word.len() => (from, to),
        _ => return None,
    };
    match holes.iter().find(|(run, _)| run.start < to && from < run.end) {
        None => Some(terms.string(&word[from..to])),
        Some((run, hole)) => (*run == (from..to)).then_some(*hole),
    }
}

/// That `hole` has as many letters as `run`, those of `sets`.
fn says(terms: &mut Terms, hole: Term, run: &Range<usize>, sets: &Sets) -> Vec<Term> {
    let (length, n) = (terms.len_of(hole), terms.int(run.len() as u64));
    let mut says = vec![terms.eq(length, n)];
    for (place, i) in run.clone().enumerate() {
        let Some(set) = sets.get(&i).filter(|set| !set.is_full()) else { continue };
        debug_assert!(!set.is_empty(), "the letter that was there is none of those that may be");
        let ranges = set.ranges().iter().map(|&(lo, hi)| {
            let ends = [terms.string(&[lo]), terms.string(&[hi])];
            terms.mk(Op::ReRange, &ends)
        });
        let ranges: Vec<Term> = ranges.collect();
        let language =
            if let [range] = ranges[..] { range } else { terms.mk(Op::ReUnion, &ranges) };
        let place = terms.int(place as u64);
        let letter = terms.mk(Op::StrAt, &[hole, place]);
        says.push(terms.mk(Op::StrInRe, &[letter, language]));
    }
    says
}

impl Spliced {
    /// Gives the holes the letters that `last` has there.
    pub(super) fn fill(&self, terms: &Terms, last: &Model, hints: &mut Model) {
        let word = last.get(self.fun).and_then(Value::as_str);
        for (run, hole) in &self.holes {
            if let (Op::Apply(fun), Some(word)) = (terms.op(*hole), word) {
                hints.set(fun, Value::Str(word[run.clone()].into()));
            }
        }
    }

    /// Gives the string its value, with what `found` has for the holes; false if that is of another length.
    pub(super) fn put(&self, terms: &Terms, found: &Model, model: &mut Model) -> bool {
        let Some(word) = model.get(self.fun).and_then(Value::as_str) else { return false };
        let mut word = word.to_vec();
        for (run, hole) in &self.holes {
            let Op::Apply(fun) = terms.op(*hole) else { return false };
            match found.get(fun).and_then(Value::as_str) {
                Some(part) if part.len() == run.len() => word[run.clone()].copy_from_slice(part),
                _ => return false,
            }
        }
        model.set(self.fun, Value::Str(word.into()));
        true
    }
}

/// `word` with `holes` in it.
fn image(terms: &mut Terms, word: &[u32], holes: &[(Range<usize>, Term)]) -> Term {
    let (mut parts, mut at) = (Vec::new(), 0);
    for (run, hole) in holes {
        parts.push(terms.string(&word[at..run.start]));
        parts.push(*hole);
        at = run.end;
    }
    parts.push(terms.string(&word[at..]));
    terms.mk(Op::StrConcat, &parts)
}

/// Ascending numbers as runs.
fn runs(numbers: impl Iterator<Item = usize>) -> impl Iterator<Item = Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for n in numbers {
        match runs.last_mut() {
            Some(run) if run.end == n => run.end += 1,
            _ => runs.push(n..n + 1),
        }
    }
    runs.into_iter()
}

impl super::Nearby {
    /// The string that stands for the letters of a hole: the same for all attempts, as new ones would fill the store.
    fn hole(&mut self, terms: &mut Terms, i: usize) -> Term {
        debug_assert!(i <= self.holes.len(), "a hole is left out");
        if i == self.holes.len() {
            self.holes.push(terms.fresh("hole", Sort::String));
        }
        self.holes[i]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_go_the_same_way_are_kept() {
        let mut regexes = Regexes::new();
        let (digit, letter) = (regexes.range(48, 57), regexes.range(97, 122));
        let digits = regexes.plus(digit);
        let language = regexes.concat(letter, digits);
        let mut ways = |word: &[u32]| {
            let mut sets: Sets = [(0, CharSet::full()), (1, CharSet::full())].into();
            let budget = Budget::unlimited();
            let is_within = read(&mut regexes, language, word, &mut sets, &Limits::none(&budget));
            (is_within.unwrap(), sets[&0].clone(), sets[&1].clone())
        };
        let (letters, digits) = (CharSet::range(97, 122), CharSet::range(48, 57));
        assert_eq!(ways(&[97, 48, 49]), (true, letters.clone(), digits.clone()));
        assert_eq!(ways(&[97, 98, 49]), (false, letters.clone(), digits.complement()));
        assert_eq!(ways(&[48, 98]), (false, letters.complement(), CharSet::full()));
    }

    #[test]
    fn neighbours_are_one_run() {
        assert_eq!(runs([1, 2, 5].into_iter()).collect::<Vec<_>>(), [1..3, 5..6]);
        let mut terms = Terms::new();
        let hole = terms.fresh("hole", Sort::String);
        let found = image(&mut terms, &[97, 98, 99], &[(1..2, hole)]);
        let parts = [terms.string(&[97]), hole, terms.string(&[99])];
        assert_eq!(terms.args(found), parts);
    }
}
