//! Any text at all: whatever comes in, the interpreter answers and goes on. No panic, no overflow of the stack, and
//! limits that hold. All inputs are read; one in many is executed, too, which takes a hundred times as long.
//!
//! Inputs are the project's own scripts with a few tokens and bytes changed (mutational fuzzing, Miller, Fredriksen and So,
//! CACM 1990). Each is a function of its number, so that one alone, or a range after an abort, can be run again:
//! `INPUT_START=70000 INPUT_COUNT=1 cargo test -p stringent --test input`.

mod common;

use choices::Choices;
use common::script::{answers, contains};
use smtlib::Context;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};
use stringent::{CommandReader, Terms};

/// A run in passing; long runs say how many.
const COUNT: u64 = 20_000;
/// One in so many is executed.
const EXECUTED: u64 = 32;
/// Symbols and terms are kept for so many inputs.
const REFRESHED: u64 = 64;
/// Longer scripts are left out: they are about size.
const LARGEST: usize = 3000;
/// Far beyond what the steps take, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// What replaces a token, or comes before it.
const TOKENS: &[&str] = &[
    "(",
    ")",
    "((",
    "))",
    "()",
    "\"",
    "\"\"",
    "|",
    "||",
    ";",
    "_",
    "!",
    "as",
    "let",
    "par",
    "x",
    "y",
    "0",
    "1",
    "-1",
    "#x0",
    "#b1",
    "#xD800",
    "1.5",
    "4294967296",
    "99999999999999999999",
    "\"a\"",
    "\"\\u{2FFFF}\"",
    "\"\\u{30000}\"",
    "\"\\u{\"",
    "\"\\x4\"",
    "String",
    "Int",
    "Bool",
    "RegLan",
    "(Seq Int)",
    "true",
    "false",
    "and",
    "not",
    "ite",
    "=",
    "distinct",
    "<",
    "+",
    "-",
    "*",
    "div",
    "mod",
    "str.++",
    "str.len",
    "str.at",
    "str.substr",
    "str.replace_all",
    "str.replace_re",
    "str.in_re",
    "str.to_re",
    "str.from_int",
    "str.to_code",
    "re.all",
    "re.none",
    "re.*",
    "re.comp",
    "re.diff",
    "re.range",
    "(_ re.loop 0 4294967295)",
    "(_ re.^ 2000000000)",
    "(_ char #x41)",
    "(_ divisible 3)",
    ":named",
    ":pattern",
    "(check-sat)",
    "(get-model)",
    "(get-value (x))",
    "(push 1)",
    "(pop 1)",
    "(push 4000000000)",
    "(reset)",
    "(reset-assertions)",
    "(get-unsat-core)",
    "(maximize 1)",
    "(minimize (str.len x))",
    "(get-objectives)",
    "(get-assertions)",
    "(set-option :timeout 1)",
    "(get-info :all-statistics)",
    "(check-sat-assuming (true))",
    "(declare-const x String)",
    "(define-fun f ((x Int)) Int x)",
    "(simplify (div 1 0))",
    "\u{0}",
    "\u{7f}",
    "\u{e9}",
    "\u{1F600}",
    "\r\n",
];

/// Scripts, cut into commands, cut into tokens.
type Scripts = Vec<Vec<Vec<String>>>;

/// The scripts below a folder.
fn scripts(folder: &Path, found: &mut Scripts) {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            scripts(&path, found);
        } else if let Some(text) =
            std::fs::read_to_string(&path).ok().filter(|t| t.len() <= LARGEST)
        {
            found.push(commands(tokens(&text)));
        }
    }
}

/// Parentheses, and what is between parentheses and spaces.
fn tokens(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.starts_with(';'));
    let spaced = lines.collect::<Vec<_>>().join(" ").replace('(', " ( ").replace(')', " ) ");
    spaced.split_whitespace().map(str::to_owned).collect()
}

/// Parts at each parenthesis that closes what is open.
fn commands(tokens: Vec<String>) -> Vec<Vec<String>> {
    let mut open = 0;
    let mut ends_command = |token: &String| {
        open += i32::from(token == "(") - i32::from(token == ")");
        open == 0
    };
    tokens.split_inclusive(|token| ends_command(token)).map(<[String]>::to_vec).collect()
}

/// The declarations of a script and some other commands, or all of them if it is executed, then changed.
fn input(scripts: &Scripts, number: u64) -> Vec<u8> {
    let mut rng = Choices::seeded(number.wrapping_mul(0xA076_1D64_78BD_642F));
    let script = &scripts[rng.below(scripts.len())];
    let share = 1 + script.len() / 3;
    let mut is_kept = |command: &&Vec<String>| {
        number.is_multiple_of(EXECUTED)
            || command.get(1).is_some_and(|head| head.starts_with('d'))
            || rng.below(share) == 0
    };
    let kept: Vec<&Vec<String>> = script.iter().filter(&mut is_kept).collect();
    let mut tokens: Vec<&str> = kept.into_iter().flatten().map(String::as_str).collect();
    for _ in 0..rng.below(5) {
        change_token(&mut rng, &mut tokens);
    }
    let mut bytes = tokens.join(" ").into_bytes();
    for _ in 0..rng.below(4) * rng.below(2) {
        change_byte(&mut rng, &mut bytes);
    }
    bytes
}

fn change_token(rng: &mut Choices, tokens: &mut Vec<&str>) {
    let (at, other) = (rng.below(tokens.len()), rng.below(tokens.len()));
    let new = TOKENS[rng.below(TOKENS.len())];
    match rng.below(7) {
        _ if tokens.is_empty() => tokens.push(new),
        0 => _ = tokens.remove(at),
        1 => tokens.swap(at, other),
        2 => tokens.insert(at, new),
        3 => tokens[at] = tokens[other],
        4 => tokens.truncate(at),
        5 => {
            let (from, to) = (at.min(other), at.max(other).min(at.min(other) + 30));
            let again = tokens[from..to].to_vec();
            tokens.splice(from..from, again);
        }
        _ => tokens[at] = new,
    }
}

fn change_byte(rng: &mut Choices, bytes: &mut Vec<u8>) {
    let at = rng.below(bytes.len());
    match rng.below(4) {
        _ if bytes.is_empty() => bytes.push(b'('),
        0 => drop(bytes.remove(at)),
        1 => bytes.insert(at, rng.below(256) as u8),
        2 => bytes[at] ^= 1 << rng.below(8),
        _ => bytes.truncate(at),
    }
}

/// What reading an input comes to: commands and errors.
fn read(context: &mut Context, terms: &mut Terms, bytes: &[u8]) -> (u64, u64) {
    let mut reader = CommandReader::from_bytes(bytes.to_vec());
    let (mut commands, mut errors) = (0, 0);
    // Setting up all symbols anew would take longer than the rest.
    context.push(1);
    while let Some(chunk) = reader.next_chunk().unwrap() {
        match context.command(chunk, terms) {
            Ok(_) => commands += 1,
            Err(error) => errors += u64::from(!error.to_string().is_empty()),
        }
    }
    context.pop(1);
    (commands, errors)
}

fn variable(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
}

/// Counts of what happened.
#[derive(Default, Debug)]
struct Seen {
    commands: u64,
    errors: u64,
    verdicts: u64,
}

impl Seen {
    fn execute(&mut self, bytes: &[u8]) {
        let out = answers(bytes, None);
        // After a changed assertion that is refused, `unknown` is all that can be answered.
        let verdict = contains(&out, "sat\n") || contains(&out, "unknown\n");
        self.verdicts += u64::from(verdict);
    }

    fn read(&mut self, context: &mut Context, terms: &mut Terms, bytes: &[u8]) {
        let (commands, errors) = read(context, terms, bytes);
        self.commands += commands;
        self.errors += errors;
    }
}

#[test]
fn any_input_is_answered() {
    let mut all = Vec::new();
    scripts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests"), &mut all);
    let (start, count) = (variable("INPUT_START", 0), variable("INPUT_COUNT", COUNT));
    let (mut seen, mut context, mut terms) = (Seen::default(), Context::new(), Terms::new());
    for number in start..start + count {
        let bytes = input(&all, number);
        let begin = Instant::now();
        let run = || {
            seen.read(&mut context, &mut terms, &bytes);
            if number.is_multiple_of(EXECUTED) {
                seen.execute(&bytes);
            }
        };
        if catch_unwind(AssertUnwindSafe(run)).is_err() {
            panic!("input {number}:\n{}", String::from_utf8_lossy(&bytes));
        }
        assert!(begin.elapsed() < PATIENCE, "input {number}: {:?}", begin.elapsed());
        if (number + 1).is_multiple_of(REFRESHED) {
            (context, terms) = (Context::new(), Terms::new());
        }
        if (number + 1 - start).is_multiple_of(100_000) {
            println!("{} inputs: {seen:?}", number + 1 - start);
        }
    }
    // Otherwise the inputs say nothing about one half or the other.
    let executed = count / EXECUTED;
    assert!(count < COUNT || seen.errors.min(seen.commands) > count / 4, "{seen:?}");
    // Most have errors, and after a refused assertion there is no sat.
    assert!(count < COUNT || seen.verdicts > executed / 5, "{seen:?}");
}
