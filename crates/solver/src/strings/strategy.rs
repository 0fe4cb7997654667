//! The final check of the strings as a table: which technique looks at the literals, in what order and when.
//!
//! Each row is a technique behind one protocol: it reads the [`Round`], concludes through the engine's writer, and says what
//! came of it in a [`Verdict`]. The loop ends with the first row that concludes something or finds a model; what a row
//! cannot decide is kept for the case that no later row finds a model either. The order is from cheap to dear, but for what
//! has to come first: nothing is asked of words before there are any.
//!
//! The alternative, control flow with a protocol of its own for each technique, was what this table replaced: nobody could
//! say what came when, nor switch off or count what a technique did.

use super::classes::Classes;
use super::facts::Facts;
use super::round::{Round, Words};
use super::{arrangement, containment, equations, extended, regular, small, sums, transducers};
use crate::engine::Engine;
use crate::options::Options;
use crate::theory::inference::InferenceId;
use crate::theory::verdict::{Incompleteness, Verdict};
use base::{FxHashMap, Interrupted, Limits, Stop};
use terms::{Op, Sort, Term, Terms};

/// So many words are fixed before disequations are looked at together.
const FEW_SPLITS: u32 = 8;

type Run = fn(&mut Engine<'_>, &mut Round<'_, '_>) -> Result<Verdict, Interrupted>;

/// The name of an option and its value.
type Switch = (&'static str, fn(&Options) -> bool);

/// A row of the table.
pub(super) struct Technique {
    /// The name in statistics.
    pub name: &'static str,
    /// The option that switches it off, if it may be missing, and its value.
    pub switch: Option<Switch>,
    /// Whether there is anything for it to do.
    pub needs: fn(&Engine<'_>, &Round<'_, '_>) -> bool,
    /// Looks at the literals.
    pub run: Run,
}

/// The techniques in order. One that comes twice is asked again when more is known.
pub(super) const STRATEGY: &[Technique] = &[
    Technique {
        name: "declared-languages",
        switch: None,
        needs: |_, round| !round.facts.predicates.is_empty(),
        run: declared_languages,
    },
    Technique {
        name: "languages",
        switch: None,
        needs: |_, round| !round.facts.languages.is_empty(),
        run: compare_languages,
    },
    Technique {
        name: "transducers",
        switch: Some(("strings.transducers", |o| o.strings_transducers)),
        needs: |engine, _| engine.strings.extended,
        run: transducers::check,
    },
    Technique {
        name: "small-models",
        switch: Some(("strings.small-models", |o| o.strings_small_models)),
        needs: |_, _| true,
        run: small::check,
    },
    Technique {
        name: "sums",
        switch: Some(("strings.sums", |o| o.strings_sums)),
        needs: |engine, _| engine.strings.extended,
        run: sums::check,
    },
    Technique { name: "constants", switch: None, needs: |_, _| true, run: constants },
    Technique {
        name: "containment",
        switch: Some(("strings.containment", |o| o.strings_containment)),
        needs: |_, round| !round.facts.predicates.is_empty(),
        run: containment::check,
    },
    Technique {
        name: "equations",
        switch: None,
        needs: |_, round| round.has_equations,
        run: first_equations,
    },
    Technique {
        name: "tell-apart",
        switch: Some(("strings.tell-apart", |o| o.strings_tell_apart)),
        needs: |engine, round| {
            let state = &engine.strings;
            !round.has_equations && state.value_splits >= FEW_SPLITS << state.in_vain.min(16)
        },
        run: tell_apart,
    },
    Technique {
        name: regular::NAME,
        switch: None,
        needs: |_, round| round.words == Words::Unknown,
        run: memberships,
    },
    Technique {
        name: "reduction",
        switch: None,
        needs: |engine, round| is_open(round) && has_functions(engine, round),
        run: extended::reduce_unseen,
    },
    Technique {
        name: "arrangements",
        switch: Some(("strings.arrangements", |o| o.strings_arrangements)),
        needs: |_, round| is_open(round),
        run: arrangement::check,
    },
    Technique {
        name: "equations",
        switch: None,
        needs: |engine, round| {
            is_open(round) && arrangement::patience(engine) < equations::SYSTEM_STEPS
        },
        run: |engine, round| solve(engine, round, equations::SYSTEM_STEPS),
    },
    Technique {
        name: "functions",
        switch: None,
        needs: |engine, round| round.words == Words::Found && has_functions(engine, round),
        run: extended::check,
    },
];

/// Judges the relevant atoms and finds words for the leaves in them.
pub(crate) fn final_check(
    engine: &mut Engine<'_>,
    atoms: &[(Term, bool)],
    values: &sat::Context<'_>,
) -> Result<Verdict, Interrupted> {
    let mut round = begin(engine, atoms, values)?;
    let mut incomplete = None;
    for technique in STRATEGY {
        let is_on = technique.switch.is_none_or(|(_, is_on)| is_on(engine.res.options));
        if !is_on || !(technique.needs)(engine, &round) {
            continue;
        }
        let before = engine.res.budget.spent();
        let verdict = (technique.run)(engine, &mut round)?;
        let steps = engine.res.budget.spent() - before;
        engine.res.stats.tried(technique.name, steps, verdict);
        match verdict {
            Verdict::Consistent => {}
            Verdict::Incomplete(why) => drop(incomplete.get_or_insert(why)),
            Verdict::Progress | Verdict::Satisfied => return Ok(verdict),
        }
    }
    if let Words::Open(why) = round.words {
        incomplete.get_or_insert(why);
    }
    Ok(incomplete.map_or(Verdict::Consistent, Verdict::Incomplete))
}

/// Sorts the literals.
fn begin<'a, 'c>(
    engine: &mut Engine<'_>,
    atoms: &'a [(Term, bool)],
    values: &'a sat::Context<'c>,
) -> Result<Round<'a, 'c>, Interrupted> {
    let limits = Limits::none(engine.res.budget);
    let facts = match Facts::collect(engine.res.terms, engine.res.languages, atoms, &limits) {
        Err(Stop::Query(why)) => return Err(why),
        facts => facts.unwrap_or_default(),
    };
    Ok(Round {
        atoms,
        values,
        classes: Classes::of(&facts),
        constants: FxHashMap::default(),
        has_equations: equations::needed(engine.res.terms, &facts),
        facts,
        words: Words::Unknown,
    })
}

fn is_open(round: &Round<'_, '_>) -> bool {
    matches!(round.words, Words::Open(_))
}

fn has_functions(engine: &Engine<'_>, round: &Round<'_, '_>) -> bool {
    engine.strings.extended || !round.facts.predicates.is_empty()
}

/// What no technique understands: memberships in declared languages.
fn declared_languages(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let terms = &*engine.res.terms;
    let declared = round.facts.predicates.iter().any(|&p| speaks_of_languages(terms, p));
    let verdict = if declared {
        Verdict::Incomplete(Incompleteness::DeclaredLanguage)
    } else {
        Verdict::Consistent
    };
    Ok(verdict)
}

/// Whether a declared symbol of sort RegLan occurs in `literal`.
fn speaks_of_languages(terms: &Terms, literal: Term) -> bool {
    let declared = |&t: &Term| terms.sort(t) == Sort::RegLan && matches!(terms.op(t), Op::Apply(_));
    terms.post_order(&[literal]).iter().any(declared)
}

/// Refutes wrong claims about the equality of ground regexes.
fn compare_languages(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let before = engine.out.len();
    let mut verdict = Verdict::Consistent;
    for &literal in &round.facts.languages {
        let terms = &*engine.res.terms;
        let (atom, claimed) = match terms.op(literal) {
            Op::Not => (terms.arg(literal, 0), false),
            _ => (literal, true),
        };
        let limits = Limits::none(engine.res.budget);
        let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
        match engine.res.languages.equal(terms, a, b, &limits) {
            Ok(Some(equal)) if equal != claimed => {
                engine.out.conflict(engine.res.terms, InferenceId::RegexEquality, &[literal]);
            }
            Ok(Some(_)) => {}
            Ok(None) | Err(Stop::Local) => {
                verdict = Verdict::Incomplete(Incompleteness::Languages);
            }
            Err(Stop::Query(why)) => return Err(why),
        }
    }
    Ok(if engine.out.len() > before { Verdict::Progress } else { verdict })
}

/// Finds the constants of the classes; two in one contradict each other.
fn constants(engine: &mut Engine<'_>, round: &mut Round<'_, '_>) -> Result<Verdict, Interrupted> {
    match round.classes.constants(engine.res.terms) {
        Ok(constants) => {
            round.constants = constants;
            Ok(Verdict::Consistent)
        }
        Err((a, b)) => {
            let mut premises = Vec::new();
            round.classes.explain(a, b, &mut premises);
            engine.out.conflict(engine.res.terms, InferenceId::StringsConstants, &premises);
            Ok(Verdict::Progress)
        }
    }
}

/// Hands the equations to the procedures, with few steps at first: where they give up, functions are reduced and parts
/// arranged, and only when there is nothing left to arrange they get all the steps they want.
fn first_equations(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    solve(engine, round, arrangement::patience(engine))
}

/// Asks the procedures for equations; where they give up, the words stay open.
fn solve(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
    steps: u64,
) -> Result<Verdict, Interrupted> {
    let verdict = equations::check(engine, &round.facts, round.atoms, steps)?;
    match verdict {
        Verdict::Consistent => round.words = Words::Found,
        Verdict::Incomplete(why) => round.words = Words::Open(why),
        Verdict::Progress | Verdict::Satisfied => return Ok(verdict),
    }
    Ok(Verdict::Consistent)
}

/// Where memberships leave few words of each length, fixing words one by one need not end, as lengths can grow. After
/// some of that the procedures for equations look at the disequations, whatever the lengths.
fn tell_apart(engine: &mut Engine<'_>, round: &mut Round<'_, '_>) -> Result<Verdict, Interrupted> {
    let patience = arrangement::patience(engine);
    let verdict = equations::check(engine, &round.facts, round.atoms, patience)?;
    match verdict {
        Verdict::Consistent => round.words = Words::Found,
        // The memberships are decided as before.
        Verdict::Incomplete(_) => engine.strings.in_vain += 1,
        Verdict::Progress | Verdict::Satisfied => return Ok(verdict),
    }
    Ok(Verdict::Consistent)
}

/// Decides the memberships of each class.
fn memberships(engine: &mut Engine<'_>, round: &mut Round<'_, '_>) -> Result<Verdict, Interrupted> {
    let before = engine.res.budget.spent();
    let Round { facts, classes, constants, .. } = round;
    let verdict = regular::check(engine, facts, classes, constants)?;
    engine.res.stats.worked(regular::NAME, engine.res.budget.spent() - before);
    if !matches!(verdict, Verdict::Incomplete(_)) && !facts.memberships.is_empty() {
        engine.res.stats.decided_by(regular::NAME);
    }
    if verdict == Verdict::Consistent {
        round.words = Words::Found;
    }
    Ok(verdict)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::TABLE;

    #[test]
    fn every_switch_is_an_option_that_switches() {
        for technique in STRATEGY {
            let Some((name, is_on)) = technique.switch else { continue };
            assert!(TABLE.iter().any(|row| row.name == name), "{name}");
            let mut options = Options::default();
            assert!(is_on(&options), "{name}");
            options.set(name, "false").unwrap();
            assert!(!is_on(&options), "{name}");
        }
    }

    #[test]
    fn techniques_that_may_be_missing_have_a_switch() {
        // Without these, simple conjunctions would stay undecided; `reduction` is part of `functions`.
        let needed = [
            "declared-languages",
            "languages",
            "constants",
            "equations",
            "regular",
            "reduction",
            "functions",
        ];
        for technique in STRATEGY {
            let is_needed = needed.contains(&technique.name);
            assert_eq!(technique.switch.is_none(), is_needed, "{}", technique.name);
        }
    }
}
