//! Small systems, and which of them are found to have no match.

use super::*;
use crate::arithmetic::{Formula, Linear};
use crate::system::{Equation, Sym, literal};
use crate::tags::Tag;
use crate::{IlpArithmetic, Member};
use automata::Re;
use base::Budget;

#[test]
fn lengths_outside_leave_few_cuts() {
    use crate::tags::OutsideTag;
    let mut rs = Regexes::new();
    let mut system = system(&[("xRyRz", &"QR".repeat(100))]);
    let mut arithmetic = IlpArithmetic::new();
    for (x, most) in system.live_vars().collect::<Vec<_>>().into_iter().zip([20, 30, 147]) {
        system.make_length_sensitive(x);
        let sum = Formula::at_least(Linear::constant(most), &Linear::var(system.length(x)));
        arithmetic.require(sum, OutsideTag(0));
    }
    let budget = Budget::unlimited();
    let limits = Limits::none(&budget);
    let answer = solve(&system, &mut rs, &mut arithmetic, &limits).unwrap();
    assert!(matches!(answer, Outcome::Unsat(why) if why.outside == OutsideTag(0).into()));
    assert!(arithmetic.checks <= 4, "each cut is asked about");
}

#[test]
fn pairs_of_places_are_not_gone_on_from_twice() {
    let mut rs = Regexes::new();
    let mut system = System::new();
    let pieces: Vec<Var> = (0..12).map(|_| system.add_var(false)).collect();
    let left: Vec<Sym> = pieces.iter().map(|&x| Sym::Var(x)).collect();
    system.add_equation(Equation::new(left, literal(&"AB".repeat(50)), Tag(0)));
    let [a, b, c] = ["A", "B", "C"].map(|w| rs.text(w));
    let both = rs.union([a, b]);
    let both = rs.star(both);
    for &x in &pieces {
        let re = if x == pieces[11] { c } else { both };
        system.add_membership(Member { var: x, re, positive: true, premises: Tag(1).into() });
    }
    let budget = Budget::unlimited();
    let limits = Limits::new(&budget, 1_000_000);
    let answer = solve(&system, &mut rs, &mut IlpArithmetic::new(), &limits);
    assert!(matches!(answer, Ok(Outcome::Unsat(_))));
}

/// `pattern = text`, where small letters are variables in order and capitals are letters.
fn system(patterns: &[(&str, &str)]) -> System {
    let mut system = System::new();
    let vars: Vec<Var> = (0..3).map(|_| system.add_var(false)).collect();
    for (i, (pattern, text)) in (0..).zip(patterns) {
        let symbol = |c: char| match "xyz".find(c) {
            Some(i) => Sym::Var(vars[i]),
            None => Sym::Char(c.into()),
        };
        let left = pattern.chars().map(symbol).collect();
        system.add_equation(Equation::new(left, literal(text), Tag(i)));
    }
    system
}

fn outcome(system: &System, rs: &mut Regexes) -> Outcome {
    let budget = Budget::unlimited();
    solve(system, rs, &mut IlpArithmetic::new(), &Limits::none(&budget)).unwrap()
}

fn words(system: &System, rs: &mut Regexes) -> Option<Vec<String>> {
    let Outcome::Sat(solution) = outcome(system, rs) else { return None };
    let text = |w: &Vec<u32>| w.iter().filter_map(|&c| char::from_u32(c)).collect();
    Some(solution.words().iter().map(text).collect())
}

/// The numbers of the literals that exclude all matches.
fn conflict(system: &System, rs: &mut Regexes) -> Option<Vec<usize>> {
    let Outcome::Unsat(premises) = outcome(system, rs) else { return None };
    Some(premises.system.iter().map(base::Idx::index).collect())
}

#[test]
fn repeated_variables_are_compared() {
    let mut rs = Regexes::new();
    let found = words(&system(&[("xAyBx", "QRAABBQR")]), &mut rs).unwrap();
    assert_eq!(found, ["QR", "AB", ""]);
    assert_eq!(words(&system(&[("xAyBx", "QRAABBQS")]), &mut rs), None);
    let found = words(&system(&[("xyx", "QQQQQ"), ("yzx", "QRQQ")]), &mut rs).unwrap();
    assert_eq!(found, ["QQ", "Q", "R"]);
}

#[test]
fn the_last_variable_takes_what_is_left() {
    let mut rs = Regexes::new();
    assert_eq!(words(&system(&[("Qyy", "QABAB")]), &mut rs).unwrap(), ["", "AB", ""]);
    assert_eq!(words(&system(&[("Qyy", "QABA")]), &mut rs), None);
}

#[test]
fn memberships_and_lengths_reject_matches() {
    let mut rs = Regexes::new();
    let mut system = system(&[("xyz", "ABABAB")]);
    let text = rs.text("BA");
    let re = rs.concat(text, Re::ALL);
    let y = system.vars().nth(1).unwrap();
    system.add_membership(Member { var: y, re, positive: true, premises: Premises::none() });
    system.make_length_sensitive(y);
    let formula = Formula::at_least(Linear::constant(2), &Linear::var(system.length(y)));
    system.add_fact(formula, Premises::none());
    assert_eq!(words(&system, &mut rs).unwrap(), ["A", "BA", "BAB"]);
}

#[test]
fn what_rejects_all_matches_is_a_conflict() {
    let mut rs = Regexes::new();
    let patterns = [("xyx", "QRAQR"), ("zB", "QB"), ("Az", "AQ")];
    assert_eq!(conflict(&system(&patterns), &mut rs), None);
    assert_eq!(conflict(&system(&[("xQx", "QRAQR"), patterns[1]]), &mut rs), Some(vec![0]));
    let mut system = system(&patterns);
    let x = system.vars().next().unwrap();
    for (tag, text, positive) in [(5, "Q", true), (6, "QR", false), (7, "", false), (8, "A", true)]
    {
        let word = rs.text(text);
        let re = if positive { rs.concat(word, Re::ALL) } else { word };
        let premises = Premises::from(Tag(tag));
        system.add_membership(Member { var: x, re, positive, premises });
    }
    // That it does not begin with `A` is seen of its first letter, so no longer piece is tried.
    assert_eq!(conflict(&system, &mut rs), Some(vec![0, 5, 8]));
}

#[test]
fn matches_that_are_not_seen_refute_nothing() {
    let mut system = system(&[("xy", &"Q".repeat(200))]);
    let x = system.vars().next().unwrap();
    system.make_length_sensitive(x);
    let formula = Formula::at_least(Linear::constant(-1), &Linear::var(system.length(x)));
    system.add_fact(formula, Premises::none());
    assert!(matches!(outcome(&system, &mut Regexes::new()), Outcome::GaveUp(_)));
}

#[test]
fn what_is_known_of_single_variables_is_looked_at_first() {
    let mut rs = Regexes::new();
    let text = "ABC".repeat(300);
    let mut system = system(&[("xyzy", &text)]);
    let [x, y, z] = [0, 1, 2].map(|i| system.vars().nth(i).unwrap());
    for v in [y, z] {
        system.make_length_sensitive(v);
        let one = Formula::equal(Linear::var(system.length(v)), &Linear::constant(1));
        system.add_fact(one, Premises::none());
    }
    assert_eq!(conflict(&system, &mut rs), Some(vec![0]));
    let [first, second] = ["AB", "C"].map(|w| rs.text(w));
    for (var, re) in [(x, rs.star(second)), (z, first)] {
        let premises = Premises::from(Tag(if var == x { 3 } else { 4 }));
        system.add_membership(Member { var, re, positive: true, premises });
    }
    assert_eq!(conflict(&system, &mut rs), Some(vec![0, 3]));
}
