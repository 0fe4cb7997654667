//! Strings that are functions of one string: `str.replace_all` with constants and its kin.
//!
//! To the equation procedures `(str.replace_all x "a" "b")` is a leaf of any value, and unfolding it
//! occurrence by occurrence ends only where the length of `x` does. But a chain of such functions reads its
//! root once, from the left, so the literals that only speak of one root and what is made of it are decided together by
//! [`automata::network`]: breadth first over the letters of the root. At a final check, for each root:
//!
//! 0. **What lasts.** The first time, only with the literals that hold in all assignments (`lasting`).
//! 1. **Refute.** If no word has the values that memberships, constants, equalities, disequalities and bounds on
//!    lengths demand, the literals contradict each other.
//! 2. **Equate.** Of two values that other literals speak of, ask whether they can differ. If not, they are
//!    equal, and congruence and arithmetic do the rest: `f(g(x)) = g(f(x))` needs no theory of positions.
//! 3. **Guess.** Words that satisfy the constraints, each of which makes the values differ in another way, are tried out
//!    on the *original* formula, which may hold although the present assignment does not. The judge accepts or not.
//!
//!    If other strings take part, they learn instead which words the values can be at all (`image`), and roots are
//!    fixed (`propose`).
//!
//! Steps 0 to 2 are sound for any subset of the literals, so what is not understood is left out; step 3 is
//! checked. If this technique gives up, the later ones are unaffected. That it is the first is no reason to take long: what other
//! strings have to say may be a matter of a few refinements. So all it does together takes few steps, and as many as the others did;
//! what had too few is done again the next time, and in the end, where words stay open, with all that it wants ([`insist`]).
//!
//! Z3-Noodler (TACAS 2025) treats transducers as constraints of stabilization and gives up on cycles; OSTRICH computes pre-images.
//! Both need automata for whole chains, which this avoids; neither proves functions equal.

mod collect;
mod function;
mod guess;
pub(crate) mod image;
mod lasting;
pub(super) mod memo;
mod propose;

use crate::engine::Engine;
use crate::strings::languages::Languages;
use crate::strings::round::Round;
use crate::theory::inference::InferenceId;
use crate::theory::verdict::Verdict;
use automata::network::{Constraints, Network, Output, Relation, Search};
use base::minimize::{Trial, minimize};
use base::{Interrupted, Limits, affordable};
use terms::Term;

/// A root, its functions and what must hold of their values.
#[derive(Clone, Default)]
struct Component {
    network: Network,
    /// Some function is more than word equations can say.
    repeats: bool,
    /// Terms that are equal to each value.
    outputs: Vec<(Output, Term)>,
    /// The equations that say so.
    definitions: Vec<Term>,
    constraints: Constraints,
    /// The literal behind each constraint on a language, if it is not a definition.
    member_literals: Vec<Option<Term>>,
    /// The literal behind each constraint on a pair, if it is not a definition.
    pair_literals: Vec<Option<Term>>,
    /// Values that other literals speak of.
    observed: Vec<(Output, Term)>,
}

/// Looks at the components of the relevant literals.
pub(super) fn check(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let first = engine.res.budget.tunables().strings.transducer_first_steps;
    // exact: in a session, transducers may have taken more in checks before than this one has spent.
    let others = engine.res.budget.spent().saturating_sub(engine.strings.transducers.steps());
    engine.strings.transducers.begin(first + others);
    look(engine, round)
}

/// As [`check`], with all steps.
pub(super) fn insist(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    engine.strings.transducers.begin(u64::MAX); // exact: no ceiling.
    look(engine, round)
}

/// Whether there were too few steps for something the last time.
pub(super) fn was_cut(engine: &Engine<'_>) -> bool {
    engine.strings.transducers.was_cut()
}

fn look(engine: &mut Engine<'_>, round: &mut Round<'_, '_>) -> Result<Verdict, Interrupted> {
    let facts = &round.facts;
    let components = collect::components(engine, round)?;
    let mut literals: Vec<Term> = facts.equations.iter().map(|e| e.literal).collect();
    literals.extend(components.iter().flat_map(Component::literals));
    base::order::sort(&mut literals);
    literals.dedup();
    if components.is_empty() || !engine.strings.transducers.is_new(&literals) {
        return Ok(Verdict::Consistent);
    }
    let verdict = match lasting::check(engine, round, &components)? {
        Some(verdict) => verdict,
        None => ask(engine, round, &components)?,
    };
    engine.strings.transducers.end(&literals);
    Ok(verdict)
}

/// Refutes, equates, guesses or learns.
fn ask(
    engine: &mut Engine<'_>,
    round: &Round<'_, '_>,
    components: &[Component],
) -> Result<Verdict, Interrupted> {
    let (facts, atoms) = (&round.facts, round.atoms);
    for component in components {
        if component.refute(engine)? || component.equate(engine)? {
            return Ok(Verdict::Progress);
        }
    }
    if guess::determined(engine, components, facts, atoms)? {
        return guess::guess(engine, components, facts, round.values);
    }
    let learned = components.iter().map(|c| c.learn_images(engine)).fold(false, |a, b| a | b);
    let progress = learned || propose::propose(engine, components)?;
    Ok(Verdict::progress_if(progress))
}

impl Component {
    fn literals(&self) -> impl Iterator<Item = Term> {
        let demanded = self.member_literals.iter().chain(&self.pair_literals);
        demanded.flatten().chain(&self.definitions).copied()
    }

    /// Learns that the literals contradict each other, if no word meets the constraints.
    fn refute(&self, engine: &mut Engine<'_>) -> Result<bool, Interrupted> {
        debug_assert_eq!(self.constraints.members.len(), self.member_literals.len());
        debug_assert_eq!(self.constraints.pairs.len(), self.pair_literals.len());
        if !self.impossible(engine, &self.constraints)? {
            return Ok(false);
        }
        let mut premises = self.needed(engine)?;
        premises.extend(&self.definitions);
        engine.out.conflict(engine.res.terms, InferenceId::TransducersConflict, &premises);
        Ok(true)
    }

    /// The literals without which the constraints could be met: each is left out in turn, if they are few.
    fn needed(&self, engine: &mut Engine<'_>) -> Result<Vec<Term>, Interrupted> {
        let (members, pairs) = (&self.constraints.members, &self.constraints.pairs);
        let literals = [&self.member_literals[..], &self.pair_literals[..]].concat();
        let few = literals.len() <= engine.res.budget.tunables().strings.transducer_drops;
        let attempts = (0..literals.len()).rev().filter(|&at| few && literals[at].is_some());
        let kept = minimize(literals.len(), attempts, |kept, _| {
            let (first, second) = kept.split_at(kept.partition_point(|&at| at < members.len()));
            let fewer = Constraints {
                members: first.iter().map(|&at| members[at]).collect(),
                pairs: second.iter().map(|&at| pairs[at - members.len()]).collect(),
            };
            self.impossible(engine, &fewer).map(Trial::from)
        })?;
        Ok(kept.into_iter().filter_map(|at| literals[at]).collect())
    }

    /// Learns that two observed values are equal, if they cannot differ.
    fn equate(&self, engine: &mut Engine<'_>) -> Result<bool, Interrupted> {
        for (i, &(left, s)) in self.observed.iter().enumerate() {
            for &(right, t) in &self.observed[..i] {
                let pairs = vec![(left, right, Relation::Different)];
                let differ = Constraints { pairs, ..Constraints::default() };
                if self.impossible(engine, &differ)? {
                    debug_assert_ne!(s, t, "a value is observed twice");
                    let same = engine.res.terms.eq(s, t);
                    let id = InferenceId::TransducersEqual;
                    engine.out.lemma(engine.res.terms, id, &self.definitions, same);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether it is certain that no word meets the constraints.
    fn impossible(
        &self,
        engine: &mut Engine<'_>,
        constraints: &Constraints,
    ) -> Result<bool, Interrupted> {
        let Languages { regexes, .. } = &mut *engine.res.languages;
        let tunables = &engine.res.budget.tunables().strings;
        let spent = &engine.strings.transducers.questions;
        let wanted = tunables.transducer_steps * self.network.work();
        let wanted = spent.allowance(wanted, tunables.transducer_all_steps);
        let allowance = engine.strings.transducers.rationed(wanted);
        let limits = Limits::new(engine.res.budget, allowance);
        let mut search = Search::new(&self.network, constraints.clone());
        let answer = search.next(regexes, &limits);
        engine.strings.transducers.questions.charge(allowance, &limits);
        engine.strings.transducers.finish(wanted, allowance, &limits);
        Ok(affordable(answer)?.is_some_and(|word| word.is_none()))
    }
}
