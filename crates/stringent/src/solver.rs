//! The solver as a library.
//!
//! A thin layer over the session: names are checked, formulas come as [expressions](crate::expr), as text or as terms, and
//! strings come out as Rust text or as code points, never escaped, so that no client has to undo escapes.

mod intern;
mod optimum;
#[cfg(feature = "proofs")]
mod proof;
mod read;
mod text;

pub(crate) use intern::{express, function_from, literal};

use crate::expr::Valued;
#[cfg(feature = "proofs")]
use crate::proofs::Proofs;
use ::solver::{Enumeration, Options, Session, Verdict};
use smtlib::error::Position;
use smtlib::{Context, Error, ErrorKind, printer};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use terms::collect::{Holders, Mark};
use terms::model::Model;
use terms::{Fun, Sort, Term, Terms};

/// A solver with its declarations and assertions.
///
/// ```
/// use stringent::expr::Str;
/// use stringent::{Solver, Verdict};
/// let mut solver = Solver::default();
/// let x = Str::var("x");
/// let (is_ab, short) = (x.equals("ab"), x.len().lt(2));
/// assert_eq!(solver.check_assuming(&[&is_ab, &short])?, Verdict::Unsat);
/// assert_eq!(solver.unsat_assumptions(), Some(vec![0, 1]));
/// assert_eq!(solver.check_assuming(&[&is_ab])?, Verdict::Sat);
/// assert_eq!(solver.value(&x)?.as_deref(), Some("ab"));
/// # Ok::<(), stringent::Error>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    pub(crate) session: Session,
    context: Context,
    scopes: usize,
    /// The names of assertions; the session knows them by number.
    names: Vec<String>,
    /// The assumptions of the last check.
    assumed: Vec<Term>,
    /// Terms up to here may be in the client's hands.
    held: Mark,
    /// The client may have made terms since the last check.
    lent: bool,
    /// What a proof of the last check needs.
    #[cfg(feature = "proofs")]
    proofs: Proofs,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new(Options::default())
    }
}

/// Stops checks from any thread.
///
/// ```
/// use stringent::{Reason, Solver, Verdict};
/// let mut solver = Solver::default();
/// let handle = solver.interrupt_handle();
/// std::thread::spawn(move || handle.interrupt()).join().unwrap();
/// # for i in 0..10 {
/// #     let n = stringent::expr::Int::var(format!("n{i}"));
/// #     solver.assert(n.ge(1) & n.le(9)).unwrap();
/// # }
/// # use stringent::expr::Int;
/// let ten = (0..10).map(|i| Int::var(format!("n{i}"))); // each from 1 to 9
/// solver.assert(Int::distinct(ten)).unwrap();
/// assert_eq!(solver.check(), Verdict::Unknown(Reason::Canceled));
/// ```
#[derive(Clone, Debug)]
pub struct InterruptHandle(pub(crate) Arc<AtomicBool>);

impl InterruptHandle {
    /// Stops the running check and all later ones; they answer unknown.
    pub fn interrupt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether checks are stopped.
    pub fn is_interrupted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Lets checks run again.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// An error of a term that has no text.
fn error(kind: ErrorKind) -> Error {
    let Position { line, column } = Position::START;
    Error { line, column, kind }
}

impl Solver {
    /// A solver without assertions.
    pub fn new(options: Options) -> Solver {
        let (session, context) = (Session::new(options), Context::new());
        Solver {
            session,
            context,
            scopes: 0,
            names: Vec::new(),
            assumed: Vec::new(),
            held: Mark::default(),
            lent: false,
            #[cfg(feature = "proofs")]
            proofs: Proofs::default(),
        }
    }

    /// The options in force; a change counts from the next check on.
    pub fn options(&mut self) -> &mut Options {
        &mut self.session.options
    }

    /// Limits the time of each check; beyond it the answer is unknown.
    ///
    /// ```
    /// use std::time::Duration;
    /// use stringent::{Reason, Solver, Verdict};
    /// let mut solver = Solver::default();
    /// # for i in 0..15 {
    /// #     let n = stringent::expr::Int::var(format!("n{i}"));
    /// #     solver.assert(n.ge(1) & n.le(14)).unwrap();
    /// # }
    /// # use stringent::expr::Int;
    /// let pigeons = (0..15).map(|i| Int::var(format!("n{i}"))); // each from 1 to 14
    /// solver.assert(Int::distinct(pigeons)).unwrap();
    /// solver.set_timeout(Some(Duration::from_millis(20)));
    /// assert_eq!(solver.check(), Verdict::Unknown(Reason::Timeout));
    /// ```
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        let ms = timeout.map_or(0, |t| u64::try_from(t.as_millis()).unwrap_or(u64::MAX).max(1));
        self.session.options.timeout = ms;
    }

    /// Limits the work of each check, in steps that are the same on every machine and in every run.
    pub fn set_step_limit(&mut self, steps: Option<u64>) {
        self.session.options.rlimit = steps.map_or(0, |n| n.max(1));
    }

    /// The store in which terms are built. A term that a client has seen stays as long as the solver; what is only
    /// written as [expressions](crate::expr) is forgotten some time after it was popped.
    pub fn terms(&mut self) -> &mut Terms {
        self.lent = true;
        &mut self.session.terms
    }

    /// Declares a constant.
    ///
    /// # Errors
    /// If the name has a meaning already.
    pub fn declare(&mut self, name: &str, sort: Sort) -> Result<Term, Error> {
        self.lent = true;
        self.constant(name, sort)
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
        self.lent = true;
        self.context.declare(name, params, ret, &mut self.session.terms).map_err(error)
    }

    fn constant(&mut self, name: &str, sort: Sort) -> Result<Term, Error> {
        let fun = self.context.declare(name, &[], sort, &mut self.session.terms).map_err(error)?;
        Ok(self.session.terms.constant(fun))
    }

    /// A term from SMT-LIB text over what is declared.
    ///
    /// ```
    /// use stringent::{Solver, Sort, Verdict};
    /// let mut solver = Solver::default();
    /// let s = solver.declare("s", Sort::String)?;
    /// let formula = solver.parse("(= (str.++ s s) \"abab\")")?;
    /// solver.assert(formula)?;
    /// assert_eq!(solver.check(), Verdict::Sat);
    /// assert_eq!(solver.code_points(&s)?, Some(vec![97, 98]));
    /// # Ok::<(), stringent::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text is no well-sorted term, or to make it of definitions takes longer than a check may.
    pub fn parse(&mut self, text: &str) -> Result<Term, Error> {
        self.lent = true;
        let budget = self.session.budget();
        self.context.parse_term_within(text, &mut self.session.terms, &budget)
    }

    /// A term as SMT-LIB text.
    pub fn print(&self, term: Term) -> String {
        printer::shared_term(&self.session.terms, term)
    }

    /// Asserts a Boolean expression or term.
    ///
    /// # Errors
    /// If a variable's name has another meaning, a literal has a character beyond U+2FFFF, or a term is not
    /// Boolean. As the assertion is missing then, no check answers sat until its scope is closed: see
    /// [`Reason::Refused`](crate::Reason::Refused).
    pub fn assert(&mut self, formula: impl Valued) -> Result<(), Error> {
        let term = self.formula(&formula);
        let term = self.or_refuse(term)?;
        self.session.assert(term);
        Ok(())
    }

    /// Asserts a Boolean term in SMT-LIB text over what is declared.
    ///
    /// ```
    /// use stringent::{Reason, Solver, Sort, Verdict};
    /// let mut solver = Solver::default();
    /// solver.declare("s", Sort::String)?;
    /// solver.assert_text("(str.prefixof \"ab\" s)")?;
    /// assert_eq!(solver.check(), Verdict::Sat);
    /// assert!(solver.assert_text("(str.suffixof \"c\" t)").is_err());
    /// assert!(matches!(solver.check(), Verdict::Unknown(Reason::Refused(_))));
    /// # Ok::<(), stringent::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text is no well-sorted Boolean term; then as for [`assert`](Self::assert).
    pub fn assert_text(&mut self, text: &str) -> Result<(), Error> {
        let term = self.parse(text);
        let term = self.or_refuse(term)?;
        self.assert(term)
    }

    /// An assertion with an error is missing from now on.
    fn or_refuse(&mut self, formula: Result<Term, Error>) -> Result<Term, Error> {
        formula.inspect_err(|error| self.session.refuse(error))
    }

    /// Asserts a Boolean expression or term that [`unsat_core`](Self::unsat_core) may name.
    ///
    /// ```
    /// use stringent::expr::Str;
    /// use stringent::{Solver, Verdict};
    /// let x = Str::var("x");
    /// let mut solver = Solver::default();
    /// solver.options().unsat_core_minimal = true;
    /// solver.assert_named("short", x.len().lt(3))?;
    /// solver.assert_named("blank", x.at(0).equals(" "))?;
    /// solver.assert_named("padded", x.starts_with("  ") & x.ends_with(".."))?;
    /// assert_eq!(solver.check(), Verdict::Unsat);
    /// assert_eq!(solver.unsat_core(), Some(vec!["short", "padded"]));
    /// # Ok::<(), stringent::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`assert`](Self::assert).
    pub fn assert_named(&mut self, name: &str, formula: impl Valued) -> Result<(), Error> {
        let term = self.formula(&formula);
        let term = self.or_refuse(term)?;
        self.session.options.produce_unsat_cores = true;
        self.session.assert_named(term, self.names.len() as u32);
        self.names.push(name.to_owned());
        Ok(())
    }

    fn formula(&mut self, formula: &impl Valued) -> Result<Term, Error> {
        let term = self.term(formula)?;
        match self.session.terms.sort(term) {
            Sort::Bool => Ok(term),
            _ => Err(error(ErrorKind::IllSorted("only Boolean terms are asserted".into()))),
        }
    }

    /// Whether the assertions have a model.
    pub fn check(&mut self) -> Verdict {
        self.assumed.clear();
        self.collect_garbage();
        self.check_assumed()
    }

    fn check_assumed(&mut self) -> Verdict {
        self.session.record_traces(self.session.options.produce_proofs);
        let verdict = self.session.check(&self.assumed);
        #[cfg(feature = "proofs")]
        self.keep_proof();
        let context = &mut self.context;
        self.session.extend_model(verdict, &self.assumed, |terms, model, formulas, budget| {
            context.complete(terms, model, formulas, budget)
        })
    }

    /// Whether the assertions have a model in which `assumptions` hold.
    ///
    /// # Errors
    /// As [`assert`](Self::assert).
    pub fn check_assuming(&mut self, assumptions: &[impl Valued]) -> Result<Verdict, Error> {
        let terms: Result<_, Error> = assumptions.iter().map(|a| self.formula(a)).collect();
        self.assumed = terms?;
        self.collect_garbage();
        Ok(self.check_assumed())
    }

    /// Terms that only questions of the past needed are forgotten now and then.
    fn collect_garbage(&mut self) {
        self.collect_garbage_with(&mut |_| ());
    }

    /// The same in the middle of an enumeration.
    pub(crate) fn collect_garbage_for(&mut self, enumeration: &mut Enumeration) {
        self.collect_garbage_with(&mut |visitor| enumeration.visit(visitor));
    }

    fn collect_garbage_with(&mut self, others: &mut Holders<'_>) {
        #[cfg(feature = "proofs")]
        self.forget_proof();
        if std::mem::take(&mut self.lent) {
            self.held = self.session.terms.mark();
        }
        let (context, assumed) = (&mut self.context, &mut self.assumed);
        self.session.collect_garbage(self.held, &mut |visitor| {
            context.visit(visitor);
            assumed.iter_mut().for_each(|t| visitor.term(t));
            others(visitor);
        });
    }

    /// The model of the last check, if it answered sat. The next check may number functions anew.
    pub fn model(&self) -> Option<&Model> {
        self.session.model()
    }

    /// The value of an expression or a term in that model; `None` if there is no model or no such value in Rust.
    ///
    /// # Errors
    /// If a variable's name has another meaning, or a literal has a character beyond U+2FFFF.
    pub fn value<T: Valued>(&mut self, of: &T) -> Result<Option<T::Value>, Error> {
        let term = self.term(of)?;
        Ok(self.session.value(term).and_then(T::read))
    }

    /// The value of a string in that model, whatever its characters are.
    ///
    /// # Errors
    /// As [`value`](Self::value).
    pub fn code_points(&mut self, of: &impl Valued) -> Result<Option<Vec<u32>>, Error> {
        let term = self.term(of)?;
        Ok(self.session.value(term).and_then(|value| Some(value.as_str()?.to_vec())))
    }

    /// Counters of all checks so far, as names and values, those that are 0 left out. `judge.rejected-models` should never be
    /// among them.
    pub fn statistics(&self) -> Vec<(String, String)> {
        self.session.stats()
    }

    /// The positions of the assumptions that the last check needed, if it answered unsat and no scope was closed
    /// since.
    pub fn unsat_assumptions(&mut self) -> Option<Vec<usize>> {
        let failed = self.session.unsat_assumptions()?;
        let needed = |&i: &usize| failed.contains(&self.assumed[i]);
        Some((0..self.assumed.len()).filter(needed).collect())
    }

    /// The names of assertions that have no model together, if the last check answered unsat and no scope was
    /// closed since.
    pub fn unsat_core(&mut self) -> Option<Vec<&str>> {
        let mut core = self.session.unsat_core()?;
        base::order::sort(&mut core);
        Some(core.iter().map(|&i| &*self.names[i as usize]).collect())
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
            self.names.truncate(self.session.next_name() as usize);
            self.scopes -= 1;
        }
        open
    }

    /// Asks `stop` now and then, in the thread that checks, whether the check is to end as if it were interrupted.
    ///
    /// ```
    /// use stringent::expr::Int;
    /// use stringent::{Reason, Solver, Verdict};
    /// let mut solver = Solver::default();
    /// let pigeons = (0..15).map(|i| Int::var(format!("n{i}"))); // each from 1 to 14
    /// # for i in 0..15 {
    /// #     let n = Int::var(format!("n{i}"));
    /// #     solver.assert(n.ge(1) & n.le(14)).unwrap();
    /// # }
    /// solver.assert(Int::distinct(pigeons)).unwrap();
    /// solver.set_stop_probe(|| true);
    /// assert_eq!(solver.check(), Verdict::Unknown(Reason::Canceled));
    /// ```
    pub fn set_stop_probe(&mut self, stop: fn() -> bool) {
        self.session.stop_probe = Some(stop);
    }

    /// Reports the memory in use, in bytes, for the option `memory`.
    pub fn set_memory_probe(&mut self, probe: fn() -> u64) {
        self.session.memory_probe = Some(probe);
    }

    /// What stops a check from another thread.
    pub fn interrupt_handle(&self) -> InterruptHandle {
        InterruptHandle(self.session.interrupt_handle())
    }
}

#[cfg(test)]
mod tests;
