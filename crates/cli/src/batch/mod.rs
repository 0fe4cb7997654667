//! `stringent batch DIR`: every script of a folder, on all cores, into a table.
//!
//! Each file is solved by a process of its own, which costs about two milliseconds and means that nothing a
//! file does can hurt the others: a process can be killed when it is late, a thread cannot. Rows are written as they
//! come, and files that have a row are not solved again, so a run that was stopped is continued by the same command.
//!
//! * `table`: the CSV file, and reading it back.
//! * `task`: one file and its process.
//! * `progress`: a line on the terminal.

mod progress;
mod table;
mod task;

use crate::{Complaint, Outcome};
use progress::Progress;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;
use table::{Row, Table};

const HELP: &str = "\
Usage: stringent batch DIR [OPTION]... [-- OPTION OF THE SOLVER...]

Solves every .smt2 file below DIR and writes a table. Started again, it goes on
where it was stopped.

  --out FILE         The table, in CSV (results.csv): file, answer, expected,
                     seconds, errors, exit.
  --jobs N           How many files at once; one a core unless given.
  --time SECONDS     How long a file may take (60).

The exit code is 1 if an answer contradicts the :status in its file, or is
`error`: an assertion was refused, and the others may have a model.
";

/// What to do.
#[derive(Debug)]
struct Plan {
    folder: PathBuf,
    out: PathBuf,
    jobs: usize,
    seconds: u64,
    options: Vec<String>,
}

/// Solves a folder.
pub fn run(words: &[String]) -> Outcome {
    if words.is_empty() || words.iter().any(|w| w == "--help" || w == "-h") {
        io::stdout().write_all(HELP.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let plan = arguments(words)?;
    let mut files = Vec::new();
    collect(&plan.folder, &mut files)
        .map_err(|error| format!("{}: {error}", plan.folder.display()))?;
    files.sort();
    let (table, done) = Table::open(&plan.out)?;
    let name = |file: &PathBuf| task::name(&plan.folder, file);
    let todo: Vec<PathBuf> =
        files.iter().filter(|f| !done.iter().any(|row| row.file == name(f))).cloned().collect();
    let mut rows = done;
    let known: Vec<String> = files.iter().map(name).collect();
    rows.retain(|row| known.contains(&row.file));
    solve_all(&plan, todo, table, &mut rows)?;
    let wrong = rows.iter().filter(|row| row.contradicts()).count();
    println!("{}", summary(&rows, wrong));
    let failed = wrong > 0 || rows.iter().any(|row| row.verdict() == "error");
    Ok(ExitCode::from(u8::from(failed)))
}

fn arguments(words: &[String]) -> Result<Plan, Complaint> {
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    let mut plan = Plan {
        folder: PathBuf::new(),
        out: "results.csv".into(),
        jobs,
        seconds: 60,
        options: Vec::new(),
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word}: a value is missing"));
        let number = |text: &str| {
            let n = text.parse::<u64>().ok().filter(|&n| n > 0);
            n.ok_or_else(|| format!("{word}: expected a positive number, found {text}"))
        };
        match word.as_str() {
            "--out" => plan.out = value()?.into(),
            "--jobs" => plan.jobs = usize::try_from(number(value()?)?).unwrap_or(usize::MAX),
            "--time" => plan.seconds = number(value()?)?,
            "--" => plan.options.extend(words.by_ref().cloned()),
            _ if word.starts_with('-') => return Err(format!("unknown option {word}").into()),
            _ if plan.folder.as_os_str().is_empty() => plan.folder = word.into(),
            _ => return Err(format!("{word}: only one folder at a time").into()),
        }
    }
    if plan.folder.as_os_str().is_empty() {
        return Err("batch: a folder is missing".into());
    }
    Ok(plan)
}

/// All scripts below a folder. Links to folders are not followed, as they may lead in circles.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "smt2") {
                files.push(path);
            }
        }
    }
    Ok(())
}

fn solve_all(
    plan: &Plan,
    todo: Vec<PathBuf>,
    mut table: Table,
    rows: &mut Vec<Row>,
) -> Result<(), Complaint> {
    let program = std::env::current_exe()?;
    let mut progress = Progress::new(todo.len());
    let limit = Duration::from_secs(plan.seconds);
    let workers = plan.jobs.min(todo.len());
    let queue = Mutex::new(todo.into_iter());
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers {
            let (send, queue, program) = (send.clone(), &queue, &program);
            scope.spawn(move || {
                // The lock is released before the file is solved.
                let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some(file) = next() {
                    let row = task::solve(program, &plan.folder, &file, limit, &plan.options);
                    if send.send(row).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        for row in receive {
            let row = row?;
            table.write(&row)?;
            progress.step(&row.answer);
            rows.push(row);
        }
        Ok(())
    })
}

fn summary(rows: &[Row], wrong: usize) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        *counts.entry(row.verdict()).or_default() += 1;
    }
    let counts: Vec<String> = counts.iter().map(|(what, n)| format!("{n} {what}")).collect();
    let total = format!("{} files: {}", rows.len(), counts.join(", "));
    if wrong == 0 { total } else { format!("{total}; {wrong} contradict their status") }
}
