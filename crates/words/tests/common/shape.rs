//! Stabilization alone on the shapes it is for, against brute force: trees and chains of equations with a
//! language for each variable, variables in several equations, lengths.

use super::lengths;
use automata::{Re, Regexes};
use base::{Budget, Limits, Tunables};
use choices::Choices;
use words::{
    Arithmetic, Equation, Formula, IlpArithmetic, IntVar, Kind, Linear, Member, Outcome,
    OutsideTag, PROCEDURES, Premises, Solution, Switches, Sym, System, Tag, Var, Word,
};

/// Sides of equations: small letters are letters, capitals variables.
pub type Shape = &'static [(&'static str, &'static str)];

/// These must be decided.
pub const CHAIN_FREE: &[Shape] = &[
    &[("X", "YZ")],
    &[("X", "YaZ")],
    &[("XX", "YZ")],
    &[("XaX", "Y")],
    &[("XY", "ZW")],
    &[("XYX", "aZ")],
    &[("X", "YZ"), ("Y", "WV")],
    &[("X", "YZ"), ("W", "YV")],
    &[("X", "YZ"), ("X", "VbW")],
    &[("XY", "Z"), ("YX", "W")],
    &[("XY", "Z"), ("YX", "bW")],
    &[("XbY", "Z"), ("Y", "aW"), ("X", "VV")],
    &[("abab", "XY"), ("X", "ZW")],
    &[("XY", "aba"), ("YX", "Z")],
];

/// These need not be decided.
pub const CIRCULAR: &[Shape] = &[
    &[("XY", "YX")],
    &[("XaY", "YbX")],
    &[("XY", "ZW"), ("YX", "WZ")],
    &[("XX", "YaY")],
    &[("X", "YZ"), ("XZ", "YX")],
    &[("XYZ", "ZaX")],
    &[("XaX", "YYZ"), ("ZX", "aY")],
];

const NAMES: &str = "XYZWV";

fn word(text: &str) -> Word {
    let symbol = |c: char| match NAMES.find(c) {
        Some(at) => Sym::Var(Var(at as u32)),
        None => Sym::Char(c.into()),
    };
    text.chars().map(symbol).collect()
}

struct Problem {
    system: System,
    outside: Vec<Formula>,
    rs: Regexes,
}

fn regex(rng: &mut Choices, rs: &mut Regexes, depth: u32) -> Re {
    if depth == 0 {
        let letters = *rng.pick(&["a", "b", "ab", "ba", "aa"]);
        return rs.text(letters);
    }
    let (a, b) = (regex(rng, rs, depth - 1), regex(rng, rs, depth - 1));
    match rng.below(6) {
        0 | 1 => rs.concat(a, b),
        2 => rs.union([a, b]),
        3 => rs.star(a),
        4 => rs.comp(a),
        _ => rs.concat(a, Re::ALL),
    }
}

fn problem(rng: &mut Choices, shape: Shape, lengths: usize) -> Problem {
    let mut system = System::new();
    let mut rs = Regexes::new();
    NAMES.chars().for_each(|_| {
        system.add_var(false);
    });
    let mut tags = (0..).map(Tag);
    let mut tag = || Premises::from(tags.next().unwrap());
    for (left, right) in shape {
        system.add_equation(Equation::new(word(left), word(right), tag()));
    }
    for var in system.vars() {
        if rng.below(3) > 0 {
            let re = regex(rng, &mut rs, 2);
            let positive = rng.below(4) > 0;
            system.add_membership(Member { var, re, positive, premises: tag() });
        }
    }
    let mut outside = Vec::new();
    for _ in 0..lengths {
        let mut sum = Linear::constant(rng.below(5) as i64 - 2);
        for _ in 0..2 {
            let x = Var(rng.below(NAMES.len()) as u32);
            system.make_length_sensitive(x);
            sum.add_var(IntVar::Len(x), *rng.pick(&[1, -1, -1, 2]));
        }
        outside.push(match rng.below(2) {
            0 => Formula::equal(sum, &Linear::default()),
            _ => Formula::at_least_zero(sum),
        });
    }
    Problem { system, outside, rs }
}

/// A solution of what `premises` names, in words of at most three letters.
fn brute_force(p: &Problem, premises: &Premises) -> Option<Solution> {
    let budget = Budget::unlimited();
    let limits = Limits::none(&budget);
    let mut rs = p.rs.clone();
    let named = |b: &Premises| b.system.iter().all(|t| premises.system.contains(t));
    let mut short: Vec<Vec<u32>> = vec![Vec::new()];
    for at in 0..7 {
        for c in [97, 98] {
            short.push([&short[at][..], &[c]].concat());
        }
    }
    let equations: Vec<&Equation> =
        p.system.equations().iter().filter(|e| named(&e.premises)).collect();
    let outside: Vec<&Formula> = (0..p.outside.len())
        .filter(|&i| premises.outside.contains(OutsideTag(i as u32)))
        .map(|i| &p.outside[i])
        .collect();
    let mut mentioned: Vec<Var> = equations.iter().flat_map(|e| e.vars()).collect();
    let terms = p.outside.iter().flat_map(|f| match f {
        Formula::Ge(sum) | Formula::Eq(sum) => sum.terms.clone(),
        _ => Vec::new(),
    });
    mentioned.extend(terms.filter_map(|(v, _)| match v {
        IntVar::Len(x) => Some(x),
        IntVar::Aux(_) => None,
    }));
    let mut allowed = Vec::new();
    for x in p.system.vars() {
        let mut mine = short.clone();
        for m in p.system.memberships().iter().filter(|m| m.var == x && named(&m.premises)) {
            mine.retain(|w| rs.contains_word(m.re, w, &limits).unwrap() == m.positive);
        }
        // One word will do for what nothing mentions.
        mine.truncate(if mentioned.contains(&x) { mine.len() } else { 1 });
        if mine.is_empty() {
            return None;
        }
        allowed.push(mine);
    }
    let mut at = vec![0; allowed.len()];
    let mut solution = Solution::empty(&p.system);
    let mut changed = at.len();
    loop {
        for (x, i) in p.system.vars().zip(&at).take(changed) {
            solution.set_word(x, allowed[x.0 as usize][*i].clone());
        }
        if equations.iter().all(|e| solution.equates(e))
            && outside.iter().all(|f| f.holds(&lengths(&solution)))
        {
            return Some(solution);
        }
        let more = (0..at.len()).find(|&x| at[x] + 1 < allowed[x].len())?;
        at[more] += 1;
        at[..more].fill(0);
        changed = more + 1;
    }
}

/// What stabilization answers.
pub fn stabilize(
    system: &System,
    rs: &mut Regexes,
    outside: &mut dyn Arithmetic,
    limits: &Limits,
) -> Option<Outcome> {
    // Of several entries the last has no limits of its own.
    let mut entries = PROCEDURES.iter().rev().filter(|p| p.kind == Kind::Stabilization);
    let procedure = entries.find(|p| (p.applies)(system, &Tunables::DEFAULT.words))?;
    procedure.run(system, &Switches::default(), rs, outside, limits).ok()
}

/// One problem of a shape, with so many constraints on lengths; whether it is satisfiable, if that was decided.
pub fn scenario(rng: &mut Choices, shape: Shape, with_lengths: usize) -> Option<bool> {
    let p = problem(rng, shape, with_lengths);
    let budget = Budget::unlimited();
    let mut outside = IlpArithmetic::new();
    for (i, f) in p.outside.iter().enumerate() {
        outside.require(f.clone(), OutsideTag(i as u32));
    }
    let limits = Limits::new(&budget, 200_000);
    match stabilize(&p.system, &mut p.rs.clone(), &mut outside, &limits)? {
        Outcome::GaveUp(_) => None,
        Outcome::Unsat(premises) => {
            assert_eq!(brute_force(&p, &premises), None, "{:?} {:?}", p.system, p.outside);
            Some(false)
        }
        Outcome::Sat(solution) => {
            let solves = solution.solves(&p.system, &mut p.rs.clone(), &Limits::none(&budget));
            assert_eq!(solves, Ok(true), "{:?} {:?} {solution:?}", p.system, p.outside);
            let model = lengths(&solution);
            assert!(p.outside.iter().all(|f| f.holds(&model)), "{:?} {solution:?}", p.outside);
            Some(true)
        }
    }
}
