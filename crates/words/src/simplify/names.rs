//! Variables that are equal to the same word are equal.
//!
//! A variable with regular constraints is not replaced by a word of several symbols, as its constraints could
//! not follow. So two equations `x = w` and `y = w` stay, and nothing else would see the constraints of `x` and
//! of `y` together.

use super::{Halt, Simplifier};
use crate::system::{Equation, Sym, Var, Word};
use base::FxHashMap;

impl Simplifier<'_> {
    /// Makes one variable of two that are equal to the same word; whether there were any.
    pub(super) fn join_names(&mut self) -> Result<bool, Halt> {
        let mut names: FxHashMap<&Word, (usize, Var)> = FxHashMap::default();
        let mut found = None;
        for (i, e) in self.system.equations.iter().enumerate() {
            let Some((x, word)) = named(e) else { continue };
            let &mut (first, y) = names.entry(word).or_insert((i, x));
            if x != y {
                found = Some((first, i, x, y));
                break;
            }
        }
        let Some((first, second, x, y)) = found else { return Ok(false) };
        let mut blame = self.system.equations[first].blame.clone();
        blame.extend(&self.system.equations[second].blame);
        self.system.equations.swap_remove(second);
        self.define(x, vec![Sym::Var(y)], &blame)?;
        Ok(true)
    }
}

/// The variable and the word of `x = w`, unless `w` is a variable, or `x` is in it.
fn named(e: &Equation) -> Option<(Var, &Word)> {
    let (x, word) = match (&e.left[..], &e.right[..]) {
        ([Sym::Var(x)], _) => (*x, &e.right),
        (_, [Sym::Var(x)]) => (*x, &e.left),
        _ => return None,
    };
    (word.len() > 1 && !word.contains(&Sym::Var(x))).then_some((x, word))
}
