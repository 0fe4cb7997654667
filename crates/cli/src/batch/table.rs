//! The table of results: one row a file, appended as files are done.

use super::tally::Tally;
use crate::Complaint;
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

const HEADER: [&str; 6] = ["file", "answer", "expected", "seconds", "errors", "exit"];

/// What became of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The path below the folder, with `/`.
    pub file: String,
    /// All verdicts in order, `sat unsat`, with `error` where an assertion was refused and the others may have a model;
    /// or what ended the process.
    pub answer: String,
    /// All that the file expects.
    pub expected: String,
    /// Wall clock.
    pub seconds: f64,
    /// How many errors were answered.
    pub errors: usize,
    /// The exit code, or how the process was ended.
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

/// What a summary needs to know of the rows that there are already.
#[derive(Debug, Default)]
pub struct Done {
    /// By file: the number of the verdict, and whether it contradicts what is expected.
    files: HashMap<Box<str>, (u32, bool)>,
    verdicts: Vec<String>,
}

impl Done {
    /// Adds a row. A later one for the same file replaces it.
    pub fn add(&mut self, row: &Row) {
        let verdict = row.verdict();
        let known = self.verdicts.iter().position(|v| v == verdict);
        let number = known.unwrap_or_else(|| {
            self.verdicts.push(verdict.to_owned());
            self.verdicts.len() - 1
        });
        self.files.insert(row.file.as_str().into(), (number as u32, row.contradicts()));
    }

    /// Whether the file has a row.
    pub fn has(&self, file: &str) -> bool {
        self.files.contains_key(file)
    }

    /// Counts the file if it has a row.
    pub fn count(&self, file: &str, tally: &mut Tally) -> bool {
        let found = self.files.get(file);
        if let Some(&(verdict, wrong)) = found {
            tally.add(&self.verdicts[verdict as usize], wrong);
        }
        found.is_some()
    }
}

/// The open file.
#[derive(Debug)]
pub struct Table {
    writer: csv::Writer<File>,
}

impl Table {
    /// Opens or creates the table; `each` gets the rows that it has already.
    ///
    /// # Errors
    /// If it cannot be read or written, is something else, or another process writes it.
    pub fn open(path: &Path, each: impl FnMut(Row)) -> Result<Table, Complaint> {
        let complain = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(|e| complain(&e))?;
        // Where files cannot be locked it is up to the user.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(complain(&"another batch writes it").into());
        }
        let has_header = existing(&mut file, each).map_err(|e| complain(&e))?;
        let mut table = Table { writer: csv::Writer::from_writer(file) };
        if !has_header {
            table.record(&HEADER)?;
        }
        Ok(table)
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

/// Reads the rows of a table; false if it is empty. A row that a stopped run left unfinished is cut off.
fn existing(file: &mut File, mut each: impl FnMut(Row)) -> io::Result<bool> {
    let stranger = || io::Error::other("this is no table of results");
    let whole = end_of_last_line(file)?;
    file.rewind()?;
    if whole == 0 {
        let mut start = Vec::new();
        file.take(HEADER.join(",").len() as u64 + 1).read_to_end(&mut start)?;
        if !HEADER.join(",").as_bytes().starts_with(&start) {
            return Err(stranger());
        }
    } else {
        let mut reader = csv::ReaderBuilder::new()
            .flexible(true)
            .from_reader(BufReader::with_capacity(1 << 16, Read::by_ref(file).take(whole)));
        if reader.headers()? != HEADER.as_slice() {
            return Err(stranger());
        }
        let mut record = csv::StringRecord::new();
        while reader.read_record(&mut record)? {
            Row::from_fields(&record).into_iter().for_each(&mut each);
        }
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::Start(whole))?;
    Ok(whole > 0)
}

/// How many bytes there are up to the last line feed and with it. No field has one.
fn end_of_last_line(file: &mut File) -> io::Result<u64> {
    const BLOCK: u64 = 1 << 16;
    let mut end = file.seek(SeekFrom::End(0))?;
    let mut block = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(BLOCK);
        file.seek(SeekFrom::Start(start))?;
        block.clear();
        Read::by_ref(file).take(end - start).read_to_end(&mut block)?;
        if let Some(at) = block.iter().rposition(|&b| b == b'\n') {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(answer: &str, expected: &str) -> Row {
        let [file, answer, expected, exit] =
            ["a, \"b\".smt2", answer, expected, "0"].map(str::to_owned);
        Row { file, answer, expected, seconds: 0.25, errors: 0, exit }
    }

    fn open(path: &Path) -> Result<(Table, Vec<Row>), Complaint> {
        let mut rows = Vec::new();
        let table = Table::open(path, |row| rows.push(row))?;
        Ok((table, rows))
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
        // The machine goes down in the middle of the header, and later of a row.
        std::fs::write(&path, "file,ans").unwrap();
        let (mut table, old) = open(&path).unwrap();
        assert_eq!(old, []);
        table.write(&rows[0]).unwrap();
        assert!(open(&path).is_err(), "two writers");
        drop(table);
        let (mut table, old) = open(&path).unwrap();
        assert_eq!(old, rows[..1]);
        table.write(&rows[1]).unwrap();
        drop(table);
        let mut text = std::fs::read_to_string(&path).unwrap();
        text.push_str(&format!("\"{}", "c, ".repeat(50_000)));
        std::fs::write(&path, text).unwrap();
        let (mut table, old) = open(&path).unwrap();
        assert_eq!(old, rows);
        table.write(&rows[0]).unwrap();
        drop(table);
        assert_eq!(open(&path).unwrap().1.len(), 3);
        for other in ["precious\n", "precious", "file,answer\n"] {
            std::fs::write(&path, other).unwrap();
            assert!(open(&path).is_err());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), other);
        }
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn rows_are_counted() {
        let (mut done, mut tally) = (Done::default(), Tally::default());
        done.add(&row("sat", "unsat"));
        done.add(&Row { file: "other".into(), ..row("", "") });
        assert!(done.count("other", &mut tally) && done.count("a, \"b\".smt2", &mut tally));
        assert!(!done.count("another", &mut tally));
        assert_eq!(tally.summary(), "2 files: 1 none, 1 sat; 1 contradict their status");
    }
}
