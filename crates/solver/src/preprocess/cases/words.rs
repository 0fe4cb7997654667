//! Disjunctions that say what one string is, without a condition that says which case it is.
//!
//! Each of n tags is one of three. As a formula that is a disjunction of equations; the SAT core picks a case for each, and the
//! procedures see but one of exponentially many texts. There are two ways to say it in one literal:
//!
//! * That `t` is `"a"` or `"bc"` is a membership, and of many of these in one concatenation the procedures for languages decide without a
//!   search. So `t = "a"` or `t = "bc"` or `t` in R is a membership of `t`, unless one of the cases matters elsewhere or something is
//!   computed of `t`: once a case is picked, that is evaluated.
//! * `(or (= x (str.++ "(" y ")")) (= x (str.++ "[" y "]")))` is an equation with choices between words, by new conditions. That is
//!   worth it only if the cases differ in nothing but words. Otherwise the SAT core had better pick a case, which the words of the others
//!   are no part of.
//!
//! Choices by conditions that occur nowhere else were named by constants of a language, too; letter by letter ([`super::super::spelling`])
//! and by the languages of parts ([`super::super::occurrences`]) they are decided as well.

use super::super::flat::flat;
use super::chosen;
use crate::audit::Goal;
use crate::engine::Resources;
use crate::trace::Step;
use base::{Budget, FxHashMap, FxHashSet, Interrupted};
use terms::{Op, Sort, Term, Terms};

/// Makes memberships, or equations with choices, of the disjunctions in `formulas` that say what a string is. Whether there are any.
///
/// # Errors
/// When the budget runs out.
pub(in super::super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut [Term],
) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    budget.charge(formulas.len() as u64)?;
    let strings = formulas.iter().enumerate().filter_map(|(i, &f)| Some((i, string(terms, f)?)));
    let strings: Vec<(usize, Term)> = strings.collect();
    if strings.is_empty() {
        return Ok(false);
    }
    let (uses, mut is_changed) = (Uses::of(terms, formulas, budget)?, false);
    for (i, x) in strings {
        let before = formulas[i];
        let is_case = terms.args(before).iter().map(|&case| (case, other(terms, case, x)));
        let cases: Vec<(Term, Term)> = is_case.collect();
        if let Some((equation, conditions)) = equation(terms, x, &cases, &uses) {
            audit.trace.give_up();
            if audit.is_on() {
                let given = conditions.iter().zip(&cases);
                let given: Vec<Term> = given.map(|(&c, &(case, _))| terms.eq(c, case)).collect();
                audit.claim("preprocess.alternatives", &given, Goal::Equal(before, equation));
            }
            formulas[i] = equation;
        } else if let Some(member) = membership(terms, x, &cases, &uses) {
            audit.trace.step(Step::Rewrite(before, member));
            audit.claim("preprocess.alternatives", &[], Goal::Equal(before, member));
            formulas[i] = member;
        }
        is_changed |= formulas[i] != before;
    }
    Ok(is_changed)
}

/// The string that `f` says what it is, or in which language, in each case.
fn string(terms: &Terms, f: Term) -> Option<Term> {
    let (Op::Or, Some(&first)) = (terms.op(f), terms.args(f).first()) else { return None };
    let is_of = |case: Term, x: Term| {
        let (op, sides) = (terms.op(case), terms.args(case));
        op == Op::Eq && sides.contains(&x) || op == Op::StrInRe && sides[0] == x
    };
    let is_said = |x: Term| {
        terms.sort(x) == Sort::String
            && !terms.op(x).is_const()
            && terms.args(f).iter().all(|&case| is_of(case, x))
    };
    terms.args(first).iter().copied().find(|&x| is_said(x))
}

/// What `x` is in this case, or in which language.
fn other(terms: &Terms, case: Term, x: Term) -> Term {
    let &[a, b] = terms.args(case) else { unreachable!("a case has two sides") };
    if a == x { b } else { a }
}

/// How terms are used.
struct Uses {
    counts: FxHashMap<Term, usize>,
    /// The terms that are read in other ways than sets of words are.
    read: FxHashSet<Term>,
    /// The parts of concatenations.
    parts: FxHashSet<Term>,
    /// An order reads the words of one case letter by letter, and choices between them hide which these are.
    are_ordered: bool,
}

impl Uses {
    fn of(terms: &Terms, formulas: &[Term], budget: &Budget) -> Result<Uses, Interrupted> {
        let all = terms.post_order_within(formulas, budget)?;
        let mut counts: FxHashMap<Term, usize> = FxHashMap::default();
        for t in all.iter().flat_map(|&t| terms.args(t)).chain(formulas) {
            *counts.entry(*t).or_default() += 1;
        }
        debug_assert!(counts.len() <= all.len(), "more is used than there is");
        let args = |is_one: &dyn Fn(Term) -> bool| {
            let those = all.iter().filter(|&&t| is_one(t));
            those.flat_map(|&t| terms.args(t)).copied().collect()
        };
        let read = args(&|t| !is_about_texts(terms, t));
        let parts = args(&|t| terms.op(t) == Op::StrConcat);
        let are_ordered = all.iter().any(|&t| terms.op(t) == Op::StrLe);
        Ok(Uses { counts, read, parts, are_ordered })
    }
}

/// Whether `t` speaks of its strings as of sets of words: what is put together, contained, in a language, of a length.
fn is_about_texts(terms: &Terms, t: Term) -> bool {
    let of_sets =
        [Op::StrConcat, Op::StrLen, Op::StrInRe, Op::StrContains, Op::StrPrefixOf, Op::StrSuffixOf];
    let has_word = || terms.args(t).iter().any(|&t| terms.str_value(t).is_some());
    of_sets.contains(&terms.op(t)) || terms.op(t) == Op::Eq && has_word()
}

/// That `x` is a word or in a language of `cases`, if none of the words is compared with elsewhere.
fn membership(terms: &mut Terms, x: Term, cases: &[(Term, Term)], uses: &Uses) -> Option<Term> {
    debug_assert!(cases.len() > 1, "a disjunction of one case");
    let is_part = matches!(terms.op(x), Op::Apply(_) | Op::StrConcat);
    let is_compared = |case: &Term| uses.counts.get(case) != Some(&1);
    let has_word = cases.iter().any(|&(case, _)| terms.op(case) == Op::Eq);
    if !is_part || !has_word || uses.read.contains(&x) || cases.iter().any(|c| is_compared(&c.0)) {
        return None;
    }
    let language = |&(case, image): &(Term, Term)| match terms.op(case) == Op::StrInRe {
        true => Some(image),
        false => terms.str_value(image).is_some().then(|| terms.mk(Op::StrToRe, &[image])),
    };
    let languages: Vec<Term> = cases.iter().map(language).collect::<Option<_>>()?;
    let any = terms.mk(Op::ReUnion, &languages);
    Some(terms.mk(Op::StrInRe, &[x, any]))
}

/// The cases as one equation for the constant `x`: new conditions choose. They are the same but for words between unknown parts, or words
/// of one length where the constant is a part of concatenations.
fn equation(
    terms: &mut Terms,
    x: Term,
    cases: &[(Term, Term)],
    uses: &Uses,
) -> Option<(Term, Vec<Term>)> {
    let is_equal = |&(case, _): &(Term, Term)| terms.op(case) == Op::Eq;
    if uses.are_ordered || !terms.is_constant(x) || !cases.iter().all(is_equal) {
        return None;
    }
    let texts: Vec<Text> = cases.iter().map(|&(_, image)| Text::of(terms, image)).collect();
    let (first, others) = texts.split_first()?;
    let size = |text: &Text| text.words[0].len();
    let is_chosen = match first.unknown.is_empty() {
        true => uses.parts.contains(&x) && others.iter().all(|text| size(text) == size(first)),
        false => true,
    };
    if !is_chosen || others.iter().any(|text| text.unknown != first.unknown) {
        return None;
    }
    let conditions = others.iter().map(|_| terms.fresh("choice", Sort::Bool));
    let conditions: Vec<Term> = conditions.collect();
    debug_assert!(conditions.len() + 1 == cases.len(), "a case is never chosen");
    let mut whole = Vec::with_capacity(2 * first.words.len());
    for at in 0..first.words.len() {
        let words = texts.iter().map(|text| terms.string(&text.words[at]));
        let words: Vec<Term> = words.collect();
        whole.push(chosen(terms, &conditions, &words));
        whole.extend(first.unknown.get(at));
    }
    let whole = terms.concat(&whole);
    Some((terms.eq(x, whole), conditions))
}

/// A concatenation: a word, an unknown part, a word, and so on up to a word.
struct Text {
    words: Vec<Vec<u32>>,
    unknown: Vec<Term>,
}

impl Text {
    fn of(terms: &Terms, s: Term) -> Text {
        let (mut word, mut words, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
        for part in flat(terms, s) {
            match terms.str_value(part) {
                Some(letters) => word.extend(letters),
                None => {
                    words.push(std::mem::take(&mut word));
                    unknown.push(part);
                }
            }
        }
        words.push(word);
        debug_assert!(words.len() == unknown.len() + 1, "a part is not between words");
        Text { words, unknown }
    }
}
