//! `cargo xtask mutants`: does the checker accept a clause that is false in some model?
//!
//! Steps of real proofs are changed at random: a literal is dropped or negated, a number, a letter, a symbol or a rule is another one.
//! What the checker still accepts may well hold, so it is evaluated in random models by the evaluator of `terms`, which shares no
//! code with the checker. A clause that is false in one is a bug of the checker without exception. The steps as they are go through the
//! same. With `--second` the checker in Python is asked about each, too. A step as it is must be accepted by both. A changed one on which
//! they disagree is shown and counted: one of them finds more, or one is wrong.
//!
//! With `--whole` it is proofs that are changed, in one place each, and checked from the first line to the last.

pub mod change;
mod kinds;
pub mod models;
mod whole;

use crate::Tally;
use crate::arguments::{Corpus, Named, Solver};
use crate::regress::Build;
use crate::second::Second;
use base::SplitMix64 as Rng;
use bpaf::{Parser, construct, long};
use change::changed;
use models::Meaning;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use stringent_check::Checker;

/// What was counted is printed after so many scripts, as a run over all takes hours.
pub const EVERY: usize = 50;

/// Models that a clause is evaluated in.
const MODELS: usize = 1_000;

pub struct Args {
    corpus: Corpus,
    per_step: usize,
    seed: u64,
    solver: Solver,
    second: bool,
    whole: bool,
    kind: Option<String>,
    judges: Vec<Named>,
}

impl Args {
    /// How they are written.
    pub fn parser() -> impl Parser<Args> {
        let corpus = Corpus::parser();
        let per_step = long("per-step")
            .help("So many mutants of each step, or with --whole of each kind of a proof")
            .argument::<usize>("N")
            .fallback(8);
        let seed = long("seed").argument::<u64>("N").fallback(1);
        let solver = Solver::parser();
        let second = long("second").help("Asks the checker in Python, too").switch();
        let whole = long("whole").help("Changes proofs, which are checked as a whole").switch();
        let kind = long("kind")
            .help("Only changes of this kind, with --whole")
            .argument::<String>("KIND")
            .optional();
        let judges = long("judge")
            .help("Another solver for accepted clauses, with --whole; `{}` stands for the script")
            .argument::<Named>("NAME=COMMAND")
            .many();
        construct!(Args { corpus, per_step, seed, solver, second, whole, kind, judges })
    }
}

/// What became of the mutants of one rule.
#[derive(Default)]
struct Row {
    tried: usize,
    accepted: usize,
    /// Accepted ones that were evaluated in models.
    evaluated: usize,
    falsified: usize,
    /// Those on which the checkers disagree.
    disputed: usize,
    /// Those among them that are no mutants.
    missed: usize,
}

/// Attacks the checker with the proofs of the scripts of some folders.
pub fn run(root: &Path, args: &Args) -> Result<Tally, String> {
    let solver = args.solver.program(root, Build::Release)?;
    let file = std::env::temp_dir().join(format!("stringent-mutants-{}", std::process::id()));
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    if args.whole {
        return run_whole(root, args, &solver, &file);
    }
    let mut random = Rng::new(args.seed);
    for (i, script) in args.corpus.scripts()?.into_iter().enumerate() {
        if i > 0 && i % EVERY == 0 {
            println!("after {i} scripts:");
            print(&rows);
        }
        let Some(proof) = proof(&solver, &script, &file) else { continue };
        let Ok(problem) = std::fs::read_to_string(&script) else { continue };
        let second = args.second.then(|| Second::new(root, &script)).flatten();
        let disputed =
            |rows: &BTreeMap<String, Row>| rows.values().map(|r| r.disputed).sum::<usize>();
        let before = disputed(&rows);
        attack((&problem, &proof), second, args.per_step, &mut random, &mut rows);
        if disputed(&rows) > before {
            println!("disputed: {}", script.display());
        }
    }
    let _ = std::fs::remove_file(&file);
    print(&rows);
    let failed = rows.values().map(|r| r.falsified + r.missed).sum();
    Ok(Tally { passed: rows.values().map(|r| r.tried).sum(), failed })
}

/// Attacks the checker with changed proofs.
fn run_whole(root: &Path, args: &Args, solver: &Path, file: &Path) -> Result<Tally, String> {
    let mut attack = whole::Attack::new(root, args)?;
    for (i, script) in args.corpus.scripts()?.into_iter().enumerate() {
        if i > 0 && i % EVERY == 0 {
            attack.print();
        }
        if let (Some(proof), Ok(problem)) =
            (proof(solver, &script, file), std::fs::read_to_string(&script))
        {
            attack.proof(&problem, &proof);
        }
    }
    let _ = std::fs::remove_file(file);
    Ok(attack.finish())
}

/// The proof that the solver writes for a script.
pub fn proof(solver: &Path, script: &Path, file: &Path) -> Option<String> {
    let _ = std::fs::remove_file(file);
    let option = format!("--proof={}", file.display());
    let done = Command::new(solver)
        .args(["--timeout=10000", &option, &script.to_string_lossy()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    done.ok()?;
    std::fs::read_to_string(file).ok()
}

/// The checkers that are attacked, and what judges them.
struct Checkers {
    first: Checker,
    second: Option<Second>,
    meaning: Meaning,
}

/// Changes the steps of one proof.
fn attack(
    (problem, proof): (&str, &str),
    second: Option<Second>,
    per_step: usize,
    random: &mut Rng,
    rows: &mut BTreeMap<String, Row>,
) {
    let Ok(first) = Checker::new(problem) else { return };
    let mut checkers = Checkers { first, second, meaning: Meaning::new(problem) };
    for line in proof.lines() {
        match change::step(line) {
            None if line.starts_with("(term") || line.starts_with("(const") => {
                checkers.define(line);
            }
            None if line.starts_with("(check-sat") => {
                let Ok(fresh) = Checker::new(problem) else { return };
                checkers.first = fresh;
                checkers.define(line);
            }
            None => {}
            Some((_, rule)) if rule.starts_with("(hole") => {}
            Some((clause, rule)) => {
                for i in 0..=per_step {
                    let mutant = match i {
                        0 => Some((clause.to_owned(), rule.to_owned())),
                        _ => changed(clause, rule, &checkers.meaning.names, random),
                    };
                    if let Some((clause, rule)) = mutant {
                        let missed = checkers.attack((&clause, &rule), random, rows);
                        let name = rule_name(&rule);
                        rows.entry(name).or_default().missed += usize::from(missed && i == 0);
                    }
                }
            }
        }
    }
}

impl Checkers {
    /// A command that is no step.
    fn define(&mut self, line: &str) {
        let _ = self.first.try_command(line);
        if let Some(second) = &mut self.second {
            second.accepts(line);
        }
        self.meaning.define(line);
    }

    /// Asks about a step; returns whether the checkers disagree.
    fn attack(
        &mut self,
        (clause, rule): (&str, &str),
        random: &mut Rng,
        rows: &mut BTreeMap<String, Row>,
    ) -> bool {
        let row = rows.entry(rule_name(rule)).or_default();
        row.tried += 1;
        let step = format!("(step mutant {clause} {rule})");
        let accepted = self.first.try_command(&step).is_ok();
        let second = self.second.as_mut().and_then(|second| second.accepts(&step));
        let is_disputed = second.is_some_and(|second| second != accepted);
        if is_disputed {
            row.disputed += 1;
            let by = if accepted { "first" } else { "second" };
            let clause = self.meaning.expanded(clause).unwrap_or_else(|| clause.to_owned());
            println!("DISPUTED: accepted by the {by} checker only: {clause} {rule}");
        }
        if !accepted && second != Some(true) {
            return is_disputed;
        }
        row.accepted += 1;
        let Some(formula) = self.meaning.formula(clause) else { return is_disputed };
        row.evaluated += 1;
        if let Some(model) = self.meaning.falsified(formula, MODELS, random) {
            row.falsified += 1;
            let clause = self.meaning.expanded(clause).unwrap_or_default();
            println!("FALSE: {clause} {rule}\n  in {model}");
        }
        is_disputed
    }
}

fn rule_name(rule: &str) -> String {
    rule.trim_start_matches('(').split([' ', ')']).next().unwrap_or("").to_owned()
}

fn print(rows: &BTreeMap<String, Row>) {
    println!("| rule | clauses | accepted | evaluated | falsified | disputed |");
    println!("|---|---:|---:|---:|---:|---:|");
    for (rule, r) in rows {
        let Row { tried, accepted, evaluated, falsified, disputed, .. } = r;
        println!("| `{rule}` | {tried} | {accepted} | {evaluated} | {falsified} | {disputed} |");
    }
}
