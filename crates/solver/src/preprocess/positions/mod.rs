//! Texts that are read at running positions.
//!
//! A parser that does not copy keeps positions: `q = s.index(",", p); field = s[p:q]; p = q + 1`, or `n = int(s[p:p + 2])` and then
//! `s[p + 2:p + 2 + n]`. Each position is a sum over the one before, and each slice a question of its own about the whole text, so that
//! a search would have to find out step by step how the slices lie. But where the positions are known to follow each other within the
//! text, they cut it: `s = x1 "," x2 "," r` with `x1` and `x2` free of commas, `p1 = |x1|` and `p2 = p1 + 1 + |x2|`; or `s = y1 y2 r` with
//! `|y1| = 2` and `|y2| = n`. Such a [`Chain`] begins at 0 and takes a step as long as the [`Facts`] tell that it stays within:
//!
//! - a search from the last position that finds its word leads to the word and behind it;
//! - a slice from the last position leads to its end, if it is as long as it says, or if a position farther on is known to be within;
//! - a number leads to the next position that is read from, if that is known to be within.
//!
//! A text may be searched for several letters from the same position. If one is known to be found first, the others are looked for
//! behind it, and not in front. Slices between positions become concatenations of the pieces, searches sums of lengths.
//! A text that is copied rest by rest is cut once in each copy: `i = s.index(","); field, s = s[:i], s[i + 1:]`; or it begins or ends with
//! a word, and is what is left: `s = s[len(p):]`. This comes before anything is rewritten, as rewriting puts nested slices together, and
//! solving for the rests would nest them. (cvc5 infers such concatenations from equalities of the current context: Reynolds et al.,
//! *Scaling up DPLL(T) string solvers using context-dependent simplification*, CAV 2017.) Few cuts are left to the reductions of
//! functions, one at a time when a candidate is wrong.

mod chain;
mod facts;

use crate::audit::{Audit, Goal};
use crate::engine::Resources;
use base::{Budget, FxHashMap, Int, Interrupted};
use chain::Chain;
use facts::Facts;
use rewrite::LinearSum;
use std::collections::BTreeMap;
use terms::{Op, Term, Terms};

/// A fact: where texts are compared, so many slices are enough. An order is taken apart at the letters in front of which texts are cut.
const IN_ORDER: usize = 2;

/// What reads a string: a slice with its start and its count, or a search with its start.
#[derive(Default)]
struct Readers {
    slices: Vec<(Term, LinearSum, LinearSum)>,
    searches: Vec<(Term, LinearSum)>,
}

/// Replaces what reads texts at positions that follow each other by pieces of these texts. Whether there was enough.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<bool, Interrupted> {
    let Resources { terms, languages, audit, budget, .. } = res;
    let all = terms.post_order_within(formulas, budget)?;
    let is_ordered = all.iter().any(|&t| matches!(terms.op(t), Op::StrLt | Op::StrLe));
    let least = if is_ordered { IN_ORDER } else { budget.tunables().check.cuts };
    let is_running =
        |t: Term| terms.op(t) == Op::StrIndexOf && terms.int_value(terms.arg(t, 2)).is_none();
    if all.iter().filter(|&&t| terms.op(t) == Op::StrSubstr || is_running(t)).count() < least {
        return Ok(false);
    }
    let mut facts = Facts::of(terms, formulas, budget)?;
    let mut texts = readers(terms, &facts, &all, budget)?;
    facts.read(terms, languages, formulas, budget)?;
    texts.retain(|&s, readers| readers.are_running(terms, &facts, s));
    if texts.values().map(|r| r.slices.len() + r.searches.len()).sum::<usize>() < least {
        return Ok(false);
    }
    let mut cut = Cut::default();
    for (s, readers) in texts {
        if let Some(chain) = Chain::of(terms, &facts, s, &readers, budget)? {
            cut.add(terms, &facts, chain, &readers);
        }
    }
    if cut.memo.is_empty() {
        return Ok(false);
    }
    cut.apply(terms, &facts, formulas, audit, budget)?;
    Ok(true)
}

/// What reads which string. In the order of terms, as new constants are numbered.
fn readers(
    terms: &Terms,
    facts: &Facts,
    all: &[Term],
    budget: &Budget,
) -> Result<BTreeMap<Term, Readers>, Interrupted> {
    let mut texts: BTreeMap<Term, Readers> = BTreeMap::new();
    for &t in all {
        budget.charge(1)?;
        let (op, args) = (terms.op(t), terms.args(t));
        if matches!(op, Op::StrSubstr | Op::StrAt) {
            let count = match args.get(2) {
                Some(&count) => facts.sum(terms, count),
                None => LinearSum::constant(1),
            };
            let slices = &mut texts.entry(args[0]).or_default().slices;
            slices.push((t, facts.sum(terms, args[1]), count));
        } else if op == Op::StrIndexOf && terms.str_value(args[1]).is_some_and(|w| !w.is_empty()) {
            let start = facts.sum(terms, args[2]);
            texts.entry(args[0]).or_default().searches.push((t, start));
        }
    }
    Ok(texts)
}

impl Readers {
    /// Whether `s` is read at positions that depend on what is read, other than its end, or behind a word that it begins with, or up to
    /// one that it ends with.
    fn are_running(&self, terms: &mut Terms, facts: &Facts, s: Term) -> bool {
        let is_fixed = |sum: &LinearSum| sum.as_constant().is_some();
        let length = facts.reduced(&length(terms, s));
        let mut widths = |words: &[Term]| -> Vec<LinearSum> {
            words.iter().map(|&w| facts.reduced(&self::length(terms, w))).collect()
        };
        let (prefixes, suffixes) = (widths(facts.prefixes(s)), widths(facts.suffixes(s)));
        let is_running = |(_, start, count): &(Term, LinearSum, LinearSum)| {
            let missing = length.clone().minus(start).minus(count);
            let is_last =
                missing.as_constant().is_some_and(|n| !n.is_positive()) || *count == length;
            let is_first = start.as_constant().is_some_and(Int::is_zero);
            !is_fixed(start)
                || !is_fixed(count) && !is_fixed(&missing) && !is_last
                || is_last && prefixes.contains(start)
                || is_first && suffixes.contains(&missing)
        };
        self.searches.iter().any(|(_, start)| !is_fixed(start))
            || self.slices.iter().any(is_running)
    }
}

/// What becomes of the conjunction.
#[derive(Default)]
struct Cut {
    memo: FxHashMap<Term, Term>,
    equations: Vec<Term>,
    /// What the pieces and rests are.
    pieces: Vec<Term>,
    /// What numbers are at least, as searches that come to them find their words.
    found: FxHashMap<Term, Int>,
}

impl Cut {
    fn add(&mut self, terms: &mut Terms, facts: &Facts, chain: Chain, readers: &Readers) {
        for (t, start, count) in &readers.slices {
            if let Some(image) = chain.slice(terms, facts, start, count) {
                self.memo.insert(*t, image);
            }
        }
        debug_assert!(!chain.equations.is_empty(), "a chain of no steps");
        let searches = readers.searches.iter().map(|(t, _)| *t);
        self.memo.extend(searches.filter_map(|t| Some((t, chain.search(t)?))));
        self.found.extend(chain.found);
        self.equations.extend(chain.equations);
        self.pieces.extend(chain.given);
    }

    fn apply(
        mut self,
        terms: &mut Terms,
        facts: &Facts,
        formulas: &mut Vec<Term>,
        audit: &mut Audit,
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        debug_assert!(!self.equations.is_empty(), "pieces of no text");
        audit.trace.give_up();
        let mut given = self.pieces;
        if audit.is_on() {
            given.extend(&facts.given);
            let claim =
                |&e: &Term| audit.claim("preprocess.positions", &given, Goal::OneOf(vec![e]));
            self.equations.iter().for_each(claim);
        }
        formulas.extend(self.equations);
        let truth = terms.tt();
        for f in formulas.iter_mut() {
            let before = *f;
            *f = match facts.is_bound(before, &self.found) {
                true => truth,
                false => terms.map_bottom_up_within(before, &mut self.memo, budget, |_, t| t)?,
            };
            if audit.is_on() && *f != before {
                audit.claim("preprocess.positions", &given, Goal::Equal(before, *f));
            }
        }
        Ok(())
    }
}

/// The length of a string as a sum.
fn length(terms: &mut Terms, s: Term) -> LinearSum {
    match terms.str_value(s) {
        Some(word) => LinearSum::constant(word.len() as u64),
        None => LinearSum::var(terms.mk(Op::StrLen, &[s])),
    }
}

/// The number 1 less than the first one, for searches that find nothing.
fn nowhere() -> Int {
    Int::from(-1)
}
