//! Regular constraints of a variable that is equal to a word: what the word says already, and what its variables inherit.
//!
//! The problem: a variable with regular constraints is not replaced by a word of several variables, as constraints of
//! concatenations are not what procedures want. Programs that cut a string at separators make such constraints by the dozen: `x`
//! contains a comma, and `x = f "," g`. As long as `x` stays, nobody compares this word with the others that `x` is equal
//! to, and the alignment of all of them is left to the procedures.
//!
//! Two kinds of constraints need not stay. One that includes the concatenation of the languages in `w` follows from `x = w`, and is
//! dropped. And a language of all words over a set of letters is that of a concatenation if and only if it is that of each part
//! (homomorphisms to the free monoid; cvc5 knows the case of `str.contains` of one letter).
//!
//! The alternative, as in Z3-Noodler, is to keep them and to refine the languages of both sides, which is exponential in the number
//! of cuts.

use super::languages::language;
use super::names::named;
use super::{Halt, Simplifier};
use crate::system::{Member, Sym, Var, Word, vars_of};
use automata::{CharSet, Re, Regexes};
use base::{Limits, Stop, affordable};

impl Simplifier<'_> {
    /// Drops regular constraints of variables that are equal to a word, where that word satisfies them or its variables
    /// take them over; whether there were any.
    pub(super) fn settle_memberships(&mut self) -> Result<bool, Halt> {
        let named: Vec<(usize, Var, Word)> = (self.system.equations().iter().enumerate())
            .filter_map(|(i, e)| named(e).map(|(x, word)| (i, x, word.clone())))
            .collect();
        let before = self.system.memberships().len();
        let mut inherited = false;
        for (i, x, word) in named {
            let mut at = 0;
            while let Some(m) = self.system.memberships().get(at) {
                let is_settled = m.var == x && {
                    let member = m.clone();
                    let parts = self.inherit(i, &word, &member)?;
                    inherited |= parts;
                    parts || self.is_implied(&word, &member)?
                };
                if is_settled {
                    self.system.release(at);
                } else {
                    at += 1;
                }
            }
        }
        Ok(inherited || before != self.system.memberships().len())
    }

    /// Gives the variables of `word`, which the equation `i` says that the variable of `m` is, the constraint `m`, if that means the
    /// same.
    fn inherit(&mut self, i: usize, word: &[Sym], m: &Member) -> Result<bool, Halt> {
        let Some(letters) = self.letters_of_closed(m)? else { return Ok(false) };
        let premises = m.premises.and(&self.system.equations()[i].premises);
        let is_outside = |s: &Sym| matches!(s, Sym::Char(c) if !letters.contains(*c));
        if word.iter().any(is_outside) {
            return Err(Halt::Conflict(premises));
        }
        let one = self.rs.chars(letters);
        let re = self.rs.star(one);
        for var in vars_of(word) {
            self.system.constrain(Member { var, re, positive: true, premises: premises.clone() });
        }
        Ok(true)
    }

    /// The letters whose words, all of them, `m` allows, if it is such a constraint.
    fn letters_of_closed(&mut self, m: &Member) -> Result<Option<CharSet>, Halt> {
        let rs = &mut *self.rs;
        let re = if m.positive { m.re } else { rs.comp(m.re) };
        let steps = self.limits.tunables().words.closed_steps;
        let letters = self.limits.within(steps, |limits| closed_letters(rs, re, limits));
        Ok(affordable(letters)?.flatten())
    }

    /// Whether every word that the languages in `word` allow satisfies `m`.
    fn is_implied(&mut self, word: &[Sym], m: &Member) -> Result<bool, Halt> {
        let parts: Vec<Re> = word.iter().map(|s| self.language_of(*s)).collect();
        let rs = &mut *self.rs;
        let whole = rs.concat_all(parts);
        let outside = if m.positive { rs.comp(m.re) } else { m.re };
        if let Some(&answer) = self.disjoint.get(&(whole, outside)) {
            return Ok(answer);
        }
        let steps = self.limits.tunables().words.implied_steps;
        let answer = self.limits.within(steps, |limits| rs.is_disjoint(whole, outside, limits));
        let answer = affordable(answer)? == Some(true);
        self.disjoint.insert((whole, outside), answer);
        Ok(answer)
    }

    fn language_of(&mut self, s: Sym) -> Re {
        match s {
            Sym::Var(x) => language(&self.system, x, self.rs),
            Sym::Char(c) => self.rs.word(&[c]),
        }
    }
}

/// The letters of `re`, if it is the language of all words over them.
fn closed_letters(rs: &mut Regexes, re: Re, limits: &Limits) -> Result<Option<CharSet>, Stop> {
    if !rs.nullable(re) {
        return Ok(None);
    }
    let moves = rs.deterministic_moves(re, limits)?;
    let mut letters = CharSet::empty();
    for step in moves.map(|i| rs.get_move(i)) {
        if step.target == re {
            letters = letters.union(rs.set(step.guard));
        } else if step.target != Re::NONE {
            return Ok(None);
        }
    }
    Ok(Some(letters))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simplify::simplify;
    use crate::system::{Equation, System};
    use crate::tags::{Premises, Tag};
    use crate::{IlpArithmetic, literal};
    use base::Budget;

    /// `x0 = a0 "," b0`, `x1 = a1 "," b1`, ..., where each `xi` contains a comma. All ask the same question about languages.
    fn fields(count: u32, rs: &mut Regexes) -> System {
        let mut system = System::new();
        let comma = rs.text(",");
        let re = rs.concat_all([Re::ALL, comma, Re::ALL]);
        for i in 0..count {
            let [x, a, b] = [(); 3].map(|()| system.add_var(false));
            let word = [&[Sym::Var(a)], &literal(",")[..], &[Sym::Var(b)]].concat();
            system.add_equation(Equation::new(vec![Sym::Var(x)], word, Tag(2 * i)));
            let premises = Premises::from(Tag(2 * i + 1));
            system.add_membership(Member { var: x, re, positive: true, premises });
        }
        system
    }

    #[test]
    fn constraints_that_words_of_one_shape_satisfy_are_dropped_for_all() {
        let mut rs = Regexes::new();
        let system = fields(3, &mut rs);
        let budget = Budget::unlimited();
        let arithmetic = &mut IlpArithmetic::new();
        let left = simplify(&system, &mut rs, arithmetic, &Limits::none(&budget)).unwrap().unwrap();
        assert!(left.system.memberships().is_empty() && left.system.equations().is_empty());
    }
}
