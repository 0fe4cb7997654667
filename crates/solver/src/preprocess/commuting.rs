//! Strings that commute with a known word.
//!
//! `x y = y x` holds of words exactly if both are powers of one word (M. Lothaire, *Combinatorics on Words*, 1983,
//! proposition 1.3.2). An equation by itself says this to no procedure: transformation by cases comes back to where it was, and of a
//! chain of such equations each would have to be split. But where `x` is known to be a power of a word and not empty, the
//! equation says of `y` the same as a membership in the powers of the shortest such word, the primitive root. If `y` is not
//! empty either, it says this to the next one, so that all strings of a chain get languages at once, and arithmetic knows what
//! lengths they have. Strings that are not known to be powers of a constant are left to the procedures for equations, since
//! their root is an unknown as well.

use super::spelling::Ranges;
use crate::audit::Goal;
use crate::engine::Resources;
use base::borders::primitive_root;
use base::{FxHashMap, FxHashSet, Int, Interrupted};
use terms::{Op, Term, Terms};

/// Replaces equations that a string commutes with a power of a known word by memberships. Whether there are any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(res: &mut Resources<'_>, formulas: &mut [Term]) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let mut equations: FxHashMap<Term, Vec<(usize, Term)>> = FxHashMap::default();
    for (i, &f) in formulas.iter().enumerate() {
        if let Some((x, y)) = commuting(terms, f) {
            equations.entry(x).or_default().push((i, y));
            equations.entry(y).or_default().push((i, x));
        }
    }
    if equations.is_empty() {
        return Ok(false);
    }
    budget.charge(formulas.len() as u64)?;
    let solid = not_empty(terms, formulas);
    let mut powers = powers(terms, formulas, &solid);
    let mut known: FxHashSet<Term> = powers.iter().map(|&(x, _)| x).collect();
    let (mut replaced, mut next) = (FxHashSet::default(), 0);
    while let Some(&(x, language)) = powers.get(next) {
        next += 1;
        for &(i, y) in equations.get(&x).into_iter().flatten() {
            budget.tick(1)?;
            if !replaced.insert(i) {
                continue;
            }
            debug_assert!(is_solid(terms, &solid, x), "the empty word commutes with all");
            let image = terms.mk(Op::StrInRe, &[y, language]);
            let given = [terms.mk(Op::StrInRe, &[x, language]), differs_from_empty(terms, x)];
            audit.conclude("preprocess.commuting", &given, Goal::Equal(formulas[i], image));
            formulas[i] = image;
            if is_solid(terms, &solid, y) && known.insert(y) {
                powers.push((y, language));
            }
        }
    }
    Ok(!replaced.is_empty())
}

/// The two strings of which `f` says that they commute.
fn commuting(terms: &Terms, f: Term) -> Option<(Term, Term)> {
    let (Op::Eq, &[left, right]) = (terms.op(f), terms.args(f)) else { return None };
    let is_joined = |&t: &Term| terms.op(t) == Op::StrConcat;
    if !is_joined(&left) || !is_joined(&right) {
        return None;
    }
    match (terms.args(left), terms.args(right)) {
        (&[x, y], &[v, u]) if x == u && y == v => Some((x, y)),
        _ => None,
    }
}

/// The strings that `formulas` say are not empty.
fn not_empty(terms: &mut Terms, formulas: &[Term]) -> FxHashSet<Term> {
    let mut found = FxHashSet::default();
    let ranges = Ranges::collect(terms, formulas);
    for &f in formulas {
        for string in commuting(terms, f).map_or([None; 2], |(x, y)| [Some(x), Some(y)]) {
            let Some(x) = string else { continue };
            let length = terms.len_of(x);
            if ranges.least(length).is_some_and(Int::is_positive) {
                found.insert(x);
            }
        }
        let (atom, is_denied) = terms.literal(f);
        if let (true, Op::Eq, &[a, b]) = (is_denied, terms.op(atom), terms.args(atom)) {
            let is_empty = |t: Term| terms.str_value(t).is_some_and(<[u32]>::is_empty);
            found
                .extend([(a, b), (b, a)].into_iter().filter(|&(_, e)| is_empty(e)).map(|(x, _)| x));
        }
    }
    found
}

/// Whether `x` is a word that is not empty, or among those that are `solid`.
fn is_solid(terms: &Terms, solid: &FxHashSet<Term>, x: Term) -> bool {
    terms.str_value(x).map_or_else(|| solid.contains(&x), |word| !word.is_empty())
}

/// `x` is not empty.
fn differs_from_empty(terms: &mut Terms, x: Term) -> Term {
    let empty = terms.string(&[]);
    let is_empty = terms.eq(x, empty);
    terms.not(is_empty)
}

/// The strings that are not empty, but powers of a word as `formulas` say, each with the language of all powers of its root.
fn powers(terms: &mut Terms, formulas: &[Term], solid: &FxHashSet<Term>) -> Vec<(Term, Term)> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    for &f in formulas {
        let commute = commuting(terms, f).into_iter().flat_map(|(x, y)| [(x, x), (y, y)]);
        let given: Vec<_> = repetition(terms, f).into_iter().chain(commute).collect();
        for (x, word) in given {
            if is_solid(terms, solid, x)
                && let Some(root) = terms.str_value(word).map(|word| primitive_root(word).to_vec())
                && !root.is_empty()
                && seen.insert(x)
            {
                let root = terms.string(&root);
                let root = terms.mk(Op::StrToRe, &[root]);
                found.push((x, terms.mk(Op::ReStar, &[root])));
            }
        }
    }
    found
}

/// The string that `f` says is a power of a word, and the word.
fn repetition(terms: &Terms, f: Term) -> Option<(Term, Term)> {
    let (Op::StrInRe, &[x, regex]) = (terms.op(f), terms.args(f)) else { return None };
    let (Op::ReStar, &[once]) = (terms.op(regex), terms.args(regex)) else { return None };
    (terms.op(once) == Op::StrToRe).then(|| (x, terms.arg(once, 0)))
}
