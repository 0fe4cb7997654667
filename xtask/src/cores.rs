//! `cargo xtask cores`: are unsat cores right, how small are they, what do they cost?
//!
//! Every assertion of every unsatisfiable script gets a name. The core that our solver answers is put to it again
//! and to other solvers, all by itself: an answer `sat` is a failure. Then the same with a minimal core asked
//! for. From that, a minimal one is made by deletion, each attempt a process of its own, so that nothing but answers to
//! plain questions decides what minimal is. The table has a row for each folder.

use crate::Tally;
use crate::arguments::{Named, Solver};
use crate::audit::judge::{Judge, Verdict};
use crate::fuzz::script::Script;
use crate::promises::scripts;
use crate::regress::{Build, process};
use bpaf::{Parser, construct, long};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const NAMES: &str = "(set-option :produce-unsat-cores true)\n";
const MINIMAL: &str = "(set-option :unsat-core-minimal true)\n";
/// The names of assertions; a script will hardly use them.
const PREFIX: &str = "core!";
/// Beyond the limit, for the process to start and end, and to answer the second question.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub struct Args {
    folders: Vec<PathBuf>,
    judges: Vec<Named>,
    limit: u64,
    solver: Solver,
}

impl Args {
    /// How they are written.
    pub fn parser() -> impl Parser<Args> {
        let folders = long("corpus")
            .help("A folder with scripts, which is a row of the table; may be repeated")
            .argument::<PathBuf>("FOLDER")
            .some("--corpus is missing");
        let judges = long("judge")
            .help("Another solver that is asked about the cores; may be repeated")
            .argument::<Named>("NAME=COMMAND {}")
            .many();
        let limit = long("limit")
            .help("Milliseconds for one question")
            .argument::<u64>("MS")
            .fallback(10_000);
        let solver = Solver::parser();
        construct!(Args { folders, judges, limit, solver })
    }
}

/// Asks and prints the table.
pub fn run(root: &Path, args: &Args) -> Result<Tally, String> {
    let program = args.solver.program(root, Build::Release)?;
    let asker = Asker { program, limit: args.limit };
    let patience = Duration::from_millis(args.limit);
    let scratch = std::env::temp_dir();
    let judge = |judge: &Named| Judge::new(&judge.name, &judge.text, "", patience, &scratch);
    let judges: Vec<Judge> = args.judges.iter().map(judge).collect();
    println!(
        "| folder | unsat files | assertions | core | of a minimal one | minimal asked for | of a minimal one | refuted \
              | not confirmed | no core | without | with | minimal |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let mut tally = Tally::default();
    for folder in &args.folders {
        let row = measure(&asker, &judges, folder)?;
        println!("{}", row.markdown(folder));
        tally.add(Tally::one(row.refuted == 0 && row.lost == 0));
    }
    println!("{tally}");
    Ok(tally)
}

/// Our solver, on the command line.
struct Asker {
    program: PathBuf,
    limit: u64,
}

impl Asker {
    /// The lines of the answer, and how long it took.
    fn ask(&self, text: &str) -> (Vec<String>, Duration) {
        let path = std::env::temp_dir().join(format!("cores-{}.smt2", std::process::id()));
        if std::fs::write(&path, text).is_err() {
            return (Vec::new(), Duration::ZERO);
        }
        let args = [format!("--timeout={}", self.limit), path.display().to_string()];
        let start = Instant::now();
        let patience = 2 * Duration::from_millis(self.limit) + PATIENCE;
        let outcome = process::run(Path::new("."), &self.program, &args, patience);
        (outcome.stdout.lines().map(str::to_owned).collect(), start.elapsed())
    }

    fn refutes(&self, script: &Script, chosen: &[usize]) -> bool {
        self.ask(&question(script, chosen)).0.first().is_some_and(|line| line == "unsat")
    }

    /// The core, and how long it took together with the check.
    fn core(&self, script: &Script, options: &str) -> (Option<Vec<usize>>, Duration) {
        let (lines, time) = self.ask(&format!("{options}{}", named(script)));
        let core = match &lines[..] {
            [answer, core, ..] if answer == "unsat" => Some(positions(core)),
            _ => None,
        };
        (core, time)
    }

    /// A minimal part of `core`: what is left when nothing more can be left out.
    fn minimal(&self, script: &Script, core: &[usize]) -> Vec<usize> {
        let (mut core, mut at) = (core.to_vec(), 0);
        while at < core.len() {
            let mut rest = core.clone();
            rest.remove(at);
            if self.refutes(script, &rest) { core = rest } else { at += 1 }
        }
        core
    }
}

fn script_of(script: &Script, assertions: impl Iterator<Item = String>) -> String {
    let declarations = script.declarations.iter().map(|d| format!("{d}\n"));
    declarations.chain(assertions).chain(["(check-sat)\n".to_owned()]).collect()
}

/// Whether the chosen assertions hold together.
fn question(script: &Script, chosen: &[usize]) -> String {
    script_of(script, chosen.iter().map(|&i| format!("(assert {})\n", script.assertions[i])))
}

/// Whether all hold together, each under a name, and which do not.
fn named(script: &Script) -> String {
    let row = |(i, t)| format!("(assert (! {t} :named {PREFIX}{i}))\n");
    script_of(script, script.assertions.iter().enumerate().map(row)) + "(get-unsat-core)\n"
}

/// The numbers of the names in an answer.
fn positions(core: &str) -> Vec<usize> {
    let names = core.trim_matches(['(', ')']).split_whitespace();
    names.filter_map(|name| name.strip_prefix(PREFIX)?.parse().ok()).collect()
}

/// What was found in a folder.
#[derive(Default)]
struct Row {
    files: usize,
    assertions: usize,
    /// Sizes of cores, of those that should be minimal, of minimal ones.
    sizes: [usize; 3],
    /// Sums over the files of the first two sizes as parts of the third.
    ratios: [f64; 2],
    /// Without names, with a core, with one that should be minimal.
    times: [Duration; 3],
    refuted: usize,
    unconfirmed: usize,
    /// Unsat files without a core.
    lost: usize,
}

fn measure(asker: &Asker, judges: &[Judge], folder: &Path) -> Result<Row, String> {
    let mut row = Row::default();
    for path in scripts(folder)? {
        let text =
            std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let script = Script::parse(&text);
        let all: Vec<usize> = (0..script.assertions.len()).collect();
        let (lines, time) = asker.ask(&question(&script, &all));
        if lines.first().is_some_and(|line| line == "unsat") {
            row.times[0] += time;
            row.add(asker, judges, &script, &path);
        }
    }
    Ok(row)
}

impl Row {
    fn add(&mut self, asker: &Asker, judges: &[Judge], script: &Script, path: &Path) {
        let (core, time) = asker.core(script, NAMES);
        let (smaller, longer) = asker.core(script, &format!("{NAMES}{MINIMAL}"));
        self.times[1] += time;
        self.times[2] += longer;
        self.files += 1;
        let (Some(core), Some(smaller)) = (core, smaller) else {
            println!("no core: {}", path.display());
            self.lost += 1;
            return;
        };
        self.assertions += script.assertions.len();
        let least = asker.minimal(script, &smaller).len();
        for (i, core) in [core, smaller].iter().enumerate() {
            self.sizes[i] += core.len();
            self.ratios[i] += core.len() as f64 / least.max(1) as f64;
            self.confirm(asker, judges, script, core, path);
        }
        self.sizes[2] += least;
    }

    /// Whether a core is one, in the eyes of ours and of others.
    fn confirm(
        &mut self,
        asker: &Asker,
        judges: &[Judge],
        script: &Script,
        core: &[usize],
        path: &Path,
    ) {
        let question = question(script, core);
        let (lines, _) = asker.ask(&question);
        let claim = [question];
        let mut verdicts: Vec<Verdict> = judges.iter().flat_map(|j| j.verdicts(&claim)).collect();
        verdicts.push(match lines.first().map(String::as_str) {
            Some("unsat") => Verdict::Holds,
            Some("sat") => Verdict::Refuted,
            _ => Verdict::Undecided,
        });
        if verdicts.contains(&Verdict::Refuted) {
            println!("refuted: {} of {}", format_args!("{core:?}"), path.display());
            self.refuted += 1;
        }
        self.unconfirmed += usize::from(verdicts.contains(&Verdict::Undecided));
    }

    fn markdown(&self, folder: &Path) -> String {
        let name = folder.file_name().unwrap_or(folder.as_os_str()).display();
        let [core, smaller, _] = self.sizes;
        let [one, two] = self.ratios.map(|sum| sum / (self.files - self.lost).max(1) as f64);
        let [without, with, minimal] = self.times.map(|time| time.as_secs_f64());
        format!(
            "| {name} | {} | {} | {core} | {one:.2} | {smaller} | {two:.2} | {} | {} | {} | {without:.1} s | {with:.1} s \
             | {minimal:.1} s |",
            self.files, self.assertions, self.refuted, self.unconfirmed, self.lost
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_as_positions() {
        let script =
            Script::parse("(declare-const x Int)(assert (> x 0))(assert (< x 0))(check-sat)");
        let text = named(&script);
        assert!(text.contains("(assert (! (< x 0) :named core!1))\n(check-sat)"), "{text}");
        assert_eq!(
            question(&script, &[1]),
            "(declare-const x Int)\n(assert (< x 0))\n(check-sat)\n"
        );
        assert_eq!(positions("(core!0 core!12)"), [0, 12]);
        assert_eq!(positions("()"), [0; 0]);
    }

    /// A solver for which the assertions 1 and 3 clash, and which names one more.
    #[cfg(unix)]
    #[test]
    fn sizes_are_compared_with_a_minimal_one() {
        let folder = std::env::temp_dir().join(format!("xtask-cores-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let program = folder.join("solver");
        let text = "#!/bin/sh\nfor file; do :; done\n\
            if grep -q one $file && grep -q three $file; then echo unsat; else echo sat; fi\n\
            grep -q get-unsat-core $file && echo '(core!1 core!2 core!3)'\nexit 0\n";
        // Written by another process: while this one held it open, it could not be executed.
        let write = "printf %s \"$0\" > \"$1\" && chmod +x \"$1\"";
        let shell =
            std::process::Command::new("sh").args(["-c", write, text]).arg(&program).status();
        assert!(shell.unwrap().success());
        let asked = "(assert zero)(assert one)(assert two)(assert three)(check-sat)";
        std::fs::write(folder.join("a.smt2"), asked).unwrap();
        std::fs::write(folder.join("b.smt2"), "(assert one)(check-sat)").unwrap();
        let row = measure(&Asker { program, limit: 1000 }, &[], &folder).unwrap();
        assert_eq!((row.files, row.assertions, row.sizes), (1, 4, [3, 3, 2]));
        assert_eq!((row.refuted, row.unconfirmed, row.lost), (0, 0, 0));
        assert_eq!(row.ratios, [1.5, 1.5]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
