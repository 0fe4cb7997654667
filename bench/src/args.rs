//! The arguments of `cargo xtask bench`.

use std::path::PathBuf;
use std::time::Duration;

pub const USAGE: &str = "usage: cargo xtask bench --corpus FOLDER --out FOLDER
    [--solver NAME='COMMAND {}']...   default: stringent, built here
    [--config NAME='--option=value']...   the first solver with more arguments
    [--heuristics]   a configuration for each published heuristic, with it switched off
    [--timeout SECONDS] [--memory MIB] [--jobs N] [--sample N]   N files a family at most
    [--no-models]   do not ask for models
    [--doc FILE]   also put tables and pictures into this page
   or: cargo xtask bench --report CSV... --out FOLDER [--corpus FOLDER] [--timeout SECONDS] [--doc FILE]
   or: cargo xtask incremental FOLDER [--solver NAME='COMMAND {}']... [--timeout SECONDS] [--memory MIB]";

/// A solver that takes part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solver {
    pub name: String,
    /// Its command line; `{}` stands for the file.
    pub words: Vec<String>,
}

/// What to do.
#[derive(Debug)]
pub struct Args {
    pub corpus: Option<PathBuf>,
    pub out: PathBuf,
    pub solvers: Vec<Solver>,
    /// CPU time for a file.
    pub timeout: Duration,
    pub timeout_is_given: bool,
    /// Address space in MiB; 0 is no limit.
    pub memory: u64,
    pub jobs: usize,
    /// At most so many files of each family.
    pub sample: Option<usize>,
    pub models: bool,
    /// The results to report instead of racing.
    pub report: Vec<PathBuf>,
    pub doc: Option<PathBuf>,
    /// The folder of scripts with many questions to race on instead.
    pub incremental: Option<PathBuf>,
}

impl Args {
    /// Reads the arguments.
    pub fn parse(words: &[String]) -> Result<Args, String> {
        let mut args = Args {
            corpus: None,
            out: PathBuf::new(),
            solvers: Vec::new(),
            timeout: Duration::from_secs(10),
            timeout_is_given: false,
            memory: 6144,
            jobs: 1,
            sample: None,
            models: true,
            report: Vec::new(),
            doc: None,
            incremental: None,
        };
        let mut configurations = Vec::new();
        let mut words = words.iter().map(String::as_str).peekable();
        while let Some(word) = words.next() {
            match word {
                "--no-models" => args.models = false,
                "--report" => {
                    while let Some(file) = words.next_if(|w| !w.starts_with("--")) {
                        args.report.push(file.into());
                    }
                }
                "--config" => configurations.push(named(words.next())?),
                _ => args.set(word, words.next().ok_or(USAGE)?)?,
            }
        }
        args.configure(configurations)?;
        if args.incremental.is_some() {
            return Ok(args);
        }
        let races = args.report.is_empty();
        let incomplete = args.out.as_os_str().is_empty() || (races && args.corpus.is_none());
        if incomplete || (races && args.solvers.is_empty()) {
            Err(USAGE.to_owned())
        } else {
            Ok(args)
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = || value.parse::<u64>().map_err(|_| format!("{name}: not a number: {value}"));
        match name {
            "--corpus" => self.corpus = Some(value.into()),
            "--out" => self.out = value.into(),
            "--incremental" => self.incremental = Some(value.into()),
            "--doc" => self.doc = Some(value.into()),
            "--solver" => self.solvers.push(named(Some(value))?),
            "--timeout" => {
                let seconds = value.parse::<f64>().ok().filter(|s| *s > 0.0 && *s < 1e6);
                let seconds = seconds.ok_or_else(|| format!("{name}: not a time: {value}"))?;
                self.timeout = Duration::from_secs_f64(seconds);
                self.timeout_is_given = true;
            }
            "--memory" => self.memory = number()?,
            "--jobs" => self.jobs = usize::try_from(number()?).unwrap_or(1).max(1),
            "--sample" => self.sample = Some(usize::try_from(number()?).unwrap_or(usize::MAX)),
            _ => return Err(USAGE.to_owned()),
        }
        Ok(())
    }

    /// Each configuration is the first solver with more arguments in front of the file.
    fn configure(&mut self, configurations: Vec<Solver>) -> Result<(), String> {
        let Some(base) = self.solvers.first().cloned() else {
            return if configurations.is_empty() { Ok(()) } else { Err(USAGE.to_owned()) };
        };
        for Solver { name, words } in configurations {
            let more = words.into_iter().filter(|w| w != "{}");
            let mut words = base.words.clone();
            let file = words.iter().position(|w| w.contains("{}")).unwrap_or(words.len());
            words.splice(file..file, more);
            self.solvers.push(Solver { name, words });
        }
        Ok(())
    }
}

/// `name=command`
fn named(word: Option<&str>) -> Result<Solver, String> {
    let (name, command) = word.and_then(|w| w.split_once('=')).ok_or(USAGE)?;
    let mut words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
    if !words.iter().any(|w| w.contains("{}")) {
        words.push("{}".to_owned());
    }
    Ok(Solver { name: name.to_owned(), words })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Args, String> {
        Args::parse(&words.iter().map(|&w| w.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn solvers_and_configurations() {
        let race = ["--corpus", "c", "--out", "o", "--solver", "s=bin/s {} 20", "--timeout", "0.5"];
        let more = ["--solver", "z3=z3", "--config", "no x=--x=false --y", "--no-models"];
        let args = parse(&[&race[..], &more].concat()).unwrap();
        let lines: Vec<String> =
            args.solvers.iter().map(|s| format!("{}: {}", s.name, s.words.join(" "))).collect();
        assert_eq!(lines, ["s: bin/s {} 20", "z3: z3 {}", "no x: bin/s --x=false --y {} 20"]);
        assert_eq!((args.timeout, args.models), (Duration::from_millis(500), false));
    }

    #[test]
    fn reports_need_no_solver() {
        let args = parse(&["--report", "a.csv", "b.csv", "--out", "o"]).unwrap();
        assert_eq!(args.report, [PathBuf::from("a.csv"), "b.csv".into()]);
        for wrong in [&["--out", "o"][..], &["--report", "a.csv"], &["--corpus"], &["--x", "y"]] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
        assert!(parse(&["--report", "a", "--out", "o", "--timeout", "0"]).is_err());
    }
}
