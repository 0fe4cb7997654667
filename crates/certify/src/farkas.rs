//! Certificates of linear contradictions: elimination of variables (Fourier and Motzkin), with rounding.
//!
//! The clauses that reach this are small: a conflict of the simplex names few bounds. So multipliers are found anew instead of being
//! carried through the search. Equations go first, which leaves multiples of other unknowns.
//! Numbers that grow beyond 128 bits, or too many lines, mean that there is no certificate.

use base::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write;

/// At most so many lines.
const MAX_LINES: usize = 3_000;

/// How often bounds are tightened by each other.
const ROUNDS: usize = 2;

/// How often unknowns are changed.
const MAX_CHANGES: usize = 60;

/// Unknowns of a line that bounds come from.
const MAX_TERMS: usize = 6;

/// `constant + sum of coefficients >= 0`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// What is added.
    pub constant: i128,
    /// The coefficients of numbered unknowns.
    pub terms: BTreeMap<usize, i128>,
}

impl Row {
    /// A row of these coefficients.
    pub fn new(constant: i128, terms: impl IntoIterator<Item = (usize, i128)>) -> Row {
        Row { constant, terms: terms.into_iter().collect() }
    }
}

struct Line {
    row: Row,
    from: Vec<(usize, i128)>,
    divisor: i128,
}

/// The lines to go on with.
#[derive(Default)]
struct Live {
    lines: Vec<usize>,
    /// The line with the lowest constant, for each left side.
    lowest: FxHashMap<BTreeMap<usize, i128>, usize>,
}

/// Lines that end in a contradiction.
pub struct Certificate {
    lines: Vec<Line>,
    premises: usize,
    last: usize,
}

/// A certificate that these lines contradict each other.
pub fn certificate(premises: Vec<Row>) -> Option<Certificate> {
    certificate_within(premises, MAX_LINES)
}

/// As `certificate`, of at most so many lines.
pub fn certificate_within(premises: Vec<Row>, most: usize) -> Option<Certificate> {
    let count = premises.len();
    let mut lines: Vec<Line> =
        premises.into_iter().map(|row| Line { row, from: Vec::new(), divisor: 1 }).collect();
    let mut live = Live::default();
    for i in 0..count {
        if let Some(last) = enter(&mut lines, &mut live, i) {
            return Some(Certificate { lines, premises: count, last });
        }
    }
    if let Some(last) = tighten(&mut lines, &mut live)? {
        return Some(Certificate { lines, premises: count, last });
    }
    let mut changes = 0;
    loop {
        let Some((x, up, down)) = equation(&lines, &live) else {
            changes += 1;
            if changes <= MAX_CHANGES && change_basis(&mut lines, &mut live)? {
                continue;
            }
            break;
        };
        let with: Vec<usize> =
            live.lines.iter().copied().filter(|i| lines[*i].row.terms.contains_key(&x)).collect();
        live.lines.retain(|i| !lines[*i].row.terms.contains_key(&x));
        for i in with.into_iter().filter(|&i| i != up && i != down) {
            let is_up = lines[i].row.terms[&x] > 0;
            let line =
                if is_up { combined(&lines, x, i, down)? } else { combined(&lines, x, up, i)? };
            lines.push(line);
            let new = lines.len() - 1;
            if let Some(last) = enter(&mut lines, &mut live, new) {
                return Some(Certificate { lines, premises: count, last });
            }
            if lines.len() > most {
                return None;
            }
        }
    }
    while let Some(x) = cheapest(&lines, &live) {
        let (with, without): (Vec<usize>, Vec<usize>) =
            live.lines.iter().partition(|&&i| lines[i].row.terms.contains_key(&x));
        live.lines = without;
        let (up, down): (Vec<usize>, Vec<usize>) =
            with.into_iter().partition(|&i| lines[i].row.terms[&x] > 0);
        for &p in &up {
            for &q in &down {
                let line = combined(&lines, x, p, q)?;
                lines.push(line);
                let new = lines.len() - 1;
                if let Some(last) = enter(&mut lines, &mut live, new) {
                    return Some(Certificate { lines, premises: count, last });
                }
                if lines.len() > most {
                    return None;
                }
            }
        }
    }
    None
}

/// Makes a line one to go on with, divided if that is possible; returns it if it is the contradiction.
fn enter(lines: &mut Vec<Line>, live: &mut Live, i: usize) -> Option<usize> {
    let row = lines[i].row.clone();
    if row.terms.is_empty() {
        return (row.constant < 0).then_some(i);
    }
    let divisor = row.terms.values().fold(0, |g, &c| gcd(g, c));
    let mut at = i;
    if divisor > 1 {
        let terms = row.terms.iter().map(|(&x, &c)| (x, c / divisor)).collect();
        let row = Row { constant: row.constant.div_euclid(divisor), terms };
        lines.push(Line { row, from: vec![(i, 1)], divisor });
        at = lines.len() - 1;
    }
    let row = &lines[at].row;
    let old = live.lowest.get(&row.terms);
    if old.is_none_or(|&j| lines[j].row.constant > row.constant) {
        live.lines.push(at);
        live.lowest.insert(row.terms.clone(), at);
    }
    None
}

/// Bounds of single unknowns, from lines and the bounds of the others: they are rounded, which elimination may come too late for. Returns
/// the contradiction if there is one.
fn tighten(lines: &mut Vec<Line>, live: &mut Live) -> Option<Option<usize>> {
    for _ in 0..ROUNDS {
        let known = lines.len();
        for i in live.lines.clone() {
            let terms = lines[i].row.terms.clone();
            if !(2..=MAX_TERMS).contains(&terms.len()) {
                continue;
            }
            for &x in terms.keys() {
                let Some(from) = bounded(lines, live, i, x) else { continue };
                let row = sum(lines, &from)?;
                if is_known(lines, live, &row) {
                    continue;
                }
                lines.push(Line { row, from, divisor: 1 });
                let new = lines.len() - 1;
                if let Some(last) = enter(lines, live, new) {
                    return Some(Some(last));
                }
            }
        }
        if lines.len() == known {
            break;
        }
    }
    Some(None)
}

/// Whether a line about one unknown says no more than a bound of it.
fn is_known(lines: &[Line], live: &Live, row: &Row) -> bool {
    let Some((&x, c)) = row.terms.iter().next() else { return false };
    let bound = live.lowest.get(&BTreeMap::from([(x, c.signum())]));
    bound.is_some_and(|&j| lines[j].row.constant <= row.constant.div_euclid(c.abs()))
}

/// Line `i` and bounds of all its unknowns but `x`, so often that only `x` is left.
fn bounded(lines: &[Line], live: &Live, i: usize, x: usize) -> Option<Vec<(usize, i128)>> {
    let mut from = vec![(i, 1)];
    for (&y, &c) in lines[i].row.terms.iter().filter(|(y, _)| **y != x) {
        let opposite = BTreeMap::from([(y, -c.signum())]);
        from.push((*live.lowest.get(&opposite)?, c.abs()));
    }
    Some(from)
}

/// So many times these lines.
fn sum(lines: &[Line], from: &[(usize, i128)]) -> Option<Row> {
    let mut row = Row { constant: 0, terms: BTreeMap::new() };
    for &(j, n) in from {
        row.constant = add(row.constant, 1, lines[j].row.constant, n)?;
        for (&y, &c) in &lines[j].row.terms {
            let old = row.terms.get(&y).copied().unwrap_or(0);
            row.terms.insert(y, add(old, 1, c, n)?);
        }
    }
    row.terms.retain(|_, c| *c != 0);
    Some(row)
}

/// Two opposite lines, and an unknown that they have once: it can be eliminated without loss, also among integers.
fn equation(lines: &[Line], live: &Live) -> Option<(usize, usize, usize)> {
    live.lines.iter().find_map(|&i| {
        let row = &lines[i].row;
        let (&x, _) = row.terms.iter().find(|(_, c)| **c == 1)?;
        let opposite = row.terms.iter().map(|(&y, &c)| (y, -c)).collect();
        let &j = live.lowest.get(&opposite)?;
        (lines[j].row.constant == -row.constant).then_some((x, i, j))
    })
}

/// Other unknowns, in which the coefficients of an equation are smaller: in `2x + 5y = 1` it is `z = x + 2y` in place of `x`, as
/// `2z + y = 1` (Knuth, *The Art of Computer Programming* 2, 4.5.2). The number of `x` is that of `z` from then on. Integers have
/// integers in their place and the other way round, so the divisors of a line are the same, and what is divided and rounded is a
/// line of the old unknowns. Returns whether there is such an equation.
fn change_basis(lines: &mut [Line], live: &mut Live) -> Option<bool> {
    let Some(i) = live.lines.iter().copied().find(|&i| is_equation(lines, live, i)) else {
        return Some(false);
    };
    let row = lines[i].row.terms.clone();
    let Some((&x, &c)) = row.iter().min_by_key(|(_, c)| c.abs()) else { return Some(false) };
    let quotients: Vec<(usize, i128)> =
        row.iter().filter(|(y, _)| **y != x).map(|(&y, &d)| (y, d.div_euclid(c))).collect();
    for line in lines.iter_mut() {
        let Some(&a) = line.row.terms.get(&x) else { continue };
        for &(y, q) in &quotients {
            let old = line.row.terms.get(&y).copied().unwrap_or(0);
            line.row.terms.insert(y, add(old, 1, q, a.checked_neg()?)?);
        }
        line.row.terms.retain(|_, c| *c != 0);
    }
    live.lowest.clear();
    for &i in &live.lines {
        let Row { constant, terms } = &lines[i].row;
        let old = live.lowest.get(terms);
        if old.is_none_or(|&j| lines[j].row.constant > *constant) {
            live.lowest.insert(terms.clone(), i);
        }
    }
    Some(true)
}

/// Whether this and another line are opposite, with no coefficient 1 but more than one unknown.
fn is_equation(lines: &[Line], live: &Live, i: usize) -> bool {
    let Row { constant, terms } = &lines[i].row;
    let opposite = terms.iter().map(|(&y, &c)| (y, -c)).collect();
    let is_opposite = |&j: &usize| lines[j].row.constant == -constant;
    terms.len() > 1 && live.lowest.get(&opposite).is_some_and(is_opposite)
}

/// The unknown whose elimination makes the fewest lines.
fn cheapest(lines: &[Line], live: &Live) -> Option<usize> {
    let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for &i in &live.lines {
        for (&x, &c) in &lines[i].row.terms {
            let count = counts.entry(x).or_default();
            if c > 0 { count.0 += 1 } else { count.1 += 1 }
        }
    }
    counts.into_iter().min_by_key(|(_, (up, down))| up * down).map(|(x, _)| x)
}

/// The sum of two lines without `x`.
fn combined(lines: &[Line], x: usize, p: usize, q: usize) -> Option<Line> {
    let (a, b) = (lines[p].row.terms[&x], -lines[q].row.terms[&x]);
    let g = gcd(a, b);
    let (of_p, of_q) = (b / g, a / g);
    let mut row = Row {
        constant: add(lines[p].row.constant, of_p, lines[q].row.constant, of_q)?,
        terms: BTreeMap::new(),
    };
    let unknowns = lines[p].row.terms.keys().chain(lines[q].row.terms.keys());
    for &y in unknowns {
        let of = |i: usize| lines[i].row.terms.get(&y).copied().unwrap_or(0);
        let c = add(of(p), of_p, of(q), of_q)?;
        if c != 0 {
            row.terms.insert(y, c);
        }
    }
    Some(Line { row, from: vec![(p, of_p), (q, of_q)], divisor: 1 })
}

fn add(a: i128, m: i128, b: i128, n: i128) -> Option<i128> {
    a.checked_mul(m)?.checked_add(b.checked_mul(n)?)
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

impl Certificate {
    /// Which lines the last one needs.
    fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.lines.len()];
        needed[self.last] = true;
        for i in (0..=self.last).rev() {
            if needed[i] {
                self.lines[i].from.iter().for_each(|&(j, _)| needed[j] = true);
            }
        }
        needed
    }

    /// The premises that are needed.
    pub fn premises(&self) -> Vec<usize> {
        let needed = self.needed();
        (0..self.premises).filter(|&i| needed[i]).collect()
    }

    /// The lines as the format writes them.
    pub fn text(&self) -> String {
        let needed = self.needed();
        let mut numbers: Vec<usize> = (0..self.lines.len()).collect();
        let mut next = self.premises;
        let mut out = String::new();
        for i in self.premises..=self.last {
            if !needed[i] {
                continue;
            }
            numbers[i] = next;
            next += 1;
            out.push_str(" (");
            for &(j, c) in &self.lines[i].from {
                let _ = write!(out, "({} {c})", numbers[j]);
            }
            if self.lines[i].divisor > 1 {
                let _ = write!(out, " / {}", self.lines[i].divisor);
            }
            out.push(')');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_rounded_before_unknowns_go() {
        // 9y + 8x is 4, for x and y that are not negative.
        let rows = [
            Row::new(-4, [(0, 8), (1, 9)]),
            Row::new(4, [(0, -8), (1, -9)]),
            Row::new(0, [(0, 1)]),
            Row::new(0, [(1, 1)]),
        ];
        assert!(certificate(rows.to_vec()).is_some());
        assert!(certificate(rows[1..].to_vec()).is_none());
    }

    #[test]
    fn equations_leave_multiples() {
        // w is 2x and 3y, w + 10 is 5z, and w is between 1 and 29.
        let equations: [&[(usize, i128)]; 3] =
            [&[(0, 1), (1, -2)], &[(0, 1), (2, -3)], &[(0, 1), (3, -5)]];
        let mut rows = Vec::new();
        for (terms, n) in equations.into_iter().zip([0, 0, 10]) {
            rows.push(Row::new(n, terms.iter().copied()));
            rows.push(Row::new(-n, terms.iter().map(|&(x, c)| (x, -c))));
        }
        rows.extend([Row::new(-1, [(0, 1)]), Row::new(29, [(0, -1)])]);
        assert!(certificate(rows.clone()).is_some());
        rows[7].constant = 30;
        assert!(certificate(rows).is_none());
    }
}
