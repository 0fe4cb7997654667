//! The configurations every file runs under: the default, each switch of a published heuristic
//! off, and all of them off; also each technique off without which some formulas are undecided; and extreme values of the
//! tunables. The switches are read from the solver's own table of options, so a new heuristic is covered from its first day.
//!
//! All files under all configurations take ten minutes. A [`Share`] of them takes a third: each file runs under the default, without
//! rewriting, without preprocessing and without any heuristic, and under one of three of the others, which the next file leaves out.

use crate::table::{self, OptionRow};
use crate::tidy::OPTIONS_TABLE;
use crate::tree::Tree;
use crate::tuning;

/// Arguments for the solver, under a name.
#[derive(PartialEq, Eq, Debug)]
pub struct Configuration {
    pub name: String,
    pub args: Vec<String>,
}

impl Configuration {
    fn new(name: String, args: Vec<String>) -> Configuration {
        Configuration { name, args }
    }

    pub fn is_default(&self) -> bool {
        self.args.is_empty()
    }

    /// Whether it changes much at once, and not one heuristic or tunable.
    fn is_broad(&self) -> bool {
        let of_pass = |pass: &&str| self.name == format!("--{pass}=false");
        self.args.len() != 1 || PASSES.iter().any(of_pass)
    }
}

/// How many of the configurations a file runs under.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    All,
    /// The broad ones, and one of three of the others.
    Third,
}

impl Share {
    /// Those of `all` that the file of this number runs under.
    pub fn of(
        self,
        all: &[Configuration],
        number: usize,
    ) -> impl Iterator<Item = &Configuration> + '_ {
        let is_in = move |at: usize, one: &Configuration| {
            self == Share::All || one.is_broad() || (at + number).is_multiple_of(3)
        };
        all.iter().enumerate().filter(move |(at, one)| is_in(*at, one)).map(|(_, one)| one)
    }
}

/// Switches that are not heuristics by their prefix, but may change no answer either.
const PASSES: &[&str] = &["rewrite", "preprocess"];
const HEURISTICS: &[&str] = &["lia.", "regex.", "strings.", "sat."];
/// Without one of these some formulas are undecided; without all of them, nearly all would be.
const ESSENTIAL: &str = "theory.";

/// Other values for the tunables.
pub fn tuned() -> impl Iterator<Item = Configuration> {
    tuning::extremes().into_iter().map(|(name, arg)| Configuration::new(name, vec![arg]))
}

/// All configurations of the switches, the default first.
pub fn all(tree: &Tree) -> Vec<Configuration> {
    let rows = tree.text(OPTIONS_TABLE).map(table::options).unwrap_or_default();
    let off: Vec<String> = rows.iter().filter(is_heuristic).map(switched_off).collect();
    let essential = rows.iter().filter(|row| row.is_on && row.name.starts_with(ESSENTIAL));
    let essential: Vec<String> = essential.map(switched_off).collect();
    let one = |arg: &String| Configuration::new(arg.clone(), vec![arg.clone()]);
    let mut all = vec![Configuration::new("default".to_owned(), Vec::new())];
    all.extend(off.iter().chain(&essential).map(one));
    if off.len() > 1 {
        all.push(Configuration::new("all heuristics off".to_owned(), off));
    }
    all
}

fn is_heuristic(row: &&OptionRow<'_>) -> bool {
    let named = PASSES.contains(&row.name) || HEURISTICS.iter().any(|h| row.name.starts_with(h));
    row.is_on && named
}

fn switched_off(row: &OptionRow<'_>) -> String {
    format!("--{}=false", row.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_per_switch() {
        let table = "macro_rules! options {\n}\noptions! {\n    a: bool = true, \"rewrite\" [], \"H\";\n    \
                     b: bool = true, \"regex.b\" [], \"H\";\n    c: bool = false, \"regex.c\" [], \"H\";\n    \
                     d: bool = true, \"print-success\" [], \"H\";\n    \
                     e: bool = true, \"theory.e\" [], \"H\";\n}\n";
        let all = all(&Tree::of(&[(OPTIONS_TABLE, table)]));
        let args: Vec<String> = all.iter().map(|c| c.args.join(" ")).collect();
        let (a, b) = ("--rewrite=false", "--regex.b=false");
        assert_eq!(args, ["", a, b, "--theory.e=false", &format!("{a} {b}")]);
    }

    #[test]
    fn three_shares_are_all() {
        let one = |arg: &str| Configuration::new(arg.to_owned(), vec![arg.to_owned()]);
        let mut all = vec![Configuration::new("default".to_owned(), Vec::new())];
        all.extend(
            ["--rewrite=false", "--regex.b=false", "--regex.c=false", "--tune=d=0"].map(one),
        );
        let names = |number: usize| -> Vec<&str> {
            Share::Third.of(&all, number).map(|one| one.name.as_str()).collect()
        };
        let broad = ["default", "--rewrite=false"];
        for number in 0..3 {
            assert!(names(number).starts_with(&broad) && names(number).len() == 3, "{number}");
        }
        let others: usize = all.iter().filter(|one| !one.is_broad()).count();
        let seen: std::collections::BTreeSet<&str> = (0..3).flat_map(names).collect();
        assert_eq!((seen.len(), others, Share::All.of(&all, 1).count()), (all.len(), 3, all.len()));
    }

    #[test]
    fn without_a_table_there_is_the_default() {
        assert_eq!(all(&Tree::of(&[])).len(), 1);
    }
}
