//! Options, the logic, and what can be asked about the solver itself.

use super::{Answer, Interpreter};
use crate::channels::Stream;
use crate::{info, logic};
use ::solver::options::{self, OptionError, OptionType};
use base::time::Instant;
use std::io::Write;
use std::time::Duration;

impl<W: Write> Interpreter<W> {
    pub(super) fn get_info(&mut self, keyword: &str) -> Answer {
        let state = info::State {
            options: &self.session.options,
            verdict: self.verdict.as_ref(),
            unknown: self.unknown.as_ref(),
            scopes: self.scopes,
        };
        let text = info::answer(keyword, &state, || self.session.stats());
        text.map_or(Answer::Unsupported, |value| Answer::Text(format!("({keyword} {value})")))
    }

    pub(super) fn get_option(&mut self, keyword: &str) -> Option<String> {
        match Stream::of(keyword) {
            Some(stream) => Some(self.channels.name(stream).write()),
            None => self.session.options.get(keyword),
        }
    }

    pub(super) fn set_option(&mut self, keyword: &str, value: &str) -> Answer {
        if options::is_command_line_only(keyword) {
            return Answer::Unsupported;
        }
        if let Some(stream) = Stream::of(keyword) {
            return match self.channels.redirect(stream, value) {
                None => Answer::Unsupported,
                Some(Ok(())) => Answer::Success,
                Some(Err(error)) => Answer::Error(format!("option {keyword}: {value}: {error}")),
            };
        }
        let mut options = self.session.options.clone();
        match options.set(keyword, value) {
            Ok(())
                if self.asserted
                    && options::is_fixed_by_assertions(keyword)
                    && options != self.session.options =>
            {
                Answer::Error(format!("option {keyword}: too late, something is asserted already"))
            }
            Ok(()) if options.produce_proofs && cfg!(not(feature = "proofs")) => {
                Answer::Unsupported
            }
            Ok(()) if options.memory > 0 && self.memory_probe.is_some_and(|probe| probe() == 0) => {
                Answer::Unsupported
            }
            Ok(()) => {
                self.session.options = options;
                self.options_changed();
                Answer::Success
            }
            Err(OptionError::Unknown) => Answer::Unsupported,
            Err(OptionError::Invalid(want)) => wrong_value(keyword, &want, value),
        }
    }

    /// Hands on the options that other parts hold a copy of.
    pub(super) fn options_changed(&mut self) {
        let options = &self.session.options;
        self.context.set_global_declarations(options.global_declarations);
        if options.total_timeout > 0 && self.deadline.is_none() {
            self.deadline = Some(Instant::now() + Duration::from_millis(options.total_timeout));
        }
        self.session.deadline = self.deadline;
        self.session.memory_probe = self.memory_probe;
        self.context.set_assertions_with_texts(self.session.options.produce_assertions);
        self.record_traces();
        self.reading = self.session.reading();
        self.has_new_limits = true;
    }

    /// Conclusions are written down if the command line asks for it.
    pub(super) fn start_audit(&mut self) {
        #[cfg(feature = "audit")]
        {
            let folder = &self.session.options.audit;
            if !folder.is_empty() {
                self.session.set_audit(crate::audit::to_folder(folder.into()));
            }
        }
        self.record_traces();
    }

    fn record_traces(&mut self) {
        let options = &self.session.options;
        let on = options.produce_proofs || !options.proof.is_empty();
        self.session.record_traces(on);
    }

    pub(super) fn set_logic(&mut self, name: &str) -> Answer {
        if self.logic {
            return Answer::Error("the logic is already set".into());
        }
        self.logic = logic::is_known(name);
        if self.logic { Answer::Success } else { Answer::Unsupported }
    }
}

fn wrong_value(keyword: &str, want: &str, value: &str) -> Answer {
    let found = if value.is_empty() { "nothing" } else { value };
    Answer::Error(format!("option {keyword}: expected {want}, found {found}"))
}
