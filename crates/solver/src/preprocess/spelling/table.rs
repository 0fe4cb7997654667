//! Functions of an integer that are given by a list of their values.

use terms::{Term, Terms};

/// Keys from `first` to `last` with values: that of `first`, and one more for each key behind it if `step`.
struct Run {
    first: i64,
    last: i64,
    value: Term,
    /// The value of the first key, if it is a number.
    number: Option<i64>,
}

impl Run {
    /// Whether the entry behind this run continues it.
    fn is_continued_by(&self, terms: &Terms, key: i64, value: Term) -> bool {
        let rise = key - self.first;
        let value = terms.int_value(value).and_then(base::Int::to_i64);
        key == self.last + 1 && value.is_some() && value == self.number.map(|n| n + rise)
    }

    /// `key` is in the run.
    fn holds(&self, terms: &mut Terms, key: Term) -> Term {
        let (first, last) = (terms.int(self.first), terms.int(self.last));
        if self.first == self.last {
            return terms.eq(key, first);
        }
        let bounds = [terms.ge(key, first), terms.le(key, last)];
        terms.and(&bounds)
    }

    /// What the run has for `key`.
    fn value(&self, terms: &mut Terms, key: Term) -> Term {
        match self.number {
            Some(number) if self.first < self.last => {
                let rise = terms.int(number - self.first);
                terms.add(&[key, rise])
            }
            _ => self.value,
        }
    }
}

/// The value that `entries` have for `key`, else `otherwise`. Keys are different and in order; where numbers rise with them, as in
/// alphabets, one case is enough for all.
pub(super) fn lookup(
    terms: &mut Terms,
    key: Term,
    entries: &[(i64, Term)],
    otherwise: Term,
) -> Term {
    debug_assert!(entries.is_sorted_by(|a, b| a.0 < b.0), "keys are not in order");
    let mut runs: Vec<Run> = Vec::new();
    for &(at, value) in entries {
        match runs.last_mut() {
            Some(run) if run.is_continued_by(terms, at, value) => run.last = at,
            _ => {
                let number = terms.int_value(value).and_then(base::Int::to_i64);
                runs.push(Run { first: at, last: at, value, number });
            }
        }
    }
    runs.iter().rev().fold(otherwise, |otherwise, run| {
        let (holds, value) = (run.holds(terms, key), run.value(terms, key));
        terms.ite(holds, value, otherwise)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use terms::Sort;

    #[test]
    fn alphabets_are_few_cases() {
        let mut terms = Terms::new();
        let (key, none) = (terms.fresh("key", Sort::Int), terms.int(-1));
        let mut entries = Vec::new();
        for (i, c) in (0i64..).zip("ABCDabcd7".chars()) {
            entries.push((i64::from(u32::from(c)), terms.int(i)));
        }
        base::order::sort(&mut entries);
        let found = lookup(&mut terms, key, &entries, none);
        let ites =
            |t| terms.post_order(&[t]).iter().filter(|&&t| terms.op(t) == terms::Op::Ite).count();
        assert_eq!(ites(found), 3);
        let other = terms.fresh("other", Sort::Int);
        let plain = lookup(&mut terms, key, &[(0, other), (1, none)], none);
        let zero = terms.int(0);
        assert_eq!(terms.arg(plain, 0), terms.eq(key, zero));
    }
}
