//! Borders and periods of words, and where a word is in a word, in linear time.
//!
//! A *border* of a word begins and ends it; `w` has the *period* `p` if letters at a distance of `p` are equal, which is so if and only if
//! it has a border of `|w| - p` letters (Knuth, Morris and Pratt, *Fast pattern matching in strings*, SIAM J. Comput. 6(2), 1977;
//! Lothaire, *Combinatorics on Words*, 1983). The evaluator that judges models has a search of its own, on purpose.

/// For each non-empty prefix of `w`, the length of its longest border that is shorter than it.
///
/// ```
/// assert_eq!(base::borders::borders(b"abaab"), [0, 0, 1, 1, 2]);
/// ```
pub fn borders<T: Eq>(w: &[T]) -> Vec<usize> {
    let mut borders = vec![0; w.len()];
    for i in 1..w.len() {
        let next = extended(&borders, w, borders[i - 1], &w[i]);
        borders[i] = next;
    }
    borders
}

/// How much of `w` ends what was read, if `matched` letters of it did before `next`; `w` has more letters than that.
fn extended<T: Eq>(borders: &[usize], w: &[T], mut matched: usize, next: &T) -> usize {
    while matched > 0 && w[matched] != *next {
        matched = borders[matched - 1];
    }
    matched + usize::from(w[matched] == *next)
}

/// The periods of `w` that are shorter than it, in order.
///
/// ```
/// assert_eq!(base::borders::periods(b"abaaba").collect::<Vec<_>>(), [3, 5]);
/// ```
pub fn periods<T: Eq>(w: &[T]) -> impl Iterator<Item = usize> {
    let (n, borders) = (w.len(), borders(w));
    let longest = borders.last().copied().unwrap_or(0);
    let shorter = move |&border: &usize| borders.get(border.checked_sub(1)?).copied();
    std::iter::successors(Some(longest), shorter)
        .take_while(|&border| border > 0)
        .map(move |border| n - border)
}

/// The shortest word of which `w` is a power.
///
/// ```
/// assert_eq!(base::borders::primitive_root(b"abab"), b"ab");
/// assert_eq!(base::borders::primitive_root(b"aba"), b"aba");
/// ```
pub fn primitive_root<T: Eq>(w: &[T]) -> &[T] {
    let period = periods(w).find(|&p| w.len().is_multiple_of(p));
    &w[..period.unwrap_or(w.len())]
}

/// The first occurrence of `needle` in `hay` that starts at `from` or later. An empty needle occurs everywhere, the end included.
///
/// ```
/// assert_eq!(base::borders::find(b"abababc", b"ababc", 0), Some(2));
/// assert_eq!(base::borders::find(b"ab", b"", 2), Some(2));
/// ```
pub fn find<T: Eq>(hay: &[T], needle: &[T], from: usize) -> Option<usize> {
    let hay = hay.get(from..)?;
    if needle.is_empty() || needle.len() > hay.len() {
        return needle.is_empty().then_some(from);
    }
    let (borders, mut matched) = (borders(needle), 0);
    for (i, c) in hay.iter().enumerate() {
        matched = extended(&borders, needle, matched, c);
        if matched == needle.len() {
            return Some(from + i + 1 - matched);
        }
    }
    None
}

/// The length of the longest word that ends `a` and begins `b`; it may be all of either.
///
/// ```
/// assert_eq!(base::borders::overlap(b"xaba", b"abac"), 3);
/// ```
pub fn overlap<T: Eq>(a: &[T], b: &[T]) -> usize {
    let (a, borders) = (&a[a.len().saturating_sub(b.len())..], borders(b));
    a.iter().enumerate().fold(0, |matched, (i, c)| {
        debug_assert!(matched <= i, "more is matched than was read");
        extended(&borders, b, matched, c)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All words over two letters of up to eight letters.
    fn words() -> impl Iterator<Item = Vec<u32>> {
        (0..9)
            .flat_map(|n| (0..1_u32 << n).map(move |bits| (0..n).map(|i| bits >> i & 1).collect()))
    }

    #[test]
    fn periods_and_roots_agree_with_their_definitions() {
        for w in words() {
            let n = w.len();
            let naive: Vec<usize> = (1..n).filter(|&p| w[p..] == w[..n - p]).collect();
            assert_eq!(periods(&w).collect::<Vec<_>>(), naive, "{w:?}");
            let is_root = |&p: &usize| w == w[..p].repeat(n / p);
            let root = (1..=n).find(is_root).unwrap_or(n);
            assert_eq!(primitive_root(&w), &w[..root], "{w:?}");
        }
    }

    #[test]
    fn occurrences_agree_with_trying_every_position() {
        for hay in words() {
            for needle in words().filter(|w| w.len() < 5) {
                for from in 0..hay.len() + 2 {
                    let naive = (from..=hay.len()).find(|&i| hay[i..].starts_with(&needle));
                    assert_eq!(find(&hay, &needle, from), naive, "{hay:?} {needle:?} {from}");
                }
                let naive = (0..=needle.len()).rev().find(|&k| hay.ends_with(&needle[..k]));
                assert_eq!(Some(overlap(&hay, &needle)), naive, "{hay:?} {needle:?}");
            }
        }
    }
}
