//! Words at the ends of concatenations, as far as is known which letters the parts there have, or how many.
//!
//! A path that ends in a name does not end in `/`. And where parts have known lengths, each is compared with what it has of the word: the
//! procedures would align both ends of a text with all parts before they find that its first letter is two. What ends with a name that may
//! have a slash behind it ends in `/` if the name does. A choice between two words
//! of which one differs from the word is none: a loop that puts letters in front or behind is known step by step from its result.

use super::super::flat::{flat, pay};
use super::alphabets::Alphabets;
use base::{Budget, Interrupted};
use terms::{Op, Term, Terms};

/// Whether `t` asks for a word at an end of a concatenation.
pub(super) fn asks(terms: &Terms, t: Term) -> bool {
    asked(terms, t).is_some()
}

/// The word and the text, if `t` asks whether the constant word is at one end of the text.
fn asked(terms: &Terms, t: Term) -> Option<(&[u32], Term)> {
    let (Op::StrPrefixOf | Op::StrSuffixOf, &[word, text]) = (terms.op(t), terms.args(t)) else {
        return None;
    };
    let is_concatenation = terms.op(text) == Op::StrConcat;
    terms.str_value(word).filter(|word| is_concatenation && !word.is_empty()).map(|w| (w, text))
}

/// What `t` is, if it asks whether a word is at one end of a concatenation and the parts there say so.
pub(super) fn known(
    terms: &mut Terms,
    alphabets: &Alphabets,
    t: Term,
    left: &mut usize,
    budget: &Budget,
) -> Result<Option<Term>, Interrupted> {
    let Some((word, text)) = asked(terms, t) else { return Ok(None) };
    let mut parts = flat(terms, text);
    if !pay(parts.len(), left, budget)? {
        return Ok(None);
    }
    let mut word = word.to_vec();
    let is_suffix = terms.op(t) == Op::StrSuffixOf;
    if is_suffix {
        parts.reverse();
        word.reverse();
    }
    if let Some(known) = measured(terms, alphabets, &parts, &word, is_suffix) {
        return Ok(Some(known));
    }
    if let Some(known) = chosen(terms, &parts, &word, is_suffix) {
        return Ok(Some(known));
    }
    let spelled = |part: Term| letters_of(terms, part, is_suffix);
    let (mut at, mut skipped) = (0, false);
    debug_assert!(!word.is_empty(), "nothing is looked for at an end");
    for part in parts {
        let Some(letters) = spelled(part) else {
            let letters = alphabets.get(terms, part);
            if letters.set.contains(word[at]) {
                let is_long = letters.least >= (word.len() - at) as u64;
                let reaches = is_long && !skipped && part != text;
                return Ok(reaches.then(|| at_end(terms, &word[at..], part, is_suffix)));
            }
            if !letters.may_be_empty() {
                return Ok(Some(terms.ff()));
            }
            // It is empty, or the word is not there.
            skipped = true;
            continue;
        };
        for c in letters {
            if c != word[at] {
                return Ok(Some(terms.ff()));
            }
            at += 1;
            if at == word.len() {
                return Ok((!skipped).then(|| terms.tt()));
            }
        }
    }
    Ok(Some(terms.ff()))
}

/// That `word`, which is read from the end if it is at one, is in a part that is long enough for it.
fn at_end(terms: &mut Terms, word: &[u32], part: Term, is_suffix: bool) -> Term {
    debug_assert!(!word.is_empty(), "nothing is looked for in a part");
    let mut word = word.to_vec();
    if is_suffix {
        word.reverse();
    }
    let word = terms.string(&word);
    terms.mk(if is_suffix { Op::StrSuffixOf } else { Op::StrPrefixOf }, &[word, part])
}

/// The letters of a constant, from its end if it is at one.
fn letters_of(terms: &Terms, part: Term, is_suffix: bool) -> Option<Vec<u32>> {
    let mut letters = terms.str_value(part)?.to_vec();
    if is_suffix {
        letters.reverse();
    }
    Some(letters)
}

/// That `word` is at the end of a concatenation where `parts` are first, if the first ones are choices between two words of which one
/// does not agree with it: what chooses it is false.
fn chosen(terms: &mut Terms, parts: &[Term], word: &[u32], is_suffix: bool) -> Option<Term> {
    let (mut conditions, mut at, mut left) = (Vec::new(), 0, word);
    while let Some(&part) = parts.get(at).filter(|_| !left.is_empty()) {
        let (Op::Ite, &[condition, a, b]) = (terms.op(part), terms.args(part)) else { break };
        let (Some(a), Some(b)) = (letters_of(terms, a, is_suffix), letters_of(terms, b, is_suffix))
        else {
            break;
        };
        let clashes = |w: &[u32]| !w.iter().zip(left).all(|(c, d)| c == d);
        let (own, condition) = match (clashes(&a), clashes(&b)) {
            (true, true) => return Some(terms.ff()),
            (true, false) => (b, terms.not(condition)),
            (false, true) => (a, condition),
            (false, false) => break,
        };
        debug_assert!(own.iter().zip(left).all(|(c, d)| c == d), "a word that is not there");
        conditions.push(condition);
        left = left.get(own.len()..).unwrap_or_default();
        at += 1;
    }
    if at == 0 {
        return None;
    }
    let (mut left, mut rest) = (left.to_vec(), parts[at..].to_vec());
    if is_suffix {
        left.reverse();
        rest.reverse();
    }
    let (left, rest) = (terms.string(&left), terms.concat(&rest));
    let op = if is_suffix { Op::StrSuffixOf } else { Op::StrPrefixOf };
    conditions.push(terms.mk(op, &[left, rest]));
    Some(terms.and(&conditions))
}

/// That `word` is at the end of a concatenation where `parts` are first, if their lengths are known: each has its part of the word.
fn measured(
    terms: &mut Terms,
    alphabets: &Alphabets,
    parts: &[Term],
    word: &[u32],
    is_suffix: bool,
) -> Option<Term> {
    let in_order = |mut word: Vec<u32>| {
        if is_suffix {
            word.reverse();
        }
        word
    };
    let (op, mut left) = (if is_suffix { Op::StrSuffixOf } else { Op::StrPrefixOf }, word);
    let mut conjuncts = Vec::new();
    for (i, &part) in parts.iter().enumerate() {
        let length = alphabets.get(terms, part).length();
        let (own, others) = left.split_at(length.unwrap_or_default().min(left.len()));
        if length.is_none() && i == 0 {
            return None;
        }
        if length == Some(own.len()) {
            let own = terms.string(&in_order(own.to_vec()));
            conjuncts.push(terms.eq(part, own));
            left = others;
        } else {
            let mut rest = if length.is_none() { parts[i..].to_vec() } else { vec![part] };
            if is_suffix {
                rest.reverse();
            }
            let rest = terms.concat(&rest);
            let left = terms.string(&in_order(left.to_vec()));
            conjuncts.push(terms.mk(op, &[left, rest]));
            return Some(terms.and(&conjuncts));
        }
        if left.is_empty() {
            return Some(terms.and(&conjuncts));
        }
    }
    debug_assert!(!left.is_empty(), "a word that is found is looked for");
    Some(terms.ff())
}
