//! The table of rules: every rule has an id, a formula, and a counter.
//!
//! The id serves statistics, tests (`fires!`, `keeps!`) and the fuzzer's report of rules that
//! never fired.

macro_rules! rule_table {
    ($( $(#[doc = $formula:literal])+ $id:ident, )*) => {
        /// The rules.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum RuleId { $( $(#[doc = $formula])+ $id, )* }

        impl RuleId {
            /// Every rule.
            pub const ALL: &[RuleId] = &[ $( RuleId::$id, )* ];

            /// What the rule does.
            pub fn formula(self) -> &'static str {
                match self { $( RuleId::$id => concat!($($formula),+), )* }
            }
        }
    };
}

rule_table! {
    /// An operator applied to constants is its value.
    Evaluate,

    /// `(not (not a)) = a`
    NotNot,
    /// `(not (and a b)) = (or (not a) (not b))`, and dually
    NotJunction,
    /// `(and ... (and a b) ...) = (and ... a b ...)`, and dually
    JunctionFlatten,
    /// `(and a true a) = a`; `(and a (not a)) = false`; and dually
    JunctionFold,
    /// `(and a (or a b)) = a`; `(and a (or (not a) b)) = (and a b)`; and dually
    JunctionAbsorb,
    /// `(=> a b c) = (or (not a) (not b) c)`
    ImpliesElim,
    /// `(xor a b) = (not (= a b))`, left-associative
    XorElim,
    /// `(= a b c) = (and (= a b) (= b c))`; likewise for `<=`, `str.<` and the others
    ChainSplit,
    /// `(distinct a b c) = (and (not (= a b)) (not (= a c)) (not (= b c)))`
    DistinctElim,
    /// An operator with one argument: a comparison is true, an associative operator is the argument
    Unary,
    /// `(= a a) = true`
    EqReflexive,
    /// Two different constants are not equal
    EqConstants,
    /// `(= b a) = (= a b)`: sides ordered by id
    EqOrder,
    /// `(= a true) = a`; `(= a (not a)) = false`; `(= a (not b)) = (not (= a b))`
    IffFold,
    /// `(= a (and a b)) = (or (not a) b)`; `(= a (or a b)) = (or a (not b))`
    IffJunction,
    /// `(= (and a b) (and b a)) = true`, also when one is the negation of the other
    IffSameParts,

    /// `(ite true a b) = a`; `(ite c a a) = a`; `(ite (not c) a b) = (ite c b a)`
    IteFold,
    /// `(ite (or q p) a b) = (ite (or p q) a b)`: parts ordered by id
    IteOrder,
    /// `(ite c a false) = (and c a)` and its like
    IteBool,
    /// `(ite c (ite c a b) d) = (ite c a d)`
    IteNested,
    /// `(f (ite c k1 k2)) = (ite c (f k1) (f k2))` for an atom `f` that both branches decide
    IteLift,
    /// `(ite (= x k) (f x) a) = (ite (= x k) (f k) a)` for `x` a branch itself
    IteSubstitute,
    /// `(ite c (str.++ x a y) (str.++ x b y)) = (str.++ x (ite c a b) y)`; `(ite c (+ i 1) (- i 1)) = (+ (- 1) i (* 2 (ite c 1 0)))`;
    /// `(ite c (* 60 i) (* 60 j)) = (* 60 (ite c i j))`
    IteCommon,

    /// A sum in normal form
    SumNormal,
    /// A product of one non-constant factor is a multiple; factors sorted, products flat
    ProductNormal,
    /// `(>= a b)` with the constant on the right, tightened by the common divisor
    GeNormal,
    /// `(<= a b) = (>= b a)`; `(< a b) = (not (>= a b))`; `(> a b) = (not (>= b a))`
    CompareElim,
    /// `(>= a k)` that length bounds decide
    GeEntailed,
    /// `(= a b)` over Int as a sum without common divisor
    IntEqNormal,
    /// `(= a k)` with `k` out of the bounds of `a`, or not divisible by its coefficients
    IntEqFalse,
    /// `(>= (+ (ite c a b) (ite c d e)) k) = (>= (+ a d) k)` where `a + d = b + e`; equations likewise
    SumOfChoices,
    /// `(= (+ (str.len s) (str.len t)) 0) = (and (= "" s) (= "" t))`; `(>= (str.len s) 1)` negates it
    LenZero,
    /// `(= (str.indexof s t 0) -1) = (not (str.contains s t))`; `(>= (str.indexof s t 0) 0)` likewise
    IndexOfFound,
    /// `(div a 1) = a`; `(div a -1) = (- a)`; `(div 0 k) = 0`
    DivFold,
    /// `(mod a 1) = 0`
    ModFold,
    /// `(div (+ (* k c a) b) k) = (+ (* c a) (div b k))`
    DivExtract,
    /// `(mod (+ (* k c a) b) k) = (mod b k)`
    ModReduce,
    /// `(mod (str.len (str.replace_all s "a" "bcd")) 2) = (mod (str.len s) 2)`
    ModReplaceAll,
    /// `(mod a k) = a`, `(div a k) = 0` for `0 <= a < k`
    DivModInRange,
    /// `(abs a)` of known sign; `(abs (- a)) = (abs a)`
    AbsSign,
    /// `((_ divisible n) a) = (= (mod a n) 0)`
    DivisibleElim,
    /// `(div a b c) = (div (div a b) c)`
    DivSplit,

    /// Flat concatenation, constants merged, empty parts dropped
    ConcatNormal,
    /// Choices side by side by one condition that come to the same word in both cases
    ConcatChoices,
    /// `(str.len (str.++ a b)) = (+ (str.len a) (str.len b))`
    LenConcat,
    /// `(str.len (f a)) = (str.len a)` for reversal, case mapping, update, and replacement by equal lengths
    LenPreserved,
    /// `(str.len (str.substr s i n))` whose position is known to fit, or where it is compared with a positive number
    LenSubstr,
    /// `(str.len (str.replace_all s "a" "b")) = (str.len s)`: needle and replacement equally long
    LenReplace,
    /// `(str.len (ite c "a" "bcd")) = (ite c 1 3)`, and one length for branches that have the same
    LenIte,

    /// `(= (str.++ a x) (str.++ a y)) = (= x y)`, at both ends, inside constants too
    EqStripEnds,
    /// Sides that begin or end with different constants are not equal
    EqClash,
    /// `(= "" (str.++ a b)) = (and (= "" a) (= "" b))`
    EqEmptyConcat,
    /// Sides whose lengths cannot be equal are not equal
    EqLength,
    /// A constant that does not contain the parts of the other side in order
    EqConstParts,
    /// `(= (str.++ a x b) (str.++ b a)) = (and (= "" x) ...)`: parts beyond the other side's multiset
    EqMultiset,
    /// `(= (str.++ a x) (str.++ b y)) = (and (= a b) (= x y))` when `|a| = |b|`
    EqSplitLength,
    /// `(= (str.++ a "," x) (str.++ b "," y)) = (and (= a b) (= x y))` when no comma can be in `a` or `b`
    EqSplitLetter,

    /// `(str.in_re s (str.to_re t)) = (= s t)`
    InReToEq,
    /// `(str.in_re s re.none) = false`, `(str.in_re s re.all) = true`
    InReTrivial,
    /// `(str.in_re "abc" r)` for a constant regex is evaluated
    InReConst,
    /// `(str.in_re s (re.comp r)) = (not (str.in_re s r))`
    InReComp,
    /// `(str.in_re s (ite c r1 r2)) = (ite c (str.in_re s r1) (str.in_re s r2))`.
    InReIte,
    /// `(str.in_re s re.allchar) = (= (str.len s) 1)`, also for concatenations of it
    InReLength,
    /// `(str.in_re (str.++ "ab" x) (re.++ (str.to_re "a") r)) = (str.in_re (str.++ "b" x) r)`
    InReConsume,
    /// Fixed-length regexes whose length differs from that of the string
    InReLenClash,
    /// `(str.in_re (str.++ x "a") (re.* R)) = (str.in_re x (re.* R))` for a one-character set `R`
    InReStarChar,

    /// Flat, without neutral and with absorbing arguments: `re.++`, `re.union`, `re.inter`
    ReFold,
    /// `(re.++ (str.to_re "a") (str.to_re "b")) = (str.to_re "ab")`
    ReConcatConst,
    /// `(re.++ r* r*) = r*`
    ReConcatStar,
    /// `(re.* (re.* r)) = (re.* r)`, `(re.* re.allchar) = re.all`, and the like
    ReStarFold,
    /// `(re.comp (re.comp r)) = r` and constants
    ReCompFold,
    /// `(re.diff a b) = (re.inter a (re.comp b))`
    ReDiffElim,
    /// `(re.range "a" "a") = (str.to_re "a")`; an empty range is `re.none`
    ReRangeFold,
    /// `((_ re.^ 1) r) = r`, `((_ re.loop 2 1) r) = re.none` and the like
    ReLoopFold,
    /// `(str.to_re (str.++ a b)) = (re.++ (str.to_re a) (str.to_re b))`
    ToReConcat,
    /// `(= r r)` over RegLan constants of one word
    ReEqConst,

    /// `(str.at s i) = (str.substr s i 1)`
    AtElim,
    /// `(str.substr s i n) = ""` when the start cannot be inside or nothing is asked for
    SubstrEmpty,
    /// `(str.substr s 0 n) = s` for `n >= |s|`
    SubstrWhole,
    /// `(str.substr (str.substr s i n) j m) = (str.substr s (+ i j) (min m (- n j)))`
    SubstrNested,
    /// `(str.substr s i n) = (str.substr s i (- |s| i))` when `n` reaches beyond the end
    SubstrClip,
    /// `(str.substr (str.++ a b) i n) = (str.substr b (- i |a|) n)` for `i >= |a|`
    SubstrSkipFront,
    /// `(str.substr (str.++ a b) 0 n) = (str.++ a (str.substr b 0 (- n |a|)))` for `n >= |a|`
    SubstrTakeFront,
    /// `(str.substr (str.++ a b) i n) = (str.substr a i n)` for `i + n <= |a|`
    SubstrDropBack,
    /// `(str.substr (str.++ a b) i (- |a b| i)) = (str.++ (str.substr a i (- |a| i)) b)` for `0 <= i <= |a|`
    SubstrTakeBack,
    /// `(str.substr (str.replace s "a" "b") 0 n) = (str.replace (str.substr s 0 n) "a" "b")`
    SubstrReplace,
    /// `(str.substr (ite c "ab" s) i n) = (ite c (str.substr "ab" i n) (str.substr s i n))`
    SubstrIte,

    /// `(str.contains s "") = (str.contains s s) = true`; `(str.contains "" t) = (= "" t)`
    CtnTrivial,
    /// `(str.contains (str.++ a b c) b) = true`; `(str.contains (str.++ a b) (str.substr b i n)) = true`
    CtnFactor,
    /// `(str.contains s t)` is false for `|t| > |s|` and `(= s t)` for `|t| >= |s|`
    CtnLength,
    /// `(str.contains (str.from_int n) "a") = false`: a character that cannot be there
    CtnAlphabet,
    /// `(str.contains "AB" t) = (or (= "" t) (= "A" t) (= "B" t))` for `|t| <= 1` or a haystack of one character
    CtnShort,
    /// A constant haystack that does not have the needle's constants in order
    CtnConstParts,
    /// `(str.contains (str.++ a b) t) = (or (str.contains a t) (str.contains b t))` for `|t| <= 1`
    CtnSplitChar,
    /// `(str.contains (str.++ "ba" s) "ac") = (str.contains (str.++ "a" s) "ac")`
    CtnStripEnds,
    /// `(str.contains (str.++ a "x" b) "yz") = (or (str.contains a "yz") (str.contains b "yz"))`
    CtnSplit,
    /// `(str.contains (str.replace x y z) z) = (or (str.contains x y) (str.contains x z))` and its like
    CtnInReplace,
    /// `(str.contains x (str.replace y x y)) = (str.contains x y)` and its like
    CtnOfReplace,
    /// `(str.contains s (str.++ a b)) = false` when `(str.contains s a) = false`
    CtnPart,
    /// `(str.contains (str.substr s i n) t) = false` when `(str.contains s t) = false`
    CtnSubstr,
    /// `(str.contains (ite c s1 s2) t) = (ite c (str.contains s1 t) (str.contains s2 t))` when one is decided
    CtnIte,

    /// `(str.prefixof "" s) = (str.prefixof s s) = true`
    AffixTrivial,
    /// `(str.prefixof (str.++ a x) (str.++ a y)) = (str.prefixof x y)`; different constants clash
    AffixStrip,
    /// `(str.prefixof t s) = (= s t)` for `|t| >= |s|`
    AffixLength,
    /// `(str.prefixof t s) = (str.contains s t)` for `|s| <= 1`
    AffixShort,
    /// `(str.prefixof "ab" (str.substr s i n)) = (= (str.substr s i 2) "ab")` for a number `i`, and `n >= 2` or `n >= |s| - i`
    AffixSlice,
    /// `(str.prefixof t s) = false` when `(str.contains s t) = false`
    AffixAbsent,

    /// `(str.replace s "" u) = (str.++ u s)`
    ReplaceEmptyNeedle,
    /// `(str.replace s t t) = s`
    ReplaceSame,
    /// `(str.replace s s u) = u`
    ReplaceSelf,
    /// `(str.replace (str.++ t a) t u) = (str.++ u a)`
    ReplacePrefix,
    /// `(str.replace s t u) = s` when `(str.contains s t) = false`
    ReplaceAbsent,
    /// `(str.replace (str.++ a b) t u) = (str.++ (str.replace a t u) b)` when `(str.contains a t) = true`
    ReplaceDropBack,
    /// `(str.replace s t u) = (ite (= s t) u s)` for `|t| >= |s|`; likewise for `s` of one character
    ReplaceToIte,
    /// `(str.replace (str.++ "b" x "b") "a" u) = (str.++ "b" (str.replace x "a" u) "b")`
    ReplacePullEnds,
    /// `(str.replace (str.++ x y x) "a" u) = (str.++ (str.replace (str.++ x y) "a" u) x)`
    ReplaceRepeated,
    /// `(str.replace (str.++ c x) x "") = c` for one character `c`
    ReplaceCharSelf,
    /// `(str.replace x (str.replace y x y) u) = (str.replace x y u)` and its like
    ReplaceNeedle,
    /// `(str.replace x t (str.replace y x b)) = (str.replace x t y)` when `y` lacks `t`, and its like
    ReplaceReplacement,
    /// `(str.replace (str.replace x "a" x) "a" u) = (str.replace x "a" (str.replace x "a" u))` and its like
    ReplaceSubject,

    /// `(= "" (str.substr s i n)) = (or (< i 0) (>= i |s|) (<= n 0))` and its like
    EqEmptyFunction,
    /// `(= x (str.replace x y z)) = (or (= y z) (not (str.contains x y)))` and its like
    EqReplace,
    /// `(= t (str.substr s 0 |t|)) = (str.prefixof t s)`, suffixes, and `(= "a" (str.substr s 0 (str.indexof s "b" 0)))`
    EqSubstr,
    /// `(= s t)` is false when `(str.contains s t) = false`
    EqNotContains,
    /// `(= 97 (str.to_code s)) = (= "a" s)` and its like
    EqInvert,
    /// `(= s (str.from_int n))` with `(str.to_int s)` in `n`: no zeros in front, and the same number
    EqNumeral,
    /// `(= (str.from_int m) (str.from_int n))`: the same number, or both are below 0
    EqNumerals,

    /// `(str.indexof s t i) = -1` when `i < 0` or `i + |t| > |s|`
    IdxOutOfRange,
    /// `(str.indexof s "" i) = i` for `0 <= i <= |s|`
    IdxEmptyNeedle,
    /// `(str.indexof s s i) = (ite (= i 0) 0 -1)`
    IdxSelf,
    /// `(str.indexof s t i) = -1` when `(str.contains s t) = false`, or from `i` on
    IdxAbsent,
    /// `(str.indexof (str.++ "abcb" a) "b" 2) = 3`
    IdxInConstant,
    /// `(str.indexof (str.++ t a) t 0) = 0`
    IdxFront,
    /// `(str.indexof (str.++ a b) t 0) = (str.indexof a t 0)` when `(str.contains a t) = true`
    IdxDropBack,
    /// `(str.indexof (str.++ a "b") "c" 0) = (str.indexof a "c" 0)`
    IdxTrimBack,
    /// `(str.indexof (str.++ a b) t i) = (+ |a| (str.indexof b t (- i |a|)))` for a sure occurrence in `b`
    IdxSkipFront,
    /// `(str.last_indexof s "") = |s|`, `(str.last_indexof s t) = -1` when `(str.contains s t) = false`
    LastIdxFold,

    /// `(str.is_digit s) = (str.in_re s (re.range "0" "9"))`
    IsDigitElim,
    /// `(str.to_code s) = -1` for `|s| /= 1`; `(str.to_code (str.from_code n)) = (ite (<= 0 n max) n -1)`
    ToCodeFold,
    /// `(str.from_code n) = ""` beyond codes; `(str.from_code (str.to_code s)) = (ite (= |s| 1) s "")`
    FromCodeFold,
    /// `(str.to_int (str.from_int n)) = (ite (>= n 0) n -1)`; -1 with a character that is no digit
    ToIntFold,
    /// `(str.to_int (str.++ "0" s)) = (ite (= "" s) 0 (str.to_int s))`
    ToIntZeros,
    /// `(str.from_int n) = ""` for `n < 0`
    FromIntFold,

    /// `(str.< s t) = (and (not (= s t)) (str.<= s t))`
    StrLtElim,
    /// `(str.<= s s) = (str.<= "" s) = true`; `(str.<= s "") = (= "" s)`
    StrLeTrivial,
    /// `(str.<= (str.++ a x) (str.++ a y)) = (str.<= x y)`; different constants decide
    StrLeFront,

    /// `(str.rev (str.rev s)) = s`; `(str.rev s) = s` for `|s| <= 1`
    RevFold,
    /// `(str.rev (str.++ a b)) = (str.++ (str.rev b) (str.rev a))`
    RevConcat,
    /// `(= (str.rev s) (str.rev t)) = (= s t)`, and so of affixes and containment: both sides backwards
    RevBoth,
    /// `(str.substr (str.rev s) i 1) = (str.substr s (- |s| i 1) 1)`
    RevAt,
    /// `(str.in_re (str.rev s) r) = (str.in_re s q)`, where `q` has the words of `r` backwards
    RevMember,
    /// `(str.rev (str.update s i c)) = (str.update (str.rev s) (- |s| i 1) c)` for `|c| = 1`
    RevUpdate,
    /// `(str.to_lower (str.to_upper s)) = (str.to_lower s)` and its like
    CaseFold,
    /// `(str.to_lower (str.++ a b)) = (str.++ (str.to_lower a) (str.to_lower b))`
    CaseConcat,
    /// `(str.update s i u) = s` out of range; `(str.update s 0 u) = (str.substr u 0 |s|)` for `|u| >= |s|`
    UpdateFold,
    /// `(str.update (str.++ a b) i u) = (str.++ a (str.update b (- i |a|) u))` for `i >= |a|`
    UpdateSkipFront,

    /// `(str.replace_all s t u) = s` when `t` is empty or not contained; `(str.replace_all s s u)`
    ReplaceAllFold,
    /// `(str.replace_all "abab" "b" u) = (str.++ "a" u "a" u)`
    ReplaceAllConst,
    /// `(str.replace_all (str.++ a b) "c" u) = (str.++ (str.replace_all a "c" u) (str.replace_all b "c" u))`
    ReplaceAllChar,
    /// `(str.replace_re s (str.to_re t) u) = (str.replace s t u)`; `(str.replace_re s re.all u) = (str.++ u s)`;
    /// `(str.replace_re_all s (re.+ r) u) = (str.replace_re_all s r u)`
    ReplaceReFold,
    /// Matches of a ground regex in a constant are replaced by any term
    ReplaceReConst,
    /// `(str.replace_re_all "a" r u) = (ite (str.in_re "a" r) u "a")` and its like
    ReplaceReChar,
    /// `(str.indexof_re s r i)` out of range, with the empty match, or in a constant
    IndexOfReFold,

    /// `(and (= s k) (p s)) = (and (= s k) (p k))` for a constant `k`; a part is true in the others; dually `or`
    ContextJunction,
    /// `(= (= s k) (p s)) = (ite (= s k) (p k) (not (p s)))` when `(p k)` is decided
    ContextIff,
    /// `(p (ite c a b)) = (ite c (p a) (p b))` for a small atom, when a case is decided
    ContextSplit,
    /// `(ite (= x k) (f x) s) = (ite (= x k) (f k) s)`; conditions that hold in a branch
    ContextIte,

    /// `(= "ab" (str.replace x "c" "b")) = (or (= "ab" x) (= "ac" x))`
    EqReplaceConst,
    /// `(= x (str.substr x i n)) = (or (= "" x) (and (= i 0) (>= n |x|)))`
    EqSubstrSelf,
    /// `(= "a" (str.++ x y)) = (or (and (= x "a") (= y "")) (and (= x "") (= y "a")))`
    EqOneChar,
    /// `(str.substr "a" i n) = (ite (and (= i 0) (>= n 1)) "a" "")`
    SubstrOneChar,
    /// `(str.prefixof "a" (str.replace x "b" "a")) = (or (str.prefixof "a" x) (str.prefixof "b" x))`
    AffixReplace,

    /// `(= (str.++ x "bce" y) (str.++ y "dcb" x)) = false`: letters that nothing on the other side matches
    EqCount,
    /// `(and (>= t 3) (>= t 5)) = (>= t 5)`; `(and (>= t 3) (not (>= t 4))) = (= t 3)`; and dually
    JunctionBounds,
    /// `(and (str.contains s t) (str.contains t u) (not (str.contains s u))) = false`
    JunctionContains,

    /// `(and (or (= x k1) (= x k2)) (p x))` without the values that `p` excludes, without `p` if all are decided
    ContextDomain,
    /// `(str.in_re (str.++ "b" s) (re.++ re.all (str.to_re "a") re.all))` cut as containment is
    InReFactor,
    /// `(str.in_re (str.replace_all s "a" "b") R) = (str.in_re s R')`: `R` mapped back, letter by letter
    InReLetters,
    /// `(= w (str.replace_all s "a" "b")) = (str.in_re s R)`, where `R` has `(re.union "a" "b")` for each `"b"` in `w`
    EqLetters,
    /// `(str.prefixof "cb" (str.replace_all s "a" "b")) = (str.in_re s (re.++ "c" (re.union "a" "b") re.all))`; and at the end, or anywhere
    SearchLetters,

    /// `(bvule a b) = (not (bvult b a))`, `(bvnand a b) = (bvnot (bvand a b))`, `((_ zero_extend 4) a) = (concat #x0 a)` and the like
    BitsElim,
    /// `(bvand a (bvand b c)) = (bvand a b c)`; arguments sorted, constants merged: `bvand`, `bvor`, `bvxor`, `bvadd`, `bvmul`
    BitsNormal,
    /// `(bvand a #x0) = #x0`; `(bvor a #xf) = #xf`; `(bvmul a #x0) = #x0`
    BitsAbsorbing,
    /// `(bvand a a) = a`; `(bvor a a) = a`; `(bvxor a a) = #x0`
    BitsRepeated,
    /// `(bvand a (bvnot a)) = #x0`; `(bvor a (bvnot a)) = (bvxor a (bvnot a)) = #xf`; `(bvadd a (bvneg a)) = #x0`
    BitsComplement,
    /// `(bvand a (bvor a b)) = a`; `(bvor a (bvand a b)) = a`
    BitsAbsorb,
    /// `(bvnot (bvnot a)) = a`; `(bvneg (bvneg a)) = a`
    BitsTwice,
    /// `(bvsub a a) = #x0`; `(bvsub a #x3) = (bvadd a #xd)`; `(bvsub #x0 a) = (bvneg a)`
    BitsSub,
    /// `(bvmul a #x4) = (concat ((_ extract 1 0) a) #b00)`
    BitsMulPower,
    /// `(bvudiv a #x0) = #xf`; `(bvurem a #x0) = a`; `(bvudiv a #x4)` and `(bvurem a #x4)` by bits
    BitsDivide,
    /// `(bvurem a a) = (bvurem #x0 a) = #x0`; `(bvudiv a a) = (ite (= a #x0) #xf #x1)`
    BitsDivideSame,
    /// `(bvshl a #x1) = (concat ((_ extract 2 0) a) #b0)`; likewise `bvlshr` and `bvashr`; `(bvshl #x0 a) = #x0`
    BitsShift,
    /// `((_ extract 3 0) a) = a` for `a` of four bits
    BitsExtractWhole,
    /// `((_ extract 1 0) ((_ extract 3 1) a)) = ((_ extract 2 1) a)`
    BitsExtractNested,
    /// `((_ extract 5 2) (concat a b)) = (concat ((_ extract 1 0) a) ((_ extract 3 2) b))`
    BitsExtractConcat,
    /// `((_ extract 1 0) (bvnot a)) = (bvnot ((_ extract 1 0) a))`; likewise `bvand`, `bvor`, `bvxor`
    BitsExtractBitwise,
    /// `((_ extract 1 0) (bvadd a b)) = (bvadd ((_ extract 1 0) a) ((_ extract 1 0) b))`; likewise `bvneg`, `bvsub`, `bvmul`
    BitsExtractSum,
    /// `((_ extract 2 0) ((_ sign_extend 4) a)) = ((_ extract 2 0) a)`
    BitsExtractExtended,
    /// `((_ sign_extend 0) a) = a`; `((_ sign_extend 1) ((_ sign_extend 2) a)) = ((_ sign_extend 3) a)`
    BitsExtend,
    /// `(concat a (concat b c)) = (concat a b c)`; constants merged, and `(concat ((_ extract 3 2) a) ((_ extract 1 0) a)) = a`
    BitsConcat,
    /// `(bvult a #x0) = false`; `(bvult a #x1) = (= a #x0)`; `(bvult a #xf) = (not (= a #xf))` and the like
    BitsUlt,
    /// `(bvslt a #x8) = false`; `(bvslt a #x9) = (= a #x8)`; `(bvslt a #x7) = (not (= a #x7))` and the like
    BitsSlt,
    /// `(= (concat a b) #x1f) = (and (= a #x1) (= b #xf))`; likewise two concatenations with equal cuts
    BitsEqConcat,
    /// `(= (bvadd a #x1) #x3) = (= a #x2)`; likewise `bvnot`, `bvneg`, `bvxor`
    BitsEqInvert,
    /// `(= (bvadd a b) (bvadd a c)) = (= b c)`; likewise `bvxor`
    BitsEqCancel,
    /// `(>= (ubv_to_int a) 3) = (not (bvult a #x3))`; `(>= (ubv_to_int a) (ubv_to_int b)) = (not (bvult a b))`
    BitsCompareNumbers,
    /// `(= (ubv_to_int a) 3) = (= a #x3)`; `(= (ubv_to_int a) (ubv_to_int b)) = (= a b)`
    BitsEqNumbers,
    /// `(ubv_to_int ((_ int_to_bv 4) n)) = (mod n 16)`; `((_ int_to_bv 4) (ubv_to_int a)) = a`, made longer or shorter
    BitsConvert,
    /// `(mod (ubv_to_int a) 4) = (ubv_to_int ((_ extract 1 0) a))`, also within a sum;
    /// `(div (ubv_to_int a) 4) = (ubv_to_int ((_ extract 3 2) a))`
    BitsDivideNumber,
}

impl RuleId {
    /// Rules of structure: they sort, flatten, fold constants and give operators up for others that mean the same. What such a
    /// rule does hangs on nothing but the operators and constants in sight, and an atom about some strings or integers stays an
    /// atom about them. So a statement of what holds by the meaning of an operator, such as `|s| >= 0`, is left standing, where
    /// the other rules, which know that, make it `true`.
    pub const STRUCTURAL: &[RuleId] = &[
        RuleId::Evaluate,
        RuleId::BitsElim,
        RuleId::NotNot,
        RuleId::NotJunction,
        RuleId::JunctionFlatten,
        RuleId::JunctionFold,
        RuleId::ImpliesElim,
        RuleId::XorElim,
        RuleId::ChainSplit,
        RuleId::DistinctElim,
        RuleId::Unary,
        RuleId::EqReflexive,
        RuleId::EqConstants,
        RuleId::EqOrder,
        RuleId::IffFold,
        RuleId::IteFold,
        RuleId::IteOrder,
        RuleId::SumNormal,
        RuleId::ProductNormal,
        RuleId::GeNormal,
        RuleId::CompareElim,
        RuleId::IntEqNormal,
        RuleId::DivisibleElim,
        RuleId::DivSplit,
        RuleId::ConcatNormal,
        RuleId::LenConcat,
        RuleId::AtElim,
        RuleId::StrLtElim,
        RuleId::IsDigitElim,
        RuleId::InReConst,
        RuleId::ReFold,
        RuleId::ReConcatConst,
        RuleId::ReStarFold,
        RuleId::ReCompFold,
        RuleId::ReDiffElim,
        RuleId::ReRangeFold,
        RuleId::ReLoopFold,
        RuleId::ToReConcat,
    ];

    /// Whether this is a rule of structure.
    pub fn is_structural(self) -> bool {
        STRUCTURAL_BITS[self as usize]
    }
}

/// [`RuleId::STRUCTURAL`] as a table.
static STRUCTURAL_BITS: [bool; RuleId::ALL.len()] = {
    let mut bits = [false; RuleId::ALL.len()];
    let mut i = 0;
    while i < RuleId::STRUCTURAL.len() {
        bits[RuleId::STRUCTURAL[i] as usize] = true;
        i += 1;
    }
    bits
};

/// Which rules are applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Rules {
    /// All.
    #[default]
    All,
    /// Those of [`RuleId::STRUCTURAL`].
    Structural,
}

impl Rules {
    pub(crate) fn include(self, rule: RuleId) -> bool {
        self == Rules::All || rule.is_structural()
    }
}

/// How often each rule fired.
#[derive(Clone, Debug)]
pub struct Stats {
    hits: Box<[u64]>,
    last: Option<RuleId>,
}

impl Default for Stats {
    fn default() -> Self {
        Stats { hits: vec![0; RuleId::ALL.len()].into(), last: None }
    }
}

impl Stats {
    /// How often `rule` fired.
    pub fn count(&self, rule: RuleId) -> u64 {
        self.hits[rule as usize]
    }

    /// The rules that fired, with how often.
    pub fn fired(&self) -> impl Iterator<Item = (RuleId, u64)> + '_ {
        RuleId::ALL.iter().map(|&r| (r, self.count(r))).filter(|&(_, n)| n > 0)
    }

    /// The rule that fired last.
    pub(crate) fn last(&self) -> Option<RuleId> {
        self.last
    }

    pub(crate) fn hit(&mut self, rule: RuleId) {
        self.last = Some(rule);
        self.hits[rule as usize] += 1;
    }
}
