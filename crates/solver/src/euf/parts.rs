//! Which letters of a value something rests on.
//!
//! The problem: a text that is put together step by step under conditions is evaluated when all of them are decided. If it then contains
//! what it must not, all of them are blamed, so that each of exponentially many texts is refuted on its own. But to contain `w` two
//! or three adjacent parts suffice, whatever is before and behind them.
//!
//! So the premises of an evaluation are asked for a part of a value: letters, and whether they are known to stand at its beginning or end.
//! A concatenation passes that on to the arguments that these letters come from. To drop premises one by one and to rewrite each time
//! would be as exact, but quadratic.

use terms::{Op, Term, Terms};

/// The letters from `from` to before `to` of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Part {
    from: usize,
    to: usize,
    /// Nothing is before them.
    is_start: bool,
    /// Nothing is behind them.
    is_end: bool,
}

impl Part {
    /// A whole value.
    pub fn all(value: &[u32]) -> Part {
        Part { from: 0, to: value.len(), is_start: true, is_end: true }
    }

    /// Whether it is all of a value.
    pub fn is_all(self) -> bool {
        self.is_start && self.is_end
    }

    fn start(to: usize) -> Part {
        Part { from: 0, to, is_start: true, is_end: false }
    }

    fn end(from: usize, value: &[u32]) -> Part {
        Part { from, to: value.len(), is_start: false, is_end: true }
    }

    /// What an argument of a concatenation has to be, whose letters begin at `at`; `None` if it does not matter.
    fn of_argument(self, at: usize, word: &[u32]) -> Option<Part> {
        debug_assert!(self.from <= self.to, "a part ends before it begins");
        debug_assert!(!self.is_start || self.from == 0, "something is before a beginning");
        let behind = at + word.len();
        let is_before = behind <= self.from && !(self.is_start && behind == 0);
        let is_behind = at >= self.to && !(self.is_end && word.is_empty());
        if is_before || is_behind {
            return None;
        }
        debug_assert!(at <= self.to, "an argument behind the part that matters");
        Some(Part {
            from: self.from.saturating_sub(at).min(word.len()),
            to: (self.to - at).min(word.len()),
            is_start: self.is_start || at > self.from,
            is_end: self.is_end || behind < self.to,
        })
    }
}

/// What the arguments with these values have to be for the `part` of the value of `closed`; `None` for one that does not matter. For
/// all of them `None` if they have to be all they are.
pub(super) fn needed(terms: &Terms, closed: Term, part: Option<Part>) -> Option<Vec<Option<Part>>> {
    let word = |i: usize| terms.str_value(terms.arg(closed, i));
    let all = |word: &[u32]| Some(Part::all(word));
    match terms.op(closed) {
        Op::StrConcat => {
            let mut at = 0;
            let mut parts = Vec::new();
            for &arg in terms.args(closed) {
                let word = terms.str_value(arg)?;
                parts.push(part?.of_argument(at, word));
                at += word.len();
            }
            Some(parts)
        }
        Op::StrContains => {
            let (text, w) = (word(0)?, word(1)?);
            let at =
                (0..=text.len().checked_sub(w.len())?).find(|&at| text[at..].starts_with(w))?;
            let found = Part { from: at, to: at + w.len(), is_start: false, is_end: false };
            Some(vec![(!w.is_empty()).then_some(found), all(w)])
        }
        Op::StrPrefixOf => {
            let (w, text) = (word(0)?, word(1)?);
            text.starts_with(w).then(|| vec![all(w), Some(Part::start(w.len()))])
        }
        Op::StrSuffixOf => {
            let (w, text) = (word(0)?, word(1)?);
            text.ends_with(w).then(|| vec![all(w), Some(Part::end(text.len() - w.len(), text))])
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All words of at most two letters.
    fn words() -> Vec<Vec<u32>> {
        let longer = |w: &Vec<u32>| [97, 98].map(|c| [&w[..], &[c]].concat());
        let one: Vec<Vec<u32>> = longer(&vec![]).into();
        let two = one.iter().flat_map(longer).collect::<Vec<_>>();
        [vec![vec![]], one, two].concat()
    }

    /// Whether `word` has the `part` of `value`.
    fn has(word: &[u32], value: &[u32], part: Part) -> bool {
        let letters = &value[part.from..part.to];
        match (part.is_start, part.is_end) {
            (true, true) => word == letters,
            (true, false) => word.starts_with(letters),
            (false, true) => word.ends_with(letters),
            (false, false) => (0..=word.len()).any(|i| word[i..].starts_with(letters)),
        }
    }

    fn needed_of(op: Op, args: &[&[u32]], part: Option<Part>) -> Option<Vec<Option<Part>>> {
        let mut terms = Terms::new();
        let args: Vec<Term> = args.iter().map(|w| terms.string(w)).collect();
        let closed = terms.mk(op, &args);
        needed(&terms, closed, part)
    }

    /// Checks that the concatenation of whatever has the parts asked of `args` has the part asked of the concatenation of `args`.
    fn check_concatenation(args: [&[u32]; 2], all: &[Vec<u32>]) {
        let text = args.concat();
        for (from, to) in (0..=text.len()).flat_map(|to| (0..=to).map(move |from| (from, to))) {
            let tight = Part { from, to, is_start: from == 0, is_end: to == text.len() };
            for part in [tight, Part { is_start: false, is_end: false, ..tight }] {
                let parts = needed_of(Op::StrConcat, &args, Some(part)).unwrap();
                let others = |i: usize| -> Vec<&Vec<u32>> {
                    let fits = |x: &&Vec<u32>| parts[i].is_none_or(|part| has(x, args[i], part));
                    all.iter().filter(fits).collect()
                };
                for (x, y) in
                    others(0).into_iter().flat_map(|x| others(1).into_iter().map(move |y| (x, y)))
                {
                    let other = [&x[..], y].concat();
                    assert!(has(&other, &text, part), "{args:?} {part:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn parts_of_arguments_make_the_part_of_the_whole() {
        let all = words();
        for u in &all {
            all.iter().for_each(|v| check_concatenation([u, v], &all));
        }
    }

    #[test]
    fn a_text_that_contains_a_word_rests_on_one_occurrence() {
        let text: Vec<u32> = "xxabyy".chars().map(u32::from).collect();
        let word = &text[2..4];
        let parts = needed_of(Op::StrContains, &[&text, word], None).unwrap();
        let found = Part { from: 2, to: 4, is_start: false, is_end: false };
        assert_eq!(parts, [Some(found), Some(Part::all(word))]);
        let parts = needed_of(Op::StrPrefixOf, &[&text[..2], &text], None).unwrap();
        assert_eq!(parts[1], Some(Part::start(2)));
        let parts = needed_of(Op::StrSuffixOf, &[&text[4..], &text], None).unwrap();
        assert_eq!(parts[1], Some(Part::end(4, &text)));
    }

    #[test]
    fn what_is_missing_rests_on_everything() {
        assert_eq!(needed_of(Op::StrContains, &[&[97], &[98]], None), None);
        assert_eq!(needed_of(Op::StrConcat, &[&[97], &[98]], None), None);
    }
}
