//! `cargo xtask proofs`: does the checker accept the proof of every `unsat`?
//!
//! Each script is solved twice, without and with a proof. The answers must be the same; a proof that is missing or that the checker
//! refuses is a failure, and so is another verdict of the checker in Python, which is asked with `--second`. The table has a row for
//! each folder of scripts, then one for each kind of hole.

use crate::Tally;
use crate::arguments::{Corpus, Solver};
use crate::ci::cargo;
use crate::regress::Build;
use bpaf::{Parser, construct, long};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Milliseconds for one script, if nothing else is said.
const LIMIT: u64 = 10_000;

/// Milliseconds for one script of the sample. What takes longer to refute again, without steps that no rule speaks of, is incomplete
/// in ten seconds, too.
const SAMPLE_LIMIT: u64 = 2_000;

pub struct Args {
    corpus: Corpus,
    limit: u64,
    solver: Solver,
    checker: Option<PathBuf>,
    second: bool,
}

impl Args {
    /// How they are written.
    pub fn parser() -> impl Parser<Args> {
        let corpus = Corpus::parser();
        let limit =
            long("limit").help("Milliseconds for one script").argument::<u64>("MS").fallback(LIMIT);
        let solver = Solver::parser();
        let checker = long("checker")
            .help("The checker; built if there is none")
            .argument::<PathBuf>("PROGRAM")
            .optional();
        let second = long("second").help("Asks the checker in Python, too").switch();
        construct!(Args { corpus, limit, solver, checker, second })
    }
}

/// One script of the tests in so many: all take minutes.
const SAMPLE: NonZeroUsize = NonZeroUsize::new(5).unwrap();

/// The proofs of a sample of the tests, for both checkers.
pub fn sample(root: &Path) -> Result<Tally, String> {
    let corpus = Corpus { folders: vec![root.join("tests")], every: SAMPLE };
    let solver = Solver::default();
    run(root, &Args { corpus, limit: SAMPLE_LIMIT, solver, checker: None, second: true })
}

/// What became of the scripts of one folder.
#[derive(Default)]
struct Row {
    unsat: usize,
    valid: usize,
    incomplete: usize,
    refused: usize,
    /// No proof, or another answer.
    wrong: usize,
    bytes: Vec<u64>,
    solving: Duration,
    proving: Duration,
    checking: Duration,
}

/// Solves, checks and prints the table.
pub fn run(root: &Path, args: &Args) -> Result<Tally, String> {
    let tools = Tools {
        solver: args.solver.program(root, Build::Fast)?,
        checker: match &args.checker {
            Some(path) => path.clone(),
            None => build_checker(root)?,
        },
        limit: args.limit,
        second: args.second.then(|| root.to_owned()),
        proof: std::env::temp_dir().join(format!("stringent-proof-{}", std::process::id())),
    };
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut holes: BTreeMap<String, usize> = BTreeMap::new();
    let mut complaints = Vec::new();
    for file in args.corpus.scripts()? {
        let family = file.parent().and_then(Path::file_name).unwrap_or_default();
        let row = rows.entry(family.to_string_lossy().into_owned()).or_default();
        tools.measure(&file, row, &mut holes, &mut complaints);
    }
    let _ = std::fs::remove_file(&tools.proof);
    print(&rows, &holes, &complaints);
    let failed = rows.values().map(|r| r.refused + r.wrong).sum();
    let tally = Tally { passed: rows.values().map(|r| r.valid + r.incomplete).sum(), failed };
    println!("{tally}");
    Ok(tally)
}

/// The checker, which is a package of its own.
fn build_checker(root: &Path) -> Result<PathBuf, String> {
    let built = cargo(root, &["build", "--release", "--quiet", "--manifest-path=check/Cargo.toml"])
        .status()
        .is_ok_and(|s| s.success());
    if !built {
        return Err("the checker does not build".to_owned());
    }
    Ok(root.join("check/target/release/stringent-check"))
}

struct Tools {
    solver: PathBuf,
    checker: PathBuf,
    limit: u64,
    /// Where the second checker is, if it is asked.
    second: Option<PathBuf>,
    proof: PathBuf,
}

impl Tools {
    fn measure(
        &self,
        file: &Path,
        row: &mut Row,
        holes: &mut BTreeMap<String, usize>,
        complaints: &mut Vec<String>,
    ) {
        let limit = format!("--timeout={}", self.limit);
        let file_text = file.to_string_lossy();
        let (answers, solving) = output(&self.solver, &[&limit, &file_text]);
        if !answers.lines().any(|l| l == "unsat") {
            return;
        }
        row.unsat += 1;
        row.solving += solving;
        let _ = std::fs::remove_file(&self.proof);
        let option = format!("--proof={}", self.proof.display());
        let (others, proving) = output(&self.solver, &[&limit, &option, &file_text]);
        row.proving += proving;
        let Ok(size) = std::fs::metadata(&self.proof).map(|m| m.len()) else {
            row.wrong += 1;
            return complaints.push(format!("{file_text}: no proof"));
        };
        if others != answers {
            row.wrong += 1;
            return complaints.push(format!("{file_text}: other answers with a proof"));
        }
        row.bytes.push(size);
        let proof = self.proof.to_string_lossy();
        let (verdict, checking) = output(&self.checker, &[&file_text, &proof]);
        row.checking += checking;
        if let Some(said) = self.disagreement(file, &verdict) {
            row.wrong += 1;
            complaints.push(format!("{file_text}: {} - {said}", verdict.trim()));
        }
        if verdict.starts_with("valid") {
            row.valid += 1;
        } else if let Some(list) = verdict.strip_prefix("incomplete: ") {
            row.incomplete += 1;
            for hole in list.trim().split(", ") {
                let name = hole.split(' ').nth(1).unwrap_or_default();
                *holes.entry(name.to_owned()).or_default() += 1;
            }
        } else {
            row.refused += 1;
            complaints.push(format!("{file_text}: {verdict}"));
        }
    }
}

impl Tools {
    /// The verdict of the second checker, if it is another one. A checker may choose its limits, and that in Python is the slower one: that
    /// it gives up a rule which the first decides is said, and is no other verdict.
    fn disagreement(&self, file: &Path, verdict: &str) -> Option<String> {
        let said = crate::second::verdict(self.second.as_ref()?, file, &self.proof)?;
        if said.ends_with(LIMIT_REACHED) {
            println!("{}: the second checker says {said}", file.display());
            return None;
        }
        let kind = |verdict: &str| {
            let of_line = verdict.starts_with("refused").then_some("refused");
            of_line.unwrap_or(verdict.trim()).to_owned()
        };
        (kind(&said) != kind(verdict)).then_some(said)
    }
}

/// How a refusal ends that is for want of work.
const LIMIT_REACHED: &str = "a limit of the checker is reached";

/// What a program prints, and how long it takes.
fn output(program: &Path, args: &[&str]) -> (String, Duration) {
    let start = Instant::now();
    let done = Command::new(program).args(args).stderr(Stdio::null()).output();
    let text = done.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
    (text, start.elapsed())
}

fn print(rows: &BTreeMap<String, Row>, holes: &BTreeMap<String, usize>, complaints: &[String]) {
    println!(
        "| family | unsat | valid | incomplete | refused | wrong | bytes, median | solving | with proof | checking |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let mut all = Row::default();
    for (family, row) in rows.iter().filter(|(_, row)| row.unsat > 0) {
        println!("{}", row.line(family));
        all.add(row);
    }
    println!("{}\n\n| hole | files |\n|---|---:|", all.line("all"));
    let mut holes: Vec<_> = holes.iter().collect();
    holes.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
    for (name, files) in holes {
        println!("| `{name}` | {files} |");
    }
    for complaint in complaints {
        println!("{complaint}");
    }
}

impl Row {
    fn line(&self, family: &str) -> String {
        let mut bytes = self.bytes.clone();
        bytes.sort_unstable();
        let median = bytes.get(bytes.len() / 2).copied().unwrap_or(0);
        format!(
            "| {family} | {} | {} | {} | {} | {} | {median} | {:.2} s | {:.2} s | {:.2} s |",
            self.unsat,
            self.valid,
            self.incomplete,
            self.refused,
            self.wrong,
            self.solving.as_secs_f64(),
            self.proving.as_secs_f64(),
            self.checking.as_secs_f64()
        )
    }

    fn add(&mut self, other: &Row) {
        self.unsat += other.unsat;
        self.valid += other.valid;
        self.incomplete += other.incomplete;
        self.refused += other.refused;
        self.wrong += other.wrong;
        self.bytes.extend(&other.bytes);
        self.solving += other.solving;
        self.proving += other.proving;
        self.checking += other.checking;
    }
}
