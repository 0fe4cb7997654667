//! What slack columns stand for: sums of variables, kept as they were given.
//!
//! A definition never changes, unlike the tableau row made of it, so it is what bound
//! propagation, the Diophantine solver and the checks of conflicts work on. A sum mentioned only
//! by literals that the search has not decided yet costs no more than its entry here: its row
//! enters the tableau with its first asserted bound.

use crate::bounds::Col;
use crate::linear::{Terms, content, divide};
use base::{FxHashMap, IdxVec, Int};

base::id! {
    /// A definition of a slack column.
    pub(crate) struct Def;
}

/// `slack = sum of terms`, over variables only.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) slack: Col,
    pub(crate) terms: Terms<Col>,
}

/// All definitions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Definitions {
    defs: IdxVec<Def, Definition>,
    of_slack: IdxVec<Col, Option<Def>>,
    by_terms: FxHashMap<Terms<Col>, Col>,
    /// Per column the definitions it occurs in; those of cuts are left out.
    occurrences: IdxVec<Col, Vec<Def>>,
}

impl Definitions {
    pub(crate) fn new_col(&mut self) {
        self.of_slack.push(None);
        self.occurrences.push(Vec::new());
    }

    pub(crate) fn len(&self) -> usize {
        self.defs.len()
    }

    pub(crate) fn get(&self, def: Def) -> &Definition {
        &self.defs[def]
    }

    pub(crate) fn of(&self, col: Col) -> Option<&Definition> {
        self.of_slack[col].map(|d| &self.defs[d])
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Definition> {
        self.defs.iter()
    }

    /// The definitions in which `col` occurs, its own included.
    pub(crate) fn occurrences(&self, col: Col) -> &[Def] {
        &self.occurrences[col]
    }

    pub(crate) fn lookup(&self, terms: &Terms<Col>) -> Option<Col> {
        self.by_terms.get(terms).copied()
    }

    /// Records that the fresh column `slack` is the sum `terms`; `propagated` says whether bound
    /// propagation is to look at it.
    pub(crate) fn add(&mut self, slack: Col, terms: Terms<Col>, propagated: bool) {
        let def = self.defs.next_id();
        self.of_slack[slack] = Some(def);
        if propagated {
            self.occurrences[slack].push(def);
            terms.iter().for_each(|t| self.occurrences[t.0].push(def));
        }
        self.by_terms.insert(terms.clone(), slack);
        self.defs.push(Definition { slack, terms });
    }

    /// The sum over variables that `terms`, over any columns, amounts to.
    pub(crate) fn expand(&self, terms: &[(Col, Int)]) -> Terms<Col> {
        let mut out = Vec::with_capacity(terms.len());
        for (col, c) in terms {
            match self.of(*col) {
                None => out.push((*col, c.clone())),
                Some(def) => out.extend(def.terms.iter().map(|t| (t.0, &t.1 * c))),
            }
        }
        crate::linear::normalized(&out)
    }
}

/// Makes `terms` primitive with a positive first coefficient; returns the factor taken out.
pub(crate) fn make_primitive(terms: &mut Terms<Col>) -> Int {
    let Some((_, first)) = terms.first() else { return Int::ONE };
    let sign = first.signum();
    let g = content(Int::ZERO, terms.iter().map(|t| &t.1));
    let factor = if sign < 0 { -g } else { g };
    divide(terms, &factor);
    factor
}
