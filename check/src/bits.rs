//! The rule `bits`: the negated literals are circuits that a propositional refutation shows to contradict each other.
//!
//! Integers are two's complements with as many bits as they need: words, their functions by numbers and each other, codes of
//! letters. All else is a variable. Gates have two inputs, and are numbered as `docs/proofs.md` says. The refutation is a list of
//! clauses, each of which follows by unit propagation from what is there before it (Goldberg and Novikov, *Verification of proofs of
//! unsatisfiability for CNF formulas*, DATE 2003). The rule `taut` is the same without integers and without lemmas.

use crate::base::*;
use crate::rup::{Bit, refuted};

/// A two's complement, the sign last.
type Word = Vec<Bit>;

const TRUE: Bit = 1;
const FALSE: Bit = -1;

/// At most so many variables.
const MAX_BITS: Bit = 2_000_000;

/// At most so many bits of one number.
const MAX_WIDTH: usize = 2_000;

/// Circuits for terms.
#[derive(Debug)]
pub struct Circuits<'a> {
    store: &'a Store,
    /// The clauses of the gates, and what is stated.
    pub clauses: Vec<Vec<Bit>>,
    count: Bit,
    /// The output of each gate: whether it is a conjunction, and its inputs.
    gates: Map<(bool, Bit, Bit), Bit>,
    /// What terms are; a formula is one bit.
    words: Map<Term, Word>,
    quotients: Map<(Term, Term), (Word, Word)>,
}

impl<'a> Circuits<'a> {
    /// The circuits of a clause, whose literals are false; without integers, connectives only.
    pub fn of(store: &'a Store, clause: &[Term], integers: bool) -> Result<Circuits<'a>> {
        let (gates, words, quotients) = Default::default();
        let clauses = vec![vec![TRUE]];
        let mut c = Circuits { store, clauses, count: TRUE, gates, words, quotients };
        for t in store.post_order(clause, |_| false) {
            if (integers || *store.sort(t) == Sort::Bool)
                && let Some(word) = c.word(t)
            {
                c.words.insert(t, trimmed(word));
            }
            refuse_if(c.count >= MAX_BITS, LIMIT)?;
        }
        c.clauses.extend(clause.iter().map(|l| vec![-c.words[l][0]]));
        Ok(c)
    }

    /// Whether they contradict each other, as the lemmas show.
    pub fn are_refuted(self, lemmas: Vec<Vec<Bit>>) -> Result<bool> {
        refuted(self.count as usize + 1, self.clauses, lemmas)
    }

    /// A new bit. If a limit is reached, what gates give then means nothing, and is not looked at.
    fn fresh(&mut self) -> Bit {
        self.count = MAX_BITS.min(self.count + 1);
        self.count
    }

    fn inputs(&mut self, count: usize) -> Word {
        (0..count).map(|_| self.fresh()).collect()
    }

    /// The output of a gate, which has these clauses; there is one for each pair of inputs.
    fn gate(&mut self, inputs: (bool, Bit, Bit), clauses: impl Fn(Bit) -> Vec<Vec<Bit>>) -> Bit {
        if let Some(&out) = self.gates.get(&inputs) {
            return out;
        }
        let out = self.fresh();
        if out < MAX_BITS {
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
            _ => {
                self.gate((true, a, b), |out| vec![vec![-out, a], vec![-out, b], vec![out, -a, -b]])
            }
        }
    }

    fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let sign = a.signum() * b.signum();
        let (a, b) = (a.abs().min(b.abs()), a.abs().max(b.abs()));
        let clauses = |out: Bit| [[-out, a, b], [-out, -a, -b], [out, -a, b], [out, a, -b]];
        sign * match (a, b) {
            _ if a == b => FALSE,
            (TRUE, _) => -b,
            _ => self.gate((false, a, b), |out| clauses(out).map(Vec::from).into()),
        }
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
        if self.count == MAX_BITS { vec![FALSE] } else { word }
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
        -sign(&self.difference(a, b))
    }

    fn equal(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        (0..a.len().max(b.len())).fold(TRUE, |all, i| {
            let differ = self.xor(bit(a, i), bit(b, i));
            self.and(all, -differ)
        })
    }

    /// The word that an integer is, none if it has no bound; or the bit that a formula is.
    fn word(&mut self, t: Term) -> Option<Word> {
        let (head, args) = self.store.at(t);
        let words: Option<Vec<Word>> = args.iter().map(|a| self.words.get(a).cloned()).collect();
        Some(match (head, &words.unwrap_or_default()[..]) {
            ("true", _) => vec![TRUE],
            ("false", _) => vec![FALSE],
            ("not", [a]) => vec![-a[0]],
            ("and", parts) => vec![parts.iter().fold(TRUE, |all, a| self.and(all, a[0]))],
            ("or", parts) => vec![parts.iter().fold(FALSE, |any, a| self.or(any, a[0]))],
            ("=", [a, b]) => vec![self.equal(a, b)],
            (">=", [a, b]) => vec![self.at_least(a, b)],
            ("ite", [c, a, b]) => self.bitwise(a, b, |s, a, b| s.choice(c[0], a, b)),
            ("+", [first, rest @ ..]) => {
                rest.iter().fold(first.clone(), |all, w| self.sum(&all, w, FALSE))
            }
            ("-", [a]) => self.difference(&[FALSE], a),
            ("-", [first, rest @ ..]) => {
                rest.iter().fold(first.clone(), |all, w| self.difference(&all, w))
            }
            ("*", [first, rest @ ..]) => {
                rest.iter().fold(first.clone(), |all, w| self.product(&all, w))
            }
            ("div", [a, d]) => self.division((args[0], args[1]), a, d)?.0,
            ("mod", [a, d]) => self.division((args[0], args[1]), a, d)?.1,
            ("bits.and", [a, b]) => self.bitwise(a, b, Self::and),
            ("bits.or", [a, b]) => self.bitwise(a, b, Self::or),
            ("bits.xor", [a, b]) => self.bitwise(a, b, Self::xor),
            ("bits.power", [exponent, _]) => self.power(exponent, args[1])?,
            // At least -1, and less than 2 to the power of 18.
            ("str.to_code", _) => self.inputs(19),
            ("image", _) => {
                let mut word = self.inputs(self.store.width(args[0])?);
                word.push(FALSE);
                self.bounded(word)
            }
            _ if *self.store.sort(t) == Sort::Bool => vec![self.fresh()],
            _ => constant(self.store.int_value(t).filter(|n| n.bits() < MAX_WIDTH as u64)?),
        })
    }

    /// A gate for each pair of bits.
    fn bitwise(&mut self, a: &[Bit], b: &[Bit], gate: impl Fn(&mut Self, Bit, Bit) -> Bit) -> Word {
        (0..a.len().max(b.len())).map(|i| gate(self, bit(a, i), bit(b, i))).collect()
    }

    /// Powers of two, one bit for each exponent.
    fn power(&mut self, exponent: &[Bit], most: Term) -> Option<Word> {
        let most = self.store.int_value(most).and_then(|n| usize::try_from(n).ok());
        let most = most.filter(|most| (1..MAX_WIDTH).contains(most))?;
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
        let number = self.store.int_value(of.1);
        let shift = number.map_or(0, |n| n.bits() as usize).saturating_sub(1);
        if number == Some(&(BigInt::from(1) << shift)) {
            let mut low: Word = (0..shift).map(|i| bit(a, i)).collect();
            low.push(FALSE);
            return Some((a[shift.min(a.len() - 1)..].to_vec(), self.bounded(low)));
        }
        if !self.quotients.contains_key(&of) {
            let (mut q, mut r) = (self.inputs(a.len() - 1), self.inputs(d.len() - 1));
            q.push(if sign(a) == FALSE { FALSE } else { self.fresh() });
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
        match self.store.at(t) {
            ("bits.power", _) => true,
            ("ite", &[c, k, b]) if self.store.positive(k).is_some() => {
                let ("=", sides) = self.store.at(c) else { return false };
                let is_zero = |&z: &Term| *self.store.op(z) == Op::Int(BigInt::ZERO);
                let is_word = self.words.get(&b).is_some_and(|w| sign(w) == FALSE);
                is_word && sides.contains(&b) && sides.iter().any(is_zero)
            }
            _ => self.store.positive(t).is_some(),
        }
    }
}

/// The bit of this number; all that follow are the sign.
fn bit(word: &[Bit], i: usize) -> Bit {
    word[i.min(word.len() - 1)]
}

fn sign(word: &[Bit]) -> Bit {
    word[word.len() - 1]
}

/// Without signs that say the same.
fn trimmed(mut word: Word) -> Word {
    while word.len() > 1 && word[word.len() - 1] == word[word.len() - 2] {
        word.pop();
    }
    word
}

fn constant(n: &BigInt) -> Word {
    (0..=n.bits()).map(|i| if n.bit(i) { TRUE } else { FALSE }).collect()
}
