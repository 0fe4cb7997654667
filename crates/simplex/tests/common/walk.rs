//! Random walks over one engine: assert, propagate, check, push and pop, everything compared with
//! enumeration of a box.

use super::{dot, int, points};
use base::{Budget, Int};
use choices::Choices;
use simplex::{Col, Conflict, Implied, IntOutcome, Reason, Side, Simplex};
use std::sync::Arc;

/// A bound on a sum: `sum <= value` or `sum >= value`.
#[derive(Clone, Debug)]
struct Fact {
    sum: usize,
    side: Side,
    value: i64,
}

impl Fact {
    fn holds(&self, sums: &[Vec<i64>], x: &[i64]) -> bool {
        let v = dot(&sums[self.sum], x);
        if self.side == Side::Lower { v >= self.value } else { v <= self.value }
    }
}

/// An implied bound, the number of facts made before it, and its scope.
struct Old {
    implied: Implied,
    made: usize,
    scope: usize,
}

pub struct Walk<'a> {
    rng: &'a mut Choices,
    pub simplex: Simplex,
    budget: Budget,
    cols: Vec<Col>,
    /// Coefficients of each column over the variables.
    sums: Vec<Vec<i64>>,
    /// All facts ever made, numbered by reason.
    facts: Vec<Fact>,
    active: Vec<usize>,
    scopes: Vec<usize>,
    box_points: Vec<Vec<i64>>,
    old: Vec<Old>,
    /// How many checks ran out of steps.
    pub interrupted: u64,
}

const VARIABLES: usize = 3;
const RADIUS: i64 = 5;

impl<'a> Walk<'a> {
    fn new(rng: &'a mut Choices) -> Walk<'a> {
        let mut simplex = Simplex::new();
        let vars: Vec<Col> = (0..VARIABLES).map(|_| simplex.new_col()).collect();
        let mut sums: Vec<Vec<i64>> = Vec::new();
        for i in 0..VARIABLES {
            sums.push((0..VARIABLES).map(|j| i64::from(i == j)).collect());
        }
        let mut cols = vars.clone();
        for _ in 0..rng.range(1, 5) {
            let sum: Vec<i64> = (0..VARIABLES).map(|_| rng.range(-4, 4)).collect();
            let terms: Vec<(Col, Int)> =
                vars.iter().zip(&sum).map(|(&c, &a)| (c, int(a))).collect();
            cols.push(simplex.define(&terms));
            sums.push(sum);
        }
        let mut tunables = rng.tunables("simplex");
        if rng.chance(50) {
            // A walk is too short for many branches and steps.
            (tunables.simplex.dive_branches, tunables.simplex.dive_share) = (0, 1);
        }
        let budget = Budget::unlimited().with_tunables(Arc::new(tunables));
        let box_points = points(VARIABLES, RADIUS);
        Walk {
            rng,
            simplex,
            budget,
            cols,
            sums,
            facts: Vec::new(),
            active: Vec::new(),
            scopes: Vec::new(),
            box_points,
            old: Vec::new(),
            interrupted: 0,
        }
    }

    fn holds(&self, facts: &[usize], x: &[i64]) -> bool {
        facts.iter().all(|&f| self.facts[f].holds(&self.sums, x))
    }

    fn satisfiable(&self, facts: &[usize]) -> bool {
        self.box_points.iter().any(|x| self.holds(facts, x))
    }

    fn indices(reasons: &[Reason]) -> Vec<usize> {
        reasons.iter().map(|r| r.0 as usize).collect()
    }

    fn check_conflict(&self, conflict: &Conflict) {
        let used = Self::indices(&conflict.reasons);
        assert!(used.iter().all(|f| self.active.contains(f)), "reasons were asserted");
        assert!(!self.satisfiable(&used), "conflict is infeasible");
        let plain = conflict.farkas.len() == used.len();
        if plain && !conflict.farkas.is_empty() {
            for skip in 0..used.len() {
                let rest: Vec<usize> = used.iter().copied().filter(|&f| f != used[skip]).collect();
                assert!(self.rationally_feasible(&rest), "conflict is irredundant");
            }
        }
    }

    fn rationally_feasible(&self, facts: &[usize]) -> bool {
        let mut s = Simplex::new();
        let vars: Vec<Col> = (0..VARIABLES).map(|_| s.new_col()).collect();
        for &f in facts {
            let fact = &self.facts[f];
            let sum = &self.sums[fact.sum];
            let terms: Vec<_> = vars.iter().zip(sum).map(|(&c, &a)| (c, int(a))).collect();
            let col = s.define(&terms);
            let outcome = match fact.side {
                Side::Lower => s.assert_lower(col, int(fact.value), Reason(0)),
                Side::Upper => s.assert_upper(col, int(fact.value), Reason(0)),
            };
            if outcome.is_err() {
                return false;
            }
        }
        s.check(&Budget::unlimited()).unwrap().is_ok()
    }

    /// Asserts a random bound; false if that was a conflict.
    fn assert_fact(&mut self, fact: Fact) -> bool {
        let reason = Reason(self.facts.len() as u32);
        let (col, value) = (self.cols[fact.sum], int(fact.value));
        let side = fact.side;
        self.active.push(self.facts.len());
        self.facts.push(fact);
        let outcome = match side {
            Side::Lower => self.simplex.assert_lower(col, value, reason),
            Side::Upper => self.simplex.assert_upper(col, value, reason),
        };
        if let Err(conflict) = outcome {
            self.check_conflict(&conflict);
            self.active.pop();
            return false;
        }
        true
    }

    fn random_fact(&mut self) -> Fact {
        let sum = self.rng.below(self.cols.len());
        let side = if self.rng.chance(50) { Side::Lower } else { Side::Upper };
        Fact { sum, side, value: self.rng.range(-7, 7) }
    }

    fn propagate(&mut self) -> bool {
        let mut implied = Vec::new();
        let outcome = self.simplex.propagate(&self.budget, &mut implied).unwrap();
        self.check_implied(&implied);
        let (made, scope) = (self.facts.len(), self.scopes.len());
        self.old.extend(implied.into_iter().map(|i| Old { implied: i, made, scope }));
        if let Err(conflict) = outcome {
            self.check_conflict(&conflict);
            return false;
        }
        true
    }

    fn check_implied(&self, implied: &[Implied]) {
        for i in implied {
            let mut reasons = Vec::new();
            self.simplex.explain(i.id, &mut reasons);
            let used = Self::indices(&reasons);
            assert!(used.iter().all(|f| self.active.contains(f)));
            let sum = &self.sums[self.cols.iter().position(|&c| c == i.col).unwrap()];
            for x in self.box_points.iter().filter(|x| self.holds(&used, x)) {
                let v = int(dot(sum, x));
                assert!(if i.side == Side::Lower { v >= i.bound } else { v <= i.bound });
            }
        }
    }

    /// What was implied earlier is still explained, and by what was there at the time.
    fn check_causality(&self) {
        for old in &self.old {
            self.check_implied(std::slice::from_ref(&old.implied));
            let mut reasons = Vec::new();
            self.simplex.explain(old.implied.id, &mut reasons);
            assert!(reasons.iter().all(|r| (r.0 as usize) < old.made), "explanation is causal");
        }
    }

    /// An optimum is implied, and no farther than the rounded values of the relaxation.
    fn optimize(&mut self) -> bool {
        if !self.check() {
            return false;
        }
        let at = self.rng.below(self.cols.len());
        let col = self.cols[at];
        let (side, found) = if self.rng.chance(50) {
            (Side::Upper, self.simplex.maximize(col, &self.budget).unwrap())
        } else {
            (Side::Lower, self.simplex.minimize(col, &self.budget).unwrap())
        };
        self.simplex.assert_invariants();
        match found {
            Some(implied) => {
                self.check_implied(std::slice::from_ref(&implied));
                let value = self.simplex.rational_value(col);
                let round = if side == Side::Upper { value.floor() } else { value.ceil() };
                assert_eq!(implied.bound, round, "the bound is attained but for rounding");
            }
            None => assert!(self.simplex.bound(col, side).is_none()),
        }
        true
    }

    fn check(&mut self) -> bool {
        if let Err(conflict) = self.simplex.check(&self.budget).unwrap() {
            self.check_conflict(&conflict);
            return false;
        }
        self.simplex.assert_invariants();
        for &f in &self.active {
            let Fact { sum, side, value } = self.facts[f];
            let got = self.simplex.rational_value(self.cols[sum]);
            let order = got.cmp_int(&int(value));
            assert!(if side == Side::Lower { order.is_ge() } else { order.is_le() });
        }
        true
    }

    fn check_int(&mut self) -> bool {
        let outcome = self.simplex.check_int(&self.budget).unwrap();
        self.simplex.assert_invariants();
        match outcome {
            IntOutcome::Conflict(conflict) => {
                self.check_conflict(&conflict);
                return false;
            }
            IntOutcome::Branch { .. } => {}
            IntOutcome::Feasible => {
                let value = |&c: &Col| self.simplex.value(c).to_i64().unwrap();
                let x: Vec<i64> = self.cols[..VARIABLES].iter().map(value).collect();
                assert!(self.holds(&self.active, &x), "model holds");
                for (col, sum) in self.cols.iter().zip(&self.sums) {
                    assert_eq!(self.simplex.value(*col), int(dot(sum, &x)));
                }
            }
        }
        true
    }

    fn push(&mut self) {
        self.simplex.push();
        self.scopes.push(self.active.len());
    }

    /// A check that runs out of steps leaves everything in order.
    fn interrupted_check(&mut self) {
        let budget = Budget::unlimited().with_steps(1 + self.rng.below(30) as u64);
        let stopped = if self.rng.chance(50) {
            self.simplex.check(&budget).is_err()
        } else {
            self.simplex.check_int(&budget).is_err()
        };
        self.interrupted += u64::from(stopped);
        self.simplex.assert_invariants();
    }

    fn pop(&mut self, n: usize) {
        let keep = self.scopes.len() - n;
        self.active.truncate(self.scopes[keep]);
        self.scopes.truncate(keep);
        self.old.retain(|o| o.scope <= keep);
        self.simplex.pop(n);
        self.simplex.assert_invariants();
    }

    fn step(&mut self) {
        let consistent = match self.rng.range(0, 12) {
            0 | 1 => {
                self.push();
                true
            }
            2..=5 => {
                let fact = self.random_fact();
                self.assert_fact(fact)
            }
            6 => self.propagate(),
            7 => self.check(),
            8 => self.check_int(),
            9 => self.optimize(),
            10 => {
                self.check_causality();
                true
            }
            11 => {
                self.interrupted_check();
                true
            }
            _ => {
                let n = self.rng.below(self.scopes.len()) + 1;
                self.pop(n);
                true
            }
        };
        if !consistent {
            self.pop(1);
        }
        if self.scopes.is_empty() {
            self.push();
        }
    }
}

/// One walk.
pub fn scenario(rng: &mut Choices) -> Walk<'_> {
    let mut walk = Walk::new(rng);
    walk.push();
    for _ in 0..100 {
        walk.step();
    }
    walk
}
