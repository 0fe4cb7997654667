//! Components of a system, each solved for itself.
//!
//! The problem: the procedures look at a whole system, and where they choose lengths they choose those of all its variables together.
//! Of n texts that are taken apart separately, each is easy; but a question about the lengths of all of them costs n times
//! as much, and one that is wrong for a single text is asked again for all.
//!
//! Equations that share no variable have to do with each other by their lengths only. So the components are solved one after the
//! other, all of arithmetic beside each, and the lengths that were found for one hold for those after it. Where one has no solution
//! with these lengths, it becomes the first, and all begin anew: the first one has no lengths given, so that without a solution
//! for it there is none at all. Where that goes on, the whole system is left to the other procedures: it is a greedy search,
//! as in the combination of theories by models (L. de Moura, N. Bjorner, *Model-based Theory Combination*, 2008).

use crate::arithmetic::{Answer, Arithmetic, Formula, Linear};
use crate::choose::{Switches, solve_equations};
use crate::groups::Groups;
use crate::outcome::{Outcome, Solution};
use crate::system::System;
use crate::tags::Premises;
use automata::Regexes;
use base::tunables::Words;
use base::{FxHashSet, Limits, Stop};
use std::collections::VecDeque;

/// Whether there are enough components to solve them one by one.
pub(crate) fn applies(system: &System, tunables: &Words) -> bool {
    let least = tunables.components_least;
    system.disequations().is_empty()
        && system.equations().len() >= least
        && Groups::new(system).with_equations(system).len() >= least
}

/// Solves the components of `system` in turn.
pub(crate) fn solve(
    system: &System,
    switches: &Switches,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    debug_assert!(system.disequations().is_empty(), "a disequation may be of two components");
    let mut groups = Groups::new(system);
    let with_equations = groups.with_equations(system);
    // Last comes what is about the other variables.
    let mut order: VecDeque<Option<usize>> =
        with_equations.iter().copied().map(Some).chain([None]).collect();
    let with_equations: FxHashSet<usize> = with_equations.into_iter().collect();
    for _ in 0..limits.tunables().words.components_orders {
        let mut search = Search::new(system);
        let mut failed = None;
        for (at, &component) in order.iter().enumerate() {
            limits.charge(system.letters() as u64)?;
            let case = match component {
                Some(group) => groups.restrict(system, |own| own == group),
                None => groups.restrict(system, |own| !with_equations.contains(&own)),
            };
            let case = search.with_lengths(case);
            match solve_equations(&case, switches, rs, arithmetic, limits)? {
                Outcome::Sat(solution) => search.take(&case, &solution),
                Outcome::Unsat(_) if at > 0 => {
                    failed = Some(at);
                    break;
                }
                other => return Ok(other),
            }
        }
        match failed.and_then(|at| order.remove(at)) {
            Some(component) => order.push_front(component),
            None => return search.finish(arithmetic, limits),
        }
    }
    Ok(Outcome::GaveUp("no lengths for all components"))
}

/// What was found so far.
struct Search<'s> {
    system: &'s System,
    found: Solution,
    /// The lengths of the words that were found, where they matter.
    lengths: Vec<Formula>,
}

impl<'s> Search<'s> {
    fn new(system: &'s System) -> Search<'s> {
        Search { system, found: Solution::empty(system), lengths: Vec::new() }
    }

    /// A component with the lengths that others have.
    fn with_lengths(&self, mut component: System) -> System {
        for length in &self.lengths {
            component.add_fact(length.clone(), Premises::none());
        }
        component
    }

    /// Takes the words of a component.
    fn take(&mut self, component: &System, solution: &Solution) {
        for x in component.live_vars() {
            let word = solution.word(x);
            if component.is_length_sensitive(x) {
                let length = Linear::constant(word.len() as u64);
                let own = Linear::var(component.length(x));
                self.lengths.push(Formula::equal(own, &length));
            }
            self.found.set_word(x, word.to_vec());
        }
    }

    /// The solution, with integers for all of its lengths.
    fn finish(mut self, arithmetic: &mut dyn Arithmetic, limits: &Limits) -> Result<Outcome, Stop> {
        if self.system.needs_arithmetic() {
            match self.found.lengths(self.system).check(arithmetic, limits)? {
                Answer::Sat(model) => self.found.set_integers(model),
                _ => return Ok(Outcome::GaveUp("lengths of components not decided")),
            }
        }
        Ok(Outcome::Sat(self.found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ilp::IlpArithmetic;
    use crate::system::{Equation, Sym, Var, literal};
    use crate::tags::{OutsideTag, Tag};
    use base::Budget;

    /// Four equations `x = y a^n`, each with a length of its own outside, and one more constraint there.
    fn solve_copies(n: u64, all: impl Fn(&[Linear]) -> Formula) -> Outcome {
        let (mut system, mut outside) = (System::new(), IlpArithmetic::new());
        let mut sums = Vec::new();
        for i in 0..4 {
            let [x, y] = [(); 2].map(|()| system.add_var(true));
            let letters = literal(&"a".repeat(n as usize));
            let right = [vec![Sym::Var(y)], letters].concat();
            system.add_equation(Equation::new(vec![Sym::Var(x)], right, Tag(i)));
            sums.push(Linear::var(system.length(x)));
        }
        outside.require(all(&sums), OutsideTag(0));
        let budget = Budget::unlimited();
        let limits = Limits::none(&budget);
        assert!(applies(&system, &limits.tunables().words));
        let switches = Switches::default();
        solve(&system, &switches, &mut Regexes::new(), &mut outside, &limits).unwrap()
    }

    #[test]
    fn lengths_of_one_hold_for_the_others() {
        let increase = |sums: &[Linear]| {
            let pairs = sums.iter().zip(&sums[1..]);
            Formula::and(pairs.map(|(a, b)| Formula::greater(b.clone(), a)))
        };
        let Outcome::Sat(solution) = solve_copies(2, increase) else { panic!("not solved") };
        let lengths: Vec<usize> = (0..4).map(|i| solution.word(Var(2 * i)).len()).collect();
        assert!(lengths.is_sorted_by(|a, b| a < b) && lengths[0] >= 2, "{lengths:?}");
    }

    #[test]
    fn one_without_solution_is_blamed_alone() {
        let one = Linear::constant(1);
        let last_is_short = |sums: &[Linear]| Formula::at_least(one.clone(), &sums[3]);
        let Outcome::Unsat(premises) = solve_copies(2, last_is_short) else {
            panic!("not refuted");
        };
        assert_eq!(premises.system, Premises::from(Tag(3)).system);
    }
}
