//! Boolean expressions.

use super::integer::Int;
use super::node::Expr;
use super::sorted::{apply, operator, sorted};
use super::string::Str;
use terms::{Op, Sort};

sorted! {
    /// A Boolean expression.
    ///
    /// ```
    /// use stringent::expr::{Bool, Int};
    /// use stringent::{Solver, Verdict};
    /// let (admin, n) = (Bool::var("admin"), Int::var("n"));
    /// assert_eq!((!&admin | n.gt(5)).to_string(), "(or (not admin) (> n 5))");
    /// let mut solver = Solver::default();
    /// solver.assert(!&admin | n.gt(5))?;
    /// solver.assert(admin.implies(n.lt(3)))?;
    /// assert_eq!(solver.check_assuming(&[admin])?, Verdict::Unsat);
    /// # Ok::<(), stringent::Error>(())
    /// ```
    Bool, Sort::Bool, bool, |v| v.as_bool()
}

operator!(Bool, BitAnd, bitand, Op::And, bool);
operator!(Bool, BitOr, bitor, Op::Or, bool);
operator!(Bool, BitXor, bitxor, Op::Xor, bool);

impl From<bool> for Bool {
    fn from(b: bool) -> Bool {
        Bool(Expr::new(if b { Op::True } else { Op::False }, Vec::new()))
    }
}

impl std::ops::Not for Bool {
    type Output = Bool;
    fn not(self) -> Bool {
        !&self
    }
}

impl std::ops::Not for &Bool {
    type Output = Bool;
    fn not(self) -> Bool {
        apply(Op::Not, [&self.0]).into()
    }
}

impl Bool {
    /// All of them hold.
    pub fn all(parts: impl IntoIterator<Item = Bool>) -> Bool {
        Self::list(Op::And, true, parts)
    }

    /// At least one of them holds.
    pub fn any(parts: impl IntoIterator<Item = Bool>) -> Bool {
        Self::list(Op::Or, false, parts)
    }

    fn list(op: Op, neutral: bool, parts: impl IntoIterator<Item = Bool>) -> Bool {
        let mut parts: Vec<Expr> = parts.into_iter().map(|part| part.0).collect();
        match parts.len() {
            0 => neutral.into(),
            1 => Bool(parts.swap_remove(0)),
            _ => Bool(Expr::new(op, parts)),
        }
    }

    /// If this holds, so does `other`.
    pub fn implies(&self, other: impl Into<Bool>) -> Bool {
        apply(Op::Implies, [&self.0, &other.into().0]).into()
    }

    /// The first string if this holds, else the second.
    pub fn choose(&self, yes: impl Into<Str>, no: impl Into<Str>) -> Str {
        apply(Op::Ite, [&self.0, &yes.into().0, &no.into().0]).into()
    }

    /// The first number if this holds, else the second.
    pub fn choose_int(&self, yes: impl Into<Int>, no: impl Into<Int>) -> Int {
        apply(Op::Ite, [&self.0, &yes.into().0, &no.into().0]).into()
    }
}
