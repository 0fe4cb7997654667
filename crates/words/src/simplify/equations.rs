//! Single equations: common ends, clashes, symbol counts, balanced cuts, solved forms.

use super::balance::{Surplus, balanced_cuts, surplus};
use super::{Halt, Simplifier};
use crate::system::{Equation, Sym, Var, vars_of};

/// Removes the common prefix and the common suffix; whether there was one.
pub(crate) fn trim(e: &mut Equation) -> bool {
    let before = e.left.len();
    let suffix = e.left.iter().rev().zip(e.right.iter().rev()).take_while(|(a, b)| a == b).count();
    e.left.truncate(e.left.len() - suffix);
    e.right.truncate(e.right.len() - suffix);
    let prefix = e.left.iter().zip(&e.right).take_while(|(a, b)| a == b).count();
    e.left.drain(..prefix);
    e.right.drain(..prefix);
    debug_assert!(clashes(e) || is_trimmed(e), "both sides still begin or end alike");
    e.left.len() != before
}

/// Whether both sides begin and end differently, and none of these pairs are two letters.
pub(super) fn is_trimmed(e: &Equation) -> bool {
    let same = |a: Option<&Sym>, b: Option<&Sym>| a.is_some() && a == b;
    let common = same(e.left.first(), e.right.first()) || same(e.left.last(), e.right.last());
    !common && !clashes(e)
}

/// Whether both sides begin, or both end, with different letters.
pub(crate) fn clashes(e: &Equation) -> bool {
    let differ = |a: Option<&Sym>, b: Option<&Sym>| match (a, b) {
        (Some(Sym::Char(a)), Some(Sym::Char(b))) => a != b,
        _ => false,
    };
    differ(e.left.first(), e.right.first()) || differ(e.left.last(), e.right.last())
}

/// What symbol counts say about an equation.
pub(crate) enum Count {
    /// It has no solution.
    Clash,
    /// Exactly these variables must be empty in every solution (perhaps none).
    Empty(Vec<Var>),
    /// The variable is this letter, so many times.
    Power(Var, u32, usize),
}

/// Compares how often each symbol occurs. If only one side has surplus variables then the other side
/// can be no longer than it, letter by letter.
pub(crate) fn count(e: &Equation) -> Count {
    let Surplus { left, right } = surplus(&e.left, &e.right);
    let has_var = |side: &[Sym]| vars_of(side).next().is_some();
    for (some, other) in [(&left, &right), (&right, &left)] {
        if has_var(other) {
            continue;
        }
        // `some` is equal to `other`, which has letters only, none of them in `some`.
        let has_letter = some.iter().any(|s| s.var().is_none());
        if has_letter || !has_var(some) && !other.is_empty() {
            return Count::Clash;
        }
        if other.is_empty() {
            let mut vars: Vec<Var> = vars_of(some).collect();
            debug_assert!(
                vars.is_sorted(),
                "occurrences of a variable in a surplus are not together"
            );
            vars.dedup();
            return Count::Empty(vars);
        }
        if let Some(count) = power(some, other) {
            return count;
        }
    }
    Count::Empty(Vec::new())
}

/// Copies of one variable only, on one side, have as many letters as the other has in surplus; if that is one letter, they are its power.
fn power(variables: &[Sym], letters: &[Sym]) -> Option<Count> {
    let (x, copies) = (variables.first()?.var()?, variables.len());
    let (&Sym::Char(c), n) = (letters.first()?, letters.len()) else { return None };
    let is_one =
        variables.iter().all(|s| s.var() == Some(x)) && letters.iter().all(|s| *s == Sym::Char(c));
    is_one.then(|| if n % copies == 0 { Count::Power(x, c, n / copies) } else { Count::Clash })
}

impl Simplifier<'_> {
    /// Simplifies each equation as far as it goes by itself; whether anything changed.
    pub(super) fn simplify_equations(&mut self) -> Result<bool, Halt> {
        let mut changed = false;
        let mut i = 0;
        while i < self.system.equations().len() {
            let e = &self.system.equations()[i];
            self.limits.charge(1 + (e.left.len() + e.right.len()) as u64)?;
            match self.simplify_equation(i)? {
                Next::Keep(what) => {
                    changed |= what;
                    i += 1;
                }
                Next::Again => changed = true,
            }
        }
        Ok(changed)
    }

    fn simplify_equation(&mut self, i: usize) -> Result<Next, Halt> {
        let trimmed = trim(self.system.equation_mut(i));
        let e = &self.system.equations()[i];
        if e.left.is_empty() && e.right.is_empty() {
            self.system.remove_equation(i);
            return Ok(Next::Again);
        }
        if clashes(e) {
            return Err(Halt::Conflict(e.premises.clone()));
        }
        match count(e) {
            Count::Clash => return Err(Halt::Conflict(e.premises.clone())),
            Count::Empty(vars) if !vars.is_empty() => {
                let premises = e.premises.clone();
                debug_assert!(vars.is_sorted_by(|a, b| a < b), "a variable is to be empty twice");
                for x in vars {
                    self.define(x, Vec::new(), &premises)?;
                }
                return Ok(Next::Again);
            }
            Count::Power(x, c, n) => {
                let word = vec![Sym::Char(c); n];
                if self.may_define(x, &word) {
                    let premises = e.premises.clone();
                    self.define(x, word, &premises)?;
                    return Ok(Next::Again);
                }
            }
            Count::Empty(_) => {}
        }
        let cuts = balanced_cuts(&e.left, &e.right);
        if !cuts.is_empty() {
            let cuts: Vec<_> = cuts.into_iter().map(|at| (at, at)).collect();
            self.cut_equation(i, &cuts);
            return Ok(Next::Again);
        }
        if self.solve_equation(i)? { Ok(Next::Again) } else { Ok(Next::Keep(trimmed)) }
    }

    /// Replaces an equation by the equations between its cuts.
    pub(super) fn cut_equation(&mut self, i: usize, cuts: &[(usize, usize)]) {
        debug_assert!(!cuts.is_empty(), "an equation that is not cut is no progress");
        debug_assert!(
            cuts.is_sorted_by(|a, b| a.0 <= b.0 && a.1 <= b.1),
            "cuts are not in the same order on both sides"
        );
        let e = self.system.remove_equation(i);
        let ends = cuts.iter().copied().chain([(e.left.len(), e.right.len())]);
        let (mut i0, mut j0) = (0, 0);
        for (i1, j1) in ends {
            let (left, right) = (e.left[i0..i1].to_vec(), e.right[j0..j1].to_vec());
            self.system.add_equation(Equation { left, right, premises: e.premises.clone() });
            (i0, j0) = (i1, j1);
        }
    }

    /// Uses `x = w` as a definition, if it is one and that is wise.
    fn solve_equation(&mut self, i: usize) -> Result<bool, Halt> {
        let e = &self.system.equations()[i];
        let solved = match (&e.left[..], &e.right[..]) {
            ([Sym::Var(x)], [Sym::Var(y)]) => {
                let (out, kept) = if self.is_better_kept(*x, *y) { (*y, *x) } else { (*x, *y) };
                Some((out, vec![Sym::Var(kept)]))
            }
            ([Sym::Var(x)], w) if self.may_define(*x, w) => Some((*x, w.to_vec())),
            (w, [Sym::Var(x)]) if self.may_define(*x, w) => Some((*x, w.to_vec())),
            _ => None,
        };
        let Some((x, w)) = solved else { return Ok(false) };
        let e = self.system.remove_equation(i);
        self.define(x, w, &e.premises)?;
        Ok(true)
    }

    fn is_better_kept(&self, x: Var, y: Var) -> bool {
        let rank = |x: Var| (!self.system.is_length_sensitive(x), x);
        rank(x) < rank(y)
    }
}

/// What to do after an equation was looked at.
enum Next {
    /// Go on to the next one; whether this one changed.
    Keep(bool),
    /// Look at what is now in its place.
    Again,
}
