//! Splitting an equality of concatenations where both sides have come equally far.
//!
//! Both sides are cut between parts and inside constants; where the lengths up to a cut are the same
//! sum, what precedes is equal and what follows is equal. So it is where the first of some letter stands, such as
//! the comma after a numeral, if it is in a constant on both sides and no part before can have it. Length splitting
//! proper, where lengths are only equal in the case at hand, is the solver's business.

use crate::cx::Cx;
use crate::entail;
use crate::linear::LinearSum;
use crate::parts::{normal_concat, string_parts};
use crate::rule::RuleId;
use base::FxHashMap;
use terms::{Op, Term, Terms};

/// A place in a concatenation: a part, and how many characters of it come before.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cut {
    part: usize,
    offset: usize,
}

const START: Cut = Cut { part: 0, offset: 0 };

pub(super) fn rewrite(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let (x, y) = (string_parts(cx, a), string_parts(cx, b));
    if x.len() + y.len() < 4 {
        return None;
    }
    if let Some(split) = at_letter(cx, &x, &y) {
        return Some(split);
    }
    let of_y: FxHashMap<LinearSum, Cut> = cuts(cx, &y).into_iter().collect();
    for (len, cut) in cuts(cx, &x) {
        let Some(&other) = of_y.get(&len) else { continue };
        return halves(cx, RuleId::EqSplitLength, (&x, cut), (&y, other));
    }
    None
}

/// At the first of a letter of the first constant.
fn at_letter(cx: &mut Cx, x: &[Term], y: &[Term]) -> Option<Term> {
    let word = x.iter().find_map(|&p| cx.str_value(p))?;
    let (place, other) = word.iter().take(cx.effort().equation_cuts).find_map(|&c| {
        let (place, other) = (first(cx, x, c)?, first(cx, y, c)?);
        (place != START || other != START).then_some((place, other))
    })?;
    halves(cx, RuleId::EqSplitLetter, (x, place), (y, other))
}

/// Where the first `c` stands, if that is in a constant for sure.
fn first(terms: &Terms, parts: &[Term], c: u32) -> Option<Cut> {
    for (part, &p) in parts.iter().enumerate() {
        let offset = terms.str_value(p).and_then(|w| w.iter().position(|&d| d == c));
        if let Some(offset) = offset {
            return Some(Cut { part, offset });
        }
        if entail::alphabet(terms, p)?.contains(c) {
            return None;
        }
    }
    None
}

/// What precedes is equal, and what follows.
fn halves(cx: &mut Cx, rule: RuleId, x: (&[Term], Cut), y: (&[Term], Cut)) -> Option<Term> {
    let ((p, r), (q, s)) = (split(cx, x.0, x.1), split(cx, y.0, y.1));
    let (front, back) = (cx.eq(p, q), cx.eq(r, s));
    cx.fire_app(rule, Op::And, &[front, back])
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

    #[test]
    fn at_a_letter() {
        fires!(
            EqSplitLetter,
            r#"(= (str.++ (str.from_int i) "." x) (str.++ (str.from_int j) "." y))"#,
            "(and (= (str.from_int i) (str.from_int j)) (= x y))"
        );
        fires!(
            EqSplitLetter,
            r#"(= (str.++ (str.from_int i) "1." x) (str.++ (str.from_int j) "2.a" y))"#,
            "false"
        );
        keeps!(EqSplitLetter, r#"(= (str.++ (str.from_int i) "." x) (str.++ z "." y))"#);
        keeps!(
            EqSplitLetter,
            r#"(= (str.++ (str.from_int i) "1" x) (str.++ (str.from_int j) "1" y))"#
        );
    }
}
