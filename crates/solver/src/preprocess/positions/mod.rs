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
//! - a number leads to the next position that is read from, if that is known to be within;
//! - a choice leads to one of a few positions, one after the other ([`jumps`]).
//!
//! A text may be searched for several letters from the same position. If one is known to be found first, the others are looked for
//! behind it, and not in front. Where the first of several letters is chosen by cases, that is one search for any of them ([`earliest`]).
//! Slices between positions become concatenations of the pieces, searches sums of lengths.
//! A text that is copied rest by rest is cut once in each copy: `i = s.index(","); field, s = s[:i], s[i + 1:]`; or it begins or ends with
//! a word, and is what is left: `s = s[len(p):]`. This comes before anything is rewritten, as rewriting puts nested slices together, and
//! solving for the rests would nest them. (cvc5 infers such concatenations from equalities of the current context: Reynolds et al.,
//! *Scaling up DPLL(T) string solvers using context-dependent simplification*, CAV 2017.) Few cuts are left to the reductions of
//! functions, one at a time when a candidate is wrong.

mod ahead;
mod chain;
mod earliest;
mod facts;
mod jumps;
mod rests;

use crate::audit::{Audit, Goal};
use crate::engine::Resources;
use ahead::Ahead;
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted};
use chain::Chain;
use facts::Facts;
use jumps::Jumps;
use rewrite::LinearSum;
use std::collections::BTreeMap;
use terms::{Op, Sort, Term, Terms};

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
    let Resources { terms, audit, budget, .. } = res;
    let is_searched = earliest::as_searches(terms, formulas, audit, budget)?;
    let all = terms.post_order_within(formulas, budget)?;
    let is_choice = |&t: &Term| terms.op(t) == Op::Ite && terms.sort(t) == Sort::String;
    if all.iter().filter(|t| is_choice(t)).count() >= chain::JUMPS {
        let facts = Facts::of(terms, formulas, budget)?;
        let by_positions = rests::as_positions(terms, &facts, formulas, audit, budget)?;
        if let Some(mut by_positions) = by_positions
            && cut(res, &mut by_positions, true)?
        {
            *formulas = by_positions;
            return Ok(true);
        }
    }
    Ok(cut(res, formulas, false)? || is_searched)
}

/// Puts pieces in the place of what reads texts, if there is enough; or texts must be read by cases.
fn cut(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
    is_by_cases: bool,
) -> Result<bool, Interrupted> {
    let Resources { terms, languages, audit, budget, .. } = res;
    let all = terms.post_order_within(formulas, budget)?;
    let is_ordered = all.iter().any(|&t| matches!(terms.op(t), Op::StrLt | Op::StrLe));
    let least = if is_ordered { IN_ORDER } else { budget.tunables().check.cuts };
    let reads = |t: Term, op: Op, place: usize| {
        terms.op(t) == op && terms.int_value(terms.arg(t, place)).is_none()
    };
    let is_letter = |&&t: &&Term| reads(t, Op::StrAt, 1);
    let is_running = |&&t: &&Term| {
        let searches = [Op::StrIndexOf, Op::StrIndexOfRe];
        terms.op(t) == Op::StrSubstr || searches.iter().any(|&op| reads(t, op, 2))
    };
    let is_choice = |&t: &Term| terms.op(t) == Op::Ite && terms.sort(t) == Sort::Int;
    let (running, mut few) = (all.iter().filter(is_running).count(), least);
    let mut letters = 0;
    if all.iter().any(is_choice) {
        few = least.min(chain::JUMPS);
        letters = all.iter().filter(is_letter).count();
    }
    if running + letters < few {
        return Ok(false);
    }
    let mut facts = Facts::of(terms, formulas, budget)?;
    let mut texts = readers(terms, &facts, &all, budget)?;
    facts.read(terms, languages, formulas, budget)?;
    texts.retain(|&s, readers| readers.are_running(terms, &facts, s));
    let readers = texts.values().map(|r| r.slices.len() + r.searches.len()).sum::<usize>();
    if readers < few {
        return Ok(false);
    }
    // If there are few, only texts are looked at that are read by cases.
    let are_few = running.min(readers) < least || is_by_cases;
    let equations: FxHashSet<Term> =
        formulas.iter().copied().filter(|&f| terms.op(f) == Op::Eq).collect();
    // What gives a name to a number does not compare it.
    let is_comparison = |&t: &Term| {
        matches!(terms.op(t), Op::Eq | Op::Lt | Op::Le | Op::Gt | Op::Ge)
            && terms.sort(terms.arg(t, 0)) == Sort::Int
            && !equations.contains(&t)
    };
    let comparisons: Vec<Term> = all.iter().copied().filter(is_comparison).collect();
    let jumps = Jumps::of(terms, &facts, &texts);
    let mut cut = Cut::default();
    for (s, readers) in texts {
        let chain = Chain::of(terms, &facts, (s, &readers), &jumps, budget)?;
        if let Some(chain) = chain.filter(|chain| !are_few || chain.has_jumped) {
            cut.add(terms, &facts, chain, (&readers, &comparisons));
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
        } else if op == Op::StrIndexOf && terms.str_value(args[1]).is_some_and(|w| !w.is_empty())
            || op == Op::StrIndexOfRe && earliest::letters(terms, t).is_some()
        {
            let start = facts.sum(terms, args[2]);
            texts.entry(args[0]).or_default().searches.push((t, start));
        }
    }
    Ok(texts)
}

impl Readers {
    /// Where something is read from.
    fn starts(&self) -> impl Iterator<Item = &LinearSum> {
        let slices = self.slices.iter().map(|(_, start, _)| start);
        slices.chain(self.searches.iter().map(|(_, start)| start))
    }

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
    fn add(
        &mut self,
        terms: &mut Terms,
        facts: &Facts,
        chain: Chain,
        (readers, comparisons): (&Readers, &[Term]),
    ) {
        let ahead = Ahead::of(&chain);
        for (t, start, count) in &readers.slices {
            let mut image = chain.slice(terms, facts, start, count);
            if let (None, Some(ahead)) = (image, &ahead) {
                image = ahead.slice(terms, start, count);
            }
            self.memo.extend(image.map(|image| (*t, image)));
        }
        for (&t, ahead) in comparisons.iter().zip(ahead.iter().cycle()) {
            self.memo.extend(ahead.comparison(terms, facts, t).map(|image| (t, image)));
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
