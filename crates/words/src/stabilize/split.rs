//! Choosing an equation to split, and splitting it along a noodle.
//!
//! Each side of an equation is a chain of *links*. Neighbours that occur nowhere else in the branch, and
//! letters, make one link together: where one ends and the next begins does not matter to anything
//! else, so it is left to the model. An equation with a side of one such link is an inclusion of the other side in
//! it: it narrows the languages there and disappears. Processing such equations as long as there are any is
//! stabilization along an acyclic inclusion graph (a topological order of the graph is an order in which one
//! side has become private), so chain-free systems never need anything else.

use super::languages::{ALL, Lang, Languages, Pair, Part};
use super::reason::Reason;
use super::state::State;
use crate::system::{Sym, Var, Word, constant, vars_of};
use base::Cost;
use base::Upper::{self, AtMost};
use base::minimize::{Trial, minimize, minimize_by_halves};
use base::{FxHashMap, Idx, Limits, Stop};
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// A part of a side that is cut as a whole.
#[derive(Clone, Debug)]
pub(super) enum Link {
    /// A variable that occurs elsewhere, too.
    Shared(Var),
    /// Letters and variables that occur nowhere else.
    Private(Word),
}

/// How an equation is to be split.
#[derive(Clone, Debug)]
pub(super) struct Split {
    pub equation: usize,
    left: Vec<Link>,
    right: Vec<Link>,
    pair: Pair,
    pub count: Upper<u64>,
    /// Whether a variable occurs twice, so that the number of equations may not go down.
    pub repeats: bool,
}

/// An equation that could be split.
struct Candidate {
    equation: usize,
    left: Vec<Link>,
    right: Vec<Link>,
    left_langs: Vec<Lang>,
    right_langs: Vec<Lang>,
    kind: Kind,
    /// Greater than the number of states of the product.
    size: Cost,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    /// One side is one link that matters nowhere else: no boundary moves.
    Private,
    /// All variables are different: one equation less.
    Linear,
    /// Anything may come.
    Repeating,
}

/// The equation that is best split, with the number of ways to do it. There must be an equation.
pub(super) fn choose(
    state: &State,
    languages: &mut Languages,
    limits: &Limits,
) -> Result<Split, Stop> {
    assert!(!state.equations.is_empty(), "there is no equation to split");
    let occurrences = state.occurrences();
    let mut candidates = Vec::new();
    for at in 0..state.equations.len() {
        candidates.push(candidate(state, at, &occurrences, languages, limits)?);
    }
    base::order::sort_by_key(&mut candidates, |c| (c.kind, c.size));
    let mut best: Option<(Upper<u64>, Split)> = None;
    let tunables = &limits.tunables().words;
    for c in candidates.into_iter().take(tunables.split_equations) {
        if best.is_some() && c.size > Cost::new(tunables.split_states) {
            continue;
        }
        let (pair, count) = languages.align(&c.left_langs, &c.right_langs, limits)?;
        let kind = c.kind;
        let weight = match kind {
            Kind::Private => 1,
            Kind::Linear => tunables.split_linear,
            Kind::Repeating => tunables.split_repeating,
        };
        let repeats = kind == Kind::Repeating;
        let split =
            Split { equation: c.equation, left: c.left, right: c.right, pair, count, repeats };
        if count == AtMost(0) || count == AtMost(1) && !repeats {
            return Ok(split);
        }
        let cost = count * AtMost(weight);
        if best.as_ref().is_none_or(|b| cost < b.0) {
            best = Some((cost, split));
        }
    }
    Ok(best.map(|b| b.1).unwrap_or_else(|| unreachable!("there is an equation")))
}

fn candidate(
    state: &State,
    equation: usize,
    occurrences: &[u32],
    languages: &mut Languages,
    limits: &Limits,
) -> Result<Candidate, Stop> {
    let e = &state.equations[equation];
    debug_assert!(
        !e.left.is_empty() && !e.right.is_empty(),
        "an equation with an empty side needs no split"
    );
    let (left, right) = (links(&e.left, occurrences), links(&e.right, occurrences));
    let left_langs = langs(state, &left, languages, limits)?;
    let right_langs = langs(state, &right, languages, limits)?;
    let is_private = |side: &[Link]| matches!(side, [Link::Private(_)]);
    let mut shared: Vec<Var> = left.iter().chain(&right).filter_map(Link::shared).collect();
    let all = shared.len();
    base::order::sort(&mut shared);
    shared.dedup();
    let kind = if is_private(&left) || is_private(&right) {
        Kind::Private
    } else if shared.len() == all {
        Kind::Linear
    } else {
        Kind::Repeating
    };
    let states = |side: &[Lang]| side.iter().map(|&l| languages.nfa(l).len() as u64).sum::<u64>();
    let size = Cost::new(states(&left_langs)) * Cost::new(states(&right_langs));
    Ok(Candidate { equation, left, right, left_langs, right_langs, kind, size })
}

impl Link {
    fn shared(&self) -> Option<Var> {
        match self {
            Link::Shared(x) => Some(*x),
            Link::Private(_) => None,
        }
    }

    /// Whether this is one of the variables that have words already.
    fn is_in(&self, known: &FxHashMap<Var, Word>) -> bool {
        self.shared().is_some_and(|x| known.contains_key(&x))
    }

    fn vars(&self) -> Vec<Var> {
        match self {
            Link::Shared(x) => vec![*x],
            Link::Private(run) => vars_of(run).collect(),
        }
    }
}

fn links(side: &[Sym], occurrences: &[u32]) -> Vec<Link> {
    let mut links = Vec::new();
    for &s in side {
        match (s, links.last_mut()) {
            (Sym::Var(x), _) if occurrences[x.index()] > 1 => links.push(Link::Shared(x)),
            (s, Some(Link::Private(run))) => run.push(s),
            (s, _) => links.push(Link::Private(vec![s])),
        }
    }
    debug_assert!(
        !links.windows(2).any(|w| w[0].shared().is_none() && w[1].shared().is_none()),
        "neighbours that could be one link are two"
    );
    links
}

fn langs(
    state: &State,
    links: &[Link],
    languages: &mut Languages,
    limits: &Limits,
) -> Result<Vec<Lang>, Stop> {
    let mut out = Vec::new();
    for link in links {
        out.push(match link {
            Link::Shared(x) => state.lang(*x),
            Link::Private(run) => {
                let parts = runs(state, run, languages);
                languages.concat(&parts, limits)?
            }
        });
    }
    Ok(out)
}

/// The languages of `run`, letters that follow each other taken together.
fn runs(state: &State, run: &[Sym], languages: &mut Languages) -> Vec<Lang> {
    pieces(state, run, languages).into_iter().map(|(_, lang)| lang).collect()
}

/// As [`runs`], with the variables. Letters are one piece, as what is cut may be long.
fn pieces(state: &State, run: &[Sym], languages: &mut Languages) -> Vec<(Option<Var>, Lang)> {
    let mut pieces = Vec::new();
    for part in run.chunk_by(|a, b| a.var().is_none() && b.var().is_none()) {
        pieces.push(match (part, constant(part)) {
            (_, Some(letters)) => (None, languages.of_word(&letters)),
            ([Sym::Var(x)], _) => (Some(*x), state.lang(*x)),
            _ => unreachable!("a variable is a chunk of its own"),
        });
    }
    pieces
}

/// What `split` rests on: the equation and the languages in it.
pub(super) fn reason(state: &State, split: &Split) -> Reason {
    let mut reason = state.equations[split.equation].reason.clone();
    for link in split.left.iter().chain(&split.right) {
        link.vars().iter().for_each(|x| reason.extend(&state.vars[*x].1));
    }
    reason
}

/// What the refutation of `split`, which has no noodle, rests on: languages are left out that are not needed. Each attempt takes
/// a product, so of many languages, runs are left out at once, and some stay that were not tried alone.
pub(super) fn refutation(
    state: &State,
    split: &Split,
    languages: &mut Languages,
    limits: &Limits,
) -> Result<Reason, Stop> {
    debug_assert_eq!(split.count, AtMost(0), "an equation with noodles is not refuted");
    let e = &state.equations[split.equation];
    let mut reason = e.reason.clone();
    let mut vars: Vec<Var> = vars_of(&e.left).chain(vars_of(&e.right)).collect();
    base::order::sort(&mut vars);
    vars.dedup();
    vars.retain(|x| state.lang(*x) != ALL);
    let mut is_refuted = |kept: &[usize]| {
        let kept: Vec<Var> = kept.iter().map(|&at| vars[at]).collect();
        let [left, right] = [&e.left, &e.right].map(|side| relax(state, side, &kept, languages));
        languages.are_disjoint(&left, &right, limits).map(Trial::from)
    };
    let few = limits.tunables().words.shrink_literals;
    let kept = if vars.len() <= few {
        minimize(vars.len(), 0..vars.len(), |kept, _| is_refuted(kept))?
    } else {
        let mut attempts = 0..2 * few;
        minimize_by_halves(vars.len(), |kept| {
            attempts.next().map_or(Ok(Trial::Stop), |_| is_refuted(kept))
        })?
    };
    kept.into_iter().for_each(|at| reason.extend(&state.vars[vars[at]].1));
    Ok(reason)
}

/// The languages of a side, those not in `kept` widened to all words.
fn relax(state: &State, side: &[Sym], kept: &[Var], languages: &mut Languages) -> Vec<Lang> {
    let mut out = Vec::new();
    for part in side.chunk_by(|a, b| a.var().is_none() && b.var().is_none()) {
        match part {
            [Sym::Var(x)] if !kept.contains(x) => out.push(ALL),
            part => out.extend(runs(state, part, languages)),
        }
    }
    out
}

/// The branch for the noodle number `at`, if there are so many; `depth` is that of the decision.
pub(super) fn child(
    state: &State,
    split: &Split,
    at: usize,
    depth: Option<usize>,
    languages: &mut Languages,
    limits: &Limits,
) -> Result<Option<State>, Stop> {
    let Some(noodle) = languages.noodle(split.pair, at, limits)? else { return Ok(None) };
    let mut reason = reason(state, split);
    if let Some(depth) = depth {
        reason.decide(depth);
    }
    debug_assert!(
        noodle.iter().all(|p| p.left < split.left.len() && p.right < split.right.len()),
        "a noodle is of other links than the split"
    );
    let mut child = state.clone();
    child.take_equation(split.equation, split.repeats);
    limits.charge(child.size() + noodle.len() as u64)?;
    let shared = Rc::new(reason);
    let words: Vec<Word> =
        noodle.iter().map(|p| part_word(p, &mut child, &shared, languages)).collect();
    let (mut known, mut defined) = (FxHashMap::default(), Vec::new());
    let left = links_words(split.left.len(), noodle.iter().map(|p| p.left).zip(&words));
    let right = links_words(split.right.len(), noodle.iter().map(|p| p.right).zip(&words));
    let links = split.left.iter().chain(&split.right);
    for (link, (word, count)) in links.zip(left.into_iter().chain(right)) {
        debug_assert!(
            split.repeats || !link.is_in(&known) || count <= 1,
            "a split that is said to end leaves an equation of several parts"
        );
        match link {
            Link::Shared(x) => match known.entry(*x) {
                Entry::Occupied(other) => {
                    child.equate(other.get().clone(), word, (*shared).clone());
                }
                Entry::Vacant(new) => {
                    defined.push((*x, new.insert(word).clone()));
                }
            },
            Link::Private(run) if run.iter().any(|s| s.var().is_some()) => {
                let run = pieces(&child, run, languages);
                child.cut(word, run);
            }
            Link::Private(_) => {}
        }
    }
    child.define_all(&known, defined, &shared);
    Ok(Some(child))
}

/// For each of so many links the word of its parts, and how many these are; of a part it is told which link it is of.
fn links_words<'a>(
    links: usize,
    parts: impl Iterator<Item = (usize, &'a Word)>,
) -> Vec<(Word, usize)> {
    let mut all = vec![(Word::new(), 0); links];
    for (link, part) in parts {
        let (word, count) = &mut all[link];
        word.extend(part);
        *count += 1;
    }
    all
}

/// A new variable for a part, or its letters if it has just one word.
fn part_word(
    part: &Part,
    child: &mut State,
    reason: &Rc<Reason>,
    languages: &mut Languages,
) -> Word {
    match languages.single_word(part.lang) {
        Some(letters) => letters.iter().map(|&c| Sym::Char(c)).collect(),
        None => vec![Sym::Var(child.fresh(part.lang, reason.clone()))],
    }
}
