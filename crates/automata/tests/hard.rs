//! Families that are exponential for one technique or another, each with a bound on the steps, so
//! that a regression of the search fails here and not on a clock.

use automata::{CharSet, LengthRange, Re, Regexes};
use base::Upper::AtMost;
use base::{Budget, Limits, Stop};

struct Bench {
    rs: Regexes,
    budget: Budget,
}

impl Bench {
    fn new() -> Bench {
        Bench { rs: Regexes::new(), budget: Budget::unlimited() }
    }

    /// A word, found within `steps`, checked; or `None` if there is none.
    fn find(&mut self, pos: &[Re], neg: &[Re], range: LengthRange, steps: u64) -> Option<Vec<u32>> {
        let limits = Limits::new(&self.budget, steps);
        let start = std::time::Instant::now();
        let word = self.rs.find_word(pos, neg, range, &limits);
        println!("{} steps, {} nodes, {:?}", steps - limits.left(), self.rs.len(), start.elapsed());
        let word = word.expect("too many steps")?;
        let len = word.len() as u64;
        assert!(range.contains(len));
        let free = Limits::none(&self.budget);
        for &r in pos {
            assert_eq!(self.rs.contains_word(r, &word, &free), Ok(true));
        }
        for &r in neg {
            assert_eq!(self.rs.contains_word(r, &word, &free), Ok(false));
        }
        Some(word)
    }

    fn equal(&mut self, a: Re, b: Re, steps: u64) -> bool {
        let limits = Limits::new(&self.budget, steps);
        let equal = self.rs.equals_language(a, b, &limits);
        println!("{} steps, {} nodes", steps - limits.left(), self.rs.len());
        equal.expect("too many steps")
    }

    fn contains(&mut self, r: Re) -> Re {
        self.rs.concat_all([Re::ALL, r, Re::ALL])
    }

    fn class(&mut self, members: &str) -> Re {
        self.rs.chars(members.chars().map(u32::from).collect::<CharSet>())
    }

    fn ranges(&mut self, ranges: &[(char, char)]) -> Re {
        let ranges = ranges.iter().map(|&(lo, hi)| (u32::from(lo), u32::from(hi)));
        self.rs.chars(CharSet::from_ranges(ranges))
    }
}

const ANY: LengthRange = LengthRange::ANY;

#[test]
fn password_policies() {
    let b = &mut Bench::new();
    let classes =
        [('a', 'f'), ('g', 'z'), ('A', 'M'), ('N', 'Z'), ('0', '9'), ('!', '/'), (':', '@')];
    let required: Vec<Re> = classes
        .iter()
        .map(|&range| {
            let class = b.ranges(&[range]);
            b.contains(class)
        })
        .collect();
    let window = LengthRange::between(8, 64);
    assert!(b.find(&required, &[], window, 20_000).is_some());
    let six = LengthRange::between(0, 6);
    assert_eq!(b.find(&required, &[], six, 100_000), None);
    let space = b.class(" ");
    let (forbidden, digit) = (b.contains(space), b.ranges(&[('0', '9')]));
    let twice = b.rs.concat(digit, digit);
    let twice = b.contains(twice);
    assert!(b.find(&required, &[forbidden, twice], window, 20_000).is_some());
}

#[test]
fn a_letter_far_from_the_end() {
    let b = &mut Bench::new();
    let (a, c) = (b.rs.text("a"), b.rs.text("c"));
    for k in [10, 100] {
        let gap = b.rs.repeat(Re::ANY, k, Some(k));
        let (far, other) = (b.rs.concat_all([Re::ALL, a, gap]), b.rs.concat_all([Re::ALL, c, gap]));
        let many = b.rs.plus(far);
        assert!(b.find(&[many], &[], ANY, 10_000).is_some());
        assert!(b.find(&[], &[far], ANY, 10_000).is_some());
        assert_eq!(b.find(&[far, other], &[], ANY, 100_000), None);
        let longer = b.rs.concat(Re::ANY, gap);
        let longer = b.rs.concat(Re::ALL, longer);
        assert_eq!(b.find(&[far], &[longer], ANY, 100_000), None);
        let (not, short) = (b.rs.comp(far), b.rs.repeat(Re::ANY, 0, Some(k)));
        let not_a = b.rs.diff(Re::ANY, a);
        let tail = b.rs.concat_all([Re::ALL, not_a, gap]);
        let same = b.rs.union([short, tail]);
        assert_eq!(b.find(&[not], &[same], ANY, 200_000), None);
        assert_eq!(b.find(&[same], &[not], ANY, 200_000), None);
        if k == 10 {
            assert!(b.equal(not, same, 1_000_000));
        }
    }
}

#[test]
fn large_counters() {
    let b = &mut Bench::new();
    let (aaa, bbb) = (b.rs.text("aaa"), b.rs.text("bbb"));
    let pair = b.rs.union([aaa, bbb]);
    let diamonds = b.rs.repeat(pair, 1000, Some(1000));
    assert_eq!(b.find(&[diamonds], &[], ANY, 100).map(|w| w.len()), Some(3000));
    let limits = Limits::new(&b.budget, 1000);
    let set = b.rs.length_set(&[diamonds], &[], ANY, &limits).unwrap();
    assert_eq!((set.min(), set.max()), (Some(3000), Some(AtMost(3000))));
    let lower = b.ranges(&[('a', 'z')]);
    let block = b.rs.repeat(lower, 1000, Some(2000));
    let nested = b.rs.repeat(block, 3000, Some(3000));
    assert_eq!(b.find(&[nested], &[], LengthRange::between(0, 2_999_999), 100), None);
    assert!(b.find(&[nested], &[], LengthRange::exactly(3_000_017), 100).is_some());
    let one_less = b.rs.repeat(lower, 1000, Some(1999));
    assert_eq!(b.find(&[block], &[one_less], ANY, 100_000).map(|w| w.len()), Some(2000));
    assert_eq!(b.find(&[one_less], &[block], ANY, 100_000), None);
    let foo = b.rs.text("foo");
    let has_foo = b.contains(foo);
    assert!(b.find(&[block, has_foo], &[], ANY, 200_000).is_some());
    assert!(b.find(&[block], &[has_foo], LengthRange::between(1500, 1600), 100_000).is_some());
}

#[test]
fn complement_below_concatenation() {
    let b = &mut Bench::new();
    let (aa, bb, c) = (b.rs.text("aa"), b.rs.text("bb"), b.rs.text("c"));
    let (has_aa, has_bb) = (b.contains(aa), b.contains(bb));
    let (no_aa, no_bb) = (b.rs.comp(has_aa), b.rs.comp(has_bb));
    let r = b.rs.concat_all([no_aa, c, no_bb]);
    assert!(b.find(&[r, has_aa, has_bb], &[], ANY, 5_000).is_some());
    let order = b.rs.concat(has_aa, has_bb);
    assert!(b.find(&[r], &[has_aa, has_bb], ANY, 5_000).is_some());
    // The `aa` has to come after the `c` and the `bb` before it.
    let has_c = b.contains(c);
    let no_c = b.rs.comp(has_c);
    let one_c = b.rs.concat_all([no_c, c, no_c]);
    assert_eq!(b.find(&[r, order, one_c], &[], ANY, 100_000), None);
}

#[test]
fn many_words() {
    let b = &mut Bench::new();
    let words: Vec<Re> = (0..3000).map(|i| b.rs.text(&format!("w{}x{}", i * 7919, i))).collect();
    let (all, fewer) = (b.rs.union(words.iter().copied()), b.rs.union(words[1..].iter().copied()));
    assert_eq!(b.find(&[all], &[fewer], ANY, 500_000), b.rs.as_word(words[0]));
    assert_eq!(b.find(&[fewer], &[all], ANY, 500_000), None);
    let star = b.rs.star(all);
    assert_eq!(b.find(&[all], &[star], ANY, 500_000), None);
}

fn email(b: &mut Bench, local: &[(char, char)]) -> Re {
    let (local, word) = (b.ranges(local), b.ranges(&[('a', 'z'), ('A', 'Z'), ('0', '9')]));
    let (at, dot, sign) = (b.class("@"), b.class("."), b.class("-."));
    let (local, words) = (b.rs.plus(local), b.rs.plus(word));
    let more = b.rs.concat(sign, words);
    let more = b.rs.star(more);
    let top = b.ranges(&[('a', 'z')]);
    let top = b.rs.repeat(top, 2, Some(6));
    b.rs.concat_all([local, at, words, more, dot, top])
}

#[test]
fn emails() {
    let b = &mut Bench::new();
    let wide = email(b, &[('a', 'z'), ('A', 'Z'), ('0', '9'), ('+', '.'), ('\u{c0}', '\u{2fff}')]);
    let narrow = email(b, &[('a', 'z'), ('A', 'Z'), ('0', '9'), ('+', '.')]);
    assert_eq!(b.find(&[narrow], &[wide], ANY, 20_000), None);
    assert!(b.find(&[wide], &[narrow], ANY, 20_000).is_some());
    assert!(!b.equal(wide, narrow, 50_000));
    let (not_wide, not_narrow) = (b.rs.comp(wide), b.rs.comp(narrow));
    let either = b.rs.union([not_wide, not_narrow]);
    let both = b.rs.comp(either);
    assert!(b.equal(both, narrow, 50_000));
}

#[test]
fn urls_in_and_out() {
    let b = &mut Bench::new();
    let host = b.ranges(&[('a', 'z'), ('0', '9'), ('-', '-')]);
    let path = b.ranges(&[('a', 'z'), ('A', 'Z'), ('0', '9'), ('-', '-'), ('_', '_'), ('%', '%')]);
    let (dot, slash) = (b.class("."), b.class("/"));
    let labels = b.rs.plus(host);
    let more = b.rs.concat(dot, labels);
    let more = b.rs.plus(more);
    let segment = b.rs.repeat(path, 1, Some(40));
    let segment = b.rs.concat(slash, segment);
    let segments = b.rs.star(segment);
    let (http, s, sep) = (b.rs.text("http"), b.rs.text("s"), b.rs.text("://"));
    let s = b.rs.opt(s);
    let url = b.rs.concat_all([http, s, sep, labels, more, segments]);
    let has = |b: &mut Bench, text: &str| {
        let text = b.rs.text(text);
        b.contains(text)
    };
    let wanted = ["login", "api", "v2", "user", "a", "-", "x.y", "/z", "index", "9"];
    let banned = ["admin", "--", "..", "%00", "%%", "root", "etc", "aa", "cgi", "tmp"];
    let mut pos: Vec<Re> = wanted.iter().map(|text| has(b, text)).collect();
    let neg: Vec<Re> = banned.iter().map(|text| has(b, text)).collect();
    pos.push(url);
    assert!(b.find(&pos, &neg, ANY, 300_000).is_some());
    pos.push(neg[3]);
    assert_eq!(b.find(&pos, &neg, ANY, 300_000), None);
}

#[test]
fn dates() {
    let b = &mut Bench::new();
    let digit = b.ranges(&[('0', '9')]);
    let dash = b.class("-");
    let year = b.rs.repeat(digit, 4, Some(4));
    let number = |b: &mut Bench, from: u32, to: u32| {
        let all: Vec<Re> = (from..=to).map(|n| b.rs.text(&format!("{n:02}"))).collect();
        b.rs.union(all)
    };
    let (months, days) = (number(b, 1, 12), number(b, 1, 31));
    let iso = b.rs.concat_all([year, dash, months, dash, days]);
    let two = b.rs.repeat(digit, 2, Some(2));
    let loose = b.rs.concat_all([year, dash, two, dash, two]);
    let day_31 = b.rs.text("31");
    let short: Vec<Re> = ["02", "04", "06", "09", "11"].iter().map(|m| b.rs.text(m)).collect();
    let short = b.rs.union(short);
    let wrong = b.rs.concat_all([year, dash, short, dash, day_31]);
    let (not_iso, not_wrong) = (b.rs.comp(iso), b.rs.comp(wrong));
    let valid = b.rs.inter([iso, not_wrong]);
    assert!(b.find(&[valid], &[], ANY, 5_000).is_some());
    assert!(b.find(&[loose, not_iso], &[], ANY, 5_000).is_some());
    assert_eq!(b.find(&[valid], &[loose], ANY, 5_000), None);
    assert_eq!(b.find(&[iso], &[valid, wrong], ANY, 5_000), None);
    let between = b.rs.concat_all([not_iso, dash, not_iso]);
    assert!(b.find(&[iso, between], &[], ANY, 20_000).is_some());
}

#[test]
fn intersections_under_counters_with_a_length() {
    let b = &mut Bench::new();
    let (a, c) = (b.rs.text("a"), b.rs.text("c"));
    let (has_a, has_c) = (b.contains(a), b.contains(c));
    let both = b.rs.inter([has_a, has_c]);
    let many = b.rs.repeat(both, 50, Some(50));
    assert_eq!(b.find(&[many], &[], LengthRange::between(0, 99), 400_000), None);
    assert!(b.find(&[many], &[], LengthRange::exactly(100), 400_000).is_some());
    assert!(b.find(&[many], &[], LengthRange::between(1000, 1000), 400_000).is_some());
}

#[test]
fn universality_and_stars() {
    let b = &mut Bench::new();
    let (a, c) = (b.rs.text("a"), b.rs.text("c"));
    let (sa, sc, either) = (b.rs.star(a), b.rs.star(c), b.rs.union([a, c]));
    let (mixed, word) = (b.rs.concat(sa, sc), b.rs.star(either));
    let mixed = b.rs.star(mixed);
    assert!(b.equal(mixed, word, 1_000));
    // Every word over two letters has a letter repeated at distance at most 2, or is short.
    let limits = Limits::new(&b.budget, 100_000);
    let gap = b.rs.repeat(either, 0, Some(1));
    let (x, y) =
        (b.rs.concat_all([word, a, gap, a, word]), b.rs.concat_all([word, c, gap, c, word]));
    let short = b.rs.repeat(either, 0, Some(2));
    let others = b.rs.comp(word);
    let all = b.rs.union([x, y, short, others]);
    assert_eq!(b.rs.is_universal(all, &limits), Ok(true));
    let tight = Limits::new(&b.budget, 3);
    let fresh = &mut Bench::new();
    let r = fresh.class("xyz");
    let (r, s) = (fresh.rs.repeat(r, 3, Some(9)), fresh.contains(r));
    assert_eq!(fresh.rs.find_word(&[r, s], &[], ANY, &tight), Err(Stop::Local));
}

#[test]
fn counters_over_intersections_by_parts() {
    let b = &mut Bench::new();
    let (a, c, d) = (b.rs.text("a"), b.rs.text("c"), b.rs.text("d"));
    let (has_a, has_c) = (b.contains(a), b.contains(c));
    let five = b.rs.repeat(Re::ANY, 5, Some(7));
    let both = b.rs.inter([has_a, has_c, five]);
    let many = b.rs.repeat(both, 5000, Some(5000));
    let r = b.rs.concat(many, d);
    let limits = Limits::new(&b.budget, 10_000);
    let set = b.rs.length_set(&[r], &[], ANY, &limits).unwrap();
    assert_eq!((set.min(), set.max()), (Some(25_001), Some(AtMost(35_001))));
    let word = b.rs.word_of_length(r, 31_234, &limits).unwrap().unwrap();
    assert_eq!((word.len(), word[31_233]), (31_234, 100));
    let unit = word.chunks(5).next().unwrap();
    assert!(unit.contains(&97) && unit.contains(&99));
    assert_eq!(b.rs.word_of_length(r, 25_000, &limits), Ok(None));
}
