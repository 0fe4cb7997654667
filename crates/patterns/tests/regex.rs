//! The translation against the crate `regex`, on random patterns and words.

use patterns::{Notation, PatternErrorKind, Patterns, Reading};
use regex::{Regex, bytes};

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn one_of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }
}

const ATOMS: &[&str] = &[
    "a",
    "b",
    "c",
    "ab",
    ".",
    "^",
    "$",
    r"\A",
    r"\z",
    "[ab]",
    "[^a]",
    r"\d",
    r"\w",
    r"\W",
    r"\s",
    "(?i:a)",
    "(?s:.)",
    "é",
    r"\p{Lu}",
    "[a-c&&[^b]]",
    "",
    r"\x{10}",
    "[[:alpha:]--b]",
    "(?-u:.)",
    r"[^\n]",
    "B",
    r"\b",
    r"\B",
    "(?m:^)",
    "(?m:$)",
    "(?mR:^)",
    "(?mR:$)",
    r"(?-u:\b)",
    r"\b{start}",
    r"\b{end}",
    r"\b{start-half}",
    r"\b{end-half}",
];

const SUFFIXES: &[&str] =
    &["*", "+", "?", "{2}", "{1,3}", "{2,}", "{0}", "{0,2}", "*?", "+?", "??", "{1,2}?"];

/// A pattern with at most `depth` operators on top of each other.
fn pattern(rng: &mut Rng, depth: u64) -> String {
    if depth == 0 {
        return rng.one_of(ATOMS).into();
    }
    let kid = |rng: &mut Rng| pattern(rng, depth - 1);
    match rng.below(8) {
        0 => rng.one_of(ATOMS).into(),
        1 | 2 => format!("(?:{}){}", kid(rng), rng.one_of(SUFFIXES)),
        3 | 4 => format!("(?:{}|{})", kid(rng), kid(rng)),
        5 => format!("({})", kid(rng)),
        _ => format!("{}{}", kid(rng), kid(rng)),
    }
}

fn word(rng: &mut Rng) -> String {
    let n = rng.below(6);
    let letters =
        ["a", "a", "b", "b", "c", "A", "B", "0", "\n", "\r", "é", "É", " ", "\u{10}", "漢", "_"];
    (0..n).map(|_| rng.one_of(&letters)).collect()
}

#[test]
fn random_patterns_match_the_same_words() {
    let (mut checked, mut matched) = (0, 0);
    for seed in 0..1500 {
        let mut rng = Rng(seed);
        let depth = 1 + rng.below(4);
        let text = pattern(&mut rng, depth);
        // A pattern that the crate rejects (`(?-u:.)` matches what is no text) is none here either.
        let Ok(search) = Regex::new(&text) else {
            assert!(Patterns::new().parse(&text, Reading::Whole).is_err(), "{text}");
            continue;
        };
        let whole = Regex::new(&format!(r"\A(?:{text})\z")).unwrap();
        let mut patterns = Patterns::new();
        let ours = [Reading::Whole, Reading::Search].map(|r| patterns.parse(&text, r).unwrap());
        for _ in 0..40 {
            let word = word(&mut rng);
            let want = [whole.is_match(&word), search.is_match(&word)];
            let got = ours.map(|r| patterns.matches(r, &word).unwrap());
            assert_eq!(got, want, "{text:?} on {word:?}");
            checked += 1;
            matched += u32::from(want[0]);
        }
    }
    assert!(checked > 20_000 && matched > 1_000, "{matched} of {checked}");
}

/// Over bytes, among them those that are no text.
#[test]
fn random_patterns_match_the_same_bytes() {
    let more = [
        r"(?-u:\xFF)",
        r"(?-u:\xC3)",
        r"(?-u:[^a])",
        r"(?s-u:.)",
        r"(?-u:\w)",
        r"(?-u:\B)",
        r"\xC3",
        r"\x{1F600}",
    ];
    let parts: [&[u8]; 14] = [
        b"a",
        b"a",
        b"b",
        b"c",
        b"B",
        b"0",
        b"\n",
        b"_",
        b"\xFF",
        b"\xC3",
        b"\xA9",
        b"\xC3\xA9",
        b"\xE6\xBC\xA2",
        b"\xF0\x9F\x98\x80",
    ];
    let (mut checked, mut matched) = (0, 0);
    for seed in 0..1500 {
        let mut rng = Rng(seed);
        let depth = 1 + rng.below(3);
        let text = format!("{}{}", pattern(&mut rng, depth), rng.one_of(&more));
        let Ok(search) = bytes::Regex::new(&text) else { continue };
        let mut patterns = Patterns::new();
        // Boundaries between codes of several bytes, under stars, are more than a test should wait for.
        patterns.set_step_limit(Some(200_000));
        let notation = |reading| Notation { bytes: true, ..Notation::from(reading) };
        let ours = [Reading::Whole, Reading::Search];
        let ours = ours.map(|r| patterns.parse(&text, notation(r)));
        let refused = |kind: &PatternErrorKind| *kind == PatternErrorKind::UnicodeBoundary;
        if ours[0].as_ref().is_err_and(|error| refused(&error.kind)) {
            continue;
        }
        if ours
            .iter()
            .any(|read| read.as_ref().is_err_and(|e| e.kind == PatternErrorKind::TooLarge))
        {
            continue;
        }
        let ours = ours.map(Result::unwrap);
        let whole = bytes::Regex::new(&format!(r"\A(?:{text})\z")).unwrap();
        for _ in 0..40 {
            let n = rng.below(6);
            let word: Vec<u8> = (0..n)
                .flat_map(|_| parts[rng.below(parts.len() as u64) as usize].to_vec())
                .collect();
            let want = [whole.is_match(&word), search.is_match(&word)];
            let letters: String = word.iter().map(|&byte| char::from(byte)).collect();
            let [Ok(whole), Ok(search)] = ours.map(|r| patterns.matches(r, &letters)) else {
                continue;
            };
            assert_eq!([whole, search], want, "{text:?} on {word:?}");
            checked += 1;
            matched += u32::from(want[0]);
        }
        for word in patterns.sample(ours[0], 3, seed).unwrap_or_default() {
            let word: Vec<u8> = word.chars().map(|c| u8::try_from(c).unwrap()).collect();
            assert!(whole.is_match(&word), "{text:?} on {word:?}");
        }
    }
    assert!(checked > 20_000 && matched > 1_000, "{matched} of {checked}");
}

/// Samples and shortest words are matched, and witnesses of difference tell two patterns apart.
#[test]
fn words_found_are_words() {
    let mut found = 0;
    for seed in 0..400 {
        let mut rng = Rng(seed + 1_000_000);
        let texts = [pattern(&mut rng, 3), pattern(&mut rng, 3)];
        let whole = |t: &String| Regex::new(&format!(r"\A(?:{t})\z")).ok();
        let (Some(p), Some(q)) = (whole(&texts[0]), whole(&texts[1])) else { continue };
        let mut patterns = Patterns::new();
        let [a, b] = [&texts[0], &texts[1]].map(|t| patterns.parse(t, Reading::Whole).unwrap());
        for word in patterns.sample(a, 10, seed).unwrap() {
            assert!(p.is_match(&word), "{texts:?} {word:?}");
            found += 1;
        }
        let common = patterns.intersect(a, b).unwrap();
        assert!(common.is_none_or(|w| p.is_match(&w) && q.is_match(&w)), "{texts:?}");
        let difference = patterns.difference(a, b).unwrap();
        assert_eq!(patterns.included(a, b).unwrap(), difference.is_none());
        let other = patterns.difference(b, a).unwrap();
        let equivalent = difference.is_none() && other.is_none();
        assert_eq!(patterns.equivalent(a, b).unwrap(), equivalent, "{texts:?}");
        assert!(difference.is_none_or(|w| p.is_match(&w) && !q.is_match(&w)), "{texts:?}");
        let automaton = patterns.automaton(a).unwrap();
        assert_eq!(automaton.is_empty(), patterns.empty(a).unwrap());
    }
    assert!(found > 1000, "{found}");
}
