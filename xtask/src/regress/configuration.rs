//! The configurations every file runs under: the default, each switch of a published heuristic
//! off, and all of them off; also each technique off without which some formulas are undecided; and extreme values of the
//! tunables. The switches are read from the solver's own table of options, so a new heuristic is covered from its first day.

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
    fn without_a_table_there_is_the_default() {
        assert_eq!(all(&Tree::of(&[])).len(), 1);
    }
}
