//! Which literals of a total assignment are needed to make the formula true.
//!
//! The SAT core assigns every atom, but a disjunction needs only one of its disjuncts. Theories
//! that look at the whole conjunction (strings above all) would drown in the rest, so the final
//! checks see only a justification: walking down from the roots, an *or* that is true needs one true
//! argument, an *and* that is false one false argument, everything else all of its arguments.
//! A disjunct that is already needed elsewhere is taken first, then a cheap one.
//!
//! Roots are the assertions and those lemmas that define something. A lemma that only says what its literals mean, `|x| >= 4`
//! implies `|x| >= 3`, is true of every model, and to ask for a reason would make literals relevant that nothing else needs:
//! false equations between parts of a string that has none, above all, and functions of those, unfolded without end.
//!
//! Z3 tracks relevancy during the search; computing it once per final check is simpler and, as
//! final checks are few, not slower.

use crate::cnf::{Atoms, is_connective};
use base::{Budget, FxHashMap, Interrupted};
use sat::Lit;
use terms::{Op, Sort, Term, Terms};

/// The needed atoms with their values, in the order in which they were found.
#[derive(Debug, Default)]
pub struct Justification {
    /// Needed atoms and whether they are true.
    pub atoms: Vec<(Term, bool)>,
}

/// Walks down from `roots`, clauses of which one disjunct must hold, under `value`.
///
/// # Errors
/// When the budget runs out.
pub fn justify<'r>(
    terms: &Terms,
    atoms: &Atoms,
    roots: impl Iterator<Item = &'r [Term]> + Clone,
    value: &dyn Fn(Lit) -> Option<bool>,
    budget: &Budget,
) -> Result<Justification, Interrupted> {
    let mut walk =
        Walk { terms, atoms, value, budget, seen: FxHashMap::default(), out: Vec::new() };
    // Unit roots first: what they need makes choices in the others cheaper.
    // An assumption is a root, but not in force while a core is made smaller.
    for root in roots.clone().filter(|r| r.len() == 1) {
        if walk.value_of(root[0]) != Some(false) {
            walk.need(root[0], true)?;
        }
    }
    for root in roots.filter(|r| r.len() != 1) {
        let chosen = walk.choose(root, true);
        debug_assert!(chosen.is_some(), "no disjunct of a clause is true");
        if let Some(t) = chosen {
            walk.need(t, true)?;
        }
    }
    walk.check();
    Ok(Justification { atoms: walk.out })
}

/// Every assigned atom, for those who do without.
pub fn all_atoms(atoms: &Atoms, value: &dyn Fn(Lit) -> Option<bool>) -> Justification {
    let valued = |(lit, t)| value(lit).map(|b| (t, b));
    Justification { atoms: atoms.all().filter_map(valued).collect() }
}

struct Walk<'a> {
    terms: &'a Terms,
    atoms: &'a Atoms,
    value: &'a dyn Fn(Lit) -> Option<bool>,
    budget: &'a Budget,
    seen: FxHashMap<Term, bool>,
    out: Vec<(Term, bool)>,
}

impl Walk<'_> {
    fn value_of(&self, t: Term) -> Option<bool> {
        self.literal_value(t).or_else(|| self.holds_within_clause(t).then_some(true))
    }

    fn literal_value(&self, t: Term) -> Option<bool> {
        if let Some(b) = self.terms.bool_value(t) {
            return Some(b);
        }
        (self.value)(self.atoms.lit(self.terms, t)?)
    }

    /// Whether a part of a clause is true that has no literal of its own, as clauses are flattened: a disjunction, or the negation of a
    /// conjunction.
    fn holds_within_clause(&self, t: Term) -> bool {
        let mut stack = vec![(t, true)];
        while let Some((t, wanted)) = stack.pop() {
            match (self.literal_value(t), self.terms.op(t)) {
                (Some(value), _) if value == wanted => return true,
                (None, Op::Not) => stack.push((self.terms.arg(t, 0), !wanted)),
                (None, Op::Or) if wanted => {
                    stack.extend(self.terms.args(t).iter().map(|&a| (a, true)))
                }
                (None, Op::And) if !wanted => {
                    stack.extend(self.terms.args(t).iter().map(|&a| (a, false)))
                }
                _ => {}
            }
        }
        false
    }

    /// Marks what makes `root` have the value `wanted`.
    fn need(&mut self, root: Term, wanted: bool) -> Result<(), Interrupted> {
        let mut stack = vec![(root, wanted)];
        while let Some((t, wanted)) = stack.pop() {
            self.budget.tick(1)?;
            if self.terms.op(t) == Op::Not {
                stack.push((self.terms.arg(t, 0), !wanted));
                continue;
            }
            if let Some(before) = self.seen.insert(t, wanted) {
                debug_assert_eq!(before, wanted, "a formula is needed with both values");
                continue;
            }
            if is_connective(self.terms, t) {
                self.expand(t, wanted, &mut stack);
            } else {
                self.out.push((t, wanted));
            }
        }
        Ok(())
    }

    /// Checks that the needed atoms are true and make everything true that is needed, in debug builds.
    fn check(&self) {
        if cfg!(debug_assertions) {
            for &(atom, wanted) in &self.out {
                assert_eq!(self.literal_value(atom), Some(wanted), "a needed atom is not true");
            }
            for (&t, &wanted) in &self.seen {
                assert!(self.is_justified(t, wanted), "arguments that are needed do not suffice");
            }
        }
    }

    /// Whether what is needed of the arguments of `t` gives it the value `wanted`.
    fn is_justified(&self, t: Term, wanted: bool) -> bool {
        let needed = |a: Term| {
            let (mut a, mut positive) = (a, true);
            while self.terms.op(a) == Op::Not {
                (a, positive) = (self.terms.arg(a, 0), !positive);
            }
            self.seen.get(&a).map(|&value| value == positive)
        };
        let (op, args) = (self.terms.op(t), self.terms.args(t));
        let mut values = args.iter().map(|&a| needed(a));
        if matches!(op, Op::And | Op::Or) {
            let all = (op == Op::And) == wanted;
            return if all {
                values.all(|v| v == Some(wanted))
            } else {
                values.any(|v| v == Some(wanted))
            };
        }
        if op == Op::Ite {
            let branch = |cond| args[if cond { 1 } else { 2 }];
            return needed(args[0]).is_some_and(|cond| needed(branch(cond)) == Some(wanted));
        }
        !is_connective(self.terms, t) || values.all(|v| v.is_some())
    }

    fn expand(&mut self, t: Term, wanted: bool, stack: &mut Vec<(Term, bool)>) {
        let args = self.terms.args(t);
        let one_of = match (self.terms.op(t), wanted) {
            (Op::And, true) => {
                // A disjunction below a root is a clause and may have no literal of its own.
                stack.extend(args.iter().map(|&a| (a, true)));
                return;
            }
            (Op::And, false) => Some(false),
            (Op::Or, true) => Some(true),
            (Op::Ite, _) => {
                let cond = self.value_of(args[0]);
                debug_assert!(cond.is_some(), "a condition has no value");
                let cond = cond.unwrap_or(true);
                stack.push((args[0], cond));
                stack.push((if cond { args[1] } else { args[2] }, wanted));
                return;
            }
            _ => None,
        };
        match one_of {
            Some(v) => stack.extend(self.choose(args, v).map(|a| (a, v))),
            None => {
                let valued = args.iter().filter_map(|&a| self.value_of(a).map(|v| (a, v)));
                stack.extend(valued);
            }
        }
    }

    /// An argument with value `v`: one that is needed anyway, else the cheapest.
    fn choose(&self, args: &[Term], v: bool) -> Option<Term> {
        let with_value = args.iter().copied().filter(|&a| self.value_of(a) == Some(v));
        with_value.min_by_key(|&a| self.cost(a))
    }

    fn cost(&self, t: Term) -> u32 {
        let t = self.terms.literal(t).0;
        if self.seen.contains_key(&t) {
            return 0;
        }
        match self.terms.op(t) {
            Op::Apply(_) => 1,
            Op::Le | Op::Ge | Op::Lt | Op::Gt => 2,
            Op::Eq if self.terms.sort(self.terms.arg(t, 0)) == Sort::Int => 2,
            Op::And | Op::Or | Op::Ite => 4,
            Op::StrInRe => 5,
            Op::StrContains => 7,
            _ => 6,
        }
    }
}
