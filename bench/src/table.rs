//! Tables, and how they look in Markdown and in HTML.

use std::fmt::Write;
use std::path::Path;

/// A cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    pub text: String,
    /// The best of its row.
    pub best: bool,
}

impl Cell {
    pub fn new(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), best: false }
    }
}

/// A table; its first column is text, the others are figures.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Table {
    pub head: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// Which figure of a row is the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Best {
    Most,
    Least,
    None,
}

impl Table {
    pub fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Table {
        Table { head: head.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    pub fn push<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Cell::new).collect());
    }

    /// Rows as columns.
    pub fn transposed(&self) -> Table {
        let head = self.head.iter().take(1).cloned();
        let names = self.rows.iter().map(|row| row[0].text.clone());
        let mut table = Table::new(head.chain(names));
        for column in 1..self.head.len() {
            let cells = self.rows.iter().map(|row| row[column].clone());
            table.rows.push([Cell::new(&self.head[column])].into_iter().chain(cells).collect());
        }
        table
    }

    pub fn markdown(&self) -> String {
        let head: Vec<String> = self.head.iter().map(|text| text.replace('|', "\\|")).collect();
        let mut out = format!("| {} |\n|---|", head.join(" | "));
        out.push_str(&"---:|".repeat(self.head.len().saturating_sub(1)));
        out.push('\n');
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(cell_markdown).collect();
            // Writing to a string cannot fail, here and below.
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        }
        out
    }

    /// The texts, as comma-separated values.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let complain = |e: csv::Error| format!("{}: {e}", path.display());
        let mut writer = csv::Writer::from_path(path).map_err(complain)?;
        writer.write_record(&self.head).map_err(complain)?;
        for row in &self.rows {
            writer.write_record(row.iter().map(|cell| &cell.text)).map_err(complain)?;
        }
        writer.flush().map_err(|e| format!("{}: {e}", path.display()))
    }

    /// What [`Table::write`] has written, if it is there.
    pub fn read(path: &Path) -> Option<Table> {
        let mut reader = csv::Reader::from_path(path).ok()?;
        let mut table = Table::new(reader.headers().ok()?.iter().map(str::to_owned));
        for row in reader.records() {
            table.push(row.ok()?.iter());
        }
        Some(table)
    }

    pub fn html(&self) -> String {
        let mut out = String::from("<table><thead><tr>");
        for text in &self.head {
            let _ = write!(out, "<th>{}</th>", escape(text));
        }
        out.push_str("</tr></thead><tbody>\n");
        for row in &self.rows {
            out.push_str("<tr>");
            for Cell { text, best } in row {
                let class = if *best { " class=\"best\"" } else { "" };
                let _ = write!(out, "<td{class}>{}</td>", escape(text));
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody></table>\n");
        out
    }
}

fn cell_markdown(cell: &Cell) -> String {
    let text = cell.text.replace('|', "\\|");
    if cell.best { format!("**{text}**") } else { text }
}

/// Text for HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Figures as cells, the best ones marked: those that look like the best, so that equal figures are equal.
pub fn figures(values: &[Option<f64>], best: Best, show: impl Fn(f64) -> String) -> Vec<Cell> {
    let known = values.iter().flatten().copied();
    let winner = match best {
        Best::Most => known.max_by(f64::total_cmp).filter(|&v| v > 0.0),
        Best::Least => known.min_by(f64::total_cmp),
        Best::None => None,
    };
    let winner = winner.map(&show);
    let alone = values.len() < 2;
    let cell = |value: &Option<f64>| match value {
        Some(v) => {
            let text = show(*v);
            let best = !alone && winner.as_ref() == Some(&text);
            Cell { text, best }
        }
        None => Cell::new("–"),
    };
    values.iter().map(cell).collect()
}

/// Seconds, as precise as is of use.
pub fn seconds(t: f64) -> String {
    match t {
        _ if t >= 100.0 => format!("{t:.0}"),
        _ if t >= 1.0 => format!("{t:.1}"),
        _ => format!("{t:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms() {
        let mut table = Table::new(["what", "a", "b"]);
        table.push(["x | <y>", "1", "2"]);
        table.rows[0][2].best = true;
        assert_eq!(
            table.markdown(),
            "| what | a | b |\n|---|---:|---:|\n| x \\| <y> | 1 | **2** |\n"
        );
        let turned = table.transposed().markdown();
        assert_eq!(turned, "| what | x \\| <y> |\n|---|---:|\n| a | 1 |\n| b | **2** |\n");
        let html = table.html();
        assert!(html.contains("<td>x | &lt;y&gt;</td><td>1</td><td class=\"best\">2</td>"));
    }

    #[test]
    fn tables_are_read_back() {
        let path = std::env::temp_dir().join(format!("bench-table-{}.csv", std::process::id()));
        let mut table = Table::new(["what", "a, b"]);
        table.push(["x \"y\"", "1"]);
        table.write(&path).unwrap();
        assert_eq!(Table::read(&path), Some(table));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(Table::read(&path), None);
    }

    #[test]
    fn the_best_figures() {
        let best = |values: &[Option<f64>], best| -> Vec<bool> {
            figures(values, best, |v| format!("{v:.1}")).iter().map(|c| c.best).collect()
        };
        assert_eq!(best(&[Some(1.0), Some(1.04), Some(2.0)], Best::Least), [true, true, false]);
        assert_eq!(best(&[None, Some(3.0)], Best::Most), [false, true]);
        assert_eq!(best(&[Some(0.0), Some(0.0)], Best::Most), [false, false]);
        assert_eq!(best(&[Some(5.0)], Best::Most), [false]);
        assert_eq!([seconds(123.4), seconds(12.34), seconds(0.123)], ["123", "12.3", "0.12"]);
    }
}
