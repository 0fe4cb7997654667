//! The table of results: one row a file, appended as files are done.

use crate::Complaint;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

const HEADER: [&str; 6] = ["file", "answer", "expected", "seconds", "errors", "exit"];

/// What became of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The path below the folder, with `/`.
    pub file: String,
    /// All verdicts in order, `sat unsat`; `error` where an assertion was refused and the others may have a model.
    pub answer: String,
    /// All that the file expects.
    pub expected: String,
    /// Wall clock.
    pub seconds: f64,
    /// How many errors were answered.
    pub errors: usize,
    /// The exit code, or `killed`.
    pub exit: String,
}

impl Row {
    fn fields(&self) -> [String; 6] {
        let (seconds, errors) = (format!("{:.3}", self.seconds), self.errors.to_string());
        let [file, answer, expected, exit] =
            [&self.file, &self.answer, &self.expected, &self.exit].map(Clone::clone);
        [file, answer, expected, seconds, errors, exit]
    }

    fn from_fields(fields: &csv::StringRecord) -> Option<Row> {
        let text = |i: usize| fields.get(i).map(str::to_owned);
        Some(Row {
            file: text(0)?,
            answer: text(1)?,
            expected: text(2)?,
            seconds: text(3)?.parse().ok()?,
            errors: text(4)?.parse().ok()?,
            exit: text(5)?,
        })
    }

    /// The one word for a summary: the verdict, `several`, or what went wrong.
    pub fn verdict(&self) -> &str {
        match self.answer.as_str() {
            "" if self.errors > 0 => "error",
            "" => "none",
            some if some.split(' ').any(|word| word == "error") => "error",
            many if many.contains(' ') => "several",
            one => one,
        }
    }

    /// Whether some verdict is the opposite of what the file expects.
    pub fn contradicts(&self) -> bool {
        let pairs = self.answer.split(' ').zip(self.expected.split(' '));
        pairs.into_iter().any(|pair| matches!(pair, ("sat", "unsat") | ("unsat", "sat")))
    }
}

/// The open file.
pub struct Table {
    writer: csv::Writer<File>,
}

impl Table {
    /// Opens or creates the table; the rows that it has already.
    pub fn open(path: &Path) -> Result<(Table, Vec<Row>), Complaint> {
        let complain = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(|e| complain(&e))?;
        let rows = existing(&mut file).map_err(|e| complain(&e))?;
        let mut table = Table { writer: csv::Writer::from_writer(file) };
        match rows {
            Some(rows) => Ok((table, rows)),
            None => {
                table.record(&HEADER)?;
                Ok((table, Vec::new()))
            }
        }
    }

    /// Adds a row, for good.
    pub fn write(&mut self, row: &Row) -> io::Result<()> {
        self.record(&row.fields())
    }

    fn record<T: AsRef<[u8]>>(&mut self, fields: &[T]) -> io::Result<()> {
        self.writer.write_record(fields)?;
        self.writer.flush()
    }
}

/// The rows of a table, `None` if the file is empty. A row that a stopped run left unfinished is cut off.
fn existing(file: &mut File) -> io::Result<Option<Vec<Row>>> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let stranger = || io::Error::other("this is no table of results");
    if whole == 0 {
        return if bytes.is_empty() { Ok(None) } else { Err(stranger()) };
    }
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(&bytes[..whole]);
    if reader.headers()? != HEADER.as_slice() {
        return Err(stranger());
    }
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::End(0))?;
    let rows = reader.records().map(|record| Ok(Row::from_fields(&record?)));
    Ok(Some(rows.collect::<io::Result<Vec<_>>>()?.into_iter().flatten().collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(answer: &str, expected: &str) -> Row {
        let [file, answer, expected, exit] =
            ["a, \"b\".smt2", answer, expected, "0"].map(str::to_owned);
        Row { file, answer, expected, seconds: 0.25, errors: 0, exit }
    }

    #[test]
    fn contradictions() {
        assert!(row("sat unsat", "sat sat").contradicts());
        assert!(!row("sat unknown", "sat sat").contradicts());
        assert!(!row("error", "sat").contradicts());
        assert_eq!(
            [row("sat error", "").verdict(), row("sat unsat", "").verdict()],
            ["error", "several"]
        );
        assert!(!row("sat", "").contradicts() && !row("", "sat").contradicts());
    }

    #[test]
    fn rows_survive() {
        let path = std::env::temp_dir().join(format!("stringent-table-{}.csv", std::process::id()));
        let rows = [row("sat", "sat"), row("unsat sat", "")];
        let (mut table, old) = Table::open(&path).unwrap();
        assert_eq!(old, []);
        table.write(&rows[0]).unwrap();
        let (mut table, old) = Table::open(&path).unwrap();
        assert_eq!(old, rows[..1]);
        table.write(&rows[1]).unwrap();
        // The machine goes down in the middle of a row.
        let mut text = std::fs::read_to_string(&path).unwrap();
        text.push_str("c.smt2,sa");
        std::fs::write(&path, text).unwrap();
        let (mut table, old) = Table::open(&path).unwrap();
        assert_eq!(old, rows);
        table.write(&rows[0]).unwrap();
        assert_eq!(Table::open(&path).unwrap().1.len(), 3);
        std::fs::write(&path, "precious\n").unwrap();
        assert!(Table::open(&path).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious\n");
        std::fs::remove_file(&path).unwrap();
    }
}
