//! `stringent batch DIR`: every script of a folder, on all cores, into a table.
//!
//! Files are solved by worker processes, so that nothing a file does can hurt the others. Rows are written as they
//! come, and files that have a row are not solved again, so a run that was stopped, by whatever, is continued by
//! the same command. All of it is linear in the number of files, and only the names that have a row are in memory.
//!
//! * [`walk`]: the files, one folder at a time, and which of them are this machine's.
//! * [`table`]: the CSV file, and reading it back.
//! * [`schedule`]: who solves what, and the threads for that.
//! * [`pool`]: the processes, and what ends them.
//! * [`worker`]: what such a process does.
//! * [`tally`]: the summary.
//! * [`progress`]: a line on the terminal.

mod pool;
mod progress;
mod schedule;
mod table;
mod tally;
mod walk;
mod worker;

use crate::flags::{self, Flag};
use crate::{Complaint, STOPPED, memory, near};
use schedule::Files;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use table::{Done, Table};
use walk::{Shard, Walk};

pub const HELP: &str = "\
Usage: stringent batch DIR [OPTION]... [-- OPTION OF THE SOLVER...]

Solves every .smt2 file below DIR and writes a table. Started again, it goes on
where it was stopped.

  --out FILE         The table, in CSV (results.csv): file, answer, expected,
                     seconds, errors, exit.
  --jobs N           How many files at once; one a core unless given.
  --time SECONDS     How long a file may take (60).
  --memory MB        How much memory a file may take; unless given, a job's share
                     of the machine's.
  --shard I/N        Only part I of N, from 1, for N machines with a table each.

A file that crashes or exceeds a limit has crashed, timeout or memout for an
answer, and does not disturb the others. The exit code is 1 if an answer
contradicts the :status in its file, or is `error`: an assertion was refused, and
the others may have a model. It is 130 if Control-C stopped the run.
";

/// Set to stop the run.
static STOP: AtomicBool = AtomicBool::new(false);

/// What to do.
#[derive(Debug)]
struct Plan {
    folder: PathBuf,
    out: PathBuf,
    jobs: usize,
    seconds: u64,
    /// Bytes; 0 is no limit.
    memory: u64,
    shard: Shard,
    options: Vec<String>,
}

const FLAGS: &[(&str, Flag<Plan>)] = &[
    ("--out", Flag::Text(|plan, text| plan.out = text.into())),
    ("--jobs", Flag::Positive(|plan, n| plan.jobs = usize::try_from(n).unwrap_or(usize::MAX))),
    ("--time", Flag::Positive(|plan, n| plan.seconds = n)),
    ("--memory", Flag::Positive(|plan, n| plan.memory = n.saturating_mul(1 << 20))),
    ("--shard", Flag::Checked(shard)),
];

/// The names of the options.
pub fn flags() -> impl Iterator<Item = &'static str> {
    FLAGS.iter().map(|(name, _)| *name)
}

/// Solves a folder.
pub fn run(words: &[String]) -> Result<ExitCode, Complaint> {
    match words.first().map(String::as_str) {
        Some(worker::WORKER) => return worker::serve(&words[1..]),
        Some(_) if !words.iter().any(|w| w == "--help" || w == "-h") => {}
        _ => {
            io::stdout().write_all(HELP.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
    }
    let plan = arguments(words)?;
    let in_folder = |error: io::Error| format!("{}: {error}", plan.folder.display());
    let walk = Walk::new(&plan.folder).map_err(in_folder)?;
    let mut done = Done::default();
    let table = Table::open(&plan.out, |row| done.add(&row))?;
    ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed)).map_err(|e| e.to_string())?;
    let visible = io::stderr().is_terminal();
    let files = Files::new(walk, &plan, &done);
    let (files, solved) = schedule::run(&plan, files, table, visible)?;
    let mut tally = files.before;
    tally.join(&solved);
    if STOP.load(Ordering::Relaxed) {
        let so_far = tally.summary();
        writeln!(io::stdout(), "stopped; the same command goes on. So far {so_far}")?;
        return Ok(ExitCode::from(STOPPED));
    }
    writeln!(io::stdout(), "{}", tally.summary())?;
    match files.unreadable {
        Some(folder) => Err(folder.into()),
        None => Ok(ExitCode::from(u8::from(tally.wrong > 0 || tally.of("error") > 0))),
    }
}

fn arguments(words: &[String]) -> Result<Plan, Complaint> {
    let mut plan = Plan {
        folder: PathBuf::new(),
        out: "results.csv".into(),
        jobs: thread::available_parallelism().map_or(1, usize::from),
        seconds: 60,
        memory: 0,
        shard: Shard::ALL,
        options: Vec::new(),
    };
    let plain = flags::read(&mut plan, FLAGS, words)?;
    plan.folder = match plain.before[..] {
        [] => return Err("batch: a folder is missing".into()),
        [word] if word.starts_with('-') => {
            let known = FLAGS.iter().map(|(name, _)| *name);
            return Err(near::unknown("option", word, known).into());
        }
        [folder] => folder.into(),
        [_, second, ..] => return Err(format!("{second}: only one folder at a time").into()),
    };
    if plan.memory == 0 {
        plan.memory = memory::of_machine().unwrap_or_default() / plan.jobs as u64;
    }
    plan.options.push(format!("-memory:{}", plan.memory >> 20));
    plan.options.extend_from_slice(plain.after);
    plan.options.push(format!("-T:{}", plan.seconds));
    worker::plan(&plan.options)?;
    Ok(plan)
}

fn shard(plan: &mut Plan, text: &str) -> Result<(), String> {
    let shard = Shard::read(text);
    plan.shard = shard.ok_or_else(|| format!("expected I/N with 1 <= I <= N, found {text}"))?;
    Ok(())
}
