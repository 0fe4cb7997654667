//! Constants, parts and widths of bit-vectors.

use base::Int;
use terms::op::BitOp;
use terms::{Op, Sort, Term, Terms};

/// The application of an operator.
pub(crate) fn apply(terms: &mut Terms, op: BitOp, args: &[Term]) -> Term {
    terms.mk(Op::Bits(op), args)
}

/// How many bits a term has.
pub(crate) fn width(terms: &Terms, t: Term) -> u32 {
    match terms.sort(t) {
        Sort::BitVec(width) => width,
        sort => unreachable!("the width of a term of sort {sort:?}"),
    }
}

/// 2 to this power.
pub(crate) fn power(exponent: u32) -> Int {
    Int::from(2).pow(exponent)
}

/// The exponent of a power of two that a constant is.
pub(crate) fn exponent(terms: &Terms, t: Term) -> Option<u32> {
    let bits = terms.bits_value(t)?.low_bits(width(terms, t) as usize);
    let is_power = bits.iter().filter(|&&bit| bit).count() == 1;
    let at = bits.iter().position(|&bit| bit)?;
    is_power.then(|| base::id32(at))
}

/// Whether `t` is the constant 0.
pub(crate) fn is_zero(terms: &Terms, t: Term) -> bool {
    terms.bits_value(t).is_some_and(Int::is_zero)
}

/// Whether `t` is the constant with all bits set.
pub(crate) fn is_ones(terms: &Terms, t: Term) -> bool {
    terms.bits_value(t).is_some_and(|n| n + &Int::ONE == power(width(terms, t)))
}

/// The constant 0 of so many bits.
pub(crate) fn zero(terms: &mut Terms, width: u32) -> Term {
    terms.bits(width, &Int::ZERO)
}

/// The constant with all of so many bits set.
pub(crate) fn ones(terms: &mut Terms, width: u32) -> Term {
    terms.bits(width, &Int::NEG_ONE)
}

/// Some parts in a row, from the most significant on; those without bits are left out.
pub(crate) fn concat(terms: &mut Terms, parts: &[Option<Term>]) -> Term {
    let parts: Vec<Term> = parts.iter().flatten().copied().collect();
    match parts[..] {
        [part] => part,
        _ => apply(terms, BitOp::Concat, &parts),
    }
}

/// The bits from `low` up to `high`, exclusive, if there are any.
pub(crate) fn slice(terms: &mut Terms, a: Term, high: u32, low: u32) -> Option<Term> {
    match high.checked_sub(low)? {
        0 => None,
        n if n == width(terms, a) => Some(a),
        _ => Some(apply(terms, BitOp::Extract(high - 1, low), &[a])),
    }
}
