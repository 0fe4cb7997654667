//! A search for models by repair.
//!
//! Counting up small words ([`super::small`]) ends where a formula has more than a few constants. But a candidate that breaks
//! two of twenty assertions is often one or two changes away from a model. So an assertion that does not hold is picked, each
//! of its constants is given each of its values in turn, and the change after which the fewest assertions are
//! broken is made: min-conflicts (Minton et al., AIJ 1992), with the last constants that were changed left alone
//! for a while (Glover's tabu). Besides the small words, a constant may become what other terms of the assertion
//! are: that repairs an equation at once. Local search in other solvers
//! has moves for each operator; here values are only evaluated: formulas that such moves would solve are solved by the other procedures.
//!
//! Most clauses hold whatever the constants are: they are what theories concluded. So a clause is only watched once it was broken.

use super::small::Choice;
use crate::engine::Engine;
use base::{Budget, FxHashMap, Int, Interrupted};
use terms::eval::{EvalError, Evaluator};
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Op, Sort, Term, Terms};

/// A clause of the formula.
struct Clause {
    literals: Vec<Term>,
    /// The constants in it, as positions in the table of choices.
    constants: Vec<usize>,
    /// Terms in it that have values of the sorts of constants.
    ideas: Vec<Term>,
}

struct Repair<'a> {
    choices: &'a [Choice],
    clauses: Vec<Clause>,
    /// Per constant, the clauses in which it is.
    users: Vec<Vec<usize>>,
    model: Model,
    broken: Vec<bool>,
    /// Per clause, whether it was ever broken.
    watched: Vec<bool>,
    /// The constants that were changed last.
    tabu: Vec<usize>,
    /// Changes so far, which decide between equals: any fixed order would go round in circles.
    changes: usize,
}

/// Whether the judge accepts a model that was found by repairing `base`.
pub(super) fn repair(
    engine: &mut Engine<'_>,
    base: &Model,
    choices: &[Choice],
) -> Result<bool, Interrupted> {
    let roots: Vec<Vec<Term>> = engine.all_roots().map(<[Term]>::to_vec).collect();
    let ideas = engine.res.budget.tunables().strings.repair_ideas;
    let mut repair = Repair::new(engine.res.terms, roots, base, choices, ideas);
    let (terms, budget) = (&*engine.res.terms, engine.res.budget);
    while repair.look(terms, budget)? {
        while repair.broken.contains(&true) {
            if !repair.step(terms, budget)? {
                return Ok(false);
            }
        }
    }
    let model = repair.model;
    engine.accepts_guess(model)
}

impl<'a> Repair<'a> {
    fn new(
        terms: &Terms,
        roots: Vec<Vec<Term>>,
        base: &Model,
        choices: &'a [Choice],
        ideas: usize,
    ) -> Repair<'a> {
        let numbers: FxHashMap<Fun, usize> =
            choices.iter().enumerate().map(|(i, c)| (c.fun, i)).collect();
        let clauses: Vec<Clause> =
            roots.into_iter().filter_map(|r| Clause::new(terms, r, &numbers, ideas)).collect();
        let mut users = vec![Vec::new(); choices.len()];
        for (i, clause) in clauses.iter().enumerate() {
            clause.constants.iter().for_each(|&c| users[c].push(i));
        }
        let mut model = base.clone();
        for choice in choices {
            if model.get(choice.fun).is_none() {
                model.set(choice.fun, choice.values[0].clone());
            }
        }
        let (broken, watched) = (vec![false; clauses.len()], vec![false; clauses.len()]);
        Repair { choices, clauses, users, model, broken, watched, tabu: Vec::new(), changes: 0 }
    }

    /// Watches all clauses that are broken; whether there are any.
    fn look(&mut self, terms: &Terms, budget: &Budget) -> Result<bool, Interrupted> {
        for i in 0..self.clauses.len() {
            if !self.clauses[i].holds(terms, &self.model, budget)? {
                self.broken[i] = true;
                self.watched[i] = true;
            }
        }
        Ok(self.broken.contains(&true))
    }

    /// What is broken of the watched clauses with the constant.
    fn look_again(
        &mut self,
        terms: &Terms,
        budget: &Budget,
        constant: usize,
    ) -> Result<(), Interrupted> {
        for &i in self.users[constant].iter().filter(|&&i| self.watched[i]) {
            self.broken[i] = !self.clauses[i].holds(terms, &self.model, budget)?;
        }
        Ok(())
    }

    /// Makes the best change for a broken clause; `false` if there is none.
    fn step(&mut self, terms: &Terms, budget: &Budget) -> Result<bool, Interrupted> {
        let broken: Vec<usize> = (0..self.broken.len()).filter(|&i| self.broken[i]).collect();
        debug_assert!(
            broken.iter().all(|&i| self.watched[i]),
            "a clause is broken that is not watched"
        );
        debug_assert!(!broken.is_empty(), "a model is changed although no clause is broken");
        let clause = broken[self.changes % broken.len()];
        let mut best: Vec<(usize, Value)> = Vec::new();
        let mut fewest = None;
        for (constant, value) in self.moves(terms, budget, clause)? {
            let left = self.broken_after(terms, budget, constant, &value)?;
            if fewest.is_none_or(|fewest| left < fewest) {
                fewest = Some(left);
                best.clear();
            }
            if fewest == Some(left) {
                best.push((constant, value));
            }
        }
        if best.is_empty() {
            return Ok(false);
        }
        let (constant, value) = best.swap_remove(self.changes % best.len());
        self.model.set(self.choices[constant].fun, value);
        self.changes += 1;
        self.tabu.push(constant);
        if self.tabu.len() > budget.tunables().strings.repair_tabu {
            self.tabu.remove(0);
        }
        self.look_again(terms, budget, constant)?;
        Ok(true)
    }

    /// What constants of the clause could become.
    fn moves(
        &self,
        terms: &Terms,
        budget: &Budget,
        clause: usize,
    ) -> Result<Vec<(usize, Value)>, Interrupted> {
        let Clause { constants, ideas, .. } = &self.clauses[clause];
        let mut evaluator = Evaluator::new(terms, &self.model, budget);
        let mut values = Vec::new();
        for &idea in ideas {
            match evaluator.eval(idea) {
                Ok(Value::Int(n)) => {
                    let near = [n.clone(), &n + &Int::ONE, &n - &Int::ONE];
                    values.extend(near.map(Value::Int));
                }
                Ok(value) => values.push(value),
                Err(EvalError::Interrupted(why)) => return Err(why),
                Err(_) => {}
            }
        }
        let few = constants.len() <= budget.tunables().strings.repair_tabu;
        let mut moves = Vec::new();
        for &constant in constants.iter().filter(|c| few || !self.tabu.contains(c)) {
            let choice = &self.choices[constant];
            let now = self.model.get(choice.fun);
            let same_sort = |v: &&Value| v.sort() == choice.values[0].sort();
            let all = values.iter().filter(same_sort).chain(&choice.values);
            moves.extend(all.filter(|&v| Some(v) != now).map(|v| (constant, v.clone())));
        }
        Ok(moves)
    }

    /// How many clauses are broken if the constant becomes `value`.
    fn broken_after(
        &mut self,
        terms: &Terms,
        budget: &Budget,
        constant: usize,
        value: &Value,
    ) -> Result<usize, Interrupted> {
        let fun = self.choices[constant].fun;
        let old = self.model.get(fun).cloned();
        debug_assert!(old.is_some(), "a constant without a value is changed");
        self.model.set(fun, value.clone());
        let mut count = self.broken.iter().filter(|&&b| b).count();
        for &i in self.users[constant].iter().filter(|&&i| self.watched[i]) {
            let holds = self.clauses[i].holds(terms, &self.model, budget)?;
            count = count + usize::from(!holds) - usize::from(self.broken[i]);
        }
        if let Some(old) = old {
            self.model.set(fun, old);
        }
        Ok(count)
    }
}

impl Clause {
    /// `None` if it speaks of what reductions made up.
    fn new(
        terms: &Terms,
        literals: Vec<Term>,
        numbers: &FxHashMap<Fun, usize>,
        most_ideas: usize,
    ) -> Option<Clause> {
        let (mut constants, mut ideas) = (Vec::new(), Vec::new());
        for t in terms.post_order(&literals) {
            match terms.op(t) {
                Op::Apply(fun) if numbers.contains_key(&fun) => constants.push(numbers[&fun]),
                Op::Apply(fun) if terms.fun(fun).internal => return None,
                op if op.is_const() => {}
                _ if matches!(terms.sort(t), Sort::String | Sort::Int) => ideas.push(t),
                _ => {}
            }
        }
        ideas.reverse();
        ideas.truncate(most_ideas);
        Some(Clause { literals, constants, ideas })
    }

    fn holds(&self, terms: &Terms, model: &Model, budget: &Budget) -> Result<bool, Interrupted> {
        let mut evaluator = Evaluator::new(terms, model, budget);
        for &literal in &self.literals {
            match evaluator.holds(literal) {
                Ok(true) => return Ok(true),
                Err(EvalError::Interrupted(why)) => return Err(why),
                Ok(false) | Err(_) => {}
            }
        }
        Ok(false)
    }
}
