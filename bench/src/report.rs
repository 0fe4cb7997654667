//! Writes what a race has shown: `report.md`, `report.html`, the lists as CSV, and the pictures.

use crate::about::{self, About};
use crate::args::Args;
use crate::model::Model;
use crate::plot::{self, Opponent};
use crate::results::Results;
use crate::score::{Score, biggest_lead};
use crate::table::{Best, Cell, Table, figures, seconds};
use crate::{ablation, doc, html, incremental, lists, race, record};
use std::path::{Path, PathBuf};

/// With more solvers than this, which are configurations then, tables have a row for each, and
/// there are scatter plots of all files only.
const FEW: usize = 6;

/// What all pages are made of.
pub struct Report {
    pub about: About,
    pub results: Results,
    /// What is measured apart from the race: a name, a title, a table.
    pub apart: Vec<(&'static str, &'static str, Table)>,
}

/// A part of the report: all files, or a family.
pub struct Section {
    pub title: String,
    pub files: Vec<usize>,
}

/// A picture and the name of its file.
pub struct Picture {
    pub name: String,
    pub alt: String,
    pub svg: String,
}

/// Reads results and writes everything.
pub fn run(args: &Args) -> Result<(), String> {
    let inputs: Vec<PathBuf> =
        if args.report.is_empty() { vec![race::results(&args.out)] } else { args.report.clone() };
    let mut rows = Vec::new();
    for input in &inputs {
        rows.extend(record::read(input)?);
    }
    let mut about = About::default();
    for page in inputs.iter().filter_map(|p| About::read(&p.with_file_name(about::FILE))) {
        about.add(page);
    }
    let told = about.get(about::TIMEOUT).and_then(|seconds| seconds.parse().ok());
    let limit = if args.report.is_empty() || args.timeout_is_given {
        Some(args.timeout.as_secs_f64())
    } else {
        told
    };
    let results = Results::new(rows, args.corpus.as_deref(), limit);
    let report = Report { about, results, apart: apart(args)? };
    if report.results.files.is_empty() || report.results.solvers.is_empty() {
        return Err("there are no results".to_owned());
    }
    report.write(&args.out)?;
    if let Some(page) = &args.doc {
        doc::update(&report, page)?;
    }
    println!("{}", report.summary(&report.results.all()).markdown());
    println!("{}", args.out.join("report.html").display());
    Ok(())
}

/// What was measured into the same folder.
fn apart(args: &Args) -> Result<Vec<(&'static str, &'static str, Table)>, String> {
    let ablation = ablation::table(args)?;
    let incremental = Table::read(&args.out.join(incremental::FILE));
    Ok([
        ("ablation", "Each heuristic switched off", ablation),
        ("incremental", "Many questions in one file", incremental),
    ]
    .into_iter()
    .filter_map(|(name, title, table)| Some((name, title, table?)))
    .collect())
}

impl Report {
    fn write(&self, out: &Path) -> Result<(), String> {
        save(&out.join("report.md"), &self.markdown())?;
        save(&out.join("report.html"), &html::page(self)?)?;
        for picture in self.pictures(&self.everything())? {
            save(&out.join(format!("{}.svg", picture.name)), &picture.svg)?;
        }
        for (name, _, table) in self.lists() {
            table.write(&out.join(format!("{name}.csv")))?;
        }
        Ok(())
    }

    pub fn everything(&self) -> Section {
        Section { title: "All files".to_owned(), files: self.results.all() }
    }

    pub fn families(&self) -> Vec<Section> {
        let families = self.results.families().into_iter();
        families.map(|(name, files)| Section { title: name.to_owned(), files }).collect()
    }

    /// Cactus plot, then the first solver against each other one and against the best of them.
    pub fn pictures(&self, section: &Section) -> Result<Vec<Picture>, String> {
        let (results, files) = (&self.results, &section.files[..]);
        let title = format!("{}: {} files", section.title, files.len());
        let svg = plot::cactus(results, files, &title)?;
        let alt = format!("{}: cactus plot", section.title);
        let mut pictures = vec![Picture { name: "cactus".to_owned(), alt, svg }];
        if results.solvers.len() > FEW && files.len() < results.files.len() {
            return Ok(pictures);
        }
        let others =
            (1..results.solvers.len()).map(|s| (results.solvers[s].clone(), Opponent::Solver(s)));
        let best = (results.solvers.len() > 2)
            .then(|| ("virtual best".to_owned(), Opponent::BestOfOthers));
        for (name, opponent) in others.chain(best) {
            let against = format!("{} against {name}", results.solvers[0]);
            let title = format!("{}: {against}", section.title);
            let svg = plot::scatter(results, files, 0, opponent, &title)?;
            pictures.push(Picture {
                name: format!("scatter-{}", file_name(&name)),
                alt: against,
                svg,
            });
        }
        Ok(pictures)
    }

    /// The table of the papers for some files.
    pub fn summary(&self, files: &[usize]) -> Table {
        let results = &self.results;
        let mut scores: Vec<Score> =
            (0..results.solvers.len()).map(|s| Score::of(results, files, s)).collect();
        let lead = biggest_lead(&scores);
        let names = results.solvers.iter().map(String::as_str);
        let compares = results.solvers.len() > 1;
        if compares {
            scores.push(Score::of_best(results, files));
        }
        let mut table =
            Table::new([""].into_iter().chain(names).chain(compares.then_some("virtual best")));
        for row in ROWS {
            let own = |score: &Score| (row.value)(score);
            let solvers = &scores[..results.solvers.len()];
            let values: Vec<_> = solvers.iter().map(own).collect();
            let mut cells = figures(&values, row.best, row.show);
            for (cell, score) in cells.iter_mut().zip(solvers) {
                // It is no merit to have little to do.
                cell.best &= row.best != Best::Least || score.not_run == 0;
            }
            if !row.always && cells.iter().all(|c| matches!(c.text.as_str(), "0" | "–")) {
                continue;
            }
            if compares {
                let best = if row.of_best { own(&scores[results.solvers.len()]) } else { None };
                cells.extend(figures(&[best], Best::None, row.show));
            }
            table.rows.push([vec![Cell::new(row.name)], cells].concat());
        }
        if let Some((leader, lead)) = lead {
            let cell = |s| if s == leader { format!("{lead:.3}") } else { "–".to_owned() };
            let cells = (0..scores.len()).map(cell);
            table.push(["biggest lead".to_owned()].into_iter().chain(cells));
        }
        if results.solvers.len() > FEW { table.transposed() } else { table }
    }

    /// Solved files and CPU seconds of every solver on every family.
    pub fn family_table(&self) -> Table {
        let results = &self.results;
        let names = results.solvers.iter().map(String::as_str);
        let mut table =
            Table::new(["family", "files"].into_iter().chain(names).chain(["together"]));
        for section in self.families().iter().chain([&self.everything()]) {
            let files = &section.files;
            let scores: Vec<Score> =
                (0..results.solvers.len()).map(|s| Score::of(results, files, s)).collect();
            let most = scores.iter().map(|s| s.correct).max().unwrap_or(0);
            let mut row = vec![Cell::new(&section.title), Cell::new(files.len().to_string())];
            row.extend(scores.iter().map(|s| Cell {
                text: solved(s, files.len()),
                best: scores.len() > 1 && s.correct == most && most > 0,
            }));
            row.push(Cell::new(Score::of_best(results, files).correct.to_string()));
            table.rows.push(row);
        }
        table
    }

    /// The lists: file name, title, table.
    pub fn lists(&self) -> [(&'static str, &'static str, Table); 5] {
        let results = &self.results;
        [
            (
                "disagreements",
                "Wrong answers, wrong models, disputes",
                lists::disagreements(results),
            ),
            ("lost", "Solved by another solver only", lists::lost(results)),
            ("open", "Not solved", lists::open(results)),
            ("slowest", "The slowest solved files", lists::slowest(results)),
            ("unique", "Solved by one solver only", lists::unique(results)),
        ]
    }

    /// Machine, limits and versions.
    pub fn about_table(&self) -> Table {
        let mut table = Table::new(["", ""]);
        for (key, value) in &self.about.0 {
            table.push([key, value]);
        }
        if self.about.get(about::TIMEOUT).is_none() {
            table.push([about::TIMEOUT, &self.results.limit.to_string()]);
        }
        for solver in self.results.solvers.iter().filter(|s| self.about.get(s).is_none()) {
            table.push([solver, "another race, of which nothing is recorded"]);
        }
        table
    }

    fn markdown(&self) -> String {
        let mut out = String::from("# Evaluation\n\n");
        let mut part = |title: &str, table: &Table| {
            out.push_str(&format!("## {title}\n\n{}\n", table.markdown()));
        };
        part("Race", &self.about_table());
        part("All files", &self.summary(&self.results.all()));
        part("By family", &self.family_table());
        for (_, title, table) in self.lists().iter().chain(&self.apart) {
            part(title, table);
        }
        for section in self.families() {
            part(&section.title, &self.summary(&section.files));
        }
        out
    }
}

/// `57 (3.2 s)`; of a family that was not run on, nothing.
fn solved(score: &Score, files: usize) -> String {
    match score.not_run {
        n if n == files => "–".to_owned(),
        0 => format!("{} ({} s)", score.correct, seconds(score.time)),
        n => format!("{} of {} ({} s)", score.correct, files - n, seconds(score.time)),
    }
}

/// A row of the table of the papers.
struct Figure {
    name: &'static str,
    /// Shown even if all solvers have zero.
    always: bool,
    /// Means something for the virtual best solver.
    of_best: bool,
    best: Best,
    value: fn(&Score) -> Option<f64>,
    show: fn(f64) -> String,
}

const fn count(name: &'static str, best: Best, value: fn(&Score) -> Option<f64>) -> Figure {
    Figure { name, always: true, of_best: false, best, value, show: |n| format!("{n:.0}") }
}

const fn rare(name: &'static str, value: fn(&Score) -> Option<f64>) -> Figure {
    Figure { always: false, ..count(name, Best::Least, value) }
}

const fn time(name: &'static str, value: fn(&Score) -> Option<f64>) -> Figure {
    Figure { show: seconds, of_best: true, ..count(name, Best::Least, value) }
}

const ROWS: [Figure; 20] = [
    Figure { of_best: true, ..count("sat", Best::Most, |s| Some(s.sat as f64)) },
    Figure { of_best: true, ..count("unsat", Best::Most, |s| Some(s.unsat as f64)) },
    count("unknown", Best::Least, |s| Some(s.unknown as f64)),
    Figure { of_best: true, ..count("timeout", Best::Least, |s| Some(s.timeout as f64)) },
    rare("out of memory", |s| Some(s.memout as f64)),
    rare("error", |s| Some(s.error as f64)),
    count("soundness error", Best::Least, |s| Some(s.wrong as f64)),
    rare("disputed answer", |s| Some(s.disputed as f64)),
    count("program crash", Best::Least, |s| Some(s.crash as f64)),
    rare("not run", |s| Some(s.not_run as f64)),
    Figure { of_best: true, ..count("total correct", Best::Most, |s| Some(s.correct as f64)) },
    Figure { best: Best::Most, ..rare("only this solver", |s| Some(s.unique as f64)) },
    Figure {
        show: |n| format!("{n:.1}"),
        // As in the competition, who gives a wrong answer contributes nothing.
        ..count("contribution score", Best::Most, |s| (s.wrong == 0).then_some(s.contribution))
    },
    time("time (s)", |s| Some(s.time)),
    time("time without timeouts (s)", |s| Some(s.time_without_timeouts)),
    Figure { show: |t| format!("{t:.3}"), ..time("PAR2 (s a file)", |s| Some(s.par2)) },
    Figure { best: Best::Most, ..rare("models accepted", |s| Some(s.models(Model::Holds) as f64)) },
    rare("models refused", |s| Some(s.models(Model::Fails) as f64)),
    rare("models not evaluated or missing", |s| {
        Some((s.models(Model::Undecided) + s.models(Model::Missing)) as f64)
    }),
    rare("thousands of steps", |s| Some((s.steps / 1000) as f64)),
];

/// A name that is fit for a file.
fn file_name(name: &str) -> String {
    name.chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect()
}

/// Writes a file and the folder it is in.
pub fn save(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    let written =
        folder.map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(path, text));
    written.map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::results::tests::results;

    pub fn report() -> Report {
        let results = results(&[
            "f/a stringent sat 0.1 holds",
            "f/a z3 sat 1 fails",
            "f/b stringent unsat 0.2",
            "f/b z3 timeout 10",
            "g/c stringent timeout 10",
            "g/c z3 unsat 0.5",
            "g/d stringent sat 0.3",
        ]);
        About(vec![("machine".to_owned(), "a fast one".to_owned())]).into_report(results)
    }

    fn results_table() -> Table {
        let mut table = Table::new(["files", "checks"]);
        table.push(["hornstr", "7"]);
        table
    }

    impl About {
        fn into_report(self, results: Results) -> Report {
            let apart = vec![("incremental", "Many questions", results_table())];
            Report { about: self, results, apart }
        }
    }

    fn row(table: &Table, name: &str) -> Vec<String> {
        let row = table.rows.iter().find(|r| r[0].text == name).unwrap_or_else(|| panic!("{name}"));
        row[1..]
            .iter()
            .map(|c| if c.best { format!("*{}", c.text) } else { c.text.clone() })
            .collect()
    }

    #[test]
    fn the_table_of_the_papers() {
        let r = report();
        let table = r.summary(&r.results.all());
        assert_eq!(table.head, ["", "stringent", "z3", "virtual best"]);
        assert_eq!(row(&table, "sat"), ["*2", "1", "2"]);
        assert_eq!(row(&table, "total correct"), ["*3", "2", "4"]);
        assert_eq!(row(&table, "time (s)"), ["*10.6", "11.5", "1.1"]);
        assert_eq!(row(&table, "timeout"), ["*1", "1", "0"]);
        assert_eq!(row(&table, "models refused"), ["*0", "1", "–"]);
        assert_eq!(row(&table, "biggest lead"), ["1.333", "–", "–"]);
        assert!(!table.rows.iter().any(|r| r[0].text == "error"));
    }

    #[test]
    fn families() {
        let table = report().family_table();
        assert_eq!(row(&table, "f"), ["2", "*2 (0.30 s)", "1 (11.0 s)", "2"]);
        assert_eq!(row(&table, "g"), ["2", "*1 (10.3 s)", "*1 of 1 (0.50 s)", "2"]);
        assert_eq!(row(&table, "All files")[0], "4");
    }

    #[test]
    fn everything_is_written() {
        let out = std::env::temp_dir().join(format!("bench-report-{}", std::process::id()));
        report().write(&out).unwrap();
        for file in
            ["report.md", "report.html", "cactus.svg", "scatter-z3.svg", "unique.csv", "lost.csv"]
        {
            assert!(out.join(file).metadata().unwrap().len() > 20, "{file}");
        }
        let lost = std::fs::read_to_string(out.join("lost.csv")).unwrap();
        assert!(lost.contains("g/c,unsat,z3,0.50,timeout\n"), "{lost}");
        std::fs::remove_dir_all(&out).unwrap();
    }
}
