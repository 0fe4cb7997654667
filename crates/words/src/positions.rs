//! Other letters at positions that equations make equal.
//!
//! The problem: a variable that equations tie to others cannot have just any other word of its language; the others would have to
//! change along with it. To solve the system anew with a case of a violated disequation changes all words, and others become equal.
//!
//! But as long as all lengths stay, an equation only says which positions of words have the same letter ([`Cells`]). So one class of
//! equal positions gets another letter, wherever it occurs: no equation can be violated by that, and languages and disequations
//! are asked for the words that change. Both letters of a place where the sides of a disequation meet are tried in turn, which is a
//! step of local search as in WalkSAT (B. Selman, H. Kautz, B. Cohen, *Noise Strategies for Improving Local Search*, AAAI 1994), but one
//! that makes a violated constraint true and no other one false.
//!
//! To choose all letters at once instead was tried, but the search for letters knows nothing of the words that there are already.

use crate::fixed::{Cell, Cells, char_sets};
use crate::outcome::Solution;
use crate::system::{Equation, System, Var};
use automata::{CharSet, Re, Regexes, minterms};
use base::{FxHashMap, FxHashSet, IdxVec, Limits, Stop};

/// The positions of the words of a solution, whose lengths stay.
pub(crate) struct Positions<'s> {
    system: &'s System,
    cells: Cells,
    /// Where each class without a letter of its own occurs.
    places: FxHashMap<usize, Vec<(Var, usize)>>,
    /// For which classes no other letter would do since a word last changed.
    failed: FxHashSet<usize>,
}

impl<'s> Positions<'s> {
    /// Those of `solution`, which solves the equations of `system`.
    pub fn new(
        system: &'s System,
        solution: &Solution,
        limits: &Limits,
    ) -> Result<Positions<'s>, Stop> {
        let mut lengths = IdxVec::new();
        for x in system.vars() {
            lengths.grow_to(x, 0);
            lengths[x] = solution.word(x).len();
        }
        let mut cells = Cells::new(&lengths, limits)?;
        for e in system.equations() {
            let holds = cells.equate(e, limits)?;
            debug_assert!(holds, "a solution violates an equation");
        }
        let mut places: FxHashMap<usize, Vec<(Var, usize)>> = FxHashMap::default();
        for x in system.live_vars() {
            for (at, cell) in cells.range(x).enumerate() {
                let root = cells.root(cell);
                if cells.letter_at(root).is_none() {
                    places.entry(root).or_default().push((x, at));
                }
            }
        }
        Ok(Positions { system, cells, places, failed: FxHashSet::default() })
    }

    /// Whether a letter of `x` can be another one.
    pub fn is_open(&mut self, x: Var) -> bool {
        self.cells.range(x).any(|cell| self.cells.letter_of(cell).is_none())
    }

    /// A word has changed.
    pub fn note_change(&mut self) {
        self.failed.clear();
    }

    /// Gives one class another letter so that `d` holds; whether there is one for which languages and the disequations that hold do
    /// so, too.
    pub fn differ<'d>(
        &mut self,
        d: &Equation,
        about: &dyn Fn(Var) -> Vec<&'d Equation>,
        solution: &mut Solution,
        rs: &mut Regexes,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let (left, right) = (self.cells.spell(&d.left), self.cells.spell(&d.right));
        debug_assert_eq!(left.len(), right.len(), "sides of different lengths are equal");
        for (a, b) in left.into_iter().zip(right) {
            let (a, b) = (self.class(a), self.class(b));
            if a == b {
                continue;
            }
            for class in [a, b].into_iter().flatten() {
                if !self.failed.insert(class) {
                    continue;
                }
                if self.change(class, about, solution, rs, limits)? {
                    debug_assert!(!solution.equates(d), "another letter leaves the sides equal");
                    self.note_change();
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The class of a cell, if it can have another letter.
    fn class(&mut self, cell: Cell) -> Option<usize> {
        let Cell::Cell(cell) = cell else { return None };
        let root = self.cells.root(cell);
        self.places.contains_key(&root).then_some(root)
    }

    /// Gives a class the first other letter that will do.
    fn change<'d>(
        &self,
        class: usize,
        about: &dyn Fn(Var) -> Vec<&'d Equation>,
        solution: &mut Solution,
        rs: &mut Regexes,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let places = &self.places[&class];
        let mut vars: Vec<Var> = places.iter().map(|p| p.0).collect();
        vars.dedup();
        let holding: Vec<&Equation> =
            vars.iter().flat_map(|&x| about(x)).filter(|d| !solution.equates(d)).collect();
        limits.charge(1 + holding.len() as u64)?;
        let old = solution.word(places[0].0)[places[0].1];
        for letter in self.candidates(&vars, rs, limits)?.into_iter().filter(|&c| c != old) {
            set(places, letter, solution);
            limits.charge(1 + holding.len() as u64)?;
            if self.are_members(&vars, solution, rs, limits)?
                && !holding.iter().any(|d| solution.equates(d))
            {
                return Ok(true);
            }
        }
        set(places, old, solution);
        Ok(false)
    }

    /// The letters to try: some of each class of letters that the languages do not tell apart.
    fn candidates(&self, vars: &[Var], rs: &Regexes, limits: &Limits) -> Result<Vec<u32>, Stop> {
        let of_vars = vars.iter().flat_map(|&x| self.system.memberships_of(x));
        let languages: Vec<Re> = of_vars.map(|m| m.re).collect();
        let most = limits.tunables().words.other_letters;
        let from = |set: &CharSet| {
            let first = set.pick();
            set.iter().filter(move |&c| Some(c) >= first).take(most).collect::<Vec<u32>>()
        };
        Ok(minterms(&char_sets(&languages, rs, limits)?).iter().flat_map(from).collect())
    }

    fn are_members(
        &self,
        vars: &[Var],
        solution: &Solution,
        rs: &mut Regexes,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        for m in vars.iter().flat_map(|&x| self.system.memberships_of(x)) {
            if rs.contains_word(m.re, solution.word(m.var), limits)? != m.positive {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Puts `letter` in all `places`.
fn set(places: &[(Var, usize)], letter: u32, solution: &mut Solution) {
    for &(x, at) in places {
        solution.set_letter(x, at, letter);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::{Member, Sym, literal};
    use crate::tags::Tag;
    use base::Budget;

    /// Whether two letters that a third word consists of can be made different, both being one of the first `letters`.
    fn differ(letters: u32) -> bool {
        let (mut system, mut rs) = (System::new(), Regexes::new());
        let [x, y, before, behind] = [(); 4].map(|()| system.add_var(true));
        let re = rs.chars(CharSet::range(97, 96 + letters));
        for var in [x, y] {
            system.add_membership(Member { var, re, positive: true, premises: Tag(0).into() });
        }
        let side = |a, middle, b| [vec![Sym::Var(a)], literal(middle), vec![Sym::Var(b)]].concat();
        let (left, right) = (side(x, "-", y), side(before, "-", behind));
        system.add_equation(Equation::new(left, right, Tag(1)));
        let d = Equation::new(vec![Sym::Var(x)], vec![Sym::Var(y)], Tag(2));
        let mut solution = Solution::empty(&system);
        [x, y, before, behind].iter().for_each(|&x| solution.set_word(x, vec![97]));
        let budget = Budget::unlimited();
        let limits = Limits::none(&budget);
        let mut positions = Positions::new(&system, &solution, &limits).unwrap();
        let about = |_| vec![&d];
        let differ = positions.differ(&d, &about, &mut solution, &mut rs, &limits).unwrap();
        assert!(solution.solves(&system, &mut rs, &limits).is_ok());
        assert!(system.equations().iter().all(|e| solution.equates(e)));
        assert_eq!(differ, !solution.equates(&d));
        differ
    }

    #[test]
    fn tied_words_change_together() {
        assert!(differ(2));
    }

    #[test]
    fn no_letter_leaves_the_language() {
        assert!(!differ(1));
    }
}
