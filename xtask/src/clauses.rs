//! `cargo xtask clauses`: does a rule of the checker give a clause that is false in some model?
//!
//! Clauses of the kind that a rule is about are drawn at random, over few strings and letters, so that many nearly hold. Those that are
//! false in a random model, by the evaluator of `terms`, are offered to the checker; none may be accepted. Of those that were true in all
//! models, some must be, or the rule was not tested. The mutants of real proofs are closer to what the solver writes; these have what
//! it does not.

mod draw;

use crate::Tally;
use crate::mutants::models::Meaning;
use base::SplitMix64 as Rng;
use bpaf::{Parser, construct, long};
use stringent_check::Checker;

/// What the clauses speak of.
const PROBLEM: &str = "(declare-fun x () String)(declare-fun y () String)(declare-fun z () String)
(declare-fun m () Int)(declare-fun n () Int)(declare-fun p () Bool)(check-sat)";

/// Terms and languages are forgotten after so many clauses.
const REFRESHED: usize = 2_000;

/// What was counted is printed after so many clauses.
const EVERY: usize = 100_000;

pub struct Args {
    count: usize,
    seed: u64,
}

impl Args {
    /// How they are written.
    pub fn parser() -> impl Parser<Args> {
        let count = long("count")
            .help("So many false clauses for each rule")
            .argument::<usize>("N")
            .fallback(10_000);
        let seed = long("seed").argument::<u64>("N").fallback(1);
        construct!(Args { count, seed })
    }
}

/// What became of the clauses for one rule.
#[derive(Default)]
struct Row {
    /// Those that are false in a model.
    offered: usize,
    /// Those among them that the checker accepted.
    wrong: usize,
    /// Those that were true in all models.
    others: usize,
    /// Those among them that the checker accepted.
    given: usize,
}

/// Offers clauses for each rule.
pub fn run(args: &Args) -> Result<Tally, String> {
    let mut tally = Tally::default();
    println!("| rule | false | accepted | others | accepted |\n|---|---:|---:|---:|---:|");
    for rule in draw::RULES {
        let mut random = Rng::new(args.seed);
        let row = attack(rule, args.count, &mut random)?;
        tally.add(Tally { passed: row.offered - row.wrong, failed: row.wrong });
        tally.add(Tally::one(row.given > 0));
    }
    Ok(tally)
}

fn attack(rule: &str, count: usize, random: &mut Rng) -> Result<Row, String> {
    let mut row = Row::default();
    let mut drawn = 0;
    while row.offered < count {
        let checker = Checker::new(PROBLEM).map_err(|why| format!("{why:?}"))?;
        let (mut checker, mut meaning) = (checker, Meaning::new(PROBLEM));
        for _ in 0..REFRESHED {
            drawn += 1;
            let (clause, rule) = draw::clause(rule, random);
            row.offer((&mut checker, &mut meaning), (&clause, &rule), random);
        }
        if drawn % EVERY == 0 {
            row.print(rule);
        }
    }
    row.print(rule);
    Ok(row)
}

impl Row {
    fn offer(
        &mut self,
        (checker, meaning): (&mut Checker, &mut Meaning),
        (clause, rule): (&str, &str),
        random: &mut Rng,
    ) {
        let Some(formula) = meaning.formula(clause) else { return };
        let model = meaning.falsified(formula, random);
        let is_given = checker.try_command(&format!("(step s {clause} {rule})")).is_ok();
        match model {
            None => {
                self.others += 1;
                self.given += usize::from(is_given);
            }
            Some(model) => {
                self.offered += 1;
                self.wrong += usize::from(is_given);
                if is_given {
                    println!("FALSE: {clause} {rule}\n  in {model}");
                }
            }
        }
    }

    fn print(&self, rule: &str) {
        let Row { offered, wrong, others, given } = self;
        println!("| `{rule}` | {offered} | {wrong} | {others} | {given} |");
    }
}
