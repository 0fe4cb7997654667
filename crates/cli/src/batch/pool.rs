//! Worker processes that stay warm, and a watch over them.
//!
//! A process for each file costs two milliseconds, most of a small file; a thread for each cannot be killed when it is
//! late, and takes all others along when it crashes. So there are as many processes as files at a time, and each
//! solves file after file until one does it harm: it dies, is killed because it is late or too large, or is dismissed
//! because it has kept so much memory that the next file would start with less than its share.

use super::worker::{self, Answer};
use crate::memory;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Between two looks at the workers.
const TICK: Duration = Duration::from_millis(20);

/// A worker that has kept more is replaced by a new one, which has about 5 MB.
const MOST_KEPT: u64 = 32 << 20;

/// What all workers are started with, and when they are ended.
#[derive(Debug)]
pub struct Pool {
    /// The program, and what makes it a worker.
    pub program: PathBuf,
    pub words: Vec<String>,
    /// When a worker is killed that is still at the same file.
    pub time: Duration,
    /// With how many bytes in use it is killed; 0 is no limit.
    pub memory: u64,
    /// Set to stop everything.
    pub stop: &'static AtomicBool,
}

/// What became of a job.
#[derive(PartialEq, Debug)]
pub enum Outcome {
    Answer(Answer),
    /// The worker was killed, as it had too little time or memory; or it died by itself, with this exit code or signal.
    Late,
    TooLarge,
    Died(String),
    /// Everything stops.
    Stopped,
}

/// The place of a worker, shared between the one who gives it jobs and the watch.
#[derive(Debug, Default)]
pub struct Place(Mutex<Option<Process>>);

#[derive(Debug)]
struct Process {
    child: Child,
    /// When the present job has to be done.
    deadline: Option<Instant>,
    /// Why the process was killed.
    killed: Option<Outcome>,
}

impl Process {
    fn kill(&mut self, why: Outcome) {
        // It may have ended already.
        let _ = self.child.kill();
        self.killed = Some(why);
    }
}

impl Place {
    fn lock(&self) -> MutexGuard<'_, Option<Process>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pool {
    /// Looks after the workers until the other side of `done` is dropped.
    pub fn watch(&self, places: &[Place], done: &Receiver<()>) {
        while done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            for place in places {
                if let Some(process) = &mut *place.lock() {
                    self.look(process);
                }
            }
        }
    }

    fn look(&self, process: &mut Process) {
        let Some(deadline) = process.deadline.filter(|_| process.killed.is_none()) else { return };
        if self.stop.load(Ordering::Relaxed) {
            process.kill(Outcome::Stopped);
        } else if Instant::now() >= deadline {
            process.kill(Outcome::Late);
        } else if self.memory > 0 && memory::used_by(process.child.id()) > self.memory {
            process.kill(Outcome::TooLarge);
        }
    }

    fn start(&self) -> io::Result<Child> {
        let mut command = Command::new(&self.program);
        command.args(&self.words).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        apart(&mut command);
        command.spawn()
    }

    /// What a worker may keep after a job: next to nothing if it may not have much anyway.
    fn most_kept(&self) -> u64 {
        if self.memory == 0 { MOST_KEPT } else { MOST_KEPT.min(self.memory / 4) }
    }
}

/// Control-C at a terminal goes to a whole group of processes; the workers are for us to stop.
fn apart(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(windows)]
    {
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        std::os::windows::process::CommandExt::creation_flags(command, CREATE_NEW_PROCESS_GROUP);
    }
    #[cfg(not(any(unix, windows)))]
    let _ = command;
}

/// Gives jobs to the worker of one place, one after the other.
#[derive(Debug)]
pub struct Driver<'p> {
    pool: &'p Pool,
    place: &'p Place,
    pipes: Option<(ChildStdin, BufReader<ChildStdout>)>,
}

impl<'p> Driver<'p> {
    /// A place without a worker so far.
    pub fn new(pool: &'p Pool, place: &'p Place) -> Driver<'p> {
        Driver { pool, place, pipes: None }
    }

    /// Lets a worker solve the file.
    ///
    /// # Errors
    /// If no process can be started.
    pub fn solve(&mut self, file: &Path) -> io::Result<Outcome> {
        let job = worker::job(file);
        let mut line = Vec::new();
        // Whatever ended a worker between two jobs is not to be blamed on the second.
        if !self.send(&job)? {
            self.dismiss(false);
            self.send(&job)?;
        }
        if let Some((_, from)) = &mut self.pipes {
            // What is cut off is no answer.
            let _ = from.read_until(b'\n', &mut line);
        }
        let killed = self.place.lock().as_mut().is_some_and(|process| {
            process.deadline = None;
            process.killed.is_some()
        });
        let Some(answer) = Answer::read(&line) else { return Ok(self.dismiss(true)) };
        if killed || answer.memory > self.pool.most_kept() {
            self.dismiss(false);
        }
        Ok(Outcome::Answer(answer))
    }

    /// Sends a job to the worker, which is started if there is none; false if it does not take it.
    fn send(&mut self, job: &[u8]) -> io::Result<bool> {
        let deadline = Some(Instant::now() + self.pool.time);
        let mut place = self.place.lock();
        match &mut *place {
            Some(process) => {
                // A pipe takes what nobody reads as long as a process that is just started holds its other end.
                if matches!(process.child.try_wait(), Ok(Some(_))) {
                    return Ok(false);
                }
                process.deadline = deadline;
            }
            empty => {
                let mut child = self.pool.start()?;
                let out = child.stdout.take().map(BufReader::new);
                self.pipes = child.stdin.take().zip(out);
                *empty = Some(Process { child, deadline, killed: None });
            }
        }
        drop(place);
        Ok(self.pipes.as_mut().is_some_and(|(to, _)| to.write_all(job).is_ok()))
    }

    /// Sees the worker off, which ends `by_itself` or is ended; how it ended.
    fn dismiss(&mut self, by_itself: bool) -> Outcome {
        self.pipes = None;
        let process = self.place.lock().take();
        let Some(mut process) = process else { return Outcome::Stopped };
        if !by_itself {
            let _ = process.child.kill();
        }
        let status = process.child.wait();
        process.killed.unwrap_or_else(|| {
            Outcome::Died(status.map_or_else(
                |error| error.to_string(),
                |s| s.code().map_or_else(|| s.to_string(), |code| code.to_string()),
            ))
        })
    }
}

impl Drop for Driver<'_> {
    fn drop(&mut self) {
        self.dismiss(false);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::thread;

    /// Runs something with a driver whose workers are this shell script.
    fn drive<T>(
        script: &str,
        (time, memory): (Duration, u64),
        run: impl FnOnce(&mut Driver<'_>) -> T,
    ) -> T {
        static STOP: AtomicBool = AtomicBool::new(false);
        let words = vec!["-c".to_owned(), script.to_owned()];
        let pool = Pool { program: "/bin/sh".into(), words, time, memory, stop: &STOP };
        let places = [Place::default()];
        let (done, wait) = mpsc::channel();
        thread::scope(|scope| {
            let (pool, places) = (&pool, &places);
            scope.spawn(move || pool.watch(places, &wait));
            let mut driver = Driver::new(pool, &places[0]);
            let result = run(&mut driver);
            drop((driver, done));
            result
        })
    }

    fn outcomes(script: &str, jobs: usize, limits: (Duration, u64)) -> Vec<Outcome> {
        let job = |driver: &mut Driver<'_>| driver.solve(Path::new("x")).unwrap();
        drive(script, limits, |driver| (0..jobs).map(|_| job(driver)).collect())
    }

    /// Reads a job, `x` and a zero byte.
    const TAKE: &str = "dd bs=1 count=2 of=/dev/null 2>/dev/null";

    const NONE: (Duration, u64) = (Duration::from_secs(60), 0);

    fn sat() -> Answer {
        Answer { answer: "sat".into(), memory: 1, ..Answer::default() }
    }

    /// Takes a job and answers it.
    fn good() -> String {
        format!("{TAKE}; printf '%s\\n' '{}'", sat().write().trim_end())
    }

    #[test]
    fn a_worker_that_dies_costs_one_file() {
        let got = outcomes(&format!("{}; {TAKE}; kill -KILL $$", good()), 3, NONE);
        let died = Outcome::Died("signal: 9 (SIGKILL)".into());
        assert_eq!(got, [Outcome::Answer(sat()), died, Outcome::Answer(sat())]);
        assert_eq!(outcomes(&format!("{TAKE}; exit 3"), 1, NONE), [Outcome::Died("3".into())]);
        // Half an answer is none.
        let half = format!("{TAKE}; printf '{{'");
        assert_eq!(outcomes(&half, 1, NONE), [Outcome::Died("0".into())]);
    }

    /// A worker that something ended between two jobs is replaced before it costs one.
    #[test]
    fn a_worker_that_is_gone_is_replaced() {
        drive(&good(), NONE, |driver| {
            assert_eq!(driver.solve(Path::new("x")).unwrap(), Outcome::Answer(sat()));
            if let Some(process) = &mut *driver.place.lock() {
                process.child.wait().unwrap();
            }
            assert_eq!(driver.solve(Path::new("x")).unwrap(), Outcome::Answer(sat()));
        });
    }

    /// One that has kept much is replaced as well: `$$` is its number.
    #[test]
    fn a_worker_that_is_large_is_dismissed() {
        let large = Answer { memory: MOST_KEPT + 1, ..sat() };
        let tell = |answer: &Answer, what: &str| {
            let line = answer.write().replace("sat", what);
            format!("{TAKE}; printf '%s\\n' '{}'", line.trim_end().replace("PID", "'$$'"))
        };
        let script = |answer: &Answer| format!("while :; do {}; done", tell(answer, "PID"));
        let ids = |answer: &Answer| match &outcomes(&script(answer), 2, NONE)[..] {
            [Outcome::Answer(a), Outcome::Answer(b)] => (a.answer.clone(), b.answer.clone()),
            other => panic!("{other:?}"),
        };
        let (first, second) = ids(&sat());
        assert_eq!(first, second);
        let (first, second) = ids(&large);
        assert_ne!(first, second);
    }

    #[test]
    fn limits_are_kept() {
        let start = Instant::now();
        let hang = format!("{TAKE}; exec sleep 600");
        assert_eq!(outcomes(&hang, 1, (Duration::from_millis(300), 0)), [Outcome::Late]);
        let grow = format!("{TAKE}; exec tail /dev/zero");
        let got = outcomes(&grow, 2, (NONE.0, 64 << 20));
        assert_eq!(got, [Outcome::TooLarge, Outcome::TooLarge]);
        assert!(start.elapsed() < NONE.0);
    }
}
