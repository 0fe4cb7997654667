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
use cells::Cells;

pub(crate) use core::fixed_core;

/// Steps of one search for letters.
const SEARCH_ALLOWANCE: u64 = 60_000;

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
    let mut cells = Cells::new(lengths, limits)?;
    for e in &system.equations {
        if !cells.equate(e, limits)? {
            return Ok(Fixed::Impossible);
        }
    }
    let choose = |l: &Limits| letters::choose(&mut cells, system, rs, l);
    match limits.within(SEARCH_ALLOWANCE, choose) {
        Ok(Some(true)) => {}
        Ok(Some(false)) => return Ok(Fixed::Impossible),
        Ok(None) | Err(Stop::Local) => return Ok(Fixed::Unknown),
        Err(stop) => return Err(stop),
    }
    Ok(Fixed::Solved(cells.paint(system)))
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
    let mut lengths = IdxVec::new();
    lengths.grow_to(x, 0);
    lengths[x] = length;
    let mut cells = Cells::new(&lengths, limits)?;
    if !cells.equate(e, limits)? {
        return Ok(Forced::Impossible);
    }
    let word: Option<Vec<u32>> = cells.range(x).map(|cell| cells.letter_of(cell)).collect();
    Ok(word.map_or(Forced::Open, Forced::Word))
}
