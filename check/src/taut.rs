//! The rule `taut`: with its literals false, unit propagation through the connectives finds a contradiction.

use crate::clause::Lit;
use crate::hash::Map;
use crate::term::{Op, Sort, Store, Term};

struct Values<'a> {
    store: &'a Store,
    known: Map<Term, bool>,
    changed: bool,
    clash: bool,
}

/// Whether the clause is a tautology that unit propagation finds.
pub fn holds(store: &Store, clause: &[Lit]) -> bool {
    let mut values = Values { store, known: Map::default(), changed: true, clash: false };
    for lit in clause {
        values.set(lit.term, !lit.positive);
    }
    let roots: Vec<Term> = clause.iter().map(|l| l.term).collect();
    let mut order = store.post_order(&roots);
    order.retain(|&t| is_connective(store, t));
    while values.changed && !values.clash {
        values.changed = false;
        for &t in order.iter().rev().chain(&order) {
            values.visit(t);
        }
    }
    values.clash
}

/// Whether the term is a Boolean combination of others.
pub fn is_connective(store: &Store, t: Term) -> bool {
    match store.op(t) {
        Op::True | Op::False | Op::Not | Op::And | Op::Or | Op::Implies | Op::Xor => true,
        Op::Ite => *store.sort(t) == Sort::Bool,
        Op::Eq => *store.sort(store.args(t)[0]) == Sort::Bool,
        _ => false,
    }
}

impl Values<'_> {
    fn set(&mut self, t: Term, value: bool) {
        match self.known.insert(t, value) {
            None => self.changed = true,
            Some(old) => self.clash |= old != value,
        }
    }

    fn get(&self, t: Term) -> Option<bool> {
        self.known.get(&t).copied()
    }

    fn visit(&mut self, t: Term) {
        let args = self.store.args(t).to_vec();
        match self.store.op(t) {
            Op::True => self.set(t, true),
            Op::False => self.set(t, false),
            Op::Not => self.same(t, args[0], true),
            Op::And => self.junction(t, &args, &vec![false; args.len()], false),
            Op::Or => self.junction(t, &args, &vec![false; args.len()], true),
            Op::Implies => {
                let mut flips = vec![true; args.len()];
                flips[args.len() - 1] = false;
                self.junction(t, &args, &flips, true);
            }
            Op::Xor => self.parity(&[&[t], &args[..]].concat(), false),
            Op::Eq => self.parity(&[&[t], &args[..]].concat(), true),
            Op::Ite => self.choice(t, &args),
            _ => {}
        }
    }

    /// `a` is `b`, or not `b`.
    fn same(&mut self, a: Term, b: Term, flip: bool) {
        if let Some(value) = self.get(b) {
            self.set(a, value != flip);
        }
        if let Some(value) = self.get(a) {
            self.set(b, value != flip);
        }
    }

    /// `t` has the value `top` iff an argument, perhaps flipped, has.
    fn junction(&mut self, t: Term, args: &[Term], flips: &[bool], top: bool) {
        let mut open = None;
        let mut opens = 0;
        for (&a, &flip) in args.iter().zip(flips) {
            match self.get(a).map(|v| v != flip) {
                Some(v) if v == top => return self.set(t, top),
                Some(_) => {}
                None => {
                    opens += 1;
                    open = Some((a, flip));
                }
            }
        }
        match (self.get(t), opens, open) {
            (_, 0, _) => self.set(t, !top),
            (Some(v), 1, Some((a, flip))) if v == top => self.set(a, top != flip),
            (Some(v), ..) if v != top => {
                for (&a, &flip) in args.iter().zip(flips) {
                    self.set(a, top == flip);
                }
            }
            _ => {}
        }
    }

    /// An odd number of these formulas is true, or an even one.
    fn parity(&mut self, gate: &[Term], odd: bool) {
        let open: Vec<Term> = gate.iter().copied().filter(|&t| self.get(t).is_none()).collect();
        let is_odd = gate.iter().filter(|&&t| self.get(t) == Some(true)).count() % 2 == 1;
        match open[..] {
            [] => self.clash |= is_odd != odd,
            [t] => self.set(t, is_odd != odd),
            _ => {}
        }
    }

    fn choice(&mut self, t: Term, args: &[Term]) {
        match self.get(args[0]) {
            Some(c) => self.same(t, if c { args[1] } else { args[2] }, false),
            None => {
                let (v, a, b) = (self.get(t), self.get(args[1]), self.get(args[2]));
                if a.is_some() && a == b {
                    self.set(t, a == Some(true));
                }
                if let Some(v) = v {
                    if a == Some(!v) {
                        self.set(args[0], false);
                    } else if b == Some(!v) {
                        self.set(args[0], true);
                    }
                }
            }
        }
    }
}
