//! The commands of SMT-LIB 2.7, and the few of z3's that clients send.

use crate::lexer::is_space;
use terms::Term;

/// A term together with how it was written, for answers that repeat it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The term.
    pub term: Term,
    /// Its text as it was read.
    pub text: Box<str>,
}

impl Written {
    /// The text on one line.
    pub fn line(&self) -> String {
        collapse(&self.text)
    }
}

/// `text` with comments dropped and each run of white space outside literals made one space.
pub fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' | '|' => {
                out.push(c);
                for inner in chars.by_ref() {
                    out.push(inner);
                    if inner == c {
                        break;
                    }
                }
            }
            ';' => while chars.next_if(|&c| c != '\n' && c != '\r').is_some() {},
            c if u8::try_from(c).is_ok_and(|b| b.is_ascii() && is_space(b)) => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c => out.push(c),
        }
    }
    out
}

/// A command, its terms elaborated. Declarations and definitions have already taken effect in the
/// [`Context`](crate::Context); opening and closing scopes there is left to whoever executes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `(assert t)`; the name is that of `(! t :named n)`.
    Assert(Written, Option<Box<str>>),
    /// `(check-sat)`
    CheckSat,
    /// `(check-sat-assuming (a b ...))`
    CheckSatAssuming(Vec<Written>),
    /// Any declaration or definition; there is nothing left to do.
    Declaration,
    /// `(echo "...")`, the literal as written, with its quotes.
    Echo(Box<str>),
    /// `(eval t)`, z3's `get-value` of one term.
    Eval(Term),
    /// `(exit)`
    Exit,
    /// `(get-assertions)`
    GetAssertions,
    /// `(get-assignment)`
    GetAssignment,
    /// `(get-info :keyword)`
    GetInfo(Box<str>),
    /// `(get-model)`
    GetModel,
    /// `(get-objectives)` of z3.
    GetObjectives,
    /// `(get-option :keyword)`
    GetOption(Box<str>),
    /// `(get-proof)`
    GetProof,
    /// `(get-unsat-assumptions)`
    GetUnsatAssumptions,
    /// `(get-unsat-core)`
    GetUnsatCore,
    /// `(get-value (a b ...))`
    GetValue(Vec<Written>),
    /// `(maximize t)` of z3.
    Maximize(Written),
    /// `(minimize t)` of z3.
    Minimize(Written),
    /// `(pop n)`
    Pop(usize),
    /// `(push n)`
    Push(usize),
    /// `(reset)`
    Reset,
    /// `(reset-assertions)`
    ResetAssertions,
    /// `(set-info :keyword value)`, the value as written.
    SetInfo(Box<str>, Box<str>),
    /// `(set-logic name)`
    SetLogic(Box<str>),
    /// `(set-option :keyword value)`; of a string literal its characters, else the value as written.
    SetOption(Box<str>, Box<str>),
    /// `(simplify t)` of z3.
    Simplify(Written),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collapsing_keeps_literals() {
        let text = "(f  \n\t\"a  b\"\"  c\" ; gone \" \n |x  y|)";
        assert_eq!(collapse(text), "(f \"a  b\"\"  c\" |x  y|)");
    }
}
