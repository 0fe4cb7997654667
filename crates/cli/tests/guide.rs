//! The recipes of the guide, and the examples of other pages: files are written, commands run, outputs compared. (The Rust
//! in the guide is run with the documentation of the library.)

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};

const GUIDE: &str = include_str!("../../../docs/guide.md");
const FUNCTIONS: &str = include_str!("../../../docs/functions.md");
const INTEGERS: &str = include_str!("../../../docs/integers.md");
const SEARCH: &str = include_str!("../../../docs/search.md");

/// A fenced block: what follows the fence, and its lines.
type Block<'a> = (&'a str, Vec<&'a str>);

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            blocks.push((info, lines.by_ref().take_while(|line| *line != "```").collect()));
        }
    }
    blocks
}

/// The words of a command, with single quotes as in a shell.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for c in line.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                let _ = word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

fn run(folder: &PathBuf, line: &str) -> String {
    let (command, input) = line.split_once(" < ").map_or((line, None), |(c, i)| (c, Some(i)));
    let words = words(command);
    assert_eq!(words[0], "stringent", "{line}");
    let stdin =
        input.map_or_else(Stdio::null, |name| File::open(folder.join(name)).unwrap().into());
    let output = Command::new(env!("CARGO_BIN_EXE_stringent"))
        .args(&words[1..])
        .current_dir(folder)
        .stdin(stdin)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
    String::from_utf8(output.stdout).unwrap()
}

/// Whether a line is as the page has it, where `...` is any text.
fn fits(line: &str, want: &str) -> bool {
    match want.split_once("...") {
        None => line == want,
        Some((start, end)) => line.starts_with(start) && line.ends_with(end),
    }
}

/// Whether lines are as the page has them, where a line `...` is any lines.
fn all_fit(got: &[&str], want: &[&str]) -> bool {
    let fits_at = |at: usize, part: &[&str]| {
        let lines = got.get(at..at + part.len());
        lines.is_some_and(|lines| lines.iter().zip(part).all(|(g, w)| fits(g, w)))
    };
    let parts: Vec<&[&str]> = want.split(|line| *line == "...").collect();
    let [first, middle @ .., last] = &parts[..] else {
        return got.len() == want.len() && fits_at(0, want);
    };
    let mut at = first.len();
    for part in middle {
        match (at..=got.len()).find(|&start| fits_at(start, part)) {
            Some(start) => at = start + part.len(),
            None => return false,
        }
    }
    let end = got.len().saturating_sub(last.len());
    fits_at(0, first) && end >= at && fits_at(end, last)
}

/// Writes the files of a page and runs its commands; returns how many there are.
fn follow(page: &str, name: &str) -> usize {
    let folder = format!("stringent-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(folder);
    fs::create_dir_all(&folder).unwrap();
    let mut commands = 0;
    for (info, lines) in blocks(page) {
        if let Some((_, name)) = info.split_once(' ') {
            fs::write(folder.join(name), lines.join("\n") + "\n").unwrap();
        }
        if info != "console" {
            continue;
        }
        for (line, want) in sessions(&lines) {
            let output = run(&folder, line);
            assert!(!output.is_empty(), "$ {line}");
            let got: Vec<&str> = output.lines().collect();
            assert!(all_fit(&got, &want), "$ {line}\n{output}");
            commands += 1;
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    commands
}

#[test]
fn recipes_work() {
    let commands = follow(GUIDE, "guide");
    assert!(commands >= 10, "{commands}");
}

#[test]
fn examples_are_as_described() {
    let pages = [("functions", FUNCTIONS), ("integers", INTEGERS), ("search", SEARCH)];
    assert_eq!(pages.map(|(name, page)| follow(page, name)), [10, 3, 4]);
}

#[test]
fn lines_that_fit() {
    assert!(all_fit(&["a", "b", "c"], &["a", "...", "c", "..."]));
    assert!(all_fit(&["a 1", "b", "c", "b"], &["a ...", "...", "b"]));
    assert!(
        all_fit(&["a"], &["..."])
            && all_fit(&["a"], &["a"])
            && all_fit(&["a", "b"], &["a", "...", "b"])
    );
    assert!(!all_fit(&["a", "b", "c"], &["a", "...", "b"]) && !all_fit(&["a", "b"], &["a"]));
    assert!(!all_fit(&["a"], &["a", "b"]) && !all_fit(&["a"], &["a", "...", "a"]));
    assert!(!all_fit(&["a", "b", "c"], &["...", "c", "b", "..."]));
}

/// Commands, each with the output that follows it.
fn sessions<'a>(lines: &[&'a str]) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut sessions: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in lines {
        match (line.strip_prefix("$ "), sessions.last_mut()) {
            (Some(command), _) => sessions.push((command, Vec::new())),
            (None, Some((_, output))) => output.push(line),
            (None, None) => panic!("output without a command: {line}"),
        }
    }
    sessions
}
