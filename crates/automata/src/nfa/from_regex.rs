//! From a regex to an automaton: states are the regexes that derivatives lead to.
//!
//! Derivatives of positive regexes are partial (Antimirov), so there are at most as many states
//! as characters in the unrolled regex, and no epsilon ever appears. Only a complement inside the
//! regex determinises, and only its own argument.

use super::automaton::Nfa;
use crate::{Re, Regexes};
use base::{IndexSet, Limits, Stop};

impl Nfa {
    /// The language of `r`, trimmed.
    ///
    /// ```
    /// use automata::{Regexes, nfa::Nfa};
    /// use base::{Budget, Limits};
    /// let budget = Budget::unlimited();
    /// let mut store = Regexes::new();
    /// let ab = store.text("ab");
    /// let r = store.star(ab);
    /// let a = Nfa::from_regex(&mut store, r, &Limits::none(&budget)).unwrap();
    /// assert!(a.accepts(&[0x61, 0x62, 0x61, 0x62]) && !a.accepts(&[0x61]));
    /// ```
    ///
    /// # Errors
    /// When `limits` are exceeded; counters are unrolled here.
    pub fn from_regex(store: &mut Regexes, r: Re, limits: &Limits) -> Result<Nfa, Stop> {
        let mut out = Nfa::empty();
        let mut found: IndexSet<Re> = IndexSet::default();
        found.insert(r);
        out.add_state(store.nullable(r));
        out.add_initial(0);
        let mut next = 0;
        while let Some(&re) = found.items().get(next) {
            for i in store.moves(re, limits)? {
                limits.charge(1)?;
                let step = store.get_move(i);
                let (to, new) = found.insert(step.target);
                if new {
                    out.add_state(store.nullable(step.target));
                }
                out.add_edge(base::id32(next), store.set(step.guard).clone(), to);
            }
            next += 1;
        }
        Ok(out.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{A, B, guard, with_limits, words};
    use super::*;
    use choices::Choices;

    /// A random regex, and its automaton by the operations of this module.
    fn regex(rng: &mut Choices, store: &mut Regexes, depth: u32, l: &Limits) -> (Re, Nfa) {
        let kind = if depth == 0 { rng.below(2) } else { rng.below(8) };
        let mut kid = |rng: &mut Choices| regex(rng, store, depth - 1, l);
        match kind {
            0 => {
                let guard = guard(rng);
                (store.chars(guard.clone()), Nfa::chars(guard))
            }
            1 => (store.word(&[A, B]), Nfa::word(&[A, B])),
            2 | 3 => {
                let ((r, a), (s, b)) = (kid(rng), kid(rng));
                (store.concat(r, s), a.concat(&b))
            }
            4 => {
                let ((r, a), (s, b)) = (kid(rng), kid(rng));
                (store.union([r, s]), a.union(&b))
            }
            5 => {
                let ((r, a), (s, b)) = (kid(rng), kid(rng));
                (store.inter([r, s]), a.product(&b, l).unwrap())
            }
            6 => {
                let (r, a) = kid(rng);
                (store.comp(r), a.complement(l).unwrap())
            }
            _ => {
                let (r, a) = kid(rng);
                (store.star(r), a.star())
            }
        }
    }

    #[test]
    fn agrees_with_the_operations_on_automata() {
        with_limits(|l| {
            for round in 0..300 {
                let mut rng = Choices::seeded(31_000_000 + round);
                let mut store = Regexes::new();
                let (r, want) = regex(&mut rng, &mut store, 3, l);
                let got = Nfa::from_regex(&mut store, r, l).unwrap();
                for w in words(4) {
                    assert_eq!(got.accepts(&w), want.accepts(&w), "{w:?} {}", store.display(r));
                }
                assert!(got.is_equivalent_to(&want, l).unwrap());
            }
        });
    }
}
