//! Equations with a constant on one side: the constant is matched against the pattern on the other.
//!
//! In `x y x = "abba..."` each variable is a piece of the constant. Where the constant is long, cutting letter after letter off, as
//! Nielsen's transformation does, costs its length for each letter, and an automaton of its pieces has the square of its length in
//! states. But a matcher of patterns with back references, as editors have it, needs two places for a variable: the first occurrence tries
//! lengths, the others are compared, and the last variable takes what is left. It is exponential in the number of variables and very fast
//! where the first few lengths will do or repeated variables leave few matches, so it runs within a small allowance. If it has seen all
//! matches, what rejected them is a conflict, together with the equations. The room for a variable is what the rest of the pattern leaves.
//! That is counted in advance, but for variables that occur more than once: to walk the rest for each variable cost their square.
//! What is known of one variable alone is asked as soon as it has a piece: its languages, and which lengths single constraints or
//! all of arithmetic leave it. Least lengths leave less room to the others, and what the greatest lengths of the others do not cover is
//! the variable's own. A piece that grows is read on from where it ended, and no piece grows that no word of a language begins with.
//!
//! Where no variable is both in front of a place of the pattern and behind it, what is behind depends on the place in the constant
//! alone. Such a pair of places from which there was no match is not gone on from again, so a pattern without repeated
//! variables takes at most as many steps as there are pairs, not as many as there are ways to cut the constant.
//! (A. V. Aho, *Algorithms for Finding Patterns in Strings*, Handbook of Theoretical Computer Science A, 1990, has patterns with back
//! references and that they are hard.)

mod ranges;

use crate::arithmetic::{Arithmetic, Formula, Lengths, Linear, Parts, ask, premises_of_core};
use crate::outcome::{Outcome, Solution};
use crate::system::{Sym, System, Var, constant};
use crate::tags::Premises;
use automata::{Info, Re, Regexes};
use base::tunables::Words;
use base::{FxHashMap, FxHashSet, Limits, Stop};
use ranges::Ranges;
use std::collections::BTreeSet;

/// Whether all that is left are equations with constants, one of them long, and each variable is in one of them.
pub(crate) fn applies(system: &System, tunables: &Words) -> bool {
    let Some(matcher) = Matcher::new(system) else { return false };
    let inside = |x: Var| system.equations().iter().any(|e| e.vars().any(|y| y == x));
    let longest = matcher.constants.iter().map(Vec::len).max();
    longest.is_some_and(|n| n >= tunables.matching_letters) && system.live_vars().all(inside)
}

/// Finds pieces of the constants for all variables that the other constraints admit, or what rejects each match.
pub(crate) fn solve(
    system: &System,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    let Some(mut matcher) = Matcher::new(system) else {
        return Ok(Outcome::GaveUp("a variable on both sides"));
    };
    if cfg!(feature = "choices") && system.needs_arithmetic() {
        matcher.ranges.measure(system, arithmetic, limits)?;
        matcher.measure_rests();
    }
    let mut matches = limits.tunables().words.matching_attempts;
    let mut premises = Some(Premises::none());
    let mut found = matcher.next(system, rs, limits)?;
    while found && matches > 0 {
        matcher.matches += 1;
        match matcher.verdict(system, arithmetic, limits)? {
            Verdict::Accepted(solution) => return Ok(Outcome::Sat(solution)),
            Verdict::Rejected(why) => premises = premises.map(|all| all.and(&why)),
            Verdict::Open => premises = None,
        }
        matches -= 1;
        found = matcher.retry() && matcher.next(system, rs, limits)?;
    }
    let matched =
        Premises::all(system.equations()[..=matcher.furthest].iter().map(|e| &e.premises));
    let rejected = Premises::all(matcher.used.iter().map(|&i| &system.memberships()[i].premises));
    let measured = matcher.ranges.premises();
    let conflict =
        premises.filter(|_| !found).map(|why| why.and(&matched).and(&rejected).and(&measured));
    Ok(conflict.map_or(Outcome::GaveUp("too many matches"), Outcome::Unsat))
}

/// What the constraints other than equations say of a match.
enum Verdict {
    Accepted(Solution),
    /// They exclude it, already these.
    Rejected(Premises),
    /// Arithmetic does not know.
    Open,
}

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
struct Matcher {
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
    fn new(system: &System) -> Option<Matcher> {
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
    fn next(&mut self, system: &System, rs: &mut Regexes, limits: &Limits) -> Result<bool, Stop> {
        loop {
            if let Some(x) = self.new.take()
                && !self.admits(x, system, rs, limits)?
            {
                if !self.retry() {
                    return Ok(false);
                }
                continue;
            }
            let Some(&(constant, step)) = self.steps.get(self.step) else { return Ok(true) };
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
    fn retry(&mut self) -> bool {
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

    /// Whether disequations and arithmetic accept the match; memberships do.
    fn verdict(
        &self,
        system: &System,
        arithmetic: &mut dyn Arithmetic,
        limits: &Limits,
    ) -> Result<Verdict, Stop> {
        let mut solution = self.solution(system, limits)?;
        if let Some(e) = system.disequations().iter().find(|e| solution.equates(e)) {
            return Ok(Verdict::Rejected(e.premises.clone()));
        }
        if !system.needs_arithmetic() {
            return Ok(Verdict::Accepted(solution));
        }
        let parts = lengths(system, &solution);
        Ok(match ask(arithmetic, &parts.formulas(), limits)? {
            Lengths::Sat(model) => {
                solution.set_integers(model);
                Verdict::Accepted(solution)
            }
            Lengths::Unknown => Verdict::Open,
            Lengths::Unsat { core, parts: needed } => {
                let pairs = parts.into_pairs();
                Verdict::Rejected(premises_of_core(core, needed.iter().map(|&at| &pairs[at].1)))
            }
        })
    }

    /// The pieces as words.
    fn solution(&self, system: &System, limits: &Limits) -> Result<Solution, Stop> {
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

/// The facts, and the lengths of the words where they matter.
fn lengths(system: &System, solution: &Solution) -> Parts {
    let mut parts = Parts::facts(system);
    for x in system.live_vars().filter(|&x| system.is_length_sensitive(x)) {
        let length = Linear::constant(solution.word(x).len());
        parts.push(Formula::equal(length, &Linear::var(system.length(x))), Premises::none());
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::{Equation, literal};
    use crate::tags::Tag;
    use crate::{IlpArithmetic, Member};
    use automata::Re;
    use base::Budget;

    #[test]
    #[cfg(feature = "choices")]
    fn lengths_outside_leave_few_cuts() {
        use crate::tags::OutsideTag;
        let mut rs = Regexes::new();
        let mut system = system(&[("xRyRz", &"QR".repeat(100))]);
        let mut arithmetic = IlpArithmetic::new();
        for (x, most) in system.live_vars().collect::<Vec<_>>().into_iter().zip([20, 30, 147]) {
            system.make_length_sensitive(x);
            let sum = Formula::at_least(Linear::constant(most), &Linear::var(system.length(x)));
            arithmetic.require(sum, OutsideTag(0));
        }
        let budget = Budget::unlimited();
        let limits = Limits::none(&budget);
        let answer = solve(&system, &mut rs, &mut arithmetic, &limits).unwrap();
        assert!(matches!(answer, Outcome::Unsat(why) if why.outside == OutsideTag(0).into()));
        assert!(arithmetic.checks <= 4, "each cut is asked about");
    }

    #[test]
    fn pairs_of_places_are_not_gone_on_from_twice() {
        let mut rs = Regexes::new();
        let mut system = System::new();
        let pieces: Vec<Var> = (0..12).map(|_| system.add_var(false)).collect();
        let left: Vec<Sym> = pieces.iter().map(|&x| Sym::Var(x)).collect();
        system.add_equation(Equation::new(left, literal(&"AB".repeat(50)), Tag(0)));
        let [a, b, c] = ["A", "B", "C"].map(|w| rs.text(w));
        let both = rs.union([a, b]);
        let both = rs.star(both);
        for &x in &pieces {
            let re = if x == pieces[11] { c } else { both };
            system.add_membership(Member { var: x, re, positive: true, premises: Tag(1).into() });
        }
        let budget = Budget::unlimited();
        let limits = Limits::new(&budget, 1_000_000);
        let answer = solve(&system, &mut rs, &mut IlpArithmetic::new(), &limits);
        assert!(matches!(answer, Ok(Outcome::Unsat(_))));
    }

    /// `pattern = text`, where small letters are variables in order and capitals are letters.
    fn system(patterns: &[(&str, &str)]) -> System {
        let mut system = System::new();
        let vars: Vec<Var> = (0..3).map(|_| system.add_var(false)).collect();
        for (i, (pattern, text)) in (0..).zip(patterns) {
            let symbol = |c: char| match "xyz".find(c) {
                Some(i) => Sym::Var(vars[i]),
                None => Sym::Char(c.into()),
            };
            let left = pattern.chars().map(symbol).collect();
            system.add_equation(Equation::new(left, literal(text), Tag(i)));
        }
        system
    }

    fn outcome(system: &System, rs: &mut Regexes) -> Outcome {
        let budget = Budget::unlimited();
        solve(system, rs, &mut IlpArithmetic::new(), &Limits::none(&budget)).unwrap()
    }

    fn words(system: &System, rs: &mut Regexes) -> Option<Vec<String>> {
        let Outcome::Sat(solution) = outcome(system, rs) else { return None };
        let text = |w: &Vec<u32>| w.iter().filter_map(|&c| char::from_u32(c)).collect();
        Some(solution.words().iter().map(text).collect())
    }

    /// The numbers of the literals that exclude all matches.
    fn conflict(system: &System, rs: &mut Regexes) -> Option<Vec<usize>> {
        let Outcome::Unsat(premises) = outcome(system, rs) else { return None };
        Some(premises.system.iter().map(base::Idx::index).collect())
    }

    #[test]
    fn repeated_variables_are_compared() {
        let mut rs = Regexes::new();
        let found = words(&system(&[("xAyBx", "QRAABBQR")]), &mut rs).unwrap();
        assert_eq!(found, ["QR", "AB", ""]);
        assert_eq!(words(&system(&[("xAyBx", "QRAABBQS")]), &mut rs), None);
        let found = words(&system(&[("xyx", "QQQQQ"), ("yzx", "QRQQ")]), &mut rs).unwrap();
        assert_eq!(found, ["QQ", "Q", "R"]);
    }

    #[test]
    fn the_last_variable_takes_what_is_left() {
        let mut rs = Regexes::new();
        assert_eq!(words(&system(&[("Qyy", "QABAB")]), &mut rs).unwrap(), ["", "AB", ""]);
        assert_eq!(words(&system(&[("Qyy", "QABA")]), &mut rs), None);
    }

    #[test]
    fn memberships_and_lengths_reject_matches() {
        let mut rs = Regexes::new();
        let mut system = system(&[("xyz", "ABABAB")]);
        let text = rs.text("BA");
        let re = rs.concat(text, Re::ALL);
        let y = system.vars().nth(1).unwrap();
        system.add_membership(Member { var: y, re, positive: true, premises: Premises::none() });
        system.make_length_sensitive(y);
        let formula = Formula::at_least(Linear::constant(2), &Linear::var(system.length(y)));
        system.add_fact(formula, Premises::none());
        assert_eq!(words(&system, &mut rs).unwrap(), ["A", "BA", "BAB"]);
    }

    #[test]
    fn what_rejects_all_matches_is_a_conflict() {
        let mut rs = Regexes::new();
        let patterns = [("xyx", "QRAQR"), ("zB", "QB"), ("Az", "AQ")];
        assert_eq!(conflict(&system(&patterns), &mut rs), None);
        assert_eq!(conflict(&system(&[("xQx", "QRAQR"), patterns[1]]), &mut rs), Some(vec![0]));
        let mut system = system(&patterns);
        let x = system.vars().next().unwrap();
        for (tag, text, positive) in
            [(5, "Q", true), (6, "QR", false), (7, "", false), (8, "A", true)]
        {
            let word = rs.text(text);
            let re = if positive { rs.concat(word, Re::ALL) } else { word };
            let premises = Premises::from(Tag(tag));
            system.add_membership(Member { var: x, re, positive, premises });
        }
        // That it does not begin with `A` is seen of its first letter, so no longer piece is tried.
        assert_eq!(conflict(&system, &mut rs), Some(vec![0, 5, 8]));
    }

    #[test]
    fn matches_that_are_not_seen_refute_nothing() {
        let mut system = system(&[("xy", &"Q".repeat(200))]);
        let x = system.vars().next().unwrap();
        system.make_length_sensitive(x);
        let formula = Formula::at_least(Linear::constant(-1), &Linear::var(system.length(x)));
        system.add_fact(formula, Premises::none());
        assert!(matches!(outcome(&system, &mut Regexes::new()), Outcome::GaveUp(_)));
    }

    #[test]
    #[cfg(feature = "choices")]
    fn what_is_known_of_single_variables_is_looked_at_first() {
        let mut rs = Regexes::new();
        let text = "ABC".repeat(300);
        let mut system = system(&[("xyzy", &text)]);
        let [x, y, z] = [0, 1, 2].map(|i| system.vars().nth(i).unwrap());
        for v in [y, z] {
            system.make_length_sensitive(v);
            let one = Formula::equal(Linear::var(system.length(v)), &Linear::constant(1));
            system.add_fact(one, Premises::none());
        }
        assert_eq!(conflict(&system, &mut rs), Some(vec![0]));
        let [first, second] = ["AB", "C"].map(|w| rs.text(w));
        for (var, re) in [(x, rs.star(second)), (z, first)] {
            let premises = Premises::from(Tag(if var == x { 3 } else { 4 }));
            system.add_membership(Member { var, re, positive: true, premises });
        }
        assert_eq!(conflict(&system, &mut rs), Some(vec![0, 3]));
    }
}
