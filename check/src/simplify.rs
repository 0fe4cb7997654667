//! The normal form of an operator applied to normal forms.

use crate::error::Refusal;
use crate::eval;
use crate::norm::Norm;
use crate::poly::Poly;
use crate::simplify_text as text;
use crate::term::{Op, Sort, Term};
use num_bigint::BigInt;

/// The normal form of an application.
pub fn application(n: &mut Norm<'_>, op: Op, args: &[Term]) -> Result<Term, Refusal> {
    match op {
        Op::Not => Ok(n.store.not(args[0])),
        Op::And => Ok(junction(n, true, args)),
        Op::Or => Ok(junction(n, false, args)),
        Op::Implies => {
            let (&last, init) = args.split_last().unwrap_or((&args[0], &[]));
            let mut parts: Vec<Term> = init.iter().map(|&a| n.store.not(a)).collect();
            parts.push(last);
            Ok(junction(n, false, &parts))
        }
        Op::Xor => {
            let mut acc = args[0];
            for &a in &args[1..] {
                let same = n.make(Op::Eq, &[acc, a])?;
                acc = n.store.not(same);
            }
            Ok(acc)
        }
        Op::Distinct => {
            let mut parts = Vec::new();
            for (i, &a) in args.iter().enumerate() {
                for &b in &args[i + 1..] {
                    let same = n.make(Op::Eq, &[a, b])?;
                    parts.push(n.store.not(same));
                }
            }
            Ok(junction(n, true, &parts))
        }
        Op::Eq => equation(n, args[0], args[1]),
        Op::Ite => choice(n, args[0], args[1], args[2]),
        Op::Add | Op::Sub | Op::Neg | Op::Mul => Ok(sum(n, &op, args)),
        Op::Div | Op::Mod | Op::Abs | Op::Divisible(_) => division(n, &op, args),
        Op::Ge | Op::Gt | Op::Le | Op::Lt => Ok(comparison(n, &op, args[0], args[1])),
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

/// A conjunction, or a disjunction, which is a negated conjunction of negations.
pub fn junction(n: &mut Norm<'_>, is_and: bool, args: &[Term]) -> Term {
    let (op, dual) = if is_and { (Op::And, Op::Or) } else { (Op::Or, Op::And) };
    let mut flat = Vec::with_capacity(args.len());
    let mut stack: Vec<Term> = args.iter().rev().copied().collect();
    while let Some(t) = stack.pop() {
        match n.store.op(t) {
            o if *o == op => stack.extend(n.store.args(t).iter().rev()),
            Op::Not if *n.store.op(n.store.args(t)[0]) == dual => {
                let parts = n.store.args(n.store.args(t)[0]).to_vec();
                stack.extend(parts.into_iter().rev().map(|p| n.store.not(p)));
            }
            Op::True | Op::False if n.store.bool_value(t) == Some(is_and) => {}
            Op::True | Op::False => return n.store.bool(!is_and),
            _ => flat.push(t),
        }
    }
    flat.sort_unstable();
    flat.dedup();
    let has = |t: &Term| flat.binary_search(t).is_ok();
    let opposite = flat.iter().any(|&t| *n.store.op(t) == Op::Not && has(&n.store.args(t)[0]));
    match flat[..] {
        _ if opposite => n.store.bool(!is_and),
        [] => n.store.bool(is_and),
        [t] => t,
        // One of the two is written with the other.
        _ if is_and => {
            let mut parts: Vec<Term> = flat.iter().map(|&t| n.store.not(t)).collect();
            parts.sort_unstable();
            let or = n.store.mk(Op::Or, &parts);
            n.store.not(or)
        }
        _ => n.store.mk(Op::Or, &flat),
    }
}

fn choice(n: &mut Norm<'_>, c: Term, a: Term, b: Term) -> Result<Term, Refusal> {
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
pub fn equation(n: &mut Norm<'_>, a: Term, b: Term) -> Result<Term, Refusal> {
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
        Sort::Re => match (n.regexes.of_term(n.store, a), n.regexes.of_term(n.store, b)) {
            (Some(r), Some(s)) if r == s => Ok(n.store.bool(true)),
            _ => Ok(n.store.eq(a, b)),
        },
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
pub fn at_least_zero(n: &mut Norm<'_>, p: Poly) -> Term {
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

fn comparison(n: &mut Norm<'_>, op: &Op, a: Term, b: Term) -> Term {
    let (a, b) = if matches!(op, Op::Le | Op::Lt) { (b, a) } else { (a, b) };
    let mut p = Poly::difference(n.store, a, b);
    if matches!(op, Op::Gt | Op::Lt) {
        p.constant -= 1;
    }
    at_least_zero(n, p)
}

fn sum(n: &mut Norm<'_>, op: &Op, args: &[Term]) -> Term {
    let mut out = Poly::of_term(n.store, args[0]);
    if *op == Op::Neg {
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

fn division(n: &mut Norm<'_>, op: &Op, args: &[Term]) -> Result<Term, Refusal> {
    match op {
        Op::Abs => {
            let zero = n.store.int(0);
            let positive = comparison(n, &Op::Ge, args[0], zero);
            let negated = sum(n, &Op::Neg, args);
            choice(n, positive, args[0], negated)
        }
        Op::Divisible(d) => {
            let d = n.store.int(d.clone());
            let rest = division(n, &Op::Mod, &[args[0], d])?;
            let p = Poly::of_term(n.store, rest);
            Ok(zero(n, p))
        }
        Op::Mod => {
            let divisor = n.store.int_value(args[1]).cloned();
            match divisor {
                Some(d) if d != BigInt::ZERO => {
                    let quotient = n.make(Op::Div, args)?;
                    let mut p = Poly::of_term(n.store, args[0]);
                    p.add(&Poly::of_term(n.store, quotient), &-d);
                    Ok(p.to_term(n.store))
                }
                _ => Ok(n.store.mk(Op::Mod, args)),
            }
        }
        _ => {
            let mut quotient = args[0];
            for &d in &args[1..] {
                quotient = quotient_of(n, quotient, d)?;
            }
            Ok(quotient)
        }
    }
}

/// Conjunctions of bits, and powers of two. A conjunction with a number consists of remainders by powers of two, two for each run of
/// ones in it.
fn bits(n: &mut Norm<'_>, op: Op, args: &[Term]) -> Result<Term, Refusal> {
    let values = [args[0], args[1]].map(|a| n.store.int_value(a).cloned());
    let mask = match (&op, values) {
        (Op::BitAnd, [Some(a), Some(b)]) => return Ok(n.store.int(a & b)),
        (Op::BitAnd, [Some(mask), _]) => Some((args[1], mask)),
        (Op::BitAnd, [_, Some(mask)]) => Some((args[0], mask)),
        (Op::BitPower, [Some(a), Some(most)]) => return Ok(n.store.int(eval::power(&a, &most)?)),
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
                let rest = division(n, &Op::Mod, &[a, size])?;
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
fn quotient_of(n: &mut Norm<'_>, a: Term, d: Term) -> Result<Term, Refusal> {
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
