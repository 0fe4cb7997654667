//! The words of literals that terms over bit-vectors have been given, and the gates behind them: what the engine owns of
//! [`crate::blast`].

use crate::cnf::ClauseSink;
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted};
use bits::{Circuit, Encoder};
use rewrite::circuit;
use sat::Lit;
use terms::{Op, Sort, Term, Terms};

/// The core as circuits see it.
struct Sink<'a>(&'a mut dyn ClauseSink);

impl bits::ClauseSink for Sink<'_> {
    type Lit = Lit;

    fn new_lit(&mut self) -> Lit {
        Lit::new(self.0.new_var(false), true)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.0.add_clause(clause);
    }
}

/// The words of terms, and the gates that make them.
#[derive(Debug, Default)]
pub(crate) struct Blaster {
    circuit: Circuit<Lit>,
    words: FxHashMap<Term, Vec<Lit>>,
}

impl Blaster {
    /// The literals of a term, the least significant bit first; a formula has one. `None` if no atom mentions it.
    pub(crate) fn word(&self, t: Term) -> Option<&[Lit]> {
        self.words.get(&t).map(Vec::as_slice)
    }

    /// The number that a term is under an assignment.
    pub(crate) fn value(&self, t: Term, value: impl Fn(Lit) -> Option<bool>) -> Option<Int> {
        let bits: Option<Vec<bool>> = self.word(t)?.iter().map(|&lit| value(lit)).collect();
        Some(Int::from_bits(&bits?))
    }

    /// How many gates there are.
    pub(crate) fn size(&self) -> usize {
        self.circuit.size()
    }

    /// Gives a word to a leaf.
    pub(crate) fn enter(&mut self, leaf: Term, word: Vec<Lit>) {
        let before = self.words.insert(leaf, word);
        debug_assert!(before.is_none(), "a term gets a second word");
    }

    /// What must be given a word before the atom can be defined: what no operator makes a word of.
    pub(crate) fn leaves(
        &self,
        terms: &Terms,
        atom: Term,
        budget: &Budget,
    ) -> Result<Vec<Term>, Interrupted> {
        let is_inner = |t| t == atom || (is_blasted(terms, t) && !self.words.contains_key(&t));
        let mut leaves = Vec::new();
        let mut seen = FxHashSet::default();
        for t in terms.post_order_unless_within(&[atom], |t| !is_inner(t), budget)? {
            let is_leaf = |&&a: &&Term| !is_blasted(terms, a) && !self.words.contains_key(&a);
            leaves.extend(terms.args(t).iter().filter(is_leaf).filter(|&&a| seen.insert(a)));
        }
        Ok(leaves)
    }

    /// Defines the literal of an atom by its circuit.
    pub(crate) fn define(
        &mut self,
        terms: &Terms,
        sink: &mut dyn ClauseSink,
        atom: Term,
        lit: Lit,
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        let Blaster { circuit, words } = self;
        // As a condition it may have been given the literal that is defined here.
        words.remove(&atom);
        let sink = &mut Sink(sink);
        let word = circuit::word(terms, atom, &mut Encoder::new(circuit, sink), words, budget)?;
        debug_assert!(word.is_some(), "an atom over bit-vectors is no circuit");
        for out in word.into_iter().flatten() {
            sink.0.add_clause(&[!lit, out]);
            sink.0.add_clause(&[lit, !out]);
        }
        words.insert(atom, vec![lit]);
        Ok(())
    }
}

/// Whether a term becomes a word by its operator.
pub(crate) fn is_blasted(terms: &Terms, t: Term) -> bool {
    let is_word = matches!(terms.sort(t), Sort::BitVec(_));
    match terms.op(t) {
        Op::Bits(op) => is_word && circuit::is_circuit(op),
        Op::Ite | Op::BitsConst(..) => is_word,
        _ => false,
    }
}
