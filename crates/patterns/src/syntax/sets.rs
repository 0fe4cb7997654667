//! Classes that have a name: `\d`, `[:alpha:]`, `\p{Greek}`.

use super::grammar::{Grammar, Named};
use crate::rust;
use automata::CharSet;

/// White space as Python sees it.
const PYTHON_SPACE: &[(u32, u32)] = &[
    (0x09, 0x0D),
    (0x1C, 0x20),
    (0x85, 0x85),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
];

/// White space and line terminators of ECMAScript.
const ECMA_SPACE: &[(u32, u32)] = &[
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];

const ASCII_SPACE: &[(u32, u32)] = &[(0x09, 0x0D), (0x20, 0x20)];
const DIGIT: &[(u32, u32)] = &[(0x30, 0x39)];
const UPPER: &[(u32, u32)] = &[(0x41, 0x5A)];
const LOWER: &[(u32, u32)] = &[(0x61, 0x7A)];
const ALPHA: &[(u32, u32)] = &[(0x41, 0x5A), (0x61, 0x7A)];
const ALNUM: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)];
const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
const PUNCT: &[(u32, u32)] = &[(0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)];

/// `\h` of PCRE.
const HORIZONTAL: &[(u32, u32)] = &[
    (0x09, 0x09),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x180E, 0x180E),
    (0x2000, 0x200A),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
];

/// `\v` of PCRE.
const VERTICAL: &[(u32, u32)] = &[(0x0A, 0x0D), (0x85, 0x85), (0x2028, 0x2029)];

/// `[:name:]` of POSIX in its own locale; the last two are of PCRE.
const POSIX: &[(&str, &[(u32, u32)])] = &[
    ("alpha", ALPHA),
    ("digit", DIGIT),
    ("alnum", ALNUM),
    ("upper", UPPER),
    ("lower", LOWER),
    ("space", ASCII_SPACE),
    ("blank", &[(0x09, 0x09), (0x20, 0x20)]),
    ("punct", PUNCT),
    ("print", &[(0x20, 0x7E)]),
    ("graph", &[(0x21, 0x7E)]),
    ("cntrl", &[(0x00, 0x1F), (0x7F, 0x7F)]),
    ("xdigit", &[(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)]),
    ("word", WORD),
    ("ascii", &[(0x00, 0x7F)]),
];

/// Names that only PCRE has.
const NOT_POSIX: &[&str] = &["word", "ascii"];

fn set(ranges: &[(u32, u32)]) -> CharSet {
    CharSet::from_ranges(ranges.iter().copied())
}

/// The characters of a list of ranges.
pub(super) fn of(ranges: &[(u32, u32)]) -> CharSet {
    set(ranges)
}

/// A class by what it is called in `grammar`.
pub(super) fn named(name: Named, grammar: &Grammar, ascii: bool) -> CharSet {
    let unicode = grammar.unicode_classes && !ascii;
    let property = |pattern| rust::class(pattern, false).unwrap_or_else(CharSet::empty);
    match name {
        Named::Digit if unicode => property(r"\p{Nd}"),
        Named::Digit => set(DIGIT),
        Named::Word if unicode => property(r"[\p{L}\p{Nd}\p{Nl}\p{No}_]"),
        Named::Word => set(WORD),
        Named::Space if unicode => set(PYTHON_SPACE),
        Named::Space if grammar.ecma_space && !ascii => set(ECMA_SPACE),
        Named::Space => set(ASCII_SPACE),
        Named::Horizontal => set(HORIZONTAL),
        Named::Vertical => set(VERTICAL),
        Named::LineFeed => CharSet::single('\n'.into()),
    }
}

/// `[:name:]`.
pub(super) fn posix(name: &str, pcre: bool) -> Option<CharSet> {
    let (_, ranges) = POSIX.iter().find(|(n, _)| *n == name)?;
    (pcre || !NOT_POSIX.contains(&name)).then(|| set(ranges))
}

/// The characters with a Unicode property: `L`, `Greek`, `Script=Greek`.
pub(super) fn property(name: &str) -> Option<CharSet> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_=".contains(c);
    if name.is_empty() || !name.chars().all(plain) {
        return None;
    }
    let value = name.split_once('=').map_or(name, |(_, value)| value);
    if ["cs", "surrogate"].iter().any(|known| value.eq_ignore_ascii_case(known)) {
        return Some(CharSet::range(0xD800, 0xDFFF));
    }
    let name = if name == "L_" { "LC" } else { name };
    rust::class(&format!(r"\p{{{name}}}"), false)
}
