//! The recipes of the guide, and the examples of other pages: files are written, commands run, outputs compared. The lines of the
//! front page are run, too. (Rust on the pages is run with the documentation of the library, Python, JavaScript and C by the tests of
//! those packages, and `cargo xtask` commands are read by the tests of `xtask`.)

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Pages with commands, and how many there are.
const PAGES: [(&str, usize); 8] = [
    ("equations", 8),
    ("functions", 10),
    ("guide", 21),
    ("integers", 4),
    ("patterns", 6),
    ("regexes", 1),
    ("search", 4),
    ("transducers", 1),
];

/// Pages with lines that show how the program is called.
const CALLS: [&str; 3] = ["README", "docs/proofs", "docs/soundness"];

/// What stands for a file or folder in them.
const PLACEHOLDERS: [&str; 4] = ["FILE", "file.smt2", "problem.smt2", "script.smt2"];

fn page(name: &str) -> String {
    fs::read_to_string(format!("{ROOT}/{name}.md")).unwrap()
}

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

/// What a command prints, errors last.
fn run(folder: &PathBuf, line: &str) -> (String, Option<i32>) {
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
    (String::from_utf8([output.stdout, output.stderr].concat()).unwrap(), output.status.code())
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

/// A folder for the files of a page.
fn workplace(name: &str) -> PathBuf {
    let folder = format!("stringent-{}-{}", name.replace('/', "-"), std::process::id());
    let folder = std::env::temp_dir().join(folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes the files of a page and runs its commands; returns how many there are.
fn follow(page: &str, name: &str) -> usize {
    let folder = workplace(name);
    let mut commands = 0;
    for (info, lines) in blocks(page) {
        if let Some((_, name)) = info.split_once(' ') {
            fs::write(folder.join(name), lines.join("\n") + "\n").unwrap();
        }
        assert_ne!(info, "smt2", "{name}: a script without a name, which nothing runs");
        if info != "console" {
            continue;
        }
        for (line, want) in sessions(&lines) {
            let output = run(&folder, line).0;
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
fn examples_are_as_described() {
    for (name, count) in PAGES {
        assert_eq!(follow(&page(&format!("docs/{name}")), name), count, "{name}");
    }
}

#[test]
fn no_page_is_left_out() {
    for entry in fs::read_dir(format!("{ROOT}/docs")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if path.extension().is_some_and(|e| e == "md") {
            let text = fs::read_to_string(&path).unwrap();
            let runs = blocks(&text)
                .iter()
                .any(|(info, _)| ["smt2", "console"].iter().any(|i| info.starts_with(i)));
            assert_eq!(runs, PAGES.iter().any(|(page, _)| *page == name), "{name}");
        }
    }
}

/// The lines of a page that call the program, in code, without their comments.
fn calls(page: &str) -> Vec<&str> {
    let fenced = blocks(page).into_iter().filter(|(info, _)| *info == "sh");
    let indented = page.lines().filter_map(|line| line.strip_prefix("    "));
    let lines = fenced.flat_map(|(_, lines)| lines).chain(indented);
    let lines = lines.map(|line| line.split("  ").next().unwrap_or(line));
    lines
        .map(|line| line.split(" #").next().unwrap_or(line))
        .filter(|line| line.trim_end() == "stringent" || line.starts_with("stringent "))
        .collect()
}

#[test]
fn the_program_takes_what_pages_say() {
    for name in CALLS {
        let text = page(name);
        let lines = calls(&text);
        assert!(!lines.is_empty(), "{name}");
        let folder = workplace(name);
        fs::create_dir_all(folder.join("FOLDER")).unwrap();
        for file in PLACEHOLDERS {
            fs::write(
                folder.join(file),
                "(declare-const s String)(assert (= s \"a\"))(check-sat)\n",
            )
            .unwrap();
        }
        for line in lines {
            let (output, code) = run(&folder, line);
            // 1 says that there is an error in what was asked, or nothing to explain; 2 that the line is wrong.
            assert!(matches!(code, Some(0 | 1)), "{name}: {line}\n{output}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn the_question_of_the_front_page() {
    let text = page("README");
    let (_, wanted) = blocks(&text).into_iter().find(|(info, _)| *info == "text").unwrap();
    let (output, code) = run(&PathBuf::from(ROOT), "stringent examples/password.smt2");
    assert_eq!((output.lines().collect(), code), (wanted, Some(0)));
    assert!(text.contains("cargo run --release -- examples/password.smt2"));
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
