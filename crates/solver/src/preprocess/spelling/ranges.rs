//! Between which numbers integers are, as far as single assertions say: a numeral that is put into a text has as many places as its value
//! may have digits. Arithmetic knows closer bounds, but only after preprocessing.

use base::{FxHashMap, Int};
use rewrite::LinearSum;
use terms::{Op, Sort, Term, Terms};

/// Bounds of integers.
#[derive(Default)]
pub(super) struct Ranges {
    least: FxHashMap<Term, Int>,
    most: FxHashMap<Term, Int>,
}

impl Ranges {
    /// What the formulas say of a single integer each.
    pub(super) fn collect(terms: &Terms, formulas: &[Term]) -> Ranges {
        let mut ranges = Ranges::default();
        for sum in formulas.iter().flat_map(|&f| bounded_below(terms, f)) {
            let [(t, factor)] = &sum.terms[..] else { continue };
            debug_assert!(terms.sort(*t) == Sort::Int, "a sum of what is no number");
            if factor.is_positive() {
                let least = -(sum.constant.div_floor(factor));
                ranges.at_least(*t, least);
            } else {
                ranges.at_most(*t, sum.constant.div_floor(&-factor));
            }
        }
        ranges
    }

    pub(super) fn at_least(&mut self, t: Term, n: Int) {
        let least = self.least.entry(t).or_insert_with(|| n.clone());
        if *least < n {
            *least = n;
        }
    }

    pub(super) fn at_most(&mut self, t: Term, n: Int) {
        let most = self.most.entry(t).or_insert_with(|| n.clone());
        if *most > n {
            *most = n;
        }
    }

    /// The least and the greatest value that `t` may have, if there are such.
    pub(super) fn of(&self, terms: &Terms, t: Term) -> Option<(Int, Int)> {
        let sum = rewrite::linear(terms, t);
        let (mut least, mut most) = (sum.constant.clone(), sum.constant.clone());
        for (t, factor) in &sum.terms {
            let ends = [self.least.get(t)? * factor, self.most.get(t)? * factor];
            let [low, high] =
                if factor.is_negative() { [&ends[1], &ends[0]] } else { [&ends[0], &ends[1]] };
            least += low;
            most += high;
        }
        (least <= most).then_some((least, most))
    }
}

/// The sums of which a formula says that they are not negative.
pub(super) fn bounded_below(terms: &Terms, f: Term) -> Vec<LinearSum> {
    let negated = terms.op(f) == Op::Not;
    let atom = if negated { terms.arg(f, 0) } else { f };
    let (is_equation, is_bound) = (terms.op(atom) == Op::Eq, terms.op(atom) == Op::Ge);
    let &[a, b] = terms.args(atom) else { return Vec::new() };
    if terms.sort(a) != Sort::Int || !(is_bound || (is_equation && !negated)) {
        return Vec::new();
    }
    let sum = rewrite::linear(terms, a).minus(&rewrite::linear(terms, b));
    let opposite = sum.scaled(&Int::from(-1));
    match (is_equation, negated) {
        (true, _) => vec![sum, opposite],
        (false, true) => vec![opposite.plus_int(-1)],
        (false, false) => vec![sum],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_add_up() {
        let mut terms = Terms::new();
        let (x, y) = (terms.fresh("x", Sort::Int), terms.fresh("y", Sort::Int));
        let [one, five, nine] = [1, 5, 9].map(|n| terms.int(n));
        let double = terms.scale(Int::from(2), x);
        let less = terms.ge(one, y);
        let formulas = [terms.ge(double, five), terms.ge(nine, x), terms.not(less)];
        let mut ranges = Ranges::collect(&terms, &formulas);
        assert_eq!(ranges.of(&terms, x), Some((Int::from(3), Int::from(9))));
        let difference = terms.scale(Int::from(-1), y);
        let difference = terms.add(&[x, difference]);
        assert_eq!(ranges.of(&terms, difference), None);
        ranges.at_most(y, Int::from(4));
        assert_eq!(ranges.of(&terms, difference), Some((Int::from(-1), Int::from(7))));
        ranges.at_most(y, Int::from(1));
        assert_eq!(ranges.of(&terms, y), None);
    }
}
