//! `stringent regex --jsonl`: a question a line, an answer a line, as with `stringent solve --jsonl`.

use super::answer::Failure;
use super::question::{OPTIONS, Settings, ask};
use crate::flags::Flag;
use crate::near;
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Instant;

/// The members of a question that are no options.
const OTHERS: &[&str] = &["id", "question", "patterns"];

/// Answers questions until the end of the input.
pub fn run(settings: &Settings) -> io::Result<ExitCode> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        if !line.trim().is_empty() {
            let mut text = answer(&line, settings).to_string();
            text.push('\n');
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn answer(line: &str, settings: &Settings) -> Value {
    let start = Instant::now();
    let query: Value = serde_json::from_str(line).unwrap_or_default();
    let mut fields = match read(&query, settings) {
        Ok(fields) => fields,
        Err(failure) => failure.json(),
    };
    fields.insert("id".into(), query.get("id").cloned().unwrap_or_default());
    fields.insert("time".into(), json!(start.elapsed().as_secs_f64()));
    Value::Object(fields)
}

fn read(query: &Value, settings: &Settings) -> Result<Map<String, Value>, Failure> {
    let wrong = |what: &str| Failure::Question(what.to_owned());
    let fields = query.as_object().ok_or_else(|| wrong("expected an object in JSON"))?;
    let mut settings = settings.clone().in_json();
    for (name, value) in fields.iter().filter(|(name, _)| !OTHERS.contains(&name.as_str())) {
        set(&mut settings, name, value).map_err(Failure::Question)?;
    }
    let question = fields.get("question").and_then(Value::as_str);
    let question = question.ok_or_else(|| wrong("expected a \"question\""))?;
    let texts = fields.get("patterns").and_then(Value::as_array);
    let texts: Option<Vec<&str>> = texts.and_then(|t| t.iter().map(Value::as_str).collect());
    let texts = texts.ok_or_else(|| wrong("expected \"patterns\", a list of strings"))?;
    Ok(ask(question, &texts, &settings)?.json())
}

fn set(settings: &mut Settings, name: &str, value: &Value) -> Result<(), String> {
    let names = || OPTIONS.iter().map(|(name, _)| name.trim_start_matches('-'));
    let option = names().position(|known| known == name).map(|i| &OPTIONS[i].1);
    let number = || value.as_u64().ok_or_else(|| format!("{name}: expected a number"));
    let text = || value.as_str().ok_or_else(|| format!("{name}: expected a string"));
    match option.ok_or_else(|| near::unknown("option", name, names()))? {
        Flag::Switch(set) => match value.as_bool() {
            Some(true) => set(settings),
            Some(false) => {}
            None => return Err(format!("{name}: expected true or false")),
        },
        Flag::Number(set) | Flag::Positive(set) => set(settings, number()?),
        Flag::Text(set) => set(settings, text()?),
        Flag::Checked(set) => set(settings, text()?)?,
    }
    Ok(())
}
