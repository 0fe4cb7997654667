//! When an objective has no bound: a proof from one model.
//!
//! A model makes some literals true on which the formula rests, a *justification*. Where these are linear constraints on
//! integers and on lengths, and memberships, a *direction* is sought: a change of each integer, and of the length of each
//! string, that keeps every constraint however often it is applied, and improves the objective. For linear
//! constraints that is a ray of the polyhedron, a linear problem again, which an engine of our own is asked about. A string
//! may become longer by a multiple of the period that the exact set of lengths of its memberships has where the
//! model is: there is a word of each such length, and which one does not matter, as the string occurs nowhere else.
//! Whatever occurs in any other literal, or below any other function, is *frozen*: it keeps its value, so those
//! literals stay true.
//!
//! So the answer is a proof; without one nothing is said. It is looked for in what preprocessing leaves, since definitions
//! that are substituted freeze nothing.

use super::{Objective, Sense};
use crate::cnf::is_connective;
use crate::engine::{Answer, Resources};
use crate::incremental::Incremental;
use crate::session::Session;
use automata::{LengthRange, Re};
use base::{Budget, FxHashSet, Int, Limits};
use rewrite::{LinearSum, linear, non_negative};
use std::collections::BTreeMap;
use terms::eval::Evaluator;
use terms::model::Model;
use terms::{Op, Sort, Term, Terms};

impl Session {
    /// Whether there is provably a better model than any, judging from the last one.
    pub(super) fn has_no_bound(
        &mut self,
        objective: Objective,
        assumptions: &[Term],
        budget: &Budget,
    ) -> bool {
        let attempt = || {
            let question = self.direction(objective, assumptions, budget)?;
            let resources = self.resources(budget);
            let mut live =
                Incremental::new(resources, (question.len(), &question), &question).ok()?;
            live.check(self.resources(budget), question, &[]).ok()
        };
        matches!(
            budget.rationed(budget.tunables().check.unbounded_steps, attempt),
            Some(Some(Answer::Sat(_)))
        )
    }

    /// The question whether there is a direction; `None` if the model is not of that kind.
    fn direction(
        &mut self,
        objective: Objective,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Option<Vec<Term>> {
        let model = self.model()?.clone();
        let (formulas, goal) = self.preprocessed(objective.term, assumptions, budget)?;
        let res = self.resources(budget);
        let terms = &*res.terms;
        let mut cone = Cone::default();
        cone.justify(terms, &mut Evaluator::new(terms, &model, budget), &formulas)?;
        let mut goal = linear(terms, goal);
        cone.freeze_what_is_not_linear(terms, &mut goal);
        let mut directions = Directions {
            res,
            model: &model,
            cone: &cone,
            changes: BTreeMap::new(),
            question: Vec::new(),
        };
        directions.keep_all();
        directions.improve(objective.sense, &goal);
        Some(directions.question)
    }
}

/// How the value of a sum may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Keep {
    NotLess,
    Same,
    NotMore,
}

/// What a justification consists of.
#[derive(Default)]
struct Cone {
    sums: Vec<(LinearSum, Keep)>,
    /// Regexes that contain a string, and regexes that do not.
    memberships: BTreeMap<Term, (Vec<Term>, Vec<Term>)>,
    /// Constants that keep their values.
    frozen: FxHashSet<Term>,
}

impl Cone {
    /// Collects literals that make all `roots` true; `None` if the model does not.
    fn justify(&mut self, terms: &Terms, eval: &mut Evaluator<'_>, roots: &[Term]) -> Option<()> {
        let mut stack: Vec<(Term, bool)> = roots.iter().map(|&root| (root, true)).collect();
        let mut seen = FxHashSet::default();
        while let Some((t, wanted)) = stack.pop() {
            if eval.holds(t).ok()? != wanted {
                return None;
            }
            if !seen.insert(t) {
                continue;
            }
            let args = terms.args(t);
            match (terms.op(t), wanted) {
                (Op::And, false) | (Op::Or, true) => {
                    let mut deciding = Vec::new();
                    for &a in args {
                        if eval.holds(a).ok()? == wanted {
                            deciding.push(a);
                        }
                    }
                    let cheapest = deciding.into_iter().min_by_key(|&a| cost(terms, a))?;
                    stack.push((cheapest, wanted));
                }
                (Op::Ite, _) if is_connective(terms, t) => {
                    let condition = eval.holds(args[0]).ok()?;
                    stack.push((args[0], condition));
                    stack.push((if condition { args[1] } else { args[2] }, wanted));
                }
                _ if is_connective(terms, t) => {
                    for &a in args {
                        stack.push((a, eval.holds(a).ok()?));
                    }
                }
                _ => self.literal(terms, eval, t, wanted),
            }
        }
        Some(())
    }

    fn literal(&mut self, terms: &Terms, eval: &mut Evaluator<'_>, atom: Term, holds: bool) {
        debug_assert!(!is_connective(terms, atom), "a connective is justified as an atom");
        let literal = |t: Term| terms.str_value(t).is_some();
        match (terms.op(atom), terms.args(atom)) {
            (Op::Le | Op::Lt | Op::Ge | Op::Gt, [_, _]) => {
                let keep = if holds { Keep::NotLess } else { Keep::NotMore };
                self.sum(terms, non_negative(terms, atom), keep);
            }
            (Op::Eq, &[a, b]) if terms.sort(a) == Sort::Int => {
                let values = (eval.eval(a).ok(), eval.eval(b).ok());
                let keep = match values {
                    _ if holds => Keep::Same,
                    (Some(a), Some(b)) if a.as_int() > b.as_int() => Keep::NotLess,
                    _ => Keep::NotMore,
                };
                self.sum(terms, linear(terms, a).minus(&linear(terms, b)), keep);
            }
            (Op::StrInRe, &[s, r]) if terms.is_constant(s) && terms.is_ground(r) => {
                let (within, without) = self.memberships.entry(s).or_default();
                if holds { within } else { without }.push(r);
            }
            // What grows ends up longer than the literal.
            (Op::Eq, &[s, w] | &[w, s]) if !holds && terms.is_constant(s) && literal(w) => {}
            _ => self.freeze(terms, atom),
        }
    }

    fn sum(&mut self, terms: &Terms, mut sum: LinearSum, keep: Keep) {
        self.freeze_what_is_not_linear(terms, &mut sum);
        self.sums.push((sum, keep));
    }

    /// Leaves integers and lengths of strings in `sum`; what is below all else keeps its value.
    fn freeze_what_is_not_linear(&mut self, terms: &Terms, sum: &mut LinearSum) {
        sum.terms.retain(|&(leaf, _)| {
            let length = terms.op(leaf) == Op::StrLen && terms.is_constant(terms.arg(leaf, 0));
            let moves = length || terms.is_constant(leaf);
            if !moves {
                self.freeze(terms, leaf);
            }
            moves
        });
    }

    fn freeze(&mut self, terms: &Terms, t: Term) {
        let below = terms.post_order_unless(&[t], |t| self.frozen.contains(&t));
        self.frozen.extend(below);
    }
}

/// What freezes least is cheapest.
fn cost(terms: &Terms, t: Term) -> u32 {
    let t = terms.literal(t).0;
    match terms.op(t) {
        Op::Apply(_) => 0,
        Op::Le | Op::Lt | Op::Ge | Op::Gt => 1,
        Op::Eq | Op::StrInRe => 2,
        _ => 3,
    }
}

/// The question for a direction.
struct Directions<'a> {
    res: Resources<'a>,
    model: &'a Model,
    cone: &'a Cone,
    /// By how much an integer or a length changes; `None` if it does not.
    changes: BTreeMap<Term, Option<Term>>,
    question: Vec<Term>,
}

impl Directions<'_> {
    /// Every constraint of the justification is kept.
    fn keep_all(&mut self) {
        for (sum, keep) in &self.cone.sums {
            let (change, zero) = (self.change(sum), self.res.terms.int(0));
            self.question.push(match keep {
                Keep::NotLess => self.res.terms.ge(change, zero),
                Keep::Same => self.res.terms.eq(change, zero),
                Keep::NotMore => self.res.terms.le(change, zero),
            });
        }
    }

    /// The objective gets better.
    fn improve(&mut self, sense: Sense, goal: &LinearSum) {
        let (change, zero) = (self.change(goal), self.res.terms.int(0));
        self.question.push(match sense {
            Sense::Minimize => self.res.terms.lt(change, zero),
            Sense::Maximize => self.res.terms.lt(zero, change),
        });
    }

    /// The change of a sum.
    fn change(&mut self, sum: &LinearSum) -> Term {
        let parts = sum.terms.iter().filter_map(|(leaf, c)| Some((self.change_of(*leaf)?, c)));
        let parts: Vec<(Term, &Int)> = parts.collect();
        let terms = &mut self.res.terms;
        let parts: Vec<Term> = parts.into_iter().map(|(t, c)| terms.scale(c.clone(), t)).collect();
        if parts.is_empty() { terms.int(0) } else { terms.add(&parts) }
    }

    fn change_of(&mut self, leaf: Term) -> Option<Term> {
        if let Some(&known) = self.changes.get(&leaf) {
            return known;
        }
        let string = (self.res.terms.op(leaf) == Op::StrLen).then(|| self.res.terms.arg(leaf, 0));
        let change = match string {
            _ if self.cone.frozen.contains(&string.unwrap_or(leaf)) => None,
            Some(s) => self.growth(s),
            None => Some(self.res.terms.fresh("change", Sort::Int)),
        };
        self.changes.insert(leaf, change);
        change
    }

    /// By how much a string may become longer.
    fn growth(&mut self, s: Term) -> Option<Term> {
        let period = self.period(s)?;
        debug_assert!(period > 0, "a string grows by nothing");
        let times = self.res.terms.fresh("periods", Sort::Int);
        let zero = self.res.terms.int(0);
        let forwards = self.res.terms.ge(times, zero);
        self.question.push(forwards);
        Some(self.res.terms.scale(period, times))
    }

    /// There are words with the memberships of `s` whose lengths are that of its word plus each multiple of this.
    fn period(&mut self, s: Term) -> Option<u64> {
        let Some((within, without)) = self.cone.memberships.get(&s) else { return Some(1) };
        let Op::Apply(fun) = self.res.terms.op(s) else { return None };
        let word = self.model.get(fun).and_then(|value| value.as_str());
        let length = word.map_or(0, |word| word.len() as u64);
        let limits = Limits::none(self.res.budget);
        let Resources { terms, languages, .. } = &mut self.res;
        let mut languages_of = |regexes: &[Term]| -> Option<Vec<Re>> {
            let language = |&r| languages.language_within(terms, r, &limits).ok().flatten();
            regexes.iter().map(language).collect()
        };
        let (within, without) = (languages_of(within)?, languages_of(without)?);
        let regexes = &mut languages.regexes;
        let lengths = regexes.length_set(&within, &without, LengthRange::ANY, &limits).ok()?;
        let mut parts = lengths.parts().iter();
        parts.find(|part| part.is_infinite() && part.contains(length)).map(|part| part.step)
    }
}
