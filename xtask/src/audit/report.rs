//! The table of an audit, as `docs/soundness.md` shows it.

use crate::Tally;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The verdicts on the claims of one name.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Row {
    pub asked: usize,
    /// Claims that hold, by the judge that said so.
    pub held: Vec<usize>,
    pub refuted: usize,
    pub undecided: usize,
}

/// The verdicts by name.
#[derive(Debug, Default)]
pub struct Report {
    fired: BTreeMap<String, u64>,
    /// Distinct claims, and the verdicts on some of them.
    rows: BTreeMap<String, (usize, Row)>,
}

impl Report {
    /// Adds the counters of inferences in the statistics of a run.
    pub fn count_fired(&mut self, stdout: &str) {
        let counters = stdout.lines().filter_map(|line| line.strip_prefix("; inference."));
        for (name, n) in counters.filter_map(|line| line.split_once(' ')) {
            *self.fired.entry(name.to_owned()).or_default() += n.parse().unwrap_or(0);
        }
    }

    pub fn add(&mut self, name: String, distinct: usize, row: Row) {
        self.rows.insert(name, (distinct, row));
    }

    pub fn tally(&self) -> Tally {
        let rows = self.rows.values().map(|r| &r.1);
        let held = rows.clone().map(|r| r.held.iter().sum::<usize>()).sum();
        Tally { passed: held, failed: rows.map(|r| r.refuted).sum() }
    }

    /// A line for each name and one for all, in Markdown.
    pub fn table(&self, judges: &[&str]) -> String {
        let mut out = String::from("| step | fired | distinct | asked |");
        for judge in judges {
            let _ = write!(out, " held: {judge} |");
        }
        let _ = writeln!(out, " undecided | refuted |\n|---|{}", "---:|".repeat(judges.len() + 5));
        let mut all = Row { held: vec![0; judges.len()], ..Row::default() };
        for (name, (distinct, row)) in &self.rows {
            let fired = self.fired.get(name).map_or_else(String::new, u64::to_string);
            write_row(&mut out, &format!("`{name}`"), &fired, *distinct, row);
            all.asked += row.asked;
            all.refuted += row.refuted;
            all.undecided += row.undecided;
            all.held.iter_mut().zip(&row.held).for_each(|(sum, n)| *sum += n);
        }
        let distinct = self.rows.values().map(|r| r.0).sum();
        write_row(&mut out, "all", "", distinct, &all);
        out
    }
}

fn write_row(out: &mut String, name: &str, fired: &str, distinct: usize, row: &Row) {
    let held: Vec<String> = row.held.iter().map(usize::to_string).collect();
    let _ = writeln!(
        out,
        "| {name} | {fired} | {distinct} | {} | {} | {} | {} |",
        row.asked,
        held.join(" | "),
        row.undecided,
        row.refuted
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table() {
        let mut report = Report::default();
        report.count_fired("unsat\n; inference.lia.div 3\n; steps 4\n");
        report.count_fired("; inference.lia.div 2\n");
        let row = Row { asked: 4, held: vec![2, 1], refuted: 1, undecided: 0 };
        report.add("lia.div".to_owned(), 7, row);
        let want = "| step | fired | distinct | asked | held: a | held: b | undecided | refuted |\n\
                    |---|---:|---:|---:|---:|---:|---:|---:|\n\
                    | `lia.div` | 5 | 7 | 4 | 2 | 1 | 0 | 1 |\n\
                    | all |  | 7 | 4 | 2 | 1 | 0 | 1 |\n";
        assert_eq!(report.table(&["a", "b"]), want);
        assert_eq!(report.tally(), Tally { passed: 3, failed: 1 });
    }
}
