//! Terms as the format writes them: a large one once, under an abbreviation.

use crate::alphabets::Alphabets;
use base::{FxHashMap, FxHashSet};
use smtlib::printer;
use terms::{Fun, Op, Term, Terms};

/// What is longer than this gets an abbreviation.
const LONG: usize = 60;

/// How terms are written.
#[derive(Debug, Default)]
pub struct Texts {
    known: FxHashMap<Term, String>,
    /// How many abbreviations there are.
    count: usize,
}

/// How functions and characters are written.
pub struct Spelling<'a> {
    /// Functions with other names.
    pub heads: &'a FxHashMap<Fun, String>,
    /// Functions that are operators.
    pub ops: &'a FxHashMap<Fun, Op>,
    /// Words that are sequences.
    pub alphabets: &'a mut Alphabets,
}

impl Texts {
    /// Lets `t` be written as `text`.
    pub fn spell(&mut self, t: Term, text: String) {
        self.known.insert(t, text);
    }

    /// A new abbreviation.
    pub fn fresh(&mut self) -> String {
        self.count += 1;
        format!("@{}", self.count)
    }

    /// The text of `t`; commands that must come before it go to `commands`.
    pub fn of(
        &mut self,
        terms: &Terms,
        t: Term,
        spelling: &mut Spelling<'_>,
        commands: &mut Vec<String>,
    ) -> String {
        let order = terms.post_order_unless(&[t], |t| self.known.contains_key(&t));
        for t in order {
            let text = self.build(terms, t, spelling, commands);
            self.known.insert(t, text);
        }
        self.known[&t].clone()
    }

    fn build(
        &mut self,
        terms: &Terms,
        t: Term,
        spelling: &mut Spelling<'_>,
        commands: &mut Vec<String>,
    ) -> String {
        let fun = if let Op::Apply(fun) = terms.op(t) { Some(fun) } else { None };
        let opaque = fun.and_then(|fun| spelling.heads.get(&fun));
        let op = fun.and_then(|fun| spelling.ops.get(&fun).copied());
        let elements = spelling.alphabets.arguments(terms, t, op);
        let head = opaque.cloned().unwrap_or_else(|| printer::head(terms, t));
        let args = terms.args(t);
        let mut text = head;
        if !args.is_empty() {
            for (&a, element) in args.iter().zip(elements) {
                text.push(' ');
                let word = element.and_then(|e| spelling.alphabets.word(terms, e, a));
                text.push_str(word.as_deref().unwrap_or(&self.known[&a]));
            }
            text = format!("({text})");
        } else if matches!(terms.op(t), Op::IntConst(_) | Op::Apply(_)) {
            return text;
        }
        if text.len() <= LONG {
            return text;
        }
        let name = self.fresh();
        commands.push(format!("(term {name} {text})"));
        name
    }
}

/// The commands without those that define what no later one names. A word in a string that looks like a name keeps a command too many.
pub fn needed(commands: &[String]) -> Vec<&str> {
    let mut wanted: FxHashSet<&str> = FxHashSet::default();
    let mut kept = Vec::new();
    for command in commands.iter().rev() {
        let mut words = command.split([' ', '(', ')']).filter(|w| !w.is_empty());
        let (head, name) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        if matches!(head, "term" | "const" | "assume" | "step" | "rup") && !wanted.contains(name) {
            continue;
        }
        wanted.extend(words.chain([name]));
        kept.push(command.as_str());
    }
    kept.reverse();
    kept
}

/// The parts of an expression in parentheses; none if it is none.
pub fn parts(list: &str) -> Option<Vec<&str>> {
    let (mut rest, mut parts) = (list.strip_prefix('(')?.strip_suffix(')')?, Vec::new());
    while let Some(first) = word(rest) {
        let start = first.as_ptr() as usize - rest.as_ptr() as usize;
        let (mut end, mut open) = (start, 0_usize);
        loop {
            let next = word(&rest[end..])?;
            end = next.as_ptr() as usize - rest.as_ptr() as usize + next.len();
            match next {
                "(" => open += 1,
                ")" => open = open.checked_sub(1)?,
                _ => {}
            }
            if open == 0 {
                break;
            }
        }
        parts.push(&rest[start..end]);
        rest = &rest[end..];
    }
    Some(parts)
}

/// The first word of a text, or its first parenthesis.
pub fn word(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let length = match text.as_bytes().first()? {
        b'(' | b')' => 1,
        b'|' => text[1..].find('|')? + 2,
        b'"' => {
            let mut end = 1;
            loop {
                end += text[end..].find('"')? + 1;
                if text.as_bytes().get(end) != Some(&b'"') {
                    break end;
                }
                end += 1;
            }
        }
        _ => text.find(|c: char| c.is_whitespace() || "()\"|".contains(c)).unwrap_or(text.len()),
    };
    Some(&text[..length])
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn parts_are_words_or_lists() {
        let step = "(step s1 ((= x \"a) \"\"b\") (not |p (q|)) (ax some \")\"))";
        let clause = "((= x \"a) \"\"b\") (not |p (q|))";
        assert_eq!(parts(step).unwrap(), ["step", "s1", clause, "(ax some \")\")"]);
        assert_eq!(parts("()").unwrap(), [""; 0]);
        assert_eq!(parts("(rup s2 () s1)").unwrap(), ["rup", "s2", "()", "s1"]);
        assert!(parts("step").is_none() && parts("(a (b)").is_none());
    }
}
