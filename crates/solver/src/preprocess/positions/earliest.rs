//! The place of the first of several letters, chosen by cases, as one search for any of them.
//!
//! `i = s.find(","); j = s.find(";"); k = j if i < 0 or 0 <= j < i else i`: where a field ends at one of several separators, a program
//! compares the places of all. Which of them is first is then open in each step, and a text of n fields has `2^n` cases. But what
//! follows does not depend on it: `k` is where the expression `[,;]` is first, and there the text is cut ([`super::chain`]).
//!
//! That a choice is this place is found by trying it. Its conditions may compare places with each other, and with -1 or 0 in ways that only
//! tell whether a letter is there. So they depend only on which letters are there and in what order, as places of different letters
//! differ, and two values for each of these cases are enough: what agrees with the first place at both is no number of the script.
//! (This is a small model property: the orders of so many values are finitely many.) Choices between more than four letters stay as they
//! are.

use crate::audit::{Audit, Goal};
use base::{Budget, FxHashMap, FxHashSet, Interrupted};
use terms::{Op, Sort, Term, Terms};

/// A fact: four letters have 209 different places to be tried at, and six 13,327.
const LETTERS: usize = 4;

/// A fact: choices of more terms are not tried.
const TERMS: usize = 80;

/// The letters that a search looks for, if they are single ones, in the order of their numbers.
pub(super) fn letters(terms: &Terms, search: Term) -> Option<Vec<Term>> {
    let word = *terms.args(search).get(1)?;
    if terms.op(search) == Op::StrIndexOf {
        return is_letter(terms, word).then(|| vec![word]);
    }
    if terms.op(search) != Op::StrIndexOfRe {
        return None;
    }
    let is_union = terms.op(word) == Op::ReUnion;
    let parts = if is_union { terms.args(word).to_vec() } else { vec![word] };
    let letter = |&part: &Term| {
        let letter = (terms.op(part) == Op::StrToRe).then(|| terms.arg(part, 0))?;
        is_letter(terms, letter).then_some(letter)
    };
    let mut letters = parts.iter().map(letter).collect::<Option<Vec<Term>>>()?;
    base::order::sort(&mut letters);
    letters.dedup();
    Some(letters)
}

fn is_letter(terms: &Terms, t: Term) -> bool {
    terms.str_value(t).is_some_and(|word| word.len() == 1)
}

/// Makes searches of choices between places of letters in `formulas`.
pub(super) fn as_searches(
    terms: &mut Terms,
    formulas: &mut [Term],
    audit: &mut Audit,
    budget: &Budget,
) -> Result<bool, Interrupted> {
    let all = terms.post_order_within(formulas, budget)?;
    if !all.iter().any(|&t| terms.op(t) == Op::Ite && terms.sort(t) == Sort::Int)
        || !all.iter().any(|&t| letters(terms, t).is_some())
    {
        return Ok(false);
    }
    let mut names = names(terms, formulas);
    let name_of: FxHashMap<Term, Term> = names.iter().map(|(&name, &t)| (t, name)).collect();
    let mut memo: FxHashMap<Term, Term> = FxHashMap::default();
    let (mut given, mut found): (Vec<Term>, usize) = (formulas.to_vec(), 0);
    given.retain(|_| audit.is_on());
    for &t in &all {
        budget.charge(1)?;
        if terms.op(t) != Op::Ite || terms.sort(t) != Sort::Int {
            continue;
        }
        let choice = terms.map_bottom_up_within(t, &mut memo, budget, |_, t| t)?;
        if let Some(search) = search(terms, &names, choice) {
            audit.conclude("preprocess.positions", &given, Goal::OneOf(vec![terms.eq(t, search)]));
            memo.insert(t, search);
            found += 1;
            // A choice that has a name is known by it.
            name_of.get(&t).map(|&name| names.insert(name, search));
        }
    }
    if found > 0 {
        for f in formulas.iter_mut() {
            *f = terms.map_bottom_up_within(*f, &mut memo, budget, |_, t| t)?;
        }
    }
    Ok(found > 0)
}

/// The integers that are names of searches or choices.
fn names(terms: &Terms, formulas: &[Term]) -> FxHashMap<Term, Term> {
    let mut names = FxHashMap::default();
    for &f in formulas {
        let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { continue };
        for (x, t) in [(a, b), (b, a)] {
            if terms.is_constant(x) && (terms.op(t) == Op::Ite || letters(terms, t).is_some()) {
                names.entry(x).or_insert(t);
            }
        }
    }
    names
}

/// The search that `choice` is, by cases.
fn search(terms: &mut Terms, names: &FxHashMap<Term, Term>, choice: Term) -> Option<Term> {
    let is_search = |t: Term| {
        let t = names.get(&t).copied().unwrap_or(t);
        letters(terms, t).map(|letters| (t, letters))
    };
    let order = terms.post_order_unless(&[choice], |t| is_search(t).is_some());
    if order.len() > TERMS {
        return None;
    }
    // What is not entered is not in the order: the arguments of the others are looked at.
    let mut searches: FxHashMap<Term, (Term, Vec<Term>)> = FxHashMap::default();
    let mut different: Vec<(Term, Vec<Term>)> = Vec::new();
    for &t in order.iter().flat_map(|&t| terms.args(t)) {
        if let Some((search, letters)) = is_search(t) {
            searches.insert(t, (search, letters.clone()));
            if different.iter().all(|other| other.0 != search) {
                different.push((search, letters));
            }
        }
    }
    let all: Vec<Term> = different.iter().flat_map(|(_, letters)| letters).copied().collect();
    let is_one_text = different.iter().all(|(search, _)| {
        let place = |t: Term| (terms.arg(t, 0), terms.arg(t, 2));
        place(*search) == place(different[0].0)
    });
    let distinct: FxHashSet<Term> = all.iter().copied().collect();
    if !(2..=LETTERS).contains(&different.len()) || !is_one_text || distinct.len() != all.len() {
        return None;
    }
    let place_of: FxHashMap<Term, usize> = searches
        .iter()
        .filter_map(|(&t, (search, _))| {
            Some((t, different.iter().position(|other| other.0 == *search)?))
        })
        .collect();
    let trial = Trial { terms, order: &order, place_of: &place_of };
    debug_assert!(order.last() == Some(&choice), "a choice that is a search");
    let is_first = orders(different.len()).iter().all(|places| {
        [0, 1].iter().all(|more| {
            let moved: Vec<i64> =
                places.iter().map(|&p| if p < 0 { p } else { p + more }).collect();
            trial.value(choice, &moved).is_some_and(|n| n == first(&moved))
        })
    });
    is_first.then(|| any_of(terms, different[0].0, &all))
}

/// The least place, if a letter is there.
fn first(places: &[i64]) -> i64 {
    places.iter().copied().filter(|&n| n >= 0).min().unwrap_or(-1)
}

/// The search for any of `letters` where `search` searches.
fn any_of(terms: &mut Terms, search: Term, letters: &[Term]) -> Term {
    let words: Vec<Term> = letters.iter().map(|&l| terms.mk(Op::StrToRe, &[l])).collect();
    let class = terms.mk(Op::ReUnion, &words);
    let (s, start) = (terms.arg(search, 0), terms.arg(search, 2));
    terms.mk(Op::StrIndexOfRe, &[s, class, start])
}

/// Places for so many letters, in all orders. -1 is nowhere.
fn orders(n: usize) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..n {
        let longer = |places: &Vec<i64>| {
            let next = (-1..i64::try_from(n).unwrap_or_default())
                .filter(|&p| p < 0 || !places.contains(&p));
            next.map(|p| [&places[..], &[p]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// A choice at places of letters.
struct Trial<'a> {
    terms: &'a Terms,
    /// The terms of the choice, arguments first, without searches.
    order: &'a [Term],
    /// Which place searches come to.
    place_of: &'a FxHashMap<Term, usize>,
}

impl Trial<'_> {
    /// The value of `choice` at `places`, if it depends only on their order and on which are -1.
    fn value(&self, choice: Term, places: &[i64]) -> Option<i64> {
        let mut values: FxHashMap<Term, i64> = FxHashMap::default();
        self.place_of.iter().for_each(|(&t, &at)| _ = values.insert(t, places[at]));
        for &t in self.order {
            let value = self.apply(t, &values)?;
            values.insert(t, value);
        }
        values.get(&choice).copied()
    }

    fn apply(&self, t: Term, values: &FxHashMap<Term, i64>) -> Option<i64> {
        let args = self.terms.args(t);
        let of = |i: usize| values.get(args.get(i)?).copied();
        let all = || args.iter().map(|a| values.get(a).copied()).collect::<Option<Vec<i64>>>();
        let op = self.terms.op(t);
        if matches!(op, Op::IntConst(_) | Op::Neg) {
            self.number(t)
        } else if matches!(op, Op::True | Op::False) {
            Some(i64::from(op == Op::True))
        } else if op == Op::Not {
            Some(1 - of(0)?)
        } else if op == Op::And {
            all()?.into_iter().min()
        } else if op == Op::Or {
            all()?.into_iter().max()
        } else if op == Op::Ite {
            if of(0)? == 1 { of(1) } else { of(2) }
        } else if matches!(op, Op::Eq | Op::Lt | Op::Le | Op::Gt | Op::Ge) {
            self.compared(op, args, values)
        } else {
            None
        }
    }

    /// Whether two numbers compare, if this does not depend on what numbers places are.
    fn compared(&self, op: Op, args: &[Term], values: &FxHashMap<Term, i64>) -> Option<i64> {
        let &[a, b] = args else { return None };
        let (x, y) = (*values.get(&a)?, *values.get(&b)?);
        debug_assert!(matches!(op, Op::Eq | Op::Lt | Op::Le | Op::Gt | Op::Ge), "no comparison");
        let holds = |x: i64, y: i64| {
            let (is_less, is_greater) = (x < y, x > y);
            let (or_less, or_greater) = (op == Op::Le, op == Op::Ge);
            (is_less && (op == Op::Lt || or_less))
                || (is_greater && (op == Op::Gt || or_greater))
                || (x == y && (op == Op::Eq || or_less || or_greater))
        };
        let limit = |t: Term| self.number(t).filter(|n| (-1..=0).contains(n));
        let is_same = match [a, b].map(|t| self.place_of.contains_key(&t)) {
            [true, true] => true,
            [true, false] => limit(b).is_some_and(|n| holds(0, n) == holds(1, n)),
            [false, true] => limit(a).is_some_and(|n| holds(n, 0) == holds(n, 1)),
            [false, false] => self.terms.sort(a) == Sort::Bool,
        };
        is_same.then_some(i64::from(holds(x, y)))
    }

    /// The number that is written down.
    fn number(&self, t: Term) -> Option<i64> {
        let is_negated = self.terms.op(t) == Op::Neg;
        let t = if is_negated { self.terms.arg(t, 0) } else { t };
        let n = self.terms.int_value(t)?.to_i64()?;
        if is_negated { n.checked_neg() } else { Some(n) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a choice between the places of two letters becomes, if it is made a search.
    fn made(choice: impl Fn(&mut Terms, Term, Term) -> Term) -> Option<Term> {
        let mut terms = Terms::new();
        let s = terms.fresh("s", Sort::String);
        let zero = terms.int(0);
        let [i, j] = [",", ";"].map(|c| {
            let letter = terms.string(&[u32::from(c.as_bytes()[0])]);
            terms.mk(Op::StrIndexOf, &[s, letter, zero])
        });
        let choice = choice(&mut terms, i, j);
        search(&mut terms, &FxHashMap::default(), choice)
    }

    #[test]
    fn a_choice_of_the_first_letter_is_a_search() {
        let is_first = |terms: &mut Terms, i: Term, j: Term, nowhere: i64| {
            let n = terms.int(nowhere);
            let [i_is_none, j_is_none] = [i, j].map(|t| terms.eq(t, n));
            let i_is_less = terms.lt(i, j);
            let less = terms.ite(i_is_less, i, j);
            let otherwise = terms.ite(j_is_none, i, less);
            terms.ite(i_is_none, j, otherwise)
        };
        assert!(made(|terms, i, j| is_first(terms, i, j, -1)).is_some());
        assert!(made(|terms, i, j| is_first(terms, i, j, 0)).is_none(), "depends on the place");
        let less = |terms: &mut Terms, i: Term, j: Term| {
            let is_less = terms.lt(i, j);
            terms.ite(is_less, i, j)
        };
        assert!(made(less).is_none(), "-1 is less than any place");
        let number = |terms: &mut Terms, i: Term, j: Term| {
            let (first, zero) = (is_first(terms, i, j, -1), terms.int(0));
            let is_less = terms.lt(i, j);
            let is_there = terms.ge(i, zero);
            let both = terms.and(&[is_less, is_there]);
            terms.ite(both, zero, first)
        };
        assert!(made(number).is_none(), "a number is no place");
    }

    #[test]
    fn there_are_all_orders() {
        assert_eq!([2, 3, 4].map(|n| orders(n).len()), [7, 34, 209]);
    }
}
