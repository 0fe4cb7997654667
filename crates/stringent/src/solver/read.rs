//! What comes back from the solver as expressions: what a script asserts, and what rewriting makes of one.

use super::{Solver, error, express};
use crate::expr::{Any, Valued};
use smtlib::{Command, CommandReader, Error, ErrorKind};
use terms::{Fun, Term};

impl Solver {
    /// The assertions of a script, as expressions. Other commands than declarations, definitions and assertions count for nothing.
    ///
    /// ```
    /// use stringent::Solver;
    /// let script = "(declare-const s String)(assert (= s \"a\"))(check-sat)";
    /// let assertions = Solver::default().read(script)?;
    /// assert_eq!(assertions[0].to_string(), "(= s \"a\")");
    /// # Ok::<(), stringent::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a command is none, or there are sorts in it that expressions do not have.
    pub fn read(&mut self, script: &str) -> Result<Vec<Any>, Error> {
        let mut reader = CommandReader::from_bytes(script.as_bytes().to_vec());
        let budget = self.session.budget();
        let mut assertions = Vec::new();
        // Reading from memory does not fail.
        while let Ok(Some(chunk)) = reader.next_chunk() {
            let terms = &mut self.session.terms;
            if let Command::Assert(written, _) =
                self.context.command_within(chunk, terms, &budget)?
            {
                assertions.push(written.term);
            }
        }
        assertions.into_iter().map(|term| self.express(term)).collect()
    }

    /// A term as an expression.
    fn express(&self, term: Term) -> Result<Any, Error> {
        let plain = (!self.context.has_datatypes()).then(|| express(&self.session.terms, term));
        plain.flatten().ok_or_else(|| {
            let what = "there are no expressions of datatypes and declared sorts";
            error(ErrorKind::IllSorted(what.to_owned()))
        })
    }

    /// An equivalent expression in the normal form of the rewriter: the value, if there are no variables in it and that is not too hard.
    ///
    /// ```
    /// use stringent::Solver;
    /// use stringent::expr::Str;
    /// let x = Str::var("x");
    /// let simple = Solver::default().simplify(&(&x + "").len())?;
    /// assert_eq!(simple.to_string(), "(str.len x)");
    /// # Ok::<(), stringent::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`assert`](Self::assert).
    pub fn simplify(&mut self, expr: &impl Valued) -> Result<Any, Error> {
        let term = self.term(expr)?;
        let simple = self.session.simplify(term);
        self.express(simple)
    }

    /// What is declared now, oldest first.
    pub(crate) fn declared(&self) -> impl Iterator<Item = Fun> {
        self.context.declared()
    }
}
