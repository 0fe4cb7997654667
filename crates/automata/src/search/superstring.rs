//! A short word that contains given ones.
//!
//! A shortest one is hard to find, and the conjunction of "contains w" for n words has an automaton with a state for each subset of them.
//! Joining the two words that overlap most, again and again, is known to come close (A. Blum, T. Jiang, M. Li, J. Tromp, M. Yannakakis,
//! *Linear Approximation of Shortest Superstrings*, J. ACM 41(4), 1994). Overlaps are found by length, greatest first, with a
//! table of prefixes, so that the time is linear in the number of words and quadratic in their length.

use base::{FxHashMap, Limits, Stop, UnionFind};
use std::cmp::Reverse;

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

/// A word in which the words of each list are behind each other, in order, short where lists have words in common.
///
/// One of the words that lists go on with is written after the other: one that few lists have later, as it would have to be written again
/// for them, and of those the one that most go on with. That is the majority merge of common supersequences with a look ahead (D. E.
/// Foulser, M. Li, Q. Yang, *Theory and Algorithms for Plan Merging*, Artificial Intelligence 57, 1992).
///
/// # Errors
/// When the limits are reached.
pub fn supersequence(lists: &[&[Vec<u32>]], limits: &Limits) -> Result<Vec<u32>, Stop> {
    let mut later: FxHashMap<&[u32], usize> = FxHashMap::default();
    for word in lists.iter().flat_map(|list| list.iter().skip(1)) {
        *later.entry(word).or_default() += 1;
    }
    let (mut all, mut open) = (Vec::new(), lists.to_vec());
    loop {
        open.retain(|list| !list.is_empty());
        limits.charge(open.len() as u64)?;
        let mut now: FxHashMap<&[u32], usize> = FxHashMap::default();
        for list in &open {
            *now.entry(&list[0]).or_default() += 1;
        }
        let count =
            |of: &FxHashMap<&[u32], usize>, word: &[u32]| of.get(word).copied().unwrap_or(0);
        let order = |word: &[u32]| (count(&later, word), Reverse(count(&now, word)));
        let Some(next) = open.iter().map(|list| &list[0]).min_by_key(|word| order(word)) else {
            return Ok(all);
        };
        all.extend(next);
        for list in open.iter_mut().filter(|list| list[0] == *next) {
            *list = &list[1..];
            if let Some(count) = list.first().and_then(|word| later.get_mut(&word[..])) {
                *count -= 1;
            }
        }
    }
}

/// How many letters a word that contains all of `words` has at least: of those that are in no other one, each begins behind the one
/// before, and shares with it no more than the longest of its own beginnings that another one ends with.
///
/// # Errors
/// When the limits are reached.
pub fn least_length(words: &[Vec<u32>], limits: &Limits) -> Result<usize, Stop> {
    let apart = in_no_other(words, limits)?;
    let longest = apart.iter().map(|w| w.len()).max().unwrap_or(0);
    let mut shared = vec![0; apart.len()];
    for overlap in 1..longest {
        limits.charge((apart.len() * overlap) as u64)?;
        let mut ends: FxHashMap<&[u32], Vec<usize>> = FxHashMap::default();
        for (i, w) in apart.iter().enumerate().filter(|(_, w)| w.len() > overlap) {
            let ends = ends.entry(&w[w.len() - overlap..]).or_default();
            // Two are enough to have another one than the word itself.
            ends.extend((ends.len() < 2).then_some(i));
        }
        for (i, w) in apart.iter().enumerate().filter(|(_, w)| w.len() > overlap) {
            if ends.get(&w[..overlap]).is_some_and(|ends| ends.iter().any(|&j| j != i)) {
                shared[i] = overlap;
            }
        }
    }
    let all: usize = apart.iter().map(|w| w.len()).sum();
    let most = shared.iter().sum::<usize>() - shared.iter().min().unwrap_or(&0);
    debug_assert!(most <= all, "words share more than they have");
    Ok(all - most)
}

/// Of `words`, once each, those that are in no other one.
fn in_no_other<'w>(words: &'w [Vec<u32>], limits: &Limits) -> Result<Vec<&'w [u32]>, Stop> {
    let mut lengths: Vec<usize> = words.iter().map(Vec::len).filter(|&n| n > 0).collect();
    lengths.sort_unstable();
    lengths.dedup();
    // Whether each is in another one.
    let mut all: FxHashMap<&[u32], bool> = words.iter().map(|w| (&w[..], false)).collect();
    for word in words {
        for &length in lengths.iter().take_while(|&&n| n < word.len()) {
            limits.charge((word.len() * length) as u64)?;
            for part in word.windows(length) {
                all.entry(part).and_modify(|is_within| *is_within = true);
            }
        }
    }
    let mut once = words.iter().map(Vec::as_slice).collect::<Vec<&[u32]>>();
    once.retain(|w| !w.is_empty() && all.insert(w, true) == Some(false));
    debug_assert!(once.len() <= words.len(), "words are made");
    Ok(once)
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
    fn no_word_with_all_is_shorter_than_the_least_length() {
        let mut random = base::SplitMix64::new(3);
        let budget = Budget::unlimited();
        let limits = Limits::none(&budget);
        for _ in 0..300 {
            let word = |random: &mut base::SplitMix64| {
                (0..random.below(4)).map(|_| random.below(2) as u32).collect::<Vec<u32>>()
            };
            let words: Vec<Vec<u32>> = (0..random.below(5)).map(|_| word(&mut random)).collect();
            let least = least_length(&words, &limits).unwrap();
            let is_in = |w: &Vec<u32>, n: u32, len: usize| {
                let all: Vec<u32> = (0..len).map(|i| n >> i & 1).collect();
                w.is_empty() || all.windows(w.len()).any(|part| part == w)
            };
            let shorter =
                (0..least).any(|len| (0..1 << len).any(|n| words.iter().all(|w| is_in(w, n, len))));
            assert!(!shorter, "{words:?}: {least}");
            assert!(superstring(&words, &limits).unwrap().len() >= least);
        }
        let texts: Vec<Vec<u32>> = (0..9).map(|i| vec![70, i, 80]).collect();
        assert_eq!(least_length(&texts, &limits).unwrap(), 27);
    }

    #[test]
    fn overlaps_are_shared() {
        assert_eq!(of(&["cde", "abc", "ef"]), "abcdef");
        assert_eq!(of(&["aba", "bab"]).len(), 4);
        assert_eq!(of(&["a", "b", ""]).len(), 2);
        assert_eq!(of(&[]), "");
    }

    #[test]
    fn words_of_lists_are_in_order() {
        let mut random = base::SplitMix64::new(5);
        let budget = Budget::unlimited();
        let limits = Limits::none(&budget);
        for _ in 0..300 {
            let word = |random: &mut base::SplitMix64| vec![random.below(4) as u32 + 97; 2];
            let list = |random: &mut base::SplitMix64| {
                (0..random.below(4)).map(|_| word(random)).collect::<Vec<_>>()
            };
            let lists: Vec<Vec<Vec<u32>>> =
                (0..random.below(6)).map(|_| list(&mut random)).collect();
            let slices: Vec<&[Vec<u32>]> = lists.iter().map(Vec::as_slice).collect();
            let all = supersequence(&slices, &limits).unwrap();
            let pairs: Vec<&[u32]> = all.chunks(2).collect();
            for list in &lists {
                let mut rest = pairs.iter();
                assert!(
                    list.iter().all(|word| rest.any(|pair| pair == word)),
                    "{list:?}: {pairs:?}"
                );
            }
            assert!(all.len() <= lists.iter().flatten().count() * 2);
        }
        // Each begins with what the one before ends with.
        let chain: Vec<[Vec<u32>; 2]> = (0..9).rev().map(|i| [vec![i], vec![i + 1]]).collect();
        let slices: Vec<&[Vec<u32>]> = chain.iter().map(|list| &list[..]).collect();
        assert_eq!(supersequence(&slices, &limits).unwrap(), (0..10).collect::<Vec<u32>>());
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
