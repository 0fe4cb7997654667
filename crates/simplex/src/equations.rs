//! Solving linear equations over the integers, with provenance.
//!
//! Given equations `sum a * x = c`, either a contradiction (an integer combination of them whose
//! coefficients have a common divisor that does not divide its right side) or a triangular solved
//! form. This is the elimination of Griggio, "A Practical Approach to Satisfiability Modulo
//! Linear Integer Arithmetic", JSAT 2012, after Knuth and the Omega test: an equation with a unit
//! coefficient is solved for that variable; otherwise the variable with the least coefficient `a`
//! is replaced by a fresh one, `x = t - sum round(b / a) * y`, which is unimodular and at least
//! halves the other coefficients. A Hermite normal form does the same with all equations at once,
//! but larger numbers, and says less about which equations were to blame.
//!
//! Each row carries the multipliers of the original equations it is made of, over one common
//! divisor.

use crate::linear::{Terms, combine, content, divide};
use base::{Int, Limits, Stop};

/// The multipliers of original equations in a row, over a positive divisor.
#[derive(Clone, Debug)]
pub(crate) struct Provenance {
    multipliers: Terms<u32>,
    divisor: Int,
}

impl Provenance {
    fn none() -> Provenance {
        Provenance { multipliers: Vec::new(), divisor: Int::ONE }
    }

    fn single(equation: u32) -> Provenance {
        Provenance { multipliers: vec![(equation, Int::ONE)], divisor: Int::ONE }
    }

    /// Adds `k` times `other`.
    fn add(&mut self, k: &Int, other: &Provenance) {
        if other.multipliers.is_empty() {
            return;
        }
        let g = self.divisor.gcd(&other.divisor);
        let up = other.divisor.div_exact(&g);
        let factor = k * &self.divisor.div_exact(&g);
        combine(&mut self.multipliers, &up, &other.multipliers, &factor, |_, _| {});
        self.divisor *= up;
    }

    /// The original equations involved.
    pub(crate) fn equations(&self) -> impl Iterator<Item = u32> + '_ {
        self.multipliers.iter().map(|m| m.0)
    }
}

/// `sum of terms + constant`, and what was used to bring it into this form.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) terms: Terms<u32>,
    pub(crate) constant: Int,
    pub(crate) used: Provenance,
}

/// `variable + sum of terms + constant = 0`.
#[derive(Clone, Debug)]
struct Solved {
    variable: u32,
    equation: Form,
}

/// Equations in triangular solved form: a solved variable does not occur in later ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Equations {
    solved: Vec<Solved>,
    /// Per variable the index of its equation in `solved`.
    solver_of: Vec<Option<u32>>,
    given: u32,
}

impl Equations {
    /// No equations, over the variables below `variables`.
    pub(crate) fn new(variables: usize) -> Equations {
        Equations { solved: Vec::new(), solver_of: vec![None; variables], given: 0 }
    }

    fn fresh(&mut self) -> u32 {
        self.solver_of.push(None);
        base::id32(self.solver_of.len()) - 1
    }

    /// Adds `sum of terms = value`. Equations are numbered from 0 in the order they are added.
    ///
    /// # Errors
    /// The inner error names equations that have no integer solution together.
    pub(crate) fn add(
        &mut self,
        terms: Terms<u32>,
        value: &Int,
        limits: &Limits<'_>,
    ) -> Result<Result<(), Provenance>, Stop> {
        let used = Provenance::single(self.given);
        self.given += 1;
        let mut form = Form { terms, constant: -value, used };
        self.reduce(&mut form, limits)?;
        let g = content(Int::ZERO, form.terms.iter().map(|t| &t.1));
        if g.is_zero() {
            return Ok(if form.constant.is_zero() { Ok(()) } else { Err(form.used) });
        }
        if !form.constant.div_rem_euclid(&g).1.is_zero() {
            return Ok(Err(form.used));
        }
        if !g.is_one() {
            divide(&mut form.terms, &g);
            form.constant = form.constant.div_exact(&g);
            form.used.divisor *= g;
        }
        self.solve(form, limits).map(Ok)
    }

    /// Substitutes the solved variables in `form`.
    pub(crate) fn reduce(&self, form: &mut Form, limits: &Limits<'_>) -> Result<(), Stop> {
        while let Some((first, a)) = self.first_solved(&form.terms) {
            let equation = &self.solved[first as usize].equation;
            limits.charge(1 + (form.terms.len() + equation.terms.len()) as u64)?;
            self.substitute(form, first, &a);
        }
        Ok(())
    }

    /// The earliest equation that solves a variable of `terms`, and the variable's coefficient.
    fn first_solved(&self, terms: &Terms<u32>) -> Option<(u32, Int)> {
        let solvers = terms.iter().filter_map(|t| Some((self.solver_of[t.0 as usize]?, &t.1)));
        solvers.min_by_key(|s| s.0).map(|(i, a)| (i, a.clone()))
    }

    /// Removes the variable that equation `index` solves, of coefficient `a`.
    fn substitute(&self, form: &mut Form, index: u32, a: &Int) {
        let Solved { variable, equation } = &self.solved[index as usize];
        form.terms.retain(|t| t.0 != *variable);
        let k = -a;
        combine(&mut form.terms, &Int::ONE, &equation.terms, &k, |_, _| {});
        form.constant += &k * &equation.constant;
        form.used.add(&k, &equation.used);
    }

    /// Solves a reduced, primitive equation for a variable.
    fn solve(&mut self, mut form: Form, limits: &Limits<'_>) -> Result<(), Stop> {
        loop {
            limits.charge(1 + form.terms.len() as u64)?;
            let (x, a) = least_coefficient(&form.terms);
            if a.abs().is_one() {
                form.terms.retain(|t| t.0 != x);
                if a.is_positive() {
                    self.record(x, form);
                } else {
                    let mut negated = form;
                    negated.terms.iter_mut().for_each(|t| t.1 = -&t.1);
                    negated.constant = -negated.constant;
                    negated.used.multipliers.iter_mut().for_each(|t| t.1 = -&t.1);
                    self.record(x, negated);
                }
                return Ok(());
            }
            let index = self.rename(x, &a, &form.terms);
            self.substitute(&mut form, index, &a);
        }
    }

    fn record(&mut self, variable: u32, equation: Form) -> u32 {
        let index = base::id32(self.solved.len());
        self.solver_of[variable as usize] = Some(index);
        self.solved.push(Solved { variable, equation });
        index
    }

    /// Replaces `x` by a fresh `t` with `x = t - sum round(b / a) * y` over the other terms `b *
    /// y`.
    fn rename(&mut self, x: u32, a: &Int, terms: &Terms<u32>) -> u32 {
        let others = terms.iter().filter(|t| t.0 != x);
        let rounded = others.map(|t| (t.0, round_quotient(&t.1, a)));
        let mut definition: Terms<u32> = rounded.filter(|t| !t.1.is_zero()).collect();
        definition.push((self.fresh(), Int::from(-1)));
        let equation = Form { terms: definition, constant: Int::ZERO, used: Provenance::none() };
        self.record(x, equation)
    }

    /// The expression `sum of terms` with nothing substituted yet.
    pub(crate) fn form(terms: Terms<u32>) -> Form {
        Form { terms, constant: Int::ZERO, used: Provenance::none() }
    }

    /// Whether some variable of `terms` is solved.
    pub(crate) fn applies_to(&self, terms: &Terms<u32>) -> bool {
        terms.iter().any(|t| self.solver_of[t.0 as usize].is_some())
    }
}

fn least_coefficient(terms: &Terms<u32>) -> (u32, Int) {
    let least = terms.iter().min_by(|s, t| s.1.abs().cmp(&t.1.abs()));
    least.cloned().expect("an equation to solve has a variable")
}

/// The integer next to `b / a`.
fn round_quotient(b: &Int, a: &Int) -> Int {
    let two = Int::from(2);
    (&(b * &two) + a).div_floor(&(a * &two))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;

    fn add(e: &mut Equations, terms: &[(u32, i64)], value: i64) -> Result<(), Vec<u32>> {
        let budget = Budget::unlimited();
        let terms = terms.iter().map(|&(k, c)| (k, Int::from(c))).collect();
        let outcome = e.add(terms, &Int::from(value), &Limits::none(&budget)).unwrap();
        outcome.map_err(|p| p.equations().collect())
    }

    #[test]
    fn parity_is_refuted() {
        // 2x - 3y = 1 says y is odd, 2x - 2z = 4 nothing, 4w - y = 2 says y is even.
        let mut e = Equations::new(4);
        assert_eq!(add(&mut e, &[(0, 2), (1, -3)], 1), Ok(()));
        assert_eq!(add(&mut e, &[(0, 2), (2, -2)], 4), Ok(()));
        assert_eq!(add(&mut e, &[(1, -1), (3, 4)], 2), Err(vec![0, 2]));
    }

    #[test]
    fn provenance_cancels() {
        // Halving the first and dividing the second by 3, the first drops out of the refutation.
        let mut e = Equations::new(4);
        assert_eq!(add(&mut e, &[(0, 2), (1, 2)], 2), Ok(()));
        assert_eq!(add(&mut e, &[(0, 3), (1, 3), (2, 3)], 3), Ok(()));
        assert_eq!(add(&mut e, &[(0, 1), (1, 1), (2, 1), (3, 2)], 2), Err(vec![1, 2]));
    }

    #[test]
    fn residues_of_expressions() {
        // 7x + 12y = 5 has solutions only where x = 11 modulo 12.
        let mut e = Equations::new(2);
        assert_eq!(add(&mut e, &[(0, 7), (1, 12)], 5), Ok(()));
        let budget = Budget::unlimited();
        let mut form = Equations::form(vec![(0, Int::ONE)]);
        e.reduce(&mut form, &Limits::none(&budget)).unwrap();
        assert_eq!(form.terms.len(), 1);
        assert_eq!(form.terms[0].1.abs(), Int::from(12));
        assert_eq!(form.constant.div_rem_euclid(&Int::from(12)).1, Int::from(11));
    }
}
