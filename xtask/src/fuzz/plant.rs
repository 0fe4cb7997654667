//! Formulas with a planted model: sat by construction, so that every `unsat` is a bug, and no peer
//! needs to be quick enough to notice it.
//!
//! Values are drawn first. Our solver evaluates every assertion under them (definitions in place of
//! declarations leave it nothing to search), and those that are false are negated. If evaluation itself
//! were wrong, a peer would contradict the formula with its values put in.

use super::form::Form;
use super::kind::Kind;
use super::rng::Rng;
use super::runner::{Command, Runner};
use super::script::Script;
use super::sexp::Sexp;

/// Makes the formula true under random values, which are returned.
pub fn plant(
    rng: &mut Rng,
    runner: &Runner,
    solver: &Command,
    script: &mut Script,
) -> Option<Form> {
    let model: Vec<Sexp> = script
        .functions()
        .map(|(name, args, sort)| definition(rng, name, args, sort))
        .collect::<Option<_>>()?;
    let values = evaluate(runner, solver, script, &Form::Valued(model.clone()))?;
    for (assertion, value) in script.assertions.iter_mut().zip(values) {
        if !value {
            *assertion = assertion.clone().not();
        }
    }
    Some(Form::Valued(model))
}

/// A function of few cases, as every function in a model is.
fn definition(rng: &mut Rng, name: &str, args: &[Sexp], sort: &Sexp) -> Option<Sexp> {
    let result = Kind::read(sort)?;
    let mut body = result.value(rng)?;
    let parameter = |n: usize| Sexp::atom(format!("a{n}!"));
    if let Some(first) = args.first() {
        for _ in 0..rng.below(3) {
            let case = Kind::read(first)?.value(rng)?;
            let test = Sexp::call("=", [parameter(0), case]);
            body = Sexp::call("ite", [test, result.value(rng)?, body]);
        }
    }
    let parameters =
        args.iter().enumerate().map(|(n, s)| Sexp::List(vec![parameter(n), s.clone()]));
    let parameters = Sexp::List(parameters.collect());
    Some(Sexp::call("define-fun", [Sexp::atom(name), parameters, sort.clone(), body]))
}

/// The value of every assertion.
fn evaluate(runner: &Runner, solver: &Command, script: &Script, form: &Form) -> Option<Vec<bool>> {
    let bare = Script { assertions: Vec::new(), ..script.clone() };
    let terms = Sexp::List(script.assertions.clone());
    let text = format!("{}(get-value {terms})\n", form.write(&bare));
    let stdout = runner.run(solver, &text).stdout;
    let Some(Sexp::List(pairs)) = Sexp::parse_all(&stdout).pop() else { return None };
    let value = |pair: &Sexp| match pair {
        Sexp::List(items) => items.get(1).map(|v| v.head() == "true"),
        Sexp::Atom(_) => None,
    };
    pairs
        .iter()
        .map(value)
        .collect::<Option<Vec<bool>>>()
        .filter(|v| v.len() == script.assertions.len())
}

/// The model that our solver finds, to be put back into the formula.
pub fn found(runner: &Runner, solver: &Command, script: &Script) -> Option<Vec<Sexp>> {
    // Elements of declared sorts have names in answers only.
    let has_names = script.declarations.iter().any(|d| d.head() == "declare-sort");
    if has_names { None } else { shown(runner, solver, script) }
}

/// The model that a solver shows.
pub fn shown(runner: &Runner, solver: &Command, script: &Script) -> Option<Vec<Sexp>> {
    let text = format!("{}(get-model)\n", script.write_plain());
    let stdout = runner.run(solver, &text).stdout;
    match Sexp::parse_all(&stdout).pop() {
        Some(Sexp::List(definitions)) if definitions.iter().all(|d| d.head() == "define-fun") => {
            Some(definitions)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_functions_of_their_sorts() {
        let sorts = Sexp::parse_all("String Int");
        let int = Sexp::atom("Int");
        for number in 0..20 {
            let made = definition(&mut Rng::new(1, number), "f", &sorts, &int).unwrap();
            assert!(made.to_string().starts_with("(define-fun f ((a0! String) (a1! Int)) Int "));
        }
        assert!(definition(&mut Rng::new(1, 0), "f", &[], &Sexp::atom("Array")).is_none());
    }
}
