//! Constants that formulas say to equal a term.
//!
//! The states of a machine are constants in programs that walk through it: each is said to equal what the table has for the one before and
//! a letter. Such a constant is known as what the term is, so no case of it has to be guessed and then compared.
//!
//! An equation between sums says so of its only constant that counts once and is not in a choice of it: the state of a check sum is twice
//! the one before and a letter, less what is taken off if that is too much. So do two equations under a condition and its contrary, be it
//! one formula or two. Of several it is the one that no formula compares with numbers, as letters are.

use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted};
use rewrite::{LinearSum, ToTerm};
use terms::{Op, Sort, Term, Terms};

/// The equations between integers that are under a condition, or where it is denied.
type Implied = FxHashMap<(Term, bool), Vec<Term>>;

/// Constants that formulas say to equal a term, each behind those that the term is about.
pub(super) fn definitions(
    terms: &mut Terms,
    formulas: &[Term],
    budget: &Budget,
) -> Result<Vec<(Term, Term)>, Interrupted> {
    let compared = compared(terms, formulas);
    let mut implied = Implied::default();
    let mut candidates: Vec<(Term, Term)> = Vec::new();
    let mut of: FxHashMap<Term, usize> = FxHashMap::default();
    for &f in formulas {
        let found = definition(terms, f, &mut implied, &compared, budget)?;
        let Some((x, t)) = found else { continue };
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

/// The constant that `f`, or `f` with a disjunction before, says to equal a term.
fn definition(
    terms: &mut Terms,
    f: Term,
    implied: &mut Implied,
    compared: &FxHashSet<Term>,
    budget: &Budget,
) -> Result<Option<(Term, Term)>, Interrupted> {
    let (op, args) = (terms.op(f), terms.args(f));
    if op == Op::Eq
        && let &[a, b] = args
    {
        return match (terms.is_constant(a), terms.is_constant(b)) {
            (true, _) => Ok(Some((a, b))),
            (_, true) => Ok(Some((b, a))),
            _ => of_sum(terms, f, compared, budget),
        };
    }
    match *args {
        [c, then, otherwise] if op == Op::Ite => {
            of_choice(terms, c, [then, otherwise], compared, budget)
        }
        [a, b] if op == Op::Or => of_implications(terms, [a, b], implied, compared, budget),
        _ => Ok(None),
    }
}

/// The integer constants that formulas compare with a number.
fn compared(terms: &Terms, formulas: &[Term]) -> FxHashSet<Term> {
    let subject = |f: &Term| {
        let atom = if terms.op(*f) == Op::Not { terms.arg(*f, 0) } else { *f };
        let (Op::Ge, &[x, n]) = (terms.op(atom), terms.args(atom)) else { return None };
        (terms.is_constant(x) && terms.int_value(n).is_some()).then_some(x)
    };
    formulas.iter().filter_map(subject).collect()
}

/// The constant that an equation between integers defines by a sum with choices, if there is one and no other, and that sum.
fn of_sum(
    terms: &mut Terms,
    f: Term,
    compared: &FxHashSet<Term>,
    budget: &Budget,
) -> Result<Option<(Term, Term)>, Interrupted> {
    let Some(sum) = difference(terms, f) else { return Ok(None) };
    let others = others(terms, &sum);
    if !others.iter().any(|&t| terms.op(t) == Op::Ite) {
        return Ok(None);
    }
    let inside = terms.post_order_within(&others, budget)?;
    let defined = units(terms, &sum).filter(|x| !inside.contains(x)).collect();
    let Some(x) = only(defined, compared) else { return Ok(None) };
    Ok(Some((x, sum.solved_for(x).to_term(terms))))
}

/// The constant that either of two equations between integers defines, `c` saying which one holds.
fn of_choice(
    terms: &mut Terms,
    c: Term,
    equations: [Term; 2],
    compared: &FxHashSet<Term>,
    budget: &Budget,
) -> Result<Option<(Term, Term)>, Interrupted> {
    let [Some(then), Some(otherwise)] = equations.map(|f| difference(terms, f)) else {
        return Ok(None);
    };
    let parts = [vec![c], others(terms, &then), others(terms, &otherwise)].concat();
    let inside = terms.post_order_within(&parts, budget)?;
    let is_in_both = |x: &Term| units(terms, &otherwise).any(|y| y == *x);
    let defined = units(terms, &then).filter(|x| !inside.contains(x) && is_in_both(x)).collect();
    let Some(x) = only(defined, compared) else { return Ok(None) };
    let [then, otherwise] = [then, otherwise].map(|sum| sum.solved_for(x).to_term(terms));
    Ok(Some((x, terms.ite(c, then, otherwise))))
}

/// The only one, or the only one that is not compared with numbers.
fn only(mut defined: Vec<Term>, compared: &FxHashSet<Term>) -> Option<Term> {
    if defined.len() > 1 {
        defined.retain(|x| !compared.contains(x));
    }
    let [x] = defined[..] else { return None };
    Some(x)
}

/// The constant that a disjunction of a condition and an equation defines with one before, which has the contrary of the condition.
fn of_implications(
    terms: &mut Terms,
    [a, b]: [Term; 2],
    implied: &mut Implied,
    compared: &FxHashSet<Term>,
    budget: &Budget,
) -> Result<Option<(Term, Term)>, Interrupted> {
    let (equation, condition) = if difference(terms, a).is_some() { (a, b) } else { (b, a) };
    if difference(terms, equation).is_none() {
        return Ok(None);
    }
    let (c, is_denied) = terms.literal(condition);
    for other in implied.get(&(c, !is_denied)).into_iter().flatten() {
        budget.charge(1)?;
        let equations = if is_denied { [equation, *other] } else { [*other, equation] };
        let found = of_choice(terms, c, equations, compared, budget)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    implied.entry((c, is_denied)).or_default().push(equation);
    Ok(None)
}

/// What is zero by an equation between integers.
fn difference(terms: &Terms, f: Term) -> Option<LinearSum> {
    let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
    let is_sum = terms.sort(a) == Sort::Int;
    is_sum.then(|| rewrite::linear(terms, a).minus(&rewrite::linear(terms, b)))
}

/// The summands that are no constants.
fn others(terms: &Terms, sum: &LinearSum) -> Vec<Term> {
    sum.terms.iter().map(|m| m.0).filter(|&t| !terms.is_constant(t)).collect()
}

/// The constants that count once.
fn units<'t>(terms: &'t Terms, sum: &'t LinearSum) -> impl Iterator<Item = Term> + 't {
    let is_unit = |m: &&(Term, Int)| terms.is_constant(m.0) && m.1.abs().is_one();
    sum.terms.iter().filter(is_unit).map(|m| m.0)
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
        // The same by two equations.
        let equations = [[twice, letter, much], [twice, letter, zero]].map(|summands| {
            let sum = terms.add(&summands);
            terms.eq(next, sum)
        });
        let formula = terms.ite(is_much, equations[0], equations[1]);
        let [(x, t)] = definitions(&mut terms, &[formula], &budget).unwrap()[..] else { panic!() };
        assert_eq!((x, terms.op(t), terms.arg(t, 0)), (next, Op::Ite, is_much));
        // And by two formulas.
        let is_little = terms.not(is_much);
        let pair = [(is_little, equations[0]), (is_much, equations[1])];
        let clauses = pair.map(|(c, e)| terms.or(&[c, e]));
        assert_eq!(definitions(&mut terms, &clauses, &budget).unwrap(), [(x, t)]);
    }
}
