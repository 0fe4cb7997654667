//! The arguments of `cargo xtask scaling`.

use super::families::{FAMILIES, Family};
use crate::arguments::Named;
use bpaf::{Parser, construct, long};
use std::path::PathBuf;

/// What to do.
pub struct Args {
    pub solvers: Vec<Named>,
    pub families: Vec<&'static Family>,
    /// In seconds.
    pub limit: u64,
    pub top: usize,
    pub out: Option<PathBuf>,
    /// A size of which sessions are measured, instead of all else.
    pub session: Option<usize>,
}

impl Args {
    /// How they are written.
    pub fn parser() -> impl Parser<Args> {
        let solvers = long("solver")
            .help("A solver to measure, ours if there is none; may be repeated")
            .argument::<Named>("NAME=COMMAND {}")
            .many();
        let families = long("only")
            .help("The families to measure, instead of all")
            .argument::<String>("FAMILY,...")
            .parse(|names| names.split(',').map(family).collect())
            .fallback(FAMILIES.iter().collect());
        let limit = long("limit")
            .help("Seconds of CPU time for one script")
            .argument::<u64>("SECONDS")
            .guard(|&n| n > 0, "no time is no limit")
            .fallback(10);
        let top = long("top").help("The largest size").argument::<usize>("N").fallback(4096);
        let out = long("out")
            .help("The page to write; its plots are put into a folder of the same name")
            .argument::<PathBuf>("PAGE.md")
            .optional();
        let session = long("session")
            .help(
                "The size of scripts with one check to compare with sessions, instead of all else",
            )
            .argument::<usize>("N")
            .optional();
        construct!(Args { solvers, families, limit, top, out, session })
    }
}

fn family(name: &str) -> Result<&'static Family, String> {
    let names = || FAMILIES.iter().map(|f| f.name).collect::<Vec<_>>().join(", ");
    FAMILIES.iter().find(|f| f.name == name).ok_or_else(|| format!("families: {}", names()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::tests::read;

    #[test]
    fn arguments() {
        let args = ["--solver", "z3=z3 -smt2 {}", "--only", "at,chain", "--top", "64"];
        let args = read(Args::parser(), &args).unwrap();
        assert_eq!(args.solvers, ["z3=z3 -smt2 {}".parse().unwrap()]);
        assert_eq!(args.families.iter().map(|f| f.name).collect::<Vec<_>>(), ["at", "chain"]);
        assert_eq!((args.limit, args.top, args.out), (10, 64, None));
        assert!(read(Args::parser(), &["--solver", "z3"]).is_err());
        let unknown = read(Args::parser(), &["--only", "at,nothing"]);
        assert!(unknown.is_err_and(|e| e.contains("chain")));
    }
}
