//! The words of a conjunction of memberships in order, remembered during a check.

use crate::engine::Engine;
use automata::nfa::Ordered;
use automata::{LengthRange, Re};
use base::{FxHashMap, Interrupted, Limits, affordable};
use std::sync::Arc;

/// A word.
pub(super) type Word = Vec<u32>;

/// Words of which languages, of which lengths.
type Key = (Vec<Re>, Vec<Re>, LengthRange);

/// A language in order, with some of its shortest words.
#[derive(Debug)]
struct Dictionary {
    ordered: Arc<Ordered>,
    /// How many words were asked for, and those that there are.
    shortest: (usize, Arc<[Word]>),
}

/// What is remembered during a check; nothing of languages that are too large.
#[derive(Debug, Default)]
pub(crate) struct Dictionaries {
    known: FxHashMap<Key, Option<Dictionary>>,
}

/// The words in all of `pos` and none of `neg` with a length in `range`; `None` if that takes too many steps.
pub(super) fn ordered(
    engine: &mut Engine<'_>,
    languages: &(Vec<Re>, Vec<Re>),
    range: LengthRange,
) -> Result<Option<Arc<Ordered>>, Interrupted> {
    let dictionary = look_up(engine, languages, range)?;
    Ok(dictionary.map(|d| Arc::clone(&d.ordered)))
}

/// As many as are wanted of the shortest words in all of the first languages and none of the second, with a length in `range`, or
/// all if there are fewer; `None` if that takes too many steps.
pub(super) fn shortest(
    engine: &mut Engine<'_>,
    languages: &(Vec<Re>, Vec<Re>),
    range: LengthRange,
    wanted: usize,
) -> Result<Option<Arc<[Word]>>, Interrupted> {
    debug_assert!(wanted > 0, "no word is wanted");
    let budget = engine.res.budget;
    let limits = Limits::new(budget, budget.tunables().strings.counting_steps);
    let Some(dictionary) = look_up(engine, languages, range)? else { return Ok(None) };
    let (asked, words) = &dictionary.shortest;
    if wanted > *asked && words.len() == *asked {
        let words = affordable(dictionary.ordered.shortest(wanted, &limits))?;
        let Some(words) = words else { return Ok(None) };
        dictionary.shortest = (wanted, words.into());
    }
    let words = &dictionary.shortest.1;
    debug_assert!(words.iter().all(|w| range.contains(w.len() as u64)), "a word of another length");
    Ok(Some(if words.len() > wanted { words[..wanted].into() } else { Arc::clone(words) }))
}

fn look_up<'e>(
    engine: &'e mut Engine<'_>,
    (pos, neg): &(Vec<Re>, Vec<Re>),
    range: LengthRange,
) -> Result<Option<&'e mut Dictionary>, Interrupted> {
    let budget = engine.res.budget;
    let known = &mut engine.strings.dictionaries.known;
    if known.len() > budget.tunables().strings.counting_languages {
        known.clear();
    }
    let sorted = |languages: &[Re]| {
        let mut sorted = languages.to_vec();
        base::order::sort(&mut sorted);
        sorted.dedup();
        sorted
    };
    let key = (sorted(pos), sorted(neg), range);
    if !known.contains_key(&key) {
        let limits = Limits::new(budget, budget.tunables().strings.counting_steps);
        let made = Ordered::new(&mut engine.res.languages.regexes, &key.0, &key.1, range, &limits);
        let dictionary =
            |ordered| Dictionary { ordered: Arc::new(ordered), shortest: (0, Arc::new([])) };
        known.insert(key.clone(), affordable(made)?.map(dictionary));
    }
    Ok(known.get_mut(&key).and_then(Option::as_mut))
}
