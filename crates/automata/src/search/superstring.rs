//! A short word that contains given ones.
//!
//! A shortest one is hard to find, and the conjunction of "contains w" for n words has an automaton with a state for each subset of them.
//! Joining the two words that overlap most, again and again, is known to come close (A. Blum, T. Jiang, M. Li, J. Tromp, M. Yannakakis,
//! *Linear Approximation of Shortest Superstrings*, J. ACM 41(4), 1994). Overlaps are found by length, greatest first, with a
//! table of prefixes, so that the time is linear in the number of words and quadratic in their length.

use base::{FxHashMap, Limits, Stop, UnionFind};

/// The successor of each word, and how many letters it shares with it.
type Links = Vec<Option<(usize, usize)>>;

/// A word that contains all of `words`, short where they overlap.
///
/// # Errors
/// When the limits are reached.
pub fn superstring(words: &[Vec<u32>], limits: &Limits) -> Result<Vec<u32>, Stop> {
    let (mut next, mut has_previous): (Links, _) =
        (vec![None; words.len()], vec![false; words.len()]);
    let mut chains = UnionFind::new(words.len());
    let longest = words.iter().map(Vec::len).max().unwrap_or(0);
    for overlap in (0..longest).rev() {
        limits.charge((words.len() * (1 + overlap)) as u64)?;
        let mut heads: FxHashMap<&[u32], Vec<usize>> = FxHashMap::default();
        for (j, word) in
            words.iter().enumerate().filter(|&(j, w)| !has_previous[j] && w.len() > overlap)
        {
            heads.entry(&word[..overlap]).or_default().push(j);
        }
        for (i, word) in words.iter().enumerate() {
            let Some(rest) = word.len().checked_sub(overlap).filter(|&rest| rest > 0) else {
                continue;
            };
            let Some(free) = heads.get_mut(&word[rest..]).filter(|_| next[i].is_none()) else {
                continue;
            };
            // The chain of the word itself would become a circle; there is at most one such head.
            let other = free.iter().rposition(|&j| chains.find(j) != chains.find(i));
            if let Some(j) = other.map(|at| free.swap_remove(at)) {
                chains.join(i, j);
                (next[i], has_previous[j]) = (Some((j, overlap)), true);
            }
        }
    }
    let mut all = Vec::new();
    for first in (0..words.len()).filter(|&j| !has_previous[j]) {
        all.extend(&words[first]);
        let mut last = first;
        while let Some((j, overlap)) = next[last] {
            all.extend(&words[j][overlap..]);
            last = j;
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;

    fn of(words: &[&str]) -> String {
        let letters = |w: &&str| w.chars().map(u32::from).collect();
        let words: Vec<Vec<u32>> = words.iter().map(letters).collect();
        let all = superstring(&words, &Limits::none(&Budget::unlimited())).unwrap();
        all.into_iter().filter_map(char::from_u32).collect()
    }

    #[test]
    fn overlaps_are_shared() {
        assert_eq!(of(&["cde", "abc", "ef"]), "abcdef");
        assert_eq!(of(&["aba", "bab"]).len(), 4);
        assert_eq!(of(&["a", "b", ""]).len(), 2);
        assert_eq!(of(&[]), "");
    }

    #[test]
    fn all_numbers_of_some_digits_are_not_much_longer_than_their_number() {
        let texts: Vec<String> = (0..64).map(|i| format!("{i:06b}")).collect();
        let words: Vec<&str> = texts.iter().map(String::as_str).collect();
        let all = of(&words);
        assert!(words.iter().all(|w| all.contains(w)));
        assert!(all.len() <= 2 * words.len(), "{}", all.len());
    }
}
