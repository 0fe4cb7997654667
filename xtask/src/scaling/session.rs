//! One long session: the script of a family with a check after each assertion, against the one check of the whole.
//!
//! Clients under symbolic execution assert one branch after the other and ask after each. A solver that begins anew every
//! time pays n times for a script of n assertions; one that goes on from the check before should pay little more than once.

use super::args::Args;
use super::families::Family;
use super::solver::Solver;
use super::write_script;
use std::fs;

/// How many times longer than a script may its session take before it is stopped.
const PATIENCE: u64 = 20;

/// `script` with a check after each assertion.
pub fn checked_often(script: &str) -> String {
    let check = |line: &str| if line.starts_with("(assert ") { "\n(check-sat)\n" } else { "\n" };
    let lines = script.lines().filter(|line| *line != "(check-sat)");
    lines.map(|line| line.to_owned() + check(line)).collect()
}

/// The first two lines of the table.
pub fn head<'a>(solvers: impl Iterator<Item = &'a str>) -> String {
    let columns = |name| format!(" {name}: whole | session | times |");
    let (names, rules): (Vec<String>, Vec<&str>) =
        solvers.map(|name| (columns(name), "---:|---:|---:|")).unzip();
    format!("| family |{}\n|---|{}", names.concat(), rules.concat())
}

/// The row of a family of size `n`, and whether sessions end with the verdicts on the whole.
pub fn row(
    family: &Family,
    solvers: &[Solver],
    args: &Args,
    n: usize,
) -> Result<(bool, String), String> {
    let script = (family.script)(n);
    let whole = write_script(family.name, n, &script)?;
    let often = write_script(&format!("{}-session", family.name), n, &checked_often(&script))?;
    let (mut agree, mut cells) = (true, String::new());
    for solver in solvers {
        let once = solver.run(&whole, args.limit)?;
        let session = solver.run(&often, args.limit * PATIENCE)?;
        agree &= once.zip(session).is_none_or(|(a, b)| a.0 == b.0);
        let seconds = [once, session].map(|run| run.map(|(_, seconds)| seconds));
        cells += &cell(seconds);
    }
    for path in [whole, often] {
        fs::remove_file(&path).map_err(|e| format!("cannot remove {}: {e}", path.display()))?;
    }
    Ok((agree, format!("| {} |{cells}", family.name)))
}

fn cell([once, session]: [Option<f64>; 2]) -> String {
    let number = |t: Option<f64>| t.map_or_else(|| "-".to_owned(), |t| format!("{t:.2}"));
    let times = once.zip(session).map(|(once, session)| session / once);
    format!(" {} | {} | {} |", number(once), number(session), number(times))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_follows_each_assertion() {
        let script = "(declare-const x Int)\n(assert (> x 0))\n(assert (< x 2))\n(check-sat)\n";
        let often = checked_often(script);
        assert_eq!(
            often,
            "(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n(assert (< x 2))\n(check-sat)\n"
        );
        assert_eq!(checked_often(&often), often);
    }

    #[test]
    fn rows_have_the_columns_of_the_head() {
        let head = head(["a", "b"].into_iter());
        let row = format!("| x |{}{}", cell([Some(0.5), Some(1.0)]), cell([Some(1.0), None]));
        assert!(row.ends_with(" 0.50 | 1.00 | 2.00 | 1.00 | - | - |"), "{row}");
        let bars = |line: &str| line.matches('|').count();
        assert!(head.lines().all(|line| bars(line) == bars(&row)), "{head}\n{row}");
    }
}
