//! Choosing a path for each part of a system so that all lengths together suit the arithmetic
//! outside: a depth-first search over the parts, with a question for each prefix of choices.

use super::component::Component;
use super::counters::{Builder, LoopTable, PathLengths, Product};
use super::cycles::LiveGraph;
use super::paths::Paths;
use super::views::Views;
use crate::arithmetic::{
    Arithmetic, Formula, IntModel, Lengths, Linear, Parts, ask, premises_of_core,
};
use crate::outcome::{Outcome, Solution};
use crate::system::{Fresh, System};
use crate::tags::Premises;
use crate::unconstrained::{push_unconstrained_lengths, unconstrained_vars, unconstrained_words};
use automata::Regexes;
use base::{Int, Limits, Stop};

/// The paths of one part.
struct Choices<'g> {
    component: &'g Component,
    paths: Vec<PathLengths>,
    /// Whether every solution goes along one of the paths.
    complete: bool,
}

/// Finds lengths and words for the parts whose lengths matter, the other words being known.
pub(super) fn solve(
    system: &System,
    parts: Vec<Component>,
    views: &mut Views,
    mut solution: Solution,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    let mut fresh = system.fresh_integers();
    debug_assert!(
        parts.iter().all(|part| part.graph.solved.is_some()),
        "a part without a solution has no paths"
    );
    let unconstrained = unconstrained_vars(system);
    let mut base = Parts::facts(system);
    push_unconstrained_lengths(
        &unconstrained,
        system,
        rs,
        &mut || fresh.integer(),
        &mut base,
        limits,
    )?;
    let live = parts
        .iter()
        .map(|part| LiveGraph::new(&part.graph, limits))
        .collect::<Result<Vec<LiveGraph>, Stop>>()?;
    let mut choices = Vec::new();
    for (component, live) in parts.iter().zip(&live) {
        choices.push(list_paths(component, live, system, views, &mut fresh, limits)?);
    }
    let mut search = Search {
        choices: &choices,
        arithmetic,
        base: base.into_pairs(),
        conflict: Premises::none(),
        limits,
        incomplete: choices.iter().any(|c| !c.complete),
        questions: 0,
    };
    match search.run()? {
        Found::Unsat(premises) => Ok(Outcome::Unsat(premises)),
        Found::GaveUp => Ok(Outcome::GaveUp("lengths of Nielsen paths not decided")),
        Found::Sat(chosen, model) => {
            for (c, &i) in choices.iter().zip(&chosen) {
                let Some(words) = c.paths[i].words(&model, views, limits)? else {
                    return Ok(Outcome::GaveUp("word too long"));
                };
                for (x, word) in c.component.vars.iter().zip(words) {
                    solution.set_word(*x, word);
                }
            }
            if unconstrained_words(&unconstrained, system, Some(&model), rs, &mut solution, limits)?
                .is_some()
            {
                return Ok(Outcome::GaveUp("language not decided"));
            }
            solution.set_integers(model);
            Ok(Outcome::Sat(solution))
        }
    }
}

fn list_paths<'g>(
    component: &'g Component,
    live: &'g LiveGraph<'g>,
    system: &System,
    views: &mut Views,
    fresh: &mut Fresh,
    limits: &Limits,
) -> Result<Choices<'g>, Stop> {
    let mut choices = Choices { component, paths: Vec::new(), complete: component.complete };
    let mut paths = Paths::new(live);
    let mut table = LoopTable::default();
    while let Some(path) = paths.next(limits)? {
        if choices.paths.len() == limits.tunables().words.nielsen_paths {
            choices.complete = false;
            break;
        }
        let mut builder = Builder { live, component, system, views, fresh, limits };
        let lengths = builder.build(&path, &mut table)?;
        choices.complete &= lengths.exact;
        choices.paths.push(lengths);
    }
    Ok(choices)
}

enum Found {
    /// A path for each part, and a model.
    Sat(Vec<usize>, IntModel),
    Unsat(Premises),
    GaveUp,
}

struct Search<'s, 'g> {
    choices: &'s [Choices<'g>],
    arithmetic: &'s mut dyn Arithmetic,
    limits: &'s Limits<'s>,
    /// What holds without any path, and what that rests on.
    base: Vec<(Formula, Premises)>,
    /// What the refutations so far rest on.
    conflict: Premises,
    /// Whether some possibility was left out.
    incomplete: bool,
    questions: usize,
}

impl Search<'_, '_> {
    fn run(&mut self) -> Result<Found, Stop> {
        let mut chosen: Vec<usize> = Vec::new();
        if self.choices.is_empty() {
            // No part at all: only unconstrained variables and facts.
            return match self.ask(&chosen)? {
                Answer::Sat(model) => Ok(Found::Sat(chosen, model)),
                Answer::Refuted(Needed::Outside(premises)) => Ok(Found::Unsat(premises)),
                Answer::Refuted(_) => Ok(self.refuted()),
                Answer::Unknown => Ok(Found::GaveUp),
            };
        }
        let mut next = 0;
        loop {
            if self.questions > self.limits.tunables().words.nielsen_questions {
                return Ok(Found::GaveUp);
            }
            let depth = chosen.len();
            debug_assert!(depth < self.choices.len(), "there is no part left to choose a path for");
            debug_assert!(
                next <= self.choices[depth].paths.len(),
                "a path is chosen beyond the last"
            );
            if next == self.choices[depth].paths.len() {
                let Some(last) = chosen.pop() else { return Ok(self.refuted()) };
                next = last + 1;
                continue;
            }
            chosen.push(next);
            match self.ask(&chosen)? {
                Answer::Refuted(Needed::Outside(premises)) => return Ok(Found::Unsat(premises)),
                // Whatever the path of the last part.
                Answer::Refuted(Needed::Prefix) => next = self.choices[depth].paths.len() - 1,
                Answer::Refuted(Needed::Last) => {}
                Answer::Unknown => self.incomplete = true,
                Answer::Sat(_) if chosen.len() < self.choices.len() => {
                    next = 0;
                    continue;
                }
                Answer::Sat(model) => {
                    if let Some(model) = self.settle_products(&chosen, model)? {
                        return Ok(Found::Sat(chosen, model));
                    }
                }
            }
            chosen.pop();
            next += 1;
        }
    }

    fn refuted(&self) -> Found {
        if self.incomplete { Found::GaveUp } else { Found::Unsat(self.conflict.clone()) }
    }

    /// What must hold with the paths `chosen` for the first parts.
    fn question(&self, chosen: &[usize]) -> Vec<Formula> {
        let base = self.base.iter().map(|part| part.0.clone());
        let paths = self.choices.iter().zip(chosen).map(|(c, &i)| c.paths[i].formula.clone());
        base.chain(paths).collect()
    }

    /// Asks about the paths `chosen` for the first parts.
    fn ask(&mut self, chosen: &[usize]) -> Result<Answer, Stop> {
        self.questions += 1;
        let question = self.question(chosen);
        Ok(match ask(self.arithmetic, &question, self.limits)? {
            Lengths::Sat(model) => Answer::Sat(model),
            Lengths::Unknown => Answer::Unknown,
            Lengths::Unsat { core, parts } => {
                let of_base = self.base.iter().map(|part| &part.1);
                let of_paths = self.choices.iter().map(|c| &c.component.premises);
                let blames: Vec<&Premises> = of_base.chain(of_paths).collect();
                let premises = premises_of_core(core, parts.iter().map(|&at| blames[at]));
                let Some(&last) = parts.last() else {
                    return Ok(Answer::Refuted(Needed::Outside(premises)));
                };
                self.conflict.extend(&premises);
                let whole = !chosen.is_empty() && last + 1 == question.len();
                Answer::Refuted(if whole { Needed::Last } else { Needed::Prefix })
            }
        })
    }

    /// A model in which products are products: the one at hand, or one with a factor of each
    /// fixed to its value in it, or to a small number.
    fn settle_products(
        &mut self,
        chosen: &[usize],
        model: IntModel,
    ) -> Result<Option<IntModel>, Stop> {
        let products: Vec<Product> = self
            .choices
            .iter()
            .zip(chosen)
            .flat_map(|(c, &i)| c.paths[i].products.iter().cloned())
            .collect();
        if products.iter().all(|p| p.holds(&model)) {
            return Ok(Some(model));
        }
        type Fix = fn(&Product, &IntModel) -> Formula;
        let fixes: [Fix; 5] = [
            |p, m| fix_counter(p, m.get(p.counter)),
            |p, m| fix_length(p, p.length.value(|v| m.get(v))),
            |p, _| fix_counter(p, Int::ZERO),
            |p, _| fix_counter(p, Int::ONE),
            |p, _| fix_length(p, Int::ONE),
        ];
        for fix in fixes {
            let mut question = self.question(chosen);
            question.extend(products.iter().map(|p| fix(p, &model)));
            self.questions += 1;
            if let Lengths::Sat(model) = ask(self.arithmetic, &question, self.limits)? {
                debug_assert!(
                    products.iter().all(|p| p.holds(&model)),
                    "a product is another number although a factor is fixed"
                );
                return Ok(Some(model));
            }
        }
        self.incomplete = true;
        Ok(None)
    }
}

enum Answer {
    Sat(IntModel),
    Refuted(Needed),
    Unknown,
}

/// What a refutation needs.
enum Needed {
    /// Just the constraints outside.
    Outside(Premises),
    /// Not the last path.
    Prefix,
    /// The last path, too.
    Last,
}

/// The counter is `n`.
fn fix_counter(p: &Product, n: Int) -> Formula {
    let mut product = Linear::default();
    product.add_scaled(&p.length, &n);
    Formula::and([
        Formula::equal(Linear::var(p.counter), &Linear::constant(n)),
        Formula::equal(Linear::var(p.name), &product),
    ])
}

/// The length is `n`.
fn fix_length(p: &Product, n: Int) -> Formula {
    let mut product = Linear::default();
    product.add_var(p.counter, n.clone());
    Formula::and([
        Formula::equal(p.length.clone(), &Linear::constant(n)),
        Formula::equal(Linear::var(p.name), &product),
    ])
}
