//! Images in one pass over the word, by the automaton of a regex.
//!
//! Without counting, matches from all starts are followed at once, by one state per position.
//! Otherwise, instead of one image per round, this keeps, for each active state of the loop's
//! body, the set of numbers of rounds completed before, as a bit set. That is the idea of counting
//! sets (L. Turoňová, L. Holík, O. Lengál, O. Saarikivi, M. Veanes, T. Vojnar: "Regex Matching with
//! Counting-Set Automata", OOPSLA 2020), here for the outermost loop with any body; a bit set
//! replaces their queues, so that bodies of any ambiguity are handled.

use super::lazy::{Automaton, DEAD, State};
use super::posset::PosSet;
use base::Lower;
use base::{Budget, Stop};

/// Positions between two charges.
pub(super) const STRIDE: usize = 256;

/// The ends of a loop of the automaton's regex that starts in `starts`.
///
/// # Errors
/// When the automaton grows too large or the budget is used up.
pub fn image(
    automaton: &mut Automaton,
    bounds: Bounds,
    word: &[u32],
    starts: &PosSet,
    budget: &Budget,
) -> Result<PosSet, Stop> {
    // Empty rounds are for free, and are not counted.
    let lo = if automaton.accepts(automaton.start()) { 0 } else { bounds.lo };
    let bounds = Bounds { lo, ..bounds };
    let again = bounds.hi.is_none();
    if automaton.split() || bounds.lo > 1 || bounds.hi.is_some_and(|hi| hi > 1) {
        return ends_of_loop(automaton, bounds, word, starts, budget);
    }
    let mut ends = ends(automaton, again, word, starts, budget)?;
    if bounds.lo == 0 {
        ends.union_with(starts);
    }
    Ok(ends)
}

/// The ends of matches that start in `starts`; with `again` those of any positive number of
/// matches in a row. One state per position.
fn ends(
    automaton: &mut Automaton,
    again: bool,
    word: &[u32],
    starts: &PosSet,
    budget: &Budget,
) -> Result<PosSet, Stop> {
    let mut ends = PosSet::default();
    let mut starts = starts.iter().peekable();
    let (mut at, mut q) = (0, DEAD);
    loop {
        if q == DEAD {
            match starts.peek() {
                Some(&start) => at = start,
                None => return Ok(ends),
            }
        }
        if starts.next_if_eq(&at).is_some() {
            q = automaton.join(q)?;
        }
        if automaton.accepts(q) {
            ends.insert(at);
            if automaton.accepts_all(q) {
                ends.insert_range(at, word.len());
                return Ok(ends);
            }
            if again {
                q = automaton.join(q)?;
            }
        }
        let Some(&c) = word.get(at) else { return Ok(ends) };
        if at % STRIDE == 0 {
            budget.charge(STRIDE as u64 / 8)?;
        }
        q = automaton.step(q, c)?;
        at += 1;
    }
}

/// A loop: at least `lo` rounds, at most `hi`.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub lo: u32,
    pub hi: Option<u32>,
}

impl Bounds {
    /// Fewer completed rounds than this cannot become enough in `rounds_left` rounds.
    fn least(self, rounds_left: usize) -> usize {
        (self.lo as usize).saturating_sub(rounds_left)
    }

    /// Drops those of `counts` that allow no more than others do, and those too large. Whether one
    /// of the rest is enough.
    fn settle(self, counts: &mut PosSet) -> bool {
        if let Some(hi) = self.hi {
            counts.truncate(hi as usize);
        }
        // What can follow the least that is enough can follow all larger ones.
        let Some(least) = counts.min_from(self.lo as usize) else { return false };
        match self.hi {
            Some(_) => counts.truncate(least),
            None => {
                counts.truncate((self.lo as usize).saturating_sub(1));
                counts.insert(self.lo as usize);
            }
        }
        true
    }
}

/// Active states with the numbers of completed rounds.
#[derive(Default)]
struct Active {
    counts: Vec<(State, PosSet)>,
    /// One more than the index of a state in `counts`, or 0.
    slots: Vec<u32>,
}

impl Active {
    fn add(&mut self, q: State, counts: PosSet) {
        let index = q as usize;
        if index >= self.slots.len() {
            self.slots.resize(index + 1, 0);
        }
        match self.slots[index].checked_sub(1) {
            Some(slot) => self.counts[slot as usize].1.union_with(&counts),
            None => {
                self.counts.push((q, counts));
                self.slots[index] = base::id32(self.counts.len());
            }
        }
    }

    fn add_all(&mut self, states: &[State], counts: PosSet) {
        let Some((&last, others)) = states.split_last() else { return };
        for &q in others {
            self.add(q, counts.clone());
        }
        self.add(last, counts);
    }

    /// Moves all states on by `c` into `next`, with the counts from `least` on. Returns the
    /// counts of those that have reached the end of a round.
    fn advance(
        &mut self,
        automaton: &mut Automaton,
        c: u32,
        least: usize,
        next: &mut Active,
        budget: &Budget,
    ) -> Result<PosSet, Stop> {
        let mut completed = PosSet::default();
        for (q, mut counts) in self.counts.drain(..) {
            self.slots[q as usize] = 0;
            budget.charge(1 + counts.size() as u64 / 8)?;
            let to = automaton.step(q, c)?;
            if to == DEAD {
                continue;
            }
            counts.remove_below(least);
            if counts.is_empty() {
                continue;
            }
            if automaton.accepts(to) {
                completed.union_with(&counts);
            }
            next.add_all(&automaton.parts(to)?, counts);
        }
        Ok(completed)
    }
}

/// The ends of a loop, with counts of rounds for each part of a state.
fn ends_of_loop(
    automaton: &mut Automaton,
    bounds: Bounds,
    word: &[u32],
    starts: &PosSet,
    budget: &Budget,
) -> Result<PosSet, Stop> {
    let mut ends = PosSet::default();
    let mut starts = starts.iter().peekable();
    let (mut now, mut next) = (Active::default(), Active::default());
    let mut at = 0;
    let min_len = automaton.min_len().max(Lower::AtLeast(1)).weakened();
    let first_round = automaton.parts(automaton.start())?;
    loop {
        if now.counts.is_empty() {
            match starts.peek() {
                Some(&start) => at = start,
                None => return Ok(ends),
            }
        }
        if starts.next_if_eq(&at).is_some() {
            now.add_all(&first_round, PosSet::single(0));
            if bounds.lo == 0 {
                ends.insert(at);
            }
        }
        let Some(&c) = word.get(at) else { return Ok(ends) };
        at += 1;
        let least = bounds.least(base::index((word.len() - at) as u64 / min_len));
        let mut completed =
            now.advance(automaton, c, least.saturating_sub(1), &mut next, budget)?;
        completed.increment();
        completed.remove_below(least);
        if bounds.settle(&mut completed) {
            ends.insert(at);
        }
        if let Some(hi) = bounds.hi {
            completed.truncate((hi as usize).saturating_sub(1));
        }
        if !completed.is_empty() {
            next.add_all(&first_round, completed);
        }
        std::mem::swap(&mut now, &mut next);
    }
}

#[cfg(test)]
mod tests {
    use super::super::class::Class;
    use super::super::matcher::Matcher;
    use super::super::{RegexId, Regexes};
    use super::*;

    struct Rng(u64);

    impl Rng {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) as usize % n
        }

        fn word(&mut self, max_len: usize) -> Vec<u32> {
            (0..self.below(max_len + 1)).map(|_| 97 + self.below(3) as u32).collect()
        }
    }

    fn leaf(regexes: &mut Regexes, rng: &mut Rng) -> RegexId {
        match rng.below(8) {
            0 => regexes.all(),
            1 => regexes.class(Class::full()),
            2 | 3 => {
                let lo = 97 + rng.below(3) as u32;
                regexes.class(Class::range(lo, lo + rng.below(2) as u32))
            }
            // Longer than a piece at times.
            4 => regexes.lit(vec![97; 1 + rng.below(12)].into()),
            _ => {
                let w = rng.word(3);
                regexes.lit(w.into())
            }
        }
    }

    fn random_regex(regexes: &mut Regexes, rng: &mut Rng, size: usize) -> RegexId {
        let mut pool: Vec<RegexId> = (0..3).map(|_| leaf(regexes, rng)).collect();
        for _ in 0..size {
            let new = leaf(regexes, rng);
            pool.push(new);
            let pick = |rng: &mut Rng| {
                let back = rng.below(3).min(rng.below(pool.len()));
                pool[pool.len() - 1 - back]
            };
            let (a, b, c) = (pick(rng), pick(rng), pick(rng));
            let (lo, more) = (rng.below(5) as u32, rng.below(4) as u32);
            pool.push(match rng.below(12) {
                0..3 => regexes.concat(&[a, b, c]),
                3 => regexes.union(&[a, b, c]),
                4 | 5 => regexes.inter(&[a, b]),
                6 => regexes.diff(&[a, b, c]),
                7 => regexes.comp(a),
                8 => regexes.repeat(a, lo, None),
                _ => regexes.repeat(a, lo, Some(lo + more)),
            });
        }
        pool[pool.len() - 1]
    }

    /// Scanning at once and never scanning agree, from random sets of starts.
    #[test]
    fn scans_agree_with_sets_of_positions() {
        let mut rng = Rng(5);
        let (mut scanned, budget) = (0, Budget::unlimited());
        for round in 0..4000 {
            let mut regexes = Regexes::default();
            let size = 2 + rng.below(6);
            let r = random_regex(&mut regexes, &mut rng, size);
            let max_len = if round % 4 == 0 { 150 } else { 12 };
            let word = rng.word(max_len);
            let mut starts = PosSet::default();
            for _ in 0..1 + rng.below(5) {
                starts.insert(rng.below(word.len() + 1));
            }
            if rng.below(4) == 0 {
                starts.insert_range(rng.below(word.len() + 1), word.len());
            }
            let mut eager = Matcher::new(&regexes, &word, &budget).with_patience(0);
            let mut patient = Matcher::new(&regexes, &word, &budget).with_patience(u64::MAX);
            let got = eager.image(r, starts.clone()).unwrap();
            let want = patient.image(r, starts.clone()).unwrap();
            assert_eq!(got, want, "round {round}: {word:?} from {starts:?} in {regexes:?}");
            scanned += usize::from(eager.scans());
        }
        assert!(scanned > 1000, "only {scanned} scanned");
    }

    /// What one automaton says does not depend on what it was asked before; loops with and
    /// without an upper bound agree with the repetition as a regex of its own.
    #[test]
    fn loops_agree_with_unrolled_loops() {
        let mut rng = Rng(6);
        let budget = Budget::unlimited();
        for round in 0..1500 {
            let mut regexes = Regexes::default();
            let body = random_regex(&mut regexes, &mut rng, 3);
            let word = rng.word(40);
            let lo = if regexes.nullable(body) { 0 } else { rng.below(6) as u32 };
            let hi = (rng.below(3) > 0).then(|| lo.max(1) + rng.below(4) as u32);
            let whole = regexes.repeat(body, lo, hi);
            let starts = PosSet::single(rng.below(word.len() / 2 + 1));
            let automaton = |r, split| Automaton::new(&regexes, r, split, 10_000, &budget);
            let all = [(body, false), (body, true), (whole, false), (whole, true)];
            let all: Result<Vec<_>, Stop> =
                all.map(|(r, split)| automaton(r, split)).into_iter().collect();
            let Ok(mut all) = all else { continue };
            let (loops, once) = (Bounds { lo, hi }, Bounds { lo: 1, hi: Some(1) });
            let bounds = [loops, loops, once, once];
            for _ in 0..2 {
                let mut images = all
                    .iter_mut()
                    .zip(bounds)
                    .map(|(automaton, b)| image(automaton, b, &word, &starts, &budget));
                let want = images.next();
                assert!(
                    images.all(|got| Some(got) == want),
                    "{round}: {word:?} {starts:?} {regexes:?}"
                );
            }
        }
    }
}
