//! The normal form of an operator applied to normal forms: formulas and integers.

use crate::base::*;
use crate::eval;
use crate::poly::Poly;

/// So many letters that are copied cost as much as a visit of a term.
pub const LETTERS: usize = 8;

impl Store {
    /// The normal form of an application.
    pub fn simplified(&mut self, op: Op, args: &[Term]) -> Result<Term> {
        if let Some(value) = self.evaluated(&op, args)? {
            return Ok(self.mk(value, &[]));
        }
        match (op.head(), args) {
            ("not", &[a]) => Ok(self.not(a)),
            ("and", _) => Ok(self.junction(true, args)),
            ("or", _) => Ok(self.junction(false, args)),
            ("=", &[a, b]) => self.equation(a, b),
            ("ite", &[c, a, b]) => Ok(self.choice(c, a, b)),
            ("+" | "-" | "*", _) => Ok(self.arithmetic(op.head(), args)),
            ("div", &[first, ref rest @ ..]) => {
                rest.iter().try_fold(first, |all, &d| self.quotient(all, d))
            }
            ("mod", &[a, d]) => self.remainder(a, d),
            (">=", &[a, b]) => Ok(self.at_least_zero(self.difference(a, b))),
            _ => self.simplified_text(op, args),
        }
    }

    /// The value of a function of constants.
    fn evaluated(&mut self, op: &Op, args: &[Term]) -> Result<Option<Op>> {
        if args.is_empty() || !args.iter().all(|&a| self.is_value(a)) {
            return Ok(None);
        }
        if op.head() == "str.replace_all" {
            let size = |t: Term| self.text_value(t).map_or(0, <[u32]>::len);
            self.charge(size(args[0]).saturating_mul(size(args[2])) / LETTERS)?;
        }
        let values: Vec<&Op> = args.iter().map(|&a| self.op(a)).collect();
        Ok(eval::value(op, &values))
    }

    /// A disjunction, or a conjunction, which is the negated disjunction of negations.
    pub fn junction(&mut self, is_and: bool, args: &[Term]) -> Term {
        let mut flat = Vec::with_capacity(args.len());
        for &a in args {
            let part = if is_and { self.not(a) } else { a };
            match self.head(part) {
                "or" => flat.extend(self.args(part)),
                "false" => {}
                "true" => return self.bool(!is_and),
                _ => flat.push(part),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        let or = match flat[..] {
            [] => self.bool(false),
            [t] => t,
            _ => self.mk("or", &flat),
        };
        if is_and { self.not(or) } else { or }
    }

    fn choice(&mut self, c: Term, a: Term, b: Term) -> Term {
        let (c, a, b) = if let (c, false) = self.atom(c) { (c, b, a) } else { (c, a, b) };
        match self.bool_value(c) {
            Some(true) => a,
            Some(false) => b,
            None if a == b => a,
            None => self.mk("ite", &[c, a, b]),
        }
    }

    /// An equation.
    fn equation(&mut self, a: Term, b: Term) -> Result<Term> {
        match self.sort(a) {
            _ if a == b => Ok(self.bool(true)),
            Sort::Bool => Ok(self.equivalence(a, b)),
            Sort::Int => Ok(self.zero(self.difference(a, b))),
            Sort::Str => self.equal_texts(a, b),
            _ => Ok(self.mk("=", &[a, b])),
        }
    }

    fn equivalence(&mut self, a: Term, b: Term) -> Term {
        let ((p, s), (q, t)) = (self.atom(a), self.atom(b));
        let same = match (self.bool_value(p), self.bool_value(q)) {
            _ if p == q => self.bool(true),
            (Some(true), _) => q,
            (Some(false), _) => self.not(q),
            (_, Some(true)) => p,
            (_, Some(false)) => self.not(p),
            _ => self.mk("=", &[p, q]),
        };
        if s == t { same } else { self.not(same) }
    }

    /// `p = 0`.
    fn zero(&mut self, p: Poly) -> Term {
        let p = if p.is_led_by_minus() { p.negated() } else { p };
        let (content, constant) = (p.content(), p.constant());
        // It is a constant, or that is no multiple of what divides the rest.
        if content == BigInt::ZERO || &constant % &content != BigInt::ZERO {
            return self.bool(constant == BigInt::ZERO);
        }
        // What has positive coefficients is the rest.
        let (mut left, mut right) = (p.divided(&content), p.divided(&content).negated());
        left.0.retain(|product, c| *c > BigInt::ZERO && !product.is_empty());
        right.0.retain(|product, c| *c > BigInt::ZERO || product.is_empty());
        let sides = [self.sum(&left), self.sum(&right)];
        self.mk("=", &sides)
    }

    /// `p >= 0`, led by a positive coefficient, perhaps under a negation.
    fn at_least_zero(&mut self, p: Poly) -> Term {
        let content = p.content();
        if content == BigInt::ZERO {
            return self.bool(p.constant() >= BigInt::ZERO);
        }
        let is_negated = p.is_led_by_minus();
        // Not -p - 1 >= 0.
        let p = if is_negated { p.negated().plus_number(-1) } else { p }.divided(&content);
        let left = self.sum(&p.clone().plus_number(-p.constant()));
        let right = self.int(-p.constant());
        let positive = self.mk(">=", &[left, right]);
        if is_negated { self.not(positive) } else { positive }
    }

    fn arithmetic(&mut self, head: &'static str, args: &[Term]) -> Term {
        let mut out = self.poly(args[0]);
        if head == "-" && args.len() == 1 {
            out = out.negated();
        }
        for &a in &args[1..] {
            let p = self.poly(a);
            out = match head {
                "*" => match out.times(&p) {
                    Some(product) => product,
                    None => return self.mk(head, args),
                },
                _ => out.plus(if head == "-" { -1 } else { 1 }, &p),
            };
        }
        self.sum(&out)
    }

    /// `(mod a d)`: what the quotient leaves.
    fn remainder(&mut self, a: Term, d: Term) -> Result<Term> {
        let Some(divisor) = self.int_value(d).filter(|d| **d != BigInt::ZERO).cloned() else {
            return Ok(self.mk("mod", &[a, d]));
        };
        let quotient = self.make("div", &[a, d])?;
        Ok(self.sum(&self.poly(a).plus(-divisor, &self.poly(quotient))))
    }

    /// `(div a d)`: multiples of the divisor come out, and its sign.
    fn quotient(&mut self, a: Term, d: Term) -> Result<Term> {
        let Some(divisor) = self.int_value(d).filter(|d| **d != BigInt::ZERO).cloned() else {
            return Ok(self.mk("div", &[a, d]));
        };
        let size = BigInt::from(divisor.magnitude().clone());
        let p = self.poly(a);
        let mut whole = p.divided(&size);
        let rest = p.plus(-&size, &whole);
        if size != 1.into() && rest.value().is_none() {
            let mut parts = (self.sum(&rest), size);
            // A quotient of a quotient by numbers is one by their product.
            if let ("div", &[of, by]) = self.at(parts.0)
                && let Some(by) = self.positive(by)
            {
                parts = (of, parts.1 * by);
            }
            let size = self.int(parts.1);
            let inner = self.mk("div", &[parts.0, size]);
            whole = whole.plus(1, &Poly::atom(inner));
        }
        let whole = if divisor < BigInt::ZERO { whole.negated() } else { whole };
        Ok(self.sum(&whole))
    }
}
