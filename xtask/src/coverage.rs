//! `cargo xtask coverage [--seconds N] [TARGET]`: the scenarios of the tests on inputs that libFuzzer makes, guided by
//! what they cover. It builds `fuzz/`, runs one target or all, and prints a row for each. A failed assertion, a
//! timeout or too much memory is a finding: the command fails and says where the input is.
//!
//! A stable toolchain will do: that the compiler should count coverage is asked of LLVM's pass directly, as
//! cargo-fuzz does, and without the address sanitizer, which needs a nightly one, safe code loses little. What is found
//! stays in `fuzz/corpus`, from where the next run goes on.

use crate::{Tally, ci};
use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use terms::op::NAMED_OPS;

const INSTRUMENTATION: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// Targets that read text, and so start from the scripts under `tests/` and a dictionary.
const TEXTUAL: &[&str] = &["checker", "interpreter", "parser"];

/// Longer inputs are not made: choices, and characters.
const CHOICES: usize = 600;
const CHARACTERS: usize = 3000;

/// So much of what a target says is shown when it fails.
const SHOWN: usize = 25;

pub fn run(root: &Path, wanted: Option<&str>, seconds: u64) -> Result<Tally, String> {
    let targets = targets(root, wanted)?;
    let folder = build(root, wanted)?;
    println!("| target | executions | seconds | edges | features | inputs kept | findings |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    let mut tally = Tally::default();
    for target in &targets {
        let report = fuzz(root, &folder.join(target), target, seconds)?;
        println!("| `{target}` | {report} |");
        if let Some(finding) = &report.finding {
            println!("{}\n{finding}", report.last_lines.join("\n"));
        }
        tally.add(Tally::one(report.finding.is_none()));
    }
    Ok(tally)
}

/// The names of the files in `fuzz/fuzz_targets`, or the one that is wanted.
fn targets(root: &Path, wanted: Option<&str>) -> Result<Vec<String>, String> {
    let folder = root.join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let names = entries.flatten().filter_map(|e| e.file_name().into_string().ok());
    let mut names: Vec<String> =
        names.filter_map(|name| name.strip_suffix(".rs").map(str::to_owned)).collect();
    names.sort();
    match wanted {
        Some(target) if !names.iter().any(|name| name == target) => {
            Err(format!("no target `{target}`, but {}", names.join(", ")))
        }
        Some(target) => Ok(vec![target.to_owned()]),
        None => Ok(names),
    }
}

/// Builds the targets; the folder with the programs.
fn build(root: &Path, wanted: Option<&str>) -> Result<PathBuf, String> {
    let host = host()?;
    let folder = root.join("target/coverage");
    // Build scripts are not instrumented, as a target is given.
    let mut command =
        ci::cargo(root, &["build", "--release", "--manifest-path", "fuzz/Cargo.toml"]);
    command.arg("--target-dir").arg(&folder).args(["--target", &host]);
    match wanted {
        Some(target) => command.args(["--bin", target]),
        None => command.arg("--bins"),
    };
    // Takes the place of what `.cargo/config.toml` says for programs.
    command.env("RUSTFLAGS", INSTRUMENTATION).env_remove("CARGO_ENCODED_RUSTFLAGS");
    let status = command.status().map_err(|e| format!("cannot run cargo: {e}"))?;
    let built = status.success().then(|| folder.join(host).join("release"));
    built.ok_or_else(|| "the targets do not build; a C++ compiler is needed".to_owned())
}

/// The machine's name among the compiler's targets.
fn host() -> Result<String, String> {
    let compiler = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let out = Command::new(compiler).arg("-vV").output().map_err(|e| format!("rustc: {e}"))?;
    let text = String::from_utf8_lossy(&out.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not name its host".to_owned())
}

/// What came of one target.
#[derive(Default, PartialEq, Eq, Debug)]
struct Report {
    executions: u64,
    seconds: u64,
    edges: u64,
    features: u64,
    kept: u64,
    finding: Option<String>,
    last_lines: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { executions, seconds, edges, features, kept, finding, .. } = self;
        let findings = u32::from(finding.is_some());
        write!(f, "{executions} | {seconds} | {edges} | {features} | {kept} | {findings}")
    }
}

/// Runs one target.
fn fuzz(root: &Path, program: &Path, target: &str, seconds: u64) -> Result<Report, String> {
    let (corpus, artifacts) =
        (format!("fuzz/corpus/{target}"), format!("fuzz/artifacts/{target}/"));
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(root.join(folder)).map_err(|e| format!("{folder}: {e}"))?;
    }
    let is_textual = TEXTUAL.contains(&target);
    let largest = if is_textual { CHARACTERS } else { CHOICES };
    let mut command = Command::new(program);
    command.current_dir(root).arg(&corpus);
    let seeds = format!("fuzz/seeds/{target}");
    if root.join(&seeds).is_dir() {
        command.arg(seeds);
    }
    if is_textual {
        command.arg("tests").arg(format!("-dict={}", dictionary(root)?.display()));
    }
    command.args(["-rss_limit_mb=2048", "-timeout=20", "-print_final_stats=1"]);
    command.args([format!("-max_total_time={seconds}"), format!("-max_len={largest}")]);
    command.arg(format!("-artifact_prefix={artifacts}"));
    // The message is shown, not the frames of the fuzzer.
    command.env("RUST_BACKTRACE", "0");
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("cannot run {}: {e}", program.display()))?;
    let mut report = Report::default();
    for line in child.stderr.take().into_iter().flat_map(|err| BufReader::new(err).split(b'\n')) {
        let line = line.map_err(|e| format!("cannot read from {target}: {e}"))?;
        report.hear(&String::from_utf8_lossy(&line));
    }
    let status = child.wait().map_err(|e| format!("cannot run {target}: {e}"))?;
    // What is only slow is written down as well, and is no finding.
    let finding = report.finding.take().unwrap_or_else(|| format!("{target}: {status}"));
    report.finding = (!status.success()).then_some(finding);
    Ok(report)
}

/// Writes the words for inputs that are text: those of a list, and the names of all operators.
fn dictionary(root: &Path) -> Result<PathBuf, String> {
    let (list, path) = (root.join("fuzz/smtlib.dict"), root.join("target/coverage/smtlib.dict"));
    let words = fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?;
    let text = with_operators(&words);
    fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(path)
}

/// The words with the names of all operators, each once.
fn with_operators(words: &str) -> String {
    let names: BTreeSet<&str> = NAMED_OPS.iter().map(|(name, _)| *name).collect();
    let lines: Vec<String> = names.iter().map(|name| format!("\"{name}\"\n")).collect();
    words.to_owned() + &lines.concat()
}

impl Report {
    /// Takes in a line that libFuzzer prints.
    fn hear(&mut self, line: &str) {
        if self.last_lines.len() == SHOWN {
            self.last_lines.remove(0);
        }
        self.last_lines.push(line.to_owned());
        if let Some((_, path)) = line.split_once("Test unit written to ") {
            self.finding = Some(format!("the input is {path}"));
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        for pair in words.windows(2) {
            let number = || pair[1].split('/').next().and_then(|n| n.parse().ok());
            let field = match pair[0] {
                "cov:" => &mut self.edges,
                "ft:" => &mut self.features,
                "corp:" => &mut self.kept,
                "stat::number_of_executed_units:" => &mut self.executions,
                // `Done 1234 runs in 60 second(s)`
                "in" if words.first() == Some(&"Done") => &mut self.seconds,
                _ => continue,
            };
            *field = number().unwrap_or(*field);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_becomes_a_row() {
        let mut report = Report::default();
        report.hear("#4096\tpulse  cov: 881 ft: 2500 corp: 300/9Kb lim: 43 exec/s: 2048 rss: 39Mb");
        report
            .hear("#9000\tDONE   cov: 900 ft: 3001 corp: 312/11Kb lim: 600 exec/s: 150 rss: 41Mb");
        report.hear("Done 9000 runs in 60 second(s)");
        report.hear("stat::number_of_executed_units: 9000");
        assert_eq!(report.to_string(), "9000 | 60 | 900 | 3001 | 312 | 0");
        report.hear("artifact_prefix='x/'; Test unit written to x/crash-0a");
        assert_eq!(report.finding.as_deref(), Some("the input is x/crash-0a"));
        (0..100).for_each(|_| report.hear("thread panicked"));
        assert_eq!(report.last_lines.len(), SHOWN);
    }

    #[test]
    fn the_dictionary_has_every_operator() {
        let text = with_operators("\"x\"\n");
        let has =
            |name: &str| text.lines().filter(|line| line.trim_matches('"') == name).count() == 1;
        assert!(has("x") && NAMED_OPS.iter().all(|(name, _)| has(name)), "{text}");
    }
}
