//! Polynomials with integer coefficients over terms.

use crate::term::{Op, Sort, Store, Term};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// A sum of products; a product is a sorted list of terms.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Poly {
    /// What is added.
    pub constant: BigInt,
    /// The coefficients of the products, none of them 0.
    pub terms: BTreeMap<Vec<Term>, BigInt>,
}

/// At most so many products.
const MAX_PRODUCTS: usize = 100_000;

/// Sums are multiplied if their sizes, multiplied, are at most this.
const MAX_SIZE: u64 = 10_000_000;

impl Poly {
    /// A number.
    pub fn constant(n: impl Into<BigInt>) -> Poly {
        Poly { constant: n.into(), terms: BTreeMap::new() }
    }

    /// A term that is not looked into.
    pub fn atom(t: Term) -> Poly {
        Poly { constant: BigInt::ZERO, terms: BTreeMap::from([(vec![t], BigInt::from(1))]) }
    }

    /// The number, if it is one.
    pub fn value(&self) -> Option<&BigInt> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// Adds `other`, `k` times.
    pub fn add(&mut self, other: &Poly, k: &BigInt) {
        self.constant += &other.constant * k;
        for (product, c) in &other.terms {
            self.add_product(product.clone(), c * k);
        }
    }

    fn add_product(&mut self, product: Vec<Term>, c: BigInt) {
        if product.is_empty() {
            self.constant += c;
            return;
        }
        let sum = self.terms.get(&product).map_or(c.clone(), |old| old + &c);
        if sum == BigInt::ZERO {
            self.terms.remove(&product);
        } else {
            self.terms.insert(product, sum);
        }
    }

    /// `a - b`, of terms in normal form.
    pub fn difference(store: &Store, a: Term, b: Term) -> Poly {
        let mut p = Poly::of_term(store, a);
        p.add(&Poly::of_term(store, b), &BigInt::from(-1));
        p
    }

    /// The side of a comparison with 0, or of an equation, between integers.
    pub fn comparison(store: &Store, t: Term) -> Option<Poly> {
        match (store.op(t), store.args(t)) {
            (Op::Ge | Op::Eq, &[a, b]) if *store.sort(a) == Sort::Int => {
                Some(Poly::difference(store, a, b))
            }
            _ => None,
        }
    }

    /// The product; none if it is too large.
    pub fn times(&self, other: &Poly) -> Option<Poly> {
        if self.terms.len().checked_mul(other.terms.len())? > MAX_PRODUCTS
            || self.size().checked_mul(other.size())? > MAX_SIZE
        {
            return None;
        }
        let mut out = Poly::constant(&self.constant * &other.constant);
        for (product, c) in &self.terms {
            out.add_product(product.clone(), c * &other.constant);
            for (more, d) in &other.terms {
                let mut both: Vec<Term> = product.iter().chain(more).copied().collect();
                both.sort_unstable();
                out.add_product(both, c * d);
            }
        }
        for (more, d) in &other.terms {
            out.add_product(more.clone(), d * &self.constant);
        }
        Some(out)
    }

    /// How many factors and words of 64 bits it has.
    fn size(&self) -> u64 {
        let of = |(product, c): (&Vec<Term>, &BigInt)| product.len() as u64 + 1 + c.bits() / 64;
        1 + self.constant.bits() / 64 + self.terms.iter().map(of).sum::<u64>()
    }

    /// The same with the other sign.
    pub fn negated(&self) -> Poly {
        let mut out = Poly::default();
        out.add(self, &BigInt::from(-1));
        out
    }

    /// The greatest common divisor of the coefficients; 0 if there are none.
    pub fn content(&self) -> BigInt {
        self.terms.values().fold(BigInt::ZERO, |g, c| gcd(g, c.clone()))
    }

    /// The same over `d > 0`, with all numbers rounded down.
    pub fn divided(&self, d: &BigInt) -> Poly {
        let terms = self.terms.iter().map(|(product, c)| (product.clone(), floor_div(c, d)));
        let mut out = Poly { constant: floor_div(&self.constant, d), terms: terms.collect() };
        out.terms.retain(|_, c| *c != BigInt::ZERO);
        out
    }

    /// Whether the first coefficient is negative.
    pub fn is_led_by_minus(&self) -> bool {
        self.terms.values().next().is_some_and(|c| *c < BigInt::ZERO)
    }

    /// The polynomial as a term.
    pub fn to_term(&self, store: &mut Store) -> Term {
        let mut parts = Vec::with_capacity(self.terms.len() + 1);
        for (product, c) in &self.terms {
            let base = match product[..] {
                [t] => t,
                _ => store.mk(Op::Mul, product),
            };
            parts.push(if *c == BigInt::from(1) {
                base
            } else {
                let c = store.int(c.clone());
                store.mk(Op::Mul, &[c, base])
            });
        }
        if self.constant != BigInt::ZERO || parts.is_empty() {
            parts.push(store.int(self.constant.clone()));
        }
        match parts[..] {
            [t] => t,
            _ => store.mk(Op::Add, &parts),
        }
    }

    /// The polynomial of a term in normal form.
    pub fn of_term(store: &Store, t: Term) -> Poly {
        let mut out = Poly::default();
        let parts = if matches!(store.op(t), Op::Add) { store.args(t) } else { &[t][..] };
        for &part in parts {
            let (c, base) = match (store.op(part), store.args(part)) {
                (Op::Int(n), _) => {
                    out.constant += n;
                    continue;
                }
                (Op::Mul, &[c, base]) if store.int_value(c).is_some() => {
                    (store.int_value(c).cloned(), base)
                }
                _ => (None, part),
            };
            let product = if matches!(store.op(base), Op::Mul) {
                store.args(base).to_vec()
            } else {
                vec![base]
            };
            out.add_product(product, c.unwrap_or_else(|| BigInt::from(1)));
        }
        out
    }
}

/// The greatest common divisor, not negative.
pub fn gcd(mut a: BigInt, mut b: BigInt) -> BigInt {
    while b != BigInt::ZERO {
        let rest = &a % &b;
        a = std::mem::replace(&mut b, rest);
    }
    if a < BigInt::ZERO { -a } else { a }
}

/// The quotient rounded down, for `d > 0`.
pub fn floor_div(n: &BigInt, d: &BigInt) -> BigInt {
    let q = n / d;
    if n % d < BigInt::ZERO { q - 1 } else { q }
}

/// The standard's quotient: the remainder is not negative.
pub fn euclid_div(n: &BigInt, d: &BigInt) -> BigInt {
    if *d > BigInt::ZERO { floor_div(n, d) } else { -floor_div(n, &-d) }
}
