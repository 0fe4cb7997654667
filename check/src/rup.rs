//! Unit propagation: what follows from clauses of numbers, which are variables, with a sign for the negation.

use crate::base::{Result, charge, refuse_if};

/// A variable or its negation.
pub type Bit = i32;

/// At most so many visits of clauses.
const MAX_VISITS: u64 = 300_000_000;

/// Whether the lemmas, one after the other, follow from clauses by unit propagation, and then the contradiction. There are fewer than
/// `count` variables.
pub fn refuted(count: usize, clauses: Vec<Vec<Bit>>, lemmas: Vec<Vec<Bit>>) -> Result<bool> {
    let outside = |bit: &Bit| *bit == 0 || bit.unsigned_abs() as usize >= count;
    refuse_if(lemmas.iter().flatten().any(outside), "no such bit")?;
    let (watches, values) = (vec![Vec::new(); 2 * count], vec![0; count]);
    let mut p = Propagation { watches, values, fuel: MAX_VISITS, ..Propagation::default() };
    for clause in clauses {
        p.add(clause)?;
    }
    for lemma in lemmas {
        let height = p.trail.len();
        let clash = p.clash || lemma.iter().any(|&bit| !p.assign(-bit)) || !p.propagate()?;
        for bit in p.trail.drain(height..) {
            p.values[bit.unsigned_abs() as usize] = 0;
        }
        p.next = height;
        refuse_if(!clash, "a lemma does not follow by unit propagation")?;
        p.add(lemma)?;
    }
    Ok(p.clash)
}

#[derive(Default)]
struct Propagation {
    clauses: Vec<Vec<Bit>>,
    /// The clauses of which a bit is one of the first two.
    watches: Vec<Vec<usize>>,
    values: Vec<Bit>,
    trail: Vec<Bit>,
    next: usize,
    clash: bool,
    fuel: u64,
}

/// Where the clauses are that watch a bit.
fn index(bit: Bit) -> usize {
    2 * bit.unsigned_abs() as usize + usize::from(bit < 0)
}

impl Propagation {
    /// 1 if it is true, -1 if it is false, 0 if it is neither.
    fn value(&self, bit: Bit) -> Bit {
        self.values[bit.unsigned_abs() as usize] * bit.signum()
    }

    /// Returns false if the bit is false.
    fn assign(&mut self, bit: Bit) -> bool {
        if self.value(bit) == 0 {
            self.values[bit.unsigned_abs() as usize] = bit.signum();
            self.trail.push(bit);
        }
        self.value(bit) > 0
    }

    /// Adds a clause for good, where all is propagated.
    fn add(&mut self, mut clause: Vec<Bit>) -> Result<()> {
        clause.sort_unstable();
        clause.dedup();
        clause.sort_by_key(|&bit| -self.value(bit));
        if clause.get(1).is_none_or(|&second| self.value(second) < 0) {
            let is_met = clause.first().is_some_and(|&first| self.assign(first));
            self.clash = !is_met || self.clash || !self.propagate()?;
        }
        if let [a, b, ..] = clause[..] {
            for bit in [a, b] {
                self.watches[index(bit)].push(self.clauses.len());
            }
            self.clauses.push(clause);
        }
        Ok(())
    }

    /// Returns false if that leads to a contradiction.
    fn propagate(&mut self) -> Result<bool> {
        while let Some(&bit) = self.trail.get(self.next) {
            self.next += 1;
            let mut watching = std::mem::take(&mut self.watches[index(-bit)]);
            charge(&mut self.fuel, watching.len())?;
            let mut holds = true;
            watching.retain(|&id| {
                let stays = !holds || self.stays(id, -bit);
                holds = holds && (!stays || self.assign(self.clauses[id][0]));
                stays
            });
            self.watches[index(-bit)] = watching;
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A watched bit of the clause is false: another one is watched if one is not. Otherwise returns true; the first must be true.
    fn stays(&mut self, id: usize, falsified: Bit) -> bool {
        let mut clause = std::mem::take(&mut self.clauses[id]);
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let is_true = self.value(clause[0]) > 0;
        let other = (2..clause.len()).find(|&i| !is_true && self.value(clause[i]) >= 0);
        if let Some(i) = other {
            clause.swap(1, i);
            self.watches[index(clause[1])].push(id);
        }
        self.clauses[id] = clause;
        other.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::refuted;

    #[test]
    fn a_bit_that_is_there_twice_propagates() {
        let clauses = [&[2, 3, 4, 2][..], &[-2, 5], &[-2, -5], &[-3], &[-4]];
        let all = clauses.iter().map(|c| c.to_vec()).collect();
        assert_eq!(refuted(6, all, Vec::new()), Ok(true));
    }
}
