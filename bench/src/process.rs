//! Runs one command under limits and measures it.
//!
//! Time and memory are what the system has counted for that process when it ends (`wait4`), so several
//! can run at once. A command that starts others is killed with them: it is a process group of its own.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use wait4::{ResUse, Wait4};

/// More output than this is read but not kept.
const MOST_OUTPUT: u64 = 64 << 20;

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

/// Runs a command until it ends or `limit` is over.
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
        let (waited, killed) = match end.recv_timeout(limit) {
            Ok(waited) => (Some(waited), false),
            Err(_) => {
                kill(group);
                (end.recv().ok(), true)
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
    fn work_is_measured() {
        let run =
            shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; yes | head -c 300000", 60.0);
        assert_eq!((run.end, run.stdout.len()), (End::Exited(0), 300_000));
        assert!(run.cpu > 0.001 && run.wall > 0.001 && run.peak > 0.1, "{} {}", run.cpu, run.peak);
    }
}
