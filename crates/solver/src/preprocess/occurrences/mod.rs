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
//!
//! * [`alphabets`]: what the parts consist of, [`prefixes`]: what is read of texts whose beginnings are known, [`ends`]: words at
//!   ends of texts, [`separators`]: texts that are equal or in order between letters that are in no part, [`codes`]: and between words
//!   of which none begins with another one, [`memberships`]: languages that texts are in because their parts are in some,
//!   [`slices`]: slices at places that known lengths give, [`outside`]: parts that a word is not in, [`between`]: words with letters that
//!   are in no part, [`factors`]: strings that are looked up in texts, [`alone`]: formulas about one string, and [`runs`]: languages that
//!   texts are in depending on which of their parts are empty.

mod alone;
mod alphabets;
mod between;
mod codes;
mod ends;
mod factors;
mod memberships;
mod outside;
mod prefixes;
mod runs;
mod separators;
mod slices;
mod turns;

use super::flat::{flat, pay};
use crate::engine::Resources;
use alphabets::{Alphabets, Letters, alphabets};
use base::{Budget, FxHashMap, Int, Interrupted, Limits, affordable};
use codes::Codes;
use terms::{Op, Term, Terms};

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
pub(super) fn round(res: &mut Resources<'_>, formulas: &mut [Term]) -> Result<bool, Interrupted> {
    let terms = &*res.terms;
    let all = terms.post_order_within(formulas, res.budget)?;
    let is_separated = |t| separators::compares(terms, t) || runs::asks(terms, t);
    let is_measured = |t| measured_slice(terms, t).is_some() || slices::asks(terms, t);
    let is_searched = |t| looks(terms, t) || factors::asks(terms, t) || ends::asks(terms, t);
    let is_asked = |&t: &Term| is_searched(t) || is_separated(t) || is_measured(t);
    let is_alone = alone::asks(terms, &all, formulas) || prefixes::asked(terms, &all);
    if !is_alone && !all.iter().any(is_asked) {
        return Ok(false);
    }
    let alphabets = alphabets(res.terms, res.languages, (&*formulas, &all), res.budget)?;
    if factors::round(res, &alphabets, formulas)?
        || is_alone && alone::round(res, &alphabets, formulas)?
    {
        return Ok(true);
    }
    let Resources { terms, rewriter, languages, audit, budget, .. } = res;
    let tunables = &budget.tunables().check;
    let (mut left, steps) = (tunables.occurrence_parts, tunables.occurrence_steps);
    let limits = Limits::new(budget, steps);
    let mut apart = FxHashMap::default();
    let changed = super::replace::replace(terms, formulas, budget, |terms, t| {
        if let Some(known) = prefixes::known(terms, &alphabets, t) {
            return Ok(Some(known));
        }
        if is_open(terms, t) {
            let known = rewriter.rewrite_within(terms, t, budget)?;
            if known != t {
                return Ok(Some(known));
            }
        }
        if let Some((x, end, n)) = measured_slice(terms, t)
            && end <= Int::from(alphabets.get(terms, x).least)
        {
            return Ok(Some(n));
        }
        if let Some(known) = slices::known(terms, &alphabets, t) {
            return Ok(Some(known));
        }
        if let Some(known) = ends::known(terms, &alphabets, t, &mut left, budget)? {
            return Ok(Some(known));
        }
        let known = memberships::known(terms, languages, &alphabets, t, &limits);
        if let Some(known) = affordable(known)?.flatten() {
            return Ok(Some(known));
        }
        if separators::compares(terms, t) {
            let split = separators::split(terms, &alphabets, t, &mut left, budget)?;
            let is_whole = split.is_none();
            let decoded = if is_whole {
                let (alphabets, limits, apart) = (&alphabets, &limits, &mut apart);
                let mut codes = Codes { languages, alphabets, limits, apart };
                codes::split(terms, &mut codes, t, &mut left, budget)?
            } else {
                None
            };
            let known = split.or(decoded);
            if known.is_some() || !runs::asks(terms, t) {
                return Ok(known);
            }
        }
        if let Some(known) = located(terms, &alphabets, t, &mut left, budget)? {
            return Ok(Some(known));
        }
        if let Some(places) = between::split(terms, &alphabets, t, &mut left, budget)? {
            return Ok(Some(places));
        }
        let known = runs::unrolled(terms, languages, &alphabets, t, &limits);
        Ok(affordable(known)?.flatten())
    })?;
    Ok(audit.replaced("preprocess.occurrences", &alphabets.given, &changed))
}

/// Whether `t` may be known when its arguments are: a slice of a concatenation, or a choice that is made. What is found first in a text
/// says what the rest of it is, in which others look: of a chain of rests each would have a round of its own.
fn is_open(terms: &Terms, t: Term) -> bool {
    let Some(&first) = terms.args(t).first() else { return false };
    let (op, first) = (terms.op(t), terms.op(first));
    op == Op::StrSubstr && first == Op::StrConcat
        || op == Op::Ite && matches!(first, Op::True | Op::False)
}

/// Whether `t` looks for a constant.
fn looks(terms: &Terms, t: Term) -> bool {
    use Op::{StrContains, StrIndexOf, StrReplace, StrReplaceAll};
    let op = terms.op(t);
    matches!(op, StrReplace | StrReplaceAll | StrContains | StrIndexOf)
        && terms.str_value(terms.arg(t, 1)).is_some_and(|word| !word.is_empty())
}

/// The string, the end and the length of a slice at fixed places, if `t` is its length: that is what it says in a string that is long
/// enough. Slices of concatenations are known when those of their parts have known lengths.
fn measured_slice(terms: &Terms, t: Term) -> Option<(Term, Int, Term)> {
    let slice = if terms.op(t) == Op::StrLen { terms.arg(t, 0) } else { return None };
    let (Op::StrSubstr, &[x, i, n]) = (terms.op(slice), terms.args(slice)) else { return None };
    let (from, count) = (terms.int_value(i)?, terms.int_value(n)?);
    let is_within = !from.is_negative() && !count.is_negative();
    is_within.then(|| (x, from + count, n))
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
    // What says of a constant that it contains no letter is not rewritten by what it says itself.
    let is_said = || terms.op(t) == Op::StrContains && spelled(terms, terms.args(t).get(1)) == 1;
    let is_changed = |s| alphabets.knows(s) && !is_said();
    if !looks(terms, t) || !(is_spelled(terms.arg(t, 0)) || is_changed(terms.arg(t, 0))) {
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
        Place::Unclear => outside::taken_off(terms, alphabets, t, (&parts, &word)),
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
    for (at, &part) in parts.iter().enumerate() {
        let Some(letters) = terms.str_value(part) else {
            budget.charge(word.len() as u64)?;
            matched = through(&matched, &alphabets.get(terms, part), word);
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
fn through(matched: &[usize], letters: &Letters, word: &[u32]) -> Vec<usize> {
    // Of the first so many letters of the word, the last is in the part, or all may be in front of it.
    let (mut after, mut reached, mut before) = (Vec::new(), false, true);
    for (k, c) in (1..).zip(word) {
        reached = (reached || before) && letters.set.contains(*c);
        before = matched.contains(&k);
        if reached || before && letters.may_be_empty() {
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
    use automata::CharSet;
    use terms::Sort;

    /// What `(str.replace s word "!")`, or that with another operator, becomes, where `x` is made of small letters, `z` of at least
    /// one, `y` of anything, and `s` of what stands between bars.
    fn replaced(op: Op, s: &str, word: &str) -> Option<String> {
        let (mut terms, budget) = (Terms::new(), Budget::unlimited());
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh(name, Sort::String));
        let mut alphabets = Alphabets::default();
        let letters = |may_be_empty: bool| Letters {
            set: CharSet::range(97, 122),
            least: u64::from(!may_be_empty),
            ..Letters::any()
        };
        alphabets.restrict(x, &letters(true));
        alphabets.restrict(z, &letters(false));
        let mut parts = Vec::new();
        for part in s.split('|') {
            parts.push(match part {
                "x" => x,
                "y" => y,
                "z" => z,
                _ => terms.text(part),
            });
        }
        let [word, by] = [word, "!"].map(|text| terms.text(text));
        let concat = terms.concat(&parts);
        let found = if matches!(op, Op::StrPrefixOf | Op::StrSuffixOf) {
            let t = terms.mk(op, &[word, concat]);
            ends::known(&mut terms, &alphabets, t, &mut 100, &budget).unwrap()?
        } else {
            let t = terms.mk(op, &[concat, word, by]);
            located(&mut terms, &alphabets, t, &mut 100, &budget).unwrap()?
        };
        let mut text = String::new();
        for part in flat(&terms, found) {
            match terms.str_value(part) {
                Some(word) => text.extend(word.iter().filter_map(|&c| char::from_u32(c))),
                None if terms.op(part) == Op::True => text += "true",
                None if terms.op(part) == Op::False => text += "false",
                None if part == x => text += "<x>",
                None => text += if part == y { "<y>" } else { "<z>" },
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
            ("A{|z|1}", "{1}", Some("A{<z>1}")),
            ("/|z|/|z|/", "//", Some("/<z>/<z>/")),
            ("/|z|/|x|/", "//", None),
            ("a|z|c", "abc", None),
            ("A{|x|}", "{b}", None),
            // What is neither of the names is looked for in what is left.
            ("A|z|bc", "abc", Some("A<z>")),
            ("x|B", "b", Some("<z>B")),
            ("x|y|A", "{1}", Some("<x><z>A")),
            ("y|{1}", "{1}", None),
            ("{1}|y", "{1}", Some("!<y>")),
            ("{|y|{1}", "{1}", None),
            ("aab|x", "ab", Some("a!<x>")),
        ];
        check(Op::StrReplace, &cases);
    }

    #[test]
    fn words_at_the_ends_are_known_by_letters() {
        let (yes, no) = (Some("true"), Some("false"));
        let suffixes = [
            ("x|/|z", "/", no),
            ("x|/|x", "/", None),
            ("x|/", "/", yes),
            ("x|A/", "A/", yes),
            ("x|B/|", "A/", no),
            ("x|B|x", "/", no),
            ("A|/|x", "/", None),
            ("y|B", "AB", None),
            ("z|B", "AB", no),
            // A question about one part, which stands for it here.
            ("z|B", "aB", Some("<z>")),
            ("A|z", "a", Some("<z>")),
            ("A|z", "ab", None),
            ("A|z|x", "a", None),
        ];
        check(Op::StrSuffixOf, &suffixes);
        let prefixes = [
            ("z|/", "/", no),
            ("x|/", "/", None),
            ("A|z", "AB", no),
            ("AB|z", "AB", yes),
            ("A|z|B", "Ab", Some("<z>")),
        ];
        check(Op::StrPrefixOf, &prefixes);
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
