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
use super::facts::{Facts, is_leaf};
use super::round::{Round, Words};
use super::{
    arrangement, containment, counting, equations, extended, inclusions, lengths, order, regular,
    small, sums, transducers, unfolding,
};
use crate::engine::Engine;
use crate::options::{Switch, prose};
use crate::theory::combine::value_in;
use crate::theory::inference::InferenceId;
use crate::theory::verdict::{Incompleteness, Verdict};
use base::{Interrupted, Limits, affordable};
use terms::Term;

type Run = fn(&mut Engine<'_>, &mut Round<'_, '_>) -> Result<Verdict, Interrupted>;

/// A technique that small builds do without: what is not called is not compiled.
const fn scaling(run: Run) -> Run {
    if cfg!(feature = "scaling") { run } else { |_, _| Ok(Verdict::Consistent) }
}

/// A row of the table.
pub(super) struct Technique {
    /// The name in statistics.
    pub name: &'static str,
    /// What it does, for people.
    pub about: &'static str,
    /// How much work it may do, and how that grows.
    pub allowance: &'static str,
    /// The option that switches it off.
    pub switch: Switch,
    /// Without it literals that it `needs` are undecided; the others only make the search shorter.
    pub essential: bool,
    /// Whether there is anything for it to do.
    pub needs: fn(&Engine<'_>, &Round<'_, '_>) -> bool,
    /// Looks at the literals.
    pub run: Run,
}

/// The techniques in order. One that comes twice is asked again when more is known.
pub(super) const STRATEGY: &[Technique] = &[
    Technique {
        name: "languages",
        about: prose("compares ground regexes that are said to be equal or not"),
        allowance: prose("the check's"),
        switch: ("theory.languages", |o| o.theory_languages),
        essential: true,
        needs: |_, round| !round.facts.languages.is_empty(),
        run: languages,
    },
    Technique {
        name: "transducers",
        about: prose("decides strings that are functions of one string"),
        allowance: prose("3,000,000 steps and as many as the others took; 2,000,000 a question"),
        switch: ("strings.transducers", |o| o.strings_transducers),
        essential: false,
        needs: |engine, _| engine.strings.has_functions(),
        run: transducers::check,
    },
    Technique {
        name: "small-models",
        about: prose("tries small words, and small changes to the candidate"),
        allowance: prose(
            "500,000 steps from the fifth final check on; 30,000 for changes, after 8 times the steps of the time before",
        ),
        switch: ("strings.small-models", |o| o.strings_small_models),
        essential: false,
        needs: |_, _| true,
        run: small::check,
    },
    Technique {
        name: "sums",
        about: prose(
            "refutes equations of numerals by their last digits, or tries those that solve them",
        ),
        allowance: prose("2,000,000 steps an equation, 20,000,000 a check"),
        switch: ("strings.sums", |o| o.strings_sums),
        essential: false,
        needs: |engine, _| engine.strings.has_functions(),
        run: scaling(sums::check),
    },
    Technique {
        name: "containment",
        about: prose("refutes missing containments by transitivity"),
        allowance: prose("linear in the containments"),
        switch: ("strings.containment", |o| o.strings_containment),
        essential: false,
        needs: |_, round| !round.facts.predicates.is_empty(),
        run: scaling(containment::check),
    },
    Technique {
        name: "lengths",
        about: prose(
            "states which lengths the form of regexes leaves to strings that are compared, where the candidate has others",
        ),
        allowance: prose("each membership, of 8 or more"),
        switch: ("regex.length-abstraction", |o| o.regex_length_abstraction),
        essential: false,
        needs: |engine, round| {
            let least = engine.res.budget.tunables().strings.many_lengths;
            let is_compared = round.has_equations || !round.facts.disequations.is_empty();
            is_compared && round.facts.memberships.len() >= least
        },
        run: scaling(lengths::check),
    },
    Technique {
        name: "counting",
        about: prose("refutes that strings differ of which there are more than words for them"),
        allowance: prose("20,000 steps a language, 1,000,000 a clique"),
        switch: ("strings.counting", |o| o.strings_counting),
        essential: false,
        needs: |_, round| !round.facts.disequations.is_empty(),
        run: scaling(counting::check),
    },
    Technique {
        name: "order",
        about: prose("refutes orders by circles and by the least words along chains"),
        allowance: prose("20,000 steps a language"),
        switch: ("strings.order", |o| o.strings_order),
        essential: false,
        needs: |engine, round| !order::compared(engine.res.terms, &round.facts).is_empty(),
        run: scaling(order::check),
    },
    Technique {
        name: "letters",
        about: prose(
            "states what memberships say of elements whose bits are read, at the lengths that strings have",
        ),
        allowance: prose("strings of 48 characters; 100,000 steps a membership and length"),
        switch: ("strings.letters", |o| o.strings_letters),
        essential: false,
        needs: |_, round| !round.facts.memberships.is_empty(),
        run: unfolding::letters::check,
    },
    Technique {
        name: "inclusions",
        about: prose(
            "refutes that strings of equations are in languages but not in larger ones, by the form of the regexes",
        ),
        allowance: prose("each pair of memberships of a string"),
        switch: ("regex.inclusion", |o| o.regex_inclusion),
        essential: false,
        needs: |_, round| round.has_equations && !round.facts.memberships.is_empty(),
        run: scaling(inclusions::check),
    },
    Technique {
        name: "numerals",
        about: prose(
            "states what bounds by constants say of numerals in equations, and ranges of letters with codes",
        ),
        allowance: prose("each bound once"),
        switch: ("strings.numerals", |o| o.strings_numerals),
        essential: false,
        needs: |engine, round| round.has_equations && has_functions(engine, round),
        run: extended::bound_numerals,
    },
    Technique {
        name: "equations",
        about: prose("asks the procedures for word equations"),
        allowance: prose(
            "20,000,000 steps or 500,000 for each equation, from the first arrangement on 500,000 for each arrangement",
        ),
        switch: ("theory.equations", |o| o.theory_equations),
        essential: true,
        needs: |_, round| round.has_equations,
        run: first_equations,
    },
    Technique {
        name: "tell-apart",
        about: prose("asks them for disequations between few words"),
        allowance: prose(
            "as `equations`, after 8 fixed words, and twice as many after each failure",
        ),
        switch: ("strings.tell-apart", |o| o.strings_tell_apart),
        essential: false,
        needs: |engine, round| {
            let few = engine.res.budget.tunables().strings.few_splits;
            !round.has_equations && engine.strings.splits.is_due(few)
        },
        run: tell_apart,
    },
    Technique {
        name: regular::NAME,
        about: prose("decides the memberships of each class by automata"),
        allowance: prose("the check's"),
        switch: ("theory.memberships", |o| o.theory_memberships),
        essential: true,
        needs: |_, round| round.words == Words::Unknown && !round.has_equations,
        run: memberships,
    },
    Technique {
        name: "reduction",
        about: prose("reduces all functions at once where the equations are too hard"),
        allowance: prose("each function once"),
        switch: ("theory.functions", |o| o.theory_functions),
        essential: true,
        needs: |engine, round| is_open(round) && has_functions(engine, round),
        run: extended::reduce_unseen,
    },
    Technique {
        name: "arrangements",
        about: prose("splits on how the parts of an equation lie"),
        allowance: prose("12 parts deep"),
        switch: ("strings.arrangements", |o| o.strings_arrangements),
        essential: false,
        needs: |_, round| is_open(round),
        run: arrangement::check,
    },
    Technique {
        name: "equations",
        about: prose("asks the procedures again, when nothing is left to arrange"),
        allowance: prose("200,000,000 steps"),
        switch: ("theory.equations", |o| o.theory_equations),
        essential: true,
        needs: |engine, round| {
            let steps = engine.res.budget.tunables().strings.system_steps;
            is_open(round) && arrangement::patience(engine, &round.facts) < steps
        },
        run: |engine, round| {
            solve(engine, round, engine.res.budget.tunables().strings.system_steps)
        },
    },
    Technique {
        name: "transducers",
        about: prose("decides them with more steps, where words stay open"),
        allowance: prose("2,000,000 steps a question, 75,000,000 a check, and as many for guesses"),
        switch: ("strings.transducers", |o| o.strings_transducers),
        essential: false,
        needs: |engine, round| is_open(round) && transducers::was_cut(engine),
        run: transducers::insist,
    },
    Technique {
        name: "arrangements",
        about: prose(
            "splits, too, where words are found again and again with an element that they must not contain",
        ),
        allowance: prose("12 parts deep, after 3 refinements"),
        switch: ("strings.arrangements", |o| o.strings_arrangements),
        essential: false,
        needs: |engine, round| {
            round.words == Words::Found && extended::is_stubborn(engine, &round.facts)
        },
        run: arrangement::check,
    },
    Technique {
        name: "functions",
        about: prose("compares functions with the candidate, and reduces those that are wrong"),
        allowance: prose("each function a few times, then at fixed values"),
        switch: ("theory.functions", |o| o.theory_functions),
        essential: true,
        needs: |engine, round| round.words == Words::Found && has_functions(engine, round),
        run: extended::check,
    },
    Technique {
        name: "unfolding",
        about: prose(
            "states what memberships in declared languages say of slices, at the lengths that strings have",
        ),
        allowance: prose("strings of 48 characters; 100,000 steps a membership and length"),
        switch: ("theory.unfolding", |o| o.theory_unfolding),
        essential: true,
        needs: |engine, round| unfolding::concerns(engine.res.terms, &round.facts),
        run: unfolding::check,
    },
];

/// The table in Markdown, a row a technique, as `docs/search.md` has it.
pub fn table() -> String {
    let row = |t: &Technique| {
        format!("| `{}` | {} | {} | `{}` |\n", t.name, t.about, t.allowance, t.switch.0)
    };
    STRATEGY.iter().map(row).collect()
}

/// Judges the relevant atoms and finds words for the leaves in them.
pub(crate) fn final_check(
    engine: &mut Engine<'_>,
    atoms: &[(Term, bool)],
    values: &sat::Context<'_>,
) -> Result<Verdict, Interrupted> {
    debug_assert!(engine.out.is_empty(), "the final check begins with unsent conclusions");
    let Some(mut round) = begin(engine, atoms, values)? else { return Ok(Verdict::Progress) };
    let mut incomplete = None;
    for technique in STRATEGY {
        if !(technique.needs)(engine, &round) {
            continue;
        }
        if !(technique.switch.1)(engine.res.options) {
            let off = Incompleteness::SwitchedOff(technique.name);
            incomplete = incomplete.or(technique.essential.then_some(off));
            continue;
        }
        let before = engine.res.budget.spent();
        let verdict = (technique.run)(engine, &mut round)?;
        let steps = engine.res.budget.spent() - before;
        engine.res.stats.tried(technique.name, steps, verdict);
        debug_assert!(
            verdict == Verdict::Satisfied
                || (verdict == Verdict::Progress) != engine.out.is_empty(),
            "{}: {verdict:?} does not say whether something was concluded",
            technique.name
        );
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

/// Sorts the literals and finds the constants of the classes. Two in one contradict each other, and there is nothing else
/// to look at.
fn begin<'a, 'c>(
    engine: &mut Engine<'_>,
    atoms: &'a [(Term, bool)],
    values: &'a sat::Context<'c>,
) -> Result<Option<Round<'a, 'c>>, Interrupted> {
    debug_assert!(
        atoms.iter().all(|&(t, value)| {
            let lit = engine.atoms.lit(engine.res.terms, t);
            lit.and_then(|lit| value_in(values, lit)) == Some(value)
        }),
        "a relevant literal is not true"
    );
    let limits = Limits::none(engine.res.budget);
    let facts = Facts::collect(engine.res.terms, engine.res.languages, atoms, &limits);
    let facts = affordable(facts)?.unwrap_or_default();
    let mut classes = Classes::of(&facts);
    for t in order::compared(engine.res.terms, &facts) {
        classes.add(t);
    }
    let constants = match classes.constants(engine.res.terms) {
        Ok(constants) => constants,
        Err((a, b)) => {
            let mut premises = Vec::new();
            classes.explain(a, b, &mut premises);
            engine.out.conflict(engine.res.terms, InferenceId::StringsConstants, &premises);
            return Ok(None);
        }
    };
    let has_equations = equations::needed(engine.res.terms, &facts);
    let words = Words::Unknown;
    Ok(Some(Round { atoms, values, facts, classes, constants, has_equations, words }))
}

fn is_open(round: &Round<'_, '_>) -> bool {
    matches!(round.words, Words::Open(_))
}

fn has_functions(engine: &Engine<'_>, round: &Round<'_, '_>) -> bool {
    engine.strings.has_functions() || !round.facts.predicates.is_empty()
}

/// Refutes wrong claims about the equality of ground regexes.
fn languages(engine: &mut Engine<'_>, round: &mut Round<'_, '_>) -> Result<Verdict, Interrupted> {
    let before = engine.out.len();
    let mut verdict = Verdict::Consistent;
    for &literal in &round.facts.languages {
        let terms = &*engine.res.terms;
        let (atom, is_denied) = terms.literal(literal);
        let limits = Limits::none(engine.res.budget);
        let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
        match affordable(engine.res.languages.equal(terms, a, b, &limits))?.flatten() {
            Some(equal) if equal == is_denied => {
                engine.out.conflict(engine.res.terms, InferenceId::RegexEquality, &[literal]);
            }
            Some(_) => {}
            None => verdict = Verdict::Incomplete(Incompleteness::Languages),
        }
    }
    Ok(if engine.out.len() > before { Verdict::Progress } else { verdict })
}

/// Hands the equations to the procedures, with few steps at first: where they give up, functions are reduced and parts
/// arranged, and only when there is nothing left to arrange they get all the steps they want.
fn first_equations(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    solve(engine, round, arrangement::patience(engine, &round.facts))
}

/// Asks the procedures for equations; where they give up, the words stay open.
fn solve(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
    steps: u64,
) -> Result<Verdict, Interrupted> {
    let verdict = equations::check(engine, &round.facts, round.atoms, steps)?;
    match verdict {
        Verdict::Consistent => round.found_words(),
        Verdict::Incomplete(why) => round.leave_open(why),
        Verdict::Progress | Verdict::Satisfied => return Ok(verdict),
    }
    Ok(Verdict::Consistent)
}

/// Where memberships leave few words of each length, fixing words one by one need not end, as lengths can grow. After
/// some of that the procedures for equations look at the disequations, whatever the lengths.
fn tell_apart(engine: &mut Engine<'_>, round: &mut Round<'_, '_>) -> Result<Verdict, Interrupted> {
    let patience = arrangement::patience(engine, &round.facts);
    let verdict = equations::check(engine, &round.facts, round.atoms, patience)?;
    match verdict {
        Verdict::Consistent => round.found_words(),
        // The memberships are decided as before.
        Verdict::Incomplete(_) => engine.strings.splits.count_failure(),
        Verdict::Progress | Verdict::Satisfied => return Ok(verdict),
    }
    Ok(Verdict::Consistent)
}

/// Decides the memberships of each class.
fn memberships(engine: &mut Engine<'_>, round: &mut Round<'_, '_>) -> Result<Verdict, Interrupted> {
    let before = engine.res.budget.spent();
    let Round { facts, atoms, classes, constants, .. } = round;
    let verdict = regular::check(engine, facts, atoms, classes, constants)?;
    engine.res.stats.worked(regular::NAME, engine.res.budget.spent() - before);
    if !matches!(verdict, Verdict::Incomplete(_)) && !facts.memberships.is_empty() {
        engine.res.stats.decided_by(regular::NAME);
    }
    if verdict == Verdict::Consistent {
        round.found_words();
        debug_assert!(
            round.classes.members().iter().all(|&(t, _)| {
                !is_leaf(engine.res.terms, t) || engine.strings.word(t).is_some()
            }),
            "a string has no word although its memberships are decided"
        );
    }
    Ok(verdict)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Options, TABLE};

    #[test]
    fn every_switch_is_an_option_that_switches() {
        for technique in STRATEGY {
            let (name, is_on) = technique.switch;
            assert!(TABLE.iter().any(|row| row.name == name), "{name}");
            let mut options = Options::default();
            assert!(is_on(&options), "{name}");
            options.set(name, "false").unwrap();
            assert!(!is_on(&options), "{name}");
            assert_eq!(technique.essential, name.starts_with("theory."), "{name}");
        }
    }

    #[test]
    fn the_page_about_the_search_has_the_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/search.md");
        let page = std::fs::read_to_string(path).unwrap();
        assert!(page.contains(&table()), "docs/search.md should have these rows:\n{}", table());
    }
}
