//! What can be asked after a check: models, values, cores.

use crate::Integer;
use crate::interpreter::{Answer, Interpreter};
use ::solver::{Optimum, Sense, Verdict};
use smtlib::{Written, printer};
use std::io::Write;
use terms::model::Model;
use terms::{Sort, Term};

const INFINITE: &str = "oo";
const MINUS_INFINITE: &str = "(* (- 1) oo)";

/// What is known about an objective, as z3 writes it.
fn optimum(known: &Optimum) -> String {
    let number = |n: &Integer| {
        let mut text = String::new();
        printer::write_int(&mut text, n);
        text
    };
    let bound = |n: &Option<Integer>, infinite: &str| n.as_ref().map_or(infinite.into(), number);
    match known {
        Optimum::Exact(n) => number(n),
        Optimum::Unbounded(Sense::Minimize) => MINUS_INFINITE.into(),
        Optimum::Unbounded(Sense::Maximize) => INFINITE.into(),
        Optimum::Between(low, high) => {
            format!("(interval {} {})", bound(low, MINUS_INFINITE), bound(high, INFINITE))
        }
    }
}

impl<W: Write> Interpreter<W> {
    /// Answers from the model, if there is one.
    pub(crate) fn with_model(&mut self, answer: impl FnOnce(&mut Self) -> Answer) -> Answer {
        if !self.session.options.produce_models {
            return Answer::Error("models are not enabled: set :produce-models".into());
        }
        if self.has_model() {
            return answer(self);
        }
        Answer::Error("there is no model: the last command that checks did not answer sat".into())
    }

    /// Whether the last check found a model, be it the best or not.
    pub(crate) fn has_model(&self) -> bool {
        matches!(self.verdict, Some(Verdict::Sat | Verdict::Unknown(_)))
            && self.session.model().is_some()
    }

    /// The objectives with what is known about them, in the form of z3.
    pub(crate) fn objectives(&mut self) -> Answer {
        match self.verdict {
            None => Answer::Error("there was no check since something changed".into()),
            Some(Verdict::Unsat) => Answer::Error("the last check answered unsat".into()),
            Some(_) => {
                let texts = self.objective_texts.iter().map(|text| smtlib::collapse(text));
                let rows = texts.zip(self.session.optima());
                let rows = rows.map(|(text, known)| format!(" ({text} {})\n", optimum(known)));
                Answer::Text(format!("(objectives\n{})", rows.collect::<String>()))
            }
        }
    }

    pub(crate) fn model_text(&self) -> String {
        let empty = Model::new();
        let model = self.session.model().unwrap_or(&empty);
        let definition = |fun| self.context.definition(&self.session.terms, model, fun);
        printer::model(self.context.declared().map(definition))
    }

    fn value_text(&self, term: Term) -> Option<String> {
        let model = self.session.model()?;
        self.context.value(&self.session.terms, term, model, |t| self.session.value(t))
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
                base::order::sort(&mut core);
                let name = |&i: &u32| printer::symbol(&self.names[i as usize]).into_owned();
                let names: Vec<String> = core.iter().map(name).collect();
                Answer::Text(format!("({})", names.join(" ")))
            }
            _ => Answer::Error(
                "there is no core: the last command that checks did not answer unsat".into(),
            ),
        }
    }

    /// What a proof of the answer needs, and the file of proofs if there is one.
    #[cfg(feature = "proofs")]
    pub(crate) fn keep_proof(&mut self, assumptions: &[Term]) {
        let is_plain = !self.context.has_datatypes();
        self.proofs.checked(&mut self.session, assumptions, is_plain);
        if !self.session.options.proof.is_empty() {
            let file = self.session.options.proof.clone();
            self.proofs.write(&mut self.session, &file);
        }
    }

    #[cfg(not(feature = "proofs"))]
    pub(crate) fn refutation(&mut self) -> Answer {
        Answer::Unsupported
    }

    /// The proof of the last check, in parentheses.
    #[cfg(feature = "proofs")]
    pub(crate) fn refutation(&mut self) -> Answer {
        if !self.session.options.produce_proofs {
            return Answer::Error("proofs are not enabled: set :produce-proofs".into());
        }
        if self.verdict != Some(Verdict::Unsat) {
            return Answer::Error(
                "there is no proof: the last command that checks did not answer unsat".into(),
            );
        }
        let section = self.proofs.last(&mut self.session);
        Answer::Text(format!("({}{section})", certify::HEADER))
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
