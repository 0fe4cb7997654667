//! What else a class matches when case does not matter, by the rules of each engine.
//!
//! They differ: ECMAScript compares simple case foldings under the flag `u` and upper cases without; Python takes the lower case of
//! what it reads and looks it up in the lower cases of the class, with a table of those that share an upper case.

use automata::CharSet;
use base::FxHashMap;
use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};
use std::sync::OnceLock;

/// How case is ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Folding {
    /// Letters of ASCII only.
    Ascii,
    /// By the simple case foldings of Unicode.
    Simple,
    /// By upper cases, as ECMAScript does without the flag `u`.
    Upper,
    /// By lower cases, as Python does.
    Python,
}

/// From here on no character has cases.
const END_OF_CASES: u32 = 0x1_E944;

/// Blocks in between without cases, which are large.
const CASELESS: &[(u32, u32)] = &[(0x2E80, 0xA63F), (0xABC0, 0xFAFF), (0x1_1900, 0x1_6E3F)];

impl Folding {
    /// What matches a class of some literals and some named classes.
    pub fn class(self, literals: &CharSet, named: &CharSet) -> CharSet {
        match self {
            Folding::Ascii => ascii(&literals.union(named)),
            Folding::Simple => simple(&literals.union(named)),
            Folding::Upper => same_image(&literals.union(named), &cases().upper),
            Folding::Python => python(literals, named),
        }
    }
}

fn ascii(set: &CharSet) -> CharSet {
    let shifted = |lo: u32, hi: u32, by: fn(u32) -> u32| {
        let part = set.intersect(&CharSet::range(lo, hi));
        CharSet::from_ranges(part.ranges().iter().map(|&(a, b)| (by(a), by(b))))
    };
    let lower = shifted('A'.into(), 'Z'.into(), |c| c + 0x20);
    let upper = shifted('a'.into(), 'z'.into(), |c| c - 0x20);
    set.union(&lower).union(&upper)
}

fn simple(set: &CharSet) -> CharSet {
    // Ranges of Rust's characters pass over the surrogates by themselves.
    let end = |c: u32, other: u32| char::from_u32(c).or(char::from_u32(other));
    let ranges = set.ranges().iter().filter_map(|&(lo, hi)| {
        let (lo, hi) = (end(lo, 0xE000)?, end(hi, 0xD7FF)?);
        (lo <= hi).then(|| ClassUnicodeRange::new(lo, hi))
    });
    let mut class = ClassUnicode::new(ranges);
    class.case_fold_simple();
    let folded = class.iter().map(|r| (u32::from(r.start()), u32::from(r.end())));
    set.union(&CharSet::from_ranges(folded))
}

/// Characters that are not their own image.
type Images = FxHashMap<u32, u32>;

struct Cases {
    upper: Images,
    lower: Images,
    /// Lower cases with others that have the same upper case.
    related: FxHashMap<u32, Vec<u32>>,
}

fn cases() -> &'static Cases {
    static CASES: OnceLock<Cases> = OnceLock::new();
    CASES.get_or_init(|| {
        let (mut upper, mut lower) = (Images::default(), Images::default());
        let mut same_upper: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        let has_cases = |c: &u32| !CASELESS.iter().any(|(lo, hi)| (lo..=hi).contains(&c));
        for c in (0..END_OF_CASES).filter(has_cases).filter_map(char::from_u32) {
            let code = u32::from(c);
            let small = c.to_lowercase().next().map_or(code, u32::from);
            if small != code {
                lower.insert(code, small);
            } else if c.to_uppercase().next() != Some(c) {
                same_upper.entry(c.to_uppercase().collect()).or_default().push(code);
            }
            if let Some(big) = ecma_upper(c).filter(|&big| big != code) {
                upper.insert(code, big);
            }
        }
        let groups = same_upper.into_values().filter(|group| group.len() > 1);
        let related = groups.flat_map(|g| g.clone().into_iter().map(move |c| (c, g.clone())));
        Cases { upper, lower, related: related.collect() }
    })
}

/// The upper case that ECMAScript compares: of one code unit, and in ASCII only if the character is.
fn ecma_upper(c: char) -> Option<u32> {
    let mut upper = c.to_uppercase();
    let (big, more) = (u32::from(upper.next()?), upper.next());
    let fits = more.is_none() && big <= 0xFFFF && u32::from(c) <= 0xFFFF;
    (fits && (c.is_ascii() || big >= 0x80)).then_some(big)
}

/// All characters with the image of one of `set`.
fn same_image(set: &CharSet, images: &Images) -> CharSet {
    let image = |c: &u32| images.get(c).copied().unwrap_or(*c);
    let mut targets: Vec<u32> = images.keys().filter(|c| set.contains(**c)).map(image).collect();
    base::order::sort(&mut targets);
    let moved = single_set(images.keys().copied());
    let target_set = set.difference(&moved).union(&single_set(targets));
    let sources = images.iter().filter(|(_, to)| target_set.contains(**to)).map(|(from, _)| *from);
    target_set.difference(&moved).union(&single_set(sources))
}

fn single_set(chars: impl IntoIterator<Item = u32>) -> CharSet {
    CharSet::from_ranges(chars.into_iter().map(|c| (c, c)))
}

fn python(literals: &CharSet, named: &CharSet) -> CharSet {
    let cases = cases();
    let moved = single_set(cases.lower.keys().copied());
    let small = |set: &CharSet| {
        let images = cases.lower.iter().filter(|(c, _)| set.contains(**c)).map(|(_, to)| *to);
        set.difference(&moved).union(&single_set(images))
    };
    let lower = small(literals);
    let related = cases.related.iter().filter(|(c, _)| lower.contains(**c));
    let related = single_set(related.flat_map(|(_, group)| group.iter().copied()));
    let accepted = lower.union(&related).union(named);
    let sources = cases.lower.iter().filter(|(_, to)| accepted.contains(**to)).map(|(c, _)| *c);
    accepted.difference(&moved).union(&single_set(sources))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(folding: Folding, text: &str) -> String {
        let set = single_set(text.chars().map(u32::from));
        let all = folding.class(&set, &CharSet::empty());
        all.iter().filter_map(char::from_u32).collect()
    }

    #[test]
    fn engines_differ() {
        assert_eq!(folded(Folding::Ascii, "kSé"), "KSksé");
        assert_eq!(folded(Folding::Simple, "ks"), "KSks\u{17F}\u{212A}");
        assert_eq!(folded(Folding::Upper, "ks"), "KSks");
        assert_eq!(folded(Folding::Python, "ks"), "KSks\u{17F}\u{212A}");
        assert_eq!(folded(Folding::Upper, "\u{B5}"), "\u{B5}\u{39C}\u{3BC}");
        assert_eq!(folded(Folding::Python, "i"), "Ii\u{130}\u{131}");
        assert_eq!(folded(Folding::Simple, "i"), "Ii");
        assert_eq!(folded(Folding::Python, "\u{FB05}"), "\u{FB05}\u{FB06}");
    }

    #[test]
    fn all_cases_are_found() {
        let last = (0..=automata::MAX_CHAR)
            .filter_map(char::from_u32)
            .filter(|&c| c.to_lowercase().next() != Some(c) || c.to_uppercase().next() != Some(c));
        for c in last {
            let known = CASELESS.iter().all(|(lo, hi)| !(lo..=hi).contains(&&u32::from(c)));
            assert!(u32::from(c) < END_OF_CASES && known, "{c:?}");
        }
    }
}
