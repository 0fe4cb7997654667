//! A line that tells how far a batch is, on a terminal only.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

const EVERY: Duration = Duration::from_millis(100);

/// Cells of the bar.
const WIDTH: usize = 24;

/// What has been done so far.
pub struct Progress {
    total: usize,
    done: usize,
    counts: BTreeMap<String, usize>,
    start: Instant,
    shown: Option<Instant>,
    visible: bool,
}

impl Progress {
    /// Nothing of `total` is done.
    pub fn new(total: usize) -> Progress {
        let visible = io::stderr().is_terminal();
        Progress {
            total,
            done: 0,
            counts: BTreeMap::new(),
            start: Instant::now(),
            shown: None,
            visible,
        }
    }

    /// One file more has this answer.
    pub fn step(&mut self, answer: &str) {
        self.done += 1;
        *self.counts.entry(answer.to_owned()).or_default() += 1;
        let due = self.done == self.total || self.shown.is_none_or(|at| at.elapsed() > EVERY);
        if self.visible && due {
            self.shown = Some(Instant::now());
            let end = if self.done == self.total { "\n" } else { "" };
            // A terminal that is gone is no reason to stop.
            let _ = write!(io::stderr(), "\r\x1b[K{}{end}", self.line());
        }
    }

    fn line(&self) -> String {
        let elapsed = self.start.elapsed().as_secs();
        let left = elapsed * (self.total - self.done) as u64 / self.done.max(1) as u64;
        let filled = WIDTH * self.done / self.total.max(1);
        let bar = "=".repeat(filled) + &" ".repeat(WIDTH - filled);
        let count = |what: &str| self.counts.get(what).copied().unwrap_or_default();
        let (sat, unsat) = (count("sat"), count("unsat"));
        let other = self.done - sat - unsat;
        let total = self.total;
        format!(
            "[{bar}] {}/{total}  sat {sat}  unsat {unsat}  other {other}  {left} s left",
            self.done
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line() {
        let mut progress = Progress::new(4);
        progress.step("sat");
        progress.step("timeout");
        let want = format!(
            "[{}{}] 2/4  sat 1  unsat 0  other 1  0 s left",
            "=".repeat(12),
            " ".repeat(12)
        );
        assert_eq!(progress.line(), want);
    }
}
