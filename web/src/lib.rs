//! Stringent for JavaScript: scripts, sessions and regexes, in browsers and Node.js.
//!
//! There are no threads: a call returns when it is answered or a limit is reached. Who wants to cancel asks in a worker, and ends that
//! (`npm/worker.js`). Answers are plain objects of JavaScript, described in TypeScript beside the functions that make them.

mod memory;
mod object;
mod options;
mod regex;
mod script;
mod session;

use wasm_bindgen::prelude::*;

/// The version of the solver.
#[wasm_bindgen]
pub fn version() -> String {
    stringent::VERSION.into()
}
