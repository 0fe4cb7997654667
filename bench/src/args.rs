//! The arguments of `cargo xtask bench`.

use std::path::PathBuf;
use std::time::Duration;

pub const USAGE: &str = "usage: cargo xtask bench --corpus FOLDER --out FOLDER
    [--solver NAME='COMMAND {}']...   default: stringent, built here
    [--config NAME='--option=value']...   the first solver with more arguments
    [--ablation STEPS]   apart from the race: the first solver, and with each heuristic switched off
    [--incremental FOLDER [--incremental-timeout SECONDS]]   after the race: scripts of many questions
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
#[derive(Clone, Debug)]
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
    /// The folder of scripts with many questions to race on, too, or only, if there is no corpus.
    pub incremental: Option<PathBuf>,
    /// CPU time for such a script, if another one than for a file.
    pub incremental_timeout: Option<Duration>,
    /// Steps a file for configurations, which then have a race of their own.
    pub ablation: Option<u64>,
    /// Who runs in that race.
    pub configurations: Vec<Solver>,
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
            incremental_timeout: None,
            ablation: None,
            configurations: Vec::new(),
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
        if args.incremental.is_some() && args.corpus.is_none() {
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
            "--ablation" => self.ablation = Some(number()?),
            "--doc" => self.doc = Some(value.into()),
            "--solver" => self.solvers.push(named(Some(value))?),
            "--timeout" => {
                self.timeout = seconds(name, value)?;
                self.timeout_is_given = true;
            }
            "--incremental-timeout" => self.incremental_timeout = Some(seconds(name, value)?),
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
        let Some(steps) = self.ablation else {
            self.solvers.extend(configurations.into_iter().map(|c| base.with(c.name, c.words)));
            return Ok(());
        };
        let limit = vec![format!("--rlimit={steps}"), "--stats".to_owned()];
        let base = base.with(base.name.clone(), limit);
        let all = configurations.into_iter().map(|c| base.with(c.name, c.words));
        self.configurations = all.collect();
        self.configurations.insert(0, base);
        Ok(())
    }
}

impl Solver {
    /// The same with more arguments in front of the file.
    fn with(&self, name: String, more: Vec<String>) -> Solver {
        let mut words = self.words.clone();
        let file = words.iter().position(|w| w.contains("{}")).unwrap_or(words.len());
        words.splice(file..file, more.into_iter().filter(|w| w != "{}"));
        Solver { name, words }
    }
}

fn seconds(name: &str, value: &str) -> Result<Duration, String> {
    let seconds = value.parse::<f64>().ok().filter(|s| *s > 0.0 && *s < 1e6);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| format!("{name}: not a time: {value}"))
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
    fn an_ablation_is_a_race_of_its_own() {
        let race = ["--corpus", "c", "--out", "o", "--solver", "s=s", "--solver", "z3=z3"];
        let args = parse(&[&race[..], &["--config", "x=--x=false", "--ablation", "9"]].concat());
        let args = args.unwrap();
        let lines = |solvers: &[Solver]| -> Vec<String> {
            solvers.iter().map(|s| format!("{}: {}", s.name, s.words.join(" "))).collect()
        };
        assert_eq!(lines(&args.solvers), ["s: s {}", "z3: z3 {}"]);
        let expected = ["s: s --rlimit=9 --stats {}", "x: s --rlimit=9 --stats --x=false {}"];
        assert_eq!(lines(&args.configurations), expected);
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
