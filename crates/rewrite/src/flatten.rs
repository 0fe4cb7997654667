//! Flattening nests of one associative operator, before their parts are rewritten.
//!
//! Inputs nest `and` or `str.++` thousands of levels deep. Flattening level by level on the way up
//! would copy the growing argument list once a level; going down, the whole nest is read in one pass.

use crate::linear::LinearSum;
use base::FxHashSet;
use terms::{Op, Term, Terms};

/// Longer argument lists stay nested: a shared nest can denote exponentially many parts.
const MAX_PARTS: usize = 1 << 16;

/// `t` with the nest of its root operator flattened, if it has one.
pub(crate) fn flatten(terms: &mut Terms, t: Term) -> Option<Term> {
    let op = terms.op(t);
    match op {
        Op::Add | Op::Sub | Op::Neg => {
            let flat = LinearSum::of(terms, t).to_term(terms);
            (flat != t).then_some(flat)
        }
        Op::And | Op::Or | Op::StrConcat | Op::ReConcat | Op::ReUnion | Op::ReInter => {
            if !terms.args(t).iter().any(|&a| terms.op(a) == op) {
                return None;
            }
            let idempotent = !matches!(op, Op::StrConcat | Op::ReConcat);
            let parts = parts(terms, t, op, idempotent)?;
            let flat = if parts.len() == 1 { parts[0] } else { terms.mk(op, &parts) };
            (flat != t).then_some(flat)
        }
        _ => None,
    }
}

fn parts(terms: &Terms, t: Term, op: Op, idempotent: bool) -> Option<Vec<Term>> {
    let mut seen = FxHashSet::default();
    let mut out = Vec::new();
    let mut stack = vec![t];
    let mut steps = 0;
    while let Some(t) = stack.pop() {
        if idempotent && !seen.insert(t) {
            continue;
        }
        steps += 1;
        if steps > 2 * MAX_PARTS {
            return None;
        }
        if terms.op(t) == op {
            stack.extend(terms.args(t).iter().rev());
        } else {
            out.push(t);
        }
    }
    (out.len() <= MAX_PARTS).then_some(out)
}

/// The flat parts of `t` under `op`, one level deep: its arguments, or itself.
fn parts_of(terms: &Terms, t: Term, op: Op) -> Vec<Term> {
    if terms.op(t) == op { terms.args(t).to_vec() } else { vec![t] }
}

/// How long a part that is itself a list may be to dissolve among `siblings` parts. Long lists only
/// dissolve into lists of like length, else a deep nest would copy a growing list at each level; and
/// the result must not become too long.
pub(crate) fn dissolving(siblings: usize) -> usize {
    const SHORT: usize = 256;
    SHORT.max(2 * siblings).min(MAX_PARTS / siblings.max(1))
}

/// The parts of a string term as a concatenation: none for the empty string.
pub(crate) fn string_parts(terms: &Terms, s: Term) -> Vec<Term> {
    match terms.str_value(s) {
        Some([]) => Vec::new(),
        _ => parts_of(terms, s, Op::StrConcat),
    }
}
