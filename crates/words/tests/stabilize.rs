//! Stabilization alone on the shapes it is for, against brute force: trees and chains of equations with a
//! language for each variable, variables in several equations, lengths.

use automata::{Re, Regexes};
use base::{Budget, Int, Limits};
use words::{
    Arithmetic, Blame, Equation, Formula, IlpArithmetic, IntModel, IntVar, Linear, Member, Outcome,
    PROCEDURES, Solution, Switches, Sym, System, Tag, Var, Word, literal,
};

/// A fixed sequence (splitmix64).
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Sides of equations: small letters are letters, capitals variables.
const CHAIN_FREE: &[&[(&str, &str)]] = &[
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
const CIRCULAR: &[&[(&str, &str)]] = &[
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

fn regex(rng: &mut Rng, rs: &mut Regexes, depth: u32) -> Re {
    if depth == 0 {
        let letters = rng.pick(&["a", "b", "ab", "ba", "aa"]);
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

fn problem(rng: &mut Rng, shape: &[(&str, &str)], lengths: usize) -> Problem {
    let mut system = System::new();
    let mut rs = Regexes::new();
    NAMES.chars().for_each(|_| {
        system.add_var(false);
    });
    let mut tags = (0..).map(Tag);
    let mut tag = || Blame::from(tags.next().unwrap());
    for (left, right) in shape {
        system.equations.push(Equation::new(word(left), word(right), tag()));
    }
    for var in system.vars() {
        if rng.below(3) > 0 {
            let re = regex(rng, &mut rs, 2);
            let positive = rng.below(4) > 0;
            system.memberships.push(Member { var, re, positive, blame: tag() });
        }
    }
    let mut outside = Vec::new();
    for _ in 0..lengths {
        let mut sum = Linear::constant(rng.below(5) as i64 - 2);
        for _ in 0..2 {
            let x = Var(rng.below(NAMES.len()) as u32);
            system.make_length_sensitive(x);
            sum.add_var(IntVar::Len(x), rng.pick(&[1, -1, -1, 2]));
        }
        outside.push(match rng.below(2) {
            0 => Formula::equal(sum, &Linear::default()),
            _ => Formula::at_least_zero(sum),
        });
    }
    Problem { system, outside, rs }
}

fn lengths(solution: &Solution) -> IntModel {
    let mut model = IntModel::default();
    for x in solution.words.ids() {
        model.set(IntVar::Len(x), Int::from(solution.words[x].len()));
    }
    model
}

/// A solution of what `blame` names, in words of at most three letters.
fn brute_force(p: &Problem, blame: &Blame) -> Option<Solution> {
    let budget = Budget::unlimited();
    let limits = Limits::none(&budget);
    let mut rs = p.rs.clone();
    let named = |b: &Blame| b.system.iter().all(|t| blame.system.contains(t));
    let mut short: Vec<Vec<u32>> = vec![Vec::new()];
    for at in 0..7 {
        for c in [97, 98] {
            short.push([&short[at][..], &[c]].concat());
        }
    }
    let equations: Vec<&Equation> = p.system.equations.iter().filter(|e| named(&e.blame)).collect();
    let outside: Vec<&Formula> = (0..p.outside.len())
        .filter(|&i| blame.outside.contains(Tag(i as u32)))
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
        for m in p.system.memberships.iter().filter(|m| m.var == x && named(&m.blame)) {
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
            solution.words[x].clone_from(&allowed[x.0 as usize][*i]);
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

fn stabilize(
    system: &System,
    rs: &mut Regexes,
    outside: &mut dyn Arithmetic,
    limits: &Limits,
) -> Option<Outcome> {
    // Of several entries the last has no limits of its own.
    let mut entries = PROCEDURES.iter().rev().filter(|p| p.name == "stabilization");
    let procedure = entries.find(|p| (p.applies)(system))?;
    procedure.run(system, &Switches::default(), rs, outside, limits).ok()
}

/// Runs `rounds` problems of each shape; how many were decided, and how many of these were satisfiable.
fn fuzz(
    seed: u64,
    shapes: &[&[(&str, &str)]],
    rounds: usize,
    with_lengths: usize,
) -> (usize, usize) {
    let mut rng = Rng(seed);
    let (mut decided, mut satisfiable) = (0, 0);
    for shape in shapes {
        for round in 0..rounds {
            let p = problem(&mut rng, shape, with_lengths);
            let budget = Budget::unlimited();
            let mut outside = IlpArithmetic::new(&budget);
            for (i, f) in p.outside.iter().enumerate() {
                outside.require(f.clone(), Tag(i as u32));
            }
            let limits = Limits::new(&budget, 200_000);
            let context = || format!("{shape:?} {round}");
            match stabilize(&p.system, &mut p.rs.clone(), &mut outside, &limits) {
                None | Some(Outcome::GaveUp(_)) => continue,
                Some(Outcome::Unsat(blame)) => {
                    assert_eq!(brute_force(&p, &blame), None, "{}", context());
                }
                Some(Outcome::Sat(solution)) => {
                    let none = Limits::none(&budget);
                    let solves = solution.solves(&p.system, &mut p.rs.clone(), &none);
                    assert_eq!(solves, Ok(true), "{}", context());
                    let model = lengths(&solution);
                    assert!(p.outside.iter().all(|f| f.holds(&model)), "{}", context());
                    satisfiable += 1;
                }
            }
            decided += 1;
        }
    }
    (decided, satisfiable)
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
    system.equations.push(Equation::new(vec![Sym::Var(x)], concat(y, z), Tag(0)));
    system.equations.push(Equation::new(vec![Sym::Var(x)], concat(v, w), Tag(1)));
    for (at, (var, letter)) in [(x, "a"), (y, "a"), (z, "a"), (w, "a"), (v, "b")].iter().enumerate()
    {
        let letter = rs.text(letter);
        let re = rs.plus(letter);
        let blame = Tag(at as u32 + 2).into();
        system.memberships.push(Member { var: *var, re, positive: true, blame });
    }
    let budget = Budget::unlimited();
    let outside = &mut IlpArithmetic::new(&budget);
    let outcome = stabilize(&system, &mut rs, outside, &Limits::none(&budget));
    let Some(Outcome::Unsat(blame)) = outcome else { panic!("{outcome:?}") };
    assert_eq!(blame.system.iter().collect::<Vec<_>>(), [Tag(1), Tag(2), Tag(6)]);
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
        let blame = tags.next().unwrap();
        system.equations.push(Equation::new(vec![Sym::Var(x)], right, blame));
        system.memberships.push(Member { var: x, re: both, positive: true, blame: blame.into() });
        x = y;
    }
    let budget = Budget::unlimited();
    let outside = &mut IlpArithmetic::new(&budget);
    let limits = Limits::new(&budget, 300_000);
    let outcome = stabilize(&system, &mut rs, outside, &limits);
    assert!(matches!(outcome, Some(Outcome::Unsat(_))), "{outcome:?}");
}
