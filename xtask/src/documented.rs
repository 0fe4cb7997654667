//! The commands of this tool that pages show are those that it takes: a test reads them as it reads a command line, and runs none.

use crate::{commands, root};
use bpaf::ParseFailure;
use std::fs;

const CALL: &str = "cargo xtask ";

/// The commands on a page, in blocks and in code spans, from their first word on.
fn documented(page: &str) -> Vec<String> {
    let page = page.replace("\\\n", " ");
    let command = |(at, _): (usize, &str)| {
        let (before, command) = (&page[..at], &page[at + CALL.len()..]);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let end = if line.matches('`').count() % 2 == 1 { '`' } else { '\n' };
        let command = command.split(end).next().unwrap_or_default();
        command.split(" #").next().unwrap_or(command).replace('\n', " ")
    };
    page.match_indices(CALL).map(command).collect()
}

/// The words of a command; quotes hold some together.
fn words(command: &str) -> Vec<String> {
    let quoted = command.split('\'').enumerate().flat_map(|(i, part)| match i % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    quoted.collect()
}

/// Whether the tool takes a command. One that leaves something out (`...`, `[...]`), or names nothing but itself, is looked up.
fn is_taken(command: &str) -> bool {
    let words = words(command);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let [first, rest @ ..] = &words[..] else { return false };
    let is_whole = !rest.is_empty() && !rest.iter().any(|w| w.contains('[') || *w == "...");
    if is_whole {
        commands().run_inner(&words[..]).is_ok()
    } else {
        help().contains(&format!("\n    {first} "))
    }
}

/// What `cargo xtask --help` prints.
fn help() -> String {
    match commands().run_inner(&["--help"]) {
        Err(ParseFailure::Stdout(text, _)) => text.monochrome(true),
        _ => String::new(),
    }
}

#[test]
fn commands_on_pages_are_taken() {
    let pages = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"].map(|name| root().join(name));
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut count = 0;
    for path in docs.chain(pages).filter(|path| path.extension().is_some_and(|e| e == "md")) {
        for command in documented(&fs::read_to_string(&path).unwrap()) {
            assert!(is_taken(&command), "{}: {command}", path.display());
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn others_are_not() {
    assert!(is_taken("web --solver 'a b' FOLDER") && is_taken("coverage [--seconds N] [TARGET]"));
    assert!(
        !is_taken("nothing")
            && !is_taken("web --solvers 'a b' FOLDER")
            && !is_taken("determinism A B C")
    );
    assert_eq!(
        documented("`cargo xtask tidy` and\n    cargo xtask a \\\n  b # c\n"),
        ["tidy", "a    b"]
    );
}
