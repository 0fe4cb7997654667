//! From a refutation that the solver found to a proof that others can check.
//!
//! The solver says which clauses it had. From the empty clause backwards, [`trim`] finds those that are needed; `justify` finds a
//! rule for each of them, and writes what no rule gives as a hole under the name of the inference. Whether a rule gives
//! a clause is asked of the checker itself, so nothing here must be trusted, and no step is written that the checker refuses. The
//! alternative, to predict what the checker accepts, would be its normaliser written a second time.

mod alphabets;
mod axioms;
mod bits;
mod bounds;
mod choices;
mod counting;
mod equations;
mod farkas;
mod formulas;
mod images;
mod justify;
mod languages;
mod lengths;
mod levi;
mod magnitudes;
mod noodles;
mod proof;
mod rewriting;
mod search;
mod sequences;
mod shorten;
mod strengthen;
mod swaps;
mod text;
mod trim;
mod unfolding;
mod words;

use base::Budget;
use proof::Proof;
use solver::trace::Refutation;
use terms::Terms;

/// The proof that the check with number `check` of the problem `script` is refuted, without the header. When the time of the `budget` is
/// over, what is there is given up for a hole.
pub fn refute(
    terms: &mut Terms,
    refutation: Refutation,
    (check, script): (usize, &str),
    budget: &Budget,
) -> String {
    let Some(used) = trim::core(&refutation, budget) else { return unexplained(check) };
    let Some(mut proof) = Proof::new(terms, refutation, (check, script), budget) else {
        return unexplained(check);
    };
    proof.write(&used);
    proof.finish()
}

/// The first line of a file of proofs.
pub const HEADER: &str = "(stringent-proof 1)\n";

/// What cannot even be begun is one hole.
pub fn unexplained(check: usize) -> String {
    format!("(check-sat {check})\n(step q () (hole unexplained))\n(qed q)\n")
}
