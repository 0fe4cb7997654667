//! The race: file by file, all solvers one after the other, so that they meet the same weather.
//!
//! Who begins changes from file to file, as the first one reads the file from a cold disk. Rows that are in
//! the results already are not run again, so an interrupted race goes on where it stopped.

use crate::about::{self, About};
use crate::answer::Answer;
use crate::args::{Args, Solver};
use crate::corpus::{self, Benchmark};
use crate::record::{self, Row, STATUS, Writer};
use crate::{model, process};
use std::collections::HashSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Where a race leaves its rows.
pub fn results(out: &Path) -> PathBuf {
    out.join("results.csv")
}

/// What all jobs share.
struct Race<'a> {
    args: &'a Args,
    files: &'a [Benchmark],
    done: HashSet<(String, String)>,
    writer: Mutex<Writer>,
    next: AtomicUsize,
    start: Instant,
}

/// Runs what is missing in the results.
pub fn run(args: &Args) -> Result<(), String> {
    let folder = args.corpus.as_deref().ok_or(crate::args::USAGE)?;
    let files = corpus::load(folder, args.sample);
    let files = files.map_err(|e| format!("cannot read {}: {e}", folder.display()))?;
    std::fs::create_dir_all(&args.out).map_err(|e| format!("{}: {e}", args.out.display()))?;
    About::collect(args).write(&args.out.join(about::FILE))?;
    if args.memory > 0 {
        process::limit_memory(args.memory)?;
    }
    let path = results(&args.out);
    let old = if path.exists() { record::read(&path)? } else { Vec::new() };
    let race = Race {
        args,
        files: &files,
        done: old.into_iter().map(|row| (row.file, row.solver)).collect(),
        writer: Mutex::new(Writer::append(&path)?),
        next: AtomicUsize::new(0),
        start: Instant::now(),
    };
    std::thread::scope(|scope| {
        let jobs: Vec<_> = (0..args.jobs).map(|job| (job, &race)).collect();
        let jobs: Vec<_> =
            jobs.into_iter().map(|(job, race)| scope.spawn(move || race.work(job))).collect();
        jobs.into_iter().try_for_each(|job| job.join().unwrap_or(Err("a job panicked".to_owned())))
    })
}

impl Race<'_> {
    fn work(&self, job: usize) -> Result<(), String> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = self.files.get(number) else { return Ok(()) };
            self.show_progress(number, file);
            self.race(number, file, job)?;
        }
    }

    fn race(&self, number: usize, file: &Benchmark, job: usize) -> Result<(), String> {
        let script = std::fs::read(&file.path).map_err(|e| format!("{}: {e}", file.name))?;
        if !self.is_done(file, STATUS)
            && let Some(status) = corpus::status(&String::from_utf8_lossy(&script))
        {
            let answer = Answer::parse(status).unwrap_or(Answer::Unknown);
            self.write(&row(file, STATUS, answer))?;
        }
        let solvers = &self.args.solvers;
        for i in 0..solvers.len() {
            let solver = &solvers[(number + i) % solvers.len()];
            if !self.is_done(file, &solver.name) {
                self.write(&self.one(file, &script, solver, job))?;
            }
        }
        Ok(())
    }

    /// Runs a solver on a file.
    fn one(&self, file: &Benchmark, script: &[u8], solver: &Solver, job: usize) -> Row {
        let path = file.path.display().to_string();
        let words: Vec<String> = solver.words.iter().map(|w| w.replace("{}", &path)).collect();
        let run = process::run(&words, self.args.timeout);
        let mut row = row(file, &solver.name, Answer::of(&run));
        (row.cpu, row.wall, row.peak) = (run.cpu, run.wall, run.peak);
        row.steps = steps(&run.stdout);
        if row.answer == Answer::Sat && self.args.models {
            let copy = self.args.out.join(format!("model-{job}.smt2"));
            // Off the clock: an answer that came just in time shall not lack a model for being asked twice.
            let limit = self.args.timeout * 2;
            let (judged, why) = model::ask(&solver.words, script, &copy, limit);
            row.model = Some(judged);
            if judged == model::Model::Fails {
                let why: String = why.chars().take(200).collect();
                eprintln!("{}{}: {} is no model: {why}", clear(), file.name, solver.name);
            }
        }
        row
    }

    fn is_done(&self, file: &Benchmark, solver: &str) -> bool {
        self.done.contains(&(file.name.clone(), solver.to_owned()))
    }

    fn write(&self, row: &Row) -> Result<(), String> {
        self.writer.lock().map_err(|e| e.to_string())?.write(row)
    }

    fn show_progress(&self, number: usize, file: &Benchmark) {
        let mut err = std::io::stderr();
        if err.is_terminal() {
            let (all, seconds) = (self.files.len(), self.start.elapsed().as_secs());
            // Nobody is harmed if the terminal is gone.
            let _ = write!(err, "{}[{} of {all}, {seconds} s] {}", clear(), number + 1, file.name);
            let _ = err.flush();
        }
    }
}

/// Takes a line of progress away, where there is one.
fn clear() -> &'static str {
    if std::io::stderr().is_terminal() { "\r\x1b[2K" } else { "" }
}

fn row(file: &Benchmark, solver: &str, answer: Answer) -> Row {
    let (file, solver) = (file.name.clone(), solver.to_owned());
    Row { file, solver, answer, cpu: 0.0, wall: 0.0, peak: 0.0, model: None, steps: None }
}

/// The line `; steps N` of Stringent's statistics.
fn steps(stdout: &str) -> Option<u64> {
    stdout.lines().find_map(|line| line.strip_prefix("; steps ")?.trim().parse().ok())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_race_is_resumed() {
        let root = std::env::temp_dir().join(format!("bench-race-{}", std::process::id()));
        let folder = root.join("corpus/family");
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["a.smt2", "b.smt2"] {
            let script = "(set-info :status sat)(declare-const x Int)(assert (= x 1))(check-sat)";
            std::fs::write(folder.join(name), script).unwrap();
        }
        let model = "sat; echo \"((define-fun x () Int 1))\"; echo \"; steps 5\"";
        let words =
            ["--jobs 2 --timeout 9 --memory 0 --corpus", "", "--out", ""].map(str::to_owned);
        let mut words: Vec<String> =
            words.iter().flat_map(|w| w.split(' ').map(str::to_owned)).collect();
        let [corpus, out] =
            [root.join("corpus"), root.join("out")].map(|p| p.display().to_string());
        let at = words.iter().position(|w| w.is_empty()).unwrap();
        words[at] = corpus;
        *words.last_mut().unwrap() = out;
        words.extend(["--solver", "z=echo unsat"].map(str::to_owned));
        let mut args = Args::parse(&words).unwrap();
        let shell = ["/bin/sh", "-c", &format!("echo {model} #"), "{}"].map(str::to_owned);
        args.solvers.push(Solver { name: "s".to_owned(), words: shell.to_vec() });
        for _ in 0..2 {
            run(&args).unwrap();
            let rows = record::read(&results(&args.out)).unwrap();
            assert_eq!(rows.len(), 6);
            let of = |solver: &str| rows.iter().filter(|r| r.solver == solver).collect::<Vec<_>>();
            assert!(of(STATUS).iter().all(|r| r.answer == Answer::Sat));
            assert!(of("z").iter().all(|r| r.answer == Answer::Error));
            assert!(
                of("s").iter().all(|r| r.model == Some(model::Model::Holds) && r.steps == Some(5))
            );
        }
        std::fs::remove_dir_all(&root).unwrap();
    }
}
