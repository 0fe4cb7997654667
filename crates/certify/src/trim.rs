//! Which clauses of the log a refutation needs.
//!
//! Learned clauses are checked backwards from the contradiction, by unit propagation from what was there before each (Goldberg and
//! Novikov, DATE 2003; Heule, Hunt and Wetzler, *Trimming while checking clausal proofs*, FMCAD 2013). Clauses that were added or
//! explained hold by themselves, so they may be used wherever they stand. Clauses that are needed already propagate first. A learned
//! clause keeps the literals that its contradiction needs.

use base::budget::POLL_INTERVAL;
use base::{Budget, Idx};
use sat::{Lit, Source};
use solver::trace::Refutation;

/// A clause that is needed, with those that it follows from if it was learned.
#[derive(Debug)]
pub struct Used {
    /// Where it comes from.
    pub source: Source,
    /// Its literals.
    pub lits: Vec<Lit>,
    /// Its number.
    pub id: usize,
    /// The numbers of the clauses that it follows from, in the order of propagation.
    pub hints: Vec<usize>,
}

struct Trimmer {
    clauses: Vec<(Source, Vec<Lit>)>,
    /// The clauses of which a literal is one of the first two, by its index.
    watches: Vec<Vec<usize>>,
    units: Vec<usize>,
    empty: Option<usize>,
    /// Where a literal that is true is in the trail, by its index.
    values: Vec<Option<usize>>,
    trail: Vec<(Lit, Option<usize>)>,
    /// How many literals of it were propagated.
    at: usize,
    needed: Vec<bool>,
}

/// The clauses that are needed, each after those that it follows from; the last one is the contradiction with the assumptions. None if the
/// time of the `budget` is over.
pub fn core(refutation: &Refutation, budget: &Budget) -> Option<Vec<Used>> {
    let goal = refutation.assumed.iter().map(|&l| !l).collect();
    core_of(refutation.log.clauses(), goal, budget)
}

/// The same for the clauses of any log, from which `goal` follows.
pub fn core_of<'a>(
    all: impl Iterator<Item = (Source, &'a [Lit])>,
    goal: Vec<Lit>,
    budget: &Budget,
) -> Option<Vec<Used>> {
    let mut clauses: Vec<(Source, Vec<Lit>)> = Vec::new();
    for (source, lits) in all {
        let mut lits = lits.to_vec();
        lits.sort_unstable();
        lits.dedup();
        if !lits.iter().any(|&l| lits.binary_search(&!l).is_ok()) {
            clauses.push((source, lits));
        }
    }
    clauses.push((Source::Learned, goal));
    let mut trimmer = Trimmer::new(clauses);
    trimmer.run(budget)
}

impl Trimmer {
    fn new(clauses: Vec<(Source, Vec<Lit>)>) -> Trimmer {
        let last = clauses.iter().flat_map(|c| &c.1).map(|l| l.index().max((!*l).index())).max();
        let size = last.map_or(0, |last| last + 1);
        let mut trimmer = Trimmer {
            needed: vec![false; clauses.len()],
            clauses,
            watches: vec![Vec::new(); size],
            units: Vec::new(),
            empty: None,
            values: vec![None; size],
            trail: Vec::new(),
            at: 0,
        };
        for id in 0..trimmer.clauses.len() - 1 {
            match trimmer.clauses[id].1[..] {
                [] => trimmer.empty = trimmer.empty.or(Some(id)),
                [_] => trimmer.units.push(id),
                [a, b, ..] => {
                    trimmer.watches[a.index()].push(id);
                    trimmer.watches[b.index()].push(id);
                }
            }
        }
        trimmer
    }

    fn run(&mut self, budget: &Budget) -> Option<Vec<Used>> {
        let mut used = Vec::new();
        let last = self.clauses.len() - 1;
        self.needed[last] = true;
        for id in (0..=last).rev() {
            if !self.needed[id] || self.clauses[id].0 != Source::Learned {
                continue;
            }
            budget.tick(POLL_INTERVAL).ok()?;
            let (hints, kept) = self.derive(id)?;
            hints.iter().for_each(|&h| self.needed[h] = true);
            // No clause that is looked at from here on uses it.
            self.clauses[id].1 = kept;
            used.push(self.used(id, hints));
        }
        used.reverse();
        let given = |id: &usize| self.needed[*id] && self.clauses[*id].0 != Source::Learned;
        let mut all: Vec<Used> =
            (0..=last).filter(given).map(|id| self.used(id, Vec::new())).collect();
        all.extend(used);
        Some(all)
    }

    fn used(&self, id: usize, hints: Vec<usize>) -> Used {
        let (source, lits) = &self.clauses[id];
        Used { source: *source, lits: lits.clone(), id, hints }
    }

    /// Whether a clause may be used to derive that of number `limit`.
    fn is_before(&self, id: usize, limit: usize) -> bool {
        id < limit || self.clauses[id].0 != Source::Learned
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        if self.values[lit.index()].is_some() {
            Some(true)
        } else if self.values[(!lit).index()].is_some() {
            Some(false)
        } else {
            None
        }
    }

    fn assign(&mut self, lit: Lit, reason: Option<usize>) {
        self.values[lit.index()] = Some(self.trail.len());
        self.trail.push((lit, reason));
    }

    /// The clauses from which `id` follows, and the literals of it that do; none if propagation does not find out.
    fn derive(&mut self, id: usize) -> Option<(Vec<usize>, Vec<Lit>)> {
        if let Some(empty) = self.empty {
            return Some((vec![empty], Vec::new()));
        }
        for (lit, _) in self.trail.drain(..) {
            self.values[lit.index()] = None;
        }
        self.at = 0;
        let mut conflict = self.propagate_units(id).or_else(|| self.propagate(id));
        // One after the other, as the first ones may do.
        for lit in self.clauses[id].1.clone() {
            if conflict.is_some() {
                break;
            }
            match self.values[lit.index()].map(|at| self.trail[at].1) {
                Some(reason) => {
                    let (hints, mut kept) = self.reasons(reason?);
                    kept.push(lit);
                    return Some((hints, kept));
                }
                None if self.value(lit).is_none() => {
                    self.assign(!lit, None);
                    conflict = self.propagate(id);
                }
                None => {}
            }
        }
        Some(self.reasons(conflict?))
    }

    fn propagate_units(&mut self, limit: usize) -> Option<usize> {
        for i in 0..self.units.len() {
            let id = self.units[i];
            if !self.is_before(id, limit) {
                continue;
            }
            let lit = self.clauses[id].1[0];
            match self.value(lit) {
                Some(true) => {}
                Some(false) => return Some(id),
                None => self.assign(lit, Some(id)),
            }
        }
        None
    }

    fn propagate(&mut self, limit: usize) -> Option<usize> {
        while let Some(&(lit, _)) = self.trail.get(self.at) {
            self.at += 1;
            let falsified = !lit;
            let watching = std::mem::take(&mut self.watches[falsified.index()]);
            let mut stay = Vec::with_capacity(watching.len());
            let mut conflict = None;
            for id in watching {
                if conflict.is_some() || !self.is_before(id, limit) {
                    stay.push(id);
                    continue;
                }
                match self.visit(id, falsified) {
                    Visit::Moved => {}
                    Visit::Stays => stay.push(id),
                    Visit::Conflict => {
                        stay.push(id);
                        conflict = Some(id);
                    }
                }
            }
            self.watches[falsified.index()].extend(stay);
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// A watched literal of the clause became false.
    fn visit(&mut self, id: usize, falsified: Lit) -> Visit {
        let mut lits = std::mem::take(&mut self.clauses[id].1);
        if lits[0] == falsified {
            lits.swap(0, 1);
        }
        let visit = if self.value(lits[0]) == Some(true) {
            Visit::Stays
        } else if let Some(other) = (2..lits.len()).find(|&i| self.value(lits[i]) != Some(false)) {
            lits.swap(1, other);
            self.watches[lits[1].index()].push(id);
            Visit::Moved
        } else if self.value(lits[0]) == Some(false) {
            Visit::Conflict
        } else {
            self.assign(lits[0], Some(id));
            Visit::Stays
        };
        self.clauses[id].1 = lits;
        visit
    }

    /// The clauses that led to the conflict, in the order of propagation, and the opposites of what was assumed for it.
    fn reasons(&self, conflict: usize) -> (Vec<usize>, Vec<Lit>) {
        let (mut hints, mut kept) = (vec![conflict], Vec::new());
        let mut wanted = base::FxHashSet::default();
        wanted.extend(self.clauses[conflict].1.iter().map(|l| (!*l).index()));
        for &(lit, reason) in self.trail.iter().rev() {
            if !wanted.contains(&lit.index()) {
                continue;
            }
            match reason {
                Some(id) => {
                    hints.push(id);
                    wanted.extend(self.clauses[id].1.iter().map(|l| (!*l).index()));
                }
                None => kept.push(!lit),
            }
        }
        hints.reverse();
        (hints, kept)
    }
}

enum Visit {
    Moved,
    Stays,
    Conflict,
}

#[cfg(test)]
mod tests {
    use super::*;
    use sat::Var;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// The clauses of a log in which each of two variables is refuted by way of the other.
    fn needed(budget: &Budget) -> Option<usize> {
        let [a, b] = [0, 1].map(|i| Lit::new(Var::from_index(i), true));
        let clauses = [vec![a, b], vec![a, !b], vec![!a, b], vec![!a, !b]];
        let added = clauses.iter().map(|lits| (Source::Added(0), &lits[..]));
        let learned = [a];
        let all = added.chain([(Source::Learned, &learned[..])]);
        core_of(all, Vec::new(), budget).map(|used| used.len())
    }

    #[test]
    fn nothing_is_trimmed_when_time_is_over() {
        assert_eq!(needed(&Budget::unlimited()), Some(6));
        let over = Arc::new(AtomicBool::new(true));
        assert_eq!(needed(&Budget::unlimited().with_interrupt(over)), None);
    }
}
