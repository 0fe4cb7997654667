//! Finding a word in a word in linear time (Knuth, Morris, Pratt: "Fast pattern matching in
//! strings", SIAM J. Comput. 6(2), 1977), skipping by the first character while nothing matches.

/// A needle prepared for searching.
pub struct Finder<'n> {
    needle: &'n [u32],
    /// For each prefix of the needle, the length of its longest proper border; made when the
    /// first partial match shows that it is needed.
    borders: Vec<usize>,
}

impl<'n> Finder<'n> {
    /// Prepares `needle`.
    pub fn new(needle: &'n [u32]) -> Finder<'n> {
        Finder { needle, borders: Vec::new() }
    }

    /// The first occurrence in `hay` that starts at `from` or later. An empty needle occurs
    /// everywhere, the end included.
    pub fn find(&mut self, hay: &[u32], from: usize) -> Option<usize> {
        let Some(&first) = self.needle.first() else {
            return (from <= hay.len()).then_some(from);
        };
        let (mut i, mut matched) = (from, 0);
        loop {
            if matched == 0 {
                i += hay.get(i..)?.iter().position(|&c| c == first)?;
            }
            let rest = hay[i..].iter().zip(&self.needle[matched..]);
            let agree = rest.take_while(|(a, b)| a == b).count();
            (i, matched) = (i + agree, matched + agree);
            if matched == self.needle.len() {
                return Some(i - matched);
            }
            if i == hay.len() {
                return None;
            }
            matched = self.border(matched, &mut i);
        }
    }

    /// Where to go on after `matched` characters agreed and that at `i` did not.
    fn border(&mut self, matched: usize, i: &mut usize) -> usize {
        if matched == 0 {
            *i += 1;
            return 0;
        }
        if self.borders.is_empty() {
            self.borders = borders(self.needle);
        }
        self.borders[matched - 1]
    }
}

fn borders(needle: &[u32]) -> Vec<usize> {
    let mut borders = vec![0; needle.len()];
    let mut k = 0;
    for i in 1..needle.len() {
        while k > 0 && needle[i] != needle[k] {
            k = borders[k - 1];
        }
        k += usize::from(needle[i] == needle[k]);
        borders[i] = k;
    }
    borders
}

/// The first occurrence of `needle` in `hay` at `from` or later.
pub fn find(hay: &[u32], needle: &[u32], from: usize) -> Option<usize> {
    Finder::new(needle).find(hay, from)
}

/// The last occurrence of `needle` in `hay`; an empty one occurs at the end.
pub fn rfind(hay: &[u32], needle: &[u32]) -> Option<usize> {
    let hay: Vec<u32> = hay.iter().rev().copied().collect();
    let needle: Vec<u32> = needle.iter().rev().copied().collect();
    find(&hay, &needle, 0).map(|i| hay.len() - i - needle.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_trying_every_position() {
        // All words over two letters up to a length, against all short needles.
        let word = |len: u32, bits: u32| (0..len).map(|i| bits >> i & 1).collect::<Vec<_>>();
        for len in 0..9 {
            for bits in 0..1 << len {
                let hay = word(len, bits);
                for (n, b) in (0..5).flat_map(|n| (0..1 << n).map(move |b| (n, b))) {
                    let needle = word(n, b);
                    let at = |i: usize| hay[i..].starts_with(&needle);
                    for from in 0..hay.len() + 2 {
                        let naive = (from..hay.len() + 1).find(|&i| at(i));
                        assert_eq!(find(&hay, &needle, from), naive, "{hay:?} {needle:?} {from}");
                    }
                    assert_eq!(rfind(&hay, &needle), (0..=hay.len()).rev().find(|&i| at(i)));
                }
            }
        }
    }

    #[test]
    fn periodic_words_are_searched_in_linear_time() {
        let hay = vec![0; 1_000_000];
        let mut needle = vec![0; 500_000];
        needle.push(1);
        assert_eq!(find(&hay, &needle, 0), None);
        assert_eq!(rfind(&hay, &needle), None);
    }
}
