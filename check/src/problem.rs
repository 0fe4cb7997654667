//! The problem: which formulas are asserted at which check, and what names mean there.

use crate::base::*;
use crate::read::{Meaning, Names};
use crate::sexpr::{Command, Id, Node, Reader};
use std::rc::Rc;

/// More scopes are not opened.
const MAX_SCOPES: usize = 1_000_000;

/// What can be taken for true at one check.
#[derive(Clone, Debug, Default)]
pub struct Check {
    /// The assertions from the bottom of the stack up, then the assumptions; a reason where one could not be read.
    pub facts: Vec<Result<Term>>,
    /// What names mean here: a later declaration may give them another meaning.
    pub names: Rc<Names>,
}

/// A problem file.
#[derive(Debug, Default)]
pub struct Problem {
    /// The checks in order.
    pub checks: Vec<Check>,
    /// What names mean, and what is asserted; names are copied when they change while a check or a scope has them.
    pub now: Check,
    /// How many assertions there were, and what names meant, before each scope.
    scopes: Vec<(usize, Rc<Names>)>,
    /// Whether names mean what they do after their scope, too.
    has_global_names: bool,
}

/// Reads a problem.
pub fn read(reader: &mut Reader, store: &mut Store) -> Result<Problem> {
    let mut problem = Problem::default();
    while let Some(command) = reader.command()?
        && problem.run(&command, store)?
    {}
    Ok(problem)
}

impl Problem {
    /// Executes a command; returns false at the end of the script.
    fn run(&mut self, command: &Command, store: &mut Store) -> Result<bool> {
        match command.headed(command.root())? {
            ("assert", &[f]) => {
                for (name, t) in command.named() {
                    let t = self.now.names.term(store, (command, t), &[]);
                    self.names().enter(name, t.map(|t| Meaning::Macro(Vec::new(), t)));
                }
                let f = self.formula(command, store, f);
                self.now.facts.push(f);
            }
            (name @ ("push" | "pop"), rest) => {
                let count = rest.first().map_or(Ok(1), |&n| command.number(n))?;
                if name == "pop" {
                    self.pop(count);
                    return Ok(true);
                }
                refuse_if(count > MAX_SCOPES - self.scopes.len(), "too many scopes")?;
                let scope = (self.now.facts.len(), self.now.names.clone());
                self.scopes.resize(self.scopes.len() + count, scope);
            }
            ("check-sat" | "check-sat-assuming", rest) => {
                let mut check = self.now.clone();
                for &t in rest.first().map_or(Ok(&[][..]), |&list| command.list(list))? {
                    check.facts.push(self.formula(command, store, t));
                }
                self.checks.push(check);
            }
            (name @ ("reset" | "reset-assertions"), _) => {
                self.has_global_names &= name != "reset";
                self.now.facts.clear();
                self.scopes.clear();
                if !self.has_global_names {
                    self.now.names = Rc::default();
                }
            }
            ("set-option", &[name, value])
                if command.symbol(name) == Ok(":global-declarations") =>
            {
                let is_on = command.symbol(value) == Ok("true");
                let is_late = !self.now.names.is_empty() || !self.scopes.is_empty();
                let changes = is_on != self.has_global_names;
                refuse_if(changes && is_late, "an option that comes too late")?;
                self.has_global_names = is_on;
            }
            ("exit", _) => return Ok(false),
            (kind, args) if kind.starts_with("de") => self.define(command, store, kind, args)?,
            _ => {}
        }
        Ok(true)
    }

    fn names(&mut self) -> &mut Names {
        Rc::make_mut(&mut self.now.names)
    }

    fn formula(&self, command: &Command, store: &mut Store, id: Id) -> Result<Term> {
        let t = self.now.names.term(store, (command, id), &[])?;
        refuse_if(*store.sort(t) != Sort::Bool, "no formula")?;
        Ok(t)
    }

    /// Closes so many scopes, or all.
    fn pop(&mut self, count: usize) {
        let left = self.scopes.len().saturating_sub(count);
        if let Some((facts, names)) = self.scopes.drain(left..).next() {
            self.now.facts.truncate(facts);
            if !self.has_global_names {
                self.now.names = names;
            }
        }
    }

    /// Gives names a meaning. Those that are defined in terms that are not known here have none, and are refused where they are used.
    fn define(&mut self, c: &Command, store: &mut Store, kind: &str, args: &[Id]) -> Result<()> {
        let (params, rest) = match args {
            [_, params, rest @ ..] if kind.ends_with("-fun") && !rest.is_empty() => {
                (c.list(*params)?, rest)
            }
            [_, rest @ ..] if !kind.ends_with("-fun") => (&[][..], rest),
            _ => (&[][..], &[][..]),
        };
        let (name, names) = (args.first().map_or(Ok(""), |&n| c.symbol(n)), &self.now.names);
        match (kind, rest) {
            ("declare-fun" | "declare-const", &[sort]) => {
                let params = all(params.iter().map(|&p| names.sort(c, p)))?;
                let fun = store.declare(name.clone()?, params, names.sort(c, sort)?);
                self.names().enter(name?, Ok(Meaning::Fun(fun)));
            }
            ("define-fun" | "define-const", &[sort, body]) => {
                let mut define = || {
                    let formal = all(params.iter().map(|&p| names.parameter(store, (c, p))))?;
                    let body = names.term(store, (c, body), &formal)?;
                    let is_this = *store.sort(body) == names.sort(c, sort)?;
                    refuse_if(!is_this, "a definition of another sort")?;
                    Ok(Meaning::Macro(formal.into_iter().map(|p| p.1).collect(), body))
                };
                let meaning = define();
                self.names().enter(name?, meaning);
            }
            ("define-sort", &[params, sort]) if c.list(params)?.is_empty() => {
                let sort = names.sort(c, sort)?;
                self.names().set_sort(name?, Some(sort));
            }
            ("define-sort" | "declare-sort", _) => self.names().set_sort(name?, None),
            ("define-fun-rec", _) => self.names().enter(name?, refuse("a recursive function")),
            ("define-funs-rec", _) if !args.is_empty() => {
                for &signature in c.list(args[0])? {
                    self.names().enter(c.headed(signature)?.0, refuse("a recursive function"));
                }
            }
            _ => {
                for node in &c.nodes {
                    if let Node::Symbol(name) = node {
                        self.names().enter(name, refuse("what is not known here"));
                        self.names().set_sort(name, None);
                    }
                }
            }
        }
        Ok(())
    }
}
