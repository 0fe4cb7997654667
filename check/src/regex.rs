//! Regular expressions with intersection, complement and counters, and their derivatives.
//!
//! The *linear form* of `r` is a finite list of pairs `(G, s)` with `c^-1 L(r)` the union of the `L(s)` with `c` in `G`,
//! for each letter `c` (Antimirov, *Partial derivatives of regular expressions*, 1996).

use crate::error::{Refusal, Result};
use crate::hash::{Map, Set};
use crate::letters::{Letters, classes};
use crate::term::{Op, Store, Term};
use std::hash::Hash;
use std::rc::Rc;

/// An expression of [`Regexes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Regex(pub u32);

/// The form of an expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// No word.
    None,
    /// The empty word.
    Empty,
    /// One letter.
    Letters(Letters),
    /// The first, which is no concatenation, then the second.
    Concat(Regex, Regex),
    /// Any of several, in order.
    Union(Vec<Regex>),
    /// All of several, in order.
    Inter(Vec<Regex>),
    /// At least so often, and at most.
    Loop(Regex, usize, Option<usize>),
    /// The other words.
    Comp(Regex),
}

/// A linear form.
pub type Linear = Rc<Vec<(Letters, Regex)>>;

/// All expressions.
#[derive(Debug, Default)]
pub struct Regexes {
    forms: Vec<(Rc<Form>, bool)>,
    known: Map<Rc<Form>, Regex>,
    linear: Map<Regex, Linear>,
    of_terms: Map<Term, Option<Regex>>,
    /// A term for each expression that has been one.
    terms: Map<Regex, Term>,
    /// What may still be done.
    fuel: u64,
}

impl Regexes {
    /// No word.
    pub const NONE: Regex = Regex(0);
    /// The empty word.
    pub const EMPTY: Regex = Regex(1);
    /// Any letter.
    pub const ANY: Regex = Regex(2);
    /// Every word.
    pub const ALL: Regex = Regex(3);

    /// Those that have a name.
    pub fn new() -> Regexes {
        let mut regexes = Regexes::default();
        for form in [Form::None, Form::Empty, Form::Letters(Letters::all())] {
            regexes.intern(form);
        }
        let all = regexes.star(Regexes::ANY);
        debug_assert_eq!(all, Regexes::ALL);
        regexes
    }

    /// Allows so much work from now on.
    pub fn refuel(&mut self, fuel: u64) {
        self.fuel = fuel;
    }

    /// Takes the cost of a piece of work.
    pub fn charge(&mut self, cost: usize) -> Result<()> {
        self.fuel = self.fuel.checked_sub(cost as u64).ok_or_else(Refusal::limit)?;
        Ok(())
    }

    /// The form of `r`.
    pub fn form(&self, r: Regex) -> &Form {
        &self.forms[r.0 as usize].0
    }

    /// Whether the empty word is in it.
    pub fn is_nullable(&self, r: Regex) -> bool {
        self.forms[r.0 as usize].1
    }

    fn intern(&mut self, form: Form) -> Regex {
        if let Some(&r) = self.known.get(&form) {
            return r;
        }
        let nullable = match &form {
            Form::None | Form::Letters(_) => false,
            Form::Empty => true,
            Form::Concat(a, b) => self.is_nullable(*a) && self.is_nullable(*b),
            Form::Union(parts) => parts.iter().any(|&p| self.is_nullable(p)),
            Form::Inter(parts) => parts.iter().all(|&p| self.is_nullable(p)),
            Form::Loop(r, low, _) => *low == 0 || self.is_nullable(*r),
            Form::Comp(r) => !self.is_nullable(*r),
        };
        let r = Regex(self.forms.len() as u32);
        let form = Rc::new(form);
        self.forms.push((form.clone(), nullable));
        self.known.insert(form, r);
        r
    }

    /// One of these letters.
    pub fn letters(&mut self, letters: Letters) -> Regex {
        if letters.is_empty() { Regexes::NONE } else { self.intern(Form::Letters(letters)) }
    }

    /// This word.
    pub fn word(&mut self, word: &[u32]) -> Regex {
        let mut r = Regexes::EMPTY;
        for &c in word.iter().rev() {
            let letter = self.letters(Letters::range(c, c));
            r = self.concat(letter, r);
        }
        r
    }

    /// What a concatenation is made of.
    pub fn parts(&self, r: Regex) -> Vec<Regex> {
        let mut parts = Vec::new();
        let mut rest = r;
        while let &Form::Concat(first, second) = self.form(rest) {
            parts.push(first);
            rest = second;
        }
        parts.push(rest);
        parts
    }

    /// What an intersection is made of.
    pub fn together(&self, r: Regex) -> Vec<Regex> {
        if let Form::Inter(parts) = self.form(r) { parts.clone() } else { vec![r] }
    }

    /// `a`, then `b`.
    pub fn concat(&mut self, a: Regex, b: Regex) -> Regex {
        if a == Regexes::NONE || b == Regexes::NONE {
            return Regexes::NONE;
        }
        self.parts(a).into_iter().rev().fold(b, |tail, part| self.prepend(part, tail))
    }

    fn prepend(&mut self, part: Regex, tail: Regex) -> Regex {
        match (part, tail) {
            (Regexes::EMPTY, r) | (r, Regexes::EMPTY) => r,
            _ => match *self.form(tail) {
                _ if part == tail && self.is_star(part) => tail,
                Form::Concat(next, _) if next == part && self.is_star(part) => tail,
                _ => self.intern(Form::Concat(part, tail)),
            },
        }
    }

    /// Any of these.
    pub fn union(&mut self, parts: &[Regex]) -> Regex {
        self.joined(parts, true)
    }

    /// All of these.
    pub fn inter(&mut self, parts: &[Regex]) -> Regex {
        self.joined(parts, false)
    }

    /// Any or all of these: flat, in order, sets of letters as one set.
    fn joined(&mut self, parts: &[Regex], any: bool) -> Regex {
        let (neutral, absorbing) =
            if any { (Regexes::NONE, Regexes::ALL) } else { (Regexes::ALL, Regexes::NONE) };
        let mut flat = Vec::new();
        for &p in parts {
            match (self.form(p), any) {
                (Form::Union(inner), true) | (Form::Inter(inner), false) => flat.extend(inner),
                _ => flat.push(p),
            }
        }
        let mut letters: Option<Letters> = None;
        flat.retain(|&p| {
            let Form::Letters(set) = self.form(p) else { return p != neutral };
            let join = |all: &Letters| if any { all.or(set) } else { all.and(set) };
            letters = Some(letters.as_ref().map_or_else(|| set.clone(), join));
            false
        });
        flat.extend(letters.map(|set| self.letters(set)));
        flat.sort_unstable();
        flat.dedup();
        if any && flat.iter().any(|&p| p != Regexes::EMPTY && self.is_nullable(p)) {
            flat.retain(|&p| p != Regexes::EMPTY);
        }
        match flat[..] {
            [] => neutral,
            [r] => r,
            _ if flat.contains(&absorbing) => absorbing,
            _ => self.intern(if any { Form::Union(flat) } else { Form::Inter(flat) }),
        }
    }

    /// Whether `r` is any number of times something.
    fn is_star(&self, r: Regex) -> bool {
        matches!(self.form(r), Form::Loop(_, 0, None))
    }

    /// Any number of times `r`.
    pub fn star(&mut self, r: Regex) -> Regex {
        self.repeat(r, 0, None)
    }

    /// From `low` to `high` times `r`.
    pub fn repeat(&mut self, mut r: Regex, low: usize, high: Option<usize>) -> Regex {
        if high.is_some_and(|high| high < low) {
            return Regexes::NONE;
        }
        let low = if self.is_nullable(r) { 0 } else { low };
        // `r**` is `r*`, and so are `r+*` and `r?*`.
        while (low, high) == (0, None)
            && let &Form::Loop(inner, 0 | 1, _) = self.form(r)
        {
            r = inner;
        }
        match (low, high, self.form(r)) {
            (_, Some(0), _) => Regexes::EMPTY,
            (1, Some(1), _) => r,
            (0, _, Form::None) | (_, _, Form::Empty) => Regexes::EMPTY,
            (_, _, Form::None) => Regexes::NONE,
            (0, Some(1), _) => self.union(&[Regexes::EMPTY, r]),
            // `r*+` is `r*`, and `r++` is `r+`.
            (_, _, Form::Loop(_, 0, None)) => r,
            (1, None, Form::Loop(_, 1, None)) => r,
            _ => self.intern(Form::Loop(r, low, high)),
        }
    }

    /// The other words.
    pub fn comp(&mut self, r: Regex) -> Regex {
        match *self.form(r) {
            Form::Comp(inner) => inner,
            Form::None => Regexes::ALL,
            _ if r == Regexes::ALL => Regexes::NONE,
            _ => self.intern(Form::Comp(r)),
        }
    }

    /// What `r` is made of.
    fn parts_of(&self, r: Regex) -> Vec<Regex> {
        match self.form(r) {
            Form::None | Form::Empty | Form::Letters(_) => Vec::new(),
            Form::Concat(a, b) => vec![*a, *b],
            Form::Union(parts) | Form::Inter(parts) => parts.clone(),
            Form::Loop(a, ..) | Form::Comp(a) => vec![*a],
        }
    }

    /// The linear form of `r`.
    pub fn linear(&mut self, r: Regex) -> Result<Linear> {
        let mut stack = vec![r];
        while let Some(&r) = stack.last() {
            if self.linear.contains_key(&r) {
                stack.pop();
                continue;
            }
            let mut missing = self.parts_of(r);
            if matches!(self.form(r), Form::Concat(a, _) if !self.is_nullable(*a)) {
                missing.pop();
            }
            missing.retain(|p| !self.linear.contains_key(p));
            if missing.is_empty() {
                let form = self.linear_of(r)?;
                self.linear.insert(r, Rc::new(form));
                stack.pop();
            }
            stack.extend(missing);
        }
        Ok(self.linear[&r].clone())
    }

    /// The linear form of `r`, whose parts have theirs.
    fn linear_of(&mut self, r: Regex) -> Result<Vec<(Letters, Regex)>> {
        let out = match self.form(r).clone() {
            Form::None | Form::Empty => Vec::new(),
            Form::Letters(letters) => vec![(letters, Regexes::EMPTY)],
            Form::Concat(a, b) => {
                let mut out = self.followed(a, b)?;
                if self.is_nullable(a) {
                    out.extend(self.linear[&b].iter().cloned());
                }
                out
            }
            Form::Union(parts) => {
                parts.iter().flat_map(|p| self.linear[p].iter().cloned()).collect()
            }
            Form::Inter(parts) => {
                let ways = self.choices(&parts)?.into_iter();
                ways.map(|(guard, chosen)| (guard, self.inter(&chosen))).collect()
            }
            Form::Loop(a, low, high) => {
                let rest = self.repeat(a, low.saturating_sub(1), high.map(|high| high - 1));
                self.followed(a, rest)?
            }
            Form::Comp(a) => self.linear_of_comp(a)?,
        };
        self.charge(out.len() + 1)?;
        Ok(merged(out))
    }

    fn followed(&mut self, a: Regex, rest: Regex) -> Result<Vec<(Letters, Regex)>> {
        let first = self.linear[&a].clone();
        self.charge(first.len())?;
        Ok(first.iter().map(|(guard, next)| (guard.clone(), self.concat(*next, rest))).collect())
    }

    /// What is left of each of several languages after a letter: all choices of one pair of each. Where an intersection is
    /// taken apart, those of its parts are known, so that this goes no deeper.
    pub fn choices(&mut self, parts: &[Regex]) -> Result<Vec<(Letters, Vec<Regex>)>> {
        let mut out = vec![(Letters::all(), Vec::new())];
        for &p in parts {
            let pairs = self.linear(p)?;
            let mut next = Vec::new();
            for (guard, chosen) in &out {
                self.charge(pairs.len())?;
                for (other, target) in pairs.iter() {
                    let both = guard.and(other);
                    if !both.is_empty() {
                        next.push((both, [&chosen[..], &[*target]].concat()));
                    }
                }
            }
            out = next;
        }
        Ok(out)
    }

    fn linear_of_comp(&mut self, a: Regex) -> Result<Vec<(Letters, Regex)>> {
        let pairs = self.linear[&a].clone();
        let guards: Vec<&Letters> = pairs.iter().map(|p| &p.0).collect();
        let mut out = Vec::new();
        for (letters, inside) in classes(Letters::all(), &guards) {
            self.charge(inside.len() + 1)?;
            let targets: Vec<Regex> = inside.iter().map(|&i| pairs[i].1).collect();
            let union = self.union(&targets);
            out.push((letters, self.comp(union)));
        }
        Ok(out)
    }

    /// The expression that a ground term of languages is; none if it has variables or functions that are not evaluated.
    pub fn of_term(&mut self, store: &Store, t: Term) -> Option<Regex> {
        if let Some(&known) = self.of_terms.get(&t) {
            return known;
        }
        for t in store.order_above(&[t], |t| self.of_terms.contains_key(&t)) {
            if !self.of_terms.contains_key(&t) {
                let r = self.build(store, t);
                self.of_terms.insert(t, r);
                if let Some(r) = r {
                    self.terms.entry(r).or_insert(t);
                }
            }
        }
        self.of_terms[&t]
    }

    fn build(&mut self, store: &Store, t: Term) -> Option<Regex> {
        let words: Vec<Option<&[u32]>> =
            store.args(t).iter().map(|&a| store.text_value(a)).collect();
        match (store.op(t), &words[..]) {
            (Op::ToRe, [word]) => return Some(self.word((*word)?)),
            (Op::ReRange, [low, high]) => {
                return Some(match ((*low)?, (*high)?) {
                    (&[low], &[high]) => self.letters(Letters::range(low, high)),
                    _ => Regexes::NONE,
                });
            }
            _ => {}
        }
        let parts: Option<Vec<Regex>> =
            store.args(t).iter().map(|a| self.of_terms.get(a).copied().flatten()).collect();
        let parts = parts?;
        Some(match (store.op(t), &parts[..]) {
            (Op::ReNone, []) => Regexes::NONE,
            (Op::ReAll, []) => Regexes::ALL,
            (Op::ReAllChar, []) => Regexes::ANY,
            (Op::ReConcat, parts) => {
                parts.iter().rev().fold(Regexes::EMPTY, |rest, &p| self.concat(p, rest))
            }
            (Op::ReUnion, parts) => self.union(parts),
            (Op::ReInter, parts) => self.inter(parts),
            (Op::ReComp, &[r]) => self.comp(r),
            (&Op::ReLoop(low, high), &[r]) => self.repeat(r, low, high),
            _ => return None,
        })
    }

    /// The first term that was read as `r`.
    pub fn representative(&self, r: Regex) -> Option<Term> {
        self.terms.get(&r).copied()
    }

    /// What is left of the words that begin with `c`.
    pub fn derivative(&mut self, r: Regex, c: u32) -> Result<Regex> {
        let pairs = self.linear(r)?;
        self.charge(pairs.len() + 1)?;
        let left: Vec<Regex> = pairs.iter().filter(|p| p.0.contains(c)).map(|p| p.1).collect();
        Ok(self.union(&left))
    }

    /// What is left of the words that begin with `word`.
    pub fn after(&mut self, r: Regex, word: &[u32]) -> Result<Regex> {
        word.iter().try_fold(r, |r, &c| self.derivative(r, c))
    }

    /// A letter for each set of letters that nothing in these expressions tells apart, and the named ones.
    pub fn representatives(&mut self, of: &[Regex], named: &[u32]) -> Result<Vec<u32>> {
        let mut sets: Vec<Letters> = named.iter().map(|&c| Letters::range(c, c)).collect();
        let mut seen: Set<Regex> = Set::default();
        let mut stack = of.to_vec();
        while let Some(r) = stack.pop() {
            if !seen.insert(r) {
                continue;
            }
            if let Form::Letters(set) = self.form(r) {
                sets.push(set.clone());
            }
            stack.extend(self.parts_of(r));
        }
        sets.sort_unstable();
        sets.dedup();
        self.charge(sets.len() * sets.len())?;
        let sets: Vec<&Letters> = sets.iter().collect();
        Ok(classes(Letters::all(), &sets).iter().filter_map(|(set, _)| set.first()).collect())
    }

    /// Whether a word is in `r`.
    pub fn accepts(&mut self, r: Regex, word: &[u32]) -> Result<bool> {
        self.after(r, word).map(|r| self.is_nullable(r))
    }
}

/// Looks at the states that are reached from the first one, each once: at each, `next` says to which ones it leads, or that it is
/// one that must not be reached. Returns whether no such state is.
pub fn explore<S: Eq + Hash>(
    first: S,
    mut next: impl FnMut(&S) -> Result<Option<Vec<S>>>,
) -> Result<bool> {
    let first = Rc::new(first);
    let mut seen: Set<Rc<S>> = Set::from_iter([first.clone()]);
    let mut waiting = vec![first];
    while let Some(state) = waiting.pop() {
        let Some(states) = next(&state)? else { return Ok(false) };
        for state in states {
            if !seen.contains(&state) {
                let state = Rc::new(state);
                seen.insert(state.clone());
                waiting.push(state);
            }
        }
    }
    Ok(true)
}

/// The guards of one target together.
fn merged(pairs: Vec<(Letters, Regex)>) -> Vec<(Letters, Regex)> {
    let mut at: Map<Regex, usize> = Map::default();
    let mut out: Vec<(Letters, Regex)> = Vec::with_capacity(pairs.len());
    for (guard, target) in pairs {
        if target == Regexes::NONE {
            continue;
        }
        match at.get(&target) {
            Some(&i) => out[i].0 = out[i].0.or(&guard),
            None => {
                at.insert(target, out.len());
                out.push((guard, target));
            }
        }
    }
    out
}
