//! Linear equations between numerals from regular languages.
//!
//! The problem: words `w` with `sum of factor * number(w) + constant = 0`, each from a language. An equation of numbers is
//! an automaton that reads digits from the last to the first and remembers the carry (Büchi, *Weak second-order
//! arithmetic and finite automata*, 1960; Wolper and Boigelot, SAS 1995, for linear equations). Its states are few: the carry never
//! exceeds the sum of the factors for long. Here it runs along with the mirror images of the languages, breadth first,
//! made as far as the search gets: a contradiction is often in the last two digits. An automaton that is
//! built for each equation first, as in decision procedures for Presburger arithmetic, would have all carries, and all
//! tuples of digits on its arrows.

use crate::{CharSet, Re, Regexes};
use base::{FxHashMap, FxHashSet, Limits, Stop};
use smallvec::SmallVec;

/// A factor and the language of its numeral.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summand {
    /// What the number is multiplied by.
    pub factor: i64,
    /// Where the numeral is from. Only its words of one or more digits count.
    pub language: Re,
}

/// What is still to be read of each numeral, from its end; `None` before its first digit.
type Rests = SmallVec<[Option<Re>; 4]>;

/// Digits of one place; `None` for numerals without that place.
type Place = SmallVec<[Option<u8>; 4]>;

/// A digit, if there is to be one, and what is to be read then.
type Choice = (Option<u8>, Option<Re>);

/// A carry, and what is to be read.
type State = (i128, Rests);

struct Search<'a> {
    rs: &'a mut Regexes,
    factors: Vec<i64>,
    states: Vec<State>,
    numbers: FxHashMap<State, usize>,
    /// Per state, the state before it, and what was read between them.
    parents: Vec<(usize, Place)>,
}

/// Numerals that solve the equation, with as few places as possible; `None` if there are none.
///
/// ```
/// use automata::digits::{Summand, solve};
/// use automata::Regexes;
/// use base::{Budget, Limits};
/// // 3 * x = y + 1, with x in 7+ and y in 2*0
/// let (mut rs, budget) = (Regexes::new(), Budget::unlimited());
/// let (seven, two, zero) = (rs.text("7"), rs.text("2"), rs.text("0"));
/// let (x, y) = (rs.plus(seven), rs.star(two));
/// let y = rs.concat(y, zero);
/// let equation = [Summand { factor: 3, language: x }, Summand { factor: -1, language: y }];
/// let limits = Limits::none(&budget);
/// let found = solve(&mut rs, &equation, -1, &limits).unwrap().unwrap();
/// assert_eq!(found, ["7", "20"].map(|w| w.chars().map(u32::from).collect::<Vec<_>>()));
/// assert_eq!(solve(&mut rs, &equation, -3, &limits), Ok(None));
/// ```
///
/// # Errors
/// When the limits are reached, or the numbers are too large.
pub fn solve(
    rs: &mut Regexes,
    summands: &[Summand],
    constant: i128,
    limits: &Limits,
) -> Result<Option<Vec<Vec<u32>>>, Stop> {
    let digit = rs.chars(CharSet::range(u32::from('0'), u32::from('9')));
    let numeral = rs.plus(digit);
    let mut start = Rests::new();
    for s in summands {
        let language = rs.inter([s.language, numeral]);
        start.push(Some(rs.reverse(language, limits)?));
    }
    let factors = summands.iter().map(|s| s.factor).collect();
    let (states, numbers, parents) = (Vec::new(), FxHashMap::default(), Vec::new());
    let mut search = Search { rs, factors, states, numbers, parents };
    search.reach((constant, start), 0, Place::new());
    let mut at = 0;
    while let Some(state) = search.states.get(at).cloned() {
        if search.accepts(&state) {
            return Ok(Some(search.words(at)));
        }
        for (sum, rests, place) in search.places(&state, limits)? {
            search.reach((sum / 10, rests), at, place);
        }
        at += 1;
    }
    Ok(None)
}

impl Search<'_> {
    fn reach(&mut self, state: State, from: usize, place: Place) {
        let number = self.states.len();
        if !self.numbers.contains_key(&state) {
            self.states.push(state.clone());
            self.numbers.insert(state, number);
            self.parents.push((from, place));
        }
    }

    fn accepts(&self, (carry, rests): &State) -> bool {
        *carry == 0 && rests.iter().all(|rest| rest.is_none_or(|r| self.rs.nullable(r)))
    }

    /// What one more place can be: the sum, which ends in 0, what is to be read then, and the digits.
    fn places(
        &mut self,
        (carry, rests): &State,
        limits: &Limits,
    ) -> Result<Vec<(i128, Rests, Place)>, Stop> {
        let mut partial = vec![(*carry, Rests::new(), Place::new())];
        for (i, rest) in rests.iter().enumerate() {
            let choices = self.choices(*rest, limits)?;
            let mut seen: FxHashSet<State> = FxHashSet::default();
            let mut next = Vec::new();
            for (sum, rests, place) in &partial {
                limits.charge(choices.len() as u64)?;
                for &(digit, rest) in &choices {
                    let product = i128::from(self.factors[i]) * i128::from(digit.unwrap_or(0));
                    let sum = sum.checked_add(product).ok_or(Stop::Local)?;
                    let (mut rests, mut place) = (rests.clone(), place.clone());
                    rests.push(rest);
                    place.push(digit);
                    if seen.insert((sum, rests.clone())) {
                        next.push((sum, rests, place));
                    }
                }
            }
            partial = next;
        }
        partial.retain(|(sum, _, place)| sum % 10 == 0 && place.iter().any(Option::is_some));
        Ok(partial)
    }

    /// What can be next of a numeral.
    fn choices(&mut self, rest: Option<Re>, limits: &Limits) -> Result<Vec<Choice>, Stop> {
        let Some(rest) = rest else { return Ok(vec![(None, None)]) };
        let mut choices = Vec::new();
        if self.rs.nullable(rest) {
            choices.push((None, None));
        }
        for m in self.rs.move_list(rest, limits)?.to_vec() {
            let guard = self.rs.set(m.guard);
            let digits = (0..10).filter(|&d| guard.contains(u32::from('0') + u32::from(d)));
            choices.extend(digits.map(|d: u8| (Some(d), Some(m.target))));
        }
        Ok(choices)
    }

    /// The words whose ends were read on the way to a state.
    fn words(&self, mut at: usize) -> Vec<Vec<u32>> {
        let mut words = vec![Vec::new(); self.factors.len()];
        while at > 0 {
            let (parent, place) = &self.parents[at];
            for (word, digit) in words.iter_mut().zip(place) {
                word.extend(digit.map(|d| u32::from('0') + u32::from(d)));
            }
            at = *parent;
        }
        words
    }
}
