//! Provenance: which input literals something follows from.
//!
//! Sets are unions of unions, and asked for rarely, so they are bit sets: a union is a few `or`s.
//! Tags should be dense (0, 1, 2, ...).

use smallvec::SmallVec;

/// An input literal, numbered by the caller.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tag(pub u32);

/// A set of tags.
///
/// ```
/// use words::{Tag, Tags};
/// let mut tags = Tags::from(Tag(70));
/// tags.insert(Tag(3));
/// assert_eq!(tags.iter().collect::<Vec<_>>(), [Tag(3), Tag(70)]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Tags {
    blocks: SmallVec<[u64; 2]>,
}

impl Tags {
    /// The empty set.
    pub fn new() -> Tags {
        Tags::default()
    }

    /// Adds `tag`.
    pub fn insert(&mut self, tag: Tag) {
        let block = tag.0 as usize / 64;
        if self.blocks.len() <= block {
            self.blocks.resize(block + 1, 0);
        }
        self.blocks[block] |= 1 << (tag.0 % 64);
    }

    /// Adds all of `other`.
    pub fn extend(&mut self, other: &Tags) {
        if self.blocks.len() < other.blocks.len() {
            self.blocks.resize(other.blocks.len(), 0);
        }
        for (a, b) in self.blocks.iter_mut().zip(&other.blocks) {
            *a |= b;
        }
    }

    /// Whether `tag` is a member.
    pub fn contains(&self, tag: Tag) -> bool {
        let block = self.blocks.get(tag.0 as usize / 64).copied().unwrap_or(0);
        block >> (tag.0 % 64) & 1 == 1
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.blocks.iter().all(|&b| b == 0)
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = Tag> + '_ {
        (0..self.blocks.len() as u32 * 64).map(Tag).filter(|&tag| self.contains(tag))
    }
}

impl From<Tag> for Tags {
    fn from(tag: Tag) -> Tags {
        let mut tags = Tags::new();
        tags.insert(tag);
        tags
    }
}

impl FromIterator<Tag> for Tags {
    fn from_iter<I: IntoIterator<Item = Tag>>(iter: I) -> Tags {
        let mut tags = Tags::new();
        iter.into_iter().for_each(|tag| tags.insert(tag));
        tags
    }
}

/// What a derived constraint, or a conflict, rests on.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Blame {
    /// Literals of the system of word constraints.
    pub system: Tags,
    /// Constraints of the arithmetic outside, in its own numbering.
    pub outside: Tags,
}

impl Blame {
    /// Nothing: what follows from it holds always.
    pub fn none() -> Blame {
        Blame::default()
    }

    /// Adds all of `other`.
    pub fn extend(&mut self, other: &Blame) {
        self.system.extend(&other.system);
        self.outside.extend(&other.outside);
    }

    /// Both together.
    #[must_use]
    pub fn and(&self, other: &Blame) -> Blame {
        let mut both = self.clone();
        both.extend(other);
        both
    }

    /// All of `parts` together.
    pub fn all<'a>(parts: impl IntoIterator<Item = &'a Blame>) -> Blame {
        let mut all = Blame::none();
        parts.into_iter().for_each(|part| all.extend(part));
        all
    }
}

impl From<Tag> for Blame {
    fn from(tag: Tag) -> Blame {
        Blame { system: tag.into(), outside: Tags::new() }
    }
}
