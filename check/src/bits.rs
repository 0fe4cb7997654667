//! The rule `bits`: the negated literals are circuits that a propositional refutation shows to contradict each other.
//!
//! Integers are two's complements with as many bits as they need: words, their functions by numbers and each other, codes of
//! letters. All else is a variable. Gates have two inputs, and are numbered as `docs/proofs.md` says. The refutation is a list of
//! clauses, each of which follows by unit propagation from what is there before it (Goldberg and Novikov, *Verification of proofs of
//! unsatisfiability for CNF formulas*, DATE 2003). The rule `taut` is the same without integers and without lemmas.

use crate::clause::Lit;
use crate::error::{Refusal, Result, refuse};
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
const MAX_BITS: usize = 2_000_000;

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
    pub fn of(store: &'a Store, clause: &[Lit], integers: bool) -> Result<Circuits<'a>> {
        let mut c = Circuits {
            store,
            clauses: vec![vec![TRUE]],
            count: TRUE,
            gates: Map::default(),
            bits: Map::default(),
            words: Map::default(),
            quotients: Map::default(),
        };
        let roots: Vec<Term> = clause.iter().map(|l| l.term).collect();
        for t in store.post_order(&roots) {
            match store.sort(t) {
                Sort::Bool => {
                    let bit = c.formula(t)?;
                    c.bits.insert(t, bit);
                }
                Sort::Int if integers => {
                    if let Some(word) = c.number(t)? {
                        c.words.insert(t, trimmed(word));
                    }
                }
                _ => {}
            }
        }
        for l in clause {
            let bit = c.bits[&l.term];
            c.clauses.push(vec![if l.positive { -bit } else { bit }]);
        }
        Ok(c)
    }

    /// Whether they contradict each other, as the lemmas show.
    pub fn are_refuted(self, lemmas: Vec<Vec<Bit>>) -> Result<bool> {
        refuted(self.count as usize + 1, self.clauses, lemmas)
    }

    fn fresh(&mut self) -> Result<Bit> {
        if self.count as usize >= MAX_BITS {
            return Err(Refusal::limit());
        }
        self.count += 1;
        Ok(self.count)
    }

    fn inputs(&mut self, count: usize) -> Result<Word> {
        (0..count).map(|_| self.fresh()).collect()
    }

    fn and(&mut self, a: Bit, b: Bit) -> Result<Bit> {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            _ if a == FALSE || b == FALSE || a == -b => return Ok(FALSE),
            _ if a == TRUE || a == b => return Ok(b),
            _ if b == TRUE => return Ok(a),
            _ => {}
        }
        if let Some(&out) = self.gates.get(&(true, a, b)) {
            return Ok(out);
        }
        let out = self.fresh()?;
        self.gates.insert((true, a, b), out);
        self.clauses.extend([vec![-out, a], vec![-out, b], vec![out, -a, -b]]);
        Ok(out)
    }

    fn xor(&mut self, a: Bit, b: Bit) -> Result<Bit> {
        let sign = a.signum() * b.signum();
        let (a, b) = (a.abs().min(b.abs()), a.abs().max(b.abs()));
        if a == b {
            return Ok(FALSE * sign);
        }
        if a == TRUE {
            return Ok(-b * sign);
        }
        let out = match self.gates.get(&(false, a, b)) {
            Some(&out) => out,
            None => {
                let out = self.fresh()?;
                self.gates.insert((false, a, b), out);
                let rows = [[-out, a, b], [-out, -a, -b], [out, -a, b], [out, a, -b]];
                self.clauses.extend(rows.map(|row| row.to_vec()));
                out
            }
        };
        Ok(out * sign)
    }

    fn or(&mut self, a: Bit, b: Bit) -> Result<Bit> {
        Ok(-self.and(-a, -b)?)
    }

    fn choice(&mut self, c: Bit, a: Bit, b: Bit) -> Result<Bit> {
        if a == b {
            return Ok(a);
        }
        let (yes, no) = (self.and(c, a)?, self.and(-c, b)?);
        self.or(yes, no)
    }

    /// `a + b + carry`.
    fn sum(&mut self, a: &[Bit], b: &[Bit], mut carry: Bit) -> Result<Word> {
        let width = a.len().max(b.len()) + 1;
        let mut out = Vec::with_capacity(width);
        for i in 0..width {
            let (x, y) = (bit(a, i), bit(b, i));
            let differ = self.xor(x, y)?;
            out.push(self.xor(differ, carry)?);
            let (both, passed) = (self.and(x, y)?, self.and(differ, carry)?);
            carry = self.or(both, passed)?;
        }
        self.bounded(trimmed(out))
    }

    fn difference(&mut self, a: &[Bit], b: &[Bit]) -> Result<Word> {
        let b: Word = b.iter().map(|&bit| -bit).collect();
        self.sum(a, &b, TRUE)
    }

    fn bounded(&self, word: Word) -> Result<Word> {
        if word.len() > MAX_WIDTH { Err(Refusal::limit()) } else { Ok(word) }
    }

    fn product(&mut self, a: &[Bit], b: &[Bit]) -> Result<Word> {
        let is_number = a.iter().all(|&bit| bit.abs() == TRUE);
        let (a, b) = if is_number { (b, a) } else { (a, b) };
        let mut out = vec![FALSE];
        for (i, &factor) in b.iter().enumerate() {
            let mut row = vec![FALSE; i];
            for &bit in a {
                row.push(self.and(bit, factor)?);
            }
            out = if i + 1 == b.len() {
                self.difference(&out, &row)?
            } else {
                self.sum(&out, &row, FALSE)?
            };
        }
        Ok(out)
    }

    fn at_least(&mut self, a: &[Bit], b: &[Bit]) -> Result<Bit> {
        let difference = self.difference(a, b)?;
        Ok(-difference[difference.len() - 1])
    }

    fn equal(&mut self, a: &[Bit], b: &[Bit]) -> Result<Bit> {
        let mut all = TRUE;
        for i in 0..a.len().max(b.len()) {
            let differ = self.xor(bit(a, i), bit(b, i))?;
            all = self.and(all, -differ)?;
        }
        Ok(all)
    }

    /// The bit that a formula is.
    fn formula(&mut self, t: Term) -> Result<Bit> {
        let args = self.store.args(t);
        if let Some(words) = self.words_of(args)
            && let [a, b] = &words[..]
        {
            match self.store.op(t) {
                Op::Eq => return self.equal(a, b),
                Op::Ge => return self.at_least(a, b),
                _ => {}
            }
        }
        let parts: Option<Vec<Bit>> = args.iter().map(|a| self.bits.get(a).copied()).collect();
        let parts = parts.unwrap_or_default();
        match (self.store.op(t), parts.as_slice()) {
            (Op::True, _) => Ok(TRUE),
            (Op::False, _) => Ok(FALSE),
            (Op::Not, &[a]) => Ok(-a),
            (Op::And, [_, ..]) => parts.iter().try_fold(TRUE, |all, &a| self.and(all, a)),
            (Op::Or, [_, ..]) => parts.iter().try_fold(FALSE, |any, &a| self.or(any, a)),
            (Op::Eq, &[a, b]) => Ok(-self.xor(a, b)?),
            (Op::Ite, &[c, a, b]) => {
                let out = self.choice(c, a, b)?;
                // What both are, whatever the condition is.
                self.clauses.extend([vec![out, -a, -b], vec![-out, a, b]]);
                Ok(out)
            }
            _ => self.fresh(),
        }
    }

    fn words_of(&self, args: &[Term]) -> Option<Vec<Word>> {
        args.iter().map(|a| self.words.get(a).cloned()).collect()
    }

    /// The word that an integer is; none if it has no bound.
    fn number(&mut self, t: Term) -> Result<Option<Word>> {
        let args = self.store.args(t);
        match (self.store.op(t), args) {
            (Op::Int(n), _) if n.bits() < MAX_WIDTH as u64 => return Ok(Some(constant(n))),
            (Op::Image, &[word]) => {
                let &Sort::Bits(width) = self.store.sort(word) else { return Ok(None) };
                let mut word = self.inputs(width as usize)?;
                word.push(FALSE);
                return self.bounded(word).map(Some);
            }
            // At least -1, and less than 2 to the power of 18.
            (Op::ToCode, _) => return self.inputs(19).map(Some),
            (Op::Ite, &[c, a, b]) => {
                let Some(words) = self.words_of(&[a, b]) else { return Ok(None) };
                let c = self.bits[&c];
                return self.bitwise(&words[0], &words[1], |s, a, b| s.choice(c, a, b)).map(Some);
            }
            _ => {}
        }
        let Some(words) = self.words_of(args) else { return Ok(None) };
        let Some((first, rest)) = words.split_first() else { return Ok(None) };
        match (self.store.op(t), rest) {
            (Op::Add, _) => rest.iter().try_fold(first.clone(), |sum, w| self.sum(&sum, w, FALSE)),
            (Op::Sub, []) => self.difference(&[FALSE], first),
            (Op::Sub, _) => {
                rest.iter().try_fold(first.clone(), |rest, w| self.difference(&rest, w))
            }
            (Op::Mul, _) => rest.iter().try_fold(first.clone(), |all, w| self.product(&all, w)),
            (Op::BitAnd, [second]) => self.bitwise(first, second, Self::and),
            (Op::BitOr, [second]) => self.bitwise(first, second, Self::or),
            (Op::BitXor, [second]) => self.bitwise(first, second, Self::xor),
            (Op::BitPower, _) => return self.power(first, args[1]),
            (op @ (Op::Div | Op::Mod), [second]) => {
                return self.division((args[0], args[1]), (first, second), *op == Op::Div);
            }
            _ => return Ok(None),
        }
        .map(Some)
    }

    /// A gate for each pair of bits.
    fn bitwise(
        &mut self,
        a: &[Bit],
        b: &[Bit],
        mut gate: impl FnMut(&mut Self, Bit, Bit) -> Result<Bit>,
    ) -> Result<Word> {
        (0..a.len().max(b.len())).map(|i| gate(self, bit(a, i), bit(b, i))).collect()
    }

    /// Powers of two, one bit for each exponent.
    fn power(&mut self, exponent: &[Bit], most: Term) -> Result<Option<Word>> {
        let most = self.store.int_value(most).and_then(|n| usize::try_from(n).ok());
        let Some(most) = most.filter(|n| (1..MAX_WIDTH).contains(n)) else { return Ok(None) };
        let mut out = vec![self.at_least(&[FALSE], exponent)?];
        for i in 1..most {
            out.push(self.equal(exponent, &constant(&i.into()))?);
        }
        out.push(self.at_least(exponent, &constant(&most.into()))?);
        out.push(FALSE);
        Ok(Some(out))
    }

    /// Quotients by powers of two are shifts. Those by other numbers are new words `q` and `r` with `a = q * d + r` and `0 <= r < d`: the
    /// divisor is positive.
    fn division(
        &mut self,
        (s, t): (Term, Term),
        (a, d): (&Word, &Word),
        is_quotient: bool,
    ) -> Result<Option<Word>> {
        if !self.is_positive(t) {
            return Ok(None);
        }
        if let Some(shift) = self.store.int_value(t).and_then(power_of_two) {
            let cut = shift.min(a.len());
            let mut high = a[cut..].to_vec();
            if high.is_empty() {
                high.push(a[a.len() - 1]);
            }
            let mut low: Word = (0..shift).map(|i| bit(a, i)).collect();
            low.push(FALSE);
            return Ok(Some(if is_quotient { high } else { self.bounded(low)? }));
        }
        if !self.quotients.contains_key(&(s, t)) {
            let (mut q, mut r) = (self.inputs(a.len() - 1)?, self.inputs(d.len() - 1)?);
            q.push(if a[a.len() - 1] == FALSE { FALSE } else { self.fresh()? });
            r.push(FALSE);
            let product = self.product(&q, d)?;
            let whole = self.sum(&product, &r, FALSE)?;
            let same = self.equal(a, &whole)?;
            let (low, below) = (self.at_least(&r, &[FALSE])?, self.at_least(&r, d)?);
            self.clauses.extend([vec![same], vec![low], vec![-below]]);
            self.quotients.insert((s, t), (q, r));
        }
        let (q, r) = &self.quotients[&(s, t)];
        Ok(Some(if is_quotient { q } else { r }.clone()))
    }

    /// Whether a divisor is a positive number, a power, or `(ite (= b 0) k b)` for a positive number `k` and a word `b`.
    fn is_positive(&self, t: Term) -> bool {
        let number = |t: Term| self.store.int_value(t).is_some_and(|n| *n > BigInt::ZERO);
        match (self.store.op(t), self.store.args(t)) {
            (Op::BitPower, _) => true,
            (Op::Ite, &[c, k, b]) if number(k) => {
                let zero = self
                    .store
                    .args(c)
                    .iter()
                    .any(|&z| self.store.int_value(z).is_some_and(|n| *n == BigInt::ZERO));
                let is_zero =
                    *self.store.op(c) == Op::Eq && self.store.args(c).contains(&b) && zero;
                is_zero && self.words.get(&b).is_some_and(|w| w[w.len() - 1] == FALSE)
            }
            _ => number(t),
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
    if lemmas.iter().flatten().any(outside) {
        return refuse("no such bit");
    }
    let mut p = Propagation {
        clauses: Vec::new(),
        watches: vec![Vec::new(); 2 * count],
        values: vec![0; count],
        trail: Vec::new(),
        next: 0,
        clash: false,
        visits: 0,
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
        if !clash {
            return refuse("a lemma does not follow by unit propagation");
        }
        p.add(lemma)?;
    }
    Ok(p.clash)
}

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
