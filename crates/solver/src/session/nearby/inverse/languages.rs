//! Words of a language that are near the one that there is.
//!
//! Problem: a text that is searched by many assertions is in the language of each because of a few of its letters. A shortest word of one
//! language has none of those that the others are about.
//!
//! So what is missing is put in at one place: in front of the word, behind it, or in between, at another place each time. What is read up
//! to there leaves a language, and a shortest word of that is put in if what follows is accepted behind it. Behind the word, that is the
//! shortest continuation; elsewhere it is a guess, as what is put in may have to depend on what follows. To search for that would take a
//! product with an automaton of the rest, for each word anew. Words with another length or other letters come first, as what only grows
//! gets long.

use super::Inverter;
use automata::{LengthRange, Re, Regexes};
use base::{Limits, Stop};
use terms::Term;
use terms::value::Value;

/// A fact: of so many languages that are left the shortest words are looked at. What is deterministic leaves one, a union of a few words
/// as many.
const REMAINDERS: usize = 4;

/// A word as long as the one that there is, a shortest one, and those with something put in.
pub(super) fn membership(inv: &mut Inverter<'_>, t: Term, value: &Value) -> Option<()> {
    let string = inv.terms.arg(t, 0);
    let word = inv.word(string)?;
    let is_wanted = value.as_bool()?;
    let language = inv.languages.language(inv.terms, inv.terms.arg(t, 1), inv.budget)?;
    let (wanted, unwanted): (&[_], &[_]) =
        if is_wanted { (&[language], &[]) } else { (&[], &[language]) };
    let limits = Limits::none(inv.budget);
    let regexes = &mut inv.languages.regexes;
    let alike = LengthRange::exactly(word.len() as u64);
    let mut words = Vec::new();
    for range in [alike, LengthRange::ANY] {
        words.extend(regexes.find_shortest(wanted, unwanted, range, &limits).ok()?);
    }
    if is_wanted && !word.is_empty() {
        let places = [word.len(), 0, inv.turn % word.len()];
        for (i, &place) in places.iter().enumerate() {
            if places[..i].contains(&place) {
                continue;
            }
            words.extend(extended(regexes, language, &word, place, &limits).ok()?);
        }
    }
    words.into_iter().for_each(|word| inv.want_word(string, word));
    Some(())
}

/// A word of `language` that is `word` with something put in at `place`.
fn extended(
    regexes: &mut Regexes,
    language: Re,
    word: &[u32],
    place: usize,
    limits: &Limits<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let (begin, end) = word.split_at(place);
    let mut left = vec![language];
    for &letter in begin {
        regexes.read(&mut left, letter, |_| true, limits)?;
    }
    let mut missing: Option<Vec<u32>> = None;
    for &rest in left.iter().take(REMAINDERS) {
        let found = regexes.find_shortest(&[rest], &[], LengthRange::ANY, limits)?;
        let is_shorter = |new: &Vec<u32>| missing.as_ref().is_none_or(|old| new.len() < old.len());
        missing = found.filter(is_shorter).or(missing);
    }
    let Some(missing) = missing.filter(|missing| !missing.is_empty()) else { return Ok(None) };
    let whole = [begin, &missing, end].concat();
    Ok(regexes.contains_word(language, &whole, limits)?.then_some(whole))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;

    /// What becomes of `word` at each of `places`, for the words of letters up to `z` that contain `part`.
    fn texts(word: &str, part: &str, places: &[usize]) -> Vec<Option<String>> {
        let (mut regexes, budget) = (Regexes::new(), Budget::unlimited());
        let limits = Limits::none(&budget);
        let (letters, part) = (regexes.range(0, 'z' as u32), regexes.text(part));
        let any = regexes.star(letters);
        let language = regexes.concat_all([any, part, any]);
        let word: Vec<u32> = word.chars().map(u32::from).collect();
        let text = |&place: &usize| {
            let found = extended(&mut regexes, language, &word, place, &limits).unwrap()?;
            assert!(regexes.contains_word(language, &found, &limits).unwrap());
            Some(found.into_iter().filter_map(char::from_u32).collect())
        };
        places.iter().map(text).collect()
    }

    #[test]
    fn what_is_missing_is_put_in() {
        let put = |text: &str| Some(text.to_owned());
        assert_eq!(
            texts("xyab", "abc", &[4, 0, 1]),
            [put("xyabc"), put("abcxyab"), put("xabcyab")]
        );
        // Nothing is missing, or nothing can be put in.
        assert_eq!(texts("abc", "b", &[3]), [None]);
        assert_eq!(texts("~", "b", &[0, 1]), [None, None]);
    }
}
