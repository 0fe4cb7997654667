//! Atomic groups and possessive quantifiers, whose match is the preferred one or none.
//!
//! Such a group is simulated as a backtracking engine would run it, all attempts at once: the list of what it may still
//! do, in the order of preference. The group ends where one attempt does, provided that none before it in the list will
//! ever end. That is negative look-ahead: "the rest does not start with a match of these". So the list is a state of the machine,
//! and its exits make demands of the rest. (Berglund and others, "On the semantics of atomic subgroups in practical
//! regular expressions", 2017, show that automata with such lists can be exponential; they are charged.)
//!
//! An attempt that ended under demands stays in the list as something past: if its demands are met, it was the match.

use super::close::Reading;
use super::cont::{Cont, ContId, Item};
use super::machine::{Config, Step};
use super::{Halt, Translator};
use crate::tree::NodeId;
use automata::{CharSet, Re};
use base::IndexSet;

/// How an atomic group runs: until something is in its place.
const INSIDE: Reading = Reading { exit: Cont::ANYTHING, ordered: true };

/// What a list of attempts comes to: those that go on, and what ending here demands of the rest.
type Settled = (Vec<Config>, Vec<Re>);

impl Translator<'_, '_> {
    /// Enters the atomic group `body` before `rest`.
    pub(super) fn open_run(
        &mut self,
        body: NodeId,
        rest: ContId,
        at: Config,
    ) -> Result<Vec<Config>, Halt> {
        let cont = self.cons_ordered(body, Cont::ANYTHING);
        let inside = self.config(cont, Config { rest: Re::ALL, ..at });
        let attempts = self.close(inside, INSIDE)?;
        let settled = self.settle(&attempts)?;
        Ok(self.after_run(settled, rest, at))
    }

    /// The states after a list of attempts was settled.
    fn after_run(&mut self, (run, demands): Settled, rest: ContId, at: Config) -> Vec<Config> {
        let mut next = Vec::new();
        let leave = self.config(rest, at);
        for demand in demands {
            let demands = self.regexes.inter([at.rest, demand]);
            next.push(Config { rest: demands, ..leave });
        }
        if !run.is_empty() {
            let run = self.runs.insert(run).0;
            let cont = self.cons(Item::Run(run), rest);
            next.push(Config { cont, ..leave });
        }
        next
    }

    /// Which attempts go on, and when those that end here are the match.
    fn settle(&mut self, attempts: &[Config]) -> Result<Settled, Halt> {
        let (mut run, mut demands) = (Vec::new(), Vec::new());
        // The texts in which some attempt of the list so far will end.
        let mut earlier = Re::NONE;
        let mut missing = false;
        for &attempt in attempts {
            self.limits.charge(1)?;
            let ends = attempt.cont == Cont::ANYTHING;
            if ends {
                demands.push(self.regexes.diff(attempt.rest, earlier));
                run.push(Config { cont: Cont::PAST, ..attempt });
            } else {
                run.push(attempt);
            }
            if attempt.rest == Re::ALL && matches!(attempt.cont, Cont::ANYTHING | Cont::PAST) {
                break;
            }
            match self.value(attempt.cont, attempt.memory) {
                Ok(value) => {
                    let value = self.regexes.inter([attempt.rest, value]);
                    earlier = self.regexes.union([earlier, value]);
                }
                Err(Halt::Missing) => missing = true,
                Err(stop) => return Err(stop),
            }
        }
        if missing {
            return Err(Halt::Missing);
        }
        // What is past matters to those after it only.
        while run.last().is_some_and(|last| last.cont == Cont::PAST) {
            run.pop();
        }
        demands.retain(|&demand| demand != Re::NONE);
        Ok((run, demands))
    }

    /// One character read by all attempts of a run.
    pub(super) fn step_run(
        &mut self,
        run: u32,
        rest: ContId,
        at: Config,
        reading: Reading,
    ) -> Result<Vec<Step>, Halt> {
        let attempts = self.runs.items()[run as usize].clone();
        let (mut steps, mut missing) = (vec![(CharSet::full(), Vec::new())], false);
        for attempt in attempts {
            match self.step(attempt, INSIDE) {
                Ok(next) => steps = overlay(&steps, &next),
                Err(Halt::Missing) => missing = true,
                Err(stop) => return Err(stop),
            }
            self.limits.charge(steps.len() as u64)?;
        }
        if missing {
            return Err(Halt::Missing);
        }
        let mut out = Vec::new();
        for (set, attempts) in steps.into_iter().filter(|(_, attempts)| !attempts.is_empty()) {
            let settled = match self.settle(&first_ones(&attempts)) {
                Ok(settled) => settled,
                Err(Halt::Missing) => {
                    missing = true;
                    continue;
                }
                Err(stop) => return Err(stop),
            };
            for (set, next) in self.advance(&set, at)? {
                let mut leaves = Vec::new();
                for next in self.after_run(settled.clone(), rest, next) {
                    match self.close(next, reading) {
                        Ok(some) => leaves.extend(some),
                        Err(Halt::Missing) => missing = true,
                        Err(stop) => return Err(stop),
                    }
                }
                out.push((set, first_ones(&leaves)));
            }
        }
        if missing { Err(Halt::Missing) } else { Ok(out) }
    }
}

/// Each state where it occurs first.
fn first_ones(list: &[Config]) -> Vec<Config> {
    let mut set: IndexSet<Config> = IndexSet::default();
    list.iter().for_each(|&item| {
        set.insert(item);
    });
    set.items().to_vec()
}

/// Both lists of steps at once, where `more` is less preferred; its sets are disjoint.
fn overlay(steps: &[Step], more: &[Step]) -> Vec<Step> {
    let mut out = Vec::new();
    for (set, targets) in steps {
        let mut left = set.clone();
        for (other, others) in more {
            let both = set.intersect(other);
            if !both.is_empty() {
                left = left.difference(&both);
                out.push((both, targets.iter().chain(others).copied().collect()));
            }
        }
        if !left.is_empty() {
            out.push((left, targets.clone()));
        }
    }
    out
}
