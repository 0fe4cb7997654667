//! `cargo xtask tidy`: each check is one file and one function from the tree to complaints.

mod asserts;
mod circles;
mod constants;
mod dependencies;
mod fields;
mod headers;
mod inferences;
mod isolation;
mod numbers;
mod operators;
mod options;
mod phrases;
mod rules;
mod sizes;

use crate::tree::Tree;
use crate::{Tally, options_page, tunables_page};
use std::fmt;
use std::path::Path;

/// Something that must be changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    place: String,
    message: String,
}

impl Violation {
    pub fn new(place: impl Into<String>, message: impl Into<String>) -> Violation {
        Violation { place: place.into(), message: message.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

pub use options::TABLE as OPTIONS_TABLE;

type Check = fn(&Tree) -> Vec<Violation>;

const CHECKS: &[(&str, Check)] = &[
    ("dependencies between crates", dependencies::check),
    ("isolation inside the solver", isolation::check),
    ("circles of imports", circles::check),
    ("fields written by other files", fields::check),
    ("assertions", asserts::check),
    ("matches on operators", operators::check),
    ("headers of files", headers::check),
    ("sizes of files", sizes::check),
    ("phrases that must not be left behind", phrases::check),
    ("numbers that are out of range", numbers::check),
    ("constants that are no facts", constants::check),
    ("regressions of inferences", inferences::check),
    ("tests of rewrite rules", rules::check),
    ("use of options", options::check),
    ("page of options", options_page::check),
    ("page of tunables", tunables_page::check),
];

/// Runs all checks over the repository and prints what they find.
pub fn run(root: &Path) -> Result<Tally, String> {
    let tree = Tree::load(root).map_err(|e| format!("cannot read {}: {e}", root.display()))?;
    let mut tally = Tally::default();
    for warning in sizes::warnings(&tree) {
        println!("warning: {warning}");
    }
    println!("tidy: {}", circles::summary(&tree));
    println!("tidy: {}", fields::summary(&tree));
    println!("tidy: {}", asserts::summary(&tree));
    for (name, check) in CHECKS {
        let violations = check(&tree);
        for violation in &violations {
            println!("error: {violation}");
        }
        println!("tidy: {name}: {}", if violations.is_empty() { "ok" } else { "FAILED" });
        tally.add(Tally::one(violations.is_empty()));
    }
    Ok(tally)
}
