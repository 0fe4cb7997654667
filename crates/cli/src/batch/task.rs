//! One file, solved by a process of its own.

use super::table::Row;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// The process knows the limit and ends by itself. If it is later than this it is killed.
const GRACE: Duration = Duration::from_secs(2);

/// The path below the folder, the same on every system.
pub fn name(folder: &Path, file: &Path) -> String {
    let parts = file.strip_prefix(folder).unwrap_or(file).components();
    let parts: Vec<_> = parts.map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

/// Solves a file.
///
/// # Errors
/// If no process can be started.
pub fn solve(
    program: &Path,
    folder: &Path,
    file: &Path,
    limit: Duration,
    options: &[String],
) -> io::Result<Row> {
    let start = Instant::now();
    let mut child = Command::new(program)
        // Says as a comment why an answer is unknown.
        .arg("--verbosity=1")
        .args(options)
        .arg(format!("-T:{}", limit.as_secs()))
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let (output, exit) = wait(&mut child, limit + GRACE)?;
    let text = String::from_utf8_lossy(&output);
    let script = std::fs::read(file).unwrap_or_default();
    Ok(Row {
        file: name(folder, file),
        answer: verdicts(&text),
        expected: statuses(&String::from_utf8_lossy(&script)),
        seconds: start.elapsed().as_secs_f64(),
        errors: text.lines().filter(|line| line.starts_with("(error ")).count(),
        exit,
    })
}

/// The output of a process, and how it ended. A thread reads, so that neither side waits for ever.
fn wait(child: &mut Child, limit: Duration) -> io::Result<(Vec<u8>, String)> {
    let stdout = child.stdout.take();
    let (send, receive) = mpsc::channel();
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error counts.
        let _ = stdout.map(|mut out| out.read_to_end(&mut bytes));
        // Nobody listens any more if the process was late.
        let _ = send.send(());
        bytes
    });
    let late = receive.recv_timeout(limit).is_err();
    if late {
        child.kill()?;
    }
    let status = child.wait()?;
    let bytes = reader.join().unwrap_or_default();
    let code = status.code().map_or_else(|| "signal".to_owned(), |code| code.to_string());
    Ok((bytes, if late { "killed".into() } else { code }))
}

/// The comment on `unknown` when an assertion before it was refused.
const REFUSED: &str = "; unknown: an assertion was refused: ";

/// The answers to checks; `error` where an assertion is missing and the others may have a model.
fn verdicts(output: &str) -> String {
    let mut verdicts = Vec::new();
    for line in output.lines() {
        match line {
            "sat" | "unsat" | "unknown" | "timeout" => verdicts.push(line),
            _ if line.starts_with(REFUSED) => {
                verdicts.pop();
                verdicts.push("error");
            }
            _ => {}
        }
    }
    verdicts.join(" ")
}

/// What `(set-info :status ...)` says, in order.
fn statuses(script: &str) -> String {
    let after = script.split("(set-info :status ").skip(1);
    let words = after.filter_map(|rest| rest.split([')', ' ']).next());
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read() {
        assert_eq!(verdicts("sat\n((s \"unsat\"))\nunsat\n"), "sat unsat");
        let comment = format!("; unknown: {}", stringent::Reason::Refused("line 1".into()));
        let output =
            format!("(error \"line 1\")\nunknown\n{comment}\nunknown\n; unknown: timeout\nunsat");
        assert_eq!(verdicts(&output), "error unknown unsat");
        assert_eq!(
            statuses("(set-info :status sat)(check-sat)\n(set-info :status unsat )"),
            "sat unsat"
        );
        assert_eq!(name(Path::new("a/b"), Path::new("a/b/c/d.smt2")), "c/d.smt2");
    }
}
