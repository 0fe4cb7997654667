//! Languages that count letters of one kind.
//!
//! The problem: a password has at least nine digits, nine small letters, nine others; each is a regex `.*[0-9].*[0-9].*`, and so on. Their
//! automata are unrolled one by one, and the search finds out by cases that there is no place for so many: pigeons, in short. As sums
//! over the letters, of which each has one kind, they contradict each other at a glance ([`super::super::diagrams`]).
//!
//! The automaton of such a language is a chain: each state stays what it is under all letters but those counted, under which it becomes
//! the next. How many are allowed is read off the states that accept, if these come one behind the other.

use super::word::{Letter, within};
use automata::{CharSet, Re, Regexes};
use base::{FxHashMap, Limits, Stop};
use terms::{Term, Terms};

/// A fact: automata of fewer states are small enough.
const FEW: usize = 4;

/// The words with at least, and at most, so many letters of a set.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tally {
    set: CharSet,
    least: usize,
    most: Option<usize>,
}

impl Tally {
    /// What the language of `re` counts, if it has a chain of states, more than a few, and no more than words of `letters` letters go
    /// through.
    ///
    /// # Errors
    /// When the limits are reached.
    pub(super) fn of(
        regexes: &mut Regexes,
        re: Re,
        letters: usize,
        limits: &Limits<'_>,
    ) -> Result<Option<Tally>, Stop> {
        let (mut state, mut counted, mut accepting) = (re, None, Vec::new());
        let is_open = loop {
            state = settled(regexes, state, limits)?;
            accepting.push(regexes.nullable(state));
            if accepting.len() > letters {
                return Ok(None);
            }
            let Some((set, next)) = step(regexes, state, limits)? else { return Ok(None) };
            if set.is_empty() {
                break true;
            }
            if counted.get_or_insert_with(|| set.clone()) != &set {
                return Ok(None);
            }
            match next {
                Some(next) => state = next,
                None => break false,
            }
        };
        Ok(counted.and_then(|set| Tally::accepting(set, &accepting, is_open)))
    }

    /// The words that end in an accepting state, each letter of `set` leading to the next one, and to the last one for ever if `is_open`.
    fn accepting(set: CharSet, accepting: &[bool], is_open: bool) -> Option<Tally> {
        let least = accepting.iter().position(|&a| a)?;
        let most = least + accepting.iter().filter(|&&a| a).count() - 1;
        debug_assert!(most < accepting.len(), "a state that is none accepts");
        let is_interval = accepting[least..=most].iter().all(|&a| a);
        let is_bound = !is_open || most + 1 == accepting.len();
        let is_long = accepting.len() >= FEW;
        let most = Some(most).filter(|_| !is_open);
        (is_interval && is_bound && is_long).then_some(Tally { set, least, most })
    }

    /// The word with these codes is one of them; something is known of the codes.
    pub(super) fn holds(
        &self,
        terms: &mut Terms,
        codes: &[Term],
        known: &FxHashMap<Term, Letter>,
        limits: &Limits<'_>,
    ) -> Result<Term, Stop> {
        debug_assert!(codes.len() >= self.least, "there are not so many letters");
        let [zero, one] = [0_u64, 1].map(|n| terms.int(n));
        let mut counted = Vec::with_capacity(codes.len());
        for &code in codes {
            limits.charge(1)?;
            let is_counted = within(terms, code, &self.set, known.get(&code));
            counted.push(terms.ite(is_counted, one, zero));
        }
        let sum = terms.add(&counted);
        let least = terms.int(self.least as u64);
        let mut bounds = vec![terms.ge(sum, least)];
        if let Some(most) = self.most {
            let most = terms.int(most as u64);
            bounds.push(terms.le(sum, most));
        }
        Ok(terms.and(&bounds))
    }
}

/// A state behind `state` that leads where that does, if there is one: `(.*[0-9]){5}` becomes `.*[0-9](.*[0-9]){4}`, and is that.
fn settled(regexes: &mut Regexes, state: Re, limits: &Limits<'_>) -> Result<Re, Stop> {
    let moves = |regexes: &mut Regexes, state: Re| -> Result<Vec<(CharSet, Re)>, Stop> {
        let moves = regexes.deterministic_moves(state, limits)?;
        limits.charge(1 + moves.len() as u64)?;
        let all = moves.map(|i| regexes.get_move(i));
        Ok(all.map(|step| (regexes.set(step.guard).clone(), step.target)).collect())
    };
    let own = moves(regexes, state)?;
    for &(_, next) in &own {
        let is_like = regexes.nullable(next) == regexes.nullable(state);
        if next != state && is_like && moves(regexes, next)? == own {
            return Ok(next);
        }
    }
    Ok(state)
}

/// The letters under which `state` does not stay what it is, and what it becomes then, if that is one other state or none.
fn step(
    regexes: &mut Regexes,
    state: Re,
    limits: &Limits<'_>,
) -> Result<Option<(CharSet, Option<Re>)>, Stop> {
    let (mut stays, mut leaves, mut next) = (CharSet::empty(), CharSet::empty(), None);
    for i in regexes.deterministic_moves(state, limits)? {
        limits.charge(1)?;
        let step = regexes.get_move(i);
        let guard = regexes.set(step.guard);
        if step.target == Re::NONE {
            continue;
        }
        if step.target == state {
            stays = stays.union(guard);
        } else if *next.get_or_insert(step.target) == step.target {
            leaves = leaves.union(guard);
        } else {
            return Ok(None);
        }
    }
    let others = stays.complement();
    let is_one = leaves.is_empty() || leaves == others;
    Ok(is_one.then_some((others, next)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;

    fn tally_of(make: impl FnOnce(&mut Regexes) -> Re) -> Option<(usize, Option<usize>)> {
        let (mut regexes, budget) = (Regexes::default(), Budget::default());
        let re = make(&mut regexes);
        let found = Tally::of(&mut regexes, re, 20, &Limits::none(&budget)).unwrap();
        found.map(|Tally { set, least, most }| {
            assert_eq!(set, CharSet::range(48, 57));
            (least, most)
        })
    }

    fn digits(regexes: &mut Regexes, count: u32) -> Re {
        let digit = regexes.range(48, 57);
        (0..count).fold(Re::ALL, |behind, _| {
            let behind = regexes.concat(digit, behind);
            regexes.concat(Re::ALL, behind)
        })
    }

    #[test]
    fn languages_that_count_are_found_by_their_states() {
        let from = |regexes: &mut Regexes| digits(regexes, 5);
        let repeated = |regexes: &mut Regexes| {
            let digit = regexes.range(48, 57);
            let one = regexes.concat(Re::ALL, digit);
            let all = regexes.repeat(one, 5, Some(5));
            regexes.concat(all, Re::ALL)
        };
        assert_eq!(tally_of(repeated), Some((5, None)));
        let below = |regexes: &mut Regexes| {
            let many = digits(regexes, 5);
            regexes.comp(many)
        };
        let between = |regexes: &mut Regexes| {
            let (three, seven) = (digits(regexes, 3), digits(regexes, 7));
            let below = regexes.comp(seven);
            regexes.inter([three, below])
        };
        let found = [tally_of(from), tally_of(below), tally_of(between)];
        assert_eq!(found, [Some((5, None)), Some((0, Some(4))), Some((3, Some(6)))]);
    }

    #[test]
    fn few_letters_and_other_languages_are_left_alone() {
        assert_eq!(tally_of(|regexes| digits(regexes, 2)), None);
        let even = |regexes: &mut Regexes| {
            let two = digits(regexes, 2);
            regexes.star(two)
        };
        assert_eq!(tally_of(even), None);
        let with_x = |regexes: &mut Regexes| {
            let (many, x) = (digits(regexes, 5), regexes.text("x"));
            regexes.concat(many, x)
        };
        assert_eq!(tally_of(with_x), None);
    }
}
