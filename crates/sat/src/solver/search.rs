//! The search loop.

use super::analyze::Conflict;
use super::context::{Context, Item, Pending};
use super::decide::Decision;
use crate::Counter;
use crate::lit::{Lit, Var};
use crate::propagator::{FinalCheck, Propagator};
use crate::solver::{SolveResult, Solver, Unknown};
use crate::trail::Antecedent;
use base::{Budget, Idx, Limits, Stop};
use std::ops::ControlFlow;

/// A fact: what one conflict, decision or final check costs beyond its propagation, in budget steps.
const ROUND_COST: u64 = 8;

impl Solver {
    /// Searches for a model of the clauses and `assumptions` that `propagator` accepts.
    pub fn solve(
        &mut self,
        assumptions: &[Lit],
        propagator: &mut dyn Propagator,
        budget: &Budget,
    ) -> SolveResult {
        self.solve_within(assumptions, propagator, &Limits::none(budget))
    }

    /// As [`solve`](Self::solve), with an allowance of its own.
    pub fn solve_within(
        &mut self,
        assumptions: &[Lit],
        propagator: &mut dyn Propagator,
        limits: &Limits<'_>,
    ) -> SolveResult {
        self.stats.count(Counter::Solves);
        self.core.clear();
        self.model.clear();
        if self.inconsistent.is_some() {
            return SolveResult::Unsat;
        }
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        self.assumed = 0;
        self.assumption_level = None;
        self.announce_scopes(propagator);
        let result = match self.search(propagator, limits) {
            Ok(result) => result,
            Err(Stop::Query(why)) => SolveResult::Unknown(Unknown::Interrupted(why)),
            Err(Stop::Local) => SolveResult::Unknown(Unknown::Allowance),
        };
        if self.log.is_some() && result == SolveResult::Unsat {
            self.explain_base(propagator);
        }
        self.pending.clear();
        self.retire(propagator);
        result
    }

    fn search(
        &mut self,
        propagator: &mut dyn Propagator,
        limits: &Limits<'_>,
    ) -> Result<SolveResult, Stop> {
        loop {
            let ticks = self.stats[Counter::Ticks];
            let conflict = self.propagate();
            // Charging comes second: a conflict that an interruption drops would never be found again.
            let flow = match conflict {
                Some(conflict) => self.handle_conflict(conflict, propagator),
                None if self.next_assumption().is_some() => self.postpone(propagator),
                None => self.theory_propagate(propagator),
            };
            let ControlFlow::Continue(changed) = flow else { return Ok(SolveResult::Unsat) };
            limits.charge(self.stats[Counter::Ticks] - ticks + ROUND_COST)?;
            if changed {
                continue;
            }
            if self.config.check {
                self.check_invariants();
            }
            if self.restart_or_reduce(propagator) {
                continue;
            }
            if propagator.pauses() {
                return Ok(SolveResult::Unknown(Unknown::GaveUp));
            }
            match self.decide(propagator) {
                Decision::Lit(lit) => {
                    self.stats.count(Counter::Decisions);
                    self.open_level(propagator);
                    self.trail.assign(lit, Antecedent::None);
                }
                Decision::Failed(lit) => {
                    self.analyze_failed(lit, propagator);
                    return Ok(SolveResult::Unsat);
                }
                Decision::Complete => {
                    if let Some(result) = self.final_check(propagator) {
                        return Ok(result);
                    }
                }
            }
        }
    }

    fn handle_conflict(
        &mut self,
        conflict: Conflict,
        propagator: &mut dyn Propagator,
    ) -> ControlFlow<(), bool> {
        self.resolve_conflict(conflict, propagator)?;
        ControlFlow::Continue(true)
    }

    /// Between two assumptions the propagator only hears of them: with thousands of assumptions it would draw as many conclusions
    /// from each part of them as from all.
    fn postpone(&mut self, propagator: &mut dyn Propagator) -> ControlFlow<(), bool> {
        self.notify(propagator);
        ControlFlow::Continue(false)
    }

    /// Lets the propagator act; continues with whether that calls for another round.
    fn theory_propagate(&mut self, propagator: &mut dyn Propagator) -> ControlFlow<(), bool> {
        self.notify(propagator);
        let before = (self.trail.len(), self.stats[Counter::Backtracks]);
        propagator.propagate(&mut Context::new(self));
        let mut changed = self.pending.changed;
        self.apply_pending(propagator)?;
        changed |= before != (self.trail.len(), self.stats[Counter::Backtracks]);
        ControlFlow::Continue(changed)
    }

    /// Does what the last callback queued.
    fn apply_pending(&mut self, propagator: &mut dyn Propagator) -> ControlFlow<()> {
        if self.pending.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut pending = std::mem::take(&mut self.pending);
        let flow = self.apply(&pending, propagator);
        pending.clear();
        self.pending = pending;
        flow
    }

    fn apply(&mut self, pending: &Pending, propagator: &mut dyn Propagator) -> ControlFlow<()> {
        if let Some((lit, reason)) = pending.conflict {
            self.stats.count(Counter::TheoryConflicts);
            let clause = self.explain(lit, reason, propagator);
            self.resolve_conflict(Conflict::Clause(clause), propagator)?;
        }
        for (item, lits) in pending.iter() {
            match item {
                Item::Clause { redundant } => {
                    self.stats.count(Counter::Lemmas);
                    self.stats.add(Counter::RedundantLemmas, u64::from(redundant));
                    self.insert_clause(lits, redundant, propagator)?;
                }
                Item::Split => self.insert_split(lits, propagator)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Judges a total assignment; `None` to go on searching.
    fn final_check(&mut self, propagator: &mut dyn Propagator) -> Option<SolveResult> {
        self.stats.count(Counter::FinalChecks);
        let before = self.trail.len();
        let verdict = propagator.final_check(&mut Context::new(self));
        if verdict == FinalCheck::GiveUp {
            return Some(SolveResult::Unknown(Unknown::GaveUp));
        }
        if self.trail.len() > before || !self.pending.is_empty() {
            let flow = self.apply_pending(propagator);
            return flow.is_break().then_some(SolveResult::Unsat);
        }
        debug_assert!(verdict == FinalCheck::Consistent, "claimed progress but added nothing");
        if verdict == FinalCheck::Progress {
            return Some(SolveResult::Unknown(Unknown::GaveUp));
        }
        self.save_model();
        Some(SolveResult::Sat)
    }

    fn save_model(&mut self) {
        let vars = (0..self.num_vars()).map(Var::from_index);
        self.model.extend(vars.map(|v| self.trail.value(v.positive())));
    }

    /// Maintenance between conflicts; returns whether the search went back.
    fn restart_or_reduce(&mut self, propagator: &mut dyn Propagator) -> bool {
        let conflicts = self.stats[Counter::Conflicts];
        if conflicts + self.stats[Counter::RedundantLemmas] >= self.next_reduce {
            self.reduce();
        }
        self.simplify_if_due();
        // Decided assumptions are not restarted, and before they all are there is nothing else.
        let Some(assumed) = self.assumption_level else { return false };
        if self.restart.switch_mode(conflicts) {
            self.stats.count(Counter::ModeSwitches);
        } else if !self.restart.is_due(conflicts) {
            return false;
        }
        self.stats.count(Counter::Restarts);
        self.phases.rephase(conflicts);
        let level = self.reusable_level(assumed.max(self.base_level()));
        let back = level < self.trail.level();
        self.backtrack(level, propagator);
        back
    }
}
