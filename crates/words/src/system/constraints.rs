//! What a system is a conjunction of: words of letters and variables, equations, regular constraints, facts about lengths.

use crate::arithmetic::Formula;
use crate::tags::Premises;
use automata::Re;

base::id! {
    /// A string variable of a system.
    pub struct Var;
}

/// A letter or a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sym {
    /// A letter: a code point.
    Char(u32),
    /// A variable.
    Var(Var),
}

impl Sym {
    /// The variable, if it is one.
    pub fn var(self) -> Option<Var> {
        match self {
            Sym::Var(x) => Some(x),
            Sym::Char(_) => None,
        }
    }
}

/// A concatenation of letters and variables.
pub type Word = Vec<Sym>;

/// The letters of a string constant as a word.
///
/// ```
/// use words::{Sym, literal};
/// assert_eq!(literal("ab"), [Sym::Char(97), Sym::Char(98)]);
/// ```
pub fn literal(text: &str) -> Word {
    text.chars().map(|c| Sym::Char(c.into())).collect()
}

/// The variables of a word, with repetitions.
pub fn vars_of(word: &[Sym]) -> impl Iterator<Item = Var> + '_ {
    word.iter().filter_map(|s| s.var())
}

/// The letters, if there is no variable.
pub fn constant(word: &[Sym]) -> Option<Vec<u32>> {
    let letter = |s: &Sym| match s {
        Sym::Char(c) => Some(*c),
        Sym::Var(_) => None,
    };
    word.iter().map(letter).collect()
}

/// Two words that are equal, or different, depending on where this occurs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equation {
    /// The left side.
    pub left: Word,
    /// The right side.
    pub right: Word,
    /// Where this comes from.
    pub premises: Premises,
}

impl Equation {
    /// `left = right`, or the opposite.
    pub fn new(left: Word, right: Word, premises: impl Into<Premises>) -> Equation {
        Equation { left, right, premises: premises.into() }
    }

    /// Writes `x` where `word` begins or ends a longer side, as the two are equal because of `premises`; whether it does.
    pub(crate) fn abbreviate(&mut self, word: &[Sym], x: Var, premises: &Premises) -> bool {
        debug_assert!(word.len() > 1, "a variable abbreviates nothing");
        let before = self.left.len() + self.right.len();
        for side in [&mut self.left, &mut self.right] {
            if side.len() > word.len() && side.starts_with(word) {
                side.splice(..word.len(), [Sym::Var(x)]);
            }
            if side.len() > word.len() && side.ends_with(word) {
                side.splice(side.len() - word.len().., [Sym::Var(x)]);
            }
        }
        let is_shorter = self.left.len() + self.right.len() < before;
        if is_shorter {
            self.premises.extend(premises);
        }
        is_shorter
    }

    /// The symbols of both sides.
    pub fn symbols(&self) -> impl Iterator<Item = Sym> + '_ {
        self.left.iter().chain(&self.right).copied()
    }

    /// The variables of both sides, with repetitions.
    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.symbols().filter_map(Sym::var)
    }
}

/// `var` is in the language of `re`, or is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The variable.
    pub var: Var,
    /// The regex.
    pub re: Re,
    /// Whether it is to be a member.
    pub positive: bool,
    /// Where this comes from.
    pub premises: Premises,
}

/// An arithmetic constraint that belongs to a system, such as the length of a variable that was
/// replaced by a word.
#[derive(Clone, Debug)]
pub struct Fact {
    /// What must hold.
    pub formula: Formula,
    /// Where this comes from.
    pub premises: Premises,
}
