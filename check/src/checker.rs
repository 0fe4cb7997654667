//! The commands of a proof.

use crate::base::*;
use crate::bits::Circuits;
use crate::lia::{self, Line};
use crate::problem::{self, Problem};
use crate::read::{Meaning, Names};
use crate::rup::refuted;
use crate::sexpr::{Command, Id, Reader};
use crate::{axioms, digits, lang, net};
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

/// A proof that is being checked.
#[derive(Debug)]
pub struct Checker {
    store: Store,
    names: Names,
    problem: Problem,
    at_check: usize,
    /// The clauses that were derived so far, in order and without repetitions.
    pub clauses: Map<String, Vec<Term>>,
    holes: BTreeMap<String, usize>,
    /// Whether the check at hand is refuted; none before the first section.
    closed: Option<bool>,
    /// What a rule may do for one clause; whoever searches for a proof may have it do less.
    pub fuel: u64,
}

impl Checker {
    /// A checker of proofs about this problem.
    pub fn new(problem: &str) -> Result<Checker, Verdict> {
        let (mut store, mut reader) = (Store::new(), Reader::new(problem));
        let problem = problem::read(&mut reader, &mut store);
        let refused = |reason| Verdict::Refused { line: reader.line, reason, in_problem: true };
        let problem = problem.map_err(refused)?;
        let names = problem.now.names.for_proofs();
        let (at_check, clauses, holes) = Default::default();
        Ok(Checker { store, names, problem, at_check, clauses, holes, closed: None, fuel: FUEL })
    }

    /// Checks a whole proof.
    pub fn check(&mut self, proof: &str) -> Verdict {
        let mut reader = Reader::new(proof);
        reader.enter();
        match self.read(&mut reader) {
            Ok(()) if self.holes.is_empty() => Verdict::Valid,
            Ok(()) => Verdict::Incomplete(std::mem::take(&mut self.holes)),
            Err(reason) => Verdict::Refused { line: reader.line, reason, in_problem: false },
        }
    }

    fn read(&mut self, reader: &mut Reader) -> Result<()> {
        let first = reader.command()?.ok_or("no proof")?;
        let is_this = match first.headed(first.root())? {
            ("stringent-proof", &[version]) => first.number(version)? == 1,
            _ => false,
        };
        refuse_if(!is_this, "no proof of this format")?;
        while let Some(command) = reader.command()? {
            let is_begin = command.headed(command.root())?.0 == "check-sat";
            refuse_if(self.closed.is_none() && !is_begin, "a command before the first section")?;
            self.run(&command)?;
        }
        refuse_if(self.closed != Some(true), "the proof ends without `qed`")
    }

    /// Executes one command that is given as text; for whoever searches for a proof.
    pub fn try_command(&mut self, text: &str) -> Result<()> {
        self.run(&Command::of(text)?)
    }

    /// The clause that a text is, and the terms; for whoever searches for a proof.
    pub fn written(&mut self, clause: &str) -> Result<(Vec<Term>, &mut Store)> {
        let command = Command::of(clause)?;
        let clause = self.clause(&command, command.root())?;
        Ok((clause, self.ready()))
    }

    /// Executes a command.
    fn run(&mut self, command: &Command) -> Result<()> {
        match command.headed(command.root())? {
            ("check-sat", &[n]) => self.begin(command.number(n)?),
            (kind @ ("term" | "const"), &[name, what]) => {
                let name = command.symbol(name)?;
                refuse_if(!name.starts_with('@'), "an abbreviation begins with `@`")?;
                let meaning = if kind == "term" {
                    Meaning::Macro(Vec::new(), self.term(command, what)?)
                } else {
                    let sort = self.names.sort(command, what)?;
                    Meaning::Fun(self.store.declare(name, Vec::new(), sort))
                };
                self.names.set(name, meaning);
                Ok(())
            }
            ("assume", &[name, n, ref rest @ ..]) => {
                let fact = self.assumed(command, command.number(n)?, rest.first().copied())?;
                self.add(command, name, vec![fact])
            }
            (kind @ ("step" | "rup"), &[name, clause, ref reason @ ..]) => {
                let clause = self.clause(command, clause)?;
                let holds = match reason {
                    hints if kind == "rup" => self.propagate(command, &clause, hints)?,
                    &[rule] => self.justify(command, &clause, rule)?,
                    _ => return refuse("a step of one rule is expected"),
                };
                refuse_if(!holds, "it does not follow")?;
                self.add(command, name, clause)
            }
            ("qed", &[name]) => {
                let is_empty = self.clauses.get(command.name(name)?).is_some_and(Vec::is_empty);
                refuse_if(!is_empty, "no such clause that is empty")?;
                self.closed = Some(true);
                Ok(())
            }
            _ => refuse("no such command"),
        }
    }

    /// Enters a clause. A name can be used again; it means the new clause then.
    fn add(&mut self, command: &Command, name: Id, mut clause: Vec<Term>) -> Result<()> {
        clause.sort_unstable();
        clause.dedup();
        self.clauses.insert(command.name(name)?.to_owned(), clause);
        Ok(())
    }

    /// Whether the clause follows from the named ones, or from all.
    fn propagate(&self, command: &Command, clause: &[Term], hints: &[Id]) -> Result<bool> {
        let named = hints
            .iter()
            .map(|&h| Ok(self.clauses.get(command.name(h)?).ok_or("no such clause")?));
        let mut premises = all(named)?;
        if premises.is_empty() {
            premises = self.clauses.values().collect();
        }
        let mut numbers: Map<Term, i32> = Map::default();
        let mut bit = |&l: &Term| {
            let (atom, positive) = self.store.atom(l);
            let next = numbers.len() as i32 + 2;
            let number = *numbers.entry(atom).or_insert(next);
            if positive { number } else { -number }
        };
        let mut all: Vec<Vec<i32>> = clause.iter().map(|l| vec![-bit(l)]).collect();
        all.extend(premises.into_iter().map(|premise| premise.iter().map(&mut bit).collect()));
        refuted(numbers.len() + 2, all, Vec::new())
    }

    /// Another check of the problem; what was concluded before may rest on assertions that are gone.
    fn begin(&mut self, check: usize) -> Result<()> {
        refuse_if(self.closed == Some(false), "a section ends without `qed`")?;
        let of = self.problem.checks.get(check).ok_or("no such check")?;
        self.names = of.names.for_proofs();
        self.clauses.clear();
        (self.closed, self.at_check) = (Some(false), check);
        Ok(())
    }

    /// The assertion of this number, or the formula that it is in another form.
    fn assumed(&mut self, command: &Command, n: usize, form: Option<Id>) -> Result<Term> {
        let check = self.problem.checks.get(self.at_check).ok_or("no such check")?;
        let fact = check.facts.get(n).cloned().ok_or("no such assertion")?;
        let is_all_read = check.facts.iter().all(Result::is_ok);
        let Some(form) = form else { return fact };
        let form = self.formula(command, form)?;
        let not_form = self.store.not(form);
        let is_this = match fact {
            Ok(fact) => form == fact || self.ready().refutes(&[fact, not_form])?,
            Err(_) => false,
        };
        refuse_if(!is_this && is_all_read, "the assertion is another one")?;
        if !is_this {
            self.leave("unread");
        }
        Ok(form)
    }

    /// Something is not justified.
    fn leave(&mut self, hole: &str) {
        *self.holes.entry(hole.to_owned()).or_default() += 1;
    }

    fn clause(&mut self, command: &Command, id: Id) -> Result<Vec<Term>> {
        command.list(id)?.iter().map(|&l| self.formula(command, l)).collect()
    }

    fn term(&mut self, command: &Command, id: Id) -> Result<Term> {
        self.names.term(&mut self.store, (command, id), &[])
    }

    fn formula(&mut self, command: &Command, id: Id) -> Result<Term> {
        let t = self.term(command, id)?;
        refuse_if(*self.store.sort(t) != Sort::Bool, "a literal that is no formula")?;
        Ok(t)
    }

    /// The terms, for a rule that is applied to one clause.
    fn ready(&mut self) -> &mut Store {
        self.store.refuel(self.fuel);
        &mut self.store
    }

    /// Whether the rule gives the clause.
    fn justify(&mut self, command: &Command, clause: &[Term], rule: Id) -> Result<bool> {
        let (name, args) = match command.symbol(rule) {
            Ok(name) => (name, &[][..]),
            Err(_) => command.headed(rule)?,
        };
        match (name, args) {
            ("taut", []) => Circuits::of(&self.store, clause, false)?.are_refuted(Vec::new()),
            ("norm", []) => {
                let facts: Vec<Term> = clause.iter().map(|&l| self.store.not(l)).collect();
                self.ready().refutes(&facts)
            }
            ("net", []) => net::holds(self.ready(), clause),
            ("digits", []) => digits::holds(self.ready(), clause),
            ("lang", []) => lang::holds(self.ready(), clause),
            ("lia", lines) => {
                let lines = all(lines.iter().map(|&l| line(command, l)))?;
                lia::check(self.ready(), clause, &lines).map(|()| true)
            }
            ("ax", [name, args @ ..]) => {
                let name = command.symbol(*name)?;
                let args = all(args.iter().map(|&a| self.term(command, a)))?;
                let instance = axioms::instance(&mut self.store, name, &args)?;
                let store = self.ready();
                let (have, want) = (store.negations(clause)?, store.negations(&instance)?);
                let verum = store.bool(true);
                Ok(want.iter().all(|t| *t == verum || have.contains(t)))
            }
            ("bits", lemmas) => {
                let bits = |&l: &Id| command.list(l)?.iter().map(|&b| command.signed(b)).collect();
                let lemmas = all(lemmas.iter().map(bits))?;
                Circuits::of(&self.store, clause, true)?.are_refuted(lemmas)
            }
            ("hole", &[name]) => {
                self.leave(command.symbol(name)?);
                Ok(true)
            }
            _ => refuse("no such rule"),
        }
    }
}

/// `((i c)* [/ d])`.
fn line(command: &Command, id: Id) -> Result<Line> {
    let (parts, divisor) = match command.list(id)? {
        [parts @ .., slash, divisor] if command.symbol(*slash) == Ok("/") => {
            (parts, command.signed(*divisor)?)
        }
        parts => (parts, BigInt::from(1)),
    };
    let pair = |&part: &Id| match command.list(part)? {
        &[i, c] => Ok((command.number(i)?, command.signed(c)?)),
        _ => refuse("a line of another form"),
    };
    Ok((parts.iter().map(pair).collect::<Result<_>>()?, divisor))
}
