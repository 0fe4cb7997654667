//! Plain SAT: small formulas of all densities against brute force.

use super::{nervous, satisfiable, short_clause};
use base::Budget;
use choices::Choices;
use sat::{Cnf, Config, Lit, NoPropagator, SolveResult, Solver, Value};

pub fn solve(solver: &mut Solver, assumptions: &[Lit]) -> SolveResult {
    solver.solve(assumptions, &mut NoPropagator, &Budget::unlimited())
}

pub fn solver_of(config: Config, vars: usize, clauses: &[Vec<Lit>]) -> Solver {
    let mut solver = Solver::new(config);
    Cnf { num_vars: vars, clauses: clauses.to_vec() }.load(&mut solver);
    solver
}

pub fn assert_model(solver: &Solver, clauses: &[Vec<Lit>]) {
    for clause in clauses {
        assert!(clause.iter().any(|&l| solver.value(l) == Value::True), "{clause:?} is false");
    }
}

/// One formula.
pub fn scenario(rng: &mut Choices) {
    let vars = 1 + rng.below(9);
    let ratio = 10 + rng.below(50);
    let clauses: Vec<Vec<Lit>> =
        (0..vars * ratio / 10).map(|_| short_clause(rng, vars, 4)).collect();
    let mut solver = solver_of(nervous(rng), vars, &clauses);
    let result = solve(&mut solver, &[]);
    if satisfiable(vars, clauses.iter(), &[]) {
        assert_eq!(result, SolveResult::Sat);
        assert_model(&solver, &clauses);
    } else {
        assert_eq!(result, SolveResult::Unsat);
        assert!(solver.failed_assumptions().is_empty());
    }
}
