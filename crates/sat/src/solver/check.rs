//! A check of the whole state, for tests.

use crate::arena::ClauseRef;
use crate::lit::{Lit, Var};
use crate::solver::Solver;
use base::Idx;

impl Solver {
    /// Checks that the state is what it should be at a fixpoint of unit propagation.
    ///
    /// # Panics
    /// If it is not.
    pub fn check_invariants(&self) {
        self.check_trail();
        self.check_order();
        for &c in self.irredundant.iter().chain(&self.redundant) {
            self.check_clause(c);
        }
        self.check_watches();
        for group in self.splits.groups() {
            let mut members = group.iter().filter(|&&l| self.trail.is_true(l));
            let rivals = (members.next(), members.next());
            assert!(rivals.1.is_none(), "two members of a split are true: {rivals:?}");
        }
    }

    fn check_trail(&self) {
        let trail = &self.trail;
        let mut level = 0;
        for (i, &lit) in trail.lits().iter().enumerate() {
            assert!(trail.is_true(lit) && trail.is_false(!lit));
            assert_eq!(trail.position(lit.var()), i);
            assert!(level <= trail.level_of(lit.var()), "levels decrease along the trail");
            level = trail.level_of(lit.var());
            assert!(i < trail.end_of(level) && (level == 0 || i >= trail.end_of(level - 1)));
            if level > self.base_level() {
                self.check_antecedent(lit);
            }
        }
        let assigned = (0..self.num_vars()).filter(|&v| trail.is_assigned(Var::from_index(v)));
        assert_eq!(assigned.count(), trail.len());
    }

    fn check_antecedent(&self, lit: Lit) {
        use crate::trail::Antecedent;
        let at = self.trail.position(lit.var());
        let earlier_and_false = |l: Lit| {
            assert!(self.trail.is_false(l) && self.trail.position(l.var()) < at, "{l} | {lit}");
        };
        match self.trail.antecedent(lit.var()) {
            Antecedent::Clause(c) => {
                assert!(!self.arena.is_deleted(c));
                assert!(self.arena.lits(c).contains(&lit));
                self.arena
                    .lits(c)
                    .iter()
                    .filter(|&&l| l != lit)
                    .for_each(|&l| earlier_and_false(l));
            }
            Antecedent::Exclusion(p) => earlier_and_false(!p),
            Antecedent::Lazy(_) => {}
            Antecedent::None => {
                let level = self.trail.level_of(lit.var());
                assert_eq!(self.trail.first_of(level), Some(lit), "no reason and no decision");
            }
        }
    }

    fn check_order(&self) {
        assert!(self.order.is_valid());
        for var in (0..self.num_vars()).map(Var::from_index) {
            assert!(self.trail.is_assigned(var) || self.order.contains(var), "{var:?} is lost");
        }
    }

    fn check_clause(&self, c: ClauseRef) {
        let lits = self.arena.lits(c);
        assert!(!self.arena.is_deleted(c) && lits.len() >= 2);
        assert!(self.arena.scope(c) <= self.base_level());
        assert!(lits.iter().any(|&l| !self.trail.is_false(l)), "false clause {lits:?}");
        for i in 0..2 {
            let list = self.watches.list(lits[i]);
            let watches = list.iter().filter(|w| w.clause() == c);
            assert_eq!(watches.count(), 1, "{lits:?} is not watched once by {}", lits[i]);
        }
        if self.accepts_late() {
            let satisfied = lits.iter().any(|&l| self.trail.is_true(l));
            let open = lits.iter().filter(|&&l| !self.trail.is_false(l)).count();
            assert!(satisfied || open > 1, "unit clause {lits:?} was missed");
        }
        // If a watched literal is false, nothing may be left to wait for elsewhere.
        let (a, b) = (lits[0], lits[1]);
        for (x, y) in [(a, b), (b, a)] {
            if self.trail.is_false(x) && !self.trail.is_true(y) {
                let rest = lits[2..].iter().all(|&l| self.trail.is_false(l));
                let blocked = self.watches.list(x).iter().find(|w| w.clause() == c);
                assert!(
                    rest || blocked.is_some_and(|w| self.trail.is_true(w.blocker)),
                    "badly watched {lits:?}"
                );
            }
        }
    }

    fn check_watches(&self) {
        let mut count = 0;
        for i in 0..2 * self.num_vars() {
            let lit = Lit::from_index(i);
            for w in self.watches.list(lit) {
                let lits = self.arena.lits(w.clause());
                assert!(!self.arena.is_deleted(w.clause()));
                assert!(lits[..2].contains(&lit) && lits.contains(&w.blocker));
                assert_eq!(w.is_binary(), lits.len() == 2);
                count += 1;
            }
        }
        assert_eq!(count, 2 * (self.irredundant.len() + self.redundant.len()));
    }
}
