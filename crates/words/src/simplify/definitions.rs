//! Replacing a variable by a word everywhere.
//!
//! A variable with regular constraints is only replaced by a word with at most one variable: then the
//! constraints become constraints of that one, through quotients by the letters around it. Other
//! words would turn them into constraints of concatenations, which no procedure here wants.

use super::disequations::erase;
use super::equations::trim;
use super::undo::Step;
use super::{Halt, Simplifier};
use crate::arithmetic::{Formula, Linear};
use crate::system::{Member, Sym, Var, Word, constant, vars_of};
use crate::tags::Premises;
use automata::{Re, Regexes};
use base::{Limits, Stop};

impl Simplifier<'_> {
    /// Whether `x`, which does not occur in `w`, may be replaced by `w`.
    pub(super) fn may_define(&self, x: Var, w: &[Sym]) -> bool {
        debug_assert!(!w.contains(&Sym::Var(x)), "a variable in its own definition");
        if self.system.is_regular(x) && vars_of(w).nth(1).is_some() {
            return false;
        }
        let occurrences = self.occurrences_of(x).saturating_sub(1);
        occurrences * w.len() <= self.growth
    }

    /// Whether so many symbols may take the place of `x`.
    pub(super) fn may_grow(&self, x: Var, symbols: usize) -> bool {
        self.occurrences_of(x) * symbols <= self.growth
    }

    fn occurrences_of(&self, x: Var) -> usize {
        let all = self.system.equations().iter().chain(self.system.disequations());
        all.flat_map(|e| e.vars()).filter(|&y| y == x).count()
    }

    /// Replaces `x` by `w` everywhere, because of `premises`.
    pub(super) fn define(&mut self, x: Var, w: Word, premises: &Premises) -> Result<(), Halt> {
        debug_assert!(!w.contains(&Sym::Var(x)), "a variable in its own definition");
        self.transfer_memberships(x, &w, premises)?;
        if self.system.is_length_sensitive(x) {
            vars_of(&w).for_each(|y| self.system.make_length_sensitive(y));
            let length = self.system.length_of(&w);
            let formula = Formula::equal(Linear::var(self.system.length(x)), &length);
            self.system.add_fact(formula, premises.clone());
        }
        let equations = self.system.equations().len();
        for (i, e) in self.system.all_equations_mut().enumerate() {
            let count = e.vars().filter(|&y| y == x).count();
            if count > 0 {
                self.limits.charge((e.left.len() + e.right.len()) as u64)?;
                self.growth = self.growth.saturating_sub(count * w.len().saturating_sub(1));
                substitute(&mut e.left, x, &w);
                substitute(&mut e.right, x, &w);
                e.premises.extend(premises);
                // What is common goes before the next definition makes it longer.
                trim(e);
                let is_disequation = i >= equations;
                if is_disequation {
                    erase(e);
                }
            }
        }
        self.system.eliminate(x);
        self.undo.push(Step::Define { var: x, word: w });
        Ok(())
    }

    /// Turns the memberships of `x` into those of the only variable of `w`, if there is one.
    fn transfer_memberships(&mut self, x: Var, w: &[Sym], premises: &Premises) -> Result<(), Halt> {
        if !self.system.is_regular(x) {
            return Ok(());
        }
        debug_assert!(
            vars_of(w).nth(1).is_none(),
            "regular constraints cannot follow to two variables"
        );
        for m in self.system.extract_memberships(|m| m.var == x) {
            let premises = m.premises.and(premises);
            if let Some(word) = constant(w) {
                if self.rs.contains_word(m.re, &word, self.limits)? != m.positive {
                    return Err(Halt::Conflict(premises));
                }
                continue;
            }
            let Some(at) = w.iter().position(|s| s.var().is_some()) else { continue };
            let var = vars_of(w).next().unwrap_or(x);
            let (before, after) = (letters(&w[..at]), letters(&w[at + 1..]));
            let re = quotient(self.rs, m.re, &before, &after, self.limits)?;
            self.system.add_membership(Member { var, re, positive: m.positive, premises });
        }
        Ok(())
    }
}

fn letters(word: &[Sym]) -> Vec<u32> {
    let letters = constant(word);
    debug_assert!(letters.is_some(), "a variable among the letters of a quotient");
    letters.unwrap_or_default()
}

fn substitute(word: &mut Word, x: Var, w: &[Sym]) {
    if !word.contains(&Sym::Var(x)) {
        return;
    }
    let old = std::mem::take(word);
    for s in old {
        if s == Sym::Var(x) { word.extend_from_slice(w) } else { word.push(s) }
    }
    debug_assert!(!word.contains(&Sym::Var(x)), "a substitution leaves its variable");
}

/// The words `v` such that `before v after` is in `r`.
pub(crate) fn quotient(
    rs: &mut Regexes,
    r: Re,
    before: &[u32],
    after: &[u32],
    limits: &Limits,
) -> Result<Re, Stop> {
    let rest = left_quotient(rs, r, before, limits)?;
    if after.is_empty() {
        return Ok(rest);
    }
    let mirrored = rs.reverse(rest, limits)?;
    let backwards: Vec<u32> = after.iter().rev().copied().collect();
    let rest = left_quotient(rs, mirrored, &backwards, limits)?;
    rs.reverse(rest, limits)
}

/// The words that `prefix` can be continued with in `r`.
pub(crate) fn left_quotient(
    rs: &mut Regexes,
    r: Re,
    prefix: &[u32],
    limits: &Limits,
) -> Result<Re, Stop> {
    let mut rest = r;
    for &c in prefix {
        let moves = rs.deterministic_moves(rest, limits)?;
        debug_assert!(
            moves.clone().filter(|&i| rs.set(rs.get_move(i).guard).contains(c)).count() <= 1,
            "deterministic moves share a letter"
        );
        let hit = moves.map(|i| rs.get_move(i)).find(|m| rs.set(m.guard).contains(c));
        rest = hit.map_or(Re::NONE, |m| m.target);
        if rest == Re::NONE {
            break;
        }
    }
    Ok(rest)
}

#[cfg(test)]
mod tests {
    use crate::simplify::simplify;
    use crate::system::{Equation, Sym, System};
    use crate::{IlpArithmetic, Tag};
    use automata::Regexes;
    use base::{Budget, Limits};

    /// `x1 = a0 x0 b0`, `x2 = a1 x1 b1`, ..., and no two that follow each other are the same.
    fn growing(n: usize) -> System {
        let mut system = System::new();
        let mut var = || Sym::Var(system.add_var(false));
        let xs: Vec<Sym> = (0..=n).map(|_| var()).collect();
        let ends: Vec<[Sym; 2]> = (0..n).map(|_| [var(), var()]).collect();
        for (pair, [a, b]) in xs.windows(2).zip(ends) {
            let equation = Equation::new(vec![pair[1]], vec![a, pair[0], b], Tag(0));
            system.add_equation(equation);
            system.add_disequation(Equation::new(vec![pair[0]], vec![pair[1]], Tag(1)));
        }
        system
    }

    #[test]
    fn disequations_of_texts_that_grow_cost_what_their_definitions_are_long() {
        let budget = Budget::unlimited();
        let limits = Limits::new(&budget, 100_000);
        let outside = &mut IlpArithmetic::new();
        let simplified = simplify(&growing(150), &mut Regexes::new(), outside, &limits);
        assert!(simplified.unwrap().is_ok());
    }
}
