//! A line that tells how far a batch is, on a terminal only.

use super::tally::Tally;
use std::io::{self, Write};
use std::time::{Duration, Instant};

const EVERY: Duration = Duration::from_millis(100);

/// Cells of the bar.
const WIDTH: usize = 24;

/// What has been done so far.
#[derive(Debug)]
pub struct Progress {
    start: Instant,
    shown: Instant,
    visible: bool,
}

impl Progress {
    /// Begins now. Nothing is shown if nobody sees it.
    pub fn new(visible: bool) -> Progress {
        let now = Instant::now();
        Progress { start: now, shown: now, visible }
    }

    /// Shows what this run has `solved` so far of `total` files, once they are counted, if it is time.
    pub fn show(&mut self, solved: &Tally, total: Option<usize>) {
        if self.visible && self.shown.elapsed() > EVERY {
            self.shown = Instant::now();
            let seconds = self.start.elapsed().as_secs();
            // A terminal that is gone is no reason to stop.
            let _ = write!(io::stderr(), "\r\x1b[K{}", line(solved, total, seconds));
        }
    }

    /// Leaves the line empty for what comes next.
    pub fn end(&self) {
        if self.visible {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn line(solved: &Tally, total: Option<usize>, seconds: u64) -> String {
    let done = solved.files();
    let (sat, unsat) = (solved.of("sat"), solved.of("unsat"));
    let counts = format!("sat {sat}  unsat {unsat}  other {}", done - sat - unsat);
    // Files may come and go meanwhile.
    let Some(total) = total.filter(|&n| n >= done) else { return format!("{done}  {counts}") };
    let left = seconds * (total - done) as u64 / done.max(1) as u64;
    let filled = WIDTH * done / total.max(1);
    let bar = "=".repeat(filled) + &" ".repeat(WIDTH - filled);
    format!("[{bar}] {done}/{total}  {counts}  {left} s left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line() {
        let mut solved = Tally::default();
        solved.add("sat", false);
        solved.add("timeout", false);
        assert_eq!(line(&solved, None, 9), "2  sat 1  unsat 0  other 1");
        let bar = "=".repeat(12) + &" ".repeat(12);
        let want = format!("[{bar}] 2/4  sat 1  unsat 0  other 1  9 s left");
        assert_eq!(line(&solved, Some(4), 9), want);
    }
}
