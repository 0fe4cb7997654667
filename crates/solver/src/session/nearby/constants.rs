//! Which constants assertions are about.

use base::{Budget, FxHashMap, FxHashSet, Interrupted};
use std::collections::hash_map::Entry;
use terms::{Op, Sort, Term, Terms};

/// The constants in each assertion; `None` if models give a meaning to more than constants in it.
#[derive(Debug, Default)]
pub(super) struct Constants(FxHashMap<Term, Option<Box<[Term]>>>);

impl Constants {
    /// Terms have new names.
    pub(super) fn forget(&mut self) {
        self.0.clear();
    }

    /// The constants in `t`, if models give a meaning to nothing else in it.
    pub(super) fn of(
        &mut self,
        terms: &Terms,
        t: Term,
        budget: &Budget,
    ) -> Result<Option<&[Term]>, Interrupted> {
        let known = match self.0.entry(t) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(constants_of(terms, t, budget)?),
        };
        Ok(known.as_deref())
    }

    /// The constants in all of `formulas`, each of which has one.
    pub(super) fn of_all(
        &mut self,
        terms: &Terms,
        formulas: &[Term],
        budget: &Budget,
    ) -> Result<Option<FxHashSet<Term>>, Interrupted> {
        let mut found = FxHashSet::default();
        for &f in formulas {
            match self.of(terms, f, budget)? {
                None | Some([]) => return Ok(None),
                Some(constants) => found.extend(constants),
            }
        }
        Ok(Some(found))
    }

    /// Those of `all` that mention a constant of `free`.
    pub(super) fn about(
        &mut self,
        terms: &Terms,
        free: &FxHashSet<Term>,
        all: &[Term],
        budget: &Budget,
    ) -> Result<Option<Vec<Term>>, Interrupted> {
        budget.charge(all.len() as u64)?;
        let mut found = Vec::new();
        for &f in all {
            match self.of(terms, f, budget)? {
                Some(constants) if constants.iter().any(|c| free.contains(c)) => found.push(f),
                Some(_) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    }
}

/// The constants in `t`, if models give a meaning to nothing else in it.
fn constants_of(
    terms: &Terms,
    t: Term,
    budget: &Budget,
) -> Result<Option<Box<[Term]>>, Interrupted> {
    let all = terms.post_order_within(&[t], budget)?;
    if !all.iter().all(|&t| is_plain(terms, t)) {
        return Ok(None);
    }
    let constants = all.into_iter().filter(|&t| matches!(terms.op(t), Op::Apply(_)));
    Ok(Some(constants.collect()))
}

/// Whether a model gives a meaning to `t` by the values of constants at most, and these can be written down.
fn is_plain(terms: &Terms, t: Term) -> bool {
    let has_values =
        matches!(terms.sort(t), Sort::Bool | Sort::Int | Sort::String | Sort::BitVec(_));
    let is_constant = matches!(terms.op(t), Op::Apply(_)) && terms.args(t).is_empty();
    (is_constant && has_values) || !terms.is_interpreted_by_models(t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_models_give_other_meanings_to_is_not_plain() {
        let mut terms = Terms::new();
        let (x, s) = (terms.fresh("x", Sort::Int), terms.fresh("s", Sort::String));
        let f = terms.fresh_function("f", &[Sort::Int], Sort::Int);
        let zero = terms.int(0);
        let (quotient, image, length) = (
            terms.mk(Op::Div, &[x, zero]),
            terms.mk(Op::Apply(f), &[x]),
            terms.mk(Op::StrLen, &[s]),
        );
        let plain = [(quotient, false), (image, false), (length, true), (x, true)];
        assert!(plain.iter().all(|&(t, expected)| is_plain(&terms, t) == expected));
    }
}
