//! `cargo xtask mutants --corpus FOLDER...`: does the checker accept a clause that is false in some model?
//!
//! Steps of real proofs are changed at random: a literal is dropped or negated, a number, a letter, a symbol or a rule is another one.
//! What the checker still accepts may well hold, so it is evaluated in random models by the evaluator of `terms`, which shares no
//! code with the checker. A clause that is false in one is a bug of the checker without exception. The steps as they are go through the
//! same.

mod change;
mod models;

use crate::promises::scripts;
use crate::regress::{Build, build};
use crate::{Tally, pairs};
use base::SplitMix64 as Rng;
use change::changed;
use models::Meaning;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use stringent_check::Checker;

const USAGE: &str =
    "usage: cargo xtask mutants --corpus FOLDER... [--every N] [--per-step N] [--seed N]
    [--solver PATH]";

struct Args {
    folders: Vec<PathBuf>,
    every: usize,
    per_step: usize,
    seed: u64,
    solver: Option<PathBuf>,
}

impl Args {
    fn parse(args: &[&str]) -> Result<Args, String> {
        let mut parsed = Args { folders: Vec::new(), every: 1, per_step: 8, seed: 1, solver: None };
        pairs::read(args, USAGE, |name, value| {
            let number = || value.parse().map_err(|_| USAGE.to_owned());
            match name {
                "--corpus" => parsed.folders.push(value.into()),
                "--every" => parsed.every = number()?,
                "--per-step" => parsed.per_step = number()?,
                "--seed" => parsed.seed = value.parse().map_err(|_| USAGE.to_owned())?,
                "--solver" => parsed.solver = Some(value.into()),
                _ => return Err(USAGE.to_owned()),
            }
            Ok(())
        })?;
        if parsed.folders.is_empty() { Err(USAGE.to_owned()) } else { Ok(parsed) }
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
}

/// Attacks the checker with the proofs of the scripts of some folders.
pub fn run(root: &Path, args: &[&str]) -> Result<Tally, String> {
    let args = Args::parse(args)?;
    let solver = match &args.solver {
        Some(path) => path.clone(),
        None => build(root, Build::Release)?,
    };
    let file = std::env::temp_dir().join(format!("stringent-mutants-{}", std::process::id()));
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut random = Rng::new(args.seed);
    for folder in &args.folders {
        for script in scripts(folder)?.into_iter().step_by(args.every.max(1)) {
            let Some(proof) = proof(&solver, &script, &file) else { continue };
            let Ok(problem) = std::fs::read_to_string(&script) else { continue };
            attack(&problem, &proof, &args, &mut random, &mut rows);
        }
    }
    let _ = std::fs::remove_file(&file);
    print(&rows);
    let failed = rows.values().map(|r| r.falsified).sum();
    Ok(Tally { passed: rows.values().map(|r| r.tried).sum(), failed })
}

fn proof(solver: &Path, script: &Path, file: &Path) -> Option<String> {
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

/// Changes the steps of one proof.
fn attack(
    problem: &str,
    proof: &str,
    args: &Args,
    random: &mut Rng,
    rows: &mut BTreeMap<String, Row>,
) {
    let Ok(mut checker) = Checker::new(problem) else { return };
    let mut meaning = Meaning::new(problem);
    for line in proof.lines() {
        match change::step(line) {
            None if line.starts_with("(term") || line.starts_with("(const") => {
                let _ = checker.try_command(line);
                meaning.define(line);
            }
            None => {}
            Some((_, rule)) if rule.starts_with("(hole") => {}
            Some((clause, rule)) => {
                for i in 0..=args.per_step {
                    let mutant = match i {
                        0 => Some((clause.to_owned(), rule.to_owned())),
                        _ => changed(clause, rule, &meaning.names, random),
                    };
                    if let Some((clause, rule)) = mutant {
                        try_mutant(&mut checker, &mut meaning, (&clause, &rule), random, rows);
                    }
                }
            }
        }
    }
}

fn try_mutant(
    checker: &mut Checker,
    meaning: &mut Meaning,
    (clause, rule): (&str, &str),
    random: &mut Rng,
    rows: &mut BTreeMap<String, Row>,
) {
    let name = rule.trim_start_matches('(').split([' ', ')']).next().unwrap_or("").to_owned();
    let row = rows.entry(name).or_default();
    row.tried += 1;
    if checker.try_command(&format!("(step mutant {clause} {rule})")).is_err() {
        return;
    }
    row.accepted += 1;
    let Some(formula) = meaning.formula(clause) else { return };
    row.evaluated += 1;
    if let Some(model) = meaning.falsified(formula, random) {
        row.falsified += 1;
        println!("FALSE: {} {rule}\n  in {model}", meaning.expanded(clause).unwrap_or_default());
    }
}

fn print(rows: &BTreeMap<String, Row>) {
    println!("| rule | clauses | accepted | evaluated | falsified |\n|---|---:|---:|---:|---:|");
    for (rule, r) in rows {
        println!("| `{rule}` | {} | {} | {} | {} |", r.tried, r.accepted, r.evaluated, r.falsified);
    }
}
