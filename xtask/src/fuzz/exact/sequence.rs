//! Concatenations: parts with letters of their own match a segment of the word that is known; of the others the positions
//! they reach are intervals, but for one part at most, which is met from both sides.

use super::matching::{any, is_of, is_without, matches};
use super::regex::{Kind, Letters, Regex, Steps, Unary, are_disjoint};
use super::runs::{Run, Word};
use super::spans::{Span, Spans};
use dashu_int::IBig;

/// A part of a concatenation.
enum Item {
    /// So many of some letters.
    Letters(Letters, Spans),
    /// This segment of the word and nothing else: from a run to a run.
    Segment(usize, usize),
    /// Nothing.
    Empty,
    /// Many numbers of some letters.
    Nest(Letters, Steps),
}

/// Whether the parts match the word one after the other, if that can be told.
pub fn sequence(parts: &[Regex], word: &Word) -> Option<bool> {
    let letters: Vec<Option<Vec<Letters>>> = parts.iter().map(Regex::letters).collect();
    let mut items = Vec::new();
    for (n, part) in parts.iter().enumerate() {
        let others =
            letters.iter().enumerate().filter(|other| other.0 != n).map(|other| other.1.as_ref());
        let is_apart =
            |own: &Vec<Letters>| others.clone().all(|o| o.is_some_and(|o| are_disjoint(o, own)));
        let own = letters[n].as_ref().filter(|own| is_apart(own));
        match own {
            Some(own) => match segment(part, own, word)? {
                Some(item) => items.push(item),
                None => return Some(false),
            },
            None => items.push(item(part)?),
        }
    }
    through(&items, word)
}

/// What a part matches whose letters no other part has; `None` if the word has no such segment.
fn segment(part: &Regex, letters: &[Letters], word: &Word) -> Option<Option<Item>> {
    let runs = word.runs();
    if !runs.iter().all(|run| is_of(run, letters) || is_without(run, letters)) {
        return None;
    }
    let Some(from) = runs.iter().position(|run| is_of(run, letters)) else {
        return Some(part.is_nullable().then_some(Item::Empty));
    };
    let to = runs.iter().rposition(|run| is_of(run, letters))? + 1;
    let is_one = runs[from..to].iter().all(|run| is_of(run, letters));
    let fits = is_one && matches(part, &word.slice(from, to))?;
    Some(fits.then_some(Item::Segment(from, to)))
}

fn item(part: &Regex) -> Option<Item> {
    if matches!(part, Regex::Text(text) if text.is_empty()) {
        return Some(Item::Empty);
    }
    let Unary { kind: Kind::Letters(letters), steps } = part.unary()? else { return None };
    Some(match steps.set() {
        Some(set) => Item::Letters(letters, set),
        None => Item::Nest(letters, steps),
    })
}

/// Whether the items match from the start to the end of the word.
fn through(items: &[Item], word: &Word) -> Option<bool> {
    let nest = items.iter().position(|item| matches!(item, Item::Nest(..)));
    let (before, after) = items.split_at(nest.unwrap_or(items.len()));
    let front = reach(before.iter(), word, false)?;
    let Some((Item::Nest(letters, steps), after)) = after.split_first() else {
        return Some(front.contains(&word.len()));
    };
    let back = mirror(&reach(after.iter().rev(), word, true)?, &word.len())?;
    let stays = steps.meet(&Spans::point(&IBig::ZERO))? && front.meets(&back);
    let goes = stretches(word, letters)?.into_iter().map(|stretch| {
        let (from, to) = (front.meet(&stretch), back.meet(&stretch));
        let lengths = from.iter().flat_map(|p| to.iter().filter_map(move |q| p.up_to(q)));
        steps.meet(&Spans::of(lengths)?)
    });
    any([Some(stays)].into_iter().chain(goes.collect::<Vec<_>>()))
}

/// The positions after the items, from the start of the word or, for reversed items, of the reversed word.
fn reach<'a>(
    items: impl Iterator<Item = &'a Item>,
    word: &Word,
    is_reversed: bool,
) -> Option<Spans> {
    let read = if is_reversed { word.reversed() } else { word.clone() };
    let mut positions = Spans::point(&IBig::ZERO);
    for item in items {
        positions = match item {
            Item::Empty => positions,
            Item::Segment(from, to) => {
                let (start, end) = (word.slice(0, *from).len(), word.slice(0, *to).len());
                let (start, end) =
                    if is_reversed { (word.len() - end, word.len() - start) } else { (start, end) };
                if positions.contains(&start) { Spans::point(&end) } else { Spans::none() }
            }
            Item::Letters(letters, set) => advance(&positions, &read, letters, set)?,
            Item::Nest(..) => return None,
        };
    }
    Some(positions)
}

/// The positions after so many letters.
fn advance(from: &Spans, word: &Word, letters: &Letters, set: &Spans) -> Option<Spans> {
    let mut all = if set.contains(&IBig::ZERO) { from.clone() } else { Spans::none() };
    for stretch in stretches(word, letters)? {
        let ends = from.meet(&stretch).plus(set)?.meet(&stretch);
        all = all.union(&ends)?;
    }
    Some(all)
}

/// The longest segments of the word that have no other letters, as positions from start to end.
fn stretches(word: &Word, letters: &Letters) -> Option<Vec<Span>> {
    let mut stretches = Vec::new();
    let mut at = IBig::ZERO;
    for runs in
        word.runs().chunk_by(|a, b| letters.have_all_of(&a.block) == letters.have_all_of(&b.block))
    {
        let end = runs.iter().map(Run::len).fold(at.clone(), |sum, len| sum + len);
        if letters.have_all_of(&runs[0].block) {
            stretches.push(Span::new(at, end.clone()));
        } else if runs.iter().any(|run| run.block.chars().any(|c| letters.contains(c))) {
            return None;
        }
        at = end;
    }
    Some(stretches)
}

/// Positions counted from the other end.
fn mirror(positions: &Spans, len: &IBig) -> Option<Spans> {
    let whole = Span::new(0, len.clone());
    let turned = |span: &Span| Some(Span::new(len - span.high.as_ref()?, len - &span.low));
    let turned = positions.meet(&whole).iter().map(turned).collect::<Option<Vec<_>>>()?;
    Spans::of(turned)
}
