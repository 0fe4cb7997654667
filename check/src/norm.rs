//! Normal forms: an equal term, in every model in which the hypotheses hold.
//!
//! A hypothesis replaces one term by another. It is looked up where a term, with its arguments in normal form, is
//! about to become one itself. `simplify.rs` has what holds without hypotheses; these normal forms are kept for the whole proof.

use crate::base::*;
use num_bigint::BigUint;
use std::rc::Rc;

/// Normal forms that are known.
#[derive(Debug, Default)]
pub struct Forms {
    /// Those without hypotheses.
    plain: Map<Term, Term>,
    /// Those under the hypotheses so far.
    memo: Map<Term, Term>,
    replaced: Map<Term, Term>,
    /// What may still be done.
    fuel: u64,
}

/// Terms that may be visited for one clause.
const FUEL: u64 = 3_000_000;

/// How often what was supposed is normalised again.
const MAX_ROUNDS: usize = 8;

impl Store {
    /// Makes ready for one clause: there are no hypotheses, and rules may do so much work.
    pub fn refuel(&mut self, fuel: u64) {
        self.regexes.fuel = fuel;
        self.forms.fuel = FUEL;
        self.restart(&[]);
    }

    /// Begins again with these replacements.
    fn restart(&mut self, replaced: &[(Term, Term)]) {
        self.forms.memo.clear();
        self.forms.replaced.clear();
        self.forms.replaced.extend(replaced.iter().copied());
    }

    /// Takes the cost of a piece of work.
    pub fn charge(&mut self, cost: usize) -> Result<()> {
        charge(&mut self.forms.fuel, cost)
    }

    /// From now on the formula holds. Returns false if that is absurd.
    fn suppose(&mut self, formula: Term) -> Result<bool> {
        let mut waiting = vec![formula];
        while let Some(f) = waiting.pop() {
            let f = self.normal(f)?;
            match self.bool_value(f) {
                Some(true) => continue,
                Some(false) => return Ok(false),
                None => {}
            }
            let parts = self.conjuncts(f);
            if parts.len() > 1 {
                waiting.extend(parts.into_iter().rev());
                continue;
            }
            let (atom, positive) = self.atom(f);
            if let ("=", &[a, b]) = self.at(atom)
                && (positive || *self.sort(a) == Sort::Bool)
            {
                let (from, to) = self.oriented(a, b);
                let (from, to) = self.solved(from, to).unwrap_or((from, to));
                let to = if positive { to } else { self.not(to) };
                self.replace(from, to);
            }
            let value = self.bool(positive);
            self.replace(atom, value);
        }
        Ok(true)
    }

    /// The parts of a conjunction in normal form.
    pub fn conjuncts(&mut self, fact: Term) -> Vec<Term> {
        let (inner, positive) = self.atom(fact);
        if positive || self.head(inner) != "or" {
            return vec![fact];
        }
        self.args(inner).to_vec().into_iter().map(|p| self.not(p)).collect()
    }

    /// The normal forms that are known under the hypotheses so far.
    fn forms(&mut self) -> &mut Map<Term, Term> {
        let Forms { plain, memo, replaced, .. } = &mut self.forms;
        if replaced.is_empty() { plain } else { memo }
    }

    fn form(&mut self, t: Term) -> Term {
        self.forms().get(&t).copied().unwrap_or(t)
    }

    fn replace(&mut self, from: Term, to: Term) {
        // What stays known must not depend on which terms were made before.
        self.forms.memo.clear();
        self.forms.replaced.insert(from, to);
    }

    /// The larger side of an equation first, no value, and of languages one that has a name.
    fn oriented(&self, a: Term, b: Term) -> (Term, Term) {
        let rank = |t: Term| {
            let is_sum = matches!(self.head(t), "+" | "*" | "str.++" | "or");
            let inner = if self.head(t) == "image" { self.args(t)[0] } else { t };
            let is_named = matches!(self.op(inner), Op::Fun(_)) && self.args(inner).is_empty();
            let is_nameless = *self.sort(t) == Sort::Re && !is_named;
            (self.is_value(t), is_sum, is_nameless, std::cmp::Reverse(t))
        };
        let is_first = !self.occurs(a, b) && (self.occurs(b, a) || rank(a) < rank(b));
        if is_first { (a, b) } else { (b, a) }
    }

    /// Of an equation of sums, a term that is in it once, and the rest.
    fn solved(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        if self.head(a) != "+" {
            return None;
        }
        let mut p = self.difference(a, b);
        let is_free = |t: Term, (product, _): (&Vec<Term>, &BigInt)| {
            product[..] == [t] || !product.iter().any(|&other| self.occurs(t, other))
        };
        let (t, c) = p.products().rev().find_map(|(product, c)| {
            let &[t] = &product[..] else { return None };
            let is_one = *c.magnitude() == BigUint::from(1_u8);
            (is_one && p.products().all(|of| is_free(t, of))).then(|| (t, c.clone()))
        })?;
        p.0.remove(&vec![t]);
        let rest = if c > BigInt::ZERO { p.negated() } else { p };
        Some((t, self.sum(&rest)))
    }

    /// What the negations of the literals say, in normal form.
    pub fn negations(&mut self, clause: &[Term]) -> Result<Vec<Term>> {
        clause.iter().map(|&l| self.normal(l).map(|form| self.not(form))).collect()
    }

    /// The normal form of `root`.
    pub fn normal(&mut self, root: Term) -> Result<Term> {
        let mut stack = vec![(root, false)];
        while let Some((t, is_ready)) = stack.pop() {
            self.charge(1)?;
            if !is_ready && self.forms().contains_key(&t) {
                continue;
            }
            let form = match self.forms.replaced.get(&t).copied() {
                Some(same) if is_ready => self.form(same),
                Some(same) => {
                    // If it leads back here, it is this.
                    stack.extend([(t, true), (same, false)]);
                    same
                }
                None if self.args(t).is_empty() && *self.sort(t) != Sort::Re => t,
                None => {
                    let operands = self.operands(t)?;
                    if !is_ready {
                        stack.push((t, true));
                        stack.extend(operands.iter().rev().map(|&a| (a, false)));
                        continue;
                    }
                    let args: Vec<Term> = operands.iter().map(|&a| self.form(a)).collect();
                    self.make(self.op(t).clone(), &args)?
                }
            };
            self.forms().insert(t, form);
        }
        Ok(self.form(root))
    }

    /// The arguments, or what is in a nest of one associative operator: level by level, it would be copied again and again.
    fn operands(&mut self, t: Term) -> Result<Rc<[Term]>> {
        let (head, args) = self.at(t);
        let is_nest = matches!(head, "and" | "or" | "str.++" | "+");
        if !is_nest || args.iter().all(|&a| self.head(a) != head) {
            return Ok(self.kept_args(t));
        }
        let (mut parts, mut stack) = (Vec::new(), vec![t]);
        while let Some(t) = stack.pop() {
            self.charge(1)?;
            if self.head(t) == head {
                stack.extend(self.args(t).iter().rev());
            } else {
                parts.push(t);
            }
        }
        Ok(parts.into())
    }

    /// The normal form of an application to normal forms.
    pub fn make(&mut self, op: impl Into<Op>, args: &[Term]) -> Result<Term> {
        self.charge(1 + args.len())?;
        let t = self.simplified(op.into(), args)?;
        Ok(self.replaced(t))
    }

    /// What a term in normal form, or what it negates, is replaced by, if that is anything else.
    pub fn replaced(&mut self, t: Term) -> Term {
        let (inner, positive) = self.atom(t);
        match self.forms.replaced.get(&inner).copied() {
            Some(value) if positive => value,
            Some(value) => self.not(value),
            None => t,
        }
    }

    /// Whether the clause holds: negated one after the other, its literals are absurd. Where they are not plainly so, cases are
    /// distinguished for what decides something.
    pub fn refutes(&mut self, facts: &[Term]) -> Result<bool> {
        let mut open = Vec::from_iter(self.settle(facts)?);
        while let Some(left) = open.pop() {
            self.restart(&left);
            let Some(atom) = self.case(&left) else { return Ok(false) };
            for case in [atom, self.not(atom)] {
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
                    self.forms().insert(from, to);
                    continue;
                }
                news = true;
                let same = self.make("=", &[now, value])?;
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
        let mut pairs: Vec<_> = self.forms.replaced.iter().map(|(&from, &to)| (from, to)).collect();
        pairs.sort_unstable();
        pairs
    }

    /// A formula in what is replaced, or replaces it, on which a choice depends, and which has none in it.
    fn case(&self, pairs: &[(Term, Term)]) -> Option<Term> {
        let roots: Vec<Term> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        let mut chosen: Set<Term> = Set::default();
        for t in self.post_order(&roots, |_| false) {
            let (head, args) = self.at(t);
            if head == "ite" || args.iter().any(|a| chosen.contains(a)) {
                chosen.insert(t);
            }
            let candidates = match head {
                "ite" => &args[..1],
                _ if self.is_connective(t) => args,
                _ => &[],
            };
            let is_open = |atom: &Term| {
                self.bool_value(*atom).is_none()
                    && !chosen.contains(atom)
                    && !self.is_connective(*atom)
                    && !self.forms.replaced.contains_key(atom)
            };
            let found = candidates.iter().map(|&c| self.atom(c).0).find(is_open);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Whether a formula joins formulas.
    fn is_connective(&self, t: Term) -> bool {
        let (head, args) = self.at(t);
        matches!(head, "and" | "or") || head == "=" && *self.sort(args[0]) == Sort::Bool
    }
}
