//! Implications that say, case by case, what a constant is.
//!
//! `(=> c (= x s))` and `(=> (not c) (= x t))` are one definition by cases in two formulas, of which neither defines anything; so are the
//! paths of a program, each with all of its conditions, or clauses. The equations for one constant that have conditions in common belong
//! together if their conditions are a partition: two cases never hold at once, and one always does. Splitting on one condition after the
//! other finds that out, as in a decision tree; the definition itself is a list, so nothing is written twice.

use super::{Cases, constants, exclude};
use base::{Budget, FxHashMap, FxHashSet, Interrupted, UnionFind};
use terms::{Op, Term, Terms};

/// A formula by its number, and what it says by its place there.
type Place = (usize, usize);

/// An equation with conditions under which a formula says it, and its place: the formula's, and its own among what that says.
struct Unit {
    at: Place,
    conditions: Vec<Term>,
    equation: Term,
}

/// What implications among the formulas say by cases, and the places where they do. No place is in two of them.
///
/// # Errors
/// When the budget runs out.
pub(super) fn groups(
    terms: &mut Terms,
    formulas: &[Term],
    budget: &Budget,
) -> Result<Vec<(Cases, Vec<Place>)>, Interrupted> {
    let (mut units, mut order) = (Vec::new(), Vec::new());
    let mut of: FxHashMap<Term, Vec<usize>> = FxHashMap::default();
    for (i, &f) in formulas.iter().enumerate() {
        budget.charge(1)?;
        for unit in units_of(terms, f, i) {
            for x in constants(terms, unit.equation) {
                let of = of.entry(x).or_default();
                if of.is_empty() {
                    order.push(x);
                }
                // Both sides of an equation may be the same.
                if of.last() != Some(&units.len()) {
                    of.push(units.len());
                }
            }
            units.push(unit);
        }
    }
    let (mut taken, mut found) = (FxHashSet::<Place>::default(), Vec::new());
    for x in order {
        for part in connected(terms, &units, &of[&x]) {
            budget.charge(part.len() as u64)?;
            let part = once(&units, part);
            let places: Vec<Place> = part.iter().map(|&i| units[i].at).collect();
            let is_free = places.iter().all(|at| !taken.contains(at));
            if is_free && part.len() > 1 && is_partition(terms, &units, &part, budget)? {
                taken.extend(&places);
                found.push((cases(terms, &units, part), places));
            }
        }
    }
    debug_assert!(
        taken.len() == found.iter().map(|(_, places)| places.len()).sum::<usize>(),
        "an equation is in two"
    );
    Ok(found)
}

/// The formula `f` without what it says at these places.
pub(super) fn without(terms: &mut Terms, f: Term, places: &FxHashSet<usize>) -> Term {
    let Some((conditions, says)) = implication(terms, f) else { return terms.tt() };
    let rest = says.iter().enumerate().filter(|(at, _)| !places.contains(at));
    let rest: Vec<Term> = rest.map(|(_, &f)| f).collect();
    if rest.is_empty() {
        return terms.tt();
    }
    let (condition, rest) = (terms.and(&conditions), terms.and(&rest));
    terms.implies(condition, rest)
}

/// The equations in `f`, the formula of this number, that define something if conditions hold.
fn units_of(terms: &mut Terms, f: Term, number: usize) -> Vec<Unit> {
    let defines = |terms: &Terms, f: Term| terms.op(f) == Op::Eq && !constants(terms, f).is_empty();
    if let Some((conditions, says)) = implication(terms, f) {
        let equations = says.into_iter().enumerate().filter(|&(_, f)| defines(terms, f));
        let unit =
            |(at, equation)| Unit { at: (number, at), conditions: conditions.clone(), equation };
        return equations.map(unit).collect();
    }
    if terms.op(f) != Op::Or {
        return Vec::new();
    }
    let all = terms.args(f).to_vec();
    let equations: Vec<usize> = (0..all.len()).filter(|&i| defines(terms, all[i])).collect();
    let &[at] = &equations[..] else { return Vec::new() };
    let others = all.iter().enumerate().filter(|&(i, _)| i != at);
    let denied: Vec<Term> = others.map(|(_, &other)| terms.not(other)).collect();
    let conditions = denied.iter().flat_map(|&f| literals(terms, f)).collect();
    vec![Unit { at: (number, 0), conditions, equation: all[at] }]
}

/// What an implication asks for, and what it says then.
fn implication(terms: &mut Terms, f: Term) -> Option<(Vec<Term>, Vec<Term>)> {
    let (mut conditions, mut says) = (Vec::new(), f);
    while let (Op::Implies, Some((&last, before))) = (terms.op(says), terms.args(says).split_last())
    {
        let before = before.to_vec();
        before.iter().for_each(|&condition| conditions.extend(literals(terms, condition)));
        says = last;
    }
    (says != f).then(|| (conditions, super::conjuncts(terms, says)))
}

/// The conjuncts of `f`, where disjunctions are denied and equations stand either way round as well.
fn literals(terms: &mut Terms, f: Term) -> Vec<Term> {
    let (mut all, mut stack) = (Vec::new(), vec![f]);
    while let Some(f) = stack.pop() {
        let (atom, is_denied) = terms.literal(f);
        let (op, args) = (terms.op(atom), terms.args(atom).to_vec());
        if op == Op::And && !is_denied {
            stack.extend(args.iter().rev());
        } else if op == Op::Or && is_denied {
            stack.extend(args.iter().rev().map(|&case| terms.not(case)));
        } else if let (Op::Eq | Op::Distinct, &[a, b]) = (op, &args[..]) {
            let equal = terms.eq(a, b);
            let is_equal = is_denied == (op == Op::Distinct);
            all.push(if is_equal { equal } else { terms.not(equal) });
        } else {
            all.push(f);
        }
    }
    all
}

/// The units of `of` by what they have conditions on: those of two parts have no atom in common.
fn connected(terms: &Terms, units: &[Unit], of: &[usize]) -> Vec<Vec<usize>> {
    let (mut sets, mut first) = (UnionFind::new(of.len()), FxHashMap::default());
    for (i, &unit) in of.iter().enumerate() {
        for &condition in &units[unit].conditions {
            let other = *first.entry(terms.literal(condition).0).or_insert(i);
            sets.join(other, i);
        }
    }
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); of.len()];
    of.iter().enumerate().for_each(|(i, &unit)| parts[sets.find(i)].push(unit));
    parts.retain(|part| part.len() > 1);
    parts
}

/// The units of `part`, of those with the same conditions the first one.
fn once(units: &[Unit], mut part: Vec<usize>) -> Vec<usize> {
    let mut seen = FxHashSet::default();
    part.retain(|&i| seen.insert(&units[i].conditions));
    part
}

/// Whether, of the conditions of `part`, always those of one hold.
fn is_partition(
    terms: &mut Terms,
    units: &[Unit],
    part: &[usize],
    budget: &Budget,
) -> Result<bool, Interrupted> {
    debug_assert!(
        part.iter().all(|&i| !units[i].conditions.is_empty()),
        "a case without a condition"
    );
    let mut open = vec![part.iter().map(|&i| units[i].conditions.clone()).collect::<Vec<_>>()];
    for _ in 0..4 * part.len() {
        let Some(pool) = open.pop() else { return Ok(true) };
        budget.charge(pool.iter().map(|conditions| 1 + conditions.len() as u64).sum())?;
        if matches!(&pool[..], [only] if only.is_empty()) {
            continue;
        }
        let single = pool.iter().find(|conditions| conditions.len() == 1).or(pool.first());
        let Some(&p) = single.and_then(|conditions| conditions.first()) else { return Ok(false) };
        if pool.iter().any(Vec::is_empty) {
            return Ok(false);
        }
        for holds in [p, terms.not(p)] {
            let mut rest = pool.clone();
            rest.retain(|conditions| conditions.iter().all(|&c| !exclude(terms, c, holds)));
            rest.iter_mut().for_each(|conditions| conditions.retain(|&c| c != holds));
            open.push(rest);
        }
    }
    Ok(open.is_empty())
}

/// The cases of a part, those first that have few conditions, of which what is asserted rather than denied.
fn cases(terms: &mut Terms, units: &[Unit], mut part: Vec<usize>) -> Cases {
    debug_assert!(part.len() > 1, "a case alone");
    base::order::sort_by_key(&mut part, |&i| {
        let conditions = &units[i].conditions;
        let denied = conditions.iter().filter(|&&c| terms.literal(c).1).count();
        (denied, conditions.len(), i)
    });
    let says = part.iter().map(|&i| vec![units[i].equation]).collect();
    let before = &part[..part.len() - 1];
    let conditions = before.iter().map(|&i| terms.and(&units[i].conditions)).collect();
    Cases { conditions, says, some: terms.tt(), are_implied: true }
}
