//! Linear integer arithmetic as the procedures speak it: sums over lengths and auxiliary integers,
//! formulas over them, and the oracle that decides those together with the constraints outside.

use crate::system::{System, Var};
use crate::tags::{OutsideTags, Premises, Tags};
use base::minimize::{Trial, minimize};
use base::{FxHashMap, Int, Limits, Stop};

/// An integer variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IntVar {
    /// The length of a variable of the system that came from outside; never negative.
    Len(Var),
    /// An integer of the procedure, such as a counter, an offset, a code point or the length of a part.
    /// Nothing else is known of it. Its number means something within one question only.
    Aux(u32),
}

/// A sum of integer variables.
pub type Linear = base::LinearSum<IntVar>;

/// A positive combination of linear constraints. Procedures nest them a constant number of levels deep.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
        let is_flat = |f: &Formula| !matches!(f, Formula::True | Formula::False | Formula::And(_));
        debug_assert!(all.iter().all(is_flat), "a conjunction was not built with `Formula::and`");
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
        let is_flat = |f: &Formula| !matches!(f, Formula::True | Formula::False | Formula::Or(_));
        debug_assert!(all.iter().all(is_flat), "a disjunction was not built with `Formula::or`");
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
            Formula::Ge(sum) => !sum.value(|v| model.get(v)).is_negative(),
            Formula::Eq(sum) => sum.value(|v| model.get(v)).is_zero(),
            Formula::Congruent(sum, n) => {
                debug_assert!(!n.is_negative() && !n.is_zero(), "a modulus is not positive");
                sum.value(|v| model.get(v)).div_rem_euclid(n).1.is_zero()
            }
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
        let is_length = matches!(v, IntVar::Len(_));
        debug_assert!(!is_length || !value.is_negative(), "the length of a word is negative");
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
        core: OutsideTags,
        /// The positions of the formulas that are needed, ascending; if there is none, the constraints outside have no
        /// model of their own.
        parts: Vec<usize>,
    },
    /// Not known.
    Unknown,
}

impl Lengths {
    /// The contract of [`Arithmetic::check`], as far as it can be checked without the constraints outside: a model
    /// satisfies `parts`, the positions of a conflict are ascending and in range.
    fn answers(&self, parts: &[Formula]) -> bool {
        match self {
            Lengths::Sat(model) => parts.iter().all(|f| f.holds(model)),
            Lengths::Unsat { parts: core, .. } => {
                core.is_sorted_by(|a, b| a < b) && core.iter().all(|&at| at < parts.len())
            }
            Lengths::Unknown => true,
        }
    }
}

/// The linear constraints outside the system of word constraints.
///
/// The integers of a solution are those of the last model that was returned, so the implementation
/// may keep the values of its own variables until then.
pub trait Arithmetic {
    /// Decides the conjunction of `parts` together with the constraints outside. All that it costs counts against
    /// `limits`.
    ///
    /// # Errors
    /// When the limits are reached.
    fn check(&mut self, parts: &[Formula], limits: &Limits<'_>) -> Result<Lengths, Stop>;

    /// What a few constraints outside say of single lengths: sums that are not negative, each of one variable, and the constraints.
    fn bounds(&self) -> Vec<(Linear, OutsideTags)>;
}

/// Asks `arithmetic` whether `parts` have a common model; debug builds check the answer.
pub(crate) fn ask(
    arithmetic: &mut dyn Arithmetic,
    parts: &[Formula],
    limits: &Limits,
) -> Result<Lengths, Stop> {
    let answer = arithmetic.check(parts, limits)?;
    debug_assert!(answer.answers(parts), "arithmetic gave a wrong model, or a core of other parts");
    Ok(answer)
}

/// What a conflict rests on: `core` outside, and the `blames` of the parts that are needed.
pub(crate) fn premises_of_core<'a>(
    core: OutsideTags,
    blames: impl IntoIterator<Item = &'a Premises>,
) -> Premises {
    Premises { system: Tags::new(), outside: core }.and(&Premises::all(blames))
}

/// A conjunction whose members rest on different things.
#[derive(Clone, Default, Debug)]
pub(crate) struct Parts {
    parts: Vec<(Formula, Premises)>,
}

/// The answer to a conjunction of parts.
pub(crate) enum Answer {
    /// A model of all.
    Sat(IntModel),
    /// There is none, because of these.
    Unsat(Premises),
    /// Not known.
    Unknown,
}

impl Parts {
    /// The facts of `system`.
    pub(crate) fn facts(system: &System) -> Parts {
        let facts = system.facts().iter().map(|f| (f.formula.clone(), f.premises.clone()));
        Parts { parts: facts.collect() }
    }

    /// Adds a part.
    pub(crate) fn push(&mut self, formula: Formula, premises: Premises) {
        if formula != Formula::True {
            self.parts.push((formula, premises));
        }
    }

    /// The formulas.
    pub(crate) fn formulas(&self) -> Vec<Formula> {
        self.parts.iter().map(|p| p.0.clone()).collect()
    }

    /// The formulas with what they rest on.
    pub(crate) fn into_pairs(self) -> Vec<(Formula, Premises)> {
        self.parts
    }

    /// Decides the conjunction; a conflict blames few parts.
    pub(crate) fn check(
        &self,
        arithmetic: &mut dyn Arithmetic,
        limits: &Limits,
    ) -> Result<Answer, Stop> {
        match ask(arithmetic, &self.formulas(), limits)? {
            Lengths::Sat(model) => Ok(Answer::Sat(model)),
            Lengths::Unknown => Ok(Answer::Unknown),
            Lengths::Unsat { core, parts } => {
                let needed = self.only(&parts);
                Ok(Answer::Unsat(needed.shrink(core, arithmetic, limits)?))
            }
        }
    }

    /// Some of the parts.
    fn only(&self, positions: &[usize]) -> Parts {
        Parts { parts: positions.iter().map(|&at| self.parts[at].clone()).collect() }
    }

    /// Leaves parts out one by one, as long as the others still have no model.
    fn shrink(
        self,
        mut core: OutsideTags,
        arithmetic: &mut dyn Arithmetic,
        limits: &Limits,
    ) -> Result<Premises, Stop> {
        // What rests on nothing is no burden.
        let burden = |at: &usize| self.parts[*at].1 != Premises::none();
        let attempts = (0..self.parts.len()).rev().filter(burden);
        let (mut questions, most) = (0, limits.tunables().words.core_questions);
        let kept = minimize::<Stop>(self.parts.len(), attempts, |kept, _| {
            if questions == most {
                return Ok(Trial::Stop);
            }
            questions += 1;
            match ask(arithmetic, &self.only(kept).formulas(), limits)? {
                Lengths::Unsat { core: smaller, parts } => {
                    core = smaller;
                    Ok(Trial::Core(parts.iter().map(|&at| kept[at]).collect()))
                }
                _ => Ok(Trial::Needed),
            }
        })?;
        debug_assert!(kept.is_sorted_by(|a, b| a < b), "the parts of a conflict are not ascending");
        Ok(premises_of_core(core, kept.iter().map(|&at| &self.parts[at].1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_of_equal_sums_are_decided() {
        let sum = Linear::var(IntVar::Aux(1)).plus_int(2);
        assert_eq!(Formula::equal(sum.clone(), &sum), Formula::True);
        assert_eq!(Formula::greater(sum.clone(), &sum), Formula::False);
    }
}
