//! The contract between the search and whoever gives literals a meaning.
//!
//! The interface has the shape of IPASIR-UP (Fazekas, Niemetz, Preiner, Kirchweger, Szeider and
//! Biere, *IPASIR-UP: User Propagators for CDCL*, SAT 2023): assignments come in batches, reasons
//! are asked for only when needed, clauses may be added at any time. Unlike there one call may
//! propagate many literals and add many clauses, and a group of mutually exclusive literals can be
//! handed over as such. The propagator is used as `&mut dyn`, one virtual call per round.

use crate::lit::Lit;
use crate::solver::context::{Context, View};

/// A token with which a propagator recognises its own propagation when it has to explain it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason(pub u32);

/// The answer of [`Propagator::final_check`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FinalCheck {
    /// The assignment is a model. If the call nevertheless added something, the search goes on.
    Consistent,
    /// The call added a clause, a propagation, a split or a variable; the search goes on. It must
    /// have: an answer of `Progress` with nothing added ends the search like `GiveUp`.
    Progress,
    /// Neither could be established. The search ends and the answer is unknown.
    GiveUp,
}

/// A theory, a combination of theories, or anything else that restricts the models.
///
/// # Levels
///
/// Level 0 holds what is true for good. Above it each open user scope has one level, then each
/// decision has one. A call of `solve` announces the levels of the user scopes afresh and closes
/// all levels before it returns, so between two calls of `solve` the propagator is at level 0.
/// What was assigned at level 0 is announced once, ever; all calls of `solve` must therefore get
/// the same propagator.
///
/// # Example
///
/// A propagator that makes two literals equal:
///
/// ```
/// use base::Budget;
/// use sat::*;
///
/// struct Equal(Lit, Lit);
///
/// impl Propagator for Equal {
///     fn assigned(&mut self, _: &[Lit]) {}
///     fn new_level(&mut self) {}
///     fn backtrack(&mut self, _: u32) {}
///     fn propagate(&mut self, cx: &mut Context<'_>) {
///         for (from, to) in [(self.0, self.1), (self.1, self.0)] {
///             if let Some(value) = cx.value(from).to_bool() {
///                 // The token is not needed: the literal says it all.
///                 cx.propagate(to.when(value), Reason(0));
///             }
///         }
///     }
///     fn final_check(&mut self, _: &mut Context<'_>) -> FinalCheck {
///         FinalCheck::Consistent
///     }
///     fn explain(&mut self, lit: Lit, _: Reason, out: &mut Vec<Lit>) {
///         let (this, other) =
///             if lit.var() == self.0.var() { (self.0, self.1) } else { (self.1, self.0) };
///         out.push(other.when(lit == this));
///     }
/// }
///
/// let mut s = Solver::new(Config::default());
/// let [a, b] = [s.new_var().positive(), s.new_var().positive()];
/// let mut equal = Equal(a, !b);
/// let budget = Budget::unlimited();
/// assert_eq!(s.solve(&[a], &mut equal, &budget), SolveResult::Sat);
/// assert_eq!(s.value(b), Value::False);
/// s.add_clause(&[a, !b]);
/// assert_eq!(s.solve(&[b], &mut equal, &budget), SolveResult::Unsat);
/// ```
///
/// # Callbacks
///
/// 1. [`assigned`](Self::assigned): observed literals that became true at the current level, in
///    trail order, its own propagations included. *Record only*: there is no context to act
///    through, for the search may be in the middle of something.
/// 2. [`new_level`](Self::new_level): a level is opened. Everything true below has been announced.
/// 3. [`backtrack`](Self::backtrack): levels are closed; what was assigned there, and every reason
///    token given out there, is forgotten. The search never asks for such a reason again.
///    Some literals of those levels may not have been announced yet.
/// 4. [`propagate`](Self::propagate): unit propagation is at a fixpoint without conflict and
///    everything is announced. May do everything a [`Context`] offers. Called at every fixpoint,
///    so it should be cheap when there is nothing to do.
/// 5. [`final_check`](Self::final_check): as 4, moreover all variables are assigned and the last
///    `propagate` did nothing. This is the last moment to record a model: when this returns
///    [`FinalCheck::Consistent`] and added nothing, levels are closed and `solve` returns.
/// 6. [`explain`](Self::explain): see there. May come between any two other callbacks, but not
///    inside one. The current level may be lower than at the last `assigned`, but then
///    `backtrack` has been called.
/// 7. [`decide`](Self::decide): after 4 did nothing and before the search's own choice. An
///    assigned literal counts as no choice.
/// 8. [`pauses`](Self::pauses): before 7. Nothing waits to be propagated or added, so a later `solve`
///    goes on from here and loses nothing but the assignment.
pub trait Propagator {
    /// Observed literals became true. See callback 1.
    fn assigned(&mut self, lits: &[Lit]);

    /// A level is opened. See callback 2.
    fn new_level(&mut self);

    /// The `levels` innermost levels are closed. See callback 3.
    fn backtrack(&mut self, levels: u32);

    /// Cheap, possibly incomplete deduction. See callback 4.
    fn propagate(&mut self, cx: &mut Context<'_>);

    /// Judges a total assignment. See callback 5.
    fn final_check(&mut self, cx: &mut Context<'_>) -> FinalCheck;

    /// Why `lit`, which was handed to [`Context::propagate`] with `reason`, is true: pushes
    /// literals `l1 .. ln` onto `out` such that `l1 & .. & ln => lit` holds for every model. All of
    /// them must be true, and each must have become true before `lit` was propagated. If `lit` was
    /// false when it was propagated (a conflict), all of them must be true and that is all.
    fn explain(&mut self, lit: Lit, reason: Reason, out: &mut Vec<Lit>);

    /// Whether the search ends here, its answer unknown. See callback 8.
    fn pauses(&mut self) -> bool {
        false
    }

    /// A literal to decide next, if the propagator cares. See callback 7.
    fn decide(&mut self, view: View<'_>) -> Option<Lit> {
        let _ = view;
        None
    }
}

/// The propagator that knows nothing: plain SAT.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPropagator;

impl Propagator for NoPropagator {
    fn assigned(&mut self, _: &[Lit]) {}
    fn new_level(&mut self) {}
    fn backtrack(&mut self, _: u32) {}
    fn propagate(&mut self, _: &mut Context<'_>) {}
    fn final_check(&mut self, _: &mut Context<'_>) -> FinalCheck {
        FinalCheck::Consistent
    }
    /// Never called: this propagator propagates nothing.
    fn explain(&mut self, _: Lit, _: Reason, _: &mut Vec<Lit>) {}
}
