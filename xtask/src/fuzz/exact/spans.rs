//! Sets of natural numbers as few disjoint intervals, of any size.

use dashu_int::IBig;
use std::cmp::{max, min};

/// More intervals are given up.
const MOST: usize = 64;

/// Numbers from `low` to `high`, without end if that is `None`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    pub low: IBig,
    pub high: Option<IBig>,
}

/// Intervals in order, no two of which touch.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spans(Vec<Span>);

impl Span {
    pub fn new(low: impl Into<IBig>, high: impl Into<IBig>) -> Span {
        Span { low: low.into(), high: Some(high.into()) }
    }

    pub fn from(low: impl Into<IBig>) -> Span {
        Span { low: low.into(), high: None }
    }

    /// The numbers in both.
    pub fn meet(&self, other: &Span) -> Option<Span> {
        let low = max(&self.low, &other.low).clone();
        let high = least(self.high.as_ref(), other.high.as_ref()).cloned();
        high.as_ref().is_none_or(|high| low <= *high).then_some(Span { low, high })
    }

    /// The sums of a number of each.
    pub fn plus(&self, other: &Span) -> Span {
        let high = self.high.as_ref().zip(other.high.as_ref()).map(|(a, b)| a + b);
        Span { low: &self.low + &other.low, high }
    }

    /// The natural numbers `d` with `p + d = q` for a number `p` of this one and `q` of the other.
    pub fn up_to(&self, other: &Span) -> Option<Span> {
        let low = match &self.high {
            Some(high) => max(&other.low - high, IBig::ZERO),
            None => IBig::ZERO,
        };
        let high = other.high.as_ref().map(|high| high - &self.low);
        high.as_ref().is_none_or(|high| low <= *high).then_some(Span { low, high })
    }

    /// The numbers `j` such that one of this interval lies between `j * low` and `j * high`, where `low` is at most `high`
    /// and `0 * high` is 0 also without end.
    pub fn divided(&self, low: &IBig, high: Option<&IBig>) -> Option<Span> {
        let least = match high {
            _ if self.low == IBig::ZERO => IBig::ZERO,
            Some(high) if *high == IBig::ZERO => return None,
            Some(high) => (&self.low + high - 1) / high,
            None => IBig::ONE,
        };
        let most = self.high.as_ref().filter(|_| *low != IBig::ZERO).map(|most| most / low);
        most.as_ref().is_none_or(|most| least <= *most).then_some(Span { low: least, high: most })
    }
}

/// The smaller of two, where `None` is without end.
fn least<'a>(a: Option<&'a IBig>, b: Option<&'a IBig>) -> Option<&'a IBig> {
    match (a, b) {
        (Some(a), Some(b)) => Some(min(a, b)),
        (a, b) => a.or(b),
    }
}

impl Spans {
    pub fn none() -> Spans {
        Spans::default()
    }

    pub fn all() -> Spans {
        Spans(vec![Span::from(0)])
    }

    pub fn point(n: &IBig) -> Spans {
        Spans(vec![Span::new(n.clone(), n.clone())])
    }

    /// The union of some intervals, unless it has too many.
    pub fn of(spans: impl IntoIterator<Item = Span>) -> Option<Spans> {
        let mut spans: Vec<Span> = spans.into_iter().take(4 * MOST * MOST + 1).collect();
        spans.sort_by(|a, b| a.low.cmp(&b.low));
        let mut joined: Vec<Span> = Vec::new();
        for span in spans {
            match joined.last_mut() {
                Some(last) if last.high.as_ref().is_none_or(|high| span.low <= high + 1) => {
                    last.high = last.high.take().zip(span.high).map(|(a, b)| max(a, b));
                }
                _ => joined.push(span),
            }
        }
        (joined.len() <= MOST).then_some(Spans(joined))
    }

    pub fn iter(&self) -> impl Iterator<Item = &Span> {
        self.0.iter()
    }

    /// The interval, if it is one.
    pub fn only(&self) -> Option<&Span> {
        if let [span] = self.0.as_slice() { Some(span) } else { None }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn contains(&self, n: &IBig) -> bool {
        let point = Span::new(n.clone(), n.clone());
        self.0.iter().any(|span| span.meet(&point).is_some())
    }

    pub fn union(&self, other: &Spans) -> Option<Spans> {
        Spans::of(self.iter().chain(other.iter()).cloned())
    }

    pub fn meet(&self, span: &Span) -> Spans {
        Spans(self.0.iter().filter_map(|s| s.meet(span)).collect())
    }

    /// Whether they have a number in common.
    pub fn meets(&self, other: &Spans) -> bool {
        other.iter().any(|span| !self.meet(span).is_empty())
    }

    /// The sums of a number of each.
    pub fn plus(&self, other: &Spans) -> Option<Spans> {
        Spans::of(self.iter().flat_map(|a| other.iter().map(move |b| a.plus(b))))
    }

    /// The numbers `j` such that one of these lies between `j * low` and `j * high`.
    pub fn divided(&self, low: &IBig, high: Option<&IBig>) -> Option<Spans> {
        Spans::of(self.iter().filter_map(|span| span.divided(low, high)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(spans: &Spans) -> Vec<i64> {
        (0..40).filter(|n| spans.contains(&IBig::from(*n))).collect()
    }

    fn some() -> Vec<Spans> {
        let spans =
            [Span::new(0, 0), Span::new(2, 5), Span::new(3, 3), Span::from(7), Span::new(6, 9)];
        let pairs = spans.iter().flat_map(|a| spans.iter().map(|b| [a.clone(), b.clone()]));
        pairs.map(|pair| Spans::of(pair).unwrap()).collect()
    }

    #[test]
    fn sums_and_unions() {
        for (a, b) in some().iter().flat_map(|a| some().into_iter().map(move |b| (a.clone(), b))) {
            let (of_a, of_b) = (numbers(&a), numbers(&b));
            let is_sum = |n: &i64| of_a.iter().any(|x| of_b.contains(&(n - x)));
            assert_eq!(numbers(&a.plus(&b).unwrap()), (0..40).filter(is_sum).collect::<Vec<_>>());
            let in_one = |n: &i64| of_a.contains(n) || of_b.contains(n);
            assert_eq!(numbers(&a.union(&b).unwrap()), (0..40).filter(in_one).collect::<Vec<_>>());
            assert_eq!(a.meets(&b), of_a.iter().any(|n| of_b.contains(n)));
        }
    }

    #[test]
    fn divisions_and_differences() {
        for spans in some() {
            let all = numbers(&spans);
            for (low, high) in
                [(0, Some(0)), (0, Some(3)), (2, Some(2)), (2, Some(3)), (0, None), (3, None)]
            {
                let most = |j: i64| if j == 0 { Some(0) } else { high.map(|high| j * high) };
                let hits = |j: &i64| {
                    all.iter().any(|n| j * low <= *n && most(*j).is_none_or(|most| *n <= most))
                };
                let high = high.map(IBig::from);
                let found = numbers(&spans.divided(&IBig::from(low), high.as_ref()).unwrap());
                let (found, wanted) = (found.iter().filter(|j| **j < 10), (0..10).filter(hits));
                assert!(found.copied().eq(wanted), "{spans:?} {low} {high:?}");
            }
        }
        let between = Span::new(2, 4).up_to(&Span::new(3, 9));
        assert_eq!(between, Some(Span::new(0, 7)));
        assert_eq!(Span::new(5, 6).up_to(&Span::new(0, 4)), None);
    }
}
