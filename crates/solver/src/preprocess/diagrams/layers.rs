//! Sums over a chain of choices, layer by layer.
//!
//! The problem: letters are read one after the other by a machine of few states, and what is read is added up; neighbours differ, and
//! their prices come to a total; two sums are taken of the same choices. A diagram of a sum knows nothing of the other, nor of what else
//! is said about the choices, and the search finds out one by one which sums do not go together with that.
//!
//! What formulas say is functions of constants that have few cases ([`super::chain`]). These are gone through in order, and all that
//! matters of the ones before is what is left of the functions, the *state*, and the sums so far: a set of them for each state, a bit for
//! each (bucket elimination; Dechter, *Artificial Intelligence*, 1999; with sets of sums in place of truth values). Several sums are the
//! digits of one number in mixed radix. Comparisons of a sum are a choice as well, by the interval that the sum is to be in, which is
//! made first and belongs to the state. If no set has such a sum in the end, the formulas contradict each other. Otherwise the way back
//! from one is a solution, which the search is told to try first.
//!
//! What is not understood of formulas may hold when a contradiction is looked for, and does not hold when a solution is. Chains of too
//! many states or sums are left to diagrams.

use super::chain::Chain;
use super::choice::Literal;
use super::functions::{Function, LARGE, OTHER, UNKNOWN};
use super::guess::spread;
use base::{FxHashMap, FxHashSet, Limits, Stop, order};
use terms::{Term, Terms};

/// A fact: chains of more transitions are left alone.
const TRANSITIONS: usize = 1 << 18;

/// A fact: a layer may be so many times as costly as those behind it are on average. A walk that would not come to its end even then
/// is given up.
const PEAK: u64 = 4;

/// A fact: a set of sums has so many bits at most.
const BITS: i64 = 1 << 27;

/// What going through the layers found.
pub(super) enum Found {
    Never,
    If(Vec<Literal>, FxHashSet<Term>),
    Unclear,
}

/// What is left of the roots that are gone through, by number; behind these the cells of sums.
type State = Vec<(usize, Function)>;

/// From a state by a case of the constant of a layer to a state of the next, and what that adds to sums.
struct Transition {
    from: usize,
    to: usize,
    cell: usize,
    parts: Vec<i64>,
}

/// The choice of one constant.
struct Layer {
    var: usize,
    transitions: Vec<Transition>,
    /// How many states there are behind it.
    states: usize,
    /// The least that is added to each sum.
    least: Vec<i64>,
    /// How many words a set of sums has behind it.
    words: usize,
}

/// The layers, and how sums are one number.
struct Layers<'a> {
    chain: &'a Chain<'a>,
    limits: &'a Limits<'a>,
    layers: Vec<Layer>,
    strides: Vec<i64>,
    radices: Vec<i64>,
    /// The sum that the digit 0 stands for.
    least: Vec<i64>,
    /// The states behind all layers: in which cell each sum is to be.
    ends: Vec<State>,
}

/// Whether `formulas` hold for some choices, as far as they are about chains of few states, with long sums.
pub(super) fn layers(
    terms: &mut Terms,
    formulas: &[Term],
    limits: &Limits<'_>,
) -> Result<Found, Stop> {
    let Some(chain) = Chain::new(terms, formulas, limits)? else { return Ok(Found::Unclear) };
    let mut layers = Layers::new(&chain, limits);
    layers.explore(true)?;
    if !layers.measure()? || layers.way()?.is_none() {
        return Ok(Found::Never);
    }
    let mut layers = Layers::new(&chain, limits);
    layers.explore(false)?;
    let way = if layers.measure()? { layers.way()? } else { None };
    Ok(match way {
        Some(cells) => Found::If(chain.literals(terms, &cells), chain.compared()),
        None => Found::Unclear,
    })
}

impl<'a> Layers<'a> {
    fn new(chain: &'a Chain<'a>, limits: &'a Limits<'a>) -> Layers<'a> {
        let (layers, sums) = (Vec::new(), chain.sums.len());
        let (strides, radices, least) = (vec![1; sums], vec![1; sums], vec![0; sums]);
        Layers { chain, limits, layers, strides, radices, least, ends: Vec::new() }
    }

    /// Finds the states; `is_open` says whether what is not known may hold.
    fn explore(&mut self, is_open: bool) -> Result<(), Stop> {
        let functions = &self.chain.functions;
        let roots = self.chain.roots.iter().map(|root| root.function).collect();
        let (scope, _) = functions.scope(roots, self.limits)?;
        let mut vars: Vec<usize> = scope.into_iter().collect();
        order::sort_by_key(&mut vars, |&var| functions.vars[var].key);
        let mut starting: Vec<State> = vec![State::new(); functions.vars.len()];
        let mut first = State::new();
        for (number, root) in self.chain.roots.iter().enumerate() {
            match functions.first(root.function) {
                Some(var) => starting[var].push((number, root.function)),
                None => first.push((number, root.function)),
            }
        }
        let mut sums = vec![0; self.chain.sums.len()];
        let mut states: Vec<State> = Vec::new();
        states.extend(self.settle(&mut sums, first.into_iter(), is_open)?);
        self.least = sums;
        let mut left = TRANSITIONS;
        for (at, &var) in vars.iter().enumerate() {
            let ahead = (vars.len() - at) as u64;
            let size: usize = states.iter().map(|s| 1 + s.len() + starting[var].len()).sum();
            let cost = (size * functions.vars[var].cells.len()) as u64;
            // States that do not meet grow in number from layer to layer: what is left would soon be used up.
            if cost / PEAK > self.limits.left() / ahead {
                return Err(Stop::Local);
            }
            let sum = self.chain.sums.iter().position(|&s| s == var);
            let roots = self.chain.roots.len();
            let (mut next, mut index) = (Vec::new(), FxHashMap::<State, usize>::default());
            let mut transitions = Vec::new();
            for (from, state) in states.iter().enumerate() {
                for cell in 0..functions.vars[var].cells.len() {
                    self.limits.charge(1 + (state.len() + starting[var].len()) as u64)?;
                    let mut parts = vec![0; self.chain.sums.len()];
                    let after = state.iter().chain(&starting[var]).map(|&(number, f)| {
                        let is_cell = number >= roots;
                        (number, if is_cell { f } else { functions.child(f, var, cell) })
                    });
                    let after = after.chain(sum.map(|sum| (roots + sum, base::id32(cell))));
                    let Some(after) = self.settle(&mut parts, after, is_open)? else { continue };
                    let to = *index.entry(after.clone()).or_insert(next.len());
                    if to == next.len() {
                        next.push(after);
                    }
                    left = left.checked_sub(1).ok_or(Stop::Local)?;
                    transitions.push(Transition { from, to, cell, parts });
                }
            }
            let (least, words) = (Vec::new(), 0);
            self.layers.push(Layer { var, transitions, states: next.len(), least, words });
            states = next;
        }
        let roots = self.chain.roots.len();
        debug_assert!(states.iter().flatten().all(|e| e.0 >= roots), "a root has no value");
        self.ends = states;
        Ok(())
    }

    /// What is left of `roots` without those that have a value, which is added to its sum; nothing if a formula does not hold.
    fn settle(
        &self,
        sums: &mut [i64],
        roots: impl Iterator<Item = (usize, Function)>,
        is_open: bool,
    ) -> Result<Option<State>, Stop> {
        debug_assert_eq!(sums.len(), self.chain.sums.len(), "parts of other sums");
        let (mut left, mut is_known) = (State::new(), true);
        for (number, f) in roots {
            let Some(root) = self.chain.roots.get(number) else {
                left.push((number, f));
                continue;
            };
            match (self.chain.functions.value(f), root.part) {
                (None, _) => left.push((number, f)),
                (Some(UNKNOWN), None) if is_open => {}
                (Some(1), None) => {}
                (Some(_), None) => return Ok(None),
                (Some(value), Some((sum, factor))) => {
                    let part = Some(value).filter(|n| ![UNKNOWN, OTHER].contains(n));
                    let part = part.and_then(|n| n.checked_mul(factor)?.checked_add(sums[sum]));
                    match part.filter(|n| n.abs() < LARGE) {
                        Some(part) => sums[sum] = part,
                        None => is_known = false,
                    }
                }
            }
        }
        if !is_known && is_open { Err(Stop::Local) } else { Ok(Some(left).filter(|_| is_known)) }
    }

    /// Leaves out what leads nowhere, and finds how large sets of sums are; whether anything is left.
    fn measure(&mut self) -> Result<bool, Stop> {
        let mut is_alive = vec![true; self.ends.len()];
        for layer in self.layers.iter_mut().rev() {
            is_alive.resize(layer.states, false);
            layer.transitions.retain(|t| is_alive[t.to]);
            let from = layer.transitions.iter().map(|t| t.from);
            is_alive = vec![false; from.clone().max().map_or(0, |most| most + 1)];
            from.for_each(|from| is_alive[from] = true);
            if layer.transitions.is_empty() {
                return Ok(false);
            }
        }
        let sums = self.chain.sums.len();
        for layer in &mut self.layers {
            let part = |sum: usize| layer.transitions.iter().map(move |t| t.parts[sum]);
            layer.least = (0..sums).filter_map(|sum| part(sum).min()).collect();
            for sum in 0..sums {
                let most = part(sum).max().unwrap_or_default();
                self.least[sum] += layer.least[sum];
                self.radices[sum] += most - layer.least[sum];
            }
        }
        let mut bits = 1_i64;
        for sum in 0..sums {
            if self.least[sum].abs().max(self.radices[sum]) >= LARGE / 2 {
                return Err(Stop::Local);
            }
            self.strides[sum] = bits;
            bits = bits.checked_mul(self.radices[sum]).filter(|&n| n <= BITS).ok_or(Stop::Local)?;
        }
        let mut most = 0;
        for at in 0..self.layers.len() {
            let shifts =
                self.layers[at].transitions.iter().map(|t| self.shift(&self.layers[at], t));
            most += shifts.max().unwrap_or_default();
            self.layers[at].words = most / 64 + 1;
        }
        debug_assert!(i64::try_from(most).is_ok_and(|most| most < bits), "a sum is out of range");
        Ok(true)
    }

    /// What a transition adds to the number that the sums are.
    fn shift(&self, layer: &Layer, t: &Transition) -> usize {
        let digits = t.parts.iter().zip(&layer.least).zip(&self.strides);
        let shift: i64 = digits.map(|((part, least), stride)| (part - least) * stride).sum();
        debug_assert!(shift >= 0, "a part is less than the least");
        usize::try_from(shift).unwrap_or_default()
    }

    /// The sets of sums behind the layer `at`, from those before it.
    fn behind(&self, at: usize, before: &[Vec<u64>]) -> Result<Vec<Vec<u64>>, Stop> {
        let layer = &self.layers[at];
        let words = layer.words;
        debug_assert!(before.iter().all(|set| set.len() <= words), "sums are left out");
        let mut behind = vec![Vec::new(); layer.states];
        for t in &layer.transitions {
            self.limits.charge(1 + words as u64 / 16)?;
            if before[t.from].is_empty() {
                continue;
            }
            let into = &mut behind[t.to];
            into.resize(words, 0);
            spread(&before[t.from], self.shift(layer, t), into);
        }
        Ok(behind)
    }

    /// Whether the sums that `number` stands for are in the cells that they are to be in.
    fn fits(&self, number: usize, end: &State) -> bool {
        let number = i64::try_from(number).unwrap_or_default();
        debug_assert!(end.iter().all(|e| e.0 >= self.chain.roots.len()), "a root is left");
        end.iter().all(|&(root, cell)| {
            let sum = root - self.chain.roots.len();
            let value = self.least[sum] + number / self.strides[sum] % self.radices[sum];
            let var = &self.chain.functions.vars[self.chain.sums[sum]];
            let (least, most) = var.cells[cell as usize];
            (least..=most).contains(&value)
        })
    }

    /// The cells of all constants on a way through the layers, if there is one. Not all sets are kept, but those before each layer of a
    /// stretch, and those before each stretch.
    fn way(&self) -> Result<Option<Vec<Option<usize>>>, Stop> {
        let count = self.layers.len();
        let stretch = count.isqrt() + 1;
        let mut kept = Vec::new();
        let mut sets = vec![vec![1]];
        for at in 0..count {
            if at % stretch == 0 {
                kept.push(sets.clone());
            }
            sets = self.behind(at, &sets)?;
        }
        let bit =
            |set: &[u64], n: usize| set.get(n / 64).is_some_and(|word| word >> (n % 64) & 1 == 1);
        let mut any = None;
        for (state, (set, end)) in sets.iter().zip(&self.ends).enumerate() {
            self.limits.charge(set.len() as u64)?;
            let found = (0..set.len() * 64).find(|&n| bit(set, n) && self.fits(n, end));
            any = any.or(found.map(|number| (number, state)));
        }
        let Some((mut number, mut state)) = any else { return Ok(None) };
        let mut cells = vec![None; self.chain.functions.vars.len()];
        while let Some(first) = kept.pop() {
            let start = kept.len() * stretch;
            let mut before = vec![first];
            for at in start..(start + stretch).min(count) - 1 {
                before.push(self.behind(at, &before[at - start])?);
            }
            for (layer, before) in self.layers[start..].iter().zip(before).rev() {
                let found = layer.transitions.iter().find_map(|t| {
                    let rest =
                        number.checked_sub(self.shift(layer, t)).filter(|_| t.to == state)?;
                    bit(&before[t.from], rest).then_some((t, rest))
                });
                debug_assert!(found.is_some(), "a sum that there is comes from nowhere");
                let Some((t, rest)) = found else { return Err(Stop::Local) };
                (number, state, cells[layer.var]) = (rest, t.from, Some(t.cell));
            }
        }
        Ok(Some(cells))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::brute::{each, hold, hold_under, models, tuned};
    use super::*;
    use base::SplitMix64;
    use terms::model::Model;
    use terms::value::Value;
    use terms::{Op, Sort};

    /// Comparisons of sums of the same choices, and what neighbours have to do with each other.
    fn formulas(terms: &mut Terms, conditions: &[Term], random: &mut SplitMix64) -> Vec<Term> {
        let (mut out, mut state) = (Vec::new(), conditions[0]);
        for pair in conditions.windows(2) {
            let (a, b) = (pair[random.below(2)], terms.not(pair[1]));
            match random.below(6) {
                0 => out.push(terms.or(&[a, b])),
                1 => out.push(terms.eq(pair[0], b)),
                2 => out.push(terms.ite(a, b, pair[0])),
                3 => state = terms.eq(state, pair[1]),
                _ => {}
            }
        }
        for _ in 0..1 + random.below(2) {
            let choices: Vec<Term> = conditions
                .iter()
                .map(|&c| {
                    let [a, b] = [0, 1].map(|_| terms.int(random.below(5) as u64));
                    terms.ite(c, a, b)
                })
                .collect();
            let (sum, number) = (terms.add(&choices), terms.int(random.below(20) as u64));
            let comparison = terms.mk([Op::Eq, Op::Ge][random.below(2)], &[sum, number]);
            let denied = terms.not(comparison);
            let said = [comparison, denied, terms.eq(state, denied)][random.below(3)];
            out.push(said);
        }
        out
    }

    #[test]
    fn states_that_do_not_meet_are_given_up_early() {
        let budget = tuned(&["check.diagrams.choices=2"]);
        let mut terms = Terms::new();
        // Each choice has to do with two that are far away from it in any order, so that a state is most of these.
        let conditions: Vec<Term> = (0..40).map(|_| terms.fresh("c", Sort::Bool)).collect();
        let mut formulas = Vec::new();
        for at in 0..40 {
            let [a, b, c] = [7 * at + 3, 11 * at + 5, 17 * at + 9].map(|n| conditions[n % 40]);
            let [same, other] = [terms.eq(conditions[at], a), terms.eq(b, c)];
            formulas.push(terms.or(&[same, other]));
        }
        let [zero, one, twenty] = [0, 1, 20].map(|n| terms.int(n));
        let choices: Vec<Term> = conditions.iter().map(|&c| terms.ite(c, one, zero)).collect();
        let sum = terms.add(&choices);
        formulas.push(terms.eq(sum, twenty));
        let limits = Limits::new(&budget, 1_000_000);
        let found = layers(&mut terms, &formulas, &limits);
        assert!(matches!(found, Err(Stop::Local)), "{}", limits.left());
        assert!(limits.left() > 500_000, "{} steps are left", limits.left());
    }

    #[test]
    fn says_whether_anything_satisfies_a_chain() {
        let budget = tuned(&["check.diagrams.choices=2"]);
        let limits = Limits::none(&budget);
        let (mut refuted, mut solved) = (0, 0);
        for seed in 0..400 {
            let (mut terms, mut random) = (Terms::new(), SplitMix64::new(seed));
            let conditions: Vec<Term> = (0..9).map(|_| terms.fresh("c", Sort::Bool)).collect();
            let formulas = formulas(&mut terms, &conditions, &mut random);
            let found = layers(&mut terms, &formulas, &limits).unwrap();
            let truths = each(&conditions, &[Value::Bool(false), Value::Bool(true)]);
            let is_model = |model: &Model| hold(&terms, model, &formulas);
            match found {
                Found::Never => {
                    assert!(!models(&terms, &truths).iter().any(is_model), "seed {seed}");
                    refuted += 1;
                }
                Found::If(literals, _) => {
                    assert!(hold_under(&terms, &formulas, &conditions, &literals), "seed {seed}");
                    solved += 1;
                }
                Found::Unclear => {}
            }
        }
        assert!(refuted > 50 && solved > 100, "{refuted} and {solved}");
    }
}
