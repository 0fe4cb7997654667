//! What counts as a bug: two views of a formula that contradict each other, or one that fails.

use super::exact::model::satisfies;
use super::exact::{Model, Value};
use super::form::Form;
use super::runner::{Answer, Command, Runner};
use super::script::Script;

/// One solver looking at one form of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub command: Command,
    pub form: Form,
}

impl View {
    pub fn ask(&self, runner: &Runner, script: &Script) -> Answer {
        runner.ask(&self.command, &self.form, script)
    }
}

impl std::fmt::Display for View {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.command.name, self.form.name())
    }
}

/// A bug, by the views that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// One says `sat`, the other `unsat`.
    Contradiction { sat: View, unsat: View },
    /// One says `unsat`, though words by run lengths satisfy the formula.
    Refutation { view: View, model: Model },
    /// Ours crashes, complains, or builds a wrong model.
    Failure { view: View, kind: &'static str },
}

impl Finding {
    /// The views that show it.
    pub fn views(&self) -> Vec<&View> {
        match self {
            Finding::Contradiction { sat, unsat } => vec![sat, unsat],
            Finding::Refutation { view, .. } | Finding::Failure { view, .. } => vec![view],
        }
    }

    /// The first finding among some views and their answers, to a formula that may have a known model.
    pub fn among(answers: &[(View, Answer)], model: Option<&Model>) -> Option<Finding> {
        let failure = answers.iter().find_map(|(view, answer)| {
            let kind = failure(answer).filter(|_| view.command.is_ours)?;
            Some(Finding::Failure { view: view.clone(), kind })
        });
        failure.or_else(|| refutation(answers, model?)).or_else(|| contradiction(answers))
    }

    /// Whether another formula shows the same bug. Where one view has values put in, `judge` has to accept them: of
    /// a smaller formula they may be no model.
    pub fn holds(&self, runner: &Runner, judge: &Command, script: &Script) -> bool {
        match self {
            Finding::Contradiction { sat, unsat } => {
                let accepted = |model: &Form| runner.ask(judge, model, script) == Answer::Sat;
                unsat.ask(runner, script) == Answer::Unsat
                    && sat.ask(runner, script) == Answer::Sat
                    && unsat
                        .form
                        .values()
                        .is_none_or(|model| accepted(&Form::Valued(model.to_vec())))
            }
            Finding::Refutation { view, model } => {
                satisfies(model, script) && view.ask(runner, script) == Answer::Unsat
            }
            Finding::Failure { view, kind } => failure(&view.ask(runner, script)) == Some(kind),
        }
    }
}

/// A refutation of what is satisfied, ours if possible.
fn refutation(answers: &[(View, Answer)], model: &Model) -> Option<Finding> {
    let refuting = answers.iter().filter(|a| a.1 == Answer::Unsat).map(|a| &a.0);
    let view = refuting.min_by_key(|view| usize::from(!view.command.is_ours))?;
    Some(Finding::Refutation { view: view.clone(), model: model.clone() })
}

/// Two answers that contradict each other, ours if possible.
fn contradiction(answers: &[(View, Answer)]) -> Option<Finding> {
    let with = |wanted: Answer| answers.iter().filter(move |a| a.1 == wanted).map(|a| &a.0);
    let pairs =
        with(Answer::Sat).flat_map(|sat| with(Answer::Unsat).map(move |unsat| (sat, unsat)));
    let ours = |view: &View| usize::from(view.command.is_ours);
    // The first of the largest, as the plain views come first.
    let (sat, unsat) = pairs.min_by_key(|(sat, unsat)| 2 - ours(sat) - ours(unsat))?;
    Some(Finding::Contradiction { sat: sat.clone(), unsat: unsat.clone() })
}

/// The kind of failure that an answer is.
fn failure(answer: &Answer) -> Option<&'static str> {
    match answer {
        Answer::BadModel => Some("wrong model"),
        Answer::Error(_) => Some("error"),
        Answer::Crash(_) => Some("crash"),
        Answer::TimedOut => Some("limit of steps without effect"),
        _ => None,
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Finding::Contradiction { sat, unsat } => write!(f, "sat: {sat}; unsat: {unsat}"),
            Finding::Refutation { view, model } => {
                let value = |(name, value): (&String, &Value)| format!("{name} = {value}");
                let values: Vec<String> = model.iter().map(value).collect();
                write!(f, "unsat: {view}; but {}", values.join(", "))
            }
            Finding::Failure { view, kind } => write!(f, "{kind}: {view}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(ours: bool, answer: Answer) -> (View, Answer) {
        let command = Command { is_ours: ours, ..Command::peer("x") };
        (View { command, form: Form::Plain }, answer)
    }

    #[test]
    fn only_contradictions_and_our_failures_are_findings() {
        let among = |answers: &[(View, Answer)]| Finding::among(answers, None).is_some();
        assert!(!among(&[seen(true, Answer::Sat), seen(false, Answer::Unknown)]));
        assert!(!among(&[seen(true, Answer::Sat), seen(false, Answer::Error(String::new()))]));
        assert!(among(&[seen(true, Answer::Sat), seen(false, Answer::Unsat)]));
        assert!(among(&[seen(true, Answer::BadModel)]));
        assert!(!among(&[seen(true, Answer::Sat), seen(false, Answer::TimedOut)]));
        let (refuted, model) = ([seen(true, Answer::Unsat)], Model::new());
        assert!(!among(&refuted) && Finding::among(&refuted, Some(&model)).is_some());
    }

    #[test]
    fn our_own_contradictions_come_first() {
        let answers = [
            seen(true, Answer::Sat),
            seen(false, Answer::Unsat),
            seen(false, Answer::Sat),
            seen(true, Answer::Unsat),
        ];
        let Some(Finding::Contradiction { sat, unsat }) = Finding::among(&answers, None) else {
            panic!()
        };
        assert!(sat.command.is_ours && unsat.command.is_ours);
    }
}
