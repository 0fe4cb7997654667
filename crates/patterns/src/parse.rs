//! From text to regexes: the dialect's own reader makes a tree, which is translated.

use crate::algebra::{Algebra, express};
use crate::error::{PatternError, PatternErrorKind};
use crate::language;
use crate::notation::{Dialect, Notation, Reading};
use crate::rust;
use crate::syntax;
use crate::tree::{NodeId, Tree};
use automata::{CharSet, Re, Regexes};
use base::{Budget, Limits};

/// The work that reading one pattern may take.
pub(crate) const PARSE_STEPS: u64 = 20_000_000;

/// The last letter of words that are made of bytes.
const LAST_BYTE: u32 = 0xFF;

/// What a reader comes to: the tree and its root, or what is wrong and the number of characters before it.
pub(crate) type Read = Result<(Tree, NodeId), (PatternErrorKind, usize)>;

/// Translates a pattern into regexes of `algebra`.
///
/// # Errors
/// If the text is no pattern, describes no regular language over the alphabet, or is too large.
pub fn parse<A: Algebra>(
    pattern: &str,
    notation: impl Into<Notation>,
    algebra: &mut A,
) -> Result<A::Regex, PatternError> {
    let mut regexes = Regexes::new();
    let budget = Budget::unlimited();
    let limits = Limits::new(&budget, PARSE_STEPS);
    let regex = translate(pattern, notation.into(), &mut regexes, &limits)?;
    Ok(express(regex, &regexes, algebra))
}

/// Translates a pattern into a regex of the store.
///
/// ```
/// use automata::Regexes;
/// use base::{Budget, Limits};
/// use patterns::{Dialect, Notation, PatternErrorKind, Reading, translate};
/// let mut rs = Regexes::new();
/// let budget = Budget::unlimited();
/// let limits = Limits::none(&budget);
/// let r = translate("^a{2,}?$", Reading::Search.into(), &mut rs, &limits)?;
/// assert_eq!(rs.display(r).to_string(), "[a]{2,}");
/// let error = translate(r"(a+)\1", Dialect::Python.into(), &mut rs, &limits).unwrap_err();
/// assert_eq!((error.kind, error.offset), (PatternErrorKind::BackReference, 4));
/// # Ok::<(), patterns::PatternError>(())
/// ```
///
/// # Errors
/// If the text is no pattern, describes no regular language over the alphabet, or takes more than the limits.
pub fn translate(
    pattern: &str,
    notation: Notation,
    regexes: &mut Regexes,
    limits: &Limits,
) -> Result<Re, PatternError> {
    let error = |kind, offset| PatternError { kind, pattern: pattern.to_owned(), offset };
    let (tree, root) = read(pattern, notation).map_err(|(kind, offset)| error(kind, offset))?;
    let search = notation.reading == Reading::Search;
    let regex = language::translate(&tree, root, search, regexes, limits);
    let regex = regex.map_err(|_| error(PatternErrorKind::TooLarge, 0))?;
    if !notation.bytes {
        return Ok(regex);
    }
    let bytes = regexes.chars(CharSet::range(0, LAST_BYTE));
    let bytes = regexes.star(bytes);
    Ok(regexes.inter([regex, bytes]))
}

fn read(pattern: &str, notation: Notation) -> Read {
    match notation.dialect {
        Dialect::Rust => rust::read(pattern, notation),
        _ if notation.bytes => {
            let beyond = |&c: &char| u32::from(c) > LAST_BYTE;
            match pattern.chars().enumerate().find(|(_, c)| beyond(c)) {
                Some((offset, c)) => Err((PatternErrorKind::Byte(c), offset)),
                None => syntax::read(pattern, Notation { ascii: true, ..notation }),
            }
        }
        _ => syntax::read(pattern, notation),
    }
}
