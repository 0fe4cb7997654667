//! Between which numbers integers are, as far as single assertions and functions with constants say: a numeral that is put into a text has
//! as many places as its value may have digits, and a remainder may be sure to be the code of a letter. Arithmetic knows closer bounds,
//! but only after preprocessing. Where a sum is made of places in a base that are apart, a quotient or remainder by that base reads some of
//! them, and is no division: a decoder undoes what an encoder did.

use super::nested::{expanded, lessened};
use super::word::Letter;
use base::{FxHashMap, Int, Limits, Stop};
use rewrite::{LinearSum, ToTerm};
use terms::{Op, Sort, Term, Terms};

/// The least and the greatest value.
type Range = (Int, Int);

/// Bounds of integers.
#[derive(Clone, Default)]
pub(crate) struct Ranges {
    least: FxHashMap<Term, Int>,
    most: FxHashMap<Term, Int>,
}

impl Ranges {
    /// What the formulas say of a single integer each, also by cases.
    pub(crate) fn collect(terms: &Terms, formulas: &[Term]) -> Ranges {
        let mut ranges = Ranges::default();
        for &f in formulas {
            if cfg!(feature = "scaling") && terms.op(f) == Op::Or {
                ranges.either(terms, f);
            } else {
                ranges.assume(terms, f);
            }
        }
        ranges
    }

    /// What the formulas say of constants, and functions with these among `all`, bottom-up, make of it.
    pub(crate) fn of_constants(terms: &Terms, formulas: &[Term], all: &[Term]) -> Ranges {
        let mut ranges = Ranges::collect(terms, formulas);
        ranges.least.retain(|&t, _| terms.is_constant(t));
        ranges.most.retain(|&t, _| terms.is_constant(t));
        for &t in all {
            if terms.sort(t) == Sort::Int && matches!(terms.op(t), Op::Ite | Op::Div | Op::Mod) {
                ranges.enter(terms, t, t);
            }
        }
        ranges
    }

    /// What the definitions of integers among `formulas` give, of which `all` are the terms, bottom-up: a choice is between the bounds of
    /// its cases, and so is what equals it, whatever chooses. What is else defined by itself, also by way of others, has no bounds by that:
    /// a number that is its remainder by ten would be so by the bounds that this gives, and then nothing would give them.
    pub(crate) fn define(
        &mut self,
        terms: &Terms,
        formulas: &[Term],
        all: &[Term],
        limits: &Limits<'_>,
    ) -> Result<(), Stop> {
        let definitions = definitions(terms, formulas, all, limits)?;
        for &t in all {
            limits.charge(1)?;
            if terms.sort(t) == Sort::Int && matches!(terms.op(t), Op::Ite | Op::Div | Op::Mod) {
                self.enter(terms, t, t);
            }
            for &(x, image) in definitions.get(&t).into_iter().flatten() {
                if let Some((least, most)) = self.of(terms, image) {
                    debug_assert!(least <= most, "bounds that exclude each other");
                    self.at_least(x, least);
                    self.at_most(x, most);
                }
            }
        }
        Ok(())
    }

    /// What a bound says.
    fn assume(&mut self, terms: &Terms, f: Term) {
        self.assume_all(terms, bounded_below(terms, f));
    }

    /// What `f` says, or its negation, also if that is several bounds.
    pub(crate) fn suppose(&mut self, terms: &Terms, f: Term, holds: bool) {
        let several = if holds { Op::And } else { Op::Or };
        let parts = if terms.op(f) == several { terms.args(f) } else { &[f][..] };
        for &part in parts {
            if holds {
                self.assume(terms, part);
                continue;
            }
            let opposite = at_least_zero(terms, part);
            let opposite = opposite.map(|sum| sum.scaled(&Int::from(-1)).plus_int(-1));
            self.assume_all(terms, opposite.into_iter().collect());
        }
    }

    /// That these sums are not negative.
    fn assume_all(&mut self, terms: &Terms, sums: Vec<LinearSum>) {
        for sum in sums {
            let [(t, factor)] = &sum.terms[..] else { continue };
            debug_assert!(terms.sort(*t) == Sort::Int, "a sum of what is no number");
            if factor.is_positive() {
                let least = -(sum.constant.div_floor(factor));
                self.at_least(*t, least);
            } else {
                self.at_most(*t, sum.constant.div_floor(&-factor));
            }
        }
    }

    /// What all cases of the disjunction `f` say, each a bound or a conjunction of some.
    fn either(&mut self, terms: &Terms, f: Term) {
        debug_assert!(terms.op(f) == Op::Or, "cases of what is no disjunction");
        let mut all: Option<Ranges> = None;
        for &case in terms.args(f) {
            let mut own = Ranges::default();
            let facts = if terms.op(case) == Op::And { terms.args(case) } else { &[case][..] };
            facts.iter().for_each(|&fact| own.assume(terms, fact));
            if let Some(all) = &all {
                own.least.retain(|t, _| all.least.contains_key(t));
                own.most.retain(|t, _| all.most.contains_key(t));
                own.least.iter_mut().for_each(|(t, n)| *n = (*n).clone().min(all.least[t].clone()));
                own.most.iter_mut().for_each(|(t, n)| *n = (*n).clone().max(all.most[t].clone()));
            }
            if own.least.is_empty() && own.most.is_empty() {
                return;
            }
            all = Some(own);
        }
        let Ranges { least, most } = all.unwrap_or_default();
        least.into_iter().for_each(|(t, n)| self.at_least(t, n));
        most.into_iter().for_each(|(t, n)| self.at_most(t, n));
    }

    /// What `t` is known to be at least.
    pub(crate) fn least(&self, t: Term) -> Option<&Int> {
        self.least.get(&t)
    }

    /// What `t` is known to be at most.
    pub(crate) fn most(&self, t: Term) -> Option<&Int> {
        self.most.get(&t)
    }

    pub(crate) fn at_least(&mut self, t: Term, n: Int) {
        let least = self.least.entry(t).or_insert_with(|| n.clone());
        if *least < n {
            *least = n;
        }
    }

    pub(crate) fn at_most(&mut self, t: Term, n: Int) {
        let most = self.most.entry(t).or_insert_with(|| n.clone());
        if *most > n {
            *most = n;
        }
    }

    /// `code` is that of one of these letters.
    pub(super) fn letter(&mut self, code: Term, letter: &Letter) {
        let ranges = letter.set.ranges();
        let (Some(first), Some(last)) = (ranges.first(), ranges.last()) else { return };
        self.at_least(code, if letter.optional { Int::from(-1) } else { first.0.into() });
        self.at_most(code, last.1.into());
    }

    /// The least and the greatest value that `t` may have, if there are such.
    pub(crate) fn of(&self, terms: &Terms, t: Term) -> Option<Range> {
        self.of_sum(&rewrite::linear(terms, t))
    }

    /// The least and the greatest value of a sum, if there are such.
    pub(crate) fn of_sum(&self, sum: &LinearSum) -> Option<Range> {
        let (mut least, mut most) = (sum.constant.clone(), sum.constant.clone());
        for (t, factor) in &sum.terms {
            let ends = [self.least.get(t)? * factor, self.most.get(t)? * factor];
            let [low, high] =
                if factor.is_negative() { [&ends[1], &ends[0]] } else { [&ends[0], &ends[1]] };
            least += low;
            most += high;
        }
        (least <= most).then_some((least, most))
    }

    /// The least and the greatest value of a sum if `condition` holds, or does not, if there are such.
    pub(super) fn supposing(
        &self,
        terms: &Terms,
        sum: &LinearSum,
        condition: Term,
        holds: bool,
    ) -> Option<Range> {
        let mut own = Ranges::default();
        for &(t, _) in &sum.terms {
            debug_assert!(terms.sort(t) == Sort::Int, "bounds of what is no number");
            own.least.extend(self.least.get(&t).map(|n| (t, n.clone())));
            own.most.extend(self.most.get(&t).map(|n| (t, n.clone())));
        }
        own.suppose(terms, condition, holds);
        own.of_sum(sum)
    }

    /// The quotient of `x` by `n`, if the places of `x` in base `n` are apart: the rest is known to be less than `n`.
    fn quotient(&self, x: &LinearSum, n: &Int) -> Option<LinearSum> {
        debug_assert!(n.is_positive(), "a quotient by something that is not positive");
        let mut quotient = LinearSum::default();
        for (t, factor) in &x.terms {
            let places = factor.abs().div_floor(n);
            quotient.add_var(*t, if factor.is_negative() { -places } else { places });
        }
        let (least, most) = self.of_sum(&x.clone().minus(&quotient.scaled(n)))?;
        let rest = least.div_floor(n);
        (rest == most.div_floor(n)).then(|| quotient.plus_int(rest))
    }

    /// What the quotient or remainder `t` by a constant is without that function: a decoder undoes what an encoder did. In a remainder
    /// of remainders the inner ones go, at least, and coefficients are less than the divisor: by 3, a number is the sum of its digits.
    pub(crate) fn simplified(&self, terms: &mut Terms, t: Term) -> Option<Term> {
        let (op, &[x, divisor]) = (terms.op(t), terms.args(t)) else { return None };
        if !matches!(op, Op::Div | Op::Mod) {
            return None;
        }
        let n = terms.int_value(divisor).filter(|n| n.is_positive())?.clone();
        let before = rewrite::linear(terms, x);
        if op == Op::Div {
            return Some(self.quotient(&before, &n)?.to_term(terms));
        }
        let sum = reduced(expanded(terms, &before, divisor, &n), &n);
        if let Some(quotient) = self.quotient(&sum, &n) {
            return Some(sum.minus(&quotient.scaled(&n)).to_term(terms));
        }
        let x = sum.to_term(terms);
        (sum != before).then(|| terms.mk(Op::Mod, &[x, divisor]))
    }

    /// The term `t` has the image `image`, whose arguments were entered: what is known of one holds for the other.
    pub(crate) fn enter(&mut self, terms: &Terms, t: Term, image: Term) {
        debug_assert!(terms.sort(t) == Sort::Int, "bounds of what is no number");
        let (least, most) = (self.least.get(&t).cloned(), self.most.get(&t).cloned());
        least.into_iter().for_each(|n| self.at_least(image, n));
        most.into_iter().for_each(|n| self.at_most(image, n));
        if let Some((least, most)) = self.of_function(terms, image) {
            self.at_least(image, least);
            self.at_most(image, most);
        }
    }

    /// What a function makes of the bounds of its arguments.
    fn of_function(&self, terms: &Terms, t: Term) -> Option<Range> {
        let op = terms.op(t);
        if let (Op::Ite, &[c, a, b]) = (op, terms.args(t)) {
            let [a, b] = [(a, true), (b, false)]
                .map(|(t, holds)| self.supposing(terms, &rewrite::linear(terms, t), c, holds));
            let (a, b) = (a?, b?);
            return Some((a.0.min(b.0), a.1.max(b.1)));
        }
        let &[x, n] = terms.args(t) else { return None };
        let n = terms.int_value(n).filter(|n| n.is_positive())?;
        if op == Op::Mod {
            return Some((Int::ZERO, n - &Int::ONE));
        }
        let (least, most) = (op == Op::Div).then(|| self.of(terms, x))??;
        debug_assert!(least <= most, "bounds that exclude each other");
        Some((least.div_floor(n), most.div_floor(n)))
    }
}

/// The equations among `formulas` between an integer constant and something whose bounds do not depend on it, with both. What is defined
/// depends on what it is defined by, and a choice on its cases only; `all` are the terms.
fn definitions(
    terms: &Terms,
    formulas: &[Term],
    all: &[Term],
    limits: &Limits<'_>,
) -> Result<FxHashMap<Term, Vec<(Term, Term)>>, Stop> {
    let mut definitions: FxHashMap<Term, Vec<(Term, Term)>> = FxHashMap::default();
    for &f in formulas {
        let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { continue };
        if terms.sort(a) == Sort::Int {
            let sides = [(a, b), (b, a)].into_iter().filter(|&(x, _)| terms.is_constant(x));
            definitions.insert(f, sides.collect());
        }
    }
    definitions.retain(|_, sides| !sides.is_empty());
    if definitions.is_empty() {
        return Ok(definitions);
    }
    let nodes: FxHashMap<Term, usize> = all.iter().enumerate().map(|(i, &t)| (t, i)).collect();
    debug_assert!(nodes.len() == all.len(), "a term is there twice");
    let arguments = |&t: &Term| {
        let is_choice = terms.op(t) == Op::Ite && terms.sort(t) == Sort::Int;
        terms.args(t).iter().skip(usize::from(is_choice)).map(|arg| nodes[arg]).collect()
    };
    let mut targets: Vec<Vec<usize>> = all.iter().map(arguments).collect();
    for (x, image) in definitions.values().flatten() {
        targets[nodes[x]].push(nodes[image]);
    }
    let found = base::components(&targets, 0..targets.len(), || limits.charge(1))?;
    for sides in definitions.values_mut() {
        sides.retain(|(x, image)| found[nodes[x]] != found[nodes[image]]);
    }
    Ok(definitions)
}

/// A sum of the same remainder by `n`, with coefficients between `-n` and `n`, of the signs that they had.
fn reduced(mut sum: LinearSum, n: &Int) -> LinearSum {
    debug_assert!(n.is_positive(), "a remainder by something that is not positive");
    for (_, factor) in &mut sum.terms {
        *factor = lessened(factor, n);
    }
    sum.terms.retain(|(_, factor)| !factor.is_zero());
    sum
}

/// The formulas that may bound an integer.
pub(crate) fn bounds(terms: &Terms, formulas: &[Term]) -> Vec<Term> {
    let is_bound = |&f: &Term| terms.op(f) == Op::Or || !bounded_below(terms, f).is_empty();
    formulas.iter().copied().filter(is_bound).collect()
}

/// The sums of which a formula says that they are not negative.
pub(super) fn bounded_below(terms: &Terms, f: Term) -> Vec<LinearSum> {
    if let Some(sum) = at_least_zero(terms, f) {
        return vec![sum];
    }
    let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return Vec::new() };
    if terms.sort(a) != Sort::Int {
        return Vec::new();
    }
    let sum = rewrite::linear(terms, a).minus(&rewrite::linear(terms, b));
    let opposite = sum.scaled(&Int::from(-1));
    vec![sum, opposite]
}

/// The sum that is zero if and only if the equation `f` of integers holds.
pub(crate) fn zero(terms: &Terms, f: Term) -> Option<LinearSum> {
    let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
    (terms.sort(a) == Sort::Int)
        .then(|| rewrite::linear(terms, a).minus(&rewrite::linear(terms, b)))
}

/// The sum that is not negative if and only if the comparison `f`, or its negation, holds.
pub(crate) fn at_least_zero(terms: &Terms, f: Term) -> Option<LinearSum> {
    let (atom, is_negated) = terms.literal(f);
    let (Op::Ge, &[a, b]) = (terms.op(atom), terms.args(atom)) else { return None };
    debug_assert!(terms.sort(a) == Sort::Int, "a comparison of what are no numbers");
    let sum = rewrite::linear(terms, a).minus(&rewrite::linear(terms, b));
    Some(if is_negated { sum.scaled(&Int::from(-1)).plus_int(-1) } else { sum })
}

#[cfg(test)]
mod tests {
    use super::super::super::brute::{ints, models, value};
    use super::*;
    use base::{Budget, SplitMix64};

    #[test]
    fn coefficients_are_reduced_where_a_remainder_is_taken() {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh(name, Sort::Int));
        let mut sum = LinearSum::constant(7);
        for (t, factor) in [(x, 10), (y, -100), (z, 9)] {
            sum.add_var(t, factor);
        }
        let left = reduced(sum, &Int::from(3));
        assert_eq!(left.constant, Int::from(7));
        assert_eq!(left.terms, [(x, Int::from(1)), (y, Int::from(-1))]);
    }

    #[test]
    fn bounds_add_up() {
        let mut terms = Terms::new();
        let (x, y) = (terms.fresh("x", Sort::Int), terms.fresh("y", Sort::Int));
        let [one, five, nine] = [1, 5, 9].map(|n| terms.int(n));
        let double = terms.scale(Int::from(2), x);
        let less = terms.ge(one, y);
        let formulas = [terms.ge(double, five), terms.ge(nine, x), terms.not(less)];
        let mut ranges = Ranges::collect(&terms, &formulas);
        assert_eq!(ranges.of(&terms, x), Some((Int::from(3), Int::from(9))));
        let difference = terms.scale(Int::from(-1), y);
        let difference = terms.add(&[x, difference]);
        assert_eq!(ranges.of(&terms, difference), None);
        ranges.at_most(y, Int::from(4));
        assert_eq!(ranges.of(&terms, difference), Some((Int::from(-1), Int::from(7))));
        ranges.at_most(y, Int::from(1));
        assert_eq!(ranges.of(&terms, y), None);
    }

    #[test]
    fn functions_have_bounds() {
        let mut terms = Terms::new();
        let (x, code) = (terms.fresh("x", Sort::Int), terms.fresh("code", Sort::Int));
        let [four, ten] = [4, 10].map(|n| terms.int(n));
        let mut ranges = Ranges::default();
        let remainder = terms.mk(Op::Mod, &[x, ten]);
        ranges.enter(&terms, remainder, remainder);
        let quotient = terms.mk(Op::Div, &[remainder, four]);
        ranges.enter(&terms, quotient, quotient);
        assert_eq!(ranges.of(&terms, quotient), Some((Int::ZERO, Int::from(2))));
        let same = terms.eq(x, four);
        let choice = terms.ite(same, ten, quotient);
        ranges.enter(&terms, choice, choice);
        assert_eq!(ranges.of(&terms, choice), Some((Int::ZERO, Int::from(10))));
        let other = terms.mk(Op::Div, &[x, four]);
        ranges.enter(&terms, other, other);
        assert_eq!(ranges.of(&terms, other), None);
        ranges.enter(&terms, remainder, code);
        assert_eq!(ranges.of(&terms, code), Some((Int::ZERO, Int::from(9))));
    }

    #[test]
    fn what_is_defined_by_itself_has_no_bounds_by_that() {
        let (mut terms, budget) = (Terms::new(), Budget::unlimited());
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh(name, Sort::Int));
        let ten = terms.int(10);
        let [x_rest, y_rest] = [x, y].map(|t| terms.mk(Op::Mod, &[t, ten]));
        let by_itself = terms.eq(x, x_rest);
        let [first, second] = [(x, y_rest), (y, x_rest)].map(|(t, rest)| terms.eq(t, rest));
        let last = terms.eq(z, x_rest);
        let choice = terms.ite(by_itself, ten, y_rest);
        let chosen = terms.eq(x, choice);
        let digit = Some((Int::ZERO, Int::from(9)));
        for (formulas, bounds) in [
            (&[by_itself, last][..], [None, None, digit.clone()]),
            (&[first, second], [None, None, None]),
            (&[first, last], [digit.clone(), None, digit.clone()]),
            (&[chosen], [Some((Int::ZERO, Int::from(10))), None, None]),
        ] {
            let all = terms.post_order_within(formulas, &budget).unwrap();
            let mut ranges = Ranges::default();
            ranges.define(&terms, formulas, &all, &Limits::none(&budget)).unwrap();
            assert_eq!([x, y, z].map(|t| ranges.of(&terms, t)), bounds);
        }
    }

    #[test]
    fn places_that_are_apart_are_read_without_division() {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh(name, Sort::Int));
        let four = terms.int(4);
        let mut ranges = Ranges::default();
        ranges.at_least(y, Int::ZERO);
        ranges.at_most(y, Int::from(3));
        let times = terms.scale(Int::from(4), x);
        let sum = terms.add(&[times, y]);
        let mut simplified = |op, sum| {
            let t = terms.mk(op, &[sum, four]);
            ranges.simplified(&mut terms, t)
        };
        assert_eq!(simplified(Op::Div, sum), Some(x));
        assert_eq!(simplified(Op::Mod, sum), Some(y));
        assert_eq!(simplified(Op::Mod, x), None);
        let inner = terms.mk(Op::Mod, &[x, four]);
        let (nested, flat) = (terms.add(&[inner, z]), terms.add(&[x, z]));
        let (nested, flat) = [nested, flat].map(|sum| terms.mk(Op::Mod, &[sum, four])).into();
        assert_eq!(ranges.simplified(&mut terms, nested), Some(flat));
    }

    #[test]
    fn simplified_terms_have_the_same_values() {
        let (mut random, mut changed) = (SplitMix64::new(7), 0);
        for _ in 0..2_000 {
            let mut terms = Terms::new();
            let [x, y] = ["x", "y"].map(|name| terms.fresh(name, Sort::Int));
            let mut ranges = Ranges::default();
            for (t, least, most) in [(x, 0, 3), (y, -2, 5)] {
                ranges.at_least(t, Int::from(least));
                ranges.at_most(t, Int::from(most));
            }
            let [a, b, c] = [0; 3].map(|_| Int::from(random.below(25) as i64 - 12));
            let n = terms.int(1 + random.below(8) as u64);
            let inner = if random.below(3) == 0 { terms.mk(Op::Mod, &[y, n]) } else { y };
            let (a, b, c) = (terms.scale(a, x), terms.scale(b, inner), terms.int(c));
            let sum = terms.add(&[a, b, c]);
            let op = if random.below(2) == 0 { Op::Div } else { Op::Mod };
            let before = terms.mk(op, &[sum, n]);
            let Some(after) = ranges.simplified(&mut terms, before) else { continue };
            changed += 1;
            for model in models(&terms, &[(x, ints(0..=3)), (y, ints(-2..=5))]) {
                assert_eq!(value(&terms, &model, before), value(&terms, &model, after));
            }
        }
        assert!(changed > 300, "{changed} changed");
    }
}
