//! Where a word is in a concatenation, as far as assertions say which letters the parts are made of.
//!
//! A template gets its values one by one: `(str.replace text "{2}" name)`, where `text` is the result of the step before, with names of
//! letters in it. To the procedures each result is a string of any value, and a candidate is wrong about one after the other. But names
//! have no brace: so the first `{2}` is the one that is spelled out, and all results are known concatenations. Rewriting does not see that,
//! as it looks at terms by themselves. (cvc5 simplifies functions by what the context says of their arguments: Reynolds et al., *Scaling up
//! DPLL(T) string solvers using context-dependent simplification*, CAV 2017. There these are equalities of the current assignment,
//! here languages that are asserted.)
//!
//! A concatenation is read from the left with all that an occurrence can have matched so far, the bits of Baeza-Yates and Gonnet's
//! *shift-and*; a part that is not spelled out takes any number of its letters. The first occurrence that is possible is known if it
//! is spelled out. All are replaced if each is known in turn, behind the one before. What is concluded from are memberships and
//! missing letters of constants, which have no concatenation in them, and so are never rewritten by what they say themselves.

use crate::audit::{Audit, Goal};
use crate::strings::languages::Languages;
use automata::CharSet;
use base::{Budget, FxHashMap, Interrupted, Limits, Stop};
use terms::{Op, Term, Terms};

/// What constants are made of, each with the assertion that says so.
#[derive(Default)]
struct Alphabets {
    /// Which of the sets is that of a constant.
    index: FxHashMap<Term, usize>,
    sets: Vec<CharSet>,
    /// The assertions that say so.
    given: Vec<Term>,
}

impl Alphabets {
    fn get(&self, x: Term) -> Option<&CharSet> {
        self.index.get(&x).map(|&i| &self.sets[i])
    }

    /// `x` is made of `letters`.
    fn restrict(&mut self, x: Term, letters: &CharSet) {
        let i = *self.index.entry(x).or_insert(self.sets.len());
        match self.sets.get_mut(i) {
            Some(known) => *known = known.intersect(letters),
            None => self.sets.push(letters.clone()),
        }
    }
}

/// Where a word is first.
enum Place {
    Nowhere,
    /// It is spelled out in front of so many letters of this part, the last of which is the last of the word.
    Until {
        part: usize,
        letters: usize,
    },
    /// There may be one where it is not spelled out.
    Unclear,
}

/// Replaces functions in `formulas` that look for a word, where its first occurrence is known. Whether there were any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    terms: &mut Terms,
    languages: &mut Languages,
    formulas: &mut [Term],
    audit: &mut Audit,
    budget: &Budget,
) -> Result<bool, Interrupted> {
    let all = terms.post_order_within(formulas, budget)?;
    if !all.iter().any(|&t| looks(terms, t)) {
        return Ok(false);
    }
    let alphabets = alphabets(terms, languages, formulas, budget)?;
    let mut left = budget.tunables().check.occurrence_parts;
    let changed = super::replace(terms, formulas, budget, |terms, t| {
        located(terms, &alphabets, t, &mut left, budget)
    })?;
    for &(before, after) in &changed {
        audit.trace.give_up();
        if audit.is_on() {
            audit.claim("preprocess.occurrences", &alphabets.given, Goal::Equal(before, after));
        }
    }
    Ok(!changed.is_empty())
}

/// Whether `t` looks for a constant.
fn looks(terms: &Terms, t: Term) -> bool {
    use Op::{StrContains, StrIndexOf, StrReplace, StrReplaceAll};
    let op = terms.op(t);
    matches!(op, StrReplace | StrReplaceAll | StrContains | StrIndexOf)
        && terms.str_value(terms.arg(t, 1)).is_some_and(|word| !word.is_empty())
}

/// What single assertions say of the letters of constants.
fn alphabets(
    terms: &Terms,
    languages: &mut Languages,
    formulas: &[Term],
    budget: &Budget,
) -> Result<Alphabets, Interrupted> {
    let mut found = Alphabets::default();
    let limits = Limits::none(budget);
    for &f in formulas {
        budget.charge(1)?;
        // Who charges the budget next learns if it is used up.
        let Some((x, letters)) = letters_of(terms, languages, f, &limits).ok().flatten() else {
            continue;
        };
        found.restrict(x, &letters);
        found.given.push(f);
    }
    Ok(found)
}

/// A constant, and letters that it is made of because of `f`.
fn letters_of(
    terms: &Terms,
    languages: &mut Languages,
    f: Term,
    limits: &Limits<'_>,
) -> Result<Option<(Term, CharSet)>, Stop> {
    let is_constant = |t: Term| matches!(terms.op(t), Op::Apply(_)) && terms.args(t).is_empty();
    let negated = terms.op(f) == Op::Not;
    let atom = if negated { terms.arg(f, 0) } else { f };
    let Some(&x) = terms.args(atom).first().filter(|&&x| is_constant(x)) else { return Ok(None) };
    let op = terms.op(atom);
    if op == Op::StrInRe && !negated {
        let language = languages.language_within(terms, terms.arg(atom, 1), limits)?;
        let Some(re) = language else { return Ok(None) };
        let letters = languages.regexes.letters(re, limits)?;
        return Ok(Some((x, languages.regexes.set(letters).clone())));
    }
    let missing = (op == Op::StrContains && negated).then(|| terms.str_value(terms.arg(atom, 1)));
    Ok(match missing.flatten() {
        Some(&[c]) => Some((x, CharSet::single(c).complement())),
        _ => None,
    })
}

/// What `t` is, if it looks for a word in a concatenation where the first occurrence is known. So many parts of concatenations may be
/// `left` to look at, as each result has its own.
fn located(
    terms: &mut Terms,
    alphabets: &Alphabets,
    t: Term,
    left: &mut usize,
    budget: &Budget,
) -> Result<Option<Term>, Interrupted> {
    let is_spelled = |s: Term| terms.op(s) == Op::StrConcat || terms.str_value(s).is_some();
    if !looks(terms, t) || !is_spelled(terms.arg(t, 0)) {
        return Ok(None);
    }
    let word = terms.str_value(terms.arg(t, 1)).unwrap_or_default().to_vec();
    let parts = flat(terms, terms.arg(t, 0));
    if terms.op(t) == Op::StrReplaceAll {
        return all_replaced(terms, alphabets, (parts, &word, terms.arg(t, 2)), left, budget);
    }
    if !pay(parts.len(), left, budget)? {
        return Ok(None);
    }
    Ok(match place(terms, alphabets, &parts, &word, budget)? {
        Place::Unclear => None,
        Place::Nowhere => Some(absent(terms, t)),
        Place::Until { part, letters } => {
            let (before, after) = around(terms, &parts, part, letters, word.len());
            present(terms, t, before, after)
        }
    })
}

/// `parts` with `by` in the place of each occurrence of `word`, from left to right, if all are known.
fn all_replaced(
    terms: &mut Terms,
    alphabets: &Alphabets,
    (mut parts, word, by): (Vec<Term>, &[u32], Term),
    left: &mut usize,
    budget: &Budget,
) -> Result<Option<Term>, Interrupted> {
    let mut done = Vec::new();
    // Behind an occurrence, the rest of the constant that it is in is a new one.
    while pay(parts.len() + spelled(terms, parts.first()), left, budget)? {
        match place(terms, alphabets, &parts, word, budget)? {
            Place::Unclear => return Ok(None),
            Place::Nowhere => {
                done.extend(parts);
                return Ok(Some(terms.concat(&done)));
            }
            Place::Until { part, letters } => {
                let (before, after) = around(terms, &parts, part, letters, word.len());
                done.extend(before);
                done.push(by);
                parts = after;
            }
        }
    }
    Ok(None)
}

/// How many letters are spelled out in a part.
fn spelled(terms: &Terms, part: Option<&Term>) -> usize {
    part.and_then(|&part| terms.str_value(part)).map_or(0, <[u32]>::len)
}

/// Whether so many parts are `left` to look at.
fn pay(parts: usize, left: &mut usize, budget: &Budget) -> Result<bool, Interrupted> {
    budget.charge(parts as u64)?;
    let pays = *left >= parts;
    *left -= if pays { parts } else { 0 };
    Ok(pays)
}

/// The parts of a concatenation, and of those in it.
fn flat(terms: &Terms, s: Term) -> Vec<Term> {
    let (mut parts, mut stack) = (Vec::new(), vec![s]);
    while let Some(t) = stack.pop() {
        if terms.op(t) == Op::StrConcat {
            stack.extend(terms.args(t).iter().rev());
        } else {
            parts.push(t);
        }
    }
    parts
}

/// Where `word` is first in `parts`.
fn place(
    terms: &Terms,
    alphabets: &Alphabets,
    parts: &[Term],
    word: &[u32],
    budget: &Budget,
) -> Result<Place, Interrupted> {
    // How much of the word may be matched here, the most first, and the letters since the last part that is not spelled out.
    let (mut matched, mut spelled): (Vec<usize>, usize) = (Vec::new(), 0);
    let every = CharSet::full();
    for (at, &part) in parts.iter().enumerate() {
        let Some(letters) = terms.str_value(part) else {
            budget.charge(word.len() as u64)?;
            let letters = alphabets.get(part).unwrap_or(&every);
            matched = through(&matched, letters, word);
            spelled = 0;
            if matched.first() == Some(&word.len()) {
                return Ok(Place::Unclear);
            }
            continue;
        };
        budget.charge(letters.len() as u64)?;
        for (i, c) in letters.iter().enumerate() {
            matched.push(0);
            matched.retain(|&k| word[k] == *c);
            matched.iter_mut().for_each(|k| *k += 1);
            spelled += 1;
            if matched.first() == Some(&word.len()) {
                let is_spelled = spelled >= word.len();
                let until = Place::Until { part: at, letters: i + 1 };
                return Ok(if is_spelled { until } else { Place::Unclear });
            }
        }
    }
    Ok(Place::Nowhere)
}

/// How much of `word` may be matched behind any number of `letters`.
fn through(matched: &[usize], letters: &CharSet, word: &[u32]) -> Vec<usize> {
    let (mut after, mut reached) = (Vec::new(), true);
    for (k, c) in (1..).zip(word) {
        reached = matched.contains(&k) || reached && letters.contains(*c);
        if reached {
            after.push(k);
        }
    }
    after.reverse();
    after
}

/// What is in front of an occurrence of so many letters that ends where it is said, and what is behind it.
fn around(
    terms: &mut Terms,
    parts: &[Term],
    part: usize,
    letters: usize,
    mut length: usize,
) -> (Vec<Term>, Vec<Term>) {
    let word = |terms: &Terms, at: usize| terms.str_value(parts[at]).unwrap_or_default().to_vec();
    let last = word(terms, part);
    let (mut first, mut front) = (part, last[..letters].to_vec());
    while front.len() < length {
        length -= front.len();
        first -= 1;
        front = word(terms, first);
    }
    let front = terms.string(&front[..front.len() - length]);
    let back = terms.string(&last[letters..]);
    let before = parts[..first].iter().copied().chain([front]);
    let after = std::iter::once(back).chain(parts[part + 1..].iter().copied());
    (before.collect(), after.collect())
}

/// What `t` is if the word is between these parts and not before.
fn present(terms: &mut Terms, t: Term, before: Vec<Term>, after: Vec<Term>) -> Option<Term> {
    let op = terms.op(t);
    if op == Op::StrReplace {
        let by = terms.arg(t, 2);
        let parts: Vec<Term> = before.into_iter().chain([by]).chain(after).collect();
        return Some(terms.concat(&parts));
    }
    if op == Op::StrContains {
        return Some(terms.tt());
    }
    debug_assert!(op == Op::StrIndexOf, "another function looks for a word");
    let is_first = terms.int_value(terms.arg(t, 2)).is_some_and(base::Int::is_zero);
    let before = terms.concat(&before);
    is_first.then(|| terms.mk(Op::StrLen, &[before]))
}

/// What `t` is if the word is nowhere.
fn absent(terms: &mut Terms, t: Term) -> Term {
    let op = terms.op(t);
    debug_assert!(looks(terms, t), "no function that looks for a word");
    if op == Op::StrReplace {
        return terms.arg(t, 0);
    }
    if op == Op::StrContains { terms.ff() } else { terms.int(-1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use terms::Sort;

    /// What `(str.replace s word "!")`, or that with another operator, becomes, where `x` is made of small letters, `y` of anything, and
    /// `s` of what stands between bars.
    fn replaced(op: Op, s: &str, word: &str) -> Option<String> {
        let (mut terms, budget) = (Terms::new(), Budget::unlimited());
        let [x, y] = ["x", "y"].map(|name| terms.fresh(name, Sort::String));
        let mut alphabets = Alphabets::default();
        alphabets.restrict(x, &CharSet::range(97, 122));
        let mut parts = Vec::new();
        for part in s.split('|') {
            parts.push(match part {
                "x" => x,
                "y" => y,
                _ => terms.text(part),
            });
        }
        let [word, by] = [word, "!"].map(|text| terms.text(text));
        let concat = terms.concat(&parts);
        let t = terms.mk(op, &[concat, word, by]);
        let found = located(&mut terms, &alphabets, t, &mut 100, &budget).unwrap()?;
        let mut text = String::new();
        for part in flat(&terms, found) {
            match terms.str_value(part) {
                Some(word) => text.extend(word.iter().filter_map(|&c| char::from_u32(c))),
                None => text += if part == x { "<x>" } else { "<y>" },
            }
        }
        Some(text)
    }

    /// Each case has a concatenation, a word and what comes out, if anything does.
    fn check(op: Op, cases: &[(&str, &str, Option<&str>)]) {
        for &(s, word, expected) in cases {
            assert_eq!(replaced(op, s, word).as_deref(), expected, "{s} {word}");
        }
    }

    #[test]
    fn what_is_spelled_out_first_is_replaced() {
        let cases = [
            ("A{1}|x|B{2}{2}", "{2}", Some("A{1}<x>B!{2}")),
            ("A{1}|x|B{2}", "{3}", Some("A{1}<x>B{2}")),
            ("AB|CD|x", "BC", Some("A!D<x>")),
            ("A|B|C|x", "ABC", Some("!<x>")),
            // The part may be empty.
            ("A{|x|1}", "{1}", None),
            ("A{|x|1}", "{2}", Some("A{<x>1}")),
            ("A{|x|}", "{b}", None),
            ("x|B", "b", None),
            ("y|{1}", "{1}", None),
            ("{1}|y", "{1}", Some("!<y>")),
            ("{|y|{1}", "{1}", None),
            ("aab|x", "ab", Some("a!<x>")),
        ];
        check(Op::StrReplace, &cases);
    }

    #[test]
    fn all_that_is_spelled_out_is_replaced() {
        let cases = [
            ("{1}{2}|x|A{1}{1}", "{1}", Some("!{2}<x>A!!")),
            ("{1}{2}|x|A{1}", "{3}", Some("{1}{2}<x>A{1}")),
            // They do not overlap.
            ("x|AAAAA|x", "AA", Some("<x>!!A<x>")),
            ("A|A|x|A|AA", "AA", Some("!<x>!A")),
            // What is behind one may be another that is not spelled out.
            ("{1}|y", "{1}", None),
            ("{1}{|x|1}", "{1}", None),
            ("{1}|x|a", "a", None),
        ];
        check(Op::StrReplaceAll, &cases);
    }
}
