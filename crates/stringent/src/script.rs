//! A whole script at once, and what it came to as data.

use crate::interpreter::Interpreter;
use ::solver::options::{Channel, Dialect};
use ::solver::{Optimum, Options, Session};
use smtlib::{CommandReader, Context, Escapes, collapse, printer};
use std::cell::RefCell;
use std::fmt;
use std::io::{self, Write};
use std::rc::Rc;
use terms::Fun;
use terms::model::Model;
use terms::value::Value;

/// What a script came to.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The answer to the last check: `sat`, `unsat`, `unknown`; `error` if an assertion before it was refused and
    /// without that there may be a model, or if there was no check but an error. Absent if an `(exit)` came before
    /// any check.
    pub verdict: Option<&'static str>,
    /// The answers to all checks, in order.
    pub verdicts: Vec<&'static str>,
    /// Why the last is `unknown`, as `(get-info :reason-unknown)` has it.
    pub reason: Option<String>,
    /// Everything that is declared at the end, if the last command that checks answered `sat`, or found a model that is
    /// not known to be optimal.
    pub model: Option<Vec<Binding>>,
    /// The objectives as they were written, and what the last check found out about them.
    pub objectives: Vec<(String, Optimum)>,
    /// The messages of all errors.
    pub errors: Vec<String>,
    /// All answers as they would have been printed.
    pub output: String,
}

/// What a model gives to a name.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The name as declared, without quotes.
    pub name: String,
    /// The value of a constant; a function has none.
    pub value: Option<Value>,
    /// The value, or the definition of a function, as SMT-LIB text.
    pub text: String,
}

/// Runs a script to its end. If it does not check, a `(check-sat)` is added.
///
/// ```
/// use stringent::{Options, run_script};
/// let script = "(declare-const s String)(assert (str.prefixof \"ab\" s))(assert (= (str.len s) 2))";
/// let report = run_script(script, Options::default(), None, None);
/// assert_eq!(report.verdict, Some("sat"));
/// let model = report.model.unwrap();
/// assert_eq!((&*model[0].name, &*model[0].text), ("s", "\"ab\""));
/// let report = run_script("(assert (= x 1))", Options::default(), None, None);
/// assert_eq!(report.errors, ["line 1 column 12: unknown symbol `x`"]);
/// assert_eq!(report.verdict, Some("error"));
/// ```
pub fn run_script(
    script: &str,
    options: Options,
    escapes: Option<Escapes>,
    memory_probe: Option<fn() -> u64>,
) -> Report {
    // Answers are read here in one spelling.
    let regular_output_channel = Channel::Stdout;
    let compat = Dialect::Standard;
    let options = Options { compat, regular_output_channel, verbosity: 0, ..options };
    let out = Transcript::default();
    let mut interpreter = Interpreter::new(options, out.clone());
    interpreter.channels.fix();
    memory_probe.into_iter().for_each(|probe| interpreter.set_memory_probe(probe));
    escapes.into_iter().for_each(|escapes| interpreter.set_escapes(escapes));
    interpreter.record_verdicts();
    let mut report = Report::default();
    report.read(out.answers(&mut interpreter, script));
    if interpreter.verdicts().is_empty() {
        report.read(out.answers(&mut interpreter, "(check-sat)"));
    }
    report.verdicts = interpreter.verdicts().to_vec();
    let failed = (!report.errors.is_empty()).then_some("error");
    report.verdict = report.verdicts.last().copied().or(failed);
    if interpreter.has_model() {
        report.model = bindings(&mut interpreter);
    }
    let texts = interpreter.objective_texts.iter().map(|text| collapse(text));
    report.objectives = texts.zip(interpreter.session.optima().iter().cloned()).collect();
    if report.verdict == Some("unknown") {
        let answer = out.answers(&mut interpreter, "(get-info :reason-unknown)");
        let reason = answer.trim().strip_prefix("(:reason-unknown ");
        report.reason = reason.and_then(|r| r.strip_suffix(')')).map(str::to_owned);
    }
    report
}

/// Where an interpreter writes and its owner reads.
///
/// ```
/// use stringent::{CommandReader, Interpreter, Options, Transcript};
/// let transcript = Transcript::default();
/// let mut interpreter = Interpreter::new(Options::default(), transcript.clone());
/// interpreter.run(&mut CommandReader::from_bytes(b"(check-sat)".to_vec()))?;
/// assert_eq!(transcript.take(), "sat\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Transcript(Rc<RefCell<Vec<u8>>>);

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Transcript {
    /// What was written since the last time.
    pub fn take(&self) -> String {
        String::from_utf8_lossy(&self.0.take()).into_owned()
    }

    /// The answers to some commands. Writing to memory does not fail, nor does reading from it.
    fn answers(&self, interpreter: &mut Interpreter<Transcript>, commands: &str) -> String {
        let _ = interpreter.run(&mut CommandReader::from_bytes(commands.as_bytes().to_vec()));
        self.take()
    }
}

impl Report {
    /// Adds answers. No answer but an error begins as one.
    fn read(&mut self, answers: String) {
        for line in answers.lines() {
            if let Some(rest) = line.strip_prefix("(error \"") {
                let message = rest.strip_suffix("\")").unwrap_or(rest);
                self.errors.push(message.replace("\"\"", "\""));
            }
        }
        self.output.push_str(&answers);
    }
}

fn bindings(interpreter: &mut Interpreter<Transcript>) -> Option<Vec<Binding>> {
    let declared: Vec<Fun> = interpreter.context.declared().collect();
    let (session, context) = (&mut interpreter.session, &mut interpreter.context);
    let model = session.model()?.clone();
    let binding = |fun| binding(session, context, &model, fun);
    Some(declared.into_iter().filter_map(binding).collect())
}

/// What the model of the last check gives to a declared constant or function; `None` if it cannot be computed.
pub(crate) fn binding(
    session: &mut Session,
    context: &mut Context,
    model: &Model,
    fun: Fun,
) -> Option<Binding> {
    let name = session.terms.fun(fun).name.to_string();
    if !session.terms.fun(fun).params.is_empty() {
        let text = context.definition(&session.terms, model, fun);
        return Some(Binding { name, value: None, text });
    }
    let constant = context.constant(&mut session.terms, fun);
    let text = context.value(&session.terms, constant, model, |t| session.value(t))?;
    let plain = context.is_plain(&session.terms, constant);
    let value = if plain { session.value(constant) } else { None };
    Some(Binding { name, value, text })
}

/// `(name value)`
impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({} {})", printer::symbol(&self.name), self.text)
    }
}
