//! How a system is changed: constraints are added, replaced and removed. A position is valid until the next change of
//! constraints of its kind.

use super::{Equation, Fact, Member, System, Var};
use crate::arithmetic::{Formula, Linear};
use crate::tags::Premises;

impl System {
    /// Adds an equation.
    pub fn add_equation(&mut self, e: Equation) {
        self.equations.push(e);
    }

    /// Adds an equation that is looked at before the others.
    pub(crate) fn add_first_equation(&mut self, e: Equation) {
        self.equations.insert(0, e);
    }

    /// Adds a disequation.
    pub fn add_disequation(&mut self, e: Equation) {
        self.disequations.push(e);
    }

    /// Adds a regular constraint.
    pub fn add_membership(&mut self, member: Member) {
        self.memberships.push(member);
    }

    /// Adds a regular constraint, unless it is there.
    pub(crate) fn constrain(&mut self, member: Member) {
        let same =
            |m: &Member| m.var == member.var && m.re == member.re && m.positive == member.positive;
        if !self.memberships.iter().any(same) {
            self.memberships.push(member);
        }
    }

    /// Removes the regular constraint at a position.
    pub(crate) fn release(&mut self, at: usize) {
        self.memberships.remove(at);
    }

    /// Adds an arithmetic constraint.
    pub fn add_fact(&mut self, formula: Formula, premises: Premises) {
        self.facts.push(Fact { formula, premises });
    }

    /// The equation at a position, to be changed.
    pub(crate) fn equation_mut(&mut self, at: usize) -> &mut Equation {
        &mut self.equations[at]
    }

    /// The disequation at a position, to be changed, if there are so many.
    pub(crate) fn disequation_mut(&mut self, at: usize) -> Option<&mut Equation> {
        self.disequations.get_mut(at)
    }

    /// All equations and disequations, to be changed.
    pub(crate) fn all_equations_mut(&mut self) -> impl Iterator<Item = &mut Equation> {
        self.equations.iter_mut().chain(&mut self.disequations)
    }

    /// Removes the equation at a position, where the last one is then.
    pub(crate) fn remove_equation(&mut self, at: usize) -> Equation {
        self.equations.swap_remove(at)
    }

    /// Removes the disequation at a position, where the last one is then.
    pub(crate) fn remove_disequation(&mut self, at: usize) -> Equation {
        self.disequations.swap_remove(at)
    }

    /// Removes the disequations for which `is_meant` holds, and gives them in their order.
    pub(crate) fn extract_disequations(
        &mut self,
        is_meant: impl FnMut(&mut Equation) -> bool,
    ) -> Vec<Equation> {
        self.disequations.extract_if(.., is_meant).collect()
    }

    /// Removes the regular constraints for which `is_meant` holds, and gives them in their order.
    pub(crate) fn extract_memberships(
        &mut self,
        is_meant: impl FnMut(&mut Member) -> bool,
    ) -> Vec<Member> {
        self.memberships.extract_if(.., is_meant).collect()
    }

    /// Has these equations instead of its own.
    pub(crate) fn set_equations(&mut self, equations: Vec<Equation>) {
        self.equations = equations;
    }

    /// Has these disequations instead of its own.
    pub(crate) fn set_disequations(&mut self, disequations: Vec<Equation>) {
        self.disequations = disequations;
    }

    /// Has these regular constraints instead of its own.
    pub(crate) fn set_memberships(&mut self, memberships: Vec<Member>) {
        self.memberships = memberships;
    }

    /// The constraints whose premises satisfy `keep`, over the same variables.
    pub(crate) fn restricted_to(&self, keep: impl Fn(&Premises) -> bool) -> System {
        let mut rest = self.clone();
        rest.equations.retain(|e| keep(&e.premises));
        rest.disequations.retain(|e| keep(&e.premises));
        rest.memberships.retain(|m| keep(&m.premises));
        rest.facts.retain(|f| keep(&f.premises));
        rest
    }

    /// Turns `w != ""` into a bound on the length of `w`, where lengths matter anyway: arithmetic then finds no solution
    /// with the empty word, where many of them would have to be split away one by one. Whether there were any.
    pub(crate) fn measure(&mut self) -> bool {
        let is_measured = |e: &Equation| {
            (e.left.is_empty() || e.right.is_empty())
                && e.vars().all(|x| self.is_length_sensitive(x))
        };
        let (measured, others): (Vec<_>, _) =
            self.disequations.iter().cloned().partition(is_measured);
        self.disequations = others;
        for e in &measured {
            let both = self.length_of(&e.left).plus(&self.length_of(&e.right));
            let formula = Formula::at_least(both, &Linear::constant(1));
            self.facts.push(Fact { formula, premises: e.premises.clone() });
        }
        !measured.is_empty()
    }

    /// Wants a word of at least `least` letters for `x`, which rests on nothing: it only chooses among solutions.
    pub(crate) fn lengthen(&mut self, x: Var, least: usize) {
        debug_assert!(self.is_length_sensitive(x), "the length of a word that may have any");
        let formula =
            Formula::at_least(Linear::var(self.length(x)), &Linear::constant(least as u64));
        self.facts.push(Fact { formula, premises: Premises::none() });
    }
}
