//! `stringent solve --jsonl`: a worker for those who spread many queries over many machines.
//!
//! Each line of the input is a query, each line of the output its answer, in the same order and at once, so
//! that the worker can stand behind any queue. Nothing that a query contains ends the process: a line that is no
//! JSON, a script that is no SMT-LIB, even a bug of the solver is an answer with an error in it.

use crate::args::Plan;
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::time::Instant;
use stringent::options;
use stringent::{Binding, Integer, Optimum, Options, Report, Sense, Value as Constant};

/// A mistake in a query.
type Mistake = String;

struct Query {
    script: String,
    options: Options,
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The verdict on a query that was not understood.
const ERROR: &str = "error";

/// Answers queries until the end of the input. The exit code tells whether some verdict was `error`.
pub fn run(plan: &Plan) -> io::Result<ExitCode> {
    // A panic is told in the answer, and nobody reads standard error.
    panic::set_hook(Box::new(|_| ()));
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    let mut failed = false;
    while input.read_until(b'\n', &mut line)? > 0 {
        // Some editors put a mark before the first line.
        if line.starts_with(BYTE_ORDER_MARK) {
            line.drain(..BYTE_ORDER_MARK.len());
        }
        if !line.trim_ascii().is_empty() {
            let answer = answer(&line, plan);
            failed |= answer["verdict"] == ERROR;
            let mut out = io::stdout().lock();
            out.write_all(format!("{answer}\n").as_bytes())?;
            out.flush()?;
        }
        line.clear();
    }
    Ok(ExitCode::from(u8::from(failed)))
}

fn answer(line: &[u8], plan: &Plan) -> Value {
    let start = Instant::now();
    let query = serde_json::from_slice::<Value>(line);
    let id = query.as_ref().ok().and_then(|query| query.get("id").cloned());
    let read = match query {
        Ok(query) => read(&query, &plan.options),
        Err(error) => Err(format!("no JSON: {error}")),
    };
    let mut fields = read.map_or_else(only_error, |query| solve(query, plan));
    fields.insert("id".into(), id.unwrap_or_default());
    fields.insert("time".into(), json!(start.elapsed().as_secs_f64()));
    Value::Object(fields)
}

fn only_error(message: String) -> Map<String, Value> {
    let (verdict, errors) = (json!(ERROR), json!([message]));
    Map::from_iter([("verdict".to_owned(), verdict), ("errors".to_owned(), errors)])
}

fn read(query: &Value, defaults: &Options) -> Result<Query, Mistake> {
    let script = query.get("smt2").and_then(Value::as_str);
    let script = script.ok_or("expected an object with a string \"smt2\"")?.to_owned();
    let mut options = defaults.clone();
    let own = query.get("options").cloned().unwrap_or_else(|| json!({}));
    for (name, value) in own.as_object().ok_or("\"options\": expected an object")? {
        if options::is_command_line_only(name) {
            return Err(format!("option {name}: only the command line may set it"));
        }
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        options.set(name, &text).map_err(|e| format!("option {name}: {e}, found {text}"))?;
    }
    Ok(Query { script, options })
}

fn solve(query: Query, plan: &Plan) -> Map<String, Value> {
    let run = || {
        let Query { script, options } = query;
        stringent::run_script(&script, options, plan.escapes, Some(crate::memory::in_use))
    };
    match panic::catch_unwind(AssertUnwindSafe(run)) {
        Ok(report) => fields(&report),
        Err(panic) => {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
            only_error(format!("internal error: {message}"))
        }
    }
}

fn fields(report: &Report) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("verdict".into(), report.verdict.map_or(Value::Null, Value::from));
    fields.insert("verdicts".into(), json!(report.verdicts));
    if let Some(reason) = &report.reason {
        fields.insert("reason".into(), json!(reason));
    }
    if let Some(model) = &report.model {
        let rows = model.iter().map(|binding| (binding.name.clone(), constant(binding)));
        fields.insert("model".into(), Value::Object(rows.collect()));
    }
    if !report.objectives.is_empty() {
        let rows = report.objectives.iter().map(|(term, known)| objective(term, known));
        fields.insert("objectives".into(), rows.collect());
    }
    if !report.errors.is_empty() {
        fields.insert("errors".into(), json!(report.errors));
    }
    fields
}

/// An objective with its optimum, `"oo"` or `"-oo"` if it is infinite; or with the bounds that are known, else null.
fn objective(term: &str, known: &Optimum) -> Value {
    let exact = |value: Value| json!({ "term": term, "optimum": value });
    match known {
        Optimum::Exact(n) => exact(number(n)),
        Optimum::Unbounded(Sense::Maximize) => exact("oo".into()),
        Optimum::Unbounded(Sense::Minimize) => exact("-oo".into()),
        Optimum::Between(low, high) => {
            let [low, high] = [low, high].map(|bound| bound.as_ref().map(number));
            json!({ "term": term, "low": low, "high": high })
        }
    }
}

/// A number, or its digits if it is too large.
fn number(n: &Integer) -> Value {
    n.to_i64().map_or_else(|| n.to_string().into(), Value::from)
}

/// A value as JSON where it can say the same, else SMT-LIB text in an object: `{"smt2": text}`.
pub(crate) fn constant(binding: &Binding) -> Value {
    let plain = match &binding.value {
        Some(Constant::Bool(b)) => Some(json!(b)),
        Some(Constant::Int(n)) => n.to_i64().map(Value::from),
        Some(Constant::Str(word)) => {
            let text: Option<String> = word.iter().map(|&c| char::from_u32(c)).collect();
            text.map(Value::from)
        }
        _ => None,
    };
    plain.unwrap_or_else(|| json!({ "smt2": binding.text }))
}
