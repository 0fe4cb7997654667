//! The cases of a disequation, and what is chosen for a system.
//!
//! The letter `a` can be chosen among those that equations mention, and one of every class of letters that
//! regular constraints do not tell apart: exchanging two letters of a class throughout a
//! solution gives another one. A letter chosen before is one that equations mention.

use crate::arithmetic::{Formula, Linear};
use crate::fixed::char_sets;
use crate::system::{Equation, Member, Sym, System, Var};
use crate::tags::Premises;
use automata::{CharSet, Re, Regexes, minterms};
use base::{Limits, Stop};

/// What is chosen for a system.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    /// How the sides of a disequation differ.
    Sides(Equation, How),
    /// Words of at least so many letters.
    Longer(Vec<(Var, usize)>),
    /// Words of so many letters.
    Lengths(Vec<(Var, usize)>),
}

/// How the sides of a disequation `L != R` differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// In length, and both together have at most so many letters.
    Within(u64),
    /// `L = p a s` for this `a`, and `R = p b t` for another letter `b`.
    Letter(u32),
    /// In length, and both together have more letters than that.
    Beyond(u64),
}

/// All cases of a disequation of `system` whose sides were one word of `length` letters, the first to be looked at last: that is
/// that the lengths differ without the sides becoming longer, and the last that they do: whoever excludes one solution after the other
/// wants other letters, not longer and longer words.
pub(super) fn cases(
    system: &System,
    length: usize,
    rs: &Regexes,
    limits: &Limits,
) -> Result<Vec<How>, Stop> {
    let both = 2 * length as u64;
    let letters = letters_to_try(system, rs, limits)?.into_iter().rev();
    let ends = [How::Beyond(both), How::Within(both)];
    Ok(ends[..1]
        .iter()
        .copied()
        .chain(letters.map(How::Letter))
        .chain(ends[1..].iter().copied())
        .collect())
}

/// The letters of all words, and one of each class of the others.
fn letters_to_try(system: &System, rs: &Regexes, limits: &Limits) -> Result<Vec<u32>, Stop> {
    let words = system.equations().iter().chain(system.disequations());
    let mut letters: Vec<u32> = words
        .flat_map(Equation::symbols)
        .filter_map(|s| match s {
            Sym::Char(c) => Some(c),
            Sym::Var(_) => None,
        })
        .collect();
    base::order::sort(&mut letters);
    letters.dedup();
    let languages: Vec<Re> = system.memberships().iter().map(|m| m.re).collect();
    let mut sets = char_sets(&languages, rs, limits)?;
    sets.extend(letters.iter().map(|&c| CharSet::single(c)));
    let tried: Vec<u32> = minterms(&sets).iter().filter_map(CharSet::pick).collect();
    debug_assert!(letters.iter().all(|c| tried.contains(c)), "a letter of the words is not tried");
    Ok(tried)
}

impl Choice {
    /// Adds what was chosen to `system`, where it replaces the disequation.
    pub fn apply(&self, system: &mut System, rs: &mut Regexes) {
        match self {
            Choice::Longer(bounds) => {
                for &(x, least) in bounds {
                    system.make_length_sensitive(x);
                    system.lengthen(x, least);
                }
            }
            Choice::Lengths(lengths) => {
                for &(x, length) in lengths {
                    debug_assert!(system.is_length_sensitive(x), "any length will do");
                    let (own, length) = (system.length_of(&[Sym::Var(x)]), length as u64);
                    let formula = Formula::equal(own, &Linear::constant(length));
                    system.add_fact(formula, Premises::none());
                }
            }
            Choice::Sides(d, how) => {
                if let Some(at) = system.disequations().iter().position(|other| other == d) {
                    system.remove_disequation(at);
                }
                match *how {
                    How::Within(both) => lengths_differ(system, d, |sum| {
                        Formula::at_least(Linear::constant(both), &sum)
                    }),
                    How::Beyond(both) => {
                        lengths_differ(system, d, |sum| {
                            Formula::greater(sum, &Linear::constant(both))
                        });
                    }
                    How::Letter(a) => letters_differ(system, d, a, rs),
                }
            }
        }
    }
}

/// Adds that the sides of `d` have different lengths, and a bound on their sum.
fn lengths_differ(system: &mut System, d: &Equation, bound: impl Fn(Linear) -> Formula) {
    d.vars().for_each(|x| system.make_length_sensitive(x));
    let (left, right) = (system.length_of(&d.left), system.length_of(&d.right));
    let bound = bound(left.clone().plus(&right));
    let formula = Formula::and([Formula::different(&left, &right), bound]);
    system.add_fact(formula, d.premises.clone());
}

/// Adds `left = p a s`, `right = p b t` and `b` another letter than `a`.
fn letters_differ(system: &mut System, d: &Equation, a: u32, rs: &mut Regexes) {
    let [p, s, b, t] = [(); 4].map(|()| Sym::Var(system.fresh_var(false)));
    let left = vec![p, Sym::Char(a), s];
    let right = vec![p, b, t];
    system.add_equation(Equation::new(d.left.clone(), left, d.premises.clone()));
    system.add_equation(Equation::new(d.right.clone(), right, d.premises.clone()));
    let re = rs.chars(CharSet::single(a).complement());
    if let Some(var) = b.var() {
        system.add_membership(Member { var, re, positive: true, premises: d.premises.clone() });
    }
}
