//! The arguments of `cargo xtask audit`.

use std::path::PathBuf;
use std::time::Duration;

pub const USAGE: &str = "usage: cargo xtask audit --corpus FOLDER... --judge 'NAME=COMMAND {}'...
    [--prelude 'NAME=COMMANDS']... [--sample N] [--limit MS] [--claims N] [--timeout MS]
    [--solver PATH] [--out FOLDER]";

/// What to do.
#[derive(Debug)]
pub struct Args {
    /// Their subfolders are families of scripts.
    pub corpora: Vec<PathBuf>,
    /// Scripts of each family.
    pub sample: usize,
    /// The limit of one check of ours, in milliseconds.
    pub limit: u64,
    /// Claims of each name that are judged.
    pub claims: usize,
    /// How long a judge may think about a claim, on average.
    pub timeout: Duration,
    /// Other solvers, by name; each is asked what those before it left undecided.
    pub judges: Vec<(String, String)>,
    /// Commands before each claim, by the name of the judge: they survive no reset.
    pub preludes: Vec<(String, String)>,
    /// The solver under test; built if there is none.
    pub solver: Option<PathBuf>,
    pub out: PathBuf,
}

impl Default for Args {
    fn default() -> Args {
        Args {
            corpora: Vec::new(),
            sample: 5,
            limit: 2000,
            claims: 500,
            timeout: Duration::from_secs(2),
            judges: Vec::new(),
            preludes: Vec::new(),
            solver: None,
            out: PathBuf::from("target/audit"),
        }
    }
}

impl Args {
    /// Reads the arguments.
    pub fn parse(args: &[&str]) -> Result<Args, String> {
        let mut parsed = Args::default();
        crate::pairs::read(args, USAGE, |name, value| parsed.set(name, value))?;
        if parsed.judges.is_empty() || parsed.corpora.is_empty() {
            Err(USAGE.to_owned())
        } else {
            Ok(parsed)
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = || value.parse::<u64>().map_err(|_| format!("{name}: not a number: {value}"));
        let count = || number().map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        let named = || match value.split_once('=') {
            Some((name, text)) => Ok((name.to_owned(), text.to_owned())),
            None => Err(format!("{name}: expected NAME=..., found {value}")),
        };
        match name {
            "--corpus" => self.corpora.push(value.into()),
            "--sample" => self.sample = count()?,
            "--limit" => self.limit = number()?,
            "--claims" => self.claims = count()?,
            "--timeout" => self.timeout = Duration::from_millis(number()?),
            "--judge" => self.judges.push(named()?),
            "--prelude" => self.preludes.push(named()?),
            "--solver" => self.solver = Some(value.into()),
            "--out" => self.out = value.into(),
            _ => return Err(USAGE.to_owned()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments() {
        let args = Args::parse(&["--corpus", "tests", "--judge", "z3=z3 -t:9 {}", "--sample", "3"])
            .unwrap();
        assert_eq!(args.judges, [("z3".to_owned(), "z3 -t:9 {}".to_owned())]);
        assert_eq!((args.sample, args.limit), (3, 2000));
        assert!(Args::parse(&["--corpus", "tests", "--sample", "3"]).is_err());
        assert!(Args::parse(&["--judge", "z3=z3 {}", "--sample", "3"]).is_err());
        assert!(Args::parse(&["--judge", "z3"]).unwrap_err().contains("NAME="));
    }
}
