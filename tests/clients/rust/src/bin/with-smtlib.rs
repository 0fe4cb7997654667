//! smtlib-rs asks the queries: commands go through its grammar in both directions, models through its `Model`.

use clients::{Outcome, Query, check};
use smtlib::backend::{Backend, cvc5_binary::Cvc5Binary, z3_binary::Z3Binary};
use smtlib::prelude::*;
use smtlib::{Bool, Int, SatResult, SatResultWithModel, Storage};
use smtlib_lowlevel::ast::{Command, GeneralResponse, SpecificSuccessResponse};

type Solver<'st> = smtlib::Solver<'st, Box<dyn Backend>>;

/// Starts the program as one that smtlib-rs knows.
type Start = fn(&str) -> std::io::Result<Box<dyn Backend>>;

const STYLES: &[(&str, Start)] = &[
    ("as z3", |program| Ok(Box::new(Z3Binary::new(program)?))),
    ("as cvc5", |program| Ok(Box::new(Cvc5Binary::new(program)?))),
];

fn main() {
    clients::main("smtlib-rs", |program, queries| {
        let storage = Storage::new();
        let mut outcomes = Vec::new();
        for (style, backend) in STYLES {
            let start = || start(&storage, backend(program).expect("the solver starts"));
            let mut solver = start();
            for query in queries {
                let outcome = ask(&mut solver, query);
                if outcome.is_err() {
                    solver = start();
                }
                outcomes.push((format!("{}, {style}", query.name), outcome));
            }
            outcomes.push((format!("typed terms, {style}"), typed_terms(&mut solver)));
            outcomes.push((format!("errors, {style}"), errors_are_survived(&mut solver)));
        }
        outcomes
    });
}

fn start(storage: &Storage, backend: Box<dyn Backend>) -> Solver<'_> {
    use smtlib_lowlevel::ast::Option::*;
    let mut solver = Solver::new(storage, backend).expect("the solver answers");
    for option in [ProduceModels(true), ProduceUnsatCores(true), ProduceUnsatAssumptions(true)] {
        let answer = solver.run_command(Command::SetOption(option)).expect("the solver answers");
        assert!(matches!(answer, GeneralResponse::Success), "{answer}");
    }
    solver
}

/// Runs a command that answers `success`.
fn run(solver: &mut Solver<'_>, text: &str) -> Outcome {
    let command = Command::parse(solver.st(), solver.st().alloc_str(text))?;
    match solver.run_command(command)? {
        GeneralResponse::Success => Ok(()),
        other => Err(format!("{text}: {other}").into()),
    }
}

/// Runs a command with an answer of its own, as text.
fn answer(solver: &mut Solver<'_>, text: &str) -> Result<String, Box<dyn std::error::Error>> {
    let command = Command::parse(solver.st(), solver.st().alloc_str(text))?;
    match solver.run_command(command)? {
        GeneralResponse::SpecificSuccessResponse(response) => Ok(response.to_string()),
        other => Err(format!("{text}: {other}").into()),
    }
}

fn declare(solver: &mut Solver<'_>, query: &Query) -> Outcome {
    query
        .constants
        .iter()
        .try_for_each(|(name, sort)| run(solver, &format!("(declare-const {name} {sort})")))
}

/// Runs `step` in a scope; smtlib-rs has no other way to open one.
fn scope<'st>(solver: &mut Solver<'st>, step: impl FnOnce(&mut Solver<'st>) -> Outcome) -> Outcome {
    let mut outcome = Ok(());
    solver.scope(|solver| {
        outcome = step(solver);
        Ok(())
    })?;
    outcome
}

fn ask(solver: &mut Solver<'_>, query: &Query) -> Outcome {
    let mut core = Vec::new();
    scope(solver, |solver| {
        declare(solver, query)?;
        for (i, assertion) in query.assertions.iter().enumerate() {
            run(solver, &format!("(assert (! {assertion} :named a{i}))"))?;
        }
        match (query.sat, solver.check_sat_with_model()?) {
            (true, SatResultWithModel::Sat(model)) => {
                model_holds(solver, query, &model.to_string())
            }
            (false, SatResultWithModel::Unsat) => {
                let text = answer(solver, "(get-unsat-core)")?;
                core = text
                    .trim_matches(['(', ')', ' '])
                    .split_whitespace()
                    .map(str::to_owned)
                    .collect();
                check(!core.is_empty(), "the core is empty")
            }
            (_, other) => Err(format!("answered {other:?}").into()),
        }
    })?;
    if !query.sat {
        scope(solver, |solver| core_suffices(solver, query, &core))?;
    }
    check(solver.check_sat()? == SatResult::Sat, "the scope is closed")
}

/// The values are those of the model, make every assertion true, and come back as assertions.
fn model_holds(solver: &mut Solver<'_>, query: &Query, model: &str) -> Outcome {
    for assertion in &query.assertions {
        let text = answer(solver, &format!("(get-value ({assertion}))"))?;
        check(
            text.trim_end().trim_end_matches([' ', ')']).ends_with(" true"),
            format!("not true: {text}"),
        )?;
    }
    let mut values = Vec::new();
    for (name, _) in &query.constants {
        let command =
            Command::parse(solver.st(), solver.st().alloc_str(&format!("(get-value ({name}))")))?;
        let GeneralResponse::SpecificSuccessResponse(SpecificSuccessResponse::GetValueResponse(
            pairs,
        )) = solver.run_command(command)?
        else {
            return Err(format!("no value of {name}").into());
        };
        let value = pairs.0[0].1.to_string();
        check(
            model.contains(&format!("{name}: {value}")),
            format!("{name} is not {value} in {model}"),
        )?;
        values.push((name, value));
    }
    scope(solver, |solver| {
        for (name, value) in values {
            run(solver, &format!("(assert (= {name} {value}))"))?;
        }
        check(solver.check_sat()? == SatResult::Sat, "the values are no model")
    })
}

/// The core is unsatisfiable by itself, and so are its indicators as assumptions.
fn core_suffices(solver: &mut Solver<'_>, query: &Query, core: &[String]) -> Outcome {
    declare(solver, query)?;
    let indicator = |name: &String| Bool::new_const(solver.st(), &format!("on_{name}"));
    let indicators: Vec<_> = core.iter().map(indicator).collect();
    for indicator in &indicators {
        run(solver, &format!("(declare-const {} Bool)", indicator.name()))?;
    }
    for (name, indicator) in core.iter().zip(&indicators) {
        let number: usize = name.strip_prefix('a').ok_or("a name of others")?.parse()?;
        run(solver, &format!("(assert (=> {} {}))", indicator.name(), query.assertions[number]))?;
    }
    let on: Vec<_> = indicators.iter().map(|&indicator| (indicator, true)).collect();
    check(solver.check_sat_assuming(&on)? == SatResult::Unsat, "the core is satisfiable")?;
    let blamed = answer(solver, "(get-unsat-assumptions)")?;
    check(blamed.contains("on_"), format!("blamed: {blamed}"))?;
    let off: Vec<_> = indicators.iter().map(|&indicator| (indicator, false)).collect();
    check(solver.check_sat_assuming(&off)? == SatResult::Sat, "assumptions stay")
}

/// The part of the crate that has types, which is not that of strings.
fn typed_terms(solver: &mut Solver<'_>) -> Outcome {
    let (m, n) = (Int::new_const(solver.st(), "m"), Int::new_const(solver.st(), "n"));
    solver.set_timeout(5000)?;
    scope(solver, |solver| {
        solver.assert(m._eq(n + 25))?;
        solver.assert(m._eq(-204))?;
        let model = solver.check_sat_with_model()?.expect_sat()?;
        let value = model.eval(n).ok_or("n has no value")?.to_string();
        check(value == "(- 229)", format!("n is {value}"))?;
        let value = solver.eval(n * 2)?.to_string();
        check(value == "(- 458)", format!("twice n is {value}"))
    })
}

/// An error is an `Err` with the solver's words, and the session goes on.
fn errors_are_survived(solver: &mut Solver<'_>) -> Outcome {
    for wrong in
        ["(assert (= 1 \"a\"))", "(assert nobody)", "(pop 7)", "(set-option :timeout soon)"]
    {
        let Err(error) = run(solver, wrong) else {
            return Err(format!("{wrong} is accepted").into());
        };
        check(error.to_string().contains("line "), format!("{wrong}: {error}"))?;
    }
    check(solver.check_sat()? == SatResult::Sat, "the session goes on")
}
