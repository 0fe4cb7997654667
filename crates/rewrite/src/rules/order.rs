//! `str.<` and `str.<=`.

use crate::cx::Cx;
use crate::parts::{Ends, strip};
use crate::rule::RuleId;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    let (a, b) = (cx.arg(t, 0), cx.arg(t, 1));
    if cx.op(t) == Op::StrLt {
        let (eq, le) = (cx.eq(a, b), cx.mk(Op::StrLe, &[a, b]));
        let ne = cx.not(eq);
        return cx.fire_app(RuleId::StrLtElim, Op::And, &[ne, le]);
    }
    if a == b || cx.is_empty_str(a) {
        return cx.fire_bool(RuleId::StrLeTrivial, true);
    }
    if cx.is_empty_str(b) {
        let eq = cx.eq(a, b);
        return cx.fire(RuleId::StrLeTrivial, eq);
    }
    fronts(cx, a, b)
}

/// Equal fronts go; different constants decide.
fn fronts(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let (mut x, mut y) = (Ends::of(cx, a), Ends::of(cx, b));
    match strip(cx, &mut x, &mut y, false) {
        None => {
            let less = cx.str_value(x.front()?)? < cx.str_value(y.front()?)?;
            return cx.fire_bool(RuleId::StrLeFront, less);
        }
        Some(changed) => changed.then_some(())?,
    }
    let (a, b) = (x.join(cx), y.join(cx));
    cx.fire_app(RuleId::StrLeFront, Op::StrLe, &[a, b])
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn order() {
        fires!(StrLtElim, "(str.< x y)", "(and (not (= x y)) (str.<= x y))");
        fires!(StrLtElim, "(str.< (str.++ x y z) x)", "false");
        keeps!(StrLtElim, "(str.<= x y)");
        fires!(StrLeTrivial, r#"(str.<= "" x)"#, "true");
        fires!(StrLeTrivial, r#"(str.<= x "")"#, r#"(= "" x)"#);
        keeps!(StrLeTrivial, "(str.<= x y)");
        fires!(StrLeFront, r#"(str.<= (str.++ "ab" x) (str.++ "ac" y))"#, "true");
        fires!(StrLeFront, r#"(str.<= (str.++ "b" x) (str.++ "ac" y))"#, "false");
        fires!(
            StrLeFront,
            r#"(str.<= (str.++ "a" x) (str.++ "ab" y))"#,
            r#"(str.<= x (str.++ "b" y))"#
        );
        keeps!(StrLeFront, r#"(str.<= (str.++ "a" x) y)"#);
    }
}
