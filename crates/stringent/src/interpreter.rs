//! The interpreter: commands in, answers out.
//!
//! It follows the standard's protocol with continued execution: an error is answered where it occurs and
//! the next command is read. State errors are told apart from unsupported requests: asking for a
//! model when there is none is an `(error ...)`, asking for an option nobody knows is `unsupported`.
//! Every answer is one write and one flush, so that a client on a pipe never waits for it.

mod settings;

use crate::channels::{Channels, Stream};
#[cfg(feature = "proofs")]
use crate::proofs::Proofs;
use crate::solver::InterruptHandle;
use ::solver::options::Dialect;
use ::solver::{Options, Reason, Sense, Session, Verdict};
use base::time::Instant;
use base::{Budget, Interrupted};
use smtlib::error::{Error, ErrorKind, Position};
use smtlib::{Chunk, Command, CommandReader, Context, Escapes, Failure, Written};
use std::io::{self, Write};
use std::time::Duration;
use terms::Term;
use terms::collect::Mark;

/// What reading a byte takes at most, but where definitions make much of little.
const BYTE: Duration = Duration::from_micros(1);

/// What a command answers.
pub(crate) enum Answer {
    /// `success`, if the client wants to hear it.
    Success,
    /// A text of its own.
    Text(String),
    /// `unsupported`
    Unsupported,
    /// An error message without its place.
    Error(String),
    /// Success, and nothing more is read.
    Exit,
    /// The total time is over: `timeout`, and nothing more is read.
    OutOfTime,
}

/// Shows a line of the input and the place of the character with this number in it.
type Illustrator = fn(line: &str, column: usize) -> String;

/// Executes scripts.
pub struct Interpreter<W> {
    pub(crate) session: Session,
    pub(crate) context: Context,
    pub(crate) channels: Channels<W>,
    /// The options that `(reset)` goes back to.
    initial: Options,
    memory_probe: Option<fn() -> u64>,
    illustrator: Option<Illustrator>,
    deadline: Option<Instant>,
    /// The limits while commands are read, other than checks.
    reading: Budget,
    /// Whether the limits differ from those that the reader of commands has.
    has_new_limits: bool,
    /// How much longer than usual reading has taken since the last check.
    read_for: Duration,
    /// Since the last check an error has told that the total time is over.
    has_told_time: bool,
    exit_when_out_of_time: bool,
    scopes: usize,
    logic: bool,
    /// Whether there was an assertion since the start or a reset.
    asserted: bool,
    /// What is asserted, as it was written; empty without `:produce-assertions`.
    pub(crate) asserted_texts: Vec<Box<str>>,
    /// What is to be optimised, as it was written.
    pub(crate) objective_texts: Vec<Box<str>>,
    /// The names of asserted terms; the session knows them by number.
    pub(crate) names: Vec<Box<str>>,
    pub(crate) assumptions: Vec<Written>,
    /// The answer to the last check, until something is asserted or a scope is opened or closed.
    pub(crate) verdict: Option<Verdict>,
    /// Why the last check was undecided, if it was; kept for `get-info`.
    unknown: Option<Reason>,
    /// All answers to checks, if somebody wants them.
    verdicts: Option<Vec<&'static str>>,
    /// What is to be said about the last command besides its answer.
    remarks: String,
    failed: bool,
    exited: bool,
    #[cfg(feature = "proofs")]
    pub(crate) proofs: Proofs,
}

impl<W: Write> Interpreter<W> {
    /// An interpreter that writes its answers to `out`.
    pub fn new(options: Options, out: W) -> Interpreter<W> {
        let mut interpreter = Interpreter {
            channels: Channels::new(out, &options),
            session: Session::new(options.clone()),
            context: Context::new(),
            initial: options,
            memory_probe: None,
            illustrator: None,
            deadline: None,
            reading: Budget::unlimited(),
            has_new_limits: true,
            read_for: Duration::ZERO,
            has_told_time: false,
            exit_when_out_of_time: false,
            scopes: 0,
            logic: false,
            asserted: false,
            asserted_texts: Vec::new(),
            objective_texts: Vec::new(),
            names: Vec::new(),
            assumptions: Vec::new(),
            verdict: None,
            unknown: None,
            verdicts: None,
            remarks: String::new(),
            failed: false,
            exited: false,
            #[cfg(feature = "proofs")]
            proofs: Proofs::default(),
        };
        interpreter.options_changed();
        interpreter.start_audit();
        interpreter
    }

    /// Reports the memory in use, in bytes, for the memory limit.
    pub fn set_memory_probe(&mut self, probe: fn() -> u64) {
        self.memory_probe = Some(probe);
        self.options_changed();
    }

    /// The total time on the command line counts from `start`, as when the process was started, not from
    /// [`new`](Self::new).
    pub fn started_at(&mut self, start: Instant) {
        let total = self.session.options.total_timeout;
        self.deadline = (total > 0).then(|| start + Duration::from_millis(total));
        self.options_changed();
    }

    /// Lets every error be followed by the line where it is, for people.
    pub fn illustrate_errors(&mut self, draw: Illustrator) {
        self.illustrator = Some(draw);
    }

    /// Fixes the escape sequences of string literals, whatever the script says.
    pub fn set_escapes(&mut self, escapes: Escapes) {
        self.context.fix_escapes(escapes);
    }

    /// Once the total time is over, answer `timeout` and read no further, instead of `unknown` to each check.
    pub fn exit_when_out_of_time(&mut self) {
        self.exit_when_out_of_time = true;
    }

    /// Keeps the answers to checks from now on.
    pub fn record_verdicts(&mut self) {
        self.verdicts = Some(Vec::new());
    }

    /// The recorded answers to checks, in order: `sat`, `unsat`, `unknown`; `error` if an assertion before it was refused
    /// and without that there may be a model; `timeout` if the total time was over and nothing more was read.
    pub fn verdicts(&self) -> &[&'static str] {
        self.verdicts.as_deref().unwrap_or_default()
    }

    /// The proofs of what was answered `unsat`, if the option `proof` is set (`docs/proofs.md`).
    #[cfg(feature = "proofs")]
    pub fn proof(&self) -> &str {
        self.proofs.text()
    }

    /// What stops a check from another thread, also after a `(reset)`.
    pub fn interrupt_handle(&self) -> InterruptHandle {
        InterruptHandle(self.session.interrupt_handle())
    }

    /// Whether an error was answered.
    pub fn failed(&self) -> bool {
        self.failed
    }

    /// Whether nothing more is read: after `(exit)`, or when the total time is over.
    pub fn exited(&self) -> bool {
        self.exited
    }

    /// Writes comments where the remarks go.
    ///
    /// # Errors
    /// If writing fails.
    pub fn remark(&mut self, text: &str) -> io::Result<()> {
        self.channels.write(Stream::Diagnostic, text)
    }

    /// The session's statistics as rows to print.
    pub fn stats(&self) -> Vec<(String, String)> {
        self.session.stats()
    }

    /// The options in force.
    pub fn options(&self) -> &Options {
        &self.session.options
    }

    /// Executes commands until `(exit)` or the end of the input.
    ///
    /// # Errors
    /// If reading or writing fails.
    pub fn run(&mut self, reader: &mut CommandReader) -> io::Result<()> {
        self.has_new_limits = true;
        while !self.exited {
            if std::mem::take(&mut self.has_new_limits) {
                reader.set_budget(self.session.finding());
            }
            match reader.next_chunk() {
                Ok(Some(chunk)) => self.step(chunk)?,
                Ok(None) => break,
                Err(Failure::Stream(error)) => return Err(error),
                Err(Failure::Interrupted(why)) => self.end(why, reader.position())?,
            }
        }
        Ok(())
    }

    /// Reads no further, as a limit is reached.
    fn end(&mut self, why: Interrupted, at: Position) -> io::Result<()> {
        self.exited = true;
        let chunk = Chunk { text: b"", position: at };
        if why == Interrupted::Timeout && self.exit_when_out_of_time {
            return self.answer(chunk, Answer::OutOfTime);
        }
        self.answer_error(chunk, at, &format!("what follows is not read: {why}"))
    }

    /// Executes one command.
    fn step(&mut self, chunk: Chunk<'_>) -> io::Result<()> {
        #[cfg(feature = "proofs")]
        if self.session.records_traces() {
            self.proofs.read(chunk.text);
        }
        let start = Instant::now();
        let for_text = BYTE * u32::try_from(chunk.text.len()).unwrap_or(u32::MAX);
        self.reading.renew(self.deadline_for_reading(start + for_text));
        let read = self.context.command_within(chunk, &mut self.session.terms, &self.reading);
        self.read_for += start.elapsed().saturating_sub(for_text);
        match read {
            Ok(command) => {
                let answer = self.execute(command);
                self.answer(chunk, answer)?;
            }
            Err(error) => self.answer_refused(chunk, error)?,
        }
        let remarks = std::mem::take(&mut self.remarks);
        if remarks.is_empty() { Ok(()) } else { self.remark(&remarks) }
    }

    /// Tells why a command was refused. That the total time is over is told once: for each of a million commands it would
    /// take long.
    fn answer_refused(&mut self, chunk: Chunk<'_>, error: Error) -> io::Result<()> {
        if self.context.is_missed(chunk) {
            self.session.refuse(&error);
        }
        let is_total = self.deadline.is_some() && self.reading.deadline() == self.deadline;
        if error.kind == ErrorKind::Interrupted(Interrupted::Timeout) && is_total {
            if self.exit_when_out_of_time {
                return self.answer(chunk, Answer::OutOfTime);
            }
            let is_told = std::mem::replace(&mut self.has_told_time, true);
            if is_told && !self.session.options.print_success {
                return Ok(());
            }
        }
        let Error { line, column, kind } = error;
        self.answer_error(chunk, Position { line, column }, &kind.to_string())
    }

    /// When a command must have been read, if that would take until `normally` for its text. All between two checks may
    /// take as long as a check in addition.
    fn deadline_for_reading(&self, normally: Instant) -> Option<Instant> {
        let timeout = self.session.options.timeout;
        let left = Duration::from_millis(timeout).saturating_sub(self.read_for);
        let own = (timeout > 0).then(|| normally + left);
        own.into_iter().chain(self.deadline).min()
    }

    /// Whether the total time is over.
    fn is_out_of_time(&self) -> bool {
        self.deadline.is_some_and(|d| Instant::now() >= d)
    }

    fn answer(&mut self, chunk: Chunk<'_>, answer: Answer) -> io::Result<()> {
        match answer {
            Answer::Success if !self.session.options.print_success => Ok(()),
            Answer::Success => self.write("success"),
            Answer::Text(text) => self.write(&text),
            Answer::Unsupported => self.write("unsupported"),
            Answer::Error(message) => self.answer_error(chunk, chunk.position, &message),
            Answer::Exit => {
                self.exited = true;
                if self.session.options.print_success { self.write("success") } else { Ok(()) }
            }
            Answer::OutOfTime => {
                self.exited = true;
                self.write("timeout")
            }
        }
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.channels.write(Stream::Regular, text)
    }

    fn answer_error(&mut self, chunk: Chunk<'_>, at: Position, what: &str) -> io::Result<()> {
        self.failed = true;
        let what = what.replace('"', "\"\"");
        let mut text = format!("(error \"line {} column {}: {what}\")", at.line, at.column);
        if let Some(draw) = self.illustrator.filter(|_| self.channels.answers_go_out()) {
            let (line, column) = chunk.line_at(at);
            text.push('\n');
            text.push_str(&draw(&String::from_utf8_lossy(line), column));
        }
        self.write(&text)
    }

    fn execute(&mut self, command: Command) -> Answer {
        match command {
            Command::Declaration | Command::SetInfo(..) => Answer::Success,
            Command::Assert(formula, name) => self.assert(formula, name),
            Command::CheckSat => self.check(Vec::new()),
            Command::CheckSatAssuming(assumptions) => self.check(assumptions),
            Command::Minimize(objective) => self.optimize(Sense::Minimize, objective),
            Command::Maximize(objective) => self.optimize(Sense::Maximize, objective),
            Command::GetObjectives => self.objectives(),
            Command::Push(n) => self.push(n),
            Command::Pop(n) => self.pop(n),
            Command::GetModel => self.with_model(|this| Answer::Text(this.model_text())),
            Command::GetValue(terms) => self.with_model(|this| this.values(&terms)),
            Command::Eval(term) => self.with_model(|this| this.value(term)),
            Command::GetAssignment => self.with_model(Self::assignment),
            Command::GetUnsatCore => self.unsat_core(),
            Command::GetUnsatAssumptions => self.unsat_assumptions(),
            Command::GetAssertions => self.assertions(),
            Command::GetProof => self.refutation(),
            Command::GetInfo(keyword) => self.get_info(&keyword),
            Command::GetOption(keyword) => {
                self.get_option(&keyword).map_or(Answer::Unsupported, Answer::Text)
            }
            Command::SetOption(keyword, value) => self.set_option(&keyword, &value),
            Command::SetLogic(name) => self.set_logic(&name),
            Command::Echo(literal) => Answer::Text(self.echo(&literal)),
            Command::Simplify(written) => self.simplify(&written),
            Command::Reset => self.reset(),
            Command::ResetAssertions => self.reset_assertions(),
            Command::Exit => Answer::Exit,
        }
    }

    /// The assertions change: what the last check answered no longer holds.
    pub(crate) fn changed(&mut self) -> Answer {
        self.verdict = None;
        Answer::Success
    }

    fn assert(&mut self, formula: Written, name: Option<Box<str>>) -> Answer {
        let Written { term, text } = formula;
        if self.session.options.produce_assertions {
            self.asserted_texts.push(text);
        }
        match name {
            Some(name) => {
                self.session.assert_named(term, self.names.len() as u32);
                self.names.push(name);
            }
            None => self.session.assert(term),
        }
        self.asserted = true;
        self.changed()
    }

    fn optimize(&mut self, sense: Sense, objective: Written) -> Answer {
        self.session.optimize(sense, objective.term);
        self.objective_texts.push(objective.text);
        self.changed()
    }

    fn push(&mut self, n: usize) -> Answer {
        self.session.push(n);
        self.context.push(n);
        self.scopes += n;
        self.changed()
    }

    fn pop(&mut self, n: usize) -> Answer {
        if n > self.scopes {
            return Answer::Error(format!("cannot pop {n} scopes, {} are open", self.scopes));
        }
        self.session.pop(n);
        self.context.pop(n);
        self.names.truncate(self.session.next_name() as usize);
        self.asserted_texts.truncate(self.session.assertions().len());
        self.objective_texts.truncate(self.session.objective_count());
        self.scopes -= n;
        self.changed()
    }

    /// Terms of questions that are answered are forgotten now and then.
    fn collect_garbage(&mut self, assumptions: &mut [Written]) {
        self.assumptions.clear();
        let context = &mut self.context;
        self.session.collect_garbage(Mark::default(), &mut |visitor| {
            context.visit(visitor);
            assumptions.iter_mut().for_each(|a| visitor.term(&mut a.term));
        });
    }

    fn check(&mut self, mut assumptions: Vec<Written>) -> Answer {
        self.collect_garbage(&mut assumptions);
        let terms: Vec<Term> = assumptions.iter().map(|a| a.term).collect();
        let verdict = self.session.check(&terms);
        let context = &mut self.context;
        let verdict =
            self.session.extend_model(verdict, &terms, |terms, model, formulas, budget| {
                context.complete(terms, model, formulas, budget)
            });
        #[cfg(feature = "proofs")]
        self.keep_proof(&terms);
        (self.read_for, self.has_told_time) = (Duration::ZERO, false);
        self.assumptions = assumptions;
        self.unknown = match &verdict {
            Verdict::Unknown(why) => Some(why.clone()),
            _ => None,
        };
        let out_of_time = self.unknown == Some(Reason::Timeout)
            && self.exit_when_out_of_time
            && self.is_out_of_time();
        let mut text = match &verdict {
            Verdict::Sat => "sat".to_owned(),
            Verdict::Unsat => "unsat".to_owned(),
            Verdict::Unknown(_) => "unknown".to_owned(),
        };
        if self.session.options.verbosity > 0 {
            self.remarks = self.remarks();
        }
        let word = if out_of_time { "timeout" } else { word(&verdict) };
        self.verdicts.iter_mut().for_each(|all| all.push(word));
        self.verdict = Some(verdict);
        if self.session.options.dump_models && self.session.model().is_some() {
            text.push('\n');
            text.push_str(&self.model_text());
        }
        if out_of_time { Answer::OutOfTime } else { Answer::Text(text) }
    }

    /// Comments on the last check: why the answer is unknown, which procedures were at work, and whether the judge rejected
    /// a model that they believed in.
    fn remarks(&self) -> String {
        let why = self.unknown.as_ref().map(|why| format!("; unknown: {why}"));
        let procedures: Vec<String> =
            self.session.procedures().map(|(name, n)| format!("{name} {n}")).collect();
        let by = format!("; decided by: {}", procedures.join(", "));
        let by = (!procedures.is_empty()).then_some(by);
        let rejected = self.session.rejected_models();
        let rejected = (rejected > 0).then(|| format!("; internal: {rejected} models rejected"));
        why.into_iter().chain(by).chain(rejected).collect::<Vec<_>>().join("\n")
    }

    /// The literal as written, as the standard has it; z3 answers the characters.
    fn echo(&self, literal: &str) -> String {
        match self.session.options.compat {
            Dialect::Z3 => literal[1..literal.len() - 1].replace("\"\"", "\""),
            _ => literal.to_owned(),
        }
    }

    /// An equivalent term: the value, if nothing declared occurs.
    fn simplify(&mut self, written: &Written) -> Answer {
        let raised = self.context.raise(&mut self.session.terms, written.term);
        let simplified = self.session.simplify(raised.term);
        let text = raised.text(&mut self.session.terms, simplified);
        Answer::Text(text.unwrap_or_else(|| written.line()))
    }

    fn reset(&mut self) -> Answer {
        let print_success = self.session.options.print_success;
        let interrupt = self.session.interrupt_handle();
        self.session = Session::new(self.initial.clone());
        self.session.set_interrupt(interrupt);
        self.context.reset();
        self.channels.reset(&self.initial);
        self.options_changed();
        self.start_audit();
        self.scopes = 0;
        self.logic = false;
        self.asserted = false;
        self.names.clear();
        self.asserted_texts.clear();
        self.objective_texts.clear();
        self.assumptions.clear();
        self.unknown = None;
        self.verdict = None;
        // Whether to answer is decided by the options as they were when the command came.
        if print_success { Answer::Text("success".into()) } else { Answer::Success }
    }

    fn reset_assertions(&mut self) -> Answer {
        self.session.reset_assertions();
        self.context.reset_assertions();
        self.scopes = 0;
        self.names.clear();
        self.asserted_texts.clear();
        self.objective_texts.clear();
        self.changed()
    }
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Sat => "sat",
        Verdict::Unsat => "unsat",
        Verdict::Unknown(Reason::Refused(_)) => "error",
        Verdict::Unknown(_) => "unknown",
    }
}
