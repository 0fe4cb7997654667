//! Languages of what is in front of the first occurrence of a letter, or behind it, as languages of the whole.
//!
//! The problem: `(str.substr v 0 (str.indexof v "-" 0))` is a version without what follows the dash, and it is asked whether that is one of
//! three numbers. To the procedures a search, a slice and a language are three things: a candidate for `v` is wrong about where its dash
//! is, then about the slice, and each of many versions has its turn.
//!
//! But a language of the slice is one of `v`: a word of it without a dash, a dash, and anything. What has no dash is a case of its own,
//! which depends on what the search comes to then, -1. Of a cut of a cut it is the same again. (By such inverse images of languages
//! Chen et al., *Decision Procedures for Path Feasibility of String-Manipulating Programs with Complex Operations*, POPL 2019, go through
//! a whole program backwards; here without an automaton.) Only where nothing else is computed of a slice: its language says more
//! about it than that of the whole.

use super::substitution::replace_whole;
use crate::engine::Resources;
use base::{FxHashMap, FxHashSet, Int, Interrupted};
use rewrite::LinearSum;
use terms::{Op, Sort, Term, Terms};

/// A fact: cuts of cuts and choices of choices are followed so far.
const DEPTH: usize = 8;

/// What is cut off at the first occurrence of a letter.
#[derive(Clone, Copy)]
enum Side {
    /// What is in front of it is left, or nothing.
    Front,
    /// What is behind it is left, or all.
    Back,
}

/// A part of a string.
#[derive(Clone, Copy)]
struct Cut {
    whole: Term,
    letter: Term,
    side: Side,
}

/// Makes languages of the whole of those of parts in `formulas`. Whether there were any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(res: &mut Resources<'_>, formulas: &mut [Term]) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let all = terms.post_order_within(formulas, budget)?;
    let mut cuts: FxHashMap<Term, Cut> = FxHashMap::default();
    for &t in &all {
        budget.charge(1)?;
        if let Some(cut) = cut(terms, &cuts, t) {
            cuts.insert(t, cut);
        }
    }
    if cuts.is_empty() {
        return Ok(false);
    }
    let mut computed: FxHashSet<Term> = FxHashSet::default();
    for &t in all.iter().filter(|&&t| !is_question(terms, t)) {
        computed.extend(terms.args(t).iter().filter(|a| cuts.contains_key(a)));
    }
    cuts.retain(|t, _| !computed.contains(t));
    let wanted = wanted(terms, &cuts, &all);
    cuts.retain(|t, _| wanted.contains(t));
    let (mut images, mut memo) = (FxHashMap::default(), FxHashMap::default());
    for &t in &all {
        if let Some((s, regex)) = language(terms, t)
            && has_cut(terms, &cuts, s)
            && let Some(image) = whole(terms, &cuts, s, regex, DEPTH)
        {
            // What is chosen by may be questions about cuts.
            let image = terms.map_bottom_up_within(image, &mut memo, budget, |_, t| t)?;
            debug_assert!(image != t, "a question is its own image");
            images.insert(t, image);
            memo.insert(t, image);
        }
    }
    debug_assert!(
        images.keys().all(|&t| terms.sort(t) == Sort::Bool),
        "a language of what is no string"
    );
    let is_changed = !images.is_empty();
    if is_changed {
        replace_whole(terms, images, formulas, ("preprocess.cuts", &[]), audit, budget)?;
    }
    Ok(is_changed)
}

/// The cuts that memberships are about, and the cuts that these are of. Questions about words alone are answered better where they are.
fn wanted(terms: &Terms, cuts: &FxHashMap<Term, Cut>, all: &[Term]) -> FxHashSet<Term> {
    let mut wanted = FxHashSet::default();
    let members = all.iter().filter(|&&t| terms.op(t) == Op::StrInRe);
    let mut stack: Vec<Term> = members.map(|&t| terms.arg(t, 0)).collect();
    while let Some(s) = stack.pop() {
        let is_choice = terms.op(s) == Op::Ite;
        if !(is_choice || cuts.contains_key(&s)) || !wanted.insert(s) {
            continue;
        }
        match cuts.get(&s) {
            Some(cut) => stack.push(cut.whole),
            None => stack.extend(&terms.args(s)[1..]),
        }
    }
    wanted
}

/// Whether `t` is a question about its arguments, or cuts or measures them, or chooses between them.
fn is_question(terms: &Terms, t: Term) -> bool {
    use Op::{Ite, StrContains, StrInRe, StrIndexOf, StrLen, StrPrefixOf, StrSubstr, StrSuffixOf};
    let op = terms.op(t);
    let is_about_word = || terms.args(t).iter().any(|&a| terms.str_value(a).is_some());
    matches!(op, Ite | StrInRe | StrIndexOf | StrLen | StrSubstr)
        || matches!(op, Op::Eq | StrContains | StrPrefixOf | StrSuffixOf) && is_about_word()
}

/// The part that `t` is. Of a cut of a cut, rewriting makes a part of the first string.
fn cut(terms: &mut Terms, cuts: &FxHashMap<Term, Cut>, t: Term) -> Option<Cut> {
    let (Op::StrSubstr, &[s, from, n]) = (terms.op(t), terms.args(t)) else { return None };
    let (from, n) = (rewrite::linear(terms, from), rewrite::linear(terms, n));
    if let [(search, factor)] = &n.terms[..]
        && let Some((whole, letter)) = first_letter(terms, *search)
    {
        let is_front = start_in(terms, s, whole)? == from;
        let is_up_to = factor.is_one() && n.constant.is_zero();
        return (is_front && is_up_to).then_some(Cut { whole, letter, side: Side::Front });
    }
    let length = terms.len_of(s);
    let rest = LinearSum::var(length).minus(&from);
    let is_rest = [rest, LinearSum::var(length)].iter().any(|rest| {
        let more = n.clone().minus(rest);
        more.as_constant().is_some_and(|n| !n.is_negative())
    });
    from.terms.iter().filter(|_| is_rest).find_map(|(search, _)| {
        let (whole, letter) = first_letter(terms, *search)?;
        let is_behind =
            whole == s || cuts.get(&whole).is_some_and(|cut| matches!(cut.side, Side::Back));
        let behind = start_in(terms, s, whole)?.plus(&LinearSum::var(*search)).plus_int(1);
        (is_behind && behind == from).then_some(Cut { whole, letter, side: Side::Back })
    })
}

/// Where the part `part` of `s` begins, or `s` itself does.
fn start_in(terms: &Terms, s: Term, part: Term) -> Option<LinearSum> {
    if part == s {
        return Some(LinearSum::constant(0));
    }
    let (Op::StrSubstr, &[whole, from, _]) = (terms.op(part), terms.args(part)) else {
        return None;
    };
    (whole == s).then(|| rewrite::linear(terms, from))
}

/// A string and a letter, if `t` is the place where that is first.
fn first_letter(terms: &Terms, t: Term) -> Option<(Term, Term)> {
    let (Op::StrIndexOf, &[s, letter, start]) = (terms.op(t), terms.args(t)) else { return None };
    debug_assert!(terms.sort(s) == Sort::String, "a letter of what is no string");
    let is_first = terms.int_value(start).is_some_and(Int::is_zero);
    let is_letter = terms.str_value(letter).is_some_and(|word| word.len() == 1);
    (is_first && is_letter).then_some((s, letter))
}

/// Whether `s` is a cut or a choice with one.
fn has_cut(terms: &Terms, cuts: &FxHashMap<Term, Cut>, s: Term) -> bool {
    let (mut stack, mut left) = (vec![s], 1 << DEPTH);
    while let Some(s) = stack.pop() {
        left -= 1;
        if cuts.contains_key(&s) || left == 0 {
            return left > 0;
        }
        if terms.op(s) == Op::Ite {
            stack.extend(&terms.args(s)[1..]);
        }
    }
    false
}

/// The string and the language that `t` asks about.
fn language(terms: &mut Terms, t: Term) -> Option<(Term, Term)> {
    let (op, &[a, b]) = (terms.op(t), terms.args(t)) else { return None };
    if op == Op::StrInRe {
        return Some((a, b));
    }
    if !matches!(op, Op::Eq | Op::StrContains | Op::StrPrefixOf | Op::StrSuffixOf) {
        return None;
    }
    let (s, word) = match terms.str_value(b) {
        Some(_) if op == Op::Eq || op == Op::StrContains => (a, b),
        _ => (b, a),
    };
    terms.str_value(word)?;
    debug_assert!(terms.sort(s) == Sort::String, "a word is compared with what is no string");
    if !matches!(terms.op(s), Op::StrSubstr | Op::Ite) {
        return None;
    }
    let (word, any) = (terms.mk(Op::StrToRe, &[word]), terms.mk(Op::ReAll, &[]));
    let parts: &[Term] = if op == Op::StrContains && s == a {
        &[any, word, any]
    } else if op == Op::StrPrefixOf && s == b {
        &[word, any]
    } else if op == Op::StrSuffixOf && s == b {
        &[any, word]
    } else if op == Op::Eq {
        return Some((s, word));
    } else {
        return None;
    };
    Some((s, terms.mk(Op::ReConcat, parts)))
}

/// What it is that `s` is in the language of `regex`, if `s` is a cut of a constant, or a choice between such cuts and constants.
fn whole(
    terms: &mut Terms,
    cuts: &FxHashMap<Term, Cut>,
    s: Term,
    regex: Term,
    left: usize,
) -> Option<Term> {
    let left = left.checked_sub(1)?;
    if let (Op::Ite, &[condition, then, otherwise]) = (terms.op(s), terms.args(s)) {
        let (then, otherwise) =
            (whole(terms, cuts, then, regex, left)?, whole(terms, cuts, otherwise, regex, left)?);
        return Some(terms.mk(Op::Ite, &[condition, then, otherwise]));
    }
    let Some(&Cut { whole: text, letter, side }) = cuts.get(&s) else {
        let is_known = terms.is_constant(s) || terms.str_value(s).is_some();
        return is_known.then(|| terms.in_re(s, regex));
    };
    debug_assert!(terms.str_value(letter).is_some_and(|c| c.len() == 1), "cut off at no letter");
    let (all, letter) = (terms.mk(Op::ReAll, &[]), terms.mk(Op::StrToRe, &[letter]));
    let any = terms.mk(Op::ReAllChar, &[]);
    let other = terms.mk(Op::ReDiff, &[any, letter]);
    let others = terms.mk(Op::ReStar, &[other]);
    let part = terms.mk(Op::ReInter, &[regex, others]);
    let regexes = match side {
        Side::Front => {
            let found = terms.mk(Op::ReConcat, &[part, letter, all]);
            let nothing = terms.string(&[]);
            let is_in = terms.in_re(nothing, regex);
            let not_found = whole(terms, cuts, text, others, left)?;
            let found = whole(terms, cuts, text, found, left)?;
            let not_found = terms.and(&[not_found, is_in]);
            return Some(terms.or(&[found, not_found]));
        }
        Side::Back => {
            let found = terms.mk(Op::ReConcat, &[others, letter, regex]);
            terms.mk(Op::ReUnion, &[found, part])
        }
    };
    whole(terms, cuts, text, regexes, left)
}
