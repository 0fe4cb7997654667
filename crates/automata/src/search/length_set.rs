//! The exact set of lengths of a conjunction.
//!
//! Characters are forgotten: level `n` is the set of goals that some word of length `n` leads to,
//! and `n` is a length of the conjunction if one of them accepts the empty word. A level determines
//! the next, so once a level comes back the lengths repeat. Within a level, goals that others
//! subsume are dropped, which only loses lengths that the others have too. Conjunctions that are one
//! positive regex are measured by their form instead.

use super::LengthRange;
use super::antichain::is_subset;
use super::goal::Goal;
use crate::lengths::LengthSet;
use crate::regex::{Re, Regexes};
use base::{FxHashMap, IndexSet, Limits, Stop, Upper};

/// The goals met and where they lead.
#[derive(Default)]
struct Graph {
    goals: IndexSet<Goal>,
    successors: Vec<Option<Box<[u32]>>>,
}

impl Graph {
    fn number(&mut self, goal: Goal) -> u32 {
        let (i, new) = self.goals.insert(goal);
        if new {
            self.successors.push(None);
        }
        i
    }

    fn successors(&mut self, rs: &mut Regexes, i: u32, limits: &Limits) -> Result<&[u32], Stop> {
        if self.successors[i as usize].is_none() {
            let goal = self.goals.items()[i as usize].clone();
            let next = goal.successors(rs, limits)?;
            let mut ids: Vec<u32> = next.into_iter().map(|(_, goal)| self.number(goal)).collect();
            base::order::sort(&mut ids);
            ids.dedup();
            self.successors[i as usize] = Some(ids.into());
        }
        Ok(self.successors[i as usize].as_deref().unwrap_or_default())
    }

    fn next_level(
        &mut self,
        rs: &mut Regexes,
        level: &[u32],
        limits: &Limits,
    ) -> Result<Box<[u32]>, Stop> {
        let mut next = Vec::new();
        for &i in level {
            next.extend_from_slice(self.successors(rs, i, limits)?);
        }
        limits.charge(1 + next.len() as u64)?;
        base::order::sort(&mut next);
        next.dedup();
        if next.len() <= rs.effort().levels_pairwise {
            self.drop_subsumed(&mut next);
        }
        Ok(next.into())
    }

    fn drop_subsumed(&self, level: &mut Vec<u32>) {
        let goal = |i: u32| &self.goals.items()[i as usize];
        let subsumes = |a: &Goal, b: &Goal| {
            a.range.includes(b.range) && is_subset(&a.pos, &b.pos) && is_subset(&a.neg, &b.neg)
        };
        let all = level.clone();
        level.retain(|&i| !all.iter().any(|&j| i != j && subsumes(goal(j), goal(i))));
    }
}

/// The walk through the levels, which can be continued.
struct Levels {
    graph: Graph,
    level: Box<[u32]>,
    seen: FxHashMap<Box<[u32]>, usize>,
    bits: Vec<bool>,
    /// Greater lengths are not asked for.
    max: Upper<u64>,
}

impl Levels {
    fn new(start: Goal, max: Upper<u64>) -> Levels {
        let mut graph = Graph::default();
        let level = [graph.number(start)].into();
        Levels { graph, level, seen: FxHashMap::default(), bits: Vec::new(), max }
    }

    fn run(&mut self, rs: &mut Regexes, limits: &Limits) -> Result<LengthSet, Stop> {
        loop {
            let n = self.bits.len();
            if self.level.is_empty() || !self.max.admits(n as u64) {
                return Ok(LengthSet::from_bits(&self.bits, n));
            }
            if let Some(&threshold) = self.seen.get(&self.level) {
                return Ok(LengthSet::from_bits(&self.bits, threshold));
            }
            let next = self.graph.next_level(rs, &self.level, limits)?;
            let goals = self.graph.goals.items();
            self.bits.push(self.level.iter().any(|&i| goals[i as usize].accepts_empty(rs)));
            self.seen.insert(std::mem::replace(&mut self.level, next), n);
        }
    }
}

impl Regexes {
    /// The lengths in `range` of the words in all of `pos` and none of `neg`; always exact.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn length_set(
        &mut self,
        pos: &[Re],
        neg: &[Re],
        range: LengthRange,
        limits: &Limits,
    ) -> Result<LengthSet, Stop> {
        let window = LengthSet::range(range.min, range.max);
        let any = LengthRange::ANY;
        let Some(goal) = Goal::new(self, pos.iter().copied(), neg.iter().copied(), any) else {
            return Ok(LengthSet::empty());
        };
        if let Some(set) = self.measure_goal(&goal, limits)? {
            return Ok(set.intersect(&window));
        }
        let mut forward = Levels::new(goal, range.max);
        let mut backward: Option<Levels> = None;
        let mut slice = self.effort().first_slice;
        loop {
            match limits.within(slice, |slice| forward.run(self, slice)) {
                Err(Stop::Local) if limits.left() > 0 => {}
                result => return Ok(result?.intersect(&window)),
            }
            if backward.is_none() {
                let (pos, neg) = (self.reverse_all(pos, limits)?, self.reverse_all(neg, limits)?);
                let Some(goal) = Goal::new(self, pos, neg, any) else {
                    return Ok(LengthSet::empty());
                };
                backward = Some(Levels::new(goal, range.max));
            }
            if let Some(backward) = &mut backward {
                match limits.within(slice, |slice| backward.run(self, slice)) {
                    Err(Stop::Local) if limits.left() > 0 => {}
                    result => return Ok(result?.intersect(&window)),
                }
            }
            slice *= 2;
        }
    }

    /// The exact lengths of a goal that is at most one regex, if its form tells.
    fn measure_goal(&mut self, goal: &Goal, limits: &Limits) -> Result<Option<LengthSet>, Stop> {
        if !goal.neg.is_empty() || goal.pos.len() > 1 {
            return Ok(None);
        }
        let Some(&r) = goal.pos.first() else { return Ok(Some(LengthSet::all())) };
        if self.has_parts(r) {
            let share = limits.left() / 2;
            match limits.within(share, |share| self.measure_leaves(r, share)) {
                Ok(()) => {}
                Err(Stop::Local) if limits.left() > 0 => return Ok(None),
                Err(stop) => return Err(stop),
            }
        }
        let set = self.length_abstraction(r);
        Ok(set.is_exact().then(|| LengthSet::clone(&set)))
    }

    /// The least length that is at least `n` of a word in all of `pos` and none of `neg`; for when
    /// the whole [`length_set`](Self::length_set) is too dear.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn next_length(
        &mut self,
        pos: &[Re],
        neg: &[Re],
        n: u64,
        limits: &Limits,
    ) -> Result<Option<u64>, Stop> {
        let range = LengthRange { min: n, ..LengthRange::ANY };
        let word = self.find_shortest(pos, neg, range, limits)?;
        Ok(word.map(|w| w.len() as u64))
    }
}
