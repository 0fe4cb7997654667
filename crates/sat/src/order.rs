//! Variable order: exponential VSIDS in a binary heap, with a theory-aware part.
//!
//! Variables met in conflicts gain activity, old activity fades (Moskewicz et al., *Chaff*, DAC
//! 2001); instead of decaying all activities the increment grows (Eén and Sörensson, *An
//! Extensible SAT-solver*, SAT 2003). Z3str3 (Berzish, Ganesh and Zheng, FMCAD 2017) adds to each
//! activity a term that the theory chooses. Added once to a growing scale, such a term would fade
//! like any activity; here it keeps its worth relative to the current increment: the few preferred
//! variables are lifted whenever the increment has doubled. A move-to-front queue was not taken as
//! a second order: it cannot express the theory's weights.
//!
//! Ties go to the older variable, so the search does not depend on heap history.

use crate::lit::Var;
use base::{Idx, IdxVec};

/// A fact: all activities are made smaller before they overflow.
const RESCALE_ABOVE: f64 = 1e100;
/// A fact: the place of a variable that is not in the heap.
const ABSENT: u32 = u32::MAX;

/// The order in which unassigned variables are decided.
#[derive(Debug)]
pub(crate) struct Order {
    /// Activity plus weight times `refreshed`.
    key: IdxVec<Var, f64>,
    /// Place in `heap`, or `ABSENT`.
    place: IdxVec<Var, u32>,
    heap: Vec<Var>,
    increment: f64,
    growth: f64,
    /// Theory-aware terms, NaN if never set; shorter than `key` if nobody uses them.
    weight: IdxVec<Var, f64>,
    /// The variables with a weight.
    preferred: Vec<Var>,
    /// The increment at the last refresh of the preferred variables.
    refreshed: f64,
    /// State of the tie-breaking generator; 0 if ties go by age.
    seed: u64,
}

impl Order {
    pub fn new(decay: f64, seed: u64) -> Order {
        Order {
            key: IdxVec::new(),
            place: IdxVec::new(),
            heap: Vec::new(),
            increment: 1.0,
            growth: 1.0 / decay,
            weight: IdxVec::new(),
            preferred: Vec::new(),
            refreshed: 1.0,
            seed,
        }
    }

    /// Adds the next variable.
    pub fn new_var(&mut self) {
        let noise = self.noise();
        let var = self.key.push(noise * self.increment);
        self.place.push(ABSENT);
        self.insert(var);
    }

    /// Removes all variables from number `vars` on.
    pub fn truncate(&mut self, vars: usize) {
        self.key.truncate(vars);
        self.place.truncate(vars);
        self.weight.truncate(vars);
        self.preferred.retain(|v| v.index() < vars);
        self.heap.retain(|v| v.index() < vars);
        for i in 0..self.heap.len() {
            self.place[self.heap[i]] = i as u32;
        }
        for i in (0..self.heap.len() / 2).rev() {
            self.sift_down(i);
        }
    }

    /// Makes `var` a candidate.
    #[inline]
    pub fn insert(&mut self, var: Var) {
        if self.place[var] == ABSENT {
            self.place[var] = self.heap.len() as u32;
            self.heap.push(var);
            self.sift_up(self.heap.len() - 1);
        }
    }

    pub fn contains(&self, var: Var) -> bool {
        self.place[var] != ABSENT
    }

    /// Removes and returns the first candidate.
    pub fn pop(&mut self) -> Option<Var> {
        let first = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.place[first] = ABSENT;
        if last != first {
            self.heap[0] = last;
            self.place[last] = 0;
            self.sift_down(0);
        }
        Some(first)
    }

    /// The first candidate.
    pub fn peek(&self) -> Option<Var> {
        self.heap.first().copied()
    }

    /// Whether `a` comes before `b`.
    #[inline]
    pub fn before(&self, a: Var, b: Var) -> bool {
        let (ka, kb) = (self.key[a], self.key[b]);
        ka > kb || (ka == kb && a < b)
    }

    /// Raises the activity of `var` by `amount` increments.
    pub fn bump(&mut self, var: Var, amount: f64) {
        self.add(var, amount * self.increment);
        if self.key[var].abs() > RESCALE_ABOVE {
            self.rescale();
        }
    }

    /// Lets all activities fade by one step.
    pub fn decay(&mut self) {
        self.increment *= self.growth;
        if self.increment > RESCALE_ABOVE {
            self.rescale();
        }
        if self.increment > 2.0 * self.refreshed {
            self.refresh();
        }
    }

    /// Sets the theory-aware term of `var`.
    pub fn prefer(&mut self, var: Var, weight: f64) {
        self.weight.grow_to(var, f64::NAN);
        let mut old = std::mem::replace(&mut self.weight[var], weight);
        if old.is_nan() {
            self.preferred.push(var);
            old = 0.0;
        }
        self.add(var, (weight - old) * self.refreshed);
    }

    fn add(&mut self, var: Var, amount: f64) {
        self.key[var] += amount;
        let place = self.place[var];
        if place != ABSENT {
            if amount > 0.0 {
                self.sift_up(place as usize);
            } else {
                self.sift_down(place as usize);
            }
        }
    }

    fn refresh(&mut self) {
        let gain = self.increment - self.refreshed;
        self.refreshed = self.increment;
        for i in 0..self.preferred.len() {
            let var = self.preferred[i];
            self.add(var, self.weight[var] * gain);
        }
    }

    fn rescale(&mut self) {
        let factor = 1.0 / RESCALE_ABOVE;
        self.key.iter_mut().for_each(|k| *k *= factor);
        self.increment *= factor;
        self.refreshed *= factor;
        // Keys that underflow to equality may swap places under the tie-break.
        for i in (0..self.heap.len() / 2).rev() {
            self.sift_down(i);
        }
    }

    /// A tiny non-negative number, 0 without a seed (xorshift64).
    fn noise(&mut self) -> f64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        (self.seed >> 40) as f64 * 1e-12
    }

    fn sift_up(&mut self, mut i: usize) {
        let var = self.heap[i];
        while i > 0 {
            let parent = (i - 1) / 2;
            if !self.before(var, self.heap[parent]) {
                break;
            }
            self.move_to(self.heap[parent], i);
            i = parent;
        }
        self.move_to(var, i);
    }

    fn sift_down(&mut self, mut i: usize) {
        let var = self.heap[i];
        loop {
            let mut child = 2 * i + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], var) {
                break;
            }
            self.move_to(self.heap[child], i);
            i = child;
        }
        self.move_to(var, i);
    }

    fn move_to(&mut self, var: Var, i: usize) {
        self.heap[i] = var;
        self.place[var] = i as u32;
    }

    /// Whether the heap is one and knows its places.
    pub fn is_valid(&self) -> bool {
        self.heap.iter().enumerate().all(|(i, &v)| {
            self.place[v] == i as u32 && (i == 0 || !self.before(v, self.heap[(i - 1) / 2]))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(vars: u32) -> Order {
        let mut order = Order::new(0.5, 0);
        (0..vars).for_each(|_| order.new_var());
        order
    }

    fn drain(order: &mut Order) -> Vec<u32> {
        std::iter::from_fn(|| order.pop()).map(|v| v.0).collect()
    }

    #[test]
    fn ties_go_by_age_and_activity_wins() {
        let mut o = order(5);
        o.bump(Var(3), 1.0);
        o.prefer(Var(1), -0.5);
        assert!(o.is_valid());
        assert_eq!(drain(&mut o), [3, 0, 2, 4, 1]);
    }

    #[test]
    fn preference_does_not_fade() {
        let mut o = order(3);
        o.bump(Var(0), 1.0);
        o.prefer(Var(2), 0.1);
        for _ in 0..2000 {
            o.decay();
            assert!(o.is_valid());
        }
        o.bump(Var(1), 0.01);
        assert_eq!(drain(&mut o), [2, 1, 0]);
        assert!(o.increment < RESCALE_ABOVE);
    }

    #[test]
    fn truncation_keeps_a_heap() {
        let mut o = order(9);
        (0..9).for_each(|i| o.bump(Var(i), f64::from(i * 7 % 9)));
        o.prefer(Var(8), 3.0);
        o.truncate(6);
        assert!(o.is_valid());
        assert_eq!(drain(&mut o), [5, 1, 2, 3, 4, 0].map(|v| v));
    }
}
