//! The arguments of `cargo xtask fuzz`.

use super::generate::profiles::{self, Profile};
use crate::arguments::Solver;
use bpaf::{Parser, construct, long};
use std::path::PathBuf;

/// What to do. A command without `{}` stays and reads scripts from a pipe.
pub struct Args {
    pub seed: u64,
    /// The number of the first formula.
    pub start: u64,
    pub count: u64,
    pub profile: Option<&'static Profile>,
    pub corpus: Option<PathBuf>,
    pub solver: Solver,
    pub peers: Vec<String>,
    /// Peers are asked about one formula in so many.
    pub ask_peers_every: usize,
    pub arbiters: Vec<String>,
    /// In seconds.
    pub timeout: u64,
    pub steps: u64,
    pub configurations: usize,
    pub out: PathBuf,
}

impl Args {
    /// How they are written.
    pub fn parser() -> impl Parser<Args> {
        let seed = long("seed").argument::<u64>("N").fallback(1);
        let start =
            long("start").help("The number of the first formula").argument::<u64>("N").fallback(0);
        let count = long("count").argument::<u64>("N").fallback(1000);
        let profile = long("profile")
            .help("The only profile, instead of all of them")
            .argument::<String>("NAME")
            .parse(|name| profile(&name))
            .optional();
        let corpus = long("corpus")
            .help("Where scripts to mutate are, instead of generating")
            .argument::<PathBuf>("FOLDER")
            .optional();
        let solver = Solver::parser();
        let peers = long("peer")
            .help("Another solver, asked about one formula in so many; may be repeated")
            .argument::<String>("COMMAND {}")
            .many();
        let ask_peers_every = long("ask-peers-every").argument::<usize>("N").fallback(1);
        let arbiters = long("arbiter")
            .help("Another solver, asked only when there is a finding; may be repeated")
            .argument::<String>("COMMAND {}")
            .many();
        let timeout = long("timeout")
            .help("After so many seconds a solver is killed; if it is ours, that is a finding")
            .argument::<u64>("SECONDS")
            .fallback(20);
        let steps = long("steps")
            .help("The steps that our solver has for a check")
            .argument::<u64>("N")
            .fallback(300_000);
        let configurations = long("configurations")
            .help("How many other configurations and forms to try on each formula")
            .argument::<usize>("N")
            .fallback(2);
        let out = long("out")
            .help("Where findings are written")
            .argument::<PathBuf>("FOLDER")
            .fallback("target/fuzz".into());
        construct!(Args {
            seed,
            start,
            count,
            profile,
            corpus,
            solver,
            peers,
            ask_peers_every,
            arbiters,
            timeout,
            steps,
            configurations,
            out
        })
    }
}

fn profile(name: &str) -> Result<&'static Profile, String> {
    let names = || profiles::ALL.iter().map(|p| p.name).collect::<Vec<_>>().join(", ");
    profiles::ALL.iter().find(|p| p.name == name).ok_or_else(|| format!("profiles: {}", names()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::tests::read;

    #[test]
    fn arguments() {
        let args =
            read(Args::parser(), &["--seed", "7", "--peer", "z3 {}", "--peer", "cvc5"]).unwrap();
        assert_eq!((args.seed, args.peers.len(), args.count), (7, 2, 1000));
        assert!(read(Args::parser(), &["--seed"]).is_err());
        assert!(read(Args::parser(), &["--seed", "x"]).is_err());
        let unknown = read(Args::parser(), &["--profile", "nothing"]);
        assert!(unknown.is_err_and(|message| message.contains("words")));
    }
}
