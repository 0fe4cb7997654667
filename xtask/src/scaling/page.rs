//! The table and the page it stands on.

use super::curve::Curve;
use super::families::Family;
use super::plot;
use super::solver::Verdict;
use std::fs;
use std::path::Path;

/// What was measured of a family.
pub struct Measured {
    pub family: &'static Family,
    pub curves: Vec<Curve>,
}

impl Measured {
    /// The verdicts that occur.
    fn verdicts(&self) -> String {
        let all = || self.curves.iter().flat_map(|curve| &curve.points);
        let occurs = |verdict: &Verdict| all().any(|point| point.verdict == *verdict);
        let names = [Verdict::Sat, Verdict::Unsat].into_iter().filter(occurs).map(Verdict::name);
        or_dash(names.collect::<Vec<_>>().join(", "))
    }

    /// The row of the table.
    pub fn row(&self) -> String {
        let cells = self.curves.iter().map(|curve| {
            let reach = or_dash(curve.reach().map_or(String::new(), |n| n.to_string()));
            let exponent = or_dash(curve.exponent().map_or(String::new(), |e| format!("{e:.1}")));
            format!(" {reach} | {exponent} |")
        });
        let Family { name, about, .. } = self.family;
        format!("| {name} | {about} | {} |{}", self.verdicts(), cells.collect::<String>())
    }
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

/// The first two lines of the table.
pub fn head<'a>(solvers: impl Iterator<Item = &'a str>) -> String {
    let (mut names, mut rule) =
        ("| family | what | answer |".to_owned(), "|---|---|---|".to_owned());
    for solver in solvers {
        names += &format!(" {solver}: largest n | exponent |");
        rule += "---:|---:|";
    }
    format!("{names}\n{rule}")
}

/// Writes the page, and the plots into the folder of the same name.
pub fn write(path: &Path, all: &[Measured], top: usize, limit: u64) -> Result<(), String> {
    let plots = path.with_extension("");
    fs::create_dir_all(&plots).map_err(|e| format!("cannot make {}: {e}", plots.display()))?;
    let save = |path: &Path, text: String| {
        fs::write(path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))
    };
    for Measured { family, curves } in all {
        save(&plots.join(format!("{}.svg", family.name)), plot::svg(curves, top, limit))?;
    }
    let folder = plots.file_name().unwrap_or_default().to_string_lossy();
    save(path, page(all, &folder, top, limit))
}

fn page(all: &[Measured], folder: &str, top: usize, limit: u64) -> String {
    let solvers =
        all.first().into_iter().flat_map(|m| &m.curves).map(|curve| curve.solver.as_str());
    let rows: String = all.iter().map(|m| m.row() + "\n").collect();
    let plot = |Measured { family: Family { name, about, .. }, .. }: &Measured| {
        format!("\n### {name}\n\n{about}\n\n![CPU time over n]({folder}/{name}.svg)\n")
    };
    let plots: String = all.iter().map(plot).collect();
    format!(
        "# How cost grows\n\n{}\n\n## Table\n\n{}\n{rows}\n## Plots\n{plots}",
        about(top, limit),
        head(solvers)
    )
}

/// What the numbers mean.
fn about(top: usize, limit: u64) -> String {
    format!(
        "Written by `cargo xtask scaling`. The limit is **{limit} s** of CPU time for one script, and 4 GiB.\n\
         Each family is a kind of script whose size n doubles: 4, 8, ..., {top}. A solver is asked until it does\n\
         not decide a size within the limit; the largest that it decided is in the table. The exponent is the\n\
         power of n that its time grows by: the slope of the line of least squares through the points with n at\n\
         least 64 and more than 10 ms, on logarithmic axes. It is `-` where there are fewer than two such points.\n\
         The families are in `xtask/src/scaling/families.rs`."
    )
}

#[cfg(test)]
mod tests {
    use super::super::curve::tests::curve;
    use super::super::families::FAMILIES;
    use super::*;

    #[test]
    fn a_row_has_the_cells_that_its_head_announces() {
        let curves = vec![curve("a", 8, |n| 0.001 * n * n), curve("b", 0, |n| n)];
        let measured = Measured { family: &FAMILIES[0], curves };
        assert!(measured.row().ends_with("| sat | 512 | 2.0 | - | - |"), "{}", measured.row());
        let page = page(&[measured], "scaling", 512, 7);
        assert!(page.contains("| a: largest n | exponent | b: largest n | exponent |\n"), "{page}");
        assert!(page.contains("**7 s**") && page.contains("](scaling/parser.svg)"), "{page}");
    }
}
