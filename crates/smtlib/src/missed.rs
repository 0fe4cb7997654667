//! Is something missing once a command was refused?
//!
//! The problem: after an error the script goes on, as clients expect, but a model of the assertions that were understood
//! need not be one of those that were meant. So a refused assertion counts as missing, and so does whatever is
//! no command at all: it may be an assertion with a typing error in its name, or the rest of one with a parenthesis too
//! many. A refused declaration or definition is not missed as long as its names mean nothing, as every assertion that
//! uses them is refused itself; but where a name has a meaning already, later assertions would be read with that. If it is a function
//! beyond the standard, as `str.rev` is, the script knows nothing of it, so it means nothing from then on.
//! z3 goes on as if nothing had happened, cvc5 ends the script, which no client on a pipe can live with.

use crate::context::Context;
use crate::lexer::{Lexer, TokenKind};
use crate::reader::Chunk;
use crate::script::COMMANDS;

/// Sorts that occur in declarations of datatypes and are not what they declare.
const PREDEFINED: [&[u8]; 4] = [b"Bool", b"Int", b"String", b"RegLan"];

/// What a command is for, as far as later checks depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// It asserts.
    Asserts,
    /// It gives a meaning to the name that comes first.
    Names,
    /// It gives a meaning to several names, which stand anywhere.
    Introduces,
    /// It asks or sets something; what is asserted does not depend on it.
    Asks,
}

impl Context {
    /// Whether a model of what is asserted may be none of what was meant, now that the command in `chunk` was
    /// refused.
    pub fn is_missed(&mut self, chunk: Chunk<'_>) -> bool {
        let mut lexer = Lexer::new(chunk.text);
        let mut symbols =
            std::iter::from_fn(|| lexer.next().ok().filter(|t| t.kind != TokenKind::End))
                .filter(|t| matches!(t.kind, TokenKind::Symbol | TokenKind::Quoted))
                .map(|t| &chunk.text[t.start..t.end]);
        let name = symbols.next();
        let row = COMMANDS.iter().find(|row| Some(row.0.as_bytes()) == name);
        match row.map_or(Purpose::Asserts, |row| row.1) {
            Purpose::Asserts => true,
            Purpose::Names => symbols.next().is_some_and(|name| self.keeps_meaning(name)),
            Purpose::Introduces => {
                let names = symbols.filter(|name| !PREDEFINED.contains(name));
                names.filter(|name| self.keeps_meaning(name)).count() > 0
            }
            Purpose::Asks => false,
        }
    }

    fn keeps_meaning(&mut self, symbol: &[u8]) -> bool {
        let plain = symbol.strip_prefix(b"|").and_then(|s| s.strip_suffix(b"|")).unwrap_or(symbol);
        let name = std::str::from_utf8(plain).unwrap_or_default();
        self.symbols.hide(name);
        self.symbols.commit(self.global_declarations);
        self.symbols.is_term(name) || self.symbols.is_sort(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::CommandReader;
    use terms::Terms;

    const KNOWN: &str = "(declare-const x Int)(declare-sort U 0)(declare-const |a b| Int)";

    fn is_missed(command: &str) -> bool {
        let mut reader = CommandReader::from_bytes(format!("{KNOWN}{command}").into_bytes());
        let (mut context, mut terms) = (Context::new(), Terms::new());
        while let Some(chunk) = reader.next_chunk().unwrap() {
            if context.command(chunk, &mut terms).is_err() {
                return context.is_missed(chunk);
            }
        }
        panic!("{command} is no error");
    }

    #[test]
    fn what_is_missed() {
        let missed = [
            "(assert)",
            "(assert (forall ((y Int)) true))",
            "(asert true)",
            "(assert-soft x)",
            "(assert (! true :named x))",
            "(assert true",
            "hello",
            ")",
            "(declare-const x String)",
            "(define-fun |x| () Int 1)",
            "(define-const |a b| Int 3)",
            "(declare-sort U 0)",
            "(define-fun-rec str.len ((s String)) Int 0)",
            "(define-funs-rec ((f () Int)) (x))",
            "(declare-datatype T ((none) (x (value Int))))",
        ];
        missed.iter().for_each(|command| assert!(is_missed(command), "{command}"));
        let harmless = [
            "(check-sat-assuming (y))",
            "(get-value ())",
            "(set-logic 1)",
            "(set-option)",
            "(define-fun f () Int 1.5)",
            "(define-fun-rec f ((y Int)) Int (f x))",
            "(declare-fun f (Real) Int)",
            "(declare-datatype L ((nil) (cons (head L) (tail L))))",
        ];
        harmless.iter().for_each(|command| assert!(!is_missed(command), "{command}"));
    }

    #[test]
    fn what_was_defined_in_vain_means_nothing() {
        let (mut context, mut terms) = (Context::new(), Terms::new());
        let mut said = Vec::new();
        let script = "(push 1)(define-fun-rec str.rev ((s String)) String \"\")(assert (= (str.rev \"a\") \"\"))
            (pop 1)(assert (= (str.rev \"a\") \"\"))";
        let mut reader = CommandReader::from_bytes(script.as_bytes().to_vec());
        while let Some(chunk) = reader.next_chunk().unwrap() {
            let done = context.command(chunk, &mut terms);
            said.push(match done {
                Ok(crate::command::Command::Push(n)) => (context.push(n), "").1.to_owned(),
                Ok(crate::command::Command::Pop(n)) => (context.pop(n), "").1.to_owned(),
                Ok(_) => String::new(),
                Err(error) => (context.is_missed(chunk), error.kind.to_string()).1,
            });
        }
        let refused = ["unsupported: recursive functions", "unsupported: what was defined in vain"];
        assert_eq!(said, ["", refused[0], refused[1], "", ""]);
    }
}
