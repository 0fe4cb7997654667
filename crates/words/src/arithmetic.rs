//! Linear integer arithmetic as the procedures speak it: sums over lengths and auxiliary integers,
//! formulas over them, and the oracle that decides those together with the constraints outside.

use crate::system::{System, Var};
use crate::tags::{Blame, Tags};
use base::{FxHashMap, Int, Interrupted};

/// An integer variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IntVar {
    /// The length of a variable of the system that came from outside; never negative.
    Len(Var),
    /// An integer of the procedure, such as a counter, an offset, a code point or the length of a part.
    /// Nothing else is known of it. Its number means something within one question only.
    Aux(u32),
}

/// `Σ coefficient · variable + constant`; each variable occurs once, in ascending order, with a
/// coefficient that is not 0.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Linear {
    /// The terms.
    pub terms: Vec<(IntVar, Int)>,
    /// The constant.
    pub constant: Int,
}

impl Linear {
    /// Just a number.
    pub fn constant(n: impl Into<Int>) -> Linear {
        Linear { terms: Vec::new(), constant: n.into() }
    }

    /// Just a variable.
    pub fn var(v: IntVar) -> Linear {
        Linear { terms: vec![(v, Int::ONE)], constant: Int::ZERO }
    }

    /// Adds `factor · v`.
    pub fn add_var(&mut self, v: IntVar, factor: impl Into<Int>) {
        let factor = factor.into();
        match self.terms.binary_search_by_key(&v, |t| t.0) {
            Ok(at) => {
                self.terms[at].1 += factor;
                if self.terms[at].1.is_zero() {
                    self.terms.remove(at);
                }
            }
            Err(at) if !factor.is_zero() => self.terms.insert(at, (v, factor)),
            Err(_) => {}
        }
    }

    /// Adds `n`.
    pub fn add_constant(&mut self, n: impl Into<Int>) {
        self.constant += n.into();
    }

    /// Adds `factor · other`.
    pub fn add(&mut self, other: &Linear, factor: &Int) {
        for (v, c) in &other.terms {
            self.add_var(*v, c * factor);
        }
        self.constant += &other.constant * factor;
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(mut self, other: &Linear) -> Linear {
        self.add(other, &Int::ONE);
        self
    }

    /// The difference.
    #[must_use]
    pub fn minus(mut self, other: &Linear) -> Linear {
        self.add(other, &Int::from(-1));
        self
    }

    /// The value under `model`.
    pub fn value(&self, model: &IntModel) -> Int {
        let mut sum = self.constant.clone();
        for (v, c) in &self.terms {
            sum += c * &model.get(*v);
        }
        sum
    }

    /// The value, if there is no variable.
    pub fn as_constant(&self) -> Option<&Int> {
        self.terms.is_empty().then_some(&self.constant)
    }
}

/// A positive combination of linear constraints. Procedures nest them a constant number of levels deep.
#[derive(Clone, PartialEq, Debug)]
pub enum Formula {
    /// Always.
    True,
    /// Never.
    False,
    /// All of them.
    And(Vec<Formula>),
    /// One of them at least.
    Or(Vec<Formula>),
    /// The sum is at least 0.
    Ge(Linear),
    /// The sum is 0.
    Eq(Linear),
    /// The sum is divisible by the positive number.
    Congruent(Linear, Int),
}

impl Formula {
    /// `sum >= 0`.
    pub fn at_least_zero(sum: Linear) -> Formula {
        match sum.as_constant() {
            Some(c) => Formula::from(!c.is_negative()),
            None => Formula::Ge(sum),
        }
    }

    /// `a >= b`.
    pub fn at_least(a: Linear, b: &Linear) -> Formula {
        Formula::at_least_zero(a.minus(b))
    }

    /// `a = b`.
    pub fn equal(a: Linear, b: &Linear) -> Formula {
        let difference = a.minus(b);
        match difference.as_constant() {
            Some(c) => Formula::from(c.is_zero()),
            None => Formula::Eq(difference),
        }
    }

    /// `a > b`.
    pub fn greater(mut a: Linear, b: &Linear) -> Formula {
        a.add_constant(-1);
        Formula::at_least(a, b)
    }

    /// `a != b`.
    pub fn different(a: &Linear, b: &Linear) -> Formula {
        Formula::or([Formula::greater(a.clone(), b), Formula::greater(b.clone(), a)])
    }

    /// The conjunction, flattened.
    pub fn and(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Formula::True => {}
                Formula::False => return Formula::False,
                Formula::And(inner) => all.extend(inner),
                other => all.push(other),
            }
        }
        match all.len() {
            0 => Formula::True,
            1 => all.swap_remove(0),
            _ => Formula::And(all),
        }
    }

    /// The disjunction, flattened.
    pub fn or(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Formula::False => {}
                Formula::True => return Formula::True,
                Formula::Or(inner) => all.extend(inner),
                other => all.push(other),
            }
        }
        match all.len() {
            0 => Formula::False,
            1 => all.swap_remove(0),
            _ => Formula::Or(all),
        }
    }

    /// Whether `model` satisfies this.
    pub fn holds(&self, model: &IntModel) -> bool {
        match self {
            Formula::True => true,
            Formula::False => false,
            Formula::And(parts) => parts.iter().all(|f| f.holds(model)),
            Formula::Or(parts) => parts.iter().any(|f| f.holds(model)),
            Formula::Ge(sum) => !sum.value(model).is_negative(),
            Formula::Eq(sum) => sum.value(model).is_zero(),
            Formula::Congruent(sum, n) => sum.value(model).div_rem_euclid(n).1.is_zero(),
        }
    }
}

impl From<bool> for Formula {
    fn from(value: bool) -> Formula {
        if value { Formula::True } else { Formula::False }
    }
}

/// Values of integer variables; 0 for those not mentioned.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct IntModel {
    values: FxHashMap<IntVar, Int>,
}

impl IntModel {
    /// The value of `v`.
    pub fn get(&self, v: IntVar) -> Int {
        self.values.get(&v).cloned().unwrap_or_default()
    }

    /// Sets the value of `v`.
    pub fn set(&mut self, v: IntVar, value: Int) {
        self.values.insert(v, value);
    }
}

/// The answer of the arithmetic outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lengths {
    /// A model of the formula and all constraints outside.
    Sat(IntModel),
    /// There is none.
    Unsat {
        /// Constraints outside that suffice for this, together with `parts`.
        core: Tags,
        /// The positions of the formulas that are needed, ascending; if there is none, the constraints outside have no
        /// model of their own.
        parts: Vec<usize>,
    },
    /// Not known.
    Unknown,
}

/// The linear constraints outside the system of word constraints.
///
/// The integers of a solution are those of the last model that was returned, so the implementation
/// may keep the values of its own variables until then.
pub trait Arithmetic {
    /// Decides the conjunction of `parts` together with the constraints outside.
    ///
    /// # Errors
    /// When the whole query must stop.
    fn check(&mut self, parts: &[Formula]) -> Result<Lengths, Interrupted>;
}

/// What a conflict rests on: `core` outside, and the `blames` of the parts that are needed.
pub(crate) fn blame_of_core<'a>(core: Tags, blames: impl IntoIterator<Item = &'a Blame>) -> Blame {
    Blame { system: Tags::new(), outside: core }.and(&Blame::all(blames))
}

/// A conjunction whose members rest on different things.
#[derive(Clone, Default, Debug)]
pub(crate) struct Parts {
    parts: Vec<(Formula, Blame)>,
}

/// The answer to a conjunction of parts.
pub(crate) enum Answer {
    /// A model of all.
    Sat(IntModel),
    /// There is none, because of these.
    Unsat(Blame),
    /// Not known.
    Unknown,
}

/// Questions spent on leaving parts out of a conflict.
const SHRINK_QUESTIONS: usize = 24;

impl Parts {
    /// The facts of `system`.
    pub(crate) fn facts(system: &System) -> Parts {
        let facts = system.facts.iter().map(|f| (f.formula.clone(), f.blame.clone()));
        Parts { parts: facts.collect() }
    }

    /// Adds a part.
    pub(crate) fn push(&mut self, formula: Formula, blame: Blame) {
        if formula != Formula::True {
            self.parts.push((formula, blame));
        }
    }

    /// The formulas.
    pub(crate) fn formulas(&self) -> Vec<Formula> {
        self.parts.iter().map(|p| p.0.clone()).collect()
    }

    /// The formulas with what they rest on.
    pub(crate) fn into_pairs(self) -> Vec<(Formula, Blame)> {
        self.parts
    }

    /// Decides the conjunction; a conflict blames few parts.
    pub(crate) fn check(&self, arithmetic: &mut dyn Arithmetic) -> Result<Answer, Interrupted> {
        match arithmetic.check(&self.formulas())? {
            Lengths::Sat(model) => Ok(Answer::Sat(model)),
            Lengths::Unknown => Ok(Answer::Unknown),
            Lengths::Unsat { core, parts } => {
                let needed = self.only(&parts);
                Ok(Answer::Unsat(needed.shrink(core, arithmetic)?))
            }
        }
    }

    /// Some of the parts.
    fn only(&self, positions: &[usize]) -> Parts {
        Parts { parts: positions.iter().map(|&at| self.parts[at].clone()).collect() }
    }

    /// Leaves parts out one by one, as long as the others still have no model.
    fn shrink(
        mut self,
        mut core: Tags,
        arithmetic: &mut dyn Arithmetic,
    ) -> Result<Blame, Interrupted> {
        let mut at = self.parts.len();
        let mut questions = 0;
        while at > 0 && questions < SHRINK_QUESTIONS {
            at -= 1;
            // What rests on nothing is no burden.
            if self.parts[at].1 == Blame::none() {
                continue;
            }
            let part = self.parts.remove(at);
            questions += 1;
            match arithmetic.check(&self.formulas())? {
                Lengths::Unsat { core: smaller, parts } => {
                    core = smaller;
                    at = parts.iter().filter(|&&p| p < at).count();
                    self = self.only(&parts);
                }
                _ => self.parts.insert(at, part),
            }
        }
        Ok(blame_of_core(core, self.parts.iter().map(|p| &p.1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_terms_stay_sorted_and_nonzero() {
        let (a, b) = (IntVar::Aux(1), IntVar::Aux(0));
        let mut sum = Linear::var(a);
        sum.add_var(b, 2);
        sum.add_var(a, -1);
        assert_eq!(sum.terms, [(b, Int::from(2))]);
        assert_eq!(Formula::equal(sum.clone(), &sum), Formula::True);
        assert_eq!(Formula::greater(sum.clone(), &sum), Formula::False);
    }
}
