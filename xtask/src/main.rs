//! The project's own tool: `cargo xtask tidy | regress [FILTER] | docs | ci | ...`.
//!
//! `tidy` checks what the compiler cannot: who may see whom, that every inference and rule is
//! tested, how files look. `regress` runs the solver over `tests/` in all configurations. `docs` writes
//! the pages of options and tunables. `ci` is everything that must pass before a change goes in. `python` installs and tests the Python
//! package, `capi` tests the libraries for C, `web` builds and tests the package for
//! browsers. `fuzz` looks for bugs
//! with random formulas, `coverage` with inputs for the engines' tests that are guided by coverage. `audit` asks other
//! solvers about what ours concludes, `cores` about its unsat cores. `determinism` and `limits`
//! measure promises over a folder of scripts. `bench` runs the evaluation, which is a program of its own, and
//! `incremental` its race on scripts of many questions. `scaling` measures how cost grows with the size of a script.
//! `proofs` has proofs checked; `mutants` attacks the checkers with changed ones, `neighbours` with proofs of other problems.

mod audit;
mod bench;
mod capi;
mod ci;
mod cores;
mod coverage;
mod fuzz;
mod mutants;
mod neighbours;
mod options_page;
mod pairs;
mod promises;
mod proofs;
mod python;
mod regress;
mod scaling;
mod second;
mod source;
mod table;
mod tidy;
mod tree;
mod tunables_page;
mod tuning;
mod web;

use promises::{determinism, limits};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask tidy | regress [--solver PROGRAM] [FILTER] | docs | ci | python | capi [PREFIX]
    | web [--solver PROGRAM FOLDER] | fuzz [ARGUMENT]...
    | audit [ARGUMENT]... | cores [ARGUMENT]... | coverage [TARGET] [SECONDS] | determinism FOLDER [STEPS]
    | limits [FOLDER [COUNT]] | bench [ARGUMENT]... | incremental FOLDER [ARGUMENT]...
    | scaling [ARGUMENT]... | proofs [ARGUMENT]...
    | mutants [ARGUMENT]... | neighbours [ARGUMENT]...";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args[..] {
        ["tidy"] => tidy::run(&root()),
        ["regress"] => regress::run(&root(), ""),
        ["regress", "--solver", program] => regress::run_with(&root(), Path::new(program), ""),
        ["regress", "--solver", program, filter] => {
            regress::run_with(&root(), Path::new(program), filter)
        }
        ["regress", filter] => regress::run(&root(), filter),
        ["docs"] => write_pages(&root()).map(|()| Tally::one(true)),
        ["ci"] => ci::run(&root()),
        ["python"] => python::run(&root()),
        ["capi"] => capi::run(&root()),
        ["capi", prefix] => capi::install(&root(), prefix),
        ["web"] => web::run(&root()),
        ["web", "--solver", program, folder] => {
            web::compare(&root(), Path::new(program), Path::new(folder))
        }
        ["audit", ref rest @ ..] => audit::run(&root(), rest),
        ["cores", ref rest @ ..] => cores::run(&root(), rest),
        ["coverage", ref rest @ ..] => coverage::run(&root(), rest),
        ["fuzz", ref rest @ ..] => fuzz::run(&root(), rest),
        ["determinism", folder, ref rest @ ..] => {
            number(rest, 1_000_000).and_then(|n| determinism::run(&root(), Path::new(folder), n))
        }
        ["limits"] => limits::run_cases(&root()),
        ["limits", folder, ref rest @ ..] => {
            number(rest, 200).and_then(|n| limits::run(&root(), Path::new(folder), n as usize))
        }
        ["bench", ref rest @ ..] => bench::run(&root(), rest),
        ["incremental", folder, ref rest @ ..] => {
            bench::run(&root(), &[&["--incremental", folder], rest].concat())
        }
        ["scaling", ref rest @ ..] => scaling::run(&root(), rest),
        ["mutants", ref rest @ ..] => mutants::run(&root(), rest),
        ["neighbours", ref rest @ ..] => neighbours::run(&root(), rest),
        ["proofs", ref rest @ ..] => proofs::run(&root(), rest),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(tally) if tally.failed == 0 => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the pages that are made from tables.
fn write_pages(root: &Path) -> Result<(), String> {
    options_page::write(root)?;
    tunables_page::write(root)
}

/// The number that may come last.
fn number(rest: &[&str], default: u64) -> Result<u64, String> {
    match rest {
        [] => Ok(default),
        [n] => n.parse().map_err(|_| format!("not a number: {n}")),
        _ => Err(USAGE.to_owned()),
    }
}

/// How many checks passed and failed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Tally {
    passed: usize,
    failed: usize,
}

impl Tally {
    fn one(passed: bool) -> Tally {
        Tally { passed: usize::from(passed), failed: usize::from(!passed) }
    }

    fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// The repository: the parent of this crate's folder.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}
