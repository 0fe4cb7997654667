//! What an order of strings says about their parts and numbers.
//!
//! People keep dates and versions as text and compare both texts and the numbers in them. Where strings differ
//! first is a case split that enumerates such candidates one by one. But prefixes are ordered as the
//! strings are, and numerals of one length as their numbers are; each is a lemma without any split. They are
//! stated where both terms exist already, and in the order from strings to prefixes to numbers.

use super::candidate::Candidate;
use super::learn;
use super::reduction::Reduction;
use crate::engine::Engine;
use crate::theory::inference::InferenceId;
use base::FxHashMap;
use terms::{Op, Term, Terms};

/// The slices from the start and the numbers of each string.
#[derive(Default)]
struct Uses {
    prefixes: FxHashMap<Term, Vec<Term>>,
    numbers: FxHashMap<Term, Term>,
}

impl Uses {
    fn of(terms: &Terms, extended: &[Term]) -> Uses {
        let mut uses = Uses::default();
        for &t in extended {
            match (terms.op(t), terms.args(t)) {
                (Op::StrSubstr, &[s, from, _])
                    if terms.int_value(from).is_some_and(base::Int::is_zero) =>
                {
                    uses.prefixes.entry(s).or_default().push(t);
                }
                (Op::StrToInt, &[s]) => {
                    uses.numbers.insert(s, t);
                }
                _ => {}
            }
        }
        uses
    }

    fn prefixes(&self, s: Term) -> &[Term] {
        self.prefixes.get(&s).map_or(&[], Vec::as_slice)
    }
}

/// Learns what the orders among the candidate's terms imply; returns whether anything was new.
pub(super) fn learn_orders(engine: &mut Engine<'_>, candidate: &Candidate) -> bool {
    let terms = &*engine.res.terms;
    let orders: Vec<Term> =
        candidate.extended.iter().copied().filter(|&t| terms.op(t) == Op::StrLe).collect();
    if orders.is_empty() {
        return false;
    }
    let uses = Uses::of(terms, &candidate.extended);
    learn(engine, |cx| {
        for p in orders {
            let &[a, b] = cx.terms.args(p) else { continue };
            let pairs = uses
                .prefixes(a)
                .iter()
                .flat_map(|&u| uses.prefixes(b).iter().map(move |&v| (u, v)));
            pairs
                .take(cx.budget.tunables().strings.order_pairs)
                .for_each(|(u, v)| prefixes(cx, p, u, v));
            if let (Some(&m), Some(&n)) = (uses.numbers.get(&a), uses.numbers.get(&b)) {
                numbers(cx, p, m, n);
            }
        }
    })
}

/// `u` and `v` are as many characters of the start of `a` and `b`, and `p = (str.<= a b)`.
fn prefixes(cx: &mut Reduction<'_>, p: Term, u: Term, v: Term) {
    debug_assert!(
        [u, v].iter().zip(cx.terms.args(p)).all(|(&slice, &s)| {
            cx.terms.op(slice) == Op::StrSubstr && cx.terms.arg(slice, 0) == s
        }),
        "these are no slices of the strings in order"
    );
    let [i, j] = [u, v].map(|t| cx.terms.arg(t, 2));
    let same = cx.terms.eq(i, j);
    let (there, back) = (cx.terms.mk(Op::StrLe, &[u, v]), cx.terms.mk(Op::StrLe, &[v, u]));
    cx.imply(InferenceId::ExtfMonotone, &[same, p], &[there]);
    let not_p = cx.terms.not(p);
    cx.imply(InferenceId::ExtfMonotone, &[same, not_p], &[back]);
}

/// `m` and `n` are the numbers of `a` and `b`, and `p = (str.<= a b)`.
fn numbers(cx: &mut Reduction<'_>, p: Term, m: Term, n: Term) {
    debug_assert!(
        [m, n].iter().zip(cx.terms.args(p)).all(|(&number, &s)| {
            cx.terms.op(number) == Op::StrToInt && cx.terms.arg(number, 0) == s
        }),
        "these are not the numbers of the strings in order"
    );
    let [a, b] = [m, n].map(|t| cx.terms.arg(t, 0));
    let lengths = [a, b].map(|s| cx.terms.len_of(s));
    let same = cx.terms.eq(lengths[0], lengths[1]);
    let zero = cx.terms.int(0);
    let numerals = [m, n].map(|t| cx.terms.ge(t, zero));
    let less = cx.terms.le(m, n);
    cx.imply_iff(InferenceId::ExtfMonotone, &[same, numerals[0], numerals[1]], p, less);
}
