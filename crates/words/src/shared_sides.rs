//! Letters of words that are equal to the same word.
//!
//! The problem: two equations with a side in common, `s = u` and `s = v`, place letters in the same string. `u = v` follows,
//! and that the letters of `u` and `v` agree where they overlap, which neither equation says by itself. Positions found by
//! `indexof` or `contains` in one string give such equations, one for each.
//!
//! There are quadratically many pairs, so the letters of two words are compared when the lengths in a model make them clash.
//! The runs of letters of all words that are equal to one are sorted by where they begin, and each is
//! compared with those that begin before it ends: few, unless they agree. A list of all pairs, looked through for each model, took
//! more time than arithmetic, and needed a limit that a string with seventy positions met.

use crate::arithmetic::Formula;
use crate::runs::letters_agree;
use crate::system::{Equation, Sym, System, Var};
use crate::tags::Premises;
use base::{FxHashMap, IdxVec, Limits, Stop};

/// The words that are equal to one word.
type Group<'a> = Vec<(&'a [Sym], &'a Premises)>;

/// Groups of at least two words.
pub(crate) struct SharedSides<'a> {
    groups: Vec<Group<'a>>,
}

/// Letters next to each other, in a word of a group.
struct Run<'a> {
    start: usize,
    word: usize,
    letters: &'a [Sym],
}

impl Run<'_> {
    fn end(&self) -> usize {
        self.start + self.letters.len()
    }

    /// Whether a run that begins later has another letter at a position of both.
    fn clashes(&self, later: &Run) -> bool {
        debug_assert!(self.start <= later.start, "runs are not in order");
        let mine = self.letters.iter().skip(later.start - self.start);
        mine.zip(later.letters).any(|(a, b)| a != b)
    }
}

impl<'a> SharedSides<'a> {
    pub fn new(system: &'a System) -> SharedSides<'a> {
        let mut known: FxHashMap<&[Sym], usize> = FxHashMap::default();
        let mut groups: Vec<Group> = Vec::new();
        for e in system.equations() {
            for (side, other) in [(&e.left, &e.right), (&e.right, &e.left)] {
                let group = *known.entry(side).or_insert(groups.len());
                if group == groups.len() {
                    groups.push(Vec::new());
                }
                groups[group].push((other, &e.premises));
            }
        }
        groups.retain(|group| group.len() > 1);
        SharedSides { groups }
    }

    /// That letters agree of words whose letters clash if variables have these `lengths`, each with what it rests on.
    pub fn clashes(
        &self,
        system: &System,
        lengths: &IdxVec<Var, usize>,
        limits: &Limits,
    ) -> Result<Vec<(Formula, Premises)>, Stop> {
        let (mut out, mut left) = (Vec::new(), limits.tunables().words.length_overlaps);
        for group in &self.groups {
            let runs = runs(group, lengths);
            limits.charge(runs.len() as u64)?;
            let mut pairs = Vec::new();
            for (k, a) in runs.iter().enumerate() {
                let overlapping = runs[k + 1..].iter().take_while(|b| b.start < a.end());
                for b in overlapping.take(left) {
                    left -= 1;
                    limits.charge(1)?;
                    if a.clashes(b) {
                        pairs.push((a.word.min(b.word), a.word.max(b.word)));
                    }
                }
            }
            base::order::sort(&mut pairs);
            pairs.dedup();
            for (i, j) in pairs {
                out.push(agreement(system, group[i], group[j], limits)?);
            }
        }
        Ok(out)
    }
}

/// The runs of the words of a group, in the order of where they begin.
fn runs<'a>(group: &Group<'a>, lengths: &IdxVec<Var, usize>) -> Vec<Run<'a>> {
    let mut out = Vec::new();
    for (word, &(symbols, _)) in group.iter().enumerate() {
        let mut start = 0;
        for letters in symbols.chunk_by(|a, b| a.var().is_none() && b.var().is_none()) {
            if let Some(x) = letters[0].var() {
                start += lengths[x];
            } else {
                out.push(Run { start, word, letters });
                start += letters.len();
            }
        }
    }
    base::order::sort_by_key(&mut out, |run| (run.start, run.word));
    out
}

/// That the letters of two words agree, as these are equal to the same word.
fn agreement(
    system: &System,
    (u, reason): (&[Sym], &Premises),
    (v, other): (&[Sym], &Premises),
    limits: &Limits,
) -> Result<(Formula, Premises), Stop> {
    let premises = other.and(reason);
    let derived = Equation::new(u.to_vec(), v.to_vec(), premises.clone());
    Ok((Formula::and(letters_agree(system, &derived, limits)?), premises))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::literal;
    use crate::tags::Tag;
    use base::{Budget, Tunables};
    use std::sync::Arc;

    /// `s = x_i "ab" y_i` for each of so many `i`, with `x_i` as long as it says and `s` ten letters.
    fn star(before: &[usize]) -> (System, IdxVec<Var, usize>) {
        let (mut system, mut lengths) = (System::new(), IdxVec::new());
        let mut var = |system: &mut System, n| {
            lengths.push(n);
            vec![Sym::Var(system.add_var(true))]
        };
        let s = var(&mut system, 10);
        for (i, &n) in before.iter().enumerate() {
            let (x, y) = (var(&mut system, n), var(&mut system, 8 - n));
            let word = [&x[..], &literal("ab"), &y].concat();
            system.add_equation(Equation::new(s.clone(), word, Tag(i as u32)));
        }
        (system, lengths)
    }

    fn clashing(before: &[usize], budget: &Budget) -> Vec<Premises> {
        let (system, lengths) = star(before);
        let limits = Limits::none(budget);
        let clashes = SharedSides::new(&system).clashes(&system, &lengths, &limits).unwrap();
        clashes.into_iter().map(|(_, premises)| premises).collect()
    }

    #[test]
    fn only_words_whose_letters_clash_are_compared() {
        let pair = |i, j| Premises::from(Tag(i)).and(&Premises::from(Tag(j)));
        let budget = Budget::unlimited();
        assert_eq!(clashing(&[3, 5, 1, 5, 7], &budget), []);
        assert_eq!(clashing(&[3, 0, 4, 3], &budget), [pair(0, 2), pair(2, 3)]);
    }

    #[test]
    fn there_is_a_limit_of_overlaps() {
        let mut tunables = Tunables::DEFAULT;
        tunables.set("words.length.overlaps=0").unwrap();
        let budget = Budget::unlimited().with_tunables(Arc::new(tunables));
        assert_eq!(clashing(&[3, 4], &budget), []);
    }
}
