//! The distances of a word's positions from its start, as arithmetic sees them.
//!
//! A word is a row of *runs*: positions with only letters between them, so that a literal of a million letters takes no
//! more than one letter. Inside a run the distance grows by one from position to position.

use crate::arithmetic::{IntModel, IntVar, Linear};
use crate::system::{Sym, System};
use base::Int;

/// Positions with nothing but letters between them.
struct Run {
    first: usize,
    last: usize,
    /// How far the first is from the start, in the model.
    value: Int,
    /// The length of the variable before the first.
    before: Option<IntVar>,
}

impl Run {
    /// The position with a distance of `value`, if it is in this run.
    fn find(&self, value: &Int) -> Option<usize> {
        let offset = (value.clone() - &self.value).to_usize()?;
        (offset <= self.last - self.first).then(|| self.first + offset)
    }
}

/// All positions of a word.
pub(super) struct Distances {
    runs: Vec<Run>,
}

impl Distances {
    /// The positions of `word`, with their distances in `model`, where no length may be negative.
    pub(super) fn new(system: &System, word: &[Sym], model: &IntModel) -> Distances {
        let mut runs = Vec::new();
        let (mut first, mut before) = (0, None);
        for (i, s) in word.iter().enumerate() {
            let Sym::Var(x) = s else { continue };
            runs.push(Run { first, last: i, value: Int::default(), before });
            (first, before) = (i + 1, Some(system.length(*x)));
        }
        runs.push(Run { first, last: word.len(), value: Int::default(), before });
        let mut distances = Distances { runs };
        distances.measure(model);
        distances
    }

    /// Takes the distances of another model.
    pub(super) fn measure(&mut self, model: &IntModel) {
        let mut value = Int::default();
        for run in &mut self.runs {
            if let Some(length) = run.before {
                let length = model.get(length);
                debug_assert!(!length.is_negative(), "a length is negative in the model");
                value += &length;
            }
            run.value = value.clone();
            value += &Int::from(run.last - run.first);
        }
    }

    fn run(&self, i: usize) -> usize {
        let run = self.runs.partition_point(|run| run.last < i);
        debug_assert!(self.runs[run].first <= i, "a position is in another run");
        run
    }

    /// How far position `i` is from the start in the model.
    pub(super) fn value(&self, i: usize) -> Int {
        let run = &self.runs[self.run(i)];
        run.value.clone() + &Int::from(i - run.first)
    }

    /// How far position `to` is from position `from`, which is not after it.
    pub(super) fn between(&self, from: usize, to: usize) -> Linear {
        debug_assert!(from <= to, "a distance to the left");
        let passed = &self.runs[self.run(from) + 1..=self.run(to)];
        let mut distance = Linear::constant(to - from - passed.len());
        for length in passed.iter().filter_map(|run| run.before) {
            distance.add_var(length, 1);
        }
        distance
    }

    /// All pairs of a position here and one there that are equally far from the start in the model, in order. Pairs
    /// inside letters on both sides are left out: cuts there add nothing to the next that is not.
    pub(super) fn equal_pairs(&self, other: &Distances) -> Vec<(usize, usize)> {
        let mut pairs: Vec<(usize, usize)> =
            self.beside_ends_of(other).map(|(j, i)| (i, j)).collect();
        pairs.extend(other.beside_ends_of(self));
        base::order::sort(&mut pairs);
        pairs.dedup();
        pairs
    }

    /// For each end of a run of `other` the positions here that are as far from the start.
    fn beside_ends_of(&self, other: &Distances) -> impl Iterator<Item = (usize, usize)> {
        let ends = other.runs.iter().flat_map(|run| {
            let length = Int::from(run.last - run.first);
            [(run.first, run.value.clone()), (run.last, run.value.clone() + &length)]
        });
        ends.flat_map(|(end, value)| self.at(value).map(move |i| (end, i)))
    }

    /// The positions so far from the start.
    fn at(&self, value: Int) -> impl Iterator<Item = usize> {
        // Distances do not decrease.
        let end = self.runs.partition_point(|run| run.value <= value);
        let runs = self.runs[..end].iter().rev();
        runs.map_while(move |run| run.find(&value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Var;

    /// All words of `n` symbols over a letter and two variables.
    fn words(n: usize) -> Vec<Vec<Sym>> {
        let symbols = [Sym::Char(97), Sym::Var(Var(0)), Sym::Var(Var(1))];
        (0..n).fold(vec![Vec::new()], |words, _| {
            let longer = |w: &Vec<Sym>| symbols.map(|s| [&w[..], &[s]].concat());
            words.iter().flat_map(longer).collect()
        })
    }

    /// The definition: distances of all positions, compared with one another.
    fn level(
        system: &System,
        left: &[Sym],
        right: &[Sym],
        model: &IntModel,
    ) -> Vec<(usize, usize)> {
        let inside = |word: &[Sym], i: usize| {
            let letter = |s: Option<&Sym>| matches!(s, Some(Sym::Char(_)));
            i > 0 && letter(word.get(i - 1)) && letter(word.get(i))
        };
        let value = |word: &[Sym], i: usize| system.length_of(&word[..i]).value(|v| model.get(v));
        let pairs = (0..=left.len()).flat_map(|i| (0..=right.len()).map(move |j| (i, j)));
        pairs
            .filter(|&(i, j)| value(left, i) == value(right, j))
            .filter(|&(i, j)| !(inside(left, i) && inside(right, j)))
            .collect()
    }

    #[test]
    fn levels_are_those_of_the_definition() {
        let mut system = System::default();
        let vars = [system.add_var(true), system.add_var(true)];
        for lengths in [[0, 0], [0, 1], [1, 1], [2, 0], [2, 1]] {
            let mut model = IntModel::default();
            for (x, n) in vars.into_iter().zip(lengths) {
                model.set(system.length(x), Int::from(n));
            }
            for (left, right) in
                words(4).iter().flat_map(|l| words(3).into_iter().map(move |r| (l, r)))
            {
                let (here, there) = (
                    Distances::new(&system, left, &model),
                    Distances::new(&system, &right, &model),
                );
                let pairs = level(&system, left, &right, &model);
                assert_eq!(here.equal_pairs(&there), pairs, "{left:?} {right:?} {lengths:?}");
                for (i, j) in pairs {
                    assert_eq!(here.value(i), there.value(j));
                    for from in 0..=i {
                        assert_eq!(here.between(from, i), system.length_of(&left[from..i]));
                    }
                    for from in 0..=j {
                        assert_eq!(there.between(from, j), system.length_of(&right[from..j]));
                    }
                }
            }
        }
    }
}
