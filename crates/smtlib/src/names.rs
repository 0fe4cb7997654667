//! Names beyond the table of operators, which has other spellings of what it contains: forms that z3, cvc4,
//! cvc5 and OSTRICH write, and what no part of the solver understands yet.
//!
//! All of these are defaults: a user's declaration of such a name wins over the table.

use terms::Element;
use terms::op::ReConst;

/// An operator that is not one of [`terms::Op`] with the same arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// `(re.loop r lo)` and `(re.loop r lo hi)` with plain arguments.
    Loop,
    /// `((_ re.loop lo) r)`, which z3 writes in models: at least so often.
    LoopFrom(u32),
    /// `(re.^ r n)` or `(re.^ n r)` with plain arguments.
    Power,
    /// `(re-loop lo hi r)`
    LoopLast,
    /// Strings in exactly one of two languages.
    SymmetricDifference,
    /// A function of sequences that is not in the table of operators.
    Sequence(SequenceForm),
}

/// Spellings that need their arguments rearranged.
pub(crate) const FORMS: &[(&str, Form)] = &[
    ("re.loop", Form::Loop),
    ("re-loop", Form::LoopLast),
    ("re.^", Form::Power),
    ("re.xor", Form::SymmetricDifference),
];

/// A function of sequences that is not in the table of operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SequenceForm {
    /// `seq.unit`
    Unit,
    /// `(seq-cons a s)`
    Cons,
    /// `(seq-rev-cons s a)`
    RevCons,
    /// The first element.
    Head,
    /// The last element.
    Last,
    /// All but the first element.
    Tail,
    /// All but the last element.
    First,
    /// `(seq-subseq-of part whole)`
    SubseqOf,
    /// `(seq-extract s lo hi)`: the elements from position `lo` up to `hi`, exclusive.
    Extract,
    /// `((as const (Array A Bool)) b)`
    Const(Element),
    /// `(store p x b)`
    Store,
}

/// The names of those that have one.
pub(crate) const SEQUENCE_FORMS: &[(&str, SequenceForm)] = &[
    ("seq.unit", SequenceForm::Unit),
    ("seq-unit", SequenceForm::Unit),
    ("seq-cons", SequenceForm::Cons),
    ("seq-rev-cons", SequenceForm::RevCons),
    ("seq-head", SequenceForm::Head),
    ("seq-last", SequenceForm::Last),
    ("seq-tail", SequenceForm::Tail),
    ("seq-first", SequenceForm::First),
    ("seq-subseq-of", SequenceForm::SubseqOf),
    ("seq-extract", SequenceForm::Extract),
    ("store", SequenceForm::Store),
];

/// A constant that needs a sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Qualified {
    /// The empty sequence.
    Empty,
    /// The regex of the empty sequence.
    EmptyRegex,
    /// A regex.
    Regex(ReConst),
}

/// The constant of this name, if a sort has to follow.
pub(crate) fn qualified(name: &[u8]) -> Option<Qualified> {
    Some(match name {
        b"seq.empty" | b"seq-empty" => Qualified::Empty,
        b"re-empty-seq" => Qualified::EmptyRegex,
        b"re.none" | b"re.nostr" | b"re.empty" | b"re-empty-set" => Qualified::Regex(ReConst::None),
        b"re.all" | b"re.full" | b"re-full-set" => Qualified::Regex(ReConst::All),
        b"re.allchar" => Qualified::Regex(ReConst::AllChar),
        _ => return None,
    })
}

/// Known functions of theories that the solver does not have, and which theory that is.
pub(crate) const UNSUPPORTED: &[(&str, &str)] = &[
    ("/", "reals"),
    ("to_real", "reals"),
    ("to_int", "reals"),
    ("is_int", "reals"),
    ("str.from_ubv", "bit-vectors"),
    ("str.from_sbv", "bit-vectors"),
    ("re.reverse", "re.reverse"),
    ("re.derivative", "re.derivative"),
    ("re.from_ecma2020", "ECMAScript regexes"),
    ("re.from_ecma2020_flags", "ECMAScript regexes"),
    ("seq.map", "higher-order functions"),
    ("seq.mapi", "higher-order functions"),
    ("seq.fold_left", "higher-order functions"),
    ("seq.foldl", "higher-order functions"),
    ("seq.foldli", "higher-order functions"),
    ("seq.fold_lefti", "higher-order functions"),
    ("set.insert", "sets"),
    ("set.member", "sets"),
    ("set.subset", "sets"),
];

/// Known sorts that the solver does not have.
pub(crate) const UNSUPPORTED_SORTS: &[(&str, &str)] = &[
    ("Real", "reals"),
    ("Array", "arrays without indices"),
    ("BitVec", "bit-vectors without a width"),
    ("Seq", "sequences without elements"),
    ("FloatingPoint", "floating-point numbers"),
    ("RoundingMode", "floating-point numbers"),
    ("Set", "sets"),
    ("Char", "the sort of characters"),
    ("Unicode", "the sort of characters"),
];

/// The words of the grammar that are no symbols.
pub(crate) const RESERVED: &[&str] = &[
    "!",
    "_",
    "as",
    "BINARY",
    "DECIMAL",
    "exists",
    "HEXADECIMAL",
    "forall",
    "lambda",
    "let",
    "match",
    "NUMERAL",
    "par",
    "STRING",
];

/// Whether the simple symbol `text` is a word of the grammar.
pub(crate) fn is_reserved(text: &[u8]) -> bool {
    RESERVED.iter().any(|word| word.as_bytes() == text)
}
