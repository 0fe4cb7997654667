//! Clauses that hold because rewriting turns one formula into another.
//!
//! The walk of the rewriter is repeated with what it noted: which rule turned which term into which. Each application becomes an
//! equation with a justification of its own, and congruence closure puts them together. Most applications are plain
//! to the checker's normaliser, which then sees them by itself; so the short form is tried first.

use crate::formulas::literal;
use crate::proof::{Literal, Proof};
use base::{FxHashMap, FxHashSet};
use terms::{Op, Sort, Term};

/// At most so many rule applications are put together.
const MAX_REWRITES: usize = 1_000;

/// A link from a term to what became of it.
type Link = (Term, Term);

/// The walk of the rewriter.
enum Visit {
    /// A term is rewritten.
    Open(Term),
    /// So are its arguments.
    Build(Term),
    /// The first two become what became of the third.
    Join(Term, Term, Term),
}

#[derive(Default)]
struct Walk {
    images: FxHashMap<Term, Term>,
    active: FxHashSet<Term>,
    links: Vec<Link>,
}

impl Walk {
    fn image(&self, t: Term) -> Term {
        self.images.get(&t).copied().unwrap_or(t)
    }

    fn finish(&mut self, t: Term, image: Term) {
        self.active.remove(&t);
        self.images.insert(t, image);
    }
}

impl Proof<'_> {
    /// The clause holds by rules of rewriting, each justified by itself.
    pub(crate) fn by_rewriting(&mut self, lits: &[Literal]) -> Option<String> {
        let links = self.links(lits)?;
        if links.is_empty() {
            return None;
        }
        let premises: Vec<Literal> =
            links.iter().map(|&(from, to)| (self.terms.eq(from, to), false)).collect();
        let mut hard = Vec::new();
        for (i, &(same, _)) in premises.iter().enumerate() {
            if self.step(&[(same, true)], "norm").is_none() {
                hard.push(i);
            }
        }
        let some: Vec<Literal> = hard.iter().map(|&i| premises[i]).collect();
        let (premises, step) = [some, premises]
            .into_iter()
            .find_map(|premises| Some((premises.clone(), self.composed(&premises, lits)?)))?;
        let mut hints = Vec::with_capacity(premises.len() + 1);
        for &(same, _) in &premises {
            hints.push(self.link(&links, same));
        }
        hints.push(step);
        self.rup(lits, &hints)
    }

    fn composed(&mut self, premises: &[Literal], lits: &[Literal]) -> Option<String> {
        let clause: Vec<Literal> = premises.iter().chain(lits).copied().collect();
        self.congruent(&clause)
    }

    /// The unit clause of a link, perhaps a hole under the name of its rule.
    fn link(&mut self, links: &[Link], same: Term) -> String {
        let unit = [(same, true)];
        if let Some(name) = self.steps.get(unit.as_slice()) {
            return name.clone();
        }
        let &(from, to) = links
            .iter()
            .find(|&&(from, to)| self.terms.eq(from, to) == same)
            .unwrap_or(&(same, same));
        if let Some(name) = self.equation(from, to).or_else(|| self.by_search(&unit)) {
            return name;
        }
        let rule = self.rules.get(&from).and_then(|r| r.0);
        self.hole(&unit, &rule.map_or_else(|| "flatten".to_owned(), |r| format!("rewrite.{r:?}")))
    }

    /// A step for `from = to`.
    fn equation(&mut self, from: Term, to: Term) -> Option<String> {
        let same = self.terms.eq(from, to);
        if let Some(name) = self.attempt(&[(same, true)]) {
            return Some(name);
        }
        if self.terms.sort(from) != Sort::Bool {
            return None;
        }
        // Both directions.
        let (p, q) = (literal(self.terms, from), literal(self.terms, to));
        let not = |l: Literal| (l.0, !l.1);
        let mut hints = Vec::new();
        for clause in [[not(p), q], [p, not(q)]] {
            let clause: Vec<Literal> = clause
                .into_iter()
                .filter(|&(t, positive)| self.terms.bool_value(t) != Some(!positive))
                .collect();
            if clause.iter().any(|&(t, positive)| self.terms.bool_value(t) == Some(positive)) {
                continue;
            }
            let is_member = |l: &Literal| self.terms.op(l.0) == Op::StrInRe;
            let has_members = clause.iter().any(is_member);
            let name = self.attempt(&clause);
            let by_words = |p: &mut Self| has_members.then(|| p.by_words(&clause)).flatten();
            hints.push(name.or_else(|| by_words(self))?);
        }
        for clause in [[(same, true), p, q], [(same, true), not(p), not(q)]] {
            hints.push(self.step(&clause, "taut")?);
        }
        for truth in [p, q] {
            if self.terms.bool_value(truth.0).is_some() {
                let value = (truth.0, self.terms.bool_value(truth.0) == Some(true));
                hints.push(self.step(&[value], "taut")?);
            }
        }
        if self.terms.bool_value(q.0).is_none() {
            let half = self.rup(&[(same, true), q], &hints)?;
            hints.push(half);
        }
        self.rup(&[(same, true)], &hints)
    }

    /// What a term became, if that is noted.
    pub(crate) fn rewritten(&mut self, t: Term) -> Term {
        let mut walk = Walk::default();
        self.walk(t, &mut walk).map_or(t, |()| walk.image(t))
    }

    /// What rules did below these literals, and below what became of them; none if it is too much.
    fn links(&mut self, lits: &[Literal]) -> Option<Vec<Link>> {
        let mut walk = Walk::default();
        for &(t, _) in lits {
            self.walk(t, &mut walk)?;
        }
        let mut seen = FxHashSet::default();
        walk.links.retain(|l| seen.insert(*l));
        Some(walk.links)
    }

    fn walk(&mut self, root: Term, walk: &mut Walk) -> Option<()> {
        let mut stack = vec![Visit::Open(root)];
        while let Some(visit) = stack.pop() {
            if walk.links.len() > MAX_REWRITES {
                return None;
            }
            match visit {
                Visit::Open(t) => {
                    if walk.images.contains_key(&t) || !walk.active.insert(t) {
                        continue;
                    }
                    match self.rules.get(&t) {
                        Some(&(None, flat)) => self.follow_link(walk, (t, t, flat), &mut stack),
                        _ => {
                            stack.push(Visit::Build(t));
                            stack.extend(self.terms.args(t).iter().rev().map(|&a| Visit::Open(a)));
                        }
                    }
                }
                Visit::Build(t) => self.build(walk, t, &mut stack),
                Visit::Join(t, rebuilt, image) => {
                    let done = walk.image(image);
                    walk.finish(t, done);
                    walk.finish(rebuilt, done);
                }
            }
        }
        Some(())
    }

    fn build(&mut self, walk: &mut Walk, t: Term, stack: &mut Vec<Visit>) {
        let args: Vec<Term> = self.terms.args(t).iter().map(|&a| walk.image(a)).collect();
        let rebuilt =
            if args == self.terms.args(t) { t } else { self.terms.mk(self.terms.op(t), &args) };
        if rebuilt != t {
            if let Some(&done) = walk.images.get(&rebuilt) {
                return walk.finish(t, done);
            }
            if !walk.active.insert(rebuilt) {
                return walk.finish(t, rebuilt);
            }
        }
        match self.rules.get(&rebuilt) {
            Some(&(_, image)) => self.follow_link(walk, (t, rebuilt, image), stack),
            None => {
                walk.finish(t, rebuilt);
                walk.finish(rebuilt, rebuilt);
            }
        }
    }

    fn follow_link(
        &mut self,
        walk: &mut Walk,
        (t, rebuilt, image): (Term, Term, Term),
        stack: &mut Vec<Visit>,
    ) {
        walk.links.push((rebuilt, image));
        if let Some(&done) = walk.images.get(&image) {
            walk.finish(t, done);
            walk.finish(rebuilt, done);
        } else if walk.active.contains(&image) {
            walk.finish(t, rebuilt);
            walk.finish(rebuilt, rebuilt);
        } else {
            stack.extend([Visit::Join(t, rebuilt, image), Visit::Open(image)]);
        }
    }
}
