//! Parts of a system that share no variable, each decided alone.
//!
//! The problem: to split one disequation after the other multiplies the cases of those that have nothing to do with each other, and
//! each case is about the whole system. Where n texts each must not contain a word, and differ pairwise, n small problems were solved
//! as one with all combinations of their cases.
//!
//! So first the part of each violated disequation is decided by itself: the equations that are connected with it by shared variables,
//! the disequations among these variables, and all of arithmetic. That asks for less, so where a part has no solution there is none,
//! and the conflict is about the part only. Where it has one, the choices that lead to it are made for the whole system (its lengths,
//! if there was no choice), which is looked at again; as they may not fit with what is left out, the system without them stays as
//! another case.

use super::choice::Choice;
use super::{Decided, Search};
use crate::groups::Groups;
use crate::outcome::Solution;
use crate::system::{System, Var};
use crate::tags::Premises;
use base::{FxHashSet, Idx, Limits, Stop, affordable};

impl Search<'_> {
    /// Decides the parts of the disequations that `solution` violates. The choices that give them
    /// a solution, or why one has none.
    pub(super) fn decide_parts(
        &mut self,
        system: &System,
        solution: &Solution,
    ) -> Result<Result<Vec<Choice>, Premises>, Stop> {
        let mut groups = Groups::new(system);
        let (mut choices, mut asked) = (Vec::new(), FxHashSet::default());
        for d in system.disequations().iter().filter(|d| solution.equates(d)) {
            let Some(group) = groups.of(d).filter(|&group| asked.insert(group)) else { continue };
            let part = groups.restrict(system, |own| own == group);
            self.limits.charge(system.letters() as u64)?;
            if part.equations().len() == system.equations().len() {
                continue;
            }
            let live: Vec<Var> =
                part.live_vars().filter(|&x| part.is_length_sensitive(x)).collect();
            let Search { solve, rs, limits, .. } = self;
            let allowance = limits.left() / 100 * limits.tunables().words.disequation_part_share;
            let decide = |limits: &Limits| Search { solve, rs, limits, is_part: true }.decide(part);
            match affordable(limits.within(allowance, decide))? {
                Some(Decided::Unsat(premises)) => return Ok(Err(premises)),
                Some(Decided::Sat(solution, chosen)) if chosen.is_empty() => {
                    let lengths = live.into_iter().map(|x| (x, solution.word(x).len()));
                    choices.push(Choice::Lengths(lengths.collect()));
                }
                Some(Decided::Sat(_, chosen)) => {
                    choices.extend(chosen.iter().filter_map(|choice| choice.about(system)));
                }
                Some(Decided::GaveUp(_)) | None => {}
            }
        }
        Ok(Ok(choices))
    }
}

impl Choice {
    /// The choice for a system of which a part was decided: variables that were made for the part are not known there.
    fn about(&self, system: &System) -> Option<Choice> {
        let Choice::Longer(bounds) = self else { return Some(self.clone()) };
        let mut bounds = bounds.clone();
        bounds.retain(|&(x, _)| x.index() < system.var_count());
        (!bounds.is_empty()).then_some(Choice::Longer(bounds))
    }
}
