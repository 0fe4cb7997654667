//! The tree of `regex-syntax`, folded from the leaves up into an algebra, without recursion.

use crate::algebra::Algebra;
use crate::anchors::{Anchor, Part};
use automata::CharSet;
use regex_syntax::hir::{self, Class, Hir, HirKind, Look, Visitor};

/// The surrogate halves, which no Rust text has.
const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

/// What the tree denotes. It has no anchors but those of the text.
pub(crate) fn fold<A: Algebra>(tree: &Hir, algebra: &mut A) -> Part<A::Regex> {
    let folded = hir::visit(tree, Fold { algebra, parts: Vec::new() });
    folded.unwrap_or_else(|never| match never {})
}

struct Fold<'a, A: Algebra> {
    algebra: &'a mut A,
    parts: Vec<Part<A::Regex>>,
}

enum Never {}

impl<A: Algebra> Visitor for Fold<'_, A> {
    type Output = Part<A::Regex>;
    type Err = Never;

    fn finish(mut self) -> Result<Self::Output, Never> {
        Ok(self.parts.pop().unwrap_or_else(Part::none))
    }

    fn visit_post(&mut self, tree: &Hir) -> Result<(), Never> {
        let part = match tree.kind() {
            HirKind::Capture(_) => return Ok(()),
            HirKind::Empty => Part::empty(self.algebra),
            HirKind::Literal(literal) => self.literal(&literal.0),
            HirKind::Class(class) => self.class(class),
            HirKind::Look(look) => {
                let anchor = if *look == Look::Start { Anchor::Start } else { Anchor::End };
                Part::anchor(self.algebra, anchor)
            }
            HirKind::Repetition(r) => {
                let body = self.parts.pop().unwrap_or_else(Part::none);
                body.repeat(self.algebra, r.min, r.max)
            }
            HirKind::Concat(kids) => {
                let kids = self.take(kids.len());
                Part::concat(self.algebra, &kids)
            }
            HirKind::Alternation(kids) => {
                let kids = self.take(kids.len());
                Part::union(self.algebra, &kids)
            }
        };
        self.parts.push(part);
        Ok(())
    }
}

impl<A: Algebra> Fold<'_, A> {
    fn take(&mut self, n: usize) -> Vec<Part<A::Regex>> {
        self.parts.split_off(self.parts.len().saturating_sub(n))
    }

    /// The tree comes from text and matches text, so literals are text.
    fn literal(&mut self, bytes: &[u8]) -> Part<A::Regex> {
        let word: Vec<u32> = String::from_utf8_lossy(bytes).chars().map(u32::from).collect();
        Part::plain(self.algebra.word(&word), word.is_empty())
    }

    fn class(&mut self, class: &Class) -> Part<A::Regex> {
        let ranges: Vec<(u32, u32)> = match class {
            Class::Unicode(class) => {
                class.iter().map(|r| (u32::from(r.start()), u32::from(r.end()))).collect()
            }
            Class::Bytes(class) => {
                class.iter().map(|r| (u32::from(r.start()), u32::from(r.end()))).collect()
            }
        };
        let set = with_surrogates(CharSet::from_ranges(ranges));
        if set.is_empty() {
            return Part::none();
        }
        Part::plain(self.algebra.chars(set.ranges()), false)
    }
}

/// Surrogates are no characters to Rust, so a range across them says nothing of them. They are taken in, so
/// that "any character" is just that.
fn with_surrogates(set: CharSet) -> CharSet {
    let (lo, hi) = SURROGATES;
    if set.contains(lo - 1) && set.contains(hi + 1) {
        set.union(&CharSet::range(lo, hi))
    } else {
        set
    }
}
