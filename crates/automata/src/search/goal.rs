//! A goal of the search: words in all of `pos`, in none of `neg`, with a length in a range.
//!
//! A conjunction of memberships is a goal, and so is what is left of it after reading characters.
//! Both lists are sets: fewer members mean more words. The negatives need no complement and no
//! set of sets either, because being in none of several languages is being outside their union,
//! and a union of regexes is a set of NFA states.

use super::LengthRange;
use crate::regex::{Node, Re, Regexes};
use crate::sets::Set;
use base::{Limits, Stop};

/// What is left to be read.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Goal {
    /// Sorted; no intersections, no complements, not "every word".
    pub pos: Box<[Re]>,
    /// Sorted; no unions, no complements, not the empty language.
    pub neg: Box<[Re]>,
    /// The lengths that the rest of the word may have; tightened by `pos`.
    pub range: LengthRange,
}

impl Goal {
    /// The goal for these lists, or `None` if it obviously has no word.
    pub fn new(
        rs: &mut Regexes,
        pos: impl IntoIterator<Item = Re>,
        neg: impl IntoIterator<Item = Re>,
        range: LengthRange,
    ) -> Option<Goal> {
        let (mut pos, mut neg) = flatten(rs, pos.into_iter().collect(), neg.into_iter().collect())?;
        sort(&mut neg);
        if drop_rejected_branches(rs, &mut pos, &neg) {
            (pos, neg) = flatten(rs, pos, neg)?;
            sort(&mut neg);
        }
        sort(&mut pos);
        let range = tighten(rs, &pos, range)?;
        let (nullable, first) = ends(rs, &pos)?;
        drop_irrelevant(rs, &mut neg, range, nullable, first);
        simplify(rs, &mut pos, &mut neg)?;
        Some(Goal { pos: pos.into(), neg: neg.into(), range })
    }

    /// Whether the empty word meets the goal.
    pub fn accepts_empty(&self, rs: &Regexes) -> bool {
        self.range.min == 0
            && self.pos.iter().all(|&r| rs.nullable(r))
            && !self.neg.iter().any(|&r| rs.nullable(r))
    }

    /// A lower bound on the length of a word that meets the goal.
    pub fn distance(&self, rs: &Regexes) -> u64 {
        self.range.min.max(u64::from(!self.accepts_empty(rs)))
    }

    /// What must be read and what is left then, for every first character.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn successors(&self, rs: &mut Regexes, limits: &Limits) -> Result<Vec<(Set, Goal)>, Stop> {
        let Some(range) = self.range.after(1) else {
            return Ok(Vec::new());
        };
        let product = rs.product(&self.pos, limits)?;
        let rejected = self.split_rejected(rs, limits)?;
        limits.charge((product.len() * rejected.len()) as u64)?;
        let mut out = Vec::new();
        for (guard, pos) in &product {
            for (block, neg) in &rejected {
                let both = rs.sets.intersect(*guard, *block);
                if both.is_empty() {
                    continue;
                }
                limits.charge(1 + (pos.len() + neg.len()) as u64)?;
                let goal = Goal::new(rs, pos.iter().copied(), neg.iter().copied(), range);
                out.extend(goal.map(|goal| (both, goal)));
            }
        }
        Ok(out)
    }

    /// The alphabet in blocks that lead to different sets of negatives, each with that set; blocks
    /// after which every word is rejected are left out.
    fn split_rejected(
        &self,
        rs: &mut Regexes,
        limits: &Limits,
    ) -> Result<Vec<(Set, Vec<Re>)>, Stop> {
        if self.neg.is_empty() {
            return Ok(vec![(Set::FULL, Vec::new())]);
        }
        let mut moves = Vec::new();
        for &r in &self.neg {
            moves.extend_from_slice(rs.move_list(r, limits)?);
        }
        let mut split: Vec<(Set, Vec<Re>)> = Vec::new();
        let mut index = base::FxHashMap::default();
        for (block, mut targets) in rs.split_by_guard(&moves, limits)? {
            if targets.contains(&Re::ALL) {
                continue;
            }
            sort(&mut targets);
            let at = *index.entry(targets.clone()).or_insert_with(|| {
                split.push((Set::EMPTY, targets));
                split.len() - 1
            });
            split[at].0 = rs.sets.union(split[at].0, block);
        }
        // Fewer negatives are easier to meet: try those first.
        base::order::sort_by_key(&mut split, |(_, targets)| targets.len());
        Ok(split)
    }
}

/// Splits intersections, unions and complements; `None` if some member excludes every word.
fn flatten(rs: &Regexes, mut pos: Vec<Re>, mut neg: Vec<Re>) -> Option<(Vec<Re>, Vec<Re>)> {
    let (mut all, mut none) = (Vec::new(), Vec::new());
    loop {
        if let Some(r) = pos.pop() {
            match rs.node(r) {
                Node::None => return None,
                Node::Inter(kids) => pos.extend_from_slice(kids),
                &Node::Comp(inner) => neg.push(inner),
                _ if r == Re::ALL => {}
                _ => all.push(r),
            }
        } else if let Some(r) = neg.pop() {
            match rs.node(r) {
                Node::None => {}
                Node::Union(kids) => neg.extend_from_slice(kids),
                &Node::Comp(inner) => pos.push(inner),
                _ if r == Re::ALL => return None,
                _ => none.push(r),
            }
        } else {
            return Some((all, none));
        }
    }
}

/// Removes from unions among the positives the branches that are negatives themselves, and tells
/// whether there were any.
fn drop_rejected_branches(rs: &mut Regexes, pos: &mut [Re], neg: &[Re]) -> bool {
    let mut changed = false;
    for r in pos.iter_mut().filter(|_| !neg.is_empty()) {
        let Node::Union(kids) = rs.node(*r) else { continue };
        let stays = |kid: &Re| neg.binary_search(kid).is_err();
        if !kids.iter().all(stays) {
            let rest: Vec<Re> = kids.iter().copied().filter(stays).collect();
            *r = rs.union(rest);
            changed = true;
        }
    }
    changed
}

/// The part of `range` that the length bounds of `pos` allow.
fn tighten(rs: &Regexes, pos: &[Re], range: LengthRange) -> Option<LengthRange> {
    let mut range = range;
    for &r in pos {
        let info = rs.info(r);
        if !info.min_len.meets(range.max) {
            return None;
        }
        range = range.at_least(info.min_len.weakened()).at_most(info.max_len);
    }
    range.max.admits(range.min).then_some(range)
}

/// Whether all of `pos` have the empty word, and the characters that all of them may start with.
/// `None` if no word is left.
fn ends(rs: &mut Regexes, pos: &[Re]) -> Option<(bool, Set)> {
    let (mut nullable, mut first, mut last) = (true, Set::FULL, Set::FULL);
    for &r in pos {
        let info = rs.info(r);
        let (own_first, own_last) = (info.first, info.last);
        nullable &= info.nullable;
        first = rs.sets.intersect(first, own_first);
        last = rs.sets.intersect(last, own_last);
    }
    let empty = !nullable && (first.is_empty() || last.is_empty());
    (!empty).then_some((nullable, first))
}

/// Removes negatives that no word of the positives can be in anyway.
fn drop_irrelevant(
    rs: &mut Regexes,
    neg: &mut Vec<Re>,
    range: LengthRange,
    nullable: bool,
    first: Set,
) {
    neg.retain(|&r| {
        let info = rs.info(r);
        let (own_nullable, own_first) = (info.nullable, info.first);
        let lengths_meet = info.min_len.meets(range.max) && info.max_len.admits(range.min);
        lengths_meet && (nullable && own_nullable || !rs.sets.disjoint(first, own_first))
    });
}

/// Drops members that others make redundant; `None` if a negative includes a positive.
fn simplify(rs: &mut Regexes, pos: &mut Vec<Re>, neg: &mut Vec<Re>) -> Option<()> {
    if pos.iter().any(|r| neg.binary_search(r).is_ok()) {
        return None;
    }
    let most = rs.effort().search_pairwise;
    if pos.len() > 1 && pos.len() <= most {
        drop_where(pos, |big, small| rs.includes_cheaply(big, small));
    }
    if neg.len() > most {
        return Some(());
    }
    drop_where(neg, |small, big| rs.includes_cheaply(big, small));
    let excluded = |rs: &mut Regexes, r: Re| pos.iter().any(|&p| rs.includes_cheaply(r, p));
    (!neg.iter().any(|&r| excluded(rs, r))).then_some(())
}

/// Removes items that stand in the relation `redundant(item, other)` to some other item.
fn drop_where(items: &mut Vec<Re>, mut redundant: impl FnMut(Re, Re) -> bool) {
    let mut i = 0;
    while i < items.len() {
        if (0..items.len()).any(|j| j != i && redundant(items[i], items[j])) {
            items.remove(i);
        } else {
            i += 1;
        }
    }
}

fn sort(items: &mut Vec<Re>) {
    base::order::sort(items);
    items.dedup();
}
