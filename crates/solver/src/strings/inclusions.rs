//! Memberships of one string that exclude each other by their syntax, in all strings at once.
//!
//! The problem: what functions are reduced to are memberships of their arguments, `(str.to_int x)` is at least 0 iff `x` consists of
//! digits. Of a hundred version numbers the assertions say that each is a numeral, and the search decides a hundred times that it does not
//! consist of digits. The procedures for equations see one system, and tell the first contradiction in it; so each cost a final check.
//!
//! That one language includes the other shows in the form of the regexes (A. Nötzli et al., *Even Faster Conflicts and Lazier Reductions
//! for String Solvers*, CAV 2022), which is asked of pairs here. All conflicts are told, one for each string.

use crate::engine::Engine;
use crate::strings::round::Round;
use crate::theory::inference::InferenceId;
use crate::theory::verdict::Verdict;
use automata::{Re, Regexes};
use base::{FxHashMap, Interrupted};
use terms::Term;

/// A language with the literal that says that a string is in it, or not.
type Side = (Re, Term);

/// Refutes that a string is in a language but not in a larger one.
pub(super) fn check(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let mut subjects: Vec<[Vec<Side>; 2]> = Vec::new();
    let mut index = FxHashMap::default();
    engine.res.budget.charge(round.facts.memberships.len() as u64)?;
    for m in &round.facts.memberships {
        let i = *index.entry(m.subject).or_insert(subjects.len());
        if i == subjects.len() {
            subjects.push(Default::default());
        }
        subjects[i][usize::from(m.positive)].push((m.re, m.literal));
    }
    let before = engine.out.len();
    for [outside, inside] in subjects {
        engine.res.budget.charge((outside.len() * inside.len()) as u64)?;
        let regexes = &mut engine.res.languages.regexes;
        let pairs = inside.iter().flat_map(|&a| outside.iter().map(move |&b| (a, b)));
        let clash = pairs.into_iter().find(|&((small, _), (big, _))| included(regexes, small, big));
        if let Some(((_, a), (_, b))) = clash {
            debug_assert!(a != b, "a literal says two things");
            engine.out.conflict(engine.res.terms, InferenceId::RegexInclusion, &[a, b]);
        }
    }
    Ok(Verdict::progress_if(engine.out.len() > before))
}

/// Whether the form of two regexes shows that one includes the other.
pub(super) fn included(regexes: &mut Regexes, small: Re, big: Re) -> bool {
    regexes.includes_syntactic(big, small) == Some(true)
}
