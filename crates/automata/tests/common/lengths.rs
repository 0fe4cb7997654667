//! Sets of lengths against the lengths of enumerated words.

use super::{LONGEST, random, words};
use automata::{LengthRange, Regexes};
use base::{Limits, Stop};
use choices::Choices;

/// The lengths of one regex; whether they are known exactly without a search.
pub fn single(
    rng: &mut Choices,
    size: u32,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<bool, Stop> {
    let ast = random(rng, size);
    let r = ast.build(rs);
    let abstraction = rs.length_abstraction(r);
    let set = rs.length_set(&[r], &[], LengthRange::ANY, limits)?;
    assert!(set.is_exact());
    for n in 0..=LONGEST as u64 {
        let mut words = words(LONGEST).iter();
        let is_length = words.any(|w| w.len() as u64 == n && ast.matches(w));
        assert_eq!(set.contains(n), is_length, "{n} {ast:?} {set:?}");
        assert!(abstraction.contains(n) || !is_length, "{n} {ast:?}");
    }
    for n in [0, 1, 3, 7, 8, 19, 40] {
        assert!(!abstraction.is_exact() || abstraction.contains(n) == set.contains(n));
        let word = rs.word_of_length(r, n, limits)?;
        assert_eq!(word.is_some(), set.contains(n), "{n} {ast:?} {set:?}");
        let next = rs.next_length(&[r], &[], n, limits)?;
        assert_eq!(next, set.next_member(n), "{n} {ast:?} {set:?}");
        if let Some(word) = word {
            assert_eq!(word.len() as u64, n);
            assert!(n > 20 || ast.matches(&word), "{word:?} {ast:?}");
            assert!(rs.contains_word(r, &word, limits)?);
        }
    }
    Ok(abstraction.is_exact())
}

/// The lengths of the words that are in two regexes and not in a third.
pub fn conjunction(rng: &mut Choices, rs: &mut Regexes, limits: &Limits) -> Result<(), Stop> {
    let mut any = || {
        let size = rng.below(5) as u32;
        random(rng, size)
    };
    let [a, b, c] = [any(), any(), any()];
    let [x, y, z] = [&a, &b, &c].map(|ast| ast.build(rs));
    let range = LengthRange::between(rng.below(3) as u64, 4 + rng.below(9) as u64);
    let set = rs.length_set(&[x, y], &[z], range, limits)?;
    let member = |w: &[u32]| a.matches(w) && b.matches(w) && !c.matches(w);
    for n in 0..=LONGEST as u64 {
        let mut words = words(LONGEST).iter().filter(|w| w.len() as u64 == n);
        let want = range.contains(n) && words.any(|w| member(w));
        assert_eq!(set.contains(n), want, "{n} {a:?} {b:?} {c:?} {set:?}");
    }
    Ok(())
}
