//! What formulas say of constants that have few cases, as functions of these.
//!
//! An integer has a case for each of its values if these are few and it is added up or compared with others, else one for each interval
//! between the numbers that it is compared with; a string has one for each word that strings are compared with, and one for all others. A
//! long sum is a constant of its own, whose cases are intervals, too.

use super::super::spelling::Ranges;
use super::arrangement::arrange;
use super::choice::{Literal, small};
use super::definitions::definitions;
use super::functions::{Code, Function, Functions, LARGE, OTHER, UNKNOWN};
use super::question::{Question, Test, question};
use base::{FxHashMap, FxHashSet, Int, Limits, Stop, order};
use terms::{Op, Sort, Term, Terms};

/// A fact: an integer of more values is known by intervals.
const VALUES: i64 = 128;

/// A fact: strings that are compared with more words are not known.
const WORDS: usize = 32;

/// A fact: what is done to two values, by operator.
const BINARY: [(Op, Code); 7] = [
    (Op::And, Code::And),
    (Op::Or, Code::Or),
    (Op::Ge, Code::Ge),
    (Op::Add, Code::Add),
    (Op::Mul, Code::Mul),
    (Op::Div, Code::Div),
    (Op::Mod, Code::Mod),
];

/// A formula, or a summand, which counts so often in a sum.
pub(super) struct Root {
    pub function: Function,
    pub part: Option<(usize, i64)>,
}

/// A comparison of a constant, or of a long sum, with a number.
#[derive(Clone, Copy)]
struct Asked {
    subject: Subject,
    /// It is at least this, or this if it is an equation.
    number: i64,
    is_equation: bool,
    is_negated: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Subject {
    Constant(Term),
    Sum(usize),
}

/// What formulas say.
pub(super) struct Chain<'a> {
    limits: &'a Limits<'a>,
    pub functions: Functions,
    pub roots: Vec<Root>,
    /// The constant that each long sum is.
    pub sums: Vec<usize>,
    summands: Vec<Vec<(Term, Int)>>,
    atoms: FxHashMap<Term, Asked>,
    vars: FxHashMap<Subject, usize>,
    /// Where the cases of each subject begin.
    cuts: FxHashMap<Subject, Vec<i64>>,
    words: Vec<Term>,
    /// Constants that equal a term, with their places and cases.
    waiting: FxHashMap<Term, (usize, Vec<(i64, i64)>)>,
    known: FxHashMap<Term, Function>,
}

impl<'a> Chain<'a> {
    /// Reads `formulas`; nothing if no long sum is compared, and there are few choices between values.
    pub fn new(
        terms: &mut Terms,
        formulas: &[Term],
        limits: &'a Limits<'a>,
    ) -> Result<Option<Chain<'a>>, Stop> {
        let all = terms.post_order_within(formulas, limits.budget())?;
        let mut chain = Chain {
            limits,
            functions: Functions::default(),
            roots: Vec::new(),
            sums: Vec::new(),
            summands: Vec::new(),
            atoms: FxHashMap::default(),
            vars: FxHashMap::default(),
            cuts: FxHashMap::default(),
            words: Vec::new(),
            waiting: FxHashMap::default(),
            known: FxHashMap::default(),
        };
        chain.ask(terms, &all)?;
        let is_choice = |t: &&Term| terms.op(**t) == Op::Ite && terms.sort(**t) != Sort::Bool;
        let few = limits.tunables().check.diagram_choices;
        if chain.summands.is_empty() && all.iter().filter(is_choice).count() < few {
            return Ok(None);
        }
        let defined = definitions(terms, formulas, limits.budget())?;
        let roots: Vec<Term> =
            formulas.iter().copied().chain(defined.iter().map(|d| d.1)).collect();
        let all = terms.post_order_within(&roots, limits.budget())?;
        chain.choose(terms, formulas, &all, &defined)?;
        for (x, t) in defined {
            for part in terms.post_order_within(&[t], limits.budget())? {
                chain.learn(terms, part)?;
            }
            chain.define(x, t)?;
        }
        for &t in &all {
            chain.learn(terms, t)?;
        }
        chain.root(formulas);
        debug_assert!(chain.sums.len() == chain.summands.len(), "a sum is no constant");
        Ok(Some(chain))
    }

    /// Finds the function that `t` is, of which the arguments are known.
    fn learn(&mut self, terms: &Terms, t: Term) -> Result<(), Stop> {
        if !self.known.contains_key(&t) {
            let function = self.function(terms, t)?;
            let function = self.functions.named(function, self.limits)?;
            self.known.insert(t, function);
        }
        Ok(())
    }

    /// `x` equals `t`, and is what that is, if this is known in all cases. Else it has cases of its own.
    fn define(&mut self, x: Term, t: Term) -> Result<(), Stop> {
        let Some((place, cells)) = self.waiting.remove(&x) else { return Ok(()) };
        debug_assert!(!self.known.contains_key(&x), "a constant is known before its term");
        let (_, values) = self.functions.scope(vec![self.known[&t]], self.limits)?;
        let function = if values.contains(&UNKNOWN) || values.contains(&OTHER) {
            self.functions.leaf(UNKNOWN)
        } else {
            // It has a name: programs put constants where one step ends and the next begins.
            self.functions.named_beyond(1, self.known[&t], self.limits)?
        };
        if self.functions.value(function) == Some(UNKNOWN) {
            let var = self.functions.var((place, 0), cells);
            self.vars.insert(Subject::Constant(x), var);
        } else {
            self.known.insert(x, function);
        }
        Ok(())
    }

    /// Finds comparisons of constants and of long sums with numbers.
    fn ask(&mut self, terms: &Terms, all: &[Term]) -> Result<(), Stop> {
        let few = self.limits.tunables().check.diagram_choices;
        let mut index: FxHashMap<Vec<(Term, Int)>, usize> = FxHashMap::default();
        for &t in all {
            self.limits.charge(1)?;
            if terms.op(t) == Op::Eq && terms.sort(terms.arg(t, 0)) == Sort::String {
                let words = terms.args(t).iter().filter(|a| terms.str_value(**a).is_some());
                self.words.extend(words);
            }
            let Some(asked) = question(terms, t, self.limits.budget())? else { continue };
            let Question { sum, test, is_equation, is_negated } = asked;
            let number = small(&-sum.constant.clone());
            let (Test::AtLeastZero, Some(number)) = (test, number) else { continue };
            let subject = match &sum.terms[..] {
                [(x, factor)] if terms.is_constant(*x) && factor.is_one() => Subject::Constant(*x),
                long if long.len() >= few => {
                    let next = index.len();
                    Subject::Sum(*index.entry(long.to_vec()).or_insert(next))
                }
                _ => continue,
            };
            if index.len() > self.summands.len() {
                self.summands.push(sum.terms);
            }
            self.atoms.insert(t, Asked { subject, number, is_equation, is_negated });
            let cuts = self.cuts.entry(subject).or_default();
            cuts.push(number);
            cuts.extend(is_equation.then_some(number + 1));
        }
        order::sort(&mut self.words);
        self.words.dedup();
        Ok(())
    }

    /// Makes constants of the functions, in an order in which formulas are about neighbours, sums before all others.
    fn choose(
        &mut self,
        terms: &Terms,
        formulas: &[Term],
        all: &[Term],
        defined: &[(Term, Term)],
    ) -> Result<(), Stop> {
        let ranges = Ranges::collect(terms, formulas);
        let mut valued: FxHashSet<Term> = FxHashSet::default();
        for &t in all {
            let is_cut =
                matches!(self.atoms.get(&t), Some(a) if matches!(a.subject, Subject::Constant(_)));
            if !is_cut {
                valued.extend(terms.args(t).iter().filter(|x| terms.is_constant(**x)));
            }
        }
        let mut constants: Vec<Term> =
            all.iter().copied().filter(|&t| terms.is_constant(t)).collect();
        order::sort(&mut constants);
        arrange(terms, defined, all, &mut constants, self.limits)?;
        let is_defined: FxHashSet<Term> = defined.iter().map(|d| d.0).collect();
        for sum in 0..self.summands.len() {
            let cells = self.intervals(Subject::Sum(sum), None);
            let var = self.functions.var((sum, 0), cells);
            self.vars.insert(Subject::Sum(sum), var);
            self.sums.push(var);
        }
        for (place, &x) in constants.iter().enumerate() {
            self.limits.charge(1)?;
            let cells = match terms.sort(x) {
                Sort::Bool => vec![(0, 0), (1, 1)],
                Sort::Int => {
                    let range = ranges.of(terms, x);
                    let range = range.and_then(|(a, b)| Some((small(&a)?, small(&b)?)));
                    let few = range.filter(|(a, b)| valued.contains(&x) && b - a < VALUES);
                    match few {
                        Some((a, b)) => (a..=b).map(|n| (n, n)).collect(),
                        None => self.intervals(Subject::Constant(x), range),
                    }
                }
                Sort::String if !self.words.is_empty() && self.words.len() <= WORDS => {
                    let count = i64::try_from(self.words.len()).unwrap_or_default();
                    (0..count).map(|n| (n, n)).chain([(OTHER, OTHER)]).collect()
                }
                _ => continue,
            };
            if cells.is_empty() {
                continue;
            }
            let place = self.sums.len() + place;
            if is_defined.contains(&x) {
                self.waiting.insert(x, (place, cells));
                continue;
            }
            let var = self.functions.var((place, 0), cells);
            self.vars.insert(Subject::Constant(x), var);
        }
        Ok(())
    }

    /// The intervals between the numbers that `subject` is compared with.
    fn intervals(&mut self, subject: Subject, range: Option<(i64, i64)>) -> Vec<(i64, i64)> {
        let (least, most) = range.unwrap_or((-LARGE, LARGE));
        let mut starts = self.cuts.get(&subject).cloned().unwrap_or_default();
        starts.retain(|&n| n > least && n <= most);
        starts.push(least);
        order::sort(&mut starts);
        starts.dedup();
        let ends = starts.iter().skip(1).map(|n| n - 1).chain([most]);
        starts.iter().copied().zip(ends).filter(|(a, b)| a <= b).collect()
    }

    /// The function that `t` is, of which the arguments are known.
    fn function(&mut self, terms: &Terms, t: Term) -> Result<Function, Stop> {
        if let Some(&Asked { subject, number, is_equation, is_negated }) = self.atoms.get(&t)
            && let Some(&var) = self.vars.get(&subject)
        {
            let zero = self.functions.leaf(0);
            let mut holds = self.functions.reaches(var, number);
            if is_equation {
                let is_more = self.functions.reaches(var, number + 1);
                let is_not = self.apply(Code::Eq, is_more, zero)?;
                holds = self.apply(Code::And, holds, is_not)?;
            }
            return if is_negated { self.apply(Code::Eq, holds, zero) } else { Ok(holds) };
        }
        let (op, args) = (terms.op(t), terms.args(t));
        let value = match () {
            () if matches!(op, Op::True | Op::False) => Some(i64::from(op == Op::True)),
            () if terms.str_value(t).is_some() => {
                let place = self.words.iter().position(|w| *w == t);
                Some(place.and_then(|at| i64::try_from(at).ok()).unwrap_or(UNKNOWN))
            }
            () => terms.int_value(t).map(|n| small(n).unwrap_or(UNKNOWN)),
        };
        if let Some(value) = value {
            return Ok(self.functions.leaf(value));
        }
        if let Some(&var) = self.vars.get(&Subject::Constant(t)) {
            return Ok(self.functions.identity(var));
        }
        if let Some(remainder) = self.remainder(terms, t)? {
            return Ok(remainder);
        }
        let of: Vec<Function> = args.iter().map(|a| self.known[a]).collect();
        let is_equality = matches!(op, Op::Eq | Op::Xor) && of.len() == 2;
        let long = self.limits.tunables().check.diagram_choices;
        let code = BINARY.iter().find(|(known, _)| *known == op).map(|(_, code)| *code);
        match (code, &of[..]) {
            (_, &[f]) if op == Op::Not => {
                let zero = self.functions.leaf(0);
                self.apply(Code::Eq, f, zero)
            }
            (_, &[c, a, b]) if op == Op::Ite => {
                let a = self.apply(Code::When, c, a)?;
                self.apply(Code::Otherwise, a, b)
            }
            (_, &[f, g]) if is_equality => {
                let zero = self.functions.leaf(0);
                let same = self.apply(Code::Eq, f, g)?;
                if op == Op::Eq { Ok(same) } else { self.apply(Code::Eq, same, zero) }
            }
            (Some(code), [first, rest @ ..]) if op != Op::Add || of.len() < long => {
                let mut result = *first;
                for &g in rest {
                    result = self.apply(code, result, g)?;
                    result = self.functions.named(result, self.limits)?;
                }
                Ok(result)
            }
            _ => self.other(terms, t),
        }
    }

    /// The remainder of a sum, of which only the remainders of its parts matter.
    fn remainder(&mut self, terms: &Terms, t: Term) -> Result<Option<Function>, Stop> {
        let &[sum, divisor] = terms.args(t) else { return Ok(None) };
        if terms.op(t) != Op::Mod || terms.op(sum) != Op::Add {
            return Ok(None);
        }
        let divisor = self.known[&divisor];
        let mut result = self.functions.leaf(0);
        for summand in terms.args(sum) {
            result = self.apply(Code::Add, result, self.known[summand])?;
            result = self.apply(Code::Mod, result, divisor)?;
            result = self.functions.named(result, self.limits)?;
        }
        Ok(Some(result))
    }

    /// The length of a string, if it is a word that is known; else nothing is.
    fn other(&mut self, terms: &Terms, t: Term) -> Result<Function, Stop> {
        let unknown = self.functions.leaf(UNKNOWN);
        if terms.op(t) != Op::StrLen {
            return Ok(unknown);
        }
        let text = self.known[&terms.arg(t, 0)];
        let mut length = unknown;
        for at in 0..self.words.len() {
            let value = terms.str_value(self.words[at]).and_then(|w| i64::try_from(w.len()).ok());
            let word = self.functions.leaf(i64::try_from(at).unwrap_or_default());
            let value = self.functions.leaf(value.unwrap_or(UNKNOWN));
            let is_word = self.apply(Code::Eq, text, word)?;
            let here = self.apply(Code::When, is_word, value)?;
            length = self.apply(Code::Otherwise, here, length)?;
        }
        Ok(length)
    }

    fn apply(&mut self, code: Code, f: Function, g: Function) -> Result<Function, Stop> {
        self.functions.apply(code, f, g, self.limits)
    }

    /// What is gone through: formulas, summands, and that names have their values.
    fn root(&mut self, formulas: &[Term]) {
        let said = formulas.iter().map(|f| (self.known[f], None));
        let parts = self.summands.iter().enumerate().flat_map(|(sum, summands)| {
            let known = &self.known;
            summands
                .iter()
                .map(move |(t, factor)| (known[t], Some((sum, small(factor).unwrap_or(UNKNOWN)))))
        });
        let named = self.functions.definitions.iter().map(|&f| (f, None));
        let roots = said.chain(parts).chain(named);
        self.roots = roots.map(|(function, part)| Root { function, part }).collect();
    }

    /// The comparisons of long sums.
    pub fn compared(&self) -> FxHashSet<Term> {
        let long = self.atoms.iter().filter(|(_, a)| matches!(a.subject, Subject::Sum(_)));
        long.map(|(&atom, _)| atom).collect()
    }

    /// What holds in these cases, and what integers are.
    pub fn literals(&self, terms: &mut Terms, cells: &[Option<usize>]) -> Vec<Literal> {
        debug_assert_eq!(cells.len(), self.functions.vars.len(), "cells of other constants");
        let mut out = Vec::new();
        let mut known: Vec<_> = self.known.iter().map(|(&t, &f)| (t, f)).collect();
        order::sort(&mut known);
        for (t, mut f) in known {
            while let Some((var, cell)) = self.functions.first(f).and_then(|v| Some((v, cells[v]?)))
            {
                f = self.functions.child(f, var, cell);
            }
            let value = self.functions.value(f).filter(|&value| value != UNKNOWN);
            let var = self.vars.get(&Subject::Constant(t));
            let cell = var.and_then(|&v| Some(self.functions.vars[v].cells[cells[v]?]));
            let nearest = cell.map(|(a, b)| if a == -LARGE { b } else { a });
            let is_split = super::case::splits(terms, t) || terms.int_value(t).is_some();
            match (terms.sort(t), value, nearest) {
                (Sort::Bool, Some(value), _) if !is_split => out.push((t, value == 1)),
                (Sort::Int, Some(value), _) | (Sort::Int, None, Some(value)) if !is_split => {
                    let number = terms.int(value);
                    out.push((terms.eq(t, number), true));
                }
                _ => {}
            }
        }
        out
    }
}
