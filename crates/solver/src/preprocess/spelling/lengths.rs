//! The lengths of strings, as far as they follow from what the assertions say of lengths alone.
//!
//! Memberships and cases give bounds, and a linear inequality between lengths bounds each of them by the others: where two halves of
//! a palindrome have three letters each and the whole has seven, one letter is in the middle. Where a numeral says how many letters
//! there are, as in front of a message, its digits bound them. Inequalities are taken in turns, those again
//! whose bounds changed, each only a few times: bounds of two lengths that differ can push each other on for ever. Arithmetic knows
//! closer bounds, but only after preprocessing.

use super::ranges::bounded_below;
use crate::strings::languages::Languages;
use automata::Re;
use base::{FxHashMap, Int, Limits, Stop, Upper};
use rewrite::LinearSum;
use std::collections::{BTreeMap, VecDeque};
use terms::{Op, Sort, Term, Terms};

/// How many letters a string has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    pub(super) least: usize,
    pub(super) most: usize,
}

impl Lengths {
    /// Whether this is one length.
    pub(super) fn is_known(self) -> bool {
        self.least == self.most
    }

    /// For each place, whether its letter is read on its own whoever reads the string: it is the only one.
    pub(super) fn alone(self) -> Vec<bool> {
        vec![self.is_known() && self.most == 1; self.most]
    }

    /// For each place, whether its letter may be missing.
    pub(super) fn places(self) -> Vec<bool> {
        (0..self.most).map(|i| i >= self.least).collect()
    }
}

/// The lengths that memberships, equations and inequalities give, those of lengths of parts of texts among them.
pub(super) fn lengths(
    terms: &Terms,
    languages: &mut Languages,
    formulas: &[Term],
    memberships: &[(Term, Re)],
    of_texts: &[LinearSum],
    limits: &Limits<'_>,
) -> Result<BTreeMap<Term, Lengths>, Stop> {
    let mut bounds = Bounds::default();
    for &(s, language) in memberships {
        let lengths = languages.regexes.length_abstraction(language);
        bounds.at_least(s, lengths.min().map_or(Int::ZERO, Int::from));
        if let Some(Upper::AtMost(n)) = lengths.max() {
            bounds.at_most(s, Int::from(n));
        }
    }
    let all = formulas.iter().flat_map(|&f| bounded_below(terms, f));
    let mut sums: Vec<LinearSum> = all.filter_map(|sum| of_lengths(terms, sum)).collect();
    sums.extend_from_slice(of_texts);
    for &(t, _) in sums.iter().flat_map(|sum| &sum.terms) {
        if terms.op(t) == Op::StrToInt {
            bounds.numeral(terms, t, limits.tunables().check.spelling_digits);
        }
    }
    bounds.derive(sums, limits)?;
    let longest = limits.tunables().check.spelling_letters;
    let mut known = BTreeMap::new();
    for (&s, (least, most)) in &bounds.0 {
        let Some(most) = most.as_ref().and_then(Int::to_usize) else { continue };
        let Some(least) = least.to_usize() else { continue };
        if is_constant(terms, s) && least <= most && most <= longest {
            known.insert(s, Lengths { least, most });
        }
    }
    Ok(known)
}

/// The same over the strings instead of their lengths, if there is nothing else in it but numbers that strings are.
fn of_lengths(terms: &Terms, mut sum: LinearSum) -> Option<LinearSum> {
    for (t, _) in &mut sum.terms {
        let op = terms.op(*t);
        if op == Op::StrLen {
            *t = terms.arg(*t, 0);
        } else if op != Op::StrToInt {
            return None;
        }
    }
    (!sum.terms.is_empty()).then_some(sum)
}

/// The least length of a string, and the greatest one if it has one.
type Bound = (Int, Option<Int>);

/// What is known of the lengths of strings, and of the numbers that numerals are.
#[derive(Default)]
struct Bounds(BTreeMap<Term, Bound>);

impl Bounds {
    /// The numeral `t` is a number with as many digits as its string has letters, if these are few, or -1.
    fn numeral(&mut self, terms: &Terms, t: Term, few: usize) {
        debug_assert!(terms.op(t) == Op::StrToInt, "the digits of what is no numeral");
        let digits = self.0.get(&terms.arg(t, 0)).and_then(|(_, most)| most.as_ref()?.to_usize());
        let power = |n: usize| (0..n).fold(Int::ONE, |power, _| &power * &Int::from(10));
        let most = digits.filter(|&n| n <= few).map(|n| power(n) - Int::ONE);
        self.0.insert(t, (Int::NEG_ONE, most));
    }

    /// Returns whether that is news.
    fn at_least(&mut self, s: Term, n: Int) -> bool {
        let bound = self.0.entry(s).or_default();
        let is_news = bound.0 < n;
        if is_news {
            bound.0 = n;
        }
        is_news
    }

    /// Returns whether that is news.
    fn at_most(&mut self, s: Term, n: Int) -> bool {
        let bound = self.0.entry(s).or_default();
        let is_news = bound.1.as_ref().is_none_or(|most| n < *most);
        if is_news {
            bound.1 = Some(n);
        }
        is_news
    }

    /// Derives bounds from `sums` of lengths, given by their strings, that are not negative.
    fn derive(&mut self, sums: Vec<LinearSum>, limits: &Limits<'_>) -> Result<(), Stop> {
        let mut with: FxHashMap<Term, Vec<usize>> = FxHashMap::default();
        for (i, sum) in sums.iter().enumerate() {
            sum.terms.iter().for_each(|&(s, _)| with.entry(s).or_default().push(i));
        }
        let most = limits.tunables().check.spelling_turns;
        let mut turns = vec![most; sums.len()];
        let mut queue: VecDeque<usize> = (0..sums.len()).collect();
        let mut waits = vec![true; sums.len()];
        while let Some(i) = queue.pop_front() {
            limits.charge(sums[i].terms.len() as u64)?;
            (waits[i], turns[i]) = (false, turns[i].saturating_sub(1));
            for s in self.bound(&sums[i]) {
                for &j in &with[&s] {
                    if j != i && turns[j] > 0 && !waits[j] {
                        waits[j] = true;
                        queue.push_back(j);
                    }
                }
            }
        }
        Ok(())
    }

    /// Bounds each length in `sum`, which is not negative, by the others; returns the strings of which that is news.
    fn bound(&mut self, sum: &LinearSum) -> Vec<Term> {
        let (mut greatest, mut unbounded) = (sum.constant.clone(), 0);
        let summands: Vec<Option<Int>> =
            sum.terms.iter().map(|(s, factor)| self.greatest(*s, factor)).collect();
        for summand in &summands {
            match summand {
                Some(n) => greatest += n,
                None => unbounded += 1,
            }
        }
        let mut news = Vec::new();
        for ((s, factor), summand) in sum.terms.iter().zip(&summands) {
            let others = match summand {
                Some(n) if unbounded == 0 => &greatest - n,
                None if unbounded == 1 => greatest.clone(),
                _ => continue,
            };
            let is_news = match factor.is_positive() {
                true => self.at_least(*s, -(others.div_floor(factor))),
                false => self.at_most(*s, others.div_floor(&-factor)),
            };
            news.extend(is_news.then_some(*s));
        }
        news
    }

    /// The greatest value of `factor` times the length of `s`.
    fn greatest(&self, s: Term, factor: &Int) -> Option<Int> {
        debug_assert!(!factor.is_zero(), "a summand that is none");
        let bound = self.0.get(&s);
        match factor.is_positive() {
            true => bound?.1.as_ref().map(|most| most * factor),
            false => Some(bound.map_or(Int::ZERO, |(least, _)| least * factor)),
        }
    }
}

pub(super) fn is_constant(terms: &Terms, t: Term) -> bool {
    terms.is_constant(t) && terms.sort(t) == Sort::String
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;

    fn derived(sums: &[(&[(usize, i64)], i64)], strings: usize) -> Vec<(i64, Option<i64>)> {
        let (mut terms, budget) = (Terms::new(), Budget::unlimited());
        let all: Vec<Term> = (0..strings).map(|_| terms.fresh("s", Sort::String)).collect();
        let sum = |(summands, constant): &(&[(usize, i64)], i64)| {
            let mut sum = LinearSum::constant(Int::from(*constant));
            summands.iter().for_each(|&(i, factor)| sum.add_var(all[i], Int::from(factor)));
            sum
        };
        let mut bounds = Bounds::default();
        bounds.derive(sums.iter().map(sum).collect(), &Limits::none(&budget)).unwrap();
        let number = |n: &Int| i64::try_from(n.to_usize().unwrap()).unwrap();
        let bound = |s: &Term| {
            bounds.0.get(s).map_or((0, None), |(a, b)| (number(a), b.as_ref().map(number)))
        };
        all.iter().map(bound).collect()
    }

    #[test]
    fn lengths_follow_from_others() {
        // 2x + y = 7, x = 3.
        let sums: &[(&[(usize, i64)], i64)] =
            &[(&[(0, 2), (1, 1)], -7), (&[(0, -2), (1, -1)], 7), (&[(0, 1)], -3), (&[(0, -1)], 3)];
        assert_eq!(derived(sums, 2), [(3, Some(3)), (1, Some(1))]);
        // x + y <= 5, y >= 2, z <= x - y.
        let sums: &[(&[(usize, i64)], i64)] =
            &[(&[(0, -1), (1, -1)], 5), (&[(1, 1)], -2), (&[(0, 1), (1, -1), (2, -1)], 0)];
        assert_eq!(derived(sums, 3), [(2, Some(3)), (2, Some(3)), (0, Some(1))]);
    }

    #[test]
    fn bounds_that_push_each_other_come_to_an_end() {
        // x < y < x.
        let sums: &[(&[(usize, i64)], i64)] = &[(&[(0, -1), (1, 1)], -1), (&[(0, 1), (1, -1)], -1)];
        assert!(derived(sums, 2).iter().all(|&(least, most)| least < 100 && most.is_none()));
    }
}
