//! Which goals of a search are superfluous beside others.
//!
//! The problem: a goal with the same positives as another, more negatives and fewer lengths has no word that the other
//! does not have (De Wulf, Doyen, Henzinger, Raskin, CAV 2006). Only goals that are not superfluous, an antichain, are
//! kept. A word of exactly n letters goes through n goals with equal lists and different lengths; comparing each with all
//! takes n² steps. So goals with equal lists are a group, in the order of their least lengths, which in an
//! antichain is that of their greatest, too: one lookup tells whether one of a group includes a range of lengths.
//!
//! All lists share two allocations ([`SliceSet`]), and a group of one goal has none: a million goals with vectors of their
//! own take so long to free that a deadline would be missed.

use super::LengthRange;
use super::explore::Want;
use crate::regex::Re;
use base::{Link, SliceSet};
use smallvec::SmallVec;

/// A goal with the numbers of its lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub pos: u32,
    pub neg: u32,
    pub range: LengthRange,
    /// How many characters were read before.
    pub depth: u64,
}

/// A goal in its group.
#[derive(Clone, Copy, Debug)]
struct Member {
    visit: u32,
    range: LengthRange,
    depth: u64,
}

/// The goals with the same lists.
#[derive(Clone, Debug)]
struct Group {
    neg: u32,
    /// A Bloom filter of the negatives.
    signature: u64,
    /// The next in the chain of groups with the same positives.
    older: Link,
    /// Those with the greatest least lengths first: while a word is read, they become less.
    members: SmallVec<[Member; 1]>,
}

/// The groups with the same positives.
#[derive(Clone, Copy, Debug)]
struct Chain {
    latest: Link,
    len: usize,
}

/// Goals none of which is superfluous beside another.
#[derive(Clone, Debug)]
pub(super) struct Antichain {
    want: Want,
    positives: SliceSet<Re>,
    negatives: SliceSet<Re>,
    /// By the number of the positives.
    chains: Vec<Chain>,
    groups: Vec<Group>,
}

impl Antichain {
    /// Without a goal. For a shortest word a goal counts only beside those that are no nearer to the start.
    pub fn new(want: Want) -> Antichain {
        Antichain {
            want,
            positives: SliceSet::default(),
            negatives: SliceSet::default(),
            chains: Vec::new(),
            groups: Vec::new(),
        }
    }

    /// The lists of a goal.
    pub fn lists(&self, place: &Place) -> (&[Re], &[Re]) {
        (self.positives.get(place.pos), self.negatives.get(place.neg))
    }

    /// How many groups a goal with these positives is compared with.
    pub fn comparisons(&mut self, pos: &[Re]) -> usize {
        let number = self.number(pos);
        self.chains[number as usize].len
    }

    /// Adds the goal of a visit unless it is superfluous; `closed` gets the visits that are, beside it.
    pub fn insert(
        &mut self,
        visit: u32,
        (pos, neg): (&[Re], &[Re]),
        (range, depth): (LengthRange, u64),
        closed: &mut Vec<u32>,
    ) -> Option<Place> {
        let pos = self.number(pos);
        let signature = neg.iter().fold(0, |bits, r| bits | 1 << (r.0 % 64));
        if self.is_superfluous(pos, (neg, signature), (range, depth)) {
            return None;
        }
        // The negatives get a number when the goal is there to stay.
        let place = Place { pos, neg: self.negatives.insert(neg).0, range, depth };
        let own = self.close(&place, signature, closed);
        let group = own.unwrap_or_else(|| self.add_group(&place, signature));
        let members = &mut self.groups[group as usize].members;
        let at = members.partition_point(|m| m.range.min > range.min);
        members.insert(at, Member { visit, range, depth });
        Some(place)
    }

    fn number(&mut self, pos: &[Re]) -> u32 {
        let (number, is_new) = self.positives.insert(pos);
        if is_new {
            self.chains.push(Chain { latest: Link::NONE, len: 0 });
        }
        number
    }

    fn add_group(&mut self, place: &Place, signature: u64) -> u32 {
        let group = base::id32(self.groups.len());
        let chain = &mut self.chains[place.pos as usize];
        let older = std::mem::replace(&mut chain.latest, Link::to(group));
        chain.len += 1;
        self.groups.push(Group { neg: place.neg, signature, older, members: SmallVec::new() });
        group
    }

    /// Whether every word for such a goal is one for a member, which is as near to the start where that matters.
    fn is_superfluous(
        &self,
        pos: u32,
        (neg, signature): (&[Re], u64),
        (range, depth): (LengthRange, u64),
    ) -> bool {
        let mut next = self.chains[pos as usize].latest;
        while let Some(g) = next.number() {
            let group = &self.groups[g as usize];
            let is_weaker =
                group.signature & !signature == 0 && is_subset(self.negatives.get(group.neg), neg);
            if is_weaker && self.includes(&group.members, range, depth) {
                return true;
            }
            next = group.older;
        }
        false
    }

    /// Whether a member of a group has all lengths of the range.
    fn includes(&self, members: &[Member], range: LengthRange, depth: u64) -> bool {
        let mut shorter = members[members.partition_point(|m| m.range.min > range.min)..].iter();
        match self.want {
            // The one with the greatest least length has the greatest length of all.
            Want::Any => shorter.next().is_some_and(|m| m.range.includes(range)),
            Want::Shortest => shorter.any(|m| m.range.includes(range) && m.depth <= depth),
        }
    }

    /// Takes out the members that are superfluous beside a new goal, and the groups that have no other; returns the group
    /// with its lists, if there is one.
    fn close(&mut self, new: &Place, signature: u64, closed: &mut Vec<u32>) -> Option<u32> {
        let mut chain = Chain { latest: Link::NONE, len: 0 };
        let (mut own, mut last) = (None, None);
        let mut next = self.chains[new.pos as usize].latest;
        while let Some(g) = next.number() {
            let group = &self.groups[g as usize];
            let (neg, older) = (group.neg, group.older);
            let (weaker, stronger) = (self.negatives.get(new.neg), self.negatives.get(group.neg));
            let is_stronger = signature & !group.signature == 0 && is_subset(weaker, stronger);
            let is_emptied = is_stronger && self.close_in(g, new, closed);
            own = own.or((neg == new.neg).then_some(g));
            if !is_emptied || own == Some(g) {
                self.link(&mut chain, last.replace(g), g);
            }
            next = older;
        }
        self.chains[new.pos as usize] = chain;
        own
    }

    /// Puts group `g` behind the group `last` of the chain.
    fn link(&mut self, chain: &mut Chain, last: Option<u32>, g: u32) {
        match last {
            None => chain.latest = Link::to(g),
            Some(last) => self.groups[last as usize].older = Link::to(g),
        }
        self.groups[g as usize].older = Link::NONE;
        chain.len += 1;
    }

    /// Takes out the members of a group that the new goal includes; returns whether none is left of it.
    fn close_in(&mut self, group: u32, new: &Place, closed: &mut Vec<u32>) -> bool {
        let members = &mut self.groups[group as usize].members;
        let longer = members.partition_point(|m| m.range.min >= new.range.min);
        for at in (0..longer).rev() {
            let m = members[at];
            if new.range.includes(m.range) && (self.want == Want::Any || new.depth <= m.depth) {
                closed.push(members.remove(at).visit);
            } else if self.want == Want::Any {
                // Those before it have greater greatest lengths, too.
                break;
            }
        }
        members.is_empty()
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

#[cfg(test)]
mod tests {
    use super::*;
    use base::{SplitMix64, Upper};

    /// A goal as it was given.
    type Given = (Vec<Re>, Vec<Re>, LengthRange, u64);

    fn subset_of(rng: &mut SplitMix64, most: u32) -> Vec<Re> {
        (0..most).filter(|_| rng.below(2) == 0).map(|i| Re(70 * i)).collect()
    }

    fn draw(rng: &mut SplitMix64) -> Given {
        let (min, extra) = (rng.below(5) as u64, rng.below(5) as u64);
        let max = if extra == 4 { Upper::Unbounded } else { Upper::AtMost(min + extra) };
        (subset_of(rng, 1), subset_of(rng, 3), LengthRange { min, max }, rng.below(4) as u64)
    }

    fn is_beside(want: Want, a: &Given, b: &Given) -> bool {
        a.0 == b.0
            && is_subset(&a.1, &b.1)
            && a.2.includes(b.2)
            && (want == Want::Any || a.3 <= b.3)
    }

    #[test]
    fn superfluous_goals_are_those_of_the_definition() {
        let mut rng = SplitMix64::new(5);
        for want in [Want::Any, Want::Shortest] {
            for _ in 0..500 {
                let (mut chain, mut kept) = (Antichain::new(want), Vec::<(u32, Given)>::new());
                for visit in 0..25 {
                    let given = draw(&mut rng);
                    let mut closed = Vec::new();
                    let (pos, neg, range, depth) = &given;
                    let place = chain.insert(visit, (pos, neg), (*range, *depth), &mut closed);
                    let wanted = !kept.iter().any(|(_, old)| is_beside(want, old, &given));
                    assert_eq!(place.is_some(), wanted, "{want:?} {given:?} beside {kept:?}");
                    let Some(place) = place else { continue };
                    assert_eq!(chain.lists(&place), (&pos[..], &neg[..]));
                    closed.sort_unstable();
                    let gone = kept.iter().filter(|(_, old)| is_beside(want, &given, old));
                    assert_eq!(closed, gone.map(|(visit, _)| *visit).collect::<Vec<_>>());
                    kept.retain(|(visit, _)| !closed.contains(visit));
                    kept.push((visit, given));
                }
            }
        }
    }
}
