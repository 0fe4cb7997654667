//! Peers are wrong, too, some of them often. A contradiction with one is explained without a person where
//! two others are against it; everything else is a finding.
//!
//! A peer that refutes a formula is wrong if the formula has a model that our judge accepts and, with the values
//! put in, a second solver: another one, or the peer itself. A peer that says `sat` is wrong if the model it
//! shows is refused in the same way, and another peer refutes the formula.

use super::finding::{Finding, View};
use super::form::Form;
use super::plant;
use super::runner::{Answer, Command, Runner};
use super::script::Script;

/// Those who may be asked.
pub struct Court<'a> {
    pub runner: &'a Runner,
    pub ours: &'a Command,
    pub peers: &'a [&'a Command],
}

impl Court<'_> {
    /// The mistake of a peer that explains a finding.
    pub fn explanation(
        &self,
        finding: &Finding,
        script: &Script,
        planted: Option<&Form>,
    ) -> Option<String> {
        let (sat, unsat) = match finding {
            Finding::Contradiction { sat, unsat } => (sat, unsat),
            Finding::Refutation { view, .. } => return self.wrong_by_construction(view, script),
            Finding::Failure { .. } => return None,
        };
        match (sat.command.is_ours, unsat.command.is_ours) {
            (true, true) => None,
            (false, false) => Some(format!("{sat} and {unsat} contradict each other")),
            (true, false) => self.wrong_refutation(unsat, script, planted),
            (false, true) => self.wrong_model(sat, script),
        }
    }

    /// A peer that refutes what was made to be true, and what we or another peer accept.
    fn wrong_by_construction(&self, view: &View, script: &Script) -> Option<String> {
        let accepts =
            |command: &&Command| self.runner.ask(command, &Form::Plain, script) == Answer::Sat;
        let is_accepted = accepts(&self.ours) || self.peers.iter().any(accepts);
        (!view.command.is_ours && is_accepted)
            .then(|| format!("{view} refutes a formula that is true by construction"))
    }

    fn wrong_refutation(
        &self,
        peer: &View,
        script: &Script,
        planted: Option<&Form>,
    ) -> Option<String> {
        let model = match (peer.form.values(), planted) {
            (Some(model), _) => Form::Valued(model.to_vec()),
            (None, Some(planted)) => planted.clone(),
            (None, None) => Form::Valued(plant::found(self.runner, self.ours, script)?),
        };
        self.all_say(&Answer::Sat, &model, script)
            .then(|| format!("{peer} refutes a formula with a model"))
    }

    fn wrong_model(&self, peer: &View, script: &Script) -> Option<String> {
        let model = match peer.form.values() {
            Some(model) => model.to_vec(),
            None => plant::found(self.runner, &peer.command, script)?,
        };
        let refused = self.all_say(&Answer::Unsat, &Form::Valued(model), script)
            && self.some_other_says(&Answer::Unsat, &peer.command, &peer.form, script);
        refused.then(|| format!("{peer} accepts a formula with a wrong model"))
    }

    /// Whether we and some peer answer so.
    fn all_say(&self, answer: &Answer, form: &Form, script: &Script) -> bool {
        let says = |command: &&Command| self.runner.ask(command, form, script) == *answer;
        says(&self.ours) && self.peers.iter().any(says)
    }

    fn some_other_says(
        &self,
        answer: &Answer,
        than: &Command,
        form: &Form,
        script: &Script,
    ) -> bool {
        let others = self.peers.iter().filter(|p| **p != than);
        others.into_iter().any(|p| self.runner.ask(p, form, script) == *answer)
    }
}
