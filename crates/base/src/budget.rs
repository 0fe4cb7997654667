//! The budget of a query: wall clock, memory, a deterministic number of steps, and interruption
//! from outside, all polled from one cheap counter.
//!
//! Every loop that can run long calls [`Budget::charge`] (or [`Limits::charge`], which adds a
//! local allowance) with the work it just did. The step counter makes limits reproducible: the
//! same input and the same step limit give the same answer on every machine. Clock, memory and the
//! interrupt flag are only looked at every [`POLL_INTERVAL`] steps, because asking the system
//! costs more than a step.
//!
//! Passes over the input are no steps, as how often they happen says nothing about how hard a query is. They
//! [`tick`](Budget::tick), which is looking at the clock and nothing else. What is about to allocate a large block says so
//! [beforehand](Budget::reserve): afterwards is too late.

mod limits;

pub use limits::Limits;

use crate::time::Instant;
use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tunables::Tunables;

/// Steps between two looks at the clock. A step is meant to cost tens of nanoseconds, so this is
/// a fraction of a millisecond.
pub const POLL_INTERVAL: u64 = 4096;

/// Polls between two looks at the memory in use, which costs a system call,
const POLLS_PER_MEMORY_PROBE: u64 = 16;

/// unless they take longer than this: much can be allocated between two polls.
const BETWEEN_MEMORY_PROBES: Duration = Duration::from_millis(1);

/// Blocks of so many bytes are announced.
const LARGE: u64 = 1 << 20;

/// Fewer bytes than a millisecond fills: systems that clear memory when it is first touched do half a gigabyte a second at worst.
const BYTES_PER_MILLISECOND: u64 = 500_000;

/// Why a query was stopped from outside its own logic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interrupted {
    /// The deadline has passed.
    Timeout,
    /// The step limit is used up.
    Steps,
    /// More memory is in use than allowed.
    Memory,
    /// Somebody set the interrupt flag.
    Canceled,
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Interrupted::Timeout => "timeout",
            Interrupted::Steps => "resource limit reached",
            Interrupted::Memory => "memout",
            Interrupted::Canceled => "canceled",
        })
    }
}

/// Why a bounded operation stopped: its own allowance, or the whole query's budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The local allowance of this operation is used up; the query may go on otherwise.
    Local,
    /// The whole query must stop.
    Query(Interrupted),
}

impl From<Interrupted> for Stop {
    fn from(why: Interrupted) -> Stop {
        Stop::Query(why)
    }
}

/// What was found, or `None` if that took more than its allowance.
///
/// # Errors
/// When the whole query must stop.
pub fn affordable<T>(found: Result<T, Stop>) -> Result<Option<T>, Interrupted> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Stop::Local) => Ok(None),
        Err(Stop::Query(why)) => Err(why),
    }
}

/// The bounds of one query, and the tunables in force for it. Shared by reference; all its state is in cells.
#[derive(Debug)]
pub struct Budget {
    spent: Cell<u64>,
    next_poll: Cell<u64>,
    polls: Cell<u64>,
    /// Work since the last look that is no step.
    ticks: Cell<u64>,
    step_limit: u64,
    /// The total of steps at which the present ration ends.
    ration_end: Cell<u64>,
    deadline: Cell<Option<Instant>>,
    memory_limit: u64,
    memory_probe: Option<fn() -> u64>,
    /// What the probe reported last, and when.
    memory: Cell<Option<(u64, Instant)>>,
    interrupt: Arc<AtomicBool>,
    stop_probe: Option<fn() -> bool>,
    stopped: Cell<Option<Interrupted>>,
    /// None if they are the defaults.
    tunables: Option<Arc<Tunables>>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl Budget {
    /// A budget that never runs out.
    pub fn unlimited() -> Budget {
        Budget {
            spent: Cell::new(0),
            next_poll: Cell::new(POLL_INTERVAL),
            polls: Cell::new(0),
            ticks: Cell::new(0),
            step_limit: u64::MAX,
            ration_end: Cell::new(u64::MAX),
            deadline: Cell::new(None),
            memory_limit: u64::MAX,
            memory_probe: None,
            memory: Cell::new(None),
            interrupt: Arc::default(),
            stop_probe: None,
            stopped: Cell::new(None),
            tunables: None,
        }
    }

    /// Stops with [`Interrupted::Steps`] after `steps`.
    pub fn with_steps(mut self, steps: u64) -> Budget {
        self.step_limit = steps;
        self.next_poll.set(steps.min(POLL_INTERVAL));
        self
    }

    /// Stops with [`Interrupted::Timeout`] at `deadline`.
    pub fn with_deadline(self, deadline: Instant) -> Budget {
        self.deadline.set(Some(deadline));
        self
    }

    /// Stops with [`Interrupted::Memory`] before `probe` reports more than `bytes`: when as much again as was
    /// added since the last look would be too much.
    pub fn with_memory(mut self, bytes: u64, probe: fn() -> u64) -> Budget {
        self.memory_limit = bytes;
        self.memory_probe = Some(probe);
        self.memory.set(Some((probe(), Instant::now())));
        self
    }

    /// Stops with [`Interrupted::Canceled`] once `flag` is true.
    pub fn with_interrupt(mut self, flag: Arc<AtomicBool>) -> Budget {
        self.interrupt = flag;
        self
    }

    /// Stops with [`Interrupted::Canceled`] once `probe`, which is asked at each poll, says so: for hosts that know only
    /// when they are asked whether their user wants to stop.
    pub fn with_stop_probe(mut self, probe: fn() -> bool) -> Budget {
        self.stop_probe = Some(probe);
        self
    }

    /// Uses other values for the tunables.
    pub fn with_tunables(mut self, tunables: Arc<Tunables>) -> Budget {
        self.tunables = Some(tunables);
        self
    }

    /// The tunables in force. To be read before a loop, not in it.
    pub fn tunables(&self) -> &Tunables {
        self.tunables.as_deref().unwrap_or(&Tunables::DEFAULT)
    }

    /// Records `steps` of work.
    ///
    /// # Errors
    /// The reason to stop. Once stopped, every later call fails with the same reason.
    #[inline]
    pub fn charge(&self, steps: u64) -> Result<(), Interrupted> {
        let spent = self.spent.get() + steps;
        self.spent.set(spent);
        if spent < self.next_poll.get() { Ok(()) } else { self.poll() }
    }

    /// Records `steps` of work that is about to be done at once. Of work that the limit does not allow, none is done, and only what was
    /// left is recorded.
    ///
    /// ```
    /// use base::{Budget, Interrupted};
    /// let budget = Budget::unlimited().with_steps(10);
    /// assert_eq!((budget.charge_ahead(9), budget.spent()), (Ok(()), 9));
    /// assert_eq!((budget.charge_ahead(9), budget.spent()), (Err(Interrupted::Steps), 10));
    /// ```
    ///
    /// # Errors
    /// As [`charge`](Self::charge).
    pub fn charge_ahead(&self, steps: u64) -> Result<(), Interrupted> {
        let limit = self.step_limit.min(self.ration_end.get());
        // exact: what is spent beyond the limit leaves nothing.
        let left = limit.saturating_sub(self.spent.get());
        self.charge(steps.min(left))
    }

    /// Records work that is no step: the clock, the memory and the interrupt flag are looked at now and then.
    ///
    /// # Errors
    /// As [`charge`](Self::charge).
    #[inline]
    pub fn tick(&self, work: u64) -> Result<(), Interrupted> {
        let ticks = self.ticks.get() + work;
        self.ticks.set(ticks);
        if ticks < POLL_INTERVAL { Ok(()) } else { self.look(0) }
    }

    /// Announces that so many bytes will be allocated at once.
    ///
    /// # Errors
    /// If that would be more memory than allowed, or would take longer than there is
    /// time; otherwise as [`charge`](Self::charge), for large blocks only.
    pub fn reserve(&self, bytes: u64) -> Result<(), Interrupted> {
        if bytes < LARGE { Ok(()) } else { self.look(bytes) }
    }

    /// Looks at everything but the steps.
    #[cold]
    fn look(&self, bytes: u64) -> Result<(), Interrupted> {
        if self.stopped.get().is_none() {
            let memory = || self.memory_probe.map_or(0, |probe| probe()).saturating_add(bytes);
            let full = bytes > 0 && memory() > self.memory_limit;
            let why = if full { Some(Interrupted::Memory) } else { self.outside_reason(bytes) };
            self.stopped.set(why);
        }
        match self.stopped.get() {
            Some(why) => {
                self.next_poll.set(0);
                self.ticks.set(POLL_INTERVAL);
                Err(why)
            }
            None => {
                self.ticks.set(0);
                Ok(())
            }
        }
    }

    /// Goes on with another deadline, whatever stopped the work before.
    pub fn renew(&self, deadline: Option<Instant>) {
        self.deadline.set(deadline);
        if self.stopped.take().is_some() {
            self.next_poll.set(self.spent.get());
        }
    }

    /// When it stops the work, if ever.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline.get()
    }

    /// Steps charged so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// The reason this budget stopped the query, if it did.
    pub fn stopped(&self) -> Option<Interrupted> {
        self.stopped.get()
    }

    /// Runs work that only knows this budget with at most `steps`: to the work, it looks as if the
    /// step limit were reached. `None` if that happened; the query may go on otherwise.
    ///
    /// ```
    /// use base::{Budget, Interrupted};
    /// let budget = Budget::unlimited();
    /// assert_eq!(budget.rationed(10, || budget.charge(9)), Some(Ok(())));
    /// assert_eq!(budget.rationed(10, || budget.charge(10)), None);
    /// assert_eq!((budget.charge(10), budget.spent()), (Ok(()), 29));
    /// ```
    pub fn rationed<T>(&self, steps: u64, work: impl FnOnce() -> T) -> Option<T> {
        let outer = self.ration_end.get();
        let end = outer.min(self.spent.get().saturating_add(steps));
        self.ration_end.set(end);
        self.next_poll.set(self.next_poll.get().min(end));
        let result = work();
        self.ration_end.set(outer);
        let only_ration = self.stopped.get() == Some(Interrupted::Steps)
            && self.spent.get() < self.step_limit.min(outer);
        if only_ration {
            self.stopped.set(None);
        }
        (!only_ration).then_some(result)
    }

    #[cold]
    fn poll(&self) -> Result<(), Interrupted> {
        if self.stopped.get().is_none() {
            self.stopped.set(self.reason_to_stop());
        }
        match self.stopped.get() {
            Some(why) => {
                self.next_poll.set(0);
                Err(why)
            }
            None => {
                let limit = self.step_limit.min(self.ration_end.get());
                self.next_poll.set(limit.min(self.spent.get() + POLL_INTERVAL));
                Ok(())
            }
        }
    }

    fn reason_to_stop(&self) -> Option<Interrupted> {
        if self.spent.get() >= self.step_limit.min(self.ration_end.get()) {
            return Some(Interrupted::Steps);
        }
        self.outside_reason(0)
    }

    /// Why to stop before so many bytes are filled.
    fn outside_reason(&self, bytes: u64) -> Option<Interrupted> {
        if self.interrupt.load(Ordering::Relaxed) || self.stop_probe.is_some_and(|stop| stop()) {
            return Some(Interrupted::Canceled);
        }
        let deadline = self.deadline.get();
        if deadline.is_none() && self.memory_probe.is_none() {
            return None;
        }
        let now = Instant::now();
        let filled = now + Duration::from_millis(bytes / BYTES_PER_MILLISECOND);
        if deadline.is_some_and(|d| filled >= d) {
            return Some(Interrupted::Timeout);
        }
        let probe = self.memory_probe?;
        self.polls.set(self.polls.get() + 1);
        let is_due = self.polls.get() % POLLS_PER_MEMORY_PROBE == 1
            || self.memory.get().is_none_or(|last| now - last.1 >= BETWEEN_MEMORY_PROBES);
        (is_due && self.expected_memory(probe, now) > self.memory_limit)
            .then_some(Interrupted::Memory)
    }

    /// The memory in use at the next look if it goes on like this.
    fn expected_memory(&self, probe: fn() -> u64, now: Instant) -> u64 {
        let used = probe();
        let before = self.memory.replace(Some((used, now)));
        let growth = before.map_or(0, |before| used.saturating_sub(before.0));
        used.saturating_add(growth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn step_limit_is_exact_and_sticky() {
        let b = Budget::unlimited().with_steps(10_000);
        let n = (0..20_000).take_while(|_| b.charge(1).is_ok()).count();
        assert_eq!(n, 9_999);
        assert_eq!(b.charge(1), Err(Interrupted::Steps));
        assert_eq!(b.stopped(), Some(Interrupted::Steps));
    }

    #[test]
    fn deadline_interrupt_and_memory_stop() {
        let b = Budget::unlimited().with_deadline(Instant::now());
        assert_eq!(b.charge(POLL_INTERVAL), Err(Interrupted::Timeout));
        let flag = Arc::new(AtomicBool::new(true));
        let b = Budget::unlimited().with_interrupt(flag);
        assert_eq!(b.charge(POLL_INTERVAL), Err(Interrupted::Canceled));
        let b = Budget::unlimited().with_memory(10, || 11);
        assert_eq!(b.charge(POLL_INTERVAL), Err(Interrupted::Memory));
    }

    #[test]
    fn ticks_look_at_the_clock_and_are_no_steps() {
        let late = Budget::unlimited().with_deadline(Instant::now());
        assert_eq!(late.tick(POLL_INTERVAL - 1), Ok(()));
        assert_eq!(late.tick(1), Err(Interrupted::Timeout));
        let late_for_all = Err(Interrupted::Timeout);
        assert_eq!((late.tick(1), late.charge(1)), (late_for_all, late_for_all));
        late.renew(None);
        assert_eq!((late.tick(POLL_INTERVAL), late.charge(1)), (Ok(()), Ok(())));
        let few = Budget::unlimited().with_steps(1);
        assert_eq!((few.tick(2 * POLL_INTERVAL), few.spent()), (Ok(()), 0));
    }

    #[test]
    fn large_blocks_are_refused_before_they_are_allocated() {
        let b = || Budget::unlimited().with_memory(100 << 20, || 60 << 20);
        assert_eq!(b().reserve(40 << 20), Ok(()));
        let full = b();
        assert_eq!(full.reserve(41 << 20), Err(Interrupted::Memory));
        assert_eq!(full.charge(1), Err(Interrupted::Memory));
        assert_eq!(Budget::unlimited().reserve(u64::MAX), Ok(()));
        let soon = Budget::unlimited().with_deadline(Instant::now() + Duration::from_secs(100));
        assert_eq!(soon.reserve(40_000_000_000), Ok(()));
        assert_eq!(soon.reserve(60_000_000_000), Err(Interrupted::Timeout));
    }

    /// Three more at every look: 2, 5, 8. What was there before says nothing about growth.
    #[test]
    fn memory_stops_before_the_limit_is_passed() {
        static LOOKS: AtomicU64 = AtomicU64::new(0);
        let probe = || 2 + 3 * LOOKS.fetch_add(1, Ordering::Relaxed);
        let b = Budget::unlimited().with_memory(10, probe);
        let in_time = (0..100).take_while(|_| b.charge(POLL_INTERVAL).is_ok()).count();
        assert!((2..=2 * POLLS_PER_MEMORY_PROBE).contains(&(in_time as u64)), "{in_time}");
        assert_eq!((b.stopped(), LOOKS.load(Ordering::Relaxed)), (Some(Interrupted::Memory), 3));
    }
}
