//! `cargo xtask ci`: everything that must hold before a change goes in. A step that fails does not
//! keep the others from running; the last line counts what passed and failed: one for each
//! formatter, linter and tidy check, each test, and each regression file in each configuration.
//! Each step says how many seconds it took, so that what makes the whole slow can be seen.

use crate::arguments::Solver;
use crate::regress::configuration::Share;
use crate::{Tally, benchmarks, capi, proofs, python, regress, second, tidy, web};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// The package of fuzz targets, which is no part of the workspace.
const FUZZ: &str = "--manifest-path=fuzz/Cargo.toml";

/// The checker of proofs, which is none either.
const CHECK: &str = "--manifest-path=check/Cargo.toml";

/// A step: its name, and what it does in the repository.
type Step = (&'static str, Box<dyn Fn(&Path) -> Result<Tally, String> + Send>);

fn step(name: &'static str, run: impl Fn(&Path) -> Result<Tally, String> + Send + 'static) -> Step {
    (name, Box::new(run))
}

/// The steps that come first, in order: what they say is of use at once.
fn first() -> Vec<Step> {
    // Clippy of the fuzz targets goes without linking, which takes a C++ compiler.
    let target = "--target-dir=target/coverage";
    let fuzz = ["clippy", FUZZ, target, "--no-default-features", "--", "-D", "warnings"];
    vec![
        step("fmt", |root| tool(root, &["fmt", "--all", "--check"])),
        step("fmt of fuzz", |root| tool(root, &["fmt", FUZZ, "--check"])),
        step("fmt of python", |root| {
            tool(root, &["fmt", "--manifest-path=python/Cargo.toml", "--check"])
        }),
        step("fmt of capi", |root| {
            tool(root, &["fmt", "--manifest-path=capi/Cargo.toml", "--check"])
        }),
        step("fmt of web", |root| {
            tool(root, &["fmt", "--manifest-path=web/Cargo.toml", "--all", "--check"])
        }),
        step("fmt of check", |root| tool(root, &["fmt", CHECK, "--check"])),
        step("clippy", |root| {
            tool(root, &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])
        }),
        step("clippy of fuzz", move |root| tool(root, &fuzz)),
        step("clippy of check", |root| {
            tool(root, &["clippy", CHECK, "--all-targets", "--", "-D", "warnings"])
        }),
        step("test of check", |root| tests(cargo(root, &["test", CHECK]))),
        step("test", |root| tests(cargo(root, &["test", "--workspace", "--no-fail-fast"]))),
        step("second checker", second_checker),
        step("tidy", tidy::run),
    ]
}

/// The steps that run side by side: those of one list in order. What is linked as a whole keeps one core busy for minutes, as the
/// checkers of proofs do; the lists build into folders of their own, so none waits for the other.
fn side_by_side() -> [Vec<Step>; 2] {
    [
        vec![
            step("regress", |root| regress::run(root, &Solver::default(), "", Share::Third)),
            step("benchmarks", benchmarks::listed),
            step("proofs", proofs::sample),
        ],
        vec![step("web", web::run), step("capi", capi::run), step("python", python::run)],
    ]
}

/// Runs all steps and prints the tally as the last line.
pub fn run(root: &Path) -> Result<Tally, String> {
    let mut tally = in_order(root, first());
    let last = std::thread::scope(|scope| {
        let lists = side_by_side().map(|steps| scope.spawn(move || in_order(root, steps)));
        lists.map(|list| list.join().unwrap_or_else(|_| Tally::one(false)))
    });
    last.into_iter().for_each(|list| tally.add(list));
    println!("{tally}");
    Ok(tally)
}

/// Runs steps one after the other.
fn in_order(root: &Path, steps: Vec<Step>) -> Tally {
    let mut tally = Tally::default();
    for (name, step) in steps {
        let start = Instant::now();
        let result = step(root).unwrap_or_else(|message| {
            println!("error: {message}");
            Tally::one(false)
        });
        let verdict = if result.failed == 0 { "ok" } else { "FAILED" };
        println!("ci: {name}: {verdict}, {:.1} s", start.elapsed().as_secs_f64());
        tally.add(result);
    }
    tally
}

/// The tests of the checker of proofs in Python.
fn second_checker(root: &Path) -> Result<Tally, String> {
    let Some(mut python) = second::python() else {
        println!("ci: second checker: skipped, there is no python3");
        return Ok(Tally::default());
    };
    let folder = root.join("check/python/tests");
    let done = python.args(["-m", "unittest", "discover", "-s"]).arg(folder).status();
    Ok(Tally::one(done.is_ok_and(|s| s.success())))
}

/// A cargo command in the repository, without what would make the next build of changed sources faster: it takes 6 GB of disk.
pub fn cargo(root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.args(args).current_dir(root).env("CARGO_INCREMENTAL", "0");
    command
}

/// Runs a component of the toolchain. A minimal toolchain lacks some; that is said and not counted.
fn tool(root: &Path, args: &[&str]) -> Result<Tally, String> {
    let name = args[0];
    let version =
        cargo(root, &[name, "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !version.is_ok_and(|s| s.success()) {
        println!("ci: {name}: skipped, it is not installed");
        return Ok(Tally::default());
    }
    let status = cargo(root, args).status().map_err(|e| format!("cannot run cargo: {e}"))?;
    Ok(Tally::one(status.success()))
}

/// Runs tests and counts them.
pub fn tests(mut command: Command) -> Result<Tally, String> {
    let mut child =
        command.stdout(Stdio::piped()).spawn().map_err(|e| format!("cannot run cargo: {e}"))?;
    let mut tally = Tally::default();
    for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
        let line = line.map_err(|e| format!("cannot read from cargo: {e}"))?;
        tally.add(counts(&line).unwrap_or_default());
        println!("{line}");
    }
    let status = child.wait().map_err(|e| format!("cannot run cargo: {e}"))?;
    if !status.success() && tally.failed == 0 {
        // It did not build, or a test took the process down.
        tally.failed = 1;
    }
    Ok(tally)
}

/// The counts in a line `test result: ok. 3 passed; 0 failed; ...`.
fn counts(line: &str) -> Option<Tally> {
    let rest = line.strip_prefix("test result: ")?;
    let count = |word: &str| {
        let part = rest.split(['.', ';']).find_map(|part| part.trim().strip_suffix(word))?;
        part.trim().parse().ok()
    };
    Some(Tally { passed: count("passed")?, failed: count("failed")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_cargo_test_are_counted() {
        let line = "test result: FAILED. 12 passed; 3 failed; 0 ignored; 0 measured";
        assert_eq!(counts(line), Some(Tally { passed: 12, failed: 3 }));
        assert_eq!(counts("test a::b ... ok"), None);
    }
}
