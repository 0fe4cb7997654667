//! What each heuristic is worth: the first solver, and the same with it switched off, on every file.
//!
//! The form of Table IV of the Z3str3 paper (Berzish et al., FMCAD 2017) and of Table 1 of cvc5's (Nötzli et al., CAV
//! 2022), with two differences. The limit is in steps, the solver's own deterministic measure of work, as heuristics that
//! differ by milliseconds would drown in noise; and the table says where a configuration loses and wins files, as
//! sums hide that. It is a race of its own in a folder below that of the results, so it is resumed like one.

use crate::args::Args;
use crate::corpus::family;
use crate::model::Model;
use crate::record::{Row, STATUS};
use crate::results::Results;
use crate::score::Score;
use crate::table::{Cell, Table, seconds};
use crate::{race, record};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Runs what is missing, if an ablation is asked for.
pub fn run(args: &Args) -> Result<(), String> {
    if args.ablation.is_none() {
        return Ok(());
    }
    let (solvers, out) = (args.configurations.clone(), folder(&args.out));
    race::run(&Args { solvers, out, models: false, ..args.clone() })
}

fn folder(out: &Path) -> PathBuf {
    out.join("ablation")
}

/// The table, if there are results.
pub fn table(args: &Args) -> Result<Option<Table>, String> {
    let path = race::results(&folder(&args.out));
    if !path.exists() {
        return Ok(None);
    }
    let limit = Some(args.timeout.as_secs_f64());
    let mut rows = record::read(&path)?;
    rows.extend(proved(&args.out)?);
    Ok(Some(compare(&Results::new(rows, args.corpus.as_deref(), limit))))
}

/// The files of which the race has models: nobody is asked for models here, and what scripts say of themselves may be wrong.
fn proved(out: &Path) -> Result<Vec<Row>, String> {
    let path = race::results(out);
    let rows = if path.exists() { record::read(&path)? } else { Vec::new() };
    let with_model = rows.into_iter().filter(|row| row.model == Some(Model::Holds));
    Ok(with_model.map(|row| Row { solver: STATUS.to_owned(), ..row }).collect())
}

/// A row a configuration: the first one, then those that matter most.
fn compare(results: &Results) -> Table {
    let mut table = Table::new(
        ["", "sat", "unsat", "total correct", "soundness error", "millions of steps", "CPU s"]
            .into_iter()
            .chain(["files lost and won"]),
    );
    let score = |solver| Score::of(results, &results.all(), solver);
    let mut scores: Vec<(usize, Score)> =
        (0..results.solvers.len()).map(|solver| (solver, score(solver))).collect();
    if let Some(others) = scores.get_mut(1..) {
        others.sort_by_key(|(_, s)| (s.correct, std::cmp::Reverse(s.steps)));
    }
    for (solver, score) in scores {
        let counts = [score.sat, score.unsat, score.correct, score.wrong];
        let mut row = vec![Cell::new(&results.solvers[solver])];
        row.extend(counts.iter().map(|n| Cell::new(n.to_string())));
        row.push(Cell::new(format!("{:.1}", score.steps as f64 / 1e6)));
        row.push(Cell::new(seconds(score.time_without_timeouts)));
        row.push(Cell::new(changes(results, solver)));
        table.rows.push(row);
    }
    table
}

/// `−12 webapp, +1 pyex`: how many files of which family it does not solve and the first one does, and the reverse.
fn changes(results: &Results, solver: usize) -> String {
    let mut changes: BTreeMap<(bool, &str), usize> = BTreeMap::new();
    for (i, file) in results.files.iter().enumerate() {
        let solves = |s| results.time(i, s).is_some();
        if solves(0) != solves(solver) {
            *changes.entry((solves(solver), family(&file.name))).or_default() += 1;
        }
    }
    let sign = |won| if won { '+' } else { '−' };
    let texts: Vec<String> =
        changes.iter().map(|((won, family), n)| format!("{}{n} {family}", sign(*won))).collect();
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::results;

    #[test]
    fn what_matters_most_comes_first() {
        let table = compare(&results(&[
            "f/a a sat 1",
            "f/a stringent sat 1",
            "f/a b unknown 1",
            "f/b stringent unsat 2",
            "f/b a unsat 1",
            "f/b b unsat 1",
            "g/c stringent unknown 2",
            "g/c a unknown 3",
            "g/c b sat 1",
            "g/d stringent sat 1",
            "g/d a sat 1",
            "g/d b unknown 1",
        ]));
        let rows: Vec<Vec<&str>> =
            table.rows.iter().map(|r| r.iter().map(|c| c.text.as_str()).collect()).collect();
        assert_eq!(rows[0][..5], ["stringent", "2", "1", "3", "0"]);
        assert_eq!(rows[1], ["b", "1", "1", "2", "0", "0.0", "4.0", "−1 f, −1 g, +1 g"]);
        assert_eq!((rows[2][0], rows[2][7]), ("a", ""));
    }

    #[test]
    fn a_model_of_the_race_proves_its_file() {
        let out = std::env::temp_dir().join(format!("bench-ablation-{}", std::process::id()));
        assert_eq!(proved(&out).unwrap(), []);
        std::fs::create_dir_all(&out).unwrap();
        let rows = "f/a,x,sat,1,1,0,holds,\nf/b,x,sat,1,1,0,fails,\nf/c,x,unsat,1,1,0,,\n";
        std::fs::write(race::results(&out), rows).unwrap();
        let names: Vec<(String, String)> =
            proved(&out).unwrap().into_iter().map(|r| (r.file, r.solver)).collect();
        assert_eq!(names, [("f/a".to_owned(), STATUS.to_owned())]);
        std::fs::remove_dir_all(&out).unwrap();
    }
}
