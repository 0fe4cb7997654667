//! Variables that are equal to the same word are equal; words that the same variable is equal to are equal.
//!
//! A variable with regular constraints is not replaced by a word of several symbols, as its constraints could
//! not follow. So two equations `x = w` and `y = w` stay, and nothing else would see the constraints of `x` and
//! of `y` together. And of `x = u w` and `x = v w` nobody would see `u = v`.

use super::{Halt, Simplifier};
use crate::system::{Equation, Sym, Var, Word};
use base::FxHashMap;

impl Simplifier<'_> {
    /// Makes one variable of two that are equal to the same word; whether there were any.
    pub(super) fn join_names(&mut self) -> Result<bool, Halt> {
        let mut names: FxHashMap<&Word, (usize, Var)> = FxHashMap::default();
        let mut found = None;
        for (i, e) in self.system.equations().iter().enumerate() {
            let Some((x, word)) = named(e) else { continue };
            let &mut (first, y) = names.entry(word).or_insert((i, x));
            if x != y {
                found = Some((first, i, x, y));
                break;
            }
        }
        let Some((first, second, x, y)) = found else { return Ok(false) };
        let mut premises = self.system.equations()[first].premises.clone();
        premises.extend(&self.system.equations()[second].premises);
        self.system.remove_equation(second);
        self.define(x, vec![Sym::Var(y)], &premises)?;
        Ok(true)
    }

    /// Makes equations of what differs in words that a variable is equal to, where they begin or end alike; whether
    /// there were any. All are found in one pass: of a long text that is cut at many places there is a word for each.
    pub(super) fn compare_names(&mut self) -> bool {
        let mut ends: FxHashMap<(Var, Sym, bool), usize> = FxHashMap::default();
        let mut found = Vec::new();
        for (i, e) in self.system.equations().iter().enumerate() {
            let Some((x, word)) = named(e) else { continue };
            let keys = [(x, word[0], true), (x, word[word.len() - 1], false)];
            match keys.iter().find_map(|key| ends.get(key)) {
                Some(&first) => found.push((first, i)),
                None => ends.extend(keys.map(|key| (key, i))),
            }
        }
        for &(first, second) in &found {
            self.equate_names(first, second);
        }
        !found.is_empty()
    }

    /// Replaces the second equation of `x = u`, `x = v` by `u = v`.
    pub(super) fn equate_names(&mut self, first: usize, second: usize) {
        let [e, other] = [first, second].map(|i| &self.system.equations()[i]);
        debug_assert!(first != second, "an equation is compared with itself");
        debug_assert_eq!(
            named(e).map(|name| name.0),
            named(other).map(|name| name.0),
            "words of different variables need not be equal"
        );
        let (Some((_, left)), Some((_, right))) = (named(e), named(other)) else { return };
        let premises = e.premises.and(&other.premises);
        let merged = Equation { left: left.clone(), right: right.clone(), premises };
        *self.system.equation_mut(second) = merged;
    }
}

/// The variable and the word of `x = w`, unless `w` is a variable, or `x` is in it.
pub(super) fn named(e: &Equation) -> Option<(Var, &Word)> {
    let (x, word) = match (&e.left[..], &e.right[..]) {
        ([Sym::Var(x)], _) => (*x, &e.right),
        (_, [Sym::Var(x)]) => (*x, &e.left),
        _ => return None,
    };
    (word.len() > 1 && !word.contains(&Sym::Var(x))).then_some((x, word))
}
