//! Equations that hold only if two letters are the same, as everything else is on both sides.
//!
//! In `x u y = y v x` each letter occurs as often on one side as on the other, so the letters `u` and `v` are equal, whatever `x` and
//! `y` are. Cuts and cases do not end here: `x` and `y` are powers of a word that contains the letter. The number of occurrences of an
//! unknown letter has no name, so it is an axiom.

use crate::axioms::{Instance, Piece, joined};
use crate::equations::is_equation;
use crate::proof::{Literal, Proof};
use terms::Term;

/// Rules that may see that a string is a letter, or that letters clash.
const RULES: [&str; 2] = ["norm", "lang"];

/// Two sides without a letter each: what is in front of it and behind it on the left, and both letters.
type Swap = [Vec<Piece>; 4];

impl Proof<'_> {
    /// The clause, if two letters that an equation makes the same clash.
    pub(crate) fn by_swaps(&mut self, lits: &[Literal]) -> Option<String> {
        for &(t, positive) in lits {
            if positive || !is_equation(self.terms, t) {
                continue;
            }
            for swap in swaps(&self.sides(t)) {
                if let Some(name) = self.by_swap(lits, t, &swap) {
                    return Some(name);
                }
            }
        }
        None
    }

    fn by_swap(&mut self, lits: &[Literal], t: Term, swap: &Swap) -> Option<String> {
        let args = swap.iter().map(|p| joined(self.terms, p)).collect::<Vec<_>>();
        let (u, v) = (args[1], args[3]);
        let (length, one) = (self.terms.len_of(v), self.terms.int(1));
        let single = (self.terms.eq(length, one), true);
        let same = (self.terms.eq(u, v), true);
        let mut hints = self.by_instance(
            &Instance { name: "letter-swap", args },
            &[(t, true), single],
            &[same],
        )?;
        let alone = [[lits, &[single]].concat(), vec![single]];
        let is_one = alone.iter().find_map(|c| RULES.iter().find_map(|rule| self.step(c, rule)));
        hints.push(is_one?);
        if !lits.contains(&same) {
            let clause = [lits, &[(same.0, false)]].concat();
            hints.push(RULES.iter().find_map(|rule| self.step(&clause, rule))?);
        }
        self.rup(lits, &hints)
    }
}

/// How the sides are `x u y` and `y v x` for single pieces `u` and `v`.
fn swaps([left, right]: &[Vec<Piece>; 2]) -> Vec<Swap> {
    let mut out = Vec::new();
    if left.len() != right.len() {
        return out;
    }
    for i in 0..left.len() {
        let (x, y) = (&left[..i], &left[i + 1..]);
        let j = y.len();
        if right[..j] == *y && right[j + 1..] == *x && left[i] != right[j] {
            out.push([x.to_vec(), vec![left[i]], y.to_vec(), vec![right[j]]]);
        }
    }
    out
}
