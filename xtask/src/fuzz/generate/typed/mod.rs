//! Formulas over bit-vectors and over sequences of any elements: sorts have parameters, so what fits is computed, not looked up in
//! templates. Operators come from the tables of the solver ([`applications`]).
//!
//! Half of the formulas bound the lengths of what is declared, so that solvers decide them.

pub mod applications;
mod predicates;

use crate::fuzz::kind::Kind;
use crate::fuzz::operators::{self, Family};
use crate::fuzz::rng::Rng;
use crate::fuzz::script::Script;
use crate::fuzz::sexp::Sexp;
use applications::{Application, Hole};

/// What a formula is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// Bit-vectors of several widths, and integers.
    Bits,
    /// Sequences over small alphabets, regexes, predicates.
    Bytes,
    /// Sequences of all elements, and all functions of them.
    Sequences,
    /// Sequences that are only read and written.
    Vectors,
}

/// What elements of sequences are drawn from.
const ELEMENTS: &[Kind] = &[
    Kind::Bool,
    Kind::Bits(1),
    Kind::Bits(2),
    Kind::Bits(8),
    Kind::Bits(16),
    Kind::Bits(32),
    Kind::Int,
    Kind::String,
];
const ALPHABETS: &[Kind] =
    &[Kind::Bits(8), Kind::Bits(8), Kind::Bits(8), Kind::Bits(1), Kind::Bits(2), Kind::Bits(16)];
const WIDTHS: &[u32] = &[1, 2, 3, 4, 5, 8, 16, 32, 64];
/// How deep assertions are at most.
const DEPTH: usize = 4;

/// A random formula.
pub fn formula(rng: &mut Rng, field: Field) -> Script {
    let element = element(rng, field);
    let has_paper = field != Field::Vectors && rng.one_in(8);
    let mut typed = Typed { field, element, has_paper, script: Script::default(), bound: None };
    typed.declare(rng);
    if field != Field::Bits && rng.one_in(2) {
        for name in ["x", "y", "z"] {
            typed.script.assertions.push(parsed(&format!("(<= (seq.len {name}) 3)")));
        }
    }
    for _ in 0..1 + rng.below(4) {
        let depth = 1 + rng.below(DEPTH);
        let term = typed.term(rng, &Kind::Bool, depth);
        typed.script.assertions.push(term);
    }
    if typed.has_predicates() && rng.one_in(6) {
        let axiom = typed.axiom(rng);
        typed.script.assertions.push(axiom);
    }
    let mut script = typed.script;
    let used: Vec<Sexp> = script.declarations.iter().filter(|d| script.uses(d)).cloned().collect();
    script.declarations = used;
    script
}

fn element(rng: &mut Rng, field: Field) -> Kind {
    match field {
        Field::Bits => Kind::Bits(*rng.pick(WIDTHS)),
        Field::Bytes => rng.pick(ALPHABETS).clone(),
        Field::Sequences | Field::Vectors => match rng.below(10) {
            0 => rng.pick(ELEMENTS).sequence(),
            1 => Kind::Declared("E".to_owned()),
            _ => rng.pick(ELEMENTS).clone(),
        },
    }
}

/// The generator of one formula.
struct Typed {
    field: Field,
    /// Of sequences; of bit-vectors, the most common width.
    element: Kind,
    /// Whether names are drawn that are only in the paper on sequences.
    has_paper: bool,
    script: Script,
    /// The variable of the predicate that is being drawn.
    bound: Option<Kind>,
}

/// From where an operator is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Logic,
    Integers,
    Bits,
    Sequences,
    Elements,
    Declared,
}

impl Typed {
    fn declare(&mut self, rng: &mut Rng) {
        let (a, s) = (self.element.clone(), self.element.sequence());
        let other = Kind::Bits(*rng.pick(WIDTHS));
        let mut lines =
            vec!["(declare-const i Int)(declare-const j Int)(declare-const p Bool)".to_owned()];
        if let Kind::Declared(name) = a.element().unwrap_or(&a) {
            lines.push(format!("(declare-sort {name} 0)"));
        }
        lines.push(format!("(declare-const a {a})(declare-const b {a})"));
        lines.push(format!(
            "(declare-fun g (Int) Int)(declare-fun h (Bool {a}) {a})(declare-fun k (Int {a}) Bool)"
        ));
        if self.field == Field::Bits {
            lines.push(format!("(declare-const u {a})(declare-const v {other})(declare-fun f ({a} {other}) {other})"));
        } else {
            lines.push(format!("(declare-const x {s})(declare-const y {s})(declare-const z {s})"));
            lines.push(format!(
                "(declare-fun f ({s}) {s})(declare-fun l ({s} Int) Bool)(declare-fun m (Bool) {s})"
            ));
        }
        if self.has_predicates() {
            lines.push(format!("(declare-const q (Array {a} Bool))"));
            lines.push(self.definition(rng));
        }
        self.script.declarations = Sexp::parse_all(&lines.concat());
    }

    /// A term of the sort.
    fn term(&self, rng: &mut Rng, kind: &Kind, depth: usize) -> Sexp {
        if let Kind::Predicate(_) = kind {
            return self.predicate(rng, depth);
        }
        if depth == 0 || (*kind != Kind::Bool && rng.one_in(4)) {
            return self.leaf(rng, kind);
        }
        match (0..8).find_map(|_| self.application(rng, kind)) {
            Some(application) => self.fill(rng, &application, depth - 1),
            None => self.leaf(rng, kind),
        }
    }

    /// Draws the arguments.
    fn fill(&self, rng: &mut Rng, application: &Application, depth: usize) -> Sexp {
        let args = application.holes.iter().map(|hole| match hole {
            Hole::Term(kind) => self.term(rng, kind, depth),
            Hole::Unit(kind) => unit(self.term(rng, kind, depth)),
            Hole::Letter(kind) if rng.one_in(8) => unit(self.leaf(rng, kind)),
            Hole::Letter(kind) => unit(kind.value(rng).expect("ranges are of bit-vectors")),
        });
        let head = parsed(&application.head);
        Sexp::List(std::iter::once(head).chain(args).collect())
    }

    /// A constant or a variable; of one bit-vector in three a constant.
    fn leaf(&self, rng: &mut Rng, kind: &Kind) -> Sexp {
        if let Kind::Regex(element) = kind {
            return self.letters(rng, element);
        }
        let is_bound = self.bound.as_ref() == Some(kind);
        if is_bound && rng.one_in(2) {
            return Sexp::atom(predicates::BOUND);
        }
        let of_kind =
            |f: &(&str, &[Sexp], &Sexp)| f.1.is_empty() && Kind::read(f.2).as_ref() == Some(kind);
        let variables: Vec<&str> = self.script.functions().filter(of_kind).map(|f| f.0).collect();
        // A constant of several elements would make words of vectors.
        let is_vector = self.field == Field::Vectors && matches!(kind, Kind::Seq(_));
        let is_value = variables.is_empty() || (!is_vector && rng.one_in(3));
        match kind.value(rng).filter(|_| is_value) {
            Some(value) => value,
            None if variables.is_empty() => {
                assert!(is_bound, "no term of sort {kind}");
                Sexp::atom(predicates::BOUND)
            }
            None => Sexp::atom(*rng.pick(&variables)),
        }
    }

    /// An operator that makes terms of the sort.
    fn application(&self, rng: &mut Rng, kind: &Kind) -> Option<Application> {
        use Source::*;
        let sources: &[Source] = match self.field {
            Field::Bits => &[Logic, Logic, Integers, Bits, Bits, Bits, Bits, Bits, Declared],
            Field::Vectors => {
                &[Logic, Logic, Integers, Bits, Elements, Elements, Elements, Declared]
            }
            Field::Bytes | Field::Sequences => &[
                Logic, Logic, Integers, Bits, Sequences, Sequences, Sequences, Sequences, Elements,
                Elements, Declared,
            ],
        };
        let made = match rng.pick(sources) {
            Logic => self.logic(rng, kind),
            Integers => integers(rng, kind),
            Bits => applications::of_bits(rng, kind, &self.widths()).into_iter().collect(),
            // A predicate is about an element.
            Sequences | Declared if self.bound.is_some() => Vec::new(),
            Sequences => applications::of_sequences(rng, kind, &self.element, self.has_paper),
            Elements => self.elements(kind),
            Declared => self.declared(kind),
        };
        (!made.is_empty()).then(|| rng.pick(&made).clone())
    }

    /// The widths that bit-vectors have here.
    fn widths(&self) -> Vec<u32> {
        match (&self.element, self.field) {
            (Kind::Bits(width), Field::Bits) => [&[*width; 9], WIDTHS].concat(),
            (Kind::Bits(width), _) => vec![*width, *width, 2, 8],
            _ => vec![2, 8],
        }
    }

    /// Connectives, equality, conditionals.
    fn logic(&self, rng: &mut Rng, kind: &Kind) -> Vec<Application> {
        let ite = Application::of("ite", [Kind::Bool, kind.clone(), kind.clone()]);
        if *kind != Kind::Bool {
            return vec![ite];
        }
        let sequence = self.element.sequence();
        let compared = match (self.field, rng.below(6)) {
            (_, 0) => Kind::Int,
            (Field::Bits, _) | (_, 1) => self.element.clone(),
            (Field::Bytes, 2) => Kind::Regex(Box::new(self.element.clone())),
            _ => sequence,
        };
        let compared = if self.bound.is_some() { self.element.clone() } else { compared };
        let mut made = vec![ite, Application::of("not", [Kind::Bool])];
        let two = ["and", "or", "=>", "xor", "="];
        made.extend(two.map(|name| Application::of(name, [Kind::Bool, Kind::Bool])));
        let equal = Application::of("=", [compared.clone(), compared.clone()]);
        made.extend([equal.clone(), equal.clone(), equal]);
        made.push(Application::of("distinct", vec![compared; 2 + rng.below(2)]));
        made
    }

    /// What is between sequences and their elements.
    fn elements(&self, kind: &Kind) -> Vec<Application> {
        let (element, sequence) = (&self.element, self.element.sequence());
        let mut made = Vec::new();
        if kind == element && self.bound.is_none() {
            made.push(Application::of("seq.nth", [sequence.clone(), Kind::Int]));
        }
        if *kind == sequence && self.field == Field::Vectors {
            let holes =
                vec![Hole::Term(sequence), Hole::Term(Kind::Int), Hole::Unit(element.clone())];
            made.push(Application { head: "seq.update".to_owned(), holes });
        } else if *kind == sequence {
            made.push(Application::of("seq.unit", [element.clone()]));
        } else if *kind == Kind::Int && self.bound.is_none() {
            made.push(Application::of("seq.len", [sequence]));
        } else if *kind == Kind::Regex(Box::new(element.clone())) {
            made.push(Application::of("re.of.pred", [Kind::Predicate(Box::new(element.clone()))]));
        } else if *kind == Kind::Bool && self.has_predicates() && self.bound.is_none() {
            let predicate = Kind::Predicate(Box::new(element.clone()));
            made.push(Application::of("select", [predicate, element.clone()]));
        }
        made
    }

    fn declared(&self, kind: &Kind) -> Vec<Application> {
        let made = |f: (&str, &[Sexp], &Sexp)| {
            let is_function = !f.1.is_empty() && Kind::read(f.2).as_ref() == Some(kind);
            let params: Option<Vec<Kind>> = f.1.iter().map(Kind::read).collect();
            is_function.then(|| Some(Application::of(f.0, params?)))?
        };
        self.script.functions().filter_map(made).collect()
    }
}

/// Arithmetic.
fn integers(rng: &mut Rng, kind: &Kind) -> Vec<Application> {
    let letter = match kind {
        Kind::Int => 'I',
        Kind::Bool => 'B',
        _ => return Vec::new(),
    };
    let made = |op: &&operators::Operator| {
        let kinds = op.arguments(rng, letter)?.into_iter().map(Kind::of_letter);
        Some(Application::of(&op.head(), kinds.collect::<Option<Vec<Kind>>>()?))
    };
    operators::making(Family::Integers, letter).iter().filter_map(made).collect()
}

fn unit(element: Sexp) -> Sexp {
    Sexp::call("seq.unit", [element])
}

fn parsed(text: &str) -> Sexp {
    Sexp::parse(text).expect("what is generated is an expression")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::sorts::sort_of;
    use std::collections::BTreeSet;

    const FIELDS: [Field; 4] = [Field::Bits, Field::Bytes, Field::Sequences, Field::Vectors];

    #[test]
    fn formulas_are_well_sorted() {
        for (field, number) in FIELDS.iter().flat_map(|f| (0..100).map(move |n| (f, n))) {
            let script = formula(&mut Rng::new(1, number), *field);
            let sort = |term| sort_of(term, &script);
            assert!(
                script.assertions.iter().all(|t| sort(t).as_deref() == Some("Bool")),
                "{}",
                script.write_plain()
            );
        }
    }

    #[test]
    fn every_function_of_sequences_is_drawn() {
        let scripts: Vec<Script> =
            (0..600).map(|n| formula(&mut Rng::new(2, n), Field::Bytes)).collect();
        let mut heads = BTreeSet::new();
        for term in scripts.iter().flat_map(|script| &script.assertions) {
            heads.extend(term.paths().iter().map(|path| term.at(path).head().to_owned()));
        }
        let functions = applications::TODAY.iter().map(|row| row.0);
        let others =
            ["seq.unit", "seq.nth", "re.of.pred", "select", "forall", "seq-extract", "f", "h", "k"];
        let missing: Vec<&str> =
            functions.chain(others).filter(|name| !heads.contains(*name)).collect();
        assert_eq!(missing, [""; 0]);
    }

    #[test]
    fn vectors_are_only_read_and_written() {
        let other = |name: &str| {
            name.starts_with("seq.")
                && !["seq.nth", "seq.update", "seq.unit", "seq.len"].contains(&name)
        };
        for number in 0..200 {
            let script = formula(&mut Rng::new(3, number), Field::Vectors);
            let paths = |term: &Sexp| term.paths().iter().any(|path| other(term.at(path).head()));
            assert!(!script.assertions.iter().any(paths));
        }
    }
}
