//! Strings in order: `str.<` and `str.<=` as a graph.
//!
//! The problem: `x0 < x1 < ... < x9`, words of two letters, and `x9 < "cc"`. Comparing letters pair by pair is a search through
//! arithmetic over codes, where nobody sees that the order is total. Here comparisons are edges between classes of equal
//! strings. A circle with a strict edge is a conflict, another one makes its strings equal; a shortest one is found by a search
//! in breadth. Where there is no circle, each string is at least the least word of its language that comes after
//! the words before it ([`automata::nfa::Ordered`]). If there is no such word, the chain that led there is the conflict, with
//! as few memberships and bounds on lengths as it takes. These least words are also the best candidates ([`choose`]):
//! whatever else satisfies the order is above them.
//!
//! This is bounds propagation as for chains of integers, and complete for chains of strings with bounded lengths. Where
//! lengths are not bounded, a language may have no least word above another: there is no least word with a comma that begins with `m`.
//! But those that are small enough begin with the same letters, and all are after these.
//! Solvers that reduce `str.<=` to common prefixes and codes (cvc5, Z3) search here.

pub(super) mod choose;
mod graph;
pub(super) mod memo;

pub(super) use graph::compared;

use super::bounds::{self, Bounds, Stated};
use super::classes::Classes;
use super::dictionaries::{self, Word};
use super::table::{self, Class};
use crate::engine::Engine;
use crate::strings::round::Round;
use crate::theory::inference::InferenceId;
use crate::theory::verdict::Verdict;
use automata::nfa::Extreme;
use base::Interrupted;
use graph::{Circle, Order};

const ID: InferenceId = InferenceId::StringsOrder;

/// Refutes orders, or concludes what is equal.
pub(super) fn check(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let Round { facts, classes, constants, atoms, .. } = round;
    let table = table::collect(engine, facts, classes, constants);
    let order = Order::of(engine, classes, &table, facts);
    engine.res.budget.charge(order.edges.len() as u64)?;
    if let Some(circle) = order.circle() {
        go_around(engine, &table, &order, &circle);
        return Ok(Verdict::Progress);
    }
    let sorted = order.sorted();
    let stated = Stated::of(engine.res.terms, atoms);
    for bounds_of in bounds::IN_TURN {
        let mut bounds: Vec<Bounds> = table.iter().map(Bounds::none).collect();
        sorted.iter().for_each(|&i| bounds[i] = bounds_of(engine, &table[i], &stated));
        if let Some(chain) = find_clash(engine, &table, &order, &bounds)? {
            refute(engine, classes, &table, &order, chain)?;
            return Ok(Verdict::Progress);
        }
    }
    Ok(Verdict::Consistent)
}

/// Refutes a strict circle; concludes from another one that its strings are equal.
fn go_around(engine: &mut Engine<'_>, table: &[Class], order: &Order, circle: &Circle) {
    let (Circle::Strict(edges) | Circle::Equal(edges)) = circle;
    let next = edges.iter().cycle().skip(1);
    debug_assert!(
        edges.iter().zip(next).all(|(&e, &f)| order.edges[e].to == order.edges[f].from),
        "a circle with a gap"
    );
    let premises = edges.iter().flat_map(|&e| &order.edges[e].premises).copied().collect();
    if matches!(circle, Circle::Strict(_)) {
        return bounds::conclude(engine, ID, premises, Vec::new());
    }
    // The last equality follows from the others.
    for &e in &edges[1..] {
        let [a, b] = [order.edges[e].from, order.edges[e].to].map(|i| table[i].anchor());
        let same = engine.res.terms.eq(a, b);
        bounds::conclude(engine, ID, premises.clone(), vec![same]);
    }
}

/// A class on a chain, with what is used of it.
#[derive(Clone)]
struct Link {
    class: usize,
    /// The edge from the link before.
    edge: Option<usize>,
    /// Its languages and lengths, if they are.
    bounds: Option<Bounds>,
}

/// What is known of the least word of a class.
#[derive(Clone)]
struct Least {
    word: Word,
    /// The class has a greater word.
    open: bool,
    /// The edge that this follows from, if it is not the language alone.
    edge: Option<usize>,
}

/// A chain of classes that leaves no word for the last one.
fn find_clash(
    engine: &mut Engine<'_>,
    table: &[Class],
    order: &Order,
    bounds: &[Bounds],
) -> Result<Option<Vec<Link>>, Interrupted> {
    debug_assert!(bounds.len() == table.len(), "bounds of another table");
    debug_assert!(order.circle().is_none(), "a circle is taken for a chain");
    let mut least: Vec<Option<Least>> = vec![None; table.len()];
    for i in order.sorted() {
        let below = order.incoming[i].iter().filter_map(|&e| {
            let edge = &order.edges[e];
            let low = least[edge.from].as_ref()?;
            Some((low.word.clone(), low.open || edge.strict, e))
        });
        let below = below.max();
        let (word, open) = below.as_ref().map_or((Vec::new(), false), |b| (b.0.clone(), b.1));
        let edge = below.map(|b| b.2);
        let alone = least_word(engine, &table[i], &bounds[i], &[], false)?;
        least[i] = Some(match least_word(engine, &table[i], &bounds[i], &word, open)? {
            Some(Extreme::Word(next)) => {
                debug_assert!(next >= word && (next > word || !open), "a word below the bound");
                let is_alone = alone == Some(Extreme::Word(next.clone()));
                Least { word: next, open: false, edge: edge.filter(|_| !is_alone) }
            }
            Some(Extreme::Nothing) if alone != Some(Extreme::Nothing) => {
                return Ok(Some(chain_to(order, &least, bounds, i, edge)));
            }
            // Where a class has no word at all, its lengths are learned elsewhere, for all such classes at once.
            Some(Extreme::Endless(start)) => {
                debug_assert!(start >= word, "words that are far enough begin below the bound");
                let is_alone = alone == Some(Extreme::Endless(start.clone()));
                // If it were a word of the class itself, that would be the least.
                Least { word: start, open: true, edge: edge.filter(|_| !is_alone) }
            }
            Some(Extreme::Nothing) | None => Least { word, open, edge },
        });
    }
    Ok(None)
}

/// The chain that the bound on the word of class `i` follows from by `edge`.
fn chain_to(
    order: &Order,
    least: &[Option<Least>],
    bounds: &[Bounds],
    i: usize,
    edge: Option<usize>,
) -> Vec<Link> {
    let mut chain = vec![Link { class: i, edge, bounds: Some(bounds[i]) }];
    let mut edge = edge;
    while let Some(e) = edge {
        let class = order.edges[e].from;
        edge = least[class].as_ref().and_then(|low| low.edge);
        chain.push(Link { class, edge, bounds: Some(bounds[class]) });
    }
    chain.reverse();
    chain
}

/// The least word of a class that is `bound` or after it (after it if `strict`), if its language is not too large.
fn least_word(
    engine: &mut Engine<'_>,
    class: &Class,
    bounds: &Bounds,
    bound: &[u32],
    strict: bool,
) -> Result<Option<Extreme>, Interrupted> {
    engine.res.budget.charge(1 + bound.len() as u64)?;
    if let Some(word) = class.constant.and_then(|t| engine.res.terms.str_value(t)) {
        let fits = if strict { word > bound } else { word >= bound };
        return Ok(Some(if fits { Extreme::Word(word.to_vec()) } else { Extreme::Nothing }));
    }
    let ordered = dictionaries::ordered(engine, &class.languages(), bounds.range)?;
    Ok(ordered.map(|ordered| ordered.least(bound, strict)))
}

/// Learns that no words of these classes are in order, from as little of the chain as is needed.
fn refute(
    engine: &mut Engine<'_>,
    classes: &Classes,
    table: &[Class],
    order: &Order,
    mut chain: Vec<Link>,
) -> Result<(), Interrupted> {
    debug_assert!(!chain.is_empty(), "nobody is refuted");
    debug_assert!(
        chain.windows(2).all(|w| {
            w[1].edge.is_some_and(|e| {
                order.edges[e].from == w[0].class && order.edges[e].to == w[1].class
            })
        }),
        "a chain with a gap"
    );
    shorten(engine, table, order, &mut chain)?;
    let (mut premises, mut outside) = (Vec::new(), Vec::new());
    for link in &chain {
        let class = &table[link.class];
        premises.extend(link.edge.iter().flat_map(|&e| &order.edges[e].premises));
        if let Some(bounds) = link.bounds.filter(|_| class.constant.is_none()) {
            premises.extend(class.constraints.iter().flat_map(|c| &c.premises));
            bounds.explain(engine, classes, class, &mut premises, &mut outside);
        }
    }
    bounds::conclude(engine, ID, premises, outside);
    Ok(())
}

/// Drops languages and bounds that the clash does not need, if the chain is not too long.
fn shorten(
    engine: &mut Engine<'_>,
    table: &[Class],
    order: &Order,
    chain: &mut Vec<Link>,
) -> Result<(), Interrupted> {
    if chain.len() > engine.res.budget.tunables().strings.order_chain {
        return Ok(());
    }
    let mut at = 0;
    while at < chain.len() {
        drop_if_idle(engine, table, order, chain, at, None)?;
        for side in [0, 1] {
            if let Some(bounds) = chain[at].bounds {
                let weaker = Some(bounds.relaxed()[side]);
                drop_if_idle(engine, table, order, chain, at, weaker)?;
            }
        }
        at += 1;
    }
    while chain.len() > 1 && clashes(engine, table, order, &chain[1..])? {
        chain.remove(0);
        chain[0].edge = None;
    }
    Ok(())
}

/// Uses weaker bounds of a link if the clash does not need stricter ones.
fn drop_if_idle(
    engine: &mut Engine<'_>,
    table: &[Class],
    order: &Order,
    chain: &mut [Link],
    at: usize,
    weaker: Option<Bounds>,
) -> Result<(), Interrupted> {
    let before = std::mem::replace(&mut chain[at].bounds, weaker);
    if !clashes(engine, table, order, chain)? {
        chain[at].bounds = before;
    }
    Ok(())
}

/// Whether the chain leaves no word for its last class.
fn clashes(
    engine: &mut Engine<'_>,
    table: &[Class],
    order: &Order,
    chain: &[Link],
) -> Result<bool, Interrupted> {
    let (mut word, mut open) = (Vec::new(), false);
    for (at, link) in chain.iter().enumerate() {
        open |= at > 0 && link.edge.is_some_and(|e| order.edges[e].strict);
        let Some(bounds) = &link.bounds else { continue };
        match least_word(engine, &table[link.class], bounds, &word, open)? {
            Some(Extreme::Nothing) => return Ok(true),
            Some(Extreme::Word(least)) => (word, open) = (least, false),
            Some(Extreme::Endless(start)) => (word, open) = (start, true),
            None => {}
        }
    }
    Ok(false)
}
