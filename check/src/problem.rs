//! The problem: which formulas are asserted at which check, and what names mean there.

use crate::error::{Refusal, Result, all, refuse, refuse_if};
use crate::read::{Meaning, Names};
use crate::sexpr::{Atom, Command, Id, Reader};
use crate::term::{Declaration, Sort, Store, Term};
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
pub fn read(text: &str, store: &mut Store) -> Result<Problem, (usize, Refusal)> {
    let mut reader = Reader::new(text);
    let mut problem = Problem::default();
    loop {
        let done = match reader.command() {
            Ok(None) => Ok(false),
            Ok(Some(command)) => problem.run(&command, store),
            Err(why) => Err(why),
        };
        match done {
            Ok(true) => {}
            Ok(false) => return Ok(problem),
            Err(why) => return Err((reader.line(), why)),
        }
    }
}

impl Problem {
    /// Executes a command; returns false at the end of the script.
    fn run(&mut self, command: &Command, store: &mut Store) -> Result<bool> {
        let items = command.list(command.root())?;
        let Some((&head, args)) = items.split_first() else { return refuse("an empty command") };
        match (command.symbol(head)?, args) {
            ("assert", &[f]) => {
                for (name, t) in command.named() {
                    let meaning = self.now.names.term(store, command, t).map(Meaning::Term);
                    self.names().enter(name, meaning.ok());
                }
                let f = self.formula(command, store, f);
                self.now.facts.push(f);
            }
            ("push" | "pop", rest) => {
                let count = rest.first().map_or(Ok(1), |&n| command.number(n))?;
                match command.symbol(head)? {
                    "push" => self.push(count)?,
                    _ => self.pop(count),
                }
            }
            ("check-sat" | "check-sat-assuming", rest) => {
                let mut check = self.now.clone();
                for &t in rest.first().map_or(Ok(&[][..]), |&list| command.list(list))? {
                    check.facts.push(self.formula(command, store, t));
                }
                self.checks.push(check);
            }
            ("reset" | "reset-assertions", _) => {
                self.has_global_names &= command.symbol(head)? != "reset";
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
                refuse_if(
                    is_on != self.has_global_names
                        && !(self.now.names.is_empty() && self.scopes.is_empty()),
                    "an option that comes too late",
                )?;
                self.has_global_names = is_on;
            }
            ("exit", _) => return Ok(false),
            (name, args) if name.starts_with("de") => self.define(command, store, (name, args))?,
            _ => {}
        }
        Ok(true)
    }

    fn names(&mut self) -> &mut Names {
        Rc::make_mut(&mut self.now.names)
    }

    fn sort(&self, command: &Command, id: Id) -> Result<Sort> {
        self.now.names.sort(command, id)
    }

    fn formula(&self, command: &Command, store: &mut Store, id: Id) -> Result<Term> {
        let t = self.now.names.term(store, command, id)?;
        if *store.sort(t) == Sort::Bool { Ok(t) } else { refuse("no formula") }
    }

    fn push(&mut self, count: usize) -> Result<()> {
        refuse_if(count > MAX_SCOPES - self.scopes.len(), "too many scopes")?;
        let scope = (self.now.facts.len(), self.now.names.clone());
        self.scopes.resize(self.scopes.len() + count, scope);
        Ok(())
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
    fn define(
        &mut self,
        command: &Command,
        store: &mut Store,
        definition: (&str, &[Id]),
    ) -> Result<()> {
        match definition {
            ("declare-fun", &[name, params, sort]) => {
                let params = all(command.list(params)?.iter().map(|&p| self.sort(command, p)))?;
                let sort = self.sort(command, sort)?;
                self.declare(store, command.symbol(name)?, params, sort);
            }
            ("declare-const", &[name, sort]) => {
                let sort = self.sort(command, sort)?;
                self.declare(store, command.symbol(name)?, Vec::new(), sort);
            }
            ("define-fun", &[name, params, sort, body]) => {
                let parts = (command.list(params)?, sort, body);
                let meaning = defined(&self.now.names, command, store, parts);
                self.names().enter(command.symbol(name)?, meaning.ok());
            }
            ("define-const", &[name, sort, body]) => {
                let meaning = defined(&self.now.names, command, store, (&[], sort, body));
                self.names().enter(command.symbol(name)?, meaning.ok());
            }
            ("define-sort", &[name, params, sort]) if command.list(params)?.is_empty() => {
                let sort = self.sort(command, sort)?;
                self.names().define_sort(command.symbol(name)?, sort);
            }
            ("define-sort" | "declare-sort", &[name, ..]) => {
                self.names().forget_sort(command.symbol(name)?);
            }
            ("define-fun-rec", &[name, ..]) => self.names().enter(command.symbol(name)?, None),
            ("define-funs-rec", &[signatures, ..]) => {
                for &signature in command.list(signatures)? {
                    if let Some(&name) = command.list(signature)?.first() {
                        self.names().enter(command.symbol(name)?, None);
                    }
                }
            }
            _ => {
                for atom in command.atoms() {
                    if let Atom::Symbol(name) = atom {
                        self.names().enter(name, None);
                        self.names().forget_sort(name);
                    }
                }
            }
        }
        Ok(())
    }

    fn declare(&mut self, store: &mut Store, name: &str, params: Vec<Sort>, sort: Sort) {
        let fun = store.declare(Declaration { name: name.to_owned(), params, sort });
        self.names().enter(name, Some(Meaning::Fun(fun)));
    }
}

/// What a definition says.
fn defined(
    names: &Names,
    command: &Command,
    store: &mut Store,
    (params, sort, body): (&[Id], Id, Id),
) -> Result<Meaning> {
    let formal = all(params.iter().map(|&p| names.parameter(store, command, p)))?;
    let body = names.body(store, command, body, &formal)?;
    refuse_if(*store.sort(body) != names.sort(command, sort)?, "a definition of another sort")?;
    let params: Vec<Term> = formal.into_iter().map(|p| p.1).collect();
    Ok(if params.is_empty() { Meaning::Term(body) } else { Meaning::Macro { params, body } })
}
