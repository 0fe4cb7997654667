//! Provenance: which input literals something follows from.

use base::IdSet;

base::id! {
    /// A literal of the system of word constraints, numbered by the caller. Numbers should be dense.
    pub struct Tag;
}

base::id! {
    /// A constraint of the arithmetic outside, numbered by whoever answers for it.
    pub struct OutsideTag;
}

/// A set of literals of the system.
pub type Tags = IdSet<Tag>;

/// A set of constraints of the arithmetic outside.
pub type OutsideTags = IdSet<OutsideTag>;

/// What a derived constraint, or a conflict, rests on.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Premises {
    /// Literals of the system of word constraints.
    pub system: Tags,
    /// Constraints of the arithmetic outside, in its own numbering.
    pub outside: OutsideTags,
}

impl Premises {
    /// Nothing: what follows from it holds always.
    pub fn none() -> Premises {
        Premises::default()
    }

    /// Adds all of `other`.
    pub fn extend(&mut self, other: &Premises) {
        self.system.extend(&other.system);
        self.outside.extend(&other.outside);
    }

    /// Adds constraints of the arithmetic outside.
    pub(crate) fn extend_outside(&mut self, outside: &OutsideTags) {
        self.outside.extend(outside);
    }

    /// Whether all literals of the system are among those of `other`. What is outside is not compared: it comes from the
    /// arithmetic, any constraint of which may be a premise.
    pub(crate) fn is_within(&self, other: &Premises) -> bool {
        self.system.iter().all(|tag| other.system.contains(tag))
    }

    /// Both together.
    #[must_use]
    pub fn and(&self, other: &Premises) -> Premises {
        let mut both = self.clone();
        both.extend(other);
        both
    }

    /// All of `parts` together.
    pub fn all<'a>(parts: impl IntoIterator<Item = &'a Premises>) -> Premises {
        let mut all = Premises::none();
        parts.into_iter().for_each(|part| all.extend(part));
        all
    }
}

impl From<Tag> for Premises {
    fn from(tag: Tag) -> Premises {
        Premises { system: tag.into(), outside: OutsideTags::new() }
    }
}
