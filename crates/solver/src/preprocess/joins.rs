//! Equations for one string, of which one holds, become one equation with a choice.
//!
//! `(ite c (= x s) (= x t))`, also as two implications or a disjunction of conjunctions, is `x = (ite c s t)`, if `s` and `t` have a
//! part in common: then `x` is a concatenation with a choice in it. (Merging states, as symbolic execution does where paths meet:
//! V. Kuznetsov, J. Kinder, S. Bucur, G. Candea, *Efficient State Merging in Symbolic Execution*, PLDI 2012.)
//!
//! Where no condition says which, as in `(or (= x (str.++ "(" y ")")) (= x (str.++ "[" y "]")))`, a new one does. That is worth it only if
//! the cases differ in nothing but words. Otherwise the SAT core had better pick a case, which the words of the others are no part of.

use super::alternatives::{is_equation, is_word};
use crate::audit::{Audit, Goal};
use crate::engine::Resources;
use crate::trace::Step;
use base::{Budget, FxHashMap, FxHashSet, Interrupted};
use terms::{Op, Sort, Term, Terms};

/// Joins equations under opposite conditions, and those of which one holds. Whether there are any. Once: rewriting may take apart again
/// what no constant is defined by.
///
/// # Errors
/// When the budget runs out.
pub(super) fn join(res: &mut Resources<'_>, formulas: &mut [Term]) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
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
                    if let Some(parts) = &parts
                        && let Some(equation) = chosen(terms, f, parts, audit)
                    {
                        (formulas[i], is_changed) = (equation, true);
                    }
                    continue;
                }
            },
        };
        let Some(equation) = joined(terms, c, p, q) else { continue };
        if other != i {
            let before = terms.and(&[formulas[other], f]);
            audit.conclude("preprocess.alternatives", &[], Goal::Equal(before, equation));
            formulas[other] = terms.tt();
            // What both said is in the equation now; a third implication has another partner.
            for half in [c, terms.not(c)] {
                halves.remove(&half);
            }
        } else {
            audit.trace.step(Step::Rewrite(f, equation));
            audit.claim("preprocess.alternatives", &[], Goal::Equal(f, equation));
        }
        formulas[i] = equation;
        is_changed = true;
    }
    Ok(is_changed)
}

/// The parts of concatenations, if one of several equations holds, and no order is asked for: that reads the words of one case letter by
/// letter, and choices between them hide which these are.
fn parts(
    terms: &Terms,
    formulas: &[Term],
    budget: &Budget,
) -> Result<Option<FxHashSet<Term>>, Interrupted> {
    let is_equation = |&case: &Term| is_equation(terms, case);
    let are_cases = |f: &Term| terms.op(*f) == Op::Or && terms.args(*f).iter().all(is_equation);
    if !formulas.iter().any(are_cases) {
        return Ok(None);
    }
    let all = terms.post_order_within(formulas, budget)?;
    if all.iter().any(|&t| terms.op(t) == Op::StrLe) {
        return Ok(None);
    }
    let concatenations = all.iter().filter(|&&t| terms.op(t) == Op::StrConcat);
    Ok(Some(concatenations.flat_map(|&t| terms.args(t)).copied().collect()))
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

/// `p` if `c`, else `q`, as one equation, if they are about the same constant and have a part in common.
fn joined(terms: &mut Terms, c: Term, p: Term, q: Term) -> Option<Term> {
    if !is_equation(terms, p) || !is_equation(terms, q) {
        return None;
    }
    let sides = |f: Term| [(terms.arg(f, 0), terms.arg(f, 1)), (terms.arg(f, 1), terms.arg(f, 0))];
    let pairs = sides(p).into_iter().flat_map(|p| sides(q).map(|q| (p, q)));
    let (x, s, t) = pairs
        .filter(|&((x, s), (y, t))| x == y && terms.is_constant(x) && share(terms, s, t))
        .map(|((x, s), (_, t))| (x, s, t))
        .next()?;
    let choice = terms.ite(c, s, t);
    Some(terms.eq(x, choice))
}

/// A disjunction of equations for one constant as one equation: new conditions choose. The cases are the same but for words between unknown
/// parts, or words of one length where the constant is a part of concatenations.
fn chosen(terms: &mut Terms, f: Term, parts: &FxHashSet<Term>, audit: &mut Audit) -> Option<Term> {
    let cases = if terms.op(f) == Op::Or { terms.args(f).to_vec() } else { return None };
    if !cases.iter().all(|&case| is_equation(terms, case)) {
        return None;
    }
    let x = terms.args(cases[0]).iter().copied().find(|&x| {
        terms.is_constant(x) && cases.iter().all(|&case| terms.args(case).contains(&x))
    })?;
    let other = |&case: &Term| {
        let &[a, b] = terms.args(case) else { unreachable!("an equation has two sides") };
        if a == x { b } else { a }
    };
    let texts: Vec<Text> = cases.iter().map(|case| Text::of(terms, other(case))).collect();
    let (first, others) = texts.split_first()?;
    let size = |text: &Text| text.words[0].len();
    let is_chosen = match first.unknown.is_empty() {
        true => parts.contains(&x) && others.iter().all(|text| size(text) == size(first)),
        false => true,
    };
    if !is_chosen || others.iter().any(|text| text.unknown != first.unknown) {
        return None;
    }
    let conditions = cases[1..].iter().map(|_| terms.fresh("choice", Sort::Bool));
    let conditions: Vec<Term> = conditions.collect();
    let mut whole = Vec::with_capacity(2 * first.words.len());
    for at in 0..first.words.len() {
        let mut words: Vec<Term> = texts.iter().map(|text| terms.string(&text.words[at])).collect();
        let mut choice = words.pop()?;
        for (&condition, word) in conditions.iter().zip(words).rev() {
            choice = terms.ite(condition, word, choice);
        }
        whole.push(choice);
        whole.extend(first.unknown.get(at));
    }
    debug_assert!(conditions.len() + 1 == cases.len(), "a case is never chosen");
    let whole = terms.concat(&whole);
    let equation = terms.eq(x, whole);
    audit.trace.give_up();
    if audit.is_on() {
        let pairs = conditions.iter().zip(&cases);
        let given: Vec<Term> = pairs.map(|(&condition, &case)| terms.eq(condition, case)).collect();
        audit.claim("preprocess.alternatives", &given, Goal::Equal(f, equation));
    }
    Some(equation)
}

/// A concatenation: a word, an unknown part, a word, and so on up to a word.
struct Text {
    words: Vec<Vec<u32>>,
    unknown: Vec<Term>,
}

/// Whether concatenations have the same unknown parts, at least one, and differ in nothing but words.
pub(super) fn differ_in_words(terms: &Terms, texts: &[Term]) -> bool {
    let mut texts = texts.iter().map(|&t| Text::of(terms, t).unknown);
    texts.next().is_some_and(|first| !first.is_empty() && texts.all(|unknown| unknown == first))
}

impl Text {
    fn of(terms: &Terms, s: Term) -> Text {
        let (mut text, mut stack) =
            (Text { words: vec![Vec::new()], unknown: Vec::new() }, vec![s]);
        while let Some(part) = stack.pop() {
            if let Some(word) = terms.str_value(part) {
                text.words.iter_mut().next_back().into_iter().for_each(|last| last.extend(word));
            } else if terms.op(part) == Op::StrConcat {
                stack.extend(terms.args(part).iter().rev());
            } else {
                text.unknown.push(part);
                text.words.push(Vec::new());
            }
        }
        debug_assert!(text.words.len() == text.unknown.len() + 1, "a part is not between words");
        text
    }
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
