//! Strings whose language spells out separators, where these are looked for.
//!
//! The problem: `line` is in `[a-z]+,[a-z]+`, and what is behind `(str.indexof line "," 0)` is put in front. To the procedures that is a
//! search, two slices and a language: a candidate is wrong about where the comma is, then about what is cut off there, and each of many
//! lines has its turn.
//!
//! But `line` is `f "," g` for words `f` and `g` of `[a-z]+`. With that for a definition the first comma is where it is spelled out, and
//! what is cut off there is `f` ([`super::occurrences`]). A regex with a concatenation on top says so itself, in one way, where those who
//! split memberships by automata have one case for each state (Chen et al., *Solving String Constraints with Lengths by Stabilization*,
//! OOPSLA 2023). Fields need not be unique: of a string that can be cut in several ways any will do, for all that is said of them
//! is what they are put together to. Only where a letter of what is looked for cannot be in the fields in front; otherwise nothing
//! is known of the first one. [`super::fields`] does the same for fields of a fixed width.
//!
//! A language that ends with a word which may be missing, as `[a-z]+/?`, spells out whether that is there: `line` is `f` and a choice, of
//! which the condition is what is asked by `(str.suffixof "/" line)`. Programs ask so before they add what is missing, and both
//! choices, side by side, are one word.

use super::substitution::define;
use crate::engine::Resources;
use crate::strings::languages::Languages;
use base::borders::find;
use base::{FxHashMap, FxHashSet, Interrupted, Limits, Stop, affordable};
use terms::{Fun, Op, Sort, Term, Terms};

/// A string as what is spelled out in its language and what is not.
struct Split {
    parts: Vec<Term>,
    /// The languages of those that are new.
    given: Vec<Term>,
    /// A question about the end, and its answer.
    asked: Option<(Term, Term)>,
}

/// Splits strings of `formulas` at separators, and returns their definitions.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let Resources { terms, languages, budget, .. } = res;
    let all = terms.post_order_within(formulas, budget)?;
    let (searched, ends) = (searched(terms, &all), ends(terms, &all));
    if searched.is_empty() && ends.is_empty() {
        return Ok(Vec::new());
    }
    let limits = Limits::new(budget, budget.tunables().check.occurrence_steps);
    let (truth, mut images) = (terms.tt(), FxHashMap::default());
    let (mut definitions, mut given) = (Vec::new(), Vec::new());
    for &f in &*formulas {
        budget.charge(1)?;
        let (Op::StrInRe, &[x, regex]) = (terms.op(f), terms.args(f)) else { continue };
        let Op::Apply(fun) = terms.op(x) else { continue };
        if images.contains_key(&x) {
            continue;
        }
        let words = searched.get(&x);
        let is_separated = words.map(|words| is_separated(terms, languages, regex, words, &limits));
        let is_separated = affordable(is_separated.unwrap_or(Ok(false)))?.unwrap_or(false);
        let end = ends.get(&x).filter(|_| !is_separated);
        let end = end.map(|end| optional_end(terms, languages, regex, end, &limits));
        let split = match affordable(end.unwrap_or(Ok(None)))?.flatten() {
            Some(split) => split,
            None if is_separated => split(terms, regex),
            None => continue,
        };
        let whole = terms.concat(&split.parts);
        given.extend(split.given);
        definitions.push((fun, whole));
        images.extend([(x, whole), (f, truth)]);
        images.extend(split.asked);
    }
    if !definitions.is_empty() {
        define(res, &definitions, images, (formulas, given), "preprocess.separated")?;
    }
    Ok(definitions)
}

/// The words that are looked for, by the constants where they are.
fn searched(terms: &Terms, all: &[Term]) -> FxHashMap<Term, FxHashSet<Term>> {
    let mut out: FxHashMap<Term, FxHashSet<Term>> = FxHashMap::default();
    for &t in all.iter().filter(|&&t| terms.op(t) == Op::StrIndexOf) {
        let (x, word) = (terms.arg(t, 0), terms.arg(t, 1));
        let is_word = terms.str_value(word).is_some_and(|word| !word.is_empty());
        if is_word && terms.is_constant(x) {
            out.entry(x).or_default().insert(word);
        }
    }
    out
}

/// The questions whether constants end with a word, each with the word.
fn ends(terms: &Terms, all: &[Term]) -> FxHashMap<Term, (Term, Term)> {
    let asked = all.iter().filter(|&&t| terms.op(t) == Op::StrSuffixOf);
    let parts = asked.map(|&t| (terms.arg(t, 1), (t, terms.arg(t, 0))));
    let is_known = |word| terms.str_value(word).is_some_and(|word| !word.is_empty());
    parts.filter(|&(x, (_, word))| terms.is_constant(x) && is_known(word)).collect()
}

/// A string of `regex`, which ends with the word that is asked for or without it: no other letters are those of the word.
fn optional_end(
    terms: &mut Terms,
    languages: &mut Languages,
    regex: Term,
    &(question, word): &(Term, Term),
    limits: &Limits<'_>,
) -> Result<Option<Split>, Stop> {
    let &[ref front @ .., last] = terms.args(regex) else { return Ok(None) };
    let is_concatenation = terms.op(regex) == Op::ReConcat && !front.is_empty();
    if !is_concatenation || terms.op(last) != Op::ReOpt {
        return Ok(None);
    }
    let (front, end) = (front.to_vec(), terms.arg(last, 0));
    if terms.op(end) != Op::StrToRe || terms.arg(end, 0) != word {
        return Ok(None);
    }
    let mut split = Split { parts: Vec::new(), given: Vec::new(), asked: None };
    let mut field = front;
    split.close(terms, &mut field);
    let language = terms.arg(split.given[0], 1);
    let Some(re) = languages.language_within(terms, language, limits)? else { return Ok(None) };
    let letters = languages.regexes.letters(re, limits)?;
    let letters = languages.regexes.set(letters);
    if terms.str_value(word).is_none_or(|word| word.iter().any(|&c| letters.contains(c))) {
        return Ok(None);
    }
    let (ends, empty) = (terms.fresh("ends", Sort::Bool), terms.text(""));
    split.parts.push(terms.ite(ends, word, empty));
    split.asked = Some((question, ends));
    Ok(Some(split))
}

/// Whether one of the `words` is spelled out in `regex`, and has a letter that is not in what is in front. A regex that is not ground may
/// mention what would be defined by its fields.
fn is_separated(
    terms: &Terms,
    languages: &mut Languages,
    regex: Term,
    words: &FxHashSet<Term>,
    limits: &Limits<'_>,
) -> Result<bool, Stop> {
    let is_concatenation = terms.op(regex) == Op::ReConcat;
    if !is_concatenation || languages.language_within(terms, regex, limits)?.is_none() {
        return Ok(false);
    }
    let words: Vec<&[u32]> = words.iter().filter_map(|&word| terms.str_value(word)).collect();
    debug_assert!(words.iter().all(|word| !word.is_empty()), "an empty word is everywhere");
    let mut is_open: Vec<bool> = vec![true; words.len()];
    for &part in terms.args(regex) {
        limits.charge(1)?;
        if let Some(text) = spelled(terms, part) {
            let is_there = |word: &[u32]| find(text, word, 0).is_some();
            if words.iter().zip(&is_open).any(|(word, open)| *open && is_there(word)) {
                return Ok(true);
            }
            continue;
        }
        let Some(re) = languages.language_within(terms, part, limits)? else { return Ok(false) };
        let letters = languages.regexes.letters(re, limits)?;
        let letters = languages.regexes.set(letters);
        for (word, open) in words.iter().zip(&mut is_open) {
            *open &= word.iter().any(|&c| !letters.contains(c));
        }
    }
    Ok(false)
}

/// The word that `regex` has, if it is given by it.
fn spelled(terms: &Terms, regex: Term) -> Option<&[u32]> {
    (terms.op(regex) == Op::StrToRe).then(|| terms.str_value(terms.arg(regex, 0)))?
}

/// What a word of the concatenation `regex` consists of.
fn split(terms: &mut Terms, regex: Term) -> Split {
    let mut split = Split { parts: Vec::new(), given: Vec::new(), asked: None };
    let parts = terms.args(regex).to_vec();
    let mut field = Vec::new();
    for part in parts {
        if spelled(terms, part).is_none() {
            field.push(part);
            continue;
        }
        split.close(terms, &mut field);
        split.parts.push(terms.arg(part, 0));
    }
    split.close(terms, &mut field);
    debug_assert!(split.parts.len() >= split.given.len(), "a field that is in no string");
    split
}

impl Split {
    /// Adds a field with these languages, if there are any.
    fn close(&mut self, terms: &mut Terms, languages: &mut Vec<Term>) {
        let language = match languages[..] {
            [] => return,
            [only] => only,
            _ => terms.mk(Op::ReConcat, languages),
        };
        languages.clear();
        let field = terms.fresh("field", Sort::String);
        self.given.push(terms.in_re(field, language));
        self.parts.push(field);
    }
}
