//! Equalities of concatenations by counting: what two sides have in common in any order cancels,
//! and the letters that are left in constants must be matched by the other side.

use crate::cx::Cx;
use crate::flatten::string_parts;
use crate::rule::RuleId;
use base::{FxHashMap, Int};
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    if cx.op(a) != Op::StrConcat && cx.op(b) != Op::StrConcat {
        return None;
    }
    let mut parts: FxHashMap<Term, i64> = FxHashMap::default();
    let mut letters: FxHashMap<u32, i64> = FxHashMap::default();
    for (side, sign) in [(a, 1), (b, -1)] {
        for p in string_parts(cx, side) {
            match cx.str_value(p) {
                Some(w) => w.iter().for_each(|&c| *letters.entry(c).or_default() += sign),
                None => *parts.entry(p).or_default() += sign,
            }
        }
    }
    // Unknown parts left on one side may supply letters that the other side's constants have more of.
    let left = parts.values().any(|&n| n > 0);
    let right = parts.values().any(|&n| n < 0);
    let clash = letters.values().any(|&n| (n > 0 && !right) || (n < 0 && !left));
    if clash { cx.fire_bool(RuleId::EqCount, false) } else { divisible(cx, &parts, &letters) }
}

/// Each letter's surplus is a multiple of how often the unknown parts are left.
fn divisible(
    cx: &mut Cx,
    parts: &FxHashMap<Term, i64>,
    letters: &FxHashMap<u32, i64>,
) -> Option<Term> {
    let divisor = parts.values().fold(Int::ZERO, |g, &n| g.gcd(&n.into()));
    let fits = |n: &i64| *n == 0 || Int::from(*n).div_rem_euclid(&divisor).1.is_zero();
    if divisor.is_zero() || letters.values().all(fits) {
        return None;
    }
    cx.fire_bool(RuleId::EqCount, false)
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn letters() {
        fires!(EqCount, r#"(= (str.++ x "bce" y) (str.++ y "dcb" x))"#, "false");
        fires!(EqCount, r#"(= (str.++ x "ac" y) (str.++ y "b" z x))"#, "false");
        fires!(EqCount, r#"(= (str.++ x "ab" x) (str.++ y "cb" y "ad"))"#, "false");
        keeps!(EqCount, r#"(= (str.++ x "ab" y) (str.++ y "b" z x))"#);
        keeps!(EqCount, r#"(= (str.++ x "bce" y) (str.++ y "ceb" x))"#);
    }
}
