//! The problem: which formulas are asserted at which check.

use crate::error::{Refusal, refuse};
use crate::read::Names;
use crate::sexpr::{Command, Reader};
use crate::term::{Store, Term};
use std::rc::Rc;

/// What can be taken for true at one check.
#[derive(Clone, Debug, Default)]
pub struct Check {
    /// The assertions from the bottom of the stack up, then the assumptions; a reason where one could not be read.
    pub facts: Vec<Result<Term, Refusal>>,
    /// What names mean here: a later declaration may give them another meaning.
    pub names: Rc<Names>,
}

/// A problem file.
#[derive(Debug, Default)]
pub struct Problem {
    /// The checks in order.
    pub checks: Vec<Check>,
    /// Whether names were declared or defined since the last check.
    has_new_names: bool,
}

impl Problem {
    /// Another check, of what is asserted and what is assumed.
    fn check(
        &mut self,
        command: &Command,
        store: &mut Store,
        names: &mut Names,
        (mut facts, assumed): (Vec<Result<Term, Refusal>>, Option<usize>),
    ) -> Result<(), Refusal> {
        for &t in assumed.map_or(Ok(&[][..]), |list| command.list(list))? {
            facts.push(names.term(store, command, t).and_then(|f| formula(store, f)));
        }
        let last = self.checks.last().map(|c| c.names.clone());
        let names = match last.filter(|_| !self.has_new_names) {
            Some(names) => names,
            None => Rc::new(names.clone()),
        };
        self.has_new_names = false;
        self.checks.push(Check { facts, names });
        Ok(())
    }
}

/// Reads a problem, its declarations into `names`.
pub fn read(text: &str, store: &mut Store, names: &mut Names) -> Result<Problem, (usize, Refusal)> {
    let mut reader = Reader::new(text);
    let mut problem = Problem::default();
    let mut stack: Vec<Vec<Result<Term, Refusal>>> = vec![Vec::new()];
    loop {
        let at = |reason: Refusal, reader: &Reader<'_>| (reader.line(), reason);
        match reader.command() {
            Ok(None) => return Ok(problem),
            Ok(Some(command)) => {
                let done = run(&command, store, names, &mut stack, &mut problem);
                match done {
                    Ok(true) => {}
                    Ok(false) => return Ok(problem),
                    Err(why) => return Err(at(why, &reader)),
                }
            }
            Err(why) => return Err(at(why, &reader)),
        }
    }
}

/// Executes a command; returns false at the end of the script.
fn run(
    command: &Command,
    store: &mut Store,
    names: &mut Names,
    stack: &mut Vec<Vec<Result<Term, Refusal>>>,
    problem: &mut Problem,
) -> Result<bool, Refusal> {
    let items = command.list(command.root())?;
    let Some((&head, args)) = items.split_first() else { return refuse("an empty command") };
    let head_text = command.symbol(head)?;
    problem.has_new_names |= head_text.starts_with("de");
    match (head_text, args) {
        ("assert", &[f]) => {
            let f = names.term(store, command, f).and_then(|f| formula(store, f));
            if let Some(top) = stack.last_mut() {
                top.push(f);
            }
        }
        ("declare-fun", &[name, params, sort]) => {
            let params: Result<Vec<_>, _> =
                command.list(params)?.iter().map(|&p| names.sort(command, p)).collect();
            names.declare(store, command.symbol(name)?, params?, names.sort(command, sort)?);
        }
        ("declare-const", &[name, sort]) => {
            names.declare(store, command.symbol(name)?, Vec::new(), names.sort(command, sort)?);
        }
        ("define-sort", &[name, params, sort]) if command.list(params)?.is_empty() => {
            let sort = names.sort(command, sort)?;
            names.define_sort(command.symbol(name)?, sort);
        }
        // What cannot be read means nothing, and is refused where it is used.
        ("define-fun", &[name, params, _, body]) => {
            let defined = define(command, store, names, (name, params, body));
            if defined.is_err() {
                names.forget(command.symbol(name)?);
            }
        }
        ("define-const", &[name, _, body]) => match names.term(store, command, body) {
            Ok(body) => names.abbreviate(command.symbol(name)?, body),
            Err(_) => names.forget(command.symbol(name)?),
        },
        ("push" | "pop", rest) => {
            let count = rest.first().map_or(Ok(1), |&n| command.number(n))?;
            for _ in 0..count.min(100_000) {
                if command.symbol(head)? == "push" {
                    stack.push(Vec::new());
                } else if stack.len() > 1 {
                    stack.pop();
                }
            }
        }
        ("check-sat" | "check-sat-assuming", rest) => {
            problem.check(command, store, names, (stack.concat(), rest.first().copied()))?;
        }
        ("reset" | "reset-assertions", _) => *stack = vec![Vec::new()],
        ("exit", _) => return Ok(false),
        _ => {}
    }
    Ok(true)
}

fn formula(store: &Store, t: Term) -> Result<Term, Refusal> {
    if *store.sort(t) == crate::term::Sort::Bool { Ok(t) } else { refuse("no formula") }
}

fn define(
    command: &Command,
    store: &mut Store,
    names: &mut Names,
    (name, params, body): (usize, usize, usize),
) -> Result<(), Refusal> {
    let params = command.list(params)?.iter();
    let formal: Result<Vec<_>, _> = params.map(|&p| names.parameter(store, command, p)).collect();
    let formal = formal?;
    let shadowed = names.shadow(&formal);
    let body = names.term(store, command, body);
    names.restore(shadowed);
    let name = command.symbol(name)?;
    match formal.is_empty() {
        true => names.abbreviate(name, body?),
        false => names.define(name, formal.into_iter().map(|p| p.1).collect(), body?),
    }
    Ok(())
}
