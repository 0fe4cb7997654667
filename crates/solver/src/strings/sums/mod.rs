//! Equations between numbers of numerals, by their last digits.
//!
//! `8 * (str.to_int x) + 45 = (str.to_int y) - 7 * (str.to_int z)` with `y` in `(929)+` and `z` in `(984|5)+` has no
//! solution: the last two digits cannot fit. Neither bounds on numbers nor first digits ([`magnitude`](super::extended)) see
//! that, and words longer than any candidate are left to try. [`automata::digits`] reads the numerals from their ends,
//! with the languages that they are members of, and knows after a few states.
//!
//! Of other integers only the factors count, as lengths are as free as the words are. With `m` their greatest common divisor, they
//! sum up to any multiple of `m`, and so to `m` times the difference of two numerals of any language: `6 * (str.len y) =
//! (str.to_int x) + 191` has no solution with `x` in `(597)+`, whose numbers are multiples of 3. A string without numerals in its
//! languages has the number -1.
//!
//! Where there are no other integers, the numerals that are found solve the equation. Whatever else is asserted, they are tried in the
//! place of the candidate's: bounds and lengths alone find the digits of a sum one by one, each with the carry of the next.

pub(super) mod memo;

use crate::engine::Engine;
use crate::strings::facts::Facts;
use crate::strings::round::Round;
use crate::theory::inference::InferenceId;
use crate::theory::verdict::Verdict;
use automata::digits::{Summand, solve};
use automata::{Re, Regexes};
use base::minimize::{Trial, minimize};
use base::{Int, Interrupted, Limits, affordable};
use rewrite::LinearSum;
use terms::value::Value;
use terms::{Op, Sort, Term, Terms};

/// `sum of factor * (str.to_int string) + constant = 0`, up to multiples of the modulus.
struct Equation {
    literal: Term,
    /// The terms `(str.to_int string)` and their factors.
    numbers: Vec<(Term, i64)>,
    /// Which of them are -1.
    negative: Vec<bool>,
    constant: i128,
    /// 0 if there are no other integers.
    modulus: i64,
    members: Vec<Member>,
}

/// What is known of the numeral of a number.
#[derive(Clone)]
struct Member {
    /// The position of the number.
    number: usize,
    language: Re,
    literal: Term,
}

/// The name in the statistics.
const NAME: &str = "sums";

/// Numerals that solve an equation.
enum Solution {
    /// There are none.
    None,
    /// One for each summand.
    Words(Vec<Vec<u32>>),
    /// The search was too long.
    Unknown,
}

/// Refutes an equation by the languages of its numerals, or tries those that solve it.
pub(super) fn check(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let facts = &round.facts;
    for &(atom, _) in round.atoms.iter().filter(|(_, holds)| *holds) {
        let Some(equation) = Equation::new(engine, facts, atom) else { continue };
        let key = equation.literals().collect();
        if !engine.strings.sums.is_new(key) {
            continue;
        }
        let verdict = equation.decide(engine, round.values)?;
        if verdict != Verdict::Consistent {
            return Ok(verdict);
        }
    }
    Ok(Verdict::Consistent)
}

impl Equation {
    fn new(engine: &mut Engine<'_>, facts: &Facts, atom: Term) -> Option<Equation> {
        let terms = &*engine.res.terms;
        if terms.op(atom) != Op::Eq || terms.sort(terms.arg(atom, 0)) != Sort::Int {
            return None;
        }
        let [left, right] = [0, 1].map(|i| rewrite::linear(terms, terms.arg(atom, i)));
        let (sum, mut modulus) = without_remainders(terms, left.minus(&right));
        let mut numbers = Vec::new();
        for (t, factor) in sum.terms {
            debug_assert!(!factor.is_zero(), "a number without a factor is part of a sum");
            if terms.op(t) == Op::StrToInt {
                numbers.push((t, factor.to_i64()?));
            } else {
                modulus = modulus.gcd(&factor);
            }
        }
        let modulus = modulus.to_i64().filter(|&m| m != 1)?;
        let constant = i128::from(sum.constant.to_i64()?);
        let regexes = &mut engine.res.languages.regexes;
        let members = members(terms, regexes, facts, &numbers);
        let matters = !members.is_empty()
            && numbers.len() <= engine.res.budget.tunables().strings.sums_numerals;
        let negative = vec![false; numbers.len()];
        matters.then_some(Equation { literal: atom, numbers, negative, constant, modulus, members })
    }

    fn literals(&self) -> impl Iterator<Item = Term> {
        std::iter::once(self.literal).chain(self.members.iter().map(|m| m.literal))
    }

    fn decide(
        mut self,
        engine: &mut Engine<'_>,
        values: &sat::Context<'_>,
    ) -> Result<Verdict, Interrupted> {
        self.find_negative(engine)?;
        match self.solution(engine)? {
            Solution::None => self.refute(engine),
            Solution::Words(words)
                if self.modulus == 0 && self.try_words(engine, values, &words)? =>
            {
                engine.res.stats.decided_by(NAME);
                Ok(Verdict::Satisfied)
            }
            Solution::Words(_) | Solution::Unknown => Ok(Verdict::Consistent),
        }
    }

    /// Whether the judge accepts the candidate with these numerals for the constants that are read as numbers.
    fn try_words(
        &self,
        engine: &mut Engine<'_>,
        values: &sat::Context<'_>,
        words: &[Vec<u32>],
    ) -> Result<bool, Interrupted> {
        debug_assert_eq!(self.modulus, 0, "numerals solve the equation only up to multiples");
        let mut model = engine.model_so_far(values)?;
        let numerals: Vec<usize> = self.numerals().collect();
        debug_assert_eq!(numerals.len(), words.len(), "a numeral for each number that is not -1");
        for (i, word) in numerals.into_iter().zip(words) {
            let terms = &*engine.res.terms;
            let string = terms.arg(self.numbers[i].0, 0);
            let Op::Apply(fun) = terms.op(string) else { return Ok(false) };
            if !terms.args(string).is_empty() {
                return Ok(false);
            }
            model.set(fun, Value::Str(word.clone().into()));
        }
        engine.accepts_guess(model)
    }

    /// Learns that the equation contradicts the memberships.
    fn refute(mut self, engine: &mut Engine<'_>) -> Result<Verdict, Interrupted> {
        let all = std::mem::take(&mut self.members);
        let chosen = |kept: &[usize]| kept.iter().map(|&at| all[at].clone()).collect();
        let attempts = (0..all.len()).rev().take(engine.res.budget.tunables().strings.sums_drops);
        debug_assert!(
            all.iter().all(|m| m.number < self.numbers.len() && !self.negative[m.number]),
            "a numeral of no number, or of one that is -1"
        );
        let kept = minimize(all.len(), attempts, |kept, _| {
            self.members = chosen(kept);
            let solution = self.solution(engine)?;
            Ok(Trial::from(matches!(solution, Solution::None)))
        })?;
        self.members = chosen(&kept);
        let terms = &mut *engine.res.terms;
        let mut clause: Vec<Term> = self.literals().collect();
        clause.iter_mut().for_each(|t| *t = terms.not(*t));
        let zero = terms.int(0);
        for (&(n, _), &negative) in self.numbers.iter().zip(&self.negative) {
            clause.push(if negative { terms.ge(n, zero) } else { terms.lt(n, zero) });
        }
        engine.out.clause(terms, InferenceId::StringsSums, clause);
        Ok(Verdict::Progress)
    }

    /// Finds the numbers whose strings are no numerals, and puts -1 for them.
    fn find_negative(&mut self, engine: &mut Engine<'_>) -> Result<(), Interrupted> {
        for i in 0..self.numbers.len() {
            let factor = self.numbers[i].1;
            let any = Summand { factor: 0, language: self.language(engine, i) };
            if matches!(solution(engine, &[any], 0)?, Solution::None) {
                self.negative[i] = true;
                self.constant -= i128::from(factor);
            }
        }
        self.members.retain(|m| !self.negative[m.number]);
        Ok(())
    }

    fn language(&self, engine: &mut Engine<'_>, number: usize) -> Re {
        let known = self.members.iter().filter(|m| m.number == number).map(|m| m.language);
        let languages: Vec<Re> = std::iter::once(Re::ALL).chain(known).collect();
        engine.res.languages.regexes.inter(languages)
    }

    /// The numbers that are not -1.
    fn numerals(&self) -> impl Iterator<Item = usize> {
        (0..self.numbers.len()).filter(|&i| !self.negative[i])
    }

    /// Numerals of the numbers, and of what makes up for other integers.
    fn solution(&self, engine: &mut Engine<'_>) -> Result<Solution, Interrupted> {
        let summand =
            |i: usize| Summand { factor: self.numbers[i].1, language: self.language(engine, i) };
        let mut summands: Vec<Summand> = self.numerals().map(summand).collect();
        if self.modulus != 0 {
            let any = |factor| Summand { factor, language: Re::ALL };
            summands.extend([any(self.modulus), any(-self.modulus)]);
        }
        solution(engine, &summands, self.constant)
    }
}

/// `sum` with dividends instead of remainders of division by constants, from which they differ by multiples of the divisor; and what
/// all those differences are multiples of.
fn without_remainders(terms: &Terms, mut sum: LinearSum) -> (LinearSum, Int) {
    let mut modulus = Int::ZERO;
    while let Some(&(t, ref factor)) = sum.terms.iter().find(|(t, _)| divisor(terms, *t).is_some())
    {
        let (remainder, factor) = (LinearSum::var(t), factor.clone());
        let difference = rewrite::linear(terms, terms.arg(t, 0)).minus(&remainder);
        modulus = modulus.gcd(&(&factor * &divisor(terms, t).unwrap_or_default()));
        sum = sum.plus(&difference.scaled(&factor));
    }
    (sum, modulus)
}

/// The constant by which `t` is the remainder of a division.
fn divisor(terms: &Terms, t: Term) -> Option<Int> {
    let divisor = |by: Term| terms.int_value(by).filter(|by| !by.is_zero());
    if terms.op(t) == Op::Mod { divisor(terms.arg(t, 1)).cloned() } else { None }
}

fn solution(
    engine: &mut Engine<'_>,
    summands: &[Summand],
    constant: i128,
) -> Result<Solution, Interrupted> {
    let tunables = &engine.res.budget.tunables().strings;
    let spent = &mut engine.strings.sums.spent;
    let allowance = spent.allowance(tunables.sums_steps, tunables.sums_all_steps);
    let limits = Limits::new(engine.res.budget, allowance);
    let answer = solve(&mut engine.res.languages.regexes, summands, constant, &limits);
    spent.charge(allowance, &limits);
    let known = affordable(answer)?;
    Ok(known.map_or(Solution::Unknown, |words| words.map_or(Solution::None, Solution::Words)))
}

fn members(
    terms: &Terms,
    regexes: &mut Regexes,
    facts: &Facts,
    numbers: &[(Term, i64)],
) -> Vec<Member> {
    let mut members = Vec::new();
    for (number, &(n, _)) in numbers.iter().enumerate() {
        let string = terms.arg(n, 0);
        for m in facts.memberships.iter().filter(|m| m.subject == string) {
            let language = if m.positive { m.re } else { regexes.comp(m.re) };
            members.push(Member { number, language, literal: m.literal });
        }
    }
    members
}
