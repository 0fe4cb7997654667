//! Words by run lengths: blocks with exact counts, so that a word may be longer than any memory.
//!
//! Letters belong to blocks that share none, so a word of whole blocks is one sequence of runs only, and where it
//! can be cut is known.

use dashu_int::IBig;

/// Blocks of more than one letter; every other letter is a block by itself.
pub const LONG_BLOCKS: &[&str] = &["de", "fgh"];

/// A block and how often it follows itself, at least once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub block: String,
    pub count: IBig,
}

impl Run {
    /// How many letters.
    pub fn len(&self) -> IBig {
        &self.count * self.block.len()
    }
}

/// A word of whole blocks; neighbours differ.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Word(Vec<Run>);

/// The block that a letter belongs to.
fn block_of(letter: char) -> String {
    let long = LONG_BLOCKS.iter().find(|block| block.contains(letter));
    long.map_or_else(|| letter.to_string(), |block| (*block).to_owned())
}

impl Word {
    /// The word of a text of plain letters, if its blocks are whole.
    pub fn of(text: &str) -> Option<Word> {
        let mut word = Word::default();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let block = block_of(letter);
            rest = rest.strip_prefix(block.as_str()).filter(|_| letter.is_ascii_alphanumeric())?;
            word.push(Run { block, count: IBig::ONE });
        }
        Some(word)
    }

    pub fn runs(&self) -> &[Run] {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of letters.
    pub fn len(&self) -> IBig {
        self.0.iter().map(Run::len).fold(IBig::ZERO, |sum, len| sum + len)
    }

    /// Appends a run.
    pub fn push(&mut self, run: Run) {
        match self.0.last_mut() {
            _ if run.count == IBig::ZERO => {}
            Some(last) if last.block == run.block => last.count += run.count,
            _ => self.0.push(run),
        }
    }

    pub fn concat<'a>(words: impl IntoIterator<Item = &'a Word>) -> Word {
        let mut all = Word::default();
        words.into_iter().flat_map(|w| &w.0).for_each(|run| all.push(run.clone()));
        all
    }

    /// The word that many times, if it is a power of a block or the number is small.
    pub fn power(&self, count: &IBig) -> Option<Word> {
        match self.0.as_slice() {
            [] => Some(Word::default()),
            [run] => {
                let mut word = Word::default();
                word.push(Run { block: run.block.clone(), count: &run.count * count });
                Some(word)
            }
            _ => {
                let count = usize::try_from(count.clone()).ok().filter(|n| *n <= 8)?;
                Some(Word::concat(std::iter::repeat_n(self, count)))
            }
        }
    }

    /// The runs from one to another, without that.
    pub fn slice(&self, from: usize, to: usize) -> Word {
        Word(self.0[from..to].to_vec())
    }

    pub fn reversed(&self) -> Word {
        Word(self.0.iter().rev().cloned().collect())
    }

    /// The letters from `start` on, `len` of them or fewer, if no block is cut.
    pub fn cut(&self, start: &IBig, len: &IBig) -> Option<Word> {
        let (mut at, end) = (IBig::ZERO, start + len);
        let mut word = Word::default();
        for run in &self.0 {
            let size = IBig::from(run.block.len());
            let (low, high) = (start.max(&at).clone(), (&at + run.len()).min(end.clone()));
            if low < high {
                let count = &high - &low;
                if (&low - &at) % &size != IBig::ZERO || &count % &size != IBig::ZERO {
                    return None;
                }
                word.push(Run { block: run.block.clone(), count: count / &size });
            }
            at += run.len();
        }
        Some(word)
    }

    /// Whether the other begins with this one.
    pub fn is_prefix_of(&self, other: &Word) -> bool {
        // Where a block of the other is cut, this one goes on with it.
        other.cut(&IBig::ZERO, &self.len()).as_ref() == Some(self)
    }

    /// Whether the other ends with this one.
    pub fn is_suffix_of(&self, other: &Word) -> bool {
        self.reversed().is_prefix_of(&other.reversed())
    }

    /// Whether this one occurs in the other.
    pub fn occurs_in(&self, other: &Word) -> bool {
        let [first, middle @ .., last] = self.0.as_slice() else {
            let fits = |needle: &Run| other.0.iter().any(|run| at_least(run, needle));
            return self.0.first().is_none_or(fits);
        };
        other.0.windows(self.0.len()).any(|window| {
            let inner = &window[1..window.len() - 1];
            at_least(&window[0], first)
                && inner == middle
                && at_least(&window[window.len() - 1], last)
        })
    }

    /// The text, unless it has more letters than that.
    pub fn text(&self, most: usize) -> Option<String> {
        let fits = self.len() <= IBig::from(most);
        let written = |run: &Run| usize::try_from(run.count.clone()).map(|n| run.block.repeat(n));
        fits.then(|| self.0.iter().map(written).collect::<Result<String, _>>().ok())?
    }
}

fn at_least(run: &Run, needle: &Run) -> bool {
    run.block == needle.block && run.count >= needle.count
}

impl std::fmt::Display for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let runs: Vec<String> =
            self.0.iter().map(|run| format!("{}^{}", run.block, run.count)).collect();
        f.write_str(&runs.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_their_texts_are() {
        let texts = ["", "a", "aab", "dede", "ba", "adea", "fghb", "aabb", "abab", "bdedea"];
        for (s, t) in texts.iter().flat_map(|s| texts.iter().map(move |t| (*s, *t))) {
            let (v, w) = (Word::of(s).unwrap(), Word::of(t).unwrap());
            assert_eq!(v == w, s == t);
            assert_eq!(v.is_prefix_of(&w), t.starts_with(s), "{s} {t}");
            assert_eq!(v.is_suffix_of(&w), t.ends_with(s), "{s} {t}");
            assert_eq!(v.occurs_in(&w), t.contains(s), "{s} {t}");
            let both = Word::concat([&v, &w]);
            assert_eq!(both.text(20), Some(s.to_string() + t));
            assert_eq!(both.len(), IBig::from(s.len() + t.len()));
            assert_eq!(v.power(&IBig::from(3)).unwrap().text(20), Some(s.repeat(3)));
        }
        assert_eq!((Word::of("ad"), Word::of("e"), Word::of("\\u{61}")), (None, None, None));
        assert_eq!(Word::of("aaa").unwrap().text(2), None);
    }

    #[test]
    fn cuts_are_at_blocks() {
        let text = "aadedeb";
        let word = Word::of(text).unwrap();
        for (start, len) in (0..9).flat_map(|s| (0..9).map(move |n| (s, n))) {
            let part: String = text.chars().skip(start).take(len).collect();
            let cut = word.cut(&IBig::from(start), &IBig::from(len));
            assert_eq!(cut, Word::of(&part), "{part}");
        }
    }

    #[test]
    fn no_count_is_too_large() {
        let count: IBig = "1000000000000000000000000000000".parse().unwrap();
        let word = Word::of("de").unwrap().power(&count).unwrap();
        assert_eq!(word.len(), &count * 2);
        assert_eq!(word.to_string(), format!("de^{count}"));
    }
}
