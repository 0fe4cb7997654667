//! What is said case by case.
//!
//! A machine or a decoder is written as a relation: `(ite c (and (= x s) (= y t)) (and (= x u) (= y v)))` for each of its steps, or a
//! disjunction of such cases, each with a condition. As it stands that defines nothing, and the search picks a case for each step: one
//! of exponentially many runs. But where each case says what `x` is, `x` is `(ite c s u)` (merging states where paths meet, as in
//! V. Kuznetsov, J. Kinder, S. Bucur, G. Candea, *Efficient State Merging in Symbolic Execution*, PLDI 2012), and constants that are
//! defined are what other passes follow from step to step. Conditions of a disjunction must exclude each other, by the words or values
//! that they name. (That each case only defines integers, so that a new condition may choose one, is not enough: what follows from
//! bounds is found sooner where the cases are clauses.) Cases may be implications as well, a formula each ([`implied`]).
//!
//! One string alone is defined by two cases only where both are words or have a part in common, and by more where they differ in nothing
//! but words (a code in front of what is left to read): then it is a concatenation with a choice in it. That cases are read before
//! rewriting keeps them together: a choice between conjunctions would be taken apart.
//!
//! | what is read | what it becomes |
//! |---|---|
//! | choices, disjunctions and implications that say under which condition `x` is what | here: a definition of `x` |
//! | a case with the empty word, of a string that is not empty | [`excluded`]: the other case |
//! | disjunctions of what `x` is, or in which language | [`words`]: a membership, or an equation with choices |
//! | a choice between `x` and `x` without some words | [`strips`]: `x` is one of the words and a rest |

mod excluded;
mod implied;
pub(super) mod strips;
pub(super) mod words;

use super::flat::flat;
use crate::audit::Goal;
use crate::engine::Resources;
use base::{FxHashMap, FxHashSet, Interrupted};
use terms::{Op, Sort, Term, Terms};

/// What is said in each case: with the conditions of all cases but the last, of which the first that holds counts.
struct Cases {
    conditions: Vec<Term>,
    says: Vec<Vec<Term>>,
    /// That there is a case.
    some: Term,
    /// Whether each case is a formula.
    are_implied: bool,
}

/// Defines, in `formulas`, constants by cases where each case has an equation for them. Whether there are any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<bool, Interrupted> {
    let is_excluded = cfg!(feature = "scaling") && excluded::round(res, formulas)?;
    let mut is_changed = is_excluded | join_implications(res, formulas)?;
    let Resources { terms, audit, budget, .. } = res;
    budget.charge(formulas.len() as u64)?;
    let mut all = Vec::with_capacity(formulas.len());
    for &f in &*formulas {
        let Some(cases) = cases(terms, f) else {
            all.push(f);
            continue;
        };
        budget.charge(cases.says.iter().map(|says| says.len() as u64).sum())?;
        let Some(parts) = cases.merged(terms) else {
            all.push(f);
            continue;
        };
        debug_assert!(!parts.is_empty(), "a step that defines something says nothing");
        let whole = terms.and(&parts);
        audit.conclude("preprocess.alternatives", &[], Goal::Equal(f, whole));
        all.extend(parts);
        is_changed = true;
    }
    *formulas = all;
    Ok(is_changed)
}

/// Defines constants of which implications say by cases what they are. Whether there are any.
fn join_implications(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let (mut taken, mut new) = (FxHashMap::<usize, FxHashSet<usize>>::default(), Vec::new());
    for (cases, places) in implied::groups(terms, formulas, budget)? {
        let Some(parts) = cases.merged(terms) else { continue };
        let given: Vec<Term> = places.iter().map(|&(i, _)| formulas[i]).collect();
        parts.iter().for_each(|&part| {
            audit.conclude("preprocess.alternatives", &given, Goal::OneOf(vec![part]));
        });
        places.iter().for_each(|&(i, at)| _ = taken.entry(i).or_default().insert(at));
        new.extend(parts);
    }
    let is_changed = !new.is_empty();
    for (i, f) in formulas.iter_mut().enumerate() {
        if let Some(places) = taken.get(&i) {
            *f = implied::without(terms, *f, places);
        }
    }
    formulas.extend(new);
    Ok(is_changed)
}

/// The cases of a choice, or of a disjunction.
fn cases(terms: &mut Terms, f: Term) -> Option<Cases> {
    if terms.op(f) == Op::Or {
        if terms.args(f).iter().any(|&case| terms.op(case) != Op::And) {
            return None;
        }
        let says = terms.args(f).iter().map(|&case| conjuncts(terms, case)).collect();
        return exclusive(terms, says);
    }
    let (mut t, mut conditions, mut says) = (f, Vec::new(), Vec::new());
    while let (Op::Ite, &[condition, case, otherwise]) = (terms.op(t), terms.args(t)) {
        conditions.push(condition);
        says.push(conjuncts(terms, case));
        t = otherwise;
    }
    says.push(conjuncts(terms, t));
    let some = terms.tt();
    (!conditions.is_empty()).then_some(Cases { conditions, says, some, are_implied: false })
}

fn conjuncts(terms: &Terms, f: Term) -> Vec<Term> {
    if terms.op(f) == Op::And { terms.args(f).to_vec() } else { vec![f] }
}

/// The disjunction of conjunctions as cases, if each has a condition that excludes those of all others.
fn exclusive(terms: &mut Terms, mut says: Vec<Vec<Term>>) -> Option<Cases> {
    let of_first = says[0].clone();
    let mut conditions = of_first.into_iter().find_map(|first| {
        let mut conditions = vec![first];
        for says in &says[1..] {
            let fits = |c: &Term| conditions.iter().all(|&d| exclude(terms, *c, d));
            let condition = says.iter().copied().find(fits)?;
            conditions.push(condition);
        }
        Some(conditions)
    })?;
    debug_assert!(conditions.len() == says.len(), "a case without a condition");
    for (says, condition) in says.iter_mut().zip(&conditions) {
        says.retain(|f| f != condition);
    }
    let some = terms.or(&conditions);
    conditions.pop();
    Some(Cases { conditions, says, some, are_implied: false })
}

/// Whether `a` and `b` cannot hold together: the same formula, once negated; other values; words that cannot both be at one end.
fn exclude(terms: &Terms, a: Term, b: Term) -> bool {
    let ((p, is_p), (q, is_q)) = (terms.literal(a), terms.literal(b));
    if p == q {
        return is_p != is_q;
    }
    let (Some((x, op, v)), Some((y, other, w))) = (named(terms, a), named(terms, b)) else {
        return false;
    };
    if x != y || op != other && op != Op::Eq && other != Op::Eq {
        return false;
    }
    let (Some(s), Some(t)) = (terms.str_value(v), terms.str_value(w)) else { return v != w };
    let ends = |s: &[u32], t: &[u32], op| match op == Op::StrSuffixOf {
        true => s.ends_with(t),
        false => s.starts_with(t),
    };
    match (op, other) {
        (Op::Eq, Op::Eq) => s != t,
        (Op::Eq, end) => !ends(s, t, end),
        (end, Op::Eq) => !ends(t, s, end),
        (end, _) => !ends(s, t, end) && !ends(t, s, end),
    }
}

/// The term of which `f` says that a value is it, or is at an end of it.
fn named(terms: &Terms, f: Term) -> Option<(Term, Op, Term)> {
    let (op, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
    let is_value = |t: Term| terms.op(t).is_const();
    if op == Op::Eq && is_value(b) {
        return Some((a, op, b));
    }
    let is_about = matches!(op, Op::Eq | Op::StrPrefixOf | Op::StrSuffixOf);
    (is_about && is_value(a)).then_some((b, op, a))
}

impl Cases {
    /// The same with a definition by cases of what each case defines, if that is worth it.
    fn merged(mut self, terms: &mut Terms) -> Option<Vec<Term>> {
        debug_assert!(
            self.says.len() == self.conditions.len() + 1,
            "the last case has a condition"
        );
        let (mut definitions, mut of_strings) = (Vec::new(), Vec::new());
        for f in self.says[0].clone() {
            for x in constants(terms, f) {
                let of = |says: &Vec<Term>| {
                    let image = |(at, &f): (usize, &Term)| Some((at, image(terms, f, x)?));
                    says.iter().enumerate().find_map(image)
                };
                let Some(found) = self.says.iter().map(of).collect::<Option<Vec<_>>>() else {
                    continue;
                };
                let images: Vec<Term> = found.iter().map(|found| found.1).collect();
                for (says, &(at, _)) in self.says.iter_mut().zip(&found) {
                    says.remove(at);
                }
                let choice = chosen(terms, &self.conditions, &images);
                definitions.push(terms.eq(x, choice));
                of_strings.extend((terms.sort(x) == Sort::String).then_some(images));
                break;
            }
        }
        if !self.are_implied && !is_worth(terms, definitions.len(), &of_strings) {
            return None;
        }
        let tt = terms.tt();
        let rests: Vec<Term> = self.says.iter().map(|says| terms.and(says)).collect();
        let rest = chosen(terms, &self.conditions, &rests);
        definitions.extend([self.some, rest].into_iter().filter(|&f| f != tt));
        Some(definitions)
    }
}

/// Whether so many constants are defined by cases, of which these are the images of strings, where that is not said by implications: more
/// than one, and not all by words; or one string by two cases that have a part in common, or by more that differ in words.
fn is_worth(terms: &Terms, defined: usize, of_strings: &[Vec<Term>]) -> bool {
    let is_word = |&t: &Term| terms.str_value(t).is_some();
    let is_table = defined == of_strings.len() && of_strings.iter().flatten().all(is_word);
    match of_strings {
        [images] if defined == 1 => match images[..] {
            [s, t] => share(terms, s, t),
            _ => differ_in_words(terms, images),
        },
        _ => !is_table,
    }
}

/// Whether `s` and `t` are words, or have an unknown part in common.
fn share(terms: &Terms, s: Term, t: Term) -> bool {
    let [s, t] = [s, t].map(|t| flat(terms, t));
    let is_word = |t: &Term| terms.str_value(*t).is_some();
    s.iter().chain(&t).all(is_word) || s.iter().any(|part| !is_word(part) && t.contains(part))
}

/// Whether `texts` have the same unknown parts, at least one, and differ in nothing but words.
fn differ_in_words(terms: &Terms, texts: &[Term]) -> bool {
    let is_unknown = |part: &Term| terms.str_value(*part).is_none();
    let unknown =
        |&text: &Term| -> Vec<Term> { flat(terms, text).into_iter().filter(is_unknown).collect() };
    let mut all = texts.iter().map(unknown);
    all.next().is_some_and(|first| !first.is_empty() && all.all(|other| other == first))
}

/// The one of `images` of which the condition is the first that holds, or else the last one.
pub(super) fn chosen(terms: &mut Terms, conditions: &[Term], images: &[Term]) -> Term {
    debug_assert!(images.len() == conditions.len() + 1, "a case says nothing");
    let pairs = conditions.iter().zip(images).rev();
    pairs.fold(images[conditions.len()], |rest, (&condition, &image)| match image == rest {
        true => rest,
        false => terms.ite(condition, image, rest),
    })
}

/// The constants that `f` may say the value of.
fn constants(terms: &Terms, f: Term) -> Vec<Term> {
    let (atom, _) = terms.literal(f);
    let sides = if terms.op(atom) == Op::Eq { terms.args(atom) } else { &[atom] };
    sides.iter().copied().filter(|&x| terms.is_constant(x)).collect()
}

/// What `f` says that `x` is.
fn image(terms: &mut Terms, f: Term, x: Term) -> Option<Term> {
    let (atom, is_denied) = terms.literal(f);
    if atom == x {
        return Some(terms.bool(!is_denied));
    }
    let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
    if a == x { Some(b) } else { (b == x).then_some(a) }
}
