//! Matching constant words against ground regexes.
//!
//! For every subterm `r` of the regex, bottom-up, the relation "r matches the word from i to j" is a
//! Boolean matrix with one bit row per start. Union, intersection and complement are bitwise,
//! concatenation is the matrix product, iteration the closure. This takes `O(n^2 |r|)` bits but
//! treats all operators alike, complement included, and has no blow-up; words in inputs are short.
//! Longer ones are left to the solver's automata.

use base::{Budget, FxHashMap};
use terms::sort::MAX_CHAR;
use terms::{Op, Term, Terms};

/// Bits, one per position of the word and one for its end.
type Row = Vec<u64>;

/// Which factors of the word a regex matches.
#[derive(Clone)]
pub(crate) struct Matches {
    rows: Vec<Row>,
}

fn has(row: &Row, j: usize) -> bool {
    row[j / 64] >> (j % 64) & 1 == 1
}

fn set(row: &mut Row, j: usize) {
    row[j / 64] |= 1 << (j % 64);
}

fn or_into(row: &mut Row, other: &Row) {
    row.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

fn bits(row: &Row) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(w, &bits)| {
        let mut rest = bits;
        std::iter::from_fn(move || {
            let bit = rest.checked_ilog2().map(|_| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(64 * w + bit)
        })
    })
}

impl Matches {
    fn none(n: usize) -> Matches {
        Matches { rows: vec![vec![0; n / 64 + 1]; n + 1] }
    }

    fn empty_word(n: usize) -> Matches {
        let mut m = Matches::none(n);
        m.rows.iter_mut().enumerate().for_each(|(i, row)| set(row, i));
        m
    }

    fn all(n: usize) -> Matches {
        let mut m = Matches::none(n);
        m.rows.iter_mut().enumerate().for_each(|(i, row)| (i..=n).for_each(|j| set(row, j)));
        m
    }

    fn single(word: &[u32], accepts: impl Fn(u32) -> bool) -> Matches {
        let mut m = Matches::none(word.len());
        for (i, &c) in word.iter().enumerate() {
            if accepts(c) {
                set(&mut m.rows[i], i + 1);
            }
        }
        m
    }

    fn literal(word: &[u32], literal: &[u32]) -> Matches {
        let mut m = Matches::none(word.len());
        for i in 0..=word.len() {
            if word[i..].starts_with(literal) {
                set(&mut m.rows[i], i + literal.len());
            }
        }
        m
    }

    fn union(mut self, other: &Matches) -> Matches {
        self.rows.iter_mut().zip(&other.rows).for_each(|(a, b)| or_into(a, b));
        self
    }

    fn inter(mut self, other: &Matches) -> Matches {
        for (a, b) in self.rows.iter_mut().zip(&other.rows) {
            a.iter_mut().zip(b).for_each(|(a, b)| *a &= b);
        }
        self
    }

    fn complement(&self) -> Matches {
        let mut m = Matches::all(self.rows.len() - 1);
        for (a, b) in m.rows.iter_mut().zip(&self.rows) {
            a.iter_mut().zip(b).for_each(|(a, b)| *a &= !b);
        }
        m
    }

    fn then(&self, next: &Matches) -> Matches {
        let mut m = Matches::none(self.rows.len() - 1);
        for (row, mine) in m.rows.iter_mut().zip(&self.rows) {
            bits(mine).for_each(|j| or_into(row, &next.rows[j]));
        }
        m
    }

    /// Zero or more times. Matches only go forward, so later rows are finished first.
    fn star(&self) -> Matches {
        let n = self.rows.len() - 1;
        let mut m = Matches::empty_word(n);
        for i in (0..=n).rev() {
            let mut row = std::mem::take(&mut m.rows[i]);
            for j in bits(&self.rows[i]).filter(|&j| j > i) {
                or_into(&mut row, &m.rows[j]);
            }
            m.rows[i] = row;
        }
        m
    }

    fn power(&self, mut k: u32) -> Matches {
        let mut base = self.clone();
        let mut result = Matches::empty_word(self.rows.len() - 1);
        while k > 0 {
            if k & 1 == 1 {
                result = result.then(&base);
            }
            k >>= 1;
            if k > 0 {
                base = base.then(&base);
            }
        }
        result
    }

    fn optional(self) -> Matches {
        let n = self.rows.len() - 1;
        self.union(&Matches::empty_word(n))
    }

    /// The ends of the matches that start at `i`, in ascending order.
    pub(crate) fn ends(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        bits(&self.rows[i])
    }
}

/// The matches of `regex` in `word`; `None` when the regex is not ground, the matrices would be too large, or there is no time.
pub(crate) fn matches(
    terms: &Terms,
    regex: Term,
    word: &[u32],
    budget: &Budget,
) -> Option<Matches> {
    let order = terms.post_order_within(&[regex], budget).ok()?;
    let words = (word.len() + 1) * (word.len() / 64 + 1);
    if words.checked_mul(order.len()).is_none_or(|all| all > terms.effort().matching_words) {
        return None;
    }
    let mut done: FxHashMap<Term, Matches> = FxHashMap::default();
    for r in order {
        if terms.sort(r) == terms::Sort::RegLan {
            let m = one(terms, r, word, &done)?;
            done.insert(r, m);
        }
    }
    done.remove(&regex)
}

fn one(terms: &Terms, r: Term, word: &[u32], done: &FxHashMap<Term, Matches>) -> Option<Matches> {
    let n = word.len();
    let arg = |i: usize| &done[&terms.arg(r, i)];
    let fold = |f: fn(Matches, &Matches) -> Matches| {
        let rest = &terms.args(r)[1..];
        rest.iter().fold(arg(0).clone(), |acc, a| f(acc, &done[a]))
    };
    Some(match terms.op(r) {
        Op::ReNone => Matches::none(n),
        Op::ReAll => Matches::all(n),
        Op::ReAllChar => Matches::single(word, |_| true),
        Op::StrToRe => Matches::literal(word, terms.str_value(terms.arg(r, 0))?),
        Op::ReRange => {
            let (lo, hi) = range(terms, r)?;
            Matches::single(word, |c| (lo..=hi).contains(&c))
        }
        Op::ReConcat => fold(|a, b| a.then(b)),
        Op::ReUnion => fold(Matches::union),
        Op::ReInter => fold(Matches::inter),
        Op::ReDiff => fold(|a, b| a.inter(&b.complement())),
        Op::ReComp => arg(0).complement(),
        Op::ReStar => arg(0).star(),
        Op::RePlus => arg(0).then(&arg(0).star()),
        Op::ReOpt => arg(0).clone().optional(),
        Op::RePower(k) => arg(0).power(k),
        Op::ReLoop(lo, hi) if lo > hi => Matches::none(n),
        Op::ReLoop(lo, hi) => arg(0).power(lo).then(&arg(0).clone().optional().power(hi - lo)),
        _ => return None,
    })
}

/// The code points of a ground range, `(1, 0)` when it is empty.
pub(crate) fn range(terms: &Terms, r: Term) -> Option<(u32, u32)> {
    let (lo, hi) = (terms.str_value(terms.arg(r, 0))?, terms.str_value(terms.arg(r, 1))?);
    Some(match (lo, hi) {
        ([lo], [hi]) if lo <= hi => (*lo, *hi),
        _ => (1, 0),
    })
}

/// Code points from the first to the second, for each.
pub(crate) type Ranges = Vec<(u32, u32)>;

/// Ranges of code points that make up `r`, if all of its words are single characters, which are plain to see.
pub(crate) fn characters(terms: &Terms, r: Term) -> Option<Ranges> {
    // Normal forms are flat.
    let parts = if terms.op(r) == Op::ReUnion { terms.args(r) } else { &[r] };
    let of_part = |&part: &Term| {
        let (op, word) = (terms.op(part), terms.args(part).first());
        if op == Op::ReRange {
            return range(terms, part).filter(|(lo, hi)| lo <= hi);
        }
        let word = word.filter(|_| op == Op::StrToRe).and_then(|&w| terms.str_value(w));
        match word {
            Some(&[c]) => Some((c, c)),
            _ => (op == Op::ReAllChar).then_some((0, MAX_CHAR)),
        }
    };
    parts.iter().map(of_part).collect()
}

/// Whether `word` is in the ground `regex`; `None` as for [`matches`].
pub(crate) fn accepts(terms: &Terms, regex: Term, word: &[u32], budget: &Budget) -> Option<bool> {
    let m = matches(terms, regex, word, budget)?;
    Some(has(&m.rows[0], word.len()))
}
