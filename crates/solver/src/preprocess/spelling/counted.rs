//! Numerals by how many digits they have.
//!
//! Programs fill numbers up by the length of the numeral: `(ite (= (str.len d) 1) (str.++ "00" d) (ite (= (str.len d) 2) ...))`, where
//! `d` is `(str.from_int k)`, or in a loop that puts a zero in front as long as the text is too short. Each condition reads nothing but how
//! many digits there are. So it is evaluated for each such number, and what is chosen has a word in each of these cases, as what is chosen
//! by the length of a spelled string has ([`super::padded`]). The number of digits is no integer of its own, which would say less than
//! the bounds of `k` that it is a sum of: a case is that `k` is at least some power of ten.

use super::word::Cases;
use base::{FxHashMap, Int, Limits, Stop};
use terms::value::Value;
use terms::{Op, Sort, Term, Terms};

/// The numerals that may have several lengths.
#[derive(Default)]
pub(super) struct Numerals {
    /// By the terms for their lengths.
    by_length: FxHashMap<Term, Numeral>,
    /// For each bound that the number of digits of a numeral is told by, this number.
    told: FxHashMap<Term, Term>,
}

/// A numeral that may have several lengths.
struct Numeral {
    number: Term,
    codes: Vec<Term>,
    /// How many digits there are at least.
    least: usize,
    /// That there are more than no digits, more than one, and so on.
    more: Vec<Term>,
}

impl Numerals {
    /// Notes the numeral of `number`, of these codes, `least` of them at least.
    pub(super) fn enter(
        &mut self,
        terms: &mut Terms,
        length: Term,
        number: Term,
        codes: &[Term],
        least: usize,
    ) {
        debug_assert!(least < codes.len(), "a numeral of known length");
        let more: Vec<Term> =
            (0..=codes.len()).map(|count| has_more(terms, number, count)).collect();
        self.told.extend(more.iter().map(|&f| (f, length)));
        let numeral = Numeral { number, codes: codes.to_vec(), least, more };
        self.by_length.insert(length, numeral);
    }

    /// A case without letters for each number of digits, if `length` is how many a numeral has.
    pub(super) fn no_letters(&self, length: Term) -> Option<Cases> {
        let numeral = self.by_length.get(&length)?;
        let counts = numeral.least..=numeral.codes.len();
        Some(Cases::new(length, numeral.least, vec![Vec::new(); counts.count()]))
    }

    /// That there are so many digits, or more, if `length` is how many a numeral has.
    pub(super) fn at_least(&self, length: Term, count: usize) -> Option<Term> {
        let numeral = self.by_length.get(&length)?;
        debug_assert!(count > numeral.least, "what always holds is no case");
        Some(numeral.more[count - 1])
    }

    /// The number whose numeral, with zeros in front, all words of `cases` are.
    pub(super) fn number(&self, terms: &Terms, cases: &Cases) -> Option<Term> {
        let numeral = self.by_length.get(&cases.length).filter(|numeral| numeral.least > 0)?;
        let is_zero = |&code: &Term| terms.int_value(code) == Some(&Int::from(u32::from('0')));
        let is_padded = |(word, count): (&Vec<Term>, usize)| {
            let front = word.strip_suffix(&numeral.codes[..count]);
            front.is_some_and(|front| front.iter().all(is_zero))
        };
        cases.words.iter().zip(numeral.least..).all(is_padded).then_some(numeral.number)
    }
}

/// The numeral of `n` has more than so many digits.
pub(super) fn has_more(terms: &mut Terms, n: Term, count: usize) -> Term {
    let least = match count {
        0 => Int::ZERO,
        _ => (0..count).fold(Int::ONE, |power, _| &power * &Int::from(10)),
    };
    let least = terms.int(least);
    terms.ge(n, least)
}

impl Numerals {
    /// For each number of digits of a numeral whether `c` holds, with a case without letters for each, if `c` depends on nothing else.
    pub(super) fn decide(
        &self,
        terms: &Terms,
        c: Term,
        limits: &Limits<'_>,
    ) -> Result<Option<(Cases, Vec<bool>)>, Stop> {
        debug_assert!(terms.sort(c) == Sort::Bool, "no condition");
        if self.told.is_empty() {
            return Ok(None);
        }
        let all = terms.post_order_within(&[c], limits.budget())?;
        limits.charge(all.len() as u64)?;
        let Some(length) = all.iter().find_map(|t| self.told.get(t)) else { return Ok(None) };
        let (numeral, Some(empty)) = (&self.by_length[length], self.no_letters(*length)) else {
            return Ok(None);
        };
        let mut holds = Vec::with_capacity(empty.words.len());
        for count in (empty.least..).take(empty.words.len()) {
            limits.charge(all.len() as u64)?;
            let bounds = numeral.more.iter().enumerate();
            let mut values: FxHashMap<Term, Value> =
                bounds.map(|(i, &f)| (f, Value::Bool(i < count))).collect();
            for &t in &all {
                if !values.contains_key(&t)
                    && let Some(value) = value(terms, t, &values)
                {
                    values.insert(t, value);
                }
            }
            let Some(&Value::Bool(value)) = values.get(&c) else { return Ok(None) };
            holds.push(value);
        }
        Ok(Some((empty, holds)))
    }
}

/// The value of `t`, if those that are known of its arguments decide it.
fn value(terms: &Terms, t: Term, values: &FxHashMap<Term, Value>) -> Option<Value> {
    let (op, args) = (terms.op(t), terms.args(t));
    let truth = |t: &Term| match values.get(t) {
        Some(Value::Bool(holds)) => Some(*holds),
        _ => None,
    };
    if let Some(n) = terms.int_value(t) {
        return Some(Value::Int(n.clone()));
    }
    if matches!(op, Op::True | Op::False) {
        return Some(Value::Bool(op == Op::True));
    }
    if op == Op::Ite {
        let chosen = if truth(&args[0])? { args[1] } else { args[2] };
        return values.get(&chosen).cloned();
    }
    if op == Op::Not {
        return truth(&args[0]).map(|holds| Value::Bool(!holds));
    }
    if matches!(op, Op::And | Op::Or) {
        let is_decided = args.iter().any(|a| truth(a) == Some(op == Op::Or));
        let is_known = is_decided || args.iter().all(|a| truth(a).is_some());
        return is_known.then_some(Value::Bool(is_decided == (op == Op::Or)));
    }
    let number = |t: &Term| match values.get(t) {
        Some(Value::Int(n)) => Some(n),
        _ => None,
    };
    if matches!(op, Op::Add | Op::Mul) {
        let mut numbers = args.iter().map(number);
        let first = numbers.next()??.clone();
        let join = |a: &Int, b: &Int| if op == Op::Add { a + b } else { a * b };
        return numbers.try_fold(first, |all, n| Some(join(&all, n?))).map(Value::Int);
    }
    let &[a, b] = args else { return None };
    let (a, b) = (number(&a)?, number(&b)?);
    let compared =
        [(Op::Eq, a == b), (Op::Ge, a >= b), (Op::Gt, a > b), (Op::Le, a <= b), (Op::Lt, a < b)];
    compared.into_iter().find(|(known, _)| *known == op).map(|(_, holds)| Value::Bool(holds))
}

#[cfg(test)]
mod tests {
    use super::super::super::brute::{hold, ints, models};
    use super::*;
    use base::{Budget, SplitMix64};
    use terms::model::Model;

    /// A condition on a number of digits, but for one in ten of its atoms, which reads the number.
    fn condition(terms: &mut Terms, n: Term, length: Term, random: &mut SplitMix64) -> Term {
        let mut all: Vec<Term> = Vec::new();
        for _ in 0..1 + random.below(4) {
            let count = terms.int(random.below(5) as u64);
            let parts = [0, 1, 2].map(|_| all.get(random.below(4)).copied());
            let f = match (random.below(10), parts) {
                (0, _) => terms.ge(n, count),
                (1, _) => terms.eq(length, count),
                (2, _) => has_more(terms, n, random.below(4)),
                (3 | 4, [Some(a), Some(b), _]) => terms.and(&[a, b]),
                (5 | 6, [Some(a), Some(b), _]) => terms.or(&[a, b]),
                (7 | 8, [Some(c), _, _]) => {
                    let twice = terms.scale(2, length);
                    let choice = terms.ite(c, twice, count);
                    terms.le(choice, length)
                }
                _ => terms.lt(length, count),
            };
            all.extend([f, terms.not(f)]);
        }
        all[all.len() - 1 - random.below(2)]
    }

    #[test]
    fn conditions_on_digits_hold_for_all_numbers_that_have_as_many() {
        let (mut random, budget) = (SplitMix64::new(11), Budget::unlimited());
        let mut decided = 0;
        for _ in 0..1_000 {
            let mut terms = Terms::new();
            let n = terms.fresh("n", Sort::Int);
            let least = random.below(3);
            let codes = [0, 1, 2].map(|_| terms.fresh("code", Sort::Int));
            let [zero, one] = [0, 1].map(|n| terms.int(n));
            let mut summands = vec![terms.int(least as u64)];
            for count in least..codes.len() {
                let more = has_more(&mut terms, n, count);
                summands.push(terms.ite(more, one, zero));
            }
            let length = terms.add(&summands);
            let mut numerals = Numerals::default();
            numerals.enter(&mut terms, length, n, &codes, least);
            let c = condition(&mut terms, n, length, &mut random);
            let found = numerals.decide(&terms, c, &Limits::none(&budget)).unwrap();
            let Some((cases, holds)) = found else { continue };
            decided += 1;
            for (count, holds) in (cases.least..).zip(holds) {
                let numbers = [&[-7, -1][..], &[0, 4, 9], &[10, 57, 99], &[100, 345, 999]][count];
                let tried = [(n, ints(numbers.iter().copied()))];
                let is_said = |model: &Model| hold(&terms, model, &[c]) == holds;
                assert!(models(&terms, &tried).iter().all(is_said), "of {count} digits");
            }
        }
        assert!(decided > 500, "{decided} decided");
    }
}
