//! Letters that meet on a way through several equations.
//!
//! The problem: where words are nested, `w = "ab" x`, `y x z = u "c" v` and so on, a letter of one equation meets one of
//! another only because a variable between them has both. Formulas for pairs of sides do not say so.
//! [`solve_fixed`](crate::fixed::solve_fixed) finds that there are no words of the lengths that were proposed, but to
//! exclude just these lengths is to try all of them: thirty constants in one string have more arrangements than can be tried.
//!
//! So the way is explained. With lengths fixed, an equation makes cells of variables equal, and a breadth-first search from
//! all letters gives each cell the letter that reaches it first. Where two different letters meet there is a walk from one
//! run of letters to another: across an equation, through a variable to another of its places, across the next equation.
//! As long as the run lies within these variables, its distance from the other run is one at which they agree. That is a
//! disjunction of bounds on sums of lengths, which excludes every such overlap of the two runs, and it rests on the
//! equations of the walk only. A cell at a time would do, too, with a formula for each distance.

use crate::arithmetic::{Formula, Linear};
use crate::runs::{clear_distances, is_one_of};
use crate::system::{Sym, System, Var};
use crate::tags::Premises;
use base::{FxHashSet, IdxVec, Limits, Stop, index, signed};
use std::collections::VecDeque;

/// What equations say about runs of letters that clash if variables have these `lengths`, each with what it rests on.
pub(crate) fn explained(
    system: &System,
    lengths: &IdxVec<Var, usize>,
    limits: &Limits,
) -> Result<Vec<(Formula, Premises)>, Stop> {
    let tunables = &limits.tunables().words;
    let symbols = system.equations().iter().map(|e| e.left.len() + e.right.len()).sum::<usize>();
    let most = tunables.clash_letters.max(tunables.clash_share * symbols);
    if lengths.iter().sum::<usize>() > most {
        return Ok(Vec::new());
    }
    let mut search = Search::new(system, lengths);
    search.run(limits)?;
    let mut pairs = FxHashSet::default();
    let is_short = |walk: &&Vec<Crossing>| walk.len() <= tunables.clash_crossings;
    let is_new = |walk: &&Vec<Crossing>| pairs.insert(search.ends(walk));
    let walks = search.walks.iter().filter(is_short).filter(is_new).take(tunables.clashes);
    walks.map(|walk| search.explain(walk, limits)).collect()
}

/// One of the two words of an equation.
struct Side<'a> {
    word: &'a [Sym],
    /// Where each symbol begins; one more for the end.
    starts: Vec<usize>,
}

/// A place in an equation where a walk goes from one of its sides to the other.
#[derive(Clone, Copy)]
struct Crossing {
    equation: usize,
    /// The side it comes from.
    from: usize,
    /// The position in both.
    at: usize,
}

/// A symbol somewhere in an equation: the equation, the side, the number of the symbol.
type Place = (usize, usize, usize);

/// A run of letters.
struct Run {
    letters: Vec<u32>,
    position: Linear,
    start: usize,
}

struct Search<'a> {
    system: &'a System,
    lengths: &'a IdxVec<Var, usize>,
    sides: Vec<[Side<'a>; 2]>,
    /// Where each variable occurs.
    places: IdxVec<Var, Vec<Place>>,
    /// The letter of each cell of each variable, and the crossing by which it got there.
    reached: IdxVec<Var, Vec<Option<(u32, Crossing)>>>,
    queue: VecDeque<(Var, usize)>,
    /// Ways from a letter to another one.
    walks: Vec<Vec<Crossing>>,
}

impl<'a> Side<'a> {
    fn new(word: &'a [Sym], lengths: &IdxVec<Var, usize>) -> Side<'a> {
        let mut starts = vec![0];
        let mut end = 0;
        for s in word {
            end += s.var().map_or(1, |x| lengths[x]);
            starts.push(end);
        }
        Side { word, starts }
    }

    /// The number of the symbol at a position.
    fn symbol(&self, at: usize) -> usize {
        debug_assert!(self.starts.last().is_some_and(|&end| at < end), "a position behind the end");
        self.starts.partition_point(|&start| start <= at) - 1
    }
}

impl<'a> Search<'a> {
    fn new(system: &'a System, lengths: &'a IdxVec<Var, usize>) -> Search<'a> {
        let (mut places, mut reached) = (IdxVec::new(), IdxVec::new());
        for x in system.vars() {
            places.push(Vec::new());
            reached.push(vec![None; lengths[x]]);
        }
        let mut sides = Vec::new();
        for (equation, e) in system.equations().iter().enumerate() {
            let both = [&e.left, &e.right].map(|word| Side::new(word, lengths));
            for (side, Side { word, .. }) in both.iter().enumerate() {
                let vars = word.iter().enumerate().filter_map(|(k, s)| Some((s.var()?, k)));
                vars.for_each(|(x, k): (Var, usize)| places[x].push((equation, side, k)));
            }
            sides.push(both);
        }
        let (queue, walks) = (VecDeque::new(), Vec::new());
        Search { system, lengths, sides, places, reached, queue, walks }
    }

    /// Lets all letters spread.
    fn run(&mut self, limits: &Limits) -> Result<(), Stop> {
        for equation in 0..self.sides.len() {
            for from in [0, 1] {
                let Side { word, starts } = &self.sides[equation][from];
                let letters = word.iter().zip(starts).filter_map(|(s, &at)| match s {
                    Sym::Char(c) => Some((*c, at)),
                    Sym::Var(_) => None,
                });
                for (c, at) in letters.collect::<Vec<_>>() {
                    self.cross(Crossing { equation, from, at }, c);
                }
            }
        }
        while let Some((x, offset)) = self.queue.pop_front() {
            limits.charge(1 + self.places[x].len() as u64 / 8)?;
            let Some((letter, _)) = self.reached[x][offset] else { continue };
            for (equation, from, symbol) in self.places[x].clone() {
                let at = self.sides[equation][from].starts[symbol] + offset;
                self.cross(Crossing { equation, from, at }, letter);
            }
        }
        Ok(())
    }

    /// Takes a letter across an equation.
    fn cross(&mut self, crossing: Crossing, letter: u32) {
        let Crossing { equation, from, at } = crossing;
        let side = &self.sides[equation][1 - from];
        if side.starts.last().is_none_or(|&end| at >= end) {
            return;
        }
        let symbol = side.symbol(at);
        let offset = at - side.starts[symbol];
        let meets = match side.word[symbol] {
            Sym::Char(c) => Some(c),
            Sym::Var(y) if self.reached[y][offset].is_none() => {
                self.reached[y][offset] = Some((letter, crossing));
                self.queue.push_back((y, offset));
                None
            }
            Sym::Var(y) => self.reached[y][offset].map(|(c, _)| c),
        };
        if meets.is_some_and(|c| c != letter) {
            let back = self.way_to(equation, 1 - from, at);
            let reversed = back.iter().rev().map(|c| Crossing { from: 1 - c.from, ..*c });
            let mut walk = self.way_to(equation, from, at);
            walk.push(crossing);
            walk.extend(reversed);
            self.walks.push(walk);
        }
    }

    /// The crossings by which the letter at a place got there.
    fn way_to(&self, equation: usize, side: usize, at: usize) -> Vec<Crossing> {
        let (mut place, mut way) = ((equation, side, at), Vec::new());
        loop {
            let side = &self.sides[place.0][place.1];
            let symbol = side.symbol(place.2);
            let Sym::Var(x) = side.word[symbol] else { break };
            let Some((_, entry)) = self.reached[x][place.2 - side.starts[symbol]] else { break };
            way.push(entry);
            place = (entry.equation, entry.from, entry.at);
        }
        way.reverse();
        way
    }

    /// The first symbols of the runs that a walk leads from and to, in order.
    fn ends(&self, walk: &[Crossing]) -> [Place; 2] {
        let (first, last) = (walk[0], walk[walk.len() - 1]);
        let mut ends = [(first, first.from), (last, 1 - last.from)].map(|(c, side)| {
            let Side { word, .. } = &self.sides[c.equation][side];
            let symbol = self.sides[c.equation][side].symbol(c.at);
            let letters = word[..symbol].iter().rev().take_while(|s| s.var().is_none());
            (c.equation, side, symbol - letters.count())
        });
        base::order::sort(&mut ends);
        ends
    }

    /// The run with the letter at a position.
    fn run_at(&self, equation: usize, side: usize, at: usize) -> Run {
        let Side { word, starts } = &self.sides[equation][side];
        let symbol = self.sides[equation][side].symbol(at);
        let is_letter = |s: &&Sym| s.var().is_none();
        let first = symbol - word[..symbol].iter().rev().take_while(is_letter).count();
        let letters = word[first..].iter().map_while(|s| match s {
            Sym::Char(c) => Some(*c),
            Sym::Var(_) => None,
        });
        let position = self.system.length_of(&word[..first]);
        Run { letters: letters.collect(), position, start: starts[first] }
    }

    /// That the run at the beginning of a walk leaves one of its variables, or agrees with the run at the end.
    fn explain(&self, walk: &[Crossing], limits: &Limits) -> Result<(Formula, Premises), Stop> {
        let (first, last) = (walk[0], walk[walk.len() - 1]);
        let from = self.run_at(first.equation, first.from, first.at);
        let to = self.run_at(last.equation, 1 - last.from, last.at);
        limits.charge((walk.len() + from.letters.len() * to.letters.len()) as u64)?;
        let mut position = from.position;
        let mut start = signed(from.start);
        // The letters that go all the way, and where the run begins in each variable.
        let (mut begin, mut end) = (0, signed(from.letters.len()));
        let mut within: Vec<(Linear, Var)> = Vec::new();
        for step in walk.windows(2) {
            let [into, out] = [(step[0], 1 - step[0].from), (step[1], step[1].from)]
                .map(|(c, side)| (&self.sides[c.equation][side], c.at));
            let [k, l] = [into, out].map(|(side, at)| side.symbol(at));
            let Sym::Var(x) = into.0.word[k] else { continue };
            debug_assert!(out.0.word[l] == Sym::Var(x), "a walk leaves another variable");
            if into.0.word == out.0.word && k == l {
                // Both are the same word, of which any letter goes on.
                continue;
            }
            start -= signed(into.0.starts[k]);
            (begin, end) = (begin.max(-start), end.min(signed(self.lengths[x]) - start));
            start += signed(out.0.starts[l]);
            position = position.minus(&self.system.length_of(&into.0.word[..k]));
            within.push((position.clone(), x));
            position = position.plus(&self.system.length_of(&out.0.word[..l]));
        }
        let met = signed(first.at) - signed(from.start);
        debug_assert!(
            (begin..end).contains(&met),
            "the letter that clashes does not go all the way"
        );
        let letters = &from.letters[index(begin)..index(end)];
        let leaves = within.into_iter().flat_map(|(position, x)| {
            let length = Linear::var(self.system.length(x));
            let before = Formula::greater(Linear::default(), &position.clone().plus_int(begin));
            [before, Formula::greater(position.plus_int(end), &length)]
        });
        let distance = to.position.minus(&position.plus_int(begin));
        let agree = is_one_of(&distance, &clear_distances(letters, &to.letters));
        let formula = Formula::or(leaves.chain([agree]));
        let blames = walk.iter().map(|c| &self.system.equations()[c.equation].premises);
        Ok((formula, Premises::all(blames)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::IntModel;
    use crate::system::{Equation, literal};
    use crate::tags::Tag;
    use base::{Budget, Int};
    use std::sync::Arc;

    const LENGTHS: [(&str, usize); 8] =
        [("p", 1), ("q", 1), ("y", 4), ("r", 1), ("s", 1), ("z", 6), ("t", 2), ("u", 2)];

    /// `y = p "ab" q`, `z = r y s` and `z = t "ba" u`, where `"ab"` and `"ba"` meet in `z`.
    fn nested() -> (System, IdxVec<Var, usize>) {
        let (mut system, mut lengths) = (System::new(), IdxVec::new());
        let [p, q, y, r, s, z, t, u] = LENGTHS.map(|(_, n)| {
            lengths.push(n);
            vec![Sym::Var(system.add_var(true))]
        });
        let mut equal = |left: &Vec<Sym>, right: [&[Sym]; 3], tag| {
            system.add_equation(Equation::new(left.clone(), right.concat(), Tag(tag)));
        };
        equal(&y, [&p, &literal("ab"), &q], 0);
        equal(&z, [&r, &y, &s], 1);
        equal(&z, [&t, &literal("ba"), &u], 2);
        (system, lengths)
    }

    /// The lengths with `r` longer or shorter by that much.
    fn model(system: &System, more: i64) -> IntModel {
        let mut model = IntModel::default();
        for (x, (name, n)) in system.vars().zip(LENGTHS) {
            let moved = if name == "r" { more } else { 0 };
            model.set(system.length(x), Int::from(signed(n) + moved));
        }
        model
    }

    #[test]
    fn letters_that_meet_in_a_word_between_are_told_apart() {
        let (system, lengths) = nested();
        let budget = Budget::unlimited();
        let clashes = explained(&system, &lengths, &Limits::none(&budget)).unwrap();
        let [(formula, premises)] = &clashes[..] else { panic!("two runs make one clash") };
        assert_eq!(*premises, Premises::all(&[0, 1, 2].map(|tag| Premises::from(Tag(tag)))));
        assert!(!formula.holds(&model(&system, 0)), "`ab` where `ba` is");
        assert!(formula.holds(&model(&system, 1)), "`a` is the `a` of `ba`");
        assert!(formula.holds(&model(&system, -1)), "`b` is the `b` of `ba`");
    }

    #[test]
    fn long_words_and_long_ways_are_left_alone() {
        let (system, lengths) = nested();
        for limits in [
            &["words.clashes.letters=10", "words.clashes.share=1"][..],
            &["words.clashes.crossings=2"],
        ] {
            let mut tunables = base::Tunables::DEFAULT;
            limits.iter().for_each(|limit| tunables.set(limit).unwrap());
            let budget = Budget::unlimited().with_tunables(Arc::new(tunables));
            let clashes = explained(&system, &lengths, &Limits::none(&budget)).unwrap();
            assert!(clashes.is_empty(), "{limits:?}");
        }
    }
}
