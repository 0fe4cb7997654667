//! Conditions on the length of one string as a language.

use crate::base::*;
use crate::poly::gcd;
use crate::regex::{Regex, Regexes};

/// Lengths are told apart up to this one.
const MAX_LENGTH: usize = 100_000;

impl Store {
    /// The only string whose length a formula speaks of, and the words of the lengths for which it holds; none if these are too large
    /// to be told apart.
    pub fn measured(&mut self, fact: Term) -> Option<(Term, Regex)> {
        let s = self.subject(fact)?;
        let (allowed, back) = self.lengths(fact)?;
        let (regexes, period) = (&mut self.regexes, allowed.len() - back);
        let again = regexes.repeat(Regexes::ANY, period, Some(period));
        let periods = regexes.repeat(again, 0, None);
        // From the last length on: what can follow words of this one.
        let mut rest = Regexes::NONE;
        for (length, &is_allowed) in allowed.iter().enumerate().rev() {
            rest = regexes.concat(&[Regexes::ANY, rest]);
            if is_allowed {
                rest = regexes.union(&[Regexes::EMPTY, rest]);
            }
            if length == back {
                rest = regexes.concat(&[rest, periods]);
            }
        }
        Some((s, rest))
    }

    /// The only string whose length a formula speaks of, if it is made of linear comparisons, by negation and disjunction, of the length
    /// and of quotients of sums of it by numbers.
    fn subject(&self, fact: Term) -> Option<Term> {
        let is_length = |t: Term| self.head(t) == "str.len";
        let mut of = None;
        for t in self.post_order(&[fact], is_length) {
            let args = self.args(t);
            let is_linear = match self.head(t) {
                "str.len" => *of.get_or_insert(args[0]) == args[0],
                "not" | "or" | ">=" | "+" => true,
                "=" => *self.sort(args[0]) == Sort::Int,
                "*" => args.len() == 2 && self.int_value(args[0]).is_some(),
                "div" => {
                    let below = self.post_order(&args[..1], is_length);
                    let is_plain = below.iter().all(|&t| self.head(t) != "div");
                    is_plain && self.positive(args[1]).is_some()
                }
                _ => self.int_value(t).is_some(),
            };
            if !is_linear {
                return None;
            }
        }
        of
    }

    /// For each length up to some one, whether it meets a condition about one string; what follows the last one is as from another one
    /// on.
    ///
    /// Each sum is `p(Dq + r) = p(r) + q(p(D) - p(0))` for a multiple `D` of all divisors. So for `q` beyond all `|p(r)|` signs depend on
    /// `r` only.
    fn lengths(&self, condition: Term) -> Option<(Vec<bool>, usize)> {
        let is_length = |t: Term| self.head(t) == "str.len";
        let order = self.post_order(&[condition], is_length);
        let length = |t: Term, of: usize| is_length(t).then(|| Op::Int(of.into()));
        let values = |of: usize| self.values(&order, |t| length(t, of));
        let is_comparison = |t: &Term| self.comparison(*t).is_some();
        let comparisons: Vec<Term> = order.iter().copied().filter(is_comparison).collect();
        let mut period = BigInt::from(1);
        for &t in order.iter().filter(|&&t| self.head(t) == "div") {
            let d = self.int_value(self.args(t)[1])?;
            period = &period * d / gcd(period.clone(), d.clone());
        }
        let period = usize::try_from(period).ok().filter(|&p| p <= MAX_LENGTH)?;
        let mut quotients = 0;
        for r in 0..period {
            let values = values(r);
            for &t in &comparisons {
                let sides = [0, 1].map(|i| values.get(&self.args(t)[i]));
                let [Some(Op::Int(a)), Some(Op::Int(b))] = sides else { return None };
                let size = usize::try_from((a - b).magnitude()).ok()?;
                quotients = quotients.max(size.checked_add(1)?);
            }
        }
        let back = quotients.checked_mul(period).filter(|&last| last <= MAX_LENGTH)?;
        // Large numbers have no values.
        let meets = |length| Some(values(length).get(&condition)?.head() == "true");
        Some(((0..back + period).map(meets).collect::<Option<_>>()?, back))
    }
}
