//! Every conclusion that a theory may draw, by name, and the buffer that collects them.
//!
//! A theory never touches the SAT core: it writes clauses of *terms* here, each under an
//! [`InferenceId`], and the combination turns them into clauses of literals. So one id serves the
//! statistics, the audit (premises and negated conclusion, as a query that must be unsatisfiable)
//! and the regression file that shows the inference at work.

use terms::{Term, Terms};

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
    /// `(_ divisible n) x` iff `(mod x n) = 0`.
    LiaDivisible "lia.divisible";
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
    /// Decide a value: `x = w or x != w`.
    StringsValueSplit "strings.value-split";
    /// Word equations, disequations, memberships and bounds on lengths without a common solution.
    WordsConflict "words.conflict";
    /// Equalities between strings that contradict each other: two constants, or `x != x`.
    StringsConstants "strings.constants";
}

impl InferenceId {
    /// Whether such a clause defines a term. Rewriting takes definitions for granted and would reduce
    /// the clause to `true`: `(= (ite c a b) a)` to `c or a = b`, for instance.
    pub fn defines(self) -> bool {
        use InferenceId::{CoreIte, LiaAbs, LiaDiv, LiaEquality, LiaMod};
        matches!(self, CoreIte | LiaAbs | LiaDiv | LiaEquality | LiaMod)
    }
}

/// A clause of terms concluded by a theory.
#[derive(Clone, Debug)]
pub struct Lemma {
    /// Which inference.
    pub id: InferenceId,
    /// The disjuncts.
    pub clause: Vec<Term>,
}

/// The one place where theories write what they conclude.
#[derive(Debug, Default)]
pub struct Inferences {
    lemmas: Vec<Lemma>,
    axioms: Vec<(InferenceId, Term)>,
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
        let mut clause: Vec<Term> = premises.iter().map(|&p| terms.not(p)).collect();
        clause.push(conclusion);
        self.clause(id, clause);
    }

    /// The premises contradict each other.
    pub fn conflict(&mut self, terms: &mut Terms, id: InferenceId, premises: &[Term]) {
        let clause = premises.iter().map(|&p| terms.not(p)).collect();
        self.clause(id, clause);
    }

    /// One of the disjuncts holds.
    pub fn clause(&mut self, id: InferenceId, clause: Vec<Term>) {
        self.lemmas.push(Lemma { id, clause });
    }

    /// The comparison `bound` of integers always holds. It goes to arithmetic as it is: rewriting
    /// knows such facts too, would turn it into `true`, and arithmetic would never hear of it.
    pub fn axiom(&mut self, id: InferenceId, bound: Term) {
        self.axioms.push((id, bound));
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
    pub fn take_axioms(&mut self) -> Vec<(InferenceId, Term)> {
        std::mem::take(&mut self.axioms)
    }

    /// The conclusions, in order.
    pub fn take(&mut self) -> Vec<Lemma> {
        std::mem::take(&mut self.lemmas)
    }
}
