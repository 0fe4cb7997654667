//! Counting: strings that must all differ need as many words.
//!
//! The problem: ten strings of one digit each that differ from each other and from `7`. Searches for words fix one string after the
//! other and go through all permutations, as resolution must: the principle of the pigeons has no short proof in clauses
//! (Haken 1985). Constraint programming decides it at once by a matching of variables and values (Régin, *A filtering
//! algorithm for constraints of difference in CSPs*, AAAI 1994), and that is what is done here for regular languages. Only
//! strings with fewer words than neighbours in the graph of disequations matter, so languages are not listed beyond
//! that, and most of the graph goes away before there is anything to match. Each clique of the rest is matched
//! with its words; if that fails, some of its strings have fewer words, all together, than they are (Hall 1935), and the
//! conflict has these as premises.
//!
//! First the languages alone are looked at, then those words whose lengths are within the present bounds of arithmetic. As
//! cliques are all that is looked at, a graph that cannot be coloured for other reasons is left to the search. cvc5
//! counts, too, but all strings of one length over the whole alphabet (Liang et al., CAV 2014); Z3's theories do not.
//!
//! What different words come to in letters is stated as a sum ([`lengths`]). [`choose`] gives different words to strings that must
//! differ, by the same matching.

pub(super) mod choose;
mod graph;
mod lengths;

use super::bounds::{self, Bounds, Stated};
use super::classes::Classes;
use super::dictionaries::{self, Word};
use super::table::{self, Class};
use crate::engine::Engine;
use crate::strings::round::Round;
use crate::theory::inference::InferenceId;
use crate::theory::verdict::Verdict;
use automata::{LengthRange, Re};
use base::{Interrupted, Limits, Representatives, affordable, representatives};
use graph::Graph;
use std::sync::Arc;

/// Refutes that strings which must differ have few words.
pub(super) fn check(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let Round { facts, classes, constants, atoms, .. } = round;
    let table = table::collect(engine, facts, classes, constants);
    let graph = differences(&table);
    if lengths::state(engine, classes, &table, &graph)? {
        return Ok(Verdict::Progress);
    }
    let constrained = |i: usize| !graph[i].is_empty() && is_constrained(engine, &table[i]);
    let candidates: Vec<usize> = (0..table.len()).filter(|&i| constrained(i)).collect();
    if candidates.len() < 2 {
        return Ok(Verdict::Consistent);
    }
    let stated = Stated::of(engine.res.terms, atoms);
    for bounds_of in bounds::IN_TURN {
        let mut bounds: Vec<Bounds> = table.iter().map(Bounds::none).collect();
        candidates.iter().for_each(|&i| bounds[i] = bounds_of(engine, &table[i], &stated));
        if let Some(crowd) = find_crowd(engine, &table, &graph, &candidates, &bounds)? {
            refute(engine, classes, &table, &crowd, &bounds)?;
            return Ok(Verdict::Progress);
        }
    }
    Ok(Verdict::Consistent)
}

/// The classes that each class must differ from, constants left out.
fn differences(table: &[Class]) -> Vec<Vec<usize>> {
    let free = |i: &usize| table[*i].constant.is_none();
    let neighbours = |i: usize| {
        let others = table[i].distinct.iter().map(|apart| apart.other);
        let mut others: Vec<usize> = others.filter(|j| free(&i) && *j != i && free(j)).collect();
        base::order::sort(&mut others);
        others.dedup();
        others
    };
    (0..table.len()).map(neighbours).collect()
}

/// Whether a class may have few words; if it only differs from constants, few other classes matter to it.
fn is_constrained(engine: &Engine<'_>, class: &Class) -> bool {
    let regexes = &engine.res.languages.regexes;
    class.constraints.iter().any(|c| c.positive || regexes.as_word(c.re).is_none())
}

/// Of `candidates`, classes that must all differ and have fewer words, all together, than they are.
fn find_crowd(
    engine: &mut Engine<'_>,
    table: &[Class],
    graph: &Graph,
    candidates: &[usize],
    bounds: &[Bounds],
) -> Result<Option<Vec<usize>>, Interrupted> {
    let mut words: Vec<Option<Arc<[Word]>>> = vec![None; table.len()];
    for &i in candidates {
        engine.res.budget.charge(1)?;
        let (languages, range, wanted) =
            (table[i].languages(), bounds[i].range, graph[i].len() + 1);
        if !has_many(engine, &languages, range) {
            words[i] = dictionaries::shortest(engine, &languages, range, wanted)?;
        }
    }
    // Where a class has no word at all, its lengths are learned, for all such classes at once.
    let some = |w: &&[Word]| !w.is_empty();
    let words: Vec<Option<&[Word]>> = words.iter().map(|w| w.as_deref().filter(some)).collect();
    Core::of(engine, graph, &words)?.crowd(engine)
}

/// The classes that have no more words than neighbours, even without those that can be served last.
struct Core<'w> {
    words: &'w [Option<&'w [Word]>],
    /// Those that can be served last, in an order in which each can come after all that follow.
    peeled: Vec<usize>,
    members: Vec<usize>,
    cliques: Vec<Vec<usize>>,
}

impl<'w> Core<'w> {
    /// Classes whose words are not known have many.
    fn of(
        engine: &Engine<'_>,
        graph: &Graph,
        words: &'w [Option<&'w [Word]>],
    ) -> Result<Core<'w>, Interrupted> {
        let sizes: Vec<Option<usize>> = words.iter().map(|w| w.map(<[Word]>::len)).collect();
        let (peeled, members) = graph::peel(graph, &sizes);
        debug_assert!(graph.len() == words.len(), "words for another graph");
        let budget = engine.res.budget;
        let most = budget.tunables().strings.counting_cliques;
        let cliques = graph::cliques(graph, &members, &sizes, most, budget)?;
        Ok(Core { words, peeled, members, cliques })
    }

    /// Members of a clique that have fewer words, all together, than they are.
    fn crowd(&self, engine: &Engine<'_>) -> Result<Option<Vec<usize>>, Interrupted> {
        for clique in &self.cliques {
            if let Some(Representatives::TooFew(crowd)) = self.match_clique(engine, clique)? {
                return Ok(Some(crowd.into_iter().map(|at| clique[at]).collect()));
            }
        }
        Ok(None)
    }

    /// Different words for the members of a clique, if it does not take too many steps.
    fn match_clique(
        &self,
        engine: &Engine<'_>,
        clique: &[usize],
    ) -> Result<Option<Representatives<&'w [u32]>>, Interrupted> {
        let words = |&i: &usize| self.words[i].unwrap_or_default();
        let row = |i| words(i).iter().map(Vec::as_slice).collect();
        let rows: Vec<Vec<&[u32]>> = clique.iter().map(row).collect();
        let budget = engine.res.budget;
        let limits = Limits::new(budget, budget.tunables().strings.counting_match_steps);
        affordable(representatives(&rows, &limits))
    }
}

/// Whether it is obvious that there is no end of words.
fn has_many(engine: &Engine<'_>, (pos, neg): &(Vec<Re>, Vec<Re>), range: LengthRange) -> bool {
    let regexes = &engine.res.languages.regexes;
    let is_endless = |&re: &Re| {
        let info = regexes.info(re);
        info.positive && info.max_len.is_unbounded()
    };
    let excludes_few = |&re: &Re| regexes.as_word(re).is_some();
    range.max.is_unbounded()
        && pos.len() < 2
        && pos.iter().all(is_endless)
        && neg.iter().all(excludes_few)
}

/// Learns that not all classes of `crowd`, with lengths in these ranges, can differ.
fn refute(
    engine: &mut Engine<'_>,
    classes: &Classes,
    table: &[Class],
    crowd: &[usize],
    bounds: &[Bounds],
) -> Result<(), Interrupted> {
    debug_assert!(!crowd.is_empty(), "nobody is refuted");
    debug_assert!(bounds.len() == table.len(), "bounds of another table");
    let (mut premises, mut outside) = (Vec::new(), Vec::new());
    for (at, &i) in crowd.iter().enumerate() {
        let class = &table[i];
        for &j in &crowd[..at] {
            let apart = class.distinct.iter().find(|apart| apart.other == j);
            debug_assert!(apart.is_some(), "the classes need not differ");
            apart.inspect(|apart| table::explain_apart(classes, table, i, apart, &mut premises));
        }
        premises.extend(class.constraints.iter().flat_map(|c| &c.premises));
        let needed = needed(engine, class, bounds[i], crowd.len())?;
        needed.explain(engine, classes, class, &mut premises, &mut outside);
    }
    bounds::conclude(engine, InferenceId::StringsCounting, premises, outside);
    Ok(())
}

/// The part of the bounds without which the class had more words, as far as `most` words tell.
fn needed(
    engine: &mut Engine<'_>,
    class: &Class,
    bounds: Bounds,
    most: usize,
) -> Result<Bounds, Interrupted> {
    let languages = class.languages();
    let mut count = |bounds: Bounds| {
        let words = dictionaries::shortest(engine, &languages, bounds.range, most)?;
        Ok(words.map(|words| words.len()).filter(|&n| n < most))
    };
    let mut needed = bounds;
    for side in [0, 1] {
        let wider = needed.relaxed()[side];
        // No word in addition: the very same words.
        if wider.range != needed.range && count(wider)?.is_some() && count(wider)? == count(needed)?
        {
            needed = wider;
        }
    }
    Ok(needed)
}
