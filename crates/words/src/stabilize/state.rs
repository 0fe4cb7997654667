//! A branch of the search: equations over variables with languages, and how to get back from its
//! solutions to those of the input.

use super::languages::{ALL, Lang, Languages};
use super::reason::Reason;
use crate::arithmetic::IntVar;
use crate::simplify::languages::language;
use crate::system::{Sym, System, Var, Word, constant, vars_of};
use crate::tags::Premises;
use automata::Regexes;
use base::{FxHashMap, Idx, IdxVec, Limits, Stop};
use std::rc::Rc;

/// An equation and why it holds in this branch.
#[derive(Clone, Debug)]
pub(super) struct Equation {
    pub left: Word,
    pub right: Word,
    pub reason: Reason,
}

/// A length that matters: of a word, into which a variable was cut.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub length: IntVar,
    pub word: Word,
    pub reason: Reason,
}

/// How the words of variables are found that are not in the branch any more.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// The word of a variable is that of a concatenation.
    Define(Var, Word),
    /// The word of `whole` is one of `run`, whose pieces, variables or letters, are cut out of it.
    Cut { whole: Word, run: Vec<(Option<Var>, Lang)> },
}

/// A branch.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The language of each variable, and why it is no larger.
    pub vars: IdxVec<Var, (Lang, Rc<Reason>)>,
    pub equations: Vec<Equation>,
    pub sums: Vec<Sum>,
    pub steps: Vec<Rc<Step>>,
    /// Splits so far that repeated a variable; they need not end.
    pub repeats: u32,
    /// Whether the sums changed since the arithmetic was asked.
    pub stale: bool,
}

/// A fact that cannot hold, or the limits.
pub(super) type Refutable<T> = Result<Result<T, Reason>, Stop>;

impl State {
    /// The equations of `system` and what is known of their variables.
    pub(super) fn new(
        system: &System,
        languages: &mut Languages,
        rs: &mut Regexes,
        limits: &Limits,
    ) -> Result<State, Stop> {
        let occurrences = system.occurrences();
        let nothing = Rc::new(Reason::none());
        let mut vars = IdxVec::new();
        let mut sums = Vec::new();
        for x in system.vars() {
            let mut info = (ALL, nothing.clone());
            if occurrences[x] > 0 {
                let mine = system.memberships_of(x);
                let premises = Premises::all(mine.map(|m| &m.premises));
                let re = language(system, x, rs);
                info = (languages.of_regex(re, rs, limits)?, Rc::new(premises.into()));
                if system.is_length_sensitive(x) {
                    let word = vec![Sym::Var(x)];
                    sums.push(Sum { length: system.length(x), word, reason: Reason::none() });
                }
            }
            vars.push(info);
        }
        let equations = system.equations().iter().map(|e| Equation {
            left: e.left.clone(),
            right: e.right.clone(),
            reason: e.premises.clone().into(),
        });
        Ok(State {
            vars,
            equations: equations.collect(),
            sums,
            steps: Vec::new(),
            repeats: 0,
            stale: true,
        })
    }

    /// The invariant: equations and sums are about variables of the branch that no step says the word of, and no two
    /// steps are about the same variable.
    pub(super) fn is_consistent(&self) -> bool {
        let mut gone = vec![false; self.vars.len()];
        let mut remove = |x: Var| !std::mem::replace(&mut gone[x.index()], true);
        let once = self.steps.iter().all(|step| match &**step {
            Step::Define(x, _) => remove(*x),
            Step::Cut { run, .. } => run.iter().filter_map(|piece| piece.0).all(&mut remove),
        });
        once && self.occurrences().iter().zip(&gone).all(|(&n, &gone)| n == 0 || !gone)
    }

    /// How often each variable occurs in equations and sums.
    pub(super) fn occurrences(&self) -> Vec<u32> {
        let mut count = vec![0; self.vars.len()];
        let sides = self.equations.iter().flat_map(|e| [&e.left, &e.right]);
        let words = sides.chain(self.sums.iter().map(|s| &s.word));
        words.flat_map(|w| vars_of(w)).for_each(|x| count[x.index()] += 1);
        count
    }

    /// Symbols of all equations and sums.
    pub(super) fn size(&self) -> u64 {
        let equations: usize = self.equations.iter().map(|e| e.left.len() + e.right.len()).sum();
        let sums: usize = self.sums.iter().map(|s| s.word.len()).sum();
        (equations + sums) as u64
    }

    pub(super) fn fresh(&mut self, lang: Lang, reason: Rc<Reason>) -> Var {
        self.vars.push((lang, reason))
    }

    pub(super) fn lang(&self, x: Var) -> Lang {
        self.vars[x].0
    }

    /// Removes an equation that is split; `repeats` says whether that repeats a variable.
    pub(super) fn take_equation(&mut self, at: usize, repeats: bool) {
        self.equations.swap_remove(at);
        self.repeats += u32::from(repeats);
    }

    /// Adds an equation.
    pub(super) fn equate(&mut self, left: Word, right: Word, reason: Reason) {
        self.equations.push(Equation { left, right, reason });
    }

    /// Records that the pieces of `run`, which occur nowhere any more, are cut out of the word of `whole`.
    pub(super) fn cut(&mut self, whole: Word, run: Vec<(Option<Var>, Lang)>) {
        self.steps.push(Rc::new(Step::Cut { whole, run }));
    }

    /// Records that the arithmetic was asked about the sums as they are.
    pub(super) fn mark_asked(&mut self) {
        self.stale = false;
    }

    /// Replaces `x` by `word` everywhere; its language must follow from those in `word`.
    pub(super) fn define(&mut self, x: Var, word: Word, reason: &Reason) {
        let known = FxHashMap::from_iter([(x, word.clone())]);
        self.define_all(&known, vec![(x, word)], reason);
    }

    /// As [`State::define`] for each of some variables, none of which is in the word of another; in order, and by variable.
    pub(super) fn define_all(
        &mut self,
        words: &FxHashMap<Var, Word>,
        in_order: Vec<(Var, Word)>,
        reason: &Reason,
    ) {
        debug_assert!(
            words.values().flat_map(|w| vars_of(w)).all(|x| !words.contains_key(&x)),
            "a variable in a definition of which it is defined, too"
        );
        for e in &mut self.equations {
            let sides = [&mut e.left, &mut e.right].map(|side| substitute(side, words));
            if sides.contains(&true) {
                e.reason.extend(reason);
            }
        }
        for sum in &mut self.sums {
            if substitute(&mut sum.word, words) {
                sum.reason.extend(reason);
                self.stale = true;
            }
        }
        self.steps.extend(in_order.into_iter().map(|(x, word)| Rc::new(Step::Define(x, word))));
    }

    /// Replaces variables with a single word, trims equations, solves those that need no split.
    pub(super) fn simplify(&mut self, languages: &mut Languages, limits: &Limits) -> Refutable<()> {
        let mut at = 0;
        while at < self.equations.len() {
            limits.charge(1)?;
            let e = &mut self.equations[at];
            if trim(e).is_err() {
                return Ok(Err(e.reason.clone()));
            }
            if e.left.is_empty() && e.right.is_empty() {
                self.equations.swap_remove(at);
                continue;
            }
            match self.solve_directly(at, languages, limits)? {
                Err(reason) => return Ok(Err(reason)),
                // Others may have changed.
                Ok(true) => at = 0,
                Ok(false) => at += 1,
            }
        }
        debug_assert!(
            self.equations.iter().all(|e| !e.left.is_empty() && !e.right.is_empty()),
            "an equation with an empty side is left"
        );
        Ok(Ok(()))
    }

    /// Solves `x = w` and `w = ""` if the languages allow; whether it did.
    fn solve_directly(
        &mut self,
        at: usize,
        languages: &mut Languages,
        limits: &Limits,
    ) -> Refutable<bool> {
        let e = &self.equations[at];
        let (x, word) = match (&e.left[..], &e.right[..]) {
            ([], w) | (w, []) => {
                debug_assert!(!w.is_empty(), "an equation that holds would be refuted");
                let Some(x) = vars_of(w).next() else { return Ok(Err(e.reason.clone())) };
                (x, Vec::new())
            }
            ([Sym::Var(x)], w) | (w, [Sym::Var(x)])
                if !w.contains(&Sym::Var(*x))
                    && (w.len() == 1 || self.lang(*x) == ALL || constant(w).is_some()) =>
            {
                (*x, w.to_vec())
            }
            _ => return Ok(Ok(false)),
        };
        limits.charge(self.size())?;
        let (lang, why) = self.vars[x].clone();
        let reason = e.reason.clone();
        if let Some(letters) = constant(&word) {
            if !languages.nfa(lang).accepts(&letters) {
                return Ok(Err(reason.and(&why)));
            }
        } else if let [Sym::Var(y)] = word[..] {
            let both = languages.intersect(lang, self.lang(y), limits)?;
            let why = reason.and(&why).and(&self.vars[y].1);
            if languages.is_empty(both) {
                return Ok(Err(why));
            }
            if both != self.lang(y) {
                self.vars[y] = (both, Rc::new(why));
                self.stale = true;
            }
            self.define(x, word, &reason);
            self.make_constant(y, languages);
            return Ok(Ok(true));
        }
        self.define(x, word, &reason);
        Ok(Ok(true))
    }

    /// Replaces `x` by its word, if it has only one.
    pub(super) fn make_constant(&mut self, x: Var, languages: &mut Languages) {
        let (lang, reason) = self.vars[x].clone();
        if let Some(word) = languages.single_word(lang) {
            self.define(x, word.iter().map(|&c| Sym::Char(c)).collect(), &reason);
        }
    }
}

/// Replaces variables by their words in `side`; whether one occurred.
fn substitute(side: &mut Word, words: &FxHashMap<Var, Word>) -> bool {
    if !vars_of(side).any(|x| words.contains_key(&x)) {
        return false;
    }
    for s in std::mem::take(side) {
        match s.var().and_then(|x| words.get(&x)) {
            Some(word) => side.extend_from_slice(word),
            None => side.push(s),
        }
    }
    true
}

/// Cancels common ends; fails if there are different letters.
fn trim(e: &mut Equation) -> Result<(), ()> {
    let common = e.left.iter().zip(&e.right).take_while(|(a, b)| a == b).count();
    e.left.drain(..common);
    e.right.drain(..common);
    let backwards = e.left.iter().rev().zip(e.right.iter().rev());
    let common = backwards.take_while(|(a, b)| a == b).count();
    e.left.truncate(e.left.len() - common);
    e.right.truncate(e.right.len() - common);
    let clash = |a: Option<&Sym>, b: Option<&Sym>| {
        matches!((a, b), (Some(Sym::Char(_)), Some(Sym::Char(_))))
    };
    if clash(e.left.first(), e.right.first()) || clash(e.left.last(), e.right.last()) {
        return Err(());
    }
    Ok(())
}
