//! easy-smt asks the queries: terms are built as its lists and atoms, answers taken apart as its lists.

use clients::{Outcome, Query, check};
use easy_smt::{Context, ContextBuilder, Response, SExpr};

/// How easy-smt starts the programs that it knows.
const STYLES: &[(&str, &[&str])] = &[
    ("as z3", &["-smt2", "-in", "-v:0"]),
    ("as cvc5", &["--quiet", "--lang=smt2", "--incremental"]),
];

fn main() {
    clients::main("easy-smt", |program, queries| {
        let mut outcomes = Vec::new();
        for (style, args) in STYLES {
            let start = || start(program, args).expect("the solver starts");
            let mut cx = start();
            for query in queries {
                let outcome = ask(&mut cx, query);
                if outcome.is_err() {
                    cx = start();
                }
                outcomes.push((format!("{}, {style}", query.name), outcome));
            }
            outcomes.push((format!("errors, {style}"), errors_are_survived(&mut cx)));
        }
        outcomes
    });
}

fn start(program: &str, args: &[&str]) -> std::io::Result<Context> {
    let mut cx = ContextBuilder::new().solver(program).solver_args(args).build()?;
    for option in [":produce-unsat-cores", ":produce-unsat-assumptions"] {
        cx.set_option(option, cx.true_())?;
    }
    cx.set_logic("QF_SLIA")?;
    Ok(cx)
}

fn ask(cx: &mut Context, query: &Query) -> Outcome {
    cx.push()?;
    for (name, sort) in &query.constants {
        cx.declare_const(name, cx.atom(sort))?;
    }
    let assertions: Vec<SExpr> = query.assertions.iter().map(|text| term(cx, text)).collect();
    for (i, &assertion) in assertions.iter().enumerate() {
        cx.assert(cx.named(format!("a{i}"), assertion))?;
    }
    let answer = cx.check()?;
    match (query.sat, answer) {
        (true, Response::Sat) => model_holds(cx, query, &assertions)?,
        (false, Response::Unsat) => core_suffices(cx, query, &assertions)?,
        _ => return Err(format!("answered {answer:?}").into()),
    }
    assumptions(cx, query, &assertions)?;
    cx.pop()?;
    check(cx.check()? == Response::Sat, "the scope is closed")
}

/// The values make every assertion true, agree with the model, and come back as assertions.
fn model_holds(cx: &mut Context, query: &Query, assertions: &[SExpr]) -> Outcome {
    let held = cx.get_value(assertions.to_vec())?;
    check(held.iter().all(|&(_, value)| value == cx.true_()), "an assertion is not true")?;
    // Its parser takes `""` for the end of a literal, so such words are left alone.
    if query.assertions.iter().any(|text| text.contains("\"\"")) {
        return Ok(());
    }
    let model = cx.get_model()?;
    let rows = cx.get_list(model).ok_or("the model is no list")?.to_vec();
    check(rows.len() == query.constants.len(), "the model has a row for each constant")?;
    let names: Vec<SExpr> = query.constants.iter().map(|(name, _)| cx.atom(name)).collect();
    let values = cx.get_value(names)?;
    cx.push()?;
    for (name, value) in values {
        let defined = rows.iter().filter_map(|&row| cx.get_list(row));
        let found = defined
            .filter(|row| row[1] == name)
            .any(|row| cx.display(row[4]).to_string() == cx.display(value).to_string());
        check(found, format!("{} is another in the model", cx.display(name)))?;
        // It would print the backslashes of a literal twice.
        let literal = cx.get_str(value).map(|text| cx.atom(format!("\"{text}\"")));
        cx.assert(cx.eq(name, literal.unwrap_or(value)))?;
    }
    check(cx.check()? == Response::Sat, "the values are no model")?;
    cx.pop()?;
    Ok(())
}

/// The core has some of the names, and is unsatisfiable by itself.
fn core_suffices(cx: &mut Context, query: &Query, assertions: &[SExpr]) -> Outcome {
    let core = cx.get_unsat_core()?;
    let core = cx.get_list(core).ok_or("the core is no list")?.to_vec();
    check(!core.is_empty(), "the core is empty")?;
    cx.pop_many(1)?;
    cx.push_many(1)?;
    for (name, sort) in &query.constants {
        cx.declare_const(name, cx.atom(sort))?;
    }
    for name in core {
        let name = cx.get_atom(name).ok_or("a name is no atom")?;
        let number: usize = name.strip_prefix('a').ok_or("a name of others")?.parse()?;
        cx.assert(assertions[number])?;
    }
    check(cx.check()? == Response::Unsat, "the core is satisfiable")
}

/// Indicators imply the assertions; assuming all gives the same answer, and which are to blame.
fn assumptions(cx: &mut Context, query: &Query, assertions: &[SExpr]) -> Outcome {
    cx.pop()?;
    cx.push()?;
    for (name, sort) in &query.constants {
        cx.declare_const(name, cx.atom(sort))?;
    }
    let mut indicators = Vec::new();
    for (i, &assertion) in assertions.iter().enumerate() {
        let indicator = cx.declare_const(format!("on-{i}"), cx.bool_sort())?;
        cx.assert(cx.imp(indicator, assertion))?;
        indicators.push(indicator);
    }
    let answer = cx.check_assuming(indicators.clone())?;
    check(
        (answer == Response::Sat) == query.sat && answer != Response::Unknown,
        format!("assuming: {answer:?}"),
    )?;
    if answer == Response::Unsat {
        cx.raw_send(cx.list(vec![cx.atom("get-unsat-assumptions")]))?;
        let blamed = cx.raw_recv()?;
        let blamed = cx.get_list(blamed).ok_or("the assumptions are no list")?.to_vec();
        check(
            !blamed.is_empty() && blamed.iter().all(|b| indicators.contains(b)),
            "blames others",
        )?;
        check(cx.check_assuming(blamed)? == Response::Unsat, "what is blamed is satisfiable")?;
    }
    check(cx.check()? == Response::Sat, "assumptions stay")
}

/// An error is an `Err`, and the session goes on.
fn errors_are_survived(cx: &mut Context) -> Outcome {
    let ill_sorted = cx.eq(cx.numeral(1), term(cx, "\"a\""));
    check(cx.assert(ill_sorted).is_err(), "an ill-sorted assertion is accepted")?;
    check(cx.pop_many(7).is_err(), "too many scopes are closed")?;
    check(cx.assert(cx.atom("nobody")).is_err(), "an unknown name is accepted")?;
    cx.push()?;
    cx.assert(cx.false_())?;
    check(cx.check()? == Response::Unsat, "false holds")?;
    cx.pop()?;
    check(cx.check()? == Response::Sat, "false stays")?;
    Ok(cx.exit()?)
}

/// Text as easy-smt's lists and atoms.
fn term(cx: &Context, text: &str) -> SExpr {
    let mut open: Vec<Vec<SExpr>> = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '(' => {
                open.push(Vec::new());
                1
            }
            ')' => {
                let list = open.pop().expect("parentheses match");
                open.last_mut().expect("parentheses match").push(cx.list(list));
                1
            }
            _ => {
                let length = token(rest);
                open.last_mut().expect("parentheses match").push(cx.atom(&rest[..length]));
                length
            }
        };
        rest = rest[length..].trim_start();
    }
    open[0][0]
}

/// The length of the literal or symbol that `text` starts with.
fn token(text: &str) -> usize {
    let mut quoted = false;
    let ends = |c: char| {
        quoted ^= c == '"';
        !quoted && (c == ' ' || c == ')')
    };
    text.find(ends).unwrap_or(text.len())
}
