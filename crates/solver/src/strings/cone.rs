//! The cone of influence: which arithmetic literals can matter to a question.
//!
//! A form of two thousand fields is one conjunction, of which a few literals speak of the strings in
//! it. Arithmetic found integers for all of them before the strings are looked at; so literals that share no
//! symbol, directly or through others, with what is asked can be left out: their integers stay as they are.

use base::{FxHashMap, UnionFind};
use terms::{Op, Term, Terms};

/// The `literals` that are connected with `seeds` by shared declared symbols.
pub(super) fn cone(terms: &Terms, literals: &[Term], seeds: &[Term]) -> Vec<Term> {
    let mut symbols = Symbols::of(terms, &[literals, seeds].concat());
    let mut reached: Vec<usize> = seeds.iter().filter_map(|&t| symbols.group(t)).collect();
    base::order::sort(&mut reached);
    let is_reached = |g: usize| reached.binary_search(&g).is_ok();
    literals.iter().copied().filter(|&t| symbols.group(t).is_some_and(is_reached)).collect()
}

/// Terms that contain a symbol whose value arithmetic may choose, in groups: declared ones, division by 0, and string functions, also
/// of constants that are too long to be evaluated beforehand. A term is with its arguments. As terms share their arguments, this
/// takes one pass, where the symbols of all terms would be listed once for each term above them.
struct Symbols {
    position: FxHashMap<Term, usize>,
    groups: UnionFind,
}

impl Symbols {
    fn of(terms: &Terms, roots: &[Term]) -> Symbols {
        let mut symbols = Symbols { position: FxHashMap::default(), groups: UnionFind::default() };
        for t in terms.post_order(roots) {
            let args: Vec<usize> =
                terms.args(t).iter().filter_map(|arg| symbols.position.get(arg).copied()).collect();
            let op = terms.op(t);
            let is_symbol = matches!(op, Op::Apply(_) | Op::Div | Op::Mod) || op.level().is_some();
            if is_symbol || !args.is_empty() {
                symbols.add(t, &args);
            }
        }
        symbols
    }

    fn add(&mut self, t: Term, args: &[usize]) {
        let at = self.position.len();
        debug_assert!(args.iter().all(|&arg| arg < at), "an argument comes after its term");
        self.position.insert(t, at);
        self.groups.grow(at + 1);
        for &arg in args {
            let (arg, own) = (self.groups.find(arg), self.groups.find(at));
            self.groups.join(arg, own);
        }
    }

    /// The group of `t`, if it contains a symbol.
    fn group(&mut self, t: Term) -> Option<usize> {
        let at = *self.position.get(&t)?;
        Some(self.groups.find(at))
    }
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
        let [comma, text] = [[44], [97]].map(|word| terms.string(&word));
        let count = terms.mk(Op::StrCount, &[text, comma]);
        let of_constants = terms.ge(count, one);
        assert_eq!(cone(&terms, &[apart, of_constants], &[count]), [of_constants]);
    }
}
