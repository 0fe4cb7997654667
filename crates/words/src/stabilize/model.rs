//! From a branch without equations to words of all variables of the input.

use super::languages::{ALL, Lang, Languages};
use super::state::{State, Step};
use crate::simplify::undo::FILLER;
use crate::system::{Sym, Var, Word};
use automata::nfa::{Nfa, cut_word};
use base::{FxHashMap, Idx, Limits, Stop};
use std::sync::Arc;

/// The words of all variables of the branch; variables in `lengths` get words of that length. `None` if there
/// is no such word.
pub(super) fn words(
    state: &State,
    lengths: &FxHashMap<Var, u64>,
    languages: &Languages,
    limits: &Limits,
) -> Result<Option<Vec<Vec<u32>>>, Stop> {
    debug_assert!(state.equations.is_empty(), "words are chosen while there are equations");
    let mut words = vec![None; state.vars.len()];
    for (&x, &length) in lengths {
        let Some(word) = word_of_length(state.lang(x), length, languages, limits)? else {
            return Ok(None);
        };
        words[x.index()] = Some(word);
    }
    let mut words: Words<'_> = Words { state, languages, words };
    for step in state.steps.iter().rev() {
        match &**step {
            Step::Define(x, word) => {
                let value = words.value(word);
                words.set(*x, value);
            }
            Step::Cut { whole, run } => {
                let whole = words.value(whole);
                let pieces: Vec<Arc<Nfa>> =
                    run.iter().map(|p| languages.nfa(p.1).clone()).collect();
                let pieces: Vec<&Nfa> = pieces.iter().map(|p| &**p).collect();
                let Some(ends) = cut_word(&whole, &pieces, limits)? else {
                    debug_assert!(false, "a word of a run that cannot be cut");
                    return Ok(None);
                };
                let mut start = 0;
                for ((piece, _), end) in run.iter().zip(ends) {
                    if let Some(x) = piece {
                        words.set(*x, whole[start..end].to_vec());
                    }
                    start = end;
                }
            }
        }
    }
    let all = state.vars.ids().map(|x| words.value(&vec![Sym::Var(x)]));
    Ok(Some(all.collect()))
}

fn word_of_length(
    lang: Lang,
    length: u64,
    languages: &Languages,
    limits: &Limits,
) -> Result<Option<Vec<u32>>, Stop> {
    if length > limits.tunables().words.longest_word as u64 {
        return Err(Stop::Local);
    }
    if lang == ALL {
        limits.charge(length / 16)?;
        return Ok(Some(vec![FILLER; base::index(length)]));
    }
    let word = languages.nfa(lang).word_of_length(length, limits)?;
    debug_assert!(
        word.iter().all(|word| word.len() as u64 == length),
        "a word is not as long as the model says"
    );
    Ok(word)
}

struct Words<'a> {
    state: &'a State,
    languages: &'a Languages,
    words: Vec<Option<Vec<u32>>>,
}

impl Words<'_> {
    /// Gives `x` its word.
    fn set(&mut self, x: Var, word: Vec<u32>) {
        debug_assert!(
            self.words[x.index()].is_none(),
            "a variable is used before the step that says what it is is undone"
        );
        debug_assert!(
            self.languages.nfa(self.state.lang(x)).accepts(&word),
            "a variable was replaced by what has words that are not in its language"
        );
        self.words[x.index()] = Some(word);
    }

    /// The value of `word`; variables that have none yet get their shortest word.
    fn value(&mut self, word: &Word) -> Vec<u32> {
        let mut value = Vec::new();
        for s in word {
            match s {
                Sym::Char(c) => value.push(*c),
                Sym::Var(x) => {
                    let lang = self.state.lang(*x);
                    let languages = self.languages;
                    let shortest = || languages.nfa(lang).shortest_word().unwrap_or_default();
                    value.extend_from_slice(self.words[x.index()].get_or_insert_with(shortest));
                }
            }
        }
        value
    }
}
