//! Runs one program under a time limit and collects its output.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Exited(i32),
    TimedOut,
    /// A signal, a panic, or it could not be run at all.
    Crashed(String),
}

/// What a program did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub stdout: String,
    pub stderr: String,
    pub end: End,
}

/// The exit code of a Rust program that panics.
const PANIC: i32 = 101;

/// Runs `program` in `folder`; kills it at the limit.
pub fn run(folder: &Path, program: &Path, args: &[String], limit: Duration) -> Outcome {
    let spawned = Command::new(program)
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    match spawned {
        Ok(child) => collect(child, limit),
        Err(e) => {
            let end = End::Crashed(format!("{}: {e}", program.display()));
            Outcome { stdout: String::new(), stderr: String::new(), end }
        }
    }
}

/// Both pipes are read while the program runs, or it would wait for us once one is full.
fn collect(mut child: Child, limit: Duration) -> Outcome {
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        let stdout = scope.spawn(|| read(stdout));
        let stderr = scope.spawn(|| read(stderr));
        let end = wait(&mut child, limit);
        let join =
            |text: std::thread::ScopedJoinHandle<'_, String>| text.join().unwrap_or_default();
        Outcome { stdout: join(stdout), stderr: join(stderr), end }
    })
}

fn read(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    // What was read before an error is all there is to judge.
    let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

fn wait(child: &mut Child, limit: Duration) -> End {
    let deadline = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return end(status),
            Ok(None) if Instant::now() < deadline => std::thread::sleep(pause),
            Ok(None) => {
                // It may end by itself just now; then there is nothing to kill.
                let _ = child.kill();
                let _ = child.wait();
                return End::TimedOut;
            }
            Err(e) => return End::Crashed(e.to_string()),
        }
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn end(status: ExitStatus) -> End {
    match status.code() {
        Some(PANIC) => End::Crashed("panic".to_owned()),
        Some(code) => End::Exited(code),
        None => End::Crashed(status.to_string()),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Outcome {
        let args = ["-c".to_owned(), script.to_owned()];
        run(Path::new("/"), Path::new("/bin/sh"), &args, Duration::from_millis(500))
    }

    #[test]
    fn every_end() {
        let ok = shell("echo out; echo err >&2; exit 3");
        assert_eq!((ok.stdout.as_str(), ok.stderr.as_str()), ("out\n", "err\n"));
        assert_eq!(ok.end, End::Exited(3));
        assert_eq!(shell("echo x; exec sleep 5").end, End::TimedOut);
        assert!(matches!(shell("exit 101").end, End::Crashed(_)));
        assert!(matches!(shell("kill -9 $$").end, End::Crashed(_)));
    }

    #[test]
    fn a_full_pipe_does_not_block() {
        assert_eq!(shell("yes | head -c 300000").stdout.len(), 300_000);
    }
}
