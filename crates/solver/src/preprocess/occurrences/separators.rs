//! Texts that are compared, taken apart at letters that are in none of their parts.
//!
//! `f0 "," f1 "," f2 = "12,7,30"`, where no field has a comma: then the first fields are equal, and what is behind the first commas
//! is, too, and so on. The procedures for words find that out as well, but not before a first candidate, and to each of them the fields
//! are words of any letters until then; here sums of the numbers that they are become sums of numbers. Rewriting splits only what is
//! separated by what terms are by themselves. A text is read from its start, and what is left from its end.
//! Where nothing says that fields have no comma, they have none nevertheless if the text that they are equal to has as many as are spelled
//! out between them.
//!
//! What is left is taken apart where both texts have as many letters up to there, if their parts so far have known lengths: numerals of
//! digits, and letters whose codes have bounds.
//!
//! An order is taken apart, too: `m "." r <= n "." s` is `m <= n`, and `r <= s` where `m` and `n` are equal, if these have no letters
//! but such as come after the dot: a number that goes on where another one ends is the greater text. So versions are compared part by part
//! as texts as they are by numbers.
//!
//! Where no letter is spelled out, [`super::turns`] finds places to cut at.

use super::super::flat::{flat, pay};
use super::alphabets::Alphabets;
use super::turns::{descent, least, turn};
use automata::CharSet;
use base::{Budget, FxHashMap, Interrupted};
use terms::{Op, Sort, Term, Terms};

/// A letter of a text, or a part that is not spelled out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    Letter(u32),
    Part(Term),
}

/// Where a letter is first in what is left of a text.
#[derive(Clone, Copy)]
enum First {
    At(usize),
    /// It is not there.
    Nowhere,
    /// It may be in a part.
    Unclear,
}

/// Whether `t` compares texts of which one has several parts: whether they are equal, or one begins or ends with the other.
pub(super) fn compares(terms: &Terms, t: Term) -> bool {
    let (Op::Eq | Op::StrPrefixOf | Op::StrSuffixOf | Op::StrLe, &[a, b]) =
        (terms.op(t), terms.args(t))
    else {
        return false;
    };
    let is_text = |s: Term| terms.op(s) == Op::StrConcat || terms.str_value(s).is_some();
    terms.sort(a) == Sort::String
        && is_text(a)
        && is_text(b)
        && [a, b].iter().any(|&s| terms.op(s) == Op::StrConcat)
}

/// What `t` is, if the texts that it compares can be taken apart.
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
    let (op, mut texts) = (terms.op(t), [0, 1].map(|i| items(terms, terms.arg(t, i))));
    if !pay(texts[0].len() + texts[1].len(), left, budget)? {
        return Ok(None);
    }
    if op == Op::StrLe {
        return split_order(terms, alphabets, &texts, budget);
    }
    let Some(absent) = absent(terms, alphabets, &texts, op, budget)? else {
        return Ok(Some(terms.ff()));
    };
    let known = Known { alphabets, absent };
    let mut pieces = Vec::new();
    for is_reversed in [false, true] {
        let looks_here = if is_reversed { op != Op::StrPrefixOf } else { op != Op::StrSuffixOf };
        if !looks_here {
            continue;
        }
        if is_reversed {
            texts.iter_mut().for_each(|text| text.reverse());
        }
        let Some(cuts) = cuts(terms, &known, &texts, op, budget)? else {
            return Ok(Some(terms.ff()));
        };
        let (mut equal, mut from) = (Vec::new(), [0, 0]);
        for cut in cuts {
            equal.push((from, cut));
            from = cut.map(|at| at + 1);
        }
        for to in steps(terms, alphabets, &texts, from) {
            equal.push((from, to));
            from = to;
        }
        for (from, to) in equal {
            let sides = [0, 1].map(|i| text_of(terms, &texts[i][from[i]..to[i]], is_reversed));
            pieces.push(terms.eq(sides[0], sides[1]));
        }
        texts.iter_mut().zip(from).for_each(|(text, n)| drop(text.drain(..n)));
        if is_reversed {
            texts.iter_mut().for_each(|text| text.reverse());
        }
    }
    let is_news = |&piece: &Term| piece != terms.tt();
    if !pieces.iter().any(is_news) {
        let cut = if op == Op::Eq { turn(terms, alphabets, &texts, budget)? } else { None };
        let Some(cut) = cut else { return Ok(None) };
        let [a, b] = [0, 1].map(|i| text_of(terms, &texts[i][..cut[i]], false));
        pieces.push(terms.eq(a, b));
        texts.iter_mut().zip(cut).for_each(|(text, n)| drop(text.drain(..n)));
    }
    let [a, b] = [0, 1].map(|i| text_of(terms, &texts[i], false));
    pieces.push(if op == Op::Eq { terms.eq(a, b) } else { terms.mk(op, &[a, b]) });
    Ok(Some(terms.and(&pieces)))
}

/// What is known of the parts of two texts.
struct Known<'a> {
    alphabets: &'a Alphabets,
    /// Letters that are in no part.
    absent: CharSet,
}

impl Known<'_> {
    /// Whether a part may have this letter.
    fn may_have(&self, terms: &Terms, part: Term, c: u32) -> bool {
        !self.absent.contains(c) && self.alphabets.get(terms, part).set.contains(c)
    }
}

/// The letters that are in no part of equal texts, as they are spelled out equally often in both, and in one of them nowhere else. `None`
/// if there is a letter of which one text has more than the other.
fn absent(
    terms: &Terms,
    alphabets: &Alphabets,
    texts: &[Vec<Item>; 2],
    op: Op,
    budget: &Budget,
) -> Result<Option<CharSet>, Interrupted> {
    let mut absent = CharSet::empty();
    if op != Op::Eq {
        return Ok(Some(absent));
    }
    let mut counts: FxHashMap<u32, [usize; 2]> = FxHashMap::default();
    let mut open = [CharSet::empty(), CharSet::empty()];
    for (i, text) in texts.iter().enumerate() {
        budget.charge(text.len() as u64)?;
        for item in text {
            match *item {
                Item::Letter(c) => counts.entry(c).or_default()[i] += 1,
                Item::Part(part) => open[i] = open[i].union(&alphabets.get(terms, part).set),
            }
        }
    }
    let mut letters: Vec<u32> = counts.keys().copied().collect();
    base::order::sort(&mut letters);
    for c in letters {
        let n = counts[&c];
        for (i, other) in [(0, 1), (1, 0)] {
            if open[other].contains(c) {
                continue;
            }
            debug_assert!(n[0] + n[1] > 0, "a letter that is nowhere");
            if n[i] > n[other] {
                return Ok(None);
            }
            if n[i] == n[other] {
                absent = absent.union(&CharSet::single(c));
            }
        }
    }
    Ok(Some(absent))
}

/// What `a <= b` is for these `texts`.
fn split_order(
    terms: &mut Terms,
    alphabets: &Alphabets,
    texts: &[Vec<Item>; 2],
    budget: &Budget,
) -> Result<Option<Term>, Interrupted> {
    let known = Known { alphabets, absent: CharSet::empty() };
    let cuts = cuts(terms, &known, texts, Op::StrLe, budget)?.unwrap_or_default();
    let (mut pieces, mut from) = (Vec::new(), [0, 0]);
    for cut in cuts {
        let sides = [0, 1].map(|i| &texts[i][from[i]..cut[i]]);
        let separator = texts[0][cut[0]].letter();
        let is_below = |&item: &Item| separator < least(terms, alphabets, item);
        if !sides.iter().all(|side| side.iter().all(is_below)) {
            break;
        }
        pieces.push(sides.map(|side| text_of(terms, side, false)));
        from = cut.map(|at| at + 1);
    }
    if pieces.is_empty() {
        let Some(cut) = descent(terms, alphabets, texts, budget)? else { return Ok(None) };
        pieces.push([0, 1].map(|i| text_of(terms, &texts[i][..cut[i]], false)));
        from = cut;
    }
    debug_assert!((0..2).all(|i| from[i] <= texts[i].len()), "a place behind a text");
    let [a, b] = [0, 1].map(|i| text_of(terms, &texts[i][from[i]..], false));
    let mut order = terms.mk(Op::StrLe, &[a, b]);
    for [x, y] in pieces.into_iter().rev() {
        let (same, least) = (terms.eq(x, y), terms.mk(Op::StrLe, &[x, y]));
        let differ = terms.not(same);
        let next = terms.or(&[differ, order]);
        order = terms.and(&[least, next]);
    }
    Ok(Some(order))
}

/// The places of letters that are first in what is left of both texts, again and again: what is between them is equal. `None` if there
/// is a letter in one text that is not in the other, where it must be for `op`.
fn cuts(
    terms: &Terms,
    known: &Known<'_>,
    texts: &[Vec<Item>; 2],
    op: Op,
    budget: &Budget,
) -> Result<Option<Vec<[usize; 2]>>, Interrupted> {
    let (mut cuts, mut from) = (Vec::new(), [0, 0]);
    loop {
        let candidates = [0, 1].map(|i| texts[i][from[i]..].iter().find_map(|item| item.letter()));
        let mut found = None;
        for c in candidates.into_iter().flatten() {
            let places = [0, 1].map(|i| first(terms, known, &texts[i], from[i], c));
            budget.charge(places.iter().map(|place| place.1).sum())?;
            match places.map(|place| place.0) {
                [First::At(i), First::At(j)] => found = Some([i, j]),
                [First::At(_), First::Nowhere] if op != Op::StrLe => return Ok(None),
                [First::Nowhere, First::At(_)] if op == Op::Eq => return Ok(None),
                _ => continue,
            }
            break;
        }
        let Some(cut) = found else { return Ok(Some(cuts)) };
        debug_assert!(cut[0] >= from[0] && cut[1] >= from[1], "texts are cut from left to right");
        cuts.push(cut);
        from = cut.map(|at| at + 1);
    }
}

/// The places from one on up to which both texts have as many letters, as far as that is known. Not their ends: nothing is left there.
fn steps(
    terms: &Terms,
    alphabets: &Alphabets,
    texts: &[Vec<Item>; 2],
    from: [usize; 2],
) -> Vec<[usize; 2]> {
    let (mut steps, mut at, mut lengths) = (Vec::new(), from, [0, 0]);
    loop {
        let shorter = usize::from(lengths[1] < lengths[0]);
        let length = match texts[shorter].get(at[shorter]) {
            Some(Item::Letter(_)) => Some(1),
            Some(&Item::Part(part)) => alphabets.get(terms, part).length(),
            None => None,
        };
        let Some(length) = length else { return steps };
        at[shorter] += 1;
        lengths[shorter] += length;
        let is_end = (0..2).all(|i| at[i] == texts[i].len());
        debug_assert!((0..2).all(|i| at[i] <= texts[i].len()), "a place behind a text");
        if lengths[0] == lengths[1] && lengths[0] > 0 && !is_end {
            steps.push(at);
        }
    }
}

impl Item {
    pub fn letter(self) -> Option<u32> {
        match self {
            Item::Letter(c) => Some(c),
            Item::Part(_) => None,
        }
    }
}

/// Where `c` is first in `text` from a place on, and how many items were looked at.
fn first(terms: &Terms, known: &Known<'_>, text: &[Item], from: usize, c: u32) -> (First, u64) {
    for (at, &item) in text.iter().enumerate().skip(from) {
        let place = match item {
            Item::Letter(letter) if letter == c => First::At(at),
            Item::Part(part) if known.may_have(terms, part, c) => First::Unclear,
            Item::Letter(_) | Item::Part(_) => continue,
        };
        return (place, (at - from) as u64 + 1);
    }
    (First::Nowhere, (text.len() - from) as u64 + 1)
}

/// The letters and parts of a text.
pub(super) fn items(terms: &Terms, s: Term) -> Vec<Item> {
    let mut items = Vec::new();
    for part in flat(terms, s) {
        match terms.str_value(part) {
            Some(word) => items.extend(word.iter().map(|&c| Item::Letter(c))),
            None => items.push(Item::Part(part)),
        }
    }
    items
}

/// The text of these items, last to first if they are reversed.
pub(super) fn text_of(terms: &mut Terms, items: &[Item], is_reversed: bool) -> Term {
    let mut items = items.to_vec();
    if is_reversed {
        items.reverse();
    }
    let (mut parts, mut letters) = (Vec::new(), Vec::new());
    for item in items {
        match item {
            Item::Letter(c) => letters.push(c),
            Item::Part(part) => {
                parts.push(terms.string(&letters));
                letters.clear();
                parts.push(part);
            }
        }
    }
    parts.push(terms.string(&letters));
    terms.concat(&parts)
}
