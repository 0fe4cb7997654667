//! Names beyond the table of operators, which has other spellings of what it contains: forms that z3, cvc4,
//! cvc5 and OSTRICH write, and what no part of the solver understands yet.
//!
//! All of these are defaults: a user's declaration of such a name wins over the table.

/// An operator that is not one of [`terms::Op`] with the same arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// `(re.loop r lo)` and `(re.loop r lo hi)` with plain arguments.
    Loop,
    /// `((_ re.loop lo) r)`, which z3 writes in models: at least so often.
    LoopFrom(u32),
    /// `(re.^ r n)` or `(re.^ n r)` with plain arguments.
    Power,
    /// Strings in exactly one of two languages.
    SymmetricDifference,
}

/// Spellings that need their arguments rearranged.
pub(crate) const FORMS: &[(&str, Form)] =
    &[("re.loop", Form::Loop), ("re.^", Form::Power), ("re.xor", Form::SymmetricDifference)];

/// Known functions of theories that the solver does not have, and which theory that is.
pub(crate) const UNSUPPORTED: &[(&str, &str)] = &[
    ("/", "reals"),
    ("to_real", "reals"),
    ("to_int", "reals"),
    ("is_int", "reals"),
    ("select", "arrays"),
    ("store", "arrays"),
    ("str.from_ubv", "bit-vectors"),
    ("str.from_sbv", "bit-vectors"),
    ("re.reverse", "re.reverse"),
    ("re.derivative", "re.derivative"),
    ("re.of.pred", "regexes over predicates"),
    ("re.from_ecma2020", "ECMAScript regexes"),
    ("re.from_ecma2020_flags", "ECMAScript regexes"),
    ("seq.unit", "sequences other than String"),
    ("seq.nth", "sequences other than String"),
    ("seq.map", "higher-order functions"),
    ("seq.mapi", "higher-order functions"),
    ("seq.fold_left", "higher-order functions"),
    ("seq.foldl", "higher-order functions"),
    ("seq.foldli", "higher-order functions"),
    ("set.insert", "sets"),
    ("set.member", "sets"),
    ("set.subset", "sets"),
];

/// Known sorts that the solver does not have.
pub(crate) const UNSUPPORTED_SORTS: &[(&str, &str)] = &[
    ("Real", "reals"),
    ("Array", "arrays"),
    ("BitVec", "bit-vectors without a width"),
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
