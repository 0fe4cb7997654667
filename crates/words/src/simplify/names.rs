//! Variables that are equal to the same word are equal; words that the same variable is equal to are equal.
//!
//! A variable with regular constraints is not replaced by a word of several symbols, as its constraints could
//! not follow. So two equations `x = w` and `y = w` stay, and nothing else would see the constraints of `x` and
//! of `y` together. And of `x = u w` and `x = v w` nobody would see `u = v`.

use super::{Halt, Simplifier};
use crate::system::{Equation, Sym, Var, Word};
use crate::tags::Premises;
use base::FxHashMap;
use std::cmp::Reverse;

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

    /// Writes the variable of a name for the word of it where that begins or ends a longer word; whether there were any.
    pub(super) fn fold_names(&mut self) -> Result<bool, Halt> {
        let all = self.system.equations().iter().enumerate();
        let mut names: Vec<(usize, Var, Word, Premises)> = all
            .filter_map(|(i, e)| named(e).map(|(x, w)| (i, x, w.clone(), e.premises.clone())))
            .collect();
        // The longest first, so that none is changed before it is used.
        base::order::sort_by_key(&mut names, |(i, _, word, _)| (Reverse(word.len()), *i));
        let mut by_end: FxHashMap<(Sym, bool), Vec<usize>> = FxHashMap::default();
        for (i, e) in self.system.equations().iter().enumerate() {
            for side in [&e.left, &e.right] {
                let (Some(&first), Some(&last)) = (side.first(), side.last()) else { continue };
                by_end.entry((first, true)).or_default().push(i);
                by_end.entry((last, false)).or_default().push(i);
            }
        }
        let mut changed = false;
        for (name, x, word, premises) in &names {
            let keys = [(word[0], true), (word[word.len() - 1], false)];
            let places = keys.iter().filter_map(|key| by_end.get(key)).flatten();
            for &i in places.filter(|&i| i != name) {
                self.limits.charge(1)?;
                debug_assert!(i != *name, "a definition is folded by itself");
                changed |= self.system.equation_mut(i).abbreviate(word, *x, premises);
            }
        }
        Ok(changed)
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

#[cfg(test)]
mod tests {
    use crate::simplify::simplify;
    use crate::system::{Equation, Member, Sym, System};
    use crate::tags::{Premises, Tag};
    use crate::{IlpArithmetic, literal};
    use automata::{Re, Regexes};
    use base::{Budget, Limits};

    #[test]
    fn a_word_within_another_is_named_there() {
        let (mut system, mut rs) = (System::new(), Regexes::new());
        let [p, q, a, b] = [(); 4].map(|()| system.add_var(false));
        let rest = [&[Sym::Var(a)], &literal("/")[..], &[Sym::Var(b)]].concat();
        let whole = [&literal("/")[..], &rest].concat();
        system.add_equation(Equation::new(vec![Sym::Var(p)], whole, Tag(0)));
        system.add_equation(Equation::new(vec![Sym::Var(q)], rest, Tag(1)));
        let etc = rs.text("etc/");
        let around = rs.concat_all([Re::ALL, etc, Re::ALL]);
        for (var, re, positive) in [(p, around, true), (q, etc, false)] {
            system.add_membership(Member { var, re, positive, premises: Tag(2).into() });
        }
        let budget = Budget::unlimited();
        let arithmetic = &mut IlpArithmetic::new();
        let left = simplify(&system, &mut rs, arithmetic, &Limits::none(&budget)).unwrap().unwrap();
        assert!(left.system.equations().is_empty(), "{:?}", left.system.equations());
        let mine = left.system.memberships().iter().filter(|m| m.var == q);
        let all = Premises::all(mine.map(|m| &m.premises));
        assert!([Tag(0), Tag(1), Tag(2)].iter().all(|&tag| all.system.contains(tag)));
    }
}
