//! Choices between words become languages.
//!
//! Each of n tags is one of three. As a formula that is a disjunction of equations; the SAT core picks a case for each, and the
//! procedures see but one of exponentially many texts. But that `t` is `"a"` or `"bc"` is a membership, and of many of these in one
//! concatenation the procedures for languages decide without a search. So `t = "a"` or `t = "bc"` or `t` in R is a membership of `t`,
//! unless one of the cases matters elsewhere or something is computed of `t`. Equations under conditions become one with a choice in it
//! ([`joins`](super::joins)).
//!
//! Choices by conditions that occur nowhere else were named by constants of a language, too; letter by letter ([`super::spelling`]) and by
//! the languages of parts ([`super::occurrences`]) they are decided as well.

use crate::audit::{Audit, Goal};
use crate::engine::Resources;
use crate::trace::Step;
use base::{FxHashMap, FxHashSet, Interrupted};
use terms::{Op, Sort, Term, Terms};

/// Makes memberships of the disjunctions in `formulas` that say which word a string is. Whether there are any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(res: &mut Resources<'_>, formulas: &mut [Term]) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    budget.charge(formulas.len() as u64)?;
    let mut is_changed = false;
    let all = terms.post_order_within(formulas, budget)?;
    let mut uses: FxHashMap<Term, usize> = FxHashMap::default();
    for t in all.iter().flat_map(|&t| terms.args(t)).chain(&*formulas) {
        *uses.entry(*t).or_default() += 1;
    }
    debug_assert!(uses.len() <= all.len(), "more is used than there is");
    let others = all.iter().filter(|&&t| !is_about_texts(terms, t));
    let others: FxHashSet<Term> = others.flat_map(|&t| terms.args(t)).copied().collect();
    for f in formulas.iter_mut() {
        if let Some(member) = membership(terms, *f, &uses, &others) {
            report(audit, *f, member);
            *f = member;
            is_changed = true;
        }
    }
    Ok(is_changed)
}

/// Whether `t` speaks of its strings as of sets of words: what is put together, contained, in a language, of a length.
fn is_about_texts(terms: &Terms, t: Term) -> bool {
    let of_sets =
        [Op::StrConcat, Op::StrLen, Op::StrInRe, Op::StrContains, Op::StrPrefixOf, Op::StrSuffixOf];
    let has_word = || terms.args(t).iter().any(|&t| is_word(terms, t));
    of_sets.contains(&terms.op(t)) || is_equation(terms, t) && has_word()
}

fn report(audit: &mut Audit, before: Term, after: Term) {
    debug_assert!(before != after, "a disjunction is a membership already");
    audit.trace.step(Step::Rewrite(before, after));
    audit.claim("preprocess.alternatives", &[], Goal::Equal(before, after));
}

/// Whether `f` says that two strings are equal.
pub(super) fn is_equation(terms: &Terms, f: Term) -> bool {
    terms.op(f) == Op::Eq && terms.args(f).len() == 2 && terms.sort(terms.arg(f, 0)) == Sort::String
}

/// Whether `t` is a word, spelled out.
pub(super) fn is_word(terms: &Terms, t: Term) -> bool {
    terms.op(t).is_const()
}

/// The disjunction `f` of words and languages of one string as a membership, if none of the words is compared with elsewhere. A string
/// of which `others` compute something gets a case from the search: once it is picked, they are evaluated.
fn membership(
    terms: &mut Terms,
    f: Term,
    uses: &FxHashMap<Term, usize>,
    others: &FxHashSet<Term>,
) -> Option<Term> {
    if terms.op(f) != Op::Or {
        return None;
    }
    debug_assert!(uses.contains_key(&f), "a disjunction that is no formula");
    let parts = terms.args(f).to_vec();
    if !parts.iter().any(|&part| is_equation(terms, part)) {
        return None;
    }
    let (mut string, mut languages) = (None, Vec::new());
    for part in parts {
        let &[a, b] = terms.args(part) else { return None };
        let is_member = terms.op(part) == Op::StrInRe;
        if !is_member && terms.op(part) != Op::Eq {
            return None;
        }
        let is_turned = !is_member && terms.op(a).is_const();
        let (a, b) = if is_turned { (b, a) } else { (a, b) };
        if uses.get(&part) != Some(&1) || *string.get_or_insert(a) != a {
            return None;
        }
        languages.push(if is_member {
            b
        } else {
            terms.str_value(b)?;
            terms.mk(Op::StrToRe, &[b])
        });
    }
    debug_assert!(languages.len() > 1, "a disjunction of one case");
    debug_assert!(string.is_some(), "cases of no string");
    let is_part = |s: Term| matches!(terms.op(s), Op::Apply(_) | Op::StrConcat);
    if string.is_none_or(|s| others.contains(&s) || !is_part(s)) {
        return None;
    }
    let any = terms.mk(Op::ReUnion, &languages);
    string.map(|s| terms.mk(Op::StrInRe, &[s, any]))
}
