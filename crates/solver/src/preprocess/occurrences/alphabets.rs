//! The letters that single assertions give to strings.

use super::super::spelling::columns;
use super::super::substitution::is_constant;
use crate::strings::languages::Languages;
use automata::{CharSet, Re};
use base::{Budget, FxHashMap, Interrupted, Limits, Stop};
use terms::{Op, Term, Terms};

/// What a string consists of.
#[derive(Clone)]
pub(super) struct Letters {
    pub set: CharSet,
    /// Whether there may be none.
    pub may_be_empty: bool,
    /// How many there are, if an assertion says so.
    pub length: Option<usize>,
}

impl Letters {
    /// Of a string that nothing is known of.
    pub fn any() -> Letters {
        Letters { set: CharSet::full(), may_be_empty: true, length: None }
    }
}

/// What constants consist of.
#[derive(Default)]
pub(super) struct Alphabets {
    letters: FxHashMap<Term, Letters>,
    languages: FxHashMap<Term, Vec<Re>>,
    prefixes: FxHashMap<Term, Vec<u32>>,
    /// The assertions that say so.
    pub given: Vec<Term>,
}

impl Alphabets {
    /// What the part `x` of a text consists of.
    pub fn get(&self, terms: &Terms, x: Term) -> Letters {
        if terms.op(x) == Op::StrFromInt {
            return Letters { set: CharSet::range('0'.into(), '9'.into()), ..Letters::any() };
        }
        self.letters.get(&x).cloned().unwrap_or_else(Letters::any)
    }

    /// The languages that the constant `x` is in, if there are any.
    pub fn languages(&self, x: Term) -> Option<&[Re]> {
        self.languages.get(&x).map(Vec::as_slice)
    }

    /// The longest word that `x` is asserted to begin with.
    pub fn prefix(&self, x: Term) -> Option<&[u32]> {
        self.prefixes.get(&x).map(Vec::as_slice)
    }

    /// Takes what `f` says of the beginning of a constant.
    fn begin(&mut self, terms: &Terms, f: Term) {
        let (Op::StrPrefixOf, &[word, x]) = (terms.op(f), terms.args(f)) else { return };
        let Some(word) = terms.str_value(word).filter(|_| is_constant(terms, x)) else { return };
        let known = self.prefixes.entry(x).or_default();
        if word.len() > known.len() {
            *known = word.to_vec();
            self.given.push(f);
        }
    }

    /// `x` consists of `letters`, too.
    pub fn restrict(&mut self, x: Term, letters: &Letters) {
        let known = self.letters.entry(x).or_insert_with(Letters::any);
        known.set = known.set.intersect(&letters.set);
        known.may_be_empty &= letters.may_be_empty;
        known.length = known.length.or(letters.length);
    }
}

/// What single assertions say of the letters of constants.
pub(super) fn alphabets(
    terms: &Terms,
    languages: &mut Languages,
    formulas: &[Term],
    budget: &Budget,
) -> Result<Alphabets, Interrupted> {
    let mut found = Alphabets::default();
    let limits = Limits::none(budget);
    for &f in formulas {
        budget.charge(1)?;
        if cfg!(feature = "choices") {
            found.begin(terms, f);
        }
        for (x, words) in columns(terms, f) {
            found.restrict(x, &of_words(terms, &words));
            let words: Vec<Re> = words
                .iter()
                .filter_map(|&word| Some(languages.regexes.word(terms.str_value(word)?)))
                .collect();
            let language = languages.regexes.union(words);
            found.languages.entry(x).or_default().push(language);
            found.given.push(f);
        }
        // Who charges the budget next learns if it is used up.
        let Some((x, letters)) = letters_of(terms, languages, f, &limits).ok().flatten() else {
            continue;
        };
        found.restrict(x, &letters);
        found.given.push(f);
        if terms.op(f) == Op::StrInRe
            && let Some(re) = languages.language(terms, terms.arg(f, 1), budget)
        {
            found.languages.entry(x).or_default().push(re);
        }
    }
    Ok(found)
}

/// A constant, and letters that it consists of because of `f`.
fn letters_of(
    terms: &Terms,
    languages: &mut Languages,
    f: Term,
    limits: &Limits<'_>,
) -> Result<Option<(Term, Letters)>, Stop> {
    let is_constant = |t: &Term| is_constant(terms, *t);
    let negated = terms.op(f) == Op::Not;
    let atom = if negated { terms.arg(f, 0) } else { f };
    let &[a, b] = terms.args(atom) else { return Ok(None) };
    let op = terms.op(atom);
    if op == Op::StrInRe && !negated && is_constant(&a) {
        let Some(re) = languages.language_within(terms, b, limits)? else { return Ok(None) };
        let set = languages.regexes.letters(re, limits)?;
        let set = languages.regexes.set(set).clone();
        let may_be_empty = languages.regexes.nullable(re);
        return Ok(Some((a, Letters { set, may_be_empty, ..Letters::any() })));
    }
    if op == Op::StrContains && negated && is_constant(&a) {
        let Some(&[c]) = terms.str_value(b) else { return Ok(None) };
        let set = CharSet::single(c).complement();
        return Ok(Some((a, Letters { set, ..Letters::any() })));
    }
    if !cfg!(feature = "choices") {
        return Ok(None);
    }
    if op == Op::Eq && !negated {
        let measured = |(length, n): (Term, Term)| {
            let x = (terms.op(length) == Op::StrLen).then(|| terms.arg(length, 0))?;
            Some((x, terms.int_value(n)?.to_usize()?))
        };
        let found = measured((a, b)).or_else(|| measured((b, a))).filter(|(x, _)| is_constant(x));
        let letters = |n| Letters { may_be_empty: n == 0, length: Some(n), ..Letters::any() };
        return Ok(found.map(|(x, n)| (x, letters(n))));
    }
    let x = if op == Op::Eq {
        [(a, b), (b, a)].into_iter().find(|&(_, empty)| is_empty(terms, empty)).map(|(x, _)| x)
    } else {
        let is_positive = terms.int_value(b).is_some_and(base::Int::is_positive);
        let is_longer = op == Op::Ge && !negated && terms.op(a) == Op::StrLen && is_positive;
        is_longer.then(|| terms.arg(a, 0))
    };
    let letters = Letters { may_be_empty: false, ..Letters::any() };
    Ok(x.filter(is_constant).map(|x| (x, letters)))
}

/// What a string consists of that is one of the words.
fn of_words(terms: &Terms, words: &[Term]) -> Letters {
    debug_assert!(!words.is_empty(), "a string that is no word");
    let words = || words.iter().filter_map(|&word| terms.str_value(word));
    let letters = words().flatten().map(|&c| (c, c));
    let set = CharSet::from_ranges(letters);
    Letters { set, may_be_empty: words().any(<[u32]>::is_empty), ..Letters::any() }
}

fn is_empty(terms: &Terms, t: Term) -> bool {
    terms.str_value(t).is_some_and(<[u32]>::is_empty)
}
