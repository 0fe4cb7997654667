//! Peers are wrong, too, some of them often. A disagreement with one is settled by evidence, not by a person, where
//! it can be; everything else is a finding.
//!
//! What is asked is the formula with the values of a model put in ([`Pinned`]), which only says more. A peer that refutes
//! the formula and accepts that contradicts itself. If another peer accepts it, two solvers are against one. Two more
//! questions are asked where nobody decides the whole: each assertion by itself, and, in the place of an equation of two
//! languages, whether some word is in one of them only.
//!
//! A peer that accepts what we refute is never explained away. It is asked for its model, and the finding says whether
//! our evaluator accepts that.

use super::finding::{Finding, View};
use super::form::Form;
use super::pinned::Pinned;
use super::plant;
use super::runner::{Answer, Command, Runner};
use super::script::Script;

/// What a disagreement comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A peer refutes what it accepts with values put in.
    AgainstItself(String),
    /// A peer is refuted by what others accept.
    AgainstOthers(String),
    /// It may be our mistake; with what is known besides.
    Open(Option<String>),
}

/// Those who may be asked.
pub struct Court<'a> {
    pub runner: &'a Runner,
    pub ours: &'a Command,
    pub peers: &'a [&'a Command],
}

impl Court<'_> {
    /// What a finding comes to.
    pub fn verdict(&self, finding: &Finding, script: &Script, planted: Option<&Form>) -> Verdict {
        let (sat, unsat) = match finding {
            Finding::Contradiction { sat, unsat } => (sat, unsat),
            Finding::Refutation { view, .. } => return self.wrong_by_construction(view, script),
            Finding::Failure { .. } => return Verdict::Open(None),
        };
        match (sat.command.is_ours, unsat.command.is_ours) {
            (true, true) => Verdict::Open(None),
            (false, false) => {
                Verdict::AgainstOthers(format!("{sat} and {unsat} contradict each other"))
            }
            (true, false) => self.refutation(unsat, script, planted),
            (false, true) => Verdict::Open(Some(self.about_model(sat, script))),
        }
    }

    /// A peer that refutes what was made to be true, and what we or another peer accept.
    fn wrong_by_construction(&self, view: &View, script: &Script) -> Verdict {
        let accepts =
            |command: &&Command| self.runner.ask(command, &Form::Plain, script) == Answer::Sat;
        let is_accepted = accepts(&self.ours) || self.peers.iter().any(accepts);
        if view.command.is_ours || !is_accepted {
            return Verdict::Open(None);
        }
        Verdict::AgainstOthers(format!("{view} refutes a formula that is true by construction"))
    }

    /// A peer that refutes what we accept.
    fn refutation(&self, peer: &View, script: &Script, planted: Option<&Form>) -> Verdict {
        let known = [Some(&peer.form), planted].into_iter().flatten().filter_map(Form::values);
        let mut models: Vec<Vec<_>> = known.map(<[_]>::to_vec).collect();
        models.extend(plant::shown(self.runner, self.ours, script));
        let pinned: Vec<Pinned> = models.iter().flat_map(|m| Pinned::all(script, m)).collect();
        let is_kin = |command: &&&Command| command.is_kin(&peer.command);
        let (kin, others): (Vec<&Command>, Vec<&Command>) =
            self.peers.iter().partition(|c| is_kin(c));
        if let Some(how) = self.accepted(&pinned, &kin) {
            return Verdict::AgainstItself(format!(
                "{peer} refutes what it accepts with values, {how}"
            ));
        }
        match self.accepted(&pinned, &others) {
            Some(how) => Verdict::AgainstOthers(format!(
                "{peer} refutes what others accept with values, {how}"
            )),
            None => Verdict::Open(Some("nobody else accepts it with our values".to_owned())),
        }
    }

    /// How some of the solvers accept a formula with values put in.
    fn accepted(&self, pinned: &[Pinned], solvers: &[&Command]) -> Option<String> {
        let asked = |p: &Pinned, c: &Command| p.ask(self.runner, c) == Answer::Sat;
        let in_parts = |p: &Pinned, c: &Command| {
            let parts = p.parts();
            !parts.is_empty() && parts.iter().all(|part| asked(part, c))
        };
        let all = || solvers.iter().flat_map(|c| pinned.iter().map(move |p| (*c, p)));
        let by = |how: &str, c: &Command| format!("{how} by {}", c.name);
        if let Some((c, _)) = all().find(|(c, p)| asked(p, c)) {
            return Some(by("as a whole", c));
        }
        if let Some((c, _)) = all().find(|(c, p)| in_parts(p, c)) {
            return Some(by("each assertion by itself", c));
        }
        let mut by_words = all().filter_map(|(c, p)| Some((c, p.by_words(self.runner, c)?)));
        by_words
            .find(|(c, p)| asked(p, c) || in_parts(p, c))
            .map(|(c, _)| by("with languages compared by their words,", c))
    }

    /// What is known of a peer's own model: whether our evaluator accepts it, and the peer when it is asked for words.
    fn about_model(&self, peer: &View, script: &Script) -> String {
        if peer.form.values().is_some() {
            return "values are put in already".to_owned();
        }
        let name = &peer.command.name;
        let Some(model) = plant::shown(self.runner, &peer.command, script) else {
            return format!("{name} shows no model");
        };
        let pinned = Pinned::all(script, &model);
        let mut judged = pinned.iter().map(|p| p.ask(self.runner, self.ours));
        let of_evaluator = match judged.find(|a| matches!(a, Answer::Sat | Answer::Unsat)) {
            Some(Answer::Sat) => "accepts",
            Some(_) => "refuses",
            None => "cannot judge",
        };
        let by_words = pinned.iter().filter_map(|p| p.by_words(self.runner, &peer.command));
        let mut answers = by_words.map(|p| p.ask(self.runner, &peer.command));
        let itself = if answers.any(|answer| answer == Answer::Unsat) {
            "; it refutes that itself with languages compared by their words"
        } else {
            ""
        };
        format!("our evaluator {of_evaluator} the model of {name}{itself}")
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::time::Duration;

    const SCRIPT: &str = "(declare-const x Int)(declare-const l RegLan)(assert (= x 1))(assert (< x 2))\
                          (assert (= l re.none))";

    /// A solver that says `first` to scripts with the text, else `other`; it shows a model.
    fn solver(shell: &str, text: &str, first: &str, other: &str) -> Command {
        let read = format!(
            "a={other}; while read -r l; do case \"$l\" in *reset*) a={other};; *get-model*) \
             echo '((define-fun x () Int 1) (define-fun l () RegLan re.all))';; \
             *check-sat*) echo $a;; *echo*) echo end of script;; *'{text}'*) a={first};; esac; done"
        );
        let words = [shell, "-c", &read].map(str::to_owned).to_vec();
        Command { words, name: shell.to_owned(), ..Command::peer("") }
    }

    fn verdict(sat: &Command, unsat: &Command, peers: &[&Command]) -> Verdict {
        let runner = Runner::new(std::env::temp_dir(), Duration::from_secs(9));
        let ours = if sat.is_ours { sat } else { unsat };
        let court = Court { runner: &runner, ours, peers };
        let view = |command: &Command| View { command: command.clone(), form: Form::Plain };
        let finding = Finding::Contradiction { sat: view(sat), unsat: view(unsat) };
        court.verdict(&finding, &Script::parse(SCRIPT), None)
    }

    fn ours(text: &str, first: &str, other: &str) -> Command {
        Command { is_ours: true, ..solver("sh", text, first, other) }
    }

    #[test]
    fn a_peer_that_accepts_values_contradicts_itself() {
        let sat = ours("none at all", "unsat", "sat");
        let peer = solver("sh", "define-fun x", "sat", "unsat");
        assert!(matches!(verdict(&sat, &peer, &[&peer]), Verdict::AgainstItself(_)));
        // Assertion by assertion, and by words.
        let peer = solver("sh", "(< x 2)", "unsat", "sat");
        assert!(matches!(verdict(&sat, &peer, &[&peer]), Verdict::Open(_)));
        let peer = solver("sh", "(assert (= l re.none))", "unsat", "sat");
        let said = verdict(&sat, &peer, &[&peer]);
        assert!(matches!(&said, Verdict::AgainstItself(how) if how.contains("words")), "{said:?}");
    }

    #[test]
    fn another_peer_is_needed_against_one() {
        let sat = ours("none at all", "unsat", "sat");
        let (peer, other) =
            (solver("sh", "?", "sat", "unsat"), solver("/bin/sh", "?", "unsat", "sat"));
        assert!(matches!(verdict(&sat, &peer, &[&peer]), Verdict::Open(Some(_))));
        assert!(matches!(verdict(&sat, &peer, &[&peer, &other]), Verdict::AgainstOthers(_)));
    }

    #[test]
    fn what_we_refute_stays_a_finding() {
        let peer = solver("sh", "?", "unsat", "sat");
        let said = |unsat: &Command| match verdict(&peer, unsat, &[&peer]) {
            Verdict::Open(Some(note)) => note,
            other => panic!("{other:?}"),
        };
        assert!(said(&ours("define-fun x", "sat", "unsat")).contains("accepts the model"));
        assert!(said(&ours("?", "sat", "unsat")).contains("refuses the model"));
    }
}
