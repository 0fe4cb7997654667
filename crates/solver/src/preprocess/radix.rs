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
//! A formula that reads a few digits only, as the language of months does, keeps these together: of each value of their number it is
//! found out whether it holds, and what holds for few intervals says so of the number.
//!
//! (P. Bonami and F. Margot, *Cut generation through binarization*, 2015, replace integers in the other direction, by their bits.)

use super::spelling::{Ranges, at_least_zero};
use super::substitution::define;
use super::tables::{Read, table, within};
use crate::engine::Resources;
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted, UnionFind, id32};
use rewrite::{LinearSum, ToTerm};
use terms::{Fun, Op, Sort, Term, Terms};

/// A fact: numbers of three digits.
const VALUES: i64 = 1000;

/// A fact: a number in more intervals is no simpler than its digits.
const INTERVALS: usize = 8;

/// A fact: regexes of four digits have fewer terms.
const SIZE: usize = 128;

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
    let Resources { terms, budget, .. } = res;
    let ranges = Ranges::collect(terms, formulas);
    let (bounds, others) = split(terms, formulas, budget)?;
    let digits: FxHashSet<Term> =
        bounds.iter().map(|&(_, x)| x).filter(|&x| ranges.of(terms, x).is_some()).collect();
    if digits.len() < 2 {
        return Ok(Vec::new());
    }
    let (numbers, sets) = numbers_and_sets(terms, &ranges, formulas, &others, budget)?;
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let (mut images, mut facts) = (FxHashMap::default(), Vec::new());
    let mut definitions = Vec::new();
    for Number { number, digits } in numbers {
        budget.charge(digits.len() as u64)?;
        debug_assert!(digits.len() > 1, "a digit is no number");
        let (values, size) = values(terms, number, &digits);
        let (mut place, mut least) = (Int::ONE, LinearSum::var(number));
        for (digit, value) in digits.iter().zip(values) {
            least = least.plus_int(&digit.least * &place);
            let Op::Apply(fun) = terms.op(digit.x) else { unreachable!("a digit is a constant") };
            definitions.push((fun, value));
            images.insert(digit.x, terms.int(0));
            place = &place * &digit.size;
        }
        images.insert(digits[0].x, least.to_term(terms));
        let ends = [Int::ZERO, &size - &Int::ONE].map(|n| terms.int(n));
        facts.extend([terms.ge(number, ends[0]), terms.ge(ends[1], number)]);
    }
    let truth = terms.tt();
    let bounds = bounds.into_iter().filter(|(_, x)| images.contains_key(x));
    let said: Vec<(usize, Term)> = bounds.map(|(i, _)| (i, truth)).chain(sets).collect();
    images.extend(said.into_iter().map(|(i, image)| (formulas[i], image)));
    define(res, &definitions, images, (formulas, facts), "preprocess.radix")?;
    Ok(definitions)
}

/// A formula, by its place, that bounds one constant.
type Bound = (usize, Term);

/// The formulas that bound one constant, and the others.
fn split(
    terms: &Terms,
    formulas: &[Term],
    budget: &Budget,
) -> Result<(Vec<Bound>, Vec<usize>), Interrupted> {
    let (mut bounds, mut others) = (Vec::new(), Vec::new());
    for (i, &f) in formulas.iter().enumerate() {
        budget.charge(1)?;
        let sum = at_least_zero(terms, f).unwrap_or_default();
        match sum.terms[..] {
            [(x, _)] if terms.is_constant(x) => bounds.push((i, x)),
            _ => others.push(i),
        }
    }
    Ok((bounds, others))
}

/// A new integer and the digits that it stands for, the least first.
struct Number {
    number: Term,
    digits: Vec<Digit>,
}

/// Formulas, by their places, and what they say of a number.
type Sets = Vec<(usize, Term)>;

/// Numbers, and which `others` are sets of values of one. Digits of a formula that is none are tried again as those of a sum are.
fn numbers_and_sets(
    terms: &mut Terms,
    ranges: &Ranges,
    formulas: &[Term],
    others: &[usize],
    budget: &Budget,
) -> Result<(Vec<Number>, Sets), Interrupted> {
    let mut locals: Vec<(usize, Vec<Term>)> = Vec::new();
    for &i in others {
        budget.charge(1)?;
        locals.extend(digits_of(terms, ranges, formulas[i]).map(|digits| (i, digits)));
    }
    let (mut tries, mut left) = (0, budget.tunables().check.table_steps);
    loop {
        tries += 1;
        let together = together(&locals);
        let is_local: FxHashSet<usize> = locals.iter().map(|&(i, _)| i).collect();
        let apart = others.iter().filter(|i| !is_local.contains(i));
        let apart: Vec<Term> = apart.map(|&i| formulas[i]).collect();
        let digits = numbers(terms, ranges, &apart, &together, budget)?;
        let new = |digits| Number { number: terms.fresh("number", Sort::Int), digits };
        let numbers: Vec<Number> = digits.into_iter().map(new).collect();
        let of_number = |n: usize| numbers[n].digits.iter().map(move |digit| (digit.x, n));
        let number_of: FxHashMap<Term, usize> = (0..numbers.len()).flat_map(of_number).collect();
        let mut sets = Vec::new();
        for (i, digits) in &locals {
            let mut of = digits.iter().map(|x| number_of.get(x));
            let Some(&n) = of.next().flatten() else { continue };
            if of.all(|m| m == Some(&n)) {
                sets.extend(
                    set(terms, &numbers[n], formulas[*i], &mut left, budget)?.map(|set| (*i, set)),
                );
            }
        }
        if sets.len() == locals.len() {
            return Ok((numbers, sets));
        }
        // What is none may keep the digits of others apart. If it does, none is taken for a set.
        debug_assert!(sets.len() < locals.len(), "a set of no formula");
        let is_set: FxHashSet<usize> = sets.iter().map(|&(i, _)| i).collect();
        locals.retain(|(i, _)| tries < 2 && is_set.contains(i));
    }
}

/// The constants that `f` reads, if these are a few digits and all that it reads.
fn digits_of(terms: &Terms, ranges: &Ranges, f: Term) -> Option<Vec<Term>> {
    let (mut seen, mut stack) = (FxHashSet::default(), vec![f]);
    let (mut digits, mut values) = (Vec::new(), Int::ONE);
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        if seen.len() > SIZE {
            return None;
        }
        if terms.is_interpreted_by_models(t) {
            let (least, most) = ranges.of(terms, t).filter(|_| terms.is_constant(t))?;
            values = &values * &(&(&most - &least) + &Int::ONE);
            digits.push(t);
        }
        stack.extend_from_slice(terms.args(t));
    }
    (!digits.is_empty() && values <= Int::from(VALUES)).then_some(digits)
}

/// Digits that formulas read together have one name.
fn together(locals: &[(usize, Vec<Term>)]) -> FxHashMap<Term, usize> {
    let mut names = FxHashMap::default();
    for x in locals.iter().flat_map(|(_, digits)| digits) {
        let next = names.len();
        names.entry(*x).or_insert(next);
    }
    let mut classes = UnionFind::new(names.len());
    for (_, digits) in locals {
        debug_assert!(!digits.is_empty(), "a formula that reads nothing");
        for x in digits {
            classes.join(names[&digits[0]], names[x]);
        }
    }
    names.values_mut().for_each(|name| *name = classes.find(*name));
    names
}

/// What `f`, which reads digits of `n` only, says of that, if it is few intervals.
fn set(
    terms: &mut Terms,
    n: &Number,
    f: Term,
    left: &mut u64,
    budget: &Budget,
) -> Result<Option<Term>, Interrupted> {
    debug_assert!(n.digits.len() > 1, "a digit is no number");
    let (values, size) = values(terms, n.number, &n.digits);
    let mut map: FxHashMap<Term, Term> = n.digits.iter().map(|d| d.x).zip(values).collect();
    let asked = terms.map_bottom_up_within(f, &mut map, budget, |_, t| t)?;
    let nodes = terms.post_order_within(&[asked], budget)?.len() as u64;
    let few = size.to_i64().filter(|&size| size <= VALUES);
    let rest = |size: i64| left.checked_sub(size.unsigned_abs() * nodes);
    let Some((size, rest)) = few.and_then(|size| Some((size, rest(size)?))) else {
        return Ok(None);
    };
    *left = rest;
    let values = 0..=size - 1;
    let read = Read { x: n.number, values, size: nodes, is_measured: false, is_saturated: false };
    let intervals = table(terms, asked, &read, budget)?;
    let few = intervals.filter(|intervals| intervals.len() <= INTERVALS);
    Ok(few.map(|intervals| within(terms, n.number, &intervals)))
}

/// The digits of numbers, the least first. Those that are read `together` are of one.
fn numbers(
    terms: &Terms,
    ranges: &Ranges,
    formulas: &[Term],
    together: &FxHashMap<Term, usize>,
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
        let key = (weight.is_positive(), proportions, together.get(&x));
        let group = *group_of.entry(key).or_insert(groups.len());
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

/// The digits of `number`, and how many values it has.
fn values(terms: &mut Terms, number: Term, digits: &[Digit]) -> (Vec<Term>, Int) {
    let (mut place, mut values) = (Int::ONE, Vec::new());
    for (i, digit) in digits.iter().enumerate() {
        values.push(value(terms, number, &place, digit, i + 1 == digits.len()));
        place = &place * &digit.size;
    }
    (values, place)
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
    use super::super::brute::{assert_same, bounded, ints, run, sum};
    use super::super::substitution::equation;
    use super::*;
    use base::SplitMix64;

    fn replaced(terms: &mut Terms, formulas: &mut Vec<Term>) -> Vec<(Fun, Term)> {
        run(terms, |res| round(res, formulas).unwrap())
    }

    fn at_least(terms: &mut Terms, parts: &[(i64, Term)], constant: i64) -> Term {
        let (sum, zero) = (sum(terms, parts, constant), terms.int(0));
        terms.ge(sum, zero)
    }

    #[test]
    fn digits_that_are_asked_for_or_no_places_stay() {
        let (mut terms, mut formulas) = (Terms::new(), Vec::new());
        let x = [10, 10, 9, 10].map(|size| bounded(&mut terms, -1..=size - 2, &mut formulas));
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
        let mut random = SplitMix64::new(7);
        for _ in 0..60 {
            let (mut terms, mut formulas) = (Terms::new(), Vec::new());
            let sizes: [i64; 3] = std::array::from_fn(|_| 2 + random.below(3) as i64);
            let x = sizes.map(|size| bounded(&mut terms, -1..=size - 2, &mut formulas));
            let y = bounded(&mut terms, -1..=3, &mut formulas);
            let sign = if random.below(2) == 0 { 1 } else { -1 };
            let weights = [sign, sign * sizes[0], sign * sizes[0] * sizes[1]];
            for factor in [1, -2] {
                let mut parts: Vec<_> = weights.map(|w| factor * w).into_iter().zip(x).collect();
                parts.push((1 + random.below(2) as i64, y));
                formulas.push(at_least(&mut terms, &parts, random.below(20) as i64 - 9));
            }
            let before = formulas.clone();
            let definitions = replaced(&mut terms, &mut formulas);
            assert_eq!(definitions.len(), 3, "{sizes:?} {weights:?}");
            let reads = terms.post_order(&formulas);
            assert!(x.iter().all(|x| !reads.contains(x)), "a digit is still there");
            for (fun, image) in definitions {
                formulas.push(equation(&mut terms, fun, image));
            }
            let mut tried = vec![(y, ints(-1..=3))];
            tried.extend(x.into_iter().zip(sizes.map(|size| ints(-1..size))));
            assert_same(&terms, &tried, &before, &formulas);
        }
    }
}
