//! Words put together from words of parts.
//!
//! Below concatenations, unions and repetitions a regex has a word if its parts have, so only the
//! intersections and complements among them (the leaves) need a search, each one once. A counter over
//! an intersection, `(a & b){5000}`, thus costs one search instead of a walk of 5000 rounds. In the same
//! way the lengths of the whole follow from those of the leaves.

use super::LengthRange;
use super::explore::Want;
use crate::regex::{Node, Re, Regexes};
use base::Lower::{self, AtLeast};
use base::{FxHashMap, FxHashSet, Limits, Stop};

/// The length of the word chosen for a regex (exact if it fits) and, for leaves, the word; `None` if there is none.
type Choice = Option<(Lower, Option<Vec<u32>>)>;

impl Regexes {
    /// Whether `r` is worth to be taken apart: it has leaves and is none itself.
    pub(super) fn has_parts(&self, r: Re) -> bool {
        !self.info(r).positive && !self.is_leaf(r)
    }

    fn is_leaf(&self, r: Re) -> bool {
        matches!(self.node(r), Node::Inter(_) | Node::Comp(_))
    }

    /// A word of `r` (a shortest one if wanted), or the knowledge that there is none; an outer
    /// `None` if the word is too long to be written.
    ///
    /// # Errors
    /// When the limits are reached.
    pub(super) fn word_by_parts(
        &mut self,
        r: Re,
        want: Want,
        limits: &Limits,
    ) -> Result<Option<Option<Vec<u32>>>, Stop> {
        let mut choices: FxHashMap<Re, Choice> = FxHashMap::default();
        let mut stack = vec![r];
        while let Some(&top) = stack.last() {
            if choices.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            self.push_unchosen(top, &choices, &mut stack);
            if stack.len() == before {
                limits.charge(1)?;
                let choice = self.choose(top, want, &choices, limits)?;
                choices.insert(top, choice);
                stack.pop();
            }
        }
        Ok(match &choices[&r] {
            None => Some(None),
            Some((len, _)) if *len > AtLeast(self.effort().longest_word) => None,
            Some(_) => Some(Some(self.assemble(r, &choices))),
        })
    }

    /// As [`word_by_parts`](Self::word_by_parts) for a word with a length in `range`; an outer
    /// `None` if the form does not tell.
    ///
    /// # Errors
    /// When the limits are reached.
    pub(super) fn sized_word_by_parts(
        &mut self,
        r: Re,
        range: LengthRange,
        want: Want,
        limits: &Limits,
    ) -> Result<Option<Option<Vec<u32>>>, Stop> {
        match self.word_by_parts(r, want, limits)? {
            None => {}
            Some(Some(word)) if !range.contains(word.len() as u64) => {}
            answer => return Ok(answer),
        }
        self.measure_leaves(r, limits)?;
        let lengths = self.length_abstraction(r);
        if !lengths.is_exact() {
            return Ok(None);
        }
        let n = match lengths.next_member(range.min) {
            Some(n) if range.max.admits(n) => n,
            // The next length may not fit.
            None if range.max.is_unbounded() && !lengths.is_finite() => return Ok(None),
            _ => return Ok(Some(None)),
        };
        let mut stop = None;
        let word = self.word_of_size(r, n, &mut |rs, leaf, n| {
            let found = rs.find_word(&[leaf], &[], LengthRange::exactly(n), limits);
            found.unwrap_or_else(|why| {
                stop = Some(why);
                None
            })
        });
        match stop {
            Some(why) => Err(why),
            None => Ok(word.map(Some)),
        }
    }

    /// Finds the exact lengths of the leaves of `r`.
    ///
    /// # Errors
    /// When the limits are reached.
    pub(super) fn measure_leaves(&mut self, r: Re, limits: &Limits) -> Result<(), Stop> {
        let mut stack = vec![r];
        let mut seen: FxHashSet<Re> = FxHashSet::default();
        while let Some(r) = stack.pop() {
            if self.info(r).positive || !seen.insert(r) {
                continue;
            }
            limits.charge(1)?;
            match self.node(r) {
                &Node::Concat(a, b) => stack.extend([a, b]),
                Node::Union(kids) => stack.extend_from_slice(kids),
                &Node::Star(a) | &Node::Loop(a, ..) => stack.push(a),
                _ if self.has_measured_lengths(r) => {}
                _ => {
                    let set = self.length_set(&[r], &[], LengthRange::ANY, limits)?;
                    self.set_measured_lengths(r, set);
                }
            }
        }
        Ok(())
    }

    fn push_unchosen(&self, r: Re, choices: &FxHashMap<Re, Choice>, stack: &mut Vec<Re>) {
        if self.info(r).positive || self.is_leaf(r) {
            return;
        }
        let mut need = |kid: Re| {
            if !choices.contains_key(&kid) {
                stack.push(kid);
            }
        };
        match self.node(r) {
            &Node::Concat(a, b) => {
                need(a);
                need(b);
            }
            Node::Union(kids) => kids.iter().for_each(|&kid| need(kid)),
            &Node::Loop(a, lo, _) if lo > 0 => need(a),
            _ => {}
        }
    }

    fn choose(
        &mut self,
        r: Re,
        want: Want,
        choices: &FxHashMap<Re, Choice>,
        limits: &Limits,
    ) -> Result<Choice, Stop> {
        let info = self.info(r);
        if info.positive {
            return Ok((r != Re::NONE).then_some((info.min_len, None)));
        }
        if self.is_leaf(r) {
            let word = self.search(&[r], &[], LengthRange::ANY, want, limits)?;
            return Ok(word.map(|w| (AtLeast(w.len() as u64), Some(w))));
        }
        let len = |kid: Re| choices[&kid].as_ref().map(|c| c.0);
        let chosen = match self.node(r) {
            &Node::Concat(a, b) => len(a).zip(len(b)).map(|(x, y)| x + y),
            Node::Union(kids) => kids.iter().filter_map(|&kid| len(kid)).min(),
            &Node::Loop(a, lo, _) if lo > 0 => len(a).map(|n| n * lo),
            _ => Some(AtLeast(0)),
        };
        Ok(chosen.map(|n| (n, None)))
    }

    fn assemble(&self, r: Re, choices: &FxHashMap<Re, Choice>) -> Vec<u32> {
        let given = |r: Re| {
            if self.info(r).positive {
                return Some(self.shortest_by_form(r).unwrap_or_default());
            }
            choices.get(&r)?.as_ref()?.1.clone()
        };
        self.put_together(r, given, |kid| choices[&kid].as_ref().map(|chosen| chosen.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;

    #[test]
    fn a_counter_over_an_intersection_costs_one_search() {
        let rs = &mut Regexes::new();
        let (a, b, c) = (rs.text("a"), rs.text("b"), rs.text("c"));
        let has = |rs: &mut Regexes, x: Re| rs.concat_all([Re::ALL, x, Re::ALL]);
        let (has_a, has_b) = (has(rs, a), has(rs, b));
        let both = rs.inter([has_a, has_b]);
        let many = rs.repeat(both, 100_000, Some(100_000));
        let r = rs.concat(many, c);
        let budget = Budget::unlimited();
        let word = rs.shortest_word(r, &Limits::new(&budget, 1000)).unwrap().unwrap();
        assert_eq!(word.len(), 200_001);
        let (x, y) = (rs.text("ab"), rs.text("cb"));
        let (x, y) = (rs.star(x), rs.plus(y));
        let none = rs.inter([x, y]);
        let (many, opt) = (rs.repeat(none, 70, Some(80)), rs.opt(none));
        let (r, s) = (rs.concat(many, c), rs.concat(opt, c));
        assert_eq!(rs.shortest_word(r, &Limits::new(&budget, 1000)), Ok(None));
        assert_eq!(rs.shortest_word(s, &Limits::new(&budget, 1000)), Ok(Some(vec![99])));
    }
}
