//! `cargo xtask web [--solver PROGRAM FOLDER]`: builds the package for browsers and the playground, and tests both; with a folder of
//! scripts, asks the package in Chromium and the program about 200 of them.
//!
//! Node.js must be there; the compiler's target, what npm has, and, for the superuser, Chromium are installed. That takes half a minute
//! where a container is bare, so `ci` tests the playground, too.

use crate::Tally;
use crate::ci::{self, cargo};
use crate::command::{succeed, succeeds};
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// What is built, below the repository.
pub const OUT: &str = "target/web";

/// What is between flags in `CARGO_ENCODED_RUSTFLAGS`, as folders may have blanks.
const FLAGS_SEPARATOR: &str = "\u{1f}";

/// Names of Chromium.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Builds and tests. A machine that cannot is told so, and nothing is counted.
pub fn run(root: &Path) -> Result<Tally, String> {
    if let Err(why) = build(root) {
        return why.skip();
    }
    let mut tally =
        ci::tests(for_web(root, &["test", "--quiet", "--package", "stringent-web-tools"]))?;
    tally.add(tests(root, "node.test.mjs", None)?);
    match browser() {
        Some(browser) => tally.add(tests(root, "browser.test.mjs", Some(browser))?),
        None => {
            println!("ci: web: the playground is not tested, Chromium is not installed");
        }
    }
    Ok(tally)
}

/// Compares verdicts of the package and of the program.
pub fn compare(root: &Path, solver: &Path, folder: &Path) -> Result<Tally, String> {
    if let Err(why) = build(root) {
        return why.skip();
    }
    let absolute = |path: &Path| std::path::absolute(path).map_err(|error| error.to_string());
    let mut command = Command::new("node");
    command.arg("tests/verdicts.mjs").args([absolute(solver)?, absolute(folder)?]);
    command.envs(browser().map(|browser| ("CHROMIUM", browser)));
    let status = command.current_dir(root.join("web")).status();
    Ok(Tally::one(status.is_ok_and(|status| status.success())))
}

/// Why nothing was built.
pub enum NotBuilt {
    /// A tool is missing.
    Skipped(String),
    /// Something went wrong.
    Failed(String),
}

impl NotBuilt {
    fn skip(self) -> Result<Tally, String> {
        match self {
            NotBuilt::Skipped(why) => {
                println!("ci: web: skipped, {why}");
                Ok(Tally::default())
            }
            NotBuilt::Failed(why) => Err(why),
        }
    }
}

impl From<String> for NotBuilt {
    fn from(why: String) -> NotBuilt {
        NotBuilt::Failed(why)
    }
}

/// Builds the package (`package`, and compressed), and the playground.
pub fn build(root: &Path) -> Result<(), NotBuilt> {
    for tool in ["node", "npm"] {
        if !succeeds(Command::new(tool).arg("--version")) {
            return Err(NotBuilt::Skipped(format!("{tool} is not installed")));
        }
    }
    if !has_target() && !succeeds(Command::new("rustup").args(["target", "add", TARGET])) {
        return Err(NotBuilt::Skipped(format!("the compiler has no target {TARGET}")));
    }
    let out = root.join(OUT);
    succeed(&mut for_web(root, &["build", "--release", "--quiet", "--target", TARGET]))?;
    succeed(&mut for_web(root, &["build", "--quiet", "--package", "stringent-web-tools"]))?;
    let tools = out.join("debug/stringent-web-tools");
    let (module, bindings) =
        (out.join(TARGET).join("release/stringent_web.wasm"), out.join("bindings"));
    let mut bindgen = Command::new(&tools);
    bindgen.arg("bindgen").args([&module, &bindings]);
    succeed(&mut bindgen)?;
    succeed(&mut in_folder(
        root,
        "npm",
        &["ci", "--no-audit", "--no-fund", "--loglevel", "error"],
    ))?;
    let mut assemble = in_folder(root, "node", &["build.mjs"]);
    assemble.args([&bindings, &out, &tools]);
    Ok(succeed(&mut assemble)?)
}

fn has_target() -> bool {
    let mut command = Command::new("rustc");
    let printed = command.args(["--print", "target-libdir", "--target", TARGET]).output();
    printed.is_ok_and(|p| Path::new(String::from_utf8_lossy(&p.stdout).trim()).exists())
}

/// Flags for the project's programs are not for this. Places of panics are named from the repository's folder and Cargo's on: what is
/// built depends on neither, nor does its size.
fn for_web(root: &Path, args: &[&str]) -> Command {
    let mut command = cargo(root, args);
    let flags: Vec<String> = [Some(root.to_path_buf()), cargo_home()]
        .into_iter()
        .flatten()
        .map(|folder| format!("--remap-path-prefix={}=", folder.display()))
        .collect();
    command.current_dir(root.join("web")).env_remove("RUSTFLAGS");
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join(FLAGS_SEPARATOR));
    command.env("CARGO_TARGET_DIR", root.join(OUT));
    command
}

/// Where Cargo keeps the sources of libraries.
fn cargo_home() -> Option<PathBuf> {
    let of_user = || Some(std::env::home_dir()?.join(".cargo"));
    std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(of_user)
}

fn in_folder(root: &Path, program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root.join("web"));
    command
}

/// The program, which the superuser of a Debian gets if it is missing.
fn browser() -> Option<PathBuf> {
    find_browser().or_else(|| {
        let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
        if !is_root || !succeeds(Command::new("apt-get").arg("--version")) {
            return None;
        }
        println!("web: installing Chromium");
        for args in [&["update"][..], &["install", "--yes", "--no-install-recommends", "chromium"]]
        {
            let mut command = Command::new("apt-get");
            if !succeeds(
                command.arg("--quiet=2").args(args).env("DEBIAN_FRONTEND", "noninteractive"),
            ) {
                return None;
            }
        }
        find_browser()
    })
}

fn find_browser() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let mut programs = std::env::split_paths(&folders).flat_map(|f| BROWSERS.map(|b| f.join(b)));
    programs.find(|program| program.is_file())
}

fn tests(root: &Path, file: &str, browser: Option<PathBuf>) -> Result<Tally, String> {
    let mut command = in_folder(root, "node", &["--test", "--test-reporter=tap"]);
    command.arg(format!("tests/{file}")).envs(browser.map(|browser| ("CHROMIUM", browser)));
    let output = command.output().map_err(|error| format!("cannot run node: {error}"))?;
    let report = String::from_utf8_lossy(&output.stdout);
    println!("{report}");
    let mut tally = counts(&report);
    if !output.status.success() && tally.failed == 0 {
        tally.failed = 1;
    }
    Ok(tally)
}

/// The counts in the lines `# pass 5` and `# fail 0`.
fn counts(report: &str) -> Tally {
    let count = |name: &str| {
        let number =
            report.lines().rev().find_map(|line| line.strip_prefix("# ")?.strip_prefix(name));
        number.and_then(|n| n.trim().parse().ok()).unwrap_or(0)
    };
    Tally { passed: count("pass "), failed: count("fail ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_counted() {
        let report = "ok 1 - a\n# tests 3\n# pass 2\n# fail 1\n";
        assert_eq!(counts(report), Tally { passed: 2, failed: 1 });
        assert_eq!(counts(""), Tally::default());
    }
}
