//! Random conjunctions over every operator: no panic, and no two configurations contradict each other.

use choices::Choices;
use std::sync::LazyLock;
use stringent::options::{Options, TABLE};
use stringent::{Op, Solver, Sort, Term, Verdict};
use terms::op::{Family, NAMED_OPS};

const SORTS: [Sort; 4] = [Sort::Bool, Sort::Int, Sort::String, Sort::RegLan];

fn sorts_of(op: Op, rng: &mut Choices) -> Vec<Sort> {
    let any = SORTS[rng.below(3)];
    let several = 2 + rng.below(2);
    op.signature().params(several, any).expect("named operators only")
}

/// The operators of the table that are drawn, with their names.
pub fn drawn() -> impl Iterator<Item = (&'static str, Op)> {
    NAMED_OPS.iter().copied().filter(|(_, op)| op.family() != Family::Elements)
}

/// An operator of the table, or an indexed one.
fn operator(solver: &mut Solver, rng: &mut Choices) -> Op {
    const INDEXED: usize = 3;
    // What is of other sequences only has a test of its own (`sequences.rs`).
    let named: Vec<Op> = drawn().map(|(_, op)| op).collect();
    match rng.below(named.len() + INDEXED) {
        0 => Op::Divisible(solver.terms().intern_int((1 + rng.below(3)).into())),
        1 => Op::RePower(rng.below(4) as u32),
        2 => Op::ReLoop(rng.below(4) as u32, rng.below(4) as u32),
        n => named[n - INDEXED],
    }
}

/// Up to three random assertions as text, over `s`, `t`, `i`, `j` and `p`.
pub fn script(rng: &mut Choices) -> Vec<String> {
    let mut solver = declared(Options::default());
    let mut pool: Vec<Term> = Vec::new();
    let leaves = ["s", "t", "\"\"", "\"a\"", "\"ab\"", "\"7\"", "i", "j", "0", "1", "(- 1)", "p"];
    for leaf in leaves.iter().chain(&["re.allchar", "(re.range \"a\" \"c\")"]) {
        pool.push(solver.parse(leaf).unwrap());
    }
    for _ in 0..8 + rng.below(12) {
        let op = operator(&mut solver, rng);
        let sorts = sorts_of(op, rng);
        let terms = solver.terms();
        let mut pick = |sort| {
            let fit: Vec<Term> = pool.iter().copied().filter(|&t| terms.sort(t) == sort).collect();
            fit[rng.below(fit.len())]
        };
        let args: Vec<Term> = sorts.into_iter().map(&mut pick).collect();
        pool.push(terms.mk(op, &args));
    }
    let boolean: Vec<Term> =
        pool.into_iter().filter(|&t| solver.terms().sort(t) == Sort::Bool).collect();
    let last = boolean.iter().rev().take(3);
    last.map(
        |&t| if rng.below(3) == 0 { format!("(not {})", solver.print(t)) } else { solver.print(t) },
    )
    .collect()
}

fn declared(options: Options) -> Solver {
    let mut solver = Solver::new(options);
    let names = [
        ("s", Sort::String),
        ("t", Sort::String),
        ("i", Sort::Int),
        ("j", Sort::Int),
        ("p", Sort::Bool),
    ];
    for (name, sort) in names {
        solver.declare(name, sort).unwrap();
    }
    solver
}

fn verdict(options: Options, script: &[String]) -> Verdict {
    let mut solver = declared(options);
    for text in script {
        let t = solver.parse(text).unwrap();
        solver.assert(t).unwrap();
    }
    let verdict = solver.check();
    let statistics = solver.statistics();
    let rejected = statistics.iter().find(|row| row.0 == "judge.rejected-models");
    assert_eq!(rejected, None, "{script:#?}");
    verdict
}

static HEURISTICS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let is_heuristic = |name: &str| name.contains('.') || ["rewrite", "preprocess"].contains(&name);
    let switches = TABLE.iter().filter(|info| info.is_switch() && is_heuristic(info.name));
    switches.map(|info| info.name).collect()
});

/// One conjunction, as it is and with a heuristic off, so many steps each; whether it was decided.
pub fn scenario(rng: &mut Choices, rlimit: u64) -> bool {
    let script = script(rng);
    let limited = Options { rlimit, ..Options::default() };
    let plain = verdict(limited.clone(), &script);
    let mut options = limited;
    let off = *rng.pick(&HEURISTICS);
    options.set(off, "false").unwrap();
    let other = verdict(options, &script);
    let clash = clash(&plain, &other);
    assert!(!clash, "{plain:?}, with {off} off {other:?}: {script:#?}");
    !matches!(plain, Verdict::Unknown(_))
}

fn clash(a: &Verdict, b: &Verdict) -> bool {
    matches!((a, b), (Verdict::Sat, Verdict::Unsat) | (Verdict::Unsat, Verdict::Sat))
}
