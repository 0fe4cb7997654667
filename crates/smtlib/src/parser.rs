//! The parser's state and the small pieces of the grammar.

use crate::context::Context;
use crate::error::{ErrorKind, Fault};
use crate::lexer::{Lexer, Token, TokenKind};
use crate::names::is_reserved;
use crate::symbols::Sym;
use base::{Budget, FxHashSet};
use terms::Terms;

/// A result whose error still is a byte position.
pub(crate) type Parsed<T> = Result<T, Box<Fault>>;

/// The parser of one command.
pub(crate) struct Parser<'a> {
    pub(crate) lexer: Lexer<'a>,
    pub(crate) cx: &'a mut Context,
    pub(crate) terms: &'a mut Terms,
    pub(crate) budget: &'a Budget,
    /// The `:named` label around the whole of the last term.
    pub(crate) label: Option<Sym>,
    /// Inside a definition with parameters, where a label would let a parameter escape.
    pub(crate) in_macro: bool,
    /// Inside the body of a predicate.
    pub(crate) in_predicate: bool,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(
        text: &'a [u8],
        cx: &'a mut Context,
        terms: &'a mut Terms,
        budget: &'a Budget,
    ) -> Parser<'a> {
        let lexer = Lexer::new(text);
        Parser { lexer, cx, terms, budget, label: None, in_macro: false, in_predicate: false }
    }

    /// The body of a definition begins.
    pub(crate) fn enter_definition(&mut self, has_parameters: bool) {
        self.in_macro = has_parameters;
    }

    /// Another term begins, around which there is no label yet, or its label was read.
    pub(crate) fn set_label(&mut self, label: Option<Sym>) {
        self.label = label;
    }

    /// The body of a predicate begins; whether that of a definition has begun.
    pub(crate) fn enter_predicate(&mut self) -> bool {
        self.in_predicate = true;
        std::mem::replace(&mut self.in_macro, true)
    }

    /// The body of a predicate is over, which began with this answer.
    pub(crate) fn leave_predicate(&mut self, was_in_macro: bool) {
        (self.in_predicate, self.in_macro) = (false, was_in_macro);
    }

    #[inline]
    pub(crate) fn next(&mut self) -> Parsed<Token> {
        self.lexer.next()
    }

    pub(crate) fn peek(&mut self) -> Parsed<Token> {
        let token = self.next()?;
        self.lexer.rewind(token);
        Ok(token)
    }

    /// The error that the grammar wants `want` instead of `found`.
    pub(crate) fn expected<T>(&self, want: &'static str, found: Token) -> Parsed<T> {
        if found.kind == TokenKind::End {
            return Err(Fault::new(0, ErrorKind::UnclosedParenthesis));
        }
        let text = String::from_utf8_lossy(self.lexer.bytes(found));
        let short: String = text.chars().take(40).collect();
        let dots = if short.len() < text.len() { "..." } else { "" };
        Err(Fault::new(found.start, ErrorKind::Expected(want, format!("`{short}{dots}`"))))
    }

    pub(crate) fn fail<T>(&self, at: usize, kind: ErrorKind) -> Parsed<T> {
        Err(Fault::new(at, kind))
    }

    pub(crate) fn expect(&mut self, kind: TokenKind, want: &'static str) -> Parsed<Token> {
        let token = self.next()?;
        if token.kind == kind { Ok(token) } else { self.expected(want, token) }
    }

    pub(crate) fn open(&mut self) -> Parsed<Token> {
        self.expect(TokenKind::Open, "`(`")
    }

    #[inline]
    pub(crate) fn close(&mut self) -> Parsed<Token> {
        self.expect(TokenKind::Close, "`)`")
    }

    /// The text of a symbol without its bars.
    pub(crate) fn symbol_text(&self, token: Token) -> Parsed<&'a str> {
        let bytes = self.lexer.bytes(token);
        let quoted = token.kind == TokenKind::Quoted;
        let bytes = if quoted { &bytes[1..bytes.len() - 1] } else { bytes };
        std::str::from_utf8(bytes).or_else(|e| {
            let at = token.start + usize::from(quoted) + e.valid_up_to();
            self.fail(at, ErrorKind::InvalidUtf8)
        })
    }

    /// A symbol that may be declared, and its token.
    pub(crate) fn symbol(&mut self, want: &'static str) -> Parsed<(Sym, Token)> {
        let token = self.next()?;
        let reserved = token.kind == TokenKind::Symbol && is_reserved(self.lexer.bytes(token));
        if reserved || !matches!(token.kind, TokenKind::Symbol | TokenKind::Quoted) {
            return self.expected(want, token);
        }
        let text = self.symbol_text(token)?;
        Ok((self.cx.symbols.intern(text), token))
    }

    /// None of the names that are bound together may occur twice.
    pub(crate) fn distinct(
        &self,
        at: usize,
        names: impl ExactSizeIterator<Item = Sym>,
    ) -> Parsed<()> {
        // Chains of `let` with one variable each are long, and nothing is to be compared there.
        if names.len() < 2 {
            return Ok(());
        }
        let mut seen = FxHashSet::default();
        match names.into_iter().find(|&sym| !seen.insert(sym)) {
            Some(sym) => self.fail(at, ErrorKind::BoundTwice(self.cx.symbols.name(sym).into())),
            None => Ok(()),
        }
    }

    /// A keyword with its colon.
    pub(crate) fn keyword(&mut self) -> Parsed<Box<str>> {
        let token = self.expect(TokenKind::Keyword, "a keyword")?;
        Ok(String::from_utf8_lossy(self.lexer.bytes(token)).into())
    }

    /// A numeral that fits into 32 bits.
    pub(crate) fn numeral(&mut self) -> Parsed<u32> {
        // exact: what fits.
        self.numeral_up_to(u32::MAX)
    }

    /// A numeral that fits its use.
    pub(crate) fn numeral_up_to(&mut self, most: u32) -> Parsed<u32> {
        let token = self.expect(TokenKind::Numeral, "a numeral")?;
        let text = String::from_utf8_lossy(self.lexer.bytes(token)).into_owned();
        match text.parse::<u32>() {
            Ok(n) if n <= most => Ok(n),
            _ if text.len() > 20 => {
                self.fail(token.start, ErrorKind::TooLarge("the numeral".into()))
            }
            _ => self.fail(token.start, ErrorKind::TooLarge(text)),
        }
    }

    /// Skips one S-expression and returns its first and last byte.
    pub(crate) fn skip(&mut self) -> Parsed<(usize, usize)> {
        let first = self.next()?;
        if matches!(first.kind, TokenKind::Close | TokenKind::End) {
            return self.expected("a value", first);
        }
        let mut depth = usize::from(first.kind == TokenKind::Open);
        while depth > 0 {
            let token = self.next()?;
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth -= 1,
                TokenKind::End => return self.expected("`)`", token),
                _ => {}
            }
        }
        Ok((first.start, self.lexer.pos()))
    }
}
