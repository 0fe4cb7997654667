//! What is claimed of one regex, or of two without a search, against the span oracle.

use super::{Ast, words};
use automata::{Re, Regexes};
use base::{Limits, Lower, Stop};

/// A claim about a regex and the same regex as the oracle sees it.
pub type Claim = fn(&mut Regexes, Re, &Ast, &Limits) -> Result<(), Stop>;

/// All of them.
pub const CLAIMS: [Claim; 5] = [membership, info, reversal, quotients, affixes];

pub fn membership(rs: &mut Regexes, r: Re, ast: &Ast, limits: &Limits) -> Result<(), Stop> {
    for w in words(4) {
        let got = rs.contains_word(r, w, limits)?;
        assert_eq!(got, ast.matches(w), "{w:?} in {ast:?} = {}", rs.display(r));
    }
    Ok(())
}

/// The lengths and the letters at the ends.
pub fn info(rs: &mut Regexes, r: Re, ast: &Ast, _: &Limits) -> Result<(), Stop> {
    let info = rs.info(r).clone();
    let members: Vec<_> = words(4).iter().filter(|w| ast.matches(w)).collect();
    for w in &members {
        let len = w.len() as u64;
        assert!(info.admits(len), "{ast:?}");
        if let (Some(&first), Some(&last)) = (w.first(), w.last()) {
            assert!(rs.set(info.first).contains(first), "{ast:?}");
            assert!(rs.set(info.last).contains(last), "{ast:?}");
        }
    }
    if info.positive && info.min_len <= Lower::AtLeast(4) {
        let min = members.first().map(|w| w.len() as u64);
        assert_eq!(min, info.min_len.number(), "{ast:?} = {}", rs.display(r));
    }
    Ok(())
}

pub fn reversal(rs: &mut Regexes, r: Re, ast: &Ast, limits: &Limits) -> Result<(), Stop> {
    let reversed = rs.reverse(r, limits)?;
    for w in words(4) {
        let mirror: Vec<u32> = w.iter().rev().copied().collect();
        let got = rs.contains_word(reversed, &mirror, limits)?;
        assert_eq!(got, ast.matches(w), "{w:?} in {ast:?}");
    }
    Ok(())
}

pub fn quotients(rs: &mut Regexes, r: Re, ast: &Ast, limits: &Limits) -> Result<(), Stop> {
    let affixes: [&[u32]; 4] = [&[97], &[98, 97], &[0x1F600], &[97, 97]];
    for affix in affixes {
        let left = rs.left_quotient(r, affix, limits)?;
        for w in words(3) {
            let after = [affix, w].concat();
            let got = rs.contains_word(left, w, limits)?;
            assert_eq!(got, ast.matches(&after), "{after:?} in {ast:?}");
        }
    }
    Ok(())
}

pub fn affixes(rs: &mut Regexes, r: Re, ast: &Ast, _: &Limits) -> Result<(), Stop> {
    let (prefix, suffix) = (rs.literal_prefix(r), rs.literal_suffix(r));
    for w in words(4).iter().filter(|w| ast.matches(w)) {
        assert!(w.starts_with(&prefix) && w.ends_with(&suffix), "{ast:?}");
    }
    Ok(())
}

/// Whether `b` is within `a`, if that can be seen without a search.
pub fn syntactic_inclusion(rs: &mut Regexes, a: &Ast, b: &Ast) -> Option<bool> {
    let (x, y) = (a.build(rs), b.build(rs));
    let included = rs.includes_syntactic(x, y);
    if included == Some(true) || rs.includes_cheaply(x, y) {
        let counterexample = words(4).iter().find(|w| b.matches(w) && !a.matches(w));
        assert_eq!(counterexample, None, "{b:?} in {a:?}");
    }
    included
}
