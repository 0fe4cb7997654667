//! A script at once: text in, answers out.

use crate::object::{number, object, record, texts, value};
use crate::{memory, options};
use js_sys::{Array, Object};
use stringent::{Binding, Optimum, Sense};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
export type Verdict = \"sat\" | \"unsat\" | \"unknown\" | \"error\";

/** An objective and what is known of its optimum: exact, infinite, or between bounds. */
export interface Objective {
    term: string;
    optimum?: bigint | \"oo\" | \"-oo\";
    low?: bigint;
    high?: bigint;
}

/** What a script came to. */
export interface CheckResult {
    /** The answer to the last check; absent if an `(exit)` came before. A script without a check is checked at its end. */
    verdict?: Verdict;
    /** The answers to all checks, in order. */
    verdicts: Verdict[];
    /** Why the last is `unknown`. */
    reason?: string;
    /** The values of all names that are declared at the end, if the last answer is `sat`. */
    model?: Record<string, Value>;
    /** The objectives of `minimize` and `maximize`. */
    objectives: Objective[];
    /** The messages of all errors, with line and column. */
    errors: string[];
    /** All answers as the program prints them. */
    output: string;
}
";

/// Runs an SMT-LIB script to its end. If it does not check, its assertions are checked at the end.
///
/// A script cannot make it throw: what is wrong with one is among the `errors`.
#[wasm_bindgen(unchecked_return_type = "CheckResult")]
pub fn check(
    script: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
) -> Result<Object, JsError> {
    let report =
        stringent::run_script(script, options::read(&options)?, None, Some(memory::in_use));
    let row = |b: &Binding| (b.name.clone(), value(b));
    let model = report.model.as_ref().map(|rows| rows.iter().map(row).collect::<Vec<_>>());
    let model = model.map(|rows| record(rows.iter().map(|(name, value)| (&**name, value.clone()))));
    let objectives = report.objectives.iter().map(|(term, known)| objective(term, known));
    Ok(object([
        ("verdict", report.verdict.into()),
        ("verdicts", texts(report.verdicts.iter().copied())),
        ("reason", report.reason.into()),
        ("model", model.into()),
        ("objectives", objectives.collect::<Array>().into()),
        ("errors", texts(report.errors.iter().map(String::as_str))),
        ("output", report.output.into()),
    ]))
}

fn objective(term: &str, known: &Optimum) -> JsValue {
    let exact = |value| object([("term", term.into()), ("optimum", value)]).into();
    match known {
        Optimum::Exact(n) => exact(number(n)),
        Optimum::Unbounded(Sense::Maximize) => exact("oo".into()),
        Optimum::Unbounded(Sense::Minimize) => exact("-oo".into()),
        Optimum::Between(low, high) => {
            let [low, high] = [low, high].map(|n| n.as_ref().map_or(JsValue::UNDEFINED, number));
            object([("term", term.into()), ("low", low), ("high", high)]).into()
        }
    }
}
