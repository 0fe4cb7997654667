//! The search for a word that meets a goal.
//!
//! The problem: given memberships and non-memberships of one variable, find a word or show that
//! there is none, without building a complement or a product in advance. States are goals; the
//! negatives are explored as sets of NFA states. As in antichain algorithms for universality and
//! inclusion (De Wulf, Doyen, Henzinger, Raskin, CAV 2006), a state is dropped if a visited one with
//! the same positives has fewer negatives and more lengths: whatever the new one reads, the old one
//! can read too.
//!
//! Two orders take turns, so that neither can lead the search astray for long: best first (fewest
//! characters still needed, fewest negatives, newest), which finds long words without looking
//! around, and breadth first, which finds short ones. For a shortest word the order is A*.
//!
//! Visits share their lists, which lie in two allocations ([`SliceSet`]), and those with the same positives are
//! linked: a million visits with vectors of their own take so long to free that a deadline would be missed.
//!
//! A search can be stopped by its limits and continued later: the driver alternates between a
//! search and one on the mirror images, because either may be exponentially smaller.

use super::LengthRange;
use super::goal::Goal;
use crate::regex::{Re, Regexes};
use crate::sets::Set;
use base::Lower::AtLeast;
use base::{Cost, Limits, Link, SliceSet, Stop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which word is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    /// Any one.
    Any,
    /// A shortest one.
    Shortest,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Open,
    Closed,
}

/// A visited goal.
#[derive(Clone, Debug)]
struct Visit {
    /// The numbers of its lists.
    pos: u32,
    neg: u32,
    range: LengthRange,
    /// The visit it was reached from, and with which characters.
    parent: Link,
    guard: Set,
    depth: u64,
    /// A Bloom filter of the negatives.
    signature: u64,
    status: Status,
    /// The next in the chain of visits with the same positives.
    older: Link,
}

/// The visits with the same positives that none of them subsumes.
#[derive(Clone, Copy, Debug)]
struct Chain {
    latest: Link,
    len: usize,
}

/// A search that can be continued.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    want: Want,
    visits: Vec<Visit>,
    positives: SliceSet<Re>,
    negatives: SliceSet<Re>,
    /// By the number of the positives.
    chains: Vec<Chain>,
    heap: BinaryHeap<Reverse<(Cost, Reverse<u32>)>>,
    next_in_order: usize,
    turn: bool,
    /// How often a word of a given length may still be looked for by the form of a regex; where
    /// that fails it would fail again in the next state.
    sized_attempts: u32,
    found: Option<Vec<u32>>,
}

impl Search {
    /// A search that has not looked at anything yet.
    pub fn new(rs: &mut Regexes, pos: &[Re], neg: &[Re], range: LengthRange, want: Want) -> Search {
        let mut search = Search {
            want,
            visits: Vec::new(),
            positives: SliceSet::default(),
            negatives: SliceSet::default(),
            chains: Vec::new(),
            heap: BinaryHeap::new(),
            next_in_order: 0,
            turn: false,
            sized_attempts: rs.effort().sized_attempts,
            found: None,
        };
        let goal = Goal::new(rs, pos.iter().copied(), neg.iter().copied(), range);
        if let Some(goal) = goal {
            search.visit(rs, goal, Link::NONE, Set::EMPTY, 0);
        }
        search
    }

    /// Continues until a word is found (`Some`), the search space is exhausted (`None`), or the
    /// limits are reached; then it may be called again.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn run(&mut self, rs: &mut Regexes, limits: &Limits) -> Result<Option<Vec<u32>>, Stop> {
        while self.found.is_none()
            && let Some(i) = self.next()
        {
            let goal = self.goal(i);
            if self.want == Want::Shortest && self.finish(rs, i, &goal) {
                break;
            }
            let step = self.expand(rs, i, &goal, limits);
            if step.is_err() {
                self.heap.push(Reverse((Cost::default(), Reverse(i))));
            }
            step?;
        }
        Ok(self.found.clone())
    }

    /// The next visit to expand, in the order whose turn it is.
    fn next(&mut self) -> Option<u32> {
        self.turn = !self.turn;
        if self.turn || self.want == Want::Shortest {
            while let Some(Reverse((_, Reverse(i)))) = self.heap.pop() {
                if self.visits[i as usize].status == Status::Open {
                    return Some(i);
                }
            }
            return None;
        }
        while let Some(visit) = self.visits.get(self.next_in_order) {
            if visit.status == Status::Open {
                return Some(base::id32(self.next_in_order));
            }
            self.next_in_order += 1;
        }
        None
    }

    fn goal(&self, i: u32) -> Goal {
        let visit = &self.visits[i as usize];
        let (pos, neg) = (self.positives.get(visit.pos), self.negatives.get(visit.neg));
        Goal { pos: pos.into(), neg: neg.into(), range: visit.range }
    }

    /// Visits what is left of visit `i` with this goal after one character.
    fn expand(
        &mut self,
        rs: &mut Regexes,
        i: u32,
        goal: &Goal,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let depth = self.visits[i as usize].depth + 1;
        let successors = goal.successors(rs, limits)?;
        let scanned: usize = successors.iter().map(|(_, goal)| self.chain(&goal.pos).1.len).sum();
        limits.charge(1 + scanned as u64 / 8)?;
        self.visits[i as usize].status = Status::Closed;
        for (guard, goal) in successors {
            self.visit(rs, goal, Link::to(i), guard, depth);
            if self.found.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// The number of a list of positives, and its chain.
    fn chain(&mut self, pos: &[Re]) -> (u32, Chain) {
        let (number, is_new) = self.positives.insert(pos);
        if is_new {
            self.chains.push(Chain { latest: Link::NONE, len: 0 });
        }
        (number, self.chains[number as usize])
    }

    /// Adds a visit unless an old one subsumes it.
    fn visit(&mut self, rs: &mut Regexes, goal: Goal, parent: Link, guard: Set, depth: u64) {
        let (pos, chain) = self.chain(&goal.pos);
        let signature = goal.neg.iter().fold(0, |bits, r| bits | 1 << (r.0 % 64));
        let (range, status, older) = (goal.range, Status::Open, Link::NONE);
        // The negatives get a number when the visit is there to stay.
        let mut visit =
            Visit { pos, neg: 0, range, parent, guard, depth, signature, status, older };
        if self.is_subsumed(&visit, &goal.neg, chain) {
            return;
        }
        self.close_subsumed(&visit, &goal.neg);
        let i = base::id32(self.visits.len());
        let key = self.priority(rs, &goal, depth);
        visit.neg = self.negatives.insert(&goal.neg).0;
        let chain = &mut self.chains[pos as usize];
        visit.older = std::mem::replace(&mut chain.latest, Link::to(i));
        chain.len += 1;
        self.visits.push(visit);
        self.heap.push(Reverse((key, Reverse(i))));
        if self.want == Want::Any {
            self.finish(rs, i, &goal);
        }
    }

    fn priority(&self, rs: &Regexes, goal: &Goal, depth: u64) -> Cost {
        match self.want {
            Want::Shortest => Cost::new(depth) + Cost::new(goal.distance(rs)),
            Want::Any => {
                let needs = goal.pos.iter().map(|&r| Cost::new(rs.info(r).min_len.weakened()));
                let needed = needs.sum::<Cost>().max(Cost::new(goal.range.min));
                needed + Cost::new(goal.neg.len() as u64)
            }
        }
    }

    fn is_subsumed(&self, new: &Visit, neg: &[Re], chain: Chain) -> bool {
        let mut next = chain.latest;
        while let Some(i) = next.number() {
            let old = &self.visits[i as usize];
            if self.subsumes((old, self.negatives.get(old.neg)), (new, neg)) {
                return true;
            }
            next = old.older;
        }
        false
    }

    /// Whether every word for `b` is one for `a`, and `a` is as near to the start where that
    /// matters; both with their negatives.
    fn subsumes(&self, (a, a_neg): (&Visit, &[Re]), (b, b_neg): (&Visit, &[Re])) -> bool {
        a.signature & !b.signature == 0
            && a.range.includes(b.range)
            && (self.want == Want::Any || a.depth <= b.depth)
            && is_subset(a_neg, b_neg)
    }

    /// Closes the visits that the new one makes superfluous, and takes them out of their chain.
    fn close_subsumed(&mut self, new: &Visit, neg: &[Re]) {
        let mut chain = Chain { latest: Link::NONE, len: 0 };
        let mut last: Option<u32> = None;
        let mut next = self.chains[new.pos as usize].latest;
        while let Some(i) = next.number() {
            let old = &self.visits[i as usize];
            let older = old.older;
            if self.subsumes((new, neg), (old, self.negatives.get(old.neg))) {
                self.visits[i as usize].status = Status::Closed;
            } else {
                match last {
                    None => chain.latest = next,
                    Some(last) => self.visits[last as usize].older = next,
                }
                (last, chain.len) = (Some(i), chain.len + 1);
            }
            next = older;
        }
        if let Some(last) = last {
            self.visits[last as usize].older = Link::NONE;
        }
        self.chains[new.pos as usize] = chain;
    }

    /// Ends the search if a word for visit `i` with this goal can be read off.
    fn finish(&mut self, rs: &mut Regexes, i: u32, goal: &Goal) -> bool {
        let Some(rest) = self.obvious_word(rs, goal) else { return false };
        // At the start there is nothing else to be compared with.
        let shortest = i == 0 || rest.len() as u64 <= goal.distance(rs);
        if self.want == Want::Shortest && !shortest {
            return false;
        }
        let mut word = self.path(rs, i);
        word.extend(rest);
        self.found = Some(word);
        true
    }

    /// A shortest word for `goal`, if it needs no search.
    fn obvious_word(&mut self, rs: &mut Regexes, goal: &Goal) -> Option<Vec<u32>> {
        if goal.accepts_empty(rs) {
            return Some(Vec::new());
        }
        if !goal.neg.is_empty() || goal.range.min > rs.effort().longest_word {
            return None;
        }
        match goal.pos[..] {
            [] => Some(vec![u32::from('a'); base::index(goal.range.min)]),
            [r] if rs.info(r).min_len == AtLeast(goal.range.min) => rs.shortest_by_form(r),
            [r] if self.sized_attempts > 0 => {
                self.sized_attempts -= 1;
                let lengths = rs.length_abstraction(r);
                let n = lengths.next_member(goal.range.min).filter(|_| lengths.is_exact())?;
                if goal.range.contains(n) { rs.word_by_form(r, n) } else { None }
            }
            _ => None,
        }
    }

    /// The word read from the start to visit `i`.
    fn path(&self, rs: &Regexes, mut i: u32) -> Vec<u32> {
        let mut word = Vec::new();
        while let Some(parent) = self.visits[i as usize].parent.number() {
            word.extend(rs.set(self.visits[i as usize].guard).pick());
            i = parent;
        }
        word.reverse();
        word
    }
}

/// Whether sorted `a` is a subset of sorted `b`.
pub(crate) fn is_subset(a: &[Re], b: &[Re]) -> bool {
    if a.len() > b.len() {
        return false;
    }
    let mut rest = b.iter();
    a.iter().all(|x| rest.any(|y| x == y))
}
