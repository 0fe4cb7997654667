//! Intersection ahead of time: what `regex.lazy-intersection` saves, for comparison.
//!
//! The textbook way: an automaton for each membership, negative ones complemented by
//! determinisation, all multiplied, and only then asked for a word.

use automata::nfa::Nfa;
use automata::{LengthRange, Re, Regexes};
use base::{Limits, Stop};

/// A word in all of `positive` and none of `negative` with a length in `range`.
pub(super) fn find_word(
    regexes: &mut Regexes,
    positive: &[Re],
    negative: &[Re],
    range: LengthRange,
    limits: &Limits<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let mut product = Nfa::sigma_star();
    for &re in positive {
        let nfa = Nfa::from_regex(regexes, re, limits)?;
        product = product.product(&nfa, limits)?;
    }
    for &re in negative {
        let nfa = Nfa::from_regex(regexes, re, limits)?.complement(limits)?;
        product = product.product(&nfa, limits)?;
    }
    if range != LengthRange::ANY {
        product = product.with_length_in(range.min, range.max.number(), limits)?;
    }
    Ok(product.shortest_word())
}
