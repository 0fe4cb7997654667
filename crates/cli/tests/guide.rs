//! The recipes of the guide: its files are written, its commands run, its outputs compared. (The Rust in it is
//! run with the documentation of the library.)

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};

const GUIDE: &str = include_str!("../../../docs/guide.md");

/// A fenced block: what follows the fence, and its lines.
type Block<'a> = (&'a str, Vec<&'a str>);

fn blocks() -> Vec<Block<'static>> {
    let mut blocks = Vec::new();
    let mut lines = GUIDE.lines();
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

/// Whether a line is as the guide has it, where `...` is any text.
fn fits(line: &str, want: &str) -> bool {
    match want.split_once("...") {
        None => line == want,
        Some((start, end)) => line.starts_with(start) && line.ends_with(end),
    }
}

#[test]
fn recipes_work() {
    let folder = std::env::temp_dir().join(format!("stringent-guide-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut commands = 0;
    for (info, lines) in blocks() {
        if let Some((_, name)) = info.split_once(' ') {
            fs::write(folder.join(name), lines.join("\n") + "\n").unwrap();
        }
        if info != "console" {
            continue;
        }
        for (line, want) in sessions(&lines) {
            let output = run(&folder, line);
            let all_is_fine = want == ["..."] && !output.is_empty();
            let got: Vec<&str> = output.lines().collect();
            let same = got.len() == want.len() && got.iter().zip(&want).all(|(g, w)| fits(g, w));
            assert!(all_is_fine || same, "$ {line}\n{output}");
            commands += 1;
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    assert!(commands >= 10, "{commands}");
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
