//! The dialect of the crate `regex`, read by `regex-syntax`; over bytes that of its module `bytes`, where a character is its code in UTF-8.

use crate::error::PatternErrorKind;
use crate::notation::Notation;
use crate::parse::Read;
use crate::tree::{Node, NodeId, Tree};
use crate::utf8;
use automata::{CharSet, MAX_CHAR};
use regex_syntax::ParserBuilder;
use regex_syntax::ast::{self, Ast};
use regex_syntax::hir::translate::TranslatorBuilder;
use regex_syntax::hir::{self, Class, ClassUnicode, Hir, HirKind, Look};

/// The surrogate halves, which no Rust text has.
const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

/// Reads a pattern.
pub(crate) fn read(pattern: &str, notation: Notation) -> Read {
    let place = |offset: usize| pattern[..offset].chars().count();
    let tree = ast::parse::Parser::new()
        .parse(pattern)
        .map_err(|e| (syntax(e.kind()), place(e.span().start.offset)))?;
    let hir = TranslatorBuilder::new()
        .unicode(!notation.ascii)
        .utf8(!notation.ascii && !notation.bytes)
        .case_insensitive(notation.ignore_case)
        .build()
        .translate(pattern, &tree)
        .map_err(|e| {
            (PatternErrorKind::Syntax(e.kind().to_string()), place(e.span().start.offset))
        })?;
    if !notation.bytes {
        ast::visit(&tree, BeyondAlphabet).map_err(|(kind, offset)| (kind, place(offset)))?;
    } else if hir.properties().look_set().contains_word_unicode() {
        let first = ast::visit(&tree, FirstBoundary).err().unwrap_or_default();
        return Err((PatternErrorKind::UnicodeBoundary, place(first)));
    }
    Ok(fold(&hir, notation.bytes))
}

fn syntax(kind: &ast::ErrorKind) -> PatternErrorKind {
    match kind {
        ast::ErrorKind::UnsupportedBackreference => PatternErrorKind::BackReference,
        ast::ErrorKind::UnsupportedLookAround => PatternErrorKind::LookAround,
        _ => PatternErrorKind::Syntax(kind.to_string()),
    }
}

/// The class that a pattern of this notation denotes, such as `\d` or `\p{Greek}`; `None` if it is none.
pub(crate) fn class(pattern: &str, ignore_case: bool) -> Option<CharSet> {
    let hir = ParserBuilder::new().case_insensitive(ignore_case).build().parse(pattern).ok()?;
    match hir.kind() {
        HirKind::Class(Class::Unicode(class)) => Some(characters(class)),
        HirKind::Literal(literal) => {
            let mut chars = std::str::from_utf8(&literal.0).ok()?.chars();
            let c = chars.next()?;
            chars.next().is_none().then(|| CharSet::single(c.into()))
        }
        _ => None,
    }
}

/// Finds literals that are not in the alphabet: the tree that is folded has no positions.
struct BeyondAlphabet;

impl ast::Visitor for BeyondAlphabet {
    type Output = ();
    type Err = (PatternErrorKind, usize);

    fn finish(self) -> Result<(), Self::Err> {
        Ok(())
    }

    fn visit_pre(&mut self, tree: &Ast) -> Result<(), Self::Err> {
        match tree {
            Ast::Literal(literal) if u32::from(literal.c) > MAX_CHAR => {
                Err((PatternErrorKind::Alphabet(literal.c), literal.span.start.offset))
            }
            _ => Ok(()),
        }
    }
}

/// Finds the first word boundary.
struct FirstBoundary;

impl ast::Visitor for FirstBoundary {
    type Output = ();
    type Err = usize;

    fn finish(self) -> Result<(), usize> {
        Ok(())
    }

    fn visit_pre(&mut self, tree: &Ast) -> Result<(), usize> {
        use ast::AssertionKind::{EndLine, EndText, StartLine, StartText};
        match tree {
            Ast::Assertion(at) => match at.kind {
                StartLine | EndLine | StartText | EndText => Ok(()),
                _ => Err(at.span.start.offset),
            },
            _ => Ok(()),
        }
    }
}

/// The tree of `regex-syntax` as a tree of ours, without recursion.
fn fold(hir: &Hir, bytes: bool) -> (Tree, NodeId) {
    let folded = hir::visit(hir, Fold { tree: Tree::default(), stack: Vec::new(), bytes });
    folded.unwrap_or_else(|never| match never {})
}

struct Fold {
    tree: Tree,
    stack: Vec<NodeId>,
    /// Whether words are made of bytes.
    bytes: bool,
}

enum Never {}

impl hir::Visitor for Fold {
    type Output = (Tree, NodeId);
    type Err = Never;

    fn finish(mut self) -> Result<Self::Output, Never> {
        let root = self.pop();
        Ok((self.tree, root))
    }

    fn visit_post(&mut self, hir: &Hir) -> Result<(), Never> {
        let node = match hir.kind() {
            HirKind::Capture(_) => return Ok(()),
            HirKind::Empty => self.tree.empty(),
            HirKind::Literal(literal) => self.literal(&literal.0),
            HirKind::Class(class) => self.class(class),
            HirKind::Look(look) => self.look(*look),
            HirKind::Repetition(r) => {
                let body = self.pop();
                self.tree.push(Node::Repeat { body, lo: r.min, hi: r.max, greedy: r.greedy })
            }
            HirKind::Concat(kids) => {
                let kids = self.take(kids.len());
                self.tree.concat(kids)
            }
            HirKind::Alternation(kids) => {
                let kids = self.take(kids.len());
                self.tree.alt(kids)
            }
        };
        self.stack.push(node);
        Ok(())
    }
}

impl Fold {
    fn pop(&mut self) -> NodeId {
        let last = self.stack.pop();
        last.unwrap_or_else(|| self.tree.empty())
    }

    fn take(&mut self, n: usize) -> Vec<NodeId> {
        self.stack.split_off(self.stack.len().saturating_sub(n))
    }

    fn literal(&mut self, bytes: &[u8]) -> NodeId {
        let letters: Vec<u32> = match std::str::from_utf8(bytes) {
            Ok(text) if !self.bytes => text.chars().map(u32::from).collect(),
            _ => bytes.iter().map(|&byte| u32::from(byte)).collect(),
        };
        let kids = letters.into_iter().map(|c| self.tree.chars(CharSet::single(c))).collect();
        self.tree.concat(kids)
    }

    fn class(&mut self, class: &Class) -> NodeId {
        match class {
            Class::Unicode(class) if self.bytes => utf8::codes(&mut self.tree, class),
            Class::Unicode(class) => self.tree.chars(characters(class)),
            Class::Bytes(class) => {
                // A class of ASCII that has all other bytes has all other characters.
                let last = if self.bytes { u32::from(u8::MAX) } else { MAX_CHAR };
                let end = |end: u8| if end == u8::MAX { last } else { u32::from(end) };
                let ranges = class.iter().map(|r| (u32::from(r.start()), end(r.end())));
                self.tree.chars(CharSet::from_ranges(ranges))
            }
        }
    }

    fn look(&mut self, look: Look) -> NodeId {
        match look {
            Look::Start => self.tree.push(Node::Start),
            Look::End => self.tree.push(Node::End),
            Look::StartLF | Look::EndLF | Look::StartCRLF | Look::EndCRLF => self.line(look),
            Look::WordAscii => self.word(true, |tree, letter| tree.boundary(letter, false)),
            Look::WordUnicode => self.word(false, |tree, letter| tree.boundary(letter, false)),
            Look::WordAsciiNegate => self.word(true, |tree, letter| tree.boundary(letter, true)),
            Look::WordUnicodeNegate => self.word(false, |tree, letter| tree.boundary(letter, true)),
            Look::WordStartHalfAscii => {
                self.word(true, |tree, letter| tree.neighbour(letter, false, true))
            }
            Look::WordStartHalfUnicode => {
                self.word(false, |tree, letter| tree.neighbour(letter, false, true))
            }
            Look::WordEndHalfAscii => {
                self.word(true, |tree, letter| tree.neighbour(letter, true, true))
            }
            Look::WordEndHalfUnicode => {
                self.word(false, |tree, letter| tree.neighbour(letter, true, true))
            }
            Look::WordStartAscii => self.word(true, |tree, letter| tree.edge(letter, false)),
            Look::WordStartUnicode => self.word(false, |tree, letter| tree.edge(letter, false)),
            Look::WordEndAscii => self.word(true, |tree, letter| tree.edge(letter, true)),
            Look::WordEndUnicode => self.word(false, |tree, letter| tree.edge(letter, true)),
        }
    }

    /// What is said of the letters of words.
    fn word(&mut self, ascii: bool, look: impl FnOnce(&mut Tree, NodeId) -> NodeId) -> NodeId {
        let letters = class(if ascii { "[0-9A-Za-z_]" } else { r"\w" }, false);
        let letter = self.tree.chars(letters.unwrap_or_else(CharSet::empty));
        look(&mut self.tree, letter)
    }

    /// The starts and ends of lines.
    fn line(&mut self, look: Look) -> NodeId {
        let (feed, carriage) = (CharSet::single('\n'.into()), CharSet::single('\r'.into()));
        let tree = &mut self.tree;
        let [a_feed, a_carriage] = [&feed, &carriage].map(|set| tree.chars(set.clone()));
        match look {
            Look::StartLF => tree.line_start(&feed, true),
            Look::EndLF => tree.line_end(&feed),
            Look::StartCRLF => {
                let start = tree.line_start(&feed, true);
                let after = tree.neighbour(a_carriage, false, false);
                let not_between = tree.neighbour(a_feed, true, true);
                let start_after = tree.concat(vec![after, not_between]);
                tree.alt(vec![start, start_after])
            }
            _ => {
                let end = tree.line_end(&carriage);
                let not_between = tree.neighbour(a_carriage, false, true);
                let before_feed = tree.neighbour(a_feed, true, false);
                let end_before = tree.concat(vec![not_between, before_feed]);
                tree.alt(vec![end, end_before])
            }
        }
    }
}

fn characters(class: &ClassUnicode) -> CharSet {
    let ranges = class.iter().map(|r| (u32::from(r.start()), u32::from(r.end())));
    with_surrogates(CharSet::from_ranges(ranges))
}

/// Surrogates are no characters to Rust, so a range across them says nothing of them. They are taken in, so
/// that "any character" is just that.
fn with_surrogates(set: CharSet) -> CharSet {
    let (lo, hi) = SURROGATES;
    if set.contains(lo - 1) && set.contains(hi + 1) {
        set.union(&CharSet::range(lo, hi))
    } else {
        set
    }
}
