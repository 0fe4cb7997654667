//! What assertions read of constants.
//!
//! A text that is taken apart at fixed places is one constant, and all assertions are about it; but each reads a few of its letters. As
//! long as the text keeps its length, an assertion that reads others than those that change stays what it is.

use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted};
use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use terms::{Op, Sort, Term, Terms};

/// A part of the value of a constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Part {
    All,
    /// Whether it is in some language.
    Language,
    Length,
    /// The letters from here to there, as far as there are any.
    Letters(usize, usize),
}

impl Part {
    /// The letter, if it is a single one.
    pub(super) fn letter(self) -> Option<usize> {
        match self {
            Part::Letters(from, to) if to.checked_sub(1) == Some(from) => Some(from),
            _ => None,
        }
    }
}

/// A part of a constant, on which the value of an assertion depends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Read {
    pub(super) of: Term,
    pub(super) part: Part,
}

impl Read {
    /// Whether these are no letters at all.
    fn is_nothing(self) -> bool {
        matches!(self.part, Part::Letters(from, to) if from >= to)
    }

    /// Whether these are letters, and not all of the string.
    pub(super) fn is_letters(self) -> bool {
        matches!(self.part, Part::Letters(..))
    }
}

/// What each assertion reads; `None` if models give a meaning to more than constants in it.
#[derive(Debug, Default)]
pub(super) struct Reads(FxHashMap<Term, Option<Box<[Read]>>>);

impl Reads {
    /// Terms have new names.
    pub(super) fn forget(&mut self) {
        self.0.clear();
    }

    /// What `t` reads, if models give a meaning to nothing but constants in it.
    pub(super) fn of(
        &mut self,
        terms: &Terms,
        t: Term,
        budget: &Budget,
    ) -> Result<Option<&[Read]>, Interrupted> {
        let known = match self.0.entry(t) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(reads_of(terms, t, budget)?),
        };
        Ok(known.as_deref())
    }

    /// The constants in all of `formulas`, each of which has one.
    pub(super) fn constants(
        &mut self,
        terms: &Terms,
        formulas: &[Term],
        budget: &Budget,
    ) -> Result<Option<FxHashSet<Term>>, Interrupted> {
        let mut found = FxHashSet::default();
        for &f in formulas {
            match self.of(terms, f, budget)? {
                None | Some([]) => return Ok(None),
                Some(reads) => found.extend(reads.iter().map(|read| read.of)),
            }
        }
        Ok(Some(found))
    }

    /// Those of `all` that read something of `free`.
    pub(super) fn about(
        &mut self,
        terms: &Terms,
        free: &Free,
        all: &[Term],
        budget: &Budget,
    ) -> Result<Option<Vec<Term>>, Interrupted> {
        let mut found = Vec::new();
        for &f in all {
            let Some(reads) = self.of(terms, f, budget)? else { return Ok(None) };
            budget.charge(1 + reads.len() as u64)?;
            if reads.iter().any(|&read| free.touches(read)) {
                found.push(f);
            }
        }
        Ok(Some(found))
    }

    /// How many of `all` read the same.
    pub(super) fn counts(
        &mut self,
        terms: &Terms,
        all: &[Term],
        budget: &Budget,
    ) -> Result<FxHashMap<Read, usize>, Interrupted> {
        let mut counts = FxHashMap::default();
        for &f in all {
            let reads = self.of(terms, f, budget)?.unwrap_or_default();
            budget.charge(1 + reads.len() as u64)?;
            for &read in reads {
                *counts.entry(read).or_default() += 1;
            }
        }
        Ok(counts)
    }
}

/// What may change: constants as a whole, or letters of strings that keep their length.
#[derive(Clone, Debug, Default)]
pub(super) struct Free(FxHashMap<Term, Option<BTreeSet<usize>>>);

impl Free {
    /// All of these constants.
    pub(super) fn constants(all: impl IntoIterator<Item = Term>) -> Free {
        Free(all.into_iter().map(|x| (x, None)).collect())
    }

    /// What is read may change, too. Letters that a word of this `length` does not have are there if it is a longer one.
    pub(super) fn add(&mut self, read: Read, length: usize) {
        let letters = match read.part {
            Part::Letters(from, to) if to <= length => Some(from..to),
            _ => None,
        };
        match (self.0.entry(read.of), letters) {
            (Entry::Vacant(new), letters) => {
                new.insert(letters.map(|letters| {
                    let mut set = BTreeSet::new();
                    set.extend(letters);
                    set
                }));
            }
            (Entry::Occupied(mut known), Some(letters)) => {
                if let Some(known) = known.get_mut() {
                    known.extend(letters);
                }
            }
            (Entry::Occupied(mut known), None) => *known.get_mut() = None,
        }
    }

    /// What is read stays. Letters may still change where only the language of the whole is read: others of the same kind do.
    pub(super) fn remove(&mut self, read: Read) {
        let Entry::Occupied(mut known) = self.0.entry(read.of) else { return };
        let is_left = match (known.get_mut(), read.part) {
            (None, _) | (Some(_), Part::All) => false,
            (Some(_), Part::Length | Part::Language) => true,
            (Some(letters), Part::Letters(from, to)) => {
                letters.retain(|i| !(from..to).contains(i));
                !letters.is_empty()
            }
        };
        if !is_left {
            known.remove();
        }
    }

    /// Whether a change shows in what is read.
    pub(super) fn touches(&self, read: Read) -> bool {
        match (self.0.get(&read.of), read.part) {
            (None, _) | (Some(Some(_)), Part::Length) => false,
            (Some(None), _) | (Some(Some(_)), Part::All | Part::Language) => true,
            (Some(Some(letters)), Part::Letters(from, to)) => {
                from < to && letters.range(from..to).next().is_some()
            }
        }
    }

    /// Whether some of the constant may change.
    pub(super) fn contains(&self, x: Term) -> bool {
        self.0.contains_key(&x)
    }

    /// Whether more of the constant than some letters may change.
    pub(super) fn is_whole(&self, x: Term) -> bool {
        matches!(self.0.get(&x), Some(None))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How much may change.
    pub(super) fn len(&self) -> usize {
        self.0.values().map(|letters| letters.as_ref().map_or(1, BTreeSet::len)).sum()
    }

    /// The constants that may change as a whole.
    pub(super) fn wholes(&self) -> impl Iterator<Item = Term> + '_ {
        self.0.iter().filter(|(_, letters)| letters.is_none()).map(|(&x, _)| x)
    }

    /// The strings that keep their length, with the letters that may change.
    pub(super) fn letters(&self) -> impl Iterator<Item = (Term, &BTreeSet<usize>)> {
        self.0.iter().filter_map(|(&x, letters)| Some((x, letters.as_ref()?)))
    }
}

/// What `t` reads, if models give a meaning to nothing but constants in it.
fn reads_of(terms: &Terms, t: Term, budget: &Budget) -> Result<Option<Box<[Read]>>, Interrupted> {
    let all = terms.post_order_within(&[t], budget)?;
    if !all.iter().all(|&t| is_plain(terms, t)) {
        return Ok(None);
    }
    let direct = all.iter().flat_map(|&t| direct_reads(terms, t));
    // No letters are nothing: who reads them only says the same whatever changes.
    let mut reads: Vec<Read> = direct.filter(|read| !read.is_nothing()).collect();
    if terms.is_constant(t) {
        reads.push(Read { of: t, part: Part::All });
    }
    base::order::sort(&mut reads);
    reads.dedup();
    Ok(Some(reads.into()))
}

/// The part of an argument that a function with these arguments reads.
type Reader = fn(&Terms, &[Term]) -> Option<Part>;

/// The functions that read a part of an argument, with its position.
const READERS: &[(Op, usize, Reader)] = &[
    (Op::StrLen, 0, |_, _| Some(Part::Length)),
    (Op::StrInRe, 0, |_, _| Some(Part::Language)),
    (Op::StrAt, 0, |terms, args| letters(number(terms, args[1])?, 1)),
    (Op::StrSubstr, 0, |terms, args| letters(number(terms, args[1])?, number(terms, args[2])?)),
    (Op::StrPrefixOf, 1, |terms, args| letters(0, terms.str_value(args[0])?.len())),
];

/// What `t` reads of those of its arguments that are constants.
pub(super) fn direct_reads(terms: &Terms, t: Term) -> impl Iterator<Item = Read> {
    let (op, args) = (terms.op(t), terms.args(t));
    let part = move |i: usize| {
        let reader = READERS.iter().find(|(reader, at, _)| (*reader, *at) == (op, i));
        reader.and_then(|(_, _, part)| part(terms, args)).unwrap_or(Part::All)
    };
    let constants = args.iter().enumerate().filter(|&(_, &x)| terms.is_constant(x));
    constants.map(move |(i, &x)| Read { of: x, part: part(i) })
}

fn letters(from: usize, n: usize) -> Option<Part> {
    Some(Part::Letters(from, from.checked_add(n)?))
}

fn number(terms: &Terms, t: Term) -> Option<usize> {
    terms.int_value(t).and_then(Int::to_usize)
}

/// Whether a model gives a meaning to `t` by the values of constants at most, and these can be written down.
fn is_plain(terms: &Terms, t: Term) -> bool {
    let has_values = matches!(
        terms.sort(t),
        Sort::Bool | Sort::Int | Sort::String | Sort::BitVec(_) | Sort::Seq(_)
    );
    (terms.is_constant(t) && has_values) || !terms.is_interpreted_by_models(t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_models_give_other_meanings_to_is_not_plain() {
        let mut terms = Terms::new();
        let (x, s) = (terms.fresh("x", Sort::Int), terms.fresh("s", Sort::String));
        let f = terms.fresh_function("f", &[Sort::Int], Sort::Int);
        let zero = terms.int(0);
        let (quotient, image, length) = (
            terms.mk(Op::Div, &[x, zero]),
            terms.mk(Op::Apply(f), &[x]),
            terms.mk(Op::StrLen, &[s]),
        );
        let plain = [(quotient, false), (image, false), (length, true), (x, true)];
        assert!(plain.iter().all(|&(t, expected)| is_plain(&terms, t) == expected));
    }

    #[test]
    fn letters_at_fixed_places_are_parts() {
        let mut terms = Terms::new();
        let (s, n) = (terms.fresh("s", Sort::String), terms.fresh("n", Sort::Int));
        let (two, word) = (terms.int(2), terms.string(&[97, 98]));
        let of = |terms: &mut Terms, op, args: &[Term]| {
            let t = terms.mk(op, args);
            let parts = direct_reads(terms, t).filter(|read| read.of == s).map(|read| read.part);
            parts.collect::<Vec<_>>()
        };
        assert_eq!(of(&mut terms, Op::StrAt, &[s, two]), [Part::Letters(2, 3)]);
        assert_eq!(of(&mut terms, Op::StrSubstr, &[s, two, two]), [Part::Letters(2, 4)]);
        assert_eq!(of(&mut terms, Op::StrSubstr, &[s, two, n]), [Part::All]);
        assert_eq!(of(&mut terms, Op::StrPrefixOf, &[word, s]), [Part::Letters(0, 2)]);
        assert_eq!(of(&mut terms, Op::StrPrefixOf, &[s, word]), [Part::All]);
        assert_eq!(of(&mut terms, Op::StrLen, &[s]), [Part::Length]);
    }

    #[test]
    fn what_changes_shows_where_it_is_read() {
        let mut terms = Terms::new();
        let s = terms.fresh("s", Sort::String);
        let [all, language, length, third, behind] =
            [Part::All, Part::Language, Part::Length, Part::Letters(2, 3), Part::Letters(3, 9)]
                .map(|part| Read { of: s, part });
        let mut free = Free::default();
        free.add(third, 5);
        assert_eq!(
            [all, length, third, behind].map(|r| free.touches(r)),
            [true, false, true, false]
        );
        assert!(free.touches(language));
        free.remove(language);
        free.remove(length);
        free.remove(behind);
        assert_eq!(free.len(), 1);
        free.add(behind, 5);
        assert!(free.is_whole(s) && free.touches(length));
        free.remove(third);
        assert!(free.is_empty());
    }
}
