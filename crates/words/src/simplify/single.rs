//! Equations of one variable that have a closed form.
//!
//! If the variable occurs more often on one side, then its length is what is missing on the other, over the
//! surplus; with the length known, the equation says which letters are which.
//!
//! `u x = x v` for letters `u`, `v` means that `x` commutes the one into the other: `u = p q`, `v = q p` and
//! `x = (p q)^n p` (Lyndon and Schützenberger 1962). That is a membership, the loop rule of cvc5
//! (Liang et al., CAV 2014).

use super::{Halt, Simplifier};
use crate::fixed::{Forced, forced_word};
use crate::system::{Equation, Member, Sym, Var, constant};
use automata::{Re, Regexes};
use base::{index, signed};

impl Simplifier<'_> {
    /// Solves equations of one variable; whether there was one.
    pub(super) fn solve_single(&mut self) -> Result<bool, Halt> {
        let mut i = 0;
        while i < self.system.equations().len() {
            let e = &self.system.equations()[i];
            let tunables = &self.limits.tunables().words;
            if let Some((x, length)) = only_length(e, tunables.single_length) {
                let Some(length) = length else { return Err(Halt::Conflict(e.premises.clone())) };
                match forced_word(e, x, length, self.limits)? {
                    Forced::Impossible => return Err(Halt::Conflict(e.premises.clone())),
                    Forced::Word(word) => {
                        let e = self.system.remove_equation(i);
                        self.define(x, word.into_iter().map(Sym::Char).collect(), &e.premises)?;
                        return Ok(true);
                    }
                    Forced::Open => {}
                }
            } else if let Some((x, u, v)) = conjugation(e, tunables.single_period) {
                let re = commuting(self.rs, &u, &v);
                let e = self.system.remove_equation(i);
                self.system.add_membership(Member {
                    var: x,
                    re,
                    positive: true,
                    premises: e.premises,
                });
                return Ok(true);
            }
            i += 1;
        }
        Ok(false)
    }
}

/// The only variable and its only length, if there is one, when one side has more of it and it is at most `longest`.
fn only_length(e: &Equation, longest: usize) -> Option<(Var, Option<usize>)> {
    let x = e.vars().next()?;
    if e.vars().any(|y| y != x) {
        return None;
    }
    let count = |side: &[Sym]| {
        let vars = side.iter().filter(|s| s.var().is_some()).count();
        (signed(vars), signed(side.len() - vars))
    };
    let ((vars_left, left), (vars_right, right)) = (count(&e.left), count(&e.right));
    let (surplus, missing) = (vars_left - vars_right, right - left);
    if surplus == 0 || missing / surplus > signed(longest) {
        return None;
    }
    let fits = missing % surplus == 0 && missing / surplus >= 0;
    let length = fits.then(|| index(missing / surplus));
    debug_assert!(
        length.is_none_or(|n| vars_left * signed(n) + left == vars_right * signed(n) + right),
        "the sides are not equally long with the only length of the variable"
    );
    Some((x, length))
}

/// `u x = x v` for letters `u` and `v`, at most `longest` of each.
fn conjugation(e: &Equation, longest: usize) -> Option<(Var, Vec<u32>, Vec<u32>)> {
    let (x, u, v) = match (&e.left[..], &e.right[..]) {
        ([u @ .., Sym::Var(x)], [Sym::Var(y), v @ ..]) if x == y => (x, u, v),
        ([Sym::Var(x), v @ ..], [u @ .., Sym::Var(y)]) if x == y => (x, u, v),
        _ => return None,
    };
    (u.len() <= longest).then_some(())?;
    Some((*x, constant(u)?, constant(v)?))
}

/// The words `x` with `u x = x v`.
fn commuting(rs: &mut Regexes, u: &[u32], v: &[u32]) -> Re {
    if u.len() != v.len() {
        return Re::NONE;
    }
    let round = rs.word(u);
    let rounds = rs.star(round);
    let splits: Vec<usize> = (0..u.len().max(1))
        .filter(|&k| u[k..] == v[..u.len() - k] && u[..k] == v[u.len() - k..])
        .collect();
    let words: Vec<Re> = splits
        .into_iter()
        .map(|k| {
            let rest = rs.word(&u[..k]);
            rs.concat(rounds, rest)
        })
        .collect();
    rs.union(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::literal;
    use crate::tags::Tag;
    use base::{Budget, Limits};

    fn equation(left: &str, right: &str) -> Equation {
        let word = |text: &str| -> Vec<Sym> {
            let sym = |s| if s == Sym::Char('X' as u32) { Sym::Var(Var(0)) } else { s };
            literal(text).into_iter().map(sym).collect()
        };
        Equation::new(word(left), word(right), Tag(0))
    }

    #[test]
    fn lengths_of_one_variable() {
        assert_eq!(only_length(&equation("XbX", "aabaa"), 9), Some((Var(0), Some(2))));
        assert_eq!(only_length(&equation("XbX", "aaba"), 9), Some((Var(0), None)));
        assert_eq!(only_length(&equation("Xa", "aX"), 9), None);
    }

    #[test]
    fn conjugates() {
        let rs = &mut Regexes::new();
        let (_, u, v) = conjugation(&equation("abaX", "Xaab"), 9).unwrap();
        let re = commuting(rs, &u, &v);
        let budget = Budget::unlimited();
        for (word, fits) in [("a", false), ("ab", true), ("abaab", true), ("", false)] {
            let word = constant(&literal(word)).unwrap();
            assert_eq!(rs.contains_word(re, &word, &Limits::none(&budget)), Ok(fits), "{word:?}");
        }
        assert_eq!(commuting(rs, &[97], &[98]), Re::NONE);
    }
}
