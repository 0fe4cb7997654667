//! The arguments of `cargo xtask audit`.

use crate::arguments::{Named, Solver};
use bpaf::{Parser, construct, long};
use std::path::PathBuf;

/// What to do.
#[derive(Debug)]
pub struct Args {
    pub corpora: Vec<PathBuf>,
    pub sample: usize,
    /// In milliseconds.
    pub limit: u64,
    pub claims: usize,
    /// How long a judge may think about a claim on average, in milliseconds.
    pub timeout: u64,
    pub judges: Vec<Named>,
    pub preludes: Vec<Named>,
    pub solver: Solver,
    pub out: PathBuf,
}

impl Args {
    /// How they are written.
    pub fn parser() -> impl Parser<Args> {
        let corpora = long("corpus")
            .help("A folder whose subfolders are families of scripts; may be repeated")
            .argument::<PathBuf>("FOLDER")
            .some("--corpus is missing");
        let sample =
            long("sample").help("Scripts of each family").argument::<usize>("N").fallback(5);
        let limit = long("limit")
            .help("The limit of one check of ours, in milliseconds")
            .argument::<u64>("MS")
            .fallback(2000);
        let claims = long("claims")
            .help("Claims of each name that are judged")
            .argument::<usize>("N")
            .fallback(500);
        let timeout = long("timeout")
            .help("How long a judge may think about a claim, on average, in milliseconds")
            .argument::<u64>("MS")
            .fallback(2000);
        let judges = long("judge")
            .help("Another solver; each is asked what those before it left undecided")
            .argument::<Named>("NAME=COMMAND {}")
            .some("--judge is missing");
        let preludes = long("prelude")
            .help("Commands before each claim for the judge of that name: they survive no reset")
            .argument::<Named>("NAME=COMMANDS")
            .many();
        let solver = Solver::parser();
        let out = long("out")
            .help("Where claims and verdicts are written")
            .argument::<PathBuf>("FOLDER")
            .fallback("target/audit".into());
        construct!(Args { corpora, sample, limit, claims, timeout, judges, preludes, solver, out })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::tests::read;

    #[test]
    fn arguments() {
        let read = |text: &[&str]| read(Args::parser(), text);
        let args =
            read(&["--corpus", "tests", "--judge", "z3=z3 -t:9 {}", "--sample", "3"]).unwrap();
        assert_eq!(args.judges, ["z3=z3 -t:9 {}".parse().unwrap()]);
        assert_eq!((args.sample, args.limit), (3, 2000));
        assert!(read(&["--corpus", "tests", "--sample", "3"]).is_err());
        assert!(read(&["--judge", "z3=z3 {}", "--sample", "3"]).is_err());
        assert!(read(&["--corpus", "tests", "--judge", "z3"]).unwrap_err().contains("NAME="));
    }
}
