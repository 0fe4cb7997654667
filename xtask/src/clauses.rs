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
(declare-fun m () Int)(declare-fun n () Int)(declare-fun p () Bool)
(declare-fun a () (_ BitVec 3))(declare-fun b () (_ BitVec 3))(declare-fun s () (Seq (_ BitVec 3)))
(declare-fun u () (Seq Int))(declare-fun v () (Seq Int))(check-sat)";

/// Terms and languages are forgotten after so many clauses.
const REFRESHED: usize = 2_000;

/// What was counted is printed after so many clauses.
const EVERY: usize = 1_000_000;

/// Models that are tried before a clause is put aside: a false one is false in one of the first few, as a rule.
const FEW: usize = 12;

/// Models in which a clause must hold to count among those that may be accepted.
const MANY: usize = 300;

/// So many of those for each rule.
const OTHERS: usize = 5_000;

pub struct Args {
    count: usize,
    rule: Option<String>,
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
        let rule = long("rule").help("Only this rule").argument::<String>("RULE").optional();
        construct!(Args { count, rule, seed })
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
    let is_asked = |rule: &&&str| args.rule.as_ref().is_none_or(|r| r == **rule);
    for rule in draw::RULES.iter().filter(is_asked) {
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
        let mut checker = Checker::new(PROBLEM).map_err(|why| format!("{why:?}"))?;
        // What takes more is refused anyway, only later.
        checker.fuel /= 100;
        let mut meaning = Meaning::new(PROBLEM);
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
        let is_wanted = self.others < OTHERS;
        let model = meaning.falsified(formula, if is_wanted { MANY } else { FEW }, random);
        if model.is_none() && !is_wanted {
            return;
        }
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
