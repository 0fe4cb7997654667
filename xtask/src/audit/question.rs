//! Claims on their way past the judges.
//!
//! Each judge in turn is asked what those before it left undecided; after that, each in turn is asked the
//! forms of what is still open. So the costly part comes last, when it concerns few claims.

use super::forms::forms;
use super::judge::{Judge, Verdict};
use super::ledger::Ledger;
use super::readings::reading;
use super::report::Row;
use std::path::{Path, PathBuf};

/// What is known about a claim.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Open,
    /// The judge with this number decided.
    Held {
        judge: usize,
        in_form: bool,
    },
    Refuted,
}

/// A claim in a file.
pub struct Question {
    claim: String,
    file: PathBuf,
    outcome: Outcome,
}

impl Question {
    pub fn new(file: &Path) -> Question {
        let claim = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        Question { claim, file: file.to_owned(), outcome: Outcome::Open }
    }

    fn script(&self) -> String {
        reading(&self.claim, &std::fs::read_to_string(&self.file).unwrap_or_default())
    }
}

/// The judges and what they said before.
pub struct Court {
    pub judges: Vec<Judge>,
    pub ledger: Ledger,
}

impl Court {
    /// Asks about the claims as they are, or about forms of them.
    pub fn ask(&mut self, questions: &mut [Question], in_form: bool) -> Result<(), String> {
        for (number, judge) in self.judges.iter().enumerate() {
            let label =
                if in_form { format!("{} of a form", judge.name) } else { judge.name.clone() };
            let is_open = |q: &&mut Question| q.outcome == Outcome::Open;
            let open: Vec<&mut Question> = questions.iter_mut().filter(is_open).collect();
            let unasked: Vec<&Question> = open
                .iter()
                .map(|q| &**q)
                .filter(|q| self.ledger.get(&q.claim, &label).is_none())
                .collect();
            let scripts: Vec<String> = unasked.iter().map(|q| q.script()).collect();
            let verdicts =
                if in_form { on_forms(judge, &scripts) } else { judge.verdicts(&scripts) };
            for (question, verdict) in unasked.iter().zip(verdicts) {
                self.ledger.put(&question.claim, &label, verdict)?;
            }
            for question in open {
                question.outcome = match self.ledger.get(&question.claim, &label) {
                    Some(Verdict::Holds) => Outcome::Held { judge: number, in_form },
                    Some(Verdict::Refuted) => refuted(judge, question),
                    Some(Verdict::Undecided) | None => Outcome::Open,
                };
            }
        }
        Ok(())
    }

    /// The verdicts as a line of the table.
    pub fn row(&self, questions: &[Question]) -> Row {
        let count = |outcome| questions.iter().filter(|q| q.outcome == outcome).count();
        let held = |judge, in_form| count(Outcome::Held { judge, in_form });
        let judges = 0..self.judges.len();
        Row {
            asked: questions.len(),
            held: judges.clone().map(|judge| held(judge, false) + held(judge, true)).collect(),
            in_form: judges.map(|judge| held(judge, true)).sum(),
            refuted: count(Outcome::Refuted),
            undecided: count(Outcome::Open),
        }
    }
}

fn refuted(judge: &Judge, question: &Question) -> Outcome {
    println!("REFUTED by {}: {}", judge.name, question.file.display());
    Outcome::Refuted
}

/// Which of the claims hold because a form does. Forms are tried in rounds, so that a process serves many claims.
fn on_forms(judge: &Judge, claims: &[String]) -> Vec<Verdict> {
    let forms: Vec<Vec<String>> = claims.iter().map(|script| forms(script)).collect();
    let mut verdicts = vec![Verdict::Undecided; claims.len()];
    for round in 0..forms.iter().map(Vec::len).max().unwrap_or(0) {
        let left = |&i: &usize| verdicts[i] != Verdict::Holds && round < forms[i].len();
        let left: Vec<usize> = (0..claims.len()).filter(left).collect();
        let scripts: Vec<String> = left.iter().map(|&i| forms[i][round].clone()).collect();
        for (i, verdict) in left.into_iter().zip(judge.verdicts(&scripts)) {
            // A model of a form means nothing.
            if verdict == Verdict::Holds {
                verdicts[i] = verdict;
            }
        }
    }
    verdicts
}
