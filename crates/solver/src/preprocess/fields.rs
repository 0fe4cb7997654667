//! Strings that are only read at known places become concatenations of fields.
//!
//! The problem: a line is `[0-9]{4},[a-z]+`, and its first four letters are compared with those of the next line. Or `x` has at least 2 n
//! letters, and `(str.at x i)` is compared with `(str.at x (- (str.len x) i 1))`. Each slice is a part of a string of unknown length
//! at a place of its own, so there are 2 n equations for `x` of which no two are cut at the same places; a candidate cuts it anew, and what
//! is said of a suffix, or of the whole, says nothing about the letters in it before equations were split by cases.
//!
//! But where a string is long enough for all that is read of it, it is these [`parts`](super::parts): what is read is one of them or
//! some, a word at an end is a word of fields, and the length is a sum. Fields are strings of known length, which are spelled by codes
//! ([`super::spelling`]), and an order of fields is one of numbers. Arithmetic is asked for nothing; that a string is long enough is known
//! in two cases. There is an asserted bound: then it is split if it is read at both ends, and what is read at one end only is left to the
//! procedures for equations, which have cuts at one distance from the start. Or all that is read is in front of the first part of its
//! language that has words of several lengths.

use super::parts::{Parts, Reads, distances, reads};
use super::spelling::Ranges;
use super::substitution::define;
use crate::engine::Resources;
use base::{FxHashMap, FxHashSet, Int, Interrupted};
use terms::{Fun, Op, Term, Terms};

/// A fact: what is behind so many letters is no field.
const WIDTH: usize = 64;

/// The language of a string.
struct Line {
    /// The membership that says so.
    given: Term,
    /// The languages of its first letters.
    letters: Vec<Term>,
    /// The other parts of the language.
    rest: Vec<Term>,
}

/// Splits strings of `formulas` into fields, and returns their definitions.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let Resources { terms, budget, .. } = res;
    let all = terms.post_order_within(formulas, budget)?;
    let lines = lines(terms, formulas);
    let is_own = |x: Term, t: Term| lines.get(&x).is_some_and(|line| line.given == t);
    let is_said = |terms: &Terms, t: Term| {
        let is_membership = terms.op(t) == Op::StrInRe;
        is_membership && (is_own(terms.arg(t, 0), t) || is_of_letters(terms, terms.arg(t, 1)))
    };
    let read = reads(terms, &all, is_said);
    let ranges = Ranges::collect(terms, formulas);
    let mut left = budget.tunables().check.spelling_letters;
    let mut strings: FxHashMap<Term, Parts> = FxHashMap::default();
    let (mut definitions, mut given, mut lined) = (Vec::new(), Vec::new(), FxHashSet::default());
    for (x, reads) in read {
        budget.charge(1)?;
        let Op::Apply(fun) = terms.op(x) else { continue };
        let least = ranges.least(terms.len_of(x));
        let line = lines.get(&x);
        let may_be_bounded = line.is_none_or(|line| is_of_letters(terms, terms.arg(line.given, 1)));
        let mut split = line.and_then(|line| line.split(terms, &reads));
        lined.extend(split.is_some().then_some(x));
        if split.is_none() && may_be_bounded {
            split = of_bounded(terms, &reads, least, &mut left);
        }
        let Some((parts, facts)) = split else { continue };
        definitions.push((fun, parts.whole(terms)));
        given.extend(facts);
        strings.insert(x, parts);
    }
    if definitions.is_empty() {
        return Ok(definitions);
    }
    let (truth, mut images) = (terms.tt(), FxHashMap::default());
    for &t in &all {
        budget.charge(1)?;
        let Some(&x) = terms.args(t).iter().find(|x| strings.contains_key(x)) else { continue };
        let is_known = lined.contains(&x) && is_own(x, t);
        images.insert(t, if is_known { truth } else { image(terms, &strings[&x], t) });
    }
    define(res, &definitions, images, (formulas, given), "preprocess.fields")?;
    debug_assert!(
        res.terms.post_order(formulas).iter().all(|t| !strings.contains_key(t)),
        "a string that is split is left in a formula"
    );
    Ok(definitions)
}

/// The constants with one language, where that begins with single letters.
fn lines(terms: &mut Terms, formulas: &[Term]) -> FxHashMap<Term, Line> {
    let (mut lines, mut twice) = (FxHashMap::default(), Vec::new());
    for &f in formulas {
        if let Some((x, line)) = line(terms, f) {
            twice.extend(lines.insert(x, line).map(|_| x));
        }
    }
    twice.iter().for_each(|x| drop(lines.remove(x)));
    lines
}

/// A constant, and its language if that begins with single letters, as `f` says.
fn line(terms: &mut Terms, f: Term) -> Option<(Term, Line)> {
    let (Op::StrInRe, &[x, regex]) = (terms.op(f), terms.args(f)) else { return None };
    let parts =
        if terms.op(regex) == Op::ReConcat { terms.args(regex).to_vec() } else { vec![regex] };
    if !terms.is_constant(x) {
        return None;
    }
    let mut letters = Vec::new();
    let mut known = 0;
    for &part in &parts {
        let Some(more) = single_letters(terms, part) else { break };
        if letters.len() + more.len() > WIDTH {
            break;
        }
        letters.extend(more);
        known += 1;
    }
    let mut rest = parts[known..].to_vec();
    // One letter or more begin with one.
    if let Some(&first) = rest.first()
        && let (Op::RePlus, &[one]) = (terms.op(first), terms.args(first))
        && letters.len() < WIDTH
        && is_letter(terms, one)
    {
        letters.push(one);
        rest[0] = terms.mk(Op::ReStar, &[one]);
    }
    let is_line = !letters.is_empty() && !rest.is_empty();
    is_line.then_some((x, Line { given: f, letters, rest }))
}

/// The languages of single letters that the regex `r` is made of.
fn single_letters(terms: &mut Terms, r: Term) -> Option<Vec<Term>> {
    let op = terms.op(r);
    if op == Op::StrToRe {
        let word = terms.str_value(terms.arg(r, 0))?.to_vec();
        let letter = |&c: &u32| {
            let letter = terms.string(&[c]);
            terms.mk(Op::StrToRe, &[letter])
        };
        return Some(word.iter().take(WIDTH + 1).map(letter).collect());
    }
    if let Op::RePower(n) = op {
        let (n, r) = (usize::try_from(n).ok()?, terms.arg(r, 0));
        return (n <= WIDTH && is_letter(terms, r)).then(|| vec![r; n]);
    }
    is_letter(terms, r).then(|| vec![r])
}

/// Whether `r` has words of one letter only, and shows it.
fn is_letter(terms: &Terms, r: Term) -> bool {
    let is_one = |end: &Term| terms.str_value(*end).is_some_and(|word| word.len() == 1);
    let is_set = |r: Term| {
        matches!(terms.op(r), Op::ReRange | Op::StrToRe) && terms.args(r).iter().all(is_one)
    };
    match terms.op(r) == Op::ReUnion {
        true => terms.args(r).iter().all(|&r| is_set(r)),
        false => is_set(r) || terms.op(r) == Op::ReAllChar,
    }
}

/// The parts of a string of at least so many letters that is read at both ends, and how long its fields are. They have at most `left`
/// letters, which become fewer.
fn of_bounded(
    terms: &mut Terms,
    reads: &Reads,
    least: Option<&Int>,
    left: &mut usize,
) -> Option<(Parts, Vec<Term>)> {
    let [first, last] = distances(reads.slices.iter().chain(&reads.words));
    let letters = first.last()? + last.last()?;
    if letters > *left || least.is_none_or(|n| *n < Int::from(letters)) {
        return None;
    }
    *left -= letters;
    let parts = Parts::new(terms, [&first, &last]);
    let facts = parts.fields().map(|(field, width)| {
        let (length, width) = (terms.len_of(field), terms.int(width));
        terms.eq(length, width)
    });
    let facts = facts.collect();
    Some((parts, facts))
}

impl Line {
    /// The parts of a string that is read within its first letters, and what languages they have.
    fn split(&self, terms: &mut Terms, reads: &Reads) -> Option<(Parts, Vec<Term>)> {
        let [first, last] = distances(reads.slices.iter());
        if !last.is_empty() || *first.last()? > self.letters.len() {
            return None;
        }
        let parts = Parts::new(terms, [&first, &[]]);
        let (mut facts, mut letters) = (Vec::new(), &self.letters[..]);
        for (field, width) in parts.fields() {
            let (here, behind) = letters.split_at(width);
            facts.push(member(terms, field, here));
            letters = behind;
        }
        facts.push(member(terms, parts.middle, &[letters, &self.rest].concat()));
        Some((parts, facts))
    }
}

/// That `x` is of these `parts`.
fn member(terms: &mut Terms, x: Term, parts: &[Term]) -> Term {
    debug_assert!(!parts.is_empty(), "a piece of nothing");
    let regex = if let [only] = parts { *only } else { terms.mk(Op::ReConcat, parts) };
    terms.in_re(x, regex)
}

/// What `t` says of a string that has these parts.
fn image(terms: &mut Terms, parts: &Parts, t: Term) -> Term {
    if terms.op(t) != Op::StrInRe {
        return parts.image(terms, t);
    }
    let letter = terms.arg(terms.arg(t, 1), 0);
    let mut all: Vec<Term> =
        parts.fields().map(|(field, width)| member(terms, field, &vec![letter; width])).collect();
    let repeated = terms.mk(Op::ReStar, &[letter]);
    all.push(terms.in_re(parts.middle, repeated));
    terms.and(&all)
}

/// Whether `regex` repeats single letters. Of a string of which letters are read this is not the empty word.
fn is_of_letters(terms: &Terms, regex: Term) -> bool {
    matches!(terms.op(regex), Op::ReStar | Op::RePlus) && is_letter(terms, terms.arg(regex, 0))
}
