//! Models one after the other, of a [`Solver`] or of what a script asserted.

use crate::expr::Valued;
use crate::interpreter::Interpreter;
use crate::script::{Binding, binding};
use crate::solver::Solver;
use ::solver::{Enumeration, Order, Reason};
use std::io::Write;
use std::marker::PhantomData;
use terms::collect::Mark;
use terms::{Fun, Sort, Term};

/// The models of a solver, as the values of some terms; see [`Solver::models`]. When it is dropped, the solver is as before.
#[derive(Debug)]
pub struct Models<'s, T: Valued> {
    solver: &'s mut Solver,
    enumeration: Enumeration,
    values: PhantomData<T>,
}

impl<'s, T: Valued> Models<'s, T> {
    pub(crate) fn new(solver: &'s mut Solver, enumeration: Enumeration) -> Models<'s, T> {
        Models { solver, enumeration, values: PhantomData }
    }
}

impl<T: Valued> Iterator for Models<'_, T> {
    type Item = Result<Vec<T::Value>, Reason>;

    fn next(&mut self) -> Option<Self::Item> {
        let Models { solver, enumeration, .. } = self;
        solver.collect_garbage_for(enumeration);
        let values = match enumeration.next(&mut solver.session)? {
            Ok(values) => values,
            Err(why) => return Some(Err(why)),
        };
        let values: Option<Vec<T::Value>> = values.into_iter().map(T::read).collect();
        let no_value =
            || Reason::Incomplete("a value that its type in Rust cannot have".to_owned());
        Some(values.ok_or_else(no_value))
    }
}

impl<T: Valued> Drop for Models<'_, T> {
    fn drop(&mut self) {
        self.enumeration.close(&mut self.solver.session);
    }
}

/// The models of what a script asserted, as the values of declared constants; see [`Interpreter::models`].
pub struct ScriptModels<'i, W> {
    interpreter: &'i mut Interpreter<W>,
    constants: Vec<Fun>,
    enumeration: Enumeration,
    left_out: Vec<String>,
}

impl<W: Write> Interpreter<W> {
    /// Enumerates the models of the assertions that are in force, told apart by the values of the constants called `names`, or
    /// of all that are declared. Functions, and constants whose values have no names in SMT-LIB (regular languages, elements of
    /// declared sorts), are [left out](ScriptModels::left_out). Each model is found under the limits of a check.
    ///
    /// ```
    /// use stringent::{CommandReader, Interpreter, Options, Order};
    /// let script = b"(declare-const s String)(assert (str.in_re s (re.opt (str.to_re \"ab\"))))";
    /// let mut interpreter = Interpreter::new(Options::default(), std::io::sink());
    /// interpreter.run(&mut CommandReader::from_bytes(script.to_vec()))?;
    /// let models = interpreter.models(None, Order::Shortest)?;
    /// let models: Vec<_> = models.collect::<Result<_, _>>().unwrap();
    /// assert_eq!(models.len(), 2);
    /// assert_eq!(models[1][0].to_string(), "(s \"ab\")");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A name that is no constant's, or that of one that would be left out.
    pub fn models(
        &mut self,
        names: Option<&[String]>,
        order: Order,
    ) -> Result<ScriptModels<'_, W>, String> {
        let declared: Vec<Fun> = self.context.declared().collect();
        let (mut constants, mut terms, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
        for &fun in &declared {
            match self.components(fun) {
                Some(parts) => {
                    constants.push(fun);
                    terms.push(parts);
                }
                None => left_out.push(self.session.terms.fun(fun).name.to_string()),
            }
        }
        if let Some(names) = names {
            let chosen: Result<Vec<usize>, String> = names
                .iter()
                .map(|name| {
                    let is = |fun: &Fun| *self.session.terms.fun(*fun).name == **name;
                    constants.iter().rposition(is).ok_or_else(|| complaint(name, &left_out))
                })
                .collect();
            let chosen = chosen?;
            (constants, terms) =
                chosen.into_iter().map(|i| (constants[i], terms[i].clone())).unzip();
            left_out.clear();
        }
        let enumeration = Enumeration::new(&mut self.session, terms.concat(), order);
        let enumeration = enumeration.map_err(|_| "a constant has no values".to_owned())?;
        self.changed();
        Ok(ScriptModels { interpreter: self, constants, enumeration, left_out })
    }

    /// The components of a constant, unless some of them have values that cannot be excluded.
    fn components(&mut self, fun: Fun) -> Option<Vec<Term>> {
        let terms = &mut self.session.terms;
        if !terms.fun(fun).params.is_empty() {
            return None;
        }
        let constant = self.context.constant(terms, fun);
        let parts = self.context.components(terms, constant);
        let is_known = |&t: &Term| matches!(terms.sort(t), Sort::Bool | Sort::Int | Sort::String);
        parts.iter().all(is_known).then_some(parts)
    }
}

fn complaint(name: &str, left_out: &[String]) -> String {
    if left_out.iter().any(|other| other == name) {
        format!(
            "{name}: only constants are enumerated, and no languages or elements of declared sorts"
        )
    } else {
        format!("{name}: no constant has this name")
    }
}

impl<W> ScriptModels<'_, W> {
    /// The names of declared functions, and of constants, that do not tell models apart.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }
}

impl<W: Write> Iterator for ScriptModels<'_, W> {
    type Item = Result<Vec<Binding>, Reason>;

    fn next(&mut self) -> Option<Self::Item> {
        let (session, context) = (&mut self.interpreter.session, &mut self.interpreter.context);
        session.collect_garbage(Mark::default(), &mut |visitor| {
            context.visit(visitor);
            self.enumeration.visit(visitor);
            self.constants.iter_mut().for_each(|fun| visitor.fun(fun));
        });
        if let Err(why) = self.enumeration.next(session)? {
            return Some(Err(why));
        }
        let model = session.model()?.clone();
        let bindings = self.constants.iter().map(|&fun| binding(session, context, &model, fun));
        Some(Ok(bindings.flatten().collect()))
    }
}

impl<W> Drop for ScriptModels<'_, W> {
    fn drop(&mut self) {
        self.enumeration.close(&mut self.interpreter.session);
    }
}
