//! Which cut comes first when a left and a right cut coincide.
//!
//! Either order of the two silent edges describes the same words, so one is built. The other
//! order then only stands for cuts with characters in between. It is best to build the order
//! that has such characters too, because then "coincide" and "do not" are one noodle: in
//! `x·"b" = "a"·y` no character can be both in `"b"` and in `"a"`, but between `"a"` and `"b"`
//! there is room.
//!
//! When three or more cuts coincide, choosing the order pair by pair could allow several
//! sequences of silent edges for the same words (never none: swapping a forbidden pair strictly
//! moves the path towards the chosen side). So if an inner link may be empty, one order is chosen
//! for all pairs.

use super::super::Nfa;
use crate::CharSet;
use std::borrow::Cow;

/// The choice for each pair of a left and a right cut.
#[derive(Debug)]
pub(super) struct Order {
    left_first: Vec<bool>,
    right_cuts: usize,
}

impl Order {
    /// Chooses by the characters that occur in the links around each pair of cuts.
    pub fn choose(left: &[Cow<Nfa>], right: &[Cow<Nfa>]) -> Order {
        let right_cuts = right.len() - 1;
        let (l, r): (Vec<Chars>, Vec<Chars>) = (
            left.iter().map(|a| Chars::of(a)).collect(),
            right.iter().map(|a| Chars::of(a)).collect(),
        );
        let pairs = (0..left.len() - 1).flat_map(|i| (0..right_cuts).map(move |j| (i, j)));
        let prefer_left = |(i, j): (usize, usize)| {
            l[i + 1].can_begin_within(&r[j]) || !r[j + 1].can_begin_within(&l[i])
        };
        let mut left_first: Vec<bool> = pairs.map(prefer_left).collect();
        if may_have_empty_inner(left) || may_have_empty_inner(right) {
            let votes = left_first.iter().filter(|&&b| b).count();
            let all = 2 * votes >= left_first.len();
            left_first.fill(all);
        }
        Order { left_first, right_cuts }
    }

    /// Whether the cut after left link `i` goes before that after right link `j`.
    pub fn left_first(&self, i: usize, j: usize) -> bool {
        self.left_first[i * self.right_cuts + j]
    }
}

fn may_have_empty_inner(side: &[Cow<Nfa>]) -> bool {
    let inner = side.get(1..side.len() - 1).unwrap_or_default();
    inner.iter().any(|a| a.accepts_epsilon())
}

/// The characters of a link.
struct Chars {
    first: CharSet,
    last: CharSet,
    all: CharSet,
}

impl Chars {
    fn of(a: &Nfa) -> Chars {
        let edges = || a.states().flat_map(|s| a.edges(s).iter().map(move |e| (s, e)));
        let collect = |keep: &dyn Fn(u32, u32) -> bool| {
            let kept = edges().filter(|(s, e)| keep(*s, e.1));
            CharSet::from_ranges(kept.flat_map(|(_, e)| e.0.ranges().iter().copied()))
        };
        Chars {
            first: collect(&|s, _| a.is_initial(s)),
            last: collect(&|_, t| a.is_final(t)),
            all: collect(&|_, _| true),
        }
    }

    /// Whether a word of this link might begin inside one of `other`; `false` is exact.
    fn can_begin_within(&self, other: &Chars) -> bool {
        self.first.intersects(&other.all) && other.last.intersects(&self.all)
    }
}
