//! When small words are tried, and for how long.
//!
//! Problem: a trial of small words ([`super::small`]) has a ration that is small beside a search that is hard enough to come to it; but
//! where a client asks a hundred questions over the same base, each may come to it and be decided soon after, so that trials
//! take most of the time of the session.
//!
//! So the ration is halved with each check in a row whose trials were in vain. A trial that was cut short for that is made again, with
//! the whole ration, once the search itself has taken as many steps: then it at most doubles the cost of the check. The first check of a
//! session, and each after one that a trial has decided, has the whole ration at once. The alternative, pauses between checks
//! ([`crate::session`] has them for models near by), loses the answers of the checks in a pause.

/// What trials came to in earlier checks of a session.
#[derive(Debug, Default)]
pub struct Tried {
    /// Checks in a row whose trials were in vain, before this one.
    in_vain: u32,
    /// What came of the trials of this check, if there were any.
    latest: Option<bool>,
}

impl Tried {
    /// A check begins.
    pub fn begin_check(&mut self) {
        match self.latest.take() {
            Some(true) => self.in_vain = 0,
            Some(false) => self.in_vain += 1,
            None => {}
        }
    }

    /// The trial is over; whether it found a model.
    pub(super) fn tried(&mut self, found: bool) {
        self.latest = Some(found || self.latest == Some(true));
    }

    /// How many of so many `steps` a first trial may take.
    pub(super) fn first_ration(&self, steps: u64) -> u64 {
        steps.checked_shr(self.in_vain).unwrap_or(0)
    }
}

/// The trials of one engine.
#[derive(Debug, Default)]
pub(super) struct Trials {
    /// How often the final check came to the strings.
    rounds: u32,
    /// The steps that had been spent when it first did: an engine may be one of many that a check asks.
    started: u64,
    /// The steps after which the candidate is repaired next.
    repair_at: u64,
    /// The steps after which words are tried once more, as the first trial was cut short.
    again_at: Option<u64>,
}

impl Trials {
    /// The final check comes to the strings when so many steps have been `spent`; returns how often it has, and how many of these steps
    /// were spent since the first time.
    pub(super) fn begin_round(&mut self, spent: u64) -> (u32, u64) {
        // The next check counts from the start again.
        if self.rounds == 0 || spent < self.started {
            self.started = spent;
        }
        self.rounds += 1;
        debug_assert!(spent >= self.started, "the first time was later");
        (self.rounds, spent - self.started)
    }

    /// Whether it is time to try words once more.
    pub(super) fn is_trial_due(&self, spent: u64) -> bool {
        self.again_at.is_some_and(|at| spent >= at)
    }

    /// Words are tried; once more after so many steps of the check, if at all.
    pub(super) fn try_again_at(&mut self, steps: Option<u64>) {
        self.again_at = steps;
    }

    /// Whether it is time to repair the candidate, if it never is within the `first` steps.
    pub(super) fn is_repair_due(&self, spent: u64, first: u64) -> bool {
        spent >= self.repair_at.max(first)
    }

    /// The candidate is repaired; it is again after so many steps of the check.
    pub(super) fn repair_at(&mut self, steps: u64) {
        debug_assert!(steps >= self.repair_at, "the next repair is earlier than this one");
        self.repair_at = steps;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rations_are_halved_until_a_trial_finds_a_model() {
        let mut tried = Tried::default();
        let mut rations = Vec::new();
        for outcome in [Some(false), Some(false), None, Some(false), Some(true), Some(false)] {
            tried.begin_check();
            rations.push(tried.first_ration(80));
            outcome.into_iter().for_each(|found| tried.tried(found));
            assert_eq!(tried.first_ration(80), rations[rations.len() - 1], "it changes in a check");
        }
        assert_eq!(rations, [80, 40, 20, 20, 10, 80]);
        (0..100).for_each(|_| {
            tried.begin_check();
            tried.tried(false);
        });
        assert_eq!(tried.first_ration(80), 0);
    }

    #[test]
    fn a_trial_that_was_cut_short_is_made_again_once() {
        let mut trials = Trials::default();
        assert!(!trials.is_trial_due(1_000));
        trials.try_again_at(Some(50));
        assert!(!trials.is_trial_due(49) && trials.is_trial_due(50));
        trials.try_again_at(None);
        assert!(!trials.is_trial_due(1_000));
    }
}
