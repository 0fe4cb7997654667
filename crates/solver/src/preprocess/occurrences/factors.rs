//! Strings that are looked up in a text, as the words of the text that they can be.
//!
//! The problem: a configuration `";key0=1;key1=7;"` is searched for `";" k "="`, where `k` is `key` and a number. To the procedures that
//! is a factor of the text anywhere: an equation with two more unknowns, in which each place is a case.
//!
//! But what is between words that are spelled out, and in the language of `k`, are few factors. They are found by reading the text from
//! each place where the first word is, as long as there is a word of the language that goes on like that. Then each assertion about `k`
//! alone is evaluated for each of them, and what is left is a choice between words: none, one, or some. (To tabulate constraints over
//! finite domains is what constraint solvers do: C. Lecoutre, *Constraint Networks*, 2009; [`super::super::tables`] does it for integers.)
//!
//! What is in front of the text or behind it may be unknown, if the words around `k` begin and end with letters that are not there.

use super::alphabets::Alphabets;
use crate::audit::Goal;
use crate::engine::Resources;
use crate::strings::languages::Languages;
use automata::Re;
use base::{FxHashMap, FxHashSet, Interrupted, Limits, Stop, affordable};
use terms::eval::{EvalError, Evaluator};
use terms::model::Model;
use terms::value::Value;
use terms::{Op, Sort, Term, Terms};

/// A fact: a choice between more words is no simpler than a search.
const WORDS: usize = 256;

/// A search for what a constant is part of.
struct Search {
    /// The assertion that looks.
    given: Term,
    x: Term,
    /// The words in front of `x` and behind it.
    around: [Vec<u32>; 2],
    /// The text between other parts.
    text: Vec<u32>,
}

/// Replaces what is asserted of strings that are looked up in a text by the words that they can be. Whether there were any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    alphabets: &Alphabets,
    formulas: &mut [Term],
) -> Result<bool, Interrupted> {
    let Resources { terms, languages, audit, budget, .. } = res;
    let searches: Vec<Search> =
        formulas.iter().filter_map(|&f| search(terms, alphabets, f)).collect();
    let limits = Limits::new(budget, budget.tunables().check.table_steps);
    let (mut done, mut is_changed) = (FxHashSet::default(), false);
    for search in searches {
        let Some(known) = alphabets.languages(search.x) else { continue };
        if !done.insert(search.x) {
            continue;
        }
        let language = languages.regexes.inter(known.iter().copied());
        let found = search.words(languages, language, &limits);
        let chosen = found.and_then(|words| choose(terms, search.x, words, formulas, &limits));
        let Some(chosen) = affordable(chosen)? else { break };
        if let Some((about, image)) = chosen {
            let given: Vec<Term> =
                alphabets.given.iter().copied().chain([search.given]).chain(about).collect();
            audit.conclude("preprocess.factors", &given, Goal::OneOf(vec![image]));
            is_changed = true;
        }
    }
    Ok(is_changed)
}

/// Whether `f` looks for a string that is not spelled out.
pub(super) fn asks(terms: &Terms, f: Term) -> bool {
    terms.op(f) == Op::StrContains && terms.str_value(terms.arg(f, 1)).is_none()
}

/// What `f` looks for in a text.
fn search(terms: &Terms, alphabets: &Alphabets, f: Term) -> Option<Search> {
    let (Op::StrContains, &[text, pattern]) = (terms.op(f), terms.args(f)) else { return None };
    let is_flat = |s: Term| terms.op(s) != Op::StrConcat;
    let parts = |s: Term| if is_flat(s) { vec![s] } else { terms.args(s).to_vec() };
    let (texts, pattern) = (parts(text), parts(pattern));
    let at = pattern.iter().position(|&part| terms.is_constant(part))?;
    let word = |parts: &[Term]| match parts {
        [] => Some(Vec::new()),
        [only] => terms.str_value(*only).map(<[u32]>::to_vec),
        _ => None,
    };
    let around = [word(&pattern[..at])?, word(&pattern[at + 1..])?];
    let spelled = |&part: &Term| terms.str_value(part).is_some();
    let only = texts.iter().position(spelled)?;
    if texts[only + 1..].iter().any(spelled) {
        return None;
    }
    let lacks = |part: Term, c: &u32| !alphabets.get(terms, part).set.contains(*c);
    let begins_in = |part: &Term| around[0].first().is_none_or(|c| !lacks(*part, c));
    let ends_in = |part: &Term| around[1].last().is_none_or(|c| !lacks(*part, c));
    if texts[..only].iter().any(begins_in) || texts[only + 1..].iter().any(ends_in) {
        return None;
    }
    let text = terms.str_value(texts[only])?.to_vec();
    debug_assert!(terms.sort(pattern[at]) == Sort::String, "what is looked for is no string");
    Some(Search { given: f, x: pattern[at], around, text })
}

impl Search {
    /// The words of the language between those around it in the text.
    fn words(
        &self,
        languages: &mut Languages,
        language: Re,
        limits: &Limits<'_>,
    ) -> Result<Vec<Vec<u32>>, Stop> {
        let (text, [front, back], regexes) = (&self.text, &self.around, &mut languages.regexes);
        let (mut found, mut words) = (FxHashSet::default(), Vec::new());
        let mut moves: FxHashMap<(Re, u32), Re> = FxHashMap::default();
        for from in 0..=text.len() {
            limits.charge(1)?;
            if !text[from..].starts_with(front) {
                continue;
            }
            let from = from + front.len();
            let mut left = language;
            for to in from..=text.len() {
                limits.charge(1)?;
                let is_end = regexes.nullable(left) && text[to..].starts_with(back);
                if is_end && !found.contains(&text[from..to]) {
                    limits.charge((to - from) as u64)?;
                    found.insert(&text[from..to]);
                    words.push(text[from..to].to_vec());
                }
                let Some(&letter) = text.get(to) else { break };
                left = match moves.get(&(left, letter)) {
                    Some(&next) => next,
                    None => {
                        let next = regexes.left_quotient(left, &[letter], limits)?;
                        moves.insert((left, letter), next);
                        next
                    }
                };
                if left == Re::NONE {
                    break;
                }
            }
        }
        debug_assert!(words.iter().all(|w| w.len() <= text.len()), "a factor longer than its text");
        Ok(words)
    }
}

/// Puts in the place of all assertions about `x` alone that it is one of the `words` with which they hold, if these are few. These
/// assertions, and what is there now.
fn choose(
    terms: &mut Terms,
    x: Term,
    mut words: Vec<Vec<u32>>,
    formulas: &mut [Term],
    limits: &Limits<'_>,
) -> Result<Option<(Vec<Term>, Term)>, Stop> {
    let mut about = Vec::new();
    for (i, &f) in formulas.iter().enumerate() {
        let all = terms.post_order_within(&[f], limits.budget())?;
        let mut read = all.iter().copied().filter(|&t| terms.is_interpreted_by_models(t));
        let is_about = read.next() == Some(x) && read.next().is_none();
        let letters = |&t: &Term| terms.str_value(t).map_or(1, |word| 1 + word.len() as u64);
        about.extend(is_about.then(|| (all.iter().map(letters).sum::<u64>(), i)));
    }
    base::order::sort(&mut about);
    for &(size, i) in &about {
        if !filter(terms, x, formulas[i], size, &mut words, limits)? {
            return Ok(None);
        }
    }
    let about: Vec<usize> = about.into_iter().map(|(_, i)| i).collect();
    let Some(&first) = about.first().filter(|_| words.len() <= WORDS) else { return Ok(None) };
    let image = one_of(terms, x, &words);
    let given: Vec<Term> = about.iter().map(|&i| formulas[i]).collect();
    if given == [image] {
        return Ok(None);
    }
    about.iter().for_each(|&i| formulas[i] = terms.tt());
    formulas[first] = image;
    Ok(Some((given, image)))
}

/// That `x` is one of `words`.
fn one_of(terms: &mut Terms, x: Term, words: &[Vec<u32>]) -> Term {
    let cases: Vec<Term> = words
        .iter()
        .map(|word| {
            let word = terms.string(word);
            terms.mk(Op::StrToRe, &[word])
        })
        .collect();
    match cases[..] {
        [] => terms.ff(),
        [only] => terms.in_re(x, only),
        _ => {
            let regex = terms.mk(Op::ReUnion, &cases);
            terms.in_re(x, regex)
        }
    }
}

/// Leaves those of `words` with which `f` holds as what `x` is. Whether it could be evaluated for all of them.
fn filter(
    terms: &Terms,
    x: Term,
    f: Term,
    size: u64,
    words: &mut Vec<Vec<u32>>,
    limits: &Limits<'_>,
) -> Result<bool, Stop> {
    let Op::Apply(fun) = terms.op(x) else { return Ok(false) };
    let (mut left, mut is_whole) = (Vec::new(), true);
    for word in words.iter() {
        limits.charge(size + word.len() as u64)?;
        let mut model = Model::new();
        model.set(fun, Value::Str(word.as_slice().into()));
        match Evaluator::new(terms, &model, limits.budget()).eval(f) {
            Ok(Value::Bool(false)) => continue,
            Ok(_) => {}
            Err(EvalError::Interrupted(why)) => return Err(why.into()),
            Err(_) => is_whole = false,
        }
        left.push(word.clone());
    }
    *words = left;
    Ok(is_whole)
}
