//! The lengths of a branch as a question to the arithmetic outside.

use super::languages::{ALL, Languages};
use super::reason::Reason;
use super::state::{State, Sum};
use crate::arithmetic::{Formula, IntVar, Linear};
use crate::system::{Fresh, Sym, Var, vars_of};
use crate::unconstrained::is_member;
use automata::LengthSet;
use base::Upper::AtMost;
use base::{FxHashMap, Limits, Stop};

/// What the lengths of all solutions of a branch satisfy, and why.
pub(super) struct Question {
    pub parts: Vec<(Formula, Reason)>,
    /// The integer of each variable whose length matters.
    pub integers: Vec<(Var, IntVar)>,
}

/// Builds the formula. It describes the lengths exactly if no equation is left and the lengths of all languages
/// are known exactly.
pub(super) fn question(
    state: &State,
    mut fresh: Fresh,
    languages: &mut Languages,
    limits: &Limits,
) -> Result<Question, Stop> {
    let mut builder =
        Builder { integers: FxHashMap::default(), order: Vec::new(), fresh: &mut fresh };
    let mut parts = Vec::new();
    for sum in &state.sums {
        if let [Sym::Var(x)] = sum.word[..] {
            builder.identify(x, sum);
        }
    }
    for sum in &state.sums {
        let (total, why) = builder.length(&sum.word);
        parts.push((Formula::equal(Linear::var(sum.length), &total), sum.reason.and(&why)));
    }
    for e in &state.equations {
        if vars_of(&e.left).chain(vars_of(&e.right)).any(|x| builder.integers.contains_key(&x)) {
            let ((left, of_left), (right, of_right)) =
                (builder.length(&e.left), builder.length(&e.right));
            let why = e.reason.and(&of_left).and(&of_right);
            parts.push((Formula::equal(left, &right), why));
        }
    }
    let Builder { integers: named, order, .. } = builder;
    debug_assert_eq!(order.len(), named.len(), "a variable is listed twice, or has no integer");
    let integers: Vec<(Var, IntVar)> = order.iter().map(|&x| (x, named[&x].0)).collect();
    let few = limits.tunables().words.progressions;
    for &(x, n) in &integers {
        limits.charge(1)?;
        let length = Linear::var(n);
        if state.lang(x) == ALL {
            parts.push((Formula::at_least_zero(length), Reason::none()));
            continue;
        }
        let set = languages.lengths(state.lang(x), limits)?;
        let exactly = state.equations.is_empty() || set.parts().len() <= few;
        let formula = if exactly {
            is_member(&length, &set, &mut || fresh.integer())
        } else {
            is_between(&length, &set)
        };
        parts.push((formula, state.vars[x].1.and(&named[&x].1)));
    }
    debug_assert!(
        state.sums.iter().flat_map(|sum| vars_of(&sum.word)).all(|x| named.contains_key(&x)),
        "a variable of a sum has no integer"
    );
    parts.retain(|part| part.0 != Formula::True);
    Ok(Question { parts, integers })
}

struct Builder<'a> {
    /// The integer of each variable, and why it is that one.
    integers: FxHashMap<Var, (IntVar, Reason)>,
    order: Vec<Var>,
    fresh: &'a mut Fresh,
}

impl Builder<'_> {
    /// Takes the length of `sum` as the integer of `x`, which is all of its word.
    fn identify(&mut self, x: Var, sum: &Sum) {
        self.integers.entry(x).or_insert_with(|| {
            self.order.push(x);
            (sum.length, sum.reason.clone())
        });
    }

    /// The length of a word, and what it rests on that this is the sum of these integers.
    fn length(&mut self, word: &[Sym]) -> (Linear, Reason) {
        let mut sum = Linear::default();
        let mut why = Reason::none();
        for s in word {
            match s {
                Sym::Char(_) => sum.add_constant(1),
                Sym::Var(x) => {
                    let (n, reason) = self.integers.entry(*x).or_insert_with(|| {
                        self.order.push(*x);
                        (self.fresh.integer(), Reason::none())
                    });
                    sum.add_var(*n, 1);
                    why.extend(reason);
                }
            }
        }
        (sum, why)
    }
}

/// That `length` is between the least and the greatest of `set`.
fn is_between(length: &Linear, set: &LengthSet) -> Formula {
    let (Some(min), Some(max)) = (set.min(), set.max()) else { return Formula::False };
    debug_assert!(max.admits(min), "the greatest length is below the least");
    let mut parts = vec![Formula::at_least(length.clone(), &Linear::constant(min))];
    if let AtMost(max) = max {
        parts.push(Formula::at_least(Linear::constant(max), length));
    }
    Formula::and(parts)
}
