//! Counters and lengths around the ends of 32 and of 64 bits: each is a number like any other.

use automata::{LengthRange, LengthSet, Re, Regexes};
use base::{Budget, Int, Limits, Stop};

const COUNTERS: [u32; 5] = [1 << 31, u32::MAX - 2, u32::MAX - 1, u32::MAX, (1 << 31) - 1];

fn limits(budget: &Budget) -> Limits<'_> {
    Limits::new(budget, 100_000)
}

/// Whether `r` may have a word of length 2^`power` + `more`, by its form; exactly if `exact`.
fn may_have(rs: &mut Regexes, r: Re, power: u32, more: i64, exact: bool) -> bool {
    let lengths = rs.length_abstraction(r);
    assert_eq!(lengths.is_exact(), exact, "{}", rs.display(r));
    lengths.contains_int(&(Int::from(2).pow(power) + Int::from(more)))
}

/// `r` nested in counters.
fn nested(rs: &mut Regexes, r: Re, counters: &[u32]) -> Re {
    counters.iter().fold(r, |r, &n| rs.repeat(r, n, Some(n)))
}

#[test]
fn a_counter_is_not_endless() {
    let rs = &mut Regexes::new();
    let (budget, a) = (Budget::unlimited(), rs.text("a"));
    let (star, limits) = (rs.star(a), limits(&budget));
    for n in COUNTERS {
        let up_to = rs.repeat(a, 0, Some(n));
        assert_ne!(up_to, star);
        assert_eq!(rs.includes_syntactic(star, up_to), Some(true));
        assert_eq!(rs.includes_syntactic(up_to, star), Some(false));
        let power = rs.repeat(a, n, Some(n));
        for (length, inside) in [(n - 1, false), (n, true)] {
            assert_eq!(rs.length_abstraction(power).contains(length.into()), inside, "{n}");
            assert!(rs.length_abstraction(up_to).contains(length.into()));
        }
        let over = LengthRange { min: u64::from(n) + 1, ..LengthRange::ANY };
        for r in [power, up_to] {
            assert!(rs.length_abstraction(r).is_exact());
            assert!(!rs.length_abstraction(r).contains(u64::from(n) + 1));
            assert_eq!(rs.find_word(&[r], &[], over, &limits), Ok(None), "{n}");
        }
        let from = rs.repeat(a, n, None);
        // There are words, but none can be written.
        for (pos, neg, range) in [
            (from, None, over),
            (power, None, LengthRange::ANY),
            (star, Some(up_to), LengthRange::ANY),
            (from, Some(power), LengthRange::ANY),
            (Re::ALL, Some(rs.repeat(Re::ANY, 0, Some(n))), LengthRange::ANY),
        ] {
            let neg: Vec<Re> = neg.into_iter().collect();
            let many = Limits::none(&budget);
            assert_eq!(rs.find_word(&[pos], &neg, range, &many), Err(Stop::Local), "{n}");
        }
        for (pos, neg) in [(power, up_to), (up_to, star), (power, from), (power, star)] {
            assert_eq!(rs.find_word(&[pos], &[neg], LengthRange::ANY, &limits), Ok(None), "{n}");
        }
        let pairs = [(up_to, star), (power, up_to), (from, star), (power, from)];
        assert!(pairs.iter().all(|&(x, y)| rs.equals_language(x, y, &limits) == Ok(false)));
    }
}

#[test]
fn repetitions_without_shorter_ones() {
    let rs = &mut Regexes::new();
    let (budget, ab) = (Budget::unlimited(), rs.text("ab"));
    for (lo, hi, from, to, want) in [
        (0, Some(9), 0, Some(3), Some(4)),
        (3, Some(5), 1, Some(2), Some(3)),
        (3, None, 2, Some(3), Some(4)),
        (3, Some(5), 4, Some(9), Some(3)),
        (3, Some(5), 3, Some(5), None),
        (3, Some(5), 1, None, None),
    ] {
        let (x, y) = (rs.repeat(ab, lo, hi), rs.repeat(ab, from, to));
        let word = rs.find_shortest(&[x], &[y], LengthRange::ANY, &limits(&budget)).unwrap();
        assert_eq!(word.map(|w| w.len() / 2), want, "{lo} {hi:?} {from} {to:?}");
    }
}

#[test]
fn complements_of_lengths() {
    let rs = &mut Regexes::new();
    for n in COUNTERS {
        let up_to = rs.repeat(Re::ANY, 0, Some(n));
        let longer = rs.comp(up_to);
        assert_ne!(longer, Re::NONE);
        let lengths = rs.length_abstraction(longer);
        let least = lengths.min();
        assert_eq!(least, Some(u64::from(n) + 1));
        assert!(lengths.is_exact() && !lengths.is_finite());
        assert_eq!(rs.inter([up_to, longer]), Re::NONE);
    }
    let (low, high) = (rs.repeat(Re::ANY, 3, Some(u32::MAX)), rs.repeat(Re::ANY, u32::MAX, None));
    assert_eq!(rs.union([low, high]), rs.repeat(Re::ANY, 3, None));
    assert_eq!(rs.display(low).to_string(), ".{3,4294967295}");
}

#[test]
fn neighbours_and_nests_at_the_edge() {
    let rs = &mut Regexes::new();
    let a = rs.text("a");
    for (m, n) in [(u32::MAX, 1), (1 << 31, 1 << 31), (u32::MAX, u32::MAX), (1 << 31, 4)] {
        let (x, y) = (rs.repeat(a, m, Some(m)), rs.repeat(a, 0, Some(n)));
        let both = rs.concat(x, y);
        let lengths = rs.length_abstraction(both);
        let most = u64::from(m) + u64::from(n);
        assert_eq!(
            (lengths.min(), lengths.max()),
            (Some(m.into()), Some(base::Upper::AtMost(most)))
        );
        let product = nested(rs, x, &[n]);
        let lengths = rs.length_abstraction(product);
        assert_eq!(*lengths, LengthSet::single(u64::from(m) * u64::from(n)), "{m} {n}");
    }
}

#[test]
fn products_beyond_64_bits_are_not_empty() {
    let rs = &mut Regexes::new();
    let (a, abcd) = (rs.text("a"), rs.text("abcd"));
    let (k, h) = (1 << 16, 1 << 31);
    let exact = nested(rs, a, &[h, h]);
    assert!(may_have(rs, exact, 62, 0, true) && !may_have(rs, exact, 62, 1, true));
    let exact = nested(rs, abcd, &[1 << 30, h]);
    assert!(may_have(rs, exact, 63, 0, true) && !may_have(rs, exact, 63, 4, true));
    let (below, at) = (nested(rs, abcd, &[h, h - 1]), nested(rs, abcd, &[h, h]));
    assert!(may_have(rs, below, 64, -(1 << 33), true) && !may_have(rs, below, 64, 0, true));
    assert!(may_have(rs, at, 64, 0, false) && !may_have(rs, at, 63, 0, false));
    for r in [at, nested(rs, abcd, &[k, k, k, k]), nested(rs, abcd, &[h, h, h, h])] {
        assert!(r != Re::NONE && !rs.length_abstraction(r).is_empty());
        for whole in [rs.concat(r, a), rs.plus(r), rs.opt(r), rs.repeat(r, 2, Some(7))] {
            assert!(may_have(rs, whole, 200, 0, false), "{}", rs.display(whole));
        }
        let both = rs.inter([r, at]);
        assert!(both != Re::NONE && !rs.length_abstraction(both).is_empty());
        let budget = Budget::unlimited();
        let word = rs.find_word(&[r], &[], LengthRange::ANY, &limits(&budget));
        assert_eq!(word, Err(Stop::Local));
    }
}

#[test]
fn progressions_that_meet_beyond_64_bits() {
    let (m, n) = ((1u64 << 33) + 1, 1u64 << 33);
    let [x, y] = [m, n].map(|step| LengthSet::progression(1, step));
    // 1 is a member of both; the next is m * n + 1, which is more than 2^64.
    let both = x.intersect(&y);
    assert!(both.contains(1) && !both.contains(m + 1) && !both.is_exact() && !both.is_finite());
    let later = LengthSet::progression(1 + m, m).intersect(&y);
    assert!(!later.is_empty() && !later.is_exact());
    let finite = LengthSet::range(2, base::Upper::AtMost(u64::MAX));
    assert!(!later.intersect(&finite).contains(m * 3 + 1));
    assert!(both.intersect(&LengthSet::range(2, base::Upper::AtMost(n))).is_empty());
}
