//! `cargo xtask neighbours`: is a proof accepted for a problem that has a model?
//!
//! A refuted problem whose proof is valid is changed: an assertion that the proof takes is dropped, negated, made trivial, or another
//! token stands in it. Where the solver answers `sat`, which it does only after its judge evaluated the assertions in a model, the old
//! proof is offered to both checkers, as it is and with its assumptions fitted to the new problem. Nothing may be accepted: an
//! acceptance is a bug of a checker without exception.

mod offer;

use crate::Tally;
use crate::arguments::{Corpus, Solver};
use crate::mutants::{EVERY, change::other_token, proof};
use crate::regress::Build;
use crate::second::Pairs;
use base::SplitMix64 as Rng;
use bpaf::{Parser, construct, long};
pub use offer::definitions;
use offer::{Change, Script, variants};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use stringent_check::{Checker, Verdict};

pub struct Args {
    corpus: Corpus,
    per_script: usize,
    seed: u64,
    solver: Solver,
    second: bool,
}

impl Args {
    /// How they are written.
    pub fn parser() -> impl Parser<Args> {
        let corpus = Corpus::parser();
        let per_script = long("per-script")
            .help("So many neighbours of each script")
            .argument::<usize>("N")
            .fallback(20);
        let seed = long("seed").argument::<u64>("N").fallback(1);
        let solver = Solver::parser();
        let second = long("second").help("Asks the checker in Python, too").switch();
        construct!(Args { corpus, per_script, seed, solver, second })
    }
}

/// What was counted.
#[derive(Default)]
struct Counts {
    problems: usize,
    neighbours: usize,
    satisfiable: usize,
    offers: usize,
    accepted: usize,
}

impl Counts {
    fn print(&self) {
        let Counts { problems, neighbours, satisfiable, offers, accepted } = self;
        println!("| {problems} | {neighbours} | {satisfiable} | {offers} | {accepted} |");
    }
}

struct Attack {
    solver: PathBuf,
    second: Option<Pairs>,
    folder: PathBuf,
    random: Rng,
    counts: Counts,
}

/// Offers proofs to satisfiable neighbours of the scripts of some folders.
pub fn run(root: &Path, args: &Args) -> Result<Tally, String> {
    let solver = args.solver.program(root, Build::Release)?;
    let folder = std::env::temp_dir().join(format!("stringent-neighbours-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let second = args.second.then(|| Pairs::new(root)).flatten();
    let random = Rng::new(args.seed);
    let mut attack = Attack { solver, second, folder, random, counts: Counts::default() };
    println!(
        "| proofs | neighbours | satisfiable | offers | accepted |\n|---:|---:|---:|---:|---:|"
    );
    for (i, file) in args.corpus.scripts()?.into_iter().enumerate() {
        if i > 0 && i % EVERY == 0 {
            attack.counts.print();
        }
        attack.script(&file, args.per_script);
    }
    let _ = std::fs::remove_dir_all(&attack.folder);
    attack.counts.print();
    let Counts { offers, accepted, .. } = attack.counts;
    Ok(Tally { passed: offers - accepted, failed: accepted })
}

impl Attack {
    /// Attacks with the proof of one script.
    fn script(&mut self, file: &Path, count: usize) {
        let Ok(text) = std::fs::read_to_string(file) else { return };
        let Some(script) = Script::new(&text) else { return };
        let path = self.folder.join("proof");
        let Some(proof) = proof(&self.solver, file, &path) else { return };
        if verdict(&text, &proof) != Verdict::Valid {
            return;
        }
        self.counts.problems += 1;
        let used = offer::assumed(&proof);
        for _ in 0..count {
            if let Some(change) = self.change(&script, &used) {
                self.neighbour(&script, &proof, &change);
            }
        }
    }

    /// A change of an assertion that the proof takes.
    fn change(&mut self, script: &Script, used: &[usize]) -> Option<Change> {
        let &at = used.get(self.random.below(used.len().max(1)))?;
        let formula = script.assertion(at)?;
        let new = match self.random.below(6) {
            0 => None,
            1 => Some(format!("(not {formula})")),
            2 => Some("true".to_owned()),
            _ => Some(other_token(formula, &script.names, &mut self.random)?),
        };
        Some(Change { at, new })
    }

    /// Offers the proof for a changed problem, if that has a model.
    fn neighbour(&mut self, script: &Script, proof: &str, change: &Change) {
        self.counts.neighbours += 1;
        let problem = script.changed(change);
        let path = self.folder.join("problem.smt2");
        if std::fs::write(&path, &problem).is_err() || !is_sat(&self.solver, &path) {
            return;
        }
        self.counts.satisfiable += 1;
        for variant in variants(proof, change) {
            self.counts.offers += 1;
            let first = verdict(&problem, &variant) == Verdict::Valid;
            if first || self.second_accepts(&path, &variant) {
                self.counts.accepted += 1;
                println!("ACCEPTED for a satisfiable problem:\n{problem}\n{variant}");
            }
        }
    }

    fn second_accepts(&mut self, problem: &Path, proof: &str) -> bool {
        let path = self.folder.join("offer");
        let Some(second) = &mut self.second else { return false };
        std::fs::write(&path, proof).is_ok()
            && second.verdict(problem, &path).is_some_and(|said| said == "valid")
    }
}

fn verdict(problem: &str, proof: &str) -> Verdict {
    Checker::new(problem).map_or_else(|refused| refused, |mut checker| checker.check(proof))
}

/// Whether the solver finds a model.
fn is_sat(solver: &Path, problem: &Path) -> bool {
    let done = Command::new(solver)
        .arg("--timeout=2000")
        .arg(problem)
        .stderr(Stdio::null())
        .output()
        .map(|o| String::from_utf8_lossy(&o.stdout).into_owned());
    done.is_ok_and(|said| said.lines().any(|l| l == "sat") && !said.contains("error"))
}
