//! Flattening nests of one associative operator, before their parts are rewritten.
//!
//! Inputs nest `and` or `str.++` thousands of levels deep. Flattening level by level on the way up
//! would copy the growing argument list once a level; going down, the whole nest is read in one pass.

use crate::linear::{ToTerm, linear_within};
use crate::parts::MAX_PARTS;
use base::{Budget, FxHashSet};
use terms::{Op, Term, Terms};

/// `t` with the nest of its root operator flattened, if it has one. Adds to `work` what it took.
pub(crate) fn flatten(terms: &mut Terms, t: Term, work: &mut u64, budget: &Budget) -> Option<Term> {
    let op = terms.op(t);
    match op {
        Op::Add | Op::Sub | Op::Neg => {
            // Without time the term stays as it is, and whoever charges the budget next learns why.
            let flat = linear_within(terms, t, budget).ok()?.to_term(terms);
            (flat != t).then_some(flat)
        }
        Op::And | Op::Or | Op::StrConcat | Op::ReConcat | Op::ReUnion | Op::ReInter => {
            if !terms.args(t).iter().any(|&a| terms.op(a) == op) {
                return None;
            }
            let idempotent = !matches!(op, Op::StrConcat | Op::ReConcat);
            let parts = parts(terms, t, op, idempotent, work)?;
            let flat = if parts.len() == 1 { parts[0] } else { terms.mk(op, &parts) };
            (flat != t).then_some(flat)
        }
        _ => None,
    }
}

/// What is nested too deep stays so, as the last parts. But a nest that is shared can denote
/// exponentially many parts, and is better left alone when there are too many.
fn parts(terms: &Terms, t: Term, op: Op, idempotent: bool, work: &mut u64) -> Option<Vec<Term>> {
    let mut seen = FxHashSet::default();
    let mut shared = false;
    let mut out = Vec::new();
    let mut stack = vec![t];
    for _ in 0..2 * MAX_PARTS {
        let Some(t) = stack.pop() else { return Some(out) };
        *work += 1;
        let is_nest = terms.op(t) == op;
        if (idempotent || is_nest) && !seen.insert(t) {
            shared |= is_nest;
            if idempotent {
                continue;
            }
        }
        if is_nest {
            stack.extend(terms.args(t).iter().rev());
        } else {
            out.push(t);
        }
    }
    out.extend(stack.into_iter().rev());
    (!shared).then_some(out)
}
