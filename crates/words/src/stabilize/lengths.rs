//! The lengths of a branch as a question to the arithmetic outside.

use super::languages::{ALL, Languages};
use super::reason::Reason;
use super::state::State;
use crate::arithmetic::{Formula, IntVar, Linear};
use crate::loose::is_member;
use crate::system::{Fresh, Sym, Var, vars_of};
use automata::{INFINITE, LengthSet};
use base::{FxHashMap, Limits, Stop};

/// Progressions of a language that are spelled out in a branch that still has equations.
const MAX_PROGRESSIONS: usize = 2;

/// A formula that the lengths of all solutions of a branch satisfy, and why.
pub(super) struct Question {
    pub formula: Formula,
    pub reason: Reason,
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
    let mut reason = Reason::none();
    for sum in &state.sums {
        if let [Sym::Var(x)] = sum.word[..] {
            builder.integers.entry(x).or_insert_with(|| {
                builder.order.push(x);
                sum.length
            });
        }
    }
    for sum in &state.sums {
        let total = builder.length(&sum.word);
        parts.push(Formula::equal(Linear::var(sum.length), &total));
        reason.extend(&sum.reason);
    }
    for e in &state.equations {
        if vars_of(&e.left).chain(vars_of(&e.right)).any(|x| builder.integers.contains_key(&x)) {
            parts.push(Formula::equal(builder.length(&e.left), &builder.length(&e.right)));
            reason.extend(&e.reason);
        }
    }
    let integers: Vec<(Var, IntVar)> =
        builder.order.iter().map(|&x| (x, builder.integers[&x])).collect();
    for &(x, n) in &integers {
        limits.charge(1)?;
        let length = Linear::var(n);
        if state.lang(x) == ALL {
            parts.push(Formula::at_least_zero(length));
            continue;
        }
        let set = languages.lengths(state.lang(x), limits)?;
        reason.extend(&state.vars[x].1);
        if state.equations.is_empty() || set.parts().len() <= MAX_PROGRESSIONS {
            parts.push(is_member(&length, &set, &mut || fresh.integer()));
        } else {
            parts.push(is_between(&length, &set));
        }
    }
    Ok(Question { formula: Formula::and(parts), reason, integers })
}

struct Builder<'a> {
    integers: FxHashMap<Var, IntVar>,
    order: Vec<Var>,
    fresh: &'a mut Fresh,
}

impl Builder<'_> {
    fn length(&mut self, word: &[Sym]) -> Linear {
        let mut sum = Linear::default();
        let mut letters: i64 = 0;
        for s in word {
            match s {
                Sym::Char(_) => letters += 1,
                Sym::Var(x) => {
                    let n = *self.integers.entry(*x).or_insert_with(|| {
                        self.order.push(*x);
                        self.fresh.integer()
                    });
                    sum.add_var(n, 1);
                }
            }
        }
        sum.add_constant(letters);
        sum
    }
}

/// That `length` is between the least and the greatest of `set`.
fn is_between(length: &Linear, set: &LengthSet) -> Formula {
    let (Some(min), Some(max)) = (set.min(), set.max()) else { return Formula::False };
    let mut parts = vec![Formula::at_least(length.clone(), &Linear::constant(min))];
    if max != INFINITE {
        parts.push(Formula::at_least(Linear::constant(max), length));
    }
    Formula::and(parts)
}
