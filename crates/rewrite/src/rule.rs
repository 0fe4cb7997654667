//! The table of rules: every rule has an id, a formula, and a counter.
//!
//! The id serves statistics, tests (`fires!`, `keeps!`) and the fuzzer's report of rules that
//! never fired.

macro_rules! rule_table {
    ($( $(#[doc = $formula:literal])+ $id:ident, )*) => {
        /// The rules.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum RuleId { $( $(#[doc = $formula])+ $id, )* }

        impl RuleId {
            /// Every rule.
            pub const ALL: &[RuleId] = &[ $( RuleId::$id, )* ];

            /// What the rule does.
            pub fn formula(self) -> &'static str {
                match self { $( RuleId::$id => concat!($($formula),+), )* }
            }
        }
    };
}

include!("rule_table.rs");

/// How often each rule fired.
#[derive(Clone, Debug)]
pub struct Stats {
    hits: Box<[u64]>,
}

impl Default for Stats {
    fn default() -> Self {
        Stats { hits: vec![0; RuleId::ALL.len()].into() }
    }
}

impl Stats {
    /// How often `rule` fired.
    pub fn count(&self, rule: RuleId) -> u64 {
        self.hits[rule as usize]
    }

    /// The rules that fired, with how often.
    pub fn fired(&self) -> impl Iterator<Item = (RuleId, u64)> + '_ {
        RuleId::ALL.iter().map(|&r| (r, self.count(r))).filter(|&(_, n)| n > 0)
    }

    pub(crate) fn hit(&mut self, rule: RuleId) {
        self.hits[rule as usize] += 1;
    }
}
