//! Choices between words become languages.
//!
//! Texts are put together on paths: `if b { s += "a" } else { s += "bc" }`, or each of n tags is one of three. As a formula that is a
//! disjunction of equations, or an equation with an `ite`; the SAT core picks a case for each, and the procedures see but one of
//! exponentially many texts. But that `t` is `"a"` or `"bc"` is a membership, and of many of these in one concatenation the procedures
//! for languages decide without a search. So cases are joined where all that they say is a word of one string:
//!
//! 1. `(ite c (= x s) (= x t))`, also as two implications or a disjunction of conjunctions, is `x = (ite c s t)`, if `s` and `t` have a
//!    part in common: then `x` is a concatenation with a choice in it. (Merging states, as symbolic execution does where paths meet:
//!    V. Kuznetsov, J. Kinder, S. Bucur, G. Candea, *Efficient State Merging in Symbolic Execution*, PLDI 2012.)
//!    Where no condition says which, as in `(or (= x s) (= x t))`, a new one does.
//! 2. `t = "a"` or `t = "bc"` or `t` in R is a membership of `t`, unless one of the cases matters elsewhere or something is computed
//!    of `t`.
//! 3. `(ite b "a" "bc")`, where `b` occurs nowhere else, is a new constant of these words, and `b` says which. (Elimination of
//!    unconstrained variables: R. Bruttomesso, *RTL Verification: From SAT to SMT(BV)*, PhD thesis, 2008.)
//!
//! Conditions that occur elsewhere stay: then what they choose depends on more than the text. Later checks may ask about any condition,
//! so a definition excludes no value: of the words of a tree none is there twice, so a word says which conditions chose it, and a
//! condition that did not choose it is as free as it was, another new constant.

use crate::audit::{Audit, Goal};
use crate::trace::Step;
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted};
use terms::{Fun, Op, Sort, Term, Terms};

/// Gives the choices of `formulas` names. The conditions that are defined by new constants, and whether anything changed.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    terms: &mut Terms,
    formulas: &mut Vec<Term>,
    audit: &mut Audit,
    budget: &Budget,
) -> Result<(Vec<(Fun, Term)>, bool), Interrupted> {
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

/// Joins equations under opposite conditions, and those of which one holds. Whether there are any. Once: rewriting may take apart again
/// what no constant is defined by.
///
/// # Errors
/// When the budget runs out.
pub(super) fn join(
    terms: &mut Terms,
    formulas: &mut [Term],
    audit: &mut Audit,
    budget: &Budget,
) -> Result<bool, Interrupted> {
    budget.charge(formulas.len() as u64)?;
    let parts = parts(terms, formulas, budget)?;
    let (mut halves, mut is_changed) = (FxHashMap::default(), false);
    for i in 0..formulas.len() {
        let f = formulas[i];
        let mut both = None;
        if let Some((c, p)) = implication(terms, f) {
            let not_c = terms.not(c);
            both = halves.get(&not_c).map(|&(other, q)| (not_c, q, p, other));
            halves.insert(c, (i, p));
        }
        let (c, p, q, other) = match both {
            Some((c, q, p, other)) => (c, q, p, other),
            None => match cases(terms, f) {
                Some((c, p, q)) => (c, p, q, i),
                None => {
                    if let Some(equation) = chosen(terms, f, &parts, audit) {
                        (formulas[i], is_changed) = (equation, true);
                    }
                    continue;
                }
            },
        };
        let Some(equation) = joined(terms, c, p, q) else { continue };
        if other != i {
            let before = terms.and(&[formulas[other], f]);
            audit.trace.give_up();
            audit.claim("preprocess.alternatives", &[], Goal::Equal(before, equation));
            formulas[other] = terms.tt();
        } else {
            report(audit, f, equation);
        }
        formulas[i] = equation;
        is_changed = true;
    }
    Ok(is_changed)
}

/// The parts of concatenations, if one of several equations holds.
fn parts(
    terms: &Terms,
    formulas: &[Term],
    budget: &Budget,
) -> Result<FxHashSet<Term>, Interrupted> {
    let is_equation = |&case: &Term| is_equation(terms, case);
    let are_cases = |f: &Term| terms.op(*f) == Op::Or && terms.args(*f).iter().all(is_equation);
    if !formulas.iter().any(are_cases) {
        return Ok(FxHashSet::default());
    }
    let all = terms.post_order_within(formulas, budget)?;
    let concatenations = all.iter().filter(|&&t| terms.op(t) == Op::StrConcat);
    Ok(concatenations.flat_map(|&t| terms.args(t)).copied().collect())
}

/// `c` implies the equation `p` between strings.
fn implication(terms: &mut Terms, f: Term) -> Option<(Term, Term)> {
    let (Op::Or, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
    let (l, p) = if is_equation(terms, a) { (b, a) } else { (a, b) };
    (is_equation(terms, p) && !is_equation(terms, l)).then(|| (terms.not(l), p))
}

/// The condition and the equations of two cases that exclude each other.
fn cases(terms: &mut Terms, f: Term) -> Option<(Term, Term, Term)> {
    if let (Op::Ite, &[c, p, q]) = (terms.op(f), terms.args(f)) {
        return Some((c, p, q));
    }
    let (Op::Or, &[f, g]) = (terms.op(f), terms.args(f)) else { return None };
    let parts = |f: Term| {
        let (Op::And, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
        Some(if is_equation(terms, a) { (b, a) } else { (a, b) })
    };
    let ((c, p), (d, q)) = (parts(f)?, parts(g)?);
    (terms.not(c) == d).then_some((c, p, q))
}

fn is_equation(terms: &Terms, f: Term) -> bool {
    terms.op(f) == Op::Eq && terms.args(f).len() == 2 && terms.sort(terms.arg(f, 0)) == Sort::String
}

fn is_constant(terms: &Terms, t: Term) -> bool {
    matches!(terms.op(t), Op::Apply(_)) && terms.args(t).is_empty()
}

fn is_word(terms: &Terms, t: Term) -> bool {
    terms.op(t).is_const()
}

/// `p` if `c`, else `q`, as one equation, if they are about the same constant and have a part in common.
fn joined(terms: &mut Terms, c: Term, p: Term, q: Term) -> Option<Term> {
    if !is_equation(terms, p) || !is_equation(terms, q) {
        return None;
    }
    let sides = |f: Term| [(terms.arg(f, 0), terms.arg(f, 1)), (terms.arg(f, 1), terms.arg(f, 0))];
    let pairs = sides(p).into_iter().flat_map(|p| sides(q).map(|q| (p, q)));
    let (x, s, t) = pairs
        .filter(|&((x, s), (y, t))| x == y && is_constant(terms, x) && share(terms, s, t))
        .map(|((x, s), (_, t))| (x, s, t))
        .next()?;
    let choice = terms.ite(c, s, t);
    Some(terms.eq(x, choice))
}

/// A disjunction of equations for one constant as one equation: new conditions choose. The cases have an unknown part in common, or are
/// words of one length and the constant is a part of concatenations.
fn chosen(terms: &mut Terms, f: Term, parts: &FxHashSet<Term>, audit: &mut Audit) -> Option<Term> {
    let cases = if terms.op(f) == Op::Or { terms.args(f).to_vec() } else { return None };
    if !cases.iter().all(|&case| is_equation(terms, case)) {
        return None;
    }
    let x = terms.args(cases[0]).iter().copied().find(|&x| {
        is_constant(terms, x) && cases.iter().all(|&case| terms.args(case).contains(&x))
    })?;
    let other = |&case: &Term| {
        let &[a, b] = terms.args(case) else { unreachable!("an equation has two sides") };
        if a == x { b } else { a }
    };
    let texts: Vec<Term> = cases.iter().map(other).collect();
    let (&last, others) = texts.split_last()?;
    let size = |text: Term| terms.str_value(text).map(<[u32]>::len);
    let is_joined = match size(last) {
        Some(length) => parts.contains(&x) && others.iter().all(|&text| size(text) == Some(length)),
        None => others.iter().all(|&text| share(terms, text, last)),
    };
    if !is_joined {
        return None;
    }
    let (mut choice, mut given) = (last, Vec::new());
    for (&case, &text) in cases.iter().zip(others).rev() {
        let condition = terms.fresh("choice", Sort::Bool);
        given.push((condition, case));
        choice = terms.ite(condition, text, choice);
    }
    debug_assert!(given.len() + 1 == cases.len(), "a case is never chosen");
    let equation = terms.eq(x, choice);
    audit.trace.give_up();
    if audit.is_on() {
        let given: Vec<Term> = given.iter().map(|&(c, case)| terms.eq(c, case)).collect();
        audit.claim("preprocess.alternatives", &given, Goal::Equal(f, equation));
    }
    Some(equation)
}

/// Whether `s` and `t` are words, or have an unknown part in common.
fn share(terms: &Terms, s: Term, t: Term) -> bool {
    let parts = |s: Term| {
        if terms.op(s) == Op::StrConcat { terms.args(s).to_vec() } else { vec![s] }
    };
    let is_word = |t: &Term| is_word(terms, *t);
    let (s, t) = (parts(s), parts(t));
    s.iter().all(is_word) && t.iter().all(is_word)
        || s.iter().any(|part| !is_word(part) && t.contains(part))
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
        (is_choice && is_constant(terms, c)).then_some((c, a, b))
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
