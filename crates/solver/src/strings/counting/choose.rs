//! Different words for strings that must differ.
//!
//! Each class has a word of the length that arithmetic proposes, chosen without a look at the others. Where two that must differ have the
//! same one, all that are connected with them choose again, together: the cliques of the core by a matching, what is left
//! of it from those with the fewest free words on, then all that can be served last. If there are no such words of these
//! lengths, lengths within the bounds of arithmetic are tried, and arithmetic is asked whether it agrees.

use super::graph::Graph;
use super::{Core, differences, refute};
use crate::engine::Engine;
use crate::strings::agreement::agree_on_lengths;
use crate::strings::bounds::{Bounds, Stated};
use crate::strings::classes::Classes;
use crate::strings::dictionaries::{self, Word};
use crate::strings::table::Class;
use base::{FxHashMap, Interrupted, Representatives};
use std::sync::Arc;
use terms::Term;

/// What came of the attempt to choose different words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::strings) enum Chosen {
    /// All that must differ do.
    Words,
    /// There are none of the proposed lengths, which was learned.
    Clash,
    /// Some still are the same.
    Nothing,
}

/// What came of an attempt with certain lengths.
enum Attempt {
    Words(Vec<(usize, Word)>),
    /// These have too few words.
    Crowd(Vec<usize>),
    GaveUp,
}

/// Changes `words`, which each class has one of, until those that must differ do.
pub(in crate::strings) fn choose(
    engine: &mut Engine<'_>,
    classes: &Classes,
    table: &[Class],
    atoms: &[(Term, bool)],
    words: &mut [Option<Word>],
) -> Result<Chosen, Interrupted> {
    debug_assert!(words.iter().all(Option::is_some), "a class without a word is to differ");
    let graph = differences(table);
    let part = connected_with_clashes(&graph, words);
    if part.is_empty() {
        return Ok(Chosen::Words);
    }
    let proposed: Vec<Bounds> = table.iter().map(|c| Bounds::proposed(engine, c)).collect();
    let first = attempt(engine, table, &graph, &part, &proposed)?;
    if let Attempt::Words(chosen) = first {
        chosen.into_iter().for_each(|(i, word)| words[i] = Some(word));
        debug_assert!(connected_with_clashes(&graph, words).is_empty(), "words are the same");
        return Ok(Chosen::Words);
    }
    let stated = Stated::of(engine.res.terms, atoms);
    let bounds: Vec<Bounds> = table.iter().map(|c| Bounds::present(engine, c, &stated)).collect();
    if let Attempt::Words(chosen) = attempt(engine, table, &graph, &part, &bounds)?
        && agree_on_lengths(engine, table, atoms, words, &chosen)?
    {
        chosen.into_iter().for_each(|(i, word)| words[i] = Some(word));
        return Ok(Chosen::Words);
    }
    let Attempt::Crowd(crowd) = first else { return Ok(Chosen::Nothing) };
    refute(engine, classes, table, &crowd, &proposed)?;
    Ok(Chosen::Clash)
}

/// The classes that are connected with two that must differ and have the same word.
fn connected_with_clashes(graph: &Graph, words: &[Option<Word>]) -> Vec<usize> {
    let clashes = |&i: &usize| graph[i].iter().any(|&j| words[i] == words[j]);
    let mut part: Vec<usize> = (0..graph.len()).filter(clashes).collect();
    let mut inside = vec![false; graph.len()];
    part.iter().for_each(|&i| inside[i] = true);
    let mut next = 0;
    while let Some(&i) = part.get(next) {
        next += 1;
        for &j in &graph[i] {
            if !std::mem::replace(&mut inside[j], true) {
                part.push(j);
            }
        }
    }
    part
}

/// Words with these lengths for the classes of `part`, which has all their neighbours.
fn attempt(
    engine: &mut Engine<'_>,
    table: &[Class],
    graph: &Graph,
    part: &[usize],
    bounds: &[Bounds],
) -> Result<Attempt, Interrupted> {
    let mut lists: Vec<Option<Arc<[Word]>>> = vec![None; table.len()];
    for &i in part {
        let (languages, wanted) = (table[i].languages(), graph[i].len() + 1);
        let found = dictionaries::shortest(engine, &languages, bounds[i].range, wanted)?;
        let Some(list) = found else { return Ok(Attempt::GaveUp) };
        lists[i] = Some(list);
    }
    let lists: Vec<Option<&[Word]>> = lists.iter().map(Option::as_deref).collect();
    let core = Core::of(engine, graph, &lists)?;
    if let Some(crowd) = core.crowd(engine)? {
        return Ok(Attempt::Crowd(crowd));
    }
    let mut chosen = Choice { graph, lists: &lists, words: FxHashMap::default() };
    let is_served = chosen.serve_cliques(engine, &core)?
        && chosen.serve_tightest(&core.members)
        && core.peeled.iter().rev().filter(|i| lists[**i].is_some()).all(|&i| chosen.serve(i));
    if !is_served {
        return Ok(Attempt::GaveUp);
    }
    let mut words: Vec<(usize, Word)> =
        chosen.words.into_iter().map(|(i, w)| (i, w.to_vec())).collect();
    base::order::sort(&mut words);
    Ok(Attempt::Words(words))
}

/// Words chosen so far.
struct Choice<'a> {
    graph: &'a Graph,
    /// The words that each class may have; as many as it has neighbours and one more are enough.
    lists: &'a [Option<&'a [Word]>],
    words: FxHashMap<usize, &'a [u32]>,
}

impl<'a> Choice<'a> {
    /// Serves cliques that have no neighbours in the core.
    fn serve_cliques(&mut self, engine: &Engine<'_>, core: &Core<'a>) -> Result<bool, Interrupted> {
        let in_core = |i: &&usize| core.members.binary_search(i).is_ok();
        let degree = |i: usize| self.graph[i].iter().filter(in_core).count();
        let alone = |clique: &&Vec<usize>| clique.iter().all(|&i| degree(i) == clique.len() - 1);
        for clique in core.cliques.iter().filter(alone).collect::<Vec<_>>() {
            match core.match_clique(engine, clique)? {
                Some(Representatives::All(words)) => {
                    self.words.extend(clique.iter().copied().zip(words))
                }
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Serves those that are left one by one, always one with the fewest free words (Brélaz 1979).
    fn serve_tightest(&mut self, members: &[usize]) -> bool {
        let unserved = |i: &usize| !self.words.contains_key(i);
        let mut left: Vec<usize> = members.iter().copied().filter(unserved).collect();
        while !left.is_empty() {
            let tightest =
                (0..left.len()).min_by_key(|&at| (self.free(left[at]).count(), left[at]));
            let i = left.swap_remove(tightest.unwrap_or(0));
            if !self.serve(i) {
                return false;
            }
        }
        true
    }

    /// Gives class `i` a word that no neighbour has, if there is one.
    fn serve(&mut self, i: usize) -> bool {
        debug_assert!(!self.words.contains_key(&i), "a class is served twice");
        let word = self.free(i).next();
        word.is_some_and(|word| self.words.insert(i, word).is_none())
    }

    /// The words of class `i` that no neighbour has.
    fn free(&self, i: usize) -> impl Iterator<Item = &'a [u32]> {
        let taken: Vec<&[u32]> =
            self.graph[i].iter().filter_map(|j| self.words.get(j).copied()).collect();
        let list = self.lists[i].unwrap_or_default();
        list.iter().map(Vec::as_slice).filter(move |w| !taken.contains(w))
    }
}
