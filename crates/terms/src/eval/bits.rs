//! Operators of bit-vectors, as integers modulo a power of two, after the text of the standard.

use super::{Datum, EvalError, Evaluator, ILL_SORTED, Outcome};
use crate::op::{BitOp, Op};
use crate::sort::Sort;
use crate::store::Term;
use crate::value::Value;
use base::Int;

/// A bit-vector.
#[derive(Clone)]
struct Bits {
    width: u32,
    /// Not negative.
    value: Int,
}

impl Bits {
    /// 2 to the power of the width.
    fn size(&self) -> Int {
        power(self.width)
    }

    /// The number in two's complement.
    fn signed(&self) -> Int {
        if self.is_negative() { &self.value - &self.size() } else { self.value.clone() }
    }

    fn is_negative(&self) -> bool {
        self.value >= power(self.width - 1)
    }

    /// Whether a signed number is none of this width.
    fn lacks(&self, n: &Int) -> bool {
        let half = power(self.width - 1);
        *n >= half || *n < -half
    }

    /// By how many bits a shift by this number goes, if by less than the width.
    fn amount(&self) -> Option<u32> {
        let amount = u32::try_from(self.value.to_i64()?).ok()?;
        (amount < self.width).then_some(amount)
    }
}

fn power(exponent: u32) -> Int {
    Int::from(2).pow(exponent)
}

pub(super) fn constant(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let Op::BitsConst(width, _) = e.terms.op(t) else { return Err(ILL_SORTED) };
    let value = e.terms.bits_value(t).cloned().unwrap_or_default();
    Ok(Datum::Plain(Value::Bits(width, value)))
}

pub(super) fn apply(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let Op::Bits(op) = e.terms.op(t) else { return Err(ILL_SORTED) };
    let value = match e.terms.sort(t) {
        Sort::Bool => Value::Bool(predicate(op, &e.bits(t)?)?),
        Sort::Int => Value::Int(number(op, &e.bits(t)?)?),
        Sort::BitVec(width) => {
            let value = match op {
                BitOp::OfInt(_) => e.int(e.terms.arg(t, 0))?.clone(),
                _ => e.word_of_bits(t, op)?,
            };
            Value::Bits(width, value.div_rem_euclid(&power(width)).1)
        }
        _ => return Err(ILL_SORTED),
    };
    Ok(Datum::Plain(value))
}

impl Evaluator<'_> {
    /// The arguments of an operator of bit-vectors.
    fn bits(&self, t: Term) -> Result<Vec<Bits>, EvalError> {
        let arg = |&arg: &Term| match self.known(arg)? {
            Datum::Plain(Value::Bits(width, value)) => {
                self.budget.charge_ahead(1 + u64::from(*width) / 64)?;
                Ok(Bits { width: *width, value: value.clone() })
            }
            _ => Err(ILL_SORTED),
        };
        self.terms.args(t).iter().map(arg).collect()
    }

    /// A number whose remainder is the value of an operator that makes a bit-vector.
    fn word_of_bits(&self, t: Term, op: BitOp) -> Result<Int, EvalError> {
        let args = self.bits(t)?;
        let Some((first, rest)) = args.split_first() else { return Err(ILL_SORTED) };
        let Some((second, others)) = rest.split_first() else { return unary(op, first) };
        let mut acc = binary(op, first, second)?;
        let mut width = first.width;
        let mut last = second;
        for next in others {
            width += if op == BitOp::Concat { last.width } else { 0 };
            let value = acc.div_rem_euclid(&power(width)).1;
            acc = binary(op, &Bits { width, value }, next)?;
            last = next;
        }
        Ok(acc)
    }
}

fn unary(op: BitOp, a: &Bits) -> Result<Int, EvalError> {
    let n = &a.value;
    Ok(match op {
        BitOp::Not => a.size() - Int::ONE - n,
        BitOp::Neg => -n,
        BitOp::Extract(_, low) => n.div_rem_euclid(&power(low)).0,
        BitOp::ZeroExtend(_) => n.clone(),
        BitOp::SignExtend(_) => a.signed(),
        BitOp::RotateLeft(by) => rotated(a, by % a.width),
        BitOp::RotateRight(by) => rotated(a, a.width - by % a.width),
        BitOp::Repeat(times) => (0..times).fold(Int::ZERO, |acc, _| acc * a.size() + n),
        _ => return Err(ILL_SORTED),
    })
}

/// The bits moved up by so many places, those that leave coming in below.
fn rotated(a: &Bits, by: u32) -> Int {
    let (left, stays) = a.value.div_rem_euclid(&power(a.width - by));
    stays * power(by) + left
}

fn binary(op: BitOp, a: &Bits, b: &Bits) -> Result<Int, EvalError> {
    let (x, y) = (&a.value, &b.value);
    let complement = |n: Int| a.size() - Int::ONE - n;
    Ok(match op {
        BitOp::And => bitwise(a, b, |x, y| x && y),
        BitOp::Or => bitwise(a, b, |x, y| x || y),
        BitOp::Xor => bitwise(a, b, |x, y| x != y),
        BitOp::Nand => complement(bitwise(a, b, |x, y| x && y)),
        BitOp::Nor => complement(bitwise(a, b, |x, y| x || y)),
        BitOp::Xnor => complement(bitwise(a, b, |x, y| x != y)),
        BitOp::Add => x + y,
        BitOp::Sub => x - y,
        BitOp::Mul => x * y,
        BitOp::Udiv if y.is_zero() => Int::NEG_ONE,
        BitOp::Udiv => x.div_rem_euclid(y).0,
        BitOp::Urem if y.is_zero() => x.clone(),
        BitOp::Urem => x.div_rem_euclid(y).1,
        BitOp::Sdiv => signed_quotient(a, b),
        BitOp::Srem => signed_remainder(a, b),
        BitOp::Smod if y.is_zero() => x.clone(),
        // The remainder between 0 and the divisor.
        BitOp::Smod => a.signed() - b.signed() * a.signed().div_floor(&b.signed()),
        BitOp::Shl => b.amount().map_or(Int::ZERO, |by| x * &power(by)),
        BitOp::Lshr => b.amount().map_or(Int::ZERO, |by| x.div_floor(&power(by))),
        BitOp::Ashr => a.signed().div_floor(&power(b.amount().unwrap_or(a.width))),
        BitOp::Comp => Int::from(i64::from(x == y)),
        BitOp::Concat => x * &b.size() + y,
        _ => return Err(ILL_SORTED),
    })
}

fn bitwise(a: &Bits, b: &Bits, operation: fn(bool, bool) -> bool) -> Int {
    let width = a.width as usize;
    let (x, y) = (a.value.low_bits(width), b.value.low_bits(width));
    let bits: Vec<bool> = x.into_iter().zip(y).map(|(x, y)| operation(x, y)).collect();
    Int::from_bits(&bits)
}

/// `bvudiv` of the absolute values, negated if the signs differ.
fn signed_quotient(a: &Bits, b: &Bits) -> Int {
    let (x, y) = (a.signed(), b.signed());
    if y.is_zero() {
        return if x.is_negative() { Int::ONE } else { Int::NEG_ONE };
    }
    let quotient = x.abs().div_floor(&y.abs());
    if x.is_negative() == y.is_negative() { quotient } else { -quotient }
}

/// `bvurem` of the absolute values, with the sign of the dividend.
fn signed_remainder(a: &Bits, b: &Bits) -> Int {
    let (x, y) = (a.signed(), b.signed());
    if y.is_zero() {
        return x;
    }
    let rest = x.abs().div_rem_euclid(&y.abs()).1;
    if x.is_negative() { -rest } else { rest }
}

fn number(op: BitOp, args: &[Bits]) -> Result<Int, EvalError> {
    match (op, args) {
        (BitOp::ToInt, [a]) => Ok(a.value.clone()),
        (BitOp::ToSignedInt, [a]) => Ok(a.signed()),
        _ => Err(ILL_SORTED),
    }
}

fn predicate(op: BitOp, args: &[Bits]) -> Result<bool, EvalError> {
    if let (BitOp::NegOverflows, [a]) = (op, args) {
        return Ok(a.lacks(&-a.signed()));
    }
    let [a, b] = args else { return Err(ILL_SORTED) };
    let (x, y) = (&a.value, &b.value);
    let (s, t) = (a.signed(), b.signed());
    Ok(match op {
        BitOp::Ult => x < y,
        BitOp::Ule => x <= y,
        BitOp::Ugt => x > y,
        BitOp::Uge => x >= y,
        BitOp::Slt => s < t,
        BitOp::Sle => s <= t,
        BitOp::Sgt => s > t,
        BitOp::Sge => s >= t,
        BitOp::UaddOverflows => x + y >= a.size(),
        BitOp::SaddOverflows => a.lacks(&(s + t)),
        BitOp::UsubOverflows => x < y,
        BitOp::SsubOverflows => a.lacks(&(s - t)),
        BitOp::UmulOverflows => x * y >= a.size(),
        BitOp::SmulOverflows => a.lacks(&(s * t)),
        BitOp::SdivOverflows => !y.is_zero() && a.lacks(&signed_quotient(a, b)),
        _ => return Err(ILL_SORTED),
    })
}
