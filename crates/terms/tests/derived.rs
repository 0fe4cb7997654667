//! Derived functions: the values against the definitions as terms, and against every way to cut.

mod common;

use choices::Choices;
use common::Bench;
use common::definitions::text;
use terms::op::NAMED_OPS;
use terms::value::Value;
use terms::{Op, Sort, Term};

/// Few, so that words meet; white space, what is next to it, and the end of the alphabet.
const LETTERS: [u32; 7] = [97, 97, 98, 0x20, 0x0A, 0x0E, 0x2FFFF];

fn derived() -> impl Iterator<Item = (&'static str, Op)> {
    NAMED_OPS.iter().copied().filter(|(_, op)| op.row().definition.is_some())
}

/// The first argument is long, the others are likely to be found in it.
fn argument(bench: &mut Bench, rng: &mut Choices, first: bool, sort: Sort) -> Term {
    match sort {
        Sort::Int => bench.terms.int(rng.range(-2, 5)),
        _ if first => bench.str(&rng.word(&LETTERS, 8)),
        _ => bench.str(&rng.word(&LETTERS[..3], 2)),
    }
}

#[test]
fn values_are_those_of_the_definitions() {
    let mut rng = Choices::seeded(6);
    for _ in 0..2000 {
        let mut bench = Bench::new();
        for (name, op) in derived() {
            let params = op.signature().params(2, Sort::String).unwrap();
            let mut args = Vec::new();
            for sort in params {
                let first = args.is_empty();
                args.push(argument(&mut bench, &mut rng, first, sort));
            }
            let definition = op.row().definition.unwrap();
            let term = definition(&mut bench.terms, &args);
            let values: Vec<Value> = args.iter().map(|&a| bench.eval(a).unwrap()).collect();
            assert_eq!(bench.run(op, &args), bench.eval(term).unwrap(), "{name} {values:?}");
        }
    }
}

/// The words that `s` is the concatenation of, one of each regex.
fn cuts(bench: &mut Bench, s: &[u32], regexes: &[Term]) -> Vec<Vec<Vec<u32>>> {
    let Some((&first, rest)) = regexes.split_first() else {
        return if s.is_empty() { vec![Vec::new()] } else { Vec::new() };
    };
    let mut found = Vec::new();
    for end in 0..=s.len() {
        let piece = bench.str(&s[..end]);
        if bench.run(Op::StrInRe, &[piece, first]) == Value::Bool(true) {
            for cut in cuts(bench, &s[end..], rest) {
                found.push([vec![s[..end].to_vec()], cut].concat());
            }
        }
    }
    found
}

#[test]
fn every_string_is_cut_and_every_cut_gives_the_value() {
    let mut rng = Choices::seeded(7);
    for (name, op) in derived() {
        let Some(pieces) = op.row().pieces else { continue };
        for _ in 0..300 {
            let mut bench = Bench::new();
            let word = rng.word(&LETTERS, 6);
            let regexes = (pieces.regexes)(&mut bench.terms);
            let found = cuts(&mut bench, &word, &regexes);
            assert!(!found.is_empty(), "{name} {word:?}");
            let s = bench.str(&word);
            for cut in found {
                assert_eq!(bench.run(op, &[s]), text(cut[pieces.value].clone()), "{name} {word:?}");
            }
        }
    }
}
