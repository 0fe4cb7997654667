//! Deep and wide terms: no recursion, no quadratic blow-up, no endless rewriting.

use rewrite::Rewriter;
use terms::{Op, Sort, Term, Terms};

const DEPTH: usize = 20_000;

/// Wraps `leaf` many times.
fn nest(terms: &mut Terms, leaf: Term, wrap: impl FnMut(&mut Terms, Term) -> Term) -> Term {
    nest_to(DEPTH, terms, leaf, wrap)
}

fn nest_to(
    depth: usize,
    terms: &mut Terms,
    leaf: Term,
    mut wrap: impl FnMut(&mut Terms, Term) -> Term,
) -> Term {
    (0..depth).fold(leaf, |t, _| wrap(terms, t))
}

fn rewritten(terms: &mut Terms, t: Term) -> Term {
    Rewriter::new().rewrite(terms, t)
}

#[test]
fn deep_booleans() {
    let mut terms = Terms::new();
    let (a, b) = (terms.fresh("a", Sort::Bool), terms.fresh("b", Sort::Bool));
    let t = nest(&mut terms, a, |t, x| t.mk(Op::Not, &[x]));
    assert_eq!(rewritten(&mut terms, t), a);
    let t = nest(&mut terms, a, |t, x| {
        let p = t.fresh("p", Sort::Bool);
        t.mk(Op::And, &[x, p])
    });
    let n = rewritten(&mut terms, t);
    assert_eq!((terms.op(n), terms.args(n).len()), (Op::And, DEPTH + 1));
    let t = nest(&mut terms, a, |t, x| t.mk(Op::Ite, &[b, x, a]));
    assert_eq!(rewritten(&mut terms, t), a);
}

#[test]
fn deep_sums() {
    let mut terms = Terms::new();
    let (i, one) = (terms.fresh("i", Sort::Int), terms.int(1));
    let t = nest(&mut terms, i, |t, x| t.mk(Op::Sub, &[x, one]));
    let n = rewritten(&mut terms, t);
    let sum = rewrite::linear(&terms, n);
    assert_eq!((sum.terms.len(), sum.constant), (1, (-(DEPTH as i64)).into()));
}

#[test]
fn deep_strings() {
    let mut terms = Terms::new();
    let (x, a) = (terms.fresh("x", Sort::String), terms.text("a"));
    let t = nest(&mut terms, x, |t, s| t.mk(Op::StrConcat, &[a, s]));
    let n = rewritten(&mut terms, t);
    assert_eq!(terms.args(n).len(), 2);
}

#[test]
fn deep_functions() {
    let mut terms = Terms::new();
    let (x, a) = (terms.fresh("x", Sort::String), terms.text("a"));
    let (b, y) = (terms.text("bc"), terms.fresh("y", Sort::String));
    // Each level adds to a disjunction; half a thousand levels show that this stays bounded.
    let t = nest_to(500, &mut terms, x, |t, s| t.mk(Op::StrReplace, &[s, b, y]));
    let ctn = terms.mk(Op::StrContains, &[t, a]);
    rewritten(&mut terms, ctn);
    let len = terms.len_of(t);
    rewritten(&mut terms, len);
    let zero = terms.int(0);
    let t = nest(&mut terms, x, |t, s| t.mk(Op::StrUpdate, &[s, zero, y]));
    let len = terms.len_of(t);
    assert_eq!(rewritten(&mut terms, len), terms.len_of(x));
}

#[test]
fn shared_nests_stay_small() {
    let mut terms = Terms::new();
    let x = terms.fresh("x", Sort::String);
    let mut t = x;
    for _ in 0..40 {
        t = terms.mk(Op::StrConcat, &[t, t]);
    }
    let len = terms.len_of(t);
    rewritten(&mut terms, len);
    assert!(terms.len() < 1_000_000);
}

#[test]
fn regexes_nest() {
    let mut terms = Terms::new();
    let x = terms.fresh("x", Sort::String);
    let (lo, hi) = (terms.text("a"), terms.text("c"));
    let range = terms.mk(Op::ReRange, &[lo, hi]);
    let t = nest(&mut terms, range, |t, r| t.mk(Op::ReComp, &[r]));
    let member = terms.in_re(x, t);
    assert_eq!(rewritten(&mut terms, member), terms.in_re(x, range));
}
