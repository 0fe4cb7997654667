//! Tokens of SMT-LIB 2.7 over a byte slice.
//!
//! A token is a kind and a byte range; nothing is copied or decoded here. A table gives each byte's
//! class, so that symbols and spaces are skipped a byte a step.

use crate::error::{ErrorKind, Fault};

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A simple symbol, or a reserved word.
    Symbol,
    /// A symbol between `|`.
    Quoted,
    /// `:` and a simple symbol.
    Keyword,
    /// Decimal digits.
    Numeral,
    /// Digits with a point.
    Decimal,
    /// `#x` and hexadecimal digits.
    Hexadecimal,
    /// `#b` and binary digits.
    Binary,
    /// A string literal with its quotes.
    String,
    /// The end of the text.
    End,
}

/// A token: its kind and its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// The kind.
    pub kind: TokenKind,
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// Space, tab, line ends.
const SPACE: u8 = 1;
/// May occur in a simple symbol.
const WORD: u8 = 2;

const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut b = 0u8;
    loop {
        class[b as usize] = match b {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C => SPACE,
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => WORD,
            b'~' | b'!' | b'@' | b'$' | b'%' | b'^' | b'&' | b'*' | b'_' | b'-' | b'+' | b'='
            | b'<' | b'>' | b'.' | b'?' | b'/' => WORD,
            _ => 0,
        };
        match b.checked_add(1) {
            Some(next) => b = next,
            None => break class,
        }
    }
};

/// A comment ends at a line feed or a carriage return, as the standard has it.
pub(crate) fn ends_comment(b: u8) -> bool {
    matches!(b, b'\n' | b'\r')
}

pub(crate) fn is_space(b: u8) -> bool {
    CLASS[b as usize] == SPACE
}

pub(crate) fn is_word(b: u8) -> bool {
    CLASS[b as usize] == WORD
}

/// A reader of tokens.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    text: &'a [u8],
    pos: usize,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of `text`.
    pub fn new(text: &'a [u8]) -> Lexer<'a> {
        Lexer { text, pos: 0 }
    }

    /// The byte after the last token.
    pub(crate) fn pos(&self) -> usize {
        self.pos
    }

    /// Goes back to a token that was read.
    pub(crate) fn rewind(&mut self, token: Token) {
        self.pos = token.start;
    }

    /// The bytes of `token`.
    pub fn bytes(&self, token: Token) -> &'a [u8] {
        &self.text[token.start..token.end]
    }

    fn skip_blanks(&mut self) {
        while let Some(&b) = self.text.get(self.pos) {
            if is_space(b) {
                self.pos += 1;
            } else if b == b';' {
                let rest = &self.text[self.pos..];
                self.pos += rest.iter().position(|&b| ends_comment(b)).unwrap_or(rest.len());
            } else {
                break;
            }
        }
    }

    /// The next token.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Token, Box<Fault>> {
        self.skip_blanks();
        let start = self.pos;
        let Some(&first) = self.text.get(start) else {
            return Ok(Token { kind: TokenKind::End, start, end: start });
        };
        self.pos += 1;
        let kind = match first {
            b'(' => TokenKind::Open,
            b')' => TokenKind::Close,
            b'0'..=b'9' => self.number(start)?,
            b if is_word(b) => {
                self.word();
                TokenKind::Symbol
            }
            b'"' => self.string(start)?,
            b'|' => self.quoted(start)?,
            b':' => self.keyword(start)?,
            b'#' => self.radix(start)?,
            _ => return Err(self.unexpected(start)),
        };
        Ok(Token { kind, start, end: self.pos })
    }

    fn unexpected(&self, at: usize) -> Box<Fault> {
        let head = &self.text[at..self.text.len().min(at + 4)];
        let valid = head.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
        Fault::new(at, valid.map_or(ErrorKind::InvalidUtf8, ErrorKind::UnexpectedCharacter))
    }

    fn word(&mut self) {
        let rest = &self.text[self.pos..];
        self.pos += rest.iter().position(|&b| !is_word(b)).unwrap_or(rest.len());
    }

    fn number(&mut self, start: usize) -> Result<TokenKind, Box<Fault>> {
        self.word();
        let bytes = &self.text[start..self.pos];
        if bytes.iter().all(u8::is_ascii_digit) {
            return Ok(TokenKind::Numeral);
        }
        let mut parts = bytes.splitn(2, |&b| b == b'.');
        let digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
        if parts.all(digits) {
            return Ok(TokenKind::Decimal);
        }
        let text = String::from_utf8_lossy(bytes).into_owned();
        Err(Fault::new(start, ErrorKind::Expected("a number or a symbol", format!("`{text}`"))))
    }

    fn string(&mut self, start: usize) -> Result<TokenKind, Box<Fault>> {
        loop {
            let rest = &self.text[self.pos..];
            let Some(quote) = rest.iter().position(|&b| b == b'"') else {
                return Err(Fault::new(start, ErrorKind::UnterminatedString));
            };
            self.pos += quote + 1;
            if self.text.get(self.pos) != Some(&b'"') {
                return Ok(TokenKind::String);
            }
            self.pos += 1;
        }
    }

    fn quoted(&mut self, start: usize) -> Result<TokenKind, Box<Fault>> {
        let rest = &self.text[self.pos..];
        let Some(bar) = rest.iter().position(|&b| b == b'|') else {
            return Err(Fault::new(start, ErrorKind::UnterminatedSymbol));
        };
        if let Some(backslash) = rest[..bar].iter().position(|&b| b == b'\\') {
            return Err(self.unexpected(self.pos + backslash));
        }
        self.pos += bar + 1;
        Ok(TokenKind::Quoted)
    }

    fn keyword(&mut self, start: usize) -> Result<TokenKind, Box<Fault>> {
        self.word();
        if self.pos == start + 1 {
            return Err(self.unexpected(start));
        }
        Ok(TokenKind::Keyword)
    }

    fn radix(&mut self, start: usize) -> Result<TokenKind, Box<Fault>> {
        self.word();
        let bytes = &self.text[start..self.pos];
        let digits = bytes.get(2..).unwrap_or_default();
        match bytes.get(1) {
            Some(b'x') if !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit) => {
                Ok(TokenKind::Hexadecimal)
            }
            Some(b'b') if !digits.is_empty() && digits.iter().all(|b| matches!(b, b'0' | b'1')) => {
                Ok(TokenKind::Binary)
            }
            _ => Err(self.unexpected(start)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Result<Vec<TokenKind>, ErrorKind> {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut out = Vec::new();
        loop {
            match lexer.next() {
                Ok(Token { kind: TokenKind::End, .. }) => return Ok(out),
                Ok(token) => out.push(token.kind),
                Err(fault) => return Err(fault.kind),
            }
        }
    }

    #[test]
    fn every_kind() {
        use TokenKind::*;
        let text = "( re.* |a b| :key 12 1.50 #xAf #b01 \"a\"\"b\" ; gone ( \n)";
        let want =
            [Open, Symbol, Quoted, Keyword, Numeral, Decimal, Hexadecimal, Binary, String, Close];
        assert_eq!(kinds(text).unwrap(), want);
        assert_eq!(kinds("a\"b\"c").unwrap(), [Symbol, String, Symbol]);
        assert_eq!(kinds("").unwrap(), []);
    }

    #[test]
    fn bad_tokens() {
        use ErrorKind::*;
        assert_eq!(kinds("\"a\"\""), Err(UnterminatedString));
        assert_eq!(kinds("|a"), Err(UnterminatedSymbol));
        assert_eq!(kinds("|a\\b|"), Err(UnexpectedCharacter('\\')));
        assert_eq!(kinds("é"), Err(UnexpectedCharacter('é')));
        assert_eq!(kinds(": a"), Err(UnexpectedCharacter(':')));
        assert_eq!(kinds("#xg"), Err(UnexpectedCharacter('#')));
        assert_eq!(kinds("#b2"), Err(UnexpectedCharacter('#')));
        assert!(matches!(kinds("1a"), Err(Expected(..))));
        assert!(matches!(kinds("1.2.3"), Err(Expected(..))));
        assert!(Lexer::new(b"\xFF").next().is_err_and(|f| f.kind == InvalidUtf8));
    }
}
