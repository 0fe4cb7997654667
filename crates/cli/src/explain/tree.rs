//! S-expressions of scripts and proofs, with the lines on which they begin.

/// A token or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tree {
    Token(String),
    List(Vec<Tree>),
}

/// A command and its line, from 1.
#[derive(Debug)]
pub struct Command {
    pub line: usize,
    pub parts: Vec<Tree>,
}

impl Tree {
    /// The token, or nothing for a list.
    pub fn token(&self) -> &str {
        match self {
            Tree::Token(token) => token,
            Tree::List(_) => "",
        }
    }

    /// The parts of a list.
    pub fn parts(&self) -> &[Tree] {
        match self {
            Tree::Token(_) => &[],
            Tree::List(parts) => parts,
        }
    }

    /// The first token of a list.
    pub fn head(&self) -> &str {
        self.parts().first().map_or("", Tree::token)
    }
}

impl Drop for Tree {
    /// Without recursion on depth.
    fn drop(&mut self) {
        let Tree::List(parts) = self else { return };
        let mut waiting = std::mem::take(parts);
        while let Some(mut tree) = waiting.pop() {
            if let Tree::List(parts) = &mut tree {
                waiting.append(parts);
            }
        }
    }
}

/// The commands of a text that was read before, so parentheses match; what follows one that does not is left out.
pub fn commands(text: &str) -> Vec<Command> {
    let (mut out, mut stack): (Vec<Command>, Vec<Vec<Tree>>) = (Vec::new(), Vec::new());
    let (mut line, mut begin, mut rest) = (1, 1, text);
    while let Some(first) = rest.chars().next() {
        let end = token_end(rest, first);
        let (token, after) = rest.split_at(end);
        match first {
            '(' => {
                begin = if stack.is_empty() { line } else { begin };
                stack.push(Vec::new());
            }
            ')' => {
                let Some(parts) = stack.pop() else { return out };
                match stack.last_mut() {
                    Some(outer) => outer.push(Tree::List(parts)),
                    None => out.push(Command { line: begin, parts }),
                }
            }
            ';' => {}
            c if c.is_whitespace() => {}
            _ => stack
                .iter_mut()
                .last()
                .into_iter()
                .for_each(|l| l.push(Tree::Token(token.to_owned()))),
        }
        line += token.matches('\n').count();
        rest = after;
    }
    out
}

/// Where the token at the start of a text ends.
fn token_end(text: &str, first: char) -> usize {
    match first {
        '(' | ')' => 1,
        ';' => text.find('\n').unwrap_or(text.len()),
        '|' => text[1..].find('|').map_or(text.len(), |i| i + 2),
        '"' => string_end(text),
        c if c.is_whitespace() => text.find(|c: char| !c.is_whitespace()).unwrap_or(text.len()),
        _ => text.find(|c: char| c.is_whitespace() || "();\"|".contains(c)).unwrap_or(text.len()),
    }
}

/// Where a literal ends: two quotes in it are one.
fn string_end(text: &str) -> usize {
    let mut at = 1;
    while let Some(next) = text[at..].find('"') {
        at += next + 1;
        if !text[at..].starts_with('"') {
            return at;
        }
        at += 1;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_lines_and_parts() {
        let all = commands("(a \"x \"\"(\" |b c|) ; (d)\n\n(e\n (f))");
        assert_eq!(all.iter().map(|c| c.line).collect::<Vec<_>>(), [1, 3]);
        let tokens: Vec<&str> = all[0].parts.iter().map(Tree::token).collect();
        assert_eq!(tokens, ["a", "\"x \"\"(\"", "|b c|"]);
        assert_eq!(all[1].parts[1].head(), "f");
        assert!(commands(&"(".repeat(100_000)).is_empty());
    }
}
