//! Concatenation: flat, constants merged, empty parts dropped.

use crate::cx::Cx;
use crate::parts::normal_concat;
use crate::rule::RuleId;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    let parts = cx.args(t).to_vec();
    let normal = normal_concat(cx, &parts);
    if normal == t { choices(cx, &parts) } else { cx.fire(RuleId::ConcatNormal, normal) }
}

/// A slash that is there unless the text in front ends with one: `(ite c "/" "")` and then `(ite c "" "/")` is a slash in both cases.
fn choices(cx: &mut Cx, parts: &[Term]) -> Option<Term> {
    let (mut whole, mut is_changed) = (Vec::with_capacity(parts.len()), false);
    let mut rest = parts;
    while let [first, behind @ ..] = rest {
        let word = behind.first().and_then(|&second| same_word(cx, *first, second));
        is_changed |= word.is_some();
        whole.push(word.unwrap_or(*first));
        rest = if word.is_some() { &behind[1..] } else { behind };
    }
    if !is_changed {
        return None;
    }
    let whole = normal_concat(cx, &whole);
    cx.fire(RuleId::ConcatChoices, whole)
}

/// The word that two choices between words come to, one behind the other, whether their condition holds or not.
fn same_word(cx: &mut Cx, first: Term, second: Term) -> Option<Term> {
    let (Op::Ite, Op::Ite) = (cx.op(first), cx.op(second)) else { return None };
    let (&[c, a, b], &[d, e, f]) = (cx.args(first), cx.args(second)) else { return None };
    let (e, f) = match c == d {
        true => (e, f),
        false if cx.not(c) == d => (f, e),
        false => return None,
    };
    let word = |front, back| Some([cx.str_value(front)?, cx.str_value(back)?].concat());
    let (holds, fails) = (word(a, e)?, word(b, f)?);
    (holds == fails).then(|| cx.string(&holds))
}

#[cfg(test)]
mod tests {
    use crate::parts::normal_concat;
    use crate::testing::{fires, keeps};
    use terms::{Op, Terms};

    #[test]
    fn flat_and_merged() {
        fires!(ConcatNormal, r#"(str.++ "a" (str.++ "b" x "") y)"#, r#"(str.++ "ab" x y)"#);
        fires!(ConcatNormal, r#"(str.++ x "")"#, "x");
        fires!(ConcatNormal, r#"(str.++ "" "")"#, r#""""#);
        keeps!(ConcatNormal, r#"(str.++ x "a" y)"#);
    }

    #[test]
    fn choices_that_agree() {
        let choices = r#"(str.++ x (ite a "/" "") (ite a "" "/") y)"#;
        fires!(ConcatChoices, choices, r#"(str.++ x "/" y)"#);
        keeps!(ConcatChoices, r#"(str.++ x (ite a "/" "") (ite a "/" "") y)"#);
        keeps!(ConcatChoices, r#"(str.++ x (ite a "/" "") (ite b "" "/") y)"#);
    }

    #[test]
    fn long_constants_stay_apart() {
        let mut terms = Terms::new();
        let [long, a] = [&[97; 3_000_000][..], &[97]].map(|word| terms.string(word));
        let doubled = normal_concat(&mut terms, &[long, long, a]);
        assert!(terms.op(doubled) == Op::StrConcat && terms.args(doubled).len() == 2);
        let again = normal_concat(&mut terms, &[doubled, doubled]);
        assert_eq!(terms.args(again).len(), 4);
    }
}
