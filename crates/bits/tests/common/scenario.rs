//! One operation at a time, on clauses and on lanes, against integers.

use super::definitions::{Definitions, Lit, holds};
use super::number::Number;
use super::operations::{NAMES, circuit, value};
use bits::{Circuit, Encoder, Gates, Lanes, truth};
use choices::Choices;

/// The number of which these are the bits.
pub fn number(bits: &[bool]) -> u128 {
    u128::from(truth::value(bits))
}

/// Some bits are constants, some literals occur twice: folding and sharing must not change what is computed.
fn inputs(
    rng: &mut Choices,
    encoder: &mut Encoder<'_, Definitions>,
    width: u32,
    plain: bool,
) -> (Vec<Lit>, Vec<Lit>, Vec<Lit>) {
    let free: Vec<Lit> = (0..2 * width).map(|_| encoder.input()).collect();
    let mut bits = free.clone();
    for bit in bits.iter_mut().filter(|_| !plain) {
        *bit = match rng.below(5) {
            0 => encoder.constant(rng.chance(50)),
            1 => *rng.pick(&free),
            2 => !*rng.pick(&free),
            _ => *bit,
        };
    }
    let b = bits.split_off(width as usize);
    (free, bits, b)
}

/// An operation as clauses, under every assignment of its inputs.
pub fn checks_clauses(name: &str, width: u32, rng: &mut Choices, plain: bool) {
    let (mut state, mut sink) = (Circuit::default(), Definitions::default());
    let mut encoder = Encoder::new(&mut state, &mut sink);
    let (free, a, b) = inputs(rng, &mut encoder, width, plain);
    let out = circuit(name, &mut encoder, &a, &b);
    let again = circuit(name, &mut encoder, &a, &b);
    assert_eq!(out, again, "{name} of {width} bits is built twice");
    for assignment in 0..1_u64 << free.len() {
        let given: Vec<(Lit, bool)> =
            free.iter().copied().zip(truth::word(free.len(), assignment)).collect();
        let values = sink.evaluate(&given);
        let read = |word: &[Lit]| -> u128 {
            number(&word.iter().map(|&lit| holds(&values, lit)).collect::<Vec<_>>())
        };
        let (x, y) = (Number::new(width, read(&a)), Number::new(width, read(&b)));
        assert_eq!(read(&out), value(name, x, y), "{name} {x:?} {y:?}");
    }
}

/// Numbers of interest are near the ends, near powers of two, and small.
fn draw(rng: &mut Choices, width: u32) -> Number {
    let all = u64::MAX >> (64 - width);
    let n = match rng.below(6) {
        0 => rng.below(8) as u64,
        1 => all - rng.below(4) as u64 % width as u64,
        2 => (1 << rng.below(width as usize)) - rng.below(2) as u64,
        3 => rng.below(width as usize + 2) as u64,
        4 => rng.bits() >> rng.below(64),
        _ => rng.bits(),
    };
    Number::new(width, u128::from(n & all))
}

/// The words whose lanes are the numbers.
fn transposed(numbers: &[Number]) -> Vec<u64> {
    let bit = |i: u32| (0..64).map(|lane| (numbers[lane].bit(i) as u64) << lane).sum();
    (0..numbers[0].width).map(bit).collect()
}

/// A random operation on 64 pairs of random words.
pub fn checks_lanes(rng: &mut Choices) {
    let (name, width) = (*rng.pick(NAMES), 1 + rng.below(64) as u32);
    let mut sixty_four = || (0..64).map(|_| draw(rng, width)).collect::<Vec<Number>>();
    let (x, y) = (sixty_four(), sixty_four());
    let out = circuit(name, &mut Lanes, &transposed(&x), &transposed(&y));
    for lane in 0..64 {
        let bits = out.iter().rev().map(|word| u128::from(word >> lane & 1));
        let got = bits.fold(0, |n, bit| n << 1 | bit);
        assert_eq!(got, value(name, x[lane], y[lane]), "{name} {:?} {:?}", x[lane], y[lane]);
    }
}
