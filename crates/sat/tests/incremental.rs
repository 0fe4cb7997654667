//! Long lives of one solver: scopes, assumptions, cores, new variables.

mod common;

use base::Budget;
use choices::Choices;
use common::{batsat_says, clause, nervous, session};
use sat::{Config, Lit, NoPropagator, SolveResult, Solver};

#[test]
fn long_lives() {
    let mut answers = [0; 2];
    for seed in 0..400 {
        let [sat, unsat] = session::scenario(&mut Choices::seeded(seed));
        answers = [answers[0] + sat, answers[1] + unsat];
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
    let conflicts = s.stats()[sat::Counter::Conflicts];
    assert_eq!(s.solve(&[], &mut NoPropagator, &budget), SolveResult::Sat);
    assert!(s.fixed().contains(&a) && s.fixed().contains(&c));
    assert_eq!(s.stats()[sat::Counter::Conflicts], conflicts, "nothing had to be learned again");
}

/// Larger formulas, where learned clauses get minimised, and another solver as the oracle.
#[test]
fn scopes_of_hard_formulas() {
    let mut rng = Choices::seeded(21);
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
                    clauses.push(clause(&mut rng, vars, len));
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
    assert_eq!(s.stats()[sat::Counter::MinimizedLiterals], 1);
    s.pop();
    assert_eq!(s.solve(&[r, p], &mut NoPropagator, &budget), SolveResult::Sat);
}
