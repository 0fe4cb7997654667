//! The rule `bits`: the negated literals are circuits that a propositional refutation shows to contradict each other.
//!
//! Integers are two's complements with as many bits as they need: words, their functions by numbers and each other, codes of
//! letters. All else is a variable. Gates have two inputs, and are numbered as `docs/proofs.md` says. The refutation is a list of
//! clauses, each of which follows by unit propagation from what is there before it (Goldberg and Novikov, *Verification of proofs of
//! unsatisfiability for CNF formulas*, DATE 2003). The rule `taut` is the same without integers and without lemmas.

use crate::error::{Refusal, Result, refuse_if};
use crate::hash::Map;
use crate::term::{Op, Sort, Store, Term};
use num_bigint::BigInt;

/// A variable or its negation; the variable 1 is true.
type Bit = i32;

/// A two's complement, the sign last.
type Word = Vec<Bit>;

const TRUE: Bit = 1;
const FALSE: Bit = -1;

/// At most so many variables.
const MAX_BITS: Bit = 2_000_000;

/// At most so many bits of one number.
const MAX_WIDTH: usize = 2_000;

/// At most so many visits of clauses.
const MAX_VISITS: u64 = 300_000_000;

/// Circuits for terms.
#[derive(Debug)]
pub struct Circuits<'a> {
    store: &'a Store,
    /// The clauses of the gates, and what is stated.
    pub clauses: Vec<Vec<Bit>>,
    count: Bit,
    gates: Map<(bool, Bit, Bit), Bit>,
    bits: Map<Term, Bit>,
    words: Map<Term, Word>,
    quotients: Map<(Term, Term), (Word, Word)>,
}

impl<'a> Circuits<'a> {
    /// The circuits of a clause, whose literals are false; without integers, connectives only.
    pub fn of(store: &'a Store, clause: &[Term], integers: bool) -> Result<Circuits<'a>> {
        let mut c = Circuits {
            store,
            clauses: vec![vec![TRUE]],
            count: TRUE,
            gates: Map::default(),
            bits: Map::default(),
            words: Map::default(),
            quotients: Map::default(),
        };
        for t in store.post_order(clause) {
            match store.sort(t) {
                Sort::Bool => {
                    let bit = c.formula(t);
                    c.bits.insert(t, bit);
                }
                Sort::Int if integers => {
                    if let Some(word) = c.number(t) {
                        c.words.insert(t, trimmed(word));
                    }
                }
                _ => {}
            }
            if c.is_full() {
                return Err(Refusal::limit());
            }
        }
        c.clauses.extend(clause.iter().map(|l| vec![-c.bits[l]]));
        Ok(c)
    }

    /// Whether they contradict each other, as the lemmas show.
    pub fn are_refuted(self, lemmas: Vec<Vec<Bit>>) -> Result<bool> {
        refuted(self.count as usize + 1, self.clauses, lemmas)
    }

    /// Whether a limit is reached. What gates give then means nothing, and is not looked at.
    fn is_full(&self) -> bool {
        self.count >= MAX_BITS
    }

    fn fresh(&mut self) -> Bit {
        self.count = MAX_BITS.min(self.count + 1);
        self.count
    }

    fn inputs(&mut self, count: usize) -> Word {
        (0..count).map(|_| self.fresh()).collect()
    }

    /// The output of a gate, which has these clauses; there is one for each pair of inputs.
    fn gate<const N: usize>(
        &mut self,
        inputs: (bool, Bit, Bit),
        clauses: impl Fn(Bit) -> [Vec<Bit>; N],
    ) -> Bit {
        if let Some(&out) = self.gates.get(&inputs) {
            return out;
        }
        let out = self.fresh();
        if !self.is_full() {
            self.gates.insert(inputs, out);
            self.clauses.extend(clauses(out));
        }
        out
    }

    fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            _ if a == FALSE || b == FALSE || a == -b => FALSE,
            _ if a == TRUE || a == b => b,
            _ if b == TRUE => a,
            _ => self.gate((true, a, b), |out| [vec![-out, a], vec![-out, b], vec![out, -a, -b]]),
        }
    }

    fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let sign = a.signum() * b.signum();
        let (a, b) = (a.abs().min(b.abs()), a.abs().max(b.abs()));
        let clauses =
            |out: Bit| [[-out, a, b], [-out, -a, -b], [out, -a, b], [out, a, -b]].map(Vec::from);
        let out = match (a, b) {
            _ if a == b => FALSE,
            (TRUE, _) => -b,
            _ => self.gate((false, a, b), clauses),
        };
        out * sign
    }

    fn or(&mut self, a: Bit, b: Bit) -> Bit {
        -self.and(-a, -b)
    }

    fn choice(&mut self, c: Bit, a: Bit, b: Bit) -> Bit {
        if a == b {
            return a;
        }
        let (yes, no) = (self.and(c, a), self.and(-c, b));
        self.or(yes, no)
    }

    /// `a + b + carry`.
    fn sum(&mut self, a: &[Bit], b: &[Bit], mut carry: Bit) -> Word {
        let mut out = Word::new();
        for i in 0..=a.len().max(b.len()) {
            let (x, y) = (bit(a, i), bit(b, i));
            let differ = self.xor(x, y);
            out.push(self.xor(differ, carry));
            let (both, passed) = (self.and(x, y), self.and(differ, carry));
            carry = self.or(both, passed);
        }
        self.bounded(trimmed(out))
    }

    fn difference(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let b: Word = b.iter().map(|&bit| -bit).collect();
        self.sum(a, &b, TRUE)
    }

    fn bounded(&mut self, word: Word) -> Word {
        if word.len() > MAX_WIDTH {
            self.count = MAX_BITS;
        }
        if self.is_full() { vec![FALSE] } else { word }
    }

    fn product(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let is_number = a.iter().all(|&bit| bit.abs() == TRUE);
        let (a, b) = if is_number { (b, a) } else { (a, b) };
        let mut out = vec![FALSE];
        for (i, &factor) in b.iter().enumerate() {
            let mut row = vec![FALSE; i];
            row.extend(a.iter().map(|&bit| self.and(bit, factor)));
            let is_last = i + 1 == b.len();
            out = if is_last { self.difference(&out, &row) } else { self.sum(&out, &row, FALSE) };
        }
        out
    }

    fn at_least(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let difference = self.difference(a, b);
        -difference[difference.len() - 1]
    }

    fn equal(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        (0..a.len().max(b.len())).fold(TRUE, |all, i| {
            let differ = self.xor(bit(a, i), bit(b, i));
            self.and(all, -differ)
        })
    }

    /// The bit that a formula is.
    fn formula(&mut self, t: Term) -> Bit {
        let args = self.store.args(t);
        let words = self.words_of(args).unwrap_or_default();
        let parts: Option<Vec<Bit>> = args.iter().map(|a| self.bits.get(a).copied()).collect();
        let parts = parts.unwrap_or_default();
        match (self.store.op(t), &words[..], &parts[..]) {
            (Op::Eq, [a, b], _) => self.equal(a, b),
            (Op::Ge, [a, b], _) => self.at_least(a, b),
            (Op::True, ..) => TRUE,
            (Op::False, ..) => FALSE,
            (Op::Not, _, &[a]) => -a,
            (Op::And, _, [_, ..]) => parts.iter().fold(TRUE, |all, &a| self.and(all, a)),
            (Op::Or, _, [_, ..]) => parts.iter().fold(FALSE, |any, &a| self.or(any, a)),
            (Op::Eq, _, &[a, b]) => -self.xor(a, b),
            (Op::Ite, _, &[c, a, b]) => {
                let out = self.choice(c, a, b);
                // What both are, whatever the condition is.
                self.clauses.extend([vec![out, -a, -b], vec![-out, a, b]]);
                out
            }
            _ => self.fresh(),
        }
    }

    fn words_of(&self, args: &[Term]) -> Option<Vec<Word>> {
        args.iter().map(|a| self.words.get(a).cloned()).collect()
    }

    /// The word that an integer is; none if it has no bound.
    fn number(&mut self, t: Term) -> Option<Word> {
        let args = self.store.args(t);
        match (self.store.op(t), args) {
            (Op::Int(n), _) if n.bits() < MAX_WIDTH as u64 => return Some(constant(n)),
            (Op::Image, &[word]) => {
                let &Sort::Bits(width) = self.store.sort(word) else { return None };
                let mut word = self.inputs(width as usize);
                word.push(FALSE);
                return Some(self.bounded(word));
            }
            // At least -1, and less than 2 to the power of 18.
            (Op::ToCode, _) => return Some(self.inputs(19)),
            (Op::Ite, &[c, a, b]) => {
                let (c, words) = (self.bits[&c], self.words_of(&[a, b])?);
                return Some(self.bitwise(&words[0], &words[1], |s, a, b| s.choice(c, a, b)));
            }
            _ => {}
        }
        let words = self.words_of(args)?;
        let (first, rest) = words.split_first()?;
        Some(match (self.store.op(t), rest) {
            (Op::Add, _) => rest.iter().fold(first.clone(), |sum, w| self.sum(&sum, w, FALSE)),
            (Op::Sub, []) => self.difference(&[FALSE], first),
            (Op::Sub, _) => rest.iter().fold(first.clone(), |rest, w| self.difference(&rest, w)),
            (Op::Mul, _) => rest.iter().fold(first.clone(), |all, w| self.product(&all, w)),
            (Op::BitAnd, [second]) => self.bitwise(first, second, Self::and),
            (Op::BitOr, [second]) => self.bitwise(first, second, Self::or),
            (Op::BitXor, [second]) => self.bitwise(first, second, Self::xor),
            (Op::BitPower, _) => return self.power(first, args[1]),
            (op @ (Op::Div | Op::Mod), [second]) => {
                let (q, r) = self.division((args[0], args[1]), first, second)?;
                if *op == Op::Div { q } else { r }
            }
            _ => return None,
        })
    }

    /// A gate for each pair of bits.
    fn bitwise(
        &mut self,
        a: &[Bit],
        b: &[Bit],
        mut gate: impl FnMut(&mut Self, Bit, Bit) -> Bit,
    ) -> Word {
        (0..a.len().max(b.len())).map(|i| gate(self, bit(a, i), bit(b, i))).collect()
    }

    /// Powers of two, one bit for each exponent.
    fn power(&mut self, exponent: &[Bit], most: Term) -> Option<Word> {
        let most = self.store.int_value(most).and_then(|n| usize::try_from(n).ok())?;
        if !(1..MAX_WIDTH).contains(&most) {
            return None;
        }
        let mut out = vec![self.at_least(&[FALSE], exponent)];
        out.extend((1..most).map(|i| self.equal(exponent, &constant(&i.into()))));
        out.extend([self.at_least(exponent, &constant(&most.into())), FALSE]);
        Some(out)
    }

    /// A quotient and the remainder. Those by powers of two are bits of the word. Those by other numbers are new words `q` and `r` with
    /// `a = q * d + r` and `0 <= r < d`: the divisor is positive.
    fn division(&mut self, of: (Term, Term), a: &[Bit], d: &[Bit]) -> Option<(Word, Word)> {
        if !self.is_positive(of.1) {
            return None;
        }
        if let Some(shift) = self.store.int_value(of.1).and_then(power_of_two) {
            let mut low: Word = (0..shift).map(|i| bit(a, i)).collect();
            low.push(FALSE);
            return Some((a[shift.min(a.len() - 1)..].to_vec(), self.bounded(low)));
        }
        if !self.quotients.contains_key(&of) {
            let (mut q, mut r) = (self.inputs(a.len() - 1), self.inputs(d.len() - 1));
            q.push(if a[a.len() - 1] == FALSE { FALSE } else { self.fresh() });
            r.push(FALSE);
            let product = self.product(&q, d);
            let whole = self.sum(&product, &r, FALSE);
            let same = self.equal(a, &whole);
            let (low, below) = (self.at_least(&r, &[FALSE]), self.at_least(&r, d));
            self.clauses.extend([vec![same], vec![low], vec![-below]]);
            self.quotients.insert(of, (q, r));
        }
        self.quotients.get(&of).cloned()
    }

    /// Whether a divisor is a positive number, a power, or `(ite (= b 0) k b)` for a positive number `k` and a word `b`.
    fn is_positive(&self, t: Term) -> bool {
        let is_number = |t: Term| self.store.int_value(t).is_some_and(|n| *n > BigInt::ZERO);
        match (self.store.op(t), self.store.args(t)) {
            (Op::BitPower, _) => true,
            (Op::Ite, &[c, k, b]) if is_number(k) => {
                let (sides, zero) = (self.store.args(c), Op::Int(BigInt::ZERO));
                let has_zero = sides.iter().any(|&z| *self.store.op(z) == zero);
                let is_zero = *self.store.op(c) == Op::Eq && sides.contains(&b) && has_zero;
                is_zero && self.words.get(&b).is_some_and(|w| w[w.len() - 1] == FALSE)
            }
            _ => is_number(t),
        }
    }
}

/// The bit of this number; all that follow are the sign.
fn bit(word: &[Bit], i: usize) -> Bit {
    word[i.min(word.len() - 1)]
}

/// Without signs that say the same.
fn trimmed(mut word: Word) -> Word {
    while word.len() > 1 && word[word.len() - 1] == word[word.len() - 2] {
        word.pop();
    }
    word
}

fn constant(n: &BigInt) -> Word {
    let bits = (0..=n.bits()).map(|i| if n.bit(i) { TRUE } else { FALSE });
    trimmed(bits.collect())
}

fn power_of_two(n: &BigInt) -> Option<usize> {
    let shift = n.bits().checked_sub(1)?;
    (*n == BigInt::from(1) << shift).then_some(shift as usize)
}

/// Whether the lemmas, one after the other, follow from clauses by unit propagation, and then the contradiction. There are fewer than
/// `count` variables.
pub fn refuted(count: usize, clauses: Vec<Vec<Bit>>, lemmas: Vec<Vec<Bit>>) -> Result<bool> {
    let outside = |bit: &Bit| *bit == 0 || bit.unsigned_abs() as usize >= count;
    refuse_if(lemmas.iter().flatten().any(outside), "no such bit")?;
    let mut p = Propagation {
        watches: vec![Vec::new(); 2 * count],
        values: vec![0; count],
        ..Propagation::default()
    };
    for clause in clauses {
        p.add(clause)?;
    }
    for lemma in lemmas {
        let height = p.trail.len();
        let mut clash = p.clash;
        for &bit in &lemma {
            clash = clash || !p.assign(-bit);
        }
        clash = clash || !p.propagate()?;
        for bit in p.trail.drain(height..) {
            p.values[bit.unsigned_abs() as usize] = 0;
        }
        p.next = height;
        refuse_if(!clash, "a lemma does not follow by unit propagation")?;
        p.add(lemma)?;
    }
    Ok(p.clash)
}

#[derive(Default)]
struct Propagation {
    clauses: Vec<Vec<Bit>>,
    /// The clauses of which a bit is one of the first two.
    watches: Vec<Vec<usize>>,
    values: Vec<Bit>,
    trail: Vec<Bit>,
    next: usize,
    clash: bool,
    visits: u64,
}

impl Propagation {
    fn index(bit: Bit) -> usize {
        2 * bit.unsigned_abs() as usize + usize::from(bit < 0)
    }

    /// 1 if it is true, -1 if it is false, 0 if it is neither.
    fn value(&self, bit: Bit) -> Bit {
        self.values[bit.unsigned_abs() as usize] * bit.signum()
    }

    /// Returns false if the bit is false.
    fn assign(&mut self, bit: Bit) -> bool {
        if self.value(bit) == 0 {
            self.values[bit.unsigned_abs() as usize] = bit.signum();
            self.trail.push(bit);
        }
        self.value(bit) > 0
    }

    /// Adds a clause for good, where all is propagated.
    fn add(&mut self, mut clause: Vec<Bit>) -> Result<()> {
        clause.sort_unstable();
        clause.dedup();
        clause.sort_by_key(|&bit| -self.value(bit));
        match clause[..] {
            [] => self.clash = true,
            [a, ref rest @ ..] if rest.first().is_none_or(|&b| self.value(b) < 0) => {
                self.clash = !self.assign(a) || self.clash || !self.propagate()?;
            }
            _ => {}
        }
        if let &[a, b, ..] = clause.as_slice() {
            for bit in [a, b] {
                self.watches[Self::index(bit)].push(self.clauses.len());
            }
            self.clauses.push(clause);
        }
        Ok(())
    }

    /// Returns false if that leads to a contradiction.
    fn propagate(&mut self) -> Result<bool> {
        while let Some(&bit) = self.trail.get(self.next) {
            self.next += 1;
            let watching = std::mem::take(&mut self.watches[Self::index(-bit)]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut clash = false;
            for (at, &id) in watching.iter().enumerate() {
                self.visits += 1;
                if !self.visit(id, -bit) {
                    continue;
                }
                kept.push(id);
                let first = self.clauses[id][0];
                if !self.assign(first) {
                    kept.extend(&watching[at + 1..]);
                    clash = true;
                    break;
                }
            }
            self.watches[Self::index(-bit)] = kept;
            if self.visits > MAX_VISITS {
                return Err(Refusal::limit());
            }
            if clash {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A watched bit of the clause is false: another one is watched if one is not. Otherwise returns true; the first must be true.
    fn visit(&mut self, id: usize, falsified: Bit) -> bool {
        let mut clause = std::mem::take(&mut self.clauses[id]);
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let is_true = self.value(clause[0]) > 0;
        let other = (2..clause.len()).find(|&i| !is_true && self.value(clause[i]) >= 0);
        if let Some(i) = other {
            clause.swap(1, i);
            self.watches[Self::index(clause[1])].push(id);
        }
        self.clauses[id] = clause;
        other.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::refuted;

    #[test]
    fn a_bit_that_is_there_twice_propagates() {
        let clauses = [&[2, 3, 4, 2][..], &[-2, 5], &[-2, -5], &[-3], &[-4]];
        let all = clauses.iter().map(|c| c.to_vec()).collect();
        assert_eq!(refuted(6, all, Vec::new()), Ok(true));
    }
}
