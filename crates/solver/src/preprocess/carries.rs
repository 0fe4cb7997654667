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
    use super::super::brute::{assert_same, bounded, each, ints, run, sum};
    use super::*;
    use base::SplitMix64;

    fn equation(terms: &mut Terms, parts: &[(i64, Term)], constant: i64) -> Term {
        let (sum, zero) = (sum(terms, parts, constant), terms.int(0));
        terms.eq(sum, zero)
    }

    fn split(terms: &mut Terms, formulas: &mut [Term]) -> bool {
        run(terms, |res| round(res, formulas).unwrap())
    }

    #[test]
    fn bits_of_two_groupings_are_carried() {
        let (mut terms, mut formulas) = (Terms::new(), Vec::new());
        let mut parts = Vec::new();
        let (six, eight) = ([1 << 18, 1 << 12, 1 << 6, 1], [-(1 << 16), -(1 << 8), -1]);
        for (weights, most) in [(&six[..], 63), (&eight, 255)] {
            for &weight in weights {
                parts.push((weight, bounded(&mut terms, 0..=most, &mut formulas)));
            }
        }
        formulas.push(equation(&mut terms, &parts, 0));
        assert!(split(&mut terms, &mut formulas));
        let last = formulas[formulas.len() - 1];
        let equations = terms.args(last).iter().filter(|&&t| terms.op(t) == Op::Eq).count();
        assert_eq!((terms.args(last).len(), equations), (13, 5));
    }

    #[test]
    fn without_bounds_or_bases_nothing_is_split() {
        let (mut terms, mut formulas) = (Terms::new(), Vec::new());
        let small = [0; 4].map(|_| bounded(&mut terms, 0..=9, &mut formulas));
        let large = terms.fresh("y", Sort::Int);
        let weights = [(1, small[0]), (2, small[1]), (3, small[2]), (-11, small[3])];
        let unknown = [(1, large), (10, small[1]), (100, small[2]), (-1000, small[3])];
        for parts in [weights, unknown] {
            formulas.push(equation(&mut terms, &parts, 0));
        }
        let before = formulas.clone();
        assert!(!split(&mut terms, &mut formulas));
        assert_eq!(formulas, before);
    }

    /// How many of so many equations of four integers, with factors and a constant that are drawn, are split, each into parts that hold
    /// for some carries where it does.
    fn split_of(rounds: usize, draw: fn(usize, &mut SplitMix64) -> ([i64; 4], i64)) -> usize {
        let (mut random, mut changed) = (SplitMix64::new(11), 0);
        for round in 0..rounds {
            let (mut terms, mut formulas) = (Terms::new(), Vec::new());
            let all = [0; 4].map(|_| bounded(&mut terms, 0..=2, &mut formulas));
            let (factors, constant) = draw(round, &mut random);
            let parts: Vec<(i64, Term)> = factors.into_iter().zip(all).collect();
            formulas.push(equation(&mut terms, &parts, constant));
            let before = formulas.clone();
            if split(&mut terms, &mut formulas) {
                assert_same(&terms, &each(&all, &ints(0..=2)), &before, &formulas);
                changed += 1;
            }
        }
        changed
    }

    #[test]
    fn parts_hold_for_some_carries_where_the_equation_does() {
        let changed = split_of(200, |_, random| {
            let factors = [0; 4].map(|_| {
                let factor = [1, 2, 3, 4, 6, 8, 12][random.below(7)];
                if random.below(2) == 0 { factor } else { -factor }
            });
            (factors, random.below(9) as i64 - 4)
        });
        assert!(changed > 30, "{changed} changed");
    }

    /// What is there forwards and backwards, in places that are the same or not.
    #[test]
    fn places_hold_for_some_carries_where_the_equation_does() {
        let changed = split_of(60, |round, random| {
            let base: i64 = if round % 2 == 0 { 10 } else { 2 };
            let factor = |i: u32| base.pow(2 * i) - base.pow(random.below(7) as u32);
            ([0, 1, 2, 3].map(factor), random.below(3) as i64 - 1)
        });
        assert!(changed > 30, "{changed} changed");
    }
}
