//! The decision procedure for a few rows against enumeration.

use super::{dot, int, points};
use base::{Budget, Int, Limits};
use choices::Choices;
use simplex::{Col, Decision, Ilp, Reason, Relation};

#[derive(Clone, Debug)]
pub struct Row {
    pub sum: Vec<i64>,
    pub relation: Relation,
    pub value: i64,
}

impl Row {
    fn holds(&self, x: &[i64]) -> bool {
        let v = dot(&self.sum, x);
        match self.relation {
            Relation::Le => v <= self.value,
            Relation::Ge => v >= self.value,
            Relation::Eq => v == self.value,
            Relation::Ne => v != self.value,
        }
    }
}

pub fn add(ilp: &mut Ilp, vars: &[Col], row: &Row, tag: u32) {
    let terms: Vec<(Col, Int)> = vars.iter().zip(&row.sum).map(|(&c, &a)| (c, int(a))).collect();
    ilp.add(&terms, row.relation, &int(row.value), Reason(tag));
}

pub fn random_row(rng: &mut Choices, n: usize, spread: i64) -> Row {
    let sum = (0..n).map(|_| rng.range(-spread, spread)).collect();
    let relation = match rng.below(5) {
        _ if rng.chance(15) => Relation::Ne,
        0 | 1 => Relation::Le,
        2 => Relation::Ge,
        _ => Relation::Eq,
    };
    Row { sum, relation, value: rng.range(-3 * spread, 3 * spread) }
}

/// Rows that keep every variable within the radius.
pub fn box_rows(n: usize, radius: i64) -> Vec<Row> {
    let unit = |i: usize| (0..n).map(|j| i64::from(i == j)).collect::<Vec<_>>();
    (0..n)
        .flat_map(|i| {
            [
                Row { sum: unit(i), relation: Relation::Le, value: radius },
                Row { sum: unit(i), relation: Relation::Ge, value: -radius },
            ]
        })
        .collect()
}

pub fn decide(ilp: &mut Ilp) -> Decision {
    let budget = Budget::unlimited().with_steps(20_000_000);
    ilp.solve(&Limits::none(&budget))
}

pub fn values(model: &simplex::Model, vars: &[Col]) -> Vec<i64> {
    vars.iter().map(|&v| model.value(v).to_i64().unwrap()).collect()
}

/// Shrinking without a limit leaves nothing to leave out.
pub fn check_irredundant(ilp: &mut Ilp, core: &[Reason]) {
    let budget = Budget::unlimited();
    let core = ilp.shrink(core, &Limits::none(&budget));
    for without in &core {
        let assumed = |tag| tag != *without && core.contains(&tag);
        let answer = ilp.solve_under(&assumed, &Limits::none(&budget));
        assert!(matches!(answer, Decision::Sat(_)), "{without:?} is redundant in {core:?}");
    }
}

fn posed(rows: &[Row], n: usize) -> (Ilp, Vec<Col>) {
    let mut ilp = Ilp::new();
    let vars: Vec<Col> = (0..n).map(|_| ilp.new_var()).collect();
    rows.iter().enumerate().for_each(|(i, r)| add(&mut ilp, &vars, r, i as u32));
    (ilp, vars)
}

/// One problem inside a box, which must be decided; the answer.
pub fn bounded(rng: &mut Choices) -> bool {
    let n = 2 + rng.below(2);
    let radius = 4;
    let mut rows = box_rows(n, radius);
    for _ in 0..rng.range(1, 5) {
        rows.push(random_row(rng, n, 5));
    }
    let (mut ilp, vars) = posed(&rows, n);
    let all = points(n, radius);
    let solvable = all.iter().any(|x| rows.iter().all(|r| r.holds(x)));
    match decide(&mut ilp) {
        Decision::Sat(model) => {
            let x = values(&model, &vars);
            assert!(rows.iter().all(|r| r.holds(&x)), "{rows:?}");
        }
        Decision::Unsat(core) => {
            assert!(!solvable, "{rows:?}");
            let used = |x: &Vec<i64>| core.iter().all(|r| rows[r.0 as usize].holds(x));
            assert!(!points(n, 2 * radius).iter().any(used), "core {core:?} of {rows:?}");
            if rng.chance(25) {
                check_irredundant(&mut ilp, &core);
            }
        }
        Decision::Unknown(stop) => panic!("{rows:?}: {stop:?}"),
    }
    solvable
}

/// One problem without a box; whether it was decided.
pub fn unbounded(rng: &mut Choices) -> bool {
    let n = 2 + rng.below(2);
    let rows: Vec<Row> = (0..rng.range(1, 5)).map(|_| random_row(rng, n, 6)).collect();
    let (mut ilp, vars) = posed(&rows, n);
    match decide(&mut ilp) {
        Decision::Sat(model) => {
            let x = values(&model, &vars);
            assert!(rows.iter().all(|r| r.holds(&x)), "{rows:?}");
        }
        Decision::Unsat(core) => {
            let used = |x: &Vec<i64>| core.iter().all(|r| rows[r.0 as usize].holds(x));
            assert!(!points(n, 8).iter().any(used), "core {core:?} of {rows:?}");
        }
        Decision::Unknown(_) => return false,
    }
    true
}
