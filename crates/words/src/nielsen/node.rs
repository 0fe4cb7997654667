//! Nodes of a Nielsen graph: systems of equations in canonical form.
//!
//! Variables are numbered in the order of their first occurrence, so systems that differ in names only are
//! the same node; what a node's variables mean in terms of the next node's is on the edge between
//! them ([`Edge`]). Everything that follows without branching is done on the way to the canonical form:
//! common ends, clashes, symbol counts, balanced cuts, definitions. Without that a graph is
//! several times as large.

use super::views::{EVERY, ViewSet, Views};
use crate::simplify::{Count, balanced_cuts, clashes, count, trim};
use crate::system::{Equation, Sym, Var, Word, vars_of};
use crate::tags::Premises;
use base::{Idx, Limits, Stop};

/// A system in canonical form: equations, shorter ones first, and the views of each variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Node {
    pub equations: Vec<(Word, Word)>,
    pub views: Vec<ViewSet>,
}

impl Node {
    /// How many symbols there are.
    pub(super) fn size(&self) -> usize {
        self.equations.iter().map(|(l, r)| l.len() + r.len()).sum()
    }

    /// The invariant: sides that differ at both ends, short equations first, and exactly the variables with views, numbered
    /// as they occur.
    pub(super) fn is_canonical(&self) -> bool {
        let words = self.equations.iter().flat_map(|(left, right)| [left, right]);
        let mut vars = 0;
        let in_order = words.flat_map(|w| vars_of(w)).all(|x| {
            vars += usize::from(x.index() == vars);
            x.index() < vars
        });
        let is_open = |(left, right): &(Word, Word)| {
            !left.is_empty()
                && !right.is_empty()
                && left.first() != right.first()
                && left.last() != right.last()
        };
        in_order
            && vars == self.views.len()
            && self.equations.iter().all(is_open)
            && self.equations.is_sorted_by_key(|(left, right)| left.len() + right.len())
    }

    /// Whether nothing is left to solve.
    pub(super) fn is_solved(&self) -> bool {
        self.equations.is_empty()
    }
}

/// What the variables of a node are in terms of those of another, which come first, and of variables
/// that are free of all equations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    /// The word of each variable of the source.
    pub words: Vec<Word>,
    /// How many variables the target has.
    pub kept: usize,
    /// The views of the free variables.
    pub free: Vec<ViewSet>,
}

/// A system on its way to canonical form.
pub(super) struct Draft<'a> {
    equations: Vec<Equation>,
    /// The views of each variable.
    views: Vec<ViewSet>,
    /// What each variable of the source is now.
    words: Vec<Word>,
    table: &'a mut Views,
    limits: &'a Limits<'a>,
}

impl<'a> Draft<'a> {
    /// A system of equations over variables with these views.
    pub(super) fn new(
        equations: impl Iterator<Item = (Word, Word)>,
        views: Vec<ViewSet>,
        table: &'a mut Views,
        limits: &'a Limits<'a>,
    ) -> Draft<'a> {
        let equation = |(left, right)| Equation::new(left, right, Premises::none());
        let words = (0..views.len()).map(|i| vec![Sym::Var(Var::from_index(i))]).collect();
        Draft { equations: equations.map(equation).collect(), views, words, table, limits }
    }

    /// A copy of `node`.
    pub(super) fn of(node: &Node, table: &'a mut Views, limits: &'a Limits<'a>) -> Draft<'a> {
        Draft::new(node.equations.iter().cloned(), node.views.clone(), table, limits)
    }

    /// Gives `x` other views.
    pub(super) fn set_views(&mut self, x: Var, set: ViewSet) {
        self.views[x.index()] = set;
    }

    /// Replaces `x` by `w` everywhere.
    pub(super) fn substitute(&mut self, x: Var, w: &[Sym]) {
        debug_assert!(
            vars_of(w).chain([x]).all(|y| y.index() < self.views.len()),
            "a variable without views"
        );
        for e in &mut self.equations {
            replace(&mut e.left, x, w);
            replace(&mut e.right, x, w);
        }
        self.words.iter_mut().for_each(|word| replace(word, x, w));
    }

    /// The canonical form, or none if there is no solution.
    pub(super) fn finish(mut self) -> Result<Option<(Node, Edge)>, Stop> {
        if !self.normalize()? {
            return Ok(None);
        }
        base::order::sort_by_key(&mut self.equations, |e| e.left.len() + e.right.len());
        self.equations.dedup();
        debug_assert!(
            !self.equations.iter().any(clashes),
            "an equation without a solution was not noticed"
        );
        Ok(Some(self.rename()))
    }

    /// Draws all consequences that need no branching; whether there may be a solution.
    fn normalize(&mut self) -> Result<bool, Stop> {
        let mut i = 0;
        while i < self.equations.len() {
            let e = &mut self.equations[i];
            self.limits.charge(1 + (e.left.len() + e.right.len()) as u64)?;
            trim(e);
            if e.left.is_empty() && e.right.is_empty() {
                self.equations.swap_remove(i);
                continue;
            }
            if clashes(e) {
                return Ok(false);
            }
            match count(e) {
                Count::Clash => return Ok(false),
                Count::Empty(vars) if !vars.is_empty() => {
                    for x in vars {
                        if !self.table.allow_empty(self.views[x.index()]) {
                            return Ok(false);
                        }
                        self.substitute(x, &[]);
                    }
                    i = 0;
                    continue;
                }
                Count::Empty(_) | Count::Power(..) => {}
            }
            if self.cut(i) {
                i = 0;
            } else {
                match self.solve(i)? {
                    Solved::Clash => return Ok(false),
                    Solved::Yes => i = 0,
                    Solved::No => i += 1,
                }
            }
        }
        Ok(true)
    }

    fn cut(&mut self, i: usize) -> bool {
        let e = &self.equations[i];
        let cuts = balanced_cuts(&e.left, &e.right);
        let Some(&at) = cuts.first() else { return false };
        let e = &mut self.equations[i];
        debug_assert!(
            0 < at && (at < e.left.len() || at < e.right.len()),
            "a cut at an end is no progress"
        );
        let (left, right) = (e.left.split_off(at), e.right.split_off(at));
        self.equations.push(Equation::new(left, right, Premises::none()));
        true
    }

    /// Uses `x = w` as a definition if that does not lengthen the system.
    fn solve(&mut self, i: usize) -> Result<Solved, Stop> {
        let e = &self.equations[i];
        let (x, w) = match (&e.left[..], &e.right[..]) {
            ([Sym::Var(x)], [Sym::Var(y)]) => (*x, vec![Sym::Var(*y)]),
            ([Sym::Var(x)], w) | (w, [Sym::Var(x)]) => (*x, w.to_vec()),
            _ => return Ok(Solved::No),
        };
        debug_assert!(!w.contains(&Sym::Var(x)), "a variable in its own definition");
        let occurrences = self.equations.iter().flat_map(Equation::vars).filter(|&y| y == x);
        if occurrences.count() > 2 && w.len() > 1 {
            return Ok(Solved::No);
        }
        if !self.give_views(x, &w)? {
            return Ok(if self.can_transfer(x, &w) { Solved::Clash } else { Solved::No });
        }
        self.equations.swap_remove(i);
        self.substitute(x, &w);
        Ok(Solved::Yes)
    }

    /// Whether the views of `x` can become views of the variables of `w`.
    fn can_transfer(&self, x: Var, w: &[Sym]) -> bool {
        let rest = w.iter().skip_while(|s| s.var().is_none());
        self.views[x.index()] == EVERY || rest.count() <= 1
    }

    /// Makes the views of `x` views of the only variable of `w`, which may only follow letters;
    /// whether that was possible.
    fn give_views(&mut self, x: Var, w: &[Sym]) -> Result<bool, Stop> {
        let mut set = self.views[x.index()];
        if set == EVERY {
            return Ok(true);
        }
        if !self.can_transfer(x, w) {
            return Ok(false);
        }
        for s in w {
            let next = match s {
                Sym::Char(c) => self.table.after(set, *c, self.limits)?,
                Sym::Var(y) => self.table.meet(set, self.views[y.index()], self.limits)?,
            };
            let Some(next) = next else { return Ok(false) };
            set = next;
        }
        match vars_of(w).next() {
            Some(y) => self.views[y.index()] = set,
            None => return Ok(self.table.allow_empty(set)),
        }
        Ok(true)
    }

    /// Numbers the variables by occurrence, those of the equations first.
    fn rename(self) -> (Node, Edge) {
        let mut number: Vec<Option<usize>> = vec![None; self.views.len()];
        let mut views = Vec::new();
        let mut note = |x: Var| {
            if number[x.index()].is_none() {
                number[x.index()] = Some(views.len());
                views.push(self.views[x.index()]);
            }
            views.len()
        };
        let kept = self.equations.iter().flat_map(Equation::vars).map(&mut note).max().unwrap_or(0);
        for x in self.words.iter().flat_map(|w| vars_of(w)) {
            note(x);
        }
        let rename = |s: &Sym| match s {
            Sym::Var(x) => {
                debug_assert!(number[x.index()].is_some(), "a variable has no new number");
                Sym::Var(Var::from_index(number[x.index()].unwrap_or_default()))
            }
            letter => *letter,
        };
        let rename = |word: &Word| -> Word { word.iter().map(rename).collect() };
        let free = views.split_off(kept);
        let equations = self.equations.iter().map(|e| (rename(&e.left), rename(&e.right)));
        let node = Node { equations: equations.collect(), views };
        (node, Edge { words: self.words.iter().map(rename).collect(), kept, free })
    }
}

enum Solved {
    Yes,
    No,
    Clash,
}

/// Replaces `x` by `w` in `word`.
pub(super) fn replace(word: &mut Word, x: Var, w: &[Sym]) {
    if !word.contains(&Sym::Var(x)) {
        return;
    }
    let old = std::mem::take(word);
    for s in old {
        if s == Sym::Var(x) { word.extend_from_slice(w) } else { word.push(s) }
    }
}
