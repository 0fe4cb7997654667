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
//! Operations*, POPL 2019, by a definition instead of an automaton.) [`super::slices`] does it for chains of steps, where cases multiply.

use super::substitution::{constants_of, replace_whole};
use crate::cnf::is_connective;
use crate::engine::Resources;
use base::{FxHashMap, FxHashSet, Interrupted};
use terms::{Fun, Op, Sort, Term, Terms};

/// A choice between a string and what is left of it without one of some words.
struct Strip {
    string: Term,
    choice: Term,
    /// The words with the conditions that they are there, those that are asked for first in front.
    cases: Vec<(Term, Term)>,
    is_front: bool,
}

/// Replaces what words are taken off of in `formulas`, and returns what these strings are.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let all = res.terms.post_order_within(formulas, res.budget)?;
    let strips = strips(res.terms, &all);
    let (mut definitions, mut given, mut images) = (Vec::new(), Vec::new(), FxHashMap::default());
    let mut whole: FxHashMap<Term, Whole> = FxHashMap::default();
    for strip in &strips {
        let Op::Apply(fun) = res.terms.op(strip.string) else { continue };
        let new = Whole::of(res.terms, strip);
        given.extend(new.excluded(res.terms, strip));
        images.insert(strip.choice, new.rest);
        for (i, &(_, condition)) in strip.cases.iter().enumerate() {
            images.insert(condition, new.condition(res.terms, strip, i));
        }
        definitions.push((fun, new.image));
        images.insert(strip.string, new.image);
        whole.insert(strip.string, new);
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
    let mut known = given.clone();
    for &(fun, image) in &definitions {
        known.push(super::substitution::equation(res.terms, fun, image));
    }
    let pass = ("preprocess.strips", &known[..]);
    replace_whole(res.terms, images, formulas, pass, res.audit, res.budget)?;
    formulas.extend(given);
    Ok(definitions)
}

/// The strings that lose words, each in one choice.
fn strips(terms: &mut Terms, all: &[Term]) -> Vec<Strip> {
    let (mut found, mut inner, mut strings) =
        (Vec::new(), FxHashSet::default(), FxHashSet::default());
    for &t in all.iter().rev() {
        let is_choice = terms.op(t) == Op::Ite && terms.sort(t) == Sort::String;
        if is_choice
            && !inner.contains(&t)
            && let Some(strip) = strip(terms, t, &mut inner)
            && strings.insert(strip.string)
        {
            found.push(strip);
        }
    }
    found
}

/// The strip that `choice` is. What is in it goes to `inner`.
fn strip(terms: &mut Terms, choice: Term, inner: &mut FxHashSet<Term>) -> Option<Strip> {
    let (mut t, mut cases, mut end) = (choice, Vec::new(), None);
    while let (Op::Ite, &[condition, cut, otherwise]) = (terms.op(t), terms.args(t)) {
        let is_front = terms.op(condition) == Op::StrPrefixOf;
        if !is_front && terms.op(condition) != Op::StrSuffixOf {
            return None;
        }
        let &[word, string] = terms.args(condition) else { return None };
        if *end.get_or_insert((string, is_front)) != (string, is_front)
            || !terms.is_constant(string)
            || !is_rest(terms, cut, (string, word), is_front)
        {
            return None;
        }
        cases.push((word, condition));
        t = otherwise;
        inner.insert(t);
    }
    let (string, is_front) = end?;
    debug_assert!(!cases.is_empty(), "a choice without a case");
    (t == string).then_some(Strip { string, choice, cases, is_front })
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
    /// What the string is in each case, with the condition if those before fail.
    cases: Vec<(Term, Term)>,
}

impl Whole {
    fn of(terms: &mut Terms, strip: &Strip) -> Whole {
        let rest = terms.fresh("rest", Sort::String);
        let mut word = terms.string(&[]);
        let mut cases = Vec::new();
        for &(w, _) in strip.cases.iter().rev() {
            let chosen = terms.fresh("stripped", Sort::Bool);
            word = terms.ite(chosen, w, word);
            cases.push((chosen, strip.joined(terms, w, rest)));
        }
        cases.reverse();
        debug_assert!(cases.len() == strip.cases.len(), "a word is lost");
        Whole { image: strip.joined(terms, word, rest), rest, cases }
    }

    /// That the words of earlier cases are not there.
    fn excluded(&self, terms: &mut Terms, strip: &Strip) -> Vec<Term> {
        let mut out = Vec::new();
        for i in 1..=self.cases.len() {
            let case = self.cases.get(i);
            let whole = case.map_or(self.rest, |case| case.1);
            let mut unless: Vec<Term> = self.cases[..i].iter().map(|case| case.0).collect();
            unless.extend(case.map(|case| terms.not(case.0)));
            for &(word, _) in &strip.cases[..i] {
                let is_there = strip.asks(terms, word, whole);
                let clause = [&unless[..], &[terms.not(is_there)]].concat();
                out.push(terms.or(&clause));
            }
        }
        out
    }

    /// What the condition of the `i`-th case says, whether others before it hold or not.
    fn condition(&self, terms: &mut Terms, strip: &Strip, i: usize) -> Term {
        let mut out = self.cases[i].0;
        for &(chosen, whole) in self.cases[..i].iter().rev() {
            let is_there = strip.asks(terms, strip.cases[i].0, whole);
            out = terms.ite(chosen, is_there, out);
        }
        out
    }

    /// What `atom`, which is about the string `x` alone, says in each case.
    fn in_cases(
        &self,
        res: &mut Resources<'_>,
        (x, atom): (Term, Term),
    ) -> Result<Term, Interrupted> {
        let Resources { terms, rewriter, budget, .. } = res;
        let mut say = |terms: &mut Terms, whole: Term| {
            let mut map = [(x, whole)].into_iter().collect();
            let image = terms.map_bottom_up_within(atom, &mut map, budget, |_, t| t)?;
            rewriter.rewrite_within(terms, image, budget)
        };
        debug_assert!(terms.sort(atom) == Sort::Bool, "a condition is no formula");
        let mut out = say(terms, self.rest)?;
        for &(chosen, whole) in self.cases.iter().rev() {
            let image = say(terms, whole)?;
            out = terms.ite(chosen, image, out);
        }
        Ok(out)
    }
}

impl Strip {
    fn joined(&self, terms: &mut Terms, word: Term, rest: Term) -> Term {
        let parts = if self.is_front { [word, rest] } else { [rest, word] };
        terms.concat(&parts)
    }

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
