//! When to restart.
//!
//! The search alternates between a *focused* mode, which restarts as soon as recent learned
//! clauses are worse than usual (Biere and Fröhlich, *Evaluating CDCL Restart Schemes*, POS 2015:
//! exponential moving averages of glue), and a *stable* mode, which restarts rarely, by reluctant
//! doubling (Luby, Sinclair and Zuckerman 1993, in Knuth's form), and is better at finding models
//! (Oh, *Between SAT and UNSAT*, SAT 2015). Modes are switched after a quadratically growing number
//! of conflicts; the first stretch is focused, and most SMT queries end in it.

use crate::config::Config;

/// An exponential moving average that starts as a plain average.
#[derive(Clone, Copy, Debug, Default)]
struct Average {
    value: f64,
    rate: f64,
    /// The rate of the warm-up phase, above `rate` until enough was seen.
    warm: f64,
}

impl Average {
    fn new(rate: f64) -> Average {
        Average { value: 0.0, rate, warm: 1.0 }
    }

    fn update(&mut self, x: f64) {
        let rate = self.rate.max(self.warm);
        self.warm = self.warm / (1.0 + self.warm);
        self.value += rate * (x - self.value);
    }
}

/// Reluctant doubling: the Luby sequence, step by step.
#[derive(Clone, Copy, Debug)]
struct Reluctant {
    u: u64,
    v: u64,
}

impl Reluctant {
    fn next(&mut self) -> u64 {
        let result = self.v;
        if self.u & self.u.wrapping_neg() == self.v {
            self.u += 1;
            self.v = 1;
        } else {
            self.v *= 2;
        }
        result
    }
}

/// The restart policy.
#[derive(Debug)]
pub(crate) struct Restart {
    fast: Average,
    slow: Average,
    interval: u64,
    margin: f64,
    /// Conflict count before which no restart happens.
    next: u64,
    reluctant: Reluctant,
    unit: u64,
    stable: bool,
    switches: u64,
    next_switch: u64,
    mode_interval: u64,
}

impl Restart {
    pub fn new(config: &Config) -> Restart {
        Restart {
            fast: Average::new(config.restart_fast),
            slow: Average::new(config.restart_slow),
            interval: config.restart_interval,
            margin: config.restart_margin,
            next: config.restart_interval,
            reluctant: Reluctant { u: 1, v: 1 },
            unit: config.stable_unit,
            stable: false,
            switches: 0,
            next_switch: config.mode_interval,
            mode_interval: config.mode_interval,
        }
    }

    /// Whether the search is in stable mode.
    pub fn is_stable(&self) -> bool {
        self.stable
    }

    /// Notes a learned clause.
    pub fn learned(&mut self, glue: u32) {
        self.fast.update(f64::from(glue));
        self.slow.update(f64::from(glue));
    }

    /// Switches modes if that is due; returns whether it did.
    pub fn switch_mode(&mut self, conflicts: u64) -> bool {
        if conflicts < self.next_switch {
            return false;
        }
        self.switches += 1;
        let rounds = self.switches / 2 + 1;
        self.next_switch = conflicts + self.mode_interval * rounds * rounds;
        self.stable = !self.stable;
        self.schedule(conflicts);
        true
    }

    /// Whether to restart now; if so the next one is scheduled.
    pub fn is_due(&mut self, conflicts: u64) -> bool {
        if conflicts < self.next {
            return false;
        }
        let due = self.stable || self.fast.value > self.margin * self.slow.value;
        if due {
            self.schedule(conflicts);
        }
        due
    }

    fn schedule(&mut self, conflicts: u64) {
        let wait = if self.stable { self.unit * self.reluctant.next() } else { self.interval };
        self.next = conflicts + wait;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reluctant_doubling_is_luby() {
        let mut r = Reluctant { u: 1, v: 1 };
        let seq: Vec<u64> = (0..15).map(|_| r.next()).collect();
        assert_eq!(seq, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn average_starts_plain() {
        let mut a = Average::new(0.01);
        [2.0, 4.0, 9.0].into_iter().for_each(|x| a.update(x));
        assert!((a.value - 5.0).abs() < 1e-9);
    }

    #[test]
    fn bad_clauses_trigger_focused_restarts() {
        let mut r = Restart::new(&Config::default());
        (0..100).for_each(|_| r.learned(3));
        assert!(!r.is_due(100));
        (0..20).for_each(|_| r.learned(30));
        assert!(r.is_due(120));
        assert!(!r.is_due(121));
    }
}
