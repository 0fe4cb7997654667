//! Strings that are read at both ends become concatenations with a letter for each position that is read.
//!
//! The problem: `x` has at least 2 n letters, and `(str.at x i)` is compared with `(str.at x (- (str.len x) i 1))`. Each of the two is
//! a part of `x` at a place of its own, so there are 2 n equations for `x` of which no two are cut at the same places; and what is said
//! about a suffix says nothing about the letters in it, before equations were split by cases.
//!
//! Where `x` is at least as long as what is read at both ends together, it is `c0 c1 ... m ... d1 d0` for new letters and a new middle;
//! what is read is then one of them, a suffix is an equation for each letter, and the length is a sum. Arithmetic is asked for nothing:
//! the bound is one that is asserted. Strings of known length are spelled as a whole ([`super::spelling`]), and those that are read at
//! one end only are left to the procedures for equations, which have cuts at one distance from the start.

use super::spelling::Ranges;
use super::substitution::{equation, replace_whole};
use crate::engine::Resources;
use base::{FxHashMap, FxHashSet, Int, Interrupted};
use rewrite::LinearSum;
use terms::{Fun, Op, Sort, Term, Terms};

/// A place in a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// So many letters after the start.
    Start(usize),
    /// So many letters before the end.
    End(usize),
}

/// How many letters are read at each end.
#[derive(Clone, Copy, Default, Debug)]
struct Read {
    first: usize,
    last: usize,
}

/// What a string is.
struct Parts {
    first: Vec<Term>,
    middle: Term,
    last: Vec<Term>,
}

/// Splits strings of `formulas` into letters at their ends, and returns their definitions.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let all = terms.post_order_within(formulas, budget)?;
    let mut reads: FxHashMap<Term, Read> = FxHashMap::default();
    let mut order = Vec::new();
    let mut used_whole: FxHashSet<Term> = FxHashSet::default();
    for &t in &all {
        let Some((x, places)) = places(terms, t) else {
            used_whole.extend(terms.args(t).iter().filter(|_| !is_of_letters(terms, t)));
            continue;
        };
        let read = reads.entry(x).or_insert_with(|| {
            order.push(x);
            Read::default()
        });
        for place in places {
            match place {
                Place::Start(n) => read.first = read.first.max(n),
                Place::End(n) => read.last = read.last.max(n),
            }
        }
    }
    let ranges = Ranges::collect(terms, formulas);
    let mut strings: FxHashMap<Term, Parts> = FxHashMap::default();
    let (mut definitions, mut lengths) = (Vec::new(), Vec::new());
    let mut left = budget.tunables().check.spelling_letters;
    for x in order {
        let read = reads[&x];
        let letters = read.first + read.last;
        let Op::Apply(fun) = terms.op(x) else { continue };
        let length = terms.len_of(x);
        let is_long = ranges.least(length).is_some_and(|n| *n >= Int::from(letters));
        let is_read = read.first > 0 && read.last > 0 && !used_whole.contains(&x);
        if !is_read || !is_long || letters > left {
            continue;
        }
        left -= letters;
        budget.charge(letters as u64)?;
        let parts = Parts::new(terms, read, &mut lengths);
        definitions.push((fun, parts.whole(terms)));
        strings.insert(x, parts);
    }
    if definitions.is_empty() {
        return Ok(definitions);
    }
    let images = all.iter().filter_map(|&t| Some((t, image(terms, &strings, t)?))).collect();
    let equations = definitions.iter().map(|&(fun, whole)| equation(terms, fun, whole));
    let given: Vec<Term> = equations.chain(lengths.iter().copied()).collect();
    replace_whole(terms, images, formulas, ("preprocess.ends", &given), audit, budget)?;
    debug_assert!(
        terms.post_order(formulas).iter().all(|t| !strings.contains_key(t)),
        "a string that is split is left in a formula"
    );
    formulas.extend(lengths);
    Ok(definitions)
}

impl Parts {
    /// New letters and a new middle; that letters are single ones goes to `lengths`.
    fn new(terms: &mut Terms, read: Read, lengths: &mut Vec<Term>) -> Parts {
        let one = terms.int(1);
        let mut letters = |n: usize| -> Vec<Term> {
            let letters: Vec<Term> = (0..n).map(|_| terms.fresh("letter", Sort::String)).collect();
            for &letter in &letters {
                let length = terms.len_of(letter);
                lengths.push(terms.eq(length, one));
            }
            letters
        };
        let (first, last) = (letters(read.first), letters(read.last));
        Parts { first, middle: terms.fresh("middle", Sort::String), last }
    }

    fn all(&self) -> impl Iterator<Item = Term> + '_ {
        let ends = self.first.iter().copied().chain([self.middle]);
        ends.chain(self.last.iter().copied())
    }

    fn whole(&self, terms: &mut Terms) -> Term {
        let all: Vec<Term> = self.all().collect();
        terms.concat(&all)
    }

    /// The position among all parts.
    fn position(&self, place: Place) -> usize {
        let n = self.first.len() + 1 + self.last.len();
        match place {
            Place::Start(i) => i.min(self.first.len()),
            Place::End(i) => n - i.min(self.last.len()),
        }
    }

    /// That all letters are of some, as `regex` says.
    fn are_of_letters(&self, terms: &mut Terms, regex: Term) -> Term {
        let letter = terms.arg(regex, 0);
        let repeated = terms.mk(Op::ReStar, &[letter]);
        let ends = self.first.iter().chain(&self.last);
        let mut all: Vec<Term> = ends.map(|&c| terms.mk(Op::StrInRe, &[c, letter])).collect();
        all.push(terms.mk(Op::StrInRe, &[self.middle, repeated]));
        terms.and(&all)
    }

    /// What is between two places.
    fn between(&self, terms: &mut Terms, places: [Place; 2]) -> Term {
        let [from, to] = places.map(|place| self.position(place));
        let parts: Vec<Term> = self.all().skip(from).take(to.saturating_sub(from)).collect();
        debug_assert!(from <= to || parts.is_empty(), "places in the wrong order");
        if parts.is_empty() { terms.string(&[]) } else { terms.concat(&parts) }
    }
}

/// The constant that `t` reads at places that are known, and these.
fn places(terms: &mut Terms, t: Term) -> Option<(Term, Vec<Place>)> {
    let op = terms.op(t);
    if op == Op::StrSubstr {
        let x = terms.arg(t, 0);
        return if terms.is_constant(x) { Some((x, between(terms, t)?.to_vec())) } else { None };
    }
    if !matches!(op, Op::StrPrefixOf | Op::StrSuffixOf) {
        return None;
    }
    let (word, x) = (terms.arg(t, 0), terms.arg(t, 1));
    let n = terms.str_value(word).filter(|word| !word.is_empty())?.len();
    let place = if op == Op::StrPrefixOf { Place::Start(n) } else { Place::End(n) };
    terms.is_constant(x).then(|| (x, vec![place]))
}

/// Whether `t` says nothing but of which letters a string is, or how long it is: it is not empty where letters of it are read.
fn is_of_letters(terms: &Terms, t: Term) -> bool {
    let (Op::StrInRe, &[_, regex]) = (terms.op(t), terms.args(t)) else {
        return terms.op(t) == Op::StrLen;
    };
    let is_one = |&end: &Term| terms.str_value(end).is_some_and(|word| word.len() == 1);
    let is_letter = |&r: &Term| {
        let is_set = matches!(terms.op(r), Op::ReAllChar | Op::ReRange | Op::StrToRe);
        is_set && terms.args(r).iter().all(is_one)
    };
    let is_repeated = matches!(terms.op(regex), Op::ReStar | Op::RePlus);
    is_repeated && {
        let letter = terms.arg(regex, 0);
        let all = if terms.op(letter) == Op::ReUnion { terms.args(letter) } else { &[letter] };
        all.iter().all(is_letter)
    }
}

/// Where the part `t` of a constant begins and ends, if that is known, and in this order in strings as long as both together.
pub(super) fn between(terms: &mut Terms, t: Term) -> Option<[Place; 2]> {
    let (Op::StrSubstr, &[x, from, n]) = (terms.op(t), terms.args(t)) else { return None };
    let (from, n) = (rewrite::linear(terms, from), rewrite::linear(terms, n));
    let to = from.clone().plus(&n);
    let length = terms.len_of(x);
    let places = [place(&from, length)?, place(&to, length)?];
    let is_ordered = match places {
        [Place::Start(from), Place::Start(to)] => from <= to,
        [Place::End(from), Place::End(to)] => from >= to,
        [Place::Start(_), Place::End(_)] => true,
        [Place::End(_), Place::Start(_)] => false,
    };
    is_ordered.then_some(places)
}

/// The place that is `sum` letters after the start of a string of this length.
fn place(sum: &LinearSum, length: Term) -> Option<Place> {
    if sum.terms.is_empty() {
        return sum.constant.to_usize().map(Place::Start);
    }
    let [(t, factor)] = &sum.terms[..] else { return None };
    if *t != length || !factor.is_one() {
        return None;
    }
    let before = if sum.constant.is_positive() { Int::ZERO } else { -sum.constant.clone() };
    before.to_usize().map(Place::End)
}

/// What `t` is if strings are `strings`: a length, a part, or whether a word is at an end.
fn image(terms: &mut Terms, strings: &FxHashMap<Term, Parts>, t: Term) -> Option<Term> {
    if let (Op::StrLen, &[x]) = (terms.op(t), terms.args(t)) {
        let parts = strings.get(&x)?;
        let (middle, letters) = (terms.len_of(parts.middle), parts.first.len() + parts.last.len());
        let letters = terms.int(letters);
        return Some(terms.add(&[middle, letters]));
    }
    if let (Op::StrInRe, &[x, regex]) = (terms.op(t), terms.args(t)) {
        return strings.get(&x).map(|parts| parts.are_of_letters(terms, regex));
    }
    let (x, _) = places(terms, t)?;
    let parts = strings.get(&x)?;
    if terms.op(t) == Op::StrSubstr {
        let places = between(terms, t)?;
        return Some(parts.between(terms, places));
    }
    let word = terms.str_value(terms.arg(t, 0))?.to_vec();
    let letters = if terms.op(t) == Op::StrPrefixOf {
        &parts.first[..word.len()]
    } else {
        &parts.last[parts.last.len() - word.len()..]
    };
    let equal: Vec<Term> = letters
        .iter()
        .zip(&word)
        .map(|(&letter, &value)| {
            let value = terms.string(&[value]);
            terms.eq(letter, value)
        })
        .collect();
    Some(if let [only] = equal[..] { only } else { terms.and(&equal) })
}
