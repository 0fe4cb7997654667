//! Choices that come to a given sum, for the search to try first.
//!
//! The nodes of a diagram are the square of its choices, so an equation of thousands of them is left to arithmetic. That knows which sums
//! lie between the bounds, but not which there are: where the values have gaps it decides choice by choice, until what is left
//! lies in a gap, and learns that for each.
//!
//! But which sums the last choices come to by themselves are sets that are found from the last to the first (dynamic programming, after
//! R. Bellman, *Notes on the Theory of Dynamic Programming IV*, 1957), a bit for each. If the sum of all is none of these, the
//! equation does not hold. Otherwise a walk through the sets finds a solution, which becomes the phases of the conditions: where nothing
//! else is said about these, it is the first assignment. A phase excludes nothing, so it need not be right.

use super::super::substitution::constants_of;
use super::choice::{Choice, Literal, small};
use base::{Budget, FxHashMap, FxHashSet, Interrupted};
use terms::{Op, Sort, Term, Terms};

/// A fact: a formula about more constants relates many choices to each other.
const FEW: usize = 8;

/// A fact: what formulas share is read no more often than this, on average.
const MOST: usize = 16;

/// In how many formulas about many constants each constant is, and in how many of them that compare integers. What two of them say of it
/// is not found by a solution of one.
pub(super) struct Uses(Option<FxHashMap<Term, (usize, usize)>>);

impl Uses {
    /// Those in `formulas`; unknown if these share so much that counting takes too many times the `size` of all.
    pub fn of(
        terms: &Terms,
        formulas: &[Term],
        size: usize,
        budget: &Budget,
    ) -> Result<Uses, Interrupted> {
        let mut uses: FxHashMap<Term, (usize, usize)> = FxHashMap::default();
        let mut left = MOST * size;
        for &f in formulas {
            let (mut seen, mut stack, mut constants) = (FxHashSet::default(), vec![f], Vec::new());
            while let Some(t) = stack.pop() {
                if !seen.insert(t) {
                    continue;
                }
                let args = terms.args(t);
                if left < 1 + args.len() {
                    return Ok(Uses(None));
                }
                left -= 1 + args.len();
                budget.tick(1)?;
                stack.extend_from_slice(args);
                constants
                    .extend((matches!(terms.op(t), Op::Apply(_)) && args.is_empty()).then_some(t));
            }
            let compares = terms.args(f).first().is_some_and(|&a| terms.sort(a) == Sort::Int);
            for x in constants.iter().filter(|_| constants.len() > FEW) {
                let (all, sums) = uses.entry(*x).or_default();
                (*all, *sums) = (*all + 1, *sums + usize::from(compares));
            }
        }
        Ok(Uses(Some(uses)))
    }

    /// What other formulas make of a guess about `choices`, if anything.
    fn spoilt(
        &self,
        terms: &Terms,
        choices: &[Choice],
        budget: &Budget,
    ) -> Result<Option<Guess>, Interrupted> {
        let Uses(Some(uses)) = self else { return Ok(Some(Guess::Unclear)) };
        let mut spoilt = None;
        for choice in choices {
            for x in constants_of(terms, choice.term, budget)? {
                match uses.get(&x) {
                    Some((_, 2..)) => return Ok(Some(Guess::Summed)),
                    Some((2.., _)) => spoilt = Some(Guess::Unclear),
                    _ => {}
                }
            }
        }
        Ok(spoilt)
    }
}

/// What is known of choices whose sum is to be a number.
pub(super) enum Guess {
    /// They never come to it.
    Never,
    /// They do if these hold.
    If(Vec<Literal>),
    /// There are too many sums or values to look at, or other things are said about them.
    Unclear,
    /// Other sums of the same constants are compared: arithmetic knows more about both than diagrams.
    Summed,
}

/// A value of a choice, and what chooses it.
struct Value {
    value: i64,
    path: Vec<Literal>,
}

/// How `constant` and `choices` come to 0, if these are independent.
pub(super) fn guess(
    terms: &Terms,
    choices: &[Choice],
    constant: i64,
    uses: &Uses,
    budget: &Budget,
) -> Result<Guess, Interrupted> {
    let tunables = &budget.tunables().check;
    let (words, paths) = (tunables.diagram_nodes, tunables.diagram_paths);
    if let Some(spoilt) = uses.spoilt(terms, choices, budget)? {
        return Ok(spoilt);
    }
    let Some(all) = choices.iter().map(|c| values(terms, c, paths)).collect::<Option<Vec<_>>>()
    else {
        return Ok(Guess::Unclear);
    };
    let (mut sums, mut size) = (vec![Sums::zero()], 0);
    for (choice, values) in choices.iter().zip(&all).rev() {
        let rest = &sums[sums.len() - 1];
        size += rest.size_with(choice);
        if size > words {
            return Ok(Guess::Unclear);
        }
        budget.charge(rest.size_with(choice) as u64)?;
        sums.push(rest.with(choice, values));
    }
    let mut left = -constant;
    if !sums.pop().is_some_and(|whole| whole.contains(left)) {
        return Ok(Guess::Never);
    }
    let (mut literals, count) = (Vec::new(), i64::try_from(all.len()).unwrap_or_default());
    for (values, others) in all.iter().zip((1..=count).rev()) {
        let Some(rest) = sums.pop() else { return Ok(Guess::Unclear) };
        let share = left.div_euclid(others);
        let possible = values.iter().filter(|v| rest.contains(left - v.value));
        let nearest = possible.min_by_key(|v| (v.value - share).abs());
        debug_assert!(nearest.is_some(), "a sum that there is comes from none of the values");
        let Some(Value { value, path }) = nearest else { return Ok(Guess::Unclear) };
        left -= value;
        path.iter().for_each(|&literal| atoms(terms, literal, &mut literals));
    }
    debug_assert!(left == 0, "the values come to another sum");
    Ok(Guess::If(literals))
}

/// The values of a choice, each once, unless there are too many ways to choose one.
fn values(terms: &Terms, choice: &Choice, most: usize) -> Option<Vec<Value>> {
    let (mut found, mut stack) = (Vec::<Value>::new(), vec![(choice.term, Vec::new())]);
    let mut ways = 0;
    while let Some((t, path)) = stack.pop() {
        ways += 1;
        if ways > 2 * most {
            return None;
        }
        if let (Op::Ite, &[c, a, b]) = (terms.op(t), terms.args(t)) {
            for (branch, holds) in [(b, false), (a, true)] {
                stack.push((branch, [&path[..], &[(c, holds)]].concat()));
            }
            continue;
        }
        let value = terms.int_value(t).and_then(small)? * choice.coefficient;
        if found.iter().all(|known| known.value != value) {
            found.push(Value { value, path });
        }
    }
    Some(found)
}

/// Atoms by which the condition of a literal has its value.
fn atoms(terms: &Terms, literal: Literal, out: &mut Vec<Literal>) {
    let mut stack = vec![literal];
    while let Some((t, holds)) = stack.pop() {
        let (op, args) = (terms.op(t), terms.args(t));
        if op == Op::Not {
            stack.push((args[0], !holds));
        } else if matches!(op, Op::And | Op::Or) {
            // All that are needed; of several that are enough, the first.
            let is_each = holds == (op == Op::And);
            let needed = if is_each { args.len() } else { 1 };
            stack.extend(args.iter().take(needed).map(|&a| (a, holds)));
        } else {
            out.push((t, holds));
        }
    }
}

/// A set of sums: bit `i` stands for `least + i`.
struct Sums {
    least: i64,
    greatest: i64,
    bits: Vec<u64>,
}

impl Sums {
    /// That of no choices.
    fn zero() -> Sums {
        Sums { least: 0, greatest: 0, bits: vec![1] }
    }

    fn contains(&self, sum: i64) -> bool {
        let at = usize::try_from(sum - self.least).ok().filter(|_| sum <= self.greatest);
        at.is_some_and(|at| self.bits[at / 64] >> (at % 64) & 1 == 1)
    }

    /// How many words of bits there are with one choice more.
    fn size_with(&self, choice: &Choice) -> usize {
        debug_assert!(choice.least <= choice.greatest, "a choice has no value");
        let (least, greatest) = (self.least + choice.least, self.greatest + choice.greatest);
        usize::try_from(greatest - least).unwrap_or_default() / 64 + 1
    }

    /// The sums of one of `values` of `choice` and of one of these.
    fn with(&self, choice: &Choice, values: &[Value]) -> Sums {
        let (least, greatest) = (self.least + choice.least, self.greatest + choice.greatest);
        let size = self.size_with(choice);
        let mut bits = vec![0; size + 1];
        for by in values.iter().filter_map(|v| usize::try_from(v.value - choice.least).ok()) {
            spread(&self.bits, by, &mut bits);
        }
        bits.truncate(size);
        Sums { least, greatest, bits }
    }
}

/// Adds the numbers of `bits`, each greater by `by`, to `into`, as far as it has bits.
pub(super) fn spread(bits: &[u64], by: usize, into: &mut [u64]) {
    let (whole, part) = (by / 64, by % 64);
    for (i, &word) in bits.iter().enumerate().filter(|(_, word)| **word != 0) {
        if let Some(low) = into.get_mut(i + whole) {
            *low |= word << part;
        }
        if let Some(high) = into.get_mut(i + whole + 1).filter(|_| part > 0) {
            *high |= word >> (64 - part);
        }
    }
}
