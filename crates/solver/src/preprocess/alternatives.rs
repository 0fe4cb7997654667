//! Choices between words become languages.
//!
//! Texts are put together on paths: `if b { s += "a" } else { s += "bc" }`, or each of n tags is one of three. As a formula that is a
//! disjunction of equations, or an equation with an `ite`; the SAT core picks a case for each, and the procedures see but one of
//! exponentially many texts. But that `t` is `"a"` or `"bc"` is a membership, and of many of these in one concatenation the procedures
//! for languages decide without a search. So cases are joined where all that they say is a word of one string:
//!
//! 1. Equations for one string become one with a choice in it ([`joins`](super::joins)).
//! 2. `t = "a"` or `t = "bc"` or `t` in R is a membership of `t`, unless one of the cases matters elsewhere or something is computed
//!    of `t`.
//! 3. `(ite b "a" "bc")`, where `b` occurs nowhere else, is a new constant of these words, and `b` says which. (Elimination of
//!    unconstrained variables: R. Bruttomesso, *RTL Verification: From SAT to SMT(BV)*, PhD thesis, 2008.)
//!
//! Conditions that occur elsewhere stay: then what they choose depends on more than the text. Later checks may ask about any condition,
//! so a definition excludes no value: of the words of a tree none is there twice, so a word says which conditions chose it, and a
//! condition that did not choose it is as free as it was, another new constant.

use crate::audit::{Audit, Goal};
use crate::engine::Resources;
use crate::trace::Step;
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted};
use terms::{Fun, Op, Sort, Term, Terms};

/// Gives the choices of `formulas` names. The conditions that are defined by new constants, and whether anything changed.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<(Vec<(Fun, Term)>, bool), Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    budget.charge(formulas.len() as u64)?;
    let mut is_changed = false;
    let all = terms.post_order_within(formulas, budget)?;
    let mut uses: FxHashMap<Term, usize> = FxHashMap::default();
    for t in all.iter().flat_map(|&t| terms.args(t)).chain(&*formulas) {
        *uses.entry(*t).or_default() += 1;
    }
    let others = all.iter().filter(|&&t| !is_about_texts(terms, t));
    let others: FxHashSet<Term> = others.flat_map(|&t| terms.args(t)).copied().collect();
    for f in formulas.iter_mut() {
        if let Some(member) = membership(terms, *f, &uses, &others) {
            report(audit, *f, member);
            *f = member;
            is_changed = true;
        }
    }
    let definitions = name(terms, &all, &uses, formulas, audit, budget)?;
    is_changed |= !definitions.is_empty();
    Ok((definitions, is_changed))
}

/// Whether `t` speaks of its strings as of sets of words: what is put together, contained, in a language, of a length.
fn is_about_texts(terms: &Terms, t: Term) -> bool {
    let of_sets =
        [Op::StrConcat, Op::StrLen, Op::StrInRe, Op::StrContains, Op::StrPrefixOf, Op::StrSuffixOf];
    let has_word = || terms.args(t).iter().any(|&t| is_word(terms, t));
    of_sets.contains(&terms.op(t)) || is_equation(terms, t) && has_word()
}

fn report(audit: &mut Audit, before: Term, after: Term) {
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
    let is_part = |s: Term| matches!(terms.op(s), Op::Apply(_) | Op::StrConcat);
    if string.is_none_or(|s| others.contains(&s) || !is_part(s)) {
        return None;
    }
    let any = terms.mk(Op::ReUnion, &languages);
    string.map(|s| terms.mk(Op::StrInRe, &[s, any]))
}

/// Trees of choices between at most so many words by conditions that occur nowhere else, with the words at the leaves; and choices
/// between two words by a condition that chooses words elsewhere, too.
fn trees(
    terms: &Terms,
    all: &[Term],
    uses: &FxHashMap<Term, usize>,
    most: usize,
) -> Vec<(Term, Vec<Term>)> {
    let once = |t: Term| uses.get(&t) == Some(&1);
    let is_word = |t: Term| is_word(terms, t);
    let choice = |t: Term| {
        let &[c, a, b] = terms.args(t) else { return None };
        let is_choice = terms.op(t) == Op::Ite && terms.sort(t) == Sort::String;
        (is_choice && terms.is_constant(c)).then_some((c, a, b))
    };
    let mut pairs: FxHashMap<Term, usize> = FxHashMap::default();
    for (c, ..) in all.iter().filter_map(|&t| choice(t)).filter(|t| is_word(t.1) && is_word(t.2)) {
        *pairs.entry(c).or_default() += 1;
    }
    let mut leaves: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
    let mut inner = FxHashSet::default();
    for (t, (c, a, b)) in all.iter().filter_map(|&t| Some((t, choice(t)?))) {
        if !once(c) {
            if pairs.get(&c) == uses.get(&c) {
                leaves.insert(t, vec![a, b]);
            }
            continue;
        }
        let words = |t: Term| match leaves.get(&t) {
            _ if is_word(t) => Some(vec![t]),
            Some(words) if once(t) && once(terms.arg(t, 0)) => Some(words.clone()),
            _ => None,
        };
        if let (Some(mut found), Some(more)) = (words(a), words(b)) {
            found.extend(more);
            let different: FxHashSet<Term> = found.iter().copied().collect();
            if found.len() > most || different.len() < found.len() {
                continue;
            }
            leaves.insert(t, found);
            inner.extend([a, b]);
        }
    }
    let roots = all.iter().filter(|t| !inner.contains(*t));
    roots.filter_map(|t| leaves.remove(t).map(|words| (*t, words))).collect()
}

/// Gives choices between words names. The definitions of their conditions.
fn name(
    terms: &mut Terms,
    all: &[Term],
    uses: &FxHashMap<Term, usize>,
    formulas: &mut Vec<Term>,
    audit: &mut Audit,
    budget: &Budget,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let (mut definitions, mut given, mut members) = (Vec::new(), Vec::new(), Vec::new());
    let (mut names, mut conditions) = (FxHashMap::default(), FxHashMap::default());
    let is_measured = all.iter().any(|&t| terms.op(t) == Op::StrLen);
    let most = budget.tunables().check.alternative_words;
    for (root, words) in trees(terms, all, uses, most) {
        budget.charge(words.len() as u64)?;
        let x = terms.fresh("choice", Sort::String);
        members.push(one_of(terms, x, &words));
        members.extend(is_measured.then(|| size(terms, x, &words)).flatten());
        if audit.is_on() {
            given.push(terms.eq(x, root));
        }
        let mut stack = vec![(root, &words[..])];
        while let Some((t, words)) = stack.pop() {
            let (Op::Ite, &[c, a, b]) = (terms.op(t), terms.args(t)) else { continue };
            let Op::Apply(fun) = terms.op(c) else { continue };
            let (then, otherwise) = words.split_at(leaf_count(terms, a));
            debug_assert!(!otherwise.is_empty(), "a choice without a second branch");
            let mut chosen = one_of(terms, x, then);
            if t != root {
                let (matters, free) = (one_of(terms, x, words), terms.fresh("choice", Sort::Bool));
                chosen = terms.ite(matters, chosen, free);
            }
            match conditions.insert(fun, chosen) {
                // It is one of two words here and there.
                Some(before) => members.push(terms.eq(before, chosen)),
                None => definitions.push((fun, chosen)),
            }
            stack.extend([(a, then), (b, otherwise)]);
        }
        let before = names.insert(root, x);
        debug_assert!(before.is_none(), "a tree of choices has two names");
    }
    if definitions.is_empty() {
        return Ok(definitions);
    }
    debug_assert!(members.len() >= names.len(), "a new constant of which no language is stated");
    audit.trace.give_up();
    for f in formulas.iter_mut() {
        let before = *f;
        *f = terms.map_bottom_up_within(before, &mut names, budget, |_, t| t)?;
        if *f != before {
            audit.claim("preprocess.alternatives", &given, Goal::Equal(before, *f));
        }
    }
    members
        .iter()
        .for_each(|&m| audit.claim("preprocess.alternatives", &given, Goal::OneOf(vec![m])));
    formulas.extend(members);
    Ok(definitions)
}

/// The leaves below the choice `t`, of which each is there once.
fn leaf_count(terms: &Terms, t: Term) -> usize {
    let (mut count, mut stack) = (0, vec![t]);
    while let Some(t) = stack.pop() {
        if terms.op(t) == Op::Ite {
            stack.extend_from_slice(&terms.args(t)[1..]);
        } else {
            count += 1;
        }
    }
    count
}

/// Of the lengths of `words`, what bounds do not say: their remainder, if it is the same modulo a number. Stated one at a time, when a
/// length is wrong, such remainders take a check each, and cores that are of no use until there are all.
fn size(terms: &mut Terms, x: Term, words: &[Term]) -> Option<Term> {
    let lengths = words.iter().filter_map(|&w| terms.str_value(w)).map(|w| Int::from(w.len()));
    let lengths: Vec<Int> = lengths.collect();
    let first = lengths.first()?;
    let step = lengths.iter().fold(Int::ZERO, |step, n| step.gcd(&(n - first)));
    if step <= Int::ONE {
        return None;
    }
    let (length, rest) = (terms.len_of(x), first.div_rem_euclid(&step).1);
    debug_assert!(!rest.is_negative(), "a remainder below 0");
    let rest = terms.int(rest);
    let step = terms.int(step);
    let remainder = terms.mk(Op::Mod, &[length, step]);
    Some(terms.eq(remainder, rest))
}

/// `x` is one of `words`.
fn one_of(terms: &mut Terms, x: Term, words: &[Term]) -> Term {
    debug_assert!(!words.is_empty(), "a choice between no words");
    let languages: Vec<Term> = words.iter().map(|&w| terms.mk(Op::StrToRe, &[w])).collect();
    let language = match languages[..] {
        [single] => single,
        _ => terms.mk(Op::ReUnion, &languages),
    };
    terms.mk(Op::StrInRe, &[x, language])
}
