//! What judges said, in a file, so that an audit can be stopped and goes on where it was.
//!
//! A line has the name of a claim, that of a judge and the verdict. The name of a claim is a hash of its text, so a
//! line never goes stale. What a judge left undecided is not asked again either; to give it more
//! time, give it another name.

use super::judge::Verdict;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// Verdicts by claim and judge.
#[derive(Debug)]
pub struct Ledger {
    known: BTreeMap<(String, String), Verdict>,
    file: std::fs::File,
}

impl Ledger {
    /// Reads the file, if there is one, and goes on writing it.
    pub fn open(path: &Path) -> Result<Ledger, String> {
        let known = std::fs::read_to_string(path).unwrap_or_default();
        let known = known.lines().filter_map(entry).collect();
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        Ok(Ledger { known, file: file.map_err(|e| format!("{}: {e}", path.display()))? })
    }

    /// What the judge said of the claim.
    pub fn get(&self, claim: &str, judge: &str) -> Option<Verdict> {
        self.known.get(&(claim.to_owned(), judge.to_owned())).copied()
    }

    /// Keeps a verdict.
    pub fn put(&mut self, claim: &str, judge: &str, verdict: Verdict) -> Result<(), String> {
        self.known.insert((claim.to_owned(), judge.to_owned()), verdict);
        writeln!(self.file, "{claim}\t{judge}\t{}", name(verdict)).map_err(|e| e.to_string())
    }
}

const NAMES: [(Verdict, &str); 3] =
    [(Verdict::Holds, "holds"), (Verdict::Refuted, "refuted"), (Verdict::Undecided, "undecided")];

fn name(verdict: Verdict) -> &'static str {
    NAMES.iter().find(|(v, _)| *v == verdict).map_or("", |(_, name)| name)
}

fn entry(line: &str) -> Option<((String, String), Verdict)> {
    let mut fields = line.split('\t');
    let (claim, judge, verdict) = (fields.next()?, fields.next()?, fields.next()?);
    let verdict = NAMES.iter().find(|(_, name)| *name == verdict)?.0;
    Some(((claim.to_owned(), judge.to_owned()), verdict))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_survive() {
        let path = std::env::temp_dir().join(format!("ledger-{}", std::process::id()));
        let mut ledger = Ledger::open(&path).unwrap();
        ledger.put("lia.div-1", "z3", Verdict::Holds).unwrap();
        ledger.put("lia.div-2", "z3", Verdict::Undecided).unwrap();
        let ledger = Ledger::open(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(ledger.get("lia.div-1", "z3"), Some(Verdict::Holds));
        assert_eq!(ledger.get("lia.div-2", "z3"), Some(Verdict::Undecided));
        assert_eq!(ledger.get("lia.div-1", "cvc5"), None);
    }
}
