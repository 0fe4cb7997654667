//! Fixing the root.
//!
//! Where strings beside the roots take part, trying words out on the whole formula is no use: the others have to be found, too.
//! But once a root has a word, its functions are constants, and what is left is a question for the other
//! procedures. So the core is asked to decide that the root is a word that meets the constraints. If that fails, the
//! conflict says why, and the constraints exclude the word from then on.
//!
//! This only ever helps to find models, so it is rationed: a contradiction must not be searched word by word.

use super::Component;
use crate::engine::Engine;
use crate::theory::inference::InferenceId;
use automata::network::Network;
use base::{Interrupted, Limits, affordable};
use terms::{Op, Term, Terms};

/// Proposes a word for each root; returns whether there was one.
pub(super) fn propose(
    engine: &mut Engine<'_>,
    components: &[Component],
) -> Result<bool, Interrupted> {
    let (mut any, tunables) = (false, &engine.res.budget.tunables().strings);
    for component in components {
        let Some(root) = component.name(engine.res.terms) else { continue };
        if engine.strings.transducers.proposals() >= tunables.proposals {
            break;
        }
        let Some(same) = component.proposal(engine, root)? else { continue };
        engine.strings.transducers.propose(same);
        engine.out.split(vec![(same, f64::from(tunables.proposal_preference) / 100.0)]);
        engine.out.decide(engine.res.terms, InferenceId::StringsValueSplit, same);
        any = true;
    }
    Ok(any)
}

impl Component {
    /// A name of the root.
    fn name(&self, terms: &Terms) -> Option<Term> {
        let mut names =
            self.outputs.iter().filter(|(output, _)| *output == Network::ROOT).map(|t| t.1);
        // What reductions made up is theirs to find.
        names.find(|&t| matches!(terms.op(t), Op::Apply(f) if !terms.fun(f).internal))
    }

    /// That the root is a word that meets the constraints, in another way than those that were proposed.
    fn proposal(&self, engine: &mut Engine<'_>, root: Term) -> Result<Option<Term>, Interrupted> {
        let regexes = &mut engine.res.languages.regexes;
        let limits =
            Limits::new(engine.res.budget, engine.res.budget.tunables().strings.proposal_steps);
        let mut search = self.diverse(0, regexes);
        loop {
            let word = affordable(search.next(regexes, &limits))?.flatten();
            let Some(word) = word else { return Ok(None) };
            let word = engine.res.terms.string(&word);
            let same = engine.res.terms.eq(root, word);
            if !engine.strings.transducers.was_proposed(same) {
                return Ok(Some(same));
            }
        }
    }
}
