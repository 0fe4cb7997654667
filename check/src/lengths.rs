//! Conditions on the length of one string as an ultimately periodic set.

use crate::base::*;
use crate::poly::gcd;

/// Lengths are told apart up to this one.
const MAX_LENGTH: usize = 100_000;

/// An ultimately periodic set of lengths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lengths {
    /// For each length up to some one, whether it is in the set.
    pub allowed: Vec<bool>,
    /// What follows the last one is as from here on.
    back: usize,
}

impl Lengths {
    /// All lengths.
    pub fn all() -> Lengths {
        Lengths { allowed: vec![true], back: 0 }
    }

    /// The length after this one; none if there are no more in the set.
    pub fn next(&self, length: usize) -> Option<usize> {
        let next = if length + 1 < self.allowed.len() { length + 1 } else { self.back };
        let is_alive = self.allowed[next..].iter().chain(&self.allowed[self.back..]).any(|&b| b);
        is_alive.then_some(next)
    }

    /// The smallest one, and the largest one if they are bounded; none if there is none.
    pub fn bounds(&self) -> Option<(usize, Option<usize>)> {
        let low = self.allowed.iter().position(|&b| b)?;
        let is_bounded = !self.allowed[self.back..].contains(&true);
        let high = self.allowed.iter().rposition(|&b| b).filter(|_| is_bounded);
        Some((low, high))
    }
}

impl Store {
    /// The only string whose length a formula speaks of, if it is made of linear comparisons, by negation and disjunction, of the length
    /// and of quotients of sums of it by numbers.
    pub fn measured(&self, fact: Term) -> Option<Term> {
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

    /// The lengths that meet all conditions, in which the same string is [`measured`](Self::measured); none if they are too large to be
    /// told apart.
    ///
    /// Each sum is `p(Dq + r) = p(r) + q(p(D) - p(0))` for a multiple `D` of all divisors. So for `q` beyond all `|p(r)|` signs depend on
    /// `r` only.
    pub fn lengths(&self, conditions: &[Term]) -> Option<Lengths> {
        let is_length = |t: Term| self.head(t) == "str.len";
        let order = self.post_order(conditions, is_length);
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
                let [Op::Int(a), Op::Int(b)] = [0, 1].map(|i| &values[&self.args(t)[i]]) else {
                    return None;
                };
                let size = usize::try_from((a - b).magnitude()).ok()?;
                quotients = quotients.max(size.checked_add(1)?);
            }
        }
        let back = quotients.checked_mul(period).filter(|&last| last <= MAX_LENGTH)?;
        let meets = |length| {
            let values = values(length);
            conditions.iter().all(|c| values[c].head() == "true")
        };
        Some(Lengths { allowed: (0..back + period).map(meets).collect(), back })
    }
}
