//! Equations between numbers in several bases fall apart where the bases meet.
//!
//! The problem: four numbers of six bits are three letters of eight in base64: `262144 a + 4096 b + 64 c + d = 65536 x + 256 y + z`.
//! To simplex that is one equation with fractions everywhere, and a branch on one number moves them to the next one. But `d - z` is a
//! multiple of 64, of which their bounds allow four. So an equation `l + g h = 0` of which the sum `l` is between few multiples of `g` is
//! two equations, `l = g q` and `h + q = 0`, where `q` is what is carried to the next place; and so on, from the least coefficients
//! to the greatest. A sum of two numerals has carries of 0 and 1, one for each digit, and no coefficient greater than 10.
//!
//! A number that is read forwards and backwards has no weight for itself: `4 (1000 a + 100 b + 10 c + d) = 1000 d + 100 c + 10 b + a` has
//! the factors 3999, 390, -60 and -996. There the places are those of a base, ten or two, and a factor is a sum of few digits, which
//! may be negative: `4 a - d` has to be a multiple of ten.
//!
//! (The Omega test also takes an equation modulo a number, with a new integer for the quotient: W. Pugh, *The Omega test: a fast and
//! practical integer programming algorithm for dependence analysis*, Supercomputing 1991. There that is to eliminate a variable; here it is
//! done only where all that is left is divisible, and a carry has few values. Where it has one, there is no new integer.)

use super::places;
use super::spelling::{Ranges, bounds, zero};
use crate::audit::Goal;
use crate::engine::Resources;
use base::{Int, Interrupted, Limits, Stop};
use rewrite::{LinearSum, ToTerm};
use terms::{Op, Sort, Term, Terms};

/// Splits equations in `formulas`. Whether there were any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(res: &mut Resources<'_>, formulas: &mut [Term]) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let tunables = &budget.tunables().check;
    let fits =
        |sum: &LinearSum| (places::LEAST..=tunables.carry_summands).contains(&sum.terms.len());
    let mut found = Vec::new();
    for (i, &f) in formulas.iter().enumerate() {
        budget.charge(1)?;
        found.extend(zero(terms, f).filter(fits).map(|sum| (i, sum)));
    }
    if found.is_empty() {
        return Ok(false);
    }
    let all = terms.post_order_within(formulas, budget)?;
    let mut ranges = Ranges::collect(terms, formulas);
    match ranges.define(terms, formulas, &all, &Limits::none(budget)) {
        Ok(()) | Err(Stop::Local) => {}
        Err(Stop::Query(why)) => return Err(why),
    }
    let mut split = Split {
        ranges,
        most: Int::from(tunables.carry_values),
        facts: Vec::new(),
        carries: Vec::new(),
    };
    let (given, mut changed) = (bounds(terms, formulas), false);
    for (i, sum) in found {
        budget.charge(sum.terms.len() as u64)?;
        let Some(parts) = split.parts(terms, &sum).or_else(|| split.places(terms, &sum)) else {
            continue;
        };
        debug_assert!(!parts.is_empty(), "an equation falls apart into nothing");
        let before = formulas[i];
        formulas[i] = terms.and(&parts);
        audit.trace.give_up();
        if audit.is_on() {
            let given = [&given[..], &split.carries].concat();
            audit.claim("preprocess.carries", &given, Goal::Equal(before, formulas[i]));
        }
        changed = true;
    }
    Ok(changed)
}

/// Equations that fall apart.
struct Split {
    ranges: Ranges,
    /// How many values a carry may have.
    most: Int,
    /// What follows from the equation that is split.
    facts: Vec<Term>,
    /// What the carries are.
    carries: Vec<Term>,
}

impl Split {
    /// What says together that `sum` is zero, if that falls apart.
    fn parts(&mut self, terms: &mut Terms, sum: &LinearSum) -> Option<Vec<Term>> {
        let mut summands = sum.terms.clone();
        summands.sort_by_key(|(t, factor)| (factor.abs(), *t));
        let common = common(&summands);
        let (constant, rest) = sum.constant.div_rem_euclid(&common[0]);
        if !rest.is_zero() {
            return None;
        }
        let (mut low, mut unit) = (LinearSum::constant(constant), common[0].clone());
        self.facts.clear();
        for (i, (t, factor)) in summands.iter().enumerate() {
            if i > 0 && common[i] != unit {
                let base = common[i].div_exact(&unit);
                let is_last = i + 1 == summands.len();
                if let Some(carried) = self.carry(terms, &low, &base, is_last) {
                    (low, unit) = (carried, common[i].clone());
                }
            }
            low.add_var(*t, factor.div_exact(&unit));
        }
        if self.facts.is_empty() {
            return None;
        }
        self.say_zero(terms, &low);
        Some(std::mem::take(&mut self.facts))
    }

    /// What says together that `sum` is zero, if its factors have few digits in a base and it falls apart at the places of that.
    fn places(&mut self, terms: &mut Terms, sum: &LinearSum) -> Option<Vec<Term>> {
        debug_assert!(sum.terms.len() >= places::LEAST, "an equation of few summands");
        let base = places::base_of(sum)?;
        let (base, mut left) = (Int::from(base), sum.terms.clone());
        let (mut low, mut unit) = (LinearSum::constant(sum.constant.clone()), Int::ONE);
        self.facts.clear();
        loop {
            for (t, factor) in &mut left {
                let digit = places::digit(factor, &base);
                low.add_var(*t, &digit * &unit);
                *factor = &*factor - &digit;
            }
            left.retain(|(_, factor)| !factor.is_zero());
            if left.is_empty() {
                break;
            }
            let factors = left.iter().fold(Int::ZERO, |all, (_, factor)| all.gcd(factor));
            let step = places::power_in(&factors, &base);
            left.iter_mut().for_each(|(_, factor)| *factor = factor.div_exact(&step));
            unit = &unit * &step;
            if let Some(carried) = self.carry(terms, &low, &unit, false) {
                (low, unit) = (carried, Int::ONE);
            }
        }
        if self.facts.is_empty() {
            return None;
        }
        self.say_zero(terms, &low);
        Some(std::mem::take(&mut self.facts))
    }

    /// What `low` carries to the next place, if it is to be a multiple of `base`, of which there are few.
    fn carry(
        &mut self,
        terms: &mut Terms,
        low: &LinearSum,
        base: &Int,
        is_last: bool,
    ) -> Option<LinearSum> {
        debug_assert!(*base > Int::ONE, "places without a base");
        let (carried, rest) = low.constant.div_rem_euclid(base);
        let carried = LinearSum::constant(carried);
        let low = low.clone().plus_int(&rest - &low.constant);
        let (least, most) = self.ranges.of_sum(&low)?;
        let (least, most) = (least.div_ceil(base), most.div_floor(base));
        if least > most {
            self.facts.push(terms.ff());
            return Some(carried);
        }
        if least == most {
            self.say_zero(terms, &low.minus(&LinearSum::constant(base * &least)));
            return Some(carried.plus_int(least));
        }
        if is_last || low.terms.len() < 2 || &most - &least >= self.most {
            return None;
        }
        let carry = terms.fresh("carry", Sort::Int);
        let quotient = {
            let (low, base) = (low.to_term(terms), terms.int(base.clone()));
            terms.mk(Op::Div, &[low, base])
        };
        self.carries.push(terms.eq(carry, quotient));
        let ends = [&least, &most].map(|n| terms.int(n.clone()));
        self.facts.extend([terms.ge(carry, ends[0]), terms.ge(ends[1], carry)]);
        self.ranges.at_least(carry, least);
        self.ranges.at_most(carry, most);
        let mut part = low;
        part.add_var(carry, -base);
        self.say_zero(terms, &part);
        let mut carried = carried;
        carried.add_var(carry, Int::ONE);
        Some(carried)
    }

    fn say_zero(&mut self, terms: &mut Terms, sum: &LinearSum) {
        let (sum, zero) = (sum.to_term(terms), terms.int(0));
        self.facts.push(terms.eq(sum, zero));
    }
}

/// For each place, the greatest common divisor of the factors from there on.
fn common(summands: &[(Term, Int)]) -> Vec<Int> {
    let mut all: Vec<Int> = summands.iter().map(|(_, factor)| factor.abs()).collect();
    for i in (1..all.len()).rev() {
        all[i - 1] = all[i - 1].gcd(&all[i]);
    }
    debug_assert!(all.iter().all(Int::is_positive), "a summand of no weight");
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::with_resources;
    use base::{Budget, SplitMix64};
    use terms::eval::Evaluator;
    use terms::model::Model;
    use terms::value::Value;

    /// Integers from 0 to `most`, with what bounds them.
    fn bounded(terms: &mut Terms, most: i64, formulas: &mut Vec<Term>) -> Term {
        let x = terms.fresh("x", Sort::Int);
        let [zero, most] = [0, most].map(|n| terms.int(n));
        formulas.extend([terms.ge(x, zero), terms.ge(most, x)]);
        x
    }

    fn split(terms: &mut Terms, formulas: &mut [Term]) -> bool {
        let work = |res: &mut Resources<'_>| round(res, formulas).unwrap();
        with_resources(terms, &Budget::unlimited(), work)
    }

    fn sum(terms: &mut Terms, parts: &[(i64, Term)], constant: i64) -> Term {
        let mut sum = LinearSum::constant(constant);
        parts.iter().for_each(|&(factor, t)| sum.add_var(t, factor));
        sum.to_term(terms)
    }

    #[test]
    fn bits_of_two_groupings_are_carried() {
        let (mut terms, mut formulas) = (Terms::new(), Vec::new());
        let six: Vec<Term> = (0..4).map(|_| bounded(&mut terms, 63, &mut formulas)).collect();
        let eight: Vec<Term> = (0..3).map(|_| bounded(&mut terms, 255, &mut formulas)).collect();
        let parts: Vec<(i64, Term)> = [1 << 18, 1 << 12, 1 << 6, 1]
            .into_iter()
            .zip(six.iter().copied())
            .chain([-(1 << 16), -(1 << 8), -1].into_iter().zip(eight.iter().copied()))
            .collect();
        let (all, zero) = (sum(&mut terms, &parts, 0), terms.int(0));
        formulas.push(terms.eq(all, zero));
        assert!(split(&mut terms, &mut formulas));
        let last = formulas[formulas.len() - 1];
        let equations = terms.args(last).iter().filter(|&&t| terms.op(t) == Op::Eq).count();
        assert_eq!((terms.args(last).len(), equations), (13, 5));
    }

    #[test]
    fn without_bounds_or_bases_nothing_is_split() {
        let (mut terms, mut formulas) = (Terms::new(), Vec::new());
        let small: Vec<Term> = (0..4).map(|_| bounded(&mut terms, 9, &mut formulas)).collect();
        let large = terms.fresh("y", Sort::Int);
        let zero = terms.int(0);
        let weights = [(1, small[0]), (2, small[1]), (3, small[2]), (-11, small[3])];
        let unknown = [(1, large), (10, small[1]), (100, small[2]), (-1000, small[3])];
        for parts in [weights, unknown] {
            let all = sum(&mut terms, &parts, 0);
            formulas.push(terms.eq(all, zero));
        }
        let before = formulas.clone();
        assert!(!split(&mut terms, &mut formulas));
        assert_eq!(formulas, before);
    }

    #[test]
    fn parts_hold_for_some_carries_where_the_equation_does() {
        let (mut random, mut changed) = (SplitMix64::new(11), 0);
        for _ in 0..200 {
            let (mut terms, mut formulas) = (Terms::new(), Vec::new());
            let all: Vec<(Term, i64)> = (0..4)
                .map(|_| {
                    let most = 1 + random.below(2) as i64;
                    (bounded(&mut terms, most, &mut formulas), most)
                })
                .collect();
            let factor = |random: &mut SplitMix64| {
                let factor = [1, 2, 3, 4, 6, 8, 12][random.below(7)];
                if random.below(2) == 0 { factor } else { -factor }
            };
            let parts: Vec<(i64, Term)> =
                all.iter().map(|&(x, _)| (factor(&mut random), x)).collect();
            let constant = random.below(9) as i64 - 4;
            let (left, zero) = (sum(&mut terms, &parts, constant), terms.int(0));
            let before = terms.eq(left, zero);
            formulas.push(before);
            if !split(&mut terms, &mut formulas) {
                continue;
            }
            changed += 1;
            let after = formulas[formulas.len() - 1];
            let is_said = |values: &[i64]| holds(&terms, after, &all, values);
            for n in 0..all.iter().map(|a| a.1 + 1).product() {
                let mut left = n;
                let values: Vec<i64> = all
                    .iter()
                    .map(|&(_, most)| {
                        let value = left % (most + 1);
                        left /= most + 1;
                        value
                    })
                    .collect();
                let is_zero =
                    parts.iter().zip(&values).map(|((f, _), v)| f * v).sum::<i64>() + constant == 0;
                assert_eq!(is_zero, is_said(&values), "{parts:?} {constant} {values:?}");
            }
        }
        assert!(changed > 40, "{changed} changed");
    }

    #[test]
    fn places_hold_for_some_carries_where_the_equation_does() {
        let (mut random, mut changed) = (SplitMix64::new(5), 0);
        for round in 0..60 {
            let (mut terms, mut formulas) = (Terms::new(), Vec::new());
            let base: i64 = if round % 2 == 0 { 10 } else { 2 };
            let all: Vec<(Term, i64)> =
                (0..4).map(|_| (bounded(&mut terms, 2, &mut formulas), 2)).collect();
            // What is there forwards and backwards, in places that are the same or not.
            let power = |random: &mut SplitMix64| base.pow(random.below(7) as u32);
            let parts: Vec<(i64, Term)> = all
                .iter()
                .enumerate()
                .map(|(i, &(x, _))| (base.pow(2 * i as u32) - power(&mut random), x))
                .collect();
            let constant = random.below(3) as i64 - 1;
            let (left, zero) = (sum(&mut terms, &parts, constant), terms.int(0));
            formulas.push(terms.eq(left, zero));
            if !split(&mut terms, &mut formulas) {
                continue;
            }
            changed += 1;
            let after = formulas[formulas.len() - 1];
            for n in 0..81 {
                let values: Vec<i64> = (0..4).map(|i| n / 3_i64.pow(i) % 3).collect();
                let is_zero =
                    parts.iter().zip(&values).map(|((f, _), v)| f * v).sum::<i64>() + constant == 0;
                let is_said = holds(&terms, after, &all, &values);
                assert_eq!(is_zero, is_said, "{parts:?} {constant} {values:?}");
            }
        }
        assert!(changed > 30, "{changed} changed");
    }

    /// Whether `f` holds under these values and some carries, each of which the facts before it give.
    fn holds(terms: &Terms, f: Term, all: &[(Term, i64)], values: &[i64]) -> bool {
        let mut model = Model::new();
        let set = |model: &mut Model, t: Term, n: i64| {
            let Op::Apply(fun) = terms.op(t) else { panic!("no constant") };
            model.set(fun, Value::Int(Int::from(n)));
        };
        all.iter().zip(values).for_each(|(&(t, _), &n)| set(&mut model, t, n));
        let facts = if terms.op(f) == Op::And { terms.args(f).to_vec() } else { vec![f] };
        let carries: Vec<Term> = terms
            .post_order(&facts)
            .into_iter()
            .filter(|&t| matches!(terms.op(t), Op::Apply(_)) && all.iter().all(|a| a.0 != t))
            .collect();
        tries(terms, &facts, &carries, &mut model, &set)
    }

    fn tries(
        terms: &Terms,
        facts: &[Term],
        carries: &[Term],
        model: &mut Model,
        set: &dyn Fn(&mut Model, Term, i64),
    ) -> bool {
        let Some((&first, rest)) = carries.split_first() else {
            let budget = Budget::unlimited();
            let mut evaluator = Evaluator::new(terms, model, &budget);
            return facts.iter().all(|&f| evaluator.holds(f).unwrap());
        };
        let ranges = Ranges::collect(terms, facts);
        let end = |n: Option<&Int>| n.and_then(Int::to_i64).expect("a carry without bounds");
        (end(ranges.least(first))..=end(ranges.most(first))).any(|n| {
            set(model, first, n);
            tries(terms, facts, rest, model, set)
        })
    }
}
