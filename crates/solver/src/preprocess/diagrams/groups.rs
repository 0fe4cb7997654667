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
use super::choice::{Choice, small};
use crate::cnf::is_connective;
use base::{Budget, FxHashMap, Int, Interrupted, UnionFind};
use std::collections::hash_map::Entry;
use terms::{Op, Sort, Term, Terms};

/// A fact: an assertion with more literals seldom excludes a path.
const LITERALS: usize = 6;

/// An atom, and whether it holds.
type Literal = (Term, bool);

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
        let facts = units.into_iter().flatten().copied().collect();
        let case = Case { facts, clauses };
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
            self.case.facts.push((condition, holds));
            let Ok(t) = self.build(terms, budget)? else { return Ok(Err(TooLarge)) };
            *case = t;
            self.case.facts.pop();
        }
        Ok(Ok(match cases {
            [Some(a), Some(b)] if a != b => Some(terms.ite(condition, a, b)),
            [a, b] => a.or(b),
        }))
    }
}

/// A tree has too many nodes.
struct TooLarge;

/// Conditions and whether they hold, and clauses that do.
struct Case<'a> {
    facts: Vec<Literal>,
    clauses: Vec<&'a Vec<Literal>>,
}

/// The integers between these numbers; the strings, if there are none.
#[derive(Clone, Copy, Default)]
struct Range<'a> {
    least: Option<&'a Int>,
    below: Option<&'a Int>,
    value: Option<Term>,
}

impl Case<'_> {
    /// The sum of the choices in this case, or a condition that it depends on.
    fn sum(
        &self,
        terms: &Terms,
        group: &[Choice],
        budget: &Budget,
    ) -> Result<Result<i64, Term>, Interrupted> {
        let mut sum = 0;
        for choice in group {
            let mut t = choice.term;
            while let &[c, a, b] = terms.args(t) {
                match self.holds(terms, c, budget)? {
                    Ok(holds) => t = if holds { a } else { b },
                    Err(condition) => return Ok(Err(condition)),
                }
            }
            let value = terms.int_value(t).and_then(small);
            debug_assert!(value.is_some(), "a choice between numbers has another value");
            sum += value.unwrap_or_default() * choice.coefficient;
        }
        Ok(Ok(sum))
    }

    /// Whether `formula` holds, or a condition in it that decides on that.
    fn holds(
        &self,
        terms: &Terms,
        formula: Term,
        budget: &Budget,
    ) -> Result<Result<bool, Term>, Interrupted> {
        let mut known: FxHashMap<Term, Result<bool, Term>> = FxHashMap::default();
        let mut stack = vec![formula];
        while let Some(&t) = stack.last() {
            budget.tick(1)?;
            let args = if splits(terms, t) { terms.args(t) } else { &[] };
            let before = stack.len();
            stack.extend(args.iter().filter(|a| !known.contains_key(a)));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            let holds = if args.is_empty() { self.fact(terms, t) } else { value(terms, t, &known) };
            known.insert(t, holds);
        }
        Ok(known[&formula])
    }

    fn fact(&self, terms: &Terms, t: Term) -> Result<bool, Term> {
        let known = self.facts.iter().find(|(fact, _)| *fact == t).map(|&(_, holds)| holds);
        let constant = matches!(terms.op(t), Op::True | Op::False);
        known.or(constant.then_some(terms.op(t) == Op::True)).ok_or(t)
    }

    /// Whether equalities and bounds by numbers do not contradict each other, nor a clause.
    fn is_possible(&self, terms: &Terms) -> bool {
        let fails = |&(atom, holds): &Literal| self.facts.contains(&(atom, !holds));
        if self.clauses.iter().any(|clause| clause.iter().all(fails)) {
            return false;
        }
        let mut ids: FxHashMap<Term, usize> = FxHashMap::default();
        for &(fact, _) in &self.facts {
            for &t in terms.args(fact) {
                let next = ids.len();
                ids.entry(t).or_insert(next);
            }
        }
        let mut classes = UnionFind::new(ids.len());
        for &(fact, holds) in &self.facts {
            if let (true, Some((a, b))) = (holds, equation(terms, fact)) {
                classes.join(ids[&a], ids[&b]);
            }
        }
        let mut ranges = vec![Range::default(); ids.len()];
        for (&t, &id) in &ids {
            let root = classes.find(id);
            if terms.op(t).is_const()
                && ranges[root].value.replace(t).is_some_and(|other| other != t)
            {
                return false;
            }
        }
        for &(fact, holds) in &self.facts {
            if let Some((t, bound)) = bound(terms, fact) {
                let range = &mut ranges[classes.find(ids[&t])];
                if holds {
                    range.least = range.least.max(Some(bound));
                } else {
                    range.below = Some(range.below.map_or(bound, |other| other.min(bound)));
                }
            }
        }
        let differ = |&(fact, holds): &(Term, bool)| match equation(terms, fact) {
            Some((a, b)) if !holds => classes.find(ids[&a]) != classes.find(ids[&b]),
            _ => true,
        };
        self.facts.iter().all(differ) && ranges.iter().all(|range| range.has_value(terms))
    }
}

impl Range<'_> {
    fn has_value(&self, terms: &Terms) -> bool {
        let value = self.value.and_then(|t| terms.int_value(t));
        let (least, below) = (value.or(self.least), self.below);
        let is_within = self.least.zip(value).is_none_or(|(least, value)| least <= value);
        is_within && least.zip(below).is_none_or(|(least, below)| least < below)
    }
}

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

/// Whether the truth of `t` is found by way of its arguments.
fn splits(terms: &Terms, t: Term) -> bool {
    let two = terms.args(t).len() == 2;
    is_connective(terms, t)
        && (matches!(terms.op(t), Op::Not | Op::And | Op::Or | Op::Ite)
            || matches!(terms.op(t), Op::Eq | Op::Xor) && two)
}

/// The truth of a connective, or the first condition that is open.
fn value(
    terms: &Terms,
    t: Term,
    known: &FxHashMap<Term, Result<bool, Term>>,
) -> Result<bool, Term> {
    let args = terms.args(t);
    let of = |at: usize| known[&args[at]];
    let op = terms.op(t);
    if matches!(op, Op::And | Op::Or) {
        let decides = op == Op::Or;
        if args.iter().any(|a| known[a] == Ok(decides)) {
            return Ok(decides);
        }
        return args.iter().map(|a| known[a]).find(Result::is_err).unwrap_or(Ok(!decides));
    }
    if op == Op::Ite {
        return of(if of(0)? { 1 } else { 2 });
    }
    if op == Op::Not {
        return of(0).map(|holds| !holds);
    }
    debug_assert!(matches!(op, Op::Eq | Op::Xor), "a connective that does not split");
    Ok((of(0)? == of(1)?) == (op == Op::Eq))
}

/// The sides of an equation between what is not Boolean.
fn equation(terms: &Terms, t: Term) -> Option<(Term, Term)> {
    let &[a, b] = terms.args(t) else { return None };
    (terms.op(t) == Op::Eq && terms.sort(a) != Sort::Bool).then_some((a, b))
}

/// The integer and the number of `integer >= number`.
fn bound(terms: &Terms, t: Term) -> Option<(Term, &Int)> {
    let &[a, b] = terms.args(t) else { return None };
    (terms.op(t) == Op::Ge).then_some(a).zip(terms.int_value(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::SplitMix64;
    use terms::eval::Evaluator;
    use terms::model::Model;
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
            for values in 0..64 {
                let mut model = Model::new();
                for (i, &x) in integers.iter().enumerate() {
                    let Op::Apply(fun) = terms.op(x) else { panic!("a constant is applied") };
                    model.set(fun, Value::Int(Int::from(values >> (2 * i) & 3)));
                }
                let mut evaluator = Evaluator::new(&terms, &model, &budget);
                let mut sum = |choices: &[Choice]| -> Int {
                    let value = |c: &Choice| match evaluator.eval(c.term) {
                        Ok(Value::Int(n)) => n * Int::from(c.coefficient),
                        other => panic!("a choice has the value {other:?}"),
                    };
                    choices.iter().map(value).fold(Int::from(0), |a, b| a + b)
                };
                let (before, after) = (sum(&choices), sum(&groups) + Int::from(more));
                assert_eq!(before, after, "seed {seed}, values {values:o}");
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
