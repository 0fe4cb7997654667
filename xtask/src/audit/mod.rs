//! `cargo xtask audit`: other solvers look at what ours concludes.
//!
//! The solver writes each inference, each rewrite and each preprocessing step as a query that must be
//! unsatisfiable (`--audit`). A sample of them goes to the judges, each in turn until one decides. What a judge
//! leaves undecided it is asked again in other [`forms`]. Functions that the solver declares for its own use are
//! [read](readings) with their meaning. What a judge satisfies is a wrong lemma, or a wrong
//! judge, and is a failure either way.

mod args;
mod facts;
mod forms;
pub mod judge;
mod ledger;
mod question;
mod readings;
mod report;

use crate::Tally;
use crate::arguments::Named;
use crate::promises::scripts;
use crate::regress::case::Case;
use crate::regress::{Build, process};
pub use args::Args;
use judge::Judge;
use ledger::Ledger;
use question::{Court, Question};
use report::Report;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How much longer a run of ours may take than its check.
const SLACK: Duration = Duration::from_secs(10);

/// Runs the audit and prints its table; a refuted claim is a failure.
pub fn run(root: &Path, args: &Args) -> Result<Tally, String> {
    let program = args.solver.program(root, Build::Release)?;
    let folder = args.out.join("claims");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut report = Report::default();
    for corpus in &args.corpora {
        for file in sample(corpus, args.sample)? {
            report.count_fired(&solve(&program, &folder, args.limit, &file));
        }
    }
    let judges = args.judges.iter().map(|j| judge_of(args, j)).collect();
    let mut court = Court { judges, ledger: Ledger::open(&args.out.join("verdicts.tsv"))? };
    let names: Vec<&str> = args.judges.iter().map(|judge| judge.name.as_str()).collect();
    let claims = by_name(&folder)?;
    let sample = |files: &Vec<PathBuf>| {
        spread(files, args.claims).map(|file| Question::new(file)).collect::<Vec<_>>()
    };
    let mut questions: Vec<Vec<Question>> = claims.values().map(sample).collect();
    for (name, of_name) in claims.keys().zip(&mut questions) {
        if readings::DEFINITIONS.contains(&name.as_str()) {
            of_name.clear();
        }
    }
    for in_form in [false, true] {
        questions.iter_mut().try_for_each(|of_name| court.ask(of_name, in_form))?;
    }
    print!("{}", report::header(&names));
    for ((name, files), of_name) in claims.iter().zip(&questions) {
        print!("{}", report.add(name, files.len(), court.row(of_name)));
    }
    print!("{}", report.total());
    Ok(report.tally())
}

fn judge_of(args: &Args, judge: &Named) -> Judge {
    let prelude = args.preludes.iter().find(|p| p.name == judge.name).map_or("", |p| &p.text);
    Judge::new(&judge.name, &judge.text, prelude, Duration::from_millis(args.timeout), &args.out)
}

/// Evenly spread scripts of each subfolder; those of the folder itself are a family, too.
fn sample(corpus: &Path, count: usize) -> Result<Vec<PathBuf>, String> {
    let mut families: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for file in scripts(corpus)? {
        let below = file.strip_prefix(corpus).unwrap_or(&file);
        let family = below.iter().next().map_or_else(PathBuf::new, PathBuf::from);
        let family = if below.iter().count() > 1 { family } else { PathBuf::new() };
        families.entry(family).or_default().push(file);
    }
    Ok(families.values().flat_map(|files| spread(files, count)).cloned().collect())
}

/// At most `count` items, evenly spread.
fn spread<T>(items: &[T], count: usize) -> impl Iterator<Item = &T> {
    let count = count.min(items.len());
    (0..count).map(move |i| &items[i * items.len() / count])
}

/// Runs the solver with the audit, with the options that the script itself asks for; returns what it prints.
fn solve(program: &Path, folder: &Path, limit: u64, file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let mut args = Case::parse(&text).map(|case| case.options).unwrap_or_default();
    args.extend([
        format!("-t:{limit}"),
        "--stats".to_owned(),
        format!("--audit={}", folder.display()),
        file.display().to_string(),
    ]);
    process::run(Path::new("."), program, &args, Duration::from_millis(limit) + SLACK).stdout
}

/// The claims in a folder by the name of the step: all of the file's name before the hash.
fn by_name(folder: &Path) -> Result<BTreeMap<String, Vec<PathBuf>>, String> {
    let mut claims: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in scripts(folder)? {
        let stem = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        if let Some((name, _)) = stem.rsplit_once('-') {
            claims.entry(name.to_owned()).or_default().push(file);
        }
    }
    Ok(claims)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_spread() {
        let of = |n| spread(&[0, 1, 2, 3, 4, 5], n).copied().collect::<Vec<_>>();
        assert_eq!(of(3), [0, 2, 4]);
        assert_eq!(of(9), [0, 1, 2, 3, 4, 5]);
        assert_eq!(of(0), []);
    }

    #[test]
    fn families_are_the_subfolders() {
        let tests = crate::root().join("tests");
        let folders = std::fs::read_dir(&tests).unwrap();
        let has_scripts = |f: &Path| f.is_dir() && scripts(f).is_ok_and(|found| !found.is_empty());
        let folders = folders.filter(|f| has_scripts(&f.as_ref().unwrap().path())).count();
        let one_of_each = sample(&tests, 1).unwrap();
        assert!(one_of_each.len() >= folders && one_of_each.len() <= folders + 1);
    }
}
