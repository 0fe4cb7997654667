//! Cuts at known lengths, and variables split where others end.
//!
//! Of `a b = p s` with `|a| = |b| = 2`, `|p| = 3` and `|s| = 1` no positions are equally far from the start, but `p` ends within `b`: then
//! `b` is `b1 b2` with `|b1| = 1`, and `p = a b1`, `s = b2`. That is Levi's lemma where lengths say which case it is, and cells of fixed
//! words for lengths of which only some are known: what is in front of a place has to be known up to lengths that both sides have. It is
//! looked for from both ends. No question is asked for that ([`Known`]).
//!
//! A variable of which only the least length is known is split as far as that goes.
//!
//! Where a variable overlaps itself, `x a = b x`, there is no end before `x` has as many parts as letters, so there are as
//! many splits as the system has symbols, and no more.

use super::known::Known;
use super::lengths::{Cut, Pair};
use super::{Halt, Simplifier};
use crate::arithmetic::{Arithmetic, Formula, IntVar, Linear};
use crate::system::{Sym, Var};
use crate::tags::Premises;
use base::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// How far a position is from an end of its word.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Level {
    /// A sum of hashes: which lengths that are not known are in front.
    unknown: u64,
    /// The sum of all others.
    known: i64,
}

/// An end of words, from which positions are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Front,
    Back,
}

/// Two equal words from one of their ends.
struct Sides {
    words: [Vec<Sym>; 2],
    levels: [Vec<Level>; 2],
}

impl Simplifier<'_> {
    /// Cuts equations, or splits variables, at places that lengths say which are known without asking; whether there were any.
    pub(super) fn cut_at_known_lengths(
        &mut self,
        arithmetic: &mut dyn Arithmetic,
    ) -> Result<bool, Halt> {
        let bounds = self.bounds.get_or_insert_with(|| arithmetic.bounds());
        let known = Known::collect(&self.system, bounds, self.rs, self.limits)?;
        for end in [End::Front, End::Back] {
            let (mut all, mut touched) = (Vec::new(), FxHashSet::default());
            for pair in self.pairs() {
                let equations = [Some(pair.equation), pair.other];
                if equations.iter().flatten().any(|e| touched.contains(e)) {
                    continue;
                }
                let cuts = self.known_cuts(pair, end, &known)?;
                if !cuts.is_empty() {
                    touched.extend(equations.into_iter().flatten());
                    all.push((pair, cuts));
                }
            }
            if !all.is_empty() {
                self.cut_because(all);
                return Ok(true);
            }
        }
        Ok(self.spell_regular(&known)? || self.split_overlapped(&known)?)
    }

    fn sides(&self, pair: Pair, end: End, known: &Known) -> Result<Option<Sides>, Halt> {
        let Some(words) = self.words_of(pair) else { return Ok(None) };
        self.limits.charge((words[0].len() + words[1].len()) as u64)?;
        let words = words.map(|word| match end {
            End::Front => word.to_vec(),
            End::Back => word.iter().rev().copied().collect(),
        });
        let [Some(left), Some(right)] = [0, 1].map(|side| self.levels(&words[side], known)) else {
            return Ok(None);
        };
        Ok(Some(Sides { words, levels: [left, right] }))
    }

    /// How far each position of `word` is from its start.
    fn levels(&self, word: &[Sym], known: &Known) -> Option<Vec<Level>> {
        let mut level = Level { unknown: 0, known: 0 };
        let mut levels = vec![level];
        for s in word {
            let length = match s {
                Sym::Char(_) => Some(1),
                Sym::Var(x) => {
                    let length = self.system.length(*x);
                    let exactly = known.exactly(length);
                    if exactly.is_none() {
                        // exact: a hash.
                        level.unknown = level.unknown.wrapping_add(fingerprint(length));
                    }
                    exactly.or(Some(0))
                }
            };
            level.known = level.known.checked_add(length.filter(|&n| n >= 0)?)?;
            levels.push(level);
        }
        Some(levels)
    }

    /// The positions, in order, at which both words of a pair are cut.
    fn known_cuts(&self, pair: Pair, end: End, known: &Known) -> Result<Vec<Cut>, Halt> {
        let Some(sides) = self.sides(pair, end, known)? else { return Ok(Vec::new()) };
        let mut cuts = Vec::new();
        let (mut last, mut why) = ((0, 0), Premises::none());
        if end == End::Back {
            // That both words are equally long is what positions are counted from.
            let equations = [Some(pair.equation), pair.other].into_iter().flatten();
            equations.for_each(|e| why.extend(&self.system.equations()[e].premises));
        }
        for position in sides.equal_positions() {
            if position.0 < last.0 || position.1 < last.1 {
                continue;
            }
            let [left, right] = [(0, last.0, position.0), (1, last.1, position.1)]
                .map(|(side, from, to)| self.system.length_of(&sides.words[side][from..to]));
            let (difference, because) = known.substitute_difference(left, &right);
            if difference.as_constant().is_none_or(|n| !n.is_zero()) {
                continue;
            }
            why.extend(&because);
            last = position;
            cuts.push(Cut { position, premises: why.clone() });
        }
        if end == End::Back {
            let [left, right] = sides.words.map(|word| word.len());
            cuts.iter_mut().for_each(|cut| {
                cut.position = (left - cut.position.0, right - cut.position.1);
            });
            cuts.reverse();
        }
        Ok(cuts)
    }

    /// Splits variables where a symbol of the other side ends; whether there were any.
    fn split_overlapped(&mut self, known: &Known) -> Result<bool, Halt> {
        for end in [End::Front, End::Back] {
            let mut places: Vec<(Var, Vec<i64>)> = Vec::new();
            let mut seen: FxHashSet<Var> = FxHashSet::default();
            for pair in self.pairs() {
                let Some(sides) = self.sides(pair, end, known)? else { continue };
                if sides.words.iter().any(|word| word.len() < 2) {
                    continue;
                }
                let found = sides.overlaps(|x| {
                    let length = self.system.length(x);
                    // The last part has a letter, unless how long it is is not known.
                    known.exactly(length).map(|n| n - 1).or_else(|| known.least(length))
                });
                places.extend(found.into_iter().filter(|place| seen.insert(place.0)));
            }
            let mut is_split = false;
            for (x, mut at) in places {
                at.truncate(self.splits);
                let room = at.len() + 1;
                if at.is_empty() || self.system.is_regular(x) || !self.may_grow(x, room) {
                    continue;
                }
                self.splits -= at.len();
                self.split(x, &at, end, known)?;
                is_split = true;
            }
            if is_split {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes `x` a word of new variables, which is cut so far from an end of it. `x` is known to be as long.
    fn split(&mut self, x: Var, at: &[i64], end: End, known: &Known) -> Result<(), Halt> {
        let length = self.system.length(x);
        let exactly = known.exactly(length);
        let why = exactly.map_or_else(|| known.why_least(length), |_| known.why(length));
        debug_assert!(at.is_sorted_by(|a, b| a < b), "a variable is cut twice at one place");
        debug_assert!(at.first().is_some_and(|&n| n > 0), "an end is no place to split at");
        debug_assert!(
            at.last().copied() <= known.least(length),
            "a variable is shorter than its parts"
        );
        let (mut word, mut from) = (Vec::with_capacity(at.len() + 1), 0);
        for &to in at {
            let part = self.system.fresh_var(false);
            self.system.make_length_sensitive(part);
            let length = Linear::var(self.system.length(part));
            let formula = Formula::equal(length, &Linear::constant(to - from));
            self.system.add_fact(formula, why.clone());
            word.push(Sym::Var(part));
            from = to;
        }
        word.push(Sym::Var(self.system.fresh_var(false)));
        if end == End::Back {
            word.reverse();
        }
        self.define(x, word, &why)
    }
}

fn fingerprint(length: IntVar) -> u64 {
    let mut hash = FxHasher::default();
    length.hash(&mut hash);
    hash.finish()
}

impl Sides {
    /// Whether there are letters on both sides of a position.
    fn is_inside_letters(&self, side: usize, at: usize) -> bool {
        let is_letter = |s: Option<&Sym>| matches!(s, Some(Sym::Char(_)));
        at > 0 && is_letter(self.words[side].get(at - 1)) && is_letter(self.words[side].get(at))
    }

    /// The pairs of positions at one level, by the position on the left; those inside letters on both sides, and those at the ends, left
    /// out.
    fn equal_positions(&self) -> Vec<(usize, usize)> {
        let mut first: FxHashMap<Level, usize> = FxHashMap::default();
        for (j, level) in self.levels[1].iter().enumerate() {
            first.entry(*level).or_insert(j);
        }
        let ends = [(0, 0), (self.words[0].len(), self.words[1].len())];
        let pairs = self.levels[0].iter().enumerate();
        let pairs = pairs.filter_map(|(i, level)| Some((i, *first.get(level)?)));
        let is_inside =
            |&(i, j): &(usize, usize)| self.is_inside_letters(0, i) && self.is_inside_letters(1, j);
        pairs.filter(|pair| !ends.contains(pair) && !is_inside(pair)).collect()
    }

    /// Variables that are known to have so many letters, with how far in them symbols of the other side end, ascending.
    fn overlaps(&self, letters: impl Fn(Var) -> Option<i64>) -> Vec<(Var, Vec<i64>)> {
        let mut found = Vec::new();
        for (side, other) in [(0, 1), (1, 0)] {
            let mut ends: FxHashMap<u64, Vec<i64>> = FxHashMap::default();
            for (j, level) in self.levels[other].iter().enumerate() {
                let known = ends.entry(level.unknown).or_default();
                if !self.is_inside_letters(other, j) && known.last() != Some(&level.known) {
                    known.push(level.known);
                }
            }
            for (s, from) in self.words[side].iter().zip(&self.levels[side]) {
                let Sym::Var(x) = *s else { continue };
                let (Some(letters), Some(ends)) = (letters(x), ends.get(&from.unknown)) else {
                    continue;
                };
                let first = ends.partition_point(|&n| n <= from.known);
                let places = ends[first..].iter().map(|n| n - from.known);
                let places: Vec<i64> = places.take_while(|&n| n <= letters).collect();
                if !places.is_empty() {
                    found.push((x, places));
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use crate::arithmetic::{Formula, IntVar, Linear};
    use crate::simplify::{Simplified, simplify};
    use crate::system::{Equation, Sym, System, Var};
    use crate::tags::{OutsideTag, Premises, Tag};
    use crate::{IlpArithmetic, literal};
    use automata::Regexes;
    use base::{Budget, Limits};

    /// A system over capital letters, of equations `left=right` and disequations `left!right`, with lengths that are known outside.
    fn simplified(constraints: &[&str], lengths: &[(char, u64)]) -> Result<Simplified, Premises> {
        let (mut system, mut outside) = (System::new(), IlpArithmetic::new());
        let vars: Vec<Var> = (0..26).map(|_| system.add_var(true)).collect();
        let var = |c: char| vars[c as usize - 'A' as usize];
        let word = |text: &str| -> Vec<Sym> {
            let symbol = |c: char| match c {
                'A'..='Z' => vec![Sym::Var(var(c))],
                _ => literal(&c.to_string()),
            };
            text.chars().flat_map(symbol).collect()
        };
        for (c, tag) in constraints.iter().zip(0..) {
            let (left, right) = c.split_once(['=', '!']).unwrap();
            let e = Equation::new(word(left), word(right), Tag(tag));
            if c.contains('=') { system.add_equation(e) } else { system.add_disequation(e) }
        }
        for (&(x, n), tag) in lengths.iter().zip(0..) {
            let (length, n) = (Linear::var(IntVar::Len(var(x))), Linear::constant(n));
            outside.require(Formula::at_least(length.clone(), &n), OutsideTag(2 * tag));
            outside.require(Formula::at_least(n, &length), OutsideTag(2 * tag + 1));
        }
        let budget = Budget::unlimited();
        simplify(&system, &mut Regexes::new(), &mut outside, &Limits::none(&budget)).unwrap()
    }

    #[test]
    fn a_part_that_is_reached_from_both_ends() {
        let constraints = ["ABCMCBA=PSR", "ABCMCBA=QTE", "S!T"];
        let lengths = [('A', 1), ('B', 1), ('C', 3), ('P', 3), ('S', 2), ('T', 2), ('E', 2)];
        let why = simplified(&constraints, &lengths).unwrap_err();
        assert!((0..3).all(|tag| why.system.contains(Tag(tag))));
        let other = [&lengths[..6], &[('E', 3)]].concat();
        assert!(simplified(&constraints, &other).is_ok());
    }

    #[test]
    fn bricks_of_two_sizes_become_letters() {
        let lengths = [('A', 3), ('B', 3), ('C', 2), ('D', 2), ('E', 2)];
        let left = simplified(&["AB=CDE", "A=Xxy", "X!z"], &lengths).unwrap();
        assert!(left.system.equations().is_empty(), "{:?}", left.system.equations());
        assert!(simplified(&["AB=CDE", "A=abU", "C!ab"], &lengths).is_err());
    }

    #[test]
    fn a_length_that_follows_is_as_good() {
        let left = simplified(&["AX=BY", "C=XB"], &[('A', 2), ('B', 1), ('C', 8)]).unwrap();
        assert!(left.system.equations().is_empty(), "{:?}", left.system.equations());
    }

    #[test]
    fn a_variable_that_overlaps_itself_is_not_split_for_ever() {
        assert!(simplified(&["XA=BX"], &[('A', 1), ('B', 1), ('X', 1_000_000)]).is_ok());
    }
}
