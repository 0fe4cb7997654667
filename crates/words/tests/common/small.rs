//! Random small systems against brute force: answers of every procedure alone, and of all together.
//!
//! A conflict must have no solution among the short words, already for the literals it blames. A solution must
//! be one.

use super::lengths;
use automata::{Re, Regexes};
use base::{Budget, Idx, Limits, Tunables};
use choices::Choices;
use std::sync::Arc;
use words::{
    Equation, Formula, IlpArithmetic, IntVar, Linear, Member, Outcome, OutsideTag, PROCEDURES,
    Premises, Solution, Switches, Sym, System, Tag, Var, Word, solve_system,
};

/// A random problem.
struct Case {
    system: System,
    outside: Vec<Formula>,
    rs: Regexes,
}

/// What kinds of constraints a problem may have.
#[derive(Clone, Copy)]
pub struct Kinds {
    pub vars: usize,
    pub equations: usize,
    pub disequations: usize,
    pub memberships: usize,
    pub lengths: usize,
    pub letters: usize,
    pub symbols: usize,
}

/// Word equations alone, to be varied.
pub const PLAIN: Kinds = Kinds {
    vars: 3,
    equations: 2,
    disequations: 0,
    memberships: 0,
    lengths: 0,
    letters: 2,
    symbols: 5,
};

/// What is tried, with the length of words up to which a conflict is compared.
pub const KINDS: [(Kinds, usize); 8] = [
    (PLAIN, 3),
    (Kinds { vars: 2, lengths: 2, ..PLAIN }, 4),
    (Kinds { vars: 2, memberships: 2, ..PLAIN }, 4),
    (Kinds { vars: 2, memberships: 2, lengths: 2, ..PLAIN }, 4),
    (Kinds { vars: 2, disequations: 2, memberships: 2, lengths: 2, ..PLAIN }, 4),
    (Kinds { letters: 1, lengths: 2, disequations: 1, ..PLAIN }, 4),
    // Neighbours that occur once.
    (Kinds { vars: 5, equations: 1, memberships: 3, lengths: 3, ..PLAIN }, 2),
    // Several components.
    (
        Kinds {
            vars: 4,
            equations: 3,
            disequations: 2,
            memberships: 2,
            lengths: 2,
            symbols: 2,
            ..PLAIN
        },
        3,
    ),
];

fn word(rng: &mut Choices, kinds: Kinds) -> Word {
    let sym = |rng: &mut Choices| match rng.below(3) {
        0 => Sym::Char(97 + rng.below(kinds.letters) as u32),
        _ => Sym::Var(Var(rng.below(kinds.vars) as u32)),
    };
    (0..rng.below(kinds.symbols + 1)).map(|_| sym(rng)).collect()
}

fn regex(rng: &mut Choices, rs: &mut Regexes, depth: u32, letters: usize) -> Re {
    let c = 97 + rng.below(letters) as u32;
    if depth == 0 {
        return [rs.word(&[c]), Re::ANY, Re::EPS][rng.below(3)];
    }
    let a = regex(rng, rs, depth - 1, letters);
    let b = regex(rng, rs, depth - 1, letters);
    match rng.below(7) {
        0 | 1 => rs.concat(a, b),
        2 => rs.union([a, b]),
        3 | 4 => rs.star(a),
        5 => rs.comp(a),
        _ => rs.inter([a, b]),
    }
}

fn linear(rng: &mut Choices, vars: usize) -> Linear {
    let mut sum = Linear::default();
    for _ in 0..=rng.below(2) {
        let x = IntVar::Len(Var(rng.below(vars) as u32));
        sum.add_var(x, [1, -1, 2][rng.below(3)]);
    }
    sum.add_constant(rng.below(5) as i64 - 2);
    sum
}

fn case(rng: &mut Choices, kinds: Kinds) -> Case {
    let mut system = System::new();
    let mut rs = Regexes::new();
    for _ in 0..kinds.vars {
        system.add_var(false);
    }
    let mut tags = (0..).map(Tag);
    let mut tag = || tags.next().unwrap();
    for _ in 0..rng.below(kinds.equations + 1) {
        let (left, right) = (word(rng, kinds), word(rng, kinds));
        system.add_equation(Equation::new(left, right, tag()));
    }
    for _ in 0..rng.below(kinds.disequations + 1) {
        let (left, right) = (word(rng, kinds), word(rng, kinds));
        system.add_disequation(Equation::new(left, right, tag()));
    }
    for _ in 0..rng.below(kinds.memberships + 1) {
        let re = regex(rng, &mut rs, 2, kinds.letters);
        let var = Var(rng.below(kinds.vars) as u32);
        let positive = rng.below(3) > 0;
        system.add_membership(Member { var, re, positive, premises: tag().into() });
    }
    let mut outside = Vec::new();
    for _ in 0..rng.below(kinds.lengths + 1) {
        let sum = linear(rng, kinds.vars);
        if sum.terms.is_empty() {
            continue;
        }
        for (v, _) in &sum.terms {
            if let IntVar::Len(x) = v {
                system.make_length_sensitive(*x);
            }
        }
        outside.push(match rng.below(2) {
            0 => Formula::equal(sum, &Linear::default()),
            _ => Formula::at_least_zero(sum),
        });
    }
    Case { system, outside, rs }
}

/// All words over `letters` letters with at most `max` of them.
fn short_words(letters: usize, max: usize) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..max {
        let to = all.len();
        for i in from..to {
            for c in 0..letters as u32 {
                let mut longer = all[i].clone();
                longer.push(97 + c);
                all.push(longer);
            }
        }
        from = to;
    }
    all
}

/// The first solution in short words of what `premises` names; everything if there is none.
fn brute_force(
    case: &Case,
    premises: Option<&Premises>,
    letters: usize,
    max: usize,
) -> Option<Solution> {
    let named =
        |b: &Premises| premises.is_none_or(|all| b.system.iter().all(|t| all.system.contains(t)));
    let equations: Vec<&Equation> =
        case.system.equations().iter().filter(|e| named(&e.premises)).collect();
    let disequations: Vec<&Equation> =
        case.system.disequations().iter().filter(|e| named(&e.premises)).collect();
    let outside: Vec<&Formula> = case
        .outside
        .iter()
        .enumerate()
        .filter(|(i, _)| premises.is_none_or(|b| b.outside.contains(OutsideTag(*i as u32))))
        .map(|(_, f)| f)
        .collect();
    let words = short_words(letters, max);
    let budget = Budget::unlimited();
    let limits = Limits::none(&budget);
    let mut rs = case.rs.clone();
    let allowed: Vec<Vec<usize>> = case
        .system
        .vars()
        .map(|x| {
            let mine = |m: &&Member| m.var == x && named(&m.premises);
            let members: Vec<&Member> = case.system.memberships().iter().filter(mine).collect();
            let fits = |i: &usize, rs: &mut Regexes| {
                let fits = |m: &&Member| {
                    rs.contains_word(m.re, &words[*i], &limits).unwrap() == m.positive
                };
                members.iter().all(fits)
            };
            (0..words.len()).filter(|i| fits(i, &mut rs)).collect()
        })
        .collect();
    if allowed.iter().any(Vec::is_empty) {
        return None;
    }
    let mut at = vec![0; allowed.len()];
    let mut solution = Solution::empty(&case.system);
    loop {
        for (x, &i) in at.iter().enumerate() {
            solution.set_word(Var::from_index(x), words[allowed[x][i]].clone());
        }
        if equations.iter().all(|e| solution.equates(e))
            && !disequations.iter().any(|e| solution.equates(e))
            && outside.iter().all(|f| f.holds(&lengths(&solution)))
        {
            return Some(solution);
        }
        let more = (0..at.len()).find(|&x| at[x] + 1 < allowed[x].len())?;
        at[more] += 1;
        at[..more].fill(0);
    }
}

/// Checks an answer; whether it was one.
fn judge(case: &Case, outcome: &Outcome, by: &str, kinds: Kinds, max: usize) -> bool {
    match outcome {
        Outcome::GaveUp(_) => false,
        Outcome::Unsat(premises) => {
            let refuted = brute_force(case, Some(premises), kinds.letters, max);
            assert_eq!(refuted, None, "{by}: {:?} {:?} {premises:?}", case.system, case.outside);
            true
        }
        Outcome::Sat(solution) => {
            let budget = Budget::unlimited();
            let solved = solution
                .solves(&case.system, &mut case.rs.clone(), &Limits::none(&budget))
                .unwrap();
            assert!(solved, "{by}: {:?} {:?} {solution:?}", case.system, case.outside);
            let model = lengths(solution);
            let holds = case.outside.iter().all(|f| f.holds(&model));
            assert!(holds, "{by}: {:?} {:?} {solution:?}", case.system, case.outside);
            true
        }
    }
}

/// One problem, for every procedure alone and for all together; whether these decide it. A conflict must
/// have no solution among the words of at most `max` letters.
pub fn scenario(rng: &mut Choices, kinds: Kinds, max: usize) -> bool {
    let case = case(rng, kinds);
    let mut tunables = Tunables::DEFAULT;
    tunables.words.components_least = 2;
    let tunables = Arc::new(tunables);
    let budget = Budget::unlimited().with_tunables(tunables.clone());
    let mut outside = IlpArithmetic::new();
    for (i, f) in case.outside.iter().enumerate() {
        outside.require(f.clone(), OutsideTag(i as u32));
    }
    for p in PROCEDURES.iter().filter(|p| (p.applies)(&case.system, &tunables.words)) {
        let limits = Limits::new(&budget, 100_000);
        let mut rs = case.rs.clone();
        let outcome = p.run(&case.system, &Switches::default(), &mut rs, &mut outside, &limits);
        if let Ok(outcome) = outcome {
            judge(&case, &outcome, p.kind.name(), kinds, max);
        }
    }
    let limits = Limits::new(&budget, 1_000_000);
    let (mut rs, switches) = (case.rs.clone(), Switches::default());
    let report = solve_system(&case.system, &mut rs, &mut outside, &switches, &limits).unwrap();
    judge(&case, &report.outcome, report.decided_by, kinds, max)
}
