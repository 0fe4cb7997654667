//! Words in order for strings that are compared.
//!
//! One after the other, along the edges, each string gets the least word of its language that comes after the words of those
//! before it and that no string which must differ has. The lengths are those that arithmetic proposes; if there are no such
//! words, lengths within the present bounds, if arithmetic agrees. Where no length is known, words may be longer than
//! the shortest one by as many letters as there are strings, so that there is room for all in between.

use super::graph::Order;
use super::{find_clash, least_word, refute};
use crate::engine::Engine;
use crate::strings::agreement::agree_on_lengths;
use crate::strings::bounds::{Bounds, Stated};
use crate::strings::classes::Classes;
use crate::strings::dictionaries::{self, Word};
use crate::strings::facts::Facts;
use crate::strings::table::Class;
use automata::nfa::Extreme;
use base::{FxHashMap, FxHashSet, Interrupted};
use terms::Term;

/// Changes `words`, which each class has one of, until they are in order. `true` if it was learned that there are none of the
/// proposed lengths; where nothing is found, the words stay as they are.
pub(in crate::strings) fn choose(
    engine: &mut Engine<'_>,
    classes: &Classes,
    table: &[Class],
    facts: &Facts,
    atoms: &[(Term, bool)],
    words: &mut [Option<Word>],
) -> Result<bool, Interrupted> {
    debug_assert!(words.len() == table.len(), "words of another table");
    let order = Order::of(engine, classes, table, facts);
    if order.edges.is_empty() || order.circle().is_some() || is_in_order(table, &order, words) {
        return Ok(false);
    }
    let part = part(table, &order);
    let proposed: Vec<Bounds> = table.iter().map(|c| Bounds::proposed(engine, c)).collect();
    let found = attempt(engine, table, &order, &part, &proposed, words)?;
    if let Some(chosen) = found {
        choose_words(words, chosen);
        debug_assert!(is_in_order(table, &order, words), "words out of order");
        return Ok(false);
    }
    let stated = Stated::of(engine.res.terms, atoms);
    let bounds: Vec<Bounds> = table.iter().map(|c| Bounds::present(engine, c, &stated)).collect();
    if let Some(chosen) = attempt(engine, table, &order, &part, &bounds, words)?
        && agree_on_lengths(engine, table, atoms, words, &chosen)?
    {
        choose_words(words, chosen);
        return Ok(false);
    }
    let most = engine.res.budget.tunables().strings.order_clashes;
    if let Some(chain) = find_clash(engine, table, &order, &proposed)?
        && engine.strings.order.exclude(most)
    {
        refute(engine, classes, table, &order, chain)?;
        return Ok(true);
    }
    Ok(false)
}

fn choose_words(words: &mut [Option<Word>], chosen: Vec<(usize, Word)>) {
    chosen.into_iter().for_each(|(i, word)| words[i] = Some(word));
}

/// Whether the words are as the edges say, and classes on them that must differ do.
fn is_in_order(table: &[Class], order: &Order, words: &[Option<Word>]) -> bool {
    order.edges.iter().all(|e| words[e.from] <= words[e.to])
        && part(table, order)
            .into_iter()
            .all(|i| table[i].distinct.iter().all(|apart| words[apart.other] != words[i]))
}

/// The classes that are compared, in order, and those that must differ from one of them.
fn part(table: &[Class], order: &Order) -> Vec<usize> {
    let mut part = order.sorted();
    let mut inside = vec![false; table.len()];
    part.iter().for_each(|&i| inside[i] = true);
    for at in 0..part.len() {
        for apart in &table[part[at]].distinct {
            if !std::mem::replace(&mut inside[apart.other], true) {
                part.push(apart.other);
            }
        }
    }
    part
}

/// Words with these lengths for the classes of `part`; others keep the `words` that they have.
fn attempt(
    engine: &mut Engine<'_>,
    table: &[Class],
    order: &Order,
    part: &[usize],
    bounds: &[Bounds],
    words: &[Option<Word>],
) -> Result<Option<Vec<(usize, Word)>>, Interrupted> {
    let mut chosen: FxHashMap<usize, Word> = FxHashMap::default();
    let inside: FxHashSet<usize> = part.iter().copied().collect();
    for &i in part {
        let others = table[i].distinct.iter().map(|apart| apart.other);
        let taken: Vec<Word> = others
            .filter_map(|j| {
                let kept = || words[j].as_ref().filter(|_| !inside.contains(&j));
                chosen.get(&j).or_else(kept).cloned()
            })
            .collect();
        let below = order.incoming[i].iter().filter_map(|&e| {
            let edge = &order.edges[e];
            Some((chosen.get(&edge.from)?.clone(), edge.strict))
        });
        let (mut word, mut strict) = below.max().unwrap_or_default();
        debug_assert!(!chosen.contains_key(&i), "a class is served twice");
        let room = roomy(engine, &table[i], bounds[i], part.len())?;
        loop {
            let least = least_word(engine, &table[i], &room, &word, strict)?;
            let Some(Extreme::Word(next)) = least else { return Ok(None) };
            word = next;
            if !taken.contains(&word) {
                break;
            }
            strict = true;
        }
        chosen.insert(i, word);
    }
    let mut chosen: Vec<(usize, Word)> = chosen.into_iter().collect();
    base::order::sort(&mut chosen);
    Ok(Some(chosen))
}

/// Bounds on lengths with room for so many words, where there are none.
fn roomy(
    engine: &mut Engine<'_>,
    class: &Class,
    bounds: Bounds,
    words: usize,
) -> Result<Bounds, Interrupted> {
    if class.constant.is_some() || !bounds.range.max.is_unbounded() {
        return Ok(bounds);
    }
    let shortest = dictionaries::shortest(engine, &class.languages(), bounds.range, 1)?;
    let length = shortest.as_deref().and_then(<[Word]>::first).map(Vec::len);
    Ok(length.map_or(bounds, |n| bounds.up_to((n + words) as u64)))
}
