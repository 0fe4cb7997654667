//! Reading formulas in DIMACS CNF.
//!
//! The header is optional. Variables beyond those it promises are accepted, and the number of
//! clauses is not trusted.

use crate::lit::{Lit, Var};
use crate::solver::Solver;
use std::fmt;

/// A formula in conjunctive normal form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    /// Number of variables.
    pub num_vars: usize,
    /// The clauses.
    pub clauses: Vec<Vec<Lit>>,
}

/// The text is not DIMACS CNF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DimacsError {
    /// The line, from 1.
    pub line: usize,
    kind: ErrorKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ErrorKind {
    Header,
    Literal,
    Unterminated,
}

impl fmt::Display for DimacsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            ErrorKind::Header => "malformed header, expected `p cnf <variables> <clauses>`",
            ErrorKind::Literal => "not a literal",
            ErrorKind::Unterminated => "the last clause is not closed by 0",
        };
        write!(f, "line {}: {what}", self.line)
    }
}

impl std::error::Error for DimacsError {}

/// A fact: the largest variable number, as literals have 32 bits.
const MAX_VAR: i64 = 1 << 28;

impl Cnf {
    /// Reads a formula.
    ///
    /// # Errors
    /// With the line of the first mistake.
    ///
    /// ```
    /// let cnf = sat::Cnf::parse("c two clauses\np cnf 2 2\n1 -2 0\n2 0\n").unwrap();
    /// assert_eq!((cnf.num_vars, cnf.clauses.len()), (2, 2));
    /// ```
    pub fn parse(text: &str) -> Result<Cnf, DimacsError> {
        let mut cnf = Cnf::default();
        let mut clause = Vec::new();
        let mut lines = 0;
        for (i, line) in text.lines().enumerate() {
            lines = i + 1;
            let error = |kind| DimacsError { line: lines, kind };
            match line.trim_start().chars().next() {
                Some('c') => {}
                Some('%') => break, // ends the SATLIB benchmarks
                Some('p') => cnf.num_vars = header(line).ok_or(error(ErrorKind::Header))?,
                _ => {
                    for word in line.split_ascii_whitespace() {
                        let n = number(word).ok_or(error(ErrorKind::Literal))?;
                        cnf.accept(n, &mut clause);
                    }
                }
            }
        }
        if clause.is_empty() {
            Ok(cnf)
        } else {
            Err(DimacsError { line: lines, kind: ErrorKind::Unterminated })
        }
    }

    fn accept(&mut self, n: i64, clause: &mut Vec<Lit>) {
        if n == 0 {
            self.clauses.push(std::mem::take(clause));
            return;
        }
        let var = n.unsigned_abs() as usize - 1;
        self.num_vars = self.num_vars.max(var + 1);
        clause.push(Lit::new(Var(var as u32), n > 0));
    }

    /// Adds fresh variables until all of this formula's exist, then its clauses.
    pub fn load(&self, solver: &mut Solver) {
        while solver.num_vars() < self.num_vars {
            solver.new_var();
        }
        for clause in &self.clauses {
            solver.add_clause(clause);
        }
    }
}

fn header(line: &str) -> Option<usize> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    match words[..] {
        ["p", "cnf", vars, clauses] => {
            clauses.parse::<u64>().ok()?;
            usize::try_from(number(vars)?).ok()
        }
        _ => None,
    }
}

fn number(word: &str) -> Option<i64> {
    word.parse::<i64>().ok().filter(|n| (-MAX_VAR..=MAX_VAR).contains(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_may_span_lines() {
        let cnf = Cnf::parse("1 2\n-3 0 4 0\n%\nrubbish").unwrap();
        let text: Vec<String> = cnf.clauses.iter().map(|c| format!("{c:?}")).collect();
        assert_eq!(text, ["[1, 2, -3]", "[4]"]);
        assert_eq!(cnf.num_vars, 4);
    }

    #[test]
    fn mistakes_are_located() {
        let line = |s: &str| Cnf::parse(s).unwrap_err();
        assert_eq!(line("p cnf x 1\n"), DimacsError { line: 1, kind: ErrorKind::Header });
        assert_eq!(line("p cnf 1 1\n1 a 0"), DimacsError { line: 2, kind: ErrorKind::Literal });
        assert_eq!(line("1\n2"), DimacsError { line: 2, kind: ErrorKind::Unterminated });
        assert_eq!(line("-9223372036854775808 0").line, 1);
        assert!(line("1").to_string().contains("line 1"));
    }
}
