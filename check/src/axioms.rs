//! The table of axioms: clauses that hold for all arguments, in `axioms.smt2`.

use crate::error::{Refusal, refuse};
use crate::read::{Names, substitute};
use crate::sexpr::{Command, Reader};
use crate::term::{Declaration, Op, Store, Term};
use std::collections::HashMap;

/// The table, for those who look for instances.
pub const AXIOMS: &str = include_str!("../axioms.smt2");

#[derive(Debug)]
struct Axiom {
    params: Vec<Term>,
    clause: Vec<Term>,
}

/// The axioms by name.
#[derive(Debug)]
pub struct Axioms {
    known: HashMap<String, Axiom>,
}

impl Axioms {
    /// Reads the table.
    pub fn new(store: &mut Store) -> Axioms {
        let mut known = HashMap::new();
        let mut reader = Reader::new(AXIOMS);
        while let Ok(Some(command)) = reader.command() {
            if let Ok((name, axiom)) = read(&command, store) {
                known.insert(name, axiom);
            }
        }
        Axioms { known }
    }

    /// The literals of an axiom for these arguments.
    pub fn instance(
        &self,
        store: &mut Store,
        name: &str,
        args: &[Term],
    ) -> Result<Vec<Term>, Refusal> {
        let Some(axiom) = self.known.get(name) else { return refuse("no such axiom") };
        axiom.clause.iter().map(|&l| substitute(store, &axiom.params, args, l)).collect()
    }
}

/// `(axiom NAME ((x SORT)*) (literal*))`.
fn read(command: &Command, store: &mut Store) -> Result<(String, Axiom), Refusal> {
    let &[_, name, params, clause] = command.list(command.root())? else {
        return refuse("no axiom");
    };
    let mut names = Names::new(store);
    let mut formal = Vec::new();
    for &p in command.list(params)? {
        let &[x, sort] = command.list(p)? else { return refuse("a parameter without a sort") };
        let (x, sort) = (command.symbol(x)?, names.sort(command, sort)?);
        let fun = store.declare(Declaration { name: x.to_owned(), params: Vec::new(), sort });
        let t = store.app(Op::Fun(fun), &[])?;
        names.abbreviate(x, t);
        formal.push(t);
    }
    let clause: Result<Vec<Term>, Refusal> =
        command.list(clause)?.iter().map(|&l| names.term(store, command, l)).collect();
    Ok((command.symbol(name)?.to_owned(), Axiom { params: formal, clause: clause? }))
}
