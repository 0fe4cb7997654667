//! Every conclusion that a theory may draw, by name, and the buffer that collects them.
//!
//! A theory never touches the SAT core: it writes clauses of *terms* here, each under an
//! [`InferenceId`], and the combination turns them into clauses of literals. So one id serves the
//! statistics, the audit (premises and negated conclusion, as a query that must be unsatisfiable)
//! and the regression file that shows the inference at work.
//!
//! In debug builds and while fuzzing, what is written is checked here: a clause is of formulas, has none twice and is no
//! tautology unless it is a decision. The combination checks that premises of conflicts are true, and that a step that
//! reports progress has concluded something.

use base::FxHashSet;
use rewrite::LinearSum;
use terms::{Op, Sort, Term, Terms};

macro_rules! inference_ids {
    ($( $(#[$meta:meta])* $id:ident $name:literal; )*) => {
        /// The name of an inference; its comment is its formula.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum InferenceId { $( $(#[$meta])* $id, )* }

        impl InferenceId {
            /// All ids in order.
            pub const ALL: &[InferenceId] = &[ $( InferenceId::$id, )* ];

            /// The name as statistics print it.
            pub fn name(self) -> &'static str {
                match self { $( InferenceId::$id => $name, )* }
            }
        }
    };
}

inference_ids! {
    /// `ite(c, a, b) = a` if `c`, else `= b`.
    CoreIte "core.ite";
    /// `a = b` and `b = c` and ... (congruence) contradicts `d != e`.
    EufConflict "euf.conflict";
    /// Arguments that are equal in the arithmetic model are equal or not: `a = b or a != b`.
    EufArrange "euf.arrange";
    /// `a = b` implies `f(a) = f(b)`, where arithmetic has a form of `a = b` that congruence does not see as one.
    EufCongruence "euf.congruence";
    /// Vectors that agree in the candidate are equal or differ: `a = b`, or their lengths differ, or they at an index `k`.
    VectorsDiffer "vectors.differ";
    /// A write changes nothing at other indices than its own: `i = k or read(write(a, i, v), k) = read(a, k)`.
    VectorsRead "vectors.read";
    /// A set of bounds without a rational solution (Farkas), or without an integer one.
    LiaConflict "lia.conflict";
    /// `x <= k or x >= k + 1`.
    LiaBranch "lia.branch";
    /// A bound implied by other bounds through a row.
    LiaPropagate "lia.propagate";
    /// `s = k` iff `s >= k` and not `s >= k + 1`.
    LiaEquality "lia.equality";
    /// `s >= k2` implies `s >= k1` for `k1 < k2`.
    LiaBoundOrder "lia.bound-order";
    /// `n*(div x n) <= x < n*(div x n) + |n|`.
    LiaDiv "lia.div";
    /// `(mod x n) = x - n*(div x n)`.
    LiaMod "lia.mod";
    /// `|x| = x` if `x >= 0`, else `-x`.
    LiaAbs "lia.abs";
    /// `ite(x >= y, x, y) >= x` and `>= y`; `ite(x >= y, y, x) <= x` and `<= y`; `ite(c, 1, 0) >= 0` and `<= 1`.
    LiaExtremum "lia.extremum";
    /// `(_ divisible n) x` iff `(mod x n) = 0`.
    // unfired: rewriting turns divisibility into `mod`, unless it is out of fuel.
    LiaDivisible "lia.divisible";
    /// `(mod x y) = x - y*(div x y)` and `0 <= (mod x y) < |y|`, unless `y = 0`.
    LiaQuotient "lia.quotient";
    /// `|x*y| >= |y|` unless `x = 0`, with signs: `x > 0` and `y < 0` imply `-x*y >= -y`; and so on.
    NiaSize "nia.size";
    /// `x*x >= (2k+1)*x - k*(k+1)`.
    NiaSquare "nia.square";
    /// `x <= a` and `y <= b` imply `x*y >= b*x + a*y - a*b`; `x <= a` and `y >= b` imply `<=`; and so on.
    NiaTangent "nia.tangent";
    /// `|x| < |u|` and `|y| <= |v|` imply `|x*y| + |v| <= |u*v|`, with the signs that they have; and so on.
    NiaMonotone "nia.monotone";
    /// `x = a` implies `x*y = a*y`.
    NiaValue "nia.value";
    /// `(ubv_to_int a)` is the sum of `2^i` over the bits of `a` that are set, so from 0 to `2^k - 1`.
    BitsToInt "bits.to-int";
    /// `(ubv_to_int ((_ int_to_bv k) n)) = (mod n 2^k)`.
    BitsOfInt "bits.of-int";
    /// `|s| >= 0`.
    LengthNonNegative "length.non-negative";
    /// `s = t` implies `|s| = |t|`.
    LengthOfEqual "length.of-equal";
    /// `x in R` implies that `|x|` is the length of some word that the syntax of `R` admits.
    RegexLengthAbstraction "regex.length-abstraction";
    /// Memberships of `x` imply that `|x|` is the length of a word in all of them.
    RegexLengthSet "regex.length-set";
    /// Memberships of `x` imply `|x| < n or |x| >= m`: no word has a length from `n` to `m - 1`.
    RegexLengthGap "regex.length-gap";
    /// The memberships of `x` have no word in common.
    RegexEmpty "regex.empty";
    /// `x in R` and `x not in S` although `R` is included in `S`, by syntax.
    RegexInclusion "regex.inclusion";
    /// The memberships of `x` disagree on how words begin or end, or on their lengths.
    RegexInspection "regex.inspection";
    /// Two ground regexes have the same words, or do not.
    RegexEquality "regex.equality";
    /// `|s| = n` implies that `s in R` iff a combination of memberships of slices of `s` in the declared languages in `R` holds.
    RegexUnfolding "regex.unfolding";
    /// `x in R` implies `x in R'`, where languages that are not known have all words in `R'`, or none below a complement;
    /// `x in R''` implies `x in R` the other way round.
    RegexEnclosure "regex.enclosure";
    /// `|s| = n` implies that `s in R` iff a combination of ranges holds that the elements at the positions of `s` are in.
    RegexLetters "regex.letters";
    /// `|s| = 1` implies that `s` is in the language of a predicate iff that holds for the element whose character it is.
    RegexPredicate "regex.predicate";
    /// Decide a value: `x = w or x != w`.
    StringsValueSplit "strings.value-split";
    /// Word equations, disequations, memberships and bounds on lengths without a common solution.
    WordsConflict "words.conflict";
    /// Equalities between strings that contradict each other: two constants, or `x != x`.
    // unfired: congruence closure sees the same literals earlier.
    StringsConstants "strings.constants";
    /// `x = w` and ... imply `f(x, ...) = v`, evaluated, which contradicts other equalities.
    StringsEvaluation "strings.evaluation";
    /// `s = t` contradicts that `s` and `t` begin (or end) with different constants, as terms or as members of regexes.
    StringsAffixes "strings.affixes";
    /// `s = t` contradicts the constant bounds of (the lengths of) `s` and `t`.
    StringsIntervals "strings.intervals";
    /// `(str.contains s t)` and `t = t'` and `(str.contains t' u)` and ... contradict not `(str.contains s u)`.
    StringsContainment "strings.containment";
    /// Memberships and bounds on lengths leave fewer words than there are strings: not all of `x != y` hold.
    StringsCounting "strings.counting";
    /// Strings of one language that all differ have together at least the letters of as many of its shortest words.
    StringsCountingLengths "strings.counting-lengths";
    /// `a <= b <= ... <= a` implies `a = b`, and contradicts `a < b`; `a < b < ...` contradicts memberships and bounds on lengths.
    StringsOrder "strings.order";
    /// `a*(str.to_int x) + b*(str.to_int y) = c` contradicts the memberships of `x` and `y`, unless they are no numerals.
    StringsSums "strings.sums";
    /// No word `x` has values `f(x)`, `g(x)`, ... as demanded, for `f` and `g` made of `str.replace_all` and its like.
    TransducersConflict "transducers.conflict";
    /// `y = f(x)` and `z = g(x)` imply `y = z`, for two such functions that agree on every word.
    TransducersEqual "transducers.equal";
    /// `y = f(x)` implies `y in ([^abc] | f(a) | f(b) | f(c))*`, for `f` that replaces the letters `a`, `b` and `c`.
    TransducersImage "transducers.image";
    /// `x ++ u = y ++ v` implies `x = y`, or `|x| > |y|` and `x = y ++ r`, or `|x| < |y|` and `y = x ++ r`.
    StringsArrangement "strings.arrangement";
    /// Bounds on results: `(str.indexof s t i) >= -1`, `|(str.substr s i n)| <= |s|`, and so on; lengths that follow from
    /// the form of a term, such as `|(str.substr (str.++ x "ab") 0 2)| = 2`, and `|(ite (> |x| 9) s x)| <= 9` where `|s| <= 9`.
    ExtfBounds "extf.bounds";
    /// `x = w` and ... (congruence) imply `f(x, ...) = f(w, ...)`, evaluated.
    ExtfEvaluate "extf.evaluate";
    /// A predicate with a constant is a membership: `(str.contains s w)` iff `s in .*w.*`.
    ExtfMembership "extf.membership";
    /// `t = (str.substr s i n)` implies `s = a ++ t ++ b`, `|a| = i` and `|t| = n` or `b = ""`.
    ExtfSubstr "extf.substr";
    /// `s = c ++ r` with `|c| = k` if `|s| >= k`, else `r = ""`; then `r` at the next position, and so on.
    ExtfCuts "extf.cuts";
    /// `t = (str.update s i u)` implies `s = a ++ o ++ b`, `t = a ++ w ++ b`, `u = w ++ d`, `|o| = |w|`; and `w = u` if that fits.
    ExtfUpdate "extf.update";
    /// `(str.prefixof t s)` implies `s = t ++ b`; otherwise the front of `s` as long as `t` is not `t`.
    ExtfPrefix "extf.prefix";
    /// `(str.suffixof t s)` implies `s = a ++ t`; otherwise the back of `s` as long as `t` is not `t`.
    ExtfSuffix "extf.suffix";
    /// `(str.contains s t)` implies `s = a ++ t ++ b`; and, if `s = p ++ q` and `|t| <= 1`, that one of `p` and `q` contains `t`.
    ExtfContains "extf.contains";
    /// Not `(str.contains s t)` implies that `t` is not at offset `k` of `s`; and `s not in .*w.*` if `t = w`.
    ExtfNotContains "extf.not-contains";
    /// `s = a ++ t ++ b`, where `t` is not in `a ++ t'` for `t'` without the last character of `t`; `t` is not in `a` if `|t| <= 1`.
    ExtfOccurrence "extf.occurrence";
    /// `(str.indexof s t i) = i + |a|` for the first occurrence from `i` on, else -1.
    ExtfIndexOf "extf.indexof";
    /// `(str.last_indexof s t) = |a|` for the last occurrence, else -1.
    ExtfLastIndexOf "extf.last-indexof";
    /// `(str.replace s t u) = a ++ u ++ b` for the first occurrence, else `s`.
    ExtfReplace "extf.replace";
    /// `(str.replace_all s t u) = a ++ u ++ (str.replace_all b t u)` for the first occurrence, else `s`;
    /// it is as long as `s` if `|t| = |u|`.
    ExtfReplaceAll "extf.replace-all";
    /// `s in .*R.*` implies `s = a ++ m ++ b` with `m` a shortest word of `R` and `a not in .*R.*`.
    ExtfMatch "extf.match";
    /// `(str.replace_re s R u) = a ++ u ++ b` for the first match, else `s`; likewise for all matches.
    ExtfReplaceRe "extf.replace-re";
    /// `(str.indexof_re s R i) = i + |a|` for the first match from `i` on, else -1.
    ExtfIndexOfRe "extf.indexof-re";
    /// `x = y` and ... imply `f(x, ...) = f(y, ...)`.
    ExtfCongruence "extf.congruence";
    /// `(str.to_code x) >= k` iff `x` is one character from `k` on; the same for `str.from_code`.
    ExtfCode "extf.code";
    /// `(str.to_int x) >= k` iff `x` is a numeral of at least `k`; the sum of its digits' place values; numerals of one
    /// length and number are equal.
    ExtfNumeral "extf.numeral";
    /// `x = c1 ++ ... ++ cn` implies `(str.rev x) = cn ++ ... ++ c1`; likewise for changes of case.
    ExtfChars "extf.chars";
    /// `s = (str.rev x)` implies `s in R` iff `x in Q`, where `Q` has the words of `R` backwards; and `s[i] = x[|x| - 1 - i]`.
    ExtfReversal "extf.reversal";
    /// `a = p ++ c ++ r`, `b = p ++ d ++ q`; then `a <= b` iff the code of `c` is at most that of `d`.
    ExtfOrder "extf.order";
    /// `a <= b` implies `a[0..i] <= b[0..i]`; for numerals of one length, `a <= b` iff their numbers are so ordered, and
    /// for those where `a` is longer by `k` digits, iff that of `a` is less than `10^k` times that of `b`; and so on.
    ExtfMonotone "extf.monotone";
    /// Lengths and first digits of numerals imply `not (3*(str.to_int x) <= (str.to_int y))`, or of any such inequality.
    ExtfMagnitude "extf.magnitude";
    /// `x in R S` implies `x = a ++ b`, `a in R`, `b in S`, for regexes with variables; and so on.
    ExtfRegex "extf.regex";
    /// A derived function is its definition in the table of operators.
    ExtfDefinition "extf.definition";
    /// `s = p1 ++ ... ++ pn` with `pi in Ri`, and the value is one of the pieces, for a function that cuts so.
    ExtfPieces "extf.pieces";
    /// `x = w` and ... imply `f(x, ...) = f(w, ...)` for the candidate's values.
    ExtfInstance "extf.instance";
}

/// A clause of terms concluded by a theory.
#[derive(Clone, Debug)]
pub struct Lemma {
    /// Which inference.
    pub id: InferenceId,
    /// The disjuncts.
    pub clause: Vec<Term>,
    /// What it is for.
    pub kind: Kind,
}

/// What a clause is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It holds.
    Lemma,
    /// It holds, and the present assignment makes all its literals false.
    Conflict,
    /// It is `t or not t`: the search is to decide `t`.
    Decision,
}

impl Lemma {
    /// Whether a conjunction of literals that is to satisfy the formula must say why the lemma holds: not if it
    /// follows from the meaning of the literals, as a conflict does and what linear arithmetic says of itself and of
    /// lengths, since whoever decides the conjunction knows that anyway. What defines new variables is needed.
    pub fn needs_reason(&self) -> bool {
        use InferenceId::{
            LengthNonNegative, LengthOfEqual, LiaBoundOrder, LiaBranch, LiaConflict, LiaEquality,
            LiaPropagate,
        };
        let known = matches!(
            self.id,
            LiaConflict
                | LiaBranch
                | LiaPropagate
                | LiaEquality
                | LiaBoundOrder
                | LengthNonNegative
                | LengthOfEqual
        );
        !known && self.kind != Kind::Conflict
    }

    /// Checks what any clause must be, in debug builds.
    fn check(&self, terms: &Terms) {
        let Lemma { id, clause, kind } = self;
        debug_assert!(!clause.is_empty() || *kind == Kind::Conflict, "{id:?} concludes nothing");
        if cfg!(debug_assertions) {
            for (i, &t) in clause.iter().enumerate() {
                assert!(terms.sort(t) == Sort::Bool, "{id:?}: a disjunct is no formula");
                assert!(!clause[..i].contains(&t), "{id:?}: a disjunct twice");
                let opposite = clause[..i].iter().any(|&u| is_negation(terms, t, u));
                assert!(opposite == (*kind == Kind::Decision && i == 1), "{id:?}: a tautology");
            }
        }
    }
}

/// The negations of the premises, each once.
fn negated(terms: &mut Terms, premises: &[Term]) -> Vec<Term> {
    let mut clause = Vec::with_capacity(premises.len() + 1);
    let mut seen = FxHashSet::default();
    for &p in premises {
        let not_p = terms.not(p);
        if seen.insert(not_p) {
            clause.push(not_p);
        }
    }
    clause
}

/// Whether one of the two formulas is the negation of the other.
fn is_negation(terms: &Terms, a: Term, b: Term) -> bool {
    let of = |a, b| terms.op(a) == Op::Not && terms.arg(a, 0) == b;
    of(a, b) || of(b, a)
}

/// The one place where theories write what they conclude.
#[derive(Debug, Default)]
pub struct Inferences {
    lemmas: Vec<Lemma>,
    axioms: Vec<(InferenceId, LinearSum)>,
    /// Groups of atoms that exclude each other, with preferences.
    splits: Vec<Vec<(Term, f64)>>,
    tries: Vec<Term>,
    /// The sizes of the conflicts.
    conflict_sizes: Vec<usize>,
    /// How many clauses were concluded that were not superfluous.
    concluded: u64,
}

impl Inferences {
    /// The premises, all true together, imply `conclusion`.
    pub fn lemma(
        &mut self,
        terms: &mut Terms,
        id: InferenceId,
        premises: &[Term],
        conclusion: Term,
    ) {
        let mut clause = negated(terms, premises);
        clause.push(conclusion);
        self.push(terms, id, clause, Kind::Lemma);
    }

    /// The premises contradict each other.
    pub fn conflict(&mut self, terms: &mut Terms, id: InferenceId, premises: &[Term]) {
        let clause = negated(terms, premises);
        self.conflict_sizes.push(premises.len());
        self.push(terms, id, clause, Kind::Conflict);
    }

    /// The search is to decide `t`.
    pub fn decide(&mut self, terms: &mut Terms, id: InferenceId, t: Term) {
        let clause = vec![t, terms.not(t)];
        self.push(terms, id, clause, Kind::Decision);
    }

    /// At most one of these atoms, each with a preference, is true in any model.
    pub fn split(&mut self, cases: Vec<(Term, f64)>) {
        debug_assert!(
            (1..cases.len()).all(|i| cases[..i].iter().all(|c| c.0 != cases[i].0)),
            "a case excludes itself"
        );
        self.splits.push(cases);
    }

    /// Whenever the search decides the atom of this literal, it is to try the literal first.
    pub fn try_first(&mut self, literal: Term) {
        self.tries.push(literal);
    }

    /// The literals to be tried first since the last call.
    pub fn take_tries(&mut self) -> Vec<Term> {
        std::mem::take(&mut self.tries)
    }

    /// The groups of cases since the last call.
    pub fn take_splits(&mut self) -> Vec<Vec<(Term, f64)>> {
        std::mem::take(&mut self.splits)
    }

    /// The sizes of the conflicts since the last call.
    pub fn take_conflict_sizes(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.conflict_sizes)
    }

    /// One of the disjuncts holds.
    pub fn clause(&mut self, terms: &Terms, id: InferenceId, clause: Vec<Term>) {
        self.push(terms, id, clause, Kind::Lemma);
    }

    fn push(&mut self, terms: &Terms, id: InferenceId, clause: Vec<Term>, kind: Kind) {
        let lemma = Lemma { id, clause, kind };
        lemma.check(terms);
        self.lemmas.push(lemma);
    }

    /// The literals that the conflicts among the conclusions say are true.
    pub fn premises(&self) -> impl Iterator<Item = (InferenceId, Term)> + '_ {
        let conflicts = self.lemmas.iter().filter(|l| l.kind == Kind::Conflict);
        conflicts.flat_map(|l| l.clause.iter().map(|&t| (l.id, t)))
    }

    /// `sum >= 0` always holds. It goes to arithmetic alone, which hears of sums: no atom is made of it, and
    /// relevancy has nothing to justify.
    pub fn axiom(&mut self, id: InferenceId, sum: LinearSum) {
        debug_assert!(
            !sum.terms.is_empty() || !sum.constant.is_negative(),
            "{id:?}: a negative constant as an axiom"
        );
        self.axioms.push((id, sum));
    }

    /// Counts a clause that was added to the core, and that is not superfluous.
    pub fn count_conclusion(&mut self) {
        self.concluded += 1;
    }

    /// How many were counted.
    pub fn total(&self) -> u64 {
        self.concluded
    }

    /// Whether nothing was concluded since the last [`take`](Self::take).
    pub fn is_empty(&self) -> bool {
        self.lemmas.is_empty() && self.axioms.is_empty()
    }

    /// How many conclusions wait.
    pub fn len(&self) -> usize {
        self.lemmas.len() + self.axioms.len()
    }

    /// The axioms, in order.
    pub fn take_axioms(&mut self) -> Vec<(InferenceId, LinearSum)> {
        std::mem::take(&mut self.axioms)
    }

    /// The conclusions, in order.
    pub fn take(&mut self) -> Vec<Lemma> {
        std::mem::take(&mut self.lemmas)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_defines_something_needs_a_reason() {
        let lemma = |id, kind| Lemma { id, clause: Vec::new(), kind };
        assert!(lemma(InferenceId::ExtfReplaceRe, Kind::Lemma).needs_reason());
        assert!(lemma(InferenceId::StringsValueSplit, Kind::Decision).needs_reason());
        assert!(!lemma(InferenceId::LengthOfEqual, Kind::Lemma).needs_reason());
        assert!(!lemma(InferenceId::WordsConflict, Kind::Conflict).needs_reason());
    }
}
