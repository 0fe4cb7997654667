//! What a string says of the one that it is backwards.
//!
//! Rewriting reads `(str.in_re (str.rev x) R)` from the back. A string that is only equal to `(str.rev x)` is out of its reach,
//! above all `x` itself, a palindrome: memberships and characters of that string hold of `x` from the back. They are
//! decided at all lengths, while writing both out character by character says one length after the other.

use super::candidate::Candidate;
use super::learn;
use super::reduction::Reduction;
use crate::engine::Engine;
use crate::theory::inference::InferenceId;
use base::Int;
use rewrite::backwards;
use terms::{Op, Term, Terms};

/// Learns what is said of strings that equal wrong reversals; returns whether anything was new.
pub(super) fn learn_images(
    engine: &mut Engine<'_>,
    atoms: &[(Term, bool)],
    candidate: &Candidate,
) -> bool {
    let terms = &*engine.res.terms;
    let is_reversal = |&t: &Term| terms.op(t) == Op::StrRev;
    let reversals: Vec<Term> = candidate.wrong.iter().copied().filter(is_reversal).collect();
    if reversals.is_empty() {
        return false;
    }
    let all = atoms.iter().map(|&(atom, _)| atom).chain(candidate.extended.iter().copied());
    let looks: Vec<Term> = all.filter(|&t| is_look(terms, t)).collect();
    let mut pairs: Vec<(Term, Term)> = Vec::new();
    for t in reversals {
        let of_reversal = |&look: &Term| {
            let s = terms.arg(look, 0);
            s != t && engine.euf.same(s, t)
        };
        pairs.extend(looks.iter().copied().filter(of_reversal).map(|look| (t, look)));
    }
    learn(engine, |cx| pairs.into_iter().for_each(|(t, look)| image(cx, t, look)))
}

/// Whether `t` looks at a string in a way that can be told from the back: a membership, or one character.
fn is_look(terms: &Terms, t: Term) -> bool {
    let last = |op| (terms.op(t) == op).then(|| terms.args(t).last().copied()).flatten();
    last(Op::StrInRe).is_some_and(|r| terms.is_ground(r))
        || last(Op::StrSubstr).and_then(|n| terms.int_value(n)).is_some_and(Int::is_one)
}

/// What `look`, at a string that equals the reversal `t`, says of the argument of `t`.
fn image(cx: &mut Reduction<'_>, t: Term, look: Term) {
    let id = InferenceId::ExtfReversal;
    debug_assert!(cx.terms.op(t) == Op::StrRev, "what is no reversal is read backwards");
    let (s, x) = (cx.terms.arg(look, 0), cx.terms.arg(t, 0));
    let reversal = cx.purify(t);
    let same = cx.terms.eq(s, reversal);
    if cx.terms.op(look) == Op::StrInRe {
        let Some(r) = backwards::regex(cx.terms, cx.terms.arg(look, 1)) else { return };
        let member = cx.in_re(x, r);
        if member != look {
            cx.imply_iff(id, &[same], look, member);
        }
        return;
    }
    let (length, one, i) = (cx.len(x), cx.terms.int(1), cx.terms.arg(look, 1));
    let last = cx.terms.sub(length, one);
    let index = cx.terms.sub(last, i);
    let letter = cx.terms.mk(Op::StrSubstr, &[x, index, one]);
    let equal = cx.terms.eq(look, letter);
    cx.imply(id, &[same], &[equal]);
}
