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

use super::substitution::{equation, replace_whole};
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
}

/// Splits strings of `formulas` at separators, and returns their definitions.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let Resources { terms, languages, audit, budget, .. } = res;
    let all = terms.post_order_within(formulas, budget)?;
    let searched = searched(terms, &all);
    if searched.is_empty() {
        return Ok(Vec::new());
    }
    let limits = Limits::new(budget, budget.tunables().check.occurrence_steps);
    let (truth, mut images) = (terms.tt(), FxHashMap::default());
    let (mut definitions, mut given, mut known) = (Vec::new(), Vec::new(), Vec::new());
    for &f in &*formulas {
        budget.charge(1)?;
        let (Op::StrInRe, &[x, regex]) = (terms.op(f), terms.args(f)) else { continue };
        let (Op::Apply(fun), Some(words)) = (terms.op(x), searched.get(&x)) else { continue };
        if images.contains_key(&x)
            || !affordable(is_separated(terms, languages, regex, words, &limits))?.unwrap_or(false)
        {
            continue;
        }
        let split = split(terms, regex);
        let whole = terms.concat(&split.parts);
        known.push(equation(terms, fun, whole));
        given.extend(split.given);
        definitions.push((fun, whole));
        images.extend([(x, whole), (f, truth)]);
    }
    if !definitions.is_empty() {
        known.extend(&given);
        replace_whole(terms, images, formulas, ("preprocess.separated", &known), audit, budget)?;
        formulas.retain(|&f| f != truth);
        formulas.extend(given);
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
    let mut split = Split { parts: Vec::new(), given: Vec::new() };
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
