//! Systems whose lengths are known: every letter of every variable is a cell.
//!
//! With lengths fixed an equation says which cells are equal, so union-find decides equations exactly
//! and in linear time (the idea behind the "filling" of Plandowski and Rytter, and behind
//! Woorpje's and nfa2sat's bounded search, without a SAT solver). Classes of cells that have no
//! letter are then chosen: for regular constraints by a backtracking search along the words, with
//! derivatives for pruning and one letter of each minterm to choose from; for disequations all different.

use crate::outcome::Solution;
use crate::simplify::languages::language;
use crate::simplify::undo::FILLER;
use crate::system::{Equation, Sym, System, Var};
use crate::tags::Blame;
use automata::{CharSet, Node, Re, Regexes, minterms};
use base::{FxHashSet, Idx, IdxVec, Limits, Stop};

/// Steps of one search for letters.
const SEARCH_ALLOWANCE: u64 = 20_000;

/// What is known of a system with fixed lengths.
pub(crate) enum Fixed {
    /// A solution, without integers.
    Solved(Solution),
    /// There is none.
    Impossible,
    /// Not known.
    Unknown,
}

/// The cells and their classes.
struct Cells {
    /// The first cell of each variable; one more for the end.
    start: Vec<usize>,
    parent: Vec<u32>,
    /// The letter of each class, at its root.
    letter: Vec<Option<u32>>,
}

/// One symbol of a word spelled out.
#[derive(Clone, Copy)]
enum Cell {
    Letter(u32),
    Cell(usize),
}

/// Finds words of the given lengths.
pub(crate) fn solve_fixed(
    system: &System,
    lengths: &IdxVec<Var, usize>,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<Fixed, Stop> {
    let mut cells = Cells::new(lengths, limits)?;
    for e in &system.equations {
        limits.charge((e.left.len() + e.right.len()) as u64)?;
        let (left, right) = (cells.spell(&e.left), cells.spell(&e.right));
        limits.charge(left.len() as u64 / 8)?;
        if left.len() != right.len() || !left.iter().zip(&right).all(|(a, b)| cells.unify(*a, *b)) {
            return Ok(Fixed::Impossible);
        }
    }
    let forced = system.disequations.iter().any(|e| {
        let (left, right) = (cells.spell(&e.left), cells.spell(&e.right));
        left.len() == right.len() && left.iter().zip(&right).all(|(a, b)| cells.same(*a, *b))
    });
    if forced {
        return Ok(Fixed::Impossible);
    }
    let choose = |l: &Limits| cells.choose_for_languages(system, rs, l);
    match limits.within(SEARCH_ALLOWANCE, choose) {
        Ok(Some(true)) => {}
        Ok(Some(false)) => return Ok(Fixed::Impossible),
        Ok(None) | Err(Stop::Local) => return Ok(Fixed::Unknown),
        Err(stop) => return Err(stop),
    }
    let solution = cells.paint(system);
    let differ = !system.disequations.iter().any(|e| solution.equates(e));
    Ok(if differ { Fixed::Solved(solution) } else { Fixed::Unknown })
}

/// Constraints that are dropped from a conflict one by one, at most.
const MAX_DROPPED: usize = 24;
/// Letters up to which conflicts are made smaller.
const MAX_CORE_LETTERS: usize = 4_000;

/// Some constraints of `system` that have no solution with the given lengths, all of them together having none:
/// what they rest on, and their variables.
pub(crate) fn fixed_core(
    system: &System,
    lengths: &IdxVec<Var, usize>,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<(Blame, Vec<Var>), Stop> {
    let mut core = system.clone();
    if lengths.iter().sum::<usize>() <= MAX_CORE_LETTERS {
        shrink(&mut core, |s| &mut s.equations, lengths, rs, limits)?;
        shrink(&mut core, |s| &mut s.disequations, lengths, rs, limits)?;
        shrink(&mut core, |s| &mut s.memberships, lengths, rs, limits)?;
    }
    let equations = core.equations.iter().chain(&core.disequations);
    let mut vars: Vec<Var> = equations.flat_map(Equation::vars).collect();
    vars.extend(core.memberships.iter().map(|m| m.var));
    vars.sort_unstable();
    vars.dedup();
    core.facts.clear();
    Ok((core.blame(), vars))
}

/// Drops constraints of one kind as long as those that are left have no solution.
fn shrink<T>(
    core: &mut System,
    kind: fn(&mut System) -> &mut Vec<T>,
    lengths: &IdxVec<Var, usize>,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<(), Stop> {
    let mut at = kind(core).len().min(MAX_DROPPED);
    while at > 0 {
        at -= 1;
        let dropped = kind(core).remove(at);
        if !matches!(solve_fixed(core, lengths, rs, limits)?, Fixed::Impossible) {
            kind(core).insert(at, dropped);
        }
    }
    Ok(())
}

impl Cells {
    fn new(lengths: &IdxVec<Var, usize>, limits: &Limits) -> Result<Cells, Stop> {
        let mut start = vec![0];
        let mut total = 0usize;
        for &n in lengths.iter() {
            total = total.saturating_add(n);
            start.push(total);
        }
        if total > crate::loose::MAX_WORD {
            return Err(Stop::Local);
        }
        limits.charge(1 + total as u64 / 8)?;
        let parent = (0..total as u32).collect();
        Ok(Cells { start, parent, letter: vec![None; total] })
    }

    fn range(&self, x: Var) -> std::ops::Range<usize> {
        self.start[x.index()]..self.start[x.index() + 1]
    }

    fn spell(&self, word: &[Sym]) -> Vec<Cell> {
        let mut out = Vec::new();
        for s in word {
            match s {
                Sym::Char(c) => out.push(Cell::Letter(*c)),
                Sym::Var(x) => out.extend(self.range(*x).map(Cell::Cell)),
            }
        }
        out
    }

    fn root(&mut self, mut cell: usize) -> usize {
        while self.parent[cell] as usize != cell {
            let up = self.parent[self.parent[cell] as usize];
            self.parent[cell] = up;
            cell = up as usize;
        }
        cell
    }

    fn letter_of(&mut self, cell: usize) -> Option<u32> {
        let root = self.root(cell);
        self.letter[root]
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
                self.parent[i] = j as u32;
                true
            }
        }
    }

    /// Whether both are the same letter in every solution.
    fn same(&mut self, a: Cell, b: Cell) -> bool {
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

    /// Gives letters to the classes of variables with regular constraints; false if that is impossible,
    /// none if the disequations leave it open.
    fn choose_for_languages(
        &mut self,
        system: &System,
        rs: &mut Regexes,
        limits: &Limits,
    ) -> Result<Option<bool>, Stop> {
        let mut vars: Vec<Var> = system.memberships.iter().map(|m| m.var).collect();
        vars.sort_unstable();
        vars.dedup();
        if vars.is_empty() {
            return Ok(Some(true));
        }
        let languages: Vec<Re> = vars.iter().map(|&x| language(system, x, rs)).collect();
        let letters = self.letters_in_play(&languages, rs);
        // All cells in the order in which they are read, each with the state before it.
        let mut walk: Vec<(usize, usize)> = Vec::new();
        for (i, &x) in vars.iter().enumerate() {
            walk.extend(self.range(x).map(|cell| (i, cell)));
        }
        let found = self.search(&vars, &languages, &walk, &letters, rs, limits)?;
        Ok(if found || system.disequations.is_empty() { Some(found) } else { None })
    }

    /// A letter for each way in which regexes and equations can tell letters apart.
    fn letters_in_play(&self, languages: &[Re], rs: &Regexes) -> Vec<u32> {
        let mut sets = char_sets(languages, rs);
        let mut known: Vec<u32> = self.letter.iter().flatten().copied().collect();
        known.sort_unstable();
        known.dedup();
        sets.extend(known.into_iter().map(CharSet::single));
        minterms(&sets).iter().filter_map(CharSet::pick).collect()
    }

    /// Depth-first search along `walk`; the letters found stay.
    fn search(
        &mut self,
        vars: &[Var],
        languages: &[Re],
        walk: &[(usize, usize)],
        letters: &[u32],
        rs: &mut Regexes,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let fits = |rs: &Regexes, re: Re, rest: usize| {
            let info = rs.info(re);
            info.min_len <= rest as u64 && rest as u64 <= info.max_len
        };
        for (&x, &re) in vars.iter().zip(languages) {
            let length = self.range(x).len();
            if !fits(rs, re, length) || length == 0 && !rs.nullable(re) {
                return Ok(false);
            }
        }
        // Choices made: the state before the cell, the next letter to try, whether it was free.
        let mut trail: Vec<(Re, usize, bool)> = Vec::new();
        let mut entering = true;
        loop {
            limits.charge(1)?;
            let at = trail.len() - usize::from(!entering);
            if entering {
                let Some(&(i, cell)) = walk.get(at) else { return Ok(true) };
                let first = at == 0 || walk[at - 1].0 != i;
                let state = if first {
                    languages[i]
                } else {
                    // The state after the previous cell.
                    let (before, _, _) = trail[at - 1];
                    let c = self.letter_of(walk[at - 1].1).unwrap_or(FILLER);
                    step(rs, before, c, limits)?
                };
                let free = self.letter_of(cell).is_none();
                trail.push((state, 0, free));
            }
            let at = trail.len() - 1;
            let (i, cell) = walk[at];
            let (state, next, free) = trail[at];
            let root = self.root(cell);
            let rest = self.range(vars[i]).end - cell - 1;
            let mut chosen = None;
            if free {
                self.letter[root] = None;
                for (k, &c) in letters.iter().enumerate().skip(next) {
                    let after = step(rs, state, c, limits)?;
                    if fits(rs, after, rest) && (rest > 0 || rs.nullable(after)) {
                        chosen = Some((k + 1, c));
                        break;
                    }
                }
            } else if next == 0 {
                let c = self.letter[root].unwrap_or(FILLER);
                let after = step(rs, state, c, limits)?;
                if fits(rs, after, rest) && (rest > 0 || rs.nullable(after)) {
                    chosen = Some((1, c));
                }
            }
            match chosen {
                Some((next, c)) => {
                    trail[at].1 = next;
                    self.letter[root] = Some(c);
                    entering = true;
                }
                None => {
                    trail.pop();
                    if trail.is_empty() {
                        return Ok(false);
                    }
                    entering = false;
                }
            }
        }
    }

    /// Words from the letters of classes; those without one get different ones if disequations care.
    fn paint(&mut self, system: &System) -> Solution {
        let mut used: FxHashSet<u32> = self.letter.iter().flatten().copied().collect();
        let words = system.equations.iter().chain(&system.disequations);
        used.extend(words.flat_map(|e| e.symbols()).filter_map(|s| match s {
            Sym::Char(c) => Some(c),
            Sym::Var(_) => None,
        }));
        let mut fresh = FILLER;
        let mut solution = Solution::empty(system);
        for x in system.vars() {
            for cell in self.range(x) {
                let root = self.root(cell);
                let c = *self.letter[root].get_or_insert_with(|| {
                    if system.disequations.is_empty() {
                        return FILLER;
                    }
                    while used.contains(&fresh) && fresh < automata::MAX_CHAR {
                        fresh += 1;
                    }
                    used.insert(fresh);
                    fresh
                });
                solution.words[x].push(c);
            }
        }
        solution
    }
}

/// The state after reading `c`.
fn step(rs: &mut Regexes, state: Re, c: u32, limits: &Limits) -> Result<Re, Stop> {
    crate::simplify::left_quotient(rs, state, &[c], limits)
}

/// The character sets that occur in regexes.
pub(crate) fn char_sets(languages: &[Re], rs: &Regexes) -> Vec<CharSet> {
    let mut seen: FxHashSet<Re> = languages.iter().copied().collect();
    let mut stack = languages.to_vec();
    let mut sets = Vec::new();
    while let Some(re) = stack.pop() {
        let mut visit = |kid: Re| {
            if seen.insert(kid) {
                stack.push(kid);
            }
        };
        match rs.node(re) {
            Node::None | Node::Eps => {}
            Node::Chars(set) => sets.push(rs.set(*set).clone()),
            Node::Concat(a, b) => {
                visit(*a);
                visit(*b);
            }
            Node::Union(kids) | Node::Inter(kids) => kids.iter().for_each(|&kid| visit(kid)),
            Node::Comp(a) | Node::Star(a) | Node::Loop(a, ..) => visit(*a),
        }
    }
    sets
}

/// What an equation of one variable says about it when its length is known.
pub(crate) enum Forced {
    /// It has no solution.
    Impossible,
    /// Just this word.
    Word(Vec<u32>),
    /// More than one word.
    Open,
}

/// The words of length `length` of `x`, the only variable of `e`.
pub(crate) fn forced_word(
    e: &Equation,
    x: Var,
    length: usize,
    limits: &Limits,
) -> Result<Forced, Stop> {
    let mut lengths = IdxVec::new();
    lengths.grow_to(x, 0);
    lengths[x] = length;
    let mut cells = Cells::new(&lengths, limits)?;
    let (left, right) = (cells.spell(&e.left), cells.spell(&e.right));
    limits.charge(left.len() as u64)?;
    if left.len() != right.len() || !left.iter().zip(&right).all(|(a, b)| cells.unify(*a, *b)) {
        return Ok(Forced::Impossible);
    }
    let word: Option<Vec<u32>> = cells.range(x).map(|cell| cells.letter_of(cell)).collect();
    Ok(word.map_or(Forced::Open, Forced::Word))
}
