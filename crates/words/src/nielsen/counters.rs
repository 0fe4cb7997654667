//! The lengths of all solutions along one path, as a formula; and words for a model of it.
//!
//! Backwards from the solved node, every edge says what the words of its source are in terms of those of
//! its target, so lengths are sums: those of free variables, letters, and for each loop on the way a
//! counter times what one round adds. If that contains a variable, then counter times length is not
//! linear: the product gets a name. The formula with names for products is implied by the real one, so if it
//! has no model then there is no solution along the path; a model of it says which factor to
//! fix to get a formula that implies the real one. Z3-Noodler's counter systems
//! (Chen et al., TACAS 2024, after Lin and Majumdar, *Quadratic word equations with length
//! constraints*, 2018) have no such products.

use super::component::{Component, value};
use super::cycles::{Cycle, LiveGraph, Loops};
use super::node::Edge;
use super::views::{ViewSet, Views};
use crate::arithmetic::{Formula, IntModel, IntVar, Linear};
use crate::system::{Fresh, Sym, System, vars_of};
use base::{FxHashMap, Idx, Int, Limits, Stop};
use std::collections::hash_map::Entry;

/// `name = counter · length`.
#[derive(Clone, Debug)]
pub(super) struct Product {
    pub name: IntVar,
    pub counter: IntVar,
    pub length: Linear,
}

impl Product {
    /// Whether the name has the value of the product.
    pub(super) fn holds(&self, model: &IntModel) -> bool {
        let value = &model.get(self.counter) * &self.length.value(|v| model.get(v));
        model.get(self.name) == value
    }
}

/// A step of a path, from its end.
#[derive(Clone, Debug)]
enum Step {
    /// An edge, and the lengths of its free variables.
    Edge(Edge, Vec<IntVar>),
    /// So many rounds of a loop.
    Cycle(Cycle, IntVar),
}

/// What is known of the solutions along one path.
#[derive(Clone, Debug)]
pub(super) struct PathLengths {
    steps: Vec<Step>,
    /// What lengths and counters satisfy, products being just names.
    pub formula: Formula,
    /// What the names stand for.
    pub products: Vec<Product>,
    /// Whether these are all solutions that go through the nodes of the path in this order.
    pub exact: bool,
}

/// Loops of nodes, found when they are asked for.
pub(super) type LoopTable = FxHashMap<usize, Loops>;

/// The construction of one path's formula.
pub(super) struct Builder<'a, 'g> {
    pub live: &'g LiveGraph<'g>,
    pub component: &'g Component,
    pub system: &'a System,
    pub views: &'a mut Views,
    pub fresh: &'a mut Fresh,
    pub limits: &'a Limits<'a>,
}

impl Builder<'_, '_> {
    /// The lengths along `path`.
    pub(super) fn build(
        &mut self,
        path: &[(usize, usize)],
        table: &mut LoopTable,
    ) -> Result<PathLengths, Stop> {
        let mut out = PathLengths {
            steps: Vec::new(),
            formula: Formula::True,
            products: Vec::new(),
            exact: true,
        };
        let mut parts = Vec::new();
        let mut lengths: Vec<Linear> = Vec::new();
        for (i, &(node, at)) in path.iter().enumerate().rev() {
            let edge = self.live.graph.edge(node, at);
            self.go_back(edge, &mut lengths, &mut parts, &mut out)?;
            let loops = match table.entry(node) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(slot) => slot.insert(self.live.loops(node, self.limits)?),
            };
            out.exact &= loops.exact;
            // A loop without choices is gone round where the path enters it.
            let entered_before =
                i > 0 && loops.exact && self.live.scc[path[i - 1].0] == self.live.scc[node];
            if !entered_before {
                for cycle in &loops.cycles {
                    self.go_round(cycle, &mut lengths, &mut parts, &mut out);
                }
            }
        }
        self.go_back(self.component.entry.clone(), &mut lengths, &mut parts, &mut out)?;
        debug_assert_eq!(
            lengths.len(),
            self.component.vars.len(),
            "the way back ends at other variables"
        );
        for (x, length) in self.component.vars.iter().zip(&lengths) {
            if self.system.is_length_sensitive(*x) {
                parts.push(Formula::equal(Linear::var(self.system.length(*x)), length));
            }
        }
        out.formula = Formula::and(parts);
        Ok(out)
    }

    fn go_back(
        &mut self,
        edge: Edge,
        lengths: &mut Vec<Linear>,
        parts: &mut Vec<Formula>,
        out: &mut PathLengths,
    ) -> Result<(), Stop> {
        debug_assert_eq!(lengths.len(), edge.kept, "an edge does not lead to the node behind it");
        let mut names = Vec::new();
        for &set in &edge.free {
            let name = self.fresh.integer();
            let length = Linear::var(name);
            let fresh: &mut dyn FnMut() -> IntVar = &mut || self.fresh.integer();
            parts.push(self.views.length_formula(set, &length, fresh, self.limits)?);
            lengths.push(length);
            names.push(name);
        }
        self.limits.charge(lengths.len() as u64)?;
        *lengths = edge.words.iter().map(|w| length_of(w, lengths)).collect();
        out.steps.push(Step::Edge(edge, names));
        Ok(())
    }

    fn go_round(
        &mut self,
        cycle: &Cycle,
        lengths: &mut [Linear],
        parts: &mut Vec<Formula>,
        out: &mut PathLengths,
    ) {
        let counter = self.fresh.integer();
        parts.push(Formula::at_least_zero(Linear::var(counter)));
        for update in &cycle.updates {
            debug_assert!(
                vars_of(&update.before).chain(vars_of(&update.after)).all(|x| cycle.keeps(x)),
                "what a round adds changes from round to round"
            );
            let around =
                length_of(&update.before, lengths).plus(&length_of(&update.after, lengths));
            let mut grown = Linear::default();
            grown.add_var(counter, around.constant.clone());
            let rest = Linear { constant: Int::ZERO, terms: around.terms };
            if !rest.terms.is_empty() {
                let name = self.fresh.integer();
                grown.add_var(name, 1);
                parts.push(about_product(name, counter, &rest));
                out.products.push(Product { name, counter, length: rest });
            }
            lengths[update.var].add_scaled(&grown, &Int::ONE);
        }
        out.steps.push(Step::Cycle(cycle.clone(), counter));
    }
}

/// What follows linearly from `name = counter · length`, none of which is negative.
fn about_product(name: IntVar, counter: IntVar, length: &Linear) -> Formula {
    debug_assert!(!length.terms.is_empty(), "a counter times a number is linear and needs no name");
    let (name, counter) = (Linear::var(name), Linear::var(counter));
    let zero = Linear::default();
    let is_zero = |sum: &Linear| Formula::equal(sum.clone(), &zero);
    Formula::and([
        Formula::at_least_zero(name.clone()),
        Formula::or([is_zero(&counter), Formula::at_least(name.clone(), length)]),
        Formula::or([is_zero(length), Formula::at_least(name.clone(), &counter)]),
        Formula::or([is_zero(&name), Formula::greater(counter, &zero)]),
        Formula::or([is_zero(&name), Formula::greater(length.clone(), &zero)]),
    ])
}

fn length_of(word: &[Sym], lengths: &[Linear]) -> Linear {
    let mut sum = Linear::default();
    for s in word {
        match s {
            Sym::Char(_) => sum.add_constant(1),
            Sym::Var(x) => sum.add_scaled(&lengths[x.index()], &Int::ONE),
        }
    }
    sum
}

impl PathLengths {
    /// Words of the component's variables with the lengths of `model`; none if they are too long, or if
    /// the limits of word search do not suffice.
    pub(super) fn words(
        &self,
        model: &IntModel,
        views: &mut Views,
        limits: &Limits,
    ) -> Result<Option<Vec<Vec<u32>>>, Stop> {
        let longest = limits.tunables().words.longest_word;
        let number = |v: &IntVar| model.get(*v).to_usize().filter(|&n| n <= longest);
        let mut words: Vec<Vec<u32>> = Vec::new();
        for step in &self.steps {
            match step {
                Step::Edge(edge, names) => {
                    debug_assert_eq!(edge.free.len(), names.len(), "a free variable has no length");
                    for (&set, name) in edge.free.iter().zip(names) {
                        let Some(length) = number(name) else { return Ok(None) };
                        let Some(word) = free_word(set, length, views, limits)? else {
                            return Ok(None);
                        };
                        words.push(word);
                    }
                    words = edge.words.iter().map(|w| value(w, &words)).collect();
                }
                Step::Cycle(cycle, counter) => {
                    let Some(rounds) = number(counter) else { return Ok(None) };
                    if !repeat(cycle, rounds, &mut words, longest) {
                        return Ok(None);
                    }
                }
            }
            let total = words.iter().map(Vec::len).sum::<usize>();
            limits.charge(1 + total as u64 / 64)?;
            if total > longest {
                return Ok(None);
            }
        }
        Ok(Some(words))
    }
}

fn free_word(
    set: ViewSet,
    length: usize,
    views: &mut Views,
    limits: &Limits,
) -> Result<Option<Vec<u32>>, Stop> {
    if set == super::views::EVERY {
        return Ok(Some(vec![crate::simplify::undo::FILLER; length]));
    }
    views.word(set, Some(length as u64), limits)
}

/// Goes `rounds` times round `cycle`; false if a word gets longer than `longest`.
fn repeat(cycle: &Cycle, rounds: usize, words: &mut [Vec<u32>], longest: usize) -> bool {
    for update in &cycle.updates {
        let (before, after) = (value(&update.before, words), value(&update.after, words));
        let added = (before.len() + after.len()).checked_mul(rounds);
        if added.is_none_or(|n| n > longest) {
            return false;
        }
        let old = std::mem::take(&mut words[update.var]);
        words[update.var] = [before.repeat(rounds), old, after.repeat(rounds)].concat();
    }
    true
}
