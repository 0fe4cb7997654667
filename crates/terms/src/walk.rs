//! Traversal and substitution with explicit stacks: terms may be 100,000 levels deep.

use crate::op::Op;
use crate::store::{Term, Terms};
use base::hash::next_growth;
use base::{Budget, FxHashMap, FxHashSet, Interrupted};
use std::convert::Infallible;

/// For a term that was looked at, and before so many bytes are allocated at once.
fn pay(budget: &Budget, growth: u64) -> Result<(), Interrupted> {
    budget.tick(1)?;
    budget.reserve(growth)
}

impl Terms {
    /// Every subterm of `roots` once, arguments before the terms that use them.
    pub fn post_order(&self, roots: &[Term]) -> Vec<Term> {
        self.post_order_unless(roots, |_| false)
    }

    /// As [`post_order`](Self::post_order), without entering (or listing) terms that `known` holds for.
    pub fn post_order_unless(&self, roots: &[Term], known: impl Fn(Term) -> bool) -> Vec<Term> {
        self.walk(roots, known, |_| Ok(())).unwrap_or_else(|never: Infallible| match never {})
    }

    /// As [`post_order`](Self::post_order), for terms that may be large.
    ///
    /// # Errors
    /// When the budget runs out.
    pub fn post_order_within(
        &self,
        roots: &[Term],
        budget: &Budget,
    ) -> Result<Vec<Term>, Interrupted> {
        self.walk(roots, |_| false, |growth| pay(budget, growth))
    }

    /// As [`post_order_unless`](Self::post_order_unless), for terms that may be large.
    ///
    /// # Errors
    /// When the budget runs out.
    pub fn post_order_unless_within(
        &self,
        roots: &[Term],
        known: impl Fn(Term) -> bool,
        budget: &Budget,
    ) -> Result<Vec<Term>, Interrupted> {
        self.walk(roots, known, |growth| pay(budget, growth))
    }

    /// How many subterms `roots` have together, or `most` if they have more.
    ///
    /// # Errors
    /// When the budget runs out.
    pub fn size_up_to(
        &self,
        roots: impl IntoIterator<Item = Term>,
        most: usize,
        budget: &Budget,
    ) -> Result<usize, Interrupted> {
        let mut seen = FxHashSet::default();
        for root in roots {
            let mut stack = vec![root];
            while let Some(t) = stack.pop() {
                pay(budget, 0)?;
                if seen.len() >= most {
                    return Ok(most);
                }
                if seen.insert(t) {
                    stack.extend_from_slice(self.args(t));
                }
            }
        }
        Ok(seen.len())
    }

    /// The walk behind all of these; `tick` is called at each step, with the number of bytes that will be allocated at once.
    fn walk<E>(
        &self,
        roots: &[Term],
        known: impl Fn(Term) -> bool,
        tick: impl Fn(u64) -> Result<(), E>,
    ) -> Result<Vec<Term>, E> {
        let mut out = Vec::new();
        let mut seen: FxHashMap<Term, ()> = FxHashMap::default();
        let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|&t| (t, false)).collect();
        while let Some((t, done)) = stack.pop() {
            tick(next_growth(&seen))?;
            if done {
                out.push(t);
            } else if !known(t) && seen.insert(t, ()).is_none() {
                stack.push((t, true));
                stack.extend(self.args(t).iter().rev().map(|&a| (a, false)));
            }
        }
        Ok(out)
    }

    /// Rebuilds `root` bottom-up: `f` sees each subterm with its arguments already replaced.
    /// Results are kept in `memo`, which serves several roots.
    pub fn map_bottom_up(
        &mut self,
        root: Term,
        memo: &mut FxHashMap<Term, Term>,
        f: impl FnMut(&mut Terms, Term) -> Term,
    ) -> Term {
        let image = self.rebuild(root, memo, None, |_| Ok(()), f);
        image.unwrap_or_else(|never: Infallible| match never {})
    }

    /// As [`map_bottom_up`](Self::map_bottom_up), for terms that may be large.
    ///
    /// # Errors
    /// When the budget runs out; what is in `memo` then is right.
    pub fn map_bottom_up_within(
        &mut self,
        root: Term,
        memo: &mut FxHashMap<Term, Term>,
        budget: &Budget,
        f: impl FnMut(&mut Terms, Term) -> Term,
    ) -> Result<Term, Interrupted> {
        self.rebuild(root, memo, None, |growth| pay(budget, growth), f)
    }

    /// The walk behind these; what is older than `oldest` is its own image.
    fn rebuild<E>(
        &mut self,
        root: Term,
        memo: &mut FxHashMap<Term, Term>,
        oldest: Option<Term>,
        tick: impl Fn(u64) -> Result<(), E>,
        mut f: impl FnMut(&mut Terms, Term) -> Term,
    ) -> Result<Term, E> {
        let is_known = |t: Term| oldest.is_some_and(|oldest| t < oldest) || memo.contains_key(&t);
        let order = self.walk(&[root], is_known, &tick)?;
        let mut args = Vec::new();
        for t in order {
            tick(self.next_growth() + next_growth(memo))?;
            args.clear();
            args.extend(self.args(t).iter().map(|a| memo.get(a).unwrap_or(a)));
            let rebuilt = if args == self.args(t) { t } else { self.mk(self.op(t), &args) };
            let image = f(self, rebuilt);
            memo.insert(t, image);
        }
        Ok(memo.get(&root).copied().unwrap_or(root))
    }

    /// Replaces, simultaneously, every subterm that is a key of `map` by its image. Images are
    /// not searched again.
    pub fn substitute(&mut self, root: Term, map: &FxHashMap<Term, Term>) -> Term {
        // An argument is always older than the term that uses it, so in older terms there is nothing to replace.
        let oldest = map.keys().min().copied();
        let image = self.rebuild(root, &mut map.clone(), oldest, |_| Ok(()), |_, t| t);
        image.unwrap_or_else(|never: Infallible| match never {})
    }

    /// `root` with the definitions of derived functions in place of them, once where a definition applies the
    /// function itself. Results are kept in `memo`, which serves several roots.
    pub fn expanded(&mut self, root: Term, memo: &mut FxHashMap<Term, Term>) -> Term {
        self.map_bottom_up(root, memo, |terms, t| match terms.op(t).row().definition {
            Some(definition) => {
                let args = terms.args(t).to_vec();
                definition(terms, &args)
            }
            None => t,
        })
    }

    /// Whether `part` occurs in `whole`.
    pub fn occurs(&self, part: Term, whole: Term) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![whole];
        while let Some(t) = stack.pop() {
            if t == part {
                return true;
            }
            // An argument is always older than the term that uses it.
            if t > part && seen.insert(t) {
                stack.extend_from_slice(self.args(t));
            }
        }
        false
    }

    /// Whether `t` is a declared constant.
    pub fn is_constant(&self, t: Term) -> bool {
        matches!(self.op(t), Op::Apply(_)) && self.args(t).is_empty()
    }

    /// The atom that `literal` asserts or denies, and whether it denies it.
    pub fn literal(&self, literal: Term) -> (Term, bool) {
        let is_denied = self.op(literal) == Op::Not;
        (if is_denied { self.arg(literal, 0) } else { literal }, is_denied)
    }

    /// Whether `t` has one value in all models: there is nothing in it that a model gives a meaning to. That is declared
    /// functions and constants, and division by what may be zero, which is a function like those.
    pub fn is_ground(&self, t: Term) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            if self.is_interpreted_by_models(t) {
                return false;
            }
            if seen.insert(t) {
                stack.extend_from_slice(self.args(t));
            }
        }
        true
    }

    /// Whether a model says what `t` is where its arguments are known: an application of something declared, or a division by what may
    /// be zero.
    pub fn is_interpreted_by_models(&self, t: Term) -> bool {
        let is_nonzero = |&d: &Term| self.int_value(d).is_some_and(|n| !n.is_zero());
        match self.op(t) {
            Op::Apply(_) => true,
            Op::Div | Op::Mod => !self.args(t)[1..].iter().all(is_nonzero),
            Op::SeqNth => true,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;
    use base::Int;

    #[test]
    fn substitution_is_simultaneous() {
        let mut t = Terms::new();
        let (x, y) = (t.fresh("x", Sort::String), t.fresh("y", Sort::String));
        let xy = t.concat(&[x, y]);
        let map = [(x, y), (y, x)].into_iter().collect();
        let got = t.substitute(xy, &map);
        assert_eq!(got, t.concat(&[y, x]));
    }

    #[test]
    fn size_is_counted_once_and_up_to_a_bound() {
        let mut t = Terms::new();
        let (x, y) = (t.fresh("x", Sort::String), t.fresh("y", Sort::String));
        let (xy, budget) = (t.concat(&[x, y]), Budget::unlimited());
        let size = |most| t.size_up_to([xy, x, xy], most, &budget);
        assert_eq!([size(10), size(3), size(2), size(0)], [Ok(3), Ok(3), Ok(2), Ok(0)]);
    }

    #[test]
    fn what_models_interpret_is_not_ground() {
        let mut t = Terms::new();
        let [zero, one] = [0, 1].map(|n| t.int(Int::from(n)));
        for op in [Op::Div, Op::Mod] {
            let by = [zero, one].map(|d| t.mk(op, &[one, d]));
            let within = by.map(|n| t.mk(Op::StrFromInt, &[n]));
            assert_eq!(within.map(|s| t.is_ground(s)), [false, true]);
        }
    }

    #[test]
    fn deep_terms_are_fine() {
        let mut t = Terms::new();
        let x = t.fresh("x", Sort::Bool);
        let mut deep = x;
        for _ in 0..200_000 {
            deep = t.mk(Op::Not, &[deep]);
        }
        assert!(t.occurs(x, deep) && !t.is_ground(deep));
        let tt = t.tt();
        let map = [(x, tt)].into_iter().collect();
        assert!({
            let d = t.substitute(deep, &map);
            t.is_ground(d)
        });
    }
}
