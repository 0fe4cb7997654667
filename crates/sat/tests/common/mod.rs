//! Shared by the tests: a random number generator, random formulas, and a brute-force oracle.
#![allow(dead_code)]

pub mod hidden;

use sat::{Config, Lit, Var};

/// SplitMix64.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// True in `percent` of all cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn lit(&mut self, vars: usize) -> Lit {
        Lit::new(Var(self.below(vars) as u32), self.chance(50))
    }

    pub fn clause(&mut self, vars: usize, len: usize) -> Vec<Lit> {
        (0..len).map(|_| self.lit(vars)).collect()
    }
}

/// A configuration in which everything happens often, checked all the time.
pub fn nervous(rng: &mut Rng) -> Config {
    Config {
        seed: rng.next() % 3,
        theory_branching: rng.chance(80),
        case_splits: rng.chance(70),
        minimize_through_theory: rng.chance(70),
        reimply: rng.chance(70),
        default_phase: rng.chance(50),
        restart_interval: 1 + rng.next() % 3,
        restart_margin: 0.9,
        stable_unit: 2,
        mode_interval: 5,
        rephase_interval: 7,
        reduce_interval: 2 + rng.next() % 5,
        simplify_interval: rng.next() % 30,
        check: true,
        ..Config::default()
    }
}

/// Whether bit vector `model` makes `lit` true.
pub fn holds(model: u32, lit: Lit) -> bool {
    (model >> lit.var().0 & 1 == 1) == lit.is_positive()
}

pub fn satisfied(model: u32, clause: &[Lit]) -> bool {
    clause.iter().any(|&l| holds(model, l))
}

/// Whether at most one distinct member of `group` is true.
pub fn exclusive(model: u32, group: &[Lit]) -> bool {
    let mut members: Vec<Lit> = group.iter().copied().filter(|&l| holds(model, l)).collect();
    members.sort_unstable();
    members.dedup();
    members.len() <= 1
}

/// Whether some assignment of `vars` variables satisfies everything.
pub fn satisfiable<'a>(
    vars: usize,
    clauses: impl Iterator<Item = &'a Vec<Lit>> + Clone,
    groups: &[Vec<Lit>],
) -> bool {
    (0..1u32 << vars)
        .any(|m| clauses.clone().all(|c| satisfied(m, c)) && groups.iter().all(|g| exclusive(m, g)))
}

/// What another solver says: whether the clauses are satisfiable.
pub fn batsat_says(vars: usize, clauses: &[Vec<Lit>]) -> bool {
    use batsat::SolverInterface;
    let mut other = batsat::BasicSolver::default();
    let names: Vec<batsat::Var> = (0..vars).map(|_| other.new_var_default()).collect();
    for clause in clauses {
        let mut c: Vec<batsat::Lit> = clause
            .iter()
            .map(|l| batsat::Lit::new(names[l.var().0 as usize], l.is_positive()))
            .collect();
        other.add_clause_reuse(&mut c);
    }
    other.solve_limited(&[]) == batsat::lbool::TRUE
}
