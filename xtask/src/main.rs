//! The project's own tool: `cargo xtask COMMAND`, `cargo xtask --help`.

mod arguments;
mod audit;
mod bench;
mod benchmarks;
mod capi;
mod ci;
mod clauses;
mod command;
mod cores;
mod coverage;
#[cfg(test)]
mod documented;
mod fuzz;
mod mutants;
mod neighbours;
mod options_page;
mod promises;
mod proofs;
mod python;
mod regress;
mod release;
mod scaling;
mod second;
mod site;
mod source;
mod table;
mod tidy;
mod tree;
mod tunables_page;
mod tuning;
mod web;

use arguments::Solver;
use bpaf::{OptionParser, Parser, any, construct, long, positional, pure};
use promises::{determinism, limits};
use regress::configuration::Share;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

type Run = Box<dyn FnOnce(&Path) -> Result<Tally, String>>;

/// A command without arguments.
fn plain(
    name: &'static str,
    help: &'static str,
    run: fn(&Path) -> Result<Tally, String>,
) -> impl Parser<Run> {
    command(name, help, pure(()), move |root, ()| run(root))
}

/// A command: its arguments, and what is done with them.
fn command<A: 'static>(
    name: &'static str,
    help: &'static str,
    arguments: impl Parser<A> + 'static,
    run: impl Fn(&Path, A) -> Result<Tally, String> + Copy + 'static,
) -> impl Parser<Run> {
    let boxed = move |arguments| Box::new(move |root: &Path| run(root, arguments)) as Run;
    arguments.map(boxed).to_options().descr(help).command(name)
}

fn folder() -> impl Parser<PathBuf> {
    positional("FOLDER")
}

/// What another program reads.
fn rest() -> impl Parser<Vec<String>> {
    any("ARGUMENT", Some).many()
}

fn tests() -> impl Parser<Run> {
    let solver = Solver::parser();
    let filter =
        positional("FILTER").help("Only files whose path contains it").fallback(String::new());
    let about = "Runs the solver over `tests/` in all configurations";
    let regress =
        command("regress", about, construct!(solver, filter), |root, (solver, filter)| {
            regress::run(root, &solver, &filter, Share::All)
        });
    let about = "Checks what the compiler cannot: who may see whom, that every inference and rule is tested, how files look";
    let tidy = plain("tidy", about, tidy::run);
    let about = "Runs the solver over scripts of others, each for a second at most";
    let benchmarks = command("benchmarks", about, benchmarks::Args::parser(), |root, a| {
        benchmarks::run(root, &a)
    });
    let docs = plain("docs", "Writes the pages of options and tunables", write_pages);
    let ci = plain("ci", "Everything that must pass before a change goes in", ci::run);
    construct!([tidy, regress, benchmarks, docs, ci])
}

fn packages() -> impl Parser<Run> {
    let python = plain("python", "Installs and tests the package for Python", python::run);
    let about = "Tests the libraries for C, or installs them below a folder";
    let capi = command("capi", about, folder().optional(), |root, prefix| match prefix {
        Some(prefix) => capi::install(root, &prefix),
        None => capi::run(root),
    });
    let solver = long("solver").argument::<PathBuf>("PROGRAM");
    let folder = folder();
    let compared = construct!(solver, folder).optional();
    let about = "Builds and tests the package for browsers, or compares its verdicts with those of a program";
    let web = command("web", about, compared, |root, compared| match compared {
        Some((solver, folder)) => web::compare(root, &solver, &folder),
        None => web::run(root),
    });
    let about = "Builds the site below `target/site`: docs, references and the playground";
    let site = plain("site", about, site::run);
    let about =
        "Builds what is published below `target/dist`: program, wheel, package for npm, checksums";
    let release = plain("release", about, release::run);
    construct!([python, capi, web, site, release])
}

fn soundness() -> impl Parser<Run> {
    let about = "Looks for bugs with random formulas";
    let fuzz = command("fuzz", about, fuzz::Args::parser(), fuzz::run);
    let about = "Asks other solvers about what ours concludes";
    let audit = command("audit", about, audit::Args::parser(), |root, a| audit::run(root, &a));
    let about = "Asks other solvers about unsat cores";
    let cores = command("cores", about, cores::Args::parser(), |root, a| cores::run(root, &a));
    let seconds = long("seconds").help("For each target").argument::<u64>("N").fallback(60);
    let target = positional::<String>("TARGET").optional();
    let about = "Tests engines on inputs that are guided by coverage";
    let both = construct!(seconds, target);
    let coverage = command("coverage", about, both, |root, (seconds, target)| {
        coverage::run(root, target.as_deref(), seconds)
    });
    let about = "Has proofs checked";
    let proofs = command("proofs", about, proofs::Args::parser(), |root, a| proofs::run(root, &a));
    let about = "Attacks the checkers of proofs with changed ones";
    let mutants =
        command("mutants", about, mutants::Args::parser(), |root, a| mutants::run(root, &a));
    let about = "Attacks the checkers with proofs of other problems";
    let neighbours = command("neighbours", about, neighbours::Args::parser(), |root, a| {
        neighbours::run(root, &a)
    });
    let about = "Offers the rules of the checker random clauses that are false";
    let clauses = command("clauses", about, clauses::Args::parser(), |_, a| clauses::run(&a));
    construct!([fuzz, audit, cores, coverage, proofs, mutants, neighbours, clauses])
}

fn measurements() -> impl Parser<Run> {
    let at = folder();
    let steps = positional("STEPS").fallback(1_000_000);
    let about = "Measures that the same script and steps give the same output";
    let determinism = command("determinism", about, construct!(at, steps), |root, (at, steps)| {
        determinism::run(root, &at, steps)
    });
    let at = folder();
    let count = positional("COUNT").fallback(200);
    let hardest = construct!(at, count).optional();
    let about =
        "Measures that limits hold: on the hardest scripts of a folder, or on generated ones";
    let limits = command("limits", about, hardest, |root, hardest| match hardest {
        Some((at, count)) => limits::run(root, &at, count),
        None => limits::run_cases(root),
    });
    let about = "Runs the evaluation, a program of its own";
    let bench = command("bench", about, rest(), |root, rest| bench::run(root, &rest));
    let at = positional::<String>("FOLDER");
    let rest = rest();
    let about = "Races solvers on scripts of many questions";
    let incremental = command("incremental", about, construct!(at, rest), |root, (at, rest)| {
        bench::run(root, &[vec!["--incremental".to_owned(), at], rest].concat())
    });
    let about = "Measures how cost grows with the size of a script";
    let scaling =
        command("scaling", about, scaling::Args::parser(), |root, a| scaling::run(root, &a));
    construct!([determinism, limits, bench, incremental, scaling])
}

fn commands() -> OptionParser<Run> {
    let (tests, packages) = (tests(), packages());
    let (soundness, measurements) = (soundness(), measurements());
    construct!([tests, packages, soundness, measurements])
        .to_options()
        .descr("The project's own tool")
}

fn main() -> ExitCode {
    match commands().run()(&root()) {
        Ok(tally) if tally.failed == 0 => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the pages that are made from tables.
fn write_pages(root: &Path) -> Result<Tally, String> {
    options_page::write(root)?;
    tunables_page::write(root)?;
    Ok(Tally::one(true))
}

/// How many checks passed and failed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Tally {
    passed: usize,
    failed: usize,
}

impl Tally {
    fn one(passed: bool) -> Tally {
        Tally { passed: usize::from(passed), failed: usize::from(!passed) }
    }

    fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// The repository: the parent of this crate's folder.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn commands_are_consistent() {
        super::commands().check_invariants(false);
    }
}
