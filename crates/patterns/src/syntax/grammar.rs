//! The dialects as data: what each escape, each opening of a group and each quantifier means.
//!
//! Sources: the `re` module's documentation and its parser for Python 3.11; ECMA-262, 2025, with Annex B; `pcre2pattern` for
//! PCRE2 10.42; POSIX.1-2017, chapter 9.

use super::fold::Folding;

/// What follows a backslash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Escape {
    /// This character.
    Char(u32),
    /// A class, or what is not in it.
    Class(Named, bool),
    /// The start of the text.
    Start,
    /// The end of the text.
    End,
    /// The end of the text, or before a last line feed.
    LastLineFeed,
    /// A word boundary, or none.
    Boundary(bool),
    /// Exactly so many hexadecimal digits.
    Hex(u32),
    /// `\u` of ECMAScript: four digits, pairs of surrogates, or braces.
    CodeUnits,
    /// `\x` of PCRE: up to two digits, or braces.
    ShortHex,
    /// `\o{...}`.
    Octal,
    /// `\cX`.
    Control,
    /// `\p{...}`, or what does not have the property.
    Property(bool),
    /// Literal up to `\E`.
    Quote,
    /// The end of what was quoted: nothing.
    EndQuote,
    /// Any line break.
    Newline,
    /// A reference to a group.
    Reference,
    /// Something that is not translated.
    Unsupported(&'static str),
}

/// Classes that have a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Named {
    Digit,
    Word,
    Space,
    Horizontal,
    Vertical,
    LineFeed,
}

/// What an opening parenthesis opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Opener {
    /// A group without a number.
    Group,
    /// A group with a name, which ends in this character.
    Name(char),
    /// A group that is not entered again.
    Atomic,
    /// Look-around.
    Look { ahead: bool, negated: bool },
    /// A comment.
    Comment,
    /// A reference to a group.
    Reference,
    /// Something that is not translated.
    Unsupported(&'static str),
}

/// Which look-behinds a dialect takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Behind {
    /// All.
    Any,
    /// Those with matches of one length.
    Fixed,
    /// Those with matches of at most so many characters.
    Bounded(u64),
}

/// Which characters stand for themselves after a backslash if nothing else is said of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Identity {
    /// Those of a list.
    Only(&'static str),
    /// All but ASCII letters and digits.
    NoAlphanumeric,
    /// All but those of a list.
    AllBut(&'static str),
}

/// What `{,n}` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OpenBelow {
    /// From 0 to n.
    Zero,
    /// Characters that match themselves.
    Literal,
    /// Something that changed between versions.
    Ambiguous,
}

/// A dialect.
#[derive(Debug)]
pub(super) struct Grammar {
    pub escapes: &'static [(char, Escape)],
    /// Escapes in brackets that mean something else there.
    pub bracket_escapes: &'static [(char, Escape)],
    pub identity: Identity,
    pub bracket_identity: Identity,
    /// What may follow `(`, longest first where one begins another.
    pub openers: &'static [(&'static str, Opener)],
    /// The letters of inline flags.
    pub flags: &'static str,
    /// Whether flags may be set in the middle of a group, for the rest of it.
    pub flags_anywhere: bool,
    pub behind: Behind,
    /// `+?` and its like.
    pub lazy: bool,
    /// `++` and its like.
    pub possessive: bool,
    /// A `{` that opens no bounds is a literal, and `}` and `]` are.
    pub loose_braces: bool,
    pub open_below: OpenBelow,
    /// `^*`.
    pub repeats_anchors: bool,
    /// `(?=a)*`.
    pub repeats_look_ahead: bool,
    /// `(?<=a)*`.
    pub repeats_look_behind: bool,
    /// `a**`.
    pub repeats_repetitions: bool,
    /// `$` matches before a last line feed, too.
    pub dollar_before_last: bool,
    /// What `.` does not match without the flag `s`.
    pub not_dot: &'static [(u32, u32)],
    /// Where lines end for the flag `m`.
    pub line_ends: &'static [(u32, u32)],
    /// A line starts after a last line feed, too.
    pub empty_last_line: bool,
    /// `]` is a literal when it comes first in brackets.
    pub first_bracket: bool,
    /// `[:alpha:]` in brackets.
    pub posix_classes: bool,
    /// Backslashes are literals in brackets.
    pub bracket_backslash: bool,
    /// `[\d-z]`: the hyphen is a literal.
    pub loose_ranges: bool,
    /// Names of classes are those of Unicode unless ASCII is asked for.
    pub unicode_classes: bool,
    /// White space of other scripts is what ECMAScript says.
    pub ecma_space: bool,
    pub folding: Folding,
}

const LF: &[(u32, u32)] = &[(0x0A, 0x0A)];
const ECMA_LINES: &[(u32, u32)] = &[(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];

use Escape::*;

const BACKSPACE: (char, Escape) = ('b', Char(0x08));

pub(super) const PYTHON: Grammar = Grammar {
    escapes: &[
        ('a', Char(0x07)),
        ('f', Char(0x0C)),
        ('n', Char(0x0A)),
        ('r', Char(0x0D)),
        ('t', Char(0x09)),
        ('v', Char(0x0B)),
        ('A', Start),
        ('Z', End),
        ('b', Boundary(false)),
        ('B', Boundary(true)),
        ('d', Class(Named::Digit, false)),
        ('D', Class(Named::Digit, true)),
        ('w', Class(Named::Word, false)),
        ('W', Class(Named::Word, true)),
        ('s', Class(Named::Space, false)),
        ('S', Class(Named::Space, true)),
        ('x', Hex(2)),
        ('u', Hex(4)),
        ('U', Hex(8)),
        ('N', Unsupported("a character by name")),
    ],
    bracket_escapes: &[BACKSPACE],
    identity: Identity::NoAlphanumeric,
    bracket_identity: Identity::NoAlphanumeric,
    openers: &[
        ("?:", Opener::Group),
        ("?P<", Opener::Name('>')),
        ("?P=", Opener::Reference),
        ("?=", Opener::Look { ahead: true, negated: false }),
        ("?!", Opener::Look { ahead: true, negated: true }),
        ("?<=", Opener::Look { ahead: false, negated: false }),
        ("?<!", Opener::Look { ahead: false, negated: true }),
        ("?>", Opener::Atomic),
        ("?#", Opener::Comment),
        ("?(", Opener::Unsupported("a condition")),
    ],
    flags: "imsxau",
    flags_anywhere: false,
    behind: Behind::Fixed,
    lazy: true,
    possessive: true,
    loose_braces: true,
    open_below: OpenBelow::Zero,
    repeats_anchors: false,
    repeats_look_ahead: true,
    repeats_look_behind: true,
    repeats_repetitions: false,
    dollar_before_last: true,
    not_dot: LF,
    line_ends: LF,
    empty_last_line: true,
    first_bracket: true,
    posix_classes: false,
    bracket_backslash: false,
    loose_ranges: false,
    unicode_classes: true,
    ecma_space: false,
    folding: Folding::Python,
};

pub(super) const ECMA: Grammar = Grammar {
    escapes: &[
        ('f', Char(0x0C)),
        ('n', Char(0x0A)),
        ('r', Char(0x0D)),
        ('t', Char(0x09)),
        ('v', Char(0x0B)),
        ('b', Boundary(false)),
        ('B', Boundary(true)),
        ('d', Class(Named::Digit, false)),
        ('D', Class(Named::Digit, true)),
        ('w', Class(Named::Word, false)),
        ('W', Class(Named::Word, true)),
        ('s', Class(Named::Space, false)),
        ('S', Class(Named::Space, true)),
        ('x', Hex(2)),
        ('u', CodeUnits),
        ('c', Control),
        ('p', Property(false)),
        ('P', Property(true)),
        ('k', Reference),
    ],
    bracket_escapes: &[BACKSPACE],
    identity: Identity::Only("^$\\.*+?()[]{}|/"),
    bracket_identity: Identity::Only("^$\\.*+?()[]{}|/-"),
    openers: &[
        ("?:", Opener::Group),
        ("?=", Opener::Look { ahead: true, negated: false }),
        ("?!", Opener::Look { ahead: true, negated: true }),
        ("?<=", Opener::Look { ahead: false, negated: false }),
        ("?<!", Opener::Look { ahead: false, negated: true }),
        ("?<", Opener::Name('>')),
    ],
    flags: "ims",
    flags_anywhere: false,
    behind: Behind::Any,
    lazy: true,
    possessive: false,
    loose_braces: false,
    open_below: OpenBelow::Literal,
    repeats_anchors: false,
    repeats_look_ahead: false,
    repeats_look_behind: false,
    repeats_repetitions: false,
    dollar_before_last: false,
    not_dot: ECMA_LINES,
    line_ends: ECMA_LINES,
    empty_last_line: true,
    first_bracket: false,
    posix_classes: false,
    bracket_backslash: false,
    loose_ranges: false,
    unicode_classes: false,
    ecma_space: true,
    folding: Folding::Simple,
};

/// Without the flag `u`: the grammar of Annex B. `\p` has no meaning then, and `\k` only where groups have names.
pub(super) const ECMA_LOOSE: Grammar = Grammar {
    identity: Identity::AllBut("ck"),
    bracket_identity: Identity::AllBut("c"),
    loose_braces: true,
    repeats_look_ahead: true,
    loose_ranges: true,
    folding: Folding::Upper,
    ..ECMA
};

pub(super) const PCRE: Grammar = Grammar {
    escapes: &[
        ('a', Char(0x07)),
        ('e', Char(0x1B)),
        ('f', Char(0x0C)),
        ('n', Char(0x0A)),
        ('r', Char(0x0D)),
        ('t', Char(0x09)),
        ('A', Start),
        ('z', End),
        ('Z', LastLineFeed),
        ('b', Boundary(false)),
        ('B', Boundary(true)),
        ('d', Class(Named::Digit, false)),
        ('D', Class(Named::Digit, true)),
        ('w', Class(Named::Word, false)),
        ('W', Class(Named::Word, true)),
        ('s', Class(Named::Space, false)),
        ('S', Class(Named::Space, true)),
        ('h', Class(Named::Horizontal, false)),
        ('H', Class(Named::Horizontal, true)),
        ('v', Class(Named::Vertical, false)),
        ('V', Class(Named::Vertical, true)),
        ('N', Class(Named::LineFeed, true)),
        ('R', Newline),
        ('x', ShortHex),
        ('o', Octal),
        ('c', Control),
        ('p', Property(false)),
        ('P', Property(true)),
        ('Q', Quote),
        ('E', EndQuote),
        ('g', Reference),
        ('k', Reference),
        ('G', Unsupported("where the last match ended")),
        ('K', Unsupported("moving the start of a match")),
        ('X', Unsupported("an extended grapheme cluster")),
        ('C', Unsupported("a code unit")),
    ],
    bracket_escapes: &[
        BACKSPACE,
        ('N', Unsupported("`\\N` in brackets")),
        ('R', Unsupported("`\\R` in brackets")),
        ('B', Unsupported("`\\B` in brackets")),
    ],
    identity: Identity::NoAlphanumeric,
    bracket_identity: Identity::NoAlphanumeric,
    openers: &[
        ("?:", Opener::Group),
        ("?|", Opener::Group),
        ("?=", Opener::Look { ahead: true, negated: false }),
        ("?!", Opener::Look { ahead: true, negated: true }),
        ("?<=", Opener::Look { ahead: false, negated: false }),
        ("?<!", Opener::Look { ahead: false, negated: true }),
        ("?>", Opener::Atomic),
        ("?#", Opener::Comment),
        ("?P<", Opener::Name('>')),
        ("?P=", Opener::Reference),
        ("?P>", Opener::Unsupported("recursion")),
        ("?<", Opener::Name('>')),
        ("?'", Opener::Name('\'')),
        ("?&", Opener::Unsupported("recursion")),
        ("?R", Opener::Unsupported("recursion")),
        ("?+", Opener::Unsupported("recursion")),
        ("?(", Opener::Unsupported("a condition")),
        ("?C", Opener::Unsupported("a callout")),
        ("?*", Opener::Unsupported("non-atomic look-around")),
        ("?<*", Opener::Unsupported("non-atomic look-around")),
        ("*", Opener::Unsupported("a verb")),
    ],
    flags: "imsxUnJ",
    flags_anywhere: true,
    behind: Behind::Bounded(255),
    lazy: true,
    possessive: true,
    loose_braces: true,
    open_below: OpenBelow::Ambiguous,
    repeats_anchors: false,
    repeats_look_ahead: true,
    repeats_look_behind: true,
    repeats_repetitions: false,
    dollar_before_last: true,
    not_dot: LF,
    line_ends: LF,
    empty_last_line: false,
    first_bracket: true,
    posix_classes: true,
    bracket_backslash: false,
    loose_ranges: false,
    unicode_classes: false,
    ecma_space: false,
    folding: Folding::Simple,
};

pub(super) const POSIX: Grammar = Grammar {
    escapes: &[],
    bracket_escapes: &[],
    identity: Identity::Only("^.[]$()|*+?{}\\"),
    bracket_identity: Identity::Only(""),
    openers: &[],
    flags: "",
    flags_anywhere: false,
    behind: Behind::Any,
    lazy: false,
    possessive: false,
    loose_braces: false,
    open_below: OpenBelow::Ambiguous,
    repeats_anchors: false,
    repeats_look_ahead: false,
    repeats_look_behind: false,
    repeats_repetitions: true,
    dollar_before_last: false,
    not_dot: &[],
    line_ends: LF,
    empty_last_line: true,
    first_bracket: true,
    posix_classes: true,
    bracket_backslash: true,
    loose_ranges: false,
    unicode_classes: false,
    ecma_space: false,
    folding: Folding::Simple,
};
