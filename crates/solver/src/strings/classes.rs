//! Classes of equal strings, with the equalities that made them so.
//!
//! Built afresh from the relevant literals at each final check, so that an explanation is a path in
//! a small graph; congruence closure also knows irrelevant equalities and would cite them.

use super::facts::Facts;
use base::{FxHashMap, IndexSet, UnionFind};
use std::collections::VecDeque;
use terms::{Term, Terms};

/// A partition of string terms.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    members: IndexSet<Term>,
    classes: UnionFind,
    edges: Vec<Vec<(u32, Term)>>,
}

impl Classes {
    /// The classes of all strings in the literals.
    pub fn of(facts: &Facts) -> Classes {
        let mut classes = Classes::default();
        for e in &facts.equations {
            classes.merge(e.left, e.right, e.literal);
        }
        for m in &facts.memberships {
            classes.add(m.subject);
        }
        for d in &facts.disequations {
            classes.add(d.left);
            classes.add(d.right);
        }
        classes
    }

    /// Makes `t` a member of some class.
    pub fn add(&mut self, t: Term) -> u32 {
        let (i, new) = self.members.insert(t);
        if new {
            self.classes.grow(self.members.len());
            self.edges.push(Vec::new());
        }
        i
    }

    /// `literal` says that `a = b`.
    pub fn merge(&mut self, a: Term, b: Term, literal: Term) {
        let (a, b) = (self.add(a), self.add(b));
        self.edges[a as usize].push((b, literal));
        self.edges[b as usize].push((a, literal));
        let (a, b) = (self.find(a) as usize, self.find(b) as usize);
        self.classes.join(a.min(b), a.max(b));
        debug_assert_eq!(self.classes.find(a), self.classes.find(b), "equal strings are apart");
    }

    fn find(&mut self, i: u32) -> u32 {
        base::id32(self.classes.find(i as usize))
    }

    /// The number of the class of `t`.
    pub fn class_of(&mut self, t: Term) -> u32 {
        let i = self.add(t);
        self.find(i)
    }

    /// All members, each with its class, oldest first.
    pub fn members(&mut self) -> Vec<(Term, u32)> {
        let all = self.members.items().to_vec();
        all.into_iter().enumerate().map(|(i, t)| (t, self.find(base::id32(i)))).collect()
    }

    /// Literals that imply `a = b`, which must be in one class: a shortest path.
    pub fn explain(&self, a: Term, b: Term, out: &mut Vec<Term>) {
        if a == b {
            return;
        }
        let (Some(a), Some(b)) = (self.members.get(&a), self.members.get(&b)) else {
            debug_assert!(false, "the equality of an unknown string is to be explained");
            return;
        };
        let mut from: FxHashMap<u32, (u32, Option<Term>)> = FxHashMap::default();
        from.insert(a, (a, None));
        let mut queue = VecDeque::from([a]);
        while let Some(i) = queue.pop_front() {
            if i == b {
                break;
            }
            for &(j, literal) in &self.edges[i as usize] {
                from.entry(j).or_insert_with(|| {
                    queue.push_back(j);
                    (i, Some(literal))
                });
            }
        }
        debug_assert!(from.contains_key(&b), "strings of different classes are held to be equal");
        let mut at = b;
        while let Some(&(previous, Some(literal))) = from.get(&at) {
            if !out.contains(&literal) {
                out.push(literal);
            }
            at = previous;
        }
        debug_assert_eq!(at, a, "a path does not lead back to where it began");
    }

    /// The constant of each class that has one; the error is two different constants of one class.
    pub fn constants(&mut self, terms: &Terms) -> Result<FxHashMap<u32, Term>, (Term, Term)> {
        let mut constants = FxHashMap::default();
        for (t, class) in self.members() {
            if terms.str_value(t).is_some()
                && let Some(other) = constants.insert(class, t)
            {
                return Err((other, t));
            }
        }
        Ok(constants)
    }
}
