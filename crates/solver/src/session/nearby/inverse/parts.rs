//! What functions of the parts of a string do with a value that is wanted.

use super::functions::other_letter;
use super::{FILLER, Inverter};
use base::Int;
use terms::Term;
use terms::eval::search;
use terms::value::Value;

/// A fact: so many places are tried where a part of a concatenation may begin. Near to where it has to, the next two or three do.
const PLACES: usize = 4;

/// The letters are replaced where they are, or appended, behind the last letter again and again where they begin farther away. Where the
/// end is computed, others follow behind more or less of them; where nothing can be there, it is as far away as wanted. Or they are put in:
/// a text whose parts may grow keeps what is behind them.
pub(super) fn slice(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let (string, new) = (inv.terms.arg(t, 0), value.as_str()?);
    let (word, now) = (inv.word(string)?, inv.word(t)?);
    let from = inv.int(inv.terms.arg(t, 1))?.to_usize().filter(|&at| at <= inv.longest)?;
    let length = inv.terms.args(t).get(2).copied().filter(|&n| inv.terms.int_value(n).is_none());
    if let Some(length) = length
        && inv.int(length)?.is_negative()
    {
        inv.want(length, Value::Int(Int::from(new.len() as u64)));
        return Some(());
    }
    let is_last = from + now.len() >= word.len();
    if !(now.len() == new.len() || is_last || length.is_some()) {
        return None;
    }
    let gap = from.saturating_sub(word.len());
    debug_assert!(gap == 0 || now.is_empty(), "a slice begins behind the whole");
    let between = vec![word.last().copied().unwrap_or(FILLER); gap];
    let begin = &word[..from.min(word.len())];
    let behind = word.get(from + now.len()..).unwrap_or_default();
    inv.want_word(string, [begin, &between, new, behind].concat());
    if !is_last && now.len() == new.len() {
        inv.want_word(string, [begin, new, &word[from..]].concat());
    }
    Some(())
}

/// The letters at the beginning are replaced, or put in, also in front of what is behind a letter like the last one of them: there another
/// part of a concatenation may begin.
pub(super) fn prefix(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let (part, whole) = (inv.terms.arg(t, 0), inv.terms.arg(t, 1));
    let (begin, word) = (inv.word(part)?, inv.word(whole)?);
    if value.as_bool()? {
        let rest = word.get(begin.len()..).unwrap_or_default();
        inv.want_word(whole, [&begin[..], rest].concat());
        inv.want_word(part, word[..begin.len().min(word.len())].to_vec());
        inv.want_word(whole, [&begin[..], &word[..]].concat());
        let ends = begin.last().map_or(vec![], |&last| places(&word, last, begin.len()));
        for end in ends {
            inv.want_word(whole, [&begin[..], &word[end + 1..]].concat());
        }
    } else if let Some((&first, rest)) = word.split_first() {
        inv.want_word(whole, [&[other_letter(first, 1)?][..], rest].concat());
    }
    Some(())
}

/// Likewise at the end.
pub(super) fn suffix(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let (part, whole) = (inv.terms.arg(t, 0), inv.terms.arg(t, 1));
    let (end, word) = (inv.word(part)?, inv.word(whole)?);
    if value.as_bool()? {
        let kept = word.len().saturating_sub(end.len());
        inv.want_word(whole, [&word[..kept], &end[..]].concat());
        inv.want_word(part, word[kept..].to_vec());
        inv.want_word(whole, [&word[..], &end[..]].concat());
        let begins = end.first().map_or(vec![], |&first| places(&word, first, kept));
        for begin in begins {
            inv.want_word(whole, [&word[..begin], &end[..]].concat());
        }
    } else if let Some((&last, rest)) = word.split_last() {
        inv.want_word(whole, [rest, &[other_letter(last, 1)?][..]].concat());
    }
    Some(())
}

/// Where `letter` is in `word`: the places next to this one, the nearest first.
fn places(word: &[u32], letter: u32, near: usize) -> Vec<usize> {
    let mut found: Vec<usize> = (0..word.len()).filter(|&i| word[i] == letter).collect();
    base::order::sort_by_key(&mut found, |&i| (i.abs_diff(near), i));
    found.truncate(PLACES);
    found
}

pub(super) fn containment(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let (whole, part) = (inv.terms.arg(t, 0), inv.terms.arg(t, 1));
    let (word, inner) = (inv.word(whole)?, inv.word(part)?);
    if !value.as_bool()? {
        let at = search::find(&word, &inner, 0)?;
        let mut other = word.to_vec();
        let letter = other.get_mut((at + inner.len()).checked_sub(1)?)?;
        *letter = other_letter(*letter, 1)?;
        inv.want_word(whole, other);
        return Some(());
    }
    if let Some(kept) = word.len().checked_sub(inner.len()) {
        inv.want_word(whole, [&word[..kept], &inner[..]].concat());
        inv.want_word(whole, [&inner[..], &word[inner.len()..]].concat());
    }
    inv.want_word(whole, [&word[..], &inner[..]].concat());
    inv.want_word(whole, [&inner[..], &word[..]].concat());
    Some(())
}

/// Where the part is: letters in front of it follow or go, but not further than to where the search begins. Where it is not, it is
/// appended, as a place behind the wanted one often does and leaves the others what they are, or is put there. If it is to be nowhere, no
/// place has its first letter.
pub(super) fn position(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let (whole, part) = (inv.terms.arg(t, 0), inv.terms.arg(t, 1));
    let (word, inner) = (inv.word(whole)?, inv.word(part)?);
    let (from, now) = (inv.int(inv.terms.arg(t, 2))?.to_usize()?, inv.int(t)?.to_usize());
    let Some(at) = value.as_int()?.to_usize().filter(|&at| at <= inv.longest) else {
        return without(inv, whole, &inner);
    };
    // What is wanted is often a bound, which any place meets.
    let at = at.max(from);
    if at > inv.longest {
        return None;
    }
    let (begin, filler, end) = match now {
        Some(now) if now > at => (&word[..at], 0, &word[now..]),
        Some(now) => (&word[..now], at - now, &word[now..]),
        None if at < word.len() => {
            inv.want_word(whole, [&word[..], &inner[..]].concat());
            (&word[..at], 0, &[&inner[..], &word[at..]].concat()[..])
        }
        None => (&word[..], at - word.len(), &inner[..]),
    };
    inv.want_word(whole, [begin, &vec![FILLER; filler], end].concat());
    Some(())
}

/// Wants other letters in `whole` where `inner` begins.
fn without(inv: &mut Inverter<'_>, whole: Term, inner: &[u32]) -> Option<()> {
    let mut word = inv.word(whole)?.to_vec();
    let first = other_letter(*inner.first()?, 1)?;
    while let Some(at) = search::find(&word, inner, 0) {
        inv.budget.charge(1 + word.len() as u64).ok()?;
        word[at] = first;
    }
    inv.want_word(whole, word);
    Some(())
}

/// The word itself, or what is replaced back in it where the replacement is.
pub(super) fn replacement(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let (string, new) = (inv.terms.arg(t, 0), value.as_str()?);
    let (pattern, image) = (inv.word(inv.terms.arg(t, 1))?, inv.word(inv.terms.arg(t, 2))?);
    if let Some(at) = search::find(new, &image, 0).filter(|_| !image.is_empty()) {
        let behind = &new[at + image.len()..];
        inv.want_word(string, [&new[..at], &pattern[..], behind].concat());
    }
    inv.want_word(string, new.to_vec());
    Some(())
}
