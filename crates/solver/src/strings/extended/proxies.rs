//! Constants that stand for terms, so that an operator can be evaluated on values.

use super::kinds::strings_of;
use base::FxHashMap;
use terms::{Sort, Term, Terms};

/// A constant for each compound term, so that an operator can be evaluated on values without
/// interning them.
#[derive(Debug, Default)]
pub(super) struct Proxies {
    of: FxHashMap<Term, Term>,
    applied: FxHashMap<Term, Term>,
}

impl Proxies {
    /// The constant for `t`; constants of values stand for themselves.
    pub fn of(&mut self, terms: &mut Terms, t: Term) -> Term {
        if terms.op(t).is_const() {
            return t;
        }
        let sort = terms.sort(t);
        debug_assert!(sort != Sort::RegLan, "a language is to be valued");
        *self.of.entry(t).or_insert_with(|| terms.fresh("value", sort))
    }

    /// `t` with its arguments replaced by their proxies.
    pub fn application(&mut self, terms: &mut Terms, t: Term) -> Term {
        if let Some(&known) = self.applied.get(&t) {
            return known;
        }
        let args: Vec<Term> = terms.args(t).to_vec();
        let args: Vec<Term> = args
            .into_iter()
            .map(|a| match terms.sort(a) {
                Sort::RegLan => {
                    let map =
                        strings_of(terms, a).into_iter().map(|s| (s, self.of(terms, s))).collect();
                    terms.substitute(a, &map)
                }
                _ => self.of(terms, a),
            })
            .collect();
        let applied = terms.mk(terms.op(t), &args);
        self.applied.insert(t, applied);
        applied
    }
}
