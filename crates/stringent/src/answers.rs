//! What can be asked after a check: models, values, cores.

use crate::interpreter::{Answer, Interpreter};
use ::solver::Verdict;
use smtlib::{Written, printer};
use std::io::Write;
use terms::model::Model;
use terms::{Sort, Term};

impl<W: Write> Interpreter<W> {
    /// Answers from the model, if there is one.
    pub(crate) fn with_model(&mut self, answer: impl FnOnce(&mut Self) -> Answer) -> Answer {
        if !self.session.options.produce_models {
            return Answer::Error("models are not enabled: set :produce-models".into());
        }
        if self.verdict == Some(Verdict::Sat) && self.session.model().is_some() {
            return answer(self);
        }
        Answer::Error("there is no model: the last command that checks did not answer sat".into())
    }

    pub(crate) fn model_text(&self) -> String {
        let empty = Model::new();
        let model = self.session.model().unwrap_or(&empty);
        let definition = |fun| self.context.definition(&self.session.terms, model, fun);
        printer::model(self.context.declared().map(definition))
    }

    fn value_text(&self, term: Term) -> Option<String> {
        self.context.value(&self.session.terms, term, |t| self.session.value(t))
    }

    pub(crate) fn value(&mut self, term: Term) -> Answer {
        let unknown = || Answer::Error("the value cannot be computed".into());
        self.value_text(term).map_or_else(unknown, Answer::Text)
    }

    pub(crate) fn values(&mut self, terms: &[Written]) -> Answer {
        let mut rows = Vec::with_capacity(terms.len());
        for written in terms {
            let text = written.line();
            let Some(value) = self.value_text(written.term) else {
                return Answer::Error(format!("the value of {text} cannot be computed"));
            };
            rows.push(format!("({text} {value})"));
        }
        Answer::Text(format!("({})", rows.join("\n ")))
    }

    pub(crate) fn assignment(&mut self) -> Answer {
        let terms = &self.session.terms;
        let labelled = self.context.labelled().filter(|&(_, t)| terms.sort(t) == Sort::Bool);
        let row =
            |(name, term)| Some(format!("({} {})", printer::symbol(name), self.value_text(term)?));
        let rows: Vec<String> = labelled.filter_map(row).collect();
        Answer::Text(format!("({})", rows.join(" ")))
    }

    pub(crate) fn unsat_core(&mut self) -> Answer {
        if !self.session.options.produce_unsat_cores {
            return Answer::Error("unsat cores are not enabled: set :produce-unsat-cores".into());
        }
        match self.session.unsat_core() {
            Some(mut core) if self.verdict == Some(Verdict::Unsat) => {
                core.sort_unstable();
                let name = |&i: &u32| printer::symbol(&self.names[i as usize]).into_owned();
                let names: Vec<String> = core.iter().map(name).collect();
                Answer::Text(format!("({})", names.join(" ")))
            }
            _ => Answer::Error(
                "there is no core: the last command that checks did not answer unsat".into(),
            ),
        }
    }

    pub(crate) fn unsat_assumptions(&mut self) -> Answer {
        if !self.session.options.produce_unsat_assumptions {
            let message = "unsat assumptions are not enabled: set :produce-unsat-assumptions";
            return Answer::Error(message.into());
        }
        match self.session.unsat_assumptions() {
            Some(failed) if self.verdict == Some(Verdict::Unsat) => {
                let used = self.assumptions.iter().filter(|a| failed.contains(&a.term));
                let texts: Vec<String> = used.map(Written::line).collect();
                Answer::Text(format!("({})", texts.join(" ")))
            }
            _ => Answer::Error("the last command that checks did not answer unsat".into()),
        }
    }

    pub(crate) fn assertions(&mut self) -> Answer {
        if !self.session.options.produce_assertions {
            return Answer::Error("assertions are not enabled: set :produce-assertions".into());
        }
        let texts: Vec<String> =
            self.asserted_texts.iter().map(|text| smtlib::collapse(text)).collect();
        Answer::Text(format!("({})", texts.join("\n ")))
    }
}
