//! A membership of a word of known length: the automaton, unrolled letter by letter.

use super::word::within;
use automata::{CharSet, Re, Regexes};
use base::{FxHashMap, Limits, Stop};
use terms::{Term, Terms};

/// A state at a place: under which letters it leads to which states at the next place.
type State = Vec<(CharSet, usize)>;

/// The states that are on a way from the beginning to an end, place by place. The first one is the beginning.
pub(super) struct Unrolled {
    layers: Vec<Vec<State>>,
    /// Whether there is any such way.
    has_words: bool,
}

impl Unrolled {
    /// The words of `length` letters in `language`.
    pub(super) fn new(
        regexes: &mut Regexes,
        language: Re,
        length: usize,
        limits: &Limits<'_>,
    ) -> Result<Unrolled, Stop> {
        let mut unrolled = Unrolled { layers: Vec::with_capacity(length), has_words: false };
        let mut states = vec![language];
        for _ in 0..length {
            states = unrolled.step(regexes, &states, limits)?;
        }
        let ends: Vec<bool> = states.iter().map(|&re| regexes.nullable(re)).collect();
        unrolled.prune(ends);
        Ok(unrolled)
    }

    /// Adds the layer of `states`; returns those behind it.
    fn step(
        &mut self,
        regexes: &mut Regexes,
        states: &[Re],
        limits: &Limits<'_>,
    ) -> Result<Vec<Re>, Stop> {
        let (mut next, mut index) = (Vec::new(), FxHashMap::default());
        let mut layer = Vec::with_capacity(states.len());
        for &re in states {
            let mut state = State::new();
            for i in regexes.deterministic_moves(re, limits)? {
                limits.charge(1)?;
                let step = regexes.get_move(i);
                let to = *index.entry(step.target).or_insert_with(|| {
                    next.push(step.target);
                    next.len() - 1
                });
                state.push((regexes.set(step.guard).clone(), to));
            }
            layer.push(state);
        }
        self.layers.push(layer);
        Ok(next)
    }

    /// Drops moves to states that are on no way to an end. `alive` are those behind the last layer.
    fn prune(&mut self, mut alive: Vec<bool>) {
        for layer in self.layers.iter_mut().rev() {
            for state in layer.iter_mut() {
                state.retain(|&(_, to)| alive[to]);
            }
            alive = layer.iter().map(|state| !state.is_empty()).collect();
        }
        self.has_words = alive[0];
    }

    /// The letters that words have at each place, at least.
    pub(super) fn letters(&self) -> impl Iterator<Item = CharSet> + '_ {
        let all = |layer: &Vec<State>| {
            let moves = layer.iter().flatten();
            moves.fold(CharSet::empty(), |all, (guard, _)| all.union(guard))
        };
        self.layers.iter().map(all)
    }

    /// The word with these codes is among those; `known` are sets that the codes are in.
    pub(super) fn holds(
        &self,
        terms: &mut Terms,
        codes: &[Term],
        known: &FxHashMap<Term, CharSet>,
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
                limits.charge(1 + state.len() as u64)?;
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
    known: Option<&CharSet>,
    then: impl Fn(usize) -> Term,
) -> Term {
    let mut cases: Vec<(Term, CharSet)> = Vec::new();
    for (guard, to) in state {
        let rest = then(*to);
        match cases.iter_mut().find(|case| case.0 == rest) {
            Some(case) => case.1 = case.1.union(guard),
            None => cases.push((rest, guard.clone())),
        }
    }
    let mut disjuncts = Vec::with_capacity(cases.len());
    for (rest, guard) in cases {
        let reads = within(terms, code, &guard, known);
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
        let unrolled = Unrolled::new(&mut regexes, language, 3, &limits).unwrap();
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
            let unrolled = Unrolled::new(&mut regexes, language, codes.len(), &limits).unwrap();
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
        let known = [(d, CharSet::range(48, 57))].into_iter().collect();
        let limits = Limits::none(&budget);
        let unrolled = Unrolled::new(&mut regexes, language, 2, &limits).unwrap();
        let holds = unrolled.holds(&mut terms, &[d, x], &known, &limits).unwrap();
        assert!(!terms.occurs(d, holds) && terms.occurs(x, holds));
        assert_eq!(terms.op(holds), Op::And);
    }
}
