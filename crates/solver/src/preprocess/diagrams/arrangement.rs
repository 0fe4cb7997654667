//! An order of constants in which formulas are about neighbours.
//!
//! The problem: a walk through the choices of constants ([`super::layers`]) knows all that is left of formulas, so a formula about the
//! first and the last constant is carried along all others. In the order in which constants came to be, two runs of a machine over words
//! that differ in one letter are far apart: the other letter of the second word stands behind all of the first.
//!
//! FORCE (F. Aloul, I. Markov, K. Sakallah, *FORCE: a Fast and Easy-To-Implement Variable-Ordering Heuristic*, GLSVLSI 2003) puts each
//! vertex of a hypergraph in the middle of its edges, and sorts again. Here the terms are vertices, too, and a term with its arguments is
//! an edge: with edges between constants only, a chain of values would be one edge over all of it. Edges are as long as the constants in
//! the order make them, a term being where the last of its constants is, as names of functions are. A constant that is said to equal a
//! term is where that is: it takes no choice. An order that is not much shorter than that of creation is not taken: programs mention things
//! in the order in which they belong together.
//!
//! Middles find the next local optimum, in which the later states of a second machine stay together behind the first one. So they start
//! from a second order as well, in which machines walk side by side: constants that equal a term by how many others are defined before.

use base::{FxHashMap, FxHashSet, Limits, Stop, order};
use terms::{Term, Terms};

/// A fact: so often the vertices are moved at most.
const ROUNDS: usize = 24;

/// A fact: another order is taken if its edges are shorter by this factor.
const GAIN: usize = 2;

/// A fact: places between two vertices, so that middles are told apart.
const SCALE: usize = 1 << 16;

/// Terms with their arguments, without those that are values. All are numbers of terms.
struct Graph {
    /// The term is the last of its edge.
    edges: Vec<Vec<usize>>,
    /// Each behind what its place depends on.
    sequence: Vec<usize>,
    /// The term that a constant equals.
    defined: FxHashMap<usize, usize>,
    constants: Vec<usize>,
}

/// Puts `constants`, which are in the order of creation, into a better one, if there is one; `all` are the terms that they are in, each
/// behind its arguments, and `defined` the constants that equal a term ([`definitions`](super::definitions::definitions)).
pub(super) fn arrange(
    terms: &Terms,
    defined: &[(Term, Term)],
    all: &[Term],
    constants: &mut [Term],
    limits: &Limits<'_>,
) -> Result<(), Stop> {
    debug_assert!(constants.is_sorted(), "constants in another order");
    let index: FxHashMap<Term, usize> = all.iter().enumerate().map(|(at, &t)| (t, at)).collect();
    let graph = Graph::new(terms, defined, all, (&index, constants), limits)?;
    let abreast = abreast(terms, defined, constants, limits)?;
    let abreast: Option<Vec<usize>> = abreast.map(|order| order.iter().map(|c| index[c]).collect());
    if let Some(places) = graph.better(abreast.as_deref(), limits)? {
        let place = |t: Term| places[index[&t]];
        let late = put_off(terms, defined, constants, &place, limits)?;
        debug_assert_eq!(late.len(), constants.len(), "a constant has no place");
        constants.copy_from_slice(&late);
    }
    Ok(())
}

/// The constants by how many others are defined one after the other before them, if any are; those that nothing is defined by come last.
fn abreast(
    terms: &Terms,
    defined: &[(Term, Term)],
    constants: &[Term],
    limits: &Limits<'_>,
) -> Result<Option<Vec<Term>>, Stop> {
    let mut levels: FxHashMap<Term, usize> = FxHashMap::default();
    for &(x, t) in defined {
        let parts = terms.post_order_within(&[t], limits.budget())?;
        let before = parts.iter().filter_map(|part| levels.get(part)).max();
        levels.insert(x, before.map_or(0, |level| level + 1));
    }
    if levels.values().all(|level| *level == 0) {
        return Ok(None);
    }
    let last = defined.len();
    put_off(terms, defined, constants, &|c| levels.get(&c).copied().unwrap_or(last), limits)
        .map(Some)
}

/// The constants by their places, but each choice as late as something is defined by it: middles tell one neighbourhood from the next, and
/// within one a choice that is made too early multiplies the states.
fn put_off(
    terms: &Terms,
    defined: &[(Term, Term)],
    constants: &[Term],
    place: &dyn Fn(Term) -> usize,
    limits: &Limits<'_>,
) -> Result<Vec<Term>, Stop> {
    let parts: Vec<Term> = defined.iter().flat_map(|&(x, t)| [t, x]).collect();
    let in_definitions: FxHashSet<Term> =
        terms.post_order_within(&parts, limits.budget())?.into_iter().collect();
    let others = constants.iter().filter(|c| !in_definitions.contains(c));
    let mut items: Vec<(usize, usize, Term, Option<Term>)> =
        others.map(|&c| (place(c), 0, c, None)).collect();
    let steps = defined.iter().enumerate();
    items.extend(steps.map(|(step, &(x, t))| (place(x), step + 1, x, Some(t))));
    order::sort(&mut items);
    let (mut late, mut seen) = (Vec::with_capacity(constants.len()), FxHashSet::default());
    for (_, _, x, t) in items {
        let of = terms.post_order_within(t.as_slice(), limits.budget())?;
        let choices = of.into_iter().filter(|&part| terms.is_constant(part)).chain([x]);
        late.extend(choices.filter(|&c| seen.insert(c)));
    }
    Ok(late)
}

impl Graph {
    /// The graph of the terms `all`, of which `index` has the numbers.
    fn new(
        terms: &Terms,
        defined: &[(Term, Term)],
        all: &[Term],
        (index, constants): (&FxHashMap<Term, usize>, &[Term]),
        limits: &Limits<'_>,
    ) -> Result<Graph, Stop> {
        let mut sequence = Vec::with_capacity(all.len());
        let mut seen = vec![false; all.len()];
        for &(x, t) in defined {
            for part in terms.post_order_within(&[t], limits.budget())?.into_iter().chain([x]) {
                let at = index[&part];
                if !std::mem::replace(&mut seen[at], true) {
                    sequence.push(at);
                }
            }
        }
        sequence.extend((0..all.len()).filter(|&at| !seen[at]));
        let is_value = |a: Term| terms.args(a).is_empty() && !terms.is_constant(a);
        let edge = |(at, &t): (usize, &Term)| {
            let args = terms.args(t).iter().filter(|&&a| !is_value(a)).map(|a| index[a]);
            args.chain([at]).collect()
        };
        Ok(Graph {
            edges: all.iter().enumerate().map(edge).collect(),
            sequence,
            defined: defined.iter().map(|(x, t)| (index[x], index[t])).collect(),
            constants: constants.iter().map(|c| index[c]).collect(),
        })
    }

    /// Places of terms with much shorter edges than those of creation, from there or from the order `abreast`.
    fn better(
        &self,
        abreast: Option<&[usize]>,
        limits: &Limits<'_>,
    ) -> Result<Option<Vec<usize>>, Stop> {
        debug_assert!(
            abreast.is_none_or(|order| order.len() == self.constants.len()),
            "an order of other constants"
        );
        let size: usize = self.edges.iter().map(Vec::len).sum();
        let mut least = self.length(&self.start(&self.constants)) / GAIN;
        let mut best = None;
        for order in std::iter::once(&self.constants[..]).chain(abreast) {
            let mut ranks = self.start(order);
            for _ in 0..ROUNDS {
                limits.charge(size as u64)?;
                let places = self.places(&ranks, &self.defined);
                let length = self.length(&places);
                if length < least {
                    (least, best) = (length, Some(places));
                }
                let moved = self.moved(&ranks);
                if moved == ranks {
                    break;
                }
                ranks = moved;
            }
        }
        Ok(best)
    }

    /// The place of each term when constants are in this order.
    fn start(&self, order: &[usize]) -> Vec<usize> {
        let mut ranks: Vec<usize> = (0..self.edges.len()).collect();
        for (rank, &at) in order.iter().enumerate() {
            ranks[at] = rank;
        }
        self.places(&ranks, &FxHashMap::default())
    }

    /// The place of each term, if the constants that have no definition are in the order of these ranks: that of its last constant.
    fn places(&self, ranks: &[usize], defined: &FxHashMap<usize, usize>) -> Vec<usize> {
        debug_assert_eq!(ranks.len(), self.edges.len(), "ranks of other terms");
        let is_free = |at: &&usize| !defined.contains_key(at);
        let mut free: Vec<usize> = self.constants.iter().filter(is_free).copied().collect();
        order::sort_by_key(&mut free, |&at| ranks[at]);
        let mut places = vec![0; ranks.len()];
        for (place, at) in free.into_iter().enumerate() {
            places[at] = place;
        }
        for &at in &self.sequence {
            let [args @ .., _] = &self.edges[at][..] else { continue };
            match defined.get(&at) {
                Some(&t) => places[at] = places[t],
                None if args.is_empty() => {}
                None => places[at] = args.iter().map(|&a| places[a]).max().unwrap_or_default(),
            }
        }
        places
    }

    /// How long all edges are together.
    fn length(&self, places: &[usize]) -> usize {
        let length = |edge: &Vec<usize>| {
            let of = || edge.iter().map(|&v| places[v]);
            of().max().zip(of().min()).map_or(0, |(most, least)| most - least)
        };
        self.edges.iter().map(length).sum()
    }

    /// The ranks when each vertex is in the middle of its edges.
    fn moved(&self, ranks: &[usize]) -> Vec<usize> {
        debug_assert_eq!(ranks.len(), self.edges.len(), "ranks of other terms");
        let mut pulled = vec![(0, 0); ranks.len()];
        for edge in &self.edges {
            let middle = edge.iter().map(|&v| ranks[v] * SCALE).sum::<usize>() / edge.len();
            for &v in edge {
                pulled[v].0 += middle;
                pulled[v].1 += 1;
            }
        }
        let mut vertices: Vec<usize> = (0..ranks.len()).collect();
        order::sort_by_key(&mut vertices, |&v| (pulled[v].0 / pulled[v].1.max(1), v));
        let mut moved = vec![0; ranks.len()];
        for (rank, v) in vertices.into_iter().enumerate() {
            moved[v] = rank;
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;
    use terms::Sort;

    /// Two chains of choices over 30 conditions, which differ in the one at 10; that of the second is the last to be made.
    #[test]
    fn what_differs_comes_next_to_what_it_differs_from() {
        let budget = Budget::unlimited();
        let mut terms = Terms::new();
        let mut constants: Vec<Term> = (0..31).map(|_| terms.fresh("c", Sort::Bool)).collect();
        let mut roots = Vec::new();
        for is_second in [false, true] {
            let mut state = terms.int(0);
            for at in 0..30 {
                let c = constants[if is_second && at == 10 { 30 } else { at }];
                let [one, three] = [1, 3].map(|n| terms.int(n));
                let (more, same) =
                    (terms.add(&[state, one]), terms.scale(base::Int::from(3), state));
                let (even, odd) = (terms.eq(same, three), terms.ite(c, more, state));
                state = terms.ite(even, odd, more);
            }
            let zero = terms.int(0);
            roots.push(terms.eq(state, zero));
        }
        let different = terms.eq(constants[10], constants[30]);
        roots.push(terms.not(different));
        let last = constants[30];
        let all = terms.post_order_within(&roots, &budget).unwrap();
        arrange(&terms, &[], &all, &mut constants, &Limits::none(&budget)).unwrap();
        let place = constants.iter().position(|c| *c == last).unwrap();
        assert!((8..=13).contains(&place) || (17..=22).contains(&place), "at {place}");
    }

    /// Two machines whose states have names, and which read 20 letters, of which one differs; the first state is the last constant.
    #[test]
    fn machines_walk_side_by_side() {
        let budget = Budget::unlimited();
        let mut terms = Terms::new();
        let mut constants: Vec<Term> = (0..22).map(|_| terms.fresh("c", Sort::Bool)).collect();
        let (first, other) = (constants[21], constants[20]);
        let (mut defined, mut roots) = (Vec::new(), Vec::new());
        for is_second in [false, true] {
            let mut state = first;
            for at in 0..20 {
                let letter = if is_second && at == 8 { other } else { constants[at] };
                let (next, same) = (terms.fresh("s", Sort::Bool), terms.eq(state, letter));
                let after = terms.and(&[state, same]);
                defined.push((next, after));
                constants.push(next);
                roots.push(terms.eq(next, after));
                state = next;
            }
        }
        let all = terms.post_order_within(&roots, &budget).unwrap();
        arrange(&terms, &defined, &all, &mut constants, &Limits::none(&budget)).unwrap();
        let letters: Vec<Term> = constants.into_iter().filter(|&c| c <= first).collect();
        let place = letters.iter().position(|c| *c == other).unwrap();
        assert!((8..=11).contains(&place) && letters[0] == first, "at {place}");
    }

    #[test]
    fn a_good_order_stays() {
        let budget = Budget::unlimited();
        let mut terms = Terms::new();
        let mut constants: Vec<Term> = (0..20).map(|_| terms.fresh("c", Sort::Bool)).collect();
        let roots: Vec<Term> =
            constants.windows(2).map(|pair| terms.eq(pair[0], pair[1])).collect();
        let all = terms.post_order_within(&roots, &budget).unwrap();
        let before = constants.clone();
        arrange(&terms, &[], &all, &mut constants, &Limits::none(&budget)).unwrap();
        assert_eq!(constants, before);
    }
}
