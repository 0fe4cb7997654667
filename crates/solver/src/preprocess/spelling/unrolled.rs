//! A membership of a word of known length: the automaton, unrolled letter by letter.
//!
//! Where letters may be missing at the end, the word ends before the first that is missing; where they may be missing anywhere, the
//! state stays what it was.

use super::word::{Letter, Shape, reads};
use automata::{CharSet, Re, Regexes};
use base::{FxHashMap, Limits, Stop};
use terms::{Term, Terms};

/// What follows if a letter is missing.
#[derive(Clone, Copy, Debug)]
enum Missing {
    /// Nothing does.
    No,
    /// The word is over.
    End,
    /// This state at the next place.
    Stay(usize),
}

/// A state at a place.
struct State {
    /// Under which letters it leads to which states at the next place.
    moves: Vec<(CharSet, usize)>,
    missing: Missing,
}

impl State {
    fn is_alive(&self) -> bool {
        !self.moves.is_empty() || !matches!(self.missing, Missing::No)
    }
}

/// The states that are on a way from the beginning to an end, place by place. The first one is the beginning.
pub(super) struct Unrolled {
    layers: Vec<Vec<State>>,
    /// Whether there is any such way.
    has_words: bool,
}

/// The states that were met at a place.
#[derive(Default)]
struct Layer {
    states: Vec<Re>,
    index: FxHashMap<Re, usize>,
}

impl Layer {
    fn enter(&mut self, re: Re) -> usize {
        *self.index.entry(re).or_insert_with(|| {
            self.states.push(re);
            self.states.len() - 1
        })
    }
}

impl Unrolled {
    /// The words of `language` with a letter at each of `places`; it may be missing where that is true, and where `shape` says.
    pub(super) fn new(
        regexes: &mut Regexes,
        language: Re,
        places: &[bool],
        shape: Shape,
        limits: &Limits<'_>,
    ) -> Result<Unrolled, Stop> {
        let mut unrolled = Unrolled { layers: Vec::with_capacity(places.len()), has_words: false };
        let mut states = vec![language];
        for &may_miss in places {
            let shape = if may_miss { shape } else { Shape::Exact };
            states = unrolled.step(regexes, &states, shape, limits)?;
        }
        debug_assert!(unrolled.layers.len() == places.len(), "a place has no states");
        let ends: Vec<bool> = states.iter().map(|&re| regexes.nullable(re)).collect();
        unrolled.prune(ends);
        Ok(unrolled)
    }

    /// Adds the layer of `states`; returns those behind it.
    fn step(
        &mut self,
        regexes: &mut Regexes,
        states: &[Re],
        shape: Shape,
        limits: &Limits<'_>,
    ) -> Result<Vec<Re>, Stop> {
        let mut next = Layer::default();
        let mut layer = Vec::with_capacity(states.len());
        for &re in states {
            let mut moves = Vec::new();
            for i in regexes.deterministic_moves(re, limits)? {
                limits.charge(1)?;
                let step = regexes.get_move(i);
                moves.push((regexes.set(step.guard).clone(), next.enter(step.target)));
            }
            let missing = match shape {
                Shape::Gapped => Missing::Stay(next.enter(re)),
                Shape::Padded if regexes.nullable(re) => Missing::End,
                Shape::Exact | Shape::Padded => Missing::No,
            };
            layer.push(State { moves, missing });
        }
        self.layers.push(layer);
        Ok(next.states)
    }

    /// Drops moves to states that are on no way to an end. `alive` are those behind the last layer.
    fn prune(&mut self, mut alive: Vec<bool>) {
        for layer in self.layers.iter_mut().rev() {
            for state in layer.iter_mut() {
                state.moves.retain(|&(_, to)| alive[to]);
                if matches!(state.missing, Missing::Stay(to) if !alive[to]) {
                    state.missing = Missing::No;
                }
            }
            alive = layer.iter().map(State::is_alive).collect();
        }
        self.has_words = alive[0];
    }

    /// The letters that words have at each place, at least.
    pub(super) fn letters(&self) -> impl Iterator<Item = CharSet> + '_ {
        let all = |layer: &Vec<State>| {
            let moves = layer.iter().flat_map(|state| &state.moves);
            moves.fold(CharSet::empty(), |all, (guard, _)| all.union(guard))
        };
        self.layers.iter().map(all)
    }

    /// The word with these codes is among those; something is known of the codes.
    pub(super) fn holds(
        &self,
        terms: &mut Terms,
        codes: &[Term],
        known: &FxHashMap<Term, Letter>,
        limits: &Limits<'_>,
    ) -> Result<Term, Stop> {
        debug_assert!(codes.len() == self.layers.len(), "the automaton is for another length");
        if !self.has_words {
            return Ok(terms.ff());
        }
        let tt = terms.tt();
        // What must hold behind a place, by states; where nothing is known yet nothing is left to be read.
        let mut behind: Vec<Term> = Vec::new();
        for (layer, &code) in self.layers.iter().zip(codes).rev() {
            let mut formulas = Vec::with_capacity(layer.len());
            for state in layer {
                limits.charge(1 + state.moves.len() as u64)?;
                let then = |to: usize| behind.get(to).copied().unwrap_or(tt);
                formulas.push(goes_on(terms, state, code, known.get(&code), then));
            }
            behind = formulas;
        }
        Ok(behind.first().copied().unwrap_or(tt))
    }
}

/// From `state`, the letter leads somewhere where the rest is right. States with one formula are one.
fn goes_on(
    terms: &mut Terms,
    state: &State,
    code: Term,
    known: Option<&Letter>,
    then: impl Fn(usize) -> Term,
) -> Term {
    let mut cases: Vec<(Term, CharSet, bool)> = match state.missing {
        Missing::No => Vec::new(),
        Missing::End => vec![(terms.tt(), CharSet::empty(), true)],
        Missing::Stay(to) => vec![(then(to), CharSet::empty(), true)],
    };
    for (guard, to) in &state.moves {
        let rest = then(*to);
        match cases.iter_mut().find(|case| case.0 == rest) {
            Some(case) => case.1 = case.1.union(guard),
            None => cases.push((rest, guard.clone(), false)),
        }
    }
    let mut disjuncts = Vec::with_capacity(cases.len());
    for (rest, guard, or_missing) in cases {
        let reads = reads(terms, code, &guard, or_missing, known);
        if reads != terms.ff() && rest != terms.ff() {
            let parts: Vec<Term> = [reads, rest].into_iter().filter(|&t| t != terms.tt()).collect();
            disjuncts.push(terms.and(&parts));
        }
    }
    terms.or(&disjuncts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;
    use terms::{Op, Sort};

    fn digits_then_x(regexes: &mut Regexes) -> Re {
        let (digit, x) = (regexes.range(48, 57), regexes.text("x"));
        let digits = regexes.plus(digit);
        regexes.concat(digits, x)
    }

    #[test]
    fn each_place_has_its_letters() {
        let (mut regexes, budget) = (Regexes::new(), Budget::unlimited());
        let language = digits_then_x(&mut regexes);
        let limits = Limits::none(&budget);
        let unrolled =
            Unrolled::new(&mut regexes, language, &[false; 3], Shape::Exact, &limits).unwrap();
        let digit = CharSet::range(48, 57);
        let letters: Vec<CharSet> = unrolled.letters().collect();
        assert_eq!(letters, [digit.clone(), digit, CharSet::single(120)]);
    }

    #[test]
    fn constants_are_decided() {
        let (mut regexes, budget) = (Regexes::new(), Budget::unlimited());
        let language = digits_then_x(&mut regexes);
        let (mut terms, known) = (Terms::new(), FxHashMap::default());
        let limits = Limits::none(&budget);
        for (word, expected) in
            [("1x", true), ("12x", true), ("x", false), ("", false), ("1xx", false)]
        {
            let codes: Vec<Term> = word.chars().map(|c| terms.int(u32::from(c))).collect();
            let unrolled = Unrolled::new(
                &mut regexes,
                language,
                &vec![false; codes.len()],
                Shape::Exact,
                &limits,
            )
            .unwrap();
            let holds = unrolled.holds(&mut terms, &codes, &known, &limits).unwrap();
            assert_eq!(terms.bool_value(holds), Some(expected), "{word}");
        }
    }

    #[test]
    fn known_letters_are_not_asked_for() {
        let (mut regexes, budget) = (Regexes::new(), Budget::unlimited());
        let language = digits_then_x(&mut regexes);
        let mut terms = Terms::new();
        let (d, x) = (terms.fresh("d", Sort::Int), terms.fresh("x", Sort::Int));
        let digit = Letter { set: CharSet::range(48, 57), optional: false };
        let known = [(d, digit)].into_iter().collect();
        let limits = Limits::none(&budget);
        let unrolled =
            Unrolled::new(&mut regexes, language, &[false; 2], Shape::Exact, &limits).unwrap();
        let holds = unrolled.holds(&mut terms, &[d, x], &known, &limits).unwrap();
        assert!(!terms.occurs(d, holds) && terms.occurs(x, holds));
        assert_eq!(terms.op(holds), Op::And);
    }
}
