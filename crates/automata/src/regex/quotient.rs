//! What is left of a regex once a known beginning or end is removed.

use super::{Re, Regexes};
use base::{Limits, Stop};

impl Regexes {
    /// The words `u` such that `word u` is in `r`: the derivative by a word.
    ///
    /// ```
    /// use base::{Budget, Limits};
    /// let mut rs = automata::Regexes::new();
    /// let ab = rs.text("ab");
    /// let r = rs.star(ab);
    /// let (budget, a) = (Budget::unlimited(), u32::from('a'));
    /// let rest = rs.left_quotient(r, &[a], &Limits::none(&budget)).unwrap();
    /// assert_eq!(rs.display(rest).to_string(), "[b]([a][b])*");
    /// ```
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn left_quotient(&mut self, r: Re, word: &[u32], limits: &Limits) -> Result<Re, Stop> {
        let mut states = vec![r];
        for &c in word {
            let mut next = Vec::new();
            for state in states {
                let moves = self.moves(state, limits)?;
                limits.charge(moves.len() as u64)?;
                for m in moves.map(|i| self.get_move(i)) {
                    if self.set(m.guard).contains(c) {
                        next.push(m.target);
                    }
                }
            }
            base::order::sort(&mut next);
            next.dedup();
            states = next;
        }
        Ok(self.union(states))
    }
}
