//! Arguments that several commands have.

use crate::promises::scripts;
use crate::regress::{Build, build};
use bpaf::{Parser, construct, long};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The scripts to read.
#[derive(Debug)]
pub struct Corpus {
    pub folders: Vec<PathBuf>,
    pub every: NonZeroUsize,
}

impl Corpus {
    /// How it is written.
    pub fn parser() -> impl Parser<Corpus> {
        let folders = long("corpus")
            .help("A folder with scripts in it and in folders below; may be repeated")
            .argument::<PathBuf>("FOLDER")
            .some("--corpus is missing");
        let every = long("every")
            .help("Takes one script in N")
            .argument::<NonZeroUsize>("N")
            .fallback(NonZeroUsize::MIN);
        construct!(Corpus { folders, every })
    }

    /// The scripts of all folders, in the order of their names.
    pub fn scripts(&self) -> Result<Vec<PathBuf>, String> {
        let mut all = Vec::new();
        for folder in &self.folders {
            all.extend(scripts(folder)?.into_iter().step_by(self.every.get()));
        }
        Ok(all)
    }
}

/// The solver under test.
#[derive(Debug, Default)]
pub struct Solver {
    pub solver: Option<PathBuf>,
}

impl Solver {
    /// How it is written.
    pub fn parser() -> impl Parser<Solver> {
        let solver = long("solver")
            .help("The solver under test; built if there is none")
            .argument::<PathBuf>("PROGRAM")
            .optional();
        construct!(Solver { solver })
    }

    /// The program that is named, or one built for it.
    pub fn program(&self, root: &Path, how: Build) -> Result<PathBuf, String> {
        self.solver.clone().map_or_else(|| build(root, how), Ok)
    }
}

/// A name and what it stands for: `NAME=TEXT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub name: String,
    pub text: String,
}

impl FromStr for Named {
    type Err = String;

    fn from_str(both: &str) -> Result<Named, String> {
        let (name, text) = both.split_once('=').ok_or("expected NAME=...")?;
        Ok(Named { name: name.to_owned(), text: text.to_owned() })
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// The arguments of a command, or what is wrong with them.
    pub fn read<A>(parser: impl Parser<A> + 'static, text: &[&str]) -> Result<A, String> {
        parser.to_options().run_inner(text).map_err(|failure| failure.unwrap_stderr())
    }

    #[test]
    fn names_come_before_the_first_sign() {
        let named: Named = "z3=z3 timeout=9 {}".parse().unwrap();
        assert_eq!((&*named.name, &*named.text), ("z3", "z3 timeout=9 {}"));
        assert!("z3".parse::<Named>().unwrap_err().contains("NAME="));
    }
}
