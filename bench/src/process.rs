//! Runs one command under limits and measures it.
//!
//! Time and memory are what the system has counted for that process when it ends (`wait4`), so several
//! can run at once. A command that starts others is killed with them: it is a process group of its own.
//!
//! The limit is CPU seconds, or a busy machine would decide who solves what; it is looked up every few milliseconds, as the
//! system's own limit comes in whole seconds and would have to be set between `fork` and `exec`. The clock ends a run
//! that only waits. Where the system does not tell, the limit is by the clock.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use wait4::{ResUse, Wait4};

/// More output than this is read but not kept.
const MOST_OUTPUT: u64 = 64 << 20;

/// How often it is looked whether a command is over its limit.
const LOOK: Duration = Duration::from_millis(20);

/// How many times the limit may pass by the clock.
const PATIENCE: u32 = 4;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Exited(i32),
    /// A signal that was not ours.
    Signal,
    /// Killed at the limit.
    TimedOut,
    NotStarted,
}

/// What a command did.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// Standard output, or why it could not be started.
    pub stdout: String,
    pub stderr: String,
    pub end: End,
    /// User and system seconds.
    pub cpu: f64,
    pub wall: f64,
    /// The largest resident size in MiB.
    pub peak: f64,
}

/// Runs a command until it ends or has used `limit` of CPU time.
pub fn run(words: &[String], limit: Duration) -> Run {
    let (program, args) = words.split_first().map_or(("", &[][..]), |(p, rest)| (p.as_str(), rest));
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let start = Instant::now();
    match command.spawn() {
        Ok(child) => measure(child, start, limit),
        Err(e) => failure(format!("{program}: {e}")),
    }
}

fn failure(why: String) -> Run {
    let (stderr, end) = (String::new(), End::NotStarted);
    Run { stdout: why, stderr, end, cpu: 0.0, wall: 0.0, peak: 0.0 }
}

/// Both pipes are read while the command runs, or it would wait for us once one is full.
fn measure(mut child: Child, start: Instant, limit: Duration) -> Run {
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let group = child.id();
    std::thread::scope(|scope| {
        let stdout = scope.spawn(|| read(stdout));
        let stderr = scope.spawn(|| read(stderr));
        let (ended, end) = mpsc::channel();
        // The receiver waits for this message, so it cannot be gone.
        scope.spawn(move || ended.send(child.wait4()));
        let mut killed = false;
        let waited = loop {
            match end.recv_timeout(LOOK) {
                Ok(waited) => break Some(waited),
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) if is_over(group, start, limit) => {
                    kill(group);
                    killed = true;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        let wall = start.elapsed().as_secs_f64();
        let [stdout, stderr] = [stdout, stderr].map(|t| t.join().unwrap_or_default());
        match waited {
            Some(Ok(ResUse { status, rusage })) => Run {
                stdout,
                stderr,
                end: if killed { End::TimedOut } else { how(status) },
                cpu: (rusage.utime + rusage.stime).as_secs_f64(),
                wall,
                peak: rusage.maxrss as f64 / 1_048_576.0,
            },
            _ => failure("the process was lost".to_owned()),
        }
    })
}

fn is_over(process: u32, start: Instant, limit: Duration) -> bool {
    let wall = start.elapsed();
    // One thread cannot have used it before; more threads are granted what they are quicker.
    wall >= limit && cpu(process).is_none_or(|cpu| cpu >= limit || wall >= limit * PATIENCE)
}

/// What a running process has used so far, if the system says.
#[cfg(target_os = "linux")]
fn cpu(process: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program is in parentheses and may contain anything.
    let (_, fields) = text.rsplit_once(") ")?;
    let ticks: u64 = fields.split(' ').skip(11).take(2).filter_map(|t| t.parse::<u64>().ok()).sum();
    let hertz = nix::unistd::sysconf(nix::unistd::SysconfVar::CLK_TCK).ok()??;
    Some(Duration::from_secs_f64(ticks as f64 / hertz as f64))
}

#[cfg(not(target_os = "linux"))]
fn cpu(_process: u32) -> Option<Duration> {
    None
}

fn read(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        // What was read before an error is all there is to judge.
        let _ = pipe.by_ref().take(MOST_OUTPUT).read_to_end(&mut bytes);
        let _ = std::io::copy(&mut pipe, &mut std::io::sink());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn how(status: ExitStatus) -> End {
    status.code().map_or(End::Signal, End::Exited)
}

#[cfg(unix)]
fn kill(group: u32) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(group) = i32::try_from(group) {
        // It may have ended just now; then there is nothing to kill.
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill(_group: u32) {}

/// Limits the address space of this process, and so of those it starts.
#[cfg(unix)]
pub fn limit_memory(mib: u64) -> Result<(), String> {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let limited = getrlimit(Resource::RLIMIT_AS)
        .and_then(|(_, hard)| setrlimit(Resource::RLIMIT_AS, (mib << 20).min(hard), hard));
    limited.map_err(|e| format!("cannot limit memory: {e}"))
}

/// Without process groups and resource limits a race would not be fair.
#[cfg(not(unix))]
pub fn limit_memory(_mib: u64) -> Result<(), String> {
    Err("races need a Unix system".to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, seconds: f64) -> Run {
        let words = ["/bin/sh", "-c", script].map(str::to_owned);
        run(&words, Duration::from_secs_f64(seconds))
    }

    #[test]
    fn every_end() {
        let ok = shell("echo out; echo err >&2; exit 3", 9.0);
        assert_eq!((ok.stdout.as_str(), ok.stderr.as_str()), ("out\n", "err\n"));
        assert_eq!(ok.end, End::Exited(3));
        assert_eq!(shell("kill -9 $$", 9.0).end, End::Signal);
        assert_eq!(
            run(&["/no/such/program".to_owned()], Duration::from_secs(1)).end,
            End::NotStarted
        );
    }

    #[test]
    fn children_of_children_are_killed_too() {
        let run = shell("echo sat; sleep 60 & sleep 60", 0.2);
        assert_eq!((run.stdout.as_str(), run.end), ("sat\n", End::TimedOut));
        assert!(run.wall < 30.0 && run.cpu < 1.0, "{run:?}");
    }

    #[test]
    fn work_is_limited() {
        let run = shell("while true; do :; done", 0.2);
        assert_eq!(run.end, End::TimedOut);
        assert!(run.cpu >= 0.1 && run.wall >= 0.2, "{run:?}");
    }

    #[test]
    fn work_is_measured() {
        let run =
            shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; yes | head -c 300000", 60.0);
        assert_eq!((run.end, run.stdout.len()), (End::Exited(0), 300_000));
        assert!(run.cpu > 0.001 && run.wall > 0.001 && run.peak > 0.1, "{} {}", run.cpu, run.peak);
    }
}
