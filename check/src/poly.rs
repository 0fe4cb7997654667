//! Polynomials with integer coefficients over terms.

use crate::base::*;
use std::collections::BTreeMap;

/// A sum of products: the coefficients, none of them 0. A product is a sorted list of terms; the constant is that of the empty one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Poly(pub BTreeMap<Vec<Term>, BigInt>);

/// At most so many products.
const MAX_PRODUCTS: usize = 100_000;

/// Sums are multiplied if their sizes, multiplied, are at most this.
const MAX_SIZE: u64 = 10_000_000;

impl Poly {
    /// A term that is not looked into.
    pub fn atom(t: Term) -> Poly {
        Poly([(vec![t], 1.into())].into())
    }

    /// The same, and a number.
    pub fn plus_number(mut self, n: impl Into<BigInt>) -> Poly {
        self.put(Vec::new(), n.into());
        self
    }

    /// What is added to the products.
    pub fn constant(&self) -> BigInt {
        self.0.get(&[][..]).cloned().unwrap_or_default()
    }

    /// The products and their coefficients, without the constant.
    pub fn products(&self) -> impl DoubleEndedIterator<Item = (&Vec<Term>, &BigInt)> {
        self.0.iter().filter(|(product, _)| !product.is_empty())
    }

    /// The number, if it is one.
    pub fn value(&self) -> Option<BigInt> {
        self.products().next().is_none().then(|| self.constant())
    }

    /// The term, if it is one and a number.
    pub fn only(&self) -> Option<Term> {
        match self.products().collect::<Vec<_>>()[..] {
            [(product, c)] if product.len() == 1 && *c == 1.into() => Some(product[0]),
            _ => None,
        }
    }

    /// The same, and a product so many times.
    pub fn put(&mut self, product: Vec<Term>, c: BigInt) {
        let sum = self.0.remove(&product).unwrap_or_default() + c;
        if sum != BigInt::ZERO {
            self.0.insert(product, sum);
        }
    }

    /// The same, and `other` so many times.
    pub fn plus(mut self, k: impl Into<BigInt>, other: &Poly) -> Poly {
        let k = k.into();
        for (product, c) in &other.0 {
            self.put(product.clone(), c * &k);
        }
        self
    }

    /// The product; none if it is too large.
    pub fn times(&self, other: &Poly) -> Option<Poly> {
        if self.0.len().checked_mul(other.0.len())? > MAX_PRODUCTS
            || self.size().checked_mul(other.size())? > MAX_SIZE
        {
            return None;
        }
        let mut out = Poly::default();
        for (product, c) in &self.0 {
            for (more, d) in &other.0 {
                let mut both = [&product[..], more].concat();
                both.sort_unstable();
                out.put(both, c * d);
            }
        }
        Some(out)
    }

    /// How many factors and words of 64 bits it has.
    fn size(&self) -> u64 {
        let of = |(product, c): (&Vec<Term>, &BigInt)| product.len() as u64 + 1 + c.bits() / 64;
        1 + self.0.iter().map(of).sum::<u64>()
    }

    /// The same with the other sign.
    pub fn negated(&self) -> Poly {
        Poly::default().plus(-1, self)
    }

    /// The greatest common divisor of the coefficients; 0 if there are none.
    pub fn content(&self) -> BigInt {
        self.products().fold(BigInt::ZERO, |g, (_, c)| gcd(g, c.clone()))
    }

    /// The same over `d > 0`, with all numbers rounded down.
    pub fn divided(&self, d: &BigInt) -> Poly {
        let quotients = self.0.iter().map(|(product, c)| (product.clone(), floor_div(c, d)));
        Poly(quotients.filter(|(_, c)| *c != BigInt::ZERO).collect())
    }

    /// Whether the first coefficient is negative.
    pub fn is_led_by_minus(&self) -> bool {
        self.products().next().is_some_and(|(_, c)| *c < BigInt::ZERO)
    }
}

impl Store {
    /// The polynomial of a term in normal form.
    pub fn poly(&self, t: Term) -> Poly {
        let mut out = Poly::default();
        let parts = if self.head(t) == "+" { self.args(t) } else { &[t][..] };
        for &part in parts {
            let (c, base) = match self.at(part) {
                ("*", &[c, base]) if let Some(c) = self.int_value(c) => (c.clone(), base),
                _ => (1.into(), part),
            };
            match self.op(base) {
                Op::Int(n) => out.put(Vec::new(), n * c),
                Op::Std("*") => out.put(self.args(base).to_vec(), c),
                _ => out.put(vec![base], c),
            }
        }
        out
    }

    /// `a - b`, of terms in normal form.
    pub fn difference(&self, a: Term, b: Term) -> Poly {
        self.poly(a).plus(-1, &self.poly(b))
    }

    /// The side of a comparison with 0, or of an equation, between integers.
    pub fn comparison(&self, t: Term) -> Option<Poly> {
        match self.at(t) {
            (">=" | "=", &[a, b]) if *self.sort(a) == Sort::Int => Some(self.difference(a, b)),
            _ => None,
        }
    }

    /// The polynomial as a term.
    pub fn sum(&mut self, p: &Poly) -> Term {
        let mut parts = Vec::with_capacity(p.0.len());
        for (product, c) in p.products() {
            let base = if let &[t] = &product[..] { t } else { self.mk("*", product) };
            let factor = self.int(c.clone());
            parts.push(if *c == 1.into() { base } else { self.mk("*", &[factor, base]) });
        }
        if p.constant() != BigInt::ZERO || parts.is_empty() {
            parts.push(self.int(p.constant()));
        }
        if let [t] = parts[..] { t } else { self.mk("+", &parts) }
    }
}

/// The greatest common divisor, not negative.
fn gcd(a: BigInt, b: BigInt) -> BigInt {
    let (mut a, mut b) = (a, b);
    while b != BigInt::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    if a < BigInt::ZERO { -a } else { a }
}

/// The quotient rounded down, for `d > 0`.
pub fn floor_div(n: &BigInt, d: &BigInt) -> BigInt {
    let q = n / d;
    if n % d < BigInt::ZERO { q - 1 } else { q }
}
