//! The cases of strings: which slices they are, and under which conditions.

use super::super::cases::chosen;
use super::super::substitution::constants_of;
use super::image::Image;
use super::slice::Slice;
use super::steps::Step;
use crate::cnf::is_connective;
use crate::engine::Resources;
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
        res: &mut Resources<'_>,
        step: &Step,
    ) -> Result<Option<Term>, Interrupted> {
        debug_assert!(!self.cases.contains_key(&step.x), "a string is defined twice");
        let most = res.budget.tunables().check.slice_cases;
        let always = res.terms.bool(true);
        let whole = vec![(Slice::whole(step.read), always)];
        let read = self.cases.get(&step.read).unwrap_or(&whole);
        if read.iter().any(|(slice, _)| slice.base == step.x) {
            return Ok(None);
        }
        let mut merged = Merged::default();
        for &(slice, condition) in read {
            let mut image = Image::new(res.terms, step.read, slice);
            let mut open = vec![(step.image, condition)];
            while let Some((t, condition)) = open.pop() {
                res.budget.charge(16)?;
                self.size += 1;
                if self.size > most {
                    return Ok(None);
                }
                if res.terms.op(t) == Op::Ite {
                    let &[c, p, q] = res.terms.args(t) else { unreachable!("two cases") };
                    let holds = image.of(res, c)?;
                    let holds = res.rewriter.rewrite_within(res.terms, holds, res.budget)?;
                    let not = res.terms.not(holds);
                    let cases = [
                        (q, both(res.terms, condition, not)),
                        (p, both(res.terms, condition, holds)),
                    ];
                    open.extend(cases.into_iter().filter_map(|(t, c)| Some((t, c?))));
                } else if let Some(slice) = image.slice(res, t)? {
                    merged.add(slice, condition);
                } else {
                    return Ok(None);
                }
            }
        }
        let cases = merged.cases(res.terms);
        let whole = choice(res.terms, &cases);
        self.cases.insert(step.x, cases);
        Ok(Some(whole))
    }

    /// What the atoms of `formulas` that are about one string of known cases say of each, and what such strings are elsewhere.
    pub fn images(
        &self,
        res: &mut Resources<'_>,
        formulas: &[Term],
    ) -> Result<FxHashMap<Term, Term>, Interrupted> {
        let mut images: FxHashMap<Term, Term> =
            self.cases.iter().map(|(&x, cases)| (x, choice(res.terms, cases))).collect();
        for atom in res.terms.post_order_within(formulas, res.budget)? {
            if res.terms.sort(atom) != Sort::Bool || is_connective(res.terms, atom) {
                continue;
            }
            let mut read = constants_of(res.terms, atom, res.budget)?;
            read.retain(|x| self.cases.contains_key(x));
            let [x] = read[..] else { continue };
            let mut holds = Vec::new();
            for &(slice, condition) in &self.cases[&x] {
                let image = Image::new(res.terms, x, slice).of(res, atom)?;
                holds.push(res.terms.and(&[condition, image]));
            }
            let image = res.terms.or(&holds);
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
        self.found.into_iter().map(|(slice, conditions)| (slice, terms.or(&conditions))).collect()
    }
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
    let images: Vec<Term> = cases.iter().map(|(slice, _)| slice.term(terms)).collect();
    let conditions: Vec<Term> = cases.iter().map(|&(_, condition)| condition).collect();
    chosen(terms, &conditions[..conditions.len() - 1], &images)
}
