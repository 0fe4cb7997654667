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
    let (uses, values) = (vec![Vec::new(); 2 * count], vec![0; count]);
    let mut p = Propagation { uses, values, fuel: MAX_VISITS, ..Propagation::default() };
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
    /// The clauses that a bit is in.
    uses: Vec<Vec<usize>>,
    values: Vec<Bit>,
    trail: Vec<Bit>,
    next: usize,
    clash: bool,
    fuel: u64,
}

/// Where the clauses are that a bit is in.
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
        let id = self.clauses.len();
        for &bit in &clause {
            self.uses[index(bit)].push(id);
        }
        self.clauses.push(clause);
        self.clash = self.clash || !self.visit(id) || !self.propagate()?;
        Ok(())
    }

    /// Returns false if that leads to a contradiction.
    fn propagate(&mut self) -> Result<bool> {
        while let Some(&bit) = self.trail.get(self.next) {
            self.next += 1;
            let uses = std::mem::take(&mut self.uses[index(-bit)]);
            charge(&mut self.fuel, uses.len())?;
            let holds = uses.iter().all(|&id| self.visit(id));
            self.uses[index(-bit)] = uses;
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes the only bit of a clause true that is not false. Returns false if there is none.
    fn visit(&mut self, id: usize) -> bool {
        let mut open = self.clauses[id].iter().filter(|&&bit| self.value(bit) >= 0);
        match (open.next().copied(), open.next()) {
            (None, _) => false,
            (Some(bit), None) => self.assign(bit),
            _ => true,
        }
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
