//! S-expressions, a command at a time, in one allocation: neither reading nor dropping recurses.

use crate::base::*;

/// An expression.
#[derive(Debug)]
pub enum Node<'a> {
    /// A symbol, without the bars that it may have; or a keyword or a decimal.
    Symbol(&'a str),
    /// A numeral.
    Numeral(&'a str),
    /// The characters of a string literal.
    Text(Vec<u32>),
    /// A hexadecimal or binary literal: its bits, and the number.
    Word(u32, BigInt),
    /// Expressions in parentheses: where their numbers begin and end.
    List(usize, usize),
}

/// The number of an expression of a [`Command`].
pub type Id = usize;

/// The expressions of one command, parts before what they are parts of; the last one is the command itself.
#[derive(Debug, Default)]
pub struct Command<'a> {
    /// The expressions.
    pub nodes: Vec<Node<'a>>,
    /// The parts of all lists.
    parts: Vec<Id>,
}

impl<'a> Command<'a> {
    /// The only command of a text.
    pub fn of(text: &'a str) -> Result<Command<'a>> {
        Ok(Reader::new(text).command()?.ok_or("the text is empty")?)
    }

    /// The command as a whole.
    pub fn root(&self) -> Id {
        self.nodes.len() - 1
    }

    /// The parts of a list.
    pub fn list(&self, id: Id) -> Result<&[Id]> {
        match &self.nodes[id] {
            Node::List(from, to) => Ok(&self.parts[*from..*to]),
            _ => refuse("a list is expected"),
        }
    }

    /// The parts of a list: the symbol at its head, and the others.
    pub fn headed(&self, id: Id) -> Result<(&'a str, &[Id])> {
        let (&head, rest) = self.list(id)?.split_first().ok_or("an empty list")?;
        Ok((self.symbol(head)?, rest))
    }

    /// The parts `(! t :named n)` that no binder is around, inner ones first: their names and terms.
    pub fn named(&self) -> Vec<(&'a str, Id)> {
        let mut names: Vec<(&str, Id)> = Vec::new();
        for id in 0..self.nodes.len() {
            match self.headed(id) {
                Ok(("!", [t, attributes @ ..])) => {
                    let pairs = attributes.chunks_exact(2);
                    let named = pairs.filter(|pair| self.symbol(pair[0]) == Ok(":named"));
                    names.extend(named.filter_map(|pair| Some((self.symbol(pair[1]).ok()?, *t))));
                }
                Ok(("let" | "lambda" | "forall" | "exists" | "match", _)) => {
                    names.retain(|of| of.1 < self.first(id));
                }
                _ => {}
            }
        }
        names
    }

    /// The name of a symbol.
    pub fn symbol(&self, id: Id) -> Result<&'a str> {
        match self.nodes[id] {
            Node::Symbol(name) => Ok(name),
            _ => refuse("a symbol is expected"),
        }
    }

    /// The name of a symbol or the digits of a numeral: what steps are called by.
    pub fn name(&self, id: Id) -> Result<&'a str> {
        match self.nodes[id] {
            Node::Symbol(name) | Node::Numeral(name) => Ok(name),
            _ => refuse("a name is expected"),
        }
    }

    /// The value of a number, perhaps with a sign.
    pub fn signed<N: std::str::FromStr>(&self, id: Id) -> Result<N> {
        Ok(self.name(id)?.parse().map_err(|_| "a number is expected")?)
    }

    /// The value of a small numeral.
    pub fn number(&self, id: Id) -> Result<usize> {
        match self.nodes[id] {
            Node::Numeral(digits) if let Ok(n) = digits.parse() => Ok(n),
            _ => refuse("a small numeral is expected"),
        }
    }

    /// The first expression that is in this one, or it: all from there to it are.
    pub fn first(&self, mut id: Id) -> Id {
        while let Ok(&[part, ..]) = self.list(id) {
            id = part;
        }
        id
    }

    /// What is written, for expressions that are compared: the words and the sizes of lists from the first part on.
    pub fn shape(&self, id: Id) -> String {
        let words = self.nodes[self.first(id)..=id].iter().map(|node| match node {
            Node::List(from, to) => format!("{} ", to - from),
            word => format!("{word:?} "),
        });
        words.collect()
    }
}

/// Room for so many expressions, which is enough for most commands.
const USUAL: usize = 32;

/// Reads commands.
#[derive(Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The line that was reached.
    pub line: usize,
    /// Whether a parenthesis around all commands is open.
    is_framed: bool,
}

impl<'a> Reader<'a> {
    /// A reader at the beginning of `text`.
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0, line: 1, is_framed: false }
    }

    /// The next byte that is no space or comment.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        loop {
            match *bytes.get(self.at)? {
                b';' => {
                    let rest = bytes[self.at..].iter();
                    self.at += rest.take_while(|&&c| c != b'\n' && c != b'\r').count();
                    continue;
                }
                b'\n' => self.line += 1,
                b' ' | b'\t' | b'\r' => {}
                c => return Some(c),
            }
            self.at += 1;
        }
    }

    /// Enters the parentheses that may be around all commands.
    pub fn enter(&mut self) {
        let mut inside = Reader { is_framed: true, ..*self };
        if inside.peek() == Some(b'(') {
            inside.at += 1;
            if inside.peek() == Some(b'(') {
                *self = inside;
            }
        }
    }

    /// The next expression; none at the end.
    pub fn command(&mut self) -> Result<Option<Command<'a>>> {
        let (nodes, parts) = (Vec::with_capacity(USUAL), Vec::with_capacity(USUAL));
        let mut command = Command { nodes, parts };
        // Expressions that are in no list yet, and where those of open lists begin.
        let (mut items, mut open): (Vec<Id>, Vec<usize>) = (Vec::new(), Vec::new());
        loop {
            let next = self.peek();
            if matches!(next, Some(b'(' | b')')) {
                self.at += 1;
            }
            let node = match next {
                Some(b'(') => {
                    open.push(items.len());
                    continue;
                }
                Some(b')') if let Some(start) = open.pop() => {
                    let from = command.parts.len();
                    command.parts.extend(items.drain(start..));
                    Node::List(from, command.parts.len())
                }
                Some(b')') if !self.is_framed => return refuse("a parenthesis too many"),
                Some(b')') => {
                    self.is_framed = false;
                    refuse_if(self.peek().is_some(), "text after the end")?;
                    return Ok(None);
                }
                Some(c) => self.word(c)?,
                None if open.is_empty() && !self.is_framed => return Ok(None),
                None => return refuse("the text ends in a list"),
            };
            command.nodes.push(node);
            if open.is_empty() {
                return Ok(Some(command));
            }
            items.push(command.root());
        }
    }

    fn word(&mut self, first: u8) -> Result<Node<'a>> {
        match first {
            b'"' => return self.text_literal(),
            b'|' => return Ok(Node::Symbol(self.until('|')?)),
            _ => {}
        }
        let ends = |c: u8| c.is_ascii_whitespace() || matches!(c, b'(' | b')' | b'"' | b'|' | b';');
        let rest = &self.text[self.at..];
        let word = &rest[..rest.bytes().position(ends).unwrap_or(rest.len())];
        self.at += word.len();
        refuse_if(word.is_empty(), "a character that is not known")?;
        if word.bytes().all(|c| c.is_ascii_digit()) {
            return Ok(Node::Numeral(word));
        }
        Ok(bits(word, "#x", 4).or_else(|| bits(word, "#b", 1)).unwrap_or(Node::Symbol(word)))
    }

    /// What stands between here and the next `end`.
    fn until(&mut self, end: char) -> Result<&'a str> {
        let rest = &self.text[self.at + 1..];
        let (word, _) = rest.split_once(end).ok_or("the text ends in a word")?;
        self.line += word.matches('\n').count();
        self.at += word.len() + 2;
        Ok(word)
    }

    fn text_literal(&mut self) -> Result<Node<'a>> {
        let mut raw = self.until('"')?.to_owned();
        while self.text[self.at..].starts_with('"') {
            raw.push('"');
            raw.push_str(self.until('"')?);
        }
        let (mut word, mut rest) = (Vec::with_capacity(raw.len()), &raw[..]);
        while let Some(c) = rest.chars().next() {
            let (code, length) = escape(rest).unwrap_or((c as u32, c.len_utf8()));
            refuse_if(code > MAX_CHAR, "a character that strings do not have")?;
            word.push(code);
            rest = &rest[length..];
        }
        Ok(Node::Text(word))
    }
}

/// The commands of a text by the names that are their first arguments.
pub fn table(text: &'static str) -> Map<&'static str, Command<'static>> {
    let mut reader = Reader::new(text);
    let commands = std::iter::from_fn(|| reader.command().ok().flatten());
    commands
        .filter_map(|c| Some((c.symbol(*c.headed(c.root()).ok()?.1.first()?).ok()?, c)))
        .collect()
}

/// The code of the escape sequence at the beginning, and its length: `\ud`, `\udd`, ... in braces and `\udddd` without.
fn escape(text: &str) -> Option<(u32, usize)> {
    let rest = text.strip_prefix("\\u")?;
    let (digits, length) = match rest.strip_prefix('{') {
        Some(inside) => {
            let count = inside.bytes().take(6).position(|c| c == b'}')?;
            (&inside[..count], count + 4)
        }
        None => (rest.get(..4)?, 6),
    };
    let is_hex = digits.bytes().all(|c| c.is_ascii_hexdigit());
    let code = u32::from_str_radix(digits, 16).ok().filter(|&c| is_hex && c <= MAX_CHAR)?;
    Some((code, length))
}

/// The word that a literal is, with so many bits for each digit.
fn bits(literal: &str, prefix: &str, each: u32) -> Option<Node<'static>> {
    let digits = literal.strip_prefix(prefix)?;
    let is_digits = digits.chars().all(|c| c.is_digit(1 << each));
    let n = BigInt::parse_bytes(digits.as_bytes(), 1 << each).filter(|_| is_digits)?;
    Some(Node::Word(u32::try_from(digits.len()).ok()?.checked_mul(each)?, n))
}
