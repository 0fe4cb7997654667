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
use crate::linear::LinearSum;
use base::Int;
use terms::{Op, Term, Terms};

/// Steps of one proof search. Real proofs take fewer than ten.
const MAX_STEPS: u32 = 60;

/// Sums longer than this are not examined.
const MAX_TERMS: usize = 32;

/// How deep approximations of approximations go.
const MAX_DEPTH: u32 = 8;

/// Whether `sum >= 0` in every model. `false` means "not proved".
pub fn nonneg(terms: &mut Terms, sum: &LinearSum) -> bool {
    let mut search = Search { terms, steps: MAX_STEPS };
    search.proves(sum, MAX_DEPTH)
}

struct Search<'a> {
    terms: &'a mut Terms,
    steps: u32,
}

impl Search<'_> {
    fn proves(&mut self, sum: &LinearSum, depth: u32) -> bool {
        if let Some(k) = sum.as_constant() {
            return !k.is_negative();
        }
        if depth == 0 || sum.terms.len() > MAX_TERMS || self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        if self.lowest(sum).is_some_and(|k| !k.is_negative()) {
            return true;
        }
        // What is subtracted must be bounded first; then the youngest, which contains the others.
        let mut order: Vec<(Term, Int)> = sum.terms.iter().rev().cloned().collect();
        order.sort_by_key(|(_, c)| c.is_positive());
        order.into_iter().any(|(t, c)| {
            self.approximations(t, c.is_positive(), depth - 1).into_iter().any(|approx| {
                let mut next = sum.clone();
                let change = approx.minus(&LinearSum::of(self.terms, t));
                next.add_scaled(&change, &c);
                next != *sum && self.proves(&next, depth - 1)
            })
        })
    }

    /// The least value by constant bounds alone.
    fn lowest(&self, sum: &LinearSum) -> Option<Int> {
        sum.terms.iter().try_fold(sum.constant.clone(), |acc, (t, c)| {
            let Bounds { lo, hi } = int_bounds(self.terms, *t);
            let bound = if c.is_positive() { lo? } else { hi? };
            Some(acc + bound * c)
        })
    }

    fn nonneg(&mut self, sum: LinearSum, depth: u32) -> bool {
        self.proves(&sum, depth)
    }

    /// Sums that are at most (`below`) or at least `t` in every model.
    fn approximations(&mut self, t: Term, below: bool, depth: u32) -> Vec<LinearSum> {
        if self.terms.args(t).is_empty() {
            return Vec::new();
        }
        match self.terms.op(t) {
            Op::StrLen => self.of_length(self.terms.arg(t, 0), below, depth),
            Op::StrIndexOf | Op::StrLastIndexOf | Op::StrIndexOfRe if !below => {
                self.above_index(t, depth)
            }
            Op::StrToInt | Op::StrToCode | Op::StrIndexOf => Vec::new(),
            Op::Abs if below => {
                let a = LinearSum::of(self.terms, self.terms.arg(t, 0));
                vec![a.negated(), a]
            }
            Op::Mod if below => Vec::new(),
            Op::Mod => {
                let a = LinearSum::of(self.terms, self.terms.arg(t, 0));
                let nonzero = int_bounds(self.terms, self.terms.arg(t, 1)).lo;
                let positive = nonzero.is_some_and(|k| k.is_positive());
                if positive && self.nonneg(a.clone(), depth) { vec![a] } else { Vec::new() }
            }
            _ => Vec::new(),
        }
    }

    fn of_length(&mut self, s: Term, below: bool, depth: u32) -> Vec<LinearSum> {
        let known = length(self.terms, s);
        let len = self.terms.len_of(s);
        if known.terms.len() != 1 || known.terms[0].0 != len {
            return vec![known];
        }
        match (self.terms.op(s), below) {
            (Op::StrSubstr, true) => self.below_substr(s, depth),
            (Op::StrSubstr, false) => self.above_substr(s, depth),
            (Op::StrReplace, _) => self.of_replace(s, below, depth),
            (Op::StrReplaceAll, _) => self.of_replace_all(s, below, depth),
            (Op::StrFromInt, _) => self.of_from_int(s, below, depth),
            _ => Vec::new(),
        }
    }

    /// `|substr(s, i, n)| = max(0, min(n, |s| - i))` for `i >= 0`.
    fn below_substr(&mut self, t: Term, depth: u32) -> Vec<LinearSum> {
        let (rest, n, start) = self.substr_parts(t);
        if !self.nonneg(start, depth) {
            return Vec::new();
        }
        let mut out = Vec::new();
        if self.nonneg(rest.clone().minus(&n), depth) {
            out.push(n.clone());
        }
        if self.nonneg(n.minus(&rest), depth) {
            out.push(rest);
        }
        out
    }

    fn above_substr(&mut self, t: Term, depth: u32) -> Vec<LinearSum> {
        let (rest, n, start) = self.substr_parts(t);
        let mut out = Vec::new();
        if self.nonneg(n.clone(), depth) {
            out.push(n);
        }
        if self.nonneg(rest.clone(), depth) {
            if self.nonneg(start.clone(), depth) {
                out.push(rest);
                return out;
            }
        }
        out.push(rest.plus(&start));
        out
    }

    /// `|s| - i`, `n` and `i` of `substr(s, i, n)`.
    fn substr_parts(&mut self, t: Term) -> (LinearSum, LinearSum, LinearSum) {
        let (s, i, n) = (self.terms.arg(t, 0), self.terms.arg(t, 1), self.terms.arg(t, 2));
        let start = LinearSum::of(self.terms, i);
        let rest = length(self.terms, s).minus(&start);
        (rest, LinearSum::of(self.terms, n), start)
    }

    /// `|replace(s, t, u)|` is `|s|` or `|s| - |t| + |u|`.
    fn of_replace(&mut self, r: Term, below: bool, depth: u32) -> Vec<LinearSum> {
        let [s, t, u] = [0, 1, 2].map(|i| {
            let a = self.terms.arg(r, i);
            length(self.terms, a)
        });
        let grows = self.nonneg(u.clone().minus(&t), depth);
        let shrinks = self.nonneg(t.clone().minus(&u), depth);
        let replaced = s.clone().plus(&u).minus(&t);
        match (below, grows, shrinks) {
            (true, true, _) | (false, _, true) => vec![s],
            (true, _, true) | (false, true, _) => vec![replaced],
            (true, ..) => vec![s.minus(&t)],
            (false, ..) => vec![s.plus(&u)],
        }
    }

    fn of_replace_all(&mut self, r: Term, below: bool, depth: u32) -> Vec<LinearSum> {
        let [s, t, u] = [0, 1, 2].map(|i| {
            let a = self.terms.arg(r, i);
            length(self.terms, a)
        });
        let change = if below { u.minus(&t) } else { t.minus(&u) };
        if self.nonneg(change, depth) { vec![s] } else { Vec::new() }
    }

    /// A number `n >= 1` has at most `n` digits, and any has one more than it at most.
    fn of_from_int(&mut self, s: Term, below: bool, depth: u32) -> Vec<LinearSum> {
        let n = LinearSum::of(self.terms, self.terms.arg(s, 0));
        if below {
            let some = self.nonneg(n, depth);
            return if some { vec![LinearSum::constant(1)] } else { Vec::new() };
        }
        if self.nonneg(n.clone().plus_int(-1), depth) {
            vec![n]
        } else if self.nonneg(n.clone().plus_int(1), depth) {
            vec![n.plus_int(1)]
        } else {
            Vec::new()
        }
    }

    /// A match of `t` in `s` starts at `|s| - |t|` at the latest; else the index is -1.
    fn above_index(&mut self, t: Term, depth: u32) -> Vec<LinearSum> {
        let whole = length(self.terms, self.terms.arg(t, 0));
        if self.terms.op(t) != Op::StrIndexOfRe {
            let needle = length(self.terms, self.terms.arg(t, 1));
            let latest = whole.clone().minus(&needle);
            if self.nonneg(latest.clone().plus_int(1), depth) {
                return vec![latest];
            }
        }
        vec![whole]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    fn holds(text: &str) -> bool {
        let (mut terms, t) = read(text);
        let sum = LinearSum::of(&terms, t);
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
        assert!(holds("(- (+ (str.len x) 1) (str.len (str.from_int (str.len x))))"));
        assert!(!holds("(- (str.len x) (str.len (str.from_int (str.len x))))"));
        assert!(!holds("(- (str.len x) (str.len (str.substr y i j)))"));
    }
}
