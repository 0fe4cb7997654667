//! Unit propagation over clauses and split groups.

use super::analyze::Conflict;
use crate::Counter;
use crate::arena::Arena;
use crate::lit::{Lit, Value};
use crate::solver::Solver;
use crate::trail::{Antecedent, Trail};
use crate::watch::{Watch, Watches};

/// A fact: clauses of so many literals fit in a line of the cache, and are searched from their beginning.
const SHORT: usize = 16;

impl Solver {
    /// Propagates all assigned literals, stopping at the first conflict.
    pub(crate) fn propagate(&mut self) -> Option<Conflict> {
        if self.late.is_stale()
            && let Some(conflict) = self.reimply()
        {
            return Some(conflict);
        }
        let (before, mut ticks) = (self.trail.len(), 0);
        let mut conflict = None;
        while conflict.is_none()
            && let Some(p) = self.trail.next_unpropagated()
        {
            conflict = match self.splits.propagate(p, &mut self.trail) {
                Ok(()) => {
                    let Solver { trail, arena, watches, .. } = self;
                    propagate_clauses(!p, trail, arena, watches, &mut ticks)
                }
                Err(conflict) => Some(conflict),
            };
        }
        self.stats.add(Counter::Propagations, (self.trail.len() - before) as u64);
        self.stats.add(Counter::Ticks, ticks);
        conflict
    }
}

/// Visits the clauses that watch `falsified`.
fn propagate_clauses(
    falsified: Lit,
    trail: &mut Trail,
    arena: &mut Arena,
    watches: &mut Watches,
    ticks: &mut u64,
) -> Option<Conflict> {
    let mut list = watches.take(falsified);
    *ticks += 1 + list.len() as u64;
    let mut conflict = None;
    let (mut kept, mut next) = (0, 0);
    while next < list.len() {
        let watch = list[next];
        next += 1;
        let kept_watch = match visit(watch, falsified, trail, arena, watches) {
            Visit::Keep(watch) => watch,
            Visit::Moved => continue,
            Visit::Conflict(watch) => {
                conflict = Some(Conflict::Clause(watch.clause()));
                watch
            }
        };
        list[kept] = kept_watch;
        kept += 1;
        if conflict.is_some() {
            list.copy_within(next.., kept);
            kept += list.len() - next;
            break;
        }
    }
    list.truncate(kept);
    watches.put_back(falsified, list);
    conflict
}

enum Visit {
    /// The watch stays where it is.
    Keep(Watch),
    /// Another literal is watched instead.
    Moved,
    /// All literals are false; the watch stays.
    Conflict(Watch),
}

#[inline(always)]
fn visit(
    watch: Watch,
    falsified: Lit,
    trail: &mut Trail,
    arena: &mut Arena,
    watches: &mut Watches,
) -> Visit {
    let blocked = trail.value(watch.blocker);
    if blocked == Value::True {
        return Visit::Keep(watch);
    }
    let clause = watch.clause();
    if watch.is_binary() {
        return imply(watch, blocked, trail);
    }
    let (lits, resume) = arena.lits_and_resume(clause);
    let other = Lit(lits[0].0 ^ lits[1].0 ^ falsified.0);
    let value = trail.value(other);
    let watch = Watch::new(clause, other, false);
    if value == Value::True {
        return Visit::Keep(watch);
    }
    if let Some(i) = unwatched(lits, resume, trail) {
        let lit = lits[i];
        lits[0] = other;
        lits[1] = lit;
        lits[i] = falsified;
        watches.push(lit, watch);
        return Visit::Moved;
    }
    imply(watch, value, trail)
}

/// Where a literal is that is not false, behind the watched ones. A long clause is searched from where the last search ended: from its
/// beginning on, a clause whose literals become false one after another would cost the square of its length (Gent, *Optimal Implementation
/// of Watched Literals and More General Techniques*, JAIR 2013).
#[inline]
fn unwatched(lits: &[Lit], resume: &mut u32, trail: &Trail) -> Option<usize> {
    let is_free = |&i: &usize| !trail.is_false(lits[i]);
    if lits.len() <= SHORT {
        return (2..lits.len()).find(is_free);
    }
    let start = *resume as usize;
    let found = (start..lits.len()).find(is_free).or_else(|| (2..start).find(is_free));
    if let Some(i) = found {
        *resume = i as u32;
    }
    found
}

/// All literals of the clause but the watch's blocker, which has value `value`, are false.
#[inline]
fn imply(watch: Watch, value: Value, trail: &mut Trail) -> Visit {
    if value == Value::False {
        return Visit::Conflict(watch);
    }
    trail.assign(watch.blocker, Antecedent::Clause(watch.clause()));
    Visit::Keep(watch)
}
