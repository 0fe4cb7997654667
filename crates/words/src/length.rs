//! The length procedure: where do the letters go?
//!
//! Give every letter of an equation its position, a sum of lengths. Two runs of letters on
//! different sides of an equation must not overlap, or overlap so that they agree: a disjunction of
//! intervals for the distance of their positions. Together with equal lengths of the sides that is a formula which
//! every solution satisfies; and if no variable occurs twice, each model of it is the lengths of a
//! solution: paint the letters at their positions. This is Z3-Noodler's length-based procedure
//! (`length_decision_procedure`), which refutes in one question what would take a Nielsen graph many nodes.
//!
//! Two equations with a side in common place letters in the same string, too ([`SharedSides`]), and where words are nested, letters
//! meet through several equations ([`explained`]). What that says about lengths is told when a model makes some clash.
//!
//! What differs here: repeated variables and regular constraints are allowed. Then a model only
//! proposes lengths, and [`solve_fixed`] says whether there are words of these lengths; if not, they are
//! excluded and the next model is asked for, first among short ones ([`solve_bounded`]). If finitely many
//! lengths are possible this ends, and is exact, too. Both uses are entries of the table: the first asks few
//! questions, before anything dear is tried, the second is a search for small models.

use crate::arithmetic::{Answer, Arithmetic, Formula, IntModel, Lengths, Linear, Parts, ask};
use crate::clashes::explained;
use crate::fixed::{Fixed, fixed_core, solve_fixed};
use crate::outcome::Outcome;
use crate::runs::letters_agree;
use crate::shared_sides::SharedSides;
use crate::simplify::languages::language;
use crate::system::{Equation, Sym, System, Var};
use crate::tags::Premises;
use crate::unconstrained::lengths_of;
use automata::nfa::Nfa;
use automata::{Re, Regexes};
use base::tunables::Words;
use base::{Idx, IdxVec, Limits, Stop};

/// More lengths are possible than were tried.
const TOO_MANY: &str = "too many lengths";
/// Whether there are equations, and lengths that matter, the exact shape, or a shape where lengths are soon found.
pub(crate) fn applies(system: &System, tunables: &Words) -> bool {
    !system.equations().is_empty()
        && is_small(system, tunables)
        && (system.needs_arithmetic() || is_exact_shape(system) || is_paired(system))
}

/// Whether no variable occurs twice in equations and none of theirs has a regular constraint.
fn is_exact_shape(system: &System) -> bool {
    let mut seen = vec![false; system.var_count()];
    let mut vars = system.equations().iter().flat_map(Equation::vars);
    vars.all(|x| !std::mem::replace(&mut seen[x.index()], true))
        && system.memberships().iter().all(|m| !seen[m.var.index()])
}

/// Whether there is one equation, with letters on one side only and no variable three times, and without regular constraints. Then lengths
/// have to add up and no more, and the letters that must be the same are chains, few of which end at two letters that are spelled out. A
/// Nielsen graph has a node for each way to take such variables off.
fn is_paired(system: &System) -> bool {
    let [equation] = system.equations() else { return false };
    let has_letters = |word: &[Sym]| word.iter().any(|s| s.var().is_none());
    !(has_letters(&equation.left) && has_letters(&equation.right))
        && system.is_quadratic()
        && equation.vars().all(|x| !system.is_regular(x))
}

/// Whether the formula is of reasonable size.
pub(crate) fn is_small(system: &System, tunables: &Words) -> bool {
    let letters = |word: &[Sym]| word.iter().filter(|s| s.var().is_none()).count();
    let pairs = system.equations().iter().map(|e| letters(&e.left) * letters(&e.right));
    pairs.sum::<usize>() <= tunables.length_comparisons
}

/// Decides a system of the exact shape; tries others.
pub(crate) fn solve(
    system: &System,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    let tunables = &limits.tunables().words;
    let (exact, other) = (tunables.length_exact_rounds, tunables.length_first_rounds);
    let rounds = if is_exact_shape(system) { exact } else { other };
    let mut search = Search::new(system, rs, arithmetic, limits)?;
    match search.run(&[], rounds)? {
        Outcome::GaveUp(TOO_MANY) if search.is_finite()? => {
            search.run(&[], tunables.length_finite_rounds)
        }
        outcome => Ok(outcome),
    }
}

/// Looks for solutions of growing size.
pub(crate) fn solve_bounded(
    system: &System,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    let tunables = &limits.tunables().words;
    let bounds = [1, 4, 16].map(|factor| factor * tunables.length_first_bound);
    Search::new(system, rs, arithmetic, limits)?.run(&bounds, tunables.length_bounded_rounds)
}

struct Search<'a> {
    system: &'a System,
    rs: &'a mut Regexes,
    arithmetic: &'a mut dyn Arithmetic,
    limits: &'a Limits<'a>,
    /// What every solution satisfies, and the lengths that were excluded.
    parts: Parts,
    /// Words that are equal to the same word.
    shared: SharedSides<'a>,
    /// The variables in equations, disequations and memberships.
    vars: Vec<Var>,
    /// How many more models are looked at for letters that clash through several equations.
    explanations: usize,
    /// No lengths were excluded without a reason.
    exact: bool,
}

impl<'a> Search<'a> {
    fn new(
        system: &'a System,
        rs: &'a mut Regexes,
        arithmetic: &'a mut dyn Arithmetic,
        limits: &'a Limits<'a>,
    ) -> Result<Search<'a>, Stop> {
        let mut fresh = system.fresh_integers();
        let mut parts = Parts::facts(system);
        for x in system.live_vars() {
            let length = Linear::var(system.length(x));
            let re = language(system, x, rs);
            if re == Re::ALL {
                parts.push(Formula::at_least_zero(length), Premises::none());
                continue;
            }
            let nfa = Nfa::from_regex(rs, re, limits)?;
            let formula = lengths_of(&nfa, &length, &mut || fresh.integer(), limits)?;
            let mine = system.memberships_of(x);
            parts.push(formula, Premises::all(mine.map(|m| &m.premises)));
        }
        for e in system.equations() {
            let (left, right) = (system.length_of(&e.left), system.length_of(&e.right));
            let agree = letters_agree(system, e, limits)?;
            let all = agree.into_iter().chain([Formula::equal(left, &right)]);
            parts.push(Formula::and(all), e.premises.clone());
        }
        let occurrences = system.occurrences();
        let vars =
            system.live_vars().filter(|&x| occurrences[x] > 0 || system.is_regular(x)).collect();
        let tunables = &limits.tunables().words;
        let shared = SharedSides::new(system);
        let explanations = tunables.clash_models;
        let exact = true;
        Ok(Search { system, rs, arithmetic, limits, parts, shared, vars, explanations, exact })
    }

    fn run(&mut self, bounds: &[u64], rounds: usize) -> Result<Outcome, Stop> {
        let mut bounds = bounds.iter();
        let mut bound = bounds.next();
        let mut left = rounds;
        while left > 0 {
            let answer = match bound {
                Some(&n) => self.check_bounded(n)?,
                None => self.parts.check(self.arithmetic, self.limits)?,
            };
            let model = match answer {
                Answer::Sat(model) => model,
                _ if bound.is_some() => {
                    bound = bounds.next();
                    continue;
                }
                Answer::Unsat(premises) if self.exact => return Ok(Outcome::Unsat(premises)),
                Answer::Unsat(_) => return Ok(Outcome::GaveUp("letters not decided")),
                Answer::Unknown => return Ok(Outcome::GaveUp("arithmetic not decided")),
            };
            let Some(lengths) = self.lengths(&model) else {
                return Ok(Outcome::GaveUp("word too long"));
            };
            if self.explain_clashes(&model, &lengths)? {
                continue;
            }
            left -= 1;
            match solve_fixed(self.system, &lengths, self.rs, self.limits)? {
                Fixed::Solved(mut solution) => {
                    solution.set_integers(model);
                    return Ok(Outcome::Sat(solution));
                }
                Fixed::Impossible => {
                    let (premises, vars) = fixed_core(self.system, &lengths, self.rs, self.limits)?;
                    self.exclude(&model, &vars, premises);
                }
                Fixed::Unknown => {
                    self.exclude(&model, &self.vars.clone(), Premises::none());
                    self.exact = false;
                }
            }
        }
        Ok(Outcome::GaveUp(TOO_MANY))
    }

    /// Adds what is said about letters that clash at these `lengths`, in words that are equal to the same word, or else through several
    /// equations; whether there is anything.
    fn explain_clashes(
        &mut self,
        model: &IntModel,
        lengths: &IdxVec<Var, usize>,
    ) -> Result<bool, Stop> {
        let mut clashes = self.shared.clashes(self.system, lengths, self.limits)?;
        if clashes.is_empty() && self.explanations > 0 {
            self.explanations -= 1;
            clashes = explained(self.system, lengths, self.limits)?;
        }
        debug_assert!(
            clashes.iter().all(|(formula, _)| !formula.holds(model)),
            "letters that clash may be proposed again"
        );
        let any = !clashes.is_empty();
        clashes.into_iter().for_each(|(formula, premises)| self.parts.push(formula, premises));
        Ok(any)
    }

    /// Whether arithmetic excludes long words.
    fn is_finite(&mut self) -> Result<bool, Stop> {
        let few = self.limits.tunables().words.length_finite;
        let long = Formula::at_least(self.total_length(), &Linear::constant(few));
        let mut question = self.parts.formulas();
        question.push(long);
        Ok(matches!(ask(self.arithmetic, &question, self.limits)?, Lengths::Unsat { .. }))
    }

    fn total_length(&self) -> Linear {
        let mut sum = Linear::default();
        self.vars.iter().for_each(|&x| sum.add_var(self.system.length(x), 1));
        sum
    }

    /// Asks for a model whose lengths have at most the sum `n`.
    fn check_bounded(&mut self, n: u64) -> Result<Answer, Stop> {
        let at_most = Formula::at_least(Linear::constant(n), &self.total_length());
        let mut question = self.parts.formulas();
        question.push(at_most);
        Ok(match ask(self.arithmetic, &question, self.limits)? {
            Lengths::Sat(model) => Answer::Sat(model),
            Lengths::Unsat { .. } | Lengths::Unknown => Answer::Unknown,
        })
    }

    fn lengths(&self, model: &IntModel) -> Option<IdxVec<Var, usize>> {
        let mut lengths = IdxVec::new();
        let mut total = 0usize;
        for x in self.system.vars() {
            lengths.push(0);
            debug_assert_eq!(lengths.len(), x.index() + 1, "variables are not numbered densely");
        }
        for x in self.system.live_vars() {
            lengths[x] = model.get(self.system.length(x)).to_usize()?;
            total = usize::checked_add(total, lengths[x])?;
        }
        (total <= self.limits.tunables().words.longest_word).then_some(lengths)
    }

    /// Adds that the length of one of `vars` is different.
    fn exclude(&mut self, model: &IntModel, vars: &[Var], premises: Premises) {
        let known = |x: &Var| self.vars.binary_search(x).is_ok();
        debug_assert!(vars.iter().all(known), "lengths of unconstrained variables are excluded");
        let other = Formula::or(vars.iter().map(|&x| {
            let length = self.system.length(x);
            Formula::different(&Linear::var(length), &Linear::constant(model.get(length)))
        }));
        debug_assert!(!other.holds(model), "lengths that were tried may be proposed again");
        self.parts.push(other, premises);
    }
}
