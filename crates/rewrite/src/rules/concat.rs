//! Concatenation: flat, constants merged, empty parts dropped.

use crate::cx::Cx;
use crate::parts::normal_concat;
use crate::rule::RuleId;
use terms::Term;

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    let parts = cx.args(t).to_vec();
    let normal = normal_concat(cx, &parts);
    if normal == t { None } else { cx.fire(RuleId::ConcatNormal, normal) }
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
    fn long_constants_stay_apart() {
        let mut terms = Terms::new();
        let [long, a] = [&[97; 3_000_000][..], &[97]].map(|word| terms.string(word));
        let doubled = normal_concat(&mut terms, &[long, long, a]);
        assert!(terms.op(doubled) == Op::StrConcat && terms.args(doubled).len() == 2);
        let again = normal_concat(&mut terms, &[doubled, doubled]);
        assert_eq!(terms.args(again).len(), 4);
    }
}
