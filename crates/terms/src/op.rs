//! Every operator, declared once: names, signature, and what all other crates want to know about it.
//!
//! The table drives sort checking here, name look-up in the parser, printing, evaluation, the choice of
//! rewrite rules, when the solver reduces a function, and what random tests draw. Code that
//! treats operators alike asks for a column, and matches it exhaustively; `CONTRIBUTING.md`
//! follows a new operator through the crates. Payloads (constants, declared functions, indices) are
//! interned numbers, so an operator is a small `Copy` value and a term is an operator with arguments.

pub(crate) mod bits;
pub(crate) mod derived;
mod row;

pub use bits::{BitOp, bit_ops};
pub use row::{
    Definition, Family, Letters, Level, Origin, Pieces, Range, Row, Signature, Theory, UsesLengths,
};

use crate::sort::Sort::{Bool, Int, RegLan, String as Str};
use crate::sort::{Element, MAX_CHAR};
use crate::store::Fun;
use row::Family::*;
use row::Level::*;
use row::Origin::Extension;
use row::Signature::*;

/// Regexes without arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ReConst {
    /// No sequence.
    None,
    /// Every sequence.
    All,
    /// Every sequence of one element.
    AllChar,
}

/// The table: name, family, signature, evaluation; then the columns that are not as in most rows. It is given to a
/// macro that makes something of it: the type and its rows below, the evaluator in `eval/table.rs`.
macro_rules! operators {
    ($with:ident) => {
        $with! {
            True "true" Constant Fixed(&[], Bool) => Step(logic::constant), weight: 1;
            False "false" Constant Fixed(&[], Bool) => Step(logic::constant), weight: 1;
            Not "not" Connective Fixed(&[Bool], Bool) => Step(logic::not);
            /// Right-associative.
            Implies "=>" Connective Assoc(Bool) => Step(logic::connective), also: &["implies"];
            And "and" Connective Assoc(Bool) => Step(logic::connective);
            Or "or" Connective Assoc(Bool) => Step(logic::connective);
            Xor "xor" Connective Assoc(Bool) => Step(logic::xor), weight: 2;
            Eq "=" Equality Compare => Step(logic::equal), also: &["iff"], weight: 8;
            Distinct "distinct" Equality Compare => Step(logic::distinct), weight: 2;
            Ite "ite" Conditional Ite => Step(logic::ite), letters: Letters::Of(&[1, 2]), weight: 2;

            Add "+" Sum Assoc(Int) => Step(arith::add);
            /// Two or more arguments; the unary minus is [`Op::Neg`].
            Sub "-" Sum Assoc(Int) => Step(arith::sub), weight: 2;
            /// Unary minus; it shares its name with [`Op::Sub`].
            Neg "-" Sum Fixed(&[Int], Int) => Step(arith::neg), weight: 1;
            Mul "*" Sum Assoc(Int) => Step(arith::mul), weight: 1;
            /// Euclidean division; by 0 it is an uninterpreted function of the dividend.
            Div "div" Division Assoc(Int) => Step(arith::div), weight: 1;
            Mod "mod" Division Fixed(&[Int, Int], Int) => Step(arith::modulo), weight: 1;
            Abs "abs" Division Fixed(&[Int], Int) => Step(arith::abs), range: Range::AtLeast(0), weight: 1;
            Le "<=" Comparison Chain(Int) => Step(arith::le);
            Lt "<" Comparison Chain(Int) => Step(arith::lt);
            Ge ">=" Comparison Chain(Int) => Step(arith::ge);
            Gt ">" Comparison Chain(Int) => Step(arith::gt);

            StrConcat "str.++" Concatenation Assoc(Str) => Step(text::concat),
                also: &["seq-concat", "seq.++"], letters: Letters::OfAll, weight: 8,
                sequences: Some("seq.++");
            StrLen "str.len" Length Fixed(&[Str], Int) => Step(text::len),
                also: &["seq-length", "seq.len"], range: Range::AtLeast(0), weight: 8,
                sequences: Some("seq.len");
            StrLt "str.<" Order Chain(Str) => Step(text::lt), level: Some(Occurrences), lengths: UsesLengths::BetweenUnknowns;
            StrLe "str.<=" Order Chain(Str) => Step(text::le),
                level: Some(Occurrences), lengths: UsesLengths::BetweenUnknowns;
            StrAt "str.at" Slice Fixed(&[Str, Int], Str) => Step(text::at), also: &["seq.at"], level: Some(Occurrences),
                range: Range::Within(0, 1), letters: Letters::Of(&[0]),
                sequences: Some("seq.at");
            StrSubstr "str.substr" Slice Fixed(&[Str, Int, Int], Str) => Step(text::substr),
                also: &["seq.extract"], level: Some(Slices), range: Range::UpTo(0, 0), letters: Letters::Of(&[0]),
                sequences: Some("seq.extract");
            /// The needle comes first.
            StrPrefixOf "str.prefixof" Affix Fixed(&[Str, Str], Bool) => Step(text::prefix_of),
                also: &["seq-prefix-of", "seq.prefixof"], level: Some(Slices), lengths: UsesLengths::BetweenUnknowns,
                sequences: Some("seq.prefixof");
            /// The needle comes first.
            StrSuffixOf "str.suffixof" Affix Fixed(&[Str, Str], Bool) => Step(text::suffix_of),
                also: &["seq-suffix-of", "seq.suffixof"], level: Some(Slices), lengths: UsesLengths::BetweenUnknowns,
                sequences: Some("seq.suffixof");
            /// The needle comes second.
            StrContains "str.contains" Containment Fixed(&[Str, Str], Bool)
                => Pure(Truth(|a| search::find(a.word(0), a.word(1), 0).is_some())),
                also: &["seq.contains"], level: Some(Repetition), lengths: UsesLengths::BetweenUnknowns,
                sequences: Some("seq.contains");
            StrIndexOf "str.indexof" Index Fixed(&[Str, Str, Int], Int)
                => Pure(Number(|a| strings::index_of(a.word(0), a.word(1), &a.int(2)))),
                also: &["seq.indexof"], level: Some(Occurrences), range: Range::UpTo(-1, 0),
                sequences: Some("seq.indexof");
            StrReplace "str.replace" Replacement Fixed(&[Str, Str, Str], Str) => Step(text::replace), also: &["seq.replace"],
                level: Some(Occurrences), lengths: UsesLengths::Unless(1), letters: Letters::Of(&[0, 2]),
                sequences: Some("seq.replace");
            StrReplaceAll "str.replace_all" Replacement Fixed(&[Str, Str, Str], Str) => Step(text::replace_all),
                also: &["str.replaceall", "str.replace-all", "seq.replace_all"],
                level: Some(Repetition), lengths: UsesLengths::Unless(1), letters: Letters::Of(&[0, 2]),
                sequences: Some("seq.replace_all");
            StrReplaceRe "str.replace_re" Match Fixed(&[Str, RegLan, Str], Str) => Step(text::replace_re),
                also: &["str.replace-re", "seq.replace_re"],
                level: Some(Repetition), lengths: UsesLengths::Always, letters: Letters::Of(&[0, 2]), weight: 2,
                sequences: Some("seq.replace_re");
            StrReplaceReAll "str.replace_re_all" Match Fixed(&[Str, RegLan, Str], Str) => Step(text::replace_re_all),
                also: &["str.replace-re-all", "seq.replace_re_all"],
                level: Some(Repetition), lengths: UsesLengths::Always, letters: Letters::Of(&[0, 2]), weight: 2,
                sequences: Some("seq.replace_re_all");
            StrIsDigit "str.is_digit" Conversion Fixed(&[Str], Bool) => Step(text::is_digit),
                also: &["str.is-digit"], level: Some(Occurrences), weight: 2;
            StrToCode "str.to_code" Conversion Fixed(&[Str], Int) => Step(text::to_code),
                // exact: wider, in a constant.
                also: &["str.code", "str.to-code"], level: Some(Slices), range: Range::Within(-1, MAX_CHAR as i64), weight: 2;
            StrFromCode "str.from_code" Conversion Fixed(&[Int], Str) => Step(text::from_code),
                also: &["str.from-code"], level: Some(Slices), range: Range::Within(0, 1), weight: 2;
            StrToInt "str.to_int" Conversion Fixed(&[Str], Int) => Step(text::to_int), also: &["str.to.int", "str.to-int"],
                level: Some(Occurrences), range: Range::AtLeast(-1);
            StrFromInt "str.from_int" Conversion Fixed(&[Int], Str) => Step(text::from_int),
                also: &["int.to.str", "str.from-int"], level: Some(Occurrences), letters: Letters::Digits;
            /// Extension (cvc5).
            StrRev "str.rev" Mapping Fixed(&[Str], Str) => Step(text::rev),
                also: &["str.reverse", "seq.rev"], origin: Extension,
                level: Some(Occurrences), lengths: UsesLengths::Always, range: Range::Same(0), letters: Letters::Of(&[0]), weight: 2,
                sequences: Some("seq.rev");
            /// Extension (cvc5): ASCII letters only.
            StrToLower "str.to_lower" Mapping Fixed(&[Str], Str) => Step(text::to_lower),
                also: &["str.tolower"], origin: Extension,
                level: Some(Occurrences), lengths: UsesLengths::Always, range: Range::Same(0), weight: 2;
            /// Extension (cvc5): ASCII letters only.
            StrToUpper "str.to_upper" Mapping Fixed(&[Str], Str) => Step(text::to_upper),
                also: &["str.toupper"], origin: Extension,
                level: Some(Occurrences), lengths: UsesLengths::Always, range: Range::Same(0), weight: 2;
            /// Extension (cvc5): `s` with the characters from `i` on overwritten by `t`, never longer.
            StrUpdate "str.update" Mapping Fixed(&[Str, Int, Str], Str) => Step(text::update),
                also: &["seq.update"], origin: Extension,
                level: Some(Slices), range: Range::Same(0), letters: Letters::Of(&[0, 2]), weight: 2,
                sequences: Some("seq.update");
            /// Extension (cvc5): start of the leftmost match of a regex at or after an index, else -1.
            StrIndexOfRe "str.indexof_re" Match Fixed(&[Str, RegLan, Int], Int) => Step(text::index_of_re), origin: Extension,
                level: Some(Repetition), range: Range::UpTo(-1, 0), weight: 2,
                also: &["seq.indexof_re"], sequences: Some("seq.indexof_re");
            /// Extension (z3): start of the last occurrence of the second argument, else -1.
            StrLastIndexOf "str.last_indexof" Index Fixed(&[Str, Str], Int)
                => Pure(Number(|a| strings::last_index_of(a.word(0), a.word(1)))),
                also: &["seq.last_indexof"], origin: Extension,
                level: Some(Occurrences), range: Range::UpTo(-1, 0), weight: 2,
                sequences: Some("seq.last_indexof");
            /// Occurrences of the second argument, without overlap.
            StrCount "str.count" Derived Fixed(&[Str, Str], Int) => Pure(Number(derived::count)), origin: Extension,
                level: Some(Occurrences), range: Range::UpTo(0, 0), definition: Some(derived::count_term), weight: 2;
            /// The field with this number, counted from 0, between occurrences of the second argument.
            StrSplitAt "str.split_at" Derived Fixed(&[Str, Str, Int], Str) => Pure(Word(derived::split_at)), origin: Extension,
                level: Some(Repetition), range: Range::UpTo(0, 0), letters: Letters::Of(&[0]),
                definition: Some(derived::split_at_term), weight: 2;
            /// Without the white space of ASCII at both ends.
            StrTrim "str.trim" Derived Fixed(&[Str], Str) => Pure(Word(derived::trim)), origin: Extension,
                level: Some(Slices), range: Range::UpTo(0, 0), letters: Letters::Of(&[0]),
                definition: Some(derived::trim_term), pieces: Some(derived::TRIM), weight: 2;

            StrInRe "str.in_re" Membership Fixed(&[Str, RegLan], Bool) => Step(text::in_re),
                also: &["re-member", "str.in.re", "str.in-re", "seq.in.re", "seq.in_re"], lengths: UsesLengths::Always, weight: 8,
                sequences: Some("seq.in.re");
            StrToRe "str.to_re" Regex Fixed(&[Str], RegLan) => Step(text::regex),
                also: &["re-of-seq", "str.to.re", "str.to-re", "seq.to.re", "seq.to_re"],
                sequences: Some("seq.to.re");
            ReNone "re.none" Regex Fixed(&[], RegLan) => Step(text::regex), also: &["re.nostr", "re.empty"], weight: 1;
            ReAll "re.all" Regex Fixed(&[], RegLan) => Step(text::regex), also: &["re.full"], weight: 1;
            ReAllChar "re.allchar" Regex Fixed(&[], RegLan) => Step(text::regex), weight: 1;
            ReConcat "re.++" Regex Assoc(RegLan) => Step(text::regex),
                sequences: Some("re.++"), also: &["re-concat"];
            ReUnion "re.union" Regex Assoc(RegLan) => Step(text::regex),
                sequences: Some("re.union"), also: &["re-union"];
            ReInter "re.inter" Regex Assoc(RegLan) => Step(text::regex), also: &["re-intersect", "re.intersect"], weight: 2,
                sequences: Some("re.inter");
            ReStar "re.*" Regex Fixed(&[RegLan], RegLan) => Step(text::regex),
                sequences: Some("re.*"), also: &["re-star"];
            RePlus "re.+" Regex Fixed(&[RegLan], RegLan) => Step(text::regex), weight: 2,
                sequences: Some("re.+"), also: &["re-plus"];
            ReOpt "re.opt" Regex Fixed(&[RegLan], RegLan) => Step(text::regex), weight: 2,
                sequences: Some("re.opt"), also: &["re-option"];
            ReComp "re.comp" Regex Fixed(&[RegLan], RegLan) => Step(text::regex), also: &["re-complement", "re.complement"], weight: 2,
                sequences: Some("re.comp");
            /// Left-associative.
            ReDiff "re.diff" Regex Assoc(RegLan) => Step(text::regex), weight: 1,
                sequences: Some("re.diff"), also: &["re-difference"];
            /// The empty language unless both arguments are single characters in order.
            ReRange "re.range" Regex Fixed(&[Str, Str], RegLan) => Step(text::regex),
                sequences: Some("re.range"), also: &["re-range"];

            /// The element at an index; outside of the sequence it is an uninterpreted function of both.
            SeqNth "seq.nth" Elements Special => Step(text::nth), origin: Extension, weight: 0, also: &["seq-nth"];
            /// The sequences of one element that a predicate holds for.
            ReOfPred "re.of.pred" Elements Special => Step(text::regex), origin: Extension, weight: 0, also: &["re-of-pred"];
            /// Whether a predicate holds for an element.
            Select "select" Elements Special => Step(text::select), origin: Extension, weight: 0;
        }
    };
}
pub(crate) use operators;

macro_rules! ops {
    ($( $(#[$meta:meta])* $op:ident $name:literal $family:ident $sig:expr => $eval:expr
        $(, $column:ident: $value:expr)*; )*) => {
        /// An operator or a leaf.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Op {
            $( $(#[$meta])* #[doc = concat!("`", $name, "`")] $op, )*
            /// An integer constant; see [`crate::Terms::int_value`].
            IntConst(u32),
            /// A string constant; see [`crate::Terms::str_value`].
            StrConst(u32),
            /// A declared function or, without arguments, a declared constant.
            Apply(Fun),
            /// `(_ divisible n)`, `n` an interned positive integer constant.
            Divisible(u32),
            /// `(_ re.^ n)`
            RePower(u32),
            /// `(_ re.loop lo hi)`
            ReLoop(u32, u32),
            /// An operator of bit-vectors; they have a table of their own.
            Bits(BitOp),
            /// A bit-vector: its width and an interned integer; see [`crate::Terms::bits_value`].
            BitsConst(u32, u32),
            /// An element of a declared sort, by the numbers of both: only the predicates of models are made of it.
            ElementConst(u32, u32),
            /// The sequence without elements.
            SeqEmpty(Element),
            /// `seq.unit`: the sequence of one element.
            SeqUnit(Element),
            /// A regex without arguments over these elements.
            ReOver(ReConst, Element),
            /// The variable that [`Op::Lambda`] binds.
            Bound(Element),
            /// The predicate that its argument is of [`Op::Bound`]; there is no other in it.
            Lambda(Element),
        }

        /// The operators that have a plain name, with it.
        pub const NAMED_OPS: &[(&str, Op)] = &[ $( ($name, Op::$op), )* ];

        impl Op {
            /// What the table says.
            pub fn row(self) -> &'static Row {
                match self {
                    $( Op::$op => const {
                        &Row { $( $column: $value, )* ..Row::new(Some($name), $family, $sig) }
                    }, )*
                    Op::IntConst(_) => const { &Row::new(None, Constant, Fixed(&[], Int)) },
                    Op::StrConst(_) => const { &Row::new(None, Constant, Fixed(&[], Str)) },
                    Op::Apply(_) => const { &Row::new(None, Declared, Special) },
                    Op::Divisible(_) => const { &Row::new(None, Division, Fixed(&[Int], Bool)) },
                    Op::RePower(_) => const {
                        &Row { sequences: Some("re.^"), ..Row::new(None, Regex, Fixed(&[RegLan], RegLan)) }
                    },
                    Op::ReLoop(..) => const {
                        &Row { sequences: Some("re.loop"), ..Row::new(None, Regex, Fixed(&[RegLan], RegLan)) }
                    },
                    Op::Bits(_) => const { &Row::new(None, BitVectors, Special) },
                    Op::BitsConst(..) | Op::ElementConst(..) | Op::SeqEmpty(_) => const {
                        &Row::new(None, Constant, Special)
                    },
                    Op::ReOver(..) => const { &Row::new(None, Regex, Special) },
                    Op::SeqUnit(_) | Op::Bound(_) | Op::Lambda(_) => const {
                        &Row::new(None, Elements, Special)
                    },
                }
            }
        }
    };
}

operators!(ops);

impl Op {
    /// The SMT-LIB name; `None` for constants, declared functions and indexed operators.
    pub fn name(self) -> Option<&'static str> {
        self.row().name
    }

    /// The argument lists this operator takes.
    pub fn signature(self) -> Signature {
        self.row().signature
    }

    /// The operators that are treated like this one.
    pub fn family(self) -> Family {
        self.row().family
    }

    /// The part of a solver that it belongs to.
    pub fn theory(self) -> Theory {
        self.family().theory()
    }

    /// When the solver reduces this, if it is an extended string function. `str.in_re` is one if there are
    /// strings other than constants in the regex, which only the term says.
    pub fn level(self) -> Option<Level> {
        self.row().level
    }

    /// Whether the name is not the standard's, so that a user may take it.
    pub fn is_extension(self) -> bool {
        self.row().origin == Extension
    }

    /// Whether this is a constant of Bool, Int or String.
    pub fn is_const(self) -> bool {
        matches!(self, Op::True | Op::False | Op::IntConst(_) | Op::StrConst(_) | Op::BitsConst(..))
    }
}
