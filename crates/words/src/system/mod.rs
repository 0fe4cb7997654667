//! The common input of all procedures: equations, disequations and memberships over string
//! variables, and arithmetic facts about their lengths.
//!
//! Procedures also derive systems from systems. The variables of the system that came from outside
//! have the lengths [`IntVar::Len`]; those added later have auxiliary ones.
//!
//! Everybody reads a system; what changes one is a method here or in [`edits`], so that the invariant
//! (`is_consistent`) can be checked by reading these two files.

mod constraints;
mod edits;

pub use constraints::{Equation, Fact, Member, Sym, Var, Word, constant, literal, vars_of};

use crate::arithmetic::{Formula, IntVar, Linear};
use crate::tags::Premises;
use base::{Idx, IdxVec};

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
/// system.add_equation(Equation::new(left, right, Tag(0)));
/// assert!(system.is_quadratic());
/// ```
#[derive(Clone, Default, Debug)]
pub struct System {
    vars: IdxVec<Var, VarInfo>,
    equations: Vec<Equation>,
    disequations: Vec<Equation>,
    memberships: Vec<Member>,
    facts: Vec<Fact>,
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

    /// The equations.
    pub fn equations(&self) -> &[Equation] {
        &self.equations
    }

    /// The disequations.
    pub fn disequations(&self) -> &[Equation] {
        &self.disequations
    }

    /// The regular constraints.
    pub fn memberships(&self) -> &[Member] {
        &self.memberships
    }

    /// The regular constraints of `x`.
    pub fn memberships_of(&self, x: Var) -> impl Iterator<Item = &Member> {
        self.memberships.iter().filter(move |m| m.var == x)
    }

    /// Whether `x` has a regular constraint.
    pub fn is_regular(&self, x: Var) -> bool {
        self.memberships_of(x).next().is_some()
    }

    /// The arithmetic that comes with the system.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
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

    /// Records that nothing speaks of `x` any more.
    pub fn eliminate(&mut self, x: Var) {
        debug_assert!(!self.mentions(x), "an eliminated variable still occurs in a constraint");
        debug_assert!(!self.vars[x].eliminated, "a variable is eliminated twice");
        self.vars[x].eliminated = true;
    }

    /// Whether an equation, a disequation or a membership is about `x`.
    fn mentions(&self, x: Var) -> bool {
        self.words().any(|word| word.contains(&Sym::Var(x))) || self.is_regular(x)
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

    /// What all constraints together rest on.
    pub fn premises(&self) -> Premises {
        let facts = self.facts.iter().map(|f| &f.premises);
        self.word_premises().and(&Premises::all(facts))
    }

    /// What equations, disequations and regular constraints rest on.
    pub(crate) fn word_premises(&self) -> Premises {
        let equations = self.equations.iter().chain(&self.disequations).map(|e| &e.premises);
        let memberships = self.memberships.iter().map(|m| &m.premises);
        Premises::all(equations.chain(memberships))
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
