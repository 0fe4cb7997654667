//! What a script has declared so far: the state that outlives a command.

use crate::apply::Macros;
use crate::command::Command;
use crate::datatypes::{self, Datatypes, Raised};
use crate::error::{Error, ErrorKind, Fault};
use crate::literal::Escapes;
use crate::of_empty::OfEmpty;
use crate::parser::Parser;
use crate::reader::Chunk;
use crate::symbols::{Meaning, Sym, Symbols};
use base::{Budget, Interrupted};
use terms::collect::Visitor;
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Op, Sort, Term, Terms};

/// Suggestions compare a name with all others, so a script full of errors gets only so many.
const MOST_SUGGESTIONS: u32 = 20;

/// For how many code points of literals memory is kept for the next literal.
const MOST_SPARE_CHARS: usize = 1 << 16;

/// How much there was when a scope was opened.
#[derive(Clone, Copy, Debug)]
struct Scope {
    labels: usize,
    macros: usize,
    datatypes: datatypes::Mark,
}

/// The declarations, definitions and dialect of a script.
///
/// ```
/// use smtlib::{Command, CommandReader, Context};
/// let mut reader = CommandReader::from_bytes(b"(declare-const x Int) (assert (> x 0))".to_vec());
/// let (mut cx, mut terms) = (Context::new(), terms::Terms::new());
/// let mut commands = Vec::new();
/// while let Some(chunk) = reader.next_chunk().unwrap() {
///     commands.push(cx.command(chunk, &mut terms).unwrap());
/// }
/// assert!(matches!(commands[..], [Command::Declaration, Command::Assert(_, None)]));
/// ```
#[derive(Debug)]
pub struct Context {
    pub(crate) symbols: Symbols,
    pub(crate) macros: Macros,
    pub(crate) datatypes: Datatypes,
    labels: Vec<(Sym, Term)>,
    scopes: Vec<Scope>,
    pub(crate) escapes: Escapes,
    /// Whether the script may change [`Self::escapes`] by its version.
    escapes_fixed: bool,
    pub(crate) global_declarations: bool,
    /// The first so many macros may be used after every `pop`.
    global_macros: usize,
    global_datatypes: datatypes::Mark,
    suggestions: u32,
    /// Whether an empty sequence was read whose sort was not written.
    pub(crate) has_bare_empty: bool,
    pub(crate) assertions_with_texts: bool,
    /// Code points of the literal being read.
    chars: Vec<u32>,
    pub(crate) of_empty: OfEmpty,
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

impl Context {
    /// Nothing declared yet.
    pub fn new() -> Context {
        Context {
            symbols: Symbols::new(),
            macros: Macros::default(),
            datatypes: Datatypes::default(),
            labels: Vec::new(),
            of_empty: OfEmpty::default(),
            scopes: Vec::new(),
            escapes: Escapes::default(),
            escapes_fixed: false,
            global_declarations: false,
            global_macros: 0,
            global_datatypes: datatypes::Mark::default(),
            suggestions: 0,
            has_bare_empty: false,
            assertions_with_texts: true,
            chars: Vec::new(),
        }
    }

    /// Fixes the escape sequences of literals, whatever version the script claims.
    pub fn fix_escapes(&mut self, escapes: Escapes) {
        self.escapes = escapes;
        self.escapes_fixed = true;
    }

    /// The version of SMT-LIB that the script claims; before 2.6 the escape sequences were those of C.
    pub(crate) fn set_version(&mut self, version: &str) {
        if !self.escapes_fixed {
            let old = version.starts_with("2.5") || version.starts_with("2.0");
            self.escapes = if old { Escapes::C } else { Escapes::Unicode };
        }
    }

    /// `term` has the name `sym` from now on.
    pub(crate) fn add_label(&mut self, sym: Sym, term: Term) {
        self.labels.push((sym, term));
    }

    /// Memory for the code points of one literal; see [`return_chars`](Self::return_chars).
    pub(crate) fn take_chars(&mut self) -> Vec<u32> {
        let mut chars = std::mem::take(&mut self.chars);
        chars.clear();
        chars
    }

    /// Keeps the memory for the next literal, if it is no more than most need.
    pub(crate) fn return_chars(&mut self, mut chars: Vec<u32>) {
        chars.shrink_to(MOST_SPARE_CHARS);
        self.chars = chars;
    }

    /// Whether later declarations survive [`pop`](Self::pop).
    pub fn set_global_declarations(&mut self, on: bool) {
        self.global_declarations = on;
    }

    /// Whether assertions are handed on with their texts.
    pub fn set_assertions_with_texts(&mut self, on: bool) {
        self.assertions_with_texts = on;
    }

    /// Parses and elaborates one command. After an error nothing has changed.
    ///
    /// # Errors
    /// If the command is not well-formed or not supported.
    pub fn command(&mut self, chunk: Chunk<'_>, terms: &mut Terms) -> Result<Command, Error> {
        self.command_within(chunk, terms, &Budget::unlimited())
    }

    /// As [`command`](Self::command), within a budget.
    ///
    /// # Errors
    /// As there, and when the budget runs out: definitions can make much of little text.
    pub fn command_within(
        &mut self,
        chunk: Chunk<'_>,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<Command, Error> {
        let labels = self.labels.len();
        let datatypes = self.datatypes.mark();
        let parsed = match chunk.is_utf16() {
            true => Err(Fault::new(0, ErrorKind::Utf16)),
            false => Parser::new(chunk.text, self, terms, budget).command(),
        };
        match parsed {
            Ok(command) => {
                self.symbols.commit(self.global_declarations);
                if self.global_declarations {
                    self.global_macros = self.macros.defined.len();
                    self.global_datatypes = self.datatypes.mark();
                }
                Ok(command)
            }
            Err(fault) => {
                self.symbols.roll_back();
                self.labels.truncate(labels);
                self.datatypes.truncate(datatypes, datatypes);
                Err(chunk.position.locate(chunk.text, *fault))
            }
        }
    }

    /// Parses a term over what is declared.
    ///
    /// # Errors
    /// If the text is no well-sorted term.
    pub fn parse_term(&mut self, text: &str, terms: &mut Terms) -> Result<Term, Error> {
        self.parse_term_within(text, terms, &Budget::unlimited())
    }

    /// As [`parse_term`](Self::parse_term), within a budget.
    ///
    /// # Errors
    /// As there, and when the budget runs out.
    pub fn parse_term_within(
        &mut self,
        text: &str,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<Term, Error> {
        let text = text.as_bytes();
        let mut parser = Parser::new(text, self, terms, budget);
        let parsed = parser.term().and_then(|t| parser.end().map(|()| t));
        parsed.map_err(|fault: Box<Fault>| {
            self.symbols.roll_back();
            crate::error::Position::START.locate(text, *fault)
        })
    }

    /// Declares a function, or without parameters a constant, as `declare-fun` does.
    ///
    /// # Errors
    /// If the name has a meaning already.
    pub fn declare(
        &mut self,
        name: &str,
        params: &[Sort],
        ret: Sort,
        terms: &mut Terms,
    ) -> Result<Fun, ErrorKind> {
        let sym = self.symbols.intern(name);
        let fun = terms.declare(name, params, ret);
        let constant = params.is_empty().then(|| terms.constant(fun));
        self.symbols.define(sym, constant.map_or(Meaning::Function(fun), Meaning::Term))?;
        self.symbols.declare(fun);
        self.symbols.commit(self.global_declarations);
        Ok(fun)
    }

    /// The function or constant that is declared under this name.
    pub fn function(&self, name: &str, terms: &Terms) -> Option<Fun> {
        let constant = match self.symbols.meaning_of(name)? {
            Meaning::Function(fun) => return Some(fun),
            Meaning::Term(t) if terms.args(t).is_empty() => t,
            _ => return None,
        };
        if let Op::Apply(fun) = terms.op(constant) { Some(fun) } else { None }
    }

    /// Whether there are datatypes.
    pub fn has_datatypes(&self) -> bool {
        !self.datatypes.is_empty()
    }

    /// Opens `n` scopes of declarations.
    pub fn push(&mut self, n: usize) {
        self.symbols.push(n);
        let scope = Scope {
            labels: self.labels.len(),
            macros: self.macros.defined.len(),
            datatypes: self.datatypes.mark(),
        };
        self.scopes.resize(self.scopes.len() + n, scope);
    }

    /// Closes `n` scopes of declarations, or as many as there are.
    pub fn pop(&mut self, n: usize) {
        self.symbols.pop(n);
        let keep = self.scopes.len().saturating_sub(n);
        if let Some(&Scope { labels, macros, datatypes }) = self.scopes.get(keep) {
            self.labels.truncate(labels);
            self.macros.truncate(macros.max(self.global_macros));
            self.datatypes.truncate(datatypes, self.global_datatypes);
        }
        self.scopes.truncate(keep);
    }

    /// Closes all scopes and forgets what is not declared globally.
    pub fn reset_assertions(&mut self) {
        self.symbols.pop_all();
        self.labels.clear();
        self.scopes.clear();
    }

    /// Forgets everything but a fixed choice of escape sequences.
    pub fn reset(&mut self) {
        let fixed = self.escapes_fixed.then_some(self.escapes);
        *self = Context::new();
        fixed.into_iter().for_each(|escapes| self.fix_escapes(escapes));
    }

    /// Shows all terms and functions that names stand for to `visitor`.
    pub fn visit(&mut self, visitor: &mut dyn Visitor) {
        self.symbols.visit(visitor);
        self.macros.visit(visitor);
        self.datatypes.visit(visitor);
        self.labels.iter_mut().for_each(|(_, t)| visitor.term(t));
        self.of_empty.visit(visitor);
    }

    /// The functions and constants that are declared now, oldest first.
    pub fn declared(&self) -> impl Iterator<Item = Fun> {
        self.symbols.declared.iter().copied()
    }

    /// The definition of a declared constant or function, as it stands in a model.
    pub fn definition(&self, terms: &Terms, model: &Model, fun: Fun) -> String {
        self.datatypes.definition(terms, model, fun)
    }

    /// Whether the solver knows the sort of `t`, which is no datatype.
    pub fn is_plain(&self, terms: &Terms, t: Term) -> bool {
        self.datatypes.of(terms.sort(t)).is_none()
    }

    /// `t` as the user would write it, to be simplified and shown.
    pub fn raise(&self, terms: &mut Terms, t: Term) -> Raised {
        self.datatypes.raise(terms, t)
    }

    /// The functions that stand for selectors applied to values of other constructors.
    pub fn unspecified(&self) -> impl Iterator<Item = Fun> {
        self.datatypes.unspecified()
    }

    /// The terms, none of them of a datatype, whose values make up that of `t`.
    pub fn components(&self, terms: &Terms, t: Term) -> Vec<Term> {
        self.datatypes.take_apart(terms, t)
    }

    /// A declared constant as a term.
    pub fn constant(&mut self, terms: &mut Terms, fun: Fun) -> Term {
        match self.datatypes.number(fun) {
            Some(taken) => self.datatypes.apply(terms, taken, &[]),
            None => terms.constant(fun),
        }
    }

    /// The value of `t` as text, given the values of terms whose sorts are no datatypes.
    pub fn value(
        &self,
        terms: &Terms,
        t: Term,
        model: &Model,
        eval: impl Fn(Term) -> Option<Value>,
    ) -> Option<String> {
        self.datatypes.value(terms, t, model, eval)
    }

    /// Gives the elements of sequences in a model of `formulas` that are values of datatypes these values; says whether there are enough.
    ///
    /// # Errors
    /// When the budget runs out.
    pub fn complete(
        &mut self,
        terms: &mut Terms,
        model: &mut Model,
        formulas: &[Term],
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        self.datatypes.complete(terms, model, formulas, budget)
    }

    /// The terms labelled with `:named`, oldest first.
    pub fn labelled(&self) -> impl Iterator<Item = (&str, Term)> {
        self.labels.iter().map(|&(sym, term)| (self.symbols.name(sym), term))
    }

    /// From now on arguments may lack a sort.
    pub(crate) fn note_bare_empty(&mut self) {
        self.has_bare_empty = true;
    }

    pub(crate) fn suggest(&mut self, name: &str, sorts: bool) -> Option<String> {
        self.suggestions += 1;
        if self.suggestions > MOST_SUGGESTIONS { None } else { self.symbols.similar(name, sorts) }
    }
}

impl Parser<'_> {
    /// Nothing may follow.
    pub(crate) fn end(&mut self) -> Result<(), Box<Fault>> {
        let token = self.next()?;
        match token.kind {
            crate::lexer::TokenKind::End => Ok(()),
            _ => self.fail(token.start, ErrorKind::Expected("the end", "more text".into())),
        }
    }
}
