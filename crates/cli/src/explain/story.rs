//! A refutation as a list of lines: which assertions it takes, what holds by which kind of reason, and what follows.
//!
//! The proof was trimmed by whoever wrote it, so every step matters. Steps that only write a formula in another way are told together with
//! what follows from them.

use super::notation::Notation;
use super::tree::{Command, Tree, commands};
use std::collections::{BTreeMap, HashMap};

/// Why a line holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Languages,
    Numbers,
    Functions,
    Rewriting,
    Logic,
    Open,
}

/// An assertion that the refutation takes.
#[derive(Debug)]
pub struct Premise {
    /// Its number at the check, from 1.
    pub number: usize,
    /// Where it is in the script; none for an assumption.
    pub line: Option<usize>,
    pub text: String,
}

/// Something that holds.
#[derive(Debug)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    pub text: String,
    pub kind: Kind,
    pub why: String,
    /// The labels of what it rests on: `[2]` for an assertion, `(3)` for a line.
    pub from: Vec<String>,
}

/// The refutation of one check.
#[derive(Debug, Default)]
pub struct Story {
    /// The number of the check, from 1.
    pub check: usize,
    /// How many assertions there are.
    pub of: usize,
    pub premises: Vec<Premise>,
    pub lines: Vec<Line>,
    /// Techniques whose conclusions are not justified, with how many there are.
    pub open: BTreeMap<String, usize>,
}

/// The refutations of a proof about a script.
pub fn stories(script: &str, proof: &str) -> Vec<Story> {
    let stacks = stacks(&commands(script));
    let mut out: Vec<Teller> = Vec::new();
    for command in commands(proof) {
        let parts = &command.parts;
        match (parts[0].token(), out.last_mut()) {
            ("check-sat", _) => {
                let check = number(parts.get(1));
                out.push(Teller::new(check, stacks.get(check).cloned().unwrap_or_default()));
            }
            (_, Some(teller)) => teller.command(parts),
            _ => {}
        }
    }
    out.into_iter().map(|teller| teller.story).collect()
}

fn number(tree: Option<&Tree>) -> usize {
    tree.and_then(|t| t.token().parse().ok()).unwrap_or(0)
}

/// For each check, the lines of the assertions that are on the stack, then nothing for each assumption.
fn stacks(script: &[Command]) -> Vec<Vec<Option<usize>>> {
    let (mut asserted, mut scopes, mut out) = (Vec::new(), Vec::new(), Vec::new());
    for command in script {
        let levels = command.parts.get(1).map_or(1, |n| number(Some(n)));
        match command.parts.first().map_or("", Tree::token) {
            "assert" => asserted.push(Some(command.line)),
            "push" => scopes.extend(std::iter::repeat_n(asserted.len(), levels.min(100_000))),
            "pop" => {
                for _ in 0..levels.min(scopes.len()) {
                    asserted.truncate(scopes.pop().unwrap_or(0));
                }
            }
            "reset" | "reset-assertions" => (asserted, scopes) = (Vec::new(), Vec::new()),
            "check-sat" => out.push(asserted.clone()),
            "check-sat-assuming" => {
                let assumptions = command.parts.get(1).map_or(0, |t| t.parts().len());
                out.push(
                    asserted
                        .iter()
                        .copied()
                        .chain(std::iter::repeat_n(None, assumptions))
                        .collect(),
                );
            }
            _ => {}
        }
    }
    out
}

/// What is known of a clause of the proof.
struct Known {
    /// How others refer to it.
    labels: Vec<String>,
    /// A step that is told with what follows from it.
    silent: Option<Kind>,
}

/// Makes a story of the commands of a section.
struct Teller {
    story: Story,
    stack: Vec<Option<usize>>,
    notation: Notation,
    known: HashMap<String, Known>,
}

impl Teller {
    fn new(check: usize, stack: Vec<Option<usize>>) -> Teller {
        let story = Story { check: check + 1, of: stack.len(), ..Story::default() };
        Teller { story, stack, notation: Notation::default(), known: HashMap::new() }
    }

    fn command(&mut self, parts: &[Tree]) {
        let name = parts.get(1).map_or("", Tree::token).to_owned();
        match (parts[0].token(), parts) {
            ("term", [_, _, term]) => self.notation.define(&name, term),
            ("assume", [_, _, n, rest @ ..]) => self.assume(name, number(Some(n)), rest.first()),
            ("step", [_, _, clause, rule]) => self.step(name, clause, rule),
            ("rup", [_, _, clause, hints @ ..]) => self.follows(name, clause, hints),
            _ => {}
        }
    }

    fn assume(&mut self, name: String, n: usize, stated: Option<&Tree>) {
        let label = format!("[{}]", n + 1);
        let line = self.stack.get(n).copied().flatten();
        let text = stated.map_or(String::new(), |t| self.notation.of(t));
        if self.story.premises.iter().all(|p| p.number != n + 1) {
            self.story.premises.push(Premise { number: n + 1, line, text });
            self.story.premises.sort_by_key(|p| p.number);
        }
        self.known.insert(name, Known { labels: vec![label], silent: None });
    }

    fn step(&mut self, name: String, clause: &Tree, rule: &Tree) {
        let (kind, why) = reason(rule);
        if kind == Kind::Open {
            *self.story.open.entry(rule.parts()[1].token().to_owned()).or_default() += 1;
        }
        let silent = (kind == Kind::Rewriting || kind == Kind::Logic).then_some(kind);
        let labels = if silent.is_some() {
            Vec::new()
        } else {
            vec![self.line(clause, kind, why, Vec::new())]
        };
        self.known.insert(name, Known { labels, silent });
    }

    fn follows(&mut self, name: String, clause: &Tree, hints: &[Tree]) {
        let (mut from, mut kind): (Vec<String>, Kind) = (Vec::new(), Kind::Logic);
        for known in hints.iter().filter_map(|h| self.known.get(h.token())) {
            from.extend(known.labels.iter().cloned());
            kind = known.silent.map_or(kind, |k| k.min(kind));
        }
        from.sort_by_key(|label| (label.starts_with('('), label.len(), label.clone()));
        from.dedup();
        let kind = if clause.parts().is_empty() { Kind::Logic } else { kind };
        let why = if kind == Kind::Rewriting { "rewritten" } else { "it follows" };
        // What is the same clause under another name is not told twice.
        let labels = match &from[..] {
            [only] if hints.len() == 1 => vec![only.clone()],
            _ => vec![self.line(clause, kind, why.to_owned(), from)],
        };
        self.known.insert(name, Known { labels, silent: None });
    }

    /// Tells a clause; returns its label.
    fn line(&mut self, clause: &Tree, kind: Kind, why: String, from: Vec<String>) -> String {
        let number = self.story.lines.len() + 1;
        let text = self.clause(clause, kind);
        self.story.lines.push(Line { number, text, kind, why, from });
        format!("({number})")
    }

    /// A clause as a sentence: what is negated in it are conditions.
    fn clause(&self, clause: &Tree, kind: Kind) -> String {
        let (mut conditions, mut conclusions) = (Vec::new(), Vec::new());
        for literal in clause.parts() {
            match literal.parts() {
                [not, inner] if not.token() == "not" => conditions.push(self.notation.of(inner)),
                _ => conclusions.push(self.notation.of(literal)),
            }
        }
        conditions.dedup();
        let (conditions, exclusive) = (list(&conditions, "and"), conditions.len() > 1);
        match (&conditions[..], &list(&conclusions, "or")[..]) {
            ("", "") => "a contradiction".to_owned(),
            ("", conclusion) => conclusion.to_owned(),
            (conditions, "") if exclusive => format!("{conditions} exclude each other"),
            (condition, "") if kind == Kind::Logic => format!("not: {condition}"),
            (condition, "") => format!("it is impossible that {condition}"),
            (conditions, conclusion) => format!("if {conditions}, then {conclusion}"),
        }
    }
}

/// The items with commas and a word between the last two.
fn list(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., last] => format!("{} {word} {last}", init.join(", ")),
    }
}

/// What a rule is called, and what it says.
fn reason(rule: &Tree) -> (Kind, String) {
    let (name, argument) = match rule {
        Tree::Token(name) => (&name[..], ""),
        tree => (tree.head(), tree.parts().get(1).map_or("", Tree::token)),
    };
    let (kind, why) = match name {
        "taut" => (Kind::Logic, "by the connectives"),
        "norm" => (Kind::Rewriting, "by evaluation and rewriting"),
        "lang" => (Kind::Languages, "no word is in these languages with such a length"),
        "thin" => (Kind::Languages, "the language has at most one word of each length"),
        "net" => (Kind::Languages, "no word has such images under these replacements"),
        "lia" => (Kind::Numbers, "by arithmetic of integers"),
        "ax" => return (Kind::Functions, format!("by the meaning of the functions ({argument})")),
        "hole" => return (Kind::Open, format!("concluded by {argument}, without a proof")),
        other => return (Kind::Functions, format!("by the rule {other}")),
    };
    (kind, why.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "(declare-const x String)\n(assert true)\n(push)\n(assert\n (= (str.len x) 3))\n(check-sat)\n(pop)
(check-sat-assuming (p))";
    const PROOF: &str = "(stringent-proof 1)(check-sat 0)(term @1 (str.len x))(assume a 1 (= @1 3))(step b ((not (= @1 3)) (= 3 @1)) norm)
(rup c ((= 3 @1)) a b)(step d ((not (= 3 @1)) (not (>= @1 4))) (lia ((0 1))))(step e ((>= @1 4)) (hole some.technique))
(rup f () c d e)(qed f)(check-sat 1)(assume a 1 p)(rup q () a)(qed q)";

    #[test]
    fn lines_rest_on_assertions_and_lines() {
        let all = stories(SCRIPT, PROOF);
        let story = &all[0];
        assert_eq!((story.check, story.of, all[1].check, all[1].of), (1, 2, 2, 2));
        assert_eq!((story.premises[0].number, story.premises[0].line), (2, Some(4)));
        assert_eq!(all[1].premises[0].line, None);
        let lines: Vec<_> =
            story.lines.iter().map(|l| (&l.text[..], l.kind, l.from.join(" "))).collect();
        assert_eq!(
            lines,
            [
                ("3 = |x|", Kind::Rewriting, "[2]".to_owned()),
                ("3 = |x| and |x| ≥ 4 exclude each other", Kind::Numbers, String::new()),
                ("|x| ≥ 4", Kind::Open, String::new()),
                ("a contradiction", Kind::Logic, "(1) (2) (3)".to_owned()),
            ]
        );
        assert_eq!(story.open.get("some.technique"), Some(&1));
    }
}
