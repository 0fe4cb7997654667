//! Who solves what: a thread for each worker takes the next file, one watches over all workers, and the one that
//! started them writes the rows.

use super::pool::{Driver, Outcome, Place, Pool};
use super::progress::Progress;
use super::table::{Done, Row, Table};
use super::tally::Tally;
use super::walk::{self, Shard, Walk};
use super::{Plan, STOP, worker};
use crate::Complaint;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A worker knows the limits and keeps them by itself. It is killed when it is so much later, or so much larger.
const GRACE: Duration = Duration::from_secs(2);
const LEEWAY: u64 = 64 << 20;

/// Rows that wait to be written.
const WAITING: usize = 1000;

/// The files that are still to be solved, and what was found on the way to them.
#[derive(Debug)]
pub struct Files<'d> {
    walk: Walk,
    folder: PathBuf,
    shard: Shard,
    done: &'d Done,
    /// Those that an earlier run solved.
    pub before: Tally,
    /// Why a folder could not be read: the first one.
    pub unreadable: Option<String>,
}

impl Files<'_> {
    /// All files of the plan that are not done.
    pub fn new<'d>(walk: Walk, plan: &Plan, done: &'d Done) -> Files<'d> {
        let (folder, shard) = (plan.folder.clone(), plan.shard);
        Files { walk, folder, shard, done, before: Tally::default(), unreadable: None }
    }

    /// The next file and its name.
    fn next(&mut self) -> Option<(PathBuf, String)> {
        while !STOP.load(Ordering::Relaxed) {
            match self.walk.next()? {
                Ok(file) => {
                    let name = walk::name(&self.folder, &file);
                    if self.shard.has(&name) && !self.done.count(&name, &mut self.before) {
                        return Some((file, name));
                    }
                }
                Err(error) => {
                    self.unreadable.get_or_insert(error.to_string());
                }
            }
        }
        None
    }
}

/// How many files are to be solved.
fn count(plan: &Plan, done: &Done) -> Option<usize> {
    let files = Walk::new(&plan.folder).ok()?.flatten();
    let names = files.map(|file| walk::name(&plan.folder, &file));
    let open = names.filter(|name| plan.shard.has(name) && !done.has(name));
    Some(open.take_while(|_| !STOP.load(Ordering::Relaxed)).count())
}

/// Solves all files; the files as they are then, and what was solved.
///
/// # Errors
/// If no worker can be started, or the table cannot be written. No row is lost.
pub fn run<'d>(
    plan: &Plan,
    files: Files<'d>,
    mut table: Table,
    visible: bool,
) -> Result<(Files<'d>, Tally), Complaint> {
    let options = plan.options.iter().cloned();
    let pool = Pool {
        program: std::env::current_exe()?,
        words: ["batch", worker::WORKER].map(str::to_owned).into_iter().chain(options).collect(),
        time: Duration::from_secs(plan.seconds).saturating_add(GRACE),
        memory: if plan.memory == 0 { 0 } else { plan.memory.saturating_add(LEEWAY) },
        stop: &STOP,
    };
    let places: Vec<Place> = (0..plan.jobs).map(|_| Place::default()).collect();
    let known = files.done;
    let files = Mutex::new(files);
    let total = AtomicUsize::new(usize::MAX);
    let solved = thread::scope(|scope| {
        let (send, rows) = mpsc::sync_channel(WAITING);
        let (working, done) = mpsc::channel();
        for place in &places {
            let (send, working) = (send.clone(), working.clone());
            let (pool, files) = (&pool, &files);
            scope.spawn(move || drive(Driver::new(pool, place), files, &send, working));
        }
        drop((send, working));
        let (pool, places) = (&pool, &places);
        scope.spawn(move || pool.watch(places, &done));
        if visible {
            scope.spawn(|| {
                let count = count(plan, known);
                total.store(count.unwrap_or(usize::MAX), Ordering::Relaxed);
            });
        }
        let solved = write(rows, &mut table, &total, visible);
        if solved.is_err() {
            STOP.store(true, Ordering::Relaxed);
        }
        solved
    })?;
    Ok((files.into_inner().unwrap_or_else(PoisonError::into_inner), solved))
}

/// Solves one file after the other. The watch goes on until nobody is `_working`.
fn drive(
    mut driver: Driver<'_>,
    files: &Mutex<Files<'_>>,
    send: &SyncSender<Result<Row, String>>,
    _working: Sender<()>,
) {
    // The lock is released before the file is solved.
    let next = || files.lock().unwrap_or_else(PoisonError::into_inner).next();
    while let Some((file, name)) = next() {
        let row = solve(&mut driver, &file, name).transpose();
        let Some(row) = row else { break };
        if send.send(row).is_err() {
            break;
        }
    }
}

/// The row of a file; `None` if the run is stopped.
fn solve(driver: &mut Driver<'_>, file: &Path, name: String) -> Result<Option<Row>, String> {
    let start = Instant::now();
    let outcome = driver.solve(file).map_err(|e| format!("cannot start a worker: {e}"))?;
    let seconds = start.elapsed().as_secs_f64();
    let (answer, exit) = match outcome {
        Outcome::Stopped => return Ok(None),
        Outcome::Answer(a) => {
            let (answer, expected, errors, exit) =
                (a.answer, a.expected, a.errors, a.exit.to_string());
            return Ok(Some(Row { file: name, answer, expected, seconds, errors, exit }));
        }
        Outcome::Late => ("timeout", "killed".to_owned()),
        Outcome::TooLarge => ("memout", "killed".to_owned()),
        Outcome::Died(how) => ("crashed", how),
    };
    let (answer, expected) = (answer.to_owned(), worker::statuses_of(file));
    Ok(Some(Row { file: name, answer, expected, seconds, errors: 0, exit }))
}

/// Writes rows as they come; how many of each kind there were.
fn write(
    rows: Receiver<Result<Row, String>>,
    table: &mut Table,
    total: &AtomicUsize,
    visible: bool,
) -> Result<Tally, Complaint> {
    let mut solved = Tally::default();
    let mut progress = Progress::new(visible);
    for row in rows {
        let row = row?;
        table.write(&row).map_err(|e| format!("the table cannot be written: {e}"))?;
        solved.add(row.verdict(), row.contradicts());
        let all = Some(total.load(Ordering::Relaxed)).filter(|&n| n != usize::MAX);
        progress.show(&solved, all);
    }
    progress.end();
    Ok(solved)
}
