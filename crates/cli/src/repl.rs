//! A conversation with a person: history, input over several lines, help.
//!
//! Commands go to the same interpreter as everywhere else. What is typed is taken once its parentheses are
//! balanced; until then the next line continues it. Control-C forgets the line; while a command runs it stops that
//! command and not the conversation.

use crate::STOPPED;
use crate::args::Plan;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Config, Context, Editor, Helper};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use stringent::{CommandReader, InterruptHandle};

/// What can be typed, and what it does.
const COMMANDS: &[(&str, &str)] = &[
    ("(declare-const NAME SORT)", "Introduce an unknown: Bool, Int, String or RegLan."),
    ("(declare-fun NAME (SORT ...) SORT)", "Introduce an unknown function."),
    ("(define-const NAME SORT TERM)", "Name a term."),
    ("(define-fun NAME ((ARG SORT) ...) SORT TERM)", "Name a term with arguments."),
    ("(assert TERM)", "Demand that a Boolean term holds."),
    ("(minimize TERM)", "Want an integer to be as small as possible."),
    ("(maximize TERM)", "Want an integer to be as large as possible."),
    ("(check-sat)", "Ask whether all demands can be met."),
    ("(check-sat-assuming (TERM ...))", "Ask the same with further demands, this once."),
    ("(get-model)", "Show the values found."),
    ("(get-value (TERM ...))", "Show the values of terms."),
    ("(get-objectives)", "Show how small and how large."),
    ("(get-unsat-core)", "Show named demands that clash, under :produce-unsat-cores."),
    ("(get-info :reason-unknown)", "Show why the answer was unknown."),
    ("(push)", "Open a scope of declarations and demands."),
    ("(pop)", "Leave it."),
    ("(set-option :timeout MS)", "Set an option; `stringent --help` lists them."),
    ("(simplify TERM)", "Show a simpler term that means the same."),
    ("(reset)", "Forget everything."),
    ("(exit)", "Leave."),
];

const HISTORY: &str = "stringent-history";

/// Talks until the end of the input.
pub fn run(plan: Plan) -> io::Result<ExitCode> {
    let mut interpreter = crate::interpreter(plan);
    let config = Config::builder().auto_add_history(true).build();
    let mut editor: Editor<Typing, FileHistory> =
        Editor::with_config(config).map_err(io::Error::other)?;
    editor.set_helper(Some(Typing));
    let history = history_file();
    // The first time there is no history, and without it one can talk as well.
    let _ = history.as_ref().map(|path| editor.load_history(path));
    let interrupt = interpreter.interrupt_handle();
    stop_on_control_c(interrupt.clone())?;
    println!("Stringent {}. Type help for help, exit to leave.", stringent::VERSION);
    while !interpreter.exited() {
        let text = match editor.readline("> ") {
            Ok(text) => text,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(io::Error::other(error)),
        };
        match text.trim() {
            "exit" | "quit" => break,
            "help" | "?" => print!("{}", help()),
            text => {
                interrupt.clear();
                interpreter.run(&mut CommandReader::from_bytes(text.into()))?;
                if interrupt.is_interrupted() {
                    println!("; stopped by Control-C");
                }
            }
        }
    }
    let _ = history.as_ref().map(|path| editor.save_history(path));
    Ok(ExitCode::SUCCESS)
}

/// Whoever asks a second time, while the first has not been heeded yet, is rid of the program.
fn stop_on_control_c(interrupt: InterruptHandle) -> io::Result<()> {
    let stop = move || match interrupt.is_interrupted() {
        false => interrupt.interrupt(),
        true => std::process::exit(STOPPED.into()),
    };
    ctrlc::set_handler(stop).map_err(io::Error::other)
}

fn history_file() -> Option<PathBuf> {
    let var = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = var("XDG_STATE_HOME").or_else(|| Some(var("HOME")?.join(".local/state")))?;
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join(HISTORY))
}

fn help() -> String {
    let width = COMMANDS.iter().map(|(command, _)| command.len()).max().unwrap_or_default();
    let row = |(command, what): &(&str, &str)| format!("  {command:width$}  {what}\n");
    let rows: String = COMMANDS.iter().map(row).collect();
    format!(
        "{rows}Terms are those of SMT-LIB, such as (= (str.len s) 3). Tab completes a command.\n"
    )
}

/// Whether a literal, a quoted symbol or a parenthesis is still open.
fn is_unfinished(text: &str) -> bool {
    let (mut depth, mut inside) = (0_i64, None);
    for c in text.chars() {
        match (inside, c) {
            (Some(end), _) => inside = Some(end).filter(|&end| end != c),
            (None, '"' | '|') => inside = Some(c),
            (None, ';') => inside = Some('\n'),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            _ => {}
        }
    }
    depth > 0 || matches!(inside, Some('"' | '|'))
}

/// Commands whose beginning stands before the cursor.
fn completions(before: &str) -> (usize, Vec<String>) {
    let start = before.rfind('(').unwrap_or(before.len());
    let name = |row: &&(&str, &str)| row.0.split([' ', ')']).next().unwrap_or_default().to_owned();
    let mut names: Vec<String> = COMMANDS.iter().map(|row| name(&row)).collect();
    names.retain(|name| start < before.len() && name.starts_with(&before[start..]));
    names.dedup();
    (start, names)
}

/// What the line editor asks while somebody types.
struct Typing;

impl Validator for Typing {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let unfinished = is_unfinished(context.input());
        Ok(if unfinished { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Completer for Typing {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completions(&line[..at]))
    }
}

impl Hinter for Typing {
    type Hint = String;
}

impl Highlighter for Typing {}

impl Helper for Typing {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_ends_with_its_last_parenthesis() {
        for text in
            ["(assert", "(assert (= s \")\"", "(echo \"a", "(assert |a)", "(push) (", "( ; )"]
        {
            assert!(is_unfinished(text), "{text}");
        }
        for text in ["", "help", "(echo \"a\"\"(\")", "(push) ; (", "(check-sat))", "(a |(|)"] {
            assert!(!is_unfinished(text), "{text}");
        }
    }

    #[test]
    fn commands_complete() {
        assert_eq!(completions("(check-sat-"), (0, vec!["(check-sat-assuming".to_owned()]));
        assert_eq!(completions("(push) (get-m"), (7, vec!["(get-model".to_owned()]));
        assert_eq!(completions("help").1, Vec::<String>::new());
        assert_eq!(completions("(declare").1, ["(declare-const", "(declare-fun"]);
    }

    /// Everything the help names is understood.
    #[test]
    fn help_tells_what_there_is() {
        let text = help();
        assert!(text.lines().count() == COMMANDS.len() + 1);
        for (command, _) in COMMANDS {
            let name = command.trim_matches(['(', ')']).split(' ').next().unwrap();
            let mut out = Vec::new();
            let mut interpreter = stringent::Interpreter::new(Default::default(), &mut out);
            let script = format!("({name})").into_bytes();
            interpreter.run(&mut CommandReader::from_bytes(script)).unwrap();
            let answer = String::from_utf8(out).unwrap();
            assert!(!answer.contains("unknown command"), "{command}: {answer}");
        }
    }
}
