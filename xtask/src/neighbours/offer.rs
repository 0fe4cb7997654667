//! Problems with a changed assertion, and proofs whose assumptions are fitted to them.

use crate::mutants::change::tokens;

/// A script with one check, as its commands.
pub struct Script {
    commands: Vec<String>,
    /// Which commands are assertions.
    assertions: Vec<usize>,
    /// What it declares.
    pub names: Vec<String>,
}

/// Assertion `at` is another one, or gone.
pub struct Change {
    pub at: usize,
    pub new: Option<String>,
}

impl Script {
    /// The commands of a script; none unless it has one check and no scopes.
    pub fn new(text: &str) -> Option<Script> {
        let commands: Vec<String> = commands(&without_comments(text));
        let begins =
            |word: &str| commands.iter().filter(|c| c.starts_with(&format!("({word}"))).count();
        if begins("check-sat") != 1
            || begins("check-sat-assuming") + begins("push") + begins("reset") > 0
        {
            return None;
        }
        let is_assertion = |i: &usize| commands[*i].starts_with("(assert ");
        let assertions = (0..commands.len()).filter(is_assertion).collect();
        let declares = commands.iter().filter(|c| c.starts_with("(declare-"));
        let names = declares.filter_map(|c| c.split(' ').nth(1).map(str::to_owned)).collect();
        Some(Script { commands, assertions, names })
    }

    /// The formula of an assertion.
    pub fn assertion(&self, n: usize) -> Option<&str> {
        self.commands[*self.assertions.get(n)?].strip_prefix("(assert ")?.strip_suffix(')')
    }

    /// The text with a changed assertion.
    pub fn changed(&self, change: &Change) -> String {
        let mut out = String::new();
        for (i, command) in self.commands.iter().enumerate() {
            match &change.new {
                _ if self.assertions[change.at] != i => out.push_str(command),
                Some(new) => out.push_str(&format!("(assert {new})")),
                None => {}
            }
            out.push('\n');
        }
        out
    }
}

/// What a script declares and defines, a command a line.
pub fn definitions(text: &str) -> String {
    let all = commands(&without_comments(text));
    let named = |c: &&String| c.starts_with("(declare-") || c.starts_with("(define-");
    all.iter().filter(named).map(|c| format!("{c}\n")).collect()
}

/// Comments go; quotes and bars hide semicolons.
fn without_comments(text: &str) -> String {
    let (mut out, mut quote, mut comment) = (String::new(), None, false);
    for c in text.chars() {
        comment &= c != '\n';
        match (quote, c) {
            _ if comment => continue,
            (None, ';') => {
                comment = true;
                continue;
            }
            (None, '"' | '|') => quote = Some(c),
            (Some(q), _) if q == c => quote = None,
            _ => {}
        }
        out.push(c);
    }
    out
}

/// The commands, each with single spaces between tokens.
fn commands(text: &str) -> Vec<String> {
    let (mut out, mut depth) = (Vec::new(), 0);
    let mut command = String::new();
    for token in tokens(text) {
        depth += i32::from(token == "(") - i32::from(token == ")");
        if !command.is_empty() && token != ")" && !command.ends_with('(') {
            command.push(' ');
        }
        command.push_str(token);
        if depth == 0 {
            out.push(std::mem::take(&mut command));
        }
    }
    out
}

/// The numbers of assertions that a proof takes, each once.
pub fn assumed(proof: &str) -> Vec<usize> {
    let mut out: Vec<usize> = proof.lines().filter_map(|l| Some(assumption(l)?.1)).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// The name, the number and the stated formula of `(assume ID N [TERM])`.
fn assumption(line: &str) -> Option<(&str, usize, &str)> {
    let mut parts = line.strip_prefix("(assume ")?.strip_suffix(')')?.splitn(3, ' ');
    Some((parts.next()?, parts.next()?.parse().ok()?, parts.next().unwrap_or("")))
}

/// The proof as it is, and with assumptions that fit a changed problem in different ways.
pub fn variants(proof: &str, change: &Change) -> Vec<String> {
    let fitted = |fit: &dyn Fn(&str, usize, &str) -> String| {
        let lines = proof.lines().map(|line| match assumption(line) {
            Some((name, n, stated)) => fit(name, n, stated),
            None => line.to_owned(),
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let gone = change.new.is_none();
    let moved = |n: usize| if gone && n > change.at { n - 1 } else { n };
    let mut out = vec![
        proof.to_owned(),
        fitted(&|name, n, stated| format!("(assume {name} {} {stated})", moved(n))),
        fitted(&|name, n, _| format!("(assume {name} {})", moved(n))),
        fitted(&|name, n, stated| format!("(assume {name} {} {stated})", n.saturating_sub(1))),
    ];
    if let Some(new) = &change.new {
        out.push(fitted(&|name, n, stated| {
            format!("(assume {name} {n} {})", if n == change.at { new } else { stated })
        }));
    }
    out.push(without_assumption(proof, change.at));
    out.sort_unstable();
    out.dedup();
    out
}

/// The proof without the assumption of one assertion.
fn without_assumption(proof: &str, at: usize) -> String {
    let kept = proof.lines().filter(|l| assumption(l).is_none_or(|(_, n, _)| n != at));
    kept.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "(declare-const x Int) ; a (comment)\n(assert (= x |a;b|))\n(assert\n (> x 1))(check-sat)";

    #[test]
    fn an_assertion_is_changed_or_dropped() {
        let script = Script::new(TEXT).unwrap_or_else(|| panic!("one check"));
        assert_eq!(script.names, ["x"]);
        assert_eq!(script.assertion(0), Some("(= x |a;b|)"));
        let changed = script.changed(&Change { at: 1, new: Some("(> x 0)".to_owned()) });
        assert_eq!(
            changed,
            "(declare-const x Int)\n(assert (= x |a;b|))\n(assert (> x 0))\n(check-sat)\n"
        );
        let dropped = script.changed(&Change { at: 0, new: None });
        assert_eq!(dropped, "(declare-const x Int)\n\n(assert (> x 1))\n(check-sat)\n");
        assert!(Script::new("(push 1)(check-sat)").is_none());
        assert_eq!(definitions(TEXT), "(declare-const x Int)\n");
    }

    #[test]
    fn assumptions_are_fitted() {
        let proof = "(assume a 0 p)\n(assume b 1 (> x 1))\n(rup q () a b)";
        assert_eq!(assumed(proof), [0, 1]);
        let all = variants(proof, &Change { at: 0, new: None });
        assert!(all.contains(&proof.to_owned()));
        assert!(all.contains(&"(assume a 0 p)\n(assume b 0 (> x 1))\n(rup q () a b)".to_owned()));
        assert!(all.contains(&"(assume b 1 (> x 1))\n(rup q () a b)".to_owned()));
        let all = variants(proof, &Change { at: 0, new: Some("q".to_owned()) });
        assert!(all.contains(&"(assume a 0 q)\n(assume b 1 (> x 1))\n(rup q () a b)".to_owned()));
    }
}
