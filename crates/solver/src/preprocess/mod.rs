//! Preprocessing: rewriting and solving equalities, to a fixpoint, with every elimination
//! recorded so that a model of the result extends to a model of the input.
//!
//! The passes see the whole conjunction at once, so they run per check on a fresh copy of the
//! assertions; nothing here survives a `pop`.

mod accumulators;
mod apart;
mod asserted;
#[cfg(test)]
mod brute;
mod capitals;
mod carries;
mod cases;
mod commuting;
mod conditions;
mod constants;
mod cuts;
mod diagrams;
mod digits;
mod escapes;
mod exclusive;
mod extrema;
mod fields;
mod flat;
mod lexicographic;
mod numerals;
mod occurrences;
mod ordered;
mod parts;
mod places;
mod positions;
mod quotients;
mod radix;
mod replace;
mod run;
mod separated;
mod slices;
mod solve;
mod spelling;
mod strategy;
mod substitution;
mod tables;
mod tight;
mod values;

use crate::elimination::Round;
use crate::engine::Resources;
use crate::trace::Step;
use base::{Int, Interrupted};
use run::Run;
pub use run::{Preprocessed, Tries};
pub use strategy::table;
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Op, Term, Terms};

/// Runs the passes over `assertions`.
///
/// # Errors
/// When the budget runs out.
pub fn run(res: &mut Resources<'_>, assertions: &[Term]) -> Result<Preprocessed, Interrupted> {
    let lowered = assertions.iter().map(|&t| res.sequences.lower(res.terms, t, res.budget));
    let formulas: Vec<Term> = lowered.collect::<Result<_, _>>()?;
    for (&before, &after) in assertions.iter().zip(&formulas).filter(|(a, b)| a != b) {
        res.audit.trace.step(Step::Rewrite(before, after));
    }
    Run::new(res, formulas, strategy::AS_WRITTEN, strategy::STAGES).finish()
}

/// Applies the eliminations to a formula that was not part of the conjunction.
///
/// # Errors
/// When the budget runs out.
pub fn substitute(
    res: &mut Resources<'_>,
    t: Term,
    eliminated: &[Round],
) -> Result<Term, Interrupted> {
    debug_assert!(
        eliminated.iter().all(|round| !round.definitions.is_empty()),
        "a round of eliminations without any"
    );
    let Resources { terms, rewriter, sequences, languages, budget, .. } = res;
    let mut t = sequences.lower(terms, t, budget)?;
    for Round { definitions, lengths } in eliminated {
        budget.tick(definitions.len() as u64)?;
        if cfg!(feature = "scaling") && !lengths.is_empty() {
            t = rewriter.rewrite_within(terms, t, budget)?;
            let image = spelling::later(terms, languages, t, definitions, lengths, budget)?;
            if let Some(image) = image {
                t = image;
                continue;
            }
        }
        let definition = |&(fun, image): &(Fun, Term)| (terms.constant(fun), image);
        let mut map = definitions.iter().map(definition).collect();
        t = terms.map_bottom_up_within(t, &mut map, budget, |_, t| t)?;
    }
    Ok(t)
}

/// Gives the codes that strings were spelled by in `round` the values that these strings have in `model`.
pub fn spell(terms: &Terms, model: &mut Model, round: &Round) {
    for (&(fun, image), &length) in round.definitions.iter().zip(&round.lengths) {
        let word = model.get(fun).and_then(Value::as_str).cloned().unwrap_or_else(|| [].into());
        if let Op::Apply(length) = terms.op(length) {
            model.set(length, Value::Int(Int::from(word.len() as u64)));
        }
        for (i, &code) in spelling::codes_of(terms, image).iter().enumerate() {
            let letter = word.get(i).map_or(Int::from(-1), |&letter| Int::from(letter));
            let sum = rewrite::linear(terms, code);
            if let [(code, factor)] = &sum.terms[..]
                && let Op::Apply(code) = terms.op(*code)
            {
                model.set(code, Value::Int((letter - sum.constant).div_floor(factor)));
            }
        }
    }
}
