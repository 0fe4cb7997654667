//! The arguments of `cargo xtask fuzz`.

use super::generate::profiles;
use std::path::PathBuf;
use std::time::Duration;

pub const USAGE: &str =
    "usage: cargo xtask fuzz [--seed S] [--start N] [--count N] [--profile NAME]
    [--corpus FOLDER] [--solver PATH] [--peer 'COMMAND {}']... [--arbiter 'COMMAND {}']...
    [--ask-peers-every N] [--timeout SECONDS] [--steps N] [--configurations N] [--out FOLDER]
A COMMAND without {} stays and reads scripts from a pipe.";

/// What to do.
#[derive(Debug)]
pub struct Args {
    pub seed: u64,
    /// The number of the first formula.
    pub start: u64,
    pub count: u64,
    /// The only profile, or all of them.
    pub profile: Option<String>,
    /// Where scripts to mutate are, instead of generating.
    pub corpus: Option<PathBuf>,
    /// The solver under test; built if there is none.
    pub solver: Option<PathBuf>,
    /// Other solvers, each asked about one formula in `ask_peers_every`.
    pub peers: Vec<String>,
    pub ask_peers_every: usize,
    /// Other solvers, asked only when there is a finding.
    pub arbiters: Vec<String>,
    /// After that a solver is killed; if it is ours, that is a finding.
    pub timeout: Duration,
    /// The steps that our solver has for a check.
    pub steps: u64,
    /// How many other configurations and forms to try on each formula.
    pub configurations: usize,
    pub out: PathBuf,
}

impl Default for Args {
    fn default() -> Args {
        Args {
            seed: 1,
            start: 0,
            count: 1000,
            profile: None,
            corpus: None,
            solver: None,
            peers: Vec::new(),
            ask_peers_every: 1,
            arbiters: Vec::new(),
            timeout: Duration::from_secs(20),
            steps: 300_000,
            configurations: 2,
            out: PathBuf::from("target/fuzz"),
        }
    }
}

impl Args {
    /// Reads the arguments.
    pub fn parse(args: &[&str]) -> Result<Args, String> {
        let mut parsed = Args::default();
        crate::pairs::read(args, USAGE, |name, value| parsed.set(name, value))?;
        Ok(parsed)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = || value.parse::<u64>().map_err(|_| format!("{name}: not a number: {value}"));
        let count = || number().map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        match name {
            "--seed" => self.seed = number()?,
            "--start" => self.start = number()?,
            "--count" => self.count = number()?,
            "--timeout" => self.timeout = Duration::from_secs(number()?),
            "--steps" => self.steps = number()?,
            "--configurations" => self.configurations = count()?,
            "--ask-peers-every" => self.ask_peers_every = count()?,
            "--profile" if profiles::ALL.iter().any(|p| p.name == value) => {
                self.profile = Some(value.to_owned());
            }
            "--profile" => {
                let names: Vec<&str> = profiles::ALL.iter().map(|p| p.name).collect();
                return Err(format!("profiles: {}", names.join(", ")));
            }
            "--corpus" => self.corpus = Some(value.into()),
            "--solver" => self.solver = Some(value.into()),
            "--peer" => self.peers.push(value.to_owned()),
            "--arbiter" => self.arbiters.push(value.to_owned()),
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
        let args = Args::parse(&["--seed", "7", "--peer", "z3 {}", "--peer", "cvc5"]).unwrap();
        assert_eq!((args.seed, args.peers.len(), args.count), (7, 2, 1000));
        assert!(Args::parse(&["--seed"]).is_err());
        assert!(Args::parse(&["--seed", "x"]).is_err());
        assert!(Args::parse(&["--profile", "nothing"]).unwrap_err().contains("words"));
    }
}
