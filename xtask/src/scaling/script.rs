//! Writes the text of a script: declarations, assertions, and one question at the end.

use std::fmt::Display;

/// One or more small letters.
pub const LETTERS: &str = "(re.+ (re.range \"a\" \"z\"))";
/// One or more digits.
pub const DIGITS: &str = "(re.+ (re.range \"0\" \"9\"))";

/// A script as far as it is written.
pub struct Script(String);

impl Script {
    pub fn new() -> Script {
        Script("(set-logic QF_SLIA)\n".to_owned())
    }

    /// A script about more than strings and integers.
    pub fn with_all() -> Script {
        Script("(set-logic ALL)\n".to_owned())
    }

    /// Adds a declaration, spelled out.
    pub fn declare(&mut self, declaration: &str) {
        self.line(declaration);
    }

    /// Declares a string.
    pub fn string(&mut self, name: &str) {
        self.line(format_args!("(declare-const {name} String)"));
    }

    /// Declares an integer.
    pub fn integer(&mut self, name: &str) {
        self.line(format_args!("(declare-const {name} Int)"));
    }

    /// Declares a truth value.
    pub fn truth(&mut self, name: &str) {
        self.line(format_args!("(declare-const {name} Bool)"));
    }

    /// Declares strings with numbers after a common letter.
    pub fn strings(&mut self, letter: &str, count: usize) -> Vec<String> {
        let names: Vec<String> = (0..count).map(|i| format!("{letter}{i}")).collect();
        names.iter().for_each(|name| self.string(name));
        names
    }

    pub fn assert(&mut self, formula: impl Display) {
        self.line(format_args!("(assert {formula})"));
    }

    /// The script with its question.
    pub fn ask(self) -> String {
        self.0 + "(check-sat)\n"
    }

    fn line(&mut self, text: impl Display) {
        self.0 += &format!("{text}\n");
    }
}

/// A string literal.
pub fn literal(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The regex of one word.
pub fn word(text: &str) -> String {
    format!("(str.to_re {})", literal(text))
}

/// An application of a function that takes at least two arguments to one or more.
pub fn apply(function: &str, args: impl IntoIterator<Item = String>) -> String {
    let args: Vec<String> = args.into_iter().collect();
    match &args[..] {
        [one] => one.clone(),
        _ => format!("({function} {})", args.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        let mut script = Script::new();
        assert_eq!(script.strings("x", 2), ["x0", "x1"]);
        script.assert(format_args!("(= x0 {})", literal("a\"b")));
        let lines =
            "(declare-const x0 String)\n(declare-const x1 String)\n(assert (= x0 \"a\"\"b\"))";
        assert_eq!(script.ask(), format!("(set-logic QF_SLIA)\n{lines}\n(check-sat)\n"));
        assert_eq!(apply("+", ["a".to_owned()]), "a");
        assert_eq!(apply("+", ["a", "b"].map(str::to_owned)), "(+ a b)");
    }
}
