//! The table of axioms: clauses that hold for all arguments, in `axioms.smt2`.

use crate::error::{Refusal, refuse};
use crate::hash::Map;
use crate::read::{Names, substitute};
use crate::sexpr::{Command, Reader};
use crate::term::{Declaration, Op, Sort, Store, Term};
use crate::words;

/// The table, for those who look for instances.
pub const AXIOMS: &str = include_str!("../axioms.smt2");

#[derive(Debug)]
struct Axiom {
    params: Vec<Term>,
    clause: Vec<Term>,
}

/// The axioms by name, as far as they were asked for.
#[derive(Debug, Default)]
pub struct Axioms {
    known: Map<(String, Option<Sort>), Axiom>,
}

impl Axioms {
    /// The literals of an axiom for these arguments.
    pub fn instance(
        &mut self,
        store: &mut Store,
        name: &str,
        args: &[Term],
    ) -> Result<Vec<Term>, Refusal> {
        // Axioms about sequences are about those of any elements.
        let element = args.first().and_then(|&a| match store.sort(a) {
            Sort::Seq(element) => Some((**element).clone()),
            sort if name.starts_with("seq-unit") => Some(sort.clone()),
            _ => None,
        });
        let key = (name.to_owned(), element.clone());
        if !self.known.contains_key(&key) {
            self.known.insert(key.clone(), find(store, name, element)?);
        }
        let axiom = &self.known[&key];
        let wide = words::wide_element(store, args);
        let args = match &wide {
            Some(element) => words::alike(store, args, element),
            None => args.to_vec(),
        };
        if let Some(element) = &wide {
            let is_one = |&a: &Term| match store.sort(a) {
                Sort::Seq(e) | Sort::RegEx(e) => e == element,
                sort => !matches!(sort, Sort::Str | Sort::Re),
            };
            if !args.iter().all(is_one) || !axiom.is_of_any_letters(store) {
                return refuse("an axiom about strings");
            }
        }
        // An axiom about strings holds of what a sequence is inside.
        let pairs = axiom.params.iter().zip(&args);
        let plain =
            |(&p, &a)| if store.sort(p) == store.sort(a) { a } else { words::image(store, a) };
        let actual: Vec<Term> = pairs.map(plain).collect();
        if actual.len() != args.len() {
            return refuse("an axiom of other arguments");
        }
        let args = &actual;
        axiom.clause.iter().map(|&l| substitute(store, &axiom.params, args, l)).collect()
    }
}

impl Axiom {
    /// Whether it holds whatever the letters are: it does not speak of codes, order, ranges or numerals.
    fn is_of_any_letters(&self, store: &Store) -> bool {
        let speaks = |&t: &Term| match store.op(t) {
            Op::Text(word) => !word.is_empty(),
            Op::ToCode | Op::FromCode | Op::ToInt | Op::FromInt | Op::IsDigit => true,
            Op::StrLt | Op::StrLe | Op::ReRange | Op::ReplaceRe | Op::ReplaceReAll => true,
            _ => false,
        };
        !store.post_order(&self.clause).iter().any(speaks)
    }
}

/// Reads the axiom of this name.
fn find(store: &mut Store, name: &str, element: Option<Sort>) -> Result<Axiom, Refusal> {
    let at = AXIOMS.find(&format!("\n(axiom {name} "));
    match at.map(|at| Reader::new(&AXIOMS[at..]).command()) {
        Some(Ok(Some(command))) => read(&command, store, element),
        _ => refuse("no such axiom"),
    }
}

/// `(axiom NAME ((x SORT)*) (literal*))`.
fn read(command: &Command, store: &mut Store, element: Option<Sort>) -> Result<Axiom, Refusal> {
    let &[_, _, params, clause] = command.list(command.root())? else {
        return refuse("no axiom");
    };
    let mut names = Names::new(store);
    if let Some(element) = element {
        names.define_sort("E", element);
    }
    let mut formal = Vec::new();
    for &p in command.list(params)? {
        let &[x, sort] = command.list(p)? else { return refuse("a parameter without a sort") };
        let (x, sort) = (command.symbol(x)?, names.sort(command, sort)?);
        let fun = store.declare(Declaration { name: x.to_owned(), params: Vec::new(), sort });
        let t = store.app(Op::Fun(fun), &[])?;
        let t = words::value(store, t);
        names.abbreviate(x, t);
        formal.push(t);
    }
    let clause: Result<Vec<Term>, Refusal> =
        command.list(clause)?.iter().map(|&l| names.term(store, command, l)).collect();
    Ok(Axiom { params: formal, clause: clause? })
}
