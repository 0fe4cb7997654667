//! What a set of literals says of lengths: many questions are asked of rows here before the checker is shown one answer.

use crate::axioms::{Piece, pieces};
use crate::equations::is_equation;
use crate::farkas::{Row, certificate_within};
use crate::proof::{Literal, Proof};
use base::FxHashMap;
use std::collections::BTreeMap;
use terms::{Op, Sort, Term, Terms};

/// Lines of a certificate for one question: there are many questions.
const MAX_LINES: usize = 300;

/// Coefficients of terms, and a constant.
#[derive(Clone, Default, Debug)]
pub(crate) struct Sum {
    terms: BTreeMap<Term, i128>,
    constant: i128,
}

impl Sum {
    /// The length of a concatenation.
    pub(crate) fn length(terms: &mut Terms, pieces: &[Piece]) -> Sum {
        let mut sum = Sum::default();
        for &p in pieces {
            match p {
                Piece::Letter(_) => sum.constant += 1,
                Piece::Part(t) => *sum.terms.entry(terms.len_of(t)).or_default() += 1,
            }
        }
        sum
    }

    /// A number.
    pub(crate) fn number(n: i128) -> Sum {
        Sum { constant: n, ..Sum::default() }
    }

    /// The integer that a term is, with lengths of concatenations taken apart; none if numbers are large.
    fn of(terms: &mut Terms, t: Term) -> Option<Sum> {
        let linear = rewrite::linear(terms, t);
        let small = |n: &base::Int| n.to_string().parse::<i64>().ok().map(i128::from);
        let mut sum = Sum { terms: BTreeMap::new(), constant: small(&linear.constant)? };
        for (t, c) in &linear.terms {
            let atom = if terms.op(*t) == Op::StrLen {
                let pieces = pieces(terms, terms.arg(*t, 0));
                Sum::length(terms, &pieces)
            } else {
                Sum { terms: BTreeMap::from([(*t, 1)]), constant: 0 }
            };
            sum.add(&atom, small(c)?);
        }
        Some(sum)
    }

    fn add(&mut self, other: &Sum, k: i128) {
        self.constant += other.constant * k;
        for (&t, c) in &other.terms {
            *self.terms.entry(t).or_default() += c * k;
        }
        self.terms.retain(|_, c| *c != 0);
    }

    /// The difference.
    pub(crate) fn minus(mut self, other: &Sum) -> Sum {
        self.add(other, -1);
        self
    }

    /// One less.
    pub(crate) fn decrement(&mut self) {
        self.constant -= 1;
    }

    /// The only term of the sum, if it is one.
    pub(crate) fn only_term(&self) -> Option<Term> {
        let mut terms = self.terms.keys();
        terms.next().copied().filter(|_| terms.next().is_none())
    }
}

/// The sums that are not negative if the literal holds.
fn rows(terms: &mut Terms, (t, positive): Literal) -> Vec<Sum> {
    let op = terms.op(t);
    if !matches!(op, Op::Ge | Op::Eq) {
        return Vec::new();
    }
    let (a, b) = (terms.arg(t, 0), terms.arg(t, 1));
    let (a, b) = match terms.sort(a) {
        Sort::Int => (a, b),
        Sort::String => (terms.len_of(a), terms.len_of(b)),
        _ => return Vec::new(),
    };
    let (Some(a), Some(b)) = (Sum::of(terms, a), Sum::of(terms, b)) else { return Vec::new() };
    let difference = a.clone().minus(&b);
    let mut opposite = b.minus(&a);
    if op == Op::Ge {
        if !positive {
            opposite.constant -= 1;
        }
        return vec![if positive { difference } else { opposite }];
    }
    if positive {
        return vec![difference, opposite];
    }
    // A string that is not empty.
    let is_length = |s: &Sum| s.constant == 0 && s.only_term().is_some_and(|t| s.terms[&t] == 1);
    let mut lengths: Vec<Sum> = [difference, opposite].into_iter().filter(is_length).collect();
    lengths.retain(|_| is_equation(terms, t));
    lengths.iter_mut().for_each(Sum::decrement);
    lengths
}

/// Facts as rows.
#[derive(Default)]
pub(crate) struct Lengths {
    numbers: FxHashMap<Term, usize>,
    rows: Vec<Row>,
    /// Which fact a row comes from.
    from: Vec<Option<Literal>>,
}

impl Lengths {
    /// What these facts say.
    pub(crate) fn new(terms: &mut Terms, facts: &[Literal]) -> Lengths {
        let mut all = Lengths::default();
        for &fact in facts {
            for sum in rows(terms, fact) {
                all.enter(terms, &sum, Some(fact));
            }
        }
        all
    }

    fn row(&mut self, terms: &Terms, sum: &Sum) -> Row {
        let mut coefficients = Vec::with_capacity(sum.terms.len());
        for (&t, &c) in &sum.terms {
            let next = self.numbers.len();
            let is_new = !self.numbers.contains_key(&t);
            let x = *self.numbers.entry(t).or_insert(next);
            coefficients.push((x, c));
            if is_new && terms.op(t) == Op::StrLen {
                self.rows.push(Row::new(0, [(x, 1)]));
                self.from.push(None);
            }
        }
        Row::new(sum.constant, coefficients)
    }

    fn enter(&mut self, terms: &Terms, sum: &Sum, from: Option<Literal>) {
        let row = self.row(terms, sum);
        self.rows.push(row);
        self.from.push(from);
    }

    /// The facts from which it follows that the sum is not negative.
    pub(crate) fn imply(&mut self, terms: &Terms, sum: &Sum) -> Option<Vec<Literal>> {
        let mut denied = Sum { constant: -1, ..Sum::default() };
        denied.add(sum, -1);
        let row = self.row(terms, &denied);
        let mut rows = self.rows.clone();
        rows.push(row);
        let used = certificate_within(rows, MAX_LINES)?.premises();
        Some(used.into_iter().filter_map(|i| *self.from.get(i)?).collect())
    }

    /// The facts from which it follows that the sum is 0.
    pub(crate) fn imply_zero(&mut self, terms: &Terms, sum: &Sum) -> Option<Vec<Literal>> {
        let mut out = self.imply(terms, sum)?;
        out.extend(self.imply(terms, &Sum::default().minus(sum))?);
        out.sort_unstable();
        out.dedup();
        Some(out)
    }
}

impl Proof<'_> {
    /// A step for a conclusion about integers from these facts.
    pub(crate) fn conclude(
        &mut self,
        from: &[Literal],
        conclusion: Option<Literal>,
    ) -> Option<String> {
        let mut clause: Vec<Literal> = from.iter().map(|&(t, p)| (t, !p)).collect();
        clause.extend(conclusion);
        let name = self.step(&clause, "norm").or_else(|| self.by_arithmetic(&clause));
        name.or_else(|| self.by_orders(&clause)).or_else(|| self.by_lengths(&clause))
    }
}
