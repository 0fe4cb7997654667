//! A conversation: commands in, answers out, and what is asserted stays.

use crate::{memory, options};
use stringent::{CommandReader, Interpreter, Transcript};
use wasm_bindgen::prelude::*;

/// A solver that remembers what it was told.
#[wasm_bindgen]
pub struct Session {
    interpreter: Interpreter<Transcript>,
    answers: Transcript,
}

#[wasm_bindgen]
impl Session {
    /// A session without assertions.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
    ) -> Result<Session, JsError> {
        let answers = Transcript::default();
        let mut interpreter = Interpreter::new(options::read(&options)?, answers.clone());
        interpreter.set_memory_probe(memory::in_use);
        Ok(Session { interpreter, answers })
    }

    /// Executes commands and returns their answers as the program prints them: `run("(check-sat)")` is `"sat\n"`.
    pub fn run(&mut self, commands: &str) -> String {
        // Writing to memory does not fail, nor does reading from it.
        let _ = self.interpreter.run(&mut CommandReader::from_bytes(commands.as_bytes().to_vec()));
        self.answers.take()
    }

    /// Whether there was an `(exit)`: nothing more is executed.
    #[wasm_bindgen(getter)]
    pub fn exited(&self) -> bool {
        self.interpreter.exited()
    }
}
