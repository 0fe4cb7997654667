//! Concatenation: flat, constants merged, empty parts dropped.

use crate::cx::Cx;
use crate::flatten::dissolving;
use crate::rule::RuleId;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    let parts = cx.args(t).to_vec();
    let normal = normal_concat(cx, &parts);
    if normal == t { None } else { cx.fire(RuleId::ConcatNormal, normal) }
}

/// The normal concatenation of parts that are in normal form.
pub(super) fn normal_concat(cx: &mut Cx, parts: &[Term]) -> Term {
    let mut out: Vec<Term> = Vec::with_capacity(parts.len());
    let mut word: Vec<u32> = Vec::new();
    let limit = dissolving(parts.len());
    for &p in parts {
        let nested = cx.op(p) == Op::StrConcat && cx.args(p).len() <= limit;
        let inner = if nested { cx.args(p).to_vec() } else { vec![p] };
        for q in inner {
            if let Some(w) = cx.str_value(q) {
                word.extend_from_slice(w);
                continue;
            }
            flush(cx, &mut word, &mut out);
            out.push(q);
        }
    }
    flush(cx, &mut word, &mut out);
    cx.concat(&out)
}

fn flush(cx: &mut Cx, word: &mut Vec<u32>, out: &mut Vec<Term>) {
    if !word.is_empty() {
        out.push(cx.string(word));
        word.clear();
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn flat_and_merged() {
        fires!(ConcatNormal, r#"(str.++ "a" (str.++ "b" x "") y)"#, r#"(str.++ "ab" x y)"#);
        fires!(ConcatNormal, r#"(str.++ x "")"#, "x");
        fires!(ConcatNormal, r#"(str.++ "" "")"#, r#""""#);
        keeps!(ConcatNormal, r#"(str.++ x "a" y)"#);
    }
}
