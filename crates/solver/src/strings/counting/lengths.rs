//! Strings that must differ are long, all together.
//!
//! The problem: sixteen different numerals of at most two digits have 21 digits together. Ten of them could be one digit each, so eleven
//! cannot; but of which eleven that is said is a matter of choice, and arithmetic proposes one set after the other.
//!
//! Of a language, `k` different words have at least the letters of the `k` shortest ones. So the sum of their lengths is at least that, one
//! linear inequality for all sets of so many: the bound of sums in constraints of difference (Régin, *Cost-Based Arc Consistency for
//! Global Cardinality Constraints*, Constraints 2002, for costs that are lengths). It is stated where the candidate violates it, of as many
//! strings as possible: an inequality about few of them says nothing of the others. Strings are taken together that have the same
//! languages, disequations with words left out; different languages would ask for a matching of least cost, and are left to [`super`].

use super::super::classes::Classes;
use super::super::dictionaries;
use super::super::lengths::proposed;
use super::super::table::{self, Class};
use super::graph::Graph;
use crate::engine::Engine;
use crate::theory::inference::InferenceId;
use automata::{LengthRange, Re};
use base::{FxHashMap, Int, Interrupted, order};

/// A fact: statements are about no more strings, as there is a premise for each pair.
const MOST: usize = 128;

/// A string: the length that is proposed for it, and its class.
type Proposed = (u64, usize);

/// Languages, and strings that are in all of them.
type Group = (Vec<Re>, Vec<Proposed>);

/// States how long different strings are together, where they are proposed to be shorter. Whether anything was stated.
///
/// # Errors
/// When the budget runs out.
pub(super) fn state(
    engine: &mut Engine<'_>,
    classes: &Classes,
    table: &[Class],
    graph: &Graph,
) -> Result<bool, Interrupted> {
    let mut stated = false;
    for (languages, mut strings) in groups(engine, table, graph)? {
        order::sort(&mut strings);
        let most = strings.len().min(MOST);
        let Some(words) =
            dictionaries::shortest(engine, &(languages, Vec::new()), LengthRange::ANY, most)?
        else {
            continue;
        };
        let words: Vec<u64> = words.iter().map(|word| word.len() as u64).collect();
        if too_short(&strings, &words).is_none() {
            continue;
        }
        let mut apart = all_apart(engine, graph, &strings, most)?;
        if let Some((count, least)) = too_short(&apart, &words) {
            apart.truncate(count);
            conclude(engine, classes, table, &apart, least);
            stated = true;
        }
    }
    Ok(stated)
}

/// The classes that must differ from others, by the languages that they are in.
fn groups(
    engine: &mut Engine<'_>,
    table: &[Class],
    graph: &Graph,
) -> Result<Vec<Group>, Interrupted> {
    let mut groups: FxHashMap<Vec<Re>, Vec<Proposed>> = FxHashMap::default();
    for (i, class) in table.iter().enumerate().filter(|(i, _)| !graph[*i].is_empty()) {
        engine.res.budget.charge(1)?;
        let (mut languages, _) = class.languages();
        let length = proposed(engine, &class.leaves).and_then(|(_, n)| n.to_u64());
        if let Some(length) = length.filter(|_| !languages.is_empty()) {
            order::sort(&mut languages);
            languages.dedup();
            groups.entry(languages).or_default().push((length, i));
        }
    }
    let mut groups: Vec<Group> =
        groups.into_iter().filter(|(_, strings)| strings.len() > 2).collect();
    order::sort(&mut groups);
    Ok(groups)
}

/// The most of the first strings, two or more, that are shorter together than as many of the first words, and how long these are.
fn too_short(strings: &[Proposed], words: &[u64]) -> Option<(usize, u64)> {
    debug_assert!(words.is_sorted(), "a word comes after a longer one");
    let (mut proposed, mut least, mut found) = (0_u64, 0_u64, None);
    for (i, (string, word)) in strings.iter().zip(words).enumerate() {
        let Some(sum) = proposed.checked_add(string.0) else { break };
        (proposed, least) = (sum, least + *word);
        if i > 0 && proposed < least {
            found = Some((i + 1, least));
        }
    }
    found
}

/// Some of `strings`, the first ones if possible, that all differ.
fn all_apart(
    engine: &Engine<'_>,
    graph: &Graph,
    strings: &[Proposed],
    most: usize,
) -> Result<Vec<Proposed>, Interrupted> {
    let mut apart: Vec<Proposed> = Vec::new();
    for &(length, i) in strings {
        engine.res.budget.charge(1 + apart.len() as u64)?;
        debug_assert!(graph[i].is_sorted(), "neighbours are looked up");
        if apart.len() < most && apart.iter().all(|(_, j)| graph[i].binary_search(j).is_ok()) {
            apart.push((length, i));
        }
    }
    Ok(apart)
}

/// States that `strings`, which all differ, have at least so many letters together.
fn conclude(
    engine: &mut Engine<'_>,
    classes: &Classes,
    table: &[Class],
    strings: &[Proposed],
    least: u64,
) {
    debug_assert!(strings.len() > 1, "nothing differs from itself");
    let (mut premises, mut lengths) = (Vec::new(), Vec::new());
    for (at, &(_, i)) in strings.iter().enumerate() {
        for &(_, j) in &strings[..at] {
            let apart = table[i].distinct.iter().find(|apart| apart.other == j);
            debug_assert!(apart.is_some(), "the classes need not differ");
            apart.inspect(|apart| table::explain_apart(classes, table, i, apart, &mut premises));
        }
        let own = table[i].constraints.iter().filter(|c| c.positive);
        premises.extend(own.flat_map(|c| &c.premises));
        lengths.push(engine.length_of(table[i].anchor()));
    }
    order::sort(&mut premises);
    premises.dedup();
    let terms = &mut *engine.res.terms;
    let (sum, least) = (terms.add(&lengths), terms.int(Int::from(least)));
    let enough = terms.ge(sum, least);
    engine.out.lemma(terms, InferenceId::StringsCountingLengths, &premises, enough);
}
