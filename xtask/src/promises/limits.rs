//! Deadlines and the memory limit, on generated scripts that are large in one way each ([`cases`](super::cases)), and on those of a
//! folder that run longest.
//!
//! A first round finds the latter. Then each runs under each deadline; the overrun is the time from the start of
//! the process to its end beyond the deadline, so starting, reading and printing count too. One at a time: a
//! process that waits for a processor is late through no fault of its own. The peak of memory is the one
//! that the system keeps (`VmHWM`), read every millisecond, as it is gone with the process.

use super::cases::CASES;
use super::{map, scripts};
use crate::Tally;
use crate::regress::{Build, build};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const DEADLINES: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_secs(1), Duration::from_secs(10)];
/// How late an answer may come.
const TOLERANCE: Duration = Duration::from_millis(50);
const MEMORY_MIB: u64 = 512;
/// In percent of the limit.
const MEMORY_TOLERANCE: u64 = 10;

/// What one run took.
#[derive(Clone, Copy, Default)]
struct Use {
    time: Duration,
    peak_kib: u64,
}

/// Measures and prints a row for each generated script.
pub fn run_cases(root: &Path) -> Result<Tally, String> {
    let program = build(root, Build::Release)?;
    let path = std::env::temp_dir().join(format!("stringent-limits-{}.smt2", std::process::id()));
    println!("| script | limits | time | memory |\n|---|---|---|---|");
    let mut tally = Tally::default();
    for case in CASES {
        std::fs::write(&path, (case.script)())
            .map_err(|e| format!("cannot write {}: {e}", path.display()))?;
        let Use { time, peak_kib } = measure(&program, &path, case.args);
        let (limits, name) = (case.args.join(" "), case.name);
        println!("| {name} | `{limits}` | {} ms | {} MiB |", time.as_millis(), peak_kib / 1024);
        let deadline = case.milliseconds.map(|ms| Duration::from_millis(ms) + TOLERANCE);
        tally.add(Tally::one(deadline.is_none_or(|deadline| time <= deadline)));
        tally.add(Tally::one(case.mebibytes.is_none_or(|limit| fits(peak_kib, limit))));
    }
    std::fs::remove_file(&path).map_err(|e| format!("cannot remove {}: {e}", path.display()))?;
    println!("{tally}");
    Ok(tally)
}

/// Measures and prints a row for each deadline.
pub fn run(root: &Path, folder: &Path, count: usize) -> Result<Tally, String> {
    let program = build(root, Build::Release)?;
    let files = hardest(&program, scripts(folder)?, count);
    println!(
        "| deadline | files | worst overrun | at | most memory | at |\n|---|---|---|---|---|---|"
    );
    let mut tally = Tally::default();
    for deadline in DEADLINES {
        let uses = map(&files, 1, |file| measure_within(&program, file, deadline));
        tally.add(row(deadline, &files, &uses));
    }
    println!("{tally}");
    Ok(tally)
}

/// The files that run longest, at most `count`.
fn hardest(program: &Path, files: Vec<PathBuf>, count: usize) -> Vec<PathBuf> {
    let times = map(&files, 2, |file| measure_within(program, file, DEADLINES[1]).time);
    let mut timed: Vec<(Duration, PathBuf)> = times.into_iter().zip(files).collect();
    timed.sort_by(|a, b| b.cmp(a));
    timed.into_iter().take(count).map(|(_, file)| file).collect()
}

fn measure_within(program: &Path, file: &Path, deadline: Duration) -> Use {
    let time = format!("-t:{}", deadline.as_millis());
    measure(program, file, &[&time, &format!("-memory:{MEMORY_MIB}")])
}

fn measure(program: &Path, file: &Path, args: &[&str]) -> Use {
    let start = Instant::now();
    let child = Command::new(program)
        .args(args)
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let peak_kib = child.map_or(u64::MAX, peak);
    Use { time: start.elapsed(), peak_kib }
}

/// Waits for a process and returns its peak of memory in KiB.
fn peak(mut child: Child) -> u64 {
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while let Ok(None) = child.try_wait() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        peak = peak.max(high_water(&text).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(1));
    }
    peak
}

fn high_water(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

fn row(deadline: Duration, files: &[PathBuf], uses: &[Use]) -> Tally {
    let over = |u: &Use| u.time.saturating_sub(deadline);
    let worst = (0..uses.len()).max_by_key(|&i| over(&uses[i])).unwrap_or(0);
    let largest = (0..uses.len()).max_by_key(|&i| uses[i].peak_kib).unwrap_or(0);
    let (late, large) = (uses.get(worst).map(over), uses.get(largest).map(|u| u.peak_kib));
    let (late, large) = (late.unwrap_or_default(), large.unwrap_or_default());
    let name = |i: usize| files.get(i).and_then(|f| f.file_name()).unwrap_or_default().display();
    println!(
        "| {deadline:?} | {} | {} ms | `{}` | {} MiB | `{}` |",
        files.len(),
        late.as_millis(),
        name(worst),
        large / 1024,
        name(largest)
    );
    let mut tally = Tally::one(late <= TOLERANCE);
    tally.add(Tally::one(fits(large, MEMORY_MIB)));
    tally
}

fn fits(peak_kib: u64, limit_mib: u64) -> bool {
    peak_kib / 1024 <= limit_mib * (100 + MEMORY_TOLERANCE) / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_read_from_the_status() {
        assert_eq!(high_water("VmPeak:\t  9 kB\nVmHWM:\t   5632 kB\n"), Some(5632));
        assert_eq!(high_water("Name: x\n"), None);
    }
}
