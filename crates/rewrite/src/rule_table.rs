rule_table! {
    /// An operator applied to constants is its value.
    Evaluate,

    /// `(not (not a)) = a`
    NotNot,
    /// `(not (and (not a) ...)) = (or a ...)`, and dually, when every part is negated
    NotJunction,
    /// `(and ... (and a b) ...) = (and ... a b ...)`, also through `(not (or ...))`, and dually
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
    /// `(ite c a false) = (and c a)` and its like
    IteBool,
    /// `(ite c (ite c a b) d) = (ite c a d)`
    IteNested,
    /// `(f (ite c k1 k2)) = (ite c (f k1) (f k2))` for an atom `f` that both branches decide
    IteLift,
    /// `(= (ite c k a) l) = (and (not c) (= a l))` for different constants
    IteEqBranch,
    /// `(ite (= x k) (f x) a) = (ite (= x k) (f k) a)` for `x` a branch itself
    IteSubstitute,

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
    /// `(str.len (str.++ a b)) = (+ (str.len a) (str.len b))`
    LenConcat,
    /// `(str.len (f a)) = (str.len a)` for reversal, case mapping, update, and replacement by equal lengths
    LenPreserved,
    /// `(str.len (str.substr s i n))` whose position is known to fit
    LenSubstr,
    /// `(str.len (str.replace_all s "a" "b")) = (str.len s)`: needle and replacement equally long
    LenReplace,
    /// `(str.len (ite c "a" "b"))`: one length for both branches
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

    /// `(str.in_re s (str.to_re t)) = (= s t)`
    InReToEq,
    /// `(str.in_re s re.none) = false`, `(str.in_re s re.all) = true`
    InReTrivial,
    /// `(str.in_re "abc" r)` for a constant regex is evaluated
    InReConst,
    /// `(str.in_re s (re.comp r)) = (not (str.in_re s r))`
    InReComp,
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
}
