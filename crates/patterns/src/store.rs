//! The questions people ask of regexes.
//!
//! Languages may differ in words with surrogate halves alone, which no text has and which patterns say nothing
//! of (see the crate's page). So where a word is found that is no text, the question is asked again about
//! texts only. The first answer is the common one and costs nothing.

use crate::automaton::Automaton;
use crate::error::PatternError;
use crate::notation::Notation;
use crate::parse::{PARSE_STEPS, translate};
use crate::sample::Sampler;
use crate::words::{Count, Words};
use automata::nfa::Nfa;
use automata::{CharSet, LengthRange, Re, Regexes};
use base::time::Instant;
use base::{Budget, Interrupted, Limits, Stop};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The language of a pattern, or of several combined; belongs to the [`Patterns`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pattern(Re);

/// A question was given up: the limit of time or work was reached, or somebody interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooHard(Interrupted);

impl fmt::Display for TooHard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Interrupted::Timeout => "the time limit was reached",
            Interrupted::Steps => "the limit of steps was reached",
            Interrupted::Memory => "the memory limit was reached",
            Interrupted::Canceled => "interrupted",
        })
    }
}

impl std::error::Error for TooHard {}

/// A store of patterns, which answers questions about them.
///
/// Each question has the limits set by [`set_timeout`](Self::set_timeout) and
/// [`set_step_limit`](Self::set_step_limit). Every word in an answer is text.
///
/// ```
/// use patterns::{Patterns, Reading};
/// let mut patterns = Patterns::new();
/// let date = patterns.parse(r"\d{4}-\d\d-\d\d", Reading::Whole)?;
/// let ascii = patterns.parse(r"[[:ascii:]]*", Reading::Whole)?;
/// assert!(!patterns.included(date, ascii)?); // \d has the digits of every script
/// let plain = patterns.both(date, ascii);
/// assert_eq!(patterns.shortest(plain)?.as_deref(), Some("0000-00-00"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    regexes: Regexes,
    timeout: Option<Duration>,
    steps: Option<u64>,
    interrupt: Arc<AtomicBool>,
    stop_probe: Option<fn() -> bool>,
}

impl Patterns {
    /// An empty store without limits.
    pub fn new() -> Patterns {
        Patterns::default()
    }

    /// Limits the time of each question.
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout;
    }

    /// Limits the work of each question, in steps that are the same on every machine.
    pub fn set_step_limit(&mut self, steps: Option<u64>) {
        self.steps = steps;
    }

    /// How many regexes the store has, derivatives among them.
    pub fn len(&self) -> usize {
        self.regexes.len()
    }

    /// Whether the store is empty; it never is.
    pub fn is_empty(&self) -> bool {
        self.regexes.is_empty()
    }

    /// Asks `stop` now and then, in the thread that asks, whether a question is to end as if it were interrupted.
    pub fn set_stop_probe(&mut self, stop: fn() -> bool) {
        self.stop_probe = Some(stop);
    }

    /// Set the flag to true from any thread to stop the running question and all later ones.
    pub fn interrupt_handle(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }

    /// Adds a pattern.
    ///
    /// # Errors
    /// If the text is no pattern, describes no regular language over the alphabet, or is too large.
    pub fn parse(
        &mut self,
        pattern: &str,
        notation: impl Into<Notation>,
    ) -> Result<Pattern, PatternError> {
        let budget = self.budget();
        let limits = Limits::new(&budget, PARSE_STEPS);
        translate(pattern, notation.into(), &mut self.regexes, &limits).map(Pattern)
    }

    /// The words that all of them have; every word if there are none.
    pub fn all_of(&mut self, patterns: &[Pattern]) -> Pattern {
        Pattern(self.regexes.inter(patterns.iter().map(|p| p.0)))
    }

    /// The words that any of them has; none if there are none.
    pub fn any_of(&mut self, patterns: &[Pattern]) -> Pattern {
        Pattern(self.regexes.union(patterns.iter().map(|p| p.0)))
    }

    /// The words of both.
    pub fn both(&mut self, a: Pattern, b: Pattern) -> Pattern {
        Pattern(self.regexes.inter([a.0, b.0]))
    }

    /// The words of either.
    pub fn either(&mut self, a: Pattern, b: Pattern) -> Pattern {
        Pattern(self.regexes.union([a.0, b.0]))
    }

    /// All other words.
    pub fn complement(&mut self, a: Pattern) -> Pattern {
        Pattern(self.regexes.comp(a.0))
    }

    /// Whether the two have the same words.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn equivalent(&mut self, a: Pattern, b: Pattern) -> Result<bool, TooHard> {
        let budget = self.budget();
        let word = self.regexes.distinguishing_word(a.0, b.0, &Limits::none(&budget));
        match word.map_err(too_hard)? {
            Some(word) if text(&word).is_none() => Ok(self.included(a, b)? && self.included(b, a)?),
            word => Ok(word.is_none()),
        }
    }

    /// Whether every word of `a` is one of `b`.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn included(&mut self, a: Pattern, b: Pattern) -> Result<bool, TooHard> {
        if self.regexes.includes_syntactic(b.0, a.0) == Some(true) {
            return Ok(true);
        }
        let word = self.difference(a, b)?;
        Ok(word.is_none())
    }

    /// A shortest word of `a` that is not one of `b`.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn difference(&mut self, a: Pattern, b: Pattern) -> Result<Option<String>, TooHard> {
        self.find(&[a.0], &[b.0])
    }

    /// A shortest word of both.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn intersect(&mut self, a: Pattern, b: Pattern) -> Result<Option<String>, TooHard> {
        self.find(&[a.0, b.0], &[])
    }

    /// A shortest word that all of them have.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn common(&mut self, patterns: &[Pattern]) -> Result<Option<String>, TooHard> {
        let patterns: Vec<Re> = patterns.iter().map(|p| p.0).collect();
        self.find(&patterns, &[])
    }

    /// A shortest word.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn shortest(&mut self, a: Pattern) -> Result<Option<String>, TooHard> {
        self.find(&[a.0], &[])
    }

    /// Whether there is no word.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn empty(&mut self, a: Pattern) -> Result<bool, TooHard> {
        Ok(self.shortest(a)?.is_none())
    }

    /// Whether `word` is one of `a`.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn matches(&mut self, a: Pattern, word: &str) -> Result<bool, TooHard> {
        let word: Vec<u32> = word.chars().map(u32::from).collect();
        let budget = self.budget();
        let limits = Limits::none(&budget);
        self.regexes.contains_word(a.0, &word, &limits).map_err(too_hard)
    }

    /// At most `n` different words, chosen at random; equal seeds choose alike. There are fewer only if the
    /// language is too small or the rest of it hard to hit.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn sample(&mut self, a: Pattern, n: usize, seed: u64) -> Result<Vec<String>, TooHard> {
        let budget = self.budget();
        let limits = Limits::none(&budget);
        let automaton = Nfa::from_regex(&mut self.regexes, a.0, &limits)
            .and_then(|nfa| Sampler::new(&nfa, seed, &limits)?.words(n, &limits));
        automaton.map_err(too_hard)
    }

    /// How many words there are, of this length or in all, over the alphabet of SMT-LIB (up to U+2FFFF).
    ///
    /// ```
    /// use patterns::{Count, Patterns, Reading};
    /// let mut patterns = Patterns::new();
    /// let hex = patterns.parse("[0-9a-f]{1,2}", Reading::Whole)?;
    /// assert_eq!(patterns.count(hex, Some(2))?, Count::Finite(256.into()));
    /// assert_eq!(patterns.count(hex, None)?, Count::Finite(272.into()));
    /// assert_eq!(patterns.enumerate(hex, 3)?, ["0", "1", "2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn count(&mut self, a: Pattern, length: Option<u64>) -> Result<Count, TooHard> {
        let budget = self.budget();
        let limits = Limits::none(&budget);
        let words = self.words(a, &limits).and_then(|words| match length {
            Some(length) => Ok(Count::Finite(words.count_of_length(length, &limits)?)),
            None => words.count(&limits),
        });
        words.map_err(too_hard)
    }

    /// The first `n` words, the shorter ones first, those of a length by code points.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn enumerate(&mut self, a: Pattern, n: usize) -> Result<Vec<String>, TooHard> {
        let budget = self.budget();
        let limits = Limits::none(&budget);
        let words = self.words(a, &limits).and_then(|mut words| words.first(n, &limits));
        words.map_err(too_hard)
    }

    /// The texts of the language.
    fn words(&mut self, a: Pattern, limits: &Limits) -> Result<Words, Stop> {
        let texts = self.texts();
        let texts = self.regexes.inter([a.0, texts]);
        let automaton = Nfa::from_regex(&mut self.regexes, texts, limits)?;
        Ok(Words::new(automaton.minimize(limits)?))
    }

    /// The minimal deterministic automaton.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn automaton(&mut self, a: Pattern) -> Result<Automaton, TooHard> {
        let budget = self.budget();
        let limits = Limits::none(&budget);
        let nfa = Nfa::from_regex(&mut self.regexes, a.0, &limits);
        let minimal = nfa.and_then(|nfa| nfa.minimize(&limits));
        minimal.map(|nfa| Automaton::new(&nfa)).map_err(too_hard)
    }

    fn find(&mut self, pos: &[Re], neg: &[Re]) -> Result<Option<String>, TooHard> {
        let budget = self.budget();
        let limits = Limits::none(&budget);
        let word = self.regexes.find_shortest(pos, neg, LengthRange::ANY, &limits);
        let Some(word) = word.map_err(too_hard)? else { return Ok(None) };
        if let Some(text) = text(&word) {
            return Ok(Some(text));
        }
        let texts = self.texts();
        let pos: Vec<Re> = pos.iter().copied().chain([texts]).collect();
        let word = self.regexes.find_shortest(&pos, neg, LengthRange::ANY, &limits);
        Ok(word.map_err(too_hard)?.and_then(|word| text(&word)))
    }

    /// The words without surrogates.
    fn texts(&mut self) -> Re {
        let chars = self.regexes.chars(CharSet::range(0xD800, 0xDFFF).complement());
        self.regexes.star(chars)
    }

    fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited().with_interrupt(self.interrupt.clone());
        if let Some(steps) = self.steps {
            budget = budget.with_steps(steps);
        }
        if let Some(probe) = self.stop_probe {
            budget = budget.with_stop_probe(probe);
        }
        match self.timeout.and_then(|t| Instant::now().checked_add(t)) {
            Some(deadline) => budget.with_deadline(deadline),
            None => budget,
        }
    }
}

/// Questions have no allowance but the budget's.
fn too_hard(stop: Stop) -> TooHard {
    match stop {
        Stop::Query(why) => TooHard(why),
        Stop::Local => TooHard(Interrupted::Steps),
    }
}

fn text(word: &[u32]) -> Option<String> {
    word.iter().map(|&c| char::from_u32(c)).collect()
}
