//! S-expressions, a command at a time, in one allocation: neither reading nor dropping recurses.

use crate::error::{Result, refuse, refuse_if};
use num_bigint::BigInt;

/// A word of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Atom<'a> {
    /// A symbol, without the bars that it may have; or a keyword or a decimal.
    Symbol(&'a str),
    /// A numeral.
    Numeral(&'a str),
    /// The characters of a string literal.
    Text(Vec<u32>),
    /// A hexadecimal or binary literal.
    #[allow(missing_docs)]
    Word { width: u32, n: BigInt },
}

/// The number of an expression of a [`Command`].
pub type Id = usize;

/// An expression.
#[derive(Debug)]
pub enum Node<'a> {
    /// A word.
    Atom(Atom<'a>),
    /// Expressions in parentheses: where their numbers begin and end.
    List(usize, usize),
}

/// The expressions of one command; the last one is the command itself.
#[derive(Debug, Default)]
pub struct Command<'a> {
    nodes: Vec<Node<'a>>,
    /// The parts of all lists.
    parts: Vec<Id>,
}

impl<'a> Command<'a> {
    /// The command as a whole.
    pub fn root(&self) -> Id {
        self.nodes.len() - 1
    }

    /// The parts of a list.
    pub fn list(&self, id: Id) -> Result<&[Id]> {
        match &self.nodes[id] {
            Node::List(from, to) => Ok(&self.parts[*from..*to]),
            Node::Atom(_) => refuse("a list is expected"),
        }
    }

    /// The word, if it is one.
    pub fn atom(&self, id: Id) -> Option<&Atom<'a>> {
        if let Node::Atom(atom) = &self.nodes[id] { Some(atom) } else { None }
    }

    /// The parts `(! t :named n)`, inner ones first: their names and terms.
    pub fn named(&self) -> Vec<(&'a str, Id)> {
        let is_named = |id: Id| matches!(self.atom(id), Some(Atom::Symbol(":named")));
        let mut out = Vec::new();
        for node in &self.nodes {
            let &Node::List(from, to) = node else { continue };
            let [head, t, attributes @ ..] = &self.parts[from..to] else { continue };
            if matches!(self.atom(*head), Some(Atom::Symbol("!"))) {
                let names = attributes.chunks_exact(2).filter(|pair| is_named(pair[0]));
                out.extend(names.filter_map(|pair| Some((self.symbol(pair[1]).ok()?, *t))));
            }
        }
        out
    }

    /// All its words.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom<'a>> {
        (0..self.nodes.len()).filter_map(|id| self.atom(id))
    }

    /// The name of a symbol.
    pub fn symbol(&self, id: Id) -> Result<&'a str> {
        match self.atom(id) {
            Some(Atom::Symbol(name)) => Ok(name),
            _ => refuse("a symbol is expected"),
        }
    }

    /// The name of a symbol or the digits of a numeral: what steps are called by.
    pub fn name(&self, id: Id) -> Result<&'a str> {
        match self.atom(id) {
            Some(Atom::Symbol(name) | Atom::Numeral(name)) => Ok(name),
            _ => refuse("a name is expected"),
        }
    }

    /// The value of a small numeral.
    pub fn number(&self, id: Id) -> Result<usize> {
        match self.atom(id) {
            Some(Atom::Numeral(digits)) if let Ok(n) = digits.parse() => Ok(n),
            _ => refuse("a small numeral is expected"),
        }
    }
}

/// Room for so many expressions, which is enough for most commands.
const USUAL: usize = 32;

/// Reads commands.
#[derive(Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// Whether a parenthesis around all commands is open.
    is_framed: bool,
}

impl<'a> Reader<'a> {
    /// A reader at the beginning of `text`.
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0, line: 1, is_framed: false }
    }

    /// The next character, which stands for a part of one if that takes several bytes.
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The line that was reached.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Enters the parentheses that may be around all commands.
    pub fn enter(&mut self) {
        let mut inside = Reader { is_framed: true, ..*self };
        inside.skip_space();
        if inside.peek() == Some(b'(') {
            inside.at += 1;
            inside.skip_space();
            if inside.peek() == Some(b'(') {
                *self = inside;
            }
        }
    }

    /// The next expression; none at the end.
    pub fn command(&mut self) -> Result<Option<Command<'a>>> {
        let mut command =
            Command { nodes: Vec::with_capacity(USUAL), parts: Vec::with_capacity(USUAL) };
        // Expressions that are in no list yet, and where those of open lists begin.
        let (mut items, mut open): (Vec<Id>, Vec<usize>) =
            (Vec::with_capacity(USUAL), Vec::with_capacity(USUAL));
        loop {
            self.skip_space();
            let Some(c) = self.peek() else {
                let is_end = open.is_empty() && !self.is_framed;
                return if is_end { Ok(None) } else { refuse("the text ends in a list") };
            };
            let node = match c {
                b'(' => {
                    self.at += 1;
                    open.push(items.len());
                    continue;
                }
                b')' => {
                    self.at += 1;
                    match open.pop() {
                        Some(start) => {
                            let from = command.parts.len();
                            command.parts.extend(items.drain(start..));
                            Node::List(from, command.parts.len())
                        }
                        None if self.is_framed => {
                            self.is_framed = false;
                            self.skip_space();
                            let is_end = self.at == self.text.len();
                            return if is_end { Ok(None) } else { refuse("text after the end") };
                        }
                        None => return refuse("a parenthesis too many"),
                    }
                }
                _ => Node::Atom(self.word(c)?),
            };
            command.nodes.push(node);
            if open.is_empty() {
                return Ok(Some(command));
            }
            items.push(command.root());
        }
    }

    fn skip_space(&mut self) {
        while let Some(c) = self.peek() {
            match c {
                b';' => {
                    while self.peek().is_some_and(|c| c != b'\n' && c != b'\r') {
                        self.at += 1;
                    }
                }
                b'\n' => {
                    self.line += 1;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                _ => return,
            }
        }
    }

    fn word(&mut self, first: u8) -> Result<Atom<'a>> {
        match first {
            b'"' => self.text_literal(),
            b'|' => {
                let name = self.until('|')?;
                Ok(Atom::Symbol(name))
            }
            b'#' => {
                let word = self.simple();
                Ok(crate::words::word_of(word).unwrap_or(Atom::Symbol(word)))
            }
            _ => {
                let word = self.simple();
                match word.as_bytes().first() {
                    None => refuse("a character that is not known"),
                    Some(b'0'..=b'9') if word.bytes().all(|c| c.is_ascii_digit()) => {
                        Ok(Atom::Numeral(word))
                    }
                    _ => Ok(Atom::Symbol(word)),
                }
            }
        }
    }

    fn simple(&mut self) -> &'a str {
        let start = self.at;
        let ends = |c: u8| c.is_ascii_whitespace() || matches!(c, b'(' | b')' | b'"' | b'|' | b';');
        while self.peek().is_some_and(|c| !ends(c)) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// What stands between here and the next `end`.
    fn until(&mut self, end: char) -> Result<&'a str> {
        let rest = &self.text[self.at + 1..];
        let Some((word, _)) = rest.split_once(end) else {
            return refuse("the text ends in a word");
        };
        self.line += word.matches('\n').count();
        self.at += word.len() + 2;
        Ok(word)
    }

    fn text_literal(&mut self) -> Result<Atom<'a>> {
        let mut raw = self.until('"')?.to_owned();
        while self.peek() == Some(b'"') {
            raw.push('"');
            raw.push_str(self.until('"')?);
        }
        let word = unescape(&raw);
        refuse_if(
            word.iter().any(|&c| c > crate::term::MAX_CHAR),
            "a character that strings do not have",
        )?;
        Ok(Atom::Text(word))
    }
}

/// The characters that a literal means: `\ud`, `\udd`, ... in braces and `\udddd` without.
fn unescape(raw: &str) -> Vec<u32> {
    if raw.is_ascii() && !raw.contains('\\') {
        return raw.bytes().map(u32::from).collect();
    }
    let chars: Vec<char> = raw.chars().collect();
    let mut out = Vec::with_capacity(chars.len());
    let mut at = 0;
    while at < chars.len() {
        match escape(&chars[at..]) {
            Some((code, length)) => {
                out.push(code);
                at += length;
            }
            None => {
                out.push(chars[at] as u32);
                at += 1;
            }
        }
    }
    out
}

/// The code of the escape sequence at the beginning, and its length.
fn escape(chars: &[char]) -> Option<(u32, usize)> {
    if chars.len() < 4 || chars[0] != '\\' || chars[1] != 'u' {
        return None;
    }
    let (digits, length) = if chars[2] == '{' {
        let end = chars.iter().take(9).position(|&c| c == '}')?;
        (&chars[3..end], end + 1)
    } else {
        (chars.get(2..6)?, 6)
    };
    if digits.is_empty() || !digits.iter().all(char::is_ascii_hexdigit) {
        return None;
    }
    let code = digits.iter().fold(0, |n, c| n * 16 + c.to_digit(16).unwrap_or(0));
    (code <= crate::term::MAX_CHAR).then_some((code, length))
}
