//! The commands of a proof.

use crate::bits::Circuits;
use crate::clause::Clauses;
use crate::error::{Refusal, Result, all, refuse, refuse_if};
use crate::lia::{self, Line};
use crate::norm::{Forms, Norm};
use crate::problem::{self, Problem};
use crate::read::Names;
use crate::regex::Regexes;
use crate::sexpr::{Command, Id, Reader};
use crate::term::{Op, Sort, Store, Term};
use crate::{axioms, cong, digits, languages, net, split, words};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// What a rule may do for one clause: guards of derivatives that are looked at.
const FUEL: u64 = 30_000_000;

/// What became of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The refutations are complete.
    Valid,
    /// Steps of these names were not justified, each so often.
    Incomplete(BTreeMap<String, usize>),
    /// A line of the proof, or of the problem if `in_problem`, is not accepted.
    #[allow(missing_docs)]
    Refused { line: usize, reason: String, in_problem: bool },
}

/// A constant, and coefficients of numbered products.
pub type Row = (BigInt, Vec<(usize, BigInt)>);

/// A proof that is being checked.
#[derive(Debug)]
pub struct Checker {
    store: Store,
    names: Names,
    regexes: Regexes,
    /// Normal forms that are known.
    forms: Forms,
    problem: Problem,
    at_check: usize,
    clauses: Clauses,
    holes: BTreeMap<String, usize>,
    /// Whether the check at hand is refuted; none before the first section.
    closed: Option<bool>,
    /// What a rule may do for one clause.
    fuel: u64,
}

impl Checker {
    /// A checker of proofs about this problem.
    pub fn new(problem: &str) -> Result<Checker, Verdict> {
        let mut store = Store::default();
        let problem = problem::read(problem, &mut store).map_err(|(line, why)| {
            Verdict::Refused { line, reason: why.reason, in_problem: true }
        })?;
        let mut names = (*problem.now.names).clone();
        names.is_proof = true;
        Ok(Checker {
            store,
            names,
            regexes: Regexes::new(),
            forms: Forms::default(),
            problem,
            at_check: 0,
            clauses: Clauses::default(),
            holes: BTreeMap::new(),
            closed: None,
            fuel: FUEL,
        })
    }

    /// Lets rules do a tenth of the work; for whoever searches for a proof and met a limit.
    pub fn work_less(&mut self) {
        self.fuel /= 10;
    }

    /// Checks a whole proof.
    pub fn check(mut self, proof: &str) -> Verdict {
        self.verdict(proof)
    }

    /// The same, once; for whoever does not care to give back what it took.
    pub fn verdict(&mut self, proof: &str) -> Verdict {
        let mut reader = Reader::new(proof);
        reader.enter();
        match self.read(&mut reader) {
            Ok(()) if self.holes.is_empty() => Verdict::Valid,
            Ok(()) => Verdict::Incomplete(std::mem::take(&mut self.holes)),
            Err(why) => {
                Verdict::Refused { line: reader.line(), reason: why.reason, in_problem: false }
            }
        }
    }

    fn read(&mut self, reader: &mut Reader) -> Result<()> {
        let Some(first) = reader.command()? else { return refuse("no proof") };
        header(&first)?;
        while let Some(command) = reader.command()? {
            self.in_section(&command)?;
        }
        refuse_if(self.closed != Some(true), "the proof ends without `qed`")
    }

    /// Executes one command that is given as text; for whoever searches for a proof.
    pub fn try_command(&mut self, text: &str) -> Result<()> {
        match Reader::new(text).command()? {
            Some(command) => self.run(&command),
            None => refuse("no command"),
        }
    }

    /// A clause of these that has no literals that the other one does not have; for whoever searches for a proof.
    pub fn says(&mut self, names: &[String], clause: &str) -> Option<String> {
        let whole = self.written(clause).ok()?;
        let part = |name: &&String| {
            self.clauses.get(name).is_some_and(|part| part.iter().all(|l| whole.contains(l)))
        };
        names.iter().find(part).cloned()
    }

    /// The lines that the rule `lia` has for a clause: constants, and coefficients of numbered products.
    pub fn lines(&mut self, clause: &str) -> Result<Vec<Row>> {
        let clause = self.written(clause)?;
        let lines = lia::premises(&mut self.norm(), &clause)?;
        let mut numbers = BTreeMap::new();
        let mut number = |product: &Vec<Term>| {
            let next = numbers.len();
            *numbers.entry(product.clone()).or_insert(next)
        };
        let row = |p: crate::poly::Poly| {
            (
                p.constant.clone(),
                p.terms.iter().map(|(product, c)| (number(product), c.clone())).collect(),
            )
        };
        Ok(lines.into_iter().map(row).collect())
    }

    /// The clauses that the rule `bits` refutes for a clause.
    pub fn circuits(&mut self, clause: &str) -> Result<Vec<Vec<i32>>> {
        let clause = self.written(clause)?;
        Ok(Circuits::of(&self.store, &clause, true)?.clauses)
    }

    /// Executes a command, which belongs to a section.
    fn in_section(&mut self, command: &Command) -> Result<()> {
        let first = command.list(command.root())?.first().map(|&head| command.symbol(head));
        let is_early = self.closed.is_none() && first != Some(Ok("check-sat"));
        refuse_if(is_early, "a command before the first section")?;
        self.run(command)
    }

    /// Executes a command.
    fn run(&mut self, command: &Command) -> Result<()> {
        let items = command.list(command.root())?;
        let Some((&head, args)) = items.split_first() else { return refuse("an empty command") };
        match (command.symbol(head)?, args) {
            ("check-sat", &[n]) => self.begin(command.number(n)?),
            ("term", &[name, t]) => {
                let t = self.names.term(&mut self.store, command, t)?;
                self.fresh_name(command.symbol(name)?)?;
                self.names.abbreviate(command.symbol(name)?, t);
                Ok(())
            }
            ("const", &[name, sort]) => {
                self.fresh_name(command.symbol(name)?)?;
                let sort = self.names.sort(command, sort)?;
                self.names.declare(&mut self.store, command.symbol(name)?, Vec::new(), sort);
                Ok(())
            }
            ("assume", [name, n, rest @ ..]) => {
                self.assume(command, *name, command.number(*n)?, rest.first().copied())
            }
            ("step", &[name, clause, rule]) => {
                let clause = self.clause(command, clause)?;
                self.justify(command, &clause, rule)?;
                self.clauses.add(command.name(name)?, clause);
                Ok(())
            }
            ("rup", [name, clause, hints @ ..]) => {
                let clause = self.clause(command, *clause)?;
                self.propagate(command, &clause, hints)?;
                self.clauses.add(command.name(*name)?, clause);
                Ok(())
            }
            ("drop", names) => {
                let drop =
                    |&n: &Id| refuse_if(!self.clauses.drop(command.name(n)?), "no such clause");
                names.iter().try_for_each(drop)
            }
            ("qed", &[name]) => {
                let is_empty = self.clauses.get(command.name(name)?).is_some_and(<[_]>::is_empty);
                refuse_if(!is_empty, "no such clause that is empty")?;
                self.closed = Some(true);
                Ok(())
            }
            _ => refuse("no such command"),
        }
    }

    /// Checks that the clause follows from the named ones, or from all.
    fn propagate(&self, command: &Command, clause: &[Term], hints: &[Id]) -> Result<()> {
        let mut hints = all(hints.iter().map(|&h| command.name(h)))?;
        refuse_if(hints.iter().any(|name| self.clauses.get(name).is_none()), "no such clause")?;
        if hints.is_empty() {
            hints = self.clauses.names();
        }
        refuse_if(
            !self.clauses.imply(&self.store, &hints, clause)?,
            "it does not follow by unit propagation",
        )
    }

    /// Another check of the problem; what was concluded before may rest on assertions that are gone.
    fn begin(&mut self, check: usize) -> Result<()> {
        refuse_if(self.closed == Some(false), "a section ends without `qed`")?;
        let Some(of) = self.problem.checks.get(check) else { return refuse("no such check") };
        self.names = (*of.names).clone();
        self.names.is_proof = true;
        self.clauses = Clauses::default();
        self.closed = Some(false);
        self.at_check = check;
        Ok(())
    }

    fn fresh_name(&self, name: &str) -> Result<()> {
        if name.starts_with('@') { Ok(()) } else { refuse("an abbreviation begins with `@`") }
    }

    fn assume(&mut self, command: &Command, name: Id, n: usize, form: Option<Id>) -> Result<()> {
        let Some(check) = self.problem.checks.get(self.at_check) else {
            return refuse("no such check");
        };
        let Some(fact) = check.facts.get(n).cloned() else { return refuse("no such assertion") };
        let all_read = check.facts.iter().all(Result::is_ok);
        let clause = match form {
            None => fact?,
            Some(form) => {
                let form = self.formula(command, form)?;
                let not_form = self.store.not(form);
                let is_this = match fact {
                    Ok(fact) => form == fact || self.norm().refutes(&[fact, not_form])?,
                    Err(_) => false,
                };
                if !is_this && all_read {
                    return refuse("the assertion is another one");
                } else if !is_this {
                    *self.holes.entry("unread".to_owned()).or_default() += 1;
                }
                form
            }
        };
        self.clauses.add(command.name(name)?, vec![clause]);
        Ok(())
    }

    fn clause(&mut self, command: &Command, id: Id) -> Result<Vec<Term>> {
        command.list(id)?.iter().map(|&l| self.formula(command, l)).collect()
    }

    fn formula(&mut self, command: &Command, id: Id) -> Result<Term> {
        let t = self.names.term(&mut self.store, command, id)?;
        refuse_if(*self.store.sort(t) != Sort::Bool, "a literal that is no formula")?;
        Ok(t)
    }

    fn norm(&mut self) -> Norm<'_> {
        self.regexes.refuel(self.fuel);
        Norm::new(&mut self.store, &mut self.regexes, &mut self.forms)
    }

    /// Checks that the rule gives the clause.
    fn justify(&mut self, command: &Command, clause: &[Term], rule: Id) -> Result<()> {
        let parts = match command.list(rule) {
            Ok(parts) => parts.to_vec(),
            Err(_) => vec![rule],
        };
        let Some((&name, args)) = parts.split_first() else { return refuse("no rule") };
        let holds = match (command.symbol(name)?, args) {
            ("taut", []) => Circuits::of(&self.store, clause, false)?.are_refuted(Vec::new())?,
            ("norm", []) => self.by_norm(clause)?,
            ("cong", []) => cong::holds(&mut self.norm(), clause)?,
            ("net", []) => net::holds(&mut self.norm(), clause)?,
            ("digits", []) => digits::holds(&mut self.norm(), clause)?,
            ("split", []) => split::holds(&mut self.norm(), clause)?,
            ("lang", []) => languages::holds(&mut self.norm(), clause)?,
            ("lia", lines) => {
                let lines = all(lines.iter().map(|&l| line(command, l)))?;
                return lia::check(&mut self.norm(), clause, &lines);
            }
            ("ax", [name, args @ ..]) => {
                let name = command.symbol(*name)?;
                let term = |&a: &Id| self.names.term(&mut self.store, command, a);
                let args = all(args.iter().map(term))?;
                let instance = axioms::instance(&mut self.store, name, &args)?;
                self.covers(clause, &instance)?
            }
            ("sort", &[t]) => {
                let t = self.names.term(&mut self.store, command, t)?;
                let facts = words::facts(&mut self.store, t)?;
                let (have, facts) = (self.forms_of(clause)?, self.forms_of(&facts)?);
                facts.iter().any(|fact| have.contains(fact))
            }
            ("bits", lemmas) => {
                let lemmas = all(lemmas.iter().map(|&l| lemma(command, l)))?;
                Circuits::of(&self.store, clause, true)?.are_refuted(lemmas)?
            }
            ("hole", [name]) => {
                *self.holes.entry(command.symbol(*name)?.to_owned()).or_default() += 1;
                true
            }
            _ => return refuse("no such rule"),
        };
        if holds { Ok(()) } else { refuse("the rule does not give this clause") }
    }

    /// The negated literals, in the order of the clause, are absurd.
    fn by_norm(&mut self, clause: &[Term]) -> Result<bool> {
        let facts: Vec<Term> = clause.iter().map(|&l| self.store.not(l)).collect();
        self.norm().refutes(&facts)
    }

    /// The normal forms of formulas.
    fn forms_of(&mut self, formulas: &[Term]) -> Result<Vec<Term>> {
        let mut norm = self.norm();
        formulas.iter().map(|&f| norm.normal(f)).collect()
    }

    /// Whether the literals of the instance, in normal form, are among those of the clause.
    fn covers(&mut self, clause: &[Term], instance: &[Term]) -> Result<bool> {
        let (have, want) = (self.forms_of(clause)?, self.forms_of(instance)?);
        Ok(want.iter().all(|t| *self.store.op(*t) == Op::False || have.contains(t)))
    }

    /// The clause that a text is; for whoever searches for a proof.
    fn written(&mut self, clause: &str) -> Result<Vec<Term>> {
        let Some(command) = Reader::new(clause).command()? else { return refuse("no clause") };
        self.clause(&command, command.root())
    }
}

fn header(command: &Command) -> Result<()> {
    let is_this = match command.list(command.root())? {
        &[head, version] => {
            (command.symbol(head)?, command.number(version)?) == ("stringent-proof", 1)
        }
        _ => false,
    };
    refuse_if(!is_this, "no proof of this format")
}

/// `(bit*)`.
fn lemma(command: &Command, id: Id) -> Result<Vec<i32>> {
    let bit =
        |&b: &Id| command.name(b)?.parse::<i32>().map_err(|_| Refusal::new("a bit is expected"));
    command.list(id)?.iter().map(bit).collect()
}

/// `((i c)* [/ d])`.
fn line(command: &Command, id: Id) -> Result<Line> {
    let mut line = Line { sum: Vec::new(), divisor: BigInt::from(1) };
    let number = |id: Id| {
        command.name(id)?.parse::<BigInt>().map_err(|_| Refusal::new("a number is expected"))
    };
    let items = command.list(id)?;
    let mut at = 0;
    while let Some(&item) = items.get(at) {
        match command.list(item) {
            Ok(&[i, c]) => line.sum.push((command.number(i)?, number(c)?)),
            Err(_) if command.symbol(item) == Ok("/") && at + 2 == items.len() => {
                line.divisor = number(items[at + 1])?;
                at += 1;
            }
            _ => return refuse("a line of another form"),
        }
        at += 1;
    }
    Ok(line)
}
