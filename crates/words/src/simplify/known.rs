//! Lengths that are known without a question to arithmetic.
//!
//! Most lengths that equations can be cut by are said by a single constraint, `|x| = 3`, or follow from such by a sum, `|x| = |y| + |z|`.
//! Arithmetic would be asked for each position and each equation, and has to refute each with all that it knows. So what single
//! constraints say, and outside a few together, is read off, and carried through sums of which all lengths but one are known.

use crate::arithmetic::{Formula, IntVar, Linear, premises_of_core};
use crate::system::System;
use crate::tags::{OutsideTags, Premises};
use automata::Regexes;
use base::Upper::AtMost;
use base::{FxHashMap, Int, Limits, Stop};

/// What is known of lengths.
#[derive(Default)]
pub(super) struct Known {
    least: FxHashMap<IntVar, (i64, Premises)>,
    most: FxHashMap<IntVar, (i64, Premises)>,
}

impl Known {
    /// What the facts, regular constraints and equations of `system` say, and the `bounds` outside.
    pub(super) fn collect(
        system: &System,
        bounds: &[(Linear, OutsideTags)],
        rs: &Regexes,
        limits: &Limits,
    ) -> Result<Known, Stop> {
        let mut known = Known::default();
        limits.charge((bounds.len() + system.facts().len() + system.memberships().len()) as u64)?;
        for (sum, why) in bounds {
            known.bound(sum, &premises_of_core(why.clone(), []));
        }
        let mut sums: Vec<(Linear, Premises)> = Vec::new();
        for fact in system.facts() {
            match &fact.formula {
                Formula::Ge(sum) => known.bound(sum, &fact.premises),
                Formula::Eq(sum) => sums.push((sum.clone(), fact.premises.clone())),
                _ => {}
            }
        }
        for m in system.memberships().iter().filter(|m| m.positive) {
            let (info, length) = (rs.info(m.re), Linear::var(system.length(m.var)));
            let least = length.clone().minus(&Linear::constant(info.min_len.weakened()));
            known.bound(&least, &m.premises);
            if let AtMost(most) = info.max_len {
                known.bound(&Linear::constant(most).minus(&length), &m.premises);
            }
        }
        for e in system.equations() {
            limits.charge((e.left.len() + e.right.len()) as u64)?;
            let difference = system.length_of(&e.left).minus(&system.length_of(&e.right));
            sums.push((difference, e.premises.clone()));
        }
        known.follow(&sums, limits)?;
        Ok(known)
    }

    /// The length `v`, if it is known.
    pub(super) fn exactly(&self, v: IntVar) -> Option<i64> {
        let (least, most) = (self.least.get(&v)?.0, self.most.get(&v)?.0);
        (least == most).then_some(least)
    }

    /// The least that the length `v` is known to be.
    pub(super) fn least(&self, v: IntVar) -> Option<i64> {
        self.least.get(&v).map(|known| known.0)
    }

    /// Why the length `v` is at least what it is known to be.
    pub(super) fn why_least(&self, v: IntVar) -> Premises {
        self.least.get(&v).map(|known| known.1.clone()).unwrap_or_default()
    }

    /// Why the length `v` is what it is known to be.
    pub(super) fn why(&self, v: IntVar) -> Premises {
        debug_assert!(self.exactly(v).is_some(), "a length that is not known");
        let reasons = [self.least.get(&v), self.most.get(&v)];
        Premises::all(reasons.into_iter().flatten().map(|known| &known.1))
    }

    /// Takes note that `sum`, if it is of one length, is not negative.
    fn bound(&mut self, sum: &Linear, why: &Premises) {
        let [(v, factor)] = &sum.terms[..] else { return };
        if factor.is_negative() {
            let Some(n) = sum.constant.div_floor(&-factor).to_i64() else { return };
            if self.most.get(v).is_none_or(|known| n < known.0) {
                self.most.insert(*v, (n, why.clone()));
            }
        } else {
            let Some(n) = (-&sum.constant).div_ceil(factor).to_i64() else { return };
            if self.least.get(v).is_none_or(|known| n > known.0) {
                self.least.insert(*v, (n, why.clone()));
            }
        }
    }

    /// Finds lengths that sums give which are zero: those of which all others are known.
    fn follow(&mut self, sums: &[(Linear, Premises)], limits: &Limits) -> Result<(), Stop> {
        let mut of_var: FxHashMap<IntVar, Vec<usize>> = FxHashMap::default();
        let mut open = vec![0; sums.len()];
        for (at, (sum, _)) in sums.iter().enumerate() {
            limits.charge(1 + sum.terms.len() as u64)?;
            for (v, _) in sum.terms.iter().filter(|(v, _)| self.exactly(*v).is_none()) {
                open[at] += 1;
                of_var.entry(*v).or_default().push(at);
            }
        }
        let mut ready: Vec<usize> = (0..sums.len()).filter(|&at| open[at] == 1).collect();
        while let Some(at) = ready.pop() {
            let (sum, why) = &sums[at];
            limits.charge(sum.terms.len() as u64)?;
            let (rest, why) = self.substitute(sum, why);
            let [(v, _)] = &rest.terms[..] else { continue };
            self.bound(&rest, &why);
            self.bound(&rest.negated(), &why);
            if self.exactly(*v).is_none() {
                continue;
            }
            for &other in of_var.get(v).into_iter().flatten() {
                open[other] -= 1;
                if open[other] == 1 {
                    ready.push(other);
                }
            }
        }
        Ok(())
    }

    /// `a - b` with the lengths that are known, and why it is this.
    pub(super) fn substitute_difference(&self, a: Linear, b: &Linear) -> (Linear, Premises) {
        self.substitute(&a.minus(b), &Premises::none())
    }

    /// `sum` with the lengths that are known, and why it is this.
    fn substitute(&self, sum: &Linear, why: &Premises) -> (Linear, Premises) {
        let (mut rest, mut why) = (Linear::constant(sum.constant.clone()), why.clone());
        for (v, factor) in &sum.terms {
            match self.exactly(*v) {
                Some(n) => {
                    rest.add_constant(Int::from(n) * factor);
                    why.extend(&self.why(*v));
                }
                None => rest.add_var(*v, factor.clone()),
            }
        }
        (rest, why)
    }
}
