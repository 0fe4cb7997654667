//! Constructors for union, intersection and complement.
//!
//! Unions and intersections are sorted sets of their members with the units, absorbed members and
//! contradictions removed. Complements are pushed only where the result is no larger: into
//! character sets, into lengths, into `S*` and `Σ*SΣ*`, and out of unions of complements.

use super::{Node, Re, Regexes};
use crate::sets::Set;
use base::Upper::{self, AtMost, Unbounded};
use base::{FxHashMap, Idx, Lower};

/// From so many to so many.
type Interval = (u32, Upper<u32>);

impl Regexes {
    /// Words in any of `kids`.
    pub fn union(&mut self, kids: impl IntoIterator<Item = Re>) -> Re {
        let Some((mut items, chars)) = self.flatten_union(kids) else {
            return Re::ALL;
        };
        if !chars.is_empty() {
            items.push(self.chars_id(chars));
        }
        sort(&mut items);
        if self.has_complementary_pair(&items) {
            return Re::ALL;
        }
        self.merge_repetitions(&mut items);
        if items.len() > 1 && items[0] == Re::EPS && items[1..].iter().any(|&r| self.nullable(r)) {
            items.remove(0);
        }
        if items.len() <= self.effort.pairwise {
            self.drop_absorbed(&mut items, |rs, small, big| rs.includes_cheaply(big, small));
        }
        match items[..] {
            [] => Re::NONE,
            [r] => r,
            _ if items.contains(&Re::ALL) => Re::ALL,
            _ => self.intern(Node::Union(items.into())),
        }
    }

    /// The members of a union and, apart, the characters that are members as words of length 1;
    /// `None` if it has every word.
    fn flatten_union(&mut self, kids: impl IntoIterator<Item = Re>) -> Option<(Vec<Re>, Set)> {
        let (mut items, mut sets) = (Vec::new(), Vec::new());
        let mut add = |rs: &Regexes, r: Re| match *rs.node(r) {
            Node::None => {}
            Node::Chars(s) => sets.push(s),
            _ => items.push(r),
        };
        for r in kids {
            match self.node(r) {
                Node::Union(inner) => inner.iter().for_each(|&kid| add(self, kid)),
                _ if r == Re::ALL => return None,
                _ => add(self, r),
            }
        }
        let chars = self.sets.union_all(sets);
        Some((items, chars))
    }

    /// Whether some member is the complement of another.
    fn has_complementary_pair(&self, sorted: &[Re]) -> bool {
        sorted.iter().any(|&r| match *self.node(r) {
            Node::Comp(inner) => sorted.binary_search(&inner).is_ok(),
            _ => false,
        })
    }

    /// Joins repetitions of the same body whose bounds overlap or touch.
    fn merge_repetitions(&mut self, items: &mut Vec<Re>) {
        let is_loop = |r: &Re| matches!(self.node(*r), Node::Star(_) | Node::Loop(..));
        if !items.iter().any(is_loop) {
            return;
        }
        let mut bodies: FxHashMap<Re, usize> = FxHashMap::default();
        let mut groups: Vec<(Re, Vec<Interval>)> = Vec::new();
        for &r in items.iter() {
            let (body, lo, hi) = self.as_repetition(r);
            let at = *bodies.entry(body).or_insert_with(|| {
                groups.push((body, Vec::new()));
                groups.len() - 1
            });
            groups[at].1.push((lo, hi));
        }
        if groups.len() == items.len() && items[0] != Re::EPS {
            return;
        }
        let mut with_eps = items[0] == Re::EPS;
        items.clear();
        for (body, mut bounds) in groups.into_iter().filter(|g| g.0 != Re::EPS) {
            let starts_at_one = bounds.iter().any(|b| b.0 == 1 && b.1 > AtMost(1));
            if with_eps && starts_at_one {
                bounds.push((0, AtMost(0)));
                with_eps = false;
            }
            self.push_joined(body, bounds, items);
        }
        if with_eps {
            items.push(Re::EPS);
        }
        sort(items);
    }

    fn push_joined(&mut self, body: Re, mut bounds: Vec<Interval>, items: &mut Vec<Re>) {
        base::order::sort(&mut bounds);
        let mut joined: Vec<Interval> = Vec::new();
        for (lo, hi) in bounds {
            match joined.last_mut() {
                Some(last) if lo == 0 || last.1.admits(lo - 1) => last.1 = last.1.max(hi),
                _ => joined.push((lo, hi)),
            }
        }
        for (lo, hi) in joined {
            match (lo, hi) {
                (0, AtMost(0)) => items.push(Re::EPS),
                // `r{0,1}` is the union of the empty word and `r`, which would come back here.
                (0, AtMost(1)) => items.extend([Re::EPS, body]),
                _ => items.push(self.repeat_raw(body, lo, hi)),
            }
        }
    }

    /// Removes members that the relation `absorbed(member, other)` makes redundant.
    fn drop_absorbed(
        &mut self,
        items: &mut Vec<Re>,
        absorbed: impl Fn(&mut Regexes, Re, Re) -> bool,
    ) {
        let mut i = 0;
        while i < items.len() {
            let r = items[i];
            if (0..items.len()).any(|j| j != i && absorbed(self, r, items[j])) {
                items.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Words in all of `kids`.
    pub fn inter(&mut self, kids: impl IntoIterator<Item = Re>) -> Re {
        let mut items: Vec<Re> = Vec::new();
        for r in kids {
            match self.node(r) {
                Node::Inter(inner) => items.extend_from_slice(inner),
                _ if r == Re::ALL => {}
                _ => items.push(r),
            }
        }
        sort(&mut items);
        self.join_complements(&mut items);
        if items.len() <= self.effort.pairwise {
            self.drop_absorbed(&mut items, |rs, big, small| rs.includes_cheaply(big, small));
        }
        match items[..] {
            [] => Re::ALL,
            [r] => r,
            _ if self.obviously_disjoint(&items) => Re::NONE,
            _ => self.inter_of(items),
        }
    }

    /// Replaces the complements among `items` by the complement of one union.
    fn join_complements(&mut self, items: &mut Vec<Re>) {
        let inner = |rs: &Regexes, r: Re| match *rs.node(r) {
            Node::Comp(x) => Some(x),
            _ => None,
        };
        let comps: Vec<Re> = items.iter().filter_map(|&r| inner(self, r)).collect();
        if comps.len() > 1 {
            items.retain(|&r| inner(self, r).is_none());
            let union = self.union(comps);
            items.push(self.comp(union));
            sort(items);
        }
    }

    /// Whether lengths, first or last characters, or complementary members exclude every word.
    fn obviously_disjoint(&mut self, items: &[Re]) -> bool {
        let (mut min, mut max, mut nullable) = (Lower::AtLeast(0), Unbounded, true);
        let (mut first, mut last) = (Set::FULL, Set::FULL);
        for &r in items {
            let info = &self.info[r.index()];
            min = min.max(info.min_len);
            max = max.min(info.max_len);
            nullable &= info.nullable;
            first = self.sets.intersect(first, info.first);
            last = self.sets.intersect(last, info.last);
        }
        let clash = !nullable && (first.is_empty() || last.is_empty());
        !min.meets(max) || clash || self.excludes_member(items)
    }

    /// Whether one member is the complement of something that includes another member.
    fn excludes_member(&mut self, items: &[Re]) -> bool {
        if items.len() > self.effort.pairwise {
            return self.has_complementary_pair(items);
        }
        items.iter().any(|&r| match *self.node(r) {
            Node::Comp(x) => items.iter().any(|&small| self.includes_cheaply(x, small)),
            _ => false,
        })
    }

    /// The intersection of at least two members that do not obviously exclude each other.
    fn inter_of(&mut self, items: Vec<Re>) -> Re {
        if items[0] == Re::EPS {
            let nullable = items.iter().all(|&r| self.nullable(r));
            return if nullable { Re::EPS } else { Re::NONE };
        }
        if items.iter().any(|&r| matches!(self.node(r), Node::Chars(_))) {
            let depth = self.effort.one_letter_depth;
            let words: Option<Vec<Set>> =
                items.iter().map(|&r| self.one_char_words(r, depth)).collect();
            if let Some(words) = words {
                let set = words.into_iter().fold(Set::FULL, |a, b| self.sets.intersect(a, b));
                return self.chars_id(set);
            }
        }
        self.intern(Node::Inter(items.into()))
    }

    /// The exact set of words of length 1 in `r`, if it can be seen within `depth` levels.
    pub(crate) fn one_char_words(&mut self, r: Re, depth: u32) -> Option<Set> {
        let info = self.info(r);
        if !info.admits(1) {
            return Some(Set::EMPTY);
        }
        let deeper = depth.checked_sub(1)?;
        match self.node(r).clone() {
            Node::None | Node::Eps => Some(Set::EMPTY),
            Node::Chars(set) => Some(set),
            Node::Star(a) => self.one_char_words(a, deeper),
            Node::Loop(a, lo, _) if lo <= 1 => self.one_char_words(a, deeper),
            Node::Loop(..) => None,
            Node::Comp(a) => {
                let words = self.one_char_words(a, deeper)?;
                Some(self.sets.complement(words))
            }
            Node::Union(kids) => kids.iter().try_fold(Set::EMPTY, |all, &kid| {
                let words = self.one_char_words(kid, deeper)?;
                Some(self.sets.union(all, words))
            }),
            Node::Inter(kids) => kids.iter().try_fold(Set::FULL, |all, &kid| {
                let words = self.one_char_words(kid, deeper)?;
                Some(self.sets.intersect(all, words))
            }),
            Node::Concat(a, b) => {
                let (na, nb) = (self.nullable(a), self.nullable(b));
                let left = if nb { self.one_char_words(a, deeper)? } else { Set::EMPTY };
                let right = if na { self.one_char_words(b, deeper)? } else { Set::EMPTY };
                Some(self.sets.union(left, right))
            }
        }
    }

    /// Words of `a` that are not in `b`.
    pub fn diff(&mut self, a: Re, b: Re) -> Re {
        let not_b = self.comp(b);
        self.inter([a, not_b])
    }

    /// All words that are not in `r`.
    pub fn comp(&mut self, r: Re) -> Re {
        match self.node(r).clone() {
            Node::None => Re::ALL,
            _ if r == Re::ALL => Re::NONE,
            Node::Comp(inner) => inner,
            Node::Star(a) => match *self.node(a) {
                Node::Chars(set) => self.contains_char_outside(set),
                _ => self.intern(Node::Comp(r)),
            },
            Node::Concat(a, _) if a == Re::ALL => self.comp_contains(r),
            Node::Union(kids) => match self.by_length(&kids) {
                Some((chars, lengths)) => self.comp_by_length(chars, lengths),
                None => self.comp_union(r, &kids),
            },
            _ => match self.by_length(&[r]) {
                Some((chars, lengths)) => self.comp_by_length(chars, lengths),
                None => self.intern(Node::Comp(r)),
            },
        }
    }

    /// The union of `kids` as a set of words of length 1 and intervals of lengths of which it has
    /// every word, if it has that form.
    fn by_length(&self, kids: &[Re]) -> Option<(Set, Vec<Interval>)> {
        let (mut chars, mut lengths) = (Set::EMPTY, Vec::new());
        for &kid in kids {
            match *self.node(kid) {
                Node::Eps => lengths.push((0, AtMost(0))),
                Node::Chars(Set::FULL) => lengths.push((1, AtMost(1))),
                Node::Chars(set) => chars = set,
                Node::Loop(Re::ANY, lo, hi) => lengths.push((lo, hi)),
                _ => return None,
            }
        }
        Some((chars, lengths))
    }

    /// The complement of what [`by_length`](Self::by_length) took apart.
    fn comp_by_length(&mut self, chars: Set, mut lengths: Vec<Interval>) -> Re {
        if !chars.is_empty() {
            lengths.push((1, AtMost(1)));
        }
        base::order::sort(&mut lengths);
        let others = self.sets.complement(chars);
        let mut parts = Vec::new();
        if !chars.is_empty() {
            parts.push(self.chars_id(others));
        }
        // The greatest length up to which all is done, if any is.
        let mut done: Option<u32> = None;
        for (lo, hi) in lengths {
            let from = done.map_or(Some(0), |n| n.checked_add(1));
            if let Some(from) = from.filter(|&from| from < lo) {
                parts.push(self.repeat(Re::ANY, from, Some(lo - 1)));
            }
            let AtMost(hi) = hi else { return self.union(parts) };
            done = done.max(Some(hi));
        }
        parts.push(done.map_or(Re::ALL, |n| self.repeat_more(Re::ANY, n, Unbounded)));
        self.union(parts)
    }

    /// The complement of `set*`.
    fn contains_char_outside(&mut self, set: Set) -> Re {
        let others = self.sets.complement(set);
        let chars = self.chars_id(others);
        self.concat_all([Re::ALL, chars, Re::ALL])
    }

    /// The complement of `Σ* ...`, which is a star of characters for `Σ* set Σ*`.
    fn comp_contains(&mut self, r: Re) -> Re {
        let (_, rest) = self.uncons(r);
        if let (head, Re::ALL) = self.uncons(rest)
            && let Node::Chars(set) = *self.node(head)
        {
            let others = self.sets.complement(set);
            let chars = self.chars_id(others);
            return self.star(chars);
        }
        self.intern(Node::Comp(r))
    }

    /// The complement of a union: members that are complements themselves come out.
    fn comp_union(&mut self, r: Re, kids: &[Re]) -> Re {
        let (mut plain, mut parts) = (Vec::new(), Vec::new());
        for &kid in kids {
            match *self.node(kid) {
                Node::Comp(inner) => parts.push(inner),
                _ => plain.push(kid),
            }
        }
        if parts.is_empty() {
            return self.intern(Node::Comp(r));
        }
        let rest = self.union(plain);
        parts.push(self.comp(rest));
        self.inter(parts)
    }
}

fn sort(items: &mut Vec<Re>) {
    base::order::sort(items);
    items.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::CharSet;

    #[test]
    fn character_sets_merge() {
        let rs = &mut Regexes::new();
        let (low, high) = (rs.range(0, 0x50), rs.range(0x51, 0x2FFFF));
        assert_eq!(rs.union([low, high]), Re::ANY);
        assert_eq!(rs.inter([low, high]), Re::NONE);
        let not_low = rs.comp(low);
        assert_eq!(rs.inter([Re::ANY, not_low]), high);
        let a = rs.text("a");
        let diff = rs.diff(Re::ANY, a);
        assert_eq!(rs.set(rs.info(diff).first).len(), CharSet::full().len() - 1);
    }

    #[test]
    fn units_and_contradictions() {
        let rs = &mut Regexes::new();
        let (ab, cd) = (rs.text("ab"), rs.text("cd"));
        let not_ab = rs.comp(ab);
        assert_eq!(rs.union([ab, not_ab, cd]), Re::ALL);
        assert_eq!(rs.inter([ab, not_ab]), Re::NONE);
        assert_eq!(rs.inter([ab, cd]), Re::NONE);
        assert_eq!(rs.union([ab, Re::NONE]), ab);
        assert_eq!(rs.inter([ab, Re::ALL]), ab);
        assert_eq!(rs.union([]), Re::NONE);
        assert_eq!(rs.inter([]), Re::ALL);
        let star = rs.star(ab);
        assert_eq!(rs.union([star, ab, Re::EPS]), star);
        assert_eq!(rs.inter([star, ab]), ab);
        let plus = rs.plus(ab);
        assert_eq!(rs.opt(plus), star);
        let (some, more) = (rs.repeat(ab, 1, Some(3)), rs.repeat(ab, 4, Some(9)));
        assert_eq!(rs.union([more, some]), rs.repeat(ab, 1, Some(9)));
    }

    #[test]
    fn complements_are_pushed_where_free() {
        let rs = &mut Regexes::new();
        let five = rs.repeat(Re::ANY, 5, Some(7));
        let not_five = rs.comp(five);
        assert!(rs.info(not_five).positive);
        let a = rs.text("a");
        let has_a = rs.concat_all([Re::ALL, a, Re::ALL]);
        let no_a = rs.comp(has_a);
        assert!(rs.info(no_a).positive);
        assert_eq!(rs.comp(no_a), has_a);
        let (ab, cd) = (rs.text("ab"), rs.text("cd"));
        let (not_ab, not_cd) = (rs.comp(ab), rs.comp(cd));
        let neither = rs.inter([not_ab, not_cd]);
        assert_eq!(rs.comp(neither), rs.union([ab, cd]));
        let either = rs.union([not_ab, cd]);
        assert_eq!(rs.comp(either), rs.inter([ab, not_cd]));
    }
}
