//! Normal forms: an equal term, in every model in which the hypotheses hold.
//!
//! A hypothesis replaces one term by another. It is looked up where a term, with its arguments in normal form, is
//! about to become one itself; what it is replaced by is a normal form already. So replacing ends, and each replacement is of
//! equals by equals. `simplify.rs` has what holds without hypotheses.

use crate::clause::Lit;
use crate::error::Refusal;
use crate::hash::{Map, Set};
use crate::regex::Regexes;
use crate::simplify;
use crate::term::{Op, Sort, Store, Term};

/// Computes normal forms under hypotheses.
#[derive(Debug)]
pub struct Norm<'a> {
    /// All terms.
    pub store: &'a mut Store,
    /// All languages.
    pub regexes: &'a mut Regexes,
    /// Normal forms: of terms without formulas in them, which do not depend on what replaces formulas, and of others.
    memo: [Map<Term, Term>; 2],
    replaced: Map<Term, Term>,
    /// What is replaced since it was last looked for in the others.
    fresh: Set<Term>,
    fuel: u64,
}

/// How far a normal form was computed.
enum Visit {
    Open(Term),
    Close(Term),
    /// The first term is the second.
    Same(Term, Term),
}

/// Terms that may be visited for one clause.
const FUEL: u64 = 3_000_000;

/// How often what was supposed is normalised again.
const MAX_ROUNDS: usize = 4;

impl<'a> Norm<'a> {
    /// Normal forms without hypotheses.
    pub fn new(store: &'a mut Store, regexes: &'a mut Regexes) -> Norm<'a> {
        Norm {
            store,
            regexes,
            memo: Default::default(),
            replaced: Map::default(),
            fresh: Set::default(),
            fuel: FUEL,
        }
    }

    fn charge(&mut self, cost: usize) -> Result<(), Refusal> {
        match self.fuel.checked_sub(cost as u64) {
            Some(left) => self.fuel = left,
            None => return Err(Refusal::limit()),
        }
        Ok(())
    }

    /// From now on the formula holds. Returns false if that is absurd.
    pub fn suppose(&mut self, formula: Term) -> Result<bool, Refusal> {
        let mut waiting = vec![formula];
        while let Some(f) = waiting.pop() {
            let f = self.normal(f)?;
            match (self.store.op(f), self.store.args(f)) {
                (Op::True, _) => continue,
                (Op::False, _) => return Ok(false),
                (Op::And, parts) => waiting.extend(parts.iter().rev()),
                (Op::Not, &[inner]) if *self.store.op(inner) == Op::Or => {
                    let parts = self.store.args(inner).to_vec();
                    waiting.extend(parts.into_iter().rev().map(|p| self.store.not(p)));
                }
                (Op::Not, &[inner]) => {
                    let value = self.store.bool(false);
                    self.replace(inner, value);
                }
                (Op::Eq, &[a, b]) => {
                    let (from, to) = self.oriented(a, b);
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
        self.memo[usize::from(self.store.has_formulas(t))].get(&t).copied()
    }

    fn note(&mut self, t: Term, form: Term) {
        self.memo[usize::from(self.store.has_formulas(t))].insert(t, form);
    }

    /// Forgets normal forms that may depend on what replaces a term.
    fn forget(&mut self, from: Term) {
        self.memo[1].clear();
        if *self.store.sort(from) != Sort::Bool {
            self.memo[0].clear();
        }
    }

    fn replace(&mut self, from: Term, to: Term) {
        self.forget(from);
        self.replaced.insert(from, to);
        self.fresh.insert(from);
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
        let occurs = |part: Term, whole: Term| self.store.post_order(&[whole]).contains(&part);
        if occurs(a, b) {
            (b, a)
        } else if occurs(b, a) || rank(a) < rank(b) {
            (a, b)
        } else {
            (b, a)
        }
    }

    /// What the negations of the literals say, in normal form.
    pub fn negations(&mut self, clause: &[Lit]) -> Result<Vec<Term>, Refusal> {
        let mut facts = Vec::with_capacity(clause.len());
        for lit in clause {
            let t = self.normal(lit.term)?;
            facts.push(if lit.positive { self.store.not(t) } else { t });
        }
        Ok(facts)
    }

    /// The normal form of `root`.
    pub fn normal(&mut self, root: Term) -> Result<Term, Refusal> {
        let mut stack = vec![Visit::Open(root)];
        while let Some(visit) = stack.pop() {
            self.charge(1)?;
            match visit {
                Visit::Open(t) if self.known(t).is_some() => {}
                Visit::Open(t) => {
                    if let Some(&value) = self.replaced.get(&t) {
                        self.note(t, value);
                    } else if let Some(flat) = self.flat(t)? {
                        stack.extend([Visit::Same(t, flat), Visit::Open(flat)]);
                    } else {
                        stack.push(Visit::Close(t));
                        let args = self.store.args(t);
                        stack.extend(args.iter().rev().map(|&a| Visit::Open(a)));
                    }
                }
                Visit::Same(t, flat) => {
                    let form = self.known(flat).unwrap_or(flat);
                    self.note(t, form);
                }
                Visit::Close(t) => {
                    let form = |&a: &Term| self.known(a).unwrap_or(a);
                    let args: Vec<Term> = self.store.args(t).iter().map(form).collect();
                    let op = self.store.op(t).clone();
                    let form = self.make(op, &args)?;
                    self.note(t, form);
                }
            }
        }
        Ok(self.known(root).unwrap_or(root))
    }

    /// A nest of one associative operator in one piece: level by level, its parts would be copied again and again.
    fn flat(&mut self, t: Term) -> Result<Option<Term>, Refusal> {
        let op = self.store.op(t).clone();
        let is_nest = |store: &Store, t: Term| *store.op(t) == op;
        if !matches!(op, Op::And | Op::Or | Op::Concat | Op::Add)
            || !self.store.args(t).iter().any(|&a| is_nest(self.store, a))
        {
            return Ok(None);
        }
        let mut parts = Vec::new();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            self.charge(1)?;
            if is_nest(self.store, t) {
                stack.extend(self.store.args(t).iter().rev());
            } else {
                parts.push(t);
            }
        }
        Ok(Some(self.store.mk(op, &parts)))
    }

    /// The normal form of an application to normal forms.
    pub fn make(&mut self, op: Op, args: &[Term]) -> Result<Term, Refusal> {
        self.charge(1 + args.len())?;
        let t = simplify::application(self, op, args)?;
        Ok(self.replaced.get(&t).copied().unwrap_or(t))
    }

    /// What a term in normal form is replaced by, if that is anything else.
    pub fn replaced(&self, t: Term) -> Term {
        self.replaced.get(&t).copied().unwrap_or(t)
    }

    /// Whether the clause holds: negated one after the other, its literals are absurd. Where they are not plainly so, cases are
    /// distinguished for what decides something.
    pub fn refutes(&mut self, facts: &[Term]) -> Result<bool, Refusal> {
        let Some(left) = self.settle(facts)? else { return Ok(true) };
        let mut open = vec![(self.replaced.clone(), left)];
        while let Some((replaced, left)) = open.pop() {
            let Some(atom) = self.case(&replaced, &left) else {
                return Ok(false);
            };
            let other = self.store.not(atom);
            for case in [atom, other] {
                self.replaced.clone_from(&replaced);
                self.memo = Default::default();
                self.fresh.clear();
                if let Some(left) = self.settle(&[case])? {
                    open.push((self.replaced.clone(), left));
                }
            }
        }
        Ok(true)
    }

    /// Supposes all facts; returns the terms that replacements speak of in the end, or none if the facts are absurd.
    fn settle(&mut self, facts: &[Term]) -> Result<Option<Vec<Term>>, Refusal> {
        for &f in facts {
            if !self.suppose(f)? {
                return Ok(None);
            }
        }
        for _ in 0..MAX_ROUNDS {
            let mut news = false;
            let pairs = self.pairs();
            let touched = self.touched(&pairs);
            for (from, to) in pairs {
                if !touched.contains(&from) && !touched.contains(&to) {
                    continue;
                }
                self.replaced.remove(&from);
                self.forget(from);
                let (now, value) = (self.normal(from)?, self.normal(to)?);
                if now == from && value == to {
                    self.replaced.insert(from, to);
                    self.forget(from);
                    continue;
                }
                news = true;
                let same = self.make(Op::Eq, &[now, value])?;
                if !self.suppose(same)? {
                    return Ok(None);
                }
            }
            self.memo = Default::default();
            if !news {
                break;
            }
        }
        Ok(Some(self.pairs().into_iter().flat_map(|(a, b)| [a, b]).collect()))
    }

    /// What is replaced, and by what, in order.
    fn pairs(&self) -> Vec<(Term, Term)> {
        let mut pairs: Vec<(Term, Term)> = self.replaced.iter().map(|(&a, &b)| (a, b)).collect();
        pairs.sort_unstable();
        pairs
    }

    /// The terms in which something is replaced that was not before.
    fn touched(&mut self, pairs: &[(Term, Term)]) -> Set<Term> {
        let fresh = std::mem::take(&mut self.fresh);
        let roots: Vec<Term> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        let mut touched = Set::default();
        for t in self.store.post_order(&roots) {
            if fresh.contains(&t) || self.store.args(t).iter().any(|a| touched.contains(a)) {
                touched.insert(t);
            }
        }
        touched
    }

    /// A formula in these terms on which a choice depends.
    fn case(&self, replaced: &Map<Term, Term>, of: &[Term]) -> Option<Term> {
        for t in self.store.post_order(of) {
            let candidates: &[Term] = match self.store.op(t) {
                Op::Ite => &self.store.args(t)[..1],
                Op::And | Op::Or => self.store.args(t),
                Op::Eq if *self.store.sort(self.store.args(t)[0]) == Sort::Bool => {
                    self.store.args(t)
                }
                _ => &[],
            };
            for &c in candidates {
                let atom = if *self.store.op(c) == Op::Not { self.store.args(c)[0] } else { c };
                let plain = !matches!(
                    self.store.op(atom),
                    Op::Ite | Op::And | Op::Or | Op::Not | Op::True | Op::False
                ) && !self.has_choice(atom);
                if plain && !replaced.contains_key(&atom) {
                    return Some(atom);
                }
            }
        }
        None
    }

    fn has_choice(&self, t: Term) -> bool {
        self.store.post_order(self.store.args(t)).iter().any(|&t| *self.store.op(t) == Op::Ite)
            || (*self.store.op(t) == Op::Eq
                && *self.store.sort(self.store.args(t)[0]) == Sort::Bool)
    }
}
