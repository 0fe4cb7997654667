//! Leftmost and shortest matches inside a word, as `str.replace_re`, `str.replace_re_all` and
//! `str.indexof_re` need them.
//!
//! Where matches start is asked of the reversed word and the reversed regex, from all positions at
//! once; trying each start would be quadratic on long words without a match. Where the shortest
//! match from a given start ends is asked of windows of doubling size, so that a short match at
//! the front of a long word is cheap.

use super::matcher::Matcher;
use super::posset::PosSet;
use super::{Node, RegexId, Regexes};
use base::{Budget, FxHashMap, Interrupted};

impl Regexes {
    /// The language of all reversed words of `r`.
    pub fn reverse(&mut self, r: RegexId) -> RegexId {
        let mut image: FxHashMap<RegexId, RegexId> = FxHashMap::default();
        for r in self.post_order(r) {
            let reversed = match self.node(r) {
                Node::Lit(w) => {
                    let w = w.iter().rev().copied().collect();
                    self.lit(w)
                }
                Node::Concat(rs) => {
                    let rs: Vec<RegexId> = rs.iter().rev().map(|a| image[a]).collect();
                    self.concat(&rs)
                }
                _ => self.rebuild(r, |a| image[&a]),
            };
            image.insert(r, reversed);
        }
        image[&r]
    }

    /// A regex with the same shortest non-empty matches as `r` in every word, free of the empty
    /// word where that is easy to have.
    ///
    /// A non-empty word of `r*` starts with a non-empty word of `r`. If all parts of a
    /// concatenation may be empty then each part alone is a member, and the first part that is not
    /// empty is a prefix.
    pub fn shortest_core(&mut self, r: RegexId) -> RegexId {
        let mut image: FxHashMap<RegexId, RegexId> = FxHashMap::default();
        for r in self.post_order(r) {
            let core = match self.node(r) {
                _ if !self.nullable(r) => r,
                Node::Eps => self.none(),
                Node::Repeat(body, ..) => image[body],
                Node::Union(rs) | Node::Concat(rs) => {
                    let rs: Vec<RegexId> = rs.iter().map(|a| image[a]).collect();
                    self.union(&rs)
                }
                Node::All => self.class(super::class::Class::full()),
                _ => r,
            };
            image.insert(r, core);
        }
        image[&r]
    }
}

/// The positions at which some match of `r`, possibly empty, starts.
///
/// # Errors
/// When the budget is used up.
pub fn starts(
    regexes: &mut Regexes,
    r: RegexId,
    word: &[u32],
    budget: &Budget,
) -> Result<PosSet, Interrupted> {
    let reversed = regexes.reverse(r);
    let backwards: Vec<u32> = word.iter().rev().copied().collect();
    let all = PosSet::range(0, word.len());
    let ends = Matcher::new(regexes, &backwards, budget).image(reversed, all)?;
    let mut starts = PosSet::default();
    let mut ends: Vec<usize> = ends.iter().collect();
    while let Some(end) = ends.pop() {
        starts.insert(word.len() - end);
    }
    Ok(starts)
}

/// The length of the shortest non-empty match of `r` at the front of `word`.
///
/// # Errors
/// When the budget is used up.
pub fn shortest_prefix(
    regexes: &Regexes,
    r: RegexId,
    word: &[u32],
    budget: &Budget,
) -> Result<Option<usize>, Interrupted> {
    let least = regexes.min_len(r).number().and_then(|n| usize::try_from(n).ok());
    let Some(least) = least.filter(|&n| n <= word.len()) else { return Ok(None) };
    let mut window = 16.max(2 * least);
    loop {
        let prefix = &word[..window.min(word.len())];
        let ends = Matcher::new(regexes, prefix, budget).image(r, PosSet::single(0))?;
        if let Some(end) = ends.iter().find(|&end| end > 0) {
            return Ok(Some(end));
        }
        if window >= word.len() {
            return Ok(None);
        }
        window *= 2;
    }
}

/// The leftmost of the shortest non-empty matches of `r`, one after the other without overlap.
///
/// # Errors
/// When the budget is used up.
pub fn non_empty_matches(
    regexes: &mut Regexes,
    r: RegexId,
    word: &[u32],
    budget: &Budget,
) -> Result<Vec<(usize, usize)>, Interrupted> {
    let core = regexes.shortest_core(r);
    let candidates = starts(regexes, core, word, budget)?;
    let mut matches = Vec::new();
    let mut free_from = 0;
    for start in candidates.iter() {
        if start < free_from {
            continue;
        }
        budget.charge(1)?;
        if let Some(len) = shortest_prefix(regexes, core, &word[start..], budget)? {
            matches.push((start, start + len));
            free_from = start + len;
        }
    }
    Ok(matches)
}

/// The leftmost and then shortest match of `r`, which may be empty.
///
/// # Errors
/// When the budget is used up.
pub fn first_match(
    regexes: &mut Regexes,
    r: RegexId,
    word: &[u32],
    budget: &Budget,
) -> Result<Option<(usize, usize)>, Interrupted> {
    if regexes.nullable(r) {
        return Ok(Some((0, 0)));
    }
    let Some(start) = starts(regexes, r, word, budget)?.min() else {
        return Ok(None);
    };
    let len = shortest_prefix(regexes, r, &word[start..], budget)?;
    Ok(len.map(|len| (start, start + len)))
}
