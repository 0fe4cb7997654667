//! From text to `regex-syntax`'s tree, and what is not regular or not in the alphabet.
//!
//! The tree that is translated has no positions any more, so what cannot be translated is found in the
//! tree before it, which still has them.

use crate::algebra::Algebra;
use crate::error::{PatternError, PatternErrorKind};
use crate::fold::fold;
use automata::MAX_CHAR;
use regex_syntax::ast::{self, Assertion, AssertionKind, Ast, Span, Visitor};
use regex_syntax::hir::translate::Translator;
use regex_syntax::hir::{self, Hir, Look};

/// Which texts a pattern stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Those that match from the first to the last character.
    Whole,
    /// Those in which a match is found, as `grep` reads a pattern.
    Search,
}

/// Translates a pattern into regexes of `algebra`.
///
/// ```
/// use automata::Regexes;
/// use patterns::{PatternErrorKind, Reading, parse};
/// let mut rs = Regexes::new();
/// let r = parse("^a{2,}?$", Reading::Search, &mut rs)?;
/// assert_eq!(rs.display(r).to_string(), "[a]{2,}");
/// let error = parse(r"(a+)\1", Reading::Whole, &mut rs).unwrap_err();
/// assert_eq!((error.kind, error.offset), (PatternErrorKind::BackReference, 4));
/// # Ok::<(), patterns::PatternError>(())
/// ```
///
/// # Errors
/// If the text is no pattern, or describes no regular language over the alphabet.
pub fn parse<A: Algebra>(
    pattern: &str,
    reading: Reading,
    algebra: &mut A,
) -> Result<A::Regex, PatternError> {
    let error = |kind, span: &Span| PatternError {
        kind,
        pattern: pattern.to_owned(),
        offset: pattern[..span.start.offset].chars().count(),
    };
    let tree =
        ast::parse::Parser::new().parse(pattern).map_err(|e| error(syntax(e.kind()), e.span()))?;
    let hir = Translator::new()
        .translate(pattern, &tree)
        .map_err(|e| error(PatternErrorKind::Syntax(e.kind().to_string()), e.span()))?;
    if let Err((kind, span)) = ast::visit(&tree, Untranslatable { looks: looks(&hir) }) {
        return Err(error(kind, &span));
    }
    let part = fold(&hir, algebra);
    Ok(match reading {
        Reading::Whole => part.whole(algebra),
        Reading::Search => part.search(algebra),
    })
}

fn syntax(kind: &ast::ErrorKind) -> PatternErrorKind {
    match kind {
        ast::ErrorKind::UnsupportedBackreference => PatternErrorKind::BackReference,
        ast::ErrorKind::UnsupportedLookAround => PatternErrorKind::LookAround,
        _ => PatternErrorKind::Syntax(kind.to_string()),
    }
}

fn looks(hir: &Hir) -> hir::LookSet {
    hir.properties().look_set()
}

/// Looks for what has no translation. Whether an anchor is one of lines depends on flags, which are resolved
/// in the final tree only: if that one has any, the first anchor that can be it is reported.
struct Untranslatable {
    looks: hir::LookSet,
}

impl Untranslatable {
    fn assertion(&self, assertion: &Assertion) -> Option<PatternErrorKind> {
        let any = |looks: &[Look]| looks.iter().any(|&l| self.looks.contains(l));
        match assertion.kind {
            AssertionKind::StartText | AssertionKind::EndText => None,
            AssertionKind::StartLine => {
                any(&[Look::StartLF, Look::StartCRLF]).then_some(PatternErrorKind::LineAnchor)
            }
            AssertionKind::EndLine => {
                any(&[Look::EndLF, Look::EndCRLF]).then_some(PatternErrorKind::LineAnchor)
            }
            _ => Some(PatternErrorKind::WordBoundary),
        }
    }
}

impl Visitor for Untranslatable {
    type Output = ();
    type Err = (PatternErrorKind, Span);

    fn finish(self) -> Result<(), Self::Err> {
        Ok(())
    }

    fn visit_pre(&mut self, tree: &Ast) -> Result<(), Self::Err> {
        match tree {
            Ast::Literal(literal) if u32::from(literal.c) > MAX_CHAR => {
                Err((PatternErrorKind::Alphabet(literal.c), literal.span))
            }
            Ast::Assertion(a) => self.assertion(a).map_or(Ok(()), |kind| Err((kind, a.span))),
            _ => Ok(()),
        }
    }
}
