//! Plain SAT, against brute force, another solver, and formulas with known answers.

mod common;

use base::{Budget, Interrupted, Limits};
use choices::Choices;
use common::plain::{self, assert_model, solve, solver_of};
use common::{batsat_says, clause, nervous};
use sat::{Cnf, Config, Lit, NoPropagator, SolveResult, Solver, Unknown, Value, Var};

#[test]
fn agrees_with_brute_force() {
    let mut rng = Choices::seeded(1);
    (0..1500).for_each(|_| plain::scenario(&mut rng));
}

#[test]
fn agrees_with_another_solver_near_the_threshold() {
    let mut rng = Choices::seeded(2);
    let mut sat = 0;
    for round in 0..60 {
        let vars = 40 + rng.below(60);
        let clauses: Vec<Vec<Lit>> =
            (0..vars * 43 / 10).map(|_| clause(&mut rng, vars, 3)).collect();
        let config = if round % 2 == 0 { Config::default() } else { nervous(&mut rng) };
        let mut solver = solver_of(Config { check: vars < 60, ..config }, vars, &clauses);
        let result = solve(&mut solver, &[]);
        assert_eq!(result == SolveResult::Sat, batsat_says(vars, &clauses));
        if result == SolveResult::Sat {
            assert_model(&solver, &clauses);
            sat += 1;
        }
    }
    assert!((10..50).contains(&sat), "{sat} of 60 are satisfiable");
}

/// `pigeons` pigeons in one hole less.
fn pigeonhole(pigeons: u32) -> (usize, Vec<Vec<Lit>>) {
    let holes = pigeons - 1;
    let sits = |p: u32, h: u32| Var(p * holes + h).positive();
    let mut clauses: Vec<Vec<Lit>> =
        (0..pigeons).map(|p| (0..holes).map(|h| sits(p, h)).collect()).collect();
    for h in 0..holes {
        for p in 0..pigeons {
            clauses.extend((0..p).map(|q| vec![!sits(p, h), !sits(q, h)]));
        }
    }
    ((pigeons * holes) as usize, clauses)
}

#[test]
fn pigeons_do_not_fit() {
    for pigeons in 2..8 {
        let (vars, clauses) = pigeonhole(pigeons);
        let mut solver = solver_of(Config::default(), vars, &clauses);
        assert_eq!(solve(&mut solver, &[]), SolveResult::Unsat);
        let mut solver = solver_of(Config::default(), vars, &clauses[1..]);
        assert_eq!(solve(&mut solver, &[]), SolveResult::Sat);
        assert_model(&solver, &clauses[1..]);
    }
}

#[test]
fn pigeons_with_split_groups() {
    for pigeons in 2..8 {
        let (vars, clauses) = pigeonhole(pigeons);
        let pigeons = pigeons as usize;
        let mut solver = solver_of(Config::default(), vars, &clauses[..pigeons]);
        assert_eq!(solve(&mut solver, &[]), SolveResult::Sat);
        for hole in 0..pigeons - 1 {
            let group: Vec<Lit> = clauses[..pigeons].iter().map(|c| c[hole]).collect();
            solver.add_split(&group);
        }
        assert_eq!(solve(&mut solver, &[]), SolveResult::Unsat);
    }
}

/// A chain of exclusive ors over `n` variables and two chains of partial sums that must differ.
fn parity(n: u32) -> (usize, Vec<Vec<Lit>>) {
    let mut clauses = Vec::new();
    let mut next = n;
    let ends: Vec<Lit> = [false, true]
        .into_iter()
        .map(|reversed| {
            let order: Vec<u32> = if reversed { (0..n).rev().collect() } else { (0..n).collect() };
            order[1..].iter().fold(Var(order[0]).positive(), |sum, &v| {
                let (a, b, c) = (sum, Var(v).positive(), Var(next).positive());
                next += 1;
                clauses.extend([vec![!a, !b, !c], vec![a, b, !c], vec![!a, b, c], vec![a, !b, c]]);
                c
            })
        })
        .collect();
    clauses.extend([vec![ends[0], ends[1]], vec![!ends[0], !ends[1]]]);
    (next as usize, clauses)
}

#[test]
fn parity_does_not_depend_on_order() {
    let (vars, clauses) = parity(8);
    let mut solver = solver_of(Config::default(), vars, &clauses);
    assert_eq!(solve(&mut solver, &[]), SolveResult::Unsat);
    let mut solver = solver_of(Config::default(), vars, &clauses[..clauses.len() - 1]);
    assert_eq!(solve(&mut solver, &[]), SolveResult::Sat);
    assert_model(&solver, &clauses[..clauses.len() - 1]);
}

#[test]
fn trivial_inputs() {
    let mut s = Solver::new(Config::default());
    assert_eq!(solve(&mut s, &[]), SolveResult::Sat);
    assert!(!s.add_clause(&[]));
    assert_eq!(solve(&mut s, &[]), SolveResult::Unsat);
    let mut s = Solver::new(Config::default());
    let a = s.new_var().positive();
    assert!(s.add_clause(&[a, !a]) && s.add_clause(&[a, a]));
    assert_eq!(solve(&mut s, &[!a]), SolveResult::Unsat);
    assert_eq!(s.failed_assumptions(), &[!a]);
    assert_eq!(solve(&mut s, &[]), SolveResult::Sat);
    assert_eq!(s.fixed(), &[a]);
    assert!(!s.add_clause(&[!a]));
}

#[test]
fn equal_calls_give_equal_searches() {
    let mut rng = Choices::seeded(3);
    let clauses: Vec<Vec<Lit>> = (0..400).map(|_| clause(&mut rng, 95, 3)).collect();
    let run = |seed| {
        let mut solver = solver_of(Config { seed, ..Config::default() }, 95, &clauses);
        solve(&mut solver, &[]);
        *solver.stats()
    };
    assert_eq!(run(0), run(0));
    assert_eq!(run(7), run(7));
    assert_ne!(run(0), run(7));
}

#[test]
fn interruption_loses_nothing() {
    let (vars, clauses) = pigeonhole(7);
    let mut solver = solver_of(Config { check: true, ..Config::default() }, vars, &clauses);
    let stopped = Budget::unlimited().with_steps(500);
    let result = solver.solve(&[], &mut NoPropagator, &stopped);
    assert_eq!(result, SolveResult::Unknown(Unknown::Interrupted(Interrupted::Steps)));
    let budget = Budget::unlimited();
    let mut rounds = 0;
    loop {
        let limits = Limits::new(&budget, 4000);
        match solver.solve_within(&[], &mut NoPropagator, &limits) {
            SolveResult::Unsat => break,
            result => assert_eq!(result, SolveResult::Unknown(Unknown::Allowance)),
        }
        rounds += 1;
        assert!(rounds < 1000);
    }
    assert!(rounds > 3, "only {rounds} interruptions");
}

#[test]
fn reads_and_solves_dimacs() {
    let cnf = Cnf::parse("p cnf 3 4\n1 2 0\n-1 3 0\n-2 3 0\n-3 -1 0\n").unwrap();
    let mut solver = Solver::new(Config::default());
    cnf.load(&mut solver);
    assert_eq!(solve(&mut solver, &[]), SolveResult::Sat);
    let values: Vec<Value> = (0..3).map(|v| solver.value(Var(v).positive())).collect();
    assert_eq!(values, [Value::False, Value::True, Value::True]);
}
