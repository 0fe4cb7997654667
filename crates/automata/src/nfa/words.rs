//! Reading words and boxes of words off an automaton, and cutting words into pieces.
//!
//! Models are built from words; conversions such as `str.to_int` need *boxes*, that is, sequences
//! of character sets such as `[4-5][0-9][2-5]`, whose words have numbers in a few intervals.

use super::automaton::{Nfa, State};
use crate::CharSet;
use base::{FxHashSet, Limits, Stop};

/// A word: a sequence of code points.
pub type Word = Vec<u32>;

/// A sequence of character sets; it stands for all words with a character of each.
pub type WordBox = Vec<CharSet>;

/// The positions at which `word` can be cut so that the i-th piece is in the i-th language: the
/// ends of all pieces, the last being the end of the word. `None` if there is no such cut.
///
/// Runs are tried in depth, those first that end a piece early, and no state of a piece is looked at twice at one place. To read
/// the word by all pieces at the same time is a product that is full where pieces may be any word; most cuts take a single run.
///
/// ```
/// use automata::nfa::{Nfa, cut_word};
/// use base::{Budget, Limits};
/// let budget = Budget::unlimited();
/// let limits = Limits::none(&budget);
/// let (any, w) = (Nfa::sigma_star(), Nfa::word(&[2]));
/// assert_eq!(cut_word(&[1, 2, 3], &[&any, &w, &any], &limits), Ok(Some(vec![1, 2, 3])));
/// assert_eq!(cut_word(&[1, 3], &[&any, &w, &any], &limits), Ok(None));
/// ```
///
/// # Errors
/// When `limits` are exceeded.
pub fn cut_word(
    word: &[u32],
    pieces: &[&Nfa],
    limits: &Limits,
) -> Result<Option<Vec<usize>>, Stop> {
    let Some(last) = pieces.len().checked_sub(1) else {
        return Ok(word.is_empty().then(Vec::new));
    };
    let mut runs = Runs::default();
    runs.enter(pieces[0], Place { piece: 0, at: 0 }, None);
    while let Some(run) = runs.open.pop() {
        let (place, state, _) = runs.all[run];
        let (piece, edges) = (pieces[place.piece], pieces[place.piece].edges(state));
        limits.charge(1 + edges.len() as u64)?;
        let is_final = piece.is_final(state);
        if is_final && place == (Place { piece: last, at: word.len() }) {
            return Ok(Some(runs.cuts(run, pieces.len())));
        }
        if let Some(&c) = word.get(place.at) {
            let read = edges.iter().filter(|(guard, _)| guard.contains(c));
            read.for_each(|&(_, t)| runs.go_on(Place { at: place.at + 1, ..place }, t, Some(run)));
        }
        if is_final && place.piece < last {
            let next = Place { piece: place.piece + 1, ..place };
            runs.enter(pieces[next.piece], next, Some(run));
        }
    }
    Ok(None)
}

/// A piece, and how many letters of the word are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    piece: usize,
    at: usize,
}

/// The states that runs came to.
#[derive(Default)]
struct Runs {
    /// Each with the number of the one before it.
    all: Vec<(Place, State, Option<usize>)>,
    seen: FxHashSet<(Place, State)>,
    /// Those that are to be gone on with, the next one last.
    open: Vec<usize>,
}

impl Runs {
    fn enter(&mut self, piece: &Nfa, place: Place, from: Option<usize>) {
        piece.initial().iter().for_each(|&s| self.go_on(place, s, from));
    }

    fn go_on(&mut self, place: Place, state: State, from: Option<usize>) {
        if self.seen.insert((place, state)) {
            self.open.push(self.all.len());
            self.all.push((place, state, from));
        }
    }

    /// The ends of the pieces on the way to a run at the end of the word.
    fn cuts(&self, last: usize, pieces: usize) -> Vec<usize> {
        let mut cuts = vec![self.all[last].0.at; pieces];
        let mut place = self.all[last].0;
        let mut run = self.all[last].2;
        while let Some(before) = run {
            let (earlier, _, from) = self.all[before];
            if earlier.piece < place.piece {
                cuts[earlier.piece] = place.at;
            }
            (place, run) = (earlier, from);
        }
        debug_assert!(cuts.is_sorted(), "pieces that overlap");
        cuts
    }
}

impl Nfa {
    /// Boxes that together have exactly the words of length `n`, or `None` if there are more than
    /// `max`. If the automaton is deterministic they are disjoint.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn boxes(&self, n: u64, max: usize, limits: &Limits) -> Result<Option<Vec<WordBox>>, Stop> {
        let exact = self.with_length_in(n, Some(n), limits)?;
        let mut out = Vec::new();
        let mut stack: Vec<(State, WordBox)> = Vec::new();
        stack.extend(exact.initial().iter().rev().map(|&s| (s, Vec::new())));
        while let Some((s, prefix)) = stack.pop() {
            limits.charge(1 + prefix.len() as u64)?;
            // The automaton is trimmed and all its words have the same length, so each entry of
            // the stack is the beginning of at least one box.
            if out.len() + stack.len() >= max {
                return Ok(None);
            }
            if exact.is_final(s) {
                out.push(prefix);
                continue;
            }
            for (guard, t) in exact.edges(s).iter().rev() {
                let mut longer = prefix.clone();
                longer.push(guard.clone());
                stack.push((*t, longer));
            }
        }
        Ok(Some(out))
    }

    /// All words of the language, shortest first, if there are at most `max`.
    ///
    /// # Errors
    /// When `limits` are exceeded.
    pub fn finite_words(&self, max: usize, limits: &Limits) -> Result<Option<Vec<Word>>, Stop> {
        let useful = self.trim();
        if useful.topological_order().is_none() {
            return Ok(None);
        }
        let dfa = useful.determinize(limits)?;
        let mut out = Vec::new();
        let mut layer: Vec<(State, Word)> =
            dfa.initial().iter().map(|&s| (s, Vec::new())).collect();
        while !layer.is_empty() {
            let mut next = Vec::new();
            for (s, word) in layer {
                if dfa.is_final(s) {
                    out.push(word.clone());
                }
                for (guard, t) in dfa.edges(s) {
                    // Every state is useful: each word begun here becomes a member.
                    if out.len() + next.len() + guard.len() as usize > max {
                        return Ok(None);
                    }
                    limits.charge(u64::from(guard.len()) * (1 + word.len() as u64))?;
                    next.extend(guard.iter().map(|c| (*t, [&word[..], &[c]].concat())));
                }
            }
            base::order::sort_by(&mut next, |a, b| a.1.cmp(&b.1));
            layer = next;
        }
        Ok((out.len() <= max).then_some(out))
    }
}
