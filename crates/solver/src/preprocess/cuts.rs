//! Texts that are cut again and again at the first occurrence of a word, or behind a prefix.
//!
//! Parsers take a text apart piece by piece: `i = s.index(","); field, s = s[:i], s[i + 1:]`, or `s = s[len(p):]` once `s` starts with
//! `p`. Each step is two slices and a search, and the search for words would have to find out step by step where they lie. But together
//! with the condition that the word is there, they say that `s` is a concatenation: `s = x "," y`, where `x` has no comma. Such an
//! equation defines `s`, and when all are solved, the first text is one concatenation of fields with a language each.
//!
//! This looks at the conjunction before anything is rewritten, as rewriting puts nested slices together, and solving for the rests
//! would nest them. What the reductions of [`extended`](crate::strings) say of the same functions, one at a time when a candidate
//! is wrong, is as strong; but then all parts are there at once, as unknowns of one system. (cvc5 infers such concatenations from
//! equalities of the current context: Reynolds et al., *Scaling up DPLL(T) string solvers using context-dependent simplification*,
//! CAV 2017.) Few cuts are left to those, and so are strings that are cut at several words, whose order would have to be guessed.

use crate::audit::{Audit, Goal};
use crate::strings::languages::Languages;
use base::{Budget, FxHashMap, Int, Interrupted, Limits};
use rewrite::LinearSum;
use std::collections::BTreeMap;
use terms::{Op, Sort, Term, Terms};

/// Where a string is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    /// At the first occurrence of a word.
    First(Term),
    Prefix(Term),
    Suffix(Term),
}

/// A fact: of a string that is cut in more ways, the others are not looked at.
const WAYS: usize = 8;

/// A cut that is used, unless there are several, with the slices in front of it and behind it.
type Pieces = (Option<Cut>, [Vec<Term>; 2]);

/// What the conjunction says of cuts.
#[derive(Default)]
struct Cuts {
    /// Which search an integer constant is the result of, and which slice a string constant is.
    names: FxHashMap<Term, Term>,
    /// Where strings are cut.
    cuts: FxHashMap<Term, Vec<Cut>>,
    cut_count: usize,
    /// The assertions that say so.
    given: Vec<Term>,
}

/// Replaces slices of strings that are cut in `formulas` by constants, and says what these strings are. Whether there were enough.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    terms: &mut Terms,
    languages: &mut Languages,
    formulas: &mut Vec<Term>,
    audit: &mut Audit,
    budget: &Budget,
) -> Result<bool, Interrupted> {
    let all = terms.post_order_within(formulas, budget)?;
    let least = budget.tunables().check.cuts;
    if all.iter().filter(|&&t| terms.op(t) == Op::StrSubstr).count() < least {
        return Ok(false);
    }
    let cuts = Cuts::of(terms, languages, formulas, budget)?;
    // In the order of terms, as new constants are numbered.
    let mut pieces: BTreeMap<Term, Pieces> = BTreeMap::new();
    for &t in &all {
        budget.charge(1)?;
        let Some((cut, side)) = cuts.side(terms, t) else { continue };
        let (known, slices) =
            pieces.entry(terms.arg(t, 0)).or_insert_with(|| (Some(cut), Pieces::default().1));
        *known = known.filter(|known| *known == cut);
        slices[side].push(t);
    }
    pieces.retain(|_, (cut, _)| cut.is_some());
    if pieces.values().map(|(_, [a, b])| a.len() + b.len()).sum::<usize>() < least {
        return Ok(false);
    }
    let (mut memo, mut equations, mut given) = (FxHashMap::default(), Vec::new(), cuts.given);
    for (s, (cut, slices)) in pieces {
        let Some(cut) = cut else { continue };
        let [before, after] = [0, 1].map(|_| terms.fresh("piece", Sort::String));
        for (piece, slices) in [before, after].into_iter().zip(slices) {
            for t in slices {
                memo.insert(t, piece);
                if audit.is_on() {
                    given.push(terms.eq(piece, t));
                }
            }
        }
        match cut {
            Cut::First(word) => {
                let whole = terms.concat(&[before, word, after]);
                equations.push(terms.eq(s, whole));
                let letters = terms.str_value(word).unwrap_or_default().to_vec();
                debug_assert!(!letters.is_empty(), "a string is cut at nothing");
                let begun = terms.string(&letters[..letters.len() - 1]);
                let begun = terms.concat(&[before, begun]);
                let found = terms.mk(Op::StrContains, &[begun, word]);
                equations.push(terms.not(found));
                let zero = terms.int(0);
                let index = terms.mk(Op::StrIndexOf, &[s, word, zero]);
                let length = terms.mk(Op::StrLen, &[before]);
                memo.insert(index, length);
                if audit.is_on() {
                    given.push(terms.eq(index, length));
                }
            }
            Cut::Prefix(p) => {
                let whole = terms.concat(&[p, after]);
                equations.push(terms.eq(s, whole));
            }
            Cut::Suffix(p) => {
                let whole = terms.concat(&[before, p]);
                equations.push(terms.eq(s, whole));
            }
        }
    }
    audit.trace.give_up();
    if audit.is_on() {
        equations
            .iter()
            .for_each(|&e| audit.claim("preprocess.cuts", &given, Goal::OneOf(vec![e])));
    }
    formulas.extend(equations);
    for f in formulas.iter_mut() {
        let before = *f;
        *f = terms.map_bottom_up_within(before, &mut memo, budget, |_, t| t)?;
        if audit.is_on() && *f != before {
            audit.claim("preprocess.cuts", &given, Goal::Equal(before, *f));
        }
    }
    Ok(true)
}

impl Cuts {
    fn of(
        terms: &Terms,
        languages: &mut Languages,
        formulas: &[Term],
        budget: &Budget,
    ) -> Result<Cuts, Interrupted> {
        let mut found = Cuts::default();
        for &f in formulas {
            budget.charge(4)?;
            if let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) {
                for (x, index) in [(a, b), (b, a)] {
                    let is_slice = terms.op(index) == Op::StrSubstr;
                    if (is_slice || searches(terms, index)) && matches!(terms.op(x), Op::Apply(_)) {
                        found.names.insert(x, index);
                        found.given.push(f);
                    }
                }
            }
        }
        for &f in formulas {
            budget.charge(4)?;
            let before = found.cut_count;
            let (op, args) = (terms.op(f), terms.args(f));
            if let (Op::StrPrefixOf, &[p, s]) = (op, args) {
                found.add(s, Cut::Prefix(p));
            } else if let (Op::StrSuffixOf, &[p, s]) = (op, args) {
                found.add(s, Cut::Suffix(p));
            } else if let (Op::StrContains, &[s, word]) = (op, args) {
                if is_word(terms, word) {
                    found.add(s, Cut::First(word));
                }
            } else if let (Op::StrInRe, &[s, regex]) = (op, args) {
                if found.front(terms, s).is_some() {
                    let limits = Limits::none(budget);
                    // Who charges the budget next learns if it is used up.
                    let language = languages.language_within(terms, regex, &limits).ok().flatten();
                    if language.is_some_and(|re| !languages.regexes.nullable(re)) {
                        found.take_front(terms, s);
                    }
                }
            } else if matches!(op, Op::Ge | Op::Gt) {
                found.compare(terms, args.iter().rev(), f);
            } else if matches!(op, Op::Le | Op::Lt) {
                found.compare(terms, args.iter(), f);
            } else if let (Op::Not, &[e]) = (op, args) {
                if terms.op(e) == Op::Eq {
                    found.differ(terms, terms.args(e));
                }
            } else if op == Op::Distinct {
                found.differ(terms, args);
            }
            if found.cut_count > before {
                found.given.push(f);
            }
        }
        Ok(found)
    }

    fn add(&mut self, s: Term, cut: Cut) {
        let known = self.cuts.entry(s).or_default();
        debug_assert!(known.len() <= WAYS, "a string is cut in more ways than are looked at");
        if known.len() < WAYS && !known.contains(&cut) {
            known.push(cut);
            self.cut_count += 1;
        }
    }

    /// The search that `x` is the result of.
    fn search(&self, terms: &Terms, x: Term) -> Option<Term> {
        let index = if searches(terms, x) { Some(x) } else { self.names.get(&x).copied() };
        debug_assert!(terms.sort(x) == Sort::Int, "a search for what is no number");
        index
    }

    /// The search that ends the slice `x`, which begins where its string does.
    fn front(&self, terms: &Terms, x: Term) -> Option<Term> {
        let slice = if terms.op(x) == Op::StrSubstr { x } else { *self.names.get(&x)? };
        let found = self.search(terms, terms.arg(slice, 2))?;
        let is_front = terms.int_value(terms.arg(slice, 1)).is_some_and(Int::is_zero)
            && terms.arg(found, 0) == terms.arg(slice, 0);
        is_front.then_some(found)
    }

    /// The slice `x` is not empty, so the word that it ends in front of is there.
    fn take_front(&mut self, terms: &Terms, x: Term) {
        if let Some(found) = self.front(terms, x) {
            self.add(terms.arg(found, 0), Cut::First(terms.arg(found, 1)));
        }
    }

    /// Of numbers that do not go down, as `f` says, a search that comes to at least 0 finds its word.
    fn compare<'a>(&mut self, terms: &Terms, args: impl Iterator<Item = &'a Term>, f: Term) {
        let strict = matches!(terms.op(f), Op::Lt | Op::Gt);
        let args: Vec<Term> = args.copied().collect();
        debug_assert!(args.iter().all(|&n| terms.sort(n) == Sort::Int), "no numbers are compared");
        for pair in args.windows(2) {
            if let (Op::StrLen | Op::StrToInt, &[s]) = (terms.op(pair[1]), terms.args(pair[1])) {
                let positive = i32::from(terms.op(pair[1]) == Op::StrLen);
                let least = rewrite::linear(terms, pair[0]).as_constant().cloned();
                let least = least.map(|n| n + &Int::from(i32::from(strict) - positive));
                if least.is_some_and(|n| !n.is_negative()) {
                    self.take_front(terms, s);
                }
                continue;
            }
            let Some(found) = self.search(terms, pair[1]) else { continue };
            // A search comes to -1 at least.
            let least = match self.search(terms, pair[0]) {
                Some(_) => Int::from(-1),
                None => match rewrite::linear(terms, pair[0]).as_constant() {
                    Some(n) => n.clone(),
                    None => continue,
                },
            };
            if !(least + &Int::from(i32::from(strict))).is_negative() {
                self.add(terms.arg(found, 0), Cut::First(terms.arg(found, 1)));
            }
        }
    }

    /// A search that does not come to -1 finds its word.
    fn differ(&mut self, terms: &Terms, args: &[Term]) {
        let &[a, b] = args else { return };
        debug_assert!(terms.sort(a) == terms.sort(b), "terms of different sorts differ anyway");
        for (x, n) in [(a, b), (b, a)] {
            if terms.sort(x) == Sort::Int
                && let Some(found) = self.search(terms, x)
                && rewrite::linear(terms, n).as_constant() == Some(&Int::NEG_ONE)
            {
                self.add(terms.arg(found, 0), Cut::First(terms.arg(found, 1)));
            }
        }
    }

    /// Of which cut the slice `t` is a piece, and which one: 0 in front of it, 1 behind it.
    fn side(&self, terms: &mut Terms, t: Term) -> Option<(Cut, usize)> {
        if terms.op(t) != Op::StrSubstr {
            return None;
        }
        let [s, start, count] = [0, 1, 2].map(|i| terms.arg(t, i));
        let cuts = self.cuts.get(&s)?;
        let length = length(terms, s);
        let [start, count] = [start, count].map(|n| rewrite::linear(terms, n));
        let beyond = count.clone().plus(&start).minus(&length);
        let slice = Slice {
            s,
            is_first: start.as_constant().is_some_and(Int::is_zero),
            is_last: beyond.as_constant().is_some_and(|n| !n.is_negative()) || count == length,
            behind: length.minus(&count),
            start,
            count,
        };
        let side = |cut: &Cut| Some((*cut, self.side_of(terms, &slice, *cut)?));
        cuts.iter().find_map(side)
    }

    fn side_of(&self, terms: &mut Terms, slice: &Slice, cut: Cut) -> Option<usize> {
        match cut {
            Cut::First(word) => {
                let letters = terms.str_value(word).map_or(0, <[u32]>::len);
                let is_index = |sum: &LinearSum, offset: usize| {
                    let [(x, factor)] = &sum.terms[..] else { return false };
                    let found = self.search(terms, *x).map(|i| [0, 1].map(|k| terms.arg(i, k)));
                    let is_right = found == Some([slice.s, word]) && factor.is_one();
                    is_right && sum.constant == Int::from(offset as u64)
                };
                let is_before = slice.is_first && is_index(&slice.count, 0);
                let is_after = slice.is_last && is_index(&slice.start, letters);
                is_before.then_some(0).or(is_after.then_some(1))
            }
            Cut::Prefix(p) => (slice.is_last && slice.start == length(terms, p)).then_some(1),
            Cut::Suffix(p) => (slice.is_first && slice.behind == length(terms, p)).then_some(0),
        }
    }
}

/// A slice of a string.
struct Slice {
    s: Term,
    start: LinearSum,
    count: LinearSum,
    /// Whether it begins where `s` does, and whether it ends there.
    is_first: bool,
    is_last: bool,
    /// How many letters are behind so many from the start of `s`.
    behind: LinearSum,
}

/// The length of a string as a sum.
fn length(terms: &mut Terms, s: Term) -> LinearSum {
    match terms.str_value(s) {
        Some(word) => LinearSum::constant(word.len() as u64),
        None => LinearSum::var(terms.mk(Op::StrLen, &[s])),
    }
}

/// Whether `t` looks for a word from the start of a string.
fn searches(terms: &Terms, t: Term) -> bool {
    terms.op(t) == Op::StrIndexOf
        && is_word(terms, terms.arg(t, 1))
        && terms.int_value(terms.arg(t, 2)).is_some_and(Int::is_zero)
}

fn is_word(terms: &Terms, t: Term) -> bool {
    terms.str_value(t).is_some_and(|word| !word.is_empty())
}
