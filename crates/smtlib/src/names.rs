//! Names beyond the standard's: what z3, cvc4, cvc5 and OSTRICH call things, and what no part of the solver
//! understands yet. About half of the published benchmark files need the legacy spellings.
//!
//! All of these are defaults: a user's declaration of such a name wins over the table.

use terms::Op;

/// An operator that is not one of [`Op`] with the same arguments.
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

/// Other spellings of operators that mean exactly the same.
pub(crate) const ALIASES: &[(&str, Op)] = &[
    ("implies", Op::Implies),
    ("iff", Op::Eq),
    ("str.in.re", Op::StrInRe),
    ("str.in-re", Op::StrInRe),
    ("str.to.re", Op::StrToRe),
    ("str.to-re", Op::StrToRe),
    ("str.to.int", Op::StrToInt),
    ("str.to-int", Op::StrToInt),
    ("int.to.str", Op::StrFromInt),
    ("str.from-int", Op::StrFromInt),
    ("str.code", Op::StrToCode),
    ("str.to-code", Op::StrToCode),
    ("str.from-code", Op::StrFromCode),
    ("str.is-digit", Op::StrIsDigit),
    ("str.replaceall", Op::StrReplaceAll),
    ("str.replace-all", Op::StrReplaceAll),
    ("str.replace-re", Op::StrReplaceRe),
    ("str.replace-re-all", Op::StrReplaceReAll),
    ("str.reverse", Op::StrRev),
    ("str.tolower", Op::StrToLower),
    ("str.toupper", Op::StrToUpper),
    ("re.nostr", Op::ReNone),
    ("re.empty", Op::ReNone),
    ("re.full", Op::ReAll),
    ("re.complement", Op::ReComp),
    ("re.intersect", Op::ReInter),
    ("seq.++", Op::StrConcat),
    ("seq.len", Op::StrLen),
    ("seq.at", Op::StrAt),
    ("seq.extract", Op::StrSubstr),
    ("seq.contains", Op::StrContains),
    ("seq.indexof", Op::StrIndexOf),
    ("seq.last_indexof", Op::StrLastIndexOf),
    ("seq.replace", Op::StrReplace),
    ("seq.replace_all", Op::StrReplaceAll),
    ("seq.replace_re", Op::StrReplaceRe),
    ("seq.replace_re_all", Op::StrReplaceReAll),
    ("seq.prefixof", Op::StrPrefixOf),
    ("seq.suffixof", Op::StrSuffixOf),
    ("seq.rev", Op::StrRev),
    ("seq.update", Op::StrUpdate),
    ("seq.in.re", Op::StrInRe),
    ("seq.in_re", Op::StrInRe),
    ("seq.to.re", Op::StrToRe),
    ("seq.to_re", Op::StrToRe),
];

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
    ("concat", "bit-vectors"),
    ("bvadd", "bit-vectors"),
    ("bvult", "bit-vectors"),
    ("int2bv", "bit-vectors"),
    ("bv2nat", "bit-vectors"),
    ("ubv_to_int", "bit-vectors"),
    ("sbv_to_int", "bit-vectors"),
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
    ("BitVec", "bit-vectors"),
    ("FloatingPoint", "floating-point numbers"),
    ("RoundingMode", "floating-point numbers"),
    ("Set", "sets"),
    ("Char", "the sort of characters"),
    ("Unicode", "the sort of characters"),
];

/// Whether `op` is an extension whose name a user may take.
pub(crate) fn is_extension(op: Op) -> bool {
    use Op::*;
    matches!(op, StrRev | StrToLower | StrToUpper | StrUpdate | StrIndexOfRe | StrLastIndexOf)
}

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
