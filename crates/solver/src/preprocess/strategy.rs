//! The passes of preprocessing as a table: what each does, in what order and when.
//!
//! Passes stand in stages. All passes of a stage look at the formulas, one after the other; when one of them has found something,
//! the formulas are rewritten and all stages begin again, until none finds anything. So a pass may count on all before it, and on
//! rewriting, having nothing left to do: what makes formulas smaller comes first, what needs to know all that equations say
//! before it decides how a string is represented (spelling) in the middle, and what fixes a representation of sums last.
//!
//! The alternative, a function for each group of passes with flags of its own, was what this table replaced: nobody could say what ran
//! when, nor switch off or count what a pass did.

use super::run::{Found, Look, Pass, Run, When};
use super::{
    accumulators, apart, asserted, capitals, carries, cases, commuting, constants, cuts, diagrams,
    digits, escapes, exclusive, extrema, fields, lexicographic, numerals, occurrences, ordered,
    positions, quotients, radix, separated, slices, solve, spelling, tables, values,
};
use crate::options::{PassId, prose};

/// A pass that small builds do without: what is not called is not compiled.
const fn scaling(run: Look) -> Look {
    if cfg!(feature = "scaling") { run } else { |_| Ok(Found::Nothing) }
}

/// What looks at the formulas before they are rewritten: texts are cut as they are written down.
pub(super) const AS_WRITTEN: &[Pass] = &[
    Pass {
        id: PassId::Cases,
        about: prose("makes what is said case by case definitions by cases"),
        switch: ("strings.alternatives", |o| o.strings_alternatives),
        when: When::Always,
        run: scaling(|run| Ok(cases::round(run.res, &mut run.formulas)?.into())),
    },
    Pass {
        id: PassId::Numerals,
        about: prose("takes strings that are read and written as numerals for these"),
        switch: ("strings.occurrences", |o| o.strings_occurrences),
        when: When::Always,
        run: scaling(|run| Ok(numerals::round(run.res, &mut run.formulas)?.into())),
    },
    Pass {
        id: PassId::Positions,
        about: prose("makes texts that are read at running positions concatenations"),
        switch: ("strings.occurrences", |o| o.strings_occurrences),
        when: When::Always,
        run: scaling(|run| Ok(positions::round(run.res, &mut run.formulas)?.into())),
    },
];

/// The stages in order.
pub(super) const STAGES: &[&[Pass]] = &[
    &[Pass {
        id: PassId::Choices,
        about: prose(
            "defines integers by quotients of sums of choices, where remainders are diagrams",
        ),
        switch: ("lia.diagrams", |o| o.lia_diagrams),
        when: When::Always,
        run: scaling(|run| Ok(diagrams::quotients(run.res, &mut run.formulas)?.into())),
    }],
    &[Pass {
        id: PassId::Constants,
        about: prose("evaluates constants of which equations give values to all others"),
        switch: ("rewrite", |o| o.rewrite),
        when: When::Always,
        run: scaling(|run| Ok(constants::round(run.res, &mut run.formulas)?.into())),
    }],
    &[Pass {
        id: PassId::Accumulators,
        about: prose("bounds numbers that are read digit by digit, by cases"),
        switch: ("lia.lexicographic", |o| o.rewrite && o.lia_lexicographic),
        when: When::Once,
        run: scaling(|run| Ok(accumulators::round(run.res, &mut run.formulas)?.into())),
    }],
    &[Pass {
        id: PassId::Slices,
        about: prose("takes strings that are cut by cases, step by step, for slices of the first"),
        switch: ("strings.slices", |o| o.rewrite && o.strings_slices),
        when: When::Once,
        run: scaling(|run| Ok(slices::round(run.res, &mut run.formulas)?.into())),
    }],
    &[Pass {
        id: PassId::Strips,
        about: prose("makes strings that lose a word at an end by cases a word and a rest"),
        switch: ("strings.slices", |o| o.rewrite && o.strings_slices),
        when: When::Always,
        run: scaling(|run| Ok(cases::strips::round(run.res, &mut run.formulas)?.into())),
    }],
    &[Pass {
        id: PassId::Carries,
        about: prose("splits equations between numbers in several bases where the bases meet"),
        switch: ("lia.lexicographic", |o| o.rewrite && o.lia_lexicographic),
        when: When::Twice,
        run: scaling(|run| Ok(carries::round(run.res, &mut run.formulas)?.into())),
    }],
    &[Pass {
        id: PassId::Solve,
        about: prose("solves equalities for constants, and substitutes these"),
        switch: ("preprocess", |o| o.preprocess),
        when: When::Always,
        run: |run| Ok(solve::round(run.res, run.is_on(PassId::Diagrams), &mut run.formulas)?.into()),
    }],
    &[Pass {
        id: PassId::Escapes,
        about: prose("takes strings that are only read escaped for what they become"),
        switch: ("strings.transducers", |o| o.strings_transducers),
        when: When::Always,
        run: scaling(|run| Ok(escapes::round(run.res, &mut run.formulas)?.into())),
    }],
    &[Pass {
        id: PassId::Capitals,
        about: prose("takes strings that are only read in capital or small letters for these"),
        switch: ("strings.transducers", |o| o.strings_transducers),
        when: When::Always,
        run: scaling(|run| Ok(capitals::round(run.res, &mut run.formulas)?.into())),
    }],
    &[Pass {
        id: PassId::Separated,
        about: prose(
            "gives strings fields, where their languages spell out what they are searched for",
        ),
        switch: ("strings.occurrences", |o| o.strings_occurrences),
        when: When::Always,
        run: scaling(|run| Ok(separated::round(run.res, &mut run.formulas)?.into())),
    }],
    &[Pass {
        id: PassId::Digits,
        about: prose(
            "makes integers whose numerals have a known length numbers that texts are read as",
        ),
        switch: ("strings.spelling", |o| o.rewrite && o.strings_spelling),
        when: When::Unspelled,
        run: scaling(|run| Ok(digits::round(run.res, &mut run.formulas)?.into())),
    }],
    &[Pass {
        id: PassId::Fields,
        about: prose(
            "gives strings fields at their ends, where they are only read at known places",
        ),
        switch: ("strings.spelling", |o| o.rewrite && o.strings_spelling),
        when: When::Unspelled,
        run: scaling(|run| Ok(fields::round(run.res, &mut run.formulas)?.into())),
    }],
    &[Pass {
        id: PassId::Asserted,
        about: prose(
            "puts asserted values of remainders, questions about strings, and lengths into other formulas",
        ),
        switch: ("lia.lexicographic", |o| o.lia_lexicographic && o.strings_occurrences),
        when: When::Always,
        run: scaling(|run| Ok(asserted::round(run.res, &mut run.formulas)?.into())),
    }],
    &[
        Pass {
            id: PassId::Commuting,
            about: prose("makes languages of strings that commute with a known word"),
            switch: ("strings.alternatives", |o| o.strings_alternatives),
            when: When::Always,
            run: scaling(|run| Ok(commuting::round(run.res, &mut run.formulas)?.into())),
        },
        Pass {
            id: PassId::Cuts,
            about: prose(
                "makes languages of what is in front of a letter, or behind it, languages of the whole",
            ),
            switch: ("strings.alternatives", |o| o.strings_alternatives && o.strings_occurrences),
            when: When::Always,
            run: scaling(|run| Ok(cuts::round(run.res, &mut run.formulas)?.into())),
        },
        Pass {
            id: PassId::Occurrences,
            about: prose(
                "decides where words are in concatenations by the letters that the parts may have",
            ),
            switch: ("strings.occurrences", |o| o.strings_occurrences),
            when: When::Always,
            run: scaling(|run| Ok(occurrences::round(run.res, &mut run.formulas)?.into())),
        },
    ],
    &[Pass {
        id: PassId::Tables,
        about: prose(
            "answers questions about texts that read one integer of few values for each of these",
        ),
        switch: ("lia.values", |o| o.lia_values && o.strings_occurrences),
        when: When::Always,
        run: scaling(|run| {
            Ok(tables::round(run.res, run.is_on(PassId::Spelling), &mut run.formulas)?.into())
        }),
    }],
    &[Pass {
        id: PassId::Alternatives,
        about: prose("makes what a string is in one of several cases a language or a choice"),
        switch: ("strings.alternatives", |o| o.strings_alternatives),
        when: When::Always,
        run: scaling(|run| Ok(cases::words::round(run.res, &mut run.formulas)?.into())),
    }],
    &[Pass {
        id: PassId::Spelling,
        about: prose(
            "makes strings of known length that are read letter by letter the codes of their letters",
        ),
        switch: ("strings.spelling", |o| o.rewrite && o.strings_spelling),
        when: When::Once,
        run: |run| {
            let spelled = spelling::round(run.res, &mut run.formulas)?;
            // Nothing is spelled later, so tables are made of what they left to it.
            if spelled.is_none() && run.is_on(PassId::Tables) {
                return Ok(tables::round(run.res, false, &mut run.formulas)?.into());
            }
            Ok(spelled.into())
        },
    }],
    &[Pass {
        id: PassId::Extrema,
        about: prose("bounds the greater and the less of two values by both"),
        switch: ("lia.lexicographic", |o| o.lia_lexicographic),
        when: When::Once,
        run: scaling(|run| Ok(extrema::round(run.res, &mut run.formulas)?.into())),
    }],
    &[
        Pass {
            id: PassId::Quotients,
            about: prose("decides quotients and remainders by bounds"),
            switch: ("lia.lexicographic", |o| o.lia_lexicographic),
            when: When::Always,
            run: scaling(|run| Ok(quotients::round(run.res, &mut run.formulas)?.into())),
        },
        Pass {
            id: PassId::Lexicographic,
            about: prose("makes lexicographic comparisons inequalities"),
            switch: ("lia.lexicographic", |o| o.lia_lexicographic),
            when: When::Always,
            run: scaling(|run| Ok(lexicographic::round(run.res, &mut run.formulas)?.into())),
        },
        Pass {
            id: PassId::Ordered,
            about: prose(
                "makes equal what is in a circle of comparisons, and decides those that follow",
            ),
            switch: ("lia.lexicographic", |o| o.lia_lexicographic),
            when: When::Always,
            run: scaling(|run| Ok(ordered::round(run.res, &mut run.formulas)?.into())),
        },
    ],
    &[Pass {
        id: PassId::Apart,
        about: prose("makes inequalities strict where digits differ"),
        switch: ("lia.lexicographic", |o| o.lia_lexicographic),
        when: When::Always,
        run: scaling(|run| Ok(apart::round(run.res, &mut run.formulas)?.into())),
    }],
    &[Pass {
        id: PassId::Radix,
        about: prose("makes digits that are only read together one number"),
        switch: ("lia.lexicographic", |o| o.lia_lexicographic),
        when: When::Always,
        run: scaling(|run| Ok(radix::round(run.res, &mut run.formulas)?.into())),
    }],
    &[Pass {
        id: PassId::Values,
        about: prose("makes functions of one bounded integer in sums integers of their own"),
        switch: ("lia.values", |o| o.lia_values),
        when: When::Once,
        run: scaling(|run| {
            Ok(values::round(run.res, run.is_on(PassId::Diagrams), &mut run.formulas)?.into())
        }),
    }],
    &[Pass {
        id: PassId::Exclusive,
        about: prose("states which conditions on one string exclude each other"),
        switch: ("strings.exclusive", |o| o.rewrite && o.strings_exclusive),
        when: When::Once,
        run: scaling(|run| Ok(exclusive::round(run.res, &mut run.formulas)?.into())),
    }],
    &[Pass {
        id: PassId::Diagrams,
        about: prose("makes comparisons of sums of choices decision diagrams"),
        switch: ("lia.diagrams", |o| o.lia_diagrams),
        when: When::Always,
        run: scaling(|run| {
            let Run { res, formulas, tries, .. } = run;
            let is_changed = diagrams::round(res, formulas, tries)?;
            Ok(if is_changed { Found::Last } else { Found::Nothing })
        }),
    }],
];

/// All rows.
fn passes() -> impl Iterator<Item = &'static Pass> {
    AS_WRITTEN.iter().chain(STAGES.iter().copied().flatten())
}

/// The table in Markdown, a row a pass, as `docs/search.md` has it.
pub fn table() -> String {
    let row = |p: &Pass| {
        let when = match p.when {
            When::Always => "in each round",
            When::Once => "once",
            When::Twice => "once, and once after strings are spelled",
            When::Unspelled => "until strings are spelled",
        };
        format!("| `{}` | {} | {when} | `{}` |\n", p.id.name(), p.about, p.switch.0)
    };
    passes().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Options, TABLE};

    #[test]
    fn every_pass_is_in_the_table_once_and_has_a_switch() {
        let mut ids: Vec<PassId> = passes().map(|p| p.id).collect();
        ids.sort();
        assert_eq!(ids, PassId::ALL);
        for pass in passes() {
            let (name, is_on) = pass.switch;
            assert!(TABLE.iter().any(|row| row.name == name), "{name}");
            let mut options = Options::default();
            assert!(is_on(&options), "{name}");
            options.set(name, "false").unwrap();
            assert!(!is_on(&options), "{name}");
        }
    }

    #[test]
    fn the_page_about_the_search_has_the_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/search.md");
        let page = std::fs::read_to_string(path).unwrap();
        assert!(page.contains(&table()), "docs/search.md should have these rows:\n{}", table());
    }
}
