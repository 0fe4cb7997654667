//! `cargo xtask python`: installs the Python package as its users do, in an environment of its own, and runs its tests.

use crate::Tally;
use crate::capi::{BINDINGS, QUICK};
use crate::command::{succeed, succeeds};
use crate::regress::{self, Build};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the package is installed.
const VENV: &str = "target/python-venv";

/// Where tests are.
const TESTS: [&str; 2] = ["python/tests", "examples/policies"];

/// Prints the version if it is new enough and can make environments.
const FITS: &str =
    "import sys, venv, ensurepip; assert sys.version_info >= (3, 10); print(sys.version)";

/// Installs and tests. A machine without Python is told so, and nothing is counted.
pub fn run(root: &Path) -> Result<Tally, String> {
    let Some(python) = install(root)? else {
        println!("ci: python: skipped, Python 3.10 with venv is not installed");
        return Ok(Tally::default());
    };
    // What tests take. Those of Ray, which is large, are run where somebody has installed it.
    succeed(pip(&python).args(["mypy", "pysmt"]))?;
    let mut tally = Tally::default();
    for folder in TESTS {
        tally.add(tests(root, &python, folder)?);
    }
    Ok(tally)
}

/// The Python of an environment of the project's own, if this machine can make one.
pub fn environment(root: &Path) -> Result<Option<PathBuf>, String> {
    if !succeeds(Command::new("python3").args(["-c", FITS])) {
        return Ok(None);
    }
    let python = root.join(VENV).join("bin/python");
    if !python.exists() {
        succeed(Command::new("python3").args(["-m", "venv"]).arg(root.join(VENV)))?;
    }
    Ok(Some(python))
}

/// The same with the package in it, whose program is optimized less than the one that is published, which takes minutes to build.
pub fn install(root: &Path) -> Result<Option<PathBuf>, String> {
    let Some(python) = environment(root)? else { return Ok(None) };
    let mut install = pip(&python);
    install.arg("--force-reinstall").arg("--no-deps");
    // Flags for the project's programs are not for a module, and the build is kept for the next time.
    install.env("RUSTFLAGS", "").env("CARGO_TARGET_DIR", root.join(BINDINGS)).envs(QUICK);
    install.env("STRINGENT_PROGRAM", regress::build(root, Build::Fast)?);
    succeed(install.arg(root.join("python")))?;
    Ok(Some(python))
}

/// Installs something in the environment of this Python.
pub fn pip(python: &Path) -> Command {
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    pip
}

/// What the tests report goes to standard error.
fn tests(root: &Path, python: &Path, folder: &str) -> Result<Tally, String> {
    let arguments = ["-m", "unittest", "discover", "--start-directory", folder];
    let output = Command::new(python).args(arguments).current_dir(root).output();
    let output = output.map_err(|error| format!("cannot run {}: {error}", python.display()))?;
    let report = String::from_utf8_lossy(&output.stderr);
    println!("{report}");
    let mut tally = counts(&report);
    if !output.status.success() && tally.failed == 0 {
        tally.failed = 1;
    }
    Ok(tally)
}

/// The counts in `Ran 7 tests in 1.0s` and `FAILED (failures=1, errors=2, skipped=1)`.
fn counts(report: &str) -> Tally {
    let ran =
        report.lines().find_map(|line| line.strip_prefix("Ran ")?.split(' ').next()?.parse().ok());
    let count = |name: &str| {
        let rest = report.rsplit_once(name).map_or("", |(_, rest)| rest);
        rest.split([',', ')']).next().and_then(|n| n.parse().ok()).unwrap_or(0)
    };
    let failed = count("failures=") + count("errors=");
    let passed = ran.unwrap_or(0_usize).saturating_sub(failed + count("skipped="));
    Tally { passed, failed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_counted() {
        let report = "..F\nRan 70 tests in 9.1s\n\nFAILED (failures=1, errors=2, skipped=3)\n";
        assert_eq!(counts(report), Tally { passed: 64, failed: 3 });
        assert_eq!(counts("Ran 7 tests in 1s\n\nOK\n"), Tally { passed: 7, failed: 0 });
        assert_eq!(counts("Traceback"), Tally::default());
    }
}
