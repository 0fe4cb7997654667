//! The same proof with other abbreviations: of what it says twice, and of nothing that it says once.
//!
//! While a proof is looked for, terms get abbreviations by their size, as nobody knows which commands will stay. In the end all are
//! expanded and shared again, as nodes of a graph, and a node that several others have gets a name if that makes the text
//! shorter. Reading is a good part of what a checker does, so it saves time, too.

use crate::text::word;
use base::{FxHashMap, FxHashSet};

/// What is longer than this gets a name though it is there once: text is copied into what is around it.
const LONG: usize = 400;

/// What a name and its definition take beside the term.
const NAME: usize = 5;
const DEFINITION: usize = 15;

/// A part of a command.
enum Node<'a> {
    /// A word, or an expression that is no application.
    Text(&'a str),
    List(Vec<usize>),
}

/// All parts, each once, after its own parts.
#[derive(Default)]
struct Nodes<'a> {
    all: Vec<Node<'a>>,
    texts: FxHashMap<&'a str, usize>,
    lists: FxHashMap<Vec<usize>, usize>,
    /// What names stand for so far.
    named: FxHashMap<&'a str, usize>,
    /// The new names of nodes, whether defined yet or not.
    names: FxHashMap<usize, String>,
}

/// These commands, with other abbreviations.
pub fn shorten(commands: &[&str]) -> String {
    let mut nodes = Nodes::default();
    let mut roots = Vec::new();
    for command in commands {
        // What binds variables or has indices is left as it is, so it must have no abbreviations.
        let Some(root) = nodes.read(command) else { return lines(commands) };
        match nodes.parts(root) {
            &[head, name, t] if nodes.is(head, "term") => {
                if let Node::Text(name) = nodes.all[name] {
                    nodes.named.insert(name, t);
                }
            }
            _ => roots.push(root),
        }
    }
    nodes.choose(&roots);
    nodes.write(&roots)
}

fn lines(commands: &[&str]) -> String {
    commands.iter().fold(String::new(), |text, command| text + command + "\n")
}

impl<'a> Nodes<'a> {
    fn parts(&self, id: usize) -> &[usize] {
        match &self.all[id] {
            Node::List(parts) => parts,
            Node::Text(_) => &[],
        }
    }

    fn is(&self, id: usize, text: &str) -> bool {
        matches!(self.all[id], Node::Text(t) if t == text)
    }

    fn text(&mut self, text: &'a str) -> usize {
        if let Some(&id) = self.named.get(text).or_else(|| self.texts.get(text)) {
            return id;
        }
        self.all.push(Node::Text(text));
        self.texts.insert(text, self.all.len() - 1);
        self.all.len() - 1
    }

    fn list(&mut self, parts: Vec<usize>) -> usize {
        if let Some(&id) = self.lists.get(&parts) {
            return id;
        }
        self.all.push(Node::List(parts.clone()));
        self.lists.insert(parts, self.all.len() - 1);
        self.all.len() - 1
    }

    /// The node that a command is; none if something in it cannot be taken apart.
    fn read(&mut self, command: &'a str) -> Option<usize> {
        let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut at = 0;
        loop {
            let word = word(&command[at..])?;
            let start = at + (word.as_ptr() as usize - command[at..].as_ptr() as usize);
            at = start + word.len();
            let id = match word {
                "(" => {
                    open.push((start, Vec::new()));
                    continue;
                }
                ")" => {
                    let (start, parts) = open.pop()?;
                    let is_whole = parts.first().is_some_and(|&head| self.is_special(head));
                    match &command[start..at] {
                        _ if !is_whole => self.list(parts),
                        text if text.contains('@') => return None,
                        text => self.text(text),
                    }
                }
                _ => self.text(word),
            };
            match open.last_mut() {
                Some((_, parts)) => parts.push(id),
                None => return Some(id),
            }
        }
    }

    /// Whether this is the head of what is no application.
    fn is_special(&self, head: usize) -> bool {
        ["_", "as", "!", "let", "lambda", "forall"].iter().any(|name| self.is(head, name))
    }

    /// The terms of a command.
    fn terms(&self, root: usize) -> Vec<usize> {
        let parts = self.parts(root);
        let Some(&head) = parts.first() else { return Vec::new() };
        if self.is(head, "assume") {
            return parts[3.min(parts.len())..].to_vec();
        }
        if !(self.is(head, "step") || self.is(head, "rup")) {
            return Vec::new();
        }
        let mut terms = parts.get(2).map(|&clause| self.parts(clause).to_vec()).unwrap_or_default();
        if let Some(&[rule, ref args @ ..]) = parts.get(3).map(|&rule| self.parts(rule))
            && self.is(head, "step")
            && self.is(rule, "ax")
        {
            terms.extend(args.get(1..).unwrap_or(&[]));
        }
        terms
    }

    /// Names what is written several times. Of a negation, what it negates has a name.
    fn choose(&mut self, roots: &[usize]) {
        let mut uses = vec![0_usize; self.all.len()];
        let mut stack: Vec<usize> = roots.iter().flat_map(|&root| self.terms(root)).collect();
        while let Some(id) = stack.pop() {
            match *self.parts(id) {
                [head, inner] if self.is(head, "not") => stack.push(inner),
                ref parts => {
                    uses[id] += 1;
                    stack.extend(parts.iter().filter(|_| uses[id] == 1));
                }
            }
        }
        let mut lengths = vec![0_usize; self.all.len()];
        for id in 0..self.all.len() {
            lengths[id] = match &self.all[id] {
                Node::Text(text) => text.len(),
                Node::List(parts) => parts.iter().map(|&part| lengths[part] + 1).sum::<usize>() + 1,
            };
            let saved = uses[id].saturating_sub(1) * lengths[id].saturating_sub(NAME);
            let is_list = matches!(self.all[id], Node::List(_));
            if is_list && uses[id] > 0 && (saved > DEFINITION + NAME || lengths[id] > LONG) {
                self.names.insert(id, String::new());
                lengths[id] = NAME;
            }
        }
    }

    /// The commands, each after the definitions of what it names first.
    fn write(&mut self, roots: &[usize]) -> String {
        let mut out = String::new();
        let mut taken: FxHashSet<&str> = FxHashSet::default();
        taken.extend(
            roots
                .iter()
                .filter_map(|&root| match self.parts(root) {
                    &[head, name, _] if self.is(head, "const") => Some(name),
                    _ => None,
                })
                .filter_map(
                    |name| if let Node::Text(text) = self.all[name] { Some(text) } else { None },
                ),
        );
        let mut fresh =
            (1_usize..).map(|n| format!("@{n}")).filter(|n| !taken.contains(n.as_str()));
        let mut seen = vec![false; self.all.len()];
        for &root in roots {
            let terms = self.terms(root);
            let mut stack: Vec<(usize, bool)> = terms.iter().rev().map(|&t| (t, false)).collect();
            while let Some((id, ready)) = stack.pop() {
                if ready {
                    let name = fresh.next().unwrap_or_default();
                    out.push_str(&format!("(term {name} "));
                    self.render(&mut out, id, 1);
                    out.push_str(")\n");
                    self.names.insert(id, name);
                } else if !std::mem::replace(&mut seen[id], true) {
                    if self.names.contains_key(&id) {
                        stack.push((id, true));
                    }
                    stack.extend(self.parts(id).iter().rev().map(|&part| (part, false)));
                }
            }
            let is_assumption =
                self.parts(root).first().is_some_and(|&head| self.is(head, "assume"));
            self.render(&mut out, root, if is_assumption { 1 } else { 2 });
            out.push('\n');
        }
        out
    }

    /// Writes a node, with names below so many levels.
    fn render(&self, out: &mut String, root: usize, levels: usize) {
        let mut stack = vec![(root, levels, true)];
        while let Some((id, levels, is_first)) = stack.pop() {
            if id == usize::MAX {
                out.push(')');
                continue;
            }
            if !is_first {
                out.push(' ');
            }
            match (&self.all[id], self.names.get(&id)) {
                (Node::Text(text), _) => out.push_str(text),
                (_, Some(name)) if levels == 0 => out.push_str(name),
                (Node::List(parts), _) => {
                    out.push('(');
                    stack.push((usize::MAX, 0, true));
                    let inner = levels.saturating_sub(1);
                    stack.extend(parts.iter().enumerate().rev().map(|(i, &p)| (p, inner, i == 0)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn what_is_there_twice_has_a_name() {
        let long = "(str.++ x \"a (term\" (str.rev x))";
        let commands = [
            "(check-sat 0)".to_owned(),
            format!("(term @7 {long})"),
            "(term @8 (str.len @7))".to_owned(),
            "(step a ((= @8 0) (not (= @7 \"\"))) (ax some @7))".to_owned(),
            format!("(rup b ((p {long})) a)"),
        ];
        let lines: Vec<&str> = commands.iter().map(String::as_str).collect();
        let expected = format!(
            "(check-sat 0)\n(term @1 {long})\n\
             (step a ((= (str.len @1) 0) (not (= @1 \"\"))) (ax some @1))\n(rup b ((p @1)) a)\n"
        );
        assert_eq!(shorten(&lines), expected);
    }
}
