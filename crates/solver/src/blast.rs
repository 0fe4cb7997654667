//! Bit-vectors: the adapter between terms and circuits.
//!
//! A term over bit-vectors is a word of literals, made when an atom first mentions it. Its variables are unobserved: only the
//! literals of atoms mean something to theories. An atom is defined by its circuit at once, in both directions, so bit-vectors need
//! neither propagation nor a part of the final check, and there is no conclusion to name: all clauses define new variables,
//! and hold for good, whatever is popped. To blast lazily, atom by atom as candidates violate them (Bruttomesso et al., "A lazy and
//! layered SMT(BV) solver", CAV 2007), would pay where few of many atoms matter; here terms are few.
//!
//! Declared functions of bit-vectors are the business of congruence: `theory::arrange` decides which arguments are equal, and what
//! becomes equal by congruence is told to the circuits as an equality of terms. Integers meet bit-vectors in `ubv_to_int`, which is
//! defined as a sum over the bits, and in `int_to_bv`, defined by a remainder of it.

use crate::blaster::is_blasted;
use crate::cnf::ClauseSink;
use crate::engine::Engine;
use crate::stats::Counter;
use crate::theory::inference::InferenceId;
use base::{Int, Interrupted};
use rewrite::LinearSum;
use rewrite::circuit;
use sat::Lit;
use terms::op::BitOp;
use terms::{Op, Sort, Term, Terms};

impl Engine<'_> {
    /// Defines an atom over bit-vectors: a predicate, or an equality.
    pub(crate) fn blast_atom(
        &mut self,
        sink: &mut dyn ClauseSink,
        t: Term,
    ) -> Result<(), Interrupted> {
        let Some(lit) = self.atoms.lit(self.res.terms, t) else { return Ok(()) };
        if self.arithmetic_only {
            return Ok(());
        }
        self.blast_leaves(sink, t)?;
        let before = self.blaster.size();
        self.blaster.define(self.res.terms, sink, t, lit, self.res.budget)?;
        let gates = self.blaster.size() - before;
        self.res.stats.add(Counter::Gates, gates as u64);
        Ok(())
    }

    /// Gives words to what an argument of a declared function is made of: a model needs the value that it has, and with it
    /// those of its conditions. The circuit itself is made when the argument is compared with another one.
    pub(crate) fn blast_argument(
        &mut self,
        sink: &mut dyn ClauseSink,
        a: Term,
    ) -> Result<(), Interrupted> {
        debug_assert!(
            matches!(self.res.terms.sort(a), Sort::BitVec(_)),
            "an argument without bits"
        );
        if is_blasted(self.res.terms, a) { self.blast_leaves(sink, a) } else { Ok(()) }
    }

    /// Gives a word to what is no operator of bit-vectors below `root`: new literals to terms, theirs to conditions.
    fn blast_leaves(&mut self, sink: &mut dyn ClauseSink, root: Term) -> Result<(), Interrupted> {
        for leaf in self.blaster.leaves(self.res.terms, root, self.res.budget)? {
            self.blast_leaf(sink, leaf)?;
        }
        Ok(())
    }

    fn blast_leaf(&mut self, sink: &mut dyn ClauseSink, leaf: Term) -> Result<(), Interrupted> {
        let word = match self.res.terms.sort(leaf) {
            Sort::BitVec(width) => {
                self.res.budget.charge(width.into())?;
                let mut lit = || Lit::new(sink.new_var(false), true);
                (0..width).map(|_| lit()).collect()
            }
            sort => {
                debug_assert!(sort == Sort::Bool, "a bit-vector is made of neither bits nor words");
                let lit = self.atoms.encode(self.res.terms, sink, leaf, self.res.budget)?;
                self.need_value(leaf);
                vec![lit]
            }
        };
        self.blaster.enter(leaf, word);
        Ok(())
    }

    /// Adds what defines a term over bit-vectors where integers are concerned.
    pub(crate) fn define_bits(&mut self, t: Term, op: BitOp) {
        match op {
            BitOp::ToInt => self.define_number(t),
            BitOp::ToSignedInt => self.define_signed(t),
            BitOp::OfInt(width) => self.define_remainder(t, width),
            _ => debug_assert!(circuit::is_circuit(op), "{op:?} is not defined"),
        }
    }

    /// `t = (ubv_to_int a)` is the sum of the powers of two of the bits that are set, between 0 and the largest number.
    fn define_number(&mut self, t: Term) {
        let terms = &mut *self.res.terms;
        let a = terms.arg(t, 0);
        let Sort::BitVec(width) = terms.sort(a) else { return };
        let number = LinearSum::var(t);
        let high = number.negated().plus_int(Int::from(2).pow(width)).plus_int(-1);
        let mut rest = number.clone();
        for i in 0..width {
            let bit = bit_of_power(terms, a, i);
            rest = rest.minus(&LinearSum::var(bit));
        }
        self.out.axiom(InferenceId::BitsToInt, number);
        self.out.axiom(InferenceId::BitsToInt, high);
        self.out.axiom(InferenceId::BitsToInt, rest.clone());
        self.out.axiom(InferenceId::BitsToInt, rest.negated());
    }

    /// Rewriting leaves none of these but where it runs out of fuel.
    fn define_signed(&mut self, t: Term) {
        let terms = &mut *self.res.terms;
        let definition = circuit::signed_number(terms, terms.arg(t, 0));
        let same = terms.eq(t, definition);
        self.out.lemma(self.res.terms, InferenceId::BitsToInt, &[], same);
    }

    /// `t = ((_ int_to_bv k) n)`: `(ubv_to_int t) = (mod n 2^k)`.
    fn define_remainder(&mut self, t: Term, width: u32) {
        let terms = &mut *self.res.terms;
        let (n, size) = (terms.arg(t, 0), terms.int(Int::from(2).pow(width)));
        let number = terms.mk(Op::Bits(BitOp::ToInt), &[t]);
        let rest = terms.mk(Op::Mod, &[n, size]);
        let difference = LinearSum::var(number).minus(&LinearSum::var(rest));
        self.out.axiom(InferenceId::BitsOfInt, difference.clone());
        self.out.axiom(InferenceId::BitsOfInt, difference.negated());
    }
}

/// `2^i` if the bit with this number is set, else 0.
fn bit_of_power(terms: &mut Terms, a: Term, i: u32) -> Term {
    let bit = terms.mk(Op::Bits(BitOp::Extract(i, i)), &[a]);
    let set = terms.bits(1, &Int::ONE);
    let (is_set, power, zero) = (terms.eq(bit, set), terms.int(Int::from(2).pow(i)), terms.int(0));
    terms.ite(is_set, power, zero)
}
