//! All rows together: who answered what on which file, and what is true.
//!
//! What is true of a file: `sat` if the judge accepted anybody's model; else what the script says of itself; else
//! what all that decided it agree on. If they do not agree the file is disputed, and no answer to it counts
//! for or against anybody. A vote would make two solvers with one bug right.

use crate::answer::Answer;
use crate::corpus;
use crate::model::Model;
use crate::record::{Row, STATUS};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// A file and what is known of it.
#[derive(Clone, PartialEq, Debug)]
pub struct File {
    pub name: String,
    /// What the script says.
    pub status: Option<Answer>,
    pub truth: Truth,
}

/// Whether a file is satisfiable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    Known(Answer),
    Disputed,
    /// Nobody says.
    Open,
}

/// Files by solvers.
#[derive(Debug)]
pub struct Results {
    pub solvers: Vec<String>,
    pub files: Vec<File>,
    /// `runs[file][solver]`
    runs: Vec<Vec<Option<Row>>>,
    /// The time limit in seconds.
    pub limit: f64,
}

impl Results {
    /// Sorts rows; a later row of the same run replaces an earlier one. Names of files are taken
    /// relative to `corpus`; of other absolute paths the last two parts count.
    pub fn new(rows: Vec<Row>, corpus: Option<&Path>, limit: Option<f64>) -> Results {
        let mut solvers: Vec<String> = Vec::new();
        let mut table: BTreeMap<String, HashMap<String, Row>> = BTreeMap::new();
        for row in rows {
            if row.solver != STATUS && !solvers.contains(&row.solver) {
                solvers.push(row.solver.clone());
            }
            let name = relative(&row.file, corpus);
            table.entry(name).or_default().insert(row.solver.clone(), row);
        }
        // The one that is measured comes first.
        solvers.sort_by_key(|name| !name.starts_with("stringent"));
        let longest = table.values().flat_map(HashMap::values).map(|row| row.cpu);
        let limit = limit.unwrap_or_else(|| longest.fold(1.0, f64::max).round());
        let mut results = Results { solvers, files: Vec::new(), runs: Vec::new(), limit };
        for (name, mut rows) in table {
            let written = rows.remove(STATUS).map(|row| row.answer);
            let status = written.or_else(|| status_of(&name, corpus));
            let runs: Vec<_> = results.solvers.iter().map(|s| rows.remove(s)).collect();
            results.files.push(File { name, status, truth: truth(status, &runs) });
            results.runs.push(runs);
        }
        results
    }

    pub fn run(&self, file: usize, solver: usize) -> Option<&Row> {
        self.runs[file][solver].as_ref()
    }

    /// The solvers' runs on a file.
    pub fn runs(&self, file: usize) -> impl Iterator<Item = (usize, &Row)> {
        self.runs[file].iter().enumerate().filter_map(|(s, row)| Some((s, row.as_ref()?)))
    }

    /// Whether a run gave the true answer.
    pub fn is_correct(&self, file: usize, row: &Row) -> bool {
        self.files[file].truth == Truth::Known(row.answer)
    }

    /// Whether a run gave the wrong answer.
    pub fn is_wrong(&self, file: usize, row: &Row) -> bool {
        let known = matches!(self.files[file].truth, Truth::Known(_));
        known && row.answer.decides() && !self.is_correct(file, row)
    }

    /// The time to the true answer.
    pub fn time(&self, file: usize, solver: usize) -> Option<f64> {
        self.run(file, solver).filter(|row| self.is_correct(file, row)).map(|row| row.cpu)
    }

    /// The best time of some solvers: the virtual best solver.
    pub fn best_time(&self, file: usize, takes_part: impl Fn(usize) -> bool) -> Option<f64> {
        let times =
            (0..self.solvers.len()).filter(|&s| takes_part(s)).filter_map(|s| self.time(file, s));
        times.min_by(f64::total_cmp)
    }

    /// The files of each family.
    pub fn families(&self) -> BTreeMap<&str, Vec<usize>> {
        let mut families: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (i, file) in self.files.iter().enumerate() {
            families.entry(corpus::family(&file.name)).or_default().push(i);
        }
        families
    }

    pub fn all(&self) -> Vec<usize> {
        (0..self.files.len()).collect()
    }
}

fn relative(file: &str, corpus: Option<&Path>) -> String {
    let path = Path::new(file);
    if let Some(below) = corpus.and_then(|folder| path.strip_prefix(folder).ok()) {
        return below.to_string_lossy().into_owned();
    }
    if path.is_absolute() {
        let parts: Vec<&str> = file.rsplitn(3, '/').collect();
        return format!("{}/{}", parts[1], parts[0]);
    }
    file.to_owned()
}

/// The status in the script itself, for results that do not say.
fn status_of(name: &str, corpus: Option<&Path>) -> Option<Answer> {
    let script = std::fs::read(corpus?.join(name)).ok()?;
    corpus::status(&String::from_utf8_lossy(&script)).and_then(Answer::parse)
}

fn truth(status: Option<Answer>, runs: &[Option<Row>]) -> Truth {
    let runs = || runs.iter().flatten();
    if runs().any(|row| row.model == Some(Model::Holds)) {
        return Truth::Known(Answer::Sat);
    }
    if let Some(status) = status.filter(|s| s.decides()) {
        return Truth::Known(status);
    }
    let says = |answer| runs().any(|row| row.answer == answer);
    match (says(Answer::Sat), says(Answer::Unsat)) {
        (true, true) => Truth::Disputed,
        (true, false) => Truth::Known(Answer::Sat),
        (false, true) => Truth::Known(Answer::Unsat),
        (false, false) => Truth::Open,
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Results from lines `file solver answer cpu [model]`.
    pub fn results(lines: &[&str]) -> Results {
        let row = |line: &&str| {
            let words: Vec<&str> = line.split(' ').collect();
            let cpu = words[3].parse().unwrap();
            Row {
                file: words[0].to_owned(),
                solver: words[1].to_owned(),
                answer: Answer::parse(words[2]).unwrap(),
                cpu,
                wall: cpu,
                peak: 0.0,
                model: words.get(4).and_then(|w| Model::parse(w)),
                steps: None,
            }
        };
        Results::new(lines.iter().map(row).collect(), None, Some(10.0))
    }

    fn truth_of(lines: &[&str]) -> Truth {
        results(lines).files[0].truth
    }

    #[test]
    fn what_is_true() {
        let (sat, unsat) = (Truth::Known(Answer::Sat), Truth::Known(Answer::Unsat));
        assert_eq!(truth_of(&["f/a x sat 1", "f/a y timeout 9"]), sat);
        assert_eq!(truth_of(&["f/a x sat 1", "f/a y unsat 1"]), Truth::Disputed);
        assert_eq!(truth_of(&["f/a x sat 1", "f/a y unsat 1", "f/a :status unsat 0"]), unsat);
        let lines = ["f/a x sat 1 holds", "f/a y unsat 1", "f/a :status unsat 0"];
        assert_eq!(truth_of(&lines), sat);
        let r = results(&lines);
        assert!(r.is_wrong(0, r.run(0, 1).unwrap()) && r.is_correct(0, r.run(0, 0).unwrap()));
        assert_eq!(truth_of(&["f/a x timeout 1"]), Truth::Open);
    }

    #[test]
    fn names_and_order() {
        let r = results(&[
            "/x/f/a z3 sat 3",
            "g/b stringent sat 2",
            "f/a stringent sat 1",
            "f/a z3 sat 4",
        ]);
        assert_eq!(r.solvers, ["stringent", "z3"]);
        assert_eq!(r.families().keys().copied().collect::<Vec<_>>(), ["f", "g"]);
        assert_eq!((r.time(0, 0), r.time(0, 1), r.time(1, 1)), (Some(1.0), Some(4.0), None));
        assert_eq!((r.best_time(0, |_| true), r.best_time(0, |s| s == 1)), (Some(1.0), Some(4.0)));
        let below = Path::new("/c");
        assert_eq!(relative("/c/f/deep/a", Some(below)), "f/deep/a");
    }
}
