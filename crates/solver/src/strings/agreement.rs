//! Whether arithmetic agrees with words of other lengths than it proposed, and the integers that the candidate has then.

use super::dictionaries::Word;
use super::equations;
use super::oracle::Oracle;
use super::table::Class;
use crate::engine::Engine;
use base::{FxHashMap, Int, Interrupted};
use terms::{Op, Term};

/// Whether arithmetic admits the lengths of the `words`, where those that were `chosen` replace others; then the candidate has its
/// integers.
pub(super) fn agree_on_lengths(
    engine: &mut Engine<'_>,
    table: &[Class],
    atoms: &[(Term, bool)],
    words: &[Option<Word>],
    chosen: &[(usize, Word)],
) -> Result<bool, Interrupted> {
    let mut all: Vec<Option<usize>> = words.iter().map(|w| w.as_ref().map(Vec::len)).collect();
    chosen.iter().for_each(|(i, word)| all[*i] = Some(word.len()));
    let mut fixed: Vec<(Term, Int)> = Vec::new();
    for (class, n) in table.iter().zip(all) {
        for &leaf in &class.leaves {
            let length = engine.length_of(leaf);
            if let Some(n) = n
                && engine.lia.value(engine.res.terms, length).is_some()
            {
                fixed.push((length, Int::from(n as u64)));
            }
        }
    }
    let lengths: Vec<Term> = fixed.iter().map(|f| f.0).collect();
    let integers = equations::arithmetic(engine.res.terms, atoms, &lengths);
    let oracle = Oracle::new(engine, &integers, Vec::new())?;
    let Some(values) = oracle.values_where(&fixed)? else { return Ok(false) };
    engine.choose_integers(values);
    Ok(true)
}

impl Engine<'_> {
    /// The candidate has these integers, of which arithmetic said that they satisfy it; returns those that it had. Quotients and
    /// rests that no relevant literal is about, as in the arguments of a function, are those of the new dividends.
    pub(super) fn choose_integers(
        &mut self,
        integers: FxHashMap<Term, Int>,
    ) -> FxHashMap<Term, Int> {
        let is_open = |&t: &Term| {
            matches!(self.res.terms.op(t), Op::Div | Op::Mod) && !integers.contains_key(&t)
        };
        let mut open: Vec<Term> = self.lia.leaves().iter().copied().filter(is_open).collect();
        // A term is older than those that it is an argument of.
        base::order::sort(&mut open);
        let before = self.strings.replace_integers(integers);
        for t in open {
            let (x, n) = (self.res.terms.arg(t, 0), self.res.terms.arg(t, 1));
            let divisor = self.res.terms.int_value(n).filter(|n| !n.is_zero()).cloned();
            if let (Some(n), Some(x)) = (divisor, self.integer(x)) {
                let (quotient, rest) = x.div_rem_euclid(&n);
                let value = if self.res.terms.op(t) == Op::Div { quotient } else { rest };
                self.strings.choose_integer(t, value);
            }
        }
        before
    }
}
