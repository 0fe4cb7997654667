//! Constants that formulas say to equal a term.
//!
//! The states of a machine are constants in programs that walk through it: each is said to equal what the table has for the one before and
//! a letter. Such a constant is known as what the term is, so no case of it has to be guessed and then compared.

use base::{Budget, FxHashMap, Interrupted};
use terms::{Op, Term, Terms};

/// Constants that formulas say to equal a term, each behind those that the term is about.
pub(super) fn definitions(
    terms: &Terms,
    formulas: &[Term],
    budget: &Budget,
) -> Result<Vec<(Term, Term)>, Interrupted> {
    let mut candidates: Vec<(Term, Term)> = Vec::new();
    let mut of: FxHashMap<Term, usize> = FxHashMap::default();
    for &f in formulas {
        let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { continue };
        let (x, t) = if terms.is_constant(a) { (a, b) } else { (b, a) };
        if terms.is_constant(x) && !terms.args(t).is_empty() && !of.contains_key(&x) {
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
        let found = definitions(&terms, &formulas, &budget).unwrap();
        assert_eq!(found, [(y, after_x), (z, after_y)]);
        let circle = [terms.eq(z, after_y), terms.eq(y, after_z), terms.eq(x, after_z)];
        assert_eq!(definitions(&terms, &circle, &budget).unwrap(), []);
    }
}
