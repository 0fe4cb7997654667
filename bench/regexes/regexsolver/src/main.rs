//! Answers a line of JSON, `{"question": "included", "patterns": [A, B]}` and its like, by a line: `["answer", VALUE, SECONDS]` or
//! `["error", WHY, SECONDS]`.

use regexsolver::Term;
use regexsolver::error::EngineError;
use regexsolver::execution_profile::ExecutionProfileBuilder;
use regexsolver::fast_automaton::GenerationOptions;
use serde_json::{Value, json};
use std::io::{BufRead, stdin};
use std::time::Instant;

/// What is not answered by then counts as unanswered, in milliseconds.
const LIMIT: u64 = 1000;

fn answer(question: &str, patterns: &[Term]) -> Result<Value, EngineError> {
    let word = |term: &Term| -> Result<Value, EngineError> {
        let words = term.generate_strings(1, 0, GenerationOptions::new())?;
        Ok(words.first().map_or(Value::Null, |word| json!(word)))
    };
    match (question, patterns) {
        ("included", [a, b]) => Ok(json!(a.subset(b)?)),
        ("difference", [a, b]) => word(&a.difference(b)?),
        (_, [a, ..]) => word(a),
        _ => Ok(Value::Null),
    }
}

fn ask(query: &Value) -> Result<Value, EngineError> {
    let texts = query["patterns"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let patterns = texts.map(Term::from_pattern).collect::<Result<Vec<_>, _>>()?;
    answer(query["question"].as_str().unwrap_or_default(), &patterns)
}

fn main() {
    let profile = ExecutionProfileBuilder::new().execution_timeout(LIMIT).build();
    for line in stdin().lock().lines().map_while(Result::ok) {
        let query: Value = serde_json::from_str(&line).unwrap_or_default();
        let start = Instant::now();
        let answer = profile.run(|| ask(&query));
        let seconds = start.elapsed().as_secs_f64();
        match answer {
            Ok(value) => println!("{}", json!(["answer", value, seconds])),
            Err(why) => println!("{}", json!(["error", format!("{why:?}"), seconds])),
        }
    }
}
