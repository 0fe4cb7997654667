//! Letters by constraint propagation, where reading word by word runs into a wall.
//!
//! A choice early in one word may be wrong because of the end of another that shares the cell, and
//! chronological backtracking then repeats everything in between. So each class of cells has a *domain* of
//! letters; a word and its language are a layered graph of derivatives, and letters on no path through it leave their
//! domains (generalized arc consistency of the `regular` constraint: Pesant, *A regular language membership
//! constraint for finite sequences of variables*, CP 2004); a disequation removes a letter when all else is equal.
//! Then the class with the fewest letters is split. What differs from the paper: the graph is not kept between
//! propagations, as derivatives are memoised and the words here are short.

use super::letters::{Reading, fits};
use crate::simplify::left_quotient;
use automata::{Re, Regexes};
use base::{FxHashMap, Limits, Stop};
use std::rc::Rc;

/// The letters that a class may have, ascending.
pub(super) type Domain = Rc<[u32]>;

/// One side of a pair of letters that a disequation compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Letter(u32),
    /// A class with a domain.
    Class(usize),
    /// A class that gets a letter of its own.
    Free(usize),
}

/// Words over classes, and pairs of words that differ.
pub(super) struct Problem<'a> {
    pub rs: &'a mut Regexes,
    pub limits: &'a Limits<'a>,
    /// Each word with the classes of its cells.
    pub words: Vec<(Reading, Vec<usize>)>,
    /// Pairs of words of the same length, letter by letter.
    pub distinct: Vec<Vec<[Side; 2]>>,
}

impl Problem<'_> {
    /// A letter for each class, or none if there is no way.
    pub fn solve(&mut self, domains: Vec<Domain>) -> Result<Option<Vec<u32>>, Stop> {
        debug_assert!(
            domains.iter().all(|domain| domain.is_sorted_by(|a, b| a < b)),
            "the letters of a domain are not ascending"
        );
        debug_assert!(
            self.words.iter().all(|(_, word)| word.iter().all(|&class| class < domains.len())),
            "a class of cells has no domain"
        );
        let mut open = vec![domains];
        while let Some(mut domains) = open.pop() {
            if !self.propagate(&mut domains)? {
                continue;
            }
            let split = (0..domains.len()).filter(|&c| domains[c].len() > 1);
            let Some(class) = split.min_by_key(|&c| domains[c].len()) else {
                debug_assert!(domains.iter().all(|d| d.len() == 1), "a class has no letter left");
                return Ok(Some(domains.iter().map(|d| d[0]).collect()));
            };
            for &letter in domains[class].iter().rev() {
                let mut case = domains.clone();
                case[class] = Rc::new([letter]);
                open.push(case);
            }
        }
        Ok(None)
    }

    /// Removes letters until nothing changes; false if some class has none left.
    pub fn propagate(&mut self, domains: &mut [Domain]) -> Result<bool, Stop> {
        loop {
            let before: Vec<usize> = domains.iter().map(|d| d.len()).collect();
            for word in 0..self.words.len() {
                if !self.read(word, domains)? {
                    return Ok(false);
                }
            }
            for pair in &self.distinct {
                self.limits.charge(1 + pair.len() as u64 / 8)?;
                if !differ(pair, domains) {
                    return Ok(false);
                }
            }
            debug_assert!(
                domains.iter().zip(&before).all(|(d, n)| d.len() <= *n),
                "propagation gave a class more letters"
            );
            if domains.iter().zip(before).all(|(d, n)| d.len() == n) {
                return Ok(true);
            }
        }
    }

    /// Removes the letters of a word's cells that are on no path through its language.
    fn read(&mut self, word: usize, domains: &mut [Domain]) -> Result<bool, Stop> {
        let (reading, classes) = &self.words[word];
        debug_assert_eq!(reading.cells.len(), classes.len(), "a cell of a word has no class");
        // The edges of each layer: a state, a letter, and the state behind it.
        let mut layers: Vec<Vec<(Re, u32, Re)>> = Vec::with_capacity(classes.len());
        let mut states = vec![reading.language];
        for (i, &class) in classes.iter().enumerate() {
            let (mut edges, mut next) = (Vec::new(), Vec::new());
            for &re in &states {
                for &c in &*domains[class] {
                    self.limits.charge(1)?;
                    let after = left_quotient(self.rs, re, &[c], self.limits)?;
                    if fits(self.rs, after, classes.len() - i - 1) {
                        edges.push((re, c, after));
                        next.push(after);
                    }
                }
            }
            base::order::sort(&mut next);
            next.dedup();
            states = next;
            layers.push(edges);
        }
        let mut live = states;
        for (edges, &class) in layers.iter().zip(classes).rev() {
            let kept = || edges.iter().filter(|e| live.binary_search(&e.2).is_ok());
            let mut letters: Vec<u32> = kept().map(|e| e.1).collect();
            let mut sources: Vec<Re> = kept().map(|e| e.0).collect();
            base::order::sort(&mut letters);
            letters.dedup();
            base::order::sort(&mut sources);
            sources.dedup();
            live = sources;
            // A class that occurs twice in the word was narrowed meanwhile.
            letters.retain(|c| domains[class].binary_search(c).is_ok());
            if letters.is_empty() {
                return Ok(false);
            }
            if letters.len() < domains[class].len() {
                domains[class] = letters.into();
            }
        }
        Ok(!live.is_empty())
    }
}

/// Whether the words of a pair can differ; where just one place is left for that, its letters do.
fn differ(pair: &[[Side; 2]], domains: &mut [Domain]) -> bool {
    let only = |s: Side, domains: &[Domain]| match s {
        Side::Letter(c) => Some(c),
        Side::Class(class) if domains[class].len() == 1 => Some(domains[class][0]),
        _ => None,
    };
    let mut open = None;
    for &[a, b] in pair {
        match (a, b) {
            _ if a == b => {}
            (Side::Free(_), _) | (_, Side::Free(_)) => return true,
            _ => match (only(a, domains), only(b, domains)) {
                (Some(c), Some(d)) if c == d => {}
                (Some(_), Some(_)) => return true,
                // Two places: one of them can differ later.
                _ if open.is_some() => return true,
                _ => open = Some([a, b]),
            },
        }
    }
    let Some([a, b]) = open else { return false };
    for (known, other) in [(a, b), (b, a)] {
        if let (Some(c), Side::Class(class)) = (only(known, domains), other) {
            domains[class] = domains[class].iter().copied().filter(|&d| d != c).collect();
            return !domains[class].is_empty();
        }
    }
    true
}

/// Numbers for roots of classes, in the order in which they are met.
#[derive(Default)]
pub(super) struct Classes {
    numbers: FxHashMap<usize, usize>,
    pub roots: Vec<usize>,
}

impl Classes {
    /// The number of the class with this root, a new one if need be.
    pub fn number(&mut self, root: usize) -> usize {
        let roots = &mut self.roots;
        *self.numbers.entry(root).or_insert_with(|| {
            roots.push(root);
            roots.len() - 1
        })
    }

    /// The number of the class with this root.
    pub fn get(&self, root: usize) -> Option<usize> {
        self.numbers.get(&root).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Fixed, solve_fixed};
    use super::*;
    use crate::system::{Equation, Member, Sym, System};
    use crate::tags::Tag;
    use automata::CharSet;
    use base::{Budget, IdxVec};

    /// Ten letters from `a` to `j`, read first, whose first letter is read last and is `c`.
    fn late_news(c: u32) -> Fixed {
        let (mut system, mut rs, mut lengths) = (System::new(), Regexes::new(), IdxVec::new());
        let [whole, tail, head] = [10, 9, 1].map(|n| {
            lengths.push(n);
            system.add_var(true)
        });
        let word = vec![Sym::Var(head), Sym::Var(tail)];
        system.add_equation(Equation::new(vec![Sym::Var(whole)], word, Tag(0)));
        let letters = rs.chars(CharSet::range(97, 106));
        let (letters, single) = (rs.star(letters), rs.chars(CharSet::single(c)));
        for (var, re) in [(whole, letters), (head, single)] {
            system.add_membership(Member { var, re, positive: true, premises: Tag(1).into() });
        }
        let budget = Budget::unlimited();
        solve_fixed(&system, &lengths, &mut rs, &Limits::none(&budget)).unwrap()
    }

    #[test]
    fn a_letter_that_another_word_wants() {
        assert!(
            matches!(late_news(106), Fixed::Solved(s) if s.words().iter().all(|w| w.contains(&97) || w == &[106]))
        );
        assert!(matches!(late_news(107), Fixed::Impossible));
    }

    #[test]
    fn one_place_left_to_differ() {
        let domain = |letters: &[u32]| -> Domain { letters.into() };
        let mut domains = vec![domain(&[1]), domain(&[1, 2]), domain(&[1])];
        let [a, b, c] = [0, 1, 2].map(Side::Class);
        assert!(differ(&[[a, c], [a, b]], &mut domains));
        assert_eq!(domains[1], domain(&[2]));
        assert!(differ(&[[a, c], [a, b]], &mut domains), "they do");
        assert!(!differ(&[[a, c], [b, b]], &mut domains));
        assert!(differ(&[[a, c], [Side::Free(0), Side::Free(1)]], &mut domains));
        assert!(!differ(&[[Side::Free(0), Side::Free(0)]], &mut domains));
    }
}
