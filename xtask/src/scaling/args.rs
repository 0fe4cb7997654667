//! The arguments of `cargo xtask scaling`.

use super::families::{FAMILIES, Family};
use std::path::PathBuf;

const USAGE: &str = "usage: cargo xtask scaling [--solver 'NAME=COMMAND {}']... [--only FAMILY,...]
    [--limit SECONDS] [--top N] [--out PAGE.md] [--session N]";

/// What to do.
pub struct Args {
    /// Names and command lines; ours if there are none.
    pub solvers: Vec<(String, String)>,
    pub families: Vec<&'static Family>,
    /// Seconds of CPU time for one script.
    pub limit: u64,
    /// The largest size.
    pub top: usize,
    /// The page to write; its plots are put into a folder of the same name.
    pub out: Option<PathBuf>,
    /// A size of which one check is compared with one after each assertion, instead of all else.
    pub session: Option<usize>,
}

impl Args {
    /// Reads the arguments.
    pub fn parse(args: &[&str]) -> Result<Args, String> {
        let families = FAMILIES.iter().collect();
        let solvers = Vec::new();
        let mut parsed = Args { solvers, families, limit: 10, top: 4096, out: None, session: None };
        crate::pairs::read(args, USAGE, |name, value| parsed.set(name, value))?;
        Ok(parsed)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = || value.parse::<u64>().map_err(|_| format!("{name}: not a number: {value}"));
        match (name, value.split_once('=')) {
            ("--solver", Some((solver, line))) => self.solvers.push((solver.into(), line.into())),
            ("--only", _) => {
                self.families = value.split(',').map(find).collect::<Result<_, _>>()?
            }
            ("--limit", _) => self.limit = number()?.max(1),
            ("--top", _) => self.top = usize::try_from(number()?).map_err(|e| e.to_string())?,
            ("--session", _) => {
                self.session = Some(usize::try_from(number()?).map_err(|e| e.to_string())?)
            }
            ("--out", _) => self.out = Some(value.into()),
            _ => return Err(USAGE.to_owned()),
        }
        Ok(())
    }
}

fn find(name: &str) -> Result<&'static Family, String> {
    let names = || FAMILIES.iter().map(|f| f.name).collect::<Vec<_>>().join(", ");
    FAMILIES.iter().find(|f| f.name == name).ok_or_else(|| format!("families: {}", names()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments() {
        let args = ["--solver", "z3=z3 -smt2 {}", "--only", "at,chain", "--top", "64"];
        let args = Args::parse(&args).unwrap();
        assert_eq!(args.solvers, [("z3".to_owned(), "z3 -smt2 {}".to_owned())]);
        assert_eq!(args.families.iter().map(|f| f.name).collect::<Vec<_>>(), ["at", "chain"]);
        assert_eq!((args.limit, args.top, args.out), (10, 64, None));
        assert!(Args::parse(&["--solver", "z3"]).is_err());
        assert!(Args::parse(&["--only", "at,nothing"]).is_err_and(|e| e.contains("chain")));
    }
}
