//! Terms as people write them: `|x| = 3`, `x ∈ (ab)+`, `x · "a"`.

use super::tree::Tree;
use std::collections::HashMap;

/// What is longer is cut off.
const LONGEST: usize = 400;

/// How tightly a text holds together: one with a lower number than its place allows goes into parentheses.
type Tightness = u8;

const ATOM: Tightness = 9;
const NEGATION: Tightness = 3;

/// A text and how tightly it holds together.
#[derive(Clone, Debug)]
struct Text(String, Tightness);

/// Abbreviations of a proof, written out.
#[derive(Debug, Default)]
pub struct Notation {
    names: HashMap<String, Text>,
}

/// Work on a term: a part of it to be read, or one whose parts were.
enum Task<'t> {
    Read(&'t Tree),
    Join { head: &'t Tree, count: usize },
}

impl Notation {
    /// From now on a name stands for a term.
    pub fn define(&mut self, name: &str, term: &Tree) {
        let text = self.text(term);
        self.names.insert(name.to_owned(), text);
    }

    /// A term as people write it.
    pub fn of(&self, term: &Tree) -> String {
        self.text(term).0
    }

    fn text(&self, term: &Tree) -> Text {
        let (mut tasks, mut done) = (vec![Task::Read(term)], Vec::new());
        while let Some(task) = tasks.pop() {
            match task {
                Task::Read(Tree::Token(token)) => done.push(self.token(token)),
                Task::Read(tree @ Tree::List(parts)) => match parts.split_first() {
                    Some((head, args)) if !["let", "_", "as"].contains(&head.token()) => {
                        tasks.push(Task::Join { head, count: args.len() });
                        tasks.extend(args.iter().rev().map(Task::Read));
                    }
                    _ => done.push(Text(cut(plain(tree)), ATOM)),
                },
                Task::Join { head, count } => {
                    let args = done.split_off(done.len() - count);
                    done.push(shortened(joined(head, args)));
                }
            }
        }
        done.pop().unwrap_or(Text(String::new(), ATOM))
    }

    fn token(&self, token: &str) -> Text {
        match (self.names.get(token), token) {
            (Some(text), _) => text.clone(),
            (None, "re.all") => Text("any*".to_owned(), ATOM),
            (None, "re.allchar") => Text("any".to_owned(), ATOM),
            (None, "re.none") => Text("∅".to_owned(), ATOM),
            _ => Text(token.to_owned(), ATOM),
        }
    }
}

/// As it is in SMT-LIB.
fn plain(tree: &Tree) -> String {
    let (mut out, close) = (String::new(), Tree::Token(")".to_owned()));
    let mut stack = vec![tree];
    while let Some(tree) = stack.pop() {
        if !out.is_empty() && !out.ends_with('(') && tree.token() != ")" {
            out.push(' ');
        }
        match tree {
            Tree::Token(token) => out.push_str(token),
            Tree::List(parts) => {
                out.push('(');
                stack.push(&close);
                stack.extend(parts.iter().rev());
            }
        }
    }
    out
}

fn cut(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

fn shortened(Text(text, tightness): Text) -> Text {
    if text.len() > LONGEST { Text(cut(text), ATOM) } else { Text(text, tightness) }
}

/// Functions that stand between their arguments, with how they are written and how tightly they hold.
const BETWEEN: &[(&str, &str, Tightness)] = &[
    ("=>", " implies ", 1),
    ("xor", " xor ", 1),
    ("or", " or ", 1),
    ("and", " and ", 1),
    ("=", " = ", 4),
    ("distinct", " ≠ ", 4),
    (">=", " ≥ ", 4),
    ("<=", " ≤ ", 4),
    (">", " > ", 4),
    ("<", " < ", 4),
    ("str.<", " before ", 4),
    ("str.<=", " not after ", 4),
    ("str.in_re", " ∈ ", 4),
    ("str.contains", " contains ", 4),
    ("str.prefixof", " is a prefix of ", 4),
    ("str.suffixof", " is a suffix of ", 4),
    ("re.union", " | ", 5),
    ("re.inter", " & ", 5),
    ("re.diff", " \\ ", 5),
    ("+", " + ", 5),
    ("-", " − ", 5),
    ("*", "·", 6),
    ("div", " div ", 6),
    ("mod", " mod ", 6),
    ("str.++", " · ", 6),
    ("re.++", " ", 6),
];

/// Operators after a language.
const AFTER: &[(&str, &str)] = &[("re.*", "*"), ("re.+", "+"), ("re.opt", "?")];

fn joined(head: &Tree, args: Vec<Text>) -> Text {
    let name = head.token();
    if let Some(&(_, sign, tightness)) = BETWEEN.iter().find(|(n, ..)| *n == name)
        && args.len() > 1
    {
        let parts: Vec<String> = args.into_iter().map(|a| within(a, tightness + 1)).collect();
        return Text(parts.join(sign), tightness);
    }
    if let Some((_, sign)) = AFTER.iter().find(|(n, _)| *n == name) {
        return Text(format!("{}{sign}", only(args, ATOM)), ATOM);
    }
    match (name, args.len()) {
        ("str.to_re", 1) => word(only(args, 0)),
        ("str.len", 1) => Text(format!("|{}|", only(args, 0)), ATOM),
        ("re.comp", 1) => Text(format!("not({})", only(args, 0)), ATOM),
        ("-", 1) => Text(format!("−{}", only(args, ATOM)), 6),
        ("not", 1) => Text(negated(only(args, NEGATION)), NEGATION),
        ("re.range", 2) => Text(format!("[{}–{}]", args[0].0, args[1].0), ATOM),
        _ => Text(format!("{}({})", function(head), listed(args)), ATOM),
    }
}

/// The name of a function, without the prefix of its theory; loops and powers have their numbers.
fn function(head: &Tree) -> String {
    match head {
        Tree::Token(name) => name.strip_prefix("str.").unwrap_or(name).to_owned(),
        tree => plain(tree),
    }
}

/// The common negations have signs of their own.
fn negated(text: String) -> String {
    for (sign, other) in [(" = ", " ≠ "), (" ∈ ", " ∉ ")] {
        if text.matches(sign).count() == 1 && !text.contains(" and ") && !text.contains(" or ") {
            return text.replace(sign, other);
        }
    }
    format!("not ({text})")
}

fn within(Text(text, tightness): Text, least: Tightness) -> String {
    if tightness < least { format!("({text})") } else { text }
}

fn only(args: Vec<Text>, least: Tightness) -> String {
    args.into_iter().next().map_or(String::new(), |a| within(a, least))
}

/// A word as a language: what stands after it belongs to a letter only if it is one.
fn word(text: String) -> Text {
    let tightness = if text.chars().count() == 3 { ATOM } else { ATOM - 1 };
    Text(text, tightness)
}

fn listed(args: Vec<Text>) -> String {
    args.into_iter().map(|Text(text, _)| text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::tree::commands;
    use super::*;

    fn written(text: &str) -> String {
        let command = &commands(&format!("(x {text})"))[0];
        Notation::default().of(&command.parts[1])
    }

    #[test]
    fn terms_are_written_as_people_do() {
        for (term, text) in [
            ("(= (str.len x) 3)", "|x| = 3"),
            ("(not (= x \"a\"))", "x ≠ \"a\""),
            (
                "(str.in_re x (re.+ (re.union (str.to_re \"ab\") re.allchar)))",
                "x ∈ (\"ab\" | any)+",
            ),
            ("(not (str.in_re x (re.* (re.range \"a\" \"z\"))))", "x ∉ [\"a\"–\"z\"]*"),
            ("(>= (+ n (* (- 1) m)) 0)", "n + (−1)·m ≥ 0"),
            ("(or (and p q) (not (>= n 1)))", "(p and q) or not (n ≥ 1)"),
            (
                "(str.in_re x (re.++ (re.+ (str.to_re \"ab\")) (str.to_re \"cd\") (re.* (str.to_re \"e\"))))",
                "x ∈ (\"ab\")+ \"cd\" \"e\"*",
            ),
            ("(= s (str.++ a (str.substr s 0 n)))", "s = a · substr(s, 0, n)"),
            ("(re.++ (re.* a) (re.union b c))", "a* (b | c)"),
            ("((_ re.loop 1 3) a)", "(_ re.loop 1 3)(a)"),
        ] {
            assert_eq!(written(term), text);
        }
    }

    #[test]
    fn depth_and_size_are_no_matter() {
        let deep = format!("{}p{}", "(not ".repeat(50_000), ")".repeat(50_000));
        assert!(written(&deep).chars().count() < LONGEST + 20);
        let mut notation = Notation::default();
        for i in 0..60 {
            let text = format!("(x (str.++ @{i} @{i}))");
            notation.define(&format!("@{}", i + 1), &commands(&text)[0].parts[1]);
        }
        assert!(notation.of(&Tree::Token("@60".to_owned())).chars().count() < LONGEST + 20);
    }
}
