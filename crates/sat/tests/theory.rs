//! Solving with a propagator that reveals a hidden formula piece by piece, against brute force.

mod common;

use base::Budget;
use choices::Choices;
use common::batsat_says;
use common::hidden::Mood;
use common::problem::{self, Problem};
use sat::{
    Config, Context, Counter, FinalCheck, Lit, Propagator, Reason, SolveResult, Solver, Stats,
    Unknown, Value,
};

/// What the hard formulas must have made the solver do.
const EXERCISED: [Counter; 10] = [
    Counter::Chronological,
    Counter::LateConflicts,
    Counter::TheoryConflicts,
    Counter::Explanations,
    Counter::Lemmas,
    Counter::Splits,
    Counter::Restarts,
    Counter::Forgotten,
    Counter::Collections,
    Counter::MinimizedLiterals,
];

#[test]
fn small_hidden_formulas_are_respected() {
    let mut rng = Choices::seeded(11);
    let sat = (0..4000).filter(|_| problem::scenario(&mut rng)).count();
    assert!((1000..3000).contains(&sat), "{sat} of 4000 are satisfiable");
}

#[test]
fn hard_hidden_formulas_are_respected() {
    let mut rng = Choices::seeded(13);
    let (mut sum, mut sat) = (Stats::default(), 0);
    for round in 0..150 {
        let problem = Problem::hard(&mut rng);
        let mood = Mood::secretive(&mut rng);
        let (mut solver, mut theory) = problem.pose(&mut rng, mood);
        let result = solver.solve(&[], &mut theory, &Budget::unlimited());
        theory.assert_at_rest();
        if batsat_says(problem.vars, &problem.clauses()) {
            assert_eq!(result, SolveResult::Sat, "round {round}");
            assert!(problem.is_model(&solver), "round {round}");
            sat += 1;
        } else {
            assert_eq!(result, SolveResult::Unsat, "round {round}");
        }
        for counter in EXERCISED {
            sum.add(counter, solver.stats()[counter]);
        }
    }
    assert!((30..120).contains(&sat), "{sat} of 150 are satisfiable");
    assert!(EXERCISED.iter().all(|&c| sum[c] > 50), "{sum:?}");
}

#[test]
fn giving_up_is_not_an_answer() {
    let mut rng = Choices::seeded(12);
    let mut given_up = 0;
    for _ in 0..500 {
        let problem = Problem::small(&mut rng);
        let mood = Mood { give_up: 50, ..Mood::random(&mut rng) };
        let (mut solver, mut theory) = problem.pose(&mut rng, mood);
        match solver.solve(&[], &mut theory, &Budget::unlimited()) {
            SolveResult::Sat => assert!(problem.is_model(&solver)),
            SolveResult::Unsat => assert!(!problem.is_satisfiable()),
            result => {
                assert_eq!(result, SolveResult::Unknown(Unknown::GaveUp));
                given_up += 1;
            }
        }
    }
    assert!(given_up > 50);
}

/// Adds the given clauses in one go once two levels are open.
struct Script(Vec<Vec<Lit>>);

impl Propagator for Script {
    fn assigned(&mut self, _: &[Lit]) {}
    fn new_level(&mut self) {}
    fn backtrack(&mut self, _: u32) {}
    fn propagate(&mut self, cx: &mut Context<'_>) {
        if cx.level() == 2 {
            self.0.drain(..).for_each(|c| cx.add_clause(&c, false));
        }
    }
    fn final_check(&mut self, _: &mut Context<'_>) -> FinalCheck {
        FinalCheck::Consistent
    }
    fn explain(&mut self, lit: Lit, _: Reason, _: &mut Vec<Lit>) {
        panic!("{lit} was not propagated");
    }
}

/// The second clause undoes what the first one says, and the third one says the contrary before
/// anybody could notice.
#[test]
fn a_late_unit_is_not_forgotten() {
    for reimply in [false, true] {
        let mut s = Solver::new(Config { reimply, check: true, ..Config::default() });
        let [y, z, x] = [(); 3].map(|()| s.new_var().positive());
        let mut script = Script(vec![vec![x], vec![z, y], vec![!x, y]]);
        assert_eq!(s.solve(&[], &mut script, &Budget::unlimited()), SolveResult::Sat);
        assert!(script.0.is_empty());
        assert_eq!([x, y].map(|l| s.value(l)), [Value::True; 2]);
    }
}

/// A group that arrives when a member is true makes the others false at that member's level.
#[test]
fn a_late_split_is_enforced() {
    struct Split(Vec<Lit>, bool);
    impl Propagator for Split {
        fn assigned(&mut self, _: &[Lit]) {}
        fn new_level(&mut self) {}
        fn backtrack(&mut self, _: u32) {}
        fn propagate(&mut self, cx: &mut Context<'_>) {
            if cx.level() == 2 && !self.1 {
                self.1 = true;
                cx.split(&self.0);
            } else if self.1 {
                assert_eq!(cx.value(self.0[1]), Value::False);
                assert_eq!(cx.level_of(self.0[1]), Some(1));
            }
        }
        fn final_check(&mut self, _: &mut Context<'_>) -> FinalCheck {
            FinalCheck::Consistent
        }
        fn explain(&mut self, lit: Lit, _: Reason, _: &mut Vec<Lit>) {
            panic!("{lit} was not propagated");
        }
    }
    let mut s = Solver::new(Config::default());
    let [a, b, c] = [(); 3].map(|()| s.new_var().positive());
    let mut split = Split(vec![a, c], false);
    assert_eq!(s.solve(&[a, b], &mut split, &Budget::unlimited()), SolveResult::Sat);
    assert!(split.1);
}

/// The first decision goes to the preferred literal, in its phase, if the switch is on.
#[test]
fn preferences_lead_the_search() {
    struct Watcher(Vec<Lit>, Vec<Lit>);
    impl Propagator for Watcher {
        fn assigned(&mut self, lits: &[Lit]) {
            self.1.extend(lits);
        }
        fn new_level(&mut self) {}
        fn backtrack(&mut self, _: u32) {}
        fn propagate(&mut self, cx: &mut Context<'_>) {
            self.0.drain(..).zip([0.1, -0.5, 0.5]).for_each(|(l, w)| cx.prefer(l, w));
        }
        fn final_check(&mut self, _: &mut Context<'_>) -> FinalCheck {
            FinalCheck::Consistent
        }
        fn explain(&mut self, lit: Lit, _: Reason, _: &mut Vec<Lit>) {
            panic!("{lit} was not propagated");
        }
    }
    for theory_branching in [true, false] {
        let mut s = Solver::new(Config { theory_branching, ..Config::default() });
        let [a, b, c, d] = [(); 4].map(|()| s.new_var().positive());
        [a, b, c, d].iter().for_each(|l| s.observe(l.var()));
        let mut watcher = Watcher(vec![b, a, d], Vec::new());
        assert_eq!(s.solve(&[], &mut watcher, &Budget::unlimited()), SolveResult::Sat);
        let expected = if theory_branching { [d, b, !c, !a] } else { [!a, !b, !c, !d] };
        assert_eq!(watcher.1, expected);
    }
}

/// The propagator hears of assumptions one by one, but draws its conclusions once, from all of them.
#[test]
fn conclusions_wait_for_all_assumptions() {
    #[derive(Default)]
    struct Counter {
        levels: usize,
        calls_at: Vec<usize>,
    }
    impl Propagator for Counter {
        fn assigned(&mut self, _: &[Lit]) {}
        fn new_level(&mut self) {
            self.levels += 1;
        }
        fn backtrack(&mut self, levels: u32) {
            self.levels -= levels as usize;
        }
        fn propagate(&mut self, _: &mut Context<'_>) {
            self.calls_at.push(self.levels);
        }
        fn final_check(&mut self, _: &mut Context<'_>) -> FinalCheck {
            FinalCheck::Consistent
        }
        fn explain(&mut self, lit: Lit, _: Reason, _: &mut Vec<Lit>) {
            panic!("{lit} was not propagated");
        }
    }
    let mut s = Solver::new(Config::default());
    let assumptions: Vec<Lit> = (0..10).map(|_| s.new_var().positive()).collect();
    assumptions.iter().for_each(|l| s.observe(l.var()));
    let mut counter = Counter::default();
    let result = s.solve(&assumptions, &mut counter, &Budget::unlimited());
    assert_eq!(result, SolveResult::Sat);
    assert_eq!(counter.calls_at, [10]);
}
