//! The normal form of an operator applied to normal forms.

use crate::error::Result;
use crate::eval;
use crate::norm::Norm;
use crate::poly::Poly;
use crate::simplify_text as text;
use crate::term::{Op, Sort, Term};
use num_bigint::BigInt;

/// The normal form of an application.
pub fn application(n: &mut Norm<'_>, op: Op, args: &[Term]) -> Result<Term> {
    if let Some(value) = evaluated(n, &op, args)? {
        return Ok(n.store.mk(value, &[]));
    }
    match op {
        Op::Not => Ok(n.store.not(args[0])),
        Op::And => Ok(junction(n, true, args)),
        Op::Or => Ok(junction(n, false, args)),
        Op::Eq => equation(n, args[0], args[1]),
        Op::Ite => choice(n, args[0], args[1], args[2]),
        Op::Add | Op::Sub | Op::Mul => Ok(sum(n, &op, args)),
        Op::Div => args[1..].iter().try_fold(args[0], |all, &d| quotient_of(n, all, d)),
        Op::Mod => remainder(n, args[0], args[1]),
        Op::Ge => {
            let p = Poly::difference(n.store, args[0], args[1]);
            Ok(at_least_zero(n, p))
        }
        Op::BitAnd | Op::BitPower => bits(n, op, args),
        // Bits in one or both, or not in both, by those in both.
        Op::BitOr | Op::BitXor => {
            let both = bits(n, Op::BitAnd, args)?;
            let all = sum(n, &Op::Add, args);
            let mut p = Poly::of_term(n.store, all);
            let twice = if op == Op::BitXor { -2 } else { -1 };
            p.add(&Poly::of_term(n.store, both), &BigInt::from(twice));
            Ok(p.to_term(n.store))
        }
        _ => text::application(n, op, args),
    }
}

/// The value of a function of constants.
fn evaluated(n: &mut Norm<'_>, op: &Op, args: &[Term]) -> Result<Option<Op>> {
    if args.is_empty() || !args.iter().all(|&a| n.store.is_value(a)) {
        return Ok(None);
    }
    if *op == Op::ReplaceAll {
        let size = |t: Term| n.store.text_value(t).map_or(0, <[u32]>::len);
        n.charge(size(args[0]).saturating_mul(size(args[2])) / text::LETTERS)?;
    }
    let values: Vec<&Op> = args.iter().map(|&a| n.store.op(a)).collect();
    Ok(eval::value(op, &values))
}

/// A disjunction, or a conjunction, which is the negated disjunction of negations.
pub fn junction(n: &mut Norm<'_>, is_and: bool, args: &[Term]) -> Term {
    let mut flat = Vec::with_capacity(args.len());
    for &a in args {
        let part = if is_and { n.store.not(a) } else { a };
        match n.store.op(part) {
            Op::Or => flat.extend(n.store.args(part)),
            Op::False => {}
            Op::True => return n.store.bool(!is_and),
            _ => flat.push(part),
        }
    }
    flat.sort_unstable();
    flat.dedup();
    let has = |t: &Term| flat.binary_search(t).is_ok();
    let is_not = |t: Term| matches!(n.store.op(t), Op::Not);
    let or = match flat[..] {
        _ if flat.iter().any(|&t| is_not(t) && has(&n.store.args(t)[0])) => n.store.bool(true),
        [] => n.store.bool(false),
        [t] => t,
        _ => n.store.mk(Op::Or, &flat),
    };
    if is_and { n.store.not(or) } else { or }
}

fn choice(n: &mut Norm<'_>, c: Term, a: Term, b: Term) -> Result<Term> {
    let (c, a, b) = if *n.store.op(c) == Op::Not { (n.store.args(c)[0], b, a) } else { (c, a, b) };
    match n.store.bool_value(c) {
        Some(true) => return Ok(a),
        Some(false) => return Ok(b),
        None if a == b => return Ok(a),
        None => {}
    }
    if *n.store.sort(a) == Sort::Bool {
        let not_c = n.store.not(c);
        let (yes, no) = (junction(n, false, &[not_c, a]), junction(n, false, &[c, b]));
        return Ok(junction(n, true, &[yes, no]));
    }
    Ok(n.store.mk(Op::Ite, &[c, a, b]))
}

/// An equation.
pub fn equation(n: &mut Norm<'_>, a: Term, b: Term) -> Result<Term> {
    if a == b {
        return Ok(n.store.bool(true));
    }
    match n.store.sort(a) {
        Sort::Bool => Ok(equivalence(n, a, b)),
        Sort::Int => {
            let p = Poly::difference(n.store, a, b);
            Ok(zero(n, p))
        }
        Sort::Str => text::equation(n, a, b),
        _ => Ok(n.store.eq(a, b)),
    }
}

fn equivalence(n: &mut Norm<'_>, a: Term, b: Term) -> Term {
    let ((p, s), (q, t)) = (n.store.atom(a), n.store.atom(b));
    let flip = s != t;
    let same = if p == q {
        n.store.bool(true)
    } else if let Some(value) = n.store.bool_value(p) {
        if value { q } else { n.store.not(q) }
    } else if let Some(value) = n.store.bool_value(q) {
        if value { p } else { n.store.not(p) }
    } else {
        n.store.eq(p, q)
    };
    if flip { n.store.not(same) } else { same }
}

/// `p = 0`.
fn zero(n: &mut Norm<'_>, p: Poly) -> Term {
    let p = if p.is_led_by_minus() { p.negated() } else { p };
    let content = p.content();
    if content == BigInt::ZERO {
        return n.store.bool(p.constant == BigInt::ZERO);
    }
    if &p.constant % &content != BigInt::ZERO {
        return n.store.bool(false);
    }
    let p = p.divided(&content);
    // What has positive coefficients is the rest.
    let (mut left, mut right) = (p.clone(), p.negated());
    left.constant = BigInt::ZERO;
    for side in [&mut left, &mut right] {
        side.terms.retain(|_, c| *c > BigInt::ZERO);
    }
    let (left, right) = (left.to_term(n.store), right.to_term(n.store));
    n.store.eq(left, right)
}

/// `p >= 0`, led by a positive coefficient, perhaps under a negation.
fn at_least_zero(n: &mut Norm<'_>, p: Poly) -> Term {
    let content = p.content();
    if content == BigInt::ZERO {
        return n.store.bool(p.constant >= BigInt::ZERO);
    }
    if p.is_led_by_minus() {
        // Not -p - 1 >= 0.
        let mut other = p.negated();
        other.constant -= 1;
        let positive = at_least_zero(n, other);
        return n.store.not(positive);
    }
    let p = p.divided(&content);
    let mut left = p.clone();
    left.constant = BigInt::ZERO;
    let left = left.to_term(n.store);
    let right = n.store.int(-p.constant);
    n.store.mk(Op::Ge, &[left, right])
}

fn sum(n: &mut Norm<'_>, op: &Op, args: &[Term]) -> Term {
    let mut out = Poly::of_term(n.store, args[0]);
    if *op == Op::Sub && args.len() == 1 {
        out = out.negated();
    }
    for &a in &args[1..] {
        let p = Poly::of_term(n.store, a);
        match op {
            Op::Mul => match out.times(&p) {
                Some(product) => out = product,
                None => return n.store.mk(op.clone(), args),
            },
            Op::Sub => out.add(&p, &BigInt::from(-1)),
            _ => out.add(&p, &BigInt::from(1)),
        }
    }
    out.to_term(n.store)
}

/// `(mod a d)`: what the quotient leaves.
fn remainder(n: &mut Norm<'_>, a: Term, d: Term) -> Result<Term> {
    match n.store.int_value(d).filter(|d| **d != BigInt::ZERO).cloned() {
        Some(divisor) => {
            let quotient = n.make(Op::Div, &[a, d])?;
            let mut p = Poly::of_term(n.store, a);
            p.add(&Poly::of_term(n.store, quotient), &-divisor);
            Ok(p.to_term(n.store))
        }
        None => Ok(n.store.mk(Op::Mod, &[a, d])),
    }
}

/// Conjunctions of bits, and powers of two. A conjunction with a number consists of remainders by powers of two, two for each run of
/// ones in it.
fn bits(n: &mut Norm<'_>, op: Op, args: &[Term]) -> Result<Term> {
    let values = [args[0], args[1]].map(|a| n.store.int_value(a).cloned());
    let mask = match (&op, values) {
        (Op::BitAnd, [Some(mask), _]) => Some((args[1], mask)),
        (Op::BitAnd, [_, Some(mask)]) => Some((args[0], mask)),
        _ => None,
    };
    match mask {
        Some((a, mask)) if mask >= BigInt::ZERO => {
            let mut sum = Poly::default();
            for i in 0..=mask.bits() {
                let below = i > 0 && mask.bit(i - 1);
                if below == mask.bit(i) {
                    continue;
                }
                let size = n.store.int(BigInt::from(1) << i);
                let rest = remainder(n, a, size)?;
                sum.add(&Poly::of_term(n.store, rest), &BigInt::from(if below { 1 } else { -1 }));
            }
            Ok(sum.to_term(n.store))
        }
        _ if op == Op::BitAnd && args[0] == args[1] => Ok(args[0]),
        _ if op == Op::BitAnd => Ok(n.store.mk(op, &[args[0].min(args[1]), args[0].max(args[1])])),
        _ => Ok(n.store.mk(op, args)),
    }
}

/// `(div a d)`: multiples of the divisor come out, and its sign.
fn quotient_of(n: &mut Norm<'_>, a: Term, d: Term) -> Result<Term> {
    let value = n.store.int_value(d).cloned();
    let Some(divisor) = value.filter(|d| *d != BigInt::ZERO) else {
        return Ok(n.store.mk(Op::Div, &[a, d]));
    };
    let size = if divisor < BigInt::ZERO { -divisor.clone() } else { divisor.clone() };
    let p = Poly::of_term(n.store, a);
    let mut whole = p.divided(&size);
    let mut rest = p;
    rest.add(&whole, &-&size);
    if size != BigInt::from(1) && !rest.terms.is_empty() {
        let (mut rest, mut size) = (rest.to_term(n.store), size);
        // A quotient of a quotient by numbers is one by their product.
        if let (Op::Div, &[of, by]) = (n.store.op(rest), n.store.args(rest))
            && let Some(by) = n.store.int_value(by).filter(|by| **by > BigInt::ZERO)
        {
            (rest, size) = (of, size * by);
        }
        let size = n.store.int(size);
        let inner = n.store.mk(Op::Div, &[rest, size]);
        whole.add(&Poly::atom(inner), &BigInt::from(1));
    }
    let whole = if divisor < BigInt::ZERO { whole.negated() } else { whole };
    Ok(whole.to_term(n.store))
}
