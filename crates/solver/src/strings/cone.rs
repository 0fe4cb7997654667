//! The cone of influence: which arithmetic literals can matter to a question.
//!
//! A form of two thousand fields is one conjunction, of which a few literals speak of the strings in
//! it. Arithmetic found integers for all of them before the strings are looked at; so literals that share no
//! symbol, directly or through others, with what is asked can be left out: their integers stay as they are.

use base::{FxHashMap, FxHashSet};
use terms::{Op, Term, Terms};

/// The `literals` that are connected with `seeds` by shared declared symbols.
pub(super) fn cone(terms: &Terms, literals: &[Term], seeds: &[Term]) -> Vec<Term> {
    let symbols: Vec<Vec<Term>> = literals.iter().map(|&t| symbols_of(terms, &[t])).collect();
    let mut mentions: FxHashMap<Term, Vec<usize>> = FxHashMap::default();
    for (i, symbols) in symbols.iter().enumerate() {
        for &s in symbols {
            mentions.entry(s).or_default().push(i);
        }
    }
    let mut inside = vec![false; literals.len()];
    let mut reached: FxHashSet<Term> = FxHashSet::default();
    let mut waiting = symbols_of(terms, seeds);
    while let Some(s) = waiting.pop() {
        if !reached.insert(s) {
            continue;
        }
        for &i in mentions.get(&s).into_iter().flatten() {
            if !std::mem::replace(&mut inside[i], true) {
                waiting.extend_from_slice(&symbols[i]);
            }
        }
    }
    literals.iter().zip(inside).filter(|&(_, inside)| inside).map(|(&t, _)| t).collect()
}

/// The terms in `roots` whose value arithmetic may choose: declared symbols, and division by 0.
fn symbols_of(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    let is_symbol = |&t: &Term| matches!(terms.op(t), Op::Apply(_) | Op::Div | Op::Mod);
    terms.post_order(roots).into_iter().filter(is_symbol).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use terms::Sort;

    #[test]
    fn only_what_is_connected_is_kept() {
        let mut terms = Terms::new();
        let mut constant = |name: &str, sort| {
            let fun = terms.declare(name, &[], sort);
            terms.constant(fun)
        };
        let [x, y, z] = ["x", "y", "z"].map(|name| constant(name, Sort::Int));
        let s = constant("s", Sort::String);
        let length = terms.len_of(s);
        let near = terms.ge(length, x);
        let behind = terms.ge(x, y);
        let one = terms.int(1);
        let apart = terms.ge(z, one);
        assert_eq!(cone(&terms, &[apart, behind, near], &[length]), [behind, near]);
        assert_eq!(cone(&terms, &[apart, behind, near], &[]), []);
        assert_eq!(cone(&terms, &[apart, behind, near], &[z]), [apart]);
    }
}
