//! Regexes and the searches over their derivatives, against a matcher on all short words; automata, against
//! theirs.
#![no_main]

use automata::nfa::{Nfa, cut_word};
use automata::{CharSet, Regexes};
use base::{Budget, Limits, Stop};

#[path = "../../crates/automata/tests/common/mod.rs"]
mod common;
// Inside their crate, these two see the names above as they do here.
#[path = "../../crates/automata/src/nfa/scenarios.rs"]
mod scenarios;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../../crates/automata/src/nfa/testing.rs"]
mod testing;

use choices::Choices;
use common::{lengths, random, search, single};
use libfuzzer_sys::fuzz_target;
use scenarios::*;

fuzz_target!(|bytes: &[u8]| {
    let rng = &mut Choices::from_bytes(bytes);
    let budget = Budget::unlimited();
    let limits = &Limits::new(&budget, STEPS);
    // What takes too long proves nothing.
    let _: Result<(), Stop> = match rng.below(3) {
        0 => about_regexes(rng, limits),
        1 => about_searches(rng, limits),
        _ => {
            let (a, b) = (testing::nfa(rng, 5), testing::nfa(rng, 5));
            let law = rng.pick(LAWS);
            law(rng, a, b, limits);
            Ok(())
        }
    };
});

const LAWS: &[Law] = &[
    rational_operations,
    plus_is_repetition,
    boolean_operations,
    reductions_keep_the_language,
    minimization_is_canonical,
    |rng, a, b, l| _ = inclusion_and_counterexamples(rng, a, b, l),
    words_and_emptiness,
    finiteness_and_single_words,
    parts_between_states,
    length_restriction,
    |rng, a, b, l| _ = finite_words_are_all_words(rng, a, b, l),
    boxes_cover_the_words_of_a_length,
    cutting_words,
];

const STEPS: u64 = 2_000_000;

fn about_regexes(rng: &mut Choices, limits: &Limits) -> Result<(), Stop> {
    let rs = &mut Regexes::new();
    if rng.chance(20) {
        let (small, large) = (rng.below(4) as u32, rng.below(5) as u32);
        single::syntactic_inclusion(rs, &random(rng, large), &random(rng, small));
        return Ok(());
    }
    let claim = rng.pick(&single::CLAIMS);
    let size = 1 + rng.below(9) as u32;
    let ast = random(rng, size);
    let r = ast.build(rs);
    claim(rs, r, &ast, limits)
}

fn about_searches(rng: &mut Choices, limits: &Limits) -> Result<(), Stop> {
    let rs = &mut Regexes::new();
    match rng.below(5) {
        0 => search::conjunction(rng, rs, limits).map(drop),
        1 => search::conflict(rng, rs, limits).map(drop),
        2 => lengths::conjunction(rng, rs, limits),
        3 => {
            let size = 1 + rng.below(7) as u32;
            lengths::single(rng, size, rs, limits).map(drop)
        }
        _ => {
            let disguised = rng.chance(30);
            search::comparison(rng, disguised, rs, limits).map(drop)
        }
    }
}
