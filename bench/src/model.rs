//! Asks a solver for its model and has it judged.
//!
//! The race itself is run on the file as it is, since printing a model takes time. When the answer is
//! `sat` the solver is asked again, with `(get-model)` after the first check, within twice the time; what
//! it prints goes to Stringent's judge, whoever the solver is.

use crate::process;
use std::path::Path;
use std::time::Duration;
use stringent::{CommandReader, Judgement};

/// What became of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// Every assertion is true in it.
    Holds,
    /// Some assertion is false in it.
    Fails,
    /// It could not be evaluated.
    Undecided,
    /// The solver printed none within the limit.
    Missing,
}

const NAMES: [(Model, &str); 4] = [
    (Model::Holds, "holds"),
    (Model::Fails, "fails"),
    (Model::Undecided, "undecided"),
    (Model::Missing, "missing"),
];

impl Model {
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(model, _)| *model == self).map_or("", |(_, name)| name)
    }

    pub fn parse(text: &str) -> Option<Model> {
        NAMES.iter().find(|(_, name)| *name == text).map(|&(model, _)| model)
    }
}

/// Asks for a model of `script`, which is put into the file `copy`. Also says what is wrong with it.
pub fn ask(words: &[String], script: &[u8], copy: &Path, limit: Duration) -> (Model, String) {
    let Some(text) = with_get_model(script) else { return (Model::Missing, String::new()) };
    if let Err(e) = std::fs::write(copy, text) {
        return (Model::Missing, e.to_string());
    }
    let file = copy.display().to_string();
    let words: Vec<String> = words.iter().map(|w| w.replace("{}", &file)).collect();
    let run = process::run(&words, limit);
    // Gone or not, it is overwritten the next time.
    let _ = std::fs::remove_file(copy);
    let Some(model) = model_in(&run.stdout) else { return (Model::Missing, String::new()) };
    match stringent::judge_model(script, model.as_bytes(), limit) {
        Judgement::Holds => (Model::Holds, String::new()),
        Judgement::Fails(assertion) => (Model::Fails, assertion),
        Judgement::Undecided(why) => (Model::Undecided, why),
    }
}

/// What follows the answer `sat`, if it looks like a model.
fn model_in(stdout: &str) -> Option<&str> {
    let (_, model) = stdout.split_once("sat\n")?;
    let model = model.trim_start();
    (model.starts_with('(') && !model.starts_with("(error")).then_some(model)
}

/// The script up to its first check, with models switched on, and the question.
fn with_get_model(script: &[u8]) -> Option<Vec<u8>> {
    let mut text = b"(set-option :produce-models true)\n".to_vec();
    let mut reader = CommandReader::from_bytes(script.to_vec());
    while let Ok(Some(chunk)) = reader.next_chunk() {
        text.extend_from_slice(chunk.text);
        text.push(b'\n');
        let name = chunk.text.strip_prefix(b"(").unwrap_or_default().trim_ascii_start();
        if name.starts_with(b"check-sat") {
            text.extend_from_slice(b"(get-model)\n");
            return Some(text);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &[u8] = b"(set-logic QF_S) ; (check-sat)\n(declare-const x String)
        (assert (= x \"(check-sat)\")) (check-sat)\n(exit)";

    #[test]
    fn the_question_follows_the_check() {
        let text = String::from_utf8(with_get_model(SCRIPT).unwrap()).unwrap();
        assert!(text.starts_with("(set-option :produce-models true)\n(set-logic QF_S)\n"));
        assert!(text.ends_with("\"(check-sat)\"))\n(check-sat)\n(get-model)\n"));
        let spaced = with_get_model(b"( check-sat )(check-sat)").unwrap();
        assert!(spaced.ends_with(b"( check-sat )\n(get-model)\n"));
        assert_eq!(with_get_model(b"(assert true)"), None);
    }

    #[cfg(unix)]
    #[test]
    fn answers_are_judged() {
        let judge = |answer: &str| {
            let words = ["/bin/sh", "-c", &format!("echo '{answer}' #"), "{}"].map(str::to_owned);
            let copy =
                std::env::temp_dir().join(format!("bench-model-{}.smt2", std::process::id()));
            ask(&words, SCRIPT, &copy, Duration::from_secs(9)).0
        };
        assert_eq!(judge("sat\n(\n(define-fun x () String \"(check-sat)\"))"), Model::Holds);
        assert_eq!(judge("sat\n((define-fun x () String \"\"))"), Model::Fails);
        assert_eq!(judge("sat\n((define-fun x () String y))"), Model::Undecided);
        assert_eq!(judge("sat\n(error \"no model\")"), Model::Missing);
        assert_eq!(judge("unknown"), Model::Missing);
        assert_eq!(Model::parse(Model::Fails.name()), Some(Model::Fails));
    }
}
