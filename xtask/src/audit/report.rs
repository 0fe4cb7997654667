//! The table of an audit, as `docs/soundness.md` shows it.

use crate::Tally;
use std::collections::BTreeMap;

/// The verdicts on the claims of one name.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Row {
    pub asked: usize,
    /// Claims that hold, by the judge that said so.
    pub held: Vec<usize>,
    /// Those of them that were not decided as they are, but in another form.
    pub in_form: usize,
    pub refuted: usize,
    pub undecided: usize,
}

/// The first lines of the table, in Markdown.
pub fn header(judges: &[&str]) -> String {
    let held: Vec<String> = judges.iter().map(|judge| format!(" held: {judge} |")).collect();
    let columns = "---:|".repeat(judges.len() + 6);
    let held = held.concat();
    format!(
        "| step | fired | distinct | asked |{held} in a form | undecided | refuted |\n|---|{columns}\n"
    )
}

/// What was found so far.
#[derive(Debug, Default)]
pub struct Report {
    fired: BTreeMap<String, u64>,
    distinct: usize,
    all: Row,
}

impl Report {
    /// Adds the counters of inferences in the statistics of a run.
    pub fn count_fired(&mut self, stdout: &str) {
        let counters = stdout.lines().filter_map(|line| line.strip_prefix("; inference."));
        for (name, n) in counters.filter_map(|line| line.split_once(' ')) {
            *self.fired.entry(name.to_owned()).or_default() += n.parse().unwrap_or(0);
        }
    }

    /// Adds the verdicts on some of the distinct claims of one name; returns their line of the table.
    pub fn add(&mut self, name: &str, distinct: usize, row: Row) -> String {
        self.distinct += distinct;
        self.all.asked += row.asked;
        self.all.in_form += row.in_form;
        self.all.refuted += row.refuted;
        self.all.undecided += row.undecided;
        self.all.held.resize(row.held.len(), 0);
        self.all.held.iter_mut().zip(&row.held).for_each(|(sum, n)| *sum += n);
        let fired = self.fired.get(name).map_or_else(String::new, u64::to_string);
        line(&format!("`{name}`"), &fired, distinct, &row)
    }

    /// The last line of the table.
    pub fn total(&self) -> String {
        line("all", "", self.distinct, &self.all)
    }

    /// Claims that hold and those that do not.
    pub fn tally(&self) -> Tally {
        Tally { passed: self.all.held.iter().sum(), failed: self.all.refuted }
    }
}

fn line(name: &str, fired: &str, distinct: usize, row: &Row) -> String {
    let held: Vec<String> = row.held.iter().map(usize::to_string).collect();
    let held = held.join(" | ");
    let Row { asked, in_form, undecided, refuted, .. } = row;
    format!(
        "| {name} | {fired} | {distinct} | {asked} | {held} | {in_form} | {undecided} | {refuted} |\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table() {
        let mut report = Report::default();
        report.count_fired("unsat\n; inference.lia.div 3\n; steps 4\n");
        report.count_fired("; inference.lia.div 2\n");
        let first = Row { asked: 4, held: vec![2, 1], in_form: 1, refuted: 1, undecided: 0 };
        let second = Row { asked: 1, held: vec![0, 0], in_form: 0, refuted: 0, undecided: 1 };
        let table = header(&["a", "b"])
            + &report.add("lia.div", 7, first)
            + &report.add("rewrite.NotNot", 1, second)
            + &report.total();
        let want = "| step | fired | distinct | asked | held: a | held: b | in a form | undecided | refuted |\n\
                    |---|---:|---:|---:|---:|---:|---:|---:|---:|\n\
                    | `lia.div` | 5 | 7 | 4 | 2 | 1 | 1 | 0 | 1 |\n\
                    | `rewrite.NotNot` |  | 1 | 1 | 0 | 0 | 0 | 1 | 0 |\n\
                    | all |  | 8 | 5 | 2 | 1 | 1 | 1 | 1 |\n";
        assert_eq!(table, want);
        assert_eq!(report.tally(), Tally { passed: 3, failed: 1 });
    }
}
