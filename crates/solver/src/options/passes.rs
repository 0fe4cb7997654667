//! The names of the passes of preprocessing, and sets of them. They stand here, below the passes themselves, as options say
//! which of these run; what each does is said in the table `preprocess::strategy`.

use super::OptionType;

macro_rules! passes {
    ($( $id:ident $name:literal; )*) => {
        /// A pass of preprocessing.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum PassId { $( #[doc = $name] $id, )* }

        impl PassId {
            /// All passes.
            pub const ALL: &[PassId] = &[ $( PassId::$id, )* ];

            /// The name in statistics and options; small builds do without.
            pub fn name(self) -> &'static str {
                if !cfg!(feature = "tuning") {
                    return "";
                }
                match self { $( PassId::$id => $name, )* }
            }
        }
    };
}

passes! {
    Cases "cases";
    Numerals "numerals";
    Positions "positions";
    Choices "choices";
    Constants "constants";
    Accumulators "accumulators";
    Slices "slices";
    Strips "strips";
    Carries "carries";
    Solve "solve";
    Escapes "escapes";
    Capitals "capitals";
    Separated "separated";
    Digits "digits";
    Fields "fields";
    Asserted "asserted";
    Commuting "commuting";
    Cuts "cuts";
    Occurrences "occurrences";
    Tables "tables";
    Alternatives "alternatives";
    Spelling "spelling";
    Extrema "extrema";
    Quotients "quotients";
    Lexicographic "lexicographic";
    Ordered "ordered";
    Apart "apart";
    Radix "radix";
    Values "values";
    Exclusive "exclusive";
    Diagrams "diagrams";
}

impl PassId {
    /// The passes whose steps proofs have rules for.
    pub const WITH_RULES: &[PassId] = &[PassId::Constants, PassId::Solve];
}

const fn bit(id: PassId) -> u64 {
    1 << id as u64
}

/// A set of passes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PassSet(u64);

impl PassSet {
    /// All but `passes`.
    pub fn all_but(passes: &[PassId]) -> PassSet {
        PassId::ALL.iter().filter(|id| !passes.contains(id)).copied().collect()
    }

    /// Whether `id` is one of these.
    pub fn contains(self, id: PassId) -> bool {
        self.0 & bit(id) != 0
    }

    /// The set without `id`.
    #[must_use]
    pub fn without(self, id: PassId) -> PassSet {
        PassSet(self.0 & !bit(id))
    }

    /// What is in one of the two.
    #[must_use]
    pub fn and(self, more: PassSet) -> PassSet {
        PassSet(self.0 | more.0)
    }
}

impl FromIterator<PassId> for PassSet {
    fn from_iter<I: IntoIterator<Item = PassId>>(passes: I) -> PassSet {
        PassSet(passes.into_iter().fold(0, |set, id| set | bit(id)))
    }
}

/// Names that are separated by commas.
impl OptionType for PassSet {
    const SYNTAX: &'static str = "PASS,...";
    fn read(text: &str) -> Option<PassSet> {
        let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
        names.map(|name| PassId::ALL.iter().find(|id| id.name() == name).copied()).collect()
    }
    fn write(&self) -> String {
        let names = PassId::ALL.iter().filter(|&&id| self.contains(id)).map(|id| id.name());
        names.collect::<Vec<_>>().join(",").write()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_read_as_they_are_written() {
        assert!(PassId::ALL.len() <= 64, "a set has a bit for each pass");
        let set = PassSet::read("carries, radix").unwrap();
        assert!(set.contains(PassId::Radix) && !set.contains(PassId::Solve));
        assert_eq!(set.write(), "\"carries,radix\"");
        assert_eq!(PassSet::read(""), Some(PassSet::default()));
        assert_eq!(PassSet::read("carries,oops"), None);
        let rest = PassSet::all_but(&[PassId::Radix]);
        assert!(rest.contains(PassId::Carries) && !rest.contains(PassId::Radix));
    }
}
