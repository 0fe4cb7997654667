//! Results in files: a row a run, as comma-separated values without a header.
//!
//! `file,solver,answer,cpu seconds,wall seconds,peak MiB,model,steps`; what comes after the CPU seconds may be
//! missing. What a script says of itself is a row, too, of the solver [`STATUS`].

use crate::answer::Answer;
use crate::model::Model;
use std::fs::{File, OpenOptions};
use std::path::Path;

/// The solver whose answers are the `:status` of the scripts.
pub const STATUS: &str = ":status";

/// A run.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub file: String,
    pub solver: String,
    pub answer: Answer,
    pub cpu: f64,
    pub wall: f64,
    pub peak: f64,
    /// What became of the model, if the answer is `sat` and somebody asked.
    pub model: Option<Model>,
    /// The solver's own measure of work, if it prints one.
    pub steps: Option<u64>,
}

impl Row {
    fn fields(&self) -> [String; 8] {
        [
            self.file.clone(),
            self.solver.clone(),
            self.answer.name().to_owned(),
            format!("{:.4}", self.cpu),
            format!("{:.4}", self.wall),
            format!("{:.0}", self.peak),
            self.model.map_or("", Model::name).to_owned(),
            self.steps.map(|n| n.to_string()).unwrap_or_default(),
        ]
    }

    /// Also reads rows without the later columns; headers are no rows.
    fn parse(fields: &csv::StringRecord) -> Option<Row> {
        let cpu = fields.get(3)?.parse().ok()?;
        Some(Row {
            file: fields.get(0)?.to_owned(),
            solver: fields.get(1)?.to_owned(),
            answer: Answer::parse(fields.get(2)?)?,
            cpu,
            wall: fields.get(4).and_then(|f| f.parse().ok()).unwrap_or(cpu),
            peak: fields.get(5).and_then(|f| f.parse().ok()).unwrap_or(0.0),
            model: fields.get(6).and_then(Model::parse),
            steps: fields.get(7).and_then(|f| f.parse().ok()),
        })
    }
}

/// Reads results.
pub fn read(path: &Path) -> Result<Vec<Row>, String> {
    let complain = |e: csv::Error| format!("{}: {e}", path.display());
    let mut options = csv::ReaderBuilder::new();
    let mut reader = options.has_headers(false).flexible(true).from_path(path).map_err(complain)?;
    let mut rows = Vec::new();
    for record in reader.records() {
        rows.extend(Row::parse(&record.map_err(complain)?));
    }
    Ok(rows)
}

/// Appends results to a file.
pub struct Writer(csv::Writer<File>);

impl Writer {
    pub fn append(path: &Path) -> Result<Writer, String> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Writer(csv::WriterBuilder::new().has_headers(false).from_writer(file)))
    }

    /// Each row is on disk before the next run, so that a race can be resumed.
    pub fn write(&mut self, row: &Row) -> Result<(), String> {
        let written = self.0.write_record(row.fields()).map_err(|e| e.to_string());
        written.and_then(|()| self.0.flush().map_err(|e| e.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_back() {
        let path = std::env::temp_dir().join(format!("bench-record-{}.csv", std::process::id()));
        std::fs::write(&path, "file,solver,answer,cpu_seconds\na/x.smt2,z3,timeout,6.5\n").unwrap();
        let row = Row {
            file: "a/x, y.smt2".to_owned(),
            solver: "ours".to_owned(),
            answer: Answer::Sat,
            cpu: 0.25,
            wall: 0.5,
            peak: 12.0,
            model: Some(Model::Holds),
            steps: Some(7),
        };
        Writer::append(&path).unwrap().write(&row).unwrap();
        let rows = read(&path).unwrap();
        assert_eq!(rows[1], row);
        assert_eq!((rows[0].answer, rows[0].cpu, rows[0].wall), (Answer::Timeout, 6.5, 6.5));
        assert_eq!((rows.len(), rows[0].model), (2, None));
        std::fs::remove_file(&path).unwrap();
    }
}
