//! The decision procedure against enumeration on bounded problems, and on unbounded ones whose
//! answer is known by construction.

mod common;

use base::{Budget, Int, Limits};
use choices::Choices;
use common::int;
use common::rows::{self, Row, add, decide, random_row};
use simplex::{Col, Decision, Ilp, Reason, Relation};

#[test]
fn bounded_problems_agree_with_enumeration() {
    let sat = (0..1500).filter(|&seed| rows::bounded(&mut Choices::seeded(seed))).count();
    assert!((300..1200).contains(&sat), "{sat} of 1500 have a solution");
}

#[test]
fn unbounded_problems_are_decided_and_never_wrong() {
    let unknown = (0..1500).filter(|&seed| !rows::unbounded(&mut Choices::seeded(seed ^ 0xabcd)));
    assert_eq!(unknown.count(), 0);
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
    let mut rng = Choices::seeded(7);
    for tag in 0..12 {
        add(&mut ilp, &vars, &Row { value: 1 + tag, ..random_row(&mut rng, 12, 9) }, tag as u32);
    }
    let budget = Budget::unlimited();
    let answer = ilp.solve(&Limits::new(&budget, 50));
    assert_eq!(answer, Decision::Unknown(base::Stop::Local));
    assert!(budget.spent() < 2000);
}
