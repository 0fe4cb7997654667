//! Predicates over elements that are more than characters: which of them hold together.
//!
//! Words over a set of elements with predicates are words over the *minterms*, the combinations of predicates that some element
//! satisfies (D'Antoni and Veanes, "Minimization of symbolic automata", POPL 2014). Each minterm gets a block of characters, and
//! a predicate is the union of the blocks in which it holds. A minterm with few elements has one character for each; any other
//! one has a block that is taken for as good as endless. The solver itself, asked about one element, says which combinations
//! there are. (Automata whose transitions are predicates would ask it during the search; then all that is known about languages
//! of characters would have to be found again.)

use super::definitions::literal;
use base::{Budget, FxHashSet, IndexSet, Int, Interrupted};
use std::ops::Range;
use terms::eval::Evaluator;
use terms::model::Model;
use terms::op::BitOp;
use terms::sort::MAX_CHAR;
use terms::value::Value;
use terms::{Element, Op, Sort, Term, Terms};

/// Says what an element may be for which a formula holds: `None` if that is not known, `Some(None)` if there is none.
pub(crate) type Ask<'a> = dyn FnMut(&mut Terms, Term, Term) -> Option<Option<Value>> + 'a;

/// Elements for which the same predicates hold.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Minterm {
    /// For each predicate whether it holds.
    signs: Vec<bool>,
    /// Some elements; all of them, if there are as many characters.
    samples: Vec<Value>,
    characters: Range<u32>,
}

/// Predicates and negated ones that hold together for an element, which is found unless there are none of them.
#[derive(Default)]
struct Combination {
    signs: Vec<bool>,
    formulas: Vec<Term>,
    sample: Option<Value>,
}

/// The minterms of the predicates over one sort.
#[derive(Debug, Default)]
pub(super) struct Minterms {
    predicates: Vec<Term>,
    blocks: Vec<Minterm>,
    /// The constants that have a character, a block each.
    constants: Vec<IndexSet<Term>>,
}

/// The body of `lambda` for `x`.
fn applied(terms: &mut Terms, lambda: Term, x: Term) -> Term {
    let Op::Lambda(element) = terms.op(lambda) else { return terms.bool(false) };
    let bound = terms.mk(Op::Bound(element), &[]);
    let body = terms.arg(lambda, 0);
    terms.substitute(body, &[(bound, x)].into_iter().collect())
}

impl Minterms {
    /// The combinations that have elements; `None` if one cannot be decided or there are too many.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(super) fn new(
        terms: &mut Terms,
        element: Element,
        predicates: &[Term],
        budget: &Budget,
        ask: &mut Ask<'_>,
    ) -> Result<Option<Minterms>, Interrupted> {
        let x = terms.fresh("element", terms.element_sort(element));
        let mut combinations = vec![Combination::default()];
        for &predicate in predicates {
            let holds = applied(terms, predicate, x);
            let mut next = Vec::new();
            for Combination { signs, formulas, .. } in combinations {
                for sign in [true, false] {
                    budget.charge(1)?;
                    let literal = if sign { holds } else { terms.not(holds) };
                    let formulas: Vec<Term> = formulas.iter().copied().chain([literal]).collect();
                    let formula = terms.and(&formulas);
                    match ask(terms, x, formula) {
                        None => return Ok(None),
                        Some(None) => {}
                        Some(sample) => {
                            let signs = signs.iter().copied().chain([sign]).collect();
                            next.push(Combination { signs, formulas, sample });
                        }
                    }
                }
            }
            combinations = next;
            if combinations.len() > budget.tunables().check.minterms {
                return Ok(None);
            }
        }
        Ok(Minterms::with_blocks(terms, x, predicates, combinations, budget, ask))
    }

    fn with_blocks(
        terms: &mut Terms,
        x: Term,
        predicates: &[Term],
        combinations: Vec<Combination>,
        budget: &Budget,
        ask: &mut Ask<'_>,
    ) -> Option<Minterms> {
        let few = budget.tunables().check.minterm_elements;
        let mut blocks = Vec::new();
        let mut endless = Vec::new();
        let mut start = 0;
        for Combination { signs, formulas, sample } in combinations {
            let (samples, all) = samples(terms, x, formulas, sample, few, ask);
            let block = Minterm { signs, characters: start..start, samples };
            if all {
                let end = start + base::id32(block.samples.len());
                blocks.push(Minterm { characters: start..end, ..block });
                start = end;
            } else {
                endless.push(block);
            }
        }
        // Together they have all characters that are left.
        let mut left = base::id32(endless.len());
        for block in endless {
            let end = start + (MAX_CHAR + 1 - start) / left;
            blocks.push(Minterm { characters: start..end, ..block });
            (start, left) = (end, left - 1);
        }
        debug_assert!(start <= MAX_CHAR + 1, "blocks outside of the alphabet");
        let constants = blocks.iter().map(|_| IndexSet::default()).collect();
        Some(Minterms { predicates: predicates.to_vec(), blocks, constants })
    }

    /// All characters in use.
    pub(super) fn all(&self) -> Range<u32> {
        0..self.blocks.last().map_or(0, |block| block.characters.end)
    }

    /// The characters of the elements for which `predicate` holds, if that is one of these.
    pub(super) fn characters_of(&self, predicate: Term) -> Option<Vec<Range<u32>>> {
        let at = self.predicates.iter().position(|&p| p == predicate)?;
        let blocks = self.blocks.iter().filter(|block| block.signs[at]);
        Some(blocks.map(|block| block.characters.clone()).collect())
    }

    /// The character of the constant `a`; `None` if its block is full.
    pub(super) fn character(&mut self, terms: &mut Terms, a: Term, budget: &Budget) -> Option<u32> {
        debug_assert!(terms.is_ground(a), "a constant with unknowns");
        let value = Evaluator::new(terms, &Model::new(), budget).eval(a).ok()?;
        let signs = self.signs(terms, &value, budget)?;
        let at = self.blocks.iter().position(|block| block.signs == signs)?;
        let Range { start, end } = self.blocks[at].characters;
        let character = start + self.constants[at].insert(a).0;
        (character < end).then_some(character)
    }

    /// Which predicates hold for an element.
    fn signs(&self, terms: &mut Terms, value: &Value, budget: &Budget) -> Option<Vec<bool>> {
        let constant = literal(terms, value)?;
        let formulas: Vec<Term> =
            self.predicates.iter().map(|&p| applied(terms, p, constant)).collect();
        let model = Model::new();
        let mut eval = Evaluator::new(terms, &model, budget);
        formulas.into_iter().map(|f| eval.eval(f).ok().map(|v| v == Value::Bool(true))).collect()
    }

    /// Whether `value` may have this character: the same predicates hold for both. What cannot be evaluated may.
    pub(super) fn admits(
        &self,
        terms: &mut Terms,
        character: u32,
        value: &Value,
        budget: &Budget,
    ) -> bool {
        let block = self.blocks.iter().find(|block| block.characters.contains(&character));
        let signs = self.signs(terms, value, budget);
        signs.is_none_or(|signs| block.is_some_and(|block| block.signs == signs))
    }

    /// An element with this character that is none of those `taken`.
    pub(super) fn element(
        &self,
        terms: &mut Terms,
        character: u32,
        taken: &FxHashSet<Value>,
        budget: &Budget,
    ) -> Option<Value> {
        let block = self.blocks.iter().find(|block| block.characters.contains(&character))?;
        debug_assert!(
            block.signs.len() == self.predicates.len(),
            "a minterm leaves a predicate open"
        );
        if let Some(sample) = block.samples.iter().find(|v| !taken.contains(v)) {
            return Some(sample.clone());
        }
        debug_assert!(!block.samples.is_empty(), "a minterm without elements");
        let tries = budget.tunables().check.minterm_tries;
        for (sample, distance) in
            block.samples.iter().flat_map(|v| (1..=tries).map(move |distance| (v, distance)))
        {
            for near in around(terms, sample, distance) {
                let is_free = !taken.contains(&near);
                if is_free && self.signs(terms, &near, budget).as_ref() == Some(&block.signs) {
                    return Some(near);
                }
            }
        }
        None
    }
}

/// Elements for which all formulas hold about `x`, `first` among them, at most `few`, and whether these are all.
fn samples(
    terms: &mut Terms,
    x: Term,
    mut formulas: Vec<Term>,
    first: Option<Value>,
    few: usize,
    ask: &mut Ask<'_>,
) -> (Vec<Value>, bool) {
    debug_assert!(matches!(terms.op(x), Op::Apply(_)), "an element that is no unknown");
    let mut samples = Vec::new();
    // It is known already: asked again under a limit, there might be no answer.
    let mut found = first.map(Some);
    loop {
        let formula = terms.and(&formulas);
        match found.take().or_else(|| ask(terms, x, formula)) {
            Some(None) => return (samples, true),
            Some(Some(value)) if samples.len() < few => {
                let constant = literal(terms, &value);
                samples.push(value);
                let Some(constant) = constant else { return (samples, false) };
                let same = terms.eq(x, constant);
                formulas.push(terms.not(same));
            }
            _ => return (samples, false),
        }
    }
}

/// Values at a distance from `value`.
fn around(terms: &Terms, value: &Value, distance: u32) -> Vec<Value> {
    let away = Int::from(i64::from(distance));
    match value {
        Value::Int(n) => vec![Value::Int(n + &away), Value::Int(n - &away)],
        Value::Bits(width, n) => {
            let end = Int::from(2).pow(*width);
            let other = [n + &away, n - &away];
            let fits = |n: &Int| !n.is_negative() && *n < end;
            other.into_iter().filter(fits).map(|n| Value::Bits(*width, n)).collect()
        }
        Value::Str(word) => {
            let last = word.last().copied().unwrap_or(u32::from(b'A'));
            vec![Value::Str(longer(word, last, distance).into())]
        }
        Value::Seq(element, values) => {
            let default = || Value::default_of(terms.element_sort(*element));
            let values: Vec<Value> = values.iter().collect();
            let last = values.last().cloned().or_else(default);
            let longer = |last| longer(&values, last, distance).into_iter().collect();
            let more = |last| Value::Seq(*element, longer(last));
            last.map(more).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn longer<T: Clone>(word: &[T], last: T, by: u32) -> Vec<T> {
    word.iter().cloned().chain(std::iter::repeat_n(last, by as usize)).collect()
}

/// The predicate without unknowns over elements that are no characters that `t` is, or is made of.
pub(super) fn wide_predicate(terms: &mut Terms, t: Term) -> Option<(Element, Term)> {
    let (element, lambda) = match (terms.op(t), terms.sort(t)) {
        (Op::Lambda(element), _) => (element, t),
        (Op::ReRange, Sort::RegEx(element)) => (element, range(terms, element, t)?),
        _ => return None,
    };
    let is_wide = super::letters::size(terms, element).is_none()
        && !matches!(terms.element_sort(element), Sort::Uninterpreted(_));
    (is_wide && terms.is_ground(lambda)).then_some((element, lambda))
}

/// A range of bit-vectors as a predicate; `None` over other sorts, where nothing is in a range.
pub(super) fn range(terms: &mut Terms, element: Element, t: Term) -> Option<Term> {
    let Sort::BitVec(_) = terms.element_sort(element) else { return None };
    let bound = terms.mk(Op::Bound(element), &[]);
    let (zero, one) = (terms.int(0), terms.int(1));
    debug_assert!(terms.op(t) == Op::ReRange, "a range of what is none");
    let mut conditions = Vec::new();
    let mut ends = Vec::new();
    for end in [terms.arg(t, 0), terms.arg(t, 1)] {
        if let Op::SeqUnit(_) = terms.op(end) {
            ends.push(terms.arg(end, 0));
        } else {
            let length = terms.len_of(end);
            conditions.push(terms.eq(length, one));
            ends.push(terms.mk(Op::SeqNth, &[end, zero]));
        }
    }
    let compare = |terms: &mut Terms, a, b| terms.mk(Op::Bits(BitOp::Ule), &[a, b]);
    conditions.push(compare(terms, ends[0], bound));
    conditions.push(compare(terms, bound, ends[1]));
    let body = terms.and(&conditions);
    Some(terms.mk(Op::Lambda(element), &[body]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_once_is_kept() {
        let mut terms = Terms::new();
        let element = terms.element(Sort::Int);
        let bound = terms.mk(Op::Bound(element), &[]);
        let zero = terms.int(0);
        let body = terms.ge(bound, zero);
        let predicate = terms.mk(Op::Lambda(element), &[body]);
        // Each combination has an element, and nothing is known when it is asked for another one.
        let mut answers = [0, -1].map(|n| Some(Value::Int(Int::from(n)))).into_iter();
        let mut ask = |_: &mut Terms, _: Term, _: Term| answers.next();
        let budget = Budget::unlimited();
        let minterms = Minterms::new(&mut terms, element, &[predicate], &budget, &mut ask);
        let minterms = minterms.unwrap().unwrap();
        for (character, number) in [(0, 0), (MAX_CHAR, -1)] {
            let found = minterms.element(&mut terms, character, &FxHashSet::default(), &budget);
            assert_eq!(found, Some(Value::Int(Int::from(number))));
        }
    }
}
