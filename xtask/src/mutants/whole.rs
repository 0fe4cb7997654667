//! `cargo xtask mutants --whole`: is a proof still accepted with one change?
//!
//! A proof has hardly anything that it does not need, so nearly every change leaves a step that no rule gives, or one that does not
//! follow. What is accepted all the same must be a proof: its steps that are affected are evaluated in random models, and put to other
//! solvers. One that is false in a model is a bug of the checker, and so is a proof about which the two checkers disagree.

use super::change::{step, tokens};
use super::kinds::{Edit, KINDS, Proof};
use super::models::Meaning;
use super::{Args, MODELS};
use crate::Tally;
use crate::audit::judge::{Judge, Verdict as Judged};
use crate::second::Pairs;
use base::SplitMix64 as Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;
use stringent_check::{Checker, Verdict};

/// Larger proofs take too long, as each mutant is checked as a whole.
const LARGEST: usize = 100_000;

/// How long another solver may take for a clause.
const PATIENCE: Duration = Duration::from_secs(2);

/// What became of the mutants of one kind.
#[derive(Default)]
struct Row {
    tried: usize,
    accepted: usize,
    /// Different clauses of accepted ones that could be evaluated, and those that are false in a model.
    evaluated: usize,
    falsified: usize,
    /// Those that another solver proves, and those that it refutes.
    proven: usize,
    refuted: usize,
    /// Proofs that the second checker was asked about, those that one of them did not decide within its limits, and those on which they
    /// disagree.
    asked: usize,
    undecided: usize,
    disputed: usize,
}

/// What attacks proofs.
pub struct Attack {
    per_kind: usize,
    kind: Option<String>,
    judges: Vec<Judge>,
    second: Option<Pairs>,
    folder: PathBuf,
    random: Rng,
    rows: BTreeMap<&'static str, Row>,
    /// Clauses for the judges, as scripts, with their kinds.
    claims: BTreeMap<String, &'static str>,
}

impl Attack {
    /// What the arguments say.
    pub fn new(root: &Path, args: &Args) -> Result<Attack, String> {
        let folder = std::env::temp_dir().join(format!("stringent-whole-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let judge =
            |j: &crate::arguments::Named| Judge::new(&j.name, &j.text, "", PATIENCE, &folder);
        Ok(Attack {
            per_kind: args.per_step,
            kind: args.kind.clone(),
            judges: args.judges.iter().map(judge).collect(),
            second: args.second.then(|| Pairs::new(root)).flatten(),
            random: Rng::new(args.seed),
            rows: BTreeMap::new(),
            claims: BTreeMap::new(),
            folder,
        })
    }

    /// Mutants of a proof, if it is valid.
    pub fn proof(&mut self, problem: &str, proof: &str) {
        if proof.len() > LARGEST || verdict(problem, proof) != Verdict::Valid {
            return;
        }
        let lines = proof.lines().collect();
        let mut names = Meaning::new(problem).names;
        names.extend(
            proof
                .lines()
                .filter_map(|l| Some(l.strip_prefix("(term ")?.split_once(' ')?.0.to_owned())),
        );
        let proof = Proof { lines, names, axioms: axioms() };
        let file = self.folder.join("problem.smt2");
        if std::fs::write(&file, problem).is_err() {
            return;
        }
        let mut seen = BTreeSet::from([tokens(&proof.lines.join("\n")).join(" ")]);
        for &(kind, change) in KINDS {
            if self.kind.as_ref().is_some_and(|k| k != kind) {
                continue;
            }
            for _ in 0..self.per_kind {
                // A line drawn at random, or the next one that has something of this kind.
                let (count, start) = (proof.lines.len(), self.random.below(proof.lines.len()));
                let found =
                    (0..count).find_map(|i| change(&proof, (start + i) % count, &mut self.random));
                let Some(edit) = found else { break };
                let mutant = edited(&proof.lines, &edit);
                if seen.insert(tokens(&mutant.join("\n")).join(" ")) {
                    self.mutant(kind, (problem, &file), (&mutant, &edit));
                }
            }
        }
    }

    /// Offers a mutant to the checkers.
    fn mutant(
        &mut self,
        kind: &'static str,
        (problem, file): (&str, &Path),
        (lines, edit): (&[String], &Edit),
    ) {
        let row = self.rows.entry(kind).or_default();
        row.tried += 1;
        let text = lines.join("\n");
        let verdict = verdict(problem, &text);
        let is_accepted = verdict == Verdict::Valid;
        row.accepted += usize::from(is_accepted);
        let path = self.folder.join("mutant");
        if let Some(second) = &mut self.second
            && std::fs::write(&path, &text).is_ok()
            && let Some(said) = second.verdict(file, &path)
        {
            row.asked += 1;
            let refusal = match &verdict {
                Verdict::Refused { reason, .. } if said == "valid" => reason,
                _ => &said,
            };
            if (said == "valid") != is_accepted && refusal.contains("limit") {
                row.undecided += 1;
            } else if (said == "valid") != is_accepted {
                row.disputed += 1;
                println!(
                    "DISPUTED ({kind}): the second checker says {said}:\n{edit:?}\n{text}\n{problem}"
                );
            }
        }
        if is_accepted {
            self.judge(kind, problem, (lines, edit));
        }
    }

    /// Evaluates the clauses of steps that a change may affect.
    fn judge(&mut self, kind: &'static str, problem: &str, (lines, edit): (&[String], &Edit)) {
        let mut meaning = Meaning::new(problem);
        let affects_all = edit.iter().any(|(at, line)| {
            line.is_some() && lines.get(*at).is_some_and(|l| l.starts_with("(term"))
        });
        for (i, line) in lines.iter().enumerate() {
            let is_changed = edit.iter().any(|(at, line)| *at == i && line.is_some());
            match step(line) {
                Some((clause, _)) if is_changed || affects_all => {
                    self.clause(kind, problem, (&mut meaning, clause));
                }
                Some(_) => {}
                None if line.starts_with("(term") || line.starts_with("(const") => {
                    meaning.define(line)
                }
                None => {}
            }
        }
    }

    fn clause(
        &mut self,
        kind: &'static str,
        problem: &str,
        (meaning, clause): (&mut Meaning, &str),
    ) {
        let Some(formula) = meaning.formula(clause) else { return };
        let Some(text) = meaning.expanded(clause) else { return };
        let Some(claim) = claim(problem, &meaning.constants, &text) else { return };
        if self.claims.contains_key(&claim) {
            return;
        }
        let row = self.rows.entry(kind).or_default();
        row.evaluated += 1;
        if let Some(model) = meaning.falsified(formula, MODELS, &mut self.random) {
            row.falsified += 1;
            println!("FALSE: {text}\n  in {model}");
        }
        self.claims.insert(claim, kind);
    }

    /// Asks the judges, and prints what was counted.
    pub fn finish(mut self) -> Tally {
        let mut claims: Vec<(String, &'static str)> =
            std::mem::take(&mut self.claims).into_iter().collect();
        for judge in &self.judges {
            let texts: Vec<String> = claims.iter().map(|(text, _)| text.clone()).collect();
            let verdicts = judge.verdicts(&texts);
            let mut open = Vec::new();
            for ((text, kind), verdict) in claims.into_iter().zip(verdicts) {
                let row = self.rows.entry(kind).or_default();
                match verdict {
                    Judged::Holds => row.proven += 1,
                    Judged::Refuted => {
                        row.refuted += 1;
                        println!("REFUTED by {}:\n{text}", judge.name);
                    }
                    Judged::Undecided => open.push((text, kind)),
                }
            }
            claims = open;
        }
        let _ = std::fs::remove_dir_all(&self.folder);
        self.print();
        let bad = |r: &Row| r.falsified + r.refuted + r.disputed;
        Tally {
            passed: self.rows.values().map(|r| r.tried).sum(),
            failed: self.rows.values().map(bad).sum(),
        }
    }

    /// The table so far.
    pub fn print(&self) {
        println!(
            "| kind | mutants | accepted | clauses | false | proven | refuted | asked the second | undecided | disputed |"
        );
        println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        for (kind, r) in &self.rows {
            let Row { tried, accepted, evaluated, falsified, proven, refuted, .. } = r;
            let Row { asked, undecided, disputed, .. } = r;
            println!(
                "| {kind} | {tried} | {accepted} | {evaluated} | {falsified} | {proven} | {refuted} | {asked} | {undecided} | {disputed} |"
            );
        }
    }
}

fn verdict(problem: &str, proof: &str) -> Verdict {
    Checker::new(problem).map_or_else(|refused| refused, |mut checker| checker.check(proof))
}

fn edited(lines: &[&str], edit: &Edit) -> Vec<String> {
    let mut out: Vec<String> = lines.iter().map(|&l| l.to_owned()).collect();
    for (at, line) in edit {
        out[*at] = line.clone().unwrap_or_default();
    }
    out
}

/// The names in the table of axioms.
fn axioms() -> Vec<String> {
    let table = include_str!("../../../check/axioms.smt2");
    let name = |l: &str| Some(l.strip_prefix("(axiom ")?.split_whitespace().next()?.to_owned());
    table.lines().filter_map(name).collect()
}

/// The script that has no model if the clause holds.
fn claim(problem: &str, constants: &[String], clause: &str) -> Option<String> {
    let literals = clause.trim().strip_prefix('(')?.strip_suffix(')')?;
    let definitions = crate::neighbours::definitions(problem);
    let constants = constants.join("\n");
    Some(format!("{definitions}{constants}\n(assert (not (or false {literals})))\n(check-sat)\n"))
}
