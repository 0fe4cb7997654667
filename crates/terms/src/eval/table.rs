//! How each operator is evaluated: the column of the table of operators.

use super::Eval::{self, Pure, Step};
use super::pure::Pure::*;
use super::{arith, bits, logic, search, strings, text};
use crate::op::*;

macro_rules! evaluation {
    ($( $(#[$meta:meta])* $op:ident $name:literal $family:ident $sig:expr => $eval:expr
        $(, $column:ident: $value:expr)*; )*) => {
        /// The function that evaluates `op`.
        pub(super) fn evaluation(op: Op) -> Eval {
            match op {
                $( Op::$op => $eval, )*
                Op::IntConst(_) => Step(arith::constant),
                Op::StrConst(_) => Step(text::constant),
                Op::Apply(_) => Step(logic::declared),
                Op::Divisible(_) => Step(arith::divisible),
                Op::RePower(_) | Op::ReLoop(..) | Op::ReOver(..) => Step(text::regex),
                Op::Bits(_) => Step(bits::apply),
                Op::BitsConst(..) => Step(bits::constant),
                Op::ElementConst(..) => Step(logic::element),
                Op::SeqEmpty(_) => Step(text::empty),
                Op::SeqUnit(_) => Step(text::unit),
                Op::Bound(_) => Step(text::bound),
                Op::Lambda(_) => Step(text::lambda),
            }
        }
    };
}

operators!(evaluation);
