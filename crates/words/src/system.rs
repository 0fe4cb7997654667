//! The common input of all procedures: equations, disequations and memberships over string
//! variables, and arithmetic facts about their lengths.
//!
//! Procedures also derive systems from systems. The variables of the system that came from outside
//! have the lengths [`IntVar::Len`]; those added later have auxiliary ones.

use crate::arithmetic::{Formula, IntVar, Linear};
use crate::tags::Premises;
use automata::Re;
use base::{Idx, IdxVec};

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

/// What is known of a variable.
#[derive(Clone, Debug)]
pub struct VarInfo {
    /// Its length.
    pub length: IntVar,
    /// Whether its length occurs in arithmetic, so that not every solution of the equations will do.
    pub length_sensitive: bool,
    /// Whether nothing speaks of it any more: its word follows from those of others.
    pub eliminated: bool,
}

/// A conjunction of word constraints.
///
/// ```
/// use words::{Equation, Sym, System, Tag, literal};
/// let mut system = System::new();
/// let x = system.add_var(false);
/// let left = [vec![Sym::Var(x)], literal("a")].concat();
/// let right = [literal("a"), vec![Sym::Var(x)]].concat();
/// system.equations.push(Equation::new(left, right, Tag(0)));
/// assert!(system.is_quadratic());
/// ```
#[derive(Clone, Default, Debug)]
pub struct System {
    vars: IdxVec<Var, VarInfo>,
    /// Equations.
    pub equations: Vec<Equation>,
    /// Disequations.
    pub disequations: Vec<Equation>,
    /// Regular constraints.
    pub memberships: Vec<Member>,
    /// Arithmetic that comes with the system.
    pub facts: Vec<Fact>,
    fresh: Fresh,
}

/// A source of integer variables that are not in use.
#[derive(Clone, Copy, Default, Debug)]
pub struct Fresh(u32);

impl Fresh {
    /// A new integer variable.
    pub fn integer(&mut self) -> IntVar {
        self.0 += 1;
        IntVar::Aux(self.0 - 1)
    }
}

impl System {
    /// How many letters and variables occur in equations and disequations.
    pub fn letters(&self) -> usize {
        let all = self.equations.iter().chain(&self.disequations);
        all.map(|e| e.left.len() + e.right.len()).sum()
    }

    /// The empty conjunction, without variables.
    pub fn new() -> System {
        System::default()
    }

    /// A new variable of the system as it comes from outside; its length is [`IntVar::Len`].
    pub fn add_var(&mut self, length_sensitive: bool) -> Var {
        let length = IntVar::Len(self.vars.next_id());
        self.vars.push(VarInfo { length, length_sensitive, eliminated: false })
    }

    /// A new variable with an auxiliary length, of which the facts will say that it is not
    /// negative if it matters.
    pub fn fresh_var(&mut self, length_sensitive: bool) -> Var {
        let length = self.fresh.integer();
        if length_sensitive {
            self.facts.push(Fact {
                formula: Formula::at_least_zero(Linear::var(length)),
                premises: Premises::none(),
            });
        }
        self.vars.push(VarInfo { length, length_sensitive, eliminated: false })
    }

    /// A source of integer variables that the system does not use.
    pub fn fresh_integers(&self) -> Fresh {
        self.fresh
    }

    /// How many variables there are.
    pub fn var_count(&self) -> usize {
        self.vars.len()
    }

    /// All variables.
    pub fn vars(&self) -> impl DoubleEndedIterator<Item = Var> + use<> {
        self.vars.ids()
    }

    /// The variables that were not eliminated.
    pub fn live_vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.vars.ids().filter(|&x| !self.vars[x].eliminated)
    }

    /// Adds a regular constraint, unless it is there.
    pub(crate) fn constrain(&mut self, member: Member) {
        let same =
            |m: &Member| m.var == member.var && m.re == member.re && m.positive == member.positive;
        if !self.memberships.iter().any(same) {
            self.memberships.push(member);
        }
    }

    /// Removes the regular constraint at a position.
    pub(crate) fn release(&mut self, at: usize) {
        self.memberships.remove(at);
    }

    /// Records that nothing speaks of `x` any more.
    pub fn eliminate(&mut self, x: Var) {
        debug_assert!(!self.mentions(x), "an eliminated variable still occurs in a constraint");
        debug_assert!(!self.vars[x].eliminated, "a variable is eliminated twice");
        self.vars[x].eliminated = true;
    }

    /// Whether an equation, a disequation or a membership is about `x`.
    fn mentions(&self, x: Var) -> bool {
        self.words().any(|word| word.contains(&Sym::Var(x)))
            || self.memberships.iter().any(|m| m.var == x)
    }

    /// The sides of all equations and disequations.
    fn words(&self) -> impl Iterator<Item = &Word> {
        let equations = self.equations.iter().chain(&self.disequations);
        equations.flat_map(|e| [&e.left, &e.right])
    }

    /// The invariant: word constraints are about variables of the system that were not eliminated, and auxiliary
    /// integers of lengths are no longer fresh.
    pub(crate) fn is_consistent(&self) -> bool {
        let is_live = |x: Var| self.vars.get(x).is_some_and(|info| !info.eliminated);
        let is_used = |info: &VarInfo| match info.length {
            IntVar::Len(_) => true,
            IntVar::Aux(n) => n < self.fresh.0,
        };
        self.words().flat_map(|word| vars_of(word)).all(is_live)
            && self.memberships.iter().all(|m| is_live(m.var))
            && self.vars.iter().all(is_used)
    }

    /// The length of `x`.
    pub fn length(&self, x: Var) -> IntVar {
        self.vars[x].length
    }

    /// Whether the length of `x` occurs in arithmetic.
    pub fn is_length_sensitive(&self, x: Var) -> bool {
        self.vars[x].length_sensitive
    }

    /// Records that the length of `x` occurs in arithmetic.
    pub fn make_length_sensitive(&mut self, x: Var) {
        let info = &mut self.vars[x];
        debug_assert!(!info.eliminated, "the length of an eliminated variable is that of its word");
        if std::mem::replace(&mut info.length_sensitive, true) {
            return;
        }
        let length = info.length;
        if let IntVar::Aux(_) = length {
            let formula = Formula::at_least_zero(Linear::var(length));
            self.facts.push(Fact { formula, premises: Premises::none() });
        }
    }

    /// Whether the lengths of variables, or facts about them, matter.
    pub fn needs_arithmetic(&self) -> bool {
        !self.facts.is_empty() || self.vars.iter().any(|info| info.length_sensitive)
    }

    /// The length of a word.
    pub fn length_of(&self, word: &[Sym]) -> Linear {
        let mut sum = Linear::default();
        let mut letters: i64 = 0;
        for s in word {
            match s {
                Sym::Char(_) => letters += 1,
                Sym::Var(x) => sum.add_var(self.length(*x), 1),
            }
        }
        sum.add_constant(letters);
        sum
    }

    /// Turns `w != ""` into a bound on the length of `w`, where lengths matter anyway: arithmetic then finds no solution
    /// with the empty word, where many of them would have to be split away one by one. Whether there were any.
    pub(crate) fn measure(&mut self) -> bool {
        let is_measured = |e: &Equation| {
            (e.left.is_empty() || e.right.is_empty())
                && e.vars().all(|x| self.is_length_sensitive(x))
        };
        let (measured, others): (Vec<_>, _) =
            self.disequations.iter().cloned().partition(is_measured);
        self.disequations = others;
        for e in &measured {
            let both = self.length_of(&e.left).plus(&self.length_of(&e.right));
            let formula = Formula::at_least(both, &Linear::constant(1));
            self.facts.push(Fact { formula, premises: e.premises.clone() });
        }
        !measured.is_empty()
    }

    /// Wants a word of at least `least` letters for `x`, which rests on nothing: it only chooses among solutions.
    pub(crate) fn lengthen(&mut self, x: Var, least: usize) {
        debug_assert!(self.is_length_sensitive(x), "the length of a word that may have any");
        let formula =
            Formula::at_least(Linear::var(self.length(x)), &Linear::constant(least as u64));
        self.facts.push(Fact { formula, premises: Premises::none() });
    }

    /// What all constraints together rest on.
    pub fn premises(&self) -> Premises {
        let equations = self.equations.iter().chain(&self.disequations).map(|e| &e.premises);
        let memberships = self.memberships.iter().map(|m| &m.premises);
        let facts = self.facts.iter().map(|f| &f.premises);
        Premises::all(equations.chain(memberships).chain(facts))
    }

    /// How often each variable occurs in equations and disequations.
    pub fn occurrences(&self) -> IdxVec<Var, u32> {
        let mut count = IdxVec::new();
        if let Some(last) = self.vars.len().checked_sub(1) {
            count.grow_to(Var::from_index(last), 0);
        }
        for e in self.equations.iter().chain(&self.disequations) {
            e.vars().for_each(|x| count[x] += 1);
        }
        count
    }

    /// Whether no variable occurs more than twice.
    pub fn is_quadratic(&self) -> bool {
        self.occurrences().iter().all(|&n| n <= 2)
    }
}
