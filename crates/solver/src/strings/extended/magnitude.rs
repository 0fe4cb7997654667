//! Comparisons between numbers of numerals, by their lengths and first digits.
//!
//! `3 * (str.to_int x) <= (str.to_int y)` has no end of values to try when nothing bounds the lengths of `x`
//! and `y`: bounds on each number alone ([`numerals`](super::numerals)) cut off one candidate after the other, and
//! every one has longer numerals. But the numbers are as large as the numerals are long, up to the first digits. If
//! the candidate violates an inequality by that much, so does each candidate with those first digits, at all
//! lengths that differ in the same way:
//!
//! * a numeral of `l` characters that begins with the `r` digits of `p > 0`, or of something greater, is at least `p * 10^(l-r)`;
//! * so is one with zeros before these digits, which count as digits then;
//! * one that begins with the `r` digits of `q`, or of something less, is below `(q + 1) * 10^(l-r)`;
//! * any numeral is below `10^l`.
//!
//! With `l` the length of the longest numeral on the larger side and the others' lengths at most or at least
//! `l + e`, the inequality is false if `d * 10^l > c * l + k` for numbers `d`, `c` and `k` that do not depend on `l`, and
//! so for all `l` from some on. The lemma says so, with as few digits and differences as weak as the proof allows.
//!
//! Büchi's automata over digits would decide inequalities and memberships together, but not with lengths, and their
//! states are multiplied by every numeral. A few digits decide all but the closest comparisons.

use super::candidate::Candidate;
use super::reduction::Reduction;
use super::{learn, patterns};
use crate::engine::Engine;
use crate::theory::inference::InferenceId;
use base::Int;
use base::minimize::{Trial, minimize};
use base::signed;
use rewrite::LinearSum;
use std::convert::Infallible;
use terms::value::Word;
use terms::{Op, Sort, Term, Terms};

/// `larger <= smaller + constant`, an inequality that `literal` and `premises` imply.
struct Inequality {
    literal: Term,
    premises: Vec<Term>,
    larger: Vec<Numeral>,
    smaller: Vec<Numeral>,
    /// Lengths on the smaller side, with their factors and values.
    lengths: Vec<(Term, Int, Int)>,
    constant: Int,
    /// Differences of lengths beyond this do not matter.
    far: i64,
}

/// `factor * (str.to_int string)`, and the candidate's word for the string.
struct Numeral {
    string: Term,
    factor: Int,
    word: Word,
}

/// `factor * lead * 10^(l + shift - digits)`: a bound on a numeral whose length differs from `l` by `shift`.
#[derive(Clone)]
struct Bound<'a> {
    numeral: &'a Numeral,
    /// Whether the bound is one from below.
    below: bool,
    digits: usize,
    /// How many of the digits are zeros before the first other one; a bound from above does not care.
    zeros: usize,
    lead: Int,
    shift: i64,
}

/// Learns why inequalities between numerals are false; returns whether anything was new.
pub(super) fn compare(
    engine: &mut Engine<'_>,
    atoms: &[(Term, bool)],
    candidate: &Candidate,
) -> bool {
    let is_numeral = |&t: &Term| engine.res.terms.op(t) == Op::StrToInt;
    if !candidate.wrong.iter().any(is_numeral) {
        return false;
    }
    learn(engine, |cx| {
        for &(atom, value) in atoms {
            for (literal, sum) in non_negative_sums(cx.terms, atom, value) {
                if let Some(inequality) = Inequality::new(cx, candidate, literal, sum) {
                    inequality.explain(cx);
                }
            }
        }
    })
}

/// The sums that are not negative if `atom` has the value, each with the literal that says so.
fn non_negative_sums(terms: &mut Terms, atom: Term, value: bool) -> Vec<(Term, LinearSum)> {
    let is_number = |&t: &Term| terms.sort(t) == Sort::Int;
    if !terms.args(atom).first().is_some_and(is_number) {
        return Vec::new();
    }
    match (terms.op(atom), value) {
        (Op::Eq, true) => {
            let [a, b] = [0, 1].map(|i| rewrite::linear(terms, terms.arg(atom, i)));
            let difference = a.minus(&b);
            vec![(atom, difference.negated()), (atom, difference)]
        }
        (Op::Ge | Op::Gt | Op::Le | Op::Lt, true) => {
            vec![(atom, rewrite::non_negative(terms, atom))]
        }
        (Op::Ge | Op::Gt | Op::Le | Op::Lt, false) => {
            let opposite = rewrite::non_negative(terms, atom).negated().plus_int(-1);
            vec![(terms.not(atom), opposite)]
        }
        _ => Vec::new(),
    }
}

impl Inequality {
    /// `sum >= 0`, if a numeral is compared with others or with lengths; everything else is held at its value.
    fn new(
        cx: &mut Reduction<'_>,
        candidate: &Candidate,
        literal: Term,
        sum: LinearSum,
    ) -> Option<Inequality> {
        let mut it = Inequality {
            literal,
            premises: Vec::new(),
            larger: Vec::new(),
            smaller: Vec::new(),
            lengths: Vec::new(),
            constant: sum.constant,
            far: cx.budget.tunables().strings.magnitude_far,
        };
        for (t, factor) in sum.terms {
            match cx.terms.op(t) {
                Op::StrToInt => it.add_numeral(candidate, cx.terms.arg(t, 0), &factor)?,
                // Lengths are not negative.
                Op::StrLen if factor.is_negative() => {}
                Op::StrLen => it.lengths.push((t, factor, candidate.int(t)?.clone())),
                _ => it.hold(cx, t, &factor, candidate.int(t)?),
            }
        }
        let varies = !it.smaller.is_empty() || !it.lengths.is_empty();
        (!it.larger.is_empty() && varies).then_some(it)
    }

    fn add_numeral(&mut self, candidate: &Candidate, string: Term, factor: &Int) -> Option<()> {
        debug_assert!(!factor.is_zero(), "a numeral with factor 0");
        let numeral =
            Numeral { string, factor: factor.abs(), word: candidate.word(string)?.clone() };
        if !factor.is_negative() {
            self.smaller.push(numeral);
            return Some(());
        }
        // A numeral is -1 at least, and so much is it worth if it bounds nothing.
        self.constant = &self.constant + &numeral.factor;
        if numeral.is_significant(self.far) {
            self.larger.push(numeral);
        }
        Some(())
    }

    /// `t` is at most its value, or at least, if it is on the larger side.
    fn hold(&mut self, cx: &mut Reduction<'_>, t: Term, factor: &Int, value: &Int) {
        self.constant = &self.constant + &(factor * value);
        let value = cx.terms.int(value.clone());
        let bound = match factor.is_negative() {
            true => cx.terms.ge(t, value),
            false => cx.terms.le(t, value),
        };
        self.premises.push(bound);
    }

    /// Learns why the inequality is false, if it is by far.
    fn explain(&self, cx: &mut Reduction<'_>) {
        let longest = |n: &&Numeral| (n.word.len(), n.factor.clone());
        let Some(pivot) = self.larger.iter().max_by_key(longest) else { return };
        let tunables = &cx.budget.tunables().strings;
        if pivot.word.len() < tunables.magnitude_length {
            return;
        }
        let proof =
            (0..=tunables.leading_digits).find_map(|digits| Proof::new(self, pivot, digits));
        if let Some(mut proof) = proof {
            proof.generalize();
            debug_assert!(proof.holds(), "a proof no longer holds after it was weakened");
            let Some(more) = proof.premises(cx.terms) else { return };
            let premises = [&self.premises[..], &more].concat();
            let conclusion = cx.terms.not(self.literal);
            cx.imply(InferenceId::ExtfMagnitude, &premises, &[conclusion]);
        }
    }
}

impl Numeral {
    /// The number of the first `digits` characters, if there are so many and all are digits, also those that follow.
    fn leading(&self, digits: usize) -> Option<Int> {
        let mut number = Int::ZERO;
        for (i, &c) in self.word.iter().enumerate() {
            let digit = char::from_u32(c)?.to_digit(10)?;
            if i < digits {
                number = &(&number * &Int::from(10)) + &Int::from(digit);
            }
        }
        (digits <= self.word.len()).then_some(number)
    }

    /// Whether it is a number above 0, without too many zeros before it.
    fn is_significant(&self, far: i64) -> bool {
        let zeros = self.zeros();
        signed(zeros) < far && self.leading(zeros + 1).is_some_and(|n| n.is_positive())
    }

    fn zeros(&self) -> usize {
        self.word.iter().take_while(|&&c| c == u32::from('0')).count()
    }

    /// How much longer it is than `length`.
    fn longer_than(&self, length: usize) -> i64 {
        signed(self.word.len()) - signed(length)
    }
}

/// Bounds that contradict an inequality.
struct Proof<'a> {
    /// The numeral to whose length the others are compared.
    pivot: &'a Numeral,
    /// The first is the pivot's.
    bounds: Vec<Bound<'a>>,
    /// Lengths and how many times that of the pivot they are at most.
    lengths: Vec<(Term, Int)>,
    /// The sum of those bounds is so many times the length of the pivot.
    slope: Int,
    constant: &'a Int,
    far: i64,
}

impl<'a> Proof<'a> {
    /// The proof by so many first digits, if there is one; by 0, it is enough where the larger side's numbers begin.
    fn new(of: &'a Inequality, pivot: &'a Numeral, digits: usize) -> Option<Proof<'a>> {
        let length = pivot.word.len().max(1);
        if of.smaller.iter().any(|n| n.longer_than(length) > of.far) {
            return None;
        }
        let is_near = |n: &&Numeral| n.longer_than(length) >= -of.far && !std::ptr::eq(*n, pivot);
        let larger = std::iter::once(pivot).chain(of.larger.iter().filter(is_near));
        let below = larger.map(|n| Bound::below(n, digits, n.longer_than(length)));
        let above =
            of.smaller.iter().map(|n| Bound::above(n, digits, n.longer_than(length).max(-of.far)));
        let times = |value: &Int| value.div_ceil(&Int::from(length as u64));
        let lengths = of.lengths.iter().map(|(t, _, value)| (*t, times(value))).collect();
        let slopes = of.lengths.iter().map(|(_, factor, value)| factor * &times(value));
        let proof = Proof {
            pivot,
            bounds: below.chain(above).collect(),
            lengths,
            slope: slopes.fold(Int::ZERO, |sum, slope| &sum + &slope),
            constant: &of.constant,
            far: of.far,
        };
        debug_assert!(
            std::ptr::eq(proof.bounds[0].numeral, pivot) && proof.bounds[0].shift == 0,
            "the first bound is not that of the numeral to which the others are compared"
        );
        proof.holds().then_some(proof)
    }

    /// The least length of the pivot from which the bounds contradict the inequality. Once they do so they always
    /// do, since a power grows faster than a line.
    fn shortest(&self) -> Option<usize> {
        let scale = self.bounds.iter().map(|b| signed(b.digits) - b.shift).max()?.max(0);
        let summands = self.bounds.iter().map(|b| b.scaled(scale));
        let mut difference = summands.fold(Int::ZERO, |sum, summand| &sum + &summand);
        if !difference.is_positive() {
            return None;
        }
        let mut rest = self.constant.clone().max(Int::ZERO);
        (1..=self.pivot.word.len()).find(|_| {
            difference = &difference * &Int::from(10);
            rest = &rest + &self.slope;
            difference > &rest * &power(scale)
        })
    }

    fn holds(&self) -> bool {
        self.shortest().is_some()
    }

    /// Leaves out and weakens what it can.
    fn generalize(&mut self) {
        let all = self.bounds.clone();
        let chosen = |kept: &[usize]| kept.iter().map(|&at| all[at].clone()).collect();
        let attempts = (1..all.len()).rev().filter(|&at| all[at].below);
        let Ok(kept) = minimize(all.len(), attempts, |kept, _| {
            self.bounds = chosen(kept);
            Ok::<_, Infallible>(Trial::from(self.holds()))
        });
        self.bounds = chosen(&kept);
        for i in 1..self.bounds.len() {
            let weaker = if self.bounds[i].below { -1 } else { 1 };
            while self.holds() && self.bounds[i].shift >= -self.far {
                self.bounds[i].shift += weaker;
            }
            self.bounds[i].shift -= weaker;
        }
        for i in (0..self.bounds.len()).rev() {
            (0..self.bounds[i].digits).rev().for_each(|place| self.round(i, signed(place)));
        }
    }

    /// Weakens the first digits of a bound at one place as far as possible.
    fn round(&mut self, i: usize, place: i64) {
        let bound = &self.bounds[i];
        let step = if bound.below { -&power(place) } else { power(place) };
        let (digits, zeros) = (signed(bound.digits), signed(bound.zeros));
        let (least, most) = (power(digits - zeros - 1), power(digits));
        loop {
            let weaker = &self.bounds[i].lead + &step;
            if self.bounds[i].below && weaker < least || weaker > most {
                return;
            }
            let lead = std::mem::replace(&mut self.bounds[i].lead, weaker);
            if !self.holds() {
                self.bounds[i].lead = lead;
                return;
            }
        }
    }

    /// What the proof rests on besides the inequality: first digits and differences of lengths.
    fn premises(&self, terms: &mut Terms) -> Option<Vec<Term>> {
        let length = terms.len_of(self.pivot.string);
        let shortest = terms.int(self.shortest()?);
        let mut premises = vec![terms.ge(length, shortest)];
        for (i, bound) in self.bounds.iter().enumerate() {
            premises.extend(bound.front(terms));
            if i > 0 {
                premises.push(bound.length(terms, length));
            }
        }
        for (other, times) in &self.lengths {
            let most = terms.scale(times.clone(), length);
            premises.push(terms.le(*other, most));
        }
        Some(premises)
    }
}

impl<'a> Bound<'a> {
    fn below(numeral: &'a Numeral, digits: usize, shift: i64) -> Bound<'a> {
        let zeros = numeral.zeros();
        let all = (zeros + digits).min(numeral.word.len());
        let (digits, lead) = match numeral.leading(all) {
            Some(lead) if digits > 0 => (all, lead),
            _ => (zeros + 1, Int::ONE),
        };
        debug_assert!(
            lead.is_positive() && digits > zeros,
            "a bound from below that is not positive"
        );
        Bound { numeral, below: true, digits, zeros, lead, shift }
    }

    fn above(numeral: &'a Numeral, digits: usize, shift: i64) -> Bound<'a> {
        let digits = digits.min(numeral.word.len());
        let (digits, most) = numeral.leading(digits).map_or((0, Int::ZERO), |most| (digits, most));
        let lead = &most + &Int::ONE;
        Bound { numeral, below: false, digits, zeros: 0, lead, shift }
    }

    /// The bound without the power of `l`, times `10^scale`; from above it is subtracted.
    fn scaled(&self, scale: i64) -> Int {
        let factor = &self.numeral.factor * &self.lead;
        let scaled = &factor * &power(scale + self.shift - signed(self.digits));
        if self.below { scaled } else { -&scaled }
    }

    /// What the first digits must be, if that matters.
    fn front(&self, terms: &mut Terms) -> Option<Term> {
        let language = match (self.below, self.digits) {
            (false, 0) => return None,
            (false, n) => patterns::digits_at_most(terms, &(&self.lead - &Int::ONE), n),
            (true, n) => patterns::digits_at_least(terms, &self.lead, n),
        };
        Some(terms.in_re(self.numeral.string, language))
    }

    /// How the length is to compare with that of the pivot.
    fn length(&self, terms: &mut Terms, pivot: Term) -> Term {
        let shift = terms.int(self.shift);
        let (own, other) = (terms.len_of(self.numeral.string), terms.add(&[pivot, shift]));
        if self.below { terms.ge(own, other) } else { terms.le(own, other) }
    }
}

/// `10^exponent`, for exponents that are not negative.
fn power(exponent: i64) -> Int {
    debug_assert!(exponent >= 0, "a power below 1");
    Int::from(10).pow(u32::try_from(exponent).unwrap_or(0))
}

#[cfg(test)]
mod tests;
