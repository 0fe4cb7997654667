//! The dialect of the crate `regex`, read by `regex-syntax`.

use crate::error::PatternErrorKind;
use crate::notation::Notation;
use crate::parse::Read;
use crate::tree::{Node, NodeId, Tree};
use automata::{CharSet, MAX_CHAR};
use regex_syntax::ParserBuilder;
use regex_syntax::ast::{self, Ast};
use regex_syntax::hir::translate::TranslatorBuilder;
use regex_syntax::hir::{self, Class, Hir, HirKind, Look};

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
        .utf8(!notation.ascii)
        .case_insensitive(notation.ignore_case)
        .build()
        .translate(pattern, &tree)
        .map_err(|e| {
            (PatternErrorKind::Syntax(e.kind().to_string()), place(e.span().start.offset))
        })?;
    if let Err((kind, offset)) = ast::visit(&tree, BeyondAlphabet) {
        return Err((kind, place(offset)));
    }
    Ok(fold(&hir))
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
        HirKind::Class(class) => Some(characters(class)),
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

/// The tree of `regex-syntax` as a tree of ours, without recursion.
fn fold(hir: &Hir) -> (Tree, NodeId) {
    let folded = hir::visit(hir, Fold { tree: Tree::default(), stack: Vec::new() });
    folded.unwrap_or_else(|never| match never {})
}

struct Fold {
    tree: Tree,
    stack: Vec<NodeId>,
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
            HirKind::Class(class) => self.tree.chars(characters(class)),
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

    /// The tree comes from text and matches text, so literals are text.
    fn literal(&mut self, bytes: &[u8]) -> NodeId {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let kids = text.chars().map(|c| self.tree.chars(CharSet::single(c.into()))).collect();
        self.tree.concat(kids)
    }

    fn look(&mut self, look: Look) -> NodeId {
        let (feed, carriage) = (CharSet::single('\n'.into()), CharSet::single('\r'.into()));
        let tree = &mut self.tree;
        match look {
            Look::Start => tree.push(Node::Start),
            Look::End => tree.push(Node::End),
            Look::StartLF => tree.line_start(&feed, true),
            Look::EndLF => tree.line_end(&feed),
            Look::StartCRLF => {
                let start = tree.line_start(&feed, true);
                let after = tree.neighbour(&carriage, false, false);
                let not_between = tree.neighbour(&feed, true, true);
                let start_after = tree.concat(vec![after, not_between]);
                tree.alt(vec![start, start_after])
            }
            Look::EndCRLF => {
                let end = tree.line_end(&carriage);
                let not_between = tree.neighbour(&carriage, false, true);
                let before = tree.neighbour(&feed, true, false);
                let end_before = tree.concat(vec![not_between, before]);
                tree.alt(vec![end, end_before])
            }
            Look::WordAscii => tree.boundary(&word(true), false),
            Look::WordUnicode => tree.boundary(&word(false), false),
            Look::WordAsciiNegate => tree.boundary(&word(true), true),
            Look::WordUnicodeNegate => tree.boundary(&word(false), true),
            Look::WordStartHalfAscii => tree.neighbour(&word(true), false, true),
            Look::WordStartHalfUnicode => tree.neighbour(&word(false), false, true),
            Look::WordEndHalfAscii => tree.neighbour(&word(true), true, true),
            Look::WordEndHalfUnicode => tree.neighbour(&word(false), true, true),
            Look::WordStartAscii => tree.edge(&word(true), false),
            Look::WordStartUnicode => tree.edge(&word(false), false),
            Look::WordEndAscii => tree.edge(&word(true), true),
            Look::WordEndUnicode => tree.edge(&word(false), true),
        }
    }
}

/// What `\w` has.
fn word(ascii: bool) -> CharSet {
    let pattern = if ascii { "[0-9A-Za-z_]" } else { r"\w" };
    class(pattern, false).unwrap_or_else(CharSet::empty)
}

fn characters(class: &Class) -> CharSet {
    match class {
        Class::Unicode(class) => with_surrogates(CharSet::from_ranges(
            class.iter().map(|r| (u32::from(r.start()), u32::from(r.end()))),
        )),
        Class::Bytes(class) => CharSet::from_ranges(class.iter().map(|r| {
            // A class of ASCII that has all other bytes has all other characters.
            let end = if r.end() == u8::MAX { MAX_CHAR } else { u32::from(r.end()) };
            (u32::from(r.start()), end)
        })),
    }
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
