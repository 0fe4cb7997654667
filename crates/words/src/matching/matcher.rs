//! The search for a match: which piece of its constant each variable is.

use super::ranges::Ranges;
use crate::arithmetic::Arithmetic;
use crate::outcome::Solution;
use crate::system::{Sym, System, Var, constant};
use crate::tags::Premises;
use automata::{Info, Re, Regexes};
use base::{FxHashMap, FxHashSet, Limits, Stop};
use std::collections::BTreeSet;

/// What is to be done at a place of a constant.
#[derive(Clone, Copy)]
enum Step {
    Symbol(Sym),
    /// The constant must be over.
    End,
}

/// A piece of a constant.
#[derive(Clone, Copy)]
struct Piece {
    constant: usize,
    start: usize,
    length: usize,
}

/// How many letters the part of a pattern takes that begins with a step, without variables that occur more than once.
#[derive(Clone, Copy, Default)]
struct Rest {
    least: usize,
    most: usize,
}

/// A variable whose length was tried.
struct Choice {
    var: Var,
    step: usize,
    /// The greatest length that leaves room for the rest.
    most: usize,
    /// One for each membership of the variable, once it was asked for.
    readings: Vec<Reading>,
    /// How many matches there were before.
    matches: usize,
}

/// A language, and what is left of it after the first letters of a piece.
struct Reading {
    membership: usize,
    letters: usize,
    states: Vec<Re>,
}

impl Reading {
    /// Whether `word` is in the language, whose other words of interest go on from it with at most `more` letters.
    fn accepts(
        &mut self,
        word: &[u32],
        more: usize,
        rs: &mut Regexes,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        debug_assert!(self.letters <= word.len(), "a piece that shrinks");
        while self.letters < word.len() && !self.states.is_empty() {
            let c = word[self.letters];
            self.letters += 1;
            let left = (word.len() - self.letters) as u64;
            let most = left + more as u64;
            let is_open = |rest: &Info| rest.min_len.admits(most) && rest.max_len.admits(left);
            rs.read(&mut self.states, c, is_open, limits)?;
        }
        Ok(self.states.iter().any(|&state| rs.nullable(state)))
    }
}

/// The patterns of all equations, one after the other, and how far they are matched.
pub(super) struct Matcher {
    constants: Vec<Vec<u32>>,
    /// Each with the number of its equation.
    steps: Vec<(usize, Step)>,
    rests: Vec<Rest>,
    /// The steps of variables that occur more than once.
    repeated: Vec<usize>,
    pieces: FxHashMap<Var, Piece>,
    choices: Vec<Choice>,
    step: usize,
    at: usize,
    /// The last equation that was looked at.
    furthest: usize,
    ranges: Ranges,
    /// How many matches there were so far.
    matches: usize,
    /// For each step, whether a variable occurs both in front of it and from it on.
    tied: Vec<bool>,
    /// Steps that are not tied, with places of their constants from which there is no match.
    dead: FxHashSet<(usize, usize)>,
    /// The variable whose piece is new.
    new: Option<Var>,
    /// The memberships of which a piece was no word.
    used: BTreeSet<usize>,
    /// The memberships of each variable.
    members: FxHashMap<Var, Vec<usize>>,
}

impl Matcher {
    /// `None` if an equation has variables on both sides.
    pub(super) fn new(system: &System) -> Option<Matcher> {
        let (mut constants, mut steps) = (Vec::new(), Vec::new());
        for (i, e) in system.equations().iter().enumerate() {
            let (pattern, word) = match constant(&e.right) {
                Some(word) => (&e.left, word),
                None => (&e.right, constant(&e.left)?),
            };
            constants.push(word);
            steps.extend(pattern.iter().map(|&symbol| (i, Step::Symbol(symbol))));
            steps.push((i, Step::End));
        }
        let repeated = repeated(&steps);
        let longest = constants.iter().map(Vec::len).max().unwrap_or(0);
        let tied = tied(&steps);
        let (pieces, choices) = (FxHashMap::default(), Vec::new());
        let (step, at, furthest, new, used) = (0, 0, 0, None, BTreeSet::new());
        let mut members: FxHashMap<Var, Vec<usize>> = FxHashMap::default();
        for (i, m) in system.memberships().iter().enumerate() {
            members.entry(m.var).or_default().push(i);
        }
        let mut matcher = Matcher {
            constants,
            steps,
            rests: Vec::new(),
            repeated,
            pieces,
            choices,
            step,
            at,
            furthest,
            ranges: Ranges::new(longest),
            matches: 0,
            tied,
            dead: FxHashSet::default(),
            new,
            used,
            members,
        };
        matcher.measure_rests();
        Some(matcher)
    }

    /// The length of the longest constant.
    pub(super) fn longest(&self) -> usize {
        self.constants.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Asks arithmetic which lengths single variables may have.
    pub(super) fn measure(
        &mut self,
        system: &System,
        arithmetic: &mut dyn Arithmetic,
        limits: &Limits,
    ) -> Result<(), Stop> {
        self.ranges.measure(system, arithmetic, limits)?;
        self.measure_rests();
        Ok(())
    }

    /// Why there are no other matches: the equations that were looked at, languages that have not the pieces, and lengths.
    pub(super) fn premises(&self, system: &System) -> Premises {
        let equations = system.equations()[..=self.furthest].iter().map(|e| &e.premises);
        let languages = self.used.iter().map(|&i| &system.memberships()[i].premises);
        Premises::all(equations.chain(languages)).and(&self.ranges.premises())
    }

    /// What is left from each step on.
    fn measure_rests(&mut self) {
        let mut rests = vec![Rest::default(); self.steps.len()];
        let mut rest = Rest::default();
        for (i, &(_, step)) in self.steps.iter().enumerate().rev() {
            let (least, most) = match step {
                Step::Symbol(Sym::Char(_)) => (1, 1),
                Step::Symbol(Sym::Var(x)) if self.repeated.binary_search(&i).is_err() => {
                    self.ranges.of(x)
                }
                Step::Symbol(Sym::Var(_)) | Step::End => (0, 0),
            };
            rest = match step {
                Step::End => Rest::default(),
                Step::Symbol(_) => Rest { least: rest.least + least, most: rest.most + most },
            };
            rests[i] = rest;
        }
        self.rests = rests;
    }

    /// Goes on until all is matched; `false` if there is no match left.
    pub(super) fn next(
        &mut self,
        system: &System,
        rs: &mut Regexes,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        loop {
            if let Some(x) = self.new.take()
                && !self.admits(x, system, rs, limits)?
            {
                if !self.retry() {
                    return Ok(false);
                }
                continue;
            }
            let Some(&(constant, step)) = self.steps.get(self.step) else {
                self.matches += 1;
                return Ok(true);
            };
            limits.charge(1)?;
            self.furthest = self.furthest.max(constant);
            let fits = match step {
                Step::End => {
                    let over = self.at == self.constants[constant].len();
                    self.at = 0;
                    over
                }
                Step::Symbol(Sym::Char(c)) => {
                    self.at += 1;
                    self.constants[constant].get(self.at - 1) == Some(&c)
                }
                Step::Symbol(Sym::Var(x)) => match self.pieces.get(&x) {
                    Some(&piece) => self.repeats(constant, piece, limits)?,
                    None => self.choose(constant, x, limits)?,
                },
            };
            if fits {
                self.step += 1;
            } else if !self.retry() {
                return Ok(false);
            }
        }
    }

    /// Whether the piece of `x` is a word of all its languages.
    fn admits(
        &mut self,
        x: Var,
        system: &System,
        rs: &mut Regexes,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let last = self.choices.last_mut().filter(|choice| choice.var == x);
        let Some((choice, piece)) = last.zip(self.pieces.get(&x)) else { return Ok(true) };
        if choice.readings.is_empty()
            && let Some(members) = self.members.get(&x)
        {
            let start = |&membership: &usize| {
                let states = vec![system.memberships()[membership].re];
                Reading { membership, letters: 0, states }
            };
            choice.readings = members.iter().map(start).collect();
        }
        let word = &self.constants[piece.constant][piece.start..piece.start + piece.length];
        for reading in &mut choice.readings {
            let is_positive = system.memberships()[reading.membership].positive;
            if reading.accepts(word, choice.most - piece.length, rs, limits)? != is_positive {
                self.used.insert(reading.membership);
                if is_positive && reading.states.is_empty() {
                    choice.most = piece.length;
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the constant goes on with the letters of a piece.
    fn repeats(&mut self, constant: usize, piece: Piece, limits: &Limits) -> Result<bool, Stop> {
        let letters = &self.constants[piece.constant][piece.start..piece.start + piece.length];
        let equal = self.constants[constant].get(self.at..self.at + piece.length) == Some(letters);
        limits.charge(if equal { piece.length as u64 } else { 1 })?;
        self.at += piece.length;
        Ok(equal)
    }

    /// Gives a variable the least length that there can be a match for.
    fn choose(&mut self, constant: usize, x: Var, limits: &Limits) -> Result<bool, Stop> {
        if self.dead.contains(&(self.step, self.at)) {
            return Ok(false);
        }
        debug_assert!(self.step + 1 < self.steps.len(), "a pattern that does not end");
        let mut others = self.rests[self.step + 1];
        let mut times = 0;
        let from = self.repeated.partition_point(|&step| step < self.step);
        let repeated = self.repeated[from..].iter().map(|&step| self.steps[step]);
        for (_, step) in repeated.take_while(|&(equation, _)| equation == constant) {
            limits.charge(1)?;
            let Step::Symbol(Sym::Var(y)) = step else { continue };
            let length = self.pieces.get(&y).map(|piece| (piece.length, piece.length));
            if y == x {
                times += 1;
                continue;
            }
            let (least, most) = length.unwrap_or_else(|| self.ranges.of(y));
            others = Rest { least: others.least + least, most: others.most + most };
        }
        let times = times.max(1);
        let rest = self.constants[constant].len() - self.at;
        let Some(room) = rest.checked_sub(others.least) else { return Ok(false) };
        let (least, most) = self.ranges.of(x);
        let uncovered = rest.max(others.most) - others.most;
        let (least, most) = (least.max(uncovered.div_ceil(times)), most.min(room / times));
        if least <= most {
            self.try_piece(x, Piece { constant, start: self.at, length: least }, most);
        }
        Ok(least <= most)
    }

    /// Gives `x` a piece, which may be of `most` letters.
    fn try_piece(&mut self, x: Var, piece: Piece, most: usize) {
        debug_assert!(piece.length <= most, "a piece is longer than it may be");
        self.pieces.insert(x, piece);
        let (step, matches) = (self.step, self.matches);
        self.choices.push(Choice { var: x, step, most, readings: Vec::new(), matches });
        self.at = piece.start + piece.length;
        self.new = Some(x);
    }

    /// Makes the last choice that can be another: one more letter. `false` if there is none.
    pub(super) fn retry(&mut self) -> bool {
        while let Some(choice) = self.choices.last() {
            let Some(piece) = self.pieces.get_mut(&choice.var) else { return false };
            if piece.length < choice.most {
                piece.length += 1;
                self.at = piece.start + piece.length;
                self.step = choice.step + 1;
                self.new = Some(choice.var);
                return true;
            }
            if choice.matches == self.matches && !self.tied[choice.step] {
                self.dead.insert((choice.step, piece.start));
            }
            self.pieces.remove(&choice.var);
            self.choices.pop();
        }
        self.new = None;
        false
    }

    /// The pieces as words.
    pub(super) fn solution(&self, system: &System, limits: &Limits) -> Result<Solution, Stop> {
        let mut solution = Solution::empty(system);
        for (&x, piece) in &self.pieces {
            let all = &self.constants[piece.constant];
            limits.charge(piece.length as u64)?;
            solution.set_word(x, all[piece.start..piece.start + piece.length].to_vec());
        }
        debug_assert!(system.equations().iter().all(|e| solution.equates(e)), "a match is wrong");
        Ok(solution)
    }
}

/// The steps of variables that occur more than once.
fn repeated(steps: &[(usize, Step)]) -> Vec<usize> {
    let mut times: FxHashMap<Var, usize> = FxHashMap::default();
    let var = |step: Step| match step {
        Step::Symbol(Sym::Var(x)) => Some(x),
        Step::Symbol(Sym::Char(_)) | Step::End => None,
    };
    for x in steps.iter().filter_map(|&(_, step)| var(step)) {
        *times.entry(x).or_default() += 1;
    }
    let is_repeated = |&i: &usize| var(steps[i].1).is_some_and(|x| times[&x] > 1);
    (0..steps.len()).filter(is_repeated).collect()
}

/// For each step, whether a variable occurs both in front of it and from it on.
fn tied(steps: &[(usize, Step)]) -> Vec<bool> {
    let mut last: FxHashMap<Var, usize> = FxHashMap::default();
    for (i, &(_, step)) in steps.iter().enumerate() {
        if let Step::Symbol(Sym::Var(x)) = step {
            last.insert(x, i);
        }
    }
    let mut reach = None;
    let mut ties = Vec::with_capacity(steps.len());
    for (i, &(_, step)) in steps.iter().enumerate() {
        ties.push(reach.is_some_and(|reach| reach >= i));
        if let Step::Symbol(Sym::Var(x)) = step {
            reach = reach.max(last.get(&x).copied());
        }
    }
    ties
}
