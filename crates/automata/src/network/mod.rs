//! Word functions that read one common word, letter by letter, and what must hold of their values.
//!
//! `y = replace_all(x, "a", "b")`, `z = to_lower(y)` and so on make every string of a formula a function
//! of one string, the *root*. Z3-Noodler composes the transducers of such chains and splits them along
//! equations (Chen et al., *Solving string constraints with transducers*, 2023 to 2025); OSTRICH computes pre-images,
//! one function at a time (Chen et al., *Decision procedures for path feasibility of string-manipulating
//! programs with complex operations*, POPL 2019). Both build automata whose size is the product of the
//! chain's. Here nothing is composed but maps of single letters, where that costs nothing: a [`Network`] is the *vector* of its
//! functions' states, and [`Search`] explores, letter by letter, the vectors that some root word leads to.
//! What must hold is part of the vector: the derivative of each membership, and for two values that are compared the
//! *delay* between them, which is the part of one that the other has not written yet.
//!
//! The search is exhaustive as soon as the vectors are finitely many, which they are unless a delay
//! grows for ever; then "no word" is a proof. Without end it still finds the shortest words first.
//!
//! - [`stream`](self::stream): one function, and how it reads.
//! - [`delay`](self::delay): two values that are written at different speeds.
//! - [`letters`](self::letters): as many letters as the functions can tell apart.
//! - [`search`](self::search): the vectors, breadth first.

mod delay;
mod letters;
mod search;
mod stream;
#[cfg(test)]
mod tests;

pub use search::Search;

use crate::Re;
use base::{FxHashMap, Limits, Stop};
use stream::{Event, Function, Stream};

/// A fact: so many functions are read about as fast as the rest of a vector is looked up.
const FEW: u64 = 16;

/// A fact: so many letters are written in the time of a step.
const LETTERS_PER_STEP: u64 = 64;

/// A value of a network: the root word or what a function makes of another value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Output(u32);

impl Output {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Functions of one word, fed by each other.
///
/// ```
/// use automata::network::Network;
/// use base::{Budget, Limits};
/// let mut net = Network::default();
/// let unescaped = net.replace_all(Network::ROOT, &[b'&'.into(), b'l'.into()], &[b'<'.into()]);
/// let budget = Budget::unlimited();
/// let word = [b'&'.into(), b'&'.into(), b'l'.into()];
/// assert_eq!(net.value(unescaped, &word, &Limits::none(&budget)), Ok(vec![0x26, 0x3C]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Network {
    /// Stream `i` writes output `i + 1`.
    streams: Vec<Stream>,
}

impl Network {
    /// The word that is read.
    pub const ROOT: Output = Output(0);

    /// Each letter becomes the word in the table, or stays.
    pub fn letters(&mut self, from: Output, table: FxHashMap<u32, Vec<u32>>) -> Output {
        if let Some(Stream { from, function: Function::Letters(first), .. }) = self.stream(from)
            && let Some(both) = stream::compose(first, &table)
        {
            let from = *from;
            return self.add(from, Function::Letters(both));
        }
        self.add(from, Function::Letters(table))
    }

    /// All occurrences of the non-empty `pattern`, from the left, are replaced.
    pub fn replace_all(&mut self, from: Output, pattern: &[u32], by: &[u32]) -> Output {
        match *pattern {
            [letter] => self.letters(from, [(letter, by.to_vec())].into_iter().collect()),
            _ => self.add(from, Function::replace(pattern, by, false)),
        }
    }

    /// The first occurrence of the non-empty `pattern` is replaced.
    pub fn replace_first(&mut self, from: Output, pattern: &[u32], by: &[u32]) -> Output {
        self.add(from, Function::replace(pattern, by, true))
    }

    /// `before` in front of the value, `after` behind it.
    pub fn frame(&mut self, from: Output, before: &[u32], after: &[u32]) -> Output {
        self.add(from, Function::Frame { before: before.into(), after: after.into() })
    }

    /// The value of an output if its source may be any word: something in front, words for letters, something behind.
    /// `None` if a longer pattern is replaced.
    pub fn image(&self, output: Output) -> Option<Image> {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut at = output;
        while let Function::Frame { before: front, after: back } = &self.stream(at)?.function {
            before.extend_from_slice(front);
            after = [back, &after[..]].concat();
            at = self.stream(at)?.from;
        }
        let Function::Letters(table) = &self.stream(at)?.function else { return None };
        let mut letters: Vec<_> = table.iter().map(|(&c, w)| (c, w.clone())).collect();
        base::order::sort(&mut letters);
        Some(Image { before, letters, after })
    }

    /// How many times more work a letter is than with a few functions.
    pub fn work(&self) -> u64 {
        1 + self.streams.len() as u64 / FEW
    }

    fn add(&mut self, from: Output, function: Function) -> Output {
        let (growth, letters) = (function.growth(), function.letters());
        self.streams.push(Stream { from, function, growth, letters });
        Output(base::id32(self.streams.len()))
    }

    fn stream(&self, output: Output) -> Option<&Stream> {
        output.index().checked_sub(1).map(|i| &self.streams[i])
    }

    /// The value of an output when the root is `word`.
    ///
    /// # Errors
    /// When the limits are reached; [`Stop::Local`] as well if a function writes very much at one letter.
    pub fn value(&self, output: Output, word: &[u32], limits: &Limits) -> Result<Vec<u32>, Stop> {
        let used = self.used(&[output]);
        let mut states = vec![0; self.streams.len()];
        let mut written = vec![Vec::new(); self.streams.len() + 1];
        let (mut value, longest) = (Vec::new(), limits.tunables().automata.network_value);
        let letters = word.iter().map(|&c| Event::Letter(c));
        for event in std::iter::once(Event::Start).chain(letters).chain([Event::End]) {
            self.step(&used, event, &mut states, &mut written, limits)?;
            value.extend_from_slice(&written[output.index()]);
            if value.len() > longest {
                return Err(Stop::Local);
            }
        }
        Ok(value)
    }

    /// The streams that `outputs` depend on, in an order in which they can write.
    fn used(&self, outputs: &[Output]) -> Vec<u32> {
        let mut needed = vec![false; self.streams.len() + 1];
        outputs.iter().for_each(|t| needed[t.index()] = true);
        // A stream is younger than what it reads.
        for i in (0..self.streams.len()).rev() {
            if needed[i + 1] {
                needed[self.streams[i].from.index()] = true;
            }
        }
        (0..base::id32(self.streams.len())).filter(|&i| needed[i as usize + 1]).collect()
    }

    /// Lets the `used` streams read an event: from `states` to the next ones. Afterwards `written` has what
    /// each output wrote.
    fn step(
        &self,
        used: &[u32],
        event: Event,
        states: &mut [u32],
        written: &mut [Vec<u32>],
        limits: &Limits,
    ) -> Result<(), Stop> {
        written[0].clear();
        if let Event::Letter(c) = event {
            written[0].push(c);
        }
        let most = limits.tunables().automata.network_written;
        for &i in used {
            let i = i as usize;
            let (before, after) = written.split_at_mut(i + 1);
            after[0].clear();
            let stream = &self.streams[i];
            let read = &before[stream.from.index()];
            if read.len().checked_mul(stream.growth).is_none_or(|n| n > most) {
                return Err(Stop::Local);
            }
            stream.function.run(event, read, &mut states[i], &mut after[0]);
            limits.charge(after[0].len() as u64 / LETTERS_PER_STEP)?;
        }
        Ok(())
    }
}

/// The words `before`, then a word for each letter of any word, itself if it is not listed, then `after`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    /// What all words begin with.
    pub before: Vec<u32>,
    /// What letters become, in ascending order.
    pub letters: Vec<(u32, Vec<u32>)>,
    /// What all words end with.
    pub after: Vec<u32>,
}

/// What must hold of the values of a network.
#[derive(Clone, Debug, Default)]
pub struct Constraints {
    /// The value is in the language, or is not.
    pub members: Vec<(Output, Re, bool)>,
    /// Two values are related.
    pub pairs: Vec<(Output, Output, Relation)>,
}

/// How two values are related.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// They are equal.
    Equal,
    /// They are not equal.
    Different,
    /// In any way; but words that make them differ in another way are to be found as well.
    Any,
}
