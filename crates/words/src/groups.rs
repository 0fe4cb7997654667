//! Variables that equations connect with each other, and what is about those of one group: a system falls into components.

use crate::system::{Equation, System, Var};
#[cfg(feature = "scaling")]
use base::FxHashSet;
use base::{Idx, UnionFind};

/// Which variables equations connect.
pub(crate) struct Groups {
    groups: UnionFind,
}

impl Groups {
    /// Those of the equations of `system`.
    pub(crate) fn new(system: &System) -> Groups {
        let mut groups = UnionFind::new(system.var_count());
        for e in system.equations() {
            let mut vars = e.vars();
            let Some(first) = vars.next() else { continue };
            for x in vars {
                groups.join(first.index(), x.index());
            }
        }
        Groups { groups }
    }

    /// The group of all variables of `e`, if it is one.
    pub(crate) fn of(&mut self, e: &Equation) -> Option<usize> {
        let group = self.groups.find(e.vars().next()?.index());
        e.vars().all(|x| self.groups.find(x.index()) == group).then_some(group)
    }

    /// The groups that equations are about, in the order of these.
    #[cfg(feature = "scaling")]
    pub(crate) fn with_equations(&mut self, system: &System) -> Vec<usize> {
        let mut seen = FxHashSet::default();
        let groups = system.equations().iter().filter_map(|e| self.of(e));
        groups.filter(|&group| seen.insert(group)).collect()
    }

    /// The constraints that are about variables of such groups only, with all of arithmetic.
    pub(crate) fn restrict(&mut self, system: &System, is_meant: impl Fn(usize) -> bool) -> System {
        let mut has = |x: Var| is_meant(self.groups.find(x.index()));
        let mut part = system.clone();
        let equations = system.equations().iter().filter(|e| e.vars().all(&mut has));
        part.set_equations(equations.cloned().collect());
        part.extract_disequations(|d| !d.vars().all(&mut has));
        part.extract_memberships(|m| !has(m.var));
        for x in system.live_vars().filter(|&x| !has(x)) {
            part.eliminate(x);
        }
        part
    }
}
