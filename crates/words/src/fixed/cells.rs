//! Cells and their classes.

use crate::outcome::Solution;
use crate::simplify::undo::FILLER;
use crate::system::{Equation, Sym, System, Var};
use base::{FxHashSet, Idx, IdxVec, Limits, Stop, UnionFind};

/// The cells and their classes.
pub(crate) struct Cells {
    /// The first cell of each variable; one more for the end.
    start: Vec<usize>,
    classes: UnionFind,
    /// The letter of each class, at its root.
    letter: Vec<Option<u32>>,
}

/// One symbol of a word spelled out.
#[derive(Clone, Copy)]
pub(crate) enum Cell {
    Letter(u32),
    Cell(usize),
}

impl Cells {
    /// The cells of variables with the given lengths, none of them equal.
    pub fn new(lengths: &IdxVec<Var, usize>, limits: &Limits) -> Result<Cells, Stop> {
        let mut start = vec![0];
        let mut total = 0usize;
        let longest = limits.tunables().words.longest_word;
        for &n in lengths.iter() {
            let sum = total.checked_add(n).filter(|&sum| sum <= longest);
            total = sum.ok_or(Stop::Local)?;
            start.push(total);
        }
        limits.charge(1 + total as u64 / 8)?;
        let classes = UnionFind::new(total);
        Ok(Cells { start, classes, letter: vec![None; total] })
    }

    /// The cells of `x`.
    pub fn range(&self, x: Var) -> std::ops::Range<usize> {
        self.start[x.index()]..self.start[x.index() + 1]
    }

    /// Makes the sides of `e` the same; whether that is possible.
    pub fn equate(&mut self, e: &Equation, limits: &Limits) -> Result<bool, Stop> {
        let (left, right) = (self.spell(&e.left), self.spell(&e.right));
        limits.charge((e.left.len() + e.right.len() + left.len() / 8) as u64)?;
        Ok(left.len() == right.len() && left.iter().zip(&right).all(|(a, b)| self.unify(*a, *b)))
    }

    /// The symbols of a word.
    pub fn spell(&self, word: &[Sym]) -> Vec<Cell> {
        let mut out = Vec::new();
        for s in word {
            match s {
                Sym::Char(c) => out.push(Cell::Letter(*c)),
                Sym::Var(x) => out.extend(self.range(*x).map(Cell::Cell)),
            }
        }
        out
    }

    /// The class of a cell.
    pub fn root(&mut self, cell: usize) -> usize {
        self.classes.find(cell)
    }

    /// The letter of a cell, if its class has one.
    pub fn letter_of(&mut self, cell: usize) -> Option<u32> {
        let root = self.root(cell);
        self.letter[root]
    }

    /// The letter of the class with this root, if it has one.
    pub fn letter_at(&self, root: usize) -> Option<u32> {
        self.letter[root]
    }

    /// Gives the class with this root a letter, or takes it away.
    pub fn set_letter(&mut self, root: usize, letter: Option<u32>) {
        debug_assert_eq!(self.classes.find(root), root, "a class has its letter at another root");
        self.letter[root] = letter;
    }

    /// The letters of all classes, for [`restore`](Self::restore).
    pub fn letters(&self) -> &[Option<u32>] {
        &self.letter
    }

    /// Gives all classes the letters that they had.
    pub fn restore(&mut self, letters: Vec<Option<u32>>) {
        debug_assert_eq!(letters.len(), self.letter.len(), "the letters are of other cells");
        self.letter = letters;
    }

    /// Makes both the same letter; whether that is possible.
    fn unify(&mut self, a: Cell, b: Cell) -> bool {
        match (a, b) {
            (Cell::Letter(a), Cell::Letter(b)) => a == b,
            (Cell::Letter(c), Cell::Cell(i)) | (Cell::Cell(i), Cell::Letter(c)) => {
                let root = self.root(i);
                *self.letter[root].get_or_insert(c) == c
            }
            (Cell::Cell(i), Cell::Cell(j)) => {
                let (i, j) = (self.root(i), self.root(j));
                if let (Some(a), Some(b)) = (self.letter[i], self.letter[j])
                    && a != b
                {
                    return false;
                }
                self.letter[j] = self.letter[j].or(self.letter[i]);
                self.classes.join(j, i);
                debug_assert_eq!(self.root(i), j, "a class has its letter at another root");
                true
            }
        }
    }

    /// Whether both are the same letter, if classes without a letter are to get different ones.
    pub fn same(&mut self, a: Cell, b: Cell) -> bool {
        match (a, b) {
            (Cell::Letter(a), Cell::Letter(b)) => a == b,
            (Cell::Letter(c), Cell::Cell(i)) | (Cell::Cell(i), Cell::Letter(c)) => {
                self.letter_of(i) == Some(c)
            }
            (Cell::Cell(i), Cell::Cell(j)) => {
                let (i, j) = (self.root(i), self.root(j));
                i == j || self.letter[i].is_some() && self.letter[i] == self.letter[j]
            }
        }
    }

    /// Words from the letters of classes; those without one get distinct letters where a disequation needs them.
    pub fn paint(&mut self, system: &System) -> Solution {
        let mut used: FxHashSet<u32> = self.letter.iter().flatten().copied().collect();
        let words = system.equations().iter().chain(system.disequations());
        used.extend(words.flat_map(|e| e.symbols()).filter_map(|s| match s {
            Sym::Char(c) => Some(c),
            Sym::Var(_) => None,
        }));
        let mut fresh = FILLER;
        let mut solution = Solution::empty(system);
        for x in system.vars() {
            let mut word = Vec::new();
            for cell in self.range(x) {
                let root = self.root(cell);
                let c = *self.letter[root].get_or_insert_with(|| {
                    if system.disequations().is_empty() {
                        return FILLER;
                    }
                    while used.contains(&fresh) && fresh < automata::MAX_CHAR {
                        fresh += 1;
                    }
                    used.insert(fresh);
                    fresh
                });
                word.push(c);
            }
            solution.set_word(x, word);
        }
        solution
    }
}
