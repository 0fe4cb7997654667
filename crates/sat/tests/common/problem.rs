//! A formula, part of which only a propagator knows, against brute force.

use super::hidden::{Hidden, Mood};
use super::{clause, nervous, satisfiable, short_clause};
use base::Budget;
use choices::Choices;
use sat::{Lit, SolveResult, Solver, Value};

/// A random formula, part of it hidden.
pub struct Problem {
    pub vars: usize,
    open: Vec<Vec<Lit>>,
    hidden: Vec<Vec<Lit>>,
    groups: Vec<Vec<Lit>>,
}

impl Problem {
    pub fn small(rng: &mut Choices) -> Problem {
        let vars = 3 + rng.below(8);
        let mut clauses =
            || -> Vec<Vec<Lit>> { (0..vars).map(|_| short_clause(rng, vars, 4)).collect() };
        let (open, hidden) = (clauses(), clauses());
        let groups = (0..rng.below(3))
            .map(|_| {
                let len = rng.below(5);
                clause(rng, vars, len)
            })
            .collect();
        Problem { vars, open, hidden, groups }
    }

    /// Near the satisfiability threshold.
    pub fn hard(rng: &mut Choices) -> Problem {
        let vars = 20 + rng.below(25);
        let (shown, all) = (rng.below(4 * vars), 42 * vars / 10);
        let mut hidden: Vec<Vec<Lit>> = (0..all).map(|_| clause(rng, vars, 3)).collect();
        let open = hidden.split_off(all - shown);
        let groups = (0..rng.below(2)).map(|_| clause(rng, vars, 3)).collect();
        Problem { vars, open, hidden, groups }
    }

    /// Everything as clauses.
    pub fn clauses(&self) -> Vec<Vec<Lit>> {
        let mut clauses = [self.open.clone(), self.hidden.clone()].concat();
        for group in &self.groups {
            let pairs = group.iter().flat_map(|&p| group.iter().map(move |&q| (p, q)));
            clauses.extend(pairs.filter(|(p, q)| p < q).map(|(p, q)| vec![!p, !q]));
        }
        clauses
    }

    /// A solver that knows the open part, and a propagator that knows the rest.
    pub fn pose(&self, rng: &mut Choices, mood: Mood) -> (Solver, Hidden) {
        let mut solver = Solver::new(nervous(rng));
        (0..self.vars).for_each(|_| {
            solver.new_var();
        });
        self.open.iter().for_each(|c| {
            solver.add_clause(c);
        });
        (solver, Hidden::new(self.hidden.clone(), self.groups.clone(), mood, rng.fork()))
    }

    pub fn is_satisfiable(&self) -> bool {
        satisfiable(self.vars, self.open.iter().chain(&self.hidden), &self.groups)
    }

    pub fn is_model(&self, solver: &Solver) -> bool {
        self.clauses().iter().all(|c| c.iter().any(|&l| solver.value(l) == Value::True))
    }
}

/// One small formula; whether it is satisfiable.
pub fn scenario(rng: &mut Choices) -> bool {
    let problem = Problem::small(rng);
    let mood = Mood::random(rng);
    let (mut solver, mut theory) = problem.pose(rng, mood);
    let result = solver.solve(&[], &mut theory, &Budget::unlimited());
    theory.assert_at_rest();
    let satisfiable = problem.is_satisfiable();
    if satisfiable {
        assert_eq!(result, SolveResult::Sat);
        assert!(problem.is_model(&solver));
    } else {
        assert_eq!(result, SolveResult::Unsat);
    }
    satisfiable
}
