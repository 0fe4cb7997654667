//! Models: what the declared symbols mean.
//!
//! A model is total: a symbol it does not mention has the default value of its sort (`false`, 0,
//! the empty string, the empty language, element 0).

use crate::store::Fun;
use crate::store::collect::Visitor;
use crate::value::Value;
use base::{FxHashMap, IdMap, Int};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The meaning of a function: a table and a value for all other arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunValue {
    /// Argument lists and their results. The first entry that fits counts.
    pub entries: Vec<(Vec<Value>, Value)>,
    /// The result for arguments that are not listed.
    pub default: Value,
}

/// An interpretation of the declared symbols, and of division by zero.
///
/// ```
/// use terms::model::Model;
/// use terms::value::Value;
/// use terms::{Sort, Terms};
/// let mut terms = Terms::new();
/// let x = terms.declare("x", &[], Sort::String);
/// let mut model = Model::default();
/// assert_eq!(model.get(x), None);
/// model.set(x, Value::text("ab"));
/// assert_eq!(model.get(x), Some(&Value::text("ab")));
/// let mut copy = model.clone();
/// assert!(copy.shares_constants(&model));
/// copy.set(x, Value::text("cd"));
/// assert!(!copy.shares_constants(&model));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    /// Shared, because models are copied far more often than changed, and atomically so that a model may move between threads.
    constants: Arc<IdMap<Fun, Value>>,
    functions: BTreeMap<Fun, FunValue>,
    /// What `(div n 0)` is for each `n`; 0 where nothing is said.
    pub div_zero: BTreeMap<Int, Int>,
    /// What `(mod n 0)` is for each `n`; 0 where nothing is said.
    pub mod_zero: BTreeMap<Int, Int>,
    /// What `(seq.nth s i)` is for each sequence and index outside of it; the default of the sort where nothing is said.
    pub nth_outside: FxHashMap<(Value, Int), Value>,
}

impl FunValue {
    fn visit(&mut self, visitor: &mut dyn Visitor) {
        for (args, result) in &mut self.entries {
            args.iter_mut().chain([result]).for_each(|value| visit_value(value, visitor));
        }
        visit_value(&mut self.default, visitor);
    }
}

/// Shows `visitor` the term that a value is, if it is one. (Elements of sequences are no terms.)
fn visit_value(value: &mut Value, visitor: &mut dyn Visitor) {
    if let Value::Re(t) | Value::Predicate(_, t) = value {
        visitor.term(t);
    }
}

impl Model {
    /// A model that says nothing, so everything has its default.
    pub fn new() -> Model {
        Model::default()
    }

    /// Sets the value of a declared constant.
    pub fn set(&mut self, constant: Fun, value: Value) {
        Arc::make_mut(&mut self.constants).insert(constant, value);
    }

    /// Sets the meaning of a declared function with parameters.
    pub fn set_fun(&mut self, fun: Fun, value: FunValue) {
        self.functions.insert(fun, value);
    }

    /// The value of a declared constant, if the model mentions it.
    pub fn get(&self, constant: Fun) -> Option<&Value> {
        self.constants.get(constant)
    }

    /// The meaning of a declared function, if the model mentions it.
    pub fn get_fun(&self, fun: Fun) -> Option<&FunValue> {
        self.functions.get(&fun)
    }

    /// Shows `visitor` all that the model mentions, so that the model is still one when terms and functions have other names. False if it
    /// mentions more than this can show.
    pub fn visit(&mut self, visitor: &mut dyn Visitor) -> bool {
        let mut constants = IdMap::new();
        for (mut fun, value) in self.constants() {
            let mut value = value.clone();
            visitor.fun(&mut fun);
            visit_value(&mut value, visitor);
            constants.insert(fun, value);
        }
        self.constants = Arc::new(constants);
        for (mut fun, mut meaning) in std::mem::take(&mut self.functions) {
            visitor.fun(&mut fun);
            meaning.visit(visitor);
            self.functions.insert(fun, meaning);
        }
        self.nth_outside.is_empty()
    }

    /// Puts other values for those of which `new` says one. An entry with such an argument is dropped instead, as there
    /// may be one with the other value.
    pub fn replace_values(&mut self, new: &dyn Fn(&Value) -> Option<Value>) {
        let replace = |value: &mut Value| {
            if let Some(other) = new(value) {
                *value = other;
            }
        };
        Arc::make_mut(&mut self.constants).values_mut().for_each(replace);
        for table in self.functions.values_mut() {
            table.entries.retain(|(args, _)| args.iter().all(|arg| new(arg).is_none()));
            table.entries.iter_mut().for_each(|(_, value)| replace(value));
            replace(&mut table.default);
        }
        self.nth_outside.retain(|(sequence, _), _| new(sequence).is_none());
        self.nth_outside.values_mut().for_each(replace);
    }

    /// Drops the values of constants that are not to be kept.
    pub fn retain_constants(&mut self, is_kept: impl FnMut(Fun) -> bool) {
        Arc::make_mut(&mut self.constants).retain(is_kept);
    }

    /// Whether the constants have the same values, as far as that is seen without looking at them: no others were set since one of the
    /// models was copied from the other.
    pub fn shares_constants(&self, other: &Model) -> bool {
        Arc::ptr_eq(&self.constants, &other.constants)
    }

    /// The constants mentioned, in order of declaration.
    pub fn constants(&self) -> impl Iterator<Item = (Fun, &Value)> {
        self.constants.iter()
    }

    /// The functions mentioned, in order of declaration.
    pub fn functions(&self) -> impl Iterator<Item = (Fun, &FunValue)> {
        self.functions.iter().map(|(&f, v)| (f, v))
    }
}
