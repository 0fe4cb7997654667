//! A model that outlives the solver's next check.
//!
//! The solver's own model speaks of the functions of its store, which the next check may number anew. Bindings to languages
//! without lifetimes hand models out to keep, so there is a copy with a store of its own: what is declared, and its values.

use crate::expr::elements::{is_expressible, sort_from, sort_into};
use crate::expr::node::Head;
use crate::expr::store::Store;
use crate::expr::{Any, Function};
use crate::solver::{Solver, express, function_from, literal};
use base::Budget;
use smtlib::printer;
use std::convert::Infallible;
use std::sync::Arc;
use terms::eval::Evaluator;
use terms::model::{FunValue, Model};
use terms::value::Value;
use terms::{Sort, Terms};

/// The values that a model gives to what was declared when it was found.
///
/// ```
/// use stringent::expr::{Any, Str};
/// use stringent::{Solver, Verdict};
/// let mut solver = Solver::default();
/// let x = Str::var("x");
/// solver.assert(x.equals("ab"))?;
/// assert_eq!(solver.check(), Verdict::Sat);
/// let mut kept = solver.valuation().unwrap();
/// solver.assert(x.equals("cd"))?;
/// assert_eq!(solver.check(), Verdict::Unsat);
/// assert_eq!(kept.value(&x.len().into()), Some(Any::from(stringent::expr::Int::from(2))));
/// # Ok::<(), stringent::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Valuation {
    store: Store,
    model: Model,
    constants: Vec<(String, Sort)>,
    functions: Vec<Arc<Function>>,
}

/// A table of a function: argument lists with their values, and the value elsewhere.
pub type Table = (Vec<(Vec<Any>, Any)>, Any);

impl Solver {
    /// A copy of the model of the last check, if it answered sat. Of what is declared, datatypes, elements of declared sorts and what has
    /// to do with them are left out.
    pub fn valuation(&self) -> Option<Valuation> {
        let model = self.model()?;
        let terms = &self.session.terms;
        let mut kept = Valuation::default();
        (kept.model.div_zero, kept.model.mod_zero) =
            (model.div_zero.clone(), model.mod_zero.clone());
        for fun in self.declared() {
            let decl = terms.fun(fun);
            if !decl.params.iter().chain([&decl.ret]).all(|&sort| is_expressible(terms, sort)) {
                continue;
            }
            if decl.params.is_empty() {
                let value = model.get(fun).cloned().or_else(|| Value::default_of(decl.ret));
                kept.add_constant(&decl.name, sort_from(terms, decl.ret), value.as_ref(), terms);
            } else {
                kept.add_function(decl, model.get_fun(fun), terms);
            }
        }
        kept.add_outside(model, terms);
        Some(kept)
    }
}

impl Valuation {
    /// What sequences have outside of them.
    fn add_outside(&mut self, model: &Model, terms: &Terms) {
        for ((sequence, i), element) in &model.nth_outside {
            if let (Some(sequence), Some(element)) =
                (self.adopt(sequence, terms), self.adopt(element, terms))
            {
                self.model.nth_outside.insert((sequence, i.clone()), element);
            }
        }
    }

    fn add_constant(&mut self, name: &str, sort: Sort, value: Option<&Value>, terms: &Terms) {
        let value = match value {
            Some(value) => self.adopt(value, terms),
            None => Some(self.empty_language(sort)),
        };
        if let Some(value) = value {
            let fun = self.store.variable(name, sort);
            self.model.set(fun, value);
            self.constants.push((name.to_owned(), sort));
        }
    }

    fn empty_language(&mut self, sort: Sort) -> Value {
        let none = Any::constant("re.none", sort).expect("values of other sorts have defaults");
        Value::Re(self.store.intern(&none.expr))
    }

    fn add_function(&mut self, decl: &terms::FunDecl, value: Option<&FunValue>, terms: &Terms) {
        let entries = value.map_or(&[][..], |value| &value.entries);
        let entries: Option<Vec<(Vec<Value>, Value)>> = entries
            .iter()
            .map(|(args, ret)| {
                let args = args.iter().map(|arg| self.adopt(arg, terms)).collect::<Option<_>>()?;
                Some((args, self.adopt(ret, terms)?))
            })
            .collect();
        let default = match value {
            Some(value) => self.adopt(&value.default, terms),
            None => match Value::default_of(decl.ret) {
                Some(default) => self.adopt(&default, terms),
                None => Some(self.empty_language(sort_from(terms, decl.ret))),
            },
        };
        if let (Some(entries), Some(default)) = (entries, default) {
            let function = Arc::new(function_from(terms, decl));
            let fun = self.store.function(&function);
            self.model.set_fun(fun, FunValue { entries, default });
            self.functions.push(function);
        }
    }

    /// A value as one of this store; `None` if that cannot be.
    fn adopt(&mut self, value: &Value, terms: &Terms) -> Option<Value> {
        match value {
            Value::Re(term) => {
                let regex = express(terms, *term)?;
                Some(Value::Re(self.store.intern(&regex.expr)))
            }
            Value::Seq(element, values) => {
                let values = values.iter().map(|v| self.adopt(&v, terms)).collect::<Option<_>>()?;
                let sort = sort_from(terms, terms.element_sort(*element));
                let sort = sort_into(&mut self.store.terms, sort);
                Some(Value::Seq(self.store.terms.element(sort), values))
            }
            Value::Elem(..) | Value::Predicate(..) => None,
            Value::Bool(_) | Value::Int(_) | Value::Str(_) | Value::Bits(..) => Some(value.clone()),
        }
    }

    /// The constants that have values, oldest first.
    pub fn constants(&self) -> &[(String, Sort)] {
        &self.constants
    }

    /// The functions that have values, oldest first.
    pub fn functions(&self) -> &[Arc<Function>] {
        &self.functions
    }

    /// Whether all constants and functions in an expression have values of their own.
    pub fn covers(&self, expr: &Any) -> bool {
        let known = |head: &Head, args: &[bool]| {
            let here = match head {
                Head::Var(name, sort) => self.store.has_variable(name, *sort),
                Head::Call(function) => self.functions.contains(function),
                _ => true,
            };
            Ok::<_, Infallible>(here && args.iter().all(|&arg| arg))
        };
        let Ok(covered) = expr.expr.fold(known);
        covered
    }

    /// The value of an expression as a literal, or as a regex without variables. What the model does not mention has the default of
    /// its sort: 0, false, the empty string, the empty language. `None` if there is no such literal, or it is too large.
    pub fn value(&mut self, expr: &Any) -> Option<Any> {
        let term = self.store.intern(&expr.expr);
        let budget = Budget::unlimited();
        let value = Evaluator::new(&self.store.terms, &self.model, &budget).eval(term).ok()?;
        self.literal(&value)
    }

    fn literal(&self, value: &Value) -> Option<Any> {
        literal(&self.store.terms, value)
    }

    /// The table of a function, if it has one.
    pub fn table(&mut self, function: &Arc<Function>) -> Option<Table> {
        if !self.functions.contains(function) {
            return None;
        }
        let fun = self.store.function(function);
        let FunValue { entries, default } = self.model.get_fun(fun)?;
        let entry = |(args, ret): &(Vec<Value>, Value)| {
            let args: Option<Vec<Any>> = args.iter().map(|arg| self.literal(arg)).collect();
            Some((args?, self.literal(ret)?))
        };
        let entries: Option<Vec<(Vec<Any>, Any)>> = entries.iter().map(entry).collect();
        Some((entries?, self.literal(default)?))
    }

    /// The model as SMT-LIB text, as `get-model` has it.
    pub fn text(&self) -> String {
        let definition = |&fun| printer::definition(&self.store.terms, &self.model, fun);
        printer::model(self.store.declared.iter().map(definition))
    }
}
