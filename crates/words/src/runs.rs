//! Runs of letters, and the distances at which they agree.
//!
//! A run of letters in a word has a position, which is a sum of lengths. Two runs in equal words must not overlap, or
//! overlap so that they agree: a disjunction of intervals for the distance of their positions.

use crate::arithmetic::{Formula, Linear};
use crate::system::{Equation, Sym, System};
use base::{Int, Limits, Stop};
use base::{index, signed};

/// The least and the greatest of some numbers, if there are such.
pub(crate) type Interval = (Option<i64>, Option<i64>);

/// A run of letters and its position.
struct Run {
    letters: Vec<u32>,
    position: Linear,
}

fn runs(system: &System, word: &[Sym]) -> Vec<Run> {
    let mut out: Vec<Run> = Vec::new();
    let mut position = Linear::default();
    let mut extend = false;
    for s in word {
        match s {
            Sym::Char(c) => {
                match out.last_mut() {
                    Some(run) if extend => run.letters.push(*c),
                    _ => out.push(Run { letters: vec![*c], position: position.clone() }),
                }
                position.add_constant(1);
                extend = true;
            }
            Sym::Var(x) => {
                position.add_var(system.length(*x), 1);
                extend = false;
            }
        }
    }
    debug_assert_eq!(
        out.iter().map(|run| run.letters.len()).sum::<usize>(),
        word.iter().filter(|s| s.var().is_none()).count(),
        "a letter of the word is in no run, or in two"
    );
    out
}

/// That runs of letters on different sides agree where they overlap.
pub(crate) fn letters_agree(
    system: &System,
    e: &Equation,
    limits: &Limits,
) -> Result<Vec<Formula>, Stop> {
    let (left, right) = (runs(system, &e.left), runs(system, &e.right));
    let mut out = Vec::new();
    for a in &left {
        for b in &right {
            limits.charge(1 + (a.letters.len() * b.letters.len()) as u64)?;
            let distance = b.position.clone().minus(&a.position);
            out.push(is_one_of(&distance, &clear_distances(&a.letters, &b.letters)));
        }
    }
    Ok(out)
}

/// The distances from the start of `a` to that of `b` at which they can overlap without agreeing are left
/// out: inclusive intervals, the first without lower and the last without upper end.
pub(crate) fn clear_distances(a: &[u32], b: &[u32]) -> Vec<Interval> {
    debug_assert!(!a.is_empty() && !b.is_empty(), "a run without letters is clear everywhere");
    let (m, n) = (signed(a.len()), signed(b.len()));
    let mut out = vec![(None, Some(-n))];
    for d in 1 - n..m {
        let (from_a, from_b) = (index(d.max(0)), index((-d).max(0)));
        if a[from_a..].iter().zip(&b[from_b..]).all(|(x, y)| x == y) {
            match out.last_mut() {
                Some(last) if last.1 == Some(d - 1) => last.1 = Some(d),
                _ => out.push((Some(d), Some(d))),
            }
        }
    }
    match out.last_mut() {
        Some(last) if last.1 == Some(m - 1) => last.1 = None,
        _ => out.push((Some(m), None)),
    }
    debug_assert!(
        out.is_sorted_by(|a, b| a.1.zip(b.0).is_some_and(|(end, start)| end + 1 < start)),
        "intervals are not ascending, or touch"
    );
    out
}

pub(crate) fn is_one_of(sum: &Linear, intervals: &[Interval]) -> Formula {
    Formula::or(intervals.iter().map(|&(lo, hi)| {
        let mut parts = Vec::new();
        if let Some(lo) = lo {
            parts.push(Formula::at_least(sum.clone(), &Linear::constant(Int::from(lo))));
        }
        if let Some(hi) = hi {
            parts.push(Formula::at_least(Linear::constant(Int::from(hi)), sum));
        }
        Formula::and(parts)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_at_which_letters_agree() {
        let (ab, ba) = ([97, 98], [98, 97]);
        assert_eq!(clear_distances(&ab, &ba), [(None, Some(-1)), (Some(1), None)]);
        assert_eq!(
            clear_distances(&ab, &ab),
            [(None, Some(-2)), (Some(0), Some(0)), (Some(2), None)]
        );
        assert_eq!(clear_distances(&[97], &[97]), [(None, None)]);
    }
}
