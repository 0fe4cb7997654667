//! Memberships of concatenations as runs of an automaton over the parts.
//!
//! Problem: `f0 "," f1 "," f2` has no `",,,"`, where fields are letters. The procedures for words find one place after another where two
//! fields are empty, and each conflict names more fields than these two.
//!
//! But in whatever state an automaton is in front of a field, all words of the field's language lead to the same state, but for the empty
//! word; so the state behind it is a case of whether the field is empty. Read from the last part to the first, these cases make a decision
//! diagram of which states accept what is left: one node for each part and state. A part of few words has a case for each word. So does a
//! text that grows at either end or stays as it is, n times, and in the end is a given word: an equation with many choices. Where
//! words of a part lead to several states the membership is left as it is: noodlification (Chen et al., *Solving String Constraints with
//! Lengths by Stabilization*, OOPSLA 2023) would make languages of the cases, one for each pair of states, which are no atoms that
//! anything else is about.

use super::super::flat::flat;
use super::alphabets::Alphabets;
use super::memberships::{of_letters, of_part};
use crate::strings::languages::Languages;
use automata::nfa::{Nfa, State};
use automata::{CharSet, Re};
use base::{FxHashMap, FxHashSet, Limits, Stop};
use std::collections::hash_map::Entry;
use terms::{Op, Term, Terms};

/// A fact: an automaton with more states is not that of a short word, and its diagram is no longer read.
const STATES: usize = 16;

/// A fact: of so many choices between words a search goes through exponentially many texts, so a diagram of any size within the steps that
/// are left is better, also of an equation.
const CHOICES: usize = 8;

/// A fact: a part with more words has no case for each.
const WORDS: usize = 8;

/// Where the words of a part lead from a state.
#[derive(Clone)]
struct Moves {
    /// These words each to a state.
    cases: Vec<(Vec<u32>, State)>,
    /// All others.
    otherwise: State,
}

impl Moves {
    fn targets(&self) -> impl Iterator<Item = State> + '_ {
        self.cases.iter().map(|case| case.1).chain([self.otherwise])
    }
}

/// A deterministic automaton with a state more, for words that it has no move for.
struct Run {
    automaton: Nfa,
    /// For each state the letters without a move.
    missing: Vec<CharSet>,
}

impl Run {
    fn of(automaton: Nfa) -> Run {
        debug_assert!(automaton.is_deterministic(), "a word with two runs");
        let guards = |s| automaton.edges(s).iter().map(|edge| &edge.0);
        let covered = |s| guards(s).fold(CharSet::empty(), |all, guard| all.union(guard));
        let missing = automaton.states().map(|s| covered(s).complement()).collect();
        Run { automaton, missing }
    }

    fn sink(&self) -> State {
        base::id32(self.missing.len())
    }

    fn accepts(&self, s: State) -> bool {
        s != self.sink() && self.automaton.is_final(s)
    }

    /// Where one of these letters leads.
    fn successors(&self, s: State, letters: &CharSet) -> Vec<State> {
        if s == self.sink() {
            return vec![s];
        }
        let meets = |set: &CharSet| !set.intersect(letters).is_empty();
        let edges = self.automaton.edges(s).iter();
        let moves = edges.filter(|edge| meets(&edge.0)).map(|edge| edge.1);
        moves.chain(meets(&self.missing[s as usize]).then_some(self.sink())).collect()
    }

    fn step(&self, s: State, c: u32) -> State {
        self.successors(s, &CharSet::single(c))[0]
    }
}

/// Moves from the states that a run may be in, in front of a part.
type Column = FxHashMap<State, Moves>;

/// What the membership `t` of a concatenation is, or what it asks of a word at its ends or within it, in terms of which words its
/// parts are.
///
/// # Errors
/// When the limits are reached.
pub(super) fn unrolled(
    terms: &mut Terms,
    languages: &mut Languages,
    alphabets: &Alphabets,
    t: Term,
    limits: &Limits<'_>,
) -> Result<Option<Term>, Stop> {
    let Some(asked) = asked(terms, languages, t, limits)? else { return Ok(None) };
    let automaton = Nfa::from_regex(&mut languages.regexes, asked, limits)?.minimize(limits)?;
    let &[start] = automaton.initial() else { return Ok(None) };
    let (len, parts) = (automaton.len(), flat(terms, text(terms, t)));
    if len > STATES
        && !(are_chosen(terms, &parts) && limits.left() / 2 > (len * parts.len()) as u64)
    {
        return Ok(None);
    }
    let run = Run::of(automaton);
    let mut columns: Vec<Column> = Vec::new();
    let mut known = FxHashMap::default();
    let mut states = vec![start];
    for &part in &parts {
        let language = match of_part(terms, languages, alphabets, part, limits)? {
            Some(language) => language,
            None => of_letters(terms, languages, alphabets, part),
        };
        let Some(column) = column(languages, &run, &states, language, &mut known, limits)? else {
            return Ok(None);
        };
        states = column.values().flat_map(Moves::targets).collect();
        base::order::sort(&mut states);
        states.dedup();
        columns.push(column);
    }
    let mut accepted: FxHashMap<State, Term> =
        states.into_iter().map(|s| (s, terms.bool(run.accepts(s)))).collect();
    for (part, column) in parts.into_iter().zip(columns).rev() {
        accepted = in_front(terms, part, column, &accepted, limits)?;
    }
    debug_assert!(accepted.len() == 1, "a run that starts in several states");
    Ok(accepted.get(&start).copied())
}

/// Whether many of `parts` are choices.
fn are_chosen(terms: &Terms, parts: &[Term]) -> bool {
    parts.iter().filter(|&&part| terms.op(part) == Op::Ite).count() >= CHOICES
}

/// The text that `t` asks something of.
fn text(terms: &Terms, t: Term) -> Term {
    let is_second = matches!(terms.op(t), Op::StrPrefixOf | Op::StrSuffixOf)
        || terms.op(t) == Op::Eq && terms.op(terms.arg(t, 0)) != Op::StrConcat;
    terms.arg(t, usize::from(is_second))
}

/// Whether `t` may be unrolled.
pub(super) fn asks(terms: &Terms, t: Term) -> bool {
    if !matches!(
        terms.op(t),
        Op::Eq | Op::StrInRe | Op::StrContains | Op::StrPrefixOf | Op::StrSuffixOf
    ) {
        return false;
    }
    let text = text(terms, t);
    terms.op(text) == Op::StrConcat
        && (terms.op(t) != Op::Eq || are_chosen(terms, terms.args(text)))
}

/// The language of which `t` asks whether a concatenation is in it.
fn asked(
    terms: &Terms,
    languages: &mut Languages,
    t: Term,
    limits: &Limits<'_>,
) -> Result<Option<Re>, Stop> {
    if !asks(terms, t) {
        return Ok(None);
    }
    let op = terms.op(t);
    if op == Op::StrInRe {
        return languages.language_within(terms, terms.arg(t, 1), limits);
    }
    let is_first = terms.arg(t, 0) != text(terms, t);
    let Some(word) = terms.str_value(terms.arg(t, usize::from(!is_first))) else {
        return Ok(None);
    };
    let word = languages.regexes.word(word);
    if op == Op::Eq {
        return Ok(Some(word));
    }
    let front = if op == Op::StrPrefixOf { Re::EPS } else { Re::ALL };
    let back = if op == Op::StrSuffixOf { Re::EPS } else { Re::ALL };
    Ok(Some(languages.regexes.concat_all([front, word, back])))
}

/// The moves from each of the states by a part of a language.
fn column(
    languages: &mut Languages,
    run: &Run,
    states: &[State],
    language: Re,
    known: &mut FxHashMap<(Re, State), Option<Moves>>,
    limits: &Limits<'_>,
) -> Result<Option<Column>, Stop> {
    let mut column = Column::default();
    for &s in states {
        limits.charge(1)?;
        let moves = match known.entry((language, s)) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let words = Nfa::from_regex(&mut languages.regexes, language, limits)?;
                entry.insert(moves(run, s, &words, limits)?)
            }
        };
        let Some(moves) = moves else { return Ok(None) };
        column.insert(s, moves.clone());
    }
    Ok(Some(column))
}

/// Where words lead from `s`, if that is a few cases.
fn moves(run: &Run, s: State, words: &Nfa, limits: &Limits<'_>) -> Result<Option<Moves>, Stop> {
    let targets = targets(run, s, words, limits)?;
    if let [target] = targets[..] {
        let is_case = words.accepts_epsilon() && target != s;
        let cases = if is_case { vec![(Vec::new(), s)] } else { Vec::new() };
        return Ok(Some(Moves { cases, otherwise: target }));
    }
    let Some(words) = words.finite_words(WORDS, limits)? else { return Ok(None) };
    let read = |word: &Vec<u32>| word.iter().fold(s, |at, &c| run.step(at, c));
    let mut cases: Vec<(Vec<u32>, State)> =
        words.into_iter().map(|word| (read(&word), word)).map(|(s, word)| (word, s)).collect();
    Ok(cases.pop().map(|(_, otherwise)| Moves { cases, otherwise }))
}

/// The states that words of at least one letter lead to.
fn targets(run: &Run, s: State, words: &Nfa, limits: &Limits<'_>) -> Result<Vec<State>, Stop> {
    let mut reached: FxHashSet<(State, State)> = FxHashSet::default();
    let mut stack: Vec<(State, State)> = words.initial().iter().map(|&w| (s, w)).collect();
    let mut targets = Vec::new();
    while let Some((at, w)) = stack.pop() {
        for (letters, next) in words.edges(w) {
            for to in run.successors(at, letters) {
                limits.charge(1)?;
                if reached.insert((to, *next)) {
                    stack.push((to, *next));
                    targets.extend(words.is_final(*next).then_some(to));
                }
            }
        }
    }
    base::order::sort(&mut targets);
    targets.dedup();
    Ok(targets)
}

/// Which states accept a part and what is behind it, where that is known of the states behind it.
fn in_front(
    terms: &mut Terms,
    part: Term,
    column: Column,
    accepted: &FxHashMap<State, Term>,
    limits: &Limits<'_>,
) -> Result<FxHashMap<State, Term>, Stop> {
    let mut before = FxHashMap::default();
    for (s, moves) in column {
        debug_assert!(moves.targets().all(|t| accepted.contains_key(&t)), "a run that ends midway");
        let mut whole = accepted[&moves.otherwise];
        for (word, target) in moves.cases {
            limits.charge(1)?;
            let word = terms.string(&word);
            let is_word = terms.eq(part, word);
            whole = choice(terms, is_word, accepted[&target], whole);
        }
        before.insert(s, whole);
    }
    Ok(before)
}

/// `(ite c a b)` of formulas; constants among them are not left to rewriting, as a diagram may be deep.
fn choice(terms: &mut Terms, c: Term, a: Term, b: Term) -> Term {
    if a == b {
        return a;
    }
    let not = terms.not(c);
    match (terms.bool_value(a), terms.bool_value(b)) {
        (Some(true), Some(_)) => c,
        (Some(false), Some(_)) => not,
        (Some(true), None) => terms.or(&[c, b]),
        (Some(false), None) => terms.and(&[not, b]),
        (None, Some(true)) => terms.or(&[not, a]),
        (None, Some(false)) => terms.and(&[c, a]),
        (None, None) => terms.ite(c, a, b),
    }
}
