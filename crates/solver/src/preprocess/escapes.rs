//! Strings that are only read escaped become the escaped ones.
//!
//! The problem: a program quotes what it is given, `(str.replace_all (str.replace_all x "\" "\\") "'" "\'")`, and puts it into a query,
//! of which one wants to know what it can contain. A value of such a chain is a function of one string, but the query is a concatenation
//! of several, and equations know only that the value is in the image of the chain.
//!
//! Where letters become words, and `x` is read by the chain alone, or compared with the empty word, nothing else is to be known: the
//! value is a new string `y` in the image, `(re.* (re.union [^\'] "\\" "\'"))`, and `x` is what undoes the chain in `y`. What undoes a
//! step that makes `w` of the letter `c` is to make `c` of `w` again. That is so if `c` is in `w` once, as each `c` that is left stands in
//! a `w` of its own; if `w` is a power of `c`; and if no word that the step is applied to contains `w`, which has no border: then
//! an occurrence of `w` is one that the step wrote. Other chains may write the same for two strings, and are left to transducers
//! (`strings::transducers`), as are those with longer patterns.

use super::substitution::define;
use crate::engine::Resources;
use crate::strings::languages::Languages;
use crate::strings::transducers::image;
use automata::Re;
use automata::network::Network;
use automata::search::LengthRange;
use base::borders::borders;
use base::{FxHashMap, Interrupted, Limits, Stop, affordable};
use terms::{Fun, Op, Sort, Term, Terms};

/// A fact: of letters that become more than this together, there are too many to be a language.
const LONGEST: usize = 1024;

/// What is read of a string.
struct Chain {
    /// The last value.
    top: Term,
    /// The letters and what each becomes, in order.
    steps: Vec<(u32, Vec<u32>)>,
    /// The question whether it is empty.
    empty: Option<Term>,
}

/// Replaces strings that are only read escaped in `formulas`, and returns their definitions.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let Resources { terms, languages, budget, .. } = res;
    let all = terms.post_order_within(formulas, budget)?;
    let (mut definitions, mut images, mut facts) = (Vec::new(), FxHashMap::default(), Vec::new());
    if !all.iter().any(|&t| terms.op(t) == Op::StrReplaceAll) {
        return Ok(definitions);
    }
    let mut readers: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
    for &t in &all {
        budget.charge(1)?;
        for &a in terms.args(t).iter().filter(|&&a| terms.sort(a) == Sort::String) {
            readers.entry(a).or_default().push(t);
        }
    }
    let limits = Limits::new(budget, budget.tunables().strings.proposal_steps);
    for &x in &all {
        let Op::Apply(fun) = terms.op(x) else { continue };
        let Some(chain) = chain(terms, &readers, x) else { continue };
        let image = image_of(terms, languages, &chain.steps, &limits);
        let Some(language) = affordable(image)?.flatten() else { continue };
        debug_assert!(chain.top != x, "a string is escaped by nothing");
        let escaped = terms.fresh("escaped", Sort::String);
        definitions.push((fun, undone(terms, escaped, &chain.steps)));
        images.insert(chain.top, escaped);
        let none = terms.string(&[]);
        images.extend(chain.empty.map(|asked| (asked, terms.eq(escaped, none))));
        facts.push(terms.in_re(escaped, language));
    }
    debug_assert!(definitions.len() == facts.len(), "a value is of no language");
    if !definitions.is_empty() {
        define(res, &definitions, images, (formulas, facts), "preprocess.escapes")?;
    }
    Ok(definitions)
}

/// What reads the constant `x`, if that is a chain of steps and a question whether it is empty.
fn chain(terms: &Terms, readers: &FxHashMap<Term, Vec<Term>>, x: Term) -> Option<Chain> {
    let mut found = Chain { top: x, steps: Vec::new(), empty: None };
    if !terms.is_constant(x) {
        return None;
    }
    for &t in readers.get(&x)? {
        match step(terms, x, t) {
            Some(step) if found.steps.is_empty() => {
                found.steps.push(step);
                found.top = t;
            }
            None if is_emptiness(terms, t) => found.empty = Some(t),
            _ => return None,
        }
    }
    while let Some(&[t]) = readers.get(&found.top).map(Vec::as_slice)
        && let Some(step) = step(terms, found.top, t)
    {
        found.steps.push(step);
        found.top = t;
    }
    (!found.steps.is_empty()).then_some(found)
}

/// The letter that `t` replaces in `s`, and the word that it becomes.
fn step(terms: &Terms, s: Term, t: Term) -> Option<(u32, Vec<u32>)> {
    let (Op::StrReplaceAll, &[of, from, to]) = (terms.op(t), terms.args(t)) else { return None };
    let (&[c], to) = (terms.str_value(from)?, terms.str_value(to)?) else { return None };
    (of == s && !to.is_empty()).then(|| (c, to.to_vec()))
}

/// Whether `t` compares something with the empty word.
fn is_emptiness(terms: &Terms, t: Term) -> bool {
    let is_empty = |&a: &Term| terms.str_value(a).is_some_and(<[u32]>::is_empty);
    let args = terms.args(t);
    terms.op(t) == Op::Eq && args.len() == 2 && args.iter().any(is_empty)
}

/// The language of what the steps make of all words, if they can be undone.
fn image_of(
    terms: &mut Terms,
    languages: &mut Languages,
    steps: &[(u32, Vec<u32>)],
    limits: &Limits<'_>,
) -> Result<Option<Term>, Stop> {
    debug_assert!(!steps.is_empty(), "a chain without steps");
    let mut network = Network::default();
    let (mut output, mut language) = (Network::ROOT, terms.mk(Op::ReAll, &[]));
    for (c, w) in steps {
        limits.charge(w.len() as u64)?;
        let count = w.iter().filter(|&d| d == c).count();
        if count == 0 && !is_new(terms, languages, (language, w), limits)? {
            return Ok(None);
        }
        if count > 1 && count < w.len() {
            return Ok(None);
        }
        output = network.replace_all(output, &[*c], w);
        let Some(image) = network.image(output) else { return Ok(None) };
        let size: usize = image.letters.iter().map(|(_, word)| word.len()).sum();
        if size > LONGEST {
            return Ok(None);
        }
        limits.charge(size as u64)?;
        language = image::language(terms, &image);
    }
    Ok(Some(language))
}

/// Whether no word of the language contains `w`, and no two occurrences of `w` overlap.
fn is_new(
    terms: &Terms,
    languages: &mut Languages,
    (language, w): (Term, &[u32]),
    limits: &Limits<'_>,
) -> Result<bool, Stop> {
    debug_assert!(!w.is_empty(), "a letter that becomes nothing is not undone");
    if borders(w).last().is_none_or(|&border| border > 0) {
        return Ok(false);
    }
    let Some(before) = languages.language_within(terms, language, limits)? else {
        return Ok(false);
    };
    let word = languages.regexes.word_within(w, limits)?;
    let with = languages.regexes.concat_within(&[Re::ALL, word, Re::ALL], limits)?;
    let found = languages.regexes.find_word(&[before, with], &[], LengthRange::ANY, limits)?;
    Ok(found.is_none())
}

/// The string that the steps make `escaped` of.
fn undone(terms: &mut Terms, escaped: Term, steps: &[(u32, Vec<u32>)]) -> Term {
    debug_assert!(terms.sort(escaped) == Sort::String, "what is undone is a string");
    steps.iter().rev().fold(escaped, |text, (c, w)| {
        let (word, letter) = (terms.string(w), terms.string(&[*c]));
        terms.mk(Op::StrReplaceAll, &[text, word, letter])
    })
}
