//! Split groups: sets of literals of which at most one is true.
//!
//! Z3str3's theory-aware case-split (Berzish, Ganesh and Zheng, FMCAD 2017, section III). There the
//! core sets the other cases false when it *decides* one, and checks for two true ones otherwise.
//! Here a group is a propagating constraint like any other: whenever a member becomes true, for
//! whatever reason, the others become false with that member as their antecedent. This costs one
//! pass over the group per true member and no memory beyond the group itself, where pairwise
//! clauses are quadratic and the sequential encoding adds variables that mean nothing to a theory.

use super::analyze::Conflict;
use crate::Counter;
use crate::lit::{Lit, Value};
use crate::propagator::Propagator;
use crate::solver::Solver;
use crate::trail::{Antecedent, Trail};
use base::Idx;
use std::ops::ControlFlow;

#[derive(Clone, Copy, Debug)]
struct Group {
    start: u32,
    end: u32,
    scope: u32,
}

/// All split groups, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Splits {
    lits: Vec<Lit>,
    groups: Vec<Group>,
    /// Groups of each literal; shorter than the number of literals if few are in groups.
    member_of: Vec<Vec<u32>>,
}

impl Splits {
    fn push(&mut self, lits: &[Lit], scope: u32) {
        let id = self.groups.len() as u32;
        let start = self.lits.len() as u32;
        self.lits.extend_from_slice(lits);
        self.groups.push(Group { start, end: self.lits.len() as u32, scope });
        for lit in lits {
            if self.member_of.len() <= lit.index() {
                self.member_of.resize_with(lit.index() + 1, Vec::new);
            }
            self.member_of[lit.index()].push(id);
        }
    }

    /// Removes the groups of all user scopes above `scope`.
    pub fn truncate(&mut self, scope: u32) {
        while let Some(group) = self.groups.last()
            && group.scope > scope
        {
            for lit in self.lits.drain(group.start as usize..) {
                // Groups were entered in order, so this one is each list's last.
                self.member_of[lit.index()].pop();
            }
            self.groups.pop();
        }
    }

    /// A user scope that every group is part of or inside of.
    pub fn scope(&self) -> u32 {
        self.groups.last().map_or(0, |g| g.scope)
    }

    /// The groups, each as its members.
    pub fn groups(&self) -> impl Iterator<Item = &[Lit]> {
        self.groups.iter().map(|g| &self.lits[g.start as usize..g.end as usize])
    }

    /// Makes the rivals of the true literal `p` false.
    #[inline]
    pub fn propagate(&self, p: Lit, trail: &mut Trail) -> Result<(), Conflict> {
        match self.member_of.get(p.index()) {
            Some(groups) => self.exclude_rivals(p, groups, trail),
            None => Ok(()),
        }
    }

    fn exclude_rivals(&self, p: Lit, groups: &[u32], trail: &mut Trail) -> Result<(), Conflict> {
        for &g in groups {
            let group = self.groups[g as usize];
            for &q in &self.lits[group.start as usize..group.end as usize] {
                match trail.value(q) {
                    Value::Unassigned => trail.assign(!q, Antecedent::Exclusion(p)),
                    Value::True if q != p => return Err(Conflict::Exclusion(p, q)),
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

impl Solver {
    /// Adds a split group at any time; see [`Context::split`](crate::Context::split).
    pub(crate) fn insert_split(
        &mut self,
        lits: &[Lit],
        propagator: &mut dyn Propagator,
    ) -> ControlFlow<()> {
        let mut group = lits.to_vec();
        group.sort_unstable();
        group.dedup();
        for &lit in &group {
            if self.phases.is_blank(lit.var()) {
                self.phases.hint(lit);
            }
        }
        self.stats.count(Counter::Splits);
        if self.config.case_splits {
            self.splits.push(&group, self.base_level());
            self.enforce_split(&group, propagator)
        } else {
            self.insert_pairwise(&group, propagator)
        }
    }

    fn insert_pairwise(
        &mut self,
        group: &[Lit],
        propagator: &mut dyn Propagator,
    ) -> ControlFlow<()> {
        for (i, &p) in group.iter().enumerate() {
            for &q in &group[i + 1..] {
                self.insert_clause(&[!p, !q], false, propagator)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Brings the assignment in line with a new group: unit propagation has perhaps passed its
    /// true members already.
    fn enforce_split(&mut self, group: &[Lit], propagator: &mut dyn Propagator) -> ControlFlow<()> {
        let mut members: Vec<Lit> =
            group.iter().copied().filter(|&l| self.trail.is_true(l)).collect();
        base::order::sort_by_key(&mut members, |l| self.trail.position(l.var()));
        let Some(&first) = members.first() else { return ControlFlow::Continue(()) };
        if let Some(&second) = members.get(1) {
            self.resolve_conflict(Conflict::Exclusion(first, second), propagator)?;
        }
        // Resolving may have unassigned or even flipped what was true.
        match group
            .iter()
            .copied()
            .filter(|&l| self.trail.is_true(l))
            .min_by_key(|l| self.trail.position(l.var()))
        {
            Some(p) if group.iter().any(|&q| q != p && !self.trail.is_false(q)) => {
                self.backtrack(self.trail.level_of(p.var()).max(self.base_level()), propagator);
                match self.splits.propagate(p, &mut self.trail) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(conflict) => self.resolve_conflict(conflict, propagator),
                }
            }
            _ => ControlFlow::Continue(()),
        }
    }
}
