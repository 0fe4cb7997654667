//! Integer operators.

use super::{Datum, EvalError, Evaluator, ILL_SORTED, MAX_DIGITS, Outcome};
use crate::op::Op;
use crate::store::Term;
use crate::value::Value;
use base::Int;
use std::cmp::Ordering;

fn truth(b: bool) -> Outcome {
    Ok(Datum::Plain(Value::Bool(b)))
}

fn number(n: Int) -> Outcome {
    if n.approx_digits() > MAX_DIGITS {
        return Err(EvalError::TooLarge);
    }
    Ok(Datum::Plain(Value::Int(n)))
}

/// A binary operation that may be too large.
type Operation = fn(&Evaluator<'_>, &Int, &Int) -> Result<Int, EvalError>;

/// A left-associative operator.
fn left(e: &Evaluator<'_>, t: Term, operation: Operation) -> Outcome {
    number(e.fold_ints(e.terms.args(t), operation)?)
}

pub(super) fn constant(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    number(e.terms.int_value(t).cloned().unwrap_or_default())
}

pub(super) fn neg(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let n = e.int(e.terms.arg(t, 0))?;
    number(-n)
}

pub(super) fn abs(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    number(e.int(e.terms.arg(t, 0))?.abs())
}

pub(super) fn add(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    left(e, t, |_, a, b| Ok(a + b))
}

pub(super) fn sub(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    left(e, t, |_, a, b| Ok(a - b))
}

pub(super) fn mul(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    left(e, t, |e, a, b| e.product(a, b))
}

pub(super) fn div(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    left(e, t, |e, a, b| e.quotient(a, b))
}

pub(super) fn modulo(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    left(e, t, |e, a, b| e.remainder(a, b))
}

pub(super) fn le(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.chain(t, Ordering::is_le)
}

pub(super) fn lt(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.chain(t, Ordering::is_lt)
}

pub(super) fn ge(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.chain(t, Ordering::is_ge)
}

pub(super) fn gt(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.chain(t, Ordering::is_gt)
}

pub(super) fn divisible(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let Op::Divisible(k) = e.terms.op(t) else { return Err(ILL_SORTED) };
    let (n, k) = (e.int(e.terms.arg(t, 0))?, e.terms.int_payload(k));
    truth(if k.is_zero() { n.is_zero() } else { e.remainder(n, k)?.is_zero() })
}

impl Evaluator<'_> {
    fn fold_ints(&self, args: &[Term], op: Operation) -> Result<Int, EvalError> {
        let mut acc = self.int(args[0])?.clone();
        for &a in &args[1..] {
            let n = self.int(a)?;
            self.budget.charge_ahead(1 + (acc.approx_digits() + n.approx_digits()) as u64 / 64)?;
            acc = op(self, &acc, n)?;
        }
        Ok(acc)
    }

    fn product(&self, a: &Int, b: &Int) -> Result<Int, EvalError> {
        self.charge_product(a, b)?;
        Ok(a * b)
    }

    fn quotient(&self, n: &Int, d: &Int) -> Result<Int, EvalError> {
        if d.is_zero() {
            return Ok(self.model.div_zero.get(n).cloned().unwrap_or_default());
        }
        self.charge_product(n, d)?;
        Ok(n.div_rem_euclid(d).0)
    }

    fn remainder(&self, n: &Int, d: &Int) -> Result<Int, EvalError> {
        if d.is_zero() {
            return Ok(self.model.mod_zero.get(n).cloned().unwrap_or_default());
        }
        self.charge_product(n, d)?;
        Ok(n.div_rem_euclid(d).1)
    }

    fn charge_product(&self, a: &Int, b: &Int) -> Result<(), EvalError> {
        let (a, b) = (a.approx_digits() as u64, b.approx_digits() as u64);
        if a + b > 2 * MAX_DIGITS as u64 {
            return Err(EvalError::TooLarge);
        }
        // Far below the school method's cost: large factors are multiplied faster than that.
        Ok(self.budget.charge_ahead(1 + (a + b) / 16 + a.min(b) * a.max(b).isqrt() / 1024)?)
    }

    fn chain(&self, t: Term, holds: fn(Ordering) -> bool) -> Outcome {
        let mut all = true;
        for pair in self.terms.args(t).windows(2) {
            all &= holds(self.int(pair[0])?.cmp(self.int(pair[1])?));
        }
        truth(all)
    }
}
