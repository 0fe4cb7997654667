//! Inclusion by inspection.
//!
//! [`Regexes::includes_cheaply`] looks at a constant number of nodes and is used by the
//! constructors; [`Regexes::includes_syntactic`] follows the structure of both sides, as cvc5 does
//! before it tries anything else, and also refutes by lengths and by first and last characters.

use super::{Node, Re, Regexes};
use crate::sets::Set;
use base::{FxHashMap, Idx, Lower};

impl Regexes {
    /// Whether `big` obviously includes `small`; looks at the tops only.
    pub fn includes_cheaply(&mut self, big: Re, small: Re) -> bool {
        if big == small || big == Re::ALL || small == Re::NONE {
            return true;
        }
        if small == Re::EPS {
            return self.nullable(big);
        }
        let (x, y) = (&self.info[big.index()], &self.info[small.index()]);
        if y.positive && (x.min_len > y.min_len || x.max_len < y.max_len) {
            return false;
        }
        match (self.node(big), self.node(small)) {
            (&Node::Chars(s), &Node::Chars(t)) => self.sets.is_subset(t, s),
            (&Node::Loop(Re::ANY, lo, _), _) => {
                Lower::AtLeast(lo.into()) <= y.min_len && y.max_len <= x.max_len
            }
            (Node::Union(kids), _) => kids.binary_search(&small).is_ok(),
            (_, Node::Inter(kids)) => kids.binary_search(&big).is_ok(),
            (&Node::Concat(Re::ALL, rest), _) => self.has_tail(small, big, rest),
            (&Node::Star(body) | &Node::Loop(body, 0 | 1, _), _) if body == small => true,
            (&Node::Star(body), _) => self.is_over_chars(body, small),
            (&Node::Loop(body, lo, hi), &Node::Loop(inner, from, to)) => {
                body == inner && lo <= from && to <= hi
            }
            _ => false,
        }
    }

    /// Whether a tail of the concatenation `r` is `a` or `b`.
    fn has_tail(&self, r: Re, a: Re, b: Re) -> bool {
        let mut rest = r;
        for _ in 0..self.effort.included_tail {
            if rest == a || rest == b {
                return true;
            }
            match *self.node(rest) {
                Node::Concat(_, tail) => rest = tail,
                _ => return false,
            }
        }
        false
    }

    /// Whether `body` is a character set and `r` is a repetition or literal over part of it.
    fn is_over_chars(&mut self, body: Re, r: Re) -> bool {
        let Node::Chars(set) = *self.node(body) else { return false };
        let (inner, ..) = self.as_repetition(r);
        match *self.node(inner) {
            Node::Chars(part) => self.sets.is_subset(part, set),
            _ => false,
        }
    }

    /// Whether `big` includes `small`, if that can be told from their form.
    ///
    /// ```
    /// let mut rs = automata::Regexes::new();
    /// let (digit, hex) = (rs.range(48, 57), rs.range(48, 70));
    /// let (digits, hexes) = (rs.plus(digit), rs.star(hex));
    /// assert_eq!(rs.includes_syntactic(hexes, digits), Some(true));
    /// assert_eq!(rs.includes_syntactic(digits, hexes), Some(false));
    /// ```
    pub fn includes_syntactic(&mut self, big: Re, small: Re) -> Option<bool> {
        if self.refutes_inclusion(big, small) {
            return Some(false);
        }
        let mut seen = FxHashMap::default();
        self.includes(big, small, self.effort.included_depth, &mut seen).then_some(true)
    }

    /// Whether the empty word, a length or an end character of `small` is missing in `big`.
    pub(crate) fn refutes_inclusion(&mut self, big: Re, small: Re) -> bool {
        let (x, y) = (&self.info[big.index()], &self.info[small.index()]);
        if y.nullable && !x.nullable {
            return true;
        }
        if !y.positive || small == Re::NONE {
            return false;
        }
        // The bounds of a positive regex are attained, and where one does not fit there is a member beyond it.
        let (first, last) = (x.first, x.last);
        let (own_first, own_last) = (y.first, y.last);
        y.min_len < x.min_len
            || y.max_len > x.max_len
            || !self.sets.is_subset(own_first, first)
            || !self.sets.is_subset(own_last, last)
    }

    /// Proves `small` included in `big` by structural rules. A pair under examination counts as
    /// not included, so that the proof is well founded.
    fn includes(
        &mut self,
        big: Re,
        small: Re,
        depth: u32,
        seen: &mut FxHashMap<(Re, Re), bool>,
    ) -> bool {
        if self.includes_cheaply(big, small) {
            return true;
        }
        if let Some(&known) = seen.get(&(big, small)) {
            return known;
        }
        if depth == 0 || seen.len() >= self.effort.included_pairs {
            return false;
        }
        seen.insert((big, small), false);
        let yes = self.includes_by_rule(big, small, depth - 1, seen);
        seen.insert((big, small), yes);
        yes
    }

    fn includes_by_rule(
        &mut self,
        big: Re,
        small: Re,
        depth: u32,
        seen: &mut FxHashMap<(Re, Re), bool>,
    ) -> bool {
        let mut go = |rs: &mut Regexes, a: Re, b: Re| rs.includes(a, b, depth, seen);
        let (x, y) = (self.node(big).clone(), self.node(small).clone());
        if let Node::Union(kids) = &y {
            return kids.iter().all(|&kid| go(self, big, kid));
        }
        if let Node::Inter(kids) = &x {
            return kids.iter().all(|&kid| go(self, kid, small));
        }
        if let Node::Union(kids) = &x
            && kids.len() <= self.effort.included_branches
            && kids.iter().any(|&kid| go(self, kid, small))
        {
            return true;
        }
        if let Node::Inter(kids) = &y
            && kids.iter().any(|&kid| go(self, big, kid))
        {
            return true;
        }
        match (x, y) {
            (Node::Comp(a), Node::Comp(b)) => go(self, b, a),
            (Node::Star(a), _) => self.star_includes(a, small, depth, seen),
            (Node::Loop(a, lo, hi), _) => {
                let (b, from, to) = self.as_repetition(small);
                (lo <= from && to <= hi && go(self, a, b)) || self.letters_include(big, a, small)
            }
            (Node::Concat(a, rest), _) => self.concat_includes((a, rest), small, depth, seen),
            _ => false,
        }
    }

    /// Whether `a*` includes `small`: every member of the concatenation has to be in `a*` or `a`.
    fn star_includes(
        &mut self,
        a: Re,
        small: Re,
        depth: u32,
        seen: &mut FxHashMap<(Re, Re), bool>,
    ) -> bool {
        if self.includes(a, small, depth, seen) {
            return true;
        }
        if let Node::Chars(set) = *self.node(a) {
            return self.alphabet_within(small, set);
        }
        let star = self.star(a);
        let parts = self.parts(small);
        parts.iter().all(|&part| {
            let (body, ..) = self.as_repetition(part);
            self.includes(a, body, depth, seen)
                || (parts.len() > 1 && self.includes(star, part, depth, seen))
        })
    }

    /// Whether `big`, the words of some lengths over the characters `a`, includes `small`.
    fn letters_include(&mut self, big: Re, a: Re, small: Re) -> bool {
        let Node::Chars(set) = *self.node(a) else { return false };
        let (x, y) = (&self.info[big.index()], &self.info[small.index()]);
        let fits = x.min_len <= y.min_len && y.max_len <= x.max_len;
        fits && self.alphabet_within(small, set)
    }

    /// Whether `r` is positive and all its characters are in `set`.
    fn alphabet_within(&mut self, r: Re, set: Set) -> bool {
        let mut stack = vec![r];
        let mut seen: base::FxHashSet<Re> = base::FxHashSet::default();
        while let Some(r) = stack.pop() {
            if !seen.insert(r) {
                continue;
            }
            if seen.len() > self.effort.included_pairs {
                return false;
            }
            match self.node(r) {
                Node::None | Node::Eps => {}
                &Node::Chars(part) => {
                    if !self.sets.is_subset(part, set) {
                        return false;
                    }
                }
                &Node::Concat(a, b) => stack.extend([a, b]),
                Node::Union(kids) => stack.extend_from_slice(kids),
                Node::Inter(kids) => stack.push(kids[0]),
                &Node::Comp(_) => return false,
                &Node::Star(a) | &Node::Loop(a, ..) => stack.push(a),
            }
        }
        true
    }

    /// Whether `a rest` includes `small`: the parts of both sides are matched from the left, where
    /// a part of the big side may take nothing (if nullable), one part, or more (if it is "every
    /// word").
    fn concat_includes(
        &mut self,
        (a, rest): (Re, Re),
        small: Re,
        depth: u32,
        seen: &mut FxHashMap<(Re, Re), bool>,
    ) -> bool {
        let (head, tail) = self.uncons(small);
        if small != Re::EPS && self.includes(a, head, depth, seen) {
            let mut left = tail;
            loop {
                if self.includes(rest, left, depth, seen) {
                    return true;
                }
                // A repetition may go on taking parts as long as it includes two of them at once.
                let (next, more) = self.uncons(left);
                if left == Re::EPS || !self.absorbs(a, next, depth, seen) {
                    break;
                }
                left = more;
            }
        }
        self.nullable(a) && self.includes(rest, small, depth, seen)
    }

    /// Whether a word of `a` followed by one of `part` is in `a`.
    fn absorbs(
        &mut self,
        a: Re,
        part: Re,
        depth: u32,
        seen: &mut FxHashMap<(Re, Re), bool>,
    ) -> bool {
        match *self.node(a) {
            Node::Star(_) => self.includes(a, part, depth, seen),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structural_rules() {
        let rs = &mut Regexes::new();
        let (a, b, digit) = (rs.text("a"), rs.text("b"), rs.range(48, 57));
        let ab = rs.union([a, b]);
        let (a_star, ab_star, digits) = (rs.star(a), rs.star(ab), rs.plus(digit));
        let (zero, first, more) = (rs.text("0"), rs.range(49, 57), rs.star(digit));
        let first = rs.concat(first, more);
        let number = rs.union([zero, first]);
        let cases = [
            (rs.concat(ab_star, digits), rs.concat_all([a_star, b, digits]), Some(true)),
            (rs.repeat(ab, 2, Some(6)), rs.repeat(a, 3, Some(5)), Some(true)),
            (rs.repeat(ab, 2, Some(6)), rs.repeat(a, 3, Some(7)), Some(false)),
            (rs.concat_all([Re::ALL, b, Re::ALL]), rs.concat_all([digits, a, b, a]), Some(true)),
            (rs.concat(a_star, digits), rs.concat_all([b, digits]), Some(false)),
            (rs.star(ab), rs.concat(a_star, ab_star), Some(true)),
            (digits, number, Some(true)),
            (rs.plus(a), rs.concat(a_star, ab_star), Some(false)),
            (rs.repeat(digit, 2, None), number, Some(false)),
            (Re::ALL, ab, Some(true)),
            (Re::NONE, ab, Some(false)),
        ];
        for (i, (big, small, want)) in cases.into_iter().enumerate() {
            assert_eq!(rs.includes_syntactic(big, small), want, "case {i}");
        }
    }
}
