//! Argument lists: one argument, chains, pairwise comparison. After these rules comparisons,
//! `=`, `xor` and `div` are binary, and `distinct` is gone.

use crate::cx::Cx;
use crate::rule::RuleId;
use terms::op::Signature;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    let (op, n) = (cx.op(t), cx.args(t).len());
    match op.signature() {
        Signature::Assoc(_) if n == 1 => {
            let a = cx.arg(t, 0);
            cx.fire(RuleId::Unary, a)
        }
        Signature::Chain(_) | Signature::Compare if n == 1 => cx.fire_bool(RuleId::Unary, true),
        Signature::Chain(_) if n > 2 => split_chain(cx, t),
        Signature::Compare if op == Op::Distinct => split_pairs(cx, t),
        Signature::Compare if n > 2 => split_chain(cx, t),
        _ => None,
    }
}

fn split_chain(cx: &mut Cx, t: Term) -> Option<Term> {
    let (op, args) = (cx.op(t), cx.args(t).to_vec());
    let links: Vec<Term> = args.windows(2).map(|pair| cx.mk(op, pair)).collect();
    cx.fire_app(RuleId::ChainSplit, Op::And, &links)
}

fn split_pairs(cx: &mut Cx, t: Term) -> Option<Term> {
    let args = cx.args(t).to_vec();
    let mut pairs = Vec::new();
    for (i, &a) in args.iter().enumerate() {
        for &b in &args[i + 1..] {
            if !cx.may_go_on() {
                return None;
            }
            let eq = cx.eq(a, b);
            pairs.push(cx.not(eq));
        }
    }
    let all = cx.and(&pairs);
    cx.fire(RuleId::DistinctElim, all)
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};
    use crate::{Rewriter, text};
    use terms::Op;

    /// No text is read as these.
    #[test]
    fn one_argument() {
        let (mut terms, read) = text::read(&["a", "i"]);
        let (a, and, lt) = (read[0], terms.mk(Op::And, &read[..1]), terms.mk(Op::Lt, &read[1..]));
        assert_eq!(Rewriter::new().rewrite(&mut terms, and), a);
        assert_eq!(Rewriter::new().rewrite(&mut terms, lt), terms.tt());
    }

    #[test]
    fn argument_lists() {
        fires!(Unary, "(and (>= i 3) (>= i 5))", "(>= i 5)");
        keeps!(Unary, "(and a b)");
        fires!(ChainSplit, "(= a b c)", "(and (= a b) (= b c))");
        fires!(ChainSplit, "(str.<= x y z)", "(and (str.<= x y) (str.<= y z))");
        keeps!(ChainSplit, "(= a b)");
        fires!(DistinctElim, "(distinct x y z)", "(and (not (= x y)) (not (= x z)) (not (= y z)))");
        fires!(DistinctElim, "(distinct x x)", "false");
        keeps!(DistinctElim, "(not (= x y))");
    }
}
