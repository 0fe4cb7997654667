//! Every operator, declared once: SMT-LIB name, signature and associativity.
//!
//! The table drives sort checking here, name look-up in the parser, and printing. Payloads
//! (constants, declared functions, indices) are interned numbers, so an operator is a small `Copy`
//! value and a term is an operator with arguments.

use crate::sort::Sort::{self, Bool, Int, RegLan, String as Str};
use crate::store::Fun;

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

macro_rules! ops {
    ($( $(#[$meta:meta])* $op:ident $name:literal $sig:expr; )*) => {
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
        }

        /// The operators that have a plain name, with it.
        pub const NAMED_OPS: &[(&str, Op)] = &[ $( ($name, Op::$op), )* ];

        impl Op {
            /// The SMT-LIB name; `None` for constants, declared functions and indexed operators.
            pub fn name(self) -> Option<&'static str> {
                match self { $( Op::$op => Some($name), )* _ => None }
            }

            /// The argument lists this operator takes.
            pub fn signature(self) -> Signature {
                use Signature::*;
                match self {
                    $( Op::$op => $sig, )*
                    Op::IntConst(_) => Fixed(&[], Int),
                    Op::StrConst(_) => Fixed(&[], Str),
                    Op::Apply(_) => Special,
                    Op::Divisible(_) => Fixed(&[Int], Bool),
                    Op::RePower(_) | Op::ReLoop(..) => Fixed(&[RegLan], RegLan),
                }
            }
        }
    };
}

ops! {
    True "true" Fixed(&[], Bool);
    False "false" Fixed(&[], Bool);
    Not "not" Fixed(&[Bool], Bool);
    /// Right-associative.
    Implies "=>" Assoc(Bool);
    And "and" Assoc(Bool);
    Or "or" Assoc(Bool);
    Xor "xor" Assoc(Bool);
    Eq "=" Compare;
    Distinct "distinct" Compare;
    Ite "ite" Ite;

    Add "+" Assoc(Int);
    /// Two or more arguments; the unary minus is [`Op::Neg`].
    Sub "-" Assoc(Int);
    /// Unary minus; it shares its name with [`Op::Sub`].
    Neg "-" Fixed(&[Int], Int);
    Mul "*" Assoc(Int);
    /// Euclidean division; by 0 it is an uninterpreted function of the dividend.
    Div "div" Assoc(Int);
    Mod "mod" Fixed(&[Int, Int], Int);
    Abs "abs" Fixed(&[Int], Int);
    Le "<=" Chain(Int);
    Lt "<" Chain(Int);
    Ge ">=" Chain(Int);
    Gt ">" Chain(Int);

    StrConcat "str.++" Assoc(Str);
    StrLen "str.len" Fixed(&[Str], Int);
    StrLt "str.<" Chain(Str);
    StrLe "str.<=" Chain(Str);
    StrAt "str.at" Fixed(&[Str, Int], Str);
    StrSubstr "str.substr" Fixed(&[Str, Int, Int], Str);
    /// The needle comes first.
    StrPrefixOf "str.prefixof" Fixed(&[Str, Str], Bool);
    /// The needle comes first.
    StrSuffixOf "str.suffixof" Fixed(&[Str, Str], Bool);
    /// The needle comes second.
    StrContains "str.contains" Fixed(&[Str, Str], Bool);
    StrIndexOf "str.indexof" Fixed(&[Str, Str, Int], Int);
    StrReplace "str.replace" Fixed(&[Str, Str, Str], Str);
    StrReplaceAll "str.replace_all" Fixed(&[Str, Str, Str], Str);
    StrReplaceRe "str.replace_re" Fixed(&[Str, RegLan, Str], Str);
    StrReplaceReAll "str.replace_re_all" Fixed(&[Str, RegLan, Str], Str);
    StrIsDigit "str.is_digit" Fixed(&[Str], Bool);
    StrToCode "str.to_code" Fixed(&[Str], Int);
    StrFromCode "str.from_code" Fixed(&[Int], Str);
    StrToInt "str.to_int" Fixed(&[Str], Int);
    StrFromInt "str.from_int" Fixed(&[Int], Str);
    /// Extension (cvc5).
    StrRev "str.rev" Fixed(&[Str], Str);
    /// Extension (cvc5): ASCII letters only.
    StrToLower "str.to_lower" Fixed(&[Str], Str);
    /// Extension (cvc5): ASCII letters only.
    StrToUpper "str.to_upper" Fixed(&[Str], Str);
    /// Extension (cvc5): `s` with the characters from `i` on overwritten by `t`, never longer.
    StrUpdate "str.update" Fixed(&[Str, Int, Str], Str);
    /// Extension (cvc5): start of the leftmost match of a regex at or after an index, else -1.
    StrIndexOfRe "str.indexof_re" Fixed(&[Str, RegLan, Int], Int);
    /// Extension (z3): start of the last occurrence of the second argument, else -1.
    StrLastIndexOf "str.last_indexof" Fixed(&[Str, Str], Int);

    StrInRe "str.in_re" Fixed(&[Str, RegLan], Bool);
    StrToRe "str.to_re" Fixed(&[Str], RegLan);
    ReNone "re.none" Fixed(&[], RegLan);
    ReAll "re.all" Fixed(&[], RegLan);
    ReAllChar "re.allchar" Fixed(&[], RegLan);
    ReConcat "re.++" Assoc(RegLan);
    ReUnion "re.union" Assoc(RegLan);
    ReInter "re.inter" Assoc(RegLan);
    ReStar "re.*" Fixed(&[RegLan], RegLan);
    RePlus "re.+" Fixed(&[RegLan], RegLan);
    ReOpt "re.opt" Fixed(&[RegLan], RegLan);
    ReComp "re.comp" Fixed(&[RegLan], RegLan);
    /// Left-associative.
    ReDiff "re.diff" Assoc(RegLan);
    /// The empty language unless both arguments are single characters in order.
    ReRange "re.range" Fixed(&[Str, Str], RegLan);
}

impl Op {
    /// Whether this is a constant of Bool, Int or String.
    pub fn is_const(self) -> bool {
        matches!(self, Op::True | Op::False | Op::IntConst(_) | Op::StrConst(_))
    }
}
