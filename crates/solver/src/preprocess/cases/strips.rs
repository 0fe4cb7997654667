//! Strings that lose a word at one end, by cases.
//!
//! `(ite (str.prefixof "https://" u) (str.substr u 8 (- (str.len u) 8)) (ite (str.prefixof "http://" u) ... u))` is a URL without its
//! scheme; signs, quotes and endings are taken off in the same way. As a case split each branch has a string of its own, which the next
//! formula cuts again, and of n such strings the search sees one of exponentially many combinations.
//!
//! But whatever the case, `u` is a word and a rest, and the choice is this rest: so for a new `r` and new conditions `p`, `q`, `u` is
//! `(ite p "https://" (ite q "http://" ""))` and `r`. What words a later case excludes is stated of the rest. A condition on `u` alone
//! is one of the rest in each case, from which rewriting removes the word. (It is the inverse of a function with finitely many cases, as in
//! the backwards propagation of T. Chen et al., *Decision Procedures for Path Feasibility of String-Manipulating Programs with Complex
//! Operations*, POPL 2019, by a definition instead of an automaton.) [`super::super::slices`] does it for chains of steps, where cases
//! multiply.

use super::super::substitution::{constants_of, define};
use super::chosen;
use crate::cnf::is_connective;
use crate::engine::Resources;
use base::{FxHashMap, FxHashSet, Interrupted};
use std::collections::hash_map::Entry;
use terms::{Fun, Op, Sort, Term, Terms};

/// A choice between a string and what is left of it without one of some words.
struct Strip {
    string: Term,
    /// The words and the empty one, with the conditions of the former that they are there, those that are asked for first in front.
    words: Vec<Term>,
    asked: Vec<Term>,
    is_front: bool,
}

/// Replaces what words are taken off of in `formulas`, and returns what these strings are.
///
/// # Errors
/// When the budget runs out.
pub(in super::super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let all = res.terms.post_order_within(formulas, res.budget)?;
    let (mut definitions, mut given, mut images) = (Vec::new(), Vec::new(), FxHashMap::default());
    let mut whole: FxHashMap<Term, Whole> = FxHashMap::default();
    let choices: Vec<Term> = all.iter().copied().filter(|&t| asks_end(res.terms, t)).collect();
    let inner: FxHashSet<Term> = choices.iter().map(|&t| res.terms.arg(t, 2)).collect();
    for &choice in choices.iter().rev().filter(|t| !inner.contains(t)) {
        let Some(strip) = strip(res.terms, choice) else { continue };
        let Op::Apply(fun) = res.terms.op(strip.string) else { continue };
        let Entry::Vacant(new) = whole.entry(strip.string) else { continue };
        let new = new.insert(Whole::of(res.terms, &strip));
        given.extend(new.excluded(res.terms, &strip));
        images.extend([(choice, new.rest), (strip.string, new.image)]);
        for (i, &condition) in strip.asked.iter().enumerate() {
            images.insert(condition, new.condition(res.terms, &strip, i));
        }
        definitions.push((fun, new.image));
    }
    if definitions.is_empty() {
        return Ok(definitions);
    }
    for &atom in &all {
        if !images.contains_key(&atom)
            && let Some(x) = asked(res, atom, &whole)?
        {
            let image = whole[&x].in_cases(res, (x, atom))?;
            images.insert(atom, image);
        }
    }
    define(res, &definitions, images, (formulas, given), "preprocess.strips")?;
    Ok(definitions)
}

/// Whether `t` is a choice by a word at an end.
fn asks_end(terms: &Terms, t: Term) -> bool {
    let (Op::Ite, Some(&condition)) = (terms.op(t), terms.args(t).first()) else { return false };
    matches!(terms.op(condition), Op::StrPrefixOf | Op::StrSuffixOf)
}

/// The strip that `choice` is.
fn strip(terms: &mut Terms, choice: Term) -> Option<Strip> {
    let (mut t, mut words, mut asked, mut end) = (choice, Vec::new(), Vec::new(), None);
    while let (Op::Ite, &[condition, cut, otherwise]) = (terms.op(t), terms.args(t)) {
        let &[word, string] = terms.args(condition) else { return None };
        let this = (string, terms.op(condition));
        let is_front = this.1 == Op::StrPrefixOf;
        if *end.get_or_insert(this) != this
            || !asks_end(terms, t)
            || !terms.is_constant(string)
            || !is_rest(terms, cut, (string, word), is_front)
        {
            return None;
        }
        words.push(word);
        asked.push(condition);
        t = otherwise;
    }
    let (string, op) = end.filter(|end| end.0 == t)?;
    debug_assert!(!words.is_empty(), "a choice without a case");
    words.push(terms.string(&[]));
    Some(Strip { string, words, asked, is_front: op == Op::StrPrefixOf })
}

/// Whether `cut` is `string` without `word` at its front or end.
fn is_rest(terms: &mut Terms, cut: Term, (string, word): (Term, Term), is_front: bool) -> bool {
    let Some(lost) = terms.str_value(word).map(<[u32]>::len) else { return false };
    let (Op::StrSubstr, &[s, from, n]) = (terms.op(cut), terms.args(cut)) else { return false };
    let from = terms.int_value(from).and_then(base::Int::to_usize);
    let (length, mut more) = (terms.len_of(string), rewrite::linear(terms, n));
    more.add_var(length, base::Int::from(-1));
    more.add_constant(base::Int::from(lost));
    let is_exact = more.terms.is_empty() && more.constant.is_zero();
    let reaches_end = more.terms.is_empty() && !more.constant.is_negative();
    s == string
        && if is_front { from == Some(lost) && reaches_end } else { from == Some(0) && is_exact }
}

/// A string as one of some words and a rest.
struct Whole {
    image: Term,
    rest: Term,
    /// The conditions of all cases but the last, of which the first that holds counts.
    conditions: Vec<Term>,
    /// What the string is in each case.
    cases: Vec<Term>,
}

impl Whole {
    fn of(terms: &mut Terms, strip: &Strip) -> Whole {
        let rest = terms.fresh("rest", Sort::String);
        let conditions = strip.asked.iter().map(|_| terms.fresh("stripped", Sort::Bool));
        let conditions: Vec<Term> = conditions.collect();
        let word = chosen(terms, &conditions, &strip.words);
        let mut joined = |word: Term| {
            let parts = if strip.is_front { [word, rest] } else { [rest, word] };
            terms.concat(&parts)
        };
        let (image, cases) = (joined(word), strip.words.iter().map(|&w| joined(w)).collect());
        let whole = Whole { image, rest, conditions, cases };
        debug_assert!(whole.cases.len() == whole.conditions.len() + 1, "a word is lost");
        whole
    }

    /// That the words of earlier cases are not there.
    fn excluded(&self, terms: &mut Terms, strip: &Strip) -> Vec<Term> {
        let mut out = Vec::new();
        for (i, &whole) in self.cases.iter().enumerate() {
            let mut unless = self.conditions[..i].to_vec();
            unless.extend(self.conditions.get(i).map(|&chosen| terms.not(chosen)));
            for &word in &strip.words[..i] {
                let is_there = strip.asks(terms, word, whole);
                let clause = [&unless[..], &[terms.not(is_there)]].concat();
                out.push(terms.or(&clause));
            }
        }
        out
    }

    /// What the condition of the `i`-th case says, whether others before it hold or not.
    fn condition(&self, terms: &mut Terms, strip: &Strip, i: usize) -> Term {
        let before = self.cases[..i].iter().map(|&whole| strip.asks(terms, strip.words[i], whole));
        let images: Vec<Term> = before.chain([self.conditions[i]]).collect();
        chosen(terms, &self.conditions[..i], &images)
    }

    /// What `atom`, which is about the string `x` alone, says in each case.
    fn in_cases(
        &self,
        res: &mut Resources<'_>,
        (x, atom): (Term, Term),
    ) -> Result<Term, Interrupted> {
        let Resources { terms, rewriter, budget, .. } = res;
        debug_assert!(terms.sort(atom) == Sort::Bool, "a condition is no formula");
        let mut images = Vec::with_capacity(self.cases.len());
        for &whole in &self.cases {
            let mut map = [(x, whole)].into_iter().collect();
            let image = terms.map_bottom_up_within(atom, &mut map, budget, |_, t| t)?;
            images.push(rewriter.rewrite_within(terms, image, budget)?);
        }
        Ok(chosen(terms, &self.conditions, &images))
    }
}

impl Strip {
    /// Whether `word` is at this end of `whole`.
    fn asks(&self, terms: &mut Terms, word: Term, whole: Term) -> Term {
        let op = if self.is_front { Op::StrPrefixOf } else { Op::StrSuffixOf };
        terms.mk(op, &[word, whole])
    }
}

/// The string of `whole` that `atom` is about, if it is about nothing else.
fn asked(
    res: &Resources<'_>,
    atom: Term,
    whole: &FxHashMap<Term, Whole>,
) -> Result<Option<Term>, Interrupted> {
    let terms = &*res.terms;
    if terms.sort(atom) != Sort::Bool || is_connective(terms, atom) {
        return Ok(None);
    }
    let args = terms.args(atom);
    if !args.iter().any(|a| whole.contains_key(a)) {
        return Ok(None);
    }
    let constants = constants_of(terms, atom, res.budget)?;
    Ok(match constants[..] {
        [x] if whole.contains_key(&x) => Some(x),
        _ => None,
    })
}
