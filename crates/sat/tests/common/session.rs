//! The long life of one solver: scopes, assumptions, cores, new variables, with a propagator that
//! keeps part of the formula hidden. Brute force judges each answer.

use super::hidden::{Hidden, Mood};
use super::{clause, nervous, satisfiable, short_clause};
use base::Budget;
use choices::Choices;
use sat::{Lit, SolveResult, Solver, Value, Var};

/// What the solver should know.
#[derive(Default)]
struct Reference {
    vars: usize,
    clauses: Vec<Vec<Lit>>,
    groups: Vec<Vec<Lit>>,
}

/// Sizes at a push.
#[derive(Clone, Copy)]
struct Mark {
    vars: usize,
    clauses: usize,
    groups: usize,
    hidden: usize,
    hidden_groups: usize,
}

pub struct Session<'a> {
    solver: Solver,
    theory: Hidden,
    reference: Reference,
    marks: Vec<Mark>,
    rng: &'a mut Choices,
    /// How often it was satisfiable, and how often not.
    pub answers: [u32; 2],
}

impl<'a> Session<'a> {
    fn new(rng: &'a mut Choices) -> Session<'a> {
        let solver = Solver::new(nervous(rng));
        let mood = Mood { define: 0, ..Mood::random(rng) };
        let theory = Hidden::new(Vec::new(), Vec::new(), mood, rng.fork());
        let reference = Reference::default();
        let mut session =
            Session { solver, theory, reference, marks: Vec::new(), rng, answers: [0; 2] };
        (0..3).for_each(|_| session.new_var());
        session
    }

    fn new_var(&mut self) {
        if self.reference.vars < 10 {
            assert_eq!(self.solver.new_var(), Var(self.reference.vars as u32));
            self.reference.vars += 1;
        }
    }

    fn random_clause(&mut self, longest: usize) -> Vec<Lit> {
        short_clause(self.rng, self.reference.vars, longest)
    }

    fn mark(&self) -> Mark {
        Mark {
            vars: self.reference.vars,
            clauses: self.reference.clauses.len(),
            groups: self.reference.groups.len(),
            hidden: self.theory.clauses.len(),
            hidden_groups: self.theory.groups.len(),
        }
    }

    fn pop(&mut self) {
        let mark = self.marks.pop();
        assert_eq!(self.solver.pop(), mark.is_some());
        if let Some(mark) = mark {
            self.reference.vars = mark.vars;
            self.reference.clauses.truncate(mark.clauses);
            self.reference.groups.truncate(mark.groups);
            self.theory.truncate(mark.vars, mark.hidden, mark.hidden_groups);
        }
    }

    fn is_satisfiable(&self, assumptions: &[Lit]) -> bool {
        let units: Vec<Vec<Lit>> = assumptions.iter().map(|&l| vec![l]).collect();
        let clauses = self.reference.clauses.iter().chain(&self.theory.clauses).chain(&units);
        let groups = [self.reference.groups.clone(), self.theory.groups.clone()].concat();
        satisfiable(self.reference.vars, clauses, &groups)
    }

    fn check_sat(&mut self) {
        let n = self.rng.below(5);
        let assumptions = clause(self.rng, self.reference.vars, n);
        let budget = Budget::unlimited();
        let result = self.solver.solve(&assumptions, &mut self.theory, &budget);
        self.theory.assert_at_rest();
        if self.is_satisfiable(&assumptions) {
            assert_eq!(result, SolveResult::Sat);
            self.check_model(&assumptions);
            self.answers[0] += 1;
        } else {
            assert_eq!(result, SolveResult::Unsat);
            self.check_core(&assumptions);
            self.answers[1] += 1;
        }
    }

    fn check_model(&self, assumptions: &[Lit]) {
        let value = |l| self.solver.value(l) == Value::True;
        assert!(assumptions.iter().all(|&l| value(l)));
        let clauses = self.reference.clauses.iter().chain(&self.theory.clauses);
        assert!(clauses.clone().all(|c| c.iter().any(|&l| value(l))));
    }

    fn check_core(&mut self, assumptions: &[Lit]) {
        let core = self.solver.failed_assumptions().to_vec();
        assert!(core.iter().all(|l| assumptions.contains(l)), "{core:?} of {assumptions:?}");
        assert!(!self.is_satisfiable(&core), "{core:?} can hold");
    }

    fn step(&mut self) {
        match self.rng.below(14) {
            0 | 1 if self.marks.len() < 4 => {
                self.marks.push(self.mark());
                self.solver.push();
            }
            2 => self.pop(),
            3 => self.new_var(),
            4..=6 => {
                let clause = self.random_clause(4);
                self.solver.add_clause(&clause);
                self.reference.clauses.push(clause);
            }
            7 | 8 => {
                let clause = self.random_clause(4);
                self.theory.clauses.push(clause);
            }
            9 if self.rng.chance(30) => {
                let group = self.random_clause(3);
                self.solver.add_split(&group);
                self.reference.groups.push(group);
            }
            10 if self.rng.chance(30) => {
                let group = self.random_clause(3);
                self.theory.groups.push(group);
            }
            _ => self.check_sat(),
        }
    }
}

/// One life; how often the formula was satisfiable, and how often not.
pub fn scenario(rng: &mut Choices) -> [u32; 2] {
    let mut session = Session::new(rng);
    for _ in 0..80 {
        session.step();
    }
    session.answers
}
