//! One function of a network, as a machine that reads letters and writes words.
//!
//! A map of letters has one state. Replacing a word is the automaton of Knuth, Morris and Pratt: its
//! state is how much of the pattern has been read, which is exactly what it has not written yet. So every machine
//! is deterministic, and what it holds back is bounded by its pattern.

use super::Output;
use base::{FxHashMap, FxHashSet};

/// What a machine is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// Before the first letter.
    Start,
    /// The next letter of the root.
    Letter(u32),
    /// After the last letter.
    End,
}

/// A function and what it is applied to.
#[derive(Clone, Debug)]
pub(super) struct Stream {
    pub from: Output,
    pub function: Function,
    /// The most letters that are written for one that is read, and for the end.
    pub growth: usize,
    /// The letters that the function treats in a special way or writes itself, each once.
    pub letters: Box<[u32]>,
}

/// A word function that can be computed while reading.
#[derive(Clone, Debug)]
pub(super) enum Function {
    /// Letters become words; those that are not listed stay.
    Letters(FxHashMap<u32, Vec<u32>>),
    /// Occurrences of a word become another word.
    Replace(Replace),
    /// Something in front and behind.
    Frame { before: Box<[u32]>, after: Box<[u32]> },
}

#[derive(Clone, Debug)]
pub(super) struct Replace {
    pattern: Box<[u32]>,
    /// For each prefix of the pattern, the length of its longest border.
    borders: Box<[u32]>,
    by: Box<[u32]>,
    /// Only the first occurrence.
    once: bool,
}

/// A fact: no table of a composition writes more letters in all: of functions that double each letter, a few dozen in a row
/// would be a table that fits in no memory.
const MAX_COMPOSED: usize = 1 << 12;

/// First one table, then the other; `None` if that is better done one after the other.
pub(super) fn compose(
    first: &FxHashMap<u32, Vec<u32>>,
    second: &FxHashMap<u32, Vec<u32>>,
) -> Option<FxHashMap<u32, Vec<u32>>> {
    let size = |c: &u32| second.get(c).map_or(1, Vec::len);
    let written: usize = first.values().flatten().map(size).sum();
    if written > MAX_COMPOSED {
        return None;
    }
    let image = |w: &[u32]| -> Vec<u32> {
        let letter = |c: &u32| second.get(c).cloned().unwrap_or_else(|| vec![*c]);
        w.iter().flat_map(letter).collect()
    };
    let mut both: FxHashMap<u32, Vec<u32>> = first.iter().map(|(&c, w)| (c, image(w))).collect();
    for (&c, w) in second {
        both.entry(c).or_insert_with(|| w.clone());
    }
    Some(both)
}

impl Function {
    pub fn replace(pattern: &[u32], by: &[u32], once: bool) -> Function {
        debug_assert!(!pattern.is_empty(), "nothing to look for");
        let borders = base::borders::borders(pattern).into_iter().map(base::id32).collect();
        Function::Replace(Replace { pattern: pattern.into(), borders, by: by.into(), once })
    }

    /// The most letters that are written for one that is read, and for the end.
    pub fn growth(&self) -> usize {
        match self {
            Function::Letters(table) => table.values().map(Vec::len).max().unwrap_or(0).max(1),
            Function::Replace(Replace { pattern, by, .. }) => pattern.len() + by.len(),
            Function::Frame { before, after } => 1 + before.len() + after.len(),
        }
    }

    /// Reads what its source wrote at an event, and writes.
    pub fn run(&self, event: Event, read: &[u32], state: &mut u32, out: &mut Vec<u32>) {
        match self {
            Function::Letters(table) => {
                for c in read {
                    match table.get(c) {
                        Some(w) => out.extend_from_slice(w),
                        None => out.push(*c),
                    }
                }
            }
            Function::Replace(replace) => {
                read.iter().for_each(|&c| replace.letter(c, state, out));
                if event == Event::End {
                    out.extend_from_slice(replace.held_back(*state));
                }
            }
            Function::Frame { before, after } => {
                if event == Event::Start {
                    out.extend_from_slice(before);
                }
                out.extend_from_slice(read);
                if event == Event::End {
                    out.extend_from_slice(after);
                }
            }
        }
    }

    /// The letters that the function treats in a special way or writes itself, each once.
    pub fn letters(&self) -> Box<[u32]> {
        let mut distinct: FxHashSet<u32> = FxHashSet::default();
        match self {
            Function::Letters(table) => {
                for (&c, w) in table {
                    distinct.insert(c);
                    distinct.extend(w);
                }
            }
            Function::Replace(Replace { pattern, by, .. }) => {
                distinct.extend(pattern.iter().chain(by));
            }
            Function::Frame { before, after } => distinct.extend(before.iter().chain(after)),
        }
        let mut letters: Vec<u32> = distinct.into_iter().collect();
        base::order::sort(&mut letters);
        letters.into()
    }
}

impl Replace {
    /// The state after the only replacement.
    fn done(&self) -> u32 {
        base::id32(self.pattern.len())
    }

    fn held_back(&self, state: u32) -> &[u32] {
        if state == self.done() { &[] } else { &self.pattern[..state as usize] }
    }

    fn letter(&self, c: u32, state: &mut u32, out: &mut Vec<u32>) {
        if *state == self.done() {
            return out.push(c);
        }
        while *state > 0 && self.pattern[*state as usize] != c {
            let shorter = self.borders[*state as usize - 1];
            out.extend_from_slice(&self.pattern[..(*state - shorter) as usize]);
            *state = shorter;
        }
        if self.pattern[*state as usize] != c {
            return out.push(c);
        }
        *state += 1;
        if *state == self.done() {
            out.extend_from_slice(&self.by);
            *state = if self.once { self.done() } else { 0 };
        }
    }
}
