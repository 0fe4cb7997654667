//! `cargo xtask scaling`: how cost grows with the size of a script.
//!
//! Corpora say how many scripts are solved; they do not say whether one of twice the size takes twice or ten times as
//! long, as no two of their scripts differ in size alone. Here each [family](families) is a function from a size to a script.
//! Every solver is asked 4, 8, 16, ... until it fails or passes the limit. Verdicts that differ are errors.

mod args;
mod checks;
mod codes;
mod counts;
mod curve;
mod families;
mod loops;
mod names;
mod page;
mod plot;
mod readers;
mod script;
mod session;
mod shapes;
mod solver;
mod texts;
mod tools;
mod walks;

use crate::Tally;
use crate::regress::{self, Build};
pub use args::Args;
use curve::{Curve, Point};
use families::Family;
use page::Measured;
use solver::Solver;
use std::fs;
use std::path::{Path, PathBuf};

/// The smallest size.
const FIRST: usize = 4;

/// Measures, prints the table row by row, and writes the page.
pub fn run(root: &Path, args: &Args) -> Result<Tally, String> {
    let solvers = solvers(root, args)?;
    if let Some(n) = args.session {
        return sessions(&solvers, args, n);
    }
    let (mut tally, mut all) = (Tally::default(), Vec::new());
    println!("{}", page::head(solvers.iter().map(|solver| solver.name.as_str())));
    for &family in &args.families {
        let curves = measure(family, &solvers, args)?;
        let clash = disagreement(&curves, args.top);
        if let Some(n) = clash {
            println!("error: {} {n}: the verdicts differ", family.name);
        }
        tally.add(Tally::one(clash.is_none()));
        let measured = Measured { family, curves };
        println!("{}", measured.row());
        all.push(measured);
    }
    if let Some(path) = &args.out {
        page::write(path, &all, args.top, args.limit)?;
    }
    println!("{tally}");
    Ok(tally)
}

/// Compares one long session with one check.
fn sessions(solvers: &[Solver], args: &Args, n: usize) -> Result<Tally, String> {
    let mut tally = Tally::default();
    println!("{}", session::head(solvers.iter().map(|solver| solver.name.as_str())));
    for &family in &args.families {
        let (agree, row) = session::row(family, solvers, args, n)?;
        if !agree {
            println!("error: {}: the session ends with another verdict", family.name);
        }
        tally.add(Tally::one(agree));
        println!("{row}");
    }
    println!("{tally}");
    Ok(tally)
}

fn solvers(root: &Path, args: &Args) -> Result<Vec<Solver>, String> {
    if args.solvers.is_empty() {
        let program = regress::build(root, Build::Release)?;
        return Ok(vec![Solver::new("stringent", &format!("{} {{}}", program.display()))]);
    }
    Ok(args.solvers.iter().map(|solver| Solver::new(&solver.name, &solver.text)).collect())
}

fn sizes(top: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(FIRST), |n| n.checked_mul(2)).take_while(move |&n| n <= top)
}

/// Asks every solver as far as it gets.
fn measure(family: &Family, solvers: &[Solver], args: &Args) -> Result<Vec<Curve>, String> {
    let empty = |solver: &Solver| Curve { solver: solver.name.clone(), points: Vec::new() };
    let mut curves: Vec<Curve> = solvers.iter().map(empty).collect();
    let mut active: Vec<usize> = (0..solvers.len()).collect();
    for n in sizes(args.top) {
        if active.is_empty() {
            break;
        }
        let path = write_script(family.name, n, &(family.script)(n))?;
        let mut left = Vec::new();
        for i in active {
            if let Some((verdict, seconds)) = solvers[i].run(&path, args.limit)? {
                curves[i].points.push(Point { n, verdict, seconds });
                left.push(i);
            }
        }
        active = left;
        fs::remove_file(&path).map_err(|e| format!("cannot remove {}: {e}", path.display()))?;
    }
    Ok(curves)
}

fn write_script(name: &str, n: usize, script: &str) -> Result<PathBuf, String> {
    let name = format!("scaling-{}-{name}-{n}.smt2", std::process::id());
    let path = std::env::temp_dir().join(name);
    fs::write(&path, script).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    Ok(path)
}

/// The first size on which verdicts differ.
fn disagreement(curves: &[Curve], top: usize) -> Option<usize> {
    sizes(top).find(|&n| {
        let mut verdicts = curves.iter().filter_map(|curve| curve.verdict(n));
        let first = verdicts.next();
        verdicts.any(|verdict| Some(verdict) != first)
    })
}

#[cfg(test)]
mod tests {
    use super::curve::tests::curve;
    use super::solver::Verdict;
    use super::*;

    #[test]
    fn sizes_double() {
        assert_eq!(sizes(40).collect::<Vec<_>>(), [4, 8, 16, 32]);
        assert_eq!(sizes(3).count(), 0);
    }

    #[test]
    fn verdicts_are_compared_size_by_size() {
        let mut curves = [curve("a", 3, |n| n), curve("b", 2, |n| n)];
        assert_eq!(disagreement(&curves, 64), None);
        curves[1].points[1].verdict = Verdict::Unsat;
        assert_eq!(disagreement(&curves, 64), Some(8));
    }

    /// One program answers all sizes, the other only those whose script has less than 1000 bytes.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_solver_is_asked_until_it_fails() {
        let words = ["--top", "32", "--only", "chain", "--limit", "5"];
        let args = crate::arguments::tests::read(Args::parser(), &words).unwrap();
        let solvers = [
            Solver::new("all", "echo sat"),
            Solver::new("few", "find {} -size -1000c -printf sat"),
        ];
        let curves = measure(args.families[0], &solvers, &args).unwrap();
        assert_eq!(curves.iter().map(Curve::reach).collect::<Vec<_>>(), [Some(32), Some(8)]);
    }
}
