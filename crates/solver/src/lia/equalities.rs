//! Equalities of integers that arithmetic has not been told about yet.
//!
//! Problem: an equality is two bounds on the difference of its sides, a row of the tableau. Of a hundred names, no two alike, any
//! two letters at the same place are compared: ten thousand equalities, nearly all of them false whatever the letters are. But a pivot
//! pays for every row in which the letter occurs.
//!
//! So an equality of two unknowns is defined by bounds only once it is true, or once it is false while both sides have the same value
//! in an integer solution, as interface equalities are in L. de Moura, N. Bjørner, *Model-based Theory Combination*, SMT 2007.
//! Until then bounds do not decide it, so other equalities are defined at once: those with a constant, which have no row; those of
//! choices, which bounds decide where the choices are known; those of lengths and other numbers that strings have, as each wrong
//! solution would cost the strings a round; and those in questions that strings ask, which are too many to be solved in rounds.
//!
//! Before that, values are moved apart where bounds leave room for it (`simplex/separate.rs`).

use base::FxHashMap;
use rewrite::linear;
use sat::{Lit, Var};
use simplex::Apart;
use terms::{Term, Terms};

/// Equalities whose bounds do not exist yet.
#[derive(Debug, Default)]
pub(crate) struct Equalities {
    /// Each with the sum that is 0 if it holds.
    waiting: FxHashMap<Var, (Term, Apart)>,
    /// Those that wait, oldest first, and some that no longer do.
    queue: Vec<Var>,
    /// Those that became true since, perhaps not any more.
    asserted: Vec<Var>,
}

impl Equalities {
    /// Whether the equality of `a` and `b` may wait: it has a row, and all in it is unknown to the other theories, too.
    pub(crate) fn may_wait(terms: &Terms, a: Term, b: Term) -> bool {
        let difference = linear(terms, a).minus(&linear(terms, b)).terms;
        difference.len() >= 2 && difference.iter().all(|&(t, _)| terms.is_constant(t))
    }

    /// The equality `t`, which is the literal of `var`, waits; it says that `sum` is 0.
    pub(crate) fn add(&mut self, var: Var, t: Term, sum: Apart) {
        let before = self.waiting.insert(var, (t, sum));
        debug_assert!(before.is_none(), "an equality waits twice");
        self.queue.push(var);
    }

    /// `lit` became true.
    pub(super) fn assert(&mut self, lit: Lit) {
        if lit.is_positive() && self.waiting.contains_key(&lit.var()) {
            self.asserted.push(lit.var());
        }
    }

    /// Those that became true since the last call wait no longer.
    pub(crate) fn take_asserted(&mut self) -> Vec<Term> {
        let asserted = std::mem::take(&mut self.asserted);
        asserted.iter().filter_map(|var| Some(self.waiting.remove(var)?.0)).collect()
    }

    /// The sums of those that wait.
    pub(super) fn waiting(&self) -> impl Iterator<Item = (Var, &Apart)> {
        self.queue.iter().filter_map(|&var| Some((var, &self.waiting.get(&var)?.1)))
    }

    /// Those for which `is_wrong` wait no longer.
    pub(crate) fn take_wrong(&mut self, is_wrong: impl Fn(Var, &Apart) -> bool) -> Vec<Term> {
        let mut wrong = Vec::new();
        self.queue.retain(|&var| {
            let Some((t, sum)) = self.waiting.get(&var) else { return false };
            let taken = is_wrong(var, sum);
            if taken {
                wrong.push(*t);
                self.waiting.remove(&var);
            }
            !taken
        });
        wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Idx;
    use terms::Op;
    use terms::Sort;

    #[test]
    fn unknowns_wait_and_other_sides_do_not() {
        let mut terms = Terms::new();
        let [x, y] = [0, 1].map(|_| terms.fresh("x", Sort::Int));
        let (seven, string) = (terms.int(7), terms.fresh("s", Sort::String));
        let next = terms.add(&[y, seven]);
        let length = terms.mk(Op::StrLen, &[string]);
        let is_less = terms.lt(x, y);
        let least = terms.ite(is_less, x, y);
        let waits = |a, b| Equalities::may_wait(&terms, a, b);
        assert!(waits(x, y) && waits(x, next));
        assert!(!waits(x, seven) && !waits(y, next), "there is no row");
        assert!(!waits(x, length) && !waits(least, y), "others decide it");
    }

    #[test]
    fn each_is_taken_once() {
        let mut terms = Terms::new();
        let mut atom = || {
            let (a, b) = (terms.fresh("a", Sort::Int), terms.fresh("b", Sort::Int));
            terms.eq(a, b)
        };
        let (s, t, u) = (atom(), atom(), atom());
        let [v, w, x] = [0, 1, 2].map(Var::from_index);
        let mut equalities = Equalities::default();
        [(v, s), (w, t), (x, u)]
            .into_iter()
            .for_each(|(var, t)| equalities.add(var, t, Apart::default()));
        equalities.assert(Lit::new(v, false));
        assert_eq!(equalities.take_asserted(), []);
        equalities.assert(Lit::new(v, true));
        equalities.assert(Lit::new(v, true));
        assert_eq!(equalities.take_asserted(), [s]);
        assert_eq!(equalities.take_wrong(|var, _| var != x), [t]);
        assert_eq!(equalities.take_wrong(|_, _| true), [u]);
        assert_eq!(equalities.take_wrong(|_, _| true), []);
    }
}
