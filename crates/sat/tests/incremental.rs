//! Long lives of one solver: scopes, assumptions, cores, new variables, with a propagator that
//! keeps part of the formula hidden. Brute force judges each answer.

mod common;

use base::Budget;
use common::hidden::{Hidden, Mood};
use common::{Rng, batsat_says, nervous, satisfiable};
use sat::{Config, Lit, NoPropagator, SolveResult, Solver, Value, Var};

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

struct Session {
    solver: Solver,
    theory: Hidden,
    reference: Reference,
    marks: Vec<Mark>,
    rng: Rng,
    answers: [u32; 2],
}

impl Session {
    fn new(seed: u64) -> Session {
        let mut rng = Rng(seed);
        let solver = Solver::new(nervous(&mut rng));
        let mood = Mood { define: 0, ..Mood::random(&mut rng) };
        let theory = Hidden::new(Vec::new(), Vec::new(), mood, rng.next());
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
        let len = 1 + self.rng.below(longest);
        self.rng.clause(self.reference.vars, len)
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
        let assumptions = self.rng.clause(self.reference.vars, n);
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

#[test]
fn long_lives() {
    let mut answers = [0; 2];
    for seed in 0..400 {
        let mut session = Session::new(seed);
        for _ in 0..80 {
            session.step();
        }
        answers = [answers[0] + session.answers[0], answers[1] + session.answers[1]];
    }
    assert!(answers.iter().all(|&n| n > 2000), "{answers:?}");
}

#[test]
fn what_does_not_depend_on_a_scope_survives_it() {
    let mut s = Solver::new(Config::default());
    let [a, b, c] = [(); 3].map(|()| s.new_var().positive());
    for clause in [[a, b], [a, !b], [!a, c], [!a, c]] {
        s.add_clause(&clause);
    }
    s.push();
    let budget = Budget::unlimited();
    // Refuting the assumption learns the unit `a` inside the scope; it depends on the outside only.
    assert_eq!(s.solve(&[!c], &mut NoPropagator, &budget), SolveResult::Unsat);
    s.pop();
    let conflicts = s.stats().conflicts;
    assert_eq!(s.solve(&[], &mut NoPropagator, &budget), SolveResult::Sat);
    assert!(s.fixed().contains(&a) && s.fixed().contains(&c));
    assert_eq!(s.stats().conflicts, conflicts, "nothing had to be learned again");
}

/// Larger formulas, where learned clauses get minimised, and another solver as the oracle.
#[test]
fn scopes_of_hard_formulas() {
    let mut rng = Rng(21);
    let mut answers = [0; 2];
    for _ in 0..60 {
        let vars = 20 + rng.below(20);
        let mut solver = Solver::new(Config { check: false, ..nervous(&mut rng) });
        (0..vars).for_each(|_| {
            solver.new_var();
        });
        let (mut clauses, mut marks): (Vec<Vec<Lit>>, Vec<usize>) = Default::default();
        for _ in 0..40 {
            let room = (46 * vars / 10).saturating_sub(clauses.len());
            if marks.len() < 5 && room > 0 && rng.chance(60) {
                solver.push();
                marks.push(clauses.len());
                for _ in 0..rng.below(2 * vars).min(room) {
                    let len = if rng.chance(8) { 1 } else { 3 };
                    clauses.push(rng.clause(vars, len));
                    solver.add_clause(&clauses[clauses.len() - 1]);
                }
            } else if let Some(mark) = marks.pop() {
                solver.pop();
                clauses.truncate(mark);
            }
            let result = solver.solve(&[], &mut NoPropagator, &Budget::unlimited());
            let expected = batsat_says(vars, &clauses);
            assert_eq!(result == SolveResult::Sat, expected);
            answers[usize::from(expected)] += 1;
        }
    }
    assert!(answers.iter().all(|&n| n > 300), "{answers:?}");
}

/// A learned clause may owe a removed literal to a fact of the scope.
#[test]
fn minimisation_counts_the_facts_of_a_scope() {
    let mut s = Solver::new(Config::default());
    let [r, q, p, t, u] = [(); 5].map(|()| s.new_var().positive());
    s.add_clause(&[!r, !u, q]);
    s.add_clause(&[!p, !r, t]);
    s.add_clause(&[!p, !q, !t]);
    s.push();
    s.add_clause(&[u]);
    let budget = Budget::unlimited();
    // The conflict is `!p | !r | !q`, and `q` follows from `r`, but only because of `u`.
    assert_eq!(s.solve(&[r, p], &mut NoPropagator, &budget), SolveResult::Unsat);
    assert_eq!(s.stats().minimized_literals, 1);
    s.pop();
    assert_eq!(s.solve(&[r, p], &mut NoPropagator, &budget), SolveResult::Sat);
}
