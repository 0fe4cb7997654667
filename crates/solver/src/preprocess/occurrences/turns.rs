//! Places at which two texts are taken apart where no letter between their parts is spelled out.
//!
//! `a d = b e`, where `a` and `b` are names and `d` and `e` numbers: the names are equal, and the numbers, as no name goes on with a digit.
//! And of `a d <= b e` the names are compared first, as digits come before letters: of two names of which one is the start of the
//! other, the shorter one goes on with a digit or ends, and is the lesser text with what is behind it, too.

use super::alphabets::Alphabets;
use super::separators::Item;
use automata::CharSet;
use base::{Budget, Interrupted};
use terms::Terms;

/// A fact: a text with more optional parts in front may begin with any letter.
const OPTIONAL: usize = 64;

/// Places in both texts before which there is no letter that the other goes on with there: if the texts are equal, so is what is in front
/// of these, as the longer one of two heads would go on with such a letter.
pub(super) fn turn(
    terms: &Terms,
    alphabets: &Alphabets,
    texts: &[Vec<Item>; 2],
    budget: &Budget,
) -> Result<Option<[usize; 2]>, Interrupted> {
    budget.charge((texts[0].len() + texts[1].len()) as u64)?;
    let set = |item: &Item| match *item {
        Item::Letter(c) => CharSet::single(c),
        Item::Part(part) => alphabets.get(terms, part).set,
    };
    for (one, other) in [(0, 1), (1, 0)] {
        let (mut head, mut has_part, mut at) = (CharSet::empty(), false, None);
        for (i, item) in texts[one].iter().enumerate() {
            if has_part && !next(terms, alphabets, &texts[one][i..]).intersects(&head) {
                at = Some(i);
                break;
            }
            head = head.union(&set(item));
            has_part |= item.letter().is_none();
            if head.is_full() {
                break;
            }
        }
        let Some(i) = at else { continue };
        let mut places = 0..=texts[other].len();
        let is_place = |&j: &usize| !next(terms, alphabets, &texts[other][j..]).intersects(&head);
        let Some(j) = places.find(is_place) else { continue };
        let behind = next(terms, alphabets, &texts[one][i..]);
        if texts[other][..j].iter().all(|item| !set(item).intersects(&behind)) {
            debug_assert!(i > 0, "nothing is cut off");
            return Ok(Some(if one == 0 { [i, j] } else { [j, i] }));
        }
    }
    Ok(None)
}

/// The letters that a text may begin with.
fn next(terms: &Terms, alphabets: &Alphabets, text: &[Item]) -> CharSet {
    let mut first = CharSet::empty();
    for (i, &item) in text.iter().enumerate() {
        if i == OPTIONAL {
            return CharSet::full();
        }
        match item {
            Item::Letter(c) => return first.union(&CharSet::single(c)),
            Item::Part(part) => {
                let letters = alphabets.get(terms, part);
                first = first.union(&letters.set);
                if !letters.may_be_empty() || first.is_full() {
                    return first;
                }
            }
        }
    }
    first
}

/// Places in both texts before which all letters come after those that either goes on with there, so that what is in front of them is
/// compared first: if it is part of the other's, that one is greater.
pub(super) fn descent(
    terms: &Terms,
    alphabets: &Alphabets,
    texts: &[Vec<Item>; 2],
    budget: &Budget,
) -> Result<Option<[usize; 2]>, Interrupted> {
    budget.charge((texts[0].len() + texts[1].len()) as u64)?;
    for (one, other) in [(0, 1), (1, 0)] {
        let (mut above, mut at) = (None, None);
        for (i, &item) in texts[one].iter().enumerate() {
            if above.is_some_and(|above| follows(terms, alphabets, &texts[one][i..], above)) {
                at = Some(i);
                break;
            }
            let Some(c) = least(terms, alphabets, item) else { break };
            above = Some(above.map_or(c, |least: u32| least.min(c)));
        }
        let (Some(i), Some(above)) = (at, above) else { continue };
        let mut places = 0..=texts[other].len();
        let Some(j) = places.find(|&j| follows(terms, alphabets, &texts[other][j..], above)) else {
            continue;
        };
        let is_above = |&item: &Item| {
            let least = least(terms, alphabets, item);
            least.is_some_and(|least| follows(terms, alphabets, &texts[one][i..], least))
        };
        if texts[other][..j].iter().all(is_above) {
            debug_assert!(i > 0, "nothing is cut off");
            return Ok(Some(if one == 0 { [i, j] } else { [j, i] }));
        }
    }
    Ok(None)
}

/// Whether a text that goes on like this is at its end, or has a letter before `above` next.
fn follows(terms: &Terms, alphabets: &Alphabets, rest: &[Item], above: u32) -> bool {
    for &item in rest {
        match item {
            Item::Letter(c) => return c < above,
            Item::Part(part) => {
                let letters = alphabets.get(terms, part);
                let greatest = letters.set.ranges().last().map(|range| range.1);
                if greatest.is_some_and(|greatest| greatest >= above) {
                    return false;
                }
                if !letters.may_be_empty() {
                    return true;
                }
            }
        }
    }
    true
}

/// The least letter of an item; `None` if it may have the least of all.
pub(super) fn least(terms: &Terms, alphabets: &Alphabets, item: Item) -> Option<u32> {
    match item {
        Item::Letter(c) => Some(c),
        Item::Part(part) => CharSet::min(&alphabets.get(terms, part).set),
    }
}
