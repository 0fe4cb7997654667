//! Regular expressions with intersection, complement and counters, and their derivatives.
//!
//! The *linear form* of `r` is a finite list of pairs `(G, s)` with `c^-1 L(r)` the union of the `L(s)` with `c` in `G`,
//! for each letter `c` (Antimirov, *Partial derivatives of regular expressions*, 1996).

use crate::base::*;
use crate::letters::{Letters, classes};
use std::hash::Hash;
use std::rc::Rc;

/// An expression of [`Regexes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Regex(u32);

/// The form of an expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// The empty word.
    Empty,
    /// One letter.
    Letters(Letters),
    /// The first, which is no concatenation, then the second.
    Concat(Regex, Regex),
    /// Any of several, or all, in order.
    Joined(Vec<Regex>, bool),
    /// At least so often, and at most.
    Loop(Regex, usize, Option<usize>),
    /// The other words.
    Comp(Regex),
}

/// What is left after a letter of a set.
type Ways<T> = Vec<(Letters, T)>;

/// A linear form.
type Linear = Rc<Ways<Regex>>;

/// All expressions.
#[derive(Debug, Default)]
pub struct Regexes {
    /// The forms, and whether they have the empty word.
    forms: Vec<(Rc<Form>, bool)>,
    known: Map<Rc<Form>, Regex>,
    linear: Map<Regex, Linear>,
    /// For each expression that a term was read as the hash of the first one.
    pub written: Map<Regex, u64>,
    /// What may still be done.
    pub fuel: u64,
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
        let [none, any] = [Letters::default(), Letters::all()].map(Form::Letters);
        for form in [none, Form::Empty, any, Form::Loop(Regexes::ANY, 0, None)] {
            regexes.intern(form);
        }
        regexes
    }

    /// Takes the cost of a piece of work.
    pub fn charge(&mut self, cost: usize) -> Result<()> {
        charge(&mut self.fuel, cost)
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
            Form::Empty => true,
            Form::Letters(_) => false,
            Form::Concat(a, b) => self.is_nullable(*a) && self.is_nullable(*b),
            Form::Joined(parts, true) => parts.iter().any(|&p| self.is_nullable(p)),
            Form::Joined(parts, false) => parts.iter().all(|&p| self.is_nullable(p)),
            Form::Loop(r, low, _) => *low == 0 || self.is_nullable(*r),
            Form::Comp(r) => !self.is_nullable(*r),
        };
        let (r, form) = (Regex(self.forms.len() as u32), Rc::new(form));
        self.forms.push((form.clone(), nullable));
        self.known.insert(form, r);
        r
    }

    /// One of the letters from `low` to `high`.
    pub fn range(&mut self, low: u32, high: u32) -> Regex {
        self.intern(Form::Letters(Letters::range(low, high)))
    }

    /// This word.
    pub fn word(&mut self, word: &[u32]) -> Regex {
        let letters: Vec<Regex> = word.iter().map(|&c| self.range(c, c)).collect();
        self.concat(&letters)
    }

    /// What a concatenation is made of.
    pub fn parts(&self, r: Regex) -> Vec<Regex> {
        let (mut parts, mut rest) = (Vec::new(), r);
        while let &Form::Concat(first, second) = self.form(rest) {
            parts.push(first);
            rest = second;
        }
        parts.push(rest);
        parts
    }

    /// The word of a language that is written as one.
    pub fn single_word(&self, r: Regex) -> Option<Vec<u32>> {
        let letter = |part: &Regex| match self.form(*part) {
            Form::Letters(letters) => letters.single(),
            _ => None,
        };
        let parts = if r == Regexes::EMPTY { Vec::new() } else { self.parts(r) };
        parts.iter().map(letter).collect()
    }

    /// What an intersection is made of.
    pub fn together(&self, r: Regex) -> Vec<Regex> {
        if let Form::Joined(parts, false) = self.form(r) { parts.clone() } else { vec![r] }
    }

    /// These, one after the other.
    pub fn concat(&mut self, all: &[Regex]) -> Regex {
        let Some((&last, init)) = all.split_last() else { return Regexes::EMPTY };
        if all.contains(&Regexes::NONE) {
            return Regexes::NONE;
        }
        let flat: Vec<Regex> = init.iter().flat_map(|&r| self.parts(r)).collect();
        flat.into_iter().rev().fold(last, |tail, part| {
            let next = if let &Form::Concat(next, _) = self.form(tail) { next } else { tail };
            match (part, tail) {
                (Regexes::EMPTY, r) | (r, Regexes::EMPTY) => r,
                // `r*r*` is `r*`.
                _ if next == part && matches!(self.form(part), Form::Loop(_, 0, None)) => tail,
                _ => self.intern(Form::Concat(part, tail)),
            }
        })
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
        let (mut flat, mut letters): (Vec<Regex>, Option<Letters>) = (Vec::new(), None);
        for &p in parts {
            match self.form(p) {
                Form::Joined(inner, kind) if *kind == any => flat.extend(inner),
                _ => flat.push(p),
            }
        }
        flat.retain(|&p| {
            let Form::Letters(set) = self.form(p) else { return p != neutral };
            let join = |all: &Letters| if any { all.or(set) } else { all.and(set) };
            letters = Some(letters.as_ref().map_or_else(|| set.clone(), join));
            false
        });
        let letters = letters.map(|set| self.intern(Form::Letters(set)));
        flat.extend(letters.filter(|&set| set != neutral));
        flat.sort_unstable();
        flat.dedup();
        if any && flat.iter().any(|&p| p != Regexes::EMPTY && self.is_nullable(p)) {
            flat.retain(|&p| p != Regexes::EMPTY);
        }
        match flat[..] {
            [] => neutral,
            [r] => r,
            _ if flat.contains(&absorbing) => absorbing,
            _ => self.intern(Form::Joined(flat, any)),
        }
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
            (0, _, _) if r == Regexes::NONE => Regexes::EMPTY,
            _ if r == Regexes::NONE || r == Regexes::EMPTY => r,
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
            _ if r == Regexes::NONE => Regexes::ALL,
            _ if r == Regexes::ALL => Regexes::NONE,
            _ => self.intern(Form::Comp(r)),
        }
    }

    /// What `r` is made of.
    fn parts_of(&self, r: Regex) -> Vec<Regex> {
        match self.form(r) {
            Form::Empty | Form::Letters(_) => Vec::new(),
            Form::Concat(a, b) => vec![*a, *b],
            Form::Joined(parts, _) => parts.clone(),
            Form::Loop(a, ..) | Form::Comp(a) => vec![*a],
        }
    }

    /// The linear form of `r`.
    pub fn linear(&mut self, r: Regex) -> Result<Linear> {
        let mut stack = vec![r];
        while let Some(r) = stack.pop() {
            let mut missing = self.parts_of(r);
            if matches!(self.form(r), Form::Concat(a, _) if !self.is_nullable(*a)) {
                missing.pop();
            }
            missing.retain(|p| !self.linear.contains_key(p));
            if !missing.is_empty() {
                stack.push(r);
                stack.extend(missing);
            } else if !self.linear.contains_key(&r) {
                let form = self.linear_of(r)?;
                self.linear.insert(r, Rc::new(form));
            }
        }
        Ok(self.linear[&r].clone())
    }

    /// The linear form of `r`, whose parts have theirs.
    fn linear_of(&mut self, r: Regex) -> Result<Ways<Regex>> {
        let mut out = match self.form(r).clone() {
            Form::Empty => Vec::new(),
            Form::Letters(letters) => vec![(letters, Regexes::EMPTY)],
            Form::Concat(a, b) => {
                let mut out = self.followed(a, b)?;
                if self.is_nullable(a) {
                    out.extend(self.linear[&b].iter().cloned());
                }
                out
            }
            Form::Joined(parts, true) => {
                parts.iter().flat_map(|p| self.linear[p].iter().cloned()).collect()
            }
            Form::Joined(parts, false) => {
                let mut ways = vec![(Letters::all(), Vec::new())];
                for p in parts {
                    let form = self.linear[&p].clone();
                    self.charge(ways.len().saturating_mul(form.len()))?;
                    let mut both = Vec::new();
                    for ((set, all), (other, next)) in
                        ways.iter().flat_map(|way| form.iter().map(move |next| (way, next)))
                    {
                        if set.meets(other) {
                            both.push((set.and(other), [&all[..], &[*next]].concat()));
                        }
                    }
                    ways = both;
                }
                ways.into_iter().map(|(set, all)| (set, self.inter(&all))).collect()
            }
            Form::Loop(a, low, high) => {
                let rest = self.repeat(a, low.saturating_sub(1), high.map(|high| high - 1));
                self.followed(a, rest)?
            }
            Form::Comp(a) => {
                let pairs = self.linear[&a].clone();
                let guards: Vec<&Letters> = pairs.iter().map(|p| &p.0).collect();
                let mut out = Vec::new();
                for (letters, inside) in classes(&guards) {
                    self.charge(inside.len() + 1)?;
                    let targets: Vec<Regex> = inside.iter().map(|&i| pairs[i].1).collect();
                    let union = self.union(&targets);
                    out.push((letters, self.comp(union)));
                }
                out
            }
        };
        out.retain(|(letters, next)| !letters.is_empty() && *next != Regexes::NONE);
        self.charge(out.len() + 1)?;
        Ok(out)
    }

    fn followed(&mut self, a: Regex, rest: Regex) -> Result<Ways<Regex>> {
        let first = self.linear[&a].clone();
        self.charge(first.len())?;
        Ok(first.iter().map(|(guard, next)| (guard.clone(), self.concat(&[*next, rest]))).collect())
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
    pub fn representatives(&mut self, of: Vec<Regex>, named: &[u32]) -> Result<Vec<u32>> {
        let mut sets: Vec<Letters> = named.iter().map(|&c| Letters::range(c, c)).collect();
        let (mut seen, mut stack): (Set<Regex>, _) = (Set::default(), of);
        while let Some(r) = stack.pop() {
            if seen.insert(r) {
                if let Form::Letters(set) = self.form(r) {
                    sets.push(set.clone());
                }
                stack.extend(self.parts_of(r));
            }
        }
        sets.sort_unstable();
        sets.dedup();
        self.charge(sets.len() * sets.len())?;
        let sets: Vec<&Letters> = sets.iter().collect();
        Ok(classes(&sets).iter().filter_map(|(set, _)| set.first()).collect())
    }
}

impl Store {
    /// The ground language that `t`, in normal form, is.
    pub fn language(&self, t: Term) -> Option<Regex> {
        if let Op::Lang(r) = self.op(t) { Some(*r) } else { None }
    }

    /// The language that a function makes of words or languages; none if it makes none.
    pub fn language_of(&mut self, op: &Op, args: &[Term]) -> Option<Term> {
        let word = |i: usize| Some(self.text_value(*args.get(i)?)?.to_vec());
        let words = [word(0), word(1)];
        let parts: Option<Vec<Regex>> = args.iter().map(|&a| self.language(a)).collect();
        let regexes = &mut self.regexes;
        let r = match (op.head(), &words, &parts.as_deref()) {
            ("str.to_re", [Some(word), _], _) => regexes.word(word),
            ("re.range", [Some(low), Some(high)], _) => match (&low[..], &high[..]) {
                (&[low], &[high]) => regexes.range(low, high),
                _ => Regexes::NONE,
            },
            ("re.none", ..) => Regexes::NONE,
            ("re.all", ..) => Regexes::ALL,
            ("re.allchar", ..) => Regexes::ANY,
            ("re.++", _, Some(parts)) => regexes.concat(parts),
            ("re.union", _, Some(parts)) => regexes.union(parts),
            ("re.inter", _, Some(parts)) => regexes.inter(parts),
            ("re.comp", _, &Some(&[r])) => regexes.comp(r),
            ("re.loop", _, &Some(&[r])) if let &Op::ReLoop(low, high) = op => {
                regexes.repeat(r, low, high)
            }
            _ => return None,
        };
        Some(self.written_as(r, op, args))
    }

    /// A language as a term. Its place among terms is that of the first one that was read as it.
    pub fn written_as(&mut self, r: Regex, op: &Op, args: &[Term]) -> Term {
        let hash = self.hash(op, args);
        self.regexes.written.entry(r).or_insert(hash);
        self.mk(Op::Lang(r), &[])
    }
}

/// Looks at the states that are reached from the first one, each once: at each, `next` says to which ones it leads, or that it is
/// one that must not be reached. Returns whether no such state is.
pub fn explore<S: Eq + Hash>(
    first: S,
    mut next: impl FnMut(&S) -> Result<Option<Vec<S>>>,
) -> Result<bool> {
    let first = Rc::new(first);
    let (mut seen, mut waiting) = (Set::from_iter([first.clone()]), vec![first]);
    while let Some(state) = waiting.pop() {
        let Some(states) = next(&state)? else { return Ok(false) };
        for state in states {
            if !seen.contains(&state) {
                waiting.push(Rc::new(state));
                seen.extend(waiting.last().cloned());
            }
        }
    }
    Ok(true)
}
