//! When it is time to forget: what a session makes for one check must not pile up over thousands.
//!
//! Terms, regexes and what is known about them serve later checks, so they are kept until there is much more than
//! a single check needed. Then everything that was derived goes at once, with the engine that is kept between
//! checks, and the store of terms keeps what is held ([`terms::Terms::collect`]). The next check sets all up again; as that
//! happens only once the store has doubled since, it adds a constant factor at worst.

use crate::strings::languages::Languages;
use terms::Terms;

/// How much there is, and how much there was.
#[derive(Debug, Default)]
pub(crate) struct Room {
    /// After the first check since the last collection: what one check needs.
    settled: Option<usize>,
    /// How often something was forgotten.
    pub(crate) collections: u64,
}

impl Room {
    fn size(terms: &Terms, languages: &Languages) -> usize {
        terms.len() + languages.regexes.len()
    }

    /// A check is over.
    pub(crate) fn settle(&mut self, terms: &Terms, languages: &Languages) {
        self.settled.get_or_insert_with(|| Self::size(terms, languages));
    }

    /// Whether far more has piled up than one check needs, and `spare`.
    pub(crate) fn is_crowded(&self, terms: &Terms, languages: &Languages, spare: usize) -> bool {
        self.settled.is_some_and(|settled| Self::size(terms, languages) > 2 * settled + spare)
    }

    /// What was derived is forgotten.
    pub(crate) fn cleared(&mut self) {
        self.settled = None;
        self.collections += 1;
    }
}
