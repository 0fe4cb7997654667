//! The solver for clients that speak in text: scripts in, models and values out.

use super::{Solver, error};
use smtlib::error::Position;
use smtlib::{Command, CommandReader, Error, ErrorKind, printer};
use terms::Term;

impl Solver {
    /// Declares, defines and asserts what a script does; assertions with a name are those of [`assert_named`](Self::assert_named).
    /// What a script of one question says besides (`set-logic`, `set-info`, `check-sat`, `exit`) counts for nothing.
    ///
    /// ```
    /// use stringent::{Solver, Verdict};
    /// let mut solver = Solver::default();
    /// solver.load("(declare-const s String) (assert (= (str.++ s s) \"abab\"))")?;
    /// assert_eq!(solver.check(), Verdict::Sat);
    /// let s = solver.parse("s")?;
    /// assert_eq!(solver.value_text(s).as_deref(), Some("\"ab\""));
    /// assert!(solver.model_text().unwrap().contains("(define-fun s () String \"ab\")"));
    /// # Ok::<(), stringent::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a command is none, or another one. What comes before it counts; after a refused assertion no check answers sat, as for
    /// [`assert`](Self::assert).
    pub fn load(&mut self, script: &str) -> Result<(), Error> {
        self.lent = true;
        let loaded = self.load_commands(script);
        loaded.inspect_err(|error| self.session.refuse(error))
    }

    fn load_commands(&mut self, script: &str) -> Result<(), Error> {
        let mut reader = CommandReader::from_bytes(script.as_bytes().to_vec());
        let budget = self.session.budget();
        // Reading from memory does not fail.
        while let Ok(Some(chunk)) = reader.next_chunk() {
            let Position { line, column } = chunk.position;
            match self.context.command_within(chunk, &mut self.session.terms, &budget)? {
                Command::Declaration | Command::SetLogic(_) | Command::CheckSat | Command::Exit => {
                }
                Command::Assert(written, None) => self.assert(written.term)?,
                Command::Assert(written, Some(name)) => self.assert_named(&name, written.term)?,
                _ => {
                    let message = "only declarations, definitions and assertions are loaded";
                    return Err(Error {
                        line,
                        column,
                        ..error(ErrorKind::IllSorted(message.into()))
                    });
                }
            }
        }
        Ok(())
    }

    /// The model of the last check as SMT-LIB text, if it answered sat.
    pub fn model_text(&self) -> Option<String> {
        let model = self.session.model()?;
        let definition = |fun| self.context.definition(&self.session.terms, model, fun);
        Some(printer::model(self.context.declared().map(definition)))
    }

    /// The value of a term in that model as SMT-LIB text; `None` if there is no model, or it cannot be computed.
    pub fn value_text(&self, term: Term) -> Option<String> {
        let model = self.session.model()?;
        self.context.value(&self.session.terms, term, model, |t| self.session.value(t))
    }
}
