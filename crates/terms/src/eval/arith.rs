//! Integer operators.

use super::{Datum, EvalError, Evaluator, MAX_DIGITS, Outcome};
use crate::op::Op;
use crate::store::Term;
use crate::value::Value;
use base::Int;
use std::cmp::Ordering;

fn truth(b: bool) -> Outcome {
    Ok(Datum::Plain(Value::Bool(b)))
}

impl Evaluator<'_> {
    pub(super) fn apply_arith(&mut self, t: Term) -> Outcome {
        let terms = self.terms;
        let args = terms.args(t);
        let n = match terms.op(t) {
            Op::IntConst(i) => terms.int_payload(i).clone(),
            Op::Neg => -self.int(args[0])?,
            Op::Abs => self.int(args[0])?.abs(),
            Op::Add => self.fold_ints(args, |_, a, b| Ok(a + b))?,
            Op::Sub => self.fold_ints(args, |_, a, b| Ok(a - b))?,
            Op::Mul => self.fold_ints(args, Self::product)?,
            Op::Div => self.fold_ints(args, Self::quotient)?,
            Op::Mod => self.fold_ints(args, Self::remainder)?,
            Op::Le => return self.chain(args, Ordering::is_le),
            Op::Lt => return self.chain(args, Ordering::is_lt),
            Op::Ge => return self.chain(args, Ordering::is_ge),
            Op::Gt => return self.chain(args, Ordering::is_gt),
            Op::Divisible(k) => {
                let (n, k) = (self.int(args[0])?, terms.int_payload(k));
                let divides =
                    if k.is_zero() { n.is_zero() } else { self.remainder(n, k)?.is_zero() };
                return truth(divides);
            }
            _ => return Err(EvalError::Unsupported("an unknown operator")),
        };
        if n.approx_digits() > MAX_DIGITS {
            return Err(EvalError::TooLarge);
        }
        Ok(Datum::Plain(Value::Int(n)))
    }

    /// A left-associative operator.
    fn fold_ints(
        &self,
        args: &[Term],
        op: impl Fn(&Self, &Int, &Int) -> Result<Int, EvalError>,
    ) -> Result<Int, EvalError> {
        let mut acc = self.int(args[0])?.clone();
        for &a in &args[1..] {
            let n = self.int(a)?;
            self.budget.charge(1 + (acc.approx_digits() + n.approx_digits()) as u64 / 64)?;
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
        Ok(self.budget.charge(1 + (a + b) / 16 + a.min(b) * a.max(b).isqrt() / 1024)?)
    }

    fn chain(&self, args: &[Term], holds: impl Fn(Ordering) -> bool) -> Outcome {
        let mut all = true;
        for pair in args.windows(2) {
            all &= holds(self.int(pair[0])?.cmp(self.int(pair[1])?));
        }
        truth(all)
    }
}
