//! Whether arithmetic agrees with words of other lengths than it proposed.

use super::dictionaries::Word;
use super::equations;
use super::oracle::Oracle;
use super::table::Class;
use crate::engine::Engine;
use base::{Int, Interrupted};
use terms::Term;

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
    engine.strings.choose_integers(values);
    Ok(true)
}
