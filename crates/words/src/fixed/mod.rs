//! Systems whose lengths are known: every letter of every variable is a cell.
//!
//! With lengths fixed an equation says which cells are equal, so union-find decides equations exactly
//! and in linear time (the idea behind the "filling" of Plandowski and Rytter, and behind
//! Woorpje's and nfa2sat's bounded search, without a SAT solver): `cells`. Classes of cells that have no
//! letter are then chosen, by a backtracking search: `letters` and `consistency`. If there are no words of these lengths,
//! `core` tells of which constraints and lengths that is true already.

mod cells;
mod consistency;
mod core;
mod letters;

use crate::outcome::Solution;
use crate::system::{Equation, System, Var};
use automata::{CharSet, Node, Re, Regexes};
use base::{FxHashSet, IdxVec, Limits, Stop};

pub(crate) use cells::{Cell, Cells};
pub(crate) use core::fixed_core;

/// What is known of a system with fixed lengths.
pub(crate) enum Fixed {
    /// A solution, without integers.
    Solved(Solution),
    /// There is none.
    Impossible,
    /// Not known.
    Unknown,
}

/// Finds words of the given lengths.
pub(crate) fn solve_fixed(
    system: &System,
    lengths: &IdxVec<Var, usize>,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<Fixed, Stop> {
    debug_assert_eq!(lengths.len(), system.var_count(), "a variable has no length");
    let mut cells = Cells::new(lengths, limits)?;
    for e in system.equations() {
        if !cells.equate(e, limits)? {
            return Ok(Fixed::Impossible);
        }
    }
    let choose = |l: &Limits| letters::choose(&mut cells, system, rs, l);
    match limits.within(limits.tunables().words.cell_steps, choose) {
        Ok(Some(true)) => {}
        Ok(Some(false)) => return Ok(Fixed::Impossible),
        Ok(None) | Err(Stop::Local) => return Ok(Fixed::Unknown),
        Err(stop) => return Err(stop),
    }
    let solution = cells.paint(system);
    debug_assert!(
        system.vars().all(|x| solution.word(x).len() == lengths[x]),
        "a word is not as long as asked for"
    );
    debug_assert!(
        system.equations().iter().all(|e| solution.equates(e)),
        "cells that are equal have different letters"
    );
    // There may be more open cells than letters.
    if system.disequations().iter().any(|e| solution.equates(e)) {
        return Ok(Fixed::Unknown);
    }
    Ok(Fixed::Solved(solution))
}

/// The character sets that occur in regexes.
pub(crate) fn char_sets(
    languages: &[Re],
    rs: &Regexes,
    limits: &Limits,
) -> Result<Vec<CharSet>, Stop> {
    let mut seen: FxHashSet<Re> = languages.iter().copied().collect();
    let mut stack = languages.to_vec();
    let mut sets = Vec::new();
    while let Some(re) = stack.pop() {
        limits.charge(1)?;
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
    Ok(sets)
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
    debug_assert!(e.vars().all(|y| y == x), "an equation of other variables, too");
    let mut lengths = IdxVec::new();
    lengths.grow_to(x, 0);
    lengths[x] = length;
    let mut cells = Cells::new(&lengths, limits)?;
    if !cells.equate(e, limits)? {
        return Ok(Forced::Impossible);
    }
    let word: Option<Vec<u32>> = cells.range(x).map(|cell| cells.letter_of(cell)).collect();
    debug_assert!(word.iter().all(|word| word.len() == length), "a word of another length");
    Ok(word.map_or(Forced::Open, Forced::Word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Sym;
    use crate::tags::Tag;
    use base::Budget;

    #[test]
    fn more_open_cells_than_letters() {
        let (mut system, mut lengths) = (System::new(), IdxVec::new());
        let [_, x, y] = [automata::MAX_CHAR as usize, 1, 1].map(|n| {
            lengths.push(n);
            vec![Sym::Var(system.add_var(true))]
        });
        system.add_disequation(Equation::new(x, y, Tag(0)));
        let budget = Budget::unlimited();
        let fixed = solve_fixed(&system, &lengths, &mut Regexes::new(), &Limits::none(&budget));
        assert!(!matches!(fixed, Ok(Fixed::Solved(s)) if s.equates(&system.disequations()[0])));
    }
}
