//! Constants that formulas say to equal a term.
//!
//! The states of a machine are constants in programs that walk through it: each is said to equal what the table has for the one before and
//! a letter. Such a constant is known as what the term is, so no case of it has to be guessed and then compared.
//!
//! An equation between sums says so of its only constant that counts once and is not in a choice of it: the state of a check sum is twice
//! the one before and a letter, less what is taken off if that is too much.

use base::{Budget, FxHashMap, Int, Interrupted};
use rewrite::{LinearSum, ToTerm};
use terms::{Op, Sort, Term, Terms};

/// Constants that formulas say to equal a term, each behind those that the term is about.
pub(super) fn definitions(
    terms: &mut Terms,
    formulas: &[Term],
    budget: &Budget,
) -> Result<Vec<(Term, Term)>, Interrupted> {
    let mut candidates: Vec<(Term, Term)> = Vec::new();
    let mut of: FxHashMap<Term, usize> = FxHashMap::default();
    for &f in formulas {
        let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { continue };
        let (x, t) = match (terms.is_constant(a), terms.is_constant(b)) {
            (true, _) => (a, b),
            (_, true) => (b, a),
            _ => match of_sum(terms, f, budget)? {
                Some(found) => found,
                None => continue,
            },
        };
        if !terms.args(t).is_empty() && !of.contains_key(&x) {
            of.insert(x, candidates.len());
            candidates.push((x, t));
        }
    }
    let mut missing = vec![0_usize; candidates.len()];
    let mut users: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (user, (_, t)) in candidates.iter().enumerate() {
        for part in terms.post_order_within(&[*t], budget)? {
            if let Some(&used) = of.get(&part) {
                missing[user] += 1;
                users.entry(used).or_default().push(user);
            }
        }
    }
    let mut ready: Vec<usize> = (0..candidates.len()).filter(|&at| missing[at] == 0).collect();
    ready.reverse();
    let mut defined = Vec::new();
    while let Some(at) = ready.pop() {
        defined.push(candidates[at]);
        for &user in users.get(&at).into_iter().flatten() {
            missing[user] -= 1;
            if missing[user] == 0 {
                ready.push(user);
            }
        }
    }
    Ok(defined)
}

/// The constant that an equation between integers defines by a sum with choices, if there is one and no other, and that sum.
fn of_sum(
    terms: &mut Terms,
    f: Term,
    budget: &Budget,
) -> Result<Option<(Term, Term)>, Interrupted> {
    let (a, b) = (terms.arg(f, 0), terms.arg(f, 1));
    if terms.sort(a) != Sort::Int {
        return Ok(None);
    }
    let sum = rewrite::linear(terms, a).minus(&rewrite::linear(terms, b));
    let others: Vec<Term> =
        sum.terms.iter().map(|m| m.0).filter(|&t| !terms.is_constant(t)).collect();
    if !others.iter().any(|&t| terms.op(t) == Op::Ite) {
        return Ok(None);
    }
    let inside = terms.post_order_within(&others, budget)?;
    let is_defined = |(x, factor): &&(Term, Int)| {
        terms.is_constant(*x) && factor.abs().is_one() && !inside.contains(x)
    };
    let mut defined = sum.terms.iter().filter(is_defined);
    let (Some((x, factor)), None) = (defined.next(), defined.next()) else { return Ok(None) };
    let mut rest = LinearSum::constant(0);
    rest.add_scaled(&sum, &-factor.clone());
    rest.terms.retain(|(t, _)| t != x);
    debug_assert_eq!(rest.terms.len() + 1, sum.terms.len(), "a term is lost, or there twice");
    Ok(Some((*x, rest.to_term(terms))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use terms::Sort;

    #[test]
    fn a_circle_defines_nothing() {
        let mut terms = Terms::new();
        let budget = Budget::unlimited();
        let [x, y, z] = [0; 3].map(|_| terms.fresh("x", Sort::Int));
        let one = terms.int(1);
        let [after_x, after_y, after_z] = [x, y, z].map(|t| terms.add(&[t, one]));
        let formulas = [terms.eq(z, after_y), terms.eq(y, after_x)];
        let found = definitions(&mut terms, &formulas, &budget).unwrap();
        assert_eq!(found, [(y, after_x), (z, after_y)]);
        let circle = [terms.eq(z, after_y), terms.eq(y, after_z), terms.eq(x, after_z)];
        assert_eq!(definitions(&mut terms, &circle, &budget).unwrap(), []);
    }

    #[test]
    fn a_state_is_defined_by_a_sum_with_choices() {
        let mut terms = Terms::new();
        let budget = Budget::unlimited();
        let [state, next, letter] = [0; 3].map(|_| terms.fresh("x", Sort::Int));
        let [zero, sixteen, much] = [0, 16, -19].map(|n| terms.int(n));
        let twice = terms.scale(2, state);
        let read = terms.add(&[twice, letter]);
        let is_much = terms.ge(read, sixteen);
        let off = terms.ite(is_much, much, zero);
        let [all, less] = [[twice, letter, off], [twice, off, zero]].map(|sum| terms.add(&sum));
        let two = terms.scale(2, next);
        // Not if it counts twice, and not if the letter could be defined as well.
        let undefined = [terms.eq(two, all), terms.eq(less, two)];
        assert_eq!(definitions(&mut terms, &undefined, &budget).unwrap(), []);
        let shifted = terms.add(&[next, sixteen]);
        let formula = terms.eq(shifted, all);
        let [(x, t)] = definitions(&mut terms, &[formula], &budget).unwrap()[..] else { panic!() };
        assert_eq!(x, next);
        let same = rewrite::linear(&terms, all).plus_int(-16);
        assert_eq!(rewrite::linear(&terms, t), same);
    }
}
