//! The decision procedure against enumeration on bounded problems, and on unbounded ones whose
//! answer is known by construction.

mod common;

use base::{Budget, Int, Limits};
use common::{Rng, dot, int, points};
use simplex::{Col, Decision, Ilp, Reason, Relation};

#[derive(Clone, Debug)]
struct Row {
    sum: Vec<i64>,
    relation: Relation,
    value: i64,
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

fn add(ilp: &mut Ilp, vars: &[Col], row: &Row, tag: u32) {
    let terms: Vec<(Col, Int)> = vars.iter().zip(&row.sum).map(|(&c, &a)| (c, int(a))).collect();
    ilp.add(&terms, row.relation, &int(row.value), Reason(tag));
}

fn random_row(rng: &mut Rng, n: usize, spread: i64) -> Row {
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
fn box_rows(n: usize, radius: i64) -> Vec<Row> {
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

fn decide(ilp: &mut Ilp) -> Decision {
    let budget = Budget::unlimited().with_steps(20_000_000);
    ilp.solve(&Limits::none(&budget))
}

fn values(model: &simplex::Model, vars: &[Col]) -> Vec<i64> {
    vars.iter().map(|&v| model.value(v).to_i64().unwrap()).collect()
}

/// Shrinking without a limit leaves nothing to leave out.
fn check_irredundant(ilp: &mut Ilp, core: &[Reason]) {
    let budget = Budget::unlimited();
    let core = ilp.shrink(core, &Limits::none(&budget));
    for without in &core {
        let assumed = |tag| tag != *without && core.contains(&tag);
        let answer = ilp.solve_under(&assumed, &Limits::none(&budget));
        assert!(matches!(answer, Decision::Sat(_)), "{without:?} is redundant in {core:?}");
    }
}

#[test]
fn bounded_problems_agree_with_enumeration() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..1500 {
        let mut rng = Rng(seed);
        let n = 2 + rng.below(2);
        let radius = 4;
        let mut rows = box_rows(n, radius);
        for _ in 0..rng.range(1, 5) {
            rows.push(random_row(&mut rng, n, 5));
        }
        let mut ilp = Ilp::new();
        let vars: Vec<Col> = (0..n).map(|_| ilp.new_var()).collect();
        rows.iter().enumerate().for_each(|(i, r)| add(&mut ilp, &vars, r, i as u32));
        let all = points(n, radius);
        let solvable = all.iter().any(|x| rows.iter().all(|r| r.holds(x)));
        match decide(&mut ilp) {
            Decision::Sat(model) => {
                let x = values(&model, &vars);
                assert!(rows.iter().all(|r| r.holds(&x)), "seed {seed}");
                sat += 1;
            }
            Decision::Unsat(core) => {
                assert!(!solvable, "seed {seed}");
                let used = |x: &Vec<i64>| core.iter().all(|r| rows[r.0 as usize].holds(x));
                assert!(!points(n, 2 * radius).iter().any(used), "seed {seed}: core is infeasible");
                if seed % 4 == 0 {
                    check_irredundant(&mut ilp, &core);
                }
                unsat += 1;
            }
            Decision::Unknown(stop) => panic!("seed {seed}: {stop:?}"),
        }
    }
    assert!(sat > 300 && unsat > 300, "{sat} {unsat}");
}

#[test]
fn unbounded_problems_are_decided_and_never_wrong() {
    let mut unknown = 0;
    for seed in 0..1500 {
        let mut rng = Rng(seed ^ 0xabcd);
        let n = 2 + rng.below(2);
        let rows: Vec<Row> = (0..rng.range(1, 5)).map(|_| random_row(&mut rng, n, 6)).collect();
        let mut ilp = Ilp::new();
        let vars: Vec<Col> = (0..n).map(|_| ilp.new_var()).collect();
        rows.iter().enumerate().for_each(|(i, r)| add(&mut ilp, &vars, r, i as u32));
        match decide(&mut ilp) {
            Decision::Sat(model) => {
                let x = values(&model, &vars);
                assert!(rows.iter().all(|r| r.holds(&x)), "seed {seed}");
            }
            Decision::Unsat(core) => {
                let used = |x: &Vec<i64>| core.iter().all(|r| rows[r.0 as usize].holds(x));
                assert!(!points(n, 8).iter().any(used), "seed {seed}");
            }
            Decision::Unknown(_) => unknown += 1,
        }
    }
    assert_eq!(unknown, 0);
}

#[test]
fn unbounded_parities_are_decided() {
    // 2x = 3y + 1 and 2x = 2y + 1: the second alone has no integer solution.
    let mut ilp = Ilp::new();
    let (x, y) = (ilp.new_var(), ilp.new_var());
    ilp.add(&[(x, int(2)), (y, int(-3))], Relation::Eq, &int(1), Reason(0));
    ilp.add(&[(x, int(2)), (y, int(-2))], Relation::Eq, &int(1), Reason(1));
    assert_eq!(decide(&mut ilp), Decision::Unsat(vec![Reason(1)]));
}

#[test]
fn residue_classes_meet_or_do_not() {
    // z = r modulo p and z = s modulo q through quotients without bounds.
    for (p, q) in [(4, 6), (6, 10), (7, 12), (9, 15)] {
        for r in 0..p {
            for s in 0..q {
                let mut ilp = Ilp::new();
                let (z, a, b) = (ilp.new_var(), ilp.new_var(), ilp.new_var());
                let row = |ilp: &mut Ilp, k, m: i64, rest: i64, tag| {
                    ilp.add(&[(z, int(1)), (k, int(-m))], Relation::Eq, &int(rest), Reason(tag));
                };
                row(&mut ilp, a, p, r, 0);
                row(&mut ilp, b, q, s, 1);
                ilp.add(&[(z, int(1))], Relation::Ge, &int(1000), Reason(2));
                let meet = (0..p * q).any(|z| z % p == r && z % q == s);
                match decide(&mut ilp) {
                    Decision::Sat(m) => {
                        let z = m.value(z).to_i64().unwrap();
                        assert!(meet && z >= 1000 && z % p == r && z % q == s);
                    }
                    Decision::Unsat(core) => {
                        assert!(!meet);
                        assert_eq!(core, [Reason(0), Reason(1)]);
                    }
                    Decision::Unknown(stop) => panic!("{stop:?}"),
                }
            }
        }
    }
}

#[test]
fn strips_between_integer_points_are_empty() {
    // 1 <= 3x - 3y <= 2 alone, then 1 <= 3x - 3y + z <= 2 where z is a multiple of 6.
    let mut ilp = Ilp::new();
    let (x, y, z) = (ilp.new_var(), ilp.new_var(), ilp.new_var());
    ilp.add(&[(x, int(3)), (y, int(-3))], Relation::Ge, &int(1), Reason(0));
    ilp.add(&[(x, int(3)), (y, int(-3))], Relation::Le, &int(2), Reason(1));
    ilp.add(&[(z, int(1))], Relation::Ge, &int(0), Reason(2));
    assert_eq!(decide(&mut ilp), Decision::Unsat(vec![Reason(0), Reason(1)]));
    let mut ilp = Ilp::new();
    let (x, y, z) = (ilp.new_var(), ilp.new_var(), ilp.new_var());
    let w = ilp.new_var();
    let sum = [(x, int(3)), (y, int(-3)), (z, int(1))];
    ilp.add(&sum, Relation::Ge, &int(1), Reason(0));
    ilp.add(&sum, Relation::Le, &int(2), Reason(1));
    ilp.add(&[(z, int(1)), (w, int(-6))], Relation::Eq, &int(0), Reason(2));
    let Decision::Unsat(core) = decide(&mut ilp) else { panic!("no multiple of 3 in 1..2") };
    assert_eq!(core.len(), 3);
}

#[test]
fn place_values_are_exact() {
    // sum of 10^i * d_i = N for digits d_i has exactly the decimal digits of N.
    let digits = 40;
    let mut ilp = Ilp::new();
    let vars: Vec<Col> = (0..digits).map(|_| ilp.new_var()).collect();
    let mut number = Int::ZERO;
    let mut sum = Vec::new();
    for (i, &v) in vars.iter().enumerate() {
        let place = int(10).pow(i as u32);
        number += &place * &int((i as i64 * 7 + 3) % 10);
        sum.push((v, place));
        ilp.add(&[(v, int(1))], Relation::Ge, &int(0), Reason(i as u32));
        ilp.add(&[(v, int(1))], Relation::Le, &int(9), Reason(i as u32));
    }
    ilp.add(&sum, Relation::Eq, &number, Reason(1000));
    let Decision::Sat(model) = decide(&mut ilp) else { panic!("digits exist") };
    for (i, &v) in vars.iter().enumerate() {
        assert_eq!(*model.value(v), int((i as i64 * 7 + 3) % 10));
    }
}

#[test]
fn all_different_by_splitting() {
    // n variables in 1..m, pairwise different: solvable iff m >= n.
    for (n, m) in [(4, 4), (4, 3), (5, 5)] {
        let mut ilp = Ilp::new();
        let vars: Vec<Col> = (0..n).map(|_| ilp.new_var()).collect();
        for (i, &v) in vars.iter().enumerate() {
            ilp.add(&[(v, int(1))], Relation::Ge, &int(1), Reason(0));
            ilp.add(&[(v, int(1))], Relation::Le, &int(m), Reason(1));
            for &w in &vars[..i] {
                ilp.add(&[(v, int(1)), (w, int(-1))], Relation::Ne, &int(0), Reason(2));
            }
        }
        match decide(&mut ilp) {
            Decision::Sat(_) => assert!(m >= n),
            Decision::Unsat(core) => {
                assert!(m < n);
                assert_eq!(core, [Reason(0), Reason(1), Reason(2)]);
            }
            Decision::Unknown(stop) => panic!("{stop:?}"),
        }
    }
}

#[test]
fn scopes_and_assumptions_select_constraints() {
    let mut ilp = Ilp::new();
    let x = ilp.new_var();
    ilp.add(&[(x, int(1))], Relation::Ge, &int(3), Reason(0));
    ilp.push();
    ilp.add(&[(x, int(2))], Relation::Le, &int(5), Reason(1));
    assert_eq!(decide(&mut ilp), Decision::Unsat(vec![Reason(0), Reason(1)]));
    let budget = Budget::unlimited();
    let limits = Limits::none(&budget);
    let assumed = ilp.solve_under(&|tag| tag == Reason(1), &limits);
    assert!(matches!(assumed, Decision::Sat(_)));
    ilp.pop(1);
    assert!(matches!(decide(&mut ilp), Decision::Sat(_)));
    ilp.add(&[], Relation::Eq, &int(1), Reason(7));
    assert_eq!(decide(&mut ilp), Decision::Unsat(vec![Reason(7)]));
}

#[test]
fn limits_are_kept() {
    let mut ilp = Ilp::new();
    let vars: Vec<Col> = (0..12).map(|_| ilp.new_var()).collect();
    let mut rng = Rng(7);
    for tag in 0..12 {
        add(&mut ilp, &vars, &Row { value: 1 + tag, ..random_row(&mut rng, 12, 9) }, tag as u32);
    }
    let budget = Budget::unlimited();
    let answer = ilp.solve(&Limits::new(&budget, 50));
    assert_eq!(answer, Decision::Unknown(base::Stop::Local));
    assert!(budget.spent() < 2000);
}
