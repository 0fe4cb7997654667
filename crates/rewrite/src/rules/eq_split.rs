//! Splitting an equality of concatenations where both sides have come equally far.
//!
//! Both sides are cut between parts and inside constants; where the lengths up to a cut are the same
//! sum, what precedes is equal and what follows is equal. Length splitting proper, where lengths
//! are only equal in the case at hand, is the solver's business.

use crate::cx::Cx;
use crate::entail;
use crate::linear::LinearSum;
use crate::parts::{normal_concat, string_parts};
use crate::rule::RuleId;
use base::FxHashMap;
use terms::{Op, Term};

/// A place in a concatenation: a part, and how many characters of it come before.
#[derive(Clone, Copy)]
struct Cut {
    part: usize,
    offset: usize,
}

pub(super) fn rewrite(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let (x, y) = (string_parts(cx, a), string_parts(cx, b));
    if x.len() + y.len() < 4 {
        return None;
    }
    let of_y: FxHashMap<LinearSum, Cut> = cuts(cx, &y).into_iter().collect();
    for (len, cut) in cuts(cx, &x) {
        let Some(&other) = of_y.get(&len) else { continue };
        let ((p, r), (q, s)) = (split(cx, &x, cut), split(cx, &y, other));
        let (front, back) = (cx.eq(p, q), cx.eq(r, s));
        return cx.fire_app(RuleId::EqSplitLength, Op::And, &[front, back]);
    }
    None
}

/// The inner cuts of a concatenation with the lengths before them.
fn cuts(cx: &mut Cx, parts: &[Term]) -> Vec<(LinearSum, Cut)> {
    let mut out = Vec::new();
    let mut before = LinearSum::default();
    for (part, &p) in parts.iter().enumerate() {
        if part > 0 {
            out.push((before.clone(), Cut { part, offset: 0 }));
        }
        let inside = cx.str_value(p).map_or(0, |w| w.len() - 1);
        for offset in (1..=inside).take(cx.effort().equation_cuts) {
            out.push((before.clone().plus_int(offset), Cut { part, offset }));
        }
        if out.len() >= cx.effort().equation_cuts {
            break;
        }
        before = before.plus(&entail::length(cx, p));
    }
    out
}

/// What comes before the cut and after it.
fn split(cx: &mut Cx, parts: &[Term], Cut { part, offset }: Cut) -> (Term, Term) {
    let (mut front, mut back) = (parts[..part].to_vec(), parts[part..].to_vec());
    if offset > 0
        && let Some((v, w)) = cx.str_value(parts[part]).map(|w| w.split_at(offset))
    {
        let (v, w) = (v.to_vec(), w.to_vec());
        front.push(cx.string(&v));
        back[0] = cx.string(&w);
    }
    (normal_concat(cx, &front), normal_concat(cx, &back))
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn cuts_of_equal_length() {
        fires!(
            EqSplitLength,
            "(= (str.++ (str.rev x) y) (str.++ x z))",
            "(and (= (str.rev x) x) (= y z))"
        );
        fires!(
            EqSplitLength,
            r#"(= (str.++ x "abc" y) (str.++ "a" x "b" z))"#,
            r#"(and (= (str.++ x "ab") (str.++ "a" x "b")) (= (str.++ "c" y) z))"#
        );
        fires!(EqSplitLength, r#"(= (str.++ "ee" x "a" y) (str.++ x "ba" z))"#, "false");
        keeps!(EqSplitLength, "(= (str.++ x y) (str.++ z u))");
    }
}
