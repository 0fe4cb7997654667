//! Stabilization alone on the shapes it is for, against brute force and by hand.

mod common;

use automata::Regexes;
use base::{Budget, Limits};
use choices::Choices;
use common::shape::{CHAIN_FREE, CIRCULAR, Shape, scenario, stabilize};
use words::{Equation, IlpArithmetic, Member, Outcome, Sym, System, Tag, Var, literal};

/// Runs `rounds` problems of each shape; how many were decided, and how many of these were satisfiable.
fn fuzz(seed: u64, shapes: &[Shape], rounds: usize, with_lengths: usize) -> (usize, usize) {
    let mut rng = Choices::seeded(seed);
    let all = shapes.iter().flat_map(|&shape| (0..rounds).map(move |_| shape));
    let answers: Vec<bool> =
        all.filter_map(|shape| scenario(&mut rng, shape, with_lengths)).collect();
    (answers.len(), answers.iter().filter(|&&satisfiable| satisfiable).count())
}

#[test]
fn chain_free_systems_are_decided() {
    let (decided, satisfiable) = fuzz(1, CHAIN_FREE, 15, 0);
    assert_eq!(decided, 15 * CHAIN_FREE.len());
    assert!(decided / 4 < satisfiable && satisfiable < decided * 3 / 4, "{satisfiable}");
}

#[test]
fn chain_free_systems_with_lengths() {
    let (decided, satisfiable) = fuzz(2, CHAIN_FREE, 6, 2);
    assert!(decided * 100 >= 95 * 6 * CHAIN_FREE.len(), "{decided}");
    assert!(satisfiable > decided / 8, "{satisfiable}");
}

#[test]
fn circular_systems() {
    let (decided, _) = fuzz(3, CIRCULAR, 8, 0);
    assert!(decided * 100 >= 60 * 8 * CIRCULAR.len(), "{decided}");
    let (decided, _) = fuzz(4, CIRCULAR, 6, 2);
    assert!(decided * 100 >= 70 * 6 * CIRCULAR.len(), "{decided}");
}

/// `x = y z` and `x = v w`, the latter being the culprit.
#[test]
fn conflicts_name_what_they_need() {
    let (mut system, mut rs) = (System::new(), Regexes::new());
    let [x, y, z, v, w] = [(); 5].map(|()| system.add_var(false));
    let concat = |a: Var, b: Var| vec![Sym::Var(a), Sym::Var(b)];
    system.add_equation(Equation::new(vec![Sym::Var(x)], concat(y, z), Tag(0)));
    system.add_equation(Equation::new(vec![Sym::Var(x)], concat(v, w), Tag(1)));
    for (at, (var, letter)) in [(x, "a"), (y, "a"), (z, "a"), (w, "a"), (v, "b")].iter().enumerate()
    {
        let letter = rs.text(letter);
        let re = rs.plus(letter);
        let premises = Tag(at as u32 + 2).into();
        system.add_membership(Member { var: *var, re, positive: true, premises });
    }
    let budget = Budget::unlimited();
    let outside = &mut IlpArithmetic::new();
    let outcome = stabilize(&system, &mut rs, outside, &Limits::none(&budget));
    let Some(Outcome::Unsat(premises)) = outcome else { panic!("{outcome:?}") };
    assert_eq!(premises.system.iter().collect::<Vec<_>>(), [Tag(1), Tag(2), Tag(6)]);
}

/// Thirty equations in a row, each with a few noodles: no product of all.
#[test]
fn long_chains_are_easy() {
    let (mut system, mut rs) = (System::new(), Regexes::new());
    let (a, b) = (rs.text("a"), rs.text("b"));
    let (a, b) = (rs.star(a), rs.star(b));
    let both = rs.concat(a, b);
    let (mut x, mut tags) = (system.add_var(false), (0..).map(Tag));
    for _ in 0..30 {
        let (y, z) = (system.add_var(false), system.add_var(false));
        let right = [vec![Sym::Var(y)], literal("ab"), vec![Sym::Var(z)]].concat();
        let premises = tags.next().unwrap();
        system.add_equation(Equation::new(vec![Sym::Var(x)], right, premises));
        system.add_membership(Member {
            var: x,
            re: both,
            positive: true,
            premises: premises.into(),
        });
        x = y;
    }
    let budget = Budget::unlimited();
    let outside = &mut IlpArithmetic::new();
    let limits = Limits::new(&budget, 300_000);
    let outcome = stabilize(&system, &mut rs, outside, &limits);
    assert!(matches!(outcome, Some(Outcome::Unsat(_))), "{outcome:?}");
}
