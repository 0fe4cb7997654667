//! Regular constraints: the language of each variable, and what follows from it alone; variables
//! that occur once joined into one.

use super::undo::{Part, Step};
use super::{Halt, Simplifier};
use crate::system::{Equation, Member, Sym, System, Var, Word};
use crate::tags::Premises;
use automata::{LengthRange, Re, Regexes};
use base::{Limits, Stop, affordable};

/// The language of `x`: the intersection of its regular constraints.
pub(crate) fn language(system: &System, x: Var, rs: &mut Regexes) -> Re {
    let mut parts = Vec::new();
    for m in system.memberships_of(x) {
        parts.push(if m.positive { m.re } else { rs.comp(m.re) });
    }
    rs.inter(parts)
}

/// The regular constraints of `x` that cannot hold together, if the language is empty.
pub(crate) fn empty_language(
    system: &System,
    x: Var,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<Option<Premises>, Stop> {
    let members: Vec<&Member> = system.memberships_of(x).collect();
    let side = |positive| members.iter().filter(move |m| m.positive == positive);
    let pos: Vec<Re> = side(true).map(|m| m.re).collect();
    let neg: Vec<Re> = side(false).map(|m| m.re).collect();
    if rs.find_word(&pos, &neg, LengthRange::ANY, limits)?.is_some() {
        return Ok(None);
    }
    let shrunk = rs.shrink_conflict(&pos, &neg, LengthRange::ANY, limits)?;
    let (pos, neg): (Vec<_>, Vec<_>) = (side(true).collect(), side(false).collect());
    debug_assert!(!shrunk.pos.is_empty() || !shrunk.neg.is_empty(), "all words are no word");
    let pos = shrunk.pos.iter().map(|&i| &pos[i].premises);
    let neg = shrunk.neg.iter().map(|&i| &neg[i].premises);
    Ok(Some(Premises::all(pos.chain(neg))))
}

impl Simplifier<'_> {
    /// Finds empty languages, replaces variables with a single word; whether anything changed.
    pub(super) fn simplify_languages(&mut self) -> Result<bool, Halt> {
        self.system.extract_memberships(|m| m.re == if m.positive { Re::ALL } else { Re::NONE });
        let mut vars: Vec<Var> = self.system.memberships().iter().map(|m| m.var).collect();
        base::order::sort(&mut vars);
        vars.dedup();
        let mut changed = false;
        for x in vars {
            let re = language(&self.system, x, self.rs);
            if self.languages.insert(x, re) == Some(re) {
                continue;
            }
            let rs = &mut *self.rs;
            let empty = |l: &Limits| empty_language(&self.system, x, rs, l);
            let steps = self.limits.tunables().words.emptiness_steps;
            let clash = affordable(self.limits.within(steps, empty))?;
            if let Some(premises) = clash.flatten() {
                return Err(Halt::Conflict(premises));
            }
            if let Some(word) = self.rs.as_word(re) {
                let mine = self.system.memberships_of(x);
                let premises = Premises::all(mine.map(|m| &m.premises));
                self.define(x, word.into_iter().map(Sym::Char).collect(), &premises)?;
                changed = true;
            }
        }
        Ok(changed)
    }

    /// Joins neighbours that occur nowhere else and whose lengths do not matter; whether there are any.
    pub(super) fn join_singles(&mut self) -> Result<bool, Halt> {
        let occurrences = self.system.occurrences();
        let is_single = |system: &System, s: &Sym| {
            s.var().is_some_and(|x| occurrences[x] == 1 && !system.is_length_sensitive(x))
        };
        let sides = |e: &Equation| [e.left.clone(), e.right.clone()];
        let equations = self.system.equations().iter().chain(self.system.disequations());
        let words: Vec<Word> = equations.flat_map(sides).collect();
        let mut changed = false;
        for word in words {
            let mut at = 0;
            while at < word.len() {
                let run = word[at..].iter().take_while(|s| is_single(&self.system, s)).count();
                if run > 1 {
                    self.join(&word[at..at + run])?;
                    changed = true;
                }
                at += run.max(1);
            }
        }
        Ok(changed)
    }

    /// Replaces a run of variables that occur only here by one variable.
    fn join(&mut self, run: &[Sym]) -> Result<(), Halt> {
        let vars: Vec<Var> = run.iter().filter_map(|s| s.var()).collect();
        debug_assert!(
            vars.len() > 1 && vars.len() == run.len(),
            "a run to join is not of variables"
        );
        debug_assert!(
            !vars.iter().any(|&x| self.system.is_length_sensitive(x)),
            "arithmetic says how long a variable is that would be empty"
        );
        if !vars.iter().any(|&x| self.system.is_regular(x)) {
            // Nothing is lost by leaving everything to the first.
            for &x in &vars[1..] {
                self.define(x, Vec::new(), &Premises::none())?;
            }
            return Ok(());
        }
        let whole = self.system.fresh_var(false);
        for e in self.system.all_equations_mut() {
            for side in [&mut e.left, &mut e.right] {
                if let Some(at) = side.iter().position(|s| *s == run[0]) {
                    side.splice(at..at + run.len(), [Sym::Var(whole)]);
                }
            }
        }
        debug_assert_eq!(
            self.system.occurrences()[whole],
            1,
            "a run to join is not found just once"
        );
        self.become_parts(whole, run, Premises::none());
        Ok(())
    }

    /// Makes the symbols of `run`, whose variables occur nowhere any more, parts of `whole`.
    fn become_parts(&mut self, whole: Var, run: &[Sym], mut premises: Premises) {
        let mut parts = Vec::new();
        for s in run {
            parts.push(match s {
                Sym::Var(x) => (Part::Var(*x), language(&self.system, *x, self.rs)),
                Sym::Char(c) => (Part::Letter, self.rs.word(&[*c])),
            });
        }
        let gone: Vec<Var> = run.iter().filter_map(|s| s.var()).collect();
        debug_assert!(!gone.contains(&whole), "a variable is a part of itself");
        debug_assert!(
            !gone.iter().any(|&x| self.system.is_length_sensitive(x)),
            "arithmetic would lose the length of a part"
        );
        let mine = self.system.extract_memberships(|m| gone.contains(&m.var));
        mine.iter().for_each(|m| premises.extend(&m.premises));
        gone.iter().for_each(|&x| self.system.eliminate(x));
        let languages: Vec<Re> = parts.iter().map(|p| p.1).collect();
        let re = self.rs.concat_all(languages);
        self.system.add_membership(Member { var: whole, re, positive: true, premises });
        self.undo.push(Step::Cut { whole, parts });
    }

    /// Turns `x = w` with a regular `x`, and variables in `w` that occur nowhere else, into a
    /// membership of `x`; whether there is such an equation.
    pub(super) fn fold_regular(&mut self) -> Result<bool, Halt> {
        let occurrences = self.system.occurrences();
        let found = self.system.equations().iter().enumerate().find_map(|(i, e)| {
            let sides = [(&e.left, &e.right), (&e.right, &e.left)];
            sides.into_iter().find_map(|(x, w)| match x[..] {
                [Sym::Var(x)] if self.are_free_parts(w, &occurrences) => Some((i, x, w.clone())),
                _ => None,
            })
        });
        let Some((i, x, w)) = found else { return Ok(false) };
        let e = self.system.remove_equation(i);
        self.become_parts(x, &w, e.premises);
        Ok(true)
    }

    fn are_free_parts(&self, w: &[Sym], occurrences: &base::IdxVec<Var, u32>) -> bool {
        w.iter()
            .filter_map(|s| s.var())
            .all(|y| occurrences[y] == 1 && !self.system.is_length_sensitive(y))
    }
}
