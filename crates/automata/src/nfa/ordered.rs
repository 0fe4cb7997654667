//! The words of a language in order: a few of the shortest, the least from a bound on, the greatest up to one.
//!
//! The order is that of dictionaries, by code points, in which a beginning comes before the whole. A language need not have a
//! least word from a bound on (`b`, `ab`, `aab`, …) nor a greatest one (`a`, `aa`, …), but in a trimmed deterministic automaton
//! both are found by walking: along the bound, off it as late as possible, and then always by the least (greatest)
//! letter. Whoever comes to a state twice walks forever, and there is no such word. With bounded lengths there always is.

use super::automaton::{Nfa, State};
use super::words::Word;
use crate::{CharSet, LengthRange, Re, Regexes};
use base::{FxHashMap, Limits, Stop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The characters from one to another that lead to a state.
type Arc = (u32, u32, State);

/// The least or the greatest word of those that are allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Extreme {
    /// It.
    Word(Word),
    /// No word is allowed.
    Nothing,
    /// For each word that is allowed there is another one beyond it. Those that are far enough begin with this one.
    Endless(Word),
}

/// A regular language whose words can be asked for in order.
#[derive(Clone, Debug)]
pub struct Ordered {
    dfa: Nfa,
    /// The arcs of each state, in order.
    arcs: Vec<Vec<Arc>>,
    /// For each state how many characters it takes at least to a final one.
    distances: Vec<u32>,
}

impl Ordered {
    /// The words in all of `pos` and in none of `neg` with a length in `range`.
    ///
    /// # Errors
    /// When `limits` are exceeded; counters are unrolled and bounded lengths counted in the states.
    pub fn new(
        store: &mut Regexes,
        pos: &[Re],
        neg: &[Re],
        range: LengthRange,
        limits: &Limits,
    ) -> Result<Ordered, Stop> {
        let all = store.inter(pos.iter().copied());
        let mut nfa = Nfa::from_regex(store, all, limits)?;
        if !neg.is_empty() {
            let none = store.union(neg.iter().copied());
            let others = Nfa::from_regex(store, none, limits)?.complement(limits)?;
            nfa = nfa.product(&others, limits)?;
        }
        let dfa = nfa.minimize(limits)?;
        Ok(Ordered::of(dfa.with_length_in(range.min, range.max.number(), limits)?.trim()))
    }

    /// The words of a trimmed deterministic automaton.
    fn of(dfa: Nfa) -> Ordered {
        debug_assert!(dfa.is_deterministic(), "a word with two runs");
        let arcs_of = |s: State| {
            let edges = dfa.edges(s).iter();
            let ranges = edges.flat_map(|(guard, t)| guard.ranges().iter().map(|r| (r.0, r.1, *t)));
            let mut arcs: Vec<Arc> = ranges.collect();
            base::order::sort(&mut arcs);
            arcs
        };
        let arcs = dfa.states().map(arcs_of).collect();
        let distances = distances(&dfa);
        Ordered { dfa, arcs, distances }
    }

    /// Different words, shortest first: all if there are fewer than `most`, else so many.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn shortest(&self, most: usize, limits: &Limits) -> Result<Vec<Word>, Stop> {
        // Best first by the length of the shortest word that begins so. Each beginning has a word of its own, so a state needs
        // no more letters than words are wanted, and of those that are as good the longest leads to a word soonest.
        let mut words = Vec::new();
        let start = self.dfa.initial().iter().map(|&s| self.entry(s, Vec::new()));
        let mut heap: BinaryHeap<_> = start.collect();
        while let Some(Reverse((length, _, word, s))) = heap.pop() {
            limits.charge(1 + word.len() as u64)?;
            if words.len() == most {
                break;
            }
            let wanted = most - words.len();
            for (guard, t) in self.dfa.edges(s) {
                for c in letters(guard).take(wanted) {
                    limits.charge(1 + word.len() as u64)?;
                    heap.push(self.entry(*t, [&word[..], &[c]].concat()));
                }
            }
            if self.dfa.is_final(s) {
                debug_assert_eq!(length, word.len(), "a shorter word after a longer one");
                words.push(word);
            }
        }
        Ok(words)
    }

    fn entry(&self, s: State, word: Word) -> Reverse<(usize, Reverse<usize>, Word, State)> {
        let length = word.len() + self.distances[s as usize] as usize;
        Reverse((length, Reverse(word.len()), word, s))
    }

    /// The least word that is `bound` or after it; after it if `strict`.
    pub fn least(&self, bound: &[u32], strict: bool) -> Extreme {
        let path = self.path(bound);
        for (i, &s) in path.iter().enumerate().rev() {
            let (arcs, here) = (&self.arcs[s as usize], &bound[..i]);
            if i == bound.len() && !strict && self.dfa.is_final(s) {
                return Extreme::Word(bound.to_vec());
            }
            // Off the bound by a greater letter, or any letter where it ends.
            let from = bound.get(i).map_or(0, |&c| c + 1);
            if let Some(&(lo, _, t)) = arcs.iter().find(|arc| arc.1 >= from) {
                let next = (lo.max(from), t);
                // Where the bound goes on, what is shared must be off the bound.
                let is_shared = i == bound.len() && self.step(s, true) == Some(next);
                return self.walk(here, is_shared.then_some(s), next, true);
            }
        }
        Extreme::Nothing
    }

    /// The greatest word that is `bound` or before it; before it if `strict`.
    pub fn greatest(&self, bound: &[u32], strict: bool) -> Extreme {
        let path = self.path(bound);
        for (i, &s) in path.iter().enumerate().rev() {
            let (arcs, here) = (&self.arcs[s as usize], &bound[..i]);
            // Off the bound by a smaller letter, or by ending before it does.
            if let Some(&c) = bound.get(i)
                && let Some(&(_, hi, t)) = arcs.iter().rev().find(|arc| arc.0 < c)
            {
                return self.walk(here, None, (hi.min(c - 1), t), false);
            }
            if self.dfa.is_final(s) && (i < bound.len() || !strict) {
                return Extreme::Word(here.to_vec());
            }
        }
        Extreme::Nothing
    }

    /// The states that the beginnings of `bound` lead to, as far as there are any.
    fn path(&self, bound: &[u32]) -> Vec<State> {
        let mut path = self.dfa.initial().to_vec();
        for &c in bound {
            let Some(&s) = path.last() else { break };
            let arcs = &self.arcs[s as usize];
            let Some(arc) = arcs.iter().find(|arc| arc.0 <= c && c <= arc.1) else { break };
            path.push(arc.2);
        }
        path
    }

    /// The least or the greatest word that begins with `start` and this letter, which leads on; `s` is the state in front of the letter if
    /// the walk takes it there whenever it comes back.
    fn walk(&self, start: &[u32], s: Option<State>, next: (u32, State), least: bool) -> Extreme {
        let mut word = start.to_vec();
        let mut visited = FxHashMap::from_iter(s.map(|s| (s, start.len())));
        let mut next = Some(next);
        while let Some((c, t)) = next {
            word.push(c);
            if let Some(&before) = visited.get(&t) {
                word.truncate(before);
                return Extreme::Endless(word);
            }
            visited.insert(t, word.len());
            next = self.step(t, least);
        }
        Extreme::Word(word)
    }

    /// The letter of the least or the greatest word from a state on, unless that is the empty one, and where it leads.
    fn step(&self, s: State, least: bool) -> Option<(u32, State)> {
        let arcs = &self.arcs[s as usize];
        if least {
            arcs.first().filter(|_| !self.dfa.is_final(s)).map(|arc| (arc.0, arc.2))
        } else {
            arcs.last().map(|arc| (arc.1, arc.2))
        }
    }
}

/// The letters of a guard, those first that read best in a model.
fn letters(guard: &CharSet) -> impl Iterator<Item = u32> + '_ {
    let best = guard.pick().unwrap_or(0);
    guard.iter().filter(move |&c| c >= best).chain(guard.iter().take_while(move |&c| c < best))
}

/// For each state how many characters it takes at least to a final one; it must reach one.
fn distances(dfa: &Nfa) -> Vec<u32> {
    let preds = dfa.predecessors();
    let mut distances = vec![0; dfa.len()];
    let mut queue: Vec<State> = dfa.finals().collect();
    let mut seen: Vec<bool> = dfa.states().map(|s| dfa.is_final(s)).collect();
    let mut next = 0;
    while let Some(&s) = queue.get(next) {
        next += 1;
        for &p in &preds[s as usize] {
            if !std::mem::replace(&mut seen[p as usize], true) {
                distances[p as usize] = distances[s as usize] + 1;
                queue.push(p);
            }
        }
    }
    debug_assert!(seen.iter().all(|&s| s), "the automaton is not trimmed");
    distances
}

#[cfg(test)]
mod tests {
    use super::super::testing::{A, B, nfa, with_limits, words};
    use super::*;
    use choices::Choices;

    /// Longer words are left out of the brute force.
    const LONGEST: usize = 5;

    #[test]
    fn agrees_with_sorting_short_words() {
        with_limits(|l| {
            let (mut extremes, mut without_least) = (0, 0);
            for round in 0..300 {
                let mut rng = Choices::seeded(77_000_000 + round);
                let ab = Nfa::chars(CharSet::range(A, B)).star();
                let language = nfa(&mut rng, 4).product(&ab, l).unwrap();
                let short = language.with_length_in(0, Some(LONGEST as u64), l).unwrap();
                let ordered = Ordered::of(short.determinize(l).unwrap().trim());
                let endless = Ordered::of(language.determinize(l).unwrap().trim());
                let mut all = words(LONGEST);
                all.retain(|w| language.accepts(w));
                let few = ordered.shortest(4, l).unwrap();
                let lengths: Vec<usize> = all.iter().map(Vec::len).take(4).collect();
                assert_eq!(few.iter().map(Vec::len).collect::<Vec<_>>(), lengths);
                assert!(
                    few.iter().enumerate().all(|(i, w)| all.contains(w) && !few[..i].contains(w))
                );
                base::order::sort(&mut all);
                for bound in words(3) {
                    for strict in [false, true] {
                        let fits = |w: &&Word| if strict { **w != bound } else { true };
                        let least = all.iter().filter(fits).find(|w| **w >= bound);
                        let greatest = all.iter().rev().filter(fits).find(|w| **w <= bound);
                        let want = |w: Option<&Word>| {
                            w.map_or(Extreme::Nothing, |w| Extreme::Word(w.clone()))
                        };
                        assert_eq!(ordered.least(&bound, strict), want(least), "{bound:?}");
                        assert_eq!(ordered.greatest(&bound, strict), want(greatest), "{bound:?}");
                        extremes += usize::from(least.is_some()) + usize::from(greatest.is_some());
                        let fitting = all.iter().filter(fits).filter(|w| **w >= bound);
                        match endless.least(&bound, strict) {
                            Extreme::Nothing => assert_eq!(fitting.count(), 0),
                            Extreme::Word(w) => {
                                assert!(
                                    language.accepts(&w) && fitting.min().is_none_or(|v| w <= *v)
                                )
                            }
                            Extreme::Endless(start) => {
                                assert!(start >= bound && fitting.min().is_none_or(|v| start < *v));
                                without_least += 1;
                            }
                        }
                    }
                }
            }
            assert!(extremes > 1000 && without_least > 50, "{extremes} {without_least}");
        });
    }

    #[test]
    fn some_languages_have_no_extreme() {
        with_limits(|l| {
            let rs = &mut Regexes::new();
            let (a, b) = (rs.word(&[A]), rs.word(&[B]));
            let many = rs.star(a);
            let down = rs.concat(many, b);
            let any = LengthRange::ANY;
            let mut ordered =
                |re, neg: &[Re], range| Ordered::new(rs, &[re], neg, range, l).unwrap();
            let endless = ordered(down, &[], any);
            assert_eq!(endless.least(&[], false), Extreme::Endless(vec![]));
            assert_eq!(endless.least(&[A - 1], false), Extreme::Endless(vec![A]));
            assert_eq!(endless.least(&[A, B], true), Extreme::Word(vec![B]));
            assert_eq!(endless.greatest(&[B], true), Extreme::Word(vec![A, B]));
            assert_eq!(endless.shortest(3, l).unwrap(), [vec![B], vec![A, B], vec![A, A, B]]);
            assert_eq!(ordered(many, &[], any).greatest(&[B], true), Extreme::Endless(vec![A]));
            let few = ordered(down, &[b], LengthRange::between(0, 3));
            assert_eq!(few.least(&[], false), Extreme::Word(vec![A, A, B]));
            assert_eq!(few.shortest(9, l).unwrap(), [vec![A, B], vec![A, A, B]]);
        });
    }
}
