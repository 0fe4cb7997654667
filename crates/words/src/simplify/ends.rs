//! Variables that must be empty because they cannot begin, or end, with any letter.
//!
//! In `x u = a v` the word of `x` is empty or begins with `a`. Another equation, or the language of `x`, may say
//! otherwise; then `x` is empty. (cvc5 keeps such prefixes and suffixes per class and reports clashes
//! eagerly; here the same information empties variables, too.)

use super::{Halt, Simplifier, equations::is_trimmed, languages::language};
use crate::system::{Sym, Var};
use crate::tags::Premises;
use base::FxHashMap;

/// The letter that a variable begins or ends with unless it is empty, and why.
type Ends = FxHashMap<Var, (u32, Premises)>;

impl Simplifier<'_> {
    /// Empties a variable that has no letter to begin or to end with; whether there was one.
    pub(super) fn empty_by_ends(&mut self) -> Result<bool, Halt> {
        for last in [false, true] {
            if let Some((x, premises)) = self.cannot_begin(last) {
                self.define(x, Vec::new(), &premises)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A variable with a clash at its start, or at its end.
    fn cannot_begin(&mut self, last: bool) -> Option<(Var, Premises)> {
        debug_assert!(
            self.system.equations().iter().all(is_trimmed),
            "equations are compared before their ends are cancelled"
        );
        let mut ends = Ends::default();
        let end = |side: &[Sym]| if last { side.last().copied() } else { side.first().copied() };
        for e in self.system.equations() {
            let (x, c) = match (end(&e.left), end(&e.right)) {
                (Some(Sym::Var(x)), Some(Sym::Char(c))) => (x, c),
                (Some(Sym::Char(c)), Some(Sym::Var(x))) => (x, c),
                _ => continue,
            };
            let known = ends.entry(x).or_insert_with(|| (c, e.premises.clone()));
            if known.0 != c {
                return Some((x, known.1.and(&e.premises)));
            }
        }
        for i in 0..self.system.memberships().len() {
            let x = self.system.memberships()[i].var;
            let Some((c, premises)) = ends.remove(&x) else { continue };
            let re = language(&self.system, x, self.rs);
            let info = self.rs.info(re);
            let letters = if last { info.last } else { info.first };
            if !self.rs.set(letters).contains(c) {
                let mine = self.system.memberships_of(x);
                return Some((x, Premises::all(mine.map(|m| &m.premises)).and(&premises)));
            }
        }
        None
    }
}
