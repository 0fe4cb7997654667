//! Words with a letter that texts have only between their parts.
//!
//! The problem: is `/../` in `"/" s0 "/" s1 "/" s2`, where no segment has a slash? To the procedures for words that is an equation with two
//! strings of any length around the word, and where these end shows only when the segments have lengths, of which there are many.
//!
//! But a letter that is in no part of the text is where it is spelled out. So those of the word are neighbours among those of the text:
//! what is between two of them in the word is all that is between two in the text, what is in front of the first ends a field, and what is
//! behind the last begins one. That is a choice between as many places as there are fields, without those where letters that are spelled
//! out differ, and each is said of few parts. ([`super::separators`] takes equations apart in the same way, where all places are known.
//! It is what the Nielsen transformation comes to letter by letter: V. Diekert, *Makanin's Algorithm*, in M. Lothaire, *Algebraic
//! Combinatorics on Words*, 2002.) Of several such letters the one that is spelled out least often leaves the fewest places.

use super::super::flat::pay;
use super::alphabets::Alphabets;
use super::separators::{Item, items, text_of};
use base::{Budget, Interrupted};
use terms::{Op, Term, Terms};

/// What `t` is, if it says that a word with such a letter is in a text.
///
/// # Errors
/// When the budget runs out.
pub(super) fn split(
    terms: &mut Terms,
    alphabets: &Alphabets,
    t: Term,
    left: &mut usize,
    budget: &Budget,
) -> Result<Option<Term>, Interrupted> {
    let (Op::StrContains, &[text, word]) = (terms.op(t), terms.args(t)) else { return Ok(None) };
    let Some(word) = terms.str_value(word).map(<[u32]>::to_vec) else { return Ok(None) };
    let items = items(terms, text);
    if terms.op(text) != Op::StrConcat || !pay(items.len(), left, budget)? {
        return Ok(None);
    }
    let Some(letter) = separator(terms, alphabets, &items, &word) else { return Ok(None) };
    let fields: Vec<&[Item]> = items.split(|item| item.letter() == Some(letter)).collect();
    let words: Vec<&[u32]> = word.split(|&c| c == letter).collect();
    debug_assert!(words.len() > 1, "the letter is not in the word");
    let mut places = Vec::new();
    for window in fields.windows(words.len()) {
        budget.charge(words.len() as u64)?;
        if is_possible(window, &words) {
            places.push(place(terms, alphabets, window, &words));
        }
    }
    Ok(Some(terms.or(&places)))
}

/// The letter of `word` that is in no part, and least often between the parts.
fn separator(terms: &Terms, alphabets: &Alphabets, text: &[Item], word: &[u32]) -> Option<u32> {
    let mut open = word.to_vec();
    base::order::sort(&mut open);
    open.dedup();
    for &item in text {
        if let Item::Part(part) = item {
            let letters = alphabets.get(terms, part).set;
            open.retain(|&c| !letters.contains(c));
            if open.is_empty() {
                return None;
            }
        }
    }
    let count = |c: &u32| text.iter().filter(|item| item.letter() == Some(*c)).count();
    open.into_iter().min_by_key(count)
}

/// Whether the letters that are spelled out at the ends of these fields agree with the words between the separators.
fn is_possible(fields: &[&[Item]], words: &[&[u32]]) -> bool {
    debug_assert_eq!(fields.len(), words.len(), "a field for each part of the word");
    fields.iter().zip(words).enumerate().all(|(k, (field, word))| {
        let begins = k == 0 || agree(field.iter(), word.iter());
        let ends = k + 1 == words.len() || agree(field.iter().rev(), word.iter().rev());
        begins && ends
    })
}

/// Whether items may be letters and more, as far as they are spelled out.
fn agree<'a>(
    mut items: impl Iterator<Item = &'a Item>,
    letters: impl Iterator<Item = &'a u32>,
) -> bool {
    for &letter in letters {
        match items.next() {
            Some(&Item::Letter(c)) if c == letter => {}
            Some(Item::Part(_)) => return true,
            Some(Item::Letter(_)) | None => return false,
        }
    }
    true
}

/// That the word is in these fields: at the end of the first one, at the beginning of the last, and all that the others are.
fn place(terms: &mut Terms, alphabets: &Alphabets, fields: &[&[Item]], words: &[&[u32]]) -> Term {
    let (mut conditions, last) = (Vec::new(), words.len() - 1);
    for (k, (field, word)) in fields.iter().zip(words).enumerate() {
        let is_inner = k != 0 && k != last;
        if word.is_empty() && !is_inner {
            continue;
        }
        let (mut field, mut letters) = (field.to_vec(), word.to_vec());
        if k == 0 {
            field.reverse();
            letters.reverse();
        }
        if !is_inner {
            field.truncate(near(terms, alphabets, &field, &letters));
        }
        let (text, word) = (text_of(terms, &field, k == 0), terms.string(word));
        conditions.push(match k {
            0 => terms.mk(Op::StrSuffixOf, &[word, text]),
            _ if is_inner => terms.eq(text, word),
            _ => terms.mk(Op::StrPrefixOf, &[word, text]),
        });
    }
    terms.and(&conditions)
}

/// How many of the first items matter for whether they begin with `word`: behind them are more letters, or one that is not in it.
fn near(terms: &Terms, alphabets: &Alphabets, items: &[Item], word: &[u32]) -> usize {
    let mut known = 0;
    for (at, &item) in items.iter().enumerate() {
        known += match item {
            Item::Letter(_) => 1,
            Item::Part(part) => {
                usize::try_from(alphabets.get(terms, part).least).unwrap_or(word.len())
            }
        };
        let left = word.get(known..).unwrap_or_default();
        let is_letter = |c: u32| matches!(item, Item::Letter(_)) || left.contains(&c);
        let goes_on = items.get(at + 1).is_none_or(|next| next.letter().is_none_or(is_letter));
        if left.is_empty() || !goes_on {
            return at + 1;
        }
    }
    items.len()
}

#[cfg(test)]
mod tests {
    use super::super::super::brute::{Tried, assert_same};
    use super::super::alphabets::Letters;
    use super::*;
    use automata::CharSet;
    use base::SplitMix64;
    use terms::Sort;
    use terms::value::Value;

    #[test]
    fn places_say_what_the_search_says() {
        let budget = Budget::unlimited();
        let (mut found, mut split_up) = (0, 0);
        for seed in 0..400 {
            let (mut terms, mut random) = (Terms::new(), SplitMix64::new(seed));
            let (mut alphabets, mut parts) = (Alphabets::default(), Vec::new());
            let xs: Vec<Term> = (0..3).map(|_| terms.fresh("x", Sort::String)).collect();
            for &x in &xs {
                let set = CharSet::range('a'.into(), 'b'.into());
                alphabets.restrict(x, &Letters { set, ..Letters::any() });
            }
            for _ in 0..2 + random.below(5) {
                let texts = ["/", "/a", "b/", "//", "ab"];
                parts.push(terms.text(texts[random.below(texts.len())]));
                parts.push(xs[random.below(xs.len())]);
            }
            let words = ["/", "/a/", "//", "a/b", "/ab/", "b//a", "/a/b"];
            let (text, word) = (terms.concat(&parts), terms.text(words[random.below(words.len())]));
            let before = terms.mk(Op::StrContains, &[text, word]);
            let after = split(&mut terms, &alphabets, before, &mut 1000, &budget).unwrap();
            let Some(after) = after else { continue };
            split_up += 1;
            let mut word = || {
                let letters = (0..random.below(3)).map(|_| 97 + u32::from(random.below(2) == 0));
                Value::Str(letters.collect())
            };
            let tried: Vec<Tried> = xs.iter().map(|&x| (x, vec![word(), word(), word()])).collect();
            found += assert_same(&terms, &tried, &[before], &[after]);
        }
        assert!(split_up > 300 && found > 500, "{split_up} and {found}");
    }
}
