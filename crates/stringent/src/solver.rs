//! The solver as a library.
//!
//! A thin layer over the session: names are checked, terms can be written as text, and strings come out as
//! code points or as Rust text, never escaped, so that no client has to undo escapes.

use ::solver::{Options, Session, Verdict};
use smtlib::error::Position;
use smtlib::{Context, Error, ErrorKind, printer};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Sort, Term, Terms};

/// A solver with its declarations and assertions.
///
/// ```
/// use stringent::{Solver, Sort, Verdict};
/// let mut solver = Solver::default();
/// let x = solver.declare("x", Sort::String)?;
/// let is_ab = solver.parse("(= x \"ab\")")?;
/// let short = solver.parse("(< (str.len x) 2)")?;
/// assert_eq!(solver.check_assuming(&[is_ab, short]), Verdict::Unsat);
/// assert_eq!(solver.check_assuming(&[is_ab]), Verdict::Sat);
/// assert_eq!(solver.text_of(x).as_deref(), Some("ab"));
/// # Ok::<(), stringent::Error>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    session: Session,
    context: Context,
    scopes: usize,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new(Options::default())
    }
}

impl Solver {
    /// A solver without assertions.
    pub fn new(options: Options) -> Solver {
        Solver { session: Session::new(options), context: Context::new(), scopes: 0 }
    }

    /// The options in force; a change counts from the next check on.
    pub fn options(&mut self) -> &mut Options {
        &mut self.session.options
    }

    /// The store in which terms are built.
    pub fn terms(&mut self) -> &mut Terms {
        &mut self.session.terms
    }

    /// Declares a constant.
    ///
    /// # Errors
    /// If the name has a meaning already.
    pub fn declare(&mut self, name: &str, sort: Sort) -> Result<Term, Error> {
        let fun = self.declare_function(name, &[], sort)?;
        Ok(self.session.terms.constant(fun))
    }

    /// Declares a function.
    ///
    /// # Errors
    /// If the name has a meaning already.
    pub fn declare_function(
        &mut self,
        name: &str,
        params: &[Sort],
        ret: Sort,
    ) -> Result<Fun, Error> {
        let declared = self.context.declare(name, params, ret, &mut self.session.terms);
        let Position { line, column } = Position::START;
        declared.map_err(|kind: ErrorKind| Error { line, column, kind })
    }

    /// A term from SMT-LIB text over what is declared.
    ///
    /// # Errors
    /// If the text is no well-sorted term.
    pub fn parse(&mut self, text: &str) -> Result<Term, Error> {
        self.context.parse_term(text, &mut self.session.terms)
    }

    /// A term as SMT-LIB text.
    pub fn print(&self, term: Term) -> String {
        printer::shared_term(&self.session.terms, term)
    }

    /// Asserts a Boolean term.
    ///
    /// # Panics
    /// If the term is not Boolean.
    pub fn assert(&mut self, term: Term) {
        assert_eq!(self.session.terms.sort(term), Sort::Bool, "only Boolean terms are asserted");
        self.session.assert(term);
    }

    /// Whether the assertions have a model.
    pub fn check(&mut self) -> Verdict {
        self.check_assuming(&[])
    }

    /// Whether the assertions have a model in which `assumptions` hold.
    ///
    /// # Panics
    /// If an assumption is not Boolean.
    pub fn check_assuming(&mut self, assumptions: &[Term]) -> Verdict {
        let boolean = |&t: &Term| self.session.terms.sort(t) == Sort::Bool;
        assert!(assumptions.iter().all(boolean), "only Boolean terms are assumed");
        self.session.check(assumptions)
    }

    /// The model of the last check, if it answered sat.
    pub fn model(&self) -> Option<&Model> {
        self.session.model()
    }

    /// The value of `term` in that model.
    pub fn value(&self, term: Term) -> Option<Value> {
        self.session.value(term)
    }

    /// The value of a string term as text; `None` also if it contains surrogates, which Rust text
    /// cannot.
    pub fn text_of(&self, term: Term) -> Option<String> {
        self.value(term)?.as_str()?.iter().map(|&c| char::from_u32(c)).collect()
    }

    /// The assumptions that the last check needed, if it answered unsat.
    pub fn unsat_assumptions(&self) -> Option<&[Term]> {
        self.session.unsat_assumptions()
    }

    /// Opens a scope of declarations and assertions.
    pub fn push(&mut self) {
        self.session.push(1);
        self.context.push(1);
        self.scopes += 1;
    }

    /// Closes the innermost scope; false if none is open.
    pub fn pop(&mut self) -> bool {
        let open = self.scopes > 0;
        if open {
            self.session.pop(1);
            self.context.pop(1);
            self.scopes -= 1;
        }
        open
    }

    /// Set the flag to true from any thread to stop the running check; its answer is unknown.
    pub fn interrupt_handle(&self) -> Arc<AtomicBool> {
        self.session.interrupt_handle()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn a_solver_can_move_between_threads() {
        fn is_send<T: Send>(_: &T) {}
        is_send(&Solver::default());
    }

    #[test]
    fn names_and_scopes() {
        let mut s = Solver::default();
        s.push();
        let p = s.declare("p", Sort::Bool).unwrap();
        assert!(s.declare("p", Sort::Int).is_err() && s.declare("str.len", Sort::Int).is_err());
        let not_p = s.parse("(not p)").unwrap();
        s.assert(p);
        s.assert(not_p);
        assert_eq!(s.check(), Verdict::Unsat);
        assert_eq!(s.print(not_p), "(not p)");
        assert!(s.pop() && !s.pop());
        assert_eq!(s.check(), Verdict::Sat);
        assert!(s.parse("p").is_err() && s.declare("p", Sort::Int).is_ok());
    }

    #[test]
    fn values_are_raw() {
        let mut s = Solver::default();
        let x = s.declare("x", Sort::String).unwrap();
        let text = s.terms().text("a\\u{41}\"é");
        let equation = s.terms().eq(x, text);
        s.assert(equation);
        assert_eq!(s.check(), Verdict::Sat);
        assert_eq!(s.text_of(x).as_deref(), Some("a\\u{41}\"é"));
        let surrogate = s.terms().string(&[0xD800]);
        assert_eq!(s.text_of(surrogate), None);
        assert_eq!(s.value(surrogate), Some(Value::Str([0xD800].into())));
    }

    #[test]
    fn interrupting_a_function_heavy_check() {
        let mut s = Solver::default();
        s.declare_function("f", &[Sort::Int], Sort::Int).unwrap();
        for i in 0..10 {
            let range = s.parse(&format!("(<= 1 (f {i}) 9)")).unwrap();
            s.assert(range);
        }
        let all: Vec<String> = (0..10).map(|i| format!("(f {i})")).collect();
        let distinct = s.parse(&format!("(distinct {})", all.join(" "))).unwrap();
        s.assert(distinct);
        s.interrupt_handle().store(true, Ordering::Relaxed);
        assert_eq!(s.check(), Verdict::Unknown(::solver::Reason::Canceled));
    }
}
