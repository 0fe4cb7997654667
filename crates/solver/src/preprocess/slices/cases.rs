//! The cases of strings: which slices they are, and under which conditions.

use super::super::constants::Tools;
use super::super::substitution::constants_of;
use super::image::Image;
use super::slice::Slice;
use super::steps::Step;
use crate::cnf::is_connective;
use base::{FxHashMap, Interrupted};
use terms::{Op, Sort, Term, Terms};

/// Slices with conditions, of which one holds and no other.
type Cases = Vec<(Slice, Term)>;

/// The strings whose cases are known.
#[derive(Default)]
pub(super) struct Known {
    cases: FxHashMap<Term, Cases>,
    /// How many cases there are.
    size: usize,
}

impl Known {
    /// Finds the cases of the string of a step, and returns it as a choice between them; `None` if it is no slice, or there are too many.
    pub fn take(
        &mut self,
        tools: &mut Tools<'_>,
        step: &Step,
    ) -> Result<Option<Term>, Interrupted> {
        debug_assert!(!self.cases.contains_key(&step.x), "a string is defined twice");
        let most = tools.budget.tunables().check.slice_cases;
        let always = tools.terms.bool(true);
        let whole = vec![(Slice::whole(step.read), always)];
        let read = self.cases.get(&step.read).unwrap_or(&whole);
        if read.iter().any(|(slice, _)| slice.base == step.x) {
            return Ok(None);
        }
        let mut merged = Merged::default();
        for &(slice, condition) in read {
            let mut image = Image::new(tools.terms, step.read, slice);
            let mut open = vec![(step.image, condition)];
            while let Some((t, condition)) = open.pop() {
                tools.budget.charge(16)?;
                self.size += 1;
                if self.size > most {
                    return Ok(None);
                }
                if tools.terms.op(t) == Op::Ite {
                    let &[c, p, q] = tools.terms.args(t) else { unreachable!("two cases") };
                    let holds = image.of(tools, c)?;
                    let holds = tools.rewriter.rewrite_within(tools.terms, holds, tools.budget)?;
                    let not = tools.terms.not(holds);
                    let cases = [
                        (q, both(tools.terms, condition, not)),
                        (p, both(tools.terms, condition, holds)),
                    ];
                    open.extend(cases.into_iter().filter_map(|(t, c)| Some((t, c?))));
                } else if let Some(slice) = image.slice(tools, t)? {
                    merged.add(slice, condition);
                } else {
                    return Ok(None);
                }
            }
        }
        let cases = merged.cases(tools.terms);
        let whole = choice(tools.terms, &cases);
        self.cases.insert(step.x, cases);
        Ok(Some(whole))
    }

    /// What the atoms of `formulas` that are about one string of known cases say of each, and what such strings are elsewhere.
    pub fn images(
        &self,
        tools: &mut Tools<'_>,
        formulas: &[Term],
    ) -> Result<FxHashMap<Term, Term>, Interrupted> {
        let mut images: FxHashMap<Term, Term> =
            self.cases.iter().map(|(&x, cases)| (x, choice(tools.terms, cases))).collect();
        for atom in tools.terms.post_order_within(formulas, tools.budget)? {
            if tools.terms.sort(atom) != Sort::Bool || is_connective(tools.terms, atom) {
                continue;
            }
            let mut read = constants_of(tools.terms, atom, tools.budget)?;
            read.retain(|x| self.cases.contains_key(x));
            let [x] = read[..] else { continue };
            let mut holds = Vec::new();
            for &(slice, condition) in &self.cases[&x] {
                let image = Image::new(tools.terms, x, slice).of(tools, atom)?;
                holds.push(tools.terms.and(&[condition, image]));
            }
            let image = any(tools.terms, &holds);
            images.insert(atom, image);
        }
        Ok(images)
    }
}

/// Cases as they are found, each slice once.
#[derive(Default)]
struct Merged {
    positions: FxHashMap<Slice, usize>,
    found: Vec<(Slice, Vec<Term>)>,
}

impl Merged {
    fn add(&mut self, slice: Slice, condition: Term) {
        let next = self.found.len();
        let at = *self.positions.entry(slice).or_insert(next);
        if at == next {
            self.found.push((slice, Vec::new()));
        }
        self.found[at].1.push(condition);
    }

    fn cases(self, terms: &mut Terms) -> Cases {
        debug_assert!(!self.found.is_empty(), "a string is nothing");
        self.found.into_iter().map(|(slice, conditions)| (slice, any(terms, &conditions))).collect()
    }
}

/// That one of `formulas` holds.
fn any(terms: &mut Terms, formulas: &[Term]) -> Term {
    if let [only] = formulas { *only } else { terms.or(formulas) }
}

/// That both hold, unless they cannot.
fn both(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let is = |t: Term, value: Op| terms.op(t) == value;
    if is(a, Op::False) || is(b, Op::False) {
        return None;
    }
    if is(a, Op::True) || is(b, Op::True) {
        return Some(if is(a, Op::True) { b } else { a });
    }
    Some(terms.and(&[a, b]))
}

/// The string of these cases.
fn choice(terms: &mut Terms, cases: &Cases) -> Term {
    debug_assert!(
        cases.iter().all(|(slice, _)| slice.base == cases[0].0.base),
        "slices of several strings"
    );
    let Some(((last, _), others)) = cases.split_last() else { unreachable!("a string is nothing") };
    let last = last.term(terms);
    others.iter().rev().fold(last, |rest, &(slice, condition)| {
        let slice = slice.term(terms);
        terms.ite(condition, slice, rest)
    })
}
