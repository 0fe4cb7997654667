//! Simplification of a conjunction before any procedure sees it, with provenance and with a way back
//! for solutions.
//!
//! Most systems that come from programs are nearly solved: definitions, constants, common ends. The
//! steps, repeated until nothing changes:
//!
//! | file | steps |
//! |---|---|
//! | `equations` | common ends cancel, letters clash, symbol counts, balanced cuts, `x = w` |
//! | `names` | variables that are equal to the same word, words that are equal to the same variable |
//! | `single` | equations of one variable: its length, or a loop |
//! | `ends` | variables that no letter can begin or end |
//! | `separators` | cuts at letters that no variable contains |
//! | `implied` | regular constraints of `x` that `x = w` settles |
//! | `definitions` | a variable becomes a word everywhere, its memberships follow |
//! | `languages` | empty and one-word languages; variables that occur once are joined |
//! | `disequations` | decided ones; those of a variable that is free |
//! | `lengths` | with the arithmetic outside: cuts at equal lengths |
//! | `overlaps`, `known` | cuts at lengths that are known, and splits where one variable ends within another |
//!
//! The rules are those of Z3-Noodler's preprocessing (Chen et al., TACAS 2024) and of cvc5's core
//! (inference of equal and empty components), applied to the whole conjunction at once. A rule is
//! either a consequence, and then what it derives rests on what it used, or it only chooses among
//! solutions, and then it rests on nothing.
//!
//! The entry is [`simplify`].

mod balance;
mod definitions;
mod disequations;
mod distances;
mod ends;
pub(crate) mod equations;
mod implied;
mod known;
pub(crate) mod languages;
mod lengths;
mod names;
mod overlaps;
mod separators;
mod single;
mod spelled;
pub(crate) mod undo;

use crate::arithmetic::{Arithmetic, Linear};
use crate::outcome::Solution;
use crate::system::{System, Var};
use crate::tags::{OutsideTags, Premises};
use automata::{Re, Regexes};
use base::{FxHashMap, Limits, Stop};
use undo::Step;

pub(crate) use balance::balanced_cuts;
pub(crate) use definitions::left_quotient;
pub(crate) use equations::{Count, clashes, count, trim};
pub(crate) use separators::{letters_of, positions};

/// Why simplification ended early.
#[derive(Debug)]
pub(crate) enum Halt {
    /// There is no solution.
    Conflict(Premises),
    /// The limits are reached.
    Stop(Stop),
}

impl<S: Into<Stop>> From<S> for Halt {
    fn from(stop: S) -> Halt {
        Halt::Stop(stop.into())
    }
}

/// A simplified system.
#[derive(Clone, Debug)]
pub struct Simplified {
    /// What is left. It has the variables of the original, those eliminated not occurring any
    /// more, and maybe more.
    pub system: System,
    undo: Vec<Step>,
}

impl Simplified {
    /// Completes a solution of the simplified system to one of the original.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn complete(
        &self,
        solution: &mut Solution,
        original: &System,
        rs: &mut Regexes,
        limits: &Limits,
    ) -> Result<(), Stop> {
        debug_assert_eq!(
            solution.words().len(),
            self.system.var_count(),
            "a solution is not one of the simplified system"
        );
        undo::undo(&self.undo, solution, rs, limits)?;
        solution.restrict_to(original);
        Ok(())
    }
}

/// The working state.
struct Simplifier<'a> {
    system: System,
    undo: Vec<Step>,
    rs: &'a mut Regexes,
    limits: &'a Limits<'a>,
    /// Symbols that definitions may still add.
    growth: usize,
    /// How often variables may still be split.
    splits: usize,
    /// What single constraints outside say of single lengths, once that is asked.
    bounds: Option<Vec<(Linear, OutsideTags)>>,
    /// The languages that were looked at.
    languages: FxHashMap<Var, Re>,
    /// Pairs of languages, and whether it was found within the steps that they have no common word.
    disjoint: FxHashMap<(Re, Re), bool>,
}

/// Simplifies `system`, or finds it unsatisfiable.
///
/// ```
/// use automata::Regexes;
/// use base::{Budget, Limits};
/// use words::{Equation, IlpArithmetic, Sym, System, Tag, Tags, literal, simplify};
/// let mut system = System::new();
/// let (x, y) = (system.add_var(false), system.add_var(false));
/// let (x, y) = (vec![Sym::Var(x)], vec![Sym::Var(y)]);
/// let (ab, ba) = (literal("ab"), literal("ba"));
/// system.add_equation(Equation::new(x.clone(), [&y[..], &ab].concat(), Tag(0)));
/// system.add_equation(Equation::new(x, [&y[..], &ba].concat(), Tag(1)));
/// let budget = Budget::unlimited();
/// let outside = &mut IlpArithmetic::new();
/// let rs = &mut Regexes::new();
/// let clash = simplify(&system, rs, outside, &Limits::none(&budget)).unwrap().unwrap_err();
/// assert_eq!(clash.system, Tags::from_iter([Tag(0), Tag(1)]));
/// ```
///
/// # Errors
/// When the limits are reached. The inner error is a conflict.
pub fn simplify(
    system: &System,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Result<Simplified, Premises>, Stop> {
    let size: usize = system.equations().iter().map(|e| e.left.len() + e.right.len()).sum();
    let tunables = &limits.tunables().words;
    let mut simplifier = Simplifier {
        system: system.clone(),
        undo: Vec::new(),
        rs,
        limits,
        growth: tunables.growth_symbols + tunables.growth_share * size,
        splits: size,
        bounds: None,
        languages: FxHashMap::default(),
        disjoint: FxHashMap::default(),
    };
    match simplifier.run(arithmetic) {
        Ok(()) => {
            let Simplifier { system: simplified, undo, .. } = simplifier;
            debug_assert!(simplified.is_consistent(), "an eliminated variable still occurs");
            debug_assert!(
                undo::restores(&undo, system, &simplified),
                "the way back does not give each eliminated variable one word"
            );
            Ok(Ok(Simplified { system: simplified, undo }))
        }
        Err(Halt::Conflict(premises)) => {
            debug_assert!(premises.is_within(&system.premises()), "a conflict has other premises");
            Ok(Err(premises))
        }
        Err(Halt::Stop(stop)) => Err(stop),
    }
}

impl Simplifier<'_> {
    fn run(&mut self, arithmetic: &mut dyn Arithmetic) -> Result<(), Halt> {
        loop {
            self.saturate()?;
            if !self.cut_at_equal_lengths(arithmetic)? {
                return Ok(());
            }
        }
    }

    /// Applies everything that needs no arithmetic.
    fn saturate(&mut self) -> Result<(), Halt> {
        loop {
            self.limits.charge(1)?;
            let changed = self.simplify_equations()?
                || self.join_names()?
                || self.compare_names()
                || self.fold_names()?
                || self.settle_memberships()?
                || self.solve_single()?
                || self.empty_by_ends()?
                || self.simplify_languages()?
                || self.cut_at_separators()?
                || self.simplify_disequations()?
                || self.join_singles()?
                || self.fold_regular()?;
            debug_assert!(self.system.is_consistent(), "a rule left an eliminated variable behind");
            if !changed {
                debug_assert!(
                    self.system.equations().iter().all(equations::is_trimmed),
                    "an equation with ends that cancel or clash was left"
                );
                return Ok(());
            }
        }
    }
}
