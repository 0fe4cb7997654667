//! What follows from conditions that are assumed: the truth of formulas, and whether equalities and bounds contradict each other.

use super::choice::{Choice, Literal, small};
use crate::cnf::is_connective;
use base::{Budget, FxHashMap, Int, Interrupted, UnionFind};
use terms::{Op, Sort, Term, Terms};

/// Conditions and whether they hold, and clauses that do.
pub(super) struct Case<'a> {
    facts: Vec<Literal>,
    clauses: Vec<&'a Vec<Literal>>,
}

/// The integers between these numbers; the strings, if there are none.
#[derive(Clone, Copy, Default)]
struct Range<'a> {
    least: Option<&'a Int>,
    below: Option<&'a Int>,
    value: Option<Term>,
}

impl<'a> Case<'a> {
    pub fn new(facts: Vec<Literal>, clauses: Vec<&'a Vec<Literal>>) -> Case<'a> {
        Case { facts, clauses }
    }

    /// Assumes `literal` until it is taken back.
    pub fn assume(&mut self, literal: Literal) {
        self.facts.push(literal);
    }

    /// Takes back what was assumed last.
    pub fn take_back(&mut self) {
        let last = self.facts.pop();
        debug_assert!(last.is_some(), "nothing was assumed");
    }

    /// What is assumed.
    pub fn facts(&self) -> &[Literal] {
        &self.facts
    }

    /// The sum of the choices in this case, or a condition that it depends on.
    pub fn sum(
        &self,
        terms: &Terms,
        group: &[Choice],
        budget: &Budget,
    ) -> Result<Result<i64, Term>, Interrupted> {
        let mut sum = 0;
        for choice in group {
            match self.chosen(terms, choice.term, budget)? {
                Err(condition) => return Ok(Err(condition)),
                Ok(t) => {
                    let value = terms.int_value(t).and_then(small);
                    debug_assert!(value.is_some(), "a choice between numbers has another value");
                    sum += value.unwrap_or_default() * choice.coefficient;
                }
            }
        }
        Ok(Ok(sum))
    }

    /// What `choice` comes to, or a condition that it depends on.
    pub fn chosen(
        &self,
        terms: &Terms,
        choice: Term,
        budget: &Budget,
    ) -> Result<Result<Term, Term>, Interrupted> {
        let mut t = choice;
        while let (Op::Ite, &[c, a, b]) = (terms.op(t), terms.args(t)) {
            match self.holds(terms, c, budget)? {
                Ok(holds) => t = if holds { a } else { b },
                Err(condition) => return Ok(Err(condition)),
            }
        }
        Ok(Ok(t))
    }

    /// The number that an equation says `t` is, also of a string whose length it is.
    pub fn number(&self, terms: &Terms, t: Term) -> Option<i64> {
        let text = (terms.op(t) == Op::StrLen).then(|| terms.arg(t, 0));
        self.facts.iter().filter(|(_, holds)| *holds).find_map(|&(fact, _)| {
            let (a, b) = equation(terms, fact)?;
            let value = |x: Term, y: Term| match () {
                () if x == t => terms.int_value(y).and_then(small),
                () if Some(x) == text => {
                    terms.str_value(y).and_then(|word| i64::try_from(word.len()).ok())
                }
                () => None,
            };
            value(a, b).or_else(|| value(b, a))
        })
    }

    /// Whether `formula` holds, or a condition in it that decides on that.
    pub fn holds(
        &self,
        terms: &Terms,
        formula: Term,
        budget: &Budget,
    ) -> Result<Result<bool, Term>, Interrupted> {
        let mut known: FxHashMap<Term, Result<bool, Term>> = FxHashMap::default();
        let mut stack = vec![formula];
        while let Some(&t) = stack.last() {
            budget.tick(1)?;
            let args = if splits(terms, t) { terms.args(t) } else { &[] };
            let before = stack.len();
            stack.extend(args.iter().filter(|a| !known.contains_key(a)));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            let holds = if args.is_empty() { self.fact(terms, t) } else { value(terms, t, &known) };
            known.insert(t, holds);
        }
        Ok(known[&formula])
    }

    fn fact(&self, terms: &Terms, t: Term) -> Result<bool, Term> {
        let known = self.facts.iter().find(|(fact, _)| *fact == t).map(|&(_, holds)| holds);
        let constant = matches!(terms.op(t), Op::True | Op::False);
        known.or(constant.then_some(terms.op(t) == Op::True)).ok_or(t)
    }

    /// Whether equalities and bounds by numbers do not contradict each other, nor a clause.
    pub fn is_possible(&self, terms: &Terms) -> bool {
        let fails = |&(atom, holds): &Literal| self.facts.contains(&(atom, !holds));
        if self.clauses.iter().any(|clause| clause.iter().all(fails)) {
            return false;
        }
        let mut ids: FxHashMap<Term, usize> = FxHashMap::default();
        for &(fact, _) in &self.facts {
            for &t in terms.args(fact) {
                let next = ids.len();
                ids.entry(t).or_insert(next);
            }
        }
        let mut classes = UnionFind::new(ids.len());
        for &(fact, holds) in &self.facts {
            if let (true, Some((a, b))) = (holds, equation(terms, fact)) {
                classes.join(ids[&a], ids[&b]);
            }
        }
        let mut ranges = vec![Range::default(); ids.len()];
        for (&t, &id) in &ids {
            let root = classes.find(id);
            if terms.op(t).is_const()
                && ranges[root].value.replace(t).is_some_and(|other| other != t)
            {
                return false;
            }
        }
        for &(fact, holds) in &self.facts {
            if let Some((t, bound)) = bound(terms, fact) {
                let range = &mut ranges[classes.find(ids[&t])];
                if holds {
                    range.least = range.least.max(Some(bound));
                } else {
                    range.below = Some(range.below.map_or(bound, |other| other.min(bound)));
                }
            }
        }
        let differ = |&(fact, holds): &(Term, bool)| match equation(terms, fact) {
            Some((a, b)) if !holds => classes.find(ids[&a]) != classes.find(ids[&b]),
            _ => true,
        };
        self.facts.iter().all(differ) && ranges.iter().all(|range| range.has_value(terms))
    }
}

impl Range<'_> {
    fn has_value(&self, terms: &Terms) -> bool {
        let value = self.value.and_then(|t| terms.int_value(t));
        let (least, below) = (value.or(self.least), self.below);
        let is_within = self.least.zip(value).is_none_or(|(least, value)| least <= value);
        is_within && least.zip(below).is_none_or(|(least, below)| least < below)
    }
}

/// Whether the truth of `t` is found by way of its arguments.
pub(super) fn splits(terms: &Terms, t: Term) -> bool {
    let two = terms.args(t).len() == 2;
    is_connective(terms, t)
        && (matches!(terms.op(t), Op::Not | Op::And | Op::Or | Op::Ite)
            || matches!(terms.op(t), Op::Eq | Op::Xor) && two)
}

/// The truth of a connective, or the first condition that is open.
fn value(
    terms: &Terms,
    t: Term,
    known: &FxHashMap<Term, Result<bool, Term>>,
) -> Result<bool, Term> {
    let args = terms.args(t);
    let of = |at: usize| known[&args[at]];
    let op = terms.op(t);
    if matches!(op, Op::And | Op::Or) {
        let decides = op == Op::Or;
        if args.iter().any(|a| known[a] == Ok(decides)) {
            return Ok(decides);
        }
        return args.iter().map(|a| known[a]).find(Result::is_err).unwrap_or(Ok(!decides));
    }
    if op == Op::Ite {
        return of(if of(0)? { 1 } else { 2 });
    }
    if op == Op::Not {
        return of(0).map(|holds| !holds);
    }
    debug_assert!(matches!(op, Op::Eq | Op::Xor), "a connective that does not split");
    Ok((of(0)? == of(1)?) == (op == Op::Eq))
}

/// The sides of an equation between what is not Boolean.
fn equation(terms: &Terms, t: Term) -> Option<(Term, Term)> {
    let &[a, b] = terms.args(t) else { return None };
    (terms.op(t) == Op::Eq && terms.sort(a) != Sort::Bool).then_some((a, b))
}

/// The integer and the number of `integer >= number`.
fn bound(terms: &Terms, t: Term) -> Option<(Term, &Int)> {
    let &[a, b] = terms.args(t) else { return None };
    (terms.op(t) == Op::Ge).then_some(a).zip(terms.int_value(b))
}
