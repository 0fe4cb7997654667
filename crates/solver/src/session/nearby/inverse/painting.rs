//! Other letters for all constants of an equation of concatenations at once.
//!
//! Problem: where one constant of a long equation gets another length, all letters behind it stand elsewhere, on either side by as many
//! places as it has occurrences there. No other single constant can make up for that, and a search that frees a few of them sets up an
//! engine each time.
//!
//! So lengths are chosen first: those that there are, or, where the sides differ, with one constant that makes up for the difference, the
//! longest ones first, which have most to give. Then the letters at one place of both sides are the same letter, and so are those of all
//! occurrences of a constant: a union-find, as in the procedures for words of fixed lengths. A class has the letter that is spelled out in
//! it, else what its first member had. What other assertions say of letters and lengths is evaluated afterwards, as for any proposal; the
//! procedure of [`words`] would take that into account, at the cost of a system for each attempt.

use super::Inverter;
use super::functions::resize;
use base::{IdMap, UnionFind};
use std::cmp::Reverse;
use terms::value::{Value, Word};
use terms::{Op, Sort, Term};

/// A fact: so many constants are tried that may make up for a difference in length. The longest ones do, or few others.
const CHOICES: usize = 4;

/// A piece of a side.
enum Piece {
    /// The constant at this place of the list, which may get other letters.
    Free(usize),
    /// Letters that stay.
    Word(Word),
}

/// A letter of a side.
#[derive(Clone, Copy)]
enum Letter {
    /// One of a constant, counted through all of them.
    Free(usize),
    Spelled(u32),
}

/// A constant of an equation.
struct Constant {
    x: Term,
    word: Vec<u32>,
    /// How often it stands on the left more than on the right.
    balance: i64,
}

/// An equation of concatenations.
#[derive(Default)]
struct Equation {
    constants: Vec<Constant>,
    positions: IdMap<Term, usize>,
    sides: [Vec<Piece>; 2],
}

/// Proposes words for all constants of an equation.
pub(super) fn equation(inv: &mut Inverter<'_>, left: Term, right: Term) -> Option<()> {
    let has_letters = inv.terms.sort(left) == Sort::String;
    if !has_letters || [left, right].iter().all(|&t| inv.terms.op(t) != Op::StrConcat) {
        return None;
    }
    let mut equation = Equation::default();
    equation.read(inv, 0, left)?;
    equation.read(inv, 1, right)?;
    let [left, right] = [0, 1].map(|side| equation.length(side));
    let missing = i64::try_from(right).ok()? - i64::try_from(left).ok()?;
    for choice in equation.choices(missing, inv.longest) {
        inv.budget.charge((left + right) as u64).ok()?;
        let mut words: Vec<Vec<u32>> =
            equation.constants.iter().map(|constant| constant.word.clone()).collect();
        if let Some((i, length)) = choice {
            resize(&mut words[i], length);
        }
        if equation.paint(&mut words).is_some() {
            let changed = equation.constants.iter().zip(words).filter(|(c, new)| c.word != *new);
            let proposal = changed.map(|(c, new)| (c.x, Value::Str(new.into()))).collect();
            inv.painted.push(proposal);
        }
    }
    Some(())
}

impl Equation {
    /// Reads one of the sides.
    fn read(&mut self, inv: &mut Inverter<'_>, side: usize, t: Term) -> Option<()> {
        debug_assert!(inv.terms.sort(t) == Sort::String, "only strings have letters");
        let mut open = vec![t];
        while let Some(t) = open.pop() {
            inv.budget.charge(1).ok()?;
            if inv.terms.op(t) == Op::StrConcat {
                open.extend(inv.terms.args(t).iter().rev());
                continue;
            }
            let word = inv.word(t)?;
            let piece = if inv.is_free(t) {
                let i = *self.positions.slot(t).get_or_insert(self.constants.len());
                if i == self.constants.len() {
                    self.constants.push(Constant { x: t, word: word.to_vec(), balance: 0 });
                }
                self.constants[i].balance += if side == 0 { 1 } else { -1 };
                Piece::Free(i)
            } else {
                Piece::Word(word)
            };
            self.sides[side].push(piece);
        }
        Some(())
    }

    fn length(&self, side: usize) -> usize {
        let length = |piece: &Piece| match piece {
            Piece::Free(i) => self.constants[*i].word.len(),
            Piece::Word(word) => word.len(),
        };
        self.sides[side].iter().map(length).sum()
    }

    /// Which constants may get which lengths so that the left side has so many letters more than the right one; none has to, if none is
    /// missing.
    fn choices(&self, missing: i64, longest: usize) -> Vec<Option<(usize, usize)>> {
        if missing == 0 {
            return vec![None];
        }
        let fitting = self.constants.iter().enumerate().filter_map(|(i, constant)| {
            let more = missing.checked_div(constant.balance)?;
            let length = constant.word.len().checked_add_signed(isize::try_from(more).ok()?)?;
            (more * constant.balance == missing && length <= longest).then_some((i, length))
        });
        let mut fitting: Vec<(usize, usize)> = fitting.collect();
        let length = |i: usize| self.constants[i].word.len();
        base::order::sort_by_key(&mut fitting, |&(i, _)| Reverse(length(i)));
        fitting.truncate(CHOICES);
        fitting.into_iter().map(Some).collect()
    }

    /// Gives `words` the letters by which the sides are equal, if there are such; what is not bound to another letter stays.
    fn paint(&self, words: &mut [Vec<u32>]) -> Option<()> {
        let mut begins = Vec::with_capacity(words.len());
        let mut count = 0;
        for word in &*words {
            begins.push(count);
            count += word.len();
        }
        let [left, right] = &self.sides;
        let [left, right] = [left, right].map(|side| letters(side, &begins, words));
        debug_assert!(left.len() == right.len(), "sides of other lengths are painted");
        let mut classes = Classes::new(count);
        for pair in left.into_iter().zip(right) {
            classes.equate(pair)?;
        }
        for (word, begin) in words.iter_mut().zip(begins) {
            for (i, letter) in word.iter_mut().enumerate() {
                *letter = classes.letter(begin + i, *letter);
            }
        }
        Some(())
    }
}

/// The letters of a side whose constants are these `words`, each with the number of its first letter.
fn letters(side: &[Piece], begins: &[usize], words: &[Vec<u32>]) -> Vec<Letter> {
    let mut letters = Vec::new();
    for piece in side {
        match piece {
            Piece::Free(i) => {
                letters.extend((begins[*i]..begins[*i] + words[*i].len()).map(Letter::Free));
            }
            Piece::Word(word) => letters.extend(word.iter().copied().map(Letter::Spelled)),
        }
    }
    letters
}

/// Letters that are the same.
struct Classes {
    partition: UnionFind,
    /// That of the class that each represents.
    letters: Vec<Option<u32>>,
}

impl Classes {
    fn new(count: usize) -> Classes {
        Classes { partition: UnionFind::new(count), letters: vec![None; count] }
    }

    /// Both are the same from now on; `None` if they cannot be.
    fn equate(&mut self, pair: (Letter, Letter)) -> Option<()> {
        match pair {
            (Letter::Spelled(a), Letter::Spelled(b)) => (a == b).then_some(()),
            (Letter::Free(a), Letter::Spelled(letter))
            | (Letter::Spelled(letter), Letter::Free(a)) => {
                (self.letter(a, letter) == letter).then_some(())
            }
            (Letter::Free(a), Letter::Free(b)) => {
                let (a, b) = (self.partition.find(a), self.partition.find(b));
                let letter = self.letters[a].or(self.letters[b]);
                self.partition.join(a, b);
                let fits = self.letters[b].is_none_or(|own| Some(own) == letter);
                self.letters[a] = letter;
                fits.then_some(())
            }
        }
    }

    /// The letter of a class; `otherwise` from now on if it has none.
    fn letter(&mut self, i: usize, otherwise: u32) -> u32 {
        let class = self.partition.find(i);
        *self.letters[class].get_or_insert(otherwise)
    }
}
