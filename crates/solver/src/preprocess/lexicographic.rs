//! Lexicographic comparisons of integers as one linear inequality.
//!
//! The problem: versions and dates are compared number by number, `(or (< a b) (and (= a b) (or (< c d) ...)))`. A chain of n
//! comparisons is a choice for each, and arithmetic learns from a conflict only which of them exclude each other.
//!
//! If `c` and `d` are bounded, then `(a, c) < (b, d)` is `K a + c < K b + d` for a `K` that is larger than any difference between
//! `c` and `d`: numbers in a mixed radix are compared as their digits are. In general, with `d = b - a` and what follows being `s >= 0`
//! where `l <= s <= h`, "`d >= 1`, or `d = 0` and `s >= 0`" is `K d + s >= 0` for `K = max(1, -l, h + 1)`. So a comparison is read from
//! the inside, and a chain is a matter of the simplex. (This weighs goals in lexicographic optimization, too: H. Sherali and A. Soyster,
//! *Preemptive and nonpreemptive multi-objective programming*, 1983.)
//!
//! Comparisons are recognized as programs write them: nested, as a disjunction of conjunctions with longer and longer prefixes, as a choice
//! `(ite (= a b) (< c d) (< a b))`, and negated.
//!
//! Without bounds, what is compared first is in weak order at least; that is told to [`super::ordered`].

use super::spelling::{Ranges, at_least_zero, zero};
use crate::engine::Resources;
use crate::strings::languages::Languages;
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted, Limits, affordable};
use rewrite::entail::{int_bounds, length_bounds};
use rewrite::{LinearSum, ToTerm};
use terms::{Op, Sort, Term, Terms};

/// A fact: larger coefficients leave machine words after a pivot or two, and numbers of any size are slow.
const GREATEST_FACTOR: u64 = 1 << 40;

/// A fact: people compare fewer numbers one after the other.
const NUMBERS: usize = 16;

/// `first >= 1`, or `first = 0` and `rest`.
pub(super) struct Comparison {
    pub first: LinearSum,
    rest: Term,
}

impl Comparison {
    /// Whether integers are compared with each other: bounds of single ones are nothing that the SAT core learns slowly.
    fn is_of_two(&self) -> bool {
        self.first.terms.len() > 1
    }
}

/// Replaces comparisons of bounded integers in `formulas`. Whether there were any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(res: &mut Resources<'_>, formulas: &mut [Term]) -> Result<bool, Interrupted> {
    let Resources { terms, languages, audit, budget, .. } = res;
    let all = terms.post_order_within(formulas, budget)?;
    let mut rests = rests(terms, formulas, budget)?;
    let is_found = |&t: &Term| comparison(terms, t).is_some_and(|c| c.is_of_two());
    if rests.is_empty() && !all.iter().any(is_found) {
        return Ok(false);
    }
    let mut bounds = Bounds::of(terms, languages, formulas, budget)?;
    let mut changed = super::replace::replace(terms, formulas, budget, |terms, t| {
        let Some(comparison) = comparison(terms, t).filter(Comparison::is_of_two) else {
            return Ok(None);
        };
        budget.charge(16)?;
        let sum = bounds.as_sum(terms, comparison, NUMBERS);
        Ok(sum.map(|sum| not_negative(terms, &sum)))
    })?;
    // What is inside was replaced.
    if !rests.is_empty() {
        rests = self::rests(terms, formulas, budget)?;
    }
    for (i, comparison) in rests {
        if let Some(sum) = bounds.as_sum(terms, comparison, NUMBERS) {
            let after = not_negative(terms, &sum);
            changed.push((std::mem::replace(&mut formulas[i], after), after));
        }
    }
    Ok(audit.replaced("preprocess.lexicographic", &bounds.given, &changed))
}

fn not_negative(terms: &mut Terms, sum: &LinearSum) -> Term {
    debug_assert!(sum.terms.iter().all(|(_, c)| !c.is_zero()), "a summand that is none");
    let (left, zero) = (sum.to_term(terms), terms.int(0));
    terms.mk(Op::Ge, &[left, zero])
}

/// The formulas that are comparisons together with another one, which says `d >= 0`: conjunctions are apart here.
fn rests(
    terms: &mut Terms,
    formulas: &[Term],
    budget: &Budget,
) -> Result<Vec<(usize, Comparison)>, Interrupted> {
    budget.charge(formulas.len() as u64)?;
    let least: FxHashSet<LinearSum> =
        formulas.iter().filter_map(|&f| at_least_zero(terms, f)).collect();
    let mut found = Vec::new();
    for (i, &f) in formulas.iter().enumerate() {
        if terms.op(f) != Op::Or || terms.args(f).len() > NUMBERS {
            continue;
        }
        let cases = terms.args(f).to_vec();
        let firsts = cases.iter().flat_map(|&case| apart_from(terms, case));
        let first = firsts.into_iter().find(|d| least.contains(d));
        let comparison = first.and_then(|d| unless_apart(terms, d, &cases));
        found.extend(comparison.filter(Comparison::is_of_two).map(|c| (i, c)));
    }
    Ok(found)
}

/// The sums of which `t` says that they are not zero, unless they are negative.
fn apart_from(terms: &Terms, t: Term) -> Vec<LinearSum> {
    let atom = terms.literal(t).0;
    if let Some(d) = zero(terms, atom) {
        return if t == atom { Vec::new() } else { vec![d.negated(), d] };
    }
    at_least_zero(terms, t).map(|sum| sum.plus_int(1)).into_iter().collect()
}

/// What bounds integers.
struct Bounds {
    ranges: Ranges,
    /// How many digits the numerals have that are read from strings, where memberships bound them.
    digits: FxHashMap<Term, u64>,
    /// The terms whose own bounds are in `ranges`.
    entered: FxHashSet<Term>,
    given: Vec<Term>,
}

impl Bounds {
    /// What `formulas` say.
    fn of(
        terms: &Terms,
        languages: &mut Languages,
        formulas: &[Term],
        budget: &Budget,
    ) -> Result<Bounds, Interrupted> {
        let (mut digits, mut given) = (FxHashMap::default(), Vec::new());
        for &f in formulas {
            budget.charge(1)?;
            let (Op::StrInRe, &[x, regex]) = (terms.op(f), terms.args(f)) else {
                if terms.op(f) == Op::Ge || terms.op(f) == Op::Not || terms.op(f) == Op::Eq {
                    given.push(f);
                }
                continue;
            };
            let limits = Limits::none(budget);
            let language = affordable(languages.language_within(terms, regex, &limits))?;
            let Some(language) = language.flatten() else { continue };
            let longest = languages.regexes.length_abstraction(language).max();
            let Some(n) = longest.and_then(base::Upper::number) else { continue };
            digits.entry(x).and_modify(|m: &mut u64| *m = n.min(*m)).or_insert(n);
            given.push(f);
        }
        let ranges = Ranges::collect(terms, formulas);
        Ok(Bounds { ranges, digits, entered: FxHashSet::default(), given })
    }

    /// Enters what `t` is between whatever is asserted, and the greatest number of as many digits as it is read from.
    fn enter(&mut self, terms: &Terms, t: Term) {
        if !self.entered.insert(t) {
            return;
        }
        let own = int_bounds(terms, t);
        let mut most = own.hi;
        if let (Op::StrToInt, &[x]) = (terms.op(t), terms.args(t)) {
            let longest = length_bounds(terms, x).hi.and_then(|n| n.to_u64());
            let digits = longest.into_iter().chain(self.digits.get(&x).copied()).min();
            let digits = digits.and_then(|n| u32::try_from(n).ok()).filter(|&n| n < 32);
            let greatest = digits.map(|n| Int::from(10).pow(n) - Int::ONE);
            most = most.into_iter().chain(greatest).min();
        }
        own.lo.into_iter().for_each(|n| self.ranges.at_least(t, n));
        most.into_iter().for_each(|n| self.ranges.at_most(t, n));
    }

    /// A sum that is not negative if and only if the comparison holds, of no more than `left` numbers.
    fn as_sum(&mut self, terms: &mut Terms, c: Comparison, left: usize) -> Option<LinearSum> {
        debug_assert!(terms.sort(c.rest) == Sort::Bool, "what follows is no formula");
        if terms.op(c.rest).is_const() {
            let is_weak = terms.op(c.rest) == Op::True;
            return Some(if is_weak { c.first } else { c.first.plus_int(-1) });
        }
        let rest = match at_least_zero(terms, c.rest) {
            Some(sum) => sum,
            None => {
                let next = comparison(terms, c.rest)?;
                self.as_sum(terms, next, left.checked_sub(1)?)?
            }
        };
        rest.terms.iter().for_each(|(t, _)| self.enter(terms, *t));
        let (least, most) = self.ranges.of_sum(&rest)?;
        let factor = Int::ONE.max(-least).max(most + &Int::ONE);
        if factor > Int::from(GREATEST_FACTOR) {
            return None;
        }
        debug_assert!(factor.is_positive(), "what is compared first counts for nothing");
        let mut sum = rest;
        sum.add_scaled(&c.first, &factor);
        Some(sum)
    }
}

/// Whether `t` says that `d` is zero, or, where more than zero makes no difference, that it is not negative.
fn is_zero(terms: &Terms, t: Term, d: &LinearSum) -> bool {
    match zero(terms, t) {
        Some(sum) => sum == *d || sum.negated() == *d,
        None => at_least_zero(terms, t).is_some_and(|sum| sum == *d),
    }
}

/// `t` as a lexicographic comparison.
pub(super) fn comparison(terms: &mut Terms, t: Term) -> Option<Comparison> {
    let op = terms.op(t);
    if matches!(op, Op::Or | Op::And) && terms.args(t).len() <= NUMBERS {
        let parts = terms.args(t).to_vec();
        let of = if op == Op::Or { of_cases } else { of_all };
        return parts.iter().find_map(|&part| of(terms, &parts, part));
    }
    let (Op::Ite, &[c, then, otherwise]) = (op, terms.args(t)) else { return None };
    if terms.sort(t) != Sort::Bool {
        return None;
    }
    let sum = at_least_zero(terms, otherwise)?;
    let greater = sum.clone().plus_int(1);
    let first = [sum, greater].into_iter().find(|d| is_equation(terms, c, d))?;
    Some(Comparison { first, rest: then })
}

fn is_equation(terms: &Terms, t: Term, d: &LinearSum) -> bool {
    terms.op(t) == Op::Eq && is_zero(terms, t, d)
}

/// The cases of which one holds: `greater`, or `d = 0` and something else.
fn of_cases(terms: &mut Terms, cases: &[Term], greater: Term) -> Option<Comparison> {
    let first = at_least_zero(terms, greater)?.plus_int(1);
    let mut others = Vec::new();
    for &case in cases.iter().filter(|&&case| case != greater) {
        let parts = if terms.op(case) == Op::And { terms.args(case) } else { &[case] };
        let at = parts.iter().position(|&part| is_zero(terms, part, &first))?;
        let mut left = parts.to_vec();
        left.remove(at);
        others.push(left);
    }
    let others: Vec<Term> = others.iter().map(|left| terms.and(left)).collect();
    debug_assert!(others.len() < cases.len(), "a case is left that says more than the rest");
    if others.is_empty() {
        return None;
    }
    let is_weak = others.iter().any(|&t| terms.op(t) == Op::True);
    let rest = if is_weak { terms.tt() } else { terms.or(&others) };
    Some(Comparison { first, rest })
}

/// The conjunction of `least`, which is `d >= 0`, and of what holds unless `d` is not 0.
fn of_all(terms: &mut Terms, parts: &[Term], least: Term) -> Option<Comparison> {
    let first = at_least_zero(terms, least)?;
    let mut rests = Vec::new();
    for &part in parts.iter().filter(|&&part| part != least) {
        let cases = if terms.op(part) == Op::Or { terms.args(part).to_vec() } else { return None };
        rests.push(unless_apart(terms, first.clone(), &cases)?.rest);
    }
    debug_assert!(rests.len() < parts.len(), "a part is left that says more than the rest");
    let rest = terms.and(&rests);
    Some(Comparison { first, rest })
}

/// Where `first` is not negative: `cases`, of which one says that it is not 0.
fn unless_apart(terms: &mut Terms, first: LinearSum, cases: &[Term]) -> Option<Comparison> {
    let at = cases.iter().position(|&case| apart_from(terms, case).contains(&first))?;
    let mut left = cases.to_vec();
    left.remove(at);
    let rest = terms.or(&left);
    Some(Comparison { first, rest })
}

#[cfg(test)]
mod tests {
    use super::super::brute::{assert_same, bounded, each, ints, run};
    use super::*;
    use rewrite::Rewriter;

    /// The pairs from `i` on in order, as `style` writes it; the last two may be equal if `weak`.
    fn in_order(terms: &mut Terms, pairs: &[(Term, Term)], style: usize, weak: bool) -> Term {
        let [(x, y), rest @ ..] = pairs else { panic!("nothing is in order") };
        let (less, equal, most) = (terms.lt(*x, *y), terms.eq(*x, *y), terms.le(*x, *y));
        if rest.is_empty() {
            return if weak { most } else { less };
        }
        let rest_in_order = in_order(terms, rest, style, weak);
        match style {
            0 => {
                let both = terms.and(&[equal, rest_in_order]);
                terms.or(&[less, both])
            }
            1 => terms.ite(equal, rest_in_order, less),
            2 => {
                let apart = terms.not(equal);
                let after = terms.or(&[apart, rest_in_order]);
                terms.and(&[most, after])
            }
            _ => {
                let mut cases = vec![less];
                let longer = if terms.op(rest_in_order) == Op::Or {
                    terms.args(rest_in_order).to_vec()
                } else {
                    vec![rest_in_order]
                };
                for case in longer {
                    let parts = if terms.op(case) == Op::And { terms.args(case) } else { &[case] };
                    let all: Vec<Term> = [&[equal], parts].concat();
                    cases.push(terms.and(&all));
                }
                terms.or(&cases)
            }
        }
    }

    #[test]
    fn comparisons_are_one_inequality_that_says_the_same() {
        for case in 0..16 {
            let (style, weak, is_negated) = (case % 4, case / 4 % 2 == 1, case / 8 % 2 == 1);
            let (mut terms, mut formulas) = (Terms::new(), Vec::new());
            let all = [0; 6].map(|_| bounded(&mut terms, 0..=2, &mut formulas));
            let pairs: Vec<(Term, Term)> = all.chunks(2).map(|pair| (pair[0], pair[1])).collect();
            let mut f = in_order(&mut terms, &pairs, style, weak);
            if is_negated {
                f = terms.not(f);
            }
            let f = Rewriter::new().rewrite(&mut terms, f);
            formulas.push(f);
            let is_changed = run(&mut terms, |res| round(res, &mut formulas).unwrap());
            assert!(is_changed, "style {style}, weak {weak}, negated {is_negated}");
            let image = formulas[formulas.len() - 1];
            assert!(at_least_zero(&terms, image).is_some(), "style {style}, weak {weak}");
            assert_same(&terms, &each(&all, &ints(0..=2)), &[f], &[image]);
        }
    }

    #[test]
    fn without_bounds_or_without_an_equation_nothing_is_replaced() {
        let mut terms = Terms::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.fresh(name, Sort::Int));
        let (less, equal, after) = (terms.lt(a, b), terms.eq(a, b), terms.lt(c, d));
        let both = terms.and(&[equal, after]);
        let unbounded = terms.or(&[less, both]);
        let other = terms.or(&[less, after]);
        let mut formulas = [unbounded, other];
        assert!(!run(&mut terms, |res| round(res, &mut formulas).unwrap()));
        assert_eq!(formulas, [unbounded, other]);
    }
}
