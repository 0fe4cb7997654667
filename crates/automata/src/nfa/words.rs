//! Reading words and boxes of words off an automaton, and cutting words into pieces.
//!
//! Models are built from words; conversions such as `str.to_int` need *boxes*, that is, sequences
//! of character sets such as `[4-5][0-9][2-5]`, whose words have numbers in a few intervals.

use super::automaton::{Nfa, State};
use crate::CharSet;
use base::{Limits, Stop};

/// A word: a sequence of code points.
pub type Word = Vec<u32>;

/// A sequence of character sets; it stands for all words with a character of each.
pub type WordBox = Vec<CharSet>;

/// The positions at which `word` can be cut so that the i-th piece is in the i-th language: the
/// ends of all pieces, the last being the end of the word. `None` if there is no such cut.
///
/// The word is read once, by all pieces at the same time; then one run is traced back.
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
    let mut start = vec![Vec::new(); pieces.len()];
    start[0] = pieces[0].initial().to_vec();
    let mut layers = vec![enter_next_pieces(pieces, start)];
    for &c in word {
        let layer = &layers[layers.len() - 1];
        limits.charge(1 + layer.iter().map(|states| 1 + states.len() as u64).sum::<u64>())?;
        let next = pieces.iter().zip(layer).map(|(piece, states)| piece.step(states, c));
        layers.push(enter_next_pieces(pieces, next.collect()));
    }
    let end = final_state(pieces[last], &layers[word.len()][last]);
    Ok(end.map(|end| trace_cuts(word, pieces, &layers, end)))
}

/// For each piece the states that it can be in at one position of the word.
type Layer = Vec<Vec<State>>;

/// Lets each piece begin where the one before it can end.
fn enter_next_pieces(pieces: &[&Nfa], mut layer: Layer) -> Layer {
    for i in 1..pieces.len() {
        if final_state(pieces[i - 1], &layer[i - 1]).is_some() {
            layer[i].extend_from_slice(pieces[i].initial());
            base::order::sort(&mut layer[i]);
            layer[i].dedup();
        }
    }
    layer
}

fn final_state(piece: &Nfa, states: &[State]) -> Option<State> {
    states.iter().copied().find(|&s| piece.is_final(s))
}

/// Follows a run backwards from state `s` of the last piece at the end of the word.
fn trace_cuts(word: &[u32], pieces: &[&Nfa], layers: &[Layer], mut s: State) -> Vec<usize> {
    let mut cuts = vec![word.len(); pieces.len()];
    let (mut piece, mut at) = (pieces.len() - 1, word.len());
    loop {
        if piece > 0
            && pieces[piece].is_initial(s)
            && let Some(end) = final_state(pieces[piece - 1], &layers[at][piece - 1])
        {
            piece -= 1;
            cuts[piece] = at;
            s = end;
            continue;
        }
        if at == 0 {
            return cuts;
        }
        at -= 1;
        let reads =
            |p: &State| pieces[piece].edges(*p).iter().any(|e| e.1 == s && e.0.contains(word[at]));
        s = layers[at][piece].iter().copied().find(reads).unwrap_or(s);
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
