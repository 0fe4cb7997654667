//! What a regression file expects, written in the file itself:
//!
//! - `(set-info :status sat)` before a `(check-sat)`: the answer of that check;
//! - `; EXPECT: line`, once per line: the exact output;
//! - `; fires: Id`: an inference that must happen, by its variant or its name;
//! - `; options: --name=value ...`: more arguments for the solver;
//! - `; exit: N`: the exit code.

/// The expectations of one file.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Case {
    /// Per check the expected answer, if the file states one.
    pub statuses: Vec<Option<String>>,
    /// The exact output, if not empty.
    pub output: Vec<String>,
    pub fires: Vec<String>,
    pub options: Vec<String>,
    pub exit: Option<i32>,
}

impl Case {
    /// Reads the expectations; a file without any is an error, as it could not fail.
    pub fn parse(text: &str) -> Result<Case, String> {
        let mut case = Case { statuses: statuses(text), ..Case::default() };
        case.output = directives(text, "EXPECT").map(str::to_owned).collect();
        case.fires = fires(text).map(str::to_owned).collect();
        case.options = directives(text, "options")
            .flat_map(str::split_whitespace)
            .map(str::to_owned)
            .collect();
        if let Some(code) = directives(text, "exit").next() {
            case.exit = Some(code.parse().map_err(|_| format!("bad exit code `{code}`"))?);
        }
        let states_something = case.statuses.iter().any(Option::is_some)
            || !case.output.is_empty()
            || case.exit.is_some();
        if states_something { Ok(case) } else { Err("expects nothing".to_owned()) }
    }

    /// As many checks as the text has, and nothing that is expected of them.
    pub fn without_answers(text: &str) -> Case {
        Case { statuses: vec![None; statuses(text).len()], ..Case::default() }
    }

    /// The expected answers: from the output if it is given, else from the statuses.
    pub fn answers(&self) -> Vec<Option<&str>> {
        if self.output.is_empty() {
            return self.statuses.iter().map(Option::as_deref).collect();
        }
        self.output.iter().map(String::as_str).filter(|l| is_answer(l)).map(Some).collect()
    }
}

/// Whether a line of output answers a check.
pub fn is_answer(line: &str) -> bool {
    matches!(line, "sat" | "unsat" | "unknown")
}

/// The inferences that the file says it fires.
pub fn fires(text: &str) -> impl Iterator<Item = &str> {
    directives(text, "fires").flat_map(|line| line.split([',', ' '])).filter(|id| !id.is_empty())
}

/// An id without what the variant `LiaDiv` and the name `lia.div` differ in.
pub fn plain(id: &str) -> String {
    id.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// The text with other expected output.
pub fn with_output(text: &str, output: &[&str]) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_expect = |line: &&str| directive(line, "EXPECT").is_some();
    let at = lines.iter().position(is_expect).unwrap_or(0);
    let expects: Vec<String> =
        output.iter().map(|l| format!("; EXPECT: {l}").trim_end().to_owned()).collect();
    let before = lines[..at].iter().copied();
    let after = lines[at..].iter().copied().filter(|line| !is_expect(line));
    let all: Vec<&str> = before.chain(expects.iter().map(String::as_str)).chain(after).collect();
    all.join("\n") + "\n"
}

fn directives<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines().filter_map(move |line| directive(line, name))
}

fn directive<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let rest = line.trim_start().strip_prefix(';')?.trim_start_matches([';', ' ']);
    let value = rest.strip_prefix(name)?.strip_prefix(':')?;
    Some(value.strip_prefix(' ').unwrap_or(value).trim_end())
}

/// Per check the status set since the check before.
fn statuses(text: &str) -> Vec<Option<String>> {
    let mut statuses = Vec::new();
    let mut status = None;
    for line in text.lines() {
        for command in without_comment(line).split('(').map(str::trim_start) {
            if let Some(value) = command.strip_prefix("set-info :status ") {
                let value = value.trim_matches([' ', ')', '\n', '\r']);
                status = Some(value.to_owned()).filter(|v| v != "unknown");
            } else if is_check(command) {
                statuses.push(status.take());
            }
        }
    }
    statuses
}

/// The line up to a `;` that is in no string.
fn without_comment(line: &str) -> &str {
    let is_outside = |at: &usize| line[..*at].matches('"').count().is_multiple_of(2);
    let comment = line.match_indices(';').map(|(at, _)| at).find(is_outside);
    comment.map_or(line, |at| &line[..at])
}

fn is_check(command: &str) -> bool {
    let rest = command.strip_prefix("check-sat");
    rest.map(|r| r.strip_prefix("-assuming").unwrap_or(r))
        .is_some_and(|r| r.is_empty() || r.starts_with([' ', ')']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_directives() {
        let text = "; fires: LiaDiv, regex.empty\n; options: --a=1 -b\n; exit: 1\n\
                    ; EXPECT: sat\n; EXPECT: (\n; EXPECT:   (x)\n(check-sat)\n";
        let case = Case::parse(text).unwrap();
        assert_eq!(case.fires, ["LiaDiv", "regex.empty"]);
        assert_eq!(case.options, ["--a=1", "-b"]);
        assert_eq!(case.output, ["sat", "(", "  (x)"]);
        assert_eq!(case.exit, Some(1));
        assert_eq!(case.answers(), [Some("sat")]);
    }

    #[test]
    fn statuses_belong_to_the_next_check() {
        let text = "(set-info :status sat)\n(check-sat)(check-sat-assuming (a))\n; (check-sat)\n\
                    (set-info :status unknown)\n(check-sat)\n(set-info :status unsat) (check-sat )";
        let case = Case::parse(text).unwrap();
        assert_eq!(case.answers(), [Some("sat"), None, None, Some("unsat")]);
    }

    #[test]
    fn a_semicolon_in_a_string_begins_no_comment() {
        assert_eq!(without_comment("(f \"a;\"\";b\") ; c \"d\""), "(f \"a;\"\";b\") ");
        assert_eq!(statuses("(assert (= x \";\"))(check-sat)"), [None]);
    }

    #[test]
    fn a_file_must_expect_something() {
        assert!(Case::parse("(set-info :status unknown)\n(check-sat)\n").is_err());
        assert!(Case::parse("; exit: x\n").is_err());
    }

    #[test]
    fn blessing_replaces_the_output_in_place() {
        let text = "; a\n; EXPECT: sat\n; EXPECT: x\n(check-sat)\n";
        assert_eq!(
            with_output(text, &["unsat", ""]),
            "; a\n; EXPECT: unsat\n; EXPECT:\n(check-sat)\n"
        );
    }

    #[test]
    fn variants_and_names_are_one() {
        assert_eq!(plain("RegexLengthSet"), plain("regex.length-set"));
    }
}
