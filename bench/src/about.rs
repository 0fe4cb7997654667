//! What a race was run with: machine, limits, and the versions of the solvers. Kept beside the results
//! as `about.csv`, one `key,value` a line.

use crate::args::{Args, Solver};
use crate::process;
use std::path::Path;
use std::time::Duration;

pub const FILE: &str = "about.csv";

/// The key of the limit, which some figures need.
pub const TIMEOUT: &str = "time limit (CPU s)";

const VERSION_SCRIPT: &str = "(set-logic QF_S)\n(get-info :version)\n";

/// How often the start of a solver is measured; the shortest time counts.
const STARTS: usize = 5;

/// Keys and values in the order to show.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct About(pub Vec<(String, String)>);

impl About {
    /// Looks at this machine and asks the solvers for their versions.
    pub fn collect(args: &Args) -> About {
        let limit = |n: u64| if n == 0 { "none".to_owned() } else { n.to_string() };
        let sample = args.sample.map_or("all files".to_owned(), |n| format!("{n} files a family"));
        let mut rows = vec![
            ("machine".to_owned(), machine()),
            (TIMEOUT.to_owned(), args.timeout.as_secs_f64().to_string()),
            ("memory limit (MiB)".to_owned(), limit(args.memory)),
            ("files at a time".to_owned(), args.jobs.to_string()),
            ("sample".to_owned(), sample),
        ];
        rows.extend(args.solvers.iter().map(|s| (s.name.clone(), describe(s, &args.out))));
        About(rows)
    }

    pub fn read(path: &Path) -> Option<About> {
        let mut options = csv::ReaderBuilder::new();
        let mut reader = options.has_headers(false).flexible(true).from_path(path).ok()?;
        let pair = |row: csv::StringRecord| Some((row.get(0)?.to_owned(), row.get(1)?.to_owned()));
        Some(About(reader.records().filter_map(|row| pair(row.ok()?)).collect()))
    }

    pub fn write(&self, path: &Path) -> Result<(), String> {
        let complain = |e: csv::Error| format!("{}: {e}", path.display());
        let mut writer = csv::Writer::from_path(path).map_err(complain)?;
        for (key, value) in &self.0 {
            writer.write_record([key, value]).map_err(complain)?;
        }
        writer.flush().map_err(|e| e.to_string())
    }

    /// Adds what another race was run with; of what both tell, this one's word counts.
    pub fn add(&mut self, other: About) {
        for (key, value) in other.0 {
            if self.get(&key).is_none() {
                self.0.push((key, value));
            }
        }
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }
}

fn machine() -> String {
    let line = |file: &str, key: &str| {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let found = text.lines().find_map(|l| l.strip_prefix(key)?.split_once(':').map(|p| p.1));
        found.map(|value| value.trim().to_owned())
    };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let processor =
        line("/proc/cpuinfo", "model name").unwrap_or_else(|| "processor unknown".to_owned());
    let memory = line("/proc/meminfo", "MemTotal")
        .and_then(|kb| kb.trim_end_matches(" kB").parse::<u64>().ok())
        .map_or(String::new(), |kb| format!(", {} GiB", kb.div_ceil(1 << 20)));
    format!("{processor}, {cores} cores{memory}, {}", std::env::consts::OS)
}

/// The version, what it takes to start, and the arguments without folders.
fn describe(solver: &Solver, out: &Path) -> String {
    let script = out.join("version.smt2");
    if std::fs::write(&script, VERSION_SCRIPT).is_err() {
        return String::new();
    }
    let file = script.display().to_string();
    let words: Vec<String> = solver.words.iter().map(|w| w.replace("{}", &file)).collect();
    let runs: Vec<_> = (0..STARTS).map(|_| process::run(&words, Duration::from_secs(10))).collect();
    // It is only a temporary file.
    let _ = std::fs::remove_file(&script);
    let start = runs.iter().map(|r| r.cpu).fold(f64::INFINITY, f64::min) * 1000.0;
    let version = version_in(&runs[0].stdout).unwrap_or("unknown");
    let line: Vec<&str> = solver.words.iter().map(|w| w.rsplit('/').next().unwrap_or(w)).collect();
    format!("version {version}, starts in {start:.0} ms, `{}`", line.join(" "))
}

/// The literal in `(:version "...")`.
fn version_in(answer: &str) -> Option<&str> {
    let (_, rest) = answer.split_once(":version")?;
    rest.split('"').nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read_back() {
        let path = std::env::temp_dir().join(format!("bench-about-{}.csv", std::process::id()));
        let about =
            About(vec![(TIMEOUT.to_owned(), "2.5".to_owned()), ("a".into(), "b, \"c\"".into())]);
        about.write(&path).unwrap();
        assert_eq!(About::read(&path), Some(about.clone()));
        let mut both = about.clone();
        both.add(About(vec![("a".into(), "other".into()), ("z3".into(), "5".into())]));
        assert_eq!((both.get("z3"), both.0.len()), (Some("5"), 3));
        assert_eq!((both.get("a"), both.get(TIMEOUT)), (about.get("a"), Some("2.5")));
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn versions_are_found() {
        assert_eq!(version_in("success\n(:version \"1.2 beta\")\n"), Some("1.2 beta"));
        assert_eq!(version_in("unsupported\n"), None);
        assert!(machine().contains("cores"));
    }
}
