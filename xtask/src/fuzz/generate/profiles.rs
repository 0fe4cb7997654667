//! The profiles: which part of the language a formula exercises.

use super::typed::Field;
use crate::fuzz::operators::Family::{self, Core, Integers, Regexes, Strings};

/// Templates of one sort that are used together.
pub struct Group {
    pub sort: char,
    pub templates: &'static [&'static str],
}

/// How formulas are made, and how they get a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// From templates; values are written down.
    Templates,
    /// By [`super::counters`]; words are planted by run lengths.
    Counters,
    /// By [`super::typed`].
    Typed(Field),
}

/// A kind of formulas.
pub struct Profile {
    pub name: &'static str,
    pub style: Style,
    pub declarations: &'static str,
    /// The greatest depth of an assertion.
    pub depth: usize,
    pub groups: &'static [(usize, &'static Group)],
    /// Operators with any arguments of their sorts.
    pub families: &'static [(usize, Family)],
}

macro_rules! groups {
    ($( $name:ident $sort:literal [$($template:literal),* $(,)?]; )*) => {
        $( static $name: Group = Group { sort: $sort, templates: &[$($template),*] }; )*
    };
}

groups! {
    LOGIC 'B' ["(not B)", "(and B B)", "(or B B)", "(=> B B)", "(xor B B)", "(ite B B B)", "(= B B)",
        "(or B B B)", "(and B (not B))"];
    STRING_ATOM 'B' ["(= S S)", "(= S S)", "(= S s)", "(not (= S S))", "(distinct S S S)"];
    EQUATION 'B' ["(= (str.++ S S) (str.++ S S))", "(= (str.++ S s S) (str.++ S S))", "(= S (str.++ S S S))",
        "(not (= (str.++ S S) (str.++ S S)))", "(= (str.++ S S) s)"];
    ORDER 'B' ["(str.< S S)", "(str.<= S S)"];
    SEARCH_ATOM 'B' ["(str.contains S S)", "(not (str.contains S S))", "(str.prefixof S S)", "(str.suffixof S S)",
        "(not (str.prefixof S S))", "(not (str.suffixof S S))", "(str.is_digit S)"];
    MEMBERSHIP 'B' ["(str.in_re S R)", "(str.in_re S R)", "(not (str.in_re S R))",
        "(str.in_re (str.++ S S) R)"];
    REGEX_EQUALITY 'B' ["(= R R)", "(not (= R R))"];
    LINEAR_ATOM 'B' ["(<= I I)", "(< I I)", "(= I I)", "(> I i)", "(>= I I)", "(distinct I I)"];
    LENGTH_ATOM 'B' ["(= (str.len S) I)", "(< (str.len S) I)", "(= (str.len S) (str.len S))", "(> (str.len S) i)",
        "(= (str.len S) (+ (str.len S) i))", "(= (str.len S) (* 2 I))"];
    DIVISIBLE 'B' ["((_ divisible 2) I)", "((_ divisible 3) I)"];
    UF_ATOM 'B' ["(h S)", "(h2 S I B)", "(= (f S) S)", "(= (f S) (f S))", "(= (g I) (g I))", "(= (f (f S)) S)"];
    LEX_SHAPED 'B' ["(= (str.++ x s S) (str.++ s S x))", "(= (str.++ x s) (str.++ s x))",
        "(= (str.++ x y) (str.++ y x))", "(= (str.++ x s y) (str.++ y s x))", "(= (str.++ x x) (str.++ y s y))",
        "(= (str.++ x s y s z) (str.++ z s y s x))"];

    LENGTH 'I' ["(str.len S)", "(str.len S)", "(str.len (str.++ S S))"];
    LINEAR 'I' ["(+ I I)", "(- I I)", "(- I)", "(* 2 I)", "(* i I)", "(+ I i)"];
    DIVISION 'I' ["(div I n)", "(mod I n)", "(abs I)", "(div I i)", "(mod I i)", "(mod I 2)", "(div I 2)", "(div I I)"];
    INT_ITE 'I' ["(ite B I I)"];
    INDEX 'I' ["(str.indexof S S I)", "(str.indexof S S 0)", "(str.indexof S s I)",
        "(str.indexof S S (+ 1 (str.indexof S S 0)))"];
    TO_NUMBER 'I' ["(str.to_int S)", "(str.to_code S)", "(str.to_int (str.++ S S))", "(str.to_code (str.at S I))",
        "(str.to_int (str.substr S I I))", "(str.to_int (str.from_int I))"];
    UF_INT 'I' ["(g I)", "(g (str.len S))"];

    CONCAT 'S' ["(str.++ S S)", "(str.++ S s)", "(str.++ s S)", "(str.++ S S S)"];
    SLICE 'S' ["(str.substr S I I)", "(str.at S I)", "(str.substr S 0 I)", "(str.substr S n (- (str.len S) n))",
        "(str.substr (str.++ S S) I I)", "(str.at (str.++ S S) I)", "(str.substr S I (str.len S))"];
    REPLACE 'S' ["(str.replace S S S)", "(str.replace S s S)", "(str.replace_all S S S)", "(str.replace_all S s s)",
        "(str.replace (str.replace S S S) S S)", "(str.replace S S (str.replace S S S))", "(str.replace (str.++ S S) S S)"];
    REPLACE_RE 'S' ["(str.replace_re S R S)", "(str.replace_re_all S R S)", "(str.replace_re_all S R s)"];
    FROM_NUMBER 'S' ["(str.from_int I)", "(str.from_code I)", "(str.from_int (str.len S))",
        "(str.from_int (str.to_int S))", "(str.from_code (str.to_code S))", "(str.from_code (+ i (str.to_code S)))"];
    STRING_ITE 'S' ["(ite B S S)"];
    UF_STRING 'S' ["(f S)", "(f (str.++ S S))", "(f (f S))"];

    REGEX 'R' ["(re.++ R R)", "(re.union R R)", "(re.* R)", "(re.+ R)", "(re.opt R)", "(str.to_re s)",
        "(re.++ R re.allchar R)", "(re.++ (re.* R) (str.to_re s))", "(re.union (str.to_re s) R R)"];
    REGEX_BOOLEAN 'R' ["(re.inter R R)", "(re.comp R)", "(re.diff R R)", "(re.inter R (re.comp R))",
        "(re.comp (re.++ re.all R re.all))"];
    REGEX_LOOP 'R' ["((_ re.loop n n) R)", "((_ re.^ n) R)", "((_ re.loop 0 n) R)", "((_ re.loop 2 5) R)",
        "((_ re.^ n) (re.* R))"];
}

const STRINGS: &str = "(declare-const x String)(declare-const y String)(declare-const z String)\
    (declare-const i Int)(declare-const p Bool)";
const NUMBERS: &str = "(declare-const x String)(declare-const y String)\
    (declare-const i Int)(declare-const j Int)(declare-const p Bool)";
const ARITHMETIC: &str = "(declare-const i Int)(declare-const j Int)(declare-const k Int)(declare-const l Int)\
    (declare-const p Bool)(declare-const q Bool)";
const FUNCTIONS: &str = "(declare-const x String)(declare-const y String)(declare-const i Int)(declare-const j Int)\
    (declare-const p Bool)(declare-fun f (String) String)(declare-fun g (Int) Int)(declare-fun h (String) Bool)\
    (declare-fun h2 (String Int Bool) Bool)";

/// A profile over sorts with parameters.
const fn typed(name: &'static str, field: Field) -> Profile {
    let style = Style::Typed(field);
    Profile { name, style, declarations: "", depth: 0, groups: &[], families: &[] }
}

/// All profiles.
pub const ALL: &[Profile] = &[
    Profile {
        name: "regex",
        style: Style::Templates,
        declarations: STRINGS,
        depth: 4,
        groups: &[
            (2, &LOGIC),
            (8, &MEMBERSHIP),
            (3, &LENGTH_ATOM),
            (1, &STRING_ATOM),
            (1, &REGEX_EQUALITY),
            (3, &LENGTH),
            (1, &LINEAR),
            (2, &CONCAT),
            (5, &REGEX),
            (2, &REGEX_BOOLEAN),
            (2, &REGEX_LOOP),
        ],
        families: &[(1, Core)],
    },
    Profile {
        name: "words",
        style: Style::Templates,
        declarations: STRINGS,
        depth: 3,
        groups: &[
            (2, &LOGIC),
            (6, &EQUATION),
            (3, &LEX_SHAPED),
            (3, &LENGTH_ATOM),
            (2, &MEMBERSHIP),
            (1, &STRING_ATOM),
            (3, &LENGTH),
            (1, &LINEAR),
            (3, &CONCAT),
            (4, &REGEX),
            (1, &REGEX_LOOP),
            (1, &REGEX_BOOLEAN),
        ],
        families: &[(1, Core)],
    },
    Profile {
        name: "extended",
        style: Style::Templates,
        declarations: STRINGS,
        depth: 4,
        groups: &[
            (1, &LOGIC),
            (3, &STRING_ATOM),
            (4, &SEARCH_ATOM),
            (1, &ORDER),
            (2, &LENGTH_ATOM),
            (2, &LINEAR_ATOM),
            (1, &MEMBERSHIP),
            (1, &LENGTH),
            (1, &LINEAR),
            (3, &INDEX),
            (2, &CONCAT),
            (4, &SLICE),
            (4, &REPLACE),
            (1, &STRING_ITE),
            (3, &REGEX),
        ],
        families: &[(3, Strings), (1, Integers)],
    },
    Profile {
        name: "conversions",
        style: Style::Templates,
        declarations: NUMBERS,
        depth: 4,
        groups: &[
            (1, &LOGIC),
            (2, &STRING_ATOM),
            (3, &LINEAR_ATOM),
            (2, &LENGTH_ATOM),
            (1, &MEMBERSHIP),
            (1, &ORDER),
            (1, &SEARCH_ATOM),
            (4, &TO_NUMBER),
            (1, &LENGTH),
            (2, &LINEAR),
            (1, &INDEX),
            (4, &FROM_NUMBER),
            (2, &CONCAT),
            (1, &SLICE),
            (3, &REGEX),
            (1, &REGEX_LOOP),
        ],
        families: &[(2, Strings), (1, Integers)],
    },
    Profile {
        name: "replace-re",
        style: Style::Templates,
        declarations: STRINGS,
        depth: 3,
        groups: &[
            (1, &LOGIC),
            (3, &STRING_ATOM),
            (2, &SEARCH_ATOM),
            (1, &LENGTH_ATOM),
            (1, &LENGTH),
            (2, &CONCAT),
            (4, &REPLACE_RE),
            (2, &REPLACE),
            (3, &REGEX),
            (1, &REGEX_BOOLEAN),
        ],
        families: &[(2, Regexes), (1, Strings)],
    },
    Profile {
        name: "arithmetic",
        style: Style::Templates,
        declarations: ARITHMETIC,
        depth: 5,
        groups: &[
            (3, &LOGIC),
            (6, &LINEAR_ATOM),
            (1, &DIVISIBLE),
            (3, &LINEAR),
            (3, &DIVISION),
            (1, &INT_ITE),
        ],
        families: &[(1, Core), (3, Integers)],
    },
    Profile {
        name: "functions",
        style: Style::Templates,
        declarations: FUNCTIONS,
        depth: 4,
        groups: &[
            (2, &LOGIC),
            (4, &UF_ATOM),
            (2, &STRING_ATOM),
            (2, &LINEAR_ATOM),
            (1, &LENGTH_ATOM),
            (1, &MEMBERSHIP),
            (3, &UF_INT),
            (1, &LENGTH),
            (1, &LINEAR),
            (3, &UF_STRING),
            (1, &CONCAT),
            (1, &STRING_ITE),
            (1, &INT_ITE),
            (2, &REGEX),
        ],
        families: &[(1, Core)],
    },
    Profile {
        name: "everything",
        style: Style::Templates,
        declarations: FUNCTIONS,
        depth: 4,
        groups: &[
            (3, &LOGIC),
            (3, &STRING_ATOM),
            (2, &EQUATION),
            (2, &SEARCH_ATOM),
            (1, &ORDER),
            (2, &MEMBERSHIP),
            (2, &LINEAR_ATOM),
            (2, &LENGTH_ATOM),
            (1, &DIVISIBLE),
            (1, &UF_ATOM),
            (2, &LENGTH),
            (2, &LINEAR),
            (1, &DIVISION),
            (1, &INT_ITE),
            (2, &INDEX),
            (2, &TO_NUMBER),
            (1, &UF_INT),
            (3, &CONCAT),
            (2, &SLICE),
            (2, &REPLACE),
            (1, &FROM_NUMBER),
            (1, &STRING_ITE),
            (1, &UF_STRING),
            (4, &REGEX),
            (1, &REGEX_BOOLEAN),
            (1, &REGEX_LOOP),
        ],
        families: &[(1, Core), (1, Integers), (2, Strings), (2, Regexes)],
    },
    Profile {
        name: "counters",
        style: Style::Counters,
        declarations: "",
        depth: 0,
        groups: &[],
        families: &[],
    },
    typed("bits", Field::Bits),
    typed("bytes", Field::Bytes),
    typed("sequences", Field::Sequences),
    typed("vectors", Field::Vectors),
];
