//! Shared by the tests: random formulas, a brute-force oracle, and scenarios, which the tests run on
//! fixed sequences of choices and `fuzz/` on inputs guided by coverage.
#![allow(dead_code, reason = "every test binary uses its own part")]

pub mod hidden;
pub mod plain;
pub mod problem;
pub mod session;

use choices::Choices;
use sat::{Config, Lit, Var};

/// A literal over the first `vars` variables.
pub fn lit(rng: &mut Choices, vars: usize) -> Lit {
    Lit::new(Var(rng.below(vars) as u32), rng.chance(50))
}

pub fn clause(rng: &mut Choices, vars: usize, len: usize) -> Vec<Lit> {
    (0..len).map(|_| lit(rng, vars)).collect()
}

/// A clause of 1 to `longest` literals.
pub fn short_clause(rng: &mut Choices, vars: usize, longest: usize) -> Vec<Lit> {
    let len = 1 + rng.below(longest);
    clause(rng, vars, len)
}

/// A configuration in which everything happens often, checked all the time.
pub fn nervous(rng: &mut Choices) -> Config {
    Config {
        seed: rng.below(3) as u64,
        theory_branching: rng.chance(80),
        case_splits: rng.chance(70),
        minimize_through_theory: rng.chance(70),
        reimply: rng.chance(70),
        default_phase: rng.chance(50),
        restart_interval: 1 + rng.below(3) as u64,
        restart_margin: 0.9,
        stable_unit: 2,
        mode_interval: 5,
        rephase_interval: 7,
        reduce_interval: 2 + rng.below(5) as u64,
        simplify_interval: rng.below(30) as u64,
        chronological: [0, 1, 2, 100][rng.below(4)],
        check: true,
        ..Config::from(&rng.tunables("sat").sat)
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
