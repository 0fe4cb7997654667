//! Linear statements about numerals and their lengths: what the first digits and the lengths say of how large they are.
//!
//! Ten to the length of a string is a term: the number of 1 and as many zeros. Numerals are between multiples of these powers, the powers
//! are ordered as the lengths are, and lie above lines through two of their neighbours. All of that is linear, so arithmetic does the
//! rest. The alternative, a rule of the checker for exponentials, would have to be trusted.

use crate::axioms::{Instance, pieces};
use crate::lengths::{Lengths, Sum};
use crate::proof::{Literal, Proof};
use crate::words::Node;
use terms::{Op, Term};

/// Numerals in a clause; of more, nothing is said.
const MAX_NUMERALS: usize = 5;

/// What a try costs, as so many commands.
const MAGNITUDE_COMMANDS: usize = 40;

/// The largest power of ten that is written.
const MAX_POWER: usize = 15;

/// The steps and facts that are collected for one clause.
#[derive(Default)]
struct Known {
    node: Node,
    hints: Vec<String>,
}

impl Proof<'_> {
    /// A clause about numerals and their lengths.
    pub(crate) fn by_magnitudes(&mut self, lits: &[Literal]) -> Option<String> {
        let numerals = self.numerals(lits);
        if numerals.is_empty() || numerals.len() > MAX_NUMERALS || !self.may(MAGNITUDE_COMMANDS) {
            return None;
        }
        let mut known = Known::default();
        for &(t, positive) in lits {
            known.node.note((t, !positive));
        }
        for &s in &numerals {
            let _ = self.bounds_of_language(&mut known.node, s, &mut known.hints);
        }
        for &s in &numerals {
            self.between_powers(s, lits, &mut known);
            for &t in numerals.iter().filter(|&&t| t != s) {
                self.longer_by(s, t, &mut known);
            }
        }
        // With all facts, elimination may have too many lines.
        let mut end = self.contradiction(&known);
        if end.is_none() {
            numerals.iter().for_each(|&s| self.growth(s, &mut known));
            end = self.contradiction(&known);
        }
        known.hints.push(end?);
        self.rup(lits, &known.hints)
    }

    fn contradiction(&mut self, known: &Known) -> Option<String> {
        let clause: Vec<Literal> = known.node.facts().iter().map(|&(t, p)| (t, !p)).collect();
        self.by_arithmetic(&clause).or_else(|| self.by_orders(&clause))
    }

    /// The strings whose numbers the clause speaks of.
    fn numerals(&self, lits: &[Literal]) -> Vec<Term> {
        let roots: Vec<Term> = lits.iter().map(|l| l.0).collect();
        let all = self.terms.post_order(&roots);
        let numbers = all.into_iter().filter(|&t| self.terms.op(t) == Op::StrToInt);
        numbers.map(|t| self.terms.arg(t, 0)).collect()
    }

    /// Ten to the length of `s`.
    fn power(&mut self, s: Term) -> Term {
        let (any, zero) = (self.terms.mk(Op::ReAllChar, &[]), self.terms.string(&[48]));
        let zeros = self.terms.mk(Op::StrReplaceReAll, &[s, any, zero]);
        let one = self.terms.string(&[49]);
        let numeral = self.terms.concat(&[one, zeros]);
        self.terms.mk(Op::StrToInt, &[numeral])
    }

    /// The length of `s`, as a sum.
    fn length_of(&mut self, s: Term) -> Sum {
        let pieces = pieces(self.terms, s);
        Sum::length(self.terms, &pieces)
    }

    /// The numeral of 10 to the power `n`, and its number.
    fn ten_to(&mut self, n: usize) -> (Term, Term) {
        let digits: Vec<u32> = std::iter::once(49).chain(std::iter::repeat_n(48, n)).collect();
        (self.terms.string(&digits), self.terms.int(10_i64.pow(n as u32)))
    }

    /// The fact `a*x >= b*y + c`.
    fn at_least(&mut self, (a, x): (i64, Term), (b, y): (i64, Term), c: i64) -> Literal {
        let (a, b, c) = (self.terms.int(a), self.terms.int(b), self.terms.int(c));
        let (left, right) = (self.terms.mk(Op::Mul, &[a, x]), self.terms.mk(Op::Mul, &[b, y]));
        let right = self.terms.add(&[right, c]);
        (self.terms.ge(left, right), true)
    }

    /// Notes what an axiom gives; the premises are known.
    fn note(&mut self, axiom: Instance, premises: &[Literal], fact: Literal, known: &mut Known) {
        if let Some(names) = self.by_instance(&axiom, premises, &[fact]) {
            known.hints.extend(names);
            known.node.note(fact);
        }
    }

    /// The number of `s` is less than ten to its length, and the first digit says more.
    fn between_powers(&mut self, s: Term, lits: &[Literal], known: &mut Known) {
        let power = self.power(s);
        let number = self.terms.mk(Op::StrToInt, &[s]);
        let below = self.at_least((1, power), (1, number), 1);
        self.note(Instance { name: "int-below", args: vec![s] }, &[], below, known);
        let is_member =
            |l: &Literal| self.terms.op(l.0) == Op::StrInRe && self.terms.arg(l.0, 0) == s;
        if !lits.iter().any(is_member) {
            return;
        }
        if let Some((digit, premise)) = self.first_digit(s, lits, true, known) {
            let least = self.at_least((10, number), (digit.1, power), 0);
            let axiom = Instance { name: "int-lead", args: vec![s, digit.0] };
            self.note(axiom, &[premise], least, known);
        }
        if let Some((digit, premise)) = self.first_digit(s, lits, false, known) {
            let most = self.at_least((digit.1 + 1, power), (10, number), 1);
            let axiom = Instance { name: "int-lead-below", args: vec![s, digit.0] };
            self.note(axiom, &[premise], most, known);
        }
    }

    /// A digit such that the first one of `s` is at least it, or at most, if that excludes some; and the membership that says so.
    fn first_digit(
        &mut self,
        s: Term,
        lits: &[Literal],
        is_lower: bool,
        known: &mut Known,
    ) -> Option<((Term, i64), Literal)> {
        let digits: Vec<u32> = if is_lower { (1..10).rev().collect() } else { (0..9).collect() };
        let range = |p: &mut Self, low: u32, high: u32| {
            let (low, high) = (p.terms.string(&[48 + low]), p.terms.string(&[48 + high]));
            p.terms.mk(Op::ReRange, &[low, high])
        };
        let any = range(self, 0, 9);
        let any = self.terms.mk(Op::ReStar, &[any]);
        for d in digits {
            let first = if is_lower { range(self, d, 9) } else { range(self, 0, d) };
            let language = self.terms.mk(Op::ReConcat, &[first, any]);
            let member = (self.terms.in_re(s, language), true);
            let mut clause = lits.to_vec();
            clause.push(member);
            if let Some(name) = self.step(&clause, "lang") {
                known.hints.push(name);
                return Some(((self.terms.string(&[48 + d]), i64::from(d)), member));
            }
        }
        None
    }

    /// Powers of ten lie above lines through two neighbours, and below a value if the length does.
    fn growth(&mut self, s: Term, known: &mut Known) {
        let length = self.length_of(s);
        let mut lengths = Lengths::new(self.terms, &known.node.facts());
        let (power, size) = (self.power(s), self.terms.len_of(s));
        let (mut least, mut used) = (0, Vec::new());
        while least < MAX_POWER {
            let above = length.clone().minus(&Sum::number(least as i128 + 1));
            let Some(from) = lengths.imply(self.terms, &above) else { break };
            (least, used) = (least + 1, from);
        }
        let bound = self.terms.int(least as i64);
        let fact = (self.terms.ge(size, bound), true);
        self.note_length(&used, fact, known);
        for n in [least, least + 1] {
            let (numeral, value) = self.ten_to(n);
            let (nine, rest) = (self.terms.int(9), self.terms.int(1 - 9 * n as i64));
            let line = self.terms.mk(Op::Mul, &[nine, size]);
            let line = self.terms.add(&[line, rest]);
            let line = self.terms.mk(Op::Mul, &[value, line]);
            let fact = (self.terms.ge(power, line), true);
            self.note(Instance { name: "power-growth", args: vec![s, numeral] }, &[], fact, known);
        }
        let most = (least..MAX_POWER).find_map(|n| {
            let below = Sum::number(n as i128).minus(&length);
            Some((n, lengths.imply(self.terms, &below)?))
        });
        let Some((n, used)) = most else { return };
        let (numeral, value) = self.ten_to(n);
        let number = self.terms.int(n as i64);
        let premise = (self.terms.ge(number, size), true);
        if self.note_length(&used, premise, known) {
            let fact = (self.terms.ge(value, power), true);
            let axiom = Instance { name: "power-below", args: vec![s, numeral] };
            self.note(axiom, &[premise], fact, known);
        }
    }

    /// Notes what other facts say of lengths; whether that can be shown.
    fn note_length(&mut self, used: &[Literal], fact: Literal, known: &mut Known) -> bool {
        let name = self.conclude(used, Some(fact));
        known.hints.extend(name.clone());
        if name.is_some() {
            known.node.note(fact);
        }
        name.is_some()
    }

    /// As `s` has more letters than `t`, ten to its length is so many times as large.
    fn longer_by(&mut self, s: Term, t: Term, known: &mut Known) {
        let mut lengths = Lengths::new(self.terms, &known.node.facts());
        let [left, right] = [s, t].map(|s| self.length_of(s));
        let difference = left.minus(&right);
        let mut found = None;
        for n in 0..=MAX_POWER {
            let more = difference.clone().minus(&Sum::number(n as i128));
            match lengths.imply(self.terms, &more) {
                Some(used) => found = Some((n, used)),
                None => break,
            }
        }
        let Some((n, used)) = found else { return };
        let [longer, shorter] = [s, t].map(|s| self.terms.len_of(s));
        let by = self.terms.int(n as i64);
        let shorter = self.terms.add(&[shorter, by]);
        let premise = (self.terms.ge(longer, shorter), true);
        if !self.note_length(&used, premise, known) {
            return;
        }
        let (numeral, value) = self.ten_to(n);
        let (larger, smaller) = (self.power(s), self.power(t));
        let smaller = self.terms.mk(Op::Mul, &[value, smaller]);
        let fact = (self.terms.ge(larger, smaller), true);
        self.note(
            Instance { name: "power-order", args: vec![s, t, numeral] },
            &[premise],
            fact,
            known,
        );
    }
}
