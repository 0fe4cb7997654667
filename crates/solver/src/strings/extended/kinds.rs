//! Which terms are extended, and which strings they depend on.

use terms::op::UsesLengths;
use terms::{Op, Sort, Term, Terms};

/// The outermost terms of other sorts in a regex, constants aside.
pub(in crate::strings) fn strings_of(terms: &Terms, regex: Term) -> Vec<Term> {
    let other = |t: Term| terms.sort(t) != Sort::RegLan;
    let mut found = Vec::new();
    for t in terms.post_order_unless(&[regex], other) {
        for &a in terms.args(t) {
            if other(a) && !terms.op(a).is_const() && !found.contains(&a) {
                found.push(a);
            }
        }
    }
    found
}

/// The declared languages in regexes that `t` is about.
pub(crate) fn declared_languages(terms: &Terms, t: Term) -> Vec<Term> {
    let is_other = |t: Term| terms.sort(t) != Sort::RegLan;
    let regexes: Vec<Term> = terms.args(t).iter().copied().filter(|&a| !is_other(a)).collect();
    let mut parts = terms.post_order_unless(&regexes, is_other);
    parts.retain(|&part| matches!(terms.op(part), Op::Apply(_)));
    parts
}

/// An operator that the equation procedures and arithmetic do not interpret.
pub(in crate::strings) fn is_extended(terms: &Terms, t: Term) -> bool {
    let op = terms.op(t);
    op.level().is_some() || (op == Op::StrInRe && !strings_of(terms, terms.arg(t, 1)).is_empty())
}

/// Whether reducing `t` will bring lengths into a problem that has none, as unfolding memberships in declared languages will, too.
pub(crate) fn lengths_matter(terms: &Terms, t: Term) -> bool {
    if terms.sort(t) == Sort::RegLan && matches!(terms.op(t), Op::Apply(_) | Op::Ite) {
        return true;
    }
    let unknown = |a: Term| !terms.op(a).is_const();
    match terms.op(t).row().lengths {
        UsesLengths::Never => false,
        UsesLengths::Always => is_extended(terms, t),
        UsesLengths::Unless(i) => unknown(terms.arg(t, i)),
        UsesLengths::BetweenUnknowns => terms.args(t).iter().filter(|&&a| unknown(a)).count() >= 2,
    }
}
