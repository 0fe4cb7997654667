//! Formulas about a few conditions, assignment by assignment: what tests compare answers with.

use base::Budget;
use terms::eval::Evaluator;
use terms::model::Model;
use terms::value::Value;
use terms::{Op, Term, Terms};

/// Formulas, and the conditions that they depend on.
pub(super) struct Conditions<'t> {
    pub terms: &'t Terms,
    pub formulas: &'t [Term],
    /// Boolean constants.
    pub conditions: &'t [Term],
    pub budget: &'t Budget,
}

impl Conditions<'_> {
    /// Whether all formulas hold if exactly those conditions do of whose indices `is_true` says so.
    pub fn hold(&self, is_true: impl Fn(usize) -> bool) -> bool {
        let mut model = Model::new();
        for (i, &c) in self.conditions.iter().enumerate() {
            let Op::Apply(fun) = self.terms.op(c) else { panic!("a constant is applied") };
            model.set(fun, Value::Bool(is_true(i)));
        }
        let mut evaluator = Evaluator::new(self.terms, &model, self.budget);
        self.formulas.iter().all(|&f| evaluator.eval(f) == Ok(Value::Bool(true)))
    }

    /// Whether all formulas hold if exactly the conditions do that are true in `literals`.
    pub fn hold_under(&self, literals: &[(Term, bool)]) -> bool {
        self.hold(|i| literals.contains(&(self.conditions[i], true)))
    }

    /// Whether all formulas hold under any assignment.
    pub fn are_satisfiable(&self) -> bool {
        (0..1 << self.conditions.len()).any(|bits| self.hold(|i| bits >> i & 1 == 1))
    }
}
