//! What the table says of an operator: the columns, as small enums that code matches exhaustively.

use crate::sort::Sort;
use crate::store::{Term, Terms};

/// What argument lists an operator takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signature {
    /// Exactly these sorts.
    Fixed(&'static [Sort], Sort),
    /// Two or more (one is tolerated) arguments of one sort, the same sort out: `:left-assoc` and
    /// `:right-assoc` operators, kept n-ary.
    Assoc(Sort),
    /// Two or more arguments of one sort; a Boolean that chains or compares them pairwise.
    Chain(Sort),
    /// `=` and `distinct`: two or more arguments of any one sort.
    Compare,
    /// `ite`.
    Ite,
    /// Constants and declared functions; the store knows their sorts.
    Special,
}

impl Signature {
    /// The sort of the value; `None` if it depends on the arguments or on a declaration.
    pub fn result(self) -> Option<Sort> {
        match self {
            Signature::Fixed(_, sort) | Signature::Assoc(sort) => Some(sort),
            Signature::Chain(_) | Signature::Compare => Some(Sort::Bool),
            Signature::Ite | Signature::Special => None,
        }
    }

    /// The sorts of an argument list of `count` where the number is free, with `any` where the sort
    /// is; `None` for constants and declared functions.
    pub fn params(self, count: usize, any: Sort) -> Option<Vec<Sort>> {
        match self {
            Signature::Fixed(params, _) => Some(params.to_vec()),
            Signature::Assoc(sort) | Signature::Chain(sort) => Some(vec![sort; count]),
            Signature::Compare => Some(vec![any; count]),
            Signature::Ite => Some(vec![Sort::Bool, any, any]),
            Signature::Special => None,
        }
    }
}

/// Operators that one file of rules and one way of reading them serve.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// Constants of Bool, Int and String.
    Constant,
    /// Declared functions and constants.
    Declared,
    /// Boolean connectives.
    Connective,
    /// `=` and `distinct`.
    Equality,
    /// `ite`.
    Conditional,
    /// Linear arithmetic and products.
    Sum,
    /// Comparisons of integers.
    Comparison,
    /// Division, what is defined by it, and the absolute value.
    Division,
    /// `str.++`
    Concatenation,
    /// `str.len`
    Length,
    /// Comparisons of strings.
    Order,
    /// A part of a string between two positions.
    Slice,
    /// Prefixes and suffixes.
    Affix,
    /// `str.contains`
    Containment,
    /// The position of an occurrence.
    Index,
    /// Replacing words.
    Replacement,
    /// Looking for a regex in a string.
    Match,
    /// Between strings and numbers.
    Conversion,
    /// Functions that keep the length and work character by character.
    Mapping,
    /// Functions of strings that are defined by others, with no rules of their own.
    Derived,
    /// `str.in_re`
    Membership,
    /// What builds regexes.
    Regex,
    /// Bit-vectors.
    BitVectors,
    /// Single elements of sequences, and sets of elements.
    Elements,
}

/// The part of a solver that terms belong to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theory {
    /// Connectives, equality and declared symbols, of any sort.
    Core,
    /// Functions and predicates of integers.
    Integers,
    /// Functions and predicates with a string among their arguments or as their value.
    Strings,
    /// What builds regexes.
    Regexes,
    /// Bit-vectors, and what is between them and integers.
    BitVectors,
    /// Elements of sequences.
    Sequences,
}

impl Family {
    /// The theory of the operators.
    pub fn theory(self) -> Theory {
        match self {
            Family::Constant
            | Family::Declared
            | Family::Connective
            | Family::Equality
            | Family::Conditional => Theory::Core,
            Family::Sum | Family::Comparison | Family::Division => Theory::Integers,
            Family::Concatenation
            | Family::Length
            | Family::Order
            | Family::Slice
            | Family::Affix
            | Family::Containment
            | Family::Index
            | Family::Replacement
            | Family::Match
            | Family::Conversion
            | Family::Mapping
            | Family::Derived
            | Family::Membership => Theory::Strings,
            Family::Regex => Theory::Regexes,
            Family::BitVectors => Theory::BitVectors,
            Family::Elements => Theory::Sequences,
        }
    }
}

/// Who defined an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The SMT-LIB standard: the name is reserved.
    Standard,
    /// Some solver: a user's declaration of the name wins.
    Extension,
}

/// How much the reduction of an extended function costs the procedures for equations: lower levels are
/// reduced first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Cuts at known positions.
    Slices,
    /// First or last occurrences, numerals, orders.
    Occurrences,
    /// Functions that repeat something.
    Repetition,
}

/// Whether the reduction of a term brings lengths into a problem that may have none. The solver also
/// counts every function between strings and integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UsesLengths {
    /// It does not.
    Never,
    /// It does, if the term is one that is reduced.
    Always,
    /// If this argument is no constant.
    Unless(usize),
    /// If two arguments are no constants.
    BetweenUnknowns,
}

/// What is known without search about the value of an integer term or the length of a string term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// Nothing.
    Any,
    /// It is the length of this argument.
    Same(usize),
    /// A lower bound.
    AtLeast(i64),
    /// Both bounds.
    Within(i64, i64),
    /// A lower bound; the length of the argument with this number is the upper one.
    UpTo(i64, usize),
}

/// The characters that the value of a string term can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letters {
    /// Any.
    Any,
    /// Those of these arguments.
    Of(&'static [usize]),
    /// Those of all arguments.
    OfAll,
    /// `0` to `9`.
    Digits,
}

/// The term that a function is of its arguments. It may apply the function itself to something smaller, but of
/// constants only finitely often: it is unfolded from inside.
pub type Definition = fn(&mut Terms, &[Term]) -> Term;

/// How a function cuts its only argument: the string is the concatenation of words of these regexes, and the
/// value is one of those. There is always a way to cut, and all ways give one value.
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    /// The regexes from left to right, without declared symbols; two at least.
    pub regexes: fn(&mut Terms) -> Vec<Term>,
    /// Which piece is the value.
    pub value: usize,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The SMT-LIB name, under which it is printed; `None` for constants, declared functions and
    /// indexed operators.
    pub name: Option<&'static str>,
    /// Other spellings that are read.
    pub also: &'static [&'static str],
    /// The argument lists it takes.
    pub signature: Signature,
    /// The name on sequences other than strings, for an operator that takes those, too: in its signature, `String` and
    /// `RegLan` stand for any sort of sequences then, and the regexes over it.
    pub sequences: Option<&'static str>,
    /// What it is like.
    pub family: Family,
    /// Who defined it.
    pub origin: Origin,
    /// For an extended string function, which the equation procedures and arithmetic do not interpret:
    /// when it is reduced.
    pub level: Option<Level>,
    /// Whether its reduction is about lengths.
    pub lengths: UsesLengths,
    /// Its value or length.
    pub range: Range,
    /// Its characters.
    pub letters: Letters,
    /// How often random tests draw it, among operators of one sort: 0 is never.
    pub weight: u32,
    /// For a derived function, the term that it is.
    pub definition: Option<Definition>,
    /// A derived function that cuts a piece out of a string: the solver reduces it to that, not to its definition.
    pub pieces: Option<Pieces>,
}

impl Row {
    /// A row of the standard with nothing special.
    pub(super) const fn new(
        name: Option<&'static str>,
        family: Family,
        signature: Signature,
    ) -> Row {
        Row {
            name,
            also: &[],
            signature,
            sequences: None,
            family,
            origin: Origin::Standard,
            level: None,
            lengths: UsesLengths::Never,
            range: Range::Any,
            letters: Letters::Any,
            weight: 4,
            definition: None,
            pieces: None,
        }
    }
}
