//! Normal forms: an equal term, in every model in which the hypotheses hold.
//!
//! A hypothesis replaces one term by another. It is looked up where a term, with its arguments in normal form, is
//! about to become one itself. `simplify.rs` has what holds without hypotheses.
//!
//! Most terms have nothing to do with most hypotheses. So normal forms without hypotheses are kept for the whole proof, and where
//! arguments have the same ones under hypotheses, so has the application.

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
    /// Normal forms without hypotheses.
    plain: &'a mut Map<Term, Term>,
    /// Normal forms under the hypotheses so far.
    memo: Map<Term, Term>,
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
const MAX_ROUNDS: usize = 8;

impl<'a> Norm<'a> {
    /// Normal forms without hypotheses.
    pub fn new(
        store: &'a mut Store,
        regexes: &'a mut Regexes,
        plain: &'a mut Map<Term, Term>,
    ) -> Norm<'a> {
        Norm {
            store,
            regexes,
            plain,
            memo: Map::default(),
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
    fn suppose(&mut self, formula: Term) -> Result<bool, Refusal> {
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
        let memo = if self.replaced.is_empty() { &*self.plain } else { &self.memo };
        memo.get(&t).copied()
    }

    fn note(&mut self, t: Term, form: Term) {
        let memo = if self.replaced.is_empty() { &mut self.plain } else { &mut self.memo };
        memo.insert(t, form);
    }

    fn replace(&mut self, from: Term, to: Term) {
        // A term is made after its parts.
        self.memo.retain(|_, form| form.is_older(from));
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
        if self.store.occurs(a, b) {
            (b, a)
        } else if self.store.occurs(b, a) || rank(a) < rank(b) {
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
                    if let Some(&same) = self.replaced.get(&t) {
                        // If it leads back here, it is this.
                        self.note(t, same);
                        stack.extend([Visit::Same(t, same), Visit::Open(same)]);
                    } else if self.store.args(t).is_empty() {
                        self.note(t, t);
                    } else if let Some(flat) = self.flat(t)? {
                        stack.extend([Visit::Same(t, flat), Visit::Open(flat)]);
                    } else {
                        stack.push(Visit::Close(t));
                        let args = self.store.args(t);
                        stack.extend(args.iter().rev().map(|&a| Visit::Open(a)));
                    }
                }
                Visit::Same(t, same) => {
                    let form = self.form(same);
                    self.note(t, form);
                }
                Visit::Close(t) => {
                    let args: Vec<Term> =
                        self.store.args(t).iter().map(|&a| self.form(a)).collect();
                    let form = match self.untouched(t, &args) {
                        Some(form) => self.replaced(form),
                        None => self.make(self.store.op(t).clone(), &args)?,
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
    fn untouched(&self, t: Term, args: &[Term]) -> Option<Term> {
        let plain = |t: Term| self.plain.get(&t).copied().unwrap_or(t);
        let is_same = self.store.args(t).iter().zip(args).all(|(&a, &form)| plain(a) == form);
        let stays = !self.replaced.is_empty() && *self.store.op(t) != Op::Substr;
        (stays && is_same).then(|| plain(t))
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
        Ok(self.replaced(t))
    }

    /// What a term in normal form, or what it negates, is replaced by, if that is anything else.
    pub fn replaced(&mut self, t: Term) -> Term {
        let (inner, positive) = self.store.atom(t);
        match self.replaced.get(&inner) {
            Some(&value) if positive => value,
            Some(&value) => self.store.not(value),
            None => t,
        }
    }

    /// Whether the clause holds: negated one after the other, its literals are absurd. Where they are not plainly so, cases are
    /// distinguished for what decides something.
    pub fn refutes(&mut self, facts: &[Term]) -> Result<bool, Refusal> {
        for &f in facts {
            self.normal(f)?;
        }
        let Some(left) = self.settle(facts)? else { return Ok(true) };
        let mut open = vec![(self.replaced.clone(), left)];
        while let Some((replaced, left)) = open.pop() {
            let Some(atom) = self.case(&replaced, &left) else {
                return Ok(false);
            };
            let other = self.store.not(atom);
            for case in [atom, other] {
                self.replaced.clone_from(&replaced);
                self.memo.clear();
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
                self.memo.remove(&from);
                let (now, value) = (self.normal(from)?, self.normal(to)?);
                if now == from && value == to {
                    self.replaced.insert(from, to);
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
        let mut touched = Set::default();
        let Some(&first) = fresh.iter().reduce(|a, b| if a.is_older(*b) { a } else { b }) else {
            return touched;
        };
        // What was made before all of these has none in it.
        let is_old = |t: &Term| t.is_older(first);
        let mut roots: Vec<Term> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        roots.retain(|t| !is_old(t));
        for t in self.store.order_above(&roots, |t| is_old(&t)) {
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
