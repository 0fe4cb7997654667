//! Scripts of many questions: how many verdicts a solver gives in the time for the whole file, and whether they are right.
//!
//! Beside `X.smt2` lies `X.expected`, a verdict a line; `unknown` where nobody knows. A solver that runs out of time
//! has answered as many questions as it printed verdicts. The table is printed, or kept beside another race's results.
//!
//! Its last column is what the first solver has to measure up to: the verdicts of all others together, on each file
//! those of whoever has most, and what the quicker of them takes for all files.

use crate::args::{Args, Solver, USAGE};
use crate::corpus::{self, Benchmark};
use crate::process::{self, Run};
use crate::table::{Cell, Table};
use std::collections::BTreeMap;
use std::path::Path;

/// Where the table is kept.
pub const FILE: &str = "incremental.csv";

/// What a solver did on some files.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Score {
    /// Verdicts other than `unknown`.
    decided: usize,
    /// Verdicts that are not what is expected.
    wrong: usize,
    cpu: f64,
    peak: f64,
}

impl Score {
    fn of(run: &Run, expected: &[&str]) -> Score {
        let mut score = Score { cpu: run.cpu, peak: run.peak, ..Score::default() };
        for (i, verdict) in verdicts(&run.stdout).enumerate() {
            let right = expected.get(i).copied().unwrap_or("unknown");
            score.decided += usize::from(verdict != "unknown");
            score.wrong += usize::from(![verdict, right].contains(&"unknown") && verdict != right);
        }
        score
    }

    /// The better of two solvers in each respect.
    fn best(self, other: Score) -> Score {
        Score {
            decided: self.decided.max(other.decided),
            wrong: 0,
            cpu: self.cpu.min(other.cpu),
            peak: self.peak.min(other.peak),
        }
    }

    fn add(&mut self, other: Score) {
        self.decided += other.decided;
        self.wrong += other.wrong;
        self.cpu += other.cpu;
        self.peak = self.peak.max(other.peak);
    }

    fn cell(self) -> Cell {
        let wrong = if self.wrong > 0 { format!(" {} WRONG", self.wrong) } else { String::new() };
        Cell::new(format!("{}{wrong} ({:.1} s, {:.0} MiB)", self.decided, self.cpu, self.peak))
    }
}

/// The verdicts, up to the first error: who skips a question cannot be compared any further.
fn verdicts(output: &str) -> impl Iterator<Item = &str> {
    let lines = output.lines().map(str::trim).take_while(|line| !line.starts_with("(error"));
    lines.filter(|line| matches!(*line, "sat" | "unsat" | "unknown"))
}

/// The files of one kind.
#[derive(Default)]
struct Group {
    checks: usize,
    /// By solver.
    scores: Vec<Score>,
    /// Verdicts of all solvers but the first, together.
    others: usize,
}

impl Group {
    fn add(&mut self, checks: usize, scores: &[Score]) {
        self.checks += checks;
        self.scores.resize(scores.len(), Score::default());
        self.scores.iter_mut().zip(scores).for_each(|(sum, &score)| sum.add(score));
        self.others += scores.iter().skip(1).map(|score| score.decided).max().unwrap_or(0);
    }

    fn row(&self, name: &str) -> Vec<Cell> {
        let mut row = vec![Cell::new(name), Cell::new(self.checks.to_string())];
        row.extend(self.scores.iter().map(|score| score.cell()));
        let others = self.scores.iter().skip(1).copied().reduce(Score::best);
        row.extend(others.map(|best| Score { decided: self.others, ..best }.cell()));
        row
    }
}

/// The race without others: prints the table; a wrong verdict is an error.
pub fn run(args: &Args, folder: &Path) -> Result<(), String> {
    let (table, wrong) = compare(args, folder)?;
    print!("{}", table.markdown());
    if wrong > 0 { Err(format!("{wrong} verdicts are not as expected")) } else { Ok(()) }
}

/// The race beside another one: keeps the table, which tells of wrong verdicts, and is not run again.
pub fn keep(args: &Args, folder: &Path) -> Result<(), String> {
    let path = args.out.join(FILE);
    if path.exists() { Ok(()) } else { compare(args, folder)?.0.write(&path) }
}

/// Runs every solver on every file; the table, and how many verdicts are wrong.
fn compare(args: &Args, folder: &Path) -> Result<(Table, usize), String> {
    let files = corpus::load(folder, args.sample);
    let files = files.map_err(|e| format!("cannot read {}: {e}", folder.display()))?;
    if args.solvers.is_empty() {
        return Err(USAGE.to_owned());
    }
    if args.memory > 0 {
        process::limit_memory(args.memory)?;
    }
    let (mut groups, mut total) = (BTreeMap::<String, Group>::new(), Group::default());
    for (number, file) in files.iter().enumerate() {
        let (checks, scores) = race(args, number, file)?;
        let kind = file.name.split('_').next().unwrap_or_default();
        groups.entry(kind.to_owned()).or_default().add(checks, &scores);
        total.add(checks, &scores);
    }
    let names = args.solvers.iter().map(|solver| solver.name.clone());
    let others = (args.solvers.len() > 1).then(|| "others together".to_owned());
    let head = ["files", "checks"].map(str::to_owned).into_iter().chain(names).chain(others);
    let mut table = Table::new(head);
    table.rows.extend(groups.iter().map(|(name, group)| group.row(name)));
    table.rows.push(total.row("all"));
    Ok((table, total.scores.iter().map(|score| score.wrong).sum()))
}

/// How many questions a file has, and how each solver does; who begins changes from file to file.
fn race(args: &Args, number: usize, file: &Benchmark) -> Result<(usize, Vec<Score>), String> {
    let path = file.path.with_extension("expected");
    let expected = std::fs::read_to_string(&path);
    let expected = expected.map_err(|e| format!("{}: {e}", path.display()))?;
    let expected: Vec<&str> = verdicts(&expected).collect();
    let solvers = &args.solvers;
    let mut scores = vec![Score::default(); solvers.len()];
    for i in 0..solvers.len() {
        let i = (number + i) % solvers.len();
        scores[i] = Score::of(&ask(args, &solvers[i], file), &expected);
        let (name, cell) = (&solvers[i].name, scores[i].cell());
        eprintln!("{}: {name} {} of {}", file.name, cell.text, expected.len());
        if scores[i].wrong > 0 {
            eprintln!("{}: {} wrong by {}", file.name, scores[i].wrong, solvers[i].name);
        }
    }
    Ok((expected.len(), scores))
}

fn ask(args: &Args, solver: &Solver, file: &Benchmark) -> Run {
    let path = file.path.display().to_string();
    let words: Vec<String> = solver.words.iter().map(|w| w.replace("{}", &path)).collect();
    process::run(&words, args.incremental_timeout.unwrap_or(args.timeout))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::End;

    fn score(stdout: &str, expected: &[&str]) -> (usize, usize) {
        let (stdout, stderr, end) = (stdout.to_owned(), String::new(), End::Exited(0));
        let run = Run { stdout, stderr, end, cpu: 1.0, wall: 1.0, peak: 2.0 };
        let score = Score::of(&run, expected);
        (score.decided, score.wrong)
    }

    #[test]
    fn verdicts_are_compared_in_order() {
        assert_eq!(score("sat\n(model)\nunsat\nunknown\n", &["sat", "sat", "sat", "sat"]), (2, 1));
        assert_eq!(score("sat\nunsat\n", &["unknown", "unsat"]), (2, 0));
        assert_eq!(score("sat\n(error \"x\")\nsat\n", &["sat", "unsat", "sat"]), (1, 0));
    }

    #[test]
    fn scores_add_up() {
        let one = Score { decided: 3, wrong: 0, cpu: 1.0, peak: 7.0 };
        let mut group = Group::default();
        group.add(5, &[one, one]);
        group.add(4, &[Score { wrong: 1, ..one }, Score { peak: 9.0, ..one }]);
        let row: Vec<String> = group.row("all").into_iter().map(|cell| cell.text).collect();
        let two = ["6 1 WRONG (2.0 s, 7 MiB)", "6 (2.0 s, 9 MiB)"];
        assert_eq!(row, ["all", "9", two[0], two[1], "6 (2.0 s, 9 MiB)"]);
    }

    #[test]
    fn the_others_help_each_other() {
        let of = |decided, cpu| Score { decided, cpu, ..Score::default() };
        let mut group = Group::default();
        group.add(9, &[of(9, 0.5), of(2, 1.0), of(7, 3.0)]);
        group.add(9, &[of(9, 0.5), of(8, 4.0), of(1, 1.0)]);
        let row: Vec<String> = group.row("all").into_iter().map(|cell| cell.text).collect();
        assert_eq!(row.last().unwrap(), "15 (4.0 s, 0 MiB)");
    }
}
