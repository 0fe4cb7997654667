//! Choices that depend on the same constants, made at once.
//!
//! The problem: a sum takes its choices for independent, and its least and greatest value for the sums of theirs. In the distances of three
//! texts each place has three choices, by `x = y`, `y = z` and `x = z`; that `x` differs from `z` and not from `y`, and `y`
//! not from `z`, is a case only to the diagram. The triangle inequality holds in each place, and so in the sum, but a core that
//! finds the impossible cases one by one looks at exponentially many paths.
//!
//! So choices that share constants with few others become one: a tree of the conditions of all, without
//! the paths on which equalities and bounds contradict each other, and with the sums of the values as leaves. The diagram sees the exact
//! range of the group, and what holds in each group by itself is decided when the diagram is built. It is the elimination of the
//! group's constants, which leaves a function of the sum alone (bucket elimination; Dechter, *Artificial Intelligence*, 1999).
//!
//! What assertions say of the constants counts, too, if it is a literal or a choice between literals. These assertions stay, and none
//! of them is about a sum, so that none becomes another one because of itself.
//!
//! Groups without an impossible path stay as they are, since their choices may be those of other sums, too. Larger groups, as choices
//! between neighbouring letters make, are left to the core.

use super::super::substitution::constants_of;
use super::case::Case;
use super::choice::{Choice, Literal, small};
use crate::cnf::is_connective;
use base::{Budget, FxHashMap, Int, Interrupted, UnionFind};
use std::collections::hash_map::Entry;
use terms::{Op, Sort, Term, Terms};

/// A fact: an assertion with more literals seldom excludes a path.
const LITERALS: usize = 6;

/// Choices that were made at once before, by themselves with their coefficients, the constants of choices, and the assertions that
/// say which literals exclude each other, by their constants.
#[derive(Default)]
pub(super) struct Groups {
    joint: FxHashMap<Vec<(Term, i64)>, Option<Term>>,
    constants: FxHashMap<Term, Vec<Term>>,
    clauses: FxHashMap<Term, Vec<Vec<Literal>>>,
    /// The assertions.
    pub given: Vec<Term>,
}

impl Groups {
    /// No groups yet; what `formulas` say excludes paths.
    ///
    /// # Errors
    /// When the budget runs out.
    pub fn new(terms: &Terms, formulas: &[Term], budget: &Budget) -> Result<Groups, Interrupted> {
        let mut groups = Groups::default();
        for &f in formulas {
            budget.charge(1)?;
            let Some(clause) = clause(terms, f) else { continue };
            let Some(&(atom, _)) = clause.first() else { continue };
            for &x in terms.args(atom).iter().filter(|x| terms.is_constant(**x)) {
                groups.clauses.entry(x).or_default().push(clause.clone());
            }
            groups.given.push(f);
        }
        Ok(groups)
    }

    /// The choices whose sum with the number is that of `choices`: groups of those that exclude each other are one each.
    ///
    /// # Errors
    /// When the budget runs out.
    pub fn join(
        &mut self,
        terms: &mut Terms,
        choices: Vec<Choice>,
        budget: &Budget,
    ) -> Result<(Vec<Choice>, i64), Interrupted> {
        let (mut out, mut constant) = (Vec::new(), 0);
        for group in self.groups(terms, &choices, budget)? {
            let joint = self.joint(terms, &group, budget)?;
            let value = joint.and_then(|t| terms.int_value(t)).and_then(small);
            let choice = joint.map(|t| Choice::new(terms, t, &Int::ONE, budget)).transpose()?;
            match (value, choice.flatten()) {
                (Some(value), _) => constant += value,
                (None, Some(choice)) => out.push(choice),
                (None, None) => out.extend(group),
            }
        }
        Ok((out, constant))
    }

    /// `choices`, those together that constants connect.
    fn groups(
        &mut self,
        terms: &Terms,
        choices: &[Choice],
        budget: &Budget,
    ) -> Result<Vec<Vec<Choice>>, Interrupted> {
        let mut classes = UnionFind::new(choices.len());
        let mut first: FxHashMap<Term, usize> = FxHashMap::default();
        for (at, choice) in choices.iter().enumerate() {
            let constants = match self.constants.entry(choice.term) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(constants_of(terms, choice.term, budget)?),
            };
            budget.charge(1 + constants.len() as u64)?;
            for &constant in constants.iter() {
                classes.join(*first.entry(constant).or_insert(at), at);
            }
        }
        let mut groups: Vec<Vec<Choice>> = vec![Vec::new(); choices.len()];
        for (at, &choice) in choices.iter().enumerate() {
            groups[classes.find(at)].push(choice);
        }
        groups.retain(|group| !group.is_empty());
        Ok(groups)
    }

    /// The sum of a group as one choice, unless all paths are possible or there are too many.
    fn joint(
        &mut self,
        terms: &mut Terms,
        group: &[Choice],
        budget: &Budget,
    ) -> Result<Option<Term>, Interrupted> {
        let most = budget.tunables().check.diagram_paths;
        if group.len() < 2 || group.len() > most {
            return Ok(None);
        }
        let key: Vec<_> = group.iter().map(|c| (c.term, c.coefficient)).collect();
        if let Some(&known) = self.joint.get(&key) {
            return Ok(known);
        }
        let constants = group.iter().flat_map(|choice| &self.constants[&choice.term]);
        let mut constants: Vec<Term> = constants.copied().collect();
        base::order::sort(&mut constants);
        constants.dedup();
        let said = constants.iter().filter_map(|x| self.clauses.get(x)).flatten();
        let (units, clauses): (Vec<_>, Vec<_>) = said.partition(|clause| clause.len() == 1);
        let case = Case::new(units.into_iter().flatten().copied().collect(), clauses);
        let mut tree = Tree { group, case, left: most, has_excluded: false };
        // Where no path is possible the assertions contradict each other, which is found elsewhere.
        let sum = tree.build(terms, budget)?.ok().flatten().filter(|_| tree.has_excluded);
        self.joint.insert(key, sum);
        Ok(sum)
    }
}

/// The tree of a group while it is built, from its root.
struct Tree<'a> {
    group: &'a [Choice],
    /// What was chosen on the way to the present node.
    case: Case<'a>,
    /// So many nodes may follow.
    left: usize,
    /// Whether some path is impossible.
    has_excluded: bool,
}

impl Tree<'_> {
    /// The tree from the present node on, `None` if no path below it is possible; or `Err` if it is too large. It is as deep as the nodes
    /// that may follow are many, at most.
    fn build(
        &mut self,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<Result<Option<Term>, TooLarge>, Interrupted> {
        budget.charge(16)?;
        if self.left == 0 {
            return Ok(Err(TooLarge));
        }
        self.left -= 1;
        if !self.case.is_possible(terms) {
            self.has_excluded = true;
            return Ok(Ok(None));
        }
        let condition = match self.case.sum(terms, self.group, budget)? {
            Ok(sum) => return Ok(Ok(Some(terms.int(sum)))),
            Err(condition) => condition,
        };
        let mut cases = [None; 2];
        for (case, holds) in cases.iter_mut().zip([true, false]) {
            self.case.assume((condition, holds));
            let Ok(t) = self.build(terms, budget)? else { return Ok(Err(TooLarge)) };
            *case = t;
            self.case.take_back();
        }
        Ok(Ok(match cases {
            [Some(a), Some(b)] if a != b => Some(terms.ite(condition, a, b)),
            [a, b] => a.or(b),
        }))
    }
}

/// A tree has too many nodes.
struct TooLarge;

/// The literals of `f`, if it is a clause of few that speak of constants and values only.
fn clause(terms: &Terms, f: Term) -> Option<Vec<Literal>> {
    let literals = if terms.op(f) == Op::Or { terms.args(f) } else { &[f][..] };
    let literal = |&t: &Term| {
        let (atom, holds) =
            if terms.op(t) == Op::Not { (terms.arg(t, 0), false) } else { (t, true) };
        let is_plain = |&a: &Term| {
            terms.op(a).is_const() || terms.is_constant(a) || terms.sort(a) == Sort::RegLan
        };
        let is_atom = !is_connective(terms, atom) && terms.args(atom).iter().all(is_plain);
        is_atom.then_some((atom, holds))
    };
    (literals.len() <= LITERALS).then(|| literals.iter().map(literal).collect()).flatten()
}

#[cfg(test)]
mod tests {
    use super::super::super::brute::{each, ints, models, value};
    use super::*;
    use base::SplitMix64;
    use terms::value::Value;

    /// A condition on three integers, now and then of others.
    fn condition(terms: &mut Terms, integers: &[Term], random: &mut SplitMix64) -> Term {
        let [a, b] = [integers[random.below(3)], integers[random.below(3)]];
        let number = terms.int(random.below(4) as u64);
        match random.below(8) {
            0..3 => terms.eq(a, b),
            3 => terms.eq(a, number),
            4 | 5 => terms.ge(a, number),
            _ => {
                let [p, q] = [terms.eq(a, b), terms.ge(b, number)];
                let not = terms.not(q);
                let op = [Op::And, Op::Or, Op::Xor, Op::Eq][random.below(4)];
                terms.mk(op, &[p, not])
            }
        }
    }

    #[test]
    fn groups_have_the_sum_of_their_choices() {
        let budget = Budget::unlimited();
        let mut joined = 0;
        for seed in 0..300 {
            let (mut terms, mut random) = (Terms::new(), SplitMix64::new(seed));
            let integers: Vec<Term> = (0..3).map(|_| terms.fresh("x", Sort::Int)).collect();
            let mut choices = Vec::new();
            for _ in 0..2 + random.below(3) {
                let condition = condition(&mut terms, &integers, &mut random);
                let [a, b] = [0, 1].map(|n| terms.int(n + random.below(3) as u64));
                let t = terms.ite(condition, a, b);
                let coefficient = Int::from(random.below(5) as i64 - 2);
                choices.extend(Choice::new(&terms, t, &coefficient, &budget).unwrap());
            }
            let (groups, more) =
                Groups::default().join(&mut terms, choices.clone(), &budget).unwrap();
            joined += usize::from(groups.len() < choices.len());
            for model in models(&terms, &each(&integers, &ints(0..4))) {
                let sum = |choices: &[Choice]| -> Int {
                    let of = |c: &Choice| match value(&terms, &model, c.term) {
                        Value::Int(n) => n * Int::from(c.coefficient),
                        other => panic!("a choice has the value {other:?}"),
                    };
                    choices.iter().map(of).fold(Int::from(0), |a, b| a + b)
                };
                let (before, after) = (sum(&choices), sum(&groups) + Int::from(more));
                assert_eq!(before, after, "seed {seed}, {model:?}");
            }
        }
        assert!(joined > 100, "{joined}");
    }

    #[test]
    fn what_is_possible_stays_as_it_is() {
        let (mut terms, budget) = (Terms::new(), Budget::unlimited());
        let [x, y] = [0, 1].map(|_| terms.fresh("x", Sort::Int));
        let (same, zero, one) = (terms.eq(x, y), terms.int(0), terms.int(1));
        let is_large = terms.ge(x, one);
        let choices: Vec<Choice> = [same, is_large]
            .map(|c| terms.ite(c, one, zero))
            .iter()
            .filter_map(|&t| Choice::new(&terms, t, &Int::ONE, &budget).unwrap())
            .collect();
        let (groups, more) = Groups::default().join(&mut terms, choices, &budget).unwrap();
        assert_eq!((groups.len(), more), (2, 0));
    }
}
