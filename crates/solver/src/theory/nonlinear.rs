//! Products and quotients of unknowns.
//!
//! Simplex takes a product for a variable of its own. Where the integer solution gives it another value than
//! its factors have, a lemma cuts that solution off: *incremental linearization* (Cimatti, Griggio, Irfan, Roveri
//! and Sebastiani, TOCL 2018). First what signs and sizes say, also of two products compared, then the two planes
//! that touch the surface `t = x*y` at the values of `x` and `y`. As all numbers are integers, there is more: a square lies above the
//! chords between neighbours, and once one factor has a value, the product is linear, so the factor with
//! the smallest range is tried at the value it has. Over a finite range that alone is complete.
//!
//! `(div x y)` is the `q` with `0 <= x - y*q < |y|`, which a product says.
//!
//! Writing products out in bits decides more of those that are bounded, but needs a bound before it can begin.

use crate::cnf::ClauseSink;
use crate::engine::Engine;
use crate::lia::Product;
use crate::theory::inference::InferenceId;
use crate::theory::verdict::{Incompleteness, Verdict};
use base::{Int, Interrupted};
use sat::Context;
use terms::{Op, Term, Terms};

/// A product with the values of the integer solution.
#[derive(Clone)]
struct Valued {
    product: Term,
    value: Int,
    factors: [Factor; 2],
}

#[derive(Clone)]
struct Factor {
    term: Term,
    value: Int,
}

impl Valued {
    fn is_wrong(&self) -> bool {
        &self.factors[0].value * &self.factors[1].value != self.value
    }

    /// Whether the factors have different signs.
    fn is_negative(&self) -> bool {
        self.factors[0].value.is_negative() != self.factors[1].value.is_negative()
    }

    /// What is the absolute value as long as the factors have these signs.
    fn size(&self) -> Int {
        if self.is_negative() { -&self.value } else { self.value.clone() }
    }

    fn turned(&self) -> Valued {
        let [x, y] = self.factors.clone();
        Valued { factors: [y, x], ..self.clone() }
    }
}

impl Engine<'_> {
    /// A product occurs: arithmetic hears of its factors.
    pub(crate) fn define_product(
        &mut self,
        sink: &mut dyn ClauseSink,
        t: Term,
    ) -> Result<(), Interrupted> {
        let constant = |a: &&Term| self.res.terms.int_value(**a).is_some();
        let args = self.res.terms.args(t).to_vec();
        if args.iter().filter(|a| !constant(a)).count() < 2 {
            return Ok(());
        }
        let factors = match args[..] {
            [a, b] => [a, b],
            [a, ref rest @ ..] => [a, self.res.terms.mk(Op::Mul, rest)],
            [] => return Ok(()),
        };
        for factor in factors {
            for leaf in self.lia.register_term(self.res.terms, factor) {
                self.register_term(sink, leaf)?;
            }
        }
        self.lia.products.add(self.res.terms, Product { product: t, factors });
        Ok(())
    }

    /// The quotient and the rest of `x` by `n`, which is no constant.
    pub(crate) fn define_quotient(&mut self, x: Term, n: Term) {
        debug_assert!(self.res.terms.int_value(n).is_none(), "division by a constant is linear");
        let terms = &mut *self.res.terms;
        let (quotient, rest) = (terms.mk(Op::Div, &[x, n]), terms.mk(Op::Mod, &[x, n]));
        let product = terms.mk(Op::Mul, &[n.min(quotient), n.max(quotient)]);
        let (difference, zero) = (terms.sub(x, product), terms.int(0));
        let minus = terms.mk(Op::Neg, &[n]);
        let by_zero = terms.eq(n, zero);
        let clauses = [
            [by_zero, terms.ge(rest, difference)],
            [by_zero, terms.le(rest, difference)],
            [by_zero, terms.ge(rest, zero)],
            [terms.le(n, zero), terms.lt(rest, n)],
            [terms.ge(n, zero), terms.lt(rest, minus)],
        ];
        clauses
            .into_iter()
            .for_each(|c| self.out.clause(self.res.terms, InferenceId::LiaQuotient, c.into()));
    }

    /// Corrects products that do not have the value of their factors in the integer solution, or in what the strings
    /// made of it.
    pub(crate) fn check_products(&mut self, _: &mut Context<'_>) -> Result<Verdict, Interrupted> {
        let mut all: Vec<Valued> =
            self.lia.products.iter().filter_map(|p| self.valued(p)).collect();
        base::order::sort_by(&mut all, |p, q| p.value.cmp(&q.value));
        let tunables = &self.res.budget.tunables().check;
        let wrong: Vec<usize> =
            (0..all.len()).filter(|&i| all[i].is_wrong()).take(tunables.products).collect();
        if wrong.is_empty() {
            return Ok(Verdict::Consistent);
        }
        if self.lia.products.count_round() > tunables.product_rounds {
            return Ok(Verdict::Incomplete(Incompleteness::Products));
        }
        for i in wrong {
            // It may be compared with all others.
            self.res.budget.charge(all.len() as u64)?;
            self.linearize(i, &all);
        }
        Ok(Verdict::Progress)
    }

    fn valued(&self, p: &Product) -> Option<Valued> {
        let value = |t| self.integer(t);
        let factor = |term| value(term).map(|value| Factor { term, value });
        let [x, y] = p.factors;
        Some(Valued {
            product: p.product,
            value: value(p.product)?,
            factors: [factor(x)?, factor(y)?],
        })
    }

    /// Whether the integer solution contradicts the comparison.
    fn is_denied(&self, comparison: Term) -> bool {
        let sum = rewrite::non_negative(self.res.terms, comparison);
        let add = |total: Int, (t, c): &(Term, Int)| Some(&total + &(&self.integer(*t)? * c));
        let value = sum.terms.iter().try_fold(sum.constant.clone(), add);
        value.is_none_or(|value| value.is_negative())
    }

    /// Cuts the solution off, in which the product at `i` is wrong.
    fn linearize(&mut self, i: usize, all: &[Valued]) {
        let w = &all[i];
        debug_assert!(w.is_wrong(), "a product is corrected that has the right value");
        let [x, y] = &w.factors;
        if self.bound_size(w, [x, y]) | self.bound_size(w, [y, x]) || self.compare(i, all) {
            return;
        }
        let constant = |f: &Factor| self.res.terms.int_value(f.term).is_some();
        if x.term == y.term {
            self.add_chords(w, x);
        } else if !constant(x) && !constant(y) {
            self.add_planes(w);
        }
        self.try_value(w);
    }

    /// `|x*y| >= |y|` if `x != 0`, with the signs that the factors have; returns whether the solution denies it.
    fn bound_size(&mut self, w: &Valued, [x, y]: [&Factor; 2]) -> bool {
        if x.value.is_zero() || y.value.is_zero() || w.size() >= y.value.abs() {
            return false;
        }
        let terms = &mut *self.res.terms;
        let premises = [sign(terms, x), sign(terms, y)];
        let size = absolute(terms, y.term, y.value.is_negative());
        let product = absolute(terms, w.product, w.is_negative());
        let conclusion = terms.ge(product, size);
        debug_assert!(self.is_denied(conclusion), "a solution satisfies what is to cut it off");
        self.out.lemma(self.res.terms, InferenceId::NiaSize, &premises, conclusion);
        true
    }

    /// Products are ordered as the sizes of their factors are; returns whether the solution denies it. In `all`, which are in the order
    /// of their values, neighbours are compared first: what is said of them says something of those beyond them, too, where all
    /// pairs would be a square of lemmas.
    fn compare(&mut self, i: usize, all: &[Valued]) -> bool {
        let w = &all[i];
        let nearest_first = (1..all.len()).flat_map(|d| [i.checked_sub(d), i.checked_add(d)]);
        nearest_first.flatten().filter_map(|j| all.get(j)).any(|p| {
            let turned = p.turned();
            [(w, p), (w, &turned), (p, w), (&turned, w)].into_iter().any(|(a, b)| self.order(a, b))
        })
    }

    /// `|x| <= |u|` and `|y| <= |v|` imply `|x*y| <= |u*v|`, and a difference of `|v|` if `|x| < |u|`.
    fn order(&mut self, small: &Valued, large: &Valued) -> bool {
        let ([x, y], [u, v]) = (&small.factors, &large.factors);
        let sizes = [x, y, u, v].map(|f| f.value.abs());
        if sizes[0] > sizes[2] || sizes[1] > sizes[3] {
            return false;
        }
        let difference = match (sizes[0] < sizes[2], sizes[1] < sizes[3]) {
            (true, _) => Some(v),
            (_, true) => Some(u),
            _ => None,
        };
        let least = difference.map_or(Int::ZERO, |f| f.value.abs());
        if &small.size() + &least <= large.size() {
            return false;
        }
        let terms = &mut *self.res.terms;
        let mut premises = [x, y, u, v].map(|f| side(terms, f)).to_vec();
        for (a, b) in [(x, u), (y, v)] {
            let smaller = a.value.abs() < b.value.abs();
            let [a, b] = [a, b].map(|f| absolute(terms, f.term, f.value.is_negative()));
            premises.push(if smaller { terms.lt(a, b) } else { terms.le(a, b) });
        }
        let mut sum = vec![absolute(terms, small.product, small.is_negative())];
        sum.extend(difference.map(|f| absolute(terms, f.term, f.value.is_negative())));
        let (sum, bound) = (terms.add(&sum), absolute(terms, large.product, large.is_negative()));
        let conclusion = terms.le(sum, bound);
        debug_assert!(self.is_denied(conclusion), "a solution satisfies what is to cut it off");
        self.out.lemma(self.res.terms, InferenceId::NiaMonotone, &premises, conclusion);
        true
    }

    /// A square is at least `(2k+1)*x - k*(k+1)` for every `k`: it is 0 for no `x` between `k` and `k + 1`.
    fn add_chords(&mut self, w: &Valued, x: &Factor) {
        for k in [x.value.clone(), &x.value - &Int::ONE] {
            let terms = &mut *self.res.terms;
            let slope = terms.scale(&(&k + &k) + &Int::ONE, x.term);
            let below = terms.int(&k * &(&k + &Int::ONE));
            let chord = terms.sub(slope, below);
            let above = terms.ge(w.product, chord);
            self.out.clause(self.res.terms, InferenceId::NiaSquare, vec![above]);
        }
    }

    /// `(x - a)*(y - b)` is at most 0 or at least 0, depending on the sides that `x` and `y` are on.
    fn add_planes(&mut self, w: &Valued) {
        let [x, y] = &w.factors;
        let (a, b) = (&x.value, &y.value);
        let terms = &mut *self.res.terms;
        let parts = [terms.scale(b.clone(), x.term), terms.scale(a.clone(), y.term)];
        let (sum, corner) = (terms.add(&parts), terms.int(a * b));
        let plane = terms.sub(sum, corner);
        let [ka, kb] = [terms.int(a.clone()), terms.int(b.clone())];
        let [x_low, x_high] = [terms.le(x.term, ka), terms.ge(x.term, ka)];
        let [y_low, y_high] = [terms.le(y.term, kb), terms.ge(y.term, kb)];
        let too_large = w.value > a * b;
        let (sides, conclusion) = if too_large {
            ([[x_low, y_high], [x_high, y_low]], terms.le(w.product, plane))
        } else {
            ([[x_low, y_low], [x_high, y_high]], terms.ge(w.product, plane))
        };
        debug_assert!(self.is_denied(conclusion), "a solution satisfies what is to cut it off");
        for premises in sides {
            self.out.lemma(self.res.terms, InferenceId::NiaTangent, &premises, conclusion);
        }
    }

    /// `x = a` implies `x*y = a*y`, for the factor with the smaller range; and `x = a` is tried.
    fn try_value(&mut self, w: &Valued) {
        let [x, y] = &w.factors;
        let range = |f: &Factor| self.lia.width(self.res.terms, f.term);
        let rank = |f: &Factor| (range(f).is_none(), range(f), f.value.abs());
        let (x, y) = if rank(y) < rank(x) { (y, x) } else { (x, y) };
        let terms = &mut *self.res.terms;
        let a = terms.int(x.value.clone());
        let (chosen, line) = (terms.eq(x.term, a), terms.scale(x.value.clone(), y.term));
        for conclusion in [terms.ge(w.product, line), terms.le(w.product, line)] {
            match chosen == terms.tt() {
                true => self.out.clause(terms, InferenceId::NiaValue, vec![conclusion]),
                false => self.out.lemma(terms, InferenceId::NiaValue, &[chosen], conclusion),
            }
        }
        let preference = f64::from(self.res.budget.tunables().check.product_preference) / 100.0;
        self.out.split(vec![(chosen, preference)]);
    }
}

/// That `x` is positive or negative, as it is in the solution.
fn sign(terms: &mut Terms, x: &Factor) -> Term {
    let zero = terms.int(0);
    if x.value.is_negative() { terms.lt(x.term, zero) } else { terms.lt(zero, x.term) }
}

/// That `x` is negative or not, as it is in the solution.
fn side(terms: &mut Terms, x: &Factor) -> Term {
    let zero = terms.int(0);
    if x.value.is_negative() { terms.lt(x.term, zero) } else { terms.ge(x.term, zero) }
}

fn absolute(terms: &mut Terms, t: Term, is_negative: bool) -> Term {
    if is_negative { terms.mk(Op::Neg, &[t]) } else { t }
}
