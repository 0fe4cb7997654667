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
//! A search can be stopped by its limits and continued later: the driver alternates between a
//! search and one on the mirror images, because either may be exponentially smaller.

use super::LengthRange;
use super::antichain::{Antichain, Place};
use super::goal::Goal;
use crate::regex::{Re, Regexes};
use crate::sets::Set;
use base::Lower::AtLeast;
use base::{Cost, Limits, Link, Stop};
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
    place: Place,
    /// The visit it was reached from, and with which characters.
    parent: Link,
    guard: Set,
    status: Status,
}

/// A search that can be continued.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    want: Want,
    visits: Vec<Visit>,
    antichain: Antichain,
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
            antichain: Antichain::new(want),
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
        let place = &self.visits[i as usize].place;
        let (pos, neg) = self.antichain.lists(place);
        Goal { pos: pos.into(), neg: neg.into(), range: place.range }
    }

    /// Visits what is left of visit `i` with this goal after one character.
    fn expand(
        &mut self,
        rs: &mut Regexes,
        i: u32,
        goal: &Goal,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let depth = self.visits[i as usize].place.depth + 1;
        let successors = goal.successors(rs, limits)?;
        let compared = |(_, goal): &(Set, Goal)| self.antichain.comparisons(&goal.pos);
        let scanned: usize = successors.iter().map(compared).sum();
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

    /// Adds a visit unless an old one makes it superfluous.
    fn visit(&mut self, rs: &mut Regexes, goal: Goal, parent: Link, guard: Set, depth: u64) {
        let i = base::id32(self.visits.len());
        let mut closed = Vec::new();
        let lists = (&goal.pos[..], &goal.neg[..]);
        let place = self.antichain.insert(i, lists, (goal.range, depth), &mut closed);
        let Some(place) = place else { return };
        closed.iter().for_each(|&old| self.visits[old as usize].status = Status::Closed);
        let key = self.priority(rs, &goal, depth);
        self.visits.push(Visit { place, parent, guard, status: Status::Open });
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

#[cfg(test)]
mod tests {
    use crate::CharSet;
    use crate::search::LengthRange;
    use crate::{Re, Regexes};
    use base::{Budget, Limits};

    /// Steps that it takes to find a word of `n` letters in two loops over overlapping sets, without `333` in it.
    fn steps_for(n: u64) -> u64 {
        let mut rs = Regexes::new();
        let pos = [(48, 54), (50, 58)].map(|(from, to)| {
            let one = rs.chars(CharSet::range(from, to));
            rs.star(one)
        });
        let three = rs.chars(CharSet::range(51, 51));
        let parts = [Re::ALL, three, three, three];
        let avoided = parts.into_iter().rev().fold(Re::ALL, |rest, part| rs.concat(part, rest));
        let budget = Budget::unlimited();
        let limits = Limits::none(&budget);
        let word = rs.find_word(&pos, &[avoided], LengthRange::exactly(n), &limits).unwrap();
        assert_eq!(word.map(|w| w.len() as u64), Some(n));
        budget.spent()
    }

    #[test]
    fn steps_grow_with_the_length_and_not_with_its_square() {
        assert!(steps_for(20_000) < 12 * steps_for(2_000));
    }
}
