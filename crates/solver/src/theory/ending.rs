//! How a check ends: what the final checks leave behind for the answer.
//!
//! Written by events, each of which happens at one place of the combination: a step is incomplete, the judge accepts or rejects
//! a model, an assignment is given up, the budget runs out. What may be answered follows from here alone: `sat` takes an
//! accepted model, and once an assignment was given up there is no `unsat`.

use super::verdict::Incompleteness;
use crate::session::verdict::Reason;
use base::Interrupted;
use terms::model::Model;

/// What is known of the answer of one check.
#[derive(Debug, Default)]
pub(crate) struct Ending {
    model: Option<Model>,
    /// The first thing that the present final check could not decide.
    incompleteness: Option<Incompleteness>,
    /// Why the first of the assignments that were given up was.
    gave_up: Option<Reason>,
    /// How many assignments were given up.
    given_up: u32,
    interrupted: Option<Interrupted>,
    /// After how many steps the search is to pause before a final check, and after how many wherever it is.
    pause_at: Option<[u64; 2]>,
    /// A final check was made.
    checked: bool,
    paused: bool,
}

impl Ending {
    /// A final check begins: what the last one could not decide was of another assignment.
    pub(crate) fn begin_final_check(&mut self) {
        debug_assert!(self.model.is_none(), "the search goes on although there is a model");
        self.incompleteness = None;
    }

    /// A step could not decide its part of the assignment.
    pub(crate) fn incomplete(&mut self, why: Incompleteness) {
        self.incompleteness.get_or_insert(why);
    }

    /// What the present final check could not decide.
    pub(crate) fn incompleteness(&self) -> Option<Incompleteness> {
        self.incompleteness
    }

    /// The judge accepted a model.
    pub(crate) fn accept(&mut self, model: Model) {
        debug_assert!(self.model.is_none(), "a second model is accepted");
        self.model = Some(model);
    }

    /// The judge rejected a model although no step was incomplete: that is the reason, whatever else is.
    pub(crate) fn reject(&mut self) {
        debug_assert!(
            self.incompleteness.is_none(),
            "a model is rejected after an incomplete step"
        );
        self.gave_up = Some(Reason::ModelCheckFailed);
    }

    /// The present assignment is given up; returns how many were.
    pub(crate) fn give_up(&mut self, why: Incompleteness) -> u32 {
        debug_assert!(self.model.is_none(), "an assignment is given up that has a model");
        self.gave_up.get_or_insert_with(|| Reason::Incomplete(why.to_string()));
        self.given_up += 1;
        self.given_up
    }

    /// Whether some assignment was given up, so that nothing follows from the clauses.
    pub(crate) fn has_given_up(&self) -> bool {
        self.given_up > 0
    }

    /// The budget ran out.
    pub(crate) fn interrupt(&mut self, why: Interrupted) {
        self.interrupted = Some(why);
    }

    /// Why the search was stopped, if it was.
    pub(crate) fn interrupted(&self) -> Option<Interrupted> {
        self.interrupted
    }

    /// Another search begins under another budget.
    pub(crate) fn resume(&mut self) {
        self.interrupted = None;
    }

    /// Another search begins, or goes on, that is to pause before a final check once as many steps are spent as comes first, and before
    /// any decision once as many are as comes second.
    pub(crate) fn pause_at(&mut self, steps: Option<[u64; 2]>) {
        debug_assert!(!self.paused, "a search goes on without having ended");
        debug_assert!(
            steps.is_none_or(|[at, latest]| at <= latest),
            "a final check would never be first"
        );
        self.pause_at = steps;
    }

    /// Whether the search pauses here, before a decision.
    pub(crate) fn pauses_early(&mut self, spent: u64) -> bool {
        let is_due = self.pause_at.is_some_and(|[_, latest]| spent >= latest);
        self.paused = is_due && self.given_up == 0;
        self.paused
    }

    /// Whether the search pauses here, before a final check, where nothing is lost. It does not before it made one, nor once an
    /// assignment was given up, as who goes on would have to know.
    pub(crate) fn pauses(&mut self, spent: u64) -> bool {
        let is_due = self.pause_at.is_some_and(|[at, _]| spent >= at);
        self.paused = is_due && self.checked && self.given_up == 0;
        self.checked = true;
        self.paused
    }

    /// Whether the search paused.
    pub(crate) fn has_paused(&self) -> bool {
        self.paused
    }

    /// The model that the judge accepted.
    pub(crate) fn take_model(&mut self) -> Option<Model> {
        self.model.take()
    }

    /// Why an assignment was given up, if one was.
    pub(crate) fn take_reason(&mut self) -> Option<Reason> {
        debug_assert!(self.gave_up.is_some() || self.given_up == 0, "given up without a reason");
        self.gave_up.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_counts_but_for_a_rejected_model() {
        let mut ending = Ending::default();
        ending.begin_final_check();
        ending.incomplete(Incompleteness::Function);
        ending.incomplete(Incompleteness::Lengths);
        assert_eq!(ending.incompleteness(), Some(Incompleteness::Function));
        assert_eq!(ending.give_up(Incompleteness::Function), 1);
        assert_eq!(ending.give_up(Incompleteness::Lengths), 2);
        ending.begin_final_check();
        assert_eq!(ending.incompleteness(), None);
        ending.reject();
        assert_eq!(ending.take_reason(), Some(Reason::ModelCheckFailed));
    }
    #[test]
    fn a_search_pauses_after_its_first_final_check_unless_it_gave_up() {
        let mut ending = Ending::default();
        assert!(!ending.pauses(100));
        ending.pause_at(Some([10, 20]));
        assert!(!ending.pauses(9));
        assert!(!ending.pauses_early(19));
        assert!(ending.pauses(10) && ending.has_paused());
        let mut ending = Ending::default();
        ending.pause_at(Some([10, 10]));
        assert!(!ending.pauses(10));
        assert!(!ending.pauses_early(9));
        assert!(ending.pauses_early(10) && ending.has_paused());
        let mut ending = Ending::default();
        ending.pause_at(Some([10, 10]));
        ending.give_up(Incompleteness::Function);
        assert!(!ending.pauses(20) && !ending.pauses_early(20) && !ending.has_paused());
    }
}
