//! Proving `sum >= 0` by replacing non-linear length terms with linear under-approximations
//! (over-approximations where the coefficient is negative).
//!
//! The idea is the arithmetic entailment of Reynolds, Noetzli, Barrett and Tinelli, "High-level
//! abstractions for simplifying extended string constraints in SMT" (CAV 2019): a sum whose terms
//! all have suitable constant bounds is settled at once; otherwise one term such as
//! `|substr(s, i, n)|` is replaced by something linear that is smaller in every model, for instance
//! by `|s| - i` when `n >= |s| - i` holds, and the proof goes on. Here the search is depth-first
//! with a fixed number of steps in all, side conditions included, instead of a greedy choice per
//! term: proofs are short, and a wrong greedy choice cannot be taken back.

use super::bounds::{Bounds, int_bounds};
use super::length::length;
use crate::linear::{LinearSum, linear};
use base::tunables::Rewrite;
use base::{FxHashMap, Int};
use terms::op::Range;
use terms::{Op, Term, Terms};

/// Whether `sum >= 0` in every model. `false` means "not proved".
pub fn nonneg(terms: &mut Terms, sum: &LinearSum) -> bool {
    let &Rewrite { proof_steps: steps, proof_depth, .. } = terms.effort();
    let mut search = Search { terms, steps, bounds: FxHashMap::default() };
    search.proves(sum, proof_depth)
}

struct Search<'a> {
    terms: &'a mut Terms,
    steps: u32,
    /// Constant bounds of the terms met so far: a step changes one term of a sum and leaves the others.
    bounds: FxHashMap<Term, Bounds>,
}

impl Search<'_> {
    fn proves(&mut self, sum: &LinearSum, depth: u32) -> bool {
        if let Some(k) = sum.as_constant() {
            return !k.is_negative();
        }
        if depth == 0 || self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        if self.lowest(sum).is_some_and(|k| !k.is_negative()) {
            return true;
        }
        if sum.terms.len() > self.terms.effort().proof_terms {
            return false;
        }
        // What is subtracted must be bounded first; then the youngest, which contains the others.
        let mut order: Vec<(Term, Int)> = sum.terms.iter().rev().cloned().collect();
        base::order::sort_by_key(&mut order, |(_, c)| c.is_positive());
        order.into_iter().any(|(t, c)| {
            self.steps > 0
                && self.approximations(t, c.is_positive(), depth - 1).into_iter().any(|cases| {
                    cases.into_iter().all(|approx| {
                        let mut next = sum.clone();
                        next.add_scaled(&approx.minus(&LinearSum::var(t)), &c);
                        next != *sum && self.proves(&next, depth - 1)
                    })
                })
        })
    }

    /// The least value by constant bounds alone.
    fn lowest(&mut self, sum: &LinearSum) -> Option<Int> {
        let mut least = sum.constant.clone();
        for (t, c) in &sum.terms {
            let known = self.bounds.entry(*t).or_insert_with(|| int_bounds(self.terms, *t));
            let bound = if c.is_positive() { known.lo.as_ref()? } else { known.hi.as_ref()? };
            least += bound * c;
        }
        Some(least)
    }

    /// Ways to bound `t` from below or above; each is a list of cases, in every model one of them
    /// is at most (`below`) or at least `t`.
    fn approximations(&mut self, t: Term, below: bool, depth: u32) -> Vec<Vec<LinearSum>> {
        if self.terms.args(t).is_empty() {
            return Vec::new();
        }
        match self.terms.op(t) {
            Op::StrLen => self.of_length(self.terms.arg(t, 0), below, depth),
            Op::StrIndexOf | Op::StrLastIndexOf | Op::StrIndexOfRe if !below => self.above_index(t),
            Op::Ite => {
                let branch = |i: usize| linear(self.terms, self.terms.arg(t, i));
                vec![vec![branch(1), branch(2)]]
            }
            Op::Abs => {
                let a = linear(self.terms, self.terms.arg(t, 0));
                let (a, b) = (a.negated(), a);
                if below { vec![vec![a], vec![b]] } else { vec![vec![a, b]] }
            }
            Op::Mod if !below => {
                let a = linear(self.terms, self.terms.arg(t, 0));
                let divisor = int_bounds(self.terms, self.terms.arg(t, 1)).lo;
                let positive = divisor.is_some_and(|k| k.is_positive());
                if positive && self.proves(&a, depth) { vec![vec![a]] } else { Vec::new() }
            }
            _ => self.by_range(t, below),
        }
    }

    fn of_length(&mut self, s: Term, below: bool, depth: u32) -> Vec<Vec<LinearSum>> {
        let known = length(self.terms, s);
        let len = self.terms.len_of(s);
        if known != LinearSum::var(len) {
            return vec![vec![known]];
        }
        match (self.terms.op(s), below) {
            (Op::StrSubstr, true) => self.below_substr(s, depth),
            (Op::StrSubstr, false) => self.above_substr(s, depth),
            (Op::StrReplace, _) => self.of_replace(s, below),
            (Op::StrReplaceAll, _) => self.of_replace_all(s, below, depth),
            (Op::StrFromInt, _) => self.of_from_int(s, below, depth),
            (Op::Ite, _) => {
                let (a, b) = (self.terms.arg(s, 1), self.terms.arg(s, 2));
                vec![vec![length(self.terms, a), length(self.terms, b)]]
            }
            _ => self.by_range(s, below),
        }
    }

    /// What the table of operators says about the value or the length of `t`, beyond constants.
    fn by_range(&mut self, t: Term, below: bool) -> Vec<Vec<LinearSum>> {
        match self.terms.op(t).row().range {
            Range::UpTo(_, i) if !below => vec![vec![length(self.terms, self.terms.arg(t, i))]],
            // Equal lengths are looked through before.
            Range::UpTo(..) | Range::Same(_) => Vec::new(),
            Range::Any | Range::AtLeast(_) | Range::Within(..) => Vec::new(),
        }
    }

    /// `|substr(s, i, n)| = max(0, min(n, |s| - i))` for `i >= 0`.
    fn below_substr(&mut self, t: Term, depth: u32) -> Vec<Vec<LinearSum>> {
        let (rest, n, start) = self.substr_parts(t);
        if !self.proves(&start, depth) {
            return Vec::new();
        }
        vec![vec![n, rest]]
    }

    fn above_substr(&mut self, t: Term, depth: u32) -> Vec<Vec<LinearSum>> {
        let (rest, n, start) = self.substr_parts(t);
        let zero = LinearSum::default();
        let mut out = vec![vec![n, zero.clone()]];
        if self.proves(&start, depth) {
            out.push(vec![rest, zero]);
        } else {
            out.push(vec![rest.plus(&start)]);
        }
        out
    }

    /// `|s| - i`, `n` and `i` of `substr(s, i, n)`.
    fn substr_parts(&mut self, t: Term) -> (LinearSum, LinearSum, LinearSum) {
        let (s, i, n) = (self.terms.arg(t, 0), self.terms.arg(t, 1), self.terms.arg(t, 2));
        let start = linear(self.terms, i);
        let rest = length(self.terms, s).minus(&start);
        (rest, linear(self.terms, n), start)
    }

    /// `|replace(s, t, u)|` is `|s|` or `|s| - |t| + |u|`, and in that case `|t| <= |s|`.
    fn of_replace(&mut self, r: Term, below: bool) -> Vec<Vec<LinearSum>> {
        let [s, t, u] = [0, 1, 2].map(|i| {
            let a = self.terms.arg(r, i);
            length(self.terms, a)
        });
        let replaced = s.clone().plus(&u).minus(&t);
        let mut out = vec![vec![s.clone(), replaced]];
        if below {
            out.push(vec![s, u]);
        }
        out
    }

    fn of_replace_all(&mut self, r: Term, below: bool, depth: u32) -> Vec<Vec<LinearSum>> {
        let [s, t, u] = [0, 1, 2].map(|i| {
            let a = self.terms.arg(r, i);
            length(self.terms, a)
        });
        let change = if below { u.minus(&t) } else { t.minus(&u) };
        if self.proves(&change, depth) { vec![vec![s]] } else { Vec::new() }
    }

    /// A number `n >= 1` has at most `n` digits, and any has one more than it at most.
    fn of_from_int(&mut self, s: Term, below: bool, depth: u32) -> Vec<Vec<LinearSum>> {
        let n = linear(self.terms, self.terms.arg(s, 0));
        if below {
            let some = self.proves(&n, depth);
            return if some { vec![vec![LinearSum::constant(1)]] } else { Vec::new() };
        }
        if self.proves(&n.clone().plus_int(-1), depth) {
            vec![vec![n]]
        } else {
            vec![vec![n.plus_int(1), LinearSum::default()]]
        }
    }

    /// A match of `t` in `s` starts at `|s| - |t|` at the latest; else the index is -1.
    fn above_index(&mut self, t: Term) -> Vec<Vec<LinearSum>> {
        let whole = length(self.terms, self.terms.arg(t, 0));
        if self.terms.op(t) == Op::StrIndexOfRe {
            return vec![vec![whole]];
        }
        let needle = length(self.terms, self.terms.arg(t, 1));
        let latest = vec![whole.clone().minus(&needle), LinearSum::constant(-1)];
        // From the front, an empty needle is found at once and any other needs one character.
        let from_front = self.terms.op(t) == Op::StrIndexOf
            && self.terms.int_value(self.terms.arg(t, 2)).is_some_and(Int::is_zero);
        if from_front {
            return vec![latest, vec![whole.plus_int(-1), LinearSum::default()]];
        }
        vec![latest]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::read;

    fn holds(text: &str) -> bool {
        let (mut terms, read) = read(&[text]);
        let sum = linear(&terms, read[0]);
        nonneg(&mut terms, &sum)
    }

    #[test]
    fn proofs() {
        assert!(holds("(str.len x)"));
        assert!(!holds("(- (str.len x) 1)"));
        assert!(holds("(- (str.len x) (str.len (str.substr x i j)))"));
        assert!(holds("(- (+ 1 (str.len x)) (str.len (str.substr y i 1)))"));
        assert!(holds(r#"(- (str.len (str.++ x "a")) (str.len (str.substr x 1 i)) 1)"#));
        assert!(holds("(- (str.len x) (str.indexof x y 0))"));
        assert!(holds(r#"(- (+ (str.len x) (str.len y)) (str.len (str.replace x "a" y)))"#));
        assert!(!holds(r#"(- (str.len x) (str.len (str.replace x "" "a")))"#));
        assert!(holds(r#"(- (str.len x) (str.len (str.replace_all x "ab" "a")))"#));
        assert!(holds(r#"(- 0 (str.indexof "" y 0))"#));
        assert!(holds(r#"(- 0 (str.indexof "B" y 0))"#));
        assert!(!holds(r#"(- 0 (str.indexof "B" y i))"#));
        assert!(holds(r#"(- 1 (ite a (str.len (str.at x i)) 1))"#));
        assert!(holds("(str.len (str.replace x y z))"));
        assert!(holds("(- (+ (str.len x) 1) (str.len (str.from_int (str.len x))))"));
        assert!(!holds("(- (str.len x) (str.len (str.from_int (str.len x))))"));
        assert!(!holds("(- (str.len x) (str.len (str.substr y i j)))"));
    }
}
