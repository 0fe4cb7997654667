//! Systems of distinct representatives: a value for each row, no value twice, or rows that want too few values.
//!
//! Augmenting paths, found breadth first (Kuhn 1955, Berge 1957). A row that no path can serve proves, with all rows that its
//! search reached, Hall's condition violated (Hall 1935): each of the others holds a value that was reached, and no value was
//! reached that nobody holds. Hopcroft and Karp (1973) take fewer rounds, but need one more search for that set, and
//! the rows here are as many as the members of a clique of disequations.

use crate::{FxHashMap, Limits, Stop};
use std::collections::VecDeque;
use std::hash::Hash;

/// What came of a matching.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Representatives<V> {
    /// For each row one of the values that it wants; all differ.
    All(Vec<V>),
    /// Rows that want fewer values, all together, than they are, in order.
    TooFew(Vec<usize>),
}

/// Gives each row one of the values that it wants, and none to two rows.
///
/// ```
/// use base::{Budget, Limits, Representatives, representatives};
/// let budget = Budget::unlimited();
/// let solve = |rows: &[Vec<char>]| representatives(rows, &Limits::none(&budget)).unwrap();
/// let all = solve(&[vec!['a', 'b'], vec!['a']]);
/// assert_eq!(all, Representatives::All(vec!['b', 'a']));
/// let few = solve(&[vec!['a', 'b'], vec!['c', 'd'], vec!['b'], vec!['a']]);
/// assert_eq!(few, Representatives::TooFew(vec![0, 2, 3]));
/// ```
///
/// # Errors
/// When the limits are reached.
pub fn representatives<V: Copy + Eq + Hash>(
    rows: &[Vec<V>],
    limits: &Limits<'_>,
) -> Result<Representatives<V>, Stop> {
    let mut matching = Matching { rows, holder: FxHashMap::default() };
    for row in 0..rows.len() {
        if let Err(reached) = matching.serve(row, limits)? {
            return Ok(Representatives::TooFew(reached));
        }
    }
    let mut values: Vec<(usize, V)> =
        matching.holder.into_iter().map(|(v, row)| (row, v)).collect();
    crate::order::sort_by_key(&mut values, |v| v.0);
    debug_assert!(values.iter().enumerate().all(|(i, v)| v.0 == i), "a row without a value");
    Ok(Representatives::All(values.into_iter().map(|v| v.1).collect()))
}

/// A matching that grows.
struct Matching<'a, V> {
    rows: &'a [Vec<V>],
    /// The row that a value was given to.
    holder: FxHashMap<V, usize>,
}

impl<V: Copy + Eq + Hash> Matching<'_, V> {
    /// Gives `row` a value, and other rows other values if that takes it; or the rows that stand in the way, and `row`.
    fn serve(&mut self, row: usize, limits: &Limits<'_>) -> Result<Result<(), Vec<usize>>, Stop> {
        // Which row asked for a value first.
        let mut asked: FxHashMap<V, usize> = FxHashMap::default();
        let mut reached = vec![row];
        let mut queue = VecDeque::from([row]);
        while let Some(at) = queue.pop_front() {
            limits.charge(1 + self.rows[at].len() as u64)?;
            for &value in &self.rows[at] {
                if asked.contains_key(&value) {
                    continue;
                }
                asked.insert(value, at);
                match self.holder.get(&value) {
                    None => {
                        self.shift(row, value, &asked);
                        return Ok(Ok(()));
                    }
                    Some(&other) => {
                        reached.push(other);
                        queue.push_back(other);
                    }
                }
            }
        }
        debug_assert_eq!(asked.len() + 1, reached.len(), "a value that nobody holds is left");
        crate::order::sort(&mut reached);
        Ok(Err(reached))
    }

    /// Gives each row on the path from `row` to the free `value` the value that it asked for.
    fn shift(&mut self, row: usize, value: V, asked: &FxHashMap<V, usize>) {
        let held: FxHashMap<usize, V> = self.holder.iter().map(|(&v, &r)| (r, v)).collect();
        let mut value = value;
        loop {
            let at = asked[&value];
            self.holder.insert(value, at);
            if at == row {
                return;
            }
            value = held[&at];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, SplitMix64};

    /// Whether rows from `at` on can be served without the values in `taken`, by trying all ways.
    fn possible(rows: &[Vec<u8>], at: usize, taken: &mut Vec<u8>) -> bool {
        let Some(row) = rows.get(at) else { return true };
        row.iter().any(|&v| {
            let free = !taken.contains(&v);
            taken.push(v);
            let found = free && possible(rows, at + 1, taken);
            taken.pop();
            found
        })
    }

    #[test]
    fn agrees_with_trying_all_ways() {
        let mut rng = SplitMix64::new(5);
        let budget = Budget::unlimited();
        let mut answers = [0, 0];
        for _ in 0..2000 {
            let count = 1 + rng.below(6);
            let mut row = || (0..5).filter(|_| rng.below(5) < 2).collect::<Vec<u8>>();
            let rows: Vec<Vec<u8>> = (0..count).map(|_| row()).collect();
            let expected = possible(&rows, 0, &mut Vec::new());
            match representatives(&rows, &Limits::none(&budget)).unwrap() {
                Representatives::All(values) => {
                    assert!(expected && values.len() == rows.len());
                    assert!(rows.iter().zip(&values).all(|(row, v)| row.contains(v)));
                    assert!((1..values.len()).all(|i| !values[..i].contains(&values[i])));
                    answers[0] += 1;
                }
                Representatives::TooFew(few) => {
                    assert!(!expected);
                    let mut wanted: Vec<u8> = few.iter().flat_map(|&i| rows[i].clone()).collect();
                    wanted.sort_unstable();
                    wanted.dedup();
                    assert!(wanted.len() < few.len());
                    answers[1] += 1;
                }
            }
        }
        assert!(answers.iter().all(|&n| n > 300), "{answers:?}");
    }
}
