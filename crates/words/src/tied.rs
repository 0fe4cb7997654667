//! What words a variable can have when all lengths stay, and all other words but those of its parts.
//!
//! Without an equation about it a variable can have any word of its language. One that is the side of a single equation, `x = u y "," z`,
//! can still change along with the parts that occur nowhere else: its word is cut at their lengths, each piece being one of the part's
//! language. Programs that take a string apart and compare the strings make such variables by the dozen.
//!
//! Variables that are tied more tightly are left out: their letters change one by one ([`crate::positions`]).

use crate::outcome::Solution;
use crate::simplify::languages::language;
use crate::system::{Equation, Sym, System, Var, Word};
use automata::{Re, Regexes};
use base::{FxHashMap, FxHashSet, IdxVec};

/// The variables that can get other words.
pub(crate) struct Ties<'s> {
    system: &'s System,
    /// How often variables occur in equations.
    occurrences: IdxVec<Var, u32>,
    /// The variables that are the side of the only equation about them, with the other side.
    words: FxHashMap<Var, &'s Word>,
    /// Variables that disequations are about.
    compared: FxHashSet<Var>,
}

impl<'s> Ties<'s> {
    /// What the equations of `system` say, where `disequations` are to hold, too.
    pub(crate) fn new(system: &'s System, disequations: &[Equation]) -> Ties<'s> {
        let mut occurrences = IdxVec::new();
        system.vars().for_each(|x| occurrences.grow_to(x, 0));
        system.equations().iter().flat_map(Equation::vars).for_each(|x| occurrences[x] += 1);
        let mut words = FxHashMap::default();
        for e in system.equations() {
            for (side, word) in [(&e.left, &e.right), (&e.right, &e.left)] {
                if let [Sym::Var(x)] = side[..]
                    && occurrences[x] == 1
                {
                    words.insert(x, word);
                }
            }
        }
        let compared = disequations.iter().flat_map(Equation::vars).collect();
        Ties { system, occurrences, words, compared }
    }

    /// Whether `x` can have another word without more than its parts changing.
    pub(crate) fn is_free(&self, x: Var) -> bool {
        self.occurrences[x] == 0 || self.words.contains_key(&x)
    }

    /// Whether the word of `y` is nothing but a piece of the word of a variable.
    fn is_loose(&self, y: Var) -> bool {
        self.occurrences[y] == 1 && !self.compared.contains(&y)
    }

    /// The words that `x` can have, those as long as the one in `solution` among others.
    pub(crate) fn language(&self, x: Var, solution: &Solution, rs: &mut Regexes) -> Re {
        debug_assert!(self.is_free(x), "equations fix the word");
        let own = language(self.system, x, rs);
        let Some(word) = self.words.get(&x) else { return own };
        let pieces: Vec<Re> = word.iter().map(|&s| self.piece(s, solution, rs)).collect();
        let cut = rs.concat_all(pieces);
        rs.inter([own, cut])
    }

    /// The words of a part, as long as it is now.
    fn piece(&self, s: Sym, solution: &Solution, rs: &mut Regexes) -> Re {
        let loose = s.var().filter(|&y| self.is_loose(y));
        let length = loose.map(|y| u32::try_from(solution.word(y).len()));
        let (Some(y), Some(Ok(length))) = (loose, length) else {
            return rs.word(&solution.value(&[s]));
        };
        let any = rs.repeat(Re::ANY, length, Some(length));
        let own = language(self.system, y, rs);
        rs.inter([own, any])
    }

    /// Gives `x` and its parts their pieces of `word`.
    pub(crate) fn exchange(&self, x: Var, word: Vec<u32>, solution: &mut Solution) {
        let mut start = 0;
        for &s in self.words.get(&x).into_iter().copied().flatten() {
            let end = start + solution.value(&[s]).len();
            if let Some(y) = s.var().filter(|&y| self.is_loose(y)) {
                solution.exchange(y, word[start..end].to_vec());
            }
            start = end;
        }
        solution.exchange(x, word);
        debug_assert!(
            self.system
                .equations()
                .iter()
                .all(|e| !e.vars().any(|y| y == x) || solution.equates(e)),
            "another word violates an equation"
        );
    }
}
