//! Normal forms: an equal term, in every model in which the hypotheses hold.
//!
//! A hypothesis replaces one term by another. It is looked up where a term, with its arguments in normal form, is
//! about to become one itself. `simplify.rs` has what holds without hypotheses; these normal forms are kept for the whole proof.

use crate::error::{Refusal, Result};
use crate::hash::{Map, Set};
use crate::poly::Poly;
use crate::regex::Regexes;
use crate::simplify;
use crate::term::{Op, Sort, Store, Term};
use num_bigint::{BigInt, BigUint};

/// Normal forms that are known, and what they are computed with.
#[derive(Debug, Default)]
pub struct Forms {
    /// Those without hypotheses.
    plain: Map<Term, Term>,
    /// Those under the hypotheses so far.
    memo: Map<Term, Term>,
    replaced: Map<Term, Term>,
}

/// Computes normal forms under hypotheses.
#[derive(Debug)]
pub struct Norm<'a> {
    /// All terms.
    pub store: &'a mut Store,
    /// All languages.
    pub regexes: &'a mut Regexes,
    forms: &'a mut Forms,
    fuel: u64,
}

/// How far a normal form was computed.
#[derive(Debug)]
enum Visit {
    Open(Term),
    Close(Term),
    /// The first term is the second.
    Same(Term, Term),
}

/// Terms that may be visited for one clause.
const FUEL: u64 = 3_000_000;

/// How often what was supposed is normalised again.
const MAX_ROUNDS: usize = 8;

impl<'a> Norm<'a> {
    /// Normal forms without hypotheses.
    pub fn new(store: &'a mut Store, regexes: &'a mut Regexes, forms: &'a mut Forms) -> Norm<'a> {
        let mut norm = Norm { store, regexes, forms, fuel: FUEL };
        norm.restart(&[]);
        norm
    }

    /// Begins again with these replacements.
    fn restart(&mut self, replaced: &[(Term, Term)]) {
        self.forms.memo.clear();
        self.forms.replaced.clear();
        self.forms.replaced.extend(replaced.iter().copied());
    }

    /// Takes the cost of a piece of work.
    pub fn charge(&mut self, cost: usize) -> Result<()> {
        self.fuel = self.fuel.checked_sub(cost as u64).ok_or_else(Refusal::limit)?;
        Ok(())
    }

    /// From now on the formula holds. Returns false if that is absurd.
    fn suppose(&mut self, formula: Term) -> Result<bool> {
        let mut waiting = vec![formula];
        while let Some(f) = waiting.pop() {
            let f = self.normal(f)?;
            match (self.store.op(f), self.store.args(f)) {
                (Op::True, _) => continue,
                (Op::False, _) => return Ok(false),
                (Op::Not, &[inner]) if matches!(self.store.op(inner), Op::Or) => {
                    let parts = self.store.args(inner).to_vec();
                    waiting.extend(parts.into_iter().rev().map(|p| self.store.not(p)));
                }
                (Op::Not, &[inner]) => {
                    let value = self.store.bool(false);
                    self.replace(inner, value);
                }
                (Op::Eq, &[a, b]) => {
                    let (from, to) = self.oriented(a, b);
                    let (from, to) = self.solved(from, to).unwrap_or((from, to));
                    self.replace(from, to);
                    let value = self.store.bool(true);
                    self.replace(f, value);
                }
                _ => {
                    let value = self.store.bool(true);
                    self.replace(f, value);
                }
            }
        }
        Ok(true)
    }

    /// The normal form, if it is known.
    fn known(&self, t: Term) -> Option<Term> {
        let Forms { plain, memo, replaced } = &self.forms;
        if replaced.is_empty() { plain } else { memo }.get(&t).copied()
    }

    fn note(&mut self, t: Term, form: Term) {
        let Forms { plain, memo, replaced } = &mut self.forms;
        if replaced.is_empty() { plain } else { memo }.insert(t, form);
    }

    fn replace(&mut self, from: Term, to: Term) {
        // What stays known must not depend on which terms were made before.
        self.forms.memo.clear();
        self.forms.replaced.insert(from, to);
    }

    /// The larger side of an equation first, no value, and of languages one that has a name.
    fn oriented(&self, a: Term, b: Term) -> (Term, Term) {
        let rank = |t: Term| {
            let is_sum = matches!(self.store.op(t), Op::Add | Op::Mul | Op::Concat);
            let inner = if *self.store.op(t) == Op::Image { self.store.args(t)[0] } else { t };
            let is_fun = matches!(self.store.op(inner), Op::Fun(_));
            let is_named = is_fun && self.store.args(inner).is_empty();
            let is_language = *self.store.sort(t) == Sort::Re;
            (self.store.is_value(t), is_sum, is_language && !is_named, std::cmp::Reverse(t))
        };
        if self.store.occurs(a, b) {
            (b, a)
        } else if self.store.occurs(b, a) || rank(a) < rank(b) {
            (a, b)
        } else {
            (b, a)
        }
    }

    /// Of an equation of sums, a term that is in it once, and the rest.
    fn solved(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        if !matches!(self.store.op(a), Op::Add) {
            return None;
        }
        let mut p = Poly::difference(self.store, a, b);
        let is_free = |t: Term, (product, _): (&Vec<Term>, &BigInt)| {
            product[..] == [t] || !product.iter().any(|&other| self.store.occurs(t, other))
        };
        let (t, c) = p.terms.iter().rev().find_map(|(product, c)| {
            let &[t] = &product[..] else { return None };
            let is_one = *c.magnitude() == BigUint::from(1_u8);
            (is_one && p.terms.iter().all(|of| is_free(t, of))).then(|| (t, c.clone()))
        })?;
        p.terms.remove(&vec![t]);
        let rest = if c > BigInt::ZERO { p.negated() } else { p };
        Some((t, rest.to_term(self.store)))
    }

    /// What the negations of the literals say, in normal form.
    pub fn negations(&mut self, clause: &[Term]) -> Result<Vec<Term>> {
        clause.iter().map(|&l| self.normal(l).map(|form| self.store.not(form))).collect()
    }

    /// The normal form of `root`.
    pub fn normal(&mut self, root: Term) -> Result<Term> {
        let mut stack = vec![Visit::Open(root)];
        while let Some(visit) = stack.pop() {
            self.charge(1)?;
            match visit {
                Visit::Open(t) if self.known(t).is_some() => {}
                Visit::Open(t) => {
                    if let Some(same) = self.forms.replaced.get(&t).copied() {
                        // If it leads back here, it is this.
                        self.note(t, same);
                        stack.extend([Visit::Same(t, same), Visit::Open(same)]);
                    } else if self.store.args(t).is_empty() && *self.store.sort(t) != Sort::Re {
                        self.note(t, t);
                    } else {
                        stack.push(Visit::Close(t));
                        let nest = self.nest(t)?;
                        let operands = nest.as_deref().unwrap_or(self.store.args(t));
                        stack.extend(operands.iter().rev().map(|&a| Visit::Open(a)));
                    }
                }
                Visit::Same(t, same) => {
                    let form = self.form(same);
                    self.note(t, form);
                }
                Visit::Close(t) => {
                    let nest = self.nest(t)?;
                    let operands = nest.as_deref().unwrap_or(self.store.args(t));
                    let form = match self.untouched(t, operands) {
                        Some(form) => self.replaced(form),
                        None => {
                            let args: Vec<Term> = operands.iter().map(|&a| self.form(a)).collect();
                            self.make(self.store.op(t).clone(), &args)?
                        }
                    };
                    self.note(t, form);
                }
            }
        }
        Ok(self.form(root))
    }

    fn form(&self, t: Term) -> Term {
        self.known(t).unwrap_or(t)
    }

    /// The normal form without hypotheses, if that is what all arguments have. But a slice is compared with the length of the whole.
    fn untouched(&self, t: Term, operands: &[Term]) -> Option<Term> {
        let plain = |t: Term| self.forms.plain.get(&t).copied().unwrap_or(t);
        let stays = !self.forms.replaced.is_empty() && *self.store.op(t) != Op::Substr;
        let is_same = |&a: &Term| plain(a) == self.form(a);
        (stays && operands.iter().all(is_same)).then(|| plain(t))
    }

    /// What is in a nest of one associative operator: level by level, it would be copied again and again.
    fn nest(&mut self, t: Term) -> Result<Option<Vec<Term>>> {
        let store = &self.store;
        let is_nest = |a: &Term| store.op(*a) == store.op(t);
        if !matches!(store.op(t), Op::And | Op::Or | Op::Concat | Op::Add)
            || !store.args(t).iter().any(is_nest)
        {
            return Ok(None);
        }
        let op = store.op(t).clone();
        let (mut parts, mut stack) = (Vec::new(), vec![t]);
        while let Some(t) = stack.pop() {
            self.charge(1)?;
            if *self.store.op(t) == op {
                stack.extend(self.store.args(t).iter().rev());
            } else {
                parts.push(t);
            }
        }
        Ok(Some(parts))
    }

    /// The normal form of an application to normal forms.
    pub fn make(&mut self, op: Op, args: &[Term]) -> Result<Term> {
        self.charge(1 + args.len())?;
        let t = simplify::application(self, op, args)?;
        Ok(self.replaced(t))
    }

    /// What a term in normal form, or what it negates, is replaced by, if that is anything else.
    pub fn replaced(&mut self, t: Term) -> Term {
        let (inner, positive) = self.store.atom(t);
        match self.forms.replaced.get(&inner).copied() {
            Some(value) if positive => value,
            Some(value) => self.store.not(value),
            None => t,
        }
    }

    /// Whether the clause holds: negated one after the other, its literals are absurd. Where they are not plainly so, cases are
    /// distinguished for what decides something.
    pub fn refutes(&mut self, facts: &[Term]) -> Result<bool> {
        for &f in facts {
            self.normal(f)?;
        }
        let Some(left) = self.settle(facts)? else { return Ok(true) };
        let mut open = vec![left];
        while let Some(left) = open.pop() {
            self.restart(&left);
            let Some(atom) = self.case(&left) else { return Ok(false) };
            let other = self.store.not(atom);
            for case in [atom, other] {
                self.restart(&left);
                open.extend(self.settle(&[case])?);
            }
        }
        Ok(true)
    }

    /// Supposes all facts; returns what is replaced in the end, and by what, or none if the facts are absurd.
    fn settle(&mut self, facts: &[Term]) -> Result<Option<Vec<(Term, Term)>>> {
        for &f in facts {
            if !self.suppose(f)? {
                return Ok(None);
            }
        }
        for _ in 0..MAX_ROUNDS {
            let mut news = false;
            for (from, to) in self.pairs() {
                self.forms.replaced.remove(&from);
                self.forms.memo.remove(&from);
                let (now, value) = (self.normal(from)?, self.normal(to)?);
                if now == from && value == to {
                    self.forms.replaced.insert(from, to);
                    self.note(from, to);
                    continue;
                }
                news = true;
                let same = self.make(Op::Eq, &[now, value])?;
                if !self.suppose(same)? {
                    return Ok(None);
                }
            }
            if !news {
                break;
            }
        }
        Ok(Some(self.pairs()))
    }

    /// What is replaced, and by what, in order.
    fn pairs(&self) -> Vec<(Term, Term)> {
        let mut pairs: Vec<(Term, Term)> =
            self.forms.replaced.iter().map(|(&from, &to)| (from, to)).collect();
        pairs.sort_unstable();
        pairs
    }

    /// A formula in what is replaced, or replaces it, on which a choice depends, and which has none in it.
    fn case(&self, pairs: &[(Term, Term)]) -> Option<Term> {
        let roots: Vec<Term> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        let mut chosen: Set<Term> = Set::default();
        for t in self.store.post_order(&roots) {
            let args = self.store.args(t);
            let is_choice = matches!(self.store.op(t), Op::Ite);
            if is_choice || args.iter().any(|a| chosen.contains(a)) {
                chosen.insert(t);
            }
            let candidates = match self.store.op(t) {
                Op::Ite => &args[..1],
                _ if self.is_connective(t) => args,
                _ => &[],
            };
            for &c in candidates {
                let (atom, _) = self.store.atom(c);
                let is_open = self.store.bool_value(atom).is_none()
                    && !chosen.contains(&atom)
                    && !self.is_connective(atom);
                if is_open && !self.forms.replaced.contains_key(&atom) {
                    return Some(atom);
                }
            }
        }
        None
    }

    /// Whether a formula joins formulas.
    fn is_connective(&self, t: Term) -> bool {
        match (self.store.op(t), self.store.args(t)) {
            (Op::And | Op::Or, _) => true,
            (Op::Eq, &[a, _]) => *self.store.sort(a) == Sort::Bool,
            _ => false,
        }
    }
}
