//! Terms: from text straight to hash-consed terms, with an explicit stack.
//!
//! The loop alternates between reading the start of a term and giving a finished term to the innermost
//! construct that waits for one. Nothing recurses, so nesting is bounded by memory only.

use crate::apply::Head;
use crate::bare_empty;
use crate::datatypes::Part;
use crate::datatypes::cases::{Cases, Next};
use crate::error::{ErrorKind, Fault};
use crate::lexer::{Token, TokenKind};
use crate::literal;
use crate::names::is_reserved;
use crate::parser::{Parsed, Parser};
use crate::sequences::Binder;
use crate::sort_name::sort_name;
use crate::symbols::{Meaning, Sym};
use base::Int;
use terms::sort::MAX_CHAR;
use terms::{Op, Sort, Term};

/// How many characters of a literal are read in the time of a token.
const BYTES_PER_TICK: u64 = 64;

/// A construct that waits for its next subterm.
enum Frame {
    /// `(f a b ...`: arguments so far start at `base`; `at` is the place to blame.
    Apply { head: Head, base: usize, at: usize },
    /// `(let (... (x`: finished bindings start at `base`.
    Binding { sym: Sym, base: usize },
    /// The body of a `let`, whose variables are bound since `mark`.
    Body { mark: usize },
    /// `(!`
    Annotated,
    /// `(match`, waiting for what is looked at; `at` is the place to blame.
    Match { at: usize },
    /// A case of a `match`.
    Case(Box<Cases>),
    /// The body of a `lambda` or `forall`.
    Binder(Binder),
}

/// What the parser holds while it reads one term.
#[derive(Default)]
struct Stack {
    frames: Vec<Frame>,
    operands: Vec<Term>,
    bindings: Vec<(Sym, Term)>,
}

/// What follows once a construct has taken a subterm.
enum Then {
    /// The construct is complete; its value is this.
    Value(Term),
    /// Another subterm, which starts with this token.
    Next(Token),
}

/// Goes on with a `match`.
fn next_case(stack: &mut Stack, next: Next) -> Then {
    match next {
        Next::Done(value) => Then::Value(value),
        Next::Body(cases, first) => {
            stack.frames.push(Frame::Case(cases));
            Then::Next(first)
        }
    }
}

impl Parser<'_> {
    /// A term.
    pub(crate) fn term(&mut self) -> Parsed<Term> {
        let at = self.peek()?.start;
        let term = self.term_of_any_sort()?;
        if self.is_bare_empty(term) { self.fail(at, bare_empty::unclear()) } else { Ok(term) }
    }

    /// A term, perhaps an empty sequence whose sort its place has to tell.
    fn term_of_any_sort(&mut self) -> Parsed<Term> {
        self.set_label(None);
        let mut stack = Stack::default();
        let mut token = self.next()?;
        loop {
            self.budget.tick(1)?;
            self.budget.reserve(self.terms.next_growth())?;
            let mut value = if token.kind == TokenKind::Open {
                match self.opened(&mut stack)? {
                    Then::Value(value) => value,
                    Then::Next(first) => {
                        token = first;
                        continue;
                    }
                }
            } else {
                self.atom(token)?
            };
            loop {
                self.budget.tick(1)?;
                if stack.frames.is_empty() {
                    return Ok(value);
                }
                match self.take(&mut stack, value)? {
                    Then::Value(outer) => value = outer,
                    Then::Next(first) => {
                        token = first;
                        break;
                    }
                }
            }
        }
    }

    /// A term of the sort that its place demands.
    pub(crate) fn term_of_sort(&mut self, want: Sort, place: &str) -> Parsed<Term> {
        let at = self.peek()?.start;
        let mut term = self.term_of_any_sort()?;
        if self.is_bare_empty(term) {
            term = self.empty_of(want).unwrap_or(term);
        }
        let found = self.terms.sort(term);
        if found == want {
            return Ok(term);
        }
        let [found, want] = [found, want].map(|s| sort_name(self.terms, s));
        self.fail(at, ErrorKind::IllSorted(format!("{place} has sort {found}, expected {want}")))
    }

    /// Gives `value` to the innermost construct.
    fn take(&mut self, stack: &mut Stack, value: Term) -> Parsed<Then> {
        match stack.frames.last_mut() {
            Some(&mut Frame::Apply { head, base, at }) => {
                stack.operands.push(value);
                let token = self.next()?;
                if token.kind != TokenKind::Close {
                    return Ok(Then::Next(token));
                }
                let result = self.apply(head, &stack.operands[base..]);
                let result = result.map_err(|kind| Fault::new(at, kind))?;
                stack.operands.truncate(base);
                stack.frames.pop();
                Ok(Then::Value(result))
            }
            Some(&mut Frame::Binding { sym, base }) => {
                self.close()?;
                stack.frames.pop();
                stack.bindings.push((sym, value));
                self.binding(stack, base)
            }
            Some(&mut Frame::Body { mark }) => {
                self.close()?;
                self.cx.symbols.unbind(mark);
                stack.frames.pop();
                Ok(Then::Value(value))
            }
            Some(Frame::Annotated) => {
                stack.frames.pop();
                let outermost = stack.frames.is_empty();
                self.attributes(value, outermost)?;
                Ok(Then::Value(value))
            }
            Some(&mut Frame::Match { at }) => {
                stack.frames.pop();
                let next = self.cases(value, at)?;
                Ok(next_case(stack, next))
            }
            Some(Frame::Case(_)) => {
                let Some(Frame::Case(cases)) = stack.frames.pop() else { unreachable!() };
                let next = self.after_case(cases, value)?;
                Ok(next_case(stack, next))
            }
            Some(&mut Frame::Binder(binder)) => {
                stack.frames.pop();
                self.close()?;
                self.close_binder(binder, value).map(Then::Value)
            }
            None => unreachable!("somebody waits for the term"),
        }
    }

    /// Reads on after `(`.
    fn opened(&mut self, stack: &mut Stack) -> Parsed<Then> {
        let token = self.next()?;
        match token.kind {
            TokenKind::Symbol => match self.lexer.bytes(token) {
                b"let" => {
                    self.open()?;
                    let base = stack.bindings.len();
                    return self.binding(stack, base);
                }
                b"!" => {
                    stack.frames.push(Frame::Annotated);
                    return self.next().map(Then::Next);
                }
                b"match" => {
                    stack.frames.push(Frame::Match { at: token.start });
                    return self.next().map(Then::Next);
                }
                b"_" => return self.indexed_constant(token).map(Then::Value),
                b"as" => return self.qualified_constant().map(Then::Value),
                b"lambda" | b"forall" => {
                    let binder = self.binder(token)?;
                    stack.frames.push(Frame::Binder(binder));
                    return self.next().map(Then::Next);
                }
                b"exists" => {
                    return self.fail(token.start, ErrorKind::Unsupported("quantifiers".into()));
                }
                word if is_reserved(word) => return self.expected("a function", token),
                _ => {}
            },
            TokenKind::Quoted => {}
            TokenKind::Open => {
                let head = self.compound_head()?;
                return self.arguments(stack, head, token.start);
            }
            _ => return self.expected("a function", token),
        }
        let head = self.head(token)?;
        self.arguments(stack, head, token.start)
    }

    fn arguments(&mut self, stack: &mut Stack, head: Head, at: usize) -> Parsed<Then> {
        let first = self.next()?;
        if first.kind == TokenKind::Close {
            return self.expected("an argument", first);
        }
        stack.frames.push(Frame::Apply { head, base: stack.operands.len(), at });
        Ok(Then::Next(first))
    }

    /// The next binding of a `let`, or, after the last, its body.
    fn binding(&mut self, stack: &mut Stack, base: usize) -> Parsed<Then> {
        let token = self.next()?;
        match token.kind {
            TokenKind::Open => {
                let (sym, _) = self.symbol("a variable")?;
                stack.frames.push(Frame::Binding { sym, base });
            }
            TokenKind::Close => {
                let mark = self.cx.symbols.mark();
                self.distinct(token.start, stack.bindings[base..].iter().map(|b| b.0))?;
                for (sym, value) in stack.bindings.drain(base..) {
                    self.cx.symbols.bind(sym, value);
                }
                stack.frames.push(Frame::Body { mark });
            }
            _ => return self.expected("a binding", token),
        }
        self.next().map(Then::Next)
    }

    /// The attributes of an annotated term, up to its closing parenthesis.
    fn attributes(&mut self, term: Term, outermost: bool) -> Parsed<()> {
        loop {
            let token = self.next()?;
            match token.kind {
                TokenKind::Close => return Ok(()),
                TokenKind::Keyword if self.lexer.bytes(token) == b":named" => {
                    let (sym, at) = self.symbol("a name")?;
                    if self.in_macro {
                        let what = ":named inside a definition with parameters".to_owned();
                        return self.fail(at.start, ErrorKind::Unsupported(what));
                    }
                    let defined = self.cx.symbols.define(sym, Meaning::Term(term));
                    defined.map_err(|kind| Fault::new(at.start, kind))?;
                    self.cx.add_label(sym, term);
                    if outermost {
                        self.set_label(Some(sym));
                    }
                }
                TokenKind::Keyword => {
                    let next = self.peek()?;
                    if !matches!(next.kind, TokenKind::Keyword | TokenKind::Close) {
                        self.skip()?;
                    }
                }
                _ => return self.expected("an attribute", token),
            }
        }
    }

    /// A term of one token.
    fn atom(&mut self, token: Token) -> Parsed<Term> {
        match token.kind {
            TokenKind::Symbol if !is_reserved(self.lexer.bytes(token)) => self.constant(token),
            TokenKind::Quoted => self.constant(token),
            TokenKind::Numeral => self.integer(token),
            TokenKind::String => self.literal(token),
            TokenKind::Decimal => self.fail(token.start, ErrorKind::Unsupported("reals".into())),
            TokenKind::Hexadecimal | TokenKind::Binary => self.bits(token),
            _ => self.expected("a term", token),
        }
    }

    fn literal(&mut self, token: Token) -> Parsed<Term> {
        let source = self.lexer.bytes(token);
        let size = std::mem::size_of::<u32>() as u64 * source.len() as u64;
        self.budget.tick(source.len() as u64 / BYTES_PER_TICK)?;
        self.budget.reserve(size)?;
        let mut chars = self.cx.take_chars();
        literal::decode(source, token.start, self.cx.escapes, &mut chars)?;
        self.budget.reserve(size)?;
        let term = self.terms.string(&chars);
        self.cx.return_chars(chars);
        Ok(term)
    }

    fn integer(&mut self, token: Token) -> Parsed<Term> {
        let digits = self.lexer.bytes(token);
        // Conversion takes quadratic time at worst.
        self.budget.tick((digits.len() as u64 / BYTES_PER_TICK).pow(2))?;
        if digits.len() <= 18 {
            let value = digits.iter().fold(0_i64, |n, d| n * 10 + i64::from(d - b'0'));
            return Ok(self.terms.int(value));
        }
        match String::from_utf8_lossy(digits).parse::<Int>() {
            Ok(value) => Ok(self.terms.int(value)),
            Err(_) => self.expected("a numeral", token),
        }
    }

    /// `(_ char #x41)`, after the underscore.
    fn indexed_constant(&mut self, at: Token) -> Parsed<Term> {
        let token = self.next()?;
        if self.lexer.bytes(token) != b"char" {
            if self.lexer.bytes(token) == b"as-array" {
                return self.array_of_function();
            }
            if let Some(constant) = self.decimal_bits(token)? {
                return Ok(constant);
            }
            self.lexer.rewind(token);
            let head = self.indexed_head()?;
            let applied = self.apply(head, &[]);
            return applied.map_err(|kind| Fault::new(at.start, kind));
        }
        let code = self.expect(TokenKind::Hexadecimal, "a hexadecimal code point")?;
        self.close()?;
        let digits = String::from_utf8_lossy(&self.lexer.bytes(code)[2..]).into_owned();
        match u32::from_str_radix(&digits, 16) {
            Ok(c) if c <= MAX_CHAR => Ok(self.terms.string(&[c])),
            _ => self.fail(code.start, ErrorKind::TooLarge(format!("code point #x{digits}"))),
        }
    }

    /// `(as c S)`, after the `as`.
    fn qualified_constant(&mut self) -> Parsed<Term> {
        let token = self.next()?;
        if let Some(constant) = crate::names::qualified(self.lexer.bytes(token)) {
            return self.constant_of_sort(constant, token);
        }
        if let Some(part) = self.generic_constructor(token)? {
            return self.constant_made_to_sort(part, token);
        }
        let term = self.atom(token)?;
        let want = self.sort()?;
        self.close()?;
        let found = self.terms.sort(term);
        if found == want {
            return Ok(term);
        }
        let [found, want] = [found, want].map(|s| sort_name(self.terms, s));
        self.fail(token.start, ErrorKind::IllSorted(format!("this has sort {found}, not {want}")))
    }

    pub(crate) fn constant(&mut self, token: Token) -> Parsed<Term> {
        let name = self.symbol_text(token)?;
        let sym = self.cx.symbols.intern(name);
        match self.cx.symbols.meaning(sym) {
            Meaning::Term(term) => return Ok(term),
            Meaning::Unknown if bare_empty::is_name(name) => return Ok(self.bare_empty()),
            // z3 reads `-1` as a number and some tools rely on it; a declared symbol wins.
            Meaning::Unknown => {
                if let Ok(n) = name.parse::<Int>() {
                    return Ok(self.terms.int(n));
                }
            }
            _ => {}
        }
        match self.head(token)? {
            head @ (Head::Part(Part::Constructor(_)) | Head::Generic(_)) => {
                let made = self.apply(head, &[]);
                made.map_err(|kind| Fault::new(token.start, kind))
            }
            Head::Op(op @ (Op::True | Op::False | Op::ReNone | Op::ReAll | Op::ReAllChar)) => {
                Ok(self.terms.mk(op, &[]))
            }
            head => self.function_as_predicate(head, token),
        }
    }
}
