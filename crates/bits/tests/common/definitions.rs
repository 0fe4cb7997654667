//! Clauses that are evaluated as what they should be: definitions of one variable after the other.

use bits::ClauseSink;
use std::ops::Not;

/// Twice the number of a variable, plus one if negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(usize);

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// Variables in the order of their making, each with the clauses of which it is the last.
#[derive(Default)]
pub struct Definitions(Vec<Vec<Vec<Lit>>>);

impl ClauseSink for Definitions {
    type Lit = Lit;

    fn new_lit(&mut self) -> Lit {
        self.0.push(Vec::new());
        Lit(2 * (self.0.len() - 1))
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let last = clause.iter().map(|lit| lit.0 / 2).max().unwrap();
        self.0[last].push(clause.to_vec());
    }
}

impl Definitions {
    /// The values of all variables, given those of the inputs: others must have exactly one that satisfies their clauses.
    pub fn evaluate(&self, inputs: &[(Lit, bool)]) -> Vec<bool> {
        let mut values: Vec<bool> = Vec::new();
        for (var, clauses) in self.0.iter().enumerate() {
            let given = inputs.iter().find(|(lit, _)| lit.0 == 2 * var).map(|input| input.1);
            let possible = [false, true].into_iter().filter(|&value| {
                values.push(value);
                let fits = clauses.iter().all(|c| c.iter().any(|&lit| holds(&values, lit)));
                values.pop();
                fits
            });
            let possible: Vec<bool> = possible.collect();
            match given {
                Some(value) => {
                    assert_eq!(possible, [false, true], "an input is constrained");
                    values.push(value);
                }
                None => {
                    assert_eq!(possible.len(), 1, "variable {var} is not defined: {clauses:?}");
                    values.push(possible[0]);
                }
            }
        }
        values
    }
}

/// The value of a literal.
pub fn holds(values: &[bool], lit: Lit) -> bool {
    values[lit.0 / 2] == lit.0.is_multiple_of(2)
}
