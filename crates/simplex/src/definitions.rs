//! What slack columns stand for: sums of variables, kept as they were given.
//!
//! A definition never changes, unlike the tableau row made of it, so it is what bound
//! propagation, the Diophantine solver and the checks of conflicts work on. A sum mentioned only
//! by literals that the search has not decided yet costs no more than its entry here: its row
//! enters the tableau with its first asserted bound.

use crate::bounds::{Col, Side};
use crate::linear::{Terms, content, divide};
use base::{FxHashMap, Idx, IdxVec, Int};

base::id! {
    /// A definition of a slack column.
    pub(crate) struct Def;
}

base::id! {
    /// A definition `0 = sum - slack` as one of two inequalities: the least value of the right side is at most 0,
    /// the greatest at least 0.
    pub(crate) struct Inequality;
}

impl Inequality {
    pub(crate) fn new(def: Def, least: bool) -> Inequality {
        Inequality::from_index(2 * def.index() + usize::from(!least))
    }

    /// The definition, and whether it is read by least values.
    pub(crate) fn parts(self) -> (Def, bool) {
        (Def::from_index(self.index() / 2), self.index().is_multiple_of(2))
    }
}

/// A definition that a column occurs in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occurrence {
    def: Def,
    is_positive: bool,
    is_unit: bool,
}

impl Occurrence {
    /// The inequality that reads the bound of the column on `side`.
    pub(crate) fn reading(self, side: Side) -> Inequality {
        Inequality::new(self.def, self.is_positive == (side == Side::Lower))
    }

    /// Whether a bound that `def` gave to the column says nothing about the others in it. With a coefficient of 1 or -1
    /// nothing was rounded, so such a bound is what the others leave, and leaves them what they have.
    pub(crate) fn is_origin(self, def: Def) -> bool {
        self.is_unit && self.def == def
    }
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
    occurrences: IdxVec<Col, Vec<Occurrence>>,
}

impl Definitions {
    pub(crate) fn new_col(&mut self) {
        self.of_slack.push(None);
        self.occurrences.push(Vec::new());
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
    pub(crate) fn occurrences(&self, col: Col) -> &[Occurrence] {
        &self.occurrences[col]
    }

    pub(crate) fn lookup(&self, terms: &Terms<Col>) -> Option<Col> {
        self.by_terms.get(terms).copied()
    }

    /// Records that the fresh column `slack` is the sum `terms`; `propagated` says whether bound
    /// propagation is to look at it.
    pub(crate) fn add(&mut self, slack: Col, terms: Terms<Col>, propagated: bool) -> Def {
        let def = self.defs.next_id();
        self.of_slack[slack] = Some(def);
        if propagated {
            let with_slack = terms.iter().map(|t| (t.0, &t.1)).chain([(slack, &Int::NEG_ONE)]);
            for (col, a) in with_slack {
                let (is_positive, is_unit) = (a.is_positive(), a.abs().is_one());
                self.occurrences[col].push(Occurrence { def, is_positive, is_unit });
            }
        }
        self.by_terms.insert(terms.clone(), slack);
        self.defs.push(Definition { slack, terms })
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
