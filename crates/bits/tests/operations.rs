//! Every operation on every kind of bit, against integers.

mod common;

use bits::{Lanes, Truth, lanes, truth};
use choices::Choices;
use common::number::Number;
use common::operations::{NAMES, circuit, value};
use common::scenario::{checks_clauses, checks_lanes, number};

/// All pairs of words of widths 1 to 4.
fn small_pairs() -> impl Iterator<Item = (Number, Number)> {
    let of_width = |width: u32| {
        let all = move || (0..1 << width).map(move |n| Number::new(width, n));
        all().flat_map(move |x| all().map(move |y| (x, y)))
    };
    (1..=4).flat_map(of_width)
}

fn word(n: Number) -> Vec<bool> {
    truth::word(n.width as usize, n.unsigned as u64)
}

#[test]
fn small_words_of_truth_values() {
    for (x, y) in small_pairs() {
        for name in NAMES {
            let got = number(&circuit(name, &mut Truth, &word(x), &word(y)));
            assert_eq!(got, value(name, x, y), "{name} {x:?} {y:?}");
        }
    }
}

#[test]
fn small_words_of_literals() {
    let rng = &mut Choices::seeded(1);
    for name in NAMES {
        for width in 1..=4 {
            checks_clauses(name, width, rng, true);
        }
    }
}

#[test]
fn small_words_of_constants_and_equal_literals() {
    let rng = &mut Choices::seeded(2);
    for name in NAMES {
        for round in 0..40 {
            checks_clauses(name, 1 + round % 4, rng, false);
        }
    }
}

/// 64 operations a round; `OPERATIONS` says how many, if these are not enough.
#[test]
fn many_words_of_lanes() {
    let count = std::env::var("OPERATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let rng = &mut Choices::seeded(3);
    (0..count / 64).for_each(|_| checks_lanes(rng));
}

/// Above 64 bits there is no oracle, but equations.
#[test]
fn wide_words() {
    let rng = &mut Choices::seeded(4);
    let word = |rng: &mut Choices| (0..200).map(|_| rng.chance(50)).collect::<Vec<bool>>();
    for _ in 0..20 {
        let (a, mut b) = (word(rng), word(rng));
        b[rng.below(200)..].fill(false);
        let run = |name: &str, a: &[bool], b: &[bool]| circuit(name, &mut Truth, a, b);
        let (quotient, rest) = (run("bvudiv", &a, &b), run("bvurem", &a, &b));
        let product = run("bvmul", &quotient, &b);
        assert_eq!(run("bvadd", &product, &rest), a);
        assert_eq!(run("bvsub", &a, &rest), product);
        assert!(b.iter().all(|bit| !bit) || run("bvult", &rest, &b) == [true]);
        assert_eq!(run("bvumulo", &quotient, &b), [false]);
    }
}

#[test]
fn ranges_of_numbers() {
    for width in 1..=9 {
        let all = (1_u32 << width) - 1;
        let constant = |n: u32| lanes::same(truth::word(width as usize, u64::from(n)));
        let (low, high) = (constant(all / 3), constant(all / 2));
        let inside = |word: &[u64]| {
            let low = bits::compare::ule(&mut Lanes, &low, word);
            Ok::<u64, ()>(low & bits::compare::ule(&mut Lanes, word, &high))
        };
        assert_eq!(lanes::ranges(width, inside), Ok(vec![all / 3..=all / 2]));
        let outside = lanes::ranges(width, |word| inside(word).map(|lanes| !lanes)).unwrap();
        let left: u32 = outside.iter().map(|range| range.end() - range.start() + 1).sum();
        assert_eq!(left, all + 1 - (all / 2 - all / 3 + 1));
        assert_eq!(lanes::ranges(width, |_| Ok::<u64, ()>(!0)), Ok(vec![0..=all]));
        assert_eq!(lanes::ranges(width, |_| Ok::<u64, ()>(0)), Ok(vec![]));
        assert_eq!(lanes::ranges(width, |_| Err(7)), Err(7));
    }
    let odd = lanes::ranges(7, |word| Ok::<u64, ()>(word[0])).unwrap();
    assert!(odd.into_iter().eq((0..64).map(|n| 2 * n + 1..=2 * n + 1)));
}

#[test]
fn a_budget_ends_products_and_divisions() {
    let budget = base::Budget::unlimited().with_steps(100);
    let a = vec![true; 64];
    assert!(bits::mul::mul(&mut Truth, &a, &a, &budget).is_err());
    let budget = base::Budget::unlimited().with_steps(100);
    assert!(bits::divide::smod(&mut Truth, &a, &a, &budget).is_err());
}
