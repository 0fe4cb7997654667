//! What every reduction needs: the terms, new variables, and a list of formulas to be learned.

use super::cuts::Cuts;
use super::proxies::Proxies;
use crate::cnf::Atoms;
use crate::strings::languages::Languages;
use crate::theory::inference::InferenceId;
use base::{Budget, FxHashMap, Int};
use rewrite::Rewriter;
use terms::{Op, Sort, Term, Terms};

/// What a new variable stands for. The same purpose and arguments give the same variable, so that
/// reductions of terms about one string share its parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Part {
    /// The first `i` characters of `s`.
    Prefix,
    /// What follows the first `i` characters of `s`.
    Rest,
    /// What precedes the first occurrence of `t` in `s`.
    Before,
    /// What follows the first occurrence of `t` in `s`.
    After,
    /// What precedes the last occurrence of `t` in `s`.
    BeforeLast,
    /// What follows the last occurrence of `t` in `s`.
    AfterLast,
    /// All but the last character.
    Init,
    /// All but the first character.
    Tail,
    /// The first character.
    First,
    /// The last character.
    Last,
    /// The longest common prefix of two strings.
    Common,
    /// The first character of `s` beyond its common prefix with `t`.
    Differing,
    /// What follows that character.
    Beyond,
    /// The `i`-th character of `s`.
    Char,
    /// The characters of `s` from `i` to before `j`, as far as there are any.
    Segment,
    /// The same, counted from the back.
    SegmentFromBack,
    /// What precedes the last `i` characters of `s`.
    RestFromBack,
    /// What is overwritten by `str.update`.
    Overwritten,
    /// What it is overwritten by.
    Written,
    /// What does not fit in.
    Dropped,
    /// The first match of a regex.
    Match,
    /// The `i`-th part of a string that matches a concatenation of regexes.
    Piece,
}

impl Part {
    /// The sorts of what a part is one of, where a string may be a regex if `None` stands for it.
    fn sorts(self) -> &'static [Option<Sort>] {
        const S: Option<Sort> = Some(Sort::String);
        const I: Option<Sort> = Some(Sort::Int);
        use Part::{
            After, AfterLast, Before, BeforeLast, Beyond, Char, Common, Differing, Dropped, First,
            Init, Last, Match, Overwritten, Piece, Prefix, Rest, RestFromBack, Segment,
            SegmentFromBack, Tail, Written,
        };
        match self {
            Prefix | Rest | Char | RestFromBack => &[S, I],
            Before | After => &[S, None],
            BeforeLast | AfterLast | Common | Differing | Beyond => &[S, S],
            Init | Tail | First | Last => &[S],
            Segment | SegmentFromBack => &[S, I, I],
            Overwritten | Written | Dropped => &[S, I, S],
            Match => &[S, Some(Sort::RegLan)],
            Piece => &[S, Some(Sort::RegLan), I],
        }
    }

    /// Whether there is such a part of these terms.
    pub fn suits(self, terms: &Terms, of: &[Term]) -> bool {
        let fits = |(&t, sort): (&Term, &Option<Sort>)| match sort {
            Some(sort) => terms.sort(t) == *sort,
            None => matches!(terms.sort(t), Sort::String | Sort::RegLan),
        };
        of.len() == self.sorts().len() && of.iter().zip(self.sorts()).all(fits)
    }
}

/// New variables by what they stand for, and back.
#[derive(Debug, Default)]
pub(super) struct Parts {
    variables: FxHashMap<(Part, Box<[Term]>), Term>,
    purposes: FxHashMap<Term, (Part, Box<[Term]>)>,
}

impl Parts {
    fn variable(&mut self, terms: &mut Terms, part: Part, of: Box<[Term]>) -> Term {
        *self.variables.entry((part, of)).or_insert_with_key(|purpose| {
            let variable = terms.fresh("part", Sort::String);
            self.purposes.insert(variable, purpose.clone());
            variable
        })
    }

    /// The variable for a part, if there is one.
    pub fn known(&self, part: Part, of: &[Term]) -> Option<Term> {
        self.variables.get(&(part, of.into())).copied()
    }

    /// What the variable `t` stands for, if it is one.
    pub fn purpose(&self, t: Term) -> Option<(Part, &[Term])> {
        self.purposes.get(&t).map(|(part, of)| (*part, &**of))
    }
}

/// A reduction under way.
pub(super) struct Reduction<'a> {
    /// All terms.
    pub terms: &'a mut Terms,
    /// The rewriter.
    pub rewriter: &'a mut Rewriter,
    /// Ground regexes.
    pub languages: &'a mut Languages,
    /// The formulas that are atoms.
    pub atoms: &'a Atoms,
    /// The limits of the check.
    pub budget: &'a Budget,
    /// Known variables.
    pub parts: &'a mut Parts,
    /// Where strings are cut.
    pub cuts: &'a mut Cuts,
    /// Purification variables.
    pub proxies: &'a mut Proxies,
    /// What comes of it.
    pub outcome: Outcome,
}

/// What comes of a reduction.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// What the purification variables in use stand for.
    purified: FxHashMap<Term, Term>,
    /// Formulas that hold.
    learned: Vec<(InferenceId, Term)>,
}

impl Reduction<'_> {
    /// The string variable for a part of something.
    pub fn part(&mut self, part: Part, of: &[Term]) -> Term {
        debug_assert!(part.suits(self.terms, of), "{part:?} of what has no such part");
        let of: Box<[Term]> =
            of.iter().map(|&t| self.rewriter.rewrite_or_keep(self.terms, t, self.budget)).collect();
        self.parts.variable(self.terms, part, of)
    }

    /// The first `n` characters of `s`. Those of a slice from a constant offset are those of the sliced string,
    /// so that lemmas about both speak of the same variables.
    pub fn letters(&mut self, s: Term, n: usize) -> Vec<Term> {
        let (whole, start) = self.unsliced(s);
        let letter = |i| {
            let i = self.terms.int(&start + &Int::from(i as u64));
            self.part(Part::Char, &[whole, i])
        };
        (0..n).map(letter).collect()
    }

    /// The string that `s` is a slice of, and from which constant offset.
    fn unsliced(&self, s: Term) -> (Term, Int) {
        let (mut s, mut start) = (s, Int::ZERO);
        while self.terms.op(s) == Op::StrSubstr
            && let Some(offset) = self.terms.int_value(self.terms.arg(s, 1))
            && !offset.is_negative()
        {
            start = &start + offset;
            s = self.terms.arg(s, 0);
        }
        debug_assert!(!start.is_negative(), "a slice with a negative offset");
        (s, start)
    }

    /// The string that `s` is the rest of, and from which position; `s` itself from 0 on if it is no such slice.
    pub fn unsliced_to_the_end(&mut self, s: Term) -> (Term, Term) {
        let (mut whole, mut starts) = (s, vec![self.terms.int(0)]);
        while let Op::StrSubstr = self.terms.op(whole) {
            let &[s, i, n] = self.terms.args(whole) else { break };
            let (end, size) = (self.terms.add(&[i, n]), self.len(s));
            let reaches = self.terms.ge(end, size);
            if !self.is_true(reaches) {
                break;
            }
            whole = s;
            starts.push(i);
        }
        let start = self.terms.add(&starts);
        (whole, self.simplify(start))
    }

    /// The purification variable of `t`, which stands for it while a lemma is simplified: the rewriter knows
    /// what an empty slice or an index of -1 mean, and would find a definition of `t` superfluous.
    pub fn purify(&mut self, t: Term) -> Term {
        debug_assert!(!self.terms.op(t).is_const(), "a constant stands for a constant");
        let name = self.proxies.of(self.terms, t);
        let before = self.outcome.purified.insert(name, t);
        debug_assert!(before.is_none_or(|u| u == t), "a constant stands for two terms");
        name
    }

    /// The formulas that were learned, simplified, and about the terms themselves.
    pub fn finish(mut self) -> Vec<(InferenceId, Term)> {
        let Outcome { purified, learned } = std::mem::take(&mut self.outcome);
        let formulas: Vec<(InferenceId, Term)> = learned
            .into_iter()
            .map(|(id, formula)| {
                let formula = self.simplify(formula);
                (id, self.terms.substitute(formula, &purified))
            })
            .collect();
        debug_assert!(
            formulas.iter().all(|&(_, f)| {
                self.terms.post_order(&[f]).iter().all(|t| !purified.contains_key(t))
            }),
            "a constant that stands for a term is left in a lemma"
        );
        formulas
    }

    /// `formula` holds.
    pub fn learn(&mut self, id: InferenceId, formula: Term) {
        debug_assert!(
            self.terms.sort(formula) == Sort::Bool,
            "{id:?}: what is no formula is learned"
        );
        self.outcome.learned.push((id, formula));
    }

    /// The premises together imply the conclusions.
    pub fn imply(&mut self, id: InferenceId, premises: &[Term], conclusions: &[Term]) {
        debug_assert!(!conclusions.is_empty(), "{id:?}: premises imply nothing");
        let mut premise: Vec<Term> = premises.iter().map(|&p| self.terms.not(p)).collect();
        let conclusion = self.terms.and(conclusions);
        premise.push(conclusion);
        let formula = self.terms.or(&premise);
        self.learn(id, formula);
    }

    /// The premises together imply that `a` and `b` are both true or both false.
    pub fn imply_iff(&mut self, id: InferenceId, premises: &[Term], a: Term, b: Term) {
        debug_assert!(a != b, "{id:?}: a formula is said to be equivalent to itself");
        let (not_a, not_b) = (self.terms.not(a), self.terms.not(b));
        let (there, back) = (self.terms.or(&[not_a, b]), self.terms.or(&[a, not_b]));
        self.imply(id, premises, &[there]);
        self.imply(id, premises, &[back]);
    }

    /// `t` with all that is known about its form.
    pub fn simplify(&mut self, t: Term) -> Term {
        self.rewriter.rewrite_or_keep(self.terms, t, self.budget)
    }

    /// Whether rewriting finds `t` true.
    pub fn is_true(&mut self, t: Term) -> bool {
        let t = self.simplify(t);
        self.terms.op(t) == Op::True
    }

    /// `|s|`.
    pub fn len(&mut self, s: Term) -> Term {
        let length = self.terms.len_of(s);
        self.simplify(length)
    }

    /// `|t| <= 1`, if `t` may be the letter of an element: a function of that.
    pub fn is_letter(&mut self, t: Term) -> Option<Term> {
        if !matches!(self.terms.op(t), Op::Apply(_)) || self.terms.args(t).is_empty() {
            return None;
        }
        debug_assert!(self.terms.sort(t) == Sort::String, "the letter of what is no word");
        let (size, one) = (self.len(t), self.terms.int(1));
        Some(self.terms.le(size, one))
    }

    /// `|s| = n`.
    pub fn has_length(&mut self, s: Term, n: impl Into<Int>) -> Term {
        let (length, n) = (self.terms.len_of(s), self.terms.int(n));
        self.terms.eq(length, n)
    }

    /// `s` is the concatenation of `parts`.
    pub fn is_concat(&mut self, s: Term, parts: &[Term]) -> Term {
        let whole = self.terms.concat(parts);
        self.terms.eq(s, whole)
    }

    /// `s = ""`.
    pub fn is_empty(&mut self, s: Term) -> Term {
        let empty = self.terms.string(&[]);
        self.terms.eq(s, empty)
    }

    /// `s` is in `r`.
    pub fn in_re(&mut self, s: Term, r: Term) -> Term {
        self.terms.in_re(s, r)
    }

    /// `s` is not in `r`.
    pub fn not_in_re(&mut self, s: Term, r: Term) -> Term {
        let inside = self.terms.in_re(s, r);
        self.terms.not(inside)
    }

    /// `lo <= t <= hi`.
    pub fn between(&mut self, lo: i64, t: Term, hi: i64) -> Term {
        debug_assert!(lo <= hi, "no number is between these");
        let (lo, hi) = (self.terms.int(lo), self.terms.int(hi));
        let (above, below) = (self.terms.ge(t, lo), self.terms.le(t, hi));
        self.terms.and(&[above, below])
    }

    /// The characters of a constant.
    pub fn word(&self, t: Term) -> Option<Vec<u32>> {
        self.terms.str_value(t).map(<[u32]>::to_vec)
    }
}
