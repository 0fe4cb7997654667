//! Digits that are only read together are one number.
//!
//! The problem: months and days that are spelled by letters are `10 c + d`, and dates in order `1000 c + 100 d + 10 e + f`. That
//! `10 c + d` is at most 12 bounds no digit of the longer sum by more than it bounds `c`, so to arithmetic each date may be late in a
//! month that has 99 days, and two hundred of them in order are a search over digits.
//!
//! If integers occur in the same sums, with factors of the same proportions, and these are the places of a mixed radix (each place is as
//! much as all values of the ones below it), then their sum has each value of its range once: it is one integer, of which the digits
//! are quotients and remainders that nothing asks for. What bounds the number bounds the sums that it is in. To keep the digits and
//! add the number beside them was left out, as each would be decided twice then.
//!
//! (P. Bonami and F. Margot, *Cut generation through binarization*, 2015, replace integers in the other direction, by their bits.)

use super::spelling::{Ranges, at_least_zero};
use super::substitution::{equation, replace_whole};
use crate::audit::Goal;
use crate::engine::Resources;
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted, id32};
use rewrite::{LinearSum, ToTerm};
use terms::{Fun, Op, Sort, Term, Terms};

/// Which sums an integer is in, each with its factor.
type Places = Vec<(u32, Int)>;

/// A digit: what it counts for, the integer, and the least of its values and their number.
struct Digit {
    weight: Int,
    x: Term,
    least: Int,
    size: Int,
}

/// Replaces digits in `formulas`, and returns their definitions.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let ranges = Ranges::collect(terms, formulas);
    let (bounds, others) = split(terms, formulas, budget)?;
    let digits: FxHashSet<Term> =
        bounds.iter().map(|&(_, x)| x).filter(|&x| ranges.of(terms, x).is_some()).collect();
    if digits.len() < 2 {
        return Ok(Vec::new());
    }
    let numbers = numbers(terms, &ranges, &others, budget)?;
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let (mut images, mut facts) = (FxHashMap::default(), Vec::new());
    let mut definitions = Vec::new();
    for digits in numbers {
        budget.charge(digits.len() as u64)?;
        debug_assert!(digits.len() > 1, "a digit is no number");
        let number = terms.fresh("number", Sort::Int);
        let (mut place, mut least) = (Int::ONE, LinearSum::var(number));
        for (i, digit) in digits.iter().enumerate() {
            least = least.plus_int(&digit.least * &place);
            let is_last = i + 1 == digits.len();
            let value = value(terms, number, &place, digit, is_last);
            let Op::Apply(fun) = terms.op(digit.x) else { unreachable!("a digit is a constant") };
            definitions.push((fun, value));
            images.insert(digit.x, terms.int(0));
            place = &place * &digit.size;
        }
        images.insert(digits[0].x, least.to_term(terms));
        let ends = [Int::ZERO, &place - &Int::ONE].map(|n| terms.int(n));
        facts.extend([terms.ge(number, ends[0]), terms.ge(ends[1], number)]);
    }
    let equations = definitions.iter().map(|&(fun, value)| equation(terms, fun, value));
    let given: Vec<Term> = equations.chain(facts.iter().copied()).collect();
    for (i, x) in bounds {
        if images.contains_key(&x) {
            let before = std::mem::replace(&mut formulas[i], terms.tt());
            audit.claim("preprocess.radix", &given, Goal::Equal(before, formulas[i]));
        }
    }
    replace_whole(terms, images, formulas, ("preprocess.radix", &given), audit, budget)?;
    formulas.extend(facts);
    Ok(definitions)
}

/// A formula, by its place, that bounds one constant.
type Bound = (usize, Term);

/// The formulas that bound one constant, and the others.
fn split(
    terms: &Terms,
    formulas: &[Term],
    budget: &Budget,
) -> Result<(Vec<Bound>, Vec<Term>), Interrupted> {
    let (mut bounds, mut others) = (Vec::new(), Vec::new());
    for (i, &f) in formulas.iter().enumerate() {
        budget.charge(1)?;
        let sum = at_least_zero(terms, f).unwrap_or_default();
        match sum.terms[..] {
            [(x, _)] if terms.is_constant(x) => bounds.push((i, x)),
            _ => others.push(f),
        }
    }
    Ok((bounds, others))
}

/// The digits of numbers, the least first.
fn numbers(
    terms: &Terms,
    ranges: &Ranges,
    formulas: &[Term],
    budget: &Budget,
) -> Result<Vec<Vec<Digit>>, Interrupted> {
    let sums = sums(terms, formulas, budget)?;
    let (mut order, mut places) = (Vec::new(), FxHashMap::<Term, Places>::default());
    for (i, sum) in sums.iter().enumerate() {
        budget.charge(sum.terms.len() as u64)?;
        for (x, factor) in sum.terms.iter().filter(|(x, _)| terms.is_constant(*x)) {
            let all = places.entry(*x).or_default();
            if all.is_empty() {
                order.push(*x);
            }
            all.push((id32(i), factor.clone()));
        }
    }
    let (mut group_of, mut groups) = (FxHashMap::default(), Vec::<Vec<Digit>>::new());
    for x in order {
        let Some((least, most)) = ranges.of(terms, x) else { continue };
        let (weight, proportions) = proportions(&places[&x]);
        let size = &(&most - &least) + &Int::ONE;
        // Others in a sum are what makes the number worth it.
        let is_beside = proportions.iter().any(|&(i, _)| sums[i as usize].terms.len() > 2);
        if !size.is_positive() || !is_beside {
            continue;
        }
        let group = *group_of.entry((weight.is_positive(), proportions)).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push(Digit { weight, x, least, size });
    }
    Ok(groups.into_iter().flat_map(chains).collect())
}

/// What the factors have in common, and what is left of them.
fn proportions(places: &[(u32, Int)]) -> (Int, Places) {
    debug_assert!(!places.is_empty(), "an integer that is in no sum");
    let common = places.iter().fold(Int::ZERO, |common, (_, factor)| common.gcd(factor));
    let common = if places[0].1.is_negative() { -common } else { common };
    let rest = places.iter().map(|(i, factor)| (*i, factor.div_exact(&common))).collect();
    (common, rest)
}

/// Those of `digits` that are places of one number, the least first: each counts as much as all values of those before it.
fn chains(mut digits: Vec<Digit>) -> Vec<Vec<Digit>> {
    digits.sort_by_key(|digit| (digit.weight.abs(), digit.x));
    let (mut all, mut next) = (Vec::<Vec<Digit>>::new(), Int::ZERO);
    for digit in digits {
        debug_assert!(digit.size.is_positive(), "a digit has no value");
        let above = &digit.weight.abs() * &digit.size;
        match all.last_mut() {
            Some(chain) if digit.weight.abs() == next => chain.push(digit),
            _ => all.push(vec![digit]),
        }
        next = above;
    }
    all.retain(|chain| chain.len() > 1);
    all
}

/// The digit of a number at a place.
fn value(terms: &mut Terms, number: Term, place: &Int, digit: &Digit, is_last: bool) -> Term {
    let mut value = number;
    if !place.is_one() {
        let place = terms.int(place.clone());
        value = terms.mk(Op::Div, &[value, place]);
    }
    if !is_last {
        let size = terms.int(digit.size.clone());
        value = terms.mk(Op::Mod, &[value, size]);
    }
    let least = terms.int(digit.least.clone());
    terms.add(&[value, least])
}

/// All sums of integers that are read: the differences of what is compared, and what other operators read.
fn sums(terms: &Terms, formulas: &[Term], budget: &Budget) -> Result<Vec<LinearSum>, Interrupted> {
    let mut sums = Vec::new();
    for t in terms.post_order_within(formulas, budget)? {
        budget.charge(1)?;
        let is_sum = terms.sort(t) == Sort::Int
            && rewrite::linear_within(terms, t, budget)?.terms != [(t, Int::ONE)];
        match terms.args(t) {
            _ if is_sum => {}
            &[a, b] if matches!(terms.op(t), Op::Eq | Op::Ge) && terms.sort(a) == Sort::Int => {
                let [a, b] = [a, b].map(|side| rewrite::linear_within(terms, side, budget));
                sums.push(a?.minus(&b?));
            }
            args => {
                for &arg in args.iter().filter(|&&arg| terms.sort(arg) == Sort::Int) {
                    sums.push(rewrite::linear_within(terms, arg, budget)?);
                }
            }
        }
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::with_resources;
    use base::SplitMix64;
    use terms::eval::Evaluator;
    use terms::model::Model;
    use terms::value::Value;

    fn replaced(terms: &mut Terms, formulas: &mut Vec<Term>) -> Vec<(Fun, Term)> {
        let work = |res: &mut Resources<'_>| round(res, formulas).unwrap();
        with_resources(terms, &Budget::unlimited(), work)
    }

    /// Integers with `sizes` values from -1 on, with what bounds them.
    fn digits(terms: &mut Terms, sizes: &[i64], formulas: &mut Vec<Term>) -> Vec<Term> {
        let mut digit = |size: i64| {
            let x = terms.fresh("x", Sort::Int);
            let [least, most] = [-1, size - 2].map(|n| terms.int(n));
            formulas.extend([terms.ge(x, least), terms.ge(most, x)]);
            x
        };
        sizes.iter().map(|&size| digit(size)).collect()
    }

    fn at_least(terms: &mut Terms, parts: &[(i64, Term)], constant: i64) -> Term {
        let mut sum = LinearSum::constant(constant);
        parts.iter().for_each(|&(factor, t)| sum.add_var(t, factor));
        let (sum, zero) = (sum.to_term(terms), terms.int(0));
        terms.ge(sum, zero)
    }

    #[test]
    fn digits_that_are_asked_for_or_no_places_stay() {
        let (mut terms, mut formulas) = (Terms::new(), Vec::new());
        let x = digits(&mut terms, &[10, 10, 9, 10], &mut formulas);
        let y = terms.fresh("y", Sort::Int);
        let apart = [(1, x[0]), (20, x[1]), (-1, y)];
        let narrow = [(1, x[2]), (10, x[3]), (-1, y)];
        for parts in [apart, narrow] {
            formulas.push(at_least(&mut terms, &parts, 3));
        }
        let before = formulas.clone();
        assert!(replaced(&mut terms, &mut formulas).is_empty());
        assert_eq!(formulas, before);
        formulas.push(at_least(&mut terms, &[(1, x[0]), (10, x[1]), (-1, y)], 3));
        let code = terms.mk(Op::StrFromCode, &[x[0]]);
        let letter = terms.text("1");
        formulas.push(terms.eq(code, letter));
        assert!(replaced(&mut terms, &mut formulas).is_empty());
    }

    #[test]
    fn each_number_stands_for_digits_under_which_the_formulas_say_the_same() {
        let (mut random, budget) = (SplitMix64::new(7), Budget::unlimited());
        for _ in 0..100 {
            let (mut terms, mut formulas) = (Terms::new(), Vec::new());
            let sizes: [i64; 3] = std::array::from_fn(|_| 2 + random.below(3) as i64);
            let x = digits(&mut terms, &sizes, &mut formulas);
            let y = digits(&mut terms, &[5], &mut formulas)[0];
            let sign = if random.below(2) == 0 { 1 } else { -1 };
            let weights = [sign, sign * sizes[0], sign * sizes[0] * sizes[1]];
            let number: Vec<(i64, Term)> = weights.into_iter().zip(x.iter().copied()).collect();
            for factor in [1, -2] {
                let mut parts: Vec<_> = number.iter().map(|&(w, t)| (factor * w, t)).collect();
                parts.push((1 + random.below(2) as i64, y));
                formulas.push(at_least(&mut terms, &parts, random.below(20) as i64 - 9));
            }
            let before = formulas.clone();
            let definitions = replaced(&mut terms, &mut formulas);
            assert_eq!(definitions.len(), 3, "{sizes:?} {weights:?}");
            let reads = terms.post_order(&formulas);
            assert!(x.iter().all(|x| !reads.contains(x)), "a digit is still there");
            let is_number = |t: &&Term| terms.is_constant(**t) && **t != y;
            let number = *reads.iter().find(is_number).expect("a number");
            let all: i64 = sizes.iter().product();
            let mut met = Vec::new();
            for (n, other) in (-1..=all).flat_map(|n| (-1..4).map(move |other| (n, other))) {
                let mut model = Model::new();
                for (t, value) in [(number, n), (y, other)] {
                    let Op::Apply(fun) = terms.op(t) else { panic!("no constant") };
                    model.set(fun, Value::Int(Int::from(value)));
                }
                for &(fun, image) in &definitions {
                    let value = Evaluator::new(&terms, &model, &budget).eval(image).unwrap();
                    model.set(fun, value);
                }
                met.push(
                    x.iter()
                        .map(|&t| Evaluator::new(&terms, &model, &budget).eval(t).unwrap())
                        .collect::<Vec<_>>(),
                );
                let is_true = |f: &Term| {
                    Evaluator::new(&terms, &model, &budget).eval(*f).unwrap() == Value::Bool(true)
                };
                let is_in_range = (0..all).contains(&n);
                assert!(!is_in_range || before.iter().all(is_true) == formulas.iter().all(is_true));
                assert!(is_in_range || !formulas.iter().all(is_true), "{n} is no number");
            }
            met.sort_by_key(|digits| format!("{digits:?}"));
            met.dedup();
            assert!(met.len() as i64 >= all, "two numbers have the same digits");
        }
    }
}
